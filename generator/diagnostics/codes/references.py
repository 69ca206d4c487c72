"""Finding codes R...: references and rules."""

from __future__ import annotations

from generator.diagnostics.codes.table import ERROR, NOTE, WARNING, Code

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
        "does not exist. A sign that is to be printed has a backslash before it.",
        bad="gain {food",
        good="gain {food}",
    ),
    "R030": Code(
        WARNING,
        "term that nothing uses",
        "No field, effect, rule, card or template names the term, and its word stands in no text. Cite it where it is "
        "meant, or delete it: what nobody uses, nobody keeps up to date.",
        bad="terms: {resource: {members: {food: .., wool: ..}}}    # no wool anywhere",
        good="terms: {resource: {members: {food: ..}}}",
    ),
    "R031": Code(
        WARNING,
        "parameter that nothing uses",
        "No text, formula or template cites the parameter. Often its number still stands as a digit in a rule; then "
        "changing the parameter changes nothing.",
        bad='rounds: {name: rounds, value: 10}\ntext: "Play 10 rounds."',
        good='rounds: {name: rounds, value: 10}\ntext: "Play {=rounds} rounds."',
    ),
    "R032": Code(
        WARNING,
        "verb that nothing uses",
        "No effect says the verb. Delete it, or write the effect of the card that does this.",
        bad="verbs: {gain: .., lose: ..}    # no card loses anything",
        good="verbs: {gain: ..}",
    ),
    "R033": Code(
        WARNING,
        "field that nothing draws",
        "The items say something that no template of their set prints and no formula, filter or promise asks for. The "
        "players will never know. Draw it, or delete the field.",
        bad='fields: {name: text, cost: integer}    # the template has only pnp:text="item.name"',
        good='pnp:text="item.cost"',
    ),
    "R034": Code(
        WARNING,
        "icon that nothing uses",
        "A drawing in the game's `icons/` is the icon of no term, and no template or item names it.",
        bad="layouts/mygame/icons/wool.svg    # and no term has `icon: wool`",
        good="wool: {name: wool, icon: wool}",
    ),
    "R035": Code(
        WARNING,
        "set that no rule names",
        "No paragraph and no step of the set-up says the set, neither by its id nor by its name: the pieces are in the "
        "box, and nobody is told what to do with them.",
        bad="id: weather-card    # and no rule says {@weather-card}",
        good='text: "Turn over the top {@weather-card}."',
    ),
    "R036": Code(
        ERROR,
        "rule names what is not in the box",
        "A rule or a step names a set or an item of which there is not one piece: by a reference (`{@set}`), or a set "
        "by its term or its plain name, where nothing else is called so.",
        bad='- {id: dragon, count: 0}\ntext: "{@card/dragon} ends the game."',
        good="- {id: dragon, count: 1}",
        accept=True,
    ),
    "R037": Code(
        WARNING,
        "template that nothing uses",
        "A drawing in the game's folder is the layout or back of no set and no item, and no template places it as "
        "a part.",
        bad="layouts/mygame/old-card.svg",
        good="layout: old-card",
    ),
    "R038": Code(
        WARNING,
        "zone or mode without a step",
        "setup.yaml declares a zone that no piece ever enters or leaves, or a mode in which nothing is different.",
        bad="zones: [deck, hand, grave]    # and no step has `to: grave`",
        good="zones: [deck, hand]",
    ),
    "R039": Code(
        WARNING,
        "field that no item fills",
        "The field may be missing, and it is, in every item. The template that draws it draws nothing.",
        bad="fields: {name: text, bonus: integer?}    # no item has a bonus",
        good="fields: {name: text}",
    ),
    "R040": Code(
        WARNING,
        "number that a parameter holds",
        "A rule states as a digit what a parameter of that name, or the number of pieces of that set, already is. "
        "Change the parameter, and this rule is wrong. Examples, ranges and products may have digits.",
        bad='hand-limit: {name: hand limit, value: 4}\ntext: "The hand limit is 4 cards."',
        good='text: "The hand limit is {=hand-limit} cards."',
    ),
    "R041": Code(
        WARNING,
        "circular definition",
        "Terms or rules explain one another and nothing else, so whoever looks one up is sent in a circle.",
        bad='dawn: {about: "Before {dusk}."}\ndusk: {about: "After {dawn}."}',
        good='dawn: {about: "The first turn of a round."}\ndusk: {about: "After {dawn}."}',
    ),
    "R042": Code(
        WARNING,
        "two things with one name",
        "Two terms, two sets, two parameters, or a term and a set with different ids have the same name in one "
        "language. A player cannot tell which one a rule means.",
        bad="worker: {name: {ja: 駒, en: worker}}\nbuilding: {name: {ja: 駒, en: building}}",
        good="worker: {name: {ja: 働き手, en: worker}}\nbuilding: {name: {ja: 建物, en: building}}",
    ),
    "R043": Code(
        NOTE,
        "aid is longer than its rule",
        "`aid` is the short form of a paragraph for the player aid; this one is longer than the paragraph itself.",
        bad="text: Gain 2 food.\naid: You now gain 2 food from the stock.",
        good="text: You now gain 2 food from the stock.\naid: Gain 2 food.",
    ),
    "R044": Code(
        WARNING,
        "paragraph stands twice",
        "Two paragraphs say the same, word for word. Sooner or later one is changed and the other is not. Refer to the "
        "first one instead.",
        bad="- {id: war.end, text: Discard the card.}\n- {id: peace.end, text: Discard the card.}",
        good='- {id: war.end, text: Discard the card.}\n- {id: peace.end, text: "As in [[war.end]]."}',
    ),
    "R045": Code(
        WARNING,
        "example without a rule",
        "An example is the first paragraph of its section, so it shows nothing that was said.",
        bad="rules:\n  - {id: war.example, kind: example, text: ..}\n  - {id: war.strength, text: ..}",
        good="rules:\n  - {id: war.strength, text: ..}\n  - {id: war.example, kind: example, text: ..}",
    ),
    "R046": Code(
        WARNING,
        "shared words that no game takes",
        "A chapter, a paragraph or a set-up step in a shared folder is taken by none of the games that include it, so "
        "it is printed nowhere. Told only if all games are checked and those are without errors, as are terms, "
        "parameters and verbs of a shared folder (R030, R031, R032).",
        bad="- {id: war.truce, text: ..}    # in components/common/rules.yaml",
        good="- shared: war.truce    # in components/mygame/rules.yaml",
    ),
}
