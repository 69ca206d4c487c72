"""The words of every bundled game, read from the PDF by three readers: they are those of the data, whole, inside their
safe zone, and large enough.
"""

from __future__ import annotations

import re
from collections import Counter
from string import ascii_uppercase

import pytest

from generator.values import replace
from tests.conftest import ROOT
from tests.games_kit import (
    BUILD_OF,
    EVERY_BUILD,
    EVERY_LANGUAGE,
    GAMES,
    LAYOUTS,
    SPOKEN,
    Cell,
    Name,
    built,
    cells,
    from_cuts,
    game_of,
    owner_of,
    shape,
    source,
    stamp_in,
    stamps,
)
from tests.games_read import expected, poppler, reads, stamp_of
from tests.measure import at, mapped, read_pages, undone
from tests.measure_seen import Letter
from tests.measure_sizes import safe_of
from tests.measure_words import Said

every_build = pytest.mark.parametrize("order", EVERY_BUILD)
every_language = pytest.mark.parametrize("spoken", EVERY_LANGUAGE)
POINT = 25.4 / 72
HALF_BLANK = frozenset("、。，．・：；（）［］｛｝〔〕〈〉《》「」『』【】")
"""Wide signs whose ink fills half of their advance: the rest may hang over an edge."""
LEAST = 6.5 * POINT
SEAM = 9.04 * POINT
"""The size of the letters of seams: 8 pt in a font that is set 1.13 times as large."""


# ---- text ----------------------------------------------------------------------------------------------------


def misread(text: str, said: list[Said], stamp: str) -> str:
    """What is wrong with the text of a whole face; "" if it is what the data says, in the template's order."""
    want = "".join(s.words for s in said)
    if text == want + stamp:
        return ""
    return f"found {text!r}, expected {want + stamp!r}"


def misread_anyhow(text: str, said: list[Said], stamp: str) -> str:
    """The same for a reader that sorts turned lines anew: all characters, and each text in one piece."""
    want = "".join(s.words for s in said) + stamp
    if Counter(text) != Counter(want):
        return f"found {text!r}, expected {want!r}"
    return next((f"{s.words!r} is not in {text!r}" for s in said if s.words not in text), "")


@every_language
def test_pdfplumber_reads_every_face_as_the_data_says_it(spoken):
    game_id, language = spoken
    faults, compared = [], 0
    for read in reads(*spoken):
        for name in read.cell.names if read.cell.whole else ():
            faults.append(misread(read.text, expected(name, language, game_id), stamp_of(read, game_id, language)))
            compared += 1
    assert [f for f in faults if f] == []
    split = {n for c in cells(*BUILD_OF[spoken]) if not c.whole for n in c.names}
    assert compared == len(source(game_id, language).keys() - split), "a face was not read"


@every_language
def test_pdfium_reads_the_same(spoken):
    assert_the_same(spoken, lambda read: "".join(x.text for x in read.pdfium))


@pytest.mark.slow
@pytest.mark.parametrize("spoken", [s for s in SPOKEN if s[0] == GAMES[-1]], ids="-".join)
def test_poppler_reads_the_same(spoken):
    raw = poppler(*spoken)
    assert_the_same(spoken, lambda read: raw[read.number])


def assert_the_same(spoken, text_of):
    game_id, language = spoken
    faults = []
    for read in reads(*spoken):
        text = text_of(read)
        for name in read.cell.names if read.cell.whole else ():
            said = expected(name, language, game_id)
            turned = any(s.words not in text for s in said) and Counter(text) == Counter(read.text)
            faults.append("" if turned and few(said) else misread_anyhow(text, said, stamp_of(read, game_id, language)))
    assert [f for f in faults if f] == []


def few(said: list[Said]) -> bool:
    """Only single characters: readers put those of turned lines in an order of their own."""
    return all(len(s.words) <= 1 for s in said)


@every_language
def test_the_parts_of_a_board_say_all_that_it_says(spoken):
    game_id, language = spoken
    parts: dict[Name, list[str]] = {}
    for read in reads(*spoken):
        for name in read.cell.names if not read.cell.whole else ():
            parts.setdefault(name, []).append(read.text)
    for name, texts in parts.items():
        said = expected(name, language, game_id)
        assert [s.words for s in said if not any(s.words in text for text in texts)] == []
        assert Counter("".join(texts)) >= Counter("".join(s.words for s in said))


@every_language
def test_a_part_of_a_board_says_nothing_that_is_not_seen_on_it(spoken):
    """Words beyond its edge are cut off, but would be found and copied: over whatever lies there."""
    faults = []
    for read in reads(*spoken):
        x1, y1, x2, y2 = mapped(undone(read.cell.placed.matrix), read.cell.placed.box)
        for letter in read.pdfium if not read.cell.whole else ():
            left, top, right, bottom = letter.box
            if left > x2 or right < x1 or top > y2 or bottom < y1:
                faults.append((read.cell.name, letter.text, letter.box))
    assert faults == []


@every_build
def test_every_placed_face_carries_its_own_words(order):
    """On the sheets themselves, by place: what PDFium finds inside each cut is what the data says."""
    game_id, language, _, _ = order
    faults, compared = [], 0
    for cell in cells(*order):
        text = "".join(x.text for x in cell.letters)
        stamp = stamp_in(cell.letters, stamps(game_id, language))
        for name in cell.names if cell.whole else ():
            if Counter(text) != Counter("".join(s.words for s in expected(name, language, game_id)) + stamp):
                faults.append(f"page {cell.page + 1}, {name}: {text}")
            compared += 1
    assert faults == []
    assert compared >= 100


@every_language
def test_every_text_field_that_a_template_shows_is_on_its_face(spoken):
    """Each item's own fields, in one piece, read by pdfplumber and PDFium alike."""
    game_id, language = spoken
    shown = 0
    for read in reads(*spoken):
        for name in read.cell.names if read.cell.whole else ():
            for said in expected(name, language, game_id):
                value = owner_of(game_id, name)[1].values.get(said.field) if said.field else None
                if hasattr(value, "in_language"):
                    assert said.words in read.text, (name, said.field)
                    assert said.words in "".join(x.text for x in read.pdfium), (name, said.field)
                    shown += 1
    assert shown > 0


# ---- where the words stand -----------------------------------------------------------------------------------


def room_left(text, cell: Cell, page, game_id: str, whole_box: bool = True) -> dict[int, float]:
    """How far (mm) each letter is inside its safe zone; negative: outside. Letters in the face's own mm."""
    name = cell.name
    safe = safe_of(LAYOUTS, game_of(game_id), *owner_of(game_id, name), name[2])
    width, height = cell.size
    found = {}
    for k, letter in enumerate(text):
        x1, y1, x2, y2 = letter.box
        if not whole_box:  # pdfplumber's boxes are as high as the font and as wide as the advance
            y1 = y2 = letter.middle[1]
            x1, x2 = (letter.middle[0],) * 2 if letter.text in HALF_BLANK else (x1, x2)
        if len(safe) == 4:
            found[k] = min(x1 - safe[0], y1 - safe[1], safe[2] - x2, safe[3] - y2)
        elif shape(game_id, name) in ("rectangle", "square", "standee"):
            found[k] = min(x1, y1, width - x2, height - y2) - safe[0]
        else:
            corners = [at(cell.placed.matrix, x, y) for x in (x1, x2) for y in (y1, y2)]
            found[k] = min(from_cuts(page, c) for c in corners) - safe[0]
    return found


def outside(text, cell: Cell, page, game_id: str, whole_box: bool = True) -> list[tuple[str, float]]:
    """Letters outside the safe zone, by how much; those of the content stamp, too."""
    left = room_left(text, cell, page, game_id, whole_box)
    return [(text[k].text, round(room, 3)) for k, room in left.items() if room < -1e-3]


def is_seam_letter(letter: Letter) -> bool:
    """Whether it is the mark of a seam between the parts of a board, which belongs to the sheet, not to the board."""
    return letter.text in ascii_uppercase and any(abs(letter.size - SEAM * k) < 1e-3 for k in (1, 6.5 / 8))


@every_build
def test_no_letter_is_outside_its_safe_zone(order):
    game_id = order[0]
    pages = read_pages(built(*order))
    faults, measured = [], 0
    for cell in cells(*order):
        if pages[cell.page].back and shape(game_id, cell.name) not in ("rectangle", "square", "standee"):
            continue  # what is no rectangle has its cut lines on the front
        back = undone(cell.placed.matrix)
        text = [replace(x, box=mapped(back, x.box)) for x in cell.letters if cell.whole or not is_seam_letter(x)]
        faults += [(cell.page + 1, cell.name, *f) for f in outside(text, cell, pages[cell.page], game_id)]
        measured += len(text)
    assert faults == []
    assert measured > 3000


@every_language
def test_no_letter_of_pdfplumbers_is_outside_its_safe_zone(spoken):
    game_id = spoken[0]
    pages = read_pages(built(*BUILD_OF[spoken]))
    faults = []
    for read in reads(*spoken):
        page = pages[read.cell.page]
        if not page.back or shape(game_id, read.cell.name) in ("rectangle", "square"):
            faults += [(read.cell.name, *f) for f in outside(read.pdfplumber, read.cell, page, game_id, False)]
    assert faults == []


@every_language
def test_no_type_is_too_small_to_read(spoken):
    """6.5 pt, of content stamps, too."""
    assert [
        (read.cell.name, letter.text, round(letter.size / POINT, 2))
        for read in reads(*spoken)
        for letter in read.pdfplumber
        if letter.size < LEAST - 0.002
    ] == []


SIGN = re.compile(r"""pnp:icon="(?:terms\.|')([\w-]+)'?"[^>]*/>\s*<text [^>]*pnp:text="([^"]*)\"""")
NAMED = re.compile(r"terms(?:\.|\[')(\w[\w-]*)")


@pytest.mark.parametrize("game_id", GAMES)
def test_a_sign_before_words_is_that_of_one_of_them(game_id):
    """What a sign stands for is said beside it: no sign is known by two words."""
    game = game_of(game_id)
    paths = [path for folder in game.folders for path in (ROOT / "layouts" / folder).rglob("*.svg")]
    pairs = [(path.name, *found) for path in paths for found in SIGN.findall(path.read_text("utf-8"))]
    named = [(path, sign, NAMED.findall(words)) for path, sign, words in pairs if sign in game.terms]
    assert any(said for _, _, said in named)
    assert [(path, sign, said) for path, sign, said in named if said and sign not in said] == []
