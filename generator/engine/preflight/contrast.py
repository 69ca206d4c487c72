"""Colours: which members of a vocabulary are told apart by colour alone; what of words and icons can be
seen on what they lie on.

The difference of colours is CIEDE2000, after what people without red, green or blue cones see (Machado, Brettel) and
after a printer that has only black.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.data.model import FieldKind, Game, Term
from generator.engine.preflight.run import Proof, short
from generator.engine.preflight.visibility import PAPER, Layer, Rgb, over, paint_at, rgb, size_of
from generator.engine.registry import Desk, Problem, check
from generator.face.contrast import contrast
from generator.face.face import Color, Group, Image, Path, Text
from generator.face.geometry import at
from generator.typeset.fonts import FontBook

LIKE_COLOURS = 7.5
"""Below this difference (CIEDE2000) two colours on different cards are taken for one another. Any two of the Okabe-Ito
palette differ by 7.9."""
LIKE_GREYS = 3.0
LEGIBLE, LEGIBLE_LARGE = 4.5, 3.0
"""The least contrast of words (WCAG 2.2, AA), and of large ones: from 18 pt, or 14 pt bold."""
SEEN, UNSEEN = 2.0, 1.15
"""The least contrast of an icon among words, where its shape helps; what has less than the other is not seen at all."""
LARGE, LARGE_BOLD = 18.0, 14.0
SPECK = 0.5
"""What is smaller than this share of a letter is a speck of a pattern, and no ground."""
WHITE = 1.005
"""What has no more contrast with white paper is white."""
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


# ---- what lies on what ----


def stands_out(proof: Proof, index: int) -> float:
    """The contrast of an icon's strongest colour with what it lies on."""
    icon = proof.layers[index]
    assert isinstance(icon.node, Group)  # noqa: S101  (asked for icons only)
    ground = proof.sampler.ground(
        proof.layers[:index], (icon.box[0] + icon.box[2]) / 2, (icon.box[1] + icon.box[3]) / 2
    )
    ground = ground or PAPER
    nodes = [part.node for part in proof.sampler.art(icon.node)[0]]
    paints = [p for n in nodes if isinstance(n, Path) for p in (n.fill, n.stroke.paint if n.stroke else None) if p]
    inks = [paint_at(p, 0.0, 0.0) for p in paints]
    return max((contrast(over(c, a * icon.share * icon.node.opacity, ground), ground) for c, a in inks), default=1.0)


def grounds_of(proof: Proof, index: int, layer: Layer, run: Text) -> list[Rgb]:
    """The colours under a run of text: at a tenth, the middle and nine tenths of its ink, half as high as an x."""
    x1, y1, x2, y2 = layer.box
    crossing = [g for g in proof.grounds if g[0] < x2 and g[2] > x1 and g[1] < y2 and g[3] > y1 and g[4] < index]
    under = [g[5] for g in crossing if max(g[2] - g[0], g[3] - g[1]) > SPECK * run.size]

    def beneath(left: float, right: float) -> list[Rgb]:
        y = run.y - 0.25 * run.size
        points = (at(layer.matrix, left + (right - left) * share, y) for share in (0.1, 0.5, 0.9))
        found = (proof.sampler.ground(under, *point) for point in points)
        return [ground for ground in found if ground is not None]

    grounds = beneath(run.x, run.x + run.width)
    if len(set(grounds)) > 1:  # a full-width mark leaves half of its width blank
        left, _, right, _ = proof.book.ink(run)
        grounds = beneath(left, right)
    return grounds


@check("P007", on=Proof)
def words_can_be_read(proof: Proof) -> Iterator[Problem]:
    """Words stand out from what they lie on."""
    for k, layer, run in proof.words:
        assert run.fill is not None  # noqa: S101  (hidden runs are left out)
        ink, alpha = rgb(run.fill), run.fill.alpha * layer.share
        grounds = grounds_of(proof, k, layer, run)
        worst = min(grounds, key=lambda g: contrast(over(ink, alpha, g), g), default=None)
        if worst is None:
            continue
        found = contrast(over(ink, alpha, worst), worst)
        least = _least_contrast(run, layer, proof.book)
        if found < least - 0.005:
            seen = shown(over(ink, alpha, worst))
            both = f"`{short(run.string)}` ({seen}) has a contrast of {found:.1f} with its ground ({shown(worst)})"
            message = f"{both}, not {least:g}"
            names = ("opacity", "fill-opacity") if alpha < 1 else ()
            mark = proof.mark(layer, *names, "pnp:fill", "fill")
            yield Problem(mark, message, _better(ink, worst, least), least - found)


@check("P007", on=Proof)
def icons_can_be_seen(proof: Proof) -> Iterator[Problem]:
    """Icons among words stand out from what they lie on; other icons are not of the colour of their ground."""
    for *_, k, layer in proof.grounds:
        if not layer.icon or layer.element is None or layer.box[0] > layer.box[2]:
            continue
        inline = layer.element.tag == "text"
        if inline and isinstance(layer.node, Group) and layer.node.key not in proof.tints:
            continue  # it has the colour of its words
        least, found = (SEEN if inline else UNSEEN), stands_out(proof, k)
        if found < least - 0.005:
            where = "among words" if inline else "drawn"
            message = f"the icon `{layer.icon}`, {where}, has a contrast of {found:.1f} with its ground, not {least:g}"
            term = proof.tints.get(layer.node.key) if isinstance(layer.node, Group) else None
            place = term or proof.mark(layer, "pnp:color", "pnp:icon", "pnp:text")
            yield Problem(place, message, "write another `color`, or change what lies under it", least - found)


def _least_contrast(run: Text, layer: Layer, book: FontBook) -> float:
    bold = any(run.font in weights.get("bold", ()) for weights in book.families.values())
    return LEGIBLE_LARGE if size_of(run, layer, book) >= (LARGE_BOLD if bold else LARGE) - 0.01 else LEGIBLE


def _better(ink: Rgb, ground: Rgb, least: float) -> str:
    """The nearest shade of a colour that can be read there."""
    toward = PAPER if contrast(PAPER, ground) > contrast((0.0, 0.0, 0.0), ground) else (0.0, 0.0, 0.0)
    shades = (over(toward, step / 20, ink) for step in range(1, 21))
    shade = next((s for s in shades if contrast(s, ground) >= least + 0.05), toward)
    return f'write fill="{shown(shade)}", or change what lies under it'


@check("P015", on=Proof)
def something_is_seen(proof: Proof) -> Iterator[Problem]:
    """A face shows something on white paper, inside its trim."""
    shape = proof.face.shape
    for layer in proof.layers:
        x1, y1, x2, y2 = layer.box
        inside = x1 <= x2 and x1 < shape.width and x2 > 0 and y1 <= y2 and y1 < shape.height and y2 > 0
        if inside and layer.share > 0 and shows(proof, layer):
            return
    key = "layout" if proof.face.side == "front" else "back"
    mark = proof.item.marks.get(key) or proof.owner.marks.get(key) or proof.owner.mark
    message = f"nothing can be seen on the {proof.face.side}: no paint lies inside the trim that shows on white"
    yield Problem(mark, message, "draw inside the page, in colours that are not white, or print it not at all")


def shows(proof: Proof, layer: Layer) -> bool:
    """Whether any paint of a layer is another than white."""
    if isinstance(layer.node, Image):
        return True
    nodes = [part.node for part in proof.sampler.art(layer.node)[0]] if isinstance(layer.node, Group) else [layer.node]
    paints = [n.fill for n in nodes if isinstance(n, Path | Text)]
    paints += [n.stroke.paint for n in nodes if isinstance(n, Path) and n.stroke]
    colours = [c for p in paints if p for c in ([p] if isinstance(p, Color) else [c for _, c in p.stops])]
    return any(contrast(over(rgb(c), c.alpha, PAPER), PAPER) > WHITE for c in colours)
