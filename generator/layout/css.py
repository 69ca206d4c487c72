"""CSS of an SVG file -> attributes.

Takes the text of <style> elements and of `style` attributes; gives properties. Promise: only what selectors of names,
classes and ids (and what is inside what) can say is understood; everything else is a problem with a message, never
silently half done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from generator.frozen import dataclass

Problem = tuple[str, str]
"""(message, hint)."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a selector can see of an element."""

    tag: str
    id: str
    classes: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Rule:
    """One selector (outermost element first) and its properties. `weight` orders rules: ids, classes, names, place."""

    selector: tuple[Names, ...]
    properties: Mapping[str, str]
    weight: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rules of a file, the weightiest last."""

    rules: tuple[_Rule, ...] = ()
    problems: tuple[Problem, ...] = ()

    def properties_of(self, names: Names, above: Sequence[Names]) -> dict[str, str]:
        """The properties that an element gets; `above` are the elements around it, outermost first."""
        found: dict[str, str] = {}
        for rule in self.rules:
            if _matches(rule.selector, names, above):
                found.update(rule.properties)
        return found


def names_of(tag: str, attributes: Mapping[str, str]) -> Names:
    """What selectors see of an element."""
    return Names(tag, attributes.get("id", ""), frozenset(attributes.get("class", "").split()))


def _matches(selector: tuple[Names, ...], names: Names, above: Sequence[Names]) -> bool:
    if not _fits(selector[-1], names):
        return False
    wanted = list(selector[:-1])
    for outer in reversed(above):
        if wanted and _fits(wanted[-1], outer):
            wanted.pop()
    return not wanted


def _fits(part: Names, names: Names) -> bool:
    return part.tag in ("", names.tag) and part.id in ("", names.id) and part.classes <= names.classes


def declarations(words: str) -> dict[str, str]:
    """The properties of a `style` attribute. `!important` is dropped: nothing here could beat it anyway."""
    found: dict[str, str] = {}
    for part in _parts(words):
        name, colon, value = part.partition(":")
        if colon and name.strip():
            found[name.strip()] = value.partition("!")[0].strip()
    return found


def _parts(words: str) -> list[str]:
    """Split at semicolons; those in brackets (embedded data) do not count."""
    parts: list[str] = []
    for piece in words.split(";"):
        if parts and parts[-1].count("(") > parts[-1].count(")"):
            parts[-1] = f"{parts[-1]};{piece}"[:MAX_VALUE]
        else:
            parts.append(piece)
    return parts


MAX_NAMES = 16
"""So many names a selector may have, one inside the other."""
MAX_VALUE = 10_000
"""A longer value is cut off; nothing that is understood comes near."""

_PART = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")


def read_rules(sheets: Iterable[str]) -> Sheet:
    """The rules of <style> texts in the order of the file."""
    rules: list[_Rule] = []
    problems: list[Problem] = []
    for sheet in sheets:
        for block in _without_comments(sheet).split("}"):
            head, _, body = block.partition("{")
            *orders, selectors = head.split(";")
            for order in (o.strip() for o in (*orders, selectors)):
                if order.startswith("@") and not order.startswith("@charset"):
                    hint = "write plain rules such as `.frame {fill: #333}`"
                    problems.append((f"the style rule `{order.split()[0]}` is not understood", hint))
            if body and not selectors.strip().startswith("@"):
                for selector in selectors.split(","):
                    _add(rules, selector.strip(), declarations(body), problems)
    return Sheet(tuple(sorted(rules, key=lambda r: r.weight)), tuple(problems))


def _without_comments(sheet: str) -> str:
    kept: list[str] = []
    for piece in sheet.replace("<!--", "").replace("-->", "").split("/*"):
        kept.append(piece if not kept else piece.partition("*/")[2])
    return " ".join(kept)


def _add(rules: list[_Rule], selector: str, properties: Mapping[str, str], problems: list[Problem]) -> None:
    parts = [_PART.fullmatch(p) for p in selector.split()]
    if not selector or len(parts) > MAX_NAMES or not all(p and p[0] for p in parts):
        problems.append((f"the selector `{selector[:60]}` is not understood", "select by element, `.class` or `#id`"))
        return
    names = tuple(_names(p) for p in parts if p)
    weight = (sum(bool(n.id) for n in names), sum(len(n.classes) for n in names), sum(bool(n.tag) for n in names))
    rules.append(_Rule(names, properties, (*weight, len(rules))))


def _names(part: re.Match[str]) -> Names:
    tail = re.findall(r"([.#])([\w-]+)", part[2])
    ids = [name for sign, name in tail if sign == "#"]
    tag = part[1] if part[1] and part[1] != "*" else ""
    return Names(tag, ids[-1] if ids else "", frozenset(name for sign, name in tail if sign == "."))
