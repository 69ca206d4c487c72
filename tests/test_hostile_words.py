"""Bad words through the command line: long and strange texts, hostile expressions. See `tests/hostile/kit.py`."""

from __future__ import annotations

import pytest

from tests.hostile.kit import BASE, Case, asked_for, every, hold, run_all

CARD = (BASE / "layouts" / "tiny" / "card.svg").read_text()
OLD = 'text: "Take {coin}. There are {=rounds} rounds."'


def text(words):
    return {"c/cards.yaml": (OLD, "text: " + words)}


def formula(words):
    return {"c/cards.yaml": ("count: 2", f"count: {words}")}


def bound(words):
    """An expression in a template; it stands in line 6."""
    escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return {"l/card.svg": ("</svg>", f'<text x="8" y="70" font-size="3" pnp:text="{escaped}">x</text>\n</svg>')}


TEXTS = [
    Case("5,000 characters", text("Words and words " * 312), "F011", "cards.yaml:11:11"),
    Case("300 letters without a break", text("x" * 300), "F010", "cards.yaml:11:11"),
    Case("a million letters without a break", text("x" * 1_000_000), "Y013", "cards.yaml:11:11"),
    Case("a million words", text("ab " * 1_000_000), "Y013", "cards.yaml:11:11"),
    Case("a million japanese letters", text("麦" * 1_000_000), "Y013", "cards.yaml:11:11"),
    Case("a million line breaks", text('"' + r"a\n" * 300_000 + '"'), "Y013", "cards.yaml:11:11"),
    Case("a million icons", text('"' + "{coin}" * 100_000 + '"'), "Y013", "cards.yaml:11:11"),
    Case("a million bold words", text('"' + "**a** " * 150_000 + '"'), "Y013", "cards.yaml:11:11"),
    Case("a million numbers", text('"' + "{=rounds} " * 100_000 + '"'), "Y013", "cards.yaml:11:11"),
    Case("combining marks", text("e\u0301a\u0308 Zoe\u0308")),
    Case("a tower of marks", text("Z" + "\u0301" * 2_000)),
    Case("right to left", text("שלום"), "F012", "cards.yaml:11:11"),
    Case("turning signs", text("a\u202eb\u2066c"), "F013", more=True),
    Case("emoji", text("a 🀄 b 👩‍👩‍👧 {coin} {=rounds}")),
    Case("half an emoji", text("\u200d🏿\ufe0f\u20e3 {coin} {=rounds} 🇩 \ufe0f\u200d1\ufe0f")),
    Case("zero width", text("a\u200bb\ufeffc"), "Y003", "cards.yaml:11:11"),
    Case("zero width among words", text("a\u200bb of c\ufeffd.")),
    Case("private use", text("a\ue000b"), "F012", "cards.yaml:11:11"),
    Case("no character", text("a\ufffeb"), "Y003", "cards.yaml:11:12"),
    Case("escape codes of a terminal", text(r'"\e[2J\e]0;x\a"'), "Y003", "cards.yaml:11:11"),
    Case("braces", text('"' + "{" * 100_000 + '"'), "Y013", "cards.yaml:11:11"),
    Case("brackets", text('"' + "[[" * 100_000 + '"'), "Y013", "cards.yaml:11:11"),
    Case("backslashes", text("'" + "\\" * 100_001 + "'"), "Y013", "cards.yaml:11:11"),
    Case("stars", text('"' + "**" * 100_000 + '"'), "Y013", "cards.yaml:11:11"),
    Case("some braces", text('"' + "{" * 9_000 + '"'), "R020", more=True),
    Case("some brackets", text('"' + "[[" * 4_500 + '"'), "R020", more=True),
    Case("some backslashes", text("'" + "\\" * 9_001 + "'"), "R020", more=True),
    Case("some icons", text('"' + "{coin}" * 1_500 + '"'), "F011", more=True),
    Case("some line breaks", text('"' + r"a\n" * 4_500 + '"'), "F011", more=True),
    Case("some letters without a break", text("x" * 9_999), "F010", more=True),
    Case("some japanese letters", text("麦" * 9_999), "F011", more=True),
    Case("ruby in ruby", text('"' + "{a|" * 1_000 + "b" + "}" * 1_000 + '"'), "R020", more=True),
    Case("ruby of much", text('"{' + "a" * 50_000 + "|" + "b" * 50_000 + '}"'), "Y013", "cards.yaml:11:11"),
    Case("format signs", text("'%s %n {0} {x.__class__} ${a} $(id) `id`'"), "R020", more=True),
    Case("markup of another kind", text("<script>alert(1)</script> &amp; <b>"), ""),
    Case("a title of harm", {"c/game.yaml": ("title: Tiny", "title: '<script>\"&;()/'")}),
    Case(
        "a title that is long", {"c/game.yaml": ("title: Tiny", "title: " + "Tiny " * 20_000)}, "Y013", "game.yaml:1:8"
    ),
    Case("a version that is a path", {"c/game.yaml": ("version: draft 1", "version: ../../../x")}),
    Case("an id that is long", {"c/cards.yaml": ("id: one", "id: " + "o" * 5_000)}, more=True),
    Case("a set's id that is a path", {"c/cards.yaml": ("id: card", "id: ../../x")}, "D004", "cards.yaml:1:5"),
    Case(
        "a layout in a folder of too long a name",
        {"c/cards.yaml": ("layout: card", f"layout: {'a' * 300}/x")},
        "T010",
        more=True,
    ),
    Case(
        "a layout that is a path",
        {"c/cards.yaml": ("layout: card", "layout: ../../../../../etc/passwd")},
        "T010",
        more=True,
    ),
    Case(
        "a layout with nul", {"c/cards.yaml": ("layout: card", r'layout: "a\0b"')}, "Y003", "cards.yaml:5:9", more=True
    ),
    Case("a layout with a long name", {"c/cards.yaml": ("layout: card", "layout: " + "a" * 5_000)}, "T010", more=True),
    Case(
        "a size with a long name", {"c/cards.yaml": ("size: poker-metric", "size: " + "a" * 5_000)}, "T060", more=True
    ),
    Case("an icon with a long name", {"c/game.yaml": ("icon: coin", "icon: " + "a" * 5_000)}, "R007", more=True),
]

EXPRESSIONS = [
    ("import", "__import__('os').system('id')"),
    ("class", "''.__class__.__mro__[1].__subclasses__()"),
    ("class of data", "item.__class__"),
    ("globals", "item.name.upper.__globals__"),
    ("call of a method", "item.name.upper()"),
    ("format", "'{0.__class__}'.format(item)"),
    ("format by percent", "'%999999999d' % 1"),
    ("tower of powers", "9**9**9"),
    ("long tower of powers", "9**9**9**9**9"),
    ("products", "*".join(["999999999"] * 90)),
    ("shifts", "1 << 10**10"),
    ("repeated words", "'a' * 10**10"),
    ("repeated list", "[0] * 10**9"),
    ("brackets", "(" * 100_000 + "1" + ")" * 100_000),
    ("fewer brackets", "(" * 400 + "1" + ")" * 400),
    ("signs", "-" * 900 + "1"),
    ("nots", "not " * 200 + "1"),
    ("conditions", "1 if " * 150 + "1" + " else 0" * 150),
    ("lambda", "(lambda: 1)()"),
    ("comprehension", "[x for x in 10**9|range]"),
    ("range", "1000000000|range"),
    ("range from below", "(-1000000000)|range(0)"),
    ("centred", "'a'|center(1000000000)"),
    ("indented", "'a'|indent(1000000000)"),
    ("attribute filter", "item|attr('__class__')"),
    ("map filter", "[item]|map(attribute='__class__')|list"),
    ("sum of a class", "[item]|sum(attribute='__class__')"),
    ("replaced without end", "'aaaaaaaaaa'" + "|replace('a', 'aaaaaaaaaaaaaaaaaaaa')" * 20),
    ("joined without end", "(1000|range)|join('" + "x" * 900 + "')"),
    ("tilde", " ~ ".join(["(1000|range|join('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'))"] * 8)),
    ("changed data", "item.update({'name': 'x'})"),
    ("cycler", "cycler(1, 2)"),
    ("lipsum", "lipsum(n=1000000)"),
    ("statement", "1 %} {% set x = 1"),
    ("comment", "1 #} x {#"),
    ("nul", "'a\\x00b'"),
    ("assignment", "x = 1"),
    ("walrus", "(x := 1)"),
    ("self", "self"),
    ("division by zero", "1 / 0"),
    ("remainder of zero", "1 % 0"),
    ("infinite", "1e999"),
    ("digits", "9" * 999),
]  # fmt: skip

FORMULAS = [
    Case(
        f"formula: {name}",
        formula(f"'{words.replace(chr(39), chr(39) * 2)}'"),
        "D006",
        "cards.yaml:9:",
        more=name == "brackets",
    )
    for name, words in EXPRESSIONS
]
LATE = dict.fromkeys(
    ["tower of powers", "long tower of powers", "products", "repeated words", "repeated list", "range", "range from below", "sum of a class",
     "replaced without end", "joined without end", "tilde", "division by zero", "remainder of zero", "format by percent"],
    "T022",
) | dict.fromkeys(["class of data", "globals", "self"], "T021")  # fmt: skip
"""What can be read, and fails with its values."""

BOUND = [Case(f"template: {name}", bound(words), LATE.get(name, "T020"), "card.svg:6:") for name, words in EXPRESSIONS]

LARGE = [
    Case(
        "many different members",
        bound("(" + " + ".join(["1000|range"] * 9) + ")" + "|unique" * 70 + "|length"),
        "T022",
        "card.svg:6:",
    ),
    Case(
        "many sorted members",
        bound("(" + " + ".join(["1000|range"] * 9) + ")" + "|sort" * 70 + "|length"),
        "T022",
        "card.svg:6:",
    ),
    Case("a surrogate in words", bound(r"'a\ud800b'"), "T020", "card.svg:6:"),
    Case(
        "a picture named by an expression",
        {"l/card.svg": ("</svg>", "<image pnp:href=\"'../../../../../../etc/passwd'\" width='9' height='9'/></svg>")},
        "T009",
    ),
    Case(
        "a colour made by an expression",
        {"l/card.svg": ("</svg>", "<rect width='9' height='9' pnp:fill=\"'url(file:///etc/passwd)'\"/></svg>")},
        "T012",
        more=True,
    ),
    Case(
        "a path made by an expression",
        {
            "l/card.svg": (
                "</svg>",
                "<path pnp:d=\"'M0 0' ~ (1000|range|join('h1v1h-1v-1h1v1h-1v-1h1v1h-1v-1h1v1h-1v-1h1v1h-1v-1h1v1h-1v-1h1v1h-1v-1h1v'))\" pnp:for=\"a in 1000|range\"/></svg>",
            )
        },
        "T022",
        more=True,
    ),
]

CASES = [*TEXTS, *FORMULAS, *BOUND, *LARGE]


@pytest.fixture(scope="module")
def runs(request, tmp_path_factory):
    return run_all(asked_for(request), tmp_path_factory.mktemp("words"))


@every(CASES)
def test_bad_words(runs, case):
    hold(case, *runs)
