"""Words that turn a sense round: a number gained is not the number lost, however alike the rest is.

Takes words by language; tells whether the one says what the other denies. Promise: words of a language without a table
are never opposite; who says both sides or neither is opposite to nobody.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from generator.data.markup import parse_markup
from generator.data.model import Game

Pair = tuple[str, str]
Near = Mapping[str, Mapping[str, str]]
"""Parameter -> language -> the words around it."""
OPPOSITES: Mapping[str, tuple[Pair, ...]] = {
    "en": (
        (
            r"gain(s|ed)?|gets?|got|receive[sd]?|earn(s|ed)?",
            r"los(e|es|t|ing)|pay(s|ing)?|paid|spen(d|ds|t)|costs?|discard(s|ed)?",
        ),
        (r"most|maximum|highest|largest", r"least|minimum|fewest|lowest|smallest"),
        (r"more|extra|added", r"fewer|less"),
        (r"first", r"last|final"),
        (r"before", r"after"),
    ),
    "ja": (
        (r"得[るてたらよ]|獲得|受け取", r"失[うっいわ]|払[うっいわ]|支払|捨て"),
        (r"最大|最多|最高|上限", r"最小|最少|最低|下限"),
        (r"増[えやす]", r"減[らるっ]"),
        (r"最初", r"最後"),
    ),
}
"""By language: two patterns that mean the contrary; whole words where words have blanks between them."""
NEAR = 24
"""Characters on each side of a number that say what it is for."""


def opposite(old: Mapping[str, str], new: Mapping[str, str]) -> bool:
    """True if in some language the one only gains where the other only loses, or the like."""
    for language in sorted({*old} & {*new}):
        for pair in OPPOSITES.get(language, ()):
            one, other = (_sides(words[language], pair, language) for words in (old, new))
            if sum(one) == sum(other) == 1 and one != other:
                return True
    return False


def _sides(words: str, pair: Pair, language: str) -> tuple[bool, ...]:
    edge = "" if language == "ja" else r"\b"
    return tuple(bool(re.search(f"{edge}(?:{side}){edge}", words, re.IGNORECASE)) for side in pair)


def surroundings(game: Game) -> Near:
    """What stands next to each parameter wherever the rules speak of it, by language."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for rule in game.rules.values():
        for language, words in rule.text.words.items():
            for token in parse_markup(words)[0]:
                if token.kind == "parameter":
                    near = words[max(0, token.start - NEAR) : token.start], words[token.end : token.end + NEAR]
                    found[token.text][language] += near
    return {name: {k: " … ".join(parts) for k, parts in by.items()} for name, by in found.items()}
