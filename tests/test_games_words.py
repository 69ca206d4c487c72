"""The words of every bundled game, read from the PDF by three readers: they are those of the data, whole, inside their
safe zone, large enough, and broken into lines as the trade breaks them.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache

import pytest

from generator.pipeline import rule_summary
from tests.conftest import tool
from tests.games_kit import (
    BUILDS,
    LAYOUTS,
    PROJECT,
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
from tests.measure import Letter, at, face_by_face, letters, mapped, plumbed, read_pages, undone
from tests.measure_words import Said, packed, safe_of

every_build = pytest.mark.parametrize("order", BUILDS, ids="-".join)
every_language = pytest.mark.parametrize("spoken", SPOKEN, ids="-".join)

NOT_FIRST = frozenset(
    "、。，．・：；？！,.:;?!)]}）］｝〕〉》」』】’”…‥ー゛゜ヽヾゝゞ々〻‐–〜～%％℃"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
)
"""No line begins with these."""
NOT_LAST = frozenset("([{（［｛〔〈《「『【‘“#＃$￥¥§№")
"""No line ends with these."""
POINT = 25.4 / 72
LEAST = {"wide": 6.5 * POINT, "latin": 6.0 * POINT}


# ---- what is read --------------------------------------------------------------------------------------------


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
    raw = poppler(probe)
    found = []
    for k, (form, origin) in enumerate(origins):
        if form in first:
            ours = [moved(text, origin) for text in (letters(probe)[k], plumbed_once(probe)[k])]
            found.append(Read(first[form], *ours, raw[k] if raw else ""))
    return tuple(found)


@cache
def plumbed_once(data: bytes) -> list[list[Letter]]:
    return [found for found, _ in plumbed(data)]


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


# ---- text ----------------------------------------------------------------------------------------------------


def misread(text: str, said: list[Said], stamp: str) -> str:
    """What is wrong with the text of a whole face; "" if it is what the data says, in the template's order."""
    want = "".join(s.words for s in said)
    if text in (want + stamp, want):
        return "" if stamp or not want else "no stamp"
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
    split = {n for c in cells(*spoken, "a4", "long-edge") if not c.whole for n in c.names}
    assert compared == len(source(game_id, language).keys() - split), "a face was not read"


@every_language
@pytest.mark.parametrize("reader", ["pdfium", "poppler"])
def test_other_readers_read_the_same(spoken, reader):
    game_id, language = spoken
    if reader == "poppler":
        tool("pdftotext")
    faults = []
    for read in reads(*spoken):
        text = read.poppler if reader == "poppler" else "".join(x.text for x in read.pdfium)
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
        if not whole_box:  # pdfplumber's boxes are as high as the font: their middle lines count
            x1, y1, x2, y2 = (x1, (y1 + y2) / 2, x2, (y1 + y2) / 2)
        if len(safe) == 4:
            found[k] = min(x1 - safe[0], y1 - safe[1], safe[2] - x2, safe[3] - y2)
        elif shape(game_id, name) in ("rectangle", "square", "standee"):
            found[k] = min(x1, y1, width - x2, height - y2) - safe[0]
        else:
            corners = [at(cell.placed.matrix, x, y) for x in (x1, x2) for y in (y1, y2)]
            found[k] = min(from_cuts(page, c) for c in corners) - safe[0]
    return found


def outside(text, cell: Cell, page, game_id: str, language: str, whole_box: bool = True) -> list[tuple[str, float]]:
    """Letters outside the safe zone, by how much. The content stamp may stand in the margin, a millimetre off the cut."""
    stamp = stamp_in(text, stamps(game_id, language))
    words = "".join(x.text for x in text)
    first = words.rfind(stamp) if stamp else len(words)
    margin = safe_of(LAYOUTS, game_of(game_id), *owner_of(game_id, cell.name), cell.name[2])[0]
    left = room_left(text, cell, page, game_id, whole_box)
    allowed = {k: 1.0 - margin if first <= k < first + 4 else 0.0 for k in left}
    return [(text[k].text, round(room, 3)) for k, room in left.items() if room < allowed[k] - 1e-3]


@every_build
def test_no_letter_is_outside_its_safe_zone(order):
    game_id, language, _, _ = order
    pages = read_pages(built(*order))
    faults, measured = [], 0
    for cell in cells(*order):
        if pages[cell.page].label[-1:] == "b" and shape(game_id, cell.name) not in ("rectangle", "square", "standee"):
            continue  # what is no rectangle has its cut lines on the front
        back = undone(cell.placed.matrix)
        text = [replace(x, box=mapped(back, x.box)) for x in cell.letters]
        faults += [(cell.page + 1, cell.name, *f) for f in outside(text, cell, pages[cell.page], game_id, language)]
        measured += len(text)
    assert faults == []
    assert measured > 3000


@every_language
def test_no_letter_of_pdfplumbers_is_outside_its_safe_zone(spoken):
    game_id, language = spoken
    pages = read_pages(built(*spoken, "a4", "long-edge"))
    faults = []
    for read in reads(*spoken):
        page = pages[read.cell.page]
        if page.label[-1:] != "b" or shape(game_id, read.cell.name) in ("rectangle", "square"):
            faults += [(read.cell.name, *f) for f in outside(read.pdfplumber, read.cell, page, game_id, language, False)]
    assert faults == []


@every_language
def test_no_type_is_too_small_to_read(spoken):
    """6.5 pt for Japanese, 6 pt for Latin; the content stamp is for sorting, not for reading."""
    small = []
    for read in reads(*spoken):
        stamp = stamp_of(read, *spoken)
        first = read.text.rfind(stamp) if stamp else len(read.text)
        for k, letter in enumerate(read.pdfplumber):
            least = LEAST["wide" if ord(letter.text[0]) > 0x2E7F else "latin"]
            if not first <= k < first + 4 and letter.size < least - 0.002:
                small.append((read.cell.name, letter.text, round(letter.size / POINT, 2)))
    assert small == []


# ---- lines ---------------------------------------------------------------------------------------------------


def lines_of(text) -> list[list[Letter]]:
    """The lines of one text: a line ends where the next letter stands lower and further left."""
    found: list[list[Letter]] = []
    for letter in text:
        last = found[-1][-1] if found else None
        if last is None or (letter.middle[1] - last.middle[1] > 0.5 * letter.size and letter.box[0] < last.box[0]):
            found.append([])
        found[-1].append(letter)
    return found


def badly_broken(lines, spaced: str = "") -> list[str]:
    """Breaks that the trade forbids: signs that may not begin or end a line, and Latin words or numbers cut in two
    (`spaced` is the text with its spaces).
    """
    faults = []
    joined = "".join(c if not c.isspace() else " " for c in spaced)
    done = 0
    for one, two in zip(lines, lines[1:], strict=False):
        done += len(one)
        last, first = one[-1].text, two[0].text
        around = f"{''.join(x.text for x in one[-6:])} / {''.join(x.text for x in two[:6])}"
        if first in NOT_FIRST or last in NOT_LAST:
            faults.append(around)
        elif spaced and last.isascii() and first.isascii() and last.isalnum() and first.isalnum() and not gap(joined, done):
            faults.append(f"cut in two: {around}")
    return faults


def gap(spaced: str, count: int) -> bool:
    """Is there a space after so many printed characters?"""
    for k, sign in enumerate(spaced):
        count -= not sign.isspace()
        if count == 0:
            return spaced[k + 1 : k + 2].isspace()
    return False


def too_wide(lines, room: float) -> list[str]:
    """Lines whose ink is wider than their box."""
    return ["".join(x.text for x in one) for one in lines
            if room and max(x.box[2] for x in one) - min(x.box[0] for x in one) > room + 0.01]  # fmt: skip


def narrower(a: Letter, b: Letter) -> Letter:
    return replace(a, box=(max(a.box[0], b.box[0]), a.box[1], min(a.box[2], b.box[2]), a.box[3]))


def texts_of(read: Read, game_id: str, language: str):
    """Each text of a face with its letters. A letter is as wide as both readers grant: an f may hang over its advance,
    a comma of full width stands in half of it.
    """
    shared = [x.text for x in read.pdfium] == [x.text for x in read.pdfplumber]
    text = tuple(map(narrower, read.pdfium, read.pdfplumber)) if shared else read.pdfplumber
    said = expected(read.cell.name, language, game_id)
    if not read.cell.whole:  # a part: the texts that are in it, in order
        said = [s for s in said if s.words in read.text]
    place = 0
    for one in said:
        start = read.text.find(one.words, place)
        if start >= 0 and one.words:
            place = start + len(one.words)
            yield one, text[start:place]


@every_language
def test_no_line_of_any_face_is_badly_broken_or_too_wide(spoken):
    game_id, language = spoken
    faults, lines = [], 0
    for read in reads(*spoken):
        for said, text in texts_of(read, game_id, language):
            broken = lines_of(text) if said.lines else [list(text)]
            lines += len(broken)
            level = abs(text[0].middle[1] - broken[0][-1].middle[1]) < text[0].size
            faults += badly_broken(broken, said.source)
            faults += too_wide(broken, said.room) if level else []
    assert faults == []
    assert lines > 100


@cache
def rules_of(game_id: str, language: str) -> bytes:
    outputs, _ = rule_summary(PROJECT, game_id, (language,), "pdf", "a4")
    return outputs[0].data


@every_language
def test_no_line_of_the_rules_is_badly_broken(spoken):
    """Every break of the rule summary: a line that follows another closely, in the same size, further left."""
    faults, breaks = [], 0
    for text in letters(rules_of(*spoken)):
        runs = lines_of(text)
        for one, two in zip(runs, runs[1:], strict=False):
            down = two[0].middle[1] - one[-1].middle[1]
            if abs(one[-1].size - two[0].size) < 0.05 and down < 2.2 * two[0].size:
                breaks += 1
                faults += badly_broken([one, two])
    assert faults == []
    assert breaks > 100


@every_language
def test_no_line_of_the_rules_leaves_its_page_or_runs_into_another(spoken):
    data = rules_of(*spoken)
    for page, text in zip(read_pages(data), letters(data), strict=True):
        out = [x for x in text if min(x.box[0], x.box[1], page.width - x.box[2], page.height - x.box[3]) < 5]
        assert [x.text for x in out] == []
        assert collisions(text) == []


def collisions(text) -> list[str]:
    """Letters whose ink boxes share more than half of the smaller: words that run into each other. (Neighbours may:
    a Q's tail passes below its u.)
    """
    found = []
    ordered = sorted(enumerate(text), key=lambda x: x[1].box[0])
    for k, (i, a) in enumerate(ordered):
        for j, b in ordered[k + 1 :]:
            if b.box[0] >= a.box[2]:
                break
            if abs(i - j) == 1:
                continue
            wide, high = min(a.box[2], b.box[2]) - b.box[0], min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
            least = min((x.box[2] - x.box[0]) * (x.box[3] - x.box[1]) for x in (a, b))
            if wide > 0 and high > 0 and wide * high > least / 2 and least > 0.05:
                found.append(f"{a.text} on {b.text} at {a.box[0]:.0f}, {a.box[1]:.0f}")
    return found


@every_language
def test_no_letter_of_any_face_lies_on_another(spoken):
    assert [(read.cell.name, c) for read in reads(*spoken) for c in collisions(read.pdfium)] == []
