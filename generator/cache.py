"""What is kept between runs, in a folder of the user's own: files of bytes under a name, each safe to lose.

The folder is `pnp` in the user's cache folder (XDG_CACHE_HOME, ~/Library/Caches, %LOCALAPPDATA%), or what `PNP_CACHE`
names; `PNP_CACHE=off` means none. It is not in the project: nothing of it is shared, synchronised or committed, and
what a stranger's project holds is never taken for ours. Promise: nobody else can write what is read here; a damaged
file is none; two runs at once never mix; the oldest files go when it is full.
"""

from __future__ import annotations

import marshal
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes long to load
    from typing import Any

LIMIT = 500_000_000
"""Bytes of all files together."""
MANY = 2_000
"""Files."""
_SIZE = 16
SOME = 100
"""Values that are written at a time, so that they are not all in memory twice."""

START = time.time_ns()
"""When this process began."""
SOON = 2_000_000_000
"""Nanoseconds within which two changes of a file may have the same time, where times are whole seconds."""
TICK = 50_000_000
"""The same where times have a fraction."""
MOST = 20_000
"""Files that are looked at."""
PACKAGE = os.path.dirname(os.path.abspath(__file__))

Places = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Where to look: trees, with all that is in them; single files; folders that only need be there or not; and what is
left out of the trees (paths, as they begin)."""


def folder() -> str:
    """The folder, made if need be; "" if nothing is to be kept, or others than the user could write there."""
    named = os.environ.get("PNP_CACHE") or os.path.join(_home(), "pnp")
    if named == "off" or not os.path.isabs(named):
        return ""
    try:
        os.makedirs(named, mode=0o700, exist_ok=True)
        about = os.stat(named)
    except OSError:
        return ""
    own = not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o022)
    return named if own else ""


def _home() -> str:
    """Where programs keep such things; a relative path if there is no such place."""
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA", "")
    usual = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(usual)


def read(name: str) -> bytes | None:
    """The bytes under a name; None if there are none, or not those that were written."""
    if not (home := folder()):
        return None
    path = f"{home}/{name}"
    try:
        with open(path, "rb") as file:
            data = file.read()
        os.utime(path)  # used: the last to go
    except OSError:
        return None
    view = memoryview(data)[_SIZE:]
    return bytes(view) if data[:_SIZE] == seal(crc32(view), len(view)) else None


def seal(check: int, size: int) -> bytes:
    """What stands before the bytes of a file, to tell if they are damaged."""
    return b"%08x%08x" % (check, size & 0xFFFFFFFF)


def write(name: str, *data: bytes) -> None:
    """Keep bytes under a name, in one step. If that cannot be, nothing is kept."""
    _written(name, data)


def _written(name: str, pieces: Iterable[bytes]) -> None:
    """The same of pieces that are made as they are written."""
    if not (home := folder()):
        return
    _prune(home)
    new, check, size = f"{home}/.{name}.{os.getpid()}", 0, 0
    try:
        with open(new, "wb") as file:
            file.write(bytes(_SIZE))
            for piece in pieces:
                check, size = crc32(piece, check), size + len(piece)
                file.write(piece)
            file.seek(0)
            file.write(seal(check, size))
        os.replace(new, f"{home}/{name}")
    except OSError:
        with suppress(OSError):
            os.unlink(new)


class Store:
    """Small values of earlier runs, in one file: plain data, by digests of all that they come of beside the `state`,
    which they have in common. `save` keeps what was asked for or put since the last time, and as much again of what
    was there."""

    def __init__(self, name: str, state: str) -> None:
        self.name, self.state, self.is_new = name, state, False
        self.now: dict[bytes, Any] = {}
        self.before: dict[bytes, Any] = {}
        with suppress(EOFError, ValueError, TypeError):
            then, *parts = _unframed(read(name) or b"")
            for part in parts if then == state else ():
                self.before.update(part)

    def get(self, key: bytes) -> Any:  # noqa: ANN401 (whatever was put)
        """The value under a key; None if there is none."""
        found = self.now.get(key)
        if found is None and (found := self.before.get(key)) is not None:
            self.now[key] = found
        return found

    def put(self, key: bytes, value: object) -> None:
        """Keep a value."""
        self.now[key], self.is_new = value, True

    def save(self) -> None:
        """Keep it all for the next run."""
        if self.is_new:
            rest = [key for key in self.before if key not in self.now]
            self.before = {key: self.before[key] for key in rest[: len(self.now) + 100]} | self.now
            rows = [*self.before.items()]
            parts = (dict(rows[k : k + SOME]) for k in range(0, len(rows), SOME))
            _written(self.name, map(_framed, chain((self.state,), parts)))
        self.now, self.is_new = {}, False


def _framed(value: Any) -> bytes:  # noqa: ANN401 (plain data)
    data = marshal.dumps(value)
    return len(data).to_bytes(8, "little") + data


def _unframed(data: bytes) -> Iterator[Any]:
    view, at = memoryview(data), 0
    while at < len(data) or not data:
        end = at + 8 + int.from_bytes(view[at : at + 8], "little")
        yield marshal.loads(view[at + 8 : end])  # noqa: S302 (the user's own)
        at = end


_OPENED: dict[tuple[str, ...], Any] = {}
"""What this process has opened: a watch reads it once."""


def opened(name: str, state: str) -> Store:
    """The values that are kept under a name, of a state of all else."""
    key = (folder(), name)
    found: Store | None = _OPENED.get(key)
    if found is None or found.state != state:
        found = _OPENED[key] = Store(name, state)
    return found


def by_tool(name: str) -> Store | None:
    """The values under a name that depend on nothing else than the tool; None if nothing is to be kept."""
    state = tool() if folder() else ""
    return opened(name, state) if state else None


def process_memo(name: str, make: Callable[[], Any]) -> Any:  # noqa: ANN401 (whatever can `save` itself)
    """What this process holds under a name, made when it is first asked for."""
    key = (folder(), name)
    if key not in _OPENED:
        _OPENED[key] = make()
    return _OPENED[key]


def save() -> None:
    """Keep what was opened for the next run."""
    for one in _OPENED.values():
        one.save()


def key_of(*about: object) -> bytes:
    """What a value is kept under that depends on all this, of which the `repr` says all."""
    return digest(repr(about).encode(errors="surrogatepass"))


def digest(data: bytes) -> bytes:
    """What tells bytes from all others."""
    return blake2b(data, digest_size=_SIZE).digest()


def remembered(kind: str, key: object, work: Callable[[], Any]) -> Any:  # noqa: ANN401 (whatever work gives)
    """What work gives that depends on nothing but the key (of which the `repr` says all) and the tool: plain data, also
    of an earlier run."""
    if not folder() or not (state := tool()):
        return work()
    name = f"{kind}-{key_of(state, key).hex()}"
    with suppress(EOFError, ValueError, TypeError):
        return marshal.loads(read(name) or b"")  # noqa: S302 (the user's own)
    done = work()
    write(name, marshal.dumps(done))
    return done


@lru_cache(maxsize=1)
def tool() -> str:
    """The tool's own files and Python; "" if one of them was changed just now."""
    state = stable_state(((PACKAGE,), (), (), ()), (".md",))
    return state and f"{state} {sys.version}"


@lru_cache(maxsize=4)
def _prune(home: str) -> None:
    """Once in a run; a folder that cannot be looked through stays as it is."""
    files: list[tuple[int, int, str]] = []
    with suppress(OSError), os.scandir(home) as entries:
        files = sorted(((e.stat().st_mtime_ns, e.stat().st_size, e.path) for e in entries if e.is_file()), reverse=True)
    size = 0
    for number, (_, own, path) in enumerate(files):
        size += own
        if number and (size > LIMIT or number >= MANY):
            with suppress(OSError):
                os.unlink(path)


# ---- what files are like ----------------------------------------------------------------------------------------


def state_of(places: Places, since: int) -> str:
    """A digest of all that lies in these places; "" if that is too much. Files are told apart by size, times, number
    and mode; those changed `since` also by their bytes."""
    mix = blake2b(digest_size=_SIZE)
    for number, (path, about) in enumerate(_look(places)):
        mix.update(stat_line(path, about, since))
        if number == MOST:
            return ""
    mix.update(repr([os.path.isdir(path) for path in places[2]]).encode())
    return mix.hexdigest()


def stable_state(places: Places, but: tuple[str, ...]) -> str:
    """The same without files of these endings; "" also if one was changed so lately that its times do not tell it from
    what it may be next."""
    mix, now = blake2b(digest_size=_SIZE), time.time_ns()
    for number, (path, about) in enumerate(_look(places)):
        if not path.lower().endswith(but):
            mix.update(stat_line(path, about, sys.maxsize))
            if number == MOST or (about and not stat.S_ISDIR(about.st_mode) and _is_new(about, now)):
                return ""
    return mix.hexdigest()


def _is_new(about: os.stat_result, now: int) -> bool:
    changed = modified_at(about)
    return changed >= now - (TICK if changed % 1_000_000_000 else SOON)


def _look(places: Places) -> Iterator[tuple[str, os.stat_result | None]]:
    trees, files, _, aside = places
    for tree in trees:
        yield from walk_files(tree, aside, set())
    for path in files:
        yield path, stat_of(path)


def walk_files(folder: str, aside: tuple[str, ...], seen: set[tuple[int, int]]) -> Iterator[tuple[str, os.stat_result]]:
    """All that is in a folder, links followed, each folder once; not what Python puts there, nor what is gone."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name == "__pycache__" or f"{entry.path}/".startswith(aside):
            continue
        try:
            about = stat_of(entry.path) or entry.stat(follow_symlinks=False)
        except OSError:
            continue
        yield entry.path, about
        if stat.S_ISDIR(about.st_mode) and (about.st_dev, about.st_ino) not in seen:
            seen.add((about.st_dev, about.st_ino))
            yield from walk_files(entry.path, aside, seen)


def commit_files(root: str) -> tuple[str, ...]:
    """What git writes with each commit that is checked out."""
    for folder in (root, *(root[:n] for n in range(len(root) - 1, 0, -1) if root[n] == "/")):
        git = f"{folder}/.git"
        if os.path.isfile(git):
            with suppress(OSError), open(git, encoding="utf-8", errors="replace") as file:
                git = os.path.join(folder, file.read().removeprefix("gitdir:").strip())
        if os.path.isdir(git):
            return f"{git}/HEAD", f"{git}/logs/HEAD"
    return ()


def stat_of(path: str) -> os.stat_result | None:
    """What the system knows of a file; None if there is none."""
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


def modified_at(about: os.stat_result) -> int:
    """When a file was last changed, in nanoseconds."""
    return max(about.st_mtime_ns, about.st_ctime_ns)


def stat_line(path: str, about: os.stat_result | None, since: int) -> bytes:
    """A file in few words."""
    words = [path]
    if about:
        words += [f"{about.st_mode:o}", str(about.st_ino)]
        if not stat.S_ISDIR(about.st_mode) or path.endswith("-packages"):
            words += [str(about.st_size), str(about.st_mtime_ns), str(about.st_ctime_ns)]
        if stat.S_ISREG(about.st_mode) and modified_at(about) >= since:
            words.append(_content(path))
    return "\0".join([*words, "\n"]).encode(errors="surrogatepass")


def _content(path: str) -> str:
    mix = blake2b(digest_size=_SIZE)
    try:
        with open(path, "rb") as file:
            while piece := file.read(1 << 20):
                mix.update(piece)
    except OSError:
        return "unreadable"
    return mix.hexdigest()
