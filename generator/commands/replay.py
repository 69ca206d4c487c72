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
import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

from generator import __version__, cache
from generator.cache import Places

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing and pathlib take long to load
    from pathlib import Path

    from generator.project import Project

_SAYS = ("COLUMNS", "LANG", "LINES", "NO_COLOR", "TERM")
_SAY = ("LC_", "PNP_", "PYTHON")


class _Run:
    """The run of this process; nothing is noted while it has no places."""

    places: Places | None = None
    state = ""
    told: list[tuple[str, str]] = []  # noqa: RUF012 (as in shell.Settings)


def record_output(stream: str, words: str) -> None:
    """Note what a command tells: to "out", "err" or, as a document, "raw"."""
    if _Run.places:
        _Run.told.append((stream, words))


def start_recording(project: Project, start: Path, out: Path | None = None) -> None:
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
        (*trees, f"{bundled}/components", f"{bundled}/layouts", cache.PACKAGE),
        (f"{root}/pnp.yaml", *cache.commit_files(root), *(path for path in sys.path if path.endswith("-packages"))),
        tuple(f"{folder}/{name}" for folder in above for name in ("components", "layouts")),
        (f"{root}/.", f"{root}/output/", *([f"{out.absolute()}/"] if out else ())),
    )
    defaults = cache.stat_of(places[1][0])  # one that was changed just now may be another than the one that was read
    if not defaults or cache.modified_at(defaults) < cache.START - cache.SOON // 100:
        _Run.state, _Run.told, _Run.places = cache.state_of(places, cache.START - cache.SOON), [], places


def discard_recording() -> None:
    """Do not record this run: another would tell or do something else."""
    _Run.places = None


def finish_recording(status: int, out: Path | None = None, files: Mapping[str, Sequence[str]] | None = None) -> None:
    """Record a run that ended, if what it looked at is still so. It wrote `files`, by the folder of `out` they are
    in."""
    from generator.project import OPENED

    places, _Run.places, since = _Run.places, None, cache.START - cache.SOON
    if not places or not all(_holds(places, path) for path in OPENED) or _Run.state != cache.state_of(places, since):
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


def replay(words: list[str]) -> int | None:
    """Tell again what this command told; gives its exit status. None: it must run."""
    if sys.stdout is None or sys.stderr is None:
        return None
    try:
        record = json.loads(cache.read(_name(words)) or "0")
        trees, single, folders, aside = map(tuple, record["places"])
        places, since = (trees, single, folders, aside), int(record["since"])
        told, status = [(str(stream), str(said)) for stream, said in record["told"]], int(record["status"])
        same = record["state"] == cache.state_of(places, since) != ""
        if not same or record["written"] != _written(record["out"], record["files"], since):
            return None
    except (OSError, ValueError, TypeError, KeyError):  # also a folder one stands in that is gone
        return None
    try:
        _tell(told)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        sys.stderr.write(f"pnp: the output cannot be written: {str(error.strerror).lower()}\n")
        return 3
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
    return f"run-{cache.key_of(words, os.getcwd(), sys.version, sys.executable, __version__, said, told).hex()}"


# ---- what files are like ----------------------------------------------------------------------------------------


def _holds(places: Places, path: str) -> bool:
    """True if a file lies in one of the trees."""
    return any(path.startswith(f"{tree}/") for tree in places[0]) and not path.startswith(places[3])


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
            mix.update(
                cache.stat_line(path, cache.stat_of(path), since)
                + repr(entries.get(name)).encode(errors="surrogatepass")
            )
    mix.update(repr(sorted(os.listdir(out)) if os.path.isdir(out) else None).encode(errors="surrogatepass"))
    return mix.hexdigest()


def _manifest(folder: str) -> dict[str, object]:
    try:
        with open(f"{folder}/.pnp-files.json", "rb") as file:
            data = json.loads(file.read())
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
