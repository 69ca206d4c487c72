"""What a user calls a version -> where that version's game is.

Takes the words of the command line (a game's id, a folder, a spreadsheet as it was, a git revision, `REVISION:GAME`)
and the project; gives a `Version`: a project and a game in it. Promise: nothing of the user's is written; what has to
be unpacked lies in a temporary folder for as long as `versions` is open.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from generator.data.reading.grid import plain
from generator.diagnostics.findings import Fault, Finding, Mark, did_you_mean
from generator.git import commit_of, git_root, is_shallow, read_revision
from generator.layout.svg.datatypes import shown
from generator.project import TABLES, YAML, Project
from generator.values import Struct, replace


class Version(Struct, frozen=True):
    """One side of a comparison. `name` is what the user calls it. Before it is settled which game is meant, `game` may
    be "", `commit` is set for a revision, `folder` for a game's folder that stands alone, `table` for a spreadsheet of
    it as that was. `known_as` tells the files of a revision apart from all others, wherever they are unpacked."""

    name: str
    project: Project
    game: str = ""
    commit: str = ""
    folder: Path | None = None
    table: Path | None = None
    known_as: str = ""


@contextmanager
def versions(
    project: Project, old: str, new: str, game: str = "", at: Path | None = None
) -> Iterator[tuple[Version, Version]]:
    """Both sides of a comparison, unpacked while this is open. Faults C001 to C005.

    `game` says which game is meant where the words do not; else it is the other side's, else the only one there is.
    `at` is where the user stands (None: the current folder): a revision is one of the project there, never of the
    bundled games, which `project` is where there is none.
    """
    found = _sides(project, (old, new), game, (at or Path.cwd()).resolve())
    with tempfile.TemporaryDirectory(prefix="pnp-") as folder:
        first = Path(folder).resolve()
        unpacked = [_unpacked(project, f, first / str(k), _meant(found, k, game)) for k, f in enumerate(found)]
        one, other = (_settled(f, _meant(found, k, game)) for k, f in enumerate(unpacked))
        yield one, other


def _meant(found: Sequence[Version], side: int, game: str) -> str:
    """The game that a side is of, as far as the words say."""
    return found[side].game or game or found[1 - side].game


def _sides(project: Project, words: Sequence[str], game: str, at: Path) -> list[Version]:
    """A game of the project before a folder, a folder before a revision. Fault C002: a side is not named."""
    if not all(w.strip() for w in words):
        hint = "name a game, a folder or a git revision; `.` is the project one is in"
        raise Fault(Finding("C002", Mark(""), "a version is named by no word at all", hint))
    found = [_on_disk(project, w) for w in words]
    if all(found):
        home = next((f.project for f in found if f and not f.table), project)
        return [replace(f, project=home) if f.table else f for f in found if f]
    home = _home_of_revisions(project, found, game or _named(words, found), at)
    if home.root != project.root:  # then the games, too, are those of that project
        found = [_on_disk(home, w) for w in words]
    return [f or _revision(home, w) for f, w in zip(found, words, strict=True)]


_ENDINGS = tuple(ending for ending in TABLES if ending not in YAML)
"""What a table of items is called, and no set."""


def _on_disk(project: Project, words: str) -> Version | None:
    if words in project.games():
        return Version(words, project, words)
    path = os.path.expanduser(words)  # noqa: PTH111 (no error for a user whom no system knows)
    if os.path.isfile(path) and path.lower().endswith(_ENDINGS):  # noqa: PTH113 (nor for a long name)
        return Version(words, project, table=Path(path).resolve())
    return _folder(words, Path(path).resolve()) if os.path.isdir(path) else None  # noqa: PTH112


def _named(words: Sequence[str], found: Sequence[Version | None]) -> str:
    """The game that the words name, if they do: one side, or `REVISION:GAME`."""
    games = [f.game if f else _game_in(w) for f, w in zip(found, words, strict=True)]
    return next((name for name in games if name), "")


def _game_in(words: str) -> str:
    return words.partition(":")[2].strip("/").removeprefix("components/")


def _home_of_revisions(project: Project, found: Sequence[Version | None], game: str, at: Path) -> Project:
    """The project whose revisions are meant: where the user stands, else the folder that is the other side. Fault
    C002."""
    if not project.is_bundled or at.is_relative_to(project.root):
        return project
    folder = next((f for f in found if f and not f.game), None)
    if folder and not folder.folder:
        return folder.project
    what = f" with the game `{game}`" if game else ""
    message = f"a revision is one of your own project, and no project{what} is in this folder or above it"
    raise Fault(Finding("C002", Mark(""), message, "go into the project's folder, or name two folders or games"))


def _folder(words: str, folder: Path) -> Version | None:
    """A project's folder, or a game's; None if it is neither."""
    if (folder / "components").is_dir():
        return Version(words, Project(folder))
    if not (folder / "game.yaml").is_file():
        return None
    home = folder.parent
    if home.name == "components" and (home.parent / "layouts").is_dir():
        return Version(words, Project(home.parent), folder.name)
    return Version(words, Project(home), folder=folder)


_OLD = (
    "name a copy of the project's folder (`../old-copy`), the spreadsheet as it was (`deck-old.csv`), or, under git,"
    " a commit or a tag"
)


def _revision(project: Project, words: str) -> Version:
    revision, words = words.partition(":")[0], shown(words)
    if not git_root(project.root):
        message = f"`{words}` is neither a game nor a folder, and `{project.root.name}` is not under git"
        raise Fault(Finding("C002", Mark(""), message, did_you_mean(words, project.games(), _OLD)))
    commit = commit_of(project.root, revision)
    if commit is None:
        message = f"`{words}` is neither a game nor a folder with one, and git knows no revision `{shown(revision)}`"
        cut = "this clone is shallow: run `git fetch --unshallow --tags` first"
        hint = cut if is_shallow(project.root) else did_you_mean(words, project.games(), _OLD)
        raise Fault(Finding("C002", Mark(""), message, hint))
    return Version(words, project, _game_in(words), commit)


def _unpacked(project: Project, found: Version, into: Path, game: str) -> Version:
    """The side with its files on the disk."""
    if found.commit:
        read_revision(found.project.root, found.commit, into)
        known_as = f"{found.commit} {found.project.root}"
        return Version(found.name, Project(into, is_brief=True), found.game, known_as=known_as)
    if found.table:
        return _with_table(found, found.table, into, game)
    if found.folder is None:
        return found
    name = game or found.folder.name
    return _copied(found, project, found.folder, into, name)


def _copied(found: Version, project: Project, folder: Path, into: Path, name: str) -> Version:
    """A game's folder with what the project has besides."""
    _copy(folder, into / "components" / name)
    shared = project.components.iterdir() if project.components.is_dir() else ()
    for other in (f for f in shared if f.is_dir() and f.name != name and not (f / "game.yaml").exists()):
        _copy(other, into / "components" / other.name)
    if project.layouts.is_dir():
        _copy(project.layouts, into / "layouts")
    return Version(found.name, Project(into, is_brief=True), name)


def _with_table(found: Version, table: Path, into: Path, game: str) -> Version:
    """The game as it is, with a table of it as that was then: the only one of its kind, or the one whose name is in its
    (`deck.csv` of `deck-old.csv`). Fault C002: there is none, or several are called so."""
    games = found.project.games()
    name = game if game or len(games) != 1 else games[0]
    if name not in games:
        return found  # told when it is settled
    home = found.project.components / name
    files = (p for p in home.rglob("*") if p.suffix.lower() in _ENDINGS and p.is_file())
    tables = sorted(files, key=lambda p: (len(p.stem), p))
    like = [p for p in tables if p.suffix.lower() == table.suffix.lower()]
    meant = like if len(like) == 1 else [p for p in like if plain(p.stem) in plain(table.stem)]
    meant = [p for p in meant if len(p.stem) == len(meant[-1].stem)]
    if len(meant) != 1:
        how = "several that are" if meant else "none that is"
        message = f"`{table.name}` is a table, and `{name}` reads {how} called so"
        names = ", ".join(f"`{p.relative_to(home).as_posix()}`" for p in meant or tables)
        hint = f"call it, and save it, as the one that it was: {names}" if names else did_you_mean(found.name, games)
        hint = f"only names tell them apart: {names}; name the folder of a copy of the game instead" if meant else hint
        raise Fault(Finding("C002", Mark(""), message, hint))
    then = _copied(found, found.project, home, into, name)
    place = into / "components" / name / meant[0].relative_to(home)
    place.unlink()  # a link would be written through, into the user's own table
    shutil.copyfile(table, place)
    return then


def _copy(folder: Path, into: Path) -> None:
    """Links stay links, so that what lies outside is not read by this way either; what is no plain file stays there."""
    shutil.copytree(folder, into, symlinks=True, copy_function=lambda a, b: Path(a).is_file() and shutil.copyfile(a, b))


def _settled(found: Version, game: str) -> Version:
    """The side with its one game. Faults C003, C004."""
    games = found.project.games()
    if not games and not game:
        raise Fault(Finding("C003", Mark(""), f"`{found.name}` has no game in components/", "name another version"))
    if not game and len(games) > 1:
        message = f"`{found.name}` holds {len(games)} games"
        raise Fault(Finding("C004", Mark(""), message, f"add `--game {games[0]}` (or {', '.join(games[1:])})"))
    if game and game not in games:
        message = f"`{found.name}` has no game `{game}`"
        hint = did_you_mean(game, games) or "name a later version, or a folder that holds the old one"
        raise Fault(Finding("C003", Mark(""), message, hint))
    return Version(found.name, found.project, game or games[0], known_as=found.known_as)
