"""Bad files and folders through the command line: pipes, links, names, permissions. See `tests/hostile/kit.py`."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from generator.data.reading.load import load_file
from generator.project import Project
from tests.compare_kit import committed, git
from tests.conftest import ROOT
from tests.hostile.kit import BASE, Case, asked_for, every, hold, run_all

CARDS = (BASE / "components" / "tiny" / "cards.yaml").read_text()
CARD = (BASE / "layouts" / "tiny" / "card.svg").read_text()
FONT = (ROOT / "layouts" / "fonts" / "AlegreyaSans-Regular.ttf").read_bytes()
OTHER = CARDS.replace("id: card", "id: other")


def instead(make):
    """Takes away what is there and makes something else."""

    def remake(path):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        make(path)

    return remake


PIPE = instead(os.mkfifo)
FOLDER = instead(Path.mkdir)


def link(target):
    return instead(lambda path: path.symlink_to(target))


def picture(name):
    return ("</svg>", f'<image x="8" y="60" width="9" height="9" href="{name}"/>\n</svg>')


def fonts(data):
    """A font of the project's own, in the family of running text."""
    return {
        "layouts/fonts/Own.ttf": data,
        "layouts/fonts/fonts.yaml": "families:\n  own:\n    regular: [Own]\n    bold: [Own]\n",
        "l/card.svg": ('font-size="4"', 'font-family="own" font-size="4"'),
    }


def altered(change):
    """The font, changed by fontTools."""
    font, out = TTFont(io.BytesIO(FONT), recalcBBoxes=False), io.BytesIO()
    change(font)
    font.save(out)
    return out.getvalue()


def emptied(font):
    for name in font["glyf"].keys():  # noqa: SIM118 (a table)
        font["glyf"][name] = type(font["glyf"][name])()


def flat(font):
    font["hmtx"].metrics = {name: (0, left) for name, (_, left) in font["hmtx"].metrics.items()}


def flipped(data):
    return bytes(b ^ (0xFF if n > 300 and n % 61 == 0 else 0) for n, b in enumerate(data))


DATA = [
    Case("data that is a pipe", {"c/cards.yaml": PIPE}, "Y001", "cards.yaml"),
    Case("data that is a folder", {"c/cards.yaml": FOLDER}, "Y001", "cards.yaml"),
    Case("data that is a link to nothing", {"c/cards.yaml": link("none.yaml")}, "Y001", "cards.yaml"),
    Case("data that is a link to itself", {"c/cards.yaml": link("cards.yaml")}, "Y001", "cards.yaml"),
    Case("data that is a link outside", {"c/cards.yaml": link("/etc/passwd")}, "Y001", "cards.yaml"),
    Case("data that is noise", {"c/cards.yaml": link("/dev/urandom")}, "Y001", "cards.yaml"),
    Case("data that is a link inside", {"c/cards.yaml": link("../../cards.txt"), "cards.txt": CARDS}),
    Case("game that is a pipe", {"c/game.yaml": PIPE}, "Y001", "game.yaml"),
    Case("game that is a folder", {"c/game.yaml": FOLDER}, "Y001", "game.yaml"),
    Case("game that is a link outside", {"c/game.yaml": link("/etc/hostname")}, "Y001", "game.yaml"),
    Case("rules that are a pipe", {"c/rules.yaml": PIPE}, "Y001", "rules.yaml"),
    Case("papers that are a pipe", {"layouts/papers.yaml": PIPE}),
    Case(
        "papers that are a link outside",
        {"layouts/papers.yaml": link("/etc/passwd")},
        "Y001",
        "papers.yaml",
        argv=("build", "tiny"),
    ),
    Case("sizes that are a link outside", {"layouts/sizes.yaml": link("/etc/passwd")}, "Y001", "sizes.yaml"),
    Case("words that are a link outside", {"layouts/words.yaml": link("/etc/passwd")}, "Y001", "words.yaml"),
    Case("fonts that are a link outside", {"layouts/fonts/fonts.yaml": link("/etc/passwd")}, "Y001", "fonts.yaml"),
    Case("a game's folder that is a link outside", {"components/tiny": link("/etc")}, "", status=2),
    Case("data of another case", {"c/CARDS.yaml": CARDS}, "D005", more=True),
    Case("data with an ending in capitals", {"c/more.YAML": OTHER + "x: 1\n"}, "D001", "more.YAML", more=True),
    Case("data twice by two endings", {"c/cards.yml": CARDS}, "D005", more=True),
    Case("data with a long name", {f"c/{'a' * 250}.yaml": OTHER}, more=True),
    Case("data with line breaks in its name", {"c/a\nb\x1b[2J.yaml": OTHER + "x: 1\n"}, "D001", more=True),
    Case("data with a name of bytes", {"c/a\udcff.yaml": OTHER + "x: 1\n"}, "D001", more=True),
    Case(
        "data with a name of bytes, as json",
        {"c/a\udcff.yaml": OTHER + "x: 1\n"},
        argv=("check", "tiny", "--format", "json"),
        status=1,
    ),
    Case(
        "data with a name of bytes, as sarif",
        {"c/a\udcff.yaml": OTHER + "x: 1\n"},
        argv=("check", "tiny", "--format", "sarif"),
        status=1,
    ),
    Case("data that is hidden", {"c/.cards.yaml": CARDS}, more=True),
    Case("many files", {f"c/s{n}.yaml": "x: 1\n" for n in range(500)}, "D001", more=True),
]

DRAWINGS = [
    Case("template that is a pipe", {"l/card.svg": PIPE}, "T010", "cards.yaml:5:9"),
    Case("template that is a folder", {"l/card.svg": FOLDER}, "T010", "cards.yaml:5:9"),
    Case("template that is a link outside", {"l/card.svg": link("/etc/passwd")}, "T010", "card.svg", more=True),
    Case("template that is noise", {"l/card.svg": link("/dev/urandom")}, "T010", more=True),
    Case("template that is a link to itself", {"l/card.svg": link("card.svg")}, "T010", more=True),
    Case("template that is not there", {"l/card.svg": instead(lambda _: None)}, "T010", "cards.yaml:5:9"),
    Case(
        "template of another case",
        {"l/card.svg": instead(lambda _: None), "l/Card.svg": CARD},
        "T010",
        "cards.yaml:5:9",
        more=True,
    ),
    Case("another template that is a pipe", {"l/none.svg": PIPE}, more=True),
    Case(
        "icon that is a pipe",
        {"c/game.yaml": ("icon: coin", "icon: penny"), "l/icons/penny.svg": PIPE},
        "R007",
        more=True,
    ),
    Case("icon that is a link outside", {"l/icons/coin.svg": link("/etc/passwd")}, "T010", more=True),
    Case("icon that is not a drawing", {"l/icons/coin.svg": "coin"}, "T001", "coin.svg:1:1", more=True),
    Case(
        "part that is a link outside",
        {
            "l/card.svg": ("</svg>", '<image pnp:part="p.svg" width="9" height="9"/></svg>'),
            "l/p.svg": link("/etc/passwd"),
        },
        "T009",
        "card.svg:6:",
    ),
    Case("picture that is a pipe", {"l/card.svg": picture("p.png"), "l/p.png": PIPE}, "F102", "card.svg:6:"),
    Case("picture that is a folder", {"l/card.svg": picture("p.png"), "l/p.png": FOLDER}, "F102", "card.svg:6:"),
    Case(
        "picture that is a link outside",
        {"l/card.svg": picture("p.png"), "l/p.png": link("/etc/passwd")},
        "T009",
        "card.svg:6:",
    ),
    Case(
        "picture that is a link to noise",
        {"l/card.svg": picture("p.png"), "l/p.png": link("/dev/urandom")},
        "T009",
        "card.svg:6:",
    ),
    Case(
        "picture behind a link outside",
        {"l/card.svg": picture("etc/passwd"), "l/etc": link("/etc")},
        "T009",
        "card.svg:6:",
    ),
    Case("picture that is empty", {"l/card.svg": picture("p.png"), "l/p.png": ""}, "F103", "card.svg:6:"),
    Case(
        "picture of fifty megabytes",
        {"l/card.svg": picture("p.png"), "l/p.png": b"\x89PNG\r\n\x1a\n" + bytes(50_000_000)},
        "F103",
        "card.svg:6:",
    ),
    Case(
        "picture written otherwise",
        {
            "l/card.svg": picture(unicodedata.normalize("NFD", "é.png")),
            "l/" + unicodedata.normalize("NFC", "é.png"): "",
        },
        "F102",
        "card.svg:6:",
    ),
    Case("picture of another case", {"l/card.svg": picture("P.PNG"), "l/p.png": ""}, "F102", "card.svg:6:"),
    Case("layouts that are a link outside", {"layouts": link("/etc")}, "", status=1),
]

FONTS = [
    Case("font of the project", fonts(FONT)),
    Case(
        "font that is not there",
        {"layouts/fonts/fonts.yaml": "families:\n  own:\n    regular: [None]\n"},
        "F002",
        "fonts.yaml:3:15",
    ),
    Case("font that is empty", fonts(b""), "F002", "card.svg:4:22", more=True),
    Case("font that is a text", fonts(b"hello"), "F002", "card.svg:4:22", more=True),
    Case("font that is cut off", fonts(FONT[:20_000]), "F002", "card.svg:4:22", more=True),
    Case("font with flipped bytes", fonts(flipped(FONT))),
    Case("font without a table", fonts(altered(lambda font: font.reader.tables.pop("maxp"))), "F002", more=True),
    Case("font with a table of no name", fonts(FONT.replace(b"hmtx", b"hm\xfft", 1)), "F002", more=True),
    Case("font that draws nothing", fonts(altered(emptied)), "F002", "card.svg:4:22", more=True),
    Case("font without advances", fonts(altered(flat)), "F002", "card.svg:4:22", more=True),
    Case("font that is a pipe", {**fonts(b""), "layouts/fonts/Own.ttf": PIPE}, "F002", "fonts.yaml:3:15", more=True),
    Case(
        "font that is a link outside",
        {**fonts(b""), "layouts/fonts/Own.ttf": link("/etc/passwd")},
        "F002",
        "card.svg:4:22",
        more=True,
    ),
    Case(
        "font above",
        {"layouts/fonts/fonts.yaml": "families:\n  own:\n    regular: [../../../../../etc/x]\n"},
        "F002",
        "fonts.yaml:3:15",
        more=True,
    ),
    Case(
        "font named by a number",
        {"layouts/fonts/fonts.yaml": "families:\n  own:\n    regular: [12]\n"},
        "F003",
        "fonts.yaml:1:1",
    ),
    Case(
        "font that is a list",
        {"layouts/fonts/fonts.yaml": "families:\n  own:\n    regular: [[[Own]]]\n"},
        "F003",
        "fonts.yaml:1:1",
    ),
    Case(
        "font with a size of words",
        {
            **fonts(FONT),
            "layouts/fonts/fonts.yaml": "families:\n  own:\n    regular: [Own]\nadjust:\n  Own: {scale: big}\n",
        },
        "F003",
        more=True,
    ),
    Case(
        "font a thousand times as large",
        {
            **fonts(FONT),
            "layouts/fonts/fonts.yaml": "families:\n  own:\n    regular: [Own]\n    bold: [Own]\nadjust:\n  Own: {scale: 1000000}\n",
        },
        "F003",
        more=True,
    ),
    Case(
        "font of no size",
        {
            **fonts(FONT),
            "layouts/fonts/fonts.yaml": "families:\n  own:\n    regular: [Own]\n    bold: [Own]\nadjust:\n  Own: {scale: 0}\n",
        },
        "F003",
        more=True,
    ),
]

OUTPUT = [
    Case("output that is a file", {"output": "x"}, "X004", argv=("build", "tiny")),
    Case("output that is a pipe", {"output": PIPE}, "X004", argv=("build", "tiny")),
    Case("output that is a link to nothing", {"output": link("/nowhere/at/all")}, argv=("build", "tiny")),
    Case("output that is a link outside", {"output": link("/etc")}, argv=("build", "tiny")),
    Case("output of a game that is a link outside", {"output/tiny": link("/etc")}, argv=("build", "tiny")),
    Case("output that is linked to a file", {"output/tiny/tiny-a4-en.pdf": link("/etc/x")}, argv=("build", "tiny")),
    Case("output whose PDF is a pipe", {"output/tiny/tiny-a4-en.pdf": PIPE}, "X005", argv=("build", "tiny")),
    Case(
        "paper with a path for an id",
        {"layouts/papers.yaml": "../../x: {width: 210, height: 297}\n"},
        "S003",
        "papers.yaml:1:1",
    ),
    Case("output whose PDF is a folder", {"output/tiny/tiny-a4-en.pdf/x": "x"}, "X003", argv=("build", "tiny")),
    Case("rules into a source", {}, status=2, argv=("rules", "tiny", "--out", "components/tiny/game.yaml")),
    Case("rules into the defaults", {"pnp.yaml": "paper: a4\n"}, status=2, argv=("rules", "tiny", "--out", "pnp.yaml")),
    Case("a game that is not there", {}, status=2, argv=("build", "tyni")),
    Case("a game that is a path", {}, status=2, argv=("build", "../../etc")),
    Case("a game with a space", {}, status=2, argv=("check", "a b")),
    Case("a paper that is a path", {}, status=2, argv=("build", "tiny", "--paper", "../a4")),
    Case("an item that is a path", {}, status=2, argv=("face", "tiny", "../../etc/passwd")),
]

CASES = [*DATA, *DRAWINGS, *FONTS, *OUTPUT]


@pytest.fixture(scope="module")
def runs(request, tmp_path_factory):
    return run_all(asked_for(request), tmp_path_factory.mktemp("files"))


@every(CASES)
def test_bad_files(runs, case):
    hold(case, *runs)


def test_no_permission(monkeypatch):
    """The tests may run as the superuser, for whom every file is open: so the system's answer is played."""

    def refuse(self, *_):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    document, findings = load_file(BASE / "components" / "tiny" / "cards.yaml", "cards.yaml", Project(BASE))
    assert document is None
    assert [(f.code, f.message) for f in findings] == [("Y001", "the file cannot be read: permission denied")]


def test_no_program_of_the_project_or_of_the_home_folder_runs(tmp_path):
    """Python, and reportlab, would run files of these names."""
    shutil.copytree(BASE, tmp_path / "p")
    (tmp_path / "home").mkdir()
    for folder, names in (
        ("p", ("yaml.py", "reportlab_mods.py", "jinja2.py")),
        ("home", (".reportlab_mods", ".reportlab_settings")),
    ):
        for name in names:
            (tmp_path / folder / name).write_text("raise SystemExit('ran')")
    done = subprocess.run(
        [sys.executable, "-m", "generator", "build", "tiny"],
        cwd=tmp_path / "p", env={**os.environ, "HOME": str(tmp_path / "home"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_git_fetches_nothing_that_a_repository_lacks(tmp_path):
    """A partial clone names the program that would fetch it."""
    shutil.copytree(BASE, tmp_path / "p")
    committed(Project(tmp_path / "p"), "v1")
    for setting, value in (
        ("core.repositoryformatversion", "1"), ("extensions.partialClone", "origin"), ("remote.origin.promisor", "true"),
        ("remote.origin.url", "ssh://localhost/x"), ("core.sshCommand", f"touch {tmp_path}/ran; false"),
    ):  # fmt: skip
        git(tmp_path / "p", "config", setting, value)
    cards = tmp_path / "p" / "components" / "tiny" / "cards.yaml"
    blob = git(tmp_path / "p", "rev-parse", "HEAD:components/tiny/cards.yaml").strip()
    (tmp_path / "p" / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    cards.write_text(cards.read_text().replace("One", "Two"))
    done = subprocess.run(
        [sys.executable, "-m", "generator", "check", "tiny"], cwd=tmp_path / "p", capture_output=True, check=False
    )
    assert done.returncode == 0, done
    assert not (tmp_path / "ran").exists()
