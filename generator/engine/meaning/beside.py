"""What stands beside what: numbers beside the names of things (`Guard (4)`, `24 {@coin/groat}`, `a river costs 3`),
and the numbers and terms of one language against those of another.

Takes a `Desk`; gives a problem at the text. That such numbers are those of the things is held against one only where
it is so for most in its text, or where the word between names the field.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from generator.data.markup import Token, plain_words
from generator.data.model import Game, Text
from generator.data.walk import Spoken
from generator.engine.registry import Desk, Problem, check
from generator.engine.texts.lexicon import is_latin, pattern, words_to_digits
from generator.values import dataclass

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
                said = _wrong(list(_named(things, tokens, language))) or _worth(desk, about, tokens)
                if said:
                    yield Problem(
                        spoken.text.marks[language], f"{said} in {language}", "correct the number, or the thing"
                    )
                    break


def _worth(desk: Desk, about: str, tokens: Sequence[Token]) -> str:
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
    pieces = [(item.count, _numbers(item.values)) for item in owner.items]
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
            thing = _Thing(item.id, _numbers(item.values), item.count)
            named.append((f"@{owner.id}/{item.id}", _text(item.values.get("name")), thing))
    named += [(t.id, t.name, _Thing(t.id, _numbers(t.values), 0)) for t in game.terms.values()]
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


def _numbers(values: Mapping[str, Any]) -> dict[str, int]:
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


# ---- one language against another ----

NEAR = 3
"""So many letters at most stand between a number and the term that it counts."""
BOTH = 2
"""So many numbers must stand in the same places."""
_NUMBER = re.compile(r"\d+")


@check("M019")
def languages_pair_the_same(desk: Desk) -> Iterator[Problem]:
    """No two numbers have changed places in one language: beside their terms, or in the lines of a table."""
    for spoken in desk.texts:
        languages = [la for la in spoken.tokens if spoken.tokens[la]]
        for one, two in combinations(languages, 2):
            swapped = _swapped(*(dict(pairs_of(spoken.tokens[la])) for la in (one, two)))
            swapped = swapped or _moved(*(_lines(spoken.tokens[la]) for la in (one, two)))
            swapped = swapped or _exchanged(*(_row(spoken.tokens[la], la) for la in (one, two)))
            swapped = swapped or _reversed(*(_order(desk, spoken, la) for la in (one, two)))
            if swapped:
                message = f"{swapped} in {two} otherwise than in {one}"
                yield Problem(spoken.text.marks[two], message, "swap them back in one of the languages")
                break


def _parts(tokens: Sequence[Token]) -> Iterator[tuple[str, str, int, int]]:
    """Numbers, parameters and terms: "number" or "term", what, from where to where."""
    for token in tokens:
        if token.kind in ("parameter", "term", "item"):
            what = f"@{token.text}/{token.detail}" if token.kind == "item" else token.text
            yield "number" if token.kind == "parameter" else "term", what, token.start, token.end
        elif token.kind == "text":
            yield from (
                ("number", m.group(), token.start + m.start(), token.start + m.end())
                for m in _NUMBER.finditer(token.text)
            )


def pairs_of(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Each number that stands once with the term beside it."""
    parts = list(_parts(tokens))
    times = Counter(what for _, what, _, _ in parts)
    terms = [p for p in parts if p[0] == "term"]
    for kind, what, start, end in parts:
        near = [(max(a - end, start - b), term) for _, term, a, b in terms]
        if kind == "number" and times[what] == 1 and near and min(near)[0] <= NEAR:
            yield what, min(near)[1]


def _swapped(here: dict[str, str], there: dict[str, str]) -> str:
    for a, b in combinations(here, 2):
        if here[a] != here[b] and (there.get(a), there.get(b)) == (here[b], here[a]):
            return f"`{a}` and `{b}` stand with `{there[a]}` and `{there[b]}`"
    return ""


def _row(tokens: Sequence[Token], language: str) -> list[str]:
    """All numbers above 1 in order, and parameters as `=name`."""
    row: list[str] = []
    for token in tokens:
        found = _NUMBER.findall(words_to_digits(token.text, language)) if token.kind == "text" else ()
        row += [f"={token.text}"] if token.kind == "parameter" else [n for n in found if n != "1"]
    return row


def _exchanged(here: Sequence[str], there: Sequence[str]) -> str:
    """Two parameters that have changed places between the same numbers."""
    odd = [n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b]
    fixed = {a for n, a in enumerate(here) if n not in odd}
    if len(here) == len(there) and len(odd) == BOTH <= len(fixed) and Counter(here) == Counter(there):
        first, last = odd
        if here[first][0] == here[last][0] == "=" and fixed & set(here[first:last]):
            return f"`{there[first][1:]}` stands before `{there[last][1:]}`"
    return ""


def _order(desk: Desk, spoken: Spoken, language: str) -> list[str]:
    """What a text that says an order cites, as it comes; or else the paragraphs of its section and the terms that it
    names, a paragraph by its title or the last word of it."""
    says = pattern(language, "order")
    if not says.search(spoken.text.words.get(language, "").casefold()):
        return []
    plain = plain_words(spoken.tokens[language]).casefold()
    cue = says.search(plain)
    if cue is None:
        return []
    cited = [t.text for t in spoken.tokens[language] if t.kind == "rule"]
    listed = re.split(r"[.。]", plain[cue.end() :] if is_latin(language) else plain[: cue.start()])
    section = spoken.owner.rpartition(".")[0]
    rules = [r for r in desk.game.rules.values() if f"rule {r.id}".rpartition(".")[0] == section]
    named = [(r.title.in_language(language).casefold(), r.id) for r in rules if r.title is not None]
    named += [(name.split()[-1], owner) for name, owner in named if name]
    named += [(t.name.in_language(language).casefold(), t.id) for t in desk.game.terms.values()]
    times = Counter(name for name, _ in dict.fromkeys(named))
    words = listed[0 if is_latin(language) else -1]
    places: dict[str, int] = {}
    for name, owner in sorted(named, key=lambda one: -len(one[0])) if not cited else ():
        if times[name] == 1 < len(name) and name in words:
            places.setdefault(owner, words.index(name))
            words = words.replace(name, " " * len(name))
    return cited or sorted(places, key=places.__getitem__)


def _reversed(here: Sequence[str], there: Sequence[str]) -> str:
    """Two neighbours of a list in order that have changed places."""
    both = set(here) & set(there)
    one, two = ([x for x in dict.fromkeys(side) if x in both] for side in (here, there))
    odd = [n for n, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    return f"`{two[odd[0]]}` comes before `{one[odd[0]]}`" if len(odd) == BOTH else ""


def _lines(tokens: Sequence[Token]) -> list[Counter[str]]:
    lines: list[Counter[str]] = [Counter()]
    for token in tokens:
        if token.kind in ("break", "paragraph"):
            lines.append(Counter())
        lines[-1].update(what for _, what, _, _ in _parts([token]))
    return lines


def _moved(here: Sequence[Counter[str]], there: Sequence[Counter[str]]) -> str:
    if len(here) == len(there) > 1 and sum(here, Counter()) == sum(there, Counter()):
        odd = [n for n, (a, b) in enumerate(zip(here, there, strict=True)) if a != b]
        if len(odd) == 2 and Counter(map(str, map(sorted, here))) != Counter(map(str, map(sorted, there))):
            gone = sorted((here[odd[0]] - there[odd[0]]).keys())
            return f"{', '.join(f'`{x}`' for x in gone)} stands in line {odd[1] + 1}"
    return ""
