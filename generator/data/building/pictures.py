"""Where the picture is that a cell names: a name as people write it -> the file.

Promise: what is named exactly is found exactly; else the picture may lie in any folder below, its ending may be left
out, capitals and the two ways to write `ä` do not count. Nothing outside the folders is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from unicodedata import normalize

from generator.values import dataclass, field

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
_DEPTH = 4
_MOST = 20_000
"""Folders are looked into so deep, and so many files of them: somebody's table may lie in the folder of everything."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The pictures below some folders, each folder read when a name is first missed."""

    read: dict[Path, list[Path]] = field(default_factory=dict)

    def find(self, folders: Iterable[Path], name: str) -> list[Path]:
        """The pictures that a name may mean, those of the first folder that has any."""
        words = _plain(name.replace("\\", "/"))
        parts = [p for p in words.split("/") if p]
        if not parts or ".." in parts:
            return []
        for folder in folders:
            files = self.read.setdefault(folder, list(_files(folder)))
            for tail in ("/" + "/".join(parts), "/" + parts[-1]):
                found = [p for p in files if _is_called("/" + _plain(p.relative_to(folder).as_posix()), tail)]
                if found:
                    return found
        return []


def _is_called(path: str, tail: str) -> bool:
    stem, _, ending = path.rpartition(".")
    return path.endswith(tail) or (f".{ending}" in ENDINGS and stem.endswith(tail))


def _plain(name: str) -> str:
    return normalize("NFC", name).casefold()


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
