"""`dataclass` of the standard library, as far as it is used here, for an eighth of the time: every run makes some 240
classes, and the standard one compiles six functions for each. `lazy_pattern`: patterns that are compiled when they
are used. `loading_lazily`: other packages, loaded without what they name and this run may never use. `memo`: tables
that fill up.

Types are checked as of the standard one.
"""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from itertools import islice
from operator import attrgetter, ge, gt, le, lt
from types import FunctionType, ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes long to load
    from collections.abc import Callable, Iterator
    from dataclasses import dataclass, field, replace
    from re import compile as lazy_pattern
    from types import CodeType
    from typing import Any, TypeVar

    K = TypeVar("K")
    V = TypeVar("V")

__all__ = ["dataclass", "field", "lazy_pattern", "loading_lazily", "memo", "replace"]

_ABSENT: Any = object()
"""Stands for a default that is not there, or is made anew for each value."""


class _Field:
    """How a field is made, shown and compared."""

    __slots__ = ("compare", "default", "factory", "hash", "init", "kw_only", "repr")

    def __init__(
        self,
        *,
        default: object = _ABSENT,
        default_factory: Callable[[], object] | None = None,
        init: bool = True,
        repr: bool = True,  # noqa: A002 (as in the standard library)
        hash: bool = True,  # noqa: A002
        compare: bool = True,
        kw_only: bool = False,
    ) -> None:
        self.default, self.factory, self.init = default, default_factory, init
        self.repr, self.hash, self.compare, self.kw_only = repr, hash, compare, kw_only


def _dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True, order: bool = False, weakref_slot: bool = False
) -> Callable[[type], type]:
    """Makes a class of values: its annotations are its fields."""

    def make(cls: type) -> type:
        def first(self: object, *args: object, **named: object) -> None:
            init = made.__init__ = _init(made, fields, frozen)  # type: ignore[misc]
            init(self, *args, **named)

        defaults = {name: vars(cls).get(name, _ABSENT) for name in cls.__annotations__}
        own = {name: d if isinstance(d, _Field) else _Field(default=d) for name, d in defaults.items()}
        known = [getattr(base, "__fields__", {}) for base in cls.__bases__]
        fields: dict[str, _Field] = {name: f for some in (*known, own) for name, f in some.items()}
        body = {name: v for name, v in vars(cls).items() if name not in own and name not in ("__dict__", "__weakref__")}
        body |= {"__fields__": fields, "__init__": first, "__repr__": _shown}
        body |= {"__setattr__": _refused, "__delattr__": _refused, "__setstate__": _restored} if frozen else {}
        body["__match_args__"] = tuple(name for name, f in fields.items() if f.init and not f.kw_only)
        if eq:
            compared = [name for name, f in fields.items() if f.compare]
            hashed = [name for name in compared if fields[name].hash]
            body |= _comparisons(_getter(compared), _getter(hashed) if frozen else None, order)
        if slots:
            body["__slots__"] = (*own, "__weakref__") if weakref_slot else (*own,)
        made: type = type(cls)(cls.__name__, cls.__bases__, {**body, "__qualname__": cls.__qualname__})
        return made

    return make


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
_compiled: dict[str, CodeType] = {}


def _refused(self: object, name: str, *_: object) -> None:
    raise AttributeError(f"cannot change {name!r} of a frozen {type(self).__name__}")


def _thawed(cls: type) -> type:
    """The class that a value is of while it is filled: fields are set several times quicker there."""
    body = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(cls)(cls.__name__, (cls,), body)


def _restored(self: object, state: Any) -> None:  # noqa: ANN401 (as `copy` and `pickle` have it)
    for part in state if isinstance(state, tuple) else (state,):
        for name, value in (part or {}).items():
            object.__setattr__(self, name, value)


def _init(cls: type, fields: dict[str, _Field], frozen: bool) -> FunctionType:
    """`__init__`: compiled once for all classes with so many fields of these kinds, then given their names."""
    names = {f"v{n}": name for n, name in enumerate(fields)}
    order = sorted(names, key=lambda v: fields[names[v]].kw_only)
    taken = [v for v in order if fields[names[v]].init]
    by_name = [v for v in taken if fields[names[v]].kw_only]
    thawed = frozen and len(fields) > 2
    assigned = "_set(self, {0!r}, {1})" if frozen and not thawed else "self.{0} = {1}"
    lines = [assigned.format(v, value) for v in order if (value := _value(v, fields[names[v]]))]
    lines = ["_thaw(self, _filling)", *lines, "self.__class__ = _frozen"] if thawed else lines
    lines += ["self.__post_init__()"] if hasattr(cls, "__post_init__") else ["pass"]
    heading = ["self", *taken[: len(taken) - len(by_name)], *(["*"] if by_name else []), *by_name]
    text = f"def __init__({', '.join(heading)}):\n " + "\n ".join(lines)
    if text not in _compiled:
        made: dict[str, Any] = {}
        exec(text, made)  # noqa: S102 (words of this file alone)
        _compiled[text] = made["__init__"].__code__
    code, names = _compiled[text], names | {f"_{v}": f"_{name}" for v, name in names.items()}
    code = code.replace(
        co_varnames=tuple(names.get(v, v) for v in code.co_varnames),
        co_names=tuple(names.get(v, v) for v in code.co_names),
        co_consts=tuple(names.get(v, v) if isinstance(v, str) else v for v in code.co_consts),
    )
    given = {name: f.default for name, f in fields.items() if f.factory or f.default is not _ABSENT}
    known = {
        "_ABSENT": _ABSENT,
        "_set": object.__setattr__,
        "_thaw": vars(object)["__class__"].__set__,  # quicker than `_set`: there is nothing to look up
        **{f"_{name}": fields[name].factory or fields[name].default for name in given},
    }
    known |= {"_filling": _thawed(cls), "_frozen": cls} if thawed else {}
    places = [given[names[v]] for v in taken if v not in by_name and names[v] in given]
    init = FunctionType(code, known, "__init__", (*places,))
    init.__kwdefaults__ = {names[v]: given[names[v]] for v in by_name if names[v] in given}
    return init


def _value(v: str, f: _Field) -> str:
    """The expression of what a field holds at first; "" if that is nothing."""
    if not f.init:
        return f"_{v}()" if f.factory else "" if f.default is _ABSENT else f"_{v}"
    return f"_{v}() if {v} is _ABSENT else {v}" if f.factory else v


def _shown(self: Any) -> str:  # noqa: ANN401 (a value of any of these classes)
    fields: dict[str, _Field] = self.__fields__
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name, f in fields.items() if f.repr)
    return f"{type(self).__qualname__}({shown})"


def _getter(names: list[str]) -> Callable[[object], Any]:
    return attrgetter(*names) if names else type


def _comparisons(
    values: Callable[[object], Any], hashed: Callable[[object], Any] | None, order: bool
) -> dict[str, object]:
    def same(self: object, other: object) -> bool:
        return bool(values(self) == values(other)) if other.__class__ is self.__class__ else NotImplemented

    def ordered(by: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
        return lambda a, b: by(values(a), values(b)) if a.__class__ is b.__class__ else NotImplemented

    made: dict[str, object] = {f"__{by.__name__}__": ordered(by) for by in (lt, le, gt, ge)} if order else {}
    return {**made, "__eq__": same, "__hash__": (lambda self: hash(hashed(self))) if hashed else None}


def _replace(value: Any, /, **changes: object) -> Any:  # noqa: ANN401 (likewise)
    """The value with some fields changed."""
    names, given, places = _given[type(value)]
    known = dict(zip(names, given(value), strict=False)) | changes
    return type(value)(*islice(known.values(), places), **dict(islice(known.items(), places, None)))


def _taken(cls: Any) -> tuple[tuple[str, ...], Callable[[object], Any], int]:  # noqa: ANN401 (likewise)
    names = cls.__match_args__
    named = tuple(name for name, f in cls.__fields__.items() if f.init and f.kw_only)
    return (*names, *named), attrgetter(*names, *named, "__class__"), len(names)


_given: dict[Any, tuple[tuple[str, ...], Callable[[object], Any], int]] = memo(_taken)
"""What each class takes, how that is got of a value (and its class: of one name there would be no tuple), and how many
are taken by their places."""


if not TYPE_CHECKING:
    dataclass, field, lazy_pattern, replace = _dataclass, _Field, _Late, _replace
