"""CSV, xlsx, ods, JSON and YAML -> items, as if they had been written in YAML.

Takes a table with named columns (headings.py says how they are read) and what a set wants of it. Gives a `Document`
whose data is a list of mappings; words become numbers and flags where the field's kind asks for it. Promise: every
cell keeps its place: line and column, sheet, cell, heading and value.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from generator.data.lexicon import decimal_of
from generator.data.model import NAME_FIELDS, Accepted, FieldKind
from generator.data.reading.beside import counted_in_names, in_columns, in_sections
from generator.data.reading.cells import NOTHING, NULLS, is_blank, of_html, read_cell
from generator.data.reading.dates import tell_dates
from generator.data.reading.document import Document, List, Map, Place, Source
from generator.data.reading.folders import renamed_pictures
from generator.data.reading.grid import UNKNOWN, Grid, Row, Shown, as_said, is_error, letters, plain
from generator.data.reading.guessing import are_rare, are_slips, guessed_kind, likely_columns, slips_in
from generator.data.reading.headings import ACCEPT, Column, Head, Wanted, head_of
from generator.data.reading.html import SIGN, icon_id, own_braces
from generator.data.reading.ids import Cells, name_all, places_of
from generator.data.reading.load import MAX_BYTES, MAX_DESIGNS, crowded, unreadable
from generator.data.reading.ragged import rejoined, tell_longer, tell_shorter, with_whole_head
from generator.data.reading.records import record_grid
from generator.data.reading.rows import tell_choices, tell_unpaired
from generator.data.reading.split import split_tables
from generator.data.reading.textual import delimited_grid, is_encoding
from generator.diagnostics.findings import Fault, Finding, Mark, did_you_mean, rows_called
from generator.expressions.runtime import ExpressionError, add_steps
from generator.project import BOOKS, PLAIN, RECORDS, Project, read_plain
from generator.values import Struct, replace

_WORDS = ("text", "one of", "word")
_FEW = 4
"""So many cells are named."""
_STEPS = 300
"""Of an expression, for each row."""
_ROW = 1 << 32
"""Columns that a table may have: a place in it is that of its row and its column."""


class Table(Struct, frozen=True):
    """What was read: the items (None: nothing can be used), the kinds of fields that were guessed with their places,
    its file and sheet, the columns that nothing reads, all headings, and those of columns that
    nobody sees."""

    document: Document | None
    findings: list[Finding]
    guessed: Mapping[str, tuple[FieldKind, Mark]]
    place: tuple[str, str] = ("", "")
    unread: tuple[tuple[str, Mark], ...] = ()
    headings: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    sheets: Sequence[str] = ()
    """The sheets of its workbook that are in sight."""
    likely: Mapping[str, str] = {}
    """Fields that no column gives, and the unread heading that may be theirs."""

    @property
    def items(self) -> Sequence[Map]:
        """The items; none, if nothing can be used."""
        return self.document.data if self.document is not None else []


def read_table(path: Path, file: str, wanted: Wanted, project: Project | None = None) -> Table:
    """The items in a table of `project`; `file` is its name in findings."""
    try:
        grid = _grid(path, file, wanted, project)
        most = MAX_DESIGNS * (project.room if project else 1)
        if len(grid.rows) > most + 1:
            raise Fault(crowded(grid.mark(grid.rows[most + 1], 0), most))
        if not grid.rows:
            mark = Mark(file, 1, 1, sheet=grid.sheet)
            raise Fault(
                *grid.findings, Finding("Y020", mark, "the table is empty", "name the columns in the first row")
            )
        grid.rows = with_whole_head(grid)
        in_columns(grid, wanted)
        head = head_of(grid, wanted)
        head = in_sections(grid, replace(head, rows=rejoined(grid, len(head.row.values), head.rows)), wanted)
        head = counted_in_names(grid, head, wanted)
    except Fault as fault:
        return Table(None, list(fault.findings), {})
    guessed = dict(_guessed(grid, head, wanted)) if wanted.fields is None else {}
    kinds = {name: kind for name, (kind, _) in guessed.items()} if wanted.fields is None else wanted.fields
    if wanted.source.get("markup") == "html":
        texts = {c.at: kinds[c.name] for c in head.columns if c.name in kinds and _is_worded(kinds[c.name])}
        for row in head.rows:
            tell_unpaired(grid, row, texts)
        _tell_signs(grid, head.rows, texts, wanted.icons)
        head = replace(head, rows=[_marked_up(row, texts, wanted.icons) for row in head.rows])
    likely = _likely(grid, head, wanted)
    document = _items(grid, head, kinds, wanted, likely)
    shown = [letters(at) for at in sorted({c.at for c in head.columns} & grid.hidden)]
    if shown:
        grid.notes.append(f"column{'s' * (len(shown) > 1)} {', '.join(shown)}: hidden, and read as any other")
    notes = [Finding("Y029", Mark(file, 1, 1, sheet=grid.sheet), note) for note in grid.notes]
    hidden = frozenset(heading for at, heading in head.all.items() if at in grid.hidden) | grid.coded
    return Table(
        document,
        [*grid.findings, *notes],
        guessed,
        (file, grid.sheet),
        head.unread,
        (*head.all.values(),),
        hidden,
        grid.sheets,
        likely,
    )


def _likely(grid: Grid, head: Head, wanted: Wanted) -> dict[str, str]:
    """The fields that no column gives, with the heading that may be theirs."""
    given, unread = {c.name for c in head.columns}, {heading for heading, _ in head.unread}
    lost = {field: kind for field, kind in (wanted.fields or {}).items() if field not in given} if unread else {}
    if not lost:
        return {}
    columns = {words: [row.value(at) for row in head.rows] for at, words in head.all.items() if words in unread}
    return likely_columns(lost, columns, grid.decimal, wanted.is_picture)


def _is_worded(kind: FieldKind) -> bool:
    """True for texts, and for lists of words."""
    return kind.name == "text" or (kind.of is not None and kind.of.name == "word")


def _tell_signs(grid: Grid, rows: Iterable[Row], texts: Collection[int], icons: Collection[str]) -> None:
    """Notes what other programs draw an icon for, and no term here, with its first cell."""
    found = ((f"`{sign[0]}` ({letters(at)}{row.number})", sign) for row in rows for at in texts
             for sign in SIGN.finditer(own_braces(str(row.value(at)), icons, lambda _: "")))  # fmt: skip
    left = {
        sign[0]: said for said, sign in reversed([*found]) if icon_id(next(filter(None, sign.groups()))) not in icons
    }
    if left:
        shown = ", ".join(list(left.values())[::-1][:_FEW]) + " ..." * (len(left) > _FEW)
        grid.notes.append(f"{shown}: printed as it stands; a term of game.yaml with an icon, called so, draws it")


def _marked_up(row: Row, texts: Mapping[int, FieldKind], icons: Collection[str]) -> Row:
    """The row with our markup in these columns for that of other programs."""

    def marked(at: int, value: object) -> object:
        return of_html(value, icons, is_list=texts[at].name == "list") if at in texts else value

    return row._replace(values=[marked(at, value) for at, value in enumerate(row.values)])


def _grid(path: Path, file: str, wanted: Wanted, project: Project | None) -> Grid:
    """The cells of a file. Raises `Fault`."""
    source, ending, fields = wanted.source, path.suffix.lower(), wanted.fields or {}
    room = project.room if project and ending in PLAIN else 1
    most = MAX_BYTES * room
    try:
        raw = project.read(path, most) if project else read_plain(path, most)
    except OSError as error:
        raise Fault(unreadable("Y020", "the table", file, error)) from None
    if len(raw) > most:
        message = f"the table has more than {most} bytes, which is the most that is read"
        hint = "; or check and build with `--volumes N`, which takes N times as much" if ending in PLAIN else ""
        raise Fault(Finding("Y008", Mark(file), message, f"split the table into two files{hint}"))
    if ending in BOOKS:
        from generator.data.reading.workbook import workbook_grid

        decimal = decimal_of(*wanted.languages[:1] or ("",))
        grid = workbook_grid(raw, file, source.get("sheet") or "", source.mark("sheet"), decimal)
        _keep_one(grid, (source.get("sheet") or "")[len(grid.sheet) + 2 :], source, f"{grid.sheet}: ")
        return grid
    if ending in RECORDS:
        named = dict.fromkeys((*(wanted.names or ()), *source.get("columns", ()), *source.get("ignore", ())), "text")
        kinds = {plain(name): kind for name, kind in (*named.items(), *((f, k.name) for f, k in fields.items()))}
        return record_grid(raw, file, source.get("sheet") or "", source.mark("sheet"), kinds)
    encoding = source.get("encoding") or ""
    if encoding and not is_encoding(encoding):
        hint = did_you_mean(
            encoding, ("utf-8", "utf-16", "cp1252", "cp932", "mac_roman", "latin-1", "cp1250", "gb18030")
        )
        raise Fault(Finding("Y002", source.mark("encoding"), f"no encoding is called `{encoding}`", hint))
    grid = delimited_grid(raw, file, wanted.languages, encoding, room)
    _keep_one(grid, source.get("sheet") or "", source)
    return grid


def _keep_one(grid: Grid, name: str, source: Map, tab: str = "") -> None:
    """Of several tables on one page keep that which `from` names; raises `Fault` (Y032) where none is called so."""
    found = split_tables(grid)
    tables = ", ".join(f"`{tab}{other}`" for other in found)
    if name:
        grid.rows = next((rows for title, rows in found.items() if plain(title) == plain(name)), [])
        if not grid.rows:
            hint = f"write one of its tables: {tables}" if len(found) > 1 else "delete `sheet`"
            message = f"`{name}` is no table in `{grid.file.rpartition('/')[2]}`"
            raise Fault(Finding("Y032", source.mark("sheet"), message, hint, about=(name,)))
    elif grid.tables:
        name, grid.rows = next(iter(found.items()))
        grid.notes += [f"of its tables {name} is read, the first: `sheet` takes {tables}"] * (len(found) > 1)
    elif len(found) > 1:
        grid.notes.append(f"it looks like several tables, and is read as one: `sheet` takes {tables}")


def _guessed(grid: Grid, head: Head, wanted: Wanted) -> Iterator[tuple[str, tuple[FieldKind, Mark]]]:
    """The kinds of the fields that the table has, as they would be declared."""
    apart = {*(wanted.beside or ("id", "count")), ACCEPT}
    ticked = _ticked(head)
    for column in head.columns:
        if column.name not in apart:
            said = [(row.number, row.value(column.at)) for row in head.rows]
            values = ["" if v in NOTHING or is_error(v) else v for _, v in said]
            spoken = [c.at for c in head.columns if c.name == column.name]
            lacks = [str(row.number) for row in head.rows if all(row.value(at) in ("", *NULLS) for at in spoken)]
            text = FieldKind("text", optional=bool(lacks))
            is_answer = wanted.is_answer(column.heading)
            kind = guessed_kind(column.heading, values, grid.decimal, wanted.is_picture, is_answer=is_answer)
            kind = FieldKind("flag", optional=True) if column in ticked else text if column.language else kind
            empty = sum(v in ("", None, [], {}) for v in values)
            if (0 < empty == len(lacks) and are_rare(lacks, len(values))) or (
                column.name in NAME_FIELDS and are_slips(lacks, len(values))
            ):
                kind = replace(kind, optional=False)  # hardly a piece without a name among many
            if kind.name == "list" and any(isinstance(v, str) for v in values):
                grid.notes.append(
                    f"column {column.heading}: its cells are lists; `{column.name}: text` keeps them as text"
                )
            odd = slips_in([str(v).strip() for v in values if v != ""], grid.decimal) if kind.name in _WORDS else {}
            odd = {w: odd[w] for w in odd.keys() & {*kind.choices}} if kind.choices else odd  # else an error
            grid.notes += [f"{letters(column.at)}{n}: `{v}` is {odd[v]}" for n, v in said if odd and v in odd]
            yield column.name, (kind, grid.mark(head.row, column.at, column.heading))


def _ticked(head: Head) -> list[Column]:
    """Columns beside one another that say 1 or nothing: of which kinds a piece is; few such may be numbers."""
    said = {c.at: {str(row.value(c.at)) for row in head.rows} for c in head.columns}
    runs = [[*run] for is_so, run in groupby(head.columns, lambda c: said[c.at] <= {"", "1", "1.0"}) if is_so]
    runs = [[c for c in run if len(said[c.at]) > 1] for run in runs]
    return [c for run in runs if len(run) >= _MANY <= len(head.rows) for c in run]


_MANY = 4


def _items(
    grid: Grid, head: Head, fields: Mapping[str, FieldKind], wanted: Wanted, likely: Mapping[str, str]
) -> Document:
    rows = list(_chosen(grid, head, wanted))
    columns = [c for c in head.columns if c.name != ACCEPT or ACCEPT in fields]
    headings = {c.at: c.heading for c in columns}

    def mark(place: int) -> Mark:
        number, at = divmod(place, _ROW)
        return grid.mark(rows[number], at, headings.get(at, ""))

    source = Source(grid.file, grid.text, mark, tuple(heading for heading, _ in head.unread), likely)
    items, accepts = [], []
    for number, row in enumerate(rows):
        items.append(_item(grid, row, _ROW * number, columns, fields, source))
        tell_longer(grid, row, head.row)
        accepts += [a for c in head.columns if c not in columns for a in _accepted(grid, row, c)]
    tell_shorter(grid, rows, 1 + max((c.at for c in columns), default=-1))
    name_all(grid, items, rows, columns, fields, wanted)
    for column in columns:
        if column.name in fields and fields[column.name].name in _WORDS:
            tell_dates(grid, column.at, rows)
            tell_choices(grid, column.at, rows, fields[column.name].choices)
        bare = [row for row in rows if row.value(column.at) == ""] if column.name == "count" else []
        if are_slips([row.number for row in bare], len(rows)):
            what, hint = "no number of copies stands here, so one is printed", "write `1`, or `0` for none"
            grid.findings += [Finding("Y033", grid.mark(r, column.at, column.heading), what, hint) for r in bare]
        elif len(bare) < len(rows):
            of = rows_called([row.number for row in bare])
            grid.notes.append(f"{of}: nothing in {column.heading}, so one copy each")
        if fields.get(column.name) == _SPARE and [c.at for c in columns].count(column.at) > 1:
            _without_pictures(grid, items, column, wanted)
    top = grid.mark(head.row, 0) if head.row.values else Mark(grid.file, 1, 1)
    return Document(source, List(source, replace(top, column=1, length=1), {}, items), tuple(accepts))


def _chosen(grid: Grid, head: Head, wanted: Wanted) -> Iterator[Row]:
    """The rows for which `where` is true; all, without it."""
    from generator.expressions.expression import compile_expression

    where = wanted.source.get("where")
    if not where:
        yield from head.rows
        return
    names = {_identifier(heading): at for at, heading in head.all.items()}
    names |= {_identifier(c.name): c.at for c in head.columns}
    add_steps(_STEPS * len(head.rows))
    for row in head.rows:
        said = {name: _plain(row.value(at)) for name, at in names.items()}
        try:
            expression = compile_expression(where)
            asked = {path[0] for path in expression.paths} - said.keys()
            said |= {name: said[_identifier(name)] for name in asked if _identifier(name) in said}
            if expression.evaluate(said):
                yield row
        except ExpressionError as error:
            hint = error.hint or f"its names are the headings: {', '.join(f'`{n}`' for n in names)}"
            message = f"`where` cannot be worked out: {error}"
            grid.findings.append(Finding("D006", wanted.source.mark("where"), message, hint, about=error.about))
            return


def _identifier(words: str) -> str:
    """A heading as expressions name it: `Text (EN)` is `text_en`, and so is `Text_EN`."""
    name = re.sub(r"\W+", "_", words.strip().lower()).strip("_")
    return f"_{name}" if name[:1].isdigit() else name


def _plain(value: object) -> object:
    """Digits as a number, what a format shows as its value."""
    value = value.raw if isinstance(value, Shown) else value
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value) else value


def _item(
    grid: Grid, row: Row, first: int, columns: list[Column], fields: Mapping[str, FieldKind], source: Source
) -> Map:
    entries: dict[str, object] = {}
    spans: dict[str, tuple[int, int | None]] = {}

    def there(words: Map, column: Column) -> Place:
        mine = words.source is source
        return first + column.at if mine else grid.mark(row, column.at, column.heading)

    for column in columns:
        at, name, value = column.at, column.name, row.value(column.at)
        if is_blank(value, fields.get(name)):
            spans.setdefault(name, (at, None))  # where it is to be filled in
        elif is_error(value):
            grid.findings.append(_without_value(str(value), grid.mark(row, at, column.heading)))
            spans[name] = (at, at)
        elif not column.language:
            entries[name] = read_cell(value, fields.get(name), grid.decimal, source, first + at, name)
            spans[name] = (at, at)
        else:
            if name not in entries:
                entries[name], spans[name] = Map(source, first + at, {}), (at, at)
            if isinstance(words := entries[name], Map):  # no word that serves all
                words[column.language] = as_said(value)
                place = there(words, column)
                words.spans = {**words.spans, column.language: (place, place)}
    for column in columns:  # languages that the row lacks
        if column.language and isinstance(words := entries.get(column.name), Map):
            words.spans = {column.language: (there(words, column), None), **words.spans}
    start = first + columns[0].at if columns else first
    return Map(source, start, Cells(first, places_of(tuple(spans.items()))), entries)


def _without_value(shown: str, mark: Mark) -> Finding:
    message = "the cell holds a formula that was never worked out" if shown == UNKNOWN else f"the cell shows `{shown}`"
    hint = "mend its formula; or open the table in a spreadsheet program, and save it"
    return Finding("Y031", mark, message, hint, about=(shown,))


_SPARE = FieldKind("image", optional=True)


def _without_pictures(grid: Grid, items: list[Map], column: Column, wanted: Wanted) -> None:
    """Pieces whose picture is called as they are may have none; what says it in a column of its own is told later."""
    said = {str(item[column.name]): item for item in items if item.get(column.name)}
    found = {name: wanted.is_picture(name) for name in said}
    lost = [name for name in said if not found[name]]
    for name, file in renamed_pictures(lost, found.values()).items():
        message = f"no picture is called `{name}`, and no row is called like `{file}`"
        grid.findings.append(Finding("Y041", said[name].mark(column.name), message, "rename one of the two"))
    for name in lost:
        said[name][column.name] = None
    if lost:
        grid.notes.append(f"no picture is called {', '.join(f'`{name}`' for name in lost)}")


def _accepted(grid: Grid, row: Row, column: Column) -> Iterator[Accepted]:
    """What a row accepts: one finding a line of the cell, or after a semicolon."""
    begins, ends = (grid.place(row, at)[0] for at in (0, len(row.values) - 1))
    last = ends + str(row.values[-1]).count("\n")
    for words in re.split(r"\n|;(?=\s*[A-Za-z][0-9]{3}\b)", str(row.value(column.at))):
        if words.strip():
            yield Accepted(words.strip(), grid.mark(row, column.at, column.heading), begins, last)
