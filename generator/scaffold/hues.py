"""What words are coloured like: colours by their names and initials, land, elements, gems.

Takes a `TableSheet` and words of one of its fields; gives `#rrggbb` of each, "" of what has no colour of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.data.lexicon import colour_named
from generator.data.reading.grid import plain_ascii
from generator.data.schema.values import hex_color
from generator.face.colors import rgb_of
from generator.scaffold.sheet import TableSheet

_LANDS = {
    hue: "|".join(names.split())
    for hue, names in {
        "#4a7a44": """forests? forets? wald walder bosques? bosc[oh]i? florestas? foreste? bos bossen las lasy
            woods? jungle dschungel selva 森 森林 林 ジャングル 숲 лес""",
        "#cfcf78": """plains? plaines? ebenen? llanuras? pianur[ae] planicies? vlaktes? rowniny? grass(land)?
            meadows? prairies? pra(do|to|t)s? wiesen? steppen? steppes? weide pastures? fields? champs? felder
            草原 平原 平地 초원 평원 поле""",
        "#9a8f88": """mountains? montagn[ae]s? gebirge berge? montanas? montanhas? montagne bergen gory gora 山
            山地 山脈 산 горы""",
        "#c49a5c": """hills? collines? hugel colinas? collin[ae] heuvels? wzgorz[ae] 丘 丘陵 언덕 холмы""",
        "#7d8560": """swamps? marsh(es)? marais sumpfe? pantanos? palud[ei] moeras bagn[ao] bogs? moor 沼 沼地
            湿地 늪 болото""",
        "#6aa6cc": """seas? oceans? water lakes? rivers? mer ocean lac eau riviere meer see wasser fluss mar
            oceano agua lago rio acqua mare fiume zee morze woda jezioro rzeka 海 湖 水 川 海洋 바다 море вода""",
        "#e6c88c": """deserts? wuste desiertos? desert[oi]s? woestijn pustynia dunes? sand 砂漠 沙漠 사막
            пустыня""",
        "#e4ebef": """snow ice tundra glaciers? neige glace schnee eis nieve hielo neve ghiaccio gelo sneeuw
            ijs snieg 雪 氷 雪原 눈""",
        "#c07a68": """villages? towns? city cities villes? dorf stadt ciudad(es)? pueblos? citta villaggio
            cidades? aldeia stad dorp miasto wies 村 町 街 都市 도시 город""",
    }.items()
}
"""What land is coloured like, by what it is called."""
_ELEMENTS = {
    hue: "|".join(names.split())
    for hue, names in {
        "#c8472f": "fire flames? feu feuer fuego fuoco fogo vuur ogien огонь 火 炎 火焰 불",
        "#2f74b5": "water eau wasser agua acqua woda voda вода 水 물",
        "#3f8f4a": """nature natur naturaleza natura natureza natuur природа 自然 자연 plants? plante pflanze planta
            wood grass""",
        "#8a6a3f": "earth terre erde tierra terra aarde ziemia земля 土 地 땅 rock stone",
        "#9fc3d9": "air wind vent luft viento aria vento lucht wiatr воздух ветер 風 风 바람",
        "#e8d36a": "light lumiere licht luz luce swiatlo свет 光 빛 holy",
        "#4a3a63": """dark(ness)? shadow tenebres ombre dunkel(heit)? finsternis schatten oscur(o|idad|ita) sombra ombra
            escuridao duister(nis)? ciemnosc тьма 闇 暗 影 어둠""",
        "#a8dbe6": "ice frost glace eis hielo ghiaccio gelo ijs лед 氷 冰 얼음",
        "#efc12f": "electric(ity)? lightning thunder foudre blitz rayo fulmine raio bliksem 雷 電気 전기",
        "#8a4f9e": "poison toxic gift veneno veleno яд 毒 독",
        "#8d959c": "metal steel iron stahl acier acero acciaio 金属 鋼 금속",
        "#b0203a": "ruby rubies rubis rubin rubi rubino рубин ルビー 红宝石",
        "#1f8a56": "emeralds? emeraudes? smaragd esmeraldas? smeraldo изумруд エメラルド 绿宝石",
        "#2456a8": "sapphires? saphirs? zafiro zaffiro safira сапфир サファイア 蓝宝石",
        "#e3e9ee": "diamant(e|es|en|s)? diamond бриллиант алмаз ダイヤモンド 钻石",
        "#2b2b2f": "onyx onix onice оникс オニキス",
        "#7d4fa3": "amethysts? amethyste amatista ametista アメジスト",
        "#e0a83a": "topaz topas topaze topacio topazio トパーズ",
    }.items()
}
"""The same of elements and gems."""
_INITIALS = {
    "R": "red", "G": "green", "B": "blue", "Y": "yellow", "W": "white", "K": "black", "O": "orange", "P": "purple",
    "V": "purple",
}  # fmt: skip
_OF_MAGIC = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
"""Where `U` is blue, `B` is black."""
_NAMED = {
    "red": "#d8342c", "orange": "#ea8a2e", "yellow": "#f0cf4a", "green": "#2f7d3a", "blue": "#2b62b8",
    "purple": "#7a4aa8", "pink": "#e58aa8", "brown": "#8a5a34", "black": "#1f1f22", "white": "#f4f1ea",
}  # fmt: skip
"""What is printed of colours by their names: a screen's are too loud for paper."""


def hue_of(word: str) -> str:
    """The colour that a word is, in some language."""
    plain = word.strip().lower()
    return _NAMED.get(plain) or _NAMED.get(colour_named(word)) or hex_color(word) or hex_color(f"#{word}")


def hues_of(sheet: TableSheet, field: str, words: Sequence[str]) -> dict[str, str]:
    """The colour of each word; of two that are coloured alike the second is darker."""
    if sheet.says(field, "color") and all(re.fullmatch("[A-Z]", word) for word in words):
        letters = _OF_MAGIC if "U" in words else _INITIALS
        return {word: _NAMED.get(letters.get(word, ""), "") for word in words}
    tables = [_LANDS, _ELEMENTS] if sheet.says(field, "terrain") else [_ELEMENTS]
    return {word: hue_of(word) or called for word, called in zip(words, _called(words, tables), strict=True)}


def tell_apart(hues: Mapping[str, str]) -> bool:
    """True where most words have a colour of their own, no two the same: `Green` is green, `Wild` is not."""
    known = [hue for hue in hues.values() if hue]
    return len({*known}) == len(known) and 4 * len(known) >= 3 * len(hues)


def _called(words: Sequence[str], tables: Sequence[Mapping[str, str]]) -> Iterator[str]:
    known, many = [pair for table in tables for pair in table.items()], Counter[str]()
    for word in words:
        parts = [*map(plain_ascii, [word, *(re.findall(r"\w+", word) if len(tables) > 1 else [])])]
        hue = next((hue for hue, names in known if any(re.fullmatch(names, part) for part in parts)), "")
        yield "#" + "".join(f"{round(255 * v * 0.8 ** many[hue]):02x}" for v in rgb_of(hue)) if hue else ""
        many[hue] += 1
