"""Sections of a Markdown text that were taken for pieces, and tables in them -> which are pieces.

A table that says of its rows what the sections say of themselves is of pieces, and its section is none; one of copies
and numbers alone says how the piece of its section comes: each row is one. A section that says neither its copies nor
half of what nearly all others do is a rule beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.data.reading.aliases import meant_by
from generator.data.reading.grid import plain
from generator.data.reading.headed import Headed, Row
from generator.values import replace

_SAID, _MOST = 2, 0.75
"""So many columns are alike by no chance; the share of nearly all."""


def with_tables(headed: Headed, tables: Mapping[int, Sequence[Row]]) -> tuple[Headed | None, list[int]]:
    """The pieces without sections that are none, and with a row for each of a table of their values; and the first
    lines of such tables. `tables`: by their first lines, from 0."""
    (at, heads, places), *rows = headed.rows
    ends = [*(row[0] - 1 for row in rows[1:]), max(headed.lines) + 1]
    told = {row[0]: {n: table for n, table in tables.items() if row[0] <= n < end}
            for row, end in zip(rows, ends, strict=True)}  # fmt: skip
    void = [*_void(headed, told)]
    varied = {row[0]: n for row in rows if row not in void for n, table in told[row[0]].items() if _are_values(table)}
    if not void and not varied:
        return headed, []
    lines = headed.lines - {
        n for row, end in zip(rows, ends, strict=True) if row in void for n in range(row[0] - 1, end)
    }
    made = [one for row in rows if row not in void
            for one in _varied(row, tables[varied[row[0]]] if row[0] in varied else ())]  # fmt: skip
    more = {key: None for _, said in made for key in said if plain(key) not in map(plain, heads)}
    kept = [n for n, _ in enumerate(heads) if any(row[1][n] for row, _ in made)]  # what only others said is none
    top = (at, (*(heads[n] for n in kept), *more), _parts(places, kept, at, len(more)))
    table = [top]
    for (line, cells, spots), said in made:
        told_ = {plain(key): words for key, words in said.items()}
        own = (told_.get(plain(heads[n]), cells[n]) for n in kept)
        table.append((line, (*own, *(said.get(key, "") for key in more)), _parts(spots, kept, line, len(more))))
    return (replace(headed, rows=table, lines=lines) if made else None), [*varied.values()]


def _parts(places: Sequence[int], kept: Sequence[int], line: int, more: int) -> list[int]:
    """The places of these cells, and of so many more in a line."""
    return [part for n in kept for part in places[3 * n : 3 * n + 3]] + [line, 1, 1] * more


def _void(headed: Headed, told: Mapping[int, Mapping[int, Sequence[Row]]]) -> Iterator[Row]:
    """The sections that are no pieces."""
    (_, heads, _), *rows = headed.rows
    above = [row for row in rows if any(_is_of_pieces(heads, table) for table in told[row[0]].values())]
    above *= 2 * len(above) < len(rows)  # else each piece has a table of its own
    left = [row for row in rows if row not in above]
    usual = [n for n in range(len(heads)) if sum(bool(row[1][n]) for row in left) >= _MOST * len(left)]
    usual = [n for n in usual if meant_by(heads[n]) != "name"]  # is there of all
    counts = [n for n in usual if meant_by(heads[n]) == "count"]
    yield from above
    for row in left:
        if 2 * sum(bool(row[1][n]) for n in usual) < len(usual) and counts and not any(row[1][n] for n in counts):
            yield row


def _is_of_pieces(heads: Sequence[str], table: Sequence[Row]) -> bool:
    """True for rows with names, which say several things that the sections do."""
    own = {plain(words) for words in table[0][1]} & {plain(words) for words in heads}
    names = [row[1][0] for row in table[1:]]
    return len(own) >= _SAID and len({*names}) == len(names) > 1 and not any(map(str.isdecimal, names))


def _are_values(table: Sequence[Row]) -> bool:
    """True for numbers alone, one column of which counts copies."""
    heads = [meant_by(words) for words in table[0][1]]
    cells = [cell for _, row, _ in table[1:] for cell in row]
    return heads.count("count") == 1 < len(heads) and len(table) > _SAID and all(map(str.isdecimal, cells))


def _varied(row: Row, table: Sequence[Row]) -> list[tuple[Row, dict[str, str]]]:
    """A piece as each row of a table has it, and what that says; as it is without any."""
    found = [((line, row[1], row[2]), dict(zip(table[0][1], cells, strict=False))) for line, cells, _ in table[1:]]
    return found or [(row, {})]
