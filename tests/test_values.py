"""`generator.values`: classes of values as the standard library makes them."""

from __future__ import annotations

import copy
import dataclasses
import re
import sys

import pytest

from generator import values


def classes(lib):
    """The same classes, by the standard library or by ours."""

    @lib.dataclass(frozen=True, slots=True)
    class Base:
        name: str
        mark: tuple = lib.field(default=(), kw_only=True, compare=False, repr=False)
        box: object = lib.field(default=None, init=False, compare=False, repr=False)

    @lib.dataclass(frozen=True, slots=True)
    class Leaf(Base):
        size: float = 1.5
        art: object = lib.field(default=None, hash=False)
        members: list = lib.field(default_factory=list, hash=False)

    @lib.dataclass(slots=True)
    class Count:
        start: int
        seen: dict = lib.field(default_factory=dict, init=False)
        double: int = lib.field(init=False)

        def __post_init__(self):
            self.double = 2 * self.start

    @lib.dataclass(frozen=True, slots=True, order=True)
    class Place:
        line: int
        cell: str = lib.field(default="", compare=False)

    @lib.dataclass(frozen=True, slots=True)
    class Nothing:
        """No fields."""

    return Base, Leaf, Count, Place, Nothing


def shown(lib):
    """What a user of such values sees, in words."""
    base, leaf, count, place, nothing = classes(lib)
    one, other = leaf("a", mark=(1,)), leaf("a", 1.5, mark=(2,))
    yield from (one, other, base("b"), count(3), place(2, "x"), nothing())
    yield from (one == other, hash(one) == hash(other), one == base("a"), one != leaf("b"), nothing() == nothing())
    yield from (one.mark, other.mark, one.box, one.members is other.members, count(3).seen, count(3).double)
    yield from (
        place(1) < place(2),
        place(2, "x") >= place(2, "y"),
        sorted([place(3), place(1)]),
        place(1) == place(1, "z"),
    )
    yield lib.replace(one, size=2.0, members=[1])
    yield lib.replace(one, size=2.0).mark
    yield from (leaf.__match_args__, count.__match_args__, leaf.__slots__, count.__hash__ is None)
    for wrong in (
        leaf,
        lambda: leaf("a", mark=1, colour=2),
        lambda: lib.replace(one, colour=1),
        lambda: count([]) < 1,
    ):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(AttributeError):
        count(1).colour = 2
    for change in (lambda: setattr(one, "size", 2.0), lambda: delattr(one, "size")):
        with pytest.raises(AttributeError):
            change()


def test_values_are_as_the_standard_library_makes_them():
    assert [*map(repr, shown(values))] == [*map(repr, shown(dataclasses))]


@values.dataclass(frozen=True, slots=True)
class Kept:
    """A value that can be copied and pickled."""

    word: str


def test_values_can_be_copied():
    assert copy.deepcopy(Kept("a")) == Kept("a")


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
