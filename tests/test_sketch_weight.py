"""`pnp new --from`: what is large on a piece, and that what has room somewhere is drawn."""

from __future__ import annotations

import re

import pytest

from tests.test_cli_user import run
from tests.test_sketch_looks import made, size_of

COUNTERS = "".join(
    f"{n} Corps,{('French', 'British')[n % 2]},{('Foot', 'Horse')[n % 2]},{n},{n % 5},4,{n % 4},{'ABC'[n % 3]},0{n}1\n"
    for n in range(1, 9)
)


def sizes(drawn):
    """The expressions of the words on a piece, with the size of their type."""
    return re.findall(r'<text pnp:text="([^"]*)"[^>]*font-size="([0-9.]+)', drawn)


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("table", "options", "name"),
    [
        (
            "Name,Count,Points\nA,9,1\nB,2,3\nQ,1,10\nZ,1,10\nE,12,1\n",
            ("--kind", "tiles", "--size", "20mm"),
            "item.name",
        ),
        ("id,col,row\n0101,1,1\n0102,1,2\n0201,2,1\n0202,2,2\n", ("--kind", "hexes"), "item.id"),
        ("Hex,Col,Row,Move\n0101,1,1,3\n0102,1,2,2\n0201,2,1,1\n0202,2,2,4\n", ("--kind", "hexes"), "item.hex"),
        ("A,B,Side\n1,2,Red\n3,4,Red\n5,6,Blue\n2,2,Blue\n", ("--kind", "counters"), "item.a"),
        ("Letter,Value\nA,2\nA,3\nA,4\nB,6\nB,7\nB,9\n", ("--kind", "tiles", "--size", "20mm"), "item.letter"),
        ("Name,Move\nK7,5\nB2,3\nQ4,10\nZ9,10\n", ("--kind", "counters"), ""),
        ("Name,Value\nK7,5\nB2,3\nQ4,10\nZ9,10\n", ("--kind", "counters"), "item.name"),
    ],
)
def test_a_short_name_is_the_largest_on_its_piece(tmp_path, table, options, name):
    """But on a unit, which is its factors."""
    _, told, drawn = made(tmp_path, table, *options)
    assert told == []
    found = sorted(((float(size), said) for said, size in sizes(drawn)), reverse=True)
    if name == "item.a":
        assert found[0][1] in ("item.a", "item.b")
    elif name:
        assert found[0][1] == name
        assert len(found) == 1 or found[0][0] > 1.5 * found[1][0]
    else:
        assert "item.move" in found[0][1]


def test_a_row_that_numbers_pieces_is_no_name_beside_a_value(tmp_path):
    _, _, drawn = made(
        tmp_path, f"id,Value\n{''.join(f'{n},{n % 4 + 2}' + chr(10) for n in range(1, 9))}", "--kind", "tokens"
    )
    assert size_of(drawn, "item.value") > 6


def test_a_column_and_a_row_stand_in_one_line(tmp_path):
    rows = "".join(f"0{c}0{r},{c},{r},Hills\n" for c in range(1, 4) for r in range(1, 4))
    _, told, drawn = made(tmp_path, f"Hex,Col,Row,Terrain\n{rows}", "--kind", "hexes")
    assert told == []
    (line,) = [said for said, _ in sizes(drawn) if "item.col" in said]
    assert "item.row" in line


@pytest.mark.slow
@pytest.mark.parametrize("size", ["1in", "24mm"])
def test_facts_of_a_counter_share_a_line_before_one_is_left_out(tmp_path, size):
    heads = "Name,Side,Type,Attack,Defense,Movement,Range,Morale,Setup"
    said, told, drawn = made(tmp_path, f"{heads}\n{COUNTERS}", "--kind", "counters", "--size", size)
    assert ("no room" in said, told) == (False, [])
    assert all(f"item.{head.lower()}" in drawn for head in heads.split(",")[2:])


def test_more_numbers_than_an_expression_holds_are_all_drawn(tmp_path):
    """Each card has a few of them."""
    kinds = ("money", "wood", "stone", "papyrus", "military point", "victory point", "chain symbol", "science symbol")
    heads = [f"{way} {what}" for way in ("Cost", "Gain") for what in kinds]
    rows = "".join(
        f"Card {n}," + ",".join("" if (n + m) % 4 else str(m % 3 + 1) for m in range(16)) + "\n" for n in range(12)
    )
    said, told, drawn = made(tmp_path, f"Name,{','.join(heads)}\n{rows}")
    assert ("no room" in said, told) == (False, [])
    assert all(drawn.count(f"item.{head.lower().replace(' ', '_')}") for head in heads)


@pytest.mark.slow
def test_facts_beside_texts_are_drawn_though_their_expression_is_long(tmp_path):
    heads = [f"Circumstance number {n}" for n in range(14)]
    rows = "".join(
        f"Card {n},Draw a card.," + ",".join(f"so {n}" * ((n + m) % 4 == 0) for m in range(14)) + "\n"
        for n in range(12)
    )
    said, told, _ = made(tmp_path, f"Name,Text,{','.join(heads)}\n{rows}")
    assert ("no room" in said, told) == (False, [])


@pytest.mark.slow
def test_a_size_that_is_named_has_the_room(tmp_path):
    heads = [f"Measure number {n}" for n in "abcdef"]
    rows = "".join(f"Unit {n}," + ",".join(str(n + m) for m in range(6)) + "\n" for n in range(8))
    table, options = f"Name,{','.join(heads)}\n{rows}", ("--kind", "counters", "--size")
    said, _, _ = made(tmp_path, table, *options, "20mm")
    (size,) = re.findall(r"`--size (\d+mm)` has room for all of it", said)
    done = run("new", tmp_path / "more", "--from", tmp_path / "deck.csv", "--lang", "en", *options, size)
    assert ("no room" in done.output, done.exit_code) == (False, 0)


@pytest.mark.slow
def test_one_and_zero_say_that_something_is_so(tmp_path):
    rows = "".join(f"Card {n},{n},{n % 2},{n // 2 % 2},{n + 2},{n % 2}\n" for n in range(8))
    _, told, drawn = made(tmp_path, f"Name,Cost,Unique,Flying,Power,Attack\n{rows}")
    assert told == []
    assert not any(said in ("item.unique", "item.flying") for said, _ in sizes(drawn))
    assert "'Unique'" in drawn
    assert not re.search(r"(~|,) item.(unique|flying)\b", drawn)
    assert "item.attack" in drawn.replace("item.attack else", "")  # an amount


def test_names_of_a_set_are_of_one_size_as_far_as_that_goes(tmp_path):
    names = ["Owl", "Fox", "Wolf", "Marten", "The old badger of the woods", "Elk", "Bat", "Roe"]
    _, told, drawn = made(tmp_path, "Name,Text\n" + "".join(f"{n},Take it and go on, or stay.\n" for n in names))
    assert told == []
    (size, box) = re.search(r'item.name"[^>]*pnp:box="([0-9. ]+)"[^>]*font-size="([0-9.]+)', drawn).group(2, 1)
    assert float(box.split()[3]) >= 1.3 * float(size)
    from generator.scaffold.measures import fitting

    assert fitting(names, float(box.split()[2]), float(box.split()[3]) + 0.1, 20, 1.3) >= float(size) - 0.1


def test_a_card_that_says_little_has_it_in_the_middle_within_a_frame(tmp_path):
    _, told, drawn = made(
        tmp_path, "Role,Team\n" + "".join(f"Role {n},{'Wolves' if n < 3 else 'Village'}\n" for n in range(9))
    )
    assert told == []
    assert [said for said, _ in sizes(drawn)] == ["item.name", "item.team"]
    assert drawn.count('text-anchor="middle"') == 2
    grounds = re.findall(r'<rect [^>]*fill="(#[0-9a-f]+)"( pnp:fill)?', drawn)
    assert [(ground, bool(bound)) for ground, bound in grounds][:2] == [("#2f5d73", True), ("#ffffff", False)]
    assert 'x="-3"' not in drawn  # white paper around the frame


def test_two_numbers_alone_are_of_one_size(tmp_path):
    rows = "".join(f"{a},{b}\n" for a in range(4) for b in range(a, 4))
    _, told, drawn = made(tmp_path, f"Left,Right\n{rows}", "--kind", "tiles", "--size", "25x50mm")
    assert told == []
    assert size_of(drawn, "item.left") == size_of(drawn, "item.right") > 6


@pytest.mark.slow
def test_tiles_without_kinds_are_light_and_take_little_ink(tmp_path):
    _, _, drawn = made(
        tmp_path, "Letter,Points\n" + "".join(f"{c},{n}\n" for n, c in enumerate("ABCDEFGHIJKL")), "--kind", "tiles"
    )
    light, dark = (
        re.search(r'<rect x="-3"[^>]*fill="(#[0-9a-f]+)"/>', drawn)[1],
        re.search(r'item.name[^>]*fill="(#[0-9a-f]+)"', drawn)[1],
    )
    assert min(bytes.fromhex(light[1:])) > 0xA0
    assert max(bytes.fromhex(dark[1:])) < 0x40
