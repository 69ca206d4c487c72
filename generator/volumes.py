"""A game in volumes: files of a bounded size, each drawn, imposed and written by itself, here or by a cluster.

    orders -> their parts -> each made, here in turn or by the workers of a scheduler -> files on disk, in their order

Promise: a volume has the same bytes wherever it is made, and whatever was made before it; no more than one is held in
memory; a worker that dies loses nothing, because what it had in hand is made again.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from functools import lru_cache
from tempfile import TemporaryFile
from typing import IO, Any
from uuid import uuid4

from generator import __version__
from generator.data.markup import parse_markup
from generator.data.model import Game
from generator.diagnostics.findings import Fault, Finding, Mark, has_errors
from generator.engine.suppression import Accept
from generator.export import stored
from generator.layout.assets import Studio
from generator.pipeline import Tell, silent
from generator.production import Made, Order, Read, make
from generator.project import Project
from generator.values import Struct, replace

PATIENCE = 10
"""Seconds to wait for a scheduler."""
TRIES = 3
"""How often a volume is begun again whose worker died."""


def volumes(read: Read, orders: Sequence[Order], tell: Tell) -> Iterator[Made]:
    """All volumes of orders of one language each, in their order, with their files on disk. Fault X012."""
    disk = TemporaryFile()  # noqa: SIM115 (open as long as one of the files is wanted)
    parts = [part for order in orders for part in _parts(order, len(read.game.designs(order.only or None)))]
    if orders[0].scheduler:
        yield from _by_workers(read, parts, tell, disk)
        return
    parse_markup.cache_clear()  # what checks have left lies scattered, and holds memory that could be given back
    gc.freeze()  # commands run without the collector: it is to find the circles of one volume, and look at no more
    try:
        for part in parts:
            made = _alone(read, part, tell)
            read = replace(read, faulty=read.faulty or has_errors(made.findings))  # then the rest is looked at only
            yield _kept(made, disk)
            gc.collect()
    finally:
        gc.unfreeze()


def _parts(order: Order, designs: int) -> list[Order]:
    """An order in as many parts as it has volumes, none of them empty."""
    number = max(1, min(order.volumes, designs))
    return [replace(order, part=(k + 1, number)) for k in range(number)]


def _alone(read: Read, part: Order, tell: Tell) -> Made:
    """A volume, with a workshop of its own: its fonts have only its own letters."""
    return make(read, Studio(read.project, draft=part.draft, stamp=part.stamp), part, tell)


def _kept(made: Made, disk: IO[bytes]) -> Made:
    outputs = [replace(o, data=stored(o.data, disk)) if isinstance(o.data, bytes) else o for o in made.outputs]
    return made._replace(outputs=outputs)


# ---- on a cluster --------------------------------------------------------------------------------------------


class _Task(Struct, frozen=True):
    """A volume as a worker gets it: without the game, which it reads itself. `run` tells this build from all others."""

    project: Project
    game: str
    accepts: tuple[Accept, ...]
    faulty: bool
    part: Order
    run: str
    version: str = __version__


def _by_workers(read: Read, parts: Sequence[Order], tell: Tell, disk: IO[bytes]) -> Iterator[Made]:
    """The volumes as the workers of a Dask scheduler make them."""
    address, run = parts[0].scheduler, uuid4().hex
    ready: dict[int, Made] = {}
    with _client(address) as client:
        from distributed import as_completed

        tasks = [_Task(read.project, read.game.id, read.accepts, read.faulty, part, run) for part in parts]
        futures = [client.submit(_by_worker, task, pure=False, retries=TRIES) for task in tasks]
        numbers = {future.key: number for number, future in enumerate(futures)}
        for done, future in enumerate(as_completed(futures), 1):
            tell(f"building {read.game.id} on {address}", done, len(parts))
            made, faults = future.result()
            if faults:
                raise Fault(*faults)
            ready[numbers[future.key]] = _kept(made, disk)
            future.release()
    yield from (ready[number] for number in range(len(parts)))


def _client(address: str) -> Any:  # noqa: ANN401 (of a library that may be missing)
    try:
        from distributed import Client

        return Client(address, timeout=PATIENCE)
    except ImportError as error:
        hint = 'install it: pip install "print-and-play[cluster]"'
        raise Fault(_no_cluster("the library `distributed` is missing", hint)) from error
    except (OSError, ValueError) as error:
        hint = "start one with `dask scheduler`, then workers with `dask worker ADDRESS`"
        raise Fault(_no_cluster(f"no scheduler answers at `{address}`", hint)) from error


def _no_cluster(message: str, hint: str) -> Finding:
    return Finding("X012", Mark(""), message, hint)


def _by_worker(task: _Task) -> tuple[Made | None, tuple[Finding, ...]]:
    """A volume, or why there is none."""
    if task.version != __version__:
        hint = "install the same version on both"
        return None, (_no_cluster(f"a worker has version {__version__} of pnp, and you have {task.version}", hint),)
    try:
        game = _read(task.project, task.game, task.part.draft and task.faulty, task.run)
        if game is None:
            where = task.project.components / task.game
            return None, (_no_cluster(f"a worker cannot read {where}", "share this folder with all workers"),)
        return _alone(Read(task.project, game, task.accepts, task.faulty), task.part, silent), ()
    except Fault as fault:
        return None, fault.findings


@lru_cache(maxsize=1)
def _read(project: Project, game_id: str, lenient: bool, run: str) -> Game | None:  # noqa: ARG001 (`run` is the key)
    """A game, read once by each worker for all its volumes."""
    from generator.data.build import read_game

    try:
        return read_game(project, game_id, lenient=lenient)[0]
    except OSError:
        return None
