"""Finding codes D...: the data of a game: sets, items, counts, fields."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, note, warning

# fmt: off
CODES: dict[str, Code] = {
    "D001": error("unknown field",
        "A key stands here that nothing reads, so what it says would be lost. Usually a typing slip; the hint names "
        "the nearest known key. A new field of an item is declared under `fields` of its set.",
        "cuont: 2", "count: 2"),
    "D002": error("field is missing",
        "Something that must be said is not. Write it; or, for a field of an item, put a `?` behind its kind in "
        "`fields` if it may be missing.",
        "- name: Farm", "- id: farm\n  name: Farm"),
    "D003": error("value of another kind",
        "The value is not of the kind that its field declares. Words that look like a number, `true`, or that start "
        "with `{` must be quoted to be words.",
        "name: 12", 'name: "12"'),
    "D004": error("not an id",
        "Ids are made of small letters a-z, digits and hyphens, and start with a letter. The id of a rule starts with "
        "that of its section and a dot.",
        "id: Iron Legion", "id: iron-legion"),
    "D005": error("id is used twice",
        "Two things of one kind have the same id, so a reference would not know which is meant. Terms share one list "
        "of ids over all their kinds; items need theirs only within their set.",
        "- id: farm\n- id: farm", "- id: farm\n- id: mill"),
    "D006": error("formula cannot be worked out",
        "A formula is a whole number, an expression over parameters (`rounds * 2`, hyphens written as underscores), "
        "`players`, `pieces['set-id']`, or a phrase such as `10 per people`. It must end in a number and must not "
        "need itself.",
        "expect: 10 per peopel", "expect: 10 per people"),
    "D007": error("text lacks a language",
        "The game declares a language in which this text has no words; it would print empty. Write the words, or take "
        "the language out of `languages` until they exist. One plain string serves all languages.",
        "name: {ja: 農場}", "name: {ja: 農場, en: Farm}"),
    "D008": error("text in an undeclared language",
        "The text has words in a language that is not in the game's `languages`, so nobody would ever see them.",
        "languages: [ja]\ntitle: {ja: 村, en: Village}", "languages: [ja, en]\ntitle: {ja: 村, en: Village}"),
    "D009": error("count out of range",
        "A number of pieces is a whole number from 0 to 99999.",
        "count: -1", "count: 1"),
    "D010": error("not a colour",
        "A colour is written as `#` and six hexadecimal digits, in quotes, because `#` starts a comment in YAML; or by "
        "its name in CSS.",
        "color: reddish", 'color: "#b8321f"'),
    "D011": error("not one of the choices",
        "Only some words may stand here, and this is none of them. The hint names the nearest, or all.",
        "kind: crad", "kind: card"),
    "D012": error("field kind cannot be read",
        "Kinds are `text`, `word`, `integer`, `number`, `flag`, `color`, `image`, `rule`, `effects`, `term KIND`, "
        "`item SET`, `one of [a, b]`, `list of K`, `map of K by term KIND`; a `?` at the end: may be missing.",
        "people: terms people", "people: term people"),
    "D013": error("printed, but without size or layout",
        "A set that is printed needs a size and a layout, its own or those of each item. What is bought or brought "
        "along has `printed: false`.",
        "kind: card    # and neither size nor layout", "kind: card\nsize: poker-metric\nlayout: card"),
    "D014": error("picture cannot be used",
        "A picture is a PNG, JPEG or SVG file beside the YAML file or in the layout folder of the game, inside the "
        "project. Nothing outside the project is ever read.",
        "art: ../../farm.png", "art: art/farm.png"),
    "D015": error("player counts do not fit",
        "A map by player count has one entry for each number of players of the game, and `players` goes from the "
        "smaller to the larger number.",
        "players: [3, 5]\nvalue: {3: 0, 4: 2}", "players: [3, 5]\nvalue: {3: 0, 4: 2, 5: 4}"),
    "D016": note("item without copies",
        "The count is 0: the item is in the data but never printed. That may be meant, for a design set aside.",
        "count: 0", "count: 1"),
    "D017": warning("open count without a question",
        "`expect: null` says that the draft leaves the number of pieces open. Say so in `questions` of game.yaml, "
        "with the assumption taken, so that it is not forgotten.",
        "expect: null", 'questions:\n  - {id: cube-count, about: "set cube", ...}'),
    "D018": error("set-up step moves nothing",
        "A step of the set-up names the set it moves (`set` or `sets`), or the term that it gives (`term`).",
        "do: deal", "do: deal\nset: skill"),
    "D019": warning("nothing in it",
        "A set has no items, or the table it takes them from has nothing below its first row: nothing of it is "
        "printed and nothing can be counted.",
        "items: []", "items:\n  - {id: farm, name: Farm}"),
    "D020": error("count differs from the promise",
        "The copies of a set's items do not add up to what the rules promise. One of the two is wrong: `expect`, or "
        "the `count` of an item, or an item is missing.",
        "expect: 3\nitems:\n  - {id: farm, count: 2}", "expect: 2\nitems:\n  - {id: farm, count: 2}"),
    "D021": error("parts do not add up to the promise",
        "`parts` says what a set is made of; its numbers together must be the number that `expect` promises. One of "
        "them is wrong, or a part is missing.",
        "expect: 20\nparts:\n  - {by: terrain, counts: {sea: 8}, others: 2}",
        "expect: 20\nparts:\n  - {by: terrain, counts: {sea: 8}, others: 3}"),
    "D022": error("part differs from its promise",
        "`parts` promises a number of pieces for a value of a field; the items with that value come to another. "
        "Change the `count` of the item, or the promise.",
        "parts:\n  - {by: terrain, counts: {sea: 8}}\nitems:\n  - {id: sea, count: 7, terrain: sea}",
        "parts:\n  - {by: terrain, counts: {sea: 8}}\nitems:\n  - {id: sea, count: 8, terrain: sea}"),
    "D023": error("not the same for each",
        "`complete` promises so many pieces for each people, player or number, and one of them has fewer or more. "
        "Where only one item can be meant, the finding stands at it.",
        "complete:\n  - {each: people, count: 2}    # and one people has a single card",
        "complete:\n  - {each: people, count: 2}    # two cards for each people", accept=True),
    "D024": error("item that must be unique stands twice",
        "`unique` names fields in which no two items may be alike. Change one of the two items; to print more copies "
        "of one design, write `count`.",
        "unique:\n  - {fields: [a, b]}\nitems:\n  - {id: x, a: 1, b: 2}\n  - {id: y, a: 1, b: 2}",
        "unique:\n  - {fields: [a, b]}\nitems:\n  - {id: x, a: 1, b: 2}\n  - {id: y, a: 1, b: 3}", accept=True),
    "D025": error("item is missing, or one too many",
        "`all` of `unique` says which values there must be: every pair of numbers, every number, every combination of "
        "terms. One has no item, or an item is none of them.",
        "unique:\n  - {fields: [a], all: numbers of 1 to 3}\nitems:\n  - {id: x, a: 1}\n  - {id: y, a: 3}",
        "unique:\n  - {fields: [a], all: numbers of 1 to 3}\nitems:\n  - {id: x, a: 1}\n  - {id: y, a: 2} ...",
        accept=True),
    "D026": error("check of the set fails",
        "A formula under `checks` of the set is not true: of this item, if the formula names `item`, else of the set "
        "as a whole. The message has the words under `say`, and both sides of the comparison.",
        "checks:\n  - {say: the caps add up to 12, formula: item.food + item.faith == 12}\nitems:\n"
        "  - {id: x, food: 6, faith: 5}",
        "checks:\n  - {say: the caps add up to 12, formula: item.food + item.faith == 12}\nitems:\n"
        "  - {id: x, food: 6, faith: 6}",
        accept=True),
    "D027": error("promise that cannot be read",
        "`each` of `complete` is a kind of terms, `player`, or numbers such as `1 to 5`; `all` of `unique` is `pairs "
        "of 1 to 5`, `unlike pairs of 1 to 5`, `numbers of 1 to 5` or `combinations`. The smaller number comes first.",
        "unique:\n  - {fields: [a, b], all: pairs 1 to 5}", "unique:\n  - {fields: [a, b], all: pairs of 1 to 5}"),
    "D028": warning("two items are the same",
        "Two items of a set say the same in every field, and look the same. Usually one was copied and not changed; "
        "if more copies are meant, write one item with a `count`.",
        "- {id: farm, cost: 2}\n- {id: mill, cost: 2}", "- {id: farm, count: 2, cost: 2}"),
    "D031": error("field with the name of a key",
        "`id`, `count`, `size`, `layout` and `back` stand in any item and mean something to the tool. A field of that "
        "name would be hidden by it.",
        "fields: {name: text, size: word}", "fields: {name: text, monster-size: word}"),
    "D030": note("open question",
        "The draft leaves this open; the data says what is assumed and why. Decide it, change the data, and delete "
        "the question. With `weight: 3` it is told whole also where notes are told briefly.",
        "questions:\n  - {id: cube-count, about: set cube, question: How many cubes?, ...}",
        "expect: 60    # decided, and the question deleted"),
}
