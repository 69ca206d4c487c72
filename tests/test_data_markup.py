"""Markup: what is read, what is told, and that every offset leads back to the very character in the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data.markup import escape, parse_markup, plain_words
from generator.data.reading.load import load_text
from generator.data.reading.text import place_in
from generator.expressions.filters import FILTERS


def short(source):
    tokens, _ = parse_markup(source)
    return [(t.kind, t.text, t.detail) if t.detail else (t.kind, t.text) for t in tokens]


@pytest.mark.parametrize(
    ("source", "tokens"),
    [
        ("gain {food}.", [("text", "gain "), ("term", "food"), ("text", ".")]),
        ("{food:word}{food:both}", [("term", "food", "word"), ("term", "food", "both")]),
        ("{food:plural}", [("term", "food", "plural")]),
        ("{food:plural-word}{food:plural-both}", [("term", "food", "plural-word"), ("term", "food", "plural-both")]),
        ("{=hand-size}", [("parameter", "hand-size")]),
        ("{@skill}", [("set", "skill")]),
        ("{@skill:plural}", [("set", "skill", "plural")]),
        ("{@skill/iron-legion}", [("item", "skill", "iron-legion")]),
        ("{= heroes/3-cy.caps.hill-folk }", [("value", "heroes", "3-cy.caps.hill-folk")]),
        ("{=heroes/ada.hit_points}", [("value", "heroes", "ada.hit_points")]),
        ("{=heroes/アダ.力}{@heroes/アダ}", [("value", "heroes", "アダ.力"), ("item", "heroes", "アダ")]),
        ("{#epic-card}", [("count", "epic-card")]),
        ("{# card kind = Crew }", [("count", "card", " kind = Crew")]),
        ("[[war.strength]]", [("rule", "war.strength")]),
        ("[[war]]", [("rule", "war")]),
        ("{漢字|かんじ}", [("ruby", "漢字", "かんじ")]),
        ("{#card}{#card/fog-bank}", [("count", "card"), ("count", "card", "/fog-bank")]),
        ("{A\\|B|a}", [("ruby", "A|B", "a")]),
        ("a\nb", [("text", "a"), ("break", ""), ("text", "b")]),
        ("a  \n  b", [("text", "a"), ("break", ""), ("text", "b")]),
        ("a\n\n\nb", [("text", "a"), ("paragraph", ""), ("text", "b")]),
        ("\n a\nb\n\n", [("text", "a"), ("break", ""), ("text", "b")]),
        ("\\{a\\} \\[\\[ \\*\\* \\\\", [("text", "{a} [[ ** \\")]),
        ("a * b [c] d", [("text", "a * b [c] d")]),
        ("", []),
        (" \n ", []),
    ],
)
def test_markup_is_read(source, tokens):
    assert short(source) == tokens
    assert parse_markup(source)[1] == ()


def test_bold_goes_over_icons_and_lines():
    tokens, faults = parse_markup("a **b {food}\nc** d")
    assert [(t.kind, t.bold) for t in tokens] == [
        ("text", False), ("text", True), ("term", True), ("break", True), ("text", True), ("text", False)
    ]  # fmt: skip
    assert faults == ()


@pytest.mark.parametrize(
    ("source", "start", "length", "words"),
    [
        ("gain {food", 5, 1, "never closed"),
        ("gain {fo od}", 5, 7, "not a name"),
        ("{Food}", 0, 6, "not a name"),
        ("{}", 0, 2, "names nothing"),
        ("{food:icon}", 0, 11, "not a form"),
        ("{@skill:word}", 0, 13, "for terms alone"),
        ("{a|}", 0, 4, "no ruby"),
        ("{=items.cards|length}", 0, 21, "no filters"),
        ("{=heroes/ada}", 0, 13, "{=set/item.field}"),
        ("{=ada.craft}", 0, 12, "{=set/item.field}"),
        ("{=rounds.x}", 0, 11, "{=set/item.field}"),
        ("{=英雄/ada.craft}", 0, 15, "{=set/item.field}"),
        ("{=Heroes/The Ada.Hit Points}", 0, 28, "`{=heroes/the-ada.hit_points}`"),
        ("{@heroes/Ada.Craft}", 0, 19, "{=heroes/ada.craft}"),
        ("{heroes/ada.caps.elf}", 0, 21, "{=heroes/ada.caps.elf}"),
        ("{=heroes.ada/craft}", 0, 19, "{=heroes/ada.craft}"),
        ("{ #card|count}", 0, 14, "no filters"),
        ("a } b", 2, 1, "closes nothing"),
        ("a ]] b", 2, 2, "closes nothing"),
        ("[[war", 0, 2, "never closed"),
        ("[[War!]]", 0, 8, "names no rule"),
        ("a **b", 2, 2, "never closed"),
        ("a **b\n\nc", 2, 2, "never closed"),
        ("a\\nb", 1, 2, "no escape"),
        ("a\\", 1, 1, "no escape"),
        ("{\\Z}", 0, 4, "not a name"),
    ],
)
def test_a_fault_is_told_at_its_place_and_kept_as_words(source, start, length, words):
    tokens, faults = parse_markup(source)
    assert [(f.start, f.length) for f in faults] == [(start, length)]
    assert words in faults[0].message + faults[0].hint
    assert faults[0].hint
    kept = source.replace("**", "").split("\n")[0]
    assert plain_words(tokens).split(" c")[0] == kept


@pytest.mark.parametrize(
    ("source", "start", "kept"), [("****", 0, "****"), ("a****b", 1, "a****b"), ("**a** ****", 6, "a ****")]
)
def test_stars_that_make_nothing_bold_are_told_and_kept(source, start, kept):
    tokens, faults = parse_markup(source)
    assert [(f.start, f.length) for f in faults] == [(start, 4)]
    assert plain_words(tokens) == kept
    assert parse_markup("**a****b**")[1] == ()


MARKUP = st.text(alphabet="ab {}|[]*\\=@#:/-\n食 ", max_size=40)


@given(MARKUP)
def test_spans_are_in_order_and_do_not_overlap(source):
    tokens, faults = parse_markup(source)
    end = 0
    for token in tokens:
        assert end <= token.start < token.end <= len(source)
        end = token.end
    for fault in faults:
        assert 0 <= fault.start < fault.start + fault.length <= len(source)


@given(MARKUP)
def test_words_without_escapes_stand_where_their_span_says(source):
    for token in parse_markup(source)[0]:
        span = source[token.start : token.end]
        if token.kind == "text" and "\\" not in span:
            assert token.text == span
        if token.kind in ("break", "paragraph"):
            assert span.strip(" \t\n") == ""


@given(MARKUP)
def test_nothing_is_lost(source):
    """What stands between the spans is only what has no words: stars, and white space at the ends."""
    between, end = [], 0
    for token in parse_markup(source)[0]:
        between.append(source[end : token.start])
        end = token.end
    between.append(source[end:])
    assert all(part.replace("*", "").strip(" \t\n") == "" for part in between)


@given(st.text(alphabet="ab {}|[]*\\=@#食", max_size=30))
def test_escaped_words_come_back_as_they_were(words):
    tokens, faults = parse_markup(escape(words))
    assert faults == ()
    assert plain_words(tokens) == words.strip(" ")


def as_yaml(words, style, depth):
    """A file in which a value has these words, or others that its style makes of them."""
    head = "k:\n" + "".join("  " * (i + 1) + f"k{i}:\n" for i in range(depth))
    pad = "  " * (depth + 1)
    body = {
        "|": "|\n" + "\n".join(f"{pad}  {line}" if line else "" for line in words.split("\n")) + "\n",
        "|2-": "|2-\n" + "\n".join(f"{pad}  {line}" if line else "" for line in words.split("\n")) + "\n",
        "'": "'" + words.replace("'", "''").replace("\n", f"\n\n{pad}  ") + "'\n",
        '"': '"' + words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"\n',
        "plain": words.replace("\n", f"\n{pad}  ") + "\n",
        "flow": "{a: 1, b: [" + words.replace("\n", " ") + "]}\n",
    }[style]
    return f"{head}{pad}v: {body}"


def scalar_of(data):
    """The innermost value of nested mappings and lists, with what holds it."""
    key = None
    while isinstance(data, (dict, list)) and data:
        key = list(data)[-1] if isinstance(data, dict) else 0
        if not isinstance(data[key], (dict, list)):
            return data, key
        data = data[key]
    return data, key


@given(
    st.text(alphabet="ab {}|漢*[]'\"\\: #-\n", min_size=1, max_size=50),
    st.sampled_from(["|", "|2-", "'", '"', "plain", "flow"]),
    st.integers(0, 3),
)
def test_an_offset_in_a_value_leads_to_its_character_in_the_file(words, style, depth):
    document, _ = load_text(as_yaml(words, style, depth), "x.yaml")
    if document is None:
        return
    container, key = scalar_of(document.data)
    value = container[key] if isinstance(container, (dict, list)) and container else None
    if not isinstance(value, str) or not value:
        return
    mark, lines = container.mark(key), document.text.split("\n")
    for offset, expected in enumerate(value):
        place = place_in(document.text, mark, value, offset)
        found = lines[place.line - 1][place.column - 1 : place.column]
        escaped = style == '"' and found == "\\"
        assert expected in " \n" or escaped or found == expected


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("a: 日本 {x}", 3, (1, 7)),
        ("a: '日本 {x}'", 3, (1, 8)),
        ('a: "it\'s {x}"', 5, (1, 10)),
        ('a: "a\\"b {x}"', 4, (1, 10)),
        ("a: 'it''s {x}'", 5, (1, 11)),
        ("a: |\n  one\n  two {x}\n", 8, (3, 7)),
        ("a: |\n\n  one\n\n  two {x}\n", 10, (5, 7)),
        ("a: >-\n  one\n  two {x}\n", 8, (3, 7)),
        ("a: one\n  two {x}\n", 8, (2, 7)),
    ],
)
def test_places_in_every_style(text, offset, place):
    document, findings = load_text(text, "x.yaml")
    assert findings == []
    value = document.data["a"]
    found = place_in(document.text, document.data.mark("a"), value, offset, 3)
    assert (found.line, found.column, found.length) == (*place, 3)


def test_a_wrong_place_would_be_seen():
    """The comparison above can fail: shifted by one, it finds another character."""
    document, _ = load_text("a: 日本 {x}", "x.yaml")
    mark = document.data.mark("a")
    place = place_in(document.text, mark, document.data["a"], 2)
    assert document.text[place.column - 1] != "{"


@pytest.mark.parametrize(("source", "cuts"), [
    ("a *b c* d", {"b c": 2}), ("***both*** x", {"both": 3}), ("**b *bi* b** r", {"b ": 1, "bi": 3, " b": 1}),
    ("see *{food} and **b** x*", {"food": 2, " and ": 2, "b": 3, " x": 2}), ("(*word*)", {"word": 2}),
    ("2*3*4", {}), ("*Only once.", {}), ("roll (*) or (*)", {}), ("use 3* and 4*", {}), ("* one\n* two", {}),
    ("*a\n\nb*", {}), (r"\*a\* b", {}), ("un*like*ly", {}), ("強調*する*語", {"する": 2}),
])  # fmt: skip
def test_stars_make_whole_words_italic_within_a_paragraph(source, cuts):
    tokens, faults = parse_markup(source)
    assert faults == ()
    assert {token.text: token.cut for token in tokens if token.cut} == cuts
    assert plain_words(tokens).count("*") == (0 if cuts else source.count("*"))


@pytest.mark.parametrize(("words", "upright"), [
    ("Salt remembers.", ""), ("So says the *Argo*, “for now”.", " Argo, "),
    ("*Argo* {coin} [[a.b]] (*b*)", "Argo  (b)"), ("“It is.”\n— Maren", ""),
    ("*“It is.”*\n— Maren", "— Maren"), ("a **b** c", "a  c"),
    ("2*3", "2*3"), ("A", ""), ("!* *!", "! !"),
])  # fmt: skip
def test_what_stands_between_stars_is_upright_in_italics(words, upright):
    tokens, faults = parse_markup(FILTERS["italic"](words))
    assert faults == ()
    assert "".join(token.text for token in tokens if not token.cut) == upright


@pytest.mark.slow
def test_many_stars_take_no_longer_than_their_number():
    assert plain_words(parse_markup("(*a " * 50_000)[0]).count("*") == 50_000
