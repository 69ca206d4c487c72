"""Totals of sets in rules, in each language that words are known of: what says the whole is held against the data,
what may be a part is not; numbers of one language against those of the other.
"""

from __future__ import annotations

import pytest

from generator.data.build import read_game
from generator.project import Project
from tests.engine_kit import check_game

SETS = {  # id: kind, how many
    "harbour": ("card", 24),
    "boat": ("tile", 12),
    "coin": ("token", 30),
}
NAMES = {  # the names of the sets, and their plurals
    "en": ("Harbour card/Harbour cards", "Boat/Boats", "Coin/Coins"),
    "de": ("Hafenkarte/Hafenkarten", "Boot/Boote", "Münze/Münzen"),
    "fr": ("Carte port/Cartes port", "Bateau/Bateaux", "Pièce/Pièces"),
    "es": ("Carta de puerto/Cartas de puerto", "Barca/Barcas", "Moneda/Monedas"),
    "it": ("Carta porto/Carte porto", "Barca/Barche", "Moneta/Monete"),
    "nl": ("Havenkaart/Havenkaarten", "Boot/Boten", "Munt/Munten"),
    "pt": ("Carta de porto/Cartas de porto", "Barco/Barcos", "Moeda/Moedas"),
    "ja": ("港カード", "小舟", "硬貨"),
    "zh": ("港口牌", "小船", "硬币"),
}
WHOLE = {
    "en": (
        "There are 22 harbour cards.",
        "Lay out the 22 harbour cards in a row.",
        "Shuffle the 60 {@harbour}s.",
        "Shuffle the 22 harbour cards and deal 4 to each player.",
        "Mix 22 harbour cards.",
        "Play with 22 harbour cards in all.",
        "Make a deck (22 harbour cards).",
        "Harbour cards (22): see below.",
        "Shuffle the harbour cards. The 22 cards are dealt out.",
        "The box: 22 harbour cards, 12 boats, 30 coins.",
        "The box: harbour cards 22, boats 12, coins 30.",
        "Shuffle the thirteen boats.",
        "The board holds twenty-eight coins.",
        "Twenty-two harbour cards, 12 boats, 30 coins.",
    ),
    "de": (
        "Es gibt 22 Hafenkarten.",
        "Mischt die 22 Hafenkarten.",
        "Legt die 22 Hafenkarten in die Mitte.",
        "Insgesamt 22 Hafenkarten.",
        "Ein Stapel (22 Hafenkarten).",
        "Die 22 Karten werden verteilt.",
        "Mischt alle zweiundzwanzig Hafenkarten.",
    ),
    "fr": (
        "Il y a 22 cartes port.",
        "Mélangez les 22 cartes port.",
        "Posez les 22 cartes port au centre.",
        "22 cartes port au total.",
        "Formez une pile (22 cartes port).",
        "Les 22 cartes sont distribuées.",
        "Il y a vingt-deux cartes port.",
    ),
    "es": (
        "Hay 22 cartas de puerto.",
        "Baraja las 22 cartas de puerto.",
        "22 cartas de puerto en total.",
        "Las 22 cartas se reparten.",
        "Hay veintidós cartas de puerto.",
    ),
    "it": (
        "Ci sono 22 carte porto.",
        "Mescolate le 22 carte porto.",
        "22 carte porto in tutto.",
        "Le 22 carte sono coperte.",
        "Ci sono ventidue carte porto.",
    ),
    "nl": (
        "Er zijn 22 havenkaarten.",
        "Schud de 22 havenkaarten.",
        "22 havenkaarten in totaal.",
        "De 22 kaarten worden gedeeld.",
        "Er zijn tweeëntwintig havenkaarten.",
    ),
    "pt": (
        "Há 22 cartas de porto.",
        "Embaralhe as 22 cartas de porto.",
        "22 cartas de porto no total.",
        "As 22 cartas são distribuídas.",
        "Há vinte e duas cartas de porto.",
    ),
    "ja": (
        "港カードは22枚。",
        "港カード22枚をよく混ぜる。",
        "港カード22枚を裏向きで場に並べる。",
        "港カードは全部で22枚ある。",
        "港カード（22枚）を置く。",
        "カードは全部で22枚ある。",
        "港カードは二十二枚。",
    ),
    "zh": (
        "共有22张港口牌。",
        "将22张港口牌洗匀。",
        "港口牌（22张）放在桌上。",
        "港口牌共22张。",
        "共有二十二张港口牌。",
    ),
}
PART = {
    "en": (
        "Take 21 harbour cards.",
        "Deal 21 harbour cards.",
        "If there are 22 harbour cards, stop.",
        "Remove 2. Shuffle the 22 harbour cards.",
        "There are 22 harbour cards left.",
        "For a short game shuffle 22 harbour cards.",
        "There are 22 harbour cards with a ship.",
        "Storm harbour cards (22) are black.",
        "Roll the 10 boats that you drew.",
        "Put the 22 harbour cards that you chose in the middle.",
        "In the expansion, shuffle the 60 harbour cards.",
        "Choose 11 boats. Shuffle the 11 boats.",
        "Take 12 boats, 30 coins and 21 harbour cards.",
        "The 22 storm cards are black.",
        "One hundred and twenty-two harbour cards in all.",
        "There are 24 harbour cards, 12 boats and 30 coins.",
        "There are 66 cards.",
    ),
    "de": ("Nehmt 21 Hafenkarten.", "Wenn es 22 Hafenkarten gibt, endet das Spiel.", "Es gibt 24 Hafenkarten."),
    "fr": (
        "Prenez 21 cartes port.",
        "Retirez 2 cartes. Mélangez les 22 cartes port.",
        "Il y a 22 cartes port bleues.",
        "Il y a cent vingt-deux cartes port.",
    ),
    "es": ("Toma 21 cartas de puerto.", "Si hay 22 cartas de puerto, para.", "Hay 22 cartas de puerto azules."),
    "it": ("Prendete 21 carte porto.", "Se ci sono 22 carte porto, fermatevi.", "Ci sono 24 carte porto."),
    "nl": ("Neem 21 havenkaarten.", "Als er 22 havenkaarten zijn, stop.", "Er zijn 24 havenkaarten."),
    "pt": ("Pegue 21 cartas de porto.", "Se há 22 cartas de porto, pare.", "Há 24 cartas de porto."),
    "ja": (
        "港カード21枚を取る。",
        "2枚を除く。残りの港カード22枚を混ぜる。",
        "青い港カードは22枚。",
        "全百二十二枚の港カード。",
    ),
    "zh": ("拿21张港口牌。", "如果共有22张港口牌，停止。", "蓝色港口牌共22张。"),
}


def told(tmp_path, language, rules, cards=""):
    """The findings that totals can have, by the number of the rule that they are told of."""
    folder = tmp_path / "components" / "port"
    folder.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (folder / "game.yaml").write_text(f"title: Port\nversion: 1\nlanguages: [{language}]\n", "utf-8")
    for (name, (kind, number)), names in zip(SETS.items(), NAMES[language[-2:]], strict=True):
        one, _, many = names.partition("/")
        plural = f"plural: {many}\n" if many else ""
        items = cards * (name == "harbour") or f"[{{id: a, count: {number}}}]"
        words = f"id: {name}\nname: {one}\n{plural}kind: {kind}\nprinted: false\nitems: {items}\n"
        (folder / f"{name}.yaml").write_text(words, "utf-8")
    said = (w if isinstance(w, str) else f"', {language[-2:]}: '".join(w) for w in rules)
    said = (f"'{words}'" if "', " not in words else f"{{en: '{words}'}}" for words in said)
    texts = "".join(f"  - {{id: a.r{n}, text: {words}}}\n" for n, words in enumerate(said))
    (folder / "rules.yaml").write_text(f"sections:\n- id: a\n  title: A\n  rules:\n{texts}", "utf-8")
    game, faults = read_game(Project(tmp_path), "port")
    assert not faults, faults
    found = [f for f in check_game(Project(tmp_path), game) if f.code in ("M013", "R035", "L002")]
    return {f.mark.line - 5: f.message for f in found}


@pytest.mark.parametrize("language", WHOLE)
def test_a_wrong_total_is_told_in_the_words_of_each_language(tmp_path, language):
    found = told(tmp_path, language, (*WHOLE[language], "{@boat}{@coin}{@harbour}"))
    assert [w for n, w in enumerate(WHOLE[language]) if n not in found] == []


@pytest.mark.parametrize("language", PART)
def test_what_may_be_a_part_is_no_total(tmp_path, language):
    assert told(tmp_path, language, (*PART[language], "{@boat}{@coin}{@harbour}")) == {}


@pytest.mark.parametrize(
    ("said", "lines"), [("Place 22 harbour cards on the board.", []), ("There are 22 harbour cards.", [0, 1])]
)
def test_a_number_that_is_taken_elsewhere_is_no_total(tmp_path, said, lines):
    rules = (said, "The 22 harbour cards are face up.", "{@boat}{@coin}")
    assert list(told(tmp_path, "en", rules)) == lines


@pytest.mark.parametrize("words", ["Shuffle the 22 Harbour cards", "Shuffle the Twenty-two Harbour cards"])
def test_a_plural_names_the_set(tmp_path, words):
    found = told(tmp_path, "en", (f"{words}.", "{@boat}{@coin}"))
    assert found == {0: "there are 24 of `harbour`, not 22 in en"}


BARE = {  # the set is called "Monsters"
    "en": ("Monsters", "Shuffle the 22 monster cards.", "There are 22 monster cards.", "22 monster cards in all."),
    "de": ("Monster", "Mischt die 22 Monsterkarten.", "Es gibt 22 Monster-Karten."),
    "fr": ("Monstre", "Mélangez les 22 cartes monstre."),
    "es": ("Monstruo", "Hay 22 cartas de monstruo."),
    "ja": ("怪物", "22枚の怪物カードをシャッフルする。", "怪物カード22枚を混ぜる。"),
    "zh": ("怪物", "洗混22张怪物牌。"),
}


@pytest.mark.parametrize("language", BARE)
def test_a_set_is_named_by_what_its_pieces_are_called_too(tmp_path, monkeypatch, language):
    name, *rules = BARE[language]
    monkeypatch.setitem(NAMES, language, (name, *NAMES[language][1:]))
    found = told(tmp_path, language, (*rules, *(words.replace("22", "24") for words in rules), "{@boat}{@coin}"))
    assert found == dict.fromkeys(range(len(rules)), f"there are 24 of `harbour`, not 22 in {language}")


OTHERS = {  # beside "Deal three cards to the two players."
    "de": "{} Karten an die zwei Spieler.",
    "fr": "{} cartes aux deux joueurs.",
    "es": "{} cartas a los dos jugadores.",
    "it": "{} carte ai due giocatori.",
    "nl": "{} kaarten aan de twee spelers.",
    "pt": "{} cartas aos dois jogadores.",
    "ja": "二人に{}枚配る。",
    "zh": "给两个玩家{}张牌。",
}
NUMBERS = {
    "de": ("drei", "vier", "fünfundvierzig"),
    "fr": ("trois", "quatre", "soixante-treize"),
    "es": ("tres", "cuatro", "cuarenta y cinco"),
    "it": ("tre", "quattro", "quarantacinque"),
    "nl": ("drie", "vier", "vijfenveertig"),
    "pt": ("três", "quatro", "quarenta e cinco"),
    "ja": ("三", "四", "四十五"),
    "zh": ("三", "四", "四十五"),
}


@pytest.mark.parametrize("language", OTHERS)
def test_a_number_word_is_held_against_that_of_another_language(tmp_path, language):
    rules = [("Deal three cards to the two players.", OTHERS[language].format(n)) for n in NUMBERS[language]]
    found = told(tmp_path, f"en, {language}", [*rules, "{@boat}{@coin}{@harbour}"])
    right, *wrong = NUMBERS[language]
    assert found == {n: f"`{w}` stands in {language} where `three` stands in en" for n, w in enumerate(wrong, 1)}, right


SAYINGS = {
    "de": (
        ("Whoever rose at half past six starts.", "Wer um halb sieben aufstand, beginnt."),
        ("Two dozen eggs.", "Vierundzwanzig Eier."),
        ("Two weeks later.", "Vierzehn Tage später."),
        ("Both pay the three elves.", "Die zwei zahlen den Elfen, alle drei."),
    ),
    "fr": (("Two weeks later.", "Quinze jours plus tard."), ("One hundred and five points.", "Cent cinq points.")),
    "pt": (("Both take six.", "Os dois pegam meia dúzia."), ("The cat has nine.", "“O gato tem sete vidas.”")),
    "zh": (("Both cards go to 3 players.", "两张牌给三人。"),),
}


@pytest.mark.parametrize("language", SAYINGS)
def test_what_is_said_with_other_numbers_is_no_slip(tmp_path, language):
    assert told(tmp_path, f"en, {language}", [*SAYINGS[language], "{@boat}{@coin}{@harbour}"]) == {}


@pytest.mark.parametrize(
    ("language", "rule", "says"),
    [
        ("en", "There are 5 storm harbour cards.", "6 of `harbour storm`, not 5"),
        ("fr", "Il y a 5 cartes port Storm.", "6 of `harbour storm`, not 5"),
        ("en", "There are 6 storm harbour cards. Shuffle the 22 harbour cards.", ""),
    ],
)
def test_of_a_value_it_is_told_how_many_there_are(tmp_path, language, rule, says):
    """And the 22 without the two jokers may be meant."""
    items = "[{id: a, count: 6, type: Storm}, {id: b, count: 16, type: Calm}, {id: c, count: 2, type: Joker}]"
    items = f"{items}\nfields: {{type: 'one of [Storm, Calm, Joker]'}}"
    found = told(tmp_path, language, (rule, "{@boat}{@coin}{@harbour}"), items)
    assert [says in message for message in found.values()] == [True] * bool(says)


PARAMETERS = {  # names of two parameters, 3 rounds and a hand of 5; what is right, and what is not
    "en": ("rounds", "hand size", ("{=rounds} rounds, a hand size of {=hand}.",), (
        "After 4 rounds the game ends.", "A hand size of 6.", "The hand size is six.", "Hand size: 4.",
        "A game for 2 to 5 players.", "With 6 players, deal 4.",
    )),
    "de": ("Runden", "Handgröße", ("{=rounds} Runden, Handgröße {=hand}, Handgröße: 5.",), (
        "Spielt 4 Runden.", "Die Handgröße ist 6.", "Handgröße: 4.",
        "Für 2 bis 5 Personen.", "Für 2–4 Spieler, mit 6 Spielern.",
    )),
    "ja": ("ラウンド数", "手札の上限", ("{=rounds}ラウンド。手札の上限は{=hand}枚。3〜4人用。",), (
        "4ラウンド行う。", "手札の上限は6枚。", "2〜5人用。", "5人で遊ぶ。",
    )),
}  # fmt: skip


@pytest.mark.parametrize("language", PARAMETERS)
def test_a_typed_number_is_held_against_parameters_and_players(tmp_path, language):
    rounds, hand, right, wrong = PARAMETERS[language]
    folder = tmp_path / "components" / "port"
    folder.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    head = f"title: Port\nversion: 1\nplayers: [2, 4]\nlanguages: [{language}]\nparameters:\n"
    declared = f"  rounds: {{name: {rounds}, value: 3}}\n  hand: {{name: {hand}, value: 5}}\n"
    (folder / "game.yaml").write_text(head + declared, "utf-8")
    texts = "".join(f"  - {{id: a.r{n}, text: '{words}'}}\n" for n, words in enumerate((*right, *wrong)))
    (folder / "rules.yaml").write_text(f"sections:\n- id: a\n  title: A\n  rules:\n{texts}", "utf-8")
    game, faults = read_game(Project(tmp_path), "port")
    assert not faults, faults
    found = {f.mark.line - 5: f.code for f in check_game(Project(tmp_path), game) if f.code in ("M029", "M030")}
    assert list(found.values()) == ["M029"] * (len(wrong) - 2) + ["M030"] * 2
    assert list(found) == list(range(len(right), len(right) + len(wrong)))


SAID_OF_SOME = {  # no slips: amounts, variants, what is so at times, or for somebody
    "en": (
        ("Play 4 rounds.", "Skip 2 rounds."), ("With the expansion 5 players play.",),
        ("The 6 player boards are red.",), ("In the advanced game, play 5 rounds.",),
        ("With 2 players, play 4 rounds.",),
        ("If 2 or 3 players tie, stop.",), ("If you own the bag, your hand size is 7.",),
        ("The hand size is 2 larger.",), ("Hand size: 10 for the giant.",), ("In the solo game the hand size is 4.",),
        ("The scribe's hand size is 8.",), ("Use the 5-6 player extension.",),
        ("The second edition is for 6 players.",), ("If 5 players want to play, use two boxes.",),
    ),
    "de": (("Im Spiel für Fortgeschrittene spielt 5 Runden.",), ("Die 6 Spieler-Tableaus sind rot.",),
           ("Die englische Ausgabe (2-6 Spieler) ist erweitert.",)),
    "ja": (
        ("袋を持っていれば手札の上限は7枚。",), ("手札の上限は3増える。",), ("手札の上限は2人のとき6枚。",),
        ("5ラウンド目に数える。",), ("上級ルールでは5ラウンド行う。",),
    ),
    "zh": (("拿5个玩家标记。",), ("高级规则中手牌上限是8。",)),
}  # fmt: skip


@pytest.mark.parametrize(("language", "rules"), [(la, rules) for la, every in SAID_OF_SOME.items() for rules in every])
def test_what_is_said_of_some_games_is_no_slip(tmp_path, language, rules):
    folder = tmp_path / "components" / "port"
    folder.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    rounds, hand, *_ = PARAMETERS.get(language, ("轮数", "手牌上限"))
    head = f"title: Port\nversion: 1\nplayers: [3, 4]\nlanguages: [{language}]\nparameters:\n"
    declared = f"  rounds: {{name: {rounds}, value: 3}}\n  hand: {{name: {hand}, value: 5}}\n"
    (folder / "game.yaml").write_text(head + declared, "utf-8")
    texts = "".join(f'  - {{id: a.r{n}, text: "{words}"}}\n' for n, words in enumerate(rules))
    (folder / "rules.yaml").write_text(f"sections:\n- id: a\n  title: A\n  rules:\n{texts}", "utf-8")
    game, faults = read_game(Project(tmp_path), "port")
    assert not faults, faults
    codes = {f.code for f in check_game(Project(tmp_path), game)}
    assert codes.isdisjoint(("M029", "M030"))
    assert "R031" in codes
