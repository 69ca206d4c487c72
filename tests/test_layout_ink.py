"""The ink-saving edition: much less ink, the same words, and everything that could be read can be read."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.export.png import face_file as face_png
from generator.face.colors import lightened, paints
from generator.face.face import Color, GlyphRun, Gradient, Group, Image, Path, Stroke
from generator.face.geometry import moved
from generator.face.ink import ink_of, save_ink
from generator.values import replace
from tests.export_kit import (
    BOOK,
    ICON,
    JAPANESE,
    LATIN_BOLD,
    RED,
    WHITE,
    box,
    circle,
    demanding_face,
    face_of,
    hidden,
    png,
    png_picture,
    run,
    runs_of,
    star,
    words_of,
)
from tests.layout_kit import drawn

NAVY, CREAM, GOLD, TEAL = (Color(h) for h in ("#14213d", "#f5ecd7", "#d4a017", "#2a9d8f"))


def ink(face):
    """Mean ink of a face's picture: 0 is white paper, 1 solid black."""
    missing = 1 - png_picture(face_png(face, BOOK, 100)) / 255
    return float((missing.sum(2) - 2 * missing.min(2)).mean())


def contrast(a, b):
    def luminance(rgb):
        parts = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb]
        return float(np.dot(parts, (0.2126, 0.7152, 0.0722)))

    one, two = sorted((luminance(a), luminance(b)))
    return (two + 0.05) / (one + 0.05)


def rgb(color):
    return [int(color.hex[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def legible(face):
    """Every run of a face (outside groups) -> its contrast with the picture behind it."""
    wordless = replace(face, nodes=tuple(n for n in face.nodes if not isinstance(n, GlyphRun)))
    behind = png_picture(face_png(wordless, BOOK, 254))
    found = {}
    for t in runs_of(face.nodes):
        if t.fill is not None:
            spot = behind[int((t.y - 0.35 * t.size) * 10), int((t.x + 0.5 * t.width) * 10)] / 255
            found[t.string] = contrast(rgb(t.fill), spot)
    return found


def dark_card():
    """A card as designers like them and printers do not."""
    waves = [
        Path((("M", (4, 10 + 8 * k)), ("C", (20, 4 + 8 * k, 40, 16 + 8 * k, 59, 10 + 8 * k))), None,
             Stroke(Color("#22335a"), 0.6)) for k in range(9)
    ]  # fmt: skip
    return face_of(
        [
            Path(box(-3, -3, 69, 94), NAVY),
            Path((*box(2, 2, 59, 84), *box(3, 3, 57, 82)), GOLD, even_odd=True),
            *waves,
            Path(box(5, 5, 53, 10), Color("#7f1d1d")),
            run("Iron Legion", 14, 12, 5, LATIN_BOLD, WHITE),
            Path(circle(9, 10, 4), GOLD, Stroke(WHITE, 0.4)),
            run("3", 8, 12, 5, LATIN_BOLD),
            Path(box(5, 52, 53, 28), CREAM),
            run("Gain 2 food.", 8, 60, 3.5),
            run("食料を2つ得る。", 8, 66, 3.2, JAPANESE),
            hidden("food", 30, 66, 3),
            Path(circle(31.5, 34, 13), Gradient(20, 20, 45, 45, ((0, Color("#264653")), (1, TEAL)))),
            Path(star(31.5, 34, 10), WHITE),
            Group((ICON,), (0.25, 0, 0, 0.25, 8, 40)),
            run("set/item 1", 5, 83.5, 2.2, fill=Color("#8fa3c8")),
        ],
        bleed=3,
    )


@pytest.mark.slow
def test_much_less_ink():
    before, after = ink(dark_card()), ink(save_ink(dark_card()))
    assert before > 0.7
    assert after < 0.4 * before
    assert ink(save_ink(demanding_face())) < 0.3 * ink(demanding_face())


def test_nothing_moves_and_no_word_changes():
    for face in (dark_card(), demanding_face()):
        saved = save_ink(face)
        assert list(words_of(saved.nodes)) == list(words_of(face.nodes))
        assert len(saved.nodes) == len(face.nodes)
        for old, new in zip(face.nodes, saved.nodes, strict=True):
            if isinstance(old, Path):
                assert (new.segments, new.even_odd) == (old.segments, old.even_odd)
            if isinstance(old, GlyphRun):
                assert replace(new, fill=old.fill) == old
        assert repr(replace(saved, nodes=())) == repr(replace(face, nodes=())), "all but the nodes"


def test_what_could_be_read_can_be_read():
    before, after = legible(dark_card()), legible(save_ink(dark_card()))
    assert before.keys() == after.keys()
    assert len(before) == 5
    for words, was in before.items():
        assert after[words] >= min(was, 4.5) - 0.2, words


def test_white_words_on_tint_would_be_seen_as_lost():
    """The measure can fail: the tint without its words' new colour."""
    saved = save_ink(dark_card())
    nodes = tuple(replace(n, fill=WHITE) if isinstance(n, GlyphRun) and n.fill else n for n in saved.nodes)
    assert min(legible(replace(saved, nodes=nodes)).values()) < 1.5


LIGHT = [
    pytest.param([Path(box(-3, -3, 69, 94), CREAM), run("words", 9, 9), Path(circle(20, 20, 4), NAVY)], id="light"),
    pytest.param([Path(circle(20, 20, 5), NAVY), run("3", 19, 21, fill=WHITE)], id="a strong badge and its number"),
    pytest.param([Group((ICON,), (0.5, 0, 0, 0.5, 5, 5)), run("words", 9, 50, fill=RED)], id="icons on paper"),
    pytest.param([Path(box(0, 0, 60, 80), None, Stroke(NAVY, 1.4, dash=(0.01, 4)))], id="a dotted line"),
    pytest.param([hidden("faith", 5, 5, 4), Path(()), Group(())], id="nothing to see"),
]


@pytest.mark.parametrize("nodes", LIGHT)
def test_what_is_small_or_light_stays_as_it_is(nodes):
    assert save_ink(face_of(nodes)).nodes == face_of(nodes).nodes


def test_areas_keep_their_hue_and_can_be_told_apart():
    terrains = [Color(h) for h in ("#2e7d32", "#757575", "#fbc02d", "#1565c0", "#b71c1c", "#000000")]
    saved = [save_ink(face_of([Path(box(5, 5, 40, 40), c)])).nodes[0] for c in terrains]
    tints = [rgb(n.fill) for n in saved]
    assert all(ink_of(tuple(t)) <= 0.32 for t in tints)
    for i, a in enumerate(tints):
        for b in tints[:i]:
            assert max(abs(x - y) for x, y in zip(a, b, strict=True)) > 0.02
    assert [n.stroke.paint for n in saved] == terrains  # each has an outline in its own colour


def test_a_white_shape_on_a_paled_ground_gets_an_outline():
    saved = save_ink(face_of([Path(box(0, 0, 63, 88), TEAL), Path(circle(30, 30, 12), WHITE)]))
    assert saved.nodes[1].fill == WHITE
    assert saved.nodes[1].stroke.paint.hex == TEAL.hex


def test_a_white_badge_with_a_line_stays_white():
    badge = Path(circle(30, 30, 2), WHITE, Stroke(GOLD, 0.3))
    saved = save_ink(face_of([Path(box(0, 0, 63, 88), NAVY), badge, run("3", 29.5, 31, fill=NAVY)])).nodes
    assert (saved[1].fill, saved[2].fill) == (WHITE, NAVY)


COLORS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda v: Color("#{:02x}{:02x}{:02x}".format(*v)))


def mosaic(count, size, pitch, color, x0=5.0, y0=5.0):
    stones = (box(x0 + pitch * (k % 20), y0 + pitch * (k // 20), size, size) for k in range(count))
    return Path(tuple(segment for stone in stones for segment in stone), color)


def test_art_of_many_small_parts_is_lightened_as_a_whole():
    """No outlines about the stones of a mosaic: they took more ink than the stones, and were all that one saw."""
    art = [mosaic(300, 1.2, 1.5, TEAL), mosaic(160, 1.2, 1.5, GOLD, 5, 30), mosaic(20, 1.2, 1.5, NAVY, 5, 50)]
    saved = save_ink(face_of(art))
    assert ink(saved) < 0.7 * ink(face_of(art))
    assert all(n.stroke is None for n in saved.nodes)
    assert all(contrast(rgb(n.fill), (1, 1, 1)) > 1.2 for n in saved.nodes)


def test_a_pattern_is_lightened_as_a_whole(mini):
    """A small mark on it, too, which by itself would turn darker."""
    tile = '<rect width="9" height="9" fill="#14213d"/><rect width=".3" height=".3" fill="#d4a017"/>'
    pattern = f'<pattern id="p" patternUnits="userSpaceOnUse" width="9" height="9">{tile}</pattern>'
    nodes, _ = drawn(mini, f'{pattern}<rect width="40" height="40" fill="url(#p)"/>')
    face = face_of(nodes)
    assert list(paints(save_ink(face).nodes)) == [lightened(paint) for paint in paints(nodes)]


def test_an_icon_changes_as_a_whole_or_not_at_all():
    two = Group(
        (Path(circle(0.5, 0.5, 0.4), WHITE), Path(star(0.5, 0.5, 0.3), NAVY)), (9, 0, 0, 9, 20, 20), key="icon:two"
    )
    ground = Path(box(-3, -3, 69, 94), NAVY)
    assert save_ink(face_of([ground, two], bleed=3)).nodes[1] == two  # its star can still be seen
    large = replace(two, matrix=(30, 0, 0, 30, 20, 20))
    lighter = save_ink(face_of([large])).nodes[0]
    assert lighter.children[0].fill == WHITE
    assert lighter.children[1].stroke is None
    assert ink_of(rgb(lighter.children[1].fill)) < 0.5 * ink_of(rgb(NAVY))


def test_a_large_icon_is_not_lightened_into_its_ground():
    icon = Group((Path(star(0.5, 0.5, 0.45), Color("#b06a9a")),), (30, 0, 0, 30, 20, 20), key="icon:flower")
    assert save_ink(face_of([Path(box(0, 0, 63, 88), Color("#e0e0e0")), icon])).nodes[1] == icon
    assert save_ink(face_of([icon])).nodes[0] != icon


@pytest.mark.parametrize(("size", "same"), [(12, True), (14, False)])
def test_icons_of_one_place_are_lightened_all_or_none(size, same):
    """However much of it each of them fills."""
    for radius in (0.15, 0.3, 0.5):
        icon = Group((Path(circle(0.5, 0.5, radius), NAVY),), (size, 0, 0, size, 20, 20), key=f"icon:{radius}")
        assert (save_ink(face_of([icon])).nodes[0] == icon) == same, radius


class Drawn(NamedTuple):
    """An element of a file."""

    file: str


@pytest.mark.parametrize(
    ("file", "place", "side", "same"),
    [("motif", 0, 39, True), ("card", 0, 39, False), ("motif", 40, 39, False), ("motif", 0, 41, False)],
)
def test_pictures_upon_a_ground_change_all_or_none_whatever_their_parts(file, place, side, same):
    """Those of a file of their own; not what lies beside the ground, or upon a large one."""
    ground = Path(box(10, 10, side, side), Color("#f0e8d8"), source=(Drawn("card"),))
    strip = Path(box(10, 60, 3, len(file)), NAVY, source=(Drawn("card"),))
    for motif in ([box(18, 18, 20, 18)], [box(18, 18, 8, 8), box(30, 28, 8, 8)]):
        parts = [Path(moved(part, (1, 0, 0, 1, 0, place)), NAVY, source=(Drawn(file),)) for part in motif]
        saved = save_ink(face_of([ground, *parts, strip])).nodes[1:-1]
        assert (saved == tuple(parts)) == (same or len(motif) > 1), motif


DRAWN = st.one_of(
    st.builds(
        lambda c, x, y, w, h: Path(box(x, y, w, h), c), COLORS, *[st.integers(0, 40)] * 2, *[st.integers(1, 40)] * 2
    ),
    st.builds(lambda c, n: mosaic(n, 1.0, 1.4, c), COLORS, st.integers(2, 150)),
    st.builds(lambda c, x, r: Path(star(x, 40, r), c, Stroke(c, 0.3)), COLORS, st.integers(10, 50), st.integers(2, 20)),
    st.builds(
        lambda c, k: Group((Path(circle(5, 5, 4), c),), (k, 0, 0, k, 9, 9), key=f"i{c.hex}"), COLORS, st.integers(1, 4)
    ),
)


@given(st.lists(DRAWN, min_size=1, max_size=6))
def test_never_more_ink(nodes):
    face = face_of(nodes)
    assert ink(save_ink(face)) <= ink(face) * 1.02 + 0.003


def test_a_small_thing_under_the_middle_of_a_dark_area_does_not_keep_it_dark():
    """The sun under the sea, which hides no more of it than there is."""
    face = face_of([Path(circle(31.5, 77, 6), Color("#b4552f")), Path(box(0, 66, 63, 22), NAVY)])
    assert ink(save_ink(face)) < 0.5 * ink(face)


def test_quiet_ornament_stays_quiet():
    line = Path((("M", (5, 5)), ("L", (50, 50))), None, Stroke(Color("#22335a"), 0.6))
    ground, saved = save_ink(face_of([Path(box(-3, -3, 69, 94), NAVY), line], bleed=3)).nodes
    assert contrast(rgb(saved.stroke.paint), rgb(ground.fill)) < 1.3


def test_white_joints_that_run_over_paper_and_pictures_stay_white():
    """Turned dark to be seen on a picture, the lattice of a mosaic lay over all of it like a net."""
    joints = Path(
        tuple((c, (x, y)) for x in range(4, 60, 4) for c, y in (("M", 2), ("L", 86))), None, Stroke(WHITE, 0.2)
    )
    saved = save_ink(face_of([Path(box(15, 20, 33, 50), NAVY), joints])).nodes
    assert ink_of(rgb(saved[0].fill)) < 0.5 * ink_of(rgb(NAVY))
    assert saved[1] == joints


def test_the_white_joint_of_two_fields_takes_the_colour_of_neither():
    joint = Path((("M", (31, 4)), ("L", (31, 84)), ("M", (4, 44)), ("L", (58, 44))), None, Stroke(WHITE, 0.6))
    fields = [Path(box(2, 2, 29, 84), NAVY), Path(box(31, 2, 29, 84), Color("#3f7a2c"))]
    assert save_ink(face_of([*fields, joint])).nodes[2] == joint
    assert save_ink(face_of([Path(box(2, 2, 58, 84), NAVY), joint])).nodes[1] != joint


def test_a_coloured_mark_on_two_grounds_keeps_its_hue():
    """In the colour of the one, gold fire on a red roof burnt red."""
    flame = Path(box(28, 40, 3, 3), GOLD)
    saved = save_ink(face_of([Path(box(2, 2, 27.5, 84), NAVY), flame])).nodes[1]
    assert rgb(saved.fill)[0] > 2 * rgb(saved.fill)[2]
    assert save_ink(face_of([Path(box(2, 2, 58, 84), NAVY), flame])).nodes[1].fill == NAVY


def test_an_icon_that_changes_gets_a_key_of_its_own():
    white_icon = Group((Path(circle(5, 5, 2), WHITE),), key="dot")
    paper, ground = face_of([white_icon]), face_of([Path(box(-3, -3, 69, 94), NAVY), white_icon])
    assert save_ink(paper).nodes[0] == white_icon
    changed = save_ink(ground).nodes[1]
    assert changed.key.startswith("dot ")
    assert changed.children != white_icon.children
    other = save_ink(replace(ground, item="other", nodes=(*ground.nodes, run("more", 9, 80)))).nodes[1]
    assert other == changed


def test_a_large_picture_fades_and_a_small_one_stays():
    photo = png(np.full((2, 2, 3), 60))
    small, large = Image(photo, 5, 5, 5, 5), Image(photo, 5, 20, 40, 30)
    saved = save_ink(face_of([small, large, run("white", 9, 40, fill=WHITE)])).nodes
    assert saved[0] == small
    assert saved[1].children == (large,)
    assert saved[1].opacity < 0.5
    assert contrast(rgb(saved[2].fill), (0.85, 0.85, 0.85)) >= 4.5
    full, panel = Image(photo, -3, -3, 69, 94), Path(box(6, 30, 51, 26), Color("#ffffff", 0.86))  # gets an outline
    assert ink(save_ink(face_of([full, panel], bleed=3))) < 0.5 * ink(face_of([full, panel], bleed=3))


@given(COLORS, COLORS, COLORS, st.booleans())
def test_no_combination_of_colours_loses_its_words(ground, panel, words, with_panel):
    nodes = [Path(box(-3, -3, 69, 94), ground)]
    nodes += [Path(box(5, 5, 50, 30), panel)] if with_panel else []
    line = run("words", 10, 20, fill=words)
    saved = save_ink(face_of([*nodes, line], bleed=3)).nodes
    was = contrast(rgb(words), rgb(nodes[-1].fill))
    now = contrast(rgb(saved[-1].fill), rgb(saved[-2].fill))
    assert now >= min(was, 4.5) - 0.1
    assert sum(ink_of(tuple(rgb(n.fill))) for n in saved[:-1]) <= sum(ink_of(tuple(rgb(n.fill))) for n in nodes) + 0.02


def test_saving_twice_changes_little():
    once = save_ink(dark_card())
    assert abs(ink(save_ink(once)) - ink(once)) < 0.04
