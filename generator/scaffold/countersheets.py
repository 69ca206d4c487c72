"""The files of the countersheets extension for Inkscape -> a `TableSketch` for each header of the table.

Takes a table whose headers name objects of a drawing by their ids, and that drawing. Promise: a header means what it
means there (`@`, `+`, `>`, `?`, `=`, `[style:fill]`, `*`, `BACK`); what becomes of it are a table and templates as any
other, and what a header names that is not there is told.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from generator.data.building.sets import ITEM_KEYS
from generator.data.model import FieldKind
from generator.data.reading.aliases import meant_by
from generator.data.reading.folders import ABOVE, Shelf
from generator.data.reading.grid import Row
from generator.data.reading.load import MAX_BYTES
from generator.data.reading.textual import delimited_grid
from generator.data.schema.validation import slug
from generator.data.schema.values import ID, NAME
from generator.diagnostics.findings import Fault, Unreadable
from generator.expressions.named_color import hex_color
from generator.project import PLAIN, read_plain
from generator.scaffold.extents import DRAWN, Extent, usual_of
from generator.scaffold.game import with_own_names
from generator.scaffold.groups import Composite, Groups, Part
from generator.scaffold.pages import shelves_of
from generator.scaffold.printing import scope_name
from generator.scaffold.roles import roles_of
from generator.scaffold.sizes import CARD, Look, hexes_of, look_of
from generator.scaffold.tablesheet import TableSheet
from generator.scaffold.template import TableSketch
from generator.values import Struct, replace

_HEADING = re.compile(r"([+@]?)(.*?)(?:\[([\w:-]+)\])?([?>]*)(=.*)?")
_JUMPS = frozenset({"ENDBOX", "ENDROW"})
"""Rows that say where the next counter lies."""
_COPIES, _NEAR = re.compile(r"(\d{0,4})\+*"), 20
"""A number of copies; so many drawings beside a table are looked into."""
_ICON = re.compile(r"\{([^{}\s]+\.(?:png|svg|jpe?g|gif|webp))\}", re.IGNORECASE)
_BOLD, _ITALIC = re.compile(r"(?<!\w)\*([^*\n]+)\*(?!\w)"), re.compile(r"(?<![\w<])/([^/\n]+)/(?![\w>])")
_SYMBOL, _TURNED = "symbol", "turned"
"""Fields: which template lies on the counter; whether it has a back."""
_NUMBER = "autonumber"
"""The id of a text that says how many counters there are before this one, and one more."""
_CHOICE, _ATTRIBUTE, _OPTION, _OPTIONS, _TEXT, _IMAGE, _CLONE = range(1, 8)
"""What a column is for."""


class CounterSheets(Struct, frozen=True):
    """The sets of a table, the pictures that their texts show as icons, the drawing, and the templates that this has
    not, with how many rows are for each."""

    sketches: Sequence[TableSketch]
    icons: Mapping[str, Path]
    drawing: Path
    lacking: Mapping[str, int]


class _Column(Struct, frozen=True):
    """A heading: how a template is chosen (`+` with its rectangle, `@` without), the ids that it is for (none: its
    cells are ids), the attribute, whether it turns objects on or off, whether it is for both sides or the one `behind`,
    what empty cells say."""

    at: int
    choice: str
    ids: str
    attribute: str
    is_option: bool
    is_both: bool
    behind: bool
    default: str

    @property
    def property_(self) -> str:
        """The attribute of ours: `fill` for `style:fill`."""
        return self.attribute.rpartition(":")[2]

    def is_on(self, *, back: bool) -> bool:
        """True for what it does to a side."""
        return (self.behind or self.is_both) if back else not self.behind

    def said(self, row: Row) -> str:
        """Its cell."""
        return _said(row, self.at) or self.default


class _Header(Struct, frozen=True):
    """A header with its rows; `turned`: the number of the column `BACK`, or -1."""

    columns: Sequence[_Column]
    rows: Sequence[Row]
    turned: int

    def templates(self, row: Row, *, back: bool = False) -> list[tuple[str, _Column]]:
        """The templates on a side of a row's counter, the lowest first."""
        chosen = [c for c in self.columns if c.choice and c.is_on(back=back)]
        return [(name, c) for c in chosen if (name := (c.ids or c.said(row)).removeprefix("@"))]

    def base(self, row: Row) -> str:
        """The template that is as large as a row's counter."""
        return next((name for name, _ in self.templates(row)), "")

    def has_back(self, row: Row) -> bool:
        """True for a row that says so."""
        return self.turned >= 0 and _said(row, self.turned).lower() not in ("", "n", "no")


def counter_sheets(table: Path, drawing: Path | None, taken: Collection[str] = ()) -> CounterSheets | None:
    """The sets, none called as one that is `taken`, of a table whose headers name templates of a drawing, else of one
    beside it; None of any other. Raises `Fault`, `Unreadable`, OSError."""
    if table.suffix.lower() not in PLAIN or table.suffix.lower() == ".md" or not table.is_file():
        return None
    headers = _headers(delimited_grid(read_plain(table, MAX_BYTES), table.name, ()).rows)
    if not headers or not all(header.rows for header in headers):
        return None
    is_sure = any(c.is_both or c.attribute or (c.choice and c.at) or c.behind for h in headers for c in h.columns)
    is_sure |= all(_said(row, 0).isdecimal() for header in headers for row in header.rows)  # copies
    near = [drawing] if drawing else sorted(table.parent.glob("*.svg"))[: _NEAR * is_sure]
    for path in (path for path in near if path.is_file()):
        try:
            groups = Groups(path)
        except (Fault, Unreadable):
            if drawing:
                raise
            continue  # not everything that lies beside it is its own
        bases = [header.base(row) for header in headers for row in header.rows]
        lacking = Counter(base or "no template" for base in bases if not groups.holds(base))
        if lacking and not (is_sure and 2 * lacking.total() < len(bases)):
            continue
        drawn = [replace(h, rows=[row for row in h.rows if groups.holds(h.base(row))]) for h in headers]
        return replace(_made(table, groups, [h for h in drawn if h.rows], taken), lacking=lacking)
    return None


def _made(table: Path, groups: Groups, headers: Sequence[_Header], taken: Collection[str]) -> CounterSheets:
    shelf, sets, before = Shelf(above=ABOVE), list[_Set](), 0
    for header in headers:
        sizes = [groups.size(header.base(row)) for row in header.rows]
        for size in dict.fromkeys(sizes):
            rows = [row for row, own in zip(header.rows, sizes, strict=True) if own == size]
            sets.append(_Set(table, groups, replace(header, rows=rows), size, shelf, before))
            before += sum(map(_copies, rows))
    sketches = [one.sketch() for one in sets]
    sheets = with_own_names((sketch.sheet for sketch in sketches), taken)
    sheets = [replace(s, path=table.with_name(f"{s.id}.csv"), source=f"{s.id}.csv", name=_title(s.id)) for s in sheets]
    sketches = [replace(sketch, sheet=sheet) for sketch, sheet in zip(sketches, sheets, strict=True)]
    return CounterSheets(sketches, {name: path for one in sets for name, path in one.icons.items()}, groups.path, {})


def _title(words: str) -> str:
    return words.replace("-", " ").capitalize()


def _said(row: Row, at: int) -> str:
    return str(row.value(at)).strip()


def _copies(row: Row) -> int:
    return int(found[1] or 1) if (found := _COPIES.fullmatch(_said(row, 0))) else 1


def _headers(rows: Sequence[Row]) -> list[_Header]:
    """The headers with their rows: one begins below a blank row, and where the first cell is no number."""
    found: list[tuple[Row, list[Row]]] = []
    for n, row in enumerate(rows):
        is_parted = n > 0 and row.number > rows[n - 1].number + 1 and not _said(row, 0).isdecimal()
        if not _JUMPS.isdisjoint(row.said.values()):
            continue
        if not found or is_parted or not _COPIES.fullmatch(_said(row, 0)):
            found.append((row, []))
        else:
            found[-1][1].append(row)
    return [_header(head, own) for head, own in found]


def _header(head: Row, rows: Sequence[Row]) -> _Header:
    turned = next((n for n, words in head.said.items() if words.strip() == "BACK"), -1)
    columns: list[_Column] = []
    for at, words in head.said.items():
        if at != turned and (found := _HEADING.fullmatch(words.strip())):
            choice, ids, attribute, ends, default = (part or "" for part in found.groups())
            choice = "+" if at == 0 else choice
            behind, empty = 0 <= turned < at, default.removeprefix("=")
            columns.append(_Column(at, choice, ids, attribute, "?" in ends, ">" in ends, behind, empty))
    return _Header(columns, rows, turned)


class _Set:
    """The rows of a header whose counters are of one size."""

    def __init__(
        self, table: Path, groups: Groups, header: _Header, size: tuple[float, float], shelf: Shelf, before: int
    ) -> None:
        self._before, self._lost = before, dict[str, None]()
        self._groups, self._header, self._path, self._shelf = groups, header, table, shelf
        self._base, self.icons = header.base(header.rows[0]), dict[str, Path]()
        self._turned = [header.has_back(row) for row in header.rows]
        says = any(c.is_on(back=True) and not (c.choice and c.ids) for c in header.columns)
        self._some = [_TURNED] * (any(self._turned) and not (all(self._turned) and says))
        sides = (False, True)[: 1 + any(self._turned)]
        self._names = self._named()
        self._sides = [
            (groups.page([*self._parts(back=back)], size), [c for c in header.columns if c.is_on(back=back)])
            for back in sides
        ]
        self._look = _look(self._base, header, size, is_seen=groups.is_seen(self._base))

    def _named(self) -> dict[int, str]:
        """The fields that columns are, by their numbers: called as their ids, unless that means something else."""
        named: dict[int, str] = {}
        for column in self._header.columns:
            words = "back_" * column.behind + f"{column.ids or _SYMBOL}_{column.property_}"
            name = re.sub(r"[\W_]+", "_", words).strip("_").lower()
            means = meant_by(name)
            if means == "name" and "name" not in named.values() and not column.attribute:
                name = "name"
            elif {name, means} & {*ITEM_KEYS, _TURNED} or not name[:1].isalpha():
                name = f"{slug(self._base, ID).replace('-', '_') or 'own'}_{name}"
            same = sum(re.sub(r"_\d+$", "", other) == name for other in named.values())
            named[column.at] = f"{name}_{same + 1}" if same else name
        return named

    def _parts(self, *, back: bool) -> Iterator[Part]:
        """The templates on a side, each when it is there."""
        seen: dict[tuple[str, int], Part] = {}
        if_turned = scope_name(_TURNED) if back and self._some else ""
        for column in self._header.columns:
            for row in self._header.rows if column.choice and column.is_on(back=back) else ():
                said = column.ids or column.said(row)
                if not self._groups.holds(name := said.removeprefix("@")):
                    self._lost |= {name: None} if name else {}
                elif (said, column.at) not in seen:
                    chosen = f"{scope_name(self._names[column.at])} == '{said}'" * (not column.ids)
                    condition = " and ".join(filter(None, (if_turned, chosen)))
                    seen[said, column.at] = Part(name, column.choice == "+" and name == said, condition)
        yield from seen.values()

    @cached_property
    def _uses(self) -> dict[_Column, int]:
        """What the columns are for; 0 of what names nothing that is there."""
        return {c: self._use(c) for c in self._header.columns if not (c.choice and c.ids)}

    def _use(self, column: _Column) -> int:
        if column.choice:
            return _CHOICE
        if not (column.is_option or column.attribute) and self._links.get(column):
            return _IMAGE
        many = column.is_option and column.ids.endswith("-")
        ids = column.ids + "*" * many
        found = [e for page, own in self._sides if column in own for e in page.find(ids)]
        if not (found or column.is_option or column.attribute) and any(
            page.holds_hole(ids) for page, own in self._sides if column in own
        ):
            return _TEXT
        if not found or column.is_option:
            return (_OPTIONS if many else _OPTION) * bool(found)
        shown = next((way for e in found if (way := e.shows)), "")
        if column.attribute:
            return _ATTRIBUTE * (column.attribute != "style")  # not all of it at once
        return {"text": _TEXT, "image": _IMAGE, "use": _CLONE}.get(shown, 0)

    @cached_property
    def _links(self) -> dict[_Column, str]:
        """How pictures are called after columns."""
        return {c: href for page, own in self._sides for c in own if c.ids for _, href in page.linked(c.ids)[:1]}

    def _words(self, column: _Column, row: Row) -> str:
        """What a cell says, as our tables have it."""
        said, use = column.said(row), self._uses[column]
        if use == _OPTION:
            return "yes" if said.lower() in ("y", "yes") else "no"
        if use == _OPTIONS:
            return "; ".join(said.split())
        if use == _ATTRIBUTE and said.startswith("<"):
            return self._groups.property_of(said[1:], column.property_)
        if use == _IMAGE and said and (link := self._links.get(column)):
            return link.replace(f"%{column.ids}%", said)
        return self._as_text(said) if use == _TEXT else said

    def _as_text(self, words: str) -> str:
        """Words in our markup; those of a text beside the table, where they name one."""
        if words.startswith("<<") and (file := self._path.with_name(words[2:])).is_file():
            words = read_plain(file, MAX_BYTES).decode("utf-8", "replace").strip()
        for file in _ICON.findall(words):
            if paths := self._shelf.find(shelves_of(self._path), file):
                self.icons[slug(Path(file).stem, ID)] = paths[0]
        words = _ITALIC.sub("\0\\1\0", _ICON.sub(lambda found: f"{{{slug(Path(found[1]).stem, ID)}}}", words))
        return _BOLD.sub(r"**\1**", words).replace("\0", "*").replace("\\n", "\n")

    def _kind(self, column: _Column, words: Sequence[str]) -> FieldKind:
        use, said = self._uses[column], [w for w in words if w]
        if use == _OPTIONS:
            return FieldKind("list", of=FieldKind("word"), optional=True)
        name = (
            "color"
            if use == _ATTRIBUTE and said and all(map(hex_color, said))
            else {_OPTION: "flag", _TEXT: "text", _IMAGE: "image"}.get(use, "word")
        )
        return FieldKind(name, optional=len(said) < len(words))

    def _table(self) -> tuple[dict[str, FieldKind], list[dict[str, str | int]]]:
        """The fields, and what each row says of them and of its copies."""
        rows, used = self._header.rows, [c for c, use in self._uses.items() if use]
        own = {self._names[c.at]: [self._words(c, row) for row in rows] for c in used}
        kinds = {self._names[c.at]: self._kind(c, own[self._names[c.at]]) for c in used}
        if self._some:
            own[_TURNED], kinds[_TURNED] = [("no", "yes")[is_so] for is_so in self._turned], FieldKind("flag")
        counts = [*map(_copies, rows)]
        items = [dict(zip(["count", *own], row, strict=True)) for row in zip(counts, *own.values(), strict=True)]
        if any(page.find(_NUMBER) for page, _ in self._sides):
            kinds[_NUMBER] = FieldKind("integer")
            each = (item for item, many in zip(items, counts, strict=True) for _ in range(many))
            items = [{**item, "count": 1, _NUMBER: self._before + n} for n, item in enumerate(each, 1)]
        return kinds, items

    def sketch(self) -> TableSketch:
        """The set, with its templates bound."""
        (kinds, items), first = self._table(), self._header.columns[0]
        csv.writer(file := io.StringIO(), lineterminator="\n").writerows([items[0], *(i.values() for i in items)])
        shown = [str(item[self._names[c.at]]) for c, use in self._uses.items() if use == _IMAGE for item in items]
        pictures = {word: self._shelf.find(shelves_of(self._path), word) for word in dict.fromkeys(shown) if word}
        beside = {
            "count": [first.ids] * (first.at == 0),
            "unread": [c.ids for c, use in self._uses.items() if not use] + [*self._lost],
            "lost": [word for word, found in pictures.items() if not found],
            **{"notes": [], "bare": [], "icons": [*self.icons], "turned": self._some},
        }
        sheet = TableSheet(
            id=slug(self._base, NAME) or "counters",
            name=self._base,
            path=self._path,
            source=self._path.name,
            fields={field: (kind, field) for field, kind in kinds.items()},
            items=items,
            look=self._look,
            pictures=pictures,
            beside=beside,
            notes=[],
            content=file.getvalue().encode(),
        )
        made = [self._bound(page, columns, kinds, sheet) for page, columns in self._sides]
        back = (made[1][0], [*made[1][1], *self._some]) if len(made) > 1 else ("", [])
        return TableSketch(sheet, made[0], back, roles_of(sheet), {}, self._groups.path.name)

    def _bound(
        self, page: Composite, columns: Sequence[_Column], kinds: Mapping[str, FieldKind], sheet: TableSheet
    ) -> tuple[str, list[str]]:
        """The template of a side, and the fields on it."""
        shown: list[str] = []
        for column in sorted(filter(self._uses.get, columns), key=lambda c: self._uses[c] == _CLONE):
            field, use = self._names[column.at], self._uses[column]
            shown.append(field)
            own, is_some = scope_name(field), kinds[field].optional
            for image, _ in page.linked(column.ids) if use == _IMAGE else ():
                image.show(field, own)
            for element in page.find(column.ids + "*" * (use == _OPTIONS)) if use != _CHOICE else ():
                if use == _ATTRIBUTE:
                    name = column.property_
                    element.bind(name, f"{own} if {own} else '{element.said(name)}'" if is_some else own)
                elif use == _OPTION:
                    element.bind("if", own)
                elif use == _OPTIONS:
                    element.bind("if", f"{own} and '{element.id.removeprefix(column.ids)}' in {own}")
                elif use == _CLONE:
                    element.clone(own, [*dict.fromkeys(filter(None, sheet.words(field)))])
                else:
                    element.show(field, own)
        for element in page.find(_NUMBER):
            element.show(_NUMBER, scope_name(_NUMBER))
            shown.append(_NUMBER)
        texts = {c.ids: self._names[c.at] for c in columns if self._uses.get(c) == _TEXT}
        page.fill({ids: (field, scope_name(field)) for ids, field in texts.items()})
        return page.written(self._look, sheet), shown


def _look(base: str, header: _Header, size: tuple[float, float], *, is_seen: bool) -> Look:
    """What the pieces are: hexes where the rectangle around a hex is not seen; cards, if they are as large."""
    wide, high = size
    is_framed = next((c.choice == "+" for name, c in header.templates(header.rows[0]) if name == base), True)
    if not (is_framed and is_seen) and (top := hexes_of([wide / high])):
        return look_of("hexes", f"{wide:g}x{high:g}", top=top)
    if min(size) >= CARD:
        return look_of("cards", usual_of(Extent(*size, DRAWN))[0])
    return look_of("counters", f"{wide:g}x{high:g}")
