"""The schemas for editors: every file that reads well satisfies its own, every slip of form does not."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator

from generator.commands.new import KINDS, STARTER
from generator.data.build import read_game
from generator.data.reading.load import load_file
from generator.data.schema.json_schema import DIALECT, NAMES, as_json, first_line, game_schemas, schema_of
from generator.pipeline import check_all
from generator.project import Project
from tests.conftest import ROOT
from tests.engine_kit import spoil

PROJECTS = {"bundled": ROOT, "mini": ROOT / "tests" / "mini"} | {f"starter {k}": STARTER / k for k in KINDS}
FILES = [
    pytest.param(project, path, id=f"{project}/{path.parent.name}/{path.name}")
    for project, root in PROJECTS.items()
    for path in sorted((root / "components").glob("*/*.yaml"))
]


def plain(data):
    """The data as an editor sees it: keys are words."""
    if isinstance(data, dict):
        return {str(k): plain(v) for k, v in data.items()}
    return [plain(v) for v in data] if isinstance(data, list) else data


def read(path):
    document, findings = load_file(path, path.name)
    assert findings == []
    return plain(document.data)


def kind_of(path):
    return path.stem if path.stem in NAMES else "set"


def faults(schema, data):
    return [
        f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in Draft202012Validator(schema).iter_errors(data)
    ]


@pytest.mark.some(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_schema(name):
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == DIALECT
    assert json.loads(as_json(schema)) == schema
    assert as_json(schema) == as_json(schema_of(name))


@pytest.mark.parametrize(("project", "path"), FILES)
def test_every_file_satisfies_its_schema(project, path):
    assert faults(schema_of(kind_of(path)), read(path)) == []


GAMES = [(root, name) for root in PROJECTS.values() for name in Project(root).games()]


@pytest.mark.some(0, 3, 6)
@pytest.mark.parametrize(("root", "name"), GAMES, ids=[name for _, name in GAMES])
def test_every_set_satisfies_the_schema_of_its_game(root, name):
    game, _ = read_game(Project(root), name)
    schemas = game_schemas(game)
    for folder in game.folders:
        for path in sorted((root / "components" / folder).glob("*.yaml")):
            if kind_of(path) == "set":
                data = read(path)
                assert faults(schemas[data.get("id") or data["adds"]], data) == []


def test_every_key_says_what_it_means():
    for name in NAMES:
        schema = schema_of(name)
        models = [schema, *schema.get("$defs", {}).values()]
        silent = [k for m in models for k, v in m.get("properties", {}).items() if not v.get("description")]
        assert silent == []


def set_at(data, path, value):
    for step in path[:-1]:
        data = data[step]
    if value is ...:
        del data[path[-1]]
    else:
        data[path[-1]] = value


SLIPS = [
    ("cards.yaml", ["knid"], "card"),
    ("cards.yaml", ["kind"], "crad"),
    ("cards.yaml", ["kind"], ...),
    ("cards.yaml", ["id"], "Iron Legion"),
    ("cards.yaml", ["expect"], [3]),
    ("cards.yaml", ["items", 0, "id"], ...),
    ("cards.yaml", ["items", 0, "count"], 1.5),
    ("cards.yaml", ["name"], 12),
    ("cards.yaml", ["fields"], ["Na me"]),
    ("chips.yaml", ["use", 0, "waht"], "x"),
    ("game.yaml", ["players"], [2]),
    ("game.yaml", ["players"], "2+"),
    ("game.yaml", ["languages"], 3),
    ("game.yaml", ["titel"], "x"),
    ("game.yaml", ["terms", "suit", "members", "sun", "color"], "#red"),
    ("game.yaml", ["terms", "suit", "members", "Sun"], {"name": "x"}),
    ("game.yaml", ["parameters", "rounds", "value"], ...),
    ("game.yaml", ["questions", 0, "reason"], ...),
    ("rules.yaml", ["sections", 0, "rules", 0, "id"], "deal"),
    ("rules.yaml", ["sections", 0, "rules", 0, "kind"], "exampel"),
    ("setup.yaml", ["steps", 0, "do"], "steal"),
    ("setup.yaml", ["zones"], "deck"),
]


@pytest.mark.parametrize(("file", "path", "value"), SLIPS, ids=lambda v: str(v)[:40])
def test_a_slip_of_form_is_underlined(mini, file, path, value):
    data = read(mini.components / "mini" / file)
    set_at(data, path, value)
    assert faults(schema_of(kind_of(mini.components / "mini" / file)), data)


SLIPS_OF_ITEMS = [
    ("suit", "mono"),
    ("siut", "sun"),
    ("suit", ...),
    ("name", {"ja": "夜明け"}),
    ("name", {"ja": "夜明け", "en": "Dawn", "fr": "Aube"}),
    ("rule", "play.gian"),
    ("effects", [{"gian": {"what": "sun", "amount": 1}}]),
    ("effects", [{"gain": {"what": "sun"}}]),
    ("effects", [{"gain": {"what": "mono", "amount": 1}}]),
    ("effects", [{"gain": {"what": "sun", "amount": 1, "when": "later"}}]),
    ("effects", ["gain"]),
]


@pytest.mark.some(0)
@pytest.mark.parametrize(("field", "value"), SLIPS_OF_ITEMS, ids=str)
def test_a_slip_in_an_item_is_underlined_by_the_schema_of_the_game(mini, field, value):
    game, _ = read_game(mini, "mini")
    data = read(mini.components / "mini" / "cards.yaml")
    assert faults(game_schemas(game)["card"], data) == []
    set_at(data, ["items", 0, field], value)
    assert faults(game_schemas(game)["card"], data)


def test_a_name_is_taken_for_the_id_of_a_term(mini):
    data = read(mini.components / "mini" / "cards.yaml")
    set_at(data, ["items", 0, "suit"], "月")
    assert faults(game_schemas(read_game(mini, "mini")[0])["card"], data) == []


@pytest.mark.parametrize("art", ["fox.png", "fox.JPG", "fox.webp", "fox.gif", "deck.svg#queen"])
def test_every_kind_of_picture_is_one_in_an_editor_too(mini_copy, art):
    spoil(mini_copy, [("cards.yaml", "fields:\n", "fields:\n  art: image?\n")])
    schema = game_schemas(read_game(mini_copy, "mini")[0])["card"]
    data = read(mini_copy.components / "mini" / "cards.yaml")
    set_at(data, ["items", 0, "art"], art)
    assert faults(schema, data) == []


def test_the_first_line_leads_to_the_schema(pnp, tmp_path):
    assert pnp("new", "isle").returncode == 0
    project = tmp_path / "isle"
    files = sorted((project / "components").glob("*/*.yaml"))
    assert files
    for path in files:
        line = path.read_text(encoding="utf-8").split("\n")[0]
        assert line == first_line(kind_of(path))
        schema = path.parent / line.partition("$schema=")[2]
        assert json.loads(schema.read_text(encoding="utf-8")) == schema_of(kind_of(path))


@pytest.mark.slow
def test_the_schemas_of_a_game_are_written(pnp, mini_copy):
    done = pnp("-C", mini_copy.root, "schema", "--write", "--game", "mini")
    assert done.returncode == 0
    folder = mini_copy.components / ".schema"
    written = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.json"))
    assert written == sorted([*(f"{n}.json" for n in NAMES), "mini/card.json", "mini/chip.json", "mini/tile.json"])
    assert re.search(r"\bcards.yaml +# yaml-language-server: \$schema=../.schema/mini/card.json\n", done.stdout)
    assert pnp("-C", mini_copy.root, "check").returncode == 0


@pytest.mark.slow
def test_schemas_that_are_out_of_date_are_told(pnp, mini_copy):
    def told():
        return [(f.mark.file, f.message) for f in check_all(mini_copy, "mini") if f.code == "X020"]

    assert told() == []
    assert pnp("-C", mini_copy.root, "schema", "--write").returncode == 0
    assert told() == []
    assert pnp("-C", mini_copy.root, "schema", "--write", "--game", "mini").returncode == 0
    assert told() == []
    path = mini_copy.components / "mini" / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("  rule: rule?", "  rule: rule?\n  cost: integer?"), encoding="utf-8")
    assert told() == [("components/.schema/mini/card.json", "`mini/card`: written for other data, or missing")]
    (mini_copy.components / ".schema" / "mini" / "chip.json").unlink()
    (mini_copy.components / ".schema" / "rules.json").write_text('{"$comment": "pnp 0.0.1"}', encoding="utf-8")
    assert [m for _, m in told()] == ["`rules`, `mini/card`, `mini/chip`: written for other data, or missing"]
    done = pnp("-C", mini_copy.root, "check", "--notes")
    assert (done.returncode, "hint: run `pnp schema --write --game mini`" in done.stdout) == (0, True)
    path.write_text(text, encoding="utf-8")
    assert pnp("-C", mini_copy.root, "schema", "--write", "--game", "mini").returncode == 0
    assert told() == []


def test_one_schema_is_printed(pnp, mini):
    assert json.loads(pnp("schema", "rules").stdout) == schema_of("rules")
    assert "mini: card" in pnp("-C", mini.root, "schema", "card", "--game", "mini").stdout
    wrong = pnp("schema", "rule")
    assert (wrong.returncode, "did you mean `rules`?" in wrong.stderr) == (2, True)
    assert pnp("schema").returncode == 2
