"""Every distinct face of a language, read by three readers: what `test_games_words` and `test_games_lines` share."""

from __future__ import annotations

import subprocess
from functools import cache

from generator.values import dataclass, replace
from tests.games_kit import Cell, Name, built, cells, source, stamp_in, stamps
from tests.measure_seen import Letter, face_by_face, letters, plumbed, words_only
from tests.measure_words import Said, packed


@dataclass(frozen=True, slots=True)
class Read:
    """A face (or a part of a board) as two readers have it: letters in its own mm, in the file's order."""

    cell: Cell
    pdfium: tuple[Letter, ...]
    pdfplumber: tuple[Letter, ...]
    poppler: str

    @property
    def text(self) -> str:
        return "".join(x.text for x in self.pdfplumber)


@cache
def reads(game_id: str, language: str) -> tuple[Read, ...]:
    """Every distinct face of a language once."""
    order = (game_id, language, "a4", "long-edge")
    first: dict[int, Cell] = {}
    for cell in cells(*order):
        first.setdefault(cell.placed.form, cell)
    probe, origins = face_by_face(built(*order), skip=1)
    raw = poppler(words_only(probe))
    found = []
    for k, (form, origin) in enumerate(origins):
        if form in first:
            ours = [moved(text, origin) for text in (letters(probe)[k], plumbed_once(probe)[k])]
            found.append(Read(first[form], *ours, raw[k] if raw else ""))
    return tuple(found)


@cache
def plumbed_once(data: bytes) -> list[list[Letter]]:
    return [found for found, _ in plumbed(words_only(data))]


def moved(text, origin) -> tuple[Letter, ...]:
    x, y = origin
    return tuple(replace(t, box=(t.box[0] + x, t.box[1] + y, t.box[2] + x, t.box[3] + y)) for t in text)


def poppler(data: bytes) -> list[str]:
    """The text of each page by pdftotext; none where it is missing (its own test says so)."""
    try:
        done = subprocess.run(["pdftotext", "-raw", "-", "-"], input=data, capture_output=True, check=True)
    except FileNotFoundError:
        return []
    return [packed(page) for page in done.stdout.decode().split("\f")]


def expected(name: Name, language: str, game_id: str) -> list[Said]:
    return source(game_id, language)[name]


def stamp_of(read: Read, game_id: str, language: str) -> str:
    return stamp_in(read.pdfplumber, stamps(game_id, language))
