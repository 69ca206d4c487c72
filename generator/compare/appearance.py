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
from itertools import product
from pathlib import Path

from generator.compare.model import NONE, Change, ChangedThing, Values, VersionPair
from generator.compare.readable import unvaried, words_of
from generator.compare.renames import Follows
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


def appearance_changes(sides: VersionPair, projects: Projects, follows: Follows) -> Iterator[Change]:
    """What makes a face another one though the game's own data are the same."""
    for found in (_sizes, _drawings):
        try:
            yield from found(sides, projects, follows)
        except Fault:  # one of them cannot be read: building it says so
            continue


def _change(sides: VersionPair, what: str, name: str, sets: Sequence[str], values: Values = (NONE, NONE)) -> Change:
    """That a size or a drawing is another one, with the sets that show it."""
    names = [words_of(sides.new.sets[owner].name, sides.new) for owner in sets]
    within = {k: comma_of(k).join(n[k] for n in names) for k in sides.new.languages if names}
    return ChangedThing(sides, what, name, name, unvaried(sides.new, name), within).change("changed", what, values)


_Names = tuple[str, str]
"""What the old version calls a thing, and the new one: the same, or as what it is named after was renamed."""


def _users(sides: VersionPair, follows: Follows, *aspects: str) -> Mapping[_Names, list[str]]:
    """What the items of each set have for a size, a layout or a back -> the sets."""
    found: dict[_Names, dict[str, None]] = defaultdict(dict)
    for old_id, new_id in sides.matching["set"].names.items():
        for aspect in aspects:
            olds, news = _named(sides.old.sets[old_id], aspect), _named(sides.new.sets[new_id], aspect)
            renamed = (pair for pair in product(olds - news, news - olds) if follows(*pair))
            for pair in (*((name, name) for name in olds & news), *renamed):
                found[pair][new_id] = None
    return {names: list(sets) for names, sets in sorted(found.items())}


def _named(owner: ComponentSet, aspect: str) -> set[str]:
    names = (getattr(item, aspect) or getattr(owner, aspect) for item in owner.items)
    return {name for name in names if isinstance(name, str) and name}


def _sizes(sides: VersionPair, projects: Projects, follows: Follows) -> Iterator[Change]:
    old, new = (
        {name: {key: value for key, value in size.items() if key != "about"} for name, size in found.items()}
        for found in map(read_sizes, projects)
    )
    for (one, other), sets in _users(sides, follows, "size").items():
        if one in old and other in new and old[one] != new[other]:
            yield _change(sides, "size", other, sets, sides.plain(old[one], new[other]))


# ---- drawings --------------------------------------------------------------------------------------------------------


def _drawings(sides: VersionPair, projects: Projects, follows: Follows) -> Iterator[Change]:
    """Templates, the files that they place, icons and pictures; a file once, with all sets that show it."""
    shown: dict[tuple[str, Path, Path], dict[str, None]] = defaultdict(dict)
    for names, sets in _users(sides, follows, "layout", "back").items():
        for part in _with_parts(projects, *_files(sides, projects, *(f"{name}.svg" for name in names))):
            shown[part].update(dict.fromkeys(sets))
    icons = ((sides.old.terms[o].icon, sides.new.terms[n].icon) for o, n in sides.matching["term"].names.items())
    for names in sorted({pair for pair in icons if all(pair) and follows(*pair)}):
        for part in _with_parts(projects, *_files(sides, projects, *(f"icons/{name}.svg" for name in names))):
            shown.setdefault(part, {})
    for paths, set_id in _pictures(sides, follows):
        both = (projects[0].root / paths[0], projects[1].root / paths[1])
        if all(p.is_file() for p in both):
            shown[paths[1], *both][set_id] = None
    seen: set[str] = set()
    for (name, one, other), users in sorted(shown.items(), key=lambda s: s[0][0]):
        if name not in seen and not _alike(projects, one, other):
            seen.add(name)
            yield _change(sides, "drawing", name, [*users])


def _files(sides: VersionPair, projects: Projects, *names: str) -> list[Path | None]:
    """Where a template or an icon is in each version."""
    games: tuple[Game, Game] = (sides.old, sides.new)
    return [
        p.layout_file(*(f"{folder}/{name}" for folder in g.folders), name)
        for p, g, name in zip(projects, games, names, strict=True)
    ]


def _pictures(sides: VersionPair, follows: Follows) -> Iterator[tuple[_Names, str]]:
    """Files that items name, the same in both versions, with their set."""
    for old_id, new_id in sides.matching["item"].names.items():
        owner = sides.new.sets[new_id.partition("/")[0]]
        keys = [k for k, kind in owner.fields.items() if kind.name == "image"]
        named = ((sides.old.items[old_id].values.get(k), sides.new.items[new_id].values.get(k)) for k in keys)
        pairs = ((str(old), str(new)) for old, new in named if old and new)
        yield from (((_file_of(one), _file_of(other)), owner.id) for one, other in pairs if follows(one, other))


def _file_of(picture: str) -> str:
    """The file of a picture, which may be a part of a drawing."""
    return re.sub(r"(?is)(\.svg)#.*", r"\1", picture)


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
