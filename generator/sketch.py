"""A spreadsheet -> the files of a game: a set and a plain template for each of its sheets, pictures beside them.

Takes a table as designers have them; what its columns are is what `from` in a set guesses, what its pieces are its
names say. Promise: the table goes in as it is, the sketch draws every column for which the piece has room, and
`report` tells what became of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from generator.data.building.sets import ITEM_KEYS
from generator.data.markup import escape, from_html, parse_markup
from generator.data.model import FieldKind
from generator.data.reading.document import Map, Source
from generator.data.reading.folders import Shelf
from generator.data.reading.grid import LONGEST, plain, plain_ascii
from generator.data.reading.headings import Wanted
from generator.data.reading.load import MAX_BYTES
from generator.data.reading.records import lists_in
from generator.data.reading.tables import ENDINGS, Table, read_table
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME, shown
from generator.diagnostics.findings import Fault, Mark, has_errors
from generator.face.face import Shape
from generator.front import back, front, has_back, own_back
from generator.pieces import Look, Sheet, look_of, pieces_called, roles_of, sides_of
from generator.project import read_plain
from generator.values import replace

LANGUAGES = tuple("en ja de fr es it pt nl pl sv da cs zh ko ru uk hu tr fi".split())  # noqa: SIM905 (as one line)
"""Languages that a heading may name: `Text (EN)`."""
ASIDE = {
    *("note", "notes", "comment", "comments", "remark", "remarks", "todo", "備考", "メモ", "bemerkung", "bemerkungen"),
    *("notiz", "notizen", "kommentar", "remarque", "remarques", "commentaire", "nota", "notas"),
}
"""Headings of what a designer writes for himself: no card shows it."""
_OWN = re.compile(
    r"(?i)\b(change ?log|log|notes?|todo|read ?me|history|lookups?|config|settings|archive|old)$|^メモ$|履歴"
)
"""How a sheet is called that holds no pieces."""
_SCHEMA = "# yaml-language-server: $schema=../.schema/{}.json\n"


def sheets_of(path: Path, languages: Sequence[str], pieces: str = "", size: str = "") -> tuple[list[Sheet], list[str]]:
    """The sheets of a table that have items, and what is said of others. `pieces` holds for all, `size` for cards and
    for those whose names say nothing else. Raises `Fault` where nothing can be read, `ValueError` for a wrong size."""
    names, left = _names(path)
    said = {name: pieces or pieces_called(name) or pieces_called(path.stem) for name in names}
    free = [name for name in names if pieces or said[name] in ("", "cards")] or names
    looks = {name: look_of(said[name], size if name in free else "", is_sure=bool(pieces)) for name in names}
    shelf = Shelf()
    read = [_sheet(path, name, languages, looks[name], shelf) for name in names]
    found = [sheet for sheet in read if sheet.items]
    tables = [sheet for sheet in found if len(sheet.fields) > 1] or found  # a column alone is somebody's notes
    left += [f"sheet {sheet.name}: not taken, it has {'one column' if sheet.items else 'no rows'}" for sheet in read
             if sheet not in tables]  # fmt: skip
    return tables, left


def _names(path: Path) -> tuple[list[str], list[str]]:
    """The sheets of a workbook, the lists of a JSON file, of a file without sheets one that has no name; and what is
    said of hidden ones."""
    if path.suffix.lower() == ".json":
        return _lists(path), []
    if path.suffix.lower() not in (".xlsx", ".xlsm", ".ods"):
        return [""], []
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_path(str(path))
    except (CalamineError, OSError):
        return [""], []  # told by who reads it
    own = [s.name for s in book.sheets_metadata if _OWN.search(s.name)]
    own = own if len(own) < len(book.sheets_metadata) else []
    seen = [s.name for s in book.sheets_metadata if str(s.visible).endswith(".Visible") and s.name not in own]
    left = [f"sheet {s.name}: not taken, it is {'called so' if s.name in own else 'hidden'}"
            for s in book.sheets_metadata if s.name not in seen]  # fmt: skip
    return seen if len(seen) > 1 or left else [""], left


def tables_in(folder: Path) -> list[Path]:
    """The tables of a folder; a JSON file without two records is somebody's settings."""
    named = (p for p in sorted(folder.iterdir()) if p.suffix.lower() in ENDINGS and p.name[0] not in ".~")
    return [p for p in named if p.suffix.lower() != ".txt" and (p.suffix.lower() != ".json" or _has_records(p))]


def _has_records(path: Path) -> bool:
    try:
        return any(len(rows) > 1 for rows in lists_in(read_plain(path, MAX_BYTES), path.name)[1].values())
    except (Fault, OSError):
        return False


def _lists(path: Path) -> list[str]:
    """The lists of a JSON file, by their names; "" alone if there is but one, or what its reader will tell."""
    try:
        found = [name for name, rows in lists_in(read_plain(path, MAX_BYTES), path.name)[1].items() if rows]
    except (Fault, OSError):
        return [""]
    return found if len(found) > 1 else [""]


def _sheet(path: Path, name: str, languages: Sequence[str], look: Look, shelf: Shelf) -> Sheet:
    wanted = Map(Source(path.name), None, {}, {"sheet": name} if name else {})
    called = name or path.stem
    set_id = slug(plain_ascii(called), NAME) or look.kind
    asked = Wanted(
        languages=tuple(languages),
        owner=set_id,
        source=wanted,
        is_picture=lambda name: shelf.find([path.parent], name),
    )
    table = read_table(path, path.name, asked)
    if table.document is None and not name:
        raise Fault(*[f for f in table.findings if has_errors([f])] or table.findings)
    items = table.document.data if table.document is not None else []
    guessed, twice = _with_pictures(table, items, asked)
    own = {field: f"{set_id}-{field}" for field in ITEM_KEYS[2:]}  # what these mean to the tool, no column means
    asides = [f for f, (_, mark) in guessed.items() if _is_aside(mark.heading) or not _says_something(items, f)]
    fields = {own.get(f, f): (kind, mark.heading or f) for f, (kind, mark) in guessed.items() if f not in asides}
    beside = _beside(table, items, [guessed[f][1].heading for f in asides])
    items = [{own.get(field, field): value for field, value in item.items()} for item in items]
    named = [str(item[f]) for f, (kind, _) in fields.items() if kind.name == "image" for item in items if item.get(f)]
    pictures = {name: shelf.find([path.parent], name) for name in dict.fromkeys(named)}
    beside["lost"] = [f"{name} ({meant}?)" if (meant := shelf.near(name)) else name
                      for name, found in pictures.items() if not found]  # fmt: skip
    is_html = any(map(_is_foreign, _texts(items)))
    source = _source(path, name, replace(table, guessed=guessed), own, asides, twice, is_html)
    notes = [f"{f.message}" for f in table.findings if f.code in ("Y029", "Y030", "Y033")]
    notes += ["`markup: html`: its texts have tags or braces; these are printed as they are"] * is_html
    return Sheet(set_id, called, path, source, fields, items, look, pictures, beside, notes)


def _with_pictures(
    table: Table, items: Sequence[Map], asked: Wanted
) -> tuple[dict[str, tuple[FieldKind, Mark]], dict[str, str]]:
    """The fields, one of which is of pictures if all its words are names of some; and headings that are this besides,
    where pictures are called as the pieces are."""
    guessed = dict(table.guessed)
    if any(kind.name == "image" for kind, _ in guessed.values()):
        return guessed, {}
    words = [f for f, (kind, _) in guessed.items() if kind.name in ("text", "one of", "word")]
    for field in sorted(words, key=("name", "title").__contains__):
        said = {str(item[field]) for item in items if item.get(field) and not isinstance(item[field], dict)}
        if len(said) > 1 and all(len(word) < LONGEST and asked.is_picture(word) for word in said):
            kind, mark = guessed[field]
            if field not in ("name", "title") and field != words[0]:
                return {**guessed, field: (FieldKind("image", optional=kind.optional), mark)}, {}
            for item in items:
                item["picture"] = item.get(field)
            named = (FieldKind("image"), replace(mark, heading="picture"))
            return {**guessed, "picture": named}, {mark.heading: "picture"}
    return guessed, {}


def _says_something(items: Sequence[Map], field: str) -> bool:
    """False for what no piece says, and for keys and addresses of programs."""
    said = [str(item[field]) for item in items if field in item]
    return not all(_KEY.match(word) for word in said)


_KEY = re.compile(r"https?://|[0-9a-f]{8}-[0-9a-f]{4}-")


def _is_aside(heading: str) -> bool:
    """True for what a designer writes for himself: `Notes`, `Notes to self`, `Comment (Tom)`, `Playtest notes`."""
    words = re.split(r"[(（:\s_]+", heading.strip(" )）"))
    return bool({plain(words[0]), plain(words[-1])} & ASIDE)


def _beside(table: Table, items: Sequence[Map], asides: Sequence[str]) -> dict[str, list[str]]:
    """The headings of columns that are no fields, by what they are."""
    first = items[0] if items else Map()
    keys = [key for key in ("count", "id") if key in first.spans and first.mark(key).heading]
    found = {
        key: [first.mark(key).heading] for key in keys if key == "count" or first.mark(key).heading not in _heads(table)
    }
    return {**found, "notes": list(asides), "unread": [words for words, _ in table.unread]}


def _heads(table: Table) -> set[str]:
    return {mark.heading for _, mark in table.guessed.values()}


def _texts(items: Sequence[Map]) -> Iterator[str]:
    for value in (value for item in items for value in item.values()):
        yield from (str(v) for v in (value.values() if isinstance(value, dict) else [value]) if isinstance(v, str))


def _is_foreign(words: str) -> bool:
    """True for markup that is not ours, or names what a new game does not have."""
    tokens, faults = parse_markup(words)
    ours = ("text", "ruby", "break", "paragraph")
    return (
        bool(faults)
        or any(t.kind not in ours for t in tokens)
        or from_html(words) != escape(words).replace("\\*\\*", "**")
    )


def _source(
    path: Path,
    name: str,
    table: Table,
    own: Mapping[str, str],
    asides: Sequence[str],
    twice: Mapping[str, str],
    is_html: bool,
) -> str:
    """What `from` says."""
    said = {"file": _quoted(path.name), **({"sheet": _quoted(name)} if name else {})}
    heads = {f: mark.heading or f for f, (_, mark) in table.guessed.items() if f not in asides}
    renamed = {f: head for f, head in heads.items() if f in own or f.startswith("column_")
               or (re.search("_[0-9]+$", f) and plain(f) != plain(head))}  # fmt: skip
    moved = [f"{_quoted(head)}: {own.get(f, f)}" for f, head in renamed.items()]
    moved += [f"{_quoted(heading)}: {field}" for heading, field in twice.items()]
    moved += [f"{_quoted(f.about[0])}: {f.about[1]}" for f in table.findings if f.code == "Y030"]
    said |= {"columns": f"{{{', '.join(moved)}}}"} if moved else {}
    said |= {"ignore": f"[{', '.join(_quoted(table.guessed[f][1].heading) for f in asides)}]"} if asides else {}
    said |= {"markup": "html"} if is_html else {}
    source = ", ".join(f"{key}: {words}" for key, words in said.items())
    return said["file"] if len(said) == 1 else f"{{{source}}}"


_LETTERS = {"ja": (0.1, "[\u3040-\u30ff]"), "ko": (0.3, "[\uac00-\ud7af]"), "zh": (0.3, "[\u4e00-\u9fff]")}
"""The letters that no other language has, and what share of its words they surely are."""


def unlike(sheets: Sequence[Sheet], others: Sequence[Sheet]) -> list[Sheet]:
    """The same sheets; one whose id another has already takes a number to it."""
    taken, made = {sheet.id for sheet in others}, []
    for sheet in sheets:
        made.append(next(i for n in count(1) if (i := f"{sheet.id}-{n}" if n > 1 else sheet.id) not in taken))
        taken.add(made[-1])
    return [replace(sheet, id=own) for sheet, own in zip(sheets, made, strict=True)]


def languages_in(sheets: Sequence[Sheet]) -> list[str]:
    """The languages that columns name, in their order; else the one that its letters tell."""
    texts = (value for sheet in sheets for item in sheet.items for value in item.values() if isinstance(value, dict))
    named = list(dict.fromkeys(str(language) for text in texts for language in text))
    words = "".join(word for sheet in sheets for field in sheet.of("text", "one of") for word in sheet.words(field))
    told = (la for la, (share, letters) in _LETTERS.items() if len(re.findall(letters, words)) > share * len(words))
    return named or [*told][:1]


def files_of(sheets: Sequence[Sheet], game: str, title: str, languages: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """All files of the game: (name in the project, bytes)."""
    data, drawings = f"components/{game}", f"layouts/{game}"
    yield f"{data}/game.yaml", game_file(title, languages).encode()
    for path in dict.fromkeys(sheet.path for sheet in sheets):
        yield f"{data}/{path.name}", path.read_bytes()
    for sheet in sheets:
        (drawing, placed), (behind, more) = front(sheet), own_back(sheet)
        yield f"{data}/{sheet.id}.yaml", _set(sheet, [*placed, *more]).encode()
        yield f"{drawings}/{sheet.id}.svg", drawing.encode()
        if _back(sheet):
            yield f"{drawings}/{_back(sheet)}.svg", (behind or back(sheet.look.shape)).encode()
    found = {path: sheet for sheet in sheets for paths in sheet.pictures.values() for path in paths}
    for path, sheet in found.items():
        yield f"{data}/{path.relative_to(sheet.path.parent).as_posix()}", path.read_bytes()


def _back(sheet: Sheet) -> str:
    """The back of all cards of a size, of a sheet whose columns say what is behind; "" where none is printed."""
    size = sheet.look.size
    if own_back(sheet)[1]:
        return f"{sheet.id}-back"
    if not has_back(sheet.look.kind, sheet.look.shape):
        return ""
    return "back" if size == "poker-metric" else f"back-{slug(size, NAME) or sheet.id}"


def _quoted(words: str) -> str:
    plain = re.fullmatch(r"[\w.-]+( [\w.-]+)*", words) and not re.fullmatch(r"[\d.]+|true|false|null", words)
    return words if plain else '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def title_of(path: Path) -> str:
    """A title, from the name of a file."""
    words = re.sub(r"\(\d+\)|\bv?\d+(\.\d+)*$", "", path.stem.replace("_", " ").replace("-", " "))
    return " ".join((words if words.strip() else path.stem).split()).title()


def game_file(title: str, languages: Sequence[str]) -> str:
    """The words of a game.yaml."""
    return (
        _SCHEMA.format("game") + f"title: {_quoted(title)}\nversion: draft 1\nplayers: [2, 4]\n"
        f"languages: [{', '.join(languages)}]\n"
    )


def _set(sheet: Sheet, placed: Sequence[str]) -> str:
    kinds = {name: shown(kind) + "?" * kind.optional for name, (kind, _) in sheet.fields.items()}
    fields = "".join(
        f"  {name}: {words if words.rstrip('?').isalpha() else _quoted(words)}"
        + (" # pnp: accept R033 the front has no room for it\n" if name not in placed else "\n")
        for name, words in kinds.items()
    )
    counts = [item.get("count") for item in sheet.items]
    pieces = sum(count if isinstance(count, int) else 1 for count in counts)
    look = sheet.look
    return (
        _SCHEMA.format("set") + f"id: {sheet.id}\nname: {_quoted(sheet.name)}\nkind: {look.kind}\n"
        f"size: {look.size} # {_measures(look.shape)}; `pnp docs layouts` has more\nlayout: {sheet.id}\n"
        + (f"back: {_back(sheet)}\n" if _back(sheet) else "")
        + f"# expect: {pieces} # say how many there must be, and the count is checked\n"
        f"from: {sheet.source}\nfields: # what the columns hold; `pnp explain text` and so on says more\n{fields}"
    )


def _measures(shape: Shape) -> str:
    return f"{shape.width:.4g} x {shape.height:.4g} mm"


def report(sheets: Sequence[Sheet], left: Sequence[str]) -> Iterator[str]:
    """What became of each sheet and each column, in plain lines."""
    for sheet in sheets:
        rows = f"{len(sheet.items)} row{'s' * (len(sheet.items) != 1)}"
        yield f"{sheet.name}: {rows}, each a {sheet.look.kind}, {_measures(sheet.look.shape)}"
        placed, behind = front(sheet)[1], own_back(sheet)[1]
        roles = roles_of(sides_of(sheet)[0])
        copies = sheet.beside.get("count")
        yield f"  count: {copies[0]}" if copies else "  count: no column, so one of each"
        said = {"name": roles.title, "picture": roles.picture, "colour": roles.color or roles.group, "text": roles.body}
        for what, field in said.items():
            if field in placed and field:
                yield f"  {what}: {sheet.fields[field][1]}"
        lines = {
            "id": sheet.beside.get("id", ()),
            "also drawn": [sheet.fields[f][1] for f in placed if f in sheet.fields and f not in said.values()],
            "on the back": [sheet.fields[f][1] for f in behind],
            "no room on it": [heading for f, (_, heading) in sheet.fields.items() if f not in (*placed, *behind)],
            "yours alone, on no piece": sheet.beside["notes"],
            "not read": sheet.beside["unread"],
            "pictures copied": dict.fromkeys(p.name for found in sheet.pictures.values() for p in found),
            "pictures not found": sheet.beside["lost"],
        }
        for what, words in lines.items():
            if words:
                yield f"  {what}: {', '.join(list(words)[:8])}" + (f" ... ({len(words)})" if len(words) > 8 else "")
        yield from (f"  {note}" for note in sheet.notes[:6])
    yield from left
