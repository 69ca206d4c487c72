"""The command line: words in, words and an exit status out.

0 clean (warnings allowed) · 1 findings of severity error · 2 wrong usage · 3 internal error or a missing system
part · 130 interrupted. Results go to stdout, everything else to stderr. The rooms are imported inside the
commands, so that `pnp --help` is quick.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator import __version__
from generator.findings import Fault, Finding, Severity, did_you_mean, has_errors
from generator.project import Project, find_project

if TYPE_CHECKING:
    from generator.pipeline import Order

USAGE, INTERNAL, INTERRUPTED = 2, 3, 130
_SYSTEM = {"X010"}  # findings that are a missing part of the machine, not a fault of the game

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Print-and-play components for board games: YAML data and SVG templates in, exact sheets out.",
)


class _Settings:
    """What the options before the command say; set once by `_main`."""

    debug = False
    folder: Path | None = None


def _say(words: str) -> None:
    print(words, file=sys.stderr)  # noqa: T201 (this is the command line)


def _print(words: str) -> None:
    print(words)  # noqa: T201 (this is the command line)


def _color(stream: Any) -> bool:  # noqa: ANN401 (any text stream)
    return stream.isatty() and not os.environ.get("NO_COLOR")


def _leave(status: int) -> None:
    raise typer.Exit(status)


def _wrong(words: str, hint: str = "") -> None:
    """Wrong usage: say so and leave with 2."""
    _say(f"pnp: {words}" + (f"\n  hint: {hint}" if hint else ""))
    _leave(USAGE)


def _project() -> Project:
    return find_project(_Settings.folder or Path.cwd())


def _report_fault(fault: Fault) -> int:
    from generator.console import report

    _say(report(fault.findings, _project(), "human", _color(sys.stderr)))
    return INTERNAL if any(f.code in _SYSTEM for f in fault.findings) else 1


def command(work: Callable[..., None]) -> Callable[..., None]:
    """Registers a command, and turns every way it can end into words and an exit status."""

    @functools.wraps(work)
    def run(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (passes on what typer gives)
        try:
            work(*args, **kwargs)
        except Fault as fault:
            _leave(_report_fault(fault))
        except KeyboardInterrupt:
            _say("\npnp: interrupted; files that were there are as they were")
            _leave(INTERRUPTED)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            _leave(0)
        except typer.Exit:
            raise
        except Exception as error:
            if _Settings.debug:
                raise
            _say(f"pnp: internal error: {type(error).__name__}: {error}")
            _say("  hint: the fault is in pnp, not in your game; report what `pnp --debug ...` prints")
            _leave(INTERNAL)

    return app.command()(run)


def _version(value: bool) -> None:
    if value:
        _print(f"pnp {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    project: Annotated[
        Path | None,
        typer.Option("--project", "-C", help="The project's folder; else the one you are in, else the bundled games."),
    ] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show Python's traceback of an internal error.")] = False,
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    if project is not None and not ((project / "components").is_dir() and (project / "layouts").is_dir()):
        _wrong(f"`{project}` is no project: it has no components/ and layouts/", "give the folder that holds both")
    _Settings.folder, _Settings.debug = project, debug


def _games(project: Project, asked: Iterable[str]) -> list[str]:
    """The games named, or all; wrong usage if one does not exist."""
    known = project.games()
    names = list(dict.fromkeys(asked)) or known
    if not known:
        _wrong(f"no game in {project.components}", "a game is a folder in components/ with a game.yaml")
    for name in names:
        if name not in known:
            _wrong(f"there is no game `{name}` in {project.components}", did_you_mean(name, known))
    return names


def _listed(words: str | None) -> tuple[str, ...]:
    return tuple(w.strip() for w in (words or "").split(",") if w.strip())


def _one_of(option: str, value: str, known: Iterable[str]) -> str:
    names = list(known)
    if value not in names:
        _wrong(f"{option} takes {', '.join(names)}; found `{value}`", did_you_mean(value, names))
    return value


def _offset(words: str) -> tuple[float, float]:
    try:
        x, y = (float(w) for w in words.split(","))
    except ValueError:
        _wrong(f"--back-offset takes two numbers of millimetres; found `{words}`", "write `--back-offset 0.4,-0.2`")
        raise
    if max(abs(x), abs(y)) > 20:
        _wrong(f"--back-offset {words} is more than 20 mm", "give what the calibration sheet shows, in millimetres")
    return x, y


Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all if none is named.")]
Lang = Annotated[str | None, typer.Option("--lang", help="Language, a comma list, or `all`; else the game's first.")]
Game_ = Annotated[str, typer.Argument(metavar="GAME")]


@command
def build(
    games: Games = None,
    lang: Lang = None,
    paper: Annotated[str, typer.Option(help="Papers of layouts/papers.yaml, comma list.")] = "a4",
    backs: Annotated[str, typer.Option(help="long-edge, short-edge, fold or none.")] = "long-edge",
    only: Annotated[list[str] | None, typer.Option(help="Only this set (may be given again).")] = None,
    format_: Annotated[str, typer.Option("--format", help="pdf, svg, png, comma list.")] = "pdf",
    proof: Annotated[bool, typer.Option("--proof", help="Overlay of trim, safe zone and bleed.")] = False,
    ink_saver: Annotated[bool, typer.Option("--ink-saver", help="Light tints instead of dark areas.")] = False,
    separate: Annotated[bool, typer.Option("--separate", help="Fronts and backs also as files of their own.")] = False,
    back_offset: Annotated[
        str, typer.Option(help="Shift of the back side in mm, `x,y`, from `pnp calibrate`.")
    ] = "0,0",
    bleed: Annotated[float, typer.Option(min=0, max=10, help="Bleed in mm, where it fits.")] = 3.0,
    dpi: Annotated[int, typer.Option(min=36, max=1200, help="Resolution of PNG faces.")] = 300,
    out: Annotated[Path, typer.Option(help="Where the games' folders go.")] = Path("output"),
) -> None:
    """Build the sheets of games into output/GAME/."""
    from generator.pipeline import Order, known_papers

    project = _project()
    names = _games(project, games or ())
    order = Order(
        languages=_listed(lang),
        papers=tuple(_one_of("--paper", p, known_papers(project)) for p in _listed(paper)),
        backs=_one_of("--backs", backs, ("long-edge", "short-edge", "fold", "none")),
        only=tuple(w for o in only or () for w in _listed(o)),
        formats=tuple(_one_of("--format", f, ("pdf", "svg", "png")) for f in _listed(format_)),
        proof=proof,
        ink_saver=ink_saver,
        separate=separate,
        back_offset=_offset(back_offset),
        bleed=bleed,
        dpi=dpi,
    )
    bad = [name for name in names if not _build_one(project, name, order, out)]
    if bad:
        _say(f"pnp: not built: {', '.join(bad)}; their old files are as they were")
        _leave(1)


def _build_one(project: Project, name: str, order: Order, out: Path) -> bool:
    """Builds and writes one game; False if errors kept it from being written."""
    from generator.console import report, tally
    from generator.pipeline import build as build_game
    from generator.pipeline import write
    from generator.progress import telling

    with telling(sys.stderr) as tell:
        outputs, findings = build_game(project, name, order, tell)
    shown = [f for f in findings if f.severity is not Severity.NOTE]
    if shown:
        _say(report(shown, project, "human", _color(sys.stderr)))
    if has_errors(findings):
        _say(f"{name}: {tally(findings)}")
        return False
    for path, about in write(outputs, out / name):
        _print(f"{path}  {about}".rstrip())
    return True


@command
def check(
    games: Games = None,
    format_: Annotated[str, typer.Option("--format", help="human, short, github or json.")] = "human",
) -> None:
    """Tell every mistake in games: data, references, templates, text that does not fit."""
    from generator.console import FORMATS, report, tally
    from generator.pipeline import check as check_game

    _one_of("--format", format_, FORMATS)
    project = _project()
    found: dict[str, list[Finding]] = {name: check_game(project, name) for name in _games(project, games or ())}
    everything = [f for findings in found.values() for f in findings]
    text = report(everything, project, format_, _color(sys.stdout))
    if text:
        _print(text)
    if format_ == "human":
        _print(("\n" if text else "") + "\n".join(f"{name}: {tally(findings)}" for name, findings in found.items()))
    if has_errors(everything):
        _leave(1)


@command
def parts(
    game: Game_,
    format_: Annotated[str, typer.Option("--format", help="table, md, csv or json.")] = "table",
    lang: Lang = None,
) -> None:
    """List a game's components: how many there are, and how many the rules promise."""
    from generator.engine.parts import FORMATS, parts_text

    _one_of("--format", format_, FORMATS)
    _print(parts_text(_read(game), format_, lang))


@command
def rules(
    game: Game_,
    format_: Annotated[str, typer.Option("--format", help="md, html or pdf.")] = "md",
    lang: Lang = None,
    paper: Annotated[str, typer.Option(help="Paper of the PDF.")] = "a4",
    out: Annotated[Path | None, typer.Option(help="File; else stdout for md and html, output/GAME/ for pdf.")] = None,
) -> None:
    """Export the rule summary: contents, components, set-up, rules, player aid."""
    from generator.pipeline import known_papers, rule_summary, write_one

    project = _project()
    _one_of("--format", format_, ("md", "html", "pdf"))
    _one_of("--paper", paper, known_papers(project))
    name = _games(project, [game])[0]
    outputs, findings = rule_summary(project, name, _listed(lang), format_, paper)
    _stop_on_errors(findings, project)
    if out is not None and len(outputs) > 1:
        _wrong("--out names one file, but several languages were asked for", "give one --lang")
    for output in outputs:
        if out is None and format_ != "pdf":
            sys.stdout.write(output.data.decode())
        else:
            _print(str(write_one(output, out or Path("output") / name / output.name)))


@command
def face(
    game: Game_,
    item: Annotated[str, typer.Argument(metavar="SET/ITEM")],
    back: Annotated[bool, typer.Option("--back", help="The back instead of the front.")] = False,
    lang: Lang = None,
) -> None:
    """Print one face as plain SVG: what the typesetter and the template made of one item."""
    from generator.pipeline import face_svg_of

    project = _project()
    svg, findings = face_svg_of(project, _games(project, [game])[0], item, back, _listed(lang))
    _stop_on_errors(findings, project)
    sys.stdout.write(svg.decode())


@command
def calibrate(
    paper: Annotated[str, typer.Option(help="Papers of layouts/papers.yaml, comma list.")] = "a4",
    lang: Annotated[str, typer.Option("--lang", help="ja or en.")] = "en",
    out: Annotated[Path, typer.Option(help="Where the file goes.")] = Path("output"),
) -> None:
    """Make the test page that tells how far your printer shifts the back side."""
    from generator.pipeline import calibration, known_papers, write_one

    project = _project()
    for name in _listed(paper):
        _one_of("--paper", name, known_papers(project))
        output = calibration(project, name, _one_of("--lang", lang, ("ja", "en")))
        _print(f"{write_one(output, out / output.name)}  {output.about}")


@command
def explain(code: Annotated[str, typer.Argument(metavar="CODE")]) -> None:
    """Say what a finding means and how to mend it."""
    from generator.codes import CODES

    row = CODES.get(code.upper())
    if row is None:
        _wrong(f"there is no finding `{code}`", did_you_mean(code.upper(), CODES))
        return
    _print(f"{code.upper()} ({row.severity.value}): {row.title}\n\n{row.explain.strip()}")
    for name, example in (("wrong", row.bad), ("right", row.good)):
        if example:
            _print(f"\n{name}:\n" + "\n".join(f"    {line}" for line in example.strip("\n").splitlines()))


@command
def doctor() -> None:
    """Say what this machine has: what works here, and what needs a system part."""
    from generator.doctor import examine

    lines, complete = examine(_project())
    _print("\n".join(lines))
    if not complete:
        _leave(INTERNAL)


def _read(name: str) -> Any:  # noqa: ANN401 (a Game; its room is not imported here)
    """A game whose data is sound; else its findings and status 1."""
    from generator.pipeline import read

    project = _project()
    game, findings = read(project, _games(project, [name])[0])
    _stop_on_errors(findings, project)
    return game


def _stop_on_errors(findings: list[Finding], project: Project) -> None:
    from generator.console import report

    shown = [f for f in findings if f.severity is not Severity.NOTE]
    if shown:
        _say(report(shown, project, "human", _color(sys.stderr)))
    if has_errors(findings):
        _leave(1)


def main() -> None:
    """The `pnp` command."""
    app(prog_name="pnp")
