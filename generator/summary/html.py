"""`Summary` -> one HTML file that needs nothing else: style, fonts, icons and pictures are in it.

Takes a summary and its `Art`; gives the file's bytes. Promise: nothing is ever fetched; icons copy and are read aloud
as their words; every reference is a link to a place in the file; it reads on a phone and prints on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape

from generator.summary.art import ROOM, Art
from generator.summary.summary import (
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
from generator.summary.web import figure, frieze, picture, style_of, symbols
from generator.typeset.phrases import phrase_ends
from generator.values import replace

BREAK = "\u200b"
"""Where a line may end, until the text is HTML."""


def summary_html(summary: Summary, art: Art) -> bytes:
    """The rule summary as one HTML file."""
    body = "\n".join((*_title(summary, art), *_contents(summary), "<main>", *_sections(summary, art), "</main>"))
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


def _sections(summary: Summary, art: Art) -> Iterator[str]:
    """The sections in order; the rules are set in columns on paper."""
    rules = [line for chapter in summary.chapters for line in _chapter(chapter, summary, art)]
    for anchor, _, title in sections_of(summary):
        if anchor in _BLOCKS:
            yield f'<section id="{anchor}"><h2>{inline(title)}</h2>'
            yield from _BLOCKS[anchor](summary, art)
            yield "</section>"
        elif rules:
            yield from ('<div class="chapters">', *rules, "</div>")
            rules = []


def inline(prose: Prose) -> str:
    """A text within a paragraph."""
    return "".join(_span(span) for span in _phrased(prose)).replace(BREAK, "<wbr>")


def _phrased(prose: Prose) -> Iterator[Span]:
    """The spans, with a `BREAK` where a Japanese phrase ends."""
    text = "".join(span.text for span in prose)
    ends = phrase_ends(text) if any("ぁ" <= c <= "ヿ" for c in text) else frozenset()
    at = 0
    for span in prose:
        if ends and span.kind == "text":
            yield replace(span, text="".join(c + BREAK * (at + k in ends) for k, c in enumerate(span.text, 1)))
        else:
            yield span
        at += len(span.text)


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
    yield "</ol></nav>"


def _table(caption: str, head: Iterable[tuple[str, str]], rows: Iterable[str]) -> Iterator[str]:
    """A table that scrolls by itself on a narrow screen; `head` is (class, words) of each column."""
    yield f'<div class="scroll"><table><caption>{escape(caption)}</caption>'
    cells = "".join(
        f'<th scope="col" class="{style}">{escape(words)}</th>' if style else f'<th scope="col">{escape(words)}</th>'
        for style, words in head
    )
    yield f"<thead><tr>{cells}</tr></thead><tbody>"
    yield from rows
    yield "</tbody></table></div>"


def _components(summary: Summary, art: Art) -> Iterator[str]:
    say = summary.say
    caption = " ".join(summary.component_notes(art.scale if art.pictures else None))
    head = (("picture", say("picture")), ("", say("component")), ("count", say("designs")), ("pieces", say("pieces")))
    yield from _table(caption, head, (_part(part, summary, art) for part in summary.parts))


def _part(part: Component, summary: Summary, art: Art) -> str:
    """A row; a wide picture has a row of its own above it."""
    shown = art.pictures.get(part.id)
    svg = picture(shown, art, f"_p-{part.id}-", escape(plain(part.name))) if shown else ""
    wide = shown is not None and shown.width > ROOM + 4
    extra = "" if part.printed else f" <small>{escape(summary.say('not-printed'))}</small>"
    row = (
        f"<td><strong>{inline(part.name)}</strong>{inline(part.about)}{extra}</td>"
        f'<td class="count">{part.designs}</td><td class="pieces">{escape(summary.pieces_of(part))}</td>'
    )
    if not wide:
        return f'<tr><td class="picture">{svg}</td>{row}</tr>'
    return f'<tr><td class="picture" colspan="4">{svg}</td></tr><tr class="wide"><td></td>{row}</tr>'


def _setup(summary: Summary, _: Art) -> Iterator[str]:
    say = summary.say
    players = [("count", say("players", n=n)) for n in summary.players]
    head = (("", ""), ("", say("step")), *players, ("reference", say("reference")))
    yield from _table(say("setup-caption"), head, map(_step, summary.setup))


def _step(step: Step) -> str:
    cells = "".join(f'<td class="count differs">{escape(c)}</td>' for c in step.cells)
    if len(set(step.cells)) == 1:
        cells = f'<td class="count" colspan="{len(step.cells)}">{escape(step.cells[0])}</td>'
    last = f'<td class="reference">{inline(step.rule)}</td>'
    return f'<tr><th scope="row">{step.number}</th><td>{inline(step.text)}</td>{cells}{last}</tr>'


def _chapter(chapter: Chapter, summary: Summary, art: Art) -> Iterator[str]:
    title = f'<span class="number">{chapter.number}</span><span>{inline(chapter.title)}</span>'
    yield f'<section id="{chapter.id}"><h2>{title}</h2>{_paragraphs(chapter.intro)}'
    for paragraph in chapter.paragraphs:
        yield _rule(paragraph, summary) if paragraph.kind == "rule" else _aside(paragraph, summary)
        yield from _figure(paragraph, summary, art)
    yield "</section>"


def _figure(paragraph: Paragraph, summary: Summary, art: Art) -> Iterator[str]:
    sketch = art.sketches.get(paragraph.id)
    if sketch is None:
        return
    svg = figure(sketch, summary, art, f"_f-{paragraph.id}-", escape(plain(paragraph.title)))
    yield f"<figure>{svg}<ol>{''.join(f'<li>{inline(said)}</li>' for said in paragraph.callouts)}</ol></figure>"


def _rule(paragraph: Paragraph, summary: Summary) -> str:
    text = _paragraphs(run_in(paragraph.title, paragraph.text, summary.language))
    number = f'<a class="number" href="#{paragraph.id}">{paragraph.number}</a>'
    return f'<div class="rule d{min(paragraph.depth, 5)}" id="{paragraph.id}">{number}<div>{text}</div></div>'


def _aside(paragraph: Paragraph, summary: Summary) -> str:
    text = _paragraphs(run_in(summary.aside_title(paragraph), paragraph.text, summary.language))
    return f'<aside class="{paragraph.kind}" id="{paragraph.id}">{text}</aside>'


def _turn(summary: Summary, _: Art) -> Iterator[str]:
    say = summary.say
    head = (("", ""), ("", say("step")), ("", ""), ("reference", say("reference")))
    yield from _table(say("turn"), head, (row for step in summary.turn for row in _turn_step(step, summary)))


def _turn_step(step: Chapter, summary: Summary) -> Iterator[str]:
    over = f' rowspan="{len(step.paragraphs)}"' if len(step.paragraphs) > 1 else ""
    first = f'<th scope="row"{over}>{step.number}</th><td{over}><strong>{inline(step.title)}</strong></td>'
    for k, line in enumerate(step.paragraphs):
        said = f"<td>{inline(run_in(line.title, line.text, summary.language))}</td>"
        where = f'<td class="reference"><a href="#{line.id}">{line.number}</a></td>'
        yield f"<tr>{'' if k else first}{said}{where}</tr>"


def _numbers(summary: Summary, _: Art) -> Iterator[str]:
    rows = (
        f'<tr><td>{inline(n.name)} <span class="note-text">{inline(n.note)}</span></td>'
        f'<td class="pieces">{escape(n.value)}</td></tr>'
        for n in summary.numbers
    )
    head = (("", summary.say("parameter")), ("pieces", summary.say("number")))
    yield from _table(summary.say("numbers-caption"), head, rows)


def _glossary(summary: Summary, _: Art) -> Iterator[str]:
    yield '<div class="two">'
    for kind in summary.glossary:
        yield f"<h3>{escape(kind.name)}</h3><dl>{''.join(_entry(e, summary) for e in kind.entries)}</dl>"
    yield "</div>"


def _entry(entry: Entry, summary: Summary) -> str:
    colon = escape(summary.say("colon")) if entry.about else ""
    words = f"<dt>{escape(entry.word)}{colon}</dt><dd>{inline(entry.about)}</dd>"
    return f'<div id="_term-{entry.id}">{_sign(entry) if entry.icon else "<span></span>"}<div>{words}</div></div>'


def _sign(entry: Entry) -> str:
    """The icon of a word that stands beside it."""
    return f'<span class="icon"><svg aria-hidden="true"><use href="#_icon-{entry.id}"/></svg></span>'


def _questions(summary: Summary, _: Art) -> Iterator[str]:
    yield from (_question(question, summary) for question in summary.questions)


def _question(question: OpenQuestion, summary: Summary) -> str:
    about: Prose = (Span("text", question.about),) if question.about else ()
    lines = [f"<p>{inline(run_in(about, question.question, summary.language))}</p>"]
    for label, prose in (("assumption", question.assumption), ("reason", question.reason)):
        if prose:
            name = escape(summary.say(label) + summary.say("colon"))
            lines.append(f'<p class="note-text"><b>{name}</b>{inline(prose)}</p>')
    return f'<div class="question" id="_question-{question.id}">{"".join(lines)}</div>'


def _aid(summary: Summary, _: Art) -> Iterator[str]:
    yield '<div class="groups">'
    yield from (_group(chapter, summary) for chapter in summary.aid)
    legend = (
        f"<p><b>{escape(kind + summary.say('colon'))}</b>"
        + " ".join(f'<span class="pair">{_sign(e)} {escape(e.word)}</span>' for e in entries)
        + "</p>"
        for kind, entries in summary.icons
    )
    yield f'</div><div class="legend">{"".join(legend)}</div>'


def _group(chapter: Chapter, summary: Summary) -> str:
    title = f'<h3><span class="number">{chapter.number}</span>{inline(chapter.title)}</h3>'
    lines = (
        f'<li><a href="#{k.id}">{k.number}</a><span>{inline(run_in(k.title, k.text, summary.language))}</span></li>'
        for k in chapter.paragraphs
    )
    return f"<section>{title}<ul>{''.join(lines)}</ul></section>"


_BLOCKS: Mapping[str, Callable[[Summary, Art], Iterator[str]]] = {
    "_components": _components,
    "_setup": _setup,
    "_turn": _turn,
    "_numbers": _numbers,
    "_glossary": _glossary,
    "_questions": _questions,
    "_aid": _aid,
}
"""What stands below the heading of each section that is not one of the rules, by its anchor."""
