"""A file or a folder -> what is a table of its own in it: sheets, lists, parts of a page; and what they are called.

Promise: a sheet that is hidden, or called as notes are, is left out and told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.data.lexicon import table_words
from generator.data.reading.grid import plain_ascii
from generator.data.reading.load import MAX_BYTES
from generator.data.reading.records import lists_in
from generator.data.reading.rows import split_tables
from generator.data.reading.tables import ENDINGS, PLAIN, RECORDS
from generator.data.reading.textual import delimited_grid
from generator.data.reading.workbook import workbook_grid
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.diagnostics.findings import Fault
from generator.project import read_plain
from generator.scaffold.sizes import pieces_called
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

LANGUAGES = tuple("en ja de fr es it pt nl pl sv da cs zh ko ru uk hu tr fi".split())  # noqa: SIM905 (as one line)
"""Languages that a heading may name: `Text (EN)`."""
_OWN = re.compile(rf"(?i)\b({'|'.join(table_words('logs'))})$|^メモ$|履歴|集計")
"""How a sheet is called that holds no pieces."""
ADDED = re.compile(
    r" [0-9a-f]{32}(_all)?$| ?- ?(Grid view|Sheet|Página|Feuille|Hoja|Foglio|Tabellenblatt|シート) ?\d*$"
)
"""What Notion, Airtable and Google add to the name of a table."""
_STATE = re.compile(r"(?i)[\s_-]*[(\[]?\b(v(er(sion)?)?[. ]?\d+([._]\d+)*|final|draft|wip|copy)\b[)\]]?")
"""What a designer adds to it, of no account to players: `Cards v3 (final)`."""


def called(words: str) -> str:
    """What a set is called by the name of its table."""
    bare = ADDED.sub("", words).replace("_", " ").strip()
    bare = bare if re.search(r"[A-Z\s]", bare) else bare.replace("-", " ")  # of a file
    return _STATE.sub("", bare).strip() or bare


_NAMELESS = re.compile(
    r"(?i)((my|all|the|new|test) )?(src|data|input|decks?|cards?|sheet|book|table|export|untitled|items?|list|files?|"
    r"new|games?|test|demo|try|proto(type)?|project|.)( \d+)?"
)
"""Titles that say of no game which it is."""


def title_of(*paths: Path) -> str:
    """A title from the names of files or folders: the first that says of a game which it is."""
    titles = [_title_of(ADDED.sub("", path.stem if path.suffix.lower() in ENDINGS else path.name)) for path in paths]
    return next((title for title in titles if not _NAMELESS.fullmatch(title)), titles[0])


def is_nameless(words: str) -> bool:
    """True for what says nothing of a set: `Deck 2`, `Cartas`."""
    return bool(_NAMELESS.fullmatch(words)) or bool(pieces_called(words, is_whole=True))


def _title_of(stem: str) -> str:
    """Words as they were written, where they have capitals."""
    words = re.sub(r"\(\d+\)|\bv?\d+(\.\d+)*$", "", stem.replace("_", " ").replace("-", " "))
    kept = words if words.strip() else stem
    return " ".join((kept if kept.lower() != kept else kept.title()).split())


def tables_in(folder: Path) -> list[Path]:
    """The tables of a folder. JSON without two records is somebody's settings; Notion writes each table twice."""
    named = [p for p in sorted(folder.iterdir()) if p.suffix.lower() in ENDINGS and p.name[0] not in ".~"]
    whole = {p.stem.removesuffix("_all") for p in named if p.stem.endswith("_all")}
    json = [p for p in named if p.suffix.lower() in RECORDS]
    few = [p for p in json if not any(len(rows) > 1 for rows in _lists(p).values())]
    return [p for p in named if p not in few and p.suffix.lower() != ".txt" and p.stem not in whole]


def copied(path: Path) -> str:
    """What a table is called in the project: beside the file of a set, which ends in `.yaml`, too."""
    return f"{path.stem}-items{path.suffix}" if path.suffix.lower() in (".yaml", ".yml") else path.name


def table_names(path: Path) -> tuple[list[str], list[str]]:
    """What is a table of its own: the sheets of a workbook, the lists of a JSON file, the tables one below another of
    any other, by their names; "" alone if there is but one; and what is said of hidden ones."""
    ending = path.suffix.lower()
    try:
        if ending in (*RECORDS, *PLAIN):
            found = _lists(path) if ending in RECORDS else _blocks(path)
            names = [name for name, rows in found.items() if rows]
            return names if len(names) > 1 else [""], []
        return _visible(path)
    except (Fault, OSError):
        return [""], []  # told by who reads it


def _lists(path: Path) -> Mapping[str, Sequence[object]]:
    try:
        return lists_in(read_plain(path, MAX_BYTES), path.name)[1]
    except (Fault, OSError):
        return {}


def _blocks(path: Path) -> Mapping[str, Sequence[object]]:
    return split_tables(delimited_grid(read_plain(path, MAX_BYTES), path.name, LANGUAGES).rows)


def _visible(path: Path) -> tuple[list[str], list[str]]:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_path(str(path))
    except (CalamineError, OSError):
        return [""], []
    own = [s.name for s in book.sheets_metadata if _OWN.search(s.name)]
    own = own if len(own) < len(book.sheets_metadata) else []
    seen = [s.name for s in book.sheets_metadata if str(s.visible).endswith(".Visible") and s.name not in own]
    left = [f"sheet {s.name}: not taken, it is {'called so' if s.name in own else 'hidden'}"
            for s in book.sheets_metadata if s.name not in seen]  # fmt: skip
    raw = read_plain(path, MAX_BYTES)
    tables = {name: [*split_tables(workbook_grid(raw, path.name, name).rows)] for name in seen}
    named = [f"{tab}: {name}" if len(found) > 1 else tab for tab, found in tables.items() for name in found or [""]]
    is_said = pieces_called(named[0]) not in ("", "cards")  # what the file is not called after
    return named if len(named) > 1 or left or is_said else [""], left


def with_title(sheet: TableSheet, path: Path, name: str, tables: Sequence[str]) -> TableSheet:
    """A table on a page that is called by its first heading, as it has no title: by what all of its items say, if the
    page has several of the `tables`; the first by its sheet or its file."""
    heads = {*(heading for _, heading in sheet.fields.values()), *sheet.beside.get("id", ())}
    if re.sub(r" \d+$", "", sheet.name) not in heads:
        return sheet
    page = name.rpartition(": ")[0]
    beside = [other for other in tables if other.rpartition(": ")[0] == page]
    said = sheet.of("text", "one of") if len(beside) > 1 else ()
    alike = next((sheet.words(f)[0] for f in said if sheet.is_alike(f)), "")
    spoken = alike or (page or ADDED.sub("", path.stem) if name == beside[0] else sheet.name)
    return replace(sheet, name=spoken, id=slug(plain_ascii(spoken), NAME) or sheet.id)
