"""A spreadsheet -> the files of a game: a set and a plain template for each of its sheets, pictures beside them.

Takes a table as designers have them; what its columns are is what `from` in a set guesses. Promise: the table goes in
as it is, and the sketch draws every column, so that nothing is lost that somebody typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from generator.data.building.kinds import shown
from generator.data.building.pictures import Shelf
from generator.data.building.sets import ITEM_KEYS
from generator.data.model import FieldKind
from generator.data.reading.document import Map, Source
from generator.data.reading.grid import plain
from generator.data.reading.headings import Wanted
from generator.data.reading.tables import read_table
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.diagnostics.findings import Fault, has_errors

LANGUAGES = ("en", "ja", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "cs", "zh", "ko")
"""Languages that a heading may name: `Text (EN)`."""
INKS = ("#2f5d73", "#7a3b2e", "#41662f", "#6b4a86", "#7a5c1e", "#8a3358", "#2c6660", "#4d5566")
"""Dark enough for white letters; they go round where there are more words."""
_TITLES = ("name", "title", "card", "card_name")
ASIDE = {
    *("note", "notes", "comment", "comments", "remark", "remarks", "todo", "備考", "メモ", "bemerkung", "bemerkungen"),
    *("notiz", "notizen", "kommentar", "remarque", "remarques", "commentaire", "nota", "notas"),
}
"""Headings of what a designer writes for himself: no card shows it."""
_SCHEMA = "# yaml-language-server: $schema=../.schema/{}.json\n"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a sheet of a table holds: the id and the name of its set, the fields with their headings, the items."""

    id: str
    name: str
    source: str
    fields: Mapping[str, tuple[FieldKind, str]]
    items: Sequence[Mapping[str, Any]]

    def of(self, *kinds: str) -> list[str]:
        """The fields of these kinds, in the order of their columns."""
        return [name for name, (kind, _) in self.fields.items() if kind.name in kinds]

    def words(self, field: str) -> list[str]:
        """What the items say of a field, in one language."""
        said = (item.get(field) for item in self.items)
        return [str(next(iter(v.values()), "") if isinstance(v, dict) else v) for v in said if v is not None]


def sheets_of(path: Path, languages: Sequence[str]) -> list[Sheet]:
    """The sheets of a table that have items. Raises `Fault` where nothing can be read."""
    found = [sheet for name in _names(path) if (sheet := _sheet(path, name, languages)).items]
    tables = [sheet for sheet in found if len(sheet.fields) > 1]  # a single column beside them is somebody's notes
    return tables or found


def _names(path: Path) -> list[str]:
    """The sheets of a workbook; of a file without sheets one that has no name."""
    if path.suffix.lower() not in (".xlsx", ".xlsm", ".ods"):
        return [""]
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_path(str(path))
    except (CalamineError, OSError):
        return [""]  # told by who reads it
    shown_ = [s.name for s in book.sheets_metadata if str(s.visible).endswith(".Visible")]
    return shown_ if len(shown_) > 1 else [""]


def _sheet(path: Path, name: str, languages: Sequence[str]) -> Sheet:
    wanted = Map(Source(path.name), None, {}, {"sheet": name} if name else {})
    called = name or path.stem
    set_id = slug(called, NAME) or "card"
    table = read_table(path, path.name, Wanted(languages=tuple(languages), owner=set_id, source=wanted))
    if table.document is None and not name:
        raise Fault(*[f for f in table.findings if has_errors([f])] or table.findings)
    items = table.document.data if table.document is not None else []
    own = {field: f"{set_id}-{field}" for field in ITEM_KEYS}  # what these mean to the tool, no column means
    fields = {own.get(f, f): (kind, mark.heading or f) for f, (kind, mark) in table.guessed.items()}
    items = [{own.get(field, field): value for field, value in item.items()} for item in items]
    said = {"file": _quoted(path.name), **({"sheet": _quoted(name)} if name else {})}
    asides = [f for f, (_, mark) in table.guessed.items() if plain(mark.heading) in ASIDE]
    fields = {f: of for f, of in fields.items() if f not in asides}
    renamed = [f for f in table.guessed if f not in asides and (f in own or f.startswith("column_"))]
    moved = [f"{_quoted(table.guessed[f][1].heading or f)}: {own.get(f, f)}" for f in renamed]
    said |= {"columns": f"{{{', '.join(moved)}}}"} if moved else {}
    said |= {"ignore": f"[{', '.join(_quoted(table.guessed[f][1].heading) for f in asides)}]"} if asides else {}
    source = ", ".join(f"{key}: {words}" for key, words in said.items())
    return Sheet(set_id, called, said["file"] if len(said) == 1 else f"{{{source}}}", fields, items)


def languages_in(sheets: Sequence[Sheet]) -> list[str]:
    """The languages that columns name, in their order."""
    texts = (value for sheet in sheets for item in sheet.items for value in item.values() if isinstance(value, dict))
    return list(dict.fromkeys(language for text in texts for language in text))


def files_of(path: Path, sheets: Sequence[Sheet], game: str, languages: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """All files of the game: (name in the project, bytes)."""
    data, drawings = f"components/{game}", f"layouts/{game}"
    shelf = Shelf()
    title = path.stem.replace("_", " ").replace("-", " ").strip().title()
    yield f"{data}/game.yaml", game_file(title, languages).encode()
    yield f"{data}/{path.name}", path.read_bytes()
    for sheet in sheets:
        yield f"{data}/{sheet.id}.yaml", _set(sheet).encode()
        yield f"{drawings}/{sheet.id}.svg", front(sheet).encode()
    yield f"{drawings}/back.svg", _BACK.encode()
    for name in dict.fromkeys(word for sheet in sheets for field in sheet.of("image") for word in sheet.words(field)):
        for found in shelf.find([path.parent], name):
            yield f"{data}/{found.relative_to(path.parent).as_posix()}", found.read_bytes()


def _quoted(words: str) -> str:
    plain = re.fullmatch(r"[\w.-]+( [\w.-]+)*", words) and not re.fullmatch(r"[\d.]+|true|false|null", words)
    return words if plain else '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def game_file(title: str, languages: Sequence[str]) -> str:
    """The words of a game.yaml."""
    return (
        _SCHEMA.format("game") + f"title: {_quoted(title)}\nversion: draft 1\nplayers: [2, 4]\n"
        f"languages: [{', '.join(languages)}]\n"
    )


def _set(sheet: Sheet) -> str:
    kinds = {name: shown(kind) + "?" * kind.optional for name, (kind, _) in sheet.fields.items()}
    fields = "".join(
        f"  {name}: {words if words.rstrip('?').isalpha() else _quoted(words)}\n" for name, words in kinds.items()
    )
    counts = [item.get("count") for item in sheet.items]
    pieces = sum(count if isinstance(count, int) else 1 for count in counts)
    return (
        _SCHEMA.format("set") + f"id: {sheet.id}\nname: {_quoted(sheet.name)}\nkind: card\n"
        f"size: poker-metric # 63 x 88 mm; `pnp docs layouts` has more\nlayout: {sheet.id}\nback: back\n"
        f"# expect: {pieces} # say how many there must be, and the count is checked\n"
        f"from: {sheet.source}\nfields: # what the columns hold; `pnp explain text` and so on says more\n{fields}"
    )


# ---- the template ------------------------------------------------------------------------------------------------


def front(sheet: Sheet) -> str:
    """A plain front on which every field has a place: a coloured head with number, name and kind, a picture, the
    longest text, what else there is in lines below, more numbers at the foot."""
    texts = sheet.of("text")
    title = next((t for t in texts if t in _TITLES), texts[0] if texts else "")
    long = max((t for t in texts if t != title), key=lambda t: max(map(len, sheet.words(t)), default=0), default="")
    body = long if max(map(len, sheet.words(long)), default=0) > 24 else ""
    numbers = sheet.of("integer", "number")
    picture = next(iter(sheet.of("image")), "")
    group = next((f for f in (*sheet.of("one of"), *texts) if f not in (title, body) and _is_group(sheet, f)), "")
    apart = {title, body, picture, group, *numbers[:5], *sheet.of("color", "image")}
    rest = [f for f in sheet.fields if f not in apart]
    foot = 80.0 - 9.0 * bool(numbers[1:])
    facts = rest[: int((foot - 40) // 4)]
    low = foot - 4.0 * len(facts)
    parts = [
        *_head(sheet, title, numbers[:1], group),
        *(
            [
                f'<image pnp:if="item.{_name(picture)}" pnp:href="item.{_name(picture)}" x="4" y="19" width="55" '
                f'height="{(30 if body else low - 21):g}" preserveAspectRatio="xMidYMid slice"/>'
            ]
            if picture
            else []
        ),
        *([_box(body, 52.0 if picture else 21.0, low)] if body else []),
        *(_fact(sheet, field, low + 3.4 + 4 * n) for n, field in enumerate(facts)),
        *_foot(sheet, numbers[1:5]),
    ]
    return _PAGE.format("\n".join(f"  {part}" for part in parts))


def _is_group(sheet: Sheet, field: str) -> bool:
    words = sheet.words(field)
    return 1 < len({*words}) <= len(INKS) and len({*words}) * 2 <= len(words) and max(map(len, words)) <= 20


def _name(field: str) -> str:
    return field.replace("-", "_")


def _head(sheet: Sheet, title: str, numbers: Sequence[str], group: str) -> Iterator[str]:
    ink = INKS[0]
    own = next(iter(sheet.of("color")), "")
    words = list(dict.fromkeys(sheet.words(group))) if group else []
    bound = f"item.{_name(own)}" if own else ""
    if words and not own:
        inks = ", ".join(f"{word!r}: '{INKS[n % len(INKS)]}'" for n, word in enumerate(words))
        bound = f"{{{inks}}}[item.{_name(group)}]"
    fill = f" pnp:fill={quoteattr(bound)}" if bound else ""
    yield f'<rect x="-3" y="-3" width="69" height="20" fill="{ink}"{fill}/>'
    if numbers:
        has = f' pnp:if="item.{_name(numbers[0])} is defined"'
        yield f'<circle{has} cx="10" cy="9.2" r="5.2" fill="#ffffff"/>'
        yield (
            f'<text{has} pnp:text="item.{_name(numbers[0])}" pnp:fit="shrink" pnp:width="9" x="10" y="11.7" '
            'text-anchor="middle" font-family="body" font-weight="bold" font-size="7" fill="#22262b">1</text>'
        )
    left, y = (17.5 if numbers else 5.0), (8.6 if group else 10.9)
    said = f"item.{_name(title)}" if title else "item.id"
    yield (
        f'<text pnp:text="{said}" pnp:fit="shrink" pnp:width="{58 - left:g}" x="{left:g}" y="{y:g}" '
        'font-family="body" font-weight="bold" font-size="5" fill="#ffffff">Name</text>'
    )
    if group:
        yield (
            f'<text pnp:text="item.{_name(group)}" pnp:fit="shrink" pnp:width="{58 - left:g}" x="{left:g}" y="13" '
            f'font-family="body" font-size="3" fill="#ffffff">{escape(sheet.fields[group][1])}</text>'
        )


def _box(field: str, top: float, bottom: float) -> str:
    return (
        f'<text pnp:text="item.{_name(field)}" pnp:box="5.5 {top:g} 52 {bottom - top - 1:g}" pnp:floor="6.5pt" x="5.5" '
        f'y="{top + 4:g}" font-family="body" font-size="3.6" fill="#22262b">What it does.</text>'
    )


def _fact(sheet: Sheet, field: str, y: float) -> str:
    """A line `Heading: value`."""
    kind, heading = sheet.fields[field]
    name = f"item.{_name(field)}"
    value = (
        f"{name}|join(', ')" if kind.name == "list" else f"('✓' if {name} else '–')" if kind.name == "flag" else name
    )
    words = f"{heading + ': '!r} ~ {value}"
    return (
        f'<text pnp:if="{name} is defined" pnp:text={quoteattr(words)} pnp:fit="shrink" pnp:width="52" '
        f'x="5.5" y="{y:g}" font-family="body" font-size="2.8" fill="#4a4f57">{escape(heading)}</text>'
    )


def _foot(sheet: Sheet, numbers: Sequence[str]) -> Iterator[str]:
    """More numbers, each with its heading, in columns of one width."""
    step = 53 / max(1, len(numbers))
    for n, field in enumerate(numbers):
        x, name = 5 + step * (n + 0.5), f"item.{_name(field)}"
        yield f'<g pnp:if="{name} is defined" text-anchor="middle" font-family="body" fill="#22262b">'
        yield (
            f'  <text pnp:text="{name}" pnp:fit="shrink" pnp:width="{step - 2:g}" x="{x:g}" y="78.6" '
            'font-weight="bold" font-size="6">2</text>'
        )
        yield (
            f'  <text pnp:text={quoteattr(repr(sheet.fields[field][1]))} pnp:fit="shrink" pnp:width="{step - 2:g}" '
            f'x="{x:g}" y="82.2" font-size="2.5" fill="#4a4f57">{escape(sheet.fields[field][1])}</text>'
        )
        yield "</g>"


_PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp"
     width="63mm" height="88mm" viewBox="0 0 63 88">
  <!-- One unit is one millimetre; paint for the bleed goes 3 mm beyond the page.
       What starts with pnp: comes from the table; the rest is drawn as it stands. -->
  <rect x="-3" y="-3" width="69" height="94" fill="#fbfaf7"/>
{}
</svg>
"""
_BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp"
     width="63mm" height="88mm" viewBox="0 0 63 88">
  <rect x="-3" y="-3" width="69" height="94" fill="#2f5d73"/>
  <g pnp:for="row in 13|range" pnp:step="0 8" fill="none" stroke="#ffffff" stroke-opacity="0.18" stroke-width="0.8">
    <path d="M-5.5 -4 l6 -6 l6 6 l6 -6 l6 6 l6 -6 l6 6 l6 -6 l6 6 l6 -6 l6 6 l6 -6 l6 6 l2 -2"/>
  </g>
  <rect x="10" y="34" width="43" height="20" rx="3" fill="#2f5d73" stroke="#ffffff" stroke-width="0.5"/>
  <text pnp:text="game.title" pnp:fit="shrink" pnp:width="37" x="31.5" y="45.7" text-anchor="middle" font-family="body"
        font-weight="bold" font-size="5" fill="#ffffff">Title</text>
</svg>
"""
