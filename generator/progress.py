"""One line on a terminal that says what is being done; nothing at all in a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

_CLEAR = "\r\x1b[2K"


@contextmanager
def telling(stream: TextIO) -> Iterator[Callable[[str], None]]:
    """Gives a function that shows a few words on `stream`, replacing those before; cleared at the end."""
    if not stream.isatty():
        yield lambda _words: None
        return

    def tell(words: str) -> None:
        stream.write(f"{_CLEAR}{words} ...")
        stream.flush()

    try:
        yield tell
    finally:
        stream.write(_CLEAR)
        stream.flush()
