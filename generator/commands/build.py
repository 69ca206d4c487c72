"""The command `build`: the files of games into their folders, once or at every change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Context, Option

from generator.commands import replay, shell
from generator.commands.app import Games, Lang, command, tell_files, tell_findings
from generator.commands.defaults import BACKS, BLEED, DPI, STAMPS, VOLUMES
from generator.commands.options import bleed_in_mm, games_of, languages, listed, offset, one_of, option_words, some_of
from generator.commands.shell import leave, project, say, show, usage_error
from generator.diagnostics.findings import Fault, Finding, has_errors
from generator.export import Output, exporter, formats
from generator.project import Project
from generator.values import Struct

if TYPE_CHECKING:
    from generator.production import Made, Order


Files = dict[str, list[str]]
"""Names of what was written, by the game, which is the folder they are in."""
WrittenFiles = list[tuple[Path, str]]
"""What was written, each with a few words."""

Papers = Annotated[
    str | None, Option(metavar="PAPER", help="a4, letter ...; comma list. Else A4, or what holds every piece.")
]
Only = Annotated[list[str] | None, Option(metavar="SET", help="Only these sets, or items (SET/ITEM); comma list.")]
Shift = Annotated[str, Option(metavar="X,Y", help="Moves backs right and down by so many mm; see `pnp calibrate`.")]
Printer = Annotated[
    str | None,
    Option(metavar="NAME", help="Shift of the back side as `pnp calibrate --remember` kept it for a printer."),
]
Stamps = Annotated[
    str | None,
    Option(metavar="WHERE", help="Content stamps: faces, slug (margin of the sheet), off. Else what the game says."),
]
Grouping = Annotated[
    str, Option(metavar="HOW", help="Whose pieces share sheets: owner, set, none (fewest sheets) or a field.")
]
Volumes = Annotated[
    int, Option(metavar="N", min=VOLUMES[0], max=VOLUMES[1], help="So many files, each with a part of the cards.")
]
Scheduler = Annotated[str | None, Option(metavar="ADDRESS", help="The Dask scheduler whose workers make the volumes.")]
Since = Annotated[
    str | None,
    Option(
        "--changed-since", metavar="OLD", help="Only what changed since that game, folder, spreadsheet or revision."
    ),
]
Pictures = Annotated[
    int | None,
    Option(metavar="DPI", min=DPI[0], max=DPI[1], help="Fewer pixels for pictures far finer than this, else all."),
]
Bleed = Annotated[str, Option(metavar="MM", help="Bleed, where it fits: mm, or 1/8in.")]
FaceBleed = Annotated[str, Option(metavar="MM", help="Bleed of faces in pictures: mm, or 1/8in.")]


@command(
    """
    pnp build                                  every game, first language, A4
    pnp build my-game --lang all --paper a4,letter
    pnp build my-game --only card,token/coin   some sets or items only
    pnp build my-game --format png,svg         every face as a picture
    pnp build my-game --format png --face-bleed 3.175   as printing services want them
    pnp build my-game --format pdf,cut         with what a cutting machine cuts
    pnp build my-game --draft                  tonight, whatever is wrong
    pnp build my-game --kit                    with the rules and all else that the first page names
    pnp build my-game --backs none --ink-saver --proof
    pnp build --changed-since ../old-copy      only what a play tester must swap
    pnp build my-game --watch                  again at every change
    """
)
def build(
    context: Context,
    games: Games = None,
    lang: Lang = None,
    paper: Papers = None,
    backs: Annotated[str, Option(metavar="HOW", help="long-edge, short-edge, fold or none.")] = "long-edge",
    only: Only = None,
    format_: Annotated[str, Option("--format", metavar="FORMAT", help=f"{', '.join(formats())}; comma list.")] = "pdf",
    proof: Annotated[bool, Option("--proof", help="Overlay of trim, safe zone and bleed.")] = False,
    draft: Annotated[bool, Option("--draft", help="Whatever can be printed, faults in red.")] = False,
    ink_saver: Annotated[bool, Option("--ink-saver", help="Light tints instead of dark areas and pictures.")] = False,
    kit: Annotated[bool, Option("--kit", help="The rules and other files that the first page names, too.")] = False,
    separate: Annotated[bool, Option("--separate", help="Fronts and backs also as files of their own.")] = False,
    back_offset: Shift = "0,0",
    printer: Printer = None,
    group: Grouping = "owner",
    bleed: Bleed = "3",
    face_bleed: FaceBleed = "0",
    dpi: Annotated[int, Option(metavar="DPI", min=DPI[0], max=DPI[1], help="Resolution of raster pictures.")] = 300,
    picture_dpi: Pictures = None,
    stamp: Stamps = None,
    changed_since: Since = None,
    volumes: Volumes = 1,
    scheduler: Scheduler = None,
    watch: Annotated[bool, Option("--watch", help="Build again at every change, until Ctrl-C.")] = False,
    out: Annotated[Path, Option(metavar="DIR", help="Where the games' folders go.")] = Path("output"),
) -> None:
    """Build the sheets of games (all, if none is named).

    Into output/GAME/; what pnp made there of the game as it was is cleared away. A game with errors is left as it was.
    """
    from generator.production import Order
    from generator.sheet.sheet import read_papers

    here = _opened(context, volumes, out, games)
    names = games_of(here, games or ())
    order = Order(
        languages=languages(lang),
        papers=some_of("--paper", paper, read_papers(here)) if paper is not None else (),
        backs=one_of("--backs", backs, BACKS),
        only=listed("--only", only) if only else (),
        formats=some_of("--format", format_, formats()),
        proof=proof,
        draft=draft,
        ink_saver=ink_saver,
        separate=separate,
        back_offset=_shift(context, back_offset, printer),
        group=group.strip().lower(),
        bleed=bleed_in_mm("--bleed", bleed, BLEED),
        face_bleed=bleed_in_mm("--face-bleed", face_bleed, BLEED),
        dpi=dpi,
        picture_dpi=picture_dpi or 0,
        stamp=one_of("--stamp", stamp, STAMPS) if stamp else "",
        since=option_words("--changed-since", changed_since),
        at=shell.working_folder(),
        volumes=volumes,
        scheduler=option_words("--scheduler", scheduler),
    )
    _refuse_odd(order)
    (_watch if watch else _once)(here, names, order, out, kit)


def _opened(context: Context, volumes: int, out: Path, games: Games) -> Project:
    """The project, looked at before anything is done in it."""
    here = shell.roomy(project(), volumes, context)
    replay.start_recording(here, shell.working_folder(), out)
    shell.tell_bundled(here, "building", games)
    return here


def _shift(context: Context, back_offset: str, printer: str | None) -> tuple[float, float]:
    """The shift of backs: that of the command line, in figures or by a printer; then the project's, which goes before
    the printer that the project names."""
    sources = {name: getattr(context.get_parameter_source(name), "name", "") for name in ("back_offset", "printer")}
    own, typed = (
        offset(back_offset),
        option_words("--printer", printer) if sources["printer"] == "COMMANDLINE" else None,
    )
    if printer is None or (sources["back_offset"] == "COMMANDLINE" and not typed):
        return own
    if sources["back_offset"] == "COMMANDLINE":
        usage_error("--back-offset and --printer both say how backs are shifted", "leave one of them out")
    from generator.commands.printers import shift_of

    replay.discard_recording()  # what is read here lies outside of all that a recording looks at
    return shift_of(typed, printer, sources["back_offset"] == "DEFAULT_MAP") or own


def _refuse_odd(order: Order) -> None:
    """Wrong usage for options that exclude each other."""
    if order.scheduler and order.volumes == 1:
        usage_error("--scheduler spreads volumes, and there is one", "add `--volumes N`")
    if order.since and order.volumes > 1:
        usage_error("--changed-since prints few cards, and --volumes is for many", "leave one of them out")


def _once(here: Project, names: list[str], order: Order, out: Path, kit: bool) -> None:
    """The command without `--watch`."""
    files: Files = {}
    status = _build_all(here, names, order, out, files, kit)
    if not order.since and status in (shell.CLEAN, shell.ERRORS):
        replay.finish_recording(status, out, files)
    if status:
        leave(status)


def _watch(here: Project, names: list[str], order: Order, out: Path, kit: bool) -> None:
    from generator.commands.watch import watch_files

    replay.discard_recording()
    watch_files(here, lambda: _build_all(here, names, order, out, {}, kit, is_watched=True), "built")


def _build_all(
    here: Project, names: list[str], order: Order, out: Path, files: Files, kit: bool, is_watched: bool = False
) -> int:
    """Builds and writes games; gives the worst exit status."""
    told: set[Finding] = set()
    ends: dict[str, int] = {}
    papers: dict[str, tuple[str, ...]] = {}
    alone = is_watched or order.volumes > 1 or any(exporter(name).pays for name in order.formats)
    with shell.for_each_game(lambda name: _made(here, name, order, out, is_watched), names, alone) as made:
        for name in names:
            built = next(made)
            ends[name] = _put_one(here, name, order, out, told, files, built)
            if built.made and ends[name] == shell.CLEAN:
                if not (kit or order.only or order.since or order.part[1] > 1):
                    _tell_named(built.made.outputs)
                papers[name] = (*dict.fromkeys(output.paper for output in built.made.outputs if output.paper),)
    if kit:
        from generator.commands.kit import put_companions

        replay.discard_recording()
        ends |= put_companions(here, order, out, papers)
    _clear_renamed(here, out)
    bad = [name for name, status in ends.items() if status]
    if bad and (max(ends.values()) != shell.USAGE or len(names) > 1):
        more = "; `--draft` prints what can be printed" * (not order.draft and any(_has_items(here, n) for n in bad))
        say(f"pnp: not built: {', '.join(bad)}; what was there before is as it was{more}")
    return max(ends.values())


def _has_items(here: Project, name: str) -> bool:
    """True where anything of a game can be read that a draft would print."""
    from generator.data.build import read_game

    game = read_game(here, name, lenient=True)[0]
    return game is not None and any(owner.items for owner in game.sets.values())


def _tell_named(outputs: Sequence[Output]) -> None:
    """Names the files of which the first page speaks, and which this build does not make."""
    if named := dict.fromkeys(name for output in outputs for name in output.named):
        show(f"  named on page 1: {', '.join(named)}; `--kit` makes {'them' if len(named) > 1 else 'it'}")


def _clear_renamed(here: Project, out: Path) -> None:
    """Clears away what was made of games that the project no longer has, in its own folder of outputs."""
    from generator.manifest import NAME, OUT, place_files

    if out.resolve() == here.root / OUT and not here.is_bundled:
        games = here.games()
        for file in sorted(out.glob(f"*/{NAME}")):
            if file.parent.name not in games:
                replay.discard_recording()
                tell_files(place_files([], out, file.parent.name, known={}))
                with suppress(OSError):  # something of the user's is in it
                    file.parent.rmdir()


def _maker(order: Order, ready: Callable[[Made], None] | None) -> Callable[..., Made]:
    """What makes the files of an order; `ready` gets them as soon as they are made, where that may be."""
    from generator.production import build as build_all

    if order.since:
        from generator.versions import build_changed

        return build_changed
    if order.volumes > 1:
        from generator.volumes import volumes

        return partial(build_all, spread=volumes, ready=ready)
    return partial(build_all, ready=ready)


class _Built(Struct, frozen=True):
    """What became of a game, by whatever process; who watches has `placed` it. `faults`: why there is nothing."""

    made: Made | None
    placed: list[WrittenFiles]
    faults: tuple[Finding, ...] = ()


def _made(here: Project, name: str, order: Order, out: Path, is_watched: bool) -> _Built:
    """Builds a game; who watches sees the sheets as soon as they are made."""
    placed: list[WrittenFiles] = []

    def put(made: Made) -> None:
        placed.append(_placed(here, made, name, order, out))

    try:
        with shell.telling() as tell:
            return _Built(_maker(order, put if is_watched else None)(here, name, order, tell), placed)
    except Fault as fault:
        return _Built(None, placed, fault.findings)


def _placed(here: Project, made: Made, name: str, order: Order, out: Path) -> WrittenFiles:
    from generator.manifest import edited_at, place_files

    shell.raise_pending_signal()
    ended, shown = "-changed" if order.since and not made.outputs else "\n", None if order.draft else made.shown
    swapped, edited = bool(order.since or order.only), edited_at(here, name)
    return place_files(made.outputs, out, name, known=shown, ended=ended, swapped=swapped, edited=edited)


def _put_one(here: Project, name: str, order: Order, out: Path, told: set[Finding], files: Files, built: _Built) -> int:
    """Writes one game that was built; gives the exit status of that. `told`: what is not told again; `files` gets the
    names of what was written."""
    from generator.commands.console import finding_counts
    from generator.files import recover

    files[name] = []
    try:
        recover(out / name)
        if built.made is None:
            raise Fault(*built.faults)
        outputs, findings, _ = built.made
        tell_findings(findings, here, told)
        if has_errors(findings):
            say(f"{name}: {finding_counts(findings)}")
        if has_errors(findings) and not (order.draft and outputs):
            return shell.ERRORS
        if order.since and not outputs:
            show(f"{name}: nothing changed on the sheets since {order.since}; there is nothing to print")
        if not outputs and not order.since and not has_errors(findings):
            show(f"{name}: no set, so there is nothing to print; `pnp rules {name}` has its rules")
        placed = built.placed[0] if built.placed else _placed(here, built.made, name, order, out)
        tell_files(placed, "" if order.picture_dpi else "for a smaller file add `--picture-dpi 300`")
        files[name] = [output.name for output in outputs]
        if len(placed) > len({path if "/" not in path else path.rpartition("/")[0] for path in files[name]}):
            replay.discard_recording()  # another run has nothing to clear away
        if order.since and not outputs:
            for path in sorted((out / name).glob("*-changed*.pdf")):
                show(f"  {path} is of an earlier comparison: do not print it")
    except Fault as fault:
        return shell.report_fault(fault, here)
    return shell.CLEAN
