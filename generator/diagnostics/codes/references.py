"""Finding codes R...: references and rules."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, note, warning

# fmt: off
CODES: dict[str, Code] = {
    "R001": error("unknown term",
        "A field, an effect or a text names a term that game.yaml does not have, or one of another kind than the "
        "field asks for.",
        "people: oraed", "people: oread"),
    "R002": error("unknown kind of terms",
        "A field kind or a formula names a kind of terms that game.yaml does not have.",
        "people: term peopel", "people: term people"),
    "R003": error("unknown set",
        "A reference names a component set that the game does not have.",
        "{@skil}", "{@skill}"),
    "R004": error("unknown item",
        "A reference names an item that its set does not have.",
        "{@skill/iron-legoin}", "{@skill/iron-legion}"),
    "R005": error("unknown rule",
        "A reference names a paragraph or a section that rules.yaml does not have.",
        "[[war.strenght]]", "[[war.strength]]"),
    "R006": error("unknown parameter",
        "A text or a question names a parameter that game.yaml does not have.",
        "{=ronds}", "{=rounds}"),
    "R007": error("icon file is missing",
        "A term names an icon, but there is no such file in `layouts/<game>/icons/` nor in `layouts/icons/`. Draw it, "
        "correct the name, or leave `icon` out: the word is printed then.",
        "icon: fod", "icon: food"),
    "R008": error("unknown verb",
        "An effect uses a verb that `verbs` of game.yaml does not declare.",
        "- gian: {what: food}", "- gain: {what: food}"),
    "R009": error("arguments of a verb do not fit",
        "An effect gives its verb an argument that is not declared, or leaves out one that is needed.",
        "- gain: {waht: food}", "- gain: {what: food}"),
    "R010": error("unknown zone or mode",
        "A step of the set-up names a zone or a mode that setup.yaml does not declare. `supply` is always a zone.",
        "to: hnad", "to: hand"),
    "R011": error("unknown field in a filter",
        "The `where` of a set-up step asks for a field that the items of its set do not have.",
        'where: "item.coost > 2"', 'where: "item.cost > 2"'),
    "R012": error("question is about nothing",
        "`about` of a question is `set ID`, `item SET/ID`, `parameter ID`, `term ID` or `rule ID`.",
        "about: cube", 'about: "set cube"'),
    "R013": error("promise about an unknown field",
        "`parts`, `complete`, `unique` or `checks` of a set names a field, or a kind of terms, that does not exist. "
        "Fields are those declared under `fields` of the set.",
        "parts:\n  - {by: terain, counts: {sea: 8}}", "parts:\n  - {by: terrain, counts: {sea: 8}}"),
    "R014": error("figure shows what is not there",
        "A figure of the rules shows a side that its face has not, or a callout points at nothing: at a face that the "
        "figure does not show, at a name that no element of the template has as its id or label, at a cell though no "
        "face stands on one.",
        "faces: [skill/iron-legion]\ncallouts:\n  - {at: cots, text: What it costs}",
        "faces: [skill/iron-legion]\ncallouts:\n  - {at: cost, text: What it costs}"),
    "R020": error("markup cannot be read",
        "The text holds markup that is not finished or means nothing: `{`, `[[` or `**` without its end, a form that "
        "does not exist. A sign that is to be printed has a backslash before it.",
        "gain {food", "gain {food}"),
    "R030": warning("term that nothing uses",
        "No field, effect, rule, card or template names the term, and its word stands in no text. Cite it where it is "
        "meant, or delete it: what nobody uses, nobody keeps up to date.",
        "terms: {resource: {members: {food: .., wool: ..}}}    # no wool anywhere",
        "terms: {resource: {members: {food: ..}}}"),
    "R031": warning("parameter that nothing uses",
        "No text, formula or template cites the parameter. Often its number still stands as a digit in a rule; then "
        "changing the parameter changes nothing.",
        'rounds: {name: rounds, value: 10}\ntext: "Play 10 rounds."',
        'rounds: {name: rounds, value: 10}\ntext: "Play {=rounds} rounds."'),
    "R032": warning("verb that nothing uses",
        "No effect says the verb. Delete it, or write the effect of the card that does this.",
        "verbs: {gain: .., lose: ..}    # no card loses anything", "verbs: {gain: ..}"),
    "R033": warning("field that nothing draws",
        "The items say something that no template of their set prints and no formula, filter or promise asks for. The "
        "players will never know. Draw it, or delete the field.",
        'fields: {name: text, cost: integer}    # the template has only pnp:text="item.name"', 'pnp:text="item.cost"'),
    "R034": warning("icon that nothing uses",
        "A drawing in the game's `icons/` is the icon of no term, and no template or item names it.",
        "layouts/mygame/icons/wool.svg    # and no term has `icon: wool`", "wool: {name: wool, icon: wool}"),
    "R035": warning("set that no rule names",
        "No paragraph and no step of the set-up says the set, neither by its id nor by its name: the pieces are in "
        "the box, and nobody is told what to do with them; a player aid or a reference card tells so itself.",
        "id: weather-card    # and no rule says {@weather-card}", 'text: "Turn over the top {@weather-card}."'),
    "R036": error("rule names what is not in the box",
        "A rule or a step names a set or an item of which there is not one piece: by a reference (`{@set}`), or a set "
        "by its term or its plain name, where nothing else is called so.",
        '- {id: dragon, count: 0}\ntext: "{@card/dragon} ends the game."', "- {id: dragon, count: 1}", accept=True),
    "R037": warning("template that nothing uses",
        "A drawing in the game's folder is the layout or back of no set and no item, and no template places it as a "
        "part.",
        "layouts/mygame/old-card.svg", "layout: old-card"),
    "R038": warning("zone or mode without a step",
        "setup.yaml declares a zone that no piece ever enters or leaves, or a mode in which nothing is different.",
        "zones: [deck, hand, grave]    # and no step has `to: grave`", "zones: [deck, hand]"),
    "R039": warning("field that no item fills",
        "The field may be missing, and it is, in every item. The template that draws it draws nothing.",
        "fields: {name: text, bonus: integer?}    # no item has a bonus", "fields: {name: text}"),
    "R040": warning("number that a parameter holds",
        "A rule states as a digit what a parameter of that name, or the number of pieces of that set, already is. "
        "Change the parameter, and this rule is wrong. Examples, ranges and products may have digits.",
        'hand-limit: {name: hand limit, value: 4}\ntext: "The hand limit is 4 cards."',
        'text: "The hand limit is {=hand-limit} cards."'),
    "R041": warning("circular definition",
        "Terms or rules explain one another and nothing else, so whoever looks one up is sent in a circle.",
        'dawn: {about: "Before {dusk}."}\ndusk: {about: "After {dawn}."}',
        'dawn: {about: "The first turn of a round."}\ndusk: {about: "After {dawn}."}'),
    "R042": warning("two things with one name",
        "Two terms, two sets, two parameters, or a term and a set with different ids have the same name in one "
        "language. A player cannot tell which one a rule means.",
        "worker: {name: {ja: 駒, en: worker}}\nbuilding: {name: {ja: 駒, en: building}}",
        "worker: {name: {ja: 働き手, en: worker}}\nbuilding: {name: {ja: 建物, en: building}}"),
    "R043": note("aid is longer than its rule",
        "`aid` is the short form of a paragraph for the player aid; this one is longer than the paragraph itself.",
        "text: Gain 2 food.\naid: You now gain 2 food from the stock.",
        "text: You now gain 2 food from the stock.\naid: Gain 2 food."),
    "R044": warning("paragraph stands twice",
        "Two paragraphs say the same, word for word. Sooner or later one is changed and the other is not. Refer to "
        "the first one instead.",
        "- {id: war.end, text: Discard the card.}\n- {id: peace.end, text: Discard the card.}",
        '- {id: war.end, text: Discard the card.}\n- {id: peace.end, text: "As in [[war.end]]."}'),
    "R045": warning("example without a rule",
        "An example is the first paragraph of its section, so it shows nothing that was said.",
        "rules:\n  - {id: war.example, kind: example, text: ..}\n  - {id: war.strength, text: ..}",
        "rules:\n  - {id: war.strength, text: ..}\n  - {id: war.example, kind: example, text: ..}"),
    "R046": warning("shared words that no game takes",
        "A chapter, a paragraph or a set-up step in a shared folder is taken by none of the games that include it, so "
        "it is printed nowhere. Told only if all games are checked and those are without errors, as are terms, "
        "parameters and verbs of a shared folder (R030, R031, R032).",
        "- {id: war.truce, text: ..}    # in components/common/rules.yaml",
        "- shared: war.truce    # in components/mygame/rules.yaml"),
}
