"""A `TableSheet` a column of which names drawings -> one for each kind of its pieces, with its drawing.

Promise: a drawing is a template, and no picture, where its objects or its words are called as columns are.
"""

from __future__ import annotations

import re
import shlex
from itertools import chain
from pathlib import Path

from generator.data.model import FieldKind
from generator.data.reading.folders import ABOVE, Shelf
from generator.data.reading.grid import plain_ascii
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.diagnostics.findings import Fault, Unreadable
from generator.scaffold.artboard import artboards_of
from generator.scaffold.labelled import labelled
from generator.scaffold.pages import is_back, is_drawer, is_nameless, shelves_of, source_with
from generator.scaffold.printing import scope_name
from generator.scaffold.settings import found_in
from generator.scaffold.source import quoted
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace


def kinds_drawn(sheet: TableSheet) -> list[tuple[TableSheet, Path | None]]:
    """The sheets, with their drawings; the sheet as it is, without one, where no column names templates."""
    shelf, homes = Shelf(above=ABOVE), shelves_of(sheet.path)
    for field in sheet.of("one of", "text", "word", "image"):
        words = [*dict.fromkeys(sheet.words(field))]
        is_kind = len(words) < len(sheet.items) and all(isinstance(i.get(field), str) for i in sheet.items)
        found = {word: _drawing(shelf.find(homes, word)) for word in words} if is_kind else {}
        drawings = {word: path for word, path in found.items() if path and _shows(path, sheet, field)}
        if drawings and drawings.keys() == found.keys():
            return [(_of_kind(sheet, field, word, drawings), drawings[word]) for word in words]
    return [(sheet, None)]


def template_beside(sheet: TableSheet) -> Path | None:
    """The drawing beside the table that is called after it and shows a column; what would be the frame of all pieces,
    and is such a drawing; else the only one beside the table, or above it if none is there, that shows two of its
    columns or more, and half of them."""
    named = {picture.name for picture in chain(*sheet.pictures.values())}
    homes = (sorted(home.glob("*.svg")) for home in [*sheet.path.parents][:2])
    near = [p for p in next(filter(None, homes), []) if not (p.name in named or is_back(p))]
    own = [p for p in near if is_named_after(p, sheet) and _shown(p, sheet)] if len(near) <= _FEW else []
    if len(own) == 1 and not sheet.finished:
        return own[0]
    path = _drawing([*sheet.frames[1].values()][:1])
    if path and _shows(path, sheet, sheet.frames[0]):
        return path
    least = max(2, len(sheet.fields) / 2)
    found = [p for p in near if len(_shown(p, sheet)) >= least] if len(near) <= _FEW else []
    return found[0] if len(found) == 1 and not sheet.finished else None


def templates_near(source: Path) -> list[str]:
    """What is said of drawings with places to be filled in that lie in folders beside or below a table, or below a
    folder of them, or of a project whose folder for tables that is."""
    homes = [source if source.is_dir() else source.parent]
    homes += [home.parent for home in homes if is_drawer(home.resolve(), is_lone=False)]
    near = dict.fromkeys(p for home in homes for p in sorted(home.glob("[!._]*/*.svg"))[:_MOST])
    found = [p for p in near if found_in(p, _FILLED)]
    said = f"{', '.join(p.name for p in found[:_FEW])}{' ...' * (len(found) > _FEW)}"
    how = f"to be filled in; `--template {shlex.quote(str(found[0]))}` draws the pieces so" if found else ""
    return [f"not taken: {said}, {how}"] * bool(found)


_FILLED, _MOST = re.compile(r"\{\{\s*[^\W\d_]|%VAR_|&lt;&lt;\w"), 40


def is_named_after(drawing: Path, sheet: TableSheet) -> bool:
    """True for `fortress-template.svg` of the table or sheet `fortresses`, which says of a set which it is."""
    words = re.findall(r"[^\W\d_]+", plain_ascii(drawing.stem))
    said = [name for name in (sheet.path.stem, sheet.name) if not is_nameless(name)]
    forms = {plain_ascii(name).removesuffix(end) for name in said for end in ("", "s", "es")}
    return not forms.isdisjoint(words)


_FEW = 8
"""More drawings beside a table are pictures."""


def _drawing(paths: list[Path]) -> Path | None:
    return next((path for path in paths if path.suffix.lower() == ".svg"), None)


def _shows(path: Path, sheet: TableSheet, field: str) -> bool:
    """True for a drawing that shows another column."""
    return bool({*_shown(path, sheet)} - {field})


def _shown(path: Path, sheet: TableSheet) -> list[str]:
    """The columns that a drawing shows."""
    try:
        return labelled(artboards_of(path)[0], sheet)[1]
    except (Fault, Unreadable, OSError):
        return []


def _of_kind(sheet: TableSheet, field: str, word: str, drawings: dict[str, Path]) -> TableSheet:
    where = quoted(f"{scope_name(field).removeprefix('item.')} == {word!r}")
    name = Path(word).stem
    return replace(
        sheet,
        id=slug(f"{sheet.id}-{name}", NAME),
        deck=(sheet.id, sheet.name),
        whole=replace(sheet, deck=(sheet.id, sheet.name)),
        name=f"{sheet.name} {name}",
        source=source_with(sheet.source, "where", where),
        fields={**sheet.fields, field: (FieldKind("word"), sheet.fields[field][1])},
        items=[item for item in sheet.items if item[field] == word],
        pictures={said: paths for said, paths in sheet.pictures.items() if said not in drawings},
    )
