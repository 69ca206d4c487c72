"""What was edited since the last commit, and what else is said.

Takes a `Desk`; gives `Edit`s. What no commit has, nobody can have changed: without git there are none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from difflib import SequenceMatcher
from typing import Any

from generator.data.build import read_game
from generator.data.lexicon import entry
from generator.data.model import ComponentSet, Game, Item
from generator.data.walk import Spoken, leaves_of, texts_of
from generator.diagnostics.findings import Mark
from generator.engine.meaning.reading import LARGE, sentences, sound, spelt
from generator.engine.registry import Desk, once_per_desk
from generator.git import last_commit
from generator.values import Struct, lazy_pattern
from generator.words import shared_start

_SMALL, _WORDS = 0.45, 2
"""The share of a sentence that a small edit changes at most; or so many words."""
_MOST = 100
"""After more edits the game is another one."""
_TOKENS = lazy_pattern(r"<[^<>]+>|\d+|[^\W\d_\u3000-\u9fff]+(?:['’-][^\W\d_]+)*|\S")
HINT = "carry the change through, or take it back"
EFFECT = "effect "
"""The beginning of the role of what an effect says."""

Key = tuple[str, str, int]
"""Whose it is (`rule war.fort`), what it is there (`text`), and the how manieth of these."""


class Statement(Struct, frozen=True):
    """A sentence of a text, its words as `spelt`; or a value, which has the language ""."""

    owner: str
    role: str
    number: int
    words: str


class Edit(Struct, frozen=True):
    """A text that was changed, by language each such sentence as it was and as it is; or a value, which has the
    language "". `written` is what was and is written; `kept` are the languages that are as they were."""

    owner: str
    role: str
    marks: Mapping[str, Mark]
    pairs: Mapping[str, Sequence[tuple[str, str]]]
    written: tuple[str, str]
    kept: tuple[str, ...] = ()

    @property
    def is_small(self) -> bool:
        """True if no sentence was written anew: it may well mean something else."""
        return all(_is_small(*pair) for some in self.pairs.values() for pair in some)

    def both(self, language: str) -> tuple[str, str]:
        """What was said in the sentences that were changed, and is."""
        was, now = zip(*self.pairs[language], strict=True)
        return "\n".join(was), "\n".join(now)


@once_per_desk
def before(desk: Desk) -> Desk | None:
    """The game of the last commit, if it was another one."""
    if not desk.edited or sum(len(owner.items) for owner in desk.game.sets.values()) > LARGE:
        return None
    with last_commit(desk.project, desk.game.folders) as project:
        game = read_game(project, desk.game.id)[0] if project is not None else None
        if project is None or game is None:
            return None
        return Desk(project, game, {}, (), tuple(texts_of(game)))


# ---- what is said ----------------------------------------------------------------------------------------------------


def _numbered(found: Iterator[tuple[str, str, Any]]) -> dict[Key, Any]:
    times, keyed = Counter[tuple[str, str]](), {}
    for owner, role, value in found:
        keyed[owner, role, times[owner, role]] = value
        times[owner, role] += 1
    return keyed


@once_per_desk
def _texts(desk: Desk) -> Mapping[Key, Spoken]:
    return _numbered((s.owner, s.role, s) for s in sound(desk))


@once_per_desk
def _values(desk: Desk) -> Mapping[Key, tuple[str, Mark]]:
    """What texts may say, too, as words: numbers, and the rules that something is about."""
    return _numbered((owner, role, (str(value), mark)) for owner, role, value, mark in _all_values(desk.game))


def _all_values(game: Game) -> Iterator[tuple[str, str, object, Mark]]:
    formulas = {f.mark: f.source for f in game.formulas}
    for owner in game.sets.values():
        yield from (one for item in owner.items for one in _of_item(game, owner, item))
        yield f"set {owner.id}", "size", owner.size, owner.at("size")
        yield f"set {owner.id}", "expect", owner.pieces if owner.complete else None, owner.at("expect")
        for use in owner.uses:
            written = (formulas[m] for m in use.marks.values() if m in formulas)
            yield f"set {owner.id}", "use", next(written, use.counts), use.mark
    for term in game.terms.values():
        yield from ((f"term {term.id}", name, value, term.at(name)) for name, value in term.values.items())
    for one in game.parameters.values():
        yield f"parameter {one.id}", "value", one.by_players or one.value, one.mark
    for question in game.questions:
        yield f"question {question.id}", "about", question.about, question.about_mark
    for step in game.setup.steps:
        yield f"step {step.id}", "rule", step.rule, step.at("rule")
        yield f"step {step.id}", "count", formulas.get(step.at("count"), step.counts), step.at("count")


def _of_item(game: Game, owner: ComponentSet, item: Item) -> Iterator[tuple[str, str, object, Mark]]:
    """Other fields than these, such as a price, may have a number of its text by chance."""
    who, verb = f"item {owner.id}/{item.id}", ""
    for name in (name for name, kind in owner.fields.items() if kind.name == "rule"):
        yield who, "rule", item.values.get(name), item.at(name)
    values = {name: item.values.get(name, ()) for name, kind in owner.fields.items() if kind.name == "effects"}
    for kind, value, name, marks in leaves_of(game, owner.fields, values, item.marks):
        if kind.name == "verb":
            verb = value
        else:
            yield who, f"{EFFECT}{verb} {name}", value, marks.get(name, item.mark)


@once_per_desk
def statements(desk: Desk) -> Mapping[str, Sequence[Statement]]:
    """All sentences by language, and all values as ""."""
    found: dict[str, list[Statement]] = {"": [Statement(*key, words) for key, (words, _) in _values(desk).items()]}
    for key, spoken in _texts(desk).items():
        for language in spoken.tokens:
            some = found.setdefault(language, [])
            some += (Statement(*key, words) for words in _sentences(desk, spoken, language))
    return found


@once_per_desk
def unedited(desk: Desk) -> Set[Statement]:
    """What the last commit says, too."""
    old = before(desk)
    return frozenset(s for some in (statements(old) if old else {}).values() for s in some)


def _sentences(desk: Desk, spoken: Spoken, language: str) -> Sequence[str]:
    """The sentences of a text as `spelt`, `one` and what is counted out as digits, too."""
    ordinals = entry(language, "ordinals").split()
    words = spelt(desk, spoken.tokens[language], language)
    for number, word in enumerate(ordinals, 1):
        words = re.sub(rf"\b{word}\b(?![^<]*>)", str(number), words)
    return sentences(words)


# ---- what was changed ------------------------------------------------------------------------------------------------


@once_per_desk
def edits(desk: Desk) -> Sequence[Edit]:
    """All edits; none where there are very many."""
    old = before(desk)
    was = _values(old) if old is not None else {}
    found = [
        Edit(key[0], key[1], {"": mark}, {"": [(was[key][0], words)]}, (was[key][0], words))
        for key, (words, mark) in (_values(desk) if was else {}).items()
        if was.get(key, (words, mark))[0] != words
    ]
    found += (edit for pair in rewritten(desk) for edit in _of_text(desk, *pair))
    return found if len(found) <= _MOST else ()


@once_per_desk
def rewritten(desk: Desk) -> Sequence[tuple[Spoken, Spoken]]:
    """The texts that have other words than in the last commit, as they were and as they are."""
    return [(one, two) for one, two in still_there(desk) if one.text.words != two.text.words]


@once_per_desk
def still_there(desk: Desk) -> Sequence[tuple[Spoken, Spoken]]:
    """All texts that were there in the last commit, as they were and as they are; but none that another of its kind, in
    a list without names, has only changed places with."""
    old = before(desk)
    was, now = _texts(old) if old is not None else {}, _texts(desk)
    stood, stand = ({_worded(key, spoken) for key, spoken in texts.items()} for texts in (was, now))
    both = ((key, was[key], one) for key, one in now.items() if key in was)
    return [
        (one, two)
        for key, one, two in both
        if one.text.words == two.text.words or (_worded(key, one) not in stand and _worded(key, two) not in stood)
    ]


def _worded(key: Key, spoken: Spoken) -> tuple[object, ...]:
    return (*key[:2], *sorted(spoken.text.words.items()))


def _of_text(desk: Desk, was: Spoken, now: Spoken) -> Iterator[Edit]:
    pairs = {}
    for language, words in now.text.words.items():
        if words != was.text.words.get(language, words):
            pairs[language] = replacements(*(_sentences(desk, s, language) for s in (was, now)))
    pairs = {language: some for language, some in pairs.items() if some}
    if pairs:
        first, kept = next(iter(pairs)), tuple(language for language in now.tokens if language not in pairs)
        written = was.text.words[first], now.text.words[first]
        yield Edit(now.owner, now.role, now.text.marks, pairs, written, kept)


def replacements(was: Sequence[str], now: Sequence[str]) -> Sequence[tuple[str, str]]:
    """What stands in the place of what; of several parts at one place, all of them in lines."""
    codes = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [("\n".join(was[a:b]), "\n".join(now[c:d])) for how, a, b, c, d in codes if how != "equal"]


def _is_small(was: str, now: str) -> bool:
    one, two = _TOKENS.findall(was), _TOKENS.findall(now)
    same = sum(block.size for block in SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks())
    longest = max(len(one), len(two))
    return longest - same <= max(_WORDS, _SMALL * longest)


def difference(was: str, now: str) -> tuple[str, str]:
    """The words that differ, from the first to the last."""
    found = [[*_TOKENS.finditer(words)] for words in (was, now)]
    words = [[m[0] for m in some] for some in found]
    start = shared_start(*words)
    end = shared_start(*(some[start:][::-1] for some in words))
    parts = [some[start : len(some) - end] for some in found]
    one, two = (some[0].string[some[0].start() : some[-1].end()] if some else "" for some in parts)
    return one, two
