"""Copies of games that a test may change, as folders and in git; what really is on the sheets of a file."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pdfplumber
import pypdfium2
import yaml

from generator.compare.gist import MOST, TOPICS
from generator.compare.model import GROUPS, SUBJECTS
from generator.data.build import read_game
from generator.data.model import Game
from generator.layout.assets import Studio
from generator.layout.draw import draw_game
from generator.project import Project
from tests.conftest import ROOT, tool

MINI = ROOT / "tests" / "mini"


def everywhere(project: Project, old: str, new: str) -> None:
    """Other words in all files of the mini game."""
    for path in sorted((project.components / "mini").glob("*.yaml")):
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def copy_of(source: Path, into: Path) -> Project:
    """A project's folder somewhere else, without the fonts (the bundled ones serve)."""
    for part in ("components", "layouts"):
        shutil.copytree(
            source / part, into / part, ignore=shutil.ignore_patterns("fonts"), copy_function=shutil.copyfile
        )
    return Project(into)


def game_of(project: Project, name: str) -> Game:
    game, findings = read_game(project, name)
    assert game is not None, findings
    return game


def git(folder: Path, *words: str) -> str:
    """Runs git without anybody's settings."""
    names = {"GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@t", "GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@t"}
    alone = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "PATH": "/usr/bin:/bin:/usr/local/bin"}
    done = subprocess.run(
        [tool("git"), "-C", str(folder), *words], capture_output=True, text=True, check=True, env=names | alone
    )
    return done.stdout


def committed(project: Project, tag: str) -> None:
    """All of a project as a commit with a tag."""
    if not (project.root / ".git").exists():
        git(project.root, "init", "-q")
    git(project.root, "add", "-A")
    git(project.root, "commit", "-q", "--allow-empty", "-m", tag)
    git(project.root, "tag", tag)


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """As our data are read: only `true` and `false` are booleans, `on` and `NO` are words."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:bool"]
    for first, found in _Loader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false"), "tf")


def loaded(path: Path):
    return yaml.load(path.read_text("utf-8"), Loader=_Loader)  # noqa: S506 (a safe one)


def rewrite(path: Path, change) -> None:
    """Changes the data of a YAML file; comments and line breaks are lost, which must make no difference."""
    data = loaded(path)
    change(data)
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=1000), "utf-8")


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), "utf-8")


def stamps_of(
    project: Project, game: str, language: str, only: tuple[str, ...] | None = None
) -> dict[tuple[str, str, str], str]:
    """The content stamp of every face (of some sets)."""
    drawn, _ = draw_game(Studio(project), game_of(project, game), language, only=only)
    faces = [f for _, _, front, back, _ in drawn for f in (front, back) if f]
    return {(f.set, f.item, f.side): f.stamp for f in faces}


def printed_stamps(data: bytes, known) -> Counter:
    """How often each stamp is on the sheets of a PDF (not on its first pages)."""
    found: Counter = Counter()
    document = pypdfium2.PdfDocument(data)
    for page in document:
        text = page.get_textpage().get_text_range()
        if re.search(r"page \d+ of \d+|\d+ / \d+ ページ", text):  # first pages have no such caption
            found.update({stamp: number for stamp in set(known) if (number := _copies(text, stamp))})
    return found


def _copies(text: str, stamp: str) -> int:
    """How often a stamp is in the words of a sheet: in its margin once, with the number of its copies."""
    return sum(int(number or 1) for number in re.findall(rf"{stamp}(?:×(\d+))?", text))


def first_page(data: bytes) -> str:
    """The words of the first page."""
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        return pdf.pages[0].extract_text()


# ---- the JSON of `pnp diff`: keys are never taken away ------------------------------------------------------


def _object(properties: dict) -> dict:
    """The schema of an object that has all these properties and no other."""
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


WORDS = {"type": "object", "additionalProperties": {"type": "string"}}
_VERSION = _object(
    {
        "name": {"type": "string", "description": "what the user called it"},
        "game": {"type": "string"},
        "title": WORDS,
        "version": {"type": "string"},
    }
)
_CHANGE = _object(
    {
        "group": {"enum": list(GROUPS)},
        "subject": {"enum": list(SUBJECTS)},
        "what": {"enum": ["added", "removed", "renamed", "changed", "moved"]},
        "aspect": {"type": "string", "description": "what of it: count, pieces, value, name, id, a field; or empty"},
        "old_id": {"type": ["string", "null"], "description": "items as set/item; null if it is new"},
        "new_id": {"type": ["string", "null"], "description": "null if it is gone"},
        "name": WORDS,
        "within": WORDS,
        "old": {"description": "the value as the data have it; null if there is none"},
        "new": {"description": "the value as the data have it; null if there is none"},
        "old_words": WORDS,
        "new_words": WORDS,
        "sure": {"type": "number", "minimum": 0, "maximum": 1, "description": "1: the same id"},
        "follows": {
            "type": "boolean",
            "description": "true: it only sums up other changes, or says by its new name what was renamed",
        },
        "assumed": {
            "type": "array",
            "items": {"enum": ["old", "new"]},
            "description": "which of the numbers is not the designer's: its count is open, or a question is about it",
        },
    }
)
_GIST = _object(
    {
        "topic": {"enum": list(TOPICS)},
        "title": WORDS,
        "words": WORDS,
        "changes": {"type": "array", "items": {"type": "integer"}, "description": "which of the changes it tells"},
    }
)
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "pnp diff",
    **_object(
        {
            "old": _VERSION,
            "new": _VERSION,
            "gist": {"type": "array", "items": _GIST, "maxItems": MOST},
            "changes": {"type": "array", "items": _CHANGE},
        }
    ),
}
"""What `pnp diff --format json` writes."""
