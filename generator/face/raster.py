"""PNG, JPEG (others as PNG) -> their size, pixels in sRGB, and a key that is equal where a picture is the same, however
it was packed.

Takes the bytes of a picture. Promise: all who look into pictures do it here, so that what passes is drawn by every
exporter; nothing is decoded that is larger than a PDF can be made of, or that was packed to burst; what is damaged or
cut off is `Unreadable`. Of a PNG's key the decoded pixels decide, so that packing, kind of colours and notes make no
difference; of a JPEG's all but the notes (decoders may differ by a shade, and a stamp must not). A picture in
another colour space becomes one of sRGB, as browsers show it; CMYK stays as it is.
"""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from itertools import islice, product
from math import ceil
from typing import TYPE_CHECKING

from generator.diagnostics.findings import Unreadable
from generator.face.colors import PAPER, Rgb, encoded, laid_over

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from PIL.ImageCms import ImageCmsTransform

MAX_PIXELS = 50_000_000
"""What a PDF can be made of within half a gigabyte: A2 at 300 pixels an inch has 35 million."""
MAX_SIDE = 30_000
"""No side of a picture can be longer in cairo, or in a JPEG."""
MAX_PARTS = 20_000
"""A picture of 30 MB has less than 4,000 parts if a program wrote it."""
MAX_SCANNED = 600_000_000
"""Pixels times the scans of a JPEG that comes in ever finer ones; usual are ten of them."""
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
_STRIP = 256
"""Rows that are looked at together, so that a large picture is in memory once only."""
_KEPT = (0xEE,)
"""The notes of a JPEG that alter its colours: Adobe's, on how they are coded."""
_RARE = frozenset({0xC3, *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)})
"""Kinds of JPEG that a PDF cannot hold: lossless, arithmetic, of several frames."""
_TURNED = 274
"""The note that says how a camera was held; beyond `_UPRIGHT` it lay on its side."""
_UPRIGHT = 4
_NOTES = (b"Raw profile type", b"XML:com.adobe.xmp")
"""How texts of a PNG begin that may say it."""
_DAMAGE = (
    *(OSError, ValueError, SyntaxError, struct.error, zlib.error),
    *(LookupError, TypeError, ArithmeticError, EOFError),
)
"""What Pillow raises at files that are not as they should be."""


_Known = tuple[tuple[int, int], bytes] | Unreadable
"""What was found out about a picture: its size upright and its key, or why it cannot be shown."""
_SEEN: dict[bytes, _Known] = {}
"""By the digest of a picture's bytes."""


def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height of a whole PNG or JPEG in pixels, as it is shown. Raises `Unreadable`."""
    known = _look(data)
    if isinstance(known, Unreadable):
        raise known.with_traceback(None)
    return known[0]


def glance(data: bytes) -> tuple[int, int, int]:
    """Width and height of a picture in pixels, as it is shown, and how many it says to be an inch (0: it says none), by
    what stands before its pixels alone. Raises `Unreadable`."""
    try:
        with _pillow(data, "PNG", "JPEG", *_BEGINS) as picture:
            dots = [*map(round, picture.info.get("dpi", (0, 0)))]
            size = picture.size[::-1] if "exif" in picture.info and _turn(picture, data) > _UPRIGHT else picture.size
            return *size, dots[0] * (dots[0] == dots[1])
    except _DAMAGE:
        raise Unreadable("the picture is damaged or cut off", "save it anew, as PNG") from None


_BEGINS = {"WEBP": rb"(?s)RIFF.{4}WEBP", "GIF": rb"GIF8", "BMP": rb"BM", "TIFF": rb"II\*\0|MM\0\*"}
"""How pictures begin that become PNG, as Pillow calls them."""


@lru_cache(maxsize=8)
def as_png(data: bytes) -> bytes:
    """A WebP, a GIF, a BMP or a TIFF as the PNG of the same pixels, with its colour profile; anything else as it is.
    Raises `Unreadable`."""
    kind = next((kind for kind, begin in _BEGINS.items() if re.match(begin, data)), "")
    if not kind:
        return data
    try:
        with _pillow(data, kind) as picture:
            _refuse_large(picture.size, 1)
            if getattr(picture, "is_animated", False):
                raise Unreadable("the picture moves, or has pages", "save one of its frames as PNG")
            if picture.mode == "CMYK":
                raise Unreadable(f"the {kind} is in CMYK", "save it as JPEG, or in RGB as PNG")
            made = BytesIO()
            picture.save(made, "PNG", compress_level=1, exif=b"")  # not upright: browsers turn no WebP
            return made.getvalue()
    except Unreadable:
        raise
    except _DAMAGE:
        raise Unreadable("the picture is damaged or cut off", "save it anew, as PNG") from None


def picture_key(data: bytes) -> bytes:
    """The key of a PNG or JPEG; of what cannot be shown, that of its bytes."""
    known = _look(data)
    return sha256(data).digest() if isinstance(known, Unreadable) else known[1]


def is_opaque(data: bytes) -> bool:
    """True of a picture without a clear pixel."""
    try:
        with open_picture(data) as picture:
            return bool(picture.convert("RGBA").getchannel("A").getextrema()[0] == 255)
    except _DAMAGE:
        return False


@lru_cache(maxsize=64)
def color_from_afar(data: bytes) -> Rgb:
    """What a picture comes to on white paper, seen from afar."""
    with open_picture(data) as picture:
        r, g, b, alpha = picture.convert("RGBA").resize((1, 1), 4).tobytes()
    return laid_over((r / 255, g / 255, b / 255), alpha / 255, PAPER)


@contextmanager
def open_picture(data: bytes) -> Iterator[Picture]:
    """A picture for Pillow, upright and of 8 bits. Raises what `_DAMAGE` names."""
    with _pillow(data) as picture:
        yield _upright(picture, data)


def _upright(picture: Picture, data: bytes) -> Picture:
    from PIL import ImageOps

    turned = ImageOps.exif_transpose(picture) if _turn(picture, data) != 1 else picture
    deep = turned.mode.startswith("I")  # 16 bits of grey, which Pillow would cut off, not scale
    return turned.point(lambda v: v * (1 / 257)).convert("L") if deep else turned


def _pillow(data: bytes, *formats: str) -> Picture:
    """A picture as Pillow sees it. Its warnings are ours to heed: of the size, and of notes that make no sense."""
    from PIL import Image as Pillow

    Pillow.MAX_IMAGE_PIXELS = None
    warnings.filterwarnings("ignore", module=r"PIL\.")
    return Pillow.open(BytesIO(data), formats=formats or ("PNG", "JPEG"))


_MODES = {"P": "RGBA", "PA": "RGBA", "CMYK": "RGB"}
"""Kinds of pixels that not every program takes from a PNG -> those that show the same."""


@lru_cache(maxsize=8)
def plain_png(data: bytes) -> bytes:
    """A PNG that every program shows alike: upright, 8 bits, one picture, no notes."""
    with open_picture(data) as picture:
        made = BytesIO()
        picture.convert(_MODES.get(picture.mode, picture.mode)).save(made, "PNG", compress_level=1)
        return made.getvalue()


def fewer_pixels(data: bytes, share: float) -> bytes:
    """A picture with a share of the pixels on each side, in its format; as it is where that saves no byte."""
    from PIL.Image import Resampling

    with open_picture(data) as picture:
        kind = "CMYK" if picture.mode == "CMYK" else plain_mode(picture) + "A" * lets_through(picture)
        size = max(1, ceil(picture.width * share)), max(1, ceil(picture.height * share))
        made = picture.convert(kind).resize(size, Resampling.LANCZOS, reducing_gap=3.0)
        profile = picture.info.get("icc_profile")
    return min(data, _packed(made, data, quality=90, compress_level=6, icc_profile=profile), key=len)


def _look(data: bytes) -> _Known:
    digest = sha256(data).digest()
    if digest not in _SEEN:
        if len(_SEEN) > 10_000:
            _SEEN.clear()
        try:
            _SEEN[digest] = _looked_at(data)
        except Unreadable as what:
            _SEEN[digest] = what
        except _DAMAGE:
            _SEEN[digest] = Unreadable("the picture is damaged, cut off, or packed to burst", "save it anew")
    return _SEEN[digest]


def _looked_at(data: bytes) -> _Known:
    is_png = data.startswith(_PNG)
    if not is_png and not data.startswith(_JPEG):
        raise Unreadable("the picture is no whole PNG, JPEG, WebP, GIF, BMP or TIFF", "save it as PNG")
    parts = chunks(data) if is_png else _segments(data)
    if sum(1 for _ in islice(parts, MAX_PARTS + 1)) > MAX_PARTS:
        raise Unreadable(f"the picture has more than {MAX_PARTS} parts", "save it anew")
    if not is_png and any(kind in _RARE for kind, _ in _segments(data)):
        raise Unreadable("the JPEG is coded in a way that few programs read", "save it as PNG")
    with _pillow(data) as picture:
        _refuse_large(picture.size, 1 if is_png else data.count(b"\xff\xda"))
        if is_png:
            _refuse_bombs(data, picture.width * picture.height)
            _refuse_odd(data, picture)
            picture.verify()
    with _pillow(data) as picture:
        picture.load()
        about = (picture.format == "JPEG", picture.size, _turn(picture, data))
        upright = _upright(picture, data)
        return upright.size, _key(data, upright, about)


def _refuse_large(size: tuple[int, int], scans: int) -> None:
    width, height = size
    if width * height > MAX_PIXELS or max(size) > MAX_SIDE:
        what = f"use at most {MAX_PIXELS}, and {MAX_SIDE} on a side"
        raise Unreadable(f"the picture has {width} x {height} pixels", what)
    if width * height * scans > MAX_SCANNED:
        raise Unreadable(f"the picture is drawn in {scans} steps", "save it anew, not as a progressive JPEG")


def _refuse_bombs(data: bytes, pixels: int) -> None:
    """The samples of a PNG's pixels come to at most 8 bytes each, and a little for each row."""
    unpack, left = zlib.decompressobj(), 10 * pixels + 100_000
    for kind, body in chunks(data):
        while kind == b"IDAT" and body and left >= 0:
            left -= len(unpack.decompress(body, 1 << 20))
            body = unpack.unconsumed_tail  # noqa: PLW2901
    if left < 0:
        raise Unreadable("the picture unpacks to more than its pixels", "save it anew")


def _refuse_odd(data: bytes, picture: Picture) -> None:
    if getattr(picture, "is_animated", False):
        raise Unreadable("the picture moves", "save one of its frames as PNG")
    if picture.mode == "P" and not any(kind == b"PLTE" for kind, _ in chunks(data)):
        raise Unreadable("the picture has no palette for its colours", "save it anew")


def strips(picture: Picture) -> Iterator[Picture]:
    """A picture, some rows at a time."""
    for y in range(0, picture.height, _STRIP):
        yield picture.crop((0, y, picture.width, min(y + _STRIP, picture.height)))


def lets_through(picture: Picture) -> bool:
    """True for one that may have clear pixels."""
    return "A" in picture.mode or "transparency" in picture.info


def plain_mode(picture: Picture) -> str:
    """The mode that has its colours: of grey ones "L", else "RGB"."""
    return "L" if picture.mode in ("1", "L", "LA") else "RGB"


def _turn(picture: Picture, data: bytes) -> int:
    """How an upright picture lies in its file: 1 to 8; 1 for what makes no sense. A PNG says it anywhere: Pillow would
    read all its pixels to look behind them."""
    if data.startswith(_PNG) and not any(kind == b"eXIf" or body.startswith(_NOTES) for kind, body in chunks(data)):
        return 1
    turn = picture.getexif().get(_TURNED, 1)
    return turn if turn in range(1, 9) else 1


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG: kind, and content."""
    at = len(_PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """What stands before the pixels of a JPEG: its kind, and the bytes. IndexError, struct.error: it is damaged."""
    at = len(_JPEG)
    while data[at] == 0xFF and data[at + 1] != 0xDA:
        end = at + (1 if data[at + 1] == 0xFF else 2 + struct.unpack_from(">H", data, at + 2)[0])
        yield data[at + 1], data[at:end]
        at = end


def _key(data: bytes, upright: Picture, about: tuple[bool, tuple[int, int], int]) -> bytes:
    mix = sha256(repr(about).encode())
    if about[0]:
        mix.update(_without_notes(data))
        return mix.digest()
    for strip in strips(upright):
        mix.update(strip.convert("RGBA").tobytes())
    return mix.digest()


def _without_notes(data: bytes) -> bytes:
    """A JPEG without its comments and the notes of programs."""
    parts = list(_segments(data))
    pixels = len(_JPEG) + sum(len(part) for _, part in parts)
    kept = (
        part for kind, part in parts if kind != 0xFF and (kind in _KEPT or not (0xE0 <= kind <= 0xEF or kind == 0xFE))
    )
    return b"".join([_JPEG, *kept, data[pixels:]])


# ---- colours of another space -> those of sRGB ----

_SAME = 2
"""Shades (of 255) that a profile may move colours by and still be that of sRGB: programs round so."""
_GAMMA, _NEAR = 0.45455, 0.005
"""What a PNG of sRGB says of its gamma, and how close is as good."""
_PRIMARIES = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
_SPACES = {"L": "GRAY", "RGB": "RGB"}
_UNREAD = "its colour profile cannot be read"
_OTHER = "its colours (the chunk cHRM of a PNG) are others than those of sRGB"


@lru_cache(maxsize=8)
def as_srgb(data: bytes) -> tuple[bytes, str]:
    """A picture in sRGB; and why it is not converted, where it should be."""
    if not any(word in data for word in (b"ICC_PROFILE", b"iCCP", b"gAMA")):
        return data, ""
    with open_picture(data) as picture:
        profile = picture.info.get("icc_profile")
        kind = plain_mode(picture)
        if picture.mode in ("CMYK", "YCCK") or (profile is None and data.startswith(b"\xff\xd8")):
            return data, ""
        if profile is None:
            return _of_gamma(data, picture, kind)
        from PIL import ImageCms

        try:
            change = _to_srgb(profile, kind)
        except (OSError, ValueError, TypeError, ImageCms.PyCMSError):
            return data, _UNREAD
        if change is None:
            return data, ""
        made = ImageCms.applyTransform(picture.convert(kind), change)
        assert made is not None  # noqa: S101  (it is so only where the picture itself is changed)
        return _saved(made.getchannel(0) if kind == "L" else made, picture, data), ""


@lru_cache(maxsize=16)
def _to_srgb(profile: bytes, kind: str) -> ImageCmsTransform | None:
    """What converts pixels of a kind; None if it would change nothing, or if the profile is one for others, which
    counts for nothing. What Pillow raises: it cannot be read."""
    from PIL import Image, ImageChops, ImageCms

    source = ImageCms.ImageCmsProfile(BytesIO(profile))
    if source.profile.xcolor_space.strip() != _SPACES[kind]:
        return None
    to, intent = ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC
    change = ImageCms.buildTransform(source, to, kind, "RGB", intent)
    if kind == "L":
        sample = Image.frombytes("L", (256, 1), bytes(range(256)))
    else:
        sample = Image.frombytes("RGB", (81, 9), bytes(v for rgb in product(range(7, 256, 31), repeat=3) for v in rgb))
    seen = ImageCms.applyTransform(sample, change)
    assert seen is not None  # noqa: S101  (it is so only where the picture itself is changed)
    apart = ImageChops.difference(seen, sample.convert("RGB")).tobytes()
    return change if max(apart) > _SAME else None


def _of_gamma(data: bytes, picture: Picture, kind: str) -> tuple[bytes, str]:
    """A PNG that says how bright its numbers are, and perhaps of what colours."""
    said = {kind: body for kind, body in chunks(data) if kind in (b"gAMA", b"cHRM", b"sRGB")}
    if b"gAMA" not in said or b"sRGB" in said:
        return data, ""
    gamma = struct.unpack(">I", said[b"gAMA"])[0] / 1e5
    colours = [v / 1e5 for v in struct.unpack(">8I", said.get(b"cHRM", bytes(32)))]
    if any(colours) and max(abs(a - b) for a, b in zip(colours, _PRIMARIES, strict=True)) > _NEAR:
        return data, _OTHER
    if gamma <= 0 or abs(gamma - _GAMMA) < _NEAR:
        return data, ""
    table = [round(255 * encoded((v / 255) ** (1 / gamma))) for v in range(256)]
    return _saved(picture.convert(kind).point(table * len(kind)), picture, data), ""


def _saved(made: Picture, source: Picture, data: bytes) -> bytes:
    """A picture with what its source lets through, in the format of that."""
    if lets_through(source):
        made.putalpha(source.convert("RGBA").getchannel("A"))
    return _packed(made, data)


def _packed(made: Picture, data: bytes, **more: object) -> bytes:
    """A picture in the format of other data."""
    file, kind = BytesIO(), "JPEG" if data.startswith(_JPEG) else "PNG"
    made.info.clear()
    made.save(file, kind, **{"quality": 95, "subsampling": 0, "compress_level": 1, **more})
    return file.getvalue()
