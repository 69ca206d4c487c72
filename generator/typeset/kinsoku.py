"""What Japanese typography says about two neighbours: may the line break between them, how far apart are they.

Takes characters, gives their class, the side (Japanese or Latin font) on which they are set, and for each
pair of edges a `Joint`. Promise: the classes and prohibitions are those of JIS X 4051 at its strictest (small
kana and the prolonged sound mark count), the spaces those of JLREQ, measured on the font's own bearings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from generator.values import Struct, field, lazy_pattern, memo, work_out

HYPHENS = "‐‑–〜～゠-"
SIGNS = "+−±÷＋－=＝-–"
COUNTERS = frozenset(
    "枚個点回人枠円金手列行つ倍本体匹頭章節項条号版年月日時分秒度割番組対種面目名件台冊杯軒隻歩巡戦勝敗周段階級位話"
    "幕局皿式束袋箱里票色敵勢画辺角連試期世代枝羽騎駒札通穴品色層欄ヶ"
)
_BEFORE_DIGIT = frozenset("第．，.,")
_UNSEEN = frozenset("\u200b\u2060\ufeff")
_TELLING = _BEFORE_DIGIT | _UNSEEN | {"／"}
"""Characters that something is said of; the classes say the rest."""

CLASSES: Mapping[str, str] = {
    "open": "（〔［｛〈《「『【⦅〘〖｢«“‘([{〝｟‹",
    "close": "）〕］｝〉》」』】⦆〙〗｣»”’)]}〟〞｠›",
    "comma": "、，､,",
    "stop": "。．｡.",
    "mark": "！？‼⁇⁈⁉!?",
    "dot": "・：；･:;",
    "hyphen": HYPHENS,
    "iteration": "々〻ゝゞヽヾ〱〲〳〴〵゛゜",
    "prolonged": "ーｰ",
    "small": "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ",
    "ellipsis": "…‥",
    "dash": "—―─⸺",
    "prefix": "¥￥$＄£￡€#＃№§〒@＠",
    "postfix": "%％‰°′″℃¢￠",
    "times": "×",
    "digit": "0123456789０１２３４５６７８９",
    "space": " \u3000\u2002\u2003\u2009\u200a",
    "glue": "\u00a0\u202f",
}
"""Class -> its characters."""
_CLASS = {char: name for name, chars in CLASSES.items() for char in chars}
_RANGES: tuple[tuple[int, int, str], ...] = (
    (0x3041, 0x309F, "hiragana"),
    (0x30A1, 0x30FF, "katakana"),
    (0xFF66, 0xFF9F, "katakana"),
    (0x3400, 0x9FFF, "kanji"),
    (0xF900, 0xFAFF, "kanji"),
    (0x20000, 0x3FFFF, "kanji"),
)

NOT_AT_START = frozenset(CLASSES) - {"open", "dash", "prefix", "digit"}
"""Classes that no line begins with: JLREQ 3.1.7 (a hyphen that is a sign before a number is none of them)."""
NOT_AT_END = frozenset(("open", "prefix", "glue"))
"""Classes that no line ends with: JLREQ 3.1.8."""
_WORDY = frozenset(("kanji", "hiragana", "katakana", "iteration", "prolonged", "small"))
_WESTERN = frozenset(("letter", "digit", "postfix", "prefix", "times", "sign"))
_NUMERIC = frozenset(("digit", "sign", "times"))
_KANA = frozenset(("hiragana", "katakana", "small", "prolonged"))
_UNDER = _KANA | {"open", "close", "comma", "stop", "dot"}
_SCRIPT = {"prolonged": "katakana", "small": "kana", "iteration": "kanji"}

QUARTER = (0.22, 0.12, 0.33)
"""Space between Japanese and Latin (四分アキ, JLREQ 3.2.6, less the bearings of letters): natural, least, most."""

COUNTED = (0.12, 0.06, 0.2)
"""Space between a number and its counter (八分アキ): they are read as one word."""

BESIDE_ICON = (0.2, 0.15, 0.24)
"""A thin space between an icon and a letter, a number or another icon: natural, least, most, in ems."""

BESIDE_KANA = (0.12, 0.08, 0.16)
"""The same beside a kanji, a kana or another full-width sign, which has a bearing of its own."""

ICON_BEARING = (0.04, 0.04, 0.04)
"""Between an icon and a word space or a Latin sign that stands tight: the bearing that a letter has there."""

BEARING = 0.07
"""What is left of a bracket's or a comma's blank side when it is squeezed, in ems: a kanji's own bearing."""

INSIDE: dict[tuple[str, str], float] = {
    ("katakana", "katakana"): 1.0,
    ("digit", "katakana"): 2.0,
    ("digit", "kanji"): 2.0,
    ("kanji", "kanji"): 0.6,
    ("kanji", "hiragana"): 1.0,
    ("katakana", "hiragana"): 0.45,
    ("letter", "hiragana"): 0.28,
    ("digit", "hiragana"): 0.28,
    ("icon", "hiragana"): 0.28,
    ("close", "hiragana"): 0.20,
    ("hiragana", "hiragana"): 1.2,
    ("hiragana", "kanji"): 0.5,
    ("hiragana", "katakana"): 0.06,
    ("kanji", "katakana"): 0.18,
    ("katakana", "kanji"): 0.18,
}
"""What it costs to break between two scripts inside a phrase (1 = a line that is empty)."""

FREE = frozenset(("comma", "stop", "mark", "space"))
"""After these a break costs nothing."""

_BEFORE = {"open": 0.08, "dash": 0.25, "sign": 0.3}


class Edge(Struct, frozen=True, eq=False):
    """One end of a box: what tells of its character, its class and side; `blank` is what may be squeezed off there
    (ems); `over` is how far a reading reaches beyond its base there. Equal ends are one object, made by `edge`.
    `space`: it is a blank; `opens`: where a phrase begins with it is no better place for a break. `joints` are what was
    found between it and others."""

    char: str
    kind: str
    japanese: bool
    blank: float = 0.0
    over: float = 0.0
    space: bool = False
    opens: bool = False
    joints: dict[Edge, Joint] = field(default_factory=dict)

    def __post_init__(self) -> None:
        work_out(self, "joints", memo(partial(_joint, self)))

    def with_room(self, blank: float = 0.0, over: float = 0.0) -> Edge:
        """The same end with other room about it."""
        return _edge(self.char, self.kind, self.japanese, blank, over)


def edge(char: str, kind: str, japanese: bool) -> Edge:
    """The end of a box. Of most characters the class says all, so that they share few ends."""
    if char not in _TELLING:
        char = "個" if char in COUNTERS else "ア" if char > "゠" else ""
    return _edge(char, kind, japanese, 0.0, 0.0)


@lru_cache(maxsize=4096)
def _edge(char: str, kind: str, japanese: bool, blank: float, over: float) -> Edge:
    return Edge(char, kind, japanese, blank, over, kind == "space", kind in ("open", "dash", "sign"))


Glue = tuple[float, float, float]
"""Natural, least and most, in ems; negative: a squeeze."""

Joint = tuple[float, float, float, float]
"""The space between two boxes as glue has it, and what a break there costs inside a phrase (-1: none is allowed)."""


@lru_cache(maxsize=16384)
def class_of(char: str) -> str:
    """The class of a character: "open", "kanji", "letter" ..."""
    named = _CLASS.get(char)
    if named:
        return named
    code = ord(char[0])
    for low, high, name in _RANGES:
        if low <= code <= high:
            return name
    if char in SIGNS:
        return "sign"
    return "letter" if char[0].isalpha() else "symbol"


# ---- sides -------------------------------------------------------------------------------------------------

_QUOTES = {"“": "”", "‘": "’"}
_MATHS = frozenset("×÷±−≠≤≥")
_ASK = _MATHS | frozenset("°·•€")
"""Beside those of ambiguous width: characters that both fonts have, so that their neighbours decide."""


_PICTURES = (
    "⌚⌛⏩⏪⏫⏬⏰⏳◽◾☔☕♈♉♊♋♌♍♎♏♐♑♒♓♿⚓⚡⚪⚫⚽"
    "⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗➰➿⬛⬜⭐⭕"
)
"""Emoji of the basic plane that are so by themselves (UTS #51, Emoji_Presentation)."""
_JOINS = "\ufe0f\u20e3"
_AFTER = "[\ufe0f\u20e3]*[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*"
_SIGN = "\u203c-\u2bff〰〽㊗㊙"
ONE_EMOJI = (
    "[\U0001f1e6-\U0001f1ff]{1,2}|[#*0-9]\ufe0f?\u20e3|"
    f"(?:[{_PICTURES}\U0001f000-\U0001faff]|[{_SIGN}©®](?=[\ufe0f\u20e3\u200d\U0001f3fb-\U0001f3ff])){_AFTER}"
    f"(?:\u200d[{_SIGN}\U0001f000-\U0001faff]{_AFTER})*"
)
"""One emoji (UTS #51, emoji sequences): a flag, a key, a picture with its selector and skin, several joined."""
EMOJI = lazy_pattern(ONE_EMOJI)

_SIDES = {
    **dict.fromkeys(_ASK, "?"),
    **dict.fromkeys((c for c, kind in _CLASS.items() if kind == "space"), "S"),
    **{"\t": "S", "\u200b": "Z", "\u2060": "W", "\ufeff": "W"},
}


def _side(char: str) -> str:
    """J Japanese, L Latin, E emoji, S space, M joins the character before, Z breaks, W glues, X refused, ? neighbours
    decide."""
    if char in _SIDES:
        return _SIDES[char]
    if char in _JOINS or char in _PICTURES or "\U0001f000" <= char <= "\U0001faff":
        return "E"
    kind = unicodedata.category(char)
    if kind in ("Mn", "Mc", "Me") or char in "\u200c\u200d":
        return "M"
    if kind in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return "X"
    wide = unicodedata.east_asian_width(char)
    if wide == "A" and not char.isalpha() and char >= "\u2000":
        return "?"
    return "J" if wide in "WFH" else "L"


_KNOWN_SIDES = memo(_side)


def sides(words: str, language: str, chars: Iterable[str] = "") -> str:
    """One letter for each character: J or L (the font it takes), E, S, M, Z, W, X; M goes with what is before it.
    `chars`: those of the words, if somebody has them: to take words apart costs more than to look the letters up."""
    mask = "".join(map(_KNOWN_SIDES.__getitem__, chars or words))
    if "E" in mask:
        mask = "".join(["M" if char in _JOINS else side for char, side in zip(words, mask, strict=True)])
        for one in EMOJI.finditer(words):
            start, end = one.span()
            mask = f"{mask[:start]}E{'M' * (end - start - 1)}{mask[end:]}"
    if "?" not in mask:
        return mask
    asked = list(mask)
    _ask_neighbours(words, asked, "J" if language == "ja" else "L")
    return "".join(asked)


def _ask_neighbours(words: str, mask: list[str], home: str) -> None:
    """Settle the characters that both fonts have. A closing quote goes with its opening one."""
    open_quotes: list[tuple[str, str]] = []
    for at, char in enumerate(words):
        if mask[at] != "?":
            continue
        before, after = _neighbour(words, mask, at, -1), _neighbour(words, mask, at, 1)
        if open_quotes and char == open_quotes[-1][0] and not (char == "’" and before == after == "L"):
            mask[at] = open_quotes.pop()[1]
        elif char in _QUOTES:
            mask[at] = after or before or home
            open_quotes.append((_QUOTES[char], mask[at]))
        elif char in "”’":
            mask[at] = before or home
        elif char in "—―…‥":
            mask[at] = home if before and after and before != after else before or after or home
        elif (at and words[at - 1].isdecimal()) or words[at + 1 : at + 2].isdecimal():
            mask[at] = "L"
        elif (char in _MATHS or "←" <= char <= "⇿") and " " in (words[at - 1 : at], words[at + 1 : at + 2]):
            mask[at] = "L"  # as in a formula of icons and figures
        elif "←" <= char <= "⇿":  # between icons, whose hidden words are now kanji, now Latin
            mask[at] = home
        else:
            mask[at] = before if before and before == after else home


def _neighbour(words: str, mask: list[str], at: int, step: int) -> str:
    """The side of the nearest settled letter in a direction; "" if there is none. Punctuation is passed over."""
    at += step
    while 0 <= at < len(words):
        if mask[at] in "JL" and (words[at].isalnum() or mask[at] == "J"):
            return mask[at]
        at += step
    return ""


# ---- neighbours --------------------------------------------------------------------------------------------


def _joint(before: Edge, after: Edge) -> Joint:
    """What stands between the end of a box and the beginning of the next."""
    return (*_space(before, after), _cost(before, after) if _may_break(before, after) else -1.0)


def _may_break(a: Edge, b: Edge) -> bool:
    """True if a line may end after `a` and the next begin with `b`."""
    # JLREQ 3.1.7, 3.1.8, then 3.1.10: sequences that are never broken (numbers with their units, doubled dashes)
    if b.kind in NOT_AT_START or a.kind in NOT_AT_END:
        return False
    if a.kind == "icon" and b.char in COUNTERS:
        return False
    if a.kind in _NUMERIC and (b.kind in ("digit", "icon", "sign") or b.char in COUNTERS):
        return False
    if a.kind in ("sign", "times") and b.kind == "letter":
        return False
    if b.kind == "digit" and (a.kind in ("hyphen", "icon", "dot") or a.char in _BEFORE_DIGIT):
        return False
    return not (a.kind == b.kind and a.kind in ("ellipsis", "dash"))


def may_break_at_space(before: Edge, after: Edge) -> bool:
    """True if a line may end at a space between these two."""
    if before.kind in NOT_AT_END or after.kind in ("space", "glue", "ellipsis"):
        return False
    if after.japanese and after.kind in NOT_AT_START:
        return False
    return not (before.kind == "digit" and after.kind == "icon")


def _space(a: Edge, b: Edge) -> Glue:
    if a.japanese and b.japanese:
        squeeze = _squeeze(a, b)
        if squeeze:
            return (-squeeze, -squeeze, -squeeze)
        return (0.0, -_give(a, b), 0.0)
    if "icon" in (a.kind, b.kind):
        return _beside_icon(b, _SHUT) if a.kind == "icon" else _beside_icon(a, _OPEN)
    if (a.kind in _WORDY and b.kind in _WESTERN) or (a.kind in _WESTERN and b.kind in _WORDY):
        return COUNTED if a.kind == "digit" and b.char in COUNTERS else QUARTER
    return (0.0, -_give(a, b), 0.0)


_SHUT = frozenset(("close", "comma", "stop", "mark", "dot", "hyphen", "ellipsis", "glue"))
_OPEN = frozenset(("open", "hyphen", "glue"))
"""Classes that stand tight after an icon, and before one."""


def _beside_icon(other: Edge, tight: frozenset[str]) -> Glue:
    if other.kind in tight or other.kind == "space" or other.char in _UNSEEN:
        return (0.0, 0.0, 0.0) if other.japanese else ICON_BEARING
    return BESIDE_KANA if other.japanese else BESIDE_ICON


def _squeeze(a: Edge, b: Edge) -> float:
    """How much blank two neighbouring signs have too much, in ems; how far a reading may hang over kana and marks.

    JLREQ 3.1.4 (punctuation in a row) and 3.3.8 (ruby longer than its base).
    """
    if a.over or b.over:
        return min(a.over if b.kind in _UNDER else 0.0, 0.25) + min(b.over if a.kind in _UNDER else 0.0, 0.25)
    closing = a.kind in ("close", "comma", "stop")
    if closing and b.kind == "open":
        return min(a.blank, b.blank)
    if closing and b.kind in ("close", "comma", "stop", "dot", "mark", "ellipsis"):
        return a.blank
    if a.kind == "mark" and b.kind in ("mark", "close"):
        return a.blank / 2
    if b.kind == "open" and a.kind in ("open", "dot"):
        return b.blank
    return 0.0


def _give(a: Edge, b: Edge) -> float:
    """How much blank beside brackets and commas a full line may take away: JLREQ 3.8.3."""
    give = {"close": 1.0, "comma": 0.5}.get(a.kind, 0.0) * a.blank if a.japanese else 0.0
    return give + (b.blank if b.japanese and b.kind == "open" else 0.0)


def _cost(a: Edge, b: Edge) -> float:
    if a.kind in FREE or a.char == "／":
        return 0.0
    if b.kind in _BEFORE:
        return _BEFORE[b.kind]
    first, second = _SCRIPT.get(a.kind, a.kind), _SCRIPT.get(b.kind, b.kind)
    if first == "kana":
        first = "katakana" if a.char > "゠" else "hiragana"
    return INSIDE.get((first, second), 0.16)
