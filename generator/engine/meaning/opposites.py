"""Sentences in several languages: a denial that one of them lost, a word of which another says the opposite.

Takes the texts on a `Desk`; gives a problem in the language that lacks the word, or comes later. The tables are of
words alone, so they excuse a lot: what is told stands in little doubt. Of a language that is not in them nothing is
said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from generator.engine.registry import Desk, Problem, check
from generator.engine.texts.lexicon import base_of_language

_DENIALS: dict[str, tuple[str, str, str, str, str]] = {
    "en": (
        r"(?<!or )(?<!if )\bnot\b(?! only| until| before| yet| more| less| fewer)|\bcannot\b|n't\b",
        r"\bnot?\b|\bcannot|n't\b|\bnever|\bno(?:body|thing|ne|where|r)\b|neither|without|unless|instead|except|rather|"
        r"otherwise|\bonly|until|\bban|forbid",
        r"other|else|\bfree|empty|\bout\b|\blos[et]|\boff\b|extra|within|\black|miss|fewer|\bless|avoid|fail|refus|skip|"
        r"stay|ignor|alone|\bmost|\ball\b|any|beyond|hardly|short|separat|safe|apart|hostile|up to|\brest\b|left|"
        r"remain|keep|same|stop|\bend|declin|immun|protect|still|\byet|ready|even if|\w+less|\bun\w+",
        r"\b(?:may|can|must|shall) ?not\b|can't",
        r"\bmay\b|\bcan\b",
    ),
    "ja": (
        "ない(?!限り)(?<!しかない)(?<!少ない)(?<!ればならない)|なかっ|ません|(?<!必)(?<!ま)(?<!わ)ず(?=に|、|。|と)(?<!ればならず)",
        "ない|なか|なけ|なく|なし|ません|ず|ぬ|無|不|以外|除|禁|非|未|ゼロ|だけ|のみ|しか",
        "ても|でも|まで|ほか|残|超|別|失|空|0|断|関わ|消|外|同じ|止|終|自由|最大|上限",
        "てはなら|てはいけ|できない|られない|[えけげせてねべめれ]ない(?:。|$)|ません|禁止",
        "てよい|てもよい|できる|られる|[えけげせてねべめれ]る(?:。|$)",
    ),
    "de": (
        r"\bnicht\b(?! nur| bevor| mehr)|\bkeine?[nmrs]?\b|\bniemals\b",
        r"\bnicht|\bnie|\bkein|\bohne|weder|statt|außer|sonst|\bnur\b|\bbis\b|verb[oi]|\berst\b",
        r"ander|\bfrei|\bleer|weniger|fehl|\brest|übrig|bleib|egal|verl[io]|verzicht|gleich|allein|höchst|kostenlos|ignor|"
        r"behalt|immer|alle|los\b|\bun",
        r"(?:darf|dürfen|kann|können)(?: \w+)? (?:nicht|kein)",
        r"\bd[aü]rf|\bk[aö]nn",
    ),
    "fr": (
        r"\bn(?:e |['’])(?:\w+ ){0,3}(?:\w+['’])?\w* ?(?:pas|jamais|rien|aucun)",
        r"\bne\b|\bn['’]|\bpas\b|jamais|aucun|rien|\bsans|\bni\b|sauf|au lieu|plutôt|sinon|seul|interd|hors|except|"
        r"\bnon\b",
        r"autre|vide|libre|gratuit|moins|reste|ignor|perd|refus|exclu|quel|même|\btou|gard|évit|[ia]ble",
        r"\bne (?:\w+ )?p[eo]u\w+ (?:pas|plus)|interdit",
        r"\bpeu[tvx]|pouvez",
    ),
}
"""By language: what surely denies, all that denies, what may stand for it in another language; forbids; allows."""
_OPPOSITES = {
    "en": r"""
        (?:the|your|their|its|to) left|left (?:hand|of|side) / (?:the|your|their|its|to) right|right (?:hand|of|side)
        (?<!counter)(?<!anti)(?<!counter-)(?<!anti-)clockwise / (?:counter|anti)-?clockwise
        face up|open / face down
        (?:gain|get|receive|score)s? nothing / also gains?|gains? [^.]*too\b
        round(?:ed|ing)? down / round(?:ed|ing)? up
        start of|beginning of|at the (?:start|beginning) / \bend of|at the end
        \bfirst\b / \blast\b
        \bw[io]n(?:s|ner|ning)?\b|victor / \blos(?:es?|t|ing|ers?)\b|defeat
        \bgains?\b / \bloses?\b
        \bmost\b|highest|largest|greatest / fewest|\bleast\b|lowest|smallest
        \bmore\b / \bfewer\b|\bless\b
        at least|or more|minimum / at most|up to|maximum|or fewer|or less|limit|\bcap|within
        \bdraws?\b|drew / \bdiscard
        \btop\b|upper|above / bottom|lower|below|\bunder
        \bodd\b / \beven (?:number|value|total|sum|card|roll)|is even
        \bmust\b|ha(?:s|ve) to\b / \bmay\b|\bcan\b
    """,
    "ja": r"""
        左 / 右
        (?<!反)時計回り / 反時計回り
        表向き|公開|表に(?=返|し|す|置|向|戻) / 裏向き|伏せ|裏に(?=返|し|す|置|向|戻)
        得ない|得られない|もらえない / も得る|ももらえる
        切り捨て / 切り上げ
        開始時|始めに|初め / 終了時|終わりに|最後
        最初|はじめ|初|先 / 最後
        勝 / 敗|負|失
        得る|得て / 失う|失い
        最も多|最多|一番多|最も高|最大|最も大|最高|まで / 最も少|最少|一番少|最も低|最小|最も小|最低|少なくとも
        多|増|追加|さらに|以上 / 少|減|以下
        以上|少なくとも|最低|最少|つでも / 以下|最大|上限|超え|以内
        引 / 捨
        上 / 下|底
        奇数 / 偶数
        なければならない|必ず|ねばなら / てよい|てもよい|できる
    """,
    "de": r"""
        \blink / \brechts|\brechten?[rs]?\b
        (?:im|in) uhrzeigersinn / gegen den uhrzeigersinn
        \boffen|aufgedeckt / verdeckt
        (?:erh[aä]lt|bekomm)\w* nichts|leer aus / (?:erh[aä]lt|bekomm)\w* auch|auch [^.]*(?:erh[aä]lt|bekomm)
        abgerundet|rundet? ab / aufgerundet|rundet? auf
        zu beginn|am anfang / am ende
        \berste / \bletzte
        gew[io]nn|\bsieg / verl[io]|niederl|besiegt
        erh[aä]lt|bekomm / verl[io]
        meisten|höchste|größte / wenigsten|niedrigste|kleinste|geringste
        \bmehr\b / weniger
        mindestens|oder mehr|wenigstens / höchstens|\bbis\b|maxim|oder weniger|nicht mehr
        \bzieh|gezogen / \bab(?:ge)?w[eioü]rf|wirfst?\b
        \bob(?:en|er) / \bunte
        \bungerade / (?<!un)gerade (?:zahl|summe|augen)
        \bm[uü]ss / \bd[aü]rf|\bk[aö]nn
    """,
    "fr": r"""
        gauche / droite
        sens horaire|sens des aig / antihoraire|sens inverse
        face visible / face cachée
        \bne (?:gagn|reçoi)\w+ rien / (?:gagn|reçoi)\w+ aussi
        inférieur / supérieur
        début / à la fin|en fin
        \bpremi / \bderni
        \bgagn|remport|victoire / \bperd|défait
        \bgagn|reç / \bperd
        plus grand|plus élevé|plus haut|plus de / plus petit|plus faible|plus bas|moins
        \bplus\b / \bmoins\b
        au moins|ou plus|minimum / au plus|jusqu|maxim|ou moins|limit
        \bpioch|\btir / défauss
        dessus|haut|supér / dessous|\bbas\b|infér
        \bimpair / \bpaire?s?\b
        \bdoi[ts]|doivent|devez / \bpeu[tvx]|pouvez
    """,
}
"""By language pairs of opposites, a line a pair, in the same order in each."""
_SAID = ("text", "aid", "intro", "about", "use", "unbounded")
_MARKUP = re.compile(r"\{[^}|]*\}|\[\[[^\]]*\]\]|\*\*")
_WITHOUT = re.compile(r"\bwithout\b|\bohne\b|\bsans\b")
_LOSES = re.compile(r"\blos[et]\w*|失|\bverl[io]\w*|\bperd\w*")
"""What is lost in both languages excuses nothing."""
_SENTENCES = re.compile(r"(?<=[.!?。！？])\s*|\n+")


@check("L014")
def languages_do_not_contradict(desk: Desk) -> Iterator[Problem]:
    """What one language of a text denies, the others deny; none says the opposite of another."""
    known = [la for la in desk.game.languages if base_of_language(la) in _OPPOSITES]
    for spoken in desk.texts if len(known) > 1 else ():
        if spoken.role.rpartition(".")[2] not in _SAID or spoken.owner.startswith("question "):
            continue
        words = spoken.text.words
        for one, two in combinations((la for la in known if words.get(la)), 2):
            if words[one] != words[two]:
                problem = _contradiction(one, two, _plain(words[one]), _plain(words[two]))
                if problem:
                    lacking, message = problem
                    yield Problem(spoken.text.marks[lacking], message, f"correct {lacking}, or the other language")
                    break


def _plain(words: str) -> str:
    return " ".join(_MARKUP.sub("", words).casefold().split(" "))


def _contradiction(one: str, two: str, words: str, others: str) -> tuple[str, str] | None:
    """The language that is in doubt, and what is wrong; the texts as a whole, and sentence by sentence."""
    parts = [[s for s in _SENTENCES.split(text) if s.strip()] for text in (words, others)]
    beside = zip(*parts, strict=True) if len(parts[0]) == len(parts[1]) > 1 else ()
    for here, there in ((words, others), *beside):
        mine, theirs = _alike(here, there)
        for saying, lacking, text, other in ((one, two, mine, theirs), (two, one, theirs, mine)):
            (clear, _, _, forbids, _), (_, denies, excuses, _, allows) = _denial(saying), _denial(lacking)
            free = _LOSES.sub("", other) if _LOSES.search(text) else other
            lost = clear.search(text) is not None and excuses.search(free) is None
            forbidden = forbids.search(text) is not None and allows.search(other) is not None
            if (lost or forbidden) and denies.search(other) is None:
                return lacking, f"{saying} denies something that {lacking} does not"
        for a, b in zip(_pairs(one), _pairs(two), strict=True):
            said = _one_of(a, here)
            also = _one_of(b, there) if said is not None else None
            if said is not None and also is not None and (said.re is a[0]) != (also.re is b[0]):
                return two, f"{one} says `{said.group()}`, and {two} the opposite: `{also.group()}`"
    return None


def _alike(*texts: str) -> tuple[str, ...]:
    """Both texts without a `without` that each has once: the rest may still differ."""
    if all(len(_WITHOUT.findall(text)) == 1 for text in texts):
        return tuple(_WITHOUT.sub("", text) for text in texts)
    return texts


def _one_of(pair: tuple[re.Pattern[str], re.Pattern[str]], text: str) -> re.Match[str] | None:
    """Where a text says the one of two opposites and not the other."""
    first, second = (pattern.search(text) for pattern in pair)
    return first or second if not (first and second) else None


@lru_cache(maxsize=16)
def _denial(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, _DENIALS[base_of_language(language)]))


@lru_cache(maxsize=16)
def _pairs(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    lines = _OPPOSITES[base_of_language(language)].strip().splitlines()
    sides = (line.strip().split(" / ") for line in lines)
    return tuple((re.compile(a), re.compile(b)) for a, b in sides)
