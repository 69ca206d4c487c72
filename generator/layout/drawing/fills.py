"""fill and stroke of an element -> a `Filling`, or the pattern element that fills it.

Takes an element's inherited style and outline; follows `url(#...)` to gradients and patterns. Promise: a reference
that leads nowhere paints nothing, and is told: when the file was read, or here if an expression made it.
"""

from __future__ import annotations

from generator.diagnostics.findings import Finding, Unreadable
from generator.face.face import Segments
from generator.face.geometry import bounds
from generator.face.weight import ELEMENT
from generator.layout.drawing.context import Here, Work
from generator.layout.svg.document import Element
from generator.layout.svg.numbers import shown
from generator.layout.svg.paint import Filling, color, faded, focus, gradient, stops_of
from generator.layout.svg.references import reference


def filling_of(work: Work, element: Element, here: Here, name: str, segments: Segments) -> Filling | Element | None:
    """The paint of `fill` or `stroke` over an outline in user units; a pattern's element; None for no paint."""
    style = here.style
    words, opacity = (style.fill, style.fill_opacity) if name == "fill" else (style.stroke, style.stroke_opacity)
    if words in ("none", ""):
        return None
    try:
        filling = _filling(work, words, here, segments)
        if filling is None and name in element.attributes and element.bound:
            _must_lead_somewhere(work, words)
    except Unreadable as what:
        work.unreadable(element, name, what)
        return None
    if filling is None or isinstance(filling, Element):
        return filling
    return Filling(faded(filling.paint, opacity), filling.frame)


def _must_lead_somewhere(work: Work, words: str) -> None:
    """What an expression refers to could not be looked at when the file was read."""
    target = reference(words) if "url(" in words else None
    if target is not None and work.bound.by_id(target.removeprefix("#")) is None:
        raise Unreadable(f"`{shown(target)}` is nothing in this file", "refer to a gradient or pattern of this file")


def _filling(work: Work, words: str, here: Here, segments: Segments) -> Filling | Element | None:
    target = reference(words) if "url(" in words else None
    if target is None:
        paint = color(words, here.style.color)
        return Filling(paint) if paint.alpha > 0 else None
    element = work.by_id(target.removeprefix("#"))
    if element is None:
        return None
    if element.tag == "pattern":
        return element
    if element.tag not in ("linearGradient", "radialGradient"):
        raise Unreadable(f"`{target}` is a `{element.tag}`, no gradient or pattern", "refer to a gradient")
    return _gradient(work, element, here, segments)


def inheritance(work: Work, element: Element) -> list[Element]:
    """The element and those it takes over attributes from by `href`, nearest first."""
    chain = [element]
    while len(chain) < 20:
        following = work.by_id(chain[-1].attributes.get("href", "").strip().removeprefix("#"))
        if following is None or following in chain:
            break
        chain.append(following)
    return chain


def attributes_of(chain: list[Element]) -> dict[str, str]:
    """The attributes of a chain; the nearest wins."""
    found: dict[str, str] = {}
    for element in reversed(chain):
        found.update(element.attributes)
    return found


def _gradient(work: Work, element: Element, here: Here, segments: Segments) -> Filling | None:
    chain = inheritance(work, element)
    source = next((e for e in chain if any(c.tag == "stop" for c in e.elements)), element)
    a = attributes_of(chain)
    try:
        beside = focus(a, here.viewport) if element.tag == "radialGradient" else ""
        if beside:
            message, hint = f"the focus `{beside}: {a[beside]}` is not drawn", "write the same value as for the centre"
            work.tell(Finding("T005", element.mark(beside), message, hint if beside != "fr" else 'write fr="0"'))
        base = color(source.attributes.get("color", "currentColor"), work.root.color)
        stops = stops_of([c.attributes for c in source.elements if c.tag == "stop"], base)
        work.counted(element, ELEMENT * len(stops))
        return gradient(element.tag == "radialGradient", a, stops, here.matrix, bounds(segments), here.viewport)
    except Unreadable as what:
        work.tell(Finding("T012", element.mark(), f"`{element.id}`: {what.message}", what.hint))
        return None
