"""What all rooms make values of: `Struct` of msgspec, whose 240 classes are there in a twentieth of the time that those
of the standard library take, and its `Alike`. `lazy_pattern`: patterns that are compiled when they are used.
`loading_lazily`: other packages, loaded without what they name and this run may never use. `memo`: tables that fill up.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import Struct, field, structs

if TYPE_CHECKING:
    from re import compile as lazy_pattern

__all__ = ["Alike", "Struct", "field", "lazy_pattern", "loading_lazily", "memo", "replace", "work_out"]

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S", bound=Struct)


class _Late:
    """A pattern of `re` that is compiled when it is first used: of three patterns a run uses one."""

    def __init__(self, pattern: object, flags: int = 0) -> None:
        self._of, self.pattern = (pattern, flags), pattern

    def __getattr__(self, name: str) -> object:
        found = getattr(_compile(*self._of), name)  # type: ignore[call-overload]
        setattr(self, name, found)
        return found

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """So that functions of `re` take it."""
        return re.Pattern


class _Memo(dict):  # type: ignore[type-arg]
    def __init__(self, make: Callable[[Any], object]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: object) -> object:
        found = self[key] = self._make(key)
        return found


def memo(make: Callable[[K], V]) -> dict[K, V]:
    """What is made of keys, each when it is first looked up: half the time of a `functools.cache`, which is called."""
    return _Memo(make)


class _Unread(ModuleType):
    """A module that is read when something of it is used."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") or type(self) is ModuleType:
            raise AttributeError(name)
        self.__class__ = ModuleType  # type: ignore[assignment]
        self.__spec__.loader.exec_module(self)  # type: ignore[union-attr]
        return getattr(self, name)


@contextmanager
def loading_lazily(*modules: str) -> Iterator[None]:
    """Packages loaded within compile their patterns when they use them, and read these modules likewise."""
    from importlib.util import find_spec, module_from_spec

    for name in modules:
        if name not in sys.modules and (spec := find_spec(name)):
            sys.modules[name] = module = module_from_spec(spec)
            module.__class__ = _Unread
            package, _, own = name.rpartition(".")
            if package:  # as an import does, so that `import PIL.Image` gives what it names
                setattr(sys.modules[package], own, module)
    before, re.compile = re.compile, _Late  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = before


_compile = re.compile


class Alike(Struct, frozen=True):
    """A value that equals another, and is shown, by its own fields: all but those that are `BESIDE` them."""

    BESIDE: ClassVar[tuple[str, ...]] = ()
    WORKED_OUT: ClassVar[dict[str, object]] = {}
    """What is found out of its fields, by `work_out`, and what stands for it until then."""

    def __eq__(self, other: object) -> bool:
        own = _OWN[type(self)][1]
        return bool(own(self) == own(other)) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self) -> int:
        return hash(_OWN[type(self)][1](self))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _OWN[type(self)][0])
        return f"{type(self).__name__}({shown})"


def _own_fields(cls: type[Alike]) -> tuple[tuple[str, ...], Callable[[object], Any]]:
    names = tuple(name for name in cls.__struct_fields__ if name not in (*cls.BESIDE, *cls.WORKED_OUT))
    return names, attrgetter(*names)


_OWN = memo(_own_fields)


def work_out(value: Struct, name: str, found: object) -> None:
    """Keep with a value what was found out of it."""
    structs.force_setattr(value, name, found)


def replace(value: S, /, **changes: Any) -> S:  # noqa: ANN401 (whatever its fields hold)
    """The value with some fields changed."""
    return structs.replace(value, **(getattr(value, "WORKED_OUT", {}) | changes))


if not TYPE_CHECKING:
    lazy_pattern = _Late
