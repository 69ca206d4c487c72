"""The command `resize`: templates -> the same for the sizes that their sets have now."""

from __future__ import annotations

from pathlib import Path

from generator.commands.app import Games, command, stop_on_errors
from generator.commands.options import games_of
from generator.commands.shell import project, show, usage_error
from generator.pipeline import load_game
from generator.project import Project
from generator.values import replace

Sides = tuple[float, float]


@command(
    """
    pnp resize my-game                         after another `size:` in a set: its drawings, too
    """
)
def resize(games: Games = None) -> None:
    """Fit the templates of GAME (else all) to the sizes that its sets have now.

    Places and lengths are scaled, also those that expressions compute; the bleed stays as wide, type stays legible.
    """
    from generator.files import write_file
    from generator.scaffold.resize import resized

    here = project()
    found = [pair for game in games_of(here, games or ()) for pair in _misfits(here, game).items()]
    for path, (old, new, is_joined, safe) in found:
        try:
            text, bound = resized(here.read(path).decode(), old, new, is_joined=is_joined, safe=safe)
        except UnicodeDecodeError:
            usage_error(f"{here.relative(path)} is not UTF-8", "save it as UTF-8, then resize it")
        write_file(path, text.encode())
        show(f"{here.relative(path)}: {old[0]:g} x {old[1]:g} -> {new[0]:g} x {new[1]:g} mm")
        if bound:
            where = f"line{'s' * (len(bound) > 1)} {', '.join(map(str, bound))}"
            show(f"  look at the expressions, and shared parts (they keep their proportions), in {where}")
    show("Now look at it: `pnp check`, `pnp face`." if found else "Every template has the size of its pieces.")


def _misfits(here: Project, game_id: str) -> dict[Path, tuple[Sides, Sides, bool, Sides]]:
    """The project's templates whose page is not as large as their pieces, with both sizes (mm); True: of hexagons; and
    the margins of both."""
    from generator.layout.assets import Studio
    from generator.layout.draw import margin_of, sized

    game, findings = load_game(here, game_id)
    if game is None:
        stop_on_errors(findings, here)
        return {}
    studio, found = Studio(here, draft=True), dict[Path, tuple[Sides, Sides, bool, Sides]]()
    for owner, item in [(o, item) for o in game.sets.values() for item in o.items]:
        shape = studio.shape(owner.size_of(item), owner.mark)
        for name in {owner.template(item), owner.template(item, "back")} - {None, ""}:
            layout = studio.layout(str(name), game.folders)
            path = here.root / layout.document.root.mark("width").file if layout else here.root
            if layout is None or not layout.width or not path.is_file():
                continue
            new, fits = (shape.width, shape.height), not sized(studio, layout, shape)[1]
            old = new if fits else (layout.width, layout.height)
            safe = (margin_of(owner.kind, replace(shape, width=old[0], height=old[1])), margin_of(owner.kind, shape))
            if found.setdefault(path, (old, new, shape.kind == "polyhex", safe))[1] != new:
                key = "layout" if name == owner.template(item) else "back"
                copy = f"{owner.id}-back" if key == "back" else owner.id
                other = path.relative_to(here.root).with_name(f"{copy}.svg").as_posix()
                hint = f"copy {path.relative_to(here.root).as_posix()} to {other}, and write `{key}: {copy}`"
                hint += f" in the set `{owner.id}`, then run `pnp resize` again"
                usage_error(f"`{name}` is drawn for pieces of several sizes", hint)
    return {path: sizes for path, sizes in found.items() if sizes[0] != sizes[1]}
