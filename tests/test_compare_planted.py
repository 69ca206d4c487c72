"""One change of each kind, planted: the report tells it in one line, and the reprint prints exactly what altered."""

from __future__ import annotations

from itertools import chain

import pytest

from generator.production import Order
from generator.versions import DiffOrder, build_changed, compare
from tests.compare_kit import MINI, copy_of, printed_stamps, replace, rewrite, stamps_of

GAME = "components/mini/game.yaml"
CARDS = "components/mini/cards.yaml"
CHIPS = "components/mini/chips.yaml"
SETUP = "components/mini/setup.yaml"
RULES = "components/mini/rules.yaml"

DAWN, DUSK, NOON = (("card", name) for name in ("dawn", "dusk", "noon"))
ONE, FIVE = ("chip", "one"), ("chip", "five")
MIXED, NIGHT = ("tile", "mixed"), ("tile", "night")
ALL_CARDS = {DAWN: 2, DUSK: 3, NOON: 1}
ALL_CHIPS = {ONE: 4, FIVE: 2}
ALL_TILES = {MIXED: 2, NIGHT: 1}

DOT = '<circle cx="9" cy="4" r="0.4" fill="currentColor"/></svg>'

PLANTED = {
    # file, what stood there, what stands there now
    "a cost": (CARDS, "moon, amount: 2", "moon, amount: 1"),
    "a text": (CARDS, "Dusk is quiet.", "Dusk is loud."),
    "a reference": (CARDS, "    rule: play.gain\n", "    rule: play.turn\n"),
    "a colour": (GAME, "#d98e04", "#d98e05"),
    "a term's word": (GAME, "en: moon}", "en: comet}"),
    "a term's number": (GAME, "worth: 2", "worth: 3"),
    "a parameter": (GAME, "{2: 3, 3: 2, 4: 1}", "{2: 2, 3: 2, 4: 1}"),
    "a set's size": (CHIPS, "diameter: 20", "diameter: 21"),
    "a set's layout": (CHIPS, "layout: chip", "layout: tile"),
    "a set's back": (CARDS, "back: card-back\n", ""),
    "printed": (CHIPS, "expect: null", "printed: false\nexpect: null"),
    "a mode": (SETUP, "en: Standard}", "en: Basic}"),
    "a zone": (SETUP, "zones: [deck,", "zones: [deck, pit,"),
    "a step's number": (SETUP, "{2: 1, 3: 2, 4: all}", "{2: 1, 3: 1, 4: all}"),
    "a step's condition": (SETUP, "!= 'night'", "== 'mixed'"),
    "a step's place": (SETUP, "to: table", "to: hand"),
    "a step's rule": (SETUP, "    rule: setup.deal\n", "    rule: play.turn\n"),
    "a rule": (RULES, "rounds.", "long rounds."),
    "a template": ("layouts/mini/chip.svg", "</svg>", DOT),
    "a part": ("layouts/mini/parts/frame.svg", "</svg>", DOT),
    "an icon": ("layouts/mini/icons/moon.svg", "</svg>", DOT),
    "a back": ("layouts/mini/card-back.svg", "</svg>", DOT),
    "a size": ("layouts/sizes.yaml", "", "poker-metric: {shape: rectangle, width: 64, height: 88, radius: 3}\n"),
}
TOLD = {
    "a cost": "Card “Dusk”: effects: gain(what moon, amount 2); shuffle() -> gain(what moon, amount 1); shuffle()",
    "a text": "Card “Dusk”: text: Gain moon. Dusk is quiet. -> Gain moon. Dusk is loud.",
    "a reference": "Card “Dawn”: rule: 2.1.1 Gain -> 2.1 Play 3 rounds.",
    "a colour": "sun: colour: #d98e04 -> #d98e05",
    "a term's word": "comet: renamed: moon -> comet",
    "a term's number": "sun: worth: 2 -> 3",
    "a parameter": "hand size: 2: 3 -> 2",
    "a set's size": "Chip: size: diameter: 20 -> 21",
    "a set's layout": "Chip: layout: chip -> tile",
    "a set's back": "Card: back: card-back -> none",
    "printed": "Chip: printed: yes -> no",
    "a mode": "Mode “Basic”: renamed: Standard -> Basic",
    "a zone": "Zone “pit”: new",
    "a step's number": "Lay out tiles: numbers by players: 3: 2 -> 1",
    "a step's condition": "Lay out tiles: condition: item.id != 'night' -> item.id == 'mixed'",
    "a step's place": "Lay out tiles: to: table -> hand",
    "a step's rule": "Deal 3/2/1 each: rule: 1.1 Shuffle the 6 pieces of… -> 2.1 Play 3 rounds.",
    "a rule": "2.1 Play 3 long rounds.: text: Play 3 rounds. -> Play 3 long rounds.",
    "a template": "Drawing “mini/chip.svg”: drawn anew (Chip)",
    "a part": "Drawing “mini/parts/frame.svg”: drawn anew (Card)",
    "an icon": "Drawing “mini/icons/moon.svg”: drawn anew",
    "a back": "Drawing “mini/card-back.svg”: drawn anew (Card)",
    "a size": "Size “poker-metric”: width: 63 -> 64 (Card)",
}
PRINTED: dict[str, dict[tuple[str, str], int]] = {
    "a text": {DUSK: 3},
    "a reference": {DAWN: 2},
    "a parameter": {DAWN: 2},
    "a colour": {DAWN: 2, NOON: 1, MIXED: 2},
    "a term's word": {DUSK: 3},
    "a term's number": {DAWN: 2, NOON: 1},
    "a set's back": ALL_CARDS,
    "a template": ALL_CHIPS,
    "a part": ALL_CARDS,
    "an icon": {DUSK: 3, **ALL_TILES},
    "a back": ALL_CARDS,
}
"""The fronts on the sheets; nothing where a change does not show on a face."""
ASKEW = ("a set's size", "a set's layout", "a size")
"""Without the change of the template that belongs to it there is nothing to print."""
TOGETHER = (
    ("a text", "a reference", "a template"),
    ("a colour", "a term's word"),
    ("a term's number", "an icon"),
    ("a parameter", "a rule"),
    ("a cost", "printed", "a mode", "a zone", "a step's number"),
    ("a step's condition", "a step's place", "a step's rule"),
    ASKEW,
)
"""What is planted at once: of unlike things, and printed on unlike faces."""


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    return copy_of(MINI, tmp_path_factory.mktemp("planted") / "old")


def plant(project, file: str, before: str, after: str) -> None:
    path = project.root / file
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text("", "utf-8")
    if before:
        replace(path, before, after)
    else:
        path.write_text(after + path.read_text("utf-8"), "utf-8")


def told(old, new) -> list[str]:
    data, _ = compare(new, DiffOrder(str(old.root), "mini", language="en"))
    return [line for line in data.decode().splitlines() if line.startswith("  ")]


def printed(old, new) -> dict[tuple[str, str], int]:
    """The fronts on the sheets, how often each."""
    outputs, findings, _ = build_changed(new, "mini", Order(("en",), since=str(old.root), backs="none"))
    assert not [f for f in findings if f.severity.value == "error"], findings
    stamps = stamps_of(new, "mini", "en")
    found = printed_stamps(outputs[0].data, stamps.values()) if outputs else {}
    return {name[:2]: found[stamp] for name, stamp in stamps.items() if name[2] == "front" and found.get(stamp)}


@pytest.mark.some(6)
@pytest.mark.parametrize("names", [*TOGETHER, *((n,) for n in PLANTED if n not in chain(*TOGETHER))], ids=" + ".join)
def test_planted_changes_are_told_in_one_line_and_printed_where_they_show(old, tmp_path, names):
    new = copy_of(MINI, tmp_path / "new")
    for name in names:
        plant(new, *PLANTED[name])
    assert sorted(line[4:] for line in told(old, new)) == sorted(TOLD[name] for name in names)
    if names is not ASKEW:
        assert printed(old, new) == {face: n for name in names for face, n in PRINTED.get(name, {}).items()}


@pytest.mark.slow
def test_a_set_tells_a_look_that_all_its_items_override(old, tmp_path):
    new = copy_of(MINI, tmp_path / "new")
    for project in (both := [copy_of(MINI, tmp_path / "one"), new]):
        rewrite(project.root / CARDS, lambda d: [i.update(layout="card") for i in d["items"]])
    replace(new.root / CARDS, "layout: card\nback", "layout: chip\nback")
    assert told(both[0], new) == ["  ~ Card: layout: card -> chip"]
    assert printed(both[0], new) == {}


@pytest.mark.slow
def test_a_look_that_went_from_the_items_to_their_set_prints_nothing(old, tmp_path):
    one, new = copy_of(MINI, tmp_path / "one"), copy_of(MINI, tmp_path / "new")
    rewrite(one.root / CARDS, lambda d: (d.update(layout="chip"), [i.update(layout="card") for i in d["items"]]))
    assert told(one, new) == ["  ~ Card: layout: chip -> card"]
    assert printed(one, new) == {}
