"""A table with many faults, several in one row: each is told once, at its cell, in the first run; and nothing else."""

from __future__ import annotations

import csv
import json

import pytest
from PIL import Image

from tests.test_data_tables import number_of, sheet_of, workbook

GAME = """title: Deck
version: one
players: [2, 4]
languages: [en]
parameters:
  rounds: {name: rounds, value: 10}
terms:
  suit:
    name: suit
    members:
      sun: {name: sun, icon: sun, about: Shines.}
      moon: {name: moon, icon: sun, about: Glows.}
"""
SET = """id: card
name: card
kind: card
size: poker-metric
layout: card
from: deck.%s
fields:
  name: text
  cost: integer
  power: number?
  rare: flag
  tint: color
  type: "one of [unit, spell]"
  suit: term suit
  gives: map of integer by term suit
  art: image
  next: item card
  text: text
"""
RULES = """sections:
  - id: play
    title: Play
    rules:
      - {id: play.card, text: "Play one {@card} in each of {=rounds} rounds."}
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" width="63mm"
 height="88mm" viewBox="0 0 63 88"><rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>
<rect x="5" y="78" width="6" height="3" fill="#336699" pnp:fill="item.tint"/>
<image x="5" y="20" width="30" height="20" pnp:href="item.art" href="a.png"/>
<image x="40" y="20" width="9" height="9" pnp:icon="item.suit" href="icons/sun.svg"/>
%s<text pnp:text="item.text" pnp:box="5 54 53 20" pnp:floor="7pt" x="5" y="57" font-size="3.4">Text</text>
</svg>
"""
SHOWN = [f"item.{name}" for name in ("name", "cost", "power", "type", "gives.sun", "next.id")] + ["'R' if item.rare"]
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>'
HEADINGS = ["id", "count", "name", "cost", "power", "rare", "tint", "type", "suit", "gives", "art", "next", "text"]
LONG = "Draw a card. " * 60

FAULTS = [
    ("B12", "two", "D006", "write `2` in digits"),
    ("D12", "three", "D003", "write digits only"),
    ("F12", "maybe", "D003", "write `yes` or `no`"),
    ("G12", "purpel", "D010", "did you mean `purple`?"),
    ("H12", "spel", "D011", "did you mean `spell`?"),
    ("I12", "snu", "R001", "did you mean `sun`?"),
    ("J12", "sun=x; mooon=1", "D003", ""),
    ("K12", "gone.png", "D014", "put the file into"),
    ("L12", "c999", "R004", ""),
    ("M12", "Take {mooon}.", "R001", "did you mean `moon`?"),
    ("E20", "#REF!", "Y031", "mend its formula"),
    ("M20", LONG, "F011", "take out about"),
    ("D21", "", "D002", "fill the column `cost`"),
    ("M21", "Sing \U00013000.", "F012", ""),
    ("D22", "50%", "D003", ""),
    ("M22", "Take {sun now.", "R020", "write `}`"),
    ("D23", "3 gold", "D003", ""),
    ("M23", "Play {=ronds} rounds.", "R006", "did you mean `rounds`?"),
    ("D24", "1.5", "D003", "without a fraction"),
    ("C24", "Card 80", "D032", "rename one"),
    ("B30", "", "Y033", "write `1`"),
    ("B33", "30", "D033", "if it is meant, write `expect: "),
    ("M30", "Open the the door.", "L007", "write `the` once"),
    ("E31", "5-Feb", "D003", "format the cell as text"),
    ("M31", "Play (now.", "L006", ""),
    ("A40", "c61", "Y034", "give it an id of its own"),
    ("O41", "todo", "Y024", ""),
]
"""Cell, what is written there, how that is told, and what to do. Of two that are alike the second is told; one cell has
two faults; what stands beside a CSV makes its row too long."""
TOLD_AT = {"A40": "A61", "C24": "C80"}
BESIDE = ("M25", "Ring \U00013001.")
"""What no font draws stands in two places, and is told once."""
MORE = [("J12", "R001", "did you mean `moon`?")]


@pytest.fixture
def deck(tmp_path):
    """Makes a project whose deck has faults."""

    def make(ending):
        home, layouts = tmp_path / "components" / "deck", tmp_path / "layouts" / "deck"
        (layouts / "icons").mkdir(parents=True)
        home.mkdir(parents=True)
        rows = [[f"c{n}", 1 + n % 3, f"Card {n}", n % 7, n / 4, "yes", "gold", "unit", "sun", "sun=1; moon=2", "a.png",
                 f"c{n - 1 if n % 40 > 2 else 50}", f"Draw {n}."] for n in range(2, 84)]  # fmt: skip
        rows = [HEADINGS, *rows]
        for place, value, *_ in [*FAULTS, BESIDE]:
            column, row = number_of(place.rstrip("0123456789")) - 1, int(place.lstrip("ABCDEFGHIJKLMNO")) - 1
            rows[row] += [""] * (column + 1 - len(rows[row]))
            rows[row][column] = value
        if ending == "csv":
            with (home / "deck.csv").open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows(rows)
        else:
            workbook(home / "deck.xlsx", [], {"Cards": sheet_of(rows)})
        line = '<text x="5" y="{}" font-size="2.6" pnp:text="{}">7</text>\n'
        words = "".join(line.format(43 + 1.6 * n, shown) for n, shown in enumerate(SHOWN))
        for folder, name, text in (
            (home, "game.yaml", GAME),
            (home, "card.yaml", SET % ending),
            (home, "rules.yaml", RULES),
            (layouts, "card.svg", CARD % words),
            (layouts, "icons/sun.svg", ICON),
        ):
            (folder / name).write_text(text, encoding="utf-8")
        Image.new("RGB", (400, 300), "#446688").save(home / "a.png")
        return tmp_path

    return make


@pytest.mark.some(0)
@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_every_fault_of_a_table_is_told_in_one_run(pnp, deck, ending):
    done = pnp("-C", deck(ending), "check", "--format", "json")
    found = [f for f in json.loads(done.stdout) if f["severity"] != "note"]
    assert [f["message"] for f in found if "cell" not in f] == []
    told = {(f["cell"], f["code"]): f["hint"] for f in found}
    rows = [(TOLD_AT.get(cell, cell), code, hint) for cell, _, code, hint in FAULTS] + MORE
    rows = [(cell, "Y021" if code == "Y024" and ending == "csv" else code, hint) for cell, code, hint in rows]
    assert sorted((f["cell"], f["code"]) for f in found) == sorted((cell, code) for cell, code, _ in rows)
    assert {(cell, code): hint for cell, code, hint in rows if hint not in told[cell, code]} == {}
    assert all(
        f["heading"] == HEADINGS[number_of(f["cell"].rstrip("0123456789")) - 1] for f in found if f["cell"][0] != "O"
    )
    assert [p["cell"] for f in found for p in f.get("places", ()) if f["code"] == "F012"] == [BESIDE[0]]
    assert {f.get("sheet") for f in found} == {"Cards" if ending == "xlsx" else None}
    assert done.returncode == 1
