"""Reading YAML: strict scalars, places, budgets, and faults in a designer's words; with libyaml and without."""

from __future__ import annotations

import time

import pytest

from generator.data.reading import load
from generator.diagnostics.findings import Fault, Mark
from generator.project import Project


@pytest.fixture(params=["libyaml", "python"], autouse=True)
def loader(request, monkeypatch):
    """Every test runs with both loaders."""
    if request.param == "libyaml" and not load.yaml.__with_libyaml__:
        pytest.skip("PyYAML has no libyaml here")
    monkeypatch.setattr(load, "_LOADER", load._make_loader(request.param == "libyaml"))


def data_of(text):
    document, findings = load.load_text(text, "x.yaml")
    assert findings == []
    return document.data


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("+4", 4),
        ("0", 0),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1.5e3", 1500.0),
        ("True", "True"),
        ("yes", "yes"),
        ("NO", "NO"),
        ("on", "on"),
        ("012", "012"),
        ("0o17", "0o17"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("2020-01-01", "2020-01-01"),
        ("=", "="),
        ("Null", "Null"),
        ('"12"', "12"),
        ("'true'", "true"),
        ('""', ""),
        ("٣", "٣"),
        ("１２", "１２"),
    ],
)
def test_scalars_are_strict(written, value):
    found = data_of(f"a: {written}")["a"]
    assert found == value
    assert type(found) is type(value)


def test_keys_are_words_or_numbers():
    assert data_of("{true: 1, no: 2, 3: 4, 012: 5, '6': 7}") == {"true": 1, "no": 2, 3: 4, "012": 5, "6": 7}


def test_anchors_and_merges_work():
    text = "b: &b {x: 1, y: 2}\nc: {<<: *b, y: 3}\nd: {y: 4, <<: [*b, {z: 5}]}\ne: *b"
    assert data_of(text) == {
        "b": {"x": 1, "y": 2}, "c": {"y": 3, "x": 1}, "d": {"y": 4, "x": 1, "z": 5}, "e": {"x": 1, "y": 2}
    }  # fmt: skip


def test_every_key_and_value_has_its_place():
    document, _ = load.load_text('a: 日本\nb:\n  - {id: "x", n: 12}\n  -   id: y\n', "f.yaml")
    first, second = document.data["b"]
    assert document.data.mark("a") == Mark("f.yaml", 1, 4, 2)
    assert document.data.key_mark("b") == Mark("f.yaml", 2, 1, 1)
    assert first.mark() == Mark("f.yaml", 3, 5, 16)
    assert first.mark("id") == Mark("f.yaml", 3, 10, 3)
    assert first.key_mark("n") == Mark("f.yaml", 3, 15, 1)
    assert first.mark("n") == Mark("f.yaml", 3, 18, 2)
    assert second.mark() == Mark("f.yaml", 4, 7, 1)
    assert document.data["b"].mark(1) == Mark("f.yaml", 4, 7, 1)


def test_what_has_no_place_is_put_at_the_start_of_its_file():
    document, _ = load.load_text("a: 1", "f.yaml")
    assert document.data.mark("nothing") == Mark("f.yaml", 1, 1, 1)


@pytest.mark.parametrize(
    ("text", "line", "column", "code", "words"),
    [
        ("a: {food} x", 1, 11, "Y005", "words follow after what `{` began"),
        ("a: **b**", 1, 4, "Y005", "cannot start with `*`"),
        ("a: &", 1, None, "Y005", "cannot start with `&`"),
        ("a: @x", 1, 4, "Y005", "cannot start with `@`"),
        ("a: `x`", 1, 4, "Y005", "cannot start with"),
        ("%x\na: 1", None, None, "Y005", "cannot start with `%`"),
        ("a: b: c", 1, 5, "Y005", "`:` stands inside the words of `a`"),
        ("a: - b", 1, 4, "Y005", "starts a list where none can be"),
        ('a: "x" y', 1, 8, "Y005", "words follow after what"),
        ("a: 'it's'", 1, 8, "Y005", "words follow after what"),
        ('a: "x\nb: 2', 1, 4, "Y005", "not closed up to line 2"),
        ("a: [1, 2\nb: 3", 1, 4, "Y005", "`[` is not closed"),
        ("a: {b: 1", 1, 4, "Y005", "`{` is not closed"),
        ("a: {b: x {c} y}", 1, 10, "Y005", "`{` stands where `,` or `}` should be"),
        ("a: }", 1, 4, "Y005", "`}` stands where a value should be"),
        ("- 1\nb: 2", 2, 1, "Y005", "a key stands among the members of a list"),
        ("a:\n  b: 1\n c: 2", 3, 2, "Y005", "does not fit the indentation"),
        ("name：値\nb: 2", 1, 5, "Y005", "full-width colon"),
        ("a:\n\u3000b: 1\nc: d: 2", 2, None, "Y005", "full-width space"),
        ("a:1\nb: 2", 1, 2, "Y005", "no space follows this colon"),
        ("a: *x", 1, 4, "Y005", "the alias has no anchor"),
        ("a: &x 1\nb: &x 2", 2, 4, "Y005", "the anchor is given twice"),
        ('a: "\\q"', 1, None, "Y005", "unknown escape"),
        ('a: "\\u12"', 1, None, "Y005", "unknown escape"),
        ("a: 1\n---\nb: 2", 2, 1, "Y005", "second document"),
        ("a: > x", 1, None, "Y005", "words follow `|` or `>`"),
        ("a:\n\t- 1", 2, 1, "Y004", "a tab stands in the indentation"),
        ("? [a]\n: 1", 1, 3, "Y012", "a key must be a plain word"),
        (": 1", 1, 1, "Y005", "a key is empty"),
        ("?\n: 1", 1, None, "Y012", "a key is empty"),
        ("a: {<<: 3}", 1, 9, "Y012", "`<<` takes a mapping"),
        ("a: !!python/object:os.system x", 1, 4, "Y007", "`!!python/object:os.system`"),
        ("a: !x y", 1, 4, "Y007", "`!x`"),
        ("a: &a [*a]", 1, 4, "Y010", "nested more than 64 levels deep"),
        ("a: &a {b: *a}", 1, 4, "Y010", "nested more than 64 levels deep"),
    ],
)
def test_faults_have_their_place_and_their_words(text, line, column, code, words):
    _, findings = load.load_text(text, "x.yaml")
    assert len(findings) == 1
    assert findings[0].code == code
    assert line in (None, findings[0].mark.line)
    assert column in (None, findings[0].mark.column)
    assert words in findings[0].message
    assert findings[0].hint


def test_several_faults_of_one_file_come_in_one_run():
    text = "items:\n  - id: a\n    n: **x**\n  - id: b\n    n: fine\n  - id: c\n    n: {x} z\n  - id: d\n    q: 'x\n"
    _, findings = load.load_text(text, "x.yaml")
    assert [f.mark.line for f in findings] == [3, 7, 9]


def test_a_missing_file_is_a_finding(tmp_path):
    document, findings = load.load_file(tmp_path / "none.yaml", "none.yaml")
    assert document is None
    assert [f.code for f in findings] == ["Y001"]
    with pytest.raises(Fault):
        load.load(tmp_path / "none.yaml", Project(tmp_path))


@pytest.mark.slow
def test_many_records_are_read_quickly(loader):
    """A generous ceiling: a thousand records take 0.03 s with libyaml, 0.3 s without."""
    record = "  - {{id: c-{0}, name: 農場{0}, count: 2, cost: 3, text: '1枚引く。', a: 1, b: 2, c: x, d: 1.5}}\n"
    text = "items:\n" + "".join(record.format(i) for i in range(1000))
    started = time.process_time()
    document, _ = load.load_text(text, "x.yaml")
    assert time.process_time() - started < 10
    assert document.data["items"][999].mark("id") == Mark("x.yaml", 1001, 10, 5)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("{a: effects?}", {"a": "effects?"}),
        ("{a: x?, b: y}", {"a": "x?", "b": "y"}),
        ("[who?, what ? where]", ["who?", "what ? where"]),
        ("{ja: 何?}", {"ja": "何?"}),
        ("{a?: b}", {"a?": "b"}),
        ("{a: [b?], c: {d: e?}}", {"a": ["b?"], "c": {"d": "e?"}}),
        ("{a: b:c}", {"a": "b:c"}),
    ],
)
def test_words_among_brackets_may_hold_a_question_mark(written, value):
    assert data_of(f"key: {written}\n") == {"key": value}


@pytest.mark.parametrize("written", ["{a:}", "[a:]", "{a: b:}", "[a :, b]"])
def test_a_colon_before_a_bracket_is_no_word(written):
    _, findings = load.load_text(f"key: {written}\n", "x.yaml")
    assert [f.code for f in findings] == ["Y005"]


SET = """\
id: card
size: poker-metric
fields: {name: text, tags: list of word}
items:
  - id: elf
    count: 2
    name: "Elf"
    tags: [a, b]
  - id: orc
    name: {en: Orc, ja: オーク}
  - {id: imp, name: Imp, tags: [d]}
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ('"Elf"', '"Elf', 7),
        ("[a, b]", "[a, b", 8),
        ("オーク}", "オーク", 10),
        ("en: Orc", 'en: "Orc', 10),
        ("text, tags: list of word}", "text,\n  tags: list of word", 3),
        ("[d]}", "[d]", 11),
        ("[d]}", "[d}", 11),
        ("size: ", "size: [", 2),
        ("    count", "\tcount", 6),
        ('    count: 2\n    name: "', '\tcount: 2\n\tname: "', 6),
        ("count: 2", "count 2", 6),
        ("count: 2", "count:2", 6),
        ("items:", "items", 4),
        ("    count", "     count", 6),
        ("    count", "  count", 6),
        ("  - id: orc", "  id: orc", 9),
        ("  - id: orc", "  -id: orc", 9),
        ("- id: orc", "- id orc", 9),
    ],
)
def test_a_slip_hides_nothing_and_is_read_as_it_was_meant(right, wrong, line):
    document, findings = load.load_text(SET.replace(right, wrong) + "zeta: 1\nzeta: 2\n", "x.yaml")
    more = wrong.count("\n") - right.count("\n")
    assert [(f.code[0], f.mark.line) for f in findings] == [("Y", line), ("Y", 13 + more)]
    assert document.data == {**data_of(SET), "zeta": 1}


def test_choices_without_quotes_hide_nothing_else_in_their_file():
    text = "a: {b: one of [x, y]?, c: text}\nd: {e: one of [1, 2]}\nf: 1\nf: 2\n"
    document, findings = load.load_text(text, "x.yaml")
    assert document is not None
    assert document.data == {"a": {"b": "one of [x, y]?", "c": "text"}, "d": {"e": "one of [1, 2]"}, "f": 1}
    assert [f"{f.code} {f.mark.line}:{f.mark.column}" for f in findings] == ["Y005 1:15", "Y005 2:15", "Y006 4:1"]
    assert "double quotes" in findings[0].hint
    assert document.data["a"].mark("c").column == 27
