"""Game + language -> what expressions of templates see, as plain data; and what they may name, held against templates.

Takes a `Game`; gives mappings, lists, words and numbers only, and the same as names (`Known`); takes a `Layout`, gives
findings about what it names that its set does not have, without any data. Promise: `known_names` and `item_scope`
agree: a name that one has, the other has; a template that passes `check_layout` fails on no unknown name, whatever the
items hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from generator.data.model import ComponentSet, Effect, FieldKind, Game, Item, Term, Text
from generator.data.reading.grid import plain
from generator.diagnostics.findings import Finding, did_you_mean, near
from generator.expressions.expression import ANY, Expression
from generator.expressions.named_color import NamedColor
from generator.expressions.runtime import Unread
from generator.face.face import Cell, Shape
from generator.layout.template.compile import ExpressionUse, Layout, Plan
from generator.layout.template.holes import unfilled
from generator.values import Struct, field, replace

Plain = dict[str, object]


Known: TypeAlias = "Mapping[str, Known] | None"
"""What can stand after a dot: a mapping of names, with "*" for the members of a list; {} for a single value; None where
anything may stand."""
LEAF: Known = {}
WORDS: Known = {"*": LEAF}
"""Words have letters."""


class Base(Struct):
    """All that is the same for every face of a game in one language."""

    game: Game
    language: str
    scope: Plain
    terms: dict[str, Plain]
    items: dict[tuple[str, str], Plain] = field(default_factory=dict)
    sets: dict[str, Plain] = field(default_factory=dict)
    known: dict[str, Known] = field(default_factory=dict)


def base_of(game: Game, language: str) -> Base:
    """The scope that all faces of a game share."""
    terms = {t.id: _term(t, language) for t in game.terms.values()}
    title, version = game.title.in_language(language), game.version.in_language(language)
    scope: Plain = {
        "game": {"id": game.id, "title": title, "version": version},
        "terms": terms,
        "kinds": {k.id: [terms[t.id] for t in k.members] for k in game.kinds.values()},
        "parameters": {p.id: p.value for p in game.parameters.values()},
        "players": game.players[1],
        "language": language,
    }
    base = Base(game, language, scope, terms, known=_known_to_all(game))
    for owner in game.sets.values():
        for item in owner.items:
            base.items[owner.id, item.id] = {"id": item.id, "count": item.count}
    for owner in game.sets.values():
        for item in owner.items:
            fields = ((name, _value(base, kind, item.said.get(name))) for name, kind in owner.fields.items())
            base.items[owner.id, item.id].update(fields)
    base.sets.update((s.id, _set(s, language)) for s in game.sets.values())
    scope["items"] = {s.id: [base.items[s.id, i.id] for i in s.items] for s in game.sets.values()}
    return base


def item_scope(base: Base, owner: ComponentSet, item: Item, shape: Shape, side: str) -> Plain:
    """What the expressions of one face see."""
    own = {"item": base.items[owner.id, item.id], "set": base.sets[owner.id], "side": side}
    return {**base.scope, **own, "shape": _shape_scope(shape)}


def _set(owner: ComponentSet, language: str) -> Plain:
    pieces = owner.pieces  # adds up all items
    return {
        "id": owner.id,
        "name": owner.name.in_language(language),
        "kind": owner.kind,
        "pieces": owner.assume if pieces is None else pieces,
    }


@lru_cache(maxsize=64)
def _shape_scope(shape: Shape) -> Plain:
    """A shape's width, height, radius and cells: the same for all items of a set."""
    cells = [{**_in_mm(cell, (*_SIDES, "x", "y")), "angle": cell.angle} for cell in shape.cells]
    return {**_in_mm(shape, _SIDES), "cells": cells}


_SIDES = ("width", "height", "radius")


def _in_mm(place: Shape | Cell, names: Sequence[str]) -> Plain:
    return {name: round(getattr(place, name), 4) for name in names}


def _term(term: Term, language: str) -> Plain:
    words = {"name": term.name, "plural": term.plural, "short": term.short, "about": term.about}
    said: Plain = {k: v.in_language(language) if v is not None else None for k, v in words.items()}
    return {**term.values, "values": dict(term.values), **said, "id": term.id, "kind": term.kind} | {
        "icon": term.icon or None,
        "color": NamedColor(term.color) if term.color else None,
    }


def _value(base: Base, kind: FieldKind, value: object) -> object:
    """Plain data of a value of some kind."""
    found = value
    match kind.name, value:
        case "text", Text():
            found = value.in_language(base.language)
        case "term", str():
            found = base.terms.get(value, Unread(value))  # that it is unknown, the engine tells
        case "item", str():
            found = base.items.get((kind.argument, value), Unread(value))
        case "list", list() | tuple():
            found = [_value(base, kind.innermost, v) for v in value]
        case "map", Mapping():
            found = {k: _value(base, kind.innermost, v) for k, v in _in_order(base, kind, value).items()}
        case "rule", str():
            rule = base.game.rules.get(value)
            found = rule.number if rule else "?"  # that it is unknown, the engine tells
        case "effects", tuple():
            found = [_effect(base, e) for e in value]
    return found


def _in_order(base: Base, kind: FieldKind, value: Mapping[str, object]) -> dict[str, object]:
    """A map in the order of its terms, however it is written: costs read alike on every card."""
    known = base.game.kinds.get(kind.argument)
    rank = {term.id: i for i, term in enumerate(known.members if known else ())}
    return dict(sorted(value.items(), key=lambda entry: rank.get(entry[0], len(rank))))


def _effect(base: Base, effect: Effect) -> Plain:
    verb = base.game.verbs.get(effect.verb)
    kinds = verb.arguments if verb is not None else {}
    given = effect.arguments.items()
    said = {k: _in_order(base, kinds[k], v) if k in kinds and isinstance(v, Mapping) else v for k, v in given}
    return {**said, "verb": effect.verb}


# ---- the same, as names --------------------------------------------------------------------------------------


_NAMED = ("id", "kind", "name", "plural", "short", "about", "icon", "color")
_CELL: Known = dict.fromkeys((*_SIDES, "x", "y", "angle"), LEAF)


def known_names(base: Base, owner: ComponentSet) -> dict[str, Known]:
    """What a template of this set may name."""
    return {"item": _known_item(base.game, owner, 0), **base.known}


def _known_to_all(game: Game) -> dict[str, Known]:
    return {
        "set": dict.fromkeys(("id", "name", "kind", "pieces"), LEAF),
        "game": dict.fromkeys(("id", "title", "version"), LEAF),
        "terms": {t.id: _known_term(t) for t in game.terms.values()},
        "kinds": {k.id: {ANY: _known_kind(game, k.id)} for k in game.kinds.values()},
        "parameters": dict.fromkeys(game.parameters, LEAF),
        "items": {s.id: {ANY: _known_item(game, s, 1)} for s in game.sets.values()},
        "shape": {**dict.fromkeys(_SIDES, LEAF), "cells": {ANY: _CELL}},
        **dict.fromkeys(("side", "language", "players"), LEAF),
    }


def _known_item(game: Game, owner: ComponentSet, depth: int) -> Known:
    fields = {name: _known_kind_of(game, kind, depth) for name, kind in owner.fields.items()}
    return {"id": WORDS, "count": LEAF, **fields}


def _known_kind_of(game: Game, kind: FieldKind, depth: int) -> Known:
    if kind.name == "term":
        return _known_kind(game, kind.argument)
    if kind.name == "item":
        owner = game.sets.get(kind.argument)
        return _known_item(game, owner, depth + 1) if owner is not None and depth < 4 else None
    if kind.name == "list":
        return {ANY: _known_kind_of(game, kind.innermost, depth)}
    if kind.name == "map":
        members = game.kinds[kind.argument].members if kind.argument in game.kinds else ()
        inner = _known_kind_of(game, kind.innermost, depth)
        return {ANY: inner, **{t.id: inner for t in members}}
    if kind.name in ("text", "word", "one of"):
        return WORDS
    return None if kind.name == "effects" else LEAF


def _known_kind(game: Game, kind_id: str) -> Known:
    """The names that members of a kind have; values that only some have count."""
    kind = game.kinds.get(kind_id)
    if kind is None:
        return None
    found: dict[str, Known] = {}
    for term in kind.members:
        found.update(_known_term(term))
    return found


def _known_term(term: Term) -> dict[str, Known]:
    values: dict[str, Known] = {
        k: None if isinstance(v, Mapping | list | tuple) else LEAF for k, v in term.values.items()
    }
    return {**values, "values": values, **dict.fromkeys(_NAMED, WORDS)}


# ---- templates against these names ----------------------------------------------------------------------------


def check_layout(layout: Layout, base: Base, owner: ComponentSet) -> list[Finding]:
    """The findings of a layout and its parts, and one (T021) for each expression that uses a name its set lacks."""
    unknown = _plan(layout.plan, known_names(base, owner), []) if isinstance(layout.plan, Plan) else ()
    marks = {f: m for item in owner.items[:1] for f, m in item.marks.items() if m.heading and f in owner.fields}
    hints = {f"item.{plain(m.heading)}": f"the column `{m.heading}` is `item.{_written(f)}`" for f, m in marks.items()}
    hints = {**{f"item.{plain(words)}": _untaken(words, of) for words, of in owner.beside.items()}, **hints}
    told = (replace(f, hint=_with_way_out(f, hints.get(f.about[0].replace("_", ""), f.hint))) for f in unknown)
    named = {plain(name): f for f in owner.fields for name in (f, marks[f].heading if f in marks else f)}
    standing = (f for one in layout.whole for f in unfilled(one, named))
    return list(dict.fromkeys((*(f for one in layout.whole for f in one.findings), *told, *standing)))


def _untaken(heading: str, is_ignored: bool) -> str:
    """What to write for a template to have a column that is no field."""
    from generator.data.reading.guessing import is_for_pictures

    taken = f"take the column `{heading}` out of `ignore`, and write" if is_ignored else "to have its column, write"
    name = re.sub(r"\W+", "_", heading.lower()).strip("_")
    return f"{taken} `{name}: {'image' if is_for_pictures(heading) else 'text'}?` in `fields`"


def _with_way_out(finding: Finding, hint: str) -> str:
    """The hint, for a column that is no field also with what to do where none is wanted."""
    said = finding.slot[1] if finding.slot else ""
    is_alone = "..." not in said and len({*re.findall(r"item\.\w+", said)}) == 1
    what = "delete this element" if is_alone else f"take `{finding.about[0]}` and its label out of this expression"
    return f"{hint}; to print without it, {what}" if hint.endswith("` in `fields`") else hint


Visited = list[tuple[Layout, Mapping[str, Known]]]
"""Parts, each with what is known in it: one that is placed often is looked at once."""


def _plan(plan: Plan, known: Mapping[str, Known], seen: Visited) -> Iterator[Finding]:
    if plan.loop is not None and plan.loop.use is None:  # told already
        known = {**known, plan.loop.variable: None, "i": LEAF, "n": LEAF}
    elif plan.loop is not None and plan.loop.use is not None:
        yield from _use(plan.loop.use, known)
        member = _known_of(plan.loop.use.expression, known)
        inside = None if member is None else member.get(ANY, LEAF if member == {} else None)
        known = {**known, plan.loop.variable: inside, "i": LEAF, "n": LEAF}
    for use in plan.uses:
        yield from _use(use, known)
    for child in plan.children:
        if isinstance(child, Plan):
            yield from _plan(child, known, seen)
    if plan.part is not None and isinstance(plan.part.plan, Plan):
        inner = {**known, **{name: _known_of(use.expression, known) for name, use in plan.names}}
        if (plan.part, inner) not in seen:
            seen.append((plan.part, inner))
            yield from _plan(plan.part.plan, inner, seen)


_KEY = re.compile(r"\}\s*\[\s*([A-Za-z_][\w.]*)\s*\]")
"""What is looked up in a table that an expression holds, `{'a': 1}[item.kind]|default(2)`: the default is for others
than the table has, and excuses no slip in the name."""


def _use(use: ExpressionUse, known: Mapping[str, Known]) -> Iterator[Finding]:
    may_lack = re.search(r"\bdefault\b|\bdefined\b", use.expression.source) is not None
    keys = {tuple(words.split(".")) for words in _KEY.findall(use.expression.source)} if may_lack else set()
    for path in sorted(use.expression.paths & keys if may_lack else use.expression.paths):
        wrong = _first_unknown(path, known)
        if wrong is not None:
            before, names = ".".join(path[:wrong]), _names_at(path[:wrong], known)
            if may_lack and not near(path[wrong], names, 0.6):
                continue
            what = f"`{before}` has no `{path[wrong]}`" if before else f"nothing is called `{path[wrong]}`"
            what = f"`{before}` is one value, no list" if path[wrong] == ANY else what
            is_field = not before and path[wrong].lower() in _names_at(("item",), known)
            hint = did_you_mean(path[wrong], names) or _alone(path[:wrong], path[wrong])
            hint = f"write `item.{path[wrong].lower()}`" if is_field else hint
            mark = use.mark_at(_where(use.expression.source, path, wrong), len(path[wrong]))
            about = (".".join(path[: wrong + 1]),)
            yield Finding("T021", mark, f"`{use.shown}`: {what}", hint, about=about, slot=(mark.file, use.shown))
            return


def _alone(before: tuple[str, ...], part: str) -> str:
    """What to write for a part of what has no parts, such as one language of a text."""
    why = "" if part == ANY else ": a text comes in the language that is built"
    return f"write `{'.'.join(before)}` alone{why}" if before else ""


def _where(source: str, path: tuple[str, ...], wrong: int) -> int | None:
    """Where in an expression the unknown name is written, if that is plain to see."""
    name = re.escape(path[wrong])
    plain = re.search(rf"(?<![\w.]){re.escape('.'.join(path[: wrong + 1]))}\b", source)
    found = [plain] if plain else list(re.finditer(rf"(?<!\w){name}(?!\w)", source))
    return found[0].end() - len(path[wrong]) if len(found) == 1 else None


def _first_unknown(path: tuple[str, ...], known: Mapping[str, Known]) -> int | None:
    here: Known = known
    for k, step in enumerate(path):
        if here is None:
            return None
        if step == ANY and here:
            here = here.get(ANY) or next(iter(here.values()), None)  # of a table, whose members are alike
        elif _spelt(step, here) in here:
            here = here[_spelt(step, here)]
        else:
            return k
    return None


def _spelt(step: str, here: Mapping[str, Known]) -> str:
    """The name as it stands there: hyphens are reached with underscores."""
    return step if step in here else step.replace("_", "-")


def _names_at(path: tuple[str, ...], known: Mapping[str, Known]) -> list[str]:
    here: Known = known
    for step in path:
        here = (here or {}).get(_spelt(step, here or {}))
    return [_written(n) for n in here or {} if n != ANY]


def _written(name: str) -> str:
    """A name as expressions have it."""
    return name.replace("-", "_")


def _known_of(expression: Expression, known: Mapping[str, Known]) -> Known:
    """What is known of an expression's value: of a plain path all, of a calculation nothing."""
    if len(expression.paths) != 1:  # nothing is known of the members of lists in a list
        return None if expression.paths or re.search(r"[\[(,]\s*[\[({]", expression.source) else LEAF
    (path,) = expression.paths
    plain = re.sub(r"\['([\w-]+)'\]", r".\1", expression.source.replace('"', "'")).replace(" ", "")
    if plain != ".".join(path):
        return None
    here: Known = known
    for step in path:
        here = None if here is None else here.get(_spelt(step, here))
    return here
