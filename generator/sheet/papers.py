"""layouts/papers.yaml -> `Paper`s.

Takes a project; gives its papers and the bundled ones by id, the project's own before. Promise: every paper is upright
and leaves room to print; what cannot be read is a Fault that names the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.findings import Fault, Finding, Mark
from generator.project import BUNDLED, Project
from generator.sheet.sheet import Paper

MARGIN = 5.0
"""The unprinted margin in mm of a paper that does not say."""
_KEYS = ("width", "height", "margin")


def read_papers(project: Project) -> dict[str, Paper]:
    """All papers by id. Fault S003: a file or an entry that is no paper."""
    papers: dict[str, Paper] = {}
    for folder in (BUNDLED / "layouts", project.layouts):
        path = folder / "papers.yaml"
        mark = Mark(project.relative(path))
        for name, entry in read_table(path, mark).items():
            papers[name] = _paper(name, entry, mark)
    return papers


def read_table(path: Path, mark: Mark) -> dict[str, Any]:
    """A YAML file that maps words to anything; {} if there is none. Fault S003: it is something else."""
    if not path.is_file():
        return {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        table = yaml.load(path.read_text("utf-8"), Loader=loader)  # noqa: S506 (a safe loader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        place = getattr(error, "problem_mark", None)
        where = Mark(mark.file, place.line + 1, place.column + 1) if place else mark
        words = getattr(error, "problem", None) or "not UTF-8"
        message = f"`{path.name}` is not YAML: {words}"
        raise Fault(Finding("S003", where, message, "compare it with the bundled file")) from error
    if not isinstance(table, dict):
        raise Fault(Finding("S003", mark, f"`{path.name}` holds no entries", "write one entry a line: `id: {...}`"))
    return {str(k): v for k, v in table.items()}


def _paper(name: str, entry: object, mark: Mark) -> Paper:
    if not isinstance(entry, Mapping):
        raise Fault(_bad(name, "is no mapping", mark))
    numbers = {k: entry.get(k, MARGIN if k == "margin" else None) for k in _KEYS}
    for key, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 5000:
            raise Fault(_bad(name, f"has no `{key}` in millimetres; found `{value}`", mark))
    width, height = sorted((float(numbers["width"] or 0), float(numbers["height"] or 0)))
    margin = float(numbers["margin"] or 0)
    if width - 2 * margin < 40:
        raise Fault(_bad(name, f"leaves {width - 2 * margin:g} mm between its margins; 40 are needed", mark))
    return Paper(name, str(entry.get("name", name)), width, height, margin)


def _bad(name: str, what: str, mark: Mark) -> Finding:
    hint = f"write `{name}: {{name: ..., width: 210, height: 297, margin: 4}}`"
    return Finding("S003", mark, f"paper `{name}` {what}", hint)
