"""Finding codes S...: sheets of paper; S1..: the printed rule summary."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error

# fmt: off
CODES: dict[str, Code] = {
    "S001": error("larger than the paper",
        "A component does not fit between the printable margins of the paper, and it cannot be split: only rectangles "
        "are cut into parts that overlap and are glued. With `--backs fold` a component with a back must fit half a "
        "sheet. Choose a larger paper, make the size smaller, or draw it as a rectangle.",
        "size: {shape: circle, diameter: 240}   # on A4", "size: {shape: circle, diameter: 190}   # or --paper a3"),
    "S002": error("far too many sheets",
        "The pieces would fill more than 2,000 sheets of paper. That is nearly always a slip in a `count`; nothing is "
        "built, so that no printer and no disk is filled by it. If it is meant, build set by set with `--only`.",
        "count: 100000", "count: 100"),
    "S003": error("a paper or a word list that cannot be read",
        "`layouts/papers.yaml` maps ids to papers: name, width and height in millimetres, and the margin that home "
        "printers leave unprinted. A paper must leave room to print between its margins; its id is part of the names "
        "of files. `layouts/words.yaml` maps keys to words in each language.",
        "a4: {name: A4, width: 210mm, height: 297}", "a4: {name: A4, width: 210, height: 297, margin: 4}"),
    "S101": error("a line of the rules is too long",
        "The rule summary sets its texts in columns, and something in this line cannot be broken: a long word, a name "
        "or a heading. Nothing is cut off or squeezed in silence. Write it shorter, or put a space or a line break "
        "where it may be parted.",
        'title: {en: "Settlementandterritorybonusoverview"}', 'title: {en: "Settlement and territory bonus"}'),
    "S102": error("a character that no font draws, in the rules",
        "None of the fonts of the text family has a glyph for this character, so it would print as an empty box. "
        "Write another character, draw the sign as an icon and name it as a term, or add a font that has it to "
        "`layouts/fonts/fonts.yaml`.",
        'text: {en: "Roll ⚅ to win."}', 'text: {en: "Roll {d6} to win."}'),
    "S103": error("the player aid is longer than a page",
        "The last page of the rule summary is the player aid: the `aid` texts of the rules and all icons. It is set "
        "as large as it can be on one page; here it is too long even in the smallest type that can be read. Shorten "
        "the `aid` texts, or leave out those that nobody looks up during play.",
        'aid: {en: "In this phase each player, beginning with the start player, may ..."}',
        'aid: {en: "Pay {food}: one more worker"}'),
}
