"""Names of files, folders and pictures as people write them -> the files that are meant.

Takes names as they are written; gives the right ones, or the finding that tells the wrong one. Promise of pictures:
what is named exactly is found exactly; else the picture may lie in any folder below, its ending may be left out;
capitals, blanks for `_` or `-`, the two ways to write `ä`, accents, and zeros before a number do not count. Of several
the nearest is meant, and none in a folder of old ones. Nothing outside the folders is read. Where a table lies among
other things, pictures come from beside it, from folders that are for it, and by a path, be it from a folder above.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from generator.data.reading.grid import with_letters
from generator.diagnostics.findings import Finding, Mark, did_you_mean, near
from generator.project import BUNDLED, TABLES, YAML, Project
from generator.values import Struct, field, lazy_pattern


def meant_files(names: Collection[str], known: Collection[str]) -> dict[str, str]:
    """The names that are not known, but would be in small letters and with the ending `.yaml`: with the known ones."""
    plain = {name: re.sub(r"\.yml$", ".yaml", name.lower()) for name in names if name not in known}
    return {name: meant for name, meant in plain.items() if meant in known}


def misnamed(project: Project, path: Path, meant: str, there: bool) -> Finding:
    """The finding (Y014) for a file of nearly the right name; `there`: the right one stands beside it."""
    hint = "move its words there, and delete this one" if there else f"is this to be `{meant}`? rename it"
    message = f"`{path.name}` stands beside `{meant}`, and is not read" if there else f"a file is called `{path.name}`"
    return Finding("Y014", Mark(project.relative(path), 1, 1), message, hint)


def unread(project: Project, path: Path, folder: str) -> Finding:
    """The finding (Y015) for data that lies too deep."""
    message = f"`{path.parent.name}/{path.name}` is not read: a folder in components/{folder}/ holds no data"
    return Finding(
        "Y015", Mark(project.relative(path), 1, 1), message, f"move it to components/{folder}/, or delete it"
    )


def table_of(project: Project, folder: str, name: str) -> tuple[Path, str, str]:
    """Where a table of the game `folder` is; what keeps it from being read ("" if nothing does), and what to do."""
    path, hint = project.components / folder / name, f"put the table into components/{folder}/"
    if not name.lower().endswith(TABLES):
        return path, f"`{name}` is no CSV, xlsx, ods, Markdown, JSON or YAML file", "save it as .xlsx, or as CSV UTF-8"
    if PurePosixPath(name).is_absolute() or _is_outside(path, project):
        return path, f"`{name}` lies outside the project", hint
    if project.holds(path):
        return path, "", ""
    return path, f"there is no file `{name}`", meant_table(path) or hint


def meant_table(path: Path) -> str:
    """What to do where a table is not there: say those beside it that it may be, or that a program has it open."""
    with suppress(OSError, ValueError):
        if (path.parent / f"~${path.name}").exists() or (path.parent / f".~lock.{path.name}#").exists():
            return f"a program has it open, or had: save it there, as `{path.name}`"
        beside = sorted(p.name for p in path.parent.iterdir() if not p.name.startswith(("~", ".")))
        return did_you_mean(path.name, [n for n in beside if n.lower().endswith(TABLES) and not n.endswith(YAML)])
    return ""


def with_ending(path: Path) -> str:
    """What a file whose name has no ending is to be called, as it begins; "" if it is no table and no picture."""
    if path.suffix or not path.is_file():
        return ""
    begin = path.read_bytes()[:_BEGIN]
    ending = next(
        (ending for bytes_, ending in _BEGINS.items() if begin.lstrip(b"\xef\xbb\xbf \n").startswith(bytes_)), ""
    )
    is_table = b"\0" not in begin and re.search(rb"[,;\t|]", begin.partition(b"\n")[0]) is not None
    return path.name + (ending or ".csv") if ending or is_table else ""


_BEGIN = 512
_BEGINS = {
    b"PK": ".xlsx", b"\x89PNG": ".png", b"\xff\xd8": ".jpg", b"<svg": ".svg", b"[": ".json", b"{": ".json", b"#": ".md"
}  # fmt: skip


def _is_outside(path: Path, project: Project) -> bool:
    try:
        return not path.resolve().is_relative_to(project.root.resolve())
    except (OSError, RuntimeError, ValueError):  # a name that no system takes
        return False


# ---- pictures --------------------------------------------------------------------------------------------------------


def file_and_view(words: str) -> tuple[str, str]:
    """The name of a file, and what of an SVG file is to be seen: `deck.svg#queen`."""
    end = words.lower().rfind(".svg#") + 4
    return (words[:end], words[end + 1 :]) if end > 3 else (words, "")


RASTER = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp")
ENDINGS = (*RASTER, ".svg")
UNSHOWN = (".psd", ".ai", ".eps", ".pdf", ".xcf", ".kra", ".heic", ".avif", ".svgz")
"""Pictures that no sheet can show."""
_ADDRESS = lazy_pattern(r"\s*\(https?://[^)]*\).*|^\{\{\s*|(@[\w-]+)?\s*\}\}$|\?[^\s?]*$")
"""What Airtable and Notion write behind the name of the first picture of a cell, templates around it, and the web."""
ABOVE = 2
"""So many folders above somebody's table may a path begin: `art/fox.png` in `cards/cards.csv`."""
_DEPTH = 4
_MOST = 20_000
"""Folders are looked into so deep, and so many files of them: somebody's table may lie in the folder of everything."""


def picture_named(words: str) -> str:
    """The name of a picture in a cell: `a.png` of `a.png (https://..)` and of `{{a.png@only}}`."""
    return _ADDRESS.sub("", words)


class Shelf(Struct, frozen=True):
    """The pictures below some folders, each folder read when a name is first missed; `short`: of each by what it is
    called without how most of its folder begin. `is_own`: is a folder of this name for the table (without: all are)?
    `apart`: pictures that have a name that was looked for, by it, but lie in others; `known`: such of these as hold
    many. `above`: so many folders above one may a path begin, too."""

    read: dict[Path, dict[Path, str]] = field(default_factory=dict)
    short: dict[Path, dict[Path, str]] = field(default_factory=dict)
    is_own: Callable[[str], bool] | None = None
    apart: dict[str, list[Path]] = field(default_factory=dict)
    known: set[Path] = field(default_factory=set)
    above: int = 0

    def find(self, folders: Iterable[Path], name: str) -> list[Path]:
        """The pictures that a name may mean, those of the first folder that has any; of equal ones the first."""
        words = plain_name(picture_named(file_and_view(name)[0]).replace("\\", "/"))
        parts = [p for p in words.split("/") if p not in ("", ".", "..")]  # `../art/fox.png` may lie here by now
        if not parts:
            return []
        tails = ("/" + "/".join(parts), "/" + parts[-1], "/" + _bare(parts[-1]))
        for folder in folders:
            if folder not in self.read:
                self.read[folder] = {p: "/" + plain_name(p.relative_to(folder).as_posix()) for p in _files(folder)}
            if folder not in self.short:
                self.short[folder] = _shortened(self.read[folder])
            files, short = self.read[folder].items(), self.short[folder].items()
            for n, tail in enumerate((*tails, tails[1])):
                there = short if n == len(tails) else files
                found = [path for path, called in there if _is_called(_bare(called) if n == _BARED else called, tail)]
                own = [path for path in found if self._is_for(path.relative_to(folder), parts)]
                if n == len(tails) and len({path.stem for path in own}) > 1:
                    continue  # `fox_v1`, `fox_v2`: either
                if own:
                    return _meant(own, folder)
                if found:
                    self.apart[name] = [path.relative_to(folder) for path in _meant(found, folder)]
            said = file_and_view(picture_named(name))[0].replace("\\", "/").lstrip("./")
            higher = (home / said for home in (folder.resolve().parents[: self.above] if "/" in said else ()))
            if here := next((p for p in higher if _is_below(p)), None):
                return [here]
        return []

    def _is_for(self, path: Path, said: Sequence[str]) -> bool:
        is_named = len(said) > 1 and _is_called("/" + plain_name(path.as_posix()), "/" + "/".join(said))
        above = path.parts[: -len(said) if is_named else -1]  # what is said need not be called so
        return self.is_own is None or path.parent in self.known or all(map(self.is_own, above))

    def learn(self, columns: Iterable[Iterable[str]]) -> bool:
        """True if folders are known from now on, since they hold the pictures of at least half of the words of a
        column, or all of several whole names of files. What was found apart is forgotten."""
        many = set[Path]()
        for words in map(set, columns):
            held = Counter(folder for w in words for folder in {path.parent for path in self.apart.get(w, ())})
            are_files = len(words) > 1 and all(word.lower().endswith(ENDINGS) for word in words if word)
            least = len(words) if are_files and len(words) < _MANY else max(_MANY, len(words) / 2)
            many |= {folder for folder, count in held.items() if count >= least} - self.known
        self.known.update(many)
        self.apart.clear()
        return bool(many)

    def near(self, name: str) -> str:
        """The picture in the folders that were read that a name was meant to be; "" if none is like it."""
        if name in self.apart:
            return self.apart[name][0].as_posix()
        return next((path.name for _, path in self._like(name)), "")

    def nearest(self, name: str) -> Path | None:
        """The same, if it lies in a folder for the table."""
        like = () if name in self.apart else self._like(name)
        return next((path for folder, path in like if self._is_for(path.relative_to(folder), [name])), None)

    def _like(self, name: str) -> list[tuple[Path, Path]]:
        own = plain_name(Path(name.replace("\\", "/").rpartition("/")[2]).stem)  # that endings are alike says nothing
        known = {plain_name(path.stem): (folder, path) for folder, files in self.read.items() for path in files}
        bare = {_bare(stem): both for stem, both in known.items()}
        found = bare.get(_bare(own)) or known.get(near(own, known))
        return [found] if found else []


def _is_below(path: Path) -> bool:
    """True for a picture that is there, by a path that goes down alone."""
    return ".." not in path.parts and path.suffix.lower() in ENDINGS and path.is_file()


_MANY = 4
"""Fewer names may be there by chance."""
_BARED = 2
"""The way to look for a name without zeros and accents."""
_PREFIX = lazy_pattern(r"[^\W\d_]+[_-]|\d{1,3}[ _.)-]+(?=[^\W\d])")
_STATE = lazy_pattern(r"[ _-]+(final|finished|done|fertig|(v|ver|rev)\.?\d{1,2})$", re.IGNORECASE)
"""What stands behind names in those of files: `fox_final`, `fox-v2`."""


def _shortened(files: Mapping[Path, str]) -> dict[Path, str]:
    """Pictures whose names begin as those of most of their folder do (`art_fox`, `art_owl` ..., `01 fox`, `02 owl`
    ...), without that, and others that say in what state they are, without it."""
    begun = {path: found[0] for path in files if (found := _PREFIX.match(path.name))}
    alike = {path: "1" if start[0].isdecimal() else start for path, start in begun.items()}
    many, held = Counter((p.parent, alike[p]) for p in begun), Counter(p.parent for p in files)
    shared = {home for home, count in many.items() if count >= _MANY and 2 * count > held[home[0]]}
    bare = {p: p.name[len(begun[p]) :] if (p.parent, alike.get(p, "")) in shared else p.name for p in files}
    bare = {p: _STATE.sub("", name[: -len(p.suffix)]) + p.suffix for p, name in bare.items()}
    return {p: "/" + plain_name(name) for p, name in bare.items() if name != p.name}


_ZEROS = lazy_pattern(r"(?<!\d)0+(?=\d)|[\u0300-\u036f]")
"""Before a number; accents of Latin letters, when these are parted."""


def _bare(name: str) -> str:
    """A name without zeros before its numbers, and without accents."""
    return normalize("NFC", _ZEROS.sub("", normalize("NFD", name)))


def _meant(found: list[Path], folder: Path) -> list[Path]:
    """Those that lie nearest to a folder, the ones called `old` behind all others; one of those that are equal."""

    def far(path: Path) -> tuple[bool, int]:
        parts = path.relative_to(folder).parts[:-1]
        return any(_ASIDE.search(part.casefold()) for part in parts), len(parts)

    best = min(map(far, found))
    left = [path for path in found if far(path) == best]
    alike = 1 < len(left) <= _SAME and not any(path.is_symlink() for path in left)
    alike = alike and len({path.stat().st_size for path in left}) == 1 == len({path.read_bytes() for path in left})
    return left[:1] if alike else left


_SAME = 50
"""The bytes of so many pictures of one name are compared."""
_ASIDE = lazy_pattern(r"\b(old|copy|copies|backup|bak|archive|alt|unused|kopie|旧)\b|^旧")


def _is_called(path: str, tail: str) -> bool:
    stem, _, ending = path.rpartition(".")
    return path.endswith(tail) or (f".{ending}" in ENDINGS and stem.endswith(tail))


def plain_name(name: str) -> str:
    """A name without what does not count in those of pictures; `α` for a sign like it, as findings say to write it."""
    return re.sub("[ _-]", "", with_letters(normalize("NFC", name)).casefold())


def _files(folder: Path) -> Iterator[Path]:
    count = 0
    for here, folders, names in os.walk(folder):
        deep = len(Path(here).relative_to(folder).parts)
        folders[:] = sorted(f for f in folders if _is_open(Path(here) / f)) if deep < _DEPTH else []
        for name in sorted(names):
            count += 1
            if count > _MOST:
                return
            if name.lower().endswith(ENDINGS) and name[0] != ".":
                yield Path(here) / name


def _is_open(folder: Path) -> bool:
    """False for a folder whose pictures are of something else: a project of its own, what was built, the system's."""
    is_project = (folder / "components").is_dir() and (folder / "layouts").is_dir()
    return not is_project and folder.name[0] not in "._" and folder.name != "output"


def pictures_of(project: Project, folder: str, shelf: Shelf, name: str) -> list[Path]:
    """The picture of a name in the game `folder`: beside the YAML, then in the layout folders, then below them; several
    if it is not clear which is meant, none outside the project."""
    homes, file = (project.components / folder, project.layouts / folder), file_and_view(name)[0]
    if file.lower().endswith(ENDINGS):
        for base, words in product((*homes, project.layouts), dict.fromkeys((name, file))):
            for root in (project.root, BUNDLED):
                path = base / words
                try:
                    if path.is_file() and path.resolve().is_relative_to(root.resolve()):
                        return [path]
                except (OSError, ValueError):
                    return []
    return [path for path in shelf.find(homes, name) if project.holds(path)]


def renamed_pictures(lost: Iterable[str], found: Iterable[object]) -> dict[str, str]:
    """For names that no picture has, each a file beside those that were `found`, which is none of these and is called
    alike: it has a word of the name, or nearly its letters."""

    def words(name: str) -> set[str]:
        return {word for word in re.split(r"[\W_]+", name.lower()) if len(word) > 2}

    used = {path for paths in found if isinstance(paths, list) for path in paths}
    beside = {path for home in {path.parent for path in used} for path in home.iterdir()} - used
    names, told = {name.lower(): name for name in lost}, dict[str, str]()
    for file in sorted(path for path in beside if path.suffix.lower() in ENDINGS):
        like = [name for name in names if words(name) & words(file.stem)] or [near(file.stem.lower(), names, 0.6)]
        told |= {names[like[0]]: file.name} if len(like) == 1 and like[0] else {}
    return told
