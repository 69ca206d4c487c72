"""What is free of a page: its largest free rectangles, which may overlap.

Takes rooms (mm, y down) and what was put on the page; gives the rooms that are left. Promise: every free rectangle that
is worth having lies in one of the rooms; no room touches what was taken; no room lies in another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.sheet.lattice import SLACK


class Room(NamedTuple):
    """A free rectangle, mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Square mm."""
        return self.width * self.height


def without(rooms: Sequence[Room], taken: Iterable[Room], least: float) -> tuple[Room, ...]:
    """The largest rectangles that lie in a room and off all that is taken, `least` mm wide and high or more."""
    left = list(rooms)
    for box in taken:
        whole: list[Room] = []
        parts: list[Room] = []
        for room in left:
            if _meet(room, box):
                parts += _around(room, box, least)
            else:
                whole.append(room)
        left = _largest(whole, parts) if parts or len(whole) < len(left) else left
    return tuple(left)


def _meet(a: Room, b: Room) -> bool:
    return (
        a.x < b.x + b.width - SLACK
        and b.x < a.x + a.width - SLACK
        and a.y < b.y + b.height - SLACK
        and b.y < a.y + a.height - SLACK
    )


def _around(room: Room, box: Room, least: float) -> list[Room]:
    """The room above, left of, right of and below a box that meets it, each as long as the room allows."""
    x, y, width, height = room
    left, above = box.x - x, box.y - y
    right, below = width - left - box.width, height - above - box.height
    found = [Room(x, y, width, above)] if above >= least else []
    found += [Room(x, y, left, height)] if left >= least else []
    found += [Room(box.x + box.width, y, right, height)] if right >= least else []
    found += [Room(x, box.y + box.height, width, below)] if below >= least else []
    return found


def _largest(whole: list[Room], parts: Iterable[Room]) -> list[Room]:
    """The rooms of both lists that lie in no other; only parts may."""
    kept: list[Room] = []
    for part in sorted(parts, key=lambda room: (-room.width * room.height, room.y, room.x)):
        if not any(_holds(room, part) for room in (*whole, *kept)):
            kept.append(part)
    return [*whole, *kept]


def _holds(a: Room, b: Room) -> bool:
    return (
        a.x <= b.x + SLACK
        and a.y <= b.y + SLACK
        and a.x + a.width >= b.x + b.width - SLACK
        and a.y + a.height >= b.y + b.height - SLACK
    )
