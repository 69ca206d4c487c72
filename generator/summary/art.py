"""A studio and a game -> the pictures of a rule summary: icons, little faces, the title and its frieze.

Takes what the layout room draws; gives an `Art` that the blocks are set with. Promise: pictures are the real faces,
all at one scale; colours are those of the game's own terms, darkened only where words must be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from math import sqrt
from typing import TYPE_CHECKING

from generator.data.model import Game
from generator.data.rulebook import FigureFace
from generator.face.coarser import greeked
from generator.face.colors import PAPER, contrast, rgb_of
from generator.face.face import Color, Face, Group, Node, Path, Stroke
from generator.face.geometry import transformed
from generator.face.outlines import polyhex
from generator.summary.columns import Region, Slug
from generator.summary.figures import DrawnFace, Sketch, sketch_of
from generator.summary.prose import (
    HAIR,
    INK,
    WHITE,
    Design,
    framed,
    placed,
    rule_line,
    set_lines,
    text_slugs,
    words,
)
from generator.summary.summary import GlossaryEntry, Summary
from generator.typeset.fonts import FontBook
from generator.typeset.setting import POINT
from generator.typeset.typeset import set_line
from generator.values import Struct, field, replace
from generator.words import breakable

if TYPE_CHECKING:
    from generator.layout.assets import Studio

PAPER_GAP = 1.0
SCALES = (4, 5, 6, 8, 10, 12, 16, 20)
SHRUNK = 1.6
"""How much smaller than they could be the pictures may stand, if that saves a second page of them."""
WIDEST = 85.0
"""How wide a picture may be, mm: a column of the printed summary."""
LEAST = 3.0
"""A picture that would be smaller than that, mm, is drawn so large: nobody could tell what it is."""
ROOM = 20.0
"""How wide the pictures of a set may be beside its words, mm."""

IconOf = Callable[[str, Color], Group | None]
"""A term's id and the colour of the text -> its icon, 1 x 1 mm."""


class Picture(Struct, frozen=True):
    """The faces that stand for a set, from the top left: their nodes, and the room they take, mm. It shrinks by `least`
    at most; `larger`: than the scale of all pictures.
    """

    nodes: tuple[Node, ...]
    width: float
    height: float
    least: float = 0.0
    larger: bool = False


class Art(Struct, frozen=True):
    """Fonts, icons, a picture for each set (all at 1 : `scale`), the figures by their paragraphs, and the style sheet
    of the HTML."""

    book: FontBook
    icon: IconOf
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    sketches: Mapping[str, Sketch] = field(default_factory=dict)
    scale: int = 4
    style: str = ""

    @property
    def larger(self) -> bool:
        """True if a picture is larger than the scale says."""
        return any(p.larger for p in self.pictures.values())


def scale_for(faces: Mapping[str, Sequence[Face]], room: float) -> int:
    """The largest scale (1 : n) at which each set's first face is at most `room` mm wide."""
    widest = max((f[0].shape.width for f in faces.values()), default=0.0)
    return next((n for n in SCALES if widest / n <= room), SCALES[-1])


def set_pictures(faces: Mapping[str, Sequence[Face]], scale: int) -> dict[str, Picture]:
    """A picture for each set: its faces side by side, as many as have room; at least the first."""
    return {name: _picture(shown, 1 / scale) for name, shown in faces.items()}


def _picture(faces: Sequence[Face], scale: float) -> Picture:
    nodes: list[Node] = []
    size = max(faces[0].shape.width, faces[0].shape.height)
    least, usual = min(1.0, LEAST / size), scale
    scale = max(scale, least)
    x = height = 0.0
    for k, face in enumerate(faces):
        width = face.shape.width * scale
        if k and x + PAPER_GAP + width > ROOM:
            break
        x += PAPER_GAP if k else 0.0
        nodes.append(framed(face, (scale, 0.0, 0.0, scale, x, 0.0), scale))
        x += width
        height = max(height, face.shape.height * scale)
    return Picture(tuple(nodes), x, height, least / scale, scale > usual)


def smaller(art: Art) -> Iterator[Art]:
    """The same with ever smaller pictures, as long as they can be told apart."""
    for scale in range(art.scale + 1, int(SHRUNK * art.scale) + 1):
        shown = {name: _shrunk(p, art.scale / scale) for name, p in art.pictures.items()}
        yield replace(art, pictures=shown, scale=scale)


def _shrunk(p: Picture, factor: float) -> Picture:
    k = max(factor, p.least)
    nodes = (Group(tuple(greeked(p.nodes, k)), (k, 0, 0, k, 0, 0)),)
    return Picture(nodes, p.width * k, p.height * k, p.least / k, p.larger or k > factor)


def frieze_nodes(summary: Summary, icon: IconOf, across: float) -> list[Node]:
    """A row of hexagons, `across` mm wide, in the colours of the game's terms, each with its icon."""
    terms = [e for kind in summary.glossary for e in kind.entries if e.icon and e.color]
    if not terms:
        return []
    many = max(1, round(across / 9.4))
    step = across / many
    nodes: list[Node] = []
    for k, term in enumerate(islice(cycle(terms), many)):
        nodes += _badge(term, icon, step * (k + 0.5), step)
    return nodes


def _badge(term: GlossaryEntry, icon: IconOf, x: float, step: float) -> list[Node]:
    hexagon, y = polyhex(((0, 0),), (step - 0.7) / sqrt(3), flat=False), step / sqrt(3)
    outline = transformed(hexagon.outline, (1.0, 0.0, 0.0, 1.0, x - hexagon.width / 2, y - hexagon.height / 2))
    pale = contrast(rgb_of(term.color), PAPER) < 2.2
    edge = Stroke(HAIR, 0.15) if pale else None
    nodes: list[Node] = [Path(outline, Color(term.color), edge)]
    art = icon(term.id, INK if pale else WHITE)
    size = step * 0.58
    if art:
        nodes.append(Group((art,), (size, 0, 0, size, x - size / 2, y - size / 2)))
    return nodes


def title_region(design: Design) -> Region:
    """The name of the game under the frieze, the facts, and what the game is about."""
    summary = design.summary
    band = frieze_nodes(summary, design.art, design.width)
    y = 15.0 if band else 0.0
    floor = 18 * POINT
    title = set_line(summary.title, design.title(38), design.book, 0, y + 13.5, "start", design.width, floor, True)
    above: list[Node] = list(title.nodes)
    if title.over_width > 0:
        lines = set_lines(words(breakable(summary.title)), design, design.title(18), design.width)
        above = [placed(line, 0, y + 8 + 8 * k) for k, line in enumerate(lines)]
        y += 8 * len(lines) - 7
    facts = summary.beside(summary.say("rules"), *summary.facts)
    under = set_lines(words(breakable(facts)), design, design.text(1.2, design.accent, bold=True), design.width)
    below = [placed(line, 0, y + 21.8 + 5.4 * k) for k, line in enumerate(under)]
    y += 5.4 * (len(under) - 1)
    line = rule_line(0, design.width, y + 25.6, design.accent, 0.7)
    head = Slug((*band, *above, *below, line), -int(-(y + 26.5) // design.unit), keep=True)
    lead = text_slugs(summary.about, design, design.text(1.22), design.width * 0.88, units=3, before=1)
    return Region((head, *lead))


def art_of(studio: Studio, game: Game, summary: Summary) -> Art:
    """Everything drawn that a summary needs. A face that cannot be drawn has no picture (the build tells why)."""
    from generator.layout.draw import draw_face

    def icon(term: str, color: Color) -> Group | None:
        known = game.terms.get(term)
        return studio.icon(known.icon, color, game.folders) if known and known.icon else None

    def drawn(shown: FigureFace) -> DrawnFace | None:
        owner = game.sets[shown.set]
        item = game.items[f"{shown.set}/{shown.item}"]
        wanted = owner.template(item) and owner.template(item, shown.side)
        layout = studio.layout(wanted, game.folders) if wanted else None
        face = draw_face(studio, game, owner, item, shown.side, summary.language)[0] if layout else None
        return (face, layout) if face and layout else None

    def face_of(set_id: str, item_id: str) -> Face | None:
        found = drawn(FigureFace(set_id, item_id, "front", game.mark))
        return found[0] if found else None

    tried = {part.id: [face_of(part.id, item) for item in part.pictures] for part in summary.parts}
    faces = {name: [f for f in some if f is not None] for name, some in tried.items() if any(some)}
    figures = {p.id: p.figure for chapter in summary.chapters for p in chapter.paragraphs if p.figure}
    sketches = {name: sketch for name, figure in figures.items() if (sketch := sketch_of(figure, drawn))}
    scale = scale_for(faces, WIDEST)
    path = studio.project.layout_file("summary.css")
    style = studio.project.read(path).decode("utf-8", errors="replace") if path else ""
    return Art(studio.book, icon, set_pictures(faces, scale), sketches, scale, style)
