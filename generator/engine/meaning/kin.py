"""What is said at two places: a paragraph and its short form, its step of the set-up, the cards and the aids that tell
it, an assumption and what it is about, a number and its name. One does not say the opposite of the other.

Takes the texts on a `Desk`; gives a problem at the shorter one. An opposite counts only where each place says one of
the two throughout, in all languages; a denial only where two sentences are made of the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from generator.data.lexicon import is_aid, pattern, poles
from generator.data.walk import Spoken
from generator.engine.meaning.languages import contradiction, figures_by_clause, paired_otherwise
from generator.engine.meaning.reading import CLAUSES, beginnings, sentences, spelt, told
from generator.engine.registry import Desk, Problem, check, texts_by_owner
from generator.values import late

AIDS = 20
"""A set of more items is no player aid."""
_MARKUP = late(r"\{=[^}]*\}|\{([@#]?)([\w/-]+)(?::[\w-]+)?\}|\[\[[^\]]*\]\]|\*\*")
_SHARED, _LIKE, _CLOSE = 2, 0.3, 0.6
"""So many words at least two sentences must have in common."""
_NEVER = late(r"\bnever\b|\bnie(?:mals)?\b|\bjamais\b|\bnunca\b|\bnooit\b")
_THINGS = late(r"<[^<>]+>")
_EMPTY = late(r"(?:the|its?|their|your?|not|never|may|can|cannot|must|und|der|die|das|les?|des|ist|are|does)$")


@check("M023")
def short_forms_say_the_same(desk: Desk) -> Iterator[Problem]:
    """A sentence of a card or of a player aid does not deny a sentence of its rule, nor pair its numbers otherwise."""
    for short, rule in _short_forms(desk):
        both = [la for la in short.tokens if la in rule.tokens]
        pairs = [
            paired_otherwise(*(figures_by_clause(spelt(desk, s.tokens[la], la)) for s in (rule, short))) for la in both
        ]
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
    told_by = [(r, s) for r in rules for s in texts.get(f"rule {r.id}", ()) if s.role == "text"]
    cited = [
        {f"item {t.text}/{t.detail}" for ts in s.tokens.values() for t in ts if t.kind == "item"} for _, s in told_by
    ]
    wanted = owners.union(*(names for names in cited if len(names) == 1))
    items = [s for s in desk.texts if s.owner in wanted and not s.role.endswith((".name", ".title"))]
    for (rule, text), names in zip(told_by, cited, strict=True):
        yield from ((s, text) for s in texts[f"rule {rule.id}"] if s.role == "aid")
        near = owners | names if len(names) == 1 else owners
        yield from ((s, text) for s in items if s.owner in near)


def _denied(short: str, rule: str, language: str) -> str:
    """What is wrong with a sentence of a text that has the words of one of the rule."""
    for a, b in product(sentences(short), sentences(rule)):
        here, there = (content(_MARKUP.sub(_thing, sentence), language) for sentence in (a, b))
        if not _SHARED <= len(here & there) >= max(len(here), len(there)) - (len(here & there) > _SHARED):
            continue
        one, two = (" ".join(_MARKUP.sub(r"\2", s).split()) for s in (a, b))
        never = bool(_NEVER.search(one)) != bool(_NEVER.search(two))
        denies = [pattern(language, "denials", "any").search(s) is not None for s in (one, two)]
        if (never and denies[0] != denies[1]) or contradiction(language, language, one, two):
            return f"it says `{one.strip()}`"
    return ""


@lru_cache(maxsize=4096)
def content(words: str, language: str) -> frozenset[str]:
    """The things and the words of a text that is `spelt`; of Japanese pairs of ideographs and rows of katakana."""
    return frozenset([*_THINGS.findall(words), *beginnings(_THINGS.sub(" ", words), language, _EMPTY)])


def _thing(markup: re.Match[str]) -> str:
    return f"<{markup[2]}>" if markup[2] and not markup[1] else " "


# ---- opposites ----

_CITED, _TELL = late(r"<p:([\w-]+)>"), ("rule ", "step ", "item ")
Told = tuple[Spoken, Mapping[str, str]]
"""A text with its words by language as `spelt`."""


@check("M023")
def what_is_told_twice_is_alike(desk: Desk) -> Iterator[Problem]:
    """No two places that tell the same say opposites of it."""
    for short, others in _kin(desk):
        spoken, words = short
        found = [_opposed(said, "\n".join(o.get(la, "") for _, o in others), la) for la, said in words.items()]
        same = [n for n in found[0] if all(n in more for more in found)] if found else []
        if same:
            language, (here, there) = next(iter(words)), found[0][same[0]]
            where = others[0][0].owner.partition(" ")[2]
            message = f"it says `{here}` in {language}, and `{where}` says `{there}`"
            yield Problem(spoken.text.marks[language], message, "correct one of them")


@lru_cache(maxsize=1024)
def _opposed(here: str, there: str, language: str) -> Mapping[int, tuple[str, str]]:
    """Opposites of which both texts say one, each another: throughout, or in the clauses that are most alike."""
    found: dict[int, tuple[str, str]] = {}
    mine, theirs = content(here, language), content(there, language)
    both = len(mine & theirs)
    alike = both >= _SHARED and both >= _LIKE * min(len(mine), len(theirs))
    for n, sides in enumerate(poles(language)):
        one = [side.search(here) for side in sides]
        two = [side.search(there) for side in sides] if one != [None, None] else [None, None]
        for k in (0, 1):
            a, b = one[k], two[1 - k]
            if a is None or b is None:
                continue
            pair = (a[0], b[0]) if alike and not one[1 - k] and not two[k] else None
            found.update({n: pair} if pair else {})
    return found


def _kin(desk: Desk) -> Iterator[tuple[Told, Sequence[Told]]]:
    """Texts, each with others that tell the same."""
    texts: dict[str, list[Told]] = {}
    for one in told(desk):
        texts.setdefault(one[0].owner, []).append(one)
    rules = desk.game.rules

    def of_rule(name: str, *roles: str) -> list[Told]:
        rule = rules.get(name)
        owners = [f"rule {r.id}" for r in (rule, *rule.rules)] if rule is not None else []
        return [one for owner in owners for one in texts.get(owner, ()) if one[0].role in roles]

    named = [(f"rule {name}", "aid", of_rule(name, "text")) for name in rules]
    named += [(f"step {s.id}", "text", of_rule(s.rule, "text", "aid")) for s in desk.game.setup.steps if not s.mode]
    about = ((q, *q.about.partition(" ")[::2]) for q in desk.game.questions)
    named += [
        (f"question {q.id}", "assumption", of_rule(name, "text", "aid")) for q, kind, name in about if kind == "rule"
    ]
    for owner, role, others in named:
        yield from ((one, others) for one in texts.get(owner, ()) if others and one[0].role == role)
    for spoken, words in told(desk):
        cited = (
            sorted({f for said in words.values() for f in _CITED.findall(said)})
            if spoken.owner.startswith(_TELL)
            else ()
        )
        for name in cited:
            own = [one for one in texts.get(f"parameter {name}", ()) if one[0].role == "name"]
            clauses = {la: "\n".join(c for c in CLAUSES.split(w) if f"<p:{name}>" in c) for la, w in words.items()}
            yield from [((spoken, clauses), own)] if own else ()
