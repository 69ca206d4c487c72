"""The `pnp` application: what stands before every command, and what commands share.

A command is a function under `@command` in the file of this folder that is called like it. How commands end stands in
shell.py. Words behind options become values that hold, or wrong usage (exit status 2) with a hint.
"""

from __future__ import annotations

import os
import shlex
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option
from typer.core import TyperCommand, TyperGroup

from generator import __version__
from generator.commands import shell
from generator.commands.defaults import DEFAULTS, read_defaults
from generator.commands.shell import Settings, colored, columns, leave, say, show, usage_error
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Fault, Finding, has_errors
from generator.project import Project, find_project
from generator.values import Struct, replace

Games = Annotated[list[str] | None, typer.Argument(metavar="GAME", hidden=True)]
Game = Annotated[str | None, typer.Argument(metavar="GAME", hidden=True)]
Lang = Annotated[
    str | None, Option("--lang", metavar="LANG", help="Language, comma list, or `all`; else the game's first.")
]
OneLang = Annotated[str | None, Option("--lang", metavar="LANG", help="Language; else the game's first.")]
Papers = Annotated[str, Option(metavar="PAPER", help="a4, letter ... of layouts/papers.yaml; comma list.")]

ORDER = (
    *("new", "build", "check", "parts", "rules", "diff", "face", "resize"),
    *("calibrate", "schema", "explain", "docs", "doctor"),
)
"""The commands as help lists them, in the order of a designer's work; others follow."""
_NO_CACHE = "--no-cache"
_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
_COMMANDS: dict[str, typer.Typer] = {}
"""Those whose files have been read."""
_FILES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
CALLED_SO = {
    "new --from FILE": "import load convert excel csv xlsx",
    "new": "init create start scaffold generate template",
    "build": "make print pdf render export run compile sheets",
    "check": "lint validate test verify",
    "explain": "man info",
    "docs": "documentation manual tutorial",
    "parts": "list count components bom",
}
"""What other programs call the commands."""


class _Taken(Struct, frozen=True):
    """What typer makes of words: itself it loads pydantic for that, which takes longer than many a command."""

    param: Any
    others: Callable[[], Any]

    def coerce(self, value: Any, **about: Any) -> Any:  # noqa: ANN401
        """The value of the option; typer's own for all but words, files and what is one already."""
        kind = self.param.type_descriptor.annotation
        if value is None:
            return () if self.param.multiple or self.param.nargs == -1 else None
        if type(value) is kind or (kind is Path and isinstance(value, str | Path)):
            return kind(value)
        if kind == list[str] and not isinstance(value, str):
            return [*value]
        return self.others().coerce(value, **about)


def _take_words(params: Iterable[Any]) -> None:
    for param in params:
        if hasattr(param, "get_runtime_param"):  # not before typer 0.27
            param.get_runtime_param = partial(_Taken, param, type(param).get_runtime_param.__get__(param))


class _Group(TyperGroup):
    """Lists its commands in that order, and reads the file of one only when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 (click's, wherever typer keeps it)
        for name in _FILES:
            import_module(f"generator.commands.{name}")
        return sorted(_COMMANDS, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401
        if cmd_name in _FILES:
            import_module(f"generator.commands.{cmd_name}")
        if cmd_name in _COMMANDS and cmd_name not in self.commands:
            self.commands[cmd_name] = typer.main.get_command(_COMMANDS[cmd_name])
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:  # noqa: ANN401
        """Names the command that other programs call so."""
        if self.get_command(ctx, args[0]) is None:
            meant = [name for name, words in CALLED_SO.items() if args[0].lower() in words.split()]
            if os.path.isfile(args[0]):  # noqa: PTH113 (no error for a name that no system takes)
                ctx.fail(f"No such command '{args[0]}'. Did you mean 'new DIR --from {args[0]}'?")
            if meant:
                ctx.fail(f"No such command '{args[0]}'. Did you mean {', '.join(map(repr, meant))}?")
            for name in self.list_commands(ctx):  # typer guesses among those that it knows
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Takes `--no-cache` also behind the command."""
        _take_words(self.get_params(ctx))
        rest = [word for word in args if word != _NO_CACHE]
        return super().parse_args(ctx, [_NO_CACHE, *rest] if len(rest) < len(args) else args)


def _epilog(examples: str) -> str | None:
    """Examples as typer wants them: a block that is not wrapped anew."""
    lines = textwrap.dedent(examples).strip().splitlines()
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)]) if lines else None


_UsageError: Any = typer.BadParameter.__bases__[0]  # click's, wherever typer keeps it


def _parted_name(args: Sequence[str]) -> str:
    """The file or folder whose name several words are, which no quotes hold together; "" if there is none."""
    ends = ((start, end) for start in range(len(args)) for end in range(start + 2, min(start + 9, len(args) + 1)))
    names = (" ".join(args[start:end]) for start, end in ends)
    return next((n for n in names if os.path.exists(n)), "")  # noqa: PTH110 (no error for a name that no system takes)


class _Command(TyperCommand):
    """Says `GAME` in its usage line where typer would say `{GAME}`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Takes words quickly, and none of an option twice that has one value."""
        params = self.get_params(ctx)
        _take_words(params)
        for one in (p for p in params if not (p.multiple or getattr(p, "is_flag", True))):  # an argument is none
            if sum(word.partition("=")[0] in one.opts for word in args) > 1:
                several = "; commas part several" * ("comma list" in str(getattr(one, "help", "")))
                usage_error(f"{one.opts[0]} is there twice, and takes one value", f"say it once{several}")
        try:
            return super().parse_args(ctx, [*args])
        except _UsageError:
            if name := _parted_name(args):
                usage_error(f"`{name}` is several words here", f"put it between quotes: {shlex.quote(name)}")
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401 (click's, wherever typer keeps it)
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


def command(examples: str, name: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a command under its function's name (or another); the examples end its help."""

    def register(work: Callable[..., None]) -> Callable[..., None]:
        alone = _COMMANDS[name or work.__name__] = typer.Typer(**_PLAIN)
        return alone.command(name, cls=_Command, epilog=_epilog(examples))(shell.guarded(work))

    return register


def _version(value: bool) -> None:
    if value:
        show(f"pnp {__version__}")
        raise typer.Exit


def _defaults(context: typer.Context) -> None:
    """Lets what the project's `pnp.yaml` says of options stand in for those of `build` (and the paper of `calibrate`
    and `rules`, which takes one) that the command line leaves out. Raises `Fault` for what is wrong there."""
    here = find_project(shell.working_folder())
    if not os.path.lexists(here.root / DEFAULTS):
        return
    said, faults = read_defaults(here)
    if faults:
        raise Fault(*faults)
    options = context.command.get_command(context, "build").params  # type: ignore[attr-defined]
    names = {o[2:]: p.name for p in options for o in p.opts if o[:2] == "--"}
    papers = str(said.get("paper", ""))
    several, one = ({"paper": words} if papers else {} for words in (papers, papers.partition(",")[0].strip()))
    values = {names[option]: value for option, value in said.items()}
    context.default_map = {"build": values, "calibrate": several, "rules": one}


app = typer.Typer(
    cls=_Group,
    no_args_is_help=True,
    help="Print-and-play components for board games: YAML data and SVG templates in, exact sheets out.",
    epilog=_epilog(
        """
        pnp new my-game            start a game of your own
        pnp check                  tell every mistake, before paper is wasted
        pnp build                  make the PDFs; they go into output/
        """
    ),
    **_PLAIN,
)


@app.callback()
def _main(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        Option("--project", "-C", metavar="DIR", help="The project; else the one you are in, else the bundled games."),
    ] = None,
    debug: Annotated[bool, Option("--debug", help="Show Python's traceback of an internal error.")] = False,
    no_cache: Annotated[
        bool, Option(_NO_CACHE, help="Keep nothing of this run, take nothing of an earlier one.")
    ] = False,
    _: Annotated[bool, Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    is_new = context.invoked_subcommand == "new"  # which makes one there
    parts = (folder / name for name in ("components", "layouts")) if folder and not is_new else ()
    if not all(os.path.isdir(part) for part in parts):  # noqa: PTH112 (no error for a name that no system takes)
        usage_error(f"`{folder}` is no project: it has no components/ and layouts/", "give the folder that holds both")
    Settings.folder, Settings.debug = folder, debug
    if no_cache:
        os.environ["PNP_CACHE"] = "off"
    if context.invoked_subcommand in ("build", "calibrate", "rules"):
        shell.guarded(_defaults)(context)


def main() -> None:
    """The `pnp` command."""
    shell.run(app)


def tell_findings(findings: Sequence[Finding], here: Project, told: set[Finding] | None = None) -> None:
    """Errors and warnings to stderr; not those that were `told` of another game, and these are added."""
    from generator.commands.console import report

    said = told if told is not None else set()
    shown = [f for f in _unsaid(findings, said) if f.severity is not Severity.NOTE and not f.accepted]
    if shown:
        say(report(shown, here, "human", colored(sys.stderr), columns(sys.stderr)) + "\n", colored=True)


def _unsaid(findings: Sequence[Finding], told: set[Finding]) -> list[Finding]:
    """Findings that were not told, of whatever game; they are now."""
    plain = [replace(f, game="") for f in findings]
    new = [f for f, same in zip(findings, plain, strict=True) if same not in told]
    told.update(plain)
    return new


def tell_files(written: Sequence[tuple[Path, str]], hint: str = "") -> None:
    """What was written, a line each; a `hint` behind files that are too large to be sent."""
    for path, about in written:
        size = path.stat().st_size if hint and path.is_file() else 0
        show(f"{path}  {about}{f', {size / 1e6:.0f} MB: {hint}' * (size > _LARGE)}".rstrip())


_LARGE = 25_000_000
"""So many bytes are more than most mail takes."""


def save_result(path: Path, data: bytes, here: Project) -> None:
    """A result into the file that was named, or the stream: then its name is not told, it may be in the same one. What
    stands in the project's own folders is no result, and is left as it is."""
    from generator.files import write_file

    place = path.resolve()
    sources = {here.components, here.layouts, here.root / DEFAULTS, here.root / ".git"}
    if place.is_file() and sources & {place, *place.parents}:
        usage_error(f"`{path}` is a file that games are made from", "name another with `--out`")
    if write_file(path, data):
        show(str(path))


def stop_on_errors(findings: Sequence[Finding], here: Project) -> None:
    """The same; errors end the command."""
    from generator.commands.console import finding_counts

    tell_findings(findings, here)
    if has_errors(findings):
        say(f"pnp: {finding_counts(findings)}; mend the errors first")
        leave(shell.ERRORS)
