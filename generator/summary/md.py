"""`Summary` -> Markdown as GitHub reads it.

Gives one text: title, contents with anchors, tables, numbered paragraphs, player aid. Promise: icons are their words in
bold, every reference is a link to an anchor of the same text, and no word of the game is taken for markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from generator.diagnostics.findings import visible
from generator.summary.summary import Chapter, Component, Paragraph, Prose, Span, Summary, after_run_in, sections_of

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#&])")
_LEADING = re.compile(r"^(\s*\d{0,9})((?<=\d)[.)](?=\s|$)|(?<!\d)[-+=](?=[-+=\s]|$))", re.MULTILINE)
"""What a line may not begin with: a list or, below other words, a heading would come of it."""
_SPACE = {"ja": "", "en": " "}
"""Language -> what joins two sentences."""


def summary_md(summary: Summary) -> str:
    """The rule summary as one Markdown text, ending with a line feed."""
    chapters = {chapter.id: chapter for chapter in summary.chapters}
    blocks = [*_title(summary), *_contents(summary)]
    for anchor, number, title in sections_of(summary):
        blocks.append(_heading(f"{number} {prose(title)}".strip(), anchor))
        blocks += _BLOCKS[anchor](summary) if anchor in _BLOCKS else _chapter(chapters[anchor], summary)
    return "\n\n".join(blocks) + "\n"


def words(text: str) -> str:
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
        return f"[{words(span.text)}](#{span.detail})"
    if span.kind == "ruby":
        return f"<ruby>{words(span.text)}<rt>{words(span.detail)}</rt></ruby>"
    return words(span.text)


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


def cell(spans: Prose) -> str:
    """A text in a table's cell."""
    return prose(spans, "<br>", "<br>")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> str:
    """A table; the columns `right` (from 0) are set to the right."""
    rule = ["---:" if k in right else "---" for k in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *rows))


def _heading(title: str, anchor: str) -> str:
    return f'<a id="{anchor}"></a>\n\n## {title}'


def _title(summary: Summary) -> Iterator[str]:
    yield f"# {words(summary.title)}"
    yield "**" + words(" · ".join((summary.say("rules"), *summary.facts))) + "**"
    if summary.about:
        yield prose(summary.about)


def _contents(summary: Summary) -> Iterator[str]:
    yield _heading(summary.say("contents"), "_contents")
    entries = ((f"{number} {prose(title)}".strip(), anchor) for anchor, number, title in sections_of(summary))
    yield "\n".join(f"- [{title}](#{anchor})" for title, anchor in entries)


def _components(summary: Summary) -> Iterator[str]:
    head = [summary.say(name) for name in ("component", "about", "designs", "pieces")]
    yield table(head, (_part(part, summary) for part in summary.parts), (2, 3))
    yield from map(words, summary.component_notes())


def _part(part: Component, summary: Summary) -> tuple[str, ...]:
    about = cell(part.about)
    if not part.printed:
        about += _SPACE.get(summary.language, " ") * bool(about) + words(summary.say("not-printed"))
    return cell(part.name), about, str(part.designs), words(summary.pieces_of(part))


def _setup(summary: Summary) -> Iterator[str]:
    players = [summary.say("players", n=n) for n in summary.players]
    rows = [(s.number, cell(s.text), *map(words, s.cells), cell(s.rule)) for s in summary.setup]
    yield table(("", summary.say("step"), *players, summary.say("reference")), rows, range(2, 2 + len(players)))


def _chapter(chapter: Chapter, summary: Summary) -> Iterator[str]:
    if chapter.intro:
        yield prose(chapter.intro)
    for paragraph in chapter.paragraphs:
        yield _rule(paragraph, summary) if paragraph.kind == "rule" else _aside(paragraph, summary)
        if paragraph.callouts:
            yield "\n".join(f"{k}. {prose(said, '<br>', '<br>')}" for k, said in enumerate(paragraph.callouts, 1))


def _rule(paragraph: Paragraph, summary: Summary) -> str:
    anchor = f'<a id="{paragraph.id}"></a>'
    title = _run_in(prose(paragraph.title), summary)
    return f"{anchor}**{paragraph.number}** {title}{prose(paragraph.text)}"


def _run_in(title: str, summary: Summary) -> str:
    if not title:
        return ""
    stop = after_run_in(title, summary.language)
    return _bold(title + stop.strip(), True) + (stop if not stop.strip() else " ")


def _aside(paragraph: Paragraph, summary: Summary) -> str:
    label = _run_in(prose(summary.aside_title(paragraph)), summary)
    text = f'<a id="{paragraph.id}"></a>{label}{prose(paragraph.text)}'
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _turn(summary: Summary) -> Iterator[str]:
    rows = [
        (
            "" if k else f"**{step.number}** {cell(step.title)}",
            _run_in(prose(line.title), summary) + cell(line.text),
            f"[{line.number}](#{line.id})",
        )
        for step in summary.turn
        for k, line in enumerate(step.paragraphs)
    ]
    yield table((summary.say("step"), "", summary.say("reference")), rows)


def _numbers(summary: Summary) -> Iterator[str]:
    rows = [(cell(n.name), words(n.value), cell(n.note)) for n in summary.numbers]
    yield table([summary.say(name) for name in ("parameter", "number", "note")], rows, (1,))


def _glossary(summary: Summary) -> Iterator[str]:
    for kind in summary.glossary:
        yield f"### {words(kind.name)}"
        entries = ((words(e.word), cell(e.about)) for e in kind.entries)
        yield "\n".join(f"- {_bold(word)}{summary.say('colon') * bool(about)}{about}" for word, about in entries)


def _questions(summary: Summary) -> Iterator[str]:
    head = [summary.say(name) for name in ("matter", "question", "assumption", "reason")]
    rows = [(words(q.about), cell(q.question), cell(q.assumption), cell(q.reason)) for q in summary.questions]
    yield table(head, rows)


def _aid(summary: Summary) -> Iterator[str]:
    for chapter in summary.aid:
        yield f"### {chapter.number} {prose(chapter.title)}"
        lines = ((k, _run_in(prose(k.title), summary) + cell(k.text)) for k in chapter.paragraphs)
        yield "\n".join(f"- [{line.number}](#{line.id}) {text}" for line, text in lines)


_BLOCKS: Mapping[str, Callable[[Summary], Iterator[str]]] = {
    "_components": _components,
    "_setup": _setup,
    "_turn": _turn,
    "_numbers": _numbers,
    "_glossary": _glossary,
    "_questions": _questions,
    "_aid": _aid,
}
"""What stands below the heading of each section that is not one of the rules, by its anchor."""
