"""What stands in a shared folder, and no game that includes the folder uses or takes.

Takes all games that include shared folders, whole and without errors; gives a finding at each thing that could be
deleted. What one game needs is not told, whatever the others need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, TypeAlias

from generator.data.model import Game
from generator.data.reading.document import Document, Map
from generator.data.reading.load import load_file
from generator.diagnostics.findings import Finding, in_order
from generator.engine.references.unused import idle_parameters, idle_terms, idle_verbs
from generator.engine.registry import Desk, Problem, desk_of
from generator.project import Project

_Kind: TypeAlias = "tuple[str, Mapping[str, Any], Callable[[Desk], Iterator[Problem]]]"

_LISTS = (("rules.yaml", "sections"), ("setup.yaml", "steps"))


def idle_shared(project: Project, games: Sequence[Game]) -> list[Finding]:
    """What none of these games uses, in order. They are all that include any of the folders which one of them does."""
    return in_order([*_idle_words(project, games), *_idle_entries(project, games)])


def _idle_words(project: Project, games: Sequence[Game]) -> Iterator[Finding]:
    """Terms, parameters and verbs. One that a game says anew and uses counts as used."""
    idle: dict[tuple[str, str], Finding] = {}
    used: set[tuple[str, str]] = set()
    for game in games:
        desk = desk_of(project, game)
        kinds: tuple[_Kind, ...] = (
            ("R030", game.terms, idle_terms),
            ("R031", game.parameters, idle_parameters),
            ("R032", game.verbs, idle_verbs),
        )
        for code, things, work in kinds:
            problems = {p.mark: p for p in work(desk)}
            used |= {(code, thing.id) for thing in things.values() if thing.mark not in problems}
            for thing in things.values():
                problem = problems.get(thing.mark)
                if problem is not None and not thing.mark.file.startswith(f"{game.folder}/"):
                    idle[code, thing.id] = Finding(code, thing.mark, f"{problem.message} in any game", problem.hint)
    yield from (finding for key, finding in idle.items() if key not in used)


def _idle_entries(project: Project, games: Sequence[Game]) -> Iterator[Finding]:
    """Chapters, paragraphs and steps; what stands below one that is told is not told."""
    for folder in dict.fromkeys(f for game in games for f in game.include):
        for name, key in _LISTS:
            document = _document(project, folder, name)
            if document is None:
                continue
            entries = document.data.get(key) or ()
            shared = {words["id"]: words for words in _all(entries)}
            own = [_document(project, game.id, name) for game in games if folder in game.include]
            taken = {i for d in own if d is not None for i in _taken(d.data.get(key), shared)}
            for words in _untaken(entries, taken):
                message = f"no game takes the shared `{words['id']}`"
                hint = f"write `shared: {words['id']}` in a game, or delete it"
                yield Finding("R046", words.mark("id"), message, hint)


def _document(project: Project, folder: str, name: str) -> Document | None:
    path = project.components / folder / name
    document = load_file(path, project.relative(path), project)[0] if path.is_file() else None
    return document if document is not None and isinstance(document.data, dict) else None


def _all(entries: Iterable[Map] | None) -> Iterator[Map]:
    """Entries, and all below them."""
    for words in entries or ():
        yield words
        yield from _all(words.get("rules"))


def _taken(entries: Iterable[Map] | None, shared: dict[str, Map]) -> Iterator[str]:
    """The ids that a game's entries take; with a shared one goes what stands below it, unless the game says that."""
    for words in entries or ():
        name = words.get("shared")
        if name in shared and words.get("rules") is None:
            yield from (below["id"] for below in _all([shared[name]]))
        elif name in shared:
            yield name
        yield from _taken(words.get("rules"), shared)


def _untaken(entries: Iterable[Map] | None, taken: Set[str]) -> Iterator[Map]:
    """Of entries of which nothing is taken, the highest; one only holds others if some of those are."""
    for words in entries or ():
        if not any(part["id"] in taken for part in _all([words])):
            yield words
        else:
            yield from _untaken(words.get("rules"), taken)
