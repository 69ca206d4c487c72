"""Misspelt words (L021): which words are told, what is said to be meant, and what is left in peace."""

from __future__ import annotations

import json

import pytest

from generator.data.build import read_game
from generator.engine.texts.spelling import is_label_of
from generator.project import Project
from tests.engine_kit import check_game

PROSE = {
    "en": "Take one card from the market and place it before you. Each player may trade goods with a neighbour.",
    "de": "Nimm eine Karte vom Markt und lege sie vor dich. Jeder Spieler darf mit seinem Nachbarn Waren tauschen.",
    "fr": "Prenez une carte du marché et posez-la devant vous. Chaque joueur peut échanger des biens.",
    "nl": "Neem een kaart van de markt en leg hem voor je neer. Elke speler mag goederen met zijn buren ruilen.",
    "ja": "プレイヤーは市場からカードを取る。プレイヤーはマーカーを置き、次のプレイヤーの番になる。",
    "es": "Toma una carta del mercado y ponla delante de ti. Cada jugador puede cambiar bienes con otro.",
    "cy": "Cymerwch gerdyn o'r farchnad a'i roi o'ch blaen.",
}


def misspelt(tmp_path, *texts, names=(), languages=("en",)):
    """(word, what is meant) of each misspelt one of a deck with these texts, each on a card, and the prose."""
    found = [f for f in found_in(tmp_path, *texts, names=names, languages=languages) if f.code == "L021"]
    return [(f.message.split("`")[1], f.hint.split("`")[1]) for f in found]


def found_in(tmp_path, *texts, names=(), languages=("en",)):
    folder = tmp_path / "components" / "deck"
    folder.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (folder / "game.yaml").write_text(
        f"title: Xyzzyq\nversion: '1'\nplayers: [1, 2]\nabout: '1'\nlanguages: [{', '.join(languages)}]\n",
        encoding="utf-8",
    )
    prose = [{language: PROSE[language] for language in languages}]
    cards = [{"name": name} for name in names] + [
        {"name": f"{k}", "text": one} for k, one in enumerate([*prose, *texts])
    ]
    cards = [{"id": f"c{k}", "count": 1, **card} for k, card in enumerate(cards)]
    fields = {"name": "text?", "text": "text?"}
    owner = {"id": "cards", "name": "1", "kind": "card", "fields": fields, "items": cards}
    (folder / "cards.yaml").write_text(json.dumps(owner, ensure_ascii=False), encoding="utf-8")
    project = Project(tmp_path)
    game, findings = read_game(project, "deck")
    assert [f.message for f in findings if f.code != "D007"] == []
    return check_game(project, game)


@pytest.mark.parametrize(("odd", "language", "meant"), [
    (["Uncommn"], "en", "Uncommon"), (["Unomn"], "en", ""), (["Unncomon"], "en", "Uncommon"),
    (["Uncommn"] * 2, "en", ""), (["Uncommons"], "en", ""), (["Common"], "en", ""), (["Selten"], "de", ""),
])  # fmt: skip
def test_a_choice_that_is_nearly_what_many_say_is_told(tmp_path, odd, language, meant):
    """Twice in a small set it is one; a word that the dictionary knows is another."""
    (tmp_path / "layouts").mkdir()
    folder = tmp_path / "components" / "deck"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(f"title: Xyzzyq\nversion: '1'\nabout: '1'\nlanguages: [{language}]\n")
    rows = "".join(f"c{n},{word}\n" for n, word in enumerate(["Uncommon"] * 6 + odd))
    (folder / "cards.csv").write_text(f"id,rarity\n{rows}")
    choices = ", ".join(dict.fromkeys(["Uncommon", *odd]))
    words = f"id: cards\nname: '1'\nkind: card\nfrom: cards.csv\nfields: {{rarity: 'one of [{choices}]'}}\n"
    (folder / "cards.yaml").write_text(words)
    game, _ = read_game(Project(tmp_path), "deck")
    found = [f for f in check_game(Project(tmp_path), game) if f.code == "L021"]
    assert [(f.hint, f.mark.cell) for f in found] == [(f"write `{meant}`", "B8")] * bool(meant)


@pytest.mark.parametrize(("text", "meant"), [
    ("Pay one zÅ‚oty.", "ł"), ("ÃœÃ¤ber.", "Ü"), ("A Ä°zmir card.", "İ"), ("Itâ€™s a fox.", "’"), ("Å for Å.", ""),
])  # fmt: skip
def test_letters_that_another_program_misread_are_told(tmp_path, text, meant):
    found = [f.hint for f in found_in(tmp_path, text) if f.code == "L018"]
    assert found[:1] == [f"write `{meant}`"] * bool(meant)


@pytest.mark.parametrize(("languages", "text", "told"), [
    (["en"], "Draw two crads.", [("crads", "cards")]),
    (["en"], "Recieve a bonus.", [("Recieve", "Receive")]),
    (["en"], "Your opponet loses **evrything**.", [("opponet", "opponent"), ("evrything", "everything")]),
    (["en"], "Teh end.", [("Teh", "The")]),
    (["de"], "Ziehe zwei Karren, jeder Speiler eine.", [("Speiler", "Spieler")]),
    (["de"], "Der Aufabu dauert.", [("Aufabu", "Aufbau")]),  # rare, but two letters changed places
    (["de"], "Die Karavanen ziehen. Zwei Karawanen rasten.", [("Karavanen", "Karawanen")]),  # rare, but said
    (["de"], "Spielertableau, Reisendenkarte, Auftragskarte, Ereigniskarte, Grauhafen, Hohltor; Verkafue.",
     [("Verkafue", "Verkaufe")]),
    (["en"], "YOUR OPPONET DRAWS.", [("OPPONET", "OPPONENT")]),
    (["fr"], "Piochez une carte par joeur.", [("joeur", "joueur")]),
    (["ja"], "プイレヤーは休む。", [("プイレヤー", "プレイヤー")]),
])  # fmt: skip
def test_a_word_a_letter_away_from_another_is_told(tmp_path, languages, text, told):
    assert misspelt(tmp_path, text, languages=languages) == told


@pytest.mark.parametrize(("languages", "text"), [
    (["en"], "A neighbour's colours, organised in the centre; one catalogue of a sceptical traveller."),
    (["en"], "Visit https://exmaple.org or write to teh@crads.net, see crads.svg."),
    (["en"], "Scry 2; the meeple and the Gryffon take an XP token, a handsize of 5."),
    (["en"], "Liberté, fraternité! Summon Finkle Einhorn and Fernanda, of NATO."),
    (["en"], "The grobold sleeps. A grobold wakes."),
    (["en"], "Don't, couldn't, shouldn't've."),
    (["de"], "Wertungsmarker und Siegpunktleiste, Aktionsphasenkarten, Zauberspruchstapel."),
    (["de"], "Lege es ab, wirb jemanden an und empfiehl ihn."),
    (["de"], "Jeder Staff hat einen Hash, ein Tab und das Salt."),  # nouns of other languages
    (["fr"], "Jusqu'à l'aube, quelqu'un d'entre vous pioche."),
    (["ja"], "タウンのターン、マーケットのマーク。"),
    (["cy"], "Cymerwhc gerdyn."),
    (["es"], "Roba una carta y baraja."),
    (["nl"], "De low is laag."),  # of `low budget`, which is in the dictionary
    (["en", "de"], "Ort"),
    (["cy"], "Take a token. A token is taken. Taken tokens are a token each."),
])  # fmt: skip
def test_what_is_said_so_is_not_told(tmp_path, languages, text):
    assert misspelt(tmp_path, text, languages=languages) == []


@pytest.mark.parametrize(("names", "text", "told"), [
    (["Zworkul"], "Discard the Zwrokul.", [("Zwrokul", "Zworkul")]),
    (["Fox"], "Play after the Foxx.", [("Foxx", "Fox")]),
    (["Zworkul"], "All Zworkuls sleep, and the Zworkul's egg.", []),
    (["Marker"], "Visit the Market.", []),
    ([" ".join(f"Zworq{a}{b}q" for a in "bcdfghjklmnpqrstvwxyz" for b in "aeiouybcdfghjklmnpqrstvwxz")],
     "Your opponet.", [("opponet", "opponent")]),
    (["Enchated Forest"], "", [("Enchated", "Enchanted")]),
    (["Galadrim", "Ruptores", "Camlan"], "", []),
])  # fmt: skip
def test_names_are_known_and_what_is_nearly_one_is_told(tmp_path, names, text, told):
    assert misspelt(tmp_path, text, names=names) == told


def test_a_word_by_itself_in_several_rows_is_meant(tmp_path):
    assert misspelt(tmp_path, "Sylve", "Sylve") == []


def test_a_misspelt_word_in_several_texts_is_told_once(tmp_path):
    """Where the game says the right word more often."""
    texts = [f"Your opponent draws {k} cards." for k in range(4)] + [f"Your opponet loses {k} cards." for k in range(3)]
    assert misspelt(tmp_path, *texts) == [("opponet", "opponent")]


def test_a_dictionary_of_another_language_is_not_asked(tmp_path):
    """A game that says to be English, and is not."""
    assert misspelt(tmp_path, PROSE["de"], PROSE["cy"], "Drei Krieger rauben Fische, Zeit und Ehre.") == []


@pytest.mark.parametrize(("language", "texts", "told"), [
    ("en", ["A favour.", "A favor.", "Honored.", "A favor."], ("neighbour", "favor", 1)),
    ("en", ["Grey wolves.", "A grey centre.", "A gray color."], ("gray", "grey", 1)),
    ("en", ["For four hours, a velour flavour; the word “color”."], None),
    ("fr", ["Un cœur.", "Un coeur.", "Un œuf."], ("oeu", "œu", 0)),
    ("ja", ["全てのカード。", "すべての札。", "すべての人。"], ("全て", "すべて", 0)),
    ("ja", ["１枚引く。", "1枚捨てる。", "3枚捨てる。"], ("１", "1", 0)),
    ("ja", ["行為の変更に従い、さらに山へ。", "銀行いっぱいに行なう。"], None),
    ("ja", ["出来事。山へ行き、「全て」引くとすべて終わる。A4の紙、12枚。"], None),
])  # fmt: skip
def test_a_word_is_written_in_one_way(tmp_path, language, texts, told):
    """The rarer way is told, with its other places; what is quoted is somebody else's."""
    found = [f for f in found_in(tmp_path, *texts, languages=[language]) if f.code == "L022"]
    assert [(*f.message.split("`")[1:4:2], len(f.places)) for f in found] == ([told] if told else [])


@pytest.mark.parametrize(("words", "is_told"), [
    ("Your turn", True),  # though `turn` is in the German dictionary
    ("glue", True),
    ("Cost", True),
    ("Region", False),
    ("Zworkul Cost", False),
    ("No. 7", False),
    ("Dein Zug", False),
])  # fmt: skip
def test_words_of_a_label_are_of_a_language(words, is_told):
    assert is_label_of(words, "en", "de") is is_told


@pytest.mark.slow
def test_a_template_in_another_language_of_the_edition_is_told(tmp_path, pnp):
    """Of a deck in English and German, what its template says in English alone."""
    table = "Name (EN),Name (DE),Cost,Region\nGuide,Führer,2,Norden\nSmith,Schmied,3,Norden\nMiller,Müller,4,Süden\n"
    (tmp_path / "deck.csv").write_text(table, encoding="utf-8")
    assert pnp("new", "isle", "--from", "deck.csv", "--lang", "en,de").returncode == 0
    owner = tmp_path / "isle" / "components" / "isle" / "deck.yaml"
    owner.write_text(owner.read_text("utf-8").replace("name: Deck", "name: Villagers"), "utf-8")
    noted = json.loads(pnp("check", "--format", "json", "--select", "L017", cwd=tmp_path / "isle").stdout)
    assert [f["message"].partition(" are ")[0] for f in noted] == ["the words of the set deck"]
    told = json.loads(pnp("check", "--format", "json", "--select", "L016", cwd=tmp_path / "isle").stdout)
    assert told == []  # a usual heading is said in both
    drawing = tmp_path / "isle" / "layouts" / "isle" / "deck.svg"
    said, usual = drawing.read_text("utf-8"), "{'en': 'Cost', 'de': 'Kosten'}[language]"
    for label, hints in (
        ("'Cost'", ["L017 {'en': 'Cost', 'de': '..'}[language]"]),  # called as its column is: a note
        ("'Pay'", ["L016 {'en': 'Pay', 'de': '..'}[language]"]),
        ("{'en': 'Pay', 'de': 'Zahle'}[language]", []),
        ("{'en': 'Cost', 'de': 'Preis'}[language]", []),
    ):
        assert usual in said
        drawing.write_text(said.replace(usual, label), "utf-8")
        told = json.loads(pnp("check", "--format", "json", "--select", "L016,L017", cwd=tmp_path / "isle").stdout)
        drawn = [f for f in told if f["file"].startswith("layouts/")]
        assert [f"{f['code']} {f['hint'].split('`')[1]}" for f in drawn] == hints


def test_a_word_that_is_known_is_no_slip_where_few_are(tmp_path):
    """A dictionary that lacks most words of a game still knows some."""
    strange = " ".join(f"{a}{b}{c}ux" for a in ("kr", "zv", "dw") for b in "aeiou" for c in ("lq", "rx", "zb"))
    assert misspelt(tmp_path, strange, "The Set of the Sgt", "It is a Foxx", names=("Sgt", "Fox")) == [("Foxx", "Fox")]


def test_no_rude_word_is_said_to_be_meant(tmp_path):
    found = misspelt(tmp_path, "The player takes the dicts, and draws the cuntz before you.")
    assert not {word for _, word in found} & {"dicks", "cunts", "cunt"}
