"""What of tables no set reads: columns, sheets of a workbook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.data.lexicon import table_words
from generator.data.reading.aliases import language_named
from generator.data.reading.grid import plain_ascii
from generator.diagnostics.findings import Finding, Mark, first_of
from generator.values import lazy_pattern

if TYPE_CHECKING:
    from generator.data.building.sets import RawSet
    from generator.data.reading.tables import Table


def unread_columns(sets: Sequence[RawSet]) -> Iterator[Finding]:
    """Y028, once for a table: the columns that no set reads; Y038 for those that may be of a field without any."""
    spoken = sets[0].reader.languages if sets else ()
    tables = [table for raw in sets for table in raw.tables if table.document is not None]
    for place in dict.fromkeys(table.place for table in tables):
        shared = [dict(table.unread) for table in tables if table.place == place]
        left = [words for words in shared[0] if all(words in other for other in shared)]
        renamed = [f for raw in sets for t in raw.tables if t.place == place for f in _renamed(raw, t, left)]
        yield from renamed
        left = [words for words in left if all(words not in f.about for f in renamed)]
        if left:
            more = [la for la in dict.fromkeys(language_named(words) for words in left) if la and la not in spoken]
            spared = ", ".join([*left[:8], *["..."] * (len(left) > 8)])
            hint = f"declare one in `fields` to use it; else write `ignore: [{spared}]` in `from`"
            hint = f"write `languages: [{', '.join([*spoken, *more])}]` in game.yaml to use them" if more else hint
            message = f"no field is called like the columns {first_of(left)}"
            yield Finding("Y028", shared[0][left[0]], message, hint, about=tuple(left))


def _renamed(raw: RawSet, table: Table, left: Sequence[str]) -> Iterator[Finding]:
    """Y038: fields that may be missing and that nothing says, with a column that may be theirs; others are D002."""
    for name, heading in table.likely.items():
        owner, kind = raw.data["id"], raw.fields.get(name)
        is_lost = kind is not None and kind.optional and all(item.get(name) is None for _, item in raw.items)
        if is_lost and heading in left:
            message = f"no column is called like the field `{name}` of `{owner}`, and `{heading}` is not read"
            hint = f"write `columns: {{{heading}: {name}}}` in `from`; if it is something else, `ignore: [{heading}]`"
            yield Finding("Y038", dict(table.unread)[heading], message, hint, about=(f"{owner}.{name}", heading))


_LOGS = lazy_pattern(rf"(?i)(?<![^\W_])({'|'.join(table_words('logs'))})[\W_]*\d*$")


def is_log(name: str) -> bool:
    """True for a sheet or a file that is called as what holds no pieces is."""
    return any(map(_LOGS.search, (name, plain_ascii(name))))


def unread_sheets(sets: Sequence[RawSet]) -> Iterator[Finding]:
    """Y028, once for a workbook: the sheets that no set reads, of those in sight that are not called as notes are."""
    tables = [table for raw in sets for table in raw.tables]
    for file in dict.fromkeys(table.place[0] for table in tables):
        own = [table for table in tables if table.place[0] == file]
        read = {table.place[1] for table in own}
        left = [name for name in own[0].sheets if name not in read and not is_log(name)]
        if left:
            message = f"no set reads the sheet{'s' * (len(left) > 1)} {first_of(left)}"
            hint = f'`pnp new . --from "{file}"` makes a set of what has pieces'
            yield Finding("Y028", Mark(file, 1, 1, sheet=left[0]), message, hint, about=tuple(left))
