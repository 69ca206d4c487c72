"""The parts of a workbook, and why it has none.

Takes the bytes of xlsx and ods. Promise: what unpacks to more than is read is refused before anything of it is; of
pictures, of which nothing is read, nothing is unpacked.
"""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

from generator.diagnostics.findings import Fault, Finding, Mark
from generator.values import lazy_pattern

MAX_UNPACKED = 20_000_000
MAX_PARTS = 1_000


def workbook_fault(file: str, reason: str, hint: str = "save it as .xlsx, or as CSV") -> Fault:
    """Why nothing of it can be read, and what to do."""
    message = f"the workbook cannot be read: {reason[:80]}"
    return Fault(Finding("Y020", Mark(file), message, hint))


_STARTS = {
    b"": ("it is empty", "copy or download it again"),
    b"PK": ("its end is missing", "copy or download it again"),
    b"<": ("it is a web page", "open it in a spreadsheet program, and save it as .xlsx"),
    b"\xd0\xcf\x11\xe0": ("it is an old .xls file", "open it in a spreadsheet program, and save it as .xlsx"),
}
"""What a file is that is no workbook, by its first bytes."""
_PICTURE = lazy_pattern(r"(?i)(xl/media|Pictures)/[^/]+\.(png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf)")
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def _no_workbook(raw: bytes, file: str) -> Fault:
    if _LOCKED in raw:
        return workbook_fault(file, "it is locked with a password", "save it without one, or as CSV")
    start = max(filter(raw.lstrip().startswith, _STARTS), key=len)
    return workbook_fault(file, *(_STARTS[start] if start or not raw else ("it is no workbook",)))


def oversized(file: str, what: str) -> Fault:
    """It is more than is read."""
    hint = "keep only the items in it: delete the empty rows and columns, or save it as CSV"
    return Fault(Finding("Y008", Mark(file), f"the workbook {what}", hint))


def parts_in(raw: bytes, file: str) -> dict[str, bytes]:
    """The parts of the file, all together bounded, whatever the file says of their sizes; without its pictures."""
    parts: dict[str, bytes] = {}
    left = MAX_UNPACKED
    if not zipfile.is_zipfile(BytesIO(raw)):
        raise _no_workbook(raw, file)
    with zipfile.ZipFile(BytesIO(raw)) as archive:
        if len(archive.infolist()) > MAX_PARTS:
            raise oversized(file, f"has more than {MAX_PARTS} parts")
        for info in archive.infolist():
            if _PICTURE.fullmatch(info.filename):
                continue
            with archive.open(info) as part:
                parts[info.filename] = data = part.read(left + 1)
            left -= len(data)
            if left < 0:
                raise oversized(file, f"unpacks to more than {MAX_UNPACKED} bytes")
            if re.search(rb"<!(?:DOCTYPE|ENTITY)", data):
                raise workbook_fault(file, "it holds a DOCTYPE")
    return parts
