"""Edits that were not carried through: what elsewhere still stands as it was before; an effect that does something else
while all words stayed; a reference in the place of one that fits its words better.

Takes the `Edit`s of a `Desk`; gives a problem at the edited place. Before the edit both places agreed, so one witness
is enough where a game that stands alone needs many. Only facts count: opposites, denials, numbers, things. Where
words say what an effect does now, and not what it did, they were right before, and it is a correction. What still bears
a name that was changed is told where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache, partial

from generator.data.lexicon import is_latin, opposites, pattern, whole_number
from generator.data.model import Game
from generator.data.walk import Spoken, rules_of
from generator.engine.edits.baseline import (
    EFFECT,
    HINT,
    Edit,
    edits,
    replacements,
    rewritten,
    statements,
    still_there,
    unedited,
)
from generator.engine.edits.evidence import (
    Found,
    Least,
    Says,
    abridged,
    nearness,
    said_elsewhere,
    said_of_same,
    sign_of,
    subject_of,
    text_of,
    witness,
)
from generator.engine.meaning.duplicates import content
from generator.engine.meaning.reading import NUMBER, THING, clauses, figured, spelt, told
from generator.engine.meaning.translations import FIGURES
from generator.engine.registry import Desk, Problem, check, once_per_desk
from generator.values import lazy_pattern

_NAMING, _SHORT = ("name", "plural", "short"), 2
"""What a text may call a thing by, if it has more letters."""


@check("M025")
def edits_are_carried_through(desk: Desk) -> Iterator[Problem]:
    """What says something else than in the last commit is not denied by what still says what it said."""
    for edit in (one for one in edits(desk) if not one.role.startswith(EFFECT)):
        rules = (renumbered,) if "" in edit.pairs else _OF_SENTENCES if edit.is_small else (replaced,)
        found = next(filter(None, (rule(desk, edit) for rule in rules)), None)
        if found is not None:
            was, now, who = found
            mark = edit.marks[next(iter(edit.pairs))]
            where = "the rest of " * (who == edit.owner) + f"`{who.partition(' ')[2]}`"
            message = f"it says `{now}` where the last commit says `{was}`, as {where} still does"
            yield Problem(mark, message, HINT)


@check("M026")
def edits_are_made_in_all_languages(desk: Desk) -> Iterator[Problem]:
    """No words were changed in one language alone."""
    for was, now in rewritten(desk):
        changed = [la for la in now.tokens if la in was.tokens and now.text.words[la] != was.text.words[la]]
        kept = [la for la in now.tokens if la in was.tokens and la not in changed]
        words = [(la, *(spelt(desk, s.tokens[la], la) for s in (was, now))) for la in changed]
        if kept and any(_said_of(one, la) != _said_of(two, la) for la, one, two in words):
            message = f"{changed[0]} says something else than in the last commit, and {kept[0]} does not"
            yield Problem(now.text.marks[changed[0]], message, f"is it so in {kept[0]}, too?")


@check("M025")
def names_are_carried_through(desk: Desk) -> Iterator[Problem]:
    """No text calls a thing as the last commit did, if nothing is called so any more."""
    names = [s for s in desk.texts if s.role.rpartition(".")[2] in _NAMING]
    for was, now in (pair for pair in rewritten(desk) if pair[1].role.rpartition(".")[2] in _NAMING):
        flag = re.NOFLAG if now.owner.startswith("item ") else re.IGNORECASE
        for language, new in now.text.words.items():
            old = was.text.words.get(language, new)
            called = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", flag)
            gone = is_latin(language) and old != new and len(old) > _SHORT
            if gone and not any(called.search(s.text.words.get(language, "")) for s in names):
                yield from _still_called(desk, language, called, now.owner.partition(" ")[2], new)


def _still_called(desk: Desk, language: str, called: re.Pattern[str], who: str, new: str) -> Iterator[Problem]:
    tokens = ((s, t) for s in desk.texts for t in s.tokens.get(language, ()) if t.kind == "text")
    found = ((s, called.search(s.text.words[language], t.start, t.end)) for s, t in tokens)
    hits = [(one[0], s.at_match(desk.game, language, one)) for s, one in found if one]
    if hits:
        said, mark = hits[0]
        more = f" (as {len(hits) - 1} more do)" if hits[1:] else ""
        message = f"it says `{said}`, the name of `{who}` in the last commit{more}"
        yield Problem(
            mark, message, f"write `{new}`, or cite it by its id", places=tuple(place for _, place in hits[1:])
        )


def _said_of(words: str, language: str) -> tuple[Set[str], Sequence[str]]:
    return content(words, language), FIGURES.findall(words)


# ---- words -----------------------------------------------------------------------------------------------------------

_OPPOSED: Least = (2, 0.3), (2, 0.15), (1, 0.1)
_DENIED: Least = (3, 0.5), (2, 0.3), (2, 0.2)
_POLES = {"opposites": _OPPOSED, "duties": _OPPOSED, "turns": _DENIED}


def _contradicted(desk: Desk, edit: Edit) -> Found | None:
    """An opposite in the place of a word, or a denial that came or went."""
    pairs = ((la, *pair) for la, some in edit.pairs.items() for pair in some)
    return next((found for one in pairs for found in _otherwise(desk, edit, *one)), None)


def _otherwise(desk: Desk, edit: Edit, language: str, was: str, now: str) -> Iterator[Found]:
    both = was, now
    for key, least in _POLES.items():
        for one, two in (sides for pair in opposites(language, key) for sides in (pair, pair[::-1])):
            if _fewer(two, was, now) and _fewer(one, now, was):
                who = witness(desk, edit, language, both, (_only(one, two), _only(two, one)), least)
                if who:
                    yield one.findall(was)[0], two.findall(now)[0], who
    denial = pattern(language, "denials", "any")
    rest = [content(denial.sub(" ", words), language) for words in both]
    came = _fewer(denial, was, now)
    if came != _fewer(denial, now, was) and len(rest[0] ^ rest[1]) <= 1:
        denies = partial(_denies, language, not came), partial(_denies, language, came)
        who = witness(desk, edit, language, both, denies, _DENIED)
        if who:
            yield *abridged(edit), who


def _fewer(what: re.Pattern[str], here: str, there: str) -> bool:
    return len(what.findall(here)) < len(what.findall(there))


def _only(one: re.Pattern[str], two: re.Pattern[str]) -> Says:
    return lambda words: bool(one.search(words)) and not two.search(words)


def _denies(language: str, wanted: bool, words: str) -> bool:
    return (pattern(language, "denials", "any").search(words) is not None) == wanted


# ---- numbers: in the place of one there is another, and what it came of stands as it was -----------------------------

_ALIKE: Least = (3, 0.5), (2, 0.3), (2, 0.1)
_SUM = lazy_pattern(r"\d+(?:\s*[+×*=−-]\s*\d+)+")


@lru_cache(maxsize=8192)
def _digits(words: str) -> Sequence[int]:
    return [whole_number(n) for n in NUMBER.findall(words)]


def _numbers(game: Game, words: str) -> Sequence[int]:
    return _digits(figured(game, words))


def renumbered(desk: Desk, edit: Edit) -> Found | None:
    """One number in the place of another, alike in all languages."""
    first, *others = [_changed(desk.game, *edit.both(language)) for language in edit.pairs]
    for old, new in sorted(first) if all(one == first for one in others) else ():
        summed = old not in {n for _, n in first} and any(old in _summed(desk, edit, la) for la in edit.pairs)
        more = _holders(desk, edit, old, new) if len(first) == 1 else ()
        who = edit.owner if summed else next(filter(None, more), "")
        if who:
            return str(old), str(new), who
    return None


def _changed(game: Game, was: str, now: str) -> Set[tuple[int, int]]:
    one, two = _numbers(game, was), _numbers(game, now)
    return {(a, b) for a, b in zip(one, two, strict=True) if a != b} if len(one) == len(two) else set()


def _summed(desk: Desk, edit: Edit, language: str) -> Set[int]:
    """What the text calculates with now."""
    sums = _SUM.findall(figured(desk.game, text_of(desk, edit, language)))
    return {n for some in sums for n in _digits(some)}


def _holders(desk: Desk, edit: Edit, old: int, new: int) -> Iterator[str]:
    """Who still has the old number, the surest first; nobody else where the thing itself has the new one, too. Of one
    of a sort much is said."""
    rest = [*said_of_same(desk, edit)]
    if any(new in _numbers(desk.game, one.words) for one in rest):
        return
    if old > 1 and any(old in _numbers(desk.game, one.words) for one in rest if one in unedited(desk)):
        yield edit.owner
    more = [] if "" in edit.pairs else [_of_others(desk, edit, language, old, new) for language in edit.pairs]
    yield more[0] if all(more) and more else ""


def _of_others(desk: Desk, edit: Edit, language: str, old: int, new: int) -> str:
    """Who says the number in about the same words; nobody, where the text itself says either elsewhere."""
    rest = [*_numbers(desk.game, text_of(desk, edit, language))]
    rest.remove(new)

    def has(number: int) -> Says:
        return lambda words: number in _numbers(desk.game, words)

    sides = has(old), has(new)
    return "" if {old, new} & {*rest} else witness(desk, edit, language, edit.both(language), sides, _ALIKE)


# ---- things that were exchanged --------------------------------------------------------------------------------------

_NEAR, _FAR = 1, 4
"""So many of the words that stayed has who is bound to the text; anybody else."""
_SIGNS = {"rule": "rule {0.text}", "item": "item {0.text}/{0.detail}"}


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


_OF_SENTENCES = (_contradicted, renumbered, replaced)


# ---- effects ---------------------------------------------------------------------------------------------------------


@check("M025")
def effects_are_edited_with_their_words(desk: Desk) -> Iterator[Problem]:
    """No effect does something else than in the last commit while all texts of its item say the same."""
    said, spared = _said(desk), {now.owner for _, now in rewritten(desk)}
    for edit in edits(desk):
        was, now = edit.written
        words = said.get(edit.owner)
        if words is None or edit.owner in spared or not edit.role.startswith(EFFECT):
            continue
        if now not in words or was in words:
            spared.add(edit.owner)
            message = f"the effect says `{now}` where the last commit says `{was}`, and no text changed"
            yield Problem(edit.marks[""], message, HINT)


def _said(desk: Desk) -> Mapping[str, Set[str]]:
    """By owner the numbers and things that stand in its texts."""
    found: dict[str, set[str]] = {}
    for spoken, words in told(desk):
        for one in words.values():
            numbers = NUMBER.findall(figured(desk.game, one))
            found.setdefault(spoken.owner, set()).update(numbers, (name for _, name in THING.findall(one)))
    return found


# ---- references ------------------------------------------------------------------------------------------------------

_NAMES = "it names `{}` where the last commit names `{}`, which has more of its words"


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
