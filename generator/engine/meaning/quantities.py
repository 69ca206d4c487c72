"""Numbers beside the name of a thing (`Guard (4)`, `24 {@coin/groat}`), against its own; of whole
kinds and of lists: how many there are, each once, no more than there are; sums that do not come out.

Takes a `Desk`; gives a problem at the text. A number beside a name is held against it only where it is that of the
thing for most in its text, or where nothing of the thing says it; only what is said to be a sum is added up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import combinations
from typing import Any

from generator.data.lexicon import entry, pattern, whole_number
from generator.data.model import ComponentSet, Text
from generator.data.walk import Spoken
from generator.engine.meaning.reading import NUMBER, check_words, numbered, sentences, told
from generator.engine.registry import Desk, Problem, check, first_told, kept_by_words, once_per_desk, sets_of
from generator.values import lazy_pattern

_FEW = 2
"""So many numbers in a text must be those of their things."""
BESIDE = lazy_pattern(r"(?:(?<![\d.,+-])(\d{1,18})\s*)?<([tis]:[^<>]+)>(?=(?:[:：]?\s*[(（]?(\d{1,18})(?! *[%x×]))?)")
"""A thing with the number before it, and the one behind."""


@check_words("M020", "correct the number, or the thing", ("rule ", "question ", "set ", "item "))
def numbers_are_those_of_things(desk: Desk, _spoken: Spoken, words: str, _language: str) -> str:
    """A number beside the name of an item or a term is one of its own."""
    things = _things(desk)
    named = [(name, *things[name], before, after) for before, name, after in BESIDE.findall(words) if name in things]
    own = [(name, int(after), int(after) in fields) for name, fields, _, _, after in named if fields and after]
    counted = [(name, int(before), int(before) == count) for name, _, count, before, _ in named if count > 1 and before]
    for numbers in (own, counted):
        odd = [(name, number) for name, number, fits in numbers if not fits]
        if odd and len(numbers) - len(odd) >= max(_FEW, len(odd)):
            name, number = odd[0]
            return f"`{re.split('[:/]', name)[-1]}` stands with {number}, which is none of its numbers"
    return ""


@once_per_desk
def _things(desk: Desk) -> Mapping[str, tuple[Set[int], int]]:
    """Terms and items with numbers, as `spelt`: those of their fields, and how many there are of it; not those of which
    two that differ are called alike."""
    game = desk.game
    named: list[tuple[str, object, Set[int], int]] = [
        (f"i:{name}", item.values.get("name"), frozenset(_whole(item.values).values()), item.count)
        for name, item in game.items.items()
    ]
    named += [(f"t:{t.id}", t.name, frozenset(_whole(t.values).values()), 0) for t in game.terms.values()]
    called: dict[tuple[str, str], set[Set[int]]] = {}
    for _, name, fields, _ in named:
        for language, words in name.words.items() if isinstance(name, Text) else ():
            called.setdefault((language, words.casefold()), set()).add(fields)
    double = {key for key, some in called.items() if len(some) > 1}
    return {
        sign: (fields, count)
        for sign, name, fields, count in named
        if not isinstance(name, Text) or double.isdisjoint((la, w.casefold()) for la, w in name.words.items())
    }


def _whole(values: Mapping[str, object]) -> dict[str, int]:
    return {name: v for name, v in values.items() if isinstance(v, int) and not isinstance(v, bool)}


# ---- how many there are of a kind ----

_MEMBER = lazy_pattern(r"<t:([^<>]+)>")
_SAID = lazy_pattern(r"\b(\d+) (?:[^\W\d]+|<[^<>]+>)\s*[:：]?\s*$")
_SUMMED = lazy_pattern(r"の(\d+)(?:つ|種|色|人|社|枚|個)(?!目)")
_LISTED = 3
"""So many members of a kind in a row are a list of it."""
HUGE, _MANY, _PLAIN = 3, 12, 40
"""Of so many amounts, or of so many plain numbers of a field, one that is so many times the next, and so much more, is
a slip."""
_LIMITS = frozenset(("cap", "caps", "max", "limit", "limits"))
_PIECES = ("token", "supply", "marker", "standee", "die")


@check("M012", each=sets_of)
def numbers_stay_together(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """No item asks for more of a term than there are pieces of it, or has several times the number that any other of
    many has."""
    for name, kind in owner.fields.items():
        is_map = kind.name == "map" and not _LIMITS & set(name.split("-"))
        if (kind.innermost if is_map else kind).name not in ("integer", "number"):
            continue
        kinds: tuple[type[Any], ...] = (Mapping,) if is_map else (int, float)
        said = [(i, v if is_map else {"": v}) for i in owner.items if isinstance(v := i.values.get(name), kinds)]
        numbers = [(item, term, n) for item, some in said for term, n in some.items()]
        next_most, largest = sorted([0, 0, *(n for _, _, n in numbers)])[-2:]
        far = largest >= max(HUGE * next_most, HUGE + next_most) and len(numbers) >= (_MANY if is_map else _PLAIN)
        most = [_pieces(one, kind.argument) for one in desk.game.sets.values() if is_map and one is not owner]
        for item, term, value in numbers if is_map or (far and next_most > 0) else ():
            there, told = max((pieces[term] for pieces in most), default=0), ""
            if value > there > 0:
                told = f"asks for {value} `{term}`; there are only {there}"
            elif far and value == largest and is_map:
                told = f"asks for {value} `{term}`; all others ask for {next_most} of a thing at most"
            elif far and value == largest:
                told = f"has {value:g} in `{name}`; all others have {next_most:g} at most"
            if told:
                mark = item.at(f"{name}.{term}".rstrip("."))
                hint = f"correct the {'amount' if term else 'number'}"
                yield Problem(mark, f"`{owner.id}/{item.id}` {told}", hint, weighty=not term)


def _pieces(owner: ComponentSet, kind: str) -> Counter[str]:
    """The pieces of a set that are of each term of a kind: tokens, not cards that bear it."""
    fields = [n for n, k in owner.fields.items() if k.name == "term" and k.argument == kind]
    found = Counter[str]()
    for item in owner.items if owner.kind in _PIECES and len(fields) == 1 and not owner.count_open else ():
        found[str(item.values.get(fields[0]))] += item.count
    return found


@lru_cache(maxsize=16)
def _rows(language: str) -> re.Pattern[str]:
    """Terms beside each other."""
    between = rf"(?:[\s,、・/]|{entry(language, 'listing') or '(?!)'})*"
    return re.compile(rf"<t:[^<>]+>(?:{between}<t:[^<>]+>)*")


@check_words("M013", "name each once")
def lists_name_each_once(desk: Desk, _spoken: Spoken, words: str, language: str) -> str:
    """A list of a kind is as long as it says, and names no member twice in the place of the only other one."""
    game, lists = desk.game, _rows(language).finditer(words)
    found = ((_MEMBER.findall(row[0]), words[: row.start()], words[row.end() :]) for row in lists)
    rows = [row for row in found if len(row[0]) >= _LISTED]
    kinds = {t: game.kinds[known.kind] for t, known in game.terms.items()} if rows else {}
    for row, before, after in rows:
        said = _SAID.search(before) or _SUMMED.match(after)
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
            if len(gone) == len(double) == 1 and named.total() == len(members) >= _LISTED:
                return f"a list names `{double[0]}` twice, and not `{gone[0]}`"
    return ""


# ---- sums ----

_TRIED = 12
"""Of more numbers than these the rest is not tried for a sum."""


_TIMES = lazy_pattern(r"\d\s*[x×]")
_NUMBERED = lazy_pattern(r"(?<![\d.第])(\d+)(?!\d|\w?目)")
"""Numbers that are no ordinals."""
_SUMMING = ("text", "about", "intro", "question", "assumption", "reason", "aid", "what", "use")
_LATEST = 7
"""So many of the numbers before a sum can be what it adds up."""


@check("M011")
def sums_come_out(desk: Desk) -> Iterator[Problem]:
    """What a text calculates is right, and what it calls a sum its numbers give."""
    rules = desk.game.rules
    for spoken, by_language in told(desk):
        rule = rules.get(spoken.owner.partition(" ")[2]) if spoken.owner.startswith("rule ") else None
        if spoken.owner.startswith(("item ", "parameter ", "verb ")) or spoken.role not in _SUMMING:
            continue
        words = {la: numbered(desk.game, spoken.tokens[la], la) for la in by_language}
        whole = rule is not None and rule.kind == "example"
        sums = {la: _sums(w, la, whole) for la, w in words.items()}
        wrong = [(la, next(filter(None, said), "")) for la, said in sums.items() if said]
        said = (*((la, _equation(w, la)) for la, w in words.items()), *(wrong if all(w for _, w in wrong) else ()))
        yield from first_told(spoken, said, "correct the sum, or the numbers")


@kept_by_words
def _sums(words: str, language: str, whole: bool) -> list[str]:
    """What is wrong with each sum that words name: "" if nothing is."""
    parts = [words] if whole else sentences(words)
    told = (_total(part, language, whole=whole) for part in parts)
    return [said for said in told if said is not None]


@lru_cache(maxsize=16)
def _equations(language: str) -> re.Pattern[str]:
    """`2 + 3 = 5`."""
    equals = rf"\s*(?:=|＝|{entry(language, 'equals') or '='})\s*"
    return re.compile(rf"(?<![\d.,+×*/=≤≥-])(\d+(?:\s*[+×*−-]\s*\d+|\s+x\s+\d+)+){equals}(\d+)(?![\d.,]*\d)")


@lru_cache(maxsize=16)
def _products(language: str) -> re.Pattern[str]:
    """The first of `2 × 3 and 4 × 5`, up to the second."""
    joined = rf",?\s*(?:plus|{entry(language, 'listing') or 'plus'})\s*"
    return re.compile(rf"(?<!\d)(\d+\s*[×*x]\s*\d+){joined}(?=\d+\s*[×*x]\s*\d)")


@kept_by_words
def _equation(words: str, language: str) -> str:
    for found in _equations(language).finditer(_products(language).sub(r"\1 + ", words)):
        value, sign = 0, 1
        for part in re.findall(r"[+−-]|[^+−-]+", found[1])[: 2 * _TRIED]:
            if part in "+−-":
                sign = 1 if part == "+" else -1
                continue
            product = 1
            for number in re.findall(r"\d+", part)[:_TRIED]:
                product *= whole_number(number)
            value += sign * product
        if value != whole_number(found[2]):
            return f"`{found.group()}` does not come out: it makes {value}"
    return ""


def _total(words: str, language: str, *, whole: bool) -> str | None:
    """What is wrong with the first sum that words name: "" if nothing is, None if there is none."""
    every = pattern(language, "all-of").search(words)
    single = [whole_number(n) for n in _NUMBERED.findall(words[: every.start()])] if every else []
    if every and 1 < whole_number(every[1]) <= len(single) <= _TRIED:
        right = whole_number(every[2]) in {sum(some) for some in combinations(single, whole_number(every[1]))}
        return "" if right else f"no {every[1]} of {', '.join(map(str, single))} make {every[2]}"
    found = pattern(language, "totals").search(words)
    if found is None:
        return None
    said = whole_number(found[1] or found[2])
    before = [whole_number(n) for n in NUMBER.findall(_equations(language).sub(r" \2 ", words[: found.start()]))]
    if len(before) > _LATEST:
        return None
    several = _TIMES.search(words) or pattern(language, "each").search(words)
    results = _reachable(before, several=bool(several)) if len(before) > 1 else {said}
    bounded = pattern(language, "bounds").search(words)
    if said in results or bounded or (said - 1 in results and re.search(r"\bone\b|一", words)):
        return ""
    near = whole or any(abs(said - n) <= max(2, said // 5) for n in results)
    return f"the sum {said} comes of none of the numbers before it ({', '.join(map(str, before))})" if near else None


def _reachable(numbers: Sequence[int], *, several: bool) -> set[int]:
    """What some numbers give: sums of two or more, products of two and what others add to them, differences."""
    found = {abs(a - b) for a, b in combinations(numbers, 2)}
    found.add(sum(a * b for a, b in zip(numbers[::2], numbers[1::2], strict=False)))  # 30 of 1 and 18 of 5
    places = range(len(numbers))
    for size in range(len(numbers) + 1):
        for some in combinations(places, size):
            added = sum(numbers[n] for n in some)
            found |= {added} if size > 1 else set()
            rest = [n for n in places if n not in some]
            found |= {numbers[a] * numbers[b] + added for a, b in combinations(rest, 2)} if several else set()
    return found
