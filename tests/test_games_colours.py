"""Every bundled game: what its words call the colour of a term is the colour that is printed."""

from __future__ import annotations

import colorsys

import pytest

from tests.games_kit import GAMES, game_of

NAMES = {
    "green": (75, 170),
    "blue": (190, 240),
    "purple": (255, 310),
    "red": (-15, 20),
    "brown": (20, 45),
    "yellow": (35, 60),
}
"""Word -> hues, in degrees."""

GREYS = ("grey", "white")


def fits(word, color):
    """True if a person would call a colour (#rrggbb) by this word."""
    red, green, blue = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    hue, _, strength = colorsys.rgb_to_hls(red, green, blue)
    if word in GREYS:
        return max(red, green, blue) - min(red, green, blue) < 0.05 and (word == "white") == (
            min(red, green, blue) > 0.8
        )
    low, high = NAMES[word]
    return strength > 0.2 and (low <= hue * 360 <= high or low <= hue * 360 - 360 <= high)


@pytest.mark.parametrize(
    ("word", "color", "right"),
    [
        ("grey", "#68686b", True),
        ("grey", "#6f6a5e", False),
        ("white", "#68686b", False),
        ("brown", "#9a5b1d", True),
        ("brown", "#68686b", False),
        ("red", "#a8322a", True),
        ("purple", "#1f6a9c", False),
    ],
)
def test_the_comparison_can_fail(word, color, right):
    assert fits(word, color) is right


@pytest.mark.parametrize("name", GAMES)
def test_a_term_that_names_its_colour_first_is_printed_in_it(name):
    wrong = []
    for term in game_of(name).terms.values():
        word = (term.about.words["en"] if term.about else "").split(".")[0].lower()
        told = "hue" in term.values or word not in (*NAMES, *GREYS)  # of a hue, the template has the shades
        if not told and not fits(word, term.color):
            wrong.append((term.id, word, term.color))
    assert wrong == []
