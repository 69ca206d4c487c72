"""The documentation: every page can be read, shows what the tool does, and knows every word of data and templates."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from functools import cache
from pathlib import Path

import pytest
import yaml

from generator import docs
from generator.data.schema.values import RECORDS, SIMPLE
from generator.diagnostics.codes import CODES, Severity
from generator.docs import COOKBOOK, HERE, PAGES, about, example_files, html_pages
from generator.layout.svg.attributes import OURS
from generator.pipeline import check_all
from generator.project import BUNDLED
from tests.test_cli_user import run

REFERENCE = [(p.name, p.text()) for p in PAGES if p.name in ("components", "layouts")]


@pytest.fixture(scope="module")
def pages():
    return {name: data.decode() for name, data in html_pages()}


def test_every_page_is_whole_and_every_link_leads_somewhere(pages):
    assert len(pages) == len(PAGES)
    for name, html in pages.items():
        assert html.count("<h1") == 1, name
        for target, _, part in re.findall(r'href="([\w-]+\.html)(#([\w-]*))?"', html):
            assert target in pages, (name, target)
            assert not part or f'id="{part}"' in pages[target], (name, target, part)


def test_files_that_pages_lead_to_lie_beside_them(pages):
    named = {target for html in pages.values() for target in re.findall(r'href="(tutorial/[^"]+)"', html)}
    assert named
    lying = {name for name, data in example_files() if data}
    assert named <= lying
    recipes = {f"cookbook/{folder}/{game}/" for game in COOKBOOK.games() for folder in ("components", "layouts")}
    assert recipes == {name[: name.index("/", name.index("/", 9) + 1) + 1] for name in lying if name[:9] == "cookbook/"}


def test_every_page_of_the_folder_is_in_the_contents():
    assert {p.stem for p in HERE.glob("*.md")} <= {page.name for page in PAGES}


def test_faces_are_drawn_and_files_are_those_of_the_cookbook(pages):
    named = re.findall(r"\(face:([^)\s]+)", "".join(page.text() for page in PAGES))
    assert sum(html.count("<figure><svg") for html in pages.values()) == len(named)


@pytest.mark.parametrize("game", COOKBOOK.games())
def test_every_recipe_is_sound(game):
    assert [str(f) for f in check_all(COOKBOOK, game) if f.severity is not Severity.NOTE] == []


def _named(file):
    return yaml.load((BUNDLED / "layouts" / file).read_text("utf-8"), yaml.CSafeLoader)


# Sizes of single pieces of the bundled games.
OWN = {"frieze", "round-track", "zeus-board", "continent", "zeus-temple", "resource-14", "gold-18"}
SIZES = {name: size for name, size in _named("sizes.yaml").items() if name not in OWN and name[:6] != "piece-"}
SHAPES = {size["shape"] for size in SIZES.values()}
NAMED = {*SIZES, *SHAPES, *_named("papers.yaml"), *_named("fonts/fonts.yaml")["families"]}


def test_every_word_is_explained(monkeypatch):
    really = docs._passages
    monkeypatch.setattr(docs, "_passages", cache(lambda *asked, **how: [*really(*asked, **how)]))
    words = {*SIMPLE, *RECORDS["SetFile"].entries, *(f"pnp:{a}" for a in OURS), *NAMED}
    assert [word for word in words if not about(word.replace("_", "-"), REFERENCE)] == []


@pytest.mark.parametrize(("topic", "first"), [
    ("icons", "24 x 24 units"), ("fonts", "`body`"), ("rules", "Numbers are given"), ("mini", "mini-euro"),
    ("count", "copies"), ("floor", "keeps its size"), ("pnp:with", "puts another template"),
    ("pnp:step", "moves each copy"), ("pnp:color", "overrides the colour"), ("figures", "figure:\n  faces:\n"),
])  # fmt: skip
def test_what_is_asked_for_comes_first(topic, first):
    assert first in "".join(p.text for p in about(topic, REFERENCE)[:2])


def test_all_icons_are_shown(pages):
    said = run("explain", "icons").stdout
    assert "![" not in said
    for path in (BUNDLED / "layouts" / "icons").glob("*.svg"):
        assert re.search(rf"\b{path.stem}\b", said)
        assert f"<figcaption>{path.stem}</figcaption>" in pages["layouts.html"]


def test_the_tutorial_does_what_it_says(tmp_path, monkeypatch):
    """Its fences one after another, in a folder that holds its table and pictures: commands, changes, files, and what
    the tool says to them."""
    shutil.copytree(HERE / "tutorial", tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(tmp_path)
    said, ran, failed = "", [], []
    text = (HERE / "tutorial.md").read_text("utf-8")
    for language, file, body in re.findall(
        r"^```(\w+)(?: (?:file=)?(\S+))?\n(.*?)^```", text, re.MULTILINE | re.DOTALL
    ):
        if language == "sh":
            done = [_typed(line, monkeypatch) for line in body.splitlines()]
            ran += body.splitlines()
            failed += [line for line, (code, _) in zip(body.splitlines(), done, strict=True) if code]
            said = "".join(words for _, words in done)
        elif language == "diff":
            _changed(Path(file), body)
        elif file and file.startswith("cookbook/"):
            shutil.copy(HERE / file, file.removeprefix("cookbook/"))
        elif file and file.startswith("components/"):
            Path(file).write_text(body, "utf-8")
        elif not file:
            assert [line for line in body.splitlines() if line not in said] == [], said
    assert failed == ["pnp check"], "only the check of the slip that it shows"
    assert {shlex.split(line)[1] for line in ran if line.startswith("pnp")} == {
        "new", "build", "check", "face", "calibrate", "diff", "rules"
    }  # fmt: skip
    for name in ("components/my-deck/deck.csv", "layouts/my-deck/deck.svg", "components/my-deck/ferry.png"):
        assert Path(name).read_bytes() == (COOKBOOK.root / name).read_bytes(), "the pictures show what comes of it"


def _typed(line, monkeypatch):
    command, *words = shlex.split(line)
    if command == "cd":
        monkeypatch.chdir(words[0])
    elif command == "cp" and words[0] == "-r":
        shutil.copytree(*words[1:])
    elif command == "cp":
        shutil.copy(*words)
    else:
        done = run(*words)
        return done.exit_code, done.output
    return 0, ""


def _changed(file, diff):
    """Changes a file as a diff says."""
    old, new = ([line[1:] for line in diff.splitlines() if line[0] == sign] for sign in "-+")
    for before, after in zip(old, new, strict=True):
        text = file.read_text("utf-8")
        assert text.count(f"{before}\n") == 1, before
        file.write_text(text.replace(f"{before}\n", f"{after}\n"), "utf-8", newline="")


INSTALLED = """
import shutil, sys, pytest
from pathlib import Path
import generator
assert "site-packages" in generator.__file__, generator.__file__
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-k", sys.argv[2], sys.argv[1] + "/tests/test_docs.py"]))
"""


@pytest.mark.slow
def test_tutorial_and_recipes_run_from_an_installed_wheel(tmp_path):
    """In a venv of its own, whose libraries are those of this one, from a folder that holds these tests alone."""
    made = tmp_path / "made"
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "-w", str(made), str(BUNDLED)], check=True, capture_output=True)
    venv.create(tmp_path / "venv", with_pip=False)
    home = next((tmp_path / "venv").glob("[Ll]ib*/python*/site-packages"))
    with zipfile.ZipFile(next(made.glob("*.whl"))) as archive:
        archive.extractall(home)
    (home / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    shutil.copytree(Path(__file__).parent, tmp_path / "apart" / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    python, chosen = tmp_path / "venv" / "bin" / "python", "tutorial or recipe and (pips or hexes or karuta or my-deck)"
    command = [python, "-c", INSTALLED, str(tmp_path / "apart"), f"({chosen}) and not wheel"]
    done = subprocess.run(command, cwd=tmp_path / "apart", check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"[5-9] passed", done.stdout), done.stdout


@pytest.mark.slow
def test_a_word_is_explained_and_one_that_is_none_is_guessed():
    assert "`shrink`: one line" in run("explain", "shrink").stdout.replace("\n", " ")
    done = run("explain", "shrnk")
    assert done.exit_code == 2
    assert "did you mean `shrink`?" in done.stderr
    assert "`pnp build --help`" in run("explain", "proof").stdout
    assert "  rounds: {name: " in run("explain", "parameters").stdout  # what stands below it
    said = run("explain", "zone").stdout  # of a long paragraph the sentences that say it
    assert "A step `per: player` takes" in said
    assert "carries the steps out" not in said
    assert run("explain", next(iter(CODES)).lower()).exit_code == 0
    assert run("explain", "mirror", "shrink").exit_code == 2
    both = run("explain", "expect", "D020").stdout
    assert both == run("explain", "expect").stdout + run("explain", "D020").stdout
    both = run("explain", "expect", "shrink").stdout
    assert both == run("explain", "expect").stdout + run("explain", "shrink").stdout
    assert run("explain", "safe", "zone").stdout == run("explain", "safe zone").stdout != ""


@pytest.mark.some(2, 9)
@pytest.mark.parametrize(
    ("topic", "said"),
    {
        "park": "0 parks a card",
        "Parking": "0 parks a card",
        "changed": "`pnp build --changed-since`",
        "hex": "pnp docs cookbook, Hex tiles with edges",
        "counters": "pnp docs cookbook, Two-sided counters",
        "excel": "`pnp new --help`",
        "tabletop": "`pnp build --format grid`",
        "TTS": "`pnp build --format grid`",
        "duplex": "`pnp build --backs short-edge`",
        "quantity": "number of copies",
        "bom": "`pnp parts --help`",
        "black and white": "choose greyscale in the dialog",
        "rounded corners": "`radius` in a size",
    }.items(),
)
def test_words_of_every_day_are_found_in_all_pages_and_in_the_help(topic, said):
    done = run("explain", topic)
    assert (done.exit_code, said in " ".join(done.stdout.split())) == (0, True), done.output


@pytest.mark.slow
def test_a_word_that_no_page_is_about_is_told_as_such():
    assert run("explain", "wood").stdout.startswith("No page is about `wood`; nearest:\n")
    assert "nearest" not in run("explain", "toner").stdout


def test_the_page_of_the_commands_has_all_that_help_says():
    """Each option with its words, and each command with an example."""
    (text,) = [page.text() for page in PAGES if page.name == "commands"]
    for name in ("new", "build", "check", "calibrate", "doctor"):
        words, said = run(name, "--help").stdout, text.partition(f"\n## pnp {name}\n")[2].partition("\n## ")[0]
        assert set(re.findall(r"^  (--[\w-]+)", words, re.MULTILINE)) == set(re.findall(r"`(--[\w-]+)", said)), name
        assert f"```\npnp {name}" in said


@pytest.mark.some(2)
@pytest.mark.parametrize("topic", ["mirror", "lark", "ruck"])
def test_no_word_is_guessed_that_is_only_a_little_like_it(topic):
    assert "did you mean" not in run("explain", topic).stderr


def test_pages_are_written_into_a_folder(tmp_path):
    done = run("docs", "layouts", "--out", tmp_path / "site")
    assert done.exit_code == 0
    assert done.stdout.strip() == str(tmp_path / "site" / "layouts.html")
    assert {p.name for p in (tmp_path / "site").iterdir()} == {
        "tutorial",
        "cookbook",
        *(f"{page.name}.html" for page in PAGES),
    }
