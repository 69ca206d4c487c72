"""mask -> a clip where plain shapes show all of what is in them, else greys that let through as much as they are light.

Takes the nodes of an element with `mask` and its place; gives them masked. Promise: a mask that holds nothing hides
everything, and what cannot be drawn of one is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.diagnostics.findings import Unreadable
from generator.face.bounds import painted
from generator.face.colors import repainted, rgb_of
from generator.face.face import Color, Gradient, Group, Image, Node, Paint, Path
from generator.face.geometry import bounds, holds, rectangle, transformed
from generator.layout.drawing.context import Context, Drawer, GraphicsState, box_of, by_box, inner_state
from generator.layout.drawing.painting import SMALLEST, Clips, clipped, outlines_in
from generator.layout.svg.datatypes import Rect, length
from generator.layout.svg.element import Element, walk
from generator.layout.svg.grammar import BOXED, KNOWN, SHAPES
from generator.layout.svg.paint import color
from generator.values import replace


def masked(
    context: Context, element: Element, state: GraphicsState, nodes: Sequence[Node], draw: Drawer
) -> Sequence[Node]:
    """The nodes of an element as its mask lets them through; `draw` gives the nodes of what stands in an element."""
    mask = context.target(element, "mask")
    if mask is None or mask.tag != "mask":
        return nodes
    a, place = mask.attributes, inner_state(context, mask, replace(state, style=context.root))
    in_units = a.get("maskContentUnits") == "objectBoundingBox"
    light = a.get("mask-type", "luminance") != "alpha"
    shapes = [c for c in mask.elements if c.tag in KNOWN and c.attributes.get("display") != "none"]
    if not in_units and all(_shows_all(context, shape, place, light) for shape in shapes):
        clips = outlines_in(context, mask, place, "even_odd")
    else:
        if in_units and element.tag in BOXED:
            place = by_box(element, state, place)
        shades = draw(context, mask, place)
        filtered = any("url(" in e.attributes.get("filter", "") for e in walk(mask))  # Illustrator inverts masks by one
        if filtered or (in_units and element.tag not in BOXED) or not all(_is_shade(n, light) for n in _leaves(shades)):
            message = f"the mask `{mask.id}` holds words or a filter, pictures by alpha, or is measured by a group"
            hint = "use shapes, gradients, pictures in greys, measured in user space; or save the art as a PNG"
            context.refuse(element, "mask", message, hint)
            return nodes
        greys = repainted(shades, lambda paint: _grey(paint, light))
        nodes, clips = [Group(tuple(nodes), mask=greys)] if greys else [], []
    return clipped(list(nodes), (*clips, *_window(context, mask, element, state, nodes)))


def _is_shade(node: Node, light: bool) -> bool:
    """Whether exporters know how light a node is."""
    return isinstance(node, Path) or (light and isinstance(node, Image))


def _leaves(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield from _leaves(node.children) if isinstance(node, Group) else (node,)


def _grey(paint: Paint, light: bool) -> Paint:
    """A paint as a mask takes it: its luminance (Filter Effects 1, 9.6), or white as opaque as it is."""
    if isinstance(paint, Gradient):
        return replace(paint, stops=tuple((at, _grey_of(color, light)) for at, color in paint.stops))
    return _grey_of(paint, light)


def _grey_of(color: Color, light: bool) -> Color:
    r, g, b = rgb_of(color.hex)
    level = round(255 * (0.2125 * r + 0.7154 * g + 0.0721 * b)) if light else 255
    return Color(f"#{level:02x}{level:02x}{level:02x}", color.alpha)


def _window(context: Context, mask: Element, element: Element, state: GraphicsState, nodes: Sequence[Node]) -> Clips:
    """What a mask's own box shows, where it cuts something off. In units of what is masked (so it is if the mask says
    nothing) that box is known of a shape or picture; of all else it is told if it may cut."""
    a = mask.attributes
    names = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
    own = a.get("maskUnits") == "userSpaceOnUse"
    if own and not names.keys() & a.keys():
        return []
    sides = zip(names, (state.viewport if own else (1.0, 1.0)) * 2, strict=True)
    try:
        x, y, w, h = (length(a.get(k, names[k]), whole, state.style.font_size) for k, whole in sides)
    except Unreadable as what:
        context.unreadable(mask, "x", what)
        return []
    if not own:
        if element.tag not in BOXED:
            is_penned = element.tag == "text" and state.style.stroke != "none"
            if is_penned or max(x, y) > 0 or min(x + w, y + h) < 1 or not _is_inside(nodes, (x, y, w, h)):
                message = f"the mask shows a part of what this `{element.tag}` paints, by the box of the mask"
                context.refuse(element, "mask", message, 'give the mask maskUnits="userSpaceOnUse" and a box')
            return []
        left, top, right, bottom = box_of(element, state.viewport, state.style.font_size)
        across, down = right - left, bottom - top
        x, y, w, h = left + x * across, top + y * down, w * across, h * down
    edge = transformed(rectangle(x, y, w, h), state.matrix) if min(w, h) > 0 else ()
    return [] if edge and not own and holds(bounds(edge), painted(nodes), SMALLEST) else [[(edge, False)]]


def _is_inside(nodes: Sequence[Node], region: Rect) -> bool:
    """True if all that is painted is inside a part of the box of the same without strokes."""
    (left, top, right, bottom), (x, y, w, h) = painted(_bare(nodes)), region
    across, down = right - left, bottom - top
    box = (left + x * across, top + y * down, left + (x + w) * across, top + (y + h) * down)
    return holds(box, painted(nodes), SMALLEST)


def _bare(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The same with paths that are filled and have no pen."""
    paths = [replace(n, stroke=None, fill=Color("#000000")) if isinstance(n, Path) else n for n in nodes]
    return tuple(replace(n, children=_bare(n.children)) if isinstance(n, Group) else n for n in paths)


def _shows_all(context: Context, shape: Element, state: GraphicsState, light: bool) -> bool:
    """Whether a shape of a mask, or what it uses, lets all through: opaque, and white where light is what counts."""
    a, place = shape.attributes, inner_state(context, shape, state)
    style = place.style
    if {"clip-path", "mask", "filter"} & a.keys() or a.get("opacity", "1") not in ("1", "1.0"):
        return False
    if shape.tag == "use":
        used = context.target(shape, "href")
        return used is None or _shows_all(context, used, place, light)
    if shape.tag not in SHAPES or style.stroke != "none" or style.fill_opacity != 1:
        return False
    try:
        paint = color(style.fill, style.color)
    except Unreadable:
        return False
    return paint.alpha == 1 and (paint.hex == "#ffffff" or not light)
