"""Bound elements -> nodes in absolute millimetres.

Takes a `Bound` template and its `Context`; gives `Group`, `Path`, `GlyphRun` and `Image` nodes. The passes, for each
element: style and transform inherited; shapes to paths; references drawn where they stand; paint in mm; clip and
opacity as groups. Promise: nothing is left to look up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from generator.diagnostics.findings import Unreadable
from generator.face.bounds import outline_weight, painted_by, weight
from generator.face.face import IDENTITY, Color, Group, Matrix, Node, Paint, PaintEffect, Path, Segments, Stroke
from generator.face.geometry import (
    bounds,
    box_of_points,
    box_under,
    inverse,
    length_of,
    multiply,
    outlined,
    polygons,
    rectangle,
    scale_of,
    transformed,
)
from generator.face.strokes import strokable
from generator.layout.drawing import text as wording
from generator.layout.drawing.context import (
    Context,
    Drawer,
    Drawing,
    GraphicsState,
    checked_matrix,
    inner_state,
    outline_in,
    use_offset,
    windowed,
)
from generator.layout.drawing.effects import filtered
from generator.layout.drawing.images import image_nodes
from generator.layout.drawing.markers import marker_nodes
from generator.layout.drawing.masks import masked
from generator.layout.drawing.painting import clipped, clips_of, filling_of, within_page
from generator.layout.drawing.patterns import pattern_nodes
from generator.layout.svg.attributes import GUIDE
from generator.layout.svg.datatypes import fitted, length, number, view_box
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import BLENDS
from generator.layout.svg.paint import Filling, faded, share
from generator.layout.svg.paint import color as color_of
from generator.layout.svg.style import SvgStyle, stroke
from generator.layout.template.compile import Bound, Layout, page_matrix
from generator.values import replace

_WHITE = Color("#ffffff")
PIXEL = 25.4 / 96
"""What a stroke that does not scale is measured in: a pixel of CSS, in mm."""


def resolve(
    context: Context, bound: Bound, matrix: Matrix = IDENTITY, color: Color | None = None, depth: int = 0
) -> list[Node]:
    """The nodes of a bound template whose page is put into mm by `matrix`. Raises `Fault` when a budget is used up."""
    layout = bound.layout
    outer = context.bound, context.root
    context.bound, context.root = bound, _root_style(color)
    try:
        page = multiply(matrix, page_matrix(layout))
        context.page = context.page or box_under((0.0, 0.0, layout.width, layout.height), matrix)
        state = GraphicsState(style=context.root, matrix=page, viewport=layout.view[2:], depth=depth)
        within = inner_state(context, bound.root, state)
        ground = _ground(bound.root, layout, matrix, within.style.color)
        return _finished(context, bound.root, within, [*ground, *_contents(context, bound.root, within)])
    except Unreadable as what:
        context.unreadable(bound.root, "preserveAspectRatio", what)
        return []
    finally:
        context.bound, context.root = outer


def _ground(root: Element, layout: Layout, matrix: Matrix, current: Color) -> list[Node]:
    """The `background` that a style sheet gives the page; another than a colour was told."""
    try:
        ground = color_of(root.attributes.get("--ground") or "transparent", current)
    except Unreadable:
        return []
    page = transformed(rectangle(0.0, 0.0, layout.width, layout.height), matrix)
    return [Path(page, ground, source=(root,))] if ground.alpha else []


@cache
def _root_style(color: Color | None) -> SvgStyle:
    """The style outside everything; one object for each colour, so that what was drawn with it is found again. What an
    icon leaves without a paint, as most that are published do, has its colour."""
    return SvgStyle(color=color, fill="currentColor") if color else SvgStyle()


def _nodes_of(context: Context, element: Element, state: GraphicsState) -> list[Node]:
    """The nodes of one element and all in it. Equal elements at the same place are drawn once for all faces."""
    art = (element, state.style, state.matrix, state.viewport)
    words = (*art, context.language, context.game)
    known_nodes = context.tools.cache.nodes
    known = known_nodes.get(art) or known_nodes.get(words)
    if known is not None:
        context.told.extend(known.told)
        context.overfull.update(known.overfull)
        context.spoken += known.spoken
        context.counted(element, known.count)
        return list(known.nodes)
    drawing, alone = _drawing(context, element, state)
    still = element in context.bound.layout.still
    if alone or still:
        context.tools.cache.keep(words if drawing.spoken and not still else art, drawing)
    return list(drawing.nodes)


def _drawing(context: Context, element: Element, state: GraphicsState) -> tuple[Drawing, bool]:
    """What comes of an element; True if that has nothing to do with the item whose face it is."""
    before = (context.stamp, context.safe, context.loose)
    told, overfull, spoken, count = len(context.told), frozenset(context.overfull), context.spoken, context.count
    drawing = Drawing(
        tuple(_nodes(context, element, state)),
        tuple(context.told[told:]),
        frozenset(context.overfull - overfull),
        context.spoken - spoken,
        context.count - count,
    )
    return drawing, before == (context.stamp, context.safe, context.loose) and not (drawing.told or drawing.overfull)


def _nodes(context: Context, element: Element, state: GraphicsState) -> list[Node]:
    drawer = _DRAWERS.get(element.tag)
    if drawer is None or element.attributes.get("display") == "none":
        return []
    if GUIDE in element.attributes and not context.bound.layout.art:
        _guide(context, element, state)
        return []
    context.counted(element)
    within = inner_state(context, element, state)
    nodes = _finished(context, element, within, drawer(context, element, within))
    return [node if node.source else replace(node, source=(element,)) for node in nodes]


def _finished(context: Context, element: Element, within: GraphicsState, nodes: list[Node]) -> list[Node]:
    """The nodes of an element with what attributes make of all of them, one after another (Compositing 1, 4). One that
    cannot be read is told, and left out."""
    for name, finish in _FINISHES.items():
        if nodes and name in element.attributes:
            try:
                nodes = finish(context, element, within, nodes)
            except Unreadable as what:
                context.unreadable(element, name, what)
    return nodes


def _whole(context: Context, element: Element, within: GraphicsState) -> list[Node]:
    """What stands in an element, with its opacity and its clip."""
    return _finished(context, element, within, _contents(context, element, within))


def _contents(context: Context, element: Element, state: GraphicsState) -> list[Node]:
    """What stands in an element. Where nothing varies, the whole is kept, and its parts need not be."""
    draw = _nodes if element in context.bound.layout.still else _nodes_of
    nodes: list[Node] = []
    for child in element.children:
        if isinstance(child, Element):
            nodes += draw(context, child, state)
    return nodes


def _guide(context: Context, element: Element, state: GraphicsState) -> None:
    """A layer named `safe` may hold the safe zone."""
    label = element.attributes.get("inkscape:label", element.id).strip().lower()
    rects = [c for c in element.elements if c.tag == "rect"]
    if label != "safe" or len(rects) != 1:
        return
    place = inner_state(context, rects[0], inner_state(context, element, state))
    segments = transformed(outline_in(context, rects[0], place), place.matrix)
    points = [v[-2:] for _, v in segments if v]
    if points:
        context.safe = box_of_points((x, y) for x, y in points)


def _shape(context: Context, element: Element, state: GraphicsState) -> list[Node]:
    """A filled and stroked outline: one path, unless paint or transform need a group of their own."""
    style = state.style
    segments = outline_in(context, element, state) if style.visible else ()
    if not segments:
        return []
    markers = marker_nodes(context, element, state, segments, _whole)
    if style.fill == "none" and style.stroke == "none":
        return markers
    context.counted(element, outline_weight(segments))
    return [*_painted(context, element, state, segments), *markers]


def _painted(context: Context, element: Element, state: GraphicsState, segments: Segments) -> list[Node]:
    """An outline in user units, filled and stroked as the style says."""
    style, outline = state.style, transformed(segments, state.matrix)
    paint, nodes = _filled(context, element, state, segments, outline)
    line = _stroked(context, element, state, segments)
    if paint is not None and isinstance(line, Path) and line.segments == outline and not style.stroke_first:
        return [*nodes, replace(line, fill=paint)]
    nodes += [Path(outline, paint, None, style.even_odd)] if paint is not None else []
    lines = [line] if line is not None else []
    return [*lines, *nodes] if style.stroke_first else [*nodes, *lines]


def _filled(
    context: Context, element: Element, state: GraphicsState, segments: Segments, outline: Segments
) -> tuple[Paint | None, list[Node]]:
    """The plain paint of an outline, or the nodes that fill it where that is more than a paint."""
    if state.style.fill == "none" or element.tag == "line" or _is_line(outline):
        return None, []
    fill = filling_of(context, element, state, "fill", segments)
    if isinstance(fill, Element):
        return None, pattern_nodes(context, fill, state, state.box or bounds(segments), outline, _nodes_of)
    if fill is not None and fill.frame is not None:  # in coordinates of its own: an elliptical gradient
        back = inverse(fill.frame)
        path = Path(transformed(outline, back), fill.paint, None, state.style.even_odd) if back else None
        return None, [Group((path,), fill.frame)] if path else []
    return (fill.paint if fill is not None else None), []


def _is_line(outline: Segments) -> bool:
    """True for two points: filled they show nothing, but a PDF would draw a hairline."""
    return len(outline) < 4 and all(len(set(loop)) < 3 for loop in polygons(outline))


def _stroked(context: Context, element: Element, state: GraphicsState, segments: Segments) -> Path | Group | None:
    """The stroke in mm; a group of its own where the transform would bend the pen."""
    if state.style.stroke == "none":
        return None
    fixed = element.attributes.get("vector-effect") == "non-scaling-stroke"
    scale = PIXEL if fixed else scale_of(state.matrix)
    place = state if scale is not None else replace(state, matrix=IDENTITY)
    paint = filling_of(context, element, place, "stroke", segments)
    try:
        stretch = _stretch(element, segments)
        plain = paint.paint if isinstance(paint, Filling) else _WHITE
        pen = stroke(state.style, plain, scale or 1.0, state.viewport, stretch) if paint is not None else None
    except Unreadable as what:
        context.unreadable(element, "stroke-width", what)
        pen = None
    if pen is None:
        return None
    if pen.dash and "pathLength" in element.attributes and any(c == "C" for c, _ in segments):
        message = "dashes on a curve are stretched to `pathLength` by a rough measure, another in each program"
        context.refuse(element, "pathLength", message, "write the dashes in the drawing's own units")
    lines, pen = strokable(segments, pen, scale_of(state.matrix) or 1.0)
    line = Path(transformed(lines, place.matrix), None, pen, state.style.even_odd)
    turned = Group((line,), state.matrix) if scale is None else line
    if isinstance(paint, Element):
        box, outline = state.box or bounds(segments), outlined(painted_by(turned))
        tiled = pattern_nodes(context, paint, state, box, outline, _nodes_of)
        return Group(tuple(tiled), mask=(turned,)) if tiled else None
    if paint and paint.frame:
        shaded = _shaded(line, pen, paint.frame)
        return Group((shaded,), state.matrix) if scale is None else shaded
    return turned if lines else None


def _shaded(line: Path, pen: Stroke, frame: Matrix) -> Group:
    """A line in a gradient that has coordinates of its own: the gradient, where the line lets it through."""
    shown = replace(line, stroke=replace(pen, paint=_WHITE))
    ground = transformed(outlined(painted_by(shown)), inverse(frame) or IDENTITY)
    return Group((Group((Path(ground, pen.paint),), frame),), mask=(shown,))


def _stretch(element: Element, segments: Segments) -> float:
    """How long a unit of the dashes is: `pathLength` says how many the outline shall have (0: no gap is seen). Raises
    `Unreadable`."""
    count = number(element.attributes.get("pathLength", "-1"))
    return length_of(segments) / count if count > 0 else float(count < 0)


def _faded(_context: Context, element: Element, _within: GraphicsState, nodes: list[Node]) -> list[Node]:
    """Opacity of the element as a whole; of a single plain paint it goes into the paint. Raises `Unreadable`."""
    opacity = round(share(element.attributes["opacity"]), 4)
    if opacity >= 1:
        return nodes
    if opacity <= 0:
        return []
    one = nodes[0]
    if len(nodes) == 1 and isinstance(one, Path) and one.fill is not None and one.stroke is None:
        return [replace(one, fill=faded(one.fill, opacity))]
    return [Group(tuple(nodes), opacity=opacity)]


def _clipped(context: Context, element: Element, within: GraphicsState, nodes: list[Node]) -> list[Node]:
    place = _place_of(context, element, within, "clip-path")
    return clipped(nodes, within_page(context, clips_of(context, element, place, nodes)))


def _masked(context: Context, element: Element, within: GraphicsState, nodes: list[Node]) -> list[Node]:
    return [*masked(context, element, _place_of(context, element, within, "mask"), nodes, _contents)]


def _place_of(context: Context, element: Element, within: GraphicsState, name: str) -> GraphicsState:
    """The place that a clip or a mask is drawn in. Raises `Unreadable`."""
    if element.tag in ("svg", "symbol") and "url(" in element.attributes[name]:
        message = f"the `{name}` of a whole `{element.tag}` stands in coordinates that programs differ about"
        context.refuse(element, name, message, "put a `g` around it, or around all in it, with this attribute")
    return use_offset(element, within)


def _blended(_context: Context, element: Element, _within: GraphicsState, nodes: list[Node]) -> list[Node]:
    blend = element.attributes["mix-blend-mode"].lower()
    return [Group(tuple(nodes), effect=PaintEffect(blend))] if blend in BLENDS else nodes


_FINISHES: Mapping[str, Callable[[Context, Element, GraphicsState, list[Node]], list[Node]]] = {
    "filter": filtered,
    "opacity": _faded,
    "clip-path": _clipped,
    "mask": _masked,
    "mix-blend-mode": _blended,
}
"""What an attribute makes of all that is drawn of its element, in this order."""


def _window(
    context: Context, element: Element, state: GraphicsState, placed: Mapping[str, str] | None = None
) -> list[Node]:
    """What is in an svg or symbol, fitted into its box and clipped to it. `placed` has other x, y, width and height."""
    a, (w0, h0) = element.attributes, state.viewport
    sizes, name = a if placed is None else placed, ""
    try:
        em, places = state.style.font_size, []
        for name, usual, whole in (("x", "0", w0), ("y", "0", h0), ("width", "100%", w0), ("height", "100%", h0)):
            places += [length(sizes.get(name, usual), whole, em)]
        name, (x, y, w, h) = "viewBox", places
        if w <= 0 or h <= 0:
            return []
        view = view_box(a["viewBox"]) if "viewBox" in a else (0.0, 0.0, w, h)
        fit = fitted(view, (x, y, w, h), a.get("preserveAspectRatio", ""))
        matrix = checked_matrix(multiply(state.matrix, fit))
    except Unreadable as what:
        context.unreadable(element, name, what)
        return []
    box = transformed(rectangle(x, y, w, h), state.matrix)
    nodes = _contents(context, element, replace(state, matrix=matrix, viewport=view[2:]))
    return windowed(element, nodes, box)


def _use(context: Context, element: Element, state: GraphicsState) -> list[Node]:
    """What the element refers to, drawn here with this element's style."""
    a, target = element.attributes, context.target(element, "href")
    if target is None:
        return []
    try:
        place = use_offset(element, state)
    except Unreadable as what:
        context.unreadable(element, "x", what)
        return []
    if target.tag not in ("symbol", "svg"):
        return _nodes_of(context, target, place)
    if target.attributes.get("display") == "none":
        return []
    sizes = {**target.attributes, **{k: a[k] for k in ("width", "height") if k in a}}
    within = inner_state(context, target, place)
    return _finished(context, target, within, _window(context, target, within, sizes))


def _text(context: Context, element: Element, state: GraphicsState) -> list[Node]:
    nodes = wording.text_nodes(context, element, state, _painted)
    context.counted(element, weight(nodes))
    return nodes


_DRAWERS: dict[str, Drawer] = {
    **dict.fromkeys(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"), _shape),
    **dict.fromkeys(("g", "a", "switch"), _contents),
    "svg": _window,
    "use": _use,
    "text": _text,
    "image": image_nodes,
}
