"""What plain templates are written of: a page, rectangles, pictures, words in boxes, how large these can be, a cost.

Takes millimetres and expressions; gives lines of SVG. Promise: words are as large as nearly all of the pieces allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil
from xml.sax.saxutils import escape, quoteattr

from generator.face.face import Shape
from generator.scaffold.meanings import human, says
from generator.scaffold.measures import LEAST, depth, fitting, line_count, unbroken, width_of
from generator.scaffold.printing import EXPRESSION, if_said, if_true, scope_name, shown_of
from generator.scaffold.tablesheet import TableSheet

INK, GREY, WHITE = 'fill="#22262b"', 'fill="#4a4f57"', "#ffffff"
SLICE = 'preserveAspectRatio="xMidYMid slice"'
Box = tuple[float, float, float, float]
"""x, y, width, height."""
Drawn = tuple[list[str], list[str]]
"""The elements of a side, and the fields that they draw."""

_PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
     xmlns:pnp="https://print-and-play.example/pnp" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">
  <!-- One unit is one millimetre; paint for the bleed goes 3 mm beyond the page.
       What starts with pnp: comes from the table; the rest is drawn as it stands. -->
{parts}
</svg>
"""


def page(shape: Shape, parts: Sequence[str]) -> str:
    """A template as large as a shape."""
    return _PAGE.format(w=f"{shape.width:g}", h=f"{shape.height:g}", parts="\n".join(indented(parts)))


def indented(parts: Sequence[str]) -> Iterator[str]:
    """The lines of elements, one step further in."""
    return (f"  {line}" for part in parts for line in part.split("\n"))


def bleeding(shape: Shape) -> Box:
    """The page of a shape with the bleed around it."""
    return (-3, -3, shape.width + 6, shape.height + 6)


def boxed(box: Sequence[float]) -> str:
    """The attributes of a box."""
    return 'x="{:.4g}" y="{:.4g}" width="{:.4g}" height="{:.4g}"'.format(*box)


def at_times(sheet: TableSheet, fields: Sequence[str]) -> str:
    """What is true where a card says one of some fields; "" if all cards do, or none."""
    given = [*map(partial(if_true, sheet), fields)]
    said = {any(shown) for shown in zip(*(shown_of(sheet, f) for f in fields), strict=True)}
    words = " or ".join(given)
    return words if all(given) and len(said) > 1 and len(words) < EXPRESSION else ""


def drawn_where(condition: str, parts: Sequence[str]) -> list[str]:
    """Elements that are drawn where something is true."""
    return ["\n".join([f'<g pnp:if="{condition}">', *indented(parts), "</g>"])]


def image(field: str, box: Box, more: str = "", *, many: int = 0) -> str:
    """The picture that a field names, whole in a box, or as `more` says; of so `many` each in a part of it, in rows."""
    if many:
        (x, y, *size), across = box, min(range(1, many + 1), key=lambda n: max(n / box[2], ceil(many / n) / box[3]))
        wide, high = size[0] / across, size[1] / ceil(many / across)
        place = f"'translate(' ~ {wide:.4g} * (i % {across}) ~ ' ' ~ {high:.4g} * (i // {across}) ~ ')'"
        own = f'<image pnp:href="one" {boxed((x + 1, y + 1, wide - 2, high - 2))}/>'
        return f'<g pnp:for="one in {scope_name(field)}" pnp:transform="{place}">{own}</g>'
    return f'<image pnp:if="{scope_name(field)}" pnp:href="{scope_name(field)}" {boxed(box)} {more}'.rstrip() + "/>"


def rect(box: Sequence[float], more: str) -> str:
    """A rectangle."""
    return f"<rect {boxed(box)} {more}/>"


def text(said: str, box: Box, size: float, sample: str, *, lines: int = 1, middle: bool = False, bold: bool = False,
         valign: str = "middle", ink: str = INK, floor: float = 6, more: str = "") -> str:  # fmt: skip
    """Words in a box: in one line, as large as `size` where it fits, or in as many as have room."""
    x, y, wide, high = box
    at = f'x="{x + wide / 2 if middle else x:.4g}" y="{y + (high + 0.72 * size) / 2 if lines == 1 else y + size:.4g}"'
    fit = f'pnp:fit="shrink" pnp:width="{wide:.4g}"'
    if lines > 1:
        stands = f' pnp:valign="{valign}"' * (valign != "top")
        fit = f'pnp:box="{x:.4g} {y:.4g} {wide:.4g} {high:.4g}" pnp:floor="{floor:g}pt"{stands}'
    bound, said = bound_in_parts(said)
    look = ' text-anchor="middle"' * middle + ' font-weight="bold"' * bold + f" {ink}"
    words = f'pnp:text={quoteattr(said)} {fit} {at} font-family="body" font-size="{size:.3g}"{look}{more}'
    return within(bound, f"<text {words}>{escape(sample)}</text>")


def within(bound: Sequence[str], drawn: str) -> str:
    """What is drawn within groups that give its expression their names."""
    for name in reversed(bound):
        drawn = "\n".join([f"<g pnp:for={quoteattr(name)}>", *indented([drawn]), "</g>"])
    return drawn


def bound_in_parts(said: str, between: str = " ~ ", first: str = "part") -> tuple[list[str], str]:
    """An expression that is longer than one that is read, made of others: `part1 in [...]` ..., and it by their
    names; one that is read as it is."""
    if len(said) <= EXPRESSION:
        return [], said
    found = re.fullmatch(r"\((.*)\)(\|trim\(.*\))", said, re.DOTALL)
    inner, end = (found[1], found[2]) if found else (said, "")
    parts, start, depth_, quote = list[str](), 0, 0, ""
    for n, sign in enumerate(inner):
        quote = "" if sign == quote else quote or sign * (sign in "'\"")
        depth_ += 0 if quote else (sign in "([{") - (sign in ")]}")
        if not (quote or depth_) and inner.startswith(between, n):
            parts.append(inner[start:n])
            start = n + len(between)
    runs = [""]
    for part in (*parts, inner[start:]):
        longer = f"{runs[-1]}{between}{part}" if runs[-1] else part
        runs[-1:] = [longer] if len(longer) < EXPRESSION else [runs[-1], part]
    names = [f"{first}{n}" for n in range(1, len(runs) + 1)]
    whole = between.join(names)
    return [f"{n} in [{run}]" for n, run in zip(names, runs, strict=True)], f"({whole}){end}" if end else whole


LABELLED = 1.45 * LEAST
"""How far below a circle its label goes."""
_FAR = 0.75
"""A type so much smaller than the next is one text's own: it shrinks alone."""


def size_for(
    texts: Sequence[str], width: float, height: float, most: float, but: float = 0.1, leading: float = 0.0
) -> float:
    """The largest type, up to `most`, in which all texts `but` a tenth are set within a box; of few texts all but one
    that is far longer than the others. Those that no type can set there count for nothing: what one card says at length
    is told of that card."""
    sizes = sorted(filter(None, (fitting([text], width, height, most, leading) for text in {*texts})))
    far = len(sizes) > 2 and sizes[0] < _FAR * sizes[1]
    return sizes[max(int(but * len(sizes) + 0.3), far)] if sizes else LEAST


def depth_of(texts: Sequence[str], width: float, size: float, but: float = 0.1, leading: float = 0.0) -> float:
    """How high a box must be for texts, `but` for a share of them that is the longest; a line if none can be set."""
    counts = sorted(line_count(text, width, size) for text in texts if width_of(unbroken([text]), size) <= width)
    counts = counts or [1] * any(texts)
    return depth(counts[-1 - int(but * len(counts) + 0.3)], size, texts, leading) if counts else 0.0


def price_of(sheet: TableSheet, field: str, radius: float) -> tuple[str, str]:
    """What stands below a cost, as an expression and as words: its heading, else the word in it that says so."""
    heading, unit = sheet.heading(field), _unit(sheet, field)
    ways = [*[unit] * bool(unit), heading, *(word for word in heading.split() if says(word, "cost"))]
    said = {word: sheet.labels(field) if word == heading else [word] for word in ways}
    room = 2 * radius + 3
    words = next((word for word, all_ in said.items() if all(width_of(one, LEAST) <= room for one in all_)), "")
    return sheet.label(field) if words == heading else repr(human(words)), said.get(words, [""])[0]


def _unit(sheet: TableSheet, field: str) -> str:
    """The word that stands behind every number of a field: `Gold` of `5 Gold`."""
    found = [re.fullmatch(r"\d+ ([^\W\d]+)", words) for words in sheet.words(field)]
    units = {one and one[1] for one in found}
    return next(iter(units)) or "" if len(units) == 1 else ""


def circled(
    sheet: TableSheet,
    field: str,
    circle: tuple[float, float, float],
    ink: str,
    fill: str = f'fill="{WHITE}"',
    figure: str = INK,
) -> list[str]:
    """A number in a circle (x, y, radius) of a `fill`, with its label below."""
    if not field:
        return []
    (x, y, r), has = circle, if_said(sheet, field)
    label, sample = price_of(sheet, field, r)
    bare = f"|replace({f' {sample}'!r}, '')" if sample and sample == _unit(sheet, field) else ""
    box = (x - 0.85 * r, y - r, 1.7 * r, 2 * r)
    below = (x - r - 1.2, y + r + LABELLED - 1.3 * LEAST, 2 * r + 2.4, 1.3 * LEAST)
    return [
        f'<circle{has} cx="{x:.4g}" cy="{y:.4g}" r="{r:.4g}" {fill}/>',
        text(scope_name(field) + bare, box, 1.34 * r, "1", middle=True, bold=True, ink=figure, more=has),
        text(label, below, LEAST, sample, middle=True, bold=True, ink=ink, more=has),
    ]
