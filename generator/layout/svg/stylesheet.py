"""CSS -> declarations, and the rules of a file: what of it is read, and what is told.

Takes the words of `style`, and of <style> elements. Promise: CSS is read as it says (tinycss2, cssselect2); what asks
for more than the file itself (media, fonts, animations) is a problem with a message. Work is bounded by `MAX_SHEET`,
`MAX_NESTING` and `MAX_SELECTOR`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from generator.values import Struct, lazy_pattern

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
def declarations(words: str) -> tuple[Declarations, tuple[CssError, ...]]:
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
