"""How large each face should be, worked out a second time from sizes.yaml and the templates' pages: trim, outline, safe
zone; and where the templates are.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from pathlib import Path
from xml.etree import ElementTree

import yaml

from generator.data.model import ComponentSet, Game, Item

LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"


@cache
def opened(path: Path) -> ElementTree.Element:
    return ElementTree.parse(path).getroot()  # noqa: S314 (our own files)


def template_of(layouts: Path, game: Game, owner: ComponentSet, item: Item, side: str) -> Path | None:
    """The template of one side of an item; None if it has none."""
    name = (item.layout or owner.layout) if side == "front" else (item.back or owner.back)
    places = [folder / f"{name}.svg" for folder in folders_of(layouts, game)]
    return next((p for p in places if name and p.is_file()), None)


def folders_of(layouts: Path, game: Game) -> list[Path]:
    """Where a game's drawings are: its own folder, those it shares, the common one."""
    return [*(layouts / name for name in game.folders), layouts]


# ---- sizes ---------------------------------------------------------------------------------------------------


@cache
def _sizes(layouts: Path) -> dict[str, dict]:
    return yaml.load((layouts / "sizes.yaml").read_text("utf-8"), yaml.CSafeLoader)


def size_of(layouts: Path, size: object) -> dict:
    """What sizes.yaml says of a size, or the size's own words."""
    return dict(_sizes(layouts)[size]) if isinstance(size, str) else dict(size)  # type: ignore[call-overload]


def safe_of(layouts: Path, game: Game, owner: ComponentSet, item: Item, side: str) -> tuple[float, ...]:
    """The safe margin, in mm (one number), or the safe rectangle that the template draws (x1, y1, x2, y2)."""
    path = template_of(layouts, game, owner, item, side)
    assert path is not None
    for group in opened(path).iter():
        if (group.get(LABEL) or group.get("id")) == "safe":
            box = next((e for e in group.iter() if str(e.tag).endswith("}rect")), None)
            if box is not None:
                x, y, w, h = (float(box.get(k, "0")) for k in ("x", "y", "width", "height"))
                return (x, y, x + w, y + h)
    return (4.0,) if owner.kind in ("card", "board") else (2.0,)


def outline_of(layouts: Path, size: object) -> list[tuple[float, float]] | None:
    """The corners of a size's trim from the top left of the box about it; None for round things and fold-up nets."""
    said = size_of(layouts, size)
    if said["shape"] in ("rectangle", "square"):
        w, h = said["width"], said.get("height", said["width"])
        return [(0, 0), (w, 0), (w, h), (0, h)]
    if said["shape"] == "polygon":
        return _from_corner([tuple(p) for p in said["points"]])
    return _from_corner(_hexes(said)) if said["shape"] == "polyhex" else None


def _hexes(said: dict) -> list[tuple[float, float]]:
    """The way round hexagons that touch: the edges that only one of them has."""
    side, point = said["side"], said.get("top", "point") == "point"
    edges: dict[tuple, tuple] = {}
    for q, r in said["cells"]:
        across, down = 3**0.5 * (q + r / 2), 1.5 * r
        x, y = (across * side, down * side) if point else (1.5 * q * side, 3**0.5 * (r + q / 2) * side)
        turn = pi / 6 if point else 0
        corners = [
            (round(x + side * cos(k * pi / 3 + turn), 6), round(y + side * sin(k * pi / 3 + turn), 6)) for k in range(6)
        ]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            near = (round(a[0], 3), round(a[1], 3)), (round(b[0], 3), round(b[1], 3))
            if edges.pop(near[::-1], None) is None:
                edges[near] = (a, b)
    following = {near[0]: (near[1], ends[0]) for near, ends in edges.items()}
    start = place = next(iter(following))
    outline = []
    while True:
        place, corner = following[place]
        outline.append(corner)
        if place == start:
            return outline


def _from_corner(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    left, top = (min(p[k] for p in points) for k in (0, 1))
    return [(x - left, y - top) for x, y in points]


def trim_of(layouts: Path, game: Game, owner: ComponentSet, item: Item) -> tuple[float, float]:
    """Width and height of the trim: from the size where it says them, from the template's page for fold-up nets."""
    size = item.size or owner.size
    said, outline = size_of(layouts, size), outline_of(layouts, size)
    if outline:
        return max(x for x, _ in outline), max(y for _, y in outline)
    if said["shape"] in ("circle", "ring"):
        return said["diameter"], said["diameter"]
    if said["shape"] == "standee":
        return said["width"], 2 * (said["height"] + said["base"])
    root = opened(template_of(layouts, game, owner, item, "front"))  # type: ignore[arg-type]
    return tuple(float(root.get(k, "0").removesuffix("mm")) for k in ("width", "height"))  # type: ignore[return-value]
