"""filter -> a group with its `PaintEffect`.

Takes the nodes of an element and its place. Promise: what is seen of a filter, and of the element through it, lies
within the box of the effect; where the last step lays the element upon the rest (a shadow, a glow), it stays as it is;
what is not drawn is told, and printed without.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from math import hypot, inf

from generator.diagnostics.findings import Finding, Unreadable
from generator.face.bounds import fill_box, painted, placed_nodes
from generator.face.colors import opacity_of
from generator.face.face import GlyphRun, Group, Image, Node, PaintEffect
from generator.face.geometry import EVERYWHERE, Box, box_area, common, holds, inverse
from generator.layout.drawing.context import MAX_DRAWN, Context, GraphicsState, region_of
from generator.layout.svg.datatypes import shown
from generator.layout.svg.element import Element
from generator.layout.svg.filters import SKIPPED_STEP, cost_of, filter_steps, functions, reach_of_steps, without_source

LIBRARY = "resvg_py"
"""What makes pictures of filters."""
_DPI, _COARSEST = 300.0, 105.0
_LARGEST = 2000.0
_PER_BLUR = 6
"""So many pixels are enough for the deviation of a blur."""
_PIXELS = 250
"""So many pixels of a step cost as much as a point of an outline."""
_DEAREST = 25_000
"""What costs more points is drawn in coarser pixels."""


def filtered(context: Context, element: Element, state: GraphicsState, nodes: list[Node]) -> list[Node]:
    """The nodes of an element through its filter."""
    words, target = element.attributes["filter"], None
    if words == "none":
        return nodes
    try:
        if "url(" in words:
            target = context.target(element, "filter")
            if target is None or target.tag != "filter":
                raise Unreadable("no filter here is called so")
        if not _is_here():
            raise Unreadable(f"`pip install {LIBRARY.replace('_', '-')}` brings what draws it")
        effect = _effect(context, target, words, state, nodes)
        if effect and context.count + effect.cost > MAX_DRAWN / 2:
            raise Unreadable("all together take too long")
        if target and any(e.tag == SKIPPED_STEP for e in target.elements):
            _tell(context, element, f"`{SKIPPED_STEP}` in the filter `{target.id}` is left out")
    except Unreadable as what:
        message = f"`filter: {shown(words)}` is left out, and what has it printed without: {what.message}"
        _tell(context, element, message)
        return nodes
    if effect is None:
        return nodes
    context.counted(element, effect.cost)
    return [Group(tuple(nodes), effect=effect)]


def _tell(context: Context, element: Element, message: str) -> None:
    """Of what many elements have once for a face."""
    about = ("filter", element.attributes["filter"])
    if not any(finding.about == about for finding in context.told):
        hint = "draw the effect as shapes, or save the art as a PNG and place it with `image`"
        context.tell(Finding("T029", element.mark("filter"), message, hint, about=about))


@cache
def _is_here() -> bool:
    return find_spec(LIBRARY) is not None


def _effect(
    context: Context, target: Element | None, words: str, state: GraphicsState, nodes: Sequence[Node]
) -> PaintEffect | None:
    """What a filter does to nodes; None: nothing. Raises `Unreadable`."""
    back, region, is_plain = inverse(state.matrix), EVERYWHERE, True
    if back is None:
        return None
    if target:
        state = context.at_home(target, state)
        region = region_of(target, "filterUnits", state, fill_box(nodes, back))
        steps = filter_steps(target, state.viewport, state.style.color)
    else:
        steps, is_plain = functions(words)
    if is_plain and not steps:
        return None
    source = common(region, painted([Group(tuple(nodes), back)], context.tools.book().ink))
    above = without_source(steps, _is_opaque(nodes)) if is_plain and holds(region, source) else steps
    reach, whole = reach_of_steps(above, source, region)
    soft = reach.soft if is_plain else 0.0
    left, top, right, bottom = whole = _rounded(whole)
    scale = hypot(*state.matrix[:4]) / 2**0.5
    size = box_area(whole) * (scale / 25.4) ** 2
    if max(right - left, bottom - top) * scale > _LARGEST:
        raise Unreadable(f"it reaches over more than {_LARGEST:g} mm")
    if not 0 < size < inf:
        return None
    dpi = min(_DPI, 25.4 * _PER_BLUR / (soft * scale)) if soft else _DPI
    dpi = max(dpi, _COARSEST)
    while (cost := size * dpi**2 / _PIXELS * cost_of(above, dpi * scale / 25.4)) > _DEAREST and dpi > _COARSEST:
        dpi *= 0.9
    written, behind = (f"<filter>{''.join(map(str, some))}</filter>" for some in (steps, above))
    written = written if is_plain else words
    inner = (node.effect.cost for node, _ in placed_nodes(nodes) if isinstance(node, Group) and node.effect)
    behind, cost = behind * (above != steps), round(cost + sum(inner))  # also what is made within another
    return PaintEffect("", written, behind, whole, _rounded(reach.box), state.matrix, round(dpi, 1), cost)


def _rounded(box: Box) -> Box:
    left, top, right, bottom = (round(v, 4) for v in box)
    return (left, top, right, bottom)


def _is_opaque(nodes: Sequence[Node]) -> bool:
    """Whether nothing shows through nodes, but at their edges."""
    for node in nodes:
        if isinstance(node, Group):
            clear = node.opacity < 1 or node.mask or node.effect or not _is_opaque(node.children)
        elif isinstance(node, Image):
            clear = True
        else:
            paints = (node.fill,) if isinstance(node, GlyphRun) else (node.fill, node.stroke and node.stroke.paint)
            clear = any(opacity_of(paint) < 1 for paint in paints if paint)
        if clear:
            return False
    return True
