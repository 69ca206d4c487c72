"""`Summary` -> Markdown as GitHub reads it.

Gives one text: title, contents with anchors, tables, numbered paragraphs, player aid; what stands where says the
template page.md. Promise: icons are their words in
bold, every reference is a link to an anchor of the same text, and no word of the game is taken for markup.

`Summary` -> one HTML file that needs nothing else: style, fonts, icons and pictures are in it.

Takes a summary and its `Art`; gives the file's bytes. What stands where says the template page.html. Promise: nothing
is ever fetched; fonts hold only the characters of the page, every icon is defined once; icons copy and are read aloud
as their words; every reference is a link to a place in the file; it reads on a phone and prints on paper.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape, unescape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, pass_context, select_autoescape
from jinja2.runtime import Context
from markupsafe import Markup

from generator.data.markup import BOLD, ITALIC
from generator.diagnostics.findings import visible
from generator.face.face import Node
from generator.summary.art import ROOM, Art, frieze_nodes
from generator.summary.callouts import drawn_figure, is_across
from generator.summary.prose import INK, Design, accent_of, glossary_names, icon_color, words
from generator.summary.summary import (
    Component,
    Paragraph,
    Prose,
    Span,
    Summary,
    after_run_in,
    paragraphs,
    plain_text,
    run_in,
    sections_of,
)
from generator.typeset.fontfile import FontFile, in_print
from generator.typeset.fonts import CUTS, FontBook
from generator.typeset.hlist import LABEL
from generator.typeset.phrases import line_ends
from generator.typeset.setting import POINT
from generator.values import lazy_pattern, replace

_SPECIAL = lazy_pattern(r"([\\`*_\[\]<>|~#&])")
_LEADING = lazy_pattern(r"^(\s*\d{0,9})((?<=\d)[.)](?=\s|$)|(?<!\d)[-+=](?=[-+=\s]|$))", re.MULTILINE)
"""What a line may not begin with: a list or, below other words, a heading would come of it."""


def summary_md(summary: Summary) -> str:
    """The rule summary as one Markdown text, ending with a line feed."""
    text = _md_template().render(s=summary, sections=sections_of(summary), quoted=_quoted)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


@cache
def _md_template() -> Template:
    page = Path(__file__).with_name("page.md")
    return page_template(page, words=md_escaped, prose=md_prose, cell=_cell, bold=_bold, run_in=_run_in)


def md_escaped(text: str) -> str:
    """Plain words, safe from being read as markup."""
    return _SPECIAL.sub(r"\\\1", visible(text))


def md_prose(spans: Prose, line_break: str = "  \n", paragraph: str = "\n\n") -> str:
    """A text in Markdown; neighbours that are bold share their stars."""
    breaks = {"break": line_break, "paragraph": paragraph}
    out: list[str] = []
    bold: list[str] = []
    for span in spans:
        if span.kind == "icon" and not span.text:
            continue
        if span.kind not in breaks and (span.bold or span.kind == "icon"):
            gap = " " if bold and span.kind == "icon" else ""  # two icons side by side are two words
            bold.append(gap + _md_span(span))
            continue
        out.append(_bold("".join(bold)))
        bold = []
        out.append(breaks.get(span.kind) or _md_span(span))
    return _LEADING.sub(r"\1\\\2", "".join([*out, _bold("".join(bold))]).strip())


def _md_span(span: Span) -> str:
    text = md_escaped(span.text)
    if span.kind == "rule":
        text = f"[{text}](#{span.detail})"
    if span.kind == "ruby":
        text = f"<ruby>{text}<rt>{md_escaped(span.detail)}</rt></ruby>"
    return _marked(text, "*", "em") if span.italic else text


def _bold(text: str, alone: bool = False) -> str:
    return _marked(text, "**", "strong", alone)


def _marked(text: str, stars: str, tag: str, alone: bool = False) -> str:
    """Stars where they work: not between punctuation and a word, where GitHub would print them. `alone`: there
    is space on both sides.
    """
    inner = text.strip()
    if not inner:
        return text
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    plain = alone or (inner[0].isalnum() and inner[-1].isalnum())
    return lead + (f"{stars}{inner}{stars}" if plain else f"<{tag}>{inner}</{tag}>") + tail


def _cell(spans: Prose) -> str:
    """A text in a table's cell."""
    return md_prose(spans, "<br>", "<br>")


@pass_context
def _run_in(context: Context, title: str) -> str:
    if not title:
        return ""
    stop = after_run_in(title, context["s"].language)
    return _bold(title + stop.strip(), True) + (stop if not stop.strip() else " ")


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


_WORD = re.compile(r"[^\s\u200b]+")
BREAK = "\u200b"
"""Where a line may end, until the text is HTML."""


def summary_html(summary: Summary, art: Art) -> bytes:
    """The rule summary as one HTML file."""
    body = (
        _html_template()
        .render(
            s=summary,
            names=glossary_names(summary),
            facts=list(summary.facts),
            sections=sections_of(summary),
            scale=art.scale if art.pictures else None,
            larger=art.larger,
            frieze=Markup(_frieze(summary, art)),
            picture=partial(_picture, art),
            figure=partial(_figure, summary, art),
        )
        .strip()
    )
    title = summary.beside(summary.title, summary.say("rules"))
    return html_file(title, summary.language, _style_of(summary, art, body), f"{_symbols(summary, art)}\n{body}")


def html_file(title: str, language: str, style: str, body: str) -> bytes:
    """A page that stands alone."""
    lines = (
        "<!doctype html>",
        f'<html lang="{escape(language)}">',
        '<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{style}\n</style>\n</head>\n<body>",
        body,
        "</body>\n</html>\n",
    )
    return "\n".join(lines).encode()


@cache
def _html_template() -> Template:
    @pass_context
    def run_in_(context: Context, title: Prose, text: Prose) -> Prose:
        return run_in(title, text, context["s"].language)

    page = Path(__file__).with_name("page.html")
    inline_, paragraphs_ = _with_names(inline), _with_names(_paragraphs)
    return page_template(page, inline=inline_, paragraphs=paragraphs_, run_in=run_in_, spoken=words)


def _with_names(show: Callable[..., Markup]) -> Callable[..., Markup]:
    """A filter that knows the names of the page."""

    @pass_context
    def filter_(context: Context, prose: Prose, *more: str) -> Markup:
        return show(prose, *more, names=context["names"])

    return filter_


def page_template(path: Path, **filters: Callable[..., object]) -> Template:
    """A template with filters of its own; in HTML everything but `Markup` is escaped."""
    page = Environment(
        loader=FileSystemLoader(path.parent),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page.filters |= filters
    return page.get_template(path.name)


def _paragraphs(prose: Prose, style: str = "", *, names: re.Pattern[str] | None) -> Markup:
    mark = f' class="{style}"' if style else ""
    return Markup("".join(f"<p{mark}>{inline(p, names=names)}</p>" for p in paragraphs(prose) if p))


def _picture(art: Art, part: Component) -> tuple[Markup, bool]:
    """The picture of a set, to scale; whether it is so wide that it has a row of its own."""
    shown = art.pictures.get(part.id)
    if shown is None:
        return Markup(""), False
    size = (shown.width + 0.2, shown.height + 0.2)
    svg = _svg_of(shown.nodes, *size, art, f"_p-{part.id}-", escape(plain_text(part.name)))
    return Markup(svg), shown.width > ROOM + 4


def _figure(summary: Summary, art: Art, paragraph: Paragraph) -> Markup:
    """The figure of a paragraph with its numbers; nothing if it has none."""
    sketch = art.sketches.get(paragraph.id)
    if sketch is None:
        return Markup("")
    design = Design(summary, art.book, art.icon, accent_of(summary), PAGE, 8.5 * POINT)
    width = PAGE if is_across(sketch, design) else design.column(2)
    nodes, height = drawn_figure(sketch, design, width)
    return Markup(_svg_of(nodes, width, height, art, f"_f-{paragraph.id}-", escape(plain_text(paragraph.title))))


def inline(prose: Prose, *, names: re.Pattern[str] | None = None) -> Markup:
    """A text within a paragraph; no line ends within `names`."""
    lines = "".join(_paired(_phrased(prose, names))).replace(BREAK, "<wbr>").split("<br>")
    return Markup("".join(map(_hung, lines)).removesuffix("<br>") if lines[1:] else lines[0])


def _hung(line: str) -> str:
    label = LABEL.match(line)
    if not label:
        return f"{line}<br>"
    return f'<span class="point"><span>{label[0]}</span><span>{line[label.end() :]}</span></span>'


def _paired(spans: Iterable[Span]) -> Iterator[str]:
    """The spans, an icon on one line with the word beside it."""
    icon = ""
    for span in spans:
        word = _WORD.match(span.text) if icon and span.kind == "text" else None
        if word:
            yield f'<span class="pair">{icon}{_span(replace(span, text=word[0]))}</span>'
        elif icon:
            yield icon
        rest = replace(span, text=span.text[word.end() :]) if word else span
        icon = _span(rest) if rest.kind == "icon" and not rest.text else ""
        yield "" if icon else _span(rest)
    yield icon


def _phrased(prose: Prose, names: re.Pattern[str] | None) -> Iterator[Span]:
    """The spans, with a `BREAK` where a Japanese phrase ends."""
    text = "".join(span.text for span in prose)
    ends = line_ends(text, names) if any("ぁ" <= c <= "ヿ" for c in text) else frozenset()
    at = 0
    for span in prose:
        if ends and span.kind == "text":
            yield replace(span, text="".join(c + BREAK * (at + k in ends) for k, c in enumerate(span.text, 1)))
        else:
            yield span
        at += len(span.text)


def _span(span: Span) -> str:
    text = _SPANS.get(span.kind, _words)(span)
    for tag, is_on in (("i", span.italic), ("b", span.bold)):
        text = f"<{tag}>{text}</{tag}>" if is_on and text.strip() else text
    return text


def _words(span: Span) -> str:
    return escape(in_print(span.text), quote=False)


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


# ---- style, fonts, icons, pictures ----

PAGE = 178.0
"""The width of the page's column, mm."""
_FALLBACKS = {
    "body": '"Hiragino Sans", "Yu Gothic", Meiryo, "Noto Sans CJK JP", system-ui, sans-serif',
    "title": '"Hiragino Mincho ProN", "Yu Mincho", Georgia, serif',
}


def _style_of(summary: Summary, art: Art, body: str) -> str:
    """The style sheet, with the game's colour and the fonts for the words in `body`."""
    accent = accent_of(summary).hex
    titles = "".join(re.findall(r"<h[1-3].*?</h[1-3]>", body, flags=re.DOTALL))
    faces, stacks = fonts_of(art.book, {"body": body, "title": titles})
    tint = f"color-mix(in srgb, {accent} 8%, white)"
    root = f":root {{ --accent: {accent}; --tint: {tint}; --body: {stacks['body']}; --title: {stacks['title']}; }}"
    return "\n".join((*faces, root, art.style))


def fonts_of(book: FontBook, said: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """For each family and the HTML set in it: @font-face rules of fonts cut down to that, and its `font-family`."""
    faces, stacks = [], {}
    for family, body in said.items():
        characters = unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", "", body, flags=re.DOTALL))
        names: list[str] = []
        faces += ["i { font-synthesis: none; }"] if "<i>" in body else []  # kanji stay upright
        cuts = range(len(CUTS) if "<i>" in body else ITALIC) if family == "body" else (BOLD,)
        for cut in cuts:
            upright = book.stack(family, cut - ITALIC) if cut >= ITALIC else ()
            for number, file in enumerate(f for f in book.stack(family, cut) if f not in upright):
                names.append(f"pnp-{family}-{number}")
                rule = _font_face(file, names[-1], cut, characters)
                faces += [rule] if rule else []
        stacks[family] = ", ".join([*dict.fromkeys(f'"{n}"' for n in names), _FALLBACKS[family]])
    return faces, stacks


def _font_face(file: FontFile, name: str, cut: int, characters: str) -> str:
    """An @font-face rule with a subset of a font; "" if it has none of the characters."""
    wanted = sorted({ord(c) for c in characters if not c.isspace() and file.has(c)} | {0x20})
    if wanted == [0x20]:
        return ""
    data = base64.b64encode(_subset(file, wanted)).decode()
    adjust = f" size-adjust: {file.scale * 100:g}%;" if file.scale != 1 else ""
    source = f"url(data:font/ttf;base64,{data}) format('truetype')"
    look = f"font-weight: {700 if cut & BOLD else 400};" + " font-style: italic;" * (cut >= ITALIC)
    return f'@font-face {{ font-family: "{name}"; {look} src: {source};{adjust} }}'


def _subset(file: FontFile, codes: Sequence[int]) -> bytes:
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.unicode_set.update(codes)
    wanted.layout_feature_tag_set.update(int.from_bytes(tag, "big") for tag in (b"lnum", b"tnum"))
    wanted.flags = hb.SubsetFlags.NO_HINTING
    return bytes(hb.subset(hb.Face(file.data), wanted).blob.data)


def _svg_of(nodes: Sequence[Node], width: float, height: float, art: Art, prefix: str, words: str = "") -> str:
    """Nodes as an inline <svg> of width x height mm. With `words` it is a picture of that, else an ornament."""
    from generator.face.svgwriter import add_nodes, canvas_of

    canvas = canvas_of(art.book, width, height, prefix)
    add_nodes(canvas, canvas.drawing, nodes)
    label = f'role="img" aria-label="{words}"' if words else 'aria-hidden="true"'
    return str(canvas.drawing.tostring()).replace("<svg ", f"<svg {label} ", 1)


def _symbols(summary: Summary, art: Art) -> str:
    """Hidden definitions of all icons: #_icon-food and so on."""
    found = []
    for entry in (e for kind in summary.glossary for e in kind.entries if e.icon):
        term = entry.id
        group = art.icon(term, icon_color(entry.color, INK))
        if group is None:
            continue
        svg = _svg_of((group,), 1.0, 1.0, art, f"_i-{term}-")
        inner = re.sub(r"^<svg[^>]*>|</svg>$", "", svg)
        found.append(f'<symbol id="_icon-{term}" viewBox="0 0 1 1">{inner}</symbol>')
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{"".join(found)}</svg>'


def _frieze(summary: Summary, art: Art) -> str:
    """The row of the game's icons; "" if it has none in colour."""
    nodes = frieze_nodes(summary, art.icon, PAGE)
    svg = _svg_of(nodes, PAGE, 11.0, art, "_frieze-") if nodes else ""
    return svg.replace("<svg ", '<svg class="frieze" ', 1)
