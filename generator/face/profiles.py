"""Pictures whose numbers are those of another colour space -> pictures of sRGB, as browsers show them.

Takes the bytes of a whole PNG or JPEG, after `raster.picture_size` has passed it. Promise: where nothing would change,
the same bytes; else a PNG or a JPEG of the same size, upright and without notes. CMYK stays as it is.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from io import BytesIO
from itertools import product
from typing import TYPE_CHECKING

from generator.face.raster import chunks, open_picture

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from PIL.ImageCms import ImageCmsTransform

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
        kind = "L" if picture.mode in ("1", "L", "LA") else "RGB"
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
    table = [round(255 * _encoded((v / 255) ** (1 / gamma))) for v in range(256)]
    return _saved(picture.convert(kind).point(table * len(kind)), picture, data), ""


def _encoded(light: float) -> float:
    """The number that sRGB has for an amount of light."""
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _saved(made: Picture, source: Picture, data: bytes) -> bytes:
    """A picture with what its source lets through, in the format of that."""
    file = BytesIO()
    made.info.clear()
    if data.startswith(b"\xff\xd8"):
        made.save(file, "JPEG", quality=95, subsampling=0)
        return file.getvalue()
    if "A" in source.mode or "transparency" in source.info:
        made.putalpha(source.convert("RGBA").getchannel("A"))
    made.save(file, "PNG", compress_level=1)
    return file.getvalue()
