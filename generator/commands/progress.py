"""One line on a terminal that says what is being done, with a bar where the end is known; nothing in a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

_CLEAR = "\r\x1b[2K"
_BAR = 24


class Tell(Protocol):
    """Called with a few words on what begins now, and with how much of it is done where that is known."""

    def __call__(self, words: str, done: int = 0, total: int = 0) -> None:
        """Says it."""


def silent(words: str, done: int = 0, total: int = 0) -> None:
    """The `Tell` that says nothing."""


def line(words: str, done: int, total: int, columns: int) -> str:
    """The words with a bar behind them, never wider than the terminal."""
    if not total:
        return f"{words} ..."[: columns - 1]
    full = _BAR * done // total
    count = f" {done}/{total}"
    bar = f" [{'#' * full}{'-' * (_BAR - full)}]" if len(words) + len(count) + _BAR + 4 <= columns else ""
    return (words[: max(0, columns - 1 - len(count))] + bar + count)[: columns - 1]


@contextmanager
def telling(stream: TextIO, columns: int, heed: Callable[[], None] = lambda: None) -> Iterator[Tell]:
    """Gives a `Tell` that writes on `stream`, each line in place of the one before; cleared at the end.

    `columns`: width of the terminal; 0 if the stream is none, which keeps it silent. `heed` is called each time.
    """

    def tell(words: str, done: int = 0, total: int = 0) -> None:
        heed()
        if columns:
            stream.write(_CLEAR + line(words, done, total, columns))
            stream.flush()

    try:
        yield tell
    finally:
        if columns:
            stream.write(_CLEAR)
            stream.flush()
