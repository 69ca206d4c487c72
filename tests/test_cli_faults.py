"""Planted faults: each gives exactly its one error, at the right words, with a hint, exit status 1 and the old output
untouched.

A row plants words into a file of the mini game. «these marks» stand round the words that the finding must point at, so
the expected line, column and length stand in the row itself; they are taken out before the file is written.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.commands.app import app
from generator.commands.console import report
from generator.diagnostics.codes import Severity
from generator.pipeline import check_all

CARDS, TILES, CHIPS, GAME, RULES, SETUP = (
    f"components/mini/{name}.yaml" for name in ("cards", "tiles", "chips", "game", "rules", "setup")
)
CARD, BACK, CHIP = (f"layouts/mini/{name}.svg" for name in ("card", "card-back", "chip"))
LONG = "とても長い文章がここに続く。" * 30
JA = 'ja: "**夜明け**に{sun}を得る。手札は{=hand-size}枚まで。"'
EN = "en: Gain {sun} at **dawn**. Keep {=hand-size} cards."
NAME = 'pnp:text="item.name" pnp:fit="shrink" pnp:width="44" x="14.5"'


def fault(name, code, file, old, new, *more):
    """A row: in `file`, `old` becomes `new`, whose «marked» words are told; `more` are further edits (old, new)."""
    return pytest.param(code, file, ((old, new), *more), id=name)


FAULTS = [
    # what is on the faces
    fault("text overflows", "F011", CARDS, JA, f'ja: «"{LONG}"»'),
    fault("English overflows", "F011", CARDS, EN, "en: «" + "A far too long text. " * 29 + "Really.»"),
    fault("word too wide", "F010", CARDS, "{ja: 夜明け,", "{ja: «" + "夜明けの空の色" * 6 + "»,"),
    fault("no glyph", "F012", CARDS, "手札は{", "手札«𓀀»は{"),
    fault("no glyph in English", "F012", CARDS, "Dusk is quiet.", "Dusk «𓀀» is quiet."),
    fault("no glyph in a rule", "F012", RULES, "ラウンド遊ぶ。", "ラウンド«용»遊ぶ。"),
    fault("no glyphs in the title", "F012", GAME, "{ja: 昼と夜,", "{ja: 昼と«𓀀용»夜,"),
    fault("no icon", "R007", GAME, "icon: sun", "icon: «sunn»"),
    fault("text outside the safe zone", "F104", CARD, f'{NAME} y="10.8"', f'«pnp:text="item.name"»{NAME[20:]} y="5"'),
    # counts
    fault("wrong promise", "D020", CARDS, "expect: 3 per suit", "expect: «4 per suit»"),
    fault("wrong count", "D020", TILES, "expect: 3", "expect: «3»", ("count: 2", "count: 1")),
    fault("count in words", "D006", CARDS, "    count: 2", "    count: «two»"),
    fault("bad formula", "D006", GAME, "value: rounds * players", "value: rounds * «playerz»"),
    fault("half a formula", "D006", GAME, "value: rounds * players", "value: rounds «*»"),
    # names
    fault("unknown term", "R001", CARDS, "夜明け**に{sun}", "夜明け**に«{snu}»"),
    fault("unknown term in English", "R001", CARDS, "Gain {sun} at", "Gain «{snu}» at"),
    fault("unknown term in a field", "R001", CARDS, "    suit: moon", "    suit: «mono»"),
    fault("unknown parameter", "R006", RULES, "Play {=rounds}", "Play «{=ronds}»"),
    fault("unknown rule in a field", "R005", CARDS, "rule: play.gain", "rule: «play.gian»"),
    fault("unknown rule in a text", "R005", RULES, "[[play.gain]]の後", "«[[play.gian]]»の後"),
    fault("set-up of an unknown set", "R003", SETUP, "    set: tile", "    set: «tiles»"),
    fault("unknown field", "D001", CARDS, "    count: 3\n", "    count: 3\n    «flavour»: dark\n"),
    fault("misspelt field", "D001", CARDS, "    count: 3\n", "    «cuont»: 3\n"),
    fault("duplicate key", "Y006", CARDS, "    count: 3\n", "    count: 3\n    «count»: 3\n"),
    fault("missing language", "D007", CARDS, "{ja: 真昼, en: Noon}", "{ja: «真昼»}"),
    fault("language of one text", "D008", CARDS, "en: Noon}", "en: Noon, «fr»: Midi}"),
    fault("language of many texts", "D008", GAME, "languages: [ja, en]", "languages: «[ja]»"),
    fault("unknown size", "T060", CARDS, "size: poker-metric", "size: «poker-metrik»"),
    fault("no such layout", "T010", CARDS, "layout: card\n", "layout: «crad»\n"),
    fault("no such back", "T010", CARDS, "back: card-back", "back: «card-bakc»"),
    # templates
    fault("half an expression", "T020", CARD, '"item.name"', '"item.name «~»"'),
    fault("unknown field in a template", "T021", CARD, '"item.name"', '"item.«nmae»"'),
    fault("unknown name in a template", "T021", CARD, '"item.name"', '"«itme».name"'),
    fault("unknown parameter in a template", "T021", BACK, '"game.title"', '"parameters.«ronds»"'),
    fault("words for a number", "T022", CARD, "k in item.suit.worth|range", "k in («item.name» * 2)|range"),
    fault("no icon in a template", "F101", CARD, 'pnp:icon="item.suit"', "«pnp:icon=\"'snu'\"»"),
    fault("no picture", "F102", BACK, "<use ", '<image href="«sun.png»" width="9" height="9"/><use '),
    fault("no part", "F102", CARD, 'pnp:part="parts/frame.svg"', 'pnp:part="«parts/fram.svg»"'),
    fault("element that is not drawn", "T004", BACK, "<use ", "«<foreignObject»/><use "),
    fault("zoom", "T005", BACK, 'fill="url(#dots)"', 'fill="url(#dots)" «zoom="2"»'),
    fault("attribute that is not ours", "T023", CARD, 'pnp:fit="shrink"', '«pnp:fti="shrink"»'),
    fault("unknown font", "F001", BACK, 'font-family="body"', '«font-family="bodi"»'),
    fault(
        "page of another size",
        "T014",
        BACK,
        'width="63mm" height="88mm" viewBox="0 0 63 88"',
        '«width="64mm"» height="88mm" viewBox="0 0 64 88"',
    ),
    fault("not XML", "T001", BACK, "</svg>", "</«s»vgg>"),
]


def plant(project, file, edits):
    """Edits a file; gives the (line, column, length) of the marked words."""
    path = project.root / file
    text = path.read_text(encoding="utf-8")
    place = None
    for old, new in edits:
        assert text.count(old) >= 1, f"{old!r} no longer stands in {file}: mend the row"
        at = text.index(old)
        text = text[:at] + new.replace("«", "").replace("»", "") + text[at + len(old) :]
        if "«" in new:
            start = at + new.index("«")
            place = (
                text[:start].count("\n") + 1,
                start - text.rfind("\n", 0, start),
                new.index("»") - new.index("«") - 1,
            )
    path.write_text(text, encoding="utf-8")
    return place


def run(project, *words):
    return CliRunner().invoke(app, ["--project", str(project.root), *map(str, words)])


def errors_of(found):
    return [f for f in found if f.severity is Severity.ERROR]


def cells(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


@pytest.fixture
def old_output(tmp_path):
    """An output folder with a file of an earlier build in it."""
    file = tmp_path / "out" / "mini" / "mini-a4-ja.pdf"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"an earlier build")
    return file


def test_the_clean_game_has_no_error(mini_copy):
    assert errors_of(check_all(mini_copy, "mini")) == []


def heaps():
    """Rows that are planted at once: of one kind, each in a file of its own and with another code."""
    found = []
    for row in FAULTS:
        code, file, _ = row.values
        kind = "texts" if code[:2] == "F0" else "templates" if code[0] in "FT" else code in ("D006", "D020")
        alone = code in ALONE
        fit = (heap for was, heap in found if was == kind and all({code, file}.isdisjoint(r.values[:2]) for r in heap))
        heap = None if alone else next(fit, None)
        if heap is None:
            found.append(("alone" if alone else kind, heap := []))
        heap.append(row)
    return [heap for _, heap in found]


ALONE = ("T001", "T010", "T060", "Y006", "D008")
"""What hides others."""


@pytest.mark.some(0)
@pytest.mark.parametrize("rows", heaps(), ids=lambda rows: ", ".join(row.id for row in rows))
def test_planted_faults_are_told_exactly(mini_copy, rows):
    places = {row.values[0]: (row.values[1], *plant(mini_copy, *row.values[1:])) for row in rows}
    told = check_all(mini_copy, "mini")
    errors = [(f.code, f.mark.file, f.mark.line, f.mark.column) for f in errors_of(told)]
    assert sorted(errors) == sorted((code, *place[:3]) for code, place in places.items())
    for found in errors_of(told):
        assert found.hint
        assert found.message[:1] in "`" or found.message[0].islower()
        over = carets(report(told, mini_copy, "human"), found.code)
        words = marked(mini_copy, *places[found.code])
        assert over == words or (over.endswith("...") and words.startswith(over[:-3]))


@pytest.mark.some(3)
@pytest.mark.parametrize(("code", "file", "edits"), {row.values[0][0]: row for row in FAULTS}.values())
def test_nothing_is_built_of_a_game_with_an_error(mini_copy, old_output, code, file, edits):
    """A fault of each family: of the files, the data, names, counts, templates, faces."""
    plant(mini_copy, file, edits)
    assert run(mini_copy, "check").exit_code == 1
    done = run(mini_copy, "build", "--lang", "all", "--out", old_output.parents[1])
    assert done.exit_code == 1
    assert f"error {code}: " in done.stderr
    assert done.stdout == ""
    assert old_output.read_bytes() == b"an earlier build"
    assert [p for p in Path(old_output.parents[1]).rglob("*") if p.is_file()] == [old_output]


def carets(report, code):
    """The words over the carets below the finding, as columns of a terminal."""
    lines = report.splitlines()
    start = next(k for k, line in enumerate(lines) if f"error {code}: " in line)
    source, below = lines[start + 1], lines[start + 2]
    first = below.index("^")
    reached, words = 0, ""
    for char in source:
        if first <= reached < first + below.count("^"):
            words += char
        reached += cells(char)
    return words


def marked(project, file, line, column, length):
    """The words at a place of a file."""
    return (project.root / file).read_text(encoding="utf-8").split("\n")[line - 1][column - 1 :][:length]
