"""What the checks of a game's data have found, kept between commands: a build need not look at what a check looked at.

Takes a project, the name of a game, the state of its files; gives the findings. Promise: they are what would be found
now. They are kept under the state of all files that a check may read, those of edits also under that of the last
commit; not at all where a file was changed just now, another file was read, or something is wrong.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable

from generator import cache
from generator.diagnostics.findings import Finding, has_errors
from generator.engine.cascades import EDITED
from generator.project import BUNDLED, OPENED, Project

Pending = Callable[[], list[Finding]]
"""Gives what was found, once all is looked at."""


def state_of_data(project: Project, surroundings: str) -> str:
    """The state of all files that a check may read, before one is read; "" if nothing is to be kept. `surroundings`: of
    all but the data (see layout/facecache.py)."""
    trees = (str(project.components), f"{BUNDLED}/components")
    state = cache.stable_state((trees, (f"{project.root}/pnp.yaml",), (), ()), ()) if surroundings else ""
    return state and f"{surroundings} {state}"


def kept(project: Project, game_id: str, state: str, edited: bool, part: str, look: Callable[[], Pending]) -> Pending:
    """What a `part` of the checks finds, or found before in this state; `edited`: also of what was edited since the
    last commit. `look` begins with it, and gives what waits for the end."""
    if not state:
        return look()
    root = str(project.root)
    store = cache.opened(f"found-{cache.key_of(root, game_id).hex()}", state)
    commit = cache.state_of(((), cache.commit_files(root), (), ()), 0) if edited else ""
    keys = (part.encode(), f"{part} {commit}".encode())[: 1 + edited]
    before = [store.get(key) for key in keys]
    if None not in before:
        return lambda: [f for data in before for f in pickle.loads(data)]  # noqa: S301 (the user's own)
    wait = look()

    def ended() -> list[Finding]:
        found = wait()
        homes = (f"{project.components}/", f"{project.layouts}/", f"{BUNDLED}/", f"{root}/pnp.yaml")
        if not has_errors(found) and all(path.startswith(homes) for path in OPENED):
            for key in keys:
                own = [f for f in found if (f.code in EDITED) == (key != keys[0])]
                store.put(key, pickle.dumps(own, 5))
        return found

    return ended
