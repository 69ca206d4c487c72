"""`Summary` -> one HTML file that needs nothing else: style, fonts, icons and pictures are in it.

Takes a summary and its `Art`; gives the file's bytes. Promise: nothing is ever fetched; icons copy and are read aloud
as their words; every reference is a link to a place in the file; it reads on a phone and prints on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from generator.summary.art import ROOM, Art, art_of
from generator.summary.summary import (
    AidGroup,
    Chapter,
    Component,
    Entry,
    OpenQuestion,
    Paragraph,
    Prose,
    Span,
    Step,
    Summary,
    paragraphs,
    plain,
    run_in,
    sections_of,
)
from generator.summary.web import frieze, picture, style_of, symbols

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.layout.draw import Studio


def summary_html(summary: Summary, game: Game, studio: Studio) -> bytes:
    """The rule summary as one HTML file."""
    return html_with(summary, art_of(studio, game, summary))


def html_with(summary: Summary, art: Art) -> bytes:
    """The same, with fonts, icons, pictures and style given."""
    blocks = (
        _title(summary, art),
        _contents(summary),
        _components(summary, art),
        _setup(summary),
        _chapters(summary),
        _numbers(summary),
        _glossary(summary),
        _questions(summary),
        _aid(summary),
    )
    body = "\n".join(line for block in blocks for line in block)
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{summary.language}">',
            '<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(summary.title)} · {escape(summary.say('rules'))}</title>",
            f"<style>\n{style_of(summary, art, body)}\n</style>\n</head>\n<body>",
            symbols(summary, art),
            body,
            "</body>\n</html>\n",
        )
    ).encode()


def inline(prose: Prose) -> str:
    """A text within a paragraph."""
    return "".join(_span(span) for span in prose)


def _span(span: Span) -> str:
    text = _SPANS.get(span.kind, _words)(span)
    return f"<b>{text}</b>" if span.bold and text.strip() else text


def _words(span: Span) -> str:
    return escape(span.text, quote=False)


def _icon(span: Span) -> str:
    word = escape(span.text)
    use = f'<svg aria-hidden="true"><use href="#_icon-{span.detail}"/></svg>'
    if not word:
        return f'<span class="icon beside">{use}</span>'
    return f'<span class="icon" title="{word}">{use}<span class="word">{word}</span></span>'


_SPANS: dict[str, Callable[[Span], str]] = {
    "icon": _icon,
    "rule": lambda s: f'<a href="#{s.detail}">{escape(s.text)}</a>',
    "ruby": lambda s: f"<ruby>{escape(s.text)}<rp>(</rp><rt>{escape(s.detail)}</rt><rp>)</rp></ruby>",
    "break": lambda _: "<br>",
    "paragraph": lambda _: "<br>",
}


def _paragraphs(prose: Prose, style: str = "") -> str:
    mark = f' class="{style}"' if style else ""
    return "".join(f"<p{mark}>{inline(p)}</p>" for p in paragraphs(prose) if p)


def _heading(summary: Summary, name: str) -> str:
    return f"<h2>{escape(summary.say(name))}</h2>"


def _title(summary: Summary, art: Art) -> Iterator[str]:
    yield f"<header>{frieze(summary, art)}"
    yield f"<h1>{escape(summary.title)}</h1>"
    facts = (summary.say("rules"), *summary.facts)
    yield f'<p class="facts">{"".join(f"<span>{escape(fact)}</span>" for fact in facts)}</p>'
    yield f"{_paragraphs(summary.about, 'lead')}</header>"


def _contents(summary: Summary) -> Iterator[str]:
    yield f'<nav id="_contents" aria-label="{escape(summary.say("contents"))}"><ol>'
    for anchor, number, title in sections_of(summary):
        yield f'<li><span class="number">{number}</span><a href="#{anchor}">{inline(title)}</a></li>'
    yield "</ol></nav>\n<main>"


def _table(caption: str, head: Iterable[tuple[str, str]], rows: Iterable[str]) -> Iterator[str]:
    """A table that scrolls by itself on a narrow screen; `head` is (class, words) of each column."""
    yield f'<div class="scroll"><table><caption>{escape(caption)}</caption>'
    cells = "".join(f'<th scope="col"{_class(style)}>{escape(words)}</th>' for style, words in head)
    yield f"<thead><tr>{cells}</tr></thead><tbody>"
    yield from rows
    yield "</tbody></table></div>"


def _class(style: str) -> str:
    return f' class="{style}"' if style else ""


def _components(summary: Summary, art: Art) -> Iterator[str]:
    if not summary.parts:
        return
    say = summary.say
    notes = [say("scale", n=art.scale)] if art.pictures else []
    notes += [say("assumed-note")] if any(p.assumed for p in summary.parts) else []
    yield f'<section id="_components">{_heading(summary, "components")}'
    head = (("picture", say("picture")), ("", say("component")), ("count", say("designs")), ("pieces", say("pieces")))
    yield from _table(" ".join(notes), head, (_part(part, summary, art) for part in summary.parts))
    yield "</section>"


def _part(part: Component, summary: Summary, art: Art) -> str:
    """A row; a wide picture has a row of its own above it."""
    shown = art.pictures.get(part.id)
    svg = picture(shown, art, f"_p-{part.id}-", escape(plain(part.name))) if shown else ""
    wide = shown is not None and shown.width > ROOM + 4
    extra = "" if part.printed else f" <small>{escape(summary.say('not-printed'))}</small>"
    pieces = summary.say("open") if part.pieces is None else str(part.pieces)
    pieces += summary.say("assumed") if part.assumed else ""
    row = (
        f"<td><strong>{inline(part.name)}</strong>{inline(part.about)}{extra}</td>"
        f'<td class="count">{part.designs}</td><td class="pieces">{pieces}</td>'
    )
    if not wide:
        return f'<tr><td class="picture">{svg}</td>{row}</tr>'
    return f'<tr><td class="picture" colspan="4">{svg}</td></tr><tr class="wide"><td></td>{row}</tr>'


def _setup(summary: Summary) -> Iterator[str]:
    if not summary.setup:
        return
    say = summary.say
    yield f'<section id="_setup">{_heading(summary, "setup")}'
    players = [("count", say("players", n=n)) for n in summary.players]
    head = (("", ""), ("", say("step")), *players, ("reference", say("reference")))
    yield from _table(say("setup-caption"), head, (_step(step) for step in summary.setup))
    yield "</section>"


def _step(step: Step) -> str:
    cells = "".join(f'<td class="count differs">{escape(c)}</td>' for c in step.cells)
    if len(set(step.cells)) == 1:
        cells = f'<td class="count" colspan="{len(step.cells)}">{escape(step.cells[0])}</td>'
    last = f'<td class="reference">{inline(step.rule)}</td>'
    return f'<tr><th scope="row">{step.number}</th><td>{inline(step.text)}</td>{cells}{last}</tr>'


def _chapters(summary: Summary) -> Iterator[str]:
    yield '<div class="chapters">'
    for chapter in summary.chapters:
        yield from _chapter(chapter, summary)
    yield "</div>"


def _chapter(chapter: Chapter, summary: Summary) -> Iterator[str]:
    title = f'<span class="number">{chapter.number}</span><span>{inline(chapter.title)}</span>'
    yield f'<section id="{chapter.id}"><h2>{title}</h2>{_paragraphs(chapter.intro)}'
    for paragraph in chapter.paragraphs:
        yield _KINDS[paragraph.kind](paragraph, summary)
    yield "</section>"


def _rule(paragraph: Paragraph, summary: Summary) -> str:
    text = _paragraphs(run_in(paragraph.title, paragraph.text, summary.language))
    number = f'<a class="number" href="#{paragraph.id}">{paragraph.number}</a>'
    return f'<div class="rule d{min(paragraph.depth, 5)}" id="{paragraph.id}">{number}<div>{text}</div></div>'


def _aside(paragraph: Paragraph, summary: Summary) -> str:
    text = _paragraphs(run_in(summary.aside_title(paragraph), paragraph.text, summary.language))
    return f'<aside class="{paragraph.kind}" id="{paragraph.id}">{text}</aside>'


_KINDS = {"rule": _rule, "example": _aside, "note": _aside}


def _numbers(summary: Summary) -> Iterator[str]:
    if not summary.numbers:
        return
    say = summary.say
    yield f'<section id="_numbers">{_heading(summary, "numbers")}'
    rows = (
        f'<tr><td>{inline(n.name)} <span class="note-text">{inline(n.note)}</span></td>'
        f'<td class="pieces">{escape(n.value)}</td></tr>'
        for n in summary.numbers
    )
    yield from _table(say("numbers-caption"), (("", say("parameter")), ("pieces", say("number"))), rows)
    yield "</section>"


def _glossary(summary: Summary) -> Iterator[str]:
    if not summary.glossary:
        return
    yield f'<section id="_glossary">{_heading(summary, "glossary")}<div class="two">'
    for kind in summary.glossary:
        yield f"<h3>{escape(kind.name)}</h3><dl>{''.join(_entry(e, summary) for e in kind.entries)}</dl>"
    yield "</div></section>"


def _entry(entry: Entry, summary: Summary) -> str:
    use = f'<span class="icon"><svg aria-hidden="true"><use href="#_icon-{entry.id}"/></svg></span>'
    mark = use if entry.icon else "<span></span>"
    colon = escape(summary.say("colon")) if entry.about else ""
    words = f"<dt>{escape(entry.word)}{colon}</dt><dd>{inline(entry.about)}</dd>"
    return f'<div id="_term-{entry.id}">{mark}<div>{words}</div></div>'


def _questions(summary: Summary) -> Iterator[str]:
    if not summary.questions:
        return
    yield f'<section id="_questions">{_heading(summary, "questions")}'
    for question in summary.questions:
        yield _question(question, summary)
    yield "</section>"


def _question(question: OpenQuestion, summary: Summary) -> str:
    about: Prose = (Span("text", question.about),) if question.about else ()
    lines = [f"<p>{inline(run_in(about, question.question, summary.language))}</p>"]
    for label, prose in (("assumption", question.assumption), ("reason", question.reason)):
        if prose:
            name = escape(summary.say(label) + summary.say("colon"))
            lines.append(f'<p class="note-text"><b>{name}</b>{inline(prose)}</p>')
    return f'<div class="question" id="_question-{question.id}">{"".join(lines)}</div>'


def _aid(summary: Summary) -> Iterator[str]:
    if summary.aid:
        yield f'<section id="_aid">{_heading(summary, "aid")}<div class="groups">'
        yield from (_group(group, summary) for group in summary.aid)
        yield f'</div><div class="legend">{"".join(_legend(summary))}</div></section>'
    yield "</main>"


def _group(group: AidGroup, summary: Summary) -> str:
    title = f'<h3><span class="number">{group.number}</span>{inline(group.title)}</h3>'
    lines = (
        f'<li><a href="#{k.id}">{k.number}</a><span>{inline(run_in(k.title, k.text, summary.language))}</span></li>'
        for k in group.lines
    )
    return f"<section>{title}<ul>{''.join(lines)}</ul></section>"


def _legend(summary: Summary) -> Iterator[str]:
    for kind in summary.glossary:
        icons = [e for e in kind.entries if e.icon]
        pairs = (
            f'<span class="pair"><span class="icon"><svg aria-hidden="true"><use href="#_icon-{e.id}"/></svg></span> '
            f"{escape(e.word)}</span>"
            for e in icons
        )
        if icons:
            yield f"<p><b>{escape(kind.name + summary.say('colon'))}</b>{' '.join(pairs)}</p>"
