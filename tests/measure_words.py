"""What each face should say, worked out a second time from the data and the templates: a small reader of the template
language that knows nothing of drawing, and a small reader of the markup.

Takes a `Game` and a project's `layouts/`; gives the words of a face, text by text, in the order of the template. Ruby
is left out; icons are their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import jinja2

from generator.data.model import ComponentSet, Effect, Game, Item, Text
from generator.values import Struct
from tests.measure_sizes import LABEL, folders_of, opened, size_of, template_of

PNP = "{https://print-and-play.example/pnp}"
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
UNSEEN = ("defs", "symbol", "clipPath", "pattern", "linearGradient", "radialGradient", "title", "desc", "style")
_JINJA = jinja2.Environment(autoescape=False)  # noqa: S701 (no HTML is made)
_JINJA.filters["range"] = range
_FORMS = re.compile(r"\\(?P<escaped>.)|(?P<bold>\*\*)|\{(?P<braces>[^{}]*)\}|\[\[(?P<rule>[^\]]*)\]\]", re.DOTALL)
_RULES = {"ja": "規則", "en": "§"}


def packed(words: str) -> str:
    """Words without white space: extractors add and drop it."""
    return re.sub(r"\s", "", words)


def _name(text: Text | None, language: str) -> str:
    return text.in_language(language) if text else ""


def _braces(inside: str, game: Game, language: str) -> str:
    """What stands in braces, as words."""
    sign, name = inside[:1], inside[1:].strip()
    if sign == "=":
        return f"{game.parameters[name].value:g}".replace("-", "−")
    if sign == "#":
        owner = game.sets[name]
        return str(owner.assume if owner.pieces is None else owner.pieces)
    if sign == "@":
        set_id, _, item_id = name.partition("/")
        owner = game.sets[set_id]
        return _name(next((i.values["name"] for i in owner.items if i.id == item_id), owner.name), language)
    if "|" in inside:
        return inside.partition("|")[0]
    name, _, form = inside.partition(":")
    term = game.terms[name.strip()]
    return _name(term.plural if "plural" in form and term.plural else term.name, language)


def plain(source: str, game: Game, language: str) -> str:
    """Markup as what is read and copied: icons are their words, parameters their numbers, no ruby."""

    def put(found: re.Match[str]) -> str:
        if found["escaped"]:
            return found["escaped"]
        if found["bold"]:
            return ""
        if found["rule"]:
            rule = game.rules[found["rule"].strip()]
            return _RULES[language] + rule.number if rule.number else _name(rule.title, language)
        return _braces(found["braces"].strip(), game, language)

    return _FORMS.sub(put, source)


# ---- what expressions see ------------------------------------------------------------------------------------


@cache
def scope_of(game_id: str, game_box: Boxed, language: str) -> dict[str, object]:
    """Everything but the item itself."""
    game = game_box.game
    terms = {t.id: _term(t, language) for t in game.terms.values()}
    scope: dict[str, object] = {
        "game": {
            "id": game_id,
            "title": game.title.in_language(language),
            "version": game.version.in_language(language),
        },
        "terms": terms,
        "kinds": {k.id: [terms[t.id] for t in k.members] for k in game.kinds.values()},
        "parameters": {p.id.replace("-", "_"): p.value for p in game.parameters.values()},
        "players": game.players[1],
        "language": language,
    }
    scope["items"] = {s.id: [_item(game, s, i, terms, language) for i in s.items] for s in game.sets.values()}
    return scope


class Boxed(Struct, frozen=True, eq=False):
    """A game as a key of a cache: the same game is the same key."""

    game: Game


def _term(term, language: str) -> dict[str, object]:
    words = {k: getattr(term, k) for k in ("name", "plural", "short", "about")}
    said = {k: v.in_language(language) if v else None for k, v in words.items()}
    return {**term.values, "values": term.values, **said, "id": term.id, "kind": term.kind,
            "icon": term.icon or None, "color": term.color or None}  # fmt: skip


def _ranked(game: Game, kind: str, given: dict[str, object]) -> list[str]:
    """The keys of a map in the order of their terms."""
    members = [term.id for term in game.kinds[kind].members]
    return sorted(given, key=members.index)


def _item(game: Game, owner: ComponentSet, item: Item, terms: dict[str, object], language: str) -> dict[str, object]:
    def other(kind, v):
        there = game.sets[kind.argument]
        return _item(game, there, next(i for i in there.items if i.id == v), terms, language)

    read = {
        "text": lambda _, v: v.in_language(language) if isinstance(v, Text) else v,
        "term": lambda _, v: terms[v],
        "rule": lambda _, v: game.rules[v].number,
        "item": other,
        "list": lambda kind, v: [value(kind.of, one) for one in v],
        "map": lambda kind, v: {k: value(kind.of, v[k]) for k in _ranked(game, kind.argument, v)},
        "effects": lambda _, v: [{**e.arguments, "verb": e.verb} for e in v if isinstance(e, Effect)],
    }

    def value(kind, v):
        return v if v is None or kind.name not in read else read[kind.name](kind, v)

    fields = {k: value(kind, item.values.get(k)) for k, kind in owner.fields.items()}
    return {"id": item.id, "count": item.count, **fields}


# ---- templates -----------------------------------------------------------------------------------------------


class Said(Struct, frozen=True):
    """The words of one text element, with their spaces. `field` is set where the text is one field of the item; `room`
    is the width in mm that it must keep to (0: any), `lines` is true where it may be broken into lines.
    """

    source: str
    field: str = ""
    room: float = 0.0
    lines: bool = False

    @property
    def words(self) -> str:
        """Without white space."""
        return packed(self.source)


@cache
def _compiled(expression: str):
    return _JINJA.compile_expression(expression, undefined_to_none=False)


def said_on(
    layouts: Path, boxed: Boxed, owner: ComponentSet, item: Item, side: str, language: str
) -> list[Said] | None:
    """The texts of a face in the order of its template, without the content stamp; None if it has no such side."""
    game = boxed.game
    path = template_of(layouts, game, owner, item, side)
    if path is None:
        return None
    base = scope_of(game.id, boxed, language)
    index = owner.items.index(item)
    about = {"id": owner.id, "name": owner.name.in_language(language), "kind": owner.kind,
             "pieces": owner.assume if owner.pieces is None else owner.pieces}  # fmt: skip
    shape = {"width": 0, "height": 0, "radius": 0, "cells": _cells(layouts, item.size or owner.size)}
    scope = {**base, "item": base["items"][owner.id][index], "set": about, "side": side, "shape": shape}  # type: ignore[index]
    reader = _Template(layouts, game, language, path)
    return [s for s in reader.texts(reader.root, scope) if s.words]


def _cells(layouts: Path, size: object) -> list[dict[str, float]]:
    """As many places as the shape has; where they are is of no matter here."""
    said = size_of(layouts, size)
    many = {"die": said.get("faces", 1), "polyhex": len(said.get("cells", ())), "standee": 2}.get(said["shape"], 1)
    return [dict.fromkeys(("x", "y", "radius", "angle", "width", "height"), 0.0)] * many


class _Template:
    """One file; `parts` are read where they are named."""

    def __init__(self, layouts: Path, game: Game, language: str, path: Path, scale: float = 1.0) -> None:
        self.layouts, self.game, self.language, self.path, self.scale = layouts, game, language, path, scale
        self.root = opened(path)
        self.ids = {e.get("id"): e for e in self.root.iter() if e.get("id")}

    def value(self, expression: str, scope: Mapping[str, object]) -> object:
        return _compiled(expression)(**scope)

    def texts(self, element: ElementTree.Element, scope: Mapping[str, object], used: bool = False) -> Iterator[Said]:
        """The words of an element and what is in it, repeated and left out as it says."""
        tag = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
        label = element.get(LABEL) or element.get("id")
        if not tag or (tag in UNSEEN and not used) or label in ("trim", "safe", "bleed"):
            return
        for inner in self.repeated(element, scope):
            if element.get(PNP + "if") is not None and not self.value(element.get(PNP + "if"), inner):
                continue
            shown = element.get("display")
            if element.get(PNP + "display") is not None:
                shown = str(self.value(element.get(PNP + "display"), inner))
            if shown != "none":
                yield from self.content(tag, element, inner)

    def repeated(self, element: ElementTree.Element, scope: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
        loop = element.get(PNP + "for")
        if loop is None:
            yield scope
            return
        name, _, expression = loop.partition(" in ")
        values = list(self.value(expression, scope))  # type: ignore[call-overload]
        for i, one in enumerate(values):
            yield {**scope, name.strip(): one, "i": i, "n": len(values)}

    def content(self, tag: str, element: ElementTree.Element, scope: Mapping[str, object]) -> Iterator[Said]:
        if tag == "text":
            yield from self.words(element, scope)
            return
        if element.get(PNP + "part") is not None:
            yield from self.part(element, scope)
            return
        if tag == "use":
            target = self.ids.get(next((element.get(h) for h in HREFS if element.get(h)), "#").removeprefix("#"))
            if target is not None:
                yield from self.texts(target, scope, used=True)
        for child in element:
            yield from self.texts(child, scope)

    def words(self, element: ElementTree.Element, scope: Mapping[str, object]) -> Iterator[Said]:
        if element.get(PNP + "stamp") == "yes":
            return
        expression = element.get(PNP + "text")
        if expression is None:
            yield Said("".join(element.itertext()))
            return
        value = self.value(expression, scope)
        field = re.fullmatch(r"\s*item\.(\w+)\s*", expression)
        source = "" if value is None or isinstance(value, jinja2.Undefined) else str(value)
        box = (element.get(PNP + "box") or "").split()
        room = float(box[2] if box else element.get(PNP + "width", "0")) * self.scale
        words = plain(source, self.game, self.language)
        lines = bool(box) and element.get(PNP + "fit", "wrap") == "wrap"
        yield Said(words, field.group(1) if field else "", room, lines)

    def part(self, element: ElementTree.Element, scope: Mapping[str, object]) -> Iterator[Said]:
        name = element.get(PNP + "part") or ""
        folders = (self.path.parent, *folders_of(self.layouts, self.game))
        path = next(f / name for f in folders if (f / name).is_file())
        more = dict(scope)
        for pair in (element.get(PNP + "with") or "").split(";"):
            key, colon, expression = pair.partition(":")
            if colon:
                more[key.strip()] = self.value(expression, scope)
        page = float(opened(path).get("width", "0").removesuffix("mm"))
        scale = self.scale * float(element.get("width", page)) / page
        inner = _Template(self.layouts, self.game, self.language, path, scale)
        yield from inner.texts(inner.root, more)
