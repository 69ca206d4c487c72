"""Whether words and icons of one face stand out from what lies beneath them, and light letters from their ink.

Takes a `Proof`; gives a problem at the element of the template (or the term's line) that is to be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from generator.engine.preflight.run import Proof
from generator.engine.preflight.visibility import Layer, paint_at, size_of
from generator.engine.registry import Problem, check
from generator.face.colors import PAPER, Rgb, as_color, contrast, laid_over, luminance, paints, rgb_of
from generator.face.face import Color, GlyphRun, Group
from generator.face.geometry import NOTHING, at, bounds, common, edges, holds, overlap, polygons
from generator.typeset.fonts import FontBook
from generator.typeset.setting import POINT, short

LIGHT_LINE = 0.2
"""The thinnest line (mm) left white in ink, which closes it."""
LEGIBLE, LEGIBLE_LARGE = 4.5, 3.0
"""The least contrast of words (WCAG 2.2, AA), and of large ones: from 18 pt, or 14 pt bold."""
_SEEN, UNSEEN = 2.0, 1.15
"""The least contrast of an icon among words, where its shape helps; what has less than the other is not seen at all."""
_LARGE, LARGE_BOLD = 18.0, 14.0
_SPECK = 0.5
"""What is smaller than this share of a letter is a speck of a pattern, and no ground."""


def _shown(color: Rgb) -> str:
    return as_color(color, 1.0).hex


def stands_out(proof: Proof, index: int) -> float:
    """The contrast of an icon's strongest colour with what it lies on."""
    icon = proof.layers[index]
    assert isinstance(icon.node, Group)  # noqa: S101  (asked for icons only)
    ground = proof.sampler.ground(
        proof.layers[:index], (icon.box[0] + icon.box[2]) / 2, (icon.box[1] + icon.box[3]) / 2
    )
    ground = ground or PAPER
    inks = [paint_at(p, 0.0, 0.0) for p in paints([icon.node])]
    return max(
        (contrast(laid_over(c, a * icon.share * icon.node.opacity, ground), ground) for c, a in inks), default=1.0
    )


def _grounds_of(proof: Proof, index: int, layer: Layer, run: GlyphRun) -> list[Rgb]:
    """The colours under a run of text: at a tenth, the middle and nine tenths of its ink, half as high as an x. Off the
    face there is none: the words are told to leave it."""
    boxes = ((one, one.box) for one in _beneath(proof, index, layer))
    under = [one for one, (x1, y1, x2, y2) in boxes if max(x2 - x1, y2 - y1) > _SPECK * run.size and not one.is_line]
    width, height = proof.face.shape.width, proof.face.shape.height
    box, plain = proof.sampler.flat(under[-1]) if under else (NOTHING, PAPER)
    if holds(common(box, (0.0, 0.0, width, height)), layer.box):
        return [plain]

    def beneath(left: float, right: float) -> list[Rgb]:
        y, low = run.y - 0.25 * run.size, max(run.glyphs.ys, default=0.0)  # of a column
        points = (at(layer.matrix, left + (right - left) * share, y + low * share) for share in (0.1, 0.5, 0.9))
        found = (proof.sampler.ground(under, x, y) for x, y in points if 0 <= x <= width and 0 <= y <= height)
        return [ground for ground in found if ground is not None]

    grounds = beneath(run.x, run.x + run.width)
    if len(set(grounds)) > 1:  # a full-width mark leaves half of its width blank
        left, _, right, _ = proof.book.ink(run)
        grounds = beneath(left, right)
    return grounds


def _beneath(proof: Proof, index: int, layer: Layer) -> list[Layer]:
    """The paint under a layer."""
    return [ground for k, ground in proof.grounds if k < index and overlap(ground.box, layer.box)]


@check("P007", on=Proof)
def words_can_be_read(proof: Proof) -> Iterator[Problem]:
    """Words stand out from what they lie on."""
    for k, layer, run in proof.words:
        assert run.fill is not None  # noqa: S101  (hidden runs are left out)
        ink, alpha = rgb_of(run.fill.hex), run.fill.alpha * layer.share
        grounds = _grounds_of(proof, k, layer, run)
        worst = min(grounds, key=lambda g: contrast(laid_over(ink, alpha, g), g), default=None)
        if worst is None:
            continue
        found = contrast(laid_over(ink, alpha, worst), worst)
        if found >= LEGIBLE - 0.005:
            continue
        large = LARGE_BOLD if _is_bold(run, proof.book) else _LARGE
        least = LEGIBLE_LARGE if size_of(run, layer, proof.book) >= large - 0.01 else LEGIBLE
        if found < least - 0.005:
            seen = _shown(laid_over(ink, alpha, worst))
            message = f"`{short(run.said)}` ({seen}) {_lacks(found, least, f' ({_shown(worst)})')}"
            names = ("opacity", "fill-opacity") if alpha < 1 else ()
            mark = proof.mark(layer, *names, "pnp:fill", "fill")
            hint = f'write fill="{_better(ink, worst, least)}", or change what lies under it'
            if any(g.element is not None and g.element.bound for g in _beneath(proof, k, layer)):
                hint += "; as that varies, `pnp:fill` may say a colour for each"
            yield Problem(mark, message, hint, least - found)


@check("P007", on=Proof)
def icons_can_be_seen(proof: Proof) -> Iterator[Problem]:
    """Icons among words stand out from what they lie on; other icons are not of the colour of their ground."""
    for k, layer in proof.grounds:
        if not layer.icon or layer.element is None or layer.box[0] > layer.box[2]:
            continue
        inline = layer.element.tag == "text"
        if inline and isinstance(layer.node, Group) and layer.node.key not in proof.tints:
            continue  # it has the colour of its words
        least, found = (_SEEN if inline else UNSEEN), stands_out(proof, k)
        if found < least - 0.005:
            where = "among words" if inline else "drawn"
            message = f"the icon `{layer.icon}`, {where}, {_lacks(found, least)}"
            term = proof.tints.get(layer.node.key) if isinstance(layer.node, Group) else None
            place = term or proof.mark(layer, "pnp:color", "pnp:icon", "pnp:text")
            yield Problem(place, message, "write another `color`, or change what lies under it", least - found)


def _lacks(found: float, least: float, ground: str = "") -> str:
    """The contrast is not rounded up to what it lacks."""
    return f"has a contrast of {min(round(found, 1), least - 0.1):.1f} with its ground{ground}, not {least:g}"


def _better(ink: Rgb, ground: Rgb, least: float) -> str:
    """The nearest shade of a colour that can be read there."""
    toward = PAPER if contrast(PAPER, ground) > contrast((0.0, 0.0, 0.0), ground) else (0.0, 0.0, 0.0)
    shades = (laid_over(toward, step / 20, ink) for step in range(1, 21))
    shade = next((s for s in shades if contrast(s, ground) >= least + 0.05), toward)
    return _shown(shade)


@check("P006", on=Proof)
def light_letters_are_thick_enough(proof: Proof) -> Iterator[Problem]:
    """The strokes of light letters on dark ink are at least 0.2 mm wide."""
    for k, layer, run in proof.words:
        width = stem(run, proof.book) * run.size * layer.scale
        if width < LIGHT_LINE - 0.005 and isinstance(run.fill, Color) and luminance(rgb_of(run.fill.hex)) > 0.5:
            ground = _grounds_of(proof, k, layer, run)
            if ground and max(map(luminance, ground)) < 0.18:
                points = size_of(run, layer, proof.book)
                message = (
                    f"the strokes of `{short(run.said)}`, light upon dark, are {width:.2f} mm wide at {points:.1f} pt"
                )
                larger = f'font-size="{points * POINT * LIGHT_LINE / width + 0.005:.2f}"'
                bold = 'font-weight="bold", or ' * (not _is_bold(run, proof.book))
                hint = f"write {bold}{larger}{room_hint(layer)}"
                yield Problem(proof.mark(layer, "font-size"), message, hint, LIGHT_LINE - width)


def room_hint(layer: Layer) -> str:
    """What words that are shrunk need besides."""
    names = layer.element.attributes if layer.element else ()
    return next((f", with room for it in `{name}`" for name in ("pnp:box", "pnp:width") if name in names), "")


def _is_bold(run: GlyphRun, book: FontBook) -> bool:
    """True for letters of a bold file of a family."""
    return any(run.font in cuts.get(name, ()) for name in ("bold", "bold-italic") for cuts in book.families.values())


_STEMS: WeakKeyDictionary[FontBook, dict[str, float]] = WeakKeyDictionary()


def stem(run: GlyphRun, book: FontBook) -> float:
    """How wide a font draws its upright strokes, in ems: those of its `l`, half way up."""
    widths = _STEMS.setdefault(book, {})
    if run.font not in widths:
        font = book.font(run.font)
        outline = font.outline(font.gid("l"))
        _, top, _, bottom = bounds(outline)
        cuts = _crossings(polygons(outline), (top + bottom) / 2) if outline else []
        widths[run.font] = min((b - a for a, b in zip(cuts[::2], cuts[1::2], strict=False)), default=1.0)
    return widths[run.font]


def _crossings(loops: Sequence[Sequence[tuple[float, float]]], y: float) -> list[float]:
    """Where the sides of polygons cross a level, from left to right."""
    sides = [(p, q) for loop in loops for p, q in edges(loop)]
    return sorted(px + (qx - px) * (y - py) / (qy - py) for (px, py), (qx, qy) in sides if (py > y) != (qy > y))
