"""The set-up, carried out: faulty ones are told at their exact place, pieces are conserved, bounds are kept."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.commands.parts import parts, parts_text
from generator.data.build import read_game
from generator.diagnostics.codes import CODES, Severity
from generator.diagnostics.findings import in_order
from generator.engine.setup import execution
from generator.engine.setup.execution import needs, simulate
from generator.engine.setup.zones import BOX, SUPPLY, Lot, Pool, join, put, split, take
from generator.project import Project
from tests.conftest import ROOT
from tests.engine_kit import check_game, hold_values

OURS = {code for code in CODES if code[0] == "E"}
GAME = """\
title: T
version: "1"
players: [2, 4]
languages: [en]
parameters:
  hand: {name: hand, value: {2: 5, 3: 4, 4: 3}}
  cap: {name: cap, value: 5}
terms:
  color:
    name: color
    members:
      red: {name: red}
      blue: {name: blue}
      green: {name: green}
      black: {name: black}
"""
CARDS = """\
id: card
name: Card
kind: card
size: poker-metric
layout: card
expect: 12
fields: {worth: integer, gold: flag?, rank: integer?}
items:
  - {id: one, count: 6, worth: 1}
  - {id: two, count: 4, worth: 2, rank: 1}
  - {id: gold, count: 2, worth: 5, gold: true}
"""
PAWNS = """\
id: pawn
name: Pawn
kind: token
printed: false
fields: {color: term color}
items:
  - {id: red, count: 5, color: red}
  - {id: blue, count: 5, color: blue}
  - {id: green, count: 5, color: green}
  - {id: black, count: 5, color: black}
"""
CUBES = """\
id: cube
name: Cube
kind: supply
printed: false
expect: 40
items:
  - {id: cube, count: 40}
use:
  - {what: wounds, count: players * cap}
  - {what: markers, count: 20}
"""
RULES = """\
sections:
  - id: play
    title: Play
    rules:
      - {id: play.all, text: "{@card}, {@pawn} and {@cube} all do something."}
"""
SETUP = """\
modes: {plain: {name: Plain}, wild: {name: Wild}}
passing: [pack]
zones: [deck, hand, pack, stock, board, box]
steps:
  - id: mix
    do: shuffle
    set: card
    to: deck
    text: t
  - id: deal
    do: deal
    set: card
    count: hand
    per: player
    from: deck
    to: pack
    text: t
  - id: draft
    do: draft
    set: card
    count: hand
    per: player
    from: pack
    to: hand
    text: t
  - id: pawns
    do: give
    set: pawn
    count: 5
    per: player
    match: color
    to: board
    text: t
  - id: rest
    do: return
    set: pawn
    to: box
    text: t
  - id: stock
    do: place
    set: cube
    to: stock
    text: t
  - id: wounds
    do: give
    set: cube
    count: 3
    per: player
    from: stock
    to: board
    text: t
  - id: wild
    do: place
    set: cube
    count: 4
    from: stock
    to: board
    mode: wild
    text: t
"""
FILES = {
    "game.yaml": GAME, "cards.yaml": CARDS, "pawns.yaml": PAWNS, "cubes.yaml": CUBES, "rules.yaml": RULES,
    "setup.yaml": SETUP,
}  # fmt: skip


def project(folder, *edits):
    """A project with the small game above, changed."""
    files = dict(FILES)
    for file, old, new in edits:
        assert files[file].count(old) == 1, f"{old!r} stands {files[file].count(old)} times in {file}"
        files[file] = files[file].replace(old, new)
    home = folder / "components" / "small"
    home.mkdir(parents=True)
    (folder / "layouts").mkdir()
    for name, text in files.items():
        (home / name).write_text(text, encoding="utf-8")
    return Project(folder)


def small(folder, *edits):
    """The small game, changed: the game, and all errors and all findings of ours."""
    here = project(folder, *edits)
    game, findings = read_game(here, "small")
    found = in_order([*findings, *check_game(here, game)])
    return game, [f for f in found if f.code in OURS or f.severity is Severity.ERROR]


def shown(findings):
    return [f"{f.mark.file.rpartition('/')[2]}:{f.mark.line}:{f.mark.column} {f.code}" for f in findings]


def row(name, edits, *expected):
    """Edits of setup.yaml (old, new), or of another file (file, old, new), and the findings that they bring."""
    edits = [edits] if isinstance(edits, tuple) else edits
    return pytest.param([e if len(e) == 3 else ("setup.yaml", *e) for e in edits], list(expected), id=name)


DEAL, DRAFT = "do: deal\n    set: card\n    count: hand", "do: draft\n    set: card\n    count: hand"
END = "    mode: wild\n    text: t\n"
STOCK = "    set: cube\n    to: stock\n"
LESS = (DRAFT, DRAFT.replace("hand", "2"))
USES = CUBES[CUBES.index("use:") :]


def more(words):
    """One more step, a line for each key; its `id` is in line 60."""
    return (END, END + "  - id: more\n" + "".join(f"    {line}\n" for line in (*words.split(", "), "text: t")))


FAULTS = [
    row("nothing changed", []),
    row("short with four players only", [(DEAL, DEAL.replace("hand", "4")), (DRAFT, DRAFT.replace("hand", "4"))],
        "setup.yaml:13:12 E101"),
    row("short in one mode only", ("count: 4", "count: 29"), "setup.yaml:55:12 E101"),
    row("short, told at the first step only", ("count: 3", "count: 11"), "setup.yaml:47:12 E101"),
    row("two sets short", [("count: 3", "count: 11"), (DEAL, DEAL.replace("hand", "7"))],
        "setup.yaml:13:12 E101", "setup.yaml:47:12 E101"),
    row("too few printed", [("cards.yaml", "count: 6", "count: 5"), ("cards.yaml", "expect: 12", "expect: 11")],
        "setup.yaml:13:12 E101"),
    row("a map by player count", (DEAL, DEAL.replace("hand", "{2: 5, 3: 5, 4: 3}")), "setup.yaml:13:12 E101"),
    row("drafted more than dealt", (DRAFT, DRAFT.replace("hand", "6")), "setup.yaml:21:12 E101"),
    row("wrong zone", ("from: deck", "from: board"), "setup.yaml:15:11 E102"),
    row("never filled", ("    set: card\n    to: deck", "    set: card\n    to: stock"), "setup.yaml:15:11 E102"),
    row("filled in the other mode only", (STOCK, STOCK + "    mode: plain\n"),
        "setup.yaml:50:11 E102"),
    row("filled later", [("  - id: mix\n    do: shuffle\n    set: card\n    to: deck\n    text: t\n", ""),
                         more("do: shuffle, set: card, to: deck")], "setup.yaml:10:11 E102"),
    row("count is always 0", more("do: place, set: cube, count: 0, from: stock, to: board"), "setup.yaml:63:12 E103"),
    row("zone is always empty", more("do: return, set: pawn, to: box"), "setup.yaml:60:9 E103"),
    row("no back to turn", more("do: flip, set: card, from: hand"), "setup.yaml:61:9 E113"),
    row("left in a passing zone", LESS, "setup.yaml:2:11 E104"),
    row("left, then taken", [LESS, more("do: return, set: card, from: pack, to: box")]),
    row("filter fits nothing", more("do: place, set: card, where: item.worth == 9, count: 1, from: deck, to: board"),
        "setup.yaml:63:12 E107"),
    row("filter needs a value", more("do: place, set: card, where: item.rank > 3, count: 0, from: deck, to: board"),
        "setup.yaml:63:24 E108"),
    row("luck", more("do: place, set: card, where: item.gold, count: 1, from: hand, to: board"),
        "setup.yaml:63:12 E109"),
    row("no luck", [("    set: card\n    to: deck", "    set: card\n    where: not item.gold\n    to: deck"),
                    more("do: place, set: card, where: item.gold, count: 1, to: board"),
                    ("game.yaml", "{2: 5, 3: 4, 4: 3}", "{2: 5, 3: 3, 4: 2}")]),
    row("match names no field", ("match: color", "match: colour"), "setup.yaml:31:12 E110"),
    row("match without players", ("    count: 5\n    per: player\n", "    count: 5\n"), "setup.yaml:30:12 E110"),
    row("one colour has too few", ("pawns.yaml", "{id: green, count: 5", "{id: green, count: 4"),
        "setup.yaml:29:12 E111"),
    row("too few colours", ("pawns.yaml", "  - {id: black, count: 5, color: black}\n", ""), "setup.yaml:31:12 E111"),
    row("dealt unshuffled", ("do: shuffle", "do: place"), "setup.yaml:15:11 E112"),
    row("a use without a bound", ("cubes.yaml", "what: markers, count: 20", "what: markers"), "cubes.yaml:10:12 E120"),
    row("a use with two", ("cubes.yaml", "count: 20", "count: 20, unbounded: none"), "cubes.yaml:10:43 E120"),
    row("use above supply", ("cubes.yaml", "count: 20", "count: 21"), "cubes.yaml:9:3 E121"),
    row("use above supply, with a rule", ("cubes.yaml", "count: 20", "count: 21, short: play.all")),
    row("use above what is assumed", [("cubes.yaml", "expect: 40", "expect: null\nassume: 39"),
                                       ("cubes.yaml", "count: 40", "count: 39")],
        "cubes.yaml:10:3 E122"),
    row("loose pieces without bounds", [("cubes.yaml", "expect: 40", "expect: null"), ("cubes.yaml", USES, "")],
        "cubes.yaml:5:9 E123"),
    row("bound below the set-up", ("cubes.yaml", USES, "use:\n  - {what: x, count: 5}\n"),
        "cubes.yaml:9:3 E124"),
    # what is told already is not told again
    row("unknown zone", ("from: deck", "from: dekc"), "setup.yaml:15:11 R010"),
    row("unknown set", (DEAL, DEAL.replace("card", "crad")), "setup.yaml:12:10 R003"),
    row("unknown mode", ("mode: wild", "mode: wlid"), "setup.yaml:58:11 R010"),
    row("broken count", (DEAL, DEAL.replace("hand", "hnad")), "setup.yaml:13:12 D006"),
    row("broken filter", more("do: place, set: card, where: item.worht == 9, count: 1, from: deck, to: board"),
        "setup.yaml:63:17 R011"),
    row("broken promise", ("cards.yaml", "expect: 12", "expect: 11"), "cards.yaml:6:9 D020"),
    row("broken map", (DEAL, DEAL.replace("hand", "{2: 5, 3: 5}")), "setup.yaml:13:12 D015"),
    row("broken step", ("do: shuffle", "do: shufle"), "setup.yaml:6:9 D011"),
]  # fmt: skip


@pytest.mark.parametrize(("edits", "expected"), FAULTS)
def test_a_faulty_set_up_is_told_at_its_place(tmp_path, request, edits, expected):
    _, findings = small(tmp_path, *edits)
    assert shown(findings) == expected, [f.message for f in findings]
    hold_values(request, findings)


def test_every_code_of_the_set_up_has_a_row_and_a_row_without_it():
    told = [{e.split()[1] for e in case.values[1]} for case in FAULTS]
    assert set().union(*told) >= OURS
    assert set() in told


MESSAGES = [
    ((DEAL, DEAL.replace("hand", "4")), "with 4 players, step `deal` needs 16 `card`, `deck` holds 12",
     "give `card` 16 pieces, or lower `count`"),
    (("count: 4", "count: 29"), "with 4 players in mode `wild`, step `wild` needs 29 `cube`, `stock` holds 28",
     "give `cube` 41 pieces, or lower `count`"),
    ((STOCK, "    count: 10\n" + STOCK),
     "with 4 players, step `wounds` needs 12 `cube`, `stock` holds 10",
     "put 2 more into `stock` before this step (`supply` holds 30), or lower `count`"),
    (("from: deck", "from: board"), "`card` never comes into `board` before this step", "write `from: deck`"),
    ((STOCK, STOCK + "    mode: plain\n"),
     "`cube` never comes into `stock` before this step in mode `wild`", "write `from: supply`"),
    (("pawns.yaml", "{id: green, count: 5", "{id: green, count: 4"),
     "with 2 players, step `pawns` needs 5 `pawn` of one `color`, of `green` there are 4",
     "give `green` 5 `pawn`, or lower `count`"),
    (LESS, "with 2 players 6 `card` are left in `pack` after the set-up",
     "write a step that puts them elsewhere, or take `pack` out of `passing`"),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "message", "hint"), MESSAGES)
def test_what_is_told(tmp_path, edit, message, hint):
    _, findings = small(tmp_path, edit if len(edit) == 3 else ("setup.yaml", *edit))
    assert (findings[0].message, findings[0].hint) == (message, hint)


def test_what_a_hint_says_mends_it(tmp_path):
    edit = ("setup.yaml", DEAL, DEAL.replace("hand", "4")), ("setup.yaml", DRAFT, DRAFT.replace("hand", "4"))
    more_cards = [("cards.yaml", "count: 6", "count: 10"), ("cards.yaml", "expect: 12", "expect: 16")]
    assert small(tmp_path, *edit, *more_cards)[1] == []


# ---- runs ------------------------------------------------------------------------------------------------------


def sizes(run, set_id, *zones):
    return [run.table.held_in(zone, set_id).size for zone in zones]


def test_pieces_end_where_the_steps_put_them(tmp_path):
    game, _ = small(tmp_path)
    runs = {(r.players, r.mode): r for r in simulate(game).runs}
    assert list(runs) == [(n, mode) for n in (2, 3, 4) for mode in ("plain", "wild")]
    cards = [sizes(runs[n, "plain"], "card", "deck", "hand", "pack") for n in (2, 3, 4)]
    assert cards == [[2, 10, 0], [0, 12, 0], [0, 12, 0]]
    assert [sizes(runs[n, "plain"], "pawn", "board", "box") for n in (2, 3, 4)] == [[10, 10], [15, 5], [20, 0]]
    assert [sizes(runs[3, mode], "cube", "stock", "board") for mode in ("plain", "wild")] == [[31, 9], [27, 13]]


def test_each_player_has_pieces_of_one_colour(tmp_path):
    game, _ = small(tmp_path)
    table = simulate(game).runs[2].table
    assert [dict(table.lots["board", "pawn", k][0].pool) for k in range(3)] == [{"red": 5}, {"blue": 5}, {"green": 5}]


def test_a_players_own_pieces_are_no_one_elses(tmp_path):
    """Two cubes of one player do not help the other, though there are two in all."""
    steps = [
        "{id: two, do: give, set: cube, count: 2, per: player, to: hand, text: t}",
        "{id: take, do: place, set: cube, count: 2, from: hand, to: deck, text: t}",
        "{id: own, do: give, set: cube, count: 1, per: player, from: hand, to: board, text: t}",
    ]
    text = "zones: [deck, hand, board]\nsteps:\n" + "".join(f"  - {one}\n" for one in steps)
    two_players = ("game.yaml", "[2, 4]", "[2, 2]"), ("game.yaml", "{2: 5, 3: 4, 4: 3}", "5")
    game, findings = small(tmp_path, ("setup.yaml", SETUP, text), *two_players)
    [*_, own] = simulate(game).runs[0].moves
    assert (own.need, own.had, own.moved, own.lacking) == (2, 2, 1, 1)
    assert shown(findings) == ["setup.yaml:5:43 E101"]
    assert findings[0].message.endswith("needs 2 `cube`, one player's part of `hand` lacks 1")


@pytest.mark.parametrize("pieces", range(4, 14))
def test_what_is_shared_out_differs_by_one_piece_at_most(tmp_path, pieces):
    """The first players get the odd pieces."""
    steps = (
        "zones: [stock, board]\nsteps:\n"
        "  - {id: a, do: place, set: cube, to: stock, text: t}\n"
        "  - {id: b, do: give, set: cube, count: all, per: player, from: stock, to: board, text: t}\n"
    )
    fewer = ("cubes.yaml", "expect: 40", f"expect: {pieces}"), ("cubes.yaml", "count: 40", f"count: {pieces}")
    game, _ = small(tmp_path, ("setup.yaml", SETUP, steps), *fewer)
    for run in simulate(game).runs:
        held = [sum(lot.size for lot in run.table.lots["board", "cube", k]) for k in range(run.players)]
        assert (sum(held), held) == (pieces, sorted(held, reverse=True))
        assert set(held) <= {pieces // run.players, pieces // run.players + 1}
        assert (run.moves[-1].moved, run.moves[-1].lacking) == (pieces, 0)


ACTIONS = ("deal", "draft", "remove", "place", "give", "return", "shuffle", "choose", "flip")
ZONES = ("supply", "deck", "hand", "pack", "stock", "board", "box")
STEPS = st.fixed_dictionaries(
    {
        "do": st.sampled_from(ACTIONS),
        "set": st.sampled_from(["card", "pawn", "cube"]),
        "count": st.one_of(st.just("all"), st.integers(0, 15)),
        "from": st.sampled_from(ZONES),
        "to": st.sampled_from((*ZONES, "")),
        "per": st.sampled_from(["player", ""]),
        "where": st.sampled_from(["item.count > 4", "item.id == 'one'", "item.id in ['two', 'red', 'cube']", "", ""]),
        "match": st.sampled_from(["color", "", "", ""]),
    }
)


@pytest.mark.slow
@settings(max_examples=15)
@given(steps=st.lists(STEPS, min_size=1, max_size=12))
def test_no_piece_is_made_or_lost(tmp_path_factory, steps):
    said = [{"id": f"s{n}", "text": "t"} | {k: v for k, v in s.items() if v != ""} for n, s in enumerate(steps)]
    text = SETUP[: SETUP.index("steps:\n")] + "steps:\n" + "".join(f"  - {json.dumps(one)}\n" for one in said)
    here = project(tmp_path_factory.mktemp("laws"), ("setup.yaml", SETUP, text))
    game, findings = read_game(here, "small")
    assert [f for f in findings if f.code != "D018"] == []
    check_game(here, game)
    for run in simulate(game).runs:
        for owner in game.sets.values():
            lots = [lot for place, some in run.table.lots.items() if place[1] == owner.id for lot in some]
            copies = {i.id: i.count for i in owner.items}
            assert sum(lot.size for lot in lots) == owner.copies
            assert all(0 <= lot.asked <= lot.size <= sum(lot.pool.values()) for lot in lots)
            assert all(lot.size > 0 for lot in lots)
            known = Counter()
            for lot in lots:
                known.update(lot.pool if lot.is_known else {})
                assert lot.pool.keys() <= copies.keys()
            assert all(known[item] <= n for item, n in copies.items())
        for n in range(game.players[0], game.players[1] + 1):
            for need in needs(game, n).values():
                assert need.in_play + need.left_over == need.pieces
                assert 0 <= need.asked <= need.needed <= need.pieces


POOLS = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 5), min_size=1).map(Pool)


@given(pool=POOLS, wanted=st.sets(st.sampled_from("abcd")), data=st.data())
def test_what_a_lot_is_sure_to_hold_is_there_whatever_was_drawn(pool, wanted, data):
    pieces = [item for item, n in pool.items() for _ in range(n)]
    drawn = data.draw(st.integers(0, len(pieces)))
    order = data.draw(st.permutations(pieces))
    hand = Lot(pool, drawn)
    there = sum(item in wanted for item in order[:drawn])
    assert hand.sure(frozenset(wanted)) <= there <= hand.most(frozenset(wanted))


@given(pool=POOLS, wanted=st.one_of(st.none(), st.sets(st.sampled_from("abcd")).map(frozenset)), data=st.data())
def test_what_is_taken_and_put_back_is_the_same(pool, wanted, data):
    lot = Lot(pool, sum(pool.values()))
    number = data.draw(st.integers(0, lot.most(wanted)))
    taken, rest = split(lot, number, wanted)
    assert sum(x.size for x in taken) == number
    again = put(rest, taken)
    assert sum(x.size for x in again) == lot.size
    assert sum(x.size for x in take(again, None, None)[0]) == lot.size


def test_what_is_removed_to_no_place_leaves_the_game(tmp_path):
    step = "  - id: away\n    do: remove\n    set: card\n    count: 1\n    from: supply\n    text: t\n"
    game, _ = small(tmp_path, ("setup.yaml", "steps:\n", f"steps:\n{step}"))
    assert simulate(game).runs[0].table.held_in(BOX, "card").size >= 1


def test_what_is_drawn_from_two_lots_is_of_either():
    known, drawn = Lot(Pool(sun=2), 2), Lot(Pool(moon=2), 1)
    (one,), _ = take([known, drawn], 1, None)
    assert [one.sure(frozenset([name])) for name in ("sun", "moon")] == [0, 0]


def test_parts_of_one_pool_are_known_again_when_they_meet():
    pool = Pool({"a": 2, "b": 3})
    taken, rest = split(Lot(pool, 5), 2, None)
    assert [lot.is_known for lot in (*taken, *rest)] == [False, False]
    assert join([*taken, *rest]) == Lot(pool, 5)


# ---- bounds and the component list -----------------------------------------------------------------------------


def test_what_players_need(tmp_path):
    game, _ = small(tmp_path)
    three, four = needs(game, 3), needs(game, 4)
    assert [(n.pieces, n.needed, n.in_play, n.left_over, n.most) for n in three.values()] == [
        (12, 12, 12, 0, None), (40, 40, 40, 0, 35), (20, 15, 15, 5, None),
    ]  # fmt: skip
    assert (four["cube"].asked, four["cube"].most) == (16, 40)


def test_pieces_of_an_open_count_are_needed_only_as_far_as_steps_ask_for_them(tmp_path):
    game, _ = small(tmp_path, ("cubes.yaml", "expect: 40", "expect: null"))
    assert [needs(game, n)["cube"].needed for n in (2, 3, 4)] == [10, 13, 16]


def test_use_by_phrase_map_and_all(tmp_path):
    old = "  - {what: wounds, count: players * cap}\n  - {what: markers, count: 20}\n"
    new = "  - {what: a, count: 2 per color}\n  - {what: b, count: {2: 3, 3: 4, 4: 5}}\n"
    game, findings = small(tmp_path, ("cubes.yaml", old, new + "  - {what: c, count: all, short: play.all}\n"))
    assert findings == []
    assert [needs(game, n)["cube"].most for n in (2, 3, 4)] == [8 + n + 1 + 40 for n in (2, 3, 4)]


def test_the_component_list_tells_needs_only_when_asked(mini):
    game, _ = read_game(mini, "mini")
    plain, asked = parts(game), parts(game, 3)
    more = ("needed", "in_play", "left_over", "at_most", "at_most_bounded", "uses")
    assert not any(key in row for row in plain for key in more)
    assert [{k: v for k, v in row.items() if k not in more} for row in asked] == plain
    document = json.loads(parts_text(game, "json", players=3))
    assert document["for_players"] == 3
    assert "for_players" not in json.loads(parts_text(game, "json"))
    assert [[row[k] for k in more[:5]] for row in document["components"]] == [
        [6, 6, 0, None, None], [0, 0, 6, None, 0], [2, 2, 1, None, None],
    ]  # fmt: skip
    assert document["components"][1]["uses"] == [
        {"what": {"ja": "点", "en": "points"}, "count": None, "rule": None, "short": None,
         "unbounded": {"ja": "点に上限がない。", "en": "Points have no upper limit."}},
    ]  # fmt: skip


def test_all_forms_tell_the_same_needs(mini):
    game, _ = read_game(mini, "mini")
    rows = list(csv.reader(io.StringIO(parts_text(game, "csv", "en", 4))))
    assert rows[0][-5:] == ["set-up", "in play", "left over", "at most", "use"]
    assert [row[-5:] for row in rows[1:]] == [
        ["6", "6", "0", "", ""], ["0", "0", "6", "", "points: Points have no upper limit."], ["2", "2", "1", "", ""],
    ]  # fmt: skip
    markdown = [[c.strip() for c in line.strip("|").split("|")] for line in parts_text(game, "md", "en", 4).split("\n")]
    assert [markdown[0], *markdown[2:]] == rows
    assert all(a.split() for a in parts_text(game, "table", "en", 4).split("\n"))


def test_a_bound_that_is_partly_known(tmp_path):
    game, _ = small(tmp_path, ("cubes.yaml", "count: 20", "unbounded: as many as you like"))
    row = next(r for r in csv.DictReader(io.StringIO(parts_text(game, "csv", players=4))) if r["set"] == "cube")
    assert (row["at most"], row["use"]) == ("20+", "wounds: 20; markers: as many as you like")
    assert next(r for r in parts(game, 4) if r["id"] == "cube")["at_most"] is None


def test_the_command_line_asks_for_a_number_of_players(pnp, tmp_path):
    here = project(tmp_path / "p")
    asked = pnp("-C", here.root, "parts", "small", "--players", "4", "--format", "json")
    assert asked.returncode == 0
    assert json.loads(asked.stdout)["components"][1]["at_most"] == 40
    wrong = pnp("-C", here.root, "parts", "small", "--players", "7")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "2 to 4 players" in wrong.stderr


# ---- bundled games ---------------------------------------------------------------------------------------------

BUNDLED = Project(ROOT)
GAMES = BUNDLED.games()


@pytest.mark.some(1)
@pytest.mark.parametrize("name", GAMES)
def test_bundled_games_can_be_set_up(name):
    """That no finding is told of it, test_reports.py says."""
    game, _ = read_game(BUNDLED, name)
    simulation = simulate(game)
    assert not simulation.faults
    assert {r.players for r in simulation.runs} == set(range(game.players[0], game.players[1] + 1))
    for run in simulation.runs:
        assert not run.spoiled
        assert all(m.moved == m.need for m in run.moves if m.need is not None)
        for owner in game.sets.values():
            assert sum(sizes(run, owner.id, *dict.fromkeys((SUPPLY, BOX, *game.setup.zones)))) == owner.copies
    full = {z for z in game.setup.zones for run in simulation.runs if any(sum(sizes(run, o, z)) for o in game.sets)}
    assert set(game.setup.zones) - full == set(game.setup.passing)


@pytest.mark.slow
def test_values_of_match_are_looked_up_once_for_each_item(tmp_path, monkeypatch):
    """However many values there are: each item is asked for its own, not each value held against each item."""
    one = "  - {id: red, count: 5, color: red}\n"
    many = "".join(f"  - {{id: p{n}, count: 5, color: k{n}}}\n" for n in range(400))
    here = project(tmp_path, ("pawns.yaml", one, many + one), ("pawns.yaml", "{color: term color}", "{color: text}"))
    asked = []
    plain = execution.value_of
    monkeypatch.setattr(execution, "value_of", lambda item, name: asked.append(item.id) or plain(item, name))
    game, _ = read_game(here, "small")
    check_game(here, game)
    runs = 6  # players times modes
    assert 0 < len(asked) < 404 * runs * 10
