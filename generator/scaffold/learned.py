"""Cards to learn with: which two columns are their sides, words of two languages, or words and what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.data.lexicon import table_words
from generator.data.reading.aliases import language_called
from generator.data.reading.grid import plain, plain_ascii
from generator.scaffold.asides import is_aside
from generator.scaffold.meanings import said_in, says

_LEARNED = frozenset(table_words("learned"))


def is_learned(heading: str) -> bool:
    """True for a heading of words to learn."""
    return plain_ascii(plain(heading)) in _LEARNED


def learned_in(heads: Mapping[str, str], items: Sequence[Mapping[str, object]], *, is_sure: bool = True) -> list[str]:
    """The texts that are the two sides of a card to learn, in front the first: of two languages, or of words and what
    they mean (how they are read is behind, too); `is_sure`: none beside a name or a text, or words of its own for
    nearly each piece, which are examples beside two languages."""
    tongues = [f for f, heading in heads.items() if language_called(heading)]
    words = [f for f, heading in heads.items() if f in tongues or is_learned(heading)]
    found = [f for f, heading in heads.items() if f in words or (words and _says_meaning(heading))]
    others = {f: {*said_in(items, f)} for f, heading in heads.items() if f not in found and not is_aside(heading)}
    own = [f for f, said in others.items() if 10 * len(said) >= 9 * len(items)] if len(tongues) < _TWO else []
    is_bare = not (own or any(says(heads[f], what) for f in others for what in ("name", "text", "flavour")))
    are_two = sum(not says(heads[f], "reading") for f in found) > 1 and len(tongues) < _LEAST
    return sorted(found, key=lambda f: f not in words) if are_two and (is_bare or not is_sure) else []


def _says_meaning(heading: str) -> bool:
    return says(heading, "translation") or says(heading, "explained") or says(heading, "reading")


_TWO, _LEAST = 2, 3
"""Languages to learn; a text in so many languages is translated."""
