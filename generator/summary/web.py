"""What makes the HTML summary stand alone: the style sheet, the fonts, icons and pictures as text.

Takes an `Art` and what is on the page. Promise: fonts hold only the characters of the page; every icon is defined
once; nothing refers to anything outside the file.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING

from generator.face.face import Face, Node, Shape
from generator.face.geometry import rectangle
from generator.summary.art import Art, Picture, frieze_nodes
from generator.summary.figures import Sketch, drawn_figure, is_across
from generator.summary.prose import INK, Design, accent_of, icon_color
from generator.summary.summary import Summary
from generator.typeset.typeset import POINT

if TYPE_CHECKING:
    from generator.typeset.fontfile import FontFile
    from generator.typeset.fonts import FontBook

PAGE = 178.0
"""The width of the page's column, mm."""
_FALLBACKS = {
    "body": '"Hiragino Sans", "Yu Gothic", Meiryo, "Noto Sans CJK JP", system-ui, sans-serif',
    "title": '"Hiragino Mincho ProN", "Yu Mincho", Georgia, serif',
}


def style_of(summary: Summary, art: Art, body: str) -> str:
    """The style sheet, with the game's colour and the fonts for the words in `body`."""
    accent = accent_of(summary).hex
    said = unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", "", body, flags=re.DOTALL))
    titles = unescape("".join(re.findall(r"<h[1-3].*?</h[1-3]>", body, flags=re.DOTALL)))
    faces, stacks = fonts_of(art.book, {"body": said, "title": titles})
    tint = f"color-mix(in srgb, {accent} 8%, white)"
    root = f":root {{ --accent: {accent}; --tint: {tint}; --body: {stacks['body']}; --title: {stacks['title']}; }}"
    return "\n".join((*faces, root, art.style))


def fonts_of(book: FontBook, said: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """For each family and the words set in it: @font-face rules of fonts cut down to these, and its `font-family`."""
    faces, stacks = [], {}
    for family, characters in said.items():
        names: list[str] = []
        for weight, bold in ((400, False), (700, True)) if family == "body" else ((700, True),):
            for file in book.stack(family, bold):
                name = f"pnp-{family}-{len(names) % len(book.stack(family, bold))}"
                rule = _font_face(file, name, weight, characters)
                faces += [rule] if rule else []
                names.append(name)
        stacks[family] = ", ".join([*dict.fromkeys(f'"{n}"' for n in names), _FALLBACKS[family]])
    return faces, stacks


def _font_face(file: FontFile, name: str, weight: int, characters: str) -> str:
    """An @font-face rule with a subset of a font; "" if it has none of the characters."""
    wanted = sorted({ord(c) for c in characters if not c.isspace() and file.has(c)} | {0x20})
    if wanted == [0x20]:
        return ""
    data = base64.b64encode(_subset(file, wanted)).decode()
    adjust = f" size-adjust: {file.scale * 100:g}%;" if file.scale != 1 else ""
    source = f"url(data:font/ttf;base64,{data}) format('truetype')"
    return f'@font-face {{ font-family: "{name}"; font-weight: {weight}; src: {source};{adjust} }}'


def _subset(file: FontFile, codes: Sequence[int]) -> bytes:
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.unicode_set.update(codes)
    wanted.layout_feature_tag_set.update(int.from_bytes(tag, "big") for tag in (b"lnum", b"tnum"))
    wanted.flags = hb.SubsetFlags.NO_HINTING
    return bytes(hb.subset(hb.Face(file.data), wanted).blob.data)


def svg_of(nodes: Sequence[Node], width: float, height: float, art: Art, prefix: str, words: str = "") -> str:
    """Nodes as an inline <svg> of width x height mm. With `words` it is a picture of that, else an ornament."""
    from generator.export.svg import face_svg

    shape = Shape("rectangle", width, height, rectangle(0.0, 0.0, width, height))
    face = Face("", "", "", "front", "", shape, tuple(nodes))
    text = face_svg(face, art.book, prefix=prefix).decode()
    text = re.sub(r"^.*?(?=<svg)|<(title|desc)>.*?</\1>|<(title|desc)/>", "", text, flags=re.DOTALL).strip()
    label = f'role="img" aria-label="{words}"' if words else 'aria-hidden="true"'
    return re.sub(r"<svg ", f"<svg {label} ", text, count=1)


def symbols(summary: Summary, art: Art) -> str:
    """Hidden definitions of all icons: #_icon-food and so on."""
    found = []
    for entry in (e for kind in summary.glossary for e in kind.entries if e.icon):
        term = entry.id
        group = art.icon(term, icon_color(entry.color, INK))
        if group is None:
            continue
        svg = svg_of((group,), 1.0, 1.0, art, f"_i-{term}-")
        inner = re.sub(r"^<svg[^>]*>|</svg>$", "", svg)
        found.append(f'<symbol id="_icon-{term}" viewBox="0 0 1 1">{inner}</symbol>')
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{"".join(found)}</svg>'


def picture(shown: Picture, art: Art, prefix: str, words: str) -> str:
    """The picture of a set, to scale."""
    return svg_of(shown.nodes, shown.width + 0.2, shown.height + 0.2, art, prefix, words)


def figure(sketch: Sketch, summary: Summary, art: Art, prefix: str, words: str) -> str:
    """A figure of the rules with its numbers."""
    design = Design(summary, art.book, art.icon, accent_of(summary), PAGE, 8.5 * POINT)
    width = PAGE if is_across(sketch, design) else design.column(2)
    nodes, height = drawn_figure(sketch, design, width)
    return svg_of(nodes, width, height, art, prefix, words)


def frieze(summary: Summary, art: Art) -> str:
    """The row of the game's icons; "" if it has none in colour."""
    nodes = frieze_nodes(summary, art.icon, PAGE)
    svg = svg_of(nodes, PAGE, 11.0, art, "_frieze-") if nodes else ""
    return svg.replace("<svg ", '<svg class="frieze" ', 1)
