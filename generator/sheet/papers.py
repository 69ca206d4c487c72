"""layouts/papers.yaml -> `Paper`s.

Takes a project; gives its papers and the bundled ones by id, the project's own before. Promise: every paper is upright
and leaves room to print; what cannot be read is a Fault that names the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from generator.data.reading.load import entries
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.project import BUNDLED, Project
from generator.sheet.sheet import Paper
from generator.values import late
from generator.words import FALLBACK, read_words

MARGIN = 5.0
"""The unprinted margin in mm of a paper that does not say."""
_ID = late(r"\w([\w .+-]{0,40}\w)?")
"""An id is part of the names of files."""
_KEYS = ("width", "height", "margin")


def read_papers(project: Project) -> dict[str, Paper]:
    """All papers by id. Fault S003: a file or an entry that is no paper."""
    papers: dict[str, Paper] = {}
    for folder in (BUNDLED / "layouts", project.layouts):
        table = entries(folder / "papers.yaml", project)
        for name, (entry, mark) in table.items():
            papers[name] = _paper(name, entry, mark)
    return papers


def job_faults(project: Project) -> list[Finding]:
    """What is wrong with the project's own papers and words, which only sheets need."""
    readers: dict[str, Callable[[Project], object]] = {
        "papers.yaml": read_papers,
        "words.yaml": partial(read_words, language=FALLBACK),
    }
    found: list[Finding] = []
    for name, reader in readers.items():
        try:
            if (project.layouts / name).is_file():
                reader(project)
        except Fault as fault:
            found += fault.findings
    return found


def _paper(name: str, entry: object, mark: Mark) -> Paper:
    if not _ID.fullmatch(name):
        hint = "write an id of letters, digits and hyphens, such as `a4-wide`"
        raise Fault(Finding("S003", mark, f"paper `{name}`: files get this name, and it is none for a file", hint))
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
