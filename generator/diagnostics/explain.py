"""The table of codes -> words: one code explained, all codes by family, the whole reference as Markdown.

Takes the codes; gives text. Promise: the reference has every code, in order, and is the same on every machine.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from generator.diagnostics.codes import CODES, FAMILIES, Code, family_of

_WIDE = 100  # columns of running text


def explanation(code: str, row: Code, columns: int = 0) -> str:
    """What `pnp explain` says of a code: its meaning, an example of the wrong and of the right, how to accept it."""
    width = min(columns or _WIDE, _WIDE)
    blocks = [f"{code} ({row.severity.value}): {row.title}", textwrap.fill(row.explain.strip(), width)]
    for name, example in (("wrong", row.bad), ("right", row.good)):
        if example:
            blocks.append(f"{name}:\n" + textwrap.indent(example.strip("\n"), "    "))
    if _can_be_accepted(code, row):
        words = (
            f"If it is meant: `# pnp: accept {code} REASON` on the line before (`<!-- ... -->` in an SVG; in a table "
        )
        words += f"`{code} REASON` in the column `accept`)."
        blocks.append(textwrap.fill(words, width, break_on_hyphens=False))
    return "\n\n".join(blocks)


def _can_be_accepted(code: str, row: Code) -> bool:
    """True where it makes sense and a file of the game has a line to say so in: not for versions, nor the system."""
    return row.acceptable and code[0] not in "CX"


def _families() -> Iterator[tuple[str, str, list[str]]]:
    """(how codes begin, title, codes) of each family."""
    for letters, title in FAMILIES.items():
        codes = sorted(code for code in CODES if family_of(code) == letters)
        if codes:
            yield letters, title, codes


def contents() -> str:
    """All codes by family, with their titles."""
    blocks = []
    for letters, title, codes in _families():
        rows = [f"  {code}  {CODES[code].severity.value:<8} {CODES[code].title}" for code in codes]
        blocks.append("\n".join([f"{letters}  {title}", *rows]))
    return "\n\n".join(blocks)


def reference() -> str:
    """The whole reference as Markdown, with a last newline."""
    blocks = [
        "# Findings",
        "What `pnp check` tells, by family. An error stops a build; warnings and notes do not. Those marked with a star"
        " can be accepted with a reason: `# pnp: accept CODE REASON` on the line before or at the end of the line"
        " (`<!-- pnp: accept CODE REASON -->` in an SVG; `CODE REASON` in the column `accept` of a table).",
    ]
    for letters, title, codes in _families():
        blocks.append(f"## {letters}: {title}")
        blocks += [_entry(code, CODES[code]) for code in codes]
    return "\n\n".join(blocks) + "\n"


def _entry(code: str, row: Code) -> str:
    star = " \\*" if _can_be_accepted(code, row) else ""
    blocks = [f"### {code} {row.title}", f"*{row.severity.value}*{star} · {row.explain.strip()}"]
    for name, example in (("Wrong", row.bad), ("Right", row.good)):
        if example:
            words = example.strip("\n")
            blocks.append(f"{name}:\n\n```\n{words}\n```")
    return "\n\n".join(blocks)
