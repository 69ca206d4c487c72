"""`generator.values`: values that are equal in part, and what is loaded when it is used."""

from __future__ import annotations

import copy
import re
import sys

import pytest

from generator import values


class Base(values.Alike, frozen=True, kw_only=True):
    """With places that do not count, and what is found out of it."""

    BESIDE = ("mark",)
    WORKED_OUT = {"size": 0}  # noqa: RUF012
    mark: tuple = ()
    size: int = 0


class Leaf(Base, frozen=True):
    """A field of its own, and one that may be left out."""

    name: str
    art: object = None


def test_values_are_equal_whatever_stands_beside_them():
    one, other = Leaf("a", mark=(1,)), Leaf("a", mark=(2,))
    assert (one == other, hash(one) == hash(other), one != Leaf("b"), one == Leaf("a", 1)) == (True, True, True, False)
    assert len({one, other, Leaf("b")}) == 2
    assert repr(one) == "Leaf(name='a', art=None)"
    assert one != Base()


def test_a_changed_value_keeps_nothing_that_was_worked_out():
    one = Leaf("a", mark=(1,))
    values.work_out(one, "size", 7)
    assert (one.size, copy.deepcopy(one).size) == (7, 7)
    changed = values.replace(one, name="b")
    assert (changed, changed.mark, changed.size) == (Leaf("b"), (1,), 0)


def test_frozen_values_stay_as_they_are():
    with pytest.raises(AttributeError):
        Leaf("a").name = "b"
    with pytest.raises(TypeError):
        values.replace(Leaf("a"), colour=1)


def test_what_is_loaded_lazily_is_there_when_it_is_used(tmp_path, monkeypatch):
    """Another package, as one that names modules and patterns it may never use."""
    (tmp_path / "heavy.py").write_text("loaded = [1]\n")
    (tmp_path / "named.py").write_text(
        "import heavy, re\nWORD = re.compile('[A-Z]+', re.IGNORECASE)\nBAD = re.compile('(')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with values.loading_lazily("heavy", "no_such_module"):
        import named
    assert "loaded" not in vars(sys.modules["heavy"])
    assert named.heavy.loaded == [1]
    assert not hasattr(named.heavy, "other")
    assert re.sub(named.WORD, "x", "1 ab") == "1 x"
    assert isinstance(named.WORD, re.Pattern)
    assert named.WORD.flags & re.IGNORECASE
    with pytest.raises(re.error):
        named.BAD.search("")
    with pytest.raises(re.error):
        re.compile("(")


def test_a_memo_makes_what_it_is_asked_for_once():
    asked = []
    table = values.memo(lambda key: asked.append(key) or key * 2)
    assert [table[k] for k in (3, 3, 4)] == [6, 6, 8]
    assert (asked, dict(table)) == ([3, 4], {3: 6, 4: 8})
