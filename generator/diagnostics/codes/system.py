"""Finding codes A...: accepting a finding in the file, with a reason; X...: the system, files, the command line."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, note, warning

# fmt: off
CODES: dict[str, Code] = {
    "A001": error("accepted without a reason",
        "A comment `pnp: accept CODE` takes one finding as it is. In a year nobody will know why, so the reason "
        "stands behind the code, in a few words.",
        "# pnp: accept R030\nwool: {name: wool}", "# pnp: accept R030 the expansion has sheep\nwool: {name: wool}"),
    "A002": error("accepts a code that does not exist",
        "A comment `pnp: accept` begins with the code of the finding, as it stands in the report: a letter and three "
        "digits. `pnp explain` lists all of them.",
        "wool: {name: wool}    # pnp: accept R300 the expansion has sheep",
        "wool: {name: wool}    # pnp: accept R030 the expansion has sheep"),
    "A003": error("accepts what cannot be accepted",
        "Warnings and notes can be accepted, and a few errors that a designer may want just so. Other errors mean "
        "that something cannot be read, counted, found or printed; no reason changes that. Mend it instead.",
        "expect: 30    # pnp: accept D020 the last card is not drawn yet", "expect: 29"),
    "A004": warning("nothing to accept",
        "A comment `pnp: accept` stands where its finding no longer is: it was mended, has moved to another line, or "
        "never was there. Delete the comment, or move it to the line before, or the end of, the line of the finding. "
        "In a folder that several games share, it is told only when all games are checked.",
        "# pnp: accept R030 the expansion has sheep\nwool: {name: wool}    # and a card now gains {wool}",
        "wool: {name: wool}"),
    # X001-X099: writing files
    "X001": error("no permission to write",
        "The folder or the file may not be written, or (on Windows) a viewer holds the file open. Nothing was "
        "changed: the old file is still there, whole.",
        "pnp build my-game --out /usr/share/games", "pnp build my-game --out ~/games"),
    "X002": error("the disk is full",
        "There was no room for the new file. The old file is still there, whole; no half-written file was left behind.",
        "pnp build my-game --out /mnt/full-stick", "pnp build my-game --out /mnt/empty-stick"),
    "X003": error("a folder is in the way of a file",
        "A folder has the name that the file is to get. The tool never removes a folder: rename it yourself.",
        "output/my-game/my-game-a4-en.pdf/", "output/my-game/my-game-a4-en.pdf"),
    "X004": error("the output folder cannot be made",
        "A part of the path is a file, leads nowhere, or is too long, so that the folder cannot be made.",
        "pnp build my-game --out README.md/sheets", "pnp build my-game --out sheets"),
    "X005": error("a file cannot be written",
        "The system refused the file for the reason it names. The old file is still there, whole.",
        "a network disk that went away in the middle", "a local folder: pnp build my-game --out DIR"),
    "X010": error("PNG needs the cairo library",
        "PNG pictures are drawn by cairo, a system library that is not installed (or not found). PDF and SVG do not "
        "need it.",
        "pnp build my-game --format png        (no libcairo)",
        "sudo apt install libcairo2             (Debian, Ubuntu)\nbrew install cairo                     (macOS)"),
    "X011": error("a picture cannot be read",
        "The bytes of a picture are neither a PNG nor a JPEG that can be decoded. Open it in a drawing program and "
        "export it again.",
        "art.png that is really a web page", "art.png saved as PNG, 8 bits a channel"),
    "X020": note("schemas for editors are out of date",
        "The schemas in `components/.schema/` were written for other fields, terms, rules or languages than the game "
        "has now, or by another version of the tool: the editor underlines what is right, and completes what is gone. "
        "Write them anew, as the hint says. The editor takes them at once.",
        "a new field in cards.yaml, and schemas from last month", "pnp schema --write --game my-game"),
    # X100-X199: the command line
    "X103": error("a language that the game does not speak",
        "`--lang` names a language that is not among the `languages` in game.yaml. Write one of those, or `all`.",
        "pnp build my-game --lang de", "pnp build my-game --lang en"),
    "X104": error("a set that does not exist",
        "`--only` names a set that the game does not have. A set's name is the `id` in its file.",
        "pnp build my-game --only cards.yaml", "pnp build my-game --only card"),
    "X105": error("an item that does not exist",
        "`pnp face` takes a set's id, a slash, and the id of one of its items; `--back` needs an item with a back.",
        "pnp face my-game card", "pnp face my-game card/first"),
}
