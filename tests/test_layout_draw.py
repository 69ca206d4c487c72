# ruff: noqa: E501  (a row of a table reads better on one line)
"""Items -> faces: a whole face as text, findings at the words' own place, stamps, bleed, shared backs."""

from __future__ import annotations

import base64
import random
import re

import pytest

from generator.data.build import read_game
from generator.diagnostics.findings import Mark, has_errors
from generator.face.bounds import no_letters, painted, reach_of, runs
from generator.face.face import Color, GlyphRun, Glyphs, Group, Path
from generator.face.geometry import polygons
from generator.face.loops import inside
from generator.face.stamp import ALPHABET, digest_of, stamp_of
from generator.layout.draw import Studio, draw_face, draw_game
from generator.typeset.setting import POINT
from tests.conftest import ROOT
from tests.engine_kit import spoil
from tests.export_kit import words_of
from tests.layout_kit import drawn, line, problems, shown, svg

REFERENCE = ROOT / "tests" / "faces"


def face_of(project, set_id="card", item_id="dawn", side="front", language="en"):
    game, findings = read_game(project, "mini")
    assert not has_errors(findings), findings
    owner = game.sets[set_id]
    item = next(i for i in owner.items if i.id == item_id)
    return draw_face(Studio(project), game, owner, item, side, language)


@pytest.mark.parametrize(
    ("set_id", "item_id", "side"), [("card", "dawn", "front"), ("card", "dawn", "back"), ("tile", "mixed", "front")]
)
def test_a_face_as_text(mini, request, set_id, item_id, side):
    face, findings = face_of(mini, set_id, item_id, side)
    assert findings == []
    assert face is not None
    head = f"{face.name} {face.language} bleed {face.bleed:g} safe {face.safe:g} stamp {face.stamp}\n"
    found = head + shown(face.printed) + "\n"
    path = REFERENCE / f"mini-{set_id}-{item_id}-{side}.txt"
    if request.config.getoption("--update"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found)
    assert found == path.read_text()


@pytest.mark.parametrize(("language", "said"), [("en", "Cost: 1.5"), ("de", "Cost: 1,5"), ("pt-BR", "Cost: 1,5")])
def test_numbers_have_the_decimal_sign_of_the_language(mini, language, said):
    """In words alone: attributes take a point."""
    text = """<text pnp:text="'Cost: ' ~ cost" pnp:x="cost" y="9">1</text>"""
    nodes, findings = drawn(mini, text, {"cost": 1.5, "language": language}, language=language)
    assert (" ".join(words_of(nodes)), findings) == (said, [])


def test_the_words_of_a_face_are_those_of_the_data(mini):
    face, _ = face_of(mini, language="ja")
    spoken = "".join(words_of(face.nodes))
    assert "夜明けに太陽を得る。手札は3/2/1枚まで。" in spoken
    assert "".join(words_of(face.marking)) == face.stamp not in spoken


def test_a_country_changes_nothing_of_how_words_are_set(mini, mini_copy):
    for path in (mini_copy.components / "mini").glob("*.yaml"):
        path.write_text(re.sub(r"\bja(?=: |, en])", "ja-JP", path.read_text("utf-8")), "utf-8")
    face, _ = face_of(mini_copy, language="ja-JP")
    assert shown(face.printed) == shown(face_of(mini, language="ja")[0].printed)


def test_bleed_is_what_is_painted_beyond_the_trim(mini):
    assert face_of(mini)[0].bleed == 3
    assert face_of(mini, "chip", "one")[0].bleed == 0


def test_bleed_stops_at_a_clip(mini_copy):
    inner = '<clipPath id="c"><rect x="-1.5" width="9" height="9"/></clipPath><rect x="-9" width="20" height="9" clip-path="url(#c)"/>'
    (mini_copy.layouts / "mini" / "card.svg").write_bytes(svg(inner))
    assert face_of(mini_copy)[0].bleed == 1.5


def card(project, inner):
    (project.layouts / "mini" / "card.svg").write_bytes(svg(inner))


def cards_yaml(project, old, new):
    path = project.components / "mini" / "cards.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return path.read_text()


def place(text, words):
    before = text[: text.index(words)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def test_an_overflow_stands_at_the_words_in_the_data(mini_copy):
    text = cards_yaml(mini_copy, "Gain {sun} at **dawn**. Keep {=hand-size} cards.", "Very long words " * 60)
    _, findings = face_of(mini_copy)
    (finding,) = findings
    assert finding.code == "F011"
    assert finding.mark.file == "components/mini/cards.yaml"
    assert (finding.mark.line, finding.mark.column) == place(text, "Very long")
    assert "`card/dawn`" in finding.message
    assert "in `en`" in finding.message
    assert "53 x 26 mm" in finding.message
    assert re.search(r"\d+\.\d mm", finding.message)


def test_an_overflow_of_several_fields_stands_at_the_longest(mini_copy):
    text = cards_yaml(mini_copy, "Gain {sun} at **dawn**. Keep {=hand-size} cards.", "Very long words " * 60)
    template = mini_copy.layouts / "mini" / "card.svg"
    template.write_text(template.read_text().replace('"item.text"', "\"item.name ~ ': ' ~ item.text\""))
    (finding,) = [f for f in face_of(mini_copy)[1] if f.code == "F011"]
    assert (finding.mark.line, finding.mark.column) == place(text, "Very long")


def test_a_missing_glyph_stands_at_the_words_in_the_data(mini_copy):
    text = cards_yaml(mini_copy, "en: Dawn}", "en: Da𓀀wn}")
    _, findings = face_of(mini_copy)
    assert [f.code for f in findings] == ["F012"]
    assert (findings[0].mark.line, findings[0].mark.column) == place(text, "Da𓀀wn")


def test_words_of_a_part_stand_at_the_words_in_the_data(mini_copy):
    part = '<text pnp:text="title" pnp:width="3" x="9" y="9" font-size="4"/>'
    (mini_copy.layouts / "mini" / "parts" / "title.svg").write_bytes(svg(part))
    card(mini_copy, '<image pnp:part="parts/title.svg" pnp:with="title: item.name" width="63" height="88"/>')
    text = (mini_copy.components / "mini" / "cards.yaml").read_text()
    _, findings = face_of(mini_copy)
    assert [(f.code, f.mark.line, f.mark.column) for f in findings] == [("F010", *place(text, "Dawn}"))]


SAFETY = {
    "inside": ('<text x="4.1" y="8" font-size="4">A</text>', []),
    "left": ('<text x="3" y="20" font-size="4">A</text>', ["F104"]),
    "top": ('<text x="9" y="5" font-size="4">A</text>', ["F104"]),
    "right": ('<text x="58" y="20" font-size="4">A</text>', ["F104"]),
    "bottom": ('<text x="9" y="84" font-size="4">g</text>', ["F104"]),
    "no ink below the line": ('<text x="9" y="84" font-size="4">A</text>', []),
    "turned": ('<text font-size="4" transform="translate(3.5 20) rotate(90)">A</text>', ["F104"]),
    "in a group that moves": ('<g transform="translate(-9)"><text x="11" y="20" font-size="4">A</text></g>', ["F104"]),
    "a layer that asks for less": (
        '<g inkscape:label="safe"><rect x="2" y="2" width="59" height="84"/></g><text x="2.2" y="20" font-size="4">A</text>', [],
    ),
    "a layer that asks for more": (
        '<text x="9" y="20" font-size="4">A</text><g id="safe"><rect x="10" y="10" width="43" height="68"/></g>', ["F104"],
    ),
    "the stamp may": ('<text pnp:stamp="yes" x="1" y="3" font-size="2">a1b2</text>', []),
    "off the piece, and shown by a clone": (
        '<text id="t" x="9" y="-20" font-size="4">A</text><use href="#t" y="40"/><use href="#t" x="2" y="44"/>', [],
    ),
    "a clone at the edge": ('<text id="t" x="9" y="-20" font-size="4">A</text><use href="#t" y="24"/>', ["F104"]),
    "off the piece alone": ('<text x="9" y="-20" font-size="4">A</text>', ["F104"]),
    "a number of the item": ('<text pnp:text="item.count" x="1" y="20" font-size="4">2</text>', ["F104"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SAFETY)
def test_safe_zone(mini_copy, name):
    inner, codes = SAFETY[name]
    card(mini_copy, inner)
    _, findings = face_of(mini_copy)
    assert [f.code for f in findings] == codes
    for finding in findings:
        assert finding.mark.file == "layouts/mini/card.svg"
        assert finding.mark.line >= 2
        assert name not in ("left", "top", "right", "bottom") or f"safe zone at the {name} in" in finding.message


def test_safe_zone_of_round_things_follows_the_cut(mini_copy):
    chip = (mini_copy.layouts / "mini" / "chip.svg").read_bytes().replace(b'font-size="7.5"', b'font-size="24"')
    (mini_copy.layouts / "mini" / "chip.svg").write_bytes(chip)
    _, findings = face_of(mini_copy, "chip", "five")
    assert [f.code for f in findings] == ["F104"]
    assert "`5`" in findings[0].message


@pytest.mark.parametrize(("place", "codes"), [("47 27 45", ["F104"]), ("37.5 24 45", []), ("10 8.5 45", [])])
def test_turned_letters_are_measured_as_they_are_painted(mini_copy, place, codes):
    """Not the upright box about them, whose corners are empty."""
    x, y, turn = place.split()
    safe = '<g id="safe"><rect x="5" y="5" width="50" height="50"/></g>'
    card(mini_copy, f'{safe}<text x="{x}" y="{y}" transform="rotate({turn} {x} {y})" font-size="10">AVA</text>')
    assert [f.code for f in face_of(mini_copy)[1]] == codes


L_SHAPED = "{shape: polygon, points: [[0, 0], [63, 0], [63, 40], [30, 40], [30, 88], [0, 88]]}"


@pytest.mark.parametrize(("side", "x", "codes"), [
    ("front", 8, []), ("front", 45, ["F104"]), ("back", 8, ["F104"]), ("back", 45, [])])  # fmt: skip
def test_a_back_is_cut_as_it_is_seen_from_behind(mini_copy, side, x, codes):
    cards_yaml(mini_copy, "size: poker-metric", f"size: {L_SHAPED}")
    name = {"front": "card", "back": "card-back"}[side]
    (mini_copy.layouts / "mini" / f"{name}.svg").write_bytes(svg(f'<text x="{x}" y="70" font-size="4">A</text>'))
    face, findings = face_of(mini_copy, side=side)
    assert [f.code for f in findings] == codes
    assert inside(polygons(face.shape.outline), x, 70) == (not codes)


def test_one_fault_of_a_template_is_told_once(mini_copy):
    card(
        mini_copy,
        '<text pnp:text="item.count" x="1" y="20" font-size="4"/><rect pnp:width="item.name * 2" height="1"/>',
    )
    game, _ = read_game(mini_copy, "mini")
    _, findings = draw_game(Studio(mini_copy), game, "en", only=("card",))
    assert sorted(f.code for f in findings) == ["F104", "T022"]
    assert all("(in `card/dawn` and 2 more)" in f.message for f in findings)


def test_an_unknown_field_is_told_once_and_as_such(mini_copy):
    card(mini_copy, '<text pnp:text="item.nmae" x="9" y="20" font-size="4"/>')
    game, _ = read_game(mini_copy, "mini")
    _, findings = draw_game(Studio(mini_copy), game, "en", only=("card",))
    (finding,) = findings
    assert (finding.code, finding.mark.line, finding.mark.column) == ("T021", 2, 22)
    assert finding.hint == "did you mean `name`?"


def test_a_bad_item_does_not_stop_the_others(mini_copy):
    cards_yaml(mini_copy, "suit: moon", "suit: moon\n    layout: missing")
    game, _ = read_game(mini_copy, "mini")
    drawn, findings = draw_game(Studio(mini_copy), game, "en", only=("card",))
    assert [item.id for _, item, *_ in drawn] == ["dawn", "noon"]
    (finding,) = findings
    assert finding.code == "T010"
    assert "`layouts/mini/missing.svg`" in finding.message


def test_a_broken_template_is_told_and_nothing_else(mini_copy):
    (mini_copy.layouts / "mini" / "card.svg").write_bytes(b"<svg><g></svg>")
    _, findings = face_of(mini_copy)
    assert [f.code for f in findings] == ["T001"]


def test_a_broken_icon_is_told_in_its_own_file(mini_copy):
    (mini_copy.layouts / "mini" / "icons" / "sun.svg").write_bytes(svg("<foreignObject/>"))
    _, findings = face_of(mini_copy)
    assert {(f.code, f.mark.file) for f in findings} == {("T004", "layouts/mini/icons/sun.svg")}


def test_an_unknown_size_is_told_at_the_set(mini_copy):
    text = cards_yaml(mini_copy, "poker-metric", "poker-metrik")
    face, findings = face_of(mini_copy)
    assert face is None
    (finding,) = findings
    assert (finding.code, finding.mark.line, finding.mark.column) == ("T060", *place(text, "poker-metrik"))
    assert finding.hint == "did you mean `poker-metric`?"


@pytest.mark.parametrize(("words", "sides"), [
    ("63 x 88 mm", (63, 88)), ("63x88", (63, 88)), ("2.5 x 3.5 in", (63.5, 88.9)), ('2.5" × 3 1/2"', (63.5, 88.9)),
])  # fmt: skip
def test_a_size_may_be_its_two_sides(mini, words, sides):
    shape = Studio(mini).shape(words, Mark("x"))
    assert (shape.width, shape.height) == sides


@pytest.mark.parametrize(("side", "margin"), [(12.7, 1), (14, 2), (20, 2)])
def test_the_safe_zone_of_a_counter_is_smaller(mini_copy, side, margin):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}mm" height="{side}mm" viewBox="0 0 {side} {side}"/>'
    (mini_copy.layouts / "mini" / "chip.svg").write_text(head)
    text = (mini_copy.components / "mini" / "chips.yaml").read_text()
    line = next(row for row in text.splitlines() if row.startswith("size:"))
    (mini_copy.components / "mini" / "chips.yaml").write_text(text.replace(line, f"size: {side} x {side}"))
    game, _ = read_game(mini_copy, "mini")
    owner = next(s for s in game.sets.values() if s.layout == "chip")
    face, _ = draw_face(Studio(mini_copy), game, owner, owner.items[0], "front", "en")
    assert face.safe == margin


def test_all_pieces_with_their_counts(mini):
    game, _ = read_game(mini, "mini")
    drawn, findings = draw_game(Studio(mini), game, "ja")
    assert findings == []
    assert {f"{s.id}/{i.id}": n for s, i, _, _, n in drawn} == {
        "card/dawn": 2, "card/dusk": 3, "card/noon": 1, "chip/one": 4, "chip/five": 2, "tile/mixed": 2, "tile/night": 1,
    }  # fmt: skip
    assert all((back is not None) == (s.id == "card") for s, _, _, back, _ in drawn)
    only, _ = draw_game(Studio(mini), game, "ja", only=("chip",))
    assert [s.id for s, *_ in only] == ["chip", "chip"]


def test_backs_that_do_not_ask_for_the_item_are_one(mini):
    game, _ = read_game(mini, "mini")
    drawn, _ = draw_game(Studio(mini), game, "en", only=("card",))
    backs = [back for _, _, _, back, _ in drawn]
    assert len({id(b.nodes) for b in backs}) == 1
    assert [b.item for b in backs] == ["dawn", "dusk", "noon"]


def test_stamps_tell_faces_apart(mini):
    game, _ = read_game(mini, "mini")
    drawn, _ = draw_game(Studio(mini), game, "en")
    fronts = [front.stamp for _, _, front, _, _ in drawn]
    assert len(set(fronts)) == len(fronts)
    assert all(len(s) == 4 and set(s) <= set(ALPHABET) for s in fronts)


def test_the_same_nodes_give_the_same_stamp_and_others_another(mini):
    book = Studio(mini).book
    path = Path((("M", (0.0, 0.0)), ("L", (1.0, 1.0))), Color("#000000"))
    same = Path((("M", (0.0, 0.0)), ("L", (1.0, 1.0))), Color("#000000"))

    def digest(*nodes):
        return digest_of(nodes, (0, 0, 9, 9), book.keys)

    assert digest(path) == digest(same)
    moved = Group((path,), (1, 0, 0, 1, 0.5, 0))
    others = ([path], [moved], [path, path], [Group((path,))], [])
    assert len({stamp_of(digest(*nodes)) for nodes in others}) == 5


def test_the_middle_of_the_street_is_sound(mini):
    game, _ = read_game(mini, "mini")
    for language in game.languages:
        drawn, _ = draw_game(Studio(mini), game, language)
        assert [problems(f) for _, _, *faces, _ in drawn for f in faces if f] == [[]] * 10


def test_problems_can_be_found(mini):
    from generator import values

    face, _ = face_of(mini)
    bad = [
        Path((("L", (0.0, float("nan"))),)),
        Group((), (1, 0, 0, 1, float("inf"), 0)),
        GlyphRun("x", 1, 0, 0, Glyphs((), (), ()), 0, None),
    ]
    for node in bad:
        assert problems(values.replace(face, nodes=(node,)))


@pytest.mark.slow
def test_every_node_of_a_bundled_face_is_sound(repository):
    game, _ = read_game(repository, repository.games()[0])
    drawn, _ = draw_game(Studio(repository), game, game.languages[0])
    faces = [f for _, _, *pair, _ in drawn for f in pair if f]
    assert faces
    assert [problems(f) for f in faces if problems(f)] == []


def test_line_shows_every_kind_of_node():
    assert line(Group((), key="icon:x")) == "group | icon:x"


@pytest.mark.parametrize(
    ("inner", "left"),
    [
        ('<use href="#r" x="4" clip-path="url(#c)"/>', 7.0),
        ('<clipPath id="d" clip-path="url(#c)" transform="translate(3 0)"/><use href="#r" clip-path="url(#e)"/>', 3.0),
    ],
)
def test_a_clip_lies_where_browsers_have_it(mini, inner, left):
    """With the x of a `use`; without the transform of a clip path that is clipped itself."""
    inner = inner.replace("/><use", '><path d="M0 0H9V9H0Z"/></clipPath><use').replace("#e", "#d")
    defs = (
        '<defs><rect id="r" width="9" height="9"/></defs><clipPath id="c"><rect x="3" width="2" height="2"/></clipPath>'
    )
    nodes, findings = drawn(mini, defs + inner)
    assert findings == []
    assert min(x for _, (x, _) in nodes[0].clip[:3]) == left


def test_a_line_of_text_goes_on_where_the_one_before_ends_unanchored(mini):
    words = '<text x="30" y="6" font-family="body" font-size="4" text-anchor="{}">abc<tspan y="14" text-anchor="start">d</tspan></text>'
    at = [[n.x for n in drawn(mini, words.format(anchor))[0] if n.string == "d"] for anchor in ("start", "end")]
    assert at[0] == pytest.approx(at[1])


PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=="
)
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'


@pytest.mark.parametrize("name", ["dawn.png", "art/dawn.png", "art/Bild 1 (ä).png", "dawn.svg", "art/dawn.svg"])
@pytest.mark.parametrize("folder", ["components", "layouts"])
@pytest.mark.parametrize("bound", ["item.art", "item.pictures[0]", "item.pictures[i]"])
def test_a_picture_of_an_item_is_found_beside_the_data_or_the_template(mini_copy, name, folder, bound):
    path = mini_copy.root / folder / "mini" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(SQUARE.encode() if name.endswith("svg") else PNG)
    image = f'<g pnp:for="x in [1]"><image pnp:href="{bound}" href="x.png" x="4" y="60" width="9" height="9"/></g>'
    spoil(
        mini_copy,
        [
            ("cards.yaml", "  rule: rule?\n", "  rule: rule?\n  art: image?\n  pictures: list of image?\n"),
            (
                "cards.yaml",
                "    rule: play.gain\n",
                f'    rule: play.gain\n    art: "{name}"\n    pictures: ["{name}"]\n',
            ),
            ("card.svg", "</svg>", f'<g pnp:if="item.art">{image}</g></svg>'),
        ],
    )
    face, findings = face_of(mini_copy)
    assert findings == []
    boxes = [tuple(round(v, 1) for v in painted([node], no_letters)) for node in face.nodes]
    assert (4, 60, 13, 69) in boxes


def test_what_is_not_drawn_of_a_picture_of_an_item_is_told(mini_copy):
    marked = SQUARE.replace("<rect", '<path d="M1 1H5" clip="rect(0,0,1,1)"/><rect filter="url(#f)"')
    (mini_copy.layouts / "mini" / "wide.svg").write_text(marked)
    image = """<image pnp:href="'wide.svg'" x="4" y="60" width="9" height="9"/>"""
    spoil(mini_copy, [("card.svg", "</svg>", f"{image}</svg>")])
    _, findings = face_of(mini_copy)
    assert sorted((f.code, f.mark.file) for f in findings) == [(c, "layouts/mini/wide.svg") for c in ("T005", "T029")]


def test_words_that_a_picture_cuts_off_are_no_nearer_to_the_trim_than_it_is(mini_copy):
    """What stands out of the picture is not seen: a word that goes on beyond the card there leaves no safe zone."""
    words = '<text x="5" y="5" font-family="body" font-size="4">much longer than the picture is wide</text>'
    (mini_copy.layouts / "mini" / "wide.svg").write_text(SQUARE.replace("</svg>", f"{words}</svg>"))
    for width, told in ((9, []), (20, ["F104"])):
        image = f"""<image pnp:href="'wide.svg'" x="42" y="60" width="{width}" height="9"/>"""
        spoil(mini_copy, [("card.svg", "</svg>", f"{image}</svg>")])
        _, findings = face_of(mini_copy)
        assert [f.code for f in findings if f.code == "F104"] == told
        spoil(mini_copy, [("card.svg", image, "")])


def test_a_drawing_that_fills_its_box_keeps_within_it(mini_copy):
    (mini_copy.layouts / "mini" / "wide.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="9"><path d="M0 0H90V9H0Z"/></svg>'
    )
    image = '<image href="wide.svg" x="4" y="60" width="9" height="9" preserveAspectRatio="xMidYMid slice"/>'
    spoil(mini_copy, [("card.svg", "</svg>", f"{image}</svg>")])
    face, _ = face_of(mini_copy)
    picture = next(n for n in reversed(face.nodes) if isinstance(n, Group) and n.clip)
    assert tuple(round(v, 1) for v in painted([picture], no_letters)) == (4, 60, 13, 69)


@pytest.mark.parametrize(
    ("root", "place", "seen"),
    [
        ('width="40" height="20" viewBox="0 0 20 20"', "", (26, 32, 34, 40)),  # as browsers draw all of these
        ('width="40" height="20" viewBox="0 0 20 20" preserveAspectRatio="none"', "", (24, 32, 36, 40)),
        ('width="30" viewBox="0 0 20 20"', "", (26, 32, 34, 40)),
        ('viewBox="5 5 10 10"', "", (24, 32, 36, 40)),
        ('viewBox="0 0 20 20" preserveAspectRatio="xMaxYMax slice"', "", (24, 32, 36, 40)),
        ('viewBox="5 5 10 10"', 'transform="translate(-24 -32)"', (-1, -1, 12, 8)),  # what is past the cut is bleed
    ],
)
def test_a_picture_lies_in_its_box_by_its_view(mini_copy, root, place, seen):
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {root}><path d="M0 0H20V20H0Z"/></svg>'
    (mini_copy.layouts / "mini" / "wide.svg").write_text(picture)
    image = f"""<image pnp:href="'wide.svg'" x="24" y="32" width="12" height="8" {place}/>"""
    spoil(mini_copy, [("card.svg", "</svg>", f"{image}</svg>")])
    face, findings = face_of(mini_copy)
    assert findings == []
    box = [round(v, 1) for v in painted(face.nodes[-1:], no_letters)]
    assert [*map(max, box[:2], (-1, -1)), *box[2:]] == [*seen]


@pytest.mark.parametrize(
    ("root", "place", "is_told"),
    [
        ('width="40" height="20" viewBox="0 0 40 20"', 'preserveAspectRatio="xMidYMid slice"', True),
        ('width="40" height="20" viewBox="0 0 40 20"', 'preserveAspectRatio="xMinYMin"', True),
        ('width="40" height="20" viewBox="0 0 40 20"', 'preserveAspectRatio="xMidYMid meet"', False),
        ('width="24" height="16" viewBox="0 0 12 8"', 'preserveAspectRatio="xMidYMid slice"', False),
        ('width="40" height="20"', "", True),
        ('width="24" height="16"', "", False),
    ],
)
def test_a_picture_that_browsers_place_otherwise_is_noted(mini_copy, root, place, is_told):
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {root}><path d="M0 0H12V8H0Z"/></svg>'
    (mini_copy.layouts / "mini" / "wide.svg").write_text(picture)
    image = f'<image href="wide.svg" x="24" y="32" width="12" height="8" {place}/>'
    spoil(mini_copy, [("card.svg", "</svg>", f"{image}</svg>")])
    _, findings = face_of(mini_copy)
    assert [(f.code, f.severity.value) for f in findings] == [("T030", "note")] * is_told


@pytest.mark.parametrize(("y", "seen"), [(-3, (24, 34, 32, 40)), (4, (24, 32, 32, 40))])
def test_words_of_a_picture_end_at_its_box(mini_copy, y, seen):
    words = f'<path d="M0 2H8V8H0Z"/><text x="1" y="{y}" font-size="6">Hxy</text>'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" viewBox="0 0 8 8">{words}</svg>'
    (mini_copy.layouts / "mini" / "wide.svg").write_text(picture)
    spoil(mini_copy, [("card.svg", "</svg>", '<image href="wide.svg" x="24" y="32" width="8" height="8"/></svg>')])
    face, _ = face_of(mini_copy)
    assert painted(face.nodes[-1:], reach_of) == pytest.approx(seen)
    assert ["Hxy" in run.string for run, _ in runs(face.nodes[-1:])] == [True] * (y > 0)


def test_a_page_of_another_size_is_told_alone(mini_copy):
    spoil(mini_copy, [("cards.yaml", "size: poker-metric", "size: {shape: rectangle, width: 44, height: 67}")])
    game, _ = read_game(mini_copy, "mini")
    _, findings = draw_game(Studio(mini_copy), game, "en", only=("card",))
    assert {f.code for f in findings} == {"T014"}


def test_a_page_beyond_all_bounds_is_told(mini_copy):
    spoil(mini_copy, [("card.svg", 'width="63mm" height="88mm"', 'width="1e9" height="88mm"')])
    _, findings = face_of(mini_copy)
    assert "T011" in {f.code for f in findings}


# ---- one size for a set ------------------------------------------------------------------------------------

TALE = "the moon rises over quiet water and the old road to the hills is white with frost until morning comes "
ALIKE = "".join(
    f'<text {{}}pnp:text="item.{field}" {room} pnp:floor="6pt" font-size="{size}"/>'
    for field, room, size in (
        ("name", 'pnp:fit="shrink" pnp:width="36" x="5" y="10"', 6),
        ("text", 'pnp:box="5 30 40 30"', 4.5),
    )
)


def sized(project, uniform, only=("card",)):
    """Of each card the sizes (mm) of its name and of its text; and the findings."""
    card(project, ALIKE.replace("{}", 'pnp:uniform="yes" ' if uniform else ""))
    game, found = read_game(project, "mini")
    assert not has_errors(found), found
    pieces, findings = draw_game(Studio(project), game, "en", only)
    return {
        item.id: tuple(dict.fromkeys(n.size for n in front.nodes if isinstance(n, GlyphRun)))
        for _, item, front, *_ in pieces
    }, findings


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_uniform_words_have_the_largest_size_that_fits_all(mini_copy, seed):
    dice = random.Random(seed)  # noqa: S311
    rows = [
        f"- {{id: c{n}, suit: sun, name: {{ja: x, en: {TALE[: dice.randint(3, 24)].strip()}}}, "
        f"text: {{ja: x, en: {(TALE * 4)[: dice.randint(10, 300)].strip()}}}}}"
        for n in range(9)
    ]
    path = mini_copy.components / "mini" / "cards.yaml"
    head = re.sub(r"expect: .*\n", "", path.read_text().split("items:")[0])
    path.write_text(head + "items:\n" + "".join(f"  {row}\n" for row in rows))
    alone, _ = sized(mini_copy, uniform=False)
    together, _ = sized(mini_copy, uniform=True)
    (sizes,) = set(together.values())
    assert sizes == tuple(min(each) for each in zip(*alone.values(), strict=True))
    assert sized(mini_copy, uniform=True, only=("card/c3",))[0] == {"c3": sizes}


@pytest.mark.slow
def test_the_card_that_costs_the_others_their_size_is_told(mini_copy):
    cards_yaml(mini_copy, "en: Gain {sun} at **dawn**.", f"en: {TALE * 3}")
    sizes, (finding,) = sized(mini_copy, uniform=True)
    assert (finding.code, finding.mark.line) == ("F014", 21)
    ((name, text),) = set(sizes.values())
    assert f"in {text / name * 6 / POINT:.1f} pt only" in finding.message
