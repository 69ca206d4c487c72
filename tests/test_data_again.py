"""Files that are read again, as `--watch` and later runs do: nothing can be told from reading them at first."""

from __future__ import annotations

from zlib import crc32

import pytest

from generator import cache
from generator import project as project_module
from generator.data.build import read_game
from generator.data.reading import incremental, load
from generator.project import Project
from generator.values import replace

SET = """\
id: card
name: Card
kind: card
fields: {text: text, cost: integer?}
items:
  # the first
  - id: one
    text: "two lines
      of one text"
    cost: 1
  - {id: two, text: "gain {=hand}", cost: 2}
  - id: three
    text: |
      - a list

      - of two
  - id: four
    text: 'x'
  - {id: five, text: last}
"""
EDITS = {
    "nothing": ("", ""),
    "a word": ("two lines", "three lines"),
    "the last word": ("last", "least"),
    "a line more above": ("# the first", "# the\n  # first"),
    "a line less": ("    cost: 1\n", ""),
    "an item less": ('  - {id: two, text: "gain {=hand}", cost: 2}\n', ""),
    "an item in place of another": ("{id: two", "{id: zwei"),
    "another list": ("items:", "members:"),
    "more of an item": ("    text: 'x'\n", "    text: 'x'\n    cost: 4\n"),
    "a quotation mark that is not closed": ("# the first", '- {id: zero, text: "x}'),
    "a quotation mark that ends in the next item": ("# the first\n  - id", '- id: zero\n    text: "\n  - id'),
    "a comment that swallows": ('of one text"', 'of one text" # "'),
    "an anchor": ("{id: two", "&a {id: two"),
    "an alias": ("{id: five, text: last}", "*a"),
    "an anchor and an alias": ("text: 'x'\n  - {id: five, text: last}", "text: &a 'x'\n  - {id: five, text: *a}"),
    "two files in one": ("  - {id: two", "---\n  - {id: two"),
    "another indentation": ("  - {id: two", " - {id: two"),
    "a list in brackets": ("items:", "items: ["),
    "a key twice": ("cost: 2", "cost: 2, cost: 3"),
    "a mark of ours": ("# the first", "- !kept 7"),
    "marks of ours": ('{id: two, text: "gain {=hand}", cost: 2}', "!kept 11"),
    "a tab": ("    cost: 1", "\tcost: 1"),
    "other line ends": ("\n", "\r\n"),
    "a value that does not fit": ("cost: 2", "cost: many"),
    "another kind of field": ("cost: integer?", "cost: number?"),
    "a field less": (", cost: integer?", ""),
    "the same id": ("id: two", "id: one"),
    "a count": ("cost: 2}", "cost: 2, count: hand * 2}"),
}


def seen(value):
    """A value with all its places."""
    if isinstance(value, dict):
        return value.source.file, value.start, dict(value.spans), {key: seen(one) for key, one in value.items()}
    if isinstance(value, list):
        return value.source.file, value.start, dict(value.spans), [seen(one) for one in value]
    return type(value), value


def read(project):
    path = project.components / "game/card.yaml"
    document, findings = load.load_file(path, project.relative(path), project)
    game, more = read_game(project, "game")
    items = game.sets["card"].items if game and "card" in game.sets else ()
    places = [{name: repr(mark) for name, mark in item.marks.items()} for item in items]
    parts = game and [getattr(game, name) for name in type(game).__match_args__]
    return document and (seen(document.data), document.text), findings, parts, places, more


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "tool", lambda: "tool")
    (tmp_path / "components/game").mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (tmp_path / "components/game/game.yaml").write_text(
        "title: T\nversion: '1'\nplayers: 2\nlanguages: [en]\nparameters: {hand: {name: hand, value: 5}}\n"
    )
    return Project(tmp_path)


def rounds(project, monkeypatch, texts, how):
    """What is read when the file holds one text after another: by a watch, by runs that keep it (whole, if it is
    small), or anew."""
    path = project.components / "game/card.yaml"
    monkeypatch.setattr(cache, "_OPENED", {})
    monkeypatch.setattr(incremental, "_IS_ON", how == "watch")
    monkeypatch.setattr(incremental, "FEW", 1_000)
    monkeypatch.setattr(load, "SMALL", project_module.SMALL if how == "runs, small" else 0)
    with monkeypatch.context() as store:
        store.setenv("PNP_CACHE", str(project.root / "cache") if how.startswith("runs") else "off")
        for text in texts:
            path.write_bytes(text.encode())
            yield read(project)
            cache.save()
            if how.startswith("runs"):
                cache._OPENED.clear()
                load._kept.cache_clear()


@pytest.mark.parametrize("edit", EDITS)
def test_reading_again_is_reading_for_the_first_time(edit, project, monkeypatch):
    other = SET.replace(*EDITS[edit]) if EDITS[edit][0] else SET
    texts = (SET, other, other, SET)
    expected = [*rounds(project, monkeypatch, texts, "anew")]
    assert [*rounds(project, monkeypatch, texts, "watch")] == expected
    assert [*rounds(project, monkeypatch, texts, "runs, small")] == expected
    assert [*rounds(project, monkeypatch, texts, "runs")] == expected
    assert any((project.root / "cache").iterdir())


def test_what_is_unpacked_for_a_moment_is_not_kept(project, monkeypatch):
    [*rounds(replace(project, is_brief=True), monkeypatch, (SET,), "runs")]
    assert not (project.root / "cache").exists()


def test_what_was_kept_and_is_damaged_is_read_anew(project, monkeypatch):
    texts = (SET, SET.replace("two lines", "three lines"))
    expected = [*rounds(project, monkeypatch, texts, "anew")]
    [*rounds(project, monkeypatch, texts[:1], "runs")]
    (file,) = (project.root / "cache").iterdir()
    whole = file.read_bytes()[16:]
    for data in (b"", whole[:-9], b"?" + whole[1:], b"cos\nno_such\n."):
        file.write_bytes(cache.seal(crc32(data), len(data)) + data)
        assert [*rounds(project, monkeypatch, texts, "runs")] == expected


def test_a_small_file_is_read_once_by_all_runs(project, monkeypatch):
    assert [*rounds(project, monkeypatch, (SET,), "runs, small")]
    monkeypatch.setattr(load, "_compose", None)
    assert [*rounds(project, monkeypatch, (SET,), "runs, small")]


def test_what_has_its_words_from_elsewhere_is_read_again(project, monkeypatch):
    text = SET.replace("name: Card", "name: &n Card").replace("'x'", "*n")
    texts = (text, text.replace("Card", "Deck"))
    expected = [*rounds(project, monkeypatch, texts, "anew")]
    assert [*rounds(project, monkeypatch, texts, "watch")] == [*rounds(project, monkeypatch, texts, "runs")] == expected


def test_what_is_as_it_was_is_not_read_again(project, monkeypatch):
    """The members that nobody touched are the very values of the last time; so are the items that were made of them."""
    path = project.components / "game/card.yaml"
    monkeypatch.setattr(cache, "_OPENED", {})
    monkeypatch.setattr(incremental, "_IS_ON", True)
    monkeypatch.setattr(load, "SMALL", 0)
    kept = []
    for text in (SET, SET.replace("'x'", "'y'")):
        path.write_text(text)
        kept.append(
            (
                load.load_file(path, project.relative(path), project)[0].data["items"],
                read_game(project, "game")[0].sets["card"],
            )
        )
    (before, old), (after, new) = kept
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, True, True, False, False]
    assert [one is other for one, other in zip(old.items, new.items, strict=True)] == [True, True, True, False, False]
