"""Finding codes M...: what one place says, and another denies."""

from __future__ import annotations

from generator.diagnostics.codes.table import WARNING, Code

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
    "M006": Code(
        WARNING,
        "set-up counts otherwise than it is told",
        "A step of the set-up moves another number of pieces than its own words or the paragraph that it cites say, or "
        "counts by another parameter.",
        bad='- {do: give, set: board, count: start_coins, text: "Take {=start-boards} boards"}',
        good='- {do: give, set: board, count: start_boards, text: "Take {=start-boards} boards"}',
    ),
    "M007": Code(
        WARNING,
        "id is printed",
        "A template prints an id, a word for the computer that is the same in all languages, where the thing has a "
        "name.",
        bad='pnp:text="item.id"',
        good='pnp:text="item.name"',
    ),
    "M008": Code(
        WARNING,
        "drawn as something else",
        "A set is drawn with a template, or has a back, that is named after another one, though there is a template of "
        "its own name.",
        bad="id: epic-card\nback: skill-back    # and there is layouts/mygame/epic-back.svg",
        good="id: epic-card\nback: epic-back",
    ),
    "M009": Code(
        WARNING,
        "names are swapped",
        "Two things of a sort bear each other's names in one language: their ids say so, or all texts that name them "
        "in another language.",
        bad="wheat: {name: {ja: 麦, en: wood}}\nwood: {name: {ja: 木材, en: wheat}}",
        good="wheat: {name: {ja: 麦, en: wheat}}\nwood: {name: {ja: 木材, en: wood}}",
    ),
    "M010": Code(
        WARNING,
        "old name",
        "A text calls a thing by the words of its id, but it has another name now, and nothing else is called so: it "
        "was renamed, and the text was forgotten. Cite the thing, then its name follows.",
        bad='iron-legion: {name: Bronze Legion}\ntext: "The Iron Legion wins ties."',
        good='text: "{@skill/iron-legion} wins ties."',
    ),
    "M011": Code(
        WARNING,
        "sum does not come out",
        "A text calculates (`3 + 2 = 6`) and errs, or an example names a sum that its numbers do not give.",
        bad="en: You have 3 + 2 = 6 actions.",
        good="en: You have 3 + 2 = 5 actions.",
    ),
    "M012": Code(
        WARNING,
        "more than there are",
        "An item asks for more of a term than there are pieces of it in the box.",
        bad="cost: {tar: 33}    # there are 16 tokens of tar",
        good="cost: {tar: 3}",
    ),
    "M013": Code(
        WARNING,
        "number or list of siblings is wrong",
        "The glossary of a term counts the others of its kind (`the other five`), and they are more or fewer; or a "
        "text lists all members of a kind, but one of them twice and another not at all.",
        bad='text: "{wheat} {wood} {clay} {clay}"    # and there is {stone}',
        good='text: "{wheat} {wood} {clay} {stone}"',
    ),
    "M014": Code(
        WARNING,
        "parameter of something else",
        "The short form of a rule, or an item that cites the rule, has a parameter beside a word or a term where the "
        "rule itself has another one, of another value.",
        bad='text: "Score {=generation-vp} {vp}."\naid: "{=town-vp} {vp}"',
        good='text: "Score {=generation-vp} {vp}."\naid: "{=generation-vp} {vp}"',
    ),
    "M015": Code(
        WARNING,
        "rule about something else",
        "An item cites a rule that bears the name of a term, but it speaks of another term of that kind, which has a "
        "rule of its own.",
        bad='text: "Add 1 to {labor}."\nrule: action.blessing',
        good='text: "Add 1 to {labor}."\nrule: action.labor',
    ),
}
