"""A `Comparison` with the faces of both versions -> one HTML file: the change log, and faces side by side.

Takes the comparison, the swaps of a reprint, the fonts of both versions and the words of the tool; gives the file's
bytes. Promise: nothing outside the file is referred to; every glyph and every icon is in it once for each version; the
boxes are where the faces' nodes differ (`changed_regions`: what lies at the same
place in both and looks the same is no difference, however it is grouped); it reads without style sheets, and prints.
"""

from __future__ import annotations

import pathlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from html import escape
from itertools import groupby
from math import fsum, prod

from markupsafe import Markup

from generator.compare.lines import SIGNS, Phrases, ReportLine, Say
from generator.compare.model import Comparison
from generator.compare.report import count_words, groups, version_headings
from generator.face.bounds import boxes_touch, painted_by, run_box
from generator.face.face import IDENTITY, Face, GlyphRun, Group, Image, Matrix, Node, Path
from generator.face.geometry import Box, bounds, box_under, common, extent, flipped, grown, merged, multiply
from generator.face.raster import picture_key
from generator.face.svgwriter import Canvas, defined, path_data
from generator.sheet.swap import Swap
from generator.summary.pages import fonts_of, html_file, page_template
from generator.typeset.fonts import FontBook
from generator.values import Struct, lazy_pattern

_MARGIN = 0.6
"""How far a box stands off what it marks, mm."""
_SCALE = 2.9
"""Pixels for a millimetre; large boards are made smaller."""
_WIDEST = 420.0
_LEAST, _GAP = 150.0, 15.0
"""Pixels: the narrowest box of a component, and the room about a picture."""

_HERE = pathlib.Path(__file__).parent


class _Gallery(Struct, frozen=True):
    """The faces of one version ("old" or "new", `word` to read) in one hidden drawing, each defined once."""

    version: str
    word: str
    canvas: Canvas

    @staticmethod
    def of(book: FontBook, version: str, phrases: Phrases) -> _Gallery:
        import svgwrite

        drawing = svgwrite.Drawing(size=("0", "0"), debug=False, style="position:absolute", aria_hidden="true")
        return _Gallery(version, phrases.phrase(version), Canvas(drawing, book, version[0]))

    def use(self, face: Face) -> str:
        """The id of a face's drawing."""
        shown = Group(tuple(face.nodes), clip=face.shape.area, clip_even_odd=True)
        return defined(self.canvas, (face.set, face.item, face.side), "f", [shown])


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def html_report(
    comparison: Comparison,
    names: tuple[str, str],
    swaps: Sequence[Swap],
    books: tuple[FontBook, FontBook],
    language: str,
    say: Say,
) -> bytes:
    """The report as a file. `swaps` are in the order they are shown."""
    phrases = Phrases(language, say, "→", 240)
    galleries = _Gallery.of(books[0], "old", phrases), _Gallery.of(books[1], "new", phrases)
    one, other = version_headings(comparison, names, language)
    found = groups(comparison, phrases)
    body = page_template(_HERE / "page.html", worded=_worded).render(
        head=other,
        since=phrases.phrase("since", old=one),
        tally=count_words(comparison, phrases) or phrases.phrase("same"),
        links=[*((s.group, s.title) for s in found), *([("faces", phrases.phrase("faces"))] if swaps else [])],
        groups=found,
        signs={**SIGNS, "removed": "−"},
        say=phrases.phrase,
        discard=sum(s.old.count for s in swaps if s.old),
        print=sum(s.new.count for s in swaps if s.new),
        sets=[
            (name, [_shown(galleries, swap) for swap in group]) for name, group in groupby(swaps, key=lambda s: s.set)
        ],
        drawings=lambda: Markup(_folded("".join(str(gallery.canvas.drawing.tostring()) for gallery in galleries))),
    )
    body = body.strip()
    faces, stacks = fonts_of(books[1], {"body": f"{escape(other)}{body}"})
    style = "\n".join((*faces, f":root{{--body:{stacks['body']}}}", (_HERE / "html.css").read_text("utf-8")))
    return html_file(other, language, style, body)


_PATH = lazy_pattern(r"<path [^>]{80,}/>")


def _folded(drawings: str) -> str:
    """Drawings in which each path stands once: where it comes again, the first one is used."""
    counts = Counter(_PATH.findall(drawings))
    names: dict[str, str] = {}

    def fold(found: re.Match[str]) -> str:
        path = found[0]
        if path in names:
            return f'<use xlink:href="#{names[path]}" />'
        if counts[path] == 1 or " id=" in path:
            return path
        names[path] = f"p{len(names) + 1}"
        return path.replace("<path ", f'<path id="{names[path]}" ', 1)

    return _PATH.sub(fold, drawings)


def _worded(line: ReportLine) -> Markup:
    """How a thing was changed; of two texts that are nearly the same, one with what went and what came."""
    parts = _word_diff(*line.pair) if line.pair else None
    head, arrow, tail = line.words.rpartition(line.between) if parts else ("", "", "")
    if not parts or not arrow:
        return Markup(escape(line.words))
    marked = "".join(f"<{tag}>{escape(words)}</{tag}>" if tag else escape(words) for tag, words in parts)
    return Markup(escape(head) + marked + escape(tail))


_Galleries = tuple[_Gallery, _Gallery]


def _shown(galleries: _Galleries, swap: Swap) -> tuple[Swap, str, list[Markup]]:
    """A component: how wide it is shown, and its faces."""
    widths = [min(p.front.shape.width * _SCALE, _WIDEST) for p in (swap.old, swap.new) if p]
    room = max(_LEAST, fsum(widths) + _GAP * len(widths))
    return swap, _n(room + 2 * _GAP), [figure for side in ("front", "back") for figure in _side(galleries, swap, side)]


def _side(galleries: _Galleries, swap: Swap, side: str) -> Iterator[Markup]:
    """The old and the new face of a side, if it says anything: backs only where they differ."""
    pieces = swap.old, swap.new
    old, new = faces = tuple(getattr(piece, side) if piece else None for piece in pieces)
    marks = changed_regions(old, new) if old and new else ([], [])
    if side == "front" or any(marks):
        for gallery, face, piece, spots in zip(galleries, faces, pieces, marks, strict=True):
            if face and piece:
                yield _figure(gallery, face, piece.count, spots)


def _figure(gallery: _Gallery, face: Face, count: int, marks: Sequence[Box]) -> Markup:
    """One face with its boxes."""
    shape = face.shape
    scale = min(_SCALE, _WIDEST / shape.width)
    box = f"0 0 {_n(shape.width)} {_n(shape.height)}"
    size = f'width="{_n(shape.width * scale)}" height="{_n(shape.height * scale)}"'
    rects = "".join(_rect(mark) for mark in dict.fromkeys(_framed(mark, face) for mark in marks))
    label = escape(f"{face.name} ({gallery.word})")
    return Markup(
        f'<figure class="{gallery.version}"><svg viewBox="{box}" {size} role="img" aria-label="{label}">'
        f'<use href="#{gallery.use(face)}"/>'
        f'<path d="{path_data(face.shape.area)}" fill="none" stroke="#8a8f96" stroke-width=".2"/>{rects}</svg>'
        f"<figcaption><b>{escape(gallery.word)}</b> ×{count} <code>{escape(face.stamp)}</code></figcaption></figure>"
    )


def _framed(mark: Box, face: Face) -> Box:
    """The box to draw: round what it marks, but for a ground, along the edge."""
    return grown(mark, _MARGIN if _coverage(mark, face) <= MOST_COVERAGE else -_MARGIN)


def _rect(box: Box) -> str:
    x, y, width, height = (*box[:2], *extent(box))
    return f'<rect class="spot" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx=".8"/>'


_WIDE = "\u3000-\u9fff\uf900-\ufaff\uff00-\uffef"
_WORDS = lazy_pattern(rf"[{_WIDE}]|[^\W{_WIDE}]+|\W")
_COMMON = 0.6
"""Texts with a smaller coverage in common are told side by side."""


def _word_diff(old: str, new: str) -> list[tuple[str, str]] | None:
    """Two texts as one: ("", kept), ("del", what went), ("ins", what came); None if they have too little in common."""
    one, other = _WORDS.findall(old), _WORDS.findall(new)
    parts: list[tuple[str, str]] = []
    went = came = ""
    same = 0
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        words = "".join(other[c:d])
        if kind == "equal" and any(letter.isalnum() for letter in words):
            parts += [("del", went), ("ins", came), ("", words)]
            went = came = ""
            same += len(words)
        else:  # blanks and points between two changes belong to them
            went, came = went + "".join(one[a:b]), came + words
    parts += [("del", went), ("ins", came)]
    return [(tag, words) for tag, words in parts if words] if same > _COMMON * max(len(old), len(new)) else None


# ---- where two faces differ: the nodes decide, never pixels ----

_NEAR = 1.0
"""Boxes nearer than this, in mm, are one spot."""
MOST_COVERAGE = 0.5
"""The coverage of a face above which a node is its ground: marked by itself, so that it does not swallow the others."""


def changed_regions(old: Face, new: Face) -> tuple[list[Box], list[Box]]:
    """Where the old face has something that the new one has not, and the other way round; in each face's mm."""
    if old.shape != new.shape:
        return [_whole(old)], [_whole(new)]
    everywhere = (-1e6, -1e6, 1e6, 1e6)
    one, other = (list(_leaves(face.nodes, IDENTITY, everywhere)) for face in (old, new))
    lost = Counter(key for key, _ in one) - Counter(key for key, _ in other)
    came = Counter(key for key, _ in other) - Counter(key for key, _ in one)
    return _boxes(old, one, lost), _boxes(new, other, came)


def _whole(face: Face) -> Box:
    return (0.0, 0.0, face.shape.width, face.shape.height)


_Leaf = tuple[str, Box]


def _boxes(face: Face, leaves: Iterable[_Leaf], wanted: Counter[str]) -> list[Box]:
    """The boxes of so many leaves of each key, inside the trim, near ones as one."""
    left = Counter(wanted)
    found = []
    for key, box in leaves:
        if left[key] > 0:
            left[key] -= 1
            found.append(common(box, _whole(face)))
    shown = list(dict.fromkeys(b for b in found if b[0] <= b[2]))
    grounds = [b for b in shown if _coverage(b, face) > MOST_COVERAGE]
    return clustered(grounds) + clustered([b for b in shown if b not in grounds])


def _coverage(box: Box, face: Face) -> float:
    """How much of a face's trim box a box covers, from 0 to 1."""
    return prod(extent(box)) / (face.shape.width * face.shape.height)


def clustered(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that touch or nearly touch, as one; from the top down."""
    found, downwards = list[Box](), partial(flipped, swap=True)
    for one in sorted(boxes, key=downwards):
        box = one
        while near := [b for b in found if boxes_touch(grown(b, _NEAR), box)]:
            found = [b for b in found if b not in near]
            box = merged(box, *near)
        found.append(box)
    return sorted(found, key=downwards)


def _leaves(nodes: Iterable[Node], matrix: Matrix, clip: Box, opacity: float = 1.0) -> Iterator[_Leaf]:
    """What nodes paint, one by one, an icon as a whole: a key that is equal where it looks equal, and a box."""
    for node in nodes:
        if isinstance(node, Group) and not node.as_one:
            inner = multiply(matrix, node.matrix)
            window = common(clip, box_under(bounds(node.clip), inner)) if node.clip else clip
            yield from _leaves(node.children, inner, window, opacity * node.opacity)
        elif not isinstance(node, GlyphRun) or node.fill is not None:
            box = box_under(painted_by(node, run_box), matrix)
            yield repr((_key(node, matrix, box), opacity)), common(box, clip)


def _key(node: Node, matrix: Matrix, box: Box) -> tuple[object, ...]:
    """What a node looks like where it stands."""
    if isinstance(node, Group):
        return (node.key or node, node.opacity, _rounded(multiply(matrix, node.matrix)))
    if isinstance(node, Path):
        return (node, _rounded(matrix))
    if isinstance(node, Image):
        return (picture_key(node.data).hex(), _rounded(box))
    where = (round(node.size, 3), round(node.x, 3), round(node.y, 3))
    return (node.font, node.string, *where, node.fill, _rounded(matrix))


def _rounded(matrix: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(v, 4) for v in matrix)
