"""Drawings of many pieces, or of two sides -> a drawing of each, as any program shows it.

Promise: what is cut shows what its drawing does, and no attribute of ours; a drawing of one piece stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import dist
from pathlib import Path

from generator.diagnostics.findings import Fault, Unreadable
from generator.face.geometry import Box, extent
from generator.layout.svg.element import inner_words, layers_hidden
from generator.project import read_plain
from generator.scaffold.areas import look_alike
from generator.scaffold.artboard import artboards_of
from generator.scaffold.drawnpage import NEVER, SHEET, Artboard, DrawnPage, sides_said
from generator.scaffold.extents import Extent, is_likely, millimetres_of, trim_of
from generator.scaffold.objects import drawn_below
from generator.scaffold.pages import BACK, bare_name
from generator.scaffold.sizes import MOST_BYTES, hexes_of, pieces_called

_LABEL = re.compile(rb"""inkscape:label=["']([^"']*)["']""")
_TAG = re.compile(r"""<\w(?:[^>"']|"[^"]*"|'[^']*')*>""")
_OURS = re.compile(r"""\spnp:[\w-]+=(?:"[^"]*"|'[^']*')""")
_DISPLAY = re.compile(r"""(?<=[\s"';])display\s*:[^;"']*;?|\sdisplay=(?:"[^"]*"|'[^']*')""")
_SHOWN = "pnp:display"


def drawings_parted(
    path: Path, kind: str, grid: tuple[int, int], *, is_sheet: bool
) -> tuple[list[tuple[str, bytes, int]], str]:
    """The pieces of a sheet, or the two sides of one, by the ends of their names, with how many are alike, and what is
    told of them; none of any other drawing. `kind`: what they are said to be; `is_sheet`, maybe of a `grid`, by its
    name."""
    try:
        data = read_plain(path, MOST_BYTES)
        whole = Artboard(path, data)
        names = [bare_name(Path(name.decode(errors="replace"))) for name in _LABEL.findall(data)]
        is_pair = data.count(b"<inkscape:page") > 1 or any(map(BACK.fullmatch, names))
        sides = artboards_of(path) if is_pair or layers_hidden(whole.document.root) else []
        pages = [DrawnPage(Artboard(path, as_picture(one))) for one in sides] or [DrawnPage(whole)]
        if found := _pieces(pages[0], path, kind, grid, is_sheet=is_sheet):
            back = _behind(pages[0].sides, found, [box for page in pages[1:] for box in page.alike()])
            own = [*_alike([_cut(page, boxes) for page, boxes in zip(pages, (found, back), strict=False) if boxes])]
            made = f"{len(own)} drawing{'s' * (len(own) != 1)}"
            what = f"a sheet of {len(found)} pieces of {sides_said(extent(found[0]))}, cut into {made}"
            ends = "", "-back"
            parts = [
                (f" {n + 1:02d}{end}", one, many) for n, two, many in own for end, one in zip(ends, two, strict=False)
            ]
            return parts, f"{path.name}: {what}{_BEHIND * bool(back)} ({_ELSE})"
    except (Fault, Unreadable, OSError):
        return [], ""  # told where it is read by itself
    if len(sides) != 2 and "hidden" not in "".join(one.note for one in sides):
        return [], ""
    notes = [sides[0].note, *(f"its back: {one.layer or 'its second page'}" for one in sides[1:])]
    parts = [(end, as_picture(one), 1) for end, one in zip(("", "-back"), sides, strict=False)]
    return parts, f"{path.name}: {'; '.join(filter(None, notes))}"


_BEHIND = ", their backs those of the second page, as it lies behind the first when that is turned over"
_ELSE = "`--kind boards`: one piece"


def _pieces(page: DrawnPage, path: Path, kind: str, grid: tuple[int, int], *, is_sheet: bool) -> Sequence[Box]:
    """The boxes of the pieces of a sheet: as its name says it; of one that is called as many pieces, or is too large
    for one, its like outlines, as of one on which lie cards and nothing else."""
    pieces = pieces_called(kind or path.stem)
    if pieces == "boards" or not page.sides[0]:
        return []
    if grid != (1, 1):
        wide, high = (side / n for side, n in zip(page.sides, grid, strict=True))
        return [(x * wide, y * high, (x + 1) * wide, (y + 1) * high) for y, x in product(*map(range, grid[::-1]))]
    if is_sheet:
        return page.alike()
    size = millimetres_of(path)
    is_large = bool(kind and size.dots) and not is_likely(size, pieces)
    is_many = bool(pieces_called(path.stem)) and path.stem.lower().endswith("s")
    is_hex = pieces == "hexes" and all(hexes_of([w / h]) for w, h in map(extent, page.alike()))
    found, is_all = page.parts(is_large=is_large, is_many=is_many, few=_HEXES if is_hex else SHEET)
    wide, high = extent(found[0]) if found else (0.0, 0.0)
    is_least = max(wide, high) > _SURELY or is_likely(Extent(wide, high), pieces)  # no fields of a bingo card
    return found if is_least and (is_many or is_large or (is_all and (is_hex or trim_of(found[0])))) else []


_HEXES = 2
"""So many hexes side by side are no single one."""
_SURELY = 60.0
"""What is longer (mm) is a piece of any kind."""


def _behind(sides: tuple[float, float], front: Sequence[Box], back: Sequence[Box]) -> list[Box]:
    """The pieces of a page behind those of another, turned over at its long edge; none if they are not as many."""
    middles = {box: ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in (*front, *back)}

    def turned(box: Box) -> Box:
        x, y = middles[box]
        return min(back, key=lambda one: dist(middles[one], (sides[0] - x, y)))

    found = [turned(box) for box in front] if back else []
    return found if len({*found}) == len(front) == len(back) else []


def _cut(page: DrawnPage, boxes: Sequence[Box]) -> list[Artboard]:
    return [page.cut(box, [one for one in boxes if one != box]) for box in boxes]


def _alike(pages: Sequence[Sequence[Artboard]]) -> Iterator[tuple[int, list[bytes], int]]:
    """The first of each that look alike on all sides, by their place, and how many do."""
    kinds: dict[tuple[str, ...], list[list[int]]] = {}
    pictures = [[*map(as_picture, sides)] for sides in zip(*pages, strict=True)]
    for n, sides in enumerate(zip(*pages, strict=True)):
        drawn = chain(*(drawn_below(side.document.root) for side in sides))
        said = (inner_words(e) if e.tag == "text" else e.attributes.get("href", "") for e in drawn)
        own = kinds.setdefault(tuple(filter(None, said)), [])
        same = next((some for some in own if all(map(look_alike, pictures[some[0]], pictures[n]))), [])
        own += [same] * (not same)
        same.append(n)
    for some in sorted(chain(*kinds.values())):
        yield some[0], pictures[some[0]], len(some)


def as_picture(drawing: Artboard) -> bytes:
    """The file of a drawing in which every program shows and hides what our attributes do."""

    def said(tag: re.Match[str]) -> str:
        way = "none" if NEVER in tag[0] else "inline" if _SHOWN in tag[0] else ""
        bare = _OURS.sub("", tag[0])
        return re.sub(r"(?=\s*/?>$)", f' display="{way}"', _DISPLAY.sub("", bare), count=1) if way else bare

    return _TAG.sub(said, drawing.data.decode()).encode()
