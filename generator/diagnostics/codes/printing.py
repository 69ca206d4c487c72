"""Finding codes P...: what the printed faces show; S...: sheets of paper; S1..: the printed rule summary."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, note, warning

# fmt: off
CODES: dict[str, Code] = {
    "P001": warning("letters too small to read",
        "Letters are smaller than 6 pt (2.12 mm), kana or kanji smaller than 6.5 pt (2.29 mm), measured as they are "
        "printed, all scaling done. Across a table, by lamp light, nobody reads them. The content stamp is excepted.",
        '<text font-size="1.8" ...>Turn</text>', '<text font-size="2.3" ...>Turn</text>'),
    "P002": warning("icon too near the cut",
        "An icon's ink keeps less than half of the safe zone's margin from the cut: 2 mm on cards and boards, 1 mm on "
        "smaller things, or half of what a layer named `safe` leaves. (Words keep the whole margin, F104; a shape "
        "that loses its edge can still be read.) Icons of 15 mm and more, and faint ones (contrast below 1.5), are "
        "taken for ornament.",
        '<image pnp:icon="item.suit" x="1" y="1" width="8" height="8"/>',
        '<image pnp:icon="item.suit" x="5" y="5" width="8" height="8"/>'),
    "P003": warning("art short of the bleed",
        "Paint that is seen on white comes to the trim (or within 0.3 mm of it), but is not painted 3 mm beyond it. "
        "Scissors and blades stray by half a millimetre: a white edge will show, or a dark one on the neighbour. "
        "Inner cuts (the hole of a ring) count as well. Draw it 3 mm beyond the trim, or let it end 1 mm inside.",
        '<rect width="63" height="88" fill="#3b5b92"/>',
        '<rect x="-3" y="-3" width="69" height="94" fill="#3b5b92"/>'),
    "P004": warning("picture too coarse",
        "A PNG or JPEG has fewer than 200 pixels to the inch (7.9 to the millimetre) at the size at which it is "
        "printed. It will look soft or stepped. Save it larger from its source, best with 300, or place it smaller.",
        '<image href="art-200x300.png" width="63" height="88"/>',
        '<image href="art-800x1100.png" width="63" height="88"/>'),
    "P005": warning("line too thin to print",
        "A line is thinner than 0.1 mm, or one that is light upon dark ink thinner than 0.2 mm: home printers drop "
        "the first and close the second. A narrow filled shape is a line, too. Measured as printed, so a fine icon "
        "placed very small is told as well. Lines of less than 30 % opacity are taken for ornament.",
        '<path stroke="#222222" stroke-width="0.05" .../>', '<path stroke="#222222" stroke-width="0.2" .../>'),
    "P006": warning("light letters too thin",
        "The strokes of light letters upon dark ink are thinner than 0.2 mm (measured at the font's own `l`): ink "
        "spreads into them. Set them bold or larger, or dark upon light.",
        '<text fill="#ffffff" font-size="2.2" ...>', '<text fill="#ffffff" font-size="2.2" font-weight="bold" ...>'),
    "P007": warning("words or icons without contrast",
        "Words stand out too little from what lies under them: WCAG 2.2 (AA) asks for a contrast of 4.5, and of 3 for "
        "large words (18 pt, or 14 pt bold). Measured at the beginning, middle and end of each line, opacity and "
        "gradients included; the worst counts. Icons of their own colour need 2 among words, and 1.15 elsewhere, "
        "below which nobody sees them. What lies on pictures is not measured.",
        'a ground of #d98e04, and <text fill="#ffffff" ...>', 'a ground of #d98e04, and <text fill="#222222" ...>'),
    "P008": warning("told apart by colour alone",
        "Two terms of one kind that components show have the same icon (or none), and their colours are nearly one to "
        "somebody: to full colour vision, without green, red or blue cones (CIEDE2000 below 7.5; any two of the "
        "Okabe-Ito palette differ by more), or in greyscale (below 3). One man in twelve sees red and green as one. "
        "Give each an icon of its own shape, or colours of different lightness.",
        'red: {color: "#d32f2f"}, green: {color: "#388e3c"}',
        'red: {color: "#d32f2f", icon: sun}, green: {color: "#388e3c", icon: leaf}'),
    "P009": error("larger than every paper",
        "No paper of `layouts/papers.yaml` holds the component between its margins, and it cannot be split: only "
        "rectangles are cut into parts that overlap and are glued. It could never be built.",
        "size: {shape: circle, diameter: 500}", "size: {shape: circle, diameter: 280}"),
    "P010": warning("different items that look alike",
        "Two items of a set have different values, but their printed faces (front and back) are the same to the last "
        "line: players cannot tell them apart. Usually a field is not drawn by the template. Effects and rule numbers "
        "need not be drawn.",
        "{id: a, cost: 2} and {id: b, cost: 3}, and a template without `item.cost`",
        '<text pnp:text="item.cost" .../>'),
    "P011": warning("words over words",
        "The ink of letters of two different texts overlaps by more than 0.15 mm both ways. Move one of them, or give "
        "it a `pnp:box` that ends where the other begins. Not asked for as long as words do not fit (F010, F011).",
        'two texts at y="20" and y="21"', 'two texts at y="20" and y="25"'),
    "P012": warning("icon and words in each other's way",
        "An icon's ink and the ink of letters overlap by more than 0.15 mm both ways. What is written upon an icon on "
        "purpose, at least four fifths of its letters inside it, is left alone, and so are faint icons (contrast "
        "below 1.5). Not asked for as long as words do not fit (F010, F011).",
        'an icon at x="5" width="8", and words from x="10"', 'an icon at x="5" width="8", and words from x="14"'),
    "P013": warning("larger than A4",
        "The component does not fit between the margins of A4, and it cannot be split: only rectangles are cut into "
        "parts that overlap and are glued. If no paper is named, `pnp build` takes the larger one that the hint names "
        "for the whole game. Accept this finding with that reason, or make the component smaller.",
        "size: {shape: circle, diameter: 240}", "size: {shape: circle, diameter: 190}"),
    "P015": warning("nothing to be seen on a face",
        "All that the template draws lies off the page, is clipped away, is clear, or is white on white paper, so an "
        "empty face would be printed (the content stamp aside). Often a `viewBox` or a `transform` that puts the "
        "drawing elsewhere, or a condition that is never true. A face that is meant to be blank can be accepted.",
        '<rect x="100" width="20" height="20"/> on a page of 63 mm', '<rect x="10" width="20" height="20"/>'),
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
    "S004": note("content stamp that is not printed",
        "The faces of a set bear their content stamps all or none. Where a face has no plain place for it, the stamps "
        "of its set are listed in the margin of the sheet, once each; here the margin is too full for all of them. "
        "Nothing else is missing: a stamp only tells old and new copies of a piece apart.",
        "stamp: slug    # and a sheet of a thousand different counters", "stamp: off"),
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
    "S104": warning("a figure points at nothing",
        "A callout of a figure in the rules names an element that its template has, but that paints nothing on this "
        "face: `pnp:if` leaves it out, or it is clear. The number is left out of the picture. Show another item, or "
        "point at a place in mm.",
        "faces: [skill/plain]\ncallouts:\n  - {at: seal, text: Once only.}",
        "faces: [skill/sealed]\ncallouts:\n  - {at: seal, text: Once only.}"),
}
