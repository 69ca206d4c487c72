"""What is built of a game: an order of `pnp build` -> the files of its sheets and faces, and findings.

    read -> draw -> narrow (to what changed) -> impose -> export -> write

Promise: every option of `pnp build` stands in an `Order`, and nothing else decides what is made. All files of a game
are made in memory first and put in place together at the end; none if there is an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from generator import manifest
from generator.commands.progress import Tell, silent
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Finding, few_guesses, gathered, has_errors, of_game
from generator.export import Output, PdfMeta, Run, exporter
from generator.pipeline import Drawn, chosen, draw, for_draft, languages_of, read_accepting
from generator.project import Project
from generator.values import dataclass, replace

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.export import Exporter
    from generator.face.face import Face
    from generator.layout.draw import Studio
    from generator.sheet.sheet import Job, Piece, Sheet

OUT = Path("output")
"""Where files go if nobody says."""


@dataclass(frozen=True, slots=True)
class Order:
    """What `pnp build` was asked for. Empty `languages`: the game's first; "all": each of them. Empty `papers`: A4, or
    the first that holds every piece. `since`: the version whose copies need not be printed again (see `versions`), as
    one says it who stands in the folder `at`. `stamp`: where content stamps go, whatever the game says; `group`: whose
    pieces share sheets (see sheet/grouping.py)."""

    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    backs: str = "long-edge"
    only: tuple[str, ...] = ()
    formats: tuple[str, ...] = ("pdf",)
    proof: bool = False
    draft: bool = False
    ink_saver: bool = False
    separate: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    bleed: float = 3.0
    dpi: int = 300
    stamp: str = ""
    group: str = "owner"
    since: str = ""
    at: Path | None = None

    @property
    def suffix(self) -> str:
        """What sets the file of a special order apart from the plain one: a word for all that alters a sheet."""
        turned = self.backs in ("long-edge", "short-edge")
        words = {
            "changed": self.since,
            "draft": self.draft,
            "proof": self.proof,
            "ink-saver": self.ink_saver,
            self.backs: self.backs != "long-edge",
            f"offset{self.back_offset[0]:+g}{self.back_offset[1]:+g}": turned and self.back_offset != (0.0, 0.0),
            f"bleed{self.bleed:g}": self.bleed != 3.0,
            f"stamp-{self.stamp}": self.stamp,
            f"by-{self.group}": self.group != "owner",
        }
        only = tuple(name.replace("/", "-") for name in self.only)
        if sum(map(len, only)) > 80:  # too long for the name of a file
            only = (f"{len(only)}-sets", sha256(",".join(only).encode()).hexdigest()[:8])
        return "".join(f"-{word}" for word in (*(w for w, on in words.items() if on), *only))


Cover = Callable[["Game", "Sequence[Piece]", "Sequence[Sheet]", "Job", "Studio"], "list[Sheet]"]
"""Makes the first pages of a file; takes and gives what `cover_sheets` does."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What is left of a game to be printed (None: nothing), the first pages that go with it, and what was found."""

    drawn: Drawn | None
    cover: Cover | None
    findings: list[Finding]


Narrow = Callable[["Studio", "Game", Drawn, Order], Narrowed]
"""Leaves out of a drawn game what need not be printed."""


@few_guesses()
def build(
    project: Project,
    game_id: str,
    order: Order,
    tell: Tell = silent,
    narrow: Narrow | None = None,
    known: dict[str, str] | None = None,
) -> tuple[list[Output], list[Finding]]:
    """All files of one game in memory, and every finding; no files if there is an error. `narrow` leaves out what
    need not be printed; `known` gets what the game's faces look like now (see `manifest`)."""
    from generator.engine.accepts import settle
    from generator.engine.cascades import everything
    from generator.engine.texts.wording import undrawn
    from generator.layout.draw import Studio
    from generator.layout.kept import surroundings_of

    tell(f"reading {game_id}")
    game, findings, accepts = read_accepting(project, game_id)
    if game is None:
        return [], gathered(findings)
    order = replace(order, only=chosen(game, order.only))
    findings = [f for f in findings if f.code[0] != "P" or f.severity is Severity.ERROR]  # how it looks: `pnp check`
    studio = Studio(project, draft=order.draft, stamp=order.stamp, surroundings=surroundings_of(project))
    findings += of_game([*undrawn(game, studio.book), *studio.book.faults], game_id)
    game = for_draft(project, game, findings) if order.draft else game
    outputs: list[Output] = []
    later: list[Finding] = []
    known = {} if known is None else known
    known.update(manifest.existing(game))
    for language in languages_of(game, order.languages):
        tell(f"drawing {game_id} ({language})")
        drawn, found = draw(studio, game, language, order.only)
        later += settle(found, accepts)
        if not order.draft and (has_errors(findings) or has_errors(later)):
            continue
        seen = manifest.shown(game, drawn, not order.only)
        known.update(seen)
        left = narrow(studio, game, drawn, order) if narrow else Narrowed(drawn, None, [])
        later += left.findings
        if left.drawn is not None:
            made, more = _outputs(project, studio, game, left.drawn, order, tell, left.cover)
            outputs += [replace(o, shows={k: seen[k] for k in o.shows} or seen) for o in made]
            later += of_game(more, game_id)
    findings = gathered(everything(game, findings, later))
    return ([], findings) if has_errors(findings) and not order.draft else (outputs, findings)


def _outputs(
    project: Project, studio: Studio, game: Game, drawn: Drawn, order: Order, tell: Tell, cover: Cover | None = None
) -> tuple[list[Output], list[Finding]]:
    """The files of one language: of each face, then of the sheets on each paper."""
    if order.ink_saver:
        drawn = _with_less_ink(drawn)
    exporters = [exporter(name) for name in order.formats]
    words = f"writing the faces of {game.id} ({drawn.language})"
    outputs = list(_face_files(studio, drawn, order, exporters, lambda done, total: tell(words, done, total)))
    findings: list[Finding] = []
    for paper in (order.papers or (_usual(project, drawn, order),)) if any(e.sheet_files for e in exporters) else ():
        tell(f"imposing {game.id} ({drawn.language}, {paper})")
        sheets, found = sheets_of(project, studio, game, drawn, order, paper, cover)
        findings += found
        if has_errors(found) and order.draft:
            refused = {name for f in found for name in f.faces}
            held = [p for p in drawn.pieces if f"{p.front.set}/{p.front.item}" not in refused]
            sheets, found = sheets_of(project, studio, game, replace(drawn, pieces=tuple(held)), order, paper, cover)
        if not has_errors(found):
            stem = f"{paper}-{drawn.language}{order.suffix}"
            run = Run(game.id, stem, sheets, _meta(game, drawn.language, order), studio.book, order.separate)
            cost = _cost(project, game, drawn, order, paper, sheets)
            made = [output for e in exporters if e.sheet_files for output in e.sheet_files(run)]
            outputs += [replace(o, about=o.about + cost) if o.about else o for o in made]
    return outputs, findings


def _cost(project: Project, game: Game, drawn: Drawn, order: Order, paper: str, sheets: Sequence[Sheet]) -> str:
    """What sorting the sheets costs, in words; nothing if it costs none."""
    from generator.sheet.paginate import pages_of

    job = replace(job_of(project, game, drawn.language, order, paper), fewest=True)
    most = sum(1 for s in sheets if s.side != "back" and s.placements)
    more = most - len(pages_of(drawn.pieces, job)) if order.group != "none" else 0
    return f"; sorted, {more} sheet{'s' * (more > 1)} more than with `--group none`" if more > 0 else ""


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


def _face_files(
    studio: Studio, drawn: Drawn, order: Order, exporters: Sequence[Exporter], tell: Callable[[int, int], None]
) -> Iterator[Output]:
    """Each face as a file of each format that has files of faces."""
    wanted = [(e.format, e.face_file) for e in exporters if e.face_file]
    faces = faces_of(drawn) if wanted else []
    names = distinct(f"{face.set}-{face.item}" + "-back" * (face.side == "back") for face in faces)
    for done, (face, name) in enumerate(zip(faces, names, strict=True)):
        tell(done, len(faces))
        for ending, face_file in wanted:
            data = face_file(face, studio.book, order.dpi)
            yield Output(f"faces-{drawn.language}/{name}.{ending}", data, shows={f"{drawn.language} {face.name}": ""})


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Names for files, none too long; one that another has (`a-b` + `c`, `a` + `b-c`; capitals do not count) gets a
    number."""
    known: set[str] = set()
    for name in names:
        tries = (f"{name[:150]}{end}" for end in chain([""], (f"-{n}" for n in count(2))))
        found = next(one for one in tries if one.casefold() not in known)
        known.add(found.casefold())
        yield found


def job_of(project: Project, game: Game, language: str, order: Order, paper: str) -> Job:
    """What the sheet room needs to know."""
    from generator.sheet.papers import read_papers
    from generator.sheet.sheet import Job
    from generator.words import read_words

    words, version = read_words(project, language), game.version.in_language(language)
    return Job(
        paper=read_papers(project)[paper],
        backs=order.backs,
        bleed=order.bleed,
        proof=order.proof,
        back_offset=order.back_offset,
        title=game.title.in_language(language),
        version=f"{version} · {words['caption.draft']}" if order.draft else version,
        language=language,
        words=words,
        names={s.id: s.name.in_language(language) for s in game.sets.values()},
        fewest=order.group == "none",
    )


def sheets_of(
    project: Project, studio: Studio, game: Game, drawn: Drawn, order: Order, paper: str, cover: Cover | None = None
) -> tuple[list[Sheet], list[Finding]]:
    """The cover (or other first pages) and all sheets of one language on one paper, in the order of the pages."""
    from generator.sheet.cover import cover_sheets
    from generator.sheet.grouping import grouped
    from generator.sheet.impose import impose
    from generator.sheet.preflight import places_of
    from generator.sheet.sheet import leaves

    backs = order.backs if any(piece.back for piece in drawn.pieces) else "none"  # else nothing is printed behind
    job = job_of(project, game, drawn.language, replace(order, backs=backs), paper)
    pieces = grouped(drawn.pieces, game, order.group, drawn.language, studio)

    def numbered(leaves_before: int) -> tuple[list[Sheet], list[Sheet], list[Finding]]:
        sheets, findings = impose(pieces, job, studio.book, places_of(game), leaves_before * job.sides)
        return (cover or cover_sheets)(game, drawn.pieces, sheets, job, studio), sheets, findings

    first, sheets, findings = numbered(1)
    if len(first) > 1:  # the sheets' numbers go on where those of the first pages end
        first, sheets, findings = numbered(len(first))
    return leaves([*first, *sheets], job), findings


def _meta(game: Game, language: str, order: Order) -> PdfMeta:
    title = f"{game.title.in_language(language)} – {game.version.in_language(language)}"
    about = game.about.in_language(language) if game.about else ""
    return PdfMeta(title, ", ".join(game.authors), about, (), language, order.backs)


def write(
    outputs: Sequence[Output],
    out: Path,
    *inner: str,
    known: Mapping[str, str] | None = None,
    ended: str = "\n",
    swapped: bool = False,
) -> list[tuple[Path, str]]:
    """Puts all files in place together, in the folder `inner` of `out`; gives what was written, whole folders of faces
    as one line. Links in a folder that was named (in the one that one stands in, if none was) are replaced. With what
    is `known` of the game, files that were made earlier and show something else are cleared away, and those that have
    `ended` in their names; those that somebody changed are told. Where only a part is printed (`swapped`), the sheets
    of the whole game are still needed."""
    from generator.files import write_all

    folder = out.joinpath(*inner)
    new, old = manifest.of(outputs), manifest.read(folder)
    rest = {name: entry for name, entry in old.items() if name not in new}
    stale = [] if known is None else manifest.stale(rest, known)
    stale = [name for name in stale if not swapped or "/" in name or "-changed" in name]
    stale += [name for name in rest if ended in name and name not in stale]
    gone = [name for name in stale if manifest.is_ours(folder, name, rest[name])]
    entries = {name: entry for name, entry in rest.items() if name not in stale} | new
    files = [(o.name, o.data) for o in outputs]
    if entries:
        files.append((manifest.NAME, manifest.written(entries)))
    elif old:
        gone.append(manifest.NAME)
    links = write_all(folder, files, Path() if out == OUT else out, gone)
    shown: dict[Path, str] = {}
    many: Counter[Path] = Counter()
    for output in outputs:
        path = folder / output.name
        if path.parent == folder:
            shown[path] = output.about
        else:
            many[path.parent] += 1
            shown[path.parent] = f"{many[path.parent]} files"
    left = [folder / n for n in stale if n not in gone and (folder / n).exists()]
    cleared = Counter((folder / n).parent if "/" in n else folder / n for n in gone if n != manifest.NAME)
    return [
        *((path, "was a link, which is not followed: it is a folder now") for path in links),
        *shown.items(),
        *(
            (path, f"cleared away, no longer as the game is ({many} files)"[: None if many > 1 else -10])
            for path, many in cleared.items()
        ),
        *((path, "is no longer as the game is, but was changed by hand: left as it is") for path in left),
    ]


def known_papers(project: Project) -> list[str]:
    """Ids of the papers."""
    from generator.sheet.papers import read_papers

    return list(read_papers(project))
