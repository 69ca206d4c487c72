"""What is said at two places: a paragraph and its short form, its step of the set-up, the cards and the aids that tell
it, an assumption and what it is about, a number and its name. One does not say the opposite of the other.

Takes the texts on a `Desk`; gives a problem at the shorter one. An opposite counts only where each place says one of
the two throughout, in all languages; a denial only where two sentences are made of the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from generator.data.lexicon import is_aid, opposites, pattern
from generator.data.walk import Spoken
from generator.engine.meaning.reading import beginnings, clauses, sentences, told
from generator.engine.meaning.translations import contradiction, figures_by_clause, paired_otherwise
from generator.engine.registry import Desk, Problem, check, kept_by_words, named_in, once_per_desk
from generator.values import lazy_pattern

AIDS = 20
"""A set of more items is no player aid."""
_PIECES = lazy_pattern(r"<[isp]:[^<>]+>")
_SHARED, _LIKE = 2, 0.3
"""So many words at least two sentences must have in common."""
_THINGS = lazy_pattern(r"<\w:([^<>]+)>")

SpeltText = tuple[Spoken, Mapping[str, str]]
"""A text with its words by language as `spelt`."""


@check("M023")
def short_forms_say_the_same(desk: Desk) -> Iterator[Problem]:
    """A sentence of a card or of a player aid does not deny a sentence of its rule, nor pair its numbers otherwise."""
    for (short, mine), (rule, theirs) in _short_forms(desk):
        both = [la for la in mine if la in theirs]
        pairs = [paired_otherwise(*(figures_by_clause(words[la]) for words in (theirs, mine))) for la in both]
        for language, pair in zip(both, pairs, strict=True):
            words = [s.text.words[language].casefold() for s in (short, rule)]
            said = _denied(mine[language], theirs[language], language)
            if pair and all(pairs) and (short.role == "aid" or _after(pair[0], words[0]) & _after(pair[0], words[1])):
                said = f"`{pair[0]}` stands with `{pair[1]}`"
            if said:
                message = f"{said} in {language}, otherwise than in `{rule.owner.partition(' ')[2]}`"
                yield Problem(short.text.marks[language], message, "correct one of them")
                break


def _after(number: str, words: str) -> set[str]:
    return set(re.findall(rf"(\w+) {re.escape(number)}\b", words))


@once_per_desk
def _by_owner(desk: Desk) -> Mapping[str, Sequence[SpeltText]]:
    found: dict[str, list[SpeltText]] = {}
    for one in told(desk):
        found.setdefault(one[0].owner, []).append(one)
    return found


def _short_forms(desk: Desk) -> Iterator[tuple[SpeltText, SpeltText]]:
    """Texts that say the same as a paragraph: its short form, the only item that it names, player aids."""
    texts, sets = _by_owner(desk), [o for o in desk.game.sets.values() if len(o.items) <= AIDS]
    aids = [o for o in sets if any(is_aid(o.name.in_language(la), la) for la in desk.game.languages)]
    owners = dict.fromkeys(f"item {o.id}/{i.id}" for o in aids for i in o.items)
    for rule in (r for r in desk.game.rules.values() if r.kind != "example"):
        own = texts.get(f"rule {rule.id}", ())
        for text in (one for one in own if one[0].role == "text"):
            named = {t.text + "/" + t.detail for ts in text[0].tokens.values() for t in ts if t.kind == "item"}
            near = owners | {f"item {name}": None for name in named if len(named) == 1}
            yield from ((one, text) for one in own if one[0].role == "aid")
            cards = (one for name in near for one in texts.get(name, ()))
            yield from ((one, text) for one in cards if not one[0].role.endswith((".name", ".title")))


def _denied(short: str, rule: str, language: str) -> str:
    """What is wrong with a sentence of a text that has the words of one of the rule."""
    for a, b in product(sentences(short), sentences(rule)):
        here, there = (content(_PIECES.sub(" ", sentence), language) for sentence in (a, b))
        if not _SHARED <= len(here & there) >= max(len(here), len(there)) - (len(here & there) > _SHARED):
            continue
        one, two = (" ".join(_THINGS.sub(r"\1", s).split()) for s in (a, b))
        says_never = pattern(language, "never").search
        never = bool(says_never(one)) != bool(says_never(two))
        denies = [pattern(language, "denials", "any").search(s) is not None for s in (one, two)]
        if (never and denies[0] != denies[1]) or contradiction(language, language, one, two):
            return f"it says `{one.strip()}`"
    return ""


@lru_cache(maxsize=4096)
def content(words: str, language: str) -> frozenset[str]:
    """The things and the words of a text that is `spelt`; of Japanese pairs of ideographs and rows of katakana."""
    return frozenset([*(m[0] for m in _THINGS.finditer(words)), *beginnings(_THINGS.sub(" ", words), language)])


# ---- opposites ----

_TELL = ("rule ", "step ", "item ")


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


@kept_by_words
def _opposed(here: str, there: str, language: str) -> Mapping[int, tuple[str, str]]:
    """Opposites of which both texts say one, each another: throughout, or in the clauses that are most alike."""
    mine, theirs = content(here, language), content(there, language)
    both, found = len(mine & theirs), dict[int, tuple[str, str]]()
    alike = both >= _SHARED and both >= _LIKE * min(len(mine), len(theirs))
    for n, (one, two) in enumerate(opposites(language) if alike else ()):
        for side, other in ((one, two), (two, one)):
            a, b = side.search(here), other.search(there)
            if a and b and not other.search(here) and not side.search(there):
                found[n] = (a[0], b[0])
    return found


def _kin(desk: Desk) -> Iterator[tuple[SpeltText, Sequence[SpeltText]]]:
    """Texts, each with others that tell the same."""
    texts, rules = _by_owner(desk), desk.game.rules

    def those(owners: Iterable[str], *roles: str) -> list[SpeltText]:
        return [one for owner in owners for one in texts.get(owner, ()) if one[0].role in roles]

    def of_rule(name: str, *roles: str) -> list[SpeltText]:
        rule = rules.get(name)
        return those((f"rule {r.id}" for r in (rule, *rule.rules)) if rule is not None else (), *roles)

    steps = [s for s in desk.game.setup.steps if not s.mode]
    about = {q.id: q.about.removeprefix("rule ") for q in desk.game.questions if q.about.startswith("rule ")}
    pairs = [(those([f"rule {name}"], "aid"), of_rule(name, "text")) for name in rules]
    pairs += [(those([f"step {s.id}"], "text"), of_rule(s.rule, "text", "aid")) for s in steps]
    pairs += [(those([f"question {q}"], "assumption"), of_rule(name, "text", "aid")) for q, name in about.items()]
    for some, others in pairs:
        yield from ((one, others) for one in some if others)
    for spoken, words in told(desk):
        cited = named_in([spoken], "parameter") if spoken.owner.startswith(_TELL) else ()
        for name in sorted(cited):
            own = [one for one in texts.get(f"parameter {name}", ()) if one[0].role == "name"]
            parts = {la: "\n".join(c for c in clauses(w) if f"<p:{name}>" in c) for la, w in words.items()}
            yield from [((spoken, parts), own)] if own else ()
