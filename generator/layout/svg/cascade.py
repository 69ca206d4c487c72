"""CSS of an SVG file -> elements whose style is attributes.

Takes the root as it was read and the rules of the file; gives the root anew, and what is wrong with its styles and
attributes. Promise: an attribute is what CSS comes to (rules, `style`, `!important`, shorthands); what `clipPath`,
patterns and gradients hold inherits from around them, not from where they are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice, repeat
from typing import Any

from generator.diagnostics.findings import Finding, Unreadable
from generator.layout.svg.attributes import GUIDE, guides
from generator.layout.svg.datatypes import css_transform, css_unit, shown
from generator.layout.svg.element import Element, as_node, is_wordless, walk
from generator.layout.svg.grammar import ATTRIBUTES, DRAWN, GEOMETRY, LIMITED, ROOT, WITH_WORDS, faults
from generator.layout.svg.style import INHERITED, longhands
from generator.layout.svg.stylesheet import Declarations, Stylesheet, declarations
from generator.values import lazy_pattern, replace

Attributes = Mapping[str, str]
CssNode = Any
"""An element as cssselect2 sees it, which ships no types."""
Findings = list[Finding] | None
_JOINED = lazy_pattern(r"~|<(?:\w+:)?use\b[^<>]*\spnp:href")
"""Names of references that expressions make."""


def _cascaded(rules: Declarations, own: Declarations) -> dict[str, str]:
    """Name -> value: what `style` says beats rules, what is important all that is not. The last one comes last."""
    found: dict[str, str] = {}
    for important in (False, True):
        for name, value, weighty in (*rules, *own):
            if weighty == important:
                found.pop(name, None)
                found[name] = value
    return found


_RESOURCES = {
    **dict.fromkeys(("clipPath", "mask", "marker", "filter"), "transform"),
    "pattern": "patternTransform",
    "linearGradient": "gradientTransform",
    "radialGradient": "gradientTransform",
}
"""What is drawn where it is used but styled where it stands -> how its `transform` is called as an attribute."""

MAX_TOLD = 500
"""So many findings about styles and attributes of a file, or of one element, are enough to begin with."""
_RESETS = {"initial": "initial", "unset": "inherit", "revert": "inherit"}
_ATTRIBUTES = {name.lower(): name for own in ATTRIBUTES.values() for name in own}
_STYLE_ALONE = frozenset(["transform-box", "white-space", "font-variant-ligatures"])
"""Properties that are none as attributes, to browsers."""
_GROUND = ("background", "background-color")
_AUTO = frozenset(["width", "height", "rx", "ry"])
_ALIGNED = ("xml:space", "white-space", "alignment-baseline")
_LENGTHS = frozenset(["font-size", "letter-spacing", "word-spacing"]).union(*GEOMETRY.values()) - {"d"}


class Styles:
    """Gives each element of a file its attributes; gathers findings."""

    def __init__(self, root: Element, sheet: Stylesheet, undrawn: Mapping[Element, Finding]) -> None:
        self.findings: list[Finding] = []
        self.in_art: list[Finding] = []
        self.undrawn = undrawn
        self.unseen: set[Element] = set()
        """Elements that no build draws."""
        self.guides = {guide: {GUIDE: "yes"} for guide in guides(root)}
        self.top = root
        self.matcher = sheet.matcher if sheet.count else None
        self.varied = frozenset(re.findall(r"var\(\s*(--[\w-]+)", root.source.text))
        self.used = {e.attributes.get("href", "").strip()[1:] for e in walk(root) if e.tag == "use"} - {""}
        self.known: Attributes = {}
        """The variables of the file."""
        said = [v for e in walk(root) for v in e.attributes.values() if "#" in v]  # without the entities of the file
        self.referred = frozenset(re.findall(r"#([^\s\"')]+)", " ".join((root.source.text, *said))))
        self.apart = frozenset(e for defs in walk(root) if defs.tag == "defs" for e in defs.elements)
        self.named = not _JOINED.search(root.source.text)

    def styled(self) -> Element:
        """The root anew, and all below it."""
        if self.matcher is None:
            return self._element(self.top, None, {}, self.findings)
        import cssselect2

        return self._element(self.top, cssselect2.ElementWrapper.from_xml_root(as_node(self.top)), {}, self.findings)

    def _element(
        self, element: Element, seen: CssNode, around: Attributes, told: Findings, sample: bool | None = None
    ) -> Element:
        """`around` is what it inherits; `told` takes what is wrong (None: it is not drawn); `sample` says whether the
        words of the text around are only that."""
        own, problems = declarations(element.attributes.get("style", ""))
        rules = tuple(d for *_, declared in self.matcher.match(seen) for d in declared) if self.matcher else ()
        declared = _cascaded(rules, own)
        known = {**{n: v for n, v in around.items() if n.startswith("--")}, **_variables(declared)}
        if self.varied:
            known = _filled(known, known)
            declared = _filled(declared, known)
        attributes = self._said(element, around, known)
        tag = element.tag if element is not self.top else ROOT
        tag = "tspan" if tag == "a" and sample is not None else tag  # drawn as one
        found = [Finding("T005", element.mark("style"), *problem) for problem in problems]
        found += self._afar(element, known, _variables(declared))
        for name, value in declared.items():
            problem = _put(tag, name, value, attributes)
            found += [Finding(problem[0], element.mark(name), *problem[1:])] if problem else []
        if tag == ROOT:
            self.known = known
            attributes["--ground"] = next((v for n, v in reversed(declared.items()) if n in _GROUND), "")
        _as_in_browsers(tag, attributes, around)
        made = replace(element, attributes=attributes)
        if told is None or self._hidden(made, element in self.apart):
            told = None
        elif element in self.guides:
            told = self.in_art
        sample = "pnp:text" in attributes if tag == "text" else sample
        if told is not None and len(told) < MAX_TOLD:
            found += [self.undrawn[element]] if element in self.undrawn else []
            told += islice(chain(found, faults(made, tag, sample=bool(sample))), MAX_TOLD)
        inner = {**around, **known, **{k: v for k, v in attributes.items() if k in INHERITED and v != "inherit"}}
        if tag == "text":
            inner["--level"] = inner.get("dominant-baseline", "alphabetic")
        below = seen.iter_children() if self.matcher else repeat(None)
        children = (
            c if isinstance(c, str) else self._element(c, next(below), inner, told, sample) for c in element.children
        )
        made = replace(made, children=tuple(children))
        self.unseen |= {made} if told is None else set()
        return made

    def _said(self, element: Element, around: Attributes, known: Attributes) -> dict[str, str]:
        """The attributes of an element before its style counts."""
        said = {n: v for n, v in element.attributes.items() if n not in _STYLE_ALONE}
        said = {**around, **said} if element.tag in _RESOURCES else said
        said = _filled(said, known) if self.varied else said
        said.pop("style", None)
        if "display" in said:
            said["display"] = said["display"].strip()
        return said | self.guides.get(element, {})

    def _afar(self, element: Element, known: Attributes, declared: Attributes) -> Iterator[Finding]:
        """What is told of an element that is used where variables may stand for something else, and of what uses it."""
        if self.varied and element.id in self.used and not known.items() <= {**self.known, **declared}.items():
            message = "a variable may stand for something else where this is used"
            yield Finding("T005", element.mark(), message, "declare variables in the `svg` itself, or in this")
        elif element.tag == "use" and any(known.get(n) != self.known.get(n) for n in self.varied):
            message = "what `use` shows has the variables of where it stands, not those of this place"
            yield Finding("T005", element.mark(), message, "declare variables in the `svg` itself, or copy the shape")

    def _hidden(self, element: Element, apart: bool) -> bool:
        """What no build draws: samples, texts without words, and what nothing refers to that is drawn only so."""
        a = element.attributes
        if a.get("pnp:if", "").strip() == "false":
            return True
        off = (a.get("display") == "none" and "pnp:display" not in a) or is_wordless(element)
        elsewhere = self.named and (apart or element.tag in _RESOURCES or element.tag == "symbol")
        return (off or elsewhere) and not any(e.id in self.referred or e.tag == "style" for e in walk(element))


def _as_in_browsers(tag: str, attributes: dict[str, str], around: Attributes) -> None:
    """No text inherits how blanks count and words are aligned; the base line of a `tspan` may be that of all words."""
    plain = attributes.get("alignment-baseline") in ("auto", "baseline")
    for name in _ALIGNED[-1:] * plain if tag in WITH_WORDS else _ALIGNED:
        attributes.pop(name, None)
    level = attributes.get("dominant-baseline")
    if level in ("no-change", "reset-size"):
        del attributes["dominant-baseline"]
    elif tag == "tspan" and level in ("auto", "initial"):
        attributes["dominant-baseline"] = around.get("--level", "alphabetic")


_VARIABLE = lazy_pattern(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")


def _variables(declared: Attributes) -> dict[str, str]:
    """The variables that are set; those without a value are empty."""
    own = {n: v for n, v in declared.items() if n.startswith("--") and _RESETS.get(v.lower(), v.lower()) != "inherit"}
    return {n: "" if v.lower() == "initial" else v for n, v in own.items()}


def _filled(values: Attributes, known: Attributes) -> dict[str, str]:
    """Values with what variables stand for, or what is said for lack of one."""
    return {
        name: _VARIABLE.sub(lambda m: (known.get(m[1]) or m[2] or m[0]).strip(), value) if "var(" in value else value
        for name, value in values.items()
    }


def _put(tag: str, name: str, value: str, attributes: dict[str, str]) -> tuple[str, str, str] | None:
    """Put a declared property among the attributes; gives code, message and hint if it cannot be."""
    plain = name.removeprefix("-webkit-")
    name = plain if plain in DRAWN or plain in LIMITED else name
    if name.startswith("--"):
        return None
    attribute = name in _ATTRIBUTES and (name not in ("rotate", "offset") or tag == "stop")
    if attribute and name not in GEOMETRY.get(tag, ()):
        if _ATTRIBUTES[name] not in ATTRIBUTES.get(tag, ()):
            return None
        named = _ATTRIBUTES[name]
        return (
            "T028",
            f"`{named}` is no property of `{tag.replace(ROOT, 'svg')}`",
            f'write it as an attribute: {named}="..."',
        )
    try:
        for key, words in longhands(name, value).items():
            _set(tag, key, words, attributes)
    except Unreadable as what:
        return what.code, f"`{name}`: {what.message}", what.hint
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
        for part in words.split() if name == "transform-origin" else ():
            css_unit(part)
        attributes[key] = words
