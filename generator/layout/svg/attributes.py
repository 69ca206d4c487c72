"""The table of our attributes, and what is wrong with one in a file.

Takes an element and one `pnp:` attribute; gives a finding's words or nothing. Promise: every `pnp:` attribute of a
file is either an expression, one of the forms described here, or told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto

from generator.diagnostics.findings import Unreadable, did_you_mean, near
from generator.layout.svg.datatypes import millimetres, number, numbers, shown
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import ATTRIBUTES, DRAWN, SHAPES, STYLED_WHERE_THEY_STAND
from generator.layout.svg.style import INHERITED
from generator.typeset.setting import FLOORS, POINT
from generator.values import Struct

Misuse = tuple[str, str, str]
"""Code, message, hint."""


class Holds(Enum):
    """What stands in an attribute of ours: words, read as they are; an expression that says what becomes of its element
    (`template/compile.py`); or one whose value is found under the attribute's own name where the element is drawn."""

    WORDS = auto()
    PLAN = auto()
    VALUE = auto()


class Attribute(Struct, frozen=True):
    """One of our attributes: the elements that may carry it (none: all); the attribute it `needs` beside it. Of words:
    those that mean something (`one_of`), or whether they are `right`, and an example, and if the numbers in them are
    `lengths`; `check` sees the element, too.
    """

    name: str
    holds: Holds
    on: tuple[str, ...] = ()
    needs: str = ""
    one_of: tuple[str, ...] = ()
    right: Callable[[str], bool] | None = None
    example: str = ""
    lengths: bool = True
    check: Callable[[Element, str], Misuse | None] | None = None


def _is_along(element: Element) -> bool:
    return any(c.tag == "textPath" for c in element.elements)


def _has_no_path(element: Element, _: str) -> Misuse | None:
    message = "`pnp:box` stands beside a `textPath`: on a path words have no box"
    return ("T024", message, "delete one of the two") if _is_along(element) else None


def _has_room(element: Element, words: str) -> Misuse | None:
    a, along = element.attributes, _is_along(element)
    framed = _is_framed(a) and not along
    if words == "wrap" and not framed:
        hint = 'write `pnp:fit="shrink"`' if along else 'add `pnp:box="x y width height"`'
        return "T025", '`pnp:fit="wrap"` has no box to fit', hint
    if words == "shrink" and not framed and not along and "pnp:width" not in a:
        return "T025", '`pnp:fit="shrink"` has no width to fit', 'add `pnp:width="40"`'
    return None


def _can_shrink(element: Element, _: str) -> Misuse | None:
    a = element.attributes
    if a.get("pnp:fit") == "shrink" or ("pnp:fit" not in a and _is_framed(a)) or a.get("pnp:fit") == "wrap":
        return None
    return "T025", "`pnp:uniform` has no room to fit", 'add `pnp:box="x y width height"`, or `pnp:fit="shrink"`'


def _is_framed(a: Mapping[str, str]) -> bool:
    return "pnp:box" in a or "url(" in a.get("shape-inside", "")


def _is_reached(_: Element, words: str) -> Misuse | None:
    least = min(FLOORS.values())
    if (millimetres(words) or least) > least - 0.01:
        return None
    message = f'`pnp:floor="{shown(words)}"` is never reached: nothing shrinks under {least / POINT:g} pt'
    return "T028", message, f'write `pnp:floor="{least / POINT:g}pt"`; only `font-size` makes type smaller'


ALIGNED = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Where a row of copies stands at the place of the element: the share of its length that lies before."""


def _is_row(words: str) -> bool:
    values = numbers(words)
    return len(values) == 3 and values[0] >= 1 and values[0].is_integer()


_TEXT, _IMAGE = ("text",), ("image",)
_BOX = "`5 40 53 30` (x y width height)"
OURS: Mapping[str, Attribute] = {
    row.name: row
    for row in (
        Attribute("for", Holds.PLAN),
        Attribute("step", Holds.WORDS, needs="for", right=lambda w: len(numbers(w)) in (1, 2), example="`7 0`"),
        Attribute("align", Holds.WORDS, needs="step", one_of=tuple(ALIGNED)),
        Attribute(
            "wrap", Holds.WORDS, needs="step", right=_is_row, example="`5 0 8` (how many in a row, x y to the next)"
        ),
        Attribute("if", Holds.PLAN),
        Attribute("text", Holds.PLAN, _TEXT),
        Attribute(
            "box",
            Holds.WORDS,
            _TEXT,
            right=lambda w: len(numbers(w)) == 4 and min(numbers(w)[2:]) > 0,
            example=_BOX,
            check=_has_no_path,
        ),
        Attribute("fit", Holds.WORDS, _TEXT, one_of=("wrap", "shrink", "none"), check=_has_room),
        Attribute("uniform", Holds.WORDS, _TEXT, one_of=("yes",), check=_can_shrink),
        Attribute("width", Holds.VALUE, _TEXT),
        Attribute(
            "floor", Holds.WORDS, _TEXT, right=lambda w: (millimetres(w) or 0) > 0, example="`6.5pt`", check=_is_reached
        ),
        Attribute("valign", Holds.WORDS, _TEXT, one_of=("top", "middle", "bottom")),
        Attribute(
            "leading", Holds.WORDS, _TEXT, right=lambda w: 0.5 <= number(w) <= 5, example="`1.45`", lengths=False
        ),
        Attribute("stamp", Holds.WORDS, _TEXT, one_of=("yes",)),
        Attribute("icon", Holds.PLAN, _IMAGE),
        Attribute("color", Holds.VALUE, _IMAGE),
        Attribute("part", Holds.WORDS, _IMAGE),
        Attribute("with", Holds.WORDS, _IMAGE, needs="part"),
    )
}
"""All attributes after `pnp:` that are not SVG's own. A new one is a row here, a function where elements are drawn, and
a row in layouts/README.md."""

BINDABLE = DRAWN.union(*(own for tag, own in ATTRIBUTES.items() if tag != "style")) - {"xml:space"}
"""SVG attributes that may stand after `pnp:`."""

GUIDES = frozenset({"trim", "safe", "bleed"})
"""Layers of these names are never drawn, but in pictures."""
GUIDE = "--guide"
"""The attribute that a layer gets which is a guide."""


def guides(element: Element) -> Iterator[Element]:
    """The layers (by label or id) that are guides: those that stand in the drawing itself."""
    for inner in element.elements:
        if inner.tag == "g" and inner.attributes.get("inkscape:label", inner.id).strip().lower() in GUIDES:
            yield inner
        elif inner.tag not in STYLED_WHERE_THEY_STAND | {"defs", "symbol"}:
            yield from guides(inner)


def is_plain(attribute: str) -> bool:
    """True for an attribute of a file that is no expression."""
    row = OURS.get(attribute.removeprefix("pnp:"))
    return not attribute.startswith("pnp:") or (row is not None and row.holds is Holds.WORDS)


def bound_to(tag: str, name: str) -> str | None:
    """The attribute that the value of `pnp:name` becomes on an element; None if it becomes none, or nobody knows it."""
    row = OURS.get(name)
    if row is not None and (tag in row.on or name not in BINDABLE):
        return f"pnp:{name}" if row.holds is Holds.VALUE else None
    return name if name in BINDABLE else None


def misuse(element: Element, key: str, words: str) -> Misuse | None:
    """What is wrong with an attribute of ours as it stands, if anything; or with one that lacks its prefix."""
    if key.startswith("pnp:"):
        return next((p for p in (check(element, key[4:], words) for check in _CHECKS) if p), None)
    if key in OURS and key not in BINDABLE and f"pnp:{key}" not in element.attributes:
        return "T023", f"`{key}` without its prefix means nothing", f"write `pnp:{key}`"
    return None


def _unknown(_: Element, name: str, _words: str) -> Misuse | None:
    if name in ("style", "class", "id"):
        return "T023", f"`pnp:{name}` cannot be bound", "bind the single properties, such as `pnp:fill`"
    if name in OURS or name in BINDABLE:
        return None
    known = OURS.keys() | BINDABLE
    meant = near(name, known, 0.6)
    hint = f"did you mean `pnp:{meant}`?" if meant else did_you_mean(name, known)
    return "T023", f"there is no attribute `pnp:{name}`", hint


def _misplaced(element: Element, name: str, _: str) -> Misuse | None:
    row = OURS.get(name)
    if row is not None and (not row.on or element.tag in row.on):
        if row.needs and f"pnp:{row.needs}" not in element.attributes:
            message = f"`pnp:{name}` stands without `pnp:{row.needs}`"
            return "T024", message, f"add `pnp:{row.needs}`, or delete it"
        return None
    own = ATTRIBUTES.get(element.tag, frozenset()) | DRAWN
    if name in own:
        return None
    hint = did_you_mean(name, own & BINDABLE) if row is None or name in BINDABLE else f"put it on {' or '.join(row.on)}"
    return "T024", f"`pnp:{name}` stands on a `{element.tag}`", hint


def _unusable(element: Element, name: str, words: str) -> Misuse | None:
    row = OURS.get(name)
    if row is None:
        return None
    if row.one_of and words not in row.one_of:
        hint = did_you_mean(words, row.one_of) if len(row.one_of) > 1 else f"write `{row.one_of[0]}`, or nothing"
        return "T025", f'`pnp:{name}="{shown(words)}"` has no meaning', hint
    try:
        right = row.right is None or row.right(words)
    except Unreadable:
        right = False
    if not right:
        return "T025", f'`pnp:{name}="{shown(words)}"` cannot be used', f"write {row.example}"
    return row.check(element, words) if row.check else None


def _unreached(element: Element, name: str, _: str) -> Misuse | None:
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


_CHECKS = (_unknown, _unreached, _misplaced, _unusable)
