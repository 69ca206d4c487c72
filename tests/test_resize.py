"""`pnp resize`: templates for pieces of another size."""

from __future__ import annotations

import json

import pytest

from generator.scaffold.resize import resized
from tests.test_cli_user import run
from tests.test_sketch import DECK

PAGE = '<svg width="60mm" height="90mm" viewBox="0 0 60 90">{}</svg>'


@pytest.mark.parametrize(("drawn", "wanted"), [
    ('<rect x="-3" y="-3" width="66" height="96" rx="4"/>', '<rect x="-3" y="-3" width="126" height="96" rx="4"/>'),
    ('<text x="30" y="45" text-anchor="middle" pnp:width="52">a &gt; b</text>',
     '<text x="60" y="45" text-anchor="middle" pnp:width="112">a &gt; b</text>'),
    ('<text pnp:box="4 4 52 20" pnp:if="item.a > 3" x=\'4\' y="9"/>',
     '<text pnp:box="4 4 112 20" pnp:if="item.a > 3" x=\'4\' y="9"/>'),
    ('<path d="M0 0 L60 90 l-60 0 z"/>', '<path d="M0 0 120 90H0V0Z"/>'),
    ('<polygon points="0,0 30,45"/>', '<polygon points="0,0 60,45"/>'),
    ('<g transform="translate(10, 5) scale(2)"><circle cx="5" cy="5" r="2"/></g>',
     '<g transform="translate(20 5) scale(2)"><circle cx="10" cy="5" r="2"/></g>'),
    ('<use pnp:step="7 2" pnp:for="n in 3|range" x="10%"/>', '<use pnp:step="14 2" pnp:for="n in 3|range" x="10%"/>'),
    ('<linearGradient x1="0" x2="1"/>', '<linearGradient x1="0" x2="1"/>'),
    ("<!-- <g x=\"9\"> -->", "<!-- <g x=\"9\"> -->"),
])  # fmt: skip
def test_what_is_drawn_takes_its_place_on_a_page_twice_as_wide(drawn, wanted):
    text, bound = resized(PAGE.format(drawn), (60, 90), (120, 90))
    assert text == PAGE.replace("60", "120").format(wanted)
    assert not bound


def test_type_stays_legible_and_bound_places_are_named():
    page = PAGE.format(
        '<style>.a {font-size: 6px; stroke-width:2}</style>\n<g style="font-size:3px"/><g pnp:x="i * 7"/>'
    )
    text, bound = resized(page, (60, 90), (24, 36))
    assert ".a {font-size: 2.4px; stroke-width:0.8}" in text
    assert 'style="font-size:2.2px"' in text
    assert 'pnp:floor="6.5pt"' in resized(PAGE.format('<text pnp:floor="8pt"/>'), (60, 90), (24, 36))[0]
    assert bound == [2]


@pytest.mark.parametrize("size", ["mini-euro", "tarot", "{shape: rectangle, width: 88, height: 63}"])
def test_a_deck_takes_another_size_and_is_sound(tmp_path, size):
    (tmp_path / "deck.csv").write_text(DECK.replace("goblin.png", "").replace("art/drache.png", ""))
    project = tmp_path / "isle"
    assert run("new", project, "--from", tmp_path / "deck.csv", "--lang", "en").exit_code == 0
    table = project / "components" / "isle" / "deck.yaml"
    table.write_text(table.read_text().replace("size: poker-metric", f"size: {size}"))
    told = json.loads(run("check", "--format", "json", project=project).output)
    assert {f["code"] for f in told if f["severity"] == "error"} == {"T014"}
    assert "back.svg: 63 x 88 -> " in run("resize", "isle", project=project).output
    checked = run("check", project=project)
    assert "isle: no errors, no warnings" in checked.output, checked.output
    assert "Every template has the size" in run("resize", "isle", project=project).output


def test_a_value_that_stands_in_its_name_is_changed_alone():
    line = '<line x1="1" y1="1" x2="2" y2="2"/>'
    text, _ = resized(f'<svg width="10mm" height="10mm" viewBox="0 0 10 10">{line}</svg>', (10, 10), (20, 20))
    assert '<line x1="2" y1="2" x2="4" y2="4"/>' in text
