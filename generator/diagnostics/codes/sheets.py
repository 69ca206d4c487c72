"""Finding codes S...: sheets: paper, imposition."""

from __future__ import annotations

from generator.diagnostics.codes.table import ERROR, Code

CODES: dict[str, Code] = {
    "S001": Code(
        ERROR,
        "larger than the paper",
        "A component does not fit between the printable margins of the paper, and it cannot be split: only rectangles "
        "are cut into parts that overlap and are glued. With `--backs fold` a component with a back must fit half a "
        "sheet. "
        "Choose a larger paper, make the size smaller, or draw it as a rectangle.",
        bad="size: {shape: circle, diameter: 240}   # on A4",
        good="size: {shape: circle, diameter: 190}   # or --paper a3",
    ),
    "S002": Code(
        ERROR,
        "far too many sheets",
        "The pieces would fill more than 2,000 sheets of paper. That is nearly always a slip in a `count`; nothing is "
        "built, so that no printer and no disk is filled by it. If it is meant, build set by set with `--only`.",
        bad="count: 100000",
        good="count: 100",
    ),
    "S003": Code(
        ERROR,
        "a paper or a word list that cannot be read",
        "`layouts/papers.yaml` maps ids to papers: name, width and height in millimetres, and the margin that home "
        "printers leave unprinted. A paper must leave room to print between its margins; its id is part of the names "
        "of files. `layouts/words.yaml` maps keys to words in each language.",
        bad="a4: {name: A4, width: 210mm, height: 297}",
        good="a4: {name: A4, width: 210, height: 297, margin: 4}",
    ),
}
