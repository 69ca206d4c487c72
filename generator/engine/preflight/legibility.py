"""What a printer and a reader make of one face: sizes of type, pictures, lines, the safe zone.

Takes a `Proof`; gives a problem at the element of the template (or the item's line) that is to be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist, fsum, hypot, inf, sqrt

from generator.data.lexicon import has_japanese
from generator.diagnostics.findings import Mark
from generator.engine.preflight.contrast import LIGHT_LINE, room_hint, stands_out
from generator.engine.preflight.run import Proof
from generator.engine.preflight.visibility import Layer, paint_at, size_of
from generator.engine.registry import Problem, check
from generator.face.colors import luminance
from generator.face.face import Group, Image, Paint, Path, Segments, SourceElement
from generator.face.geometry import area, at, bounds, box_under, common, multiply, overlap, polygons
from generator.face.loops import clearance
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
HAIRLINE = 0.1
"""The thinnest line (mm) of ink that prints."""
ICON_SHARE = 0.5
"""The share of the safe zone that icons keep: a shape that loses its edge is still read, a word is not."""
ICON_LARGE, FAINT = 15.0, 1.5
"""From this size (mm), or below this contrast, an icon is ornament, not information."""
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
            hint = (
                f"write a `font-size` that comes to {least * POINT + 0.005:.2f} mm on paper, or more{room_hint(layer)}"
            )
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
