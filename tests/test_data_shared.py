"""Folders that games share: their words and sets, and what a game says anew."""

from __future__ import annotations

import re
import shutil

import pytest

from generator.data.build import read_game
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import in_order
from generator.layout.draw import Studio, draw_game
from generator.pipeline import load_game
from tests.compare_kit import copy_of
from tests.conftest import ROOT
from tests.engine_kit import check_game


@pytest.fixture
def sharing(mini_copy):
    """The mini game, its chips and its suits moved to a folder that it shares."""
    game, common = mini_copy.components / "mini", mini_copy.components / "common"
    common.mkdir()
    (game / "chips.yaml").rename(common / "chips.yaml")
    text = (game / "game.yaml").read_text("utf-8")
    start, end = text.index("terms:"), text.index("verbs:")
    (common / "shared.yaml").write_text(text[start:end], "utf-8")
    (game / "game.yaml").write_text(
        text[:start].replace("authors:", "include: [common]\nauthors:") + text[end:], "utf-8"
    )
    layouts = mini_copy.layouts
    (layouts / "common").mkdir()
    shutil.move(layouts / "mini" / "chip.svg", layouts / "common" / "chip.svg")
    if (layouts / "mini" / "icons").is_dir():
        shutil.move(layouts / "mini" / "icons", layouts / "common" / "icons")
    return mini_copy


def everything(project):
    game, findings = read_game(project, "mini")
    drawn, more = draw_game(Studio(project), game, "en")
    findings = in_order([*findings, *check_game(project, game), *more])
    return game, drawn, [f for f in findings if f.code != "D030"]


@pytest.fixture
def bundled_copy(tmp_path):
    """The bundled games, two of which share a folder."""
    return copy_of(ROOT, tmp_path.resolve())


def errors_in(project, name):
    """ "code file: how the hint begins" of every error of a game's data."""
    found = [f for f in load_game(project, name)[1] if f.severity is Severity.ERROR]
    begin = [re.match(r"(is .*?\?|[^`,]*[^`, ])", f.hint) for f in found]
    return [
        f"{f.code} {f.mark.file.removeprefix('components/')}: {b[0] if b else ''}"
        for f, b in zip(found, begin, strict=True)
    ]


@pytest.mark.slow
def test_a_shared_folder_is_as_good_as_the_own(mini, sharing):
    alone, alone_drawn, _ = everything(mini)
    game, drawn, findings = everything(sharing)
    assert findings == []
    assert game.terms.keys() == alone.terms.keys()
    assert {k: s.pieces for k, s in game.sets.items()} == {k: s.pieces for k, s in alone.sets.items()}
    stamps = [
        {(f.name, f.stamp) for *_, front, back, _ in faces for f in (front, back) if f}
        for faces in (alone_drawn, drawn)
    ]
    assert stamps[0] == stamps[1]


def test_a_game_says_a_shared_word_anew(sharing):
    path = sharing.components / "mini" / "game.yaml"
    own = "terms: {suit: {name: {ja: x, en: suit}, members: {sun: {name: {ja: 陽, en: Sol}}}}}\n"
    path.write_text(path.read_text("utf-8") + own, "utf-8")
    game, _ = read_game(sharing, "mini")
    assert game.terms["sun"].name.in_language("en") == "Sol"
    assert list(game.terms)[:2] == ["sun", "moon"]


def test_a_game_says_only_what_differs_of_a_shared_word(sharing):
    before, _ = read_game(sharing, "mini")
    path = sharing.components / "mini" / "game.yaml"
    own = "terms: {suit: {members: {sun: {about: {ja: 昼の光。, en: The light.}}}}}\n"
    path.write_text(path.read_text("utf-8") + own, "utf-8")
    game, findings = read_game(sharing, "mini")
    sun, shared = game.terms["sun"], before.terms["sun"]
    assert findings == []
    assert sun.about.in_language("en") == "The light."
    assert (sun.name.words, sun.icon, sun.color) == (shared.name.words, shared.icon, shared.color)
    assert sun.marks["icon"].file == "components/common/shared.yaml"
    assert game.kinds["suit"].name.words == before.kinds["suit"].name.words


def test_a_word_of_its_own_needs_a_name(sharing):
    path = sharing.components / "mini" / "game.yaml"
    path.write_text(path.read_text("utf-8") + "terms: {suit: {members: {star: {icon: sun}}}}\n", "utf-8")
    _, findings = read_game(sharing, "mini")
    assert [(f.code, f.mark.file) for f in findings] == [("D002", "components/mini/game.yaml")]


def test_a_game_replaces_a_shared_set(sharing):
    text = (sharing.components / "common" / "chips.yaml").read_text("utf-8")
    own = sharing.components / "mini" / "chips.yaml"
    own.write_text(text.replace("count: ", "count: 1"), "utf-8")
    game, findings = read_game(sharing, "mini")
    assert [f.code for f in findings if f.code == "D005"] == []
    assert game.sets["chip"].mark.file == "components/mini/chips.yaml"


def test_a_fault_in_a_shared_file_is_told_at_its_place(sharing):
    path = sharing.components / "common" / "shared.yaml"
    path.write_text(path.read_text("utf-8").replace("members:", "membres:", 1), "utf-8")
    _, findings = read_game(sharing, "mini")
    assert {f.mark.file for f in findings} == {"components/common/shared.yaml"}


def test_a_kind_of_its_own_may_not_take_a_shared_id(sharing):
    path = sharing.components / "mini" / "game.yaml"
    path.write_text(
        path.read_text("utf-8")
        + "terms: {star: {name: {ja: 星, en: star}, members: {sun: {name: {ja: 日, en: Sun}}}}}\n",
        "utf-8",
    )
    _, findings = read_game(sharing, "mini")
    assert [(f.code, f.mark.file) for f in findings] == [("D005", "components/mini/game.yaml")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["shared.yaml", "rules.yaml", "setup.yaml"])
def test_an_empty_shared_file_is_told_and_nothing_else(bundled_copy, name):
    (bundled_copy.components / "peoples" / name).write_text("", "utf-8")
    assert errors_in(bundled_copy, "populous") == [f"D003 peoples/{name}: write"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "name", "other"),
    [
        ("peoples", "setup.yaml", "setup.yml"),
        ("peoples", "shared.yaml", "Shared.yaml"),
        ("peoples", "rules.yaml", "Rules.yml"),
        ("populous", "rules.yaml", "rules.yml"),
        ("populous", "game.yaml", "game.yml"),
    ],
)
def test_a_file_of_nearly_the_right_name_is_told_and_read(bundled_copy, folder, name, other):
    path = bundled_copy.components / folder / name
    path.rename(path.with_name(other))
    assert errors_in(bundled_copy, "populous") == [f"Y014 {folder}/{other}: is this to be `{name}`?"]
    assert "populous" in bundled_copy.games()


@pytest.mark.slow
def test_of_two_files_of_one_name_the_right_one_is_read(bundled_copy):
    (bundled_copy.components / "peoples" / "setup.yml").write_text("steps: [", "utf-8")
    assert errors_in(bundled_copy, "populous") == ["Y014 peoples/setup.yml: move its words there"]


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("people", "D003 write `include: [people]`"),
        ("peoples, peple", "D003 write `include: [peoples, peple]`"),
        ("common", "D003 write `include: [common]`"),
        ("", "D003 write `include: [..]`"),
        ("3", "D003 write `include: [..]`"),
        ("[peoples, peoples]", "D005 delete one of the two"),
    ],
)
def test_an_include_of_another_form_is_told_with_the_right_one(bundled_copy, written, told):
    path = bundled_copy.components / "populous" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("include: [peoples]", f"include: {written}"), "utf-8")
    found = [f for f in load_game(bundled_copy, "populous")[1] if f.severity is Severity.ERROR]
    assert [f"{f.code} {f.hint}" for f in found] == [told]
    assert found[0].mark.line == 6
