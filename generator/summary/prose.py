"""Prose -> slugs: how the words of a printed rule summary are set.

Takes `Prose` and a `Design` (fonts, icons, colours, sizes of one document); gives lines and `Slug`s on the design's
grid of half lines. Promise: no paragraph leaves a single line alone in a column; every line that is wider than
its measure and every character without a glyph is told in the design's `found`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import ceil

from generator.data.lexicon import base_of_language
from generator.data.markup import BOLD, ITALIC
from generator.diagnostics.findings import Finding, Mark
from generator.face.coarser import greeked
from generator.face.colors import PAPER, contrast, rgb_of
from generator.face.face import Color, Face, GlyphRun, Group, Matrix, Node, Path, Stroke
from generator.face.geometry import polyline
from generator.summary.columns import Link, Slug, together
from generator.summary.summary import Prose, Span, Summary, paragraphs
from generator.typeset.fonts import FontBook
from generator.typeset.inline import Break, Icon, Inline, Ruby, Words, finder, words_with
from generator.typeset.setting import POINT, Line, Setting, Style
from generator.typeset.typeset import flow, missing_in, set_line
from generator.values import Struct, field, replace

INK = Color("#1f1d1a")
GREY = Color("#6b665e")
WHITE = Color("#ffffff")
HAIR = Color("#bdb7ab")
LINE = 2
"""Units of the grid that a line of running text takes."""
TITLED = 2.4
"""Units from line to line of a title."""
WHOLE = 14
"""An example, a note or a kind of words of so many lines or fewer stands in one column."""
SHORT = 4
"""A paragraph of so many lines or fewer is not parted: two lines in two columns read as none."""
LISTED = 8
"""So does a paragraph of that many whose lines are broken by hand: a list."""

SIZES = {"ja": 8.5, "en": 8.8}
"""Language -> size of the running text, in points."""


class Design(Struct, frozen=True, dict=True):
    """What one document is set with. `size` is that of the running text in mm, `unit` the grid (half a line)
    in mm, `width` the type area's, `gap` between columns, `top` the margin above them. `art` draws a term's icon in
    a colour, 1 x 1 mm. `found` collects what is wrong, all told at the `mark`.
    """

    summary: Summary
    book: FontBook
    art: Callable[[str, Color], Group | None]
    accent: Color
    width: float
    size: float
    unit: float = 2.25
    gap: float = 7.0
    top: float = 0.0
    mark: Mark = Mark("")
    found: list[Finding] = field(default_factory=list)

    def tell(self, code: str, message: str, hint: str) -> None:
        """Keeps a finding."""
        self.found.append(Finding(code, self.mark, f"{message} ({self.language})", hint))

    @property
    def language(self) -> str:
        """The language of the summary, without its country."""
        return base_of_language(self.summary.language)

    @property
    def blank(self) -> str:
        """What stands between sentences."""
        return "" if self.language in ("ja", "zh") else " "

    def column(self, columns: int) -> float:
        """The measure of one of so many columns, mm."""
        return (self.width - (columns - 1) * self.gap) / columns

    @cached_property
    def body(self) -> Style:
        """The running text: Japanese fills the line, Latin is ragged."""
        align = "justify" if self.language == "ja" else "start"
        return Style("body", self.size, INK, self.language, align=align)

    def text(self, scale: float = 1.0, fill: Color = INK, bold: bool = False, align: str = "start") -> Style:
        """The text family at a size relative to the running text."""
        return Style("body", self.size * scale, fill, self.language, bold, align=align)

    def title(self, points: float, fill: Color = INK) -> Style:
        """The display family, in points."""
        return Style("title", points * POINT, fill, self.language, True)

    @cached_property
    def colors(self) -> dict[str, str]:
        """The colour of each term that has one."""
        return {e.id: e.color for kind in self.summary.glossary for e in kind.entries if e.color}

    @cached_property
    def names(self) -> re.Pattern[str] | None:
        """Finds what the glossary explains in running text."""
        return glossary_names(self.summary)

    def icon(self, term: str, ink: Color = INK) -> Group | None:
        """A term's icon as it stands in the text."""
        return self.art(term, icon_color(self.colors.get(term, ""), ink))

    @property
    def tint(self) -> Color:
        """The accent as a light ground."""
        return Color(self.accent.hex, 0.09)


def glossary_names(summary: Summary) -> re.Pattern[str] | None:
    """Finds what the glossary explains in running text."""
    said = (name for kind in summary.glossary for name in (kind.name, *(e.word for e in kind.entries)))
    return finder(said, base_of_language(summary.language))


JOINED = "\u2060"
"""Holds a reference to the word before it: no line begins with `→11.6`."""


def _content(prose: Prose, design: Design, style: Style) -> tuple[Inline, ...]:
    """Prose as typesetting takes it; icons in their own colours."""
    return tuple(_inline(span, design, style) for span in prose)


def _inline(span: Span, design: Design, style: Style) -> Inline:
    cut = BOLD * span.bold + ITALIC * span.italic
    if span.kind == "icon":
        art = design.icon(span.detail, style.fill)
        return Icon(art, span.text, cut) if art else Words(span.text, cut)
    if span.kind == "ruby":
        return Ruby(span.text, span.detail, cut)
    if span.kind in ("break", "paragraph"):
        return Break(span.kind == "paragraph")
    if span.detail:
        text = f"{JOINED}{span.text}" if span.kind == "rule" else span.text
        return Words(text, cut, ((0, len(text)),))
    return words_with(design.names, span.text, cut)


def words(text: str, bold: bool = False) -> Prose:
    """Plain words as prose."""
    return (Span("text", text, "", bold),) if text else ()


def set_lines(prose: Prose, design: Design, style: Style, width: float) -> list[Line]:
    """Lines of at most `width` mm; what does not fit is told."""
    inline = _content(prose, design, style)
    lines = flow(inline, style, design.book, width)
    for line in (k for k in lines if k.width > width + 0.01):
        message = f"`{line.text}` is {line.width - width:.1f} mm too long for its line in the rule summary"
        design.tell("S101", message, "write shorter words, or break the long one")
    _tell_missing(design, missing_in(inline, style, design.book))
    return lines


def _tell_missing(design: Design, characters: Iterable[str]) -> None:
    for char in characters:
        message = f"no font draws `{char}` (U+{ord(char):04X}), which the rule summary needs"
        design.tell("S102", message, "write another character, or add a font that has it")


def placed(line: Line, x: float, y: float) -> Group:
    """A line with its baseline's start at (x, y)."""
    return Group(line.nodes, (1.0, 0.0, 0.0, 1.0, round(x, 4), round(y, 4)))


def baseline(design: Design, style: Style, units: float = LINE) -> float:
    """Where the baseline stands in a line that is `units` high, mm from its top: capitals in the middle."""
    return design.unit * units / 2 + style.size * 0.355


def one_line(prose: Prose, design: Design, style: Style, x: float, y: float, anchor: str = "start") -> Setting:
    """Words on one line whose start, middle or end is at x, on the baseline y."""
    done = set_line(_content(prose, design, style), style, design.book, x, y, anchor)
    _tell_missing(design, done.missing)
    return done


def text_slugs(
    prose: Prose,
    design: Design,
    style: Style,
    width: float,
    x: float = 0.0,
    *,
    before: int = 0,
    after: int = 0,
    keep: bool = False,
    ground: str = "",
    anchor: str = "",
    hung: Sequence[Node] = (),
    units: int = LINE,
) -> list[Slug]:
    """A text as slugs, a line each, its left edge at x. `hung` stands beside its first line. One unit parts its
    paragraphs. With `keep` its last line stays with what follows; a text with a `ground` is not parted if it is short.
    """
    slugs: list[Slug] = []
    parts = [p for p in paragraphs(prose) if p]
    for number, part in enumerate(parts):
        lines = set_lines(part, design, style, width)
        whole = len(lines) <= (LISTED if any(span.kind == "break" for span in part) else SHORT)
        for k, line in enumerate(lines):
            first = not slugs
            y = baseline(design, style, units)
            nodes = (*(hung if first else ()), placed(line, x, y))
            gap = before if first else 1 if k == 0 else 0
            held = k < len(lines) - 1 and (whole or k in (0, len(lines) - 2))
            links = _links_in(line, part, x, design.unit * units)
            slugs.append(Slug(nodes, units, gap, 0, held, ground, anchor if first else "", links))
        if number == len(parts) - 1 and slugs:
            slugs[-1] = replace(slugs[-1], after=after, keep=keep)
    if ground and len(slugs) <= WHOLE:
        slugs = together(slugs)
    return slugs


def titled(
    prose: Prose, design: Design, style: Style, width: float, x: float, y: float, hung: Sequence[Node], units: int
) -> Slug:
    """A title in large type, its first line on the baseline y and `units` high; stays with what follows."""
    lines = set_lines(prose, design, style, width)
    nodes = (placed(line, x, y + k * TITLED * design.unit) for k, line in enumerate(lines))
    return Slug((*hung, *nodes), units + ceil(TITLED * (len(lines) - 1)), keep=True)


def _links_in(line: Line, prose: Prose, x: float, height: float) -> tuple[Link, ...]:
    """Where the references of a prose stand in one of its lines that begins at x."""
    wanted = {s.text: s.detail for s in prose if s.kind == "rule"}
    if not wanted:
        return ()
    places = [(g.text, n.x + g.x) for n in line.nodes if isinstance(n, GlyphRun) and n.fill for g in n.glyphs if g.text]
    places.append(("", line.left + line.width))
    text = "".join(char[:1] for char, _ in places)
    found = []
    for words_, anchor in wanted.items():
        for match in re.finditer(re.escape(words_) + r"(?![\d.]*\d)", text):
            x1, x2 = places[match.start()][1], places[match.end()][1]
            found.append(Link(x + x1, 0.0, x2 - x1, height, anchor))
    return tuple(found)


def rule_line(x1: float, x2: float, y: float, color: Color = HAIR, width: float = 0.15) -> Path:
    """A straight line across."""
    return Path(polyline((x1, y), (x2, y)), None, Stroke(color, width))


def leader(x1: float, x2: float, y: float) -> Path:
    """Dots from x1 to x2."""
    return Path(polyline((x1, y), (x2, y)), None, Stroke(HAIR, 0.3, "round", dash=(0.0, 1.2)))


def framed(face: Face, matrix: Matrix, scale: float) -> Group:
    """A face clipped to its outline, under a fine line."""
    outline, holes = face.shape.area, bool(face.shape.holes)
    inside = Group(tuple(greeked(face.nodes, scale)), clip=outline, clip_even_odd=holes)
    return Group(
        (Path(outline, WHITE, even_odd=holes), inside, Path(outline, None, Stroke(Color("#8d877c"), 0.12 / scale))),
        matrix,
    )


# ---- colours that can be read on white paper -----------------------------------------------------------------


WORDS, SIGNS = 4.6, 3.0
"""Least contrast with the paper of words, and of icons."""


def legible(color: str, least: float = WORDS) -> Color:
    """A colour "#rrggbb" of the game, darkened (its hue stays) until words in it can be read on white."""
    channels: Sequence[float] = [255 * v for v in rgb_of(color)]
    while contrast(rgb_of(color), PAPER) < least:
        channels = [c * 0.94 for c in channels]
        color = "#" + "".join(f"{round(c):02x}" for c in channels)
    return Color(color)


def accent_of(summary: Summary) -> Color:
    """The document's one colour: that of the game's first coloured term."""
    coloured = (e.color for kind in summary.glossary for e in kind.entries if e.color)
    return legible(next(coloured, "#3d4f5c"))


def icon_color(color: str, ink: Color) -> Color:
    """The colour of an icon in the line: its term's own, as far as it can be seen, else that of the words."""
    return legible(color, SIGNS) if color else ink
