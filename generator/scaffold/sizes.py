"""What the pieces of a table are: a name, a kind, a size -> their `Look`; what pictures look like.

Takes words as people write them (`Tokens`, `63x88`, `25mm`). Promise: what a name does not say is a card.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from math import isnan, sqrt
from pathlib import Path

from generator.data.lexicon import table_words
from generator.data.reading.folders import ENDINGS
from generator.data.reading.grid import plain_ascii
from generator.diagnostics.findings import Fault, Unreadable
from generator.face.face import Shape
from generator.face.raster import as_png, glance, lets_through, open_picture
from generator.face.shapes import Size, in_mm, read_sizes, shape_of
from generator.layout.drawing.images import find_file
from generator.layout.svg.element import walk
from generator.layout.svg.parser import SvgDocument, parse_svg
from generator.layout.template.compile import compile_layout
from generator.layout.template.holes import HOLE
from generator.project import BUNDLED, Project, read_plain
from generator.scaffold.meanings import says
from generator.values import Struct

PIECES: dict[str, tuple[str, Size | str]] = {
    "cards": ("card", "poker-metric"),
    "tokens": ("token", {"shape": "circle", "diameter": 25}),
    "counters": ("token", {"shape": "rectangle", "width": 20, "height": 20}),
    "hexes": ("tile", {"shape": "polyhex", "side": 25, "top": "point"}),
    "tiles": ("tile", {"shape": "rectangle", "width": 50, "height": 50}),
    "standees": ("standee", {"shape": "standee", "width": 24, "height": 36, "base": 10}),
    "boards": ("board", {"shape": "rectangle", "width": 180, "height": 120}),
}
"""What pieces may be: the kind of their set, and their size; tables.yaml says what such sheets are called."""
CARD = 34.0
"""A rectangle whose shorter side has so many mm is drawn as a card."""


def is_card(shape: Shape) -> bool:
    """True for what is drawn as a card."""
    return shape.kind == "rectangle" and min(shape.width, shape.height) >= CARD


def is_frameable(shape: Shape) -> bool:
    """True for what may have the picture of a frame."""
    return shape.kind in ("rectangle", "circle")


class Look(Struct, frozen=True):
    """What the pieces of a set are: its kind, their size as YAML, their shape."""

    kind: str
    size: str
    shape: Shape


def look_of(pieces: str, size: str, *, is_sure: bool = True, top: str = "") -> Look:
    """`pieces` is a key of PIECES or "", `size` a name, `63x88`, `2.5x3.5in`, `25mm` or "", `top` of hexes. What is
    not sure to be a card is one only with the size of one. Raises `ValueError`."""
    known = read_sizes(Project(BUNDLED))
    kind, usual = PIECES[pieces or "cards"]
    usual = {**usual, "top": top} if top and isinstance(usual, dict) and "top" in usual else usual
    said: Size | str = _named(size, known) or usual
    if isinstance(said, str) and said not in known:
        said = _measured(said, usual if isinstance(usual, dict) else known[str(usual)], is_card=kind == "card")
    shape = shape_of(known[said] if isinstance(said, str) else said)
    words = said if isinstance(said, str) else "{" + ", ".join(f"{key}: {value}" for key, value in said.items()) + "}"
    is_so = not size or (bool(pieces) and (is_sure or kind != "card"))
    return Look(kind if is_so else _kind_of(shape), words, shape)


def _named(words: str, known: Collection[str]) -> str:
    """A size by its name, also where that says no country, `poker`; other words as they are."""
    name = re.sub(r"[\W_]+", "-", plain_ascii(words)).strip("-")
    name = re.sub("-?(size|cards?)?$", "", name)
    return next((one for one in (name, f"{name}-us") if one in known), words)


def _measured(words: str, usual: Size, *, is_card: bool) -> Size:
    """`63x88`, `2.5x3.5in`: a rectangle, or the usual hex or circle in it; one length: the shape that is usual, so
    wide (a hex: from edge to edge), of a standee so high."""
    unit = (re.findall('mm|cm|in|["”″]', words) or ["mm"])[-1]
    sides = [round(in_mm(side, unit), 3) for side in re.split("[x×*]", words.lower())]
    if len(sides) > 2 or any(isnan(side) for side in sides):
        raise ValueError(words)
    shape = str(usual["shape"])
    if shape == "standee":
        return {**usual, "width": sides[0] if len(sides) > 1 else round(sides[0] / 1.5, 3), "height": sides[-1]}
    top = hexes_of([sides[0] / sides[-1]]) if shape == "polyhex" else ""
    if top:
        return {**usual, "side": round(sides[0] / (2 if top == "flat" else sqrt(3)), 3), "top": top}
    if (len(sides) == 2 and not (shape == "circle" and sides[0] == sides[1])) or shape == "rectangle":
        round_ = {"radius": 3} if is_card and min(sides) > 30 else {}
        return {"shape": "rectangle", "width": sides[0], "height": sides[-1], **round_}
    return {**usual, "diameter": sides[0]} if shape == "circle" else {**usual, "side": round(sides[0] / sqrt(3), 3)}


_LEAST = 10
"""Less (mm), where no unit stands, is no piece: `2 x 3` are squares of a map."""
_SIDE = r"(\d+(?:[.,/]\d+)?)\s*(mm|cm|in|[\"”″])?(?:ch(?:es)?)?"
_SIDES = re.compile(rf"(?<![\w.,/]){_SIDE}(?:\s*[x×*]\s*{_SIDE})?(?![\w/])", re.IGNORECASE)


def _size_said(words: str, pieces: str) -> str:
    """The size that words say, a name or lengths: `tarot`, `Tarot (2.75 x 4.75 in)`; else "". One length says none of
    cards: it is that of the fish on them."""
    name = _named(words, known := read_sizes(Project(BUNDLED)))
    found = _SIDES.search(words)
    wide, own, high, unit = (found[n] or "" for n in range(1, 5)) if found else ("", "", "", "")
    is_bare = bool(found and high and found[0] == words) and min(in_mm(wide, "mm"), in_mm(high, "mm")) >= _LEAST
    if (high or pieces not in ("", "cards")) and (own or unit or is_bare):
        return f"{wide}{'x' * bool(high)}{high}{unit or own}".replace(",", ".").lower()
    return name if name in known else ""


def sized_by(
    heads: Mapping[str, str], items: Sequence[Mapping[str, object]], pieces: str
) -> tuple[str, dict[str, tuple[str, str]]]:
    """The field that says of all pieces how large they are, and of each size the rows, as `where` has it, with what is
    said first, and the size; none if none does. `16mm` and `16 mm` are one."""
    for field in (f for f, heading in heads.items() if says(heading, "size")):
        words = dict.fromkeys(str(item.get(field, "")) for item in items)
        sizes = {word: _size_said(word, pieces) for word in words}
        with suppress(ValueError, Fault):
            if sizes and all(sizes.values()):
                looks = {word: look_of(pieces, size).size for word, size in sizes.items()}
                alike = [[word for word in words if looks[word] == look] for look in dict.fromkeys(looks.values())]
                wheres = [" or ".join(f"{field} == {word!r}" for word in said) for said in alike]
                return field, {where: (said[0], sizes[said[0]]) for where, said in zip(wheres, alike, strict=True)}
    return "", {}


def _kind_of(shape: Shape) -> str:
    """What a piece of this shape surely is."""
    if shape.kind == "rectangle":
        return ("board" if max(shape.width, shape.height) > 150 else "card") if is_card(shape) else "token"
    return {"polyhex": "tile", "ring": "ring", "die": "die", "standee": "standee"}.get(shape.kind, "token")


@lru_cache(maxsize=4096)
def pieces_called(name: str, *, is_whole: bool = False) -> str:
    """The key of PIECES that a name says, by its last word that says one ("Token cards" are cards), or as a whole; ""
    if none."""
    parted = re.sub("([a-z])([A-Z])", r"\1 \2", name)
    words = re.findall(r"[a-z]+", plain_ascii(parted)) + re.findall(r"[^\W\d_a-zA-Z]+", name)
    words = [] if is_whole and len(words) != 1 else [word for word in words if word not in table_words("no pieces")]
    words = [re.sub(rf"(?<=\w{{3}})({'|'.join(table_words('lists'))})$", "", word) for word in words]  # `cardlist`
    found = []
    for word in reversed(words):
        said = {pieces: max(_at(word, called) for called in names) for pieces, names in table_words("pieces").items()}
        found += sorted((pieces for pieces in said if said[pieces] >= 0), key=lambda pieces: -said[pieces])
    return "hexes" if found[:1] == ["tiles"] and "hexes" in found else next(iter(found), "")


def _at(word: str, called: str) -> int:
    """Where a word says what a piece is called: of Latin letters as a whole, or at its end; -1 if it does not."""
    if called.isascii() and (word != called if len(called) < 4 else not word.endswith(called)):
        return -1
    return word.rfind(called)


# ---- pictures ----

MOST_BYTES = 60_000_000
"""Of a picture."""
_HEXES = {"flat": 2 / sqrt(3), "point": sqrt(3) / 2}
"""Width by height."""


def hexes_of(shares: Sequence[float]) -> str:
    """How hexes stand of which these are the widths by the heights, `point` or `flat`; "" if they are none."""
    alike = {top: all(abs(s / share - 1) < 0.04 for s in shares) for top, share in _HEXES.items()}
    return next((top for top, is_so in alike.items() if shares and is_so), "")


def svg_size(path: Path) -> tuple[float, float, int]:
    """`page_size` of a file. Raises `Unreadable`, OSError."""
    try:
        return page_size(parse_svg(read_plain(path, MOST_BYTES), path.name))
    except Fault as fault:
        raise Unreadable(fault.findings[0].message) from None


def page_size(document: SvgDocument) -> tuple[float, float, int]:
    """Width and height of a drawing in mm, by its page, and how many of its pixels are an inch (0: none, it says how
    large it is): 96, or what programs mean that name no size, or 100 %."""
    layout = compile_layout(document, lambda *_: None, page=False, art=True)
    sides = [document.root.attributes.get(name, "").strip() for name in ("width", "height")]
    dots = 72 if not any(sides) else 300
    if all(side[-1:] in ("", "%", "o") for side in sides):  # nothing, 100 %, auto
        return layout.view[2] * 25.4 / dots, layout.view[3] * 25.4 / dots, dots
    is_said = all(side[-2:] in ("mm", "cm", "in", "pt", "pc") for side in sides)
    return layout.width, layout.height, 0 if is_said else 96


def linked(path: Path) -> Iterator[tuple[str, bytes]]:
    """The pictures that a drawing shows, by their names from there, those above it (`../art/fox.png`) by their own;
    none of another file."""
    if path.suffix.lower() != ".svg":
        return
    with suppress(Fault, OSError):  # told where it is printed
        root = parse_svg(read_plain(path, MOST_BYTES), path.name).root
        shown = dict.fromkeys(e.attributes.get("href", "") for e in walk(root) if e.tag == "image")
        for href in chain(*(_all_called(href, path.parent) for href in shown)):
            with suppress(Unreadable):
                home = path.parent.resolve()
                is_above = href.startswith("..") and href.lower().endswith(ENDINGS)
                file = find_file(href, [home], [home, *[*home.parents][: _ABOVE * is_above]])
                name = file.relative_to(home).as_posix() if file.is_relative_to(home) else file.name
                yield name, read_plain(file, MOST_BYTES)


_ABOVE = 2
"""So many folders above a drawing are its project's."""


def _all_called(href: str, folder: Path) -> list[str]:
    """A picture's name, or those of all pictures of a folder that it may be, filled in: `art/g%number%.png`."""
    name = HOLE.sub("*", href)
    if name == href or not re.search(r"\w", Path(name).stem) or not _RELATIVE.fullmatch(name):
        return [href]
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob(name))


_RELATIVE = re.compile(r"(?!.*\.\.)[^:?/\[\]][^:?\[\]]*")


@lru_cache(maxsize=512)
def look_at(path: Path) -> tuple[float, bool]:
    """Width of a picture by its height (0: not known), and whether it has a ground: it is neither cut out nor drawn."""
    try:
        if path.suffix.lower() == ".svg":
            wide, high, _ = svg_size(path)
            return wide / high, False
        data = as_png(read_plain(path, MOST_BYTES))
        wide, high, _ = glance(data)
        with open_picture(data) as picture:
            alpha = picture.convert("RGBA").getchannel("A") if lets_through(picture) else None
            return wide / high, alpha is None or alpha.histogram()[:128] == [0] * 128
    except (Unreadable, OSError, ValueError, SyntaxError):
        return 0.0, False


def pieces_within(path: Path) -> tuple[int, int]:
    """How many pieces a picture of a whole sheet has across and down, alike in size, between clear lines; 1, 1 of any
    other."""
    from PIL import Image

    share, is_whole = look_at(path)
    if not share or is_whole or path.suffix.lower() == ".svg":
        return 1, 1
    with open_picture(as_png(read_plain(path, MOST_BYTES))) as picture:
        paint = picture.convert("RGBA").getchannel("A").point(lambda alpha: 255 * (alpha > _CLEAR))
    ways = [paint.resize(size, Image.Resampling.BOX).tobytes() for size in ((paint.width, 1), (1, paint.height))]
    across, down = ([len(run) for run in re.findall(rb"[^\0]+", way)] for way in ways)
    are_alike = all(len(run) > 1 and max(run) <= 1.1 * min(run) for run in (across, down))
    return (len(across), len(down)) if are_alike else (1, 1)


_CLEAR = 127


def cut_out(pictures: Sequence[Path]) -> str:
    """The key of PIECES whose outline all of some pictures have, clear around it: `tokens`, `hexes`; "" without one."""
    found = {_outline(path) for path in pictures}
    return found.pop() if len(found) == 1 else ""


def _outline(path: Path) -> str:
    from PIL import Image, ImageChops, ImageDraw

    try:
        with open_picture(as_png(read_plain(path, MOST_BYTES))) as picture:
            if not lets_through(picture):
                return ""
            share = picture.width / picture.height
            clear = picture.convert("RGBA").getchannel("A").resize((_GRID, _GRID), Image.Resampling.BOX)
    except (Unreadable, OSError):
        return ""
    drawn, top = Image.new("L", clear.size), hexes_of([share])
    draw, end = ImageDraw.Draw(drawn), _GRID - 1
    if abs(share - 1) < 0.04:
        draw.ellipse((0, 0, end, end), fill=255)
    elif top:
        ends = [(0, 2), (1, 0), (3, 0), (4, 2), (3, 4), (1, 4)]
        draw.polygon([tuple(n * end / 4 for n in (at if top == "flat" else at[::-1])) for at in ends], fill=255)
    unlike = ImageChops.difference(clear.point(lambda a: 255 * (a > 63)), drawn).histogram()[255]
    return ("hexes" if top else "tokens") * (unlike < _UNLIKE * _GRID**2)


_GRID = 96
_UNLIKE = 0.03
"""Of the surface: an octagon is not round."""
