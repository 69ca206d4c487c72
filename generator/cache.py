"""What is kept between runs, in a folder of the user's own: files of bytes under a name, each safe to lose.

The folder is `pnp` in the user's cache folder (XDG_CACHE_HOME, ~/Library/Caches, %LOCALAPPDATA%), or what `PNP_CACHE`
names; `PNP_CACHE=off` means none. It is not in the project: nothing of it is shared, synchronised or committed, and
what a stranger's project holds is never taken for ours. Promise: nobody else can write what is read here; a damaged
file is none; two runs at once never mix; the oldest files go when it is full.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import blake2b

LIMIT = 500_000_000
"""Bytes of all files together."""
MANY = 2_000
"""Files."""
_SIZE = 16


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
    return data[_SIZE:] if data[:_SIZE] == _digest(data[_SIZE:]) else None


def write(name: str, data: bytes) -> None:
    """Keep bytes under a name, in one step. If that cannot be, nothing is kept."""
    if not (home := folder()):
        return
    new = f"{home}/.{name}.{os.getpid()}"
    try:
        with open(new, "wb") as file:
            file.write(_digest(data) + data)
        os.replace(new, f"{home}/{name}")
        _prune(home)
    except OSError:
        with suppress(OSError):
            os.unlink(new)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_SIZE).digest()


def _prune(home: str) -> None:
    with os.scandir(home) as entries:
        files = sorted(((e.stat().st_mtime_ns, e.stat().st_size, e.path) for e in entries if e.is_file()), reverse=True)
    size = 0
    for number, (_, own, path) in enumerate(files):
        size += own
        if number and (size > LIMIT or number >= MANY):
            with suppress(OSError):
                os.unlink(path)
