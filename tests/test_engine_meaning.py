"""Mistakes of meaning: each part of the data is sound, and one place says what another denies.

A small fair with siblings of everything; a row plants one mistake and says its code. Beside each stand edits
that look alike and are none.
"""

from __future__ import annotations

import re
import shutil

import pytest

from generator.data.build import read_game
from generator.data.lexicon import may_say
from generator.pipeline import read_accepting
from generator.project import Project
from tests.conftest import ROOT
from tests.engine_kit import check_game, hold_values, spoil

GOODS = {  # id: ja, colour, its name, market
    "apple": ("りんご", "#a03030", "Red", "orchard"),
    "bread": ("パン", "#a08020", "Yellow", "bakery"),
    "cloth": ("布", "#3050a0", "Blue", "loom"),
    "salt": ("塩", "#6a3a90", "Purple", "mine"),
    "wool": ("羊毛", "#308050", "Green", "fold"),
}
CARDS = {  # id: good, amount, most, season
    "picker": ("apple", 2, 6, "spring"),
    "baker": ("bread", 1, 4, "summer"),
    "weaver": ("cloth", 2, 6, "autumn"),
    "miner": ("salt", 3, 9, "winter"),
    "shepherd": ("wool", 1, 4, "spring"),
    "carter": ("apple", 3, 9, "summer"),
    "miller": ("bread", 2, 6, "autumn"),
    "dyer": ("cloth", 1, 4, "winter"),
}
SEASONS = ("spring", "summer", "autumn", "winter")


def _game():
    goods = "\n".join(
        f'      {k}: {{name: {{en: {k}, ja: {ja}}}, icon: {k}, color: "{c}", values: {{from: {m}}}, '
        f"about: {{en: {hue}., ja: 品。}}}}"
        for k, (ja, c, hue, m) in GOODS.items()
    )
    markets = "\n".join(
        f"      {g[3]}: {{name: {{en: {g[3]}, ja: 市{n}}}, values: {{good: {k}}}}}"
        for n, (k, g) in enumerate(GOODS.items())
    )
    seasons = "\n".join(f"      {s}: {{name: {{en: {s}, ja: 季{n}}}}}" for n, s in enumerate(SEASONS))
    return f"""title: {{en: Fair, ja: 市}}
version: {{en: draft 1, ja: 第1版}}
players: [2, 4]
languages: [en, ja]
parameters:
  hand-limit: {{name: {{en: hand limit, ja: 手札の上限}}, value: 5}}
  start-coins: {{name: {{en: coins at the start, ja: 開始時の硬貨}}, value: 7}}
  stalls-each: {{name: {{en: stalls of each, ja: 屋台の数}}, value: 1}}
  sheds-each: {{name: {{en: sheds of each, ja: 小屋の数}}, value: 1}}
  tents-each: {{name: {{en: tents of each, ja: 天幕の数}}, value: 1}}
  wool-price: {{name: {{en: price of wool, ja: 一束の羊毛の値}}, value: 3}}
  salt-price: {{name: {{en: price of salt, ja: 塩の値}}, value: 3}}
terms:
  good:
    name: {{en: good, ja: 品}}
    members:
{goods}
  market:
    name: {{en: market, ja: 市場}}
    members:
{markets}
  season:
    name: {{en: season, ja: 季節}}
    members:
{seasons}
verbs:
  gain: {{arguments: {{what: term good, amount: integer, most: integer}}, about: {{en: Gain a good., ja: 得る。}}}}
"""


def _cards():
    items = "".join(
        f"""  - id: {name}-{season}
    name: {{en: {name.title()}, ja: {n}番}}
    season: {season}
    cost: {{{good}: 1}}
    rule: season.{season}
    strength: {n + 2}
    reduced: {n + 1}
    text:
      en: "Gain {amount} {{{good}}}, at most {most}."
      ja: "{{{good}}}{amount}個を得る（最大{most}）。"
    when: {{en: "In {season}; keep {{=hand-limit}} cards.", ja: "{{{season}:word}}に。手札は{{=hand-limit}}枚まで。"}}
    line: "{{{good}}}{amount} (≤{most})"
    effects:
      - gain: {{what: {good}, amount: {amount}, most: {most}}}
"""
        for n, (name, (good, amount, most, season)) in enumerate(CARDS.items())
    )
    return f"""id: trader
name: {{en: Trader, ja: 商人}}
kind: card
size: poker-metric
layout: trader
expect: {len(CARDS)}
fields:
  name: text
  season: term season
  cost: map of integer by term good
  strength: integer
  reduced: integer
  text: text
  line: text
  effects: effects
  when: text
  rule: rule
items:
{items}"""


def _stalls():
    rows = [(g, s) for g in GOODS for s in ("large", "middle", "small")]
    items = "\n".join(f"  - {{id: stall-{n}, good: {g}, scale: {s}, layout: {s}}}" for n, (g, s) in enumerate(rows))
    return f"""id: stall
name: {{en: Stall, ja: 屋台}}
kind: tile
size: disc-14
layout: large
expect: {len(rows)}
fields:
  good: term good
  scale: one of [large, middle, small]
items:
{items}
"""


def _tokens():
    items = "\n".join(f"  - {{id: token-{g}, count: 4, good: {g}}}" for g in GOODS)
    return f"""id: ware
name: {{en: Ware, ja: 品物}}
kind: token
size: disc-14
layout: large
expect: 20
fields:
  good: term good
items:
{items}
"""


def _rules():
    texts = {
        "wares": ("Sell apple first. Pass your left neighbour a card.", "最初にりんごを売る。左隣にカードを渡す。"),
        "cloth": ("You cannot sell cloth to a rival.", "布はライバルに売れない。"),
        "cut": ("Cut cloth at the end of a round.", "ラウンドの終了時に布を切る。"),
        "bread": ("You may not bake bread twice.", "パンは2度焼いてはならない。"),
        "oven": ("Bread is baked for the Baker.", "焼く人のパン。"),
        "all": ("There are {apple}, {bread}, {cloth}, {salt} and {wool}.", "{apple}{bread}{cloth}{salt}{wool}。"),
        "coins": ("Take {=start-coins} coins and two stalls.", "硬貨{=start-coins}枚と屋台2枚を取る。"),
        "mill": ("Millers grind wheat.", "粉を挽く。"),
        "kiln": ("Potters fire clay.", "土を焼く。"),
        "order": ("First mill it [[play.mill]], then fire it [[play.kiln]].", "挽く[[play.mill]]、焼く[[play.kiln]]。"),
        "pay": ("Take 2 {apple}, pay 3 {salt}.", "{apple}2を得て、{salt}3を払う。"),
        "four": ("There are four seasons: {spring}, {summer}, {autumn} and {winter}.", "季は{spring}等の4つ。"),
        "worth": ("{@trader/dyer-winter} (9), {@trader/miller-autumn} (8), {@trader/carter-summer} (7).", "品。"),
        "shear": ("Wool is shorn.", "羊毛を刈る。"),
        "dye": ("Dye wool in a vat.", "羊毛を染める。"),
    }
    seasons = "".join(
        f'      - {{id: season.{s}, text: {{en: "Keep {{=hand-limit}} cards.", ja: "手札は{{=hand-limit}}枚。"}}}}\n'
        for s in SEASONS
    )
    rules = "".join(f'      - {{id: play.{n}, text: {{en: "{en}", ja: "{ja}"}}}}\n' for n, (en, ja) in texts.items())
    return f"""sections:
  - id: play
    title: {{en: Play, ja: 進行}}
    rules:
{rules}      - id: play.example
        kind: example
        text: {{en: "With 4 and 3 coins you have 4 + 3 = 7; 2 more make 9 in all.", ja: "4枚と3枚で7枚。"}}
  - id: season
    title: {{en: Seasons, ja: 季節}}
    rules:
{seasons}"""


_SETUP = """zones: [hand]
steps:
  - id: stalls
    do: give
    set: stall
    count: 2
    per: player
    to: hand
    rule: play.coins
    text: {en: Take two stalls, ja: 屋台2枚を取る}
  - id: traders
    do: deal
    set: trader
    count: hand_limit
    to: hand
    rule: season.spring
    text: {en: "Deal {=hand-limit} cards", ja: "{=hand-limit}枚配る"}
"""
_SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="pnp"><text pnp:text="item.name">Baker</text>
<text pnp:text="item.strength">4</text><text pnp:text="item.reduced">3</text>
<text pnp:text="terms.wool.name ~ parameters.wool_price">wool 3</text></svg>"""
FILES = {
    "wares.yaml": _tokens(),
    "rules.yaml": _rules(),
    "setup.yaml": _SETUP,
    "trader.svg": _SVG,
    "ware.svg": _SVG.replace("item.name", "item.good.name").replace("item.strength", "item.count"),
    "stall-back.svg": _SVG,
    "game.yaml": _game(),
    "traders.yaml": _cards(),
    "stalls.yaml": _stalls(),
}


def write_fair(tmp_path, *edits):
    """The files of the fair with edits (file, old, new)."""
    folder = tmp_path / "components" / "fair"
    shutil.rmtree(tmp_path, ignore_errors=True)
    folder.mkdir(parents=True)
    (tmp_path / "layouts" / "fair").mkdir(parents=True)
    files = dict(FILES)
    for file, old, new in edits:
        assert files[file].count(old) >= 1, old
        files[file] = files[file].replace(old, new, 1)
    for file, words in files.items():
        (tmp_path / "layouts" / "fair" / file if file.endswith(".svg") else folder / file).write_text(
            words, encoding="utf-8"
        )


def meant(tmp_path, *edits):
    """The findings of meaning of the fair with edits, in order."""
    write_fair(tmp_path, *edits)
    game, findings = read_game(Project(tmp_path), "fair")
    assert game is not None, findings
    assert [f for f in findings if f.code != "D030"] == []
    return [f for f in check_game(Project(tmp_path), game) if f.code[0] == "M" or f.code == "L014"]


MISTAKES = [
    # items that say two things
    ("M001", [("traders.yaml", "what: salt, amount: 3", "what: salt, amount: 2")], "`3`"),
    ("M001", [("traders.yaml", 'line: "{wool}1', 'line: "{salt}1')], "`salt` in `line`"),
    ("M001", [("traders.yaml", "what: apple, amount: 2", "what: bread, amount: 2")], "`bread` in `effects`"),
    ("M001", [("traders.yaml", "{apple}2 (≤6)", "{apple}2 (≤5)")], "`5` in `line`"),
    # items that are unlike their siblings
    ("M002", [("stalls.yaml", "scale: small, layout: small", "scale: small, layout: large")], "with `scale` `small`"),
    ("M002", [("traders.yaml", "season: summer", "season: winter")], "part of the id"),
    ("M002", [("traders.yaml", "cost: {cloth: 1}", "cost: {}")], "holds something"),
    # terms
    ("M008", [("stalls.yaml", "layout: large\n", "layout: large\nback: trader-back\n")], "there is `stall-back`"),
    ("M008", [("stalls.yaml", "layout: large\n", "layout: large-front\nback: large\n")], "`large` on its back"),
    ("M015", [("traders.yaml", "rule: season.summer", "rule: season.winter")], "what `season.summer` is about"),
    ("M015", [("rules.yaml", "First mill it [[play.mill]]", "First mill it [[play.kiln]]")], "speaks of `play.mill`"),
    ("M015", [("setup.yaml", "rule: play.coins", "rule: play.cut")], "`step stalls` cites `play.cut`"),
    (
        "M015",
        [
            ("rules.yaml", "Millers grind wheat.", "Shear the sheep and take their wool [[play.dye]]."),
            ("rules.yaml", "粉を挽く。", "羊毛を刈る[[play.dye]]。"),
            ("rules.yaml", "Dye wool", "Soak it"),
            ("rules.yaml", "羊毛を染める", "桶で染める"),
            ("rules.yaml", "Wool is shorn", "Sheep give wool"),
        ],
        "speaks of `play.shear`",
    ),
    ("M003", [("game.yaml", '"#3050a0"', '"#308050"')], "has the colour of"),
    ("M003", [("game.yaml", "icon: wool", "icon: apple")], "`wool` has the icon of `apple`"),
    # the set-up
    ("M006", [("setup.yaml", "count: 2", "count: 3")], "counts `3`, but its words say 2"),
    ("M006", [("setup.yaml", "count: hand_limit", "count: start_coins")], "its text says `{=hand-limit}`"),
    # templates
    ("M007", [("trader.svg", "item.name", "item.id")], "`item.id` prints the id"),
    (
        "M007",
        [
            ("wares.yaml", "layout: large", "layout: ware"),
            *[("wares.yaml", f"id: token-{g}", f"id: {g}") for g in GOODS],
            ("ware.svg", "item.good.name", "item.id"),
        ],
        "`item.id` prints the id",
    ),
    # names
    ("M010", [("traders.yaml", "en: Baker", "en: Kneader")], "nothing is called `Baker` in en"),
    (
        "M010",
        [
            ("traders.yaml", "id: baker-summer", "id: summer-baker"),
            ("traders.yaml", "en: Baker", "en: New Kneader"),
            ("rules.yaml", "for the Baker", "for the Summer Baker"),
        ],
        "nothing is called `Summer Baker` in en",
    ),
    (
        "M010",
        [
            ("game.yaml", "en: salt, ja: 塩}", "en: brine, ja: 塩}"),
            ("game.yaml", "en: price of salt", "en: price in the market"),
            ("game.yaml", "en: coins at the start", "en: salt at the start"),
        ],
        "nothing is called `salt` in en",
    ),
    ("M017", [("traders.yaml", "ja: 1番", "ja: 0番")], "have the same words in ja"),
    ("M010", [("game.yaml", "en: cloth", "en: linen")], "nothing is called `cloth` in en"),
    # sums
    ("M011", [("rules.yaml", "4 + 3 = 7", "4 + 3 = 8")], "it makes 7"),
    ("M011", [("rules.yaml", "make 9", "make 20")], "the sum 20"),
    # whole kinds, and rules
    ("M012", [("traders.yaml", "cost: {cloth: 1}", "cost: {cloth: 5}")], "there are only 4"),
    ("M013", [("rules.yaml", "{salt}{wool}", "{salt}{salt}"), ("rules.yaml", "and {wool}", "and {salt}")], "twice"),
    ("M013", [("rules.yaml", "{summer}, {autumn} and", "{summer} and")], "4 are announced, and 3 are named"),
    (
        "M013",
        [("rules.yaml", "季は{spring}等の4つ", "季は{spring}、{summer}、{autumn}、{winter}の5つ")],
        "5 are announced, and 4 are named",
    ),
    ("M019", [("rules.yaml", "Take 2 {apple}, pay 3", "Take 3 {apple}, pay 2")], "stand with"),
    (
        "M019",
        [
            (
                "rules.yaml",
                "Millers grind wheat.",
                "{=tents-each} {@trader/dyer-winter}, {=sheds-each} {@trader/miner-winter}.",
            ),
            ("rules.yaml", "粉を挽く。", "{=sheds-each} {@trader/dyer-winter}, {=tents-each} {@trader/miner-winter}."),
        ],
        "stand with",
    ),
    (
        "M019",
        [
            ("rules.yaml", "Millers grind wheat.", "Two for {=tents-each}, three for {=sheds-each}."),
            ("rules.yaml", "粉を挽く。", "2個で{=sheds-each}、3個で{=tents-each}。"),
        ],
        "stands with",
    ),
    (
        "M019",
        [
            ("rules.yaml", '"There are {apple}', '"{=tents-each} {spring}\\n{=sheds-each} {salt}\\nThere are {apple}'),
            (
                "rules.yaml",
                '"{apple}{bread}{cloth}',
                '"{spring}{=sheds-each}\\n{salt}{=tents-each}\\n{apple}{bread}{cloth}',
            ),
        ],
        "stand with",
    ),
    ("M020", [("rules.yaml", "(7)", "(3)")], "`carter-summer` stands with 3"),
    # languages
    (
        "L014",
        [
            ("rules.yaml", "Wool is shorn.", "For each that you cannot feed lose a card."),
            ("rules.yaml", "羊毛を刈る。", "養える1頭につき、カードを失う。"),
        ],
        "en denies something that ja does not",
    ),
    (
        "M019",
        [
            (
                "rules.yaml",
                "Millers grind wheat.",
                "{=tents-each} clear {=start-coins}, {=sheds-each} clear {=hand-limit}.",
            ),
            ("rules.yaml", "粉を挽く。", "{=tents-each}個で{=hand-limit}、{=sheds-each}個で{=start-coins}。"),
        ],
        "stands with",
    ),
    ("L014", [("rules.yaml", "your left", "your right")], "the opposite"),
    (
        "L014",
        [("rules.yaml", "Wool is shorn.", "Turn it face down."), ("rules.yaml", "羊毛を刈る。", "表に返す。")],
        "the opposite",
    ),
    (
        "L014",
        [
            ("rules.yaml", "Wool is shorn.", "Who has none gains nothing."),
            ("rules.yaml", "羊毛を刈る。", "持っていない人も得る。"),
        ],
        "the opposite",
    ),
    ("L014", [("rules.yaml", "may not bake bread", "may bake bread")], "ja denies something that en does not"),
    ("L014", [("rules.yaml", "ライバルに売れない", "ライバルに売れる")], "en denies something that ja does not"),
    ("L014", [("rules.yaml", "終了時", "開始時")], "the opposite"),
]
HARMLESS = [
    [
        ("wares.yaml", "layout: large", "layout: ware"),
        ("ware.svg", '"item.good.name"', "\"'one {' ~ item.good.id ~ ':both}'\""),
    ],
    [("game.yaml", "#a03030", "#a83a30")],  # a shade
    [("traders.yaml", "Gain 1 {wool}", "Gain 1 wool"), ("traders.yaml", "{wool}1個", "羊毛1個")],
    [("game.yaml", "en: Blue.", "en: Sold by the ell.")],
    [("traders.yaml", "what: salt, amount: 3", "what: salt, amount: 2"), ("traders.yaml", "{salt}3 (", "{salt}2 ("),
     ("traders.yaml", "Gain 3 {salt}", "Gain 2 {salt}"), ("traders.yaml", "{salt}3個", "{salt}2個")],
    [("traders.yaml", "Gain 2 {apple}, at most 6", "At most 6, but two {apple} each, gain")],
    [("traders.yaml", "Gain 1 {bread}", "Gain a {bread}")],
    [("traders.yaml", "cost: {cloth: 1}", "cost: {cloth: 1, salt: 2}")],
    [("rules.yaml", "may not bake bread", "must not bake bread")],
    [("rules.yaml", "You cannot sell cloth to a rival", "Nobody sells cloth to a rival")],
    [("rules.yaml", "4 + 3 = 7; 2 more make 9", "5 + 4 = 9; 3 more make 12")],
    [("rules.yaml", "With 4 and 3 coins you have 4 + 3 = 7; 2 more make 9", "4 × 1 and 2 × 3 make 10")],
    [("rules.yaml", "With 4 and 3 coins you have 4 + 3 = 7; 2 more make 9 in all", "You keep 10 cards in two hands"),
     ("rules.yaml", "Dye wool in a vat.", "You keep {=hand-limit} cards.")],
    [("rules.yaml", "With 4 and 3 coins you have 4 + 3 = 7; 2 more make 9 in all",
      "2 Shepherds and 3 Millers show 12 + 21 = 33")],
    [("rules.yaml", "With 4 and 3 coins you have 4 + 3 = 7; 2 more make 9 in all",
      "Ann has 6 and 4, Ben has 5 and 2: the totals are 10 and 7")],
    [("rules.yaml", "Millers grind wheat.", "Two for {=tents-each}, three for {=sheds-each}."),
     ("rules.yaml", "粉を挽く。", "{=sheds-each}で3個、{=tents-each}で2個。")],
    [("setup.yaml", "count: 2", "count: 4"), ("setup.yaml", "two stalls, ja: 屋台2", "four stalls, ja: 屋台4"),
     ("rules.yaml", "and two stalls", "and four stalls"), ("rules.yaml", "屋台2枚", "屋台4枚")],
    [("game.yaml", "en: fold", "en: pen")],
    [("game.yaml", "ja: 羊毛", "ja: 毛糸"), ("rules.yaml", "羊毛を刈る。", "「羊毛」を刈る。"),  # the old name, quoted
     ("rules.yaml", "羊毛を染める。", "「羊毛」を染める。")],
    [("traders.yaml", "strength: 4\n    reduced: 3", "strength: 9\n    reduced: 8")],
]  # fmt: skip


def _told(en, ja, where="Millers grind wheat.", also="粉を挽く。"):
    """Words in the place of a paragraph of the fair."""
    return [("rules.yaml", where, en), ("rules.yaml", also, ja)]


def _example(words, *edits):
    return [("rules.yaml", "With 4 and 3 coins you have 4 + 3 = 7; 2 more make 9 in all", words), *edits]


def _amounts(odd):
    """The amount of each trader as a field of its own, one of them another."""
    amounts = [amount for _, amount, _, _ in CARDS.values()]
    rows = [(f"strength: {n + 2}\n", odd if n == 4 else amount) for n, amount in enumerate(amounts)]
    fields = ("traders.yaml", "  strength: integer", "  strength: integer\n  amount: integer")
    return [fields, *(("traders.yaml", row, f"{row}    amount: {amount}\n") for row, amount in rows)]


def _aid(aid):
    kiln = '{id: play.kiln, text: {en: "Potters fire clay.", ja: "土を焼く。"}}'
    text = '{en: "2 for {=tents-each}, 3 for {=sheds-each}.", ja: "2個で{=tents-each}、3個で{=sheds-each}。"}'
    return [("rules.yaml", kiln, f"{{id: play.kiln, text: {text}, aid: {aid}}}")]


def _aid_card(one, two):
    words = f"{{en: 'Rank 8 is worth {one}, rank 7 is worth {two}', ja: 階級8は{one}、階級7は{two}。}}"
    text = f"id: stall-0, text: {words}, good"
    return [
        ("stalls.yaml", "name: {en: Stall", "name: {en: Aid card"),
        ("stalls.yaml", "  good: term good", "  good: term good\n  text: text?"),
        ("stalls.yaml", "id: stall-0, good", text),
        *_told("Rank 8 carries 2, rank 7 carries 1.", "階級8は2、階級7は1。"),
    ]


def _guild(*abouts):
    """Three inks as a kind of their own, with what is said of each."""
    inks = zip(
        ("woad", "madder", "weld"), ("大青", "茜", "木犀草"), ("3050a0", "a03030", "308050"), abouts, strict=True
    )
    rows = "".join(
        f"      {n}: {{name: {{en: {n}, ja: {also}}}, color: '#{c}', about: {{en: {en}, ja: {ja}}}}}\n"
        for n, also, c, (en, ja) in inks
    )
    return ("game.yaml", "  season:\n", f"  ink:\n    name: {{en: ink, ja: 染料}}\n    members:\n{rows}  season:\n")


def _inks(hue="green", about="Cut in June."):
    guild = _guild(("Grows by the river.", "川に育つ。"), ("Dug up in autumn.", "秋に掘る。"), (about, "六月に刈る。"))
    words = f"See {{woad:word}} (blue), {{madder:word}} (red), {{weld:word}} ({hue})."
    return [guild, *_told(words, "{woad:word}、{madder:word}、{weld:word}。")]


def _beside(side):
    """A step and its paragraph say where it lies."""
    return [
        *_told(
            "Put {=start-coins} coins and two stalls to your left.", "硬貨{=start-coins}枚と屋台2枚を左に置く。",
            "Take {=start-coins} coins and two stalls.", "硬貨{=start-coins}枚と屋台2枚を取る。",
        ),
        ("setup.yaml", "{en: Take two stalls, ja: 屋台2枚を取る}", side),
    ]  # fmt: skip


def _sold(said):
    """Paragraphs that name the same in both languages, and a last one."""
    rows = [*((f"{20 + n} ", g, g) for n in range(8) for g in ("cloth", "bread")), ("", "cloth", said)]
    names = {"cloth": "布", "bread": "パン"}
    rules = "".join(
        f'      - {{id: play.sold-{n}, text: {{en: "Sell {x}{en} in town.", ja: "町で{x}{names[ja]}を売る。"}}}}\n'
        for n, (x, en, ja) in enumerate(rows)
    )
    return [("rules.yaml", "      - id: play.example", f"{rules}      - id: play.example")]


def _for_each(one, two):
    en = "Gain {=hand-limit} for each {apple} and {=start-coins} for each {salt}."
    return _told(en, f"{{{one}}}1個につき{{=hand-limit}}、{{{two}}}1個につき{{=start-coins}}。")


def _in_all(more, also):
    return _told(
        f"Take {{=hand-limit}} cards and {{=stalls-each}} stall{more}, {{=start-coins}} in all.",
        f"カード{{=hand-limit}}枚、屋台{{=stalls-each}}つ{also}、合わせて{{=start-coins}}。",
    )


TWINS = {  # code and words: a slip, and what looks like it and is none
    ("M001", "has `amount` 7"): (_amounts(7), _amounts(1)),
    ("M011", "no 3 of 1, 2, 3 make 5"): (
        _example("The first gives 1, the next 2, the last 3; all three make 5"),
        _example("The first gives 1, the next 2, the last 3; all three make 6"),
    ),
    ("M019", "stands with"): (
        _told("{=tents-each} for one card, {=sheds-each} for two.", "1枚で{=sheds-each}、2枚で{=tents-each}。"),
        _told("{=tents-each} for one card, {=sheds-each} for two.", "1枚で{=tents-each}、2枚で{=sheds-each}。"),
    ),
    ("M023", "it says `gain 1 cloth, at most 4.`"): (
        _told("{@trader/dyer-winter} never gains 1 {cloth}, at most 4.", "{@trader/dyer-winter}。"),
        _told("{@trader/dyer-winter} gains 1 {cloth}, at most 4.", "{@trader/dyer-winter}。"),
    ),
    ("M023", "otherwise than in `play.mill`"): (
        _aid_card(1, 2),
        _aid_card(2, 1),
    ),
    ("M023", "otherwise than in `play.kiln`"): (
        _aid('{en: "2 for {=sheds-each}, 3 for {=tents-each}", ja: "2個で{=sheds-each}、3個で{=tents-each}"}'),
        _aid('{en: "2 for {=tents-each}, 3 for {=sheds-each}", ja: "2個で{=tents-each}、3個で{=sheds-each}"}'),
    ),
    ("M011", "the sum 7"): (_in_all("", ""), _in_all(" and {=sheds-each} shed", "と小屋{=sheds-each}つ")),
    ("M023", "it says `your right` in en"): (
        _beside("{en: Put two stalls to your right, ja: 屋台2枚を右に置く}"),
        _beside("{en: 'Put two stalls to your left, none to your right', ja: 屋台2枚を左に置き右に置かない}"),
    ),
    ("M017", "the same words in en, but not in ja"): (_inks(about="Grows by the river."), _inks()),
    ("M019", "en speaks of `cloth`, ja of `bread`"): (_sold("bread"), _sold("cloth")),
    ("M019", "`hand-limit` stands with `salt` in ja"): (_for_each("salt", "apple"), _for_each("apple", "salt")),
}  # fmt: skip
MISTAKES += [(code, slip, says) for (code, says), (slip, _) in TWINS.items()]
HARMLESS += [twin for _, twin in TWINS.values()]
HARMLESS += [
    [
        ("rules.yaml", "Wool is shorn.", f"Sales cost 1 less ({en} 0)."),
        ("rules.yaml", "羊毛を刈る。", f"売値は－１される（{ja}）。"),
    ]
    for en, ja in (("not below", "最小０"), ("not under", "０以上"), ("at least", "0を下回らない"))
]
MISTAKES += [
    (
        "L014",
        [("rules.yaml", "Wool is shorn.", "The sheep stay."), ("rules.yaml", "羊毛を刈る。", "羊は持ち主へ戻る。")],
        "the opposite",
    ),
    (
        "L014",
        [("rules.yaml", "Wool is shorn.", "Use the lower die."), ("rules.yaml", "羊毛を刈る。", "高い方を使う。")],
        "the opposite",
    ),
    (
        "M010",
        [("game.yaml", "en: cloth", "en: linen"), ("rules.yaml", "en: Seasons", "en: Cloth")],
        "nothing is called `cloth` in en",
    ),
]


LATER = {
    ("M013", "there are 5 of `good`, not 6"): (
        _told("There are six goods in town.", "町には品が6種ある。"),
        _told("There are five goods in town.", "町には品が5種ある。"),
    ),
    ("M001", "its effect is `gain`"): (
        [("traders.yaml", "Gain 3 {salt}", "Lose 3 {salt}"), ("traders.yaml", "{salt}3個を得る", "{salt}3個を失う")],
        [("traders.yaml", "Gain 3 {salt}", "Get 3 {salt}"), ("traders.yaml", "{salt}3個を得る", "{salt}3個をもらう")],
    ),
    ("M019", "en speaks of `wool`, ja of `cloth`"): (
        [("rules.yaml", "羊毛を刈る。", "布を刈る。")],
        [("rules.yaml", "羊毛を刈る。", "毛を刈る。")],
    ),
}  # fmt: skip
MISTAKES += [(code, slip, says) for (code, says), (slip, _) in LATER.items()]
MANY_COSTS = [
    ("traders.yaml", f"cost: {{{good}: 1}}", f"cost: {{{good}: 1, {more}: 1}}")
    for good, more in (("apple", "salt"), ("bread", "wool"), ("salt", "bread"), ("wool", "apple"), ("apple", "wool"))
]
MISTAKES += [
    ("M012", [("traders.yaml", "cost: {cloth: 1}", "cost: {cloth: 4}"), *MANY_COSTS], "all others ask for 1 of a"),
    (
        "L014",
        [
            ("rules.yaml", "Wool is shorn.", "It costs 1 (not below 0)."),
            ("rules.yaml", "羊毛を刈る。", "１金かかる（以上）。"),
        ],
        "en denies something that ja does not",
    ),
]
HARMLESS += [twin for _, twin in LATER.values()]
_SUMS = (  # of each, at the most, and one that no digit says
    ("In each of 2 rounds take 3 {apple}, and 1 more, 7 in all.", "2回、{apple}3個ずつとあと1個、合わせて7個。"),
    ("Take up to 3 {apple} and up to 3 {salt}, 5 in all.", "{apple}3個まで、{salt}3個まで、合わせて5個。"),
    ("Take 2 {apple}, 4 {salt} and one more, 7 in all.", "{apple}2個、{salt}4個と一点、合わせて7個。"),
)
HARMLESS += [_told(*words, "Potters fire clay.", "土を焼く。") for words in _SUMS]


def test_the_fair_is_sound(tmp_path):
    assert meant(tmp_path) == []


@pytest.mark.parametrize(("code", "edits", "says"), MISTAKES)
def test_a_mistake_of_meaning_is_told_once(tmp_path, request, code, edits, says):
    found = meant(tmp_path, *edits)
    assert [f.code for f in found] == [code], found
    assert says in found[0].message
    hold_values(request, found)


def _heaps():
    """The edits that are none, as many at once as lie apart."""
    heaps = []
    for edits in HARMLESS:
        places = [(file, old) for file, old, _ in edits]
        apart = (
            heap
            for heap in heaps
            if not any(f == file and (o in old or old in o) for f, o, _ in heap for file, old in places)
        )
        if (heap := next(apart, None)) is None:
            heaps.append(heap := [])
        heap += edits
    return heaps


@pytest.mark.some(0)
@pytest.mark.parametrize("edits", _heaps())
def test_what_looks_like_a_mistake_and_is_none_is_not_told(tmp_path, edits):
    assert meant(tmp_path, *edits) == []


def test_a_step_may_move_all_copies_of_what_its_words_name(tmp_path):
    """The paragraph says two, of something else."""
    words = ("setup.yaml", "{en: Take two stalls, ja: 屋台2枚を取る}", '"{@ware/token-salt}"')
    edits = ("setup.yaml", "set: stall", "set: ware"), ("setup.yaml", "count: 2", "count: 4"), words
    assert "M006" not in [f.code for f in meant(tmp_path, *edits)]


def test_a_without_on_both_sides_excuses_nothing(tmp_path, monkeypatch):
    for file, words in FILES.items():
        monkeypatch.setitem(FILES, file, words.replace("ja: ", "de: ").replace("ja]", "de]"))
    english = "Bread is baked for the Baker."
    german = ("rules.yaml", "焼く人のパン。", "Ohne Salz darfst du nicht backen.")
    codes = [
        [f.code for f in meant(tmp_path, german, ("rules.yaml", english, f"Without salt you {may} bake."))]
        for may in ("may not", "may")
    ]
    assert codes[1].count("L014") == codes[0].count("L014") + 1


MAKES = {"en": "makes", "de": "ergibt", "fr": "font", "es": "suman", "it": "fanno", "nl": "maakt", "pt": "somam"}


@pytest.mark.some(0)
@pytest.mark.parametrize("language", MAKES)
def test_what_makes_a_sum_is_known_in_each_language(tmp_path, monkeypatch, language):
    for file, words in FILES.items():
        monkeypatch.setitem(FILES, file, re.sub(r"\ben(?=[:,\]])", language, words))
    rule = "rules.yaml", "Bread is baked for the Baker."
    right, wrong = ([f.code for f in meant(tmp_path, (*rule, f"2 + 3 {MAKES[language]} {n}."))] for n in (5, 6))
    assert wrong.count("M011") == right.count("M011") + 1


def test_a_number_in_two_words_is_said():
    assert may_say(22, "Twenty-two ships", "en")
    assert not may_say(23, "Two ships", "en")


@pytest.mark.slow
def test_numbers_of_any_length_are_compared(tmp_path):
    """Python reads no number of more than 4,300 digits."""
    shutil.copytree(ROOT / "components", tmp_path / "components")
    for path in (tmp_path / "components").glob("*/*.yaml"):
        words = re.sub(
            r"(?<= )\d(?= [a-z])|\d(?=[枚個回金VP])", lambda found: found[0] * 4_400, path.read_text(), count=9
        )
        path.write_text(words)
    (tmp_path / "layouts").mkdir()
    read_accepting(Project(tmp_path), "zeus")


@pytest.mark.parametrize(
    "edit",
    [
        ("cards.yaml", "- gain: {what: sun, amount: 1, when: now}", "- ?gain: {what: sun, amount: 1}"),
        ("setup.yaml", "set: tile", "set: 12"),
        ("chips.yaml", "id: chip", "id: 5"),
        ("game.yaml", "title:", "order: [5, card]\ntitle:"),
        ("cards.yaml", "      ja: |", "      1: |"),
        ("cards.yaml", "- gain: {what: moon, amount: 2}\n      - shuffle", "5"),
        ("cards.yaml", "effects: effects?", "effects: effects"),
    ],
)
def test_what_no_word_is_may_stand_for_one(mini_copy, edit):
    spoil(mini_copy, [edit])
    read_accepting(mini_copy, "mini")


def test_an_empty_list_among_full_ones_is_meant(tmp_path):
    """Who writes `[]` says that there is nothing."""
    home = tmp_path / "components" / "g"
    home.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (home / "game.yaml").write_text("title: G\nversion: one\nplayers: [2, 4]\nlanguages: [en]\n")
    items = "".join(f"  - {{id: {i}, tags: [{t}]}}\n" for i, t in zip("abcde", ("x", "y", "z", "w", ""), strict=True))
    head = "id: card\nname: Card\nkind: card\nsize: poker-metric\nlayout: card\nfields: {tags: list of word}\nitems:\n"
    (home / "card.yaml").write_text(head + items)
    game, _ = read_game(Project(tmp_path), "g")
    assert [f for f in check_game(Project(tmp_path), game) if f.code == "M002"] == []


COLUMNS = ("suit", "rank", "ring", "rune")
HABITS = {
    # two alike that no others are, and an odd one, beside groups that are mixed
    "a small group": ([*[("a", "k", "1", "1")] * 2, ("a", "y", "2", "2"),
                       *[("bcd"[n % 3], "wxyz"[n // 2 % 4], str(n % 5), str(n % 2)) for n in range(27)]], 0),
    "all others": ([*[("a", "x", "1", "1")] * 4, ("a", "y", "1", "1"), *[("b", "z", "2", "1")] * 2,
                    *[("b", "z", "4", "2")] * 2, *[("c", "y", "3", "2")] * 4], 1),
}  # fmt: skip


@pytest.mark.parametrize("case", HABITS)
def test_a_habit_takes_more_than_a_few_alike(tmp_path, case):
    rows, count = HABITS[case]
    home = tmp_path / "components" / "g"
    home.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (home / "game.yaml").write_text("title: G\nversion: one\nplayers: [2, 4]\nlanguages: [en]\n")
    table = "".join(",".join((f"n{n}", *row)) + "\n" for n, row in enumerate(rows))
    (home / "c.csv").write_text(f"id,{','.join(COLUMNS)}\n{table}")
    fields = ", ".join(f"{name}: word" for name in COLUMNS)
    head = f"id: card\nname: Card\nkind: card\nsize: poker-metric\nlayout: card\nfrom: c.csv\nfields: {{{fields}}}\n"
    (home / "card.yaml").write_text(head)
    game, _ = read_game(Project(tmp_path), "g")
    assert len([f for f in check_game(Project(tmp_path), game) if f.code == "M002"]) == count


PICTURES = {  # the picture of each item; those there are; what is told
    "a copied row": ("fox fox bear owl", "fox wolf bear owl", [("wolf", "fox", "wolf.png")]),
    "two that are swapped": ("fox wolf owl bear red_owl red-fox", "fox wolf bear owl red_owl red-fox",
                             [("bear", "owl", "bear.png"), ("owl", "bear", "owl.png")]),
    "its own is not drawn yet": ("fox fox bear owl", "fox bear owl", []),
    "what each was before": ("fox fox wolf bear", "fox wolf bear owl", []),
    "called otherwise": ("fox grey bear owl", "fox grey bear owl wolf", []),
    "called as it is named": ("fox Wolf bear owl", "fox Wolf bear owl", []),
}  # fmt: skip


@pytest.mark.parametrize("case", PICTURES)
def test_a_picture_called_as_another_item_is_told_where_there_is_one_of_its_own(tmp_path, case):
    shown, there, told = PICTURES[case]
    home = tmp_path / "components" / "g"
    (home / "art").mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (home / "game.yaml").write_text("title: G\nversion: one\nplayers: [2, 4]\nlanguages: [en]\n")
    items = zip(("fox", "wolf", "bear", "owl", "red-owl", "red-fox"), shown.split(), strict=False)
    table = "".join(f"{item},art/{picture}.png\n" for item, picture in items)
    (home / "c.csv").write_text(f"id,art\n{table}")
    head = "id: c\nname: Card\nkind: card\nsize: poker-metric\nlayout: c\nfields: {art: image}\nfrom: c.csv\n"
    (home / "c.yaml").write_text(head)
    for picture in there.split():
        (home / "art" / f"{picture}.png").touch()
    game, _ = read_game(Project(tmp_path), "g")
    found = [re.findall("`(.+?)`", f.message) for f in check_game(Project(tmp_path), game) if f.code == "M028"]
    assert found == [list(names) for names in told]
