"""Texts of a table -> what is said of markup of other programs in them.

Promise: nothing is said of what is ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.data.markup import MarkupFault, Token, escape, from_html, parse_markup
from generator.data.reading.guessing import are_rare, are_slips
from generator.data.reading.records import words_in

_ICON = re.compile(
    r":[a-z][a-z_-]{1,20}:|\{+ ?[A-Za-z][\w-]{0,20}(?::\w+)? ?\}+|\[[A-Za-z][A-Za-z-]{1,18}\]|\[[A-Z]\]"
    r"|<(?!div|img)[A-Za-z][\w-]{2,15}\s*/>"
)
"""What stands for an icon in other programs."""
_TAGS = re.compile(r"<([a-z]{1,6})\b[^<>]*>[^<>]*</\1>")
"""What is no slip."""


def signs_in(items: Sequence[Mapping[str, object]], *, is_html: bool) -> Iterator[str]:
    """What is said of signs for icons."""
    texts = (text for item in items for value in item.values() for text in words_in(value))
    signs = dict.fromkeys(sign for text in texts for sign in _ICON.findall(text))
    icons = [sign for sign in signs if is_html or sign[0] != "{"]  # else unknown terms
    if icons:
        shown = ", ".join(icons[:4]) + " ..." * (len(icons) > 4)
        ours = "{" + re.sub(r"^\W+(icons?_)?|(?<=\w)\W.*", "", icons[0]).lower() + "}"
        how = " and ".join([f"write `{ours}`"] * (ours != icons[0]) + ["delete `markup: html`"] * is_html)
        yield f"printed as words: {shown}; for icons {how}: `pnp docs cookbook`, Icons inside a text"


def foreign_in(texts: Sequence[str]) -> list[str]:
    """What becomes of markup that is not ours, or names what a new game does not have."""
    ours, read = ("text", "ruby", "break", "paragraph"), [(words, *parse_markup(words)) for words in texts]
    marked = [n for n, words in enumerate(texts) if _said(from_html(words)) != _said(escape(words).replace("\\*", "*"))]
    braced = [n for n, (_, tokens, faults) in enumerate(read) if faults or any(t.kind not in ours for t in tokens)]
    are_few = are_slips if _uses_ours(read) else are_rare
    is_marked, is_braced = (bool(found) and not are_few(found, len(texts)) for found in (marked, braced))
    is_marked |= not braced and any(map(_TAGS.search, texts))
    kept = "of tags and signs (`<b>`, `_x_`, `&amp;`) line breaks, bold, italics and the words stay"
    return [kept] * is_marked + ["braces and brackets are printed as they are"] * is_braced


def _said(markup: str) -> list[tuple[str, str, int]]:
    return [(token.kind, token.text, token.cut) for token in parse_markup(markup)[0]]


def _uses_ours(read: Sequence[tuple[str, tuple[Token, ...], tuple[MarkupFault, ...]]]) -> bool:
    """True if some of the texts have bold words or ruby as we write them."""
    return any(token.bold or token.kind == "ruby" for _, tokens, _ in read for token in tokens)
