"""Finding codes F...: faces: typesetting, fonts, icons, pictures."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, warning

# fmt: off
CODES: dict[str, Code] = {
    "F001": error("unknown font family",
        "A `font-family`, or an alias, names a family that no `layouts/fonts/fonts.yaml` knows, but one that is nearly "
        "called so: a slip. Only fonts of the project are used, never those of the machine, so that every machine "
        "prints the same. Use a family's name (or one of its aliases), or add it to fonts.yaml with its files. "
        "A name that is like none is a font of another machine: F004.",
        'font-family="Bodi"', 'font-family="body"'),
    "F002": error("font file that cannot be used",
        "A family lists a font file that is not in `layouts/fonts/`, or that cannot be embedded: only static TrueType "
        "and OpenType files (.ttf, .otf) are. A variable font is refused: it would print at its default weight.",
        "regular: [NotoSansJP-VariableFont_wght]", "regular: [NotoSansJP-Regular]"),
    "F003": error("font table that cannot be read",
        "`layouts/fonts/fonts.yaml` has `families` (each with lists of files for `regular` and `bold`), and may have "
        "`aliases` and `adjust`.",
        "families: body", "families: {body: {regular: [MyFont-Regular], bold: [MyFont-Bold]}}"),
    "F004": warning("font family that is not there",
        "A `font-family` names a family that no `layouts/fonts/fonts.yaml` knows, a font of the machine where the "
        "template was drawn: the words are printed in `body`. To have the family, put its files (.ttf or .otf, static) "
        "into `layouts/fonts/` and name them in `layouts/fonts/fonts.yaml`; or name one that is there.",
        "font-family=\"'Fira Sans', sans-serif\"", "families: {Fira Sans: {regular: [FiraSans-Regular]}}"),
    "F010": error("text wider than its place",
        "A line, or one word that cannot be broken, is wider than the place the template gives it, even at the "
        "smallest size that the template (`pnp:floor`) and the language allow. Nothing is cut off: shorten the words, "
        "widen the box, or lower the floor. Text never gets smaller than 6.5 pt (Japanese) or 6 pt (Latin letters): "
        "nobody could read it. Where most items of a set do not fit, the place itself is told, once.",
        'pnp:text="item.name" pnp:fit="none"', 'pnp:text="item.name" pnp:fit="shrink" pnp:width="50" pnp:floor="8pt"'),
    "F011": error("text higher than its box",
        "The lines need more height than the box has, even at the smallest size that the template (`pnp:floor`) and "
        "the language allow. Shorten the words, make the box higher, or lower the floor. Where most items of a set do "
        "not fit, the box itself is told, once, with the worst of them.",
        'pnp:box="4 60 55 8" pnp:floor="8pt"', 'pnp:box="4 54 55 14" pnp:floor="7pt"'),
    "F012": error("character that no font draws",
        "None of the files of the font family has a glyph for this character; it would print as an empty box. Write "
        "another character, add a font that has it to the family in `layouts/fonts/fonts.yaml`, or draw it as an icon "
        "(emoji, swords, dice).",
        "剣で⚔戦う", "剣で{sword}戦う"),
    "F013": error("control character in text",
        "The words hold a character that is no letter and no sign (often pasted from a word processor). Delete it, or "
        "write a line break as a line break.",
        'name: "Iron\\u0007 Legion"', 'name: "Iron Legion"'),
    "F101": error("icon not found",
        "`pnp:icon`, or an icon in a text, names a drawing that is neither in `layouts/<game>/icons/` nor in "
        "`layouts/icons/`, or a term that has no `icon`. Names are written without `.svg`.",
        "food: {name: food, icon: foood}", "food: {name: food, icon: food}"),
    "F102": error("picture not found",
        "An image or part names a file that is not there. Files are looked for beside the template, in "
        "`layouts/<game>/`, in `components/<game>/` and in `layouts/`.",
        "art: hero.pgn", "art: hero.png"),
    "F103": error("picture that cannot be read",
        "The file is no whole PNG or JPEG, moves, is packed to burst, or has more than 50 million pixels, 30,000 on a "
        "side, or 30 MB. Save it anew.",
        "art: hero.png    # really a web page, or cut off while it was copied",
        "art: hero.png    # exported again as PNG"),
    "F104": error("text outside the safe zone",
        "Letters stand closer to the cut than the safe zone allows: 4 mm for cards and boards, 2 mm for smaller "
        "things, or what a layer named `safe` says with its rectangle. A cut that strays a little would hit them. "
        "Move or shrink the text in its template, or draw the layer `safe` if less is enough.",
        '<text x="1" y="3" ...>', '<text x="5" y="8" ...>', accept=True),
    "F105": warning("no place for the content stamp",
        "`stamp: faces` wants the content stamp (four characters that tell one version of a face from the next) on the "
        "face, and it leaves the safe zone there, lies upon other things, or does not stand out (contrast below 3). It "
        "is never smaller than 4 pt. Without `stamp: faces` it goes into the margin of the sheet then.",
        "stamp: faces    # on a round token of 14 mm",
        "stamp: slug"),
}
