"""The printed rule summary, measured from the PDF by other libraries."""

from __future__ import annotations

import io
from collections import Counter
from functools import lru_cache
from itertools import accumulate, combinations, pairwise, product

import pdfplumber
import pytest
from pypdf import PdfReader

from generator.data.build import read_game
from generator.face.bounds import painted_by, run_box, runs
from generator.face.face import Color, Group
from generator.face.geometry import overlap
from generator.layout.assets import Studio
from generator.project import Project
from generator.summary.art import art_of
from generator.summary.blocks import TableColumn, _bracket, _heading, _part_words, on_one_page, sections
from generator.summary.columns import Region, Slug, compose
from generator.summary.make import summary_of
from generator.summary.pdf import FOOT, HEAD, SHARES, SIDE, _aid_regions, booklet_of, summary_pdf
from generator.summary.prose import Design, accent_of, set_lines, text_slugs, words
from generator.summary.summary import Span, TermGroup, plain_text, sections_of
from generator.typeset.setting import FLOORS, POINT
from generator.values import replace
from generator.words import read_words
from tests.conftest import ROOT
from tests.summary_kit import LANGUAGES, LONG, MARK, PAPERS, art, game, rule, squashed, summary, text
from tests.test_summary_text import texts, without_ruby

SLACK = 0.02
each = pytest.mark.parametrize(("language", "paper"), [(k, p) for k in LANGUAGES for p in ("a4", "letter")])


@lru_cache(maxsize=8)
def pdf(language, paper, of=None):
    return summary_pdf(summary(language, of), PAPERS[paper], art(), MARK)


@lru_cache(maxsize=8)
def pages(language, paper):
    """The characters of each page in the order they are written, in mm, y down."""
    with pdfplumber.open(io.BytesIO(pdf(language, paper)[0])) as document:
        return [
            [
                (c["text"], c["x0"] * POINT, c["top"] * POINT, c["x1"] * POINT, c["bottom"] * POINT, c["size"])
                for c in page.chars
            ]
            for page in document.pages
        ]


def inside(char, paper):
    """True for what stands in the type area, not in the running head or foot."""
    return char[4] > HEAD - 1 and char[2] < PAPERS[paper].height - FOOT


def said(language, paper):
    return squashed("".join(c[0] for page in pages(language, paper) for c in page if inside(c, paper)))


@pytest.mark.slow
@each
def test_no_finding(language, paper):
    assert pdf(language, paper)[1] == []


@pytest.mark.some(0, 3)
@each
def test_every_text_and_number_is_there(language, paper):
    found = said(language, paper).replace("漁師りょうし", "").replace("りょうし", "").replace("漁師", "")
    assert [t for t in texts(summary(language)) if without_ruby(t) not in found] == []


@each
def test_no_text_leaves_the_type_area(language, paper):
    size = PAPERS[paper]
    for page in pages(language, paper):
        for char in page:
            assert char[1] >= SIDE - SLACK
            assert char[3] <= size.width - SIDE + SLACK + 1.0, char  # a full stop may hang over the edge by its blank
            assert char[2] >= 8
            assert char[4] <= size.height - 5


@each
def test_every_page_says_game_version_and_page(language, paper):
    many = len(pages(language, paper))
    for number, page in enumerate(pages(language, paper), 1):
        edge = squashed("".join(c[0] for c in page if not inside(c, paper)))
        assert f"{number}/{many}" in edge.replace("／", "/")
        assert number == 1 or squashed(summary(language).title) in edge


@each
def test_the_contents_name_the_page_on_which_a_section_begins(language, paper):
    made = summary(language)
    first = squashed("".join(c[0] for c in pages(language, paper)[0] if inside(c, paper)))
    outline = PdfReader(io.BytesIO(pdf(language, paper)[0])).outline
    assert [k["/Title"] for k in outline] == [f"{n} {plain_text(t)}".strip() for _, n, t in sections_of(made)]
    reader = PdfReader(io.BytesIO(pdf(language, paper)[0]))
    for mark, (_, number, title) in zip(reader.outline, sections_of(made), strict=True):
        page = reader.get_destination_page_number(mark)
        assert squashed(f"{number}{plain_text(title)}{page + 1}") in first
        assert squashed(plain_text(title)) in squashed("".join(c[0] for c in pages(language, paper)[page]))


@each
def test_links_lead_to_where_their_rule_begins(language, paper):
    reader = PdfReader(io.BytesIO(pdf(language, paper)[0]))
    places = {page.indirect_reference.idnum: k for k, page in enumerate(reader.pages)}
    links = [(k, a.get_object()) for k, page in enumerate(reader.pages) for a in page.get("/Annots", [])]
    references = said(language, paper).count("→1.2")
    aid_lines = sum(len(g.paragraphs) for g in summary(language).aid)
    steps = sum(bool(s.rule) for s in summary(language).setup)
    assert len(links) == references + aid_lines + steps + len(sections_of(summary(language)))
    for _, link in links:
        target = link["/Dest"] if "/Dest" in link else link["/A"]["/D"]
        assert target[0].idnum in places
        assert 0 < float(target[3]) <= float(reader.pages[0].mediabox.height)
        assert not any(link["/Border"]), "it is seen"
        left, low, right, high = map(float, link["/Rect"])
        assert left < right
        assert low < high


@each
def test_the_aid_is_the_last_page_alone(language, paper):
    *others, last = (squashed("".join(c[0] for c in page)) for page in pages(language, paper))
    label = squashed(summary(language).say("aid"))
    assert label in last
    assert all(label not in page for page in others[1:])
    for group in summary(language).aid:
        assert all(squashed(plain_text(k.text)) in last for k in group.paragraphs)


@each
def test_running_text_is_of_reading_size(language, paper):
    floor = FLOORS[language] / POINT
    assert min(c[5] for page in pages(language, paper)[:-1] for c in page if c[0].strip()) >= 2.5
    *_, last = pages(language, paper)
    assert min(c[5] for c in last if c[0].isalnum() and inside(c, paper)) >= floor * 0.9


@pytest.mark.slow
def test_columns_stand_on_one_grid():
    """Baselines of the two columns of the rules differ by whole half lines."""
    for sheet in booklet_of(summary("en"), PAPERS["a4"], art(), MARK)[0].sheets[1:-1]:
        tops = [g.matrix[5] for g in sheet.furniture if hasattr(g, "matrix") and g.matrix != (1, 0, 0, 1, 0, 0)]
        assert all(abs((y - HEAD) / 2.25 - round((y - HEAD) / 2.25)) < 1e-3 for y in tops)


def test_pictures_are_as_large_as_leaves_the_components_on_one_page():
    made = summary("en")
    design = Design(made, art().book, art().icon, accent_of(made), 178.0, 3.0)
    heights = range(10, 60)
    scales = [on_one_page(design, art(), [], units).scale for units in heights]
    first = scales.index(max(scales))
    assert set(scales[:first]) == {4}  # no size is small enough
    assert scales[first:] == sorted(scales[first:], reverse=True)
    assert scales[first] > scales[-1] == 4


@lru_cache(maxsize=1)
def bundled(name, language):
    """A bundled game, what is told of it, its summary and the pictures in that."""
    project = Project(ROOT)
    of, told = read_game(project, name)
    made = summary_of(of, language, read_words(project, language))
    return of, told, made, art_of(Studio(project), of, made)


def widened(words, aid=None):
    """The game with one rule more."""
    made = game()
    extra = rule("s7.extra", "7.4", words, aid=aid)
    last = replace(made.sections[-1], rules=(*made.sections[-1].rules, extra))
    return replace(made, sections=(*made.sections[:-1], last))


@pytest.mark.some(0, 1, 2)
@pytest.mark.parametrize(
    ("of", "code", "words"),
    [
        (widened(("x" * 90, "x" * 90)), "S101", "too long for its line"),
        (widened(("駒\U00013000", "\U00013000")), "S102", "U+13000"),
        (widened(("あ", "a"), aid=(LONG[0] * 90, LONG[1] * 90)), "S103", "the player aid takes"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_fit_is_a_finding(of, code, words, language):
    _, findings = booklet_of(summary(language, of), PAPERS["a4"], art(), MARK)
    assert {f.code for f in findings} == {code}
    assert words in findings[0].message
    assert findings[0].mark == MARK


@pytest.mark.some(3)
@pytest.mark.parametrize("said", ["The long history of kings " * 6, "9" * 999], ids=["words", "one word"])
@each
def test_a_long_title_and_many_authors_stay_on_the_page(language, paper, said):
    title = text("長い題名の" * 30, said)
    played = replace(game(), title=title, authors=("A. N. Author",) * 12)
    booklet, findings = booklet_of(summary(language, played), PAPERS[paper], art(), MARK)
    assert findings == []
    edge = PAPERS[paper].width - SIDE + 1.0
    assert max(run_box(run, under)[2] for sheet in booklet.sheets for run, under in runs(sheet.furniture)) <= edge
    boxes = [run_box(*one) for one in runs(booklet.sheets[0].furniture)]
    assert not [1 for a, b in combinations(boxes, 2) if overlap(a, b, 1.0)]


def test_a_game_without_anything_is_one_page():
    empty = replace(game(), sets={}, parameters={}, kinds={}, sections=(), questions=(), about=None)
    empty = replace(empty, setup=replace(game().setup, steps=()), title=text("無", "Nothing"))
    booklet, findings = booklet_of(summary("en", empty), PAPERS["a4"], art(), MARK)
    assert (len(booklet.sheets), findings) == (1, [])
    assert "1/1" not in squashed("".join(run.string for run, _ in runs(booklet.sheets[0].furniture)))


@pytest.mark.parametrize(
    ("name", "language", "paper"),
    [(*of, "letter" if n % 3 else "a4") for n, of in enumerate(product(Project(ROOT).games(), LANGUAGES))],
)
@pytest.mark.slow
def test_bundled_games_have_faultless_rules(name, language, paper):
    of, told, made, pictures = bundled(name, language)
    booklet, findings = booklet_of(made, PAPERS[paper], pictures, of.mark)
    assert [*told, *findings] == []
    assert booklet.sheets[-1].title == made.say("aid")
    assert len(booklet.bookmarks) == len(sections_of(made))


def test_examples_and_the_ends_of_the_setup_table_keep_together():
    design = Design(summary("en"), art().book, art().icon, Color("#884422"), 180, 3)
    lines = text_slugs(words("tide " * 60), design, design.body, 60, ground="example x")
    assert [s.keep for s in lines] == [True] * (len(lines) - 1) + [False]
    table = next(region for region in sections(design, art()) if region.head)
    rows = table.slugs[1:]
    assert rows[0].keep
    assert not rows[-1].keep
    assert all(row.keep for row in rows[-4:-1])


def test_four_lines_are_not_parted_and_five_leave_two_on_both_sides():
    design = Design(summary("en"), art().book, art().icon, Color("#884422"), 180, 3)
    kept = {}
    for count in range(1, 80):
        lines = text_slugs(words("tide " * count), design, design.body, 60)
        kept.setdefault(len(lines), [s.keep for s in lines])
    assert kept[4] == [True, True, True, False]
    assert kept[5] == [True, False, False, True, False]


def test_the_lines_of_a_heading_stand_as_near_as_lines_of_one_text():
    design = Design(summary("en"), art().book, art().icon, Color("#884422"), 180, 3)
    chapter = replace(design.summary.aid[0], title=words("Some quite long words upon the tides of the moon" * 2))
    aid = _aid_regions(replace(design, summary=replace(design.summary, aid=(chapter,))))[1].slugs[0]
    for slug, size in (
        (_heading(design, "1", words("Some quite long words upon the tides"), 60, ""), 13 * POINT),
        (aid, 3.9),
    ):
        lows = sorted({n.matrix[5] for n in slug.nodes if isinstance(n, Group)})
        assert len(lows) > 1
        assert all(1.0 <= (below - above) / size <= 1.45 for above, below in pairwise(lows))
        assert slug.height * design.unit > lows[-1] + 1


def test_no_single_line_and_no_example_goes_to_the_next_column_without_what_is_above():
    design = Design(summary("en"), art().book, art().icon, Color("#884422"), 180, 3)
    short = replace(design.summary.chapters[0].paragraphs[0], text=words("One line."), callouts=())
    long = replace(short, text=words("Many words, " * 60))
    asides = (long, replace(long, kind="example"), long, replace(long, kind="note"))
    chapter = replace(design.summary.chapters[0], paragraphs=(*asides, long, short, short, long, short))
    slugs = next(
        r.slugs
        for r in sections(
            replace(design, summary=replace(design.summary, chapters=(chapter,))), replace(art(), sketches={})
        )
        if r.slugs[0].anchor == chapter.id
    )
    firsts = [k for k, s in enumerate(slugs) if s.before and not s.keep and k]
    below = [k for k in firsts if k == len(slugs) - 1 or slugs[k + 1].before]
    assert [slugs[k - 1].keep for k in below] == [True, False, True]
    begun = [k for k, s in enumerate(slugs) if s.ground and s.ground != slugs[k - 1].ground]
    assert [slugs[k - 1].keep for k in begun] == [True, True]


def test_terms_of_two_lines_are_ragged_and_smaller_than_the_name_of_their_kind():
    design = Design(summary("ja"), art().book, art().icon, Color("#884422"), 180, 3)
    term = replace(design.summary.glossary[0].entries[0], about=words("国リソース" * 12))
    kind = TermGroup("x", "国", (term,))
    glossary = replace(design, summary=replace(design.summary, glossary=(kind,)))
    title, *rows = next(r for r in sections(glossary, art()) if r.whole and not r.head).slugs
    ends = {round(painted_by(row.nodes[-1], run_box)[2], 1) for row in rows[:-1]}
    assert len(rows) > 2
    assert ends != {round(design.column(2), 1)}
    assert max(run.size for run, _ in runs(title.nodes)) > max(run.size for run, _ in runs(rows[-1].nodes))


@pytest.mark.parametrize("number", ["1", "10.10", "10.6.2", "12.12.12"])
def test_no_number_of_the_aid_touches_its_text(number):
    of = summary("en")
    chapter = of.aid[0]
    longer = replace(chapter, paragraphs=tuple(replace(p, number=number) for p in chapter.paragraphs))
    design = Design(replace(of, aid=(longer,)), art().book, art().icon, Color("#884422"), 180, 3)
    rows = [s for s in _aid_regions(design)[1].slugs if s.links and s.links[0].x == 0]
    assert len(rows) == len(chapter.paragraphs)
    for row in rows:
        *_, mark, said_ = sorted(painted_by(node, run_box) for node in row.nodes)
        assert mark[2] + 1.5 <= said_[0]


def test_a_list_and_a_short_kind_stand_in_one_column_and_a_term_not_alone_below_its_kind():
    design = Design(summary("en"), art().book, art().icon, Color("#884422"), 180, 3)
    listed = [Span("text", "tide")] + [span for _ in range(5) for span in (Span("break", ""), Span("text", "wind"))]
    assert [s.keep for s in text_slugs(tuple(listed), design, design.body, 60)] == [True] * 5 + [False]
    term = design.summary.glossary[0].entries[0]
    for number, kept in ((5, [True] * 5), (14, [True, True, *[False] * 11, True])):
        kind = TermGroup("x", "Kind", tuple(replace(term, id=f"t{k}", about=()) for k in range(number)))
        glossary = replace(design, summary=replace(design.summary, glossary=(kind,)))
        region = next(r for r in sections(glossary, art()) if r.whole and not r.head)
        assert [s.keep for s in region.slugs] == [*kept, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_assumption_and_reason_of_an_open_question_begin_a_line_each(language):
    made = summary(language)
    design = Design(made, art().book, art().icon, Color("#884422"), 180, 3)
    lines = ["".join(run.string for run, _ in runs(s.nodes)) for r in sections(design, art()) for s in r.slugs]
    for label in ("assumption", "reason"):
        assert any(line.startswith(made.say(label)) for line in lines)
        assert not any(line.rstrip().endswith(made.say(label) + made.say("colon").rstrip()) for line in lines)


@pytest.mark.slow
def test_a_little_smaller_type_saves_a_page_of_a_few_lines(monkeypatch):
    def many(rules, share):
        monkeypatch.setattr("generator.summary.pdf.SHARES", (1.0, share))
        sections_ = tuple(replace(s, rules=s.rules[:1] * rules) for s in game().sections[:1])
        made = summary("en", replace(game(), sections=sections_))
        return len(booklet_of(made, PAPERS["a4"], art(), MARK)[0].sheets)

    found = [(many(rules, 1.0), many(rules, 0.975)) for rules in range(60, 80, 4)]
    assert all(small in (usual, usual - 1) for usual, small in found)
    assert len({usual for usual, _ in found}) == len({usual - small for usual, small in found}) == 2


def test_no_line_of_the_rules_ends_inside_a_name():
    """Rather it is left ragged among justified ones."""
    design = Design(summary("ja"), art().book, art().icon, Color("#884422"), 180, 3)
    for before in range(12, 20):
        lines = set_lines(words("国" * before + "リソース" + "国" * 30), design, design.body, 60)
        assert any("リソース" in line.text for line in lines), before
    made = bundled("zeus", "ja")[2]
    for share in SHARES:
        design = replace(design, summary=made, size=8.5 * POINT * share, width=178.0)
        for paragraph in (p for chapter in made.chapters for p in chapter.paragraphs):
            lines = [line.text for line in set_lines(paragraph.text, design, design.body, design.column(2) - 15)]
            ends = set(accumulate(map(len, lines)))
            for name in design.names.finditer("".join(lines)):
                assert not ends & {*range(name.start() + 1, name.end())}, name


@pytest.mark.parametrize(("language", "before"), [("ja", "国" * 20), ("en", "word " * 9)], ids=["ja", "en"])
def test_no_line_begins_with_a_reference(language, before):
    design = Design(summary(language), art().book, art().icon, Color("#884422"), 180, 3)
    prose = (*words(before), Span("rule", "→11.6", "rule"), *words(before))
    for width in range(20, 60, 2):
        lines = [line.text for line in set_lines(prose, design, design.body, width)]
        assert sum("→11.6" in line for line in lines) == 1
        assert not any(line.startswith("→") for line in lines), (width, lines)


def test_no_stub_of_a_line_stands_beside_what_holds_for_all_numbers_of_players():
    design = Design(summary("en"), art().book, art().icon, Color("#884422"), 178, 3)
    sides = [_bracket(design, TableColumn(0, 48, 0.5), words("i" * n)) for n in range(70)]
    assert {len(lines) for lines in sides} == {0, 2}
    for line in (line.segments for lines in sides for line in lines):
        assert line[1][1][0] - line[0][1][0] >= 3


@pytest.mark.parametrize("units", range(30, 130, 7))
def test_no_table_of_the_set_up_leaves_a_few_rows_alone(units):
    steps = tuple(replace(game().setup.steps[0], id=f"s{k}") for k in range(23))
    made = summary("en", replace(game(), setup=replace(game().setup, steps=steps)))
    design = Design(made, art().book, art().icon, accent_of(made), 178.0, 3.0)
    *_, region = [r for r in sections(design, art()) if r.head is not None]
    placed = [p for p in compose([Region((Slug((), 12),)), region], units) if p.slug is not region.head]
    rows = Counter(p.page for p in placed if p.slug in region.slugs)
    assert len(rows) == 1 or (min(rows.values()) >= 5 and sum(rows.values()) >= 23)


@pytest.mark.slow
def test_a_bracket_follows_its_sentence_as_the_language_parts_words():
    for language, parted in (("en", True), ("de", True), ("ja", False), ("zh", False)):
        of = replace(summary("en" if parted else "ja"), language=language)
        part = next(p for p in of.parts if p.about and p.designs not in (1, p.pieces))
        design = Design(of, art().book, art().icon, Color("#884422"), 180, 3)
        assert (". (" in plain_text(_part_words(part, design))) == parted
