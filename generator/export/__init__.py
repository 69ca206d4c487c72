"""Sheets and faces -> files. Nothing is laid out here; exporters only write what has its place.

Each file of this folder is a format of `pnp build --format`, called as the file is. It has `face_file` (a face by
itself), `piece_files` (all pieces of a run), `sheet_files` (its sheets), or several of them, and may say `ENDING` (of
files of faces, if it is not called so), `PAYS` and `CONTINUED` (with `piece_files` alone: that these bleed).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, TYPE_CHECKING

from generator.values import Alike, Struct, field

if TYPE_CHECKING:
    from generator.face.face import Face
    from generator.sheet.sheet import Piece, Sheet
    from generator.typeset.fonts import FontBook

for _name in ("reportlab_mods", "reportlab_settings"):
    # reportlab would run files of these names from the home folder: then one machine would write other bytes than the
    # next, and whoever can put a file there could run a program
    sys.modules.setdefault(_name, ModuleType(_name))
for _name in [name for name in os.environ if name.startswith("RL_") or name == "SOURCE_DATE_EPOCH"]:
    del os.environ[_name]  # and it would follow these variables: a file would bear a date, or none be made of a bad one


_BLOCK = 1 << 20


class Stored(Alike, frozen=True):
    """Bytes that wait on disk: `size` of them from `start` of a file without a name."""

    BESIDE = ("file",)
    file: IO[bytes]
    start: int
    size: int


def stored(data: bytes, file: IO[bytes]) -> Stored:
    """Bytes put behind what is in a file."""
    start = file.seek(0, os.SEEK_END)
    file.write(data)
    return Stored(file, start, len(data))


def blocks(data: bytes | Stored) -> Iterator[bytes]:
    """Bytes, a piece at a time."""
    if isinstance(data, bytes):
        yield data
        return
    for at in range(0, data.size, _BLOCK):
        data.file.seek(data.start + at)
        yield data.file.read(min(_BLOCK, data.size - at))


class Output(Struct, frozen=True):
    """One file to be written, what is in it in a few words, which faces it shows (see `manifest`), the paper of
    sheets, and the files that their first page names."""

    name: str
    data: bytes | Stored
    about: str = ""
    shows: Mapping[str, str] = field(default_factory=dict)
    paper: str = ""
    named: tuple[str, ...] = ()


class PdfMeta(Struct, frozen=True):
    """What a PDF says about itself. `language` as in HTML ("ja"); `duplex` is how its sheets are turned:
    "long-edge", "short-edge", "simplex", or "" (long edge where there are fronts and backs)."""

    title: str
    author: str = ""
    subject: str = ""
    language: str = "en"
    duplex: str = ""


class Run(Struct, frozen=True):
    """What is made together: all pieces of a game in one language, and the sheets that they lie on, of one paper; of
    `piece_files` none. `stem` is what its files are called after the game; `separate` asks also for fronts and backs by
    themselves; `dpi` is for formats of pixels, `bleed` (mm) what is asked for around the trim of faces."""

    game: str
    stem: str
    pieces: Sequence[Piece]
    sheets: Sequence[Sheet]
    meta: PdfMeta
    book: FontBook
    separate: bool = False
    dpi: int = 300
    bleed: float = 0.0


class Exporter(Struct, frozen=True):
    """What writes a format: a face at a resolution (dots per inch), with a bleed (mm), as one file; the files of a run,
    once a language or for each paper. None: it does not. Files of faces have an `ending`; it `pays` to share faces out
    among processes; paint that ends a little (mm) before the end of the bleed is `continued` to it (None: no bleed).

    Faults X010 (a part of the machine is missing), X011 (a picture), F002 (a font)."""

    face_file: Callable[[Face, FontBook, int, float], bytes] | None
    piece_files: Callable[[Run], Iterable[Output]] | None
    sheet_files: Callable[[Run], Iterable[Output]] | None
    ending: str
    pays: bool
    continued: float | None


def formats() -> tuple[str, ...]:
    """The formats that there are, as `--format` has them. None of them is loaded."""
    return tuple(sorted(file.stem for folder in __path__ for file in Path(folder).glob("[a-z]*.py")))


def exporter(format_: str) -> Exporter:
    """What writes one of `formats()`."""
    module = import_module(f"{__name__}.{format_}")
    face, pieces, sheets = (getattr(module, name, None) for name in ("face_file", "piece_files", "sheet_files"))
    ending, pays = getattr(module, "ENDING", format_), getattr(module, "PAYS", False)
    return Exporter(face, pieces, sheets, ending, pays, getattr(module, "CONTINUED", 0.0 if face else None))
