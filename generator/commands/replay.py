"""A command that is run again on the same: its words are told again, its exit status given, and nothing else is done.

Takes the words of the command line before anything heavy is loaded; gives an exit status, or None where the command
must run. Promise: a record counts only if all that the command could have looked at is as it was: every file and
folder of the project, the bundled ones, the tool's own, Python, the packages beside it, the environment, the terminal,
and every file that it wrote. Files are told apart by size, times, number and mode, those changed shortly before or
since also by their bytes. A run that read something else, or during which something changed, is not recorded, nor one
of which a second would tell or do something else. Libraries of the system (no font is one) do not count.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b

from generator import __version__, cache

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing and pathlib take long to load
    from pathlib import Path

    from generator.project import Project

START = time.time_ns()
SOON = 2_000_000_000
"""Nanoseconds within which two changes of a file may have the same time."""
MOST = 20_000
"""Files; of a project with more no record is kept."""
_SAYS = ("COLUMNS", "LANG", "LINES", "NO_COLOR", "TERM")
_SAY = ("LC_", "PNP_", "PYTHON")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


Places = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Where a command looks: trees, with all that is in them; single files; folders that only need be there or not; and
what is left out of the trees (paths, as they begin)."""


class _Run:
    """The run of this process; nothing is noted while it has no places."""

    places: Places | None = None
    state = ""
    told: list[tuple[str, str]] = []  # noqa: RUF012 (as in shell.Settings)


def heard(stream: str, words: str) -> None:
    """Note what a command tells: to "out", "err" or, as a document, "raw"."""
    if _Run.places:
        _Run.told.append((stream, words))


def begin(project: Project, start: Path, out: Path | None = None) -> None:
    """Look at everything before the command does: in a project, found by one who stands in `start`, it writes into
    `out`."""
    from generator.project import BUNDLED, OPENED

    _Run.places = None
    OPENED.clear()
    if not cache.folder():
        return
    root, bundled, above = str(project.root), str(BUNDLED), [str(start.resolve())]
    while above[-1] not in (root, os.path.dirname(above[-1])):
        above.append(os.path.dirname(above[-1]))
    trees = (root,) if root != bundled else ()
    places = (
        (*trees, f"{bundled}/components", f"{bundled}/layouts", _PACKAGE),
        (f"{root}/pnp.yaml", *(path for path in sys.path if path.endswith("-packages"))),
        tuple(f"{folder}/{name}" for folder in above for name in ("components", "layouts")),
        (f"{root}/.", f"{root}/output/", *([f"{out.absolute()}/"] if out else ())),
    )
    if _changed(places[1][0]) < START - SOON // 100:  # else it may be another than the one that was read
        _Run.state, _Run.told, _Run.places = state_of(places, START - SOON), [], places


def forget() -> None:
    """Do not record this run: another would tell or do something else."""
    _Run.places = None


def keep(status: int, out: Path | None = None, files: Mapping[str, Sequence[str]] | None = None) -> None:
    """Record a run that ended, if what it looked at is still so. It wrote `files`, by the folder of `out` they are
    in."""
    from generator.project import OPENED

    places, _Run.places, since = _Run.places, None, START - SOON
    if not places or not all(_holds(places, path) for path in OPENED) or _Run.state != state_of(places, since):
        return
    where, files = str(out.absolute()) if out else "", files or {}
    record = {
        "places": places,
        "since": since,
        "state": _Run.state,
        "out": where,
        "files": files,
        "written": _written(where, files, since),
        "told": _Run.told,
        "status": status,
    }
    if _Run.state:
        cache.write(_name(sys.argv[1:]), json.dumps(record).encode())


def replayed(words: list[str]) -> int | None:
    """Tell again what this command told; gives its exit status. None: it must run."""
    if sys.stdout is None or sys.stderr is None or not (data := cache.read(_name(words))):
        return None
    try:
        record = json.loads(data)
        trees, single, folders, aside = map(tuple, record["places"])
        places, since = (trees, single, folders, aside), int(record["since"])
        told, status = [(str(stream), str(said)) for stream, said in record["told"]], int(record["status"])
        same = record["state"] == state_of(places, since) != ""
        if not same or record["written"] != _written(record["out"], record["files"], since):
            return None
    except (ValueError, TypeError, KeyError):
        return None
    _tell(told)
    return status


def _tell(told: Iterable[tuple[str, str]]) -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    for name, words in told:
        stream = sys.stderr if name == "err" else sys.stdout
        if name == "raw":
            stream.flush()
            stream.buffer.write(words.encode("utf-8", "surrogateescape"))
        else:
            stream.write(words)
        if name == "err":
            stream.flush()
    sys.stdout.flush()


def _name(words: list[str]) -> str:
    """What a command line is kept under: with where it runs, what by, and what it might ask of its surroundings."""
    told = [s.isatty() and tuple(os.get_terminal_size(s.fileno())) for s in (sys.stdout, sys.stderr)]
    said = sorted(one for one in os.environ.items() if one[0] in _SAYS or one[0].startswith(_SAY))
    key = (words, os.getcwd(), sys.version, sys.executable, __version__, said, told)
    return f"run-{blake2b(repr(key).encode(errors='surrogatepass'), digest_size=16).hexdigest()}"


# ---- what files are like ----------------------------------------------------------------------------------------


def _holds(places: Places, path: str) -> bool:
    """True if a file lies in one of the trees."""
    return any(path.startswith(f"{tree}/") for tree in places[0]) and not path.startswith(places[3])


def state_of(places: Places, since: int) -> str:
    """A digest of all that lies in these places; "" if that is too much. Of files changed `since` also their bytes."""
    mix = blake2b(digest_size=16)
    left = MOST
    trees, files, folders, aside = places
    for tree in trees:
        for path, about in _walk(tree, aside, set()):
            mix.update(_line(path, about, since))
            left -= 1
            if left < 0:
                return ""
    for path in files:
        mix.update(_line(path, _about(path), since))
    mix.update(repr([os.path.isdir(path) for path in folders]).encode())
    return mix.hexdigest()


def _walk(folder: str, aside: tuple[str, ...], seen: set[tuple[int, int]]) -> Iterator[tuple[str, os.stat_result]]:
    """All that is in a folder, links followed; not what Python puts there."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name == "__pycache__" or f"{entry.path}/".startswith(aside):
            continue
        about = _about(entry.path) or entry.stat(follow_symlinks=False)
        yield entry.path, about
        if stat.S_ISDIR(about.st_mode) and (about.st_dev, about.st_ino) not in seen:
            seen.add((about.st_dev, about.st_ino))
            yield from _walk(entry.path, aside, seen)


def _about(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


def _changed(path: str) -> int:
    """When a file was last changed; 0 if there is none."""
    about = _about(path)
    return max(about.st_mtime_ns, about.st_ctime_ns) if about else 0


def _line(path: str, about: os.stat_result | None, since: int) -> bytes:
    """A file in few words."""
    words = [path]
    if about:
        words += [f"{about.st_mode:o}", str(about.st_ino)]
        if not stat.S_ISDIR(about.st_mode) or path.endswith("-packages"):
            words += [str(about.st_size), str(about.st_mtime_ns), str(about.st_ctime_ns)]
        if stat.S_ISREG(about.st_mode) and max(about.st_mtime_ns, about.st_ctime_ns) >= since:
            words.append(_content(path))
    return "\0".join([*words, "\n"]).encode(errors="surrogatepass")


def _content(path: str) -> str:
    mix = blake2b(digest_size=16)
    try:
        with open(path, "rb") as file:
            while piece := file.read(1 << 20):
                mix.update(piece)
    except OSError:
        return "unreadable"
    return mix.hexdigest()


def _written(out: str, files: Mapping[str, Sequence[str]], since: int) -> str:
    """A digest of what a build has written, and of what it would look at where it writes."""
    if not out:
        return ""
    mix = blake2b(digest_size=16)
    for inner, names in files.items():
        folder, entries = f"{out}/{inner}", _manifest(f"{out}/{inner}")
        mix.update(repr([os.path.islink(folder), os.path.lexists(f"{folder}/.pnp-new")]).encode())
        for name in names:
            path = f"{folder}/{name}"
            mix.update(_line(path, _about(path), since) + repr(entries.get(name)).encode(errors="surrogatepass"))
    mix.update(repr(sorted(os.listdir(out)) if os.path.isdir(out) else None).encode(errors="surrogatepass"))
    return mix.hexdigest()


def _manifest(folder: str) -> dict[str, object]:
    try:
        with open(f"{folder}/.pnp-files.json", "rb") as file:
            data = json.loads(file.read())
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
