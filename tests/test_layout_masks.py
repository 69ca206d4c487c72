"""Masks that let through a part: what PDF and PNG show of black on white, point by point."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from generator.face.bounds import nodes_touching, painted
from generator.face.stamp import digest_of
from tests.export_kit import BOOK, both_pictures, face_of, png, unlike
from tests.layout_kit import drawn, shown, svg

FADE = '<linearGradient id="g"><stop stop-color="%s"/><stop offset="1" stop-color="%s"%s/></linearGradient>'
PAGE = 'maskUnits="userSpaceOnUse" x="0" y="0" width="63" height="88"'
DARK = b64encode(png([[(51, 51, 51)]])).decode()
BLACK = '<path d="M0 0H60V60H0z"/>'
MASKS = {
    "by light": (
        f'{FADE % ("#fff", "#000", "")}<mask id="m" {PAGE}><path d="M10 0H50V40H10z" fill="url(#g)"/></mask>',
        {(5, 20): 0, (20, 20): 0.75, (40, 20): 0.25, (20, 45): 0},
    ),
    "by alpha": (
        FADE % ("red", "blue", ' stop-opacity="0"')
        + f'<mask id="m" {PAGE} style="mask-type:alpha"><path d="M10 0H50V40H10z" fill="url(#g)"/></mask>',
        {(5, 20): 0, (20, 20): 0.75, (40, 20): 0.25},
    ),
    "dark upon light": (
        f'<mask id="m" {PAGE}><path d="M0 0H40V40H0z" fill="#fff"/><path d="M10 10H20V20H10z"/>'
        '<path d="M20 20H30V30H20z" opacity=".5"/></mask>',
        {(5, 5): 1, (15, 15): 0, (25, 25): 0.5, (45, 5): 0},
    ),
    "colours by how light they are": (
        f'<mask id="m" {PAGE}><path d="M0 0H20V60H0z" fill="#f00"/><path d="M20 0H40V60H20z" fill="#0f0"/>'
        '<path d="M40 0H60V60H40z" fill="#00f"/></mask>',
        {(10, 10): 0.2125, (30, 10): 0.7154, (50, 10): 0.0721},
    ),
    "measured by the shape": (
        '<mask id="m" maskContentUnits="objectBoundingBox"><path d="M0 0H.5V1H0z" fill="#fff" opacity=".4"/></mask>',
        {(10, 10): 0.4, (50, 10): 0},
    ),
    "with a box of its own": (
        '<mask id="m" x=".5" y="0" width=".5" height=".5"><path d="M0 0H60V60H0z" fill="#808080"/></mask>',
        {(10, 10): 0, (50, 10): 0.502, (50, 50): 0},
    ),
    "a picture by its light": (
        f'<mask id="m" {PAGE}><path d="M0 0H60V60H0z" fill="#fff"/>'
        f'<image width="20" height="20" preserveAspectRatio="none" href="data:image/png;base64,{DARK}"/></mask>',
        {(10, 10): 0.2, (30, 10): 1},
    ),
    "holes among other shapes": (
        f'<mask id="m" {PAGE} fill="#fff"><path d="M5 5H50V50H5ZM15 15V40H40V15Z"/><path d="M30 30H55V55H30z"/></mask>',
        {(10, 10): 1, (20, 20): 0, (35, 35): 1, (45, 45): 1, (58, 20): 0},
    ),
    "a mask in a mask": (
        f'<mask id="n" {PAGE}><path d="M0 0H30V60H0z" fill="#fff" opacity=".5"/></mask>'
        f'<mask id="m" {PAGE}><g mask="url(#n)"><path d="M0 0H60V30H0z" fill="#fff"/></g></mask>',
        {(10, 10): 0.5, (50, 10): 0, (10, 50): 0},
    ),
}


def masked(mini, mask, shape=BLACK):
    nodes, findings = drawn(mini, mask + shape.replace("/>", ' mask="url(#m)"/>'))
    assert findings == []
    return face_of(nodes)


@pytest.mark.parametrize("name", MASKS)
def test_so_much_of_a_shape_is_let_through(mini, name):
    mask, wanted = MASKS[name]
    for picture in both_pictures(masked(mini, mask), dpi=50.8):
        found = {(x, y): 1 - picture[round(y * 2), round(x * 2)].mean() / 255 for x, y in wanted}
        assert found == pytest.approx(wanted, abs=0.02)


def test_a_mask_counts_for_the_stamp_and_the_box(mini):
    mask, _ = MASKS["dark upon light"]
    one, other = masked(mini, mask), masked(mini, mask.replace(".5", ".6"))
    window = (0, 0, 63, 88)
    assert painted(one.nodes) == (0, 0, 40, 40)
    assert digest_of(one.nodes, window, BOOK.keys) != digest_of(other.nodes, window, BOOK.keys)


def test_nodes_as_words_say_how_they_are_masked(mini):
    masks = (MASKS["by light"][0], MASKS["by light"][0].replace("#000", "#333"))
    assert len({shown(masked(mini, mask).nodes) for mask in masks}) == 2


def test_a_board_in_parts_keeps_the_mask(mini):
    """A group that is masked is on a page as a whole, or not at all."""
    nodes = masked(mini, MASKS["dark upon light"][0], BLACK + BLACK.replace("H60", "H50")).nodes
    assert nodes_touching(nodes, (30, 30, 60, 60)) == nodes
    assert nodes_touching(nodes, (45, 0, 60, 60)) == ()


def test_words_upon_what_fades_are_held_against_what_shows_there(mini):
    """White words on black that fades to the right: read on the left, lost on the right."""
    from generator.engine.preflight.visibility import Sampler

    mask, _ = MASKS["by light"]
    sampler = Sampler()
    layers = sampler.layers(masked(mini, mask))
    shades = [sampler.ground(layers, x, 20)[0] for x in (10.1, 30, 49.9)]
    assert shades == pytest.approx([0, 0.5, 1], abs=0.02)


@pytest.mark.parametrize(
    ("inside", "shares"),
    [
        (
            '<rect width="60" height="60" fill="#fff"/><text x="8" y="38" font-family="body" font-weight="bold" '
            'font-size="50">H</text>',
            {(2, 30): 1, (16, 10): 0, (28, 8): 1},
        ),
        (
            '<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="3"/></filter>'
            '<rect x="20" y="20" width="20" height="20" fill="#fff" filter="url(#f)"/>',
            {(30, 30): 0.996, (20, 30): 0.5, (10, 30): 0},
        ),
    ],
)
def test_a_mask_may_hold_words_and_filters(mini, inside, shares):
    nodes, told = drawn(mini, f'<mask id="m" {PAGE}>{inside}</mask><g mask="url(#m)">{BLACK}</g>')
    assert told == []
    for picture in both_pictures(face_of(nodes), 101.6):
        for (x, y), share in shares.items():
            assert 1 - picture[y * 4, x * 4].mean() / 255 == pytest.approx(share, abs=0.04), (x, y)


BY_BOX = (
    '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>'
    '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/></clipPath>'
    '<mask id="m" maskContentUnits="objectBoundingBox"><rect width="1" height="1" fill="url(#g)"/></mask>'
    '<mask id="h" x="0" y="0" width=".5" height="1"><rect width="99" height="99" fill="#fff"/></mask>'
)


@pytest.mark.some(0)
@pytest.mark.parametrize("how", ['clip-path="url(#c)"', 'mask="url(#m)"', 'mask="url(#h)"'])
@pytest.mark.parametrize("turn", ["", 'transform="rotate(25 30 30)"'])
def test_groups_are_measured_by_their_box(mini, how, turn):
    """As another library has it: without pens, in the coordinates of the group."""
    import resvg_py

    things = (
        '<rect x="10" y="15" width="20" height="20"/><circle cx="35" cy="35" r="9" stroke="#888" stroke-width="6"/>'
    )
    words = f"{BY_BOX}<g {how} {turn}>{things}</g>"
    nodes, told = drawn(mini, words)
    assert told == []
    whole = svg(words).decode()
    other = np.asarray(Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=whole, background="#fff", dpi=101.6))))
    assert unlike(both_pictures(face_of(nodes), 101.6)[0], other[:, :, :3], 40) < 0.003
