"""A template for pieces of another size: other numbers in its geometry, all else as it was written.

Takes the text of an SVG, and the old and the new size (mm). What lies within the page moves with it, what lies near its
edges or beyond keeps its distance from them, so that the bleed stays as wide. Rectangles, lines, pictures and boxes of
text stretch, and so does what reaches over the page; drawn art keeps its proportions, and what it is made of stays
together, with the words on it. Type that could be read before still can. What an expression places is mapped by
arithmetic around it, and named; what follows the shape stays as it is, and so does what is drawn on each of its cells,
where their number is another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from generator.diagnostics.findings import Unreadable
from generator.face.geometry import NOTHING, Box, bounds, box_under, holds, merged, overlap
from generator.layout.svg.attributes import OURS
from generator.layout.svg.datatypes import numbers, transform, view_box
from generator.layout.svg.element import Element, walk
from generator.layout.svg.parser import parse_svg
from generator.layout.svg.paths import shape_segments
from generator.layout.svg.references import reference, references
from generator.scaffold.rescale import PageScale, Place
from generator.values import Struct, field, replace

FLOOR = 6.5
"""Nor does type shrink further (pt)."""
_SAME = 0.01
_ART = frozenset(("path", "circle", "ellipse", "polygon", "polyline", "line", "use"))
_TURNS = re.compile("rotate|scale|skew|matrix|^[^']+$")
"""In an expression of a transform."""
_BOUND = re.compile(r"pnp:([xy][12]?|c[xy]|r[xy]?|height|d|points|transform|font-size)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_SHAPED = re.compile(r"\bshape\s*\.")
"""What an expression says that follows the shape."""
_LENGTHS = re.compile(r"\b(font-size|stroke-width|letter-spacing)\s*:\s*[\d.]+")


class _Edits(Struct, frozen=True):
    """Numbers in place of others; lines of expressions that may be places. `kept`: what is drawn where it is used;
    `traced`: lines of words that are drawn nowhere, by where these stand; `spared`: what art that moves as it is refers
    to; `is_joined`: of hexagons, which stay as large however many there are."""

    scale: PageScale
    is_joined: bool
    kept: Mapping[str, Element]
    traced: Mapping[Element, Sequence[Element]]
    spared: frozenset[Element] = frozenset()
    told: list[tuple[int, int, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def resized(
    text: str,
    old: Sequence[float],
    new: Sequence[float],
    *,
    is_joined: bool = False,
    safe: tuple[float, float] = (0.0, 0.0),
) -> tuple[str, list[int]]:
    """The template, and the lines of expressions with numbers that may be places, and of parts over the whole page. The
    sizes are (width, height); `is_joined`: of a piece of hexagons; `safe`: the margins of both, where they are small.
    Raises `Fault` for what is no SVG."""
    document = parse_svg(text.encode(), "")
    root = document.root
    page = view_box(said) if (said := root.attributes.get("viewBox", "")) else (0.0, 0.0, *old)
    safe = (safe[0], safe[0]) if "safe" in document.ids else safe  # it has a zone of its own
    scale = PageScale(page, new[0] / old[0], new[1] / old[1], page[2] / old[0], safe)
    apart = {e for parent in walk(root) if parent.tag == "defs" for e in parent.elements}
    traced = _traced(root, document.ids, apart)
    apart -= {e for lines in traced.values() for e in lines}
    kept = {name: e for name, e in document.ids.items() if e in apart or e.tag == "symbol"}
    edits = _Edits(scale, is_joined and abs(scale.x / scale.y - 1) > _SAME, kept, traced)
    named = {
        target.removeprefix("#")
        for element in _unchanged(edits, root)
        if element.tag != "use"
        for target in (reference(element.attributes.get("filter", "")) or "", *dict(references(element)).values())
    }
    edits = replace(edits, spared=frozenset(document.ids[name] for name in named & document.ids.keys()))
    box = f"{page[0]:g} {page[1]:g} {scale.by(page[2], True):.6g} {scale.by(page[3], False):.6g}"
    _write(edits, root, {"width": f"{new[0]:g}mm", "height": f"{new[1]:g}mm", "viewBox": box})
    _children(edits, root, scale.at)
    for style in re.finditer(r"<style.*?</style>", text, re.DOTALL):
        edits.told.append((*style.span(), _style(style[0], scale)))
    for start, end, words in sorted(edits.told, reverse=True):
        text = text[:start] + words + text[end:]
    return text, sorted({*edits.lines})


def _traced(root: Element, ids: Mapping[str, Element], apart: Collection[Element]) -> dict[Element, list[Element]]:
    """Which of what is drawn nowhere are lines of words, by the element whose coordinates these have."""
    home: dict[Element, Element] = {}
    for parent, text in [(p, e) for p in walk(root) for e in p.elements if e.tag == "text"]:
        for line in [ids.get(_target(e)) for e in walk(text) if e.tag == "textPath"]:
            if line and line in apart:
                home.setdefault(line, text if "transform" in text.attributes else parent)
    return {where: [line for line in home if home[line] is where] for where in home.values()}


def _unchanged(edits: _Edits, root: Element) -> Iterator[Element]:
    """Art that keeps its numbers, below a transform."""
    parents = [parent for parent in walk(root) if parent.tag != "defs"]
    units = [e for parent in parents for unit, _ in _units(edits, parent) for e in unit]
    for top in (*units, *_used(edits)):
        yield from walk(top)


def _used(edits: _Edits) -> list[Element]:
    """Art that is as large as its uses."""
    return [e for e in edits.kept.values() if _is_art(e) and not edits.scale.spans(_box(e, edits.kept))]


def _target(element: Element) -> str:
    return (element.attributes.get("href") or element.attributes.get("xlink:href") or "").removeprefix("#")


def _write(edits: _Edits, element: Element, values: Mapping[str, str]) -> None:
    for name, (start, written) in element.written.items():
        if values.get(name, written) != written:
            edits.told.append((start, start + len(written), values[name]))


def _children(edits: _Edits, parent: Element, place: Place) -> None:
    """What is below an element whose coordinates are mapped by `place`."""
    moved: dict[Element, tuple[Place, bool]] = {}
    lines = edits.traced.get(parent, ())
    for unit, box in _units(edits, parent) if parent.tag != "defs" else ():
        dx, dy = edits.scale.kept(box, place)

        def one(value: float, across: bool, dx: float = dx, dy: float = dy) -> float:
            return edits.scale.least * value + (dx if across else dy)

        moved |= {e: (one, e not in lines or "transform" in e.attributes) for e in unit}
        moved |= {e: (one, False) for e in parent.elements if _stands_in(e, box)}
    elsewhere = {e for some in edits.traced.values() for e in some} if parent.tag == "defs" else ()
    for element in (*(e for e in parent.elements if e not in elsewhere), *lines):
        _element(edits, element, *moved.get(element, (place, False)))


def _element(edits: _Edits, element: Element, place: Place, is_art: bool) -> None:
    written = {name: value for name, (_, value) in element.written.items()}
    if element in edits.spared or element.tag in ("symbol", "marker") or element in _used(edits):
        return
    bound = [name for name in written if _is_bound(element.tag, name) and not _SHAPED.search(written[name])]
    shaped = [name for name in ("pnp:for", "pnp:transform") if _SHAPED.search(written.get(name, ""))]
    if shaped and edits.is_joined:
        return
    bound = [name for name in bound if not (shaped and name == "pnp:transform")]
    if any(re.search(r"\d", written[name]) for name in bound) or _is_wide_part(edits.scale, written):
        edits.lines.append(element.mark().line)
    if is_art and (element.tag in ("path", "g", "use") or "transform" in written):
        x, y, s = place(0, True), place(0, False), edits.scale.least
        moved = f"translate({x:.5g} {y:.5g})" + f" scale({s:.5g})" * (s != 1)
        start = element.written["transform"][0] if "transform" in written else 0
        if (x, y, s) != (0, 0, 1):
            tag = element.offset + 1
            tag = re.compile(r"[^\s/>]+").match(element.source.text, tag).end()  # type: ignore[union-attr]  # it has a name
            edits.told.append((start, start, f"{moved} ") if start else (tag, tag, f' transform="{moved}"'))
        moves = [name for name in ("pnp:step", "pnp:wrap") if name in written]
        _write(edits, element, {name: _OTHERS[name](written[name], edits.scale, place) for name in moves})
        return
    own, content = _units_of(element)
    if not own and not content:
        return  # of the box of what they paint
    is_turned = "transform" in element.attributes or _TURNS.search(written.get("pnp:transform", ""))
    turned = edits.scale.around if shaped and edits.scale.is_centred(written.get("transform", "")) else edits.scale.by
    stretch = turned if is_turned else place  # what is only moved keeps its places on the page
    new = {name: _new(element.tag, name, value, written, edits.scale, stretch) for name, value in written.items()}
    new |= {name: _bound(name, written[name], edits.scale, stretch) for name in bound}
    if "transform" in written:
        new["transform"] = _transform(written["transform"], edits.scale)
    elif element.tag in ("circle", "ellipse") and not is_art:
        new |= _round(written, _box(element), edits.scale, stretch)
    _write(edits, element, new if own else {})
    if content:
        _children(edits, element, stretch)


def _units_of(element: Element) -> tuple[bool, bool]:
    """Whether the numbers of an element, and those of what is in it, are of the page, not shares of a box."""
    tag, said = element.tag, element.attributes
    if tag.endswith("Gradient") or tag == "filter":
        own = "userSpaceOnUse" in said.values()
        return own, own
    if tag in ("pattern", "mask"):
        in_box = said.get(f"{tag}ContentUnits") == "objectBoundingBox" or (tag == "pattern" and "viewBox" in said)
        return said.get(f"{tag}Units") == "userSpaceOnUse", not in_box
    return True, said.get("clipPathUnits") != "objectBoundingBox"


def _is_wide_part(scale: PageScale, written: Mapping[str, str]) -> bool:
    """True for a shared part over the whole of a page whose proportions are others now: it keeps its own."""
    wide, high = (_first(written, name) for name in ("width", "height"))
    is_other = "pnp:part" in written and abs(scale.x / scale.y - 1) > _SAME
    return is_other and scale.spans((0, 0, wide, high)) and "none" not in written.get("preserveAspectRatio", "")


# ---- what is drawn as one ----


def _units(edits: _Edits, parent: Element) -> Iterator[tuple[list[Element], Box]]:
    """The children that are drawn art, those that touch together, with what they cover."""
    below = (*parent.elements, *edits.traced.get(parent, ()))
    art = [([e], _box(e, edits.kept)) for e in below if _is_art(e)]
    left = [(unit, box) for unit, box in art if box != NOTHING and not edits.scale.spans(box)]
    while left:
        unit, box = left.pop()
        near = [pair for pair in left if overlap(box, pair[1])]
        if near:
            left = [pair for pair in left if pair not in near]
            left.append(([*unit, *(e for other, _ in near for e in other)], merged(box, *(b for _, b in near))))
        elif not all(_is_straight(e) for e in unit):
            yield unit, box


def _is_art(element: Element) -> bool:
    """True for shapes, and for groups of nothing else, that no expression places."""
    below = [e for e in walk(element) if e.tag]
    shapes = all(e.tag in (*_ART, "rect", "g", "title", "desc") for e in below) and any(e.tag in _ART for e in below)
    return shapes and element.tag != "rect" and not any(_is_bound(e.tag, name) for e in below for name in e.attributes)


def _is_straight(element: Element) -> bool:
    """True for lines along the page, which stretch without being distorted."""
    if element.tag in ("g", "use") or "transform" in element.attributes:
        return False
    points = [values[-2:] for _, values in _segments(element) if values]
    straight = all(abs(p[0] - q[0]) < 1e-6 or abs(p[1] - q[1]) < 1e-6 for p, q in pairwise(points))
    return straight and all(command in "MLZ" for command, _ in _segments(element))


def _segments(element: Element) -> Sequence[tuple[str, tuple[float, ...]]]:
    try:
        return shape_segments(element.tag, element.attributes)
    except (KeyError, Unreadable):  # told by who draws it
        return ()


def _box(element: Element, kept: Mapping[str, Element] = MappingProxyType({})) -> Box:
    """What an element covers, in the coordinates of its parent; a use what it uses, if that is drawn nowhere else."""
    own = bounds(_segments(element))
    if element.tag in ("g", "symbol"):
        own = merged(*(_box(e, kept) for e in element.elements))
    elif element.tag == "use":
        target = kept.get(_target(element))
        x, y, *size = (_first(element.attributes, name) for name in ("x", "y", "width", "height"))
        inner = _box(target, {}) if target is not None else NOTHING
        if target is not None and all(size):
            own = (x, y, x + size[0], y + size[1])
        elif inner != NOTHING:
            own = (inner[0] + x, inner[1] + y, inner[2] + x, inner[3] + y)
    said = element.attributes.get("transform", "")
    return box_under(own, transform(said)) if said and own != NOTHING else own


def _stands_in(element: Element, box: Box) -> bool:
    """True for words and pictures on what is drawn."""
    said = element.attributes
    try:
        x, y, *size = numbers(said.get("pnp:box") or " ".join(said.get(n, "0") for n in ("x", "y", "width", "height")))
    except (ValueError, Unreadable):
        return False
    if element.tag == "text":
        return box[0] <= x <= box[2] and box[1] <= y <= box[3]
    return element.tag == "image" and holds(box, (x, y, x + size[0], y + size[1]))


# ---- attributes ----


_LEAST = ("stroke-width", "r", "startOffset", "stdDeviation", "radius")


def _new(tag: str, name: str, value: str, said: Mapping[str, str], scale: PageScale, place: Place) -> str:
    across = "y" not in name and name != "height"
    if name in ("width", "height"):
        first = _first(said, "x" if across else "y")
        return _with(value, lambda n: place(first + n, across) - place(first, across))
    if re.fullmatch("[xy][12]?|[cf][xy]", name):
        return _with(value, lambda n: place(n, across))
    if name in _LEAST or (tag in ("rect", "ellipse") and name in ("rx", "ry")) or _is_plain_length(name):
        return _with(value, lambda n: n * scale.least)
    if name == "pnp:width" and tag == "text":
        anchor = {"middle": 0.5, "end": 1.0}.get(said.get("text-anchor", ""), 0.0)
        first = _first(said, "x")
        return _with(value, lambda n: place(first + n * (1 - anchor), True) - place(first - n * anchor, True))
    if name in ("dx", "dy"):
        return _with(value, lambda n: scale.by(n, across))
    return _OTHERS[name](value, scale, place) if name in _OTHERS else value


def _is_plain_length(name: str) -> bool:
    """True for one of ours whose words are lengths that keep their proportions."""
    row = OURS.get(name[4:]) if name.startswith("pnp:") and name not in _OTHERS else None
    return row is not None and row.right is not None and row.lengths


def _is_bound(tag: str, name: str) -> bool:
    """True for an expression that may place something; the `pnp:width` of words is a length."""
    return bool(_BOUND.fullmatch(name)) or (name == "pnp:width" and tag != "text")


def _bound(name: str, value: str, scale: PageScale, place: Place) -> str:
    """An expression that places something: its value mapped as it is in the middle of the page; a transform between
    the new size and the old."""
    kind = name.removeprefix("pnp:")
    if kind == "transform":
        there, back = (f"scale({x:.10g} {y:.10g})" for x, y in ((scale.x, scale.y), (1 / scale.x, 1 / scale.y)))
        return f"'{there} ' ~ ({value}) ~ ' {back}'"
    if kind in ("d", "points", "font-size"):
        return value
    across = "y" not in kind and kind != "height"
    middle = scale.page[not across] + scale.page[2 + (not across)] / 2
    slope = place(middle + 0.5, across) - place(middle - 0.5, across)
    if kind in ("r", "rx", "ry", "width", "height"):
        return f"({value}) * {scale.least if kind[0] == 'r' else slope:.6g}"
    return f"({value}) * {slope:.6g} + {place(middle, across) - slope * middle:.6g}"


def _round(said: Mapping[str, str], box: Box, scale: PageScale, place: Place) -> dict[str, str]:
    """The radii of what reaches over the page, and still does: of a circle the longer."""
    if box == NOTHING or not scale.spans(box):
        return {}
    across, down = ((place(box[n + 2], n == 0) - place(box[n], n == 0)) / 2 for n in (0, 1))
    new = {"r": max(across, down), "rx": across, "ry": down}
    return {name: f"{new[name]:.5g}" for name in new.keys() & said.keys()}


def _first(said: Mapping[str, str], name: str) -> float:
    found = _NUMBER.match(said.get(name, ""))
    return float(found[0]) if found else 0.0


def _with(value: str, of: Callable[[float], float]) -> str:
    """Numbers, changed; what is in percent as it was."""
    return value if "%" in value else _NUMBER.sub(lambda m: f"{of(float(m[0])):.5g}", value)


def _style(value: str, scale: PageScale) -> str:
    return _LENGTHS.sub(lambda m: _with(m[0], scale.type if m[1] == "font-size" else lambda n: n * scale.least), value)


def _pairs(value: str, place: Place) -> str:
    across = iter([True, False] * len(value))
    return _with(value, lambda n: place(n, next(across)))


def _rows(value: str, scale: PageScale) -> str:
    ways = iter((None, True, False))
    return _with(value, lambda n: n if (across := next(ways, None)) is None else scale.by(n, across))


def _text_box(value: str, _: PageScale, place: Place) -> str:
    found = [float(n) for n in _NUMBER.findall(value)]
    if len(found) != 4:
        return value
    x, y = place(found[0], True), place(found[1], False)
    return f"{x:.5g} {y:.5g} {place(found[0] + found[2], True) - x:.5g} {place(found[1] + found[3], False) - y:.5g}"


def _path(value: str, _: PageScale, place: Place) -> str:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.svgLib.path import parse_path

    read, pen = RecordingPen(), SVGPathPen(None, ntos=lambda n: f"{n:.5g}")
    try:
        parse_path(value, read)
    except (ValueError, IndexError, TypeError):  # told by who draws it
        return value
    for step, points in read.value:
        getattr(pen, step)(*((place(x, True), place(y, False)) for x, y in points))
    return str(pen.getCommands())


def _transform(value: str, scale: PageScale) -> str:
    def one(found: re.Match[str]) -> str:
        said = [float(n) for n in _NUMBER.findall(found[2])]
        if found[1] in ("translate", "rotate", "matrix"):
            at = {"translate": 0, "rotate": 1, "matrix": 4}[found[1]]
            said[at:] = [scale.by(n, across) for n, across in zip(said[at:], (True, False), strict=False)]
        return f"{found[1]}({' '.join(f'{n:.6g}' for n in said)})"

    return re.sub(r"(\w+)\s*\(([^)]*)\)", one, value)


_OTHERS: dict[str, Callable[[str, PageScale, Place], str]] = {
    "d": _path,
    "points": lambda value, _, place: _pairs(value, place),
    "pnp:box": _text_box,
    "pnp:step": lambda value, scale, _: _pairs(value, scale.by),
    "pnp:wrap": lambda value, scale, _: _rows(value, scale),
    "pnp:floor": lambda value, scale, _: _with(value, lambda n: max(n * min(scale.least, 1.0), min(n, FLOOR))),
    "font-size": lambda value, scale, _: _with(value, scale.type),
    "style": lambda value, scale, _: _style(value, scale),
}
