"""Two versions of a game -> what changed in its rules, its set-up and its open questions.

Takes the `Sides` of a comparison; gives `Change`s. Promise: a paragraph that was moved is told as moved; those whose
numbers only gave way to it are told once a section.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from generator.compare.change import Change, Sides, Value
from generator.compare.likeness import all_rules
from generator.compare.names import Words, rule_name, same, words_of
from generator.compare.plain import data_of, shown
from generator.data.model import FieldKind, Game, Rule, Section, SetupStep

if TYPE_CHECKING:
    from generator.compare.pairs import Pairs


def course_changes(sides: Sides) -> Iterator[Change]:
    """Rules, set-up, questions."""
    yield from _sections(sides)
    yield from _rules(sides)
    yield from _modes(sides)
    yield from _zones(sides)
    yield from _steps(sides)
    yield from _questions(sides)


def stayed(old: Sequence[str], new: Sequence[str]) -> frozenset[str]:
    """Of things that are in both orders, the most that stand in the same order in both; the others were moved."""
    place = {name: k for k, name in enumerate(old)}
    common = [name for name in new if name in place]
    tails: list[int] = []
    ends: list[str] = []
    before: dict[str, str | None] = {}
    for name in common:
        k = bisect_left(tails, place[name])
        before[name] = ends[k - 1] if k else None
        tails[k : k + 1] = [place[name]]
        ends[k : k + 1] = [name]
    kept: list[str] = []
    at = ends[-1] if ends else None
    while at is not None:
        kept.append(at)
        at = before[at]
    return frozenset(kept)


# ---- rules -----------------------------------------------------------------------------------------------------------


def _sections(sides: Sides) -> Iterator[Change]:
    pairs = sides.matching.sections
    old, new = {s.id: s for s in sides.old.sections}, {s.id: s for s in sides.new.sections}
    kept = {new_id: old_id for old_id, new_id in pairs.names.items()}
    for name, gone in old.items():
        if name not in pairs.names:
            yield Change(
                "rules", "section", "removed", "", name, "", _section_name(gone, words_of(gone.title, sides.old))
            )
    same_order = stayed([pairs.names[n] for n in old if n in pairs.names], list(new))
    for name, found in new.items():
        words = _section_name(found, words_of(found.title, sides.new))
        if name not in kept:
            yield Change("rules", "section", "added", "", "", name, words)
            continue
        was = old[kept[name]]
        if sides.texts_differ(was.title, found.title):
            both = sides.words(was.title, found.title)
            yield Change("rules", "section", "renamed", "title", was.id, name, words, *both)
        if sides.texts_differ(was.intro, found.intro):
            both = sides.words(was.intro, found.intro)
            yield Change("rules", "section", "changed", "intro", was.id, name, words, *both)
        if name not in same_order:
            yield Change(
                "rules", "section", "moved", "number", was.id, name, words, *sides.plain(was.number, found.number)
            )


def _section_name(section: Section, title: Words) -> Words:
    return {language: f"{section.number} {words}".strip() for language, words in title.items()}


def _rules(sides: Sides) -> Iterator[Change]:
    pairs = sides.matching.rules
    kept = {new_id: old_id for old_id, new_id in pairs.names.items()}
    old, new = sides.old.rules, sides.new.rules
    homes = _homes(sides.old.sections), _homes(sides.new.sections)
    titles = _titles(sides.old), _titles(sides.new)
    for name, gone in old.items():
        home = homes[0][name][0]
        if name not in pairs.names and home in sides.matching.sections.names:
            words, text = rule_name(sides.old, gone), _text(sides, gone, 0)
            yield Change("rules", "rule", "removed", "", name, "", words, old=text, within=titles[0][home])
    came = set(sides.matching.sections.names.values())
    moved = _moved(sides, pairs)
    for name, found in new.items():
        words, home = rule_name(sides.new, found), homes[1][name][0]
        if name in kept:
            sure = pairs.scores[kept[name]]
            for change in _rule(sides, old[kept[name]], found, words, sure, name in moved):
                yield replace(change, within=titles[1][home])
        elif home in came:
            text = _text(sides, found, 1)
            yield Change("rules", "rule", "added", "", "", name, words, new=text, within=titles[1][home])
    yield from _renumbered(sides, kept, moved)


def _titles(game: Game) -> dict[str, Words]:
    return {section.id: _section_name(section, words_of(section.title, game)) for section in game.sections}


def _text(sides: Sides, rule: Rule, side: int) -> Value:
    return Value(data_of(rule.text), words_of(rule.text, (sides.old, sides.new)[side]))


def _homes(sections: Sequence[Section]) -> dict[str, tuple[str, str]]:
    """Each rule's section and the rule above it."""
    found: dict[str, tuple[str, str]] = {}

    def note(section: str, above: str, rules: Sequence[Rule]) -> None:
        for rule in rules:
            found[rule.id] = (section, above)
            note(section, rule.id, rule.rules)

    for section in sections:
        note(section.id, "", section.rules)
    return found


def _moved(sides: Sides, pairs: Pairs) -> frozenset[str]:
    """New ids of rules that stand elsewhere: in another section, below another rule, or in another order."""
    sections, rules = sides.matching.sections.names, pairs.names
    old, new = _homes(sides.old.sections), _homes(sides.new.sections)
    before = {rules[k]: (sections.get(s, ""), rules.get(a, a)) for k, (s, a) in old.items() if k in rules}
    moved = {name for name, home in before.items() if new[name] != home}
    families: dict[tuple[str, str], list[list[str]]] = {}
    for side, homes in ((0, before), (1, new)):
        for name, home in homes.items():
            if name in before and name not in moved:
                families.setdefault(home, [[], []])[side].append(name)
    for one, other in families.values():
        moved |= set(other) - stayed(one, other)
    return frozenset(moved)


def _rule(sides: Sides, old: Rule, new: Rule, words: Words, sure: float, moved: bool) -> Iterator[Change]:
    def change(what: str, aspect: str, values: tuple[Value, Value]) -> Change:
        return Change("rules", "rule", what, aspect, old.id, new.id, words, *values, sure=sure)

    if moved and old.number != new.number:
        yield change("moved", "number", sides.plain(old.number or old.id, new.number or new.id))
    for aspect in ("title", "text", "aid"):
        texts = getattr(old, aspect), getattr(new, aspect)
        if sides.texts_differ(*texts):
            yield change("changed", aspect, sides.words(*texts))
    if old.kind != new.kind:
        yield change("changed", "kind", sides.plain(old.kind, new.kind))
    if old.id != new.id and not sides.texts_differ(old.text, new.text):
        yield change("renamed", "id", sides.plain(old.id, new.id))


def _renumbered(sides: Sides, kept: Mapping[str, str], moved: frozenset[str]) -> Iterator[Change]:
    """Once a section: the paragraphs whose number changed though they stayed where they were."""
    for section in sides.new.sections:
        pairs = [
            (sides.old.rules[kept[r.id]].number, r.number)
            for r in all_rules(section.rules)
            if r.id in kept and r.id not in moved and sides.old.rules[kept[r.id]].number != r.number and r.number
        ]
        if pairs:
            words = _section_name(section, words_of(section.title, sides.new))
            old, new = ([p[k] for p in pairs] for k in (0, 1))
            spans = _spans(pairs)
            values = Value(old, same(sides.old, spans[0])), Value(new, same(sides.new, spans[1]))
            was = next((o for o, n in sides.matching.sections.names.items() if n == section.id), "")
            yield Change("rules", "section", "renumbered", "rules", was, section.id, words, *values, follows=True)


def _spans(pairs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Old and new numbers in the same order, "3.4–3.6, 3.9": neighbours as one, and none that its parent says."""
    runs: list[list[tuple[str, str]]] = []
    for pair in pairs:
        if runs and _follows(runs[-1][-1], pair):
            runs[-1].append(pair)
        elif not any(_below(pair, other) for other in pairs):
            runs.append([pair])
    sides = ([run[0][k] if len(run) == 1 else f"{run[0][k]}–{run[-1][k]}" for run in runs] for k in (0, 1))
    old, new = (", ".join(side) for side in sides)
    return old, new


def _follows(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """True if a pair of numbers is the next after another on both sides."""
    heads = [[n.rpartition(".") for n in pair] for pair in (one, other)]
    return all(a[0] == b[0] and int(b[2]) - int(a[2]) == 1 for a, b in zip(*heads, strict=True))


def _below(pair: tuple[str, str], other: tuple[str, str]) -> bool:
    """True if a pair of numbers only follows the one above it."""
    return all(n.startswith(f"{m}.") for n, m in zip(pair, other, strict=True)) and (
        pair[0].removeprefix(other[0]) == pair[1].removeprefix(other[1])
    )


# ---- set-up and questions --------------------------------------------------------------------------------------------


def _modes(sides: Sides) -> Iterator[Change]:
    old, new = sides.old.setup.modes, sides.new.setup.modes
    for name in sorted({*old, *new}):
        one, other = old.get(name), new.get(name)
        ids = (name if one else "", name if other else "")
        words = words_of(other, sides.new) if other else words_of(one, sides.old)
        if one is None or other is None:
            yield Change("setup", "mode", "removed" if one else "added", "", *ids, words)
        elif sides.texts_differ(one, other):
            yield Change("setup", "mode", "renamed", "name", *ids, words, *sides.words(one, other))


def _zones(sides: Sides) -> Iterator[Change]:
    """Where pieces can lie, and where none may be left."""
    old, new = sides.old.setup, sides.new.setup
    for name in sorted({*old.zones, *new.zones}):
        if (name in old.zones) != (name in new.zones):
            what, ids = ("removed", (name, "")) if name in old.zones else ("added", ("", name))
            yield Change("setup", "zone", what, "", *ids, same(sides.new, name))
        elif (name in old.passing) != (name in new.passing):
            both = sides.plain(name in old.passing, name in new.passing)
            yield Change("setup", "zone", "changed", "passing", name, name, same(sides.new, name), *both)


def _steps(sides: Sides) -> Iterator[Change]:
    pairs = sides.matching.steps
    old, new = {s.id: s for s in sides.old.setup.steps}, {s.id: s for s in sides.new.setup.steps}
    kept = {new_id: old_id for old_id, new_id in pairs.names.items()}
    for name, gone in old.items():
        if name not in pairs.names:
            yield Change("setup", "step", "removed", "", name, "", words_of(gone.text, sides.old))
    same_order = stayed([pairs.names[n] for n in old if n in pairs.names], list(new))
    for name, found in new.items():
        words = words_of(found.text, sides.new)
        if name not in kept:
            yield Change("setup", "step", "added", "", "", name, words)
            continue
        was = old[kept[name]]
        if name not in same_order:
            places = sides.plain(list(old).index(was.id) + 1, list(new).index(name) + 1)
            yield Change("setup", "step", "moved", "place", was.id, name, words, *places)
        yield from _step(sides, was, found, words, pairs.scores[was.id])


def _step(sides: Sides, old: SetupStep, new: SetupStep, words: Words, sure: float) -> Iterator[Change]:
    def change(aspect: str, values: tuple[Value, Value], follows: bool = False) -> Change:
        return Change("setup", "step", "changed", aspect, old.id, new.id, words, *values, sure=sure, follows=follows)

    names = sides.matching.renaming
    mapped = {
        "sets": tuple(names.sets.get(s, s) for s in old.sets),
        "term": names.terms.get(old.term, old.term),
        "rule": names.rules.get(old.rule, old.rule),
    }
    for aspect in ("do", "sets", "term", "where", "per_player", "source", "target", "match", "mode", "rule"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        if mapped.get(aspect, one) != other:
            yield change(aspect, _shown(sides, aspect, one, other))
    if dict(old.counts) != dict(new.counts):
        counts = ({k: "all" if v is None else v for k, v in step.counts.items()} or None for step in (old, new))
        formulas = _formula(sides.old, old), _formula(sides.new, new)
        yield change("counts", sides.plain(*counts), bool(formulas[0]) and formulas[0] == formulas[1])
    if sides.texts_differ(old.text, new.text):
        yield change("text", sides.words(old.text, new.text))


def _formula(game: Game, step: SetupStep) -> str:
    """The formula that gives a step's number as it stands in the file; "" for a plain number or a table. One that is
    written as before only follows another number."""
    mark = step.marks.get("count", step.mark)
    lines = game.sources.get(mark.file, "").splitlines()[mark.line - 1 : mark.line]
    found = re.match(r"(?:count:)?\s*[\"']?([a-z][\w +*/()-]*)", lines[0][mark.column - 1 :]) if lines else None
    return found[1].strip() if found else ""


_NAMED = {"term": FieldKind("term"), "rule": FieldKind("rule")}


def _shown(sides: Sides, aspect: str, old: Any, new: Any) -> tuple[Value, Value]:  # noqa: ANN401 (of any aspect)
    """Two values of a step; terms and rules by their names."""
    one, other = (v if v not in ("", ()) else None for v in (old, new))
    if aspect not in _NAMED:
        return sides.plain(one, other)
    kind = _NAMED[aspect]
    return Value(one, shown(sides.old, kind, one)), Value(other, shown(sides.new, kind, other))


def _questions(sides: Sides) -> Iterator[Change]:
    pairs = sides.matching.questions
    old, new = {q.id: q for q in sides.old.questions}, {q.id: q for q in sides.new.questions}
    kept = {new_id: old_id for old_id, new_id in pairs.names.items()}
    for name, gone in old.items():
        if name not in pairs.names:
            yield Change("questions", "question", "removed", "", name, "", words_of(gone.question, sides.old))
    for name, found in new.items():
        words = words_of(found.question, sides.new)
        if name not in kept:
            yield Change("questions", "question", "added", "", "", name, words)
            continue
        was = old[kept[name]]
        for aspect in ("question", "assumption", "reason"):
            texts = getattr(was, aspect), getattr(found, aspect)
            if sides.texts_differ(*texts):
                yield Change("questions", "question", "changed", aspect, was.id, name, words, *sides.words(*texts))
