"""`Summary` -> Markdown as GitHub reads it.

Gives one text: title, contents with anchors, tables, numbered paragraphs, player aid. Promise: icons are their words in
bold, every reference is a link to an anchor of the same text, and no word of the game is taken for markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from generator.diagnostics.findings import visible
from generator.summary.summary import Chapter, Component, Paragraph, Prose, Span, Summary, after_run_in, sections_of

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#&])")
_LEADING = re.compile(r"^(\s*\d{0,9})((?<=\d)[.)](?=\s|$)|(?<!\d)[-+=](?=[-+=\s]|$))", re.MULTILINE)
"""What a line may not begin with: a list or, below other words, a heading would come of it."""
_SPACE = {"ja": "", "en": " "}
"""Language -> what joins two sentences."""


def summary_md(summary: Summary) -> str:
    """The rule summary as one Markdown text, ending with a line feed."""
    blocks = [
        *_title(summary),
        *_contents(summary),
        *_components(summary),
        *_setup(summary),
        *(block for chapter in summary.chapters for block in _chapter(chapter, summary)),
        *_numbers(summary),
        *_glossary(summary),
        *_questions(summary),
        *_aid(summary),
    ]
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
            bold.append(_gap(bold, span) + _span(span))
            continue
        out.append(_bold("".join(bold)))
        bold = []
        out.append(breaks.get(span.kind) or _span(span))
    return _LEADING.sub(r"\1\\\2", "".join([*out, _bold("".join(bold))]).strip())


def _gap(before: Sequence[str], span: Span) -> str:
    """Two icons side by side are two words."""
    return " " if before and span.kind == "icon" else ""


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


def _heading(level: int, title: str, anchor: str) -> str:
    return f'<a id="{anchor}"></a>\n\n{"#" * level} {title}'


def _title(summary: Summary) -> Iterator[str]:
    yield f"# {words(summary.title)}"
    yield "**" + words(" · ".join((summary.say("rules"), *summary.facts))) + "**"
    if summary.about:
        yield prose(summary.about)


def _contents(summary: Summary) -> Iterator[str]:
    yield _heading(2, summary.say("contents"), "_contents")
    entries = ((f"{number} {prose(title)}".strip(), anchor) for anchor, number, title in sections_of(summary))
    yield "\n".join(f"- [{title}](#{anchor})" for title, anchor in entries)


def _components(summary: Summary) -> Iterator[str]:
    if not summary.parts:
        return
    say = summary.say
    yield _heading(2, say("components"), "_components")
    head = (say("component"), say("about"), say("designs"), say("pieces"))
    yield table(head, (_part(part, summary) for part in summary.parts), (2, 3))
    if any(part.assumed for part in summary.parts):
        yield words(say("assumed-note"))


def _part(part: Component, summary: Summary) -> tuple[str, ...]:
    about = cell(part.about)
    if not part.printed:
        about += _SPACE.get(summary.language, " ") * bool(about) + words(summary.say("not-printed"))
    pieces = summary.say("open") if part.pieces is None else str(part.pieces)
    mark = words(summary.say("assumed")) if part.assumed else ""
    return cell(part.name), about, str(part.designs), pieces + mark


def _setup(summary: Summary) -> Iterator[str]:
    if not summary.setup:
        return
    say = summary.say
    yield _heading(2, say("setup"), "_setup")
    players = [say("players", n=n) for n in summary.players]
    rows = [(s.number, cell(s.text), *map(words, s.cells), cell(s.rule)) for s in summary.setup]
    yield table(("", say("step"), *players, say("reference")), rows, range(2, 2 + len(players)))


def _chapter(chapter: Chapter, summary: Summary) -> Iterator[str]:
    yield _heading(2, f"{chapter.number} {prose(chapter.title)}", chapter.id)
    if chapter.intro:
        yield prose(chapter.intro)
    for paragraph in chapter.paragraphs:
        yield _KINDS[paragraph.kind](paragraph, summary)


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
    label = summary.say(paragraph.kind)
    label += summary.say("colon") + prose(paragraph.title) if paragraph.title else ""
    text = f'<a id="{paragraph.id}"></a>{_run_in(label, summary)}{prose(paragraph.text)}'
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


_KINDS = {"rule": _rule, "example": _aside, "note": _aside}


def _numbers(summary: Summary) -> Iterator[str]:
    if not summary.numbers:
        return
    say = summary.say
    yield _heading(2, say("numbers"), "_numbers")
    rows = [(cell(n.name), words(n.value), cell(n.note)) for n in summary.numbers]
    yield table((say("parameter"), say("number"), say("note")), rows, (1,))


def _glossary(summary: Summary) -> Iterator[str]:
    if not summary.glossary:
        return
    yield _heading(2, summary.say("glossary"), "_glossary")
    for kind in summary.glossary:
        yield f"### {words(kind.name)}"
        entries = ((words(e.word), prose(e.about, "<br>", "<br>")) for e in kind.entries)
        yield "\n".join(f"- {_bold(word)}{_after(about, summary)}" for word, about in entries)


def _after(about: str, summary: Summary) -> str:
    return summary.say("colon") + about if about else ""


def _questions(summary: Summary) -> Iterator[str]:
    if not summary.questions:
        return
    say = summary.say
    yield _heading(2, say("questions"), "_questions")
    head = (say("matter"), say("question"), say("assumption"), say("reason"))
    rows = [(words(q.about), cell(q.question), cell(q.assumption), cell(q.reason)) for q in summary.questions]
    yield table(head, rows)


def _aid(summary: Summary) -> Iterator[str]:
    if not summary.aid:
        return
    yield _heading(2, summary.say("aid"), "_aid")
    for group in summary.aid:
        yield f"### {group.number} {prose(group.title)}"
        lines = ((k, _run_in(prose(k.title), summary) + cell(k.text)) for k in group.lines)
        yield "\n".join(f"- [{line.number}](#{line.id}) {text}" for line, text in lines)
