"""The component list of a game: as data, and as a table, Markdown, CSV or JSON.

Takes a `Game`; gives one row a set, in the order of their file names. `count` is None where the number is an open
question (then `assumed` says what we take), `expected` where no rule promises one.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from generator.data.model import ComponentSet, Game

FORMATS = ("table", "md", "csv", "json")

_COLUMNS: tuple[tuple[str, str], ...] = (
    ("id", "set"),
    ("name", "name"),
    ("kind", "kind"),
    ("count", "pieces"),
    ("designs", "designs"),
    ("expected", "promised"),
    ("assumed", "assumed"),
    ("printed", "printed"),
)


def parts(game: Game) -> list[dict[str, Any]]:
    """The rows of the component list. `name` has the words of each language."""
    return [_part(s) for s in game.sets.values()]


def _part(component_set: ComponentSet) -> dict[str, Any]:
    total = sum(i.count for i in component_set.items)
    return {
        "id": component_set.id,
        "name": dict(component_set.name.words),
        "kind": component_set.kind,
        "count": component_set.pieces,
        "designs": len(component_set.items),
        "expected": component_set.expect,
        "printed": component_set.printed,
        "assumed": (component_set.assume or total) if component_set.count_open else None,
    }


def parts_text(game: Game, format_: str, language: str | None = None) -> str:
    """The component list as text. `language` is that of the names (the game's first, if none is given)."""
    if format_ == "json":
        return json.dumps(_document(game), ensure_ascii=False, indent=2)
    chosen = language or game.languages[0]
    rows = [[title for _, title in _COLUMNS]]
    rows += [[_cell(row[key], chosen) for key, _ in _COLUMNS] for row in parts(game)]
    return {"md": _markdown, "csv": _csv, "table": _table}[format_](rows)


def _document(game: Game) -> dict[str, Any]:
    return {"game": game.id, "version": game.version, "players": list(game.players), "components": parts(game)}


def _cell(value: Any, language: str) -> str:  # noqa: ANN401 -- any value of a row
    if isinstance(value, dict):
        return str(value.get(language, ""))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _markdown(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    rule = "| " + " | ".join("---:" if _is_number(rows, x) else "---" for x in range(len(rows[0]))) + " |"
    return "\n".join([lines[0], rule, *lines[1:]])


def _csv(rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().rstrip("\n")


def _table(rows: list[list[str]]) -> str:
    widths = [max(_width(row[x]) for row in rows) for x in range(len(rows[0]))]
    right = [_is_number(rows, x) for x in range(len(widths))]
    return "\n".join("  ".join(map(_padded, row, widths, right)).rstrip() for row in rows)


def _is_number(rows: list[list[str]], column: int) -> bool:
    return all(row[column].isdigit() or not row[column] for row in rows[1:])


def _padded(cell: str, width: int, right: bool) -> str:
    space = " " * (width - _width(cell))
    return space + cell if right else cell + space


def _width(words: str) -> int:
    """Columns of a terminal; a Japanese character takes two."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(c) in "WF" else 1 for c in words)
