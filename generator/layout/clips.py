"""clip-path -> outlines in mm.

Takes an element with `clip-path` and its place; gives outlines to clip by, one after the other. Promise: a clip that
holds nothing hides everything, as SVG has it; the parts of a clip never cancel each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

from generator.face.face import Segments
from generator.face.geometry import area, polygons, transformed
from generator.findings import Finding
from generator.layout.numbers import Unreadable
from generator.layout.paths import SHAPE_TAGS, reversed_path, shape_segments
from generator.layout.svgfile import Element
from generator.layout.svgrules import reference
from generator.layout.work import Here, Work, inside

Clip = tuple[Segments, bool]
"""An outline in mm, and whether it is even-odd."""


def clip_segments(work: Work, element: Element, here: Here) -> list[Clip]:
    """The clips of an element, innermost first; `here` is the place inside it."""
    target = reference(element.attributes.get("clip-path", ""))
    clip = work.by_id((target or "").removeprefix("#"))
    if clip is None:
        return []
    if clip.tag != "clipPath":
        _refuse(work, element, f"`{target}` is a `{clip.tag}`, no clip path", "refer to a `clipPath`")
        return []
    if clip.attributes.get("clipPathUnits") == "objectBoundingBox":
        _refuse(work, clip, '`clipPathUnits="objectBoundingBox"` is not drawn', "write the clip in user space")
        return []
    place = inside(work, clip, here)
    parts = list(_parts(work, clip, place))
    outline = tuple(s for segments, _ in parts for s in segments)
    clips = [(outline, any(even_odd for _, even_odd in parts))]
    if clip.attributes.get("clip-path", "none") != "none":
        clips += clip_segments(work, clip, place)
    return clips


def _refuse(work: Work, element: Element, message: str, hint: str) -> None:
    work.tell(Finding("T005", element.mark("clip-path"), message, hint))


def _parts(work: Work, clip: Element, here: Here) -> Iterator[Clip]:
    for child in clip.elements:
        if child.attributes.get("display") == "none":
            continue
        place = inside(work, child, here)
        if child.tag in SHAPE_TAGS:
            yield from _shape(work, child, place)
        elif child.tag == "use":
            target = work.by_id(child.attributes.get("href", "").strip().removeprefix("#"))
            if target is not None and target.tag in SHAPE_TAGS:
                yield from _shape(work, target, inside(work, target, place))
        else:
            _refuse(work, child, f"a clip path cannot hold `{child.tag}`", "in Inkscape: Path > Object to Path")


def _shape(work: Work, element: Element, here: Here) -> Iterator[Clip]:
    try:
        segments = shape_segments(element.tag, element.attributes, here.viewport, here.style.font_size)
    except Unreadable as what:
        work.unreadable(element, "d", what)
        return
    if segments:
        yield _clockwise(transformed(segments, here.matrix)), here.style.clip_even_odd


def _clockwise(segments: Segments) -> Segments:
    turned = fsum(area(loop) for loop in polygons(segments) if len(loop) > 2)
    return reversed_path(segments) if turned < 0 else segments
