"""The bundled games, built and taken to pieces: what the `test_games_*` share.

Every game of the repository is found by itself; a build is made once a session. `Cell` is a face (or a part of a
board) on a page: which faces it may be, by its content stamp or as a picture, and where its trim is, by the file.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from generator.data.build import read_game
from generator.data.model import ComponentSet, Game, Item
from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.face.face import Face
from generator.face.ink import save_ink
from generator.layout.assets import Studio
from generator.layout.draw import draw_game
from generator.production import Order, build
from generator.project import Project
from generator.typeset.setting import POINT
from generator.values import Struct
from tests.conftest import ROOT
from tests.export_kit import alone
from tests.measure import Box, Page, Placed, Point, apart, at, mapped, read_pages, undone, within
from tests.measure_seen import Letter, letters, picture
from tests.measure_sizes import size_of, trim_of
from tests.measure_words import Boxed, Said, said_on

PROJECT = Project(ROOT)
GAMES = PROJECT.games()
LAYOUTS = PROJECT.layouts
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
NEAR = 0.01
"""What counts as exact on paper, in mm."""

Name = tuple[str, str, str]
"""Set, item, side."""


def languages(game_id: str) -> list[str]:
    words = (PROJECT.components / game_id / "game.yaml").read_text("utf-8")
    return re.findall(r"[a-z-]+", re.search(r"^languages: *\[(.*)\]", words, re.MULTILINE)[1])  # type: ignore[index]


SPOKEN = [(g, language) for g in GAMES for language in languages(g)]
WAYS = [("a4", "long-edge"), ("letter", "fold"), ("a4", "short-edge")]
BUILD_OF = {spoken: (*spoken, *WAYS[n % len(WAYS)]) for n, spoken in enumerate(SPOKEN)}
BUILDS = [*BUILD_OF.values()]
"""Game, language, paper, backs: each language in one way, each way twice."""
PLAIN = [o for o in BUILDS if o[2:] == WAYS[0]]
CORE = BUILDS[:1]


def every(orders: Sequence[tuple[str, ...]], parts: int = 4) -> list[pytest.ParameterSet]:
    """Orders as parameters of tests, so many parts of each: an ordinary run looks at the first game, one way."""
    return [
        pytest.param(o[:parts], id="-".join(o[:parts]), marks=() if o in CORE else pytest.mark.slow) for o in orders
    ]


EVERY_BUILD, EVERY_PLAIN, EVERY_LANGUAGE = every(BUILDS), every(PLAIN), every(BUILDS, 2)
EVERY_FIRST = every([o for o in BUILDS if o[1] == languages(o[0])[0]])
"""Every game in its first language."""


@cache
def game_of(game_id: str) -> Game:
    game, _ = read_game(PROJECT, game_id)
    assert game is not None
    return game


@cache
def boxed(game_id: str) -> Boxed:
    return Boxed(game_of(game_id))


@cache
def built(game_id: str, language: str, paper: str, backs: str) -> bytes:
    """The PDF as `pnp build` makes it: once for all processes of a run of tests."""
    kept = Path(os.environ["PNP_TEST_RUN"], f"{game_id}-{language}-{paper}-{backs}.pdf")
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            outputs, findings, _ = build(PROJECT, game_id, Order((language,), (paper,), backs))
            errors = [(f.code, f.message) for f in findings if f.severity.value == "error"]
            assert not errors, f"{game_id} cannot be built: {errors}"
            kept.write_bytes(outputs[0].data)
    return kept.read_bytes()


@cache
def drawn(game_id: str, language: str) -> tuple[dict[Name, Face], Studio]:
    """Every face by its name: asked only for its stamp (and, as a picture, for parts of boards that have none)."""
    studio = Studio(PROJECT)
    pieces, _ = draw_game(studio, game_of(game_id), language)
    faces = [face for _, _, front, back, _ in pieces for face in (front, back) if face]
    return {(f.set, f.item, f.side): f for f in faces}, studio


@cache
def saving_ink(game_id: str, language: str) -> dict[Name, Face]:
    """Every face in its ink-saving edition."""
    return {name: save_ink(face) for name, face in drawn(game_id, language)[0].items()}


def printed(game_id: str) -> list[tuple[ComponentSet, Item, int]]:
    """Sets, items and how many of each the database wants printed."""
    return [
        (owner, item, owner.assume if owner.count_open and owner.assume and len(owner.items) == 1 else item.count)
        for owner in game_of(game_id).sets.values() if owner.printed for item in owner.items
    ]  # fmt: skip


def has_back(owner: ComponentSet, item: Item) -> bool:
    return bool(item.back or owner.back)


@cache
def wanted(game_id: str, backs: str) -> dict[Name, int]:
    """How often each face must be on the sheets."""
    found = {}
    for owner, item, count in printed(game_id):
        found[owner.id, item.id, "front"] = count
        if has_back(owner, item) and backs != "none":
            found[owner.id, item.id, "back"] = count
    return found


@cache
def source(game_id: str, language: str) -> dict[Name, list[Said]]:
    """What every face must say, from the data and the templates."""
    found = {}
    for owner, item, _ in printed(game_id):
        for side in ("front", "back"):
            said = said_on(LAYOUTS, boxed(game_id), owner, item, side, language)
            if said is not None:
                found[owner.id, item.id, side] = said
    return found


def owner_of(game_id: str, name: Name) -> tuple[ComponentSet, Item]:
    owner = game_of(game_id).sets[name[0]]
    return owner, next(i for i in owner.items if i.id == name[1])


@cache
def trim(game_id: str, name: Name) -> tuple[float, float]:
    return trim_of(LAYOUTS, game_of(game_id), *owner_of(game_id, name))


def shape(game_id: str, name: Name) -> str:
    owner, item = owner_of(game_id, name)
    return size_of(LAYOUTS, item.size or owner.size)["shape"]


# ---- cells ---------------------------------------------------------------------------------------------------


class Cell(Struct, frozen=True):
    """One face on one page. `names`: the faces that look like this; `size`: their trim; `window`: the part of the face
    that is shown, in its own mm (all of it, but for boards in parts); `letters` in the file's order.
    """

    page: int
    placed: Placed
    names: frozenset[Name]
    size: tuple[float, float]
    window: Box
    letters: tuple[Letter, ...]

    @property
    def whole(self) -> bool:
        return max(abs(a - b) for a, b in zip(self.window, (0, 0, *self.size), strict=True)) < NEAR

    @property
    def box(self) -> Box:
        """Where its trim (or window) is on the page."""
        return mapped(self.placed.matrix, self.window)

    @property
    def name(self) -> Name:
        return min(self.names)


@cache
def cells(game_id: str, language: str, paper: str, backs: str) -> tuple[Cell, ...]:
    """All faces on the sheets of a build."""
    return taken_apart(built(game_id, language, paper, backs), game_id, language)


def is_cover(page: Page) -> bool:
    """The page before the sheets."""
    return page.number == 0


def taken_apart(data: bytes, game_id: str, language: str, only: Sequence[Page] = ()) -> tuple[Cell, ...]:
    """All faces on the sheets of a file (or on some of its pages), whoever made it."""
    numbers = tuple(page.number for page in only)
    found: list[Cell] = []
    known: dict[tuple[int, Box], frozenset[Name]] = {}
    for page, text in zip(read_pages(data, numbers), letters(data, numbers), strict=True):
        if not is_cover(page):
            found += _cells(data, page, _unglued(text, language), game_id, language, known)
    return tuple(found)


GLUE = {"ja": "のりしろ", "en": "glue"}


def _unglued(text: Sequence[Letter], language: str) -> list[Letter]:
    """The letters of a page without the words on its tabs, which belong to the sheet; as large as captions."""
    word, left = GLUE[language], list(text)
    for k in range(len(left) - len(word), -1, -1):
        own = left[k : k + len(word)]
        if "".join(x.text for x in own) == word and all(6.4 * POINT < x.size < 7.4 * POINT for x in own):
            del left[k : k + len(word)]
    return left


def _cells(data, page: Page, text, game_id: str, language: str, known) -> list[Cell]:
    by_stamp = stamps(game_id, language)
    inside: dict[int, list[Letter]] = defaultdict(list)
    boxes = [p.box for p in page.placed]
    for letter in text:
        x, y = letter.middle
        for k, (p, b) in enumerate(zip(page.placed, boxes, strict=True)):
            if b[0] <= x <= b[2] and b[1] <= y <= b[3] and all(within(loop, x, y) for loop in p.clips):
                inside[k].append(letter)
    found = []
    for k, placed in enumerate(page.placed):
        window = mapped(undone(placed.matrix), shown(page, placed))
        names = by_stamp.get(stamp_in(inside[k], by_stamp), frozenset())
        if not names:
            key = (placed.form, tuple(round(v, 2) for v in window))
            if key not in known:
                known[key] = looks_like(data, page.number, placed, window, game_id, language)
            names = known[key]
        wide, high = window[2] - window[0], window[3] - window[1]
        sizes = {name: trim(game_id, name) for name in names}
        size = min(sizes.values(), key=lambda s: abs(s[0] - wide) + abs(s[1] - high), default=(window[2], window[3]))
        names = frozenset(name for name in names if sizes[name] == size)  # two faces in a hundred thousand: one stamp
        full = (0.0, 0.0, *size)
        if all(abs(a - b) < 3.2 or (a < b) == (n < 2) for n, (a, b) in enumerate(zip(window, full, strict=True))):
            window = full
        found.append(Cell(page.number, placed, names, size, window, tuple(inside[k])))
    return found


def stamp_in(text: Sequence[Letter], known: Iterable[str]) -> str:
    """The content stamp among letters: four in a row, of one size, the smallest there is. "" if there is none."""
    least = min((letter.size for letter in text), default=0.0) + 0.01
    for k in range(len(text) - 4, -1, -1):
        if max(letter.size for letter in text[k : k + 4]) < least and "".join(x.text for x in text[k : k + 4]) in known:
            return "".join(x.text for x in text[k : k + 4])
    return ""


BESIDE = 8.0
"""So far from a piece its marks may begin, mm."""


def shown(page: Page, placed: Placed) -> Box:
    """What is shown of a placement without its bleed: each edge drawn in to a mark that is near."""
    found = []
    for n, edge in enumerate(placed.box):
        first, last = placed.box[1 - n % 2] - BESIDE, placed.box[3 - n % 2] + BESIDE
        own = [m for m in (*page.crops, *page.cuts) if (m.upright if n % 2 == 0 else m.level)]
        marks = {m.a[n % 2] for m in own if first <= m.a[1 - n % 2] <= last or first <= m.b[1 - n % 2] <= last}
        inward = [m for m in marks if -NEAR <= (m - edge) * (1 if n < 2 else -1) <= 3.05]
        found.append(min(inward, key=lambda m: abs(m - edge), default=edge))
    return tuple(found)


@cache
def stamps(game_id: str, language: str) -> dict[str, frozenset[Name]]:
    """Content stamp -> the faces that bear it."""
    found: dict[str, set[Name]] = defaultdict(set)
    for name, face in drawn(game_id, language)[0].items():
        found[face.stamp].add(name)
    return {stamp: frozenset(names) for stamp, names in found.items()}


@cache
def _gallery(game_id: str, language: str) -> bytes:
    """Every face alone on a page."""
    faces, studio = drawn(game_id, language)
    return pdf_bytes([alone(face) for face in faces.values()], PdfMeta("all faces"), studio.book)


@cache
def _portrait(game_id: str, language: str, name: Name, dpi: int) -> np.ndarray:
    """A face alone on a page, as pixels."""
    page = [*drawn(game_id, language)[0]].index(name)
    return picture(_gallery(game_id, language), page, (1, 0, 0, 1, 0, 0), *trim(game_id, name), dpi).astype(np.int16)


def looks_like(
    data: bytes, page: int, placed: Placed, window: Box, game_id: str, language: str, dpi: int = 50
) -> frozenset[Name]:
    """The faces that this can be (if none is so large: a part of): those that differ least from it."""
    sizes = {name: trim(game_id, name) for name in drawn(game_id, language)[0]}
    whole = {s for s in sizes.values() if all(abs(a - b) < 3.2 for a, b in zip(window, (0.0, 0.0, *s), strict=True))}
    unlike: dict[Name, float] = {}
    for shown_ in [(0.0, 0.0, *size) for size in whole] or [window]:
        x, y, right, bottom = shown_
        step = 25.4 / dpi
        left, top = round(x / step), round(y / step)
        corner = at(placed.matrix, left * step, top * step)
        seen = picture(data, page, (*placed.matrix[:4], *corner), right - left * step, bottom - top * step, dpi)
        for name, (width, height) in sizes.items():
            if right > width + 1 or bottom > height + 1 or (whole and (width, height) != shown_[2:]):
                continue
            part = _portrait(game_id, language, name, dpi)[top : top + len(seen), left : left + len(seen[0])]
            here = seen[: len(part), : len(part[0])]
            red, green, blue = (np.abs(part - here) > 24).transpose(2, 0, 1)
            unlike[name] = float((red | green | blue).mean())  # ten times as fast as `any`
    best = min(unlike.values(), default=1.0)
    most = 0.5 if whole else 0.2  # neighbours stand in the corners of nested tiles
    return frozenset(n for n, u in unlike.items() if u <= best + 1e-4 and best < most)


def pairs(data: bytes) -> list[tuple[Page, Page]]:
    """Front and back of each piece of paper that has both, as a printer takes them from the file: two and two."""
    pages = read_pages(data)
    return [(front, back) for front, back in pairwise(pages) if back.back and back.placed]


def mirror(backs: str, page: Page):
    """The map from a place on a front to the place behind it, and a word for it."""
    if backs == "fold":
        fold = page.fold
        assert fold is not None, f"page {page.number + 1} has no fold line"
        if fold.upright:
            return lambda p: (2 * fold.a[0] - p[0], p[1])
        return lambda p: (p[0], 2 * fold.a[1] - p[1])
    if backs == "short-edge":
        return lambda p: (p[0], page.height - p[1])
    return lambda p: (page.width - p[0], p[1])


def off(front: Cell, back: Cell, over) -> float:
    """How far (mm) the worst corner of a back is from where it belongs behind its front: a point of the front lies on
    the back's point as far from the other side, so that both are upright.
    """
    width = front.size[0]
    x1, y1, x2, y2 = front.window
    worst = max(
        max(
            abs(a - b)
            for a, b in zip(at(back.placed.matrix, width - x, y), over(at(front.placed.matrix, x, y)), strict=True)
        )
        for x, y in ((x1, y1), (x2, y1), (x1, y2))
    )
    edges = [abs(a - b) for a, b in zip(back.window, (width - x2, y1, width - x1, y2), strict=True)]
    return max(worst, *edges)


def from_cuts(page: Page, point: Point) -> float:
    """Distance of a point from the nearest drawn cut line of a page."""
    straight = min((apart(point, s.a, s.b) for s in page.cuts), default=99.0)
    round_ = []
    for (x1, y1, x2, y2), color in page.curves:
        if color == "#8a8a8a":
            middle, radius = ((x1 + x2) / 2, (y1 + y2) / 2), (x2 - x1) / 2
            round_.append(abs(((point[0] - middle[0]) ** 2 + (point[1] - middle[1]) ** 2) ** 0.5 - radius))
    return min(straight, *round_, 99.0)
