"""The measuring helpers can fail: each is shown a sheet with a planted fault and must name it, and nothing else.

The sheets are those of the first game, spoilt in the file itself, behind the back of everything that made them.
"""

from __future__ import annotations

import io
from functools import cache

import pikepdf
import pytest

from generator.values import replace
from tests.games_kit import (
    GAMES,
    NEAR,
    PLAIN,
    built,
    cells,
    drawn,
    is_cover,
    mirror,
    pairs,
    taken_apart,
    trim,
    wanted,
)
from tests.measure import MM, Line, read_pages, respelt
from tests.test_games_pdf import bad_fonts
from tests.test_games_pictures import LIMIT, difference, on_white
from tests.test_games_sheets import (
    apart_marks,
    is_back,
    miscounted,
    misplaced_cuts,
    misplaced_outline,
    misregistered,
    sides,
    two_sided,
)

ORDER = next(o for o in PLAIN if o[0] != PLAIN[0][0])  # the first game's sheets have one back each
GAME, LANGUAGE = ORDER[:2]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not GAMES, reason="no game")]


def cell_of(found, page):
    return [c for c in found if c.page == page.number]


@cache
def varied_pair():
    """A front and its back where the backs differ, so that a swap can be seen."""
    found = [p for p in pairs(built(*ORDER)) if len({c.names for c in cell_of(cells(*ORDER), p[1])}) > 1]
    assert found, "no sheet with different backs"
    return found[-1]


@cache
def card_page(order=ORDER):
    """The first page of whole, upright, crop-marked cards with words on them."""
    for page in read_pages(built(*order)):
        own = [c for c in cells(*order) if c.page == page.number]
        upright = all(c.placed.matrix[:4] == pytest.approx((1, 0, 0, 1), abs=1e-6) for c in own)
        if len(own) > 3 and len(page.crops) > 7 and upright and all(c.whole and len(c.letters) > 30 for c in own):
            return page
    raise AssertionError("no page of cards")


def measured(data: bytes):
    """(worst registration error, faults) of the varied pair of a file whose backs are spoilt."""
    front, back = varied_pair()
    behind = taken_apart(data, GAME, LANGUAGE, [back])
    return misregistered(two_sided(cell_of(cells(*ORDER), front), GAME), behind, mirror("long-edge", front))


def placing(instructions):
    """Where the placements of a page are: (start, end) of each q ... Do Q, and the place of its map."""
    spans, start, places = [], None, []
    for k, (operands, operator) in enumerate(instructions):
        name = str(operator)
        if name == "q":
            start, places = k, []
        elif name == "cm":
            places.append(k)
        elif name == "Do" and start is not None and places:
            spans.append((start, k + 1, places[-1], str(operands[0])))
            start = None
    return spans


def shifted(page: int, number: int, dx: float, dy: float = 0.0, scale: float = 1.0) -> bytes:
    """The file with one placement moved by mm (or scaled)."""

    def change(instructions):
        _, _, place, _ = placing(instructions)[number]
        a, b, c, d, e, f = (float(v) for v in instructions[place][0])
        instructions[place] = (
            [a * scale, b * scale, c * scale, d * scale, e + dx / MM, f - dy / MM],
            instructions[place][1],
        )
        return instructions

    return respelt(built(*ORDER), page, change)


def reworded(change, order=ORDER) -> bytes:
    """The file with the streams of all forms of the card page changed."""
    with pikepdf.open(io.BytesIO(built(*order))) as pdf:
        for form in pdf.pages[card_page(order).number].obj.Resources.XObject.values():
            form.write(change(form.read_bytes()))
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


# ---- registration --------------------------------------------------------------------------------------------


def test_a_sound_sheet_gives_no_alarm():
    error, faults = measured(built(*ORDER))
    assert faults == []
    assert error < NEAR


@pytest.mark.parametrize(("dx", "dy"), [(-0.3, 0.2), (0.011, 0.0)])
def test_a_shifted_back_is_found_and_measured(dx, dy):
    _, back = varied_pair()
    _, faults = measured(shifted(back.number, 2, dx, dy))
    off = [float(f.split(" is ")[-1].split(" mm")[0]) for f in faults if "mm off" in f]
    assert len(off) == 1
    assert off[0] == pytest.approx(max(abs(dx), abs(dy)), abs=0.002)


def test_a_turned_or_scaled_back_is_found():
    _, back = varied_pair()
    assert len([f for f in measured(shifted(back.number, 0, 0, scale=0.999))[1] if "mm off" in f]) == 1


def test_swapped_backs_are_found():
    _, back = varied_pair()

    def change(instructions):
        spans = placing(instructions)
        one = spans[0]
        other = next(s for s in spans if s[3] != one[3])
        for (_, end, _, _), name in ((one, other[3]), (other, one[3])):
            instructions[end - 1] = ([pikepdf.Name(name)], instructions[end - 1][1])
        return instructions

    faults = measured(respelt(built(*ORDER), back.number, change))[1]
    assert len([f for f in faults if f.startswith("behind ")]) == 2


def test_the_wrong_mirror_is_found():
    front, back = varied_pair()
    found = cells(*ORDER)
    for over in (mirror("short-edge", front), lambda p: p):
        _, faults = misregistered(two_sided(cell_of(found, front), GAME), cell_of(found, back), over)
        assert len(faults) >= len(cell_of(found, back)) / 2


def test_a_missing_back_is_found():
    _, back = varied_pair()
    _, faults = measured(without(back.number, 3))
    assert len(faults) == 1
    assert measured(doubled(back.number, 3))[1][-1].endswith("is behind nothing")


# ---- counts --------------------------------------------------------------------------------------------------


def without(page: int, number: int) -> bytes:
    def change(instructions):
        start, end, _, _ = placing(instructions)[number]
        return [*instructions[:start], *instructions[end + 1 :]]

    return respelt(built(*ORDER), page, change)


def doubled(page: int, number: int) -> bytes:
    def change(instructions):
        start, end, _, _ = placing(instructions)[number]
        return [*instructions[: end + 1], *instructions[start : end + 1], *instructions[end + 1 :]]

    return respelt(built(*ORDER), page, change)


@pytest.mark.parametrize("spoil", [without, doubled])
def test_one_face_too_few_or_too_many_is_counted(spoil):
    page = card_page()
    lost = min(c for c in cell_of(cells(*ORDER), page)[1].names)
    found = [c for c in cells(*ORDER) if c.page != page.number]
    found += taken_apart(spoil(page.number, 1), GAME, LANGUAGE, [page])
    faults = miscounted(found, wanted(GAME, "long-edge"), lambda name: trim(GAME, name))
    assert len(faults) == 1
    assert str(lost) in faults[0]


def test_a_missing_part_of_a_board_is_counted():
    part = next((c for c in cells(*ORDER) if not c.whole), None)
    if part is None:
        return  # no board of this game is larger than the paper
    found = [c for c in cells(*ORDER) if c is not part]
    assert miscounted(found, wanted(GAME, "long-edge"), lambda name: trim(GAME, name)) != []


# ---- sizes and marks -----------------------------------------------------------------------------------------


def respaced(page, by: float):
    """The page with the marks of its first upright cut moved by mm."""
    first = min(m.a[0] for m in page.crops if m.upright)

    def moved(line: Line) -> Line:
        if not line.upright or abs(line.a[0] - first) > NEAR:
            return line
        return replace(line, a=(line.a[0] + by, line.a[1]), b=(line.b[0] + by, line.b[1]))

    return replace(page, lines=tuple(map(moved, page.lines)))


def test_a_moved_crop_mark_is_measured():
    page = card_page()
    cell = min(cell_of(cells(*ORDER), page), key=lambda c: c.box[:2])
    assert misplaced_cuts(page, cell) < NEAR
    for by in (0.05, -0.1, 0.3):
        assert misplaced_cuts(respaced(page, by), cell) == pytest.approx(abs(by), abs=0.001)
    left = sides(cell.box)[0][1]
    bare = replace(page, lines=tuple(m for m in page.lines if not (m.upright and abs(m.a[0] - left) < NEAR)))
    assert misplaced_cuts(bare, cell) == float("inf")


def test_marks_that_do_not_meet_are_found():
    front, back = next((f, b) for f, b in pairs(built(*ORDER)) if f.crops)
    over = mirror("long-edge", front)
    assert apart_marks(front, back, over, False) == []
    assert apart_marks(front, respaced(back, 0.05), over, False) != []
    assert apart_marks(replace(front, lines=()), back, over, False) != []
    assert apart_marks(front, replace(back, lines=()), over, True) != []


def test_a_face_off_its_marks_is_measured():
    page = card_page()
    data = shifted(page.number, 0, 0.05)
    found = taken_apart(data, GAME, LANGUAGE, [page])
    spoilt = next(p for p in read_pages(data) if p.number == page.number)
    errors = sorted(misplaced_cuts(spoilt, c) for c in cell_of(found, page))
    assert errors[-1] == pytest.approx(0.05, abs=0.001)
    assert errors[-2] < NEAR


def test_a_scaled_card_is_measured():
    page = card_page()
    data = shifted(page.number, 0, 0, scale=0.97)
    spoilt = next(p for p in read_pages(data) if p.number == page.number)
    cell = taken_apart(data, GAME, LANGUAGE, [page])[0]
    assert misplaced_cuts(spoilt, cell) > 0.5


def test_a_shifted_outline_is_measured():
    """Tiles, discs, rings: the drawn outline against the face's own place."""
    pages, seen = read_pages(built(*ORDER)), set()
    for cell in cells(*ORDER):
        page = pages[cell.page]
        kind = (cell.name[0], page.back)
        if page.crops or kind in seen or page.back or not (page.cuts or page.curves):
            continue
        seen.add(kind)
        moved = replace(
            cell.placed, matrix=(*cell.placed.matrix[:4], cell.placed.matrix[4] + 0.05, cell.placed.matrix[5] + 0.05)
        )
        sound, spoilt = (misplaced_outline(page, c, GAME) for c in (cell, replace(cell, placed=moved)))
        assert sound < NEAR < 0.03 < spoilt, cell.name
    assert seen


# ---- pictures, fonts, pages ----------------------------------------------------------------------------------


def test_a_face_that_differs_from_its_picture_is_seen():
    """A cross of 8 mm on a card, and a card moved by half a millimetre."""
    pytest.importorskip("cairocffi", exc_type=OSError, reason="libcairo is not installed")
    from generator.export.png import face_file as face_png

    page = card_page()
    cell = cell_of(cells(*ORDER), page)[0]
    faces, studio = drawn(GAME, LANGUAGE)
    whole = on_white(face_png(faces[cell.name], studio.book))
    assert difference(built(*ORDER), page, cell, whole, GAME, 1) < 2 * LIMIT

    def painted(code: bytes) -> bytes:
        return code + b"\nq 0 0 0 rg 60 -90 23 23 re f Q"

    assert difference(reworded(painted), page, cell, whole, GAME, 3) > LIMIT
    other = next(
        c for c in cells(*ORDER) if c.names != cell.names and c.whole and c.size == cell.size and not is_back(c, page)
    )
    assert difference(built(*ORDER), read_pages(built(*ORDER))[other.page], other, whole, GAME, 3) > LIMIT
    moved = replace(
        cell,
        placed=replace(
            cell.placed, matrix=(*cell.placed.matrix[:4], cell.placed.matrix[4] + 0.5, cell.placed.matrix[5])
        ),
    )
    assert difference(built(*ORDER), page, moved, whole, GAME, 3) > LIMIT


@pytest.mark.parametrize("spoil", ["file", "name", "unicode", "standard"])
def test_a_font_that_is_not_embedded_is_found(spoil):
    with pikepdf.open(io.BytesIO(built(*ORDER))) as pdf:
        font = next(o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/DescendantFonts" in o)
        if spoil == "file":
            del font.DescendantFonts[0].FontDescriptor["/FontFile2"]
        elif spoil == "name":
            font.BaseFont = pikepdf.Name("/Plain-Name")
        elif spoil == "unicode":
            del font["/ToUnicode"]
        else:
            font.BaseFont = pikepdf.Name("/Helvetica")
        out = io.BytesIO()
        pdf.save(out)
    assert bad_fonts(built(*ORDER)) == []
    assert len(bad_fonts(out.getvalue())) >= 1


def test_a_page_a_fiftieth_of_a_millimetre_too_wide_is_seen():
    with pikepdf.open(io.BytesIO(built(*ORDER))) as pdf:
        width = float(pdf.pages[1].MediaBox[2])
        pdf.pages[1].MediaBox[2] = width + 0.02 / MM
        out = io.BytesIO()
        pdf.save(out)
    sound, spoilt = (read_pages(d)[1] for d in (built(*ORDER), out.getvalue()))
    assert spoilt.width - sound.width == pytest.approx(0.02, abs=0.001)
    assert not is_cover(spoilt)


def test_lines_know_which_way_they_run():
    assert Line((1, 2), (1, 9), 0.1, "#000000", False).upright
    assert not Line((1, 2), (1.1, 9), 0.1, "#000000", False).upright
