"""Every fault that the engine finds in sound data: one small edit, exactly its findings, at the right line and column.

A row spoils the mini game in one place (or a few) and says what must be told, and nothing else may be. Rows of broken
references and of the files themselves are in test_data_mistakes.
"""

from __future__ import annotations

import pytest

from tests.engine_kit import all_of, hold_values, hold_words, place, spoil

CARD, CHIP, TILE = "cards.yaml", "chips.yaml", "tiles.yaml"
GAME, RULES, SETUP = "game.yaml", "rules.yaml", "setup.yaml"


DAWN = """<g pnp:if="item.id == 'dawn'">
<image pnp:href="'art/' ~ item.id ~ '.svg'" href="art/dawn.svg" width="1" height="1"/>
<image pnp:icon="item.suit.id ~ '-big'" href="icons/sun-big.svg" width="1" height="1"/></g>"""


def fault(name, edits, *expected):
    return pytest.param(edits, list(expected), id=name)


def of_cards(words):
    """A promise of the cards: three of each suit, six in all."""
    return (CARD, "expect: 3 per suit\n", f"expect: 3 per suit\n{words}\n")


def of_chips(words):
    """A promise of the chips: four of 1, two of 5."""
    return (CHIP, "assume: 6\n", f"assume: 6\n{words}\n")


def of_tiles(words):
    """A promise of the tiles: sun, moon, sun twice; three moons once."""
    return (TILE, "expect: 3\n", f"expect: 3\n{words}\n")


def rule(ja, en):
    """One more paragraph; its Japanese begins at rules.yaml:22:21."""
    more = f'      - id: play.new\n        text: {{ja: "{ja}", en: "{en}"}}\n'
    return (RULES, "      - id: play.end\n", f"{more}      - id: play.end\n")


def codes_of_rules(project, language, ja, words):
    """What is told of one more paragraph, if the game speaks another language than English."""
    for path in project.components.rglob("*.yaml"):
        text = (
            path.read_text(encoding="utf-8").replace(" en:", f" {language}:").replace("[ja, en]", f"[ja, {language}]")
        )
        path.write_text(text, encoding="utf-8")
    file, old, new = rule(ja, words)
    spoil(project, [(file, old, new.replace(" en:", f" {language}:"))])
    return [f.code for f in all_of(project) if f.mark.file.endswith("rules.yaml")]


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"/>'
NOTE = '<text pnp:if="item.note" pnp:text="item.note" x="5" y="70" font-size="3">n</text>'

COUNTS = [
    fault(
        "a part is short",
        [of_cards("parts:\n  - {by: suit, counts: {sun: 3, moon: 3}}"), (CARD, "count: 3\n", "count: 2\n")],
        "cards.yaml:29:12 D022",
    ),
    fault(
        "pieces are missing beside a value that cannot be read",
        [(CARD, "count: 3\n", "count: 2\n"), (CARD, "suit: sun\n    effects", "suit: [sun]\n    effects")],
        "cards.yaml:7:9 D020",
        "cards.yaml:22:11 D003",
    ),
    fault(
        "a suit is short",
        [of_cards("complete:\n  - {each: suit, count: 3}"), (CARD, "count: 3\n", "count: 2\n")],
        "cards.yaml:29:12 D023",
    ),
    fault(
        "a suit has too many",
        [of_cards("complete:\n  - {each: suit, count: 3}"), (CARD, "count: 3\n", "count: 4\n")],
        "cards.yaml:29:12 D023",
    ),
    fault(
        "none of a suit fits the filter",
        [of_cards("complete:\n  - {each: suit, where: item.id != 'dusk', count: 3}")],
        "cards.yaml:28:9 D023",
    ),
    fault(
        "members of lists are counted",
        [of_tiles("complete:\n  - {each: suit, field: cells, count: 5}")],
        "tiles.yaml:13:24 D023",
    ),
    fault(
        "numbers are missing",
        [of_chips("complete:\n  - {each: 4 to rounds + 3, field: value, count: 2}")],
        "chips.yaml:9:12 D023",
        "chips.yaml:9:12 D023",
    ),
    fault(
        "too few of one item for the players",
        [of_chips("complete:\n  - {each: player, count: 2, where: item.value == 5}")],
        "chips.yaml:15:23 D023",
    ),
    fault(
        "six items too few for the players",
        [
            of_chips("complete:\n  - {each: player, count: 9}"),
            (CHIP, "items:\n", "items:\n" + "".join(f"  - {{id: c{n}, value: {n}}}\n" for n in range(6, 10))),
            (CHIP, "assume: 6", "assume: 10"),
        ],
        "chips.yaml:9:12 D023",
    ),
    fault(
        "a set breaks a check",
        [of_chips("checks:\n  - {say: ten in all, formula: \"items|sum(attribute='value') == 10\"}")],
        "chips.yaml:9:32 D026",
    ),
    fault(
        "a number is missing",
        [
            of_chips(
                "complete:\n  - {each: 6 to 6, field: value, where: item.value > 5, count: 1}\n"
                "unique:\n  - {fields: [value], all: numbers of 4 to 6}"
            ),
            (CHIP, "value: 1}", "value: 4}"),
        ],
        "chips.yaml:11:28 D025",
    ),
    fault(
        "a span backwards", [of_chips("unique:\n  - {fields: [value], all: numbers of 5 to 1}")], "chips.yaml:9:28 D027"
    ),
    fault(
        "an unknown `all`", [of_chips("unique:\n  - {fields: [value], all: each of 1 to 5}")], "chips.yaml:9:28 D027"
    ),
    fault("an unknown field in parts", [of_cards("parts:\n  - {by: siut, counts: {sun: 3}}")], "cards.yaml:9:10 R013"),
    fault("an unknown kind in `each`", [of_cards("complete:\n  - {each: siut, count: 3}")], "cards.yaml:9:12 R013"),
    fault(
        "an unknown field beside `each`",
        [of_cards("complete:\n  - {each: suit, field: siut, count: 3}")],
        "cards.yaml:9:25 R013",
    ),
    fault(
        "two of one flag",
        [
            of_cards("unique:\n  - {fields: [fast]}"),
            (CARD, "  rule: rule?\n", "  rule: rule?\n  fast: flag?\n"),
            (CARD, "    count: 2\n", "    count: 2\n    fast: true\n"),
            (CARD, "    count: 3\n", "    count: 3\n    fast: true\n"),
        ],
        *["cards.yaml:32:11 D024"],
    ),
    fault("an unknown unique field", [of_cards("unique:\n  - {fields: [nmae]}")], "cards.yaml:9:14 R013"),
    fault(
        "an unknown field in a filter",
        [of_cards("complete:\n  - {each: suit, where: item.nmae, count: 3}")],
        "cards.yaml:9:30 R013",
    ),
    fault(
        "an item as a whole in a check",
        [of_chips("checks:\n  - {say: chips are small, formula: item == 6}")],
        "chips.yaml:14:10 D026",
        "chips.yaml:15:10 D026",
    ),
    fault(
        "an unknown field in a check",
        [of_chips("checks:\n  - {say: chips are small, formula: item.vlaue <= 6}")],
        "chips.yaml:9:42 R013",
    ),
    fault(
        "a filter without end",
        [of_cards('complete:\n  - {each: suit, where: "item.name ==", count: 3}')],
        "cards.yaml:9:36 D006",
    ),
    fault(
        "a filter of a step without end",
        [(SETUP, "    set: card\n", '    set: card\n    where: "item.name =="\n')],
        "setup.yaml:8:23 D006",
    ),
    fault(
        "a filter that fails",
        [of_cards("complete:\n  - {each: suit, where: item.name + 1, count: 3}")],
        "cards.yaml:9:25 D006",
    ),
    fault(
        "an unknown name in a check",
        [of_chips("checks:\n  - {say: chips are small, formula: item.value <= ronds}")],
        "chips.yaml:9:51 D006",
    ),
    fault(
        "a check without end",
        [of_chips("checks:\n  - {say: chips are small, formula: item.value <= }")],
        "chips.yaml:9:48 D006",
    ),
    fault(
        "an unknown name in a count", [of_cards("complete:\n  - {each: suit, count: ronds}")], "cards.yaml:9:25 D006"
    ),
    fault("a promise misspelt", [of_cards("parts:\n  - {by: suit, cuonts: {sun: 3}}")], "cards.yaml:9:16 D001"),
]

AID = "        aid: {ja: 配る, en: Deal}\n"
CALLOUT = "{of: 2, at: [1, 1], text: {ja: 地, en: G}}"
NOWHERE = "{at: no, text: {ja: 地, en: G}}"
UNUSED = [
    fault(
        "a callout of a second face",
        [(RULES, AID, f"{AID}        figure: {{faces: [card/dawn], callouts: [{CALLOUT}]}}\n")],
        "rules.yaml:9:61 R014",
    ),
    fault(
        "a callout of nothing that is drawn, an item without a name",
        [
            (RULES, AID, f"{AID}        figure: {{faces: [card/dawn], callouts: [{NOWHERE}]}}\n"),
            rule("{@chip/one}を引く。", "Draw {@chip/one}."),
        ],
        *["rules.yaml:9:54 R014", "rules.yaml:23:21 R004", "rules.yaml:23:49 R004"],
    ),
    fault("an icon", [("icons/star.svg", None, SVG)], "star.svg:1:1 R034"),
    fault(
        "an icon that an item names",
        [
            ("icons/star.svg", None, SVG),
            (CARD, "  rule: rule?\n", "  rule: rule?\n  note: word?\n"),
            (CARD, "    count: 2\n", "    count: 2\n    note: star\n"),
            ("card.svg", "<rect x", f"{NOTE}<rect x"),
        ],
    ),
    fault(
        "a player aid, which tells itself",
        [
            (RULES, "count {@chip}", "count it"),
            (RULES, "{@chip}を数える", "これを数える"),
            ("chips.yaml", "name: {ja: チップ, en: Chip}", "name: {ja: チップ, en: Player aid}"),
        ],
    ),
    fault(
        "pieces that a rule names",
        [(CARD, "count: 2\n", "count: 0\n"), (CARD, "count: 3\n", "count: 5\n")],
        "cards.yaml:17:12 D016",
    ),
    fault(
        "pictures that an expression may name",
        [
            ("art/dawn.svg", None, SVG),
            ("icons/sun-big.svg", None, SVG),
            ("card.svg", "<rect x", f"{DAWN}<rect x"),
            ("art/spare.png", None, ""),
        ],
    ),
    fault(
        "a zone", [(SETUP, "zones: [deck, hand, table]", "zones: [deck, hand, table, grave]")], "setup.yaml:3:28 R038"
    ),
    fault(
        "a zone that a step fills without a word",
        [
            (SETUP, "zones: [deck, hand, table]", "zones: [deck, hand, table, box]"),
            (
                SETUP,
                "  - id: first-suns\n",
                "  - {id: rest, do: remove, set: card, from: deck, text: 'x'}\n  - id: first-suns\n",
            ),
        ],
    ),
]

TEXTS = [
    fault(
        "a parameter as a digit",
        [
            (GAME, "  turns: {", "  hand-limit: {name: {ja: 手札の上限, en: hand limit}, value: 7}\n  turns: {"),
            (
                RULES,
                "{ja: まず箱を開ける。, en: Open the box first.}",
                '{ja: "{=hand-limit}枚。", en: "{=hand-limit} cards."}',
            ),
            rule("手札の上限は7枚である。", "The hand limit is 7 cards."),
        ],
        "rules.yaml:22:27 R040",
        "rules.yaml:22:59 R040",
    ),
    fault(
        "a number of pieces as a digit",
        [rule("カード6枚を使う。", "Use all 6 card.")],
        "rules.yaml:22:24 R040",
        "rules.yaml:22:46 R040",
    ),
    fault("a set named like a term", [(TILE, "en: Tile}", "en: Moon}")], "tiles.yaml:2:21 R042"),
    fault("two parameters of one name", [(GAME, "en: turns}", "en: rounds}")], "game.yaml:15:31 R042"),
]

LANGUAGES = [
    fault("other markup", [(CARD, "en: Gain {sun} at", "en: Gain {moon} at")], "cards.yaml:21:16 L001"),
    fault("a digit for a parameter", [(RULES, "Play {=rounds} rounds.", "Play 3 rounds.")], "rules.yaml:13:44 L001"),
    fault("numbers differ", [rule("カードを3枚引く。", "Draw 2 cards.")], "rules.yaml:22:43 L002"),
    fault(
        "one number of several differs",
        [rule("2枚か3枚を引き、2枚を捨てる。", "Draw 2 or 3 cards, discard three.")],
        "rules.yaml:22:72 L002",
    ),
    fault("a number as a word", [rule("カードを7枚、二度引く。", "Draw seven cards twice.")]),
    fault("Japanese for all", [(CARD, "{ja: 真昼, en: Noon}", "真昼")], "cards.yaml:41:11 L003"),
    fault(
        "full-width brackets",
        [rule("引いて待つ。", "Draw（two） and wait.")],
        "rules.yaml:22:39 L004",
        "rules.yaml:22:43 L004",
    ),
    fault("a German opening and a plain sign", [rule("引く。", '„Draw\\" and wait.')]),
    fault("an open quotation", [rule("「引く」と言う。", "Say “draw.")], "rules.yaml:22:41 L006"),
    fault("numbered with brackets", [rule("1) 引く。", "1) Draw.")]),
    fault("a word twice", [rule("引く。", "Draw the the card.")], "rules.yaml:22:37 L007"),
    fault("a space before a comma", [rule("引く。", "Draw , then wait.")], "rules.yaml:22:36 L008"),
    fault("two spaces", [rule("引く。", "Draw  then wait.")], "rules.yaml:22:36 L008"),
    fault(
        "the copies of no item",
        [rule("{#card/dwan}枚。", "The {#card/dwan} cards.")],
        *["rules.yaml:22:21 R004", "rules.yaml:22:47 R004"],
    ),
    fault(
        "the copies of an item of no set",
        [rule("{#crad/dawn}枚。", "The {#crad/dawn} cards.")],
        *["rules.yaml:22:21 R003", "rules.yaml:22:47 R003"],
    ),
    fault("the copies of another item", [rule("{#card/dawn}枚。", "The {#card/dusk} cards.")], "rules.yaml:22:47 L001"),
    fault("a space that nobody sees", [rule("カードを引く。", "Draw a ca\u200brd.")], "rules.yaml:22:45 L012"),
    fault("an emoji of several signs", [rule("カードを\u200d引く。", "Draw a card.")], "rules.yaml:22:25 L012"),
]

FAULTS = [*COUNTS, *UNUSED, *TEXTS, *LANGUAGES]


@pytest.mark.parametrize(("edits", "expected"), FAULTS)
def test_a_fault_is_told_once_and_at_its_place(mini_copy, request, edits, expected):
    """In the words of the house."""
    spoil(mini_copy, edits)
    found = all_of(mini_copy)
    assert [place(f) for f in found] == expected
    hold_values(request, found)
    for finding in found:
        hold_words(finding)
        assert finding.hint or finding.code == "D006"


def test_promises_that_are_kept_are_silent(mini_copy):
    spoil(
        mini_copy,
        [
            of_cards(
                "parts:\n  - {by: suit, counts: {sun: 3}, others: 3}\n"
                "complete:\n  - {each: suit, count: rounds}\n"
                "  - {each: suit, where: item.count > 1, field: suit, count: 3}\n"
                "unique:\n  - {fields: [name, suit]}\n"
                "checks:\n  - {say: gains are small, formula: item.count <= 3 and items|length == rounds}"
            ),
            (CARD, "    count: 2\n", "    count: 3\n"),
            (CARD, "  - id: noon\n", "  - id: noon\n    count: 0\n"),
        ],
    )
    assert [place(f) for f in all_of(mini_copy)] == ["cards.yaml:50:12 D016"]


@pytest.mark.parametrize(
    ("language", "words", "expected"),
    [
        ("fr", "Piochez deux cartes : qui gagne ?", []),
        ("fr", "Attention\u00a0: qui gagne\u202f? Personne\u202f! Non\u00a0; tous.", []),
        ("fr", "Dites « oui », puis « non ».", []),
        ("fr", "Si vous vous trompez, nous nous taisons.", []),
        ("fr", "Piochez , puis jouez.", ["L008"]),
        ("fr", "Piochez le le paquet.", ["L007"]),
        ("de", "Wer „ziehen“ sagt, zieht.", []),
        ("de", "Karten, die die Spieler halten.", []),
        ("de", "Wer „ziehen sagt, zieht.", ["L006"]),
        ("de", "Wer zieht ?", ["L008"]),
        ("en", "Say “draw” or “stop”.", []),
        ("en", "Who draws ?", ["L008"]),
        ("en", "Move on. *Ignore walls.", ["L006"]),
        ("en", "Move on. *Ignore* walls, **all of *them*.**", []),
        ("en", "Move a * b, \\\\*so, or draw*.", []),
        ("en", "*Once in a game.", []),
        ("de", "Sagt „Hand“, wenn's reicht.", []),
        ("en", "Draw ”two” of them.", []),
        ("en", "Draw ”two of them.", ["L006"]),
    ],
)
def test_each_language_has_its_own_signs_and_spaces(mini_copy, language, words, expected):
    assert codes_of_rules(mini_copy, language, "引く。", words) == expected


@pytest.mark.parametrize(
    ("language", "words", "expected"),
    [
        ("fr", "Piochez trois cartes.", []),
        ("fr", "Piochez deux cartes.", ["L002"]),
        ("de", "Zieh drei Karten.", []),
        ("es", "Roba cuatro cartas.", ["L002"]),
        ("fi", "Nosta neljä korttia.", []),
    ],
)
def test_words_for_numbers_are_those_of_the_language(mini_copy, language, words, expected):
    assert codes_of_rules(mini_copy, language, "カードを3枚引く。", words) == expected


PAIRS = "  - {{id: t-{a}-{b}, a: {a}, b: {b}}}\n"


@pytest.mark.parametrize(
    ("form", "pairs", "lost"),
    [
        ("pairs of 1 to 3", [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)], []),
        ("pairs of 1 to 3", [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (3, 3)], []),
        ("pairs of 1 to 20", [(1, 1)], ["`a: 1`, `b: 2`, nor 208 more of 210"]),
        ("unlike pairs of 1-3", [(1, 2), (1, 3), (2, 3)], []),
        ("unlike pairs of 1-3", [(1, 2), (2, 3)], ["`a: 1`, `b: 3`"]),
        ("unlike pairs of 1-3", [(1, 2), (1, 3), (2, 3), (3, 3)], ["`a: 3`, `b: 3`"]),
    ],
)
def test_pairs_are_counted_in_either_order(mini_copy, form, pairs, lost):
    head = "id: pair\nname: {ja: 対, en: Pair}\nkind: tile\nprinted: false\n"
    promise = (
        f"unique:\n  - {{fields: [a, b], unordered: true, all: {form}}}\nfields: {{a: integer, b: integer}}\nitems:\n"
    )
    rows = "".join(PAIRS.format(a=a, b=b) for a, b in pairs)
    spoil(mini_copy, [("pairs.yaml", None, head + promise + rows), rule("{@pair}を並べる。", "Lay out {@pair}.")])
    told = all_of(mini_copy)
    assert [f.code for f in told] == ["D025"] * len(lost)
    assert all(words in f.message for f, words in zip(told, lost, strict=True))


def test_a_pair_in_the_place_of_another_is_one_fault(mini_copy):
    head = "id: pair\nname: {ja: 対, en: Pair}\nkind: tile\nprinted: false\nexpect: 3\n"
    promise = "unique:\n  - {fields: [a, b], unordered: true, all: unlike pairs of 1 to 3}\n"
    promise += "fields: {a: integer, b: integer}\n"
    rows = "items:\n" + "".join(PAIRS.format(a=a, b=b) for a, b in [(1, 2), (1, 3), (3, 1)])
    spoil(mini_copy, [("pairs.yaml", None, head + promise + rows), rule("{@pair}を並べる。", "Lay out {@pair}.")])
    [told] = all_of(mini_copy)
    assert (told.code, told.hint, told.mark.line) == ("D024", "`a: 2`, `b: 3` is missing", 12)


@pytest.mark.parametrize(
    "words",
    [
        ("1〜7の数字を選ぶ。手札の上限。", "Choose 1-7. The hand limit."),
        ("手札の上限は3×7である。", "The hand limit is 3 x 7."),
        ("手札の上限は第7条にある。", "The hand limit is in the 7th."),
        ("7枚の札を配る。", "Deal 7 of them."),
    ],
)
def test_numbers_that_are_no_parameter_are_left_alone(mini_copy, words):
    limit = "  hand-limit: {name: {ja: 手札の上限, en: hand limit}, value: 7}\n  turns: {"
    spoil(
        mini_copy,
        [
            (GAME, "  turns: {", limit),
            (
                RULES,
                "{ja: まず箱を開ける。, en: Open the box first.}",
                '{ja: "{=hand-limit}枚。", en: "{=hand-limit} cards."}',
            ),
            rule(*words),
        ],
    )
    assert [f for f in all_of(mini_copy) if f.code == "R040"] == []


def test_a_part_behind_a_condition_is_used(mini_copy):
    """A `>` in an attribute does not end the element."""
    card = mini_copy.layouts / "mini" / "card.svg"
    card.write_text(
        card.read_text("utf-8").replace("<image pnp:part=", '<image pnp:if="item.count > 0" pnp:part='), "utf-8"
    )
    assert all_of(mini_copy) == []


def test_items_whose_ids_are_printed_may_be_alike_in_all_else(mini_copy):
    spoil(mini_copy, [(TILE, "[moon, moon, moon]", "[sun, moon, sun]")])
    assert [f.code for f in all_of(mini_copy)] == ["D028"]
    tile = mini_copy.layouts / "mini" / "tile.svg"
    tile.write_text(tile.read_text("utf-8").replace("</svg>", '<text pnp:text="item.id" y="9">a</text></svg>'), "utf-8")
    assert all_of(mini_copy) == []


def test_a_field_that_a_formula_asks_for_is_used(mini_copy):
    spoil(
        mini_copy,
        [
            (TILE, "  cells: list of term suit\n", "  cells: list of term suit\n  worth: integer\n"),
            (TILE, "[sun, moon, sun]}", "[sun, moon, sun], worth: 2}"),
            (TILE, "[moon, moon, moon]}", "[moon, moon, moon], worth: 3}"),
            of_tiles("checks:\n  - {say: worth little, formula: item.worth < 4}"),
        ],
    )
    assert all_of(mini_copy) == []


@pytest.mark.slow
def test_thousands_of_findings_take_seconds(mini_copy):
    """Each finding has its exact place, and none looks for it through the whole file again."""
    import time

    rows = "".join(f"  - {{id: more-{n}, text: {{ja: 札を引く。, en: Draw the the card {n}.}}}}\n" for n in range(3000))
    head = "id: more\nname: {ja: 追加, en: More}\nkind: card\nprinted: false\nfields: {text: text}\nitems:\n"
    spoil(mini_copy, [("more.yaml", None, head + rows), rule("{@more}を引く。", "Draw {@more}.")])
    start = time.process_time()
    told = all_of(mini_copy)
    assert time.process_time() - start < 10
    assert [f.mark.line for f in told if f.code == "L007"] == [7 + n for n in range(3000)]
