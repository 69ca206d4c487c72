"""The deck that every tool is measured with: `python -m tests.benchmarks.deck FOLDER CARDS`.

A project with one game, `deck`: so many cards, no two with the same words, in Japanese, with icons in the text; always
the same for the same number. `peers.py` draws the same cards from the same file with other tools.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections.abc import Iterator
from pathlib import Path

WIDTH, HEIGHT = 63.0, 88.0
TINTS = {"fire": "#f7c9b6", "water": "#b9d7f2", "wood": "#c5e3bd", "metal": "#dcdce4", "earth": "#ecdcb0"}
DARKS = {"fire": "#a8341b", "water": "#1d5b97", "wood": "#2f6b2a", "metal": "#4c4c5e", "earth": "#7d5a14"}
NOT_FIRST = "ぁぃぅぇぉっゃゅょァィゥェォッャュョー"


def _turned(radius: float, angle: float, middle: float = 0.0) -> str:
    return f"{middle + radius * math.cos(angle):.2f} {middle + radius * math.sin(angle):.2f}"


def _ornament() -> str:
    """A rosette of thirty curves about (0, 0)."""
    words, step = [f"M{_turned(11, 0)}"], 2 * math.pi / 30
    for i in range(1, 31):
        before, here = (11.0, 16.5) if i % 2 else (16.5, 11.0)
        bends = _turned(before * 1.12, (i - 1) * step + 0.11), _turned(here * 0.88, i * step - 0.11)
        words.append(f"C{' '.join(bends)} {_turned(here, i * step)}")
    return "".join([*words, "Z"])


def _icons() -> Iterator[str]:
    """Twelve drawings in a box of 24 x 24: stars and flowers."""
    for points in (4, 5, 6, 7, 8, 9):
        corners = (_turned(4.6 if i % 2 else 11, math.pi * (i / points - 0.5), 12) for i in range(2 * points))
        yield f"M{'L'.join(corners)}Z"
    for petals in (3, 4, 5, 6, 7, 8):
        w, words = 2.4 / petals, []
        for i in range(petals):
            a = 2 * math.pi * i / petals
            out = f"C{_turned(7, a - w, 12)} {_turned(11, a - w / 2, 12)} {_turned(11, a, 12)}"
            words.append(f"M12 12{out}C{_turned(11, a + w / 2, 12)} {_turned(7, a + w, 12)} 12 12Z")
        yield "".join(words)


ORNAMENT, ICONS = _ornament(), tuple(_icons())

GAME = """\
title: {{ja: 千枚の札}}
version: {{ja: 第1版}}
players: [2, 4]
languages: [ja]
terms:
  type:
    name: {{ja: 属性}}
    members:
{types}
  icon:
    name: {{ja: 印}}
    members:
{icons}
"""
SET = """\
id: card
name: {ja: 札}
kind: card
size: poker-metric
layout: card
fields: {title: text, type: term type, cost: integer, icon: term icon, body: text}
items:
"""
CARD = f"""\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" width="63mm" height="88mm"
     viewBox="0 0 63 88">
  <rect x="-3" y="-3" width="69" height="94" fill="#dddddd" pnp:fill="item.type.tint"/>
  <g fill="none" stroke="#333333" stroke-width=".3" pnp:stroke="item.type.dark">
    <rect x="1.2" y="1.2" width="60.6" height="85.6" rx="2"/>
    <path d="{ORNAMENT}" transform="translate(31.5 30.5)"/>
  </g>
  <circle cx="8.5" cy="17" r="5" fill="#333333" pnp:fill="item.type.dark"/>
  <image pnp:icon="item.icon" pnp:color="item.type.dark" href="icons/i0.svg" x="23.5" y="22.5" width="16" height="16"/>
  <text pnp:text="item.title" pnp:fit="shrink" pnp:width="55" x="31.5" y="8.6" font-family="BIZ UDPGothic"
        font-weight="bold" font-size="4.939" text-anchor="middle" fill="#222222">題</text>
  <text pnp:text="item.cost" x="8.5" y="19" font-family="BIZ UDPGothic" font-weight="bold" font-size="5.644"
        text-anchor="middle" fill="#ffffff">8</text>
  <text pnp:text="item.body" pnp:box="4.5 50.5 54 32" pnp:leading="1.353" font-family="BIZ UDPGothic"
        font-size="2.999" fill="#222222">文</text>
  <text pnp:text="item.id" x="4.5" y="83.6" font-family="BIZ UDPGothic" font-size="2.117" fill="#222222">c-00001</text>
</svg>
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="24mm" height="24mm" viewBox="0 0 24 24"><path d="{}"/></svg>\n'


def _letters() -> tuple[str, str, str]:
    """Hiragana, katakana, and so many kanji of JIS X 0208 that there are 1,500 letters."""
    hiragana = "".join(chr(c) for c in range(0x3042, 0x3094) if chr(c) not in "ゎゐゑ")
    katakana = "".join(chr(c) for c in range(0x30A2, 0x30F4) if chr(c) not in "ヮヰヱ")
    codes = [bytes((row, cell)) for row in range(0xB0, 0xD0) for cell in range(0xA1, 0xFF)]
    kanji = [c for code in codes if (c := code.decode("euc_jp", "ignore"))]
    random.Random(1).shuffle(kanji)
    return hiragana, katakana, "".join(kanji[: 1500 - len(hiragana) - len(katakana)])


LETTERS = _letters()


def _words(rnd: random.Random, length: int) -> str:
    """Letters in the order of Japanese: kanji, endings, loan words, marks now and then."""
    hiragana, katakana, kanji = LETTERS
    words = ""
    while len(words) < length:
        kind = rnd.random()
        if kind < 0.42:
            words += "".join(rnd.choices(kanji, k=rnd.randint(1, 3)))
        elif kind < 0.85:
            words += "".join(rnd.choices(hiragana, k=rnd.randint(1, 4)))
        else:
            words += "".join(rnd.choices(katakana, k=rnd.randint(2, 4))) + ("ー" if rnd.random() < 0.4 else "")
        if len(words) > 8 and rnd.random() < 0.18:
            words += rnd.choice("、。、。！？")
        if rnd.random() < 0.04:
            words += f"「{''.join(rnd.choices(kanji, k=2))}」"
    words = re.sub(r"(.)\1+", r"\1", words[:length].lstrip(NOT_FIRST).rstrip("、。！？「"))
    return words + "」" * (words.count("「") - words.count("」"))


def _cards(count: int) -> Iterator[str]:
    rnd = random.Random(20240607)
    for number in range(1, count + 1):
        body = _words(rnd, rnd.randint(58, 118)) + "。"
        for _ in range(2):
            at = rnd.randint(1, len(body) - 1)
            if "{" not in body[max(0, at - 4) : at + 4]:
                body = f"{body[:at]}{{i{rnd.randrange(12)}}}{body[at:]}"
        title = "".join(rnd.choices("".join(LETTERS), k=rnd.randint(8, 12)))
        values = f"type: {rnd.choice(list(TINTS))}, cost: {rnd.randint(0, 12)}, icon: i{rnd.randrange(12)}"
        yield f'  - {{id: c-{number:05}, title: {{ja: "{title}"}}, {values}, body: {{ja: "{body}"}}}}\n'


def write_deck(root: Path, count: int) -> Path:
    """The project at a path, made there."""
    types = "\n".join(
        f'      {t}: {{name: {{ja: {t}}}, values: {{tint: "{TINTS[t]}", dark: "{DARKS[t]}"}}}}' for t in TINTS
    )
    icons = "\n".join(f"      i{i}: {{name: {{ja: 印{i}}}, icon: i{i}}}" for i in range(len(ICONS)))
    files = {
        "components/deck/game.yaml": GAME.format(types=types, icons=icons),
        "components/deck/card.yaml": SET + "".join(_cards(count)),
        "layouts/deck/card.svg": CARD,
        **{f"layouts/deck/icons/i{i}.svg": ICON.format(d) for i, d in enumerate(ICONS)},
    }
    for name, words in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words, encoding="utf-8")
    return root


def main() -> None:
    """Write a deck."""
    parser = argparse.ArgumentParser("python -m tests.benchmarks.deck", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("cards", metavar="CARDS", type=int)
    asked = parser.parse_args()
    write_deck(asked.folder, asked.cards)


if __name__ == "__main__":
    main()
