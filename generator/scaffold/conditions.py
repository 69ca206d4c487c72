"""The blocks that other tools fill in around what is drawn (`{% if fast %}`, `{{#unless fast}}`) -> conditions.

Promise: of what no field is called nothing is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.data.reading.grid import plain
from generator.layout.svg.element import Element, walk
from generator.scaffold.printing import if_true, scope_name
from generator.scaffold.tablesheet import TableSheet

_BLOCK = re.compile(
    r"""\{%-?\s*(?:(if)\s+(not\s+)?([\w.]+)(?:\s*==\s*["']([^"']*)["'])?|(else)|(endif))\s*-?%\}"""
    r"""|\{\{\s*(?:#(if|unless)\s+([\w.]+)|(else)|(/)(?:if|unless))\s*\}\}"""
)
"""The parts of a block as Jinja and Handlebars have them."""


def conditions(root: Element, called: Mapping[str, str], sheet: TableSheet) -> Iterator[tuple[Element, str, str]]:
    """The outermost elements in blocks, when each is there, and the field that says so; `called`: fields by their plain
    names."""
    text, parents = root.source.text, {child: e for e in walk(root) for child in e.elements}
    opened: list[tuple[int, str, str]] = []
    for found in _BLOCK.finditer(text):
        _, no, name, value, other, end, way, held, other_, end_ = found.groups()
        start, condition, field = opened.pop() if opened and (other or end or other_ or end_) else (0, "", "")
        within = [e for e in parents if start <= e.offset < found.start() and parents[e].offset < start]
        yield from ((element, condition, field) for element in within if condition)
        if name or held:
            field = called.get(plain((name or held).removeprefix("item.")), "")
            own = scope_name(field) if field else ""
            condition = f"{own} == {value!r}" if own and value is not None else own and (if_true(sheet, field) or own)
            condition = f"not ({condition})" if condition and (no or way == "unless") else condition
            opened.append((found.end(), condition, field))
        elif other or other_:
            opened.append((found.end(), f"not ({condition})" if condition else "", field))
