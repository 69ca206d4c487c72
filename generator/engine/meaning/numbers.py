"""Numbers beside the name of a thing (`Guard (4)`, `24 {@coin/groat}`), against its own; of whole
kinds and of lists: how many there are, each once, no more than there are.

Takes a `Desk`; gives a problem at the text. A number beside a name is held against it only where it is that of the
thing for most in its text, or where nothing of the thing says it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise

from generator.data.lexicon import is_latin, pattern, whole_number, words_to_digits
from generator.data.markup import Token, plain_words
from generator.data.model import ComponentSet, Game, TermKind, Text
from generator.data.walk import Spoken, leaves_of
from generator.engine.meaning.reading import figured, told
from generator.engine.registry import Desk, Problem, check, first_told, once
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
    return wrong or _worth_in_all(desk, about, tokens)


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
    named: list[tuple[str, object, _Thing]] = [
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


def _whole(values: Mapping[str, object]) -> dict[str, int]:
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


# ---- how many there are of a kind ----

_BETWEEN = late(r"[\s,、・/と]*(?:and|or|und|oder|et|ou)?\s*")
_SAID = late(r"\b(\d+) [^\W\d]+\s*[:：]?\s*$")
_SUMMED = late(r"の(\d+)(?:つ|種|色|人|社|枚|個)(?!目)")
LISTED = 3
"""So many members of a kind in a row are a list of it."""
MANY, HUGE = 12, 3
"""Of so many amounts one that is so many times the next, and so much more, is a slip."""
_LIMITS = frozenset(("cap", "caps", "max", "limit", "limits"))
_PIECES = ("token", "supply", "marker", "standee", "die")


@check("M012")
def amounts_exist(desk: Desk) -> Iterator[Problem]:
    """No item asks for more of a term than there are pieces of it, or for several times what any other asks for."""
    for owner in desk.game.sets.values():
        for name, kind in owner.fields.items():
            is_amount = kind.name == "map" and kind.of is not None and kind.of.name in ("integer", "number")
            if not is_amount or _LIMITS & set(name.split("-")):
                continue
            most = [_pieces(one, kind.argument) for one in desk.game.sets.values() if one is not owner]
            asked = [(i, term, n) for i in owner.items for term, n in (i.values.get(name) or {}).items()]
            next_most, largest = sorted([0, 0, *(n for _, _, n in asked)])[-2:]
            for item, term, value in asked:
                there, said = max((pieces[term] for pieces in most), default=0), ""
                if value > there > 0:
                    said = f"there are only {there}"
                elif value == largest >= max(HUGE * next_most, HUGE + next_most) and len(asked) >= MANY:
                    said = f"all others ask for {next_most} of a thing at most"
                if said:
                    message = f"`{owner.id}/{item.id}` asks for {value} `{term}`; {said}"
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
def lists_name_each_once(desk: Desk) -> Iterator[Problem]:
    """A list of a kind is as long as it says, and names none twice."""
    kinds_of = {t.id: desk.game.kinds[t.kind] for t in desk.game.terms.values()}
    for spoken in desk.texts:
        said = ((language, _twice(spoken, language, kinds_of)) for language in spoken.tokens)
        yield from first_told(spoken, said, "name each once")


def _twice(spoken: Spoken, language: str, kinds: Mapping[str, TermKind]) -> str:
    """What is wrong with a list that names one member of a kind twice and the only other one not at all."""
    tokens = spoken.tokens[language]
    many = sum(1 for t in tokens if t.kind == "term") >= LISTED
    for row, before, after in rows_of(tokens) if many else ():
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


def rows_of(tokens: Sequence[Token]) -> Iterator[tuple[list[str], str, str]]:
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


_NUMBER, _PLAIN = re.compile(r"\s*[(（]?(\d{1,2})\b"), re.compile(r"(?<![\d.第])\d{1,4}(?![\d.]|\w?目)")


# ---- how many there are ----

NEAR, _DIGIT = 5, late(r"\d")
"""A wrong count is at most 2, or a fifth, beside a right one."""


@check("M013")
def counts_are_those_of_the_data(desk: Desk) -> Iterator[Problem]:
    """What a text says of all of a set, or of a kind, is so many."""
    about = {f"question {q.id}": q.about for q in desk.game.questions}
    for spoken, by_language in told(desk):
        owner = about.get(spoken.owner, spoken.owner).partition(" ")[2]
        said = ((la, _miscounted(desk, figured(desk.game, words), la, owner)) for la, words in by_language.items())
        yield from first_told(spoken, said, "correct the number")


def _miscounted(desk: Desk, words: str, language: str, owner: str) -> str:
    for found in pattern(language, "whole").finditer(words) if _DIGIT.search(words) else ():
        number = whole_number(next(g for g in found.groups() if g and g.isdigit()))
        thing = next((g for g in found.groups() if g and ":" in g), f"s:{owner}")
        there = _counts(desk).get(thing, frozenset())
        near = [n for n in sorted(there) if 0 < abs(n - number) <= max(2, n // NEAR) and n > 1]
        if near and number not in there and number > 1:
            return f"there are {near[-1]} of `{thing[2:]}`, and `{found[0].strip()}` says {number}"
    return ""


@once
def _counts(desk: Desk) -> Mapping[str, Set[int]]:
    """By thing, the numbers that may be said of all of it."""
    game, found = desk.game, defaultdict[str, set[int]](set)
    for kind in game.kinds.values():
        found[f"k:{kind.id}"].add(len(kind.members))
    for owner in game.sets.values():
        own = found[f"s:{owner.id}"]
        if not owner.complete or owner.count_open:
            continue
        own |= {len(owner.items), owner.pieces or 0, *(i.count for i in owner.items)}
        for name in owner.fields:
            pieces, designs = Counter[str](), Counter[str]()
            for item in owner.items:
                value = item.values.get(name)
                if isinstance(value, str | int):
                    pieces[str(value)] += item.count
                    designs[str(value)] += 1
            own |= {len(pieces), *pieces.values(), *designs.values()}
            for value in pieces.keys() & game.terms.keys():
                found[f"t:{value}"] |= {pieces[value], designs[value]}
    for step in game.setup.steps:
        for name in step.sets:
            found[f"s:{name}"] |= {n for n in step.counts.values() if n}
    return found
