"""Finding codes X...: the system, files and the command line."""

from __future__ import annotations

from generator.diagnostics.codes.table import ERROR, NOTE, Code

CODES: dict[str, Code] = {
    # X001-X099: writing files
    "X001": Code(
        ERROR,
        "no permission to write",
        "The folder or the file may not be written, or (on Windows) a viewer holds the file open. Nothing was changed: "
        "the old file is still there, whole.",
        bad="pnp build my-game --out /usr/share/games",
        good="pnp build my-game --out ~/games",
    ),
    "X002": Code(
        ERROR,
        "the disk is full",
        "There was no room for the new file. The old file is still there, whole; no half-written file was left behind.",
        bad="pnp build my-game --out /mnt/full-stick",
        good="pnp build my-game --out /mnt/empty-stick",
    ),
    "X003": Code(
        ERROR,
        "a folder is in the way of a file",
        "A folder has the name that the file is to get. The tool never removes a folder: rename it yourself.",
        bad="output/my-game/my-game-a4-en.pdf/",
        good="output/my-game/my-game-a4-en.pdf",
    ),
    "X004": Code(
        ERROR,
        "the output folder cannot be made",
        "A part of the path is a file, leads nowhere, or is too long, so that the folder cannot be made.",
        bad="pnp build my-game --out README.md/sheets",
        good="pnp build my-game --out sheets",
    ),
    "X005": Code(
        ERROR,
        "a file cannot be written",
        "The system refused the file for the reason it names. The old file is still there, whole.",
        bad="a network disk that went away in the middle",
        good="a local folder: pnp build my-game --out DIR",
    ),
    "X010": Code(
        ERROR,
        "PNG needs the cairo library",
        "PNG pictures are drawn by cairo, a system library that is not installed (or not found). "
        "PDF and SVG do not need it.",
        bad="pnp build my-game --format png        (no libcairo)",
        good="sudo apt install libcairo2             (Debian, Ubuntu)\nbrew install cairo                     (macOS)",
    ),
    "X011": Code(
        ERROR,
        "a picture cannot be read",
        "The bytes of a picture are neither a PNG nor a JPEG that can be decoded. "
        "Open it in a drawing program and export it again.",
        bad="art.png that is really a web page",
        good="art.png saved as PNG, 8 bits a channel",
    ),
    "X020": Code(
        NOTE,
        "schemas for editors are out of date",
        "The schemas in `components/.schema/` were written for other fields, terms, rules or languages than the game "
        "has now, or by another version of the tool: the editor underlines what is right, and completes what is gone. "
        "Write them anew, as the hint says. The editor takes them at once.",
        bad="a new field in cards.yaml, and schemas from last month",
        good="pnp schema --write --game my-game",
    ),
    # X100-X199: the command line
    "X103": Code(
        ERROR,
        "a language that the game does not speak",
        "`--lang` names a language that is not among the `languages` in game.yaml. Write one of those, or `all`.",
        bad="pnp build my-game --lang de",
        good="pnp build my-game --lang en",
    ),
    "X104": Code(
        ERROR,
        "a set that does not exist",
        "`--only` names a set that the game does not have. A set's name is the `id` in its file.",
        bad="pnp build my-game --only cards.yaml",
        good="pnp build my-game --only card",
    ),
    "X105": Code(
        ERROR,
        "an item that does not exist",
        "`pnp face` takes a set's id, a slash, and the id of one of its items; `--back` needs an item with a back.",
        bad="pnp face my-game card",
        good="pnp face my-game card/first",
    ),
}
