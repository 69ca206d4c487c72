"""What the tests of the rule summary share: a game made in code, drawn without a studio."""

from __future__ import annotations

from functools import lru_cache

from generator.data.model import (
    ComponentSet,
    Game,
    Item,
    Parameter,
    Question,
    Rule,
    Section,
    Setup,
    SetupStep,
    Term,
    TermKind,
    Text,
)
from generator.diagnostics.findings import Mark
from generator.face.face import Color, Face, Group, Path, Shape
from generator.project import BUNDLED, Project
from generator.sheet.sheet import read_papers
from generator.summary.art import Art, scale_for, set_pictures
from generator.summary.make import summary_of
from generator.typeset.fonts import open_fonts
from generator.words import read_words

PROJECT = Project(BUNDLED)
MARK = Mark("components/tide/game.yaml", 1, 1)
PAPERS = read_papers(PROJECT)
LANGUAGES = ("ja", "en")

TITLES = (
    ("潮の満ち引き", "Tides"), ("舟を出す", "Setting sail"), ("交易", "Trade"), ("嵐", "Storms"),
    ("港", "Harbours"), ("冬", "Winter"), ("最後の航海", "The last voyage"),
)  # fmt: skip
LONG = (
    "手番のはじめに、{timber}を1個支払うと、隣り合う浜へ舟を進められる。手札の上限は**{=hand}枚**。"
    "進んだ先にほかの人の舟があれば、順番を決める[[s1.two]]。全部で{=rounds}ラウンド遊ぶ（最後だけは潮が満ちない）。",
    "At the start of your turn you may pay one {timber} and sail to a neighbouring shore. Your hand limit is "
    "**{=hand} cards**. If someone else is there, settle the order [[s1.two]]. The game lasts {=rounds} rounds.",
)
EXAMPLE = (
    "ハルは{timber}を2個と{salt}を1個持っている。{timber}を1個支払い、浜を1つ進む。",
    "Haru has two {timber} and one {salt}. She pays a {timber} and sails one shore on.",
)


def text(ja, en):
    return Text({"ja": ja, "en": en})


def box(w, h):
    return (("M", (0, 0)), ("L", (w, 0)), ("L", (w, h)), ("L", (0, h)), ("Z", ()))


def rule(rule_id, number, words, kind="rule", title=None, aid=None, rules=()):
    return Rule(
        rule_id, number, kind, text(*words), MARK, text(*title) if title else None, text(*aid) if aid else None, rules
    )


def section(k, titles):
    own = "setup" if k == 3 else f"s{k}"  # a section may be called like a block of the summary
    below = rule(
        f"{own}.high", f"{k}.1.1", ("{漁師|りょうし}も{salt:both}を持てる。", "A fisher may hold {salt:both}.")
    )
    first = rule(f"{own}.one", f"{k}.1", LONG, title=("潮を読む", "Reading the tide"), rules=(below,), aid=LONG)
    return Section(
        own, str(k), text(*titles),
        (
            first,
            rule(f"{own}.two", f"{k}.2", (f"{k}人目から始める。", f"Player {k} begins."), aid=("先手", "Who begins")),
            rule(f"{own}.sample", "", EXAMPLE, "example"),
            rule(f"{own}.three", f"{k}.3", LONG),
            rule(f"{own}.note", "", ("{@voyage}は{#voyage}枚。", "{#voyage} {@voyage}."), "note", ("数", "Counts")),
        ),
        MARK,
        text("この章では、守ることを説明する。", "What to mind.") if k == 2 else None,
    )  # fmt: skip


TERMS = {
    "resource": (
        ("リソース", "resource"),
        {"timber": ("木材", "timber", "#8a5a2b"), "salt": ("塩", "salt", "#6f8fa3")},
    ),
    "land": (("土地", "land"), {"marsh": ("湿地", "marsh", "#7aa37a"), "ice": ("氷原", "ice", "#f2f4f4")}),
}


def term(term_id, kind, ja, en, color):
    about = text(f"{ja}は浜で手に入る。", f"There is {en} on the shore.")
    return Term(term_id, kind, text(ja, en), MARK, icon=term_id, color=color, about=about)


def parameter(name, words, value, by_players=None):
    return Parameter(name, text(*words), value, MARK, by_players or {})


STEPS = (
    SetupStep("lay", "place", MARK, text("浜を{=rounds}枚並べる。", "Lay {=rounds} shores."), ("voyage",),
              counts={2: 6, 3: 8, 4: 10}, rule="s1.one"),
    SetupStep("deal", "deal", MARK, text("{@voyage}を配る。", "Deal the {@voyage}."), ("voyage",),
              counts={2: 5, 3: 5, 4: 5}, per_player=True, rule="s1.two"),
    SetupStep("box", "return", MARK, text("残りは箱へ。", "The rest goes back."), counts=dict.fromkeys((2, 3, 4))),
)  # fmt: skip


@lru_cache(maxsize=8)
def game(rounds=8):
    voyages = tuple(Item(f"v{k}", 3, {}, MARK) for k in range(12))
    sets = (
        ComponentSet("voyage", text("航海カード", "Voyage cards"), "card", MARK, voyages,
                     about=text("航海の出来事。", "What happens on a voyage.")),
        ComponentSet("cube", text("キューブ", "Cubes"), "supply", MARK, (Item("cube", 1, {}, MARK),), count_open=True,
                     assume=60, printed=False, about=text("数を表す。", "They count.")),
    )  # fmt: skip
    kinds = {
        kind: TermKind(kind, text(*name), tuple(term(k, kind, *v) for k, v in members.items()), MARK)
        for kind, (name, members) in TERMS.items()
    }
    parameters = (
        parameter("rounds", ("ラウンド数", "rounds"), rounds),
        parameter("hand", ("手札の上限", "hand limit"), 5),
        parameter("start", ("開始時の{timber}", "{timber} at the start"), 4, {2: 6, 3: 5, 4: 4}),
    )
    question = Question(
        "cubes", "set cube", text("何個いるか。", "How many?"), text("60個。", "60."), text("足りる。", "Enough."), MARK
    )
    return Game(
        "tide", text("潮路", "Tideways"), text("草案3", "draft 3"), (2, 4), LANGUAGES, "components/tide", MARK,
        ("M. Umi",),
        text("潮のあいだに富を集める。", "Gather riches between the tides."),
        {p.id: p for p in parameters}, kinds, {}, {s.id: s for s in sets},
        tuple(section(k, titles) for k, titles in enumerate(TITLES, 1)), Setup({}, (), STEPS), (question,),
    )  # fmt: skip


def summary(language, of=None):
    return summary_of(of or game(), language, read_words(PROJECT, language))


def icon(_, color):
    diamond = (("M", (0.5, 0.05)), ("L", (0.95, 0.5)), ("L", (0.5, 0.95)), ("L", (0.05, 0.5)), ("Z", ()))
    return Group((Path(diamond, color),))


def face(set_id, width, height):
    shape = Shape("rectangle", width, height, box(width, height))
    return Face("tide", set_id, "x", "front", "ja", shape, (Path(box(width, height), Color("#e8dcc0")),))


@lru_cache(maxsize=1)
def art():
    faces = {"voyage": [face("voyage", 63, 88)], "cube": [face("cube", 8, 8)] * 3}
    scale = scale_for(faces, 85)
    style = (PROJECT.layouts / "summary.css").read_text("utf-8")
    return Art(open_fonts(PROJECT), icon, set_pictures(faces, scale), scale=scale, style=style)


def squashed(words):
    """Words without any space."""
    return "".join(words.split())
