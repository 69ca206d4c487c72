"""The words of one language by themselves: a number that changes nothing, a singular after a number, and a short form
that denies what its rule says.

Takes the texts on a `Desk`; gives a problem at the text. A rule is held against its own short form, against items that
cite it, and against player aids; only where two sentences are made of the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from generator.data.lexicon import is_aid, is_latin, pattern, values_of, whole_number, words_to_digits
from generator.data.markup import Token
from generator.data.model import Game
from generator.data.walk import Spoken
from generator.engine.meaning.examples import figured
from generator.engine.meaning.languages import contradiction, figures_by_clause, paired_otherwise
from generator.engine.registry import Desk, Problem, check, texts_by_owner
from generator.values import late

FEW = 2
"""So many plurals at least must stand behind numbers before a singular is odd."""


@check("M021")
def changes_change_something(desk: Desk) -> Iterator[Problem]:
    """No number is put in the place of the same one."""
    for spoken in desk.texts:
        said = [
            (la, found[0], found)
            for la in spoken.tokens
            if any(t.kind == "parameter" for t in spoken.tokens[la])
            and (found := pattern(la, "instead").search(figured(desk, spoken, la)))
        ]
        same = [(la, words) for la, words, found in said if found[1] == found[found.lastindex or 1]]
        if said and len(same) == len(said):
            language, words = same[0]
            yield Problem(spoken.text.marks[language], f"`{words}` changes nothing", "correct one of the numbers")


# ---- numbered lists ----

_BREAKS = ("break", "paragraph")
_NUMBER, _NUMBERS = re.compile(r"\s*[(（]?(\d{1,2})\b"), re.compile(r"(?<![\d.第])\d{1,4}(?![\d.]|\w?目)")


@check("M013")
def lists_are_as_long_as_they_say(desk: Desk) -> Iterator[Problem]:
    """The number before a list of numbered lines is that of its lines."""
    for spoken in desk.texts:
        for language, tokens in spoken.tokens.items():
            said = _listed(tokens, language) if any(t.kind in _BREAKS for t in tokens) else ""
            if said:
                yield Problem(spoken.text.marks[language], f"{said} in {language}", "correct the number, or the list")
                break


def _listed(tokens: Sequence[Token], language: str) -> str:
    """What is wrong with a list of numbered lines: the only number before it is one more or less than there are."""
    lines: list[str] = [""]
    for token in tokens:
        lines = (
            [*lines, ""]
            if token.kind in _BREAKS
            else [*lines[:-1], lines[-1] + (token.text if token.kind == "text" else "_")]
        )
    numbers = [whole_number(found[1]) for line in lines[1:] if (found := _NUMBER.match(line))]
    said = _NUMBERS.findall(words_to_digits(lines[0], language))
    listed = numbers == list(range(1, len(lines))) and len(numbers) > FEW
    wrong = listed and len(said) == 1 and abs(whole_number(said[0]) - len(numbers)) == 1
    return f"{said[0]} are announced, and {len(numbers)} are listed" if wrong else ""


# ---- forms ----

_ENDS = late(r"(?<![\d.,/-])(\d+)\s+$")
_NUMERAL = late(
    r"\b(?:an?|the|each|every|this|that|your|level|rank|size|type|tier|stage|age|phase|round|turn|value|number|grade|"
    r"class|step|no\.?)(?: \w+)? \d+\s+$",
    re.IGNORECASE,
)
_CLOSES = late(r"\s*(?:$|[.,;:!?)])|\s+(?:and|or|of|from|to|in|for|und|oder|aus|von|et|ou|de|y|o|e)\b")


@check("M022")
def plurals_follow_numbers(desk: Desk) -> Iterator[Problem]:
    """Behind a number above one stands the plural of a term that has one, where others in the language do so."""
    found: dict[str, list[tuple[Spoken, Token, bool]]] = {}
    for spoken in desk.texts:
        for language, tokens in spoken.tokens.items() if not any(spoken.faults.values()) else ():
            for n, token in enumerate(tokens) if is_latin(language) else ():
                if _counted(desk.game, tokens, n, language):
                    found.setdefault(language, []).append((spoken, token, token.detail.startswith("plural")))
    for language, some in found.items():
        odd = [(spoken, token) for spoken, token, is_plural in some if not is_plural]
        for spoken, token in odd if len(some) - len(odd) >= max(FEW, len(odd)) else ():
            place = spoken.place(desk.game, language, token.start, token.end - token.start)
            message = f"`{{{token.text}:{token.detail}}}` stands behind a number above 1, and has a plural"
            yield Problem(place, message, f"write `{{{token.text}:plural-{token.detail}}}`")


def _counted(game: Game, tokens: Sequence[Token], n: int, language: str) -> bool:
    """True of a term in words right behind a number above 1, of which the language has another plural."""
    term = game.terms.get(tokens[n].text) if tokens[n].kind == "term" else None
    if term is None or n == 0 or not tokens[n].detail or term.called("plural", language) == term.called("", language):
        return False
    if n + 1 < len(tokens) and tokens[n + 1].kind == "text" and not _CLOSES.match(tokens[n + 1].text):
        return False
    before, cited = tokens[n - 1], tokens[n - 2] if n > 1 else None
    if before.kind == "text" and not before.text.strip() and cited is not None and cited.text in game.parameters:
        return cited.kind == "parameter" and min(values_of(game.parameters[cited.text]), default=0) > 1
    words = words_to_digits(before.text, language) if before.kind == "text" else ""
    number = _ENDS.search(words)
    return number is not None and whole_number(number[1]) > 1 and not _NUMERAL.search(words)


# ---- a rule and its short forms ----

AIDS = 20
"""A set of more items is no player aid."""
_SENTENCES = late(r"(?<=[.!?。！？])\s*|\n+")
_MARKUP = late(r"\{=[^}]*\}|\{([@#]?)([\w/-]+)(?::[\w-]+)?\}|\[\[[^\]]*\]\]|\*\*")
_NEVER = late(r"\bnever\b|\bnie(?:mals)?\b|\bjamais\b|\bnunca\b|\bnooit\b")
_WORD = late(r"<[\w/-]+>|[^\W\d_]{3,}|[\u4e00-\u9fff]{2}")
_IDLE = late(r"(?:the|its?|their|your?|not|never|may|can|cannot|must|und|der|die|das|les?|des|ist|are|does)$")


@check("M023")
def short_forms_say_the_same(desk: Desk) -> Iterator[Problem]:
    """A sentence of a card or of a player aid does not deny a sentence of its rule, nor pair its numbers otherwise."""
    for short, rule in _short_forms(desk):
        both = [la for la in short.tokens if la in rule.tokens]
        pairs = [paired_otherwise(*(figures_by_clause(s.tokens[la], la) for s in (rule, short))) for la in both]
        for language, pair in zip(both, pairs, strict=True):
            words = [s.text.words[language].casefold() for s in (short, rule)]
            said = _denied(words[0], words[1], language)
            if pair and all(pairs) and (short.role == "aid" or _after(pair[0], words[0]) & _after(pair[0], words[1])):
                said = f"`{pair[0]}` stands with `{pair[1]}`"
            if said:
                message = f"{said} in {language}, otherwise than in `{rule.owner.partition(' ')[2]}`"
                yield Problem(short.text.marks[language], message, "correct one of them")
                break


def _after(number: str, words: str) -> set[str]:
    return set(re.findall(rf"(\w+) {re.escape(number)}\b", words))


def _short_forms(desk: Desk) -> Iterator[tuple[Spoken, Spoken]]:
    """Texts that say the same as a paragraph: its short form, the only item that it names, player aids."""
    texts = texts_by_owner(desk)
    sets = desk.game.sets.values()
    aids = [
        o
        for o in sets
        if len(o.items) <= AIDS and any(is_aid(o.name.in_language(la), la) for la in desk.game.languages)
    ]
    owners = {f"item {o.id}/{i.id}" for o in aids for i in o.items}
    rules = [r for r in desk.game.rules.values() if r.kind != "example"]
    told = [(r, s) for r in rules for s in texts.get(f"rule {r.id}", ()) if s.role == "text"]
    cited = [{f"item {t.text}/{t.detail}" for ts in s.tokens.values() for t in ts if t.kind == "item"} for _, s in told]
    wanted = owners.union(*(names for names in cited if len(names) == 1))
    items = [s for s in desk.texts if s.owner in wanted and not s.role.endswith((".name", ".title"))]
    for (rule, text), names in zip(told, cited, strict=True):
        yield from ((s, text) for s in texts[f"rule {rule.id}"] if s.role == "aid")
        near = owners | names if len(names) == 1 else owners
        yield from ((s, text) for s in items if s.owner in near)


def _denied(short: str, rule: str, language: str) -> str:
    """What is wrong with a sentence of a text that has the words of one of the rule."""
    for a, b in product(_sentences(short), _sentences(rule)):
        here, there = _content(a), _content(b)
        if not FEW <= len(here & there) >= max(len(here), len(there)) - (len(here & there) > FEW):
            continue
        one, two = (" ".join(_MARKUP.sub(r"\2", s).split()) for s in (a, b))
        never = bool(_NEVER.search(one)) != bool(_NEVER.search(two))
        denies = [pattern(language, "denials", "any").search(s) is not None for s in (one, two)]
        if (never and denies[0] != denies[1]) or contradiction(language, language, one, two):
            return f"it says `{one.strip()}`"
    return ""


def _sentences(words: str) -> list[str]:
    return [s for s in _SENTENCES.split(words) if s.strip()]


@lru_cache(maxsize=4096)
def _content(sentence: str) -> frozenset[str]:
    plain = _MARKUP.sub(lambda m: f"<{m[2]}>" if m[2] and not m[1] else " ", sentence)
    return frozenset(w if w[0] == "<" else w.removesuffix("s")[:5] for w in _WORD.findall(plain) if not _IDLE.match(w))
