"""Bad YAML through the command line: text, structure, bombs, types, counts, rules. See `tests/hostile/kit.py`."""

from __future__ import annotations

import pytest

from tests.hostile.kit import BASE, Case, asked_for, every, hold, run_all

CARDS = (BASE / "components" / "tiny" / "cards.yaml").read_text()
GAME = (BASE / "components" / "tiny" / "game.yaml").read_text()
ONE = "  - id: one\n"


def cards(old, new):
    return {"c/cards.yaml": (old, new)}


def bomb(levels, width, merge=False):
    """Anchors that each use the one before `width` times."""
    lines = ["a0: &a0 {k: x}" if merge else "a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for n in range(1, levels):
        uses = ", ".join([f"*a{n - 1}"] * width)
        lines.append(f"a{n}: &a{n} {{<<: [{uses}]}}" if merge else f"a{n}: &a{n} [{uses}]")
    return "\n".join(lines) + "\n"


def many(words, count):
    return "".join(f"  - {{{words.replace('{}', str(n))}}}\n" for n in range(count)) + ONE


def rules(text):
    return {"c/rules.yaml": text}


SECTION = "sections:\n  - id: play\n    title: Play\n    rules:\n"

TEXT = [
    Case("empty", {"c/cards.yaml": ""}, "D003", "cards.yaml:1:1"),
    Case("spaces only", {"c/cards.yaml": "  \n\n  "}, "D003"),
    Case("comment only", {"c/cards.yaml": "# nothing yet\n"}, "D003"),
    Case("byte order mark", {"c/cards.yaml": "\ufeff" + CARDS}),
    Case("windows line ends", {"c/cards.yaml": CARDS.replace("\n", "\r\n")}),
    Case("old mac line ends", {"c/cards.yaml": CARDS.replace("\n", "\r")}),
    Case("utf-16", {"c/cards.yaml": CARDS.encode("utf-16")}, "Y002", "cards.yaml:1:1"),
    Case("latin-1", {"c/cards.yaml": CARDS.replace("One", "Café").encode("latin-1")}, "Y002", "cards.yaml:10:14"),
    Case(
        "shift_jis",
        {"c/cards.yaml": CARDS.replace("One", "麦畑の夜").encode("cp932")},
        "Y002",
        "cards.yaml:10:11",
        words="Shift_JIS",
    ),
    Case("cut in a character", {"c/cards.yaml": CARDS.encode() + "# 麦".encode()[:-1]}, "Y002", "cards.yaml:12:3"),
    Case("overlong utf-8", {"c/cards.yaml": CARDS.encode().replace(b"One", b"\xc0\xafx")}, "Y002", "cards.yaml:10:11"),
    Case(
        "surrogate in utf-8",
        {"c/cards.yaml": CARDS.encode().replace(b"One", b"\xed\xa0\x80")},
        "Y002",
        "cards.yaml:10:11",
    ),
    Case("escaped surrogate", cards("name: One", r'name: "\ud800"'), "Y005", "cards.yaml:10:14"),
    Case("escaped nul", cards("name: One", r'name: "a\0b"'), "Y003", "cards.yaml:10:11"),
    Case("escaped bell", cards("name: One", r'name: "a\ab"'), "Y003", "cards.yaml:10:11"),
    Case("nul byte", cards("One", "O\0ne"), "Y003", "cards.yaml:10:12"),
    Case("control character", cards("One", "O\x1bne"), "Y003", "cards.yaml:10:12"),
    Case("line separator", cards("One", "O\u2028ne"), "Y003", "cards.yaml:10:12"),
    Case("tab", cards("    count", "\tcount"), "Y004", "cards.yaml:9:1"),
    Case("// comment", {"c/cards.yaml": "// a comment\n" + CARDS}, "Y005", "cards.yaml:1:1", more=True),
    Case("two documents", {"c/cards.yaml": CARDS + "---\nid: x\n"}, "Y005", "cards.yaml:12:1"),
    Case("binary", {"c/cards.yaml": bytes(range(1, 256)) * 20}, "Y002"),
    Case("a picture", {"c/cards.yaml": b"\x89PNG\r\n\x1a\n" + bytes(300)}, "Y002"),
    Case("directive", {"c/cards.yaml": "%YAML 9.9\n---\n" + CARDS}, "Y005", more=True),
    Case("unclosed quote", cards('rounds."', "rounds."), "Y005", "cards.yaml:11:11"),
    Case("unclosed bracket", cards("count: 2", "count: [2"), "Y005", "cards.yaml:9:12"),
    Case("full-width colon", cards("count: 2", "count：2"), "Y005", "cards.yaml:9:10"),
]

STRUCTURE = [
    Case("a list", {"c/cards.yaml": "- 1\n- 2\n"}, "D003", "cards.yaml:1:1"),
    Case("a word", {"c/cards.yaml": "cards\n"}, "D003", "cards.yaml:1:1"),
    Case("a game that is a list", {"c/game.yaml": "- 1\n"}, "D003", "game.yaml:1:1"),
    Case("duplicate key", cards("count: 2", "count: 2\n    count: 3"), "Y006", "cards.yaml:10:5"),
    Case("duplicate id", cards("items:\n", "items:\n  - {id: one, name: A, text: B}\n"), "D005", "cards.yaml:9:9"),
    Case("unknown key", cards("count: 2", "cuont: 2"), "D001", "cards.yaml:9:5"),
    Case("wrong type", cards("items:\n", "items: 5\nitem:\n"), "D003", "cards.yaml:7:8", more=True),
    Case("missing required", cards("kind: card\n", ""), "D002", "cards.yaml:1:1"),
    Case(
        "anchor with dots", cards("name: One", "name: &a.b.c One"), "Y005", "cards.yaml:10:11", words="start with `&`"
    ),
    Case("merge keys", cards(ONE, "  - &base {id: zero, name: A, text: B}\n  - {<<: *base, id: two}\n" + ONE)),
    Case("recursive alias", cards('text: "Take', 'text: &a [*a]\n    more: "Take'), "Y010", more=True),
    Case("merge of itself", cards(ONE, "  - &a {id: two, <<: *a}\n" + ONE), "Y010", more=True),
    Case("alias without anchor", cards("name: One", "name: *none"), "Y005", "cards.yaml:10:11"),
    Case("a key that is a list", cards("count: 2", "? [a, b]\n    : 1"), "Y012", "cards.yaml:9:7"),
    Case("an empty key", cards("count: 2", ": 1"), "Y005", "cards.yaml:9:5"),
    Case(
        "python object",
        cards("name: One", "name: !!python/object/apply:os.system [id]"),
        "Y007",
        "cards.yaml:10:11",
        more=True,
    ),
    Case("python name", cards("name: One", "name: !!python/name:os.system ''"), "Y007", "cards.yaml:10:11"),
    Case("binary tag", cards("name: One", "name: !!binary aGk="), "Y007", "cards.yaml:10:11"),
    Case("own tag", cards("name: One", "name: !include /etc/passwd"), "Y007", "cards.yaml:10:11"),
    Case("keys that mean harm", cards("count: 2", "__class__: 2"), "D001", "cards.yaml:9:5"),
]

BOMBS = [
    Case("alias bomb", {"c/cards.yaml": bomb(9, 9)}, "Y009"),
    Case("merge bomb", {"c/cards.yaml": bomb(9, 9, merge=True)}, "Y009", slow=True),
    Case("deep lists", {"c/cards.yaml": "[" * 5_000 + "]" * 5_000}, "Y010", "cards.yaml:1:65"),
    Case("deep dashes", {"c/cards.yaml": "- " * 5_000 + "x"}, "Y010"),
    Case("deep mappings", {"c/cards.yaml": "".join(" " * n + "k:\n" for n in range(1_500))}, "Y010"),
    Case("deep flow keys", {"c/cards.yaml": "{a: " * 3_000 + "}" * 3_000}, "Y010"),
    Case("ten megabytes", {"c/cards.yaml": "# " + "x" * 10_000_000}, "Y008", "cards.yaml"),
    Case("long number", cards("count: 2", "count: 1" + "0" * 9_000), "Y011", "cards.yaml:9:12"),
    Case("many values", {"c/cards.yaml": "items: [" + "1," * 250_000 + "1]"}, "Y009", slow=True),
    Case("many findings", {"c/cards.yaml": CARDS + "".join(f"k{n}: 1\n" for n in range(20_000))}, "D001", more=True),
    Case("many duplicate keys", {"c/cards.yaml": CARDS + "id: x\n" * 19_000}, "Y006", more=True),
    Case("many syntax errors", {"c/cards.yaml": "a: [\n" * 40 + "x: }\n" * 20_000}, "Y005", more=True),
    Case("one long line", {"c/cards.yaml": CARDS + "x" * 4_000_000 + ": 1\n"}, "Y005", more=True),
    Case(
        "many anchors", {"c/cards.yaml": CARDS + "x: [" + ", ".join(f"&a{n} 1" for n in range(30_000)) + "]\n"}, "D001"
    ),
    Case("many items without a name", cards(ONE, many("id: n{}, text: B", 400)), "D002", more=True),
    Case("many ids that are none", cards(ONE, many("id: N{}, name: A, text: B", 400)), "D004", more=True),
    Case("many faulty counts", cards(ONE, many("id: n{}, count: x + {}, name: A, text: B", 400)), "D006", more=True),
    Case("many ids twice", cards(ONE, many("id: n, name: A, text: B", 400)), "D005", more=True),
    Case("many unknown terms", cards(ONE, many("id: n{}, name: '{gold}', text: B", 400)), "R001", more=True),
    Case("many faults of markup", cards(ONE, many("id: n{}, name: '{', text: '}'", 400)), "R020", more=True),
    Case("many languages", cards(ONE, many("id: n{}, name: {l{}: A}, text: B", 400)), "D008", more=True),
    Case("a bomb of fonts", {"layouts/fonts/fonts.yaml": bomb(9, 9, merge=True)}, "Y009", "fonts.yaml:1:5", slow=True),
    Case("a bomb of sizes", {"layouts/sizes.yaml": bomb(9, 9)}, "Y009", "sizes.yaml:1:34"),
    Case("a bomb of papers", {"layouts/papers.yaml": bomb(9, 9)}, "Y009", "papers.yaml", more=True),
]

TYPES = [
    *(
        Case(
            f"pairs of {words[:9]}",
            cards("items:", f"unique: [{{fields: [name], all: pairs of {words}}}]\nitems:"),
            code,
        )
        for words, code in (("1 to " + "9" * 5_000, "D006"), ("² to 5", "D006"), ("9-" + "9" * 40, "D006"))
    ),
    Case("count no", cards("count: 2", "count: no"), "D006", "cards.yaml:9:12"),
    Case("count 1:30", cards("count: 2", "count: 1:30"), "D006", "cards.yaml:9:12"),
    Case("count octal", cards("count: 2", "count: 0o17"), "D006", "cards.yaml:9:12"),
    Case("count old octal", cards("count: 2", "count: 017"), "D006", "cards.yaml:9:12"),
    Case("count hexadecimal", cards("count: 2", "count: 0x1F"), "D006", "cards.yaml:9:12"),
    Case("count date", cards("count: 2", "count: 2024-01-01"), "D006", "cards.yaml:9:18"),
    Case("count 1e3", cards("count: 2", "count: 1e3"), "D006", "cards.yaml:9:12"),
    Case("count infinite", cards("count: 2", "count: .inf"), "D006", "cards.yaml:9:12"),
    Case("count nan", cards("count: 2", "count: .nan"), "D006", "cards.yaml:9:12"),
    Case("count 1.0e999", cards("count: 2", "count: 1.0e999"), "Y011", "cards.yaml:9:12"),
    Case("parameter 1.0e999", {"c/game.yaml": ("value: 3", "value: 1.0e999")}, "Y011", "game.yaml:6:33"),
    Case("count =", cards("count: 2", "count: ="), "D006", "cards.yaml:9:12"),
    Case("name no", cards("name: One", "name: no")),
    Case("name 12", cards("name: One", "name: 12"), "D003", "cards.yaml:10:11"),
    Case("name date", cards("name: One", "name: 2024-01-01")),
    Case("count 0", cards("count: 2", "count: 0"), "", more=True),
    Case("count -1", cards("count: 2", "count: -1"), "D009", "cards.yaml:9:12"),
    Case("count 1.5", cards("count: 2", "count: 1.5"), "D003", "cards.yaml:9:12"),
    Case("count '3'", cards("count: 2", "count: '3'"), "D006", "cards.yaml:9:12"),
    Case("count 10^9", cards("count: 2", "count: 1000000000"), "D009", "cards.yaml:9:12"),
    Case("count null", cards("count: 2", "count: null"), "D003", "cards.yaml:9:12"),
    Case("count true", cards("count: 2", "count: true"), "D003", "cards.yaml:9:12"),
    Case(
        "300,000 pieces",
        cards(ONE, many("id: n{}, count: 9999, name: A{}, text: B", 30)),
        "S002",
        argv=("build", "tiny"),
    ),
    Case(
        "size of a kilometre",
        cards("size: poker-metric", "size: {shape: rectangle, width: 1000000, height: 9}"),
        "T061",
        more=True,
    ),
    Case("size of nothing", cards("size: poker-metric", "size: {shape: circle, diameter: 0}"), "T061", more=True),
    Case("size not finite", cards("size: poker-metric", "size: {shape: circle, diameter: 1.0e400}"), "Y011", more=True),
    Case("players upside down", {"c/game.yaml": ("[2, 4]", "[4, 2]")}, "D015", "game.yaml:3:10"),
    Case("a billion players", {"c/game.yaml": ("[2, 4]", "[1, 1000000000]")}, "D015", "game.yaml:3:10"),
    Case("language that is a path", {"c/game.yaml": ("[en]", '["../../x"]')}, "D004", more=True),
    Case(
        "parameter that needs itself",
        {"c/game.yaml": ("value: 3", "value: rounds + 1")},
        "D006",
        "game.yaml:6:33",
        more=True,
    ),
    Case(
        "parameters in a circle",
        {"c/game.yaml": ("value: 3}", "value: turns}\n  turns: {name: t, value: rounds}")},
        "D006",
        "game.yaml:7:27",
        more=True,
    ),
    Case(
        "long chain of parameters",
        {
            "c/game.yaml": (
                "value: 3}",
                "value: p0}\n"
                + "".join(f"  p{n}: {{name: p, value: p{n + 1} + p{n + 1}}}\n" for n in range(400))
                + "  p400: {name: p, value: 1}",
            )
        },
        "D006",
        more=True,
    ),
]

RULES = [
    Case(
        "two rules with one id",
        rules(SECTION + "      - {id: play.a, text: A.}\n      - {id: play.a, text: B.}\n"),
        "D005",
        "rules.yaml:6:14",
        more=True,
    ),
    Case(
        "rules in a circle",
        rules(
            SECTION + "      - {id: play.a, text: 'See [[play.b]].'}\n      - {id: play.b, text: 'See [[play.a]].'}\n"
        ),
        more=True,
    ),
    Case(
        "a rule that is not there",
        rules(SECTION + "      - {id: play.a, text: 'See [[play.none]].'}\n"),
        "R005",
        "rules.yaml:5:33",
        more=True,
    ),
    Case(
        "rules nested deep",
        rules(
            SECTION
            + "".join(
                "  " * (2 * n + 3)
                + f"- id: play.r{n}\n"
                + "  " * (2 * n + 4)
                + "text: A.\n"
                + "  " * (2 * n + 4)
                + "rules:\n"
                for n in range(60)
            )
        ),
        "Y010",
        more=True,
    ),
    Case("unknown thing in a rule", rules(SECTION + "      - {id: play.a, text: 'Take {gold}.'}\n"), "R001", more=True),
]

CASES = [*TEXT, *STRUCTURE, *BOMBS, *TYPES, *RULES]


@pytest.fixture(scope="module")
def runs(request, tmp_path_factory):
    return run_all(asked_for(request), tmp_path_factory.mktemp("yaml"))


@every(CASES)
def test_bad_yaml(runs, case):
    hold(case, *runs)
