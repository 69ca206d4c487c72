"""How the engine speaks: what is told and what is left out, what comments accept, SARIF, strictness, watching."""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest
from markdown_it import MarkdownIt
from typer.testing import CliRunner

from generator.commands.app import app
from generator.commands.console import report, sarif, source_line
from generator.commands.watch import changed_paths, snapshot
from generator.diagnostics.codes import CODES, code_reference
from generator.diagnostics.findings import Finding, Mark
from generator.engine.suppression import accepts_of
from generator.pipeline import check_all
from generator.production import Order, build
from generator.project import Project
from tests.compare_kit import rewrite
from tests.conftest import ROOT
from tests.test_engine_proof import plant

TILES, CARDS, GAME = (f"components/mini/{name}.yaml" for name in ("tiles", "cards", "game"))
CHIP = "layouts/mini/chip.svg"


def edit(file, old, new):
    return {"in": file, "old": old, "new": new}


REST = [edit(TILES, "{id: night,", "{id: night, count: 0,"), edit(TILES, "expect: 3", "expect: 2")]  # a note: D016
COUNT = edit(CARDS, "count: 3", "count: 4")  # an error: D020
TERM = edit(CARDS, "suit: moon", "suit: mono")  # an error: R001


def run(project, *words):
    return CliRunner().invoke(app, ["-C", str(project.root), *map(str, words)])


def codes(project, *words):
    done = run(project, "check", "--format", "json", *words)
    return done.exit_code, [f["code"] for f in json.loads(done.stdout)]


# ---- what is told ----------------------------------------------------------------------------------------------

CHOICES = [
    ([], 1, ["R001", "D020", "D030", "D016"]),
    (["--select", "R"], 1, ["R001"]),
    (["--select", "r001,D02"], 1, ["R001", "D020"]),
    (["--select", "D", "--select", "R"], 1, ["R001", "D020", "D030", "D016"]),
    (["--select", "D016"], 0, ["D016"]),
    (["--select", "D016", "--strict"], 0, ["D016"]),
    (["--select", "D030", "--strict"], 0, ["D030"]),
    (["--ignore", "R,D02"], 0, ["D030", "D016"]),
    (["--select", "D", "--ignore", "D020"], 0, ["D030", "D016"]),
    (["--select", "L"], 0, []),
]


@pytest.mark.some(3)
@pytest.mark.parametrize(("words", "status", "expected"), CHOICES)
def test_codes_and_families_are_chosen(mini_copy, words, status, expected):
    plant(mini_copy, [*REST, COUNT, TERM])
    ended, found = codes(mini_copy, *words)
    assert (ended, sorted(found)) == (status, sorted(expected))


@pytest.mark.parametrize(("word", "hint"), [("D020x", "did you mean `D020`"), ("Q", "families: `Y` reading files")])
def test_an_unknown_code_is_wrong_usage(mini, word, hint):
    done = run(mini, "check", "--select", word)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"no code begins with `{word}`" in done.stderr
    assert hint in done.stderr


@pytest.mark.slow
def test_the_summary_says_what_strict_means(mini_copy):
    table = {"in": "components/mini/more.csv", "new": "id,cels\nnight,moon;moon;moon\n"}  # a warning: Y030
    plant(mini_copy, [edit(TILES, "  - {id: night, cells: [moon, moon, moon]}\n", "from: more.csv\n"), table])
    plain, strict = run(mini_copy, "check"), run(mini_copy, "check", "--strict")
    assert (plain.exit_code, strict.exit_code) == (0, 1)
    assert "mini: no errors, 1 warning, 1 note" in strict.stdout
    assert "warnings count as errors" in strict.stdout


# ---- what comments accept --------------------------------------------------------------------------------------

REASON = "the night rests"
ACCEPTED = [
    ("before", "  - {id: night,", "  # pnp: accept D016 the night rests\n  - {id: night,", TILES),
    ("at the end", "[moon, moon, moon]}", "[moon, moon, moon]}  # pnp: accept D016 the night rests", TILES),
    (
        "with others",
        "  - {id: night,",
        "  # a note\n  # pnp: accept D016 the night rests\n\n  # more\n"
        "  - {id: dim, count: 0, cells: [sun, sun, moon]}\n"
        "  # pnp: accept D016 the night rests\n  - {id: night,",
        TILES,
    ),
    ("with a colon", "  - {id: night,", "  #pnp:accept D016: the night rests\n  - {id: night,", TILES),
]


@pytest.mark.some(3)
@pytest.mark.parametrize(("name", "old", "new", "file"), ACCEPTED, ids=[a[0] for a in ACCEPTED])
def test_a_comment_accepts_a_finding_with_its_reason(mini_copy, name, old, new, file):
    plant(mini_copy, [*REST, edit(file, old, new)])
    assert {(f.code, f.accepted) for f in check_all(mini_copy, "mini")} == {("D016", REASON), ("D030", "")}


@pytest.mark.slow
def test_what_is_accepted_is_shown_if_asked_for(mini_copy):
    _, old, new, file = ACCEPTED[0]
    plant(mini_copy, [*REST, edit(file, old, new)])
    assert codes(mini_copy, "--strict") == (0, ["D030"])
    human = run(mini_copy, "check", "--accepted").stdout
    assert "accepted D016: `night` has no copies" in human
    assert f"reason: {REASON}" in human
    assert "no errors, no warnings, 1 note, 1 accepted" in human
    assert "D016" not in run(mini_copy, "check").stdout
    assert f"({REASON})" in run(mini_copy, "check", "--accepted", "--format", "short").stdout
    assert REASON in run(mini_copy, "check", "--accepted", "--format", "json").stdout
    assert f"::notice file={TILES}" in run(mini_copy, "check", "--accepted", "--format", "github").stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "new",
    [
        "# pnp: accept D016 too far away\n  - {id: mixed,",
        "- {id: mixed, # pnp: accept D028 another code\n    ",
    ],
)
def test_a_comment_accepts_nothing_else(mini_copy, new):
    plant(mini_copy, [*REST, edit(TILES, "- {id: mixed,", new)])
    assert codes(mini_copy) == (0, ["D030", "A004", "D016"])


def test_a_block_of_text_is_served_by_the_line_that_opens_it(mini_copy):
    words = "      en: |\n        Gain {moon:both}.\n        Dusk is is quiet.\n"
    plant(mini_copy, [edit(CARDS, "        Dusk is quiet.\n", "        Dusk is is quiet.\n")])
    assert codes(mini_copy)[1] == ["L007", "D030"]
    plant(mini_copy, [edit(CARDS, words, words.replace("|\n", "|  # pnp: accept L007 it stutters\n"))])
    assert codes(mini_copy)[1] == ["D030"]
    accepts, _ = accepts_of(mini_copy, ["mini"])
    assert [(a.first, a.last) for a in accepts] == [(33, 35)]
    last = "about:\n  ja: 三つのマス。\n  en: |  # pnp: accept L007 it stutters\n    Three three spaces each.\n"
    plant(mini_copy, [edit(TILES, "about: {ja: 三つのマス。, en: Three spaces each.}\n", "")])
    path = mini_copy.root / TILES
    path.write_text(f"{path.read_text('utf-8')}{last}", "utf-8")
    assert codes(mini_copy)[1] == ["D030"]


SAFE = 'x="10" y="12.6"', 'x="10" y="4"'  # F104


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('  <text pnp:text="item.value"', '  <!-- pnp: accept F104 it bleeds -->\n  <text\n    pnp:text="item.value"'),
        (">5</text>", ">5</text><!-- pnp: accept F104 it\n bleeds -->"),
    ],
)
def test_an_error_may_be_accepted_where_that_makes_sense(mini_copy, old, new):
    plant(mini_copy, [edit(CHIP, *SAFE)])
    assert build(mini_copy, "mini", Order())[0] == []
    plant(mini_copy, [edit(CHIP, old, new)])
    assert codes(mini_copy) == (0, ["D030"])
    assert [f.accepted for f in check_all(mini_copy, "mini") if f.code == "F104"] == ["it bleeds"]
    outputs, findings, _ = build(mini_copy, "mini", Order())
    assert [o.name for o in outputs] == ["mini-a4-ja.pdf"]
    assert "F104" in [f.code for f in findings]
    assert run(mini_copy, "build", "--out", mini_copy.root / "out").stderr == ""


def test_no_other_error_is_accepted(mini_copy):
    plant(mini_copy, [COUNT, edit(CARDS, "expect: 3 per suit", "expect: 3 per suit  # pnp: accept D020 one is lost")])
    assert codes(mini_copy) == (1, ["D020", "A003", "D030"])


@pytest.mark.slow
def test_a_shared_file_accepts_for_all_its_games(mini_copy):
    """What one game needs is not told as idle for another; what no game needs is, if all games are looked at."""
    for game in ("dawn", "dusk"):
        home = mini_copy.components / game
        home.mkdir()
        head = f"title: {game}\nversion: '1'\nplayers: [2, 2]\nlanguages: [en]\ninclude: [common]\n"
        (home / "game.yaml").write_text(head, encoding="utf-8")
    for game, words in (("dawn", "Do nothing."), ("dusk", "Take a {@pawn}.")):
        rules = f'sections:\n  - {{id: a, title: A, rules: [{{id: a.b, text: "{words}"}}]}}\n'
        (mini_copy.components / game / "rules.yaml").write_text(rules, encoding="utf-8")
    shared = mini_copy.components / "common"
    shared.mkdir()
    pawns = "# pnp: accept R035 only dusk tells\nid: pawn\nname: Pawn\nkind: token\nprinted: false\nitems: [{id: p}]\n"
    (shared / "pawns.yaml").write_text(pawns, encoding="utf-8")
    assert codes(mini_copy, "dawn", "dusk")[1] == []
    assert codes(mini_copy, "dusk")[1] == []
    assert codes(mini_copy)[1] == ["D030"]
    assert codes(mini_copy, "--select", "R041") == (0, [])
    assert codes(mini_copy, "dusk", "--select", "A")[1] == []


TABLE = "id,count,cells,accept\nnight,0,moon;moon;moon,{}\n"
FROM = [
    edit(TILES, "  - {id: night, cells: [moon, moon, moon]}\n", "from: more.csv\n"),
    edit(TILES, "expect: 3", "expect: 2"),
]


def table_of(words):
    return {"in": "components/mini/more.csv", "new": TABLE.format(words)}


@pytest.mark.some(5, 7)
@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("D016 the night rests", ["D030"]),
        ("D016: the night rests", ["D030"]),
        ('"D016 the night rests; D028 it is like no other"', ["A004", "D030"]),
        ('"D016 the night; it rests\nD028 it is like no other"', ["A004", "D030"]),
        ("D016", ["A001", "D030"]),
        ("D020 one is lost", ["A003", "D016", "D030"]),
        ("D999 the night rests", ["A002", "D016", "D030"]),
        ("R041 told by an older tool", ["A004", "D016", "D030"]),
        ("", ["D016", "D030"]),
    ],
)
def test_a_row_of_a_table_accepts_in_its_column(mini_copy, cell, expected):
    plant(mini_copy, [*FROM, table_of(cell)])
    found = check_all(mini_copy, "mini")
    accepted = [f for f in found if f.accepted]
    assert sorted(f.code for f in found if not f.accepted) == expected
    assert [f.code for f in accepted] == ([] if "D016" in expected else ["D016"])
    assert all(f.mark.file == "components/mini/more.csv" and f.mark.line == 2 for f in accepted)


def test_a_row_accepts_for_itself_alone(mini_copy):
    words = TABLE.format("D016 the night rests") + "dusk,0,moon;moon;sun,\n"
    plant(mini_copy, [*FROM, {"in": "components/mini/more.csv", "new": words}])
    [found] = [f for f in check_all(mini_copy, "mini") if f.code == "D016" and not f.accepted]
    assert found.mark.line == 3


def test_a_field_of_that_name_is_a_field(mini_copy):
    plant(mini_copy, [*FROM, table_of("D016 rests"), edit(TILES, "fields:\n", "fields:\n  accept: word?\n")])
    assert "D016" in codes(mini_copy)[1]


# ---- SARIF -----------------------------------------------------------------------------------------------------


def test_sarif_has_what_the_standard_demands(mini_copy):
    """SARIF 2.1.0: 3.13 log, 3.14 run, 3.18 and 3.19 tool and driver, 3.27 result, 3.30 region, 3.35 suppression,
    3.49 rule."""
    plant(mini_copy, [*REST, COUNT, edit(TILES, "  - {id: night,", "  # pnp: accept D016 rests\n  - {id: night,")])
    done = run(mini_copy, "check", "--format", "sarif")
    assert done.exit_code == 1
    assert done.stdout_bytes == run(mini_copy, "check", "--format", "sarif").stdout_bytes
    log = json.loads(done.stdout)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    [one] = log["runs"]
    assert one["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = one["tool"]["driver"]
    assert driver["name"] == "pnp"
    rules = {r["id"]: r for r in driver["rules"]}
    assert list(rules) == sorted(rules)
    for code, rule in rules.items():
        row = CODES[code]
        assert rule["shortDescription"]["text"] == row.title
        assert rule["fullDescription"]["text"] == row.explain
        assert row.bad.strip() in rule["help"]["text"]
        assert row.good.strip() in rule["help"]["markdown"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    expected = {f.code: f for f in check_all(mini_copy, "mini")}
    assert {r["ruleId"] for r in one["results"]} == expected.keys() == rules.keys()
    for result in one["results"]:
        found = expected[result["ruleId"]]
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] == found.severity.value
        assert result["message"]["text"].startswith(found.message)
        [location] = [place["physicalLocation"] for place in result["locations"]]
        assert location["artifactLocation"]["uri"] == found.mark.file
        assert location["region"] == {
            "startLine": found.mark.line,
            "startColumn": found.mark.column,
            "endColumn": found.mark.column + found.mark.length,
        }
        assert bool(found.accepted) == ("suppressions" in result)
    [suppressed] = [r["suppressions"] for r in one["results"] if "suppressions" in r]
    assert suppressed == [{"kind": "inSource", "justification": "rests"}]


def test_sarif_of_nothing_and_of_a_whole_file():
    assert json.loads(sarif([]))["runs"][0]["results"] == []
    [result] = json.loads(sarif([Finding("Y008", Mark("a b/ä.yaml"), "big")]))["runs"][0]["results"]
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "a%20b/%C3%A4.yaml"}}}]
    assert "locations" not in json.loads(sarif([Finding("X001", Mark(""), "no")]))["runs"][0]["results"][0]


def test_equal_findings_have_fingerprints_of_their_own_and_keep_them_when_lines_move():
    def prints(*lines):
        found = [Finding("D016", Mark("a.yaml", line, 1), "no copies") for line in lines]
        return [r["partialFingerprints"]["pnp/v1"] for r in json.loads(sarif(found))["runs"][0]["results"]]

    assert len(set(prints(1, 2))) == 2
    assert prints(1, 2) == prints(5, 9)


@pytest.mark.slow
def test_what_an_error_may_hide_is_not_told_to_be_accepted_in_vain(mini_copy):
    """Reason: what a comment accepts may be told again once the error is mended."""
    plant(mini_copy, [*REST, edit(TILES, "- {id: mixed,", "# pnp: accept D028 not here\n  - {id: mixed,")])
    assert "A004" in codes(mini_copy)[1]
    cards = mini_copy.components / "mini" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("kind: card", "kind: crad", 1), "utf-8")
    assert "A004" not in codes(mini_copy)[1]


# ---- watching --------------------------------------------------------------------------------------------------


def test_a_look_sees_what_changed(mini_copy):
    folder = mini_copy.components
    before = snapshot([folder])
    assert changed_paths(before, snapshot([folder])) == []
    (folder / "mini" / "new.yaml").write_text("a", encoding="utf-8")
    (folder / ".hidden").mkdir()
    for name in (".hidden/x", "mini/~$deck.xlsx", "mini/.~lock.deck.xlsx#"):
        (folder / name).write_text("a", encoding="utf-8")
    (folder / "mini" / "chips.yaml").unlink()
    os.utime(folder / "mini" / "cards.yaml", (1, 1))
    names = [p.rpartition(os.sep)[2] for p in changed_paths(before, snapshot([folder]))]
    assert names == ["cards.yaml", "chips.yaml", "new.yaml"]
    assert snapshot([folder / "nowhere"]) == {}


class Watch:
    """`pnp ... --watch` in a process of its own; its output is read from a file."""

    def __init__(self, project, folder, *words):
        self.log = folder / "log"
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "generator", "-C", str(project.root), *words],
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
            cwd=folder,
        )

    def wait_for(self, words, times=1):
        for _ in range(1200):
            if len(re.findall(words, self.text)) >= times:
                return
            assert self.process.poll() is None, self.text
            time.sleep(0.1)
        raise AssertionError(f"{words!r} never came {times} times:\n{self.text}")

    @property
    def text(self):
        return self.log.read_text(encoding="utf-8")

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(120)


@pytest.fixture
def watch(mini_copy, tmp_path):
    begun = []

    def start(*words):
        begun.append(Watch(mini_copy, tmp_path, *words))
        return begun[0]

    yield start
    for one in begun:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_watch_checks_again_at_every_change_and_ends_well(mini_copy, watch):
    running = watch("check", "--watch")
    running.wait_for(r"checked in \d+\.\d s; waiting for a change")
    cards = mini_copy.root / CARDS
    sound = cards.read_text(encoding="utf-8")
    cards.write_text(sound[: len(sound) // 2] + "\n  - {", encoding="utf-8")  # half saved
    running.wait_for("waiting for a change", 2)
    assert "changed: components/mini/cards.yaml" in running.text
    assert re.search(r"mini: \d+ errors?, ", running.text)
    cards.unlink()
    running.wait_for("waiting for a change", 3)
    cards.write_text(sound.replace("count: 3", "count: 4"), encoding="utf-8")
    running.wait_for("error D020")
    assert "   26 | " not in running.text
    assert "    7 | expect: 3 per suit" in running.text
    said = running.text.count("mini: no errors")
    cards.write_text(sound, encoding="utf-8")
    running.wait_for("mini: no errors", said + 1)
    assert running.end() == 0
    assert "Traceback" not in running.text


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_watch_that_is_told_to_stop_stops(watch):
    running = watch("check", "--watch")
    running.wait_for("waiting for a change")
    assert running.end(signal.SIGTERM) == 128 + signal.SIGTERM


def test_a_watch_is_for_people(mini):
    done = run(mini, "check", "--watch", "--format", "json")
    assert (done.exit_code, "--watch is for people" in done.stderr) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", Project(ROOT).games())
def test_bundled_games_are_clean(repository, name):
    """No error, no warning: what is told of the games that come with the tool is open questions."""
    found = [f for f in check_all(repository, name) if not f.accepted]
    assert [f"{f.code} {f.mark}: {f.message}" for f in found if f.severity.value != "note"] == []


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_build_is_watched_too(mini_copy, tmp_path, watch):
    running = watch("build", "--watch", "--out", str(tmp_path / "out"))
    running.wait_for("waiting for a change")
    built = (tmp_path / "out" / "mini" / "mini-a4-ja.pdf").read_bytes()
    plant(mini_copy, [COUNT])
    running.wait_for("pnp: not built: mini")
    running.wait_for("waiting for a change", 2)
    assert (tmp_path / "out" / "mini" / "mini-a4-ja.pdf").read_bytes() == built
    plant(mini_copy, [edit(CARDS, "expect: 3 per suit", "expect: 7")])
    running.wait_for("waiting for a change", 3)
    assert (tmp_path / "out" / "mini" / "mini-a4-ja.pdf").read_bytes() != built
    assert running.end() == 0


# ---- explaining ------------------------------------------------------------------------------------------------


def test_codes_are_explained_listed_and_written_out(mini):
    assert run(mini, "explain", "d020").stdout.startswith("D020 (error): count differs from the promise\n")
    overview = run(mini, "explain").stdout
    assert '"From a spreadsheet"' in overview
    assert "  Y   reading files (" in overview
    assert len(overview.splitlines()) < 30
    assert "**Texts.**" in run(mini, "explain", "markup").stdout
    assert run(mini, "explain", "s1").stdout.splitlines()[0].startswith("S1  ")
    listed = run(mini, "explain", "codes").stdout
    assert listed.startswith("Y  reading files\n  Y001  error    file cannot be read\n")
    assert run(mini, "explain", "--format", "md").stdout.startswith("# Findings\n")
    wrong = run(mini, "explain", "D020x")
    assert (wrong.exit_code, "did you mean `D020`" in wrong.stderr) == (2, True)
    assert run(mini, "explain", "D020", "--format", "md").exit_code == 2
    assert "pnp: accept R030 REASON" in run(mini, "explain", "R030").stdout
    for code in ("D020", "C010", "X020"):
        assert "accept" not in run(mini, "explain", code).stdout


# ---- words that look like something else ----------------------------------------------------------------------------

ODD = (
    "<script>x()</script>", "<!-- x", '=HYPERLINK("http://x")', "@SUM(A1)", "+1+2", "- dash", "+ plus", "\\* star",
    "# head", "1. one", "1) one", "---", "===", "=", "-", "> quote", "`code`", "~~gone~~", "_u_", "\\[a\\](http://x)",
    "![i](x)", "&copy; &#60;", "a|b", "x <http://x.y>", "[x]: y", "```", "a\n\n# two", "a\n- b", "a\n===", "a\n\n---",
    "x;=1+1", "x; @y", "=cmd|' /C calc'!A0", "＝１", "<b onclick=x>", "\\\\",
)  # fmt: skip
REPORTS = (("parts", "mini", "--players", "2"), ("rules", "mini"), ("diff", str(ROOT / "tests" / "mini"), "."))


def worded(project, words):
    """The mini game with other words for each of its texts: in turn, so that each stands in many places."""
    turn = itertools.cycle(words)

    def reworded(data):
        if isinstance(data, dict):
            if set(data) == {"ja", "en"}:
                return dict.fromkeys(data, next(turn))
            return {key: reworded(value) for key, value in data.items()}
        return [reworded(value) for value in data] if isinstance(data, list) else data

    for path in sorted((project.components / "mini").glob("*.yaml")):
        rewrite(path, lambda data: data.update(reworded(data)))


def built(markdown):
    """What Markdown makes of a text, but for the words."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(markdown)
    every = [child for token in tokens for child in (token.children or [token])]
    kinds = ((t.content or t.type) if t.type.startswith("html") else t.type for t in every)
    own = ("text", "softbreak", "hardbreak", "strong_", "<strong>", "</strong>", "<br>")
    return [kind for kind in kinds if not kind.startswith(own)]


@pytest.mark.some(0)
@pytest.mark.parametrize("shift", range(0, len(ODD), 26))
def test_words_are_never_markup_nor_formulas(mini_copy, tmp_path, monkeypatch, shift):
    """Each report is built as it is with harmless words."""
    plain = Project(shutil.copytree(mini_copy.root, tmp_path / "plain"))
    worded(plain, ["Wort\n\nWort" if "\n\n" in word else "Wort" for word in (*ODD[shift:], *ODD[:shift])])
    worded(mini_copy, (*ODD[shift:], *ODD[:shift]))
    for words in REPORTS:
        shapes = []
        for project in (plain, mini_copy):
            monkeypatch.chdir(project.root)
            done = run(project, *words, "--format", "md", "--lang", "en")
            assert done.exit_code == 0, done.stderr
            shapes.append(built(done.stdout))
        assert shapes[0] == shapes[1], words[0]
    assert "\\\\[" not in run(mini_copy, "parts", "mini", "--format", "json").stdout
    table = list(csv.reader(io.StringIO(run(mini_copy, "parts", "mini", "--format", "csv").stdout)))
    cells = [part.strip() for row in table for cell in row for part in cell.split(";")]
    assert [c for c in cells if re.match(r"[=+@＝＋－＠]|-(?!\d+$)", c)] == []


def test_the_reference_of_codes_is_sound_markdown():
    found = Counter(built(code_reference()))
    assert not any(kind.startswith(("<", "link", "image", "s_")) for kind in found)
    assert found["em_open"] == len(CODES)


def test_a_file_cannot_put_words_of_its_own_into_a_workflow():
    """https://docs.github.com/actions: what stands in a property is escaped otherwise than a message."""
    finding = Finding("D001", Mark("a,title=x::\nb.yaml", 1, 2), "100 %\n::error::x")
    told = report([finding], Project(ROOT), "github")
    assert told.startswith("::error file=a%2Ctitle=x%3A%3A%0Ab.yaml,line=1,col=2,title=D001::100 %25%0A::error::x")


# ---- what a terminal must not be told --------------------------------------------------------------------------

HIDING = "\u202e\u2066\u200f\u061c\x9b\u200b\ufeff\u2028\xad\U000e0041"
JOINED = "\U0001f468\u200d\U0001f469\ufe0f क्\u200dष می\u200cخواهم \u0600"


@pytest.mark.parametrize("format_", ["human", "short", "github", "json", "sarif"])
def test_what_turns_or_hides_words_is_told_in_sight(format_):
    finding = Finding("D001", Mark(f"a{HIDING}.yaml", 1, 2), f"`x{HIDING}` {JOINED}", f"write {HIDING}")
    told = report([finding], Project(ROOT), format_)
    assert not set(told) & set(HIDING)
    assert "\\u202e" in told
    assert "\\u009b" in told
    assert JOINED in told
    if format_ == "json":
        assert json.loads(told)[0]["message"] == finding.message


def test_no_command_says_what_turns_or_hides_words(pnp_apart, mini_copy):
    cards, base = mini_copy.root / CARDS, ("-C", mini_copy.root)
    cards.write_text(re.sub(r"(?m)^name: .*", f"name: Ca{HIDING[0]}rds", cards.read_text(encoding="utf-8"), count=1))
    parts, rules = (*base, "parts", "mini"), (*base, "rules", "mini", "--lang", "en")
    for words in (
        ("check", "\u202egame\x1b[8m"),
        ("build", "\u202e\x1b[31m\x1b[2J"),
        (*parts, "--\u202e"),
        parts,
        rules,
    ):
        done = pnp_apart(*words)
        assert "\\u202e" in done.stdout + done.stderr, words
        assert not {"\u202e", "\x1b"} & {*done.stdout, *done.stderr}


def test_a_place_in_a_workbook_is_a_cell_of_its_sheet():
    finding = Finding("D001", Mark("deck.xlsx", 7, 29, sheet="Monsters", cell="AC7"), "unknown")
    told = {name: report([finding], Project(ROOT), name) for name in ("human", "short", "github", "json", "sarif")}
    assert told["human"].startswith("deck.xlsx, sheet Monsters, cell AC7: error D001: unknown")
    assert told["short"].startswith("deck.xlsx, sheet Monsters, cell AC7: error D001")
    assert told["github"].startswith(
        "::error file=deck.xlsx,line=7,col=29,title=D001::deck.xlsx, sheet Monsters, cell AC7: "
    )
    [found] = json.loads(told["json"])
    assert (found["line"], found["column"], found["sheet"], found["cell"]) == (7, 29, "Monsters", "AC7")
    assert "sheet" not in json.loads(report([Finding("D001", Mark("a.csv", 1, 1), "x")], Project(ROOT), "json"))[0]
    [place] = json.loads(told["sarif"])["runs"][0]["results"][0]["locations"]
    assert place["logicalLocations"] == [{"name": "AC7", "fullyQualifiedName": "Monsters!AC7"}]
    assert place["message"]["text"] == "deck.xlsx, sheet Monsters, cell AC7"


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "cp1252"])
def test_an_excerpt_is_read_in_the_encoding_of_its_file(tmp_path, encoding):
    words = "title: Grüße aus Köln" if encoding == "cp1252" else "title: 武将の遊び、カードを引く"
    (tmp_path / "components").mkdir()
    (tmp_path / "components" / "a.yaml").write_bytes(words.encode(encoding))
    assert source_line(Project(tmp_path), Mark("components/a.yaml", 1, 1)) == words


def test_a_folder_that_a_link_leads_to_is_watched_once(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.yaml").write_text("a")
    (tmp_path / "seen").mkdir()
    (tmp_path / "seen" / "link").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "loop").symlink_to(tmp_path / "real")
    before = snapshot([tmp_path / "seen"])
    assert [path.rpartition(os.sep)[2] for path in before] == ["a.yaml"]
    times = (tmp_path / "real" / "a.yaml").stat()
    (tmp_path / "real" / "a.yaml").write_text("b")
    os.utime(tmp_path / "real" / "a.yaml", ns=(times.st_atime_ns, times.st_mtime_ns))
    assert [path.rpartition(os.sep)[2] for path in changed_paths(before, snapshot([tmp_path / "seen"]))] == ["a.yaml"]


@pytest.mark.slow
def test_a_link_that_leads_nowhere_hides_no_file_from_a_watch(tmp_path):
    for n in range(20):
        (tmp_path / f"{n}").symlink_to("gone")
        (tmp_path / f"{n}.yaml").write_text("a")
    assert {path.rpartition(os.sep)[2] for path in snapshot([tmp_path])} >= {f"{n}.yaml" for n in range(20)}
