"""Finding codes S1..: the printed rule summary."""

from __future__ import annotations

from generator.diagnostics.codes.table import ERROR, Code

CODES: dict[str, Code] = {
    "S101": Code(
        ERROR,
        "a line of the rules is too long",
        "The rule summary sets its texts in columns, and something in this line cannot be broken: a long word, a name "
        "or a heading. Nothing is cut off or squeezed in silence. Write it shorter, or put a space or a line break "
        "where it may be parted.",
        bad='title: {en: "Settlementandterritorybonusoverview"}',
        good='title: {en: "Settlement and territory bonus"}',
    ),
    "S102": Code(
        ERROR,
        "a character that no font draws, in the rules",
        "None of the fonts of the text family has a glyph for this character, so it would print as an empty box. Write "
        "another character, draw the sign as an icon and name it as a term, or add a font that has it to "
        "`layouts/fonts/fonts.yaml`.",
        bad='text: {en: "Roll ⚅ to win."}',
        good='text: {en: "Roll {d6} to win."}',
    ),
    "S103": Code(
        ERROR,
        "the player aid is longer than a page",
        "The last page of the rule summary is the player aid: the `aid` texts of the rules and all icons. It is set as "
        "large as it can be on one page; here it is too long even in the smallest type that can be read. Shorten "
        "the `aid` texts, or leave out those that nobody looks up during play.",
        bad='aid: {en: "In this phase each player, beginning with the start player, may ..."}',
        good='aid: {en: "Pay {food}: one more worker"}',
    ),
}
