"""What SVG files may say, by the table grammar.yaml: elements, their attributes, properties, the values that are drawn.

Takes an element whose style was split; gives findings about what would be left out. Promise: an attribute or property
is drawn (`ATTRIBUTES`, `DRAWN`), or of no account on paper (`_INERT`), or at a value that changes nothing
(`LIMITED`), or another element's and nowhere near one of its own; all others are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.data.lexicon import parsed
from generator.diagnostics.findings import Finding, Unreadable, near
from generator.layout.svg.datatypes import shown
from generator.layout.svg.element import Element
from generator.layout.svg.paint import color
from generator.layout.svg.style import INHERITED
from generator.values import lazy_pattern


def named(words: str) -> frozenset[str]:
    """The names in some words."""
    return frozenset(words.split())


def _by_name(table: Mapping[str, str]) -> dict[str, str]:
    return {name: said for names, said in table.items() for name in names.split()}


_TABLE: Mapping[str, Any] = parsed(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
_GROUPS = {name: named(words) for name, words in _TABLE["groups"].items()}

ROOT = "root"
"""How the outermost `svg` is called here: other rules hold for it than for those inside."""
ATTRIBUTES: Mapping[str, frozenset[str]] = {k: named(words) for k, words in _by_name(_TABLE["attributes"]).items()}
"""Element -> its own attributes, which are read where it is drawn."""
STEPS = _GROUPS["steps"]
"""What a filter is made of."""
STEP_ATTRIBUTES = named(_TABLE["step-attributes"])
"""The attributes of steps: elsewhere most mean nothing."""
REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
"""What masks and filters show a part of, where they do not say."""
KNOWN = frozenset([*ATTRIBUTES, *STEPS])
SHAPES = _GROUPS["shapes"]
BOXED = SHAPES | {"image"}
"""What has a box before it is drawn."""
SKIPPED = _GROUPS["skipped"]
"""Left out without a word: what does not draw, or draws only where an attribute that is refused refers to it."""
WITH_WORDS = _GROUPS["with-words"]
GEOMETRY: Mapping[str, frozenset[str]] = {tag: named(words) for tag, words in _TABLE["geometry"].items()}
"""Element -> those of its attributes that style sheets may set as well."""
DRAWN = frozenset(INHERITED) | named(_TABLE["drawn"])
"""Properties that are read, each where it is drawn."""
LINES = _GROUPS["lines"]
"""Shapes whose vertices are marked, as browsers and drawing programs have it."""
STYLED_WHERE_THEY_STAND = _GROUPS["resources"]
"""What is drawn elsewhere, and takes over nothing from there."""
BLENDS = frozenset(_TABLE["patterns"]["blends"].split("|"))
"""How CSS and PDF mix paint with what lies below."""


class _Limit(NamedTuple):
    on: frozenset[str]
    drawn: Callable[[str], bool]
    hint: str


def _is_colour(words: str) -> bool:
    try:
        return bool(color("transparent" if words in ("none", "0") else words))
    except Unreadable:
        return False


def _fits(pattern: str) -> Callable[[str], bool]:
    if pattern == "COLOUR":
        return _is_colour
    found = lazy_pattern(re.sub("{([a-z]+)}", lambda part: _TABLE["patterns"][part[1]], pattern))
    return lambda value: found.fullmatch(value) is not None  # compiled when it is asked


LIMITED: dict[str, tuple[_Limit, ...]] = {}
"""Property or attribute -> what is drawn of it, and where that matters (`below`: on those that hold one, too, for it is
inherited). What is not among the drawn ones is only looked at."""
for _names, _on, _drawn, _hint in _TABLE["limits"]:
    _limit = _Limit(frozenset().union(*(_GROUPS.get(tag, {tag}) for tag in _on.split())), _fits(_drawn), _hint)
    for _name in _names.split():
        LIMITED[_name] = (*LIMITED.get(_name, ()), _limit)

_LEFT_OUT = _by_name(_TABLE["left-out"])
"""What is lost of these is no content: it is told, and what is printed instead."""
_MEANT = lazy_pattern(r".*\bline-through\b.*|super|sub")
"""Values that say something."""
_INERT = lazy_pattern(_TABLE["inert"])
_NAMING = ("id", "class")
_INERT_STARTS = ("pnp:", "inkscape:", "xml:", "data-", "aria-", "--")
"""Of no account on paper, or nothing by itself."""
_ZERO = lazy_pattern(f"(?i){_TABLE['patterns']['zero']}")


NOBODYS = "delete it: no program reads it"
"""What to do about an attribute that is no slip of another."""
_DEFAULTS = frozenset({"", "initial", "unset", "revert"})
_ELSEWHERE = frozenset[str]().union(*ATTRIBUTES.values())
_OWN = {**ATTRIBUTES, **dict.fromkeys(STEPS, STEP_ATTRIBUTES)}
_SURE = {tag: (own | DRAWN) - LIMITED.keys() for tag, own in _OWN.items()}
"""Element -> what is drawn whatever its value."""
_BESIDE = {"transform-box": "transform"}
"""Property -> that without which it does nothing."""


def faults(element: Element, tag: str, *, sample: bool = False) -> Iterator[Finding]:
    """What is not drawn of an element's own attributes; `tag` is its name or `ROOT`; `sample`: of words in whose place
    others are set."""
    sure = _SURE.get(tag, frozenset())
    for name, value in element.attributes.items():
        unread = (sample and name in ATTRIBUTES["text"]) or f"pnp:{name}" in element.attributes
        if name in sure or unread or _BESIDE.get(name, name) not in element.attributes:
            continue
        fault = fault_of(tag, name, value.strip())
        if fault and (tag in fault[3] or matters(element, fault[3])):
            yield Finding(fault[0], element.mark(name), fault[1], fault[2], about=(name, value))


@lru_cache(maxsize=4096)
def fault_of(tag: str, name: str, value: str) -> tuple[str, str, str, frozenset[str]] | None:
    """What is wrong with an attribute of an element: code, message, hint, and where it matters."""
    if name.startswith("on") and len(name) > 3:
        return "T013", f"`{name}` would run a program", "delete the attribute", frozenset({tag})
    limits = LIMITED.get(name, ())
    kept = value == "inherit" and (name in INHERITED or name not in DRAWN)
    default = name != "all" and (kept or value in _DEFAULTS)
    for limit in limits:
        if (tag in limit.on or "below" in limit.on) and not default and not limit.drawn(value):
            if name in _LEFT_OUT and not _MEANT.fullmatch(value):
                return "T029", f"`{name}: {shown(value)}` is left out: {_LEFT_OUT[name]}", limit.hint, limit.on
            return "T005", f"`{name}: {shown(value)}` is not drawn", limit.hint, limit.on
    own = _OWN.get(tag, frozenset()) | DRAWN
    bare = name.removeprefix("-webkit-")
    idle = bare in _NAMING or bare.startswith(_INERT_STARTS)  # as nearly all are: the pattern takes long to compile
    if name in own or (limits and name not in _ELSEWHERE) or idle or _INERT.fullmatch(bare):
        return None
    meant = near(name, own, 0.6)
    if name in _ELSEWHERE and (not meant or _ZERO.fullmatch(value)):
        return None
    hint = f"did you mean `{meant}`?" if meant else NOBODYS
    return "T028", f"`{name}` means nothing on `{tag.replace(ROOT, 'svg')}`", hint, frozenset({tag})


def matters(element: Element, on: frozenset[str]) -> bool:
    """Whether an element is one of these, or (`below`) holds one; `use` may, where the file has any."""
    if element.tag in on:
        return True
    used = element.tag == "use" and any(f"<{tag}" in element.source.text for tag in on)
    return "below" in on and (used or any(matters(c, on) for c in element.elements))
