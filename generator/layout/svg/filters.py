"""Filters -> their steps: what each does to the box of what it gets, and what is behind that which they are of.

Takes elements of a filter, or functions of CSS; gives `FilterStep`s in user units. Promise: a step is written as SVG
has it and says nothing but plain words and numbers; what is not drawn is `Unreadable`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from math import inf
from typing import NamedTuple

from generator.diagnostics.findings import Unreadable
from generator.face.face import Color
from generator.face.geometry import NOTHING, Box, common, grown, merged
from generator.layout.svg.datatypes import length, number, numbers
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import REGION, STEP_ATTRIBUTES, STEPS
from generator.layout.svg.paint import color, share
from generator.values import Struct, lazy_pattern, replace

MAX_STEPS, MAX_OCTAVES = 64, 8
"""More octaves of noise are finer than print."""
SKIPPED_STEP = "feDisplacementMap"
"""What resvg 0.48 gets wrong (linebender/resvg issue 1019): what goes in comes out."""
_PLAIN = lazy_pattern(r"[-\w\s.,;+#%()]*")
_SPACE = "color-interpolation-filters"


class FilterStep(Struct, frozen=True):
    """A step of a filter, and those in it."""

    tag: str
    said: Mapping[str, str]
    parts: tuple[FilterStep, ...] = ()

    def get(self, name: str, usual: str = "") -> str:
        """What it says."""
        return self.said.get(name, usual)

    def pair(self, name: str, usual: str = "0") -> tuple[float, float]:
        """One or two numbers, across and down. Raises `Unreadable`."""
        values = numbers(self.get(name, usual)) or [0.0]
        return values[0], values[-1]

    def __str__(self) -> str:
        words = "".join(f' {name}="{value}"' for name, value in self.said.items())
        return f"<{self.tag}{words}>{''.join(map(str, self.parts))}</{self.tag}>"


def filter_steps(target: Element, viewport: tuple[float, float], current: Color) -> list[FilterStep]:
    """Those of a filter; `current` is what its colours may stand for. Raises `Unreadable`."""
    space = {k: v for k, v in target.attributes.items() if k == _SPACE}
    steps = [_step(e, space, viewport, current) for e in target.elements if e.tag in STEPS]
    if not 0 < len(steps) <= MAX_STEPS:
        raise Unreadable(f"it has {len(steps)} steps")
    if target.attributes.get("primitiveUnits") == "objectBoundingBox":
        raise Unreadable("its steps are measured by the box of what has it")
    return steps


def _step(element: Element, space: Mapping[str, str], viewport: tuple[float, float], current: Color) -> FilterStep:
    a = element.attributes
    said = {**space, **{k: v.strip() for k, v in a.items() if k in STEP_ATTRIBUTES or k == _SPACE}}
    for key, whole in zip(REGION, viewport * 2, strict=True):
        if key in said:
            said[key] = repr(length(said[key], whole))
    for key in (k for k in ("flood-color", "lighting-color") if k in a):
        paint = color(a[key], current)
        said |= {key: paint.hex, "flood-opacity": repr(paint.alpha * share(a.get("flood-opacity", "1")))}
    if element.tag == "feMorphology":
        said.setdefault("radius", "0")
    if element.tag == "feTurbulence":
        said["numOctaves"] = f"{min(number(said.get('numOctaves', '1')), MAX_OCTAVES):.0f}"
    tag = "feOffset" if element.tag == SKIPPED_STEP else element.tag
    wrong = tag == "feImage" or said.get("in") in ("FillPaint", "StrokePaint")
    if wrong or not all(map(_PLAIN.fullmatch, said.values())):
        raise Unreadable(f"a step `{element.tag}` is not drawn")
    return FilterStep(tag, said, tuple(_step(e, {}, viewport, current) for e in element.elements if e.tag in STEPS))


# ---- functions of CSS ----

_FUNCTION = lazy_pattern(r"([a-z-]+)\(((?:[^()]|\([^()]*\))*)\)")


def functions(words: str) -> tuple[list[FilterStep], bool]:
    """The steps that `blur` and `drop-shadow` are short for, and whether these are all. Raises `Unreadable`."""
    steps: list[FilterStep] = []
    found = _FUNCTION.findall(words.lower())
    for name, inner in found:
        parts = re.findall(r"[^\s(]+(?:\([^()]*\))?", inner) or ["0"]
        sizes = [length(p) for p in parts if p[0] in "+-.0123456789"] if name in _SPREADING else []
        dx, dy, blur, *_ = (*map(repr, sizes), "0", "0", "0")
        if name == "blur" and any(sizes):
            steps.append(FilterStep("feGaussianBlur", {"stdDeviation": dx, _SPACE: "sRGB"}))
        elif name == "drop-shadow":
            paint = color(next((p for p in parts if p[0] not in "+-.0123456789"), "black"))
            flood = {"flood-color": paint.hex, "flood-opacity": repr(paint.alpha), _SPACE: "sRGB"}
            steps.append(FilterStep("feDropShadow", {"dx": dx, "dy": dy, "stdDeviation": blur, **flood}))
    return steps, all(name in _SPREADING for name, _ in found)


_SPREADING = ("blur", "drop-shadow")


# ---- how far steps reach ----


class Reach(NamedTuple):
    """The box of what a step paints, and the least deviation by which all in it is blurred."""

    box: Box
    soft: float

    def over(self, other: Reach) -> Reach:
        """Both."""
        return Reach(merged(self.box, other.box), min(self.soft, other.soft))

    def cut(self, other: Reach) -> Reach:
        """What is in both."""
        box = common(self.box, other.box)
        return Reach(box if box[0] < box[2] and box[1] < box[3] else NOTHING, min(self.soft, other.soft))


def _blurred(step: FilterStep, one: Reach, usual: str = "0") -> Reach:
    across, down = step.pair("stdDeviation", usual)
    return Reach(grown(one.box, 3 * max(across, down, 0.0)), max(one.soft, min(across, down)))


def _shifted(step: FilterStep, one: Reach, usual: str = "0") -> Reach:
    (dx, _), (dy, _) = step.pair("dx", usual), step.pair("dy", usual)
    x1, y1, x2, y2 = one.box
    return Reach((x1 + dx, y1 + dy, x2 + dx, y2 + dy), one.soft)


def _coloured(step: FilterStep, one: Reach, _: Reach, region: Box) -> Reach:
    """Opacity from nothing fills the region; contrast sharpens."""
    values = [*map(abs, numbers(step.get("values", "1")))] if step.get("type", "matrix") == "matrix" else [1.0]
    return Reach(region if len(values) == 20 and values[19] else one.box, one.soft / max(1.0, *values))


def _transferred(step: FilterStep, one: Reach, _: Reach, region: Box) -> Reach:
    alpha = next((p for p in step.parts if p.tag == "feFuncA"), FilterStep("feFuncA", {}))
    begins = {"linear": "intercept", "gamma": "offset", "table": "tableValues", "discrete": "tableValues"}
    fills = alpha.pair(begins.get(alpha.get("type"), ""))[0]
    plain = all(p.get("type") in ("identity", "linear") and p.pair("slope", "1")[0] <= 1 for p in step.parts)
    return Reach(region if fills else one.box, one.soft * plain)


def _composed(step: FilterStep, one: Reach, other: Reach, region: Box) -> Reach:
    kind, soft = step.get("operator", "over"), min(one.soft, other.soft)
    boxes = {"in": one.cut(other).box, "out": one.box, "atop": other.box}
    boxes |= {"arithmetic": region} if step.pair("k4")[0] else {}
    return Reach(boxes.get(kind, one.over(other).box), soft)


_TRACES: Mapping[str, Callable[[FilterStep, Reach, Reach, Box], Reach]] = {
    "feBlend": lambda _, a, b, __: a.over(b),
    "feColorMatrix": _coloured,
    "feComponentTransfer": _transferred,
    "feComposite": _composed,
    "feDropShadow": lambda step, a, _, __: a.over(_shifted(step, _blurred(step, a, "2"), "2")),
    "feFlood": lambda _, __, ___, region: Reach(region, inf),
    "feGaussianBlur": lambda step, a, _, __: _blurred(step, a),
    "feMorphology": lambda step, a, _, __: Reach(grown(a.box, max(step.pair("radius"))), 0.0),
    "feOffset": lambda step, a, _, __: _shifted(step, a),
}
"""FilterStep -> what becomes of what goes into it; of all others anything may, anywhere."""


def reach_of_steps(steps: Sequence[FilterStep], source: Box, region: Box) -> tuple[Reach, Box]:
    """What the last step paints; and the box of what any has painted, as far as that is not all the region."""
    last, whole = Reach(source, 0.0), source
    nothing = Reach(NOTHING, inf)
    known = {"SourceGraphic": last, "SourceAlpha": last, "BackgroundImage": nothing, "BackgroundAlpha": nothing}
    for step in steps:
        one, other = known.get(step.get("in"), last), known.get(step.get("in2"), last)
        trace = _TRACES.get(step.tag)
        if step.tag == "feMerge":
            last = reduce(Reach.over, (known.get(part.get("in"), last) for part in step.parts), nothing)
        else:
            last = trace(step, one, other, region) if trace else Reach(region, 0.0)
        known[step.get("result", "-")] = last
        whole = merged(whole, last.box) if last.box != region else whole
    return Reach(common(region, last.box), last.soft if last.soft < inf else 0.0), common(
        region, merged(whole, last.box)
    )


_WINDOWS: Mapping[str, Callable[[FilterStep, float], float]] = {
    "feMorphology": lambda step, scale: (2 * scale * max(step.pair("radius")) + 1) ** 2 / 30,
    "feConvolveMatrix": lambda step, _: max(step.pair("order", "3")) ** 2 / 9,
    "feTurbulence": lambda step, _: 1.2 * step.pair("numOctaves", "1")[0],
}
"""FilterStep -> how many times a plain step it costs, as measured; `scale` pixels are a unit."""


def cost_of(steps: Sequence[FilterStep], scale: float) -> float:
    """How many plain steps some steps cost in each pixel. Raises `Unreadable`."""
    return sum(1 + _WINDOWS[step.tag](step, scale) if step.tag in _WINDOWS else 1.0 for step in steps)


# ---- what stands upon its effect ----


def without_source(steps: list[FilterStep], opaque: bool) -> list[FilterStep]:
    """The steps without the source that the last lays upon all; the same if it does not. What is cut out of the rest
    where an `opaque` source is stays there, so that no light comes between the two."""
    cuts = any(step.get("operator") in ("out", "xor") for step in steps)
    *rest, last = (_uncut(step) for step in steps) if opaque else steps
    first = ("SourceGraphic",) if rest else ("SourceGraphic", "")
    space = {_SPACE: last.said[_SPACE]} if _SPACE in last.said else {}
    if (cuts and not opaque) or any(k in last.said for k in REGION):
        return steps
    if last.tag == "feMerge" and len(last.parts) > 1 and last.parts[-1].get("in") in first:
        return [*rest, replace(last, parts=last.parts[:-1])]
    if {"feBlend": last.get("mode", "normal"), "feComposite": last.get("operator", "over")}.get(last.tag) in _OVER:
        below = {"in": last.said["in2"]} if "in2" in last.said else {}
        return [*rest, FilterStep("feOffset", {**below, **space})] if last.get("in") in first else steps
    return [*rest, *_shadow(last, space)] if last.tag == "feDropShadow" and last.get("in") in first else steps


_OVER = ("normal", "over")


def _uncut(step: FilterStep) -> FilterStep:
    if step.get("operator") != "out":
        return step
    return FilterStep("feOffset", {k: v for k, v in step.said.items() if k not in ("operator", "in2")})


def _shadow(step: FilterStep, space: Mapping[str, str]) -> Iterator[FilterStep]:
    """A shadow without what casts it (Filter Effects 1, 9.13)."""
    yield FilterStep("feGaussianBlur", {"in": "SourceAlpha", "stdDeviation": step.get("stdDeviation", "2")})
    yield FilterStep("feOffset", {"dx": step.get("dx", "2"), "dy": step.get("dy", "2"), "result": "-shadow"})
    yield FilterStep("feFlood", {**{k: v for k, v in step.said.items() if k.startswith("flood-")}, **space})
    yield FilterStep("feComposite", {"operator": "in", "in2": "-shadow", **space})
