"""Terms of a kind: two that look alike, or are told apart by colour alone, one that is called by another's colour.

Takes a `Desk`; gives a problem at the odd term.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from colorsys import rgb_to_hls
from functools import lru_cache
from itertools import combinations

from generator.data.lexicon import base_of_language, entry, is_latin
from generator.data.model import FieldKind, Game, Term
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, check

_FEW = 2
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
            odd = len(having) > _FEW or len(belied) == 1
            if len(shared) == 1 and odd and (look == "color" or _is_borrowed(*shared[0])):
                is_first = shared[0][0] in belied or _is_original(desk.game, shared[0][1], look)
                one, two = shared[0] if is_first else shared[0][::-1]
                what = "colour" if look == "color" else look
                message = f"`{one.id}` has the {what} of `{two.id}`: `{getattr(one, look)}`"
                yield Problem(one.at(look), message, f"give `{one.id}` its own `{look}`")


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
        said = [(t, mark, name, _fits(t, name)) for t in kind.members for mark, name in _called(t)]
        wrong = {term.id for term, _, _, fits in said if not fits}
        right = {term.id for term, _, _, fits in said if fits} - wrong
        for term, mark, name, fits in said if len(right) >= max(_FEW, len(wrong)) else ():
            if not fits and term.id in wrong:
                wrong.discard(term.id)
                message = f"`{term.id}` is called {name}, but its `color` is {term.color}"
                yield Problem(mark, message, "correct the word, or `color`")


def _called(term: Term) -> Iterator[tuple[Mark, str]]:
    """The first colour that each language of a term's glossary names, and those of its values."""
    words = term.about.words.items() if term.about is not None and term.color else ()
    said = [(la, text, term.about.marks.get(la, term.mark)) for la, text in words if term.about is not None]
    said += [("en", v, term.at("values")) for v in term.values.values() if isinstance(v, str) and term.color]
    for language, text, mark in said:
        found = colour_words(base_of_language(language)).search(text.casefold())
        if found is not None and found.lastgroup is not None:
            yield mark, found.lastgroup


@lru_cache(maxsize=16)
def colour_words(language: str) -> re.Pattern[str]:
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


# ---- colours that are told apart -----------------------------------------------------------------------------------

_VIEWS = {
    "": ("", 7.5),
    "deutan": (" without green cones", 7.5),
    "protan": (" without red cones", 7.5),
    "tritan": (" without blue cones", 7.5),
    "grey": (" in greyscale", 3.0),
}
"""How people see without some cones (Machado, Brettel), or after a printer that has only black; below which difference
(CIEDE2000) two colours on different cards are then taken for one another. Any two of the Okabe-Ito palette differ by
7.9."""


def differences(a: str, b: str) -> dict[str, float]:
    """How different two colours "#rrggbb" are to full colour vision, to each colour blindness, and in grey."""
    from coloraide import Color

    one, two = Color(a), Color(b)
    ways = {view: {"grey": "grayscale"}.get(view, view) for view in _VIEWS}
    seen = {view: (one.filter(by), two.filter(by)) if by else (one, two) for view, by in ways.items()}
    return {view: mine.delta_e(other, method="2000") for view, (mine, other) in seen.items()}


@check("P008")
def vocabularies_are_told_apart(desk: Desk) -> Iterator[Problem]:
    """The members of a kind that components show differ in more than a colour that not everybody sees."""
    fields = [_innermost(kind) for owner in desk.game.sets.values() for kind in owner.fields.values()]
    shown = {kind.argument for kind in fields if kind.name == "term"}
    for kind in desk.game.kinds.values():
        if kind.id in shown:
            yield from _alike([t for t in kind.members if t.color])


def _innermost(kind: FieldKind) -> FieldKind:
    return _innermost(kind.of) if kind.of is not None else kind


def _alike(members: Sequence[Term]) -> Iterator[Problem]:
    """For each member the earlier one that it is taken for first."""
    close: dict[str, tuple[float, str, Term, Term]] = {}
    for one, two in combinations(members, 2):
        found = differences(one.color, two.color) if one.icon == two.icon else {}
        like = {view: differs for view, differs in found.items() if differs < _VIEWS[view][1]}
        view = "" if "" in like else min(like, key=like.__getitem__, default="")
        if like and like[view] < close.get(two.id, (1e9,))[0]:
            close[two.id] = (like[view], _VIEWS[view][0], one, two)
    for differs, seen, one, two in close.values():
        both = f"`{one.id}` ({one.color}) and `{two.id}` ({two.color})"
        hint = "give each an `icon` of its own: colours stay as they are; or a lighter or darker `color`"
        message = f"{both} look alike{seen}: they differ by {differs:.1f}"
        yield Problem(two.at("color"), message, hint)
