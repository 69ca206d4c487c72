"""Sums in texts that do not come out.

Takes the texts on a `Desk`; gives a problem at the text. Only what is said to be a sum is added up, and only an
example's sum that none of the numbers before it can give is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.data.walk import Spoken
from generator.engine.meaning.said import values_of
from generator.engine.registry import Desk, Problem, check
from generator.engine.texts.lexicon import base_of_language, words_to_digits

EQUATION = re.compile(
    r"(?<![\d.,+×*/=≤≥-])(\d+(?:\s*[+×*−-]\s*\d+|\s+x\s+\d+)+)\s*(?:=|＝|makes?|gives?|ergibt|font)\s*(\d+)(?![\d.,]*\d)"
)
_TOTALS = {
    "en": r"(?:makes?|total(?: of)?:?|adds? up to|altogether|in total:?) (\d+)|(\d+)(?: \w+)? (?:in all|in total)\b",
    "ja": r"(?:合計|合わせて|全部で)(?:は|で)?[^\d。]{0,6}(\d+)|引いて(\d+)[^\d。、]{0,3}になる",
    "de": r"(?:insgesamt|zusammen|macht|ergibt|in summe) (\d+)|(\d+)(?: \w+)? insgesamt",
    "fr": r"(?:au total|en tout|soit|donne|font) (\d+)|(\d+)(?: \w+)? (?:au total|en tout)",
}
"""Words that say that a number is a sum."""
_LESS = re.compile(
    r"(?<![\d.,+×*/=≤≥-])(\d+)(?: [^\W\d]+)? (?:less|minus|weniger|moins) (\d+)(?: [^\W\d]+)? "
    r"(?:leaves?|makes?|gives?|is|ergibt|ergeben|lassen|font|fait|laissent) (\d+)(?![\d.,]*\d)"
)
_LEFT = {
    "en": r"^,? (?:and |so )?(?:\w+ ){0,2}(\d+)(?: \w+)? (?:is |are )?left\b|^\W+(?:\w+ ){0,2}leav(?:es?|ing) (\d+)",
    "ja": r"^[^。\d]{0,12}残り[^。\d]{0,6}(\d+)|^[^。\d]{0,12}(\d+)[^。\d]{0,6}残",
    "de": r"^,? (?:und )?(?:\w+ ){0,2}(?:noch|bleiben(?: \w+)?) (\d+)",
    "fr": r"^,? (?:et )?(?:\w+ ){0,3}reste(?:nt)? (\d+)",
}
"""Words after an equation that say what is left when its result is paid."""
_SEVERAL = re.compile(
    r"\d\s*[x×]|\beach\b|\bper\b|\btimes\b|twice|ずつ|につき|倍|\bje\b|\bpro\b|mal\b|chacun|\bpar\b|\bfois\b"
)
LATEST = 5
"""So many of the numbers before a sum can be what it adds up."""


@check("M011")
def sums_come_out(desk: Desk) -> Iterator[Problem]:
    """What a text calculates is right, and the sum in an example is one of its numbers."""
    rules = desk.game.rules
    for spoken in desk.texts:
        rule = rules.get(spoken.owner.partition(" ")[2]) if spoken.owner.startswith("rule ") else None
        words = {la: figured(desk, spoken, la) for la in spoken.tokens} if rule and spoken.role == "text" else {}
        totals = [(la, _total(w, base_of_language(la))) for la, w in words.items() if rule and rule.kind == "example"]
        named = [one for one in totals if one[1] is not None]
        if rule and rule.kind == "example":
            named = [*named, *((la, left) for la, w in words.items() if (left := _left(w, base_of_language(la))))]
        wrong = named if all(said for _, said in named) else []
        for language, said in (*((la, _equation(w)) for la, w in words.items()), *wrong):
            if said:
                yield Problem(spoken.text.marks[language], f"{said} in {language}", "correct the sum, or the numbers")
                break


def figured(desk: Desk, spoken: Spoken, language: str) -> str:
    """The words of a text with the values of its parameters, numbers as digits, in small letters."""
    parts = []
    for token in spoken.tokens[language]:
        known = desk.game.parameters.get(token.text) if token.kind == "parameter" else None
        values = values_of(known) if known is not None else set()
        plain = {"text": token.text, "ruby": token.text, "rule": "", "break": "\n", "paragraph": "\n"}
        parts.append(str(min(values)) if len(values) == 1 else plain.get(token.kind, "?"))
    return words_to_digits("".join(parts), language).casefold()


def _equation(words: str) -> str:
    for found in EQUATION.finditer(_LESS.sub(r"\1 - \2 = \3", words)):
        value, sign = 0, 1
        for part in re.findall(r"[+−-]|[^+−-]+", found[1]):
            if part in "+−-":
                sign = 1 if part == "+" else -1
                continue
            product = 1
            for number in re.findall(r"\d+", part):
                product *= int(number)
            value += sign * product
        if value != int(found[2]):
            return f"`{found.group()}` does not come out: it makes {value}"
    return ""


def _left(words: str, language: str) -> str:
    """What is wrong with what is left after a sum: with it, it is none of the numbers before, nor some together."""
    for equation in EQUATION.finditer(words):
        found = re.search(_LEFT.get(language, "(?!)"), words[equation.end() :])
        before = [int(n) for n in re.findall(r"(?<![\d.])\d+", words[: equation.start()])][-LATEST:]
        had = {sum(some) for size in range(len(before)) for some in combinations(before, size + 1)}
        said, spent = int(next(filter(None, found.groups()))) if found else 0, int(equation[2])
        if found and had and said != spent and said + spent not in had and not re.search("[−-]", equation[1]):
            return f"{said} are left, though {spent} of {', '.join(map(str, before))} are spent"
    return ""


def _total(words: str, language: str) -> str | None:
    """What is wrong with the first sum that words name: "" if nothing is, None if there is none."""
    found = re.search(_TOTALS.get(language, "(?!)"), words)
    if found is None:
        return None
    said = int(found[1] or found[2])
    before = [int(n) for n in re.findall(r"(?<![\d.])\d+", words[: found.start()])][-LATEST:]
    results = set(_results(before, several=bool(_SEVERAL.search(words)))) if len(before) > 1 else {said}
    if said in results or (said - 1 in results and re.search(r"\bone\b|一", words)):
        return ""
    return f"the sum {said} comes of none of the numbers before it ({', '.join(map(str, before))})"


def _results(numbers: Sequence[int], *, several: bool) -> Iterator[int]:
    """What the last of some numbers gives with others before it; the product of any two, where a thing is done
    for each of several."""
    *before, last = numbers
    yield from (last + sum(some) for size in range(len(numbers)) for some in combinations(before, size))
    yield from (abs(number - last) for number in before)
    for a, b in combinations(numbers, 2) if several else ():
        yield from (a * b, a * b + last)
