"""The files of a game -> a `Game`, and every finding on the way.

Takes a `Project` and a game's id. Promise: every file is read even if another is faulty; a faulty item, term or
paragraph is left out and its name remembered in `Game.unread`, so that whatever refers to it is not blamed as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from generator.data.kinds import Reader, optional_text, read_text
from generator.data.load import Document, load_file
from generator.data.model import Game, Section, Setup, TermKind
from generator.data.numbers import Numbers
from generator.data.paragraphs import read_sections, read_setup
from generator.data.schema import GameFile, RulesFile, SetFile, SetupFile
from generator.data.sets import RawSet, read_raw_set, read_set
from generator.data.validate import names_in, validate
from generator.data.vocabulary import raw_parameters, read_kinds, read_parameters, read_questions, read_verbs
from generator.findings import Finding, Mark
from generator.project import Project

Data: TypeAlias = Any

SCHEMAS = {"game.yaml": GameFile, "rules.yaml": RulesFile, "setup.yaml": SetupFile}
"""By file name; every other file holds a set."""


@dataclass(slots=True)
class _Files:
    """The documents of a game by file name, and what went wrong in reading them (`faulty`: files with findings)."""

    documents: dict[str, Document] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    faulty: set[str] = field(default_factory=set)


def read_game(project: Project, game_id: str) -> tuple[Game | None, list[Finding]]:
    """A game and all findings of reading it; None only if its game.yaml cannot be read at all."""
    files = _load(project, game_id)
    document = files.documents.get("game.yaml")
    if document is None:
        return None, files.findings
    sound = validate(document, GameFile, {"title": "", "version": "", "players": [1, 1], "languages": []})
    files.findings += sound.findings
    files.unread |= sound.unread
    if sound.data is None:
        return None, files.findings
    reader = Reader(project, game_id, document, tuple(sound.data["languages"]), {}, files.unread, files.findings)
    return _game(reader, sound.data, files), files.findings


def _load(project: Project, game_id: str) -> _Files:
    files = _Files()
    folder = project.components / game_id
    paths = {p.name: p for p in sorted(folder.glob("*.yaml")) + sorted(folder.glob("*.yml"))}
    paths.setdefault("game.yaml", folder / "game.yaml")
    for name, path in paths.items():
        document, findings = load_file(path, project.relative(path))
        files.findings += findings
        files.faulty.update([name] if findings else [])
        if document is not None:
            files.documents[name] = document
        else:
            files.unread.add({"rules.yaml": "*rules", "setup.yaml": "*setup"}.get(name, "*sets"))
    return files


def _game(reader: Reader, data: Data, files: _Files) -> Game:
    document = reader.document
    kinds = read_kinds(reader, data)
    verbs = read_verbs(reader, data)
    reader.verbs = verbs
    raw_sets = _raw_sets(reader, files)
    numbers = Numbers(
        players=_players(reader, data),
        parameters=raw_parameters(reader, data),
        counts={k: s.counts for k, s in raw_sets.items()},
        members=_members(reader, kinds),
        unread=files.unread,
        findings=files.findings,
    )
    parameters = read_parameters(reader, data, numbers)
    order = {name: document.mark(data["order"], i) for i, name in enumerate(data.get("order") or ())}
    ranked = sorted(raw_sets, key=list(dict.fromkeys([*order, *raw_sets])).index)
    sets = {k: read_set(raw_sets[k], numbers) for k in ranked}
    sections, setup = _rules(reader, files), _setup(reader, files, numbers)
    return Game(
        id=reader.game_id,
        title=read_text(reader, data, "title"),
        version=data["version"],
        players=numbers.players,
        languages=reader.languages,
        folder=str(Path(document.file).parent.as_posix()),
        mark=Mark(document.file, 1, 1),
        authors=tuple(data.get("authors") or ()),
        about=optional_text(reader, data, "about"),
        parameters=parameters,
        kinds=kinds,
        verbs=verbs,
        sets=sets,
        order=order,
        sections=sections,
        setup=setup,
        questions=read_questions(reader, data),
        sources=_sources(files, raw_sets),
        unread=frozenset(files.unread),
    )


def _members(reader: Reader, kinds: dict[str, TermKind]) -> dict[str, int]:
    """How many terms each kind has; a kind that lost one is unread."""
    written = reader.document.data.get("terms", {})
    whole = {k: kind for k, kind in kinds.items() if len(kind.members) == len(written[k]["members"])}
    reader.unread.update(kinds.keys() - whole.keys())
    return {k: len(kind.members) for k, kind in whole.items()}


def _players(reader: Reader, data: Data) -> tuple[int, int]:
    least, most = data["players"]
    if "players" not in reader.unread and not 1 <= least <= most <= 100:
        mark = reader.document.mark(data, "players")
        reader.find("D015", mark, f"`players` goes from {least} to {most}", "write the smaller number first: `[2, 4]`")
        reader.unread.add("players")
        return min(1, least), min(1, least)
    return least, most


def _raw_sets(reader: Reader, files: _Files) -> dict[str, RawSet]:
    """The sets by id, in the order of their file names."""
    found: dict[str, RawSet] = {}
    for name, document in files.documents.items():
        if name in SCHEMAS:
            continue
        stem = name.rsplit(".", 1)[0]
        sound = validate(document, SetFile, {"id": stem, "name": "", "kind": "card"})
        files.findings += sound.findings
        files.unread |= sound.unread
        if sound.data is None:
            files.unread.add("*sets")
            continue
        set_id = sound.data["id"]
        own = reader.of_document(document)
        if set_id in found:
            first = found[set_id].reader.document.file
            own.find(
                "D005", document.mark(sound.data, "id"), f"the set `{set_id}` already stands in {first}", "rename one"
            )
            files.unread.update(("*sets", *names_in(sound.data)))
            continue
        found[set_id] = read_raw_set(own, sound.data, complete=not sound.findings and name not in files.faulty)
    return found


def _rules(reader: Reader, files: _Files) -> tuple[Section, ...]:
    document = files.documents.get("rules.yaml")
    if document is None:
        return ()
    sound = validate(document, RulesFile, {"sections": []})
    files.findings += sound.findings
    files.unread |= sound.unread
    return read_sections(reader.of_document(document), sound.data) if sound.data is not None else ()


def _setup(reader: Reader, files: _Files, numbers: Numbers) -> Setup:
    document = files.documents.get("setup.yaml")
    if document is None:
        return Setup()
    sound = validate(document, SetupFile, {})
    files.findings += sound.findings
    files.unread |= sound.unread
    return read_setup(reader.of_document(document), sound.data, numbers) if sound.data is not None else Setup()


def _sources(files: _Files, raw_sets: dict[str, RawSet]) -> dict[str, str]:
    documents = [*files.documents.values(), *(r.document for s in raw_sets.values() for r, _ in s.items)]
    return dict(sorted({d.file: d.text for d in documents}.items()))
