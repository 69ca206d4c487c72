"""Pictures of many pieces side by side, as virtual tables have them, and drawings of many -> a picture of each.

How many lie across and down the file says, `cards-10x7.png`, or a save of Tabletop Simulator, which names and counts
them, too. An empty place is no piece, nor is the last one where the back lies there, as a deck shows it for what is
hidden. What else looks like such a picture `places_in` sees.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise, product
from pathlib import Path
from shutil import copyfile, copytree
from statistics import StatisticsError, correlation
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from generator.data.reading.folders import ENDINGS, RASTER
from generator.data.reading.load import MAX_BYTES
from generator.diagnostics.findings import Unreadable
from generator.face.raster import as_png, open_picture
from generator.project import TABLES, read_plain
from generator.scaffold.extents import CARDS, sides_named
from generator.scaffold.pages import BACK, FRONT, is_back
from generator.scaffold.sizes import MOST_BYTES
from generator.values import Struct

if TYPE_CHECKING:
    from PIL.Image import Image

_GRID = re.compile(r"(?<![\da-zA-Z.])(\d{1,2})x(\d{1,2})(?![\d.]|[ _-]?(?:mm|cm|in)\b)")
_CALLED = re.compile(r"(sprite|deck)?sheets?|grid|atlas|tts")
_MOST, _EVEN, _LEVEL, _ALIKE = 20, 0.04, 8, 6
"""So many pieces lie side by side; so nearly square is what inches may have said; by so much differ the colours of an
empty place, and pictures of one back."""


_DAMAGED = (Unreadable, OSError, ValueError, SyntaxError)


class _Sheet(Struct, frozen=True):
    """A picture of pieces, how many across and down (`grid`); by their places, what a save calls the pieces, and how
    many there are of each; their back."""

    path: Path
    grid: tuple[int, int]
    names: Mapping[int, str]
    counts: Mapping[int, int]
    back: Path | None = None


@contextmanager
def sheets_cut(source: Path, kind: str = "") -> Iterator[tuple[Path, list[str]]]:
    """The source itself; of a save, or of pictures, with such sheets (of what `kind` says) a folder with a picture of
    each piece, which lies there as long as it is needed; and what is told of them."""
    sheets = _said_in(source) if source.suffix.lower() == ".json" else _named_in(source)
    drawn = {path: found for path in _drawings_in(source) if (found := _parts_of(path, kind))[0]}
    if not (sheets or drawn):
        yield source, []
        return
    with TemporaryDirectory() as above:
        home, told = Path(above) / (source.resolve().name if source.is_dir() else source.stem), list[str]()
        is_lone = not any(_is_behind(one.path) for one in sheets)
        if source.is_dir():
            copytree(source, home, ignore=_others)
        for one in sheets:
            folder = home / one.path.relative_to(source).parent if source.is_dir() else home
            back = one.back or next(filter(is_back, sorted(folder.glob("*.*"))), None)
            made = _cut(one, folder / (_bare(one.path) or "cards"), back, is_lone=is_lone)
            told.append(f"{one.path.name}: a sheet of {one.grid[0]} x {one.grid[1]}, cut into {made} pictures")
            for path in filter(None, (one.path, one.back)):
                (folder / path.name).unlink(missing_ok=True)
        for path, (parts, said) in drawn.items():
            folder = home / path.relative_to(source).parent if source.is_dir() else home
            (folder / path.name).unlink(missing_ok=True)
            folder = folder / (_bare(path) or "cards") if parts[0][0] else folder
            folder.mkdir(parents=True, exist_ok=True)
            for end, data, many in parts:
                (folder / f"{f'{many}x ' * (many > 1)}{path.stem}{end}.svg").write_bytes(data)
            told.append(said)
        yield home, told


def _drawings_in(source: Path) -> list[Path]:
    """The drawings that may be such: a lone one, or those of a folder by itself."""
    found = sorted(source.glob("*.svg")) if source.is_dir() else [source]
    is_table = source.is_dir() and any(p.suffix.lower() in TABLES and p.suffix != ".md" for p in source.iterdir())
    return [p for p in found if p.suffix.lower() == ".svg" and p.is_file() and not is_table]


def _parts_of(path: Path, kind: str) -> tuple[list[tuple[str, bytes, int]], str]:
    from generator.scaffold.parted import drawings_parted

    across, down = next(((int(x), int(y)) for x, y in _GRID.findall(path.stem)), (1, 1))
    is_called = any(map(_CALLED.fullmatch, re.findall(r"[^\W\d_]+", path.stem.lower())))
    is_grid = is_called and 0 < across <= _MOST >= down > 0
    return drawings_parted(path, kind, (across, down) if is_grid else (1, 1), is_sheet=is_called)


def _others(folder: str, names: Sequence[str]) -> set[str]:
    """What of a folder is no picture."""
    return {n for n in names if n[0] == "." or not ((Path(folder) / n).is_dir() or n.lower().endswith(ENDINGS))}


def _bare(path: Path) -> str:
    """What the pieces of a sheet are called: without its grid, its number, its side."""
    words = re.findall(r"[^\W\d_]+", _GRID.sub("", path.stem))
    return " ".join(w for w in words if not any(one.fullmatch(w.lower()) for one in (_CALLED, BACK, FRONT)))


def _is_behind(path: Path) -> bool:
    return any(map(BACK.fullmatch, re.findall(r"[^\W\d_]+", path.stem.lower())))


# ---- which there are ----


def _named_in(source: Path) -> list[_Sheet]:
    """Those among pictures whose names say it; none beside tables, which say themselves what is a piece."""
    homes = [source, *(p for p in source.iterdir() if p.is_dir())] if source.is_dir() else []
    found = sorted(chain([source][: not homes], *(home.iterdir() for home in homes)))
    if homes and any(p.suffix.lower() in TABLES and p.suffix.lower() not in (".md", ".txt") for p in found):
        return []
    grids = {p: grid for p in found if p.suffix.lower() in RASTER and (grid := _by_name(p)) != (1, 1)}
    backs = {(p.parent, _bare(p)): p for p in found if p not in grids and p.suffix.lower() in ENDINGS and _is_behind(p)}
    return [_Sheet(p, grid, {}, {}, backs.get((p.parent, _bare(p))) if _bare(p) else None) for p, grid in grids.items()]


def _by_name(path: Path) -> tuple[int, int]:
    """How many pieces a picture has across and down, as its name says; 1, 1 if that says its sides, in inches, or
    nothing."""
    found = [*_GRID.finditer(path.stem)]
    across, down = map(int, found[-1].groups()) if found else (1, 1)
    if not (0 < across <= _MOST >= down > 0) or across * down == 1:
        return 1, 1
    is_called = any(map(_CALLED.fullmatch, re.findall(r"[^\W\d_]+", path.stem.lower())))
    try:
        with _opened(path) as picture:
            is_grid = is_called or abs(picture.width * down / across / picture.height - 1) > _EVEN
    except _DAMAGED:
        return 1, 1  # told where it is read by itself
    return (across, down) if is_grid else (1, 1)


def _said_in(save: Path) -> list[_Sheet]:
    """Those beside a save of Tabletop Simulator that its decks show."""
    try:
        words = read_plain(save, MAX_BYTES).decode("utf-8-sig", "replace")
        decks = [*_decks_in(json.loads(words))] if '"CustomDeck"' in words else []
    except (ValueError, RecursionError, OSError):
        return []  # told where it is read by itself
    names = {one["CardID"]: str(one.get("Nickname") or "") for one in decks if isinstance(one.get("CardID"), int)}
    many = Counter(n for one in decks for n in one.get("DeckIDs") or () if isinstance(n, int))
    many = many or Counter(one["CardID"] for one in decks if one.get("CardID") in names)
    found = {}
    for number, deck in chain.from_iterable(one["CustomDeck"].items() for one in decks):
        shown = [save.with_name(re.split(r"[/\\]", str(deck.get(key)))[-1]) for key in ("FaceURL", "BackURL")]
        grid = (deck.get("NumWidth"), deck.get("NumHeight"))
        if shown[0].is_file() and shown[0].suffix.lower() in RASTER and all(n in range(1, _MOST) for n in grid):
            own = {n % 100: n for n in many if str(n // 100) == number}
            counts = {at: many[n] for at, n in own.items()}
            back = shown[1] if shown[1].is_file() else None
            found[number] = _Sheet(shown[0], grid, {at: names.get(n, "") for at, n in own.items()}, counts, back)
    return [*found.values()]


def _decks_in(value: object) -> Iterator[Mapping[str, Any]]:
    """The records of a save that show something of decks."""
    if isinstance(value, dict) and isinstance(value.get("CustomDeck"), dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _decks_in(one)


# ---- what is cut ----


@contextmanager
def _opened(path: Path) -> Iterator[Image]:
    with open_picture(as_png(read_plain(path, MOST_BYTES))) as picture:
        yield picture


def _cut(sheet: _Sheet, home: Path, back: Path | None, *, is_lone: bool) -> int:
    """Writes the pieces of a sheet into a folder; how many. Equal ones are copies, if the sheet `is_lone`: each may
    have a back of its own in another."""
    with _opened(sheet.path) as picture:
        whole = picture.convert("RGBA" if "A" in picture.mode or "transparency" in picture.info else "RGB")
    xs, ys = ([round(k * side / n) for k in range(n + 1)] for side, n in zip(whole.size, sheet.grid, strict=True))
    boxes = [(x, y, right, low) for y, low in pairwise(ys) for x, right in pairwise(xs)]
    pieces = {at: whole.crop(box) for at, box in enumerate(boxes)}
    shown = {at: one for at, one in pieces.items() if not _is_empty(one) and at in (sheet.counts or pieces)}
    last = len(boxes) - 1
    if last in shown and not sheet.counts and (last - 1 not in shown or (back and _are_alike(shown[last], back))):
        del shown[last]
    first: dict[object, int] = {}
    for at, one in shown.items():
        first.setdefault(one.tobytes() if is_lone and not sheet.counts else at, at)
    kept = [*first.values()]
    many = Counter(first[one.tobytes()] for one in shown.values()) if is_lone and not sheet.counts else sheet.counts
    parts = "".join(f"{n}-" for n in re.findall(r"\d+", _GRID.sub("", sheet.path.stem)))
    home.mkdir(parents=True, exist_ok=True)
    for at in kept:
        own = re.sub(r'[\\/:*?"<>|\0-\37]+', " ", sheet.names.get(at, "")).strip()
        name = f"{own or home.name} {parts}{at + 1:02d}" + " back" * _is_behind(sheet.path)
        name = own if own and [*sheet.names.values()].count(sheet.names[at]) == 1 else name
        copies = f"{many[at]}x " * (many.get(at, 1) > 1)
        shown[at].save(home / f"{copies}{name}.png")
    if sheet.back and not _is_behind(sheet.path):
        copyfile(sheet.back, home / f"back{sheet.back.suffix}")
    return len(kept)


def _is_empty(picture: Image) -> bool:
    grey = bytearray(picture.convert("L").tobytes())
    return max(grey) - min(grey) <= _LEVEL


def _are_alike(picture: Image, path: Path) -> bool:
    try:
        with _opened(path) as other:
            one, two = (bytearray(p.convert("L").resize((24, 24)).tobytes()) for p in (picture, other))
    except _DAMAGED:
        return False
    return sum(abs(a - b) for a, b in zip(one, two, strict=True)) < _ALIKE * len(one)


# ---- what looks so ----


def places_in(path: Path) -> tuple[int, int]:
    """How many usual cards a picture seems to have across and down: its lines recur so often, and as if by rule; 1, 1
    of any other."""
    from PIL import Image, ImageChops

    try:
        with _opened(path) as picture:
            if max(picture.size) < _LARGE:
                return 1, 1
            share = picture.width / picture.height
            small = picture.convert("L").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    except _DAMAGED:
        return 1, 1
    recurs = []
    for one in (small, small.transpose(Image.Transpose.TRANSPOSE)):
        steps = ImageChops.difference(one.crop((1, 0, _SIDE, _SIDE)), one.crop((0, 0, _SIDE - 1, _SIDE)))
        bare = steps.resize((_SIDE - 1, 1), Image.Resampling.BOX).tobytes()
        lines = [sum(bare[max(0, n - 1) : n + 2]) / 3 for n in range(len(bare))]
        recurs.append([n for n in range(2, 11) if _recurs(lines, _SIDE / n)])
    cards = [wide / high for wide, high in map(sides_named, chain(*CARDS))]
    ways = [(x, y, share * y / x) for x, y in product(*recurs)]
    found = [(x, y) for x, y, one in ways if any(min(abs(one / c - 1), abs(one * c - 1)) < _NEARLY for c in cards)]
    return max(found, key=lambda way: way[0] * way[1], default=(1, 1))


def _recurs(lines: Sequence[float], step: float) -> bool:
    """True for what is the same again after that many places, and not after a few less or more."""
    near = [_correlation(lines[: -round(by)], lines[round(by) :]) for by in (step, 0.85 * step, 1.15 * step)]
    return near[0] > _SURE and near[0] > max(near[1:]) + _APART


def _correlation(ones: Sequence[float], others: Sequence[float]) -> float:
    try:
        return correlation(ones, others)
    except StatisticsError:
        return 0.0  # all alike


_LARGE, _SIDE, _SURE, _APART, _NEARLY = 1600, 840, 0.5, 0.15, 0.03
"""Pixels of what may be a sheet, and such that many grids divide; from where on, and by how much more, lines are the
same; proportions of a card."""
