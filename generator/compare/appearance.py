"""Two projects -> what changed outside the data of a game: sizes and drawings.

Takes the `VersionPair` of a comparison and the project of each version; gives `Change`s. Promise: a size is told with
the sets that have it, a drawing with those that show it; what is written otherwise and means the same (comments,
blanks, the order of keys and attributes) is no change, and neither is a file that only one version has: it shows in
the set or the term that names it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path

from generator.compare.model import NONE, Change, ChangedThing, Values, VersionPair
from generator.compare.readable import unvaried, words_of
from generator.data.lexicon import comma_of
from generator.data.model import ComponentSet, Game
from generator.diagnostics.findings import Fault
from generator.face.raster import picture_key
from generator.face.shapes import read_sizes
from generator.layout.svg.element import Element
from generator.layout.svg.parser import parse_svg
from generator.project import Project
from generator.values import lazy_pattern

Projects = tuple[Project, Project]
_MOST = 30_000_000
_HREF = lazy_pattern(rb"""(?:href|pnp:part)\s*=\s*["']([^"'#{}]+\.\w+)""")


def appearance_changes(sides: VersionPair, projects: Projects) -> Iterator[Change]:
    """What makes a face another one though the game's own data are the same."""
    for found in (_sizes, _drawings):
        try:
            yield from found(sides, projects)
        except Fault:  # one of them cannot be read: building it says so
            continue


def _change(sides: VersionPair, what: str, name: str, sets: Sequence[str], values: Values = (NONE, NONE)) -> Change:
    """That a size or a drawing is another one, with the sets that show it."""
    names = [words_of(sides.new.sets[owner].name, sides.new) for owner in sets]
    within = {k: comma_of(k).join(n[k] for n in names) for k in sides.new.languages if names}
    return ChangedThing(sides, what, name, name, unvaried(sides.new, name), within).change("changed", what, values)


def _users(sides: VersionPair, *aspects: str) -> Mapping[str, list[str]]:
    """What the items of each set have for a size, a layout or a back -> the sets, where old and new call it alike."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for old_id, new_id in sides.matching["set"].names.items():
        for aspect in aspects:
            for name in _named(sides.old.sets[old_id], aspect) & _named(sides.new.sets[new_id], aspect):
                found[name][new_id] = None
    return {name: list(sets) for name, sets in sorted(found.items())}


def _named(owner: ComponentSet, aspect: str) -> set[str]:
    names = (getattr(item, aspect) or getattr(owner, aspect) for item in owner.items)
    return {name for name in names if isinstance(name, str) and name}


def _sizes(sides: VersionPair, projects: Projects) -> Iterator[Change]:
    old, new = (
        {name: {key: value for key, value in size.items() if key != "about"} for name, size in found.items()}
        for found in map(read_sizes, projects)
    )
    for name, sets in _users(sides, "size").items():
        if name in old and name in new and old[name] != new[name]:
            yield _change(sides, "size", name, sets, sides.plain(old[name], new[name]))


# ---- drawings --------------------------------------------------------------------------------------------------------


def _drawings(sides: VersionPair, projects: Projects) -> Iterator[Change]:
    """Templates, the files that they place, icons and pictures; a file once, with all sets that show it."""
    shown: dict[tuple[str, Path, Path], dict[str, None]] = defaultdict(dict)
    for name, sets in _users(sides, "layout", "back").items():
        for part in _with_parts(projects, *_files(sides, projects, f"{name}.svg")):
            shown[part].update(dict.fromkeys(sets))
    pairs = sides.matching["term"].names.items()
    old, new = sides.old.terms, sides.new.terms
    for name in sorted({old[o].icon for o, n in pairs if old[o].icon and old[o].icon == new[n].icon}):
        for part in _with_parts(projects, *_files(sides, projects, f"icons/{name}.svg")):
            shown.setdefault(part, {})
    for path, set_id in _pictures(sides):
        both = (projects[0].root / path, projects[1].root / path)
        if all(p.is_file() for p in both):
            shown[path, *both][set_id] = None
    seen: set[str] = set()
    for (name, one, other), users in sorted(shown.items(), key=lambda s: s[0][0]):
        if name not in seen and not _alike(projects, one, other):
            seen.add(name)
            yield _change(sides, "drawing", name, [*users])


def _files(sides: VersionPair, projects: Projects, name: str) -> list[Path | None]:
    """Where a template or an icon is in each version."""
    games: tuple[Game, Game] = (sides.old, sides.new)
    return [
        p.layout_file(*(f"{folder}/{name}" for folder in g.folders), name) for p, g in zip(projects, games, strict=True)
    ]


def _pictures(sides: VersionPair) -> Iterator[tuple[str, str]]:
    """Files that items name, the same in both versions, with their set."""
    for old_id, new_id in sides.matching["item"].names.items():
        owner = sides.new.sets[new_id.partition("/")[0]]
        keys = [k for k, kind in owner.fields.items() if kind.name == "image"]
        named = ((sides.old.items[old_id].values.get(k), sides.new.items[new_id].values.get(k)) for k in keys)
        yield from ((re.sub(r"(?is)(\.svg)#.*", r"\1", str(new)), owner.id) for old, new in named if old and old == new)


def _with_parts(projects: Projects, one: Path | None, other: Path | None) -> Iterator[tuple[str, Path, Path]]:
    """A file of both versions, and what it places in both."""
    todo, seen = [(one, other)], set()
    while todo:
        old, new = todo.pop()
        if old is None or new is None or (old, new) in seen:
            continue
        seen.add((old, new))
        yield projects[1].relative(new).removeprefix("layouts/"), old, new
        hrefs = set(_hrefs(projects[0], old)) & set(_hrefs(projects[1], new)) if new.suffix == ".svg" else set()
        todo += [(_beside(old, href), _beside(new, href)) for href in sorted(hrefs)]


def _hrefs(project: Project, path: Path) -> list[str]:
    return [href.decode("utf-8", "replace") for href in _HREF.findall(_read(project, path))]


def _beside(path: Path, href: str) -> Path | None:
    found = path.parent / href
    return found.resolve() if ":" not in href and found.is_file() else None


def _read(project: Project, path: Path) -> bytes:
    try:
        return project.read(path, _MOST)
    except OSError:
        return b""


def _alike(projects: Projects, one: Path, other: Path) -> bool:
    """True if two files draw the same, however they are written."""
    old, new = _read(projects[0], one), _read(projects[1], other)
    if old == new or one.suffix != ".svg":
        return old == new or picture_key(old) == picture_key(new)
    try:
        documents = parse_svg(old, one.name), parse_svg(new, other.name)
        return _drawn(documents[0].root) == _drawn(documents[1].root)
    except Fault:
        return False


def _drawn(element: Element) -> Hashable:
    """An element without the order of its attributes and without blanks that mean nothing."""
    attributes = sorted((key, " ".join(value.split())) for key, value in element.attributes.items())
    children = (_drawn(c) if not isinstance(c, str) else " ".join(c.split()) for c in element.children)
    return (element.tag, tuple(attributes), tuple(child for child in children if child != ""))
