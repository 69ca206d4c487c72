"""The value between layout and sheet: a `Face`, one side of one component, finished.

Promise: absolute millimetres, y down, origin at the top left of the trim's bounding box; text is set
line by line, glyph by glyph; fonts, icons and images are files we have; nothing is left to look up.
Exporters see only the four node kinds `Group`, `Path`, `GlyphRun`, `Image`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from generator.diagnostics.findings import Mark
from generator.values import Alike, Struct, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from generator.cache import Store

Matrix = tuple[float, float, float, float, float, float]
"""An affine map in SVG's order (a b c d e f): x' = a x + c y + e, y' = b x + d y + f."""

Segment = tuple[str, tuple[float, ...]]
"""("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)) or ("Z", ()); always absolute, mm."""

Segments = tuple[Segment, ...]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Color(Struct, frozen=True):
    """An sRGB colour "#rrggbb" in lower case, and its opacity from 0 to 1."""

    hex: str
    alpha: float = 1.0

    @property
    def colors(self) -> tuple[Color, ...]:
        """Those of a paint."""
        return (self,)

    def recolored(self, change: Callable[[Color], Color]) -> Color:
        """The paint with other colours."""
        return change(self)


class Gradient(Struct, frozen=True):
    """A linear gradient from (x1, y1) to (x2, y2), or a radial one about (x1, y1) of radius r > 0 that begins at its
    focus (x2, y2), within it. Coordinates are in the mm of the painted node; stops are (offset 0..1, colour)."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[tuple[float, Color], ...]
    r: float = 0.0

    @property
    def colors(self) -> tuple[Color, ...]:
        """Those of a paint."""
        return tuple(color for _, color in self.stops)

    def recolored(self, change: Callable[[Color], Color]) -> Gradient:
        """The paint with other colours."""
        return replace(self, stops=tuple((offset, change(color)) for offset, color in self.stops))


Paint = Color | Gradient


class Stroke(Struct, frozen=True):
    """How a path is stroked; widths and dashes in mm, caps and joins by their SVG names."""

    paint: Paint
    width: float
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0


class SourceElement(Protocol):
    """An element of a template."""

    @property
    def tag(self) -> str:
        """Its name in SVG."""

    @property
    def attributes(self) -> Mapping[str, str]:
        """Its attributes, as they are bound."""

    @property
    def bound(self) -> bool:
        """True where an expression gave it an attribute."""

    @property
    def file(self) -> str:
        """The file that it stands in."""

    def mark(self, attribute: str = "") -> Mark:
        """The place of an attribute in the file, else of the element."""


class _Node(Alike, frozen=True, kw_only=True):
    """What all nodes have besides what they are. `source` are the elements that drew it, the outermost first (a `text`
    and its `tspan`), `whole` the words that letters on a path are part of; nodes that look alike are equal whatever
    drew them. `box` and `weight` (face/bounds.py) and `digest` (face/stamp.py) are worked out when they are first asked
    for."""

    BESIDE = ("source", "whole")
    WORKED_OUT = {"box": None, "weight": -1.0, "digest": b""}  # noqa: RUF012 (of all nodes)
    source: tuple[SourceElement, ...] = ()
    whole: str = ""
    box: tuple[float, float, float, float] | None = None
    weight: float = -1.0
    digest: bytes = b""


class Path(_Node, frozen=True):
    """A filled and/or stroked outline."""

    segments: Segments
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class Glyph(NamedTuple):
    """One glyph of a run: its id in the font file, the characters it stands for (usually one; ""
    for the later glyphs of a cluster), and its offset in mm from the run's origin."""

    gid: int
    text: str
    x: float
    y: float = 0.0


class Glyphs(Struct, frozen=True):
    """The glyphs of a run, column by column; no `ys`: all stand on the line."""

    gids: tuple[int, ...]
    texts: tuple[str, ...]
    xs: tuple[float, ...]
    ys: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.gids)

    def __iter__(self) -> Iterator[Glyph]:
        return map(Glyph, self.gids, self.texts, self.xs, self.ys or repeat(0.0))

    def part(self, first: int, end: int) -> Glyphs:
        """Those from one to before another."""
        return Glyphs(self.gids[first:end], self.texts[first:end], self.xs[first:end], self.ys[first:end])


class GlyphRun(_Node, frozen=True):
    """A run of glyphs of one font on one baseline.

    `font` is a font id of `layouts/fonts/fonts.yaml`; `size` is the em in mm; (x, y) is the baseline's
    start; `width` is the run's advance in mm. `fill` is None for a hidden run: nothing is drawn, the
    characters are there to be searched and copied (the word under an inline icon). `stretch` scales
    the run horizontally about x (hidden runs only; the glyph offsets are before stretching).
    """

    font: str
    size: float
    x: float
    y: float
    glyphs: Glyphs
    width: float
    fill: Color | None
    stretch: float = 1.0

    @property
    def string(self) -> str:
        """The characters of the run."""
        return "".join(self.glyphs.texts)

    @property
    def said(self) -> str:
        """The words that it is, or is part of."""
        return self.whole or self.string


class Image(_Node, frozen=True):
    """A raster picture (PNG or JPEG bytes), stretched over a rectangle in mm."""

    data: bytes
    x: float
    y: float
    width: float
    height: float
    pixels: tuple[int, int] = (0, 0)
    alt: str = ""


class PaintEffect(Struct, frozen=True):
    """How nodes come to paper together. `blend`: mixed with what lies below, by CSS's name for it. `steps`: through a
    filter, in SVG (or functions of CSS), whose coordinates `frame` maps into those of the nodes; there it works within
    `box` (left, top, right, bottom), and paints within `reach`; it is seen in full at `dpi`. `behind`: the same without
    the nodes, which stand upon it as they are; "": it alters them. `cost` is in points, as `weight` counts them."""

    blend: str = ""
    steps: str = ""
    behind: str = ""
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    reach: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    frame: Matrix = IDENTITY
    dpi: float = 0.0
    cost: float = 0.0


ICON_KEY = "icon:"
"""The key of an icon begins so: it is drawn in a square of 1 x 1 mm."""


class Group(_Node, frozen=True):
    """Nodes with a common transform, clip and opacity (of the group as a whole).

    `clip` is in the coordinates inside the group. Equal non-empty `key`s promise equal `children`:
    exporters may store such a group once and place it often (icons). `mask`, in the same coordinates: the children show
    as far as these nodes (grey paths, pictures) are light on black ground. `said`: the words that they are together.
    An `effect` is a group's own: the others do nothing in it but its children.
    """

    children: tuple[Node, ...]
    matrix: Matrix = IDENTITY
    clip: Segments = ()
    clip_even_odd: bool = False
    opacity: float = 1.0
    key: str = ""
    mask: tuple[Node, ...] = ()
    said: str = ""
    effect: PaintEffect | None = None

    @property
    def as_one(self) -> bool:
        """True if its children are not the same without it, each by itself."""
        return bool(self.key or self.mask or self.effect)


Node = Group | Path | GlyphRun | Image


class Later(Sequence[Node]):
    """Nodes that are made when somebody looks at them. `store` keeps under their `key` what they come of; there may be
    kept what they come to."""

    __slots__ = ("_make", "_nodes", "key", "store")

    def __init__(
        self, key: bytes, store: Store | None, make: Callable[[], Sequence[Node]], nodes: Sequence[Node] | None = None
    ) -> None:
        self.key, self.store, self._make, self._nodes = key, store, make, nodes

    def forget(self) -> None:
        """Let go of the nodes; who looks at them again makes them anew."""
        self._nodes = None

    def _known(self) -> Sequence[Node]:
        if self._nodes is None:
            self._nodes = self._make()
        return self._nodes

    def __len__(self) -> int:
        return len(self._known())

    def __getitem__(self, k: Any) -> Any:  # noqa: ANN401 (one or some, as a tuple has it)
        return self._known()[k]

    def __iter__(self) -> Iterator[Node]:
        return iter(self._known())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class Cell(Struct, frozen=True):
    """A named place inside a shape: centre in mm, `angle` in degrees clockwise (which way its top
    points; 0 is up), `radius` of the largest circle in it, and its outline."""

    x: float
    y: float
    radius: float
    angle: float = 0.0
    outline: Segments = ()
    width: float = 0.0
    height: float = 0.0


class Shape(Struct, frozen=True):
    """The geometry of a size: what is cut, what is folded, what places are inside.

    `width` and `height` are those of the trim's bounding box, whose top left is the origin. `holes` are
    inner cut lines. `folds` are lines (x1, y1, x2, y2). `nest` holds two vectors of a lattice on which
    copies tile the plane with shared cut lines; empty if the shape can't. `pair` holds such vectors for two copies, one
    of them turned half round, and where the box of the turned one lies; empty if nothing is won by that. `tabs` are
    what takes glue and is hidden when the piece is put together, each with the room that words have on it.
    """

    kind: str
    width: float
    height: float
    outline: Segments
    holes: tuple[Segments, ...] = ()
    folds: tuple[tuple[float, float, float, float], ...] = ()
    cells: tuple[Cell, ...] = ()
    nest: tuple[tuple[float, float], ...] = ()
    radius: float = 0.0
    pair: tuple[tuple[float, float], ...] = ()
    tabs: tuple[Cell, ...] = ()

    @property
    def cuts(self) -> tuple[Segments, ...]:
        """All that is cut: the outline, and the holes."""
        return (self.outline, *self.holes)

    @property
    def area(self) -> Segments:
        """What the cuts leave, as one path to be filled by the even-odd rule."""
        return tuple(segment for cut in self.cuts for segment in cut)


class Face(Struct, frozen=True, eq=False):
    """One side of one component. Each is itself alone, however alike another is.

    `side` is "front" or "back". `bleed` is how far paint really reaches beyond the trim (mm, measured from
    the nodes); `safe` is the margin inside the trim that text must keep. `stamp` is the short content
    stamp of it: the same nodes give the same stamp. `digest` is what the stamp is the short form of. `marking` are the
    nodes of the stamp where sheets print it on the face; `slug`: they print it in their margin.
    """

    game: str
    set: str
    item: str
    side: str
    language: str
    shape: Shape
    nodes: Sequence[Node]
    bleed: float = 0.0
    safe: float = 0.0
    stamp: str = ""
    digest: bytes = b""
    marking: tuple[Node, ...] = ()
    slug: bool = False

    @property
    def printed(self) -> tuple[Node, ...]:
        """What sheets show of it: the nodes, and the stamp upon them."""
        return (*self.nodes, *self.marking)

    @property
    def name(self) -> str:
        """ "set/item" or "set/item back": how findings and captions call this face."""
        return f"{self.set}/{self.item}" + (" back" if self.side == "back" else "")


# ---- nodes as plain data ----------------------------------------------------------------------------------------

_PARTS = {kind.__name__: kind for kind in (Group, Path, GlyphRun, Image, Glyphs, Color, Gradient, Stroke, PaintEffect)}
"""Nodes and what is in them, by name."""
_FIELDS = {kind: attrgetter(*kind.__match_args__) for kind in _PARTS.values()}

_DEEP = frozenset([*_FIELDS, tuple, Later])


def flat(value: Any) -> Any:  # noqa: ANN401 (a node, or what one of its fields holds)
    """A node as plain data, without what drew it: a list of its name and its fields; tuples of such are lists, too."""
    kind = type(value)
    if kind in _FIELDS:
        return [kind.__name__, *[flat(one) if type(one) in _DEEP else one for one in _FIELDS[kind](value)]]
    if kind is Later:  # to be compared; it does not come back
        return ["Later", value.key]
    if kind is tuple and value:
        first = value[0]
        if type(first) in _FIELDS:
            return [flat(one) for one in value]
        if type(first) is tuple and type(first[-1]) in _FIELDS:  # the stops of a gradient
            return [[at, flat(color)] for at, color in value]
    return value


def unflat(data: Any) -> Any:  # noqa: ANN401 (likewise)
    """The node again."""
    if not isinstance(data, list):
        return data
    if data and isinstance(data[0], str):
        return _PARTS[data[0]](*map(unflat, data[1:]))
    return tuple(map(unflat, data))
