"""The command `face`: one face of a game as plain SVG."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

from typer import Argument, Option

from generator.commands.app import OneLang, command, stop_on_errors, tell_findings
from generator.commands.options import game_of, languages
from generator.commands.shell import emit, project, usage_error
from generator.diagnostics.findings import Fault, Finding, did_you_mean, has_errors, of_game
from generator.pipeline import chosen, for_draft, languages_of, load_game
from generator.project import Project


@command(
    """
    pnp face my-game card/first > first.svg
    pnp face my-game card/first --back --lang en
    """
)
def face(
    game: Annotated[str, Argument(metavar="[GAME]", hidden=True)],
    item: Annotated[str | None, Argument(metavar="SET/ITEM", hidden=True)] = None,
    back: Annotated[bool, Option("--back", help="The back instead of the front.")] = False,
    lang: OneLang = None,
) -> None:
    """Print one face of GAME as plain SVG.

    What the template and the typesetter made of the item SET/ITEM; what is wrong stands in red.
    """
    here = project()
    named, item = (game, item) if item or game in here.games() else (None, game)
    if not item:
        usage_error("name a face, too", f"write `pnp face {game} SET/ITEM`")
    svg, findings = _face_svg(here, game_of(here, named), item, back, languages(lang))
    if not svg:
        stop_on_errors(findings, here)
    tell_findings(findings, here)
    emit(svg)


def _face_svg(
    project: Project, game_id: str, name: str, back: bool, languages: Sequence[str]
) -> tuple[bytes, list[Finding]]:
    """One face ("set/item") as SVG."""
    from generator.engine.cascades import everything
    from generator.export.svg import face_svg
    from generator.layout.assets import Studio
    from generator.layout.draw import draw_face

    game, findings = load_game(project, game_id)
    if game is None or not game.languages:
        return b"", findings
    game = for_draft(project, game, findings)
    language = languages_of(game, languages)[0]
    with suppress(Fault):  # told below
        (name,) = chosen(game, [name])
    items = {f"{s.id}/{i.id}": (s, i) for s in game.sets.values() for i in s.items}
    if name not in items:
        near = [i for i in items if i.startswith(f"{name.partition('/')[0]}/")] or list(items)
        whole = next((i for i in items if i.endswith(f"/{name}")), name)
        hint = did_you_mean(whole if "/" in whole else "", near)
        raise Fault(Finding("X105", game.mark, f"`{game_id}` has no item `{name}`", hint, game_id))
    studio = Studio(project, draft=True)
    face, more = draw_face(studio, game, *items[name], "back" if back else "front", language)
    if face is None and not has_errors(more):
        raise Fault(Finding("X105", game.mark, f"`{name}` has no back", "leave out --back", game_id))
    return (face_svg(face, studio.book) if face else b""), everything(game, findings, of_game(more, game_id))
