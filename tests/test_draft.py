"""`pnp build --draft` and `pnp face`: whatever can be printed is, and what is wrong is told and stands in red."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from generator.production import Order, build
from tests.engine_kit import spoil
from tests.test_cli_user import run
from tests.test_engine_proof import HEAPS, PLANTED, plant

RED = "#e00000"


def drafted(project, only=()):
    """The text of each page of a draft in English, and the codes of what is told."""
    outputs, findings, _ = build(project, "mini", Order(languages=("en",), draft=True, only=only))
    with pypdfium2.PdfDocument(outputs[0].data) as document:
        return [page.get_textpage().get_text_range() for page in document], [f.code for f in findings]


@pytest.mark.slow
def test_a_sound_game_differs_only_by_the_word_in_the_margin(mini):
    pages, codes = drafted(mini)
    (plain,), _, _ = build(mini, "mini", Order(languages=("en",)))
    with pypdfium2.PdfDocument(plain.data) as document:
        sound = [page.get_textpage().get_text_range() for page in document]
    assert [page.replace(" · DRAFT", "") for page in pages] == sound != pages
    assert set(codes) <= {"D030"}


@pytest.mark.slow
def test_what_is_missing_is_drawn_without_it_and_told(mini_copy):
    spoil(mini_copy, [("cards.yaml", "    name: {ja: 夜明け, en: Dawn}\n", "    name: {ja: 夜明け}\n")])
    printed = [len(build(mini_copy, "mini", Order(languages=(language,)))[0]) for language in ("ja", "en")]
    assert printed == [1, 0], "words that lack in another language stop nobody"
    read = [run("rules", "mini", "--lang", language, project=mini_copy.root).exit_code for language in ("ja", "en")]
    assert read == [0, 1]
    spoil(mini_copy, [("cards.yaml", "    suit: moon\n", "")])
    assert build(mini_copy, "mini", Order(languages=("en",)))[0] == []
    pages, codes = drafted(mini_copy, only=("card",))
    assert "夜明け" in "".join(pages)
    assert "Dusk" in "".join(pages)
    assert {"D007", "D002"} <= set(codes)
    name = 'pnp:fit="shrink" pnp:width="44" x="14.5"'
    spoil(mini_copy, [("card.svg", name, 'x="14.5"')])
    face = run("face", "mini", "card/dawn", "--lang", "en", project=mini_copy.root).stdout
    assert re.search(r'aria-label="夜明け"[^>]*scale\((0\.00[45])', face), "as large as the words that lack"


@pytest.mark.slow
def test_an_unknown_choice_keeps_its_word_and_the_sample_colour(mini_copy):
    spoil(mini_copy, [("cards.yaml", "  suit: term suit\n", "  suit: term suit\n  type: one of [day, night]\n")])
    spoil(mini_copy, [("cards.yaml", f"    suit: {s}\n", f"    suit: {s} \n    type: {t}\n")
                      for s, t in (("sun", "dai"), ("moon", "night"), ("sun", "day"))])  # fmt: skip
    band = (
        """pnp:fill="{'day': '#d98e05', 'night': '#333333'}[item.type]"/><text pnp:text="item.type" x="40" y="20"/>"""
    )
    spoil(mini_copy, [("card.svg", 'fill="#d98e04" pnp:fill="item.suit.color"/>', f'fill="#d98e04" {band}')])
    faces = [run("face", "mini", f"card/{name}", "--lang", "en", project=mini_copy.root) for name in ("dawn", "dusk")]
    assert ['fill="#d98e04"' in face.stdout for face in faces] == [True, False]
    assert "dai" in "".join(drafted(mini_copy)[0])


def test_a_picture_that_is_not_there_is_a_crossed_box_and_words_that_do_not_fit_are_red(mini_copy):
    spoil(
        mini_copy,
        [("card.svg", '  <rect x="4"', '  <image href="art/none.png" x="4" y="60" width="9" height="7"/><rect x="4"')],
    )
    spoil(mini_copy, [("cards.yaml", "en: Dawn}", f"en: {'Dawn ' * 40}}}")])
    done = run("face", "mini", "card/dawn", "--lang", "en", project=mini_copy.root)
    assert done.exit_code == 0, done.output
    assert done.stdout.count(RED) >= 4
    assert "M4 60H13V67H4Z" in done.stdout.replace(",", " ") or "4 60" in done.stdout
    assert "F102" in done.stderr
    assert "F010" in done.stderr
    sound = run("face", "mini", "card/dusk", "--lang", "en", project=mini_copy.root)
    assert RED in sound.stdout  # its picture is missing, too
    assert sound.stdout.count(RED) < done.stdout.count(RED)


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (("cards.yaml", "layout: card", "layout: gone"), "T010"),
        (("cards.yaml", "size: poker-metric", "size: nosize"), "T060"),
        (("card.svg", "</svg>", ""), "T001"),
        (("card.svg", "</svg>", f"""<path d="M1 1{"h1v1" * 600}" pnp:for="k in 900|range"/></svg>"""), "T002"),
    ],
    ids=["no template", "no size", "no XML", "too much"],
)
def test_a_face_that_nobody_can_draw_is_a_crossed_box(mini_copy, edit, code):
    spoil(mini_copy, [edit])
    face = run("face", "mini", "card/dawn", "--lang", "en", project=mini_copy.root)
    assert face.stdout.count(f'stroke="{RED}"') == 2
    outputs, findings, _ = build(mini_copy, "mini", Order(languages=("en",), formats=("svg",), draft=True))
    assert "faces-en/card-dawn.svg" in [o.name for o in outputs]
    assert code in [f.code for f in findings]


@pytest.mark.parametrize(("more", "status"), [(["--draft"], 0), ([], 1)])
def test_an_item_with_an_error_can_be_asked_for(mini_copy, tmp_path, more, status):
    """A draft prints it; else its error is told, not that it does not exist."""
    spoil(mini_copy, [("cards.yaml", "    count: 3\n", "    count: few\n")])
    done = run("build", "mini", *more, "--only", "card/dusk", "--lang", "en", "--out", tmp_path, project=mini_copy.root)
    assert done.exit_code == status, done.output
    assert "no item" not in done.output
    assert "cards.yaml:27:12: error" in done.output
    assert len([*tmp_path.rglob("*.pdf")]) == (not status)


@pytest.mark.slow
def test_what_cannot_be_read_stands_in_red_as_it_was_written(mini_copy):
    """A number that is none, a count that is none (one copy), words of another language, names that nothing has; none
    is told twice."""
    fields = "suit: term suit\n"
    spoil(mini_copy, [("cards.yaml", f"  {fields}", f"  {fields}  cost: integer\n  paint: color\n")])
    for suit, cost, paint in (("sun", "two", "redd"), ("moon", 2, "red"), ("sun", 3, "red")):
        said = f"    suit: {suit} \n    cost: {cost}\n    paint: {paint}\n"
        spoil(mini_copy, [("cards.yaml", f"    suit: {suit}\n", said)])
    spoil(mini_copy, [("cards.yaml", "    count: 3\n", "    count: few\n")])
    spoil(mini_copy, [("cards.yaml", "name: {ja: 夜明け, en: Dawn}", "name: {ja: 夜明け}")])
    drawn = '<g pnp:if="item.cost &gt; 2" fill="#123456" pnp:fill="item.paint"><rect x="5" y="5" width="3" height="3"/>'
    drawn += ''.join(f'<text pnp:text="{e}" x="{x}" y="20" font-size="5">7</text>' for x, e in (
        (10, "item.cost"), (20, "'{nothing}'"), (30, "item.nix"), (40, "item.suit.nam")))  # fmt: skip
    spoil(mini_copy, [("card.svg", '  <rect x="4"', f'  {drawn}</g><rect x="4"')])
    pages, codes = drafted(mini_copy, only=("card",))
    faces = {name: run("face", "mini", f"card/{name}", "--lang", "en", project=mini_copy.root).stdout
             for name in ("dawn", "dusk")}  # fmt: skip
    for words in ("two", "{nothing}", "nix?", "nam?", "夜明け"):
        assert f'aria-label="{words}"' in faces["dawn"], words
    assert faces["dawn"].count(f'fill="{RED}"') >= 6
    assert "#123456" not in faces["dawn"], "a lost colour is red"
    size = re.search(r'aria-label="two"[^>]*scale\(([\d.]+)\)', faces["dawn"])
    assert float(size[1]) < 0.0035, "small enough for the place of a number"
    assert "two" not in faces["dusk"]
    assert "Dusk" in "".join(pages)
    assert [codes.count(code) for code in ("D003", "D010", "D006", "D007", "T022")] == [1, 1, 1, 1, 0]


def test_a_piece_that_no_paper_holds_is_left_out(mini_copy):
    spoil(mini_copy, [("chips.yaml", "size: ", "size: {shape: rectangle, width: 600, height: 600}\n# ")])
    pages, codes = drafted(mini_copy)
    assert "T014" in codes
    assert "Dawn" in "".join(pages)


@pytest.mark.slow
@pytest.mark.parametrize("codes", HEAPS, ids="+".join)
def test_no_mistake_ends_a_draft(mini_copy, codes):
    for code in codes:
        plant(mini_copy, PLANTED[code]["edits"])
    outputs, findings, _ = build(mini_copy, "mini", Order(draft=True))
    assert outputs
    assert {"F002", "F003"} & {*codes} <= {f.code for f in findings}
