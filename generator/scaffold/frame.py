"""Somebody's frame of a card, a picture -> the card drawn in it: art in its window, words on its plain areas.

Takes a `TableSheet` whose cards have such a picture. What is clear in it is the window, what is of one colour is meant
for words. Promise: where it has no area for them they get a pale one, from which they stand out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from generator.data.reading.folders import ENDINGS
from generator.data.reading.grid import plain
from generator.diagnostics.findings import Unreadable
from generator.face.colors import contrast
from generator.face.face import Shape
from generator.face.geometry import Box, common, grown
from generator.face.raster import as_png, open_picture
from generator.layout.draw import margin_of
from generator.project import read_plain
from generator.scaffold.elements import (
    GREY,
    INK,
    SLICE,
    WHITE,
    Drawn,
    at_times,
    bleeding,
    boxed,
    circled,
    depth_of,
    drawn_where,
    image,
    rect,
    size_for,
    text,
)
from generator.scaffold.meanings import says
from generator.scaffold.measures import LEAST
from generator.scaffold.pages import FRONT, bare_name
from generator.scaffold.prose import prose_drawn, prose_least, prose_said
from generator.scaffold.roles import Roles
from generator.scaffold.sizes import MOST_BYTES, bleed_of, is_as_wide, is_card, look_at, millimetres_of, pieces_called
from generator.scaffold.stats import CardPlan
from generator.scaffold.tablesheet import EXPRESSION, TableSheet, if_said, said_of, scope_name

_FINE = 2
"""Pixels a millimetre that are looked at."""
_STEP, _FAR = 30, 110
"""By how much (of 1,020) a pixel of an area may differ from the one beside it, and from the first."""
_CLEAR, _ROUND = 128, 0.93
"""Of alpha, what is less is clear; of its box an area has so much that has four sides, and maybe round corners."""
_PALE = f'rx="1.5" fill="{WHITE}" fill-opacity="0.85"'
_EDGE, _IN, _LAP = 3.5, 1.5, 0.5
"""How far a pale area is from the cut, words are from the sides of theirs, and art goes below the frame; mm."""
_LINE, _LEAST = 3.2, 8.0
"""How high an area for a line, and one for art, must be."""
_SHARE = 0.3
"""Of the width of a card, and somewhat less of its height, a window has at least."""
_BLEED, _WHOLE = 3.0, 'preserveAspectRatio="none"'
_NEAR, _GAP = 0.9, 0.5
"""So far an area may go beyond the safe zone of its words; what is between the kind and the text."""
_LABEL = "**{}:** "
_WORD = re.compile(r"[^\W_]+")
_Pixel = tuple[int, ...]


class Area(NamedTuple):
    """A box (x, y, right, bottom) in mm of the piece, its colour, and whether the frame has it."""

    box: Box
    color: _Pixel
    is_own: bool = True

    @property
    def ink(self) -> str:
        """The fill of words on it."""
        red, green, blue = (v / 255 for v in self.color[:3])
        is_light = contrast((red, green, blue), (0, 0, 0)) > contrast((red, green, blue), (1, 1, 1))
        return INK if is_light else f'fill="{WHITE}"'

    @property
    def inside(self) -> Box:
        """Where words stand: x, y, width, height."""
        x, y, right, bottom = self.box
        by = min(_IN, 0.12 * (bottom - y))
        return x + _IN, y + by, right - x - 2 * _IN, bottom - y - 2 * by


def frames_beside(sheet: TableSheet, pictures: Collection[Path]) -> tuple[str, Mapping[str, Path]]:
    """The pictures as large as a card that lie beside a table, or where its pictures do, and are called as each of the
    words of a field, or as frames are; by these words, "" for all."""
    shape, homes = sheet.look.shape, dict.fromkeys((sheet.path.parent, *(path.parent for path in pictures)))
    found = [p for home in homes for p in sorted(home.iterdir()) if p.suffix.lower() in ENDINGS and p not in pictures]
    own = {p: [w for w in _WORD.findall(p.stem) if not (says(w, "frame") or pieces_called(w))] for p in found}
    bare = {path: plain(" ".join(words)) for path, words in own.items()}
    for field in sheet.of("one of", "text", "word") if is_card(shape) else ():
        words = {word: [path for path in found if bare[path] == plain(word)][:1] for word in sheet.words(field)}
        is_one = all(isinstance(item.get(field, ""), str) for item in sheet.items)
        is_kind = is_one and 0 < len(words) < len(sheet.items) and all(words.values())
        if is_kind and all(is_as_wide(path, shape) for paths in words.values() for path in paths):
            return field, {word: paths[0] for word, paths in words.items()}
    lone = (p for p in found if says(p.stem, "frame") or FRONT.fullmatch(bare_name(p)))
    first = next((path for path in lone if is_card(shape) and is_as_wide(path, shape)), None)
    return "", {"": first} if first else {}


def frames_of(sheet: TableSheet, roles: Roles) -> list[Path]:
    """The frames of a sheet's cards, each once; none of those that have none."""
    named = [path for word in dict.fromkeys(sheet.words(roles.frame)) for path in sheet.pictures.get(word, ())[:1]]
    return [*sheet.frames[1].values()] or named * bool(roles.frame)


def card_in_frame(sheet: TableSheet, roles: Roles, plan: CardPlan) -> Drawn:
    """The elements of a card's front, and the fields that they draw."""
    shape, frames = sheet.look.shape, frames_of(sheet, roles)
    areas = _areas(frames[0], shape)
    named, window = _name_of(areas, frames, shape), _window(areas, shape)
    told = _text_of(areas, frames, shape, has_art=bool(roles.picture))
    safe = grown((0.0, 0.0, shape.width, shape.height), _NEAR - margin_of(sheet.look.kind, shape))
    named, told = (area._replace(box=common(area.box, safe)) for area in (named, told))
    art = window or _place(areas, (named.box[0], named.box[3] + _IN, named.box[2], told.box[1] - _IN))
    pictures = [_art(sheet, roles.picture, art)] * bool(roles.picture and art[3] > art[1] + _LEAST)
    bled, frame = _frames(sheet, roles.frame, frames[0])
    parts = [*bled, *pictures, frame] if window else [*bled, frame, *pictures]
    parts += [rect(_sized(area.box), _PALE) for area in (named, told) if not area.is_own]
    parts += _head(sheet, roles.title, plan, named)
    kind = _kind_of(areas, frames, (named.box[3], told.box[1]), shape)
    kind = kind._replace(box=common(kind.box, (told.box[0], 0.0, told.box[2], shape.height))) if kind else None
    lines, told = _kinds(sheet, plan, kind, told)
    texts, placed = _told(sheet, plan, told)
    drawn = (roles.title, plan.badge, *plan.types, *plan.icons, roles.frame, roles.picture * bool(pictures), *placed)
    return [*parts, *lines, *texts], [*filter(None, drawn)]


def _frames(sheet: TableSheet, field: str, first: Path) -> tuple[list[str], str]:
    """What is painted below the frame in the bleed, where it has none, and the frame."""
    shape, (kinds, own) = sheet.look.shape, sheet.frames
    bleed = bleed_of(millimetres_of(first), shape, 3.0)
    box = (-bleed, -bleed, shape.width + 2 * bleed, shape.height + 2 * bleed)
    named = own if kinds else {w: path for w in sheet.words(field) for path in sheet.pictures.get(w, ())[:1]}
    edges, plain_edge = {word: _edge(path) for word, path in named.items()}, _edge(first)
    way, said = "==" if kinds else "in", scope_name(kinds or field)
    ways = (f"{edges[w]!r} if {w!r} {way} {said} else " for w in sorted(edges, key=len, reverse=True))
    bound = f"{''.join(ways)}{plain_edge!r}" if len({*edges.values()}) > 1 else ""
    paint = f'fill="{plain_edge}"' + f" pnp:fill={quoteattr(bound)}" * (0 < len(bound) < EXPRESSION)
    href = f"{ {word: path.name for word, path in own.items()} }[{said}]"
    shown = f"pnp:href={quoteattr(href)}{if_said(sheet, kinds)}" if kinds else f"xlink:href={quoteattr(first.name)}"
    frame = image(field, box, _WHOLE) if field and not own else f"<image {shown} {boxed(box)} {_WHOLE}/>"
    return [rect(bleeding(shape), paint)] * (bleed < _BLEED), frame


def _art(sheet: TableSheet, field: str, art: Box) -> str:
    """The picture in the window: it fills it, unless it is cut out or drawn."""
    is_whole = all(look_at(path)[1] for word in sheet.words(field)[:8] for path in sheet.pictures.get(word, ())[:1])
    return image(field, _sized(art), SLICE * is_whole)


def _place(areas: Sequence[Area], room: Box) -> Box:
    """Where art goes that has no window: on the largest area in a room, else in all of it."""
    top, bottom = room[1] - _IN, room[3] + _IN
    boxes = [b for b, *_ in areas if b[1] >= top and b[3] <= bottom and min(b[2] - b[0], b[3] - b[1]) > _LEAST]
    return max(boxes, key=lambda b: (b[2] - b[0]) * (b[3] - b[1]), default=room)


def _sized(box: Box) -> Box:
    return box[0], box[1], box[2] - box[0], box[3] - box[1]


# ---- words ----


def _head(sheet: TableSheet, title: str, plan: CardPlan, area: Area) -> list[str]:
    """The name, and the number in a circle before it."""
    (x, y, wide, high), parts, r = area.inside, list[str](), min(plan.radius, (area.box[3] - area.box[1]) / 2 + 1)
    if plan.badge:
        parts += circled(sheet, plan.badge, (x + r - _IN, y + high / 2, r), area.ink)[:2]
        x, wide = x + 2 * r, wide - 2 * r
    for field in plan.icons:
        wide -= high + 0.5
        parts.append(image(field, (x + wide + 0.5, y, high, high)))
    size = size_for(sheet.words(title), wide, high, 0.8 * high, 0.25, 1.3) if title else LEAST
    name = text(plan.name, (x, y, wide, high), min(size, 5.2), "Name", bold=True, ink=area.ink)
    return [*parts, *[name] * bool(plan.name)]


def _kinds(sheet: TableSheet, plan: CardPlan, area: Area | None, below: Area) -> tuple[list[str], Area]:
    """The kind, on its area or in the first line of that of the texts, and what it leaves of this."""
    if not plan.types:
        return [], below
    kinds, said = said_of(sheet, plan.types, " · ", bare=plan.types)
    x, y, wide, high = area.inside if area else below.inside
    high = high if area else min(1.35 * plan.kind, high)
    size = size_for(said, wide, high, plan.kind, 0, 1.3)
    line = text(kinds, (x, y, wide, high), size, "Type", bold=True, ink=(area or below).ink)
    left, top, right, bottom = below.box
    return [line], below if area else below._replace(box=(left, top + high + _GAP, right, bottom))


def _told(sheet: TableSheet, plan: CardPlan, area: Area) -> Drawn:
    """The texts, and below them all else in lines as far as there is room."""
    x, y, wide, high = area.inside
    texts, rest = prose_said(sheet, plan.prose)[1] if plan.prose else [], [*plan.stats, *plan.facts]
    least, words, said, low = prose_least(texts, wide, high), "", [""], 0.0
    while rest:
        for between in ("\n", "; "):
            words, said = said_of(sheet, rest, between, how=_LABEL)
            low = depth_of(said, wide, LEAST, 0) + 0.8
            if least + low <= high:
                break
        else:
            rest.pop()
            continue
        break
    low = low if rest else 0.0
    most = min(2.8 * plan.unit, 2 * LEAST) if texts else 4.0 * plan.unit
    size = size_for(said, wide, (high - least) if texts else high, most, 0) if rest else LEAST
    low = min(high, depth_of(said, wide, size, 0) + 0.8) if rest else 0.0
    upper = (x, y, wide, high - low)
    parts = prose_drawn(sheet, plan.prose, upper, plan.unit, "") if texts else []
    if texts and (has := at_times(sheet, rest)):
        lone = prose_drawn(sheet, plan.prose, area.inside, plan.unit, "")
        parts = [*drawn_where(has, parts), *drawn_where(f"not ({has})", lone)]
    if rest:
        box = (x, y + (high - low if texts else 0), wide, low if texts else high)
        parts.append(text(words, box, size, "Fact: so", lines=99, valign="bottom" if texts else "middle", ink=area.ink))
    light = area.ink if area.ink != INK else GREY
    return [part.replace(INK, area.ink).replace(GREY, light) for part in parts], [*plan.prose, *rest]


# ---- areas of a picture ----


def _name_of(areas: Sequence[Area], frames: Sequence[Path], shape: Shape) -> Area:
    """The topmost area that is low and wide; else a pale one at the top."""
    w, h = shape.width, shape.height
    found = [a for a in areas if a.color[3] >= _CLEAR and a.box[1] < 0.3 * h and a.box[2] - a.box[0] > 0.4 * w
             and _LINE < a.box[3] - a.box[1] < 0.2 * h]  # fmt: skip
    own = min((a for a in found if _is_on_all(a, frames, shape)), key=lambda a: a.box[1], default=None)
    return own or _made((_EDGE, _EDGE, w - _EDGE, _EDGE + 0.12 * h), areas, frames, shape)


def _kind_of(areas: Sequence[Area], frames: Sequence[Path], between: tuple[float, float], shape: Shape) -> Area | None:
    """The lowest area for a line between the name and the text."""
    most = 0.12 * shape.height
    found = [a for a in areas if a.color[3] >= _CLEAR and between[0] <= a.box[1] and a.box[3] <= between[1]
             and a.box[2] - a.box[0] > 0.4 * shape.width and _LINE < a.box[3] - a.box[1] < most]  # fmt: skip
    return max((a for a in found if _is_on_all(a, frames, shape)), key=lambda a: a.box[1], default=None)


def _text_of(areas: Sequence[Area], frames: Sequence[Path], shape: Shape, *, has_art: bool) -> Area:
    """The largest area in the lower half; else a pale one."""
    w, h = shape.width, shape.height
    found = [a for a in areas if a.color[3] >= _CLEAR and a.box[1] > 0.3 * h and a.box[2] - a.box[0] > 0.5 * w
             and a.box[3] - a.box[1] > 0.12 * h and a.box[3] > 0.6 * h]  # fmt: skip
    own = max((a for a in found if _is_on_all(a, frames, shape)), key=lambda a: a.box[3] - a.box[1], default=None)
    window = _window(areas, shape)
    top = max(0.55 * h, min(window[3], 0.75 * h) + _IN) if window else 0.55 * h if has_art else 0.25 * h
    return own or _made((_EDGE, top, w - _EDGE, h - _EDGE), areas, frames, shape)


def _made(box: Box, areas: Sequence[Area], frames: Sequence[Path], shape: Shape) -> Area:
    """An area that a frame does not have: a part of a plain one, or a pale one."""
    own = next((a for a in areas if a.color[3] >= _CLEAR and common(a.box, box) == box), None)
    is_own = own is not None and _is_on_all(own, frames, shape)
    return own._replace(box=box) if own and is_own else Area(box, (255, 255, 255, 255), is_own=False)


def _window(areas: Sequence[Area], shape: Shape) -> Box | None:
    """The largest clear area, if it is large enough for a picture, and what of this goes below the frame; to the bleed
    where it goes to the cut."""
    clear = [a.box for a in areas if a.color[3] < _CLEAR]
    x, y, right, bottom = max(clear, key=lambda b: (b[2] - b[0]) * (b[3] - b[1]), default=(0.0, 0.0, 0.0, 0.0))
    w, h = shape.width, shape.height
    if (right - x) / w < _SHARE or (bottom - y) / h < 0.7 * _SHARE:
        return None
    left, top = -_BLEED if x < 1 else x - _LAP, -_BLEED if y < 1 else y - _LAP
    return left, top, w + _BLEED if right > w - 1 else right + _LAP, h + _BLEED if bottom > h - 1 else bottom + _LAP


def _is_on_all(area: Area, frames: Sequence[Path], shape: Shape) -> bool:
    """True for an area that all frames have, in a colour on which the same words are read."""
    others = ((a for a in _areas(path, shape) if a.ink == area.ink) for path in frames[1:8])
    return all(any(_is_near(a.box, area.box) for a in found) for found in others)


def _is_near(box: Box, other: Box) -> bool:
    return all(abs(a - b) < 2 * _IN for a, b in zip(box, other, strict=True))


@lru_cache(maxsize=64)
def _areas(path: Path, shape: Shape) -> tuple[Area, ...]:
    """The plain areas of a picture: the box around clear ones and those with four sides, the largest in others."""
    bleed = bleed_of(millimetres_of(path), shape, 3.0)
    scale = round(_FINE * (shape.width + 2 * bleed)), round(_FINE * (shape.height + 2 * bleed))
    pixels, wide = _pixels(path, *scale), scale[0]
    found = list[Area]()
    for members in _regions(pixels, wide):
        if len(members) * 50 > len(pixels):  # smaller ones hold nothing
            color = pixels[next(iter(members))]
            box = _around(members, wide)
            is_whole = len(members) > _ROUND * (box[2] - box[0]) * (box[3] - box[1])
            box = box if is_whole or color[3] < _CLEAR else _largest(members, wide)
            x, y, right, bottom = (v / _FINE - bleed for v in box)
            found.append(Area((x, y, right, bottom), color))
    return tuple(found)


def _edge(path: Path) -> str:
    """The colour of the sides of a picture, about."""
    pixels = sorted(p[:3] for n, p in enumerate(_pixels(path, 99, 9)) if n % 99 in (0, 98) and p[3] >= _CLEAR)
    return "#" + "".join(f"{v:02x}" for v in (pixels[len(pixels) // 2] if pixels else (255, 255, 255)))


def _pixels(path: Path, wide: int, high: int) -> list[_Pixel]:
    """The pixels of a picture in so many columns and rows, row by row; none of what is damaged."""
    try:
        data = read_plain(path, MOST_BYTES)
        with open_picture(_rendered(data, wide, high) if path.suffix.lower() == ".svg" else as_png(data)) as picture:
            values = iter(picture.convert("RGBA").resize((wide, high), 4).tobytes())
            return [*zip(values, values, values, values, strict=True)]
    except (Unreadable, OSError, ValueError, SyntaxError):
        return []


def _rendered(drawing: bytes, wide: int, high: int) -> bytes:
    """The PNG, so large at least, of an SVG file, without its words."""
    import resvg_py

    try:
        words = drawing.decode()
        if (tag := re.search(r"<svg\b[^>]*>", words)) and "viewBox" in tag[0]:  # resvg_py takes pixels alone
            bare = re.sub(r"""\s(width|height|preserveAspectRatio)=("[^"]*"|'[^']*')""", "", tag[0])
            words = words.replace(tag[0], f'<svg width="{4 * wide}" height="{4 * high}" {_WHOLE}{bare[4:]}', 1)
        return bytes(resvg_py.svg_to_bytes(svg_string=words, skip_system_fonts=True))
    except BaseException as stopped:
        if type(stopped).__name__ not in ("PanicException", "ValueError", "UnicodeDecodeError"):
            raise
        raise Unreadable("the drawing cannot be looked at") from None


def _regions(pixels: Sequence[_Pixel], wide: int) -> Iterator[set[int]]:
    """The places of pixels that hang together and are alike; what is clear is alike."""
    plain = [p if p[3] >= _CLEAR else (0, 0, 0, 0) for p in pixels]
    left = set(range(len(plain)))
    while left:
        first = left.pop()
        members, edge = {first}, [first]
        while edge:
            at = edge.pop()
            for beside in (at - wide, at + wide, *[at - 1] * (at % wide > 0), *[at + 1] * ((at + 1) % wide > 0)):
                is_like = beside in left and _differ(plain[at], plain[beside]) <= _STEP
                if is_like and _differ(plain[first], plain[beside]) <= _FAR:
                    left.discard(beside)
                    members.add(beside)
                    edge.append(beside)
        yield members


def _differ(one: _Pixel, other: _Pixel) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _around(members: Collection[int], wide: int) -> tuple[int, int, int, int]:
    columns, rows = [m % wide for m in members], [m // wide for m in members]
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


def _largest(members: Collection[int], wide: int) -> tuple[int, int, int, int]:
    """The largest rectangle all of whose pixels are members: row by row, of bars that stand upon it."""
    best, most = (0, 0, 0, 0), 0
    rows = range(min(members) // wide, max(members) // wide + 1)
    bars = [0] * (wide + 1)
    for y in rows:
        stack = list[tuple[int, int]]()
        for x in range(wide + 1):
            bars[x] = bars[x] + 1 if x < wide and y * wide + x in members else 0
            start = x
            while stack and stack[-1][1] >= bars[x]:
                start, tall = stack.pop()
                if tall * (x - start) > most:
                    best, most = (start, y + 1 - tall, x, y + 1), tall * (x - start)
            stack.append((start, bars[x]))
    return best
