"""What every code of a finding means: codes.md, read as it stands, which is also the reference that designers read.

A code never changes its meaning and is never used for two faults. Of each the page says its severity, whether a
designer may accept it with a reason (a star), what it means and how to mend it, and the smallest wrong and right
example. Promise: a row that is not written as the others are is no row, and the tests tell it.
"""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path

from generator.values import Struct

_WIDE = 100  # columns of running text
_PAGE = Path(__file__).with_name("codes.md")


class Severity(Enum):
    """How bad a finding is. Errors end a build; warnings and notes do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Code(Struct, frozen=True):
    """One kind of finding: its severity, a title of a few words, and the text of `pnp explain`
    (what it means, how to mend it), with the smallest bad and good example. `starred`: a file of the game has a line
    to accept it in (`# pnp: accept CODE reason`)."""

    severity: Severity
    title: str
    explain: str
    bad: str = ""
    good: str = ""
    starred: bool = False

    @property
    def acceptable(self) -> bool:
        """True for what may be left as it is: all warnings and notes, few errors."""
        return self.starred or self.severity is not Severity.ERROR


def code_reference() -> str:
    """The whole reference as Markdown, with a last newline."""
    return _PAGE.read_text("utf-8")


def _row(entry: str) -> Code:
    """A row of the page, from its title on. ValueError: it has no severity."""
    head, *fences = entry.split("```\n")
    title, _, words = head.split("\n")[:3]
    severity, _, explain = words.partition(" · ")
    named = zip((head, *fences[1::2]), fences[::2], strict=False)  # "Wrong:" or "Right:", and what stands in the fence
    said = {before.split()[-1]: example.removesuffix("\n") for before, example in named}
    starred = severity.endswith(" \\*")
    kind = Severity(severity.removesuffix(" \\*").strip("*"))
    return Code(kind, title, explain, said.get("Wrong:", ""), said.get("Right:", ""), starred)


_HEAD, *_PARTS = code_reference().split("\n## ")
_PAGES = [part.partition("\n") for part in _PARTS]
RETIRED = dict(re.findall(r"\b([A-Z]\d{3})\b(?: \(now ([^)]*)\))?", _HEAD.rpartition(": ")[2]))
"""Codes of what is told no longer: comments may still accept it. By which others it is told now, if it is."""
FAMILIES = dict(heading.split(": ", 1) for heading, _, _ in _PAGES)
"""How the codes of a family begin, and what they are about; the longer beginning wins."""
CODES = {entry[:4]: _row(entry[5:]) for _, _, page in _PAGES for entry in page.split("\n### ")[1:]}


def family_of(code: str) -> str:
    """How the codes of its family begin."""
    return max((f for f in FAMILIES if code.startswith(f)), key=len, default=code[:1])


def explanation(code: str, row: Code, columns: int = 0) -> str:
    """What `pnp explain` says of a code: its meaning, an example of the wrong and of the right, how to accept it."""
    import textwrap

    width = min(columns or _WIDE, _WIDE)
    blocks = [f"{code} ({row.severity.value}): {row.title}", textwrap.fill(row.explain, width)]
    for name, example in (("wrong", row.bad), ("right", row.good)):
        if example:
            blocks.append(f"{name}:\n" + textwrap.indent(example, "    "))
    if row.starred:
        words = (
            f"If it is meant: `# pnp: accept {code} REASON` on the line before (`<!-- ... -->` in an SVG; in a table "
            f"`{code} REASON` in the column `accept`)."
        )
        blocks.append(textwrap.fill(words, width, break_on_hyphens=False))
    return "\n\n".join(blocks)


def code_list(begin: str = "") -> str:
    """All codes by family, with their titles; those of families that begin so."""
    blocks = []
    for letters, title in FAMILIES.items():
        codes = sorted(code for code in CODES if family_of(code) == letters and letters.startswith(begin))
        if not codes:
            continue
        rows = [f"  {code}  {CODES[code].severity.value:<8} {CODES[code].title}" for code in codes]
        blocks.append("\n".join([f"{letters}  {title}", *rows]))
    return "\n\n".join(blocks)
