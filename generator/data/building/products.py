"""Items made by formula: `each: suits x ranks` -> an item for every suit with every rank.

Takes an entry of `items` and what its names stand for: a list of the set, the choices, terms or items of a field, a
kind of terms, another set. Gives items as if they had been written: `{=rank}` in any value is what the loop stands at,
`count`, `where` and fields of numbers are formulas over it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from math import prod
from typing import Any

from generator.data.building.formulas import FormulaNames, Numbers, span_of
from generator.data.building.reader import Reader
from generator.data.building.sets import RawSet
from generator.data.model import FieldKind, TermKind
from generator.data.reading.document import List, Map, Source
from generator.data.reading.load import MAX_DESIGNS, crowded
from generator.diagnostics.findings import Fault, Mark, did_you_mean
from generator.expressions.expression import compile_expression
from generator.expressions.runtime import AlreadyToldError, ExpressionError, add_steps, to_words
from generator.values import Struct, lazy_pattern

_STEPS = 500
"""Of expressions, for each item."""
_HOLE = lazy_pattern(r"\{=([^{}]+)\}")

Said = dict[str, object]
"""The values that a loop stands at, by name."""


class _Maker(Struct, frozen=True):
    """What making items needs. `done`: sets whose items are all made; `busy`: those at work."""

    sets: Mapping[str, RawSet]
    kinds: Mapping[str, TermKind]
    numbers: Numbers
    done: set[str]
    busy: list[str]


def make_items(sets: Mapping[str, RawSet], kinds: Mapping[str, TermKind], numbers: Numbers) -> None:
    """Put items in the place of every entry with `each`. Raises `Fault` Y016 for more than `MAX_DESIGNS`."""
    maker = _Maker(sets, kinds, numbers, set(), [])
    for name in sets:
        _make_all(maker, name)


def _make_all(maker: _Maker, name: str) -> None:
    if name in maker.done or name in maker.busy:
        return
    raw = maker.sets[name]
    maker.busy.append(name)
    raw.items = [(reader, item) for reader, entry in raw.items for item in _made(maker, raw, reader, entry)]
    maker.busy.remove(name)
    maker.done.add(name)


def _made(maker: _Maker, raw: RawSet, reader: Reader, entry: Map) -> Iterable[Map]:
    if not isinstance(entry.get("each"), str) or "each" in raw.fields:
        return [entry]
    names = [name.strip() for name in re.split(r"\s+[x×*]\s+|\s*×\s*", entry["each"].strip())]
    domains = [_domain(maker, raw, name, entry.mark("each")) for name in names]
    found = [values for values in domains if values is not None]
    if len(found) < len(names):
        return _lost(raw, reader)
    most = MAX_DESIGNS * reader.project.room
    if prod(len(values) for values in found) > most:
        raise Fault(crowded(entry.mark("each"), most))
    add_steps(_STEPS * prod(len(values) for values in found))
    variables = [_variable(raw, name) for name in names]
    raw.asked.update(variables)
    try:
        return list(_items(maker, raw, reader, entry, [dict(zip(variables, v, strict=True)) for v in product(*found)]))
    except _Unclear as unclear:
        error, key = unclear.error, unclear.key
        if not isinstance(error, AlreadyToldError):
            hint = error.hint or f"it may name {', '.join(f'`{v}`' for v in variables)}"
            reader.find("D006", entry.mark(key), f"the formula cannot be worked out: {error}", hint, error.about)
        return _lost(raw, reader)


def _lost(raw: RawSet, reader: Reader) -> list[Map]:
    """No items, where nobody knows which they were to be."""
    raw.complete = raw.counted = False
    reader.unread.add(f"{raw.data['id']}/*")
    return []


class _Unclear(Exception):
    """A formula of an entry cannot be worked out."""

    def __init__(self, error: ExpressionError, key: str) -> None:
        super().__init__(key)
        self.error, self.key = error, key


def _forms(name: str) -> list[str]:
    """A name and what may be its singular, in German and Italian, too, the likeliest last."""
    endings = (
        ("en", ""),
        ("n", ""),
        ("e", ""),
        ("e", "a"),
        ("i", "o"),
        ("i", "e"),
        ("ies", "y"),
        ("es", ""),
        ("s", ""),
    )
    return [name, *(name[: -len(many)] + one for many, one in endings if name.endswith(many) and len(name) > len(many))]


def _variable(raw: RawSet, name: str) -> str:
    """What a value of a list is called: the field it is for, else the singular."""
    singular = _forms(name)[-1] if name.endswith("s") else name
    field = next((form for form in _forms(name) if form in raw.fields), singular)
    return field.replace("-", "_")


def _domain(maker: _Maker, raw: RawSet, name: str, mark: Mark) -> list[object] | None:
    """What a name of `each` goes through; None, and a finding, if it is nothing that is known."""
    lists = raw.data.get("lists") or Map()
    if name in lists:
        return _listed(maker.numbers, raw.reader, lists, name)
    kinds = [raw.fields[form] for form in _forms(name) if form in raw.fields]
    others = [FieldKind(what, form) for form in _forms(name) for what in ("term", "item")]
    for kind in [*(kind.innermost for kind in kinds), *others]:
        if kind.name == "one of":
            return list(kind.choices)
        if kind.name == "term" and kind.argument in maker.kinds:
            return [
                {"color": term.color, **term.values, "id": term.id, "name": dict(term.name.words)}
                for term in maker.kinds[kind.argument].members
            ]
        if kind.name == "item" and kind.argument in maker.sets and kind.argument != raw.data["id"]:
            _make_all(maker, kind.argument)
            return [dict(item) for _, item in maker.sets[kind.argument].items]
    if not {name, *_forms(name), "*terms", "*sets"} & maker.numbers.unread:
        known = [
            *lists,
            *(n for n, kind in raw.fields.items() if kind.name in ("one of", "term", "item")),
            *maker.kinds,
        ]
        message = f"`each` names `{name}`, which is no list, field, kind of terms or set"
        other = f"write what it goes through: `lists: {{{name}: [first, second]}}`"
        if lacking := next((kind for kind in (k.innermost for k in kinds) if kind.argument), None):
            where = f"`{lacking.argument}` below `terms` in game.yaml"
            hint = (
                f"write {where if lacking.name == 'term' else f'the set `{lacking.argument}`'}, which the field is of"
            )
        else:
            hint = did_you_mean(name, known) or other
        raw.reader.find("D006", mark, message, hint, (name,))
    return None


def _listed(numbers: Numbers, reader: Reader, lists: Map, name: str) -> list[object] | None:
    said = lists[name]
    if isinstance(said, list):
        return list(said)
    ends = span_of(reader, lists, name, said, numbers, MAX_DESIGNS * reader.project.room)
    return None if ends is None else list(range(ends[0], ends[1] + 1))


def _items(maker: _Maker, raw: RawSet, reader: Reader, entry: Map, loops: Iterable[Said]) -> Iterator[Map]:
    languages, fields = reader.languages or ("",), raw.fields
    where = str(entry["where"]) if "where" in entry and "where" not in fields else ""
    spans = entry.spans
    for said in loops:
        if where and not _work(maker.numbers, where, said, languages[0], "where"):
            continue
        names = {name: next((f for f in (name, name.replace("_", "-")) if f in fields), "") for name in said}
        given: dict[str, Any] = {field: _fitting(said[name], fields[field]) for name, field in names.items() if field}
        for key, value in entry.items():
            if key not in ("each", "id", "count") and not (where and key == "where"):
                work = partial(_fill, maker.numbers, said, key)
                kind = fields[key].name if key in fields else ""
                if kind in ("integer", "number"):
                    given[key] = _counted(maker.numbers, value, said, languages[0], key, is_field=True)
                else:
                    given[key] = _filled(value, work, languages, kind == "text", entry.mark(key))
        if "count" in entry:
            given["count"] = _counted(maker.numbers, entry["count"], said, languages[0], "count")
        pattern = entry["id"] if entry["id"] != entry["each"] else "-".join(f"{{={name}}}" for name in said)
        words = to_words(_fill(maker.numbers, said, "id", pattern, languages[0]))
        given["id"] = re.sub("[^a-z0-9-]+", "-", words.lower()).strip("-")
        if given.keys() - spans.keys():  # alike for all items: held once
            spans = {**dict.fromkeys(given, entry.spans["each"]), **entry.spans}
        yield Map(entry.source, entry.spans["each"][1], spans, given)


def _fitting(value: object, kind: FieldKind) -> object:
    """A value of a loop as its field takes it."""
    return to_words(_id(value)) if kind.name in ("word", "text", "one of") else _id(value)


def _id(value: object) -> object:
    """A term or an item by its id."""
    return value["id"] if isinstance(value, dict) else value


def _work(numbers: Numbers, source: str, said: Said, language: str, key: str) -> object:
    """What an expression comes to, in a language."""

    def spoken(value: object) -> object:
        if not isinstance(value, dict):
            return value
        return {k: v.get(language, next(iter(v.values()), "")) if isinstance(v, dict) else v for k, v in value.items()}

    scope = FormulaNames(numbers, numbers.players[1], {name: spoken(value) for name, value in said.items()})
    try:
        return _id(compile_expression(source).evaluate(scope))
    except ExpressionError as error:
        raise _Unclear(error, key) from None


def _fill(numbers: Numbers, said: Said, key: str, words: str, language: str) -> object:
    """Words with each `{=..}` that names a value of the loop filled in; the value itself, if they are no more."""
    holes = [hole for hole in _HOLE.finditer(words) if _names(hole[1]) & said.keys()]
    if len(holes) == 1 and holes[0][0] == words:
        return _work(numbers, holes[0][1], said, language, key)
    for hole in reversed(holes):
        filled = to_words(_work(numbers, hole[1], said, language, key))
        words = words[: hole.start()] + filled + words[hole.end() :]
    return words


def _counted(numbers: Numbers, value: object, said: Said, language: str, key: str, *, is_field: bool = False) -> object:
    """A number that names a value of the loop (of a field, anything) is worked out; any other stays a formula."""
    source = _HOLE.sub(r"(\1)", value) if isinstance(value, str) else ""
    names = _names(source) if is_field else _names(source) & said.keys()
    return _work(numbers, source, said, language, key) if names else value


def _names(source: str) -> set[str]:
    try:
        return {path[0] for path in compile_expression(source).paths} if source else set()
    except ExpressionError:
        return set()


def _filled(
    value: object,
    work: Callable[[str, str], object],
    languages: Iterable[str],
    is_text: bool,
    mark: Mark,
) -> object:
    """A value with its `{=..}` filled in; a text whose words differ by language becomes one by language."""
    if isinstance(value, Map):
        by_language = {k: [k] if is_text else languages for k in value}
        return value.changed({k: _filled(v, work, by_language[k], False, mark) for k, v in value.items()})
    if isinstance(value, List):
        return List(value.source, value.start, value.spans, [_filled(v, work, languages, is_text, mark) for v in value])
    if not isinstance(value, str) or not _HOLE.search(value):
        return value
    found = {language: work(value, language) for language in languages}
    spoken = {language: to_words(words) if is_text else words for language, words in found.items()}
    if is_text and len(set(spoken.values())) > 1:
        return Map(Source(mark.file), mark, dict.fromkeys(spoken, (mark, mark)), spoken)
    return next(iter(spoken.values()))
