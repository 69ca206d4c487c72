"""Lists of records beside those of pieces, which are none themselves: where words stand, and what words mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.data.lexicon import table_words
from generator.data.reading.document import Map
from generator.scaffold.sizes import pieces_called


def are_placed(lists: Sequence[Sequence[object]]) -> bool:
    """True for a layout of Squib: where words and pictures stand, by their names."""
    keys = [{str(key) for row in rows if isinstance(row, Map) for key in row} - {"name", "id"} for rows in lists]
    return bool(keys) and all(not some.isdisjoint(_PLACED) and some <= _PLACING for some in keys)


_PLACING, _PLACED = frozenset(table_words("placing")), {"x", "y", "extends"}


def are_settings(name: str, lists: Mapping[str, Sequence[object]]) -> bool:
    """True for a mapping of words to words beside lists of records that say more, if it is not called as pieces are."""
    said = [row for row in lists[name] if isinstance(row, Map) and {*row} == {"name", "text"}]
    is_mapping = 0 < len(said) == len(lists[name]) and all(len({*row.spans["name"]}) == 1 for row in said)
    more = (row for rows in lists.values() for row in rows if isinstance(row, Map) and len(row) > _WORDS)
    return is_mapping and not pieces_called(name) and any(more)


_WORDS = 2
"""Parts of a record that is a word and what it means."""
