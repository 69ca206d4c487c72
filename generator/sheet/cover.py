"""The first page of a kit: what to print on what, how to cut, what is in the box, what to bring.

Takes a game, its pieces and sheets and a job; gives one sheet (more only where a kit is so large that its contents
do not fit). Promise: one grid of two columns, type that can be read, small pictures of the real faces, real numbers.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Sequence
from functools import partial

from generator.cache import digest
from generator.data.model import ComponentSet, Game
from generator.face.face import Face, Later, Node, flat
from generator.face.geometry import polyline
from generator.layout.assets import Studio
from generator.sheet import frontmatter
from generator.sheet.frontmatter import ACCENT, ASCENT, GUTTER, INK, SIDE, SOFT, Laid, PageDesign
from generator.sheet.sheet import Job, Piece, PrinterMark, Sheet, drawn_marks
from generator.typeset.inline import inline_of
from generator.typeset.setting import Content
from generator.values import Struct, replace

_SCALES = (1.0, 0.95, 0.9, 0.85, 0.8)
_BAND, _BELOW, _APART = (15.0, 46.0), 6.0, 2.0
"""How high the row of cards below the title may be; the air below it and between two, mm."""


class ContentsRow(Struct, frozen=True):
    """One component: its name, how many, and a few of its real faces; `words` are the name as it is set."""

    name: str
    count: str
    faces: tuple[Face, ...]
    words: Content


def cover_sheets(game: Game, pieces: Sequence[Piece], sheets: Sequence[Sheet], job: Job, studio: Studio) -> list[Sheet]:
    """The cover, as the first page (or pages) of a file that goes on with `sheets`. `studio` has fonts and icons."""
    for scale in _SCALES:
        page = frontmatter.page_of(game, job, studio, scale)
        nodes, end = _whole(page, game, pieces, sheets)
        if end <= page.bottom:
            row = _row(page, pieces, page.bottom - end - _BELOW)
            nodes = _whole(page, game, pieces, sheets, row)[0] if row else nodes
            return [_kept(frontmatter.page_sheet(page, nodes, 0), pieces)]
    return [_kept(sheet, pieces) for sheet in _two_pages(frontmatter.page_of(game, job, studio), game, pieces, sheets)]


def _kept(sheet: Sheet, pieces: Sequence[Piece]) -> Sheet:
    """The same, known by all that is on it where its faces are: what it comes to need not be made again."""
    faces, nodes = pieces[0].front.nodes if pieces else (), sheet.furniture
    if not isinstance(faces, Later) or faces.store is None or sheet.marks:
        return sheet
    key = digest(b"cover" + marshal.dumps([sheet.paper.height, *map(flat, nodes)], 2))
    return replace(sheet, furniture=Later(key, faces.store, lambda: nodes, nodes))


def _two_pages(page: PageDesign, game: Game, pieces: Sequence[Piece], sheets: Sequence[Sheet]) -> list[Sheet]:
    """Instructions first, the contents on pages of their own."""
    nodes, top = _head(page, game)
    how, top = frontmatter.printing(page, game, sheets, top)
    make, _ = _making(page, game, pieces, sheets, SIDE, page.right, top)
    found = [frontmatter.page_sheet(page, [*nodes, *how, *make], 0)]
    entries = contents(game, pieces, page.job)
    most = 4 * int((page.bottom - SIDE - 18.0) // _row_height(page))
    for k in range(0, len(entries), most):
        more, _ = _contents(page, entries[k : k + most], SIDE, page.right, 4, SIDE + 6.0)
        found.append(frontmatter.page_sheet(page, more, len(found)))
    return found


def _whole(
    page: PageDesign, game: Game, pieces: Sequence[Piece], sheets: Sequence[Sheet], row: Sequence[Face] = ()
) -> Laid:
    """Everything on one page, with a row of faces below the title."""
    nodes, top = _head(page, game)
    if row:
        width = (page.right - SIDE + _APART) / len(row) - _APART
        scale = width / row[0].shape.width
        nodes += [frontmatter.thumbnail(f, SIDE + k * (width + _APART), top, scale) for k, f in enumerate(row)]
        top += row[0].shape.height * scale + _BELOW
    how, top = frontmatter.printing(page, game, sheets, top)
    entries = contents(game, pieces, page.job)
    box, end = _contents(page, entries, SIDE, page.middle - GUTTER, 1 if len(entries) <= _FEW else 2, top)
    make, other = _making(page, game, pieces, sheets, page.middle, page.right, top)
    return [*nodes, *how, *box, *make], max(end, other)


def _row(page: PageDesign, pieces: Sequence[Piece], room: float) -> Sequence[Face]:
    """Cards of one size, else tiles, from all over the game that fill the width side by side, as large as there is room
    for, and none larger than it is."""
    sizes: dict[tuple[bool, float, float], list[Face]] = {}
    for shape, face in ((p.front.shape, p.front) for p in pieces):
        is_card = shape.kind == "rectangle" and shape.width < shape.height
        if is_card or shape.kind == "polyhex":
            sizes.setdefault((is_card, shape.width, shape.height), []).append(face)
    for (_, own, tall), faces in sorted(sizes.items(), key=lambda pair: (pair[0][0], len(pair[1])), reverse=True):
        for number in range(3, len(faces) + 1):
            width = (page.right - SIDE + _APART) / number - _APART
            if width <= own and width / own * tall <= min(room, _BAND[1]):
                if width / own * tall >= _BAND[0]:
                    return [faces[(2 * k + 1) * len(faces) // (2 * number)] for k in range(number)]
                break
    return ()


def _head(page: PageDesign, game: Game) -> Laid:
    """Title, version, players, and what the game is about."""
    job = page.job
    fewest, most = game.players
    span = "for-players" if fewest < most else "for-one-number" if most > 1 else "for-one-player"
    players = job.say(f"rules.{span}", **{"from": fewest, "to": most})
    facts = [job.say("cover.version", version=job.version), *[players] * game.is_for, job.paper.name]
    about = game.about.in_language(job.language) if game.about else ""
    words = inline_of(about, game, job.language) if about else ()
    return frontmatter.masthead(page, job.title, facts, words, size=32, y=30.0, share=0.8, below=5.0)


def _making(
    page: PageDesign, game: Game, pieces: Sequence[Piece], sheets: Sequence[Sheet], x1: float, x2: float, top: float
) -> Laid:
    """The steps, then what to bring."""
    job = page.job
    nodes, y = frontmatter.heading(page, job.say("cover.make"), "scissors", x1, x2, top)
    style = page.style(8.2)
    key, y = _key(page, sheets, x1 + 6.5, y)
    nodes += key
    for number, step in enumerate(steps(game, sheets), 1):
        nodes += page.line(str(number), page.style(11, ACCENT, True), x1 + 2.2, y + ASCENT * style.size, "middle")
        lines, height = page.paragraph(job.say(f"step.{step}"), style, x1 + 6.5, y, x2 - x1 - 6.5)
        nodes += lines
        y += max(height, 4.2) + 1.5
    more, y = frontmatter.heading(page, job.say("cover.bring"), "hand", x1, x2, y + 3.0)
    nodes += more
    for words in tools_needed(game, pieces, job, sheets):
        lines, height = page.paragraph(inline_of(words, game, job.language), style, x1, y, x2 - x1)
        nodes += lines
        y += height + 0.8
    return nodes, y


def _key(page: PageDesign, sheets: Sequence[Sheet], x: float, top: float) -> Laid:
    """What is cut and what is folded: a line of each as the sheets have it, and its word; nothing if none is folded."""
    kinds = {mark.kind for sheet in sheets for mark in sheet.marks}
    nodes: list[Node] = []
    style, end = page.style(8.2), top
    for kind in ("cut", "fold") if "fold" in kinds else ():
        if kind in kinds:
            word = page.job.say(f"mark.{kind}")
            *_, line = drawn_marks([PrinterMark(kind, polyline((x, top + 1.7), (x + 9.4, top + 1.7)))])
            nodes.append(line)
            lines, height = page.paragraph(word, style, x + 11.4, top, page.right - x - 11.4)
            nodes += lines
            x, end = x + 17.4 + page.width(word, style), top + height + 2.0
    return nodes, end


def _row_height(page: PageDesign) -> float:
    """The least height of a row of the contents, mm."""
    return 15.6 * page.scale


def _contents(page: PageDesign, entries: Sequence[ContentsRow], x1: float, x2: float, columns: int, top: float) -> Laid:
    """Small pictures, names and numbers, read down the columns; and where they could end."""
    nodes, y = frontmatter.heading(page, page.job.say("cover.box"), "cards", x1, x2, top)
    rows = -(-len(entries) // columns)
    width = (x2 - x1 + 4.0) / columns
    high = min(max((page.bottom - 2.0 - y) / max(rows, 1), _row_height(page)), _ROW * (2 if columns == 1 else 1.25))
    wide, top = _PICTURE * (max(1.0, high / _ROW) if columns == 1 else 1.0), y + 1.0
    for k, entry in enumerate(entries):
        if k % rows == 0:
            top = y + 1.0
        own = max(_height(entry.faces, wide, high), _row_height(page)) if columns == 1 else high
        nodes += _entry(page, entry, x1 + (k // rows) * width, top, width - 4.0, own - 3.0, wide)
        top += own
    return nodes, y + rows * _row_height(page)


_FEW = 4
"""So few components stand in one column, with larger pictures."""
_MANY_ROUND = 12
"""So many round pieces are cut sooner with something else than a knife."""
_PICTURE = 21.0
_ROW = 20.0
_FAN = 2.6


def _entry(
    page: PageDesign, entry: ContentsRow, x: float, y: float, width: float, high: float, wide: float
) -> list[Node]:
    """Pictures at the left in a box of their own, words at the right, both about one middle line; a long board as large
    as there is room, the words on a line below it."""
    name, amount = page.style(8.5, INK, True), page.style(8, SOFT)
    said = page.width(entry.words, name) + 2.0
    if _is_long(entry.faces) and said + page.width(entry.count, amount) <= width:
        (face, *_), low = entry.faces, y + high - 0.5
        scale = min(width / face.shape.width, (high - 4.6) / face.shape.height)
        words = [*page.line(entry.words, name, x, low), *page.line(entry.count, amount, x + said, low)]
        return [frontmatter.thumbnail(face, x, low - 4.1 - face.shape.height * scale, scale), *words]
    set_ = partial(page.paragraph, x=x + wide + 2.5, width=width - wide - 2.5)
    _, first = set_(entry.words, name, top=0.0)
    _, second = set_(entry.count, amount, top=0.0)
    top = y + max(0.0, (high - first - second) / 2)
    lines, more = set_(entry.words, name, top=top)[0], set_(entry.count, amount, top=top + first)[0]
    return [*_pictures(entry.faces, x, y, wide, high), *lines, *more]


def _is_long(faces: Sequence[Face]) -> bool:
    """True for boards more than twice as wide as high."""
    return bool(faces) and max(f.shape.width for f in faces) > 2 * max(f.shape.height for f in faces)


def _shown(faces: Sequence[Face], width: float, height: float) -> tuple[Sequence[Face], float]:
    """Up to three faces, one if they are long boards; and their scale."""
    wide = max(f.shape.width for f in faces)
    tall = max(f.shape.height for f in faces)
    shown = faces[:1] if _is_long(faces) else faces
    return shown, min(height / tall, (width - _FAN * (len(shown) - 1)) / wide, 0.62)


def _height(faces: Sequence[Face], width: float, high: float) -> float:
    """How high a row needs to be for some faces, at most `high`, mm."""
    shown, scale = _shown(faces, width, high - 3.0) if faces else ((), 0.0)
    return max((f.shape.height for f in shown), default=0.0) * scale + 3.0


def _pictures(faces: Sequence[Face], x: float, y: float, width: float, height: float) -> list[Node]:
    """Faces fanned out, the first on top."""
    if not faces:
        return []
    shown, scale = _shown(faces, width, height)
    wide = max(f.shape.width for f in faces)
    step = min((width - wide * scale) / max(1, len(shown) - 1), wide * scale + 1.0)
    left = x + (width - wide * scale - step * (len(shown) - 1)) / 2
    pairs = [(f, left + k * step) for k, f in enumerate(shown)]
    return [frontmatter.thumbnail(f, at, y + (height - f.shape.height * scale) / 2, scale) for f, at in reversed(pairs)]


def steps(game: Game, sheets: Sequence[Sheet]) -> list[str]:
    """How to get from the sheets to the components, only as far as there are such: keys of words, without `step.`."""
    cards, boxes = ({s.id for s in game.sets.values() if s.kind == kind} for kind in ("card", "box"))
    placements = [p for s in sheets for p in s.placements if p.face.side == "front"]
    shapes = {p.face.shape.kind for p in placements}
    needed = {
        "fold-sheet": any(s.side == "fold" for s in sheets),
        "cut": "rectangle" in shapes,
        "tiles": any(p.face.shape.nest and not p.straight for p in placements),
        "tokens": "circle" in shapes and "ring" not in shapes,
        "rings": "ring" in shapes,
        "boards": any(p.window for p in placements),
        "dice": "die" in shapes,
        "standees": "standee" in shapes,
        "boxes": any(p.face.set in boxes for p in placements),
        "sleeve": any(p.face.set in cards for p in placements),
    }
    return [step for step, wanted in needed.items() if wanted]


def contents(game: Game, pieces: Sequence[Piece], job: Job) -> list[ContentsRow]:
    """What is printed, set by set."""
    found = []
    for set_id in dict.fromkeys(p.front.set for p in pieces):
        own = [p for p in pieces if p.front.set == set_id]
        number, owner = sum(p.count for p in own), game.sets[set_id]
        count = _count(owner, number, job)
        if len(own) > 1 and len(own) != number:
            count = job.facts(count, job.say("cover.designs", designs=len(own)))
        name = _name(owner, job, number)
        words = inline_of(name, game, job.language)  # the names of terms are kept whole
        found.append(ContentsRow(name, count, tuple(_chosen(own)), words))
    return found


def _count(owner: ComponentSet, number: int, job: Job) -> str:
    """A number with the counting word of its kind."""
    key = f"cover.count.{owner.kind}"
    return job.say(key if key in job.words else "cover.count", count=number)


def _chosen(own: Sequence[Piece]) -> Iterable[Face]:
    """The faces to show: up to three fronts from all over the set, or the front and back of a single one."""
    most = min(3, len(own))
    faces = [own[k * (len(own) - 1) // max(1, most - 1)].front for k in range(most)]
    if len(own) == 1 and own[0].back and own[0].front.shape.width < 120:
        faces.append(own[0].back)
    return faces


def _name(owner: ComponentSet, job: Job, number: int | None) -> str:
    return owner.called(job.language, number) or job.name_of(owner.id)


def tools_needed(game: Game, pieces: Sequence[Piece], job: Job, sheets: Sequence[Sheet] = ()) -> list[str]:
    """What the kit does not hold, with markup: sets that are not printed, the rules, tools; glue where it is needed."""
    printed = {p.front.set for p in pieces}
    lines = [_supply(game, s, job) for s in game.sets.values() if not s.printed and s.id not in printed]
    boxes = {s.id for s in game.sets.values() if s.kind == "box"}
    folded = any(p.front.shape.folds or p.front.set in boxes for p in pieces)
    glued = folded or any(s.side == "fold" or any(p.window for p in s.placements) for s in sheets)
    is_round = sum(p.count for p in pieces if p.front.shape.kind in ("circle", "ring")) >= _MANY_ROUND
    wanted = {"cut": True, "round": is_round, "glue": glued, "score": folded}
    tools = [word for word, is_wanted in wanted.items() if is_wanted]
    said = job.say("list.comma").join(job.say(f"tools.{word}") for word in tools)
    if game.sections:
        named = ["rules.rules", *["rules.aid"] * any(rule.aid for rule in game.rules.values())]
        rules = job.say("list.comma").join(job.say(word) for word in named) + job.say("rules.colon").rstrip()
        lines.append(rules + _file(game.id, "rules", job.paper.id, job.language))
    return [*lines, said[:1].upper() + said[1:]]


def brought_along(game: Game) -> list[ComponentSet]:
    """What is not printed with the sheets, but drawn: who has none of wood prints it on paper."""
    return [s for s in game.sets.values() if not s.printed and s.items and s.size and s.layout]


def made_apart(game: Game, paper: str, language: str) -> tuple[str, ...]:
    """The files that the first page names, and that are made by themselves."""
    rules = [(game.id, "rules", paper, language)] * bool(game.sections)
    return tuple(
        f"{'-'.join(one)}.pdf" for one in [*rules, *((game.id, paper, language, s.id) for s in brought_along(game))]
    )


def _supply(game: Game, owner: ComponentSet, job: Job) -> str:
    """How many of a set to bring, and how to print them where it is drawn all the same."""
    said = _name(owner, job, owner.pieces) + job.say("rules.colon") + _how_many(owner, job)
    if owner not in brought_along(game):
        return said
    return job.say("cover.of-paper", supply=said) + _file(game.id, job.paper.id, job.language, owner.id)


def _file(*words: str) -> str:
    """A line with the file that has it, as commands call it."""
    return f"\n**{'-'.join(words)}.pdf**"


def _how_many(owner: ComponentSet, job: Job) -> str:
    if owner.pieces is not None:
        return _count(owner, owner.pieces, job)
    return job.say("cover.assumed", count=owner.assume) if owner.assume else job.say("cover.open")
