"""Numbers beside the name of a thing (`Guard (4)`, `24 {@coin/groat}`, `a river costs 3`), against its own; of whole
kinds and of lists: how many there are, each once, no more than there are.

Takes a `Desk`; gives a problem at the text. A number beside a name is held against it only where it is that of the
thing for most in its text, where the word between names the field, or where nothing of the thing says it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from generator.data.lexicon import entry, is_latin, pattern, whole_number, words_to_digits
from generator.data.markup import Token, plain_words
from generator.data.model import ComponentSet, Game, TermKind, Text
from generator.data.walk import Spoken, leaves_of
from generator.engine.meaning.reading import numbered
from generator.engine.registry import Desk, Problem, check, first_told
from generator.values import dataclass, late

FEW = 2
"""So many numbers in a text must be those of their things."""
_AFTER, _BEFORE = re.compile(r"[:：]?\s*[(（]?(\d+)(?! *[%x×])"), re.compile(r"(?<![\d.,+-])(\d+)\s*$")
_LINE = late(r"\s?[:：] *(\d+)(?=\s*(?:[.;。]|$))")
_WORTH = late(r"worth (\d+)|合計(\d+)(?!枚|個)|im wert von (\d+)|valeur de (\d+)|valant (\d+)")
"""Words that say what all pieces of a set are worth."""


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
            about = questions.get(spoken.owner, spoken.owner)
            said = ((la, _beside(desk, things, spoken, about, la)) for la in spoken.tokens)
            yield from first_told(spoken, said, "correct the number, or the thing")


def _beside(desk: Desk, things: Mapping[str, _Thing], spoken: Spoken, about: str, language: str) -> str:
    """What is wrong with the numbers beside names in a language of a text."""
    tokens = spoken.tokens[language]
    named = list(_named(things, tokens, language))
    counts = _numbered(named)
    wrong = _wrong(named, counts) or (_listed(desk.game, tokens) if spoken.owner.startswith("item ") else "")
    sums = len(counts) > 1 and pattern(language, "two-sums").search(numbered(desk.game, tokens, language))
    return wrong or _worth_in_all(desk, about, tokens) or (_other_field(counts) if sums else "")


def _worth_in_all(desk: Desk, about: str, tokens: Sequence[Token]) -> str:
    """What is said of a set of tokens to be worth in all, where it is not the sum of its only number."""
    kind, _, name = about.partition(" ")
    owner = desk.game.sets.get(name) if kind == "set" else None
    said = _WORTH.search(plain_words(tuple(tokens)).casefold()) if owner and owner.kind == "token" else None
    fields = [n for n, kind in owner.fields.items() if kind.name == "integer"] if owner and owner.complete else []
    if owner is None or said is None or len(fields) != 1:
        return ""
    values = [(item.count, _whole(item.values).get(fields[0], 0)) for item in owner.items]
    total, pieces = sum(count * value for count, value in values), sum(count for count, _ in values)
    number = whole_number(next(filter(None, said.groups())))
    wrong = number > max([pieces, *(value for _, value in values)]) and number != total
    return f"`{owner.id}` is worth {total} in all, and is said to be worth {number}" if wrong else ""


def _things(game: Game) -> dict[str, _Thing]:
    """Items and terms with numbers, by their mention in markup and by `language name`."""
    things: dict[str, _Thing] = {}
    named: list[tuple[str, Any, _Thing]] = [
        (f"@{owner.id}/{i.id}", i.values.get("name"), _Thing(i.id, _whole(i.values), i.count))
        for owner in game.sets.values()
        for i in owner.items
    ]
    named += [(t.id, t.name, _Thing(t.id, _whole(t.values), 0)) for t in game.terms.values()]
    double: set[str] = set()
    for mention, name, thing in named:
        things[mention] = thing
        for language, words in name.words.items() if isinstance(name, Text) else ():
            key = f"{language} {words.casefold()}"
            if key in things and things[key].fields != thing.fields:
                double.add(key)
            things[key] = thing
    return {key: thing for key, thing in things.items() if key not in double}


def _whole(values: Mapping[str, Any]) -> dict[str, int]:
    return {name: v for name, v in values.items() if isinstance(v, int) and not isinstance(v, bool)}


Named = tuple[_Thing, str, str]
"""A thing with the words before and after its name."""


def _named(things: Mapping[str, _Thing], tokens: Sequence[Token], language: str) -> Iterator[Named]:
    for n, token in enumerate(tokens):
        key = f"@{token.text}/{token.detail}" if token.kind == "item" else token.text if token.kind == "term" else ""
        if key in things and (things[key].fields or things[key].count > 1):
            near = (tokens[n - 1 : n], tokens[n + 1 : n + 2])
            before, after = (some[0].text if some and some[0].kind == "text" else "" for some in near)
            yield things[key], words_to_digits(before, language), words_to_digits(after, language)
        for word in re.finditer(r"[^\W\d_]{3,}", token.text) if token.kind == "text" and is_latin(language) else ():
            keys = (f"{language} {w.casefold()}" for w in (word[0], word[0].removesuffix("s")))
            thing = next((things[key] for key in keys if key in things), None)
            if thing is not None:
                yield thing, token.text[: word.start()], token.text[word.end() :]


def _wrong(named: Sequence[Named], beside: Sequence[tuple[_Thing, int]]) -> str:
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


# ---- how many there are of a kind ----

_BETWEEN = late(r"[\s,、・/と]*(?:and|or|und|oder|et|ou)?\s*")
_SAID = late(r"\b(\d+) [^\W\d]+\s*[:：]?\s*$")
_SUMMED = late(r"の(\d+)(?:つ|種|色|人|社|枚|個)(?!目)")
LISTED = 3
"""So many members of a kind in a row are a list of it."""
_LIMITS = frozenset(("cap", "caps", "max", "limit", "limits"))
_PIECES = ("token", "supply", "marker", "standee", "die")


@check("M012")
def amounts_exist(desk: Desk) -> Iterator[Problem]:
    """No item asks for more of a term than there are pieces of it."""
    for owner in desk.game.sets.values():
        for name, kind in owner.fields.items():
            is_amount = kind.name == "map" and kind.of is not None and kind.of.name in ("integer", "number")
            if not is_amount or _LIMITS & set(name.split("-")):
                continue
            most = [_pieces(one, kind.argument) for one in desk.game.sets.values() if one is not owner]
            asking = owner.items if most else ()
            asked = ((i, term, n) for i in asking for term, n in (i.values.get(name) or {}).items())
            for item, term, value in asked:
                if value > (there := max(pieces[term] for pieces in most)) > 0:
                    message = f"`{owner.id}/{item.id}` asks for {value} `{term}`; there are only {there}"
                    yield Problem(item.marks.get(f"{name}.{term}", item.mark), message, "correct the amount")


def _pieces(owner: ComponentSet, kind: str) -> Counter[str]:
    """The pieces of a set that are of each term of a kind: tokens, not cards that bear it."""
    fields = [n for n, k in owner.fields.items() if k.name == "term" and k.argument == kind]
    alone = owner.kind in _PIECES and len(fields) == 1 and not owner.count_open
    return _by_term(owner, fields[0]) if alone else Counter()


def _by_term(owner: ComponentSet, name: str) -> Counter[str]:
    """The pieces of a set for each value of a field."""
    found = Counter[str]()
    for item in owner.items:
        found[str(item.values.get(name))] += item.count
    return found


@check("M013")
def the_others_are_all_others(desk: Desk) -> Iterator[Problem]:
    """The glossary of a term counts the others of its kind as they are; a list of a kind names none twice."""
    terms, kinds = desk.game.terms, desk.game.kinds
    kinds_of = {t.id: kinds[t.kind] for t in terms.values()}
    for spoken in desk.texts:
        own = terms.get(spoken.owner.removeprefix("term ")) if spoken.role == "about" else None
        for language in spoken.tokens:
            words = spoken.text.words[language]
            found = pattern(language, "others").search(words_to_digits(words, language)) if own else None
            if found is not None and own is not None:
                said = whole_number(next(filter(None, found.groups())))
                counts = {len(k.members) - 1 for k in kinds.values() if own.kind == k.id or _speaks(k, words, language)}
                if said not in counts and any(abs(said - n) == 1 for n in counts):
                    there = next(n for n in sorted(counts) if abs(said - n) == 1)
                    message = f"`{own.id}` speaks of {said} others in {language}; there are {there}"
                    yield Problem(spoken.text.marks[language], message, "correct the number")
                    break
            twice = _twice(spoken, language, kinds_of) or _of_others(desk.game, spoken.tokens[language], language)
            if twice:
                yield Problem(spoken.text.marks[language], f"{twice} in {language}", "name each once")
                break


@check("M013")
def sets_have_as_many_for_each(desk: Desk) -> Iterator[Problem]:
    """What the note on a set says there is for each member of a kind is there, if it is as many for each."""
    kinds = desk.game.kinds
    for owner in desk.game.sets.values():
        about = owner.about.words.items() if owner.about is not None else ()
        marks = owner.about.marks if owner.about is not None else {}
        fields = [(n, k.argument) for n, k in owner.fields.items() if k.name == "term" and k.argument in kinds]
        for name, kind in fields if not owner.count_open else ():
            items, pieces = Counter(str(i.values.get(name)) for i in owner.items), _by_term(owner, name)
            there = {*items.values(), *pieces.values()}
            whole = items.keys() == {t.id for t in kinds[kind].members} and len(set(pieces.values())) == 1
            for language, words in about if whole else ():
                called = re.escape(kinds[kind].name.in_language(language).casefold())
                each = entry(language, "each").replace("{}", called) if called else ""
                found = re.search(each or "(?!)", words_to_digits(words, language).casefold())
                if found is not None and whole_number(found[1]) not in there:
                    message = f"`{owner.id}` is said to have {found[1]} for each `{kind}`; there are {max(there)}"
                    yield Problem(marks[language], message, "correct the number")
                    break


def _speaks(kind: TermKind, words: str, language: str) -> bool:
    name = kind.name.in_language(language).casefold()
    return bool(name) and name in words.casefold()


def _twice(spoken: Spoken, language: str, kinds: Mapping[str, TermKind]) -> str:
    """What is wrong with a list that names one member of a kind twice and the only other one not at all."""
    tokens = spoken.tokens[language]
    many = sum(1 for t in tokens if t.kind == "term") >= LISTED
    for row, before, after in _rows(tokens) if many else ():
        if len(row) < LISTED:
            continue
        said = _SAID.search(words_to_digits(before, language)) or _SUMMED.match(words_to_digits(after, language))
        alike = {kinds[t].id: len(kinds[t].members) for t in row if t in kinds}
        number, there = whole_number(said[1]) if said else 0, next(iter(alike.values()), 0)
        listed = len(alike) == 1 and len(set(row)) == len(row) and there in (len(row), number)
        if number and listed and abs(number - len(row)) == 1:
            return f"{number} are announced, and {len(row)} are named"
        for kind in {kinds[t].id: kinds[t] for t in row if t in kinds}.values():
            members = [t.id for t in kind.members]
            named = Counter(t for t in row if t in members)
            gone = [t for t in members if t not in named]
            double = [t for t, times in named.items() if times == 2]
            if len(gone) == len(double) == 1 and named.total() == len(members) >= LISTED:
                return f"a list names `{double[0]}` twice, and not `{gone[0]}`"
    return ""


def _of_others(game: Game, tokens: Sequence[Token], language: str) -> str:
    """`{#ring}: 8 of {sea} and 4 of each other terrain`, where there are 3 of each."""
    owners = [game.sets[t.text] for t in tokens if t.kind == "count" and t.text in game.sets]
    if len(owners) != 1:
        return ""
    terms = {t.text for t in tokens if t.kind == "term" and t.text in game.terms}
    found = pattern(language, "of-others").search(numbered(game, tokens, language))
    fields = [n for n, k in owners[0].fields.items() if k.name == "term"] if found and not owners[0].count_open else []
    for name in fields:
        pieces = _by_term(owners[0], name)
        others = {n for term, n in pieces.items() if term not in terms}
        if found and terms & pieces.keys() and len(others) == 1 and whole_number(found[1]) not in others:
            return f"{found[1]} of each other are said to be in `{owners[0].id}`, and there are {others.pop()}"
    return ""


def _rows(tokens: Sequence[Token]) -> Iterator[tuple[list[str], str, str]]:
    """The terms that stand in a row, with nothing between them but a comma or an `and`; the text before each row, and
    after it."""
    row: list[str] = []
    before = ""
    for token in tokens:
        if token.kind == "term":
            row.append(token.text)
        elif token.kind != "text" or not _BETWEEN.fullmatch(token.text):
            text = token.text if token.kind == "text" else ""
            yield row, before, text
            row, before = [], text
    yield row, before, ""


# ---- numbered lists ----

_BREAKS = ("break", "paragraph")
_NUMBER, _PLAIN = re.compile(r"\s*[(（]?(\d{1,2})\b"), re.compile(r"(?<![\d.第])\d{1,4}(?![\d.]|\w?目)")


@check("M013")
def lists_are_as_long_as_they_say(desk: Desk) -> Iterator[Problem]:
    """The number before a list of numbered lines is that of its lines."""
    for spoken in desk.texts:
        broken = ((la, ts) for la, ts in spoken.tokens.items() if any(t.kind in _BREAKS for t in ts))
        said = ((la, _enumerated(desk.game, tokens, la)) for la, tokens in broken)
        yield from first_told(spoken, said, "correct the number, or the list")


def _enumerated(game: Game, tokens: Sequence[Token], language: str) -> str:
    """What is wrong with a list of numbered lines: the only number before it is one more or less than there are."""
    lines = numbered(game, tokens, language).split("\n")
    numbers = [whole_number(found[1]) for line in lines[1:] if (found := _NUMBER.match(line))]
    said = _PLAIN.findall(lines[0])
    listed = numbers == list(range(1, len(lines))) and len(numbers) > FEW
    wrong = listed and len(said) == 1 and abs(whole_number(said[0]) - len(numbers)) == 1
    return f"{said[0]} are announced, and {len(numbers)} are listed" if wrong else ""
