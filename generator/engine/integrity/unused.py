"""The other way round: what stands in the data or the layouts, and nothing uses.

Takes a `Desk`; gives a problem at each thing that could be deleted. What other games share is not asked for here, and
a word of the glossary is used where a text says it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePath

from generator.data.model import ComponentSet, Game
from generator.data.quoted import stated
from generator.data.reading.folders import file_and_view
from generator.diagnostics.findings import Mark
from generator.engine.integrity.formulas import as_written
from generator.engine.integrity.uses import drawings_of, drawn_names, may_name, templates_of, uses_of
from generator.engine.registry import Desk, Problem, all_words, check, check_rows, is_said, sets_of
from generator.engine.setup.execution import target_of
from generator.project import BOOKS, DELIMITED, YAML

_SILENT_KINDS = ("effects", "rule")
"""Fields of these kinds speak to the engine, not to a template."""


def _own(game: Game, mark: Mark) -> bool:
    """False for what several games share."""
    return mark.file.startswith(f"{game.folder}/")


_DECLARED = (
    ("R030", "term", "nothing", "write `{{{}}}` where it is meant, or delete it"),
    ("R031", "parameter", "nothing", "write `{{={}}}` in the rule that states it, or delete it"),
    ("R032", "verb", "no effect", "delete it, or write the effect that says it"),
)
"""Kinds of things that the data declares so that something may use them, what does not, and what is to be done."""


@check_rows(_DECLARED)
def things_are_used(desk: Desk, kind: str, who: str, hint: str) -> Iterator[Problem]:
    """Something names each thing that is declared; of a term, its word may stand in a text."""
    found = [thing for thing in desk.names[kind].values() if not uses_of(desk).has(kind, thing.id)]
    terms = found if kind == "term" else []  # the words of the glossary itself do not count
    spoken = all_words(desk, lambda owner: not owner.startswith(("term ", "kind "))) if terms else {}
    for thing in found:
        said = kind == "term" and is_said((thing.name, thing.plural, thing.short), spoken)
        if _own(desk.game, thing.mark) and not said:
            message = f"{who} uses the {kind} `{thing.id}`"
            yield Problem(thing.mark, message, hint.format(thing.id), about=(thing.id,))


@check("R033")
def fields_are_used(desk: Desk) -> Iterator[Problem]:
    """Every field is drawn by a template, or a formula or a filter asks for it."""
    for owner, name in idle_fields(desk):
        mark = owner.marks[f"fields.{name}"]
        if not (_column_of(owner, name) or mark.heading):
            message = f"no template of `{owner.id}` draws the field `{name}`, and no formula asks for it"
            yield Problem(mark, message, f"draw it in {_as_drawn(desk, owner, name)}, or delete the field")


@check("R047")
def columns_are_used(desk: Desk) -> Iterator[Problem]:
    """The same of the columns of a table, once for a set: what one holds may be its designer's alone."""
    found: dict[str, list[str]] = {}
    for owner, name in idle_fields(desk):
        if _column_of(owner, name):
            found.setdefault(owner.id, []).append(name)
    for owner in (desk.game.sets[name] for name in found):
        names = found[owner.id]
        heads = {name: _column_of(owner, name) for name in owner.fields}
        many = Counter(heads.values())  # pictures are found by a column of names, too
        headings = tuple(heads[name] if many[heads[name]] == 1 else name for name in names)
        listed = ", ".join(f"`{heading}`" for heading in headings)
        message = f"no template of {owner.id} draws the columns {listed}, and no formula asks for them"
        hint = f"what players are to see, draw in {_as_drawn(desk, owner, names[0])}; the rest may stay"
        yield Problem(owner.marks[f"fields.{names[0]}"], message, hint, about=headings)


def _column_of(owner: ComponentSet, name: str) -> str:
    """The heading of the column that a field is; "" of one that stands in YAML."""
    marks = (item.marks.get(name) for item in owner.items)
    return next((mark.heading for mark in marks if mark is not None and mark.heading), "")


def _as_drawn(desk: Desk, owner: ComponentSet, name: str) -> str:
    """The file of a template, and what to write there."""
    there = {d.path.stem: d.path for d in drawings_of(desk)}
    file = desk.project.relative(there.get(owner.layout) or there[min(templates_of(owner))])
    element = "image pnp:href" if owner.fields[name].name == "image" else "text pnp:text"
    return f'{file} (`<{element}="item.{name.replace("-", "_")}" ../>`)'


def idle_fields(desk: Desk) -> Iterator[tuple[ComponentSet, str]]:
    """The fields of sets that nothing draws or asks for."""
    if "*sets" in desk.game.unread:
        return
    asked = _asked_fields(desk)
    for owner in desk.game.sets.values():
        there = {d.path.stem for d in drawings_of(desk)}
        if not templates_of(owner) or templates_of(owner) - there:
            continue  # what is missing is told where it is drawn
        drawn = drawn_names(desk, owner)
        for name, kind in owner.fields.items():
            mark, plain = owner.marks[f"fields.{name}"], name.replace("_", "-")
            told = (
                name == "name"
                or kind.innermost.name in _SILENT_KINDS
                or plain in asked.get(owner.id, ())
                or plain in drawn
            )
            if not told and _own(desk.game, mark):
                yield owner, name


def _asked_fields(desk: Desk) -> dict[str, set[str]]:
    """Fields that texts, filters, formulas and promises ask for, by set."""
    game = desk.game
    found: dict[str, set[str]] = {s: set() for s in game.sets}
    quotes = (t for spoken in desk.texts for ts in spoken.tokens.values() for t in ts if t.kind == "value")
    for owner_id, name in (pair for token in quotes if (said := stated(token, game)) for pair in said.fields):
        found[owner_id].add(name.replace("_", "-"))
    for step in game.setup.steps:
        for name in step.sets:
            found.setdefault(name, set()).update(_names_in(step.where))
    for owner in game.sets.values():
        promises, own = owner.promises, found[owner.id]
        sources = [*(c.formula.source for c in promises.checks), *(c.where for c in promises.complete)]
        own.update(*(_names_in(source) for source in sources))
        own.update(name.lower().replace("_", "-") for name in owner.columns)
        own.update(p.by for p in promises.parts)
        own.update(*(p.fields for p in promises.unique), (p.of_field for p in promises.complete))
    return found


def _names_in(source: str) -> list[str]:
    return [name.replace("_", "-") for name in re.findall(r"\.([A-Za-z_]\w*)", source)]


@check("R039", each=sets_of)
def fields_are_filled(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """Every field that may be missing is there in some item; but pictures come last."""
    for name, kind in owner.fields.items():
        mark = owner.marks[f"fields.{name}"]
        is_told = kind.optional and kind.name != "image" and _own(desk.game, mark) and not mark.heading
        if is_told and owner.complete and owner.items and all(i.values.get(name) is None for i in owner.items):
            message = f"no item of `{owner.id}` fills the field `{name}`"
            of_table = any(item.mark.heading for item in owner.items)
            hint = f"fill the table's column `{name}`, add it" if of_table else f"write `{name}: ..` in an item"
            yield Problem(mark, message, f"{hint}, or delete the field", about=(f"{owner.id}.{name}",))


@check("R034")
def icons_are_used(desk: Desk) -> Iterator[Problem]:
    """Every icon in the game's folder is that of a term, or a template or an item names it."""
    game = desk.game
    used = {t.icon for t in game.terms.values()} | _named_by_items(desk)
    for drawing in drawings_of(desk):
        used |= drawing.words | {f.removesuffix(".svg") for f in drawing.files}
    own = (desk.project.layouts / game.id / "icons").glob("*.svg")
    for path in sorted(own) if not game.unread else ():
        common = desk.project.layouts / "icons" / path.name
        if path.stem not in used and not common.is_file() and not may_name(drawings_of(desk), path):
            hint = "write its name as the `icon` of a term, or draw it in a template"
            yield Problem(Mark(desk.project.relative(path), 1, 1), f"nothing uses the icon `{path.stem}`", hint)


def _named_by_items(desk: Desk) -> set[str]:
    """The words of items that can be names of files."""
    used: set[str] = set()
    for owner in desk.game.sets.values():
        words = [n for n, kind in owner.fields.items() if kind.innermost.name in ("word", "image", "one of")]
        used.update(as_written(v) for i in owner.items for n in words for v in _each(i.values.get(n)))
    return used


def _each(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


@check("R037")
def templates_are_used(desk: Desk) -> Iterator[Problem]:
    """Every template in the game's folder is that of a set, or a part of another."""
    game = desk.game
    if game.unread or any(s.printed and not templates_of(s) for s in game.sets.values()):
        return
    used = {name for owner in game.sets.values() for name in templates_of(owner)}
    placed = {f for d in drawings_of(desk) for f in d.files}
    words = {w.rpartition("/")[2] for d in drawings_of(desk) for w in d.words}
    words |= {name for w in _named_by_items(desk) for name in (PurePath(w).name, PurePath(file_and_view(w)[0]).name)}
    for drawing in drawings_of(desk):
        own = drawing.path.is_relative_to(desk.project.layouts / game.id)
        idle = own and drawing.path.stem not in used and drawing.path.name not in placed | words
        if idle and not may_name(drawings_of(desk), drawing.path):
            message = f"no set and no template uses `{drawing.path.stem}`"
            hint = "write it as the `layout` of a set, or draw it in a template"
            yield Problem(Mark(drawing.file, 1, 1), message, hint)


@check("R048")
def tables_are_read(desk: Desk) -> Iterator[Problem]:
    """Every table in the game's folder is one that a set reads."""
    game = desk.game
    home = desk.project.components / game.id
    said = " ".join(text for name, text in game.sources.items() if name.endswith(YAML))
    there = (path for path in sorted(home.rglob("*")) if path.suffix.lower() in (*DELIMITED, *BOOKS))
    for path in there if not game.unread else ():
        file, name = desk.project.relative(path), path.name
        if name[0] not in ".~" and file not in game.sources and name not in said:
            twins = (Path(one) for one in game.sources if Path(one).stem == path.stem and not one.endswith(".yaml"))
            twin = next((f"; `{one.name}` is read, which may be older" for one in twins), "")
            hint = f"write `from: {path.relative_to(home).as_posix()}` in the set whose rows it has, or take it away"
            yield Problem(Mark(file, 1, 1), f"no set reads the table `{name}`{twin}", hint)


@check("R038")
def zones_and_modes_are_used(desk: Desk) -> Iterator[Problem]:
    """Every zone and every mode of the set-up has a step."""
    uses, setup = uses_of(desk), desk.game.setup
    top = Mark(f"{desk.game.folder}/setup.yaml", 1, 1)
    found = [("zone", zone, f"zones.{i}") for i, zone in enumerate(setup.zones)]
    found += [("mode", mode, f"modes.{mode}") for mode in setup.modes]
    filled = {target_of(step) for step in setup.steps}
    for kind, name, key in found:
        if not uses.has(kind, name) and not (kind == "zone" and name in filled):
            hint = "delete it, or write the step"
            yield Problem(setup.marks.get(key, top), f"no step uses the {kind} `{name}`", hint)
