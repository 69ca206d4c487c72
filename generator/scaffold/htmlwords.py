"""Templates for other tools that are no SVG yet -> SVG: what stands in braces as XML has it (`fill="{{ c["hue"] }}"`),
words of HTML, as web pages have them for the lines they break, as texts that flow in that frame.

Takes and gives the text of a file. Promise: its lines stay where they are; what has no size, no words, or a text for
programs that know no HTML stays as it is.
"""

from __future__ import annotations

import re
from html import escape, unescape
from itertools import count

_ANY = r"""(?:[^>"']|"[^"]*"|'[^']*')*"""
_FRAME = re.compile(
    rf"<(\w+:|)foreignObject\b({_ANY})(?<!/)>((?:(?!<\1foreignObject\b).)*?)</\1foreignObject\s*>", re.DOTALL
)
_TAG = re.compile(rf"<(/?)(?:\w+:)?(\w+)\b({_ANY}?)(/?)>|<!--.*?-->", re.DOTALL)
_VALUE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SIDES = ("x", "y", "width", "height")
_LINES = frozenset({"p", "div", "li", "br", "h1", "h2", "h3"})
"""Behind these a line ends."""


_BRACES = re.compile(r"(=\s*)?(\{\{[^{}]*\}\}|\{%[^{}]*%\})(?=([\s/>])?)")


def as_xml(text: str) -> str:
    """A file whose braces are such as XML may have, in quotation marks where they are all of a value; ids have none, as
    they tell apart what stands in one page."""

    def quoted(found: re.Match[str]) -> str:
        inner = re.sub(r"&(?!\w+;|#)", "&amp;", found[2]).replace("<", "&lt;")
        inner = inner if "'" in inner else inner.replace('"', "'")
        return f'{found[1]}"{inner}"' if found[1] and found[3] is not None else f"{found[1] or ''}{inner}"

    text = _BRACES.sub(quoted, text)
    names = {one for one in _ID.findall(text) if _HOLES.sub("", one)}
    return _HELD.sub(lambda name: _HOLES.sub("", name[0]) if name[0] in names else name[0], text) if names else text


_ID = re.compile(r"""\sid\s*=\s*["']([^"'{}]*\{\{[^"'{}]*\}\}[^"'{}]*)["']""")
_HELD = re.compile(r"""(?<=[#"'])[^"'#(){}]*\{\{[^"'{}]*\}\}[^"'(){}]*(?=[)"'])""")
_HOLES = re.compile(r"\{\{[^{}]*\}\}")


def as_texts(text: str) -> str:
    """A file whose words of HTML are texts."""
    numbers = count(1)

    def flowing(found: re.Match[str]) -> str:
        said = values_in(found[2])
        styles, classes, words = _words_in(found[3], said)
        before = text[: found.start()]
        is_beside = before.rfind("<switch") > before.rfind("</switch")
        if is_beside or not words or not all(said.get(side, "").strip() for side in _SIDES[2:]):
            return found[0]
        start, name = f"<{found[1]}", f"frame-of-words-{next(numbers)}"
        box = " ".join(f'{side}="{said.pop(side, "0")}"' for side in _SIDES)
        own = {**said, "class": " ".join(classes), "style": ";".join((*styles, f"shape-inside:url(#{name})"))}
        kept = " ".join(f'{key}="{escape(value)}"' for key, value in own.items() if value)
        frame = f'{start}defs>{start}rect id="{name}" {box}/></{found[1]}defs>'
        text_ = f'{start}text fill="currentColor" xml:space="preserve" {kept}>{escape(words, quote=False)}'
        return f"{frame}{text_}</{found[1]}text>" + "\n" * (found[0].count("\n") - words.count("\n"))

    return _FRAME.sub(flowing, text)


def values_in(tag: str) -> dict[str, str]:
    """The attributes of a tag."""
    return {name: unescape(one or other) for name, one, other in _VALUE.findall(tag) if not name.startswith("xmlns")}


def _words_in(html: str, said: dict[str, str]) -> tuple[list[str], list[str], str]:
    """Styles and classes of what is around the first words, and all words, line by line."""
    around, words, end = [said], "", 0
    held: list[dict[str, str]] = []
    for tag in _TAG.finditer(f"{html}<br/>"):
        words += re.sub(r"\s+", " ", html[end : tag.start()])
        held = held or ([*around] if words.strip() else [])
        end = tag.end()
        if tag[2] in _LINES and (tag[1] or tag[2] == "br"):
            words += "\n"
        if tag[2] and not (tag[4] or tag[2] == "br"):
            around = around[:-1] if tag[1] else [*around, values_in(tag[3])]
    lines = [line.strip() for line in unescape(words).split("\n")]
    styles = [style.strip("; \n") for one in held for style in [one.get("style", "")] if style.strip("; \n")]
    return styles, [one["class"] for one in held if one.get("class")], "\n".join(filter(None, lines))
