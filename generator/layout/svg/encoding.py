"""The bytes of an SVG file -> the same in UTF-8, whatever programs write, within bounds."""

from __future__ import annotations

import re

from generator.diagnostics.findings import Fault, Finding, Mark
from generator.values import lazy_pattern

MAX_BYTES, MAX_WHOLE = 5_000_000, 30_000_000
"""So many bytes are read of a file without the pictures that are embedded in it, and with them."""
_EMBEDDED = lazy_pattern(rb"data:image/[^\"'<>]*")
_ENCODINGS = lazy_pattern(
    r"utf-?8|utf-?16|utf-8-sig|us-ascii|ascii|iso-?8859-|latin|windows-12|cp\d|shift|euc|gb|big5|koi8|mac"
)
"""What drawing programs write. Python knows other `encodings` that are none: ciphers, escapes, names of hosts."""


_SAID = lazy_pattern(r"""\A(\s*<\?xml[^>]*encoding\s*=\s*["'])([A-Za-z0-9_.-]+)(["'])""")
_WIDE = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
"""How files in UTF-16 begin."""
_OTHERS = {rb"\x89PNG": "a PNG picture", rb"\xff\xd8\xff": "a JPEG picture", rb"(?s)RIFF....WEBP": "a WebP picture",
           rb"GIF8": "a GIF picture", rb"%PDF": "a PDF file"}  # fmt: skip
"""How files begin that somebody has given the ending `.svg`."""


def _as_it_is(said: re.Match[str]) -> str:
    """What a file says that is UTF-8 now, as long as before: places in it stay."""
    return f"{said[1]}UTF-8{said[3]}".ljust(len(said[0]))


def as_utf8(data: bytes, name: str) -> bytes:
    """The file in UTF-8, whatever it was, and so it says; UTF-16 by how it begins, else by its first line. Raises
    `Fault` (T001, T002)."""
    if kind := next((kind for start, kind in _OTHERS.items() if re.match(start, data)), ""):
        hint = "export the drawing as SVG; a picture alone keeps its own ending, and an `<image>` shows it"
        raise Fault(Finding("T001", Mark(name), f"`{name}` is really {kind}", hint))
    said = _SAID.match(data[:300].decode("latin-1"))
    encoding = _WIDE.get(data[:2], said[2] if said else "utf-8")
    try:
        if not _ENCODINGS.match(encoding.lower()):
            raise LookupError(encoding)
        is_so = encoding.lower() in ("utf-8", "utf8")
        text = data.decode("utf-8-sig" if is_so else encoding)
        encoded = (text if is_so else _SAID.sub(_as_it_is, text)).encode("utf-8")
    except (LookupError, UnicodeError):
        is_packed = data.startswith(b"\x1f\x8b")
        what, hint = ("compressed", "plain SVG") if is_packed else (f"not text in {encoding}", "UTF-8")
        raise Fault(Finding("T001", Mark(name, 1, 1), f"`{name}` is {what}", f"save the file as {hint}")) from None
    if len(encoded) > MAX_WHOLE or (len(encoded) > MAX_BYTES < len(_EMBEDDED.sub(b"", encoded))):
        message = f"`{name}` has more than {MAX_BYTES:,} bytes without its pictures, or {MAX_WHOLE:,} with them"
        raise Fault(
            Finding("T002", Mark(name), message, "in Inkscape: Path > Simplify; link pictures, don't embed them")
        )
    return encoded
