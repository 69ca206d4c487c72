"""Font files and families: what is opened, what is refused, what a glyph is."""

from __future__ import annotations

import shutil
from io import BytesIO

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from generator.diagnostics.codes import CODES
from generator.diagnostics.findings import Fault, Mark
from generator.export.pdfwriter.embedding import embedded
from generator.project import BUNDLED, Project
from generator.typeset.boxes import RUBY_RISE
from generator.typeset.fontfile import FontFile
from generator.typeset.fonts import open_fonts
from generator.typeset.inline import Ruby
from generator.typeset.setting import Style, glyph_finding
from generator.typeset.typeset import missing_in, set_line
from tests.typeset_kit import INK, book


def make_font(path, *, cff=False, axis=False, signs="A"):
    """A font of one square, as TrueType or CFF, static or variable."""
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap(dict.fromkeys(map(ord, signs), "A"))
    pens = {name: (T2CharStringPen(600, None) if cff else TTGlyphPen(None)) for name in (".notdef", "A")}
    for pen in pens.values():
        pen.moveTo((50, 0))
        pen.lineTo((550, 0))
        pen.lineTo((550, 700))
        pen.closePath()
    if cff:
        builder.setupCFF("Mini", {}, {n: p.getCharString() for n, p in pens.items()}, {})
    else:
        builder.setupGlyf({n: p.glyph() for n, p in pens.items()})
    builder.setupHorizontalMetrics({".notdef": (600, 50), "A": (600, 50)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Mini", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    if axis:
        builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    if axis == "drawn":
        grown = [(0, 0), (300, 0), (300, 0), *[(0, 0)] * 4]  # three points, and four that no one sees
        builder.setupGvar({"A": [TupleVariation({"wght": (0, 1, 1)}, grown)]})
    builder.save(path)


@pytest.fixture
def project(tmp_path):
    (tmp_path / "components").mkdir()
    (tmp_path / "layouts" / "fonts").mkdir(parents=True)
    return Project(tmp_path)


def table(project, text):
    (project.layouts / "fonts" / "fonts.yaml").write_text(text, encoding="utf-8")


def findings(work):
    with pytest.raises(Fault) as caught:
        work()
    assert all(f.code in CODES for f in caught.value.findings)
    return caught.value.findings


def test_the_bundled_families_have_both_weights_and_a_japanese_file():
    for family in ("body", "title"):
        for bold in (False, True):
            stack = book().stack(family, bold)
            assert any(f.has("の") for f in stack)
            assert any(f.has("é") for f in stack)


@pytest.mark.parametrize("name", ["body", "Body", "'Alegreya Sans'", "BIZ UDPゴシック, sans-serif", "Nothing, body"])
def test_a_family_is_found_by_name_alias_and_list(name):
    assert book().resolve(name) == "body"


def test_an_unknown_family_is_told_with_the_near_one():
    (finding,) = findings(lambda: book().stack("Bodi", False))
    assert (finding.code, finding.message) == ("F001", "no font family is called `Bodi`")
    assert finding.hint.startswith("did you mean `body`?")


@pytest.mark.parametrize("name", ["Roboto", "Bodoni", "Times", "Alegreya", "Alegreya Sans SC", "Cinzel Decorative"])
def test_a_font_of_another_machine_is_set_in_body(name):
    assert book().resolve(name) == "body"
    assert book().lacks(name)


@pytest.mark.parametrize("name", ["Bodi", "titel", "Cinzal", "Alegreya Snas", "Roboto, boddy", ","])
def test_a_slip_is_no_other_font(name):
    assert [f.code for f in findings(lambda: book().resolve(name))] == ["F001"]


def test_a_file_tells_coverage_advance_and_outline():
    file = book().font("BIZUDPGothic-Regular")
    assert file.has("神")
    assert not file.has("\U00020bb7")
    assert file.advance("国") == pytest.approx(1.0)
    assert file.advance("「") == pytest.approx(0.5)
    outline = file.outline(file.gid("一"))
    assert outline[0][0] == "M"
    assert outline[-1] == ("Z", ())
    assert {op for op, _ in outline} <= {"M", "L", "C", "Z"}
    ys = [n for _, numbers in outline for n in numbers[1::2]]
    assert -0.5 < min(ys) < max(ys) < 0  # y down: a stroke above the baseline is negative
    assert 800 < file.facts.ascent < 1000
    assert -300 < file.facts.descent < -100
    assert file.data[:4] == b"\0\1\0\0"


def test_the_figures_of_a_font_are_those_of_its_file(tmp_path):
    """As another library reads them, in thousandths of an em; of one that slants, and of one without OS/2 heights."""
    told = [
        (book().font(name), TTFont(book().font(name).path)) for name in ("AlegreyaSans-Bold", "BIZUDPGothic-Regular")
    ]
    for version in (4, 1):
        made = TTFont(told[0][0].path)
        made["post"].italicAngle, made["post"].isFixedPitch, made["OS/2"].version = -12.5, 1, version
        made["OS/2"].fsSelection ^= 1 << 7
        made.save(tmp_path / f"{version}.ttf")
        told.append((FontFile("x", tmp_path / f"{version}.ttf"), made))
    for file, made in told:
        head, hhea, os2, post = (made[name] for name in ("head", "hhea", "OS/2", "post"))
        sizes = (os2.sTypoAscender, os2.sTypoDescender) if os2.fsSelection & 1 << 7 else (hhea.ascent, hhea.descent)
        capital, small = (os2.sCapHeight, os2.sxHeight) if os2.version > 1 else (round(hhea.ascent * 0.8), 0)
        box = (head.xMin, head.yMin, head.xMax, head.yMax)
        own = file.facts
        found = [own.ascent, own.descent, own.above, -own.below, own.cap_height, own.x_height, *own.bbox]
        wanted = [hhea.ascent, hhea.descent, *sizes, capital, small, *box]
        assert found == [round(value * 1000 / head.unitsPerEm) for value in wanted]
        assert (own.weight, own.slant, own.fixed_pitch) == (
            os2.usWeightClass,
            post.italicAngle,
            bool(post.isFixedPitch),
        )


def test_shaping_kerns_and_joins_letters_and_marks():
    file = book().font("AlegreyaSans-Regular")
    assert [text for _, text, *_ in file.shape("office")] == ["o", "f", "fi", "c", "e"]
    assert [text for _, text, *_ in file.shape("office", joined=False)] == list("office")
    assert sum(a for *_, a in file.shape("To")) < file.advance("T") + file.advance("o") - 0.03
    accented = file.shape("x\u0301")
    assert "".join(text for _, text, *_ in accented) == "x\u0301"
    assert sum(a for *_, a in accented) == pytest.approx(file.advance("x"))


def test_a_projects_own_table_comes_first_and_the_bundled_families_stay(project):
    make_font(project.layouts / "fonts" / "Mini.ttf")
    table(
        project,
        "families:\n  body: {regular: [Mini, BIZUDPGothic-Regular], bold: [Mini]}\n"
        "adjust:\n  Mini: {scale: 2, shift: 0.1}\n  BIZUDPGothic-Regular: {shift: 0.1}\n",
    )
    fonts = open_fonts(project)
    symbols = ["NotoSansSymbols-Regular", "NotoSansSymbols2-Regular", "NotoEmoji-Regular"]
    make_font(project.layouts / "fonts" / "Icons.ttf", signs="\ue000")
    assert not missing_in("\ue000", Style("body", 10, INK), open_fonts(project))  # of an icon font, for private use
    assert [f.id for f in fonts.stack("body", False)] == ["Mini", "BIZUDPGothic-Regular", *symbols]
    assert fonts.stack("title", False)
    assert not missing_in("☽☿♄🜁Ⓐ➊Ⅾ♞⚀⚔️", Style("odd", 10, INK), fonts)
    (run,) = set_line("A", Style("body", 10, INK, "en"), fonts, 0, 0).nodes
    assert (run.size, run.width, run.y) == (20, pytest.approx(12), pytest.approx(-1))
    _, reading = set_line((Ruby("A", "A"),), Style("body", 10, INK, "en"), fonts, 0, 0).nodes
    assert (reading.size, reading.y) == (5, pytest.approx(-10 * RUBY_RISE - 0.5))
    assert missing_in("Aあ\U0001f409𓀀", Style("body", 10, INK), fonts) == ("𓀀",)


@pytest.mark.parametrize("ending", ["otf", "ttf"])
def test_postscript_outlines_are_drawn_and_embedded_like_others(project, ending):
    make_font(path := project.layouts / "fonts" / f"Mini.{ending}", cff=True)
    make_font(project.layouts / "fonts" / "Plain.ttf")
    old = TTFont(path, recalcTimestamp=False)
    old["head"].modified = 3_000_000_000
    old.save(path)
    table(project, "families:\n  odd: {regular: [Mini], bold: [Plain]}\n")
    mini, plain = (open_fonts(project).stack("odd", bold)[0] for bold in (False, True))
    assert mini.outline(mini.gid("A")) == plain.outline(plain.gid("A")) != ()
    (data, gids), (other, others) = (embedded(file, [file.gid("A")]) for file in (mini, plain))
    assert gids == others
    font, expected = TTFont(BytesIO(data)), TTFont(BytesIO(other))
    square, same = (f["glyf"][f.getGlyphOrder()[gids[1]]] for f in (font, expected))
    assert sorted(square.coordinates) == sorted(same.coordinates)
    assert font["hmtx"].metrics == expected["hmtx"].metrics
    assert font["head"].modified == 3_000_000_000, "no clock"


def test_one_file_needs_no_list(project):
    make_font(project.layouts / "fonts" / "Mini.ttf")
    table(project, "families:\n  odd: {regular: Mini}\n")
    assert [file.path.stem for file in open_fonts(project).stack("odd", False)][:1] == ["Mini"]
    table(project, "families:\n  odd: {regular: Minni}\n")
    assert [f.code for f in findings(lambda: open_fonts(project))] == ["F002"]  # once, not for each letter


def test_chinese_is_set_in_a_collection_that_only_lies_there(project, tmp_path):
    make_font(tmp_path / "a.ttf", signs="龙青のA")
    both = TTCollection()
    both.fonts = [TTFont(tmp_path / "a.ttf"), TTFont(BUNDLED / "layouts/fonts/Cinzel-Bold.ttf")]
    both.save(project.layouts / "fonts" / "Own.ttc")
    for language, fonts in (("zh", {"Own"}), ("ja", {"Own", "BIZUDPGothic-Regular"}), ("ko", {"Own"})):
        setting = set_line("青龙", Style("body", 10, INK, language=language), open_fonts(project), 0, 0)
        assert {node.font for line in setting.lines for node in line.nodes} == fonts
    (project.layouts / "fonts" / "Own.ttc").write_bytes(b"ttcf\0\1\0\0\0\0\0\2")
    assert [f.code for f in findings(lambda: open_fonts(project).font("Own").has("A"))] == ["F002"]


def test_a_variable_font_is_refused_when_used(project):
    make_font(project.layouts / "fonts" / "Mini.ttf", axis=True)
    table(project, "families:\n  odd:\n    regular: [Mini]\n")
    file = open_fonts(project).stack("odd", False)[0]
    (finding,) = findings(lambda: file.has("A"))
    assert finding.code == "F002"
    assert "is a variable font" in finding.message
    assert (finding.mark.file, finding.mark.line, finding.mark.column) == ("layouts/fonts/fonts.yaml", 3, 15)


@pytest.mark.parametrize("said", ["", "families:\n  mini: {regular: [Odd], bold: [Odd]}\n"])
def test_a_variable_font_is_drawn_in_two_weights(project, said):
    make_font(project.layouts / "fonts" / "Odd.ttf", axis="drawn")
    table(project, said)
    fonts = open_fonts(project)
    regular, bold = (fonts.stack("mini", weight)[0] for weight in (False, True))
    assert [round(file.ink(file.gid("A"))[2], 2) for file in (regular, bold)] == [0.55, 0.73]
    assert "fvar" not in TTFont(BytesIO(embedded(bold, [bold.gid("A")])[0]))


def test_a_file_that_no_family_names_is_one_by_its_own_name_and_that_of_its_font(project):
    make_font(project.layouts / "fonts" / "Odd-Regular.TTF")
    fonts = open_fonts(project)
    assert [fonts.stack(name, False)[0].id for name in ("Mini", "'Odd-Regular', serif")] == ["Odd-Regular"] * 2
    assert not fonts.lacks("Mini")


def test_a_missing_file_is_told_at_its_place(project):
    shutil.copy(book().font("Cinzel-Bold").path, project.layouts / "fonts")
    table(project, "families:\n  odd:\n    regular: [Cinzel-Bald]\n")
    (finding,) = findings(lambda: open_fonts(project))
    assert finding.code == "F002"
    assert finding.message == "there is no font file `layouts/fonts/Cinzel-Bald.ttf` (or .otf)"
    assert finding.hint == "did you mean `Cinzel-Bold`?"
    assert (finding.mark.line, finding.mark.column, finding.mark.length) == (3, 15, 11)


def test_a_file_may_be_named_with_its_ending(project):
    table(project, "families: {own: {regular: [none.ttf]}}\n")
    (finding,) = findings(lambda: open_fonts(project))
    assert "none.ttf" in finding.message
    assert ".ttf.ttf" not in finding.message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("families: body\n", "F003 1"),
        ("families: {a: b}\n", "F003 1"),
        ("- a\n", "F003 1"),
        ("families: {a: {regular: [1, 2]}}\n", "F003 1"),
        ("families: [\n", "Y005 1"),
        ("a: {b\nc: d", "Y005 1"),
        ("a: 1\na: 2", "Y006 2"),
    ],
)
def test_a_table_that_is_none_is_told(project, text, place):
    table(project, text)
    assert " ".join(f"{f.code} {f.mark.line}" for f in findings(lambda: open_fonts(project))) == place


def test_an_alias_of_no_family_is_told(project):
    table(project, "aliases:\n  Old Face: boody\n")
    (finding,) = findings(lambda: open_fonts(project))
    assert (finding.code, finding.mark.line) == ("F001", 2)
    assert "did you mean `body`?" in finding.hint


def test_opening_the_book_opens_no_font():
    fonts = open_fonts(Project(book().font("Cinzel-Bold").path.parents[2]))
    assert not any({"font", "data"} & vars(f).keys() for f in fonts.files.values())
    first = fonts.stack("body", False)[0]
    assert first.font is first.font


@pytest.mark.parametrize("char", "אعޤ")
def test_letters_of_lines_from_right_to_left_are_told_whatever_font_is_there(tmp_path, char):
    """They would stand in the order of their lines: read backwards."""
    make_font(tmp_path / "a.ttf", signs="A" + char)
    font = FontFile("a", tmp_path / "a.ttf")
    assert (font.has("A"), font.has(char)) == (True, False)
    assert "right to left" in glyph_finding(char, Mark("a"), "it", "no font").hint
