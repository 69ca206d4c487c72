"""Sheets of one deck -> the same sheets with what all their pieces say, from which they are drawn alike, and one back.

Takes the tables of one text that have the same columns. Promise: in a shuffled deck no back tells what is in front, and
a word has one colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from generator.data.lexicon import table_words
from generator.data.model import FieldKind
from generator.data.reading.grid import plain_ascii
from generator.scaffold.sizes import is_card, pieces_called
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

_PILES, _BEFORE = frozenset(table_words("piles")), frozenset(table_words("pieces before their kind"))


def with_decks(sheets: Sequence[TableSheet], enlarged: Callable[[TableSheet], TableSheet]) -> list[TableSheet]:
    """The sheets as large as they have to be; those of cards of one text with the same columns, none of which is called
    as a deck, each with the whole that it is a part of."""
    decks: dict[object, list[TableSheet]] = {}
    for sheet in sheets:
        heads = (*((f, heading) for f, (_, heading) in sheet.fields.items()),)
        is_part = sheet.path.suffix.lower() == ".md" and is_card(sheet.look.shape) and not _is_pile(sheet.name)
        decks.setdefault((sheet.path, sheet.look.size, heads) if is_part else sheet.id, []).append(sheet)
    made = (_as_one(parts, enlarged) if len(parts) > 1 else map(enlarged, parts) for parts in decks.values())
    by_id = {sheet.id: sheet for sheet in chain(*made)}
    return [by_id[sheet.id] for sheet in sheets]


def _is_pile(name: str) -> bool:
    """True for what a deck is called, `Hero cards`, `Market deck`; not for `Card advantage`."""
    words = re.findall(r"[^\W\d_]+", plain_ascii(name)) or [""]
    return bool(pieces_called(words[-1])) or words[0] in _BEFORE or not _PILES.isdisjoint(words)


def _as_one(parts: Sequence[TableSheet], enlarged: Callable[[TableSheet], TableSheet]) -> Iterator[TableSheet]:
    first, names = parts[0], [part.name for part in parts]
    said = {name.rpartition(": ")[0] for name in names}
    fields = {f: (_kind_of([part.fields[f][0] for part in parts]), heading) for f, (_, heading) in first.fields.items()}
    pictures = {word: found for part in parts for word, found in part.pictures.items()}
    whole = replace(first, name="", fields=fields, items=[*chain(*(part.items for part in parts))], pictures=pictures)
    whole = enlarged(replace(whole, notes=(), deck=(first.id, said.pop() if len(said) == 1 else "")))
    note = f"one deck with {', '.join(names[1:])}, as their columns are the same: one template, one back; {_APART}"
    for part in parts:
        notes = [*part.notes, *whole.notes, *[note] * (part is first)]
        yield replace(part, fields=fields, look=whole.look, deck=whole.deck, whole=whole, notes=notes)


_APART = "for a back of its own, name another drawing in `back` of a set"


def _kind_of(kinds: Sequence[FieldKind]) -> FieldKind:
    """The kind of what all of these are."""
    optional = any(kind.optional for kind in kinds)
    if len({kind.name for kind in kinds}) > 1:
        return FieldKind("text", optional=optional)
    choices = tuple(dict.fromkeys(chain(*(kind.choices for kind in kinds))))
    return replace(kinds[0], optional=optional, choices=choices)
