"""Two faces -> where they differ, and whether they are one and the same on paper.

Takes finished faces; gives boxes in mm, and a fingerprint. Promise: the nodes decide, never pixels; what lies at the
same place in both and looks the same is no difference, however it is grouped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from generator.face.bounds import painted_by, run_box
from generator.face.face import IDENTITY, Face, Group, Image, Matrix, Node, Path, Text
from generator.face.geometry import Box, bounds, box_under, common, grown, merged, multiply
from generator.face.raster import picture_key
from generator.face.stamp import digest_of, window_of
from generator.typeset.fonts import FontBook

_NEAR = 1.0
"""Boxes nearer than this, in mm, are one spot."""
MOST_COVERAGE = 0.5
"""The coverage of a face above which a node is its ground: marked by itself, so that it does not swallow the others."""


def fingerprint(face: Face | None, book: FontBook) -> str:
    """A digest of all that a face is on paper: its shape, and all that its stamp is made of. "" for no face. What
    lies beyond the bleed, is clipped away or has no paint makes no difference."""
    if face is None:
        return ""
    shape = sha256(repr((face.shape.outline, face.shape.holes, face.shape.folds)).encode())
    shape.update(digest_of(face.nodes, window_of(face.shape), book.keys))
    return shape.hexdigest()


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
    grounds = [b for b in shown if coverage(b, face) > MOST_COVERAGE]
    return clustered(grounds) + clustered([b for b in shown if b not in grounds])


def coverage(box: Box, face: Face) -> float:
    """How much of a face's trim box a box covers, from 0 to 1."""
    return (box[2] - box[0]) * (box[3] - box[1]) / (face.shape.width * face.shape.height)


def clustered(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that touch or nearly touch, as one; from the top down."""
    found: list[Box] = []
    for box in sorted(boxes, key=lambda b: (b[1], b[0], b[3], b[2])):
        joined = box
        while True:
            near = [b for b in found if _touch(b, joined)]
            if not near:
                break
            found = [b for b in found if b not in near]
            for b in near:
                joined = merged(joined, b)
        found.append(joined)
    return sorted(found, key=lambda b: (b[1], b[0]))


def _touch(a: Box, b: Box) -> bool:
    c, d = grown(a, _NEAR / 2), grown(b, _NEAR / 2)
    return c[0] <= d[2] and d[0] <= c[2] and c[1] <= d[3] and d[1] <= c[3]


def _leaves(nodes: Iterable[Node], matrix: Matrix, clip: Box, opacity: float = 1.0) -> Iterator[_Leaf]:
    """What nodes paint, one by one, an icon as a whole: a key that is equal where it looks equal, and a box."""
    for node in nodes:
        if isinstance(node, Group) and not node.key:
            inner = multiply(matrix, node.matrix)
            window = common(clip, box_under(bounds(node.clip), inner)) if node.clip else clip
            yield from _leaves(node.children, inner, window, opacity * node.opacity)
        elif not isinstance(node, Text) or node.fill is not None:
            box = box_under(painted_by(node, run_box), matrix)
            yield repr((_key(node, matrix, box), opacity)), common(box, clip)


def _key(node: Node, matrix: Matrix, box: Box) -> tuple[object, ...]:
    """What a node looks like where it stands."""
    if isinstance(node, Group):
        return (node.key, node.opacity, _rounded(multiply(matrix, node.matrix)))
    if isinstance(node, Path):
        return (node, _rounded(matrix))
    if isinstance(node, Image):
        return (picture_key(node.data).hex(), _rounded(box))
    where = (round(node.size, 3), round(node.x, 3), round(node.y, 3))
    return (node.font, node.string, *where, node.fill, _rounded(matrix))


def _rounded(matrix: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(v, 4) for v in matrix)
