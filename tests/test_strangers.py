"""What a stranger's first project met: tables and drawings as they come, and what `new`, `check` and `build` make of
them together."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from PIL import Image, ImageDraw

from generator.data.build import read_game
from generator.data.reading.grid import as_choice
from generator.data.reading.html import from_html
from generator.project import Project
from generator.scaffold.measures import line_count
from tests.test_cli_user import run
from tests.test_data_tables import sheet_of, workbook
from tests.test_sketch import made_of, words_of


def test_a_build_reads_the_encoding_that_was_told(tmp_path):
    """One that the languages of the game would not make it guess stands in the set; any other does not."""
    rows = "Name;Text;Qty\nŁódź;Za 1 zł;2\nŚwiat;żółty;1\n"
    told, _, words = made_of(tmp_path, "deck.csv", rows.encode("cp1250"))
    assert "read as Windows-1250" in told
    assert "from: {file: deck.csv, encoding: cp1250}" in words
    assert "Łódź" in words_of(tmp_path / "isle", tmp_path / "out")
    (tmp_path / "b").mkdir()
    rows = "Name;Text;Qty\nBär;Ziehe eine Karte für das Tier.;2\nKröte;Du darfst nicht ziehen.;1\n"
    assert "from: deck.csv" in made_of(tmp_path / "b", "deck.csv", rows.encode("cp1252"))[2]


@pytest.mark.parametrize("rows", [1, 3, 6])
def test_a_short_table_of_japan_is_not_read_as_korean(tmp_path, rows):
    """What its bytes are in Korean are signs that only the largest encoding of these has."""
    cards = ["森の狐,獣,2,山札から2枚引く", "梟,鳥,1,手札を1枚見る", "古い鬼,鬼,5,全員が失う", *["河童,水,3,取る"] * 3]
    text = "\n".join(["名前,種類,枚数,効果", *cards[:rows]])
    told, *_ = made_of(tmp_path, "deck.csv", text.encode("cp932"))
    assert "read as Shift_JIS" in told
    assert "count: 枚数" in told


def test_ranges_that_a_spreadsheet_made_dates_of_are_told(tmp_path):
    """All of a column where they lack the year, and the few or many among other words; a list of dates is none."""
    rows = "A,2-Apr,2024-04-02,1914-08-04\nB,3-May,2024-05-03,1914-08-23\nC,2-Jun,2+,1914-09-05\n"
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Players,Time,Day\n{rows}")
    assert "  B2: the date `2-Apr` may have been `2-4`, and so B3 (`3-5`?), B4 (`2-6`?); format the cells" in told
    assert "`3-5` and `1/2` (and in 1 more)" in told
    assert "1914" not in told


def test_a_picture_that_may_be_meant_is_copied_too(tmp_path):
    """So it is there when the cell is mended, and `pnp check` says which."""
    for name in ("leech_swarm", "fox", "owl"):
        Image.new("RGB", (60, 60), "red").save(tmp_path / f"{name}.png")
    rows = "Name,Art\nFox,fox.png\nLeeches,leach_swarm.png\n"
    told, checked, _ = made_of(tmp_path, "deck.csv", rows)
    assert "pictures not found: leach_swarm.png (leech_swarm.png?)" in told
    assert "did you mean `leech_swarm.png`?" in checked
    assert {p.name for p in (tmp_path / "isle").rglob("*.png")} == {"fox.png", "leech_swarm.png"}


def test_a_name_in_other_letters_accepts_nothing_that_is_not_told(tmp_path):
    """A game in English alone may be called so."""
    (tmp_path / "カード 表.csv").write_text("Name,Text\nFox,Draw a card.\nOwl,Lose a card.\n")
    for languages in ("en", "en,ja"):
        run("new", tmp_path / languages / "私の", "--from", tmp_path / "カード 表.csv", "--lang", languages)
        assert "A004" not in run("check", project=tmp_path / languages / "私の").output


@pytest.mark.slow
def test_a_folder_of_few_pictures_for_many_pieces_is_theirs(tmp_path):
    """Half of what a column says, however many rows say it; one that is missing hides none of the others."""
    (tmp_path / "NATO").mkdir()
    for name in ("foot", "horse", "guns", "tank"):
        (tmp_path / "NATO" / f"{name}.svg").write_text(SYMBOL)
    rows = [f"{n}th,{('foot', 'horse', 'guns', 'tank', 'supply')[n % 5]},{n}" for n in range(40)]
    told, found, _ = made_of(tmp_path, "list.csv", "\n".join(["Unit,Symbol,Attack", *rows]))
    assert "picture: Symbol" in told
    assert "NATO/guns.svg" in told
    assert "pictures not found: supply" in told
    assert found.output.count("error") == 2  # the picture, and how many


SYMBOL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><path d="M0 0H12V8H0ZL12 8"/></svg>'


def test_factors_of_a_reduced_unit_are_on_its_back(tmp_path):
    rows = [f"{('us', 'ge')[n % 2]},{n} Army,{n},2,4,{n - 1},1,4" for n in range(3, 9)]
    (tmp_path / "units.csv").write_text("\n".join(["nation,name,cf,lf,mf,rcf,rlf,rmf", *rows]))
    run("new", tmp_path / "isle", "--from", tmp_path / "units.csv", "--kind", "counters", "--lang", "en")
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert [said.count(factors) for factors in ("8-2-4", "7-1-4", "8-2-4-7")] == [1, 1, 0]


def test_a_counter_with_a_symbol_keeps_its_factors(tmp_path):
    """On both sides, above the cut, and the column of how many there are is called as they are."""
    for name in ("foot", "horse", "guns", "tank"):
        (tmp_path / f"{name}.svg").write_text(SYMBOL)
    head = "Side,Unit,Symbol,Attack,Defense,Move,Back Attack,Back Defense,Back Move,Counters"
    units = [("Rifle Brigade", "foot"), ("2nd Horse Guards", "horse"), ("Guns", "guns"), ("Panzer-Lehr", "tank")]
    rows = [f"{'Red' if n % 2 else 'Blue'},{name},{symbol},{n},7,1{n},{n},3,9,{1 + n // 3}"
            for n, (name, symbol) in enumerate(units)]  # fmt: skip
    (tmp_path / "list.csv").write_text("\n".join([head, *rows]))
    so = ("--kind", "counters", "--size", "5/8in", "--lang", "en")
    run("new", tmp_path / "isle", "--from", tmp_path / "list.csv", *so)
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert said.count("3-7-13") == 2  # copies
    assert said.count("3-3-9") == 2


def test_a_column_for_oneself_is_on_no_piece(tmp_path):
    told, *_ = made_of(tmp_path, "deck.csv", "Name,Txt,Owner (internal)\nFox,Draw a card.,Ann\nOwl,Burn a card.,Bo\n")
    assert "on no piece: Owner (internal)" in told
    assert "TXT" not in words_of(tmp_path / "isle", tmp_path / "out")


def test_a_column_with_another_heading_is_named(tmp_path):
    _, found, _ = made_of(tmp_path, "deck.csv", "Name,Cost,Text\nFox,1,Draw a card.\nOwl,2,Burn a card.\n")
    table = tmp_path / "isle/components/isle/deck.csv"
    table.write_text(table.read_text().replace("Cost", "Price of it"))
    assert "if `Price of it` is it, write `columns: {Price of it: cost}` in `from`; or add one" in found
    table.write_text(table.read_text().replace("Price of it", "Cost") + "Elk\n")
    said = run("check", project=tmp_path / "isle").output
    assert "  B4 | Cost: \n" in said
    assert "fill the column `Cost`" in said


@pytest.mark.slow
def test_bold_as_component_studio_writes_it(tmp_path):
    rows = "Whelp,<bold>Flying</bold>. Pay <sword/> once.\nSpy,<italic>Secret.</italic> Look at a hand.\n"
    _, found, words = made_of(tmp_path, "deck.csv", f"name,rules\n{rows}")
    assert "markup: html" in words
    assert "no errors, no warnings" in found
    assert "<" not in words_of(tmp_path / "isle", tmp_path / "out")


@pytest.mark.slow
def test_one_size_in_two_spellings_is_one_set(tmp_path):
    rows = "Wound,16mm\nShield,16 mm\nFame,0.75in\n"
    (tmp_path / "tokens.csv").write_text(f"Token,Size\n{rows}")
    run("new", tmp_path / "isle", "--from", tmp_path / "tokens.csv")
    sets = sorted((tmp_path / "isle/components/isle").glob("tokens-*.yaml"))
    assert [p.name for p in sets] == ["tokens-0-75in.yaml", "tokens-16mm.yaml"]
    assert run("build", project=tmp_path / "isle").output.count("3 pieces") == 1


def test_a_sample_that_nothing_binds_is_told(tmp_path):
    """By its words, by what it is called; not what stands on one kind alone, or what all say."""
    made_of(tmp_path, "deck.csv", "Name,Type,Rank,Group\nFox,Beast,3,A\nOwl,Bird,5,A\n")
    template = tmp_path / "isle/layouts/isle/deck.svg"
    drawn = '<text x="9" y="30" font-size="4">Owl</text><g id="rank"><circle cx="30" cy="30" r="5"/></g><text>A</text>'
    kept = '<g pnp:if="item.type"><text x="9" y="50">Bird</text></g><text x="5" y="60">5</text>'
    page = 'width="63mm" height="88mm" viewBox="0 0 63 88" xmlns:pnp="https://print-and-play.example/pnp"'
    template.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{drawn}{kept}</svg>')
    said = run("check", "--format", "short", project=tmp_path / "isle").output
    told = [line.partition("`")[2].partition("`")[0] for line in said.split("\n") if "T032" in line]
    assert sorted(told) == ["Owl", "rank"]


def test_what_only_looks_like_a_sample_is_not_told(tmp_path):
    """A list of all kinds; what is called on the back as a field that the front draws."""
    made_of(tmp_path, "deck.csv", "Name,Phase\nFox,Move\nOwl,Fight\n")
    front, back = (tmp_path / f"isle/layouts/isle/{name}.svg" for name in ("deck", "back"))
    page = 'width="63mm" height="88mm" viewBox="0 0 63 88" xmlns:pnp="https://print-and-play.example/pnp"'
    words = '<text pnp:text="item.name" x="9" y="12">Name</text><text x="9" y="30">Move</text>'
    more = '<text x="9" y="40">Fight</text>'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{{}}</svg>'
    front.write_text(drawn.format(words + more))
    back.write_text(drawn.format('<text id="name" x="9" y="12">Isle</text>'))
    assert "T032" not in run("check", project=tmp_path / "isle").output
    front.write_text(drawn.format(words))
    assert "`Move` is drawn as it stands" in run("check", project=tmp_path / "isle").output


@pytest.mark.slow
def test_a_board_as_large_as_the_paper_is_told_to_be_in_parts(tmp_path):
    """With the size that is printed whole, and is."""
    (tmp_path / "mats.csv").write_text("Name,Colour\nNorth,red\nSouth,blue\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "mats.csv", "--kind", "boards", "--size", "297x210")
    said = run("check", "--notes", project=tmp_path / "isle").output
    assert "at most 279.4 x 200 mm, or build with `--paper a3`" in said
    run("new", tmp_path / "b", "--from", tmp_path / "mats.csv", "--kind", "boards", "--size", "279.4x200")
    assert "P019" not in run("check", project=tmp_path / "b").output
    assert "  3 pages, 2 pieces" in run("build", project=tmp_path / "b").output
    (tmp_path / "discs.csv").write_text("Name\nSun\nMoon\n")  # these have room on A3 alone
    run("new", tmp_path / "c", "--from", tmp_path / "mats.csv", "--kind", "boards", "--size", "420x297")
    run("new", tmp_path / "c", "--from", tmp_path / "discs.csv", "--kind", "tokens", "--size", "240mm")
    said = run("check", "--notes", project=tmp_path / "c").output
    assert "as large as A3 itself" in said
    assert "draw it at most 402.4 x 287 mm\n" in said


@pytest.mark.parametrize(
    ("words", "is_so"),
    {
        "texts by their names": ('{"Raid": "Draw two cards.", "Rally Point": "Gain 1 health"}', True),
        "YAML, some short": ("Raid: Draw two cards.\nRest: Heal 2\nWar: Deal 1 damage\nRun: Go up one.\n", True),
        "below a name": ('{"v": 2, "forts": {"Raid": "Draw two cards.", "Rest": "Gain 1 health"}}', True),
        "settings": ('{"name": "my game", "description": "A game of two."}', False),
        "words of a program": ('{"game.over": "You lost the game.", "game.won": "You won the game."}', False),
        "a text in languages": ('{"en": "Draw two cards.", "de": "Zieh zwei Karten."}', False),
        "words alone": ('{"Raid": "red", "Rest": "blue"}', False),
    }.values(),
)
def test_texts_by_their_names_are_records(tmp_path, words, is_so):
    """`{Raid: Draw two cards.}` was no list of records."""
    (tmp_path / "forts.yml").write_text(words)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "forts.yml", "--lang", "en")
    assert (done.exit_code == 0) == is_so, done.output
    assert ("text: text" in done.output) == ("name: name" in done.output) == is_so


def test_a_sample_that_says_what_it_is_for_is_told(tmp_path):
    """T032: `Name of Ship` stood on all pieces."""
    made_of(tmp_path, "deck.csv", "Name,Cost,Text\nFox,1,Bite.\nOwl,2,Fly.\n")
    template = tmp_path / "isle/layouts/isle/deck.svg"
    page = 'width="63mm" height="88mm" viewBox="0 0 63 88" xmlns:pnp="https://print-and-play.example/pnp"'
    drawn = '<text x="9" y="12">Name of Ship</text><text x="9" y="30" pnp:text="item.text">Text</text>'
    drawn += '<text x="9" y="40">Attack, then rest, at no cost or name</text><text x="9" y="50">Text of law</text>'
    template.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{drawn}</svg>')
    told = run("check", "--format", "short", project=tmp_path / "isle").output
    assert "`Name of Ship` is drawn as it stands, the same on all, though `Name` says it" in told
    assert told.count("T032") == 1


def test_one_record_of_airtable_is_a_card(tmp_path):
    """In a list, and alone as the whole file."""
    record = '{"id": "rec1", "createdTime": "2024-01-01", "fields": {"Name": "Owl", "Cost": 3}}'
    for name, words in (("a", f"[{record}]"), ("b", record), ("c", f'{{"records": [{record}]}}')):
        (tmp_path / name).mkdir()
        told, found, _ = made_of(tmp_path / name, "deck.json", words)
        assert "name: Name" in told
        assert "no errors" in found


def test_pictures_whose_names_all_begin_alike_are_found_without_that(tmp_path):
    (tmp_path / "img").mkdir()
    for name in ("art_owl", "art_fox", "art_elk", "art_wild-boar", "tool", "coin"):
        (tmp_path / "img" / f"{name}.svg").write_text(SYMBOL)
    told, found, _ = made_of(tmp_path, "deck.csv", "name,cost\nOwl,1\nFox,2\nElk,3\nWild Boar,4\n")
    assert "pictures copied: img/art_owl.svg, img/art_fox.svg" in told
    assert "no errors" in found


def test_what_somebody_says_is_no_kind(tmp_path):
    rows = "".join(f"札{n},{'「水の音。」' if n % 2 else ''},春\n" for n in range(8))
    assert "flavour: text?" in made_of(tmp_path, "deck.csv", f"カード名,フレーバー,季節\n{rows}")[2]


def test_pictures_of_other_names_are_told_where_some_are_missing(tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("owl", "fox", "Sea_final_v2", "back"):
        (tmp_path / "art" / f"{name}.svg").write_text(SYMBOL)
    told, *_ = made_of(tmp_path, "deck.csv", "name,art\nOwl,owl.svg\nFox,fox.svg\nSea,sea.svg\n")
    assert "pictures beside them that nothing names: Sea_final_v2.svg\n" in told


@pytest.mark.slow
def test_the_drawing_of_a_counter_is_its_back_too(tmp_path):
    """With what the back says of the same; a number near the edge stays on the page, a shape has a colour for each
    word of its column, as light as it is drawn; what cannot be shown is told."""
    page = 'xmlns="http://www.w3.org/2000/svg" width="15.875mm" height="15.875mm" viewBox="0 0 15.875 15.875"'
    look = 'font-size="4" text-anchor="middle"'
    (tmp_path / "unit.svg").write_text(
        f'<svg {page}><rect id="Side" x="-3" y="-3" width="22" height="22" fill="#ddd"/>'
        f'<rect id="Order" x="1" y="1" width="2" height="2" fill="#bbb"/>'
        f'<text id="Unit" x="7.9" y="4" font-size="2.2" text-anchor="middle">Guns</text>'
        f'<text id="Attack" x="3" y="14" {look}>5</text><text id="Move" x="13.2" y="14" {look}>5</text></svg>'
    )
    rows = "Red,Guns,5,7,4,6,Stand and fire twice.\nBlue,Foot,12,10,11,10,March on to the next ford.\n"
    (tmp_path / "list.csv").write_text(f"Side,Unit,Attack,Move,Back Attack,Back Move,Order\n{rows}")
    so = ("--kind", "counters", "--template", tmp_path / "unit.svg")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "list.csv", *so).output
    assert "on the back: Side, Unit, Back Attack, Back Move" in told
    assert "unit.svg: Order cannot be shown by what is called so" in told
    assert "{'Red': '#" in (tmp_path / "isle/layouts/isle/list.svg").read_text()
    said = run("check", "--format", "short", project=tmp_path / "isle").output
    assert "error" not in said.replace("no errors", "")
    assert said.count("T032") == 2  # on both sides
    assert words_of(tmp_path / "isle", tmp_path / "out").split().count("11") == 1


def test_a_table_saved_in_another_format_is_told(tmp_path):
    """R048."""
    made_of(tmp_path, "deck.csv", "Name,Cost\nFox,1\nOwl,2\n")
    table = tmp_path / "isle/components/isle/deck.csv"
    table.with_suffix(".tsv").write_text("Name\tCost\nFox\t1\nOwl\t3\n")
    said = run("check", "--notes", project=tmp_path / "isle").output
    assert "no set reads the table `deck.tsv`; `deck.csv` is read, which may be older" in said
    (settings,) = table.parent.glob("deck.yaml")
    settings.write_text(settings.read_text().replace("deck.csv", "deck.tsv"))
    assert "no set reads the table `deck.csv`" in run("check", "--notes", project=tmp_path / "isle").output


def test_a_column_of_icons_draws_them(tmp_path):
    """By their names; one that names something else is of words."""
    made_of(tmp_path, "tokens.csv", "Token,Icon,Qty\nWound,heart,12\nShield,Shield,6\nFame,star,4\n")
    assert "icon: heart" in (tmp_path / "isle/components/isle/game.yaml").read_text()
    template = (tmp_path / "isle/layouts/isle/tokens.svg").read_text()
    assert "'{' ~ item.icon|lower|replace(' ', '-') ~ '}'" in template
    assert "Icon:" not in words_of(tmp_path / "isle", tmp_path / "out")
    (tmp_path / "b").mkdir()
    made_of(tmp_path / "b", "tokens.csv", "Token,Icon\nWound,heart\nFame,my own drawing\n")
    assert "my own drawing" in words_of(tmp_path / "b/isle", tmp_path / "b/out")


def test_two_french_cards_are_french(tmp_path):
    rows = '"Épée";"2,5";"Attaque : +2";"3"\n"Bouclier";"1";"Défense « totale »";"2"\n'
    made_of(tmp_path, "deck.csv", f'"Nom";"Coût";"Texte";"Nb"\n{rows}')
    assert "languages: [fr]" in (tmp_path / "isle/components/isle/game.yaml").read_text()


def test_a_sheet_of_standees_is_of_standees(tmp_path):
    Image.new("RGB", (200, 300), "red").save(tmp_path / "ada.png")
    (tmp_path / "bits.csv").write_text("Hero,Image\nAda,ada.png\n")
    so = ("--kind", "standees", "--size", "20x30")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "bits.csv", *so).output
    assert "each a standee, 20 x 80 mm" in told
    assert "no errors, no warnings" in run("check", project=tmp_path / "isle").output
    assert words_of(tmp_path / "isle", tmp_path / "out").count("Ada") >= 2  # on both sides


def test_what_two_columns_say_is_reported_of_both(tmp_path):
    told, *_ = made_of(tmp_path, "deck.csv", "Name EN,名前,Cost\nFox,狐,1\nOwl,梟,2\n")
    assert "  name: Name EN, 名前\n" in told


@pytest.mark.slow
def test_readings_are_those_of_japanese(tmp_path):
    """In a game that speaks letters, too: above its names, and nowhere in these."""
    head = "名前,よみ,Name (EN),効果,Effect (EN)\n"
    rows = "火の鳥,ひのとり,Firebird,引く。,Draw a card.\n水の精,みずのせい,Undine,捨てる。,Discard a card.\n"
    told, found, words = made_of(tmp_path, "deck.csv", f"{head}{rows}")
    assert "The game speaks ja, en" in told
    assert "reading: word" in words
    assert "no errors, no warnings" in found
    own, foreign = (words_of(tmp_path / "isle", tmp_path / la, "--lang", la) for la in ("ja", "en"))
    assert "ひのとり" in "".join(own.split())
    assert "Firebird" in foreign
    assert "よみ" not in own + foreign


def test_a_number_between_the_factors_of_a_counter_is_one(tmp_path):
    rows = "foot,6,0,4,1203\nhorse,4,0,8,1204\nleader,0,3,10,1310\n"
    (tmp_path / "units.csv").write_text(f"Unit,Combat Rating,Tactical Rating,Movement,Hex\n{rows}")
    run("new", tmp_path / "isle", "--from", tmp_path / "units.csv", "--kind", "counters", "--size", "5/8in")
    assert "0-3-10" in words_of(tmp_path / "isle", tmp_path / "out")


@pytest.mark.slow
def test_a_text_that_all_say_has_no_heading(tmp_path):
    """However short it is; it stands where texts do, and a picture found by a name is no column `Name`."""
    for name in ("fox", "owl", "elk"):
        (tmp_path / f"{name}.svg").write_text(SYMBOL)
    (tmp_path / "own.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        '<text id="Name" x="6" y="12" font-size="6">N</text></svg>'
    )
    told, _, _ = made_of(tmp_path, "deck.csv", "Name,Type,Text\nFox,Animal,Draw\nOwl,Animal,Draw\nElk,Animal,Draw\n")
    assert "  text: Text" in told
    assert "Text" not in words_of(tmp_path / "isle", tmp_path / "out")
    asked = ("new", tmp_path / "b", "--from", tmp_path / "deck.csv", "--template", tmp_path / "own.svg")
    run(*asked)
    said = run("check", "--notes", project=tmp_path / "b").output
    assert "draws the columns `Type`, `Text`, `picture`" in said


def test_texts_in_a_folder_of_tables_are_told(tmp_path):
    (tmp_path / "f").mkdir()
    for name, words in {
        "deck.csv": "Name,Cost\nFox,1\nOwl,2\n",
        "rules.md": "# Fox\n\nGo.\n",
        "LICENSE.txt": "MIT",
    }.items():
        (tmp_path / "f" / name).write_text(words)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "f").output
    assert "not read: rules.md; `pnp new . --from` makes rules of such a text\n" in told


def test_a_column_called_as_one_that_is_told_is_named(tmp_path):
    """Y022."""
    made_of(tmp_path, "deck.csv", "Text,Name,Cost\nFox,Ann,1\nOwl,Bo,2\n")
    (settings,) = (tmp_path / "isle/components/isle").glob("deck.yaml")
    settings.write_text(re.sub("from: .*", "from: {file: deck.csv, columns: {Text: name}}", settings.read_text()))
    said = run("check", project=tmp_path / "isle").output
    assert "two columns are `name`: `Text` (A) and `Name` (B)" in said
    assert "or write `ignore: [Name]` in `from`" in said


@pytest.mark.some(1)
@pytest.mark.parametrize("headings", ["Name,Coût,Coût", "Name,Coût,コスト", "Name,コスト,Coût"])
def test_headings_that_mean_the_same_are_fields_of_their_own(tmp_path, headings):
    """The set that was just written did not read its own columns (D002)."""
    made_of(tmp_path, "deck.csv", f"{headings}\nFox,2,red\nOwl,3,blue\n")
    said = run("check", project=tmp_path / "isle").output
    assert "isle: no errors, no warnings" in said


def test_cards_of_rpg_cards_are_printed_as_it_does(tmp_path):
    """Its lines begin with how they look; what only draws says nothing, and other lists stay lists."""
    lines = '"subtitle | Small beast", "rule", "property | AC | 12", "dndstats | 4|8|5|5|4|5", "fill | 2", "", '
    lines += '"section | Actions", "description | Bite | <b>1d4</b> damage."'
    cards = [f'{{"count": {n}, "title": "{name}", "contents": [{lines}], "tags": ["text", "{n}"]}}'
             for n, name in enumerate(("Rat", "Cat"), 1)]  # fmt: skip
    told, found, words = made_of(tmp_path, "deck.json", f"[{', '.join(cards)}]")
    assert "text: contents" in told
    assert "tags: list of" in words
    assert "no errors, no warnings" in found
    said = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert "Small beast AC: 12 STR 4, DEX 8, CON 5, INT 5, WIS 4, CHA 5 Actions Bite. 1d4 damage." in said


def test_a_cell_too_many_that_is_empty_joins_no_others(tmp_path):
    """Where a comma may stand before it, no two cells are taken for one; the row is told."""
    rows = "Fox,Red,3,,A,Fire\nElk,Red,4,,,B,Ice\nOwl,Sly,5,,C,Fire\n"
    _, found, _ = made_of(tmp_path, "deck.csv", f"Name,Kind,Cost,Wit,Set,Land\n{rows}")
    assert "the row has 7 cells, the first row names 6" in found
    assert "put words that hold a comma in double quotes, or delete one before a cell that is empty" in found


def test_what_a_designer_or_a_program_worked_out_is_on_no_card(tmp_path):
    """Shares of two numbers, mappings of programs, orders to one that draws; two numbers by chance are."""
    look = ("stylized close-up, crisp lines", "a tank, soft shadows", "a probe, cool tones", "crew, clean illustration")
    rows = [
        f'Card {n},{n},{n + 3},{(n + 3) / n:.2f},{n % 3}.{n}5,"{{\'kind\':{n}}}","{look[n % 4]}"' for n in range(1, 9)
    ]
    told, *_ = made_of(tmp_path, "deck.csv", "\n".join(["Name,In,Out,Ratio,Speed,Code,Look", *rows]))
    assert "on no piece: Ratio, Code, Look\n" in told
    assert "also drawn: In, Out, Speed" in told


@pytest.mark.slow
def test_ids_that_another_column_names_are_on_the_cards(tmp_path):
    """As they are written; none that only a program reads, and no plain numbers, which may be anything."""
    for name, ids, said in (("a", ("001", "002", "003"), True), ("b", ("E1", "E2", "E3"), True), ("c", "123", False)):
        (tmp_path / name).mkdir()
        rows = [f"{ids[n]},Card {n},Go to it.,{ids[(n + 1) % 3]}" for n in range(3)]
        told, *_ = made_of(tmp_path / name, "deck.csv", "\n".join(["ID,Name,Text,Next", *rows]))
        assert ("also drawn: ID, Next" in told) is said


def test_emoji_are_pictures(tmp_path):
    """Of cards and of tokens; suits are none, and encounters are no counters."""
    rows = "🦋,Swarm,Leaves a tingle.\n🐌,Slug,Leaves a trail.\n☀️,Sun,Warms all.\n🐇,Hare,Runs away.\n"
    told, found, _ = made_of(tmp_path, "encounters.csv", f"Emoji,Name,Text\n{rows}")
    assert "each a card" in told
    assert "picture: Emoji\n  text: Text" in told
    assert "no errors, no warnings" in found
    drawn = (tmp_path / "isle/layouts/isle/encounters.svg").read_text()
    assert float(re.search(r'pnp:text="item.emoji".*?font-size="([\d.]+)"', drawn)[1]) > 15
    (tmp_path / "b").mkdir()
    rows = "♠,Ace,Go.\n♥,King,Stay.\n♦,Ten,Wait.\n♣,Two,Run.\n"
    assert "picture: " not in made_of(tmp_path / "b", "deck.csv", f"Suit,Name,Text\n{rows}")[0]


def test_a_deck_saved_by_tabletop_simulator_is_its_cards(tmp_path):
    """What players read on them; how they lie there is on none, and each is read again as before."""
    lies = '"Transform": {"posX": 1.5}, "Locked": false, "CustomDeck": {"1": {"NumWidth": 9}}, "ContainedObjects": []'
    one = '{{"GUID": "a{0}", "Name": "Card", "Nickname": "{1}", "Description": "{2}", "CardID": 10{0}, {3}}}'
    names = (("Fox", "Draw one."), ("Owl", ""), ("", "Go."))
    cards = [one.format(n, name, text, lies) for n, (name, text) in enumerate(names)]
    deck = f'{{"Name": "DeckCustom", "Nickname": "Beasts", {lies[:-2]}[{", ".join(cards)}]}}'
    told, found, _ = made_of(tmp_path, "save.json", f'{{"SaveName": "", "ObjectStates": [{deck}]}}')
    assert "  name: name\n  text: Description" in told
    assert "no errors" in found
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Draw one." in said
    assert "102" in said  # called by its number
    assert not {"pos X", "GUID", "Card"} & {*said.split("\n")}


def test_lists_in_cells_part_no_columns(tmp_path):
    """Of rows that are not all as long: the sign of the headings counts."""
    rows = "Fox,Sly;Red,1,,\nOwl,Wise;Grey,2,,A\nElk,Big;Brown,3,\nCat,Small;Black,4,,\n"
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Tags,Cost,Note,Set\n{rows}")
    assert "name: Name" in told
    assert "Tags, Cost" in told


@pytest.mark.slow
def test_a_column_that_ids_are_made_of_names_its_pieces(tmp_path):
    """Also in words: none is called unlike all others."""
    words = ["Ace", "General", "Tank", "Admiral", "Rosie", "Nuke", "Virus", "Spy", "Hacker", "Factory", "Mutant"]
    rows = [f"Air,A,{word}\nSea,S,\n" for word in [*words, "Air Marshal"]]
    _, found, _ = made_of(tmp_path, "deck.csv", "Theatre,Theatre icon,Type\n" + "".join(rows))
    assert "ids are made of Type" in found
    assert "M027" not in found


def test_words_with_other_numbers_are_no_slips(tmp_path):
    rows = "".join(f"Beast {n},Floors 1-4,Red\n" for n in range(9)) + "Orc,Floors 11-14,Redd\nElf,Floor 4,Blue\n"
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Where,Kind\n{rows}")
    assert "`Redd` is almost `Red`" in told
    assert "almost `Floors" not in told


@pytest.mark.slow
def test_deeds_in_the_names_of_a_program_are_beside_what_says_them(tmp_path):
    """Not without words, none of people, and no costs."""
    deed, cost = {"op": "DrawCards", "n": 2}, [{"kind": "iron_ore", "n": 1}]
    plain_ = {"op": "draw", "n": 2}
    for name, fx, body, is_left in (
        ("a", [deed], "Draw two cards.", True),
        ("b", [deed], None, False),
        ("c", [plain_], "Draw two cards.", False),
    ):
        (tmp_path / name).mkdir()
        rows = [{"name": f"Card {n}", "fx": fx, "cost": cost, "look": {"body": body}} for n in range(3)]
        told, *_ = made_of(tmp_path / name, "deck.json", json.dumps(rows))
        assert ("on no piece: fx" in told) is is_left
        assert ("text: look.body" in told) is bool(body)
        assert "cost" in told.partition("on no piece")[0]


def test_what_programs_make_of_a_text_is_not_on_the_card(tmp_path):
    """Records within records, in names of theirs; a name or a cost beside the text is."""
    deeds = [{"anyOf": [{"hit": 2}, {"block": 2}]}, {"hit": 4}, {"kinds": ["hit", "move"]}]
    for name, more, is_left in (("a", {}, True), ("b", {"cost": 3}, False)):
        (tmp_path / name).mkdir()
        rows = [
            {"name": f"Card {n}", "strong": {"effectType": "Hit", "text": f"Hit {n} times.", **more, **deeds[n]}}
            for n in range(3)
        ]
        told, *_ = made_of(tmp_path / name, "deck.json", json.dumps(rows))
        assert ("strong: its `text` is read, and nothing beside it" in told) is is_left
        assert ("effect type Hit" in words_of(tmp_path / name / "isle", tmp_path / name / "out")) is not is_left


def test_the_deck_of_a_card_that_is_its_type_is_said_once(tmp_path):
    """What tells more is on the card, and so are two numbers that are alike, and sides."""
    rows = [f"Card {n},{kind},{kind},{n % 2},{n % 2},{kind}" for n, kind in enumerate(("find", "risk") * 3)]
    heads = "Name,Type,Deck,Size,Boost,North"
    told, *_ = made_of(tmp_path, "deck.csv", "\n".join([heads, *rows]))
    assert "on no piece: Deck\n" in told
    (tmp_path / "more").mkdir()
    told, *_ = made_of(tmp_path / "more", "deck.csv", "\n".join([heads, *rows, "Card 9,find,B,1,1,risk"]))
    assert "on no piece" not in told


def test_what_fills_several_hexes_is_one_unit(tmp_path):
    """But tiles of hexes may be as many."""
    rows = "".join(f"Corps {n},{n % 4 + 2},{1 + (n == 3)}\n" for n in range(6))
    for name, file, said in (("a", "units.csv", "each a card"), ("b", "hex tiles.csv", "7 pieces in all")):
        (tmp_path / name).mkdir()
        assert said in made_of(tmp_path / name, file, f"Name,Life,Hexes\n{rows}")[0]


def test_a_name_without_a_heading_is_what_all_cards_have(tmp_path):
    """No code that a few have before it."""
    codes = ["", "BS", "BR", "", "AN", "", "", "BB", "B", ""] * 2
    rows = "".join(f"{n},{'JFM'[n % 3]},{code},Matsu {n}\n" for n, code in enumerate(codes, 1))
    assert "name: column D" in made_of(tmp_path, "deck.csv", rows)[0]


@pytest.mark.slow
def test_a_name_is_what_all_cards_have_and_a_tick_without_a_heading_is_printed(tmp_path):
    """No note that a few cards have in sentences; and nothing has the colour of a tick."""
    notes = ["", "Shield all of them?", "", "Discard the lowest one", "", ""] * 2
    rows = "".join(f"{n if n < 9 else 'Minus'},{n + 3},{note}\n" for n, note in enumerate(notes))
    assert "name: Number" in made_of(tmp_path, "deck.csv", "Number,Points,Base\n" + rows)[0]
    rows = "".join(f"{n},Card {n},{'NY'[n % 2]},{'Turn' if n % 3 else 'Score'},Go {n} on.\n" for n in range(1, 9))
    (tmp_path / "bare").mkdir()
    told, *_ = made_of(tmp_path / "bare", "deck.csv", rows)
    assert "colour: column D" in told
    words = words_of(tmp_path / "bare" / "isle", tmp_path / "out").split()
    assert words.count("Y") == words.count("N") == 4


def test_letters_of_a_script_that_no_font_has_are_told_once_for_each_word(tmp_path):
    rows = "".join(f"Card {n},Draw {n} cards.,{('ปรับแล้ว', 'ยัง')[n % 2]}\n" for n in range(6))
    _, found, _ = made_of(tmp_path, "deck.csv", f"Name,Text,Origin\n{rows}")
    assert found.output.count("error F012") == 2
    assert "draws, nor ร ั บ แ ล ้ ว (rows 2, 4 and 6)" in found.output


def test_lists_above_a_text_are_told(tmp_path):
    """Records, but no tags."""
    front = "---\ntags: [a, b]\nkinds:\n  - x\ncontrols:\n  - id: mfa\n    label: Go\ntraps:\n- id: spy\n---\n"
    told, *_ = made_of(tmp_path, "cards.md", front + "# Isle\n\n## Play\n\nDraw a card.\n")
    assert "above the text, and not read: controls, traps; for cards save" in told


@pytest.mark.slow
def test_what_a_program_notes_of_a_column_is_on_no_card(tmp_path):
    """The kind of its values, and whether it says some word."""
    head = "name,crosses,crossesRaw,crossesIsWhite,crossesKind,attack,attackType,effect"
    rows = [
        "Owl,2,2,False,numeric,1,melee,Draw.",
        "Fox,7,7,False,numeric,2,ranged,Burn.",
        "Elk,,White,True,white,3,melee,Win.",
    ]
    told, *_ = made_of(tmp_path, "deck.csv", "\n".join([head, *rows]))
    assert "crossesIsWhite, crossesKind" in told
    assert "ranged" in words_of(tmp_path / "isle", tmp_path / "out")


def test_pictures_are_called_as_the_ids_where_more_are_than_as_the_names(tmp_path):
    (tmp_path / "images").mkdir()
    for name in ("CRI_fire", "CRI_iron_owl", "NOR_ice", "NOR_odd_elk"):
        Image.new("RGB", (60, 40)).save(tmp_path / "images" / f"{name}.png")
    rows = "CRI_fire,Fire,Burn.\nCRI_iron_owl,The Owl,Draw.\nNOR_ice,Ice,Stop.\nNOR_odd_elk,An Elk,Move.\n"
    told, _, words = made_of(tmp_path, "deck.csv", f"id,name,text\n{rows}")
    assert "NOR_odd_elk.png" in told
    assert "no picture is called so" not in told
    assert "columns: {id: picture}" in words


@pytest.mark.slow
def test_words_that_all_are_called_as_small_pictures_show_them_beside_the_name(tmp_path):
    """The words stay, as what colours the cards; the pictures that each card has for its own are the large ones."""
    (tmp_path / "art").mkdir()
    for name in ("fox", "owl", "elk", "fire", "ice"):
        Image.new("RGB", (60, 40)).save(tmp_path / "art" / f"{name}.png")
    rows = "Fox,Fire,Burn a card.\nOwl,Ice,Draw a card.\nElk,Fire,Move a card.\n"
    told, found, words = made_of(tmp_path, "deck.csv", f"Name,Element,Text\n{rows}")
    assert "columns: {Name: picture, Element: element_icon}" in words
    assert "art/ice.png" in told
    assert "no errors" in found
    drawn = (tmp_path / "isle/layouts/isle/deck.svg").read_text()
    assert 'pnp:href="item.element_icon"' in drawn
    assert 'pnp:href="item.picture"' in drawn
    assert "Fire" in words_of(tmp_path / "isle", tmp_path / "out")


def test_a_table_called_as_sums_are_is_no_set_of_a_text(tmp_path):
    rows = "| Name | Art | Text |\n| --- | --- | --- |\n| Fox | 🦊 | Burn. |\n| Owl | 🦉 | Draw. |\n"
    more = "## 📊 Übersicht\n\n| Element | Base |\n| --- | --- |\n| Fire | 18 |\n| Ice | 16 |\n"
    told, *_ = made_of(tmp_path, "cards.md", f"{more}\n## Cards\n\n{rows}")
    assert "table 📊 Übersicht: not taken" in told
    assert "picture: Art" in told  # few as they are


def test_pictures_that_are_here_are_shown_whatever_their_column_is_called(tmp_path):
    for name in ("1", "2", "3"):
        Image.new("RGB", (60, 40)).save(tmp_path / f"{name}.png")
    told, *_ = made_of(tmp_path, "deck.csv", "name,text,image_path\nFox,Go.,1.png\nOwl,Stop.,2.png\nElk,Wait.,3.png\n")
    assert "picture: image_path" in told
    (tmp_path / "b").mkdir()
    assert "on no piece: image_path" in made_of(tmp_path / "b", "deck.csv", "name,text,image_path\nFox,Go.,4.png\n")[0]


def test_numbers_in_each_language_are_one_number(tmp_path):
    head = "fr_name,en_name,taste,fr_taste,en_taste,fr_text,en_text"
    told, *_ = made_of(tmp_path, "deck.csv", f"{head}\nRiz,Rice,2,2,2,Jouez.,Play.\nThé,Tea,3,3,3,Passez.,Pass.\n")
    assert "fr_taste, en_taste" in told.split("on no piece: ")[1]


def test_rules_beside_other_texts_need_no_heading(tmp_path):
    rows = 'Fox,"Sly, Red",Draw a card and keep it.\nOwl,"Wise, Old",Burn a card and lose it.\n'
    made_of(tmp_path, "deck.csv", f"Name,Tags text,Rules text\n{rows}")
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Tags" in said
    assert "Rules text" not in said


def test_costs_in_words_stand_below_the_name(tmp_path):
    rows = "Fox,1 blood,Draw a card and keep it.,2\nOwl,3 max + 8 energy,Burn a card and lose it.,3\n"
    made_of(tmp_path, "deck.csv", f"Name,Cost,Text,Health\n{rows}")
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert said.index("3 max + 8 energy") < said.index("Burn a card")


def test_words_of_programs_in_a_row_are_parted(tmp_path):
    rows = 'Fox,"basic,melee",Draw a card.\nOwl,"basic,guard",Burn a card.\nElk,basic,Go.\n'
    made_of(tmp_path, "deck.csv", f"Name,Keywords,Text\n{rows}")
    assert "basic, melee" in words_of(tmp_path / "isle", tmp_path / "out")


def test_pictures_lie_in_folders_below_those_for_pictures_as_a_path_says(tmp_path):
    for name in ("elf.png", "old/orc.png", "old/owl.png"):
        (tmp_path / "art" / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (60, 40)).save(tmp_path / "art" / name)
    told, found, _ = made_of(tmp_path, "deck.csv", "Name,Image\nElf,elf.png\nOrc,old/orc.png\nOwl,old/owl.png\n")
    assert "art/old/orc.png" in told
    assert "no errors" in found


def test_pictures_of_a_program_beside_others_are_on_no_card(tmp_path):
    for name in ("elf.png", "orc.png"):
        Image.new("RGB", (60, 40)).save(tmp_path / name)
    rows = "Elf,Go.,elf.png,elf.png,98\nOrc,Stop.,orc.png,,70\n"
    told, *_ = made_of(tmp_path, "deck.csv", f"title,text,image_name,debug_image_name,game_text_spacing\n{rows}")
    assert "on no piece: debug_image_name, game_text_spacing" in told
    assert "picture: image_name" in told


def test_sets_called_as_colours_have_these(tmp_path):
    (tmp_path / "cards.json").write_text(
        json.dumps({n: [{"name": f"{n} {m}", "fuel": m} for m in (1, 2)] for n in ("green", "yellow", "basic")})
    )
    run("new", tmp_path / "isle", "--from", tmp_path / "cards.json", "--lang", "en")
    drawn = {p.stem: p.read_text() for p in (tmp_path / "isle/layouts/isle").glob("*.svg")}
    assert 'fill="#2f7d3a"' in drawn["green"]
    assert 'fill="#f0cf4a"' in drawn["yellow"]
    assert re.search(r'pnp:text="item.name"[^>]*fill="#000000"', drawn["yellow"])
    assert 'fill="#f0cf4a"' not in drawn["basic"]


def test_what_only_orders_or_shortens_is_on_no_card(tmp_path):
    """Nor is the level of a deck how many there are of a card, nor what is worked out like another column."""
    head = "order,content,Suit,SuitAbbr,deck,points,cost,efficiency,modEfficiency"
    rows = [f"{n},Say {n} to me.,{('Cups', 'Coins')[n % 2]},{'CO'[n % 2]},{1 + (n > 3) + (n > 6)},{n % 4},"
            f"{n % 3 + 2},{n % 4 / (n % 3 + 2):.2f},{(n % 4 + 1) / (n % 3 + 2):.2f}" for n in range(9)]  # fmt: skip
    told, *_ = made_of(tmp_path, "deck.csv", "\n".join([head, *rows]))
    assert "on no piece: order, SuitAbbr, efficiency, modEfficiency" in told
    assert "count: no column" in told


def test_a_subtitle_stands_below_the_name_before_the_kind(tmp_path):
    rows = "Gim,Son of Glo,Ally,R,Draw a card and keep it.\nRum,Guard of Elves,Foe,C,Burn a card and lose it.\n"
    made_of(tmp_path, "deck.csv", f"title,subtitle,card_type,rarity,text\n{rows}")
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Son of Glo · Ally" in said


def test_cards_without_names_have_the_colour_that_is_said_instead(tmp_path):
    made_of(tmp_path, "deck.csv", "color,wht,points\nblk,1,2\ngrn,2,3\nwht,3,1\nblk,2,2\n")
    assert "#2f7d3a" in (tmp_path / "isle/layouts/isle/deck.svg").read_text()


def test_a_path_may_begin_in_a_folder_above(tmp_path):
    """Of a table in one of its own, by each folder of the path."""
    (tmp_path / "art").mkdir()
    for name in ("fox", "owl"):
        Image.new("RGB", (60, 40)).save(tmp_path / f"art/{name}.png")
    (tmp_path / "cards").mkdir()
    rows = "Name,Text,ArtFile\nFox,Go.,art/fox.png\nOwl,Stop.,../art/owl.png\n"
    told, found, _ = made_of(tmp_path / "cards", "cards.csv", rows)
    assert "pictures copied: art/fox.png, art/owl.png" in told
    assert "no errors" in found


def test_numbers_beside_names_of_other_tables_are_no_pieces(tmp_path):
    cards = "| Name | Cost | Text |\n|---|---|---|\n| Fox | 1 | Bite. |\n| Owl | 2 | Hunt. |\n"
    sums = "| Card | Cost | Bites |\n|---|---|---|\n| Owl | 2 | 0.5 |\n| Fox | 1 | 3.0 |\n"
    told, *_ = made_of(tmp_path, "cards.md", f"## Cards\n\n{cards}\n## Bites\n\n{sums}")
    assert "Bites, apart from the table: not taken, it tells of others" in told
    assert "Cards: 2 rows" in told


def test_decks_that_cards_name_are_no_cards(tmp_path):
    cards = [{"id": f"c{n}", "name": f"Card {n}", "deck": "ab"[n % 2], "text": f"Draw {n}."} for n in range(6)]
    decks = [{"id": one, "name": f"Deck {one}", "text": "Of the day."} for one in "ab"]
    told, *_ = made_of(tmp_path, "cards.json", json.dumps({"decks": decks, "cards": cards}))
    assert "sheet decks: not taken, it tells of others" in told


def test_nothing_lies_on_a_picture_of_all_of_a_card_for_no_words(tmp_path):
    """A yes that none says is drawn nowhere; a panel is, where there are words."""
    for n in range(4):
        Image.new("RGB", (630, 880), (40 * n, 90, 90)).save(tmp_path / f"{n}.png")
    cards = [{"name": f"Card {n}", "image": f"{n}.png", "extra": False} for n in range(4)]
    told, *_ = made_of(
        tmp_path, "cards.json", json.dumps([*cards[:3], {**cards[3], "note_of": "Draw a card and go on."}])
    )
    assert "the same on all: extra" in told
    drawn = (tmp_path / "isle/layouts/isle/cards.svg").read_text()
    assert "extra" not in drawn
    assert "pnp:if" in drawn.split('<rect x="3"')[0].rpartition("<g")[2]


@pytest.mark.slow
def test_a_usual_back_is_that_of_all(tmp_path):
    rows = "Name,Text,Back\nFox,Go.,normal\nOwl,Stop.,Special\nElk,Wait.,Normal\n"
    made_of(tmp_path, "deck.csv", rows)
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Special" in said
    assert "ormal" not in said


@pytest.mark.slow
def test_a_title_beside_a_name_stands_below_it(tmp_path):
    rows = "Card,Title,Text\nFox,The Red,Go.\nOwl,The Wise,Stop.\nElk,The Tall,Wait.\n"
    made_of(tmp_path, "deck.csv", rows)
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "The Wise" in said
    assert "Title:" not in said


def test_what_a_program_does_is_on_no_card_that_says_it(tmp_path):
    """Parts of one deed, each under a key of its own, though a text is short."""
    deeds = [{"type": "moveTo", "spaceId": "go"}, {"type": "goToJail"}, {"type": "repairs", "house": 40}]
    deeds += [{"type": "cash", "amount": 150}, {"type": "jailPass"}]
    texts = ["Go on to the start.", "Go to jail.", "Pay 40 for each house.", "Collect 150.", "Leave jail once."]
    cards = [
        {"title": f"Card {n}", "text": text, "effect": d} for n, (text, d) in enumerate(zip(texts, deeds, strict=True))
    ]
    told, *_ = made_of(tmp_path, "cards.json", json.dumps(cards))
    assert "on no piece: effect.type, effect.spaceId" in told


def test_a_picture_of_the_back_is_no_frame(tmp_path):
    for name in ("fox", "owl", "elk", "rear"):
        Image.new("RGB", (400, 560), (90, 90, len(name) * 20)).save(tmp_path / f"{name}.png")
    cards = [{"title": n.title(), "text": f"The {n} goes on.", "image1": f"{n}.png", "imageBack": "rear.png"}
             for n in ("fox", "owl", "elk")]  # fmt: skip
    told, *_ = made_of(tmp_path, "cards.json", json.dumps(cards))
    assert "on the back: imageBack" in told
    assert "frame:" not in told


def test_a_number_called_an_effect_is_a_program_s_beside_a_text(tmp_path):
    rows = "".join(f"Card {n},Pay {n} coins to the bank.,{n}0\n" for n in range(1, 7))
    told, *_ = made_of(tmp_path, "deck.csv", f"name,description,effect\n{rows}")
    assert "on no piece: effect" in told
    (tmp_path / "b").mkdir()
    told, *_ = made_of(tmp_path / "b", "deck.csv", "name,effect\nFox,1\nOwl,2\nElk,4\n")
    assert "on no piece" not in told


def test_classes_of_a_page_are_on_no_card(tmp_path):
    """Names with hyphens are."""
    rows = "Fox,ring-2 hover:ring-4 ring-red-200,half-orc\nOwl,ring-2 hover:ring-4 ring-green-600,half-elf\n"
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Border,Race\n{rows}")
    assert "on no piece: Border\n" in told


def test_a_name_that_is_a_file_is_a_picture_alone(tmp_path):
    (tmp_path / "images").mkdir()
    for n in range(4):
        Image.new("RGB", (300, 300), (40 * n, 90, 90)).save(tmp_path / f"images/CastleWall{n}.png")
    rows = "".join(f"CastleWall{n}.png,{n},2,1,0\n" for n in range(4))
    told, found, _ = made_of(tmp_path, "tiles.csv", f"name,N,E,S,W\n{rows}")
    assert "picture: name" in told
    assert "no room on it: N, E, S, W" in told  # the picture covers its edges, and shows them
    assert "P017" not in found.output
    assert "no errors" in found.output
    assert "ids are made of name: castlewall0, castlewall1" in found.output
    assert ".png" not in words_of(tmp_path / "isle", tmp_path / "out")


@pytest.mark.slow
def test_keys_beside_a_type_and_the_id_again_are_a_program_s(tmp_path):
    """Keys that are all a piece says of its kind stay."""
    rows = [f"c_{n},Card {n},{'unit' if n % 2 else 'spell'},{('add_worker', 'spawn_unit')[n % 2]},c_{n},Draw {n} cards."
            for n in range(6)]  # fmt: skip
    told, *_ = made_of(tmp_path, "deck.csv", "\n".join(["id,name,card_type,effect_type,unit,text", *rows]))
    assert "on no piece: effect_type, unit\n" in told
    (tmp_path / "b").mkdir()
    bare = "\n".join(re.sub("unit,|spell,", "", row, count=1) for row in rows)
    told, *_ = made_of(tmp_path / "b", "deck.csv", f"id,name,type,unit,text\n{bare}\n")
    assert "on no piece: unit\n" in told
    (tmp_path / "c").mkdir()
    told, *_ = made_of(tmp_path / "c", "deck.csv", "id,name,cost,text\n1,Fox,1,Go on.\n2,Owl,2,Stop.\n3,Elk,3,Wait.\n")
    assert "on no piece" not in told


@pytest.mark.slow
def test_headings_that_end_in_count_are_what_is_counted(tmp_path):
    rows = "Fox,Draw a card.,2,0,1\nOwl,Draw a gem.,0,3,0\nElk,Rest a while.,0,0,2\n"
    made_of(tmp_path, "deck.csv", f"name,text,gem_count,coin_count,bottle_count\n{rows}")
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Gem" in said
    assert "count" not in said.lower()


@pytest.mark.slow
def test_headings_that_are_colours_are_amounts_of_them(tmp_path):
    """A 0 stands for none, and three letters for the colour."""
    rows = "Fox,4,0,3,0,1\nOwl,3,3,0,0,2\nElk,0,4,4,2,3\n"
    made_of(tmp_path, "cards.csv", f"name,wht,blu,grn,blk,points\n{rows}")
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert said.count("White") == 2
    assert said.count("Black") == 1
    assert "WHT" not in said


def test_signs_called_icons_are_pictures(tmp_path):
    signs = {"Sword": "⚔️", "Bow": "🏹", "Shield": "🛡️", "Bolt": "⚡", "Fire": "🔥", "Heart": "💥"}
    cards = [{"name": name, "icon": sign, "text": f"Draw {len(name)} cards."} for name, sign in signs.items()]
    told, *_ = made_of(tmp_path, "cards.json", json.dumps(cards))
    assert "picture: icon" in told


@pytest.mark.slow
def test_words_beside_prompts_of_some_are_no_answers(tmp_path):
    tail = "one is a risky one.,<li>Take 2 cards</li><li>Rest a while</li>,"
    rows = [f"Card {n},The {n}th {tail}" for n in range(9)]
    rows += ["Dice,Roll if you must.,<li>On 1-3 you fail</li>,Flip to use dice"]
    told, *_ = made_of(tmp_path, "cards.csv", "\n".join(["Name,Desc,Prompts,Rule", *rows]))
    assert "on the back" not in told
    assert "• Take 2 cards" in words_of(tmp_path / "isle", tmp_path / "out").replace("\u00a0", " ")


def test_hexes_are_called_as_their_terrain(tmp_path):
    lands = [("ocean", "wet"), ("boreal", "dry"), ("ocean", "dry"), ("salt_pan", "dry"), ("boreal", "wet")] * 2
    rows = "".join(
        f"h{n},{land},{water},It has food and it is {water} there.\n" for n, (land, water) in enumerate(lands)
    )
    told, *_ = made_of(tmp_path, "hexes.csv", f"id,terrain,wt_class,why\n{rows}")
    assert "name: terrain\n" in told


def test_keys_that_stand_twice_or_are_nobody_s_are_told(tmp_path):
    """A number that is printed is no id."""
    cards = [[f"c{n:03}", f"Card {n}", f"c{(n + 1) % 90:03}", "Draw a card and go on."] for n in range(90)]
    rows = [["ID", "Name", "Next", "Text"], *cards]
    made_of(tmp_path, "deck.csv", "\n".join(map(",".join, rows)))
    cards[40][0], cards[50][2] = "c012", "c999"
    (tmp_path / "isle/components/isle/deck.csv").write_text("\n".join(map(",".join, rows)))
    told = run("check", "--format", "short", project=tmp_path / "isle").output
    found = re.findall(r"(D032|M027): .* \[(\w+) ", told)
    assert found == [("M027", "C41"), ("D032", "A42"), ("M027", "C52")]  # `c040` is gone


def test_words_in_the_column_of_another_language_are_told(tmp_path):
    """Though they are not those that stand beside them."""
    rows = [[f"Fox {n}", f"Fuchs {n}", f"Draw {n} cards and then go on.", f"Ziehe {n} Karten und mache dann weiter."]
            for n in range(24)]  # fmt: skip
    rows[9][3] = "Take 7 cards from the deck and then stop."
    head = ["Name", "Name (DE)", "Text", "Text (DE)"]
    told = made_of(tmp_path, "deck.csv", "\n".join(map(",".join, [head, *rows])))[1].output
    assert re.findall(r":(\d+):\d+: warning (.*)", told) == [("11", "L019: the words in de are words in en")]


def test_the_number_of_a_card_that_has_one_other_is_its_name(tmp_path):
    told, *_ = made_of(tmp_path, "deck.csv", "Number,Bulls\n" + "".join(f"{n},{1 + n % 3}\n" for n in range(1, 20)))
    assert "name: Number\n" in told


def test_what_a_program_does_is_on_no_card_whatever_it_is_called(tmp_path):
    """In Japanese, too, which has no blanks."""
    deeds = [{"type": "damage_all", "value": 1}, {"type": "add_mana", "value": 2}, {"type": "damage_face", "value": 3}]
    texts = ["【登場時】敵全体に1ダメージ。", "【攻撃時】マナを2増やす。", "敵プレイヤーに3ダメージ。"]
    keys = ["onPlay", "onAttack", "onPlay"]
    cards = [{"name": f"狼{n}", "description": text, key: deed}
             for n, (text, key, deed) in enumerate(zip(texts, keys, deeds, strict=True))]  # fmt: skip
    told, *_ = made_of(tmp_path, "cards.json", json.dumps(cards))
    assert "on no piece: onPlay.type, onPlay.value, onAttack" in told


@pytest.mark.slow
def test_a_round_picture_fills_its_token(tmp_path):
    """Though its edition has no room beside."""
    tokens = [{"name": f"Stone {n}", "points": n, "expansion": "Of the Circles", "image": f"{n}.png"} for n in range(5)]
    for token in tokens:
        picture = Image.new("RGBA", (300, 300))
        ImageDraw.Draw(picture).ellipse((2, 2, 297, 297), fill=(90, 60 + 20 * token["points"], 90, 255))
        picture.save(tmp_path / token["image"])
    told, *_ = made_of(tmp_path, "tokens.json", json.dumps(tokens))
    assert "each a token, 25 x 25 mm" in told
    drawn = (tmp_path / "isle/layouts/isle/tokens.svg").read_text()
    assert 'x="-12.5" y="-12.5" width="25" height="25"' in drawn


def test_a_letter_says_yes_in_german(tmp_path):
    """A rank is none."""
    rows = (
        "Fuchs,j,J,Ziehe zwei Karten.\nEule,n,Q,Setze eine Runde aus.\nElch,j,K,Gib eine Karte ab.\nBär,n,J,Nimm sie.\n"
    )
    *_, words = made_of(tmp_path, "deck.csv", f"Name,Einmalig,Rang,Text\n{rows}")
    assert "einmalig: flag" in words
    assert "rang: flag" not in words


@pytest.mark.slow
@pytest.mark.parametrize("is_back", [False, True])
def test_white_lines_on_no_ground_are_told_by_the_build_as_blank(tmp_path, is_back):
    """As those of a drawing whose ground was the colour of the page around it; and no line is a ground that ends."""
    lines = '<path d="M-9 -9L40 60 M70 -9L20 60" stroke="#fff" fill="none"/><circle cx="5" cy="5" r="30"/>'
    page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88" fill="none" stroke="#fff">{lines}</svg>'
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / ("back.svg" if is_back else "fox.svg")).write_text(page)
    if is_back:
        (tmp_path / "art" / "fox.svg").write_text(page.replace("#fff", "#357"))
    run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en")
    said = run("build", "--out", tmp_path / "out", project=tmp_path / "isle").output
    side = "back" if is_back else "front"
    assert "P015: all pieces of" in said, said
    assert f"can be seen on the {side} of any" in said
    checked = run("check", project=tmp_path / "isle").output
    assert "P015" in checked
    assert ("P016" in checked) is is_back  # the blue ones of its front


@pytest.mark.slow
def test_a_sheet_of_blank_pieces_is_told_by_the_build(tmp_path):
    """Of a set none of whose pieces shows anything; one that does is enough."""
    (tmp_path / "d.csv").write_text("Name,Power\nFox,3\nOwl,4\n")
    home = tmp_path / "isle"
    run("new", home, "--from", tmp_path / "d.csv", "--lang", "en")
    template = home / "layouts" / "isle" / "d.svg"
    words, most = (
        re.sub("(<svg[^>]*>)", r"\1<g {}>", template.read_text()).replace("</svg>", "</g></svg>"),
        "all pieces",
    )
    for condition, is_told in {"false": True, "item.power == 4": False}.items():
        template.write_text(words.format(f'pnp:if="{condition}"'))
        said = run("build", "--out", tmp_path / "out", project=home).output
        assert (f"P015: {most} of `d` are blank" in said) == is_told, said
    template.write_text(words.format('id="Rear" style="display:none"'))
    for command in ("build", "--out", tmp_path / "out"), ("check",):
        said = run(*command, project=home).output
        assert ("all layers of `layouts/isle/d.svg` are hidden: Rear" in said) == (command[0] == "build"), said


UNITS = "unit>,@>,move>,unit[style:fill]>,attack,BACK,attack\n3,inf,4,tan,5,y,2\n2,art,3,tan,1,n,\n"


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("table", "factors"),
    {
        "some have a back": (UNITS, "5-4 5-4 5-4 1-3 1-3 2-4 2-4 2-4"),
        "all have one": (UNITS.replace(",n,", ",x,7"), "5-4 5-4 5-4 1-3 1-3 2-4 2-4 2-4 7-3 7-3"),
        "copies elsewhere": (
            "\n".join(
                f"{line},{n}" for line, n in zip(UNITS.replace("unit>", "Nr").split("\n"), ("Qty", 1, 2), strict=False)
            ),
            "5-4 1-3 1-3 2-4",
        ),
        "without copies": (UNITS.replace("\n3", "\n").replace("\n2", "\n"), "5-4 1-3 2-4"),
    }.values(),
)
def test_counters_of_other_tools_have_copies_and_backs(tmp_path, table, factors):
    """Below the first heading beside `move>` stand the copies; `BACK` says which has a back, with its move."""
    told, checked, _ = made_of(tmp_path, "counters.csv", table)
    assert "no errors, no warnings" in checked, told
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert sorted(re.findall(r"\d-\d", said)) == sorted(factors.split()), said
    assert "BACK" not in said


@pytest.mark.parametrize(
    ("how", "is_found"),
    {"01 {}": True, "1 - {}": True, "{}_final": True, "{}-v2": True, "the one of {}": False}.items(),
)
def test_pictures_are_found_behind_numbers_and_before_what_state_they_are_in(tmp_path, how, is_found):
    """Others that nothing names are told, with the card that may be meant; of two versions neither is taken."""
    (tmp_path / "art").mkdir()
    names = ("Red Fox", "Old Owl", "Leech", "Grey Wolf")
    for n, name in enumerate(names):
        Image.new("RGB", (60, 60), "red").save(tmp_path / "art" / f"{how.format(name).replace('1', str(n + 1))}.png")
    for n in (1, 2):
        Image.new("RGB", (60, 60), "red").save(tmp_path / "art" / f"Toad_v{n}.png")
    rows = "".join(f"{name},Draw {n + 1} cards.\n" for n, name in enumerate((*names, "Toad")))
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Text\n{rows}")
    assert ("pictures copied: art/" in told) == is_found
    assert "Toad_v1.png (Toad?), Toad_v2.png (Toad?)" in told
    assert (f"{how.format('Old Owl')}.png (Old Owl?)" in told) == (not is_found), told


@pytest.mark.slow
def test_pictures_that_a_second_column_names_are_told_and_taken_if_it_is_called_so(tmp_path):
    """Of one word alone, they were on no piece, and nothing told it."""
    for name in ("marsh", "wood", "north sea"):
        Image.new("RGB", (60, 60), "red").save(tmp_path / f"{name}.png")
    rows = "Name,Realm,Land\nAnt,North Sea,marsh\nBee,North Sea,wood\n"
    told, *_ = made_of(tmp_path, "deck.csv", rows)
    way = "`--columns realm=picture` shows those of realm"
    assert f"on no piece, pictures that other columns name: north sea.png (realm); {way}" in told
    done = run("new", tmp_path / "two", "--from", tmp_path / "deck.csv", "--columns", "realm=picture", "--lang", "en")
    assert "pictures copied: north sea.png, marsh.png, wood.png" in done.output
    assert "on no piece" not in done.output
    assert run("check", project=tmp_path / "two").exit_code == 0


def test_headings_that_name_objects_of_a_drawing_are_told_and_no_labels(tmp_path):
    """`might*` stood so on each card, and what a heading says of empty cells on none, which nothing told."""
    rows = 'Name,might*,body[fill],"cry=""Ha, ha"""\nAnt,3,red,Oho\nBee,7,blue,\nCat,5,red,Hey\n'
    told, *_ = made_of(tmp_path, "deck.csv", rows)
    assert 'body[fill], cry="Ha, ha": headings that name objects of a drawing: give that with `--template`' in told
    drawing = (tmp_path / "isle/layouts/isle/deck.svg").read_text()
    assert "Might" in drawing
    assert "Might*" not in drawing
    assert "Ha, ha" not in drawing


def test_code_in_a_cell_is_what_it_says_and_colours_of_programs_are_some(tmp_path):
    rows = "".join(f"| {name} | `0x{tint}` | `{n}d6` |\n" for n, (name, tint) in enumerate(TINTS.items()))
    told, _, words = made_of(tmp_path, "terrain.md", f"| Type | Hex Color | Dice |\n|---|---|---|\n{rows}")
    assert "colour: Hex Color" in told
    assert "hex_color: color" in words
    assert "`" not in (said := words_of(tmp_path / "isle", tmp_path / "out"))
    assert "0x" not in said


TINTS = {"Water": "1a3a5c", "River": "4a90b8", "Marsh": "5a7a6a"}


@pytest.mark.slow
def test_tables_of_one_file_apart_that_call_their_first_column_as_a_drawing_are_several(tmp_path):
    """Not one of their headings is a piece; a table of pictures alone has pieces, too."""
    for name in ("oak", "elm"):
        Image.new("RGB", (60, 60), "green").save(tmp_path / f"{name}.png")
    tables = "hext,t1,t2\n,Alpha,Bravo\n2,Echo,Golf\n\nhexc,c1,c2,c3\n,A,B,C\n,D,E,F\n\nhexi,tree\n,oak.png\n,elm.png\n"
    (tmp_path / "d.csv").write_text(tables)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--kind", "hexes", "--lang", "en").output
    assert [f"{name}: 2 rows" in told for name in ("hext", "hexc", "hexi")] == [True] * 3, told
    assert "count: hext, 3 pieces" in told
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert said.count("Echo") == 2
    assert "hexc" not in re.sub(r"(?m)^.*page.*$", "", said)


TRIPS = [["Name (EN)", "Cost", "Text"], ["Ann", 1, "Go on."], ["Bob", 2, "Stay."]]


@pytest.mark.slow
@pytest.mark.parametrize("above", [
    [["GOATS v3"], ["last edited", "2026-01-01"], []], [["version", 3], ["last edited", "2026-01-01"], []],
    [["GOATS v3"], [], ["edited", "by Ann"], []],
])  # fmt: skip
def test_what_stands_above_the_tables_of_a_workbook_is_none(tmp_path, above):
    """The tabs keep their names: a heading is no title."""
    workbook(tmp_path / "g.xlsx", [], {tab: sheet_of([*above, *TRIPS]) for tab in ("Trips", "Perils")})
    told = run("new", tmp_path / "isle", "--from", tmp_path / "g.xlsx").output
    assert ("Trips: 2 rows" in told, "Perils: 2 rows" in told, "not taken" in told) == (True, True, False), told


def test_a_picture_of_a_whole_sheet_is_told(tmp_path):
    """Pieces alike in size between clear lines; things of a drawing are none."""
    for name, places in {"sheet": (10, 110, 210), "one": (10, 40, 210)}.items():
        image = Image.new("RGBA", (310, 210), (0, 0, 0, 0))
        for x in places:
            for y in (10, 110):
                ImageDraw.Draw(image).rounded_rectangle((x, y, x + 90, y + 90), 20, "green")
        image.save(tmp_path / f"{name}.png")
    said = run("new", tmp_path / "isle", "--from", tmp_path, "--kind", "counters").output
    assert "  sheet.png looks like a sheet of 3 x 2 pieces, and is one piece here" in said
    assert "one.png looks" not in said


def test_units_say_their_side_where_another_column_colours_them(tmp_path):
    """It comes before other facts; the few that have a picture take no room for it from all. A number that a
    piece lacks is not there."""
    rows = "".join(
        f"{'English' if n < 5 else 'Scots'},Unit {n},2,B{n % 3},4,{hue},#{tint},\n"
        for n, (hue, tint) in enumerate(zip(["red", "blue"] * 5, ["57762C", "937301"] * 5, strict=True))
    )
    image = Image.new("RGBA", (90, 90), (0, 0, 0, 0))
    ImageDraw.Draw(image).polygon([(20, 80), (45, 5), (70, 80)], "red")
    image.save(tmp_path / "king.png")
    rows = rows.replace("Unit 9,2,B0,4,blue,#937301,", "King,,A3,7,blue,#416E83,king.png")
    (tmp_path / "blocks.csv").write_text("SIDE,TITLE,MOVE,STRENGTH,DOTS,SHIELD,BORDER,IMAGE\n" + rows)
    asked = ("--kind", "counters", "--size", "25mm", "--lang", "en")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "blocks.csv", *asked).output
    assert "also drawn: SIDE" in told
    assert "no room on it" not in told
    said = words_of(tmp_path / "isle", tmp_path / "out").replace("\xa0", " ")
    assert re.search(r"Shield: blue\s+Dots: 7", said), said


def test_amounts_side_by_side_are_shown_in_one_way(tmp_path):
    """Also those that most cards have; what stands apart from them keeps its place and its 0."""
    gems = [(1, 0, 3, 0, 0, 0, 0), (1, 0, 0, 0, 2, 1, 0), (1, 0, 1, 1, 1, 1, 0), (2, 0, 0, 4, 0, 0, 1),
            (2, 2, 0, 3, 2, 0, 0), (3, 0, 0, 1, 3, 0, 3)]  # fmt: skip
    rows = "".join(f"Mine {n},{','.join(map(str, row[:-1]))},Land,{row[-1]}\n" for n, row in enumerate(gems))
    made_of(tmp_path, "cards.csv", f"Name,Tier,Diamond,Onyx,Emerald,Ruby,Sapphire,Kind,PV\n{rows}")
    drawn = (tmp_path / "isle/layouts/isle/cards.svg").read_text("utf-8")
    (stats,) = {line for line in drawn.splitlines() if "'Tier'" in line}
    gems = ("diamond", "onyx", "emerald", "ruby", "sapphire")
    assert [f"if item.{gem} else []" in stats for gem in gems] == [True] * 5
    assert "if item.pv" not in stats
    assert stats.index("item.pv") < stats.index("item.diamond")


def test_what_all_cards_have_of_a_family_is_a_fact(tmp_path):
    rows = "fire,>,>,>x2\njump,,>,\ncharge,,>,>\nmove,>,>,>\nshield,>,>,>x2\n"
    told, *_ = made_of(tmp_path, "moves.csv", f"Action,InTop,InMiddle,InBottom\n{rows}")
    assert "also drawn: InTop, InMiddle, InBottom\n" in told
    assert "the same on all" not in told


def test_a_sentence_alone_in_its_row_is_a_card_without_a_name(tmp_path):
    rows = (
        "ice,Ice,Gain 1 water.,1\n,,For every 5 cards you gain 1 light.,\nsalt,Salt,Lose 1 pest.,0\n,,Gain 2 light.,\n"
    )
    told, *_ = made_of(tmp_path, "t.csv", f"id,Name,effects,rarity\n{rows}")
    assert "4 rows" in told
    assert "heading among" not in told


@pytest.mark.parametrize("kinds", [["雷", "草", "炎"], ["Grass", "Fire", "Psychic"]])
def test_a_kind_colours_cards_and_not_what_is_weak_to_kinds(tmp_path, kinds):
    kind = dict(enumerate(kinds))
    weak = {0: "Water", 1: kinds[0], 2: kinds[1]} if kinds[0].isascii() else {0: "水", 1: "炎", 2: "水"}
    rows = "".join(f"Imp {n},Monster,{kind[n % 3]},{weak[n % 3]},{10 * n + 30}\n" for n in range(9))
    told, *_ = made_of(tmp_path, "cards.csv", f"name,card_type,kind,weakness,hp\n{rows}")
    assert "colour: kind\n" in told


@pytest.mark.parametrize(("head", "left"), [("s,Name,Era\n", "s"), ("", "column A")])
def test_what_numbers_the_rows_that_are_left_stands_on_no_card(tmp_path, head, left):
    numbers, lands = (1, 2, 3, 9, 19, 20, 25), ("Fox", "Owl", "Elk", "Bear", "Hare", "Mole", "Boar")
    rows = "".join(f"{n},{land},{'Dawn' if n % 2 else 'Dusk'}\n" for n, land in zip(numbers, lands, strict=True))
    told, *_ = made_of(tmp_path, "cards.csv", head + rows)
    assert f"printed on no piece: {left}\n" in told


@pytest.mark.slow
def test_pictures_and_tables_are_in_the_order_of_their_numbers(tmp_path):
    (tmp_path / "art").mkdir()
    for number in (0, 1, 2, 10, 11):
        for side, color in (("front", "navy"), ("back", "gray")):
            Image.new("RGB", (300, 300), color).save(tmp_path / "art" / f"tile-{number}-{side}.png")
    assert run("new", tmp_path / "isle", "--from", tmp_path / "art", "--kind", "tiles", "--lang", "en").exit_code == 0
    (table,) = (tmp_path / "isle/components/isle").glob("*.csv")
    assert re.findall(r"^tile-(\d+)", table.read_text("utf-8"), re.MULTILINE) == ["0", "1", "2", "10", "11"]
    for number in (2, 10):
        (tmp_path / f"deck{number}.csv").write_text("Name,Text\nFox,Run.\nOwl,See.\n")
    for path in (tmp_path / "art").iterdir():
        path.unlink()
    told = run("new", tmp_path / "two", "--from", tmp_path, "--lang", "en").output
    assert told.index("deck2: ") < told.index("deck10: ")


@pytest.mark.parametrize(("heading", "told"), [("7", "count: 7, 7 pieces in all"), ("8", "no column, so one of each")])
def test_a_heading_that_is_the_sum_of_its_column_counts(tmp_path, heading, told):
    (tmp_path / "cards.csv").write_text(f"Name,Cost,{heading}\nFox,1,2\nOwl,3,1\nElk,2,4\n")
    assert told in run("new", tmp_path / "isle", "--from", tmp_path / "cards.csv", "--lang", "en").output


@pytest.mark.parametrize("ink", ["black", "white"])
def test_black_signs_stand_on_a_light_ground(tmp_path, ink):
    star = '<path d="M256 60l60 130 140 15-105 95 30 140-125-72-125 72 30-140L56 205l140-15z" fill="{}"/>'
    for name in ("guard", "camera"):
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{star.format(ink)}</svg>'
        (tmp_path / f"{name}.svg").write_text(drawing)
    made_of(tmp_path, "tokens.csv", "Name,Qty,Image\nguard,9,guard.svg\ncamera,9,camera.svg\n")
    drawn = (tmp_path / "isle/layouts/isle/tokens.svg").read_text("utf-8")
    ground = re.search(r'<rect [^>]*fill="#(\w\w)', drawn)[1]
    assert (int(ground, 16) > 0x90) == (ink == "black")
    wide, high = map(float, re.search(r'item.image" x="\S+" y="\S+" width="(\S+)" height="(\S+)"', drawn).groups())
    assert min(wide, high) > 11


def test_names_take_one_line_where_somewhat_smaller_type_lets_them(tmp_path):
    long, short = (
        ("Caneca de Café de Cerâmica", "Pedra de Pizza de Cordierita"),
        ("Telescópio Espacial", "Freios de Cerâmica"),
    )
    rows = "".join(f"{name},{n + 2},Draw {n + 2} cards from the pile.\n" for n, name in enumerate((*long, *short)))
    made_of(tmp_path, "cards.csv", f"Name,Cost,Text\n{rows}")
    drawn = (tmp_path / "isle/layouts/isle/cards.svg").read_text("utf-8")
    (wide, size) = re.search(r'item\.name" pnp:box="\S+ \S+ (\S+) [^>]*font-size="(\S+)"', drawn).groups()
    lines = {name: line_count(name, float(wide), float(size)) for name in (*long, *short)}
    assert [*lines.values()] == [2, 2, 1, 1]


@pytest.mark.slow
def test_topics_as_programs_write_them_are_on_cards(tmp_path):
    rows = "".join(f"{n},{('standard', 'premium')[n % 2]},{theme},What do you want of {theme} number {n}?\n"
                   for n, theme in enumerate(("big_questions", "dreams", "old_tales", "dreams") * 2))  # fmt: skip
    told, *_ = made_of(tmp_path, "deck.csv", f"id,type,theme,question\n{rows}")
    assert "name: theme\n" in told
    assert "big questions" in words_of(tmp_path / "isle", tmp_path / "out").lower()


@pytest.mark.slow
def test_decimals_come_after_all_else_on_a_hex(tmp_path):
    rows = "".join(
        f"h{n},{('ocean', 'boreal', 'pan')[n % 3]},{('salt', 'river', 'none')[n % 3]},{n}"
        + "".join(f",{n + more}.{n}{more}" for more in range(24))
        + "\n"
        for n in range(9)
    )
    heads = ",".join(["id,terrain,water,q", *(f"measured {n}" for n in "abcdefghijklmnopqrstuvwx")])
    told, *_ = made_of(tmp_path, "hexes.csv", f"{heads}\n{rows}")
    assert re.search("also drawn: .*water", told)
    assert re.search("no room on it: .*measured", told)
    assert re.search(r"`--size \d+mm` has room for all of it", told)


def test_numbers_that_texts_cite_are_printed_though_those_cards_are_left_out(tmp_path):
    rows = "7,Fox,Not after #83 was played.\n13,Owl,Unless #32 is there.\n50,Elk,Draw a card.\n"
    made_of(tmp_path, "cards.csv", f"id,title,text\n{rows}")
    assert "13" in words_of(tmp_path / "isle", tmp_path / "out").split()


def test_a_text_that_holds_another_of_its_row_is_on_no_card(tmp_path):
    """Also of few cards; one that says somewhat more stays."""
    words = ("Draw a card; and give two others away at once.", "Take all gems; and hand them to your neighbour.")
    both = zip(("Fox", "Owl"), words, strict=True)
    rows = "".join(f"{name},{said},{name} - {said},{said[:-1]} twice.\n" for name, said in both)
    told, *_ = made_of(tmp_path, "cards.csv", f"Name,Text,Source,Better\n{rows}")
    assert "on no piece: Source\n" in told
    assert "also drawn: Better\n" in told


def test_rows_that_repeat_on_purpose_are_told_once(tmp_path):
    rows = "".join(f"NUMBER;{n};{n}\n" * 2 for n in range(1, 6))
    _, found, _ = made_of(tmp_path, "deck.csv", rows)
    assert found.output.count("D028") == 1
    assert "5 items say the same as others: `row-2`" in found.output


_WORDS_TO_LEARN = (
    "Bonjour,Hello,Greetings\nÀ plus,See you,Greetings\nÀ tantôt,See you,Greetings\n"
    "Pierre,Stone,Things\nChien,Dog,Things\nMaison,House,Things\n"
)


@pytest.mark.parametrize("heads", ["French,English,Category", "Word,Meaning,Topic", "Begriff,Erklärung,Thema"])
@pytest.mark.parametrize("asked", [(), ("--lang", "fr")])
def test_words_and_what_they_mean_are_two_sides_of_a_card(tmp_path, heads, asked):
    (tmp_path / "deck.csv").write_text(f"{heads}\n{_WORDS_TO_LEARN}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", *asked).output
    front, behind, _ = heads.split(",")
    assert f"name: {front}" in told or f"text: {front}" in told
    assert f"on the back: {behind}" in told
    assert "not asked for" not in told


def test_two_languages_beside_a_text_are_told_with_what_makes_them_sides(tmp_path):
    rows = "".join(f"{row},This is said on day {n}.\n" for n, row in enumerate(_WORDS_TO_LEARN.splitlines()))
    told, *_ = made_of(tmp_path, "deck.csv", f"French,English,Category,Text\n{rows}")
    assert "French and English: on one side; on two with `--columns 'French=front,English=back'`" in told
    assert "on the back" not in told
    sides = ("--columns", "French=front,English=back")
    told = run("new", tmp_path / "two", "--from", tmp_path / "deck.csv", *sides).output
    assert "on the back: English" in told
    assert "on one side" not in told


def test_a_cell_that_makes_numbers_words_is_told(tmp_path):
    costs = zip("ABCDEF", (1, 2, "2?", 3, 4, 4), strict=True)
    rows = "".join(f"Fox {c},{cost},Draw {n} cards from the deck.\n" for n, (c, cost) in enumerate(costs))
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Cost,Text\n{rows}")
    assert "Cost: words, because of B4 `2?`; all others are whole numbers" in told


@pytest.mark.slow
def test_a_half_among_whole_numbers_is_a_number(tmp_path):
    rows = "".join(f"Fox {c},{cost},Draw a card.\n" for c, cost in zip("ABCDEF", (1, 2, 0.5, 3, 4, 4), strict=True))
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Cost,Text\n{rows}")
    assert "words, because" not in told


@pytest.mark.slow
def test_a_long_title_beside_a_text_stays_the_name(tmp_path):
    """Some words of a topic, which others lack, are none."""
    titles = [f"The Committee of the Fishers of {one} Votes Against the Nets" for one in ("Elm", "Oak", "Ash", "Yew")]
    rows = "".join(
        f"{t},{'Sea' * (n < 2)},All of them raise {n} hands; but then one leaves.\n" for n, t in enumerate(titles)
    )
    told, *_ = made_of(tmp_path, "deck.csv", f"Title,Subject,Text\n{rows}")
    assert "name: Title" in told


def test_what_a_designer_ticks_off_is_on_no_card(tmp_path):
    rows = "Fox,Draw a card.,x,yes,better art,yes\nOwl,Lose a turn.,,no,,no\nElk,Gain two coins.,x,yes,shorter,yes\n"
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Text,done?,check,todo,Flying\n{rows}")
    assert "also drawn: Flying\n" in told
    assert "printed on no piece: done?, check, todo\n" in told


@pytest.mark.slow
def test_a_column_headed_with_a_tick_is_on_no_card_and_names_none(tmp_path):
    rows = "".join(
        f"{'TRUE' * (n % 2)},{one},Draw {n} cards.,{n % 3}\n" for n, one in enumerate(("Fox", "Owl", "Elk", "Ant"))
    )
    told, *_ = made_of(tmp_path, "deck.csv", f"✔,Name,Text,Copies\n{rows}")
    assert "none of 2 with 0: Fox, Ant" in told
    assert "printed on no piece: ✔\n" in told


@pytest.mark.slow
def test_what_part_of_all_a_piece_is_stands_on_none(tmp_path):
    rows = "".join(
        f"{one},Draw {n} cards.,{n * 10}%,{n * 5}%\n" for n, one in enumerate(("Fox", "Owl", "Elk", "Ant"), 1)
    )
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Text,Share of deck,% of total\n{rows}")
    assert "printed on no piece: Share of deck, % of total\n" in told


@pytest.mark.slow
def test_numbers_of_armies_are_kinds_that_colour(tmp_path):
    rows = "".join(f"Ship {c},{n % 3 + 1},{n}\n" for n, c in enumerate("ABCDEFGHIJ"))
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Faction,Attack\n{rows}")
    assert "colour: Faction" in told
    assert "also drawn: Attack" in told


def test_a_card_of_several_questions_is_one(tmp_path):
    """With each answer below its question, and what the card says not said again."""
    asked = [{"theme": "Sea", "challenge": f"What is number {n}?", "answer": f"Fish {n}"} for n in range(3)]
    cards = [{"theme": "Sea", "questions": asked}, {"theme": "Air", "questions": [{**asked[0], "theme": "Air"}]}]
    told, _, _ = made_of(tmp_path, "deck.json", json.dumps({"cards": cards}))
    assert "2 rows, each a card" in told
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert "What is number 1? Fish 1 • What" in " ".join(words.split())
    assert words.count("Sea") == 1


def test_what_is_asked_is_no_title_and_what_holds_it_is_named_once(tmp_path):
    asked = [{"challenge": f"What is number {n}?", "answer": f"Fish {n}"} for n in range(12)]
    held = {"Sea": asked[:6], "Air": asked[6:]}
    quiz = [{"theme": name, "questions": [{"theme": name, **one} for one in some]} for name, some in held.items()]
    told, _, _ = made_of(tmp_path, "deck.json", json.dumps(quiz))
    assert "12 rows, each a card" in told
    assert "on the back: answer" in told
    assert "set" not in told.partition("cd ")[0].split()


@pytest.mark.some(2)
@pytest.mark.parametrize(("one", "other"), [
    ("ability_1", "ability_1_d"), ("attack1 name", "attack1 text"), ("Fähigkeit 1", "Fähigkeit 1 Beschreibung"),
])  # fmt: skip
def test_a_name_and_its_text_stand_together(tmp_path, one, other):
    heads = [head.replace("1", f"{n}") for n in (1, 2) for head in (one, other)]
    rows = "Fox,3,Bite,You may take a card from the hand of another,Run,Go back to the place you came from\n" \
        "Owl,1,Hoot,All others turn the top card of their deck up,,\n"  # fmt: skip
    (tmp_path / "isle.csv").write_text(f"Name,Cost,{','.join(heads)}\n{rows}")
    run("new", tmp_path / "isle", "--from", tmp_path / "isle.csv")
    assert "no errors" in run("check", project=tmp_path / "isle").output
    words = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert "Bite: You may take a card from the hand of another Run: Go back to the place" in words
    assert words.count("Hoot: All others") == 1


def test_what_programs_call_things_is_on_no_piece(tmp_path):
    """Files, keys with a UUID, short hashes, and what is headed by a stroke."""
    rows = "".join(
        f"Card {n},Take {n} more of them.,card-{n}-{n}.md,type-5050ac2{n}-a068-4084-af22-39f4065a0685,{n}a3f9c0,x{n}\n"
        for n in range(1, 7)
    )
    told, _, _ = made_of(tmp_path, "deck.csv", f"Name,Text,Page,Item-key,Version tag,_from\n{rows}")
    assert "printed on no piece: Page, Item-key, Version tag, _from" in told


def test_notes_are_the_text_where_there_is_no_other(tmp_path):
    """Also of most pieces, beside short words; told with what leaves them out."""
    rows = "".join(f"Card {n},The promotional set,{f'Only the {n} of them differ.' if n else ''}\n" for n in range(6))
    told, _, _ = made_of(tmp_path, "deck.csv", f"Name,Collection,Notes\n{rows}")
    assert "text: Notes" in told
    assert "Notes: printed, as there is no other text; left off with `--columns 'Notes=ignore'`" in told
    (tmp_path / "b").mkdir()
    told = run("new", tmp_path / "own", "--from", tmp_path / "deck.csv", "--columns", "Notes=text").output
    assert "text: Notes" in told
    assert "no other text" not in told
    rows = "".join(f"{row},Draw {n} cards from the deck.\n" for n, row in enumerate(rows.splitlines()))
    assert "on no piece: Notes" in made_of(tmp_path / "b", "pack.csv", f"Name,Collection,Notes,Text\n{rows}")[0]


_GUIDE = """# Isle

Play in turns.

## Beasts

| Name | ⬡ | ⚔️ | Effect |
|---|---|---|---|
| Fox | 1 | 2 | HUNGRY. Takes one card of another. |
| Owl | 2 | 1 | SILENT. Looks at the hand of another. |

## Spells

| Name | ⬡ | Effect |
|---|---|---|
| Fog | 4 | Nobody sees the cards of another. |
| Ice | 5 | Nobody may go on in this turn. |

## Triggers of the game

| Word | Meaning |
|---|---|
| HUNGRY | It eats one more in each turn. |
| SILENT | Nobody can name it in his turn. |

## What does what

| Deed | Cards | Effect |
|---|---|---|
| Taking | Fox | You have one more. |
| Looking | Owl, Fog | You know one more. |
"""


def test_signs_are_labels_and_what_words_mean_is_for_the_rules(tmp_path):
    (tmp_path / "guide.md").write_text(_GUIDE)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "guide.md").output
    for name in ("Triggers of the game", "What does what"):
        assert f"{name}, apart from the table: not taken, it tells of others; in a file of its own" in told
    assert "no errors, no warnings" in run("check", project=tmp_path / "isle").output
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert {"⬡", "⚔"} <= {*words}
    assert "It eats one more in each turn" in (tmp_path / "isle/components/isle/rules.yaml").read_text()
    alone = _GUIDE.partition("## Triggers")[2].partition("## What")[0]
    (tmp_path / "words.md").write_text(f"# Triggers{alone}")
    assert "Triggers" in run("new", tmp_path / "words", "--from", tmp_path / "words.md").output.partition(": 2 rows")[0]


@pytest.mark.slow
@pytest.mark.parametrize(("where", "name"), [("", "a.png"), ("art/", "a_b.svg")])
def test_a_file_in_braces_is_an_icon(tmp_path, where, name):
    """`{a.png}` was printed as it stands; what is not there is told."""
    (tmp_path / where).mkdir(exist_ok=True)
    if name.endswith("svg"):
        drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
        (tmp_path / where / name).write_text(drawn)
    else:
        Image.new("RGB", (32, 32), "green").save(tmp_path / where / name)
    (tmp_path / "d.csv").write_text(
        f"Name,Rules\nFox,Take two {{{where}{name}}}.\nOwl,Lose {{{where}{name}}} {{c.png}}.\n"
    )
    told = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en").output
    icon = name.partition(".")[0].replace("_", "-")
    assert f"icons in its texts, terms of game.yaml: {{{icon}}}" in told
    assert "printed as words: {c.png}" in told
    assert (tmp_path / f"isle/layouts/isle/icons/{icon}.svg").is_file()
    assert "no errors" in run("check", project=tmp_path / "isle").output
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert name not in words
    assert "{c.png}" in words


def test_a_few_ones_among_zeros_are_a_yes_beside_numbers(tmp_path):
    """Where no other column has such, and none is called so."""
    rows = "".join(f"Card {n},{n + 3},{5 * n + 2},{int(n == 2)}\n" for n in range(6))
    told, checked, words = made_of(tmp_path, "deck.csv", f"Name,Reach,Fame,Super trunfo\n{rows}")
    assert "Super trunfo: 0 and 1 are read as no and yes; as numbers with `--columns 'Super trunfo=points'`" in told
    assert "super_trunfo: flag" in words
    assert "no errors, no warnings" in checked
    assert words_of(tmp_path / "isle", tmp_path / "out").count("Super trunfo") == 1
    (tmp_path / "b").mkdir()
    assert "cost: integer" in made_of(tmp_path / "b", "deck.csv", f"Name,Reach,Fame,Cost\n{rows}")[2]


@pytest.mark.slow
def test_a_subtitle_stands_below_the_name_however_long_others_are(tmp_path):
    rows = "".join(f"Card {n},Helps you once in turn {n},Draw {n} cards.,kind {n % 2}\n" for n in range(6))
    made_of(tmp_path, "deck.csv", f"Name,Subtitle,Text,Type\n{rows}")
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Helps you once in turn 3" in words
    assert "Subtitle" not in words


def test_a_letter_and_its_number_are_one_code(tmp_path):
    """The letter colours the cards still; a suit and a rank stay two."""
    rows = "".join(f"Card {n},{'AB'[n // 4]},{n % 4 + 1},{n * 7 + 20}\n" for n in range(8))
    made_of(tmp_path, "deck.csv", f"Name,Letter,Number,Fame\n{rows}")
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Letter: A1" in words
    assert "Letter: B4" in words
    assert "Number" not in words
    (tmp_path / "b").mkdir()
    made_of(tmp_path / "b", "deck.csv", f"Name,Suit,Rank,Fame\n{rows}")
    assert "A1" not in words_of(tmp_path / "b/isle", tmp_path / "b/out")


def test_values_behind_their_types_are_these(tmp_path):
    """As programs write them down; one key of words alone may be a list that begins with `text`."""
    cards = [{"name": ["String", "Owl"], "move": ["Integer", 2], "hues": ["String[]", ["red", "sea"]]},
             {"name": ["String", "Fox"], "move": ["Integer", 0], "hues": ["String[]", ["red"]]},
             {"name": ["String", "Elk"], "move": ["Integer", 7], "hues": ["String[]", []]}]  # fmt: skip
    _, found, words = made_of(tmp_path, "deck.json", json.dumps(cards))
    assert "move: integer" in words
    assert "no errors, no warnings" in found
    said = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert ("Owl" in said, "String" in said, "red, sea" in said) == (True, False, True)
    rows = [{"name": n, "hp": {"type": "number", "value": m}} for m, n in enumerate(("Owl", "Fox"), 3)]
    (tmp_path / "b").mkdir()
    assert "hp: integer" in made_of(tmp_path / "b", "deck.json", json.dumps(rows))[2]


def test_a_list_of_words_takes_its_numbers_too(tmp_path):
    """What `new` has just made was told to write them in quotes (D003)."""
    cards = [{"name": name, "tags": [name[:2], n, n % 2 == 0, None, n / 2]} for n, name in enumerate(("Owl", "Fox"), 1)]
    _, found, words = made_of(tmp_path, "deck.json", json.dumps(cards))
    assert "tags: list of word" in words
    assert "no errors, no warnings" in found
    assert "Ow, 1, FALSE, 0.5" in " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())


def test_a_picture_of_each_variant_is_one_of_the_card(tmp_path):
    """A record in a record with a list that is empty on some; the first is the picture, the others are told."""
    for name in ("old", "new"):
        for n in range(3):
            Image.new("RGB", (63, 88), (90 * n, 40, 90)).save(tmp_path / f"{name}-{n}.png")
    decks = [{"old": {"image": f"old-{n}.png", **({"signs": []} if n < 2 else {})}, "new": {"image": f"new-{n}.png"}}
             for n in range(3)]  # fmt: skip
    rows = {f"card-{n}": {"name": f"Card {'ABC'[n]}", "decks": own} for n, own in enumerate(decks)}
    told, found, _ = made_of(tmp_path, "deck.json", json.dumps(rows))
    assert "picture: decks.old.image" in told
    assert "decks.new.image" in told.replace("picture: ", "")
    assert "error" not in str(found).replace("no errors", "")


@pytest.mark.parametrize("more", [{}, {"No": 1}])
def test_kinds_may_be_said_in_several_languages(tmp_path, more):
    """Two such side by side ended `new` with an internal error: one was tried as the letter before a number."""
    kinds = [("Eau", "Water", "Lune", "Moon"), ("Feu", "Fire", "Lion", "Leo")] * 4
    heads = ("element_fr", "element_en", "astro_fr", "astro_en")
    cards = [{"name_fr": f"Carte {n}", "name_en": f"Card {n}", **dict(zip(heads, said, strict=True)), **more}
             for n, said in enumerate(kinds)]  # fmt: skip
    (tmp_path / "deck.json").write_text(json.dumps(cards))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.json", "--lang", "fr,en")
    assert "colour: element_fr, element_en" in done.output
    assert done.exit_code == 0


@pytest.mark.some(12)
@pytest.mark.parametrize("name", ["Owl ×3", "Owl x3", "Owl (x3)", "Owl (3x)", "3x Owl", "3 x Owl", "Owl×3"])
@pytest.mark.parametrize(
    "form",
    [
        "Name,Text\n{},Hunts.\nFox,Bites.\n",
        "## {}\nHunts.\n\n## Fox\nBites.\n\n## Elk\nRuns.\n",
    ],
)
def test_copies_may_stand_in_the_names(tmp_path, name, form):
    """Told, with what leaves the name as it is."""
    file = "deck.csv" if "," in form else "cards.md"
    (tmp_path / file).write_text(form.format(name))
    told = run("new", tmp_path / "isle", "--from", tmp_path / file, "--kind", "cards", "--lang", "en").output
    assert "pieces in all\n  name: Name" in told
    assert f"Name: copies in it, `{name}`; if it is a name, `--columns 'Name=name'`" in told
    assert run("check", project=tmp_path / "isle").exit_code == 0
    parts = run("parts", project=tmp_path / "isle").output
    assert re.search(r"\b(4|5|6)\b", parts)
    more = ("--kind", "cards", "--lang", "en", "--columns", "Name=name")
    assert "count: no column" in run("new", tmp_path / "b", "--from", tmp_path / file, *more).output


@pytest.mark.parametrize(
    "names", [("Attack", "Attack x2"), ("Map 4x4", "Map 2×3"), ("Xerxes x", "5xp"), ("Owl of 3", "Fox 2")]
)
def test_what_tells_names_apart_is_no_number_of_copies(tmp_path, names):
    told, *_ = made_of(tmp_path, "deck.csv", "Name,Text\n" + "".join(f"{name},Go on.\n" for name in names))
    assert "copies in it" not in told


@pytest.mark.slow
def test_a_minus_before_a_digit_is_of_the_number(tmp_path):
    """Choices that differ in capitals and blanks are one: `-1v` was printed as `1v`."""
    points = ["1v", "-1v", "+2", "2", "1/2", "12", *["1v", "12"] * 9]
    rows = "".join(f"Card {chr(65 + n)},{said}\n" for n, said in enumerate(points))
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Points\n{rows}")
    assert "is read as" not in told
    said = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert all(one in said for one in ("-1v", "+2", "1/2"))


def test_a_tile_without_a_name_is_called_by_its_land_and_says_all_of_it(tmp_path):
    """Not by its place; and a colour that colours nothing is said, for which there was `no room`."""
    lands = ["Plains", "Forest", "Water", "Plains", "Hills", "Water", "Desert"]
    places = 3 * [*zip(("C", "NE", "E", "SE", "SW", "W", "NW"), lands, strict=True)]
    hexes = [{"position": place, "terrain": land} for place, land in places]
    hexes[1] |= {"site": "Mine", "color": "Red"}
    for at, site in ((3, "Village"), (4, "Ruins"), (6, "Glade"), (9, "Keep"), (11, "Orc"), (12, "Glade")):
        hexes[at] |= {"site": site}
    (tmp_path / "deck.json").write_text(json.dumps(hexes))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "deck.json", "--kind", "hexes", "--lang", "en").output
    assert "no room" not in told
    (drawn,) = (tmp_path / "isle/layouts/isle").glob("deck.svg")
    assert "item.site if item.site is defined else item.terrain" in drawn.read_text()
    assert "Color: Red" in " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())


def test_a_comma_between_the_brackets_of_a_heading_parts_nothing(tmp_path):
    """Where no row has so many cells; of any other that moves the labels it is told."""
    told, *_ = made_of(tmp_path, "deck.csv", "Name,Marks (S - sea, L - land),Points\nOwl,S,2\nFox,L,3\nElk,S,4\n")
    assert "a comma between the brackets of a heading parts no columns" in told
    assert "Marks (S - sea, L - land)" in told
    (tmp_path / "b").mkdir()
    rows = "".join(f"{name},Fire,3\n" for name in ("Owl", "Fox", "Elk", "Hen", "Roe", "Bat"))
    told, *_ = made_of(tmp_path / "b", "deck.csv", f"Name,Kind, if any,Points\n{rows}")
    assert "all rows have 3 cells, for 4 headings: put a heading with a comma in quotes" in told
    (tmp_path / "c").mkdir()
    told, *_ = made_of(tmp_path / "c", "deck.csv", "Name,Cost,Upgrade,Quantity\nOwl,1,4\nFox,2,3\nElk,3,4\n")
    assert "all rows have 3 cells, for 4 headings" in told
    assert "or write the comma that each row lacks" in told


def test_an_index_of_an_array_is_of_no_drawing(tmp_path):
    """So the first column is no number of copies, nor is one of zeros."""
    told, *_ = made_of(tmp_path, "deck.csv", "#TYP,EF[0],INT[0],Text\n1,1,5,Go on.\n2,3,20,Go back.\n2,1,10,Stay.\n")
    assert "count: no column" in told
    (tmp_path / "b").mkdir()
    told, *_ = made_of(tmp_path / "b", "deck.csv", "unit,@,move>,BACK\n0,owl,5,y\n0,fox,20,y\n1,elk,10,y\n")
    assert "count: unit" not in told


def test_a_finished_picture_has_no_plate_with_what_it_shows(tmp_path):
    """One that another column is called as, with the same words wherever it stands."""
    for n, name in enumerate(("1m", "2b", "rd")):
        Image.new("RGB", (130, 175), (80 * n, 90, 40)).save(tmp_path / f"{name}.png")
    rows = "".join(
        f"{name},{said},{name}.png\n" * 3 for name, said in (("1m", "1 of Men"), ("2b", "2 of Bees"), ("rd", "R"))
    )
    (tmp_path / "tiles.csv").write_text(f"tile,desc,path\n{rows}")
    run(
        "new",
        tmp_path / "isle",
        "--from",
        tmp_path / "tiles.csv",
        "--kind",
        "tiles",
        "--size",
        "26x35mm",
        "--lang",
        "en",
    )
    drawn = (tmp_path / "isle/layouts/isle/tiles.svg").read_text()
    assert "<image" in drawn
    assert "<text" not in drawn


def test_cards_without_names_are_not_called_as_a_file_with_a_number(tmp_path):
    rows = "".join(f"{r},When {n} cards lie there: draw one more.\n" for n, r in enumerate("ccuuurr", 2))
    made_of(tmp_path, "spells2.csv", f"rarity,trigger\n{rows}")
    assert "set.name" not in (tmp_path / "isle/layouts/isle/spells2.svg").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("words", ["set data,wht,blu,points", "nobles,sign,blu,points"])
def test_cards_without_names_are_not_called_as_data_nor_beside_a_picture(tmp_path, words):
    Image.new("RGB", (300, 300), "navy").save(tmp_path / "a.png")
    name, _, head = words.partition(",")
    rows = "".join(f"{'a.png' if 'sign' in head else n % 3},{n % 4},{3 + n % 2}\n" for n in range(8))
    made_of(tmp_path, f"{name}.csv", f"{head}\n{rows}")
    (drawn,) = (p for p in (tmp_path / "isle/layouts/isle").glob("*.svg") if "back" not in p.name)
    assert "set.name" not in drawn.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("heading", "said", "is_left"),
    [
        ("Hue", "110 0 250 45", True),
        ("Hue", "red blue red grey", False),
        ("Front Template", "Plain Full Plain Plain", True),
        ("Win rate", "41% 52% 33% 40%", True),
        ("Avg. score", "7.5 8.25 6 7", True),
        ("Times played", "7 8 6 7", True),
        ("Score", "7 8 6 7", False),
    ],
)
def test_what_a_program_or_a_play_test_says_of_cards_is_on_none(tmp_path, heading, said, is_left):
    rows = "".join(f"Card {n},Draw {n} more cards now.,{word}\n" for n, word in enumerate(said.split(), 2))
    told = made_of(tmp_path, "deck.csv", f"Name,Text,{heading}\n{rows}")[0]
    assert (f"printed on no piece: {heading}" in told) == is_left, told


@pytest.mark.slow
def test_a_template_that_is_a_drawing_is_that_of_its_cards(tmp_path):
    for name in ("plain", "full"):
        page = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{}</svg>'
        (tmp_path / f"{name}.svg").write_text(page.format('<text id="Name" x="5" y="9">Name</text>'))
    (tmp_path / "deck.csv").write_text("Name,Text,Template\nOwl,Go.,plain\nFox,Run.,full\nElk,Rest.,plain\n")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en").output
    assert "full.svg" in told
    assert "no piece: Template" not in told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("last", "is_sum", "is_true"),
    [
        ("9,,,,", True, True),
        ("11,,,,", True, False),
        ("8,<- in all,,,", True, False),
        ("2,Blank,,,", False, True),
    ],
)
def test_a_number_alone_below_the_copies_is_their_sum(tmp_path, last, is_sum, is_true):
    """A card with 40 copies, `<- ships in all`, was printed as its sum was not the true one."""
    rows = "2,Owl,1,Fly.,sea\n3,Fox,2,Run.,\n4,Elk,1,Rest.,land\n"
    told, checked, _ = made_of(tmp_path, "deck.csv", f"qty,name,cost,text,place\n{rows}{last}\n")
    assert ("row 5: a sum of the rows above, and no item" in told) == is_sum
    assert ("Y035" in checked.output) != is_true


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "is_so"),
    [
        ('{"a": [["hill", 2], ["sea", 1]], "b": [["sea", 2]]}', True),
        ('{"a": [["hill", 2], ["sea", 1]], "b": [["sea"]]}', False),
        ('{"a": [[1, 2], [2, 1]], "b": [[2, 2]]}', False),
        ('{"version": 2, "b": [["sea", 2]]}', False),
    ],
)
def test_lists_of_what_pieces_are_made_of_are_records_by_their_keys(tmp_path, words, is_so):
    (tmp_path / "tiles.json").write_text(words)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "tiles.json", "--kind", "tiles", "--lang", "en")
    assert (done.exit_code == 0) == is_so, done.output
    if is_so:
        run("build", "--out", tmp_path / "out", project=tmp_path / "isle")
        assert "hill 2, sea 1" in words_of(tmp_path / "isle", tmp_path / "out")


@pytest.mark.slow
def test_two_columns_on_each_of_several_things_are_said_together(tmp_path):
    """Kinds stood below the name, and places elsewhere: which was whose nobody saw."""
    rows = "Ferry,hold,common,,,3,wood,1,iron\nRaider,deck,military,hold,common,2,rope,4,wood\n"
    head = "name,slot1_place,slot1_kind,slot2_place,slot2_kind,Cost 1 amount,Cost 1 kind,Cost 2 amount,Cost 2 kind"
    made_of(tmp_path, "ships.csv", f"{head}\n{rows}Sloop,deck,common,,,5,iron,1,rope\n")
    run("build", "--out", tmp_path / "out", project=tmp_path / "isle")
    words = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    for said in ("hold, common", "deck, military", "2 rope", "4 wood"):
        assert said in words


@pytest.mark.slow
def test_what_a_piece_is_names_no_text_and_nothing_stands_behind_a_colon(tmp_path):
    rows = "Scout,scout,Run.,Flying,\nTank,tank,,Rush,Attack at once.\nMech,mech,Rest.,Rush,Attack at once.\n"
    made_of(tmp_path, "units.csv", f"name,unit,unit abilities,Ability 1,Ability 1 text\n{rows}")
    run("build", "--out", tmp_path / "out", project=tmp_path / "isle")
    words = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert "scout: Run." not in words
    assert "Rush: Attack at once." in words
    assert "Flying" in words
    assert "Flying:" not in words


@pytest.mark.slow
@pytest.mark.parametrize(("last", "are_flags"), [("1", True), ("2", False)])
def test_many_columns_of_ones_side_by_side_are_ticks(tmp_path, last, are_flags):
    """`1 Action` stood among the numbers of a card that is one; where one says more they are amounts."""
    rows = f"Raid,1,1,,,3\nMoat,1,,,1,2\nGold,,,1,,6\nRest,{last},,,,1\n"
    made_of(tmp_path, "deck.csv", f"Name,Action,Attack,Treasure,Reaction,Cost\n{rows}")
    said = (tmp_path / "isle/components/isle/deck.yaml").read_text()
    assert ("action: flag?" in said) == ("reaction: flag?" in said) == are_flags


@pytest.mark.slow
@pytest.mark.parametrize("home", ["cardData", "game_data", "Card Tables"])
def test_a_folder_for_tables_of_a_project_is_found_below_it(tmp_path, home):
    for folder in (home, "src", "_output"):
        (tmp_path / "game" / folder).mkdir(parents=True)
    (tmp_path / "game" / home / "items.csv").write_text("title,qty\nSpear,4\nBow,2\n")
    (tmp_path / "game/src/deck.rb").touch()
    told = run("new", tmp_path / "isle", "--from", tmp_path / "game", "--lang", "en").output
    assert "items: 2 rows, each a card" in told


def test_a_long_text_has_the_room_of_flavour_that_its_card_lacks(tmp_path):
    """It shrank to the least beside half an empty card."""
    cards = [("Owl", "Draw a card.", "It sees you at night. All of them hear of it. " * 3)] * 5
    cards += [("Fox", "Pay 2 and take a card of any other player. Who lost it may take one of yours. " * 5, "")]
    rows = "".join(f"{name} {n},{text},{said}\n" for n, (name, text, said) in enumerate(cards))
    made_of(tmp_path, "deck.csv", f"Name,Text,Flavor\n{rows}")
    drawn = (tmp_path / "isle/layouts/isle/deck.svg").read_text()
    group = r'pnp:if="(not)?[^"]*">\s*<text pnp:text="item.text" pnp:box="\S+ \S+ \S+ (\S+)"'
    texts = re.findall(group, drawn)
    assert [word for word, _ in texts] == ["", "not"]
    assert float(texts[1][1]) > 1.3 * float(texts[0][1])


@pytest.mark.slow
def test_pairs_of_numbers_and_matrices_are_told_apart(tmp_path):
    cards = [{"name": name, "text": f"Go {n}.", "moves": [[0, n], [-1, 0]], "shape": [[1, 0, 1], [0, n, 0]]}
             for n, name in enumerate(("Owl", "Fox", "Elk"), 2)]  # fmt: skip
    _, found, _ = made_of(tmp_path, "deck.json", json.dumps(cards))
    assert "no errors, no warnings" in found
    said = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert "(0, 2) (-1, 0)" in said.replace("−", "-")
    assert "1 0 1 0 2 0" in said


def test_a_text_goes_before_its_lines(tmp_path):
    """That are numbered and say it again."""
    said = [["Foxes hunt by night in", "the woods near here."], ["Owls see in the dark, and", "they hear each mouse."]]
    rows = "".join(
        f'{name},"{" ".join(lines)}","{lines[0]}","{lines[1]}"\n'
        for name, lines in zip(("Fox", "Owl"), said, strict=True)
    )
    (tmp_path / "cards.csv").write_text(f"name,fact,line1,line2\n{rows}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "cards.csv").output
    assert "text: fact\n" in told
    assert "on no piece: line1, line2\n" in told


def test_a_comment_below_the_headings_names_no_column(tmp_path):
    """Though its commas part it into more cells than there are headings."""
    words = "#id across tables,what it is, its name,on the piece,how strong,how quick\n"
    rows = "1,fox,Red fox,3,2\n2,owl,Grey owl,1,4\n3,elk,Old elk,5,1\n"
    told, found, _ = made_of(tmp_path, "units.csv", f"id,code,name,attack,speed\n{words}{rows}")
    assert "row 2: a comment, and no item" in told
    assert "name the columns" not in told
    assert "name: name\n" in told
    assert "3 rows" in told
    assert "no errors" in found


def test_the_rear_of_what_a_counter_stands_for_is_in_front(tmp_path):
    rows = "Tiger,12,11,9\nStug,11,10,8\nPanther,13,9,7\n"
    told, *_ = made_of(tmp_path, "units.csv", f"name,armorFront,armorSide,armorRear\n{rows}")
    assert "on the back" not in told
    (tmp_path / "b").mkdir()
    told, *_ = made_of(tmp_path / "b", "units.csv", f"name,attack,move,rearAttack\n{rows}")
    assert "on the back: rearAttack" in told


def test_the_name_of_a_record_is_a_word_and_no_map(tmp_path):
    """Of a set of one, too; keys of Ruby lose their sign beside others, and a `-` is called as its group."""
    one = ":cost: 1\n    :armor:\n      :near: {0}\n      :far: 4\n    :hit: 2"
    rows = "".join(f"  {name}:\n    {one.format(n)}\n" for n, name in enumerate(('"-"', "bow"), 5))
    (tmp_path / "units.yaml").write_text(f"monster:\n  behemoth:\n    {one.format(4)}\nguards:\n{rows}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "units.yaml", "--kind", "counters").output
    assert told.count("name: name\n") == 2
    assert told.count("armor.near-armor.far") == 2
    assert "no errors" in run("check", project=tmp_path / "isle").output
    assert "guards" in words_of(tmp_path / "isle", tmp_path / "out")


def test_tables_of_one_text_with_the_same_columns_are_one_deck(tmp_path):
    """One drawing and one back, on which no section stands; a table of copies is that of the others. What is called
    as a deck is one of its own, and `Tile` before another word makes no tile of a card."""
    head = "| Card | Effect | Art |\n|---|---|---|\n"
    cards = [f"### {name}\n\n{head}| **{card}** | Draw {n} cards. | ❤️🔥 |\n\n" for n, (name, card) in enumerate(
        [("Tile laws", "Fox"), ("Tile laws II", "Owl"), ("Defence", "Elk"), ("Boss deck", "Ox")], 1)]  # fmt: skip
    copies = (
        "## Distribution\n\n| Card | Copies |\n|---|---|\n| Fox | 2 |\n| Owl | 3 |\n| Elk | 4 |\n| **Total** | 9 |\n"
    )
    (tmp_path / "deck.md").write_text(f"# Wood\n\n{''.join(cards)}{copies}", "utf-8")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "deck.md", "--lang", "en").output
    found = run("check", project=tmp_path / "isle").output
    assert [line for line in told.split("\n") if " row" in line or "pieces" in line] == [
        "Tile laws: 1 row, each a card, 63 x 88 mm", "  count: Copies, 2 pieces in all",
        "Tile laws II: 1 row, each a card, 63 x 88 mm", "  count: Copies, 3 pieces in all",
        "Defence: 1 row, each a card, 63 x 88 mm", "  count: Copies, 4 pieces in all",
        "Boss deck: 1 row, each a card, 63 x 88 mm"]  # fmt: skip
    assert "one deck with Tile laws II, Defence, as their columns" in told
    assert "F104" not in found  # signs stand within
    drawn = {path.name: path.read_text("utf-8") for path in (tmp_path / "isle/layouts/isle").glob("*.svg")}
    assert [*sorted(drawn)] == ["back.svg", "boss-deck.svg", "tile-laws-back.svg", "tile-laws.svg"]
    assert ("set.name" in drawn["back.svg"], "set.name" in drawn["tile-laws-back.svg"]) == (True, False)
    assert "item.section" in drawn["tile-laws.svg"]


def test_the_kinds_of_a_table_have_one_back(tmp_path):
    for kind in ("spell", "beast"):
        words = "".join(
            f'<text id="{f}" x="5" y="{y}" font-size="4">{f}</text>' for f, y in (("Name", 9), ("Text", 40))
        )
        page = 'xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"'
        (tmp_path / f"{kind}.svg").write_text(f"<svg {page}><rect id='{kind}' width='63' height='88'/>{words}</svg>")
    rows = "Name,Text,Template\nFox,Bites.,beast\nOwl,Sees.,beast\nRain,Falls.,spell\n"
    (tmp_path / "deck.csv").write_text(rows)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv").output
    sets = [path.read_text() for path in (tmp_path / "isle/components/isle").glob("deck*.yaml")]
    assert [words.count("back: deck-beast-back\n") for words in sets] == [1, 1], told


MEANT = {
    "a layout of Squib beside a table": (
        {"deck.csv": "name,text\nFox,Bites.\n", "layout.yml": "art: {x: 75, y: 75}\ntitle: {extends: art, x: 9}\n"},
        ["deck: 1 row", "table layout.yml: not taken, it says where words stand"], ["art", "layout: "]),
    "a table that is called as a back": (
        {"back.csv": "name,text\nFox,Bites.\nOwl,Sees.\n", "cards.csv": "name,text\nElk,Runs.\nOx,Draws.\n"},
        ["back: 2 rows", "cards: 2 rows"], ["M008"]),
    "entries that others begin with": (
        {"deck.yaml": "- base: &a {tags: [a]}\n- name: A\n  <<: *a\n  text: One.\n- name: B\n  <<: *a\n  text: Two.\n"},
        ["deck: 2 rows", "name: name"], []),
    "lists of one-key mappings": (
        {"gear.yaml": "gear:\n- hand:\n  - Glove: {rank: 1, text: It fits.}\n  - Ring: {rank: 2, text: It shines.}\n"
         "- feet:\n  - toe:\n    - Nail: {rank: 3, text: It grows.}\n- neck:\n"},
        ["gear: 3 rows", "name: name", "group"], []),
    "settings beside lists": (
        {"beasts.yaml": "tints: {ash: a warm pale grey, oak: a very dark brown}\nbeasts:\n"
         "- {name: Fox, tint: [160, 30, 30], text: Bites.}\n- {name: Owl, tint: [0, 90, 200], text: Sees.}\n"},
        ["beasts: 2 rows", "colour: tint", "table tints: not taken, words by their names beside lists"], []),
}  # fmt: skip


@pytest.mark.some(0, 2, 3)
@pytest.mark.parametrize("name", MEANT)
def test_what_is_no_piece_is_none(tmp_path, name):
    files, said, unsaid = MEANT[name]
    (tmp_path / "from").mkdir()
    for file, words in files.items():
        (tmp_path / "from" / file).write_text(words)
    source = tmp_path / "from" / (next(iter(files)) if len(files) == 1 else "")
    told = run("new", tmp_path / "isle", "--from", source, "--lang", "en").output
    found = run("check", project=tmp_path / "isle").output
    assert [words for words in said if words not in told] == []
    assert [words for words in unsaid if words in found or f"\n{words}:" in told] == []
    assert "no errors" in found


def test_a_sign_that_no_font_has_is_told_with_its_cell_and_a_draft_prints_the_rest(tmp_path):
    """Of rules, too; signs that are no letters, as well."""
    text = "# Isle\n\n## Setup\n\nDeal 5 cards of \U00012000 each.\n\n## Cards\n\n| Name | Text |\n|---|---|\n"
    (tmp_path / "d.md").write_text(f"{text}| Fox | Draw 🦊. |\n| Owl | Burn \U000102a0 once. |\n")
    said = run("new", tmp_path / "isle", "--from", tmp_path / "d.md").output
    assert "no font is here for \U000102a0\U00012000 (Text of `Owl`, rules)" in said
    assert "pnp build --draft  # no font has some letters" in said
    assert "warning S102" in run("rules", "--format", "pdf", project=tmp_path / "isle").output


@pytest.mark.parametrize(("table", "pieces", "told"), [
    ("Unit,Nation,Combat,Movement\nA1,Red,4,3\nB2,Blue,8,6\n", "token, 20 x 20 mm", "as cards with `--kind cards`"),
    ("Name,Attack,Defense,Speed\nCar,4,3,9\nBike,8,6,7\n", "card, 63 x 88 mm", "game with `--kind counters`"),
    ("Unit,Attack,Move,Cost\nElf,4,3,1\nOrc,8,6,2\n", "card, 63 x 88 mm", "cost"),
    ("Unit,Attack,Move,Text\nElf,4,3,Draw a card now.\nOrc,8,6,Burn a card now.\n", "card, 63 x 88 mm", "text: Text"),
])  # fmt: skip
def test_units_that_fight_and_move_are_counters(tmp_path, table, pieces, told):
    """Where they are called so, or have sides, and a counter says all; of others that is said."""
    (tmp_path / "list.csv").write_text(table)
    said = run("new", tmp_path / "isle", "--from", tmp_path / "list.csv").output
    assert f"each a {pieces}" in said
    assert told.lower() in said.lower()


def test_a_back_beside_a_table_without_pictures_is_theirs(tmp_path):
    """Or in a folder for its pictures; alone it is said to be no front, below other pictures it is their back."""
    card = Image.new("RGB", (63, 88), "red")
    (tmp_path / "a/cards").mkdir(parents=True)
    card.save(tmp_path / "a/cards/back.png")
    said = run("new", tmp_path / "one", "--from", tmp_path / "a").output
    assert "no pictures but cards/back.png, called as a back" in said
    card.save(tmp_path / "a/fox.png")
    assert "back: back.png" in run("new", tmp_path / "two", "--from", tmp_path / "a").output
    (tmp_path / "a/cards.csv").write_text("Name,Text\nFox,Draw a card.\nOwl,Burn a card.\n")
    said = run("new", tmp_path / "three", "--from", tmp_path / "a/cards.csv").output
    assert "  back: cards/back.png" in said
    assert (tmp_path / "three/layouts/three/cards/back.png").exists()


def test_a_file_whose_name_has_no_ending_is_told_by_the_right_one(tmp_path):
    Image.new("RGB", (63, 88), "red").save(tmp_path / "fox.png")
    (tmp_path / "cards").write_text("Name,Text\nFox,Draw a card.\n")
    (tmp_path / "LICENSE").write_text("You may copy this.\n")
    said = run("new", tmp_path / "isle", "--from", tmp_path / "cards").output
    assert "call it `cards.csv`" in said
    said = run("new", tmp_path / "isle", "--from", tmp_path).output
    assert "not read, as the name has no ending: cards (call it cards.csv)" in said


def test_sentences_of_a_list_have_points(tmp_path):
    """Where there are several; tags stay in a line, a blurb is no rule."""
    rows = [
        {"name": "Fox", "rules": ["Draw.", "Burn it."], "tags": ["red", "sly"]},
        {"name": "Owl", "rules": ["Fly."], "tags": ["wise"], "blurb": "It sees in the dark."},
    ]
    (tmp_path / "deck.json").write_text(json.dumps(rows))
    run("new", tmp_path / "isle", "--from", tmp_path / "deck.json")
    drawing = (tmp_path / "isle/layouts/isle/deck.svg").read_text()
    assert "('• ' if item.rules|length &gt; 1 else '') ~ item.rules|join('\\n• ')" in drawing
    assert "item.tags|join(', ')" in drawing
    assert "item.blurb|italic" in drawing


def test_copies_in_a_table_of_their_own_are_those_of_the_cards(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/cards.csv").write_text("Name;Text\nFox;Draw a card.\nOwl;Burn a card.\nElk;Go on.\n")
    (tmp_path / "a/copies.csv").write_text("Karte,Anzahl\nFOX,4\nElk,2\nYak,1\n")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "a").output
    assert "Anzahl, 7 pieces in all" in told
    assert "copies.csv: its Anzahl is a column of cards.csv now, in the copy" in told
    assert "in no other table: Yak" in told
    assert "7 pieces" in run("build", project=tmp_path / "isle").output


def test_words_that_differ_in_a_sign_alone_are_not_one():
    """Choices that were one by their letters changed rules: `3+ cat` to `3 cat`."""
    words = ["3 cat", "3+ cat", "2- cat", "2+ cat", "A", "A+", "-1v", "1v", "1-", "1", "1+2", "12", "N-E", "N/E"]
    words += ["m²", "m2", "1 2", "②", "2", ".5", "5", ".", ",", "T 34", "T-34", "T34"]
    words += ["".join(some).strip() for many in (1, 2) for some in product("Ab+-/#!*?&0123 ", repeat=many)]
    told = {word: as_choice(word) for word in {" ".join(word.split()) for word in words}}
    assert len({*told.values()}) == len({word.casefold() for word in told})
    assert as_choice("First_Strike") == as_choice(" first-strike.")


def test_a_drawing_called_as_a_table_is_its_template(tmp_path):
    """Not that of the others; words of a drawing that stand as they are bear no error where they go beyond."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{}</svg>'
    labels = "".join(
        f'<text x="8" y="{20 + 9 * n}" font-size="5">{name}</text>' for n, name in enumerate(("Name", "Text"))
    )
    (tmp_path / "template.svg").write_text(svg.format(f'{labels}<text x="52" y="60" font-size="5">Fuel</text>'))
    (tmp_path / "fortress-template.svg").write_text(svg.format(labels))
    for name in ("ships.csv", "fortresses.csv"):
        (tmp_path / name).write_text("Name,Text\nFox,Draw a card.\nOwl,Burn a card.\n")
    said = run("new", tmp_path / "isle", "--from", tmp_path).output
    assert "template: fortress-template.svg" in said.partition("ships:")[0]
    assert "error" not in run("check", project=tmp_path / "isle").output.replace("no errors", "")
    (tmp_path / "fortress-template.svg").unlink()
    said = run("new", tmp_path / "other", "--from", tmp_path).output
    assert "some words stand near the cut" in said.partition("ships:")[0]


def test_whole_names_of_files_make_a_folder_theirs(tmp_path):
    """Of few pieces, too, where it has all of them; one of some words may be there by chance."""
    home = tmp_path / "public/chefs"
    home.mkdir(parents=True)
    for name in ("chef_pol", "chef_ann", "joan"):
        Image.new("RGB", (60, 60), "red").save(home / f"{name}.png")
    (tmp_path / "deck.csv").write_text("Name,Art\nPol,chef_pol.png\nAnn,chef_ann.png\n")
    (tmp_path / "other.csv").write_text("Name,Art\nPol,chef_pol.png\nJoan,no.png\n")
    assert "copied: public/chefs/chef_pol.png" in run("new", tmp_path / "a", "--from", tmp_path / "deck.csv").output
    assert "pictures copied" not in run("new", tmp_path / "b", "--from", tmp_path / "other.csv").output


def test_what_vanished_without_a_word_is_told_or_printed(tmp_path):
    """Icons that pages show by the classes of elements, and rows of 0 copies."""
    gain = "<b>Gain</b> <span class='money'><span>1</span></span> or <i class=\"fas fa-blade\"></i>, <i>now</i>."
    deck = [{"name": "Fox", "text": gain, "count": 2}, {"name": "Owl", "text": "<b>Pass</b> once.", "count": 0}]
    (tmp_path / "deck.json").write_text(json.dumps(deck))
    said = run("new", tmp_path / "isle", "--from", tmp_path / "deck.json").output
    assert "2 pieces in all, none of 1 with 0: Owl" in said
    assert "printed as words: <money/>, <blade/>" in said
    assert "Gain 1 money or blade, now." in " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())


def test_a_drawing_that_says_no_size_is_as_large_as_its_ground(tmp_path):
    ground = (
        '<svg xmlns="http://www.w3.org/2000/svg"><rect width="56" height="87" fill="#ddd"/><text y="9">a</text></svg>'
    )
    (tmp_path / "fox.svg").write_text(ground)
    assert "57.2 x 88.9 mm" in run("new", tmp_path / "isle", "--from", tmp_path / "fox.svg").output


def test_a_sign_is_printed_as_one_that_is_read_so(tmp_path):
    """Raised, bold and mathematical letters and brackets, where no font has them: no build stops."""
    (tmp_path / "deck.csv").write_text("Name,Text\nFox,Le 1ᵉʳ joueur ⟨1⟩ ⍺ 𝐀 pioche.\nOwl,Pay ⟶ one.\n")
    told, found, _ = made_of(tmp_path, "deck.csv", (tmp_path / "deck.csv").read_text())
    assert "no font is here" not in told
    assert "no errors, no warnings" in found


def test_tables_with_the_same_headings_are_read_alike(tmp_path):
    """What counts copies in one may number the rows of another: it does neither here and that there."""
    for name, counts in (("a", (1, 2, 3)), ("b", (3, 1, 3))):
        rows = [f"{n},Card {k}{name},Draw {k} cards." for k, n in enumerate(counts)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["No.,Name,Text", *rows]))
    said = run("new", tmp_path / "isle", "--from", tmp_path).output
    assert "count: No., 6 pieces in all" in said
    assert "count: No., 7 pieces in all" in said
    assert "in none with `--columns 'No.=ignore'`" in said


def test_a_folder_in_which_all_is_in_another_is_read_as_that(tmp_path):
    home = tmp_path / "game/catData"
    (home / "art").mkdir(parents=True)
    (tmp_path / "game/README.md").write_text("# Cats\n")
    (home / "cats.csv").write_text("Name,Text\nFox,Draw a card.\nOwl,Burn a card.\n")
    for name in ("fox", "owl"):
        Image.new("RGB", (60, 60), "red").save(home / f"art/{name}.png")
    said = run("new", tmp_path / "isle", "--from", tmp_path / "game").output
    assert "cats: 2 rows, each a card" in said
    assert "pictures copied: art/fox.png" in said


@pytest.mark.parametrize(("words", "printed"), [
    ('Gain <img src="icons/coin.png">2 now.', "Gain {coin} 2 now."),
    ("Pay ![coin](icons/coin.png) once.", "Pay {coin} once."),
    ('<svg class="icon"><use href="#coin"/></svg> once', "{coin} once"),
    ('<img alt="Red tile" src="https://x.y/t.png"/>once', "red tile once"),
    ("<span class='coin'><span>1</span></span> or <span class=\"bold\">2</span>", "1 {coin} or 2"),
])  # fmt: skip
def test_pictures_in_texts_of_pages_are_icons_or_words(words, printed):
    assert from_html(words, ["coin"]) == printed


def test_of_many_columns_counters_have_those_that_say_most(tmp_path):
    """Those of which most pieces have none go first, and one option has room for them."""
    heads = [*(f"{letter}Range of {n}" for n in range(9) for letter in "gua"), "as"]
    rows = [
        ["Sea", "Air"][n % 2] + f",Unit {n},{n},{n + 1}," + ",".join("x3"[n < 2] for _ in heads[:-1]) for n in range(7)
    ]
    rows = [f"{row},{n}{n}" for n, row in enumerate(rows)]
    (tmp_path / "units.csv").write_text("\n".join(["type,name,move,steps," + ",".join(heads), *rows]))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "units.csv", "--kind", "counters").output
    (drawn,) = re.findall("also drawn: (.*)", told)
    assert {"move", "steps", "as"} < {*drawn.split(", ")}
    (left,) = re.findall(r"no room on it: .*\((\d+)\)", told)
    assert int(left) > 9
    assert "`--kind cards` has room for all of it" in told


_TEXT = "When you play this card, each player draws a card and burns another."


@pytest.mark.parametrize(
    ("head", "rows", "told"),
    [
        (
            "kind,traits",
            ["Elf,Lesser", "Orc,Lesser", "Elf,Lesser", "Orc,Lesser", "Elf,Lesser", "Orc,Odd"],
            "colour: kind",
        ),
        ("cardcolor,iconcolor", ["wood_c,#000", "wood_c,#fff", "lake_c,#00f", "lake_c,#000"], "colour: cardcolor"),
        ("cardPos,cost", ["cardA,1", "cardB,2", "cardA,3"], "printed on no piece: cardPos"),
        ("tag,cost", ["ADVGO,1", "ADVIA,2", "ADVNR,3", "ADVNR,1", "GOBTS,7"], "printed on no piece: tag"),
        ("Bild,cost", ["Fox_ready,1", "default,2", "Owl_colored_ready,3"], "printed on no piece: Bild"),
    ],
)
def test_what_programs_and_designers_note_is_no_player_s(tmp_path, head, rows, told):
    """Places on a page, tags, names of files; a colour of icons, and what nearly all are, colour no card."""
    lines = [f"Card {chr(65 + n)},{row},{_TEXT}" for n, row in enumerate(rows)]
    (tmp_path / "deck.csv").write_text("\n".join([f"name,{head},text", *lines]))
    assert told in run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv").output


def test_columns_that_say_the_same_are_set_alike(tmp_path):
    """Two of four vulnerabilities were large, the others small below them."""
    rows = ["A,Trash this card,Trash this card,Trash this card", "B,,Gain $1,", "C,View a card,,", "D,,,Add two"]
    rows += [f"E{n},,Reveal each top card of number {n}. If they are software trash them.," for n in range(3)]
    (tmp_path / "deck.csv").write_text("\n".join(["name,scan,broadcast,crack", *rows]))
    run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv")
    drawing = (tmp_path / "isle/layouts/isle/deck.svg").read_text()
    assert re.search(r"item\.scan[^\n]*item\.broadcast[^\n]*item\.crack", drawing)


@pytest.mark.slow
def test_signs_in_any_language_are_told_but_those_on_no_piece(tmp_path):
    rows = [f"Card {n},Draw {n} cards.,Piochez {n} cartes. {'𒀁' * (n == 3)},{'𒀀'}" for n in range(15)]
    (tmp_path / "deck.csv").write_text("\n".join(["Name,Text (EN),Text (FR),Same", *rows]))
    said = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv").output
    assert "no font is here for 𒀁 " in said
    assert "𒀀" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "values"),
    [
        ("Status", "✅ Exists;⏳ New"),
        ("State", "accepted prototype;provisional/PLAYTEST"),
        ("check_status", "NEEDS_REVIEW;VERIFIED"),
        ("Status", "ปรับแล้ว;ยัง"),  # in the designer's tongue
        ("Family ID", "cards.card-0;cards.card-1;cards.card-2;cards.card-3;cards.card-4;cards.card-5"),
        ("role", "shop_sink;safe"),
    ],
)
def test_what_a_designer_keeps_of_pieces_is_printed_on_none(tmp_path, columns, values):
    """By a heading and what stands below it; such words of a game are shown."""
    words = values.split(";")
    rows = [f"Card {n},Draw {n} cards and go on.,{words[n % len(words)]}" for n in range(6)]
    told, *_ = made_of(tmp_path, "deck.csv", "\n".join([f"Name,Text,{columns}", *rows]))
    assert f"printed on no piece: {columns}" in told


@pytest.mark.slow
def test_a_state_of_pieces_is_shown_and_a_heading_without_its_values(tmp_path):
    rows = [f"Card {n},Draw {n} cards.,{('Asleep', 'Awake')[n % 2]},{('labor', 'money')[n % 2]}" for n in range(6)]
    told, *_ = made_of(tmp_path, "deck.csv", "\n".join(["Name,Text,Status,path_labor_money", *rows]))
    assert "colour: Status" in told
    assert "also drawn: path\n" in told


def test_letters_without_a_font_stop_no_build_where_nothing_draws_them(tmp_path):
    run("new", tmp_path / "isle")
    cards = tmp_path / "isle/components/isle/cards.yaml"
    words = cards.read_text().replace("  lights: integer", "  lights: integer\n  memo: text?", 1)
    cards.write_text(words.replace("    name: Candle", "    name: Candle\n    memo: ปรับ", 1), "utf-8")
    said = run("build", project=tmp_path / "isle").output
    assert "R033" in said
    assert "F012" not in said


@pytest.mark.parametrize(("word", "hint"), [("foo", "one of these: name, text"), ("flavuor", "mean `flavour`")])
def test_a_column_is_taken_for_nothing_that_is_unknown(tmp_path, word, hint):
    """Words of other languages are known, too."""
    (tmp_path / "deck.csv").write_text("Name,Text\nFox,Bite.\nOwl,Hoot.\n")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--columns", f"Text={word}")
    assert done.exit_code == 2
    assert f"no column can be `{word}`" in done.output
    assert hint in done.output
    assert not (tmp_path / "isle").exists()
    assert run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--columns", "Text=Wirkung").exit_code == 0


def test_names_that_differ_in_a_sign_have_ids_that_say_it(tmp_path):
    """Whatever their order; where nothing is to be told apart, signs are left out."""
    names = ["Fire +1", "Fire -1", "C", "C#", "C++", "Jack-in-a-box", "Go!"]
    for n, some in enumerate((names, [*reversed(names)])):
        (tmp_path / f"{n}.csv").write_text("\n".join(["Name,Text", *(f"{name},Go on." for name in some)]))
        run("new", tmp_path / f"isle{n}", "--from", tmp_path / f"{n}.csv")
        game, _ = read_game(Project(tmp_path / f"isle{n}"), f"isle{n}")
        assert {item.id for owner in game.sets.values() for item in owner.items} == {
            *("fire-plus-1", "fire-minus-1", "c", "c-sharp", "c-plus-plus", "jack-in-a-box", "go")
        }


def test_a_torn_quote_is_told_before_anything_is_written(tmp_path):
    (tmp_path / "deck.csv").write_text('Name;Text\n"Fox";"Bite."\n"Owl;"Hoot."\n"Elk";"Rest."\n')
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv")
    assert done.exit_code
    assert "deck.csv:3:1: error Y023" in done.output
    assert not (tmp_path / "isle").exists()


@pytest.mark.slow
def test_sets_that_first_rules_do_not_name_are_told_once(tmp_path):
    """But for those that a comment accepts."""
    (tmp_path / "decks").mkdir()
    for name in ("elks", "foxes", "owls"):
        (tmp_path / "decks" / f"{name}.csv").write_text("Name,Text\nOne,Go on.\nTwo,Stay here.\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "decks")
    home = tmp_path / "isle/components/isle"
    (home / "rules.yaml").write_text(
        "sections: [{id: play, title: Play, rules: [{id: play.go, text: Go on and on.}]}]\n"
    )
    assert "names the set `elks`, nor `foxes`, `owls`\n" in run("check", project=tmp_path / "isle").output
    words = (home / "owls.yaml").read_text().replace("id: owls", "id: owls # pnp: accept R035 later")
    (home / "owls.yaml").write_text(words)
    said = run("check", project=tmp_path / "isle").output
    assert "names the set `elks`, nor `foxes`\n" in said
    assert "A00" not in said


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "is_said"), [("lights: 2", "lights: two", True), ("items:", "items: [", False)])
def test_a_draft_is_named_where_it_can_print(tmp_path, old, new, is_said):
    run("new", tmp_path / "isle")
    cards = tmp_path / "isle/components/isle/cards.yaml"
    cards.write_text(cards.read_text().replace(old, new, 1))
    (tmp_path / "isle/components/isle/tokens.yaml").unlink()
    done = run("build", project=tmp_path / "isle")
    assert "not built" in done.output
    assert ("--draft" in done.output) is is_said


@pytest.mark.slow
def test_a_column_is_taken_for_an_object_of_a_drawing(tmp_path):
    objects = '<text inkscape:label="{}" x="9" y="{}" font-size="4">Words</text>'
    drawn = "".join(objects.format(name, y) for name, y in (("Name", 20), ("blurbo", 40)))
    (tmp_path / "card.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="63mm" height="88mm" viewBox="0 0 63 88">{drawn}</svg>'
    )
    (tmp_path / "deck.csv").write_text("Name,Text\nFox,Bite.\nOwl,Hoot.\n")
    asked = (
        "new",
        tmp_path / "isle",
        "--from",
        tmp_path / "deck.csv",
        "--template",
        tmp_path / "card.svg",
        "--columns",
    )
    assert "did you mean `blurbo`" in run(*asked, "Text=blorbo").output
    assert run(*asked, "Text=blurbo").exit_code == 0


@pytest.mark.slow
def test_what_is_the_name_for_one_left_out_is_called_so(tmp_path):
    """A build was refused: names in other letters were left out, and what stood for them was a second name."""
    (tmp_path / "u.csv").write_text(
        "unit_id,name,skill,hp\na,林冲,ult_f,3\nb,鲁智深,ult_c,4\nc,吴用,ult_d,5\n", "utf-8"
    )
    run("new", tmp_path / "isle", "--from", tmp_path / "u.csv", "--lang", "en")
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("last", "is_sum"), [("n = 3,60,12", True), ("End,60,", True), ("Elk,60,11", False), ("Elk,40,12", False)]
)
def test_a_last_row_that_adds_up_its_columns_is_a_sum(tmp_path, last, is_sum):
    """`n = 9` below a table with all that its ships cost was a ship."""
    (tmp_path / "t.csv").write_text(f"name,cost,hp\nFox,10,3\nOwl,20,4\nImp,30,5\n{last}\n")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", "--lang", "en").output
    assert ("row 5: a sum of the rows above" in told) == is_sum, told


@pytest.mark.slow
def test_false_among_words_is_nothing(tmp_path):
    """JSON has `false` where there is no thing: cards said `Item: FALSE`."""
    many = [{"name": n, "item": item} for n, item in (("Fox", "time"), ("Owl", False), ("Elk", "vortex"))]
    (tmp_path / "t.json").write_text(json.dumps(many))
    run("new", tmp_path / "isle", "--from", tmp_path / "t.json", "--lang", "en")
    faces = run("-C", tmp_path / "isle", "face", "isle", "t/owl").output
    assert "FALSE" not in faces.upper()
    assert "time" in run("-C", tmp_path / "isle", "face", "isle", "t/fox").output


def test_a_last_row_below_names_alone_is_no_sum(tmp_path):
    """An error within was told as a wrong `--size`."""
    (tmp_path / "t.csv").write_text("Name,Cost\nFox\nOwl,3\n")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", "--lang", "en")
    assert "t: 2 rows" in done.output, done.output
