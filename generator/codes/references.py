"""Finding codes R...: references and rules."""

from __future__ import annotations

from generator.codes.table import ERROR, Code

CODES: dict[str, Code] = {
    "R001": Code(
        ERROR,
        "unknown term",
        "A field, an effect or a text names a term that game.yaml does not have, or one of another kind than the "
        "field asks for.",
        bad="people: oraed",
        good="people: oread",
    ),
    "R002": Code(
        ERROR,
        "unknown kind of terms",
        "A field kind or a formula names a kind of terms that game.yaml does not have.",
        bad="people: term peopel",
        good="people: term people",
    ),
    "R003": Code(
        ERROR,
        "unknown set",
        "A reference names a component set that the game does not have.",
        bad="{@skil}",
        good="{@skill}",
    ),
    "R004": Code(
        ERROR,
        "unknown item",
        "A reference names an item that its set does not have.",
        bad="{@skill/iron-legoin}",
        good="{@skill/iron-legion}",
    ),
    "R005": Code(
        ERROR,
        "unknown rule",
        "A reference names a paragraph or a section that rules.yaml does not have.",
        bad="[[war.strenght]]",
        good="[[war.strength]]",
    ),
    "R006": Code(
        ERROR,
        "unknown parameter",
        "A text or a question names a parameter that game.yaml does not have.",
        bad="{=ronds}",
        good="{=rounds}",
    ),
    "R007": Code(
        ERROR,
        "icon file is missing",
        "A term names an icon, but there is no such file in `layouts/<game>/icons/` nor in `layouts/icons/`. Draw it, "
        "correct the name, or leave `icon` out: the word is printed then.",
        bad="icon: fod",
        good="icon: food",
    ),
    "R008": Code(
        ERROR,
        "unknown verb",
        "An effect uses a verb that `verbs` of game.yaml does not declare.",
        bad="- gian: {what: food}",
        good="- gain: {what: food}",
    ),
    "R009": Code(
        ERROR,
        "arguments of a verb do not fit",
        "An effect gives its verb an argument that is not declared, or leaves out one that is needed.",
        bad="- gain: {waht: food}",
        good="- gain: {what: food}",
    ),
    "R010": Code(
        ERROR,
        "unknown zone or mode",
        "A step of the set-up names a zone or a mode that setup.yaml does not declare. `supply` is always a zone.",
        bad="to: hnad",
        good="to: hand",
    ),
    "R011": Code(
        ERROR,
        "unknown field in a filter",
        "The `where` of a set-up step asks for a field that the items of its set do not have.",
        bad='where: "item.coost > 2"',
        good='where: "item.cost > 2"',
    ),
    "R012": Code(
        ERROR,
        "question is about nothing",
        "`about` of a question is `set ID`, `item SET/ID`, `parameter ID`, `term ID` or `rule ID`.",
        bad="about: cube",
        good='about: "set cube"',
    ),
    "R013": Code(
        ERROR,
        "promise about an unknown field",
        "`parts`, `complete`, `unique` or `checks` of a set names a field, or a kind of terms, that does not exist. "
        "Fields are those declared under `fields` of the set.",
        bad="parts:\n  - {by: terain, counts: {sea: 8}}",
        good="parts:\n  - {by: terrain, counts: {sea: 8}}",
    ),
    "R020": Code(
        ERROR,
        "markup cannot be read",
        "The text holds markup that is not finished or means nothing: `{`, `[[` or `**` without its end, a form that "
        "does not exist. A sign that shall be printed has a backslash before it.",
        bad="gain {food",
        good="gain {food}",
    ),
}
