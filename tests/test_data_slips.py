"""The slips of a designer who is no programmer, in YAML: each at its own place, and with the words to write instead."""

from __future__ import annotations

import copy
import functools
import operator

import pytest
import yaml

from generator.data.build import SCHEMAS
from generator.data.reading.load import load_text
from generator.data.schema.validation import validate
from generator.data.schema.values import RECORDS, Record
from generator.diagnostics import findings
from generator.values import replace
from tests.test_data_mistakes import findings_of, spoil

CARDS, TILES, GAME, RULES = "cards.yaml", "tiles.yaml", "game.yaml", "rules.yaml"
NAME = "name: {ja: 夜明け, en: Dawn}"
TEXT = "en: Gain {sun} at **dawn**. Keep {=hand-size} cards."
SUIT = "    suit: sun\n    effects"
COUNT = "    count: 2\n"
QUOTE = "put the whole value in double quotes"

SLIPS = [
    # brackets and quotation marks
    (CARDS, NAME, NAME[:-1], "18:11", "`{` is not closed up to line 19", "close it with `}`"),
    (CARDS, NAME, "name: {\n      ja: 夜明け,\n      en: Dawn", "18:11", "not closed up to line 21", "with `}`"),
    (GAME, "players: [2, 4]", "players: [2, 4", "4:10", "`[` is not closed up to line 5", "close it with `]`"),
    (CARDS, "items:\n", "items: [\n", "16:3", "`-` stands where a value should be", QUOTE),
    (CARDS, NAME, "name: [a, # {\n      b", "18:11", "`[` is not closed up to line 20", "close it with `]`"),
    (CARDS, NAME, "name: {en: {#gold} gold}", "18:16", "`{` is not closed up to line 19", "in double quotes"),
    (TILES, None, "{", "1:1", "`{` is not closed up to the end of the file", "close it with `}`"),
    (TILES, None, "[", "1:1", "`[` is not closed up to the end of the file", "close it with `]`"),
    (TILES, None, "id: tile\nname: {", "2:7", "`{` is not closed up to the end", "close it with `}`"),
    (TILES, "moon, moon]}", "moon,\n", "12:24", "`[` is not closed up to the end", "close it with `]`"),
    (TILES, "sun, moon, sun]}", "sun, moon, sun}", "11:34", "`[` is not closed before the `}`", "close it with `]`"),
    (CARDS, "en: Dawn}", "en: Dawn]", "18:11", "`{` is not closed before the `]` in column 29", "with `}`"),
    (CARDS, "en: Dawn}", "en: Dawn}}", "18:30", "`}` closes nothing", "delete it"),
    (GAME, "players: [2, 4]", "players: [2, 4]]", "4:16", "`]` closes nothing", "delete it"),
    (CARDS, '枚まで。"', "枚まで。", "20:11", '`"` is not closed up to line 21', 'close it with `"`'),
    (CARDS, '枚まで。"', "枚まで。”", "20:11", '`"` is not closed up to line 21', "(`”` does not)"),
    (CARDS, TEXT, "en: 'Gain {sun}", "21:11", "`'` is not closed up to line 22", "close it with `'`"),
    (CARDS, '[[play.gain]]."}', "[[play.gain]].}", "42:55", '`"` is not closed', 'close it with `"`'),
    (RULES, '遊ぶ。",', "遊ぶ。,", "13:20", '`"` is not closed before `en:`', 'close it with `"`'),
    (CARDS, TEXT, "en: 'Don't gain {sun}'", "21:16", "words follow after what `'` began", "write `''`"),
    (CARDS, '"{sun}{sun}を', '"{sun}"太陽"を', "42:23", 'words follow after what `"` began', 'write `\\"`'),
    (CARDS, TEXT, "en: “{sun} at dawn: x”", "21:11", "`“` is no quotation mark", 'write straight ones: `".."`'),
    (CARDS, 'en: "Gain {sun}{sun}.', "en: “Gain {sun},", "42:55", "`“` is no quotation mark", "straight ones"),
    (GAME, '"#3b5b92"', "“#3b5b92”", "31:16", "is not a colour", 'write `"#3b5b92"`, in straight quotes'),
    # a number where it has a name
    (
        GAME,
        "rounds: {name: {ja: ラウンド数, en: rounds}, value: 3}",
        "rounds: 3",
        "10:11",
        "must be a mapping",
        ", value: 3}`",
    ),
    # tabs, spaces, indentation
    (CARDS, SUIT, "\tsuit: sun\n    effects", "22:1", "a tab stands in the indentation", "indent with spaces"),
    (CARDS, SUIT, "  \tsuit: sun\n    effects", "22:3", "a tab stands in the indentation", "indent with spaces"),
    (CARDS, "  - id: dawn", "  -\tid: dawn", "16:4", "a tab stands after `-`", "write a plain"),
    (CARDS, SUIT, "     suit: sun\n    effects", "22:6", "does not fit the indentation", "4 spaces, like line 19"),
    (CARDS, SUIT, "   suit: sun\n    effects", "22:4", "among the members of a list", "4 spaces, like line 19"),
    (CARDS, "  - id: dusk", " - id: dusk", "26:2", "does not fit the indentation", "2 spaces, like line 16"),
    (CARDS, "  - id: dusk", "    - id: dusk", "26:5", "does not fit the indentation", "2 spaces, like line 16"),
    (GAME, "  rounds: {", " rounds: {", "10:2", "indentation of the lines below", "2 spaces, like line 11"),
    (GAME, "  hand-size", " hand-size", "11:2", "indentation of the lines above", "2 spaces, like line 10"),
    (CARDS, COUNT, f"{COUNT}      more: 3\n", "18:7", "`more` is indented deeper", "4 spaces, like line 17"),
    (CARDS, "en: |\n        Gain", "en: |\n      Gain", "34:7", "are not indented", "deeper than `en`"),
    (CARDS, "  - id: dusk", "  -id: dusk", "26:3", "no space follows `-`", "write a space"),
    (CARDS, "- shuffle", "-shuffle", "39:7", "no space follows `-`", "write a space"),
    (CARDS, "- shuffle", "* shuffle", "39:7", "`*` starts no member of a list", "write `- `"),
    (CARDS, SUIT, "    suit:\u00a0sun\n    effects", "22:10", "a no-break space stands after this colon", "plain"),
    (CARDS, SUIT, "\u00a0\u00a0suit: sun\n    effects", "22:1", "a no-break space stands in the indentation", "plain"),
    (CARDS, SUIT, "    suit: \u200bsun\n    effects", "22:11", "an invisible space stands beside `sun`", "delete it"),
    (CARDS, SUIT, "    \ufeffsuit: sun\n    effects", "22:5", "a byte order mark stands beside `suit`", "delete it"),
    (TILES, "  - {id: mixed", "  {id: mixed", "11:3", "no `- ` stands before this member", "write `- `"),
    (CARDS, "{what: moon, amount: 2}", "{what: moon, amount: 2.5}", "38:36", "not the number 2.5", "as `number`"),
    # colons, commas and keys
    (CARDS, "夜明け, en: Dawn}", "夜明け en: Dawn}", "18:20", "no comma stands before `en`", "write `, ` there"),
    (CARDS, 'を見よ。", en:', 'を見よ。" en:', "42:50", "no comma stands before `en`", "write `, ` before it"),
    (GAME, "- id: chip-count", "- id chip-count", "43:5", "`id chip-count` has no colon", "write `id: chip-count`"),
    (CARDS, COUNT, "    count; 2\n", "17:5", "`count; 2` has no colon", "write `count: 2`"),
    (CARDS, COUNT, "    count: 2#two\n", "17:13", "from `#two` on", "write a space before `#`"),
    (
        CARDS,
        '[[play.gain]]."}',
        '[[play.gain]].", rule: [x]}',
        "42:11",
        "must be words by language",
        "`rule` is no lang",
    ),
    (CARDS, COUNT, "    count:2\n", "17:10", "no space follows this colon", "write a space after the colon"),
    (CARDS, NAME, "name: {ja: 夜明け, en:Dawn}", "18:21", "no `: ` stands between", "write `en: Dawn`"),
    (CARDS, TEXT, f"en: Bonus: {TEXT[4:]}", "21:16", "`:` stands inside the words of `en`", QUOTE),
    (CARDS, TEXT, f"{TEXT[:-1]}:", "21:58", "`:` stands inside the words of `en`", QUOTE),
    (CARDS, COUNT, "    count: 2 suit: sun\n", "17:18", "inside the words of `count`", "a line of its own"),
    (CARDS, COUNT, "    count 2\n", "17:5", "`count 2` has no colon", "write `count: 2`"),
    (CARDS, COUNT, "    count = 2\n", "17:5", "`count = 2` has no colon", "write `count: 2`"),
    (TILES, "items:\n", "items\n", "10:1", "`items` has no colon", "write `: ` after the key"),
    (CARDS, "  - id: dusk", "    id: dusk", "26:5", "duplicate key `id`", "write `- ` before it"),
    # Japanese keyboards
    (CARDS, COUNT, "    count：2\n", "17:10", "a full-width colon `：`", "in half width"),
    (CARDS, NAME, "name: {ja：夜明け，en：Dawn}", "18:12", "no `: ` stands", "write `ja: 夜明け, en: Dawn`"),
    (CARDS, NAME, "name: {ja: 夜明け，en: Dawn}", "18:19", "`，` parts no entries", "write `, `"),
    (CARDS, NAME, "name: ｛ja: 夜明け, en: Dawn｝", "18:11", "`｛` is no bracket", "write `{` in half width"),
    (TILES, "[sun, moon, sun]", "[sun、moon、sun]", "11:35", "unknown term", "write `sun, moon, sun`"),
    (CARDS, SUIT, "    suit:　sun\n    effects", "22:10", "a full-width space stands after this colon", "plain"),
    (CARDS, SUIT, "　　suit: sun\n    effects", "22:1", "a full-width space stands in the indentation", "indent"),
    (CARDS, SUIT, "    suit　: sun\n    effects", "22:5", "a full-width space stands beside `suit`", "delete it"),
    (CARDS, SUIT, "    suit: sun　\n    effects", "22:11", "a full-width space stands beside `sun`", "delete it"),
    (CARDS, "  - id: dawn", "  -　id: dawn", "16:4", "a full-width space stands after `-`", "half-width"),
    (CARDS, "  - id: dusk", "  ー id: dusk", "26:3", "`ー` starts no member of a list", "write `- `"),
    (CARDS, "- shuffle", "－ shuffle", "39:7", "`－` starts no member of a list", "write `- `"),
    (CARDS, COUNT, "    count: ２\n", "17:12", "cannot be read from `２` on", "write `2`"),
    (CARDS, COUNT, "    ｃｏｕｎｔ: 2\n", "17:5", "unknown field", "did you mean `count`?"),
    # words that mean something else
    (CARDS, TEXT, "en: {sun} is gained", "21:17", "words follow after what `{` began", QUOTE),
    (CARDS, TEXT, "en: **Gain** {sun}", "21:11", "a value cannot start with `*`", QUOTE),
    (CARDS, TEXT, "en: - {sun}", "21:11", "`- ` starts a list where none can be", QUOTE),
    (CARDS, TEXT, "en: > {sun}", "21:13", "words follow `|` or `>`", QUOTE),
    (CARDS, "en: Dawn}", "en: Dawn, the first}", "18:11", "must be words", '`en: "Dawn, the first"`'),
    (CARDS, COUNT, "    count: 2,\n", "17:13", "`,` is one word too many", "write `2`"),
    (CARDS, "items:\n", "-- the items\nitems:\n", "15:1", "`--` starts no comment", "write `#`"),
    (CARDS, COUNT, f"<<<<<<< HEAD\n{COUNT}=======\n", "17:1", "git left a conflict here", "keep one"),
    (CARDS, "suit: term suit", "suit: term", "12:9", "`term` is no kind of field", "write `term KIND`"),
    (CARDS, "suit: term suit", "suit: Boolean?", "12:9", "`Boolean?` is no kind of field", "write `flag`"),
    (RULES, "Play {=rounds}", "For {=players}", "13:49", "unknown parameter `players`", "write `2 to 4`"),
    (RULES, "Play {=rounds}", "For {players}", "13:49", "unknown term `players`", "write `2 to 4`"),
    (RULES, "Play {=rounds}", "Play {=weeks}", "13:50", "unknown parameter `weeks`", "declare it in `parameters`"),
]


def test_all_comments_of_another_language_are_told_at_once():
    """With the other slips between them; not words of a text that begins in another line."""
    said = "// one\na: 1\nb: |\n  // words\n  // go on\nc:\n  // two\n  - x: y: z\n  // three\n"
    found = load_text(said, "x.yaml")[1]
    assert [(f.code, f.mark.line, f.mark.column) for f in sorted(found, key=lambda f: f.mark.line)] == [
        ("Y005", 1, 1), ("Y005", 7, 3), ("Y005", 8, 9), ("Y005", 9, 3)
    ]  # fmt: skip
    many = "".join(f"  # {n}\n  k{n}: 1\n" for n in range(30)).replace("#", "//")
    assert len(load_text(f"a:\n{many}", "x.yaml")[1]) == 30


@pytest.mark.parametrize(("file", "old", "new", "at", "message", "hint"), SLIPS, ids=lambda v: str(v).strip()[:30])
def test_a_slip_is_told_at_its_place_with_what_to_write(mini_copy, file, old, new, at, message, hint):
    spoil(mini_copy, [(file, old, new)])
    first = findings_of(mini_copy)[0]
    assert f"{first.mark.file.rpartition('/')[2]}:{first.mark.line}:{first.mark.column}" == f"{file}:{at}"
    assert message in first.message
    assert hint in first.hint


@pytest.mark.parametrize(("old", "new", "hint"), [
    ("players: [2, 4]", "players: 3", "write `3`: what texts say of players"),
    ("players: [2, 4]\n", "", "write how many, and `players: [2, 4]` in game.yaml"),
    ("\nparameters:", "\nparameters:\n  players: {name: players, value: 3}", "write `{=players}` for the"),
])  # fmt: skip
def test_what_to_write_for_players_is_what_the_game_says(mini_copy, old, new, hint):
    spoil(mini_copy, [(RULES, "Play {=rounds}", "For {players}"), (GAME, old, new)])
    found = [f for f in findings_of(mini_copy) if "`players`" in f.message]
    assert [hint in f.hint for f in found if f.code == "R001"] == [True]


SOUND = [
    "a: {x: 'it''s', y: \"a: b\", z: [1, {b: c}]} # { [\nb: don't {x} [y] \"z\"\nc: |\n  { [ \"\n  d: '\ne: 1\n",
    "a: plain\n  {x on the next line\nb: 'two\n  lines: here'\nc: [\n  one, # it's\n  two]\n",
    "text: 　字下げの行\nname: 月　\n? x\n: y\n",
    "a: {moon:both}\nb: [{sun:word, x: 1}]\n",
]


@pytest.mark.parametrize("text", SOUND)
def test_what_is_right_is_never_blamed_for_what_is_wrong_below(text):
    """The rough reader of brackets passes over all that YAML itself can read."""
    _, findings = load_text(f"{text}last line\nz: 1\n", "x.yaml")
    assert (findings[0].mark.line, findings[0].message) == (text.count("\n") + 1, "`last line` has no colon")


def test_typographic_signs_are_not_blamed_for_the_line_below():
    text = "ja: “引用” ｛x｝\nen: a “quote”, & b\n  no: 1\n"
    _, findings = load_text(text, "x.yaml")
    assert [(f.mark.line, f.message) for f in findings] == [(3, "`no` is indented deeper than its neighbours")]
    _, findings = load_text(f"a:\n  - x: 1\n    ja: “引用”\n   y: “z”\n{text}", "x.yaml")
    assert [(f.mark.line, f.mark.column) for f in findings] == [(4, 4), (7, 3)]


def test_long_and_broken_texts_are_told_at_once():
    texts = [
        "a: [" + '"x", {b: c}, ' * 15_000,
        "a: b\nx" + " " * 225_000 + "y\nc: d\n",
        "a: " + "{}" * 100_000 + " x: y",
    ]
    for text in (*texts, "a: [" + "、，" * 100_000 + " b: c\n", "a: 'x\n" * 40_000, "- {\n" * 50_000):
        _, findings = load_text(text, "x.yaml")
        assert findings[0].code == "Y005"


# -- whatever is wrong with a key that nothing goes without, reading ends and tells it

WORDS = {"id": "a", "name": "A"}
WHOLE = {
    "game.yaml": {"title": "T", "version": "1", "players": [1, 2], "languages": ["en"],
        "parameters": {"p": {"name": "P", "value": 1}}, "terms": {"k": {"members": {"m": {"name": "M"}}}},
        "questions": [{"id": "q", "about": "set a", "question": "Q", "assumption": "A", "reason": "R"}]},
    "cards.yaml": {**WORDS, "kind": "card", "use": [{"what": "W"}], "parts": [{"by": "f"}], "complete": [{"each": "k"}],
        "unique": [{"fields": ["f"]}], "checks": [{"say": "S", "formula": "1 == 1"}], "items": [{"id": "one"}]},
    "more.yaml": {"adds": "a", "items": [{"id": "one"}], "checks": [{"say": "S", "formula": "1 == 1"}]},
    "rules.yaml": {"sections": [{"id": "a", "title": "A", "rules": [{"id": "a.b", "text": "T"}]}]},
    "setup.yaml": {"modes": {"m": {"name": "M"}}, "steps": [{"id": "a", "do": "deal", "text": "T"}]},
}  # fmt: skip
"""Every mapping that a file may hold, with what it cannot go without."""
MODELS = {**SCHEMAS, "cards.yaml": RECORDS["SetFile"], "more.yaml": RECORDS["ItemsFile"]}
SET = {"id": "cards", "name": "", "kind": "card"}
FALLBACKS = {
    "game.yaml": {"title": "", "version": "", "players": [1, 1], "languages": []},
    "cards.yaml": SET,
    "rules.yaml": {"sections": []},
}
VALUES = [12, None, "My Card", "カード", [], ["A B"], {}, {"A B": 1}, [{}]]
SPELT = [str.title, lambda k: k + k[-1], lambda k: k[1::-1] + k[2:]]


def needed(model, data, path=()):
    """Where a key stands that its mapping cannot go without."""
    for key, entry in model.entries.items():
        inner = getattr(entry.kind, "member", entry.kind)
        if entry.needed:
            yield path, key
        if isinstance(inner, Record) and key in data:
            step = 0 if isinstance(data[key], list) else next(iter(data[key]))
            yield from needed(inner, data[key][step], (*path, key, step))


def spelt(file, path, key, spelling, value):
    """The findings and what is sound of a file in which one key has another spelling ("": is missing) and value."""
    data = copy.deepcopy(WHOLE[file])
    at = functools.reduce(operator.getitem, path, data)
    entries = [(spelling if k == key else k, value if k == key and value != "as it is" else v) for k, v in at.items()]
    at.clear()
    at.update((k, v) for k, v in entries if k)
    document, found = load_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), file)
    assert found == []
    sound = validate(document, MODELS[file], FALLBACKS.get(file, {}))
    assert sound.data is None or not validate(replace(document, data=sound.data), MODELS[file], {}).findings
    told = [(f.code, f.message) for f in sound.findings]
    assert told or value == "as it is" or sound.data == document.data
    return told


NEEDED = [(file, path, key) for file, data in WHOLE.items() for path, key in needed(MODELS[file], data)]


@pytest.mark.parametrize(("file", "path", "key"), NEEDED, ids=str)
def test_reading_ends_and_tells_whatever_is_wrong_with_a_key_that_is_needed(file, path, key):
    """A misspelt key hides nothing: what is wrong with its value is told as well, and nothing else is."""
    assert spelt(file, path, key, "", "as it is") == [("D002", f"`{key}` is missing")]
    for value in ["as it is", *VALUES]:
        right = spelt(file, path, key, key, value)
        for spelling in {spell(key) for spell in SPELT} - {key}:
            unknown = ("D001", f"unknown field `{spelling}`")
            assert sorted(spelt(file, path, key, spelling, value)) == sorted([unknown, *right]), (spelling, value)


@pytest.mark.parametrize(("name", "line", "code", "hint"), [
    ("カード.yaml", "", "D002", "write `id: card` (its id)"),
    ("My Cards.yaml", "", "D002", "write `id: my-cards` (its id)"),
    ("01-cards.yaml", "", "D002", "write `id: cards` (its id)"),
    ("cards.v2.yaml", "", "D002", "write `id: cards-v2` (its id)"),
    ("カード.yaml", "id: My  Card.1\n", "D004", "digits and hyphens: `my-card-1`"),
    ("My Cards.yaml", "ID: Ｃａｒｄ\n", "D001", "did you mean `id`?"),
])  # fmt: skip
def test_a_set_without_an_id_whose_file_has_no_name_for_one_is_told_at_once(mini_copy, name, line, code, hint):
    old = mini_copy.components / "mini" / "cards.yaml"
    (old.parent / name).write_text(line + old.read_text().removeprefix("id: card\n"))
    old.unlink()
    found = findings_of(mini_copy)
    assert (found[0].code, found[0].mark.line, found[0].hint.endswith(hint)) == (code, 1, True), found
    assert len({f.mark.line for f in found}) == 1, found  # and nothing that only follows from it


@pytest.mark.parametrize(("said", "hint"), [
    ("[english, ja]", "did you mean `en`?"), ("[Deutsch]", "did you mean `de`?"), ("[日本語]", "did you mean `ja`?"),
    ("[ja, čeština]", "did you mean `cs`?"), ("klingon", "write a code such as `en`, `ja`, `pt-BR` (BCP 47)"),
    ("[ja, en]", ""), ("[gsw, pt-BR, zh-Hant]", ""),
])  # fmt: skip
def test_languages_have_codes(mini_copy, said, hint):
    spoil(mini_copy, [("game.yaml", "languages: [ja, en]", f"languages: {said}")])
    assert [f.hint for f in findings_of(mini_copy) if f.code in ("D003", "D004")] == [hint] * bool(hint)


def test_a_text_in_a_language_that_is_named_is_told_its_code(mini_copy):
    spoil(mini_copy, [("game.yaml", "en: ", "english: ")])
    assert [f.hint for f in findings_of(mini_copy) if f.code == "D008"] == ["did you mean `en`?"]


@pytest.mark.slow
def test_each_of_thousands_of_misspelt_names_is_told_with_what_is_meant():
    known = [f"name-{n:04}" for n in range(2000)]
    told = [findings.did_you_mean(f"nmae-{n:04}x", known) for n in range(2000)]
    assert told == [f"did you mean `name-{n:04}`?" for n in range(2000)]
