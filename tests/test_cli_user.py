"""The command line as a new user meets it: from an empty folder, with slips, on machines that say no.

Runs `pnp` in its own process where streams, signals and the file system matter; else in this one.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from typer.testing import CliRunner

from generator.commands.app import app
from generator.commands.new import KINDS
from generator.diagnostics.findings import cells
from generator.production import Order, build, distinct
from generator.project import Project
from generator.words import unsaid
from tests.conftest import ROOT

COMMANDS = (
    "build",
    "check",
    "parts",
    "rules",
    "face",
    "calibrate",
    "new",
    "diff",
    "schema",
    "explain",
    "docs",
    "doctor",
)
PNP = (sys.executable, "-m", "generator")
MINI = ROOT / "tests" / "mini"


def run(*words, project=None):
    """`pnp` in this process."""
    return CliRunner().invoke(
        app, [*(("--project", str(project)) if project else ()), *map(str, words)], prog_name="pnp"
    )


def files(folder):
    """All files below a folder but for the list that a build keeps of its own."""
    found = (p for p in Path(folder).rglob("*") if p.is_file() and p.name != ".pnp-files.json")
    return sorted(str(p.relative_to(folder)) for p in found)


@pytest.fixture(scope="module")
def isle(tmp_path_factory):
    """A fresh project made by `pnp new`, with the game `isle`."""
    folder = tmp_path_factory.mktemp("new") / "isle"
    assert run("new", folder, "--lang", "ja,en").exit_code == 0
    return folder


@pytest.fixture
def started(isle, tmp_path):
    """A copy of it that a test may spoil."""
    return Path(shutil.copytree(isle, tmp_path / "isle"))


# ---- help ------------------------------------------------------------------------------------------------------


def test_help_is_whole():
    shown = run("--help").stdout
    for name in COMMANDS:
        (line,) = re.findall(rf"^  {name} +(.*)$", shown, re.MULTILINE)
        assert line.endswith("."), "a summary that is cut off says nothing"
    assert "Examples:" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command(name):
    done = run(name, "--help")
    assert not re.search(r"[.,;:] *[,;:]", done.stdout.replace("...", "")), "a sentence that ends twice"
    assert done.exit_code == 0
    assert done.stdout.startswith(f"Usage: pnp {name} " if name else "Usage")
    assert "{" not in done.stdout
    assert "Examples:" in done.stdout or name == "doctor"


def test_no_words_show_the_help():
    assert "Usage: pnp" in run().output


# ---- slips -----------------------------------------------------------------------------------------------------

SLIPS = {
    "command": (["bild"], "Did you mean 'build'?"),
    "game": (["build", "minni"], "there is no game `minni`"),
    "near game": (["check", "Mini"], "did you mean `mini`?"),
    "option": (["build", "--frmat", "pdf"], "--format"),
    "paper": (["build", "--paper", "a4,lettr"], "did you mean `letter`?"),
    "no paper": (["build", "--paper", ""], "--paper names nothing"),
    "format": (["build", "--format", "pdf,pgn"], "did you mean `png`?"),
    "no format": (["build", "--format", ","], "--format names nothing"),
    "check format": (["check", "--format", "jsn"], "did you mean `json`?"),
    "backs": (["build", "--backs", "long"], "long-edge, short-edge, fold, none; found `long`"),
    "kind of a table": (["new", "none", "--kind", "tokens"], "--kind tokens is for --from"),
    "language": (["build", "mini", "--lang", "fr"], "`mini` has no language `fr`"),
    "no old version": (["build", "mini", "--changed-since", ""], "--changed-since names nothing"),
    "no new version": (["diff", "mini", ""], "a version is named by no word"),
    "no language": (["build", "mini", "--lang", ""], "--lang names nothing"),
    "language of parts": (["parts", "mini", "--lang", "fr"], "`mini` has no language `fr`"),
    "set": (["build", "mini", "--only", "crad"], "did you mean `card`?"),
    "one item": (["build", "mini", "--only", "card/dwan"], "did you mean `dawn`?"),
    "item in only": (["build", "mini", "--only", "dusk"], "did you mean `card/dusk`?"),
    "second set": (["build", "mini", "--only", "card,tiel"], "did you mean `tile`?"),
    "item alone": (["face", "mini", "dusk"], "did you mean `card/dusk`?"),
    "item": (["face", "mini", "card"], "known names: `card/dawn`, `card/dusk`, `card/noon`"),
    "back": (["face", "mini", "chip/one", "--back"], "`chip/one` has no back"),
    "offset": (["build", "--back-offset", "1"], "write both, as in `0.4,-0.2`"),
    "no number": (["build", "--back-offset", "nan,0"], "at most 20 mm"),
    "dpi": (["build", "--dpi", "5000"], "1200"),
    "code": (["explain", "F0100"], "did you mean `F010`?"),
    "no such code": (["explain", "qqqq"], "`pnp explain` shows what there is"),
    "missing word": (["diff"], "Missing argument 'OLD'"),
    "no face": (["face", "mini"], "write `pnp face mini SET/ITEM`"),
    "an option twice": (["new", "x", "--from", "a.csv", "--from=b.csv"], "--from is there twice"),
    "a list twice": (["build", "mini", "--lang", "en", "--lang", "ja"], "commas part several"),
    "several languages on stdout": (["rules", "mini", "--lang", "all"], "give one `--lang`"),
}


def test_a_folder_is_no_game_yet(mini_copy, pnp):
    (mini_copy.components / "dice").mkdir()
    done = pnp("-C", mini_copy.root, "check", "dice")
    assert (done.returncode, "write `components/dice/game.yaml`" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    {
        "a table": (("build", "deck.csv"), "make a game of it first: `pnp new DIR --from deck.csv`"),
        "to be begun": (("new", "deck.csv"), "`pnp new deck --from deck.csv`"),
        "alone": (("deck.csv",), "Did you mean 'new DIR --from deck.csv'?"),
        "a folder of another project": (("check", "mini"), "begin with `pnp -C mini`"),
        "a file of another project": (("build", "mini/components/mini/game.yaml"), "begin with `pnp -C mini`"),
        "a file of this one": (
            ("-C", "mini", "build", "mini/components/mini/game.yaml"),
            "in the game `mini`: name that",
        ),
    }.values(),
)
def test_a_path_in_the_place_of_a_game_is_told(mini_copy, tmp_path, pnp, words, said):
    assert mini_copy.root == tmp_path / "mini"
    (tmp_path / "deck.csv").write_text("Name\nFox\n")
    done = pnp(*words)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(("words", "said"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_wrong_usage(tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    done = run(*words, project=MINI)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""
    assert "game.yaml" not in done.stderr, "the slip is in the words, not in a file"
    assert files(tmp_path) == []


@pytest.mark.some(0, 2, 3)
@pytest.mark.parametrize(
    "line",
    [
        "parts mini --format CSV",
        "check mini --format JSON",
        "explain --format MD",
        "rules mini --format HTML --for Designers",
        "rules mini --format PDF --paper Letter",
    ],
)
def test_a_choice_may_be_typed_in_capitals(tmp_path, monkeypatch, line):
    """As in the names that papers and formats bear elsewhere."""
    monkeypatch.chdir(tmp_path)
    typed, small = (run(*words.split(), project=MINI) for words in (line, line.lower()))
    assert (typed.exit_code, typed.stdout) == (0, small.stdout)


@pytest.mark.parametrize("words", [("parts",), ("rules",), ("face", "card/dawn")], ids=" ".join)
def test_the_only_game_needs_no_name(words):
    command, *rest = words
    named, bare = run(command, "mini", *rest, project=MINI), run(*words, project=MINI)
    assert bare.exit_code == 0
    assert bare.stdout == named.stdout != ""
    assert "one of populous, quo-vadis" in run(*words, project=ROOT).stderr


def test_a_folder_that_is_no_project():
    done = run("check", project=ROOT / "components")
    assert done.exit_code == 2
    assert "no components/ and layouts/" in done.stderr


@pytest.mark.parametrize("name", ["x" * 300, f"{'x' * 200}/" * 22, "a\0b"], ids=["long", "deep", "nul"])
def test_a_folder_that_no_system_can_have_is_wrong_usage(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert run("check", project=name).exit_code == 2
    if "\0" not in name:
        done = run("new", name)
        assert (done.exit_code, "X004" in done.stderr) == (1, True)
    assert files(tmp_path) == []


def test_a_project_without_layouts_is_told(tmp_path, pnp):
    (tmp_path / "components" / "isle").mkdir(parents=True)
    (tmp_path / "components" / "isle" / "game.yaml").write_text("title: Isle\n")
    done = pnp("check")
    assert (done.returncode, done.stdout) == (2, "")
    assert "has components/ but no layouts/" in done.stderr


def test_a_project_without_games_is_told(tmp_path):
    (tmp_path / "components").mkdir()
    (tmp_path / "layouts").mkdir()
    done = run("build", project=tmp_path)
    assert done.exit_code == 2
    assert "there is no game in" in done.stderr


@pytest.mark.parametrize("command", ["build", "check"])
def test_who_stands_above_a_project_is_led_into_it(started, monkeypatch, command):
    monkeypatch.chdir(started.parent)
    done = run(command)
    assert (done.exit_code, f"go there (`cd {started.name}`)" in done.stderr) == (2, True)


def test_a_path_to_a_game_is_its_name():
    assert run("parts", MINI / "components" / "mini", project=MINI).exit_code == 0


# ---- an empty folder -------------------------------------------------------------------------------------------


def test_an_empty_folder_shows_the_bundled_games(pnp, tmp_path):
    done = pnp("doctor")
    assert "the bundled games" in done.stdout
    done = pnp("check", "no-such-game")
    assert done.returncode == 2
    assert "pnp new DIR" in done.stderr
    assert files(tmp_path) == []


def test_new_builds_at_once(started, monkeypatch):
    done = run("check", project=started)
    assert (done.exit_code, done.stdout) == (0, "isle: no errors, no warnings, no notes\n")
    monkeypatch.chdir(started)
    done = run("build", "--lang", "all", "--paper", "a4,letter")
    assert done.exit_code == 0
    assert files(started / "output" / "isle") == [f"isle-{p}-{la}.pdf" for p in ("a4", "letter") for la in ("en", "ja")]
    assert [
        (f["id"], f["count"]) for f in json.loads(run("parts", "isle", "--format", "json").stdout)["components"]
    ] == [
        ("card", 12),
        ("shell-token", 20),
    ]
    assert "my-game" not in (started / "README.md").read_text(encoding="utf-8")


def test_new_keeps_what_is_there(started):
    before = files(started)
    assert run("new", started).exit_code == 2
    assert run("new", started / "README.md").exit_code == 2
    assert files(started) == before


def test_new_gives_a_game_that_stands_more_sets(started, tmp_path, monkeypatch):
    table = tmp_path / "spells.csv"
    table.write_text("Name,Copies,Text\nFlood,3,Draw a card.\nDrought,1,Lose a card.\n", encoding="utf-8")
    before = {name: (started / name).read_bytes() for name in files(started)}
    done = run("new", started, "--from", table)
    assert done.exit_code == 0
    assert "pnp build --only spells" in done.stdout
    assert {name: (started / name).read_bytes() for name in before} == before
    added = ["components/isle/spells.csv", "components/isle/spells.yaml", "layouts/isle/back.svg"]
    assert [name for name in files(started) if name not in before] == [*added, "layouts/isle/spells.svg"]
    monkeypatch.chdir(started)
    parts = json.loads(run("parts", "isle", "--format", "json").stdout)["components"]
    assert ("spells", 4) in [(one["id"], one["count"]) for one in parts]
    assert run("build", "--only", "spells").exit_code == 0


@pytest.mark.parametrize(
    ("rows", "place", "said"),
    [
        ("Flood,3", "components/isle", "`spells` of the game `isle` reads this table"),
        ("Flood,2", "", "`components/isle/spells.csv` is there already"),
    ],
)
def test_new_adds_no_set_twice(started, tmp_path, rows, place, said):
    (tmp_path / "spells.csv").write_text("Name,Copies\nFlood,3\n", encoding="utf-8")
    assert run("new", started, "--from", tmp_path / "spells.csv").exit_code == 0
    before = {name: (started / name).read_bytes() for name in files(started)}
    (tmp_path / "spells.csv").write_text(f"Name,Copies\n{rows}\n", encoding="utf-8")
    done = run("new", started / place, "--from", tmp_path / "spells.csv")
    assert (done.exit_code, said in done.stderr) == (2, True)
    assert {name: (started / name).read_bytes() for name in files(started)} == before


def test_new_asks_which_game_gets_more_sets(started, tmp_path):
    second_game(started)
    (tmp_path / "spells.csv").write_text("Name,Copies\nFlood,3\n", encoding="utf-8")
    done = run("new", started, "--from", tmp_path / "spells.csv")
    assert (done.exit_code, "pnp new components/bay" in done.stderr) == (2, True)
    assert run("new", started / "components" / "bay", "--from", tmp_path / "spells.csv").exit_code == 0
    assert (started / "components" / "bay" / "spells.yaml").is_file()


@pytest.mark.parametrize(("folder", "game"), [("灯り", "my-game"), ("2nd Game", "2nd-game"), ("Räuber", "rauber")])
def test_new_in_a_folder_with_a_name_of_its_own(tmp_path, folder, game):
    (tmp_path / folder).mkdir()
    assert run("new", tmp_path / folder).exit_code == 0
    assert (tmp_path / folder / "components" / game / "game.yaml").is_file()
    assert run("check", "--strict", project=tmp_path / folder).exit_code == 0


# ---- several games ---------------------------------------------------------------------------------------------


def second_game(project, spoil=lambda text: text):
    """A copy of the game `isle` called `bay`, its cards.yaml spoilt."""
    for room in ("components", "layouts"):
        for file in (project / room / "isle").rglob("*"):
            target = project / room / "bay" / file.relative_to(project / room / "isle")
            if file.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read_bytes())
    cards = project / "components" / "bay" / "cards.yaml"
    cards.write_text(spoil(cards.read_text(encoding="utf-8")), encoding="utf-8")


def test_a_broken_game_does_not_stop_the_others(started, tmp_path):
    second_game(started, lambda text: text.replace("expect: 12", "expect: 13"))
    done = run("build", "--lang", "ja", "--out", tmp_path / "out", project=started)
    assert done.exit_code == 1
    assert files(tmp_path / "out") == ["isle/isle-a4-ja.pdf"]
    assert "error D020" in done.stderr
    assert "not built: bay" in done.stderr
    checked = run("check", project=started)
    assert checked.exit_code == 1
    assert checked.stdout.endswith("bay: 1 error, no warnings, no notes\nisle: no errors, no warnings, no notes\n")


def test_a_project_may_be_made_in_another_folder(pnp, tmp_path):
    """And a game there gets a set more; the tables are looked for where the user stands."""
    done = pnp("-C", "games", "new", "isle")
    assert (done.returncode, done.stdout.split("\n")[0]) == (0, "games/isle: a project with the game `isle`")
    assert (tmp_path / "games" / "isle" / "components" / "isle" / "game.yaml").is_file()
    (tmp_path / "spells.csv").write_text("Name,Text\nFog,Hide.\nSun,Shine.\n")
    assert pnp("-C", "games/isle", "new", ".", "--from", "spells.csv").returncode == 0
    assert pnp("-C", "games/isle", "check").returncode == 0
    assert pnp("-C", "games", "new", "isle").returncode == pnp("-C", "games", "check").returncode == 2


@pytest.mark.some(5, 6, 8)
@pytest.mark.parametrize(
    ("kind", "language"),
    [
        pytest.param(kind, language, marks=pytest.mark.slow if (n + k) % 5 else ())
        for n, kind in enumerate(KINDS)
        for k, language in enumerate(["it", "fr", "ja", "en", "ja,en"])
        if (n + k) % 5 in (0, 2)
    ],
)
def test_every_kind_of_new_project_is_sound_in_every_language(tmp_path, kind, language):
    done = run("new", tmp_path / "isle", "--kind", kind, "--lang", language, "--paper", "letter")
    assert done.exit_code == 0, done.output
    assert ("words.yaml" in done.stdout) == (language == "it")
    assert ("write yours" in done.stdout) == (language in ("it", "fr"))
    checked = run("check", "--notes", project=tmp_path / "isle")
    notes = "1 note" if language == "it" else "no notes"
    assert re.findall("isle: .*", checked.output) == [f"isle: no errors, no warnings, {notes}"]
    assert ("L015" in checked.output) == (language == "it")
    assert run("build", "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0
    printed = sorted(f"isle/isle-letter-{one}.pdf" for one in language.split(","))
    assert files(tmp_path / "out") == printed  # in all that were asked for
    japanese = re.compile("[぀-ヿ一-鿿]")
    said = [p.read_text("utf-8") for p in (tmp_path / "isle").rglob("*") if p.suffix in (".yaml", ".csv", ".md")]
    assert any(map(japanese.search, said)) == language.startswith("ja")
    assert any("plural:" in text for text in said) == (language != "ja")


@pytest.mark.some(1)
@pytest.mark.parametrize(("locale", "language", "paper"), [
    ("ja_JP.UTF-8", "ja", "a4"), ("en_US.UTF-8", "en", "letter"), ("de_DE", "de", "a4"), ("C", "en", "a4"),
])  # fmt: skip
def test_a_new_project_speaks_the_users_language(tmp_path, monkeypatch, locale, language, paper):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    assert run("new", tmp_path / "isle").exit_code == 0
    assert run("build", "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0
    assert files(tmp_path / "out") == [f"isle/isle-{paper}-{language}.pdf"]


def test_the_test_page_is_in_the_users_language(started, tmp_path, monkeypatch):
    for said, language in (("ja_JP.UTF-8", "ja"), ("de_DE.UTF-8", "de"), ("it_IT.UTF-8", "en")):
        monkeypatch.setenv("LC_ALL", said)
        assert run("calibrate", "--out", tmp_path, project=started).exit_code == 0
        assert (tmp_path / f"calibration-a4-{language}.pdf").is_file()
    assert "no words in `it`" in run("calibrate", "--lang", "it", project=started).output
    (started / "layouts" / "words.yaml").write_text(
        "".join(f"{key}: {{it: x}}\n" for key in unsaid(Project(ROOT), "it"))
    )
    assert run("calibrate", "--lang", "it", "--out", tmp_path, project=started).exit_code == 0
    assert (tmp_path / "calibration-a4-it.pdf").is_file()


def test_several_codes_are_explained_one_by_one():
    retired = run("explain", "M005", "r036").stdout
    assert retired == "M005 is told no longer\nR036 is told no longer; what it told is told by D016, D019\n"
    said = run("explain", "d020", "F010").stdout
    assert said.index("D020 (error)") < said.index("F010 (error)")


@pytest.mark.some(3)
@pytest.mark.parametrize(
    "before", [None, "lang: en", "# mine\n# back-offset: 0.4,-0.2 # in mm\nlang: en\n", "back-offset: 9,9\nlang: en\n"]
)
def test_the_project_remembers_what_the_printer_does(started, tmp_path, before):
    (started / "pnp.yaml").unlink(missing_ok=True)
    if before is not None:
        (started / "pnp.yaml").write_text(before)
    assert run("calibrate", "--remember", "0.3,-1", project=started).exit_code == 0
    text = (started / "pnp.yaml").read_text()
    assert text.count("back-offset") == 1
    assert ("lang: en" in text) == (before is not None)
    assert ("# mine" in text) == ("# mine" in (before or ""))
    assert run("build", "--out", tmp_path / "out", project=started).exit_code == 0
    assert all("offset+0.3-1" in name for name in files(tmp_path / "out"))
    assert run("calibrate", "--remember", "far", project=started).exit_code == 2


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """A user without settings; the file of printers that there may be."""
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home" / ".config" / "pnp" / "printers.yaml"


def shifted(started, out, *words):
    """How the backs of a build are shifted, as its files are called, and what it says of that."""
    done = run("build", "--out", out, *words, project=started)
    assert done.exit_code == 0, done.output
    (shift,) = {re.sub(r".*?(offset.*)?\.pdf", r"\1", name) for name in files(out) if name.endswith(".pdf")}
    return shift, [line for line in done.stderr.splitlines() if "shifted" in line]


def test_a_printer_is_remembered_for_all_projects_of_a_user(started, tmp_path, settings):
    (started / "pnp.yaml").write_text("lang: en\n")
    for name, words in (("office", "0.3,-1"), ("at home", "2,0"), ("office", "0.4,-1")):
        done = run("calibrate", "--remember", words, "--printer", name, project=started)
        assert done.stdout == f"{settings}  {name}: {words}\n"
    assert (started / "pnp.yaml").read_text() == "lang: en\n"
    assert settings.read_text() == '"at home": "2,0"\n"office": "0.4,-1"\n'
    assert shifted(started, tmp_path / "0") == ("", [])
    shift, told = shifted(started, tmp_path / "1", "--printer", "office")
    assert (shift, told) == (
        "offset+0.4-1",
        [f"pnp: backs are shifted by 0.4,-1 mm, for printer `office` ({settings})"],
    )
    settings.write_text("office: 1,1\n")
    assert shifted(started, tmp_path / "2", "--printer", "office")[0] == "offset+1+1"


@pytest.mark.some(1, 4)
@pytest.mark.parametrize(
    ("said", "words", "shift"),
    [
        ("printer: office\n", (), "offset+0.4-1"),
        ("printer: office\nback-offset: 3,3\n", (), "offset+3+3"),
        ("back-offset: 3,3\n", ("--printer", "office"), "offset+0.4-1"),
        ("printer: office\n", ("--back-offset", "5,5"), "offset+5+5"),
        ("printer: lost\n", (), ""),
    ],
)
def test_a_shift_goes_by_the_command_line_then_the_projects_then_its_printers(
    started, tmp_path, settings, said, words, shift
):
    settings.parent.mkdir(parents=True)
    settings.write_text("office: 0.4,-1\n")
    (started / "pnp.yaml").write_text(f"lang: en\n{said}")
    assert shifted(started, tmp_path / "out", *words)[0] == shift


@pytest.mark.parametrize(
    ("kept", "command", "told"),
    [
        ("office: 0.4,-1\n", ("build", "--printer", "ofice"), "did you mean `office`"),
        ("", ("build", "--printer", "office"), "pnp calibrate --remember X,Y --printer office"),
        ("office: far\n", ("build", "--printer", "office"), "`office` in `"),
        ("[1, 2]\n", ("build", "--printer", "office"), "cannot be read"),
        ("{", ("build", "--printer", "office"), "cannot be read"),
        ("", ("build", "--printer", "office", "--back-offset", "1,1"), "leave one of them out"),
        ("", ("calibrate", "--printer", "office"), "add `--remember X,Y`"),
        ("", ("calibrate", "--remember", "1,1", "--printer", "../x"), "no name of a printer"),
        ("", ("calibrate", "--remember", "far", "--printer", "x"), "two numbers of millimetres"),
    ],
)
def test_what_is_no_printer_is_told(started, settings, kept, command, told):
    settings.parent.mkdir(parents=True)
    settings.write_text(kept)
    done = run(*command, project=started)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())
    assert settings.read_text() == kept


@pytest.mark.slow
def test_a_project_says_what_build_does_and_the_command_line_beats_it(started, tmp_path):
    (started / "pnp.yaml").write_text("paper: [a4, letter]\nlang: en\nbleed: 2\nbacks: short-edge\n")
    assert run("build", "--out", tmp_path / "out", project=started).exit_code == 0
    ends = "en-short-edge-bleed2.pdf"
    assert files(tmp_path / "out") == [f"isle/isle-a4-{ends}", f"isle/isle-letter-{ends}"]
    assert run("build", "--paper", "a3", "--lang", "ja", "--out", tmp_path / "o", project=started).exit_code == 0
    assert files(tmp_path / "o") == ["isle/isle-a3-ja-short-edge-bleed2.pdf"]


@pytest.mark.some(3)
@pytest.mark.parametrize(("said", "more", "width"), [
    ("paper: letter", [], 612), ("paper: [letter, a3]", [], 612), ("", [], 595),
    ("paper: letter", ["--paper", "a4"], 595),
])  # fmt: skip
def test_the_rules_are_on_the_paper_of_the_project(started, tmp_path, said, more, width):
    (started / "pnp.yaml").write_text(f"{said}\nlang: all\n")
    done = run("rules", "isle", "--format", "pdf", *more, "--out", tmp_path / "r.pdf", project=started)
    assert done.exit_code == 0, done.output
    with pypdfium2.PdfDocument(tmp_path / "r.pdf") as document:
        assert int(document[0].get_width()) == width


@pytest.mark.some(0)
@pytest.mark.parametrize(("said", "name"), [
    ("1/8in", "3.175"), ("0.125 in", "3.175"), ("3mm", "3"), ("0.2cm", "2"), ("2.5", "2.5"),
])  # fmt: skip
def test_bleed_may_have_a_unit(started, tmp_path, said, name):
    words = ("build", "--format", "svg", "--only", "card/candle", "--out", tmp_path)
    assert run(*words, "--face-bleed", said, project=started).exit_code == 0
    (started / "pnp.yaml").write_text(f"face-bleed: {said}\n")
    assert run(*words, project=started).exit_code == 0
    assert {p.name for p in (tmp_path / "isle").glob("faces*")} == {f"faces-{la}-bleed{name}" for la in ("en", "ja")}


@pytest.mark.parametrize(("text", "said"), [
    ("papier: a4\nbleed: 2\nonly: x", "pnp.yaml:3:1: error Y040"), ("bleed: 2\nonly: card", "pnp.yaml:2:1: error Y040"),
    ("- a4", "pnp.yaml:1:1: error Y025"), ("paper: a9", "pnp.yaml:1:1: error Y040: `paper` takes a4"),
    ("paper: a4\nbleed: wide", "pnp.yaml:2:1: error Y040: `bleed` takes a length from 0 to 10 mm; found `wide`"),
    ("bleed: true", "found `True`"), ("face-bleed: 1/0in", "write `3`, `3mm`"),
    ("bleed: 11", "from 0 to 10 mm"), ("dpi: 300.5", "a whole number from 36"),
    ("picture-dpi: 30", "`picture-dpi` takes a whole number from 36"), ("proof: 1", "`proof` is on or off"),
    ("paper: {a4: 1}", "pnp.yaml:1:1: error Y040"), ("paper: [", "pnp.yaml:1"),
    ("lang: de", "`lang` takes all, en, ja"), ("format: exe", "`format` takes"), ("backs: left", "`backs` takes"),
    ("stamp: x", "`stamp` takes"),
    ("back-offset: 3", "two numbers"), ("group: ''", "`group` names nothing"),
    ("out: ../x", "lies outside the project"), ("out: /tmp/x", "lies outside the project"),
    ("scheduler: tcp://x", "`scheduler` spreads volumes"),
])  # fmt: skip
def test_what_no_project_can_say(started, text, said):
    (started / "pnp.yaml").write_text(text)
    done = run("build", project=started)
    assert done.exit_code == 1
    assert said in done.output
    checked = run("check", project=started)
    assert checked.exit_code == 1
    assert said in checked.output


def test_one_item_on_a_paper_in_capitals(started, tmp_path):
    done = run(
        "build", "--only", "card/candle", "--paper", "A4", "--lang", "JA", "--out", tmp_path / "out", project=started
    )
    assert done.exit_code == 0, done.output
    assert "6 pieces" in done.output
    assert files(tmp_path / "out") == ["isle/isle-a4-ja-card-candle.pdf"]


@pytest.mark.some(3)
@pytest.mark.parametrize("asked", ["card/candle", "Lantern card/Candle", "card/CANDLE", "灯りカード/candle"])
def test_sets_and_items_are_asked_for_by_their_names_too(started, tmp_path, asked):
    cards = started / "components" / "isle" / "cards.yaml"
    name = re.search("name: {ja: ([^,]+), en: ([^}]+)}", cards.read_text())
    asked = asked.replace("Lantern card", name[2]).replace("灯りカード", name[1])
    done = run("build", "--only", asked, "--lang", "ja", "--out", tmp_path / "out", project=started)
    assert files(tmp_path / "out") == ["isle/isle-a4-ja-card-candle.pdf"], done.output
    assert run("face", "isle", asked, project=started).exit_code == 0


def test_rules_of_one_page_have_no_list_of_contents(started, tmp_path):
    done = run("rules", "isle", "--format", "pdf", "--lang", "en", "--out", tmp_path / "r.pdf", project=started)
    assert done.exit_code == 0, done.output
    with pypdfium2.PdfDocument(tmp_path / "r.pdf") as document:
        said = [page.get_textpage().get_text_range() for page in document]
    assert "Contents" not in said[0]
    assert "Glossary" in said[0]


@pytest.mark.slow
def test_a_part_never_takes_the_sheets_of_the_whole_game_away(started, tmp_path):
    run("build", "--lang", "en", "--out", tmp_path / "out", project=started)
    whole = (tmp_path / "out" / "isle" / "isle-a4-en.pdf").read_bytes()
    cards = started / "components" / "isle" / "cards.yaml"
    cards.write_text(cards.read_text().replace("count: 6", "count: 5").replace("expect: 12", "expect: 11"))
    done = run("build", "--lang", "en", "--only", "card", "--out", tmp_path / "out", project=started)
    assert done.exit_code == 0, done.output
    assert files(tmp_path / "out") == ["isle/isle-a4-en-card.pdf", "isle/isle-a4-en.pdf"]
    assert (tmp_path / "out" / "isle" / "isle-a4-en.pdf").read_bytes() == whole


@pytest.mark.slow
def test_a_set_that_one_game_lacks_does_not_stop_the_others(started, tmp_path):
    second_game(started, lambda text: text.replace("id: card\n", "id: leaf\n"))
    done = run("build", "--only", "card", "--lang", "ja", "--out", tmp_path / "out", project=started)
    assert done.exit_code == 2 or "bay" in done.stderr
    assert files(tmp_path / "out") == ["isle/isle-a4-ja-card.pdf"]


@pytest.mark.parametrize("text", ["", "title: {", "- a\n- b\n", "\0", "title: [1]\nplayers: x\n"])
def test_a_game_file_that_is_no_game(started, text):
    (started / "components" / "isle" / "game.yaml").write_text(text)
    for words in (["check"], ["build"], ["parts", "isle"], ["rules", "isle"], ["face", "isle", "card/candle"]):
        done = run(*words, project=started)
        assert done.exit_code == 1, done.output
        assert "components/isle/game.yaml:" in done.output
        assert "Traceback" not in done.output


@pytest.mark.slow
def test_every_mistake_is_told_in_one_run(started):
    cards = started / "components" / "isle" / "cards.yaml"
    text = cards.read_text(encoding="utf-8").replace("expect: 12", "expect: 13").replace("Candle", "Candle " * 30)
    cards.write_text(text, encoding="utf-8")
    found = json.loads(run("check", "--format", "json", project=started).stdout)
    assert {f["code"] for f in found if f["severity"] == "error"} == {"D020", "F010"}
    assert "isle: 2 errors, 1 warning, no notes\n" in run("check", project=started).stdout
    cards.write_text(text.replace("kind: card", "kind: crad"), encoding="utf-8")
    assert (
        "(what the texts mean (M...) is checked when these errors are mended)\n" in run("check", project=started).stdout
    )


def test_a_game_without_printed_sets(started, tmp_path):
    for file in ("cards.yaml", "tokens.yaml"):
        path = started / "components" / "isle" / file
        path.write_text(path.read_text(encoding="utf-8") + "printed: false\n", encoding="utf-8")
    done = run("build", "--format", "pdf,svg", "--separate", "--out", tmp_path / "out", project=started)
    assert done.exit_code == 0
    assert "1 page, 0 pieces" in done.stdout


@pytest.mark.slow
def test_each_special_order_has_files_of_its_own(mini_copy, tmp_path):
    some = {"back_offset": (0.4, -0.2)}, {"back_offset": (0.4, 0)}, {"bleed": 1}, {"proof": True}, {"backs": "none"}, {}
    assert len({Order(**words).suffix for words in some}) == len(some)
    one_sided = Order(backs="none")
    assert Order(backs="none", back_offset=(1, 1)).suffix == one_sided.suffix, "there are no backs to shift"

    def said(*words):
        return run("build", "--out", tmp_path, *words, project=mini_copy.root).stdout

    shift = ("--back-offset", "0.4,-0.2")
    for words, name in (
        (("--back-offset", "0,0", "--bleed", "3"), "mini-a4-ja.pdf"),
        ((*shift, "--bleed", "1", "--proof"), "mini-a4-ja-proof-offset+0.4-0.2-bleed1.pdf"),
    ):
        assert Path(said(*words).split()[0]).name == name
    grid = said("--format", "grid", "--only", "card", *shift)  # which a grid knows nothing of
    assert "grids-ja-card" in grid
    assert "offset" not in grid.replace(str(tmp_path), "")


@pytest.mark.slow
def test_fronts_and_backs_are_counted_apart(mini_copy, tmp_path):
    done = run("build", "--separate", "--lang", "en", "--out", tmp_path, project=mini_copy.root)
    told = [line.split("  ")[-1].split(", ")[1] for line in done.stdout.splitlines() if "-a4-" in line.split()[0]]
    assert told == ["15 pieces", "15 fronts", "6 backs"]


# ---- what is told ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_check_says_notes_briefly(mini_copy):
    done = run("check", project=mini_copy.root)
    assert done.exit_code == 0
    assert "note D030: open question\n  chip-count\n" in done.stdout
    assert "notes in full: pnp check --notes" in done.stdout
    whole = run("check", "--notes", project=mini_copy.root).stdout
    assert re.search(r"game\.yaml:\d+:\d+: note D030: open question `chip-count` about set chip: ", whole)
    assert "hint: assumed: " in whole


@pytest.mark.slow
def test_check_says_the_weighty_notes_whole(mini_copy):
    file = mini_copy.root / "components" / "mini" / "game.yaml"
    question = "    about: set chip\n    question: {{ja: {words}, en: q}}\n    assumption: {{ja: 仮, en: a}}\n"
    heavy = (
        "  - id: heavy\n"
        + question.format(words="駒「数」を数える。" * 20)
        + "    reason: {ja: 訳, en: r}\n    weight: 3\n"
    )
    file.write_text(file.read_text("utf-8") + heavy, "utf-8")
    lines = run("check", project=mini_copy.root).stdout.splitlines()
    at = lines.index("components/mini/game.yaml: note D030: open question (2)")
    assert lines[at + 1].startswith("  `heavy` about set chip: 駒「数」を数える。")
    end = lines.index("", at)
    assert lines[end - 1 : end + 2] == ["    assumed: 仮 because: 訳", "", "  and chip-count"]
    assert all(85 < cells(line) <= 100 for line in lines[at + 1 : end - 2]), "lines are full"
    assert not any(line.strip()[0] in "」。" or line[-1] == "「" for line in lines[at + 1 : end])


def test_json_is_a_list_of_records(mini_copy):
    (first, *_) = json.loads(run("check", "--format", "json", project=mini_copy.root).stdout)
    assert set(first) == {"code", "severity", "file", "line", "column", "message", "hint", "game"}
    assert first["game"] == "mini"


def test_json_of_a_clean_game_is_an_empty_list(started):
    assert run("check", "--format", "json", project=started).stdout == "[]\n"


def test_parts_are_aligned_also_behind_wide_characters(started):
    from generator.commands.console import cells

    done = run("parts", "isle", project=started)
    ends = {cells(line[: re.search(r"\d+", line).end()]) for line in done.stdout.splitlines()[1:]}
    assert len(ends) == 1


@pytest.mark.parametrize("words", [("parts",), ("rules",), ("rules", "--format", "html")], ids=" ".join)
def test_lists_and_rules_do_not_wait_for_pictures(tmp_path, words):
    (tmp_path / "deck.csv").write_text("Name,Text,Art,Count\nFox,Gain 1 food.,fox.png,3\nOwl,Look.,owl.png,2\n")
    Image.new("RGB", (9, 9)).save(tmp_path / "fox.png")
    assert run("new", tmp_path / "zoo", "--from", tmp_path / "deck.csv", "--lang", "en").exit_code == 0
    assert run("build", project=tmp_path / "zoo").exit_code == 1
    done = run(*words, project=tmp_path / "zoo")
    assert done.exit_code == 0
    assert "5" in done.stdout


def test_rules_are_for_players_unless_designers_ask(mini_copy):
    plain, more = (run("rules", "mini", *words, project=mini_copy.root) for words in ([], ["--for", "designers"]))
    assert "チップは何枚か" in more.stdout
    assert "チップは何枚か" not in plain.stdout
    assert len(plain.stdout.splitlines()) < len(more.stdout.splitlines())


# ---- streams ---------------------------------------------------------------------------------------------------


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"PYTHONIOENCODING": "ascii"}, "check --notes"), ({"PYTHONIOENCODING": "cp932"}, "rules mini"),
    ],
)  # fmt: skip
def test_no_encoding_stops_a_command(env, words):
    done = subprocess.run(
        [*PNP, "-C", str(MINI), *words.split()],
        env={**os.environ, "PYTHONUTF8": "0", **env},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    if words.startswith("rules"):
        assert "昼と夜" in done.stdout.decode("utf-8"), "a document is UTF-8 everywhere"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(("word", "meant"), [("init", "'new'"), ("import", "'new --from FILE'"), ("print", "'build'")])
def test_words_of_other_programs_lead_to_ours(word, meant):
    assert f"Did you mean {meant}?" in run(word, "x").stderr


@pytest.mark.parametrize("words", [["--help"], ["explain"], ["rules", "mini"]], ids=" ".join)
def test_a_full_stdout_is_told_in_one_line(words):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PNP, "-C", str(MINI), *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == "pnp: the output cannot be read or written: no space left on device\n"


@pytest.mark.parametrize("words", [["rules", "mini"], ["--help"], ["build", "--help"], ["--version"]], ids=" ".join)
def test_a_reader_who_has_enough_is_no_error(words):
    with subprocess.Popen(
        [*PNP, "-C", str(MINI), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait() == 0


@pytest.mark.skipif(os.name != "posix", reason="closed streams are a thing of shells")
def test_closed_streams_are_no_error():
    command = f"{sys.executable} -m generator -C {MINI}"
    assert subprocess.run(f"{command} check >&-", shell=True, check=False).returncode == 0  # noqa: S602
    assert subprocess.run(f"{command} check nope 2>&-", shell=True, check=False).returncode == 2  # noqa: S602


class Terminal:
    """`pnp` on a terminal of so many columns."""

    def __init__(self, *words, columns=80, env=None, program=PNP):
        import fcntl
        import pty
        import struct
        import termios

        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm", "COLUMNS": str(columns), **(env or {})})
            os.execv(sys.executable, [*program, "-C", str(MINI), *map(str, words)])  # noqa: S606
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.said = b""

    def read(self):
        """All it writes."""
        while True:
            try:
                more = os.read(self.descriptor, 65536)
            except OSError:  # the other side is closed
                break
            if not more:
                break
            self.said += more
        return self.said.decode()

    def end(self):
        """Its exit status."""
        os.close(self.descriptor)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def in_terminal(*words, **settings):
    """What `pnp` writes to a terminal, and its exit status."""
    terminal = Terminal(*words, **settings)
    return terminal.read(), terminal.end()


needs_terminal = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo terminal")


@needs_terminal
def test_a_terminal_shows_progress_and_is_left_clean(tmp_path):
    said, status = in_terminal("build", "mini", "--format", "png", "--dpi", 36, "--out", tmp_path)
    assert status == 0
    assert re.search(r"\[#+-+\] \d+/\d+", said)
    left = said.rpartition("\x1b[2K")[2].strip()
    assert left.startswith(str(tmp_path)), "only the result stays"


@needs_terminal
def test_a_narrow_terminal_wraps_no_excerpt(tmp_path):
    said, _ = in_terminal("check", "--notes", columns=44, env={"NO_COLOR": "1"})
    assert "\x1b" not in said
    excerpts = [line for line in said.splitlines() if re.match(r" *\d* \| ", line)]
    assert excerpts
    assert all(len(line) <= 44 for line in excerpts)


def test_a_pipe_gets_no_escape_codes(pnp_apart):
    done = pnp_apart("-C", MINI, "build", "mini")
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stderr == ""


# ---- the file system -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_output_that_is_a_file(started, tmp_path):
    (tmp_path / "out").write_text("mine")
    done = run("build", "--out", tmp_path / "out", project=started)
    assert done.exit_code == 1
    assert "error X004" in done.stderr
    assert (tmp_path / "out").read_text() == "mine"


def test_output_that_is_a_folder(started, tmp_path):
    (tmp_path / "isle" / "isle-a4-ja.pdf").mkdir(parents=True)
    done = run("build", "--out", tmp_path, project=started)
    assert done.exit_code == 1
    assert "error X003" in done.stderr


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("output", "build"), ("output", "calibrate"), ("output", "rules isle --format pdf"), ("output/isle", "build"),
        ("output/isle", "rules isle --format pdf"), ("output/isle/faces-ja", "build --format svg"),
        ("components/.schema", "schema --write"), ("components/.schema/isle", "schema --write --game isle"),
    ],
)  # fmt: skip
def test_no_command_writes_through_a_link_of_the_project(started, tmp_path, monkeypatch, place, words):
    outside = tmp_path / "outside"
    outside.mkdir()
    path = started / place
    shutil.rmtree(path, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(outside)
    monkeypatch.chdir(started)
    done = run(*words.split())
    assert done.exit_code == 0, done.output
    assert (files(outside), path.is_symlink()) == ([], False)
    if "schema" not in place:
        assert f"{place}  was a link" in done.stdout, "what becomes of it is told"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no /dev/stdout")
@pytest.mark.parametrize(
    ("words", "name"), [(("rules", "mini", "--format", "html"), "/dev/stdout"), (("diff", MINI, MINI), "/dev/fd/1")]
)
def test_a_stream_is_an_output_like_any_file(pnp_apart, words, name):
    plain = run(*words, project=MINI)
    assert plain.stdout
    done = pnp_apart("-C", MINI, *words, "--out", name)
    assert (done.returncode, done.stdout, done.stderr) == (0, plain.stdout, plain.stderr)
    done = run(*words, "--out", "/dev/null", project=MINI)
    assert (done.exit_code, done.stdout) == (0, "")


def test_two_faces_never_share_a_file():
    names = [
        "a-b-c",
        "a-b-c",
        "A-B-C",
        "a-b-c-2",
        "x" * 300,
        "x" * 301,
        "a",
        "f/a.svg",
        "f/a.svg",
        "f/a.png",
        "f/2.5.pdf",
    ]
    of_kinds = ["f/a.svg", "f/a-2.svg", "f/a.png", "f/2.5.pdf"]
    found = list(distinct(names))
    assert found == ["a-b-c", "a-b-c-2", "A-B-C-3", "a-b-c-2-2", "x" * 150, "x" * 150 + "-2", "a", *of_kinds]
    assert len({name.casefold() for name in found}) == len(names)


@pytest.mark.slow
def test_pictures_are_told_whose_paint_ends_before_their_bleed(mini):
    for bleed, told in ((5, ["P003"]), (4, []), (0, [])):
        _, findings, _ = build(
            mini, "mini", Order(("en",), only=("card/dawn",), formats=("png",), dpi=36, face_bleed=bleed)
        )
        assert [f.code for f in findings if f.code == "P003"] == told


@pytest.mark.parametrize(("names", "said"), [
    (["isle"], "`isle` in it is one"), (["b", "a", "c"], "`a`, `b`, `c` in it are (3)"),
])  # fmt: skip
def test_projects_below_a_folder_that_is_none_are_named(tmp_path, monkeypatch, names, said):
    monkeypatch.chdir(tmp_path)
    for name in names:
        (tmp_path / name / "components").mkdir(parents=True)
        (tmp_path / name / "layouts").mkdir()
    done = run("check")
    assert (done.exit_code, f"this folder is no project, {said}" in done.stderr) == (2, True), done.stderr


def test_a_build_names_what_its_first_page_does_and_it_did_not_make(mini_copy, tmp_path):
    asked = ("build", "--out", tmp_path, "--lang", "en")
    told = run(*asked, project=mini_copy.root).stdout
    assert "  named on page 1: mini-rules-a4-en.pdf; `--kit` makes it\n" in told
    for words in (["--kit"], ["--only", "card"], ["--format", "grid", "--only", "card"]):
        assert "named on page 1" not in run(*asked, *words, project=mini_copy.root).stdout


def test_the_name_of_a_file_is_never_too_long():
    many = Order(only=tuple(f"a-long-name-of-a-set-{n}" for n in range(40)))
    assert len(many.suffix) < 100
    assert len({many.suffix, Order(only=many.only[1:]).suffix, Order(only=("a", "b")).suffix}) == 3


@pytest.mark.slow
def test_output_that_may_not_be_written(started, tmp_path, monkeypatch):
    old = tmp_path / "isle" / "isle-a4-ja.pdf"
    old.write_bytes(b"old")
    before = files(tmp_path)

    def refused(self, _data):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "write_bytes", refused)  # the tests may run as root, who may write everywhere
    done = run("build", "--out", tmp_path, project=started)
    assert done.exit_code == 1
    assert "error X001" in done.stderr
    assert "--out" in done.stderr
    assert (files(tmp_path), old.read_bytes()) == (before, b"old")
    for words in (["calibrate", "--remember", "0.1,0"], ["new", tmp_path / "game"], ["schema", "--write"]):
        done = run(*words, project=started)
        assert ("error X001" in done.stderr, "--out" in done.stderr) == (True, False), done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on file sizes")
def test_a_disk_that_takes_no_more(started, tmp_path):
    import resource

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    (tmp_path / "out" / "isle").mkdir(parents=True)
    (tmp_path / "out" / "isle" / "isle-a4-ja.pdf").write_bytes(b"old")
    done = subprocess.run(
        [*PNP, "-C", str(started), "build", "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 1
    assert "error X002" in done.stderr
    assert files(tmp_path / "out") == ["isle/isle-a4-ja.pdf"]
    assert (tmp_path / "out" / "isle" / "isle-a4-ja.pdf").read_bytes() == b"old"


# ---- interruption ----------------------------------------------------------------------------------------------


def test_ctrl_c_while_files_take_their_names(started, tmp_path, monkeypatch):
    """The worst moment: some files are in place already."""
    out = tmp_path / "out"
    assert run("build", "--format", "pdf,svg", "--out", out, project=started).exit_code == 0
    before = {name: (out / name).read_bytes() for name in files(out)}
    cards = started / "components" / "isle" / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("Candle", "Taper").replace("ろうそく", "蝋燭"), "utf-8")
    renamed = []
    replace = Path.replace

    def interrupted(self, target):
        if self.name.startswith("new-"):
            renamed.append(target)
            if len(renamed) == 4:
                raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    done = run("build", "--format", "pdf,svg", "--out", out, project=started)
    assert done.exit_code == 130
    assert done.stderr == "\npnp: interrupted; no file was left half written\n"
    assert {name: (out / name).read_bytes() for name in files(out)} == before


STOPPED = """
import os, sys
from generator.__main__ import main
moment, sent, write = sys.argv.pop(1), int(sys.argv.pop(1)), sys.stderr.write
def watched(words):
    write(words)
    if moment in words:
        os.kill(os.getpid(), sent)
sys.stderr.write = watched
main()
"""
"""Gets a signal at that moment: sent from outside, it may come when all is done."""


@needs_terminal
@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("sent", "moment"),
    [
        (signal.SIGTERM, "drawing mini"), (signal.SIGINT, "imposing"),
    ],
)  # fmt: skip
def test_signals_in_the_middle(tmp_path, sent, moment):
    old = tmp_path / "mini" / "faces-ja" / "card-dawn.png"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"old")
    words = ("build", "--format", "png,pdf", "--dpi", 60, "--lang", "all", "--out", tmp_path)
    said, status = in_terminal(*words, program=(sys.executable, "-c", STOPPED, moment, str(int(sent))))
    assert status == 128 + sent
    assert said.endswith("pnp: interrupted; no file was left half written\r\n")
    assert "Traceback" not in said
    assert files(tmp_path) == ["mini/faces-ja/card-dawn.png"]
    assert old.read_bytes() == b"old"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells a process its size")
def test_too_little_memory_is_no_fault_of_pnp(tmp_path):
    """Told with what to do, and the status of a refusal."""
    shutil.copytree(ROOT / "tests" / "hostile" / "base", tmp_path / "p")
    (tmp_path / "rows").write_text(
        "".join(f"  - {{id: c{n}, name: Card {n}, text: Draw {n}.}}\n" for n in range(19000))
    )
    short = (
        "import resource\nfrom pathlib import Path\nfrom generator import pipeline\n"
        "from generator.commands import app, shell\n"
        "from generator.project import Project\n"
        "pipeline.check_all(Project(Path('p')), 'tiny')  # loads what is loaded late\n"
        "Path('p/components/tiny/cards.yaml').open('a').write(Path('rows').read_text())\n"
        "size = int(Path('/proc/self/statm').read_text().split()[0]) * resource.getpagesize() + (16 << 20)\n"
        "resource.setrlimit(resource.RLIMIT_AS, (size, size))\napp.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", short, "--project", "p", "check", "tiny"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pnp: there is not enough memory for this\n  hint: name one game; build fewer")
