# ruff: noqa: E501  (a row of a table reads better on one line)
"""Templates: what binds in which order, what is told without data, how words are placed."""

from __future__ import annotations

import re

import pytest

from generator import values
from generator.data.build import read_game
from generator.face.bounds import painted
from generator.face.face import Group
from generator.face.shapes import shape_of
from generator.layout.draw import Studio, draw_face
from generator.layout.svg.attributes import OURS
from generator.layout.template.scope import base_of, check_layout, item_scope, known_names
from tests.conftest import ROOT
from tests.engine_kit import spoil
from tests.export_kit import runs_of
from tests.layout_kit import HEAD, compiled, drawn, line, shown, svg

SCOPE = {
    "item": {"name": "Dawn", "cost": 3, "hue": "#ff0000", "list": [1, 2, 3], "none": None, "caps": {"a": 1, "b": 2},
             "suit": {"id": "sun", "icon": "sun", "color": "#d98e04", "name": "sun"}},
    "side": "front",
}  # fmt: skip


def first(nodes, index=0):
    return line(nodes[index]).split(" | ")


BINDING = {
    "an attribute beats style and class": (
        '<style>.a{fill:blue}</style><rect class="a" width="2" height="2" style="fill:lime" pnp:fill="item.hue"/>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill #ff0000",
    ),
    "a number": ('<rect pnp:width="item.cost * 2" height="2"/>', "path M0 0 L6 0 L6 2 L0 2 Z | fill #000000"),
    "nothing takes the attribute away": ('<rect width="2" height="2" fill="red" pnp:fill="item.none"/>', "path M0 0 L2 0 L2 2 L0 2 Z | fill #000000"),
    "if": ('<rect pnp:if="item.cost > 3" width="2" height="2"/><line x2="1" stroke="#000" pnp:if="item.cost"/>',
           "path M0 0 L1 0 | fill none | stroke #000000 1 butt miter"),
    "for with step": (
        '<rect pnp:for="k in item.list" pnp:step="3 1" width="1" pnp:height="k"/>',
        "path M0 0 L1 0 L1 1 L0 1 Z | fill #000000\npath M3 1 L4 1 L4 3 L3 3 Z | fill #000000\npath M6 2 L7 2 L7 5 L6 5 Z | fill #000000",
    ),
    "a row in the middle": (
        '<rect pnp:for="k in item.list" pnp:step="3 1" pnp:align="middle" x="9" width="1" pnp:height="k"/>',
        "path M6 -1 L7 -1 L7 0 L6 0 Z | fill #000000\npath M9 0 L10 0 L10 2 L9 2 Z | fill #000000\npath M12 1 L13 1 L13 4 L12 4 Z | fill #000000",
    ),
    "an even row in the middle": (
        '<rect pnp:for="k in 2|range" pnp:step="3 0" pnp:align="middle" x="9" width="1" height="1" transform="scale(2)"/>',
        "path M16.5 0 L18.5 0 L18.5 2 L16.5 2 Z | fill #000000\npath M19.5 0 L21.5 0 L21.5 2 L19.5 2 Z | fill #000000",
    ),
    "a row that ends": (
        '<rect pnp:for="k in item.list" pnp:step="3 0" pnp:align="end" pnp:if="k != 2" x="9" width="1" pnp:height="k"/>',
        "path M3 0 L4 0 L4 1 L3 1 Z | fill #000000\npath M9 0 L10 0 L10 3 L9 3 Z | fill #000000",
    ),
    "rows in the middle": (
        '<rect pnp:for="k in 3|range" pnp:step="4 0" pnp:wrap="2 1 5" pnp:align="middle" width="1" height="1"/>',
        "\n".join(f"path M{x} {y} L{x + 1} {y} L{x + 1} {y + 1} L{x} {y + 1} Z | fill #000000" for x, y in ((-2, 0), (2, 0), (1, 5))),
    ),
    "rows that are full": (
        '<rect pnp:for="k in 4|range" pnp:step="0 4" pnp:wrap="2 -3 0" pnp:align="end" width="1" height="1"/>',
        "\n".join(f"path M{x} {y} L{x + 1} {y} L{x + 1} {y + 1} L{x} {y + 1} Z | fill #000000" for x, y in ((0, -4), (0, 0), (-3, -4), (-3, 0))),
    ),
    "for comes before if": (
        '<rect pnp:for="k in item.list" pnp:if="k != 2" pnp:x="i * 10 + n" width="1" height="1"/>',
        "path M3 0 L4 0 L4 1 L3 1 Z | fill #000000\npath M23 0 L24 0 L24 1 L23 1 Z | fill #000000",
    ),
    "if keeps children from being asked": ('<g pnp:if="false"><rect pnp:width="item.nothing.at.all" height="1"/></g>', ""),
    "loops in loops": (
        '<g pnp:for="a in 2|range"><rect pnp:for="b in 2|range" pnp:x="a * 10 + b" width="1" height="1"/></g>',
        "\n".join(f"path M{x} 0 L{x + 1} 0 L{x + 1} 1 L{x} 1 Z | fill #000000" for x in (0, 1, 10, 11)),
    ),
    "a map gives its keys": ('<rect pnp:for="k in item.caps" pnp:x="item.caps[k]" width="1" height="1"/>',
                             "path M1 0 L2 0 L2 1 L1 1 Z | fill #000000\npath M2 0 L3 0 L3 1 L2 1 Z | fill #000000"),
    "what use refers to is bound": (
        '<defs><rect id="r" width="2" height="2" pnp:fill="item.hue"/></defs><use href="#r" x="1"/>',
        "path M1 0 L3 0 L3 2 L1 2 Z | fill #ff0000",
    ),
    "a gradient's stop is bound": (
        '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" pnp:stop-color="item.hue"/></linearGradient>'
        '<rect width="2" height="2" fill="url(#g)"/>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill linear(0 0 2 0 0:#ffffff,1:#ff0000)",
    ),
    "transform": (
        "<rect width=\"2\" height=\"2\" transform=\"scale(9)\" pnp:transform=\"'translate(' ~ item.cost ~ ')'\"/>",
        "path M3 0 L5 0 L5 2 L3 2 Z | fill #000000",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BINDING)
def test_binding(mini, name):
    snippet, expected = BINDING[name]
    nodes, findings = drawn(mini, snippet, SCOPE)
    assert findings == []
    assert shown(nodes) == expected


PATTERN = '<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1" height="1"{}/></pattern>'
STOPS = '<defs><linearGradient id="g"><stop stop-color="{}"/><stop offset="1"/></linearGradient></defs>'


@pytest.mark.parametrize(
    ("name", "inner", "codes"),
    [
        ("color", STOPS.format("currentColor"), ["T024"]),
        ("color", STOPS.format("#fff"), []),
        ("fill", PATTERN.format(""), ["T024"]),
        ("fill", PATTERN.format(' fill="red"'), []),
        ("clip-rule", '<clipPath id="c"><path d="M0 0H9V9Z"/></clipPath>', ["T024"]),
    ],
)
def test_what_no_expression_around_it_reaches_is_told(mini, name, inner, codes):
    _, findings = drawn(mini, f'<g pnp:{name}="item.hue">{inner}</g>', {"item": {"hue": "evenodd"}})
    assert [f.code for f in findings if f.code == "T024"] == codes


def test_a_term_brings_icon_and_colour(mini):
    nodes, findings = drawn(
        mini, '<image pnp:icon="item.suit" href="icons/none.svg" x="2" y="2" width="8" height="4"/>', SCOPE
    )
    assert findings == []
    assert first(nodes) == ["group", "matrix 4 0 0 4 4 2", "icon:sun:#d98e04"]


def test_an_icon_by_its_file_name_and_colour(mini):
    nodes, _ = drawn(mini, '<image pnp:icon="\'moon\'" pnp:color="\'#fff\'" width="1" height="1"/>', SCOPE)
    assert first(nodes) == ["group", "icon:moon:#ffffff"]


def test_what_an_icon_leaves_without_a_paint_has_its_colour(mini_copy):
    """As icons are published: a ground that says nothing, and what is white on it."""
    paths = '<path d="M0 0h512v512H0z"/><path d="M9 9h99v99z" fill="#fff"/><g fill="#000"><path d="M1 1h9v9z"/></g>'
    (mini_copy.layouts / "mini/icons/boot.svg").write_bytes(svg(paths))
    nodes, findings = drawn(mini_copy, '<image pnp:icon="\'boot\'" pnp:color="\'#557733\'" width="1" height="1"/>', {})
    assert [f.code for f in findings] == []
    assert [node.fill.hex for node in nodes[0].children] == ["#557733", "#ffffff", "#000000"]


def test_equal_icons_share_their_nodes(mini):
    inner = '<image pnp:icon="item.suit" width="8" height="8"/><image pnp:icon="item.suit" x="9" width="4" height="4"/>'
    nodes, _ = drawn(mini, inner, SCOPE)
    assert nodes[0].children is nodes[1].children


def test_a_part_sees_the_scope_and_more_names(mini):
    nodes, findings = drawn(
        mini, '<image pnp:part="parts/frame.svg" pnp:with="ink: item.hue" x="4" y="30" width="55" height="20"/>', SCOPE
    )
    assert findings == []
    assert first(nodes)[0] == "path M4 30 L59 30 L59 50 L4 50 Z"
    assert "#ff0000" in shown(nodes)


def test_a_part_keeps_its_proportions(mini):
    nodes, _ = drawn(mini, '<image href="parts/frame.svg" width="55" height="40"/>', {**SCOPE, "ink": "#000000"})
    assert first(nodes)[0] == "path M0 10 L55 10 L55 30 L0 30 Z"


def test_parts_in_a_circle_are_told(mini_copy):
    parts = mini_copy.layouts / "mini" / "parts"
    for one, other in (("a", "b"), ("b", "a")):
        (parts / f"{one}.svg").write_bytes(svg(f'<image href="{other}.svg" width="9" height="9"/>'))
    (mini_copy.layouts / "mini" / "card.svg").write_bytes(svg('<image href="parts/a.svg" width="9" height="9"/>'))
    game, _ = read_game(mini_copy, "mini")
    owner = game.sets["card"]
    _, findings = draw_face(Studio(mini_copy), game, owner, owner.items[0], "front", "en")
    assert {(f.code, f.mark.file) for f in findings} == {("T008", "layouts/mini/parts/b.svg")}


MISTAKES = {
    "expression": ('<rect pnp:fill="item.(" width="1"/>', "T020", 22),
    "colour without quotes": ('<rect pnp:fill="#ff0000" width="1"/>', "T020", 17),
    "for": ('<g pnp:for="item.list"/>', "T020", 4),
    "unknown attribute": ('<text pnp:txet="item.name"/>', "T023", 7),
    "style": ("<rect pnp:style=\"'fill:red'\"/>", "T023", 7),
    "text in a guide": ('<g id="safe"><text pnp:text="item.name"/></g>', "T024", 20),
    "text on a group": ('<g pnp:text="item.name"/>', "T024", 4),
    "step alone": ('<g pnp:step="3 0"/>', "T024", 4),
    "align alone": ('<g pnp:for="k in item.list" pnp:align="end"/>', "T024", 29),
    "wrap alone": ('<g pnp:for="k in item.list" pnp:wrap="2 0 5"/>', "T024", 29),
    "wrap": ('<g pnp:for="k in item.list" pnp:step="3 0" pnp:wrap="2 5"/>', "T025", 44),
    "wrap of nothing": ('<g pnp:for="k in item.list" pnp:step="3 0" pnp:wrap=""/>', "T025", 44),
    "wrap after none": ('<g pnp:for="k in item.list" pnp:step="3 0" pnp:wrap="-1 0 5"/>', "T025", 44),
    "align": ('<g pnp:for="k in item.list" pnp:step="3 0" pnp:align="center"/>', "T025", 44),
    "with alone": ('<image width="1" pnp:with="a: 1"/>', "T024", 18),
    "box": ('<text pnp:box="1 2 3"/>', "T025", 7),
    "floor": ('<text pnp:floor="small"/>', "T025", 7),
    "floor under all type": ('<text pnp:floor="4pt"/>', "T028", 7),
    "floor without a unit": ('<text pnp:floor="6.5"/>', "T025", 7),
    "fit": ('<text pnp:fit="fill"/>', "T025", 7),
    "wrap without a box": ('<text pnp:fit="wrap"/>', "T025", 7),
    "shrink without a width": ('<text pnp:fit="shrink"/>', "T025", 7),
    "step": ('<g pnp:for="k in item.list" pnp:step="a"/>', "T025", 29),
    "with": ('<image pnp:part="parts/frame.svg" pnp:with="ink item.hue" width="9" height="9"/>', "T025", 35),
    "no such part": ('<image pnp:part="parts/fram.svg" width="9" height="9"/>', "F102", 18),
    "clip of no clip path": ("<rect pnp:clip-path=\"'circle(3px)'\" width=\"9\" height=\"9\"/>", "T005", 7),
    "display of a box": ("<rect pnp:display=\"'contents'\" width=\"9\" height=\"9\"/>", "T005", 7),
    "attribute of another element": ('<rect pnp:cx="3" width="9" height="9"/>', "T024", 7),
    "no such picture": ('<image href="hero.png" width="9" height="9"/>', "F102", 14),
    "no such icon": ("<image pnp:icon=\"'sunn'\" width=\"9\" height=\"9\"/>", "F101", 8),
    "failing expression": ('<rect pnp:width="item.name * 2" height="1"/>', "T022", 18),
    "missing name": ('<rect pnp:width="item.nmae" height="1"/>', "T022", 23),
    "loop over a number": ('<g pnp:for="k in item.cost"/>', "T027", 4),
    "long loop": ('<g pnp:for="a in 999|range"><g pnp:for="b in 999|range"/></g>', "T026", None),
    "bound to nonsense": ('<rect width="1" height="1" pnp:fill="item.name"/>', "T012", None),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told_at_the_attribute(mini, name):
    inner, code, column = MISTAKES[name]
    _, findings = drawn(mini, "\n" + inner, SCOPE)
    assert findings[0].code == code
    assert {f.code for f in findings} <= {code, "T022"}
    if column:
        assert (findings[0].mark.line, findings[0].mark.column) == (3, column)
    if code == "T020" and "for" not in name:
        assert "pnp:" in findings[0].message


WRONG = (
    'box="1 2 3"', 'box="5 40 0 30"', 'fit="fill"', 'fit="wrap"', 'fit="shrink "', 'uniform="no"', 'floor="small"',
    'valign="center"', 'valign=" top"', 'leading="9"', 'stamp="no"', 'step="4 4"', 'align="end"', 'wrap="2 0 5"',
)  # fmt: skip


@pytest.mark.parametrize("words", WRONG)
@pytest.mark.parametrize("beside", ["", ' pnp:box="1 1 40 9" pnp:fit="shrink"', ' pnp:width="9" pnp:fit="shrink"'])
def test_wrong_words_are_told_once_and_then_are_none(mini, words, beside):
    if f"pnp:{words.partition('=')[0]}=" in beside:
        return
    text = '<g font-size="3"><text x="5" y="9" pnp:text="item.name ~ item.name"{}/></g>'
    nodes, findings = drawn(mini, text.format(f"{beside} pnp:{words}"), SCOPE)
    without, told = drawn(mini, text.format(beside), SCOPE)
    assert next(f for f in findings if f.code not in ("F010", "F011")).code in ("T024", "T025")
    assert len(findings) == len(told) + 1
    assert shown(nodes) == shown(without)


WRONG_ROWS = ('step="a"', 'step="4" pnp:align="center"', 'step="4 1" pnp:wrap="2 5"', 'step="4 1" pnp:wrap="0 5 5"')


@pytest.mark.parametrize("words", WRONG_ROWS)
def test_rows_without_what_is_wrong_about_them(mini, words):
    row = '<rect width="1" height="1" pnp:for="k in item.list"{}/>'
    nodes, findings = drawn(mini, row.format(f" pnp:{words}"), SCOPE)
    right = words.partition(" pnp:")[0] if " pnp:" in words else ""
    without, told = drawn(mini, row.format(f" pnp:{right}" if right else ""), SCOPE)
    assert ([f.code for f in findings], told) == (["T025"], [])
    assert shown(nodes) == shown(without)


def test_what_can_not_be_clipped_is_drawn_and_told_at_its_clip(mini):
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
    big = '<rect transform="scale(9)" width="200000" height="9" clip-path="url(#c)"/>'
    nodes, findings = drawn(mini, f'{clip}\n{big}<rect width="9" height="9"/>', SCOPE)
    assert [(f.code, f.mark.line, f.mark.column) for f in findings] == [("T012", 3, 54)]
    assert len(nodes) == 2


def test_the_hint_names_what_was_meant(mini):
    _, findings = drawn(mini, '<text pnp:txet="item.name"/>', SCOPE)
    assert findings[0].hint == "did you mean `pnp:text`?"
    _, findings = drawn(mini, '<image pnp:icon="\'sunn\'" width="9" height="9"/>', SCOPE)
    assert "sun" in findings[0].hint


# ---- names, without data -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game(mini):
    found, findings = read_game(mini, "mini")
    assert findings == []
    return found


UNKNOWN = {
    "item.nmae": "`item` has no `nmae`",
    "itme.name": "nothing is called `itme`",
    "item.suit.colour": "`item.suit` has no `colour`",
    "terms.sunn.name": "`terms` has no `sunn`",
    "parameters.round": "`parameters` has no `round`",
    "shape.cells[0].z": "`shape.cells.*` has no `z`",
    "items['cards']": "`items` has no `cards`",
    "{'Dawn': 'a'}[item.nmae]|default('b')": "`item` has no `nmae`",
    "items.card|first.nmae": None,
    "kinds.suit[0].nmae": "`kinds.suit.*` has no `nmae`",
    "set.title": "`set` has no `title`",
    "game.name": "`game` has no `name`",
    "item.name.upper": "`item.name` has no `upper`",
}


@pytest.mark.parametrize("source", [s for s, words in UNKNOWN.items() if words])
def test_unknown_names_are_found_without_data(mini, game, source):
    _, layout = compiled(mini, svg(f'<text pnp:text="{source}" x="5" y="9"/>'))
    (finding,) = check_layout(layout, base_of(game, "en"), game.sets["card"])
    name = UNKNOWN[source].rpartition(" ")[2].strip("`")
    assert (finding.code, finding.mark.line, finding.mark.column) == ("T021", 2, 17 + source.index(name))
    assert UNKNOWN[source] in finding.message
    assert source in finding.message


def test_a_field_without_its_item_is_told_with_it(mini, game):
    _, layout = compiled(mini, svg('<text pnp:text="Text|upper" x="5" y="9"/>'))
    (finding,) = check_layout(layout, base_of(game, "en"), game.sets["card"])
    assert finding.hint == "write `item.text`"


def test_what_to_write_for_a_name_is_what_expressions_take(mini_copy):
    """Hyphens are underscores there, and a number has no parts."""
    spoil(mini_copy, [("cards.yaml", "  text: text\n", "  text: text\n  hit-points: integer?\n")])
    found, _ = read_game(mini_copy, "mini")
    source = "".join(f'<text pnp:text="{e}" x="5" y="9"/>' for e in ("item.hit_point", "item.count[0]"))
    _, layout = compiled(mini_copy, svg(source))
    told = check_layout(layout, base_of(found, "en"), found.sets["card"])
    assert [(f.message.partition(": ")[2], f.hint) for f in told] == [
        ("`item` has no `hit_point`", "did you mean `hit_points`?"),
        ("`item.count` is one value, no list", "write `item.count` alone"),
    ]


KNOWN = [
    "item.name", "item.suit.color", "item.suit.worth", "item.suit.values.worth", "item.count", "item.rule", "terms.sun.name",
    "parameters.hand_size + parameters['hand-size']", "players * 2", "items.card[0].name", "items['tile']|length", "kinds.suit|length",
    "shape.cells[0].x", "set.pieces", "game.version", "side ~ language", "item.cost|default(0)", "item.cost is defined",
    "terms[item.suit.id].color", "item.name[0]", "item.suit.name[0]",
]  # fmt: skip


@pytest.mark.parametrize("source", KNOWN)
def test_known_names_pass_and_have_values(mini, game, source):
    _, layout = compiled(mini, svg(f'<text pnp:if="{source}" pnp:text="1" x="9" y="9"/>'))
    assert check_layout(layout, base_of(game, "en"), game.sets["card"]) == []
    owner = game.sets["card"]
    scope = item_scope(base_of(game, "en"), owner, owner.items[0], shape_of({"width": 63, "height": 88}), "front")
    _, findings = drawn(mini, f'<text pnp:if="{source}" pnp:text="1" x="9" y="9"/>', scope)
    assert findings == []


def test_loop_variables_and_names_of_parts_are_known(mini, game):
    inner = (
        '<g pnp:for="s in item.cells"><rect pnp:fill="s.color" pnp:x="i + n"/><rect pnp:fill="s.colr"/></g>'
        '<g pnp:for="k in 5|range"><rect pnp:x="k"/></g>'
        '<g pnp:for="p in [[0, 1], [2, 3]]"><rect pnp:x="p[0]"/></g>'
        '<image pnp:part="parts/frame.svg" pnp:with="ink: item.id"/>'
    )
    _, layout = compiled(mini, svg(inner))
    found = check_layout(layout, base_of(game, "en"), game.sets["tile"])
    assert [f.message for f in found] == ['`pnp:fill="s.colr"`: `s` has no `colr`']
    _, layout = compiled(mini, svg('<image pnp:part="parts/frame.svg"/>'))
    assert {f.message for f in check_layout(layout, base_of(game, "en"), game.sets["tile"])} == {
        '`pnp:stop-color="ink"`: nothing is called `ink`', '`pnp:stroke="ink"`: nothing is called `ink`'
    }  # fmt: skip


def test_every_scope_name_is_a_known_name(game):
    """The two tables of names agree, for every set and item."""
    base = base_of(game, "ja")
    for owner in game.sets.values():
        known = known_names(base_of(game, "en"), owner)
        scope = item_scope(base, owner, owner.items[0], shape_of({"width": 63, "height": 88}), "front")
        assert scope.keys() == known.keys()
        assert scope["item"].keys() == known["item"].keys()
        assert scope["set"].keys() == known["set"].keys()
        assert scope["shape"].keys() == known["shape"].keys()
        assert scope["terms"]["sun"].keys() == known["terms"]["sun"].keys()


@pytest.mark.parametrize("name", ["card", "chip", "tile"])
def test_the_mini_templates_pass(mini, game, name):
    studio, base = Studio(mini), base_of(game, "en")
    names = filter(None, (game.sets[name].layout, game.sets[name].back))
    assert [f for one in names for f in check_layout(studio.layout(one, game.folders), base, game.sets[name])] == []


# ---- words -------------------------------------------------------------------------------------------------


def keys(nodes):
    for node in nodes:
        if isinstance(node, Group):
            yield from [node.key] if node.key else keys(node.children)


def words(nodes):
    return "".join(t.string for t in runs_of(nodes))


def test_sample_words_stand_where_they_are_drawn(mini):
    inner = '<text x="5" y="9" font-family="body" font-size="4"><tspan x="5" y="9">One</tspan><tspan x="7" y="15">two</tspan></text>'
    nodes, findings = drawn(mini, inner)
    assert findings == []
    places = [(t.string, round(t.x, 3), t.y) for t in runs_of(nodes)]
    assert places == [("One", 5, 9), ("two", 7, 15)]


def test_runs_of_one_line_follow_each_other(mini):
    inner = '<text x="30" y="9" text-anchor="middle" font-size="4">One <tspan font-weight="bold" fill="red">two</tspan> three</text>'
    nodes, _ = drawn(mini, inner)
    runs = list(runs_of(nodes))
    assert words(nodes).replace(" ", "") == "Onetwothree"
    assert [t.fill.hex for t in runs if "two" in t.string] == ["#ff0000"]
    left, right = runs[0].x, runs[-1].x + runs[-1].width
    assert (left + right) / 2 == pytest.approx(30, abs=0.01)


def test_bound_words_take_the_place_of_the_first_tspan(mini):
    inner = '<text pnp:text="item.name" style="font-size:9px"><tspan x="5" y="9" style="font-size:4px;fill:#0f0">x</tspan></text>'
    nodes, _ = drawn(mini, inner, SCOPE)
    (run,) = runs_of(nodes)
    assert (run.string, run.x, run.y, run.fill.hex) == ("Dawn", 5, 9, "#00ff00")


def test_bound_words_look_as_tspans_in_tspans_do(mini):
    """As LibreOffice nests them: the paragraph, the line, the run."""
    inner = '<tspan><tspan x="5" y="9"><tspan font-size="4" fill="#0f0">x</tspan></tspan></tspan>'
    nodes, _ = drawn(mini, f'<text pnp:text="item.name" font-size="9">\n {inner}</text>', SCOPE)
    (run,) = runs_of(nodes)
    plain, _ = drawn(mini, '<text font-size="4" x="5" y="9" fill="#0f0">Dawn</text>', SCOPE)
    assert [(run.string, run.x, run.y, run.size, run.fill.hex)] == [
        (one.string, one.x, one.y, one.size, one.fill.hex) for one in runs_of(plain)
    ]


@pytest.mark.parametrize(
    ("given", "inner", "place"),
    [
        ('x="1" y="2"', '<tspan x="5" y="9">x</tspan>', (5, 9)),
        ('x="1" y="2"', '<tspan x="5" y="9">x<tspan x="7">y</tspan></tspan>', (5, 9)),
        ('x="1" y="2"', 'a <tspan x="5" y="9">x</tspan>', (1, 2)),
        ('x="1" y="2"', "<tspan>x</tspan>", (1, 2)),
        ('pnp:x="7" x="5" y="9"', '<tspan x="5" y="9">x</tspan>', (7, 9)),
    ],
)
def test_bound_words_stand_where_the_sample_stood_unless_their_place_is_bound(mini, given, inner, place):
    nodes, _ = drawn(mini, f'<text pnp:text="item.name" font-size="4" {given}>{inner}</text>', SCOPE)
    (run,) = runs_of(nodes)
    assert (run.x, run.y) == place


def test_words_under_scale_are_set_at_their_size_on_paper(mini):
    once = next(runs_of(drawn(mini, '<text x="5" y="9" font-size="4">A</text>')[0]))
    twice = next(
        runs_of(drawn(mini, '<g transform="translate(1 1) scale(2)"><text x="5" y="9" font-size="2">A</text></g>')[0])
    )
    assert (twice.size, twice.x, twice.y) == (once.size, 11, 19)


def test_turned_words_stand_in_a_group(mini):
    nodes, _ = drawn(mini, '<text x="5" y="0" font-size="4" transform="translate(30 30) rotate(90)">A</text>')
    (group,) = nodes
    assert group.matrix == pytest.approx((0, 1, -1, 0, 30, 30))
    assert next(runs_of(nodes)).x == 5


@pytest.mark.parametrize(
    ("place", "said"), [(1, 'text-anchor="end"'), (1, "text-align:right"), (0.5, "text-align:center"), (0, "")]
)
def test_inkscapes_frame_is_a_box(mini, place, said):
    """Where its lines stand, `text-anchor` says, or `text-align`."""
    css, attribute = (said, "") if ":" in said else ("", said)
    inner = (
        '<defs><rect id="r" x="5" y="40" width="20" height="30"/></defs>'
        f'<text xml:space="preserve" pnp:text="item.name" style="font-size:4px;shape-inside:url(#r);{css}" {attribute}>'
        '<tspan x="0" y="0">sample</tspan></text>'
    )
    nodes, findings = drawn(mini, inner, SCOPE)
    assert findings == []
    (run,) = runs_of(nodes)
    assert run.x + run.width * place == pytest.approx(5 + 20 * place, abs=0.01)
    assert 40 < run.y < 46


@pytest.mark.parametrize(
    "round_", ['<circle id="r" cx="30" cy="40" r="10"/>', '<ellipse id="r" cx="30" cy="40" rx="10" ry="4"/>']
)
def test_words_in_a_round_frame_keep_within_it(mini, round_):
    words = '<text pnp:text="item.name" style="font-size:3px;shape-inside:url(#r)" text-anchor="middle"/>'
    nodes, findings = drawn(mini, f"<defs>{round_}</defs>{words}", {"item": {"name": "A moon"}})
    assert findings == []
    (run,) = runs_of(nodes)
    assert run.x + run.width / 2 == pytest.approx(30, abs=0.01)
    assert 32.9 < run.y < 40


def test_a_frame_that_is_none_is_told(mini):
    inner = '<path id="r" d="M0 0H9V9Z"/><text pnp:text="item.name" style="font-size:3px;shape-inside:url(#r)"/>'
    _, findings = drawn(mini, inner, {"item": {"name": "A"}})
    assert [(f.code, f.hint) for f in findings] == [("T012", "write `pnp:box`")]


def test_too_wide_is_told_and_shrink_helps(mini):
    long = {"item": {"name": "A name that is far too long for its place"}}
    _, findings = drawn(mini, '<text pnp:text="item.name" pnp:width="20" x="5" y="9" font-size="4"/>', long)
    assert [f.code for f in findings] == ["F010"]
    nodes, findings = drawn(
        mini, '<text pnp:text="item.name" pnp:fit="shrink" pnp:width="45" x="5" y="9" font-size="4"/>', long
    )
    assert findings == []
    assert sum(t.width for t in runs_of(nodes)) <= 45.01


def test_markup_is_understood_in_bound_words_only(mini, game):
    scope = {"item": {"name": "**x** {sun}"}}
    nodes, _ = drawn(mini, '<text pnp:text="item.name" x="5" y="9" font-size="4"/>', scope, game=game)
    assert words(nodes) == "x sun"
    assert list(keys(nodes)) == ["icon:sun:#d98e04"]
    nodes, _ = drawn(mini, '<text x="5" y="9" font-size="4">{sun}</text>', scope, game=game)
    assert words(nodes) == "{sun}"


def test_icons_in_light_words_take_their_colour(mini, game):
    scope = {"item": {"name": "{sun}"}}
    inner = '<text pnp:text="item.name" x="5" y="9" font-size="4" fill="{}"/>'
    found = [list(keys(drawn(mini, inner.format(fill), scope, game=game)[0])) for fill in ("#ffffff", "#222222")]
    assert found == [["icon:sun:#ffffff"], ["icon:sun:#d98e04"]]


# ---- pages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "code"),
    [
        ('width="63mm" height="88mm" viewBox="0 0 63 88"', None),
        ('width="6.3cm" height="88mm" viewBox="0 0 630 880"', None),
        ('width="63" height="88"', None),
        ('width="63"', "T011"),
        ('width="238.11px" height="332.6" viewBox="0 0 238.11 332.6"', None),
        ('viewBox="0 0 63 88"', "T011"),
        ('width="63mm" height="88mm" viewBox="0 0 63"', "T012"),
    ],
)
def test_pages_are_in_millimetres(mini, size, code):
    head = HEAD.split("width=")[0] + size + ">"
    _, layout = compiled(mini, svg("", head))
    assert [f.code for f in layout.findings] == ([code] if code else [])


def test_user_units_need_not_be_millimetres(mini):
    head = HEAD.split("width=")[0] + 'width="63mm" height="88mm" viewBox="0 0 630 880">'
    nodes, _ = drawn(mini, '<rect width="20" height="10"/>', head=head)
    assert first(nodes)[0] == "path M0 0 L2 0 L2 1 L0 1 Z"


def test_a_page_of_another_size_is_told(mini, game):
    owner = values.replace(game.sets["card"], size="poker-us")
    _, findings = draw_face(Studio(mini), game, owner, owner.items[0], "front", "en")
    (finding,) = [f for f in findings if f.code == "T014"]
    assert "63 x 88 mm" in finding.message
    assert "63.5 x 88.9 mm" in finding.message


@pytest.mark.parametrize(("said", "codes"), [
    ('width="238" height="332.59843" viewBox="0 0 238 333"', []), ('width="63" height="88" viewBox="0 0 63 88"', []),
    ('width="744" height="1039" viewBox="0 0 744 1039"', []), ('width="744px" height="1039"', []), ('width="100%" height="100%" viewBox="0 0 744 1039"', []),
    ('width="750" height="1039" viewBox="0 0 750 1039"', ["T011"]), ('viewBox="0 0 750 1039"', ["T011"]),
    ('width="815" height="1110" viewBox="0 0 815 1110"', []), ('viewBox="0 0 195.59 266.46"', []),
    ('width="69mm" height="94mm" viewBox="0 0 69 94"', []), ('width="68.66mm" height="93.66mm" viewBox="0 0 9 12"', []),
    ('width="69mm" height="95mm" viewBox="0 0 69 95"', ["T014"]),
])  # fmt: skip
def test_a_page_in_pixels_is_taken_where_it_has_the_proportions_of_the_piece(mini_copy, said, codes):
    path = mini_copy.root / "layouts" / "mini" / "card.svg"
    path.write_text(path.read_text().replace('width="63mm" height="88mm" viewBox="0 0 63 88"', said))
    game = read_game(mini_copy, "mini")[0]
    owner = game.sets["card"]
    _, findings = draw_face(Studio(mini_copy), game, owner, owner.items[0], "front", "en")
    told = [f for f in findings if f.code in ("T011", "T014")]
    assert [f.code for f in told] == codes
    assert all('width="63mm" height="88mm"' in f.hint or "the page 63 x 88 mm" in f.hint for f in told)


def test_a_page_with_bleed_is_painted_so_far_beyond_its_piece(mini_copy):
    page = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 940"><rect width="100%" height="100%"/></svg>'
    (mini_copy.root / "layouts" / "mini" / "card.svg").write_text(page)
    game = read_game(mini_copy, "mini")[0]
    owner = game.sets["card"]
    face, _ = draw_face(Studio(mini_copy), game, owner, owner.items[0], "front", "en")
    assert painted(face.nodes) == (-3, -3, 66, 91)


def test_the_readme_tells_of_every_attribute_of_ours_and_where_it_may_stand():
    text = (ROOT / "layouts" / "README.md").read_text()
    rows = dict(re.findall(r"^\| `pnp:([a-z-]+)=.*? \| (.*?) \|", text, re.MULTILINE))
    told = set(re.findall(r"pnp:([a-z-]+)", text))
    assert rows.keys() <= OURS.keys() <= told, "layouts/README.md: the table at the top has a row for each of `OURS`"
    elsewhere = {name: on for name, on in rows.items() if not on.strip("`").startswith(OURS[name].on or "any")}
    assert elsewhere == {}, "layouts/README.md: the second column is `on` of the row in `OURS`, or `any`"
