"""Names of files and folders in components/ -> what they were surely meant to be, and where a set stands.

Takes names as they are written; gives the right ones, or the finding that tells the wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from generator.data.reading.load import load_file
from generator.diagnostics.findings import Finding, Mark
from generator.project import Project, yaml_files


def meant_files(names: Collection[str], known: Collection[str]) -> dict[str, str]:
    """The names that are not known, but would be in small letters and with the ending `.yaml`: with the known ones."""
    plain = {name: re.sub(r"\.yml$", ".yaml", name.lower()) for name in names if name not in known}
    return {name: meant for name, meant in plain.items() if meant in known}


def misnamed(project: Project, path: Path, meant: str, there: bool) -> Finding:
    """The finding (Y014) for a file of nearly the right name; `there`: the right one stands beside it."""
    hint = "move its words there, and delete this one" if there else f"is this to be `{meant}`? rename it"
    message = f"`{path.name}` stands beside `{meant}`, and is not read" if there else f"a file is called `{path.name}`"
    return Finding("Y014", Mark(project.relative(path), 1, 1), message, hint)


def unread(project: Project, path: Path, folder: str) -> Finding:
    """The finding (Y015) for data that lies too deep."""
    message = f"`{path.parent.name}/{path.name}` is not read: a folder in components/{folder}/ holds no data"
    return Finding(
        "Y015", Mark(project.relative(path), 1, 1), message, f"move it to components/{folder}/, or delete it"
    )


def folder_of(project: Project, name: str) -> str:
    """The shared folder that has a set, though the game does not include it ("" if none has)."""
    for path in (p for one in sorted(project.components.glob("*")) for p in yaml_files(one)):
        folder = path.parent.name
        if folder not in project.games() and project.holds(path):
            document, _ = load_file(path, project.relative(path), project)
            if document and isinstance(document.data, dict) and document.data.get("id") == name:
                return folder
    return ""
