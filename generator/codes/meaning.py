"""Finding codes M...: what one place says, and another denies."""

from __future__ import annotations

from generator.codes.table import WARNING, Code

CODES: dict[str, Code] = {
    "M001": Code(
        WARNING,
        "item contradicts itself",
        "A text of an item, its line of icons or its effects name a number, a term or a choice where another side "
        "names another one. It is told only where its siblings say the same on both sides.",
        bad='text: "Gain 3 {gold}."\neffects: [{gain: {what: gold, amount: 2}}]',
        good='text: "Gain 3 {gold}."\neffects: [{gain: {what: gold, amount: 3}}]',
    ),
    "M002": Code(
        WARNING,
        "unlike all its siblings",
        "In all other items of the set two things go together (a kind and its template, a mark and an effect, a field "
        "and the id), or a list holds something; in this item alone it is otherwise. It is told only where that can "
        "hardly be chance; where it is meant, accept it.",
        bad="- {id: fort-red, type: fort, layout: city}    # all other forts: layout fort",
        good="- {id: fort-red, type: fort, layout: fort}",
    ),
    "M003": Code(
        WARNING,
        "one look for two",
        "Two terms of a kind have the same colour or the same icon, while every other member has its own. A player "
        "cannot tell them apart by it.",
        bad='wheat: {color: "#a8790c", ..}\nwood: {color: "#a8790c", ..}    # all others differ',
        good='wheat: {color: "#a8790c", ..}\nwood: {color: "#3f6b2c", ..}',
    ),
    "M004": Code(
        WARNING,
        "colour is called otherwise",
        "The glossary or a value calls a term by a colour (red, 赤) that is far from its `color`, while others of its "
        "kind are called what they are.",
        bad='science: {color: "#2f7d4a", about: "Red. Brings cards."}',
        good='science: {color: "#2f7d4a", about: "Green. Brings cards."}',
    ),
    "M005": Code(
        WARNING,
        "terms do not point back",
        "The terms of two kinds point at each other, by their `values` or in the words of the glossary, and all lead "
        "back to where they came from, or each has its own; but not this one.",
        bad="naval: {values: {god: neptune}}\nneptune: {values: {building: production}}",
        good="naval: {values: {god: neptune}}\nneptune: {values: {building: naval}}",
    ),
}
