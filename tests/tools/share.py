"""How much of the paper is used: `python -m tests.tools.share [GAME]...`.

A line for each bundled game on each paper: sheets, the fewest that the area of each stock of paper allows, the share of
the paper that faces cover, and the poorest sheets with what is on them. Nothing fails.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import ceil
from pathlib import Path

from generator.face.geometry import area, polygons
from generator.layout.draw import Studio
from generator.pipeline import draw, load_game
from generator.production import Order, sheets_of
from generator.project import Project
from generator.sheet.placing import frames
from generator.sheet.sheet import Piece, Placement, Sheet

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ("a4", "letter")
POOR = 0.5


def covered(placement: Placement) -> float:
    """Square mm inside the cut (of a board in parts: all of the part)."""
    if placement.window:
        return placement.width * placement.height
    return sum(abs(area(loop)) for loop in polygons(placement.face.shape.outline))


def share(sheet: Sheet) -> float:
    """The part of a sheet's paper that its faces cover."""
    return sum(covered(p) for p in sheet.placements) / (sheet.paper.width * sheet.paper.height)


def least(pieces: tuple[Piece, ...], sheets: list[Sheet]) -> int:
    """The fewest sheets for the area of all faces of each stock of paper, light ones laid with the board."""
    room = max(w * h for w, h in (frame.room for frame in frames(sheets[0].paper, False)))
    areas: dict[str, float] = defaultdict(float)
    for piece in pieces:
        stock = "board" if piece.stock == "light" else piece.stock
        areas[stock] += piece.count * covered(Placement(piece.front, 0, 0))
    return sum(ceil(found / room) for found in areas.values())


def told(sheet: Sheet) -> str:
    return f"{sheet.label} {share(sheet):.0%} ({', '.join(sheet.sets)})"


def main() -> None:
    """Measure all games, or those that are named."""
    project = Project(ROOT)
    known = project.games()
    parser = argparse.ArgumentParser("python -m tests.tools.share", description="How much of the paper is used.")
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"of {', '.join(known)}; all, if none is named")
    named = parser.parse_args().games
    for game_id in named:
        if game_id not in known:
            parser.error(f"there is no game `{game_id}`; known: {', '.join(known)}")
    for game_id in named or known:
        game, _ = load_game(project, game_id)
        if game is None:
            parser.error(f"`{game_id}` cannot be read; `pnp check {game_id}` says why")
        studio = Studio(project)
        drawn, _ = draw(studio, game, game.languages[0])
        for paper in PAPERS:
            sheets, _ = sheets_of(studio, game, drawn, Order(), paper)
            fronts = [s for s in sheets if s.side == "front" and s.placements]
            mean = sum(map(share, fronts)) / len(fronts)
            poor = [told(s) for s in sorted(fronts, key=share) if share(s) < POOR] or [told(min(fronts, key=share))]
            bound = least(drawn.pieces, fronts)
            print(f"{game_id:10} {paper:7} {len(fronts)} sheets (area: {bound}), {mean:.1%} used; {'; '.join(poor)}")  # noqa: T201


if __name__ == "__main__":
    main()
