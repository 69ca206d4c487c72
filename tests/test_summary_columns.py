"""Slugs in columns: nothing lost, nothing broken, no heading alone, columns balanced."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.face.face import Color
from generator.summary.columns import Region, Slug, columns_of, compose, fill, height_of
from generator.summary.pdf import OVER, _fewest
from generator.summary.prose import Design
from generator.values import replace
from tests.summary_kit import art, game, summary


def slug(height=2, before=0, after=0, keep=False, ground=""):
    return Slug((), height, before, after, keep, ground)


SLUGS = st.lists(
    st.builds(slug, st.integers(1, 6), st.integers(0, 3), st.integers(0, 2), st.integers(0, 3).map(lambda n: n == 0)),
    min_size=1, max_size=60,
)  # fmt: skip
REGIONS = st.lists(
    st.builds(
        lambda s, n, b, whole: Region(tuple(s), n, b, None, whole),
        SLUGS,
        st.integers(1, 3),
        st.integers(0, 6),
        st.booleans(),
    ),
    min_size=1,
    max_size=4,
)
UNITS = 40


@given(REGIONS)
def test_every_slug_is_placed_once_in_order_on_the_page(regions):
    placed = compose(regions, UNITS)
    assert [p.slug for p in placed] == [s for r in regions for s in r.slugs]
    assert [p.page for p in placed] == sorted(p.page for p in placed)
    assert all(p.top >= 0 and p.top + p.slug.height <= UNITS for p in placed)


@pytest.mark.slow
@given(REGIONS)
def test_slugs_of_a_column_never_overlap(regions):
    placed = compose(regions, UNITS)
    for a, b in pairwise(placed):
        if (a.page, a.column, a.columns) == (b.page, b.column, b.columns):
            assert b.top >= a.top + a.slug.height
        elif a.page == b.page and a.columns != b.columns:
            above = [p.top + p.slug.height for p in placed[: placed.index(b)] if p.page == b.page]
            assert b.top >= max(above)


@pytest.mark.slow
@given(SLUGS, st.integers(1, 3))
def test_a_column_ends_with_a_kept_slug_only_where_the_chain_is_longer_than_a_page(slugs, columns):
    placed = compose([Region(tuple(slugs), columns)], UNITS)
    for k, (a, b) in enumerate(pairwise(placed)):
        if a.slug.keep and (a.page, a.column) != (b.page, b.column):
            start = next((i + 1 for i in range(k - 1, -1, -1) if not slugs[i].keep), 0)
            end = next((i for i in range(k, len(slugs)) if not slugs[i].keep), len(slugs) - 1)
            assert height_of(slugs[start : end + 1]) > UNITS


@given(SLUGS, st.integers(UNITS // 2, UNITS - 1))
def test_what_fits_on_a_page_as_a_whole_is_not_parted(slugs, above):
    heading, below = Region((slug(2, keep=True),)), Region(tuple(slugs), 2, 1, whole=True)
    if columns_of(slugs, UNITS - 4, 2)[-1] == len(slugs):
        placed = compose([Region((slug(above),)), heading, below], UNITS)
        assert len({p.page for p in placed[1:]}) == 1


@pytest.mark.parametrize(("above", "pages"), [(UNITS // 2 - 3, [0, 1]), (UNITS // 2 - 2, [1])])
def test_what_would_leave_more_than_half_a_page_empty_is_parted(above, pages):
    heading, below = Region((slug(2, keep=True),)), Region((slug(),) * 35, 2, whole=True)
    placed = compose([Region((slug(above),)), heading, below], UNITS)
    assert sorted({p.page for p in placed[1:]}) == pages


def test_a_heading_moves_on_with_its_table():
    heading = Region((slug(4, keep=True),))
    table = Region((slug(10, keep=True), slug(10)))
    placed = compose([Region((slug(20),)), heading, table], UNITS)
    assert [(p.page, p.top) for p in placed] == [(0, 0), (1, 0), (1, 4), (1, 14)]


def test_the_head_of_a_table_stands_above_each_part():
    head = slug(3, ground="head")
    rows = tuple(slug(10) for _ in range(7))
    placed = compose([Region((head, *rows), head=head)], UNITS)
    assert [p.page for p in placed if p.slug is head] == [0, 1, 2]
    assert all(p.top == 0 for p in placed if p.slug is head)


@pytest.mark.parametrize(
    ("lines", "columns", "ends"), [(10, 2, [5, 10]), (9, 2, [5, 9]), (9, 3, [3, 6, 9]), (1, 2, [1, 1])]
)
def test_the_last_page_is_balanced(lines, columns, ends):
    assert columns_of([slug() for _ in range(lines)], UNITS, columns) == ends


@given(st.lists(st.integers(2, 8), min_size=4, max_size=60))
def test_columns_that_are_to_end_level_do(heights):
    placed = compose([Region(tuple(slug(height, before=1) for height in heights), 2, level=True)], UNITS)
    for page in {p.page for p in placed}:
        columns = [[p for p in placed if (p.page, p.column) == (page, column)] for column in (0, 1)]
        ends = [column[-1].top + column[-1].slug.height if column else 0 for column in columns]
        assert ends[0] == ends[1] or min(map(len, columns)) < 3


def test_only_gaps_are_opened_up():
    groups = [
        part for lines in (11, 3, 3) for part in [slug(4, before=2, keep=True), *[slug(keep=True)] * lines, slug()]
    ]
    placed = compose([Region(tuple(groups), 2, level=True)], UNITS)
    assert [p.top for p in placed if p.column == 1] == [0, 4, 6, 8, 10, 16, 20, 22, 24, 26]
    assert max(p.top + p.slug.height for p in placed if p.column == 0) == 28


def test_space_before_falls_away_at_the_top_of_a_column():
    slugs = [slug(4, before=9), slug(4, before=2), slug(4, before=2, after=3), slug(4, before=1)]
    assert height_of(slugs) == 16 + 2 + 2 + 3
    assert fill(slugs, 0, 10) == 2
    assert fill(slugs, 1, 23) == 4


def test_a_leftover_row_of_columns_takes_another_with_it():
    placed = compose([Region(tuple(slug() for _ in range(2 * UNITS // 2 + 1)), 2)], UNITS)
    over = [p for p in placed if p.page == 1]
    assert len(over) == 4
    assert {p.column for p in over} == {0, 1}


def test_a_figure_left_over_takes_no_words_with_it_and_stands_in_the_middle():
    figure = Slug((), 30, 3, 2, floats=True)
    placed = compose([Region((*[slug() for _ in range(30)], figure), 2)], UNITS)
    assert [(p.slug, p.column) for p in placed if p.page == 1] == [(figure, 0.5)]


FIGURES = st.builds(
    lambda height, across: Slug((), height, 3, 2, floats=True, across=across), st.integers(4, 30), st.booleans()
)
MIXED = st.lists(st.one_of(SLUGS.map(lambda slugs: slugs[:8]), FIGURES.map(lambda figure: [figure])), max_size=12)


@pytest.mark.slow
@given(MIXED.map(lambda runs: [slug for run in runs for slug in run]), st.integers(1, 3), st.integers(0, 20))
def test_figures_float_past_nothing_but_words_and_cover_none(slugs, columns, before):
    placed = compose([Region((slug(before + 1),)), Region(tuple(slugs), columns)], UNITS)[1:]
    assert sorted(id(p.slug) for p in placed) == sorted(map(id, slugs))
    words = [p.slug for p in placed if not p.slug.floats]
    assert [id(s) for s in words] == [id(s) for s in slugs if not s.floats]
    for a, b in combinations(placed, 2):
        if a.page == b.page and (a.column == b.column or a.columns != b.columns):
            assert a.top + a.slug.height <= b.top or b.top + b.slug.height <= a.top
    assert all(p.top + p.slug.height <= UNITS for p in placed)


PARAGRAPHS = st.integers(1, 6).map(lambda lines: [slug(before=1), *(slug() for _ in range(lines - 1))])


@given(st.lists(st.one_of(PARAGRAPHS, FIGURES.map(lambda figure: [figure])), max_size=30), st.integers(1, 3))
def test_no_figure_parts_a_paragraph(runs, columns):
    placed = compose([Region(tuple(slug for run in runs for slug in run), columns)], UNITS)
    for a, b in pairwise(placed):
        assert b.slug.before or not a.slug.floats


@pytest.mark.parametrize(
    ("across", "above", "before", "filled"), [(False, 0, 7, 12), (True, 0, 7, 20), (False, 15, 6, 12)]
)
def test_a_figure_without_room_leaves_no_gap(across, above, before, filled):
    """The last row: in neither column that is left of the page."""
    figure = Slug((), 30, 1, floats=True, across=across)
    lines = [slug(3, before=1) for _ in range(50)]
    high = [Region((slug(above),))] if above else []
    placed = compose([*high, Region((*lines[:before], figure, *lines[before:]), 2)], UNITS)[len(high) :]
    assert sum(p.page == 0 and not p.slug.floats for p in placed) == filled
    assert next(p for p in placed if p.slug is figure).top == 0


def test_a_figure_does_not_head_a_page_before_the_words_that_it_belongs_to():
    figure = Slug((), 15, 1, floats=True, across=True)
    lines = [slug(3, before=1) for _ in range(50)]
    placed = compose([Region((*lines[:23], figure, *lines[23:]), 2)], UNITS)
    last, own = (next(p for p in placed if p.slug is s) for s in (lines[22], figure))
    assert (last.page, own.page) == (1, 1)
    assert last.top < own.top


def test_words_go_on_past_two_figures_that_the_next_page_holds():
    figures = [Slug((), 15, 1, floats=True, across=True) for _ in range(2)]
    lines = [slug(3, before=1) for _ in range(50)]
    placed = compose([Region((*lines[:15], figures[0], *lines[15:17], figures[1], *lines[17:]), 2)], UNITS)
    assert sum(p.page == 0 for p in placed) == 20
    assert [(p.page, p.top) for p in placed if p.slug.across] == [(1, 0), (1, 15)]


@pytest.mark.parametrize(
    ("height", "units", "places"),
    [(6, 80, [(0.5, 0), (0, 31), (0, 38)]), (6, 50, [(0, 0), (1, 0), (0, 31)]), (16, 80, [(0, 0), (1, 0), (0, 31)])],
    ids=["few words", "no room for them below", "many words"],
)
def test_a_few_words_between_two_figures_leave_no_hole_beside_the_first(height, units, places):
    figures = [Slug((), 30, 1, floats=True), Slug((), 19, 1, floats=True, across=True)]
    placed = compose([Region((figures[0], slug(height, 1), figures[1]), 2)], units)
    assert [(p.column, p.top) for p in placed] == places


@pytest.mark.parametrize(
    ("heights", "beside", "top"),
    [
        ([6, 6, 6, 6, 6, 6], 4, 31),
        ([6, 6, 30, 6], 2, 31),
        ([30, 6], 0, 31),
        ([6, 6, 60, 6, 6, 6], 2, 31),
    ],
    ids=["as many as have room", "whole paragraphs", "none has room", "before the next"],
)
def test_words_from_below_a_wide_figure_fill_a_hole_above_it(heights, beside, top):
    narrow, wide = Slug((), 30, 1, floats=True), Slug((), 19, 1, 1, floats=True, across=True)
    below = [slug(height, 1, keep=k == 0) if height < 60 else wide for k, height in enumerate(heights)]
    placed = compose([Region((narrow, wide, *below), 2)], 80)
    own = next(p for p in placed if p.slug is wide)
    assert own.top == top
    assert sum(p.page == own.page and p.top < own.top and p.column == 1 for p in placed) == beside


def test_the_columns_of_a_page_that_what_follows_has_no_room_on_end_level():
    words = [slug(height=10) for _ in range(5)]
    placed = compose([Region((*words, slug(height=35), *words), 2)], UNITS)
    assert [(p.page, p.column) for p in placed[:6]] == [(0, 0), (0, 0), (0, 0), (0, 1), (0, 1), (1, 0)]


@pytest.mark.slow
def test_smaller_type_takes_back_the_last_lines_of_a_section_above_the_next():
    def laid(rules, shares):
        sections_ = tuple(replace(s, rules=s.rules[:1] * rules) for s in game().sections[:1])
        made = summary("en", replace(game(), sections=sections_))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("generator.summary.pdf.SHARES", shares)
            pages = _fewest(Design(made, art().book, art().icon, Color("#884422"), 178, 3.1), art(), 263)[1]
        return len(pages), next(p.top for page in pages for p in page if p.slug.anchor == "_glossary")

    found = [(laid(rules, (1.0,)), laid(rules, (1.0, 0.975))) for rules in range(12, 26)]
    pairs = [(usual[1], small[1]) for usual, small in found if usual[0] == small[0]]
    assert any(0 < usual < OVER and small == 0 for usual, small in pairs)
    assert all(0 < usual < OVER for usual, small in pairs if usual != small)
