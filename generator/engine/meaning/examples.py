"""Examples against what they are examples of, and sums that do not come out.

Takes a `Desk`; gives a problem at the text. A number is held against one only where verb and noun are those of the
paragraph and nothing in the example can give it, or where the other numbers of a sum are those of the things; only what
is said to be a sum is added up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations
from math import prod

from generator.data.lexicon import is_latin, may_say, pattern, values_of, whole_number
from generator.data.markup import Token
from generator.data.model import Game, Rule, Text
from generator.data.walk import Spoken, leaves_of
from generator.engine.meaning.languages import by_name, rendered
from generator.engine.meaning.reading import NUMBER, numbered, sentences, told
from generator.engine.registry import Desk, Problem, check, first_told, once, texts_by_owner
from generator.values import late

_CITED = late(r"\b([^\W\d_]{3,}) <([\w-]+)> ([^\W\d_]{3,})")
_VERB, _REACH = r"\b{}[^\W\d_]*\b[^\d.;:=]{{0,12}}(?:\b\d+ [^\W\d_]+ (?:and|und|et) )?", 2
_MANY = 12
"""Of more numbers than these in an example the rest is not tried for a sum."""
_UNIT = r"(?<![\d.,+×*/=-])(\d+) {}[^\W\d_]*"
_TIMES = r"(?<![\d.,+×*/=-])(\d+) ?[x×*] ?(\d+) ?= ?\d+ {}[^\W\d_]*"
_ONLY = late(r"(?:the|and|for|all|only|per|each|about|than|with|und|für|die|der|nur|pour|les|des|que|par)$")


@check("M020")
def examples_follow_their_paragraphs(desk: Desk) -> Iterator[Problem]:
    """What an example says to pay, gain or lose is what its paragraph says, and a sum adds up the values of what it
    names."""
    texts = texts_by_owner(desk)
    for rule in (r for r in desk.game.rules.values() if r.kind == "example"):
        about = [s for r in subjects_of(desk.game, rule) for s in texts.get(f"rule {r.id}", ()) if s.role == "text"]
        for spoken in (s for s in texts.get(f"rule {rule.id}", ()) if s.role == "text"):
            said = ((la, _wrong(desk, spoken, la, about)) for la in spoken.tokens if la in desk.game.languages)
            yield from first_told(spoken, said, "correct the number")


def _wrong(desk: Desk, spoken: Spoken, language: str, about: Sequence[Spoken]) -> str:
    words = numbered(desk.game, spoken.tokens[language], language)
    named = _with_parameters(desk, spoken.tokens[language], language)
    return _amount(desk, words, language, about) or _addends(desk, named, language)


def subjects_of(game: Game, example: Rule) -> list[Rule]:
    """The paragraphs that an example is about: that which holds it with its others, or the two before it, and the one
    whose name it bears (`war.city-example`)."""
    for rule in game.rules.values():
        if any(inner.id == example.id for inner in rule.rules):
            return [rule, *(r for r in rule.rules if r.kind != "example")]
    section, before = example.id.rpartition(".")[0], list(game.rules).index(example.id)
    near = [r for r in list(game.rules.values())[:before] if r.id.rpartition(".")[0] == section]
    own = example.id.rpartition("-")[0]
    near = [r for r in near if r.kind != "example"]
    return [r for n, r in enumerate(near) if r.id == own or n >= len(near) - _REACH]


def _amount(desk: Desk, words: str, language: str, about: Sequence[Spoken]) -> str:
    """`lose 3 points` where the paragraph has `lose {=debt} points`, which is 2."""
    if not is_latin(language):
        return ""
    names_items = _finders(desk)[language].search(words) is not None
    told = [_with_parameters(desk, s.tokens.get(language, ()), language) for s in about]
    bound: dict[tuple[str, str], list[str]] = {}
    for verb, name, noun in (found for text in told for found in _CITED.findall(text)):
        if not _ONLY.match(verb) and name in desk.game.parameters:
            bound.setdefault((verb[:4], noun[:4]), []).append(name)
    numbers = [whole_number(n) for n in re.findall(r"\d+", words)[:_MANY]]
    plain = {whole_number(n) for text in told for n in re.findall(r"(?<![\w-])\d+", text)}
    for (verb, noun), names in bound.items():
        values = {v for name in names for v in values_of(desk.game.parameters[name])}
        for found in re.finditer(_VERB.format(verb) + _UNIT.format(noun), "" if names_items else words):
            number = whole_number(found[1])
            others = [n for k, n in enumerate(numbers) if k != (numbers.index(number) if number in numbers else -1)]
            made = {sum(some) for size in (2, 3) for some in combinations(others, size)}
            made |= {a * b for a, b in combinations(others, 2)}
            if not any(v and number % v == 0 for v in values) and number not in made | plain:
                return f"`{found[0].strip()}` does not come of `{names[0]}`, which is {min(values)}"
        for found in re.finditer(_VERB.format(verb) + _TIMES.format(noun), words):
            one, two = whole_number(found[1]), whole_number(found[2])
            before = [whole_number(n) for n in re.findall(r"\d+", words[: found.start(1)])][-_MANY:]
            had = {*before, *plain, *(n for a, b in combinations(before, 2) for n in (a + b, abs(a - b)))}
            ways = ((one, two), (two, one))
            if not any(a in values and (b in had or may_say(b, words[: found.start(1)], language)) for a, b in ways):
                return f"`{found[0].strip()}` does not come of `{names[0]}`, which is {min(values)}"
    return ""


def _with_parameters(desk: Desk, tokens: Sequence[Token], language: str) -> str:
    """Plain words with parameters as `<name>`, terms by their names."""
    terms = desk.game.terms
    named = rendered(
        tokens,
        language,
        parameter=by_name,
        term=lambda t: terms[t.text].name.in_language(language) if t.text in terms else "?",
    )
    return named.casefold()


@once
def _things(desk: Desk) -> Mapping[str, Mapping[str, Set[int]]]:
    """By language and by name the numbers of each item, of its fields and its effects; those of `ember-8`, which is
    called by a term and a number, but for that number."""
    things: dict[str, dict[str, Set[int]]] = {language: {} for language in desk.game.languages}
    for owner in desk.game.sets.values():
        numbered = any(kind.name == "term" for kind in owner.fields.values())
        for item in owner.items:
            name, last = item.values.get("name"), item.id.rpartition("-")[2]
            leaves = list(leaves_of(desk.game, owner.fields, item.values, item.marks))
            numbers = [v for _, v, _, _ in leaves if isinstance(v, int) and not isinstance(v, bool)]
            for language, said in things.items():
                if isinstance(name, Text):
                    said[name.in_language(language).casefold()] = {abs(n) for n in numbers if n}
                elif numbered and last.isdecimal() and whole_number(last) in numbers:
                    rest = list(numbers)
                    rest.remove(whole_number(last))
                    terms = (desk.game.terms[v] for k, v, _, _ in leaves if k.name == "term" and v in desk.game.terms)
                    said.update({f"{t.name.in_language(language)} {last}".casefold(): {*rest} for t in terms})
    return things


@once
def _finders(desk: Desk) -> Mapping[str, re.Pattern[str]]:
    """By language what finds the names of items, with a number before."""
    names = {la: sorted(filter(None, said), key=len, reverse=True) for la, said in _things(desk).items()}
    found = {la: "|".join(re.escape(name) for name in some) or "(?!)" for la, some in names.items()}
    return {
        la: re.compile(rf"(?:\b(\d+) )?\b({some})(?=\w{{0,2}}\b)" if is_latin(la) else rf"()({some})")
        for la, some in found.items()
    }


def _addends(desk: Desk, words: str, language: str) -> str:
    """`3 Tonics and 2 Pills: 9 + 4 = 13`, where a Pill is worth 1."""
    equation = EQUATION.search(words)
    if equation is None:
        return ""
    named = [
        {whole_number(found[1] or 1) * n for n in _things(desk)[language][found[2]]}
        for found in _finders(desk)[language].finditer(words[: equation.start()])
    ]
    parts = [[whole_number(n) for n in re.findall(r"\d+", part)] for part in re.split("[+−-]", equation[1])]
    pairs = list(zip((some for some in named if some != {0}), map(prod, parts), strict=False))
    odd = [(some, said) for some, said in pairs if some and said not in some]
    if len(pairs) == len(parts) == sum(some != {0} for some in named) and len(odd) == 1 < sum(map(bool, named)):
        return f"{odd[0][1]} in `{equation[0]}` is none of the values of what it stands for"
    return ""


# ---- sums ----

EQUATION = late(
    r"(?<![\d.,+×*/=≤≥-])(\d+(?:\s*[+×*−-]\s*\d+|\s+x\s+\d+)+)\s*(?:=|＝|makes?|gives?|ergibt|font)\s*(\d+)(?![\d.,]*\d)"
)
_LESS = late(
    r"(?<![\d.,+×*/=≤≥-])(\d+)(?: [^\W\d]+)? (?:less|minus|weniger|moins) (\d+)(?: [^\W\d]+)? "
    r"(?:leaves?|makes?|gives?|is|ergibt|ergeben|lassen|font|fait|laissent) (\d+)(?![\d.,]*\d)"
)
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
    for found in EQUATION.finditer(_LESS.sub(r"\1 - \2 = \3", words)):
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
