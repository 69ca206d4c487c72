"""`Summary` -> Markdown as GitHub reads it.

Gives one text: title, contents with anchors, tables, numbered paragraphs, player aid; what stands where says the
template page.md. Promise: icons are their words in
bold, every reference is a link to an anchor of the same text, and no word of the game is taken for markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator.diagnostics.findings import visible
from generator.summary.summary import Prose, Span, Summary, after_run_in, sections_of
from generator.values import late

if TYPE_CHECKING:
    from jinja2 import Template

_SPECIAL = late(r"([\\`*_\[\]<>|~#&])")
_LEADING = late(r"^(\s*\d{0,9})((?<=\d)[.)](?=\s|$)|(?<!\d)[-+=](?=[-+=\s]|$))", re.MULTILINE)
"""What a line may not begin with: a list or, below other words, a heading would come of it."""


def summary_md(summary: Summary) -> str:
    """The rule summary as one Markdown text, ending with a line feed."""
    text = _template().render(s=summary, sections=sections_of(summary), quoted=_quoted)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context

    run_in = pass_context(lambda context, title: _run_in(title, context["s"].language))
    folder = FileSystemLoader(Path(__file__).parent)
    page = Environment(loader=folder, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # noqa: S701 (Markdown)
    page.filters |= {"words": md_escaped, "prose": prose, "cell": _cell, "bold": _bold, "run_in": run_in}
    return page.get_template("page.md")


def md_escaped(text: str) -> str:
    """Plain words, safe from being read as markup."""
    return _SPECIAL.sub(r"\\\1", visible(text))


def prose(spans: Prose, line_break: str = "  \n", paragraph: str = "\n\n") -> str:
    """A text in Markdown; neighbours that are bold share their stars."""
    breaks = {"break": line_break, "paragraph": paragraph}
    out: list[str] = []
    bold: list[str] = []
    for span in spans:
        if span.kind == "icon" and not span.text:
            continue
        if span.kind not in breaks and (span.bold or span.kind == "icon"):
            gap = " " if bold and span.kind == "icon" else ""  # two icons side by side are two words
            bold.append(gap + _span(span))
            continue
        out.append(_bold("".join(bold)))
        bold = []
        out.append(breaks.get(span.kind) or _span(span))
    return _LEADING.sub(r"\1\\\2", "".join([*out, _bold("".join(bold))]).strip())


def _span(span: Span) -> str:
    if span.kind == "rule":
        return f"[{md_escaped(span.text)}](#{span.detail})"
    if span.kind == "ruby":
        return f"<ruby>{md_escaped(span.text)}<rt>{md_escaped(span.detail)}</rt></ruby>"
    return md_escaped(span.text)


def _bold(text: str, alone: bool = False) -> str:
    """Stars where they work: not between punctuation and a word, where GitHub would print them. `alone`: there
    is space on both sides.
    """
    inner = text.strip()
    if not inner:
        return text
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    plain = alone or (inner[0].isalnum() and inner[-1].isalnum())
    return lead + (f"**{inner}**" if plain else f"<strong>{inner}</strong>") + tail


def _cell(spans: Prose) -> str:
    """A text in a table's cell."""
    return prose(spans, "<br>", "<br>")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> str:
    """A table; the columns `right` (from 0) are set to the right."""
    rule = ["---:" if k in right else "---" for k in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *rows))


def _run_in(title: str, language: str) -> str:
    if not title:
        return ""
    stop = after_run_in(title, language)
    return _bold(title + stop.strip(), True) + (stop if not stop.strip() else " ")


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
