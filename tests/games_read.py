"""Every distinct face of a language, read by three readers: what `test_games_words` and `test_games_lines` share."""

from __future__ import annotations

import subprocess
from functools import cache

from generator.values import Struct, replace
from tests.conftest import tool
from tests.games_kit import BUILD_OF, Cell, Name, built, cells, source, stamp_in, stamps
from tests.measure_seen import Letter, face_by_face, letters, plumbed, words_only
from tests.measure_words import Said, packed


class Read(Struct, frozen=True):
    """A face (or a part of a board) as two readers have it: letters in its own mm, in the file's order."""

    cell: Cell
    pdfium: tuple[Letter, ...]
    pdfplumber: tuple[Letter, ...]
    number: int
    """Among all forms of the file."""

    @property
    def text(self) -> str:
        return "".join(x.text for x in self.pdfplumber)


@cache
def reads(game_id: str, language: str) -> tuple[Read, ...]:
    """Every distinct face of a language once."""
    first: dict[int, Cell] = {}
    for cell in cells(*BUILD_OF[game_id, language]):
        first.setdefault(cell.placed.form, cell)
    probe, origins = probe_of(game_id, language)
    found = []
    for k, (form, origin) in enumerate(origins):
        if form in first:
            ours = [moved(text, origin) for text in (letters(probe)[k], plumbed_once(probe)[k])]
            found.append(Read(first[form], *ours, k))
    return tuple(found)


@cache
def probe_of(game_id: str, language: str):
    """Each face alone on a page, and where it was."""
    return face_by_face(built(*BUILD_OF[game_id, language]), skip=1)


@cache
def plumbed_once(data: bytes) -> list[list[Letter]]:
    return [found for found, _ in plumbed(words_only(data))]


def moved(text, origin) -> tuple[Letter, ...]:
    x, y = origin
    return tuple(replace(t, box=(t.box[0] + x, t.box[1] + y, t.box[2] + x, t.box[3] + y)) for t in text)


def poppler(game_id: str, language: str) -> list[str]:
    """The text of each of all faces by pdftotext, which takes as long as all others."""
    data = words_only(probe_of(game_id, language)[0])
    done = subprocess.run([tool("pdftotext"), "-raw", "-", "-"], input=data, capture_output=True, check=True)
    return [packed(page) for page in done.stdout.decode().split("\f")]


def expected(name: Name, language: str, game_id: str) -> list[Said]:
    return source(game_id, language)[name]


def stamp_of(read: Read, game_id: str, language: str) -> str:
    return stamp_in(read.pdfplumber, stamps(game_id, language))
