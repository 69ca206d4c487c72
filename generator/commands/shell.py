"""How every command begins and ends: its streams, its colours, and an exit status for each way it can end.

0 clean (warnings allowed) · 1 findings of severity error · 2 wrong usage · 3 internal error or a missing system
part · 130 interrupted. Results go to stdout, everything else to stderr. Promise: no traceback without `--debug`, and
no word that a stream cannot show (Japanese in an ASCII pipe) stops a command.
"""

from __future__ import annotations

import errno
import functools
import gc
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NoReturn, TextIO, cast

import typer

from generator.commands import replay
from generator.diagnostics.findings import Fault, Finding, Mark, first_of, visible
from generator.pipeline import Tell, load_rooms
from generator.processes import Result, is_worker, run_parallel
from generator.project import BUNDLED, OPENED, Project, find_project
from generator.values import lazy_pattern, replace

CLEAN, ERRORS, USAGE, INTERNAL = 0, 1, 2, 3
_OURS = lazy_pattern(r"(\x1b\[(?:(?:1;)?3[1-6]m|[012]m|2?[HJK]|3J)|\r(?=\x1b\[2K))")
"""What we ourselves write to a terminal: colours, and what clears a line or the screen."""
_SYSTEM = {"X010", "C001"}  # findings that are a missing part of the machine, not a fault of the game
_WRITING = {"X001", "X002", "X003", "X004", "X005"}
_ASKED = {"X103", "X104", "X105", "X106", "C002", "C003", "C004"}  # slips in what was asked for, not in a file

_LESS = "name one game; build fewer designs at a time (`--only SET`), or PNG at a lower `--dpi`; close other programs"


class Settings:
    """What the options before the command say."""

    debug = False
    folder: Path | None = None
    stopped = 0  # the signal that is to end us
    out: Path | None = None  # where a command was told to write, if it takes that
    asked_at: Mark | None = None  # where what is looked at was asked for, if not on the command line


def say(words: str, *, colored: bool = False) -> None:
    """A line to stderr; lost if nobody listens. `colored`: its colours are ours, and what it quotes is `visible`."""
    words = words if colored else visible(words)
    replay.record_output("err", f"{sanitized(words)}\n")
    with suppress(OSError, ValueError):
        print(words, file=sys.stderr, flush=True)  # noqa: T201 (this is the command line)


def show(words: str, *, colored: bool = False) -> None:
    """A line of the result to stdout; `colored` as in `say`."""
    words = words if colored else visible(words)
    replay.record_output("out", f"{sanitized(words)}\n")
    print(words)  # noqa: T201 (this is the command line)


def emit(document: bytes) -> None:
    """A whole document (JSON, Markdown, SVG) to stdout: UTF-8 and plain newlines on every system."""
    replay.record_output("raw", document.decode("utf-8", "surrogateescape"))
    sys.stdout.flush()
    sys.stdout.buffer.write(document)


def colored(stream: TextIO) -> bool:
    """True if colours may be used: on a terminal that has not said no (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO) -> int:
    """Columns of the terminal behind a stream; 0 for a pipe or a file."""
    return max(40, shutil.get_terminal_size().columns) if stream.isatty() else 0


_CLEAR, _BAR = "\r\x1b[2K", 24


@contextmanager
def telling() -> Iterator[Tell]:
    """Gives a `Tell` that writes on a terminal, each line in place of the one before, with a bar where the end is
    known; cleared at the end. In a pipe it says nothing, nor where several processes would."""
    width = 0 if is_worker() else columns(sys.stderr)

    def tell(words: str, done: int = 0, total: int = 0) -> None:
        raise_pending_signal()
        if width:
            _tell_over(_done(words, done, total, width))

    try:
        yield tell
    finally:
        if width:
            _tell_over("")


def _tell_over(words: str) -> None:
    sys.stderr.write(_CLEAR + words)
    sys.stderr.flush()


def _done(words: str, done: int, total: int, width: int) -> str:
    """The words with a bar behind them, never wider than the terminal."""
    if not total:
        return f"{words} ..."[: width - 1]
    full = _BAR * done // total
    count = f" {done}/{total}"
    bar = f" [{'#' * full}{'-' * (_BAR - full)}]" if len(words) + len(count) + _BAR + 4 <= width else ""
    return (words[: max(0, width - 1 - len(count))] + bar + count)[: width - 1]


@contextmanager
def for_each_game(
    make: Callable[[str], Result], games: Sequence[str], alone: bool = False
) -> Iterator[Iterator[Result]]:
    """What is made of each game, in their order; `alone`: by this process, else by several where that is quicker. Which
    files they read is known afterwards."""

    def one(n: int) -> tuple[Result, set[str]]:
        return make(games[n]), OPENED

    def lost(n: int) -> None:
        replay.discard_recording()
        say(f"pnp: the system ended the process that was at {games[n]}; it is begun once more")

    def noted(parts: Iterable[tuple[Result, set[str]]]) -> Iterator[Result]:
        for made, opened in parts:
            OPENED.update(opened)
            yield made

    if alone:
        yield map(make, games)
        return
    with closing(run_parallel(one, len(games), load_rooms, lost)) as parts:
        yield noted(parts)


def leave(status: int) -> NoReturn:
    """End the command."""
    raise typer.Exit(status)


def usage_error(words: str, hint: str = "") -> NoReturn:
    """Wrong usage: say so and leave with 2. Raises `Fault` (Y040) for what a file asks for."""
    if Settings.asked_at is not None:
        raise Fault(Finding("Y040", Settings.asked_at, words, hint))
    _say_wrong(words, hint)
    leave(USAGE)


@contextmanager
def errors_at(mark: Mark) -> Iterator[None]:
    """What is wrong in the meantime stands at this place of a file."""
    Settings.asked_at = mark
    try:
        yield
    finally:
        Settings.asked_at = None


def _say_wrong(words: str, hint: str) -> None:
    say(f"pnp: {words}" + (f"\n  hint: {hint}" if hint else ""))


def working_folder() -> Path:
    """Where the user stands: the folder of `--project`, or the current one."""
    return Settings.folder or Path.cwd()


def project() -> Project:
    """The project that is meant: of `--project`, of the folder one is in, or the bundled games."""
    start = working_folder()
    found = find_project(start)
    if found.is_bundled and not start.resolve().is_relative_to(BUNDLED) and any(start.glob("components/*/game.yaml")):
        usage_error(
            f"`{start}` has components/ but no layouts/", "make the folder layouts/ beside it; templates go there"
        )
    return found


def tell_bundled(here: Project, doing: str, games: Sequence[str] | None) -> None:
    """Says that the bundled games are meant, where no game is named. Leaves with 2 where a project lies below."""
    start = working_folder().resolve()
    if not games and here.is_bundled and not start.is_relative_to(here.root):
        own = [f.parent.name for f in sorted(start.glob("*/components")) if (f.parent / "layouts").is_dir()]
        if own:
            several = f"{first_of(own)} in it are ({len(own)})" if len(own) > 1 else f"`{own[0]}` in it is one"
            there = f"go {'into one' if len(own) > 1 else 'there'} (`cd {shlex.quote(own[0])}`), or name a game"
            usage_error(f"this folder is no project, {several}", there)
        bundled = f"the bundled games ({', '.join(here.games())})"
        hint = "for one of yours go into its folder, or make one: `pnp new my-game`"
        say(f"pnp: no game is named and this folder is no project: {doing} {bundled}; {hint}")


def roomy(here: Project, volumes: int, context: typer.Context) -> Project:
    """The project with room for so many volumes, if it is the user who says so: a pnp.yaml may be anybody's."""
    source = context.get_parameter_source("volumes")
    return replace(here, volumes=volumes) if source and source.name == "COMMANDLINE" else here


def report_fault(fault: Fault, of: Project) -> int:
    """Tells what kept a command from its result; gives the exit status."""
    from generator.commands.console import report

    asked = [f for f in fault.findings if f.code in _ASKED]
    for finding in asked:
        _say_wrong(finding.message, finding.hint)
    others = [_with_way_out(f) for f in fault.findings if f not in asked]
    if others:
        say(report(others, of, "human", colored(sys.stderr), columns(sys.stderr)), colored=True)
    if any(f.code in _SYSTEM for f in others):
        return INTERNAL
    return ERRORS if others else USAGE


def _with_way_out(finding: Finding) -> Finding:
    """What could not be written names the option that writes it elsewhere, where the command has one for it."""
    out = Settings.out
    is_there = out is not None and Path(finding.mark.file).resolve().is_relative_to(out.resolve())
    if not (is_there and finding.code in _WRITING):
        return finding
    return replace(finding, hint=f"{finding.hint}; or choose another place with `--out`")


def guarded(work: Callable[..., None]) -> Callable[..., None]:
    """The same command, with every way it can end turned into words and an exit status."""

    @functools.wraps(work)
    def run(*args: object, **kwargs: object) -> None:
        Settings.out = cast("Path | None", kwargs.get("out"))
        try:
            work(*args, **kwargs)
            sys.stdout.flush()
        except typer.Exit:
            raise
        except (Exception, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt) or Settings.stopped:
                say("\npnp: interrupted; no file was left half written")
                leave(128 + (Settings.stopped or signal.SIGINT))
            if Settings.debug:
                raise
            if isinstance(error, MemoryError):
                raise _light(error) from None
            leave(report_end(error))

    return run


def _light(error: Exception) -> Exception:
    """The error without all that was made until then, which its traceback holds: words need memory, too."""
    error.__context__ = None
    return error.with_traceback(None)


def report_end(error: Exception) -> int:
    """Tells what ended a command; gives its exit status."""
    if isinstance(error, Fault):
        return report_fault(error, project())
    if isinstance(error, BrokenPipeError):
        _mute()
        return CLEAN
    if isinstance(error, OSError):
        where = f"`{str(error.filename)[:200]}`" if error.filename else "the output"
        say(f"pnp: {where} cannot be read or written: {str(error.strerror or error).lower()}")
        _mute()
        return USAGE if error.errno == errno.ENAMETOOLONG else INTERNAL
    if isinstance(error, MemoryError):
        _say_wrong("there is not enough memory for this", _LESS)
        return ERRORS
    say(f"pnp: internal error: {type(error).__name__}: {error}")
    again = shlex.join(["pnp", "--debug", *sys.argv[1:]])
    say(f"  hint: the fault is in pnp, not in your game; please report it with what `{again}` prints")
    return INTERNAL


def _mute() -> None:
    """Nobody listens any more: what is still buffered goes nowhere, instead of into a second error."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(app: Callable[..., object]) -> None:
    """Runs the command line in this process, and ends it."""
    _prepare()
    try:
        app(prog_name="pnp")
    except (OSError, MemoryError) as error:  # while help is printed: the commands themselves are guarded
        if Settings.debug:
            raise
        raise SystemExit(report_end(_light(error))) from None
    except KeyboardInterrupt:  # raised again while the first is told: by a second signal, or a library that kept it
        _die(128 + (Settings.stopped or signal.SIGINT))
    except SystemExit as end:
        if Settings.stopped:
            _die(end.code if isinstance(end.code, int) else 0)
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        _mute()  # the library of the command line has caught it, and calls it a failure
        raise SystemExit(CLEAN) from None
    finally:
        gc.freeze()  # the process ends: nobody need look through a million values for what can be thrown away


def _die(status: int) -> NoReturn:
    """End with this status after a signal. Where that met a compiled library while it was loaded, the interpreter
    would kill itself with SIGINT instead, whatever status it is asked for."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


def _prepare() -> None:
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a stream of another program that embeds us
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
            stream.write = functools.partial(_write_in_sight, stream.write)  # type: ignore[method-assign]
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop)
    sys.unraisablehook = _swallowed


def sanitized(words: str) -> str:
    """Words in which nothing of a file, a name or an argument moves the cursor, turns the line or hides."""
    return "".join(part if n % 2 else visible(part) for n, part in enumerate(_OURS.split(words)))


def _write_in_sight(write: Callable[[str], int], words: str) -> int:
    write(sanitized(words))
    return len(words)


def _stop(number: int, _frame: object) -> None:
    """Tidy up, then go; remembered, because a C library may swallow the exception and raise one of its own."""
    Settings.stopped = number
    raise KeyboardInterrupt


def raise_pending_signal() -> None:
    """Ends the command if a signal came whose exception a library has swallowed: called between pieces of work."""
    if Settings.stopped:
        raise KeyboardInterrupt


def _swallowed(what: sys.UnraisableHookArgs) -> None:
    if not Settings.stopped:
        sys.__unraisablehook__(what)


def _nowhere() -> TextIO:
    """For a process that was started without this stream (`>&-`, pythonw)."""
    return Path(os.devnull).open("w", encoding="utf-8")
