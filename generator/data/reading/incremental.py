"""A file of YAML that is read again: what became of the members of its `items` the last time, also in an earlier run.

Takes the text of a file; gives a shorter one for the reader, with a mark in place of each member whose lines are as
they were, where they were. Promise: what is read of it is what would be read of the whole text, places and all; where
that is not certain (an anchor, a fault, a mark that does not come back), the whole text is read. Small files are kept
whole.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from generator import cache
from generator.data.reading.document import Document, List, Map, Place, Source
from generator.diagnostics.findings import Finding
from generator.values import Struct, field, lazy_pattern

KEPT = "!kept"
"""The tag of the mark in place of a member."""
FEW = 10
"""What is kept is written anew when more than one member in so many is another."""
MOST = 100_000
"""Of files that may hold more values nothing is remembered: they are counted as they are read."""
Read = tuple[Document | None, list[Finding]]
_ANCHOR = lazy_pattern(r"(?:^|[\s,\[{:-])[&*]\S")


class Memory(Struct):
    """What is known of a file: its `members` by their places, each with its line, its column and its lines; so many are
    `new` since it was kept for other runs, under a `name`."""

    source: Source
    name: str = ""
    members: dict[Place, tuple[int, int, list[str], Map]] = field(default_factory=dict)
    new: int = 0

    def shortened(self, text: str) -> tuple[str, dict[int, Map]]:
        """The text without the members that it still has, and these by their lines."""
        lines, kept = text.split("\n"), {}
        if sum(map(text.count, ":,\n[{-")) > MOST:
            return text, {}
        for line, column, block, member in self.members.values():
            end = line - 1 + len(block)
            if lines[line - 1 : end] == block and _begins(lines, end, column):
                lines[line - 1 : end] = [f"{block[0][: column - 1]}{KEPT} {line}", *[""] * (len(block) - 1)]
                kept[line] = member
        return ("\n".join(lines), kept) if kept else (text, kept)

    def note(self, text: str, data: object) -> None:
        """Remember what was read of a text without a fault."""
        lines, items = text.split("\n"), data.get("items") if isinstance(data, Map) else None
        before, self.members = self.members, {}
        for member, other in pairwise(items if isinstance(items, List) else ()):
            if not isinstance(member, Map) or not isinstance(other, Map):
                continue
            found = before.get(member.start)
            if found and found[-1] is member:
                self.members[member.start] = found
                continue
            mark, end = member.mark(), other.mark().line - 1
            block = lines[mark.line - 1 : end]
            alone = all(_begins(lines, n, mark.column) for n in (mark.line - 1, end))
            if alone and not _ANCHOR.search("\n".join(block)):
                self.members[member.start] = (mark.line, mark.column, block, member)
                self.new += 1

    def save(self) -> None:
        """Keep it for other runs, with what was made of its members, where that is worth the time."""
        if self.name and FEW * self.new > len(self.members):
            self.new = 0
            cache.write(self.name, pickle.dumps(self, 5))


def _begins(lines: list[str], number: int, column: int) -> bool:
    """True if a member begins in a line (from 0), at a column (from 1)."""
    return lines[number : number + 1] != [] and lines[number][: column - 1].strip(" ") == "-"


_IS_ON = False


def remember() -> None:
    """From now on, files are remembered, also if nothing is kept between runs."""
    global _IS_ON  # noqa: PLW0603 (of the process: a watch)
    _IS_ON = True


def is_on() -> bool:
    """True in a watch: what is read, and made of it, comes again."""
    return _IS_ON


def known(path: Path, text: str, file: str) -> Memory | None:
    """What is known of a file that now holds this text; None if nothing is remembered."""
    state = cache.tool() if cache.folder() else ""
    if not (state or _IS_ON):
        return None
    name = f"read-{cache.key_of(state, str(path), file).hex()}"
    memory: Memory = cache.process_memo(name, lambda: _kept(name) or Memory(Source(file), name if state else ""))
    memory.source.text = text
    return memory


def kept_whole(read: Callable[[bytes, str], Read]) -> Callable[[bytes, str], Read]:
    """What is read of small files, or an earlier run has read of the same bytes, if nothing was to be told of them."""

    def kept(raw: bytes, file: str) -> Read:
        store, key = cache.by_tool("documents"), cache.key_of(file, cache.digest(raw))
        if data := store and store.get(key):
            return pickle.loads(data), []  # noqa: S301 (the user's own)
        document, findings = read(raw, file)
        if store and not findings:
            store.put(key, pickle.dumps(document, 5))
        return document, findings

    return kept


def _kept(name: str) -> Memory | None:
    """What an earlier run has kept."""
    try:
        found: object = pickle.loads(cache.read(name) or b"")  # noqa: S301 (the user's own)
    except (pickle.PickleError, EOFError, LookupError, ValueError, TypeError, AttributeError, ImportError):
        return None
    return found if isinstance(found, Memory) else None
