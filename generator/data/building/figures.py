"""The `figure` of a paragraph -> a `Figure`. Whether its faces and places exist is the engine's question."""

from __future__ import annotations

from typing import Any

from generator.data.building.formulas import Numbers
from generator.data.building.kinds import Reader, read_text
from generator.data.building.vocabulary import counts_by_players
from generator.data.figure import Callout, Figure, FigureFace
from generator.data.reading.document import List, Map


def read_figure(reader: Reader, words: Map, numbers: Numbers) -> Figure | None:
    """The figure of a paragraph, if it has one."""
    data = words.get("figure")
    if data is None:
        return None
    faces = tuple(_face(reader, data["faces"], k, numbers) for k in range(len(data["faces"])))
    callouts = data.get("callouts") or []
    return Figure(faces, tuple(_callout(reader, own) for own in callouts))


def _face(reader: Reader, faces: List, k: int, numbers: Numbers) -> FigureFace:
    own = faces[k]
    name, mark = (own, faces.mark(k)) if isinstance(own, str) else (own["face"], own.mark("face"))
    owner, _, item = name.partition("/")
    said: Any = own if isinstance(own, dict) else {}
    cell, at, step = (_pair(said.get(key)) for key in ("cell", "at", "step"))
    counts = counts_by_players(reader, said, numbers) if said.get("count") is not None else None
    copies = tuple((n, 1 if count is None else count) for n, count in (counts or {}).items())
    turn = float(said.get("turn") or 0)
    return FigureFace(owner, item, said.get("side") or "front", mark, cell, at, turn, copies, step or (0.0, 0.0))


def _callout(reader: Reader, own: Map) -> Callout:
    at = own.get("at")
    name, point = (at, None) if isinstance(at, str) else ("", _pair(at))
    mark = own.mark(next((key for key in ("at", "cells", "of") if own.get(key)), "text"))
    cells = tuple((q, r) for q, r in own.get("cells") or ())
    return Callout(read_text(reader, own, "text"), mark, (own.get("of") or 1) - 1, name, point, cells)


def _pair(value: Any) -> Any:  # noqa: ANN401 (two numbers, as the schema has seen)
    return None if value is None else (value[0], value[1])
