"""CSS of an SVG file -> elements whose style is attributes.

Takes the root as it was read and the texts of its <style> elements; gives the root anew, and what is wrong with its
styles and attributes. Promise: CSS is read as it says (tinycss2, cssselect2); what asks for more than the file itself
(media, fonts, animations) is a problem with a message; an attribute is what CSS comes to (rules, `style`, `!important`,
shorthands); what `clipPath`, patterns and gradients hold inherits from around them, not from where they are used. Work
is bounded by `MAX_SHEET`, `MAX_NESTING` and `MAX_SELECTOR`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, repeat
from typing import Any

from generator.diagnostics.findings import Finding, Unreadable
from generator.layout.svg.attributes import GUIDE, guides
from generator.layout.svg.datatypes import css_transform, css_unit, shown
from generator.layout.svg.element import Element, as_node, is_wordless, walk
from generator.layout.svg.grammar import ATTRIBUTES, DRAWN, GEOMETRY, LIMITED, ROOT, WITH_WORDS, faults
from generator.layout.svg.style import INHERITED, longhands
from generator.values import Struct, lazy_pattern, replace

Attributes = Mapping[str, str]
CssNode = Any
"""An element as cssselect2 sees it, which ships no types."""
Findings = list[Finding] | None
CssError = tuple[str, str]
"""(message, hint)."""
Declaration = tuple[str, str, bool]
"""(name in lower case, value, whether it is important)."""
Declarations = tuple[Declaration, ...]

MAX_SHEET = 500_000
"""So many characters of style sheets are read."""
MAX_NESTING = 20
"""So deep may brackets lie in each other."""
MAX_DIGITS = 300
MAX_SELECTOR = 200
"""So many tokens may the selectors of a rule have."""

_PLAIN = lazy_pattern(r"""(?:[\s;]*[-\w]+\s*:(?:[^;:"'()\\/!{}<\[\]]|'[-\w ]*'|url\(\#[-\w]+\))*(?:;|$))*+[\s;]*""")
_PLAIN_PART = lazy_pattern(r"\s*([-\w]+)\s*:([^;]*)")
_DIGITS = lazy_pattern(rf"\d{{{MAX_DIGITS}}}")
LINK = lazy_pattern(r":(?:any-)?link\b", re.IGNORECASE)
TARGET = lazy_pattern(r":target\b(?!-)", re.IGNORECASE)
_FAR = lazy_pattern(r"(?<=[^\s>+~,(])\s*[\s~]\s*(?=[^\s>+~,)])")
MAX_FAR = 4
"""So often may a selector go on to any element around or before: each time is a factor in the work."""
_JOINED = lazy_pattern(r"~|<(?:\w+:)?use\b[^<>]*\spnp:href")
"""Names of references that expressions make."""
_UNSURE = lazy_pattern(
    r"(?<![\w*|\[])\|(?![|=])|\[\s*href\b|:nth-[\w-]+\([^()]*\bof\b|:empty\b|:has\((?:[^()]*,)?\s*[>+~]?\s*[^\s>+~(),]+[\s>+~(](?!\s*[),])|:lang\((?!\s*[-\w]+\s*\))",
    re.IGNORECASE,
)
"""Selectors that the library reads otherwise than browsers."""
_BRACKETS = lazy_pattern(r"[(\[{}\])]")
_IDLE = lazy_pattern(r"charset|page|font-.*|.*keyframes|counter-style|view-transition|starting-style|position-try")
_MEDIA = lazy_pattern(r"(?:only\s+)?screen|all|\(\s*prefers-color-scheme\s*:\s*light\s*\)|", re.IGNORECASE)
_DARK = lazy_pattern(r"\(\s*(?:prefers-color-scheme\s*:\s*dark|prefers-reduced-motion[^)]*)\)", re.IGNORECASE)
"""Media whose rules are drawn, as browsers show a page; those that no paper is."""
_RULE = "write plain rules such as `.frame {fill: #333}`"
_SELECT = "select by element, `.class` or `#id`"
_DECLARE = "write `name: value;`"


@lru_cache(maxsize=2048)
def _declarations(words: str) -> tuple[Declarations, tuple[CssError, ...]]:
    """What a `style` attribute declares."""
    if _PLAIN.fullmatch(words):  # nearly all that drawing programs write, and a hundred times as quick
        return tuple((n.lower(), v.strip(), False) for n, v in _PLAIN_PART.findall(words) if v.strip()), ()
    if excess := _excess(words):
        return (), ((f"the style has {excess}", _DECLARE),)
    import tinycss2

    return _declared(tinycss2.parse_blocks_contents(words, skip_comments=True, skip_whitespace=True))


def _declared(nodes: Iterable[Any]) -> tuple[Declarations, tuple[CssError, ...]]:
    found: list[Declaration] = []
    problems: list[CssError] = []
    for node in nodes:
        if node.type == "declaration":
            name = node.name if node.name.startswith("--") else node.lower_name
            value = _written(node.value)
            found += [(name, value, node.important)] if value else []
        elif node.type == "error":
            problems.append(("a part of the style cannot be read", _DECLARE))
        else:
            problems.append(("a rule inside a rule is not understood", _RULE))
    return tuple(found), tuple(problems)


def _written(tokens: Sequence[Any]) -> str:
    """A value as it is written, without comments."""
    import tinycss2

    return str(tinycss2.serialize([t for t in tokens if t.type != "comment"])).strip(" \t\r\n\f")


def _excess(words: str) -> str:
    """What of a style is more than is read; "" if nothing is."""
    if _DIGITS.search(words):
        return f"a number of more than {MAX_DIGITS} digits"
    depth = 0
    for sign in _BRACKETS.findall(words):
        depth += 1 if sign in "([{" else -1
        if depth > MAX_NESTING:
            return "more brackets in brackets than are read"
    return ""


class Stylesheet(Struct, frozen=True):
    """All rules of a file: what finds those of an element, how many there are, what is wrong in them."""

    matcher: Any = None
    count: int = 0
    problems: tuple[CssError, ...] = ()


def read_rules(sheets: Sequence[str], target: str = "") -> Stylesheet:
    """The rules of <style> texts in the order of the file; `target` is the id that the name of the file ends with."""
    if not any(sheets):
        return Stylesheet()
    if sum(map(len, sheets)) > MAX_SHEET:
        message = f"the style sheet has more than {MAX_SHEET} characters, which is the most that is read"
        return Stylesheet(problems=((message, "take embedded fonts and pictures out of it"),))
    import cssselect2
    import tinycss2

    sheet, count, problems = cssselect2.Matcher(), 0, list[CssError]()
    for rule in _rules(sheets, problems):
        try:
            words = _written(rule.prelude)
            far = max(len(_FAR.findall(part)) for part in words.split(","))
            known = len(rule.prelude) <= MAX_SELECTOR and far <= MAX_FAR and not _UNSURE.search(words)
            words = LINK.sub(":is(a[href])", words)  # a library for HTML knows no links of SVG
            words = TARGET.sub(f'[id="{target}"]' if re.fullmatch(r'[^"\\\n]+', target) else ":not(*)", words)
            selectors = cssselect2.compile_selector_list(words) if known else None
        except (cssselect2.SelectorError, NotImplementedError):
            selectors = None
        if selectors is None:
            problems.append((f"the selector `{_written(rule.prelude)[:60]}` is not understood", _SELECT))
            continue
        inside = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
        declared, more = _declared(inside)
        problems += more
        count += len(selectors)
        for selector in (one for one in selectors if one.pseudo_element is None):
            sheet.add_selector(selector, declared)
    return Stylesheet(sheet, count, tuple(problems))


def _rules(sheets: Sequence[str], problems: list[CssError]) -> Iterator[Any]:
    """The rules that declare something for elements."""
    import tinycss2

    for words in sheets:
        if excess := _excess(words):
            problems.append((f"the style sheet has {excess}", _RULE))
            continue
        yield from _applying(tinycss2.parse_stylesheet(words, skip_comments=True, skip_whitespace=True), problems)


def _applying(nodes: Iterable[Any], problems: list[CssError]) -> Iterator[Any]:
    """The rules among nodes of a style sheet, also those for a screen."""
    import tinycss2

    for node in nodes:
        if node.type == "qualified-rule":
            yield node
        elif node.type == "error":
            problems.append((f"the style sheet cannot be read near its line {node.source_line}", _RULE))
        elif node.lower_at_keyword == "media" and node.content and _MEDIA.fullmatch(_written(node.prelude)):
            inside = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            yield from _applying(inside, problems)
        elif not _is_idle(node):
            problems.append((f"the style rule `@{node.at_keyword}` is not understood", _RULE))


def _is_idle(rule: Any) -> bool:  # noqa: ANN401
    """Whether an at-rule changes no element on paper, as the import of a font, whose lack is told where it is used."""
    name, words = rule.lower_at_keyword, _written(rule.prelude)
    if name == "namespace":  # one of its own for each file that has no other
        return "http://www.w3.org/2000/svg" in words
    named = (name == "layer" and rule.content is None) or (rule.content is not None and not _written(rule.content))
    return named or bool(_IDLE.fullmatch(name)) or "font" in words or (name == "media" and bool(_DARK.fullmatch(words)))


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
        own, problems = _declarations(element.attributes.get("style", ""))
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
