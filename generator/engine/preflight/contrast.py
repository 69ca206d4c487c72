"""Colours: which members of a vocabulary are told apart by colour alone.

The difference of colours is CIEDE2000, after what people without red, green or blue cones see (Machado, Brettel) and
after a printer that has only black.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.data.model import FieldKind, Game, Term
from generator.engine.registry import Desk, Problem, check
from generator.face.contrast import Rgb

LIKE_COLOURS = 7.5
"""Below this difference (CIEDE2000) two colours on different cards are taken for one another. Any two of the Okabe-Ito
palette differ by 7.9."""
LIKE_GREYS = 3.0
_VIEWS = {
    "deutan": "without green cones",
    "protan": "without red cones",
    "tritan": "without blue cones",
    "grey": "in greyscale",
}


def shown(color: Rgb) -> str:
    """A colour as designers write it."""
    return "#" + "".join(f"{round(255 * v):02x}" for v in color)


def differences(a: str, b: str) -> dict[str, float]:
    """How different two colours "#rrggbb" are to full colour vision, to each colour blindness, and in grey."""
    from coloraide import Color

    one, two = Color(a), Color(b)
    found = {"": one.delta_e(two, method="2000")}
    for name in _VIEWS:
        by = "grayscale" if name == "grey" else name
        found[name] = one.filter(by).delta_e(two.filter(by), method="2000")
    return found


@check("P008")
def vocabularies_are_told_apart(desk: Desk) -> Iterator[Problem]:
    """The members of a kind that components show differ in more than a colour that not everybody sees."""
    for kind in desk.game.kinds.values():
        if kind.id in _kinds_shown(desk.game):
            yield from _alike([t for t in kind.members if t.color])


def _kinds_shown(game: Game) -> set[str]:
    """The kinds of terms that the fields of components hold."""
    fields = [_inner(k) for owner in game.sets.values() for k in owner.fields.values()]
    return {k.argument for k in fields if k.name == "term"}


def _inner(kind: FieldKind) -> FieldKind:
    return _inner(kind.of) if kind.of is not None else kind


def _alike(members: Sequence[Term]) -> Iterator[Problem]:
    """For each member the earlier one that it is taken for first."""
    close: dict[str, tuple[float, str, Term, Term]] = {}
    for one, two in combinations(members, 2):
        if one.icon != two.icon:
            continue
        view, difference = _worst(one.color, two.color)
        if view is not None and difference < close.get(two.id, (1e9,))[0]:
            close[two.id] = (difference, view, one, two)
    for difference, view, one, two in close.values():
        seen = f" {_VIEWS[view]}" if view else ""
        message = (
            f"`{one.id}` ({one.color}) and `{two.id}` ({two.color}) look alike{seen}: they differ by {difference:.1f}"
        )
        hint = "give each an `icon` of its own: colours stay as they are; or a lighter or darker `color`"
        yield Problem(two.marks.get("color", two.mark), message, hint)


def _worst(a: str, b: str) -> tuple[str | None, float]:
    """To whom two colours are alike, and how much they differ then; to nobody: None."""
    found = differences(a, b)
    short = {v: d for v, d in found.items() if d < (LIKE_GREYS if v == "grey" else LIKE_COLOURS)}
    if "" in short:
        return "", short[""]
    view = min(short, key=lambda v: short[v], default=None)
    return view, short[view] if view is not None else 0.0
