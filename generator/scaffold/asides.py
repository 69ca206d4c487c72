"""What a designer writes for himself in a table, or a program: notes, how far a piece is, how it is drawn.

Takes headings, and what stands below them; no card shows it. Promise: words of its own for most pieces, where there is
no other text, are what a card says.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from generator.data.lexicon import table_words
from generator.data.reading.document import Map
from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.guessing import is_for_pictures
from generator.scaffold.meanings import LONG, SEVERAL, are_sentences, in_parts, said_in, says

_WORK, _STATE = ("|".join(table_words(key)) for key in ("works", "states"))
_ASIDE = re.compile(
    f"{'|'.join(table_words('asides'))}|({_WORK})({_STATE})"
    f"|({_STATE})(of|de|del|der|da|do|des|dell|d)?(la|l|las)?({_WORK})"
)
"""Headings of what a designer writes for himself, or a program: no card shows it."""


@lru_cache(maxsize=4096)
def is_aside(heading: str) -> bool:
    """True for what a designer writes for himself: `Notes`, `Notes to self`, `Comment (Tom)`; for orders to a program:
    `@template`."""
    heading = re.sub(r"^(\w+\.)+(?=\w)", "", heading)
    words = re.split(r"[(（:\s_]+", in_parts(heading).strip(" )）"))
    return re.match(r"@\w", heading) is not None or any(
        _ASIDE.fullmatch(plain(word)) for word in (words[0], words[-1], heading)
    )


def names_templates(heading: str) -> bool:
    """True for a column of what draws the pieces, where that is here."""
    return re.fullmatch(_TEMPLATE, plain_ascii(plain(heading))) is not None


def _is_of_stages(heading: str, said: Collection[str]) -> bool:
    """True for how far pieces are: `Status`, with `Done`, `In playtest`; `Version`, with `0.4`; `Done?`, with `x`. A
    few words begin or end with that: `Accepted for v2`, `art: done`. Also for how a program draws them: `Hue`, with
    `240`, `Template`."""
    headed = [plain_ascii(plain(part)) for part in (heading, re.split(r"[ _]+", in_parts(heading))[-1])]
    found = [stage for head, stage in _STAGES if any(re.fullmatch(head, part) for part in headed)]
    ways = [{plain_ascii(plain(part)) for part in (word, *_ENDS.findall(word))} for word in said if found]
    return bool(ways) and any(all(any(map(stage.fullmatch, way)) for way in ways) for stage in found)


_ENDS = re.compile(r"\A[\W_]*[^\W_]+|[^\W_]+[\W_]*\Z")
_TEMPLATE = "|".join(table_words("templates"))
_YES_NO = "|".join(map(re.escape, (*table_words("yes"), *table_words("no"), "true", "false")))
_STAGES = (
    (_STATE, re.compile("|".join(table_words("stages")))),
    ("version|revision|rev", re.compile(r"v?\d+([.,]\d+)*[a-z]?")),
    ("|".join(table_words("ticked")), re.compile(_YES_NO)),
    ("|".join(table_words("tones")), re.compile(r"([0-2]?\d?\d|3[0-5]\d|360)([.,]\d+)?°?")),
    (_TEMPLATE, re.compile(".+")),
)


def _are_texts(heading: str, said: Sequence[str]) -> bool:
    return any(len(words) > LONG for words in said) and (are_sentences(said) or says(heading, "text"))


def _is_ascii(words: str) -> bool:
    return plain_ascii(words).isascii()


def _is_decided(heading: str) -> bool:
    """True for why a piece is as it is, beside how far it is."""
    return plain_ascii(plain(heading)) in table_words("decided")


def asides_in(heads: Mapping[str, str], items: Sequence[Map], left: Collection[str]) -> list[str]:
    """The fields that no card shows: some that are `left`, what a designer asks of who draws, where a picture would be
    named, and writes for himself; but words of its own for most pieces, where there is no other text, are what a card
    says."""
    left = [*left, *(f for f, h in heads.items() if is_for_pictures(h) and are_sentences(said_in(items, f)))]
    said = {f: said_in(items, f) for f in heads}
    is_latin = all(map(_is_ascii, said_in(items, "name")))
    heads_ = {f: plain_ascii(plain(heading)) for f, heading in heads.items()}
    staged = [f for f, h in heads.items() if _is_of_stages(h, said[f])]
    staged += [
        f for f, h in heads_.items() if is_latin and re.fullmatch(_STATE, h) and not any(map(_is_ascii, said[f]))
    ]
    own = [f for f, h in heads.items() if f not in left and (f in staged or is_aside(h) or (staged and _is_decided(h)))]
    others = [f for f in heads if f not in (*left, *own, "name")]
    is_bare = len(items) >= SEVERAL and not any(_are_texts(heads[f], said[f]) for f in others)
    lone = [
        f for f in own if is_bare and 10 * len({*said[f]}) >= 9 * len(said[f]) and 4 * len(said[f]) >= 3 * len(items)
    ]
    lone = [f for f in lone if any(len(w) > LONG and (" " in w or not w.isascii()) for w in said[f])]
    found = [f for f in heads if f in left or (f in own and f not in lone)]
    kept = {heading for f, heading in heads.items() if f not in found}
    return [f for f in found if heads[f] not in kept]  # by their headings they are left out
