"""Every mistake that a designer can make in the YAML of a game: exactly its findings, at the right line and column.

A row spoils the mini game in one place (or a few) and says what must be told, and nothing else may be.
"""

from __future__ import annotations

from codecs import BOM_UTF8

import pytest

from generator.data.build import read_game
from generator.data.reading.text import decode
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import in_order
from generator.engine.cascades import everything
from tests.engine_kit import check_game, place, spoil


def one(name, file, old, new, *expected):
    """A row with one edit; expected places are in the same file unless they name another."""
    return pytest.param(
        [(file, old, new)], [e if ".yaml" in e or ".csv" in e else f"{file}:{e}" for e in expected], id=name
    )


def bombs():
    """Nine lists, each nine times the one before."""
    lines = [f"{new}: &{new} [{','.join(['*' + old] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    return "\n".join(["a: &a [x,x,x,x,x,x,x,x,x]", *lines, ""])


def findings_of(project, game_id="mini"):
    """All findings of a game but its open questions."""
    game, findings = read_game(project, game_id)
    if game is not None:
        findings = everything(game, findings + check_game(project, game), ())
    return [f for f in in_order(findings) if f.code != "D030"]


MISTAKES = [
    one("duplicate set key", "cards.yaml", "expect: 3 per suit\n", "expect: 3 per suit\nexpect: 6\n", "8:1 Y006"),
    one("unknown set field", "cards.yaml", "about: {ja: 二", "abuot: {ja: 二", "8:1 D001"),
    one(
        "unknown item field2",
        "cards.yaml",
        "    suit: sun\n    effects",
        "    suit: sun\n    cost: 3\n    effects",
        "23:5 D001",
    ),
    one(
        "misspelt required item field",
        "cards.yaml",
        "    suit: sun\n    effects",
        "    siut: sun\n    effects",
        "22:5 D001",
    ),
    one("missing item field", "cards.yaml", "    suit: sun\n    effects", "    effects", "16:9 D002"),
    one("wrong kind of set", "cards.yaml", "kind: card\n", "kind: crad\n", "3:7 D011"),
    one("bad expect", "cards.yaml", "expect: 3 per suit", "expect: 3 per siut", "7:15 D006"),
    one("wrong count", "cards.yaml", "    count: 2\n", "    count: 1\n", "7:9 D020"),
    one("wrong assume", "chips.yaml", "assume: 6", "assume: 7", "7:9 D020"),
    one("count words", "cards.yaml", "    count: 2\n", "    count: two\n", "17:12 D006"),
    one("count negative", "cards.yaml", "    count: 2\n", "    count: -1\n", "17:12 D009"),
    one("count decimal", "cards.yaml", "    count: 2\n", "    count: 1.5\n", "17:12 D003"),
    one("count huge", "cards.yaml", "    count: 2\n", "    count: 1000000000\n", "17:12 D009"),
    one("count 1e3", "cards.yaml", "    count: 2\n", "    count: 1e3\n", "17:12 D006"),
    one("count list", "cards.yaml", "    count: 2\n", "    count: [2]\n", "17:12 D003"),
    pytest.param(
        [("tiles.yaml", "{id: night,", "{id: night, count: 0,"), ("tiles.yaml", "expect: 3", "expect: 2")],
        ["tiles.yaml:12:24 D016"],
        id="count zero",
    ),
    one("unknown term field", "cards.yaml", "    suit: moon\n", "    suit: mono\n", "36:11 R001"),
    one("unknown term in list", "tiles.yaml", "[sun, moon, sun]", "[sun, mon, sun]", "11:40 R001"),
    one("unknown term in text", "cards.yaml", "Gain {moon:both}", "Gain {mooon:both}", "34:14 R001"),
    one("set as term", "rules.yaml", "count {@chip}", "count {chip}", "22:84 R001"),
    one(
        "unknown set in text",
        "rules.yaml",
        "After [[play.gain]], count {@chip}",
        "After [[play.gain]], count {@chips}",
        "22:84 R003",
    ),
    one("unknown set count", "rules.yaml", "Shuffle the {#card}", "Shuffle the {#crad}", "7:78 R003"),
    one(
        "count of no piece",
        "rules.yaml",
        '枚ずつ配る。", en: "Shuffle the {#card}',
        '枚ずつ{#card suit=snu}配る。", en: "Shuffle {#card suit=snu} the {#card}',
        "7:55 R004",
        "7:90 R004",
    ),
    one("unknown rule in text", "cards.yaml", "See [[play.gain]]", "See [[play.gian]]", "42:77 R005"),
    one(
        "unknown argument",
        "cards.yaml",
        "what: sun, amount: 1, when: now",
        "what: sun, amount: 1, wehn: now",
        "24:38 R009",
    ),
    one("argument kind", "cards.yaml", "{what: moon, amount: 2}", "{what: moon, amount: two}", "38:36 D003"),
    one("argument choice", "cards.yaml", "when: now", "when: later", "24:44 D011"),
    one("argument term", "cards.yaml", "{what: moon, amount: 2}", "{what: mono, amount: 2}", "38:22 R001"),
    one("effect shape", "cards.yaml", "      - shuffle", "      - [shuffle]", "39:9 D003"),
    one(
        "effects shape",
        "cards.yaml",
        "    effects:\n      - gain: {what: moon, amount: 2}\n      - shuffle",
        "    effects: shuffle",
        "37:14 D003",
    ),
    one("unknown field kind", "cards.yaml", "  suit: term suit", "  suit: terms suit", "12:9 D012"),
    one("text is number", "cards.yaml", "name: {ja: 真昼, en: Noon}", "name: 12", "41:11 D003"),
    one("text lacks language", "cards.yaml", "name: {ja: 真昼, en: Noon}", "name: {ja: 真昼}", "41:16 D007"),
    one(
        "text other language",
        "cards.yaml",
        "name: {ja: 真昼, en: Noon}",
        "name: {ja: 真昼, en: Noon, fr: Midi}",
        "41:30 D008",
    ),
    one("text is brace mapping", "cards.yaml", "name: {ja: 真昼, en: Noon}", "name: {sun}", "41:11 D003"),
    one("one language is number", "cards.yaml", "name: {ja: 真昼, en: Noon}", "name: {ja: 真昼, en: 12}", "41:24 D003"),
    one("unquoted braces", "rules.yaml", 'en: "Play {=rounds} rounds."', "en: Play {=rounds} rounds.", "13:49 Y005"),
    one("markup unclosed", "cards.yaml", "Gain {moon:both}.", "Gain {moon:both.", "34:14 R020"),
    one("markup form", "cards.yaml", "Gain {moon:both}.", "Gain {moon:bth}.", "34:14 R020"),
    one("markup brackets", "cards.yaml", "See [[play.gain]]", "See [[play.gain]", "42:77 R020"),
    one("markup stray", "cards.yaml", "Dusk is quiet.", "Dusk is} quiet.", "35:16 R020"),
    one(
        "duplicate term",
        "game.yaml",
        "verbs:\n",
        "  time:\n    name: {ja: 時, en: time}\n    members:\n      moon: {name: x}\nverbs:\n",
        "38:7 D005",
    ),
    one("duplicate set", "chips.yaml", "id: chip\n", "id: card\n", "1:5 D005"),
    one("duplicate rule", "rules.yaml", "id: play.example", "id: play.gain", "18:17 D005"),
    one("duplicate step", "setup.yaml", "id: deal-hands", "id: shuffle-cards", "11:9 D005"),
    one("bad term id", "game.yaml", "      moon:\n", "      Moon:\n", "28:7 D004"),
    one("rule in wrong section", "rules.yaml", "id: play.end", "id: setup.end", "21:13 D004"),
    one("colour comment", "game.yaml", 'color: "#3b5b92"', "color: #3b5b92", "31:15 D003"),
    one("players single", "game.yaml", "players: [2, 4]", "players: 4+", "4:10 D003"),
    one("parameter players", "game.yaml", "{2: 3, 3: 2, 4: 1}", "{2: 3, 4: 1}", "13:12 D015"),
    one("parameter players extra", "game.yaml", "{2: 3, 3: 2, 4: 1}", "{2: 3, 3: 2, 4: 1, 5: 1}", "13:31 D015"),
    one("parameter formula", "game.yaml", "value: rounds * players", "value: ronds * players", "15:46 D006"),
    one(
        "parameter missing value",
        "game.yaml",
        "{name: {ja: ラウンド数, en: rounds}, value: 3}",
        "{name: {ja: ラウンド数, en: rounds}}",
        "10:11 D002",
    ),
    one("step unknown set", "setup.yaml", "    set: tile\n", "    set: tiel\n", "22:10 R003"),
    one("step unknown mode", "setup.yaml", "mode: standard", "mode: custom", "27:11 R010"),
    one("step unknown rule", "setup.yaml", "rule: setup.deal", "rule: setup.deel", "18:11 R005"),
    one("step where syntax", "setup.yaml", "item.id != 'night'", "item.id != ", "23:21 D006"),
    one("step count map", "setup.yaml", "{2: 1, 3: 2, 4: all}", "{2: 1, 3: 2}", "24:12 D015"),
    one("step count formula", "setup.yaml", "count: hand_size", "count: hand_sise", "14:12 D006"),
    one("question about", "game.yaml", "about: set chip", "about: set chp", "44:12 R012"),
    pytest.param(
        [("cards.yaml", "    count: 2\n", "\tcount: 2\n"), ("cards.yaml", "    suit: moon\n", "\tsuit: moon\n")],
        ["cards.yaml:17:1 Y004", "cards.yaml:36:1 Y004"],
        id="tabs twice",
    ),
    one("empty file", "tiles.yaml", None, "", "1:1 D003"),
    one("list file", "tiles.yaml", None, "- 1\n", "1:1 D003"),
    one("no space", "tiles.yaml", "kind: tile\n", "kind:tile\n", "3:5 Y005"),
    pytest.param(
        [
            ("tiles.yaml", "items:\n", "from: more.csv\nitems:\n"),
            ("tiles.yaml", "expect: 3", "expect: 5"),
            ("more.csv", None, "id,qty,cells\nx,2,sun;sun;moon\n"),
        ],
        [],
        id="table",
    ),
    pytest.param(
        [
            ("tiles.yaml", "items:\n", "from: more.csv\nitems:\n"),
            ("tiles.yaml", "expect: 3", "expect: 5"),
            ("more.csv", None, "id,qty,cells,cells,\nx,2,sun;mon;sun,1,2,3\ny,1,sun\n\nz,a,b\n"),
        ],
        [
            "more.csv:1:14 Y022",
            "more.csv:1:20 Y024",
            "more.csv:2:21 Y021",
            "more.csv:5:3 D006",
            "more.csv:5:5 R001",
        ],
        id="table bad",
    ),
    one("anchor wrong kind of words", "tiles.yaml", "kind: tile\n", "kind: yes\n", "3:7 D011"),
    one("flag word", "tiles.yaml", "layout: tile\n", "layout: tile\nprinted: no\n", "6:10 D003"),
    one("missing game", "game.yaml", None, "", "1:1 D003"),
    one("layouts number", "tiles.yaml", "layout: tile\n", "layout: 5\n", "5:9 D003"),
    one("languages", "game.yaml", "languages: [ja, en]", "languages: 5", "5:12 D003"),
    pytest.param(
        [
            ("cards.yaml", "    count: 2\n", "    count: two\n"),
            ("cards.yaml", "    suit: moon\n", "    suit: mono\n"),
            ("cards.yaml", "ja: 真昼", "jp: 真昼"),
        ],
        ["cards.yaml:17:12 D006", "cards.yaml:36:11 R001", "cards.yaml:41:12 D008"],
        id="two faults in one file",
    ),
    pytest.param(
        [
            ("cards.yaml", "  - id: dawn", "  - id: @dawn"),
            ("rules.yaml", "title: {ja: 進行, en: Play}", "title: {ja: 進行, en: {Play}"),
        ],
        ["cards.yaml:16:9 Y005", "rules.yaml:10:12 Y005"],
        id="two files broken",
    ),
    pytest.param(
        [
            ("cards.yaml", "suit: sun\n    effects", "suit: *sun\n    effects"),
            ("cards.yaml", "    count: 3", "    count: 3: 4"),
            ("cards.yaml", "    suit: sun\n", "    suit: `sun\n"),
        ],
        ["cards.yaml:22:11 Y005", "cards.yaml:27:13 Y005", "cards.yaml:43:11 Y005"],
        id="several syntax faults",
    ),
    pytest.param(
        [
            ("cards.yaml", "en: Gain {sun} at **dawn**. Keep {=hand-size} cards.", "en: {sun} at dawn: **now**"),
            ("cards.yaml", "{ja: 夕暮れ, en: Dusk}", "*Dusk"),
            ("cards.yaml", "{ja: 真昼, en: Noon}", '"Noon" of the day'),
            ("cards.yaml", "    suit: moon\n", "    suit: mono\n"),
            ("cards.yaml", "See [[play.gain]].", "See [[play.gian]]."),
        ],
        [
            "cards.yaml:21:17 Y005",
            "cards.yaml:28:11 Y005",
            "cards.yaml:36:11 R001",
            "cards.yaml:41:18 Y005",
            "cards.yaml:42:77 R005",
        ],
        id="what is words beside syntax faults is read",
    ),
    one("count quoted", "cards.yaml", "    count: 2\n", '    count: "2"\n', "17:12 D006"),
    one("number in quotes as text is fine", "cards.yaml", "name: {ja: 真昼, en: Noon}", 'name: "12"'),
    one("a set that cannot be read silences its names", "chips.yaml", "id: chip\n", "id: [chip\n", "1:5 Y005"),
    one(
        "an item that cannot be read silences its id",
        "cards.yaml",
        "    suit: sun\n    effects",
        "    effects",
        "16:9 D002",
    ),
    one("alias bomb", "tiles.yaml", None, bombs(), "1:24 Y009"),
    one(
        "merge bomb",
        "tiles.yaml",
        None,
        bombs().replace("[", "{<<: [").replace("]", "]}").replace("x,", "{p: 1},").replace(",x]", ",{p: 1}]"),
        "1:34 Y009",
    ),
    one("nested too deep", "tiles.yaml", None, "[" * 100_000, "1:65 Y010"),
    one("nested too deep in block style", "tiles.yaml", None, "- " * 100_000, "1:129 Y010"),
    one("file too big", "tiles.yaml", None, "# " + "x" * 5_000_000, "0:0 Y008"),
    one("words too long", "tiles.yaml", "en: Tile}", "en: " + "x" * 10_001 + "}", "2:21 Y013"),
    one("shared folder is missing", "game.yaml", "authors:", "include: [commn]\nauthors:", "6:11 Y026"),
    one("UTF-16", "tiles.yaml", None, "id: tile".encode("utf-16"), "1:1 Y002"),
    one("Shift_JIS", "tiles.yaml", None, "id: tile\nname: タイル".encode("cp932"), "2:7 Y002"),
    one("UTF-32", "tiles.yaml", None, "id: tile".encode("utf-32"), "1:1 Y002"),
    one("one bad byte among Japanese", "tiles.yaml", None, "id: tile\nname: 三つのマスは".encode()[:-1], "2:12 Y002"),
    one("Latin-1", "tiles.yaml", None, "id: tile\nname: Märchen".encode("latin-1"), "2:8 Y002"),
    one("a mark of UTF-8 before Latin-1", "tiles.yaml", None, BOM_UTF8 + "ié: tile".encode("latin-1"), "1:2 Y002"),
]


@pytest.mark.parametrize(("edits", "expected"), MISTAKES)
def test_a_mistake_is_told_once_and_at_its_place(mini_copy, edits, expected):
    """In the words of the house."""
    spoil(mini_copy, edits)
    found = findings_of(mini_copy)
    assert [place(f) for f in found] == expected
    for finding in found:
        assert not finding.message[0].isupper()
        assert not finding.message.endswith(".")
        assert "Traceback" not in finding.message
        assert finding.severity is not Severity.NOTE or finding.code == "D016"


def test_the_mini_game_itself_is_without_fault(mini):
    assert findings_of(mini) == []


def test_line_endings_and_a_byte_order_mark_change_nothing(mini_copy):
    for path in (mini_copy.components / "mini").glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    spoil_crlf = mini_copy.components / "mini" / "tiles.yaml"
    spoil_crlf.write_bytes(spoil_crlf.read_bytes().replace(b"[sun, moon, sun]", b"[sun, mon, sun]"))
    assert [place(f) for f in findings_of(mini_copy)] == ["tiles.yaml:11:40 R001"]


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("id: a".encode("utf-32"), "UTF-32"),
        ("id: a".encode("utf-32-be"), "UTF-32"),
        ("id: a".encode("utf-16-le"), "UTF-16"),
        ("name: カード".encode("euc_jp"), "EUC-JP"),
        ("name: カード".encode("cp932"), "Shift_JIS"),
        ("name: Märchen".encode("latin-1"), "Latin-1"),
    ],
)
def test_another_encoding_is_called_by_its_name(raw, says):
    text, (finding,) = decode(raw, "x.yaml")
    assert text is None
    assert says in finding.message


def test_a_bad_byte_in_a_sound_file_is_told_at_its_place():
    raw = "三つのマスがある。\n".encode()
    text, found = decode(raw * 3 + raw.replace("マ".encode(), b"\xe3\x83") + raw + b"caf\xe9\n", "x.yaml")
    assert text is None
    assert [(f.mark.line, f.mark.column) for f in found] == [(4, 4)]
    assert not any("looks like" in f.message for f in found)
