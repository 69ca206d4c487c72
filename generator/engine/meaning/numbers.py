"""Numbers beside the name of a thing (`Guard (4)`, `24 {@coin/groat}`, `a river costs 3`), against its own.

Takes a `Desk`; gives a problem at the text. A number beside a name is held against it only where it is that of the
thing for most in its text, where the word between names the field, or where nothing of the thing says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from generator.data.lexicon import is_latin, pattern, whole_number, words_to_digits
from generator.data.markup import Token, plain_words
from generator.data.model import Game, Text
from generator.data.walk import leaves_of
from generator.engine.meaning.examples import figured
from generator.engine.registry import Desk, Problem, check
from generator.values import dataclass, late

FEW = 2
"""So many numbers in a text must be those of their things."""
_AFTER, _BEFORE = re.compile(r"[:：]?\s*[(（]?(\d+)(?! *[%x×])"), re.compile(r"(?<![\d.,+-])(\d+)\s*$")
_SAYS = late(r"\s+([a-z]+) (\d+)\b(?! (?:more|less|fewer))")
_LINE = late(r"\s?[:：] *(\d+)(?=\s*(?:[.;。]|$))")
_WORTH = late(r"worth (\d+)|合計(\d+)(?!枚|個)|im wert von (\d+)|valeur de (\d+)|valant (\d+)")
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
                named = list(_named(things, tokens, language))
                listed = _listed(desk.game, tokens) if spoken.owner.startswith("item ") else ""
                said = _wrong(named) or listed or _worth_in_all(desk, about, tokens)
                if (
                    not said
                    and len(_numbered(named)) > 1
                    and pattern(language, "two-sums").search(figured(desk, spoken, language))
                ):
                    said = _other_field(_numbered(named))
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
    number = whole_number(next(filter(None, said.groups())))
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
    beside = _numbered(named)
    counted = [
        (thing, whole_number(found[1]))
        for thing, before, _ in named
        if thing.count > 1 and (found := _BEFORE.search(before))
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
            if found is not None and said and whole_number(found[2]) != value:
                return f"`{thing.id}` has `{name}` {value}, and is said to have {found[2]}"
    return ""


def _numbered(named: Sequence[Named]) -> list[tuple[_Thing, int]]:
    return [
        (thing, whole_number(found[1])) for thing, _, after in named if thing.fields and (found := _AFTER.match(after))
    ]


def _listed(game: Game, tokens: Sequence[Token]) -> str:
    """`{@omen/crown}: 8` on another card, where nothing of the Crown is 8."""
    for token, after in pairwise(tokens):
        owner = game.sets.get(token.text) if token.kind == "item" and after.kind == "text" else None
        found = _LINE.match(after.text) if owner is not None else None
        if owner is None or found is None:
            continue
        for item in (i for i in owner.items if i.id == token.detail):
            leaves = [value for _, value, _, _ in leaves_of(game, owner.fields, item.values, item.marks)]
            texts = (words_to_digits(w, la) for v in leaves if isinstance(v, Text) for la, w in v.words.items())
            said = {str(item.count), *map(str, leaves), *re.findall(r"\d+", " ".join(texts))}
            if found[1] not in said and _whole(item.values):
                return f"`{item.id}` stands with {found[1]}, which is none of its numbers"
    return ""


def _other_field(beside: Sequence[tuple[_Thing, int]]) -> str:
    """`the Guard (4) on a hill (2)`, where 4 is the defence of the Guard, and 2 the cost of the hill."""
    for thing, number in ((t, n) for t, n in beside if not t.count):
        own = [f for f, v in thing.fields.items() if v == number]
        both = [(t, n, t.fields.keys() & thing.fields.keys()) for t, n in beside if not set(own) & t.fields.keys()]
        theirs = [f for t, n, shared in both for f in shared if len(shared) == len(own) == 1 and t.fields[f] == n]
        if theirs:
            return f"`{thing.id}` stands with {number}, its `{own[0]}`, beside the `{theirs[0]}` of another"
    return ""
