"""Japanese -> where its phrases end, and what it costs to break within them.

Takes characters, gives offsets. Promise: phrases and words are those that budoux's own parser finds, by its two models.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from re import Match, Pattern

from generator.typeset.kinsoku import COUNTERS
from generator.values import lazy_pattern

BOUND = lazy_pattern(
    "つき(?<=につき)|(?:とき|こと|ため|たび)(?<=[うくぐすつぬぶむるただ]..)(?=[、。はにもがを])|方(?<=い方)(?=[、。はにもがを])|(?<=[。、][こそ]の)|(?<=^[こそあど]の)"
    "|よい(?<=[てで]..)|よい(?<=[てで]も..)|もよい(?<=[てで]...)"
    r"|札(?<=捨て.)|[0-9](?<=[0-9]分の.)|[一1](?<=もう.)|ない(?<=の..)(?=[^、。])"
    r"|[+−×=](?<=\d .)(?= \d)|\d(?<=\d [+−×=] .)"
)
"""What leans on what is before it, though the model sees a phrase begin there: 資源|1個, 高い|方, この|手番, 2分の|1;
もう|一度, 適性の|ない地形; 得て|よい; 捨て|札; sums."""

PER = lazy_pattern("につき(?![ぁ-ん])")

COUNTED = lazy_pattern(f"[0-9][0-9]?(?=[{''.join(sorted(COUNTERS))}])")
"""A number leans on the kanji or katakana before it: 資源|1個."""

BRACKETS = lazy_pattern(r"[(（][^()（）]{1,16}[)）]")
"""Few words in brackets, which are kept together."""

WORD = 0.18
"""What it costs to break inside a phrase where a word begins that could stand alone: 設定|できません."""

OTHER = 0.06
"""The same where a phrase ends that the model does not see: before katakana, after hiragana."""

COMPOUND = 0.24
"""The same within a row of kanji or of katakana, where half a word may be taken for one (バック|アップ)."""

AFTER_KANA = 0.3
"""So much more after hiragana, where it is seen less: サポート|されていない, not サポートされて|いない."""

ENDING, PARTICLE = 0.5, 0.45
"""What it costs to break before an ending (でき|ません); before a particle, after kanji or katakana (一覧|を)."""

AFFIX = 0.3
"""What it costs to part a kanji by itself from the word beside it (新|規則, 署名|時), or where a word may begin."""

MAYBE = 200
"""So far below the score of a word is one that may be."""

ALONE_KANA = frozenset("さしすいお")
"""What begins a verb, though it is a word of one letter: される, している, いる, おく."""

ENDINGS = frozenset(
    (
        *(
            "ます",
            "まし",
            "ませ",
            "まで",
            "です",
            "でし",
            "でも",
            "では",
            "だっ",
            "だけ",
            "られ",
            "れる",
            "たい",
            "たく",
        ),
        *("たら", "たり", "ない", "なく", "なけれ", "なかっ", "ながら", "など", "つつ", "から", "ても", "とも", "には"),
    )
)
"""Words that end others."""


def _leads(char: str) -> bool:
    """True of a kanji or katakana before a figure."""
    return "一" <= char <= "鿿" or "ァ" <= char <= "ヺ" or char == "ー"


def leaning(text: str) -> set[int]:
    """Offsets where no line should begin, though a phrase may."""
    bound = {found.start() for found in BOUND.finditer(text)}
    bound.update(k for k in map(Match.start, COUNTED.finditer(text)) if _leads(text[k - 1 : k]))
    bound.update(k for found in BRACKETS.finditer(text) for k in range(found.start() + 1, found.end()))
    return bound


def unseen_ends(text: str) -> list[int]:
    """Offsets at which a phrase ends, though the model sees none end there."""
    return [found.end() for found in PER.finditer(text)] if "につき" in text else []


def line_ends(text: str, names: Pattern[str] | None = None) -> frozenset[int]:
    """Offsets at which a phrase of Japanese ends and a line may, where a browser breaks at no others: none within
    `names`, nor between a number and what it counts."""
    inside = {k for found in (names.finditer(text) if names else ()) for k in range(found.start() + 1, found.end())}
    counted = {found.end() for found in COUNTED.finditer(text)}
    return phrase_ends(text).union(unseen_ends(text)) - leaning(text) - inside - counted


@lru_cache(maxsize=256)
def inner_costs(text: str, start: int, end: int) -> Mapping[int, float]:
    """Offsets within a phrase at which a word begins -> what it costs to break there."""
    least, spans = _words()
    row = f"\0\0\0{text}"
    costs: dict[int, float] = {}
    words = [start]
    for k in range(start + 1, end):
        before, char = text[k - 1], text[k]
        if before >= "ぁ" <= char and before <= "鿿" >= char:
            score = sum([scores.get(row[k + a : k + b], 0) for a, b, scores in spans]) - least
            if score > 0:
                words.append(k)
            elif score > -MAYBE and before > "ん" < char:
                costs[k] = AFFIX
    for (first, k), (_, after) in pairwise(pairwise([*words, end])):
        costs[k] = _cost_before(text[first:k], text[k:after])
    return costs


def _cost_before(before: str, word: str) -> float:
    """What it costs to break between a word and the next, within a phrase."""
    kana = "ぁ" <= before[-1] <= "ん"
    if not "ぁ" <= word[0] <= "ん":
        if kana:
            return AFFIX if word[0] >= "一" else OTHER
        lone = word if len(word) == 1 else before
        return (
            AFFIX if len(lone) == 1 and lone >= "一" else COMPOUND if (before[-1] < "一") == (word[0] < "一") else WORD
        )
    after = AFTER_KANA if kana else 0.0
    if word in ENDINGS:
        return ENDING
    return (WORD if len(word) > 1 or word in ALONE_KANA else PARTICLE + after) + after


# ---- the models of budoux ------------------------------------------------------------------------------------

BITS = 24
"""The size of a field: the score of one place, which may be below 0."""
HALF = 1 << (BITS - 1)
FIELD = (1 << BITS) - 1

_Seconds = dict[str, tuple[int, dict[str, int]]]
_Letters = dict[str, tuple[int, _Seconds]]
"""A letter -> what it adds, and, by the letter behind it, what both add; likewise of three. Each adds `HALF`."""
_UNKNOWN: tuple[int, _Seconds] = (HALF, {})


@lru_cache(maxsize=256)
def phrase_ends(text: str) -> frozenset[int]:
    """Offsets at which a phrase ends."""
    least, letters = _letters()
    ends, scores = [len(text)], 0  # of the places from the second before a letter on
    row = [*text, "", "", "", ""]
    for place, (letter, second, third) in enumerate(zip(row, row[1:], row[2:], strict=False), -2):
        scores >>= BITS
        own, seconds = letters.get(letter, _UNKNOWN)
        scores += own
        if second in seconds:
            both, thirds = seconds[second]
            scores += both + thirds.get(third, 0)
        if scores & FIELD > least and place > 0:
            ends.append(place)
    return frozenset(ends if text else ())


@lru_cache(maxsize=1)
def _letters() -> tuple[float, _Letters]:
    """The least score of an end, and what adds to it."""
    model = _model_of("ja")
    letters: _Letters = {}
    for kind, scores in model.items():
        before = {"UW": 6, "BW": 5, "TW": 6}[kind[:2]] - int(kind[2:])
        for words, score in scores.items():
            own, seconds = letters.setdefault(words[0], (HALF, {}))
            added = score << BITS * before
            if len(words) == 1:
                letters[words] = (own + added, seconds)
                continue
            both, thirds = seconds.setdefault(words[1], (0, {}))
            if len(words) == 2:
                seconds[words[1]] = (both + added, thirds)
            else:
                thirds[words[2]] = thirds.get(words[2], 0) + added
    return HALF + 0.5 * sum(sum(scores.values()) for scores in model.values()), letters


@lru_cache(maxsize=1)
def _words() -> tuple[float, list[tuple[int, int, dict[str, int]]]]:
    """The least score of a word, and what is looked up of the letters about a place, from where to where."""
    model, ends = _model_of("ja_word"), {"U": 0, "B": 2, "T": 2}
    spans = [(int(k[2:]) - (k[0] != "B"), int(k[2:]) + ends[k[0]], found) for k, found in model.items()]
    return 0.5 * sum(sum(scores.values()) for scores in model.values()), spans


def _model_of(name: str) -> dict[str, dict[str, int]]:
    package = find_spec("budoux")  # to import it would load its reader of HTML
    found: dict[str, dict[str, int]] = json.loads(
        Path(str(package and package.origin)).with_name("models").joinpath(f"{name}.json").read_bytes()
    )
    return found
