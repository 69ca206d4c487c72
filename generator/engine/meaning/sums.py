"""Sums that do not come out.

Takes the texts on a `Desk`; gives a problem at the text. Only what is said to be a sum is added up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.data.lexicon import pattern, whole_number
from generator.engine.meaning.reading import NUMBER, numbered, sentences, told
from generator.engine.registry import Desk, Problem, check, first_told
from generator.values import late

_MANY = 12
"""Of more numbers than these the rest is not tried for a sum."""


EQUATION = late(
    r"(?<![\d.,+×*/=≤≥-])(\d+(?:\s*[+×*−-]\s*\d+|\s+x\s+\d+)+)\s*(?:=|＝|makes?|gives?|ergibt|font)\s*(\d+)(?![\d.,]*\d)"
)
_LESS = late(
    r"(?<![\d.,+×*/=≤≥-])(\d+)(?: [^\W\d]+)? (?:less|minus|weniger|moins) (\d+)(?: [^\W\d]+)? "
    r"(?:leaves?|makes?|gives?|is|ergibt|ergeben|lassen|font|fait|laissent) (\d+)(?![\d.,]*\d)"
)
_AND = late(r"(\d+\s*[×*x]\s*\d+),?\s*(?:and|und|et|plus|と)\s*(?=\d+\s*[×*x]\s*\d)")
_SEVERAL = late(
    r"\d\s*[x×]|\beach\b|\bper\b|\btimes\b|twice|ずつ|につき|倍|\bje\b|\bpro\b|mal\b|chacun|\bpar\b|\bfois\b"
)
_BOUNDED = late(
    r"at most|up to|maxim|limit|or more|最大|まで|以内|上限|以上|höchstens|\bbis\b|au plus|jusqu|a lo sumo|hasta"
)
_NUMBERED = late(r"(?<![\d.第])(\d+)(?!\d|\w?目)")
"""Numbers that are no ordinals."""
_SUMMED = ("text", "about", "intro", "question", "assumption", "reason", "aid", "what", "use")
LATEST = 7
"""So many of the numbers before a sum can be what it adds up."""


@check("M011")
def sums_come_out(desk: Desk) -> Iterator[Problem]:
    """What a text calculates is right, and what it calls a sum, or left, its numbers give."""
    rules = desk.game.rules
    for spoken, by_language in told(desk):
        rule = rules.get(spoken.owner.partition(" ")[2]) if spoken.owner.startswith("rule ") else None
        if spoken.owner.startswith(("item ", "parameter ", "verb ")) or spoken.role not in _SUMMED:
            continue
        words = {la: numbered(desk.game, spoken.tokens[la], la) for la in by_language}
        whole = rule is not None and rule.kind == "example"
        sums = {la: list(_sums(w, la, whole)) for la, w in words.items()}
        wrong = [(la, next(filter(None, said), "")) for la, said in sums.items() if said]
        said = (*((la, _equation(w)) for la, w in words.items()), *(wrong if all(w for _, w in wrong) else ()))
        yield from first_told(spoken, said, "correct the sum, or the numbers")


def _sums(words: str, language: str, whole: bool) -> Iterator[str]:
    """What is wrong with each sum that words name: "" if nothing is."""
    for part in [words] if whole else sentences(words):
        yield from (said for said in (_total(part, language, whole=whole), _left(part, language)) if said is not None)


def _equation(words: str) -> str:
    for found in EQUATION.finditer(_AND.sub(r"\1 + ", _LESS.sub(r"\1 - \2 = \3", words))):
        value, sign = 0, 1
        for part in re.findall(r"[+−-]|[^+−-]+", found[1])[: 2 * _MANY]:
            if part in "+−-":
                sign = 1 if part == "+" else -1
                continue
            product = 1
            for number in re.findall(r"\d+", part)[:_MANY]:
                product *= whole_number(number)
            value += sign * product
        if value != whole_number(found[2]):
            return f"`{found.group()}` does not come out: it makes {value}"
    return ""


def _left(words: str, language: str) -> str | None:
    """What is wrong with what is left when some numbers are taken from others: "" if nothing is."""
    for equation in EQUATION.finditer(words):
        found = pattern(language, "left").search(words[equation.end() :])
        before = [whole_number(n) for n in NUMBER.findall(words[: equation.start()])][-LATEST:]
        had = {sum(some) for size in range(len(before)) for some in combinations(before, size + 1)}
        said, spent = whole_number(next(filter(None, found.groups()))) if found else 0, whole_number(equation[2])
        if found and had and said != spent and said + spent not in had and not re.search("[−-]", equation[1]):
            return f"{said} are left, though {spent} of {', '.join(map(str, before))} are spent"
    return None


def _total(words: str, language: str, *, whole: bool) -> str | None:
    """What is wrong with the first sum that words name: "" if nothing is, None if there is none."""
    every = pattern(language, "all-of").search(words)
    single = [whole_number(n) for n in _NUMBERED.findall(words[: every.start()])] if every else []
    if every and 1 < whole_number(every[1]) <= len(single) <= _MANY:
        right = whole_number(every[2]) in {sum(some) for some in combinations(single, whole_number(every[1]))}
        return "" if right else f"no {every[1]} of {', '.join(map(str, single))} make {every[2]}"
    found = pattern(language, "totals").search(words)
    if found is None:
        return None
    said = whole_number(found[1] or found[2])
    before = [whole_number(n) for n in NUMBER.findall(EQUATION.sub(r" \2 ", words[: found.start()]))]
    if len(before) > LATEST:
        return None
    results = reachable(before, several=bool(_SEVERAL.search(words))) if len(before) > 1 else {said}
    if said in results or _BOUNDED.search(words) or (said - 1 in results and re.search(r"\bone\b|一", words)):
        return ""
    near = whole or any(abs(said - n) <= max(2, said // 5) for n in results)
    return f"the sum {said} comes of none of the numbers before it ({', '.join(map(str, before))})" if near else None


def reachable(numbers: Sequence[int], *, several: bool) -> set[int]:
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
