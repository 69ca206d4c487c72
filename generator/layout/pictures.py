"""image elements -> icons, parts, photographs.

Takes an `image` and its place; gives nodes. Every file goes through one gate, `find_file`. Promise: no file outside
the project (or the bundle) is opened, wherever a link or `..` leads; PNG and JPEG are measured from their headers,
never decoded.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from generator.face.face import IDENTITY, Color, Group, Image, Matrix, Node
from generator.face.geometry import multiply, rectangle, transformed
from generator.findings import Finding, Mark, did_you_mean
from generator.layout.numbers import Unreadable, fitted, length, shown
from generator.layout.paint import color
from generator.layout.svgfile import Element
from generator.layout.template import Bound
from generator.layout.work import Here, Work

MAX_PICTURE = 30_000_000
MAX_PIXELS = 50_000_000
"""What a PDF can be made of within half a gigabyte: A2 at 300 pixels an inch has 35 million."""

Resolve = Callable[[Work, Bound, Matrix, Color | None, int], list[Node]]
Box = tuple[float, float, float, float]


def find_file(href: str, folders: Sequence[Path], roots: Iterable[Path]) -> Path:
    """The file that an href means: the first of `folders` that has it. Raises `Unreadable`.

    Nothing is found that does not really lie, after all links, inside one of `roots`.
    """
    name = unquote(href.strip().split("#")[0])
    scheme = name.split(":")[0] if ":" in name else ""
    if scheme or name.startswith(("/", "\\")) or "\0" in name:
        raise Unreadable(f"`{shown(href)}` lies outside the project", "copy the file into the project")
    homes = [r.resolve() for r in roots]
    outside = False
    for folder in folders:
        try:
            path = (folder / name).resolve()
            is_file = path.is_file()
        except (OSError, ValueError, RuntimeError):
            continue
        if not any(path.is_relative_to(home) for home in homes):
            outside = True
        elif is_file:
            return path
    if outside:
        raise Unreadable(f"`{shown(href)}` lies outside the project", "copy the file into the project")
    raise Unreadable(f"there is no file `{shown(href)}`", did_you_mean(Path(name).name, _beside(folders, name)))


def _beside(folders: Sequence[Path], name: str) -> list[str]:
    """The files that stand where one was looked for."""
    try:
        return [p.name for folder in folders for p in sorted((folder / name).parent.glob("*.*"))[:500]]
    except (OSError, ValueError):
        return []


def image_nodes(work: Work, element: Element, here: Here, resolve: Resolve) -> list[Node]:
    """What an image element shows."""
    if not here.style.visible:
        return []
    try:
        box = _box(element, here)
        if box[2] <= 0 or box[3] <= 0:
            return []
        if "pnp:icon" in element.attributes:
            return _icon(work, element, here, box)
        part = _part(work, element)
        if part is not None:
            return _placed(work, element, here, part, box, resolve)
        return _picture(work, element, here, box, resolve)
    except Unreadable as what:
        work.unreadable(element, "", what)
        return []


def _box(element: Element, here: Here) -> Box:
    get = element.attributes.get
    em = here.style.font_size
    x, y, w, h = (length(get(k, "0"), here.viewport[k in ("y", "height")], em) for k in ("x", "y", "width", "height"))
    if w < 0 or h < 0:
        raise Unreadable(f"the image is {w:g} by {h:g}", "write sizes of more than 0")
    return (x, y, w, h)


def _icon(work: Work, element: Element, here: Here, box: Box) -> list[Node]:
    a = element.attributes
    name = a["pnp:icon"].strip()
    if not name:
        return []
    words = a.get("pnp:color") or a.get("pnp:term-color") or ""
    paint = color(words, here.style.color) if words else here.style.color
    art = work.tools.icon(name, paint)
    if art is None:
        names = icon_names(work)
        message = f"there is no icon `{name}`"
        hint = did_you_mean(name, names) or f"draw it as `layouts/icons/{name}.svg`"
        mark = element.mark("pnp:icon")
        work.tell(Finding("F101", mark, message, hint))
        return []
    matrix = multiply(here.matrix, fitted((0, 0, 1, 1), box, a.get("preserveAspectRatio", "")))
    return [replace(art, matrix=_rounded(multiply(matrix, art.matrix)))]


def icon_names(work: Work) -> list[str]:
    """The icons that this game can use."""
    return [p.stem for folder in work.tools.folders for p in sorted((folder / "icons").glob("*.svg"))]


def _rounded(m: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    return (round(a, 7), round(b, 7), round(c, 7), round(d, 7), round(e, 4), round(f, 4))


def _part(work: Work, element: Element) -> Bound | None:
    """The template that the image places: bound for this face, or the same for all."""
    bound = work.bound.parts.get(id(element))
    if bound is not None:
        return bound
    layout = work.bound.layout.parts.get(id(element))
    return Bound(layout, layout.document.root) if layout is not None else None


def _placed(work: Work, element: Element, here: Here, part: Bound, box: Box, resolve: Resolve) -> list[Node]:
    page = (0.0, 0.0, part.layout.width, part.layout.height)
    matrix = multiply(here.matrix, fitted(page, box, element.attributes.get("preserveAspectRatio", "")))
    stamp = work.stamp
    nodes = resolve(work, part, matrix, None, here.depth + 1)
    work.stamp = stamp or work.stamp
    return nodes


def _picture(work: Work, element: Element, here: Here, box: Box, resolve: Resolve) -> list[Node]:
    """A raster picture, or an SVG file named by an expression."""
    href = element.attributes.get("href", "").strip()
    if not href:
        return []
    if href.startswith("data:"):
        return _read(work, element, here, box, lambda: _embedded(href))
    own = work.tools.project.root / Path(element.source.file).parent
    try:
        path = find_file(href, (own, *work.tools.folders), work.tools.roots)
    except Unreadable as what:
        code = "T009" if "outside" in what.message else "F102"
        work.tell(Finding(code, _href_mark(element, href), what.message, what.hint or "write the name of a file there"))
        return []
    if path.suffix.lower() == ".svg":
        layout = work.tools.layout(path)
        return _placed(work, element, here, Bound(layout, layout.document.root), box, resolve) if layout else []
    return _read(work, element, here, box, lambda: _bytes(path, work))


def _href_mark(element: Element, href: str) -> Mark:
    """The place of the file's name, or of the expression that gives it."""
    attribute = "pnp:href" if "pnp:href" in element.attributes else "href"
    return element.mark_in(attribute, href)


def _bytes(path: Path, work: Work) -> bytes:
    data = work.tools.project.read(path, MAX_PICTURE)
    if len(data) > MAX_PICTURE:
        raise Unreadable(f"`{path.name}` is too large", f"make it smaller than {MAX_PICTURE} bytes")
    return data


def _read(work: Work, element: Element, here: Here, box: Box, data: Callable[[], bytes]) -> list[Node]:
    """A raster picture, or the finding (F103) why it can't be shown."""
    try:
        return _raster(element, here, box, data())
    except (Unreadable, OSError) as what:
        message = what.message if isinstance(what, Unreadable) else f"the picture cannot be read: {what.strerror}"
        hint = what.hint if isinstance(what, Unreadable) else ""
        work.tell(Finding("F103", _href_mark(element, ""), message, hint))
        return []


def _embedded(href: str) -> bytes:
    head, _, body = href.partition(",")
    if not head.endswith(";base64") or not head.startswith(("data:image/png", "data:image/jpeg", "data:image/jpg")):
        raise Unreadable(f"`{shown(head)}` is no picture that is read", "embed a PNG or JPEG, or link it")
    try:
        return base64.b64decode("".join(body.split()), validate=True)
    except (binascii.Error, ValueError):
        raise Unreadable("the embedded picture is damaged", "embed it anew") from None


def _raster(element: Element, here: Here, box: Box, data: bytes) -> list[Node]:
    width, height = picture_size(data)
    a = element.attributes
    aspect = a.get("preserveAspectRatio", "")
    fit = fitted((0, 0, width, height), box, aspect)
    x, y, w, h = fit[4], fit[5], width * fit[0], height * fit[3]
    alt = a.get("aria-label", a.get("inkscape:label", ""))
    m = here.matrix
    nodes: list[Node]
    if m[1] == m[2] == 0 and m[0] > 0 and m[3] > 0:
        left, top = round(m[0] * x + m[4], 4), round(m[3] * y + m[5], 4)
        nodes = [Image(data, left, top, round(w * m[0], 4), round(h * m[3], 4), (width, height), alt)]
    else:
        nodes = [Group((Image(data, x, y, w, h, (width, height), alt),), m)]
    if "slice" in aspect:
        nodes = [Group(tuple(nodes), IDENTITY, transformed(rectangle(*box), m))]
    return nodes


def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height of a whole PNG or JPEG in pixels. Raises `Unreadable`."""
    digest = sha256(data).digest()
    if digest not in _SIZES:
        if len(_SIZES) > 10_000:
            _SIZES.clear()
        _SIZES[digest] = _size(data)
    return _SIZES[digest]


_SIZES: dict[bytes, tuple[int, int]] = {}
"""Digest of a picture that was found whole -> its size."""


def _size(data: bytes) -> tuple[int, int]:
    is_png = data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR" and len(data) > 32
    if is_png:
        width, height = struct.unpack(">II", data[16:24])
    elif data.startswith(b"\xff\xd8"):
        width, height = _jpeg_size(data)
    else:
        raise Unreadable("the picture is neither a whole PNG nor a JPEG", "save it as PNG")
    if 0 in (width, height) or width * height > MAX_PIXELS:
        raise Unreadable(f"the picture has {width} x {height} pixels", f"use at most {MAX_PIXELS}")
    if not (_is_whole_png(data, width, height) if is_png else b"\xff\xd9" in data[-10_000:]):
        raise Unreadable("the picture is damaged, or only a part of it", "save it anew")
    return width, height


_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""PNG's kind of colours -> numbers a pixel."""


def _is_whole_png(data: bytes, width: int, height: int) -> bool:
    """Every chunk sound, the end there, and as many pixels as the header says, not more."""
    depth, colors, interlaced = data[24], data[25], data[28]
    if depth not in (1, 2, 4, 8, 16) or colors not in _SAMPLES:
        return False
    row = (width * depth * _SAMPLES[colors] + 7) // 8 + 1
    least, most = row * height, row * height * (2 if interlaced else 1) + 64 * (height + width) * interlaced
    unpack = zlib.decompressobj()
    found, position = 0, 8
    while position + 12 <= len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        kind, body = data[position + 4 : position + 8], data[position + 8 : position + 8 + length]
        checksum = data[position + 8 + length : position + 12 + length]
        if checksum != struct.pack(">I", zlib.crc32(kind + body)):
            return False
        if kind == b"IEND":
            return least <= found or bool(interlaced and found)
        found += _unpacked(unpack, body, most - found) if kind == b"IDAT" else 0
        if found > most:
            return False
        position += 12 + length
    return False


def _unpacked(unpack: Any, packed: bytes, most: int) -> int:  # noqa: ANN401 (zlib names no type)
    """How many bytes some packed ones come to; one more than `most` if they come to more."""
    found = 0
    try:
        while found <= most:
            some = unpack.decompress(packed, 1 << 20)
            found, packed = found + len(some), unpack.unconsumed_tail
            if not some and not packed:
                break
    except zlib.error:
        return most + 1
    return found


def _after_filling(data: bytes, position: int) -> int:
    """Where the bytes 0xFF end that stand before a marker: at the last of them."""
    found = re.compile(rb"\xff+").match(data, position)
    return found.end() - 1 if found and found.end() - 1 > position else position + 1


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Walks the markers to the frame header."""
    position = 2
    while position + 9 < len(data):
        if data[position] != 0xFF:
            break
        kind = data[position + 1]
        if kind == 0xFF:
            position = _after_filling(data, position)
        elif 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[position + 5 : position + 9])
            return width, height
        else:
            position += 2 + struct.unpack(">H", data[position + 2 : position + 4])[0]
    raise Unreadable("the JPEG is damaged", "save it anew")
