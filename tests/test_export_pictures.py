"""SVG and PNG: exact sizes, the words kept, and the same picture as the PDF."""

from __future__ import annotations

import base64
import builtins
import io
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import resvg_py
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from generator.diagnostics.codes import CODES
from generator.diagnostics.findings import Fault
from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.export.png import face_file as face_png
from generator.export.svg import face_file, face_svg, sheet_svg
from generator.face.face import GlyphRun, Gradient, Group, Image, Path, Stroke
from generator.face.raster import picture_size
from generator.sheet.sheet import Placement, PrinterMark
from generator.values import replace
from tests.conftest import ROOT
from tests.export_kit import (
    BLACK,
    BLUE,
    BOOK,
    ICON,
    JAPANESE,
    LETTER,
    RAINBOW,
    RED,
    WHITE,
    alone,
    both_pictures,
    box,
    circle,
    demanding_face,
    face_of,
    letters,
    packed,
    pdf_picture,
    png,
    png_picture,
    run,
    sheet_of,
    star,
    unlike,
    words_of,
)

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"


def parsed(data):
    return ET.fromstring(data)  # noqa: S314 (our own file)


def pixels(data):
    return struct.unpack(">II", data[16:24])


# ---- the comparison itself -----------------------------------------------------------------------------------


def test_equal_pictures_are_alike_and_a_planted_difference_is_seen():
    plain = png_picture(face_png(face_of([Path(box(5, 5, 20, 20), RED)]), BOOK, 100))
    assert unlike(plain, plain) == 0
    moved = png_picture(face_png(face_of([Path(box(6, 5, 20, 20), RED)]), BOOK, 100))
    assert unlike(plain, moved) > 0.005
    with pytest.raises(AssertionError):
        unlike(plain, plain[:-2])


DRAWN = [i for i, n in enumerate(demanding_face().nodes) if not (isinstance(n, GlyphRun) and n.fill is None)]
SLOW = [pytest.param(lost, marks=pytest.mark.slow) for n, lost in enumerate(DRAWN) if n % 3]


@pytest.mark.slow
@pytest.mark.parametrize(
    "lost", [pytest.param(i, marks=pytest.mark.slow if n % 3 else ()) for n, i in enumerate(DRAWN)]
)
def test_a_lost_node_is_seen(lost):
    """Each drawn node of the demanding face by itself makes a difference that can be seen."""
    whole = demanding_face()
    nodes = whole.nodes[:lost] + whole.nodes[lost + 1 :]
    apart = unlike(png_picture(face_png(whole, BOOK, 150)), png_picture(face_png(face_of(nodes), BOOK, 150)), 16)
    assert apart > 0.0005


# ---- PNG and PDF ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_png_and_pdf_are_the_same_picture():
    face = demanding_face()
    assert unlike(*both_pictures(face)) <= 0.002  # the promise is 0.005


CLIPS = {
    "a star": ((star(30, 40, 25), True),),
    "a star of the other rule": ((star(30, 40, 25), False),),
    "stars in each other": ((star(30, 40, 25), True), (star(35, 45, 25), True)),
    "a star in a box": ((star(30, 40, 25), True), (box(20, 20, 20, 50), False)),
    "a box in a star": ((box(20, 20, 20, 50), False), (star(30, 40, 25), True)),
    "overlapping boxes": (((*box(5, 5, 30, 30), *box(20, 20, 30, 30)), True),),
}


@pytest.mark.parametrize("name", CLIPS)
def test_png_svg_and_pdf_clip_by_the_same_rule(name):
    """Also where an outline crosses itself, and where a clip stands in a clip."""
    nodes = (Path(box(-3, -3, 69, 94), RED), Path(box(0, 38, 63, 5), BLUE))
    for outline, even_odd in CLIPS[name]:
        nodes = (Group(nodes, clip=outline, clip_even_odd=even_odd),)
    face = face_of(nodes)
    from_pdf = pdf_picture(pdf_bytes([alone(face)], PdfMeta("t"), BOOK), dpi=101.6)
    from_png = png_picture(face_png(face, BOOK, 101.6))
    assert unlike(from_pdf, from_png) <= 0.002
    rules = [clip[0].get("clip-rule") == "evenodd" for clip in parsed(face_svg(face, BOOK)).iter(f"{SVG}clipPath")]
    assert sorted(rules) == sorted(even_odd for _, even_odd in dict.fromkeys(CLIPS[name]))


FLAT = (*box(20, 20, 30, 20), ("M", (10.0, 60.0)), ("L", (50.0, 60.0)), ("L", (30.0, 60.0)))
LINES = {
    "dashes over the corner": (box(20, 20, 30, 20), Stroke(BLUE, 4, dash=(14, 9), dash_offset=5), (18.5, 18.5), True),
    "a gap at the corner": (box(20, 20, 30, 20), Stroke(BLUE, 4, dash=(9, 14), dash_offset=-5), (18.5, 18.5), False),
    "a corner of a curve": (
        (("M", (20, 20)), ("C", (20, 5, 50, 5, 50, 20)), ("Z", ())), Stroke(BLUE, 4, dash=(8, 0.01)), (19, 21.5), True
    ),
    "square dots": ((("M", (20, 20)), ("L", (40, 40))), Stroke(BLUE, 4, "square", dash=(0, 10)), (28.7, 25.4), True),
    "dashes without length": ((("M", (20, 20)), ("L", (40, 40))), Stroke(BLUE, 4, dash=(0, 10)), (27, 27), False),
    "a part on one line": (FLAT, None, (30, 60), False),
}  # fmt: skip


@pytest.mark.some(3)
@pytest.mark.parametrize("name", LINES)
def test_lines_are_the_same_in_pdf_and_png_where_programs_differ(name):
    outline, pen, (x, y), inked = LINES[name]
    face = face_of([Path(outline, RED, pen)])
    for drawn in both_pictures(face, 254):
        assert (drawn[round(10 * y) - 3 : round(10 * y) + 3, round(10 * x)].min() < 240) == inked


@pytest.mark.slow
def test_png_and_pdf_of_a_sheet_are_the_same_picture():
    token = face_of([Path(box(-3, -3, 28, 28), Gradient(0, 0, 22, 22, RAINBOW)), run("22", 8, 13, 6)], 22, 22,
                    kind="circle", outline=circle(11, 11, 11), bleed=3)  # fmt: skip
    board = face_of([Path(box(0, 0, 300, 200), Gradient(0, 0, 300, 200, RAINBOW)), run("left", 20, 30, 9)], 300, 200)
    sheet = sheet_of(
        [
            Placement(demanding_face(), 20, 20, 1, bleed=(3, 0, 3, 1)),
            Placement(token, 130, 20, bleed=(2, 2, 2, 2)),
            Placement(token, 160, 20, 3),
            Placement(board, 20, 100, window=(10, 5, 160, 125)),
        ],
        marks=[
            PrinterMark("crop", (("M", (20, 10)), ("L", (20, 15)))),
            PrinterMark("fold", (("M", (10, 95)), ("L", (200, 95)))),
        ],
        furniture=[run("caption 説明", 20, 290, 3, JAPANESE)],
    )
    dpi = 101.6  # A4 in whole pixels
    from_pdf = pdf_picture(pdf_bytes([sheet], PdfMeta("t"), BOOK), dpi=dpi, fine=4)
    shown = resvg_py.svg_to_bytes(svg_string=sheet_svg(sheet, BOOK).decode(), background="#fff", dpi=dpi)
    assert unlike(from_pdf, png_picture(bytes(shown))) <= 0.002


@pytest.mark.parametrize(
    ("width", "height", "dpi", "wanted"),
    [
        (63, 88, 300, (744, 1039)),
        (63.5, 88.9, 300, (750, 1050)),
        (22, 22, 96, (83, 83)),
        (0.01, 5, 72, (1, 14)),
    ],
)
def test_pictures_have_the_pixels_that_the_resolution_asks_for(width, height, dpi, wanted):
    face = face_of([Path(box(0, 0, width, height), RED)], width, height, bleed=3)
    assert pixels(face_png(face, BOOK, dpi)) == wanted


def test_pictures_may_have_their_bleed():
    """As much as is asked for; what is painted is continued by up to a millimetre, and beyond that they are white."""
    face = face_of([Path(box(-3, -3, 69, 94), BLUE), Path(box(0, 0, 10, 10), RED)])
    drawn = png_picture(face_png(face, BOOK, 254, 4.5))
    assert drawn.shape[:2] == (970, 720)
    assert [tuple(drawn[n, n]) for n in (5, 18, 41, 50)] == [(255,) * 3, (21, 101, 192), (21, 101, 192), (198, 40, 40)]
    for bleed in (3.175, 4):
        drawn = png_picture(face_png(face, BOOK, 300, bleed))
        assert {tuple(p) for p in (*drawn[0], *drawn[-1], *drawn[:, 0], *drawn[:, -1])} == {(21, 101, 192)}
    face = face_of([Path(box(10, 10, 20, 20), BLUE)])
    assert (png_picture(face_png(face, BOOK, 254, 4))[:140] == 255).all()
    root = parsed(face_file(face, BOOK, 0, 4))
    assert (root.get("width"), root.get("viewBox")) == ("71mm", "0 0 71 96")
    assert next(root.iter(f"{SVG}g")).get("transform") == "translate(4 4)"


@pytest.mark.parametrize("dpi", [72, 300, 600])
def test_pictures_say_their_resolution(dpi):
    data = face_png(face_of([]), BOOK, dpi)
    assert data.count(b"pHYs") == 1
    with Pillow.open(io.BytesIO(data)) as picture:
        picture.load()
        assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_outside_the_cut_nothing_is_shown():
    face = face_of([Path(box(-2, -2, 8, 8), RED), Path(box(0, 0, 4, 4), BLUE)], 4, 4, kind="circle",
                   outline=circle(2, 2, 2), bleed=2)  # fmt: skip
    assert letters(png_picture(face_png(face, BOOK, 25.4)), R=RED.hex, B=BLUE.hex) == ["BBBB"] * 4
    alpha = clear(face)
    assert alpha[0, 0] == 0
    assert alpha[20, 20] == 255
    assert abs((alpha > 127).mean() - np.pi / 4) < 0.02
    ring = replace(face, shape=replace(face.shape, holes=(circle(2, 2, 1),)), nodes=())
    alpha = clear(ring)
    assert (alpha[20, 20], alpha[20, 5]) == (0, 255)


def clear(face):
    """How clear the pixels of a face are that is cut to its outline, as documentation shows it."""
    import cairosvg

    drawn = cairosvg.svg2png(bytestring=face_svg(face, BOOK, cut=True), dpi=254, scale=1)
    return np.asarray(Pillow.open(io.BytesIO(drawn)))[..., 3]


def test_without_cairo_it_says_what_to_install(monkeypatch):
    really = builtins.__import__

    def no_cairo(name, *rest):
        if name == "cairosvg":
            raise OSError('no library called "cairo-2" was found')
        return really(name, *rest)

    monkeypatch.delitem(sys.modules, "cairosvg", raising=False)
    monkeypatch.setattr(builtins, "__import__", no_cairo)
    for system, words in {"linux": "apt install libcairo2", "darwin": "brew install cairo", "win32": "GTK"}.items():
        monkeypatch.setattr(sys, "platform", system)
        with pytest.raises(Fault) as told:
            face_png(face_of([]), BOOK)
        (finding,) = told.value.findings
        assert finding.code == "X010" in CODES
        assert words in finding.hint


@pytest.mark.parametrize("words", [["build", "mini", "--format", "png", "--only", "chip", "--dpi", "72"], ["doctor"]])
def test_no_program_is_started(tmp_path, words):
    """Python's own way to find a library asks a C compiler."""
    watched = (
        "import sys\ndef heed(event, what):\n"
        "    if event.startswith(('subprocess.', 'os.exec', 'os.posix_spawn', 'os.spawn', 'os.fork', 'os.system')):\n"
        "        raise SystemExit(f'started {what}')\n"
        "sys.addaudithook(heed)\nfrom generator.commands.app import main\nmain()"
    )
    run = [sys.executable, "-c", watched, "-C", str(ROOT / "tests" / "mini"), *words]
    done = subprocess.run(
        run, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


_ENDS = """import atexit
from generator.export import png
from tests.export_kit import BOOK, demanding_face
png.face_file(demanding_face(), BOOK, 72)
assert png._PATHS
atexit._run_exitfuncs()
assert not png._PATHS"""


def test_what_cairo_keeps_of_letters_goes_before_cairo_does():
    """The end of an interpreter may unload it first, and would end in a segmentation fault."""
    done = subprocess.run([sys.executable, "-c", _ENDS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# ---- SVG -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["face", "sheet"])
def test_size_words_and_references(what):
    face = demanding_face()
    sheet = sheet_of([Placement(face, 20, 20), Placement(face, 100, 20)], LETTER)
    data = face_svg(face, BOOK) if what == "face" else sheet_svg(sheet, BOOK)
    root = parsed(data)
    size = (63, 88) if what == "face" else (215.9, 279.4)
    assert (root.get("width"), root.get("height")) == (f"{size[0]}mm", f"{size[1]}mm")
    assert [float(v) for v in root.get("viewBox").split()] == [0, 0, *size]
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', data.decode())
    assert len(ids) == len(set(ids))
    assert set(used) == set(ids) - {i for i in ids if i not in used}
    assert set(used) <= set(ids)
    assert not [e for e in root.iter() if (e.get(XLINK) or "#").startswith(("http", "file", "/"))]
    words = [e.get("aria-label") or "" for e in root.iter(f"{SVG}g")]
    assert packed("".join(words)) == packed("".join(words_of(face.nodes)))
    assert f"{SVG}text" not in {e.tag for e in root.iter()}


def test_what_is_equal_is_defined_once():
    nodes = [Group((ICON,), (0.3, 0, 0, 0.3, x, 9)) for x in (5, 15, 25)] + [run("banana", 5, 40), run("nab", 5, 50)]
    root = parsed(face_svg(face_of(nodes), BOOK))
    defined = [e.get("id") for e in root.find(f"{SVG}defs")]
    assert len([i for i in defined if re.search(r"-k\d+$", i)]) == 1
    assert len([i for i in defined if re.search(r"-g\d+$", i)]) == 3  # b a n


def test_drawings_can_share_a_page():
    nodes = [Path(box(0, 0, 9, 9), Gradient(0, 0, 9, 9, RAINBOW))]
    first, second = (face_svg(face_of(nodes, item=i), BOOK) for i in "ab")
    ids = [{e.get("id") for e in parsed(d).iter() if e.get("id")} for d in (first, second)]
    assert ids[0]
    assert not ids[0] & ids[1]
    assert b'id="mine-' in face_svg(demanding_face(), BOOK, prefix="mine-")


@pytest.mark.parametrize("width", [0.05, 0.4, 2])
def test_a_line_is_drawn_however_thin(width):
    face = face_of([Path((("M", (2, 9)), ("L", (60, 9))), None, Stroke(BLUE, width))])
    assert f'stroke="{BLUE.hex}" stroke-width="{width:g}"' in face_svg(face, BOOK).decode()
    assert not (png_picture(face_png(face, BOOK, 254)) == 255).all()


def test_special_characters_are_written_safely():
    odd = face_of([run("a <b> & \"c\" 'd'", 5, 10)], item="x")
    said = "".join(e.get("aria-label") or "" for e in parsed(face_svg(odd, BOOK)).iter())
    assert packed("a <b> & \"c\" 'd'") in packed(said)


def test_the_same_bytes_again():
    face = demanding_face()
    assert face_svg(face, BOOK) == face_svg(demanding_face(), BOOK)
    assert face_png(face, BOOK, 72) == face_png(demanding_face(), BOOK, 72)
    assert face_svg(face, BOOK) != face_svg(face_of(face.nodes[1:], item="demanding"), BOOK)


def test_coarse_pictures_show_square_pixels_in_all_outputs():
    squares = Image(png([[(198, 40, 40), (21, 101, 192)], [(255, 255, 255), (0, 0, 0)]]), 0, 0, 8, 8, (2, 2))
    column = Image(png([[(0, 0, 0)], [(255, 255, 255)]]), 8, 0, 4, 8, (1, 2))
    wanted = ["RRRRBBBBKKKK"] * 4 + ["____KKKK____"] * 4
    names = {"R": RED.hex, "B": BLUE.hex, "_": WHITE.hex, "K": BLACK.hex}
    face = face_of([squares, column], 12, 8)
    assert letters(png_picture(face_png(face, BOOK, 25.4)), **names) == wanted
    drawn = pdf_picture(pdf_bytes([alone(face, 25.4)], PdfMeta("t"), BOOK), dpi=25.4, fine=16)
    assert letters(drawn, **names) == wanted


def saved(mode, kind="PNG", **how):
    """A picture of eight greys, or reds, from left to right, and its file."""
    steps = np.repeat(np.arange(8, dtype=np.uint8) * 36, 40)[None].repeat(160, 0)
    plain = Pillow.fromarray(steps) if mode != "I;16" else Pillow.fromarray(steps.astype(np.uint16) * 257)
    if mode in ("RGB", "RGBA", "P"):
        plain = Pillow.merge("RGB", (plain, plain.point(lambda _: 0), plain.point(lambda _: 90)))
    file = io.BytesIO()
    (plain if plain.mode == mode else plain.convert(mode)).save(file, kind, **how)
    return file.getvalue()


def turned(way):
    exif = Pillow.Exif()
    exif[274] = way
    return exif


def behind(data):
    """A PNG with its turn behind its pixels."""
    at = data.index(b"eXIf") - 4
    end = at + 12 + int.from_bytes(data[at : at + 4], "big")
    return data[:at] + data[end:-12] + data[at:end] + data[-12:]


SAID = PngInfo()
SAID.add_itxt("XML:com.adobe.xmp", '<x tiff:Orientation="6"/>')
NOTE = b"\xff\xfe" + struct.pack(">H", 12) + b"<svg a='b'"
FORMS = {
    **{mode: saved(mode) for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")},
    "a clear colour": saved("RGB", transparency=(0, 0, 90)),
    "a clear place in a palette": saved("P", transparency=bytes(range(256))),
    "a PNG with a turn": saved("RGB", exif=turned(6)),
    "a PNG with a late turn": behind(saved("RGB", exif=turned(6))),
    "a PNG with words of its turn": saved("RGB", pnginfo=SAID),
    "a JPEG in steps": saved("RGB", "JPEG", progressive=True),
    **{f"a JPEG with turn {k}": saved("RGB", "JPEG", exif=turned(k)) for k in (0, 2, 3, 4, 5, 6, 7, 8, 99)},
    "a JPEG that says svg": saved("RGB", "JPEG")[:2] + NOTE + saved("RGB", "JPEG")[2:],
    "a JPEG with a broken note": saved("RGB", "JPEG", exif=b"Exif\0\0II*\0\xff\xff\xff\xff"),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_a_picture_is_the_same_in_pdf_and_png(name, recwarn):
    """All that pass are drawn alike, upright, in their own proportions and with all their shades."""
    width, height = picture_size(FORMS[name])
    lies = name.endswith(("turn", "turn 5", "turn 6", "turn 7", "turn 8"))
    assert (width, height) == ((160, 320) if lies else (320, 160))
    face = face_of([Image(FORMS[name], 0, 0, width / 10, height / 10, (width, height))], width / 10, height / 10)
    drawn, shown = both_pictures(face, 127)
    assert unlike(drawn, shown) <= 0.004
    shades = {tuple(p) for row in (shown[::4] if not lies else shown.transpose(1, 0, 2)[::4]) for p in row[5::10] // 12}
    assert len(shades) >= (2 if name == "1" else 8)
    assert not recwarn.list


PLAIN_COLORS = ("#ffffff", "#000000", "#ff0000", "#00ff00", "#0000ff", "#00ffff")


@pytest.mark.parametrize("turn", [1, 6], ids=["upright", "turned by its camera"])
@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK", "CMYK without Adobe's note"])
def test_a_jpeg_has_its_colours_in_all_outputs(mode, turn):
    """CMYK is inverted in the file. PDFium mixes inks, so its colours are near, not the same."""
    plain = Pillow.new("RGB", (16 * len(PLAIN_COLORS), 16))
    for k, color in enumerate(PLAIN_COLORS):
        plain.paste(color, (16 * k, 0, 16 * k + 16, 16))
    data, exif = io.BytesIO(), Pillow.Exif()
    exif[274] = turn
    plain.convert(mode[:4]).save(data, "JPEG", quality=95, subsampling=0, exif=exif)
    file = data.getvalue()
    if "without" in mode:
        at = file.index(b"\xff\xee")
        file = file[:at] + file[at + 2 + int.from_bytes(file[at + 2 : at + 4], "big") :]
    width, height = plain.size if turn == 1 else plain.size[::-1]
    face = face_of([Image(file, 0, 0, width, height, plain.size)], width, height)
    drawn = pdf_picture(pdf_bytes([alone(face, 25.4)], PdfMeta("t"), BOOK), dpi=25.4)
    wanted = np.asarray(plain.convert(mode[:4]).convert("RGB")).astype(int)[8, 8::16]
    for shown, apart in ((png_picture(face_png(face, BOOK, 25.4)), 8), (drawn, 110 if "CMYK" in mode else 8)):
        middles = shown[8, 8::16] if turn == 1 else shown[8::16, 8]
        assert np.abs(middles - wanted).max() <= apart
    assert base64.b64encode(file) in face_svg(face, BOOK)  # browsers invert and turn as well


def test_a_png_looks_for_a_letter_once(monkeypatch):
    """Each letter refers to its outline: it is found and read once, however many there are."""
    import cairosvg.path
    import cssselect2

    seen = []
    walk, read = cssselect2.ElementWrapper.iter_subtree, cairosvg.path.path
    monkeypatch.setattr(cssselect2.ElementWrapper, "iter_subtree", lambda self: seen.append(1) or walk(self))
    monkeypatch.setattr(cairosvg.path, "path", lambda *a: seen.append(2) or read(*a))
    face_png(face_of([run("letters", 2, 2 + k / 2) for k in range(100)]), BOOK, 25.4)
    assert len(seen) <= 3


@pytest.mark.slow
def test_words_of_a_png_stand_as_cairosvg_itself_draws_their_outlines():
    """A glyph is handed to cairo as a path that is kept; drawn from the file of outlines it is the same picture."""
    import cairosvg

    turned = Group((run("turned 斜", 0, 0, 4, JAPANESE),), matrix=(0.8, 0.6, -0.6, 0.8, 20, 40))
    faint = Group((run("faint", 8, 60, 9, fill=RED),), opacity=0.4, clip=box(0, 50, 30, 20))
    face = face_of([run("AVATAR", 3, 20, 7), turned, faint, run("hidden", 5, 70, fill=None)])
    plain = cairosvg.svg2png(bytestring=face_svg(face, BOOK), dpi=300, background_color="#ffffff")
    ours = face_png(face, BOOK, 300)
    assert unlike(png_picture(plain), png_picture(ours), 32) <= 0.0005
