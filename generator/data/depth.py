"""YAML text -> a `Fault` Y010 if it is nested so deep that reading it would end the program."""

from __future__ import annotations

import re
from typing import Any

import yaml

from generator.findings import Fault, Finding, Mark

MAX_DEPTH = 64

_SUSPICIOUS_INDENT = re.compile(rf"^[ \t?-]{{{2 * MAX_DEPTH}}}", re.MULTILINE)


def check_depth(text: str, file: str) -> None:
    """Libyaml nests on the C stack: depth has to be known before a tree is made. Cheap for ordinary files."""
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", text):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    if deepest <= MAX_DEPTH and not _SUSPICIOUS_INDENT.search(text):
        return
    level = 0
    try:
        for event in yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            level += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if level > MAX_DEPTH:
                raise too_deep(file, event.start_mark)
    except yaml.MarkedYAMLError:
        return


def too_deep(file: str, mark: Any) -> Fault:  # noqa: ANN401 (PyYAML has no types)
    """The fault at PyYAML's mark."""
    hint = "make it flatter; an alias (`*name`) may not stand inside its own anchor (`&name`)"
    place = Mark(file, mark.line + 1, mark.column + 1)
    return Fault(Finding("Y010", place, f"data is nested more than {MAX_DEPTH} levels deep", hint))
