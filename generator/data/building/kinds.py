"""Values of items and effects by their declared kinds: plain data -> what `model.py` promises.

Takes a kind as written (`list of term terrain`) or parsed, and a value with its place; gives the value of that kind,
or `Unread` words in its place, and a finding. Promise: ids stay ids here (whether a term exists is the engine's
question); every part that the engine may ask about has its mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from generator.data.building.name_lookup import id_meant, joined_hint
from generator.data.building.reader import UNREADABLE, Reader, read_text
from generator.data.model import Effect, FieldKind
from generator.data.reading.document import List, Map, Place, Raw, Source, marks_of
from generator.data.reading.folders import UNSHOWN, file_and_view, pictures_of
from generator.data.reading.suggestions import color_hint, column_hint, fields_meant, quote_hint
from generator.data.schema.values import is_whole, kind_words
from generator.diagnostics.findings import PICTURE, Mark, did_you_mean, first_of, near
from generator.expressions.named_color import NamedColor, hex_color
from generator.expressions.runtime import Unread, describe, is_number
from generator.values import lazy_pattern

MANY = 3
"""So many fields that an item lacks are told each; more have one cause."""

Places = dict[str, tuple[Source, Place]]


def _convert(reader: Reader, kind: FieldKind, raw: Raw, name: str, places: Places) -> object:
    """The value of `raw.value` by its kind, or what stands in for it. `name` is its name in `places`, which are added
    to."""
    if name not in places:
        places[name] = raw.container.place(raw.key)
    found = _CONVERTERS[kind.name](reader, kind, raw, name, places)
    return _unread(name, raw.value) if found is UNREADABLE else found


def _unread(name: str, said: object = None) -> Unread:
    """What stands in for a value that is missing, or was `said` and could not be read."""
    return Unread(said if isinstance(said, (str, int, float)) else f"{name}?")


def is_unread(value: object) -> bool:
    """True for what stands in for a value, or holds such."""
    if isinstance(value, Effect):
        value = value.arguments
    if isinstance(value, dict):
        return any(map(is_unread, value.values()))
    return any(map(is_unread, value)) if isinstance(value, tuple) else isinstance(value, Unread)


_FRACTION = lazy_pattern(r"-?\d*[.,]\d*[1-9]\d*")


def _wrong(reader: Reader, raw: Raw, expected: str, hint: str = "") -> object:
    from generator.data.reading.dates import DATE

    value, key = raw.value, raw.key
    if not hint and isinstance(value, (int, float, bool)) and expected.startswith("words"):
        hint = f'write it in quotes: `"{str(value).lower()}"`'
    if not hint and isinstance(value, List) and len(value) == 1 and isinstance(value[0], str):
        hint = f"write `{key}: {value[0]}`, without brackets"
    found = f"`{value}`" if isinstance(value, str) and _FRACTION.fullmatch(value) else describe(value)
    if isinstance(value, str) and DATE.fullmatch(value) and raw.mark().heading:
        found = f"the date `{value}`"
        hint = "spreadsheets make dates of `3-5` and `1/2`: format the cell as text, and write it again"
    named = f"`{key}`" if isinstance(key, str) else f"member {key + 1}"
    message = f"{named} must be {expected}, not {found}"
    return reader.find("D003", raw.mark(), message, hint)


def _text(reader: Reader, _kind: FieldKind, raw: Raw, _name: str, _places: Places) -> object:
    value = raw.value
    if isinstance(value, str):
        return read_text(reader, raw.container, raw.key)
    if isinstance(value, Map) and value:
        wrong = [k for k, v in value.items() if not isinstance(v, str)]
        if not wrong:
            return read_text(reader, raw.container, raw.key)
        if wrong[0] in reader.languages:
            return _wrong(reader, Raw(value, wrong[0]), "words", quote_hint(value[wrong[0]]))
        other = next((k for k in value if k not in reader.languages), None)
        if other is not None and any(k in reader.languages for k in value) and value[other] is not None:
            return _wrong(reader, raw, "words by language", f"`{other}` is no language: indent it like `{raw.key}`")
    return _wrong(reader, raw, "words, or words by language", quote_hint(value))


def _plain(test: Callable[[object], bool], expected: str, hint: str = "", in_yaml: str = "") -> Callable[..., object]:
    """`in_yaml`: what the hint says besides where it is no cell."""

    def plain(reader: Reader, _kind: FieldKind, raw: Raw, _name: str, _places: Places) -> object:
        if test(raw.value):
            return raw.value
        in_cell = f"; if words belong there, too, it is `{raw.key}: word` in `fields`"
        return _wrong(reader, raw, expected, hint + ((in_cell if raw.mark().heading else in_yaml) if in_yaml else ""))

    return plain


_digits = _plain(is_whole, "a whole number", "write digits only", ", without quotes")


def _integer(reader: Reader, kind: FieldKind, raw: Raw, name: str, places: Places) -> object:
    if _FRACTION.fullmatch(str(raw.value)):
        return _wrong(reader, raw, "a whole number", "write one without a fraction, or declare its kind as `number`")
    return _digits(reader, kind, raw, name, places)


def _flag(reader: Reader, _kind: FieldKind, raw: Raw, _name: str, _places: Places) -> object:
    if isinstance(raw.value, bool):
        return raw.value
    if raw.mark().heading:
        return _wrong(reader, raw, "yes or no", "write `yes` or `no`, `x` or `-`; or leave the cell empty for no")
    return _wrong(reader, raw, "`true` or `false`", "write `true` or `false`")


def _choice(reader: Reader, kind: FieldKind, raw: Raw, name: str, _places: Places) -> object:
    value, key = raw.value, name.partition(".")[0]
    as_word = str(value) if is_number(value) else value
    if isinstance(as_word, str) and as_word in kind.choices:
        return as_word
    if not isinstance(value, str):
        is_spoken = isinstance(value, Map) and set(reader.languages) >= {*value}
        hint = f"words by language are `{key}: text` in `fields`" if is_spoken else ""
        return _wrong(reader, raw, "one of " + ", ".join(f"`{c}`" for c in kind.choices), hint)
    mark = raw.mark()
    known = ", ".join(f"`{choice}`" for choice in kind.choices[:8])
    other = f"known names: {known}; a new one goes into `{key}: one of [..]` in `fields`"
    hint = did_you_mean(value, kind.choices, other)
    return reader.find("D011", mark, f"`{value}` is not a choice of `{key}`", hint)


def _named(reader: Reader, kind: FieldKind, raw: Raw, _name: str, _places: Places) -> object:
    value = str(raw.value) if is_whole(raw.value) and kind.name == "item" else raw.value
    meant = id_meant(reader.called, kind, value) if isinstance(value, str | Map) else ""
    if meant or isinstance(value, str):
        return meant or value
    return _wrong(reader, raw, f"the id of {'an' if kind.name == 'item' else 'a'} {kind.name}", joined_hint(raw))


_ALIKE = 0.85
"""A word so like the name of a colour was meant to be it."""


def _color(reader: Reader, _kind: FieldKind, raw: Raw, _name: str, _places: Places) -> object:
    value = raw.value
    if isinstance(value, str) and hex_color(value):
        return NamedColor(value)
    from coloraide.css.color_names import name2val_map

    mark, meant = raw.mark(), near(str(value), name2val_map, _ALIKE)
    hint = "write `#rrggbb`, or a name of CSS such as `darkred`" if mark.heading else color_hint(value)
    hint = f"did you mean `{meant}`?" if meant else hint
    return reader.find("D010", mark, f"`{value}` is not a colour", hint)


def _image(reader: Reader, _kind: FieldKind, raw: Raw, _name: str, _places: Places) -> object:
    value = raw.value
    if not isinstance(value, str):
        return _wrong(reader, raw, "a file name")
    part = value[len(file_and_view(value)[0]) :]
    found = pictures_of(reader.project, reader.folder, reader.shelf, value)
    part = "" if any(path.name.endswith(part) for path in found) else part  # it may be in the name
    if reader.parked and not found:
        return value
    if len(found) == 1:
        return reader.project.relative(found[0]) + part
    mark, ending = raw.mark(), Path(value).suffix.lower()
    told = UNREADABLE
    if found:
        names = ", ".join(f"`{reader.project.relative(path)}`" for path in found[:4])
        told = reader.find(PICTURE, mark, f"`{value}` may be {len(found)} pictures: {names}", "name its folder, too")
    elif ending in UNSHOWN:
        message = f"a file `{ending}` is no PNG, JPEG, WebP, GIF, BMP, TIFF or SVG"  # once, however many there are
        told = reader.find(PICTURE, mark, message, "save it as PNG or SVG, and name that")
    elif re.match("https?://", value):
        hint = f"save the pictures into components/{reader.folder}/, under the names at the end of their addresses"
        told = reader.find(PICTURE, mark, "the picture is an address: nothing is fetched from the net", hint)
    else:
        hint = f"put the file into components/{reader.folder}/ or layouts/{reader.folder}/, or a folder in it"
        meant = reader.shelf.near(value)
        hint = f"did you mean `{meant}`?" if meant else hint
        told = reader.find(PICTURE, mark, f"there is no picture `{value}` in the project", hint, (value,))
    return value if reader.lenient and not found else told


def _list(reader: Reader, kind: FieldKind, raw: Raw, name: str, places: Places) -> object:
    value, of = raw.value, kind.innermost
    if not isinstance(value, List):
        wide = isinstance(value, str) and value.startswith("［")
        hint = "write `[` and `]` in half width" if wide else "write `[first, second]`"
        return _wrong(reader, raw, "a list", hint)
    return tuple(_convert(reader, of, Raw(value, i), f"{name}.{i}", places) for i in range(len(value)))


def _map(reader: Reader, kind: FieldKind, raw: Raw, name: str, places: Places) -> object:
    value, of = raw.value, kind.innermost
    if not isinstance(value, Map):
        return _wrong(reader, raw, "a mapping", f"write `{{{kind.argument}-id: ..}}`")
    found = {}
    for member in value:
        key = id_meant(reader.called, FieldKind("term", kind.argument), member) or str(member)
        found[key] = _convert(reader, of, Raw(value, member), f"{name}.{key}", places)
        places[f"{name}.{key}"] = value.key_place(member)
    return found


def _effects(reader: Reader, _kind: FieldKind, raw: Raw, _name: str, _places: Places) -> object:
    value = raw.value
    if not isinstance(value, List):
        return _wrong(reader, raw, "a list of effects", "write `- verb: {..}` lines")
    effects = [_effect(reader, Raw(value, i)) for i in range(len(value))]
    return UNREADABLE if any(e is UNREADABLE for e in effects) else tuple(effects)


def _effect(reader: Reader, raw: Raw) -> object:
    """One effect: `verb: {arguments}`, or the bare verb. Arguments of an unknown verb are left out."""
    value, given = raw.value, None
    if isinstance(value, str):
        verb, mark = value, raw.mark()
    elif isinstance(value, Map) and len(value) == 1:
        verb = str(next(iter(value)))
        given, mark = value.get(verb), value.key_mark(verb)
    else:
        return _wrong(reader, raw, "one verb with its arguments", "write `- verb: {name: value}`")
    if given is not None and not isinstance(given, Map):
        return _wrong(reader, Raw(value, verb), "a mapping of arguments", f"write `{verb}: {{name: value}}`")
    if verb not in reader.verbs:
        return Effect(verb, {}, mark)
    values, places = fields_of(reader, reader.verbs[verb].arguments, given or Map(), mark, verb=verb)
    return Effect(verb, values, mark, marks_of(places))


def fields_of(
    reader: Reader,
    declared: Mapping[str, FieldKind],
    given: Map,
    mark: Mark,
    verb: str = "",
    beside: Iterable[str] = (),
) -> tuple[dict[str, object], Places]:
    """The values that are given, by their declared kinds, and their places; what does not fit is `Unread`.

    `verb` names what declares the arguments of an effect; `beside` are keys that others read."""
    values: dict[str, object] = {}
    places: Places = {}
    unknown = [k for k in given if k not in declared and k not in beside]
    meant = fields_meant(unknown, [d for d in declared if d not in given]) if unknown else {}
    for key in unknown:
        what = f"`{verb}` has no argument `{key}`" if verb else f"unknown field `{key}`"
        other = "" if verb else f"declare it in the `fields` of the set: `{key}: text`, or delete it"
        hint = did_you_mean(str(key), [*declared, *beside], other)
        reader.find("R009" if verb else "D001", given.key_mark(key), what, hint)
    lacks: list[str] = []
    for key, kind in declared.items():
        source = key if given.get(key) is not None else meant.get(key)
        if source is not None and given[source] is not None:
            told = len(reader.findings)
            values[key] = _convert(reader, kind, Raw(given, source), key, places)
            if source != key:
                del reader.findings[told:]  # that it is misspelt is told
        elif source is not None or (key not in given and given.spans.get(key, (None, None))[1] is not None):
            values[key] = _unread(key, given.mark(key).value or None)  # a cell whose value was told
        elif not kind.optional:
            values[key] = _unread(key)
            lacks.append(key)
    places |= dict.fromkeys(values.keys() - places.keys(), (given.source, mark))
    _find_missing(reader, {key: declared[key] for key in lacks}, given, mark, verb)
    return values, places


def _find_missing(reader: Reader, lacks: Mapping[str, FieldKind], given: Map, mark: Mark, verb: str) -> None:
    """D002, or R009 of a verb, for each field; once for many."""
    for key, kind in list(lacks.items())[: 1 if len(lacks) > MANY else MANY]:
        what = f"`{verb}` needs the argument `{key}`" if verb else f"`{key}` is missing"
        what += f", and so are {len(lacks) - 1} more: {first_of(list(lacks)[1:])}" * (len(lacks) > MANY)
        hint = _COLOR_HINT if kind.name == "color" and key in given else f"write `{key}: ..`"
        hint += f", call the list `{key}`" * ("each" in given.spans)
        hint += "" if verb or hint == _COLOR_HINT else f", or `{key}: {kind_words(kind)}?` in `fields`"
        place = given.key_mark(key) if key in given.spans else mark
        if mark.heading:
            likely = given.source.likely.get(key)
            unread = (likely,) if likely else given.source.unread
            fill = column_hint(key, unread, "" if place is mark else place.heading or key)
            hint = f"{fill}, or declare it as `{key}: {kind_words(kind)}?` in `fields`"
        reader.find("R009" if verb else "D002", place, what, hint)


_COLOR_HINT = 'write `"#rrggbb"`, in quotes: without them `#` starts a comment'


_CONVERTERS: dict[str, Callable[..., object]] = {
    "text": _text,
    "word": _plain(lambda v: isinstance(v, str), "words"),
    "integer": _integer,
    "number": _plain(is_number, "a number", "write digits", ", without quotes"),
    "flag": _flag,
    "color": _color,
    "image": _image,
    "rule": _plain(
        lambda v: isinstance(v, str), "the id of a rule", "write its `id` in rules.yaml: numbers change as rules do"
    ),
    "term": _named,
    "item": _named,
    "one of": _choice,
    "list": _list,
    "map": _map,
    "effects": _effects,
}
