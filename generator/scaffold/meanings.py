"""What a heading says a column is for on a card, in the languages of designers: a title, a question, its answer ...

Takes headings as people and programs write them (`texte_effet`, `cardName`, `正解`). Promise: only whole words decide,
or signs that are words of their own; what a heading does not say is "".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.usual import USUAL, meant_by

_SAID = {
    name: frozenset(map(plain_ascii, [*words.split(), *USUAL.get(name, ())]))
    for name, words in {
        "name": """titre titulo titolo tytul titul otsikko rubrik cim baslik заголовок 标题 標題 題名 제목 卡牌名
            名字 卡牌名称 bezeichnung denominacion""",
        "text": """regeltext kartentext spieltext zaubertext wirkungstext effekttext beschrijving beskrivning
            beskrivelse kuvaus leiras aciklama etki ефект опис текст habilidad habilidade capacite pouvoir fahigkeit
            abilita capacidad poder reglas regole regras regles regeln regels 规则 規則 规则说明 文本 内容 能力说明
            ルール 텍스트 내용 desc""",
        "question": """question frage pregunta pergunta domanda vraag pytanie otazka fraga sporgsmal sporsmal kysymys
            kerdes soru вопрос питання въпрос ερωτηση 質問 問題 设问 問 问题 问 질문 문제 퀴즈 クイズ なぞなぞ enigme
            enigma ratsel riddle acertijo adivinanza adivinhanza devinette indovinello raadsel zagadka загадка
            pytania prompt enunciado statement aussage afirmacion afirmacao affirmation affermazione stelling
            stwierdzenie""",
        "front": "front vorderseite recto anverso fronte voorkant awers predek 表 表面 正面 앞면",
        "answer": """answer antwort losung loesung solution reponse respuesta resposta risposta antwoord oplossing
            odpowiedz odpoved svar vastaus valasz cevap ответ відповідь отговор απαντηση 答え 答 答案 回答 解答 정답 답
            solucion solucao soluzione rozwiazanie correct richtig giusta correcta correcte correta 正解 正答""",
        "translation": """translation ubersetzung traduction traduccion traduzione traducao vertaling tlumaczenie
            preklad перевод 訳 翻訳 意味 翻译 意思 번역 뜻 meaning bedeutung significado significato signification
            definition definicion definicao definizione""",
        "explained": """explanation explication erklarung erlauterung explicacion explicacao spiegazione uitleg
            toelichting wyjasnienie vysvetleni forklaring info 解説 解释 解析 해설""",
        "type": "tipo clase classe rodzaj druh tyyppi тип",
        "topic": """category kategorie categoria categorie kategoria kategori thema theme tema topic subject rubrique
            fach materia matiere 分类 分類 類別 カテゴリ カテゴリー ジャンル 범주 분류""",
        "wrong": """wrong incorrect falsch falsche sbagliata errata incorrecta incorreta errada fausse mauvaise fout
            foute bledna chybna distractor decoy felaktigt forkert vaara yanlis неправильный неверный 誤答 不正解 错误
            錯誤 오답""",
        "option": """option choice antwortmoglichkeit auswahl opcion opciones opcao opcoes opzione opzioni optie opties
            opcja opcje alternativa alternative choix proposition vaihtoehto вариант 選択肢 选项 選項 보기""",
        "play": """attack atk att angriff attaque ataque attacco aanval atak anfall hyokkays атака 攻撃 攻撃力 攻击
            攻擊 공격 power pow macht puissance poder potenza kracht moc сила 力 strength str starke force fuerza
            forza forca sila defense defence def verteidigung abwehr defensa difesa defesa verdediging obrona защита
            守備 防御 防禦 방어 toughness health hp life lives leben lebenspunkte lp vie vida vita leven zycie
            здоровье 体力 生命 생명 armor armour shield rustung armure armadura armatura pancerz damage dmg schaden
            degats dano danno obrazenia move movement speed bewegung tempo mouvement vitesse movimiento velocidad
            movimento velocita ruch 移動 速度 range reichweite portee alcance gittata zasieg initiative initiativ
            iniciativa loyalty lore willpower morale vp points point punkte siegpunkte pv pts puntos punti pontos
            punkty 得点 点数 勝利点 점수 gold coins coin money mana energy energie energia""",
        "cost": """mana elixir elixier price preis prix prezzo precio preco prijs cena pris hinta koszt costo custo
            costi kostnad kustannus maliyet naklad стоимость вартість цена 価格 价格 가격 花费""",
        "level": """difficulty level difficult schwierigkeit schwierigkeitsgrad niveau dificultad nivel dificuldade
            difficulte difficolta livello moeilijkheid moeilijkheidsgraad trudnosc poziom obtiznost svarighetsgrad
            vaikeus zorluk сложность 難易度 难度 難度 난이도""",
        "color": """color colour farbe farben couleur colore kleur kolor barva farg farve vari szin renk цвет колір 色
            颜色 顏色 색""",
        "terrain": """terrain terrains gelande landschaft landscape biome biom biotop terreno terreni terrein
            terreintype teren terrang terræn paysage paisaje paesaggio krajobraz relief 地形 地貌 지형 местность""",
    }.items()
}  # fmt: skip


def says(heading: str, what: str) -> bool:
    """True where a heading, or a word of it, stands for this: `Mana Cost`, `type_code`, `effectText`, `Couleurs`."""
    return what in _meanings(heading)


def is_of_answers(heading: str) -> bool:
    """True for one or several answers to a question, or options to choose from."""
    return not {"answer", "wrong", "option"}.isdisjoint(_meanings(heading))


@lru_cache(maxsize=4096)
def _meanings(heading: str) -> frozenset[str]:
    words = {heading, *re.split(r"[\W_]+", in_parts(heading))}
    bare = {plain_ascii(word) for word in words}
    bare |= {re.sub(r"\d+$", "", word) for word in bare}
    bare |= {re.sub("e?s$", "", word) for word in bare if len(word) > 5}
    said = {name for name, known in _SAID.items() if known & ({plain_ascii(heading)} if name == "front" else bare)}
    said |= {"type"} if "topic" in said else set()
    return frozenset(said | {meant_by(word) for word in words if word})


_WORK = "art(e|work)?|illustrations?|ilustraci[oó]n(es)?|ilustra[cç][aã]o|bild(er)?|design|layout|playtest|druck|print"
_STATE = "status|state|estado|stato|statut|stan|progress|done|ready|fertig"
_ASIDE = re.compile(
    "notes?|comments?|remarks?|todo|(play)?test(ed)?|getestet|備考|メモ|bemerkung(en)?|notiz(en)?|kommentar|remarques?|commentaire|notas?"
    "|anmerkung(en)?|interna?|observaciones|osservazioni|opmerking(en)?|uwag[ai]|(nicht|donot|dont|not?)(print(ed)?|drucken)"
    "|(created|updated|modified|last(modified|edited))(time|by|at|on)?|(イラスト|画像|アート|デザイン)?(の)?(進捗|状況)"
    f"|({_WORK})({_STATE})|({_STATE})(of|de|del|der|da|do|des|dell|d)?(la|l|las)?({_WORK})"
)
"""Headings of what a designer writes for himself, or a program: no card shows it."""
_BOOKS = re.compile(
    r"(date|card|air)?(added|released?|date)(date|at|on)?|(date|fecha|data)?(de|di)?(actualizacion|misea?jour|aggiornamento|aktualisiert|atualizacao)|revisi(on|one|e)|reviewed"
    r"|(is)?(activ[aeo]|actif|aktiv|attiv[ao]|ativ[ao]|enabled|disabled|published|deprecated)|(grid|sheet)(col(umn)?|row|x|y)"
    r"|lang(uage)?|locale|idioma|sprache|langue|lingua|checksum|hash|[gu]?uid|gid|slug|sort(order|key)?"
    r"|(img|image|thumb(nail)?|sprite|illustration|artwork|imagen|immagine)(\d|url|file|path|name)?|file(name|path)?"
    r"|folders?|director(y|ies)|ordner|dossier|carpeta|cartella|(font|text|title|schrift|taille)(size|taille|grosse|tamano|texte)|variant(e?s)?(group|grupo)e?|(group|grupo)e?(de)?variant(e?s)?"
    r"|(engine|script|sound|audio|asset|debug|sprite|animation|texture)(hook|id|name|key)?s?"
)
"""Headings above which programs keep books, where all that stands below are words of theirs: no card shows it."""
_TOKEN = re.compile(r"true|false|[\w./:-]*")


def is_aside(heading: str) -> bool:
    """True for what a designer writes for himself: `Notes`, `Notes to self`, `Comment (Tom)`, `Playtest notes`."""
    heading = re.sub(r"^(\w+\.)+(?=\w)", "", heading)
    words = re.split(r"[(（:\s_]+", heading.strip(" )）"))
    return any(_ASIDE.fullmatch(plain(word)) for word in (words[0], words[-1], heading))


_CATALOGUE = re.compile(
    r"\w*(multiverse|scryfall|gatherer|mtgo|tcgplayer|cardmarket|cardkingdom|ygoprodeck|pokedex|edhrec|bayes)\w*"
    r"|usersrated|legalit(y|ies)\w*|card(sets|images|prices)|prices\w+|foreigndata|purchaseurls|sourceproducts"
)
"""Headings of those who collect or sell cards, no players."""
_PRINTED = re.compile(
    r"printings|availability|finishes|booster(types)?|frame(version|effects?|type)"
    r"|(is|has)?(non)?(foil|promo|reprint|reserved|oversized|fullart|textless|onlineonly|digital|collectible)s?"
)
"""The same of how each was printed, where all that stands below are words of programs."""
_PLACE = re.compile(r".*[\W_](id|ids|rank|ranking)|rank(ing)?", re.IGNORECASE)
"""Of a place in a list, where each piece has a large number of its own."""
_FEW, _LARGE = 5, 10


def is_of_collectors(heading: str, said: Sequence[str]) -> bool:
    """True for what only those ask who keep a catalogue: `multiverseId`, `edhrecRank`, `legalities.modern`."""
    numbers, bare = [int(word) for word in said if word.isdecimal()], plain_ascii(plain(heading))
    is_place = bool(_PLACE.fullmatch(in_parts(heading))) and len(numbers) == len(said) >= _FEW
    is_place = is_place and 10 * len({*numbers}) >= 9 * len(numbers) and max(numbers) >= _LARGE * len(numbers)
    is_printed = bool(_PRINTED.fullmatch(bare)) and all(map(_TOKEN.fullmatch, said))
    return is_place or is_printed or bool(_CATALOGUE.fullmatch(bare))


def is_kept(heading: str, said: Sequence[str]) -> bool:
    """True for what a program keeps for itself: `lang: en`, `revision: 3`, `activa: true`, `img2: img1`; and for what a
    catalogue does."""
    if is_of_collectors(heading, said):
        return True
    heading = plain_ascii(plain(heading.rpartition(".")[2] or heading))
    are_ids = len(said) > 1 and all(re.fullmatch(r"\d{5,}", word) for word in said) and len({*map(len, said)}) == 1
    return (bool(_BOOKS.fullmatch(heading)) or are_ids) and all(map(_TOKEN.fullmatch, said))


def in_parts(heading: str) -> str:
    """A name of programs in words: `effectText` is `effect Text`."""
    return re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", heading)


def human(heading: str) -> str:
    """A heading as a label: `hp_max` is `HP max`, `basePoint` `Base point`; what a designer wrote with care stays."""
    words = in_parts(heading.replace("_", " ")).split()
    if len(words) > len(heading.split()):
        words = [word if word.isupper() else word.lower() for word in words]
    words = [re.sub(r"(?<=[^\W\d_]{3})(?=\d{1,2}$)", " ", word) for word in words]
    first = words[0] if words else ""
    first = first.upper() if re.fullmatch("[b-df-hj-np-tv-xz]{2,3}", first) else first[:1].upper() + first[1:]
    return " ".join([first, *words[1:]])  # a unit behind stays as it is: `Weight kg`
