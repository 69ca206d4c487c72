"""Jinja's syntax tree -> closures over a scope: the allowed nodes of an expression, a function each.

Takes nodes whose `lineno` is an offset in the source (expression.py reads them so); gives `Work`, a function from a
scope of plain data to a plain value. Promise: a node that has no line in the table at the end is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import nodes

from generator.diagnostics.findings import did_you_mean
from generator.expressions import filters
from generator.expressions.runtime import (
    LETTERS,
    ExpressionError,
    MissingNameError,
    T,
    Unread,
    UnreadError,
    Untranslated,
    Value,
    bounded,
    members,
    take_steps,
    to_words,
    whole,
)
from generator.values import lazy_pattern

Scope = Mapping[str, Value]
Work = Callable[[Scope], Value]

_MAX_DEPTH = 100
_STRANGE = lazy_pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
ANY = "*"
"""In paths: some member of a list or a table."""


class Compiler:
    """Turns nodes into closures, counts them (`size`), and gathers in `paths` the names they use."""

    def __init__(self) -> None:
        self.paths: set[tuple[str, ...]] = set()
        self.depth = self.size = 0

    def compile(self, node: nodes.Node) -> Work:
        """The closure of a node. Raises `ExpressionError` at what is not allowed."""
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise _refused(node)
        self.depth += 1
        self.size += 1
        if self.depth > _MAX_DEPTH:
            raise ExpressionError("the expression is too deeply nested", offset=node.lineno)
        work = handler(self, node)
        self.depth -= 1
        return work


def _refused(node: nodes.Node) -> ExpressionError:
    if isinstance(node, nodes.Call):
        hint = "use a filter: `name|upper`, `5|range`"
        return ExpressionError("nothing can be called here", hint=hint, offset=node.lineno)
    return ExpressionError("this is not allowed in an expression", offset=node.lineno)


def _constant(_compiler: Compiler, node: nodes.Const) -> Work:
    value = _at(node.lineno, bounded, node.value)
    if isinstance(value, str) and _STRANGE.search(value):
        hint = "delete its escape (`\\...`)"
        raise ExpressionError("the words hold a character that cannot be printed", hint=hint, offset=node.lineno)
    return lambda _scope: value


def _at(offset: int, work: Callable[..., T], *values: Value) -> T:
    try:
        return work(*values)
    except ExpressionError as error:
        raise error.at(offset) from None


def _path(node: nodes.Node | None) -> tuple[str, ...] | None:
    """The dotted name that a node is, if it is one."""
    if isinstance(node, nodes.Name):
        return (node.name,)
    if not isinstance(node, (nodes.Getattr, nodes.Getitem, nodes.Filter)):
        return None
    path, step = _path(node.node), _step(node)
    return (*path, *step) if path is not None and step is not None else None


def _step(node: nodes.Getattr | nodes.Getitem | nodes.Filter) -> tuple[str, ...] | None:
    """What a node adds to the path of its base; None where it leaves the data."""
    if isinstance(node, nodes.Filter):
        return _PATH_FILTERS.get(node.name)
    if isinstance(node, nodes.Getattr):
        return (node.attr,)
    if isinstance(node.arg, nodes.Slice):
        return ()
    return (_word(node.arg) or ANY,)


def _word(node: nodes.Node) -> str | None:
    return node.value if isinstance(node, nodes.Const) and isinstance(node.value, str) else None


_PATH_FILTERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("first", "last", "min", "max"), (ANY,)),
    **dict.fromkeys(("sort", "unique", "default"), ()),
}


def _name(compiler: Compiler, node: nodes.Name) -> Work:
    name, offset = node.name, node.lineno
    compiler.paths.add((name,))

    def look(scope: Scope) -> Value:
        try:
            return _read(scope[name])
        except KeyError as error:
            hint = "".join(error.args[1:]) or did_you_mean(name, scope)  # the scope may know why
            raise MissingNameError(
                f"nothing is called `{name}` here", hint=hint, offset=offset, about=(name,)
            ) from None

    return look


def _attribute(compiler: Compiler, node: nodes.Getattr) -> Work:
    base, name, offset = compiler.compile(node.node), node.attr, node.lineno + 1
    _extend(compiler, node)

    def look(scope: Scope) -> Value:
        value = base(scope)
        if type(value) is dict and name in value:
            return _read(value[name])
        return _read(_at(offset, filters.attribute_of, value, name))

    return look


def _read(value: Value) -> Value:
    if type(value) is Unread or type(value) is Untranslated:
        raise UnreadError(value)
    return value


def _extend(compiler: Compiler, node: nodes.Getattr | nodes.Getitem) -> None:
    """The longer path stands for the shorter one that its base has just noted."""
    path, shorter = _path(node), _path(node.node)
    if path is not None:
        compiler.paths.discard(shorter or ())
        compiler.paths.add(path)


def _member(compiler: Compiler, node: nodes.Getitem) -> Work:
    base, offset = compiler.compile(node.node), node.lineno
    if isinstance(node.arg, nodes.Slice):
        return _slice(compiler, base, node.arg, offset)
    _extend(compiler, node)
    key = compiler.compile(node.arg)
    return lambda scope: _at(offset, filters.member_of, base(scope), key(scope))


def _slice(compiler: Compiler, base: Work, node: nodes.Slice, offset: int) -> Work:
    if node.step is not None:
        raise ExpressionError("a slice has a start and a stop only", offset=offset)
    ends = [compiler.compile(e) if e is not None else (lambda _scope: None) for e in (node.start, node.stop)]

    def cut(value: Value, start: Value, stop: Value) -> Value:
        span = slice(*(e if e is None else whole(e) for e in (start, stop)))
        return value[span] if isinstance(value, str) else members(value)[span]

    return lambda scope: _at(offset, cut, base(scope), *(end(scope) for end in ends))


def _arithmetic(compiler: Compiler, node: nodes.BinExpr) -> Work:
    left, right = compiler.compile(node.left), compiler.compile(node.right)
    sign, offset = node.operator, node.lineno
    return lambda scope: _at(offset, filters.calculate, sign, left(scope), right(scope))


def _sign(compiler: Compiler, node: nodes.UnaryExpr) -> Work:
    inner, offset = compiler.compile(node.node), node.lineno
    factor = -1 if isinstance(node, nodes.Neg) else 1
    return lambda scope: _at(offset, filters.calculate, "*", inner(scope), factor)


_LAZY: dict[type[nodes.Node], Callable[..., Work]] = {
    nodes.Not: lambda inner: lambda scope: not inner(scope),
    nodes.And: lambda left, right: lambda scope: left(scope) and right(scope),
    nodes.Or: lambda left, right: lambda scope: left(scope) or right(scope),
    nodes.CondExpr: lambda test, yes, no=lambda _scope: None: lambda scope: yes(scope) if test(scope) else no(scope),
}


def _lazy(compiler: Compiler, node: nodes.Expr) -> Work:
    """What works out no more of its parts than it needs."""
    return _LAZY[type(node)](*map(compiler.compile, node.iter_child_nodes()))


def _joined(compiler: Compiler, node: nodes.Concat) -> Work:
    parts, offset = [*map(compiler.compile, node.nodes)], node.lineno

    def join(scope: Scope) -> str:
        words = [_at(offset, to_words, part(scope)) for part in parts]
        take_steps(sum(map(len, words)) // LETTERS)
        return str(_at(offset, bounded, "".join(words)))

    return join


def _compared(compiler: Compiler, node: nodes.Compare) -> Work:
    first, offset = compiler.compile(node.expr), node.lineno
    steps = [(filters.COMPARISONS[o.op], compiler.compile(o.expr)) for o in node.ops]

    def compare(scope: Scope) -> bool:
        left = first(scope)
        for test, operand in steps:
            right = operand(scope)
            if not _at(offset, test, left, right):
                return False
            left = right
        return True

    return compare


def _list(compiler: Compiler, node: nodes.List | nodes.Tuple) -> Work:
    parts = [*map(compiler.compile, node.items)]
    return lambda scope: [part(scope) for part in parts]


def _table(compiler: Compiler, node: nodes.Dict) -> Work:
    pairs = [(compiler.compile(p.key), compiler.compile(p.value)) for p in node.items]
    return lambda scope: {_at(node.lineno, to_words, key(scope)): value(scope) for key, value in pairs}


def _arguments(compiler: Compiler, node: nodes.Filter | nodes.Test) -> tuple[list[Work], dict[str, Work]]:
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        raise ExpressionError("`*` has no meaning among the values of a filter", offset=node.lineno)
    return [*map(compiler.compile, node.args)], {str(k.key): compiler.compile(k.value) for k in node.kwargs}


def _applied(compiler: Compiler, node: nodes.Filter | nodes.Test, table: Mapping[str, Callable[..., Value]]) -> Work:
    what = "filter" if isinstance(node, nodes.Filter) else "test"
    work = table.get(node.name)
    offset, name = node.lineno, node.name
    if work is None:
        extra = ["default"] if what == "filter" else ["defined", "undefined"]
        hint = did_you_mean(name, [*table, *extra])
        raise ExpressionError(f"there is no {what} `{name}`", hint=hint, offset=offset)
    inner = compiler.compile(node.node)  # type: ignore[arg-type]
    args, named = _arguments(compiler, node)
    _note_attribute(compiler, node)

    def apply(scope: Scope) -> Value:
        values = [inner(scope), *(a(scope) for a in args)]
        take_steps(sum(len(v) for v in values if isinstance(v, str)) // LETTERS)
        try:
            return bounded(work(*values, **{k: v(scope) for k, v in named.items()}))
        except ExpressionError as error:
            raise error.at(offset) from None
        except (TypeError, ValueError, AttributeError, OverflowError):
            raise ExpressionError(f"the {what} `{name}` cannot use these values", offset=offset) from None

    return apply


def _note_attribute(compiler: Compiler, node: nodes.Filter | nodes.Test) -> None:
    """`items|sum(attribute='count')` uses the name `items.*.count`."""
    path = _path(node.node)
    for pair in node.kwargs:
        if pair.key == "attribute" and path is not None:
            compiler.paths.add((*path, ANY, *(_word(pair.value) or ANY).split(".")))


def _filter(compiler: Compiler, node: nodes.Filter) -> Work:
    if node.name != "default" or node.node is None:
        return _applied(compiler, node, filters.FILTERS)
    inner = compiler.compile(node.node)
    args, named = _arguments(compiler, node)
    if len(args) != 1 or named:
        raise ExpressionError("`default` takes one value", hint="write `|default(0)`", offset=node.lineno)

    is_table = isinstance(node.node, nodes.Getitem) and isinstance(node.node.node, nodes.Dict)

    def fill(scope: Scope) -> Value:
        try:
            value = inner(scope)
        except MissingNameError:
            value = None
        except UnreadError:
            if not is_table:
                raise
            value = None  # a table of the template has nothing for it
        return args[0](scope) if value is None else value

    return fill


def _test(compiler: Compiler, node: nodes.Test) -> Work:
    if node.name not in ("defined", "undefined"):
        return _applied(compiler, node, filters.TESTS)
    inner, wanted = compiler.compile(node.node), node.name == "defined"

    def look(scope: Scope) -> bool:
        try:
            return (inner(scope) is not None) == wanted
        except MissingNameError:
            return not wanted
        except UnreadError:
            return wanted  # it is there, and told

    return look


_HANDLERS: dict[type[Any], Callable[[Compiler, Any], Work]] = {
    nodes.Const: _constant,
    nodes.Name: _name,
    nodes.Getattr: _attribute,
    nodes.Getitem: _member,
    **dict.fromkeys(_LAZY, _lazy),
    nodes.Concat: _joined,
    nodes.Compare: _compared,
    nodes.List: _list,
    nodes.Tuple: _list,
    nodes.Dict: _table,
    nodes.Filter: _filter,
    nodes.Test: _test,
    nodes.Neg: _sign,
    nodes.Pos: _sign,
    **dict.fromkeys((nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow), _arithmetic),
}
