"""Single features of SVG, a row each (`features.txt`): what becomes of it, and the drawing that shows it.

A line `= NAME SNIPPET` is a drawing with a place, `@`, for what the rows below it try. Each begins with what becomes of
it: `drawn` (the picture changes), `inert` (it must not, and does not), or the codes that are told.
"""

from __future__ import annotations

import re
from pathlib import Path

from generator.values import Struct
from tests.layout_kit import drawn

TABLE = Path(__file__).parent / "features.txt"
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="20mm" height="20mm" viewBox="0 0 20 20">\n'
)
DOT = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAIAAAB/FOjAAAAAGElEQVR42mM4YWODFWnYLMCKGEY10EIDAMUJkQFTGotuAAAAAElFTkSuQmCC"


class Row(Struct, frozen=True):
    """A try: the name of its drawing, what it adds to that, what becomes of it, and the whole."""

    base: str
    words: str
    status: str
    snippet: str
    plain: str

    @property
    def name(self) -> str:
        return f"{self.base}: {self.words}"


def rows() -> list[Row]:
    """All rows of the table."""
    found: list[Row] = []
    base = snippet = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        first, _, rest = line.partition(" ")
        if first == "=":
            base, _, snippet = rest.partition(" ")
            snippet = snippet.replace("DOT", f"data:image/png;base64,{DOT}")
        elif first and first != "#":
            words = rest.replace("DOT", f"data:image/png;base64,{DOT}")
            found.append(Row(base, rest, first, _put(snippet, words), snippet.replace("@", "")))
    return found


def _put(snippet: str, words: str) -> str:
    """The drawing with some words in its place; attributes that they hold are taken out of the tag around."""
    before, _, after = snippet.partition("@")
    head, _, tag = before.rpartition("<")
    for name in re.findall(r"""([\w:-]+)=["']""", words):
        tag = re.sub(rf"""(?<=\s){name}="[^"]*"\s""", "", tag)
    return f"{head}<{tag}{words}{after}" if before else words + after


def document(row: Row, *, plain: bool = False) -> str:
    """The file of a row; `plain` without what it adds."""
    snippet = row.plain if plain else row.snippet
    if row.base == "root":
        tag, _, inner = snippet.removesuffix("</svg>").partition(">")
        head, snippet = HEAD.replace("<svg", tag), inner
    else:
        head = HEAD
    return f"{head}{snippet}\n</svg>"


def drawing(project, row: Row, *, plain: bool = False):
    """(nodes, findings) of a row."""
    head, _, inner = document(row, plain=plain).partition("\n")
    return drawn(project, inner.removesuffix("\n</svg>"), scope={"language": "en"}, head=head + "\n")


def status(project, row: Row) -> str:
    """What becomes of a row."""
    nodes, findings = drawing(project, row)
    if findings:
        return "+".join(sorted({f.code for f in findings}))
    return "inert" if nodes == drawing(project, row, plain=True)[0] else "drawn"
