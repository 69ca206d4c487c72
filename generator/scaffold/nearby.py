"""The pictures near a table -> those that are its own.

Somebody's table may lie on a desktop: promise that no picture is taken for its name alone, and what is left
is told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from generator.data.lexicon import table_words
from generator.data.reading.folders import Shelf
from generator.data.reading.grid import plain, plain_ascii
from generator.scaffold.sizes import pieces_called

_SHELVES = frozenset(table_words("shelves"))


def is_for(names: Collection[str], folder: str) -> bool:
    """True for a folder whose pictures are meant for tables of these names: it is called as they are, as pieces are, or
    says that it holds pictures."""
    words = re.findall(r"[^\W\d_]+", plain_ascii(folder))
    said = bool(pieces_called(folder)) or not _SHELVES.isdisjoint(words)
    return said or plain(folder) in map(plain, names)


def missed(pictures: Mapping[str, object], shelf: Shelf, *, is_by_name: bool) -> dict[str, list[str]]:
    """The words that no picture is called, with what may be meant: `lost`, or `bare` where no column says that there
    are any."""
    lost = [word for word, found in pictures.items() if not found]
    lost = [f"{word} ({meant}?)" if (meant := shelf.near(word)) else word for word in lost]
    return {"lost": [], "bare": lost} if is_by_name else {"lost": lost, "bare": []}


def told_apart_pictures(shelf: Shelf, items: int) -> Iterator[str]:
    """What is said of pictures of the right names in folders that are for something else."""
    paths = sorted(path.as_posix() for found in shelf.apart.values() for path in found)
    if len(shelf.apart) >= max(2, items / 2):
        told = ", ".join(paths[:4]) + " ..." * (len(paths) > 4)
        yield f"not taken, these may be for something else: {told}; move yours beside the table, or into a folder `art`"
