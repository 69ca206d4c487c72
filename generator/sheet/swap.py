"""The first page of a reprint: what to throw away, and what to print and put in its place.

Takes swaps (a component, the copies that go, the copies that come) and the sheets that hold the new copies; gives
sheets. Promise: everything that must leave the box is named in the order of the box, with its number of copies and the
content stamp that is printed on it, that of the back where the fronts are alike; everything on the sheets is named with
where it belongs; every row has a square to tick. Few rows have pictures; many are a plain list.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from generator.data.model import Game
from generator.face.face import Face, Node, Path, Stroke
from generator.face.geometry import rectangle
from generator.layout.assets import Studio
from generator.sheet import frontmatter
from generator.sheet.frontmatter import ACCENT, INK, SIDE, SOFT, Laid, PageDesign
from generator.sheet.sheet import Job, Piece, Sheet
from generator.values import Struct

_GUTTER = 9.0
_PICTURE = 12.0
_TICK = 3.2
_TALL, _SHORT = 14.6, 9.4
"""Height of a row with a picture, and of one without, mm."""
_TOP = SIDE + 3.0


class Swap(Struct, frozen=True):
    """One component of which copies go or come.

    `name` and `set` are what the players call it and its set, `was` and `was_set` what they called them before. `old`
    has the copies to throw away (its `count`), `new` those to print; either may be None. `why` says in a few words
    what changed, `place` where in the old box its copies are.
    """

    name: str
    set: str
    old: Piece | None = None
    new: Piece | None = None
    why: str = ""
    was: str = ""
    was_set: str = ""
    place: int = 0


class _Row(Struct, frozen=True):
    """One line of a list: a piece with its number of copies, the side that tells it, the stamp on it, and the words
    beside it."""

    piece: Piece
    face: Face
    name: str
    stamp: str
    about: str


def swap_sheets(
    game: Game,
    swaps: Sequence[Swap],
    sheets: Sequence[Sheet],
    job: Job,
    studio: Studio,
    since: str,
    rules: str = "",
) -> list[Sheet]:
    """The page (or pages) before `sheets`. `since` is what the user calls the old version; `rules`: what to say of
    them."""
    page = frontmatter.page_of(game, job, studio)
    boxed = sorted(swaps, key=lambda s: s.place)
    gone = [_gone(s, s.old, job) for s in boxed if s.old and s.old.count]
    come = [_row(s, s.new, job, s.name, s.set, s.why) for s in swaps if s.new and s.new.count]
    head, top = _head(page, gone, come, since, rules)
    how, below = frontmatter.printing(page, game, sheets, top) if sheets else ([], top)
    room = page.bottom - below - 10.0
    high = _TALL if max(len(gone), len(come)) <= int(room // _TALL) else _SHORT
    first, later = int(room // high), int((page.bottom - _TOP - 10.0) // high)
    parts = [[rows[:first], *(rows[k : k + later] for k in range(first, len(rows), later))] for rows in (gone, come)]
    found = []
    for number, (going, coming) in enumerate(zip_longest(*parts, fillvalue=())):
        nodes = [*head, *how] if number == 0 else []
        both = ((gone, ("swap.discard", "discard", going)), (come, ("swap.print", "cards", coming)))
        lists = [listed for rows, listed in both if rows]
        nodes += _columns(page, lists, _TOP if number else below, high)
        found.append(frontmatter.page_sheet(page, nodes, number))
    return found


def _gone(swap: Swap, piece: Piece, job: Job) -> _Row:
    why = "" if swap.new else swap.why or job.say("swap.gone")
    return _row(swap, piece, job, swap.was or swap.name, swap.was_set or swap.set, why)


def _row(swap: Swap, piece: Piece, job: Job, name: str, owner: str, why: str) -> _Row:
    face, key = (piece.back, "swap.stamp-back") if piece.back and _alike_in_front(swap) else (piece.front, "swap.stamp")
    key = "swap.stamp-slug" if face.slug else key
    stamp = job.say(key, stamp=face.stamp) if face.stamp and (face.slug or face.marking) else ""
    where = owner if owner != name and not name.startswith(f"{owner} ") else ""
    return _Row(piece, face, name, stamp, job.facts(where, why))


def _alike_in_front(swap: Swap) -> bool:
    """True if old and new copies can be told apart by their backs only."""
    old, new = swap.old, swap.new
    if not (old and new and old.back and new.back):
        return False
    return old.front.stamp == new.front.stamp and old.back.stamp != new.back.stamp


def _head(page: PageDesign, gone: Sequence[_Row], come: Sequence[_Row], since: str, rules: str) -> Laid:
    """What this file is: the title, the versions, how many copies come and go."""
    job = page.job
    numbers = {"print": sum(r.piece.count for r in come), "discard": sum(r.piece.count for r in gone)}
    key = "swap.about" if gone and come else "swap.about.discard" if gone else "swap.about.print"
    title, about = job.say("swap.title", title=job.title), job.say(key, since=since, **numbers) + rules
    facts = [job.version, job.paper.name]
    return frontmatter.masthead(page, title, facts, about, size=26, y=29.0, share=0.85, below=4.5)


def _columns(page: PageDesign, lists: Sequence[tuple[str, str, Sequence[_Row]]], top: float, high: float) -> list[Node]:
    """Lists under their headings (word, icon), side by side: what goes at the left, what comes at the right."""
    width = (page.right - SIDE - _GUTTER) / 2
    nodes: list[Node] = []
    for k, (key, icon, rows) in enumerate(lists):
        x1 = SIDE + k * (width + _GUTTER)
        x2 = x1 + width
        more, y = frontmatter.heading(page, page.job.say(key), icon, x1, x2, top)
        nodes += more
        for row in rows:
            nodes += _drawn(page, row, x1, x2, y, high)
            y += high
            nodes.append(frontmatter.rule(x1, y - 0.4, x2, 0.1))
    return nodes


def _drawn(page: PageDesign, row: _Row, x1: float, x2: float, y: float, high: float) -> list[Node]:
    """A box to tick, a picture (where there is room for it), the number of copies, the name, the stamp on them, and
    what else is to be known."""
    job = page.job
    nodes: list[Node] = []
    left = x1 + _TICK + 2.0
    if high >= _TALL:
        shape = row.face.shape
        scale = min(_PICTURE / shape.width, (high - 2.4) / shape.height, 0.62)
        at = (left + (_PICTURE - shape.width * scale) / 2, y + (high - 0.8 - shape.height * scale) / 2)
        nodes.append(frontmatter.thumbnail(row.face, *at, scale))
        left += _PICTURE + 1.0
    middle = y + (high - 0.4) / 2
    line = middle - 0.5
    nodes.append(Path(rectangle(x1, line - 1.1 - _TICK / 2, _TICK, _TICK), stroke=Stroke(INK, 0.25)))
    number = page.style(10, ACCENT, True)
    count = job.say("swap.copies", count=row.piece.count)
    nodes += page.line(count, number, left + 8.5, line, "end")
    left += 11.0
    name, mark = page.style(8.8, INK, True), page.style(8, INK)
    room = page.width(row.stamp, mark) + 2.0 if row.stamp else 0.0
    nodes += page.line(row.name, name, left, line, width=x2 - left - room)
    nodes += page.line(row.stamp, mark, x2, line, "end") if row.stamp else []
    nodes += page.line(row.about, page.style(7.2, SOFT), left, middle + 3.1, width=x2 - left)
    return nodes
