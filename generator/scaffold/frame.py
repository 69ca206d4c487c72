"""Somebody's frame of a card, a picture -> the card drawn in it: art in its window, words on its plain areas.

Takes a `TableSheet` whose cards have such a picture. What is clear in it is the window, what is of one colour is meant
for words. Promise: where it has no area for them they get a pale one, from which they stand out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

from generator.data.reading.folders import ENDINGS
from generator.data.reading.grid import plain
from generator.face.face import Shape
from generator.face.geometry import Box, common, grown, overlap
from generator.layout.draw import margin_of
from generator.scaffold.areas import INSET, MOST, STRETCHED, Area, bleed_in, edge_of, pale, shared_areas
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
from generator.scaffold.extents import BLEED, is_as_wide
from generator.scaffold.meanings import says
from generator.scaffold.measures import LEAST
from generator.scaffold.pages import FRONT, bare_name
from generator.scaffold.printing import EXPRESSION, if_said, said_of, scope_name
from generator.scaffold.prose import prose_depth, prose_drawn, prose_least, prose_said
from generator.scaffold.roles import Roles
from generator.scaffold.sizes import is_card, is_frameable, look_at, pieces_called
from generator.scaffold.stats import CardPlan
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

_PALE = f'rx="1.5" fill="{WHITE}" fill-opacity="0.85"'
_EDGE, _LAP = 3.5, 0.5
"""How far a pale area is from the cut, and art goes below the frame; mm."""
_LINE, _TITLE, _LEAST = 3.2, 4.0, 8.0
"""How high an area for a line, one for the name low on the card, and one for art, must be."""
_SHARE = 0.3
"""Of the width of a card, and somewhat less of its height, a window has at least."""
_NEAR, _GAP = 0.9, 0.5
"""So far an area may go beyond the safe zone of its words; what is between the kind and the text."""
_LABEL = "**{}:** "
_WORD = re.compile(r"[^\W_]+")


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
    first = next((path for path in lone if is_frameable(shape) and is_as_wide(path, shape)), None)
    return "", {"": first} if first else {}


def frames_of(sheet: TableSheet, roles: Roles) -> list[Path]:
    """The frames of a sheet's cards, each once; none of those that have none."""
    return [*sheet.frames[1].values()] or [*_by_words(sheet, roles.frame).values()] * bool(roles.frame)


def card_in_frame(sheet: TableSheet, roles: Roles, plan: CardPlan) -> Drawn:
    """The elements of a card's front, and the fields that they draw."""
    shape, areas = sheet.look.shape, _areas(sheet, roles)
    named, window = _name_of(areas, shape), _window(areas, shape)
    told = _text_of([a for a in areas if a != named], shape, has_art=bool(roles.picture))
    safe = grown((0.0, 0.0, shape.width, shape.height), _NEAR - margin_of(sheet.look.kind, shape))
    named, told = (area._replace(box=common(area.box, safe)) for area in (named, told))
    if overlap(named.box, told.box) and not named.is_own:
        told = told._replace(box=(told.box[0], named.box[3] + _GAP, *told.box[2:]))
    art = window or _place(areas, named.box, told.box, shape)
    pictures = [_art(sheet, roles.picture, art)] * bool(roles.picture and art[3] > art[1] + _LEAST)
    parts = backdrop_of(sheet, roles, pictures, has_window=bool(window))
    kind = _kind_of(areas, (named.box[3], told.box[1]), shape) if plan.types else None
    kind = kind._replace(box=common(kind.box, (told.box[0], 0.0, told.box[2], shape.height))) if kind else None
    parts += [rect(_sized(area.box), _PALE) for area in (named, told, kind) if area and not area.is_own]
    parts += _head(sheet, roles.title, plan, named)
    texts, placed = _words(sheet, plan, named, kind, told)
    drawn = (roles.title, plan.badge, *plan.icons, roles.frame, roles.picture * bool(pictures), *placed)
    return [*parts, *texts], [*filter(None, drawn)]


def framed_piece(sheet: TableSheet, roles: Roles) -> tuple[list[str], list[str], Area]:
    """The art of a token, a counter or a tile within its frame, the fields of both, and the area for words: the largest
    plain one of the frame, else a pale one low on it."""
    shape, areas = sheet.look.shape, _areas(sheet, roles)
    w, h = shape.width, shape.height
    plain_ = [_for_words(area, sheet) for area in areas if not area.is_clear]
    wide = [a for a in plain_ if a.wide > 0.4 * w and a.high > 2 * _LINE]
    own = max(wide, key=lambda area: area.size, default=None)
    told = own or _for_words(pale((0.08 * w, 0.42 * h, 0.92 * w, 0.82 * h)), sheet)
    window = _window(areas, shape)
    art = window or (_EDGE, _EDGE, w - _EDGE, told.box[1] - _GAP)
    pictures = [_art(sheet, roles.picture, art)] * (roles.picture in sheet.of("image") and art[3] - art[1] > _LEAST)
    fields = [*filter(None, [roles.frame, roles.picture * bool(pictures)])]
    if pictures and shape.radius:  # the corners of a picture would show beside a ring
        disc = f'<clipPath id="disc"><circle cx="{w / 2:g}" cy="{h / 2:g}" r="{w / 2 - _LAP:g}"/></clipPath>'
        pictures = [disc, *(one.replace("<image ", '<image clip-path="url(#disc)" ') for one in pictures)]
    parts = backdrop_of(sheet, roles, pictures, has_window=bool(window))
    return [*parts, *[rect(_sized(grown(told.box, 0.6)), _PALE)] * (not own)], fields, told


def backdrop_of(
    sheet: TableSheet, roles: Roles, pictures: Sequence[str] = (), *, has_window: bool = False
) -> list[str]:
    """The picture of a frame, with what is painted below it, and pictures upon it, or in its window."""
    bled, frame = _frames(sheet, roles.frame, frames_of(sheet, roles)[0])
    return [*bled, *pictures, frame] if has_window else [*bled, frame, *pictures]


def _for_words(area: Area, sheet: TableSheet) -> Area:
    """As much of an area of a piece as is within its safe zone, and for words."""
    shape, safe = sheet.look.shape, margin_of(sheet.look.kind, sheet.look.shape)
    x, y, wide, high = area.inside if area.is_own else _sized(area.box)
    x, y, right, bottom = common((x, y, x + wide, y + high), grown((0.0, 0.0, shape.width, shape.height), -safe))
    if shape.radius:  # of a disc what has four sides
        half = max(0.0, (shape.radius - safe) ** 2 - max((at - shape.radius) ** 2 for at in (y, bottom))) ** 0.5
        x, right = max(x, shape.radius - half), min(right, shape.radius + half)
    return area._replace(box=(x, y, right, bottom))


def _areas(sheet: TableSheet, roles: Roles) -> list[Area]:
    """The areas that all frames of a sheet have; words on them are white on those frames where these are dark."""
    frames = frames_of(sheet, roles)
    areas = shared_areas(frames, sheet.look.shape)
    return [_inked(sheet, roles.frame, one) if 0 < len(one.white) < len(frames[:MOST]) else one for one in areas]


def _inked(sheet: TableSheet, field: str, area: Area) -> Area:
    kinds, said = sheet.frames[0], scope_name(sheet.frames[0] or field)
    words = [word for word, path in _by_words(sheet, field).items() if path in area.white]
    given = f"{said} in {words}" if kinds else " or ".join(f"{word!r} in {said}" for word in words)
    return area._replace(mixed=f"{INK} pnp:fill={quoteattr(f'{WHITE!r} if {given} else {INK[6:-1]!r}')}")


def _by_words(sheet: TableSheet, field: str) -> Mapping[str, Path]:
    """The frames by the words of the field that names them, or whose kinds they are called as."""
    kinds, own = sheet.frames
    return own if kinds else sheet.shown(field)


def _words(sheet: TableSheet, plan: CardPlan, named: Area, kind: Area | None, told: Area) -> Drawn:
    """The kind, the texts and all else; on a band of its own what has no room with the texts."""
    lines, below = _kinds(sheet, plan, kind, told)
    texts = prose_said(sheet, plan.prose)[1] if plan.prose else []
    is_full = below is not told and prose_depth(texts, below.inside[2]) > below.inside[3]
    lines, below = ([], told) if is_full else (lines, below)
    kinds = [*plan.types]
    drawn, placed = _told(sheet, plan, below)
    rest = [*kinds * is_full, *plan.stats, *plan.facts]
    if {*rest} <= {*placed}:
        return [*lines, *drawn], [*kinds, *placed]
    gaps = _gaps(named.box, told.box, (kind or told).box, sheet.look.shape)
    band, listed = next((made for gap in gaps if (made := _band(sheet, plan, rest, gap))[1]), ([], []))
    if listed:
        drawn, placed = _told(sheet, replace(plan, stats=(), facts=()), below)
    return [*lines, *drawn, *band], [*kinds * (not is_full), *placed, *listed]


def _frames(sheet: TableSheet, field: str, first: Path) -> tuple[list[str], str]:
    """What is painted below the frame in the bleed, where it has none, and the frame."""
    shape, (kinds, own) = sheet.look.shape, sheet.frames
    bleed = max(0.0, bleed_in(first, shape))
    box = (-bleed, -bleed, shape.width + 2 * bleed, shape.height + 2 * bleed)
    edges, said = {word: edge_of(path) for word, path in _by_words(sheet, field).items()}, scope_name(kinds or field)
    paint = filled(sheet, kinds or field, edges, edge_of(first), way="==" if kinds else "in")[0]
    href = f"{ {word: path.name for word, path in own.items()} }[{said}]"
    shown = f"pnp:href={quoteattr(href)}{if_said(sheet, kinds)}" if kinds else f"xlink:href={quoteattr(first.name)}"
    frame = image(field, box, STRETCHED) if field and not own else f"<image {shown} {boxed(box)} {STRETCHED}/>"
    return [rect(bleeding(shape), paint)] * (bleed < BLEED), frame


def filled(sheet: TableSheet, field: str, colors: Mapping[str, str], usual: str, way: str = "in") -> tuple[str, bool]:
    """The fill that is the colour of what a field says, or the usual one; whether it is so on each piece."""
    said = scope_name(field)
    said = f"({said} or '')" if field in sheet.fields and sheet.fields[field][0].optional else said
    ways = (f"{colors[w]!r} if {w!r} {way} {said} else " for w in sorted(colors, key=len, reverse=True))
    bound = f"{''.join(ways)}{usual!r}" if {*colors.values()} - {usual} else ""
    return f'fill="{usual}"' + f" pnp:fill={quoteattr(bound)}" * (0 < len(bound) < EXPRESSION), len(bound) < EXPRESSION


def _art(sheet: TableSheet, field: str, art: Box) -> str:
    """The picture in the window: it fills it, unless it is cut out or drawn."""
    is_whole = all(look_at(path)[1] for path in [*sheet.shown(field).values()][:8])
    return image(field, _sized(art), SLICE * is_whole)


def _place(areas: Sequence[Area], named: Box, told: Box, shape: Shape) -> Box:
    """Where art goes that has no window: on the largest area without words, else above, between or below these."""
    free = [a for a in areas if min(a.wide, a.high) > _LEAST]
    free = [a for a in free if not overlap(a.box, named, 0.1) and not overlap(a.box, told, 0.1)]
    first, last = sorted((named, told), key=lambda box: box[1])
    between = (named[0], first[3] + INSET, named[2], last[1] - INSET)
    right = shape.width - _EDGE
    above, below = (_EDGE, _EDGE, right, first[1] - INSET), (_EDGE, last[3] + INSET, right, shape.height - _EDGE)
    return max(free, key=lambda a: a.size).box if free else max((between, above, below), key=lambda b: b[3] - b[1])


def _gaps(named: Box, told: Box, kind: Box, shape: Shape) -> Iterator[Box]:
    """What is free below the texts, above them and their kind, and above a name that is there."""
    left, right, foot = told[0], told[2], shape.height - _EDGE
    yield left, told[3] + _GAP, right, min(foot, named[1] if named[1] >= told[3] else foot) - _GAP
    yield left, (named[3] if named[3] <= kind[1] else _EDGE) + _GAP, right, kind[1] - _GAP
    yield left, _EDGE, right, named[1] - _GAP


def _band(sheet: TableSheet, plan: CardPlan, fields: Sequence[str], gap: Box) -> Drawn:
    """As much of some fields as a pale band at the foot of a gap has room for, in two lines at most, and which."""
    x, y, right, bottom = gap
    wide, rest, most = right - x - 2 * INSET, [*fields], plan.small
    while rest:
        words, said = said_of(sheet, rest, "; ", bare=plan.types, how=_LABEL)
        size = size_for(said, wide, 2.8 * most, most, 0)
        high = depth_of(said, wide, size, 0) + INSET
        if high <= min(bottom - y, 4 * most):
            line = text(words, (x + INSET, bottom - high, wide, high), size, "Fact: so", lines=2, valign="middle")
            parts = [rect((x, bottom - high, right - x, high), _PALE), line]
            has = at_times(sheet, rest)
            return drawn_where(has, parts) if has else parts, rest
        rest.pop()
    return [], []


def _sized(box: Box) -> Box:
    return box[0], box[1], box[2] - box[0], box[3] - box[1]


# ---- words ----


def _head(sheet: TableSheet, title: str, plan: CardPlan, area: Area) -> list[str]:
    """The name, and the number in a circle before it."""
    (x, y, wide, high), parts, r = area.inside, list[str](), min(plan.radius, (area.box[3] - area.box[1]) / 2 + 1)
    if plan.badge:
        circle, number = circled(sheet, plan.badge, (x + r - INSET, y + high / 2, r), area.ink)[:2]
        edge = "" if area.is_dark else f' stroke="{GREY[6:-1]}" stroke-width="0.3"'  # no hole in what is pale
        parts += [circle.replace("/>", f"{edge}/>"), number]
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


def _name_of(areas: Sequence[Area], shape: Shape) -> Area:
    """The topmost area that is low and wide, in the upper part if one is there; else a pale one at the top."""
    w, h = shape.width, shape.height
    wide = [a for a in areas if not a.is_clear and a.wide > 0.4 * w and _LINE < a.high < 0.2 * h]
    low = [a for a in wide if a.high > _TITLE and a.box[0] > 1 and a.box[3] < h - 1]  # no margin
    found = (a for a in wide if a.box[1] < 0.3 * h or a in low)
    own = min(found, key=lambda a: a.box[1], default=None)
    return own or _made((_EDGE, _EDGE, w - _EDGE, _EDGE + 0.12 * h), areas)


def _kind_of(areas: Sequence[Area], between: tuple[float, float], shape: Shape) -> Area | None:
    """The lowest area for a line between the name and the text."""
    there = [a for a in areas if not a.is_clear and between[0] <= a.box[1] and a.box[3] <= between[1]]
    found = (a for a in there if a.wide > 0.4 * shape.width and _LINE < a.high < 0.12 * shape.height)
    return max(found, key=lambda a: a.box[1], default=None)


def _text_of(areas: Sequence[Area], shape: Shape, *, has_art: bool) -> Area:
    """The highest wide area in the lower half; else the largest, maybe beside the art; else a pale one."""
    w, h = shape.width, shape.height
    high = [a for a in areas if not a.is_clear and a.high > 0.12 * h]
    low = [a for a in high if a.box[1] > 0.3 * h and a.wide > 0.5 * w and a.box[3] > 0.6 * h]
    own = max(low, key=lambda a: a.high, default=None)
    window = _window(areas, shape)
    beside = [a for a in high if a.wide > 0.25 * w and a.high > 0.25 * h]
    beside = [a for a in beside if not own or a.size > own.size]
    if beside and window:
        own = max(beside, key=lambda a: a.size)
    elif len(beside) > 1 and not own and has_art:  # the other one is for the art
        own = max(beside, key=lambda a: a.box[0] + a.box[1])
    art = window or (beside[0].box if beside and has_art else None)
    top = max(0.55 * h, min(art[3], 0.75 * h) + INSET) if art else 0.55 * h if has_art else 0.25 * h
    return own or _made((_EDGE, top, w - _EDGE, h - _EDGE), areas)


def _made(box: Box, areas: Sequence[Area]) -> Area:
    """An area that a frame does not have: a part of a plain one, or a pale one."""
    own = next((a for a in areas if not a.is_clear and common(a.box, box) == box), None)
    return own._replace(box=box) if own else pale(box)


def _window(areas: Sequence[Area], shape: Shape) -> Box | None:
    """The largest clear area, if it is large enough for a picture, and what of this goes below the frame; to the bleed
    where it goes to the cut."""
    clear, w, h = max((a for a in areas if a.is_clear), key=lambda a: a.size, default=None), shape.width, shape.height
    if not clear or clear.wide / w < _SHARE or clear.high / h < 0.7 * _SHARE:
        return None
    x, y, right, bottom = clear.box
    left, top = -BLEED if x < 1 else x - _LAP, -BLEED if y < 1 else y - _LAP
    return left, top, w + BLEED if right > w - 1 else right + _LAP, h + BLEED if bottom > h - 1 else bottom + _LAP
