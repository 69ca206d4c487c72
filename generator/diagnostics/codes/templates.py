"""Finding codes T...: SVG templates and their expressions."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, warning

# fmt: off
CODES: dict[str, Code] = {
    "T001": error("not an SVG file",
        "The file is not well-formed XML, is no text in the encoding it names, or its outermost element is not `svg`. "
        "The place is where reading failed; the mistake is there or just before. Save it anew from Inkscape, or mend "
        "the line.",
        "<g><rect></g>", "<g><rect/></g>"),
    "T002": error("drawing too large",
        "A file, its number of elements, their nesting, or what its copies of copies come to is beyond what a card "
        "needs: 5 MB, 20,000 elements, 64 levels, 4,000 tiles of a pattern, 250,000 points a face: a point of an "
        "outline and 5 mm of it count 1, a letter 4, an element or a stop 16, a picture 1 for 1,000 bytes or pixels. "
        "Simplify the drawing, or place a PNG.",
        '<g transform="scale(2)"><g><g>...    (65 groups in each other)',
        '<path d="..."/>    (groups dissolved: Ctrl+Shift+G in Inkscape)'),
    "T003": error("entity that is not read",
        "The DOCTYPE of the file declares an entity that lies in another file, refers to other entities, or is very "
        "long. Nothing outside the project is ever read. Small entities such as Illustrator writes are understood. "
        "Delete the DOCTYPE line.",
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "other.txt">]>',
        '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'),
    "T004": error("element that is not drawn",
        "Templates are drawn from svg, g, path, rect, circle, ellipse, line, polyline, polygon, text, tspan, image, "
        "use, symbol, defs, clipPath, linearGradient, radialGradient and pattern. Others would be left out or drawn "
        "wrongly, so they are refused by name. Convert the element to a path, or place its picture as a PNG.",
        "<foreignObject>...</foreignObject>", '<text pnp:text="item.text" pnp:box="5 50 53 30"/>'),
    "T005": error("property that is not drawn",
        "The element uses a mask, marker, CSS rule or another property without which something would be missing, or "
        "stand elsewhere. The hint says what to use instead.",
        'marker-end="url(#arrow)"', "Path > Stroke to Path    (in Inkscape)"),
    "T006": error("number out of all bounds",
        "A length or coordinate is not finite, or beyond a million. Templates are in millimetres.",
        '<circle r="1e400"/>', '<circle r="4"/>'),
    "T007": error("reference to nothing",
        "`href` or `url(#...)` names an id that no element of this file has. Copying between files in Inkscape can "
        "lose gradients and clip paths.",
        '<rect fill="url(#sky)"/>', '<linearGradient id="sky">...</linearGradient><rect fill="url(#sky)"/>'),
    "T008": error("reference in a circle",
        "An element draws itself again by way of `use`, a pattern, a clip path or a part, or such references are "
        "nested very deep. It would never end.",
        '<g id="a"><use href="#a"/></g>', '<g id="a">...</g><use href="#a" x="10"/>'),
    "T009": error("file outside the project",
        "A picture, part or reference leads to a web address, an absolute path, or (by `..` or a link) out of the "
        "folders `layouts/` and `components/`. Nothing outside the project is ever read. Copy the file into the "
        "project.",
        '<image href="file:///home/me/art.png"/>', '<image href="art.png"/>'),
    "T010": error("template not found",
        "A set names a template (`layout:` or `back:`) that is neither in `layouts/<game>/` nor in `layouts/`, or a "
        "printed set names none. Names are written without `.svg`.",
        "layout: skil", "layout: skill"),
    "T011": error("page without a size in millimetres",
        "The root element must say how large the page is on paper, with units, and should have a viewBox of the same "
        "numbers, so that one unit is one millimetre. In Inkscape: Document Properties, Format in mm, Scale 1.",
        '<svg width="63" height="88">', '<svg width="63mm" height="88mm" viewBox="0 0 63 88">'),
    "T012": error("value that cannot be read",
        "An attribute holds something that is no length, colour, path, transform or list of numbers. The message "
        "names the attribute and shows from where on it makes no sense.",
        'fill="#12g"', 'fill="#12a"'),
    "T013": error("program in a picture",
        "Scripts and attributes such as `onclick` are never run, and a file that holds them may not be what it seems. "
        "Delete them.",
        "<script>...</script>", '<image href="art.png"/>'),
    "T014": error("page of another size than the component",
        "A template's page is the trim's bounding box: its width and height must be those of the set's `size`. Paint "
        "for the bleed goes beyond the page.",
        'size: poker-metric, but <svg width="63.5mm" height="88.9mm" ...>',
        'size: poker-metric and <svg width="63mm" height="88mm" viewBox="0 0 63 88">'),
    "T020": error("expression that cannot be read",
        "Expressions are those of Jinja without statements: names with dots, arithmetic, comparisons, `x if c else "
        "y`, `~` to join, and a short list of filters. Words stand in quotes: inside a double-quoted attribute, in "
        "single ones.",
        'pnp:fill="#ff0000"', 'pnp:fill="\'#ff0000\'"'),
    "T021": error("unknown name in an expression",
        "The template names something that its set does not have: a field that is not among the set's `fields`, a "
        "term, a parameter or an attribute that does not exist. This is found without looking at any item. Where a "
        "template serves several sets, ask first: `item.cost is defined`, or `item.cost|default(0)`.",
        'pnp:text="item.nmae"', 'pnp:text="item.name"'),
    "T022": error("expression that fails",
        "The expression is well written but has no value for this item: a name is missing, words stand where a number "
        "is needed, a list has no such member.",
        'pnp:x="item.name + 3"', 'pnp:x="item.cost + 3"'),
    "T023": error("unknown pnp attribute",
        "In the namespace `pnp:` stand the attributes that layouts/README.md lists, and any SVG attribute that can be "
        "bound. `pnp:style` is not one: bind the single properties.",
        'pnp:txet="item.name"', 'pnp:text="item.name"'),
    "T024": error("pnp attribute in the wrong place",
        "`text`, `box`, `fit`, `floor`, `valign`, `leading` and `stamp` stand on `text`; `icon` and `part` on "
        "`image`; `step` beside `for`; `with` beside `part`; a bound attribute of SVG on an element that has it.",
        '<g pnp:text="item.name"/>', '<text pnp:text="item.name"/>'),
    "T025": error("pnp attribute without meaning",
        "`step`, `box`, `fit`, `floor`, `valign`, `leading` and `with` are no expressions and have forms of their "
        "own: see layouts/README.md.",
        'pnp:floor="small"', 'pnp:floor="6.5pt"'),
    "T026": error("too many copies",
        "`pnp:for` may make 1,000 copies of an element, and a face may come to 20,000 elements.",
        'pnp:for="k in 5000|range"', 'pnp:for="k in item.value|range"'),
    "T027": error("pnp:for without a list",
        "What stands after `in` must be a list (or a map, whose keys are taken). To count, turn a number into a list "
        "with `|range`.",
        'pnp:for="k in item.value"', 'pnp:for="k in item.value|range"'),
    "T028": warning("attribute that means nothing",
        "No element of SVG has this attribute or property, or not this one, so it would be passed over without a "
        "word: it is misspelt, stands on the wrong element, or in `style` where only an attribute counts. Where it "
        "does nothing, delete it.",
        '<rect widht="10" height="5"/>', '<rect width="10" height="5"/>'),
    "T029": warning("effect that is left out",
        "A filter (blur, shadow, glow), a blend mode, an underline, italics and the like cannot be drawn. The card is "
        "printed without; nothing of its content is missing. To have the effect, draw it as shapes, or save the art as "
        "a PNG and place it with `image`.",
        'style="filter:url(#shadow)"', '<use href="#frame" x="0.5" y="0.5" fill="#000000" opacity="0.3"/>'),
    "T060": error("unknown size",
        "A set or item names a size that `layouts/sizes.yaml` does not have.",
        "size: poker-metrik", "size: poker-metric"),
    "T061": error("a size that cannot be cut",
        "A size (in `layouts/sizes.yaml`, or written into a set) has a key that its shape does not know, lacks one, "
        "or has a number that gives no shape. All lengths are plain numbers in millimetres.",
        "coin: {shape: circle, width: 22}", "coin: {shape: circle, diameter: 22}"),
}
