"""Printing only what changed: exactly those copies are on the sheets, and the first page says what to throw away."""

from __future__ import annotations

import io
import re
import shutil

import pdfplumber
import pypdf
import pytest
from PIL import Image
from PIL import Image as Picture

from generator.compare.html import changed_regions, clustered
from generator.compare.reprint import fingerprint
from generator.diagnostics.codes import CODES
from generator.diagnostics.findings import has_errors
from generator.face.face import Color, Face, GlyphRun, Glyphs, Group, Path, Stroke
from generator.face.geometry import rectangle
from generator.face.shapes import shape_of
from generator.layout.assets import Studio
from generator.layout.draw import draw_game
from generator.pipeline import load_game
from generator.production import Order, build
from generator.project import Project
from generator.versions import DiffOrder, build_changed, compare
from tests.compare_kit import (
    MINI,
    committed,
    copy_of,
    first_page,
    game_of,
    loaded,
    printed_stamps,
    replace,
    rewrite,
    stamps_of,
)
from tests.conftest import ROOT
from tests.test_cli_user import run

GAMES = Project(ROOT).games()
CARDS = ("components", "mini", "cards.yaml")


@pytest.fixture
def two(tmp_path):
    return copy_of(MINI, tmp_path / "old"), copy_of(MINI, tmp_path / "new")


@pytest.fixture(params=["folder", "revision"])
def since(request, tmp_path):
    """A copy of the mini game that may be changed, and what its old version is called: a folder, or a tag."""
    project = copy_of(MINI, tmp_path / "new")
    if request.param == "folder":
        return project, str(copy_of(MINI, tmp_path / "old").root)
    committed(project, "v1")
    return project, "v1"


def changed(project, since, game="mini", language="en", **more):
    outputs, findings, _ = build_changed(project, game, Order((language,), since=since, **more))
    assert not [f for f in findings if f.severity.value == "error"], findings
    return outputs


def cards(project):
    return project.root.joinpath(*CARDS)


def raised(path, item, by=1):
    """One more copy of an item; the promises of its set are made to fit."""

    def change(data):
        found = next(i for i in data["items"] if i["id"] == item)
        found["count"] = found.get("count", 1) + by
        data.pop("complete", None)
        if data.get("expect") is not None:
            data["expect"] = sum(i.get("count", 1) for i in data["items"])
        if data.get("assume") is not None:
            data["assume"] = sum(i.get("count", 1) for i in data["items"])

    rewrite(path, change)


def on_sheets(data, project, game="mini", language="en"):
    """Copies of each face on the sheets, by its name."""
    stamps = stamps_of(project, game, language)
    found = printed_stamps(data, stamps.values())
    return {name: found[stamp] for name, stamp in stamps.items() if found[stamp]}


def test_an_edited_card_and_a_raised_count_are_printed_and_nothing_else(since):
    project, old = since
    replace(cards(project), "Dusk is quiet.", "Dusk is loud.")
    raised(cards(project), "noon", 2)
    before = stamps_of(Project(MINI), "mini", "en")
    (output,) = changed(project, old)
    after = stamps_of(project, "mini", "en")
    found = on_sheets(output.data, project)
    backs = {after[name]: n for name, n in found.items() if name[2] == "back"}
    fronts = {item: n for (_, item, side), n in found.items() if side == "front"}
    assert fronts == {"dusk": 3, "noon": 2}
    assert sum(backs.values()) == 5
    words = first_page(output.data)
    assert before["card", "dusk", "front"] in words
    assert after["card", "dusk", "front"] in words
    assert "Throw away" in words
    assert "×3" in words
    assert before["card", "dawn", "front"] not in words


def test_a_new_id_alone_prints_nothing(two):
    replace(cards(two[1]), "id: noon", "id: midday")
    assert changed(two[1], str(two[0].root)) == []


@pytest.mark.slow
def test_a_lowered_count_prints_nothing_but_says_what_to_throw_away(two):
    raised(two[1].components / "mini" / "chips.yaml", "one", -1)
    (output,) = changed(two[1], str(two[0].root))
    assert printed_stamps(output.data, stamps_of(two[1], "mini", "en").values()).total() == 0
    words = first_page(output.data)
    assert "Chip 1" in words
    assert "×1" in words
    assert "4 → 3 copies" in words
    assert "Throw away 1; there is nothing to print" in words
    assert "Print and put in" not in words
    assert "in the box" not in words


@pytest.mark.slow
def test_a_raised_count_throws_nothing_away(two):
    raised(two[1].components / "mini" / "chips.yaml", "one")
    (output,) = changed(two[1], str(two[0].root))
    words = first_page(output.data)
    assert "Print the 1 in this file and put them in the box; there is nothing to throw away" in " ".join(words.split())
    assert "Throw away" not in words


def test_a_lost_card_is_thrown_away_with_all_its_copies(two):
    chips = two[1].components / "mini" / "chips.yaml"
    rewrite(chips, lambda data: data.update(items=[i for i in data["items"] if i["id"] != "five"], assume=4))
    (output,) = changed(two[1], str(two[0].root))
    stamp = stamps_of(two[0], "mini", "en")["chip", "five", "front"]
    words = first_page(output.data)
    assert stamp in words
    assert "×2" in words
    assert printed_stamps(output.data, [stamp]).total() == 0


@pytest.mark.slow
def test_what_goes_is_named_as_it_was_and_what_comes_as_it_is(two):
    replace(cards(two[1]), "{ja: 真昼, en: Noon}", "{ja: 正午, en: Midday}")
    (output,) = changed(two[1], str(two[0].root))
    words = first_page(output.data)
    assert "Noon" in words
    assert "Midday" in words


@pytest.mark.slow
def test_the_page_has_a_square_for_each_row_in_the_order_of_the_box(two):
    rewrite(cards(two[1]), lambda data: (data["items"].pop(), data["items"].reverse()))
    raised(cards(two[1]), "dusk")
    raised(two[1].components / "mini" / "chips.yaml", "five", -1)
    (output,) = changed(two[1], str(two[0].root))
    with pdfplumber.open(io.BytesIO(output.data)) as pdf:
        page = pdf.pages[0]
        squares = [r for r in page.rects if abs(r["width"] - r["height"]) < 0.1 and 8 < r["width"] < 10]
        left = page.crop((0, 0, page.width / 2, page.height)).extract_text()
    gone = [name for name in ("Dawn", "Dusk", "Noon", "Chip 1", "Chip 5") if name in left]
    assert gone == sorted(gone, key=left.index) == ["Noon", "Chip 5"]  # what is no more, too, in its place
    assert stamps_of(two[0], "mini", "en")["chip", "five", "front"] in left
    assert len(squares) == 3  # and a Dusk comes


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), [("en", "Chip 5"), ("ja", "チップ 5")])
def test_an_item_without_a_name_is_called_by_its_numbers(two, language, name):
    raised(two[1].components / "mini" / "chips.yaml", "five")
    (output,) = changed(two[1], str(two[0].root), language=language)
    assert name in first_page(output.data)
    assert "five" not in first_page(output.data)


def test_a_changed_template_counts(two):
    replace(two[1].layouts / "mini" / "chip.svg", "<svg", "<svg data-note='nothing'")
    assert changed(two[1], str(two[0].root)) == []
    text = (two[1].layouts / "mini" / "chip.svg").read_text("utf-8")
    (two[1].layouts / "mini" / "chip.svg").write_text(
        text.replace("</svg>", '<circle cx="10" cy="4" r="0.4" fill="#000"/></svg>'), "utf-8"
    )
    (output,) = changed(two[1], str(two[0].root))
    assert {(s, i): n for (s, i, _), n in on_sheets(output.data, two[1]).items()} == {
        ("chip", "one"): 4,
        ("chip", "five"): 2,
    }
    assert "layout" in first_page(output.data)


@pytest.mark.slow
def test_a_picture_that_was_swapped_is_the_reason(two):
    for project, shade in zip(two, (60, 90), strict=True):
        home = project.layouts / "mini"
        replace(home / "chip.svg", "</svg>", '<image href="dot.png" x="9" y="3" width="2" height="2"/></svg>')
        Picture.new("RGB", (40, 40), (shade, 0, 0)).save(home / "dot.png")
    (output,) = changed(two[1], str(two[0].root))
    assert "picture" in first_page(output.data)
    assert "layout" not in first_page(output.data)


@pytest.mark.slow
def test_a_changed_back_prints_both_sides(two):
    back = two[1].layouts / "mini" / "card-back.svg"
    text = back.read_text("utf-8")
    back.write_text(text.replace("</svg>", '<circle cx="31" cy="9" r="0.5" fill="#123456"/></svg>'), "utf-8")
    (output,) = changed(two[1], str(two[0].root))
    fronts = {i: n for (_, i, side), n in on_sheets(output.data, two[1]).items() if side == "front"}
    assert fronts == {"dawn": 2, "dusk": 3, "noon": 1}
    assert "back" in first_page(output.data)


@pytest.mark.slow
def test_only_the_asked_sets_are_compared(two):
    replace(cards(two[1]), "Dusk is quiet.", "Dusk is loud.")
    assert changed(two[1], str(two[0].root), only=("chip",)) == []
    assert changed(two[1], str(two[0].root), only=("card",))


@pytest.mark.slow
def test_each_language_has_its_own_changes(two):
    replace(cards(two[1]), "Dusk is quiet.", "Dusk is loud.")
    assert changed(two[1], str(two[0].root), language="ja") == []
    outputs, _, _ = build_changed(two[1], "mini", Order(("all",), since=str(two[0].root)))
    assert [o.name for o in outputs] == ["mini-a4-en-changed.pdf"]


@pytest.mark.slow
def test_what_is_swapped_makes_the_new_kit(two):
    """Old kit - thrown away + printed = new kit, by the stamps on real sheets."""
    replace(cards(two[1]), "Dusk is quiet.", "Dusk is loud.")
    raised(cards(two[1]), "noon")
    (swap,) = changed(two[1], str(two[0].root), backs="none")
    kits = [build(p, "mini", Order(("en",), backs="none"))[0][0].data for p in two]
    stamps = {*stamps_of(two[0], "mini", "en").values(), *stamps_of(two[1], "mini", "en").values()}
    old, new, came = (printed_stamps(data, stamps) for data in (*kits, swap.data))
    gone = {stamps_of(two[0], "mini", "en")["card", "dusk", "front"]: 3}
    old.subtract(gone)
    assert +(old + came) == +new


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes(two):
    replace(cards(two[1]), "Dusk is quiet.", "Dusk is loud.")
    assert changed(two[1], str(two[0].root)) == changed(two[1], str(two[0].root))


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("ja", marks=pytest.mark.slow), "en"])
def test_many_swaps_take_several_first_pages(two, language):
    def many(data):
        data["items"] = [{"id": f"c{k}", "value": k} for k in range(60)]
        data["assume"] = 60

    for project in two:
        rewrite(project.components / "mini" / "chips.yaml", many)
    chip = two[1].layouts / "mini" / "chip.svg"
    chip.write_text(chip.read_text("utf-8").replace("</svg>", '<circle cx="10" cy="4" r="0.4"/></svg>'), "utf-8")
    (output,) = changed(two[1], str(two[0].root), language=language)
    texts = [p.extract_text() for p in pypdf.PdfReader(io.BytesIO(output.data)).pages]
    said = "page {} of {}" if language == "en" else "{} / {} ページ"
    sheets = [k for k, text in enumerate(texts) if said.format(k + 1, len(texts)) in text]
    firsts = texts[: sheets[0]]
    assert len(firsts) == 3
    words = " ".join(firsts)
    for stamp in (s for (set_, _, _), s in stamps_of(two[0], "mini", language).items() if set_ == "chip"):
        assert stamp in words


# ---- an old version with faults ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_fault_of_the_old_version_is_told_and_the_rest_goes_on(two):
    replace(cards(two[0]), "suit: moon", "suit: mooon")
    replace(cards(two[1]), "Dusk is quiet.", "Dusk is loud.")
    outputs, findings, _ = build_changed(two[1], "mini", Order(("en",), since=str(two[0].root)))
    assert {f.code for f in findings if f.code.startswith("C")} == {"C010"}
    assert outputs
    assert all(f.severity.value != "error" for f in findings)


def test_what_a_draft_printed_without_its_picture_goes(two):
    """Its crossed box is thrown away, not left in the box."""

    def with_art(data):
        data["fields"]["art"] = "image?"
        data["items"][0]["art"] = "noon.png"

    for project in two:
        rewrite(cards(project), with_art)
        drawn = '<image pnp:if="item.art" pnp:href="item.art" x="5" y="30" width="9" height="9"/></svg>'
        replace(project.layouts / "mini" / "card.svg", "</svg>", drawn)
    Image.new("RGB", (9, 9), "red").save(two[1].components / "mini" / "noon.png")
    outputs, findings, _ = build_changed(two[1], "mini", Order(("en",), since=str(two[0].root)))
    assert {f.code for f in findings if f.code.startswith("C")} == {"C010"}
    fronts = {item for _, item, side in on_sheets(outputs[0].data, two[1]) if side == "front"}
    assert fronts == {"dawn"}
    went, came = re.findall(r"Dawn marked (\w+)", first_page(outputs[0].data))
    assert went != came
    page, findings = compare(two[0], DiffOrder(str(two[1].root), "mini", format="html", language="en"))
    assert {f.code for f in findings if f.code.startswith("C")} == {"C010"}
    assert went in page.decode(), "the new version is shown as its draft, too"


def test_a_face_that_only_a_draft_could_show_is_printed(two):
    (two[0].layouts / "mini" / "chip.svg").write_text("<svg", "utf-8")
    outputs, findings, _ = build_changed(two[1], "mini", Order(("en",), since=str(two[0].root)))
    assert "C010" in {f.code for f in findings}
    assert {s for s, _, _ in on_sheets(outputs[0].data, two[1])} == {"chip"}


def test_a_language_that_the_old_version_did_not_speak_is_printed_whole(two):
    replace(two[0].components / "mini" / "game.yaml", "languages: [ja, en]", "languages: [ja]")
    outputs, findings, _ = build_changed(two[1], "mini", Order(("en",), since=str(two[0].root)))
    assert "C013" in {f.code for f in findings}
    assert outputs


@pytest.mark.slow
@pytest.mark.parametrize("piece_too", [False, True])
def test_who_prints_what_changed_hears_that_the_rules_did(two, piece_too):
    if piece_too:
        replace(cards(two[1]), "Dusk is quiet.", "Dusk is loud.")
    replace(two[1].components / "mini" / "rules.yaml", "Open the box first.", "Open the box now.")
    outputs, findings, _ = build_changed(two[1], "mini", Order(("en", "ja"), since=str(two[0].root)))
    told = [f.message for f in findings if f.code == "C014"]
    assert told == [f"the rules (en) changed since {two[0].root.name}, too: Set-up"]
    assert bool(outputs) == piece_too
    first = pypdf.PdfReader(io.BytesIO(outputs[0].data)).pages[0].extract_text() if outputs else ""
    assert not outputs or "The rules changed, too (Set-up): print them again" in " ".join(first.split())


def test_a_deck_without_rules_has_none_that_changed(tmp_path):
    for version, copies in ("old", 2), ("new", 3):
        (tmp_path / "deck.csv").write_text(f"Name,Count\nAxe,1\nBow,{copies}\n", "utf-8")
        new = run("new", tmp_path / version / "deck", "--from", tmp_path / "deck.csv", "--lang", "en")
        assert new.exit_code == 0, new.output
    outputs, findings, _ = build_changed(
        Project(tmp_path / "new" / "deck"), "deck", Order(("en",), since=str(tmp_path / "old" / "deck"))
    )
    assert len(outputs) == 1
    assert "C014" not in {f.code for f in findings}


@pytest.mark.slow
def test_what_changed_is_called_as_its_column_is(tmp_path):
    for version, cost, more in ("old", 2, ""), ("new", 3, ",章"):
        (tmp_path / "deck.csv").write_text(f"名前,コスト,巻物{more}\n狐,{cost},{version}\n竜,1,so{more}\n", "utf-8")
        new = run("new", tmp_path / version / "deck", "--from", tmp_path / "deck.csv", "--lang", "ja")
        assert new.exit_code == 0, new.output
    outputs, _, _ = build_changed(
        Project(tmp_path / "new/deck"), "deck", Order(("ja",), since=str(tmp_path / "old/deck"))
    )
    first = pypdf.PdfReader(io.BytesIO(outputs[0].data)).pages[0].extract_text()
    assert all(word in first for word in ("コスト", "巻物", "章"))
    assert "column" not in first
    said = run("diff", tmp_path / "old/deck", tmp_path / "new/deck", "--lang", "ja").stdout
    assert "コスト: 2 -> 3" in said
    assert "項目「章」" in said


@pytest.mark.parametrize("code", [c for c in sorted(CODES) if c.startswith("C")])
def test_codes_are_explained_with_examples(code):
    assert CODES[code].bad
    assert CODES[code].good


# ---- the bundled games ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES[-1:])
def test_a_bundled_game_under_git(tmp_path, name):
    """One text edited, one count raised: exactly those copies. Only comments and order: nothing."""
    project = copy_of(ROOT, tmp_path / "repo")
    committed(project, "v1")
    for path in sorted((project.components / name).glob("*.yaml")):
        path.write_text("# a comment\n" + path.read_text("utf-8"), "utf-8")
    assert changed(project, "v1", name) == []
    path, owner = _edited(project, name)
    items = [i["id"] for i in loaded(path)["items"]]
    (output,) = changed(project, "v1", name, backs="none")
    counts = {i.id: i.count for i in game_of(project, name).sets[owner].items}
    assert on_sheets(output.data, project, name) == {
        (owner, items[0], "front"): counts[items[0]],
        (owner, items[1], "front"): 1,
    }


def _edited(project, name):
    """The first set of cards of which one can be worded otherwise and another be one more, without a fault: the file
    and the set. The first item is edited, the second raised."""
    for path in sorted((project.components / name).glob("*.yaml")):
        data = loaded(path)
        fields = [k for k, kind in data.get("fields", {}).items() if kind == "text" and k not in ("name", "title")]
        if data.get("kind") != "card" or not fields or len(data.get("items", ())) < 3:
            continue
        before = path.read_bytes()
        data["items"][0][fields[0]] = {"ja": "変えた。", "en": "Changed."}
        rewrite(path, lambda new, data=data: new.update(data))
        raised(path, data["items"][1]["id"])
        if not has_errors(load_game(project, name)[1]):
            return path, data["id"]
        path.write_bytes(before)
    return pytest.fail(f"{name} has no cards with texts of which there could be more")


# ---- spots ---------------------------------------------------------------------------------------------------

CARD = shape_of({"shape": "rectangle", "width": 63, "height": 88, "radius": 3})


def face(*nodes, stamp="abcd", shape=CARD):
    return Face("g", "s", "i", "front", "en", shape, nodes, stamp=stamp)


def box(x, y, color="#112233"):
    return Path(rectangle(x, y, 4, 4), color if isinstance(color, Color) else Color(color))


def test_equal_faces_have_no_spots_however_they_are_stamped():
    stamp = (GlyphRun("body", 1.7, 50, 80, Glyphs((), (), ()), 3, Color("#808080")),)
    assert changed_regions(face(box(5, 5), *stamp), face(box(5, 5), *stamp, stamp="efgh")) == ([], [])


def test_a_node_that_moved_is_marked_in_both_places():
    assert changed_regions(face(box(5, 5), box(30, 30)), face(box(5, 5), box(40, 30))) == (
        [(30, 30, 34, 34)],
        [(40, 30, 44, 34)],
    )


def test_near_spots_are_one_and_a_ground_does_not_swallow_them():
    ground = Path(rectangle(0, 0, 63, 88), Color("#ffeedd"))
    old, new = face(box(5, 5), box(9.5, 5)), face(ground, box(5, 5, "#ff0000"), box(9.5, 5, "#ff0000"))
    assert changed_regions(old, new)[1] == [(0, 0, 63, 88), (5, 5, 13.5, 9)]
    assert clustered([(0, 0, 1, 1), (5, 5, 6, 6)]) == [(0, 0, 1, 1), (5, 5, 6, 6)]


def test_another_shape_is_marked_whole():
    other = shape_of({"shape": "rectangle", "width": 60, "height": 60})
    assert changed_regions(face(box(5, 5)), face(box(5, 5), shape=other)) == ([(0, 0, 63, 88)], [(0, 0, 60, 60)])


def test_fingerprints_tell_glyphs_and_shapes_apart():
    project = Project(MINI)
    studio = Studio(project)
    drawn, _ = draw_game(studio, game_of(project, "mini"), "en")
    book = studio.book
    fronts = [front for _, _, front, _, _ in drawn]
    assert len({fingerprint(f, book) for f in fronts}) == len(fronts)
    again = [front for _, _, front, _, _ in draw_game(Studio(project), game_of(project, "mini"), "en")[0]]
    assert [fingerprint(f, studio.book) for f in again] == [fingerprint(f, book) for f in fronts]
    assert fingerprint(None, book) == ""


UNSEEN = {
    "beyond the bleed": box(-60, 5),
    "beyond the bleed, where its group puts it": Group((box(5, 5),), (1, 0, 0, 1, 0, 200)),
    "clear": box(5, 5, Color("#112233", 0.0)),
    "without a paint": Path(rectangle(5, 5, 4, 4)),
    "of no width": Path(rectangle(5, 5, 4, 4), stroke=Stroke(Color("#112233"), 0.0)),
    "in a clear group": Group((box(5, 5),), opacity=0.0),
    "clipped away": Group((box(5, 5),), clip=rectangle(20, 20, 4, 4)),
    "clipped by nothing": Group((box(5, 5),), clip=rectangle(5, 5, 0, 4)),
    "in a group of such": Group((box(-60, 5), Group((box(5, 5),), opacity=0.0))),
}


@pytest.mark.parametrize("node", UNSEEN.values(), ids=UNSEEN)
def test_what_cannot_be_seen_makes_no_other_face(node):
    book = Studio(Project(MINI)).book
    assert fingerprint(face(box(30, 30), node), book) == fingerprint(face(box(30, 30)), book)
    window = rectangle(0, 0, 40, 40)
    both = [Group((box(30, 30), box(50, 50, color)), clip=window) for color in ("#112233", "#445566")]
    assert fingerprint(face(both[0]), book) == fingerprint(face(both[1]), book)


@pytest.mark.parametrize("node", [box(-5, 5), Group((box(5, 5), box(-60, 5))), box(5, 86.5)])
def test_what_can_be_seen_in_the_bleed_makes_another_face(node):
    book = Studio(Project(MINI)).book
    assert fingerprint(face(box(30, 30), node), book) != fingerprint(face(box(30, 30)), book)


# ---- the command line ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_line_says_when_nothing_changed_and_writes_nothing(pnp, two, tmp_path):
    done = pnp("-C", two[1].root, "build", "mini", "--changed-since", two[0].root, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "nothing changed" in done.stdout
    assert not (tmp_path / "out").exists()


def test_the_command_line_compares_in_every_format(pnp, two, tmp_path):
    replace(cards(two[1]), "Dusk is quiet.", "Dusk is loud.")
    for words in (["--format", "json"], ["--format", "html", "--lang", "en", "--out", "a.html"]):
        done = pnp("-C", two[1].root, "diff", two[0].root, "mini", *words)
        assert done.returncode == 0, done.stderr
        assert done.stdout
    html = (tmp_path / "a.html").read_text()
    assert html.startswith("<!doctype html>")
    long = re.findall(r"<path [^>]{80,}/>", html.partition("position:absolute")[2])
    assert len(long) > 10, "what two faces have in common stands once"
    assert len(set(long)) == len(long)
    assert "@font-face" in html


@pytest.mark.parametrize(("words", "status"), [(["nosuch", "mini"], 2), (["mini", "mini", "--format", "docx"], 2)])
def test_slips_on_the_command_line(pnp, two, words, status):
    done = pnp("-C", two[1].root, "diff", *words)
    assert done.returncode == status
    assert words[0] in done.stderr or words[-1] in done.stderr


def test_older_sheets_of_changes_are_named_where_there_is_nothing_to_print(mini_copy, pnp, tmp_path):
    """Who reads only that file names are there would print them again."""
    old = tmp_path / "old"
    shutil.copytree(mini_copy.root, old)
    stale = mini_copy.root / "output/mini/mini-a4-ja-changed.pdf"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"%PDF-")
    done = pnp("build", "mini", "--changed-since", old, cwd=mini_copy.root)
    assert done.returncode == 0, done.stderr
    assert "nothing to print" in done.stdout
    assert "mini-a4-ja-changed.pdf is of an earlier comparison" in done.stdout
    assert stale.read_bytes() == b"%PDF-"
