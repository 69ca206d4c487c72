"""`pnp new --from` with counters: which numbers are their factors, how these are printed, what is finished already."""

from __future__ import annotations

import json
import re

import pytest
from PIL import Image

from tests.test_cli_user import run
from tests.test_sketch import words_of
from tests.test_sketch_looks import made, size_of

HEAD = "Name,Side,Attack,Defense,Move"


def factors_in(tmp_path, table, *options):
    """What is printed of the factors of each piece, and what `pnp new` says."""
    said, told, _ = made(tmp_path, table, "--kind", "counters", *options)
    assert told == []
    lines = words_of(tmp_path / "isle", tmp_path / "out").split("\n")
    return [line.strip() for line in lines if re.fullmatch(r"\S{1,4}([-/]\S{1,4}){1,3}", line.strip())], said


@pytest.mark.parametrize(("cells", "printed"), [
    (["4,3,4", "2,2,6", "1,?,2", "3,3,5", "0,2,4"], ["4-3-4", "2-2-6", "1-?-2", "3-3-5", "0-2-4"]),
    (["4,3,4", "2,2,6", "1,n/a,2", "3,3,5", "0,2,4"], ["4/3/4", "2/2/6", "1/–/2", "3/3/5", "0/2/4"]),
    (["4,3,4", "2,2,6", "1,*,2", "3,3,5", "0,2,4"], ["4-3-4", "2-2-6", "1-*-2", "3-3-5", "0-2-4"]),
    (["4,0,-1", "3,2,-1", "3,2,1"], ["4/0/−1", "3/2/−1", "3/2/1"]),
    (["4,,4", "2,2,6", "1,3,2"], ["4/–/4", "2/2/6", "1/3/2"]),
    (["4,1,4", ",,", "1,3,2"], ["4-1-4", "1-3-2"]),
], ids=["question mark", "none", "star", "below zero", "blank", "no unit"])  # fmt: skip
@pytest.mark.some(0, 2, 3)
@pytest.mark.parametrize("head", [HEAD, "Name,Side,CF,LF,MF", "Name,Side,A,B,C"])
def test_a_counter_prints_all_factors_in_their_places(tmp_path, head, cells, printed):
    rows = "".join(f"Unit {n},{('Red', 'Blue')[n % 2]},{cell}\n" for n, cell in enumerate(cells))
    assert factors_in(tmp_path, f"{head}\n{rows}")[0] == printed


@pytest.mark.slow
def test_a_factor_of_0_has_its_place(tmp_path):
    """`0-3` and `1-0`: `3` alone may be either."""
    rows = "".join(f"Unit {n},{cell}\n" for n, cell in enumerate(["0,0,0", "0,0,3", "1,0,0", "0,0,0"]))
    head = HEAD.replace(",Side", "")
    assert factors_in(tmp_path, f"{head}\n{rows}")[0] == ["0-0-0", "0-0-3", "1-0-0", "0-0-0"]


@pytest.mark.slow
def test_factors_stay_large_on_larger_counters(tmp_path):
    rows = "".join(f"Unit {n},{('Red', 'Blue')[n % 2]},{n},{n + 1},4,{n}\n" for n in range(4))
    sizes = []
    for size in ("20mm", "30mm", "40mm"):
        home = tmp_path / size
        home.mkdir()
        _, told, drawn = made(home, f"{HEAD},Range\n{rows}", "--kind", "counters", "--size", size)
        assert told == []
        sizes.append(size_of(drawn, "item.attack ~ '-' ~ item.defense ~ '-' ~ item.move"))
    assert sizes[0] < sizes[1] < sizes[2]


@pytest.mark.slow
@pytest.mark.parametrize("head", ["mobil", "mov", "MP", "Mobility", "MA", "mv"])
def test_of_many_numbers_movement_and_combat_are_the_factors(tmp_path, head):
    columns = ["hp", head, *(f"n_{n}" for n in range(6)), "attack", "defence"]
    rows = "".join(f"Unit {n}," + ",".join(str(n + m) for m in range(10)) + "\n" for n in range(7))
    _, _, drawn = made(tmp_path, f"Name,{','.join(columns)}\n{rows}", "--kind", "counters")
    assert f"item.attack ~ '-' ~ item.defence ~ '-' ~ item.{head.lower()}" in drawn
    assert "'HP: '" in drawn.replace("\u00a0", " ")


@pytest.mark.slow
def test_signs_alone_have_their_headings(tmp_path):
    """An `x` or an `A10` says nothing beside another."""
    rows = "".join(f"Unit {n},{n},{'x' if n % 3 else f'A1{n}'},{('x', 4)[n % 4 == 0]}\n" for n in range(8))
    _, _, drawn = made(tmp_path, f"Name,Move,Sonar,Guns\n{rows}", "--kind", "counters")
    assert "Sonar:" in drawn
    assert "Guns:" in drawn


@pytest.mark.slow
def test_numbers_below_one_heading_and_blank_ones_are_one_string(tmp_path):
    """As of cells that were merged: `Brawl,,` is `1-3-2`, on counters and on cards; a 0 stays."""
    rows = "".join(f"Unit {n},4,{n % 3},{n % 2},{n % 3},{n % 2 * 3},0,{n % 4},0\n" for n in range(6))
    for kind in ("cards", "counters"):
        home = tmp_path / kind
        home.mkdir()
        said, told, _ = made(home, f"Name,Speed,Defense,Brawl,,,Blast,,\n{rows}", "--kind", kind, "--size", "40x60mm")
        printed = words_of(home / "isle", home / "out")
        assert ("column E" in said.partition("no room")[0], told) == (True, [])
        assert {"1-1-3", "0-2-0", "0-3-0"} <= {*re.findall(r"\d-\d-\d", printed)}


@pytest.mark.slow
def test_what_tells_pieces_of_one_name_apart_is_said_in_words(tmp_path):
    rows = [
        f"{name},{size},{n},{n}"
        for n, size in enumerate(("Troop", "Regiment", "Horde"), 1)
        for name in ("Foot", "Horse")
    ]
    _, told, _ = made(tmp_path, "\n".join(["Type,unit size,width,depth", *rows]), "--kind", "counters")
    assert told == []
    printed = words_of(tmp_path / "isle", tmp_path / "out").replace("\xa0", " ")
    assert [printed.count(word) for word in ("Troop", "Regiment", "Horde", "Width: 2", "Depth: 3")] == [2] * 5


@pytest.mark.slow
def test_numbers_of_other_kinds_are_no_factors_and_which_are_is_told(tmp_path):
    rows = "".join(f"Unit {n},{n % 3},{n % 2 * 8},{17 + n * 9},{n % 4},{45 + n}\n" for n in range(8))
    said, _, _ = made(tmp_path, f"name,supply,given,build_time,armor,life\n{rows}", "--kind", "counters")
    assert "factors, in this order: supply-given-armor; others with `--columns HEADING=attack`" in said
    home = tmp_path / "other"
    home.mkdir()
    asked = ("--kind", "counters", "--columns", "life=attack,supply=move")
    assert "this order: life-supply;" in made(home, f"name,supply,given,build_time,armor,life\n{rows}", *asked)[0]


@pytest.mark.slow
def test_rows_without_a_name_are_told(tmp_path):
    rows = "".join(f"Unit {n},{'AMR'[n % 3]},{n},{n + 1}\n" for n in range(8))
    said, _, _ = made(tmp_path, f"Name,Type,Attack,Move\n,A,1,2\n,M,2,2\n{rows}", "--kind", "counters")
    assert "without a name, if that is no piece delete its row: A, M\n" in said


@pytest.mark.parametrize(("ask", "is_whole"), [((), True), (("--columns", "full=image"), False)])
def test_counters_with_pictures_on_both_sides_are_finished(tmp_path, ask, is_whole):
    """No name is laid over them, nor is another size told; unless somebody says that they are pictures."""
    for n in range(8):
        for side in ("", "R"):
            Image.effect_noise((320, 320), 40 + n).convert("RGB").save(tmp_path / f"u{n}{side}.png")
    rows = "".join(f"Unit {n},{n},{n + 1},u{n}.png,u{n}R.png\n" for n in range(8))
    said, told, drawn = made(tmp_path, f"name,cf,mf,full,reduced\n{rows}", "--kind", "counters", *ask)
    assert (told, "on the back: reduced" in said) == ([], True)
    whole = "left to the pictures, which are whole pieces (`--columns full=image`: with words upon them): name, cf, mf"
    assert (whole in said, "<text" not in drawn, "--size" not in said) == (is_whole, is_whole, True)


@pytest.mark.slow
@pytest.mark.parametrize(("many", "way"), [(6, "--size"), (14, "--kind")])
def test_the_way_told_has_room_for_all(tmp_path, many, way):
    """A larger counter, or a card."""
    heads = [f"Long number {n}" for n in range(many)]
    rows = "".join(f"Unit {n},{n},{n + 1}," + ",".join(str(31 + n + m) for m in range(many)) + "\n" for n in range(7))
    table = f"Name,Attack,Move,{','.join(heads)}\n{rows}"
    said, _, _ = made(tmp_path, table, "--kind", "counters")
    (told,) = re.findall(r"`(.*)` has room for all of it", said)
    assert told.startswith(way)
    home = tmp_path / "more"
    home.mkdir()
    again, told_, _ = made(home, table, *([] if way == "--kind" else ["--kind", "counters"]), *told.split())
    assert ("no room" in again, told_) == (False, [])


@pytest.mark.slow
@pytest.mark.parametrize(("head", "cells", "left"), [
    ("x,y,w,h", ["442,551,54,53", "142,793,59,58", "44,875,56,59", "384,840,60,60"], "x, y, w, h"),
    ("posX,posY,height", ["1.5,2.25,3", "1.5,3.75,4", "3,2.25,1", "3,3.75,2"], "posX, posY, height"),
    ("x,y", ["1,2", "1,3", "2,2", "2,3"], ""),
    ("width,height", ["442,551", "142,793", "44,875", "384,840"], ""),
], ids=["pixels", "fractions", "a grid", "alone"])  # fmt: skip
def test_where_hexes_are_on_a_screen_is_on_none(tmp_path, head, cells, left):
    rows = "".join(f"Town {n},hill,{n + 1},{cell}\n" for n, cell in enumerate(cells))
    said, told, _ = made(tmp_path, f"name,terrain,vp,{head}\n{rows}", "--kind", "hexes")
    assert told == []
    assert re.findall("printed on no piece: (.*)", said) == [left] * bool(left)


@pytest.mark.slow
@pytest.mark.parametrize(("head", "number"), [("id,q", "item.id"), ("q", "item.q ~ ', ' ~ item.r")])
def test_the_number_of_a_hex_is_small_at_its_edge(tmp_path, head, number):
    """Where its name does not say which it is."""
    words = ["It rains.", "It rains and all stay where they are.", "It snows.", "It is dry, and the wells are."] * 2
    rows = "".join(f"{f'H-{n}0,' * ('id' in head)}{n % 3 + 1},{n // 3},{('hill', 'bog')[n % 2]},{said}\n"
                   for n, said in enumerate(words))  # fmt: skip
    _, told, drawn = made(tmp_path, f"{head},r,terrain,why\n{rows}", "--kind", "hexes")
    assert told == []
    assert size_of(drawn, number) < size_of(drawn, "item.terrain")
    y = [float(re.search(rf'"{re.escape(said)}"[^>]* y="([-0-9.]+)', drawn)[1]) for said in (number, "item.terrain")]
    assert y[0] < y[1] - 2


@pytest.mark.slow
@pytest.mark.parametrize(("numbers", "is_count"), [((20, 20, 20), True), ((1, 1, 1), False), ((3, 5, 7), False)])
def test_one_number_beside_pictures_alone_is_that_of_copies(tmp_path, numbers, is_count):
    """As tables of other tools call it after their drawing: `dicelabel,image`; other numbers are values."""
    for n in range(3):
        Image.new("RGB", (60, 60), (90 * n, 9, 9)).save(tmp_path / f"g{n}.png")
    table = "dicelabel,image\n" + "".join(f"{many},g{n}.png\n" for n, many in enumerate(numbers))
    said = made(tmp_path, table, "--kind", "counters")[0]
    assert ("count: dicelabel, 60 pieces in all" in said) == is_count


@pytest.mark.slow
def test_rows_above_units_are_their_section_and_no_unit_names_the_columns(tmp_path):
    """`BOWMEN,X` above rows without headings."""
    rows = [f"{name},{n},{n % 3},1,{16 + n},{2 * n},{n % 2},STR,{('light', 'heavy')[n % 2]}" for n, name in
            enumerate(("Levy", "Spears", "Phalanx", "Archers", "Rangers", "Snipers"), 1)]  # fmt: skip
    rows = ["FOOT,X,,,,,,,", *rows[:3], "BOWMEN,X,,,,,,,", *rows[3:5], "GUNMEN,X,,,,,,,", rows[5]]
    said, told, _ = made(tmp_path, "\n".join(rows), "--kind", "counters", name="units.csv")
    assert told == []
    assert "units: 6 rows, each a token" in said
    assert "rows 1, 5 and 8: a heading among the rows, and no item" in said
    assert "colour: section" in said


@pytest.mark.slow
def test_the_places_of_columns_without_headings_are_no_edges(tmp_path):
    """`column E`, `column N`, `column S` ..."""
    rows = "".join(f"Unit {n}," + ",".join(str((n * m) % 7) for m in range(2, 20)) + "\n" for n in range(1, 8))
    _, told, drawn = made(tmp_path, rows, "--kind", "counters", name="units.csv")
    assert (told, "rotate(90)" in drawn) == ([], False)


@pytest.mark.slow
def test_lists_of_numbers_are_strings_with_their_headings(tmp_path):
    """Of damage bands: `atk [4, 3, 2]`; three of them are no string of strings."""
    units = [{"name": f"Hulk {n}", "atk": [4, 3, n], "def": [3, 2, 1 + n], "mov": [9 - n, 5, 4]} for n in range(4)]
    (tmp_path / "units.json").write_text(json.dumps(units))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "units.json", "--kind", "counters", "--lang", "en")
    assert "no room" not in done.output
    printed = words_of(tmp_path / "isle", tmp_path / "out").replace("\xa0", " ")
    assert all(word in printed for word in ("Atk: 4-3-2", "Def: 3-2-3", "Mov: 7-5-4"))


@pytest.mark.slow
def test_numbers_without_headings_stand_on_no_counter_that_has_others(tmp_path):
    """`2 · 0 · 9` tells nobody anything; of three known factors what stands between them is none."""
    heads = "Name,Attack,Defense,Range,Move,Readiness percent,Population number"
    rows = "".join(f"Unit {n},{n},{n + 1},1,{n + 2},{25 + n},{100 * n}\n" for n in range(1, 6))
    said, told, drawn = made(tmp_path, f"{heads}\n{rows}", "--kind", "counters")
    assert told == []
    assert "factors, in this order: Attack-Defense-Move;" in said
    assert "'Range: ' ~" in drawn.replace("\\xa0", " ")
    assert not re.search(r"\d · \d", words_of(tmp_path / "isle", tmp_path / "out"))


@pytest.mark.slow
def test_a_tile_of_no_kind_looks_like_none_and_the_longest_text_goes_first(tmp_path):
    rows = "".join(
        f'Land {n},{("Fae", "Shade", "")[n % 3]},It is a quiet place {n}.,"{"wall, " * 30}end"\n' for n in range(9)
    )
    said, _, drawn = made(tmp_path, f"name,bonus type,text,edges\n{rows}", "--kind", "hexes")
    kinds, other = re.search(r'pnp:fill="\{(.*?)\}\[[^]]*\]\|default\((.*?)\)"', drawn).groups()
    assert other not in kinds
    assert "item.text" in drawn
    assert "no room on it: edges" in said


@pytest.mark.slow
def test_of_two_attacks_the_one_that_is_called_so_is_the_factor(tmp_path):
    rows = "".join(f"Unit {n},{n},{n + 1},{n % 3},{n + 2},{n + 3}\n" for n in range(1, 6))
    said = made(tmp_path, f"Name,Attacks,Melee attacks,Hit points,Defense,Move\n{rows}", "--kind", "counters")[0]
    assert "factors, in this order: Attacks-Defense-Move;" in said
    rows = rows.replace("\n", ",\n")
    home = tmp_path / "more"
    home.mkdir()
    said = made(home, f"Name,Min attack,Max attack,Hit points,Defense,Move,\n{rows}", "--kind", "counters")[0]
    assert "factors, in this order: Min attack-Max attack-Defense-Move;" in said


@pytest.mark.slow
def test_the_text_of_a_tile_stands_before_other_words_and_bare(tmp_path):
    rows = "Wall,This section is being rebuilt.,You can sneak across.\nFarm,Friendly farms.,You can rest here.\n"
    (tmp_path / "h.csv").write_text(f"title,desc,detail\n{rows}Inn,A meeting place.,\n", "utf-8")
    assert run("new", tmp_path / "g", "--from", tmp_path / "h.csv", "--kind", "hexes").exit_code == 0
    drawn = next((tmp_path / "g" / "layouts").rglob("h.svg")).read_text("utf-8")
    assert 0 < drawn.find("item.desc") < drawn.find("item.detail")
    assert "'Desc: '" not in drawn
