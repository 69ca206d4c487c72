"""An SVG document -> `Layout`: its expressions compiled; bind.py makes bound elements of it.

Takes the elements of a file; gives a frozen `Layout` whose `plan` says what varies. `bind` evaluates it for one
scope, always in this order: for, if, attributes, text (style is split before). Promise: every expression compiles and
its names are known without data (`check_layout`); elements in which nothing varies are handed on as they are, so that
they are drawn once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from generator.data.reading.text import word_length
from generator.diagnostics.findings import Finding, Mark, Unreadable
from generator.expressions.expression import Expression, ExpressionError, compile_expression
from generator.face.face import Matrix
from generator.layout.svg.attributes import ALIGNED, GUIDE, bound_to, is_plain, misuse
from generator.layout.svg.datatypes import Rect, fitted, millimetres, number, numbers, shown, view_box
from generator.layout.svg.element import Element, walk
from generator.layout.svg.parser import SvgDocument
from generator.layout.svg.references import references
from generator.values import Struct, field, replace

MAX_COPIES = 1_000
MAX_BOUND = 20_000


_FORMS = "write names with dots, 'words' in single quotes, `+ - * /`, `~` to join, or `x if c else y`"


class ExpressionUse(Struct, frozen=True):
    """One expression of a template: where it stands and what it is for."""

    expression: Expression
    element: Element
    attribute: str

    @property
    def mark(self) -> Mark:
        """Its place in the file."""
        return self.element.mark(self.attribute)

    @property
    def shown(self) -> str:
        """The attribute and the beginning of its expression, for messages."""
        return f'{self.attribute}="{shown(self.expression.source)}"'

    def mark_at(self, offset: int | None, length: int = 0) -> Mark:
        """The place of the word (or of `length` characters) at an offset of the expression; of all, if not known."""
        return _mark_of_word(self.element, self.attribute, self.expression.source, offset, length)


def _mark_of_word(element: Element, attribute: str, source: str, offset: int | None, length: int = 0) -> Mark:
    """The place of the word (with its dots) that stands at an offset of an expression, or of all of it."""
    if offset is None:
        return element.mark_in(attribute, source)
    start = min(offset, max(0, len(source) - 1))
    return element.mark_in(attribute, source, start, length or word_length(source, start))


class Loop(Struct, frozen=True):
    """A repetition: the variable, the list (None if it cannot be read), by how much each copy moves, which share of a
    row lies before the element's own place, how many are in one (0: all), and by how much the next row moves."""

    variable: str
    use: ExpressionUse | None
    step: tuple[float, float] = (0.0, 0.0)
    before: float = 0.0
    row: int = 0
    turn: tuple[float, float] = (0.0, 0.0)

    def around(self, i: int, n: int) -> Mapping[str, str]:
        """The attributes of the group that copy i of n is in; none if it stands as it is."""
        line, k = divmod(i, self.row or n)
        times = k - self.before * (min(self.row or n, n - i + k) - 1)
        (a, b), (c, d) = self.step, self.turn
        x, y = a * times + c * line, b * times + d * line
        return {"transform": f"translate({x:.6f} {y:.6f})"} if x or y else {}


class Plan(Struct, frozen=True, eq=False):
    """An element in which something varies. `plain` is the element without our expressions; `children` are plans, and
    elements and words that stay as they are. `part` is the template that an image places."""

    element: Element
    plain: Element
    children: tuple[Plan | Element | str, ...]
    loop: Loop | None = None
    condition: ExpressionUse | None = None
    attributes: tuple[tuple[str, ExpressionUse], ...] = ()
    text: ExpressionUse | None = None
    icon: ExpressionUse | None = None
    part: Layout | None = None
    names: tuple[tuple[str, ExpressionUse], ...] = ()

    @property
    def uses(self) -> Iterator[ExpressionUse]:
        """All its expressions but that of its loop."""
        yield from filter(None, (self.condition, self.text, self.icon))
        yield from (use for _, use in (*self.attributes, *self.names))


class Layout(Struct, frozen=True, eq=False):
    """A compiled template.

    `width` and `height` are its page in mm, less the `bleed` on it; `view` is its viewBox. `plan` is its root. `still`
    holds all elements in which nothing varies, `parts` the templates that images place; `roots` are the first names of
    all its expressions (`item`, `terms` ...); `uniform` if a text in it is to be as large as in all items of its set;
    `art` if it is a picture or an icon, whose guides are drawn.
    """

    name: str
    width: float
    height: float
    view: Rect
    document: SvgDocument
    plan: Plan | Element
    still: frozenset[Element]
    parts: Mapping[Element, Layout]
    roots: frozenset[str] = frozenset()
    uniform: bool = False
    findings: tuple[Finding, ...] = ()
    art: bool = False
    bleed: float = 0.0

    @property
    def varies(self) -> bool:
        """True if anything in it depends on the scope."""
        return isinstance(self.plan, Plan)

    @property
    def whole(self) -> list[Layout]:
        """It and all its parts, and theirs, each once."""
        found, left = {self: None}, [self]
        while left:
            parts = [part for part in dict.fromkeys(left.pop().parts.values()) if part not in found]
            found |= dict.fromkeys(parts)
            left += reversed(parts)
        return list(found)


class Bound(Struct, eq=False):
    """A template bound to a scope: its root, the elements with an id that were made anew, the parts of its images."""

    layout: Layout
    root: Element
    ids: dict[str, Element] = field(default_factory=dict)
    parts: dict[Element, Bound] = field(default_factory=dict)

    def by_id(self, name: str) -> Element | None:
        """The element that `#name` means."""
        return self.ids.get(name) or self.layout.document.ids.get(name)


PartOf = Callable[[Element, str, str], "Layout | Finding | None"]
"""(element, attribute, file) -> the template, or why there is none."""


def compile_layout(document: SvgDocument, part_of: PartOf, *, page: bool = True, art: bool = False) -> Layout:
    """Compile a template. With `page` its size must be in millimetres. Mistakes are in the layout's findings."""
    found = [*(document.as_art() if art else document.findings)]
    document = _in_sound_words(document, found)
    width, height, view = _page(document.root, found, page)
    compiler = _Compiler(document, part_of, found)
    plan = compiler.plan(document.root)
    elements = list(walk(document.root))
    still = frozenset(e for e in elements if e not in compiler.live)
    return Layout(
        name=document.source.file,
        width=width,
        height=height,
        view=view,
        document=document,
        plan=plan if isinstance(plan, Plan) else document.root,
        still=still,
        parts=compiler.parts,
        roots=frozenset(compiler.roots).union(*(p.roots for p in compiler.parts.values())),
        uniform=any("pnp:uniform" in e.attributes for e in elements) or any(p.uniform for p in compiler.parts.values()),
        findings=tuple(found),
        art=art,
    )


def _in_sound_words(document: SvgDocument, found: list[Finding]) -> SvgDocument:
    """The document without words of ours that cannot be used: what is wrong with them, and with expressions where none
    belongs, is told here, and nowhere later."""
    lost: dict[Element, set[str]] = {}
    for element in walk(document.root):
        for key, words in element.attributes.items():
            problem = misuse(element, key, words)
            if problem:
                found.append(Finding(problem[0], element.mark(key), *problem[1:]))
                lost.setdefault(element, set()).update([key] if is_plain(key) and problem[0] != "T028" else ())
    if not any(lost.values()):
        return document
    made: dict[Element, Element] = {}

    def sound(element: Element) -> Element:
        kept = {key: words for key, words in element.attributes.items() if key not in lost.get(element, ())}
        children = tuple(sound(c) if isinstance(c, Element) else c for c in element.children)
        made[element] = replace(element, attributes=kept, children=children)
        return made[element]

    root = sound(document.root)
    return replace(document, root=root, ids={name: made[element] for name, element in document.ids.items()})


def _page(root: Element, found: list[Finding], strict: bool) -> tuple[float, float, Rect]:
    """Width and height in mm, and the view box."""
    sides: list[tuple[float | None, float | None]] = []
    name = ""
    try:
        for name in ("width", "height"):
            sides += [_side(root.attributes.get(name, ""), strict)]
        name = "viewBox"
        view = view_box(root.attributes[name]) if name in root.attributes else None
    except Unreadable as what:
        found.append(Finding(what.code, root.mark(name), what.message, what.hint))
        return 1.0, 1.0, (0.0, 0.0, 1.0, 1.0)
    if view is None:
        wide, high = (mm * 96 / 25.4 if mm else pixels for mm, pixels in sides)
        view = (0.0, 0.0, wide or 100.0, high or 100.0) if wide or high else _ground(root)
    sizes = [mm for mm, _ in sides]
    if "viewBox" in root.attributes or all(pixels for _, pixels in sides):
        # pixels are 1/96 inch; whether that was meant, the size of the piece says
        sizes = [mm or (pixels * 25.4 / 96 if pixels else None) for mm, pixels in sides]
    if strict and None in sizes:
        said = " by ".join(f"`{root.attributes.get(k) or 'nothing'}`" for k in ("width", "height"))
        hint = f'write width="{view[2]:g}mm" height="{view[3]:g}mm"'
        found.append(Finding("T011", root.mark("width"), f"the page is {said}, not a size in mm", hint))
    return sizes[0] or view[2], sizes[1] or view[3], view


def _ground(root: Element) -> Rect:
    """The view of a drawing that names no size: the first rectangle or picture at its corner, which is its ground."""
    for e in (e for e in root.elements if e.tag in ("rect", "image") and "transform" not in e.attributes):
        with suppress(Unreadable):
            x, y, wide, high = (number(e.attributes.get(name, "0")) for name in ("x", "y", "width", "height"))
            if x <= 0 and y <= 0 and wide + x > 0 and high + y > 0:
                return 0.0, 0.0, wide + x, high + y
    return 0.0, 0.0, 100.0, 100.0


def _side(words: str, strict: bool) -> tuple[float | None, float | None]:
    """A side of a page in mm, and in pixels; None where it is not said so. Raises `Unreadable`."""
    size = millimetres(words)
    if words in ("", "auto") or (words.endswith("%") and (not strict or number(words[:-1]) == 100)):
        return None, None
    try:
        pixels = number(words.removesuffix("px")) if size is None else None
    except Unreadable:
        raise Unreadable(f"`{words}` is no size of a page", "write that of the piece, such as 63mm") from None
    if (size or pixels or 0.0) <= 0:
        raise Unreadable(f"a page of `{words}` shows nothing", "write the size of the piece, such as 63mm")
    return size, pixels


def page_matrix(layout: Layout) -> Matrix:
    """From a template's user units to the mm of its own page. Raises `Unreadable`."""
    aspect = layout.document.root.attributes.get("preserveAspectRatio", "")
    edge = layout.bleed
    return fitted(layout.view, (-edge, -edge, layout.width + 2 * edge, layout.height + 2 * edge), aspect)


class _Compiler:
    """Turns elements into plans; gathers findings."""

    def __init__(self, document: SvgDocument, part_of: PartOf, found: list[Finding]) -> None:
        self.ids = document.ids
        self.part_of = part_of
        self.found = found
        self.parts: dict[Element, Layout] = {}
        self.roots: set[str] = set()
        elements = list(walk(document.root))
        for element in elements:
            self._load_part(element)
        self.live = self._live(elements)

    def _load_part(self, element: Element) -> None:
        """The template that an image places: `pnp:part`, or an SVG file as its picture."""
        a = element.attributes
        if element.tag != "image" or "pnp:icon" in a:
            return
        attribute = "pnp:part" if "pnp:part" in a else "href"
        file = a.get(attribute, "")
        if attribute == "href" and ("pnp:href" in a or not file.lower().endswith(".svg") or a.get("pnp:if") == "false"):
            return
        part = self.part_of(element, attribute, file)
        if isinstance(part, Finding):
            self.found.append(part)
        elif part is not None:
            self.parts[element] = part

    def _live(self, elements: list[Element]) -> set[Element]:
        """All elements that vary by themselves, by what is in them, or by what they refer to."""
        live = {e for e in elements if _varies(e) or (e in self.parts and self.parts[e].varies)}
        grown = True
        while grown:
            grown = False
            for element in reversed(elements):
                inner = any(c in live for c in element.elements)
                if element not in live and (inner or any(self.ids.get(t[1:]) in live for _, t in references(element))):
                    live.add(element)
                    grown = True
        return live

    def plan(self, element: Element) -> Plan | Element:
        """The plan of an element; the element itself where neither it nor what is in it is bound."""
        if GUIDE in element.attributes:
            self._guide(element)
        children = tuple(self.plan(c) if isinstance(c, Element) else c for c in element.children)
        own = {k[4:]: v for k, v in element.attributes.items() if k.startswith("pnp:")}
        if element not in self.live or (not own and not any(isinstance(c, Plan) for c in children)):
            part = self.parts.get(element)
            return Plan(element, element, element.children, part=part) if part and part.varies else element
        plain = {k: v for k, v in element.attributes.items() if is_plain(k)}
        return Plan(
            element=element,
            plain=Element(element.tag, plain, element.children, element.source, element.offset),
            children=children,
            loop=self._loop(element, own),
            condition=self._use(element, "if", own),
            attributes=tuple(self._attributes(element, own)),
            text=self._use(element, "text", own),
            icon=self._use(element, "icon", own),
            part=self.parts.get(element),
            names=self._names(element, own),
        )

    def _guide(self, guide: Element) -> None:
        """Tells of what is bound in a layer of which nothing is printed."""
        for element in walk(guide):
            name = next((f"pnp:{k}" for k in ("text", "icon", "part", "href") if f"pnp:{k}" in element.attributes), "")
            if name:
                layer = guide.attributes.get("inkscape:label", guide.id)
                message = f"`{name}` stands in the layer `{layer}`: that is a guide, and nothing in it is printed"
                self.found.append(Finding("T024", element.mark(name), message, "move it into another layer"))

    def _use(self, element: Element, name: str, own: Mapping[str, str]) -> ExpressionUse | None:
        return self._compiled(element, f"pnp:{name}", own[name]) if name in own else None

    def _compiled(self, element: Element, attribute: str, source: str) -> ExpressionUse | None:
        try:
            expression = compile_expression(source.strip())
            self.roots.update(path[0] for path in expression.paths)
            return ExpressionUse(expression, element, attribute)
        except ExpressionError as error:
            message = f'`{attribute}="{shown(source)}"`: {error.message}'
            mark = _mark_of_word(element, attribute, source.strip(), error.offset)
            self.found.append(Finding("T020", mark, message, error.hint or _FORMS))
            return None

    def _loop(self, element: Element, own: Mapping[str, str]) -> Loop | None:
        if "for" not in own:
            return None
        said = re.fullmatch(r"\s*([A-Za-z_]\w*)\s+in\s+(.+)", own["for"], re.DOTALL)
        if not said:
            message = f'`pnp:for="{shown(own["for"])}"` cannot be read'
            hint = 'write `pnp:for="c in item.cells"`'
            self.found.append(Finding("T020", element.mark("pnp:for"), message, hint))
            first = re.search(r"[A-Za-z_]\w*", own["for"])
            return Loop(first[0] if first else "", None)
        use = self._compiled(element, "pnp:for", said[2])
        (x, y, *_), (row, c, d) = [*numbers(own.get("step", "0")), 0.0], numbers(own.get("wrap", "0 0 0"))
        return Loop(said[1], use, (x, y), ALIGNED[own.get("align", "start")], int(row), (c, d))

    def _attributes(self, element: Element, own: Mapping[str, str]) -> Iterator[tuple[str, ExpressionUse]]:
        for name, source in own.items():
            target = bound_to(element.tag, name)
            use = self._compiled(element, f"pnp:{name}", source) if target else None
            if target and use:
                yield target, use

    def _names(self, element: Element, own: Mapping[str, str]) -> tuple[tuple[str, ExpressionUse], ...]:
        found = []
        parts = re.findall(r"""(?:[^;"']|"[^"]*"|'[^']*')+""", own.get("with", ""))  # but for those in quotes
        for part in filter(None, map(str.strip, parts)):
            name, colon, source = part.partition(":")
            if not colon or not name.strip().isidentifier():
                message = f'`pnp:with="{shown(part)}"` cannot be read'
                hint = 'write `pnp:with="color: item.people.color; title: item.name"`'
                self.found.append(Finding("T025", element.mark("pnp:with"), message, hint))
                continue
            use = self._compiled(element, "pnp:with", source)
            if use:
                found.append((name.strip(), use))
        return tuple(found)


def _varies(element: Element) -> bool:
    """Bound by itself; guides and the stamp are no drawing and are looked at for each face."""
    a = element.attributes
    return GUIDE in a or "pnp:stamp" in a or not all(map(is_plain, a))
