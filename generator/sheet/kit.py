"""What the cover has to say: pages and papers, steps, contents, what to bring.

Takes a game, its pieces and sheets, and a job; gives plain values with words. Promise: every number comes from the
sheets and the game; a step is only told if something in the kit needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.data.model import ComponentSet, Game
from generator.face.face import Face
from generator.sheet.job import Job
from generator.sheet.sheet import STOCKS, Piece, Sheet


@dataclass(frozen=True, slots=True)
class Run:
    """Pages that are printed alike: what is on them, how, on which paper. `light`: of paper that sets share
    ("mixed", "mixed-card"), those that want the lighter one."""

    first: int
    last: int
    sets: tuple[str, ...]
    sides: str
    paper: str
    light: tuple[str, ...] = ()

    @property
    def pages(self) -> str:
        """ "2–13", or "2"."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One component: its name, how many, and a few of its real faces."""

    name: str
    count: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the building, with the name of its icon."""

    icon: str
    words: str


def runs(game: Game, sheets: Sequence[Sheet], job: Job, first_page: int) -> list[Run]:
    """The rows of the print table, in the order of the pages."""
    found: list[Run] = []
    kinds = {s.id: s.kind for s in game.sets.values()}
    for page, sheet in enumerate(sheets, first_page):
        following = sheets[page - first_page + 1 : page - first_page + 2]
        two_sided = sheet.side == "back" or any(s.side == "back" for s in following)
        sides = "fold" if sheet.side == "fold" else job.backs if two_sided else "none"
        front = sheets[page - first_page - 1] if sheet.side == "back" else sheet  # both sides are one piece of paper
        paper = "fold" if sides == "fold" else _paper({kinds.get(s, "card") for s in front.sets}, two_sided)
        mixed = paper in ("mixed", "mixed-card")
        light = tuple(s for s in front.sets if mixed and STOCKS.get(kinds.get(s, "card")) == "light")
        if found and (found[-1].sides, found[-1].paper) == (sides, paper):
            last = found[-1]
            sets, folded = (tuple(dict.fromkeys(s)) for s in ((*last.sets, *sheet.sets), (*last.light, *light)))
            found[-1] = Run(last.first, page, sets, sides, paper, folded)
        else:
            found.append(Run(page, page, sheet.sets, sides, paper, light))
    return found


def _paper(kinds: set[str], two_sided: bool) -> str:
    """The paper for what is on a sheet; a printed back leaves no side to glue onto board."""
    stocks = {STOCKS.get(kind, "board") for kind in kinds}
    if two_sided:
        return "card" if "light" not in stocks else "light" if stocks == {"light"} else "mixed-card"
    return stocks.pop() if len(stocks) == 1 else "mixed"


def steps(sheets: Sequence[Sheet], job: Job) -> list[Step]:
    """How to get from the sheets to the components, only as far as there are such."""
    placements = [p for s in sheets for p in s.placements if p.face.side == "front"]
    shapes = {p.face.shape.kind for p in placements}
    needed = [
        ("fold", "step.fold-sheet", any(s.side == "fold" for s in sheets)),
        ("scissors", "step.cut", bool(shapes & {"rectangle", "square"})),
        ("tile", "step.tiles", any(p.clip and p.face.shape.nest for p in placements)),
        ("token", "step.tokens", bool(shapes & {"circle", "ring"})),
        ("glue", "step.boards", any(p.window for p in placements)),
        ("dice", "step.dice", "die" in shapes),
        ("fold", "step.standees", "standee" in shapes),
        ("cards", "step.sleeve", "rectangle" in shapes),
    ]
    return [Step(icon, job.say(key)) for icon, key, wanted in needed if wanted]


def contents(game: Game, pieces: Sequence[Piece], job: Job) -> list[Entry]:
    """What is printed, set by set."""
    found = []
    for set_id in dict.fromkeys(p.front.set for p in pieces):
        own = [p for p in pieces if p.front.set == set_id]
        count = _count(game, set_id, sum(p.count for p in own), job)
        if len(own) > 1 and len(own) != sum(p.count for p in own):
            count += " · " + job.say("cover.designs", designs=len(own))
        found.append(Entry(_name(game, set_id, job), count, tuple(_chosen(own))))
    return found


def _count(game: Game, set_id: str, number: int, job: Job) -> str:
    """A number with the counting word of its kind."""
    found = game.sets.get(set_id)
    key = f"cover.count.{found.kind}" if found else "cover.count"
    return job.say(key if key in job.words else "cover.count", count=number)


def _chosen(own: Sequence[Piece]) -> Iterable[Face]:
    """The faces to show: up to three fronts that differ, or the front and back of a single one."""
    faces = [p.front for p in own[:3]]
    if len(own) == 1 and own[0].back and own[0].front.shape.width < 120:
        faces.append(own[0].back)
    return faces


def _name(game: Game, set_id: str, job: Job) -> str:
    found = game.sets.get(set_id)
    return (found.name.in_language(job.language) if found else "") or job.name_of(set_id)


def bring(game: Game, pieces: Sequence[Piece], job: Job) -> list[str]:
    """What the kit does not hold: the sets that are not printed, then the tools."""
    printed = {p.front.set for p in pieces}
    supplies = [s for s in game.sets.values() if not s.printed and s.id not in printed]
    colon = job.say("rules.colon")
    lines = [f"{_name(game, s.id, job)}{colon}{_how_many(game, s, job)}" for s in supplies]
    return [*lines, job.say("tools.list")]


def _how_many(game: Game, owner: ComponentSet, job: Job) -> str:
    if owner.pieces is not None:
        return _count(game, owner.id, owner.pieces, job)
    return job.say("cover.assumed", count=owner.assume) if owner.assume else job.say("cover.open")
