"""The deck of `deck.py`, made with other tools: `python -m tests.benchmarks.peers TOOL FOLDER FILE.pdf`.

Each does what somebody would write who knows that tool: the art once where it can be, the words set and broken by the
tool, or greedily with kinsoku where it breaks no lines; nine cards a page, with crop marks.
"""

from __future__ import annotations

import argparse
import io
import json
import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

import yaml

from tests.benchmarks.deck import DARKS, HEIGHT, ICONS, ORNAMENT, TINTS, WIDTH

FONTS = Path(__file__).resolve().parents[2] / "layouts/fonts"
MM = 72 / 25.4
LEFT, TOP = 10.5, 16.5
INK = "#222222"
NO_START = frozenset("、。，．・：；？！ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ）」』】〕〉》々…")
NO_END = frozenset("（「『【〔〈《")
TOKEN = re.compile(r"\{i(\d+)\}")
Card = dict[str, Any]


def cards_of(folder: Path) -> list[Card]:
    words = (folder / "components/deck/card.yaml").read_text(encoding="utf-8")
    return list(yaml.load(words, Loader=yaml.CSafeLoader)["items"])


def crop_marks() -> Iterator[tuple[float, float, float, float]]:
    """x1, y1, x2, y2 in mm, y down."""
    right, bottom = LEFT + 3 * WIDTH, TOP + 3 * HEIGHT
    for k in range(4):
        x, y = LEFT + k * WIDTH, TOP + k * HEIGHT
        yield from ((x, TOP - 7, x, TOP - 2), (x, bottom + 2, x, bottom + 7))
        yield from ((LEFT - 7, y, LEFT - 2, y), (right + 2, y, right + 7, y))


def cell(number: int) -> tuple[float, float]:
    return LEFT + number % 3 * WIDTH, TOP + number % 9 // 3 * HEIGHT


def back_svg(kind: str, inner: str = "") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        f'<rect width="63" height="88" fill="{TINTS[kind]}"/><g fill="none" stroke="{DARKS[kind]}" stroke-width=".3">'
        f'<rect x="1.2" y="1.2" width="60.6" height="85.6" rx="2"/>'
        f'<path d="{ORNAMENT}" transform="translate(31.5 30.5)"/></g>'
        f'<circle cx="8.5" cy="17" r="5" fill="{DARKS[kind]}"/>{inner}</svg>'
    )


def icon_svg(number: int, fill: str) -> str:
    path = f'<path d="{ICONS[number]}" fill="{fill}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">{path}</svg>'


def lines_of(body: str, advance: Callable[[str], float], width: float) -> list[list[tuple[float, str | int]]]:
    """Lines of (x, words or the number of an icon), in ems; greedy."""
    items: list[str | int] = []
    for k, part in enumerate(TOKEN.split(body)):
        items += [int(part)] if k % 2 else list(part)
    advances = [advance(i) if isinstance(i, str) else 1.0 for i in items]
    lines, start = [], 0
    while start < len(items):
        x, end = 0.0, start
        while end < len(items) and x + advances[end] <= width:
            x, end = x + advances[end], end + 1
        k = end
        while end < len(items) and k > start + 1 and (items[k] in NO_START or items[k - 1] in NO_END):
            k -= 1
        end = max(k if k > start + 1 else end, start + 1)
        runs: list[tuple[float, str | int]] = []
        x = 0.0
        for item, step in zip(items[start:end], advances[start:end], strict=True):
            if isinstance(item, str) and runs and isinstance(runs[-1][1], str):
                runs[-1] = (runs[-1][0], runs[-1][1] + item)
            else:
                runs.append((x, item))
            x += step
        lines.append(runs)
        start = end
    return lines


def typst(folder: Path, out: Path) -> None:
    import typst

    art = {
        "backs": {kind: back_svg(kind) for kind in TINTS},
        "icons": {k: [icon_svg(i, c) for i in range(len(ICONS))] for k, c in {**DARKS, "plain": INK}.items()},
        "marks": list(crop_marks()),
    }
    (folder / "art.json").write_text(json.dumps(art))
    main = folder / "card.typ"
    main.write_text((Path(__file__).parent / "card.typ").read_text(encoding="utf-8"), encoding="utf-8")
    typst.compile(main, output=out, root=folder, font_paths=[FONTS], ignore_system_fonts=True)


CSS = f"""
@font-face {{ font-family: JP; src: url({FONTS.as_uri()}/BIZUDPGothic-Regular.ttf) }}
@font-face {{ font-family: JP; font-weight: bold; src: url({FONTS.as_uri()}/BIZUDPGothic-Bold.ttf) }}
@page {{ size: 210mm 297mm; margin: 0 }}
body {{ margin: 0; font-family: JP; color: {INK} }}
.page {{ position: relative; width: 210mm; height: 297mm; break-after: page; overflow: hidden }}
.page:last-child {{ break-after: auto }}
.card {{ position: absolute; width: 63mm; height: 88mm }}
.card > *, .mark {{ position: absolute; line-height: 1; margin: 0; left: 0; top: 0 }}
.card > .back {{ width: 63mm; height: 88mm }}  .card > .icon {{ left: 23.5mm; top: 22.5mm; width: 16mm; height: 16mm }}
.card > h1 {{ width: 63mm; top: 4mm; font-size: 14pt; text-align: center; white-space: nowrap }}
.card > .cost {{ width: 17mm; top: 14mm; font-size: 16pt; font-weight: bold; color: #fff; text-align: center }}
.card > p {{ left: 4.5mm; top: 50.5mm; width: 54mm; font-size: 8.5pt; line-height: 11.5pt; line-break: strict }}
p img {{ width: 1em; height: 1em; vertical-align: -.12em }}  .card > .id {{ left: 4.5mm; top: 82mm; font-size: 6pt }}
"""


def weasyprint(folder: Path, out: Path) -> None:
    import weasyprint

    def uri(svg: str) -> str:
        return "data:image/svg+xml," + svg.replace("#", "%23").replace("<", "%3C").replace(">", "%3E").replace('"', "'")

    icons = {(i, c): uri(icon_svg(i, c)) for i in range(len(ICONS)) for c in (*DARKS.values(), INK)}
    backs = {kind: uri(back_svg(kind)) for kind in TINTS}
    lines = "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for a, b, c, d in crop_marks())
    stroke = f'<path d="{lines}" stroke="#000" stroke-width=".088"/>'
    sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">'
    marks = uri(f"{sheet}{stroke}</svg>")
    html = [f'<!DOCTYPE html><html lang="ja"><meta charset="utf-8"><style>{CSS}</style><body>']
    for number, c in enumerate(cards_of(folder)):
        if number % 9 == 0:
            html.append(f'{"</div>" if number else ""}<div class="page"><img class="mark" src="{marks}">')
        x, y = cell(number)
        body = TOKEN.sub(lambda m: f'<img src="{icons[int(m[1]), INK]}">', escape(c["body"]["ja"]))
        html.append(
            f'<div class="card" style="left:{x:g}mm;top:{y:g}mm"><img class="back" src="{backs[c["type"]]}">'
            f'<img class="icon" src="{icons[int(c["icon"][1:]), DARKS[c["type"]]]}"><h1>{c["title"]["ja"]}</h1>'
            f'<div class="cost">{c["cost"]}</div><p>{body}</p><div class="id">{c["id"]}</div></div>'
        )
    weasyprint.HTML(string="".join(html) + "</div></body></html>").write_pdf(out)


def _drawn(canvas: Any, data: str, scale: float, x: float, y: float, fill: int) -> None:
    """A path of absolute M, L, C and Z at (x, y) in points."""
    path = canvas.beginPath()
    for command, words in re.findall(r"([MLCZ])([^MLCZ]*)", data):
        v = [float(n) * scale for n in words.split()]
        points = [x + n if k % 2 == 0 else y - n for k, n in enumerate(v)]
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[command](*points)
    canvas.drawPath(path, fill=fill, stroke=1 - fill)


def reportlab(folder: Path, out: Path) -> None:
    from reportlab.lib.colors import HexColor
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name, file in (("R", "BIZUDPGothic-Regular.ttf"), ("B", "BIZUDPGothic-Bold.ttf")):
        pdfmetrics.registerFont(TTFont(name, FONTS / file))
    high = HEIGHT * MM
    c = Canvas(str(out), pagesize=(210 * MM, 297 * MM), pageCompression=1)
    for kind in TINTS:
        c.beginForm(kind, 0, 0, WIDTH * MM, high)
        c.setFillColor(HexColor(TINTS[kind]))
        c.rect(0, 0, WIDTH * MM, high, fill=1, stroke=0)
        c.setStrokeColor(HexColor(DARKS[kind]))
        c.setLineWidth(0.3 * MM)
        c.roundRect(1.2 * MM, 1.2 * MM, 60.6 * MM, 85.6 * MM, 2 * MM)
        _drawn(c, ORNAMENT, MM, 31.5 * MM, high - 30.5 * MM, 0)
        c.setFillColor(HexColor(DARKS[kind]))
        c.circle(8.5 * MM, high - 17 * MM, 5 * MM, fill=1, stroke=0)
        c.endForm()
    for i, data in enumerate(ICONS):
        c.beginForm(f"i{i}", 0, 0, 1, 1)
        _drawn(c, data, 1 / 24, 0, 1, 1)
        c.endForm()
    face = pdfmetrics.getFont("R").face

    def icon(name: str, x: float, y: float, side: float) -> None:
        c.saveState()
        c.translate(x, y)
        c.scale(side, side)
        c.doForm(name)
        c.restoreState()

    for number, card in enumerate(cards_of(folder)):
        if number and number % 9 == 0:
            c.showPage()
        if number % 9 == 0:
            c.setLineWidth(0.25)
            for a, b, x, y in crop_marks():
                c.line(a * MM, (297 - b) * MM, x * MM, (297 - y) * MM)
        x, y = cell(number)
        c.saveState()
        c.translate(x * MM, (297 - y) * MM - high)
        c.doForm(card["type"])
        c.setFillColor(HexColor(DARKS[card["type"]]))
        icon(card["icon"], 23.5 * MM, high - 38.5 * MM, 16 * MM)
        c.setFillColor(HexColor("#ffffff"))
        c.setFont("B", 16)
        c.drawCentredString(8.5 * MM, high - 19 * MM, str(card["cost"]))
        c.setFillColor(HexColor(INK))
        c.setFont("B", 14)
        c.drawCentredString(31.5 * MM, high - 8.6 * MM, card["title"]["ja"])
        c.setFont("R", 8.5)
        lines = lines_of(
            card["body"]["ja"], lambda ch: face.charWidths.get(ord(ch), face.defaultWidth) / 1000, 54 * MM / 8.5
        )
        for row, runs in enumerate(lines):
            base = high - 50.5 * MM - 8.5 * 0.88 - row * 11.5
            for at, what in runs:
                if isinstance(what, int):
                    icon(f"i{what}", 4.5 * MM + at * 8.5, base - 1.02, 8.5)
                else:
                    c.drawString(4.5 * MM + at * 8.5, base, what)
        c.setFont("R", 6)
        c.drawString(4.5 * MM, high - 83.6 * MM, card["id"])
        c.restoreState()
    c.save()


def cairosvg(folder: Path, out: Path) -> None:
    """Words put into the SVG, a PDF of each card, merged onto pages; the fonts must be known to the system."""
    import cairosvg
    from fontTools.ttLib import TTFont
    from pypdf import PdfReader, PdfWriter, Transformation

    font = TTFont(FONTS / "BIZUDPGothic-Regular.ttf", lazy=True)
    cmap, widths, upem = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    writer = PdfWriter()
    for number, card in enumerate(cards_of(folder)):
        if number % 9 == 0:
            page = writer.add_blank_page(210 * MM, 297 * MM)
        dark = DARKS[card["type"]]
        inner = f'<path d="{ICONS[int(card["icon"][1:])]}" transform="translate(23.5 22.5) scale(.667)" fill="{dark}"/>'
        texts = [(31.5, 8.6, 4.939, "bold", "middle", INK, card["title"]["ja"])]
        texts += [(8.5, 19, 5.644, "bold", "middle", "#fff", str(card["cost"]))]
        texts += [(4.5, 83.6, 2.117, "normal", "start", INK, card["id"])]
        lines = lines_of(card["body"]["ja"], lambda ch: widths[cmap.get(ord(ch), ".notdef")][0] / upem, 18.0)
        for row, runs in enumerate(lines):
            y = 53.14 + row * 4.057
            for at, what in runs:
                x = 4.5 + at * 3
                if isinstance(what, int):
                    place = f"translate({x:.3f} {y - 2.64:.3f}) scale(.125)"
                    inner += f'<path d="{ICONS[what]}" transform="{place}"/>'
                else:
                    texts.append((x, y, 3, "normal", "start", INK, what))
        for x, y, size, weight, anchor, fill, words in texts:
            style = f'font-family="BIZ UDPGothic" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}"'
            inner += f'<text x="{x:.3f}" y="{y:.3f}" {style} fill="{fill}">{escape(words)}</text>'
        data = cairosvg.svg2pdf(bytestring=back_svg(card["type"], inner).encode())
        x, y = cell(number)
        made = PdfReader(io.BytesIO(data)).pages[0]
        page.merge_transformed_page(made, Transformation().translate(x * MM, (297 - y - HEIGHT) * MM))
    writer.write(out)


TOOLS: dict[str, Callable[[Path, Path], None]] = {
    "typst": typst,
    "weasyprint": weasyprint,
    "reportlab": reportlab,
    "cairosvg": cairosvg,
}


def main() -> None:
    """Make the deck with one tool."""
    parser = argparse.ArgumentParser("python -m tests.benchmarks.peers", description="The deck by another tool.")
    parser.add_argument("tool", choices=TOOLS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    TOOLS[asked.tool](asked.folder.resolve(), asked.out.resolve())


if __name__ == "__main__":
    main()
