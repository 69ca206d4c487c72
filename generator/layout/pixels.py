"""PNG and JPEG -> a key that is equal where the picture is the same, however its file was packed.

Takes the bytes of a picture; gives a digest. Promise: of a PNG the decoded pixels decide, so that packing, kind of
colours and notes make no difference; of a JPEG all but the notes (decoders may differ from machine to machine by a
shade, and a stamp must not).
"""

from __future__ import annotations

import struct
from hashlib import sha256
from io import BytesIO

_STRIP = 256
"""Rows that are looked at together."""
_KEPT = (0xEE,)
"""The notes of a JPEG that alter its colours: Adobe's, on how they are coded."""
_KEYS: dict[bytes, bytes] = {}
"""Digest of a file -> its key."""


def picture_key(data: bytes) -> bytes:
    """The key of a PNG or JPEG; of what cannot be decoded, that of its bytes."""
    digest = sha256(data).digest()
    if digest not in _KEYS:
        if len(_KEYS) > 10_000:
            _KEYS.clear()
        _KEYS[digest] = _key(data) or digest
    return _KEYS[digest]


def _key(data: bytes) -> bytes:
    from PIL import Image as Pillow

    Pillow.MAX_IMAGE_PIXELS = None  # the size was looked at when the picture was read
    try:
        with Pillow.open(BytesIO(data)) as opened:
            turn = opened.getexif().get(274, 1)
            mix = sha256(repr((opened.format == "JPEG", opened.size, turn)).encode())
            if opened.format == "JPEG":
                mix.update(_without_notes(data))
                return mix.digest()
            for y in range(0, opened.height, _STRIP):
                strip = opened.crop((0, y, opened.width, min(y + _STRIP, opened.height)))
                plain = strip.convert("L") if opened.mode == "I;16" else strip
                mix.update(plain.convert("RGBA").tobytes())
            return mix.digest()
    except (OSError, ValueError, SyntaxError, struct.error):
        return b""


def _without_notes(data: bytes) -> bytes:
    """A JPEG without its comments and the notes of programs. ValueError, struct.error: it is damaged."""
    kept = [data[:2]]
    at = 2
    while data[at] == 0xFF and data[at + 1] != 0xDA:  # up to the scan
        if data[at + 1] == 0xFF:
            at += 1
            continue
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        kind = data[at + 1]
        if kind in _KEPT or not (0xE0 <= kind <= 0xEF or kind == 0xFE):
            kept.append(data[at : at + 2 + length])
        at += 2 + length
        if at + 1 >= len(data):
            raise ValueError("no scan")
    return b"".join([*kept, data[at:]])
