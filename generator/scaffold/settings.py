"""Lists of records beside those of pieces, which are none themselves: where words stand, and what words mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.data.lexicon import table_words
from generator.data.reading.document import Map
from generator.data.reading.load import MAX_BYTES
from generator.diagnostics.findings import Unreadable
from generator.project import read_plain
from generator.scaffold.sizes import pieces_called


def are_placed(lists: Sequence[Sequence[object]]) -> bool:
    """True for a layout of Squib: where words and pictures stand, by their names."""
    keys = [{str(key) for row in rows if isinstance(row, Map) for key in row} - {"name", "id"} for rows in lists]
    return bool(keys) and all(not some.isdisjoint(_PLACED) and some <= _PLACING for some in keys)


_PLACING, _PLACED = frozenset(table_words("placing")), {"x", "y", "extends"}


def found_in(path: Path, what: re.Pattern[str]) -> list[str]:
    """What a file holds of this; nothing of one that cannot be read."""
    try:
        return what.findall(read_plain(path, MAX_BYTES).decode(errors="replace"))
    except (Unreadable, OSError):
        return []


def colours_told(path: Path) -> list[str]:
    """What is said of a file that gives words their colours; nothing of others."""
    found = found_in(path, _COLOURED)
    said = f"{', '.join(found[:_SHOWN])}{' ...' * (len(found) > _SHOWN)}"
    how = "write them into the drawings in layouts/, in place of those that are chosen for these words"
    return [f"not taken: {path.name}, the colours of {said}; {how}"] * (len(found) > 1)


_COLOURED = re.compile(r"""["']?([^\W\d_][\w -]*?)["']?\s*:\s*["']#[0-9a-fA-F]{3,8}["']""")
_SHOWN = 4


def are_settings(name: str, lists: Mapping[str, Sequence[object]]) -> bool:
    """True for a mapping of words to words beside lists of records that say more, if it is not called as pieces are."""
    said = [row for row in lists[name] if isinstance(row, Map) and {*row} == {"name", "text"}]
    is_mapping = 0 < len(said) == len(lists[name]) and all(len({*row.spans["name"]}) == 1 for row in said)
    more = (row for rows in lists.values() for row in rows if isinstance(row, Map) and len(row) > _WORDS)
    return is_mapping and not pieces_called(name) and any(more)


_WORDS = 2
"""Parts of a record that is a word and what it means."""
