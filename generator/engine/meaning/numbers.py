"""Numbers that words say, against those of the things they speak of: the set-up as data against the set-up as told, and
numbers beside the name of a thing (`Guard (4)`, `24 {@coin/groat}`, `a river costs 3`).

Takes a `Desk`; gives a problem at the `count` of a step, or at the text. The number of a step is held against it only
if its texts say another; a number beside a name only where it is that of the thing for most in its text, or where the
word between names the field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations
from typing import Any

from generator.data.lexicon import is_latin, may_say, numbers_of, words_to_digits
from generator.data.markup import Token, plain_words
from generator.data.model import Game, SetupStep, Text
from generator.data.walk import Spoken
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, check, texts_by_owner
from generator.values import dataclass

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_EACH = re.compile(r"\beach\b|\bevery\b|各|\bjede|\bchaque\b", re.IGNORECASE)
_FACTOR = re.compile(r"(?<=\* )\d+(?! *[/*])|^\d+(?= \*)")


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
        yield from _forgotten(desk, step, own, sources.get(mark, "") if mark is not None else "")
        if mark is not None and step.counts:
            source = sources.get(mark, "")
            said = (
                (
                    _parameters(desk, step, source, own, told, sources)
                    or _factor(desk, step, source, [*own, *told])
                    or _worth(step, source)
                )
                if source
                else _number(desk, step, own, told)
            )
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
        cited = {t.text for s in texts for tokens in s.tokens.values() for t in tokens if t.kind == "parameter"}
        others = (sources.get(s.marks.get("count", s.mark), "") for s in desk.game.setup.steps if s.rule == step.rule)
        taken = set[str]() if texts is own else {name for other in others for name in _names(other)}
        left = sorted((cited & parameters.keys()) - taken)
        idle = [n for n in left if (parameters[n].by_players or parameters[n].value) not in values]
        if used and not used & cited and idle and _NAME.fullmatch(source):
            return f"{who} says `{{={idle[0]}}}`"
    return ""


def _worth(step: SetupStep, source: str) -> str:
    """`where: item.value == 1` beside `count: start_score / 5`: pieces of 5 for an amount."""
    worth, parts = re.search(r"item\.\w+ == (\d+)\s*$", step.where), re.search(r"/ *(\d+)\s*$", source)
    if worth is None or parts is None or worth[1] == parts[1]:
        return ""
    return f"`where` takes pieces of {worth[1]}"


def _forgotten(desk: Desk, step: SetupStep, own: Sequence[Spoken], source: str) -> Iterator[Problem]:
    """A set that the words of a step name, though no step moves it; a parameter that its sum leaves out."""
    words = {la: f" {_words(own, la).casefold()} " for la in desk.game.languages}
    placed = {name for other in desk.game.setup.steps for name in other.sets}
    for owner in desk.game.sets.values() if placed <= desk.game.sets.keys() else ():
        names = [(la, owner.name.in_language(la).casefold()) for la in words]
        cited = any(t.kind == "set" and t.text == owner.id for s in own for ts in s.tokens.values() for t in ts)
        said = cited or (bool(names) and all(name and name in words[la] for la, name in names))
        if said and step.sets and owner.id not in placed and not any(owner.id in s for s in step.sets):
            message = f"step `{step.id}` speaks of `{owner.id}`, which no step moves"
            yield Problem(step.marks.get("sets", step.mark), message, f"add `{owner.id}` to its `sets`")
    summed = _NAME.findall(source) if "+" in source else []
    ends = {name.rpartition("_")[2] for name in summed}
    for name in desk.game.parameters if len(summed) > 1 and len(ends) == 1 else ():
        what, _, end = name.rpartition("-")
        term = desk.game.terms.get(what) or desk.game.terms.get(what.removesuffix("s"))
        called = {la: term.name.in_language(la).casefold() if term else what.removesuffix("s") for la in words}
        if {end} == ends and name not in _names(source) and any(c and c in words[la] for la, c in called.items()):
            message = f"step `{step.id}` counts `{source}`, but its words speak of `{name}`, too"
            yield Problem(step.marks.get("count", step.mark), message, f"add `{name.replace('-', '_')}`")


def _names(source: str) -> Set[str]:
    return {name.replace("_", "-") for name in _NAME.findall(source)}


def _numbers(desk: Desk, texts: Sequence[Spoken], language: str, but: Set[str] = frozenset()) -> set[int]:
    tokens = (t for s in texts for t in s.tokens.get(language, ()) if t.kind != "parameter" or t.text not in but)
    return {n for t in tokens for n in numbers_of(desk.game, t, language)}


def _words(texts: Sequence[Spoken], language: str) -> str:
    return " ".join(plain_words(s.tokens.get(language, ())) for s in texts)


def _factor(desk: Desk, step: SetupStep, source: str, texts: Sequence[Spoken]) -> str:
    """`start_pieces * 4`, where the words say five."""
    for times in map(int, _FACTOR.findall(source)):
        others, named = set[int](), set[int]()
        for language in desk.game.languages:
            said, words = _numbers(desk, texts, language, _names(source)), _words(texts, language)
            kinds = {len(k.members) for k in desk.game.kinds.values() if k.name.in_language(language) in words}
            named |= kinds
            if times in said | kinds or may_say(times, words, language):
                return ""
            others |= {
                n
                for s in texts
                for t in s.tokens.get(language, ())
                if t.kind == "text"
                for n in numbers_of(desk.game, t, language)
                if n > 1
            }
        designs = sum(len(desk.game.sets[name].items) for name in step.sets if name in desk.game.sets)
        near = abs(designs - times) == 1 or designs in named
        if near and any(_EACH.search(_words(texts, la)) for la in desk.game.languages):
            return f"its words speak of each, and there are {designs}"
        if len(others) == 1:
            return f"its words say {others.pop()} times"
    return ""


def _number(desk: Desk, step: SetupStep, own: Sequence[Spoken], told: Sequence[Spoken]) -> str:
    """A plain number that no words say, where they say another: of the pieces, or at all."""
    counts = {n for n in step.counts.values() if n}
    others: set[int] = set()
    for language in desk.game.languages:
        said, words = _numbers(desk, [*own, *told], language), _words([*own, *told], language)
        sums = {f(a, b) for a, b in combinations(said, 2) for f in (int.__add__, int.__mul__)}
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


# ---- beside the name of a thing ----

FEW = 2
"""So many numbers in a text must be those of their things."""
_AFTER, _BEFORE = re.compile(r"[:：]?\s*[(（]?(\d+)(?! *[%x×])"), re.compile(r"(?<![\d.,+-])(\d+)\s*$")
_SAYS = re.compile(r"\s+([a-z]+) (\d+)\b(?! (?:more|less|fewer))")
_WORTH = re.compile(r"worth (\d+)|合計(\d+)(?!枚|個)|im wert von (\d+)|valeur de (\d+)|valant (\d+)")
"""Words that say what all pieces of a set are worth."""
_PRICES = ("for", "cost", "price")


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something with numbers: those of its fields, and how many there are of it."""

    id: str
    fields: Mapping[str, int]
    count: int


@check("M020")
def numbers_are_those_of_things(desk: Desk) -> Iterator[Problem]:
    """A number beside the name of an item or a term is one of its own."""
    things = _things(desk.game)
    questions = {f"question {q.id}": q.about for q in desk.game.questions}
    for spoken in desk.texts:
        if spoken.owner.startswith(("rule ", "question ", "set ", "item ")):
            for language, tokens in spoken.tokens.items():
                about = questions.get(spoken.owner, spoken.owner)
                said = _wrong(list(_named(things, tokens, language))) or _worth_in_all(desk, about, tokens)
                if said:
                    yield Problem(
                        spoken.text.marks[language], f"{said} in {language}", "correct the number, or the thing"
                    )
                    break


def _worth_in_all(desk: Desk, about: str, tokens: Sequence[Token]) -> str:
    """What is said of a set of tokens to be worth in all, where it is not the sum of its only number."""
    owner = desk.game.sets.get(about.removeprefix("set ")) if about.startswith("set ") else None
    said = (
        _WORTH.search(plain_words(tuple(tokens)).casefold())
        if owner and owner.complete and owner.kind == "token"
        else None
    )
    if owner is None or said is None:
        return ""
    fields = [n for n, kind in owner.fields.items() if kind.name == "integer"]
    pieces = [(item.count, _whole(item.values)) for item in owner.items]
    totals = {sum(count * values.get(n, 0) for count, values in pieces) for n in fields}
    single = {values.get(n, 0) for _, values in pieces for n in fields} | {sum(count for count, _ in pieces)}
    number = int(next(filter(None, said.groups())))
    wrong = len(fields) == 1 and number > max(single) and number not in totals
    return f"`{owner.id}` is worth {max(totals)} in all, and is said to be worth {number}" if wrong else ""


def _things(game: Game) -> dict[str, _Thing]:
    """Items and terms with numbers, by their mention in markup and by `language name`."""
    things: dict[str, _Thing] = {}
    named: list[tuple[str, Text | None, _Thing]] = []
    for owner in game.sets.values():
        for item in owner.items:
            thing = _Thing(item.id, _whole(item.values), item.count)
            named.append((f"@{owner.id}/{item.id}", _text(item.values.get("name")), thing))
    named += [(t.id, t.name, _Thing(t.id, _whole(t.values), 0)) for t in game.terms.values()]
    double: set[str] = set()
    for mention, name, thing in named:
        things[mention] = thing
        for language, words in name.words.items() if name is not None else ():
            key = f"{language} {words.casefold()}"
            if key in things and things[key].fields != thing.fields:
                double.add(key)
            things[key] = thing
    return {key: thing for key, thing in things.items() if key not in double}


def _text(value: Any) -> Text | None:  # noqa: ANN401 -- a value of any declared kind
    return value if isinstance(value, Text) else None


def _whole(values: Mapping[str, Any]) -> dict[str, int]:
    return {name: v for name, v in values.items() if isinstance(v, int) and not isinstance(v, bool)}


Named = tuple[_Thing, str, str]
"""A thing with the words before and after its name."""


def _named(things: Mapping[str, _Thing], tokens: Sequence[Token], language: str) -> Iterator[Named]:
    for n, token in enumerate(tokens):
        key = f"@{token.text}/{token.detail}" if token.kind == "item" else token.text if token.kind == "term" else ""
        before, after = (
            tokens[m].text if 0 <= m < len(tokens) and tokens[m].kind == "text" else "" for m in (n - 1, n + 1)
        )
        if key in things:
            yield things[key], words_to_digits(before, language), words_to_digits(after, language)
        elif token.kind == "text" and is_latin(language):
            for word in re.finditer(r"[^\W\d_]{3,}", token.text):
                thing = next(
                    (
                        things[k]
                        for w in (word[0], word[0].removesuffix("s"))
                        if (k := f"{language} {w.casefold()}") in things
                    ),
                    None,
                )
                if thing is not None:
                    yield thing, token.text[: word.start()], token.text[word.end() :]


def _wrong(named: Sequence[Named]) -> str:
    beside = [(thing, int(found[1])) for thing, _, after in named if thing.fields and (found := _AFTER.match(after))]
    counted = [
        (thing, int(found[1])) for thing, before, _ in named if thing.count > 1 and (found := _BEFORE.search(before))
    ]
    wrong = [(t, n) for t, n in beside if n not in t.fields.values()]
    fewer = [(t, n) for t, n in counted if n != t.count]
    for all_, odd in ((beside, wrong), (counted, fewer)):
        if odd and len(all_) - len(odd) >= max(FEW, len(odd)):
            return f"`{odd[0][0].id}` stands with {odd[0][1]}, which is none of its numbers"
    for thing, _, after in named:
        found = _SAYS.match(after)
        for name, value in thing.fields.items() if found else ():
            said = found is not None and (found[1].startswith(name) or (found[1] == "for" and name in _PRICES))
            if found is not None and said and int(found[2]) != value:
                return f"`{thing.id}` has `{name}` {value}, and is said to have {found[2]}"
    return ""
