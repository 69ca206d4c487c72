"""Terms of a kind: two that look alike, or are told apart by colour alone.

Takes a `Desk`; gives a problem at the odd term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.data.model import Game, Term
from generator.engine.registry import Desk, Problem, check

_FEW = 2
"""So many siblings at least must be as they should."""


@check("M003")
def kinds_have_looks_of_their_own(desk: Desk) -> Iterator[Problem]:
    """No two members of a kind share a colour or an icon, where all others have their own."""
    for kind in desk.game.kinds.values():
        for look in ("color", "icon"):
            having = [t for t in kind.members if getattr(t, look)]
            pairs = combinations(having, 2)
            shared = [(a, b) for a, b in pairs if getattr(a, look).casefold() == getattr(b, look).casefold()]
            if len(shared) == 1 and len(having) > _FEW and (look == "color" or _is_borrowed(*shared[0])):
                one, two = shared[0] if _is_original(desk.game, shared[0][1], look) else shared[0][::-1]
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
    fields = [kind.innermost for owner in desk.game.sets.values() for kind in owner.fields.values()]
    shown = {kind.argument for kind in fields if kind.name == "term"}
    for kind in desk.game.kinds.values():
        if kind.id in shown:
            yield from _alike([t for t in kind.members if t.color])


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
