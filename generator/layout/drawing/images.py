"""image elements -> icons, parts, photographs.

Takes an `image` and its place; gives nodes. Every file goes through one gate, `find_file`. Promise: no file outside
the project (or the bundle) is opened, wherever a link or `..` leads; PNG and JPEG are measured from their headers,
never decoded.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import fsum, hypot, isclose, isnan, nan
from pathlib import Path, PureWindowsPath
from urllib.parse import unquote

from generator.data.reading.folders import ENDINGS, file_and_view
from generator.diagnostics.findings import Finding, Mark, Unreadable, did_you_mean
from generator.face.bounds import has_blending, painted, visible_nodes, weight
from generator.face.face import IDENTITY, Group, Image, Matrix, Node, PaintEffect
from generator.face.geometry import box_under, grown, holds, multiply, rectangle, transformed
from generator.face.raster import as_png, as_srgb, picture_size
from generator.layout.drawing.context import Context, GraphicsState
from generator.layout.drawing.draft import placeholder
from generator.layout.svg.datatypes import Rect, fitted, length, shown
from generator.layout.svg.element import Element
from generator.layout.svg.paint import color
from generator.layout.template.bind import bind
from generator.layout.template.compile import Bound, Layout, page_matrix
from generator.values import replace

MAX_PICTURE = 30_000_000
EDGE = 0.02
"""What stands out by less (mm) is no overhang."""
BEYOND = (-1000.0, -1000.0, 3000.0, 3000.0)
OFF = 10.0
"""What of a picture lies wholly so far (mm) beyond the trim is on no paper: the most that a bleed can be."""
THINNEST = 0.001
"""What is narrower (mm) cannot be seen, nor be measured."""


def find_file(href: str, folders: Sequence[Path], roots: Iterable[Path]) -> Path:
    """The file that an href means: the first of `folders` that has it. Raises `Unreadable`.

    Of a path to somewhere else (Inkscape writes `file:///C:/Users/..`), or to nothing above (`../art/fox.png`), the
    file of that name in one of `folders` is meant. Nothing is found that does not really lie, after all links, inside
    one of `roots`.
    """
    name = _parted(href, folders)[0]
    scheme = name.split(":")[0].lower() if ":" in name else ""
    if "\0" in name:
        raise _outside(href)
    homes = [r.resolve() for r in roots]
    outside = bool(scheme) or name.startswith(("/", "\\"))
    last = PureWindowsPath(name).name if len(scheme) == 1 or scheme in ("", "file") else ""
    for folder in folders if not outside else ():
        path, is_file = _resolved(folder / name)
        if path is None:
            continue
        if not any(path.is_relative_to(home) for home in homes):
            is_meant = is_file or folder == folders[0]  # `../art/x.png` leads elsewhere from every folder
            outside = outside or (is_meant and not path.is_relative_to(folder.resolve()))
        elif is_file:
            return path
    if outside or name.startswith(".."):
        moved = [_resolved(folder / last) for folder in folders] if last else []
        for path, is_file in moved:
            if path is not None and is_file and any(path.is_relative_to(home) for home in homes):
                return path
    if outside:
        raise _outside(href)
    hint = did_you_mean(Path(name).name, _beside(folders, name))
    raise Unreadable(f"there is no file `{shown(href)}`", hint, code="F102")


def _parted(href: str, folders: Sequence[Path]) -> tuple[str, str]:
    """The name of the file that an href means, and what of it is to be seen; `#` and `%20` may be in the name."""
    cuts = [cut for words in (unquote(href.strip()), href.strip()) for cut in ((words, "", ""), words.partition("#"))]
    is_plain = not {"#", "%"} & {*href}
    there = (cut for cut in cuts if is_plain or any(_resolved(folder / cut[0])[1] for folder in folders))
    name, _, seen = next(there, cuts[1])
    return name, seen


def _resolved(path: Path) -> tuple[Path | None, bool]:
    """Where a path really leads, and whether a file is there; None for a name that no system takes."""
    try:
        path = path.resolve()
        return path, path.is_file()
    except (OSError, ValueError, RuntimeError):
        return None, False


def _outside(href: str) -> Unreadable:
    message = f"`{shown(href)}` lies outside the project"
    return Unreadable(message, "copy the file beside the template", code="T009")


def _beside(folders: Sequence[Path], name: str) -> list[str]:
    """The files that stand where one was looked for."""
    try:
        there = (p for folder in folders for p in sorted((folder / name).parent.glob("*.*"))[:500])
        return [p.name for p in there if p.suffix.lower() in ENDINGS]
    except (OSError, ValueError):
        return []


def image_nodes(context: Context, element: Element, state: GraphicsState) -> list[Node]:
    """What an image element shows."""
    if not state.style.visible:
        return []
    told = len(context.told)
    nodes = _image_nodes(context, element, state)
    lacks = len(context.told) > told or "pnp:href" in element.attributes
    if nodes or not (context.tools.draft and lacks):
        return nodes
    with suppress(Unreadable):
        box = _box(element, state)
        return [] if isnan(fsum(box)) else placeholder(box, state.matrix)
    return []


def _image_nodes(context: Context, element: Element, state: GraphicsState) -> list[Node]:
    try:
        box = _box(element, state)
        if 0 in box[2:]:
            return []
        if isnan(box[2] + box[3]) and not _is_raster(element):
            raise Unreadable("the image has no width and height", "write both")
        if "pnp:icon" in element.attributes:
            return _icon(context, element, state, box)
        part = _part(context, element)
        if part is not None:
            return _placed(context, element, state, part, box)
        lacks = "pnp:part" in element.attributes  # told already; the picture is only its sample
        return [] if lacks else _picture(context, element, state, box)
    except Unreadable as what:
        context.unreadable(element, "", what)
        return []


def _box(element: Element, state: GraphicsState) -> Rect:
    """Where the image lies; a size that is left to the picture is not a number."""
    get = element.attributes.get
    em = state.style.font_size
    x, y = (length(get(k, "0"), state.viewport[k == "y"], em) for k in ("x", "y"))
    w, h = (
        length(element.attributes[k], state.viewport[k == "height"], em) if k in element.attributes else nan
        for k in ("width", "height")
    )
    if w < 0 or h < 0:
        raise Unreadable(f"the image is {w:g} by {h:g}", "write sizes of more than 0")
    return (x, y, w, h)


def _is_raster(element: Element) -> bool:
    own = element.attributes
    file, _ = file_and_view(own.get("href", "").strip())
    return own.keys().isdisjoint(("pnp:icon", "pnp:part")) and not file.lower().endswith(".svg")


def _icon(context: Context, element: Element, state: GraphicsState, box: Rect) -> list[Node]:
    a = element.attributes
    name = a["pnp:icon"].strip()
    if not name:
        return []
    words = a.get("pnp:color") or a.get("pnp:term-color") or ""
    paint = color(words, state.style.color) if words else state.style.color
    art = context.tools.icon(name, paint)
    if art is None:
        names = [p.stem for folder in context.tools.folders for p in sorted((folder / "icons").glob("*.svg"))]
        message = f"there is no icon `{name}`"
        hint = did_you_mean(name, names) or f"draw it as `layouts/icons/{name}.svg`"
        mark = element.mark("pnp:icon")
        context.tell(Finding("F101", mark, message, hint))
        return []
    matrix = multiply(state.matrix, fitted((0, 0, 1, 1), box, a.get("preserveAspectRatio", "")))
    context.counted(element, weight([art]))
    return [replace(art, matrix=_rounded(multiply(matrix, art.matrix)))]


def _rounded(m: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    return (round(a, 7), round(b, 7), round(c, 7), round(d, 7), round(e, 4), round(f, 4))


def _part(context: Context, element: Element) -> Bound | None:
    """The template that the image places: bound for this face, or the same for all."""
    bound = context.bound.parts.get(element)
    if bound is not None:
        return bound
    layout = context.bound.layout.parts.get(element)
    return Bound(layout, layout.document.root) if layout is not None else None


def _placed(context: Context, element: Element, state: GraphicsState, part: Bound, box: Rect) -> list[Node]:
    layout, is_picture = part.layout, "pnp:part" not in element.attributes
    page = (0.0, 0.0, layout.width, layout.height)
    aspect = element.attributes.get("preserveAspectRatio", "")
    stamp = context.stamp
    if layout.document.alone:
        nodes = _alone(context, element, state, part, box)
    else:
        fit = _by_view(layout, box, aspect) if is_picture else None
        if is_picture and _differs(layout, box, aspect):
            message = (
                "how an SVG picture fills its box is told here as in Inkscape and Firefox; Chromium goes by the picture"
            )
            hint = "nothing, if the print is as you want it; else give the box the proportions of the picture"
            context.tell(Finding("T030", element.mark("preserveAspectRatio"), message, hint))
        matrix = multiply(state.matrix, fit or fitted(page, box, aspect))
        nodes = context.tools.resolve(context, part, matrix, None, state.depth + 1)
    context.stamp = stamp or context.stamp
    if is_picture:  # what is mixed in it is so by itself
        nodes = [Group(tuple(nodes), effect=PaintEffect("normal"))] if has_blending(nodes) else nodes
        return _trimmed(context, nodes, box, state.matrix)
    return _windowed(nodes, aspect, box, state.matrix)


def _alone(context: Context, element: Element, state: GraphicsState, part: Bound, box: Rect) -> list[Node]:
    """One element of a file, whose paint fills the box; it is told if there is none, and nothing says why."""
    told = len(context.told)
    nodes = context.tools.resolve(context, part, IDENTITY, None, state.depth + 1)
    left, top, right, bottom = painted(nodes, context.tools.book().ink)
    if right <= left or bottom <= top:
        href = element.attributes["href"].strip()
        message = f"what `{shown(href)}` names paints nothing"
        if len(context.told) == told:
            context.tell(Finding("T029", _href_mark(element, href), message, "write the id of what is to be seen"))
        return []
    fit = fitted((left, top, right - left, bottom - top), box, element.attributes.get("preserveAspectRatio", ""))
    return [Group(tuple(nodes), multiply(state.matrix, fit))]


def _by_view(layout: Layout, box: Rect, aspect: str) -> Matrix | None:
    """Where a file lies whose viewBox has other proportions than its size: by that, as in browsers. None for others."""
    own = layout.document.root.attributes
    said = own.get("preserveAspectRatio", "")
    alike = isclose(layout.width * layout.view[3], layout.height * layout.view[2], rel_tol=1e-6)
    if "viewBox" not in own or (alike and not said):
        return None
    sx, _, _, sy, dx, dy = page_matrix(layout)
    return multiply(fitted(layout.view, box, aspect or said), (1 / sx, 0.0, 0.0, 1 / sy, -dx / sx, -dy / sy))


def _differs(layout: Layout, box: Rect, aspect: str) -> bool:
    """True where browsers differ about the place of a picture: its box has other proportions, and says what then."""
    own = layout.document.root.attributes
    _, _, wide, high = layout.view if "viewBox" in own else (0, 0, layout.width, layout.height)
    alike = isclose(wide * box[3], high * box[2], rel_tol=1e-3)
    grounds = {"background", "background-color"} & own.keys()
    return not alike and (aspect not in _USUAL or "viewBox" not in own or bool(grounds))


_USUAL = frozenset(["", "xMidYMid", "xMidYMid meet"])


def _trimmed(context: Context, nodes: list[Node], box: Rect, matrix: Matrix) -> list[Node]:
    """A picture without what stands out of its box; but past an edge of the face it is bleed."""
    x, y, w, h = box
    within = box_under((x, y, x + w, y + h), matrix)
    left, top, right, bottom = context.page or within
    edges = (within[0] > left + EDGE, within[1] > top + EDGE, within[2] < right - EDGE, within[3] < bottom - EDGE)
    limits = [side if inside else far for side, inside, far in zip(within, edges, BEYOND, strict=True)]
    x1, y1, x2, y2 = limits
    ink = context.tools.book().ink
    if context.page:
        nodes = list(visible_nodes(nodes, grown(context.page, OFF), letters=ink))
    if holds((x1, y1, x2, y2), painted(nodes, ink), EDGE):
        return nodes
    nodes = list(visible_nodes(nodes, (x1, y1, x2, y2), letters=ink))
    is_level = matrix[1] == matrix[2] == 0
    clip = rectangle(x1, y1, x2 - x1, y2 - y1) if is_level else transformed(rectangle(*box), matrix)
    return [Group(tuple(nodes), IDENTITY, clip)] if nodes else []


def _windowed(nodes: list[Node], aspect: str, box: Rect, matrix: Matrix) -> list[Node]:
    """What fills its box, without what stands out of it."""
    return [Group(tuple(nodes), IDENTITY, transformed(rectangle(*box), matrix))] if "slice" in aspect else nodes


def _picture(context: Context, element: Element, state: GraphicsState, box: Rect) -> list[Node]:
    """A raster picture, or an SVG file named by an expression."""
    href = element.attributes.get("href", "").strip()
    if not href:
        return []
    if href.startswith("data:"):
        return _read(context, element, state, box, lambda: _embedded(href))
    folders = (context.tools.project.root / Path(element.source.file).parent, *context.tools.folders)
    try:
        path = find_file(href, folders, context.tools.roots)
    except Unreadable as what:
        hint = what.hint or "write the name of a file there"
        context.tell(Finding(what.code, _href_mark(element, href), what.message, hint))
        return []
    if path.suffix.lower() == ".svg":
        layout = context.tools.layout(path, _parted(href, folders)[1])
        if layout is None:
            return []
        context.told += layout.findings
        part = bind(layout, {"language": context.language}, context.tell, context.tools.cache.kept)
        return _placed(context, element, state, part, box)
    return _read(context, element, state, box, lambda: _bytes(path, context))


def _href_mark(element: Element, href: str) -> Mark:
    """The place of the file's name, or of the expression that gives it."""
    attribute = "pnp:href" if "pnp:href" in element.attributes else "href"
    return element.mark_in(attribute, href)


def _bytes(path: Path, context: Context) -> bytes:
    data = context.tools.project.read(path, MAX_PICTURE)
    if len(data) > MAX_PICTURE:
        raise Unreadable(f"`{path.name}` is too large", f"make it smaller than {MAX_PICTURE} bytes")
    return data


def _read(context: Context, element: Element, state: GraphicsState, box: Rect, data: Callable[[], bytes]) -> list[Node]:
    """A raster picture, or the finding (F103) why it can't be shown."""
    href = element.attributes.get("href", "").strip()
    try:
        whole = as_png(data())
        size = picture_size(whole)
        picture, lost = as_srgb(whole)
        nodes = _raster(element, state, box, picture, size)
    except (Unreadable, OSError) as what:
        message = what.message if isinstance(what, Unreadable) else f"the picture cannot be read: {what.strerror}"
        hint = what.hint if isinstance(what, Unreadable) else ""
        about = () if href.startswith("data:") else (href,)
        context.tell(Finding("F103", _href_mark(element, ""), message, hint, about=about))
        return []
    if lost:
        name = "an embedded picture" if href.startswith("data:") else f"`{shown(href)}`"
        message = f"the colours of {name} are printed as those of sRGB: {lost}"
        context.tell(
            Finding("T029", _href_mark(element, href), message, "save the picture in sRGB", about=(lost, href))
        )
    context.counted(element, weight(nodes))
    return nodes


def _embedded(href: str) -> bytes:
    head, _, body = href.partition(",")
    if not re.fullmatch(r"data:(image/(png|jpe?g|webp|gif|bmp|tiff))?(;[^;]*)*;base64", head.strip()):
        raise Unreadable(f"`{shown(head)}` is no picture that is read", "embed a PNG or JPEG, or link it")
    try:
        return base64.b64decode("".join(body.split()), validate=True)
    except (binascii.Error, ValueError):
        raise Unreadable("the embedded picture is damaged", "embed it anew") from None


def _raster(element: Element, state: GraphicsState, box: Rect, data: bytes, size: tuple[int, int]) -> list[Node]:
    width, height = size
    if isnan(box[2]):
        box = (*box[:2], width if isnan(box[3]) else box[3] * width / height, box[3])
    if isnan(box[3]):
        box = (*box[:3], box[2] * height / width)
    a = element.attributes
    aspect = a.get("preserveAspectRatio", "")
    fit = fitted((0, 0, width, height), box, aspect)
    x, y, w, h = fit[4], fit[5], width * fit[0], height * fit[3]
    if min(w, h) * min(hypot(*state.matrix[:2]), hypot(*state.matrix[2:4])) < THINNEST:
        message = f"the picture of {width} x {height} pixels comes out {w:.2g} x {h:.2g} mm"
        raise Unreadable(message, "give it a box of its own proportions")
    alt = a.get("aria-label", a.get("inkscape:label", ""))
    m = state.matrix
    nodes: list[Node]
    if m[1] == m[2] == 0 and m[0] > 0 and m[3] > 0:
        left, top = round(m[0] * x + m[4], 4), round(m[3] * y + m[5], 4)
        nodes = [Image(data, left, top, round(w * m[0], 4), round(h * m[3], 4), (width, height), alt)]
    else:
        nodes = [Group((Image(data, x, y, w, h, (width, height), alt),), m)]
    return _windowed(nodes, aspect, box, m)
