"""The street, written once: project + words of the command line -> files and findings.

    read -> check -> draw -> impose -> write

Each step hands on a value and its findings; after errors the street is still looked at to the end of drawing, so that
one run tells every mistake, but nothing is written. All files of a game are made in memory first and put in place
together at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.commands.progress import Tell, silent
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Fault, Finding, did_you_mean, few_guesses, has_errors, in_order, of_game
from generator.order import Cover, Drawn, Narrow, Narrowed, Order, Output, distinct
from generator.project import BUNDLED, Project

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.engine.accepts import Accept
    from generator.face.face import Face
    from generator.layout.draw import See, Studio
    from generator.sheet.sheet import Job, Piece, Sheet

__all__ = ["Drawn", "Order", "Output"]

MANY_ERRORS = 1000
"""With more in its data, a game is not looked at further."""


def read(project: Project, game_id: str) -> tuple[Game | None, list[Finding]]:
    """A game and all that its data alone shows to be wrong."""
    game, findings, _ = _read(project, game_id)
    return game, findings


def _read(project: Project, game_id: str) -> tuple[Game | None, list[Finding], list[Accept]]:
    """The same, and what comments in the game's files accept. No game either after too many errors: Y017 says so."""
    from generator.data.build import read_game
    from generator.engine.accepts import accepts_of, settle
    from generator.engine.registry import check_game

    game, findings = read_game(project, game_id)
    if game is not None:
        findings = [*findings, *check_game(project, game)]
    accepts, faults = accepts_of(project, game.folders if game else (game_id,), game.accepts if game else ())
    found = settle(of_game(in_order([*findings, *faults]), game_id), accepts)
    errors = [f for f in found if f.severity is Severity.ERROR and not f.accepted]
    if len(errors) <= MANY_ERRORS:
        return game, found, accepts
    message = f"{len(errors):,} errors: nothing is drawn, and what only drawing shows is not looked for"
    more = Finding("Y017", errors[0].mark, message, "mend these first; often one slip is behind many", game_id)
    return None, in_order([more, *found]), accepts


def languages_of(game: Game, asked: Sequence[str]) -> tuple[str, ...]:
    """The languages to build; a Fault if the game does not speak one of them."""
    if "all" in asked:
        return game.languages
    for language in asked:
        if language not in game.languages:
            known = did_you_mean(language, game.languages)
            raise Fault(Finding("X103", game.mark, f"`{game.id}` has no language `{language}`", known, game.id))
    return tuple(asked) or game.languages[:1]


def draw(
    studio: Studio, game: Game, language: str, only: Sequence[str] = (), see: See | None = None
) -> tuple[Drawn, list[Finding]]:
    """Every printed piece of a game in one language; `see` gets each face and gives what is kept of it."""
    from generator.data.reading.load import resting_collector
    from generator.layout.draw import draw_game
    from generator.sheet.preflight import crowd
    from generator.sheet.sheet import STOCKS, Piece

    for name in only:
        if name not in game.sets:
            raise Fault(
                Finding("X104", game.mark, f"`{game.id}` has no set `{name}`", did_you_mean(name, game.sets), game.id)
            )
    if too_many := crowd(studio, game, only):
        return Drawn(language, ()), of_game(too_many, game.id)
    with resting_collector():
        drawn, findings = draw_game(studio, game, language, only=tuple(only) or None, see=see)
    pieces = tuple(Piece(front, back, count, STOCKS.get(owner.kind, "board")) for owner, _, front, back, count in drawn)
    return Drawn(language, pieces), of_game(findings, game.id)


@few_guesses()
def check(
    project: Project, game_id: str, studio: Studio | None = None, kept: dict[str, Game] | None = None
) -> list[Finding]:
    """All that can be found wrong with a game, in all languages. `studio`: what games share; `kept` gets the game."""
    from generator.data.reading.load import resting_collector
    from generator.engine.accepts import settle, unneeded
    from generator.engine.cascades import everything
    from generator.engine.texts.letters import undrawn
    from generator.layout.draw import Studio
    from generator.sheet.papers import job_faults

    with resting_collector():
        game, findings, accepts = _read(project, game_id)
        if game is None:
            return findings
        (kept if kept is not None else {})[game_id] = game
        studio = studio or Studio(project, stamped=False)
        findings += of_game([*undrawn(game, studio.book), *job_faults(project)], game_id)
        found = settle(everything(game, findings, _printed(project, studio, game)), accepts)
        return in_order([*found, *of_game(unneeded(accepts, found), game_id)])


def _printed(project: Project, studio: Studio, game: Game) -> list[Finding]:
    """What drawing all pieces in all languages shows to be wrong, what the finished faces show, and what a build would
    say of paper, words and fonts."""
    from generator.engine.preflight.run import Inspection

    inspection = Inspection(game, studio)
    both = [draw(studio, game, language, see=inspection.look) for language in game.languages]
    found = [f for _, told in both for f in told]
    pieces = {drawn.language: drawn.pieces for drawn, _ in both}
    found += of_game(inspection.findings(pieces, found), game.id)
    return [*found, *_unasked(studio, game), *_unbuildable(project, studio, game, next(iter(pieces.values()), ()))]


def _unasked(studio: Studio, game: Game) -> list[Finding]:
    """What is wrong with the faces of sets that are printed only if they are asked for."""
    sets = [s.id for s in game.sets.values() if not s.printed and all(i.layout or s.layout for i in s.items)]
    return [f for language in game.languages for f in (draw(studio, game, language, sets)[1] if sets else ())]


def _unbuildable(project: Project, studio: Studio, game: Game, pieces: Sequence[Piece]) -> list[Finding]:
    """What `pnp build` would find only when it imposes and writes."""
    from generator.sheet.frontmatter import FAMILIES
    from generator.sheet.papers import read_papers
    from generator.sheet.preflight import unbuildable

    try:
        found = unbuildable(read_papers(project), pieces, game)
        for file in {f for family in FAMILIES for bold in (False, True) for f in studio.book.stack(family, bold)}:
            file.gid(" ")
        return of_game([*found, *_unembeddable(studio)], game.id)
    except Fault as fault:
        return of_game(fault.findings, game.id)


def _unembeddable(studio: Studio) -> Iterator[Finding]:
    """The project's own fonts that can be drawn with, but not be written into a PDF."""
    for file in studio.book.files.values():
        if file.asked and not file.path.is_relative_to(BUNDLED):
            from generator.export.pdfwriter.fonts import embedded

            try:
                embedded(file, file.asked)
            except Fault as fault:
                yield from fault.findings


@few_guesses()
def build(
    project: Project, game_id: str, order: Order, tell: Tell = silent, narrow: Narrow | None = None
) -> tuple[list[Output], list[Finding]]:
    """All files of one game in memory, and every finding; no files if there is an error. `narrow` leaves out what
    need not be printed."""
    from generator.engine.accepts import settle
    from generator.engine.cascades import everything
    from generator.engine.texts.letters import undrawn
    from generator.layout.draw import Studio

    tell(f"reading {game_id}")
    game, findings, accepts = _read(project, game_id)
    if game is None:
        return [], findings
    studio = Studio(project)
    findings += of_game(undrawn(game, studio.book), game_id)
    outputs: list[Output] = []
    later: list[Finding] = []
    for language in languages_of(game, order.languages):
        tell(f"drawing {game_id} ({language})")
        drawn, found = draw(studio, game, language, order.only)
        later += settle(found, accepts)
        if has_errors(findings) or has_errors(later):
            continue
        left = narrow(studio, game, drawn, order) if narrow else Narrowed(drawn, None, [])
        later += left.findings
        if left.drawn is not None:
            made, more = _outputs(project, studio, game, left.drawn, order, tell, left.cover)
            outputs += made
            later += of_game(more, game_id)
    findings = everything(game, findings, later)
    return ([], findings) if has_errors(findings) else (outputs, findings)


def _outputs(
    project: Project, studio: Studio, game: Game, drawn: Drawn, order: Order, tell: Tell, cover: Cover | None = None
) -> tuple[list[Output], list[Finding]]:
    """The files of one language."""
    if order.ink_saver:
        drawn = _with_less_ink(drawn)
    outputs: list[Output] = []
    findings: list[Finding] = []
    if {"svg", "png"} & set(order.formats):
        words = f"writing the faces of {game.id} ({drawn.language})"
        outputs += _face_files(studio, drawn, order, lambda done, total: tell(words, done, total))
    if {"pdf", "svg"} & set(order.formats):
        for paper in order.papers or (_usual(project, drawn, order),):
            tell(f"imposing {game.id} ({drawn.language}, {paper})")
            made, more = _sheet_files(project, studio, game, drawn, order, paper, cover)
            outputs += made
            findings += more
    return outputs, findings


def _usual(project: Project, drawn: Drawn, order: Order) -> str:
    """The paper if none is named."""
    from generator.sheet.papers import read_papers
    from generator.sheet.preflight import usual_paper

    return usual_paper(read_papers(project), drawn.pieces, order.backs).id


def _with_less_ink(drawn: Drawn) -> Drawn:
    from generator.face.ink import save_ink

    pieces = (replace(p, front=save_ink(p.front), back=save_ink(p.back) if p.back else None) for p in drawn.pieces)
    return replace(drawn, pieces=tuple(pieces))


def faces_of(drawn: Drawn) -> list[Face]:
    """Each front and back of a game once, in the order of the data."""
    return [face for p in drawn.pieces for face in (p.front, p.back) if face]


def _face_files(studio: Studio, drawn: Drawn, order: Order, count: Callable[[int, int], None]) -> list[Output]:
    """One SVG and/or PNG for each face."""
    from generator.export.png import face_png
    from generator.export.svg import face_svg

    outputs = []
    faces = faces_of(drawn)
    names = distinct(f"{face.set}-{face.item}" + "-back" * (face.side == "back") for face in faces)
    for done, (face, name) in enumerate(zip(faces, names, strict=True)):
        count(done, len(faces))
        if "svg" in order.formats:
            outputs.append(Output(f"faces-{drawn.language}/{name}.svg", face_svg(face, studio.book)))
        if "png" in order.formats:
            outputs.append(Output(f"faces-{drawn.language}/{name}.png", face_png(face, studio.book, dpi=order.dpi)))
    return outputs


def job_of(project: Project, game: Game, language: str, order: Order, paper: str) -> Job:
    """What the sheet room needs to know."""
    from generator.sheet.papers import read_papers
    from generator.sheet.sheet import Job
    from generator.words import read_words

    return Job(
        paper=read_papers(project)[paper],
        backs=order.backs,
        bleed=order.bleed,
        proof=order.proof,
        back_offset=order.back_offset,
        title=game.title.in_language(language),
        version=game.version.in_language(language),
        language=language,
        words=read_words(project, language),
        names={s.id: s.name.in_language(language) for s in game.sets.values()},
    )


def sheets_of(
    project: Project, studio: Studio, game: Game, drawn: Drawn, order: Order, paper: str, cover: Cover | None = None
) -> tuple[list[Sheet], list[Finding]]:
    """The cover (or other first pages) and all sheets of one language on one paper."""
    from generator.sheet.cover import cover_sheets
    from generator.sheet.impose import impose
    from generator.sheet.preflight import places_of

    job = job_of(project, game, drawn.language, order, paper)
    sheets, findings = impose(drawn.pieces, job, studio.book, places_of(game))
    return [*(cover or cover_sheets)(game, drawn.pieces, sheets, job, studio), *sheets], findings


def _sheet_files(
    project: Project, studio: Studio, game: Game, drawn: Drawn, order: Order, paper: str, cover: Cover | None = None
) -> tuple[list[Output], list[Finding]]:
    """The PDF (and its fronts and backs), and/or an SVG for each sheet."""
    sheets, findings = sheets_of(project, studio, game, drawn, order, paper, cover)
    if has_errors(findings):
        return [], findings
    stem = f"{game.id}-{paper}-{drawn.language}{order.suffix}"
    outputs = []
    if "pdf" in order.formats:
        outputs += [_pdf(f"{stem}.pdf", sheets, studio, game, drawn, order, "piece")]
        if order.separate:
            sides = {side: [s for s in sheets if s.side == side] for side in ("front", "back")}
            outputs += [
                _pdf(f"{stem}-{side}s.pdf", kept, studio, game, drawn, order, side)
                for side, kept in sides.items()
                if kept
            ]
    if "svg" in order.formats:
        outputs += _sheet_svgs(f"sheets-{paper}-{drawn.language}{order.suffix}", sheets, studio)
    return outputs, findings


def _pdf(
    name: str, sheets: Sequence[Sheet], studio: Studio, game: Game, drawn: Drawn, order: Order, counted: str
) -> Output:
    from generator.export.pdf import PdfMeta, pdf_bytes
    from generator.sheet.sheet import faces_on

    title = f"{game.title.in_language(drawn.language)} – {game.version.in_language(drawn.language)}"
    meta = PdfMeta(
        title=title,
        author=", ".join(game.authors),
        subject=game.about.in_language(drawn.language) if game.about else "",
        language=drawn.language,
        duplex=order.backs if any(s.side == "back" for s in sheets) else "",
    )
    count = faces_on(sheets, "back" if counted == "back" else "front")
    return Output(
        name, pdf_bytes(sheets, meta, studio.book), f"{_number(len(sheets), 'page')}, {_number(count, counted)}"
    )


def _number(count: int, word: str) -> str:
    return f"{count} {word}" + ("" if count == 1 else "s")


def _sheet_svgs(folder: str, sheets: Sequence[Sheet], studio: Studio) -> list[Output]:
    from generator.export.svg import sheet_svg

    return [Output(f"{folder}/sheet-{n:02}.svg", sheet_svg(s, studio.book)) for n, s in enumerate(sheets, 1)]


OUT = Path("output")
"""Where files go if nobody says."""


def write(outputs: Sequence[Output], out: Path, *inner: str) -> list[tuple[Path, str]]:
    """Puts all files in place together, in the folder `inner` of `out`; gives what was written, whole folders of faces
    as one line. Links in a folder that was named (in the one that one stands in, if none was) are replaced."""
    from generator.export.files import write_all

    folder = out.joinpath(*inner)
    links = write_all(folder, [(o.name, o.data) for o in outputs], Path() if out == OUT else out)
    shown: dict[Path, str] = {}
    many: Counter[Path] = Counter()
    for output in outputs:
        path = folder / output.name
        if path.parent == folder:
            shown[path] = output.about
        else:
            many[path.parent] += 1
            shown[path.parent] = f"{many[path.parent]} files"
    return [*((path, "was a link, which is not followed: it is a folder now") for path in links), *shown.items()]


def known_papers(project: Project) -> list[str]:
    """Ids of the papers."""
    from generator.sheet.papers import read_papers

    return list(read_papers(project))
