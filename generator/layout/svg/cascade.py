"""Elements + style rules -> elements whose style is attributes.

Takes the root as it was read and the texts of its <style> elements; gives the root anew, and what is wrong with its
styles and attributes. Promise: an attribute is what CSS comes to (rules, `style`, `!important`, shorthands); what
`clipPath`, patterns and gradients hold inherits from around them, not from where they are used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain, islice, repeat
from typing import Any

from generator.diagnostics.findings import Finding, Unreadable
from generator.layout.svg import css
from generator.layout.svg.attributes import is_guide
from generator.layout.svg.element import Element, walk
from generator.layout.svg.grammar import ATTRIBUTES, DRAWN, GEOMETRY, LIMITED, ROOT, WITH_WORDS, faults
from generator.layout.svg.numbers import css_transform, css_unit, shown
from generator.layout.svg.style import INHERITED

Attributes = Mapping[str, str]

_RESOURCES = {
    "clipPath": "transform",
    "mask": "transform",
    "pattern": "patternTransform",
    "linearGradient": "gradientTransform",
    "radialGradient": "gradientTransform",
}
"""What is drawn where it is used but styled where it stands -> how its `transform` is called as an attribute."""

MAX_TOLD = 500
"""So many findings about styles and attributes of a file, or of one element, are enough to begin with."""
_RESETS = {"initial": "initial", "unset": "inherit", "revert": "inherit"}
_ATTRIBUTES = {name.lower(): name for own in ATTRIBUTES.values() for name in own}
_AUTO = frozenset(["width", "height", "rx", "ry"])
_LENGTHS = frozenset(["font-size", "letter-spacing", "word-spacing"]).union(*GEOMETRY.values()) - {"d"}


class Styles:
    """Gives each element of a file its attributes; gathers findings."""

    def __init__(self, root: Element, sheet: css.Sheet) -> None:
        self.findings: list[Finding] = []
        self.top = root
        self.styler = css.Styler(root, sheet) if sheet.count else None
        self.referred = frozenset(re.findall(r"#([^\s\"')]+)", root.source.text))

    def styled(self) -> Element:
        """The root anew, and all below it."""
        return self._element(self.top, self.styler.root if self.styler else None, {})

    def _element(
        self,
        element: Element,
        seen: Any,  # noqa: ANN401  (cssselect2 ships no types)
        around: Attributes,
        drawn: bool = True,
        sample: bool | None = None,
    ) -> Element:
        """`around` is what it inherits, `drawn` whether it may be drawn, `sample` whether the words of the text around
        are only that."""
        own, problems = css.declarations(element.attributes.get("style", ""))
        declared = css.cascaded(self.styler.declared(seen) if self.styler else (), own)
        attributes = {**around, **element.attributes} if element.tag in _RESOURCES else dict(element.attributes)
        attributes.pop("style", None)
        tag = element.tag if element is not self.top else ROOT
        tag = "tspan" if tag == "a" and sample is not None else tag  # drawn as one
        found = [Finding("T005", element.mark("style"), *problem) for problem in problems]
        for name, value in declared.items():
            problem = _put(tag, name, value, attributes)
            found += [Finding(problem[0], element.mark(name), *problem[1:])] if problem else []
        for name in () if tag in WITH_WORDS else ("xml:space", "white-space"):  # as in browsers: no text inherits it
            attributes.pop(name, None)
        if attributes.get("dominant-baseline") in ("no-change", "reset-size", "auto" if tag == "tspan" else ""):
            del attributes["dominant-baseline"]  # that of the text around
        made = _made(element, attributes, element.children)
        drawn = drawn and not self._hidden(made)
        sample = "pnp:text" in attributes if tag == "text" else sample
        if drawn and len(self.findings) < MAX_TOLD:
            self.findings += islice(chain(found, faults(made, tag, sample=bool(sample))), MAX_TOLD)
        inner = {**around, **{k: v for k, v in attributes.items() if k in INHERITED and v != "inherit"}}
        below = seen.iter_children() if self.styler else repeat(None)
        return _made(
            made,
            attributes,
            tuple(
                c if isinstance(c, str) else self._element(c, next(below), inner, drawn, sample)
                for c in element.children
            ),
        )

    def _hidden(self, element: Element) -> bool:
        """What no build draws: samples, guides, and what is not displayed and that nothing refers to."""
        a = element.attributes
        if a.get("pnp:if", "").strip() == "false" or (element.tag == "g" and is_guide(element)):
            return True
        off = a.get("display") == "none" and "pnp:display" not in a
        return off and not any(e.id in self.referred for e in walk(element))


def _made(element: Element, attributes: Attributes, children: tuple[Element | str, ...]) -> Element:
    return Element(element.tag, attributes, children, element.source, element.offset)


Problem = tuple[str, str, str]
"""Code, message, hint."""


def _put(tag: str, name: str, value: str, attributes: dict[str, str]) -> Problem | None:
    """Put a declared property among the attributes; gives what is wrong if it cannot be."""
    plain = name.removeprefix("-webkit-")
    name = plain if plain in DRAWN or plain in LIMITED else name
    if name.startswith("--"):
        return None
    attribute = name in _ATTRIBUTES and (name not in ("rotate", "offset") or tag == "stop")
    if attribute and name not in GEOMETRY.get(tag, ()):
        named = _ATTRIBUTES[name]
        return (
            "T028",
            f"`{named}` is no property of `{tag.replace(ROOT, 'svg')}`",
            f'write it as an attribute: {named}="..."',
        )
    try:
        for key, words in (_font(value) if name == "font" else {name: value}).items():
            _set(tag, key, words, attributes)
    except Unreadable as what:
        return "T012", f"`{name}`: {what.message}", what.hint
    return None


def _set(tag: str, name: str, words: str, attributes: dict[str, str]) -> None:
    """Set the attribute that a property comes to. Raises `Unreadable`."""
    key = _RESOURCES.get(tag, name) if name == "transform" else name
    low = words.lower()
    if low in _RESETS and (name in INHERITED or name not in DRAWN):
        attributes[key] = _RESETS[low]
    elif (low in _RESETS and name != "overflow") or (low == "auto" and name in _AUTO):
        attributes.pop(key, None)
    elif name == "transform":
        attributes[key] = f"matrix({' '.join(map(repr, css_transform(words)))})"
    elif name == "d":
        drawn = re.fullmatch(r"""path\(\s*["']([^"']*)["']\s*\)|none""", words)
        if drawn is None:
            raise Unreadable(f"`{shown(words)}` is no path", "write `path('M ...')`")
        attributes[key] = drawn[1] or ""
    else:
        if low == "auto" and name in _LENGTHS:
            raise Unreadable(f"`{shown(words)}` is not a length", "write a length, such as 2px")
        for part in words.split() if name == "transform-origin" else [words] * (name in _LENGTHS):
            css_unit(part)
        attributes[key] = words


_FACES = {
    "font-style": r"italic|oblique",
    "font-variant": r"small-caps",
    "font-weight": r"bold|bolder|lighter|[1-9]\d{0,3}",
    "font-stretch": r"(?:ultra-|extra-|semi-)?(?:condensed|expanded)",
}
_FONT = re.compile(rf"((?:(?:normal|{'|'.join(_FACES.values())})\s+)*)([^\s/]+)(?:\s*/\s*\S+)?\s+(.+)")


def _font(words: str) -> dict[str, str]:
    """The properties of the shorthand `font`. Raises `Unreadable`."""
    if words.lower() in (*_RESETS, "inherit"):
        return dict.fromkeys((*_FACES, "font-size", "font-family"), words)
    found = _FONT.fullmatch(words)
    if found is None:
        raise Unreadable(f"`{shown(words)}` has no size and family", "write `font-size` and `font-family`")
    faces = {
        name: next((w for w in found[1].split() if re.fullmatch(form, w)), "normal") for name, form in _FACES.items()
    }
    return {**faces, "font-size": found[2], "font-family": found[3]}
