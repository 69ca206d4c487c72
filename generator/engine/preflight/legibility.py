"""What a printer and a reader make of one face: sizes of type, pictures, lines, contrast, the safe zone.

Takes a `Proof`; gives a problem at the element of the template (or the item's line) that is to be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist, fsum, hypot, inf, sqrt
from weakref import WeakKeyDictionary

from generator.data.lexicon import has_japanese
from generator.diagnostics.findings import Mark
from generator.engine.preflight.run import Proof
from generator.engine.preflight.visibility import Layer, paint_at, size_of
from generator.engine.registry import Problem, check
from generator.face.colors import PAPER, Rgb, as_color, contrast, laid_over, luminance, paints, rgb_of
from generator.face.face import Color, GlyphRun, Group, Image, Paint, Path, Segments, SourceElement
from generator.face.geometry import area, at, bounds, box_under, clearance, common, multiply, overlap, polygons
from generator.typeset.fonts import FontBook
from generator.typeset.setting import POINT, short

SMALLEST_JAPANESE, _SMALLEST = 6.5, 6.0
"""Points below which nobody reads a card across a table."""
_RUBY = 0.6
"""Letters of less than this share of their neighbours' size are readings above them, which help and need not."""
PPI, COARSE = 300.0, 200.0
"""Pixels to the inch that a picture is best saved with, and below which one sees that they are few."""
FINE, HEAVY = 600.0, 500_000
"""Pixels to the inch that the finest printers show; so many bytes of a picture are noticed in a PDF."""
_PLAIN = 8
"""A filled shape of so few segments may be a line that is drawn as a rectangle."""
HAIRLINE, LIGHT_LINE = 0.1, 0.2
"""The thinnest line (mm) that prints: of ink, and left white in ink, which closes it."""
ICON_SHARE = 0.5
"""The share of the safe zone that icons keep: a shape that loses its edge is still read, a word is not."""
ICON_LARGE, FAINT = 15.0, 1.5
"""From this size (mm), or below this contrast, an icon is ornament, not information."""
LEGIBLE, LEGIBLE_LARGE = 4.5, 3.0
"""The least contrast of words (WCAG 2.2, AA), and of large ones: from 18 pt, or 14 pt bold."""
_SEEN, UNSEEN = 2.0, 1.15
"""The least contrast of an icon among words, where its shape helps; what has less than the other is not seen at all."""
_LARGE, LARGE_BOLD = 18.0, 14.0
_SPECK = 0.5
"""What is smaller than this share of a letter is a speck of a pattern, and no ground."""
_SLACK = 0.05


@check("P001", on=Proof)
def letters_are_large_enough(proof: Proof) -> Iterator[Problem]:
    """Letters are at least 6 pt, kana and kanji 6.5 pt."""
    sizes: dict[SourceElement | None, float] = {}
    for _, layer, run in proof.words:
        sizes[layer.element] = max(sizes.get(layer.element, 0.0), run.size)
    for _, layer, run in proof.words:
        if run.size < _RUBY * sizes[layer.element]:
            continue
        points = size_of(run, layer, proof.book)
        least = SMALLEST_JAPANESE if has_japanese(run.said) else _SMALLEST
        if points < least - 0.01:
            size = f"{points:.1f}" if round(points, 1) < least else f"{points:.2f}"
            message = f"`{short(run.said)}` is {size} pt small, less than {least:g} pt"
            hint = f"write a `font-size` that comes to {least * POINT + 0.005:.2f} mm on paper, or more{_room(layer)}"
            yield Problem(proof.mark(layer, "pnp:font-size", "font-size"), message, hint, least - points)


@check("P002", on=Proof)
def icons_keep_off_the_cut(proof: Proof) -> Iterator[Problem]:
    """Icons that tell something stand inside the safe zone."""
    for k, layer in proof.grounds:
        x1, y1, x2, y2 = layer.box
        if not layer.icon or layer.element is None or layer.element.tag == "text" or x1 > x2:
            continue
        if max(x2 - x1, y2 - y1) >= ICON_LARGE:
            continue  # ornament that may run off the edge
        beyond = proof.face.safe * ICON_SHARE - _room_of(proof, layer)
        if beyond > _SLACK and stands_out(proof, k) >= FAINT:
            yield _too_near(proof, layer, f"the icon `{layer.icon}` stands", beyond)


@check("P002", on=Proof)
def words_of_pictures_keep_off_the_cut(proof: Proof) -> Iterator[Problem]:
    """Words in a picture of an item, which nobody sets anew, keep as far from the cut as icons do."""
    yield from _worst_of_art(_near_words(proof))


def _near_words(proof: Proof) -> Iterator[Problem]:
    art = {e for e in {layer.element for _, layer, _ in proof.words} if e is not None and e.mark().in_art}
    for _, layer, run in proof.words if art else ():
        if layer.element not in art:
            continue
        seen = common(layer.box, box_under(proof.book.ink(run), layer.matrix))
        beyond = proof.face.safe * ICON_SHARE - _room_of(proof, layer._replace(box=seen))
        if beyond > _SLACK and overlap(seen, (0.0, 0.0, proof.face.shape.width, proof.face.shape.height)):
            yield _too_near(proof, layer, f"`{short(run.said)}` in a picture stands", beyond)


def _too_near(proof: Proof, layer: Layer, what: str, beyond: float) -> Problem:
    least = proof.face.safe * ICON_SHARE
    away = least - beyond
    where = f"{away:.2f} mm from the cut, not {least:g} mm" if away >= 0 else f"{-away:.2f} mm beyond the cut"
    hint = "move it in, make it smaller, or draw a layer `safe` with a larger rectangle"
    return Problem(proof.mark(layer, "pnp:icon"), f"{what} {where}", hint, beyond)


def _room_of(proof: Proof, layer: Layer) -> float:
    """How far (mm) the paint of an icon, or the box of words, keeps from the cut; negative outside."""
    shape = proof.face.shape
    x1, y1, x2, y2 = layer.box
    if shape.kind in ("rectangle", "standee"):
        return min(x1, y1, shape.width - x2, shape.height - y2)
    cuts = [loop for outline in shape.cuts for loop in proof.sampler.loops(outline)]
    around = clearance(cuts, (x1 + x2) / 2, (y1 + y2) / 2) - hypot(x2 - x1, y2 - y1) / 2
    if around >= proof.face.safe * ICON_SHARE:
        return around  # the circle about its box is far enough, so its paint is
    if not isinstance(layer.node, Group):
        return min(clearance(cuts, x, y) for x in (x1, x2) for y in (y1, y2))
    middle, found = ((x1 + x2) / 2, (y1 + y2) / 2), 1e3
    room = clearance(cuts, *middle)
    for part in proof.sampler.art(layer.node)[0]:
        if isinstance(part.node, Path):
            pen = part.node.stroke.width / 2 * layer.scale if part.node.stroke else 0.0
            matrix = multiply(layer.matrix, part.matrix)
            points = (at(matrix, *p) for loop in proof.sampler.loops(part.node.segments) for p in loop)
            for away, point in sorted(((dist(p, middle), p) for p in points), reverse=True):
                if room - away - pen >= found:
                    break  # nobody is nearer to the cut than the middle by more than he is away from it
                found = min(found, clearance(cuts, *point) - pen)
    return found


@check("P004", on=Proof)
def pictures_are_fine_enough(proof: Proof) -> Iterator[Problem]:
    """Pictures have at least 200 pixels to the inch. Of many within a drawing, the coarsest."""
    yield from _worst_of_art(_coarse(proof))


def _coarse(proof: Proof) -> Iterator[Problem]:
    for layer, image, ppi, size in _pictures(proof):
        if ppi < COARSE - 0.5:
            wanted = [round(p * PPI / ppi + 0.5) for p in image.pixels]
            message = f"the picture of {size} prints at {ppi:.0f} ppi, not {COARSE:.0f} or more"
            hint = f"save it with at least {wanted[0]} x {wanted[1]} pixels, or place it smaller"
            yield Problem(_own_picture(proof, layer), message, hint, PPI - ppi)


def _pictures(proof: Proof) -> Iterator[tuple[Layer, Image, float, str]]:
    """The pictures, each with its pixels to the inch and its size in words."""
    for _, layer in proof.grounds:
        image = layer.node
        if isinstance(image, Image) and min(image.pixels) > 0:
            ppi = min(image.pixels[0] / image.width, image.pixels[1] / image.height) * 25.4 / layer.scale
            yield layer, image, ppi, f"{image.pixels[0]} x {image.pixels[1]} pixels"


@check("P018", on=Proof)
def pictures_are_no_larger_than_is_seen(proof: Proof) -> Iterator[Problem]:
    """Large files have no more than twice the pixels that the finest printers show. Told once for an element."""
    for layer, image, ppi, pixels in _pictures(proof):
        if len(image.data) >= HEAVY and ppi > sqrt(2) * FINE:
            wanted = [round(p * FINE / ppi + 0.5) for p in image.pixels]
            size = f"{pixels} ({len(image.data) / 1e6:.1f} MB)"
            message = f"the picture of {size} prints at {ppi:.0f} ppi, of which nobody sees more than {FINE:.0f}"
            hint = f"for a smaller PDF save it with {wanted[0]} x {wanted[1]} pixels, or build with `--picture-dpi`"
            yield Problem(proof.mark(layer, "pnp:href", "href"), message, hint, len(image.data))


def _own_picture(proof: Proof, layer: Layer) -> Mark:
    """The item's picture, where an expression names it; else the one in the template."""
    words = layer.element.attributes.get("pnp:href", "") if layer.element is not None else ""
    field = words.removeprefix("item.")
    return proof.item.marks.get(field) or proof.mark(layer, "pnp:href", "href")


@check("P005", on=Proof)
def lines_can_be_printed(proof: Proof) -> Iterator[Problem]:
    """Lines are at least 0.1 mm wide, light ones on ink 0.2 mm. Of many in a file, as clip art has them, or in a
    picture, the thinnest."""
    yield from _worst_of_art(_thin_lines(proof), FEW_LINES)


FEW_LINES = 5


def _worst_of_art(problems: Iterable[Problem], few: float = inf) -> Iterator[Problem]:
    """Of the problems in a picture of an item, and of more than a `few` in another file, the worst alone."""
    files: dict[str, list[Problem]] = {}
    for problem in problems:
        files.setdefault(problem.mark.file, []).append(problem)
    for found in files.values():
        yield from [max(found, key=lambda p: p.weight)] if found[0].mark.in_art or len(found) > few else found


def _thin_lines(proof: Proof) -> Iterator[Problem]:
    for k, layer in proof.grounds:
        node, paint = layer.node, None
        if isinstance(node, Path) and node.stroke is not None:
            what, width, paint, attribute = "the line", node.stroke.width, node.stroke.paint, "stroke-width"
        elif isinstance(node, Path) and node.fill is not None and len(node.segments) <= _PLAIN:
            what, width, paint = "the filled shape", _thickness(node.segments), node.fill
            attribute = "width" if layer.box[2] - layer.box[0] < layer.box[3] - layer.box[1] else "height"
        elif layer.icon and isinstance(node, Group):
            drawn = [part.node for part in proof.sampler.art(node)[0]]
            width = min((n.stroke.width for n in drawn if isinstance(n, Path) and n.stroke), default=inf)
            what, attribute = f"the thinnest line of the icon `{layer.icon}`", "pnp:icon"
        else:
            continue
        width *= layer.scale
        may_be_thin = 0 < width < LIGHT_LINE - 1e-4
        least = _least_width(proof, k, node, paint) if may_be_thin and isinstance(node, Path) and paint else HAIRLINE
        if may_be_thin and width < least - 1e-4:
            light = " light upon dark" if least > HAIRLINE else ""
            message = f"{what} is {width:.2g} mm wide{light}, thinner than {least:g} mm"
            hint = f"make it {least:g} mm or wider" if paint else "place it larger"
            yield Problem(proof.mark(layer, f"pnp:{attribute}", attribute), message, hint, least - width)


def _thickness(segments: Segments) -> float:
    """How thick a plain shape is at its thinnest side, in its own mm; that of a long one with straight sides, however
    it is turned."""
    if any(command == "C" for command, _ in segments):
        x1, y1, x2, y2 = bounds(segments)
        return min(x2 - x1, y2 - y1)
    loops = polygons(segments)
    if len(loops) != 1:
        return 1e3
    (loop,) = loops
    around = fsum(dist(a, b) for a, b in pairwise((*loop, loop[0])))
    x1, y1, x2, y2 = bounds(segments)
    across = around / 4 - sqrt(max(0.0, around**2 / 16 - abs(area(loop))))  # the shorter side of a rectangle
    return min(across, x2 - x1, y2 - y1) if around > 12 * across else min(x2 - x1, y2 - y1)


def _least_width(proof: Proof, index: int, node: Path, paint: Paint) -> float:
    """How wide this line must be: light ones on dark ink lose from both sides."""
    layer = proof.layers[index]
    start = next((v[-2:] for _, v in node.segments if v), (0.0, 0.0))
    color, alpha = paint_at(paint, *start)
    if alpha * layer.share < 0.3:
        return 0.0  # a hint of a line
    if luminance(color) < 0.5:
        return HAIRLINE
    ground = proof.sampler.ground(proof.layers[:index], *at(layer.matrix, *start))
    return LIGHT_LINE if ground is not None and luminance(ground) < 0.18 else HAIRLINE


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
    under = [one for one, (x1, y1, x2, y2) in boxes if max(x2 - x1, y2 - y1) > _SPECK * run.size]
    width, height = proof.face.shape.width, proof.face.shape.height

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
                hint = f"write {bold}{larger}{_room(layer)}"
                yield Problem(proof.mark(layer, "font-size"), message, hint, LIGHT_LINE - width)


def _room(layer: Layer) -> str:
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
    sides = [(p, q) for loop in loops for p, q in zip(loop, (*loop[1:], loop[0]), strict=True)]
    return sorted(px + (qx - px) * (y - py) / (qy - py) for (px, py), (qx, qy) in sides if (py > y) != (qy > y))
