"""Where things are: a `Project` is any folder with `components/` and `layouts/` in it.

The repository is one, a designer's folder is one, and the wheel carries one (the bundled games). Fonts,
icons, papers and words that a project lacks come from the bundled `layouts/`.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from generator.values import Struct

_HERE = Path(__file__).resolve().parent
BUNDLED = _HERE / "_data" if (_HERE / "_data").is_dir() else _HERE.parent
"""The folder that holds the bundled components/ and layouts/ (wheel, or repository)."""

YAML, DELIMITED, BOOKS = (".yaml", ".yml"), (".csv", ".tsv"), (".xlsx", ".xlsm", ".ods")
PLAIN, RECORDS = (*DELIMITED, ".txt", ".md"), (".json", ".jsonl", ".ndjson", *YAML)
TABLES = (*PLAIN, *BOOKS, *RECORDS)
"""How files end that a set may have its items from."""


class Project(Struct, frozen=True):
    """A project's folder. `root` is absolute. Into so many `volumes` a game goes, and so many times as much may stand
    in its tables. `is_brief`: unpacked for a moment, so that nothing of it is remembered by its place."""

    root: Path
    volumes: int = 1
    is_brief: bool = False

    @property
    def room(self) -> int:
        """How many times as much is read as is for one volume."""
        return min(self.volumes, 50)

    @property
    def components(self) -> Path:
        """The folder of games."""
        return self.root / "components"

    @property
    def layouts(self) -> Path:
        """The folder of templates, fonts, icons and papers."""
        return self.root / "layouts"

    @property
    def is_bundled(self) -> bool:
        """True for the games that come with the tool."""
        return self.root == BUNDLED

    def games(self) -> list[str]:
        """Ids of the games: the folders in components/ that hold a game.yaml, sorted. One that is called `game.yml` by
        mistake counts: it is told where it is read.
        """
        if not self.components.is_dir():
            return []
        files = (p for folder in self.components.glob("*") for p in yaml_files(folder))
        return sorted({p.parent.name for p in files if p.name.lower() in ("game.yaml", "game.yml")})

    def layout_file(self, *names: str) -> Path | None:
        """The first of these paths (relative to layouts/) that exists, the project's own before the bundled.

        What lies in the folder of one of the project's games is never taken from a bundled game of the same name.
        """
        common = [name for name in names if not self._is_of_a_game(name)]
        for base, wanted in ((self.layouts, names), (BUNDLED / "layouts", common)):
            for name in wanted:
                if os.path.isfile(base / name):  # noqa: PTH113 (no error for a name that no system takes)
                    return base / name
        return None

    def _is_of_a_game(self, name: str) -> bool:
        folder, slash, _ = name.partition("/")
        return bool(slash) and os.path.isdir(self.components / folder)  # noqa: PTH112

    def read(self, path: Path, most: int = 5_000_000) -> bytes:
        """The bytes of a file, `most` + 1 of them at the most: so that one who asks sees that there are more.

        Raises `OSError` for what cannot be read or is no plain file, `OutsideError` for what lies outside the project.
        """
        return read_plain(path, most, (self.root, BUNDLED))

    def holds(self, path: Path) -> bool:
        """True if this is a plain file inside the project, after all links."""
        try:
            return os.path.isfile(path) and path.resolve().is_relative_to(self.root.resolve())  # noqa: PTH113
        except (OSError, RuntimeError, ValueError):
            return False

    def relative(self, path: Path) -> str:
        """A path as findings name it: relative to the project (or to the bundle), forward slashes."""
        for base in (self.root, BUNDLED):
            if path.is_relative_to(base):
                return _printable(path.relative_to(base).as_posix())
        return _printable(path.as_posix())


def common_icons() -> list[Path]:
    """The icons that all games may use, in the order of their names."""
    return sorted((BUNDLED / "layouts" / "icons").glob("*.svg"))


def as_numbered(path: Path) -> list[tuple[int, str]]:
    """What sorts paths as people number them: `tile-2`, `tile-10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", path.as_posix())]


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files of a folder, however their ending is spelt, `.yml` last. Hidden ones are copies that editors and
    systems keep.
    """
    there = [p for p in folder.glob("*") if p.suffix.lower() in YAML and not p.name.startswith(".")]
    return sorted(there, key=lambda p: (p.suffix.lower() == ".yml", as_numbered(p.with_suffix("")), p))


SMALL = 50_000
"""Bytes of a file of which it is kept in memory what it says."""
OPENED: set[str] = set()
"""The plain files that this process has read, wherever they really are."""


class OutsideError(OSError):
    """A file that lies outside the project, once all links are followed."""


def _printable(name: str) -> str:
    """A name that any report can hold: bytes of it that are no UTF-8 are written as escapes."""
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode()


def read_plain(path: Path, most: int, homes: Iterable[Path] = ()) -> bytes:
    """The bytes of a plain file inside one of `homes` (none: anywhere). A pipe or a device is never waited for."""
    try:
        real = _real_file(path)
    except (RuntimeError, ValueError) as error:  # links in a circle, a NUL in the name
        raise OSError(errno.ELOOP, "its name leads nowhere", str(path)) from error
    inside = [_real_of(home) for home in homes]
    if inside and not any(real.is_relative_to(home) for home in inside):
        raise OutsideError(errno.EACCES, "it lies outside the project", str(path))
    OPENED.add(str(real))
    about = real.stat()
    if not stat.S_ISREG(about.st_mode):
        raise OSError(
            errno.EINVAL, "it is a folder" if stat.S_ISDIR(about.st_mode) else "it is no plain file", str(path)
        )
    with real.open("rb") as file:
        return file.read(min(most, about.st_size) + 1)


def _real_file(path: Path) -> Path:
    """Where a file really is; quickly, if it is no link in a folder that is known."""
    if ".." in path.parts or not path.is_absolute() or path.is_symlink():
        return path.resolve(strict=True)
    return _real_of(path.parent) / path.name


@lru_cache(maxsize=1024)
def _real_of(home: Path) -> Path:
    """Where a folder really is, all links followed. It stays there while the program runs."""
    return home.resolve()


def find_project(start: Path) -> Project:
    """The project that `start` lies in (the folder itself or one above), else the bundled one."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / "components").is_dir() and (folder / "layouts").is_dir():
            return Project(folder)
    return Project(BUNDLED)
