"""Sentences against the facts of what they name: how many there are of a set or a kind, and whose each is.

Takes the texts on a `Desk`; gives a problem at the text. A count is told only where the words say that it is all, and
something there is nearly as many; a pair of things only where the sentence itself, or others with the same words, show
that it means what the data have.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from typing import Any

from generator.data.lexicon import pattern, whole_number
from generator.data.walk import Spoken
from generator.engine.meaning.kin import content
from generator.engine.meaning.reading import MANY, THING, figured, told
from generator.engine.registry import Desk, Problem, check, first_told, once
from generator.values import late

# ---- how many ----

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


# ---- whose ----

_PARTS = late(r"(?<=[.;:!?])\s+|(?<=[。；：！？])|\n+")
WITNESSES = 2
"""So many others at least must be as the data have them."""
Facts = Mapping[str, tuple[Mapping[str, str], Set[str], re.Pattern[str] | None]]
"""By field the terms and words of things: `house.home` of `t:otter` is `t:north`; the values, what finds words."""


@once
def _facts(desk: Desk) -> Facts:
    """What terms, and items with a name, have in each field of which they differ."""
    terms, found = desk.game.terms, defaultdict[str, dict[str, str]](dict)
    of_terms = ((t, name, v) for t in terms.values() for name, v in t.values.items() if isinstance(v, str))
    for term, name, value in of_terms:
        found[f"{term.kind}.{name}"][f"t:{term.id}"] = f"t:{value}" if value in terms else value
    small = (s for s in desk.game.sets.values() if len(s.items) <= MANY)
    fields = ((s, name) for s in small for name, kind in s.fields.items() if kind.name == "term")
    for owner, name in fields:
        having = ((i, i.values.get(name)) for i in owner.items)
        found[f"{owner.id}.{name}"] = {f"i:{owner.id}/{i.id}": f"t:{v}" for i, v in having if v in terms}
    facts = {}
    for name, of in found.items():
        values = frozenset(of.values())
        plain = "|".join(re.escape(v) for v in sorted(values) if ":" not in v)
        if len(values) >= WITNESSES and len(of) > WITNESSES:
            facts[name] = of, values, re.compile(rf"\b(?:{plain})\b") if plain else None
    return facts


@check("M020")
def things_are_paired_as_in_the_data(desk: Desk) -> Iterator[Problem]:
    """A sentence gives each thing what the data give it, where that is what it says of others."""
    rows = [(s, la, *row) for s, by in told(desk) for la, words in by.items() for row in _pairs(desk, s, la, words)]
    good, bad = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for _, language, field, right, _, words in rows:
        (good if right else bad).update((field, f"{language} {w}") for w in words)
    seen: set[tuple[str, str]] = set()
    for spoken, language, field, right, message, words in rows:
        shown = any(good[field, w] >= WITNESSES and bad[field, w] == 1 for w in (f"{language} {w}" for w in words))
        if not right and (shown or not words) and (spoken.owner, spoken.role) not in seen:
            seen.add((spoken.owner, spoken.role))
            yield Problem(spoken.text.marks[language], message, "correct the text, or the data")


def _pairs(desk: Desk, spoken: Spoken, language: str, words: str) -> Iterator[tuple[str, bool, str, Set[str]]]:
    """The field of which a sentence says something, whether it is so, what is wrong, and the words about it; no words
    where the sentence itself is the witness."""
    own = spoken.owner.replace("term ", "t:")
    for sentence in _PARTS.split(words):
        named = list(dict.fromkeys(f"{a}:{b}" for a, b in THING.findall(sentence)))
        for field, (of, values, finder) in _facts(desk).items():
            subjects = [n for n in named if n in of] or [n for n in (own,) if n in of]
            objects = [n for n in named if n in values and n not in of]
            objects += dict.fromkeys(finder.findall(sentence)) if subjects and finder else ()
            if not subjects or not objects:
                continue
            if len(objects) == 1:
                wrong = [s for s in subjects if of[s] != objects[0]]
                pairs = [(s, objects[0]) for s in wrong]
            elif len(objects) == len(subjects):
                pairs = [(s, o) for s, o in zip(subjects, objects, strict=True) if of[s] != o]
            else:
                continue
            message = ""
            if pairs:
                who, what = pairs[0]
                said, meant = (x.removeprefix("t:") for x in (what, of[who]))
                message = f"`{who[2:]}` stands with `{said}`, its `{field.partition('.')[2]}` is `{meant}`"
            if len(subjects) == 1:
                yield field, not pairs, message, {w for w in content(sentence, language) if w[0] != "<"}
            elif pairs and len(subjects) - len(pairs) >= max(WITNESSES, len(pairs)):
                yield field, False, message, set()


# ---- what each has ----


@check("M020")
def things_have_what_is_said(desk: Desk) -> Iterator[Problem]:
    """Behind the name of a thing, and the word for a field, stands the number of that field, or what it needs."""
    for spoken, by_language in told(desk):
        said = ((la, _had_otherwise(desk, w)) for la, w in by_language.items() if not spoken.owner.startswith("item"))
        yield from first_told(spoken, said, "correct the number, or the thing")


_PRICES = ("cost", "price")


@once
def _amounts(desk: Desk) -> Mapping[str, Mapping[str, Any]]:
    """The numbers and maps of terms and items, by field."""
    game = desk.game
    found = {f"t:{t.id}": dict(t.values) for t in game.terms.values()}
    small = [s for s in game.sets.values() if len(s.items) <= MANY]
    found.update({f"i:{s.id}/{i.id}": dict(i.values) for s in small for i in s.items})
    kept = {who: {n: v for n, v in of.items() if _is_amount(v)} for who, of in found.items()}
    return {who: of for who, of in kept.items() if of}


def _is_amount(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, int) and not isinstance(value, bool))


def _had_otherwise(desk: Desk, words: str) -> str:
    for sentence in _PARTS.split(words):
        subjects = {
            f"{a}:{b}": m.end()
            for m in THING.finditer(sentence)
            for a, b in [m.groups()]
            if f"{a}:{b}" in _amounts(desk)
        }
        first = min(subjects, key=subjects.__getitem__, default="")
        for name, value in _amounts(desk).get(first, {}).items():
            verb = re.escape(name.partition("-")[0].removesuffix("s"))
            verb = f"(?:{verb}|for)" if name in _PRICES else verb
            rest = sentence[subjects[first] :]
            if isinstance(value, dict):
                found = re.search(rf"\b{verb}s?((?: (?:and |und |et )?\d+ <t:[\w-]+>,?)+)", rest)
                for number, term in re.findall(r"(\d+) <t:([\w-]+)>", found[1]) if found else ():
                    if value.get(term) != whole_number(number):
                        return f"{number} `{term}` is said of what has {value.get(term, 'none')}"
            else:
                found = re.search(rf"\b{verb}s? (\d+)(?! ?[×x*%]| more| less| fewer|[.,]\d)", rest)
                if found and whole_number(found[1]) != value:
                    return f"`{first[2:]}` has `{name}` {value}, and is said to have {found[1]}"
    return ""
