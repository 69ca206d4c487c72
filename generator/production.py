"""What is built of a game: an order of `pnp build` -> the files of its sheets and faces, and findings.

    read -> draw -> narrow (to what changed) -> impose -> export -> write

Promise: every option of `pnp build` stands in an `Order`, and nothing else decides what is made. All files of a game
are made in memory first and put in place together at the end; none if there is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator import cache, manifest
from generator.compare.readable import caption_of
from generator.data.model import Game
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Finding, gathered, has_errors, in_order, of_game
from generator.engine.cascades import everything
from generator.engine.findings_cache import Pending
from generator.engine.suppression import Accept, settle
from generator.engine.texts.proofreading import undrawn
from generator.export import Exporter, Output, PdfMeta, Run, exporter
from generator.face.colors import shows_on_white
from generator.face.face import Face
from generator.layout.assets import Studio
from generator.layout.facecache import surroundings_of
from generator.pipeline import (
    Drawn,
    Tell,
    chosen,
    draw,
    for_draft,
    languages_of,
    parts_of,
    read_accepting,
    silent,
    told_in,
)
from generator.processes import background_jobs, run_in_processes
from generator.project import Project
from generator.sheet.cover import cover_sheets, made_apart
from generator.sheet.impose import impose
from generator.sheet.paginate import NONE, OWNER, fewest, grouped, owner_field, pages_of
from generator.sheet.preflight import usual_paper
from generator.sheet.sheet import Job, Piece, Sheet, leaves, read_papers
from generator.values import Struct, replace
from generator.words import read_words


class Order(Struct, frozen=True):
    """What `pnp build` was asked for. Empty `languages`: the game's first; "all": each of them. Empty `papers`: A4, or
    the first that holds every piece. `since`: the version whose copies need not be printed again (see `versions`), as
    one says it who stands in the folder `at`. `stamp`: where content stamps go, whatever the game says; `picture_dpi`:
    so many pixels of pictures to the inch are enough (0: none too many); `group`: whose pieces share sheets (see
    sheet/paginate.py); `volumes`: into so many files the designs of a language go, made by the workers of a `scheduler`
    if there is one (see `volumes`); `part`: only the k-th of n parts."""

    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    backs: str = "long-edge"
    only: tuple[str, ...] = ()
    formats: tuple[str, ...] = ("pdf",)
    proof: bool = False
    draft: bool = False
    ink_saver: bool = False
    picture_dpi: int = 0
    separate: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    bleed: float = 3.0
    face_bleed: float = 0.0
    dpi: int = 300
    stamp: str = ""
    group: str = "owner"
    since: str = ""
    at: Path | None = None
    volumes: int = 1
    scheduler: str = ""
    part: tuple[int, int] = (1, 1)

    @property
    def suffix(self) -> str:
        """What sets the file of a special order apart from the plain one: a word for all that alters a sheet."""
        turned = self.backs in ("long-edge", "short-edge")
        words = {
            "changed": self.since,
            "draft": self.draft,
            "proof": self.proof,
            "ink-saver": self.ink_saver,
            f"pictures{self.picture_dpi}": self.picture_dpi,
            self.backs: self.backs != "long-edge",
            f"offset{self.back_offset[0]:+g}{self.back_offset[1]:+g}": turned and self.back_offset != (0.0, 0.0),
            f"bleed{self.bleed:g}": self.bleed != 3.0,
            f"stamp-{self.stamp}": self.stamp,
            f"by-{self.group}": self.group != "owner",
            self.volume: self.volume,
        }
        only = tuple(name.replace("/", "-") for name in self.only)
        if sum(map(len, only)) > 80:  # too long for the name of a file
            only = (f"{len(only)}-sets", sha256(",".join(only).encode()).hexdigest()[:8])
        return "".join(f"-{word}" for word in (*(w for w, on in words.items() if on), *only))

    @property
    def volume(self) -> str:
        """What sets the files of a part apart."""
        k, n = self.part
        return f"volume-{k:0{len(str(n))}}-of-{n}" if n > 1 else ""

    def designs(self, game: Game) -> tuple[str, ...]:
        """What is asked for, as `Game.designs` takes it; of a part by the names of its items."""
        k, n = self.part
        return parts_of(game, n, self.only)[k - 1]


Cover = Callable[[Game, Sequence[Piece], Sequence[Sheet], Job, Studio], list[Sheet]]
"""Makes the first pages of a file; takes and gives what `cover_sheets` does."""


class Narrowed(Struct, frozen=True):
    """What is left of a game to be printed (None: nothing), the first pages that go with it, and what was found."""

    drawn: Drawn | None
    cover: Cover | None
    findings: list[Finding]


Narrow = Callable[[Studio, Game, Drawn, Order], Narrowed]
"""Leaves out of a drawn game what need not be printed."""


class Read(Struct, frozen=True):
    """A game, what its files accept, and whether its data has errors (`faulty`)."""

    project: Project
    game: Game
    accepts: tuple[Accept, ...]
    faulty: bool


class Made(NamedTuple):
    """What became of an order: its files, what was found, what the game's faces look like now (see `manifest`)."""

    outputs: list[Output]
    findings: list[Finding]
    shown: dict[str, str]


Spread = Callable[[Read, Sequence[Order], Tell], Iterator[Made]]
"""Makes orders of one language each, somehow."""


@background_jobs()
def build(
    project: Project,
    game_id: str,
    order: Order,
    tell: Tell = silent,
    narrow: Narrow | None = None,
    spread: Spread | None = None,
    ready: Callable[[Made], None] | None = None,
) -> Made:
    """All files of one game, and every finding; no files if there is an error. `narrow` leaves out what need not be
    printed; `spread` makes the languages elsewhere than here and in turn; `ready` gets the files, without findings, if
    there is no error: in a watch, before it is looked at what the game means."""
    tell(f"reading {game_id}")
    unseen: list[Pending] = []
    surroundings = surroundings_of(project)
    game, findings, accepts = read_accepting(project, game_id, later=unseen, surroundings="" if ready else surroundings)
    if game is None:
        return Made([], gathered(findings), {})
    languages = languages_of(game, order.languages)
    findings = [f for f in findings if f.code[0] != "P" or f.severity is Severity.ERROR]  # how it looks: `pnp check`
    findings = told_in(findings, languages)
    studio = Studio(project, draft=order.draft, stamp=order.stamp, surroundings=surroundings)
    findings += settle(of_game([*undrawn(project, game, studio.book), *studio.book.faults], game_id), accepts)
    faulty = has_errors(findings)
    whole = for_draft(project, game, findings) if order.draft or order.only else game
    order = replace(order, only=chosen(whole, order.only))
    game = whole if order.draft else game
    orders = [replace(order, languages=(language,)) for language in languages]
    outputs: list[Output] = []
    later: list[Finding] = []
    shown: dict[str, str] = {}
    own = Read(project, game, tuple(accepts), faulty)
    parts = spread(own, orders, tell) if spread else (make(own, studio, one, tell, narrow) for one in orders)
    for part in parts:
        outputs += part.outputs
        later += part.findings
        shown |= part.shown
    for name in manifest.existing(game):
        shown.setdefault(name, "")  # not looked at
    if ready and not has_errors(everything(game, findings, later)):
        ready(Made(outputs, [], shown))
    meant = settle(of_game((f for look in unseen for f in look() if f.code[0] != "P"), game_id), accepts)
    cache.save()
    findings = gathered(everything(game, in_order([*findings, *meant]), later))
    return Made([] if has_errors(findings) and not order.draft else outputs, findings, shown)


def make(read: Read, studio: Studio, order: Order, tell: Tell = silent, narrow: Narrow | None = None) -> Made:
    """Draws, imposes and writes one language of a game, or a part of it; no files if there is an error."""
    game, language, whole = read.game, order.languages[0], not order.only and order.part[1] == 1
    tell(f"drawing {game.id} ({', '.join(filter(None, (language, order.volume)))})")
    drawn, found = draw(studio, game, language, order.designs(game))
    found = settle([*found, *of_game(_blank(game, drawn, studio), game.id)], read.accepts)
    if not order.draft and (read.faulty or has_errors(found)):
        return Made([], found, {})
    seen = manifest.shown_by_sheets(game, drawn, whole)
    left = narrow(studio, game, drawn, order) if narrow else Narrowed(drawn, None, [])
    found = [*found, *left.findings]
    if left.drawn is None:
        return Made([], found, seen)
    made, more = _outputs(studio, game, left.drawn, order, tell, left.cover)
    outputs = [replace(o, shows={k: seen[k] for k in o.shows} or seen) for o in made]
    rules = manifest.shown_by_rules(read.project, game, language) if whole else {}
    return Made(outputs, [*found, *of_game(more, game.id)], seen | rules)


def _outputs(
    studio: Studio, game: Game, drawn: Drawn, order: Order, tell: Tell, cover: Cover | None
) -> tuple[list[Output], list[Finding]]:
    """The files of one language: of each face, then of the sheets on each paper."""
    for alter in _alterations(drawn, order):
        pieces = (replace(p, front=alter(p.front), back=alter(p.back) if p.back else None) for p in drawn.pieces)
        drawn = replace(drawn, pieces=tuple(pieces))
    exporters = [exporter(name) for name in order.formats]
    words = f"writing the faces of {game.id} ({drawn.language})"
    outputs = list(_face_files(studio, drawn, order, exporters, lambda done, total: tell(words, done, total)))
    findings: list[Finding] = [*_short_of_bleed(game, drawn, order, exporters)]
    meta = _meta(game, drawn.language, order)

    def run(held: Drawn, *paper: str, sheets: Sequence[Sheet] = (), bleed: float = 0.0) -> Run:
        own = (order if paper else replace(order, back_offset=(0.0, 0.0))).suffix
        stem = "-".join((*paper, drawn.language)) + own + f"-face-bleed{bleed:g}" * bool(bleed)
        return Run(game.id, stem, held.pieces, sheets, meta, studio.book, order.separate, order.dpi, bleed)

    for e in exporters:
        bleed = 0.0 if e.continued is None else order.face_bleed
        outputs += e.piece_files(run(drawn, bleed=bleed)) if e.piece_files else ()
    of_sheets = [e.sheet_files for e in exporters if e.sheet_files] if game.sets else []
    for paper in (order.papers or (_usual(studio, drawn, order),)) if of_sheets else ():
        tell(f"imposing {game.id} ({drawn.language}, {paper})")
        held = drawn
        sheets, found = sheets_of(studio, game, held, order, paper, cover)
        findings += found
        if has_errors(found) and order.draft:
            refused = {name for f in found for name in f.faces}
            held = replace(drawn, pieces=tuple(p for p in drawn.pieces if p.front.name not in refused))
            sheets, found = sheets_of(studio, game, held, order, paper, cover)
        if not has_errors(found):
            cost = _cost(studio, game, held, order, paper, sheets)
            made = [output for sheet_files in of_sheets for output in sheet_files(run(held, paper, sheets=sheets))]
            named = made_apart(game, paper, drawn.language)
            outputs += [replace(o, about=o.about + cost * bool(o.about), paper=paper, named=named) for o in made]
    names = distinct(o.name for o in outputs)
    return [replace(o, name=name) for o, name in zip(outputs, names, strict=True)], findings


def _cost(studio: Studio, game: Game, drawn: Drawn, order: Order, paper: str, sheets: Sequence[Sheet]) -> str:
    """What sorting the sheets costs, in words; nothing if it costs none."""
    most = sum(1 for s in sheets if s.side != "back" and s.placements)
    job = job_of(studio.project, game, drawn.language, order, paper)
    more = most - fewest(drawn.pieces, job) if order.group != NONE else 0
    said = f"; {more} sheet{'s' * (more > 1)} less, but unsorted, with `--group none`" if more > 0 else ""
    name = owner_field(game) if order.group == OWNER else ""
    apart = grouped(drawn.pieces, game, name, drawn.language, studio) if name else ()
    own = len(pages_of(apart, job)) - most if any(p.stock == "card" and p.owner for p in apart) else 0
    return said + f"; `--group {name}` takes {own} more: each one's cards by themselves" * (own > 0)


def _usual(studio: Studio, drawn: Drawn, order: Order) -> str:
    """The paper if none is named."""
    return usual_paper(read_papers(studio.project), drawn.pieces, order.backs).id


def _alterations(drawn: Drawn, order: Order) -> Iterator[Callable[[Face], Face]]:
    """What becomes of each face before it is printed."""
    if order.picture_dpi:
        from generator.face.coarser import coarser

        yield coarser(faces_of(drawn), order.picture_dpi)
    if order.ink_saver:
        from generator.face.ink import save_ink

        yield save_ink


def faces_of(drawn: Drawn) -> list[Face]:
    """Each front and back of a game once, in the order of the data."""
    return [face for p in drawn.pieces for face in (p.front, p.back) if face]


def _face_files(
    studio: Studio, drawn: Drawn, order: Order, exporters: Sequence[Exporter], tell: Callable[[int, int], None]
) -> Iterator[Output]:
    """Each face as a file of each format that has files of faces."""
    wanted = [(e.ending, e.face_file) for e in exporters if e.face_file]
    faces = faces_of(drawn) if wanted else []
    bleed = f"bleed{order.face_bleed:g}" if order.face_bleed else ""
    folder = "-".join(filter(None, ("faces", drawn.language, order.volume, bleed)))
    names = (f"{face.set}-{face.item}" + "-back" * (face.side == "back") for face in faces)
    files = [(face, name, *kind) for face, name in zip(faces, names, strict=True) for kind in wanted]

    def made(n: int) -> bytes:
        face, _, _, face_file = files[n]
        return face_file(face, studio.book, order.dpi, order.face_bleed)

    is_long = any(e.pays for e in exporters)
    for n, data in enumerate(run_in_processes(made, len(files)) if is_long else map(made, range(len(files)))):
        face, name, ending, _ = files[n]
        tell(n // len(wanted), len(faces))
        yield Output(f"{folder}/{name}.{ending}", data, shows={f"{drawn.language} {face.name}": ""})


def _blank(game: Game, drawn: Drawn, studio: Studio) -> Iterator[Finding]:
    """Of sets whose pieces show nothing on one side, not one of them, white on paper neither: `pnp check` tells any
    face of which this is so. A back without a template may be blank."""
    faces = [f for f in faces_of(drawn) if f.side == "front" or f.nodes]
    seen = {(f.set, f.side) for f in faces if shows_on_white(f.nodes, (0.0, 0.0, f.shape.width, f.shape.height))}
    for name, side in [one for one in dict.fromkeys((f.set, f.side) for f in faces) if one not in seen]:
        own, owner = tuple(f.name for f in faces if (f.set, f.side) == (name, side)), game.sets[name]
        message = f"all pieces of `{name}` are blank: nothing can be seen on the {side} of any"
        hidden = studio.hidden_in(owner, owner.items, game.folders)
        hint = "look at the `pnp:if` of what stands around all of its template, at its `viewBox`, and for white paint"
        yield Finding("P015", owner.marks.get("layout") or owner.mark, message, hint + hidden, faces=own)


def _short_of_bleed(game: Game, drawn: Drawn, order: Order, exporters: Sequence[Exporter]) -> Iterator[Finding]:
    """Of faces that bleed, but less than is asked of their pictures: told once, at the set of the first."""
    continued = [e.continued for e in exporters if e.continued is not None]
    least = order.face_bleed - min(continued, default=order.face_bleed)
    short = [face for face in faces_of(drawn) if 0 < face.bleed < least - 0.01]
    if short:
        owner, asked, paint = game.sets[short[0].set], order.face_bleed, short[0].bleed
        mark = owner.marks.get("layout") or owner.mark
        message = f"the paint of `{short[0].name}` ends {paint:g} mm beyond the trim, not {asked:g} mm: white edges"
        hint = f"draw it {asked:g} mm beyond the trim, or ask for `--face-bleed {paint:g}`"
        yield Finding("P003", mark, message, hint, faces=tuple(face.name for face in short))


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Paths of files, none called too long; one that another has (`a-b` + `c`, `a` + `b-c`; capitals do not count)
    gets a number."""
    known: set[str] = set()
    for name in names:
        path = PurePosixPath(name)
        ends = chain([""], (f"-{n}" for n in count(2)))
        tries = (path.with_name(f"{path.stem[:150]}{end}{path.suffix}").as_posix() for end in ends)
        found = next(one for one in tries if one.casefold() not in known)
        known.add(found.casefold())
        yield found


def job_of(project: Project, game: Game, language: str, order: Order, paper: str) -> Job:
    """What the sheet room needs to know."""
    words, version = read_words(project, language), caption_of(game.version, game, language)
    part = f"{order.part[0]}/{order.part[1]}" if order.part[1] > 1 else ""
    version = words["list.facts"].join(filter(None, (version, part, words["caption.draft"] if order.draft else "")))
    return Job(
        paper=read_papers(project)[paper],
        backs=order.backs,
        bleed=order.bleed,
        proof=order.proof,
        back_offset=order.back_offset,
        title=caption_of(game.title, game, language),
        version=version,
        language=language,
        words=words,
        names={s.id: s.called(language, s.pieces) for s in game.sets.values()},
        fewest=order.group == "none",
    )


def sheets_of(
    studio: Studio, game: Game, drawn: Drawn, order: Order, paper: str, cover: Cover | None = None
) -> tuple[list[Sheet], list[Finding]]:
    """The cover (or other first pages) and all sheets of one language on one paper, in the order of the pages."""
    backs = order.backs if any(piece.back for piece in drawn.pieces) else "none"  # else nothing is printed behind
    job = job_of(studio.project, game, drawn.language, replace(order, backs=backs), paper)
    pieces = grouped(drawn.pieces, game, order.group, drawn.language, studio)

    def numbered(leaves_before: int) -> tuple[list[Sheet], list[Sheet], list[Finding]]:
        sheets, findings = impose(pieces, job, studio.book, leaves_before * job.sides)
        return (cover or cover_sheets)(game, drawn.pieces, sheets, job, studio), sheets, findings

    first, sheets, findings = numbered(1)
    fronts = sum(1 for s in sheets if s.side != "back")
    if order.only and cover is None and fronts == 1:  # needs no list of its contents
        return impose(pieces, job, studio.book)
    if len(first) > 1:  # the sheets' numbers go on where those of the first pages end
        first, sheets, findings = numbered(len(first))
    return leaves([*first, *sheets], job), findings


def _meta(game: Game, language: str, order: Order) -> PdfMeta:
    title, version, about = (caption_of(one, game, language) for one in (game.title, game.version, game.about))
    return PdfMeta(f"{title} – {version}", ", ".join(game.authors), about, language, order.backs)
