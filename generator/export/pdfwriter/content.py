"""Nodes in mm -> content streams of the PDF.

Takes the four node kinds; gives operators, and forms that are stored once and placed often. Coordinates are
written in points, y up, about the node's own origin (x to K x, y to -K y), so that sizes read from the file are
real points. Promise: text stays text, in node order; equal groups, gradients, pictures are stored once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

from generator.cache import Store
from generator.export.pdfwriter import objects
from generator.export.pdfwriter.embedding import Letter, PdfFont
from generator.export.pdfwriter.objects import FONTS, Object, PdfObject
from generator.export.pdfwriter.shading import K, flat_paint, masking, picture, shading_of, shading_pattern, soft_mask
from generator.face.bounds import has_blending, painted, painted_by
from generator.face.colors import rgb_of
from generator.face.face import IDENTITY, Color, GlyphRun, Gradient, Group, Image, Matrix, Node, Paint, Path, Segments
from generator.face.geometry import NOTHING, Box, multiply
from generator.face.strokes import settled
from generator.face.svgwriter import pictured
from generator.typeset.fonts import FontBook
from generator.values import Struct, field

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_DRAW = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c", "Z": "h"}
_OPAQUE = "/A1000 gs"

Result = TypeVar("Result")
Letters = Mapping[str, Sequence[Letter]]
"""By font what is written in it, as it came."""


class Resources(Struct):
    """What one document shares: its fonts, forms, patterns, pictures and graphics states; what forms and pages are
    written in (`letters`, by their digests); `kept` are those of earlier runs, with the same files of fonts."""

    book: FontBook
    fonts: dict[str, PdfFont] = field(default_factory=dict)
    made: dict[object, Any] = field(default_factory=dict)
    paths: dict[Segments, str] = field(default_factory=dict)
    letters: dict[bytes, Letters] = field(default_factory=dict)
    kept: Store | None = None

    def font(self, font_id: str) -> PdfFont:
        """The document's font for a file."""
        found = self.fonts.get(font_id)
        if found is None:
            found = self.fonts[font_id] = PdfFont(self.book.font(font_id))
        return found

    def note(self, letters: Letters) -> bool:
        """Note what is written; False if something has another code in this document."""
        return all(self.font(font_id).note(written) for font_id, written in letters.items())

    def once(self, key: object, make: Callable[[], Result]) -> Result:
        """What is kept under `key`, made when first asked for."""
        found: Result | None = self.made.get(key)
        if found is None:
            found = self.made[key] = make()
        return found

    def path(self, segments: Segments) -> str:
        """The operators that build an outline."""
        found = self.paths.get(segments)
        if found is None:
            values = [v * K for _, points in segments for v in points]
            values[1::2] = [0.0 - v for v in values[1::2]]
            found = self.paths[segments] = " ".join([_DRAW[kind] for kind, _ in segments]) % tuple(values)
        return found


class ContentStream:
    """One content stream in the making: operators, the resources they name, the state they leave.

    A stream begins opaque, whatever calls it; every other state is set before it is first needed.
    """

    __slots__ = ("in_text", "labels", "matrix", "ops", "resources", "saved", "state", "store", "written")

    def __init__(self, store: Resources) -> None:
        self.store = store
        self.ops: list[str] = []
        self.resources: dict[str, dict[str, PdfObject]] = {}
        self.labels: dict[bytes, str] = {}
        self.written: dict[str, list[Letter]] = {}
        self.state: dict[str, str] = {"gs": _OPAQUE}
        self.saved: list[tuple[dict[str, str], Matrix]] = []
        self.matrix: Matrix = IDENTITY
        self.in_text = False

    def put(self, kind: str, operator: str) -> None:
        """Sets a part of the graphics state unless it is set already."""
        if self.state.get(kind) != operator:
            self.state[kind] = operator
            self.ops.append(operator)

    def draw(self, operator: str) -> None:
        """An operator that may not stand inside a text object."""
        if self.in_text:
            self.ops.append("ET")
            self.in_text = False
        self.ops.append(operator)

    def save(self) -> None:
        """Remembers the state (q)."""
        self.draw("q")
        self.saved.append((dict(self.state), self.matrix))

    def restore(self) -> None:
        """Brings the state back (Q)."""
        self.draw("Q")
        self.state, self.matrix = self.saved.pop()

    def turn(self, matrix: Matrix) -> None:
        """Maps what follows; `matrix` in mm, y down."""
        if matrix != IDENTITY:
            self.matrix = multiply(self.matrix, matrix)
            *turned, e, f = _in_points(matrix)
            self.draw(f"{_four(*turned)} {_short(e)} {_short(f)} cm")

    def clip(self, segments: Segments, *, even_odd: bool = False) -> None:
        """Cuts what follows to an outline."""
        self.draw(self.store.path(segments) + (" W* n" if even_odd else " W n"))

    def use(self, category: str, prefix: str, made: PdfObject) -> str:
        """Lists an object among the resources; gives its name as the operators write it."""
        label = self.labels.get(made.digest)
        if label is None:
            label = self.labels[made.digest] = f"{prefix}{len(self.labels) + 1}"
            self.resources.setdefault(category, {})[label] = made
        return "/" + label

    def opacity(self, fill: float, stroke: float) -> None:
        """Sets the opacities of filling and stroking."""
        f, s = (1000, 1000) if fill == stroke == 1 else (round(fill * 1000), round(stroke * 1000))
        if f == s == 1000 and self.state["gs"] == _OPAQUE:
            return
        label = f"A{f}" if f == s else f"A{f}s{s}"
        entries = {"Type": objects.name("ExtGState"), "ca": f / 1000, "CA": s / 1000}
        self.resources.setdefault("ExtGState", {})[label] = self.store.once(label, lambda: objects.add(entries))
        self.put("gs", f"/{label} gs")

    def blend(self, mode: str) -> None:
        """Mixes what follows with what lies below."""
        entry = {"BM": objects.name("".join(map(str.capitalize, mode.split("-"))))}
        self.draw(self.use("ExtGState", "B", self.store.once(("blend", mode), lambda: objects.add(entry))) + " gs")

    def place(self, form: PdfObject) -> None:
        """Paints a stored form."""
        for font_id, letters in self.store.letters.get(form.digest, {}).items():
            self.written.setdefault(font_id, []).extend(letters)
        self.draw(self.use("XObject", "X", form) + " Do")

    def data(self) -> bytes:
        """The finished stream."""
        if self.in_text:
            self.ops.append("ET")
            self.in_text = False
        return "\n".join(self.ops).encode("ascii")

    def entries(self) -> dict[str, Object]:
        """The finished resource dictionary."""
        return {"Font": FONTS, **self.resources}


def _short(value: float) -> str:
    """A number to a millionth, without the noughts at its end."""
    return "0" if abs(value) < 5e-7 else f"{value:.6f}".rstrip("0").rstrip(".")


_four = lru_cache(maxsize=256)(lambda *values: " ".join(map(_short, values)))
"""What of a map is no place: the same for most."""
_font = lru_cache(maxsize=256)(lambda label, size: f"/{label} {size * K:.4f} Tf")


def _in_points(m: Matrix) -> tuple[float, ...]:
    """A map in mm, y down, as one in points, y up."""
    return (m[0], -m[1], -m[2], m[3], m[4] * K, -m[5] * K)


def _box_in_points(box: Box) -> tuple[float, float, float, float]:
    """A box in mm, y down, as one in points, y up: left, bottom, right, top."""
    if box == NOTHING:
        return (0.0, 0.0, 0.0, 0.0)
    return (box[0] * K, -box[3] * K, box[2] * K, -box[1] * K)


def form(store: Resources, nodes: Sequence[Node], box: Box, *, group: bool = False) -> PdfObject:
    """Nodes as a form of the document; `group`: as one transparency group. Equal forms are stored once."""
    code = ContentStream(store)
    paint(code, nodes)
    data = code.data()
    used = tuple(made.digest for names in code.resources.values() for made in names.values())
    entries = {
        "Type": objects.name("XObject"),
        "Subtype": objects.name("Form"),
        "BBox": tuple(round(v, 3) for v in _box_in_points(box)),
        "Resources": code.entries(),
    }
    if group:
        apart = b"true" if has_blending(nodes) else b"false"  # what is mixed in it is so with nothing below it
        entries["Group"] = {"S": objects.name("Transparency"), "CS": objects.name("DeviceRGB"), "I": apart}
    made = store.once(("form", blake2b(data).digest(), box, group, used), lambda: objects.stream(data, entries))
    store.letters[made.digest] = code.written
    return made


def paint(code: ContentStream, nodes: Sequence[Node]) -> None:
    """Writes nodes in order."""
    for node in nodes:
        _PAINT[type(node)](code, node)


def _group(code: ContentStream, node: Group) -> None:
    if not node.children or node.opacity <= 0:
        return
    if node.said:  # for readers that would take letters on a curve for so many lines
        code.draw(f"/Span <</ActualText <FEFF{node.said.encode('utf-16-be').hex()}>>> BDC")
        paint(code, node.children)
        code.draw("EMC")
        return
    if node.effect and node.effect.steps:
        paint(code, pictured(node, code.store.book))
        return
    apart = node.matrix != IDENTITY or node.clip or node.opacity < 1 or node.as_one
    if not apart:
        paint(code, node.children)
        return
    code.save()
    code.turn(node.matrix)
    if node.clip:
        code.clip(node.clip, even_odd=node.clip_even_odd)
    if node.mask:
        code.put("gs", code.use("ExtGState", "M", _shades(code.store, node.mask)) + " gs")
    if node.effect:
        code.blend(node.effect.blend)
    if node.as_one or node.opacity < 1:
        code.opacity(node.opacity, node.opacity)
        code.place(_shared(code.store, node))
    else:
        paint(code, node.children)
    code.restore()


def _shared(store: Resources, node: Group) -> PdfObject:
    """A group's children as a form: once for each key; as a transparency group where it is see-through."""
    group = node.opacity < 1 or bool(node.mask or node.effect)
    key = ("key", node.key, group) if node.key else ("group", node.children)
    return store.once(key, lambda: form(store, node.children, painted(node.children, store.book.ink), group=group))


def _shades(store: Resources, mask: tuple[Node, ...]) -> PdfObject:
    """The graphics state of a group's mask."""

    def made() -> PdfObject:
        return masking(form(store, mask, painted(mask, store.book.ink), group=True))

    return store.once(("shades", mask), made)


def _path(code: ContentStream, node: Path) -> None:
    for part in settled(node):
        _line(code, part)


def _line(code: ContentStream, node: Path) -> None:
    if not node.segments:
        return
    outline = code.store.path(node.segments)
    fill = flat_paint(node.fill) if node.fill else None
    line = flat_paint(node.stroke.paint) if node.stroke and node.stroke.width > 0 else None
    if line is not None:
        _pen(code, node)
    rule = "*" if node.even_odd else ""
    if isinstance(fill, Color) and isinstance(line, Color) and line.alpha >= 1:
        _color(code, fill, "rg")
        _color(code, line, "RG")
        code.opacity(fill.alpha, 1)
        code.draw(f"{outline} B{rule}")
        return
    for paint_with, kind, operator in ((fill, "rg", "f" + rule), (line, "RG", "S")):
        if paint_with is not None:
            _brush(code, paint_with, kind, node, f"{outline} {operator}")


def _pen(code: ContentStream, node: Path) -> None:
    """Sets width, caps, joins and dashes."""
    stroke = node.stroke
    assert stroke is not None  # noqa: S101 (the caller looked; this tells the type checker)
    code.put("w", f"{stroke.width * K:.4f} w")
    code.put("J", f"{_CAPS[stroke.cap]} J")
    code.put("j", f"{_JOINS[stroke.join]} j")
    if stroke.join == "miter":
        code.put("M", f"{max(1.0, stroke.miter):g} M")
    dash = stroke.dash if any(d > 0 for d in stroke.dash) else ()
    lengths = " ".join(f"{d * K:.3f}" for d in dash)
    code.put("d", f"[{lengths}] {stroke.dash_offset * K if dash else 0:.3f} d")


def _brush(code: ContentStream, with_paint: Paint, kind: str, node: Path, operator: str) -> None:
    """Fills or strokes with one paint; `kind` is "rg" to fill, "RG" to stroke."""
    if isinstance(with_paint, Color):
        if with_paint.alpha > 0:
            _color(code, with_paint, kind)
            code.opacity(with_paint.alpha, with_paint.alpha)
            code.draw(operator)
        return
    levels = {round(color.alpha, 3) for color in with_paint.colors}
    if levels == {0.0}:
        return
    code.save()
    if len(levels) > 1:
        code.opacity(1, 1)
        code.put("gs", code.use("ExtGState", "M", _mask(code, with_paint, node)) + " gs")
    else:
        level = levels.pop()
        code.opacity(level, level)
    code.draw(_gradient(code, with_paint, kind))
    code.draw(operator)
    code.restore()


def _color(code: ContentStream, color: Color, kind: str) -> None:
    code.put(kind, _operator(color.hex, kind))


@lru_cache(maxsize=4096)
def _operator(hexed: str, kind: str) -> str:
    return " ".join([*(f"{v:.4g}" for v in rgb_of(hexed)), kind])


def _gradient(code: ContentStream, gradient: Gradient, kind: str) -> str:
    """The operators that take a gradient as colour."""
    store, matrix = code.store, _in_points(code.matrix)
    shading = store.once(("shading", gradient), lambda: shading_of(gradient))
    used = store.once(("pattern", gradient, code.matrix), lambda: shading_pattern(shading, matrix))
    label = code.use("Pattern", "P", used)
    return f"/Pattern cs {label} scn" if kind == "rg" else f"/Pattern CS {label} SCN"


def _mask(code: ContentStream, gradient: Gradient, node: Path) -> PdfObject:
    """The graphics state whose mask has the gradient's opacities over the node."""
    store, box = code.store, painted_by(node)
    shading = store.once(("greys", gradient), lambda: shading_of(gradient, alpha=True))
    return store.once(("mask", gradient, box), lambda: soft_mask(shading, _box_in_points(box)))


def _text(code: ContentStream, node: GlyphRun) -> None:
    if not node.glyphs or node.size <= 0:
        return
    font = code.store.font(node.font)
    if node.fill is not None:
        _color(code, node.fill, "rg")
        code.opacity(node.fill.alpha, node.fill.alpha)
    if not code.in_text:
        code.ops.append("BT")
        code.in_text = True
    code.put("Tf", _font(font.label, node.size))
    code.put("Tr", "3 Tr" if node.fill is None else "0 Tr")
    code.put("Tz", "100.00 Tz" if node.fill else f"{node.stretch * 100:.2f} Tz")
    code.ops.append(f"1 0 0 1 {node.x * K:.3f} {-node.y * K:.3f} Tm")
    code.ops.append(font.show(node, code.written.setdefault(node.font, [])))


def _image(code: ContentStream, node: Image) -> None:
    store = code.store
    made = store.once(("image", node.data), lambda: picture(node))
    code.save()
    left, bottom = node.x * K, -(node.y + node.height) * K
    code.ops.append(f"{node.width * K:.4f} 0 0 {node.height * K:.4f} {left:.4f} {bottom:.4f} cm")
    code.opacity(1, 1)
    code.place(made)
    code.restore()


_PAINT: dict[type, Callable[[ContentStream, Any], None]] = {Group: _group, Path: _path, GlyphRun: _text, Image: _image}
