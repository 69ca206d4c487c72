"""Terms of a kind: two that look alike, one that is called by another's colour, one that points elsewhere than its
siblings; and what texts and items say of whole kinds: how many there are, each once, no more than there are.

Takes a `Desk`; gives a problem at the odd term, at the text, or at the amount.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from colorsys import rgb_to_hls
from functools import lru_cache
from itertools import combinations

from generator.data.lexicon import base_of_language, entry, is_latin, names_of, pattern, whole_number, words_to_digits
from generator.data.markup import Token
from generator.data.model import ComponentSet, Game, Term, TermKind
from generator.data.walk import Spoken
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, check
from generator.values import dataclass, late

FEW = 2
"""So many siblings at least must be as they should."""


@check("M003")
def kinds_have_looks_of_their_own(desk: Desk) -> Iterator[Problem]:
    """No two members of a kind share a colour or an icon, where all others have their own, or one is called by another
    colour."""
    for kind in desk.game.kinds.values():
        for look in ("color", "icon"):
            having = [t for t in kind.members if getattr(t, look)]
            pairs = combinations(having, 2)
            shared = [(a, b) for a, b in pairs if getattr(a, look).casefold() == getattr(b, look).casefold()]
            belied = [t for t in having if look == "color" and any(not _fits(t, name) for _, name in _called(t))]
            odd = len(having) > FEW or len(belied) == 1
            if len(shared) == 1 and odd and (look == "color" or _is_borrowed(*shared[0])):
                is_first = shared[0][0] in belied or _is_original(desk.game, shared[0][1], look)
                one, two = shared[0] if is_first else shared[0][::-1]
                what = "colour" if look == "color" else look
                message = f"`{one.id}` has the {what} of `{two.id}`: `{getattr(one, look)}`"
                yield Problem(one.marks.get(look, one.mark), message, f"give `{one.id}` its own `{look}`")


def _is_borrowed(one: Term, two: Term) -> bool:
    """True if two terms have an icon of one of them, or nothing else to tell them apart."""
    return one.icon in (one.id, two.id) or one.color == two.color


def _is_original(game: Game, term: Term, look: str) -> bool:
    """True if a look belongs to a term: it bears its name, or a term that it points at has it, too."""
    linked = [game.terms[v] for v in term.values.values() if isinstance(v, str) and v in game.terms]
    return getattr(term, look) == term.id or any(getattr(t, look) == getattr(term, look) for t in linked)


# ---- colours in words ----------------------------------------------------------------------------------------------

_HUES = {
    "red": (325, 30),
    "orange": (5, 60),
    "yellow": (30, 75),
    "green": (60, 185),
    "blue": (165, 275),
    "purple": (235, 340),
    "pink": (280, 20),
    "brown": (0, 60),
}
"""From which hue to which (in degrees, clockwise) a colour may be called so."""


@check("M004")
def colours_are_called_what_they_are(desk: Desk) -> Iterator[Problem]:
    """A colour that the glossary calls a term by is about its own, if it is so for others of its kind."""
    for kind in desk.game.kinds.values():
        said = [(term, mark, name, _fits(term, name)) for term in kind.members for mark, name in _called(term)]
        wrong = {term.id for term, _, _, fits in said if not fits}
        right = {term.id for term, _, _, fits in said if fits} - wrong
        for term, mark, name, fits in said if len(right) >= max(FEW, len(wrong)) else ():
            if not fits and term.id in wrong:
                wrong.discard(term.id)
                message = f"`{term.id}` is called {name}, but its `color` is {term.color}"
                yield Problem(mark, message, "correct the word, or `color`")


def _called(term: Term) -> Iterator[tuple[Mark, str]]:
    """The first colour that each language of a term's glossary names, and those of its values."""
    words = term.about.words.items() if term.about is not None and term.color else ()
    said = [(la, text, term.about.marks.get(la, term.mark)) for la, text in words if term.about is not None]
    said += [
        ("en", v, term.marks.get("values", term.mark))
        for v in term.values.values()
        if isinstance(v, str) and term.color
    ]
    for language, text, mark in said:
        found = _colours(base_of_language(language)).search(text.casefold())
        if found is not None and found.lastgroup is not None:
            yield mark, found.lastgroup


@lru_cache(maxsize=16)
def _colours(language: str) -> re.Pattern[str]:
    """What finds the first colour that words name, by a group of its name."""
    edge = r"\b" if is_latin(language) else ""
    named = ((name, word) for name in _HUES if (word := entry(language, "colours", name)))
    return re.compile("|".join(f"(?P<{name}>{edge}(?:{word}){edge})" for name, word in named) or "(?!)")


def _fits(term: Term, name: str) -> bool:
    red, green, blue = (int(term.color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, light, full = rgb_to_hls(red, green, blue)
    first, last = _HUES[name]
    degrees = hue * 360
    inside = first <= degrees <= last if first < last else degrees >= first or degrees <= last
    return inside or full < 0.15 or not 0.1 < light < 0.9


# ---- terms that point at terms -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Link:
    """How the terms of a kind point at those of another: `key` is that of their values, or `about`."""

    source: str
    target: str
    key: str
    to: Mapping[str, str]


@check("M005")
def links_lead_back(desk: Desk) -> Iterator[Problem]:
    """Where terms of two kinds point at each other, each is pointed at by the one that it points at; where each has its
    own, no two have the same."""
    links = [link for kind in desk.game.kinds.values() for link in _links(desk.game, kind)]
    told: set[str] = set()
    for one in sorted(links, key=lambda link: len(set(link.to.values())) == len(link.to)):
        backs = [two.to for two in links if (one.source, one.target) == (two.target, two.source) and len(two.to) > FEW]
        ways = [{a for a, b in one.to.items() if to.get(b) not in (None, a)} for to in backs]
        twice = [b for b, times in Counter(one.to.values()).items() if times > 1]
        free = [t.id for t in desk.game.kinds[one.target].members if t.id not in one.to.values()]
        double = {a for a, b in one.to.items() if b in twice}
        if len(free) == len(twice) == 1 and len(double) == FEW < len(one.to) - 1 and one.key != "about":
            ways.append(double)
        odd = min((way for way in ways if 0 < len(way) <= len(one.to) // 2), key=len, default=set())
        if odd and not {*odd, *(one.to[a] for a in odd)} & told:
            name = max(odd & double or odd)
            told |= {one.to[name], *(a for way in ways for a in way)}
            yield _told(desk.game, one, name, [to.get(one.to[name], "") for to in backs])


def _told(game: Game, link: _Link, name: str, backs: Sequence[str]) -> Problem:
    other = link.to[name]
    same = [a for a, b in link.to.items() if b == other and a != name]
    elsewhere = [b for b in backs if b not in ("", name)]
    but = f"so does `{same[0]}`" if same else f"`{other}` points at `{elsewhere[0] if elsewhere else ''}`"
    message = f"`{name}` points at `{other}` by `{link.key}`, but {but}; all others of the kind are paired"
    return Problem(_mark(game.terms[name], link.key), message, f"let `{name}` point at another, or correct `{other}`")


def _links(game: Game, kind: TermKind) -> Iterator[_Link]:
    terms = game.terms
    for key in dict.fromkeys(key for t in kind.members for key in t.values):
        to = {t.id: v for t in kind.members if isinstance(v := t.values.get(key), str) and v in terms}
        for target in dict.fromkeys(terms[v].kind for v in to.values()):
            yield _Link(kind.id, target, key, {a: b for a, b in to.items() if terms[b].kind == target})
    capitals = {
        la: [
            (n, t, [name for name, _ in names_of((t,), la)]) for n, t in enumerate(terms.values()) if _is_capital(t, la)
        ]
        for la in game.languages
    }
    named = {t.id: _named(t, capitals) for t in kind.members}
    for target in dict.fromkeys(terms[n].kind for names in named.values() for n in names):
        only = {t: [n for n in names if terms[n].kind == target] for t, names in named.items()}
        yield _Link(kind.id, target, "about", {t: names[0] for t, names in only.items() if len(names) == 1})


def _is_capital(term: Term, language: str) -> bool:
    return term.name.in_language(language)[:1].isupper()


def _named(term: Term, capitals: Mapping[str, Sequence[tuple[int, Term, Sequence[str]]]]) -> list[str]:
    """The other terms that the glossary names under a term, with a capital. `capitals` are the terms that have one in a
    language, with their places and their spellings there."""
    found: dict[int, str] = {}
    for language, text in term.about.words.items() if term.about is not None else ():
        low = text.casefold()
        for place, other, names in capitals.get(language, ()):
            if other is not term and any(name in low for name in names) and other.name.words != term.name.words:
                found[place] = other.id
    return [found[place] for place in sorted(found)]


def _mark(term: Term, key: str) -> Mark:
    if key == "about" and term.about is not None:
        return next(iter(term.about.marks.values()), term.mark)
    return term.marks.get(f"values.{key}", term.marks.get("values", term.mark))


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
            most = [_pieces(other, kind.argument) for other in desk.game.sets.values() if other is not owner]
            for item in owner.items:
                for term, value in (item.values.get(name) or {}).items():
                    there = max((pieces[term] for pieces in most), default=0)
                    if value > there > 0:
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
    for row, before, after in _rows(spoken.tokens[language]):
        said = _SAID.search(words_to_digits(before, language)) if len(row) >= LISTED else None
        said = said or (_SUMMED.match(words_to_digits(after, language)) if len(row) >= LISTED else None)
        alike = {kinds[t].id: len(kinds[t].members) for t in row if t in kinds}
        number, there = whole_number(said[1]) if said else 0, next(iter(alike.values()), 0)
        listed = len(alike) == 1 and len(set(row)) == len(row) >= LISTED and there in (len(row), number)
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
    terms = {t.text for t in tokens if t.kind == "term" and t.text in game.terms}
    words = "".join(t.text if t.kind == "text" else "_" for t in tokens)
    found = pattern(language, "of-others").search(words_to_digits(words, language)) if len(owners) == 1 else None
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
