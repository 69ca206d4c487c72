"""Finding codes Y...: reading files: YAML, CSV, xlsx, ods, JSON."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, note, warning

# fmt: off
CODES: dict[str, Code] = {
    "Y001": error("file cannot be read",
        "The file could not be opened: it is a folder, belongs to someone else, or is a link that leads out of the "
        "project. Check its name and its permissions, or put the file itself into the project.",
        "components/my-game/cards.yaml    # a folder, or a link to a file elsewhere on the disk",
        "components/my-game/cards.yaml    # the file itself"),
    "Y002": error("file is not UTF-8",
        "Text files are read as UTF-8 only, so that every machine reads the same words. Open the file in your editor "
        "and save it again with the encoding UTF-8. A CSV file may have another one: it is guessed, "
        "or said (`from: {file: deck.csv, encoding: cp1252}`).",
        "cards.yaml, saved as UTF-16 or Shift_JIS", "cards.yaml, saved as UTF-8"),
    "Y003": error("invisible character",
        "A control character, an invisible line separator, or something that only looks like a space (at the end of a "
        "key or of an id) stands in the text. Such characters come along when words are pasted from a word processor "
        "or a web page, or from a Japanese keyboard; they print as nothing or as a box. Delete the place and type it "
        "anew.",
        "name: Iron\\u2028Legion    # pasted from a web page", "name: Iron Legion"),
    "Y004": error("tab in the indentation",
        "YAML is indented with spaces; a tab has no width there. Set your editor to insert spaces.",
        "items:\n\t- id: farm", "items:\n  - id: farm"),
    "Y005": error("YAML cannot be read",
        "The text breaks YAML's grammar at this place. The usual reasons: a bracket or a quotation mark that is not "
        "closed; words that start with `{`, `[`, `*`, `&`, `@`, `%` or a quotation mark, or hold `: `, and are not "
        "quoted; a key that is not indented like its neighbours; no space after a colon or a dash; a colon, a comma, "
        "a bracket or a space in full width.",
        "text: {food} 2", 'text: "{food} 2"'),
    "Y006": error("duplicate key",
        "The same key stands twice in one mapping, so one of the two values would be lost. Delete or rename one.",
        "count: 3\ncount: 5", "count: 5"),
    "Y007": error("YAML tag",
        "Tags such as `!!str` or `!!python/object` are not read: the declared kind of a field says what a value is. "
        "Delete the tag; put a number that is meant as words in quotes.",
        "name: !!str 12", 'name: "12"'),
    "Y008": error("file too big",
        "A data file of more than 5 MB is refused, so that a broken or hostile file cannot stop the machine. Split "
        "it, or keep bulk items in CSV or xlsx.",
        "cards.yaml    # 6 MB", "cards-1.yaml    # 3 MB\ncards-2.yaml    # 3 MB"),
    "Y009": error("too many values",
        "More than 200,000 values, aliases counted as often as they are used. A chain of aliases can grow without "
        "bounds; write fewer of them, or split the file.",
        "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]    # and so on", "a: &a [x, x, x]\nb: [*a]"),
    "Y010": error("nested too deep",
        "Data is nested more than 64 levels deep, or an alias stands inside its own anchor and would never end.",
        "a: &a [*a]", "a: &a [1]\nb: *a"),
    "Y011": error("number too long",
        "A number of more than 30 digits is surely a slip. If it is a serial number, put it in quotes: then it is "
        "words.",
        "serial: 1234567890123456789012345678901234567890", 'serial: "1234567890123456789012345678901234567890"'),
    "Y012": error("key is no plain word",
        "A key is one plain word before a colon. A list or a mapping cannot be a key, and a key cannot be empty.",
        "? [a, b]\n: 1", "a: 1\nb: 1"),
    "Y013": error("words too long",
        "A single value of more than 10,000 characters is surely a slip, such as a quotation mark that closes pages "
        "later: no card and no paragraph holds so much. Split it into paragraphs.",
        "text: (twenty pages of rules in one value)",
        "rules:\n  - {id: play.first, text: ..}\n  - {id: play.second, text: ..}"),
    "Y014": error("file of nearly the right name",
        "`game.yaml`, `rules.yaml`, `setup.yaml` and `shared.yaml` are known by their names, in small letters and "
        "with this ending; any other file holds a set. The file is read as the one it was surely meant to be, unless "
        "that one is there, too.",
        "components/mygame/setup.yml", "components/mygame/setup.yaml"),
    "Y015": warning("data that is not read",
        "Data lies in `components/GAME/` itself. A YAML file in a folder below it is never read, so that what it says "
        "is missing on the table.",
        "components/mygame/sets/cards.yaml", "components/mygame/cards.yaml"),
    "Y016": error("too many designs",
        "A game has at most 20,000 items, all its sets taken together: each is drawn, looked at and written by "
        "itself. Pieces that look alike are one item with a `count`. Make several games of what is left, or one set a "
        "game.",
        "- {id: coin-1, value: 1}\n- {id: coin-2, value: 1}    # and so on, 30,000 times",
        "- {id: coin, value: 1, count: 30000}"),
    "Y017": warning("so many errors that nothing is drawn",
        "With more than 1,000 errors in what a game says, drawing it would only repeat them. Letters, templates and "
        "sheets are looked at once most of them are mended: usually one slip is behind hundreds.",
        "components/mygame/cards.csv    # 3,000 rows, none of which has its `name`", "id,name\nwolf,Wolf"),
    "Y020": error("table cannot be read",
        "The file cannot be opened, is no table of a known format, or has nothing in it.",
        "farm,2", "id,count\nfarm,2"),
    "Y021": error("row of another length",
        "A row has more cells than the first row has names. Usually a comma inside words: put that cell in quotes.",
        "id,text\nfarm,Draw one, keep it", 'id,text\nfarm,"Draw one, keep it"'),
    "Y022": error("column twice",
        "Two columns of a table have the same name, so one of the two values would be lost.",
        "id,count,count", "id,count,cost"),
    "Y023": error("quotation mark not closed",
        'A cell starts with `"` and never ends. Write `"` at its end; a quotation mark inside a cell is written twice.',
        'id,name\nfarm,"Farm', 'id,name\nfarm,"Farm"'),
    "Y024": warning("column without a name",
        "A column has cells but no name in the first row. It is left out; name it, or delete it.",
        "id,\nfarm,2", "id,count\nfarm,2"),
    "Y025": error("a file of the tool without entries",
        "`papers.yaml`, `sizes.yaml` and `words.yaml` in layouts/ hold one entry a line: an id or a key, a colon, and "
        "what it stands for. A list or a single word is something else.",
        "- a4", "a4: {name: A4, width: 210, height: 297, margin: 4}"),
    "Y026": error("shared folder is missing",
        "`include` in game.yaml names folders of components/ whose sets, terms and parameters several games share. "
        "Such a folder has no game.yaml of its own; its words stand in shared.yaml.",
        "include: [a-folder-that-is-not-there]",
        "include: [common]    # components/common/shared.yaml, components/common/tiles.yaml ..."),
    "Y027": error("not shared",
        "A file with `adds` gives more items to a set of a folder that the game includes; an entry with `shared` "
        "takes a chapter, a paragraph or a set-up step from the rules.yaml or setup.yaml there. No such folder has "
        "one of this id. What is the game's own has an `id`, and says all of its words.",
        "- shared: war.strenght", "- shared: war.strength    # components/common/rules.yaml holds `id: war.strength`"),
    "Y028": note("columns that are not read",
        "No field is called like these columns of a table, so nothing of them is printed. To use one, declare it under "
        "`fields`, or say which field it is: `columns: {Heading: field}` in `from`. Columns that are for yourself go "
        "into `ignore: [Notes]`, and are told no more.",
        "from: deck.xlsx", "from: {file: deck.xlsx, ignore: [Notes]}"),
    "Y029": note("how the table was read",
        "What the table does not say itself was assumed: an encoding, the row with the headings, the sheet, ids made "
        "of names; or rows and columns that are hidden were read as any other. Look whether it is right. Each can be "
        "said: `encoding`, `sheet`, `where`, `columns`, `ignore` in `from`, and a column `id`.",
        "from: deck.csv", "from: {file: deck.csv, encoding: cp1252}"),
    "Y030": warning("column of nearly the name of a field",
        "No field is called so, but one that has no column is called nearly so: the column is read as that one.",
        "nmae,count\nFarm,2", "name,count\nFarm,2"),
    "Y031": error("cell without a value",
        "The cell shows an error such as `#REF!`, or holds a formula that no program has worked out yet: what a "
        "table holds is read, formulas are not. Mend the formula; or open the table in a spreadsheet program and save "
        "it.",
        "cost: =Prices!B7    # shows #REF!", "cost: 3"),
    "Y032": error("no such sheet or column",
        "`sheet`, `columns` and `ignore` in `from` name sheets and headings that are in the table, as they stand "
        "there; capitals and blanks do not matter.",
        "from: {file: deck.xlsx, sheet: Monster}", "from: {file: deck.xlsx, sheet: Monsters}"),
    "Y040": error("not an option",
        "The file `pnp.yaml` beside components/ and layouts/ has what `pnp build` does if the command line says "
        "nothing else: its options, without the hyphens before them, one a line. Those that are about one build alone "
        "(`only`, `draft`, `watch`, `changed-since`) cannot stand there.",
        "papier: letter", "paper: letter"),
}
