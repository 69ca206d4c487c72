"""What the typesetting tests share: a small game, an icon, styles, and the corpus of awkward lines."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from generator.data.model import ComponentSet, Game, Item, Parameter, Rule, Section, Term, TermKind, Text
from generator.diagnostics.findings import Mark
from generator.face import face
from generator.face.face import Color, Group
from generator.project import BUNDLED, Project
from generator.typeset.fonts import FontBook, open_fonts
from generator.typeset.inline import Break, Inline, inline_of
from generator.typeset.setting import POINT, Line, Style

INK = Color("#102030")
HERE = Mark("components/mini/game.yaml", 1, 1)
ART = Group((face.Path((("M", (0.1, 0.1)), ("L", (0.9, 0.1)), ("L", (0.5, 0.9)), ("Z", ())), INK),), key="icon")


def say(ja: str, en: str) -> Text:
    return Text({"ja": ja, "en": en})


def _term(term_id: str, ja: str, en: str, plural: Text | None = None) -> Term:
    return Term(term_id, "resource", say(ja, en), HERE, plural=plural, icon=term_id)


TERMS = (
    _term("food", "食料", "food"),
    _term("faith", "信仰", "faith", say("信仰", "faiths")),
    _term("morale", "戦意", "morale"),
    _term("wrath", "神の怒り", "Wrath of God"),
)
STRENGTH = Rule("war.strength", "3.2", "rule", say("戦力", "strength"), HERE)
EXAMPLE = Rule("war.example", "", "example", say("例", "example"), HERE, title=say("戦争の例", "A war"))
GAME = Game(
    "mini",
    say("小さな遊び", "Mini"),
    say("第1版", "draft 1"),
    (2, 4),
    ("ja", "en"),
    "components/mini",
    HERE,
    parameters={
        "rounds": Parameter("rounds", say("ラウンド数", "rounds"), 10, HERE),
        "tiles": Parameter("tiles", say("タイル数", "tiles"), 6, HERE, {2: 4, 3: 5, 4: 6}),
    },
    kinds={"resource": TermKind("resource", say("リソース", "resource"), TERMS, HERE)},
    sets={
        "tile": ComponentSet(
            "tile",
            say("エリアタイル", "Area tile"),
            "tile",
            HERE,
            (Item("tile-a", 15, {"name": say("東の丘", "East Hill")}, HERE),),
        ),
        "cube": ComponentSet("cube", say("キューブ", "Cube"), "supply", HERE, count_open=True, assume=60),
    },
    sections=(Section("war", "3", say("戦争", "War"), (STRENGTH, EXAMPLE), HERE),),
)


@lru_cache(maxsize=1)
def book() -> FontBook:
    return open_fonts(Project(BUNDLED))


def style(points: float = 8.0, language: str = "ja", **more: object) -> Style:
    return Style("body", points * POINT, INK, language, **more)  # type: ignore[arg-type]


def content(source: str, language: str = "ja") -> tuple[Inline, ...]:
    return inline_of(source, GAME, language, lambda term, fill: ART if term.icon else None)


def corpus(lacking: bool = False) -> list[tuple[str, str]]:
    """(language, words with markup) of every line of the corpus that our fonts can set (or cannot)."""
    path = Path(__file__).parent / "corpus" / "awkward.txt"
    lines = path.read_text(encoding="utf-8").split("\n")
    parts = [line.partition("| ") for line in lines if line and not line.startswith("#")]
    return [(head[:2], words) for head, _, words in parts if head.endswith("!") == lacking]


def source_words(inlines: tuple[Inline, ...]) -> str:
    """The words that a content must give back: those of its text, icons and ruby bases."""
    return "".join(" " if isinstance(i, Break) else i.text for i in inlines)


def drawn_words(line: Line, size: float) -> str:
    """The strings of a line's runs, readings of ruby (which are smaller) left out."""
    runs = (n for n in line.nodes if isinstance(n, face.GlyphRun))
    return "".join(n.string for n in runs if n.size > 0.7 * size)
