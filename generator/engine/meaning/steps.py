"""The set-up as data against the set-up as told.

Takes a `Desk`; gives a problem at the `count` of a step, which is held against it only if its texts say another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

from generator.data.lexicon import may_say
from generator.data.markup import plain_words
from generator.data.model import SetupStep
from generator.data.quoted import numbers_of
from generator.data.walk import Spoken
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, check, named_in, texts_by_owner
from generator.values import lazy_pattern

_NAME = lazy_pattern(r"[a-z][a-z0-9_]*")


@check("M006")
def steps_count_as_they_are_told(desk: Desk) -> Iterator[Problem]:
    """A step of the set-up counts by the numbers and the parameters that its words and its paragraph say."""
    texts = {owner: [s for s in some if s.role != "title"] for owner, some in texts_by_owner(desk).items()}
    sources = {formula.mark: formula.source for formula in desk.game.formulas}
    for step in desk.game.setup.steps:
        rule = desk.game.rules.get(step.rule)
        own = texts.get(f"step {step.id}", [])
        told = [s for r in ((rule, *rule.rules) if rule is not None else ()) for s in texts.get(f"rule {r.id}", [])]
        mark = step.marks.get("count")
        if mark is not None and step.counts:
            source = sources.get(mark, "")
            said = _parameters(desk, step, source, own, told, sources) if source else _number(desk, step, own, told)
            if said:
                shown = source or str(next(iter(step.counts.values())))
                message = f"step `{step.id}` counts `{shown}`, but {said}"
                yield Problem(mark, message, "write what the words say, or correct the words")


def _parameters(
    desk: Desk,
    step: SetupStep,
    source: str,
    own: Sequence[Spoken],
    told: Sequence[Spoken],
    sources: Mapping[Mark, str],
) -> str:
    """A parameter that the words of the step, or else its paragraph, cite in place of the one that it counts by."""
    parameters = desk.game.parameters
    used = _names(source) & parameters.keys()
    values = [parameters[name].by_players or parameters[name].value for name in used]
    for who, texts in (("its text", own), (f"`{step.rule}`", [*own, *told])):
        others = (sources.get(s.at("count"), "") for s in desk.game.setup.steps if s.rule == step.rule)
        taken = set[str]() if texts is own else {name for other in others for name in _names(other)}
        said = named_in(texts, "parameter")
        left = sorted((said.keys() & parameters.keys()) - taken)
        idle = [n for n in left if (parameters[n].by_players or parameters[n].value) not in values]
        if used and not used & said.keys() and idle and _NAME.fullmatch(source):
            return f"{who} says `{{={idle[0]}}}`"
    return ""


def _names(source: str) -> Set[str]:
    return {name.replace("_", "-") for name in _NAME.findall(source)}


def _numbers(desk: Desk, texts: Sequence[Spoken], language: str) -> set[int]:
    tokens = (t for s in texts for t in s.tokens.get(language, ()))
    return {n for t in tokens for n in numbers_of(desk.game, t, language)}


def _number(desk: Desk, step: SetupStep, own: Sequence[Spoken], told: Sequence[Spoken]) -> str:
    """A plain number that no words say, where they say another: of the pieces, or at all."""
    counts = {n for n in step.counts.values() if n}
    tokens = (t for s in (*own, *told) for many in s.tokens.values() for t in many if t.kind == "item")
    cited = {(t.text, t.detail) for t in tokens}
    all_of = {i.count for s in desk.game.sets.values() for i in s.items if (s.id, i.id) in cited}
    others: set[int] = set()
    for language in desk.game.languages:
        said = _numbers(desk, [*own, *told], language)
        words = " ".join(plain_words(s.tokens.get(language, ())) for s in (*own, *told))
        sums = {f(a, b) for a, b in combinations(said, 2) for f in (int.__add__, int.__mul__)} | all_of
        if len(counts) != 1 or counts <= said | sums or (min(counts) > 1 and may_say(min(counts), words, language)):
            return ""
        others |= said if min(counts) > 1 else _numbers(desk, own, language)
        names = [desk.game.sets[s].name.in_language(language).split()[-1:] for s in step.sets if s in desk.game.sets]
        ones = [
            n
            for n in names
            if n and re.search(rf"\b(?:an?|one|eine?n?|une?) (?:[\w-]+ )?{re.escape(n[0])}\b", words, re.I)
        ]
        if ones:
            if counts == {1}:
                return ""
            others.add(1)
    return f"its words say {', '.join(map(str, sorted(others)))}" if others else ""
