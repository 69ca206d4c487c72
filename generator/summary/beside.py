"""Icons beside their own word: the eye sees both, whoever copies or listens hears the word once.

Takes the prose of one text; gives the same with such icons silent (their `text` is ""), and without the space that
parted them from the word, as `{term:both}` has it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from generator.summary.summary import Prose, Span

_GOES_ON = re.compile(r"\s*[はがをにのとでもへやa-zà-ÿ]")
"""A sentence that goes on after its subject: a particle, a small letter."""

_LATIN = re.compile(r"[^\W\d_\u3000-\uffff]")


def said_once(prose: Prose, before: str = "") -> Prose:
    """The prose with silent icons where the word stands beside them. `before` is the title that is read just before
    it; an icon after it that is the subject of a sentence is not silent.
    """
    found = list(prose)
    for at, span in enumerate(prose):
        if span.kind != "icon" or not span.text:
            continue
        after = found[at + 1] if at + 1 < len(found) else Span("break")
        if after.kind == "text" and _begins(after.text.lstrip(), span.text):
            found[at] = replace(span, text="")
            found[at + 1] = replace(after, text=after.text.lstrip())
        elif not at and _ends(before, span.text) and not _GOES_ON.match(after.text):
            found[at] = replace(span, text="")
        elif at and found[at - 1].kind == "text" and _ends(found[at - 1].text.rstrip(), span.text):
            found[at] = replace(span, text="")
            found[at - 1] = replace(found[at - 1], text=found[at - 1].text.rstrip())
    return tuple(found)


def _begins(words: str, word: str) -> bool:
    return words.casefold().startswith(word.casefold()) and not _joined(word[-1:], words[len(word) : len(word) + 1])


def _ends(words: str, word: str) -> bool:
    start = len(words) - len(word)
    return words.casefold().endswith(word.casefold()) and not _joined(words[max(0, start - 1) : start], word[:1])


def _joined(a: str, b: str) -> bool:
    """True if these two are letters of one Latin word."""
    return bool(_LATIN.match(a) and _LATIN.match(b))
