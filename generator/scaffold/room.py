"""Somebody's drawing -> the room that its sample words have: attributes of ours that let other words fit; and its safe
zone, where words are drawn beyond the usual one.

Takes a drawing; draws it, and looks what lies around each text. A text goes as far from the edge of what it lies upon
at its end as at its beginning (at most an em and a half), and stops before what stands beside or below. Promise: there
is at least as much room as the sample takes, but none beyond the cut, nor for a long line of what flows in several;
words in columns have none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress

from generator.diagnostics.findings import Fault, Unreadable
from generator.face.bounds import painted_by, placed_nodes, run_box
from generator.face.face import GlyphRun, Group, Matrix, Node, Shape
from generator.face.geometry import (
    Box,
    Point,
    at,
    box_area,
    box_under,
    common,
    extent,
    grown,
    holds,
    inverse,
    merged,
    multiply,
    overlap,
    scale_of,
)
from generator.layout.assets import Studio
from generator.layout.draw import sized
from generator.layout.drawing.context import Context
from generator.layout.drawing.resolve import resolve
from generator.layout.drawing.slots import firsts_of
from generator.layout.drawing.stamp_place import SLACK, Zone, ink_outside_by, outside_by
from generator.layout.svg.datatypes import length, transform
from generator.layout.svg.element import Element, walk
from generator.layout.svg.parser import SvgDocument, parse_svg
from generator.layout.template.compile import Bound, Layout, compile_layout, page_matrix
from generator.project import BUNDLED, Project
from generator.scaffold.measures import depth, line_count
from generator.scaffold.printing import scope_name
from generator.scaffold.tablesheet import TableSheet

Room = tuple[bool, str, str]
"""Whether a text is drawn in lines; our attributes that let others on one line fit, or in lines."""
_ABOVE, _BELOW, _GAP = 0.83, 0.25, 0.3
"""How far words reach from their line, as boxes have them, and what is between them and what is beside; in ems."""
_LEAST = 0.5
"""So near (mm) to the cut words may go that are longer than those drawn."""
_COLUMN = 5
"""So many ems wide is what words flow in."""


def drawn_on(document: SvgDocument, shape: Shape | None) -> tuple[Context, Layout, list[tuple[Node, Matrix]]]:
    """A drawing, for a piece if one is named, with its leaves and their maps into mm. Raises `Fault`, `Unreadable`."""
    studio = Studio(Project(BUNDLED))
    layout = compile_layout(document, lambda *_: None, page=False, art=True)
    layout = sized(studio, layout, shape)[0] if shape else layout
    context = Context(studio.tools(()), Bound(layout, document.root), language="en")
    drawn = placed_nodes(resolve(context, context.bound))
    left = {e for e in walk(document.root) if e.attributes.get("pnp:if") == "false"}
    leaves = [(node, place) for node, place in drawn if not isinstance(node, Group)]
    return context, layout, [(node, place) for node, place in leaves if left.isdisjoint(node.source)]


def rooms_in(
    document: SvgDocument, shape: Shape, margin: float, kept: Collection[Element] = ()
) -> tuple[dict[Element, Room], Box | None]:
    """The rooms of the texts of a drawing for a piece, and the box, in its units, of words that do not keep the margin,
    of those `kept` as they are the whole; none of one that cannot be drawn."""
    try:
        context, layout, drawn = drawn_on(document, shape)
        below = placed_below(document.root, page_matrix(layout))
        places = [(e, matrix, held) for e, matrix, held in below if e.tag == "text" and not _is_in_columns(e)]
    except (Fault, Unreadable):
        return {}, None
    leaves = [(node, box_under(painted_by(node, run_box), place)) for node, place in drawn]
    found = dict[Element, Room]()
    page = (0.0, 0.0, layout.width, layout.height)
    level = [(text, anchor) for text, matrix, anchor in places if not (_is_turned(matrix) or text in kept)]
    words = [*_where_held(leaves, level, grown(page, -_LEAST))]
    words += filter(None, (_frame_of(context, text, matrix) for text, matrix, _ in places))
    inner = grown(page, -margin)
    zone = _with_words([inner, *words], page)
    usual = Zone(margin, None)
    if shape.kind != "rectangle":  # but for its corners, only where words stand
        zone = _with_words(words, page) if any(outside_by(box, shape, usual) > SLACK for box in words) else inner
    anchors = [(text, anchor) for text, _, anchor in places]
    others_ = [(n, _shortened(box, n, anchors, page, zone)) for n, box in leaves if box[0] <= box[2]]
    for text, matrix, anchor in places:
        own = {*walk(text)}
        runs = [n for n, _ in leaves if isinstance(n, GlyphRun) and n.fill and not own.isdisjoint(n.source)]
        back = inverse(matrix)
        if not runs or back is None:
            continue
        is_turned, reach = _is_turned(matrix), 0.0
        if is_turned or shape.kind != "rectangle":
            place = next(place for node, place in drawn if node is runs[0])
            reach = _reach(runs, place, anchor, lambda points: ink_outside_by(points, shape, usual), margin)
            reach /= scale_of(matrix) or 1.0
        if is_turned:
            line = f' pnp:fit="shrink" pnp:width="{reach:.5g}"' * (reach > 0 and len({run.y for run in runs}) == 1)
            found[text] = (False, line, line)
            continue
        others = [page, *(box for n, box in others_ if own.isdisjoint(n.source))]
        rows = sorted({round(run.y, 2) for run in runs})
        leading = (rows[-1] - rows[0]) / max(1, len(rows) - 1) / runs[0].size
        leading *= context.tools.book().font(runs[0].font).scale
        if room := _room(runs, rows, anchor, others, zone):
            sides = ((round(v, 3) + 0.0 for v in box_under(box, back)) for box in room[:2])
            (x, y, right, _), (x_, _, right_, bottom_) = sides
            middle = right if room[2] == "end" else (x + right) / 2
            held = f""" pnp:text-anchor="'{room[2]}'" pnp:x="{middle:.5g}\"""" * (room[2] not in (anchor, "start"))
            box = f' pnp:box="{x_:.5g} {y:.5g} {right_ - x_:.5g} {bottom_ - y:.5g}"'
            box += f' pnp:leading="{leading:.3g}"' * (len(rows) > 1)
            line = f'{held} pnp:fit="shrink" pnp:width="{min(right - x, reach or right - x):.5g}"'
            found[text] = (len(rows) > 1, line, f'{held}{box} pnp:fit="wrap" pnp:floor="6pt"')
    back = inverse(page_matrix(layout)) if zone != inner and not context.safe else None
    return found, box_under(zone, back) if back else None


def safe_layer(begin: str, safe: Box) -> str:
    """The guide `safe`, which no sheet shows; `begin`: how tags of the drawing do (`<`, `<svg:`)."""
    sides = zip(("x", "y", "width", "height"), (*safe[:2], safe[2] - safe[0], safe[3] - safe[1]), strict=True)
    box = " ".join(f'{name}="{side:.5g}"' for name, side in sides)
    return f'{begin}g id="safe">{begin}rect {box} fill="none" stroke="#3a9" stroke-width="0.1"/></{begin[1:]}g>\n'


def _where_held(leaves: Sequence[tuple[Node, Box]], level: Sequence[tuple[Element, str]], cut: Box) -> Iterator[Box]:
    """Where the drawing says that words stand: those on level lines about the point that holds them, as how far they go
    from there is up to the sample."""
    runs = [(n, box) for n, box in leaves if isinstance(n, GlyphRun) and n.fill and not n.source[-1].mark().in_art]
    left = [box for n, box in runs if not any(e in n.source for e, _ in level)]
    for text, anchor in level:
        own = [(n, box) for n, box in runs if text in n.source]
        if own:
            x1, y1, x2, y2 = merged(*(box for _, box in own))
            em = 1.2 * max(n.size for n, _ in own)  # of `7` there may be a `12`
            middle = {"middle": (x1 + x2) / 2, "end": x2 - em / 2}.get(anchor, x1 + em / 2)
            yield max(middle - em / 2, min(cut[0], x1)), y1, min(middle + em / 2, max(cut[2], x2)), y2
    yield from left


def _shortened(box: Box, node: Node, anchors: Sequence[tuple[Element, str]], page: Box, zone: Box) -> Box:
    """A box; of words that go beyond the page as much as will stand in the zone."""
    anchor = next((anchor for text, anchor in anchors if text in node.source), None)
    is_beyond = overlap(box, page) and max(page[0] - box[0], box[2] - page[2]) > SLACK
    if anchor is None or not is_beyond:
        return box
    middle = (box[0] + box[2]) / 2
    half = min(middle - zone[0], zone[2] - middle) if anchor == "middle" else box[2] - middle
    return max(zone[0], middle - half), box[1], min(zone[2], middle + half), box[3]


def _is_turned(matrix: Matrix) -> bool:
    return bool(matrix[1] or matrix[2] or matrix[0] <= 0)


def _reach(
    runs: Sequence[GlyphRun], place: Matrix, anchor: str, outside: Callable[[list[Point]], float], margin: float
) -> float:
    """How long (mm) a line may be: as long as the sample, or as far as it can go from where it is held without leaving
    the safe zone; 0 of one beyond the cut."""
    x1, x2 = min(run.x for run in runs), max(run.x + run.width for run in runs)
    y, em, share = runs[0].y, runs[0].size, {"middle": 0.5, "end": 1.0}.get(anchor, 0.0)
    held, wide = x1 + share * (x2 - x1), x2 - x1

    def beyond(wide: float) -> float:
        ends = held - share * wide, held + (1 - share) * wide
        return outside([at(place, x, level) for x in ends for level in (y - _ABOVE * em, y + _BELOW * em)])

    if beyond(wide) > margin:
        return 0.0
    while 0 < wide < _LONGEST and beyond(1.05 * wide) <= SLACK:
        wide *= 1.05
    return wide


_LONGEST = 300.0


def _frame_of(context: Context, text: Element, matrix: Matrix) -> Box | None:
    """The rectangle (mm) that a text flows in."""
    if "pnp:box" in text.attributes:  # a `flowRoot`
        return box_said(text.attributes, matrix)
    frame = context.target(text, "shape-inside")
    return box_said(frame.attributes, matrix) if frame is not None and frame.tag == "rect" else None


def box_said(said: Mapping[str, str], matrix: Matrix) -> Box:
    """The box (mm) that attributes say: of a rectangle or a picture, or where words flow. Raises `Unreadable`."""
    sides = said.get("pnp:box", "").split()
    sides = sides if len(sides) == len(SIDES) else [said.get(side) or "0" for side in SIDES]
    x, y, wide, high = map(length, sides)
    return box_under((x, y, x + wide, y + high), matrix)


SIDES = ("x", "y", "width", "height")


def _with_words(boxes: Sequence[Box], page: Box) -> Box:
    """The safe zone with all boxes on the page in it, as near as they are to the cut: words are drawn there."""
    return common(merged(*(box for box in boxes if overlap(box, page))), page)


def placed_below(element: Element, matrix: Matrix, anchor: str = "") -> Iterator[tuple[Element, Matrix, str]]:
    """What is drawn below an element, with the maps into mm, and where its words are held. Raises `Unreadable`."""
    for child in element.elements:
        if child.attributes.get("pnp:if") != "false":
            inner = multiply(matrix, transform(child.attributes.get("transform", "")))
            chain = [child, *firsts_of(child)] if child.tag == "text" else [child]
            held = next((a for e in reversed(chain) if (a := e.attributes.get("text-anchor"))), anchor)
            yield child, inner, held
            if child.tag in ("g", "a", "switch"):
                yield from placed_below(child, inner, held)


def beyond_page(document: SvgDocument) -> Iterator[Element]:
    """The texts that stand far off the page, where programs park them: on no piece."""
    with suppress(Fault, Unreadable):
        layout = compile_layout(document, lambda *_: None, page=False)
        page = grown((0.0, 0.0, layout.width, layout.height), _FAR)
        for element, matrix, _ in placed_below(document.root, page_matrix(layout)):
            said = [element.attributes.get(name, "") for name in ("x", "y")]
            if element.tag == "text" and all(map(_NUMBER.fullmatch, said)):
                x, y, _, _ = box_under((float(said[0]), float(said[1])) * 2, matrix)
                yield from [] if holds(page, (x, y, x, y)) else [element]


_FAR, _NUMBER = 10.0, re.compile(r"-?\d+(\.\d+)?")
"""So far (mm)."""


def _is_in_columns(text: Element) -> bool:
    return any("writing-mode" in e.attributes for e in (text, *firsts_of(text)))


def _held(ends: Sequence[tuple[float, float]], panel: Box, em: float) -> str:
    """Where words are held by which nothing says so: lines in the middle or at an end if that is alike, a short one in
    the middle of what it lies upon."""
    ways = {"start": [a for a, _ in ends], "middle": [(a + b) / 2 for a, b in ends], "end": [b for _, b in ends]}
    spread = {way: max(x) - min(x) for way, x in ways.items()}
    spread["end"] *= 2  # ends differ more in other type
    wide, high = extent(panel)
    share = 0.9 if abs(wide / high - 1) < 0.1 else 0.6  # a circle
    is_short = len(ends) == 1 and ends[0][1] - ends[0][0] < share * wide
    is_middle = is_short and abs(ways["middle"][0] - (panel[0] + panel[2]) / 2) < _GAP * em
    return "middle" if is_middle else min(spread, key=spread.__getitem__) if spread["start"] > _GAP * em else "start"


def _both(box: Box, top: float, bottom: float) -> float:
    return min(box[3], bottom) - max(box[1], top)


def _room(
    runs: list[GlyphRun], rows: list[float], anchor: str, others: list[Box], zone: Box
) -> tuple[Box, Box, str] | None:
    """The box of one line in mm, that of several, and where the words are held; None beside the page."""
    em, x1, x2 = runs[0].size, min(run.x for run in runs), max(run.x + run.width for run in runs)
    y, top, end = rows[0] - _GAP * em, rows[0] - _ABOVE * em, rows[-1] + _BELOW * em
    x, least = {"middle": (x1 + x2) / 2, "end": x2}.get(anchor, x1), 0.8 * (min(x2, zone[2]) - max(x1, zone[0]))
    under = [b for b in others if b[0] <= x <= b[2] and b[1] < y < b[3] and b[2] - b[0] >= least]
    if not under:
        return None
    panel = min(under, key=box_area)
    others = [b for b in others[others.index(panel) + 1 :] if b not in under]  # what is painted on it
    lines = ([run for run in runs if round(run.y, 2) == row] for row in rows)
    ends = [(min(run.x for run in line), max(run.x + run.width for run in line)) for line in lines]
    middle = (panel[0] + panel[2]) / 2 if not anchor and len(ends) == 1 else (x1 + x2) / 2
    anchor = anchor or _held(ends, panel, em)
    x = {"middle": middle, "end": x2}.get(anchor, x1)
    beside = [b for b in others if b[1] < end and b[3] > top and 3 * _both(b, top, end) >= min(b[3] - b[1], end - top)]
    lefts = [b[2] + _GAP * em for b in beside if b[2] <= x1 + _GAP * em]
    rights = [b[0] - _GAP * em for b in beside if b[0] >= x2 - _GAP * em]
    edge = {"start": x - panel[0], "end": panel[2] - x}.get(anchor, 0.08 * (panel[2] - panel[0]))
    edge = min(edge, (0.5 if anchor == "middle" else 1.5) * em)
    left, right = max([panel[0] + edge, zone[0], *lefts]), min([panel[2] - edge, zone[2], *rights])
    left, right = (x if anchor == "start" else left), (x if anchor == "end" else right)
    left, right = _held_at(x, anchor, left, right)
    free = (left, right) if len(rows) == 1 and right - left > _COLUMN * em else (min(left, x1), max(right, x2))
    more = max(0.0, 1.2 * em - (x2 - x1))  # of `7` there may be a `12`
    left -= max(0.0, left - x1 + more * {"start": 0, "end": 1}.get(anchor, 0.5))
    right += max(0.0, x2 - right + more * {"start": 1, "end": 0}.get(anchor, 0.5))
    left, right = _held_at(x, anchor, max(left, zone[0]), min(right, zone[2]))
    free = _held_at(x, anchor, max(free[0], zone[0]), min(free[1], zone[2]))
    whole = (free[0], top, free[1], max(end, min(panel[3] - min(edge, em), zone[3])))
    below = [(b[0] - _GAP * em, b[1] - _GAP * em, b[2] + _GAP * em) for b in others if b[1] > rows[0]]
    held = (x1, x2) if len(rows) > 1 else (x, x)
    return (left, top, right, end), _largest(whole, below, anchor, end, held, _COLUMN * em), anchor


def _held_at(x: float, anchor: str, left: float, right: float) -> tuple[float, float]:
    """From where to where words may go that are held in their middle, so far to either side; others as far as it is."""
    half = min(x - left, right - x)
    return (x - half, x + half) if anchor == "middle" else (left, right)


def _largest(
    whole: Box,
    below: Sequence[tuple[float, float, float]],
    anchor: str,
    end: float,
    held: tuple[float, float],
    least: float,
) -> Box:
    """The largest box of several lines above what stands in the whole, or beside some of it: `held` in it, and not so
    narrow that hardly a word goes into a line."""
    left, top, right, bottom = whole
    ways = [(left, right)]
    for x1, _, x2 in below:
        less = min(right - x1, x2 - left) if anchor == "middle" else right - x1 if anchor == "start" else x2 - left
        ways.append((left + less * (anchor != "start"), right - less * (anchor != "end")))
    ways = [
        (a, b)
        for a, b in ways
        if (a, b) == (left, right) or (left <= a <= held[0] and held[1] <= b <= right and b - a >= least)
    ]
    boxes = [(a, top, b, max(end, min([bottom, *(y for x1, y, x2 in below if x1 < b and x2 > a)]))) for a, b in ways]
    return max(boxes, key=box_area)


def too_long_for(front: str, sheet: TableSheet) -> Iterator[tuple[str, list[str], list[float]]]:
    """The fields of a template some texts of which surely do not fit their box in the smallest type, with these and the
    width and height of that in mm; of texts that no group moves."""
    document = parse_svg(front.encode(), "front")
    layout = compile_layout(document, lambda *_: None, page=False, art=True)
    scale = sheet.look.shape.width / layout.view[2]
    for e in (e for e in document.root.elements if e.tag == "text" and "transform" not in e.attributes):
        field = next((f for f in sheet.fields if e.attributes.get("pnp:text") == scope_name(f)), "")
        sides = [float(side) * scale for side in e.attributes.get("pnp:box", "").split()[2:]]
        floor = e.attributes.get("pnp:floor", "").removesuffix("pt")
        if not (field and len(sides) == 2 and floor.replace(".", "", 1).isdecimal()):
            continue
        size, leading = float(floor) * _POINT, float(e.attributes.get("pnp:leading", "0"))
        texts = [*dict.fromkeys(sheet.words(field))]
        lost = [t for t in texts if depth(line_count(t, sides[0], size), size, [t], leading) > _SURELY * sides[1]]
        if lost:
            yield field, lost, sides


_POINT, _SURELY = 25.4 / 72, 1.2
"""Words take about as much room as is reckoned."""
