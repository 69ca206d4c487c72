"""`pnp new --from`: how the plain templates look: what is large, what is where, what colours it."""

from __future__ import annotations

import json
import re

import pdfplumber
import pytest
from PIL import Image

from generator.data.lexicon import parsed
from generator.scaffold.elements import size_for
from tests.test_cli_user import run
from tests.test_data_tables import sheet_of, workbook
from tests.test_house import PACKAGE
from tests.test_sketch import words_of


def made(tmp_path, table, *options, name="deck.csv"):
    """What `pnp new` says of a table, what `pnp check` tells, and the template of the fronts."""
    (tmp_path / name).write_text(table, "utf-8")
    spoken = () if "--lang" in options else ("--lang", "en")
    done = run("new", tmp_path / "isle", "--from", tmp_path / name, *spoken, *options)
    assert done.exit_code == 0, done.output
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").stdout)
    drawn = (tmp_path / "isle/layouts/isle" / f"{name.rpartition('.')[0]}.svg").read_text("utf-8")
    return done.output, [f for f in told if f["severity"] != "note"], drawn


def size_of(drawn, said):
    """The size of the type of an element."""
    return float(re.search(rf'<text pnp:text="[^"]*{re.escape(said)}[^>]*font-size="([0-9.]+)', drawn)[1])


LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrikant"


@pytest.mark.slow
@pytest.mark.parametrize("heading", ["Text", "Ability"])
def test_one_long_word_costs_no_other_card_its_text(tmp_path, heading):
    rows = "".join(f"Card {n},Draw {n} cards and then discard one of them.\n" for n in range(9))
    said, told, drawn = made(tmp_path, f"Name,{heading}\n{rows}Last,{LONG} wins.\n")
    assert "no room" not in said
    assert [(f["code"], f["line"]) for f in told] == [("F010", 11)]
    assert size_of(drawn, f"item.{heading.lower()}") > 4


def test_text_without_a_picture_is_large_and_in_the_middle(tmp_path):
    _, told, drawn = made(tmp_path, "Name,Text\nElf,Draw one card.\nOrc,Draw two cards.\n")
    assert told == []
    (line,) = [one for one in drawn.splitlines() if "item.text" in one]
    assert 'text-anchor="middle"' in line
    assert 'pnp:valign="middle"' in line
    assert size_of(drawn, "item.text") >= 5
    assert size_of(drawn, "item.name") > 7


def test_a_name_takes_two_lines_before_it_shrinks(tmp_path):
    rows = "".join(f"The Old Dragon of the Hills {n},Draw a card.\n" for n in range(3))
    _, told, drawn = made(tmp_path, f"Name,Text\n{rows}")
    assert told == []
    assert size_of(drawn, "item.name") > 5


def test_the_name_stands_at_the_top_where_a_hand_of_cards_shows_it(tmp_path):
    names = [
        "Elf",
        "Ember Fox",
        "Tidecaller",
        "The Long Winter",
        "Broken Bridge",
        "Lantern Keeper",
        "Old Grudge",
        "Imp",
    ]
    _, told, drawn = made(tmp_path, "Name,Cost,Text\n" + "".join(f"{n},{len(n)},Draw a card.\n" for n in names))
    assert told == []
    name = re.search(r'pnp:text="item.name" pnp:box="\S+ (\S+) \S+ (\S+)" ', drawn)
    assert name is not None
    top, high = map(float, name.groups())
    assert top < 8
    assert high < 2 * size_of(drawn, "item.name"), "a name in two lines shrinks, others begin no lower for it"


@pytest.mark.slow
def test_numbers_stand_in_one_row_with_their_labels_and_the_cost_apart(tmp_path):
    rows = "Elf,2,3,1,y,core,Ann\nOrc,4,5,2,n,wild,Ben\nImp,1,1,3,y,core,Ann\n"
    said, told, drawn = made(tmp_path, f"Name,Cost,HP,Attack,Flying,Pack,Artist\n{rows}")
    assert told == []
    assert "no room" not in said
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert [words.count(word) for word in ("Cost", "HP", "Attack", "Flying")] == [3, 3, 3, 2]  # what is true says so
    assert "Pack: wild" in words
    assert drawn.count('pnp:text="pair[1]"') == 1
    assert "item.hp" not in drawn.partition("<circle")[2].partition("</text>")[0]
    assert "item.cost" in drawn.partition("<circle")[2].partition("</text>")[0]


def test_a_price_is_a_number_and_a_weight_is_no_cost(tmp_path):
    rows = 'Elf,"1,250.00",0.5\nOrc,4.00,12\nImp,3.50,2\n'
    _, told, drawn = made(tmp_path, f"Name,Price (€),Weight kg\n{rows}")
    assert told == []
    assert "item.weight_kg" not in drawn.partition("<circle")[2].partition("</text>")[0]
    assert drawn.count("**Price") == drawn.count("Weight kg") == 1


def test_the_head_has_the_colour_of_the_data_and_letters_that_stand_out(tmp_path):
    rows = "".join(f"{name},{color},Go on.\n" for name, color in (("Elf", "gold"), ("Orc", "navy"), ("Imp", "#7f9f6a")))
    _, told, drawn = made(tmp_path, f"Name,Colour,Text\n{rows}")
    assert told == []
    assert "'#7f9f6a': '#7f9f6a'" in drawn
    faces = [run("face", "isle", f"deck/{item}", project=tmp_path / "isle").stdout for item in ("elf", "orc")]
    assert "#000000" in faces[0]
    assert "#000000" not in faces[1]


KINDS = """\
Name (EN),Name (DE),Type (EN),Type (DE)
Fox,Fuchs,Animal,Tier
Oak,Eiche,Plant,Pflanze
Cat,Katze,Animal,Tier
Elm,Ulme,Plant,Pflanze
"""


@pytest.mark.slow
def test_kinds_in_two_languages_have_one_colour_and_a_new_kind_needs_none(tmp_path):
    (tmp_path / "deck.csv").write_text(KINDS)
    run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en,de")
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output
    faces = [run("face", "isle", "deck/fox", "--lang", la, project=tmp_path / "isle").stdout for la in ("en", "de")]
    inks = [{*re.findall("#[0-9a-f]{6}", face)} for face in faces]
    assert inks[0] == inks[1]
    (tmp_path / "isle/components/isle/deck.csv").write_text(KINDS + "Ant,Ameise,Insect,Insekt\n")
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


@pytest.mark.slow
@pytest.mark.parametrize(("head", "word"), [("Tile #,Terrain", "Forest"), ("Name,Terrain", "1"), ("Nr,Land", "Forest")])
@pytest.mark.parametrize("kind", ["hexes", "tiles"])
def test_a_picture_fills_a_tile_and_words_stand_on_it(tmp_path, head, word, kind):
    for name in ("forest", "hills"):
        Image.new("RGB", (900, 1000), "navy").save(tmp_path / f"{name}.png")
    lands = {0: "Forest,{},forest.png", 1: "Hills,{},hills.png"}
    rows = "".join(f"{n},{lands[n % 2].format(n + 1)},{'port' * (n > 4)}\n" for n in range(1, 7))
    said, told, drawn = made(tmp_path, f"{head},Roll,Image,Special\n{rows}", "--kind", kind)
    assert told == []
    assert "no room" not in said
    box = 'width="49.3" height="56"' if kind == "hexes" else 'width="50" height="50"'  # the picture has no bleed
    assert re.search(rf'<image [^>]*{box} preserveAspectRatio="xMidYMid slice"', drawn)
    assert 'width="0"' not in drawn
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert all(said in words for said in (word, "port", "7"))  # pdfium may join the numbers of turned tiles
    assert "row" not in words


FLAT, POINTED = [(0, "-"), (60, "-"), (-60, ""), (0, ""), (60, ""), (-60, "-")], [
    (30, "-"), (90, "-"), (-30, ""), (30, ""), (90, ""), (-30, "-")]  # fmt: skip
"""How far edges are turned, clockwise from the top, and which are above the middle then."""


@pytest.mark.some(5)
@pytest.mark.parametrize(("head", "size", "edges"), [
    ("Bord N,Bord NE,Bord SE,Bord S,Bord SO,Bord NO", "50 x 43.3 mm", FLAT),
    ("NO,O,SO,SW,W,NW", "43.3 x 50 mm", POINTED),
    ("edge_ne,edge_e,edge_se,edge_sw,edge_w,edge_nw", "43.3 x 50 mm", POINTED),
    ("lado norte,lado noreste,lado sudeste,lado sur,lado suroeste,lado noroeste", "50 x 43.3 mm", FLAT),
    ("北,北東,南東,南,南西,北西", "50 x 43.3 mm", FLAT),
    ("North-East,East,South East,South-west,West,North West", "43.3 x 50 mm", POINTED),
])  # fmt: skip
def test_columns_headed_by_directions_stand_at_the_edges_of_hexes(tmp_path, head, size, edges):
    rows = "Alm,Wiese,Weg,,Weg,Bach,Weg,Weg,1\nHorn,Berg,,Bach,,,,,2\nTann,Wald,Weg,Weg,,,,,2\nMoor,Hain,,,,,,Weg,2\n"
    said, _, drawn = made(tmp_path, f"Name,Terrain,{head},Qty\n{rows}", name="land.csv")
    assert (size in said, "colour: Terrain" in said) == (True, True)
    lines = re.findall(r'(?:rotate\((-?\d+)\)">\s*)?<text pnp:text="item\.(\w+)"[^>]* y="(-?)', drawn)
    assert [(int(turn or 0), above) for turn, field, above in lines if field not in ("name", "terrain")] == edges
    assert "'Wald': '#4a7a44" in drawn  # land has its colour


@pytest.mark.some(1)
@pytest.mark.parametrize("head", ["N,E,S,W", "top,right,bottom,left", "Nord,Ost,Süd,West", "上,右,下,左",
                                  "Edge_N,Edge_E,Edge_S,Edge_W", "north side,east side,south,west"])  # fmt: skip
def test_four_directions_stand_at_the_edges_of_a_square(tmp_path, head):
    table = f"Name,{head},center\nCurve,0,1,2,3,4\nCross,2,2,2,2,0\nEnd,0,1,0,0,1\n"
    said, told, drawn = made(tmp_path, table, name="land.csv")
    assert (told, "each a tile, 50 x 50 mm" in said) == ([], True)
    turns = re.findall(r'(?:rotate\((-?\d+)\)">\s*)?<text pnp:text="item\.(\w+)"[^>]* y="(-?)', drawn)
    lines = {field: (int(turn or 0), above) for turn, field, above in turns if field != "name"}
    assert [*lines.values()] == [(0, "-"), (90, "-"), (0, ""), (90, ""), (0, "-")]
    assert size_of(drawn, "item.center") > 2 * size_of(drawn, f"item.{next(iter(lines))}") > 8


@pytest.mark.slow
@pytest.mark.parametrize("head", ["Stealth,Move,Defense,Attack", "Tarnung,Bewegung,Verteidigung,Kampfkraft"])
def test_a_counter_tells_attack_defence_and_movement_first(tmp_path, head):
    _, _, drawn = made(tmp_path, f"Unit,{head}\nPanzer,1,2-Jan,x,6\nFoot,2,4,3,4\nGuns,3,5,2,7\n", name="counters.csv")
    places = [drawn.index(f"item.{field.lower()}") for field in head.split(",")[1:]]
    assert sorted(places, reverse=True) == places
    assert size_of(drawn, f"item.{head.split(',')[3].lower()}") > size_of(drawn, "item.name"), "together: 2-4-4"


@pytest.mark.some(0, 3)
@pytest.mark.parametrize("kind", ["cards", "counters"])
@pytest.mark.parametrize("head", ["id", "Name"])
def test_what_stands_in_for_a_name_stands_there_alone(tmp_path, head, kind):
    rows = ",inf,hill,Elves,4\n,cav,forest,Orcs,8\n,inf,forest,Orcs,3\n,cav,hill,Elves,7\nconan,hero,forest,Orcs,9\n"
    said, _, _ = made(tmp_path, f"{head},Type,Terrain,Allegiance,Move\n{rows}", "--kind", kind)
    assert "colour: Allegiance" in said
    words = re.findall(r"\w+", words_of(tmp_path / "isle", tmp_path / "out"))
    assert [words.count(word) for word in ("inf", "cav", "conan", "hero")] == [2, 2, 1, 1]


def test_the_set_of_a_card_is_no_text_of_it(tmp_path):
    rows = "".join(f"Card {n},{n % 3},{n % 4},Master Set: Rise of the Valkyrie\n" for n in range(9))
    _, told, drawn = made(tmp_path, f"Name,Life,Move,Set\n{rows}")
    assert told == []
    assert re.search(r"'\*\*Set:\*\* '.*Fact", drawn)


@pytest.mark.slow
def test_one_long_text_of_many_has_the_room_of_numbers(tmp_path):
    rows = "".join(
        f"Elf {n},{'Draw a card and stop at once. ' * (24 if n == 5 else 2)},1,2,3,4,5,6\n" for n in range(14)
    )
    assert made(tmp_path, f"Name,Text,Base cost,Min cost,Art,Disc,Tile,Level\n{rows}")[1] == []


@pytest.mark.some(0)
@pytest.mark.parametrize("head", ["index", "Nr", "#"])
def test_a_running_number_is_no_name_of_a_card_that_has_others(tmp_path, head):
    rows = "".join(f"{n},{n % 3},{n % 4},{3 + n % 2}\n" for n in range(1, 9))
    _, told, drawn = made(tmp_path, f"{head},wht,blu,points\n{rows}", name="nobles.csv")
    assert (told, size_of(drawn, "set.name") > 6) == ([], True)
    assert max(float(size) for size in re.findall('font-size="([0-9.]+)', drawn)) < 12


def test_a_name_beside_no_badge_is_not_indented(tmp_path):
    _, told, drawn = made(tmp_path, "Name,Type,Cost,Text\nRiches,Luck,,Take two.\nRaid,War,2,Lose two.\n")
    assert told == []
    places = re.findall(r'pnp:text="item.name" pnp:box="([0-9.]+) [^>]*pnp:if="([^"]*)"', drawn)
    assert [float(x) > 15 for x, _ in places] == [True, False]
    assert places[1] == ("5.5", f"not ({places[0][1]})")


@pytest.mark.some(1)
@pytest.mark.parametrize(("table", "name"), [
    ("Name,Top,Bottom,Left\nElf,1,2,3\nOrc,2,3,4\n", "land.csv"),
    ("Name,Top left,Top right,Bottom\nElf,1,2,3\nOrc,2,3,4\n", "land.csv"),
    ("Name,N,E,S,W\nElf,1,2,3,4\nOrc,2,3,4,4\n", "cards.csv"),
    (f"Name,Top,Bottom,Left,Right\nElf,{LONG},{LONG},a,b\nOrc,{LONG},{LONG},b,c\n", "land.csv"),
])  # fmt: skip
def test_not_all_directions_are_edges(tmp_path, table, name):
    said, _, drawn = made(tmp_path, table, name=name)
    assert ("each a card" in said, "rotate" in drawn) == (True, False)


@pytest.mark.slow
def test_the_ground_of_a_counter_is_the_colour_of_its_side(tmp_path):
    Image.new("RGBA", (600, 400), (0, 0, 0, 90)).save(tmp_path / "inf.png")
    sides = {"German": "#8c8f93", "Soviet": "#b5a06a"}
    rows = "".join(f"{n} Gds,{side},{sides[side]},inf.png,{'III' if n % 3 else 'X'},{n},{n},{n}\n"
                   for n, side in enumerate([*sides] * 4, 1))  # fmt: skip
    options = ("--kind", "counters", "--size", "1/2in")
    _, told, drawn = made(tmp_path, f"Unit,Side,Colour,Symbol,Size,Attack,Defense,Move\n{rows}", *options)
    assert told == []
    assert [one.strip()[:60] for one in drawn.splitlines() if "<rect" in one] == [
        '<rect x="-3" y="-3" width="18.7" height="18.7" fill="#2f5d73'
    ]
    assert "1 Gds" in words_of(tmp_path / "isle", tmp_path / "out")


def test_what_is_reversed_stands_on_the_front_of_a_tarot_card(tmp_path):
    rows = "The Fool,A leap of faith.,Folly\nDeath,Something ends.,Clinging\n"
    said, told, drawn = made(tmp_path, f"Title,Meaning,Reversed\n{rows}", "--size", "tarot")
    assert told == []
    assert "on the back" not in said
    assert "item.reversed" in drawn


def test_nothing_lacks_room_where_a_picture_is_all_of_a_card(tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("Elf", "Orc"):
        Image.new("RGB", (744, 1039), "navy").save(tmp_path / "art" / f"{name}.png")
    assert "no room" not in run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en").output


@pytest.mark.slow
def test_the_backs_of_two_decks_can_be_told_apart(tmp_path):
    rows = [["Name", "Text"], ["Elf", "Draw."], ["Orc", "Hit."]]
    workbook(tmp_path / "deck.xlsx", rows, {"Monsters": sheet_of(rows), "Loot": sheet_of(rows)})
    run("new", tmp_path / "isle", "--from", tmp_path / "deck.xlsx", "--lang", "en")
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert re.search(r"Isle\s+Monsters", words)
    assert re.search(r"Isle\s+Loot", words)


@pytest.mark.slow
def test_one_long_text_costs_no_other_card_its_facts(tmp_path):
    long = "Then every player of the table draws another card of any deck and keeps it. " * 20
    rows = "".join(f"Card {n},Draw {n} cards.,The Hall {n},Slow and {n}\n" for n in range(9))
    said, told, _ = made(tmp_path, f"Name,Text,Place,Gait\n{rows}Last,{long},The Moat,Slow\n")
    assert "no room" not in said
    assert [(f["code"], f["line"]) for f in told if f["severity"] == "error"] == [("F011", 11)]


def test_types_stand_below_the_name_and_numbers_in_steps(tmp_path):
    rows = "".join(f"Card {n},{'abcd'[n % 4]}-beast,Go {n} on.,{n},{n + 1}\n" for n in range(1, 7))
    _, told, drawn = made(tmp_path, f"Name,Type,Text,HP,Speed\n{rows}")
    assert told == []
    assert drawn.index("item.name") < drawn.index("item.type") < drawn.index("item.text")
    assert "Type: " not in drawn


def test_one_long_name_among_few_takes_two_lines(tmp_path):
    rows = "Elf,1,Go.\nOld Dragon of the Hills,2,Stay.\nOrc,3,Sit.\nImp,4,Run.\n"
    assert size_of(made(tmp_path, f"Name,Cost,Text\n{rows}")[2], "item.name") > 5


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("head", "readings", "said"),
    {
        "in kana": ("よみ", ("ほのお", "もり"), "'{' ~ item.name ~ '|' ~ item.{} ~ '}'"),
        "not of all": (
            "ふりがな",
            ("ほのお", ""),
            "'{' ~ item.name ~ '|' ~ item.{} ~ '}' if item.{} is defined else item.name",
        ),
        "no kana": ("読み", ("fire", "forest"), "item.name"),
        "a name in kana": (
            "よみ",
            ("ほのお", "モリ"),
            "'{' ~ item.name ~ '|' ~ item.{} ~ '}' if item.{} != item.name else item.name",
        ),
    }.values(),
)
def test_readings_stand_above_names(tmp_path, head, readings, said):
    """And are no line of the text."""
    rows = [
        f"カード名,{head},効果",
        *(f"{n},{r},引く。" for n, r in zip(("炎", "モリ" if "モリ" in readings else "森"), readings, strict=True)),
    ]
    _, told, drawn = made(tmp_path, "\n".join(rows), "--lang", "ja")
    assert told == []
    fields = re.search(
        r"fields:.*?\n((?:  \w+: .*\n)+)", (tmp_path / "isle/components/isle/deck.yaml").read_text("utf-8")
    )[1]
    field = re.findall(r"  (\w+):", fields)[1]
    assert f'pnp:text="{said.replace("{}", field)}"' in drawn
    assert ("読み" in drawn) is (said == "item.name")


NAMES = {"ja": "札", "en": "Card", "de": "Karte", "fr": "Carte"}


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("heads", "languages", "label"),
    [
        ("カード名,カード名 (EN),コスト,番号", "ja,en", "{'ja': 'コスト', 'en': 'Cost'}[language]"),
        ("Name (EN),Name (DE),Cost,No", "en,de", "{'en': 'Cost', 'de': 'Kosten'}[language]"),
        ("Name (FR),Name (DE),Défense,No", "fr,de", "{'fr': 'Défense', 'de': 'Verteidigung'}[language]"),
        ("Name (DE),Name (JA),Defence,No", "de,ja", "{'de': 'Verteidigung', 'ja': '防御'}[language]"),
        ("カード名,カード名 (EN),番号,信仰", "ja,en", "('信仰' if language in ['ja'] else '')"),
        ("Name (EN),Name (DE),Fervour,No", "en,de", "'Fervour'"),
        ("Name,Klasse,Cost,No", "de", "'Cost'"),
    ],
)
def test_headings_are_said_in_each_language(tmp_path, heads, languages, label):
    """If they are usual; one in Japanese stands on no other card. In a game of one language it stays as it is."""
    spoken = [NAMES[language] for language in languages.split(",")]
    one, other = spoken[0], spoken[-1]
    rows = [heads, *(f"{one}{n},{other} {n},{cost},{9 - cost}" for n, cost in enumerate((3, 1, 4, 1, 5)))]
    (tmp_path / "deck.csv").write_text("\n".join(rows), encoding="utf-8")
    project = tmp_path / "isle"
    run("new", project, "--from", tmp_path / "deck.csv", "--lang", languages)
    assert "isle: no errors" in run("check", project=project).output
    assert label in (project / "layouts" / "isle" / "deck.svg").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("heads", "language", "word"),
    [("Victory points,Weapon,Difficulty", "nl", "Overwinningspunten"), ("Defense", "de", "Verteidigung")],
)
def test_headings_have_room_in_each_language(tmp_path, heads, language, word):
    """On a small card one that is short in English may be long in another."""
    values = ",".join("1" for _ in heads.split(","))
    rows = [f"Fox {n},Fuchs {n},{values},Draw a card,Ziehe" for n in range(3)]
    table = f"Name (EN),Name ({language}),{heads},Text (EN),Text ({language})\n" + "\n".join(rows)
    (tmp_path / "deck.csv").write_text(table)
    project = tmp_path / "isle"
    run("new", project, "--from", tmp_path / "deck.csv", "--lang", f"en,{language}", "--size", "mini-us")
    assert "isle: no errors" in run("check", project=project).output
    assert word in (project / "layouts/isle/deck.svg").read_text()


def test_a_column_in_one_language_of_several_is_told(tmp_path):
    (tmp_path / "deck.csv").write_text("Name (EN),Name (DE),Type,Rank\nFox,Fuchs,Beast,1\nOwl,Eule,Bird,2\n")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv").output
    assert "alike in en, de: Type\n" in told


def test_usual_headings_are_the_same_in_all_languages():
    """In one order, each once in its language."""
    labels = parsed((PACKAGE / "data" / "tables.yaml").read_text("utf-8"))["labels"]
    words = {language: [one.partition("/")[0] for one in said.split(", ")] for language, said in labels.items()}
    assert {len(said) for said in words.values()} == {len(words["en"])}
    assert all(len({*said}) == len(said) for said in words.values())


def test_ids_that_name_several_pieces_are_printed(tmp_path):
    units = [("75 Gds", 6), ("75 Gds", 5), ("277", 4), ("48/GD", 3), ("48/GD", 2), ("24/1", 1)]
    rows = "".join(f"{unit},{attack},{attack + 1}\n" for unit, attack in units)
    (tmp_path / "units.csv").write_text(f"ID,Attack,Move\n{rows}")
    project = tmp_path / "isle"
    said = run("new", project, "--from", tmp_path / "units.csv", "--lang", "en", "--kind", "counters").output
    assert "name: ID" in said
    assert "75 Gds" in words_of(project, tmp_path / "out")


@pytest.mark.slow
def test_numbers_keep_the_order_of_their_columns(tmp_path):
    rows = "Torre Eiffel,A,1,1889,324,8,10\nColiseu,A,0,80,48,9,9\nPetra,B,0,-312,39,8,9\n"
    (tmp_path / "deck.csv").write_text(f"{rows}Big Ben,A,0,1859,96,7,8\nStonehenge,B,0,-3000,452,8,7\n")
    assert run("new", tmp_path / "deck", "--from", tmp_path / "deck.csv", "--lang", "en").exit_code == 0
    said = words_of(tmp_path / "deck", tmp_path / "out").split()
    at = said.index("1889")
    assert said[at - 1 : at + 4] == ["1", "1889", "324", "8", "10"]


ROWS = {
    "a question, its answer and why, in any language": (
        "karte;frage;ziel;info\nLand;Wo steht der Dom?;Aachen;Er ist sehr alt und war die erste Kirche hier.\n"
        "Land;Wo mündet der Main?;Mainz;Bei Mainz-Kostheim mündet er in den Rhein.\n",
        ["text: frage", "on the back: ziel, info"],
    ),
    "an answer that two questions have": (
        "karte;frage;ziel\nLand;Wo steht der Dom?;Mainz\nLand;Wo steht die Semperoper?;Dresden\n"
        "Land;Wo steht die Frauenkirche?;Dresden\n",
        ["text: frage", "on the back: ziel"],
    ),
    "a text of the back, in one word": (
        "title,backtext\nFoster alliances,Connect people of different ages.\nMobilize teams,Create local teams.\n",
        ["name: title", "on the back: backtext"],
    ),
    "an answer that comes first, and a title": (
        "id,réponse,titre,énigme\n1,Le lagon,Charade,Mon premier est un bug et mon tout est bleu ?\n"
        "2,Kanaké,Devinette,Dans les récits je forme un lien entre ciel et terre ?\n",
        ["name: titre", "text: énigme", "on the back: réponse"],
    ),
    "choices, and which is right": (
        "PERGUNTA,LETRAA,LETRAB,LETRAC,RESPOSTA\nQual a raiz de 144?,11,12,13,b\nQual o produto de 2*7?,14,12,9,a\n",
        ["text: PERGUNTA", "on the back: RESPOSTA", "also drawn: LETRAA, LETRAB, LETRAC"],
    ),
    "the two sides of a card to learn": (
        "Vorderseite,Rückseite\nder Hund,dog\ndie Katze,cat\n",
        ["text: Vorderseite", "on the back: Rückseite"],
    ),
    "options, none of which is the name": (
        'CardID,Description,Option1,Option2\n1,A new movement has formed.,Support it (+5 Trade),"Oppose it (+5 Army)"\n'
        "2,The army wants more funds.,Approve the funding (+5 Army),Deny the funding (+5 Trade)\n",
        ["text: Description", "also drawn: Option1, Option2"],
    ),
    "names without a heading, some of them long": (
        '"Gol GTI Rebaixado Preto e Branco",A,1\n"Kombi",B,2\n"Uno C/Escada",A,3\n"Saveiro",B,4\n"Fusca",A,5\n',
        ["name: column A\n  colour: column B"],
    ),
    "words that few say are no name": (
        "Number,Gold,Base\n0,1,\n1,2,Disable a card\n2,2,Shield\n3,1,\nProtection,5,\nDamage,3,\n",
        ["name: Number", "also drawn: Gold, Base"],
    ),
    "a statement that is true or false": (
        "Titulo,Afirmativa,Resposta\nDados,Os dados são caros e raros no mundo.,true\n"
        "Dados,Os dados são poucos mas muito bons.,false\nRede,A rede cai quando chove na cidade.,true\n",
        ["text: Afirmativa", "on the back: Resposta\n"],
    ),
    "what stands behind, by its place": (
        "@>,name,attack,move,BACK,attack\ninf,1,3,4,y,2\narm,2,5,6,y,3\nart,15,4,2,,\n",
        ["also drawn: @>, attack, move", "on the back: @>, attack\n", "says which have a back: BACK\n"],
    ),
    "what stands behind an empty column, though it says the same in front": (
        "name,attack,move,BACK,attack,move\ninf,3,4,,2,4\narm,5,6,,3,6\nart,4,2,,,\n",
        ["also drawn: attack, move\n", "on the back: attack, move\n", "on no piece: BACK\n"],
    ),
    "factors of two sides, each after its letter": (
        "name,F-Attack,R-Attack,F-Move,R-Move\ninf,3,2,4,2\narm,5,3,6,4\n",
        ["also drawn: F-Attack, F-Move\n", "on the back: R-Attack, R-Move\n"],
    ),
    "one letter alone, which may mean anything": (
        "name,F-Attack,R-Attack,Move\ninf,3,2,4\narm,5,3,6\n",
        ["also drawn: F-Attack, R-Attack, Move\n"],
    ),
    "the second of two columns that are called alike and say the same": (
        "name,attack,move,attack\n" + "".join(f"Unit {c},{n},4,{n or ''}\n" for n, c in enumerate("ABCDEF")),
        ["also drawn: attack, move, attack\n"],
    ),
    "the second of two columns that are called by what a size is for the tool": (
        "name,size,size\ninf,tall,3\narm,small,5\nart,tall,4\n",
        ["also drawn: size, size\n"],
    ),
    "addresses, most of which are some": (
        "Nome,Custo,Imagem\nYasuo,4,http://x.net/a.png\nSenna,3,http://x.net/b.png\nYone,Unit,7\n",
        ["name: Nome", "on no piece: Imagem"],
    ),
    "numbers of programs beside the words for them": (
        "suit,suit_display,rank,rank_display\n1,Club,1,A\n1,Club,2,K\n2,Heart,1,A\n2,Heart,2,K\n",
        ["on no piece: suit, rank\n"],
    ),
    "an index, and what a division gives": (
        "Index,Name,Power,Ratio\n1,Elf,4,0.333333333\n2,Orc,2,1\n4,Imp,2,2\n",
        ["also drawn: Power\n", "on no piece: Index, Ratio\n"],
    ),
    "rows of another program, and its colours": (
        "---,CardName,CardColor\n" + "".join(f'Row{n},Elf {n},"(B=1,G=2,R={n},A=0)"\n' for n in range(6)),
        ["name: CardName", "on no piece: ---, CardColor\n"],
    ),
    "codes of names, and what is asked of an artist": (
        "Code,Role,Image description,Text\n"
        + "".join(
            f'WOLF_{c},Wolf {c} (a beast),"A wolf in the fog, {c} moons",Eats {c} sheep in a night.\n' for c in "ABCDE"
        ),
        ["name: Role", "on no piece: Code, Image description\n"],
    ),
    "sentences without headings, and numbers beside them": (
        "Receive 200 as a prize.,0,1,200\nPay 100 for the doctor.,0,2,100\nGo back 3 spaces on the board.,0,0,37\n",
        ["3 rows", "text: column A"],
    ),
    "the title of questions": (
        "cor;titulo;pergunta\n" + "".join(f"c{n // 3};Tema {n // 3};Quanto é {n} + {n}?\n" for n in range(12)),
        ["name: titulo", "text: pergunta"],
    ),
    "a kind that few pieces have": (
        "Theme,Text\n" + "".join(f"{'Fun' * (n < 2)},Thanks to you I have learned {n} things.\n" for n in range(8)),
        ["text: Text", "also drawn: Theme\n"],
    ),
    "copies that are called otherwise": ("Name,Iterations\nElf,2\nOrc,5\nImp,2\n", ["count: Iterations, 9 pieces"]),
    "codes, dates and files": (
        "code,file,since,word\nL_CARD_A,a.ogg,2024-01-02,Oak\nL_CARD_B,b.ogg,2024-02-03,Elm\n",
        ["name: word"],
    ),
    "an amount that is 0 of all": (
        "id,text,amount\n1,Go to the next place and draw a card.,0\n2,Stay where you are until the next turn.,0\n",
        ["no column, so one of each", "text: text"],
    ),
    "what is the same on all, and what another column says": (
        "name,slug,layout,blurred,digital,path,added,Hand size,Cost,border_color,Estado,Cast\n"
        + "".join(
            f"Red Elf {n},red-elf-{n},normal,true,false,/api/x/{n},2024-01-0{n},5,2,black,In Design,1 turn\n"
            for n in range(1, 6)
        ),
        [
            "same on all: layout, blurred, digital, Estado\n",  # a number tells something, also as a word
            "printed on no piece: slug, path\n",
        ],
    ),
    "what their set is called, of few, too": (
        "name,pile,text\nElf,Deck,Draw.\nOrc,Deck,Hit them.\n",
        ["same on all: pile\n"],
    ),
    "notes and parameters under the names of a program": (
        "name,text,designerNote,TypeAction,Parametres\nElf,Draw.,Too weak.,recette,1500\nOrc,Hit.,Fine.,immo,-400\n",
        ["printed on no piece: designerNote, Parametres\n"],
    ),
    "two players on a card": (
        "id,player_a,a_coins,player_b,b_coins,stars\n1,Eyes,2,Hands,0,3\n2,Ears,0,Mouth,4,1\n3,Eyes,1,Ears,1,2\n",
        ["in two halves: player_a and player_b, a_coins and b_coins\n", "also drawn: stars\n"],
    ),
    "a slip in a half, and one name for both": (
        "Name,left_parchment,right_partchment,left_text,right_text\nInn,1,2,Stay,Go\nFord,2,2,Wade,Swim\n",
        ["in two halves: left_parchment and right_partchment, left_text and right_text\n", "also drawn: Name\n"],
    ),
    "sides of other things": ("Left,Right power\nOak,3\nElm,4\n", ["name: Left", "also drawn: Right power\n"]),
    "a list beside words": (
        'Type1,Type2,Wrong 1,Wrong 2\nOak,Elm,"a\nb",x y\nAsh,Fir,"c\nd",z\n',
        ["Wrong 1"],  # no half of a card, which would print the list as words
    ),
    "two of several abilities": (
        "name,type1,type2,hp,attack\nOak,Wood,Earth,3,2\nElm,Wood,Wind,4,1\n",
        ["name: name", "colour: type"],
    ),
    "choices as programs write them": (
        'frage,antworten,erklaerung\n"Which bird, then?","[""Hen, red"", \'Cat\']",Cats are none.\n'
        "Which fish?,\"['Eel'; 'Ram''s head']\",Rams are none.\n",
        ["text: frage", "also drawn: antworten\n", "on the back: antworten, erklaerung"],
    ),
    "columns of programs": (
        "uuid,name,did,icon,faction,faction_id,user_id,crosses,crossesRaw,act,face\n"
        + "".join(
            f"{n:08x}-1b,Elf {n},d{n},fa-{n},Red,{n},1,{n},{n},{('SELL_ALL', 'BUY')[n % 2]},0x{n}F\n" for n in range(6)
        ),
        ["printed on no piece: uuid, did, icon, faction_id, user_id, crossesRaw, face\n"],
    ),
    "a list of prompts": (
        "Prompt,Category\nName three things you find in a kitchen.,Quick\nSing the chorus of a song you like.,Dare\n"
        "What would your best friend say about you?,Deep\n",
        ["text: Prompt", "name: Category"],
    ),
    "a name that all share": (
        "name,action,stack,pile\nEncounter,Draw two,Main,Main\nEncounter,Move on,Main,Main\nEncounter,Sell,Main,Main\n",
        ["name: action", "also drawn: name, stack, pile\n"],
    ),
    "numbers for names, and kinds": (
        "id,tier,Ruby,type\n1,1,3,Diamond\n2,1,0,Diamond\n3,2,1,Onyx\n4,2,4,Onyx\n",
        ["name: type", "colour: type", "also drawn: tier, Ruby"],
    ),
}


@pytest.mark.some(12, 26)
@pytest.mark.parametrize("name", [pytest.param(r, marks=pytest.mark.slow if n % 2 else ()) for n, r in enumerate(ROWS)])
def test_headings_and_words_say_what_stands_where(tmp_path, name):
    table, parts = ROWS[name]
    said, told, _ = made(tmp_path, table)
    assert [part for part in parts if part not in said] == []
    assert [f["code"] for f in told if f["code"][0] != "L"] == []


@pytest.mark.parametrize("table", [
    "crowns1,land1,crowns2,land2,no\n0,Sea,1,Wood,7\n1,Wood,0,Sea,8\n2,Sea,2,Wood,9\n",
    "left,right\nPay the toll and cross the bridge.,Swim across.\nStay the night.,Walk on through the dark.\n",
])  # fmt: skip
def test_two_halves_have_a_rule_between_them(tmp_path, table):
    said, told, drawn = made(tmp_path, table)
    assert [f for f in told if f["code"][0] != "L"] == []
    assert "in two halves" in said
    first, second = (re.findall(r"item\.(\w+)", half) for half in drawn.split("\n  </g>")[:2])
    assert len({*first}) == len({*second} - {*first}) > 0
    inks = re.findall(r'<rect x="-3" y="[-0-9.]+" width="69" height="4[0-9.]+" fill="[^"]+" pnp:fill="([^"[]*)', drawn)
    assert inks[:1] == inks[1:]


@pytest.mark.slow
def test_colours_colour_the_card_and_are_no_words(tmp_path):
    rows = "Peru?,Lima,Blau\nFaust?,Goethe,Rot\nMauer?,Berlin,#FFCC00\n"
    said, _, drawn = made(tmp_path, f"Frage,Antwort,Farbe\n{rows}", name="quiz.csv")
    assert "colour: Farbe" in said
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert not {"Blau", "FFCC00", "Farbe", "players"} & {*re.findall(r"\w+", words)}
    assert "'#FFCC00': '#FFCC00'" in drawn
    assert "\nname: Quiz\n" in (tmp_path / "isle/components/isle/quiz.yaml").read_text("utf-8")
    assert "'#000000' if item.farbe in ['#FFCC00'] else '#ffffff'" in drawn


@pytest.mark.slow
def test_a_full_picture_of_several_is_the_large_one_or_that_which_somebody_names(tmp_path):
    """What all headings begin with is on no piece."""
    for name in "abc":
        Image.new("RGB", (400, 400), (40 * ord(name) % 256, 90, 20)).save(tmp_path / f"{name}.png")
    rows = "Ash,a.png,,a.png,Beast\nElm,b.png,b.png,b.png,Beast\nOak,c.png,c.png,c.png,Tree\n"
    rows = f"ccgtitle,ccgicon1,ccgsign,ccgimage,ccgkind\n{rows}"
    said, _, drawn = made(tmp_path, rows)
    assert ("picture: ccgimage" in said, "Kind" in drawn, "cgkind" in drawn.lower().replace("item.ccgkind", "")) == (
        True, True, False)  # fmt: skip
    said, _, _ = made(tmp_path, rows, "--columns", "ccgsign=picture", name="again.csv")
    assert "picture: ccgsign" in said


@pytest.mark.slow
def test_two_pictures_are_two_sides(tmp_path):
    for n in range(4):
        for side in ("front", "back"):
            Image.new("RGB", (600, 600), (40 * n, 90, len(side) * 20)).save(tmp_path / f"tile-{n}-{side}.png")
    rows = "".join(f"tile-{n}-back.png,tile-{n}-front.png\n" for n in range(4))
    said, told, drawn = made(tmp_path, f"flooded,dry\n{rows}", name="tiles.csv")
    assert (told, "picture: dry" in said, "on the back: flooded" in said) == ([], True, True)
    assert "item.flooded" not in drawn


@pytest.mark.slow
def test_labels_are_for_people_and_no_rule_stands_above_nothing(tmp_path):
    rows = "shadow_beast,9,3,y,RED_GUARD,SSU\nslime,2,1,n,RED_GUARD,SSU\nimp,4,2,n,BLUE_CAP,USA\n"
    _, told, drawn = made(tmp_path, f"name,hp_max,basePoint,canFly,side,pact\n{rows}")
    assert "capitalize" in drawn.partition("item.side")[2][:40]
    assert "capitalize" not in drawn.partition("item.pact")[2][:40]
    assert told == []
    assert [word for word in ("'HP max'", "'Base point'", "'Can fly'") if word not in drawn] == []
    assert "item.name|replace('_', ' ')" in drawn
    (tmp_path / "a").mkdir()
    made(tmp_path / "a", "name,side,hp\ndark_elf,red,1\n,red,2\nbig_orc,blue,3\n")
    assert "red" in words_of(tmp_path / "a" / "isle", tmp_path / "out_a")  # what has no name is called by its side
    (tmp_path / "b").mkdir()
    _, _, drawn = made(
        tmp_path / "b", "name,HP,Might,Text\nElf,2,1,Go to the next place and stay there.\nOrc,,,Stay.\n"
    )
    assert re.search(r'<rect [^>]*height="0.4"[^>]*pnp:if="item.hp is defined or item.might is defined"/>', drawn)
    (tmp_path / "c").mkdir()
    rows = "妖精,1枚引く。,森の番人。,ユニット\n鬼,2枚引く。,谷の主。,ユニット\n"
    _, _, drawn = made(tmp_path / "c", f"名前,効果,フレーバー,タイプ\n{rows}", "--lang", "ja")
    assert "item.flavour" in drawn
    assert "フレーバー:" not in drawn


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_flavour_is_told_from_rules_by_its_size_its_grey_and_a_line(tmp_path, language):
    table = {
        "en": "Name,Text,Flavor\nElf,Go to the next place and stay there.,Nobody sees.\nOrc,Stay and fight.,\n",
        "ja": "名前,効果,フレーバー\n妖精,山札から1枚引く。,誰も見ていない。\n鬼,2枚引いて1枚を捨てる。,\n",
    }[language]
    _, told, drawn = made(tmp_path, table, "--lang", language)
    assert told == []
    rules, flavour = (f for f in re.findall(r"<text [^>]*>", drawn) if 'pnp:floor="6' in f and "item.name" not in f)
    assert "item.flavo" in flavour
    assert size_of(flavour, "item.flavo") < 0.8 * size_of(rules, "item.")
    assert re.search('fill="(#.*?)"', rules)[1] != re.search('fill="(#.*?)"', flavour)[1]
    assert re.search(r'<g pnp:if="item.flavou?r is defined">\s*<rect [^>]*height="0.2"', drawn)


@pytest.mark.slow
def test_a_name_is_larger_than_its_kind_whatever_one_row_says(tmp_path):
    long = "Un perro caliente con todo a las tres de la mañana en la plaza mayor"
    rows = "".join(f"{n},{'Who' if n % 2 else 'Where'},{long if n < 4 else 'El Pollo'},"
                   f"\"Un hombre que es capaz de meterle un solo de cuatro a la canción {n} del mundo.\"\n"
                   for n in range(1, 13))  # fmt: skip
    _, told, drawn = made(tmp_path, f"No,Type,Name,Flavor\n{rows}")
    assert told == []
    assert size_of(drawn, "item.name") > size_of(drawn, "item.type")


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("heading", "words", "fills"),
    [
        ("Element", "Feuer Wasser Erde Luft", ["'Feuer': '#c8472f'", "'Wasser': '#2f74b5'"]),
        ("élément", "Feu Eau Terre", ["'Feu': '#c8472f'"]),
        ("gem", "ruby sapphire onyx emerald", ["'sapphire': '#2456a8'"]),
        ("Tipo", "bosque llanura montaña agua", ["'bosque': '#4a7a44'", "'agua': '#2f74b5'"]),
        ("clan", "Fire Owl Elf Ogre", ["'Hit': '#2f5d73'"]),
    ],
)
def test_what_words_are_coloured_like(tmp_path, heading, words, fills):
    kinds = words.split()
    rows = "".join(f"Card {n},{kinds[n % len(kinds)]},{('Hit', 'Aid')[n % 2]},Draw.\n" for n in range(12))
    _, told, drawn = made(tmp_path, f"name,{heading},type,text\n{rows}")
    assert told == []
    assert [fill for fill in fills if fill not in drawn] == []


def test_a_colour_is_printed_as_it_is_called_though_other_rows_say_none(tmp_path):
    kinds = ["red", "blue", "green", "yellow", "r", "rank2", "green1"]
    rows = "".join(f"Card {n},{kinds[n % 7]},Draw.\n" for n in range(14))
    assert "'red': '#d8342c', 'blue': '#2b62b8'" in made(tmp_path, f"name,color,text\n{rows}")[2]


_WRONG = "A planet that nobody has ever seen."
QUIZZES = {
    "wrong ones in a list": json.dumps([
        {"difficulty": level, "question": f"What is {n}?", "answer": right, "wrong_answers": wrong}
        for n, right, wrong, level in (
            (1, "Mars", ["Venus", _WRONG], "easy"), (2, "A &amp; B", ["Yes"], "hard"),
            (3, "7", ["9", "10"], "easy"), (4, "True", ["False"], "hard"))]),
    "wrong ones in columns, some empty": (
        f"Difficulty,Question,Answer,Wrong 1,Wrong 2\neasy,What is 1?,Mars,Venus,{_WRONG}\nhard,What is 2?,A & B,Yes,\n"
        "easy,What is 3?,7,9,10\nhard,What is 4?,True,False,\n"),
    "wrong ones in a cell": (
        f"Difficulty,Question,Answer,Wrong answers\neasy,What is 1?,Mars,Venus; {_WRONG}\nhard,What is 2?,A & B,Yes;\n"
        "easy,What is 3?,7,9;10\nhard,What is 4?,True,False;\n"),
}  # fmt: skip


@pytest.mark.some(2)
@pytest.mark.parametrize("name", QUIZZES)
def test_the_front_offers_all_answers_in_an_order_that_tells_nothing_and_the_back_the_right_one(tmp_path, name):
    table = QUIZZES[name]
    _, told, drawn = made(tmp_path, table, name="deck.csv" if table[0] == "D" else "deck.json")
    assert told == []
    words = re.sub(r"[\s·•]+", " ", words_of(tmp_path / "isle", tmp_path / "out"))
    assert [
        said for said in (f"1? {_WRONG} Mars Venus", "2? A & B Yes", "3? 10 7 9", "4? False True") if said not in words
    ] == []
    assert "wrong" not in (tmp_path / "isle/layouts/isle/deck-back.svg").read_text()
    assert size_of(drawn, "item.difficulty") < size_of(drawn, "item.question")
    assert "set.name" not in drawn


ANSWERS = {
    "headings that go on": (
        "Question,Answer 1 - max 75 letters,Answer 2 - max 75 letters,Answer 3 - max 75 letters,Correct answer\n"
        "What is 1?,ab,cd,ef,1\nWhat is 2?,gh,ij,kl,2\nWhat is 3?,mn,op,qr,1\n",
        {"1. ab": 2, "ab": 2, "cd": 1, "2. ij": 2, "1. mn": 2},
    ),
    "letters for headings": (
        "Question,A,B,C,Answer\nWhat is 1?,ab,cd,ef,b\nWhat is 2?,gh,ij,kl,c\nWhat is 3?,mn,op,qr,a\n",
        {"B. cd": 2, "C. kl": 2, "A. mn": 2, "ab": 1, "Question:": 0},
    ),
    "letters for headings, but for a few questions": (
        "Question,A,B,C,D,Answer\nWhat is 1?,ab,cd,ef,gh,b\nWhat is 2?,ij,kl,,,a\nWhat is 3?,,,,,\n",
        {"B. cd": 2, "A. ij": 2, "C.": 1},
    ),
    "signs with numbers": (
        "問題,答え,誤答1,誤答2\nWhat is 1?,ef,cd,gh\nWhat is 2?,ij,kl,mn\n",
        {"ef": 2, "cd": 1, "ij": 2, "kl": 1},
    ),
    "statements": (
        "Statement,Answer,Explanation\nBats are blind.,FALSE,Most bats see.\nHoney keeps.,TRUE,It has no water.\n",
        {"FALSE": 1, "TRUE": 1},
    ),
}


@pytest.mark.some(2)
@pytest.mark.parametrize("name", ANSWERS)
def test_the_back_says_what_is_right_in_the_words_of_the_table(tmp_path, name):
    table, many = ANSWERS[name]
    _, told, drawn = made(tmp_path, table)
    assert (told, 'item.answer"' in drawn) == ([], False)
    words = words_of(tmp_path / "isle", tmp_path / "out", "--stamp", "off")
    assert {word: words.count(word) for word in many} == many


@pytest.mark.slow
def test_a_list_may_be_the_title(tmp_path):
    rows = [
        {"question": f"What is {n}?", "category": kinds, "answer": str(n)}
        for n, kinds in ((1, ["Art"]), (2, ["Sea", "Sky"]))
    ]
    _, told, _ = made(tmp_path, json.dumps(rows), name="deck.json")
    assert told == []
    assert "Sea, Sky" in words_of(tmp_path / "isle", tmp_path / "out")


def test_colours_that_are_called_by_name_are_printed_softer_and_costs_of_several_kinds_stand_together(tmp_path):
    rows = "Mill,1,0,Red,9\nMart,0,2,Yellow,8\nHall,3,1,Blue,7\n"
    _, told, drawn = made(tmp_path, f"Name,Stone cost,Gold cost,Color,Attack\n{rows}")
    assert told == []
    assert "'#ff0000': '#d8342c'" in drawn
    assert "<circle" not in drawn
    assert re.search("Stone cost.*Gold cost.*Attack", drawn)  # as the table has them, where all have room


@pytest.mark.slow
def test_a_cost_in_words_is_in_the_circle_and_a_long_kind_stands_alone_below_the_name(tmp_path):
    rows = ("Saci,Comum,Criatura da mata escura,2", "Boto,Rara,Peixe do grande rio,1 (0)", "Cuca,Comum,Bruxa da mata,X",
            "Iara,Rara,Peixe do grande rio,3")  # fmt: skip
    _, told, drawn = made(tmp_path, "Nome,Raridade,Tipo,Custo\n" + "\n".join(rows) + "\n")
    assert told == []
    assert re.search(r'<circle [^>]*/>\s*<text pnp:text="item.custo"', drawn)
    assert size_of(drawn, "item.name") > size_of(drawn, "item.tipo")


FACTS = {  # a table -> what the front draws, what it does not, and what `pnp new` says of it
    "facts alone are as large as texts, each in a line": (
        "Name,Unit,Combat\nGuard,inf,7(x2)\nCoach,car,9\nTower,pds,8\nEagle,fly,7\n",
        [r'\*\*Unit:\*\* .*item.unit[^>]*font-size="5"'], ["middle.*item.unit", " · "], ""),
    "many numbers stand in a list; no key of programs": (
        "key,Name,Angriff,Verteidigung,Ausdauer,Tempo,Holz,Stein,Eisen\n" + "".join(
            f"ROM_INF_{n},N{n},3,4,5,6,{n},2,{n}\n" for n in range(6)),
        [r"'Verteidigung', item", r'pnp:text="pair\[1\]"[^>]*text-anchor="end"'], [r"Fact: so"], "on no piece: key"),
    "answers parted by bars": (
        "Frage,Lösung,Antwortmöglichkeiten\nWas ist alt?,Der Dom,A. Der Dom|B. Ein Haus\nWer war es?,Er,\n"
        "Karten insgesamt,2\n",
        [r"antwortmoglichkeiten is defined else \[\]\)\)\|sort\|join"], [], "row 4: a sum"),
    "compounds": ("Name,Bewegungspunkte,Angriffswert,Kartentyp,Manakosten\nOrk,3,4,Wesen,1\nElf,2,5,Wesen,2\n",
                  [r"<circle[^>]*/>\s*<text pnp:text=.item.manakosten", r"item.kartentyp[^>]*>Type<"], [], ""),
    "a name that is a sentence is what the card says": (
        "id,title,color\n" + "".join(f"{n},The person who can {w} the longest goes next,teal\n"
                                     for n, w in enumerate(("stand on one foot", "hold their breath", "look at us"))),
        [r'item.name[^>]*font-size="6'], [r"item.name[^>]*bold"], "text: title"),
    "facts are in lines where no card has many": (
        "Name," + ",".join(f"Sign {w}" for w in "abcdefgh") + "\n" + "".join(
            f"Card {n},{',' * n}moon{',' * (7 - n)}\n" for n in range(8)),
        [r"\\n"], [r" · "], ""),
    "a number that recurs tells no cards apart": (
        "Number,Color,Scoring\n" + "".join(f"{n * 7 % 10},{('red', 'blue')[n % 2]},{n - 5}\n" for n in range(20)),
        [r"pair in \[\['Number'"], [], ""),
    "a cost stands once": ("Nom,Type,Coût\nCuivre,Trésor,0\nDomaine,Lieu,2\nArgent,Trésor,3\nDuché,Lieu,5\n",
                           [r"<circle"], ["fbfaf7"], ""),
}  # fmt: skip


@pytest.mark.some(2)
@pytest.mark.parametrize(("table", "drawn", "undrawn", "said"), FACTS.values(), ids=FACTS)
def test_each_fact_stands_once_as_large_as_it_matters(tmp_path, table, drawn, undrawn, said):
    told, wrong, front = made(tmp_path, table)
    assert [f for f in wrong if f["severity"] == "error"] == []
    assert said in told
    assert [one for one in drawn if not re.search(one, front)] == []
    assert [one for one in undrawn if re.search(one, front)] == []


@pytest.mark.slow
def test_a_back_with_a_title_is_a_card_and_says_its_headings_as_the_front_does(tmp_path):
    kinds = ("Inn,Draw a card.,3,Ruin,Discard a card.,5,Place", "Elf,Stay here.,2,Ghost,Leave.,1,Person")
    rows = "".join(kinds[n % 2].replace(",", f" {n},", 1) + "\n" for n in range(4))
    said, told, _ = made(tmp_path, f"Front title,Front text,Front HP,Back title,Back text,Back HP,Type\n{rows}")
    assert told == []
    assert "on the back: Back title, Back HP, Back text\n" in said
    back = (tmp_path / "isle/layouts/isle/deck-back.svg").read_text("utf-8")
    assert size_of(back, "item.back_title") > size_of(back, "item.back_text") > 4
    assert "'HP'" in back
    assert "item.type" in back  # coloured as its front


@pytest.mark.slow
def test_what_a_column_says_stands_once_and_several_pieces_say_no_text(tmp_path):
    moods = ("dark, slow and rather loud", "light", "light")
    rows = "".join(f'Spell {n},{"Wizard" * (n % 2)},"{moods[n % 3]}",Do {n} things.\n' for n in range(9))
    _, told, drawn = made(tmp_path, f"Name,Wizard,Moods,Text\n{rows}")
    assert told == []
    assert "Wizard: " not in drawn
    assert re.search(r"'\*\*Moods:\*\* '.*Fact", drawn)  # no paragraph
    _, _, drawn = made(tmp_path, "Name,DAMAGE,HP\nElf,1d4 + 2d6 + 3,2\n", name="d.csv")
    assert "'**Damage:** '" in drawn


@pytest.mark.slow
def test_facts_and_numbers_stand_at_the_foot_whatever_others_lack(tmp_path):
    rows = "".join(
        f"Elf {n},Do {n} things.,{('common', 'rare')[n % 2]},{n},{n},{n}{f',{n}' * 3 if n % 2 else ',,,'}\n"
        for n in range(1, 7)
    )
    _, told, drawn = made(tmp_path, f"Name,Text,Rarity,One,Two,Three,Four,Five,Six\n{rows}")
    assert told == []
    group = drawn.partition('<g pnp:for="stats in')[2]
    assert "item.rarity" in group
    assert "translate(0 ' ~" in group.partition(">")[0]
    _, _, drawn = made(tmp_path, "Name,Good effect,Bad effect\nElf,Draw 1.,Lose 1.\nOrc,,Lose 2.\n", name="e.csv")
    assert r"Good\xa0effect:" in drawn


@pytest.mark.slow
def test_a_picture_stays_below_the_name_whatever_numbers_are_missing(tmp_path):
    for n in range(4):
        Image.new("RGB", (900, 600), "navy").save(tmp_path / f"elf {n}.png")
    rows = "".join(f"Elf {n},elf {n}.png,Draw {n} cards.,{f'{n},{n}' if n % 2 else ','}\n" for n in range(4))
    _, told, drawn = made(tmp_path, f"Name,Image,Text,Power,Craft\n{rows}")
    assert told == []
    before, moved, after = drawn.partition('<g pnp:for="stats in')
    assert ("item.image" in before, bool(moved), "item.image" in after) == (True, True, False)
    assert "item.text" not in before, "it would not stand in the middle of the panel"
    assert "translate(0 ' ~ -0.5 *" in after[: after.index("item.text")]


@pytest.mark.slow
def test_a_larger_card_is_taken_where_columns_have_no_room(tmp_path):
    facts = [f"Fact {n}" for n in range(12)]
    text = "Do one thing and then another one. " * 26
    rows = "".join(f"Spell {n},{text},{','.join(f'word {n} of {f}' for f in facts)}\n" for n in range(3))
    said, _, _ = made(tmp_path, f"Name,Text,{','.join(facts)}\n{rows}")
    assert "size: tarot, as some columns have no room" in said
    assert "no room on it" not in said


def test_facts_have_the_room_of_a_text_that_is_not_there(tmp_path):
    _, _, drawn = made(tmp_path, "Name,Clan,Text\nElf,Owl,Draw a card.\nOrc,Fox,\nImp,Bat,Gain 2 food.\n")
    assert len(re.findall(r"item.clan[^>]*pnp:if=.not \(", drawn)) == 1


@pytest.mark.slow
def test_columns_that_few_cards_fill_hide_no_others(tmp_path):
    """What nearly all leave empty stands in every text."""
    long = "Take a card from the deck of an enemy and put it on the table before you."
    rows = "".join(f"Imp {n},orc,{long} {n},{long * (not n)},{long * (not n)}\n" for n in range(9))
    said, _, drawn = made(tmp_path, f"name,type,effect_a,effect_b,effect_c\n{rows}")
    assert "text: effect_a" in said
    assert "name: name" in said
    assert {"item.effect_b", "item.effect_c"} <= {*re.findall(r"item\.effect_.", drawn)}


@pytest.mark.slow
def test_facts_are_no_larger_than_rules_and_copies_of_these_on_no_piece(tmp_path):
    """A column keeps its own label, whatever it is taken for, and is said once."""
    rules = ["Flow guard: a guard just in time weakens the next blow, and enables a counter of its own.",
             "Strong in defence, and excellent where a blow has failed; hard to catch at any range.",
             "Needs time and knowledge of each other fighter; weak against who attacks at once."]  # fmt: skip
    said = [
        [f"Fighter {n}", *(f"{3 * text} {n}" for text in rules), "Japan"[n:], "A counter"[n:], f"{n}0"]
        for n in range(5)
    ]
    rows = [",".join(f'"{words}"' for words in [*one, " ".join(one) if n else "later"]) for n, one in enumerate(said)]
    table = "\n".join(["Name,Passive,Strengths,Weaknesses,Country,Archetype,Hue,Whole", *rows])
    told, _, drawn = made(tmp_path, table, "--columns", "Hue=colour")
    assert "printed on no piece: Whole" in told
    assert size_of(drawn, "item.country") < 2.8
    assert (drawn.count("Hue"), "Colour" in drawn) == (1, False)
    rows = "Ash,Bo,Charlie and Foxtrot,Dee\nElm,Two,Three and a half,Four\n"
    _, _, drawn = made(tmp_path, f"t1,t2,t3,t4\n{rows}", "--kind", "hexes", name="hext.csv")
    assert [*dict.fromkeys(re.findall(r"item\.t[234]", drawn))] == ["item.t2", "item.t3", "item.t4"]


def test_texts_stand_in_the_order_of_their_columns(tmp_path):
    rows = ("Malware,Bad software that harms systems,Loss of all data and of money,Antivirus for all of them\n"
            "Phishing,A lure to obtain secret information,Theft of secrets,Awareness training\n")  # fmt: skip
    _, _, drawn = made(tmp_path, "name,description,impact,ability\n" + rows)
    (line,) = [one for one in drawn.splitlines() if "item.impact" in one]
    assert re.findall(r"item\.(\w+)", line) == ["description", "impact", "ability"]


@pytest.mark.parametrize(("word", "size"), [("カード", 6.9), ("Card", 7.6)])
def test_a_text_is_as_large_as_lines_of_its_language_have_room(word, size):
    assert size_for(["\n".join([word] * 3)], 100, 30, 9) == size


def test_columns_of_a_series_are_drawn_alike(tmp_path):
    rows = "".join(
        f"Card {n},{('Go', 'Rest', 'Wait', 'Run', 'Hide')[n % 5]},Pay {n} coins to all the others.\n" for n in range(9)
    )
    drawn = made(tmp_path, f"Name,Left label,Right label\n{rows}")[2]
    (line,) = [one for one in drawn.splitlines() if "right_label" in one]
    assert r"**Left\xa0label:** " in line
    assert r"**Right\xa0label:** " in line


@pytest.mark.slow
def test_numbers_that_few_cards_have_take_no_row_of_their_own(tmp_path):
    """A row has as many as a card has at once; the rarest stand in words where that saves a row. A list has room for
    all, if texts leave it."""
    heads = ["Force", "Speed", "Wit", "Luck", "Reach", "Charm", "Craft", "Fame", "Text"]
    rows = [[n, n + 1, n + 2, n + 3, n + 4, *(9 if n == k else "" for k in (1, 2, 3)), "Go. "] for n in range(1, 13)]
    drawn = made(
        tmp_path,
        "\n".join(",".join(map(str, row)) for row in [["Name", *heads], *([f"Card {r[0]}", *r] for r in rows)]),
        name="few.csv",
    )[2]
    assert "'Fame'" in next(one for one in drawn.splitlines() if "stats in" in one)
    rows = [[*row[:-1], "Draw a card and stop. " * 14] for row in rows]
    table = "\n".join(",".join(map(str, row)) for row in [["Name", *heads], *([f"Card {r[0]}", *r] for r in rows)])
    drawn = made(tmp_path, table)[2]
    assert re.search(r"'(\*\*)?Charm:", drawn)
    (group,) = [one for one in drawn.splitlines() if "pair in" in one]
    assert group.count("item.") == 5
    assert "pnp:step" in group


def test_values_without_headings_stand_in_the_order_of_their_columns(tmp_path):
    table = "Tokyo,Japan,1,37400068,2191,50\nLagos,Nigeria,2,14200000,1171,20\nLima,Peru,3,9670000,2672,30\n"
    drawn = made(tmp_path, table)[2]
    (line,) = [one for one in drawn.splitlines() if "column_d" in one]
    assert re.findall("item.column_(.)", line) == [*"bcdef"]


@pytest.mark.slow
def test_lists_of_several_words_are_texts(tmp_path):
    """Words parted without blanks are no sentence; a long list stands as a text does, a short one among the facts."""
    rows = "".join(f"Card {n},a new start;loss of self{n};wide skies of hope;rest;calm,red;{n % 2}\n" for n in range(9))
    drawn = made(tmp_path, f"Name,Upright,Dyes\n{rows}")[2]
    assert "'**Upright:** '" not in drawn
    assert "item.upright|join(', ')" in drawn
    (line,) = [one for one in drawn.splitlines() if "item.dyes" in one]
    assert "item.upright" not in line
    told = "".join(f"Card {n},Draw two; then stop at {n}; or pass the turn.\n" for n in range(9))
    assert "join" not in made(tmp_path, f"Name,Upright\n{told}", name="other.csv")[2]
    able = "".join(f'Card {n},block;poison {n},"Draw\nRest"\n' for n in range(9))
    drawn = made(tmp_path, f"Name,Abilities,Text\n{able}", name="able.csv")[2]
    assert "item.abilities|join(', ')" in drawn
    assert "item.text|join" not in drawn


@pytest.mark.slow
def test_a_list_without_blanks_is_printed_as_people_list_things(tmp_path):
    rows = "".join(f"Elf {n},{('war;sigil', 'block', 'war;seal;sigil')[n % 3]}\n" for n in range(6))
    made(tmp_path, f"Name,Abilities\n{rows}")
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert (words.count("war, sigil"), words.count("war;")) == (2, 0)


def test_a_numbering_without_a_heading_is_on_no_card(tmp_path):
    rows = "".join(f"{n};Card {'abcdefg'[n]};{('Tool', 'Spell')[n % 2]}\n" for n in range(1, 7))
    told, _, drawn = made(tmp_path, rows)
    assert "on no piece: column A" in told
    assert "item.column_b" in drawn


@pytest.mark.slow
def test_the_first_words_of_a_table_without_headings_are_its_names(tmp_path):
    """Where these are too long for a name there is none."""
    asked = "What is the largest of all the moons that go round planet number {}?"
    rows = "".join(f"{asked.format(n)},moon {n},sun {n},star {n},{n % 3}\n" for n in range(9))
    drawn = made(tmp_path, rows)[2]
    assert ">Name</text>" not in drawn or "set.name" in drawn
    assert drawn.index("item.column_a") < drawn.index("item.column_b")


@pytest.mark.slow
def test_numbers_of_two_times_stand_in_two_rows_and_names_of_pieces_in_none(tmp_path):
    heads = [f"{side} {what}" for side in ("Day", "Night") for what in ("wealth", "power", "piety")]
    rows = "".join(f"Sage {n},{n},{n + 1},{n + 2},{-n},{n + 4},{9 - n},00{n % 3 + 1}\n" for n in range(1, 9))
    drawn = made(tmp_path, f"Name,{','.join(heads)},Chain card\n{rows}")[2]
    (group,) = [one for one in drawn.splitlines() if "pair in" in one]
    assert 'pnp:wrap="3 0 ' in group
    assert "item.night_piety" in group
    assert "item.chain_card" not in group
    (line,) = [one for one in drawn.splitlines() if "item.chain_card" in one]
    assert "'**Chain card:** '" in line


@pytest.mark.slow
@pytest.mark.parametrize("many", [3, 7], ids=["in a row", "in a list"])
def test_numbers_that_a_card_lacks_leave_no_hole(tmp_path, many):
    """In a row the others stand in the middle; a list is shorter, each label at its beginning and number at its end."""
    heads = ["Alpha", "Bravo", "Chi", "Delta", "Echo", "Foxtrot", "Golf"][:many]
    rows = [["Elf", *range(11, 11 + many)], ["Orc", "", *range(22, 21 + many)]]
    assert made(tmp_path, "\n".join(",".join(map(str, row)) for row in [["Name", *heads], *rows]))[1] == []
    assert run("build", "--format", "pdf", "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0
    with pdfplumber.open(next((tmp_path / "out").rglob("*.pdf"))) as pdf:
        pages = [{w["text"]: ((w["x0"], w["x1"]), w["top"]) for w in page.extract_words()} for page in pdf.pages]
    at = next(page for page in pages if {"Elf", "22"} <= page.keys())
    card, wide = at["Orc"][0][0] - at["Elf"][0][0], 52 * 72 / 25.4
    if many == 3:
        ends = at["22"][0][0] + at["23"][0][1] - 2 * card
        assert ends == pytest.approx(sum(at["12"][0]), abs=1)
    else:
        ends = [at[n][0][1] - card * (n > "20") for n in ("11", "17", "22", "27")]
        assert ends == pytest.approx([at["Alpha"][0][0] + wide] * 4, abs=1)
        assert at["22"][1] == pytest.approx(at["11"][1], abs=1)


def test_words_of_programs_are_a_text_where_they_are_no_names(tmp_path):
    rows = [("Double Tap", "attack_twice"), ("Iron Tummy", "poison_immunity"), ("Hover", "avoid_ground"),
            ("Backfire", "reflect_damage"), ("Escape Plan", "free_retreat")]  # fmt: skip
    told, _, drawn = made(tmp_path, "Name,Effect,Art\n" + "".join(
        f"{name},{effect},{name.lower().replace(' ', '_')}_a\n" for name, effect in rows))  # fmt: skip
    assert "item.effect" in drawn
    assert "on no piece: Art" in told


@pytest.mark.slow
def test_headings_all_in_capitals_are_printed_as_words(tmp_path):
    rows = "".join(f"Elf {n},{n},{n + 2},{n + 3},Draw {n} cards.,{('Fast', 'Slow')[n % 2]}\n" for n in range(1, 9))
    drawn = made(tmp_path, f"NAME,COST,HP,GAIN GOLD,TEXT,TAG\n{rows}")[2]
    for label in ("'Cost'", "'HP'", "'Gain gold'", "'Tag: '"):
        assert label in drawn
    assert "'TAG'" in made(tmp_path, f"Name,COST,HP,GAIN GOLD,Text,TAG\n{rows}", name="d.csv")[2].replace(": ", "")


@pytest.mark.slow
def test_a_fact_in_a_line_of_several_is_not_parted_from_its_heading(tmp_path):
    """Where a text leaves no lines to them, they stand one behind another."""
    text = "Draw {0} cards. " * 44
    rows = "".join(f"Elf {n},{text.format(n)},Deep space {n},{'ab'[n % 2]},Long term {n}\n" for n in range(9))
    drawn = made(tmp_path, f"Name,Text,Zone,Side note,Time horizon\n{rows}")[2]
    assert r"'**Zone:**\xa0'" in drawn
    assert r"'**Time\xa0horizon:**\xa0' ~ item.time_horizon ~ '; '" in drawn
    long = f"Name,Text,Zone,Other\nElf,Go.,{'m' * 26},y\nOrc,Stay.,n,{'m' * 26}\n"
    assert "xa0" not in made(tmp_path, long, name="long.csv")[2]


@pytest.mark.slow
def test_a_cost_has_its_circle_however_long_its_heading(tmp_path):
    rows = "".join(f"Elf {n},{n},Draw {n} cards.\n" for n in range(1, 9))
    drawn = made(tmp_path, f"Name,Energy Cost (Default),Text\n{rows}")[2]
    circle = drawn.partition("<circle")[2]
    assert "item.energy_cost_default" in circle
    assert "\"'Cost'\"" in circle


def test_the_number_of_a_column_from_a_program_is_no_label(tmp_path):
    rows = "".join(f"{n},Elf {n},Draw {n} cards.,{('compost', 'burn')[n % 2]}\n" for n in range(9))
    said, told, drawn = made(tmp_path, f"Unnamed: 0,Name,Text,Column 4\n{rows}")
    assert told == []
    assert "on no piece: Unnamed: 0" in said
    assert "item.column_4" in drawn
    assert "Column 4" not in drawn


def test_words_of_programs_in_a_list_lose_their_strokes(tmp_path):
    deck = [{"name": f"Elf {n}", "text": f"Go {n}.", "tags": ["fire_damage", f"area_{n}"]} for n in range(5)]
    assert "item.tags|join(', ')|replace('_', ' ')" in made(tmp_path, json.dumps(deck), name="deck.json")[2]


def test_what_all_copies_have_together_is_on_no_piece(tmp_path):
    rows = "".join(f"Land {n},{n},{n % 3 + 1},{n * (n % 3 + 1)},{n * 2}\n" for n in range(2, 9))
    said = made(tmp_path, f"Name,Copies,Size,Total size,Value\n{rows}")[0]
    assert "on no piece: Total size" in said
    assert "also drawn: Size, Value" in said


@pytest.mark.slow
def test_paragraphs_take_the_room_that_they_have_in_print(tmp_path):
    """Less than a line between two."""
    words = "It lasted for many years and nobody remembers why it began."
    rows = "".join(f"Age {n},{words} {n}.,{words} {n + 1}.,{words} {n + 2}.,{words} {n + 3}.\n" for n in range(5))
    _, told, drawn = made(tmp_path, f"Name,Legend,Summary,Importance,Facts\n{rows}")
    assert told == []
    assert size_of(drawn, "item.legend") >= 3.4


@pytest.mark.slow
def test_what_all_headings_begin_with_is_on_no_label(tmp_path):
    rows = "".join(f"Elf {n},{('Moor', 'Hill')[n % 2]},{n}\n" for n in range(9))
    drawn = made(tmp_path, f"cardName,cardHouse,cardPower\n{rows}")[2]
    assert "'House: '" in drawn
    assert "'Power'" in drawn
    drawn = made(tmp_path, f"Name,Card house,Card power\n{rows}", name="other.csv")[2]
    assert "'Card house: '" in drawn


def test_a_text_that_holds_the_others_is_on_no_card(tmp_path):
    """The source of a record, without its tags."""
    said = [f"Draw {n} cards; then discard one of them." for n in range(6)]
    deck = [{"name": f"Elf {n}", "text": f"<p>{t}</p>", "source": f"Elf {n} - 1m\n{t}\n"} for n, t in enumerate(said)]
    told, _, drawn = made(tmp_path, json.dumps(deck), name="deck.json")
    assert "on no piece: source" in told
    assert "item.source" not in drawn


def test_what_a_column_says_in_one_language_is_said_once(tmp_path):
    heads = "Card,cost,fr_Name,en_Name,fr_cost,en_cost,fr_rules,en_rules"
    rows = "".join(f"Elf {n},{n % 3},Elfe {n},Elf {n},{n % 3},{n % 3},Pioche {n}.,Draw {n}.\n" for n in range(9))
    (tmp_path / "deck.csv").write_text(f"{heads}\n{rows}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en,fr").output
    assert "on no piece: Card, fr_cost, en_cost\n" in told
    assert "no errors" in run("check", project=tmp_path / "isle").output
    drawn = (tmp_path / "isle/layouts/isle/deck.svg").read_text("utf-8")
    assert len(re.findall("item.name", drawn)) == 1
    assert "item.cost" in drawn


@pytest.mark.slow
def test_a_0_is_nothing_in_columns_of_gains_and_losses_too(tmp_path):
    mood, luck = ([*([0] * n), -n] * 6 for n in (2, 3))
    rows = "".join(f"Elf {n},{mood[n]},{n % 4 == 0:d},{n % 3 == 0:d},{luck[n]}\n" for n in range(12))
    drawn = made(tmp_path, f"Name,Mood,Might,Wit,Luck\n{rows}")[2]
    assert "if item.mood else" in drawn


def test_paragraphs_that_are_counted_have_no_labels(tmp_path):
    rows = "".join(f"Elf {n},Draw {n} cards and keep one.,Then discard {n} cards or rest.\n" for n in range(6))
    drawn = made(tmp_path, f"Name,P0,P1\n{rows}")[2]
    assert "P0" not in drawn
    assert "item.p1" in drawn


def test_a_folder_that_all_rows_name_is_on_no_card(tmp_path):
    rows = "".join(f"Elf {n},Deckbuilder/v0.3,1/2\n" for n in range(6))
    drawn = made(tmp_path, f"Name,Folder,Share\n{rows}")[2]
    assert "item.folder" not in drawn
    assert "item.share" in drawn


def test_the_shorter_heading_of_two_columns_that_say_the_same_is_printed(tmp_path):
    rows = "".join(f"Elf {n},{n},{n},{n}\n" for n in range(2, 9))
    told, _, drawn = made(tmp_path, f"Name,Faith,faithRaw,Might\n{rows}God,,White,\n")
    assert told.count("Faith") == 1
    assert "['Faith', item.faithraw]" in drawn


@pytest.mark.slow
def test_counters_whose_texts_have_no_room_are_cards_but_units_are_none(tmp_path):
    """What a card game calls so."""
    rows = "".join(
        f"{'cur'[n % 3]},When your opponent draws {n} cards: they discard one of them.,{n}\n" for n in range(9)
    )
    assert "each a card" in made(tmp_path, f"rarity,trigger,rank\n{rows}", name="counters.csv")[0]
    (tmp_path / "war").mkdir()
    assert "each a token" in made(tmp_path / "war", f"side,setup,attack\n{rows}", name="counters.csv")[0]


@pytest.mark.slow
def test_most_of_the_words_below_colour_colour_and_stand_there_where_some_are_none(tmp_path):
    hues = ("Red", "Violet", "Purple", "Teal", "Wild")
    rows = "".join(f"Elf {n},{hues[n % 5]},Draw {n}.\n" for n in range(10))
    drawn = made(tmp_path, f"Name,Color,Text\n{rows}")[2]
    assert re.search("'Red': '#[b-f]", drawn)
    assert "'**Color:** '" in drawn
    rows = rows.replace("Wild", "Green")
    assert "Color:" not in made(tmp_path, f"Name,Color,Text\n{rows}", name="d.csv")[2]


def test_rows_of_the_words_of_the_first_are_no_headings_and_a_few_long_names_are_names(tmp_path):
    suits = ("Cups", "Swords", "Coins", "Staves")
    names = ["Elf", "Orc", "The Keeper of the Silver Library of Amn", *(f"Troll {n}" for n in "abcdefghijk")]
    rows = "".join(f"{name}|{suits[n % 4]}|{'no' if n % 5 else 'yes'}\n" for n, name in enumerate(names))
    told = made(tmp_path, rows, name="deck.csv")[0]
    assert "14 rows" in told
    assert "name: column A" in told


@pytest.mark.slow
def test_a_heading_that_adds_up_its_column_is_of_copies(tmp_path):
    rows = "".join(f"Elf {n},{n},{1 + n % 3}\n" for n in range(9))
    assert "count: 18, 18 pieces in all" in made(tmp_path, f"Name,Might,18\n{rows}")[0]
    (tmp_path / "other").mkdir()
    assert "count: no column" in made(tmp_path / "other", f"Name,Might,17\n{rows}")[0]


def test_what_one_language_alone_says_is_printed_in_all(tmp_path):
    rows = "".join(f"Elfe {n},Zieh {n} Karten.,Draw {n} cards.,elf {n}\n" for n in range(6))
    (tmp_path / "deck.csv").write_text(f"Name,Text,Text_en,hint_en\n{rows}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "de,en").output
    assert "hint_en: in no other language, so printed in all\n" in told
    assert "no errors" in run("check", project=tmp_path / "isle").output


def test_the_name_in_other_capitals_is_on_no_card(tmp_path):
    rows = "".join(f"Elf {n},{'Ee'[n % 2]}lf {n},{n}\n" for n in range(6))
    assert "on no piece: DatabaseName\n" in made(tmp_path, f"DatabaseName,Name,Might\n{rows}")[0]


def test_headings_below_a_title_are_told_where_they_may_be_a_row(tmp_path):
    rows = "Spanish,\nMalo,Bueno\nSucio,Limpio\nSeco,Mojado\nFeo,Hermoso\n"
    told = made(tmp_path, rows)[0]
    assert "row 2 names the columns: Malo, Bueno; if it is a row, write headings above it; what stands above" in told


def test_a_letter_is_no_name(tmp_path):
    texts = ("Draw {} cards.", "Discard {} of your cards.", "When it is your turn, rest for {} turns.")
    rows = "".join(f"{'cur'[n % 3]},{texts[n % 3].format(n)}\n" for n in range(12))
    assert "name:" not in made(tmp_path, f"rarity,text\n{rows}")[0]


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("head", "said", "size", "left"),
    {
        "lengths": ("Size", "Tarot (2.75 x 4.75 in)", "69.85 x 120.7 mm", True),
        "a name": ("Card size", "Mini Euro", "44 x 67 mm", True),
        "no unit": ("Format", "70x120", "70 x 120 mm", True),
        "a size in the game": ("Size", "Large", "63 x 88 mm", False),
        "of a map": ("Size", "3 x 2 hexes", "63 x 88 mm", False),
        "squares of a map": ("Size", "2 x 3", "63 x 88 mm", False),
        "of an animal": ("Size", "45 cm", "63 x 88 mm", False),
        "larger than any piece": ("Size", "90 x 400 cm", "63 x 88 mm", False),
    }.values(),
)
def test_a_column_says_how_large_all_pieces_are(tmp_path, head, said, size, left):
    (tmp_path / "d.csv").write_text(f"Name,{head},Text\nElf,{said},Draw one.\nOrc,{said},Draw two.\n")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en").output
    assert f"each a card, {size}\n" in told, told
    assert (f"on no piece: {head}" in told) is left
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_pieces_of_several_sizes_are_sets_of_their_own(tmp_path):
    rows = ["Boss,Tarot,1,Wait.", "Potion,Mini (1.75 x 2.5 in),3,Heal 2.", "Hydra,Tarot,2,Attack."]
    (tmp_path / "d.csv").write_text("\n".join(["Name,Card Size,Qty,Text", *rows]))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en").output
    assert re.findall(r"^(.*): (\d) rows?, each a card, (.*)", told, re.MULTILINE) == [
        ("d Tarot", "2", "70 x 120 mm"),
        ("d Mini (1.75 x 2.5 in)", "1", "44.45 x 63.5 mm"),
    ], told
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output
    assert run("parts", project=tmp_path / "isle").output.count("3") >= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pixels", "table", "size", "boxes"),
    {
        "with 1/8 inch of bleed": ((900, 1500), "Name,Front,Back\n{}", "69.85 x 120.7 mm", [-3.175, -3.175]),
        "without": ((1654, 2835), "Name,Front,Back\n{}", "70 x 120 mm", [0, 0]),
        "of no size in print": ((1000, 700), "Name,Front,Back\n{}", "63 x 88 mm", [-3]),
    }.values(),
)
def test_pieces_of_which_there_are_but_pictures_are_these(tmp_path, pixels, table, size, boxes):
    """They are as large as the pictures are, with their bleed; other pictures stand in a frame."""
    rows = [[f"c{n}", f"c{n}.png", f"b{n}.png"] for n in range(2)]
    for name in (name for row in rows for name in row[1:]):
        Image.new("RGB", pixels, "navy" if name[0] == "c" else "peru").save(tmp_path / name)
    (tmp_path / "d.csv").write_text(table.format("\n".join(map(",".join, rows))))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en").output
    assert f"each a card, {size}\n" in told, told
    drawn = [(tmp_path / "isle/layouts/isle" / name).read_text() for name in ("d.svg", "d-back.svg")]
    assert [float(x) for words in drawn for x in re.findall(r'<image [^>]*? x="(-\S+|0)"', words)] == boxes
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pixels", "is_scene"),
    {"its bleed": ((815, 1110), True), "nearly": ((800, 1200), True), "lying": ((600, 500), False)}.values(),
)
def test_art_of_a_whole_card_lies_behind_its_words(tmp_path, pixels, is_scene):
    """The panel leaves it what its words do not need; a card without art is as any other."""
    for name, color in {"elf": "navy", "orc": "white", "imp": "black"}.items():
        Image.new("RGB", pixels, color).save(tmp_path / f"{name}.png")
    rows = [f"{n},2,5,Draw {n} cards.,{n}.png" for n in ("elf", "orc", "imp")]
    (tmp_path / "d.csv").write_text("\n".join(["Name,Cost,Power,Text,Art", *rows, "ghost,1,2,Wait.,"]))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en").output
    assert "picture: Art\n" in told, told
    template = (tmp_path / "isle/layouts/isle/d.svg").read_text()
    assert (re.search(r'<image [^>]*x="-3" y="-3" width="69" height="94"', template) is not None) is is_scene
    tops = [float(y) for y in re.findall(r'<rect x="3" y="([\d.]+)"', template)]
    assert (tops[0] > 44) is is_scene
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_a_long_name_has_two_lines_before_it_is_much_smaller_than_others(tmp_path):
    names = ["Owl", "Fox", "Elf", "Bat", "Cat", "How I Learned to Stop Worrying Today"]
    _, told, drawn = made(tmp_path, "Name,Text\n" + "".join(f"{n},Take {n} and go on, or stay.\n" for n in names))
    assert told == []
    size, high = (float(re.search(rf'item.name"[^>]*{part}', drawn)[1]) for part in (
        'font-size="([0-9.]+)', r'pnp:box="[0-9.]+ [0-9.]+ [0-9.]+ ([0-9.]+)'))  # fmt: skip
    assert high >= 2 * 1.3 * 0.7 * size


@pytest.mark.slow
def test_a_number_alone_stands_in_the_corner_two_at_the_foot(tmp_path):
    rows = [(f"Coup {n}", n % 4 + 1, n, f"Take {n} and then discard one of them.") for n in range(6)]
    _, told, drawn = made(tmp_path, "Name,Ops,Text\n" + "".join(f"{a},{b},{d}\n" for a, b, _, d in rows))
    assert told == []
    assert "<circle" in drawn
    assert "stats" not in drawn
    (tmp_path / "two").mkdir()
    _, told, drawn = made(
        tmp_path / "two", "Name,Ops,War,Text\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in rows)
    )
    assert told == []
    assert "<circle" not in drawn
    assert "'War'" in drawn


@pytest.mark.slow
def test_where_a_card_says_nothing_else_its_numbers_are_large_in_the_middle(tmp_path):
    rows = "".join(f"Imp {n},{n},{n + 1},{'Draw one card, then discard one.' * (n % 2)}\n" for n in range(6))
    _, told, drawn = made(tmp_path, f"Name,ATK,HP,Text\n{rows}")
    assert told == []
    foot, lone = drawn.partition('<g pnp:if="not (item.text is defined)">')[::2]
    assert '<g pnp:if="item.text is defined">' in foot
    assert size_of(lone, "pair[1]") > 1.4 * size_of(foot, "pair[1]")
    assert size_of(lone, "pair[0]") > size_of(foot, "pair[0]")


def test_short_facts_alone_stand_below_a_large_name_without_a_panel(tmp_path):
    rows = "".join(f"{name},{house}\n" for name, house in (("Ace", "Air"), ("Spy", "Sea"), ("Tank", "Land")) * 2)
    _, told, drawn = made(tmp_path, f"Name,Theatre\n{rows}")
    assert [f for f in told if f["code"] != "D028"] == []
    assert "#fbfaf7" not in drawn
    assert size_of(drawn, "item.theatre") > 5


@pytest.mark.slow
def test_a_rule_below_another_heading_has_its_own(tmp_path):
    rows = "".join(f"Rank {n},Does the work of {n} people,Calls for {n} more people.\n" for n in range(6))
    _, told, drawn = made(tmp_path, f"Name,Duties at the court,Ability\n{rows}")
    assert told == []
    assert "**Ability:**" in drawn
    _, _, drawn = made(tmp_path, "Name,Ability\n" + "".join(f"{n},Calls for {n} more of them.\n" for n in range(6)),
                       name="b.csv")  # fmt: skip
    assert "Ability:" not in drawn


def test_sets_have_their_own_colours(tmp_path):
    rows = [["Name", "Text"], ["Imp", "Draw a card and keep it."], ["Owl", "Discard a card of yours."]]
    workbook(tmp_path / "d.xlsx", rows, {"Events": sheet_of(rows), "Places": sheet_of(rows)})
    assert run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx", "--lang", "en").exit_code == 0
    drawn = [(tmp_path / f"isle/layouts/isle/{name}.svg").read_text("utf-8") for name in ("events", "places")]
    assert len({re.search('<rect x="-3"[^>]*fill="(#[0-9a-f]{6})', one)[1] for one in drawn}) == 2


@pytest.mark.slow
def test_letters_of_programs_and_versions_are_on_no_card(tmp_path):
    kinds = ("Air", "Land", "Sea")
    rows = "".join(
        f"Unit {n},{kinds[n % 3]},{'XYZ'[n % 3]},{'abc'[n % 3]},0.{n % 2 + 4},2026-04-1{n}\n" for n in range(6)
    )
    said, told, _ = made(tmp_path, f"name,theatre,theatre_icon,attribute,version,version_date\n{rows}")
    assert told == []
    assert "on no piece: theatre_icon, attribute, version, version_date" in said
    rows = "".join(f"Unit {n},{kinds[n % 3]},{'XYZ'[n % 3]},{'ab'[n % 2]}\n" for n in range(6))
    (tmp_path / "b").mkdir()
    said, _, _ = made(tmp_path / "b", f"name,theatre,rank,grade\n{rows}")
    assert "on no piece" not in said


def test_names_of_frames_colour_cards_and_are_not_said_beside_the_type(tmp_path):
    frames = {"Terror": "assault", "Vote": "ballot", "Event": "event", "Excuse": "event"}
    rows = "".join(f"Card {n},{kind},{frames[kind]},Take {n} and stay here.\n" for n, kind in enumerate([*frames] * 3))
    said, told, drawn = made(tmp_path, f"Name,Type,Colour,Text\n{rows}")
    assert told == []
    assert "colour: Colour" in said
    assert "item.type" in drawn
    assert "Colour:" not in drawn


def test_a_card_that_says_nothing_more_is_its_name(tmp_path):
    rows = "".join(f"Place {n},Site,{n},{'Stands before the gate of the old town.' * (n % 2)}\n" for n in range(6))
    _, told, drawn = made(tmp_path, f"Name,Type,Cost,Text\n{rows}")
    assert told == []
    full, lone = drawn.partition('<g pnp:if="not (item.text is defined)">')[::2]
    assert ("#fbfaf7" in full, "#fbfaf7" in lone) == (True, False)
    assert size_of(lone, "item.name") > size_of(full, "item.name")
    assert size_of(lone, "item.type") > size_of(full, "item.type")
    assert len({re.search('<circle [^>]*cx="([0-9.]+)"', side)[1] for side in (full, lone)}) == 1
    assert float(re.search('<circle [^>]*cy="([0-9.]+)"', lone)[1]) < 14


def test_a_topic_is_no_larger_than_what_is_asked_and_more_questions_are_no_answers(tmp_path):
    rows = "".join(
        f"{'big' if n % 2 else 'small'}_things,Why is there {n} of all?,Who would ask {n} times?\n" for n in range(8)
    )
    said, told, drawn = made(tmp_path, f"theme,question,more\n{rows}")
    assert told == []
    assert "on the back" not in said
    assert size_of(drawn, "item.question") > size_of(drawn, "item.theme")


@pytest.mark.slow
def test_a_price_has_its_unit_below_the_circle(tmp_path):
    rows = "".join(f"Fort {n},{n} Gold,Stands before the gate.\n" for n in range(1, 5))
    _, told, drawn = made(tmp_path, f"Name,Cost,Text\n{rows}")
    assert told == []
    assert "item.cost|replace(' Gold', '')" in drawn
    assert "'Gold'" in drawn
    assert "1" in words_of(tmp_path / "isle", tmp_path / "out").split()


@pytest.mark.slow
def test_a_heap_of_facts_gets_a_larger_card_and_a_zero_none(tmp_path):
    facts, text = "".join(f",some word {n}" for n in range(9)), "Take a card and then give one of them to all. " * 8
    rows = "".join(f"Imp {n},{text},0{facts}\n" for n in range(7))
    heads = "".join(f",Fact of {w}" for w in "abcdefghi")
    said, told, _ = made(tmp_path, f"Name,Text,Power{heads}\n{rows}")
    assert told == []
    assert "size: tarot, as so many facts have no room" in said
    assert "the same on all: Power" in said


@pytest.mark.slow
def test_of_two_columns_of_pictures_the_icon_stands_beside_the_name(tmp_path):
    """Each card has art of its own; the icon is one that several share, wherever it stands."""
    for n in range(4):
        Image.new("RGB", (900, 600), (60 * n, 120, 160)).save(tmp_path / f"art{n}.jpg")
    for name in ("sword", "shield"):
        Image.new("RGBA", (256, 256), (0, 0, 0, 0)).save(tmp_path / f"{name}.png")
    icons = ("sword", "shield", "sword", "shield")
    rows = "".join(f"Thing {n},{icons[n]}.png,art{n}.jpg,Gain {n} gold.,{n}\n" for n in range(4))
    said, told, drawn = made(tmp_path, f"Name,Kind,Artwork,Text,Cost\n{rows}")
    assert told == []
    assert "picture: Artwork" in said
    assert "no room" not in said
    boxes = {
        field: [
            *map(float, re.search(rf'item\.{field}" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"', drawn).groups())
        ]
        for field in ("kind", "artwork")
    }
    (x, y, wide, high), art = boxes["kind"], boxes["artwork"]
    assert 6 < wide == high < 10
    assert x + wide <= 60
    assert 3 <= y <= y + high <= art[1]
    assert art[2] > 50
    assert re.search(r'item\.artwork"[^>]*slice', drawn), (
        "art without clear parts fills its box, whatever the icons are"
    )
    (name,) = re.findall(r'pnp:text="item.name" pnp:box="(\S+) \S+ (\S+) ', drawn)
    assert sum(map(float, name)) <= x


def test_a_counter_shows_its_only_number_before_its_text(tmp_path):
    (tmp_path / "units.csv").write_text(
        "Name,Strength,Text\nWolf,3,Bites.\nOld Watchtower on the Hill,2,May look at the top card.\n"
    )
    done = run("new", tmp_path / "isle", "--from", tmp_path / "units.csv", "--kind", "counters", "--lang", "en")
    assert "also drawn: Strength" in done.output


@pytest.mark.slow
def test_signs_of_japanese_stand_apart_from_what_is_above_them(tmp_path):
    (tmp_path / "koma.csv").write_text(
        "名前,強さ,効果\n村,8,\n丘の上の古い物見やぐら,5,山札の一番上のカードを見てもよい。\n", "utf-8"
    )
    assert run("new", tmp_path / "isle", "--from", tmp_path / "koma.csv", "--kind", "tokens").exit_code == 0
    assert run("build", "--stamp", "off", "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0
    with pdfplumber.open(next((tmp_path / "out").rglob("*.pdf"))) as pdf:
        five = next(char for char in pdf.pages[1].chars if char["text"] == "5")
        drawn = pdf.pages[1].to_image(resolution=300).original.convert("L")
    left, top, right, bottom = (round(five[side] * 300 / 72) for side in ("x0", "top", "x1", "bottom"))
    rows = range(round((top + bottom) / 2), bottom + 40)
    has_ink = [max(drawn.crop((left - 60, y, right + 60, y + 1)).tobytes()) > 200 for y in rows]
    end = has_ink.index(False)
    assert (has_ink.index(True, end) - end) / 300 * 25.4 > 0.8, "mm"


@pytest.mark.parametrize(
    "table",
    [
        "Name,Range,Cost,Text\nGain Shield Discard,3,Go,Draw two cards.\n" + "Turn it,2,x,Draw two cards.\n" * 2,
        "Faction,D,Price\n" + "w" * 30 + ",Mountain," + "w" * 14 + "\n",
    ],
    ids=["two lines beside a circle", "a word that no type sets"],
)
def test_a_name_has_a_box_below_the_safe_zone(tmp_path, table):
    (tmp_path / "deck.csv").write_text(table)
    assert run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en").exit_code == 0
    drawn = (tmp_path / "isle/layouts/isle/deck.svg").read_text("utf-8")
    _, y, _, deep = map(float, re.search(r'item\.(?:name|faction)[^>]* pnp:box="([^"]*)"', drawn)[1].split())
    assert y >= 4.5
    assert deep > 2


@pytest.mark.slow
def test_a_rank_is_large_in_the_middle_and_in_the_corner_and_its_points_stand_at_the_foot(tmp_path):
    ranks = [*range(1, 11), "Knave", "Queen", "King"]
    rows = "".join(f"{suit},{rank},{n % 4}\n" for suit in ("Oak", "Ash") for n, rank in enumerate(ranks))
    _, told, drawn = made(tmp_path, f"Suit,Rank,Points\n{rows}")
    assert told == []
    sizes = [float(size) for size in re.findall(r'<text pnp:text="item.rank"[^>]*font-size="([0-9.]+)', drawn)]
    assert min(sizes) > 6
    assert max(sizes) > 30
    assert size_of(drawn, "pair[1]") < 8


@pytest.mark.slow
def test_a_sign_of_suits_is_large_and_colours_its_cards(tmp_path):
    rows = "".join(f"{rank},{suit}\n" for suit in "♥♦♠♣" for rank in (*range(2, 11), *"JQKA"))
    said, told, drawn = made(tmp_path, f"Card,Suit\n{rows}")
    assert told == []
    assert "colour: Suit" in said
    assert max(float(size) for size in re.findall(r'"item.suit"[^>]*font-size="([0-9.]+)', drawn)) > 30
    red, dark = (re.search(f"'{suit}': '#(..)(..)", drawn).groups() for suit in "♥♠")
    assert int(red[0], 16) > 2 * int(red[1], 16)
    assert int(dark[0], 16) < 64


@pytest.mark.parametrize("heads", ["Suit,Rank", "Color,Number"])
def test_the_only_number_of_a_suit_is_its_rank(tmp_path, heads):
    rows = "".join(f"{suit},{rank}\n" for suit in ("Red", "Blue", "Green") for rank in range(1, 8))
    _, told, drawn = made(tmp_path, f"{heads}\n{rows}")
    assert told == []
    rank = f"item.{heads.split(',')[1].lower()}"
    sizes = [float(size) for size in re.findall(rf'<text pnp:text="{rank}"[^>]*font-size="([0-9.]+)', drawn)]
    assert len(sizes) == 2
    assert max(sizes) > 30
    assert rank in drawn.partition("<circle")[2].partition("</text>")[0], "where a hand of cards shows it"


def test_a_list_of_numbers_stands_at_the_foot_of_cards_without_a_text_too(tmp_path):
    heads = "Might,Wits,Speed,Luck,Faith,Grace,Gold"
    rows = "".join(f"Imp {n},{'Draw a card.' * (n > 0)},1,2,3,4,5,6,7\n" for n in range(4))
    _, told, drawn = made(tmp_path, f"Name,Text,{heads}\n{rows}")
    assert told == []
    assert drawn.count('pnp:text="pair[1]"') == 1


def test_a_few_cards_are_coloured_by_what_is_called_their_type(tmp_path):
    kinds = ("Starter", "Starter", "Sailor", "Ship", "Ship", "Item", "Item", "Sailor", "Beast")
    rows = "".join(f"Card {n},{kind},Draw {n} cards.\n" for n, kind in enumerate(kinds))
    _, told, drawn = made(tmp_path, f"Name,Type,Text\n{rows}")
    assert told == []
    assert "pnp:fill" in drawn


def test_headings_that_players_cannot_read_are_said_in_their_language(tmp_path):
    rows = "".join(f"Card {n},{n},Draw {n} cards.\n" for n in range(4))
    _, told, drawn = made(tmp_path, f"Name,コスト,Text\n{rows}")
    assert told == []
    assert "コスト" not in drawn
    assert ">Cost<" in drawn


def test_a_counter_has_room_for_the_longest_word_of_a_name(tmp_path):
    names = ("1st Guards", "2nd Guards", "7th Tank", "HQ South", "21st Panzergrenadier", "3rd Mountain", "11th Recon")
    rows = "".join(f"{name},{'Red' if n % 2 else 'Blue'},Foot,XX,5,{n},3\n" for n, name in enumerate(names))
    head = "Unit,Side,Type,Size,Attack,Defense,Movement\n"
    _, told, _ = made(tmp_path, head + rows, "--kind", "counters")
    assert told == []


def test_what_is_at_an_edge_stands_apart_from_what_is_within(tmp_path):
    rows = "".join(f"Bend {n},Meadow,road,road,field,field,{n}\n" for n in range(4))
    _, told, drawn = made(tmp_path, f"Name,Terrain,North,East,South,West,Value\n{rows}", "--kind", "tiles")
    assert told == []
    tops = {f: float(re.search(rf'pnp:text="item.{f}"[^>]* y="([-0-9.]+)', drawn)[1]) for f in ("south", "terrain")}
    assert tops["south"] - tops["terrain"] > 1.7 * size_of(drawn, "item.south")


@pytest.mark.slow
def test_pictures_may_be_called_as_pieces_whose_column_says_what_they_are(tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("moss-troll", "glass-wyrm"):
        Image.new("RGB", (720, 720), "navy").save(tmp_path / f"art/{name}.png")
    rows = "Moss Troll,4,Heals 3.\nGlass Wyrm,9,Suffers 5.\nTin Soldier,1,Never retreats.\n"
    said, told, drawn = made(tmp_path, f"Monster,Level,Ability\n{rows}", name="monsters.csv")
    assert "so they have none: Tin Soldier" in said
    assert told == []
    assert "item.monster" in drawn
    assert "item.picture" in drawn


def test_of_several_tables_one_that_says_what_it_is_stays_so(tmp_path):
    (tmp_path / "war").mkdir()
    (tmp_path / "war/units.csv").write_text("Unit,Attack,Defense\nGuards,5,6\nTank,8,4\n")
    (tmp_path / "war/hexes.csv").write_text("Name,Terrain\nWood,Forest\nHill,Hills\n")
    tables = {
        "Units": [["Unit", "Attack"], ["Guards", 5], ["Tank", 8]],
        "Hexes": [["Name", "Land"], ["Wood", "a"], ["Hill", "b"]],
    }
    workbook(tmp_path / "war.xlsx", [], {name: sheet_of(rows) for name, rows in tables.items()})
    for source in ("war", "war.xlsx"):
        folder = tmp_path / source.replace(".", "-").replace("war", "isle")
        made_of = run("new", folder, "--from", tmp_path / source, "--kind", "counters", "--lang", "en")
        assert made_of.exit_code == 0, made_of.output
        said = dict(re.findall(r"(\w+): \d+ rows?, each a (\w+)", made_of.output))
        assert {name.lower(): kind for name, kind in said.items()} == {"units": "token", "hexes": "tile"}


def test_land_has_its_colours_on_the_coast_too(tmp_path):
    rows = "".join(f"Tile {n},{land}\n" for n, land in enumerate(("Meadow", "City", "Coast") * 2))
    _, told, drawn = made(tmp_path, f"Name,Terrain\n{rows}", "--kind", "tiles")
    assert told == []
    assert "'Coast': '#4a748f'" in drawn, "as the sea"


def test_icons_in_a_row_are_icons_where_a_card_has_one_too(tmp_path):
    rows = "Bakery,{coin}{coin},Gain a loaf.\nSmithy,{coin} {coin}{coin},Forge a nail.\nChapel,{coin},Ring a bell.\n"
    _, told, _ = made(tmp_path, f"Name,Cost,Text\n{rows}")
    assert told == []
    assert "cost: text" in (tmp_path / "isle/components/isle/deck.yaml").read_text()
    face = run("face", "isle", "deck/chapel", project=tmp_path / "isle").stdout
    assert ">coin" not in face


@pytest.mark.parametrize(("heads", "is_headed"), [("Move", False), ("Move,HP", True)])
def test_a_large_number_has_its_heading_where_there_are_others(tmp_path, heads, is_headed):
    rows = "".join(f"Hill {n},{','.join(str(n + k) for k in range(len(heads.split(','))))}\n" for n in range(1, 4))
    _, told, drawn = made(tmp_path, f"Name,{heads}\n{rows}", "--kind", "hexes")
    assert told == []
    assert (">Move<" in drawn) == is_headed
    assert size_of(drawn, "item.move") > 6


@pytest.mark.some(0)
@pytest.mark.parametrize("long", [1, 6])
def test_one_long_text_leaves_the_other_cards_their_pictures(tmp_path, long):
    """What is long on most cards is set smaller before their pictures are."""
    said = [
        "Draw two cards, then keep one of them.",
        "When this is played, each player who has more than two cards " * (6 if long == 1 else 5)
        + "discards one or two of them " * (long == 1),
    ]
    for n in range(7):
        Image.new("RGB", (1024, 1024 if long == 1 else 768), (200, 20 * n, 90)).save(tmp_path / f"a{n}.png")
    rows = "".join(f"Card {n},Spell,{n + 2},{n + 3},{said[n < long]}{n}.,a{n}.png\n" for n in range(7))
    out, told, drawn = made(tmp_path, f"Name,Type,Cost,Power,Text,Art\n{rows}")
    assert not [f for f in told if f["severity"] == "error"]
    wide = re.findall(r'item\.art" x="\S+" y="\S+" width="(\S+)" height="(\S+)"(.*)/>', drawn)
    assert len(wide) == (2 if long == 1 else 1)
    assert (float(wide[0][1]) > 30, "slice" in wide[0][2]) == (long == 1, False), "it is large, and whole"
    assert ("length" in drawn) == (long == 1)
    assert "no room" not in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pixels", "way", "size", "box"),
    {
        "of the card": ((126, 176), [], "63 x 88 mm", 'x="0" y="0" width="63" height="88"'),
        "narrower": ((60, 98), [], "57.2 x 93.43 mm", 'x="0" y="0" width="57.2" height="93.43"'),
        "on a card that is asked for": ((60, 98), ["--size", "poker-metric"], "63 x 88 mm", 'width="63" height="88"/>'),
        "called art": ((60, 98), ["--columns", "img=image"], "63 x 88 mm", 'width="69" height="94"'),
    }.values(),
)
def test_nothing_is_laid_over_pictures_that_are_cards(tmp_path, pixels, way, size, box):
    """Groups, and marks that few have, name no pieces: the pictures are all of one proportion, and tell them apart."""
    marks = ["bright", "slip", "", ""] * 2
    for n in range(8):
        Image.new("RGB", pixels, (20 * n, 60, 90)).save(tmp_path / f"m{n}.png")
    rows = [f"{n // 4 + 1},m{n}.png,{mark}" for n, mark in enumerate(marks)]
    (tmp_path / "d.csv").write_text("\n".join(["month,img,attribute", *rows]))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en", *way).output
    assert f"each a card, {size}\n" in told, told
    assert ("taken for whole cards" in told) is ("--columns" not in way)
    template = (tmp_path / "isle/layouts/isle/d.svg").read_text()
    assert box in template, template
    assert ("<text" in template) is ("--columns" in way)
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
