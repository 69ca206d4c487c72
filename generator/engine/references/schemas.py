"""The schemas that editors use: whether they say the same as the data and this version of the tool.

Takes a game and what lies in components/.schema/; asks nothing where nobody wrote any. Promise: only their stamps are
read and compared, so a check is not slower for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.data.schema.json_schema import FOLDER, NAMES, game_stamps, stamp_of
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, check
from generator.project import Project

_STAMP = re.compile(rb'"\$comment": "([^"]*)"')
_HEAD = 500


@check("X020")
def schemas_are_up_to_date(desk: Desk) -> Iterator[Problem]:
    """What `pnp schema --write` once wrote is what it would write now."""
    game, folder = desk.game, desk.project.components / FOLDER
    if game.unread or not folder.is_dir():
        return
    expected = {f"{name}.json": stamp_of() for name in NAMES}
    own = (folder / game.id).is_dir()
    expected |= {f"{game.id}/{name}.json": stamp for name, stamp in game_stamps(game).items()} if own else {}
    old = [name for name, stamp in expected.items() if _stamp_in(desk.project, name) != stamp]
    if old:
        names = ", ".join(f"`{name.removesuffix('.json')}`" for name in old)
        hint = f"run `pnp schema --write{f' --game {game.id}' if own else ''}`"
        yield Problem(Mark(f"components/{FOLDER}/{old[0]}"), f"{names}: written for other data, or missing", hint)


def _stamp_in(project: Project, name: str) -> str:
    try:
        found = _STAMP.search(project.read(project.components / FOLDER / name, _HEAD))
    except OSError:
        return ""
    return found[1].decode(errors="replace") if found else ""
