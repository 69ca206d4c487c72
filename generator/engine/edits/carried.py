"""Edits that were not carried through: what elsewhere still stands as it was before; an effect that does something else
while all words stayed.

Takes the `Edit`s of a `Desk`; gives a problem at the edited place. Before the edit both places agreed, so one witness
is enough where a game that stands alone needs many. Only facts count: opposites, denials, numbers, things. Where
words say what an effect does now, and not what it did, they were right before, and it is a correction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial

from generator.data.lexicon import opposites, pattern
from generator.engine.edits.amounts import renumbered
from generator.engine.edits.baseline import EFFECT, HINT, Edit, edits, rewritten
from generator.engine.edits.evidence import Found, Least, Says, abridged, witness
from generator.engine.edits.reworded import replaced
from generator.engine.meaning.duplicates import content
from generator.engine.meaning.reading import NUMBER, THING, figured, spelt, told
from generator.engine.meaning.translations import FIGURES
from generator.engine.registry import Desk, Problem, check


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
