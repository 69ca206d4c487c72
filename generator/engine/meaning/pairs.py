"""What stands beside what: the numbers and the terms of one language against those of another.

Takes the texts on a `Desk`; gives a problem at the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.data.markup import Token, plain_words
from generator.data.walk import Spoken
from generator.engine.registry import Desk, Problem, check
from generator.engine.texts.lexicon import base_of_language, words_to_digits
from generator.engine.texts.wording import is_latin

NEAR = 3
"""So many letters at most stand between a number and the term that it counts."""
FEW = 2
"""So many numbers must stand in the same places."""
_ORDER = {
    "en": r"in (?:this|the following) order",
    "ja": r"の順|順に",
    "de": r"in (?:dieser|folgender) reihenfolge",
    "fr": r"dans (?:cet |l.)ordre",
}
"""Words that say that what a text names comes in this order."""
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
    if len(here) == len(there) and len(odd) == FEW <= len(fixed) and Counter(here) == Counter(there):
        first, last = odd
        if here[first][0] == here[last][0] == "=" and fixed & set(here[first:last]):
            return f"`{there[first][1:]}` stands before `{there[last][1:]}`"
    return ""


def _order(desk: Desk, spoken: Spoken, language: str) -> list[str]:
    """What a text that says an order cites, as it comes; or else the paragraphs of its section and the terms that it
    names, a paragraph by its title or the last word of it."""
    pattern = _ORDER.get(base_of_language(language), "(?!)")
    if not re.search(pattern, spoken.text.words.get(language, ""), re.IGNORECASE):
        return []
    plain = plain_words(spoken.tokens[language]).casefold()
    cue = re.search(pattern, plain)
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
    return f"`{two[odd[0]]}` comes before `{one[odd[0]]}`" if len(odd) == FEW else ""


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
