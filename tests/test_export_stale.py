"""What a build clears away in the folder of a game: its own files that are no longer as the game is, nothing else."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from generator import manifest
from generator.commands.build import _clear_renamed
from generator.commands.rules import rule_summary
from generator.diagnostics.findings import Fault
from generator.export import Output
from generator.files import WORK, recover, write_all
from generator.manifest import place_files
from generator.production import Order, build
from generator.project import Project
from tests.compare_kit import MINI, copy_of, replace

BOTH = Order(formats=("pdf", "svg"), languages=("en",))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The mini game with what a build has made of it."""
    project = copy_of(MINI, tmp_path_factory.mktemp("built") / "mini")
    made(project)
    return project


@pytest.fixture
def mini(built, tmp_path):
    """A copy of it."""
    shutil.copytree(built.root, tmp_path / "mini")
    return Project(tmp_path / "mini")


@pytest.fixture
def bare(tmp_path):
    """The same before anything is built."""
    return copy_of(MINI, tmp_path / "bare")


def made(project, order: Order = BOTH, into: str = "mini") -> dict[str, str]:
    """Builds; gives what was told of each path in the folder."""
    outputs, findings, known = build(project, "mini", order)
    assert outputs, findings
    told = place_files(outputs, project.root / "output", into, known=known)
    return {path.relative_to(project.root / "output" / into).as_posix(): words for path, words in told}


def files(project) -> set[str]:
    folder = project.root / "output/mini"
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file() and p.name != manifest.NAME}


def rename_a_card(project) -> None:
    for path in sorted((project.components / "mini").glob("*.yaml")):
        path.write_text(path.read_text("utf-8").replace("dusk", "gloom"), "utf-8")


def test_files_in_a_language_that_is_not_built_are_told(mini):
    """They stayed with old cards, without a word; those that are newer than the edit are of the game as it is."""
    out = mini.root / "output"
    made(mini, Order(languages=("en", "ja")))
    edited = time.time() + 5
    for path in (mini.layouts / "mini").glob("*.svg"):
        path.write_text(path.read_text("utf-8").replace("</svg>", '<rect x="9" y="9" width="2" height="2"/></svg>'))
        os.utime(path, (edited, edited))
    outputs, findings, known = build(mini, "mini", Order(languages=("en",)))
    assert outputs, findings
    assert manifest.edited_at(mini, "mini") == edited
    told = place_files(outputs, out, "mini", known=known, edited=edited)
    behind = {path.name: words for path, words in told if "has changed since" in words}
    assert behind == {"mini-a4-ja.pdf": "shows what has changed since: make it anew (`--lang ja`)"}
    known = {key: f"{now}?" for key, now in known.items() if key.startswith("en")}
    os.utime(out / "mini/mini-a4-ja.pdf", (edited + 9, edited + 9))
    told = place_files([], out, "mini", known=known, edited=edited)
    assert not [words for _, words in told if "has changed since" in words]


@pytest.mark.slow
def test_pictures_of_a_renamed_card_go_whatever_is_built(mini):
    assert {"faces-en/card-dusk.svg", "faces-en/card-dusk-back.svg"} <= files(mini)
    rename_a_card(mini)
    told = made(mini, Order(languages=("ja",)))
    assert not {name for name in files(mini) if "dusk" in name}
    assert "faces-en/card-dawn.svg" in files(mini)
    assert "2 files" in told["faces-en"]


OTHERS = {
    "another format": Order(languages=("en",)),
    "another paper": Order(languages=("en",), papers=("letter",)),
    "another language": Order(languages=("ja",), formats=("svg",)),
    "a set": Order(languages=("en",), only=("card",)),
    "no stamps": Order(languages=("en",), stamp="off"),
}


@pytest.mark.some(0)
@pytest.mark.parametrize("order", OTHERS.values(), ids=OTHERS)
def test_what_is_still_as_it_was_stays(mini, order):
    before = files(mini)
    made(mini, order)
    assert before < files(mini) or order == OTHERS["another format"]
    made(mini)
    assert before <= files(mini)


@pytest.mark.slow
def test_what_this_build_sees_to_look_otherwise_goes(mini):
    made(mini, Order(languages=("ja",), formats=("svg",)))
    replace(mini.components / "mini/cards.yaml", "en: Dusk", "en: Nightfall")
    told = made(mini, Order(languages=("en",), papers=("letter",)))
    assert "faces-en/card-dusk.svg" not in files(mini)
    assert {"faces-en/card-dawn.svg", "faces-ja/card-dusk.svg"} <= files(mini)
    assert "cleared away" in told["mini-a4-en.pdf"]


def test_what_somebody_changed_or_put_there_stays_and_is_told_once(mini):
    folder = mini.root / "output/mini"
    (folder / "faces-en/card-dusk.svg").write_text("mine")
    (folder / "faces-en/notes.txt").write_text("mine")
    rename_a_card(mini)
    told = made(mini)
    assert "changed by hand" in told["faces-en/card-dusk.svg"]
    assert {"faces-en/card-dusk.svg", "faces-en/notes.txt"} <= files(mini)
    assert not [words for words in made(mini).values() if "changed by hand" in words]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["../../keep.txt", "/etc/hostname", "link/keep.txt"])
def test_a_manifest_never_leads_out_of_its_folder(mini, name):
    folder, keep = mini.root / "output/mini", mini.root / "keep.txt"
    keep.write_text("mine")
    (folder / "link").symlink_to(mini.root)
    digest = manifest.sha256(b"mine").hexdigest()
    entries = manifest.read_manifest(folder) | {name: (digest, {"en card/none": "0"})}
    (folder / manifest.NAME).write_bytes(manifest.written(entries))
    made(mini)
    assert keep.read_text() == "mine"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1}', '{"a": {"sha256": 1, "shows": []}}'])
def test_a_damaged_manifest_is_none(mini, text):
    (mini.root / "output/mini" / manifest.NAME).write_text(text)
    made(mini, Order(languages=("en",)))
    assert json.loads((mini.root / "output/mini" / manifest.NAME).read_text())


def test_what_was_taken_away_comes_back_if_the_run_fails_or_is_killed(tmp_path, monkeypatch):
    write_all(tmp_path, [("old.txt", b"old"), ("kept.txt", b"old")])
    (tmp_path / "folder").mkdir()
    with pytest.raises(Fault):
        write_all(tmp_path, [("kept.txt", b"new"), ("folder", b"x")], gone=["old.txt"])
    assert (tmp_path / "old.txt").read_bytes() == (tmp_path / "kept.txt").read_bytes() == b"old"
    monkeypatch.setattr("generator.files._put_back", lambda folder: None)
    monkeypatch.setattr("pathlib.Path.unlink", _killed_after(1))
    with pytest.raises(KeyboardInterrupt):
        write_all(tmp_path, [("kept.txt", b"new")], gone=["old.txt"])
    monkeypatch.undo()
    assert not (tmp_path / "old.txt").exists()
    assert (tmp_path / WORK).exists()
    recover(tmp_path)
    assert (tmp_path / "old.txt").read_bytes() == (tmp_path / "kept.txt").read_bytes() == b"old"


def _killed_after(number: int):
    real, left = Path.unlink, [number]

    def unlink(path, missing_ok=False):
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        real(path, missing_ok=missing_ok)

    return unlink


def test_the_folder_of_a_renamed_game_is_cleared(mini):
    (mini.root / "components/mini").rename(mini.root / "components/other")
    (mini.root / "layouts/mini").rename(mini.root / "layouts/other")
    _clear_renamed(mini, mini.root / "output")
    assert not (mini.root / "output/mini").exists()


@pytest.mark.slow
def test_what_changed_leaves_the_whole_game_there(bare):
    """A play tester's sheets stand beside those of the game, and both are known as ours."""
    folder = bare.root / "output" / "mini"
    made(bare, Order(languages=("en",)))
    rename_a_card(bare)
    outputs, _, known = build(bare, "mini", Order(languages=("en",)))
    swaps = [Output("mini-a4-en-changed-v1.pdf", outputs[0].data, shows=dict(outputs[0].shows))]
    place_files(swaps, bare.root / "output", "mini", known=known, swapped=True)
    assert files(bare) == {"mini-a4-en.pdf", "mini-a4-en-changed-v1.pdf"} == manifest.read_manifest(folder).keys()


@pytest.mark.slow
def test_a_summary_of_the_rules_stays_as_long_as_it_says_what_they_say(bare):
    outputs = [o for who in manifest.READERS for o in rule_summary(bare, "mini", ("en", "ja"), "pdf", "a4", who)[0]]
    place_files(outputs, bare.root / "output", "mini")
    made(bare, Order(languages=("en",)))
    names = {o.name for o in outputs}
    assert names <= files(bare)
    replace(bare.components / "mini/rules.yaml", "Play {=rounds} rounds", "Play on for {=rounds} rounds")
    made(bare, Order(languages=("en",), only=("card",)))
    assert names <= files(bare)  # which rules it was made of was not looked at
    told = made(bare, Order(languages=("en",)))
    assert names - files(bare) == {name for name in names if "-en." in name} == {n for n in told if "rules" in n}
