"""Files -> Game: what the mini game becomes, field kinds, formulas, pictures; no broken file breaks the reader."""

from __future__ import annotations

import random

import pytest

from generator.data.build import read_game
from generator.data.model import FieldKind, Game
from generator.data.schema.json_schema import NAMES, schema_of
from generator.data.schema.values import parse_kind
from generator.diagnostics.codes import CODES
from generator.diagnostics.findings import Mark, in_order
from generator.project import Project
from tests.engine_kit import check_game
from tests.test_data_mistakes import findings_of, place, spoil


@pytest.fixture(scope="module")
def game(mini):
    found, findings = read_game(mini, "mini")
    assert findings == []
    return found


def test_what_the_game_says_of_itself(game):
    assert (game.id, game.players, game.languages) == ("mini", (2, 4), ("ja", "en"))
    assert game.version.words == {"ja": "第1版", "en": "draft 1"}
    assert game.title.words == {"ja": "昼と夜", "en": "Day and Night"}
    assert game.folder == "components/mini"
    assert game.authors == ("The tests",)
    assert game.unread == frozenset()


def test_sets_stand_in_the_order_of_their_numbers(mini_copy):
    """`card-2` is behind `card`, and before `card-10`, though its file is called otherwise."""
    where = mini_copy.components / "mini"
    for n in (10, 2):
        words = (where / "chips.yaml").read_text().replace("id: chip", f"id: chip-{n}", 1)
        (where / f"chips-{n}.yaml").write_text(words)
    found, _ = read_game(mini_copy, "mini", lenient=True)
    assert [name for name in found.sets if name.startswith("chip")] == ["chip", "chip-2", "chip-10"]


def test_parameters_are_worked_out(game):
    assert {k: p.value for k, p in game.parameters.items()} == {"rounds": 3, "hand-size": 1, "turns": 12}
    assert game.parameters["hand-size"].by_players == {2: 3, 3: 2, 4: 1}
    assert game.parameters["turns"].by_players == {2: 6, 3: 9, 4: 12}
    assert game.parameters["rounds"].by_players == {}


def test_terms_belong_to_their_kind(game):
    assert list(game.kinds) == ["suit"]
    assert [(t.id, t.icon, t.color, t.values) for t in game.kinds["suit"].members] == [
        ("sun", "sun", "#d98e04", {"worth": 2}),
        ("moon", "moon", "#3b5b92", {"worth": 1}),
    ]
    assert game.terms["sun"].mark == Mark("components/mini/game.yaml", 21, 7, 3)


def test_sets_count_their_pieces(game):
    found = {s.id: (s.pieces, s.expect, s.count_open, s.assume, s.printed) for s in game.sets.values()}
    assert found == {
        "card": (6, 6, False, None, True),
        "chip": (None, None, True, 6, True),
        "tile": (3, 3, False, None, True),
    }


EMPTY = [("items: []", {}, "empty.yaml:4:8"), ("", {}, "empty.yaml:1:5")]
EMPTY += [
    ("from: x.csv", {"x.csv": "id\n\n"}, "x.csv:1:1"),
    ("from: x.csv\nitems: [{id: one}]", {"x.csv": "id"}, "x.csv:1:1"),
]


@pytest.mark.parametrize(("words", "more", "at"), EMPTY)
def test_a_set_or_table_with_nothing_in_it_is_told(mini_copy, words, more, at):
    spoil(mini_copy, [("empty.yaml", None, f"id: empty\nname: None\nkind: token\n{words}\n")])
    spoil(mini_copy, [(name, None, text) for name, text in more.items()])
    found = [
        f"{f.mark.file}:{f.mark.line}:{f.mark.column}" for f in read_game(mini_copy, "mini")[1] if f.code == "D019"
    ]
    assert [place.removeprefix("components/mini/") for place in found] == [at]


def test_items_have_their_fields_and_their_places(game):
    dawn, dusk, _ = game.sets["card"].items
    assert (dawn.id, dawn.count, dawn.values["suit"]) == ("dawn", 2, "sun")
    assert dawn.values["name"].words == {"ja": "夜明け", "en": "Dawn"}
    assert dawn.values["name"].marks["en"] == Mark("components/mini/cards.yaml", 18, 25, 4)
    assert dawn.marks["suit"] == Mark("components/mini/cards.yaml", 22, 11, 3)
    assert dawn.marks["count"] == Mark("components/mini/cards.yaml", 17, 12, 1)
    gain, shuffle = dusk.values["effects"]
    assert (gain.verb, gain.arguments, gain.marks["amount"].line) == ("gain", {"what": "moon", "amount": 2}, 38)
    assert (shuffle.verb, shuffle.arguments) == ("shuffle", {})
    assert "rule" not in dusk.values


def test_lists_have_a_place_for_every_member(game):
    mixed = game.sets["tile"].items[0]
    assert mixed.values["cells"] == ("sun", "moon", "sun")
    assert [mixed.marks[f"cells.{i}"].column for i in range(3)] == [35, 40, 46]


def test_rules_are_numbered(game):
    assert {r.id: r.number for r in game.rules.values()} == {
        "setup.deal": "1.1",
        "play.turn": "2.1",
        "play.gain": "2.1.1",
        "play.example": "",
        "play.end": "2.2",
    }
    assert [s.number for s in game.sections] == ["1", "2"]


def test_setup_counts_for_every_number_of_players(game):
    counts = {s.id: s.counts for s in game.setup.steps}
    assert counts == {
        "shuffle-cards": {2: None, 3: None, 4: None},
        "deal-hands": {2: 3, 3: 2, 4: 1},
        "lay-tiles": {2: 1, 3: 2, 4: None},
        "first-suns": {2: 1, 3: 1, 4: 1},
    }
    assert [s.per_player for s in game.setup.steps] == [False, True, False, True]


def test_sources_hold_every_file(game):
    assert list(game.sources) == [
        f"components/mini/{n}.yaml" for n in ("cards", "chips", "game", "rules", "setup", "tiles")
    ]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("text", FieldKind("text")),
        ("integer?", FieldKind("integer", optional=True)),
        ("term terrain", FieldKind("term", "terrain")),
        ("item skill ?", FieldKind("item", "skill", optional=True)),
        ("one of [a, b-c]", FieldKind("one of", choices=("a", "b-c"))),
        ("list of term terrain", FieldKind("list", of=FieldKind("term", "terrain"))),
        ("map of integer by term food?", FieldKind("map", "food", of=FieldKind("integer"), optional=True)),
        ("one of ['a', \"b c\", d's]", FieldKind("one of", choices=("a", "b c", "d's"))),
        ("list of one of [a, b]", FieldKind("list", of=FieldKind("one of", choices=("a", "b")))),
        ("term", None),
        ("list of", None),
        ("list of list of word", None),
        ("one of []", None),
        ("map of integer", None),
        ("texts", None),
        ("", None),
    ],
)
def test_kinds_are_read(source, kind):
    assert parse_kind(source) == kind


UNDRAWN = ("R033", "R037")
"""Told because no template draws the field, nor the picture, that a row adds."""

KINDS = [
    ("word", "plain", []),
    ("word", "12", ["D003"]),
    ("integer", "3", []),
    ("integer", "3.5", ["D003"]),
    ("integer", "true", ["D003"]),
    ("number", "3.5", []),
    ("number", "three", ["D003"]),
    ("flag", "true", []),
    ("flag", "yes", ["D003"]),
    ("color", '"#0a0B0c"', []),
    ("color", "red", []),
    ("color", "dark red", []),
    ("color", "oklch(0.7 0.1 20)", []),
    ("color", "color(srgb 1 .5 0)", []),
    ("color", "oklch(0.7 0.1 20 / .5)", ["D010"]),
    ("color", "oklch(0.7 0.1)", ["D010"]),
    ("color", "reddish", ["D010"]),
    ("color", "#ffffff", ["D002"]),
    ("text", "words", []),
    ("text", "[a]", ["D003"]),
    ("text", "{ja: a}", ["D007"]),
    ("one of [a, b]", "a", []),
    ("one of [a, b]", "c", ["D011"]),
    ("list of one of [a, b]", "[a, c]", ["D011"]),
    ("one of [1, 2]", "2", []),
    ("rule", "play.turn", []),
    ("rule", "play.trun", ["R005"]),
    ("item tile", "night", []),
    ("item tile", "nihgt", ["R004"]),
    ("item chip", "1", ["R004"]),
    ("item tiel", "night", ["R003"]),
    ("term suit", "moon", []),
    ("term suit", "moo", ["R001"]),
    ("list of integer", "[1, 2]", []),
    ("list of integer", "[1, x, y]", ["D003", "D003"]),
    ("list of integer", "1", ["D003"]),
    ("map of integer by term suit", "{sun: 1}", []),
    ("map of integer by term suit", "{sin: 1}", ["R001"]),
    ("map of integer by term suit", "{sun: x}", ["D003"]),
    ("map of integer by term suit", "[1]", ["D003"]),
    ("image", "art/farm.png", []),
    ("image", "own.svg", []),
    ("image", '"own.svg#fox"', []),
    ("image", '"own.svg#svgView(viewBox(0 0 9 9))"', []),
    ("image", '"my #2.svg#fox"', []),
    ("image", '"none.svg#fox"', ["D014"]),
    ("image", '"art/farm.png#1"', ["D014"]),
    ("image", '"art/a#1.png"', []),
    ("image", "art/none.png", ["D014"]),
    ("image", "art/farm.psd", ["D014"]),
    ("image", "../../../outside.png", ["D014"]),
    ("image", "art/link.png", ["D014"]),
    ("image", "/etc/hostname.png", ["D014"]),
    ("image", "3", ["D003"]),
    ("effects", "[shuffle]", []),
    ("effects", "[{shuffle: {}}, {gain: {what: sun, amount: 1}}]", []),
    ("effects", "[{gain: 3}]", ["D003"]),
    ("effects", "[{gain: {what: sun, amount: 1}, shuffle: {}}]", ["D003"]),
]


@pytest.mark.parametrize(("kind", "value", "codes"), KINDS)
def test_a_value_is_of_its_kind_or_told(mini_copy, tmp_path, kind, value, codes):
    item = f"  - id: night\n    cells: [moon]\n    extra: {value}\n"
    art = mini_copy.components / "mini" / "art"
    art.mkdir()
    (art / "farm.png").touch()
    (art / "farm.psd").touch()
    (art / "a#1.png").touch()
    for name in ("own.svg", "my #2.svg"):
        (mini_copy.layouts / "mini" / name).touch()
    (tmp_path / "outside.png").touch()
    (art / "link.png").symlink_to(tmp_path / "outside.png")
    spoil(
        mini_copy,
        [
            ("tiles.yaml", "fields:\n", f'fields:\n  extra: "{kind}"\n'),
            ("tiles.yaml", "  - {id: night, cells: [moon, moon, moon]}\n", item),
            ("tiles.yaml", "  - {id: mixed, count: 2, cells: [sun, moon, sun]}\n", ""),
            ("tiles.yaml", "expect: 3", "expect: 1"),
            ("setup.yaml", "    where: \"item.id != 'night'\"\n    count: {2: 1, 3: 2, 4: all}\n", ""),
        ],
    )
    told = [f for f in findings_of(mini_copy) if f.code not in UNDRAWN]
    assert [f.code for f in told] == codes
    assert all("a choice of `extra`" in f.message for f in told if f.code == "D011")


def test_ids_of_items_may_be_numbers_and_begin_with_one(mini_copy):
    spoil(mini_copy, [("tiles.yaml", "{id: mixed,", "{id: 1,"), ("tiles.yaml", "- {id: night,", "- {id: 2nd-night,")])
    spoil(mini_copy, [("setup.yaml", "item.id != 'night'", "item.id != '2nd-night'")])
    spoil(mini_copy, [("rules.yaml", "count {@chip}", "count {@chip}, {@tile/1} and {@tile/2nd-night}")])
    spoil(mini_copy, [("rules.yaml", "{@chip}を数える", "{@chip}と{@tile/1}と{@tile/2nd-night}を数える")])
    found = {f.message for f in findings_of(mini_copy)}
    assert found == {
        f"the item `{name}` of the set `tile` has no name, so nothing is printed" for name in ("1", "2nd-night")
    }


FORMULAS = [
    ("2 + 1", []),
    ("rounds", []),
    ("hand_size + 2", []),
    ("players - 1", []),
    ("pieces['card'] // 2", []),
    ("1.5 per suit", []),
    ("rounds per suit", ["D020"]),
    ("pieces['crad']", ["D006"]),
    ("pieces['tile']", []),
    ("rounds per siut", ["D006"]),
    ("7 / 2", ["D009"]),
    ("0 - 1", ["D009"]),
    ("'x'", ["D006"]),
    ("item.cost", ["D006"]),
    ("9**9**9", ["D006"]),
    ("1e308 per suit", ["D009"]),
]


@pytest.mark.parametrize(("formula", "codes"), FORMULAS)
def test_formulas_of_promises(mini_copy, formula, codes):
    spoil(mini_copy, [("tiles.yaml", "expect: 3", f'expect: "{formula}"')])
    assert [f.code for f in findings_of(mini_copy)] == codes


@pytest.mark.parametrize(("words", "key", "value"), [
    ("players: 2-4", "players", (2, 4)), ("players: 2 to 5", "players", (2, 5)), ("players: 1", "players", (1, 1)),
    ("players: 2～4人", "players", (2, 4)), ("version: 0.10", "version", "0.10"),
    ("version: draft 3", "version", "draft 3"),
    ("version: 2", "version", "2"), ("title: 1830", "title", "1830"), ("languages: en", "languages", ("en",)),
    ("language: en", "languages", ("en",)), ("designer: Tom", "title", "G"),
    ("min-age: 8\npublisher: Me", "title", "G"),
])  # fmt: skip
def test_a_game_is_read_as_people_write_it(tmp_path, words, key, value):
    head = {
        "title": "title: G",
        "version": "version: one",
        "players": "players: [2, 4]",
        "languages": "languages: [en]",
    }
    said = {
        line.partition(":")[0].replace("language", "languages").replace("ss", "s"): line for line in words.split("\n")
    }
    (tmp_path / "components" / "g").mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (tmp_path / "components" / "g" / "game.yaml").write_text("\n".join({**head, **said}.values()), encoding="utf-8")
    found, findings = read_game(Project(tmp_path), "g")
    assert [str(f) for f in findings if f.code[0] == "D"] == []
    read = getattr(found, key)
    assert (read.words["en"] if hasattr(read, "words") else read) == value


def test_a_game_need_not_say_for_how_many_it_is(tmp_path):
    folder = tmp_path / "components" / "g"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: G\nversion: one\nlanguages: [en]\n")
    found, findings = read_game(Project(tmp_path), "g")
    assert ([str(f) for f in findings], found.is_for) == ([], False)
    (folder / "a.yaml").write_text("id: a\nname: A\nkind: card\nexpect: 2 * players\nitems: [{id: x}]\n")
    (folder / "setup.yaml").write_text("steps:\n  - {id: s, text: Deal., do: place, set: a, count: 1}\n")
    codes = {(f.code, f.mark.line) for f in read_game(Project(tmp_path), "g")[1]}
    assert {("D002", 1), ("D006", 4)} <= codes


def test_a_count_that_needs_itself_is_told_once(mini_copy):
    spoil(mini_copy, [("tiles.yaml", "count: 2", "count: \"pieces['tile']\"")])
    assert [place(f) for f in findings_of(mini_copy)] == ["tiles.yaml:11:31 D006"]


def test_items_of_a_table_are_items(mini_copy):
    spoil(
        mini_copy,
        [
            ("tiles.yaml", "items:\n", "from: more.csv\nitems:\n"),
            ("tiles.yaml", "expect: 3", "expect: 5"),
            ("more.csv", None, "id,qty,cells\ndusk,2,sun;moon;sun\n"),
        ],
    )
    game, findings = read_game(mini_copy, "mini")
    assert findings == []
    dusk = game.sets["tile"].items[2]
    assert (dusk.id, dusk.count, dusk.values["cells"]) == ("dusk", 2, ("sun", "moon", "sun"))
    assert dusk.marks["count"] == Mark("components/mini/more.csv", 2, 6, 1)
    assert check_game(mini_copy, game)[0].code == "D030"


def test_the_assumed_number_is_that_of_a_single_open_item(mini_copy):
    spoil(
        mini_copy,
        [
            ("chips.yaml", "  - {id: one, count: 4, value: 1}\n", "  - {id: one, value: 1}\n"),
            ("chips.yaml", "  - {id: five, count: 2, value: 5}\n", ""),
        ],
    )
    game, findings = read_game(mini_copy, "mini")
    assert findings == []
    assert (game.sets["chip"].items[0].count, game.sets["chip"].pieces) == (6, None)


def test_a_game_that_is_not_there_is_told(mini):
    game, findings = read_game(mini, "none")
    assert game is None
    assert [(f.code, f.mark.file) for f in findings] == [("Y001", "components/none/game.yaml")]


@pytest.mark.parametrize("name", NAMES)
def test_every_key_of_a_schema_has_its_help(name):
    schema = schema_of(name)
    forms = [form for form in (schema, *schema.get("$defs", {}).values()) if "properties" in form]
    assert len(forms) > 2
    assert all("description" in p for form in forms for p in form["properties"].values())


SIGNS = ["{", "}", "[", "]", "**", "[[", ":", "-", "#", "'", '"', "&a", "*a", "|", "null", "true", "12", "-1", "1e9"]
SIGNS += ["{a: 1}", "[1]", "。", "<<: ", "? ", "!!x ", "%", "{2: 1}", "\n", "  ", "\t", ": ", "- ", "items:\n", "\0"]


def spoilt(text, luck):
    """A text with one to four small accidents."""
    for _ in range(luck.choice([1, 1, 2, 4])):
        start = luck.randrange(len(text) + 1)
        end = min(len(text), start + luck.choice([0, 0, 1, 8]))
        text = text[:start] + luck.choice([*SIGNS, ""]) + text[end:]
    return text


def test_no_broken_file_breaks_the_reader(mini_copy):
    """Forty accidents: always findings with words and places inside their file, never an exception."""
    luck = random.Random(27)  # noqa: S311 -- accidents, not secrets
    folder = mini_copy.components / "mini"
    texts = {p: p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.yaml"))}
    for _ in range(40):
        path = luck.choice(list(texts))
        text = spoilt(texts[path], luck)
        path.write_text(text, encoding="utf-8")
        for finding in findings_of(mini_copy):
            assert finding.code in CODES
            if finding.mark.file.endswith(path.name) and finding.mark.line:
                line = text.split("\n")[finding.mark.line - 1]
                assert 1 <= finding.mark.column <= len(line) + 2
        path.write_text(texts[path], encoding="utf-8")


def test_the_same_files_give_the_same_findings_in_the_same_order(mini_copy):
    spoil(mini_copy, [("cards.yaml", "suit: moon\n", "suit: mono\n"), ("tiles.yaml", "expect: 3", "expect: 4")])
    first, second = (read_game(mini_copy, "mini") for _ in range(2))
    one, two = ([getattr(game, name) for name in Game.__struct_fields__] for game, _ in (first, second))
    assert one == two
    assert in_order(first[1]) == in_order(second[1])
