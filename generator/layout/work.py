"""What resolving works with: the tools of a game, the face in hand, the place in its tree.

Holds no logic of drawing. Promise: `Memo` only ever holds what depends on nothing but the template, its place and the
game's icons, so faces may share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path as File

from generator.data.model import Game
from generator.face.face import IDENTITY, Color, Group, Matrix, Node, Text
from generator.face.geometry import multiply
from generator.findings import Fault, Finding, Mark
from generator.layout.numbers import LARGEST, Unreadable, transform
from generator.layout.paint import ROOT_STYLE, Style, cascaded
from generator.layout.svgfile import Element
from generator.layout.svgrules import MAX_DRAWN, MAX_NESTING
from generator.layout.template import Bound, Layout
from generator.project import Project
from generator.typeset.fonts import FontBook


@dataclass(slots=True)
class Memo:
    """Styles and nodes of what never varies, by the identity of element and style; `texts` says which element a run
    is of, `owners` which element drew a node (the innermost).
    """

    styles: dict[tuple[int, int], tuple[Style, Style, tuple[Finding, ...]]] = field(default_factory=dict)
    nodes: dict[tuple[int, int, Matrix], tuple[tuple[Node, ...], tuple[Finding, ...], Style, int]] = field(
        default_factory=dict
    )
    texts: dict[int, tuple[Text, Element]] = field(default_factory=dict)
    owners: dict[int, tuple[Node, Element]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Tools:
    """What a template of one game may use. `folders` are where its pictures are looked for, `roots` what nothing may
    lie outside of.
    """

    project: Project
    game_id: str
    book: Callable[[], FontBook]
    icon: Callable[[str, Color], Group | None]
    layout: Callable[[File], Layout | None]
    folders: tuple[File, ...]
    roots: tuple[File, ...]
    memo: Memo


@dataclass(slots=True, eq=False)
class Work:
    """One face, or icon, in the making. `stamp` is where the content stamp goes: the element and its place;
    `overfull` are the text elements (by identity) whose words do not fit.
    """

    tools: Tools
    bound: Bound
    language: str = ""
    game: Game | None = None
    text_mark: Callable[[str, Element], Mark] | None = None
    face: str = ""
    told: list[Finding] = field(default_factory=list)
    overfull: set[int] = field(default_factory=set)
    count: int = 0
    stamp: tuple[Element, Here] | None = None
    safe: tuple[float, float, float, float] | None = None

    def tell(self, finding: Finding) -> None:
        """Note what is wrong."""
        self.told.append(finding)

    def unreadable(self, element: Element, attribute: str, what: Unreadable) -> None:
        """Note a value that can't be read."""
        message = f"`{attribute}`: {what.message}" if attribute else what.message
        self.told.append(Finding("T012", element.mark(attribute), message, what.hint))

    def counted(self, element: Element, more: int = 1) -> None:
        """Keep the budget of elements. Raises `Fault`."""
        self.count += more
        if self.count > MAX_DRAWN:
            message = f"the face draws more than {MAX_DRAWN} elements"
            raise Fault(Finding("T002", element.mark(), message, "use fewer copies of copies"))


@dataclass(frozen=True, slots=True, eq=False)
class Here:
    """The place in the tree: inherited style, the map from user units to mm, what percentages mean, how deep;
    `steady` as long as nothing on the way here varies.
    """

    style: Style = ROOT_STYLE
    matrix: Matrix = IDENTITY
    viewport: tuple[float, float] = (0.0, 0.0)
    steady: bool = True
    depth: int = 0


def inside(work: Work, element: Element, here: Here) -> Here:
    """The place inside an element: its style and transform applied."""
    attributes = element.attributes
    steady = here.steady and id(attributes) in work.bound.layout.steady
    style = _style(work, element, here, steady)
    matrix = here.matrix
    if "transform" in attributes:
        try:
            matrix = bounded(multiply(matrix, transform(attributes["transform"])))
        except Unreadable as what:
            work.unreadable(element, "transform", what)
    if here.depth > MAX_NESTING:
        message = f"elements refer to each other more than {MAX_NESTING} deep"
        raise Fault(Finding("T008", element.mark(), message, "break the circle of references"))
    return Here(style, matrix, here.viewport, steady, here.depth + 1)


def bounded(matrix: Matrix) -> Matrix:
    """The matrix, unless it enlarges or moves beyond all bounds. Raises `Unreadable`."""
    if all(-LARGEST <= v <= LARGEST for v in matrix):
        return matrix
    raise Unreadable("what stands here comes to lie beyond a million", "write sizes in millimetres")


def _style(work: Work, element: Element, here: Here, steady: bool) -> Style:
    if not steady:
        return cascaded(here.style, element.attributes, lambda n, what: work.unreadable(element, n, what))
    key = (id(here.style), id(element.attributes))
    known = work.tools.memo.styles.get(key)
    if known is None:
        start = len(work.told)
        style = cascaded(here.style, element.attributes, lambda n, what: work.unreadable(element, n, what))
        known = work.tools.memo.styles[key] = (style, here.style, tuple(work.told[start:]))
    else:
        work.told.extend(known[2])
    return known[0]


Drawer = Callable[[Work, Element, Here], list[Node]]
Table = Mapping[str, Drawer]
