"""What resolving works with: the tools of a game, the face in hand, the place in its tree.

Holds no logic of drawing. Promise: `DrawnCache` only ever holds what depends on nothing but a bound element, its
place, the game's icons (and, where there are words, on the game and the language), so faces may share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path as File

from generator.data.model import ComponentSet, Game, Item, Text
from generator.diagnostics.findings import Fault, Finding, Mark, Unreadable
from generator.face.bounds import ELEMENT, fill_box
from generator.face.face import IDENTITY, Color, Group, Matrix, Node, Segments, Shape, SourceElement
from generator.face.geometry import Box, bounds, inverse, multiply
from generator.layout.svg.datatypes import LARGEST, length, origin, transform
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import BOXED, REGION
from generator.layout.svg.paths import broken_off, shape_segments
from generator.layout.svg.references import MAX_NESTING, reference
from generator.layout.svg.style import INHERITED, ROOT_STYLE, SvgStyle, cascaded, changes_of
from generator.layout.template.bind import BoundCache
from generator.layout.template.compile import Bound, Layout
from generator.project import Project
from generator.typeset.fonts import FontBook
from generator.values import Struct, field, replace


class Drawing(Struct, frozen=True, eq=False):
    """What came of an element: its nodes, what was told, which texts did not fit; how many texts it holds, and what it
    weighs.
    """

    nodes: tuple[Node, ...]
    told: tuple[Finding, ...]
    overfull: frozenset[SourceElement]
    spoken: int
    count: int


class DrawnCache(Struct):
    """What faces share: `kept` bound elements; the styles inside elements, by the style around them and what changes
    it; the nodes drawn of elements at their places; where and how words are set (see text.py).
    """

    kept: BoundCache = field(default_factory=BoundCache)
    styles: dict[tuple[object, ...], SvgStyle] = field(default_factory=dict)
    nodes: dict[tuple[object, ...], Drawing] = field(default_factory=dict)
    slots: dict[tuple[object, ...], object] = field(default_factory=dict)
    count: int = 0

    def keep(self, place: tuple[object, ...], drawing: Drawing) -> None:
        """Keep what was drawn at a place; of what is as heavy as whole decks of cards only the latest."""
        self.count += drawing.count
        if self.count > MAX_KEPT:
            self.nodes.clear()
            self.count = drawing.count
        self.nodes[place] = drawing

    def forget(self) -> None:
        """Begin anew."""
        self.kept = BoundCache()
        self.styles.clear()
        self.nodes.clear()
        self.slots.clear()
        self.count = 0


MAX_KEPT = 3_000_000
"""So many points of drawings are held for faces to share."""


class Tools(Struct, frozen=True, eq=False):
    """What a template of one game may use. `resolve` draws a bound template by a map into mm, in a colour, so deep in
    others; `layout` opens a picture, or what of it stands behind `#`; `folders` are where its pictures are looked for,
    `roots` what nothing may lie outside of. A `draft` shows in red what is missing or does not fit.
    """

    project: Project
    book: Callable[[], FontBook]
    icon: Callable[[str, Color], Group | None]
    layout: Callable[[File, str], Layout | None]
    resolve: Callable[[Context, Bound, Matrix, Color | None, int], list[Node]]
    folders: tuple[File, ...]
    roots: tuple[File, ...]
    cache: DrawnCache
    draft: bool = False


MAX_DRAWN = 1_000_000
"""The budget of a face: a file of 5 MB can hold about as many points. `weight` says what counts how much."""
_LIGHTER = "repeat less, in Inkscape: Path > Simplify, or make a picture (PNG) of what is as fine as that"


Whose = tuple[str, str, str, str, str, Shape]
"""What a face is of: game, set, item, side, language, shape."""
FaceKey = tuple[Layout, Game, str, str, str, Shape]
"""What all sides of a set have in common that are drawn in one language by one template on one shape."""


class Asked(Struct, frozen=True, eq=False):
    """A face that is asked for: a side of an item in a language."""

    game: Game
    owner: ComponentSet
    item: Item
    side: str
    language: str

    @property
    def name(self) -> str:
        """ "set/item", with " back" behind it on that side."""
        return f"{self.owner.id}/{self.item.id}" + " back" * (self.side == "back")

    @property
    def template(self) -> str:
        """The name of its template; "" if it has none."""
        return self.owner.template(self.item, self.side)

    def whose(self, shape: Shape) -> Whose:
        """What a face of it is of."""
        return (self.game.id, self.owner.id, self.item.id, self.side, self.language, shape)

    def place(self, key: str) -> Mark:
        """Where the item, or else its set, says a key."""
        return self.item.marks.get(key) or self.owner.marks.get(key) or self.owner.mark


class Subject(Asked, frozen=True, eq=False):
    """What a face is drawn of: what is asked for, by a template, on a shape."""

    layout: Layout
    shape: Shape

    @property
    def alike(self) -> FaceKey:
        """The same for all items of the set that are drawn as this one."""
        return (self.layout, self.game, self.owner.id, self.side, self.language, self.shape)

    def mark(self, field: str, element: SourceElement) -> Mark:
        """Where the words of a field come from: the item's line, else the template's."""
        value = self.item.values.get(field)
        if isinstance(value, Text) and self.language in value.marks:
            return value.marks[self.language]
        return self.item.marks.get(field) or element.mark("pnp:text")


class Context(Struct, eq=False):
    """One face, or icon, in the making. `root` is the style outside of what is drawn; `stamp` is where the content
    stamp goes: the element and its place; `overfull` are the text elements whose words do not fit or are not what was
    meant, `boxes` the places that such findings are about; `spoken` counts the text elements drawn, `loose` the
    references followed to elements that vary; `page` is the face's trim (mm), once it is known; `sizes` (mm) are those
    of uniform texts by their places, `fitted` what they came to and the fields that they show."""

    tools: Tools
    bound: Bound
    root: SvgStyle = ROOT_STYLE
    language: str = ""
    game: Game | None = None
    subject: Subject | None = None
    told: list[Finding] = field(default_factory=list)
    overfull: set[SourceElement] = field(default_factory=set)
    boxes: dict[Finding, Mark] = field(default_factory=dict)
    count: int = 0
    spoken: int = 0
    loose: int = 0
    stamp: tuple[Element, GraphicsState] | None = None
    safe: Box | None = None
    page: Box | None = None
    sizes: Mapping[Mark, float] = field(default_factory=dict)
    fitted: dict[Mark, tuple[float, str]] = field(default_factory=dict)

    def tell(self, finding: Finding) -> None:
        """Note what is wrong."""
        self.told.append(finding)

    def own(self, finding: Finding) -> Mark | None:
        """The place that a finding is about: the box that words leave, the value that names a picture."""
        if finding.code != "F103" or self.subject is None:
            return self.boxes.get(finding)
        item = self.subject.item
        named = (field for field, value in item.values.items() if value in finding.about and field in item.marks)
        return next((item.marks[field] for field in named), None)

    def refuse(self, element: Element, attribute: str, message: str, hint: str) -> None:
        """Note what is not drawn."""
        self.told.append(Finding("T005", element.mark(attribute), message, hint))

    def unreadable(self, element: Element, attribute: str, what: Unreadable) -> None:
        """Note a value that can't be read."""
        attribute = what.about or attribute
        message = f"`{attribute}`: {what.message}" if attribute else what.message
        self.told.append(Finding(what.code, element.mark(attribute), message, what.hint))

    def by_id(self, name: str) -> Element | None:
        """The element that `#name` means."""
        layout = self.bound.layout
        written = layout.document.ids.get(name)
        if written is None or written in layout.still:
            return written
        self.loose += 1
        return self.bound.by_id(name)

    def target(self, element: Element, attribute: str) -> Element | None:
        """The element that an attribute refers to, as `url(#name)` or (`href`) as `#name`; None if there is none."""
        words = element.attributes.get(attribute, "")
        name = words.strip() if attribute == "href" else reference(words)
        return self.by_id(name.removeprefix("#")) if name else None

    def at_home(self, resource: Element, state: GraphicsState) -> GraphicsState:
        """The place where a definition is used, with the percentages of where it stands, as browsers have it."""
        layout = self.bound.layout
        viewport = layout.document.homes.get(resource.id, layout.view[2:])
        return state if viewport == state.viewport else replace(state, viewport=viewport)

    def counted(self, element: Element, more: float = ELEMENT) -> None:
        """Keep the budget of the face, in points as `weight` counts them. Raises `Fault`."""
        self.count += int(more)
        if self.count > MAX_DRAWN:
            message = f"the face draws more than {MAX_DRAWN:,} points, of which an element counts {ELEMENT}"
            raise Fault(Finding("T002", element.mark(), message, _LIGHTER))


class GraphicsState(Struct, frozen=True, eq=False):
    """The place in the tree: inherited style, the map from user units to mm, what percentages mean, how deep; the box
    (user units) that paint is measured by, if it is not the outline's."""

    style: SvgStyle = ROOT_STYLE
    matrix: Matrix = IDENTITY
    viewport: tuple[float, float] = (0.0, 0.0)
    depth: int = 0
    box: Box | None = None


def inner_state(context: Context, element: Element, state: GraphicsState) -> GraphicsState:
    """The place inside an element: its style and transform applied."""
    attributes = element.attributes
    style = _style(context, element, state)
    matrix = state.matrix
    if "transform" in attributes:
        try:
            own = transform(attributes["transform"])
            if "transform-origin" in attributes or "transform-box" in attributes:
                left, top, *size = _frame(element, state, style)
                x, y = origin(attributes.get("transform-origin", "0 0"), size, style.font_size)
                x, y = left + x, top + y
                own = multiply(multiply((1, 0, 0, 1, x, y), own), (1, 0, 0, 1, -x, -y))
            matrix = checked_matrix(multiply(matrix, own))
        except Unreadable as what:
            context.unreadable(element, "transform", what)
    if state.depth > MAX_NESTING:
        message = f"elements refer to each other more than {MAX_NESTING} deep"
        raise Fault(Finding("T008", element.mark(), message, "break the circle of references"))
    return GraphicsState(style, matrix, state.viewport, state.depth + 1)


def _frame(element: Element, state: GraphicsState, style: SvgStyle) -> Box:
    """Where a `transform-origin` is measured from, and how far 100 % of it are. Raises `Unreadable`."""
    if element.tag in BOXED and element.attributes.get("transform-box", "").lower() in ("fill-box", "content-box"):
        left, top, right, bottom = box_of(element, state.viewport, style.font_size)
        return (left, top, right - left, bottom - top) if left <= right else (0.0, 0.0, 0.0, 0.0)
    return (0.0, 0.0, *state.viewport)


def box_of(element: Element, viewport: tuple[float, float], em: float) -> Box:
    """The box of a shape or picture without its stroke, in its own units. Raises `Unreadable`."""
    tag = "rect" if element.tag == "image" else element.tag
    return bounds(shape_segments(tag, element.attributes, viewport, em))


def outline_in(context: Context, element: Element, state: GraphicsState) -> Segments:
    """The outline of a shape in its own units; what can't be read of it is told."""
    try:
        segments = shape_segments(element.tag, element.attributes, state.viewport, state.style.font_size)
        broken = broken_off(element.tag, element.attributes)
    except Unreadable as what:
        segments, broken = (), what
    if broken:
        named = {"path": "d", "polygon": "points", "polyline": "points"}.get(element.tag, "")
        context.unreadable(element, named, broken)
    return segments


def own_box(element: Element, state: GraphicsState, nodes: Iterable[Node]) -> Box:
    """The box, in its own units, of an element that stands in `state` and came to these nodes. Raises `Unreadable`."""
    if element.tag in BOXED:
        return box_of(element, state.viewport, state.style.font_size)
    return fill_box(nodes, inverse(state.matrix) or IDENTITY)


def region_of(holder: Element, units: str, state: GraphicsState, box: Box) -> Box:
    """The part that a mask or filter shows, in the units of what has it; it may be by its box. Raises `Unreadable`."""
    a, (left, top, right, bottom) = holder.attributes, box
    own = a.get(units) == "userSpaceOnUse"
    sides = zip(REGION.items(), (state.viewport if own else (1.0, 1.0)) * 2, strict=True)
    x, y, w, h = (length(a.get(k, usual), whole, state.style.font_size) for (k, usual), whole in sides)
    if not own:
        across, down = max(0.0, right - left), max(0.0, bottom - top)
        x, y, w, h = left + x * across, top + y * down, w * across, h * down
    return (x, y, x + w, y + h)


def by_box(box: Box, place: GraphicsState) -> GraphicsState:
    """A place whose unit is a box. Raises `Unreadable`."""
    x1, y1, x2, y2 = box
    return replace(place, matrix=checked_matrix(multiply(place.matrix, (x2 - x1, 0, 0, y2 - y1, x1, y1))))


def windowed(element: Element, nodes: list[Node], box: Segments) -> list[Node]:
    """What is in a picture in the picture, or in a marker: cut to its box (mm), unless it may overflow."""
    if not nodes or element.attributes.get("overflow") in ("visible", "auto", "initial", "unset"):
        return nodes
    return [Group(tuple(nodes), clip=box)]


def use_offset(use: Element, state: GraphicsState) -> GraphicsState:
    """The place that the `x` and `y` of a `use` make; of all else, its own. Raises `Unreadable`."""
    if use.tag != "use":
        return state
    x, y = (length(use.attributes.get(k, "0"), state.viewport[k == "y"], state.style.font_size) for k in ("x", "y"))
    return GraphicsState(state.style, multiply(state.matrix, (1, 0, 0, 1, x, y)), state.viewport, state.depth)


def checked_matrix(matrix: Matrix) -> Matrix:
    """The matrix, unless it enlarges or moves beyond all bounds. Raises `Unreadable`."""
    if all(-LARGEST <= v <= LARGEST for v in matrix):
        return matrix
    raise Unreadable("what stands here comes to lie beyond a million", "write sizes in millimetres")


def _style(context: Context, element: Element, state: GraphicsState) -> SvgStyle:
    known, outer = context.tools.cache.styles, state.style
    said = (outer, *((k, v) for k, v in element.attributes.items() if k in INHERITED))
    if len(said) == 1:
        return outer
    style = known.get(said)
    if style is not None:
        return style
    start = len(context.told)
    changes = changes_of(outer, element.attributes, lambda n, what: context.unreadable(element, n, what))
    style = restyled(context, outer, changes)
    if len(context.told) == start:  # else it is told again by every element that says so
        known[said] = style
    return style


def restyled(context: Context, style: SvgStyle, changes: Mapping[str, object]) -> SvgStyle:
    """A style with changes: the same object for the same ones, so that what was drawn with it is found again."""
    known, look = context.tools.cache.styles, (style, "", *changes.items())
    found = known[look] = known.get(look) or cascaded(style, changes)
    return found


Drawer = Callable[[Context, Element, GraphicsState], list[Node]]
