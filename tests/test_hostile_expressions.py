"""Expressions cannot hang, cannot reach Python, cannot change data: laws over random and directed sources."""

from __future__ import annotations

import copy
import shutil
import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.diagnostics.codes import Severity
from generator.expressions.expression import MAX_SOURCE, ExpressionError, compile_expression
from generator.expressions.filters import ARITHMETIC, FILTERS, TESTS
from generator.expressions.runtime import MAX_LIST, MAX_NUMBER, MAX_WORDS
from generator.pipeline import check_all
from generator.project import Project
from tests.hostile.kit import BASE

PLAIN = (bool, int, float, str, list, dict, type(None))
SCOPE = {
    "item": {"id": "one", "name": "One", "count": 2, "suit": {"id": "sun", "worth": 2}, "tags": ["a", "b"], "none": None},
    "items": {"card": [{"id": n, "count": k, "name": n * 3} for k, n in enumerate("abc", 1)]},
    "rounds": 3,
    "words": "long words of a text",
    "nested": [[1, [2, [3]]], {"a": {"b": [1, 2]}}],
}  # fmt: skip
NAMES = [
    "item",
    "items",
    "rounds",
    "words",
    "nested",
    "item.count",
    "item.name",
    "item.suit",
    "item.tags",
    "items.card",
    "nested[1].a",
    "none_such",
]
DUNDERS = [
    "__class__", "__dict__", "__init__", "__globals__", "__subclasses__", "__import__", "__builtins__", "mro", "func_globals", "gi_frame", "cr_frame",
    "f_back", "f_globals", "format", "format_map", "upper", "items", "keys", "pop", "update", "clear", "append", "encode", "__getattribute__", "_asdict",
]  # fmt: skip

leaves = st.one_of(
    st.sampled_from(NAMES),
    st.integers(-(10**20), 10**20).map(str),
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(repr),
    st.sampled_from(
        ["'a'", "'ab' ~ 'c'", "''", "[]", "{}", "true", "false", "none", "1000|range", "'%s'", "'{0}'", "'x' * 3"]
    ),
)


def grown(inner):
    """Bigger expressions from smaller ones: every operator, filter and test, also where it makes no sense."""
    filters = st.sampled_from([*FILTERS, "default", "attr", "map", "list", "safe"])
    arguments = st.sampled_from(
        [
            "",
            "(1)",
            "(2, 3)",
            "('a')",
            "(attribute='count')",
            "(attribute='__class__')",
            "(reverse=true)",
            "(10**9)",
            "(item)",
        ]
    )
    return st.one_of(
        st.tuples(inner, st.sampled_from([*ARITHMETIC, "~", "and", "or", "==", "<", "in", "not in", "!="]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        st.tuples(inner, filters, arguments).map(lambda t: f"({t[0]})|{t[1]}{t[2]}"),
        st.tuples(inner, st.sampled_from([*TESTS, "defined", "mapping"])).map(lambda t: f"({t[0]}) is {t[1]}"),
        st.tuples(inner, st.sampled_from(DUNDERS)).map(lambda t: f"({t[0]}).{t[1]}"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]})[{t[1]}]"),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
        st.tuples(inner, inner).map(lambda t: f"[{t[0]}, {t[1]}]"),
        st.tuples(inner, inner).map(lambda t: f"{{'k': {t[0]}, 'id': {t[1]}}}"),
        inner.map(lambda e: f"({e})()"),
        inner.map(lambda e: f"-({e})"),
    )


def run(source, scope):
    """The value; None where it is refused."""
    try:
        return compile_expression(source).evaluate(scope)
    except ExpressionError as error:
        assert str(error)
        assert error.offset is None or 0 <= error.offset <= len(source)
        return None


def is_plain(value, depth=0):
    if type(value) not in PLAIN or depth > 60:
        return False
    if isinstance(value, dict):
        return all(isinstance(k, (str, int)) and is_plain(v, depth + 1) for k, v in value.items())
    if isinstance(value, list):
        return len(value) <= MAX_LIST and all(is_plain(v, depth + 1) for v in value)
    if isinstance(value, str):
        return len(value) <= MAX_WORDS
    return value is None or isinstance(value, bool) or abs(value) < MAX_NUMBER or isinstance(value, float)


@given(st.recursive(leaves, grown, max_leaves=12))
@settings(max_examples=60)
def test_only_plain_bounded_data_comes_out_and_none_is_changed(source):
    scope = copy.deepcopy(SCOPE)
    value = run(source, scope)
    assert is_plain(value)
    assert scope == SCOPE


class Trap:
    """Data that no expression may look into."""

    def __getattribute__(self, name):
        if name == "__class__":  # what isinstance asks for
            return object.__getattribute__(self, name)
        raise AssertionError(f"{name} was asked for")


@given(st.recursive(st.sampled_from(["trap", "list", "rounds", "'a'"]), grown, max_leaves=6))
@settings(max_examples=50)
def test_no_attribute_of_a_python_object_is_ever_asked_for(source):
    run(source, {"trap": Trap(), "list": [1, 2], "rounds": 3})


@pytest.mark.parametrize(
    "form",
    [
        "item.{}",
        "'a'.{}",
        "item['{}']",
        "(1).{}",
        "[].{}",
        "item|sum(attribute='{}')",
        "[item]|join(attribute='{}')",
        "items.card|sort(attribute='id.{}')",
    ],
)
def test_names_of_python_are_no_names_here(form):
    for name in DUNDERS:
        if name == "items" and form.startswith("item."):
            continue  # a word that data may use
        with pytest.raises(ExpressionError):
            compile_expression(form.format(name)).evaluate(SCOPE)


BIG = "(" + " + ".join(["1000|range"] * 10) + ")"
WORDS = "(1000|range|join('" + "x" * 90 + "'))"
HEAVY = [
    BIG + "|unique" * 70, BIG + "|sort" * 70, BIG + "|sort(reverse=true)|unique" * 30, f"{BIG}|join(',')|length", f"[{BIG}, {BIG}]|unique",
    f"{BIG} in [{BIG}, {BIG}]", f"{BIG} == {BIG}", WORDS + "|replace('x', 'y')" * 40, WORDS + "|upper|lower|title" * 20, f"{WORDS}|unique|join",
    f"{WORDS}|sort", WORDS + "|trim('x')" * 60, f"{WORDS} ~ {WORDS}", "('a' in " + WORDS + ")", "'" + "%s" * 400 + "'|replace('s', '%s')", "9" * 900 + "|string",
    "(" * 25 + "9" + "**16)" * 25, "+".join(["1e308"] * 150), "not " * 240 + "1", "-" * 990 + "1", "[" * 28 + "1" + "]" * 28,
    "1 if " * 160 + "1", ".".join(["item"] * 190), "item" + "['id']" * 150, "1" + "|default(1" * 28 + ")" * 28, "'" + "\\\\" * 490 + "'",
]  # fmt: skip


@pytest.mark.parametrize("source", HEAVY, ids=range(len(HEAVY)))
def test_the_heaviest_that_a_thousand_characters_can_say(source):
    assert len(source) <= MAX_SOURCE
    start = time.process_time()
    run(source, SCOPE)
    assert time.process_time() - start < 10


def test_random_chains_of_heavy_filters_end_soon():
    dice, worst = Random(7), (0.0, "")  # noqa: S311
    steps = [
        "|unique",
        "|sort",
        "|join('x')",
        "|replace('1', '11')",
        "|upper",
        "|length|range",
        "|sort(reverse=true)",
        "|trim",
        " + " + BIG,
        " ~ 'x'",
        "|first",
        "|sum",
    ]
    for _ in range(50):
        source = BIG
        while len(source) < 900:
            source = f"({source}{dice.choice(steps)})" if source.count("(") < 28 else source + dice.choice(steps[:8])
        start = time.process_time()
        run(source[:MAX_SOURCE], SCOPE)
        worst = max(worst, (time.process_time() - start, source))
    assert worst[0] < 10, worst


def doubled(levels):
    """A list of one list, often, of one list, often ...: few objects that stand for very many."""
    value = [1]
    for _ in range(levels):
        value = [value] * 400
    return value


@pytest.mark.parametrize(
    "source", ["a == b", "a in [b, b]", "[a, b]|unique", "a != b", "[[a], [b]]|unique|length", "a|first == b|last"]
)
def test_values_that_stand_for_billions_are_not_walked(source):
    start = time.process_time()
    run(source, {"a": doubled(8), "b": doubled(8)})
    assert time.process_time() - start < 10


def test_data_in_a_circle_does_no_harm():
    one, two = {"id": "one"}, {"id": "one"}
    one["other"], two["other"] = two, one
    for source in ("a == b", "a in [b]", "[a, b]|unique|length", "a.other.other.other.id", "a ~ ''", "a|string"):
        run(source, {"a": one, "b": two})


CARDS = "id: card\nname: Card\nkind: card\nsize: poker-metric\nlayout: card\nfields: {name: text, text: text, of: term thing}\n"
HEAVIEST = BIG + "|sort" * 70 + "|length"
"""Seven hundred thousand steps."""
OFTEN = f"{BIG}|sort|length > 0"
"""As many if it is worked out twenty times."""


def cards(key="", more=""):
    one = "  - {{id: c{k}, name: C{k}, text: T, of: coin{more}}}\n"
    return CARDS + key + "items:\n" + "".join(one.format(k=k, more=more.format(k=k)) for k in range(300))


def template(words):
    return f"""{words}<rect width="1" height="1"/>{"</g>" * words.count("<g")}<rect """


@pytest.mark.some(0, 4, 5)
@pytest.mark.parametrize(
    ("file", "text", "where"),
    [
        ("cards.yaml", cards("", f", count: '{HEAVIEST}'"), "8 D006"),
        pytest.param("cards.yaml", cards("", f", count: '1 if {OFTEN} else {{k}}'"), "D006", marks=pytest.mark.slow),
        ("cards.yaml", cards(f"checks:\n  - {{say: S, formula: '{HEAVIEST} > item.count'}}\n"), "8 D006"),
        pytest.param("cards.yaml", cards(f"checks:\n  - {{say: S, formula: '{OFTEN} and item.count > 0'}}\n"), "8 D006", marks=pytest.mark.slow),
        ("cards.yaml", cards(f"complete:\n  - {{each: thing, count: 300, where: '{HEAVIEST} > 0'}}\n"), "8 D006"),
        pytest.param("cards.yaml", cards(f"complete:\n  - {{each: thing, count: 300, where: '{OFTEN}'}}\n"), "8 D006", marks=pytest.mark.slow),
        ("cards.yaml", cards(f"expect: '{HEAVIEST}'\n"), "7 D006"),
        ("setup.yaml", f"zones: [a]\nsteps:\n  - {{id: s, do: place, set: card, to: a, text: T, where: '{HEAVIEST} > 0'}}\n", "3 E108"),
        ("card.svg", template(f"""<g pnp:if="{HEAVIEST} > 0">"""), "3 T022"),
        ("card.svg", template(f"""<g pnp:for="x in ({BIG}|sort)[:900]"><g pnp:if="{BIG}|length > x">"""), "3 T022"),
        pytest.param("card.svg", template("""<g pnp:for="x in 1000|range"><g pnp:if="1000|range|sum > x">"""), "3 T022", marks=pytest.mark.slow),
    ],
    ids=lambda words: words[:12],
)  # fmt: skip
def test_heavy_expressions_of_a_game_end_together_with_one_finding(tmp_path, file, text, where):
    shutil.copytree(BASE, tmp_path / "p")
    project = Project(tmp_path / "p")
    folder = (project.layouts if file.endswith(".svg") else project.components) / "tiny"
    (project.components / "tiny" / "cards.yaml").write_text(cards())
    (folder / file).write_text(
        (folder / file).read_text().replace("<rect ", text, 1) if file.endswith(".svg") else text
    )
    start = time.process_time()
    errors = [f for f in check_all(project, "tiny") if f.severity is Severity.ERROR]
    assert time.process_time() - start < 10
    assert [f.message for f in errors if " steps" not in f.message] == []
    (one,) = errors
    assert f"{one.mark.line} {one.code}".endswith(where)
