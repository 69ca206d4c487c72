"""The files of every bundled game: sound, self-contained, described, the same each time, made from nothing outside."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from generator.commands.rules import rule_summary
from generator.production import Order, build
from generator.project import Project
from tests.conftest import ROOT, tool
from tests.games_kit import (
    BUILDS,
    EVERY_BUILD,
    EVERY_PLAIN,
    GAMES,
    NEAR,
    PAPERS,
    built,
    cells,
    game_of,
)
from tests.measure import around, read_pages
from tests.measure_words import packed

every_build = pytest.mark.parametrize("order", EVERY_BUILD)
every_plain_build = pytest.mark.parametrize("order", EVERY_PLAIN)
every_game = pytest.mark.parametrize("game_id", GAMES)
TURN = {
    "long-edge": "/DuplexFlipLongEdge",
    "short-edge": "/DuplexFlipShortEdge",
    "fold": "/Simplex",
    "none": "/Simplex",
}


def opened(order) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(built(*order)))


# ---- pages ---------------------------------------------------------------------------------------------------


@every_build
def test_every_page_is_exactly_the_paper(order):
    pages = read_pages(built(*order))
    assert len(pages) > 2
    for page in pages:
        whole = (0, 0, *PAPERS[order[2]])
        assert page.boxes["MediaBox"] == pytest.approx(whole, abs=NEAR)
        assert page.boxes["CropBox"] == pytest.approx(whole, abs=NEAR)


@every_build
def test_the_trim_box_is_the_block_of_cards_and_the_bleed_box_what_is_printed_of_them(order):
    block = {}
    for cell in cells(*order):
        block.setdefault(cell.page, []).append(cell)
    for page in read_pages(built(*order)):
        trim, bleed, media = (page.boxes[k] for k in ("TrimBox", "BleedBox", "MediaBox"))
        for k, sign in enumerate((1, 1, -1, -1)):
            assert sign * media[k] <= sign * bleed[k] + NEAR
            assert sign * bleed[k] <= sign * trim[k] + NEAR
        if page.number in block:
            found = block[page.number]
            assert trim == pytest.approx(joined(c.box for c in found), abs=NEAR)
            printed = joined(c.placed.box for c in found)
            assert all(abs(a - b) < NEAR for a, b in zip(bleed, printed, strict=True))


def joined(boxes):
    return around([(x, y) for b in boxes for x in b[::2] for y in b[1::2]])


@every_build
def test_the_whole_file_can_be_printed_on_both_sides(order):
    """Pages 2k-1 and 2k are one leaf: a front and its own back, or nothing. Their labels are their numbers."""
    game_id, language, _, backs = order
    pages, document = read_pages(built(*order)), pypdfium2.PdfDocument(built(*order))
    found = cells(*order)
    assert [p.label for p in pages] == [str(n + 1) for n in range(len(pages))]
    texts = [page.get_textpage().get_text_range() for page in document]
    said = {"en": "page {} of {}", "ja": "{} / {} ページ"}[language]
    for page in pages[1::2] if TURN[backs] != "/Simplex" else ():
        objects = list(document[page.number].get_objects())
        fronts = {n[:2] for c in found if c.page == page.number - 1 for n in c.names}
        behind = [c for c in found if c.page == page.number]
        assert bool(objects) == bool(behind)
        assert all({n[:2] for n in c.names if n[2] == "back"} & fronts for c in behind)
    for n, text in enumerate(texts[1:], 2):
        assert not text.strip() or said.format(n, len(pages)) in " ".join(text.split()), (game_id, n)


# ---- what the file says about itself -------------------------------------------------------------------------


@every_build
def test_the_file_says_what_it_is_and_how_to_print_it(order):
    game_id, language, _, backs = order
    game = game_of(game_id)
    with opened(order) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert wishes.PrintScaling == "/None"
        assert str(wishes.Duplex) == TURN[backs]
        assert str(pdf.Root.Lang) == language
        title = str(pdf.docinfo["/Title"])
        assert game.title.in_language(language) in title
        assert game.version.in_language(language) in title
        assert str(pdf.docinfo.get("/Author", "")) == ", ".join(game.authors)
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
            assert meta["dc:title"] == title
        if game.about:
            assert packed(str(pdf.docinfo["/Subject"])) == packed(game.about.in_language(language))


@every_plain_build
def test_bookmarks_name_every_set_and_lead_to_its_page(order):
    game_id, language, _, _ = order
    document = pypdfium2.PdfDocument(built(*order))
    marks = [(m.get_title(), m.get_dest().get_index()) for m in document.get_toc()]
    pages = [page for _, page in marks]
    assert all(0 <= page < len(document) for page in pages)
    assert pages == sorted(pages)
    assert set(pages) | {p.number for p in read_pages(built(*order)) if p.back} == set(range(len(document)))
    for owner in game_of(game_id).sets.values():
        if owner.printed:
            own = {c.page for c in cells(*order) if any(n[0] == owner.id and n[2] == "front" for n in c.names)}
            name = owner.called(language, owner.pieces)
            assert own <= {page for title, page in marks if name in title}, name


# ---- fonts and soundness -------------------------------------------------------------------------------------


def fonts(pdf: pikepdf.Pdf):
    return [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]


def bad_fonts(data: bytes) -> list[str]:
    """Fonts that are not embedded subsets with a way back to characters."""
    faults = ["Helvetica is named"] if b"Helvetica" in data else []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        roots = [f for f in fonts(pdf) if f.get("/Subtype") != "/CIDFontType2"]
        for font in roots:
            name = str(font.get("/BaseFont"))
            below = font.get("/DescendantFonts", [pikepdf.Dictionary()])[0]
            file = below.get("/FontDescriptor", pikepdf.Dictionary()).get("/FontFile2")
            if font.Subtype != "/Type0" or "/ToUnicode" not in font:
                faults.append(f"{name} cannot be read back")
            if not re.fullmatch(r"/[A-Z]{6}\+[\w-]+", name) or str(below.get("/BaseFont")) != name:
                faults.append(f"{name} is no subset")
            if file is None or not 100 < len(file.read_bytes()) < 400_000:
                faults.append(f"{name} is not embedded")
    return faults if roots else ["no font at all"]


@every_build
def test_every_font_is_embedded_and_holds_only_what_is_used(order):
    assert bad_fonts(built(*order)) == []


@pytest.mark.slow
@pytest.mark.parametrize("order", [o for o in BUILDS if o[0] == GAMES[-1]], ids="-".join)
def test_poppler_sees_embedded_subsets_only(order, tmp_path):
    (tmp_path / "x.pdf").write_bytes(built(*order))
    lines = output(tool("pdffonts"), tmp_path / "x.pdf").splitlines()[2:]
    assert lines
    for line in lines:
        assert re.search(r"CID TrueType\s+Identity-H\s+yes yes yes", line), line


@every_build
def test_qpdf_finds_nothing_wrong(order, tmp_path):
    (tmp_path / "x.pdf").write_bytes(built(*order))
    done = subprocess.run([tool("qpdf"), "--check", tmp_path / "x.pdf"], capture_output=True, text=True, check=False)
    assert (done.returncode, "WARNING" in done.stdout + done.stderr) == (0, False), done.stdout


def output(*words) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


# ---- nothing from outside ------------------------------------------------------------------------------------

WATCHED = """
import sys, json
seen = []
def plain(v):
    return v if isinstance(v, (str, int)) else v.decode() if isinstance(v, bytes) else repr(v)
told = ("open", "socket.", "subprocess.", "os.exec", "os.posix_spawn", "os.system", "ctypes.dl")
def watch(event, values):
    if event != "object.__setattr__" and event.startswith(told):
        seen.append((event, [plain(v) for v in values]))
sys.addaudithook(watch)
from generator.commands.app import app
try:
    app(["-C", sys.argv[1], "build", sys.argv[2], "--out", sys.argv[3]], standalone_mode=False)
finally:
    watched, modules = list(seen), sorted(sys.modules)
    maps = open("/proc/self/maps").read() if sys.platform == "linux" else ""
    json.dump({"seen": watched, "modules": modules, "maps": maps}, open(sys.argv[4], "w"))
"""


@pytest.fixture(scope="module", params=["mini", pytest.param(GAMES[0], marks=pytest.mark.slow)])
def watched(request, tmp_path_factory):
    """What a build on another machine does to the world, as the interpreter's own audit tells it: without libcairo,
    with another hash seed, and with settings for reportlab, which reads (and runs) files of the home folder.
    """
    folder = tmp_path_factory.mktemp("watched")
    (folder / ".reportlab_settings").write_text("pdfComments = 1\npdfMultiLine = 1\n")
    (folder / ".reportlab_mods").write_text("raise SystemExit('the home folder was run')\n")
    home = {"HOME": str(folder), "USERPROFILE": str(folder), "RL_pdfComments": "1", "RL_pageCompression": "no"}
    env = {**without_cairo(folder), **home, "PYTHONHASHSEED": "7", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, home_of(request.param), request.param, folder / "out", folder / "told.json"],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder, json.loads((folder / "told.json").read_text()), request.param


def home_of(game_id: str) -> Path:
    return ROOT / "tests" / "mini" if game_id == "mini" else ROOT


def without_cairo(folder: Path) -> dict[str, str]:
    """An environment in which cairocffi fails as it does where libcairo is missing."""
    (folder / "cairocffi").mkdir()
    (folder / "cairocffi" / "__init__.py").write_text("raise OSError('no library called \"cairo-2\" was found')\n")
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}


def strangers(seen, homes) -> list[str]:
    """Files that were opened outside these folders."""
    found = []
    for event, values in seen:
        if event == "open" and isinstance(values[0], str) and not values[0].startswith("<"):
            path = Path(values[0]).resolve()
            if not any(path.is_relative_to(home) for home in homes) and str(path) != os.devnull:
                found.append(str(path))
    return found


def test_building_opens_no_file_outside(watched):
    folder, told, _ = watched
    homes = [Path(p).resolve() for p in (ROOT, sys.prefix, sys.base_prefix, folder)]
    assert len([e for e, _ in told["seen"] if e == "open"]) > 100
    assert strangers(told["seen"], homes) == []
    written = [
        values[0]
        for e, values in told["seen"]
        if e == "open" and isinstance(values[1], str) and set(values[1]) & set("wax+")
    ]
    assert [w for w in written if not Path(w).resolve().is_relative_to(folder) and w != os.devnull] == []


def test_building_fetches_nothing_and_runs_nothing(watched):
    _, told, _ = watched
    assert [e for e in told["seen"] if e[0].startswith("socket.") or e[0].startswith(("subprocess", "os."))] == []


def test_building_a_pdf_needs_neither_cairo_nor_a_system_font(watched):
    _, told, _ = watched
    assert [m for m in told["modules"] if m.partition(".")[0] in ("cairosvg", "cairocffi")] == []
    mapped = re.findall(r"\S*(?:libcairo|libfontconfig|\.ttf|\.otf|\.ttc)\S*", told["maps"])
    assert [m for m in mapped if not m.startswith(str(ROOT))] == []


def test_the_watch_sees_what_it_should(tmp_path):
    """A stranger's file, a socket and a program are told; what lies inside is not."""
    seen = [("open", ["/usr/share/fonts/x.ttf", "r", 0]), ("open", [str(tmp_path / "inside.txt"), "w", 0])]
    assert strangers(seen, [tmp_path.resolve()]) == ["/usr/share/fonts/x.ttf"]
    script = WATCHED.replace("from generator.commands.app import app", "import socket, subprocess\n"
                             "def app(*a, **k): pass\n"
                             "socket.socket().connect_ex(('127.0.0.1', 9)); subprocess.run(['true'])")  # fmt: skip
    subprocess.run([sys.executable, "-c", script, "x", "y", "z", tmp_path / "told.json"], check=True, cwd=tmp_path)
    events = {e for e, _ in json.loads((tmp_path / "told.json").read_text())["seen"]}
    assert {"socket.connect", "subprocess.Popen"} <= events


def test_another_machine_makes_the_same_pdf(watched):
    """Nothing of its home folder, its variables or its seed reaches a sheet."""
    folder, _, game_id = watched
    (made,) = (folder / "out" / game_id).glob(f"{game_id}-a4-*.pdf")
    outputs, _, _ = build(Project(home_of(game_id)), game_id, Order())
    assert made.read_bytes() == outputs[0].data


def test_a_machine_without_cairo_says_so_when_asked_for_pictures(tmp_path):
    mini = ROOT / "tests" / "mini"
    words = [sys.executable, "-m", "generator", "-C", mini, "build", "--format", "png", "--out", tmp_path / "out"]
    done = subprocess.run(words, cwd=tmp_path, env=without_cairo(tmp_path), check=False, capture_output=True, text=True)
    assert done.returncode == 3
    assert "cairo" in done.stderr
    assert "Traceback" not in done.stderr


# ---- the rules -----------------------------------------------------------------------------------------------

RULES = [(g, lang, paper) for g in GAMES for lang in ("ja", "en") for paper in ("a4", "letter")]
INVISIBLE = raw.FPDF_TEXTRENDERMODE_INVISIBLE
LEAVES = {"quo-vadis": 10, "populous": 10, "zeus": 8}


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "language", "paper"), RULES)
def test_rules_are_as_long_as_they_were_without_small_type_and_holes(game_id, language, paper):
    """No type of faces in pictures is smaller than a reader can read, the aid has no holes, and no page but the first
    is empty for a quarter."""
    (made,), _ = rule_summary(Project(ROOT), game_id, [language], "pdf", paper)
    document = pypdfium2.PdfDocument(made.data)
    _, *middle, aid = pdfplumber.open(io.BytesIO(made.data)).pages
    assert max(_holes(aid)) < 40
    assert all(max(w["bottom"] for w in page.extract_words()) > 0.73 * page.height for page in middle)
    sizes = [size for page in document for size in _sizes(page.get_textpage())]
    assert len(document) == LEAVES[game_id]
    assert len(sizes) > 5000
    assert min(sizes) > 6.49


@every_plain_build
def test_no_type_of_a_kit_is_smaller_than_a_reader_can_read(order):
    """On no sheet, no face, and in no picture of one on the cover."""
    pages = pypdfium2.PdfDocument(built(*order))
    assert min(min(_sizes(page.get_textpage()), default=99) for page in pages) > 6.49


def _holes(aid):
    """How far lines of a column are apart, in points, below the band of the turn and above the icons."""
    low = max(line["top"] for line in aid.lines if line["width"] > aid.width / 2)
    for left, right in ((0, aid.width / 2), (aid.width / 2, aid.width)):
        tops = sorted(w["top"] for w in aid.extract_words() if left < w["x0"] < right and 120 < w["top"] < low)
        yield max(b - a for a, b in pairwise(tops))


def _sizes(page):
    """The size of each letter that is printed, in points."""
    matrix = raw.FS_MATRIX()
    for k in range(page.count_chars()):
        mode = raw.FPDFTextObj_GetTextRenderMode(raw.FPDFText_GetTextObject(page, k))
        if mode != INVISIBLE and not raw.FPDFText_IsGenerated(page, k) and raw.FPDFText_GetMatrix(page, k, matrix):
            yield raw.FPDFText_GetFontSize(page, k) * sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))


# ---- the kit -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@every_game
def test_a_kit_has_every_file_that_its_first_page_names(game_id, pnp, tmp_path):
    done = pnp("-C", ROOT, "build", game_id, "--kit", "--lang", "en", "--paper", "a4", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    made = {file.stem for file in tmp_path.rglob("*.pdf")}
    cover = pdfplumber.open(tmp_path / game_id / f"{game_id}-a4-en.pdf").pages[0].extract_text()
    named = {
        *re.findall(rf"{game_id}[\w-]*(?=\.pdf)", cover),
        *(f"{n}-en" for n in re.findall(r"calibration-\w+", cover)),
    }
    assert named < made
    assert f"{game_id}-rules-a4-en" in named


@pytest.mark.slow
def test_a_kit_of_pictures_has_all_that_sheets_would_name(pnp, tmp_path):
    done = pnp("-C", ROOT, "build", "zeus", "--kit", "--lang", "en", "--format", "png", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    assert {file.name for file in tmp_path.rglob("*.pdf")} == {"zeus-rules-a4-en.pdf", "calibration-a4-en.pdf"}
