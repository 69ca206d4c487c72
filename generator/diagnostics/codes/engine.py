"""Finding codes E...: what the engine finds when it carries out the set-up, and the bounds of use."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, note, warning

# fmt: off
CODES: dict[str, Code] = {
    "E101": error("set-up runs short",
        "The engine carries out the set-up for every number of players and in every mode. Here a step needs more "
        "pieces than its zone holds by then. The first number of players (and the mode) in which it happens is named; "
        "later steps that lack pieces of the same set are not told again.",
        "# 30 cards, 2 to 5 players\n- id: deal-hands\n  do: deal\n  set: card\n  count: 7\n  per: player",
        "# 30 cards, 2 to 5 players\n- id: deal-hands\n  do: deal\n  set: card\n  count: 6\n  per: player"),
    "E102": error("nothing ever comes into the zone",
        "A step takes pieces from a zone that no step before it has put such pieces into, so it cannot be carried "
        "out. Usually `from` names the wrong zone, the steps are in the wrong order, or the step that fills the zone "
        "is of another mode. All pieces begin in `supply`.",
        "- {id: deal-hands, do: deal, set: card, count: 4, per: player, from: deck, to: hand}",
        "- {id: make-deck, do: shuffle, set: card, to: deck}\n"
        "- {id: deal-hands, do: deal, set: card, count: 4, per: player, from: deck, to: hand}"),
    "E103": warning("step moves nothing",
        "Whatever the number of players and the mode, this step of the set-up moves no piece: its `count` is 0, or "
        "its zone is always empty by then.",
        "count: {2: 0, 3: 0}", "count: {2: 0, 3: 2}"),
    "E104": error("pieces are left on the way",
        "`passing` of setup.yaml names the zones that pieces only pass through, so that they are empty when play "
        "begins. After the set-up some are left in one, where no rule would find them.",
        "passing: [pile]   # 30 cards, 4 players are dealt 6 each",
        "passing: [pile]\n...\n- {id: return-rest, do: return, set: card, from: pile, to: box}"),
    "E105": warning("draft does not come out even",
        "Players draft fewer cards than they were dealt, and no step takes what is left in their hands.",
        "- {do: deal, count: 7, per: player, ...}\n- {do: draft, count: 6, per: player, ...}",
        "- {do: deal, count: 6, per: player, ...}\n- {do: draft, count: 6, per: player, ...}"),
    "E106": warning("players get unequal shares",
        "A step shares out all pieces of a zone among the players, and their number cannot be divided by that of the "
        "players: some begin with one more.",
        "- {do: deal, set: card, count: all, per: player, ...}   # 52 cards, 3 players",
        "- {do: deal, set: card, count: 17, per: player, ...}"),
    "E107": error("filter fits no item",
        "The `where` of a set-up step is true of no item of its set, so the step finds nothing to move.",
        "where: item.number == 9   # numbers 1 to 5", "where: item.number == 5"),
    "E108": error("filter cannot be worked out for an item",
        "The `where` of a set-up step can be read, but for this item it has no value: often the item lacks a field "
        "that may be missing. Give it a value with `default`.",
        "where: item.number > 3", "where: item.number|default(0) > 3"),
    "E109": warning("luck decides whether the set-up works",
        "A step picks certain pieces out of a zone that was filled at random or by choice, so the pieces it wants may "
        "not be there. Pick them out before the others are dealt.",
        "- {do: deal, count: 5, per: player, to: hand}\n- {do: place, where: item.gold, count: 1, from: hand}",
        "- {do: place, where: item.gold, count: 1, from: deck}\n- {do: deal, count: 5, per: player, to: hand}"),
    "E110": error("`match` means nothing here",
        "`match` names a field of the items, and all that one player takes by the step has the same value in it (the "
        "pieces of one colour). It stands with `per: player`, and every set of the step has the field.",
        "fields: {people: term people}\n...\nmatch: colour\nper: player",
        "fields: {people: term people}\n...\nmatch: people\nper: player"),
    "E111": error("not enough for one choice",
        "Each player goes by one value of the `match` field (a people, a colour), and may choose any. One of them has "
        "fewer pieces than the step gives, or there are fewer values than players.",
        "- {id: red, count: 9, color: red}    # ten each\n- {id: blue, count: 10, color: blue}",
        "- {id: red, count: 10, color: red}\n- {id: blue, count: 10, color: blue}"),
    "E112": warning("dealt without shuffling",
        "A step deals different pieces from a zone that was not shuffled: everybody would get the same every time. If "
        "players are to choose them, write `do: choose` or `do: give`.",
        "- {do: place, set: card, to: deck}\n- {do: deal, set: card, from: deck, to: hand, ...}",
        "- {do: shuffle, set: card, to: deck}\n- {do: deal, set: card, from: deck, to: hand, ...}"),
    "E113": warning("turned over, but without a back",
        "A step of the set-up turns pieces over that are printed on one side only.",
        "id: board    # has a layout and no back\n...\n- {id: night-falls, do: flip, set: board}",
        "id: board\nlayout: board-day\nback: board-night"),
    "E120": error("bound of use is not said once",
        "A line of `use` says how many pieces can be in use at most (`count`), or why the rules give no bound "
        "(`unbounded`): one of the two.",
        "use:\n  - {what: wounds}", 'use:\n  - {what: wounds, count: "players * wound_cap"}'),
    "E121": warning("play can need more than there are",
        "By the bounds in `use`, more pieces can be needed at one time than the game has. Print more, lower the caps, "
        "or name the paragraph that says what happens then: `short`.",
        'count: 40\nuse: [{what: wounds, count: "players * 10"}]   # 5 players',
        'count: 50\nuse: [{what: wounds, count: "players * 10"}]'),
    "E122": note("play can need more than is assumed",
        "By the bounds in `use`, more pieces can be needed at one time than are assumed; their number is an open "
        "question. Usually such a bound is far from any real game: decide, and name the paragraph for when they run "
        "out (`short`).",
        'expect: null\nassume: 40\nuse: [{what: wounds, count: "players * 10"}]   # 5 players',
        'assume: 40\nuse: [{what: wounds, count: "players * 10", short: war.no-cubes}]'),
    "E123": note("nobody says how many are needed",
        "The number of these loose pieces is an open question, and nothing says what bounds their use. Write `use`: "
        "the caps of the rules say how many can be in use at most, or `unbounded` says why they don't.",
        "expect: null", 'expect: null\nuse: [{what: markers, count: "players * 2"}]'),
    "E124": error("bound is less than the set-up takes",
        "`use` says how many pieces can be in use at most, but the set-up alone needs more. One of the two forgets "
        "something.",
        "use: [{what: markers, count: 2}]   # the set-up takes 2 markers and 7 cubes for each player",
        'use: [{what: markers, count: 2}, {what: resources, count: "players * 18"}]'),
}
