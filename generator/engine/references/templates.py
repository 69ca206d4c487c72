"""What the templates of a game name, seen in their text alone: fields, terms, parameters, icons, other files.

Takes a `Project` and a `Game`; gives a `Drawing` for each SVG file in the game's layout folders. Promise: whatever a
template may use is among its names (a name too many is possible, one too few is not); nothing is drawn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import Path

from generator.data.model import ComponentSet, Game
from generator.engine.registry import Desk
from generator.project import Project

_OURS = re.compile(r"""pnp:([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_NAMES = re.compile(r"""\.([A-Za-z_]\w*)|\[\s*'([\w-]+)'\s*\]|\[\s*"([\w-]+)"\s*\]""")
_WORDS = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_FILES = re.compile(r"""(?:pnp:part|(?<!pnp:)\bhref)\s*=\s*["']([^"'#]+)["']""")
_IMAGE = re.compile(r"""<(?:\w+:)?image\b(?:[^>"']|"[^"]*"|'[^']*')*>""")


@dataclass(frozen=True, slots=True)
class Drawing:
    """One SVG file. `names` stand after a dot or in `['...']` of its expressions, `words` in quotes, `starts` in
    quotes before a `~`; `roots` are all plain identifiers; `files` the files that its images place."""

    path: Path
    file: str
    names: frozenset[str]
    words: frozenset[str]
    starts: frozenset[str]
    roots: frozenset[str]
    files: frozenset[str]


@lru_cache(maxsize=1)
def drawings_of(desk: Desk) -> tuple[Drawing, ...]:
    """All SVG files that the game's sets may be drawn with, but for icons: its own, those it shares, those of all."""
    project, folders = desk.project, [desk.project.layouts / f for f in desk.game.folders]
    paths = [p for folder in folders for p in sorted(folder.rglob("*.svg")) if p.parent.name != "icons"]
    return tuple(_drawing(project, p) for p in [*paths, *sorted(project.layouts.glob("*.svg"))])


def _drawing(project: Project, path: Path) -> Drawing:
    try:
        raw = project.read(path)
        text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", errors="replace")
    except OSError:
        text = ""
    sources = [unescape(a or b) for _, a, b in _OURS.findall(text)]
    bound = " ; ".join(sources)
    images = [tag for tag in _IMAGE.findall(text) if "pnp:icon" not in tag and "pnp:href" not in tag]
    return Drawing(
        path=path,
        file=project.relative(path),
        names=frozenset(_plain(n) for found in _NAMES.findall(bound) for n in found if n),
        words=frozenset(w for found in _WORDS.findall(bound) for w in found if w),
        starts=frozenset(w for a, b in re.findall(r"""'([^']+)'\s*~|"([^"]+)"\s*~""", bound) for w in (a, b) if w),
        roots=frozenset(_plain(w) for w in re.findall(r"[A-Za-z_][\w-]*", bound)),
        files=frozenset(f.rpartition("/")[2] for tag in images for f in _FILES.findall(tag)),
    )


def _plain(name: str) -> str:
    """Hyphens are reached with underscores."""
    return name.replace("_", "-")


def templates_of(owner: ComponentSet) -> set[str]:
    """The names of the templates that a set is drawn with."""
    both = [(owner.layout, owner.back), *((i.layout, i.back) for i in owner.items)]
    return {name for pair in both for name in pair if name}


def drawn_names(desk: Desk, owner: ComponentSet) -> frozenset[str]:
    """All names that can mean a field of this set: in its own templates, in parts, in those that look at other sets."""
    named, linked = _templates(desk)
    mine = templates_of(owner) | linked.get(owner.id, set())
    found: set[str] = set()
    for drawing in drawings_of(desk):
        stem = drawing.path.stem
        if stem in mine or stem not in named or "items" in drawing.roots:
            found |= drawing.names
    return frozenset(found)


@lru_cache(maxsize=1)
def _templates(desk: Desk) -> tuple[set[str], dict[str, set[str]]]:
    """The templates of all sets; by set, those of the sets that point to it."""
    named: set[str] = set()
    linked: dict[str, set[str]] = {}
    for owner in desk.game.sets.values():
        own = templates_of(owner)
        named |= own
        for kind in (k.of or k for k in owner.fields.values()):
            if kind.name == "item":
                linked.setdefault(kind.argument, set()).update(own)
    return named, linked


def icon_files(project: Project, game: Game) -> list[Path]:
    """The icons in the game's own folder."""
    return sorted((project.layouts / game.id / "icons").glob("*.svg"))
