"""One element of an SVG file, and its place in the file.

Promise: frozen, and known by what it is, not by what it holds: two elements alike are two.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from xml.etree.ElementTree import Element as Node

from generator.diagnostics.findings import Mark
from generator.values import Struct, lazy_pattern


class SvgFile(Struct, frozen=True, eq=False, dict=True):
    """A file's name (relative to the project) and its bytes in UTF-8."""

    file: str
    data: bytes

    @cached_property
    def text(self) -> str:
        """The file as text."""
        return self.data.decode("utf-8", "replace")

    @cached_property
    def lines(self) -> list[int]:
        """Where lines start, as parsers of XML count them."""
        return [0, *(found.end() for found in re.finditer(r"\r\n?|\n", self.text))]

    def place(self, offset: int, length: int = 1) -> Mark:
        """The mark of a character offset."""
        line = bisect_right(self.lines, offset)
        return Mark(self.file, line, offset - self.lines[line - 1] + 1, length)


class Element(Struct, frozen=True, eq=False):
    """One element. Attributes are named as in SVG without prefix, but for `pnp:`, `inkscape:` and `xml:`; `xlink:href`
    is `href`. Children are elements, and strings where text may stand. `offset` is where it starts in the text. `bound`
    is True where an expression gave it an attribute.
    """

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Element | str, ...]
    source: SvgFile
    offset: int
    bound: bool = False

    @property
    def file(self) -> str:
        """The file that it stands in."""
        return self.source.file

    def mark(self, attribute: str = "") -> Mark:
        """The place of an attribute in the file (of `style` if it stands there), else of the element."""
        found = _start_tag(self.source.text, self.offset)
        for name in (attribute, "style", "class") if attribute else ():
            if name in found:
                at, written = found[name]
                inside = (
                    re.search(rf"(?<![-\w]){re.escape(attribute)}\s*:[^;\"']*", written) if name == "style" else None
                )
                at, written = (at + inside.start(), inside[0]) if inside else (at, written)
                return self.source.place(at, len(written.split("\n")[0]))
        return self.source.place(self.offset, len(self.tag) + 1)

    def mark_in(self, attribute: str, words: str, offset: int = 0, length: int = 0) -> Mark:
        """The place of `length` characters (0: all) from `offset` on of some words in an attribute's value.

        The attribute as a whole, where the file writes the words otherwise (`&lt;`).
        """
        at, written = _start_tag(self.source.text, self.offset).get(attribute, (0, ""))
        begin = written.find(words, written.find("=") + 1) if words else -1
        if begin < 0:
            return self.mark(attribute)
        piece = words[offset : offset + length] if length else words[offset:]
        return self.source.place(at + begin + offset, max(1, len(piece.split("\n")[0])))

    @property
    def written(self) -> dict[str, tuple[int, str]]:
        """The values of its attributes as the file writes them, each with its offset in the text."""
        found = _start_tag(self.source.text, self.offset).items()
        values = ((name, at + len(words), words.split("=", 1)[1].strip()[1:-1]) for name, (at, words) in found)
        return {name: (end - 1 - len(value), value) for name, end, value in values}

    @property
    def elements(self) -> Iterator[Element]:
        """The children that are elements."""
        return (c for c in self.children if isinstance(c, Element))

    @property
    def id(self) -> str:
        """Its id, or ""."""
        return self.attributes.get("id", "")


_ATTRIBUTE = lazy_pattern(r"""([^\s=<>/"']+)\s*=\s*("[^"]*"|'[^']*')""")
_TAG = lazy_pattern(r"""<[^\s/>"']+(?:[^>"']|"[^"]*"|'[^']*')*>""")


@lru_cache(maxsize=4)
def _start_tag(text: str, start: int) -> dict[str, tuple[int, str]]:
    """Attribute -> its offset and how it is written, name and value."""
    tag = _TAG.match(text, start)
    places: dict[str, tuple[int, str]] = {}
    for found in _ATTRIBUTE.finditer(text, start, tag.end() if tag else start):
        prefix, _, local = found[1].rpartition(":")
        name = f"{prefix}:{local}" if prefix in ("pnp", "inkscape", "xml") else local
        places.setdefault(name, (found.start(), found[0]))
    return places


def layers_hidden(root: Element) -> list[str]:
    """The names of the layers of a drawing all of which are hidden, as Inkscape does it; none of any other."""
    drawn = [e for e in root.elements if e.tag not in _UNDRAWN]
    are_hidden = all(e.attributes.get("display") == "none" and "pnp:display" not in e.attributes for e in drawn)
    return [e.attributes.get("inkscape:label") or e.id or "?" for e in drawn if e.tag == "g" and are_hidden]


_UNDRAWN = frozenset({"", "defs", "style", "symbol", "title", "desc", "metadata", "namedview", "script"})


def walk(element: Element) -> Iterator[Element]:
    """The element and all below it, in the order of the file."""
    left = [element]
    while left:
        one = left.pop()
        yield one
        left += [child for child in reversed(one.children) if isinstance(child, Element)]


def inner_words(element: Element) -> str:
    """The words in an element and in all below it, as they are read."""
    return "".join([child if isinstance(child, str) else inner_words(child) for child in element.children])


def dressed(root: Element, lines: Iterable[Element]) -> dict[str, str]:
    """The attributes of an element, and those that all of its lines have alike."""
    said = [[(name, value) for name, value in one.attributes.items() if name != "id"] for one in lines]
    held = [{(n, part.strip()) for n, v in one for part in (v.split(";") if n == "style" else [v])} for one in said]
    alike = sorted(set.intersection(*held)) if held else []
    style = ";".join([root.attributes.get("style", ""), *(part for name, part in alike if name == "style")]).strip(";")
    return {**root.attributes, **dict(alike), **({"style": style} if style else {})}


_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def as_node(element: Element) -> Node:
    """An element for the library that matches selectors."""
    a = element.attributes
    node = Node(element.tag, {k: v for k, v in a.items() if ":" not in k})
    if (language := a.get("xml:lang", a.get("lang"))) is not None:
        node.set(_LANGUAGE, language)
    node.text = next((c for c in element.children if isinstance(c, str)), None)
    node.extend(as_node(c) for c in element.elements)
    return node


def is_wordless(element: Element) -> bool:
    """Whether it is a text without words, as drawing programs leave where one has clicked, and nothing gives it any."""
    if element.tag != "text" or any(name.startswith("pnp:") for name in element.attributes):
        return False
    return not inner_words(element).strip() and {e.tag for e in walk(element)} <= {"text", "tspan"}
