"""mask -> a clip where plain shapes show all of what is in them, else greys that let through as much as they are light.

Takes the nodes of an element with `mask` and its place; gives them masked. Promise: a mask that holds nothing hides
everything, and what cannot be drawn of one is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.diagnostics.findings import Unreadable
from generator.face.bounds import painted
from generator.face.colors import repainted, rgb_of
from generator.face.face import Color, Group, Image, Node
from generator.face.geometry import bounds, holds, rectangle, transformed
from generator.layout.drawing.context import Context, Drawer, GraphicsState, by_box, inner_state, own_box, region_of
from generator.layout.drawing.painting import SMALLEST, Clips, clipped, outlines_in
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import KNOWN, REGION, SHAPES
from generator.layout.svg.paint import color
from generator.values import replace


def masked(
    context: Context, element: Element, state: GraphicsState, nodes: Sequence[Node], draw: Drawer
) -> Sequence[Node]:
    """The nodes of an element as its mask lets them through; `draw` gives the nodes of what stands in an element."""
    mask = context.target(element, "mask")
    if mask is None or mask.tag != "mask":
        return nodes
    home = replace(context.at_home(mask, state), style=context.root)
    a, place = mask.attributes, inner_state(context, mask, home)
    in_units = a.get("maskContentUnits") == "objectBoundingBox"
    light = a.get("mask-type", "luminance") != "alpha"
    shapes = [c for c in mask.elements if c.tag in KNOWN and c.attributes.get("display") != "none"]
    if not in_units and all(_shows_all(context, shape, place, light) for shape in shapes):
        clips = outlines_in(context, mask, place, "even_odd")
    else:
        if in_units:
            place = by_box(own_box(element, state, nodes), place)
        shades = draw(context, mask, place)
        if not (light or all(map(_is_plain, shades))):
            message = f"the mask `{mask.id}` shows pictures or a filter by alpha"
            hint = "leave out `mask-type`, and let them be light where the mask shows something"
            context.refuse(element, "mask", message, hint)
            return nodes
        greys = repainted(shades, lambda paint: paint.recolored(lambda color: _grey(color, light)))
        nodes, clips = [Group(tuple(nodes), mask=greys)] if greys else [], []
    return clipped(list(nodes), (*clips, *_window(context, mask, element, state, nodes)))


def _is_plain(node: Node) -> bool:
    """Whether a node is as opaque as its paints say."""
    if isinstance(node, Group):
        return not node.effect and all(map(_is_plain, node.children))
    return not isinstance(node, Image)


def _grey(color: Color, light: bool) -> Color:
    """A colour as a mask takes it: its luminance (Filter Effects 1, 9.6), or white as opaque as it is."""
    r, g, b = rgb_of(color.hex)
    level = round(255 * (0.2125 * r + 0.7154 * g + 0.0721 * b)) if light else 255
    return Color(f"#{level:02x}{level:02x}{level:02x}", color.alpha)


def _window(context: Context, mask: Element, element: Element, state: GraphicsState, nodes: Sequence[Node]) -> Clips:
    """What a mask's own box shows, where it cuts something off."""
    own = mask.attributes.get("maskUnits") == "userSpaceOnUse"
    if own and not REGION.keys() & mask.attributes.keys():
        return []
    try:
        box, home = own_box(element, state, nodes), context.at_home(mask, state)
        left, top, right, bottom = region_of(mask, "maskUnits", home, box)
    except Unreadable as what:
        context.unreadable(mask, "x", what)
        return []
    shown = left < right and top < bottom
    edge = transformed(rectangle(left, top, right - left, bottom - top), state.matrix) if shown else ()
    return [] if edge and not own and holds(bounds(edge), painted(nodes), SMALLEST) else [[(edge, False)]]


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
