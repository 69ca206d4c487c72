"""What the export tests share: faces and sheets made by hand, and ways to compare what came out of them."""

from __future__ import annotations

import io
import re

import numpy as np
from PIL import Image as Pillow

from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.export.png import face_file as face_png
from generator.face.face import Color, Face, Glyph, GlyphRun, Glyphs, Gradient, Group, Image, Path, Shape, Stroke
from generator.project import BUNDLED, Project
from generator.sheet.sheet import Paper, Placement, Sheet
from generator.typeset.fonts import open_fonts

BOOK = open_fonts(Project(BUNDLED))
LATIN, LATIN_BOLD, JAPANESE = "AlegreyaSans-Regular", "AlegreyaSans-Bold", "BIZUDPGothic-Regular"
BLACK, WHITE, RED, BLUE = (Color(h) for h in ("#000000", "#ffffff", "#c62828", "#1565c0"))
A4, LETTER = Paper("a4", "A4", 210, 297), Paper("letter", "Letter", 215.9, 279.4)
SAME_CIRCLE = 0.5522847498


def box(x, y, w, h):
    """The outline of an upright rectangle."""
    return (("M", (x, y)), ("L", (x + w, y)), ("L", (x + w, y + h)), ("L", (x, y + h)), ("Z", ()))


def circle(x, y, r):
    """The outline of a circle about (x, y)."""
    k = r * SAME_CIRCLE
    return (
        ("M", (x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("Z", ()),
    )


def polygon(*points):
    """A closed outline with straight sides."""
    return (("M", points[0]), *(("L", p) for p in points[1:]), ("Z", ()))


def star(x, y, r):
    """A five-pointed star drawn in one stroke: its middle is a hole under the even-odd rule."""
    a = np.radians(-90 + 144 * np.arange(5))
    return polygon(*((float(x + r * np.cos(t)), float(y + r * np.sin(t))) for t in a))


def columns(glyphs):
    """Glyphs as a run holds them."""
    gids, texts, xs, ys = zip(*glyphs, strict=True)
    return Glyphs(gids, texts, xs, ys if any(ys) else ())


def run(words, x, y, size=3.0, font=LATIN, fill=BLACK, stretch=1.0):
    """Words on a baseline, shaped as the typesetter shapes them."""
    glyphs, pen = [], 0.0
    for gid, text, gx, gy, advance in BOOK.font(font).shape(words):
        glyphs.append(Glyph(gid, text, gx * size, gy * size))
        pen += advance * size
    return GlyphRun(font, size, x, y, columns(glyphs), pen, fill, stretch)


def hidden(word, x, y, width, size=3.0, font=LATIN):
    """A word under an icon so many mm wide: not drawn, but there to be searched."""
    plain = run(word, x, y, size, font, None)
    return run(word, x, y, size, font, None, width / plain.width)


def png(pixels):
    """A PNG file of rows of (r, g, b) or (r, g, b, a)."""
    out = io.BytesIO()
    Pillow.fromarray(np.array(pixels, dtype=np.uint8)).save(out, "PNG")
    return out.getvalue()


def face_of(nodes, width=63.0, height=88.0, item="item", kind="rectangle", outline=(), **more):
    """A face of the set "set" with these nodes."""
    shape = Shape(kind, width, height, outline or box(0, 0, width, height))
    return Face("game", "set", item, "front", "en", shape, tuple(nodes), **more)


def sheet_of(placements=(), paper=A4, title="Set", label="1", **more):
    """A sheet of paper with these placements."""
    return Sheet(paper, more.pop("side", "front"), title, label, tuple(placements), **more)


def alone(face, dpi=300):
    """A sheet as large as a face, rounded up to whole pixels (PDFium would stretch the page to them)."""
    width, height = (-(-v * dpi // 25.4) * 25.4 / dpi - 1e-3 for v in (face.shape.width, face.shape.height))
    return sheet_of([Placement(face, 0, 0, bleed=(0, 0, 1, 1))], Paper("face", "face", width, height, 0))


RAINBOW = tuple((i / 4, Color(c)) for i, c in enumerate(("#b71c1c", "#f9a825", "#2e7d32", "#1565c0", "#6a1b9a")))
FADING = ((0.0, Color("#000000", 0.0)), (0.4, Color("#c62828", 0.9)), (1.0, Color("#ffffff", 0.1)))
HARD = ((0.2, BLUE), (0.5, BLUE), (0.5, WHITE), (0.8, RED))
ICON = Group(
    (Path(circle(12, 12, 10), None, Stroke(BLUE, 2)), Path(star(12, 12, 8), RED, even_odd=True)), key="icon star"
)


def demanding_face():
    """Every feature of the four node kinds on one poker card."""
    photo = np.zeros((8, 8, 3), dtype=np.uint8)
    photo[..., 0], photo[..., 2] = np.arange(8) * 30, (np.arange(8) * 30)[:, None]
    alpha = np.dstack([photo, (np.indices((8, 8)).sum(0) * 17).astype(np.uint8)])
    tilted = (0.9397, 0.342, -0.342, 0.9397, 8, 60)
    return face_of(
        (
            Path(box(-3, -3, 69, 94), Gradient(0, 0, 63, 88, RAINBOW)),
            Path(box(4, 4, 55, 14), Color("#ffffff", 0.85), Stroke(BLACK, 0.4, join="round")),
            Path(box(4, 20, 26, 16), Gradient(17, 28, 17, 28, FADING, 13)),
            Path(box(33, 20, 26, 16), Gradient(33, 0, 59, 0, HARD), Stroke(Gradient(33, 20, 59, 36, RAINBOW), 1.2)),
            Group((Path(box(0, 0, 1, 1), Gradient(0.5, 0.5, 0.5, 0.5, RAINBOW, 0.5)),), (9, 0, 0, 9, 46, 78)),
            Path(star(12, 46, 8), WHITE, Stroke(BLACK, 0.3, join="bevel"), even_odd=True),
            Path(
                (("M", (24, 40)), ("C", (34, 36, 34, 56, 44, 42)), ("L", (50, 50))),
                None,
                Stroke(BLACK, 1.0, "round", "round", dash=(3, 1.5, 0.5, 1.5), dash_offset=1),
            ),
            Path((("M", (24, 50)), ("L", (44, 53))), None, Stroke(Color("#ffffff", 0.6), 1.5, "square", dash=(2, 2))),
            Group((Path(box(0, 0, 10, 10), RED), Path(circle(10, 10, 6), BLUE)), (1, 0, 0, 1, 44, 40), opacity=0.5),
            Group(
                (Path(box(0, 0, 20, 20), Gradient(0, 0, 20, 20, RAINBOW)), run("Tilted 斜め", 1, 8, 4, LATIN_BOLD)),
                tilted,
                clip=(*circle(10, 8, 9), *circle(10, 8, 3)),
                clip_even_odd=True,
            ),
            Group((ICON,), (0.3, 0, 0, 0.3, 34, 58)),
            Group((ICON,), (-0.3, 0, 0, 0.3, 52, 58)),
            Group((ICON,), (0.25, 0, 0, 0.25, 53, 58), opacity=0.4),
            Image(png(photo), 34, 68, 8, 8, (8, 8), "squares"),
            Image(png(alpha), 44, 68, 12, 8, (8, 8), "squares"),
            run("AVATAR To Wave", 6, 9, 4.5, LATIN_BOLD),
            run("手札から「麦」を2枚捨てる。", 6, 14, 3, JAPANESE),
            hidden("faith", 50, 14, 4),
            run("half seen", 6, 17, 2.5, LATIN, Color("#c62828", 0.5)),
        ),
        item="demanding",
        bleed=3.0,
    )


def pdf_picture(data, page=0, dpi=300, fine=2):
    """A page of a PDF as pixels, drawn by PDFium `fine` times finer and averaged: PDFium puts small letters
    on whole pixels, which is its own affair and not the file's.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    drawn = np.asarray(document[page].render(scale=dpi * fine / 72).to_pil().convert("RGB"))
    if fine == 1:
        return drawn
    h, w = drawn.shape[0] // fine, drawn.shape[1] // fine
    blocks = drawn[: h * fine, : w * fine].reshape(h, fine, w, fine, 3)
    return blocks.mean((1, 3)).round().astype(np.uint8)


def png_picture(data):
    """A PNG file as pixels, on white."""
    with Pillow.open(io.BytesIO(data)) as opened:
        rgba = opened.convert("RGBA")
    return np.asarray(Pillow.alpha_composite(Pillow.new("RGBA", rgba.size, "white"), rgba).convert("RGB"))


def both_pictures(face, dpi=300):
    """A face as its PDF shows it, and as its PNG does."""
    printed = pdf_bytes([alone(face, dpi)], PdfMeta("t"), BOOK)
    return pdf_picture(printed, dpi=dpi), png_picture(face_png(face, BOOK, dpi))


def unlike(a, b, beyond=64):
    """The share of pixels in which two pictures differ by more than `beyond` of 255 in any colour. They may
    differ by one pixel in size (rounding); more is an error."""
    assert abs(a.shape[0] - b.shape[0]) <= 1
    assert abs(a.shape[1] - b.shape[1]) <= 1
    h, w = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
    apart = np.abs(a[:h, :w].astype(int) - b[:h, :w].astype(int)).max(axis=2)
    return float((apart > beyond).mean())


def letters(pixels, **names):
    """A small picture as lines of letters, one a pixel; `names` maps a letter to its colour, which a pixel may
    miss by 16 of 255 (edges are smoothed); "?" is any other.
    """
    known = {letter: np.array([int(hexed[i : i + 2], 16) for i in (1, 3, 5)]) for letter, hexed in names.items()}

    def letter(pixel):
        return next((name for name, color in known.items() if np.abs(pixel - color).max() <= 16), "?")

    return ["".join(letter(p.astype(int)) for p in row) for row in pixels]


def runs_of(nodes):
    """All text runs, in order."""
    for node in nodes:
        if isinstance(node, GlyphRun):
            yield node
        elif isinstance(node, Group):
            yield from runs_of(node.children)


def words_of(nodes):
    """Their strings."""
    return (run.string for run in runs_of(nodes))


def packed(text):
    """Text without the spaces and line ends that extraction adds or drops."""
    return re.sub(r"\s", "", text)
