"""Where a version comes from: a game's id, folders, git revisions; clear words where there is none."""

from __future__ import annotations

import os
import shutil

import pytest

from generator.compare.sources import versions
from generator.data.build import read_game
from generator.diagnostics.findings import Fault
from generator.production import Order
from generator.project import BUNDLED, Project
from generator.versions import DiffOrder, build_changed, compare
from tests.compare_kit import MINI, committed, copy_of, game_of, git, replace, rewrite


@pytest.fixture
def repo(tmp_path):
    """The mini game under git, with a tag v1 and a change since."""
    project = copy_of(MINI, tmp_path / "repo")
    committed(project, "v1")
    replace(project.components / "mini" / "game.yaml", "draft 1", "draft 2")
    return project


def both(project, old, new, game=""):
    with versions(project, old, new, game) as found:
        return [read_game(v.project, v.game)[0].version.words["en"] for v in found]


@pytest.mark.parametrize("old", ["v1", "HEAD", "v1:mini", "v1:components/mini", "HEAD:"])
def test_a_revision_is_as_it_was(repo, old):
    assert both(repo, old, "mini") == ["draft 1", "draft 2"]


def test_two_revisions_of_one_game_need_no_name(repo):
    committed(repo, "v2")
    assert both(repo, "v1", "v2") == ["draft 1", "draft 2"]


@pytest.fixture
def deck(tmp_path):
    """A project whose one game reads two tables."""
    home = tmp_path / "deck"
    (home / "layouts").mkdir(parents=True)
    files = {
        "game.yaml": "title: Deck\nversion: v1\nlanguages: [en]\n",
        "deck.yaml": "id: deck\nname: Deck\nkind: card\nsize: poker-us\nlayout: deck\nfrom: deck.csv\n",
        "deck.csv": "id,name\nfox,Fox\nowl,Owl\n",
        "coin.yaml": "id: coin\nname: Coin\nkind: token\nsize: 25mm\nlayout: coin\nfrom: coins.csv\n",
        "coins.csv": "id,name\none,One\n",
    }
    for name, words in files.items():
        (home / "components" / "deck").mkdir(parents=True, exist_ok=True)
        (home / "components" / "deck" / name).write_text(words)
    return Project(home)


def items(version):
    return {
        name
        for owner in read_game(version.project, version.game)[0].sets.values()
        for name in (i.id for i in owner.items)
    }


@pytest.mark.parametrize("new", ["deck", "."])
@pytest.mark.parametrize("name", ["deck-old.csv", "Deck (1).csv", "my deck v3.csv"])
def test_a_spreadsheet_as_it_was_is_the_game_with_it(deck, tmp_path, monkeypatch, name, new):
    monkeypatch.chdir(deck.root)
    (tmp_path / name).write_text("id,name\nfox,Fuchs\n")
    with versions(deck, str(tmp_path / name), new) as (old, now):
        assert (items(old), items(now)) == ({"fox", "one"}, {"fox", "owl", "one"})


@pytest.mark.parametrize(("ending", "then", "now"), [
    (".md", "| id | name |\n| --- | --- |\n| fox | Fox |\n| hen | Hen |\n", "| owl | Owl |\n"),
    (".jsonl", '{"id": "fox", "name": "Fox"}\n{"id": "hen", "name": "Hen"}\n', '{"id": "owl", "name": "Owl"}\n'),
])  # fmt: skip
def test_whatever_a_set_may_read_is_a_table_as_it_was(deck, tmp_path, ending, then, now):
    home = deck.components / "deck"
    (home / "deck.yaml").write_text((home / "deck.yaml").read_text().replace(".csv", ending))
    (home / f"deck{ending}").write_text(then + now)
    (tmp_path / f"old{ending}").write_text(then)
    with versions(deck, str(tmp_path / f"old{ending}"), "deck") as (old, new):
        assert (items(old), items(new)) == ({"fox", "hen", "one"}, {"fox", "hen", "owl", "one"})


@pytest.mark.parametrize("target", ["{}/data/deck.csv", "../../data/deck.csv"])
def test_a_table_that_is_a_link_is_not_written_through(deck, tmp_path, target):
    """Of the game the table as it was is a copy, and what the link leads to stays as it is."""
    link, own = deck.components / "deck" / "deck.csv", deck.root / "data" / "deck.csv"
    own.parent.mkdir()
    link.rename(own)
    link.symlink_to(target.format(deck.root))
    before, old = own.read_text(), tmp_path / "deck-old.csv"
    old.write_text("id,name\nfox,Fuchs\n")
    with versions(deck, str(old), "deck") as (then, now):
        assert (items(then), items(now)) == ({"fox", "one"}, {"fox", "owl", "one"})
    assert own.read_text() == before


@pytest.mark.parametrize("name", ["units.csv", "deck.xlsx"])
def test_a_spreadsheet_that_no_table_is_called_as_is_told(deck, tmp_path, name):
    (tmp_path / name).write_text("id,name\nfox,Fuchs\n")
    with pytest.raises(Fault) as told, versions(deck, str(tmp_path / name), "deck"):
        pass
    assert "`deck.csv`, `coins.csv`" in told.value.findings[0].hint


def test_a_spreadsheet_that_two_tables_are_called_as_is_told(deck, tmp_path):
    """Not compared with one of them."""
    home = deck.components / "deck"
    (home / "more").mkdir()
    shutil.copyfile(home / "deck.csv", home / "more" / "deck.csv")
    (tmp_path / "deck-old.csv").write_text("id,name\nfox,Fuchs\n")
    with pytest.raises(Fault, match="several that are called so") as told:
        both(deck, str(tmp_path / "deck-old.csv"), "deck")
    assert "`deck.csv`, `more/deck.csv`" in told.value.findings[0].hint


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
        ("^v1", "mini", "C002", "`^v1`"),
        ("^v1", "HEAD", "C002", "git knows no revision `^v1`"),
        ("v1..v2", "mini", "C002", "`v1..v2`"),
        ("", "HEAD", "C002", "by no word"),
        ("v1", " ", "C002", "by no word"),
        ("~nobody-of-this-name/x", "mini", "C002", "`~nobody-of-this-name/x`"),
        ("x" * 300, "mini", "C002", "`" + "x" * 37 + "...`"),
        pytest.param("x" * 5000, "mini", "C002", "`" + "x" * 37 + "...`", id="5,000 letters"),
        pytest.param("x" * 200_000, "mini", "C002", "`" + "x" * 37 + "...`", id="200,000 letters"),
        ("x\0y", "mini", "C002", "neither"),
        ("v1:chess", "mini", "C003", "`chess`"),
    ],
)
def test_what_there_is_not_is_told(repo, old, new, code, words):
    with pytest.raises(Fault) as fault, versions(repo, old, new):
        pass
    assert [f.code for f in fault.value.findings] == [code]
    assert words in fault.value.findings[0].message
    assert fault.value.findings[0].hint


def test_a_folder_is_read_without_what_its_links_lead_to(repo, tmp_path):
    folder = tmp_path / "alone"
    shutil.copytree(repo.components / "mini", folder)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "big").write_bytes(b"x")
    (folder / "way").symlink_to("/")
    (folder / "other").symlink_to(tmp_path / "outside")
    os.mkfifo(folder / "pipe")
    with versions(repo, str(folder), "mini") as (old, _):
        there = old.project.components / "mini"
        assert sorted(p.name for p in there.rglob("*") if not p.suffix) == ["other", "way"]
        assert (there / "way").is_symlink()


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


# ---- which project's revisions are meant ---------------------------------------------------------------------------


@pytest.fixture
def two_in_one(tmp_path):
    """Two projects in folders of one repository, both with the game: at v1 "a1" and "b1", today "a2" and "b2"."""
    top = tmp_path / "all of it"
    places = {"a": top / "箱 a", "b": top / "b"}
    for name, place in places.items():
        copy_of(MINI, place)
        replace(place / "components" / "mini" / "game.yaml", "draft 1", f"{name}1")
    committed(Project(top), "v1")
    for name, place in places.items():
        replace(place / "components" / "mini" / "game.yaml", f"{name}1", f"{name}2")
    return top, places["a"], places["b"]


BUNDLE = Project(BUNDLED)
"""What a command works on where no project is."""


def test_a_project_beside_another_is_compared_with_itself(two_in_one):
    _, a, b = two_in_one
    assert both(Project(a), "v1", "mini") == ["a1", "a2"]
    assert both(Project(b), "v1", "mini") == ["b1", "b2"]


def test_above_its_folder_no_project_is_meant_least_of_all_the_bundled_one(two_in_one):
    top, *_ = two_in_one
    with pytest.raises(Fault) as fault, versions(BUNDLE, "v1", "mini", at=top):
        pass
    assert [f.code for f in fault.value.findings] == ["C002"]


def test_a_revision_is_of_the_folder_that_is_the_other_side(two_in_one, tmp_path):
    _, a, _ = two_in_one
    assert both_at(BUNDLE, "v1", str(a), tmp_path) == ["a1", "a2"]


def both_at(project, old, new, at):
    with versions(project, old, new, at=at) as found:
        return [read_game(v.project, v.game)[0].version_word for v in found]


def test_where_no_project_is_a_revision_is_refused(tmp_path):
    with pytest.raises(Fault) as fault, versions(BUNDLE, "HEAD~1", BUNDLE.games()[0], at=tmp_path):
        pass
    assert [f.code for f in fault.value.findings] == ["C002"]


@pytest.mark.slow
def test_changes_since_a_revision_of_a_project_are_not_those_of_the_bundled_game(two_in_one):
    top, _, b = two_in_one
    name = BUNDLE.games()[0]
    for part in ("components", "layouts"):
        shutil.copytree(BUNDLED / part, b / part, dirs_exist_ok=True, ignore=shutil.ignore_patterns("fonts"))
    committed(Project(top), "v2")
    with pytest.raises(Fault) as fault:
        build_changed(BUNDLE, name, Order(since="v2", at=top))
    assert [f.code for f in fault.value.findings] == ["C002"]


def test_a_project_that_stood_elsewhere_is_asked_for_as_a_folder(two_in_one):
    top, *_ = two_in_one
    git(top, "mv", "箱 a", "moved")
    with pytest.raises(Fault) as fault, versions(Project(top / "moved"), "v1", "mini"):
        pass
    assert [(f.code, "a folder" in f.hint) for f in fault.value.findings] == [("C003", True)]


def test_a_game_that_was_not_there_yet_is_refused(two_in_one):
    top, a, _ = two_in_one
    shutil.copytree(a / "components" / "mini", a / "components" / "later")
    with pytest.raises(Fault) as fault, versions(Project(a), "v1", "later"):
        pass
    assert [f.code for f in fault.value.findings] == ["C003"]
    copy_of(MINI, top / "new")
    with pytest.raises(Fault) as fault, versions(Project(top / "new"), "v1", "mini"):
        pass
    assert [(f.code, bool(f.hint)) for f in fault.value.findings] == [("C003", True)]


@pytest.mark.slow
def test_a_shallow_clone_is_told(two_in_one, tmp_path):
    top, *_ = two_in_one
    committed(Project(top), "v2")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{top}", "shallow")
    inner = Project(tmp_path / "shallow" / "b")
    assert both(inner, "HEAD", "mini") == ["b2", "b2"]
    with pytest.raises(Fault) as fault, versions(inner, "HEAD~1", "mini"):
        pass
    assert "unshallow" in fault.value.findings[0].hint


def test_what_a_hook_is_told_of_its_repository_makes_no_difference(two_in_one, monkeypatch):
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert both(Project(two_in_one[1]), "v1", "mini") == ["a1", "a2"]


def test_a_repository_that_git_will_not_read_is_told(repo, monkeypatch):
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    with pytest.raises(Fault) as fault, versions(repo, "v1", "mini"):
        pass
    assert [f.code for f in fault.value.findings] == ["C005"]


def test_shared_folders_are_those_of_the_revision(tmp_path):
    project = copy_of(MINI, tmp_path / "repo")
    shared = project.components / "common"
    shared.mkdir()
    (project.components / "mini" / "chips.yaml").rename(shared / "chips.yaml")
    (shared / "shared.yaml").write_text("{}\n", "utf-8")
    replace(project.components / "mini" / "game.yaml", "version:", "include: [common]\nversion:")
    committed(project, "v1")
    replace(shared / "chips.yaml", "count: 4", "count: 5")
    with versions(project, "v1", "mini") as found:
        counts = [read_game(v.project, v.game)[0].sets["chip"].items[0].count for v in found]
    assert counts == [4, 5]


def test_a_column_that_an_old_table_lacks_is_told_once(tmp_path):
    """As where it was headed otherwise then: its values are compared with nothing."""
    new = copy_of(MINI, tmp_path / "new")
    chips = new.components / "mini" / "chips.yaml"
    rewrite(chips, lambda d: (d.pop("items"), d.update({"from": "chips.csv"})))
    (chips.parent / "chips.csv").write_text("id,count,value\none,4,1\nfive,2,5\n", "utf-8")
    old = tmp_path / "chips-old.csv"
    old.write_text("id,count,worth\none,3,1\nfive,2,5\n", "utf-8")
    data, findings = compare(new, DiffOrder(str(old), "mini", language="en"))
    told = [line for line in data.decode().splitlines() if line.startswith("  ")]
    assert told == ["  ~ Chip 1: copies: 3 (assumed) -> 4 (assumed)"]
    assert any("`value` is missing" in f.message for f in findings)
