"""Finding codes A...: accepting a finding; X...: the system, files, the command line; C...: comparing versions."""

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
    "X106": error("a field that no set has",
        "`--group` takes `owner`, `set`, `none`, or the name of a field that holds one term, as it stands in `fields`.",
        "pnp build my-game --group colour", "pnp build my-game --group suit"),
    # C001-C009: where a version is
    "C001": error("git is not installed",
        "A revision (`HEAD~3`, `v1`) is read with the program git, which is not on the path. Install it, or compare "
        "with a folder that holds a copy of the old version.",
        "pnp diff v1 my-game            (no git)", "pnp diff ../my-game-old my-game"),
    "C002": error("not a game, a folder or a revision",
        "A version is the id of a game of this project, a folder (a project's, or a game's own with its game.yaml), "
        "or a git revision of the project that you stand in: a commit, a tag, a branch, `HEAD~3`. Write "
        "`REVISION:GAME` to say which game of a revision is meant. Never one of the bundled games, except in a clone "
        "of the tool.",
        "pnp diff v1.0 my-game          (there is no tag v1.0)",
        "pnp diff v1 my-game            (git tag lists them)"),
    "C003": error("a version without the game",
        "The folder or the revision has no folder of that name in its components/. If the game had another name then, "
        "write that: `REVISION:GAME`.",
        "pnp diff v1:my-gaem my-game", "pnp diff v1:my-game my-game"),
    "C004": error("which game is meant",
        "The version holds several games, and neither `--game` nor the other version says which of them to compare; "
        "or the repository holds several projects, and you stand in none of them.",
        "pnp diff v1 HEAD", "pnp diff v1 HEAD --game my-game"),
    "C005": error("a revision that cannot be read",
        "Git knows the revision, but could not give its files; its own words are in the message. In a shallow clone "
        "old revisions have no files: fetch them first.",
        "git clone --depth 1 ... && pnp diff v1 my-game", "git fetch --unshallow --tags && pnp diff v1 my-game"),
    # C010-C019: what is wrong in a version
    "C010": warning("a fault in a version that is compared",
        "A version that is compared has an error. Both are compared as far as they can be read; what the error "
        "touches may be told as removed or added although it is there. What follows the version's name is that error.",
        "the tag v1 has a card whose field is misspelt", "compare with the commit that mended it"),
    "C011": error("a version that cannot be read at all",
        "The game.yaml of one of the versions cannot be read, so there is nothing to compare.",
        "pnp diff v1 my-game            (game.yaml of v1 is no YAML)", "pnp diff v2 my-game"),
    "C012": warning("a face of the old version cannot be drawn",
        "The template or the words of a component in the old version have a fault, so that nobody can tell whether "
        "the face you printed then is the one of today. It counts as changed: it is printed again, and the old one "
        "goes.",
        "the template of v1 names a font that is gone",
        "keep the old fonts in layouts/fonts, or throw the old copies away as told"),
    "C013": warning("a language that the old version did not speak",
        "The new version is built in a language that the old one did not have. Nothing that was printed then can "
        "stay, so everything is printed.",
        "pnp build my-game --changed-since v1 --lang en      (v1 was in Japanese only)",
        "pnp build my-game --changed-since v1 --lang ja"),
}
