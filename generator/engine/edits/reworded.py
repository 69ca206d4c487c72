"""What was rewritten since the last commit and is told otherwise by what is bound to it: things that were exchanged,
references to rules that no longer fit their words.

Takes a `Desk` and its `Edit`s; gives who still says what was said, or a problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from generator.data.walk import Spoken, rules_of
from generator.engine.edits.baseline import HINT, Edit, edits, replacements, statements, still_there
from generator.engine.edits.evidence import Found, abridged, nearness, said_elsewhere, sign_of, subject_of, text_of
from generator.engine.meaning.duplicates import content
from generator.engine.meaning.reading import THING, clauses, spelt
from generator.engine.registry import Desk, Problem, check, once_per_desk

_NEAR, _FAR = 1, 4
"""So many of the words that stayed has who is bound to the text; anybody else."""
_SIGNS = {"rule": "rule {0.text}", "item": "item {0.text}/{0.detail}"}
_NAMES = "it names `{}` where the last commit names `{}`, which has more of its words"


@once_per_desk
def _bound(desk: Desk) -> Mapping[str, Set[str]]:
    """What texts cite, by who does; what cites them; of an item, the rule that it names."""
    tokens = ((s.owner, t) for s in desk.texts for ts in s.tokens.values() for t in ts if t.kind in _SIGNS)
    pairs = [(owner, _SIGNS[t.kind].format(t)) for owner, t in tokens]
    pairs += [(s.owner, f"rule {s.words}") for s in statements(desk)[""] if s.role == "rule"]
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def replaced(desk: Desk, edit: Edit) -> Found | None:
    """A thing that all languages name no longer, or all name now, where who is bound to the text, or says much the
    same, has in each of them what went and nothing of what came."""
    if edit.kept:
        return None
    words = {la: _exchanged(pairs, la) for la, pairs in edit.pairs.items()}
    went, came = (frozenset.intersection(*(frozenset(w[side]) for w in words.values())) for side in (0, 1))
    if not all(lost and gained for lost, gained, _ in words.values()) or not any(map(THING.fullmatch, went | came)):
        return None
    who = [_witnesses(desk, edit, la, *some) for la, some in words.items()]
    found = sorted(frozenset.intersection(*map(frozenset, who)))
    return (*abridged(edit), found[0]) if found else None


def _exchanged(pairs: Sequence[tuple[str, str]], language: str) -> tuple[Set[str], Set[str], Set[str]]:
    """What went with the clauses that were changed, what came, what stayed."""
    changed = (replacements(*map(clauses, pair)) for pair in pairs)
    sides = zip(*(pair for some in changed for pair in some), strict=True)
    was, now = (content("\n".join(side), language) for side in sides)
    return was - now, now - was, was & now


def _witnesses(
    desk: Desk, edit: Edit, language: str, lost: Set[str], gained: Set[str], kept: Set[str]
) -> Iterator[str]:
    kept = kept | (content(text_of(desk, edit, language), language) - gained)
    subject, said = subject_of(desk, edit.owner), dict[str, list[Set[str]]]()
    for _, one in said_elsewhere(desk, edit, language):
        said.setdefault(one.owner, []).append(content(f"{sign_of(one.owner)} {one.words}", language))
    for owner, sentences in said.items():
        other = subject_of(desk, owner)
        near = other in _bound(desk).get(subject, ()) or nearness(desk, subject, other) > 1
        fits = any(s & lost and len(s & kept) >= (_NEAR if near else _FAR) for s in sentences)
        if fits and owner != edit.owner and not any(s & gained for s in sentences):
            yield owner


# ---- references ------------------------------------------------------------------------------------------------------


@check("M025")
def references_fit_their_words(desk: Desk) -> Iterator[Problem]:
    """No reference was put in the place of one that fits its words better."""
    for was, now in still_there(desk):
        language = next(iter(now.tokens))
        one, two = (_references(desk, s, language) for s in (was, now))
        pairs = zip(one, two, strict=True) if len(one) == len(two) else ()
        moved = [(words, a, b) for (words, a), (same, b) in pairs if words == same and a != b]
        if moved and sum(_better(desk, {language: words}, a, b) for words, a, b in moved) > 0:
            yield Problem(now.text.marks[language], _NAMES.format(*moved[0][:0:-1]), HINT)
    for edit in edits(desk):
        if edit.role in ("rule", "about"):
            first, last = (words.removeprefix("rule ") for words in edit.written)
            own = [(la, s.words) for la, some in statements(desk).items() if la for s in some if s.owner == edit.owner]
            said = {la: "\n".join(words for language, words in own if language == la) for la, _ in own}
            if {first, last} <= {*desk.game.rules} and _better(desk, said, first, last) > 0:
                yield Problem(edit.marks[""], _NAMES.format(last, first), HINT)


def _references(desk: Desk, spoken: Spoken, language: str) -> Sequence[tuple[str, str]]:
    """The rules that a text cites, each with the words before it."""
    found, first, tokens = [], 0, spoken.tokens.get(language, ())
    for n, token in enumerate(tokens):
        if token.kind == "rule":
            found.append((spelt(desk, tokens[first:n], language), token.text))
            first = n + 1
    return found


def _better(desk: Desk, words: Mapping[str, str], one: str, other: str) -> float:
    """How much more often some words stand in the sentences of one rule than in those of another, in all languages
    together; of a chapter none are known."""
    more = 0.0
    for language, said in words.items():
        for sign, name in ((1, one), (-1, other)):
            known = desk.game.rules.get(name)
            owners = {f"rule {r.id}" for r in ((known, *rules_of(known)) if known is not None else ())}
            about = [content(s.words, language) for s in statements(desk)[language] if s.owner in owners]
            more += sign * sum(len(content(said, language) & some) for some in about) / max(1, len(about))
    return more
