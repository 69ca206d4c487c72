"""The PDF, measured by three libraries that did not write it: pdfplumber, PDFium, qpdf (pikepdf)."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys

import numpy as np
import pdfplumber
import pikepdf
import pypdfium2
import pytest
from PIL import Image as Pillow

from generator.diagnostics.findings import Fault
from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.face.face import Color, Glyph, GlyphRun, Glyphs, Gradient, Group, Image, Path, Stroke
from generator.sheet.sheet import MARK_STYLES, Paper, Placement, PrinterMark
from generator.typeset.fontfile import FontFile
from generator.typeset.fonts import FontBook
from generator.values import replace
from tests.conftest import ROOT, tool
from tests.export_kit import (
    A4,
    BLACK,
    BLUE,
    BOOK,
    ICON,
    JAPANESE,
    LATIN,
    LATIN_BOLD,
    LETTER,
    RED,
    alone,
    box,
    circle,
    columns,
    demanding_face,
    face_of,
    hidden,
    letters,
    packed,
    pdf_picture,
    png,
    polygon,
    run,
    sheet_of,
    words_of,
)

MM = 72 / 25.4
FONTS = [("é", LATIN), ("ö", LATIN_BOLD), ("-", JAPANESE)]
META = PdfMeta("麦の村 Title", "Author & Co", "About <it>", "ja")


def made(*sheets, meta=META):
    return pdf_bytes(sheets, meta, BOOK)


def plumbed(data, page=0):
    return pdfplumber.open(io.BytesIO(data)).pages[page]


def qpdf(data):
    return pikepdf.open(io.BytesIO(data))


def card(i):
    """A card with kerned, Japanese, hidden, tilted and turned text."""
    return face_of(
        [
            Path(box(-3, -3, 69, 94), Color("#efe6d0")),
            run(f"AVATAR To Wave {i}", 5, 10, 4.5, LATIN_BOLD),
            run("手札から「麦」を2枚捨て、", 5, 20, 3, JAPANESE),
            hidden("faith", 41, 20, 3),
            run("を1つ得る。", 44, 20, 3, JAPANESE),
            Group((run(f"turned {i}", 0, 0),), (0, 1, -1, 0, 60, 30)),
            Group((run("see-through", 5, 60),), opacity=0.5),
            run(f"set/item-{i}", 5, 84, 2),
        ],
        item=f"item-{i}",
        bleed=3,
    )


def cards_sheet(n=9, **more):
    faces = [card(i) for i in range(n)]
    placed = [Placement(f, 10.5 + 63 * (i % 3), 16.5 + 88 * (i // 3)) for i, f in enumerate(faces)]
    return faces, sheet_of(placed, **more)


# ---- text ----------------------------------------------------------------------------------------------------


def test_all_three_readers_give_each_card_its_own_words(tmp_path):
    faces, sheet = cards_sheet()
    data = made(sheet)
    (tmp_path / "a.pdf").write_bytes(data)
    poppler = subprocess.run(
        [tool("pdftotext"), "-raw", tmp_path / "a.pdf", "-"], capture_output=True, check=True
    ).stdout.decode()
    readers = {
        "pdfplumber": "".join(c["text"] for c in plumbed(data).chars),
        "PDFium": pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range(),
        "poppler": poppler,
    }
    wanted = packed("".join(word for face in faces for word in words_of(face.nodes)))
    assert {name: packed(found) for name, found in readers.items()} == dict.fromkeys(readers, wanted)


def test_words_with_spaces_are_copied_as_words():
    data = made(sheet_of([Placement(card(1), 20, 20)]))
    assert "AVATAR To Wave 1" in pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()


def test_characters_are_coded_as_themselves():
    """So that a reader that looks into no map finds them, too."""
    with qpdf(made(sheet_of(furniture=[run("Day", 20, 20), run("神の手", 20, 40, 5, JAPANESE)]))) as pdf:
        code = [a for a, o in pikepdf.parse_content_stream(pdf.pages[0]) if str(o) == "TJ"]
    parts = [bytes(part).decode("utf-16-be") for (line,) in code for part in line if isinstance(part, pikepdf.String)]
    assert "".join(parts) == "Day神の手"


def test_joined_letters_are_copied_one_by_one():
    words = run("office affix", 20, 20)
    assert len(words.glyphs) < len("office affix")
    data = made(sheet_of(furniture=[words]))
    assert "office affix" in pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()


def odd_run(*glyphs):
    """A run of glyphs (character drawn, characters meant)."""
    font, at, pen = BOOK.font(JAPANESE), [], 0.0
    for drawn, meant in glyphs:
        at.append(Glyph(font.gid(drawn), meant, pen))
        pen += font.advance(drawn) * 5
    return GlyphRun(JAPANESE, 5, 20, 30, columns(at), pen, BLACK)


@pytest.mark.parametrize(
    "glyphs",
    [
        pytest.param([("吉", "𠮷"), ("野", "野"), ("吉", "吉")], id="beyond the basic plane, and its double within"),
        pytest.param([("株", "株式会社"), ("A", "A")], id="one glyph for several characters"),
        pytest.param([("A", "A"), ("A", "Α"), ("A", "А")], id="three characters that look alike"),
        pytest.param([("か", "が"), ("゛", ""), ("A", "A")], id="two glyphs for one character"),
    ],
)
def test_what_is_copied_is_what_was_meant(glyphs):
    data = made(sheet_of(furniture=[odd_run(*glyphs)]))
    wanted = "".join(meant for _, meant in glyphs)
    assert packed(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()) == wanted
    assert "".join(c["text"] for c in plumbed(data).chars) == wanted


def test_every_glyph_stands_where_it_was_set():
    """Also what follows words that end raised, in the same stream and in another face."""
    raised = GlyphRun(LATIN_BOLD, 5, 30, 60, columns(Glyph(g.gid, g.text, g.x * 1.3 + 0.7, -0.4 * (i % 2)) for i, g in
                  enumerate(run("raised, spread", 0, 0, 5, LATIN_BOLD).glyphs)), 80, RED)  # fmt: skip
    assert [*raised.glyphs][-1].y != 0
    line, small = run("AVATAR To. VAWA", 30, 40, 5, LATIN_BOLD), run("in a face", 10, 10, 5, LATIN_BOLD)
    group = Group((small, raised, line), (1, 0, 0, 1, 0, 100))
    chars = plumbed(made(sheet_of([Placement(face_of([raised, small]), 0, 0)], furniture=[raised, line, group]))).chars
    runs = [(raised, 0), (small, 0), (raised, 0), (line, 0), (small, 100), (raised, 100), (line, 100)]
    wanted = [(t.x + g.x, t.y + down + g.y) for t, down in runs for g in t.glyphs]
    below = chars[0]["y0"] / MM - 237  # all glyphs are as high as their font; the first lies on its baseline
    found = [(c["x0"] / MM, 297 - c["y0"] / MM + below) for c in chars]
    assert np.abs(np.array(found) - np.array(wanted)).max() < 0.003
    assert {round(c["size"], 3) for c in chars} == {round(5 * MM, 3)}


def test_letters_may_be_small_before_they_are_enlarged():
    tiny = Group((run("tiny", 1, 2, 0.4),), (10, 0, 0, 10, 20, 20))
    assert {round(c["size"] / MM, 3) for c in plumbed(made(sheet_of(furniture=[tiny]))).chars} == {4.0}


def test_a_hidden_word_covers_its_icon_and_draws_nothing():
    data = made(sheet_of(furniture=[hidden("faith", 50, 50, 4, 3)]))
    chars = plumbed(data).chars
    assert abs(chars[0]["x0"] / MM - 50) < 0.01
    assert abs(chars[-1]["x1"] / MM - 54) < 0.05
    assert (pdf_picture(data, dpi=60) == 255).all()


def test_fonts_are_embedded_subset_and_named_once():
    _, sheet = cards_sheet()
    with qpdf(made(sheet, sheet)) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        roots = {str(f.BaseFont) for f in fonts if f.Subtype == "/Type0"}
        descriptors = [f.FontDescriptor for f in fonts if f.Subtype == "/CIDFontType2"]
        assert all(len(d.FontFile2.read_bytes()) < 60_000 for d in descriptors)
        assert {int(d.Ascent) for d in descriptors} == {900, 880}
        assert sorted(int(d.FontWeight) for d in descriptors) == [400, 400, 700]
    assert sorted(name.split("+")[1] for name in roots) == sorted([LATIN, LATIN_BOLD, JAPANESE])
    assert all(re.fullmatch(r"/[A-Z]{6}\+.*", name) for name in roots)
    assert b"Helvetica" not in made(sheet)


def test_fonts_that_are_called_nearly_alike_stay_two():
    """A PDF name has plain letters alone."""
    book = FontBook(files={f"A{sign}": FontFile(f"A{sign}", BOOK.font(font).path) for sign, font in FONTS})
    runs = [replace(run("Agé", 20, 20 * k, 5, font), font=f"A{sign}") for k, (sign, font) in enumerate(FONTS, 1)]
    chars = plumbed(pdf_bytes([sheet_of(furniture=runs)], META, book)).chars
    alone_ = [plumbed(made(sheet_of(furniture=[run("Agé", 20, 20, 5, font)]))).chars for _, font in FONTS]
    assert [c["width"] for c in chars] == [c["width"] for some in alone_ for c in some]
    assert len({c["fontname"] for c in chars}) == 3


def test_each_glyph_that_stands_for_several_letters_is_read_as_these():
    words, plain = [f"{k**5 + 10:x}" for k in range(300)], run("A" * 300, 10, 10, 1)
    row = replace(plain, glyphs=Glyphs(plain.glyphs.gids, tuple(words), plain.glyphs.xs))
    data = made(sheet_of(furniture=[row]))
    assert [char["text"] for char in plumbed(data).chars] == words
    with qpdf(data) as pdf:
        maps = b"".join(font.ToUnicode.read_bytes() for font in pdf.pages[0].Resources.Font.values())
    assert max(map(int, re.findall(rb"(\d+) beginbfchar", maps))) == 100  # ISO 32000-2, 9.10.3: the most of a block


def test_a_subset_keeps_glyphs_and_their_widths():
    from io import BytesIO

    from fontTools.ttLib import TTFont

    from generator.export.pdfwriter.embedding import subset

    font = BOOK.font(LATIN)
    gids = [0, *(font.gid(c) for c in "Agé")]
    data, places = subset(font, gids)
    made = TTFont(BytesIO(data))
    names = made.getGlyphOrder()
    assert all(made["glyf"][names[places[g]]].numberOfContours != 0 for g in gids[1:])
    widths = [made["hmtx"][names[places[g]]][0] for g in gids]
    assert widths == [round(font.glyph_advance(g) * font.upem) for g in gids]
    assert len(data) < 10_000


# ---- pages, boxes, document ----------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda p: p.id)
def test_boxes_are_exact(paper):
    sheet = sheet_of(paper=paper, trim_box=(10.5, 16.5, 199.5, 280.5), bleed_box=(7.5, 13.5, 202.5, 283.5))
    with qpdf(made(sheet)) as pdf:
        page = pdf.pages[0]
        names = ("/MediaBox", "/CropBox", "/TrimBox", "/BleedBox")
        boxes = {name: [float(v) / MM for v in page[name]] for name in names}
    w, h = paper.width, paper.height
    wanted = {
        "/MediaBox": [0, 0, w, h],
        "/CropBox": [0, 0, w, h],
        "/TrimBox": [10.5, h - 280.5 if h > 280 else 0, 199.5, h - 16.5],
        "/BleedBox": [7.5, h - 283.5 if h > 280 else 0, 202.5, h - 13.5],
    }
    for name, values in wanted.items():
        assert boxes[name] == pytest.approx(values, abs=1e-4), name


def test_a_sheet_without_a_block_is_all_trim():
    with qpdf(made(sheet_of())) as pdf:
        assert [float(v) for v in pdf.pages[0].TrimBox] == [float(v) for v in pdf.pages[0].MediaBox]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda p: p.id)
@pytest.mark.parametrize("turn", range(4))
def test_a_face_lies_where_it_was_placed(paper, turn):
    """The corners of an asymmetric mark, through placement and turn, within 0.01 mm."""
    face = face_of([Path(box(2, 3, 10, 5), RED), run("F", 20, 30, 5)], 63, 88)
    placement = Placement(face, 31.7, 45.3, turn)
    page = plumbed(made(sheet_of([placement], paper)))
    a, b, c, d, e, f = placement.matrix
    corners = [(a * x + c * y + e, b * x + d * y + f) for x, y in ((2, 3), (12, 8))]
    xs, ys = zip(*corners, strict=True)
    (mark,) = [r for r in [*page.rects, *page.curves] if r["non_stroking_color"] != (0,)]
    found = [v / MM for v in (mark["x0"], mark["top"], mark["x1"], mark["bottom"])]
    assert found == pytest.approx([min(xs), min(ys), max(xs), max(ys)], abs=0.002)
    (letter,) = page.chars
    assert letter["matrix"][4] / MM == pytest.approx(a * 20 + c * 30 + e, abs=0.002)
    assert paper.height - letter["matrix"][5] / MM == pytest.approx(b * 20 + d * 30 + f, abs=0.002)


def test_marks_have_their_width_and_dash():
    fold = PrinterMark("fold", (("M", (10, 50)), ("L", (200, 50))))
    crop = PrinterMark("crop", (("M", (10, 10)), ("L", (10, 15))))
    first, white, last = plumbed(made(sheet_of(marks=[crop, fold]))).lines
    assert (white["linewidth"] > last["linewidth"], white["dash"]) == (True, last["dash"]), "beside a fold"
    lines = [first, last]
    assert [round(line["linewidth"] / MM, 3) for line in lines] == [MARK_STYLES["crop"][0], MARK_STYLES["fold"][0]]
    crop_ends = [v / MM for v in (lines[0]["x0"], lines[0]["top"], lines[0]["bottom"])]
    assert crop_ends == pytest.approx([10, 10, 15], abs=0.001)
    assert [round(v / MM, 2) for v in lines[1]["dash"][0]] == list(MARK_STYLES["fold"][2])


@pytest.mark.parametrize(
    ("sides", "asked", "wanted"),
    [
        (["front", "back"], "", "/DuplexFlipLongEdge"),
        (["front", "back"], "short-edge", "/DuplexFlipShortEdge"),
        (["front"], "", "/Simplex"),
        (["fold"], "", "/Simplex"),
        (["back"], "", "/Simplex"),
    ],
)
def test_the_printer_is_told_how(sides, asked, wanted):
    meta = PdfMeta("t", language="ja", duplex=asked)
    with qpdf(made(*(sheet_of(side=s) for s in sides), meta=meta)) as pdf:
        preferences = pdf.Root.ViewerPreferences
        assert preferences.PrintScaling == "/None"
        assert preferences.Duplex == wanted
        assert bool(preferences.DisplayDocTitle) is True
        assert str(pdf.Root.Lang) == "ja"
        assert pdf.pdf_version == "1.7"


def test_the_document_says_what_it_is():
    with qpdf(made(sheet_of())) as pdf:
        assert str(pdf.docinfo.Title) == META.title
        assert str(pdf.docinfo.Author) == META.author
        with pdf.open_metadata() as xmp:
            assert xmp["dc:title"] == META.title
            assert list(xmp["dc:creator"]) == [META.author]
            assert xmp["dc:description"] == META.subject


def test_bookmarks_and_page_labels():
    sheets = [
        sheet_of(title="Cover", label="i"),
        sheet_of(title="Skill cards", label="S-1", sets=("skill",)),
        sheet_of(title="Skill cards", label="S-1b", sets=("skill",), side="back"),
        sheet_of(title="Tiles · 1", label="T-1", sets=("tile",), names="Tiles"),
        sheet_of(title="Tiles · 2", label="T-2", sets=("tile",), names="Tiles"),
        sheet_of(title="Coins, forts · sheet 5 · front", label="5a", sets=("coin", "fort"), names="Coins, forts"),
        sheet_of(title="Forts · sheet 5 · back", label="5b", sets=("fort",), side="back"),
    ]
    with qpdf(made(*sheets)) as pdf, pdf.open_outline() as outline:
        found = [(i.title, [c.title for c in i.children]) for i in outline.root]
        labels = [page.label for page in pdf.pages]
        first = outline.root[1].destination[0]
        assert first.objgen == pdf.pages[1].obj.objgen
        top = pdf.Root.Outlines  # ISO 32000-2, 12.3.3: how many are shown, all of them being open
        assert [int(entry.get("/Count", 0)) for entry in (top, top.First, top.First.Next)] == [10, 0, 2]
    wanted = [
        ("Cover", []),
        ("Skill cards", ["S-1", "S-1b"]),
        ("Tiles", ["Tiles · 1", "Tiles · 2"]),
        ("Coins, forts", ["Coins, forts · sheet 5 · front", "Forts · sheet 5 · back"]),
    ]
    assert found == wanted
    assert labels == ["i", "S-1", "S-1b", "T-1", "T-2", "5a", "5b"]


def test_pages_without_a_label_are_counted():
    with qpdf(made(sheet_of(label=""), sheet_of(label="x"), sheet_of(label=""))) as pdf:
        assert [page.label for page in pdf.pages] == ["1", "x", "3"]


def test_no_sheets_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="at least one"):
        made()


# ---- sharing -------------------------------------------------------------------------------------------------


def forms(data):
    with qpdf(data) as pdf:
        return sum(1 for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form")


def test_a_face_is_stored_once_however_often_it_is_placed():
    one = card(1)
    many = sheet_of([Placement(one, 20 + i, 20 + i, i % 4, bleed=(i, i, i, i)) for i in range(8)])
    assert forms(made(many, many)) == forms(made(sheet_of([Placement(one, 20, 20)])))


def test_faces_made_twice_are_stored_once():
    twice = sheet_of([Placement(card(1), 20, 20), Placement(card(1), 100, 20)])
    assert forms(made(twice)) == forms(made(sheet_of([Placement(card(1), 20, 20)])))


def test_icons_with_a_key_share_one_form_over_all_faces():
    icons = [Group((ICON,), (0.3, 0, 0, 0.3, x, 10)) for x in range(5, 50, 8)]
    faces = [face_of(icons, item=f"i{n}") for n in range(3)]
    data = made(sheet_of([Placement(f, 5 + 65 * i, 20) for i, f in enumerate(faces)]))
    assert forms(data) == 1 + 1  # three equal faces, one icon
    faces = [face_of([Group((ICON,), (0.3, 0, 0, 0.3, 5, 10 + n)), run(str(n), 5, 5)]) for n in range(3)]
    assert forms(made(sheet_of([Placement(f, 5 + 65 * i, 20) for i, f in enumerate(faces)]))) == 3 + 1


def test_pictures_and_gradients_are_stored_once():
    photo = Image(png(np.full((4, 4, 3), 99)), 5, 5, 10, 10)
    blend = Gradient(0, 0, 10, 10, ((0, RED), (1, BLUE)))
    nodes = [photo, Path(box(5, 30, 10, 10), blend), Path(box(5, 50, 10, 10), blend)]
    faces = [face_of([*nodes, run(str(n), 20, 20)]) for n in range(4)]
    with qpdf(made(sheet_of([Placement(f, 10, 10) for f in faces]))) as pdf:
        kinds = [o.get("/Subtype") for o in pdf.objects if isinstance(o, pikepdf.Stream)]
        shadings = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/ShadingType" in o]
    assert kinds.count("/Image") == 1
    assert len(shadings) == 1


def test_a_jpeg_keeps_its_bytes_and_a_png_its_alpha():
    out = io.BytesIO()
    Pillow.new("RGB", (40, 30), "#4080c0").save(out, "JPEG")
    alpha = np.zeros((2, 2, 4), dtype=np.uint8)
    alpha[..., 3] = [[0, 85], [170, 255]]
    with qpdf(made(sheet_of(furniture=[Image(out.getvalue(), 5, 5, 8, 6), Image(png(alpha), 20, 20, 5, 5)]))) as pdf:
        images = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        raw = [o.read_raw_bytes() for o in images]
        masks = [o.SMask.read_bytes() for o in images if "/SMask" in o]
    assert out.getvalue() in raw
    assert masks == [bytes((0, 85, 170, 255))]


def test_a_picture_that_is_none_is_a_finding():
    with pytest.raises(Fault) as told:
        made(sheet_of(furniture=[Image(b"<html>not a picture</html>", 0, 0, 5, 5, alt="art.png")]))
    assert [f.code for f in told.value.findings] == ["X011"]
    assert "`art.png`" in told.value.findings[0].message


# ---- painting: pictures of a few pixels ----------------------------------------------------------------------

ALL = box(0, 0, 8, 8)
ELL = Group((Path(polygon((0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)), RED),), key="ell")
HALF = Color("#ff0000", 0.5)
FADED = ((0, Color("#ff0000", 0.25)), (1, Color("#ff0000", 0.75)))
STRIPES = ((0, BLACK), (0.45, BLACK), (0.45, RED), (0.55, RED), (0.55, BLUE))
GRID = {"R": RED.hex, "B": BLUE.hex, "_": "#ffffff", "K": "#000000"}


def grid(nodes, size=8):
    """A drawing of size x size mm, a letter a millimetre."""
    return letters(pdf_picture(made(alone(face_of(nodes, size, size), 25.4)), dpi=25.4, fine=16), **GRID)


SHAPES = {
    "even-odd": ([Path((*box(1, 1, 6, 6), *box(3, 3, 2, 2)), RED, even_odd=True)],
        ["________", "_RRRRRR_", "_RRRRRR_", "_RR__RR_", "_RR__RR_", "_RRRRRR_", "_RRRRRR_", "________"]),
    "non-zero": ([Path((*box(1, 1, 6, 6), *box(3, 3, 2, 2)), RED)],
        ["________", *["_RRRRRR_"] * 6, "________"]),
    "stroke over fill": ([Path(box(2, 2, 4, 4), RED, Stroke(BLUE, 2))],
        ["________", "_BBBBBB_", "_BBBBBB_", "_BBRRBB_", "_BBRRBB_", "_BBBBBB_", "_BBBBBB_", "________"]),
    "dashes": ([Path((("M", (0, 1)), ("L", (8, 1))), None, Stroke(RED, 2, dash=(2, 1), dash_offset=1))],
        ["R_RR_RR_"] * 2 + ["________"] * 6),
    "square cap": ([Path((("M", (2, 2)), ("L", (5, 2))), None, Stroke(RED, 2, "square"))],
        ["________", "_RRRRR__", "_RRRRR__", *["________"] * 5]),
    "turned and clipped": ([Group((Path(box(0, 0, 8, 8), RED),), (0, 1, -1, 0, 8, 0), clip=box(1, 2, 3, 4))],
        ["________", "__RRRR__", "__RRRR__", "__RRRR__", *["________"] * 4]),
    "clip with a hole": ([Group((Path(ALL, RED),), clip=(*ALL, *box(2, 2, 4, 4)), clip_even_odd=True)],
        ["RRRRRRRR"] * 2 + ["RR____RR"] * 4 + ["RRRRRRRR"] * 2),
    "icon mirrored": ([Group((ELL,), m) for m in ((1, 0, 0, 1, 0, 0), (-1, 0, 0, 1, 8, 0), (1, 0, 0, -1, 0, 8))],
        ["RRRRRRRR"] * 2 + ["RR____RR"] * 2 + ["RR______"] * 2 + ["RRRR____"] * 2),
    "hard edge in a gradient": ([Path(ALL, Gradient(2, 0, 6, 0, ((0.5, RED), (0.5, BLUE))))],
        ["RRRRBBBB"] * 8),
    "a gradient of one colour": ([Path(ALL, Gradient(3, 3, 3, 3, ((0, RED), (1, BLUE))))], ["BBBBBBBB"] * 8),
    "nothing": ([Path((), RED), Group(()), Group((Path(ALL, RED),), opacity=0), Path(ALL, Color("#ff0000", 0)),
                 Path(ALL, None, Stroke(RED, 0))], ["________"] * 8),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_drawings(name):
    nodes, wanted = SHAPES[name]
    assert grid(nodes) == wanted


def test_a_colour_is_written_as_it_is():
    page = plumbed(made(sheet_of(furniture=[Path(box(9, 9, 9, 9), Color("#12ab7e"))])))
    assert page.rects[0]["non_stroking_color"] == pytest.approx((0x12 / 255, 0xAB / 255, 0x7E / 255), abs=5e-4)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_pen_ends_and_turns_as_it_is_told(number):
    """Their numbers in ISO 32000-2, 8.4.3.3 and 8.4.3.4; 0 is how each page begins."""
    cap, join = ("butt", "round", "square")[number], ("miter", "round", "bevel")[number]
    with qpdf(
        made(sheet_of(furniture=[Path(polygon((9, 9), (20, 9), (9, 20)), None, Stroke(RED, 1, cap, join))]))
    ) as pdf:
        said = [(str(o), a) for a, o in pikepdf.parse_content_stream(pdf.pages[0])]
    code = [(o, [int(v) for v in a]) for o, a in said if o in "Jj"]
    assert "ET" not in dict(said), "there is no text to end"
    assert {"J": [0], "j": [0], **dict(code)} == {"J": [number], "j": [number]}


def test_dashes_of_no_length_are_none():
    """ISO 32000-2, 8.4.3.6: they shall not all be zero."""
    flat = [
        Path((("M", (9, y)), ("L", (60, y))), None, Stroke(RED, 1, dash=dash)) for y, dash in ((9, (0, 0)), (20, ()))
    ]
    (one,), (two,) = ([line] for line in plumbed(made(sheet_of(furniture=flat))).lines)
    assert one["dash"] == two["dash"] == ([], 0)


def test_a_wrong_drawing_is_told_apart():
    nodes, wanted = SHAPES["even-odd"]
    assert grid([*nodes, Path(box(3, 3, 1, 1), BLUE)]) != wanted


@pytest.mark.parametrize(
    ("nodes", "wanted"),
    [
        pytest.param([Path(box(0, 0, 8, 8), Color("#ff0000", 0.5))], (255, 128, 128), id="opacity of a fill"),
        pytest.param([Group((Path(box(0, 0, 8, 8), BLACK), Path(box(0, 0, 8, 8), Color("#ff0000"))), opacity=0.5)],
                     (255, 128, 128), id="opacity of a group as a whole"),
        pytest.param([Path(box(-9, -9, 26, 26), Gradient(0, 0, 8, 0, FADED))],
                     (255, 128, 128), id="opacity in a gradient"),
        pytest.param([Group((Path(ALL, HALF),), key="k"), Group((Path(ALL, HALF),), key="k")],
                     (255, 64, 64), id="a see-through icon twice"),
        pytest.param([Path(ALL, HALF), Group((Path(ALL, Color("#00ff00")),), key="g")],
                     (0, 255, 0), id="an icon after something see-through"),
        pytest.param([Path(box(3, -20, 40, 50), Color("#00ff00"), Stroke(Color("#ff0000", 0.5), 4))], (128, 128, 0),
                     id="a see-through stroke over its fill"),
        pytest.param([Group((Path(box(0, 0, 80, 80), Gradient(0, 0, 80, 0, STRIPES)),), (0.1, 0, 0, 0.1, 0, 0))],
                     (198, 40, 40), id="a gradient in a scaled group"),
    ],
)  # fmt: skip
def test_the_colour_in_the_middle(nodes, wanted):
    drawn = pdf_picture(made(alone(face_of(nodes, 8, 8), 127)), dpi=127, fine=1)
    assert tuple(int(v) for v in drawn[20, 20]) == pytest.approx(wanted, abs=2)


SMALL = Paper("small", "small", 150, 150)


def edge(face, placement, at, along="x", paper=SMALL):
    """The painted interval of the page along a line through `at`, in mm."""
    drawn = pdf_picture(made(sheet_of([placement], paper)), dpi=254, fine=1)
    row = drawn[round(at * 10), :, 1] if along == "x" else drawn[:, round(at * 10), 1]
    painted = np.flatnonzero(row < 200)
    return painted.min() / 10, (painted.max() + 1) / 10


def test_bleed_is_cut_on_each_side_of_the_page():
    face = face_of([Path(box(-3, -3, 69, 94), RED)], bleed=3)
    placement = Placement(face, 50, 60, 1, bleed=(1, 2, 3, 0))
    assert edge(face, placement, 80) == pytest.approx((49, 50 + 88 + 3), abs=0.11)
    assert edge(face, placement, 80, "y") == pytest.approx((58, 60 + 63), abs=0.11)


def test_a_round_face_is_cut_round_with_its_bleed():
    face = face_of([Path(box(-5, -5, 32, 32), RED)], 22, 22, kind="circle", outline=circle(11, 11, 11), bleed=3)
    assert edge(face, Placement(face, 50, 50, bleed=(2, 2, 2, 2)), 61) == pytest.approx((48, 74), abs=0.11)
    left, right = edge(face, Placement(face, 50, 50, bleed=(2, 2, 2, 2)), 51)
    assert (left, right) == pytest.approx((61 - 8.3066, 61 + 8.3066), abs=0.15)  # chord of radius 13 at 10 mm


def test_a_window_shows_and_holds_only_its_part_of_a_board():
    nodes = [Path(box(0, 0, 400, 300), RED), run("left side", 20, 50, 6), run("right side", 300, 50, 6)]
    board = face_of(nodes, 400, 300)
    window = Placement(board, 10, 20, window=(0, 0, 180, 250))
    data = made(sheet_of([window]))
    assert packed("".join(c["text"] for c in plumbed(data).chars)) == "leftside"
    assert edge(board, window, 100, paper=A4) == pytest.approx((10, 190), abs=0.11)


# ---- the file ------------------------------------------------------------------------------------------------


def everything():
    _, front = cards_sheet(trim_box=(10.5, 16.5, 199.5, 280.5))
    demanding = sheet_of([Placement(demanding_face(), 20, 20, 1, bleed=(3, 3, 3, 3))], LETTER, side="back")
    return [front, demanding, alone(demanding_face())]


def test_qpdf_finds_nothing_wrong(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(made(*everything()))
    checked = subprocess.run([tool("qpdf"), "--check", path], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "WARNING" not in checked.stdout + checked.stderr


def test_all_values_are_within_what_the_format_allows():
    """Readers may take another as they like (ISO 32000-2, 8.9.5.2, 11.6.4.4); a mask that hides nothing costs time."""
    photo = io.BytesIO()
    Pillow.new("CMYK", (8, 8), (9, 99, 0, 0)).save(photo, "JPEG")
    plain = Image(png(np.full((8, 300, 4), 255)), 20, 20, 5, 5)
    with qpdf(made(*everything(), sheet_of(furniture=[Image(photo.getvalue(), 5, 5, 8, 8), plain]))) as pdf:
        found = [o for o in pdf.objects if isinstance(o, (pikepdf.Dictionary, pikepdf.Stream))]
        shares = {
            key: {float(v) for o in found if key in o for v in (o[key] if key == "/Decode" else [o[key]])}
            for key in ("/ca", "/CA", "/Decode")
        }
        masks = [o.SMask.read_bytes() for o in found if o.get("/Subtype") == "/Image" and "/SMask" in o]
    assert shares == {"/ca": {0.4, 0.5, 0.6, 0.85, 1}, "/CA": {0.4, 0.5, 0.6, 1}, "/Decode": {0, 1}}
    assert [set(mask) for mask in masks if not set(mask) - {255}] == []
    assert len(masks) == 1


HASH = (
    "import hashlib, sys; from tests.test_export_pdf import everything, made; "
    "sys.stdout.write(hashlib.sha256(made(*everything())).hexdigest())"
)


def test_the_same_sheets_give_the_same_bytes_in_any_process():
    seeds = ("1", "4242")[: 1 + ("PYTHONHASHSEED" in os.environ)]  # else ours is another
    found = {
        subprocess.run(
            [sys.executable, "-c", HASH], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in seeds
    }  # fmt: skip
    assert found == {hashlib.sha256(made(*everything())).hexdigest()}


def test_other_sheets_give_other_bytes():
    assert made(sheet_of(furniture=[run("a", 5, 5)])) != made(sheet_of(furniture=[run("b", 5, 5)]))
