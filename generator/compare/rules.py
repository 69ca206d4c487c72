"""Two versions of a game -> what changed in its rules, its set-up and its open questions.

Takes the `Sides` of a comparison; gives `Change`s. Promise: a paragraph that was moved is told as moved; those whose
numbers only gave way to it are told once a section.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from generator.compare.model import Change, Entry, Sides, Value, Values, by_id
from generator.compare.values import Words, data_of, rule_name, same, shown, words_of
from generator.data.lexicon import whole_number
from generator.data.model import FieldKind, Game, Rule, Section, SetupStep
from generator.data.walk import rules_of


def rules_changes(sides: Sides) -> Iterator[Change]:
    """Rules, set-up, questions."""
    yield from _sections(sides)
    yield from _rules(sides)
    yield from _modes(sides)
    yield from _zones(sides)
    yield from _steps(sides)
    yield from _questions(sides)


def unmoved(old: Sequence[str], new: Sequence[str]) -> frozenset[str]:
    """Of things that are in both orders, those that stand in the same order in both, in long runs; the others were
    moved."""
    both = [name for name in old if name in new], [name for name in new if name in old]
    blocks = SequenceMatcher(None, *both, autojunk=False).get_matching_blocks()
    return frozenset(name for block in blocks for name in both[0][block.a : block.a + block.size])


# ---- rules -----------------------------------------------------------------------------------------------------------


def _sections(sides: Sides) -> Iterator[Change]:
    pairs = sides.matching.sections
    olds, news = by_id(sides.old.sections), by_id(sides.new.sections)
    in_order = unmoved([pairs.names[n] for n in olds if n in pairs.names], list(news))
    for found in pairs.aligned(olds, news):
        new, old = found.thing, found.origin
        entry = sides.entry("rules", "section", found, _title(sides.old if found.gone else sides.new, new))
        if old is None:
            yield entry.alone()
            continue
        if sides.texts_differ(old.title, new.title):
            yield entry.change("renamed", "title", sides.texts(old.title, new.title))
        yield from entry.texts(old, new, "intro")
        if new.id not in in_order:
            yield entry.change("moved", "number", sides.plain(old.number, new.number))


def _title(game: Game, section: Section) -> Words:
    return {k: f"{section.number} {words}".strip() for k, words in words_of(section.title, game).items()}


def _rules(sides: Sides) -> Iterator[Change]:
    """Paragraphs; those of a chapter that came or went go with it."""
    pairs, sections = sides.matching.rules, sides.matching.sections
    homes = _homes(sides.old), _homes(sides.new)
    moved = _moved(sides, *homes)
    came = sections.origins
    for found in pairs.aligned(sides.old.rules, sides.new.rules):
        new, game = found.thing, sides.old if found.gone else sides.new
        home = homes[0 if found.gone else 1][new.id][0]
        entry = sides.entry("rules", "rule", found, rule_name(game, new), _title(game, home))
        if found.origin:
            yield from _rule(entry, found.origin, new, new.id in moved)
        elif home.id in (sections.names if found.gone else came):
            yield entry.alone(Value(data_of(new.text), words_of(new.text, game)))
    yield from _renumbered(sides, moved)


_Homes = dict[str, tuple[Section, str]]


def _homes(game: Game) -> _Homes:
    """Each rule's section and the rule above it."""
    found: _Homes = {}
    for section in game.sections:
        found.update({rule.id: (section, "") for rule in section.rules})
        found.update({below.id: (section, rule.id) for rule in rules_of(section) for below in rule.rules})
    return {name: found[name] for name in game.rules}


def _moved(sides: Sides, old: _Homes, new: _Homes) -> frozenset[str]:
    """New ids of rules that stand elsewhere: in another section, below another rule, or in another order."""
    sections, rules = sides.matching.sections.names, sides.matching.rules.names
    before = {rules[k]: (sections.get(s.id, ""), rules.get(a, a)) for k, (s, a) in old.items() if k in rules}
    after = {name: (section.id, above) for name, (section, above) in new.items()}
    moved = {name for name, home in before.items() if after[name] != home}
    families: dict[tuple[str, str], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for side, homes in enumerate((before, after)):
        for name, home in homes.items():
            if name in before and name not in moved:
                families[home][side].append(name)
    for one, other in families.values():
        moved |= set(other) - unmoved(one, other)
    return frozenset(moved)


def _rule(entry: Entry, old: Rule, new: Rule, moved: bool) -> Iterator[Change]:
    sides = entry.sides
    if moved and old.number != new.number:
        yield entry.change("moved", "number", sides.plain(old.number or old.id, new.number or new.id))
    yield from entry.texts(old, new, "title", "text", "aid")
    yield from entry.plain("kind", old.kind, new.kind)
    if old.id != new.id and not sides.texts_differ(old.text, new.text):
        yield entry.change("renamed", "id", sides.plain(old.id, new.id))


def _renumbered(sides: Sides, moved: frozenset[str]) -> Iterator[Change]:
    """Once a section: the paragraphs whose number changed though they stayed where they were."""
    origins, olds = sides.matching.rules.origins, sides.old.rules
    sections = sides.matching.sections.origins
    for section in sides.new.sections:
        stayed = [r for r in rules_of(section) if r.id in origins and r.id not in moved and r.number]
        pairs = [(olds[origins[r.id]].number, r.number) for r in stayed]
        pairs = [(old, new) for old, new in pairs if old != new]
        if pairs:
            was, now = _ranges(pairs)
            old, new = [old for old, _ in pairs], [new for _, new in pairs]
            values = Value(old, same(sides.old, was)), Value(new, same(sides.new, now))
            ids = (sections.get(section.id, ""), section.id)
            entry = Entry(sides, "rules", "section", *ids, _title(sides.new, section))
            yield entry.change("renumbered", "rules", values, follows=True)


_Numbers = tuple[str, str]
"""The number of a paragraph, then and now."""


def _ranges(pairs: Sequence[_Numbers]) -> tuple[str, str]:
    """Old and new numbers in the same order, "3.4–3.6, 3.9": neighbours as one, and none that its parent says."""
    runs: list[list[_Numbers]] = []
    for pair in pairs:
        if runs and _follows(runs[-1][-1], pair):
            runs[-1].append(pair)
        elif not any(_below(pair, other) for other in pairs):
            runs.append([pair])
    sides = ([run[0][k] if len(run) == 1 else f"{run[0][k]}–{run[-1][k]}" for run in runs] for k in (0, 1))
    old, new = (", ".join(side) for side in sides)
    return old, new


def _follows(one: _Numbers, other: _Numbers) -> bool:
    """True if a pair of numbers is the next after another on both sides."""
    heads = [[n.rpartition(".") for n in pair] for pair in (one, other)]
    return all(a[0] == b[0] and whole_number(b[2]) - whole_number(a[2]) == 1 for a, b in zip(*heads, strict=True))


def _below(pair: _Numbers, other: _Numbers) -> bool:
    """True if a pair of numbers only follows the one above it."""
    return all(n.startswith(f"{m}.") for n, m in zip(pair, other, strict=True)) and (
        pair[0].removeprefix(other[0]) == pair[1].removeprefix(other[1])
    )


# ---- set-up and questions --------------------------------------------------------------------------------------------


def _modes(sides: Sides) -> Iterator[Change]:
    olds, news = sides.old.setup.modes, sides.new.setup.modes
    for name in sorted({*olds, *news}):
        old, new = olds.get(name), news.get(name)
        words = words_of(new, sides.new) if new else words_of(old, sides.old)
        entry = Entry(sides, "setup", "mode", name if old else "", name if new else "", words)
        if old is None or new is None:
            yield entry.alone()
        else:
            yield from entry.renamed(old, new)


def _zones(sides: Sides) -> Iterator[Change]:
    """Where pieces can lie, and where none may be left."""
    old, new = sides.old.setup, sides.new.setup
    for name in sorted({*old.zones, *new.zones}):
        ids = (name if name in old.zones else "", name if name in new.zones else "")
        entry = Entry(sides, "setup", "zone", *ids, same(sides.new, name))
        passing = entry.plain("passing", name in old.passing, name in new.passing)
        yield from passing if all(ids) else (entry.alone(),)


def _steps(sides: Sides) -> Iterator[Change]:
    pairs = sides.matching.steps
    olds, news = by_id(sides.old.setup.steps), by_id(sides.new.setup.steps)
    in_order = unmoved([pairs.names[n] for n in olds if n in pairs.names], list(news))
    for found in pairs.aligned(olds, news):
        new, old = found.thing, found.origin
        entry = sides.entry("setup", "step", found, new.text)
        if old is None:
            yield entry.alone()
            continue
        if new.id not in in_order:
            places = sides.plain(list(olds).index(old.id) + 1, list(news).index(new.id) + 1)
            yield entry.change("moved", "place", places)
        yield from _step(entry, old, new)


def _step(entry: Entry, old: SetupStep, new: SetupStep) -> Iterator[Change]:
    sides = entry.sides
    names = sides.matching
    mapped: dict[str, object] = {
        "sets": tuple(names.today("set", s) for s in old.sets),
        "term": names.today("term", old.term),
        "rule": names.today("rule", old.rule),
    }
    for aspect in ("do", "sets", "term", "where", "per_player", "source", "target", "match", "mode", "rule"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        if mapped.get(aspect, one) != other:
            yield entry.change("changed", aspect, _shown(sides, aspect, one, other))
    if dict(old.counts) != dict(new.counts):
        counts = ({k: "all" if v is None else v for k, v in step.counts.items()} or None for step in (old, new))
        formulas = _formula(sides.old, old), _formula(sides.new, new)
        follows = bool(formulas[0]) and formulas[0] == formulas[1]
        yield entry.change("changed", "counts", sides.plain(*counts), follows)
    yield from entry.texts(old, new, "text")


def _formula(game: Game, step: SetupStep) -> str:
    """The formula that gives a step's number as it stands in the file; "" for a plain number or a table. One that is
    written as before only follows another number."""
    mark = step.marks.get("count", step.mark)
    lines = game.sources.get(mark.file, "").splitlines()[mark.line - 1 : mark.line]
    found = re.match(r"(?:count:)?\s*[\"']?([a-z][\w +*/()-]*)", lines[0][mark.column - 1 :]) if lines else None
    return found[1].strip() if found else ""


def _shown(sides: Sides, aspect: str, old: object, new: object) -> Values:
    """Two values of a step; terms and rules by their names."""
    one, other = (v if v not in ("", ()) else None for v in (old, new))
    if aspect not in ("term", "rule"):
        return sides.plain(one, other)
    kind = FieldKind(aspect)
    return Value(data_of(one), shown(sides.old, kind, one)), Value(data_of(other), shown(sides.new, kind, other))


def _questions(sides: Sides) -> Iterator[Change]:
    for found in sides.matching.questions.aligned(by_id(sides.old.questions), by_id(sides.new.questions)):
        entry = sides.entry("questions", "question", found, found.thing.question)
        if found.origin is None:
            yield entry.alone()
        else:
            yield from entry.texts(found.origin, found.thing, "question", "assumption", "reason")
            for aspect in ("kind", "weight"):
                yield from entry.plain(aspect, getattr(found.origin, aspect), getattr(found.thing, aspect))
