"""CSS of an SVG file -> the properties of each element.

Takes the text of <style> elements and of `style` attributes; gives names and values, the important ones last. Promise:
it is read as CSS says (tinycss2, cssselect2); what is none, or asks for more than the file itself (media, fonts,
animations), is a problem with a message. Work is bounded by `MAX_SHEET`, `MAX_NESTING` and `MAX_SELECTOR`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element as Node

from generator.layout.svg.element import Element
from generator.values import dataclass

Problem = tuple[str, str]
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

_PLAIN = re.compile(r"""(?:[\s;]*[-\w]+\s*:(?:[^;:"'()\\/!{}<\[\]]|'[-\w ]*'|url\(\#[-\w]+\))*(?:;|$))*+[\s;]*""")
_PLAIN_PART = re.compile(r"\s*([-\w]+)\s*:([^;]*)")
_DIGITS = re.compile(rf"\d{{{MAX_DIGITS}}}")
_LINK = re.compile(r":(?:any-)?link\b", re.IGNORECASE)
_BRACKETS = re.compile(r"[(\[{}\])]")
_NO_RULES = ("charset", "namespace", "page", "font-face")
"""What changes no element. Nor does the import of a font: that it is missing is told where it is used."""
_RULE = "write plain rules such as `.frame {fill: #333}`"
_SELECT = "select by element, `.class` or `#id`"
_DECLARE = "write `name: value;`"


@lru_cache(maxsize=2048)
def declarations(words: str) -> tuple[Declarations, tuple[Problem, ...]]:
    """What a `style` attribute, or the inside of a rule, declares."""
    if _PLAIN.fullmatch(words):  # nearly all that drawing programs write, and a hundred times as quick
        return tuple((n.lower(), v.strip(), False) for n, v in _PLAIN_PART.findall(words) if v.strip()), ()
    if excess := _excess(words):
        return (), ((f"the style has {excess}", _DECLARE),)
    import tinycss2

    return _declared(tinycss2.parse_blocks_contents(words, skip_comments=True, skip_whitespace=True))


def _declared(nodes: Iterable[Any]) -> tuple[Declarations, tuple[Problem, ...]]:
    found: list[Declaration] = []
    problems: list[Problem] = []
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

    words: str = tinycss2.serialize([t for t in tokens if t.type != "comment"])
    return words.strip()


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


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rules of a file: what finds those of an element, how many there are, what is wrong in them."""

    matcher: Any = None
    count: int = 0
    problems: tuple[Problem, ...] = ()


def read_rules(sheets: Sequence[str]) -> Sheet:
    """The rules of <style> texts in the order of the file."""
    if not any(sheets):
        return Sheet()
    if sum(map(len, sheets)) > MAX_SHEET:
        message = f"the style sheet has more than {MAX_SHEET} characters, which is the most that is read"
        return Sheet(problems=((message, "take embedded fonts and pictures out of it"),))
    import cssselect2

    sheet, count, problems = cssselect2.Matcher(), 0, list[Problem]()
    for rule in _rules(sheets, problems):
        try:
            words = _LINK.sub(":is(a[href])", _written(rule.prelude))  # a library for HTML knows no links of SVG
            selectors = cssselect2.compile_selector_list(words) if len(rule.prelude) <= MAX_SELECTOR else None
        except cssselect2.SelectorError:
            selectors = None
        if selectors is None:
            problems.append((f"the selector `{_written(rule.prelude)[:60]}` is not understood", _SELECT))
            continue
        import tinycss2

        inside = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
        declared, more = _declared(inside)
        problems += more
        count += len(selectors)
        for selector in selectors:
            if selector.pseudo_element is None:
                sheet.add_selector(selector, declared)
    return Sheet(sheet, count, tuple(problems))


def _rules(sheets: Sequence[str], problems: list[Problem]) -> Iterator[Any]:
    """The rules that declare something for elements."""
    import tinycss2

    for words in sheets:
        if excess := _excess(words):
            problems.append((f"the style sheet has {excess}", _RULE))
            continue
        for node in tinycss2.parse_stylesheet(words, skip_comments=True, skip_whitespace=True):
            if node.type == "qualified-rule":
                yield node
            elif node.type == "error":
                problems.append((f"the style sheet cannot be read near its line {node.source_line}", _RULE))
            elif node.lower_at_keyword not in _NO_RULES and "font" not in _written(node.prelude):
                problems.append((f"the style rule `@{node.at_keyword}` is not understood", _RULE))


class Styler:
    """The elements of a file as selectors see them; gives each its rules."""

    def __init__(self, root: Element, sheet: Sheet) -> None:
        import cssselect2

        self.matcher = sheet.matcher
        self.root = cssselect2.ElementWrapper.from_xml_root(_mirrored(root))

    def declared(self, seen: Any) -> Declarations:  # noqa: ANN401 (cssselect2 ships no types)
        """What all rules that meet an element declare, the weightiest last."""
        return tuple(d for *_, declared in self.matcher.match(seen) for d in declared)


def _mirrored(element: Element) -> Node:
    node = Node(element.tag, {k: v for k, v in element.attributes.items() if ":" not in k})
    node.text = next((c for c in element.children if isinstance(c, str)), None)
    node.extend(_mirrored(c) for c in element.elements)
    return node


def cascaded(rules: Declarations, own: Declarations) -> dict[str, str]:
    """Name -> value: what `style` says beats rules, what is important all that is not. The last one comes last."""
    found: dict[str, str] = {}
    for important in (False, True):
        for name, value, weighty in (*rules, *own):
            if weighty == important:
                found.pop(name, None)
                found[name] = value
    return found
