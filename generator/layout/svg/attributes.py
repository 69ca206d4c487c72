"""Our attributes that are no expressions -> what is wrong with them.

Takes an element and one `pnp:` attribute; gives a finding's words or nothing. Promise: every `pnp:` attribute of a
file is either an expression, one of the forms described here, or told.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.diagnostics.findings import Unreadable, did_you_mean, near
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import ATTRIBUTES, DRAWN, SHAPES, STYLED_WHERE_THEY_STAND
from generator.layout.svg.numbers import millimetres, number, numbers, shown
from generator.layout.svg.style import INHERITED

Problem = tuple[str, str, str]
"""Code, message, hint."""

LITERAL = frozenset({"step", "box", "fit", "floor", "valign", "leading", "part", "with", "stamp"})
_ON = {
    "text": frozenset({"text"}),
    "box": frozenset({"text"}),
    "fit": frozenset({"text"}),
    "floor": frozenset({"text"}),
    "valign": frozenset({"text"}),
    "leading": frozenset({"text"}),
    "stamp": frozenset({"text"}),
    "icon": frozenset({"image"}),
    "part": frozenset({"image"}),
    "with": frozenset({"image"}),
}
"""Our attribute -> the elements that may carry it."""

BINDABLE = DRAWN.union(*(own for tag, own in ATTRIBUTES.items() if tag != "style")) - {"xml:space"}
"""SVG attributes that may stand after `pnp:`."""

GUIDES = frozenset({"trim", "safe", "bleed"})
"""Layers of these names are never drawn."""

_WORDS: dict[str, tuple[str, ...]] = {
    "fit": ("wrap", "shrink", "none"),
    "valign": ("top", "middle", "bottom"),
    "stamp": ("yes",),
}


CONTROL = frozenset({"for", "if", "text", "icon"}) | LITERAL


def is_guide(element: Element) -> bool:
    """True for a layer (by label or id) that is a guide."""
    return element.attributes.get("inkscape:label", element.id).strip().lower() in GUIDES


def literal_problem(element: Element, name: str, words: str) -> Problem | None:
    """What is wrong with a `pnp:` attribute as it stands, if anything."""
    return next((p for p in (check(element, name, words.strip()) for check in _CHECKS) if p), None)


def _unknown(_: Element, name: str, _words: str) -> Problem | None:
    known = CONTROL | BINDABLE
    if name in ("style", "class", "id"):
        return "T023", f"`pnp:{name}` cannot be bound", "bind the single properties, such as `pnp:fill`"
    meant = near(name, known, 0.6)
    hint = f"did you mean `pnp:{meant}`?" if meant else did_you_mean(name, known)
    return None if name in known else ("T023", f"there is no attribute `pnp:{name}`", hint)


def _misplaced(element: Element, name: str, _: str) -> Problem | None:
    if name in _ON and element.tag not in _ON[name]:
        return "T024", f"`pnp:{name}` stands on a `{element.tag}`", f"put it on {' or '.join(sorted(_ON[name]))}"
    own = ATTRIBUTES.get(element.tag, frozenset()) | DRAWN
    if name in BINDABLE - own and (name, element.tag) != ("width", "text"):
        return "T024", f"`pnp:{name}` stands on a `{element.tag}`", did_you_mean(name, own & BINDABLE)
    other = _BESIDE.get(name)
    if other and f"pnp:{other}" not in element.attributes:
        return "T024", f"`pnp:{name}` stands without `pnp:{other}`", f"add `pnp:{other}`, or delete it"
    return None


_BESIDE = {"step": "for", "with": "part"}


def _no_such_word(_: Element, name: str, words: str) -> Problem | None:
    if name not in _WORDS or words in _WORDS[name]:
        return None
    return "T025", f'`pnp:{name}="{shown(words)}"` has no meaning', did_you_mean(words, _WORDS[name])


def _no_such_number(_: Element, name: str, words: str) -> Problem | None:
    if name not in _NUMBERS:
        return None
    right, hint = _NUMBERS[name]
    try:
        if right(words):
            return None
    except Unreadable:
        pass
    return "T025", f'`pnp:{name}="{shown(words)}"` cannot be used', f"write {hint}"


_NUMBERS: dict[str, tuple[Callable[[str], bool], str]] = {
    "box": (lambda w: len(numbers(w)) == 4 and min(numbers(w)[2:]) > 0, "`5 40 53 30` (x y width height)"),
    "floor": (lambda w: (millimetres(w) or 0) > 0, "`6.5pt`"),
    "leading": (lambda w: 0.5 <= number(w) <= 5, "`1.45`"),
    "step": (lambda w: len(numbers(w)) in (1, 2), "`7 0`"),
}


def _no_room(element: Element, name: str, words: str) -> Problem | None:
    a = element.attributes
    framed = "pnp:box" in a or "url(" in a.get("shape-inside", "")
    if name != "fit" or framed:
        return None
    if words == "wrap":
        return "T025", '`pnp:fit="wrap"` has no box to fit', 'add `pnp:box="x y width height"`'
    if words == "shrink" and "pnp:width" not in a:
        return "T025", '`pnp:fit="shrink"` has no width to fit', 'add `pnp:width="40"`'
    return None


def _unreached(element: Element, name: str, _: str) -> Problem | None:
    """Gradients, patterns and clips inherit what is written around them, not what an expression gives each item."""
    if name not in INHERITED or element.tag in STYLED_WHERE_THEY_STAND:
        return None
    for inner in element.elements:
        if inner.tag in STYLED_WHERE_THEY_STAND and _takes(inner, name):
            hint = f"bind `pnp:{'stop-color' if name == 'color' else name}` on what stands in it"
            return "T024", f"`pnp:{name}` does not reach the `{inner.tag}` inside", hint
        if found := _unreached(inner, name, _):
            return found
    return None


def _takes(element: Element, name: str) -> bool:
    """Whether something in an element is drawn in what it inherits."""
    a = element.attributes
    if name == "color":
        return any("currentcolor" in v.lower() for v in a.values()) or any(_takes(c, name) for c in element.elements)
    if name in a or element.tag in ("stop", "linearGradient", "radialGradient"):
        return False
    return element.tag in SHAPES | {"text"} or any(_takes(c, name) for c in element.elements)


_CHECKS = (_unknown, _unreached, _misplaced, _no_such_word, _no_such_number, _no_room)
