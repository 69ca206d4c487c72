"""Expressions of formulas and templates: text -> `Expression`, which gives a plain value for a scope.

The grammar is Jinja's, read by its own parser; what is executed is ours: each allowed node becomes a small
closure (evaluate.py), so nothing but `filters.py` can ever run. Promise: an `Expression` touches nothing but the
plain data of its scope, ends in a moment, says which names it uses without any data, and fails only with
`ExpressionError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Lexer, TokenStream
from jinja2.nodes import Node
from jinja2.parser import Parser

from generator.expressions.evaluate import ANY, Compiler, Scope, Work
from generator.expressions.runtime import ExpressionError, MissingNameError, Value, run_counted, to_words
from generator.values import Alike

__all__ = ["ANY", "Expression", "ExpressionError", "MissingNameError", "Scope", "compile_expression", "to_words"]

MAX_SOURCE = 1_000
MAX_BRACKETS = 30


class Expression(Alike, frozen=True):
    """A compiled expression.

    `paths` are the dotted names it uses, as written: `item.people.color` is `("item", "people", "color")`;
    `*` stands for a member picked by number, by a computed key, by `first` and the like."""

    BESIDE = ("work", "size")
    source: str
    paths: frozenset[tuple[str, ...]]
    work: Work
    size: int = 1

    def evaluate(self, scope: Scope) -> Value:
        """Its value: a number, words, a flag, None, a list or a mapping of the scope. Raises `ExpressionError`."""
        try:
            return run_counted(self.source, self.size, lambda: self.work(scope))
        except RecursionError:
            raise ExpressionError("the expression is too deeply nested", offset=0) from None


class _Grammar:
    """Jinja's grammar, where the `lineno` of every node is its offset in the source instead. As much of an
    `Environment` as the parser asks for: to load that one takes longer than all the rest."""

    block_start_string, block_end_string = "{%", "%}"
    variable_start_string, variable_end_string = "{{", "}}"
    comment_start_string, comment_end_string = "{#", "#}"
    line_statement_prefix = line_comment_prefix = None
    trim_blocks = lstrip_blocks = keep_trailing_newline = False
    newline_sequence = "\n"
    iter_extensions = staticmethod(tuple)

    def __init__(self) -> None:
        self.lexer = Lexer(self)  # type: ignore[arg-type]

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        return TokenStream(self.lexer.wrap(self._with_offsets(source, state), name, filename), name, filename)

    def _with_offsets(self, source: str, state: str | None) -> Iterator[tuple[int, str, str]]:
        offset = depth = 0
        try:
            for _, kind, value in self.lexer.tokeniter(source, None, None, state):
                depth += (value in "([{") - (value in ")]}") if kind == "operator" else 0
                if depth > MAX_BRACKETS:
                    raise ExpressionError(f"brackets are nested more than {MAX_BRACKETS} deep", offset=offset)
                yield offset, kind, value
                offset += len(value)
        except TemplateSyntaxError:
            raise _unreadable(source, offset) from None


_GRAMMAR = _Grammar()


@lru_cache(maxsize=8192)
def compile_expression(source: str) -> Expression:
    """Read `source`. Raises `ExpressionError` with an offset for whatever is not allowed or cannot be read."""
    if len(source) > MAX_SOURCE:
        raise ExpressionError(f"the expression has {len(source)} characters, at most {MAX_SOURCE} are read", offset=0)
    if not source.strip():
        raise ExpressionError("the expression is empty", offset=0)
    try:
        compiler = Compiler()
        work = compiler.compile(_parse(source))
        return Expression(source, frozenset(compiler.paths), work, compiler.size)
    except RecursionError:
        raise ExpressionError("the expression is too deeply nested", offset=0) from None


def _parse(source: str) -> Node:
    plain = re.sub(r"[\r\n]", " ", source)
    try:
        parser = Parser(_GRAMMAR, plain, state="variable")  # type: ignore[arg-type]
        tree = parser.parse_expression()
        rest = parser.stream.current
        if not parser.stream.eos:
            words = plain[rest.lineno :].strip()
            raise ExpressionError(f"`{words}` is one word too many", hint=_spelling(plain), offset=rest.lineno)
    except (TemplateSyntaxError, ValueError) as error:
        raise _unreadable(plain, getattr(error, "lineno", 0)) from None
    return tree


def _unreadable(source: str, offset: int) -> ExpressionError:
    rest = source[offset:].strip()
    what = f"cannot be read from `{rest[:30]}` on" if rest else "ends too early"
    return ExpressionError(f"the expression {what}", hint=_spelling(source), offset=min(offset, len(source)))


_SPELLINGS = (
    (r"^\s*\{+\s*([^{}]*?)\s*\}+\s*$", r"write it without braces: `\1`"),
    (r"^\s*(#[0-9a-fA-F]{3,8})\s*$", r"write `'\1'`, in single quotes"),
    (r"&&", "write `and` for `&&`"),
    (r"\|\|", "write `or` for `||`"),
    (r"!(?!=)", "write `not` for `!`"),
    (r"(?<![=!<>])=(?!=)", "write `==` to compare"),
)
"""How other languages write it."""


def _spelling(source: str) -> str:
    """What to write for words of another language ("" if none is seen)."""
    for pattern, hint in _SPELLINGS:
        found = re.search(pattern, source)
        if found:
            return found.expand(hint)
    return ""
