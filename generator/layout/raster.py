"""PNG and JPEG -> their size, if they are whole.

Takes the bytes of a picture; gives its width and height in pixels. Promise: nothing is decoded that is larger than its
header says, or larger than a PDF can be made of; what is damaged or cut off is `Unreadable`.
"""

from __future__ import annotations

import re
import struct
import zlib
from hashlib import sha256
from typing import Any

from generator.layout.numbers import Unreadable

MAX_PIXELS = 50_000_000
"""What a PDF can be made of within half a gigabyte: A2 at 300 pixels an inch has 35 million."""


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
