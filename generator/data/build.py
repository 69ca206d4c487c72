"""The files of a game -> a `Game`, and every finding on the way.

Takes a `Project` and a game's id. Promise: every file is read even if another is faulty; a faulty term or paragraph is
left out, an item keeps what can be read of it, and their names are remembered in `Game.unread`, so that whatever refers
to them is not blamed as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from generator.data.building.formulas import Numbers
from generator.data.building.name_lookup import Called, ids_called
from generator.data.building.products import make_items
from generator.data.building.reader import Reader, optional_text, read_text
from generator.data.building.rules import Library, read_sections, read_setup
from generator.data.building.sets import RawSet, add_items, read_raw_set, read_set
from generator.data.building.unread import unread_columns, unread_sheets
from generator.data.building.vocabulary import (
    ids_of_terms,
    listed_once,
    read_kinds,
    read_parameters,
    read_players,
    read_questions,
    read_verbs,
    term_counts,
)
from generator.data.lexicon import in_languages
from generator.data.model import Formula, Game, Setup, TermKind
from generator.data.reading.document import Document, Map, Raw
from generator.data.reading.folders import meant_files, misnamed, unread
from generator.data.reading.load import MAX_DESIGNS, crowded, load_file, resting_collector
from generator.data.schema.validation import Sound, missing, names_in, plain_game, slug, validate
from generator.data.schema.values import ID, RECORDS, Record
from generator.diagnostics.findings import Fault, Finding, Mark, did_you_mean, near
from generator.expressions.runtime import OF_GAME, OF_ITEM, add_steps, step_budget
from generator.project import Project, yaml_files
from generator.values import Struct, field, replace

_SHARED = "shared.yaml"
_MANY = 3
"""So many texts with words in an undeclared language are slips, more are a language that was forgotten."""

SCHEMAS = {
    "game.yaml": RECORDS["GameFile"],
    "rules.yaml": RECORDS["RulesFile"],
    "setup.yaml": RECORDS["SetupFile"],
    _SHARED: RECORDS["SharedFile"],
}
"""By file name; every other file holds a set."""

_LOST = {"rules.yaml": ["*rules"], "setup.yaml": ["*setup"], _SHARED: ["*terms", "*parameters", "*verbs", "*questions"]}
"""What nobody knows of when a file cannot be read; of every other file it is the sets."""

INCLUDED = (*_LOST[_SHARED], "*sets", "*icons", "*shared")
"""What nobody knows of when a shared folder is not found."""

Words: TypeAlias = "list[tuple[Reader, Map]]"
"""The files with terms, parameters and verbs: those of shared folders, then the game's own, which wins."""


class _Files(Struct):
    """The documents of a game by file name, those of each shared folder likewise, and what went wrong in reading them
    (`faulty`: files with findings, as findings name them)."""

    documents: dict[str, Document] = field(default_factory=dict)
    shared: dict[str, dict[str, Document]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    faulty: set[str] = field(default_factory=set)

    def validated(self, document: Document, model: Record, fallbacks: Mapping[str, object]) -> Sound:
        """What is sound of a document; what is not is noted."""
        sound = validate(document, model, fallbacks)
        self.findings += sound.findings
        self.unread |= sound.unread
        return sound


def read_game(project: Project, game_id: str, lenient: bool = False) -> tuple[Game | None, list[Finding]]:
    """A game and all findings of reading it; None only if its game.yaml cannot be read at all. A `lenient` one is for a
    draft: its items have what can be read of them."""
    with resting_collector(), step_budget(OF_GAME, "the game"):
        return _read_game(project, game_id, lenient)


def _read_game(project: Project, game_id: str, lenient: bool) -> tuple[Game | None, list[Finding]]:
    files = _Files()
    files.documents = _load(project, game_id, files, "game.yaml")
    document = files.documents.get("game.yaml")
    if document is None:
        return None, files.findings
    if isinstance(document.data, Map):
        document = replace(document, data=plain_game(document.data))
    sound = files.validated(document, RECORDS["GameFile"], {"title": "", "version": "", "languages": []})
    if sound.data is None:
        return None, files.findings
    reader = Reader(project, game_id, (), {}, files.unread, files.findings, lenient)
    reader.languages = tuple(listed_once(reader, sound.data, "languages"))
    if not (sound.data["languages"] or document.data.get("languages") or "languages" in files.unread):
        mark = sound.data.mark("languages")
        reader.find("D003", mark, "`languages` names no language", "write `languages: [en]`: those of the texts")
    _include(reader, document.data, sound.data, files)
    try:
        game = _game(reader, sound.data, files)
    except Fault as fault:
        return None, [*files.findings, *fault.findings]
    told = _languages_once(files.findings, sound.data.mark("languages"))
    spoken = game.languages or ("en",)
    return game, [replace(f, hint=in_languages(f.hint, spoken)) for f in told]


def _languages_once(findings: list[Finding], mark: Mark) -> list[Finding]:
    """A language that many texts speak and the game does not (D008) is missing in `languages`: said once, there."""
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for f in findings:
        if f.code == "D008":
            groups.setdefault(f.about, []).append(f)
    many = {about: found for about, found in groups.items() if len(found) > _MANY}
    hint = "write it into the list, or take its words out of the texts"
    once = [
        Finding("D008", mark, f"{found[0].message}, but {len(found)} texts have words in it", hint, about=about)
        for about, found in many.items()
    ]
    told = set().union(*many.values())
    return [f for f in findings if f not in told] + once


def _load(project: Project, folder: str, files: _Files, wanted: str = "") -> dict[str, Document]:
    """The documents of a folder of components/ by file name; one that is `wanted` is missed."""
    where = project.components / folder
    paths = {p.name: p for p in yaml_files(where)}
    files.findings += [unread(project, p, folder) for one in sorted(where.glob("[!.]*/")) for p in yaml_files(one)]
    for name, meant in meant_files(paths, SCHEMAS).items():
        files.findings.append(misnamed(project, paths[name], meant, there=meant in paths))
        paths.setdefault(meant, paths.pop(name))
    if wanted:
        paths.setdefault(wanted, where / wanted)
    documents = {}
    for name, path in paths.items():
        file = project.relative(path)
        document, findings = load_file(path, file, project)
        files.findings += findings
        files.faulty.update([file] if findings else [])
        if document is not None:
            documents[name] = document
        else:
            files.unread.update(_LOST.get(name, ["*sets"]))
    return documents


def _include(reader: Reader, written: Map, data: Map, files: _Files) -> None:
    """The folders that games share, of what is `written`. One that is not there, or is a game itself, is a finding."""
    known, games = (sorted(p.name for p in reader.project.components.glob("*") if p.is_dir()), reader.project.games())
    shared = [name for name in known if name not in games]
    said = written.get("include")
    lost = isinstance(said, list) and len(said) > len(data.get("include") or ())  # a member is no id
    if lost or "*include" in files.unread:
        files.unread.update(INCLUDED)
    for name, mark in listed_once(reader, data, "include").items():
        if name in shared:
            files.shared[name] = _load(reader.project, name, files)
            continue
        what = f"`{name}` is a game, not a shared folder" if name in known else f"there is no `components/{name}`"
        hint = did_you_mean(name, shared) or "move what is shared to a folder without game.yaml"
        reader.find("Y026", mark, what, hint)
        meant = near(name, shared)
        if meant and meant not in data["include"] and meant not in files.shared:
            files.shared[meant] = _load(reader.project, meant, files)  # what follows from the slip is not told
        else:
            files.unread.update(INCLUDED)


def _game(reader: Reader, data: Map, files: _Files) -> Game:
    words = [*_shared(reader, files, _SHARED), (reader, data)]
    reader.verbs = verbs = {k: verb for at, part in words for k, verb in read_verbs(at, part).items()}
    reader.terms = ids_of_terms(part for _, part in words)
    raw_sets = _raw_sets(reader, files)
    kinds = read_kinds(words)
    formulas = {k: (at, Raw(own, "value")) for at, part in words for k, own in part.get("parameters", {}).items()}
    numbers = Numbers(
        players=read_players(reader, data),
        is_for="players" in data or "players" in files.unread,
        parameters={k: raw for k, (_, raw) in formulas.items()},
        members=term_counts(words, kinds, files.unread),
        unread=files.unread,
        findings=files.findings,
    )
    make_items(raw_sets, kinds, numbers)
    items = [item for s in raw_sets.values() for item in s.items]
    most = MAX_DESIGNS * reader.project.room
    for _, item in items[most : most + 1]:
        raise Fault(crowded(item.mark(), most))
    add_steps(OF_ITEM * len(items))
    reader.called.update(_called(reader, kinds, raw_sets))
    numbers.counts.update({k: s.counts for k, s in raw_sets.items()})
    parameters = {
        k: p
        for at, part in words
        for k, p in read_parameters(at, part, numbers, {k for k, (own, _) in formulas.items() if own is at}).items()
    }
    order = listed_once(reader, data, "order")
    ranked = sorted(raw_sets, key=list(dict.fromkeys([*order, *raw_sets])).index)
    sets = {k: read_set(raw_sets[k], numbers) for k in ranked}
    rules, steps = (_with_shared(reader, files, name) for name in ("rules.yaml", "setup.yaml"))
    if steps and not numbers.is_for:  # it is carried out for each number of players
        files.findings.append(missing(Mark(data.source.file, 1, 1), "players", RECORDS["GameFile"].entries["players"]))
    return Game(
        id=reader.folder,
        title=read_text(reader, data, "title"),
        version=read_text(reader, data, "version"),
        players=numbers.players,
        is_for=numbers.is_for,
        languages=reader.languages,
        stamp=data.get("stamp") or "",
        folder=str(Path(data.source.file).parent.as_posix()),
        mark=Mark(data.source.file, 1, 1),
        authors=tuple(data.get("authors") or ()),
        about=optional_text(reader, data, "about"),
        parameters=parameters,
        kinds=kinds,
        verbs=verbs,
        sets=sets,
        order=order,
        include=tuple(files.shared),
        sections=read_sections(reader, *rules, numbers) if rules else (),
        setup=read_setup(reader, *steps, numbers) if steps else Setup(),
        questions=tuple({q.id: q for at, part in words for q in read_questions(at, part)}.values()),
        sources=_sources(files, raw_sets),
        unread=frozenset(files.unread),
        formulas=tuple(Formula(source, mark) for mark, source in numbers.formulas.items()),
        accepts=tuple(accepted for s in raw_sets.values() for accepted in s.accepts),
    )


def _called(reader: Reader, kinds: Mapping[str, TermKind], raw_sets: Mapping[str, RawSet]) -> Called:
    declared = [*(s.fields for s in raw_sets.values()), *(verb.arguments for verb in reader.verbs.values())]
    fields = [kind for of in declared for kind in of.values()]
    return ids_called(kinds, {k: [item for _, item in s.items] for k, s in raw_sets.items()}, fields)


def _raw_sets(reader: Reader, files: _Files) -> dict[str, RawSet]:
    """The sets by id, in the order of file names: those of shared folders, then the game's own, which replace them."""
    found: dict[str, RawSet] = {}
    for folder, documents in files.shared.items():
        found |= _raw_sets_of(reader, files, _of_sets(documents), folder)
    found |= _raw_sets_of(reader, files, _of_sets(files.documents), reader.folder)
    for document in files.documents.values():
        if _adds(document):
            _add(reader, files, document, found)
    files.findings += [*unread_columns([*found.values()]), *unread_sheets([*found.values()])]
    return found


def _of_sets(documents: dict[str, Document]) -> dict[str, Document]:
    """Those that are sets, and no tables of any."""
    said = [d.data.get("from") for d in documents.values() if isinstance(d.data, dict)]
    tables = [source.get("file") if isinstance(source, dict) else source for source in said]
    return {name: d for name, d in documents.items() if name not in SCHEMAS and name not in tables and not _adds(d)}


def _adds(document: Document) -> bool:
    """True for a file that adds items to a shared set."""
    return isinstance(document.data, dict) and "adds" in document.data


def _add(reader: Reader, files: _Files, document: Document, found: dict[str, RawSet]) -> None:
    """The items of a file that adds to a shared set."""
    sound = files.validated(document, RECORDS["ItemsFile"], {})
    if sound.data is None or "adds" not in sound.data:
        files.unread.add("*sets")
        return
    shared = {k: s for k, s in found.items() if s.reader.folder != reader.folder}
    name = str(sound.data["adds"])
    lost = {name, "*sets"} & files.unread
    meant = name if name in shared else "" if lost else near(name, shared)
    if meant != name and not lost:
        message = f"no shared folder that this game includes has a set `{name}`"
        hint = "name its folder in `include` of game.yaml; a set of its own has `id`, `name`, `kind`, not `adds`"
        reader.find("Y027", sound.data.mark("adds"), message, did_you_mean(name, shared, hint), (name,))
        files.unread.update(() if meant else INCLUDED)
    if meant:
        add_items(shared[meant], reader, sound.data, complete=not sound.findings and document.file not in files.faulty)
    else:
        files.unread.update(("*sets", *names_in(sound.data)))


def _raw_sets_of(reader: Reader, files: _Files, documents: dict[str, Document], folder: str) -> dict[str, RawSet]:
    found: dict[str, RawSet] = {}
    for name, document in documents.items():
        stem = name.rsplit(".", 1)[0]
        kind = document.data.get("kind") if isinstance(document.data, dict) else None
        guess = slug(stem, ID) or slug(kind or "set", ID) or "set"
        sound = files.validated(document, RECORDS["SetFile"], {"id": guess, "name": "", "kind": "card"})
        unnamed = "id" in sound.unread and guess != stem
        if unnamed or sound.data is None:
            files.unread.add("*sets")
        if sound.data is None or (unnamed and sound.data["id"] in found):
            continue
        set_id = str(sound.data["id"])  # `id: 5` is a name, too
        data, own = sound.data.changed({"id": set_id}), reader.within(folder)
        if set_id in found:
            first = found[set_id].data.source.file
            own.find("D005", sound.data.mark("id"), f"the set `{set_id}` already stands in {first}", "rename one")
            files.unread.update(("*sets", *names_in(sound.data)))
            continue
        found[set_id] = read_raw_set(own, data, complete=not sound.findings and document.file not in files.faulty)
    return found


def _with_shared(reader: Reader, files: _Files, name: str) -> tuple[Map, Library] | None:
    """What is sound of a file of the game, and what files of that name in shared folders have to share."""
    data = _sound(files, files.documents, name)
    if data is None:
        return None
    shared = _shared(reader, files, name)
    library = Library(is_whole=_is_sound(files, name))
    for own, words in shared:
        library.add(own, words)
    return data, library


def _shared(reader: Reader, files: _Files, name: str) -> Words:
    """A file of that name in each shared folder, as far as it is sound."""
    found = [(folder, _sound(files, d, name)) for folder, d in files.shared.items()]
    return [(reader.within(folder), data) for folder, data in found if data is not None]


def _sound(files: _Files, documents: dict[str, Document], name: str) -> Map | None:
    """What is sound of a file; None if there is no such file, or nothing of it is."""
    if name not in documents:
        return None
    sound = files.validated(documents[name], SCHEMAS[name], {"sections": []} if name == "rules.yaml" else {})
    files.unread |= {*_LOST[name]} if sound.data is None else set()
    files.faulty.update([documents[name].file] if sound.findings else [])
    if name == "setup.yaml" and documents[name].file in files.faulty:
        files.unread.add("*steps")
    return sound.data


def _is_sound(files: _Files, name: str) -> bool:
    """True if nothing is wrong with the file of that name in any shared folder."""
    read = not {"*shared", *_LOST[name]} & files.unread
    return read and not any(name in d and d[name].file in files.faulty for d in files.shared.values())


def _sources(files: _Files, raw_sets: dict[str, RawSet]) -> dict[str, str]:
    shared = (d for documents in files.shared.values() for d in documents.values())
    sources = [d.source for d in (*shared, *files.documents.values())]
    sources += [item.source for s in raw_sets.values() for _, item in s.items]
    return dict(sorted({s.file: s.text for s in sources}.items()))
