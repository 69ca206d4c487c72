"""The command `schema`: JSON Schema for editors, printed or put into the project."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from generator.commands.app import command
from generator.commands.options import games_of, one_of
from generator.commands.shell import emit, project, show, usage_error
from generator.diagnostics.findings import Fault
from generator.pipeline import load_game
from generator.project import Project

if TYPE_CHECKING:
    from generator.data.model import Game


@command(
    """
    pnp schema --write                         into components/.schema/
    pnp schema --write --game my-game          with the game's fields and terms
    pnp schema set > set.json
    pnp schema words                           what the tool prints, to be said in the languages of the games
    """
)
def schema(
    name: Annotated[str | None, Argument(metavar="[game|set|rules|setup|shared|words ...]", hidden=True)] = None,
    game: Annotated[
        str,
        Option("--game", metavar="GAME", help="Also a schema for each set of GAME, with its fields and terms."),
    ] = "",
    out: Annotated[Path | None, Option(metavar="DIR", help="Write all into DIR.")] = None,
    write: Annotated[bool, Option("--write", help="Write all into components/.schema/ of the project.")] = False,
) -> None:
    """Give editors the JSON Schema of the YAML files.

    An editor then completes keys, shows what they mean, and underlines slips while you type. Without --write or
    --out, one schema is printed: of a kind of file, or (with --game) of a set; of `words` the words that the tool
    prints and the games' languages lack, as a layouts/words.yaml to be filled in.
    """
    from generator.data.schema.json_schema import FOLDER, NAMES, as_json, game_schemas, schema_of

    here = project()
    if name == "words" and not (write or out):
        from generator.words import words_to_say

        games = [_read(here, one) for one in games_of(here, [game] if game else [])]
        lacking = words_to_say(here, [*dict.fromkeys(language for one in games for language in one.languages)])
        emit(lacking.encode()) if lacking else show("# all words of the tool are said in all languages of the games")
        return
    forms = {kind: schema_of(kind) for kind in NAMES}
    read = _read(here, games_of(here, [game])[0]) if game else None
    own = {f"{read.id}/{set_id}": form for set_id, form in game_schemas(read).items()} if read else {}
    if write and out is None and here.is_bundled and not Path.cwd().is_relative_to(here.root):
        usage_error(
            "this folder is no project, so there is nowhere to write to", "name a folder: `pnp schema --out DIR`"
        )
    if write or out is not None:
        from generator.files import write_all

        folder = out if out is not None else here.components / FOLDER
        files = [(f"{kind}.json", as_json(form)) for kind, form in (forms | own).items()]
        write_all(folder, files, out or here.components)
        show(_lines(read) if out is None else str(folder))
    elif name is None:
        usage_error(
            "which schema is meant?", f"name one of {', '.join(NAMES)}, words, or write all: `pnp schema --write`"
        )
    else:
        sets = {key.partition("/")[2]: form for key, form in own.items()}
        emit(as_json((sets | forms)[one_of("schema", name, [*NAMES, "words", *sets])]))


def _read(here: Project, name: str) -> Game:
    game, findings = load_game(here, name)
    if game is None:
        raise Fault(*findings)
    return game


def _lines(game: Game | None) -> str:
    """What was written, and the first line of each file that makes an editor use it."""
    from generator.data.schema.json_schema import FILES, first_line

    rows = [(file, first_line(kind)) for kind, file in FILES.items()]
    if game is not None:
        own = [s for s in game.sets.values() if s.mark.file.startswith(f"{game.folder}/")]
        rows += [(s.mark.file.rpartition("/")[2], first_line(f"{game.id}/{s.id}")) for s in own]
    width = max(len(name) for name, _ in rows)
    head = "components/.schema/: written. The first line of each file tells your editor:"
    return "\n".join([head, "", *(f"    {name:<{width}}  {line}" for name, line in rows)])
