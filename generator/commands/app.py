"""The `pnp` application: what stands before every command, and what commands share.

A command is a function under `@command` in the file of this folder that is called like it. How commands end stands in
shell.py. Words behind options become values that hold, or wrong usage (exit status 2) with a hint.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import click

from generator import __version__
from generator.commands import shell
from generator.commands.shell import Settings, colored, columns, leave, say, show, wrong
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Fault, Finding, did_you_mean, has_errors
from generator.project import Project
from generator.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands behind a command; its type and default are those of the function's parameter."""

    metavar: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option; without a name it is called as the function's parameter. Of numbers: the least and the largest."""

    name: str = ""
    metavar: str | None = None
    help: str = ""
    min: int | None = None
    max: int | None = None


Games = Annotated[list[str] | None, Argument("[GAME]...")]
Game = Annotated[str, Argument("GAME")]
Lang = Annotated[
    str | None, Option("--lang", metavar="LANG", help="Language, comma list, or `all`; else the game's first.")
]
OneLang = Annotated[str | None, Option("--lang", metavar="LANG", help="Language; else the game's first.")]
Papers = Annotated[str, Option(metavar="PAPER", help="a4, letter ... of layouts/papers.yaml; comma list.")]


ORDER = ("new", "build", "check", "parts", "rules", "diff", "face", "calibrate", "schema", "explain", "docs", "doctor")
"""The commands as help lists them, in the order of a designer's work; others follow."""


_NO_CACHE = "--no-cache"
_FILES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


_OTHERS = {
    "new --from FILE": "import load convert excel csv xlsx",
    "new": "init create start scaffold generate template",
    "build": "make print pdf render export run compile sheets",
    "check": "lint validate test verify",
    "explain": "man info",
    "docs": "documentation manual tutorial",
    "parts": "list count components bom",
}
"""What other programs call the commands."""


class _Group(click.Group):
    """Lists its commands in that order, and reads the file of one only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        for name in _FILES:
            import_module(f"generator.commands.{name}")
        return sorted(super().list_commands(ctx), key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _FILES:
            import_module(f"generator.commands.{cmd_name}")
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Names the commands that are written much like one that does not exist."""
        if args[0][:1] != "-" and self.get_command(ctx, args[0]) is None:
            meant = [name for name, words in _OTHERS.items() if args[0].lower() in words.split()]
            alike = ", ".join(f"'{n}'" for n in meant or get_close_matches(args[0], self.list_commands(ctx)))
            ctx.fail(f"No such command '{args[0]}'." + (f" Did you mean {alike}?" if alike else ""))
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Takes `--no-cache` also behind the command."""
        rest = [word for word in args if word != _NO_CACHE]
        return super().parse_args(ctx, [_NO_CACHE, *rest] if len(rest) < len(args) else args)


def _epilog(examples: str) -> str | None:
    """Examples as click wants them: a block that is not wrapped anew."""
    lines = textwrap.dedent(examples).strip().splitlines()
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)]) if lines else None


def _parameter(name: str, hint: Any, default: object) -> click.Parameter:  # noqa: ANN401 (a type)
    """A parameter of a command's function as an option or argument."""
    held, about = get_args(hint)
    kind = next(k for k in get_args(held) if k is not NoneType) if get_origin(held) is UnionType else held
    many = get_origin(kind) is list
    if isinstance(about, Argument):
        given: dict[str, Any] = {} if default is Parameter.empty else {"default": default, "required": False}
        of = get_args(kind)[0] if many else kind
        return click.Argument([name], metavar=about.metavar, nargs=-1 if many else 1, type=of, **given)
    if kind in (int, float) and about.max is not None:
        kind = (click.IntRange if kind is int else click.FloatRange)(about.min, about.max)
    return click.Option(
        [about.name or f"--{name.replace('_', '-')}", name],
        metavar=about.metavar,
        help=about.help,
        type=get_args(kind)[0] if many else kind,
        is_flag=kind is bool,
        multiple=many,
        default=default,
        show_default=bool(default),
    )


def command(examples: str, name: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a command under its function's name (or another); the examples end its help."""

    def register(work: Callable[..., None]) -> Callable[..., None]:
        run = shell.guarded(work)
        hints = get_type_hints(work, include_extras=True)
        params = [_parameter(n, hints[n], p.default) for n, p in signature(work).parameters.items()]
        epilog = _epilog(examples)
        app.add_command(click.Command(name or work.__name__, None, run, params, work.__doc__, epilog))
        return run

    return register


def _version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        show(f"pnp {__version__}")
        context.exit()


DEFAULTS = "pnp.yaml"
_ONCE = {"--only", "--changed-since", "--watch", "--draft", "--help"}
"""Options that say something of one build, not of a project."""


def _defaults(context: click.Context) -> None:
    """Lets what the project's `pnp.yaml` says of options stand in for those of `build` (and the paper of `calibrate`)
    that the command line leaves out. Fault Y040: there is no such option."""
    from generator.project import find_project

    here = find_project(shell.standing())
    if not os.path.lexists(here.root / DEFAULTS):
        return
    from generator.data.reading.load import entries

    options = app.get_command(context, "build").params  # type: ignore[union-attr]
    names = {o[2:]: p.name for p in options for o in p.opts if o[:2] == "--" and o not in _ONCE}
    values: dict[str | None, object] = {}
    for option, (value, mark) in entries(here.root / DEFAULTS, here).items():
        if option not in names or isinstance(value, dict):
            hint = did_you_mean(option, names)
            raise Fault(Finding("Y040", mark, f"`{option}` is no option of `pnp build` that a project can set", hint))
        values[names[option]] = ",".join(map(str, value)) if isinstance(value, list) else value
    paper = {"paper": values["paper"]} if "paper" in values else {}
    context.default_map = {"build": values, "calibrate": paper}


@click.group(
    cls=_Group,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Print-and-play components for board games: YAML data and SVG templates in, exact sheets out.",
    epilog=_epilog(
        """
        pnp new my-game            start a game of your own
        pnp check                  tell every mistake, before paper is wasted
        pnp build                  make the PDFs; they go into output/
        """
    ),
)
@click.option(
    "--project",
    "-C",
    "folder",
    type=Path,
    metavar="DIR",
    help="The project; else the one you are in, else the bundled games.",
)
@click.option("--debug", is_flag=True, help="Show Python's traceback of an internal error.")
@click.option(_NO_CACHE, is_flag=True, help="Keep nothing of this run, take nothing of an earlier one.")
@click.option("--version", is_flag=True, callback=_version, is_eager=True, expose_value=False, help="Show the version.")
@click.pass_context
def app(context: click.Context, folder: Path | None, debug: bool, no_cache: bool) -> None:
    """The `pnp` command."""
    parts = (folder / name for name in ("components", "layouts")) if folder else ()
    if not all(os.path.isdir(part) for part in parts):  # noqa: PTH112 (no error for a name that no system takes)
        wrong(f"`{folder}` is no project: it has no components/ and layouts/", "give the folder that holds both")
    Settings.folder, Settings.debug = folder, debug
    if no_cache:
        os.environ["PNP_CACHE"] = "off"
    if context.invoked_subcommand in ("build", "calibrate"):
        shell.guarded(_defaults)(context)


def languages(words: str | None) -> tuple[str, ...]:
    """What `--lang` asks for; nothing if it is not there."""
    return () if words is None else listed("--lang", words)


def tell_findings(findings: Sequence[Finding], here: Project, told: set[Finding] | None = None) -> None:
    """Errors and warnings to stderr; not those that were `told` of another game, and these are added."""
    from generator.commands.console import report

    said = told if told is not None else set()
    shown = [f for f in unsaid(findings, said) if f.severity is not Severity.NOTE and not f.accepted]
    if shown:
        say(report(shown, here, "human", colored(sys.stderr), columns(sys.stderr)) + "\n")


def unsaid(findings: Sequence[Finding], told: set[Finding]) -> list[Finding]:
    """Findings that were not told, of whatever game; they are now."""
    plain = [replace(f, game="") for f in findings]
    new = [f for f, same in zip(findings, plain, strict=True) if same not in told]
    told.update(plain)
    return new


def tell_files(written: Sequence[tuple[Path, str]]) -> None:
    """What was written, a line each."""
    for path, about in written:
        show(f"{path}  {about}".rstrip())


def save(path: Path, data: bytes) -> None:
    """A result into the file that was named, or the stream: then its name is not told, it may be in the same one."""
    from generator.files import write_file

    if write_file(path, data):
        show(str(path))


def stop_on_errors(findings: Sequence[Finding], here: Project) -> None:
    """The same; errors end the command."""
    from generator.commands.console import tally

    tell_findings(findings, here)
    if has_errors(findings):
        say(f"pnp: {tally(findings)}; mend the errors first")
        leave(shell.ERRORS)


# ---- words of the command line -> values ---------------------------------------------------------------------


def games_of(project: Project, asked: Iterable[str]) -> list[str]:
    """The games named (or their folders), or all; wrong usage if there is none, or one does not exist."""
    known = project.games()
    names = list(dict.fromkeys(_game(project, word) for word in asked)) or known
    if not known:
        wrong(f"there is no game in {project.components}", "a game is a folder in it with a game.yaml")
    for name in names:
        if name not in known:
            wrong(f"there is no game `{name}` in {project.components}", _other_games(project, name))
    return names


def _game(project: Project, word: str) -> str:
    """A game's id; a path to its folder (as the shell completes it) means the same."""
    path = Path(word)
    inside = len(path.parts) > 1 and path.is_dir() and path.resolve().parent == project.components
    return path.resolve().name if inside else word


def _other_games(project: Project, name: str) -> str:
    hint = did_you_mean(name, project.games())
    if hint.startswith("did") or not project.is_bundled:
        return hint
    return f"{hint}; for a game of your own go to its project, or start one: `pnp new DIR`"


def one_word(names: Sequence[str]) -> str:
    """The known words of an option, as help tells them: "md, html or pdf."."""
    return f"{', '.join(names[:-1])} or {names[-1]}."


def listed(option: str, words: str | Iterable[str]) -> tuple[str, ...]:
    """The words of a comma list, or of several, each once; wrong usage if there is none."""
    lists = [words] if isinstance(words, str) else list(words)
    found = tuple(dict.fromkeys(w.strip() for one in lists for w in one.split(",") if w.strip()))
    if not found:
        named(option, "")
    return found


def named(option: str, words: str | None) -> str:
    """The words of an option, "" if it is not there; wrong usage if they are empty (a variable that was not set)."""
    if words is not None and not words.strip():
        wrong(f"{option} names nothing", "leave it out, or write a name behind it")
    return words or ""


def one_of(option: str, value: str, known: Iterable[str]) -> str:
    """The one of the known that the value names, in small or capital letters; else wrong usage."""
    names = list(known)
    value = {name.casefold(): name for name in names}.get(value.casefold(), value)
    if value not in names:
        hint = did_you_mean(value, names)
        wrong(f"{option} takes {', '.join(names)}; found `{value}`", hint if hint.startswith("did") else "")
    return value


def some_of(option: str, words: str, known: Iterable[str]) -> tuple[str, ...]:
    """The words of a comma list, all of them known."""
    names = list(known)
    return tuple(one_of(option, word, names) for word in listed(option, words))


def offset(words: str) -> tuple[float, float]:
    """Two numbers of mm, `x,y`, of at most 20."""
    try:
        x, y = (float(w) for w in words.split(","))
    except ValueError:
        wrong(f"--back-offset takes two numbers of millimetres; found `{words}`", "write `--back-offset 0.4,-0.2`")
    if not (abs(x) <= 20 and abs(y) <= 20):
        wrong(f"--back-offset is at most 20 mm; found `{words}`", "give what the page of `pnp calibrate` shows")
    return x, y
