"""Where a version comes from: a game's id, folders, git revisions; clear words where there is none."""

from __future__ import annotations

import shutil

import pytest

from generator.compare.sources import versions
from generator.data.build import read_game
from generator.findings import Fault
from generator.project import Project
from tests.compare_kit import MINI, committed, copy_of, game_of, git, replace


@pytest.fixture
def repo(tmp_path):
    """The mini game under git, with a tag v1 and a change since."""
    project = copy_of(MINI, tmp_path / "repo")
    committed(project, "v1")
    replace(project.components / "mini" / "game.yaml", "draft 1", "draft 2")
    return project


def both(project, old, new, game=""):
    with versions(project, old, new, game) as found:
        return [read_game(v.project, v.game)[0].version for v in found]


@pytest.mark.parametrize("old", ["v1", "HEAD", "v1:mini", "v1:components/mini", "HEAD:"])
def test_a_revision_is_as_it_was(repo, old):
    assert both(repo, old, "mini") == ["draft 1", "draft 2"]


def test_two_revisions_of_one_game_need_no_name(repo):
    committed(repo, "v2")
    assert both(repo, "v1", "v2") == ["draft 1", "draft 2"]


def test_reading_a_revision_touches_nothing(repo):
    replace(repo.components / "mini" / "cards.yaml", "en: Noon", "en: Midday")
    git(repo.root, "add", "components/mini/cards.yaml")
    before = git(repo.root, "status", "--porcelain"), (repo.root / ".git" / "index").read_bytes()
    both(repo, "v1", "mini")
    assert (git(repo.root, "status", "--porcelain"), (repo.root / ".git" / "index").read_bytes()) == before


def test_a_project_in_a_folder_of_a_repository(repo, tmp_path):
    top = tmp_path / "top"
    inner = copy_of(repo.root, top / "games" / "mine")
    committed(Project(top), "v1")
    replace(inner.components / "mini" / "game.yaml", "draft 2", "draft 3")
    assert both(inner, "v1", "mini") == ["draft 2", "draft 3"]


def test_a_file_name_that_is_not_ascii_and_one_that_git_would_leave_out(repo):
    (repo.components / "mini" / "絵.txt").write_text("絵", "utf-8")
    (repo.root / ".gitattributes").write_text("*.txt export-ignore\n")
    committed(repo, "v3")
    with versions(repo, "v3", "mini") as (old, _):
        assert (old.project.components / "mini" / "絵.txt").read_text("utf-8") == "絵"


def test_a_link_out_of_the_project_is_not_followed(repo, tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    (repo.components / "mini" / "out.txt").symlink_to(tmp_path / "secret.txt")
    (repo.components / "mini" / "in.txt").symlink_to("game.yaml")
    committed(repo, "v4")
    with versions(repo, "v4", "mini") as (old, _):
        folder = old.project.components / "mini"
        assert not (folder / "out.txt").exists()
        assert "draft 2" in (folder / "in.txt").read_text("utf-8")


def test_folders_of_projects_and_of_games(repo, tmp_path):
    other = copy_of(MINI, tmp_path / "other")
    assert both(repo, str(other.root), "mini") == ["draft 1", "draft 2"]
    assert both(repo, str(other.components / "mini"), "mini") == ["draft 1", "draft 2"]
    shutil.copytree(other.components / "mini", tmp_path / "mini-of-may")
    assert both(repo, str(tmp_path / "mini-of-may"), "mini") == ["draft 1", "draft 2"]


def test_what_was_unpacked_is_gone_afterwards(repo):
    with versions(repo, "v1", "mini") as (old, _):
        root = old.project.root
        assert root.is_dir()
    assert not root.exists()


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("v9", "mini", "C002", "`v9`"),
        ("--output=x", "mini", "C002", "`--output=x`"),
        ("v1:chess", "mini", "C003", "`chess`"),
    ],
)
def test_what_there_is_not_is_told(repo, old, new, code, words):
    with pytest.raises(Fault) as fault, versions(repo, old, new):
        pass
    assert [f.code for f in fault.value.findings] == [code]
    assert words in fault.value.findings[0].message
    assert fault.value.findings[0].hint


def test_which_of_several_games_is_asked(repo):
    shutil.copytree(repo.components / "mini", repo.components / "maxi")
    committed(repo, "v5")
    with pytest.raises(Fault) as fault, versions(repo, "v5", "HEAD"):
        pass
    assert [f.code for f in fault.value.findings] == ["C004"]
    assert both(repo, "v5", "HEAD", "maxi") == ["draft 2", "draft 2"]


def test_without_git_it_is_told(repo, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Fault) as fault, versions(repo, "v1", "mini"):
        pass
    assert [f.code for f in fault.value.findings] == ["C001"]


def test_a_folder_without_git_is_told(tmp_path):
    project = copy_of(MINI, tmp_path / "plain")
    if Project(project.root).root.is_relative_to(MINI):
        pytest.fail("the copy must not lie in a repository")
    with pytest.raises(Fault) as fault, versions(project, "v1", "mini"):
        pass
    assert [f.code for f in fault.value.findings] == ["C002"]
    assert game_of(project, "mini")
