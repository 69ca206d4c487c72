"""Files put in place; what pnp made in a folder, and which of it is no longer as the game is: cleared away, if nobody
changed it.

    {"faces-en/card-dusk.png": {"sha256": .., "shows": {"en card/dusk": ..}}, ..}

Takes a folder and what a build knows of its game: by "LANGUAGE SET/ITEM" (and the like) what a face looks like now,
"" where that was not looked at. A file is stale when something that it shows is gone or looks otherwise. Promise: only
what a manifest names is stale, only what is byte for byte as it was written is ours; damage means no manifest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.export import Output, Stored, blocks

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.pipeline import Drawn
    from generator.project import Project

OUT = Path("output")
"""Where files go if nobody says."""
NAME = ".pnp-files.json"
RULES = "rules"
"""With a language, and for whom it is: what a summary of the rules shows."""
READERS = ("players", "designers")

Entry = tuple[str, Mapping[str, str]]
"""The SHA-256 of a file, and what it shows."""


def existing(game: Game) -> Iterator[str]:
    """All that files of a game could show."""
    for language in game.languages:
        yield from (language, *(f"{RULES} {language} {readers}" for readers in READERS))
        for owner in game.sets.values():
            for item in owner.items:
                sides = ("", " back") if owner.template(item, "back") else ("",)
                yield from (f"{language} {owner.id}/{item.id}{side}" for side in (*sides, " ×"))


def shown_by_sheets(game: Game, drawn: Drawn, whole: bool) -> dict[str, str]:
    """What sheets of these pieces show; `whole`: of all that is printed of the game."""
    from generator.compare.readable import caption_of

    language, found = drawn.language, dict[str, str]()
    for piece in drawn.pieces:
        for face in (piece.front, piece.back):
            if face:
                found[f"{language} {face.name}"] = _short(face.digest + repr(face.shape.outline).encode())
        found[f"{language} {piece.front.name} ×"] = str(piece.count)
    head = (*(caption_of(one, game, language) for one in (game.title, game.version)), sorted(found))
    return found | ({language: _short(repr(head).encode())} if whole else {})


def shown_by_rules(project: Project, game: Game, language: str, readers: Sequence[str] = READERS) -> dict[str, str]:
    """What summaries of the rules for these readers say; nothing of a game that has none."""
    if not game.sections:
        return {}
    from generator.summary.make import summary_of
    from generator.summary.pages import summary_md
    from generator.words import read_words

    words = read_words(project, language)
    said = {one: summary_md(summary_of(game, language, words, one == READERS[1])) for one in readers}
    return {f"{RULES} {language} {one}": _short(text.encode()) for one, text in said.items()}


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def read_manifest(folder: Path) -> dict[str, Entry]:
    """What the manifest of a folder says; nothing if there is none, or none that can be read."""
    try:
        if (folder / NAME).is_symlink():
            return {}
        data = json.loads((folder / NAME).read_text("utf-8"))
        inside = {n: e for n, e in data.items() if not Path(n).is_absolute() and ".." not in Path(n).parts}
        return {n: (str(e["sha256"]), {str(k): str(v) for k, v in e["shows"].items()}) for n, e in inside.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def written(entries: Mapping[str, Entry]) -> bytes:
    """A manifest as a file."""
    data = {name: {"sha256": digest, "shows": dict(shows)} for name, (digest, shows) in entries.items()}
    return json.dumps(data, ensure_ascii=False, indent=0, sort_keys=True).encode()


def _digest(data: bytes | Stored) -> str:
    mix = sha256()
    for block in blocks(data):
        mix.update(block)
    return mix.hexdigest()


def _stale(entries: Mapping[str, Entry], known: Mapping[str, str]) -> list[str]:
    """The names of files that show what is gone or looks otherwise now."""
    rows = entries.items()
    return [name for name, (_, shows) in rows if not all(known.get(key) in ("", now) for key, now in shows.items())]


def _behind(old: Mapping[str, Entry], rest: Collection[str], known: Mapping[str, str]) -> dict[str, str]:
    """The files of other languages that show what has changed in those that were looked at, each with its language."""
    seen = ((key, now) for _, shows in old.values() for key, now in shows.items())
    changed = {_parted(key)[1] for key, now in seen if known.get(key, "") not in ("", now)} - {""}
    keys = {name: [_parted(key) for key in old[name][1]] for name in rest}
    found = {name: next((la for la, what in said if what in changed), "") for name, said in keys.items()}
    return {name: language for name, language in found.items() if language}


def edited_at(project: Project, game_id: str) -> float:
    """When a file of a game was last written."""
    folders = (project.components / game_id, project.layouts / game_id)
    return max((_written_at(path) for folder in folders for path in folder.rglob("*")), default=0.0)


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _parted(key: str) -> tuple[str, str]:
    """The language of what a file shows, and what that is in any."""
    rest = key.removeprefix(f"{RULES} ")
    language, _, what = rest.partition(" ")
    return language, f"{RULES} {what}" if rest != key else what


def _is_ours(folder: Path, name: str, entry: Entry) -> bool:
    """True if a file is a plain one in the folder, byte for byte as it was written."""
    path = folder / name
    try:
        straight = path.resolve().is_relative_to(folder.resolve()) and not path.is_symlink() and path.is_file()
        return straight and sha256(path.read_bytes()).hexdigest() == entry[0]
    except OSError:
        return False


def place_files(
    outputs: Sequence[Output],
    out: Path,
    *inner: str,
    known: Mapping[str, str] | None = None,
    ended: str = "\n",
    swapped: bool = False,
    edited: float = 0.0,
) -> list[tuple[Path, str]]:
    """Puts all files in place together, in the folder `inner` of `out`; gives what was written, a folder of faces as
    one line. Links in a folder that was named are replaced (none: in the one that one stands in). With what is `known`
    of the game, files that show something else, or have `ended` in their names, are cleared away, and those that
    somebody changed told, and those in other languages, older than what was `edited`. Of a part (`swapped`), the sheets
    of the whole game stay."""
    from generator.files import write_all

    folder = out.joinpath(*inner)
    new, old = {o.name: (_digest(o.data), o.shows) for o in outputs}, read_manifest(folder)
    rest = {name: entry for name, entry in old.items() if name not in new}
    outdated = [] if known is None else _stale(rest, known)
    outdated = [name for name in outdated if not swapped or "/" in name or "-changed" in name]
    outdated += [name for name in rest if ended in name and name not in outdated]
    gone = [name for name in outdated if _is_ours(folder, name, rest[name])]
    entries = {name: entry for name, entry in rest.items() if name not in outdated} | new
    files = [(o.name, o.data) for o in outputs] + ([(NAME, written(entries))] if entries else [])
    links = write_all(folder, files, Path() if out == OUT else out, [*gone, *([NAME] if old and not entries else [])])

    def shown_as(name: str) -> Path:
        """Files in a folder of their own are told as that."""
        return (folder / name).parent if "/" in name else folder / name

    many, cleared = (Counter(map(shown_as, names)) for names in ([o.name for o in outputs], gone))
    about = {shown_as(o.name): f"{many[shown_as(o.name)]} files" if "/" in o.name else o.about for o in outputs}
    left = [folder / n for n in outdated if n not in gone and (folder / n).exists()]
    older = [name for name in rest if name not in outdated and _written_at(folder / name) < edited]
    behind = _behind(old, older, known or {})
    return [
        *((path, "was a link, which is not followed: it is a folder now") for path in links),
        *about.items(),
        *(
            (path, f"cleared away: it shows the game as it was{f' ({n} files)' * (n > 1)}")
            for path, n in cleared.items()
        ),
        *((path, "is no longer as the game is, but was changed by hand: left as it is") for path in left),
        *((folder / n, f"shows what has changed since: make it anew (`--lang {la}`)") for n, la in behind.items()),
    ]
