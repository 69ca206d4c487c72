"""The street, written once: project + words of the command line -> files and findings.

    read -> check -> draw -> impose -> write

Each step hands on a value and its findings; errors close the next door, so nothing half-right is written. All
files of a game are made in memory first and put in place together at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from generator.findings import Fault, Finding, Mark, did_you_mean, has_errors, in_order, of_game
from generator.project import Project

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.layout.draw import Studio
    from generator.sheet.sheet import Piece, Sheet

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What `pnp build` was asked for. Empty `languages`: the game's first; "all": each of them."""

    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4",)
    backs: str = "long-edge"
    only: tuple[str, ...] = ()
    formats: tuple[str, ...] = ("pdf",)
    proof: bool = False
    ink_saver: bool = False
    separate: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    bleed: float = 3.0
    dpi: int = 300


@dataclass(frozen=True, slots=True)
class Output:
    """One file to be written, and what is in it in a few words."""

    name: str
    data: bytes = field(repr=False)
    about: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """All pieces of a game in one language."""

    language: str
    pieces: tuple[Piece, ...]


def read(project: Project, game_id: str) -> tuple[Game | None, list[Finding]]:
    """A game and all that its data alone shows to be wrong."""
    from generator.data.build import read_game
    from generator.engine.registry import check_game

    game, findings = read_game(project, game_id)
    if game is not None:
        findings = [*findings, *check_game(project, game)]
    return game, of_game(in_order(findings), game_id)


def languages_of(game: Game, asked: Sequence[str]) -> tuple[str, ...]:
    """The languages to build; a Fault if the game does not speak one of them."""
    if "all" in asked:
        return game.languages
    for language in asked:
        if language not in game.languages:
            known = did_you_mean(language, game.languages)
            raise Fault(Finding("X103", game.mark, f"`{game.id}` has no language `{language}`", known, game.id))
    return tuple(asked) or game.languages[:1]


def draw(studio: Studio, game: Game, language: str, only: Sequence[str] = ()) -> tuple[Drawn, list[Finding]]:
    """Every printed piece of a game in one language."""
    from generator.layout.draw import draw_game
    from generator.sheet.sheet import Piece

    for name in only:
        if name not in game.sets:
            raise Fault(Finding("X104", game.mark, f"`{game.id}` has no set `{name}`", did_you_mean(name, game.sets), game.id))
    drawn, findings = draw_game(studio, game, language, only=tuple(only) or None)
    pieces = tuple(Piece(front, back, count) for _, _, front, back, count in drawn)
    return Drawn(language, pieces), of_game(findings, game.id)


def check(project: Project, game_id: str) -> list[Finding]:
    """Everything that can be found wrong with a game, in all its languages, before paper is wasted."""
    from generator.layout.draw import Studio

    game, findings = read(project, game_id)
    if game is None or has_errors(findings):
        return findings
    studio = Studio(project)
    for language in game.languages:
        findings += draw(studio, game, language)[1]
    return in_order(findings)


def build(project: Project, game_id: str, order: Order, tell: Tell = lambda _: None) -> tuple[list[Output], list[Finding]]:
    """All files of one game in memory, and every finding; no files if there is an error."""
    from generator.layout.draw import Studio

    tell(f"reading {game_id}")
    game, findings = read(project, game_id)
    if game is None or has_errors(findings):
        return [], findings
    studio = Studio(project)
    outputs: list[Output] = []
    for language in languages_of(game, order.languages):
        tell(f"drawing {game_id} ({language})")
        drawn, more = draw(studio, game, language, order.only)
        findings += more
        if has_errors(more):
            continue
        made, more = _outputs(project, studio, game, drawn, order, tell)
        outputs += made
        findings += of_game(more, game_id)
    findings = in_order(findings)
    return ([], findings) if has_errors(findings) else (outputs, findings)


def _outputs(
    project: Project, studio: Studio, game: Game, drawn: Drawn, order: Order, tell: Tell
) -> tuple[list[Output], list[Finding]]:
    """The files of one language."""
    from generator.layout.ink import save_ink

    if order.ink_saver:
        drawn = _each_face(drawn, save_ink)
    outputs: list[Output] = []
    findings: list[Finding] = []
    if {"svg", "png"} & set(order.formats):
        tell(f"writing faces of {game.id} ({drawn.language})")
        outputs += _face_files(studio, game, drawn, order)
    if {"pdf", "svg"} & set(order.formats):
        for paper in order.papers:
            tell(f"imposing {game.id} ({drawn.language}, {paper})")
            made, more = _sheet_files(project, studio, game, drawn, order, paper)
            outputs += made
            findings += more
    return outputs, findings
