"""Item + language -> `Face`; game -> all its faces.

Takes a `Studio`, a `Game`, a set and an item; gives the face and its findings. Promise: a face is the same for the
same input, to the last digit; text that leaves the safe zone, does not fit or has no glyph is a finding at the words'
own place; a bad item never stops the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePosixPath

from generator.data.markup import parse_markup
from generator.data.model import ComponentSet, Game, Item, Text
from generator.diagnostics.findings import Fault, Finding, Unreadable, did_you_mean
from generator.face.bounds import no_letters, outline_of, painted, run_box, shown_runs
from generator.face.face import IDENTITY, Face, Node, Shape, SourceElement
from generator.face.geometry import Box, box_under, common, polygons, transformed
from generator.face.shapes import from_behind
from generator.face.stamp import digest_of, stamp_of, window_of
from generator.layout.assets import Found, Studio, as_field
from generator.layout.copyfit import BATCH, copyfit
from generator.layout.diagnostics import Diagnostics, Note
from generator.layout.drawing.context import Asked, Context, Subject
from generator.layout.drawing.draft import placeholder, reddened
from generator.layout.drawing.resolve import resolve
from generator.layout.drawing.stamp_place import SLACK, Marking, Zone, ink_outside_by, marking_of, outside_by
from generator.layout.facecache import Kept, needs_of
from generator.layout.svg.datatypes import millimetres
from generator.layout.template.bind import bind
from generator.layout.template.compile import Bound, Layout
from generator.layout.template.scope import check_layout, item_scope
from generator.typeset.setting import short
from generator.values import replace

Sides = tuple[Face | None, Face | None]
"""Front and back of an item."""

DrawnItem = tuple[ComponentSet, Item, Face, Face | None, int]
"""Set, item, front, back, number of copies."""

See = Callable[[Face, Kept], Face]
"""What is done with a face when it is finished, and with what is kept of it between runs; gives what is left of it."""

SAFE = {"card": 4.0, "board": 4.0}
SAFE_SMALL = 2.0
SAFE_TINY = 1.0
"""A counter of half an inch keeps more than half of its face."""
TINY = 14.0
USUAL = "poker-metric"


def draw_game(
    studio: Studio, game: Game, language: str, only: Sequence[str] | None = None, see: See | None = None
) -> tuple[list[DrawnItem], list[Finding]]:
    """All pieces of a game: those of its `designs`."""
    studio.listed.clear()
    drawn: list[DrawnItem] = []
    told, kept = Diagnostics(), Kept(studio, game, language)
    for number, (owner, item) in enumerate(game.designs(only), 1):
        front, back = _both(kept, owner, item, told)
        front = see(front, kept) if front and see else front
        back = see(back, kept) if back and see else back
        if front is not None:
            drawn.append((owner, item, front, back, _copies_of(owner, item)))
        if see is None and number % BATCH == 0:  # who sees the faces wants to know what drew them
            studio.cache.forget()
    studio.listed.clear()
    return _marked_alike(drawn), told.findings()


def _both(kept: Kept, owner: ComponentSet, item: Item, told: Diagnostics) -> Sides:
    """Front and back of an item. Icons about which there is something to tell are told with each face."""
    made = [_face(kept.studio, Asked(kept.game, owner, item, side, kept.language), kept) for side in ("front", "back")]
    both = _noted(kept.studio, made[0][0], made[1][0])
    for one in made:
        told.take(*one)
    return both


def _noted(studio: Studio, front: Face | None, back: Face | None = None) -> Sides:
    """The sides of an item; what of its set has no place for a stamp is known to those that are drawn after it."""
    studio.listed.update((face.set, face.side) for face in (front, back) if face and face.slug)
    return front, back


def _marked_alike(drawn: Sequence[DrawnItem]) -> list[DrawnItem]:
    """The fronts of a set bear their stamps all, or none does; so do its backs."""
    sides = {(face.set, face.side) for _, _, *faces, _ in drawn for face in faces if face and face.slug}

    def marked(face: Face) -> Face:
        return replace(face, marking=(), slug=True) if face.marking and (face.set, face.side) in sides else face

    return [(owner, item, marked(front), back and marked(back), n) for owner, item, front, back, n in drawn]


def _copies_of(owner: ComponentSet, item: Item) -> int:
    """How many copies of an item to print; where the count is an open question, what is assumed."""
    if owner.count_open and owner.assume is not None and len(owner.items) == 1:
        return owner.assume
    return item.count


def draw_face(
    studio: Studio, game: Game, component_set: ComponentSet, item: Item, side: str, language: str
) -> tuple[Face | None, list[Finding]]:
    """One face; None if the set has no template for this side, or it cannot be drawn at all."""
    told = Diagnostics()
    face, _ = _noted(studio, told.take(*_face(studio, Asked(game, component_set, item, side, language))))
    return face, told.findings()


def _face(studio: Studio, asked: Asked, kept: Kept | None = None) -> tuple[Face | None, list[Note], str]:
    game, owner, name = asked.game, asked.owner, asked.name
    if asked.side == "back" and not asked.template:
        return None, [], name
    try:
        if kept and (known := kept.unread(asked, partial(_shape, studio, asked))):
            return known, [], name
        layout, shape = _layout(studio, asked), _shape(studio, asked)
        layout, wrong = sized(studio, layout, shape)
        subject = Subject(game, owner, asked.item, asked.side, asked.language, layout, shape)
        face, told = _shared(studio, subject, kept)
    except Fault as fault:
        return _crossed(studio, asked), [*map(Note, fault.findings)], name
    if face is None or UNREAD & {f.code for f in layout.findings}:
        face = _crossed(studio, asked) or face
    checked = _checked(studio, game, owner, layout)
    sure = (*checked, *wrong, *studio.icon_findings(game.folders))
    unknown = {f.slot for f in checked if f.code == "T021"}
    resized = {"T011", "T014"} & {f.code for f in sure}  # where the page is wrong, so is all measured from its edge
    echoes = {f for f, _ in told if (f.code == "F104" and resized) or (f.code == "T022" and f.slot in unknown)}
    notes = [*map(Note, sure), *(Note(f, name in f.faces, own) for f, own in told if f not in echoes)]
    if kept and not checked and not wrong:
        kept.sound(asked, needs_of(studio, layout))
    return face, notes, name


def _shape(studio: Studio, asked: Asked) -> Shape:
    shape = studio.shape(asked.owner.size_of(asked.item), asked.place("size"))
    return from_behind(shape) if asked.side == "back" else shape


def _crossed(studio: Studio, asked: Asked) -> Face | None:
    """What a draft shows where there is no template or no size, or no drawing comes of it: a crossed box, of the
    usual card if nobody knows."""
    if not (studio.draft and studio.stamped):
        return None
    try:
        shape = studio.shape(asked.owner.size_of(asked.item), asked.place("size"))
    except Fault:
        shape = studio.shape(USUAL, asked.place("size"))
    nodes = placeholder((0.0, 0.0, shape.width, shape.height), IDENTITY)
    digest = digest_of(nodes, window_of(shape), studio.book.keys)
    margin, stamp = margin_of(asked.owner.kind, shape), stamp_of(digest)
    return Face(*asked.whose(shape), tuple(nodes), 0.0, margin, stamp, digest)


def _checked(studio: Studio, game: Game, owner: ComponentSet, layout: Layout) -> list[Finding]:
    """What is wrong with a template for a set, whatever its items hold."""
    base = studio.base(game, next(iter(game.languages), ""))
    return studio.once((layout, game, owner.id), lambda: check_layout(layout, base, owner))


def _layout(studio: Studio, asked: Asked) -> Layout:
    game, owner, name = asked.game, asked.owner, asked.template
    key = "layout" if asked.side == "front" else "back"
    if not name:
        message = f"`{owner.id}` is printed, but names no `layout`"
        hint = "write `layout: NAME`, or `printed: false`"
        raise Fault(Finding("T010", owner.mark, message, hint, about=("layout",)))
    if "\\" in name or name.startswith("/") or ".." in name.split("/"):
        hint = f"write the name of the template alone: `{key}: {PurePosixPath(name).name.strip('.') or 'NAME'}`"
        message = f"`{name}` leads out of the layouts of this game"
        raise Fault(Finding("T010", asked.place(key), message, hint, about=(name,)))
    layout = studio.layout(name, game.folders)
    if layout is None:
        folders = (*(studio.project.layouts / name for name in game.folders), studio.project.layouts)
        there = [p.stem for folder in folders for p in sorted(folder.glob("*.svg"))]
        message, mark = f"there is no template `layouts/{game.id}/{name}.svg`", asked.place(key)
        raise Fault(Finding("T010", mark, message, did_you_mean(name, there) + as_field(mark), about=(name,)))
    return layout


PROPORTIONS = 0.006
"""So much (a pixel of the smallest pages that drawing programs write) may the proportions of a page be off."""
PIXELS = 0.14
"""Half a pixel, in mm."""
UNREAD = frozenset({"T001", "T002", "T003", "T008", "T010"})
"""Findings of a template of which nothing is drawn."""


def sized(studio: Studio, layout: Layout, shape: Shape) -> tuple[Layout, list[Finding]]:
    """A template for a piece, and what is wrong with its page: it must be the trim's bounding box, or that with its
    bleed. One in pixels, to half a pixel; with the proportions of the piece it is as large as that."""
    return studio.once((layout, shape.width, shape.height), lambda: _of_page(layout, shape))


def _of_page(layout: Layout, shape: Shape) -> tuple[Layout, list[Finding]]:
    root, told = layout.document.root, {f.code for f in layout.findings}
    width, height = root.attributes.get("width", ""), root.attributes.get("height", "")
    try:
        is_pixels = None in (millimetres(width), millimetres(height))
    except Unreadable:  # told when the template was read
        is_pixels = False
    off = max(abs(layout.width - shape.width), abs(layout.height - shape.height))
    if off <= (PIXELS if is_pixels else SLACK) or told & UNREAD:
        return layout, []
    edge = _edge(layout, shape, is_pixels) if "viewBox" in root.attributes or "T011" not in told else None
    layout = replace(layout, findings=tuple(f for f in layout.findings if f.code != "T011"))
    if edge is not None:
        return replace(layout, width=shape.width, height=shape.height, bleed=edge), []
    wide, high = (f"{side:.3f}".rstrip("0").rstrip(".") for side in (shape.width, shape.height))
    if is_pixels:
        message = f"the page is `{width or 'nothing'}` by `{height or 'nothing'}`, not a size in mm"
        hint = f'write width="{wide}mm" height="{high}mm"'
        return layout, [Finding("T011", root.mark("width"), message, hint)]
    message = f"the page is {layout.width:g} x {layout.height:g} mm, its size is {wide} x {high} mm"
    hint = f"run `pnp resize`, or make the page {wide} x {high} mm where you draw it"
    return layout, [Finding("T014", root.mark("width"), message, hint)]


BLEEDS = (0.0, 3.0, 3.175)
"""What printers ask for, in mm: also 1/8 inch."""


def _edge(layout: Layout, shape: Shape, is_pixels: bool) -> float | None:
    """How much bleed lies on a page around its piece (mm): in pixels by the proportions, else the same at all sides.
    None: it is a page of another size."""
    same = (layout.width - shape.width) / 2
    edges = BLEEDS if is_pixels else (same,) * (1.5 <= same <= 5 and shape.width != shape.height)
    for edge in edges:
        wide, high = shape.width + 2 * edge, shape.height + 2 * edge
        askew = layout.width / layout.height * high / wide - 1
        if abs(askew) <= PROPORTIONS if is_pixels else abs(layout.height - high) <= SLACK:
            return edge
    return None


def _shared(studio: Studio, subject: Subject, kept: Kept | None) -> tuple[Face | None, list[Found]]:
    """A face. Sides whose template does not ask for the item are drawn once for their set."""
    if "item" in subject.layout.roots:
        return _kept(studio, subject, kept)
    if subject.alike not in studio.backs:
        studio.backs[subject.alike] = _kept(studio, subject, kept)
    face, found = studio.backs[subject.alike]
    return replace(face, item=subject.item.id) if face else None, found


def _kept(studio: Studio, subject: Subject, kept: Kept | None) -> tuple[Face | None, list[Found]]:
    """A face of an earlier run, or one drawn now."""
    key = kept.key(subject, needs_of(studio, subject.layout)) if kept else b""
    known = kept.face(key, subject.whose(subject.shape)) if kept and key else None
    face, found = (known, []) if known else _drawn(studio, subject)
    if kept and key and not known and face and not found and not studio.icon_findings(subject.game.folders):
        face = kept.keep(key, face)
    return face, found


def _drawn(studio: Studio, subject: Subject) -> tuple[Face | None, list[Found]]:
    game, owner, item, side, shape = subject.game, subject.owner, subject.item, subject.side, subject.shape
    fit = studio.once(subject.alike, lambda: copyfit(studio, subject)) if subject.layout.uniform else None
    context = Context(
        tools=fit.tools if fit else studio.tools(game.folders),
        bound=Bound(subject.layout, subject.layout.document.root),
        language=subject.language,
        game=game,
        subject=subject,
        sizes=fit.sizes if fit else {},
    )
    scope = item_scope(studio.base(game, subject.language), owner, item, shape, side)
    try:
        nodes = resolve(context, bind(subject.layout, scope, context.tell, context.tools.cache.kept))
    except Fault as fault:
        return None, [(f, None) for f in (*context.told, *fault.findings)]
    zone = _safe_zone(context, owner, shape)
    worst = _outside(context, nodes, shape, zone)
    outside = [_outside_finding(context, subject, *said, element) for element, said in worst.items()]
    if studio.draft:
        nodes = reddened(nodes, {*worst, *context.overfull})
    digest = digest_of(nodes, window_of(shape), studio.book.keys)
    stamp, bleed = stamp_of(digest), _bleed(nodes, shape)
    wish = studio.stamp or owner.stamp or game.stamp
    own = context.stamp is not None
    hidden = side == "back" and (owner.kind == "card" or not (wish or own))
    marking = Marking()
    alike = studio.stamped and "item" in subject.layout.roots and not (wish or own or hidden)
    if alike and (owner.id, side) in studio.listed:
        marking = Marking(slug=True)  # as all of its set, whether it has a place for one or not
    elif studio.stamped or wish:
        marking = marking_of(context, stamp, nodes, shape, zone, wish, hidden)
    outside += _misplaced(context, marking)
    face = Face(*subject.whose(shape), tuple(nodes), bleed, zone.margin, stamp, digest, marking.nodes, marking.slug)
    costly = [(fit.told[item.id], None)] if fit and item.id in fit.told else []
    return face, [*((f, context.own(f)) for f in context.told), *outside, *costly]


def _misplaced(context: Context, marking: Marking) -> list[Found]:
    """A stamp that was asked for where it has no place."""
    if not marking.trouble:
        return []
    root = context.bound.layout.document.root
    mark = context.stamp[0].mark("pnp:stamp") if context.stamp else root.mark()
    hint = 'give it a plain place inside the safe zone (a text with `pnp:stamp="yes"`), or write `stamp: slug`'
    return [(Finding("F105", mark, f"the content stamp {marking.trouble}", hint), None)]


def _bleed(nodes: Sequence[Node], shape: Shape) -> float:
    x1, y1, x2, y2 = painted(nodes, no_letters)
    reach = max(-x1, -y1, x2 - shape.width, y2 - shape.height)
    return round(reach, 2) if reach > 0.005 else 0.0


def margin_of(kind: str, shape: Shape) -> float:
    """The margin that text keeps on pieces of a kind and a shape, if their template says no other."""
    return SAFE.get(kind, SAFE_TINY if max(shape.width, shape.height) < TINY else SAFE_SMALL)


def _safe_zone(context: Context, owner: ComponentSet, shape: Shape) -> Zone:
    if context.safe is not None:
        x1, y1, x2, y2 = context.safe
        margin = min(x1, y1, shape.width - x2, shape.height - y2)
        return Zone(round(max(0.0, margin), 3), context.safe)
    margin = margin_of(owner.kind, shape)
    if shape.kind in ("rectangle", "standee"):
        return Zone(margin, (margin, margin, shape.width - margin, shape.height - margin))
    return Zone(margin, None)


def _outside(
    context: Context, nodes: Sequence[Node], shape: Shape, zone: Zone
) -> dict[SourceElement | None, tuple[float, str, str]]:
    """Text that leaves the safe zone, and where: for each text element the worst; not what stands beside the piece, and
    is shown by clones on it."""
    worst: dict[SourceElement | None, tuple[float, str, str]] = {}
    measured: dict[tuple[object, ...], float] = {}
    runs = [(run, matrix, window, run_box(run, matrix)) for run, matrix, window in shown_runs(nodes)]
    page = (0.0, 0.0, shape.width, shape.height)
    shown = {run.source[-1] for run, _, _, box in runs if run.source and _are_near(box, page)}
    for run, matrix, window, around in runs:
        if outside_by(around, shape, zone) <= SLACK:
            continue
        if run.source and run.source[-1] in shown and not _are_near(around, page):
            continue
        ink = box_under(context.tools.book().ink(run), matrix)
        box = common(ink, window)
        over = outside_by(box, shape, zone) if _are_near(box, box) else 0.0
        if over > SLACK and run.fill and box == ink and (zone.box is None or matrix[1] or matrix[2]):
            key = (run.font, run.string, matrix, box)  # many copies of a text may lie in one place
            if key not in measured:
                drawn = transformed(outline_of(run, context.tools.book().font(run.font).outline), matrix)
                measured[key] = ink_outside_by([point for loop in polygons(drawn) for point in loop], shape, zone)
            over = measured[key]
        if over > SLACK:
            element = run.source[-1] if run.source else None
            if element and element.mark().in_art:
                continue  # nobody sets these anew: preflight tells of those that are near the cut
            if element not in context.overfull and over > worst.get(element, (0.0, "", ""))[0]:
                worst[element] = (over, run.said, _side_past(box, zone))
    return worst


def _are_near(one: Box, other: Box) -> bool:
    """True for boxes that have a place in common."""
    x1, y1, x2, y2 = common(one, other)
    return x1 < x2 and y1 < y2


def _side_past(box: Box, zone: Zone) -> str:
    """Where a box leaves a zone most; "" of one that is no rectangle."""
    x1, y1, x2, y2 = zone.box or box
    past_ = {"left": x1 - box[0], "right": box[2] - x2, "top": y1 - box[1], "bottom": box[3] - y2}
    return f" at the {max(past_, key=past_.__getitem__)}" if zone.box else ""


def _outside_finding(
    context: Context, subject: Subject, over: float, words: str, side: str, element: SourceElement | None
) -> Found:
    mark = context.bound.layout.document.root.mark() if element is None else element.mark("pnp:text")
    message = f"`{short(words)}` stands {over:.2f} mm outside the safe zone{side} in {context.language}"
    hint = "move or shrink the text in its template, or draw a layer `safe` with a larger rectangle"
    field = element.attributes.get("pnp:field", "") if element is not None else ""
    value = subject.item.values.get(field)
    if element is None or not isinstance(value, Text):
        return Finding("F104", mark, message, hint, over=over), None
    tokens, _ = parse_markup(value.in_language(context.language))
    cited = tuple(token.text for token in tokens if token.kind == "rule")
    return Finding("F104", mark, message, hint, about=cited, over=over), subject.mark(field, element)
