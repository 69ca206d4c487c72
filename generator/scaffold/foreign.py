"""What texts of other programs have in them: tags, signs for icons, braces.

Promise: what is printed otherwise than it stands there is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.data.markup import MarkupFault, Token, escape, from_html, parse_markup
from generator.data.reading.document import Map
from generator.data.reading.guessing import are_slips

_ICON = re.compile(
    r":[a-z][a-z_-]{1,20}:|\{+[A-Za-z][\w-]{0,15}\}+|\[[A-Za-z][A-Za-z-]{1,18}\]|\[[A-Z]\]"
    r"|<(?!div|img)[A-Za-z][\w-]{2,15}\s*/>"
)
"""What stands for an icon in other programs."""


def signs_in(items: Sequence[Map], *, is_html: bool) -> Iterator[str]:
    """What is said of signs for icons."""
    texts = texts_in(items)
    icons = list(dict.fromkeys(sign for text in texts for sign in _ICON.findall(text)))
    if icons:
        signs = ", ".join(icons[:4]) + " ..." * (len(icons) > 4)
        ours = "{" + re.sub(r"[^\w-]", "", icons[0]).lower() + "}"
        how = " and ".join([f"write `{ours}`"] * (ours != icons[0]) + ["delete `markup: html`"] * is_html)
        yield f"printed as words: {signs}; for icons {how}: `pnp docs cookbook`, Icons inside a text"


def texts_in(items: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """All that items say in words."""
    for value in (value for item in items for value in item.values()):
        yield from (str(v) for v in (value.values() if isinstance(value, dict) else [value]) if isinstance(v, str))


def foreign_in(texts: Sequence[str]) -> list[str]:
    """What becomes of markup that is not ours, or names what a new game does not have."""
    ours, read = ("text", "ruby", "break", "paragraph"), [(words, *parse_markup(words)) for words in texts]
    if are_slips([words for words, _, faults in read if faults], len(read)) and _uses_ours(read):
        read = [(words, tokens, ()) for words, tokens, faults in read if not faults]
    is_marked = any(from_html(words) != escape(words).replace("\\*\\*", "**") for words, _, _ in read)
    is_braced = any(faults or any(t.kind not in ours for t in tokens) for _, tokens, faults in read)
    kept = "of tags and signs (`<b>`, `*x*`, `&amp;`) line breaks, bold and the words stay"
    return [kept] * is_marked + ["braces and brackets are printed as they are"] * is_braced


def _uses_ours(read: Sequence[tuple[str, tuple[Token, ...], tuple[MarkupFault, ...]]]) -> bool:
    """True if some of the texts have bold words or ruby as we write them."""
    return any(token.bold or token.kind == "ruby" for _, tokens, _ in read for token in tokens)
