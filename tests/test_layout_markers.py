"""Markers: where they stand, where they look, how large they are, and what they are painted in (SVG 2, 13.7)."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from generator.face.bounds import painted
from generator.face.face import Group, Path
from tests.layout_kit import drawn

TIP = (
    '<marker id="t" orient="%s" viewBox="0 -1 2 2" markerWidth="2" markerHeight="2">'
    '<path d="M0 0L2 1V-1z" fill="context-stroke"/></marker>'
)
"""From the vertex on, two strokes long and as wide there."""


def leaves(nodes):
    for node in nodes:
        yield from leaves(node.children) if isinstance(node, Group) else [node]


def tips(mini, line, orient="auto", where="start mid end"):
    """The vertex and the middle of the far side of each marker."""
    named = "".join(f' marker-{w}="url(#t)"' for w in where.split())
    line = line.replace("/>", f'{named} fill="none" stroke="#c00" stroke-width="1.5"/>')
    nodes, findings = drawn(mini, TIP % orient + line)
    assert findings == []
    marks = [n for n in leaves(nodes) if isinstance(n, Path) and n.fill]
    assert all(n.fill.hex == "#cc0000" for n in marks)
    points = [[v for c, v in n.segments if c in "ML"] for n in marks]
    return [(p[0], ((p[1][0] + p[2][0]) / 2, (p[1][1] + p[2][1]) / 2)) for p in points]


LINES = {
    "each its own way": ('<polyline points="2,2 12,2 12,12"/>', [(2, 2, 0), (12, 2, 45), (12, 12, 90)]),
    "sharp turn": ('<path d="M4 4H10H5"/>', [(4, 4, 0), (10, 4, 90), (5, 4, 180)]),
    "curve": ('<path d="M4 10C4 4 10 4 14 4S9 4 9 9"/>', [(4, 10, -90), (14, 4, 0), (9, 9, 90)]),
    "handles upon ends": ('<path d="M4 4C4 4 9 9 9 9Q9 4 14 4"/>', [(4, 4, 45), (9, 9, -22.5), (14, 4, 0)]),
    "arcs": ('<path d="M4 8A2 2 0 0 1 8 8A2 2 0 0 0 12 8"/>', [(4, 8, -90), (8, 8, 90), (12, 8, -90)]),
    "an arc behind a move that nothing follows": (
        '<path d="M4 4H8M9 9M4 8A2 2 0 0 1 8 8"/>',
        [(4, 4, 0), (8, 4, 0), (4, 8, -90), (8, 8, 90)],
    ),
    "closed": ('<path d="M4 4H10V10z"/>', [(4, 4, -67.5), (10, 4, 45), (10, 10, 157.5), (4, 4, -67.5)]),
    "two parts": ('<path d="M4 4H8M4 9V12"/>', [(4, 4, 0), (8, 4, 0), (4, 9, 90), (4, 12, 90)]),
    "a piece of no length": ('<path d="M4 4H8V4H12"/>', [(4, 4, 0), (8, 4, 0), (8, 4, 0), (12, 4, 0)]),
    "line": ('<line x1="4" y1="4" x2="4" y2="9"/>', [(4, 4, 90), (4, 9, 90)]),
    "one point": ('<polygon points="4,4"/>', [(4, 4, 0), (4, 4, 0)]),
    "turned and larger": ('<path transform="rotate(90 8 8)" d="M4 8H8"/>', [(8, 4, 90), (8, 8, 90)]),
}


def near(points):
    return pytest.approx([v for pair in points for point in pair for v in point], abs=2e-3)


@pytest.mark.parametrize("name", LINES)
def test_a_marker_stands_at_each_vertex_and_looks_along_the_line(mini, name):
    line, wanted = LINES[name]
    found = tips(mini, line)
    ends = [((x, y), (x + 3 * cos(radians(a)), y + 3 * sin(radians(a)))) for x, y, a in wanted]
    order = [ends[0], *ends[1:-1], ends[-1]]
    assert [v for pair in found for point in pair for v in point] == near(order)


@pytest.mark.parametrize(
    ("orient", "angles"), [("auto-start-reverse", (180, 0)), ("30", (30, 30)), ("0.5turn", (180,) * 2)]
)
def test_a_marker_looks_as_it_says(mini, orient, angles):
    found = tips(mini, '<line x1="6" y1="6" x2="12" y2="6"/>', orient)
    ends = [((x, 6), (x + 3 * cos(radians(a)), 6 + 3 * sin(radians(a)))) for x, a in zip((6, 12), angles, strict=True)]
    assert [v for pair in found for point in pair for v in point] == near(ends)


@pytest.mark.parametrize(
    ("about", "box"),
    [
        ('markerWidth="2" markerHeight="2"', (8, 8, 12, 12)),  # cut off, in strokes of 2
        ('markerWidth="2" markerHeight="2" refX="1" refY="1"', (6, 6, 10, 10)),
        ('markerWidth="2" markerHeight="2" markerUnits="userSpaceOnUse"', (8, 8, 10, 10)),
        ('overflow="visible"', (6, 6, 14, 14)),
        ('style="overflow:visible" refX="3"', (0, 6, 8, 14)),
        ('viewBox="-1 -1 4 4" markerWidth="2" markerHeight="2"', (7, 7, 11, 11)),
        ('markerWidth="0"', None),
    ],
)
def test_a_marker_is_as_large_as_it_says(mini, about, box):
    marker = f'<marker id="b" {about}><path d="M-1 -1H3V3H-1z"/></marker>'
    nodes, findings = drawn(mini, f'{marker}<path d="M8 8H9" stroke-width="2" marker-start="url(#b)"/>')
    assert findings == []
    marks = [n for n in nodes if isinstance(n, Group) or n.fill]
    assert (painted(marks) == pytest.approx(box)) if box else marks == []
