"""The cover and the calibration page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import cycle, pairwise

import pypdf
import pypdfium2
import pytest

from generator.commands.calibrate import calibration
from generator.commands.rules import rule_summary
from generator.data.model import ComponentSet, Game, Term, TermKind, Text
from generator.diagnostics.findings import Mark
from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.face.face import Color, GlyphRun, Group, Node, Path, Stroke
from generator.face.geometry import bounds, holds, rectangle
from generator.layout.assets import Studio
from generator.pipeline import draw, load_game
from generator.production import Order, build, job_of, sheets_of
from generator.project import Project
from generator.sheet.cover import contents, cover_sheets, steps, tools_needed
from generator.sheet.frontmatter import HAIR, INK, page_runs, thumbnail
from generator.sheet.impose import impose
from generator.sheet.sheet import Piece, Sheet
from generator.sheet.swap import Swap, swap_sheets
from generator.sheet.testpage import calibration_sheets, crosses
from generator.typeset.setting import POINT, Style
from generator.typeset.typeset import flow, set_line
from generator.values import replace
from tests.compare_kit import MINI, game_of
from tests.export_kit import pdf_picture
from tests.layout_kit import n, outline, shown
from tests.sheet_kit import CARD, PROJECT, TRIHEX, book, face, job, papers, piece, reach

MINI_STUDIO = Studio(Project(MINI))
MINI_GAME = game_of(MINI_STUDIO.project, "mini")
HERE = Mark("components/mini/game.yaml")
HAIRLINE = Stroke(HAIR, 0.1)
SIZES: dict[str, tuple[str, dict[str, object], int, bool]] = {
    "skill": ("card", CARD, 20, True),
    "tile": ("tile", TRIHEX, 3, False),
    "board": ("board", {"shape": "rectangle", "width": 396, "height": 92}, 2, True),
    "worker": ("token", {"shape": "circle", "diameter": 14}, 50, False),
    "die": ("die", {"shape": "die", "faces": 6, "edge": 18}, 2, False),
    "start": ("standee", {"shape": "standee", "width": 24, "height": 34, "base": 10}, 1, False),
}


def game(more: int = 0) -> Game:
    sets = {
        i: ComponentSet(i, Text({"ja": f"部品{i}", "en": i.title()}), kind, HERE) for i, (kind, *_) in SIZES.items()
    }
    sets |= {
        f"x{k}": ComponentSet(f"x{k}", Text({"ja": f"札{k}", "en": f"Deck {k}"}), "card", HERE) for k in range(more)
    }
    cubes = Text({"ja": "キューブ", "en": "Cubes"})
    cube = ComponentSet("cube", cubes, "supply", HERE, count_open=True, assume=200, printed=False)
    about = Text({"ja": "神となり、世界に民を広げる。", "en": "You are a god whose people spread over the world."})
    title = Text({"ja": "小さなゲーム", "en": "Mini"})
    everything = sets | {"cube": cube}
    folder = "components/mini"
    return Game(
        "mini",
        title,
        Text({"ja": "第1版", "en": "draft 1"}),
        (3, 5),
        ("ja", "en"),
        folder,
        HERE,
        about=about,
        sets=everything,
    )


def pieces(more: int = 0) -> list[Piece]:
    found = [
        piece("a", size, count, back, 3.0 if back else 0.0, set_) for set_, (_, size, count, back) in SIZES.items()
    ]
    return found + [piece("a", CARD, 1, set_=f"x{k}") for k in range(more)]


def kit(paper: str, language: str, backs: str = "long-edge", more: int = 0) -> tuple[list[Sheet], list[Sheet]]:
    own = game(more)
    names = {s.id: s.name.in_language(language) for s in own.sets.values()}
    work = replace(job(paper, backs, language), title=own.title.in_language(language), names=names)
    sheets, findings = impose(pieces(more), work, book(), before=work.sides)
    assert findings == []
    return cover_sheets(own, pieces(more), sheets, work, Studio(PROJECT)), sheets


def as_text(sheets: list[Sheet]) -> str:
    """All that stands on some sheets, a line each."""
    found = []
    for sheet in sheets:
        found.append(f"== {sheet.label} {sheet.side} {sheet.title} | trim {sheet.trim_box} bleed {sheet.bleed_box}")
        for p in sheet.placements:
            clip = f" clip {outline(p.clip)}" if p.clip else ""
            found.append(f"{p.face.name} at {n(p.x)} {n(p.y)} turn {p.turn} {p.window or ''} bleed {p.bleed}{clip}")
        found += [f"{mark.kind} {outline(mark.segments)}" for mark in sheet.marks]
        found.append(shown(sheet.furniture))
    return re.sub(r"-?\d+\.\d{3,}", lambda number: n(float(number[0])), "\n".join(found)) + "\n"


def cut_in_many_ways() -> list[Sheet]:
    """Boards of several owners in parts, circles and triangles nested with their bleed, stamps in the margin."""
    emblem = Group((Path(rectangle(0, 0, 1, 1), Color("#c62828")),))
    triangle = {"shape": "polygon", "points": [[0, 0], [30, 0], [15, 26]]}
    found = [
        replace(piece("wide", {"shape": "rectangle", "width": 396, "height": 300}, 1, True, 3.0, "b"), emblem=emblem),
        replace(piece("long", {"shape": "rectangle", "width": 100, "height": 567}, 1, True, set_="b"), emblem=emblem),
        piece("disc", {"shape": "circle", "diameter": 22}, 17, bleed=2.0),
        piece("ring", {"shape": "ring", "diameter": 40, "hole": 20}, 3, True, 1.0),
        piece("wedge", triangle, 21, bleed=1.0),
        *(piece(f"card{k}", CARD, k + 1, True, 3.0) for k in range(2)),
    ]
    found += [piece("listed", {"shape": "rectangle", "width": 30, "height": 41}, 7)]
    found[-1] = replace(found[-1], front=replace(found[-1].front, slug=True))
    return impose(found, job(proof=True, back_offset=(0.4, -0.2)), book())[0]


def swapped() -> list[Sheet]:
    """A card that changed in front, one behind, a tile that goes, one that comes, more copies of a token."""

    def stamped(stamp: str, behind: str, count: int = 2) -> Piece:
        one = piece("a", CARD, count, True)
        back = replace(one.back, stamp=behind, marking=one.front.nodes) if one.back else None
        return replace(one, front=replace(one.front, stamp=stamp, marking=one.front.nodes), back=back)

    swaps = [
        Swap("Dawn", "Skill", stamped("aaaa", "bbbb"), stamped("cccc", "bbbb"), "text", place=4),
        Swap("Dusk", "Skill", stamped("aaaa", "bbbb"), stamped("aaaa", "dddd", 3), "back", place=2),
        Swap("Mill", "Tile", piece("m", TRIHEX), None, place=1),
        Swap("Tile 7", "Tile", None, piece("t", TRIHEX, 2), "new"),
        Swap("Worker", "Worker", None, piece("w", {"shape": "circle", "diameter": 14}, 9), "more"),
    ]
    sheets, _ = impose([s.new for s in swaps if s.new], job(), book(), before=2)
    return swap_sheets(game(), swaps, sheets, job(), Studio(PROJECT), "v1")


RECORDED = {
    "calibration": lambda: calibration_sheets(papers()["a4"], "en", job().words, book()),
    "a4": lambda: [sheet for part in kit("a4", "en", more=3) for sheet in part[:4]],
    "letter-fold": lambda: [sheet for part in kit("letter", "ja", "fold", more=40) for sheet in part[:4]],
    "cut": cut_in_many_ways,
    "swapped": swapped,
}


@pytest.mark.some(3)
@pytest.mark.parametrize("name", RECORDED)
def test_sheets_are_as_recorded(request: pytest.FixtureRequest, name: str) -> None:
    """Where everything stands, to a hundredth of a millimetre: whoever moves it sees what moved."""
    path, found = PROJECT.root / f"tests/faces/sheets-{name}.txt", as_text(RECORDED[name]())
    if request.config.getoption("--update"):
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")


def strings(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, GlyphRun):
            yield node.string
        elif isinstance(node, Group):
            yield from strings(node.children)


@pytest.mark.some(7)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("backs", ["long-edge", "fold"])
def test_the_cover_fits_one_page(paper: str, language: str, backs: str) -> None:
    (cover,), _ = kit(paper, language, backs, more=8)
    x1, y1, x2, y2 = papers()[paper].printable
    for box in reach(cover.furniture):
        assert (x1 <= box[0], box[2] <= x2, y1 <= box[1], box[3] <= y2) == (True, True, True, True), box


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_long_title_takes_more_lines_and_is_shortened_in_captions(language: str) -> None:
    title = {"en": "A long history of kings " * 7, "ja": "長い題" * 40}[language]
    work = replace(job("a4", "long-edge", language), title=title)
    own = pieces()
    sheets, _ = impose(own, work, book(), before=work.sides)
    (cover,) = cover_sheets(game(), own, sheets, work, Studio(PROJECT))
    x1, _, x2, _ = papers()["a4"].printable
    for sheet in (cover, sheets[0]):
        boxes = reach(sheet.furniture)
        assert min(b[0] for b in boxes) >= x1
        assert max(b[2] for b in boxes) <= x2
    assert sum("…" in s for s in strings(cover.furniture)) == 1


@pytest.mark.some(0)
@pytest.mark.parametrize(("designs", "more", "shown_"), [(56, 0, 6), (56, 8, 6), (4, 0, 0), (56, 70, 0)])
def test_where_there_is_room_cards_stand_in_a_row_below_the_title(designs: int, more: int, shown_: int) -> None:
    own = [*(piece(f"c{k}", CARD, 1, set_="skill") for k in range(designs)), *pieces(more)]
    work, nobody = job("a4", "long-edge", "en"), Studio(PROJECT)
    covers = cover_sheets(game(more), own, impose(own, work, book(), before=work.sides)[0], work, nobody)
    cards = {tuple(round(v) for v in b) for node in covers[0].furniture for b in reach((node,))}
    row = sorted(b for b in cards if b[3] - b[1] > 35)
    assert len(row) == shown_
    assert [(b[0], b[2]) for b in (row[:1] + row[-1:])] == ([(15, 43), (167, 195)] if row else [])


def test_where_there_are_no_cards_tiles_stand_in_the_row_and_few_components_are_shown_large() -> None:
    tile = {"shape": "polyhex", "side": 24, "top": "point", "cells": [[0, 0]]}
    own, work, nobody = (
        [piece(f"t{k}", tile, 1, set_="tile") for k in range(9)],
        job("a4", "long-edge", "en"),
        Studio(PROJECT),
    )
    (cover, *_) = cover_sheets(game(), own, impose(own, work, book(), before=work.sides)[0], work, nobody)
    tiles = {tuple(round(v) for v in b) for node in cover.furniture for b in reach((node,)) if b[3] - b[1] > 28}
    assert len({b for b in tiles if b[1] < 90}) == 5
    assert len({b for b in tiles if b[1] > 90}) == 3


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_long_board_is_shown_larger_than_what_stands_beside_its_words(paper: str) -> None:
    (cover,), _ = kit(paper, "en")
    sizes = [(b[2] - b[0], b[3] - b[1]) for node in cover.furniture for b in reach((node,))]
    assert max(w for w, h in sizes if h and abs(w / h - 396 / 92) < 0.01) > 30


@pytest.mark.parametrize(("own", "rings"), [("token", False), ("ring", True)])
def test_only_rings_have_holes_to_cut(own: str, rings: bool) -> None:
    size: dict[str, object] = {"shape": "circle", "diameter": 22}
    placed = [piece("a", {"shape": "ring", "diameter": 40, "hole": 20} if own == "ring" else size, 3)]
    said = steps(game(), impose(placed, job(), book())[0])
    assert [step for step in said if step in ("tokens", "rings")] == ["rings" if rings else "tokens"]


def test_the_cover_says_what_is_printed_how() -> None:
    (cover,), sheets = kit("a4", "en")
    words = re.sub(r"\s+", " ", " ".join(strings(cover.furniture)))
    last_two_sided = max(int(s.label) for s in sheets if s.side == "back")
    assert "long-edge flip" in words
    assert "single-sided" in words
    assert "100 %" in words
    assert "×50" in words
    assert "about 200" in words
    assert "assumed" not in words
    assert any(f"–{last_two_sided}" in w for w in strings(cover.furniture))


@pytest.mark.parametrize("language", ["ja", "en"])
def test_rows_of_the_print_table_have_as_much_air_above_as_below(language: str) -> None:
    (cover,), _ = kit("a4", language)
    lines = sorted(bounds(n.segments)[1] for n in cover.furniture if isinstance(n, Path) and n.stroke == HAIRLINE)
    runs = [n for n in cover.furniture if isinstance(n, GlyphRun)]
    rows = [(y1, y2, [r for r in runs if y1 < r.y < y2]) for y1, y2 in pairwise(lines)]
    alone = [(y1, y2, inner[0]) for y1, y2, inner in rows if len({r.y for r in inner}) == 1]
    assert alone
    for y1, y2, run in alone:  # type of 8.5 pt reaches from 0.86 ems above the baseline to 0.14 below
        assert run.y - 0.36 * 8.5 * POINT == pytest.approx((y1 + y2) / 2, abs=0.05)


def test_many_pages_of_a_row_stand_in_few_lines() -> None:
    _, sheets = kit("a4", "en", "fold")
    mixed = [replace((sheets[0], sheets[-1])[k % 2], label=str(20 + k)) for k in range(12)]
    (cover, *_) = cover_sheets(game(), pieces(), mixed, job("a4", "fold", "en"), Studio(PROJECT))
    said = {*strings(cover.furniture)}
    assert said >= {"20, 22, 24, 26, 28, 30", "21, 23, 25, 27, 29, 31"}


def test_the_rows_name_every_page_once() -> None:
    _, sheets = kit("a4", "en")
    rows = page_runs(game(), sheets, job())
    pages = [p for r in rows for p in range(r.first, r.last + 1)]
    printed = {int(s.label): s for s in sheets}
    assert pages == list(range(3, 2 * (len(pages) // 2) + 3))
    assert set(printed) <= set(pages)
    for row in rows:
        for page in range(row.first, row.last + 1):
            assert set(printed[page].sets if page in printed else ()) <= set(row.sets)
            assert (row.sides == "long-edge") == (page + page % 2 in printed)


def test_pages_that_are_printed_alike_share_a_row_wherever_they_are() -> None:
    work = job("a4", "fold")
    kinds = [("fold", "board"), ("front", "worker")] * 2
    sheets = [Sheet(work.paper, side, name, str(n), sets=(name,)) for n, (side, name) in enumerate(kinds, 2)]
    (cover,) = cover_sheets(game(), pieces(), sheets, work, MINI_STUDIO)
    said = list(strings(tuple(cover.furniture)))
    assert "2, 4" in said
    assert "3, 5" in said
    assert said.count("single-sided, fold and glue") == 1


def test_a_deck_has_a_row_of_its_own() -> None:
    """Its sheets are cut as one pile, those before it are handed out."""
    work = job()
    sheets = [
        Sheet(work.paper, side, "", str(n), sets=("tile" if n < 5 else "skill",))
        for n, side in enumerate(["front", "back"] * 3, 3)
    ]
    played = replace(game(), sets={**game().sets, "skill": replace(game().sets["tile"], id="skill", kind="card")})
    assert [(row.pages, row.paper) for row in page_runs(played, sheets, work)] == [("3–4", "card"), ("5–8", "card")]


@pytest.mark.parametrize("sides", [["front"], ["front", "back"]])
def test_what_is_written_on_wants_plain_paper(sides: list[str]) -> None:
    pad = replace(game().sets["tile"], kind="sheet")
    sheets = [Sheet(job().paper, side, "tile", str(n), sets=("tile",)) for n, side in enumerate(sides, 3)]
    (row,) = page_runs(replace(game(), sets={**game().sets, "tile": pad}), sheets, job())
    assert job().say(f"paper.{row.paper}") == "plain paper, 80–120 g"


@pytest.mark.parametrize(
    "own", [pytest.param(g, marks=pytest.mark.slow if n else ()) for n, g in enumerate(PROJECT.games())]
)
def test_both_sides_of_a_sheet_are_one_paper_and_shared_ones_say_for_what(own: str) -> None:
    played, _ = load_game(PROJECT, own)
    drawn, _ = draw(Studio(PROJECT), played, "en")
    names = {s.id: s.name.in_language("en") for s in played.sets.values()}
    work = replace(job("a4", "long-edge", "en"), names=names)
    sheets, _ = impose(drawn.pieces, work, book())
    rows = page_runs(played, sheets, work)
    home = {page: row for row in rows for page in range(row.first, row.last + 1)}
    assert all(home[k] is home[k + 1] for k in home if k % 2)
    (cover,) = cover_sheets(played, drawn.pieces, sheets, work, Studio(PROJECT))
    words = re.sub(r"\s+", " ", " ".join(strings(cover.furniture)))
    for row in rows:
        kinds = {played.sets[name].kind for name in row.light}
        assert bool(kinds) == row.paper.startswith("mixed")
        assert kinds <= {"die", "standee"}
        end = {"mixed": "; glue", "mixed-card": ""}.get(row.paper, "")
        assert not row.light or f"160–200 g card, for {', '.join(names[s] for s in row.light)}{end}" in words
    assert "{light}" not in words


@pytest.mark.slow
@pytest.mark.parametrize(("own", "language"), [*zip(PROJECT.games(), cycle(("ja", "en")), strict=False)])
def test_what_has_a_printed_back_is_not_glued_onto_board(own: str, language: str) -> None:
    played, _ = load_game(PROJECT, own)
    drawn, _ = draw(Studio(PROJECT), played, language)
    work = job("letter", "long-edge", language)
    sheets, _ = impose(drawn.pieces, work, book())
    rows = page_runs(played, sheets, work)
    assert any(row.sides == "long-edge" for row in rows)
    for row in rows:
        words = work.say(f"paper.{row.paper}", light="")
        assert row.sides != "long-edge" or not re.search("board|ボール紙|glue|貼", words), (row.pages, words)


@pytest.mark.slow
def test_steps_are_told_only_where_they_are_needed() -> None:
    plain, _ = impose([piece("c", CARD, 3, set_="skill")], job(), book())
    assert steps(game(), plain) == ["cut", "sleeve"]
    tiles, _ = impose([piece("t", TRIHEX, 3, set_="tile")], job(), book())
    assert steps(game(), tiles) == ["tiles"]
    boards, _ = impose([piece("b", CARD, 1, set_="board")], job(), book())
    assert steps(game(), boards) == ["cut"]
    for wide, high, back in ((300, 200, False), (400, 400, False), (400, 400, True)):
        large, _ = impose([piece("b", {**CARD, "width": wide, "height": high}, 2, back, set_="board")], job(), book())
        assert steps(game(), large) == ["cut", "boards"]
    boxed = replace(game(), sets={"board": replace(game().sets["board"], kind="box")})
    assert steps(boxed, boards) == ["cut", "boxes"]
    assert "glue stick, something blunt" in tools_needed(boxed, [piece("b", CARD, 1, set_="board")], job())[-1]
    _, sheets = kit("a4", "en", "fold")
    assert steps(game(), sheets) == ["fold-sheet", "cut", "tiles", "tokens", "boards", "dice", "standees", "sleeve"]


@pytest.mark.parametrize(("backs", "is_said"), [("long-edge", True), ("short-edge", True), ("fold", False)])
def test_what_blank_pages_are_is_said_where_there_are_such(backs: str, is_said: bool) -> None:
    cover, _ = kit("a4", "en", backs)
    assert ("Blank pages are the backs" in " ".join(strings(cover[0].furniture))) is is_said


def test_many_round_pieces_ask_for_more_than_a_knife() -> None:
    assert "scissors or a round punch" in tools_needed(game(), pieces(), job())[-1]
    assert "punch" not in tools_needed(game(), [p for p in pieces() if p.front.set != "worker"], job())[-1]


def test_contents_count_real_pieces_and_supplies_are_brought() -> None:
    entries = {e.name: e for e in contents(game(), pieces(), job())}
    assert entries["Worker"].count == "×50"
    assert [f.side for f in entries["Skill"].faces] == ["front", "back"]
    assert tools_needed(game(), pieces(), job())[0] == "Cubes: about 200"


@pytest.mark.parametrize(("number", "shown"), [(2, "01"), (3, "012"), (5, "024"), (8, "037")])
def test_contents_show_faces_from_all_over_a_set(number: int, shown: str) -> None:
    own = [piece(str(k), CARD, 1, set_="skill") for k in range(number)]
    twice = [replace(own[0], count=2), *own[1:]]
    rows = [contents(game(), some, job())[0] for some in (own, twice)]
    assert "".join(f.item for f in rows[0].faces) == shown
    assert [row.count for row in rows] == [f"×{number}", f"×{number + 1} · {number} designs"]
    printed = [*pieces(), piece("cube", {"shape": "rectangle", "width": 8, "height": 8}, set_="cube")]
    assert not any("Cubes" in line for line in tools_needed(game(), printed, job()))


def test_the_name_of_a_term_is_kept_whole_in_the_list_of_what_is_in_the_box() -> None:
    own = game()
    named = replace(own.sets["start"], name=Text({"ja": "スタートプレイヤーマーカー", "en": "Start player marker"}))
    term = Term("first", "concept", Text({"ja": "スタートプレイヤー", "en": "start player"}), HERE)
    kind = TermKind("concept", Text({"ja": "用語", "en": "Concept"}), (term,), HERE)
    own = replace(own, sets={**own.sets, "start": named}, kinds={"concept": kind})
    work = job(language="ja")
    entry = next(e for e in contents(own, pieces(), work) if e.name == "スタートプレイヤーマーカー")
    lines = flow(entry.words, Style("body", 3.0, Color("#000000"), "ja"), book(), 29.0)
    assert [line.text for line in lines] == ["スタートプレイヤー", "マーカー"]


@pytest.mark.slow
def test_a_huge_kit_takes_more_pages_and_numbers_them_right() -> None:
    covers, sheets = kit("letter", "en", more=70)
    assert [cover.label for cover in covers] == [str(2 * k + 1) for k in range(len(covers))]
    assert len(covers) > 1
    assert "Deck 69" in " ".join(strings(covers[-1].furniture))
    assert sheets
    x1, y1, x2, y2 = papers()["letter"].printable
    assert all(holds((x1, y1, x2, y2), box) for cover in covers for box in reach(cover.furniture))


@pytest.mark.some(2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_calibration_page_meets_itself_after_either_flip(paper: str, language: str) -> None:
    found = papers()[paper]
    front, back = calibration_sheets(found, language, job(language=language).words, book())
    assert (front.side, back.side) == ("front", "back")
    places = {(round(x, 6), round(y, 6)) for x, y in crosses(found)}
    assert {(round(found.width - x, 6), y) for x, y in places} == places
    assert {(x, round(found.height - y, 6)) for x, y in places} == places
    for x, y in places:
        assert any(
            abs(b[0] + b[2] - 2 * x) < 1e-6 and abs(b[1] + b[3] - 2 * y) < 1e-6 and b[2] - b[0] == pytest.approx(10)
            for b in reach(back.furniture)
        )


def test_the_calibration_square_is_a_hundred_millimetres() -> None:
    front, _ = calibration_sheets(papers()["a4"], "en", job().words, book())
    assert any(b[2] - b[0] == pytest.approx(100) and b[3] - b[1] == pytest.approx(100) for b in reach(front.furniture))


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "fold", "none"])
@pytest.mark.parametrize("only", [(), ("card",), ("chip", "tile")])
def test_only_a_file_with_backs_has_blank_pages(backs, only):
    """Where anything has a back, pages 2k-1 and 2k are one leaf; else no page is blank."""
    order = Order(("en",), backs=backs, only=only)
    drawn, _ = draw(MINI_STUDIO, MINI_GAME, "en", only)
    sheets, _ = sheets_of(MINI_STUDIO, MINI_GAME, drawn, order, "a4")
    assert [sheet.label for sheet in sheets] == [str(k + 1) for k in range(len(sheets))]
    duplex = backs in ("long-edge", "short-edge") and (not only or "card" in only)
    assert any(sheet.side == "back" for sheet in sheets) == duplex
    assert any(sheet.blank for sheet in sheets) == (duplex and not only)
    assert not only or backs == "fold" or len(sheets) == 1 + duplex, "a part on one sheet has no cover"
    assert not duplex or [sheet.side == "back" for sheet in sheets] == [False, True] * (len(sheets) // 2)


@pytest.mark.slow
def test_the_cover_names_files_as_the_commands_write_them() -> None:
    """Who has the PDF alone has no commands."""
    chips = {**MINI_GAME.sets, "chip": replace(MINI_GAME.sets["chip"], printed=False)}
    chip, rules, _ = tools_needed(replace(MINI_GAME, sets=chips), [], job("letter"))
    made, _ = rule_summary(Project(MINI), "mini", ["en"], "pdf", "letter")
    alone, _, _ = build(Project(MINI), "mini", Order(("en",), ("letter",), only=("chip",)))
    assert rules == f"Rules, Player aid:\n**{made[0].name}**"
    assert chip.split("\n")[1:] == [f"**{alone[0].name}**"]
    for language in MINI_GAME.languages:
        cover, _ = kit("letter", language)
        said = " ".join(strings(cover[0].furniture))
        assert "calibration-letter" in said
        assert "pnp" not in said
        assert "--" not in said
    assert calibration(Project(MINI), "letter", "en").name.startswith("calibration-letter")


def test_rules_are_brought_where_there_are_some() -> None:
    short = replace(MINI_GAME, sections=tuple(replace(s, rules=()) for s in MINI_GAME.sections))
    assert any(line.startswith("Rules:\n") for line in tools_needed(short, [], job()))
    assert not any("Rules" in line for line in tools_needed(replace(MINI_GAME, sections=()), [], job()))


def test_what_is_brought_can_be_of_paper_where_it_is_drawn() -> None:
    chip = replace(MINI_GAME.sets["chip"], printed=False)
    said = {
        str(what): tools_needed(replace(MINI_GAME, sets={"chip": replace(chip, **what)}), [], job(language="ja"))[0]
        for what in ({}, {"layout": ""}, {"size": ""}, {"items": ()})
    }
    assert said.pop("{}").endswith("個。紙で作るなら：\n**mini-a4-ja-chip.pdf**")
    assert not any(".pdf" in line for line in said.values())


def test_nothing_is_said_of_glue_where_nothing_is_glued() -> None:
    cards = [piece("a", CARD, 9, set_="skill")]
    sheets, _ = impose(cards, job(), book())
    assert tools_needed(game(), cards, job(), sheets)[-1] == "Craft knife, steel ruler, cutting mat"
    _, sheets = kit("a4", "en")
    assert "glue stick" in tools_needed(game(), pieces(), job(), sheets)[-1]


@pytest.mark.parametrize(
    ("backs", "only", "told"),
    [
        ("long-edge", ("skill", "tile"), ""),
        ("long-edge", ("skill", "die"), "cut fold"),
        ("fold", ("skill",), "fold"),
    ],
)
def test_the_cover_shows_a_line_to_cut_and_one_to_fold_where_something_is_folded(backs, only, told) -> None:
    own = [p for p in pieces() if p.front.set in only]
    sheets, _ = impose(own, job("a4", backs), book(), 1)
    (cover,) = cover_sheets(game(), own, sheets, job("a4", backs), MINI_STUDIO)
    dashes = [n.stroke.dash for n in cover.furniture if isinstance(n, Path) and n.stroke and n.stroke.dash]
    assert len(dashes) == ("fold" in told)
    way = "fold away from you"  # everything that the sheets' own lines fold has its print outside
    assert [w.split()[0] for w in strings(tuple(cover.furniture)) if w in ("cut", way)] == told.split()
    runs = [n for n in cover.furniture if isinstance(n, GlyphRun)]
    (number,) = [run.y for run in runs if run.string == "1"]
    assert number in [run.y for run in runs if len(run.string) > 12], "numbers stand on the line of their words"


@pytest.mark.slow
def test_the_words_of_small_pictures_are_not_found() -> None:
    words = set_line("Iron Legion", Style("body", 3.0, INK, "en"), book(), 5.0, 9.0)
    bare = replace(face("s", "c", CARD), nodes=())
    front = replace(bare, nodes=words.nodes)
    pages = [
        Sheet(papers()["a4"], "front", "t", "1", furniture=nodes)
        for nodes in (words.nodes, (thumbnail(front, 10.0, 10.0, 0.3),), (thumbnail(bare, 10.0, 10.0, 0.3),))
    ]
    data = pdf_bytes(pages, PdfMeta("t", "", "", "en"), book())
    plain, small, _ = pypdf.PdfReader(io.BytesIO(data)).pages
    assert plain.extract_text().split() == ["Iron", "Legion"]
    assert not small.extract_text().split()
    seen = pypdfium2.PdfDocument(data)
    assert [page.get_textpage().get_text_range().split() for page in seen] == [["Iron", "Legion"], [], []]
    seen_small, seen_bare = (pdf_picture(data, page, fine=1) for page in (1, 2))
    assert (seen_small < seen_bare).any(), "they are drawn all the same"


@pytest.mark.parametrize(("players", "said"), [((1, 1), "1 player"), ((2, 2), "2 players"), ((3, 5), "3–5 players")])
def test_the_cover_counts_in_words(players: tuple[int, int], said: str) -> None:
    own = replace(game(), players=players)
    cards = [piece("a", CARD, 9, set_="skill")]
    sheets, _ = impose(cards, job(), book())
    (cover,) = cover_sheets(own, cards, sheets, job(), Studio(PROJECT))
    assert said in list(strings(cover.furniture))


@pytest.mark.some(1)
@pytest.mark.parametrize("shift", [-0.4, 0.0, 0.3])
def test_the_fine_scales_tell_tenths_of_a_millimetre(shift: float) -> None:
    """A back that the printer shifts meets the front's ticks at the figure to write, which moves it back."""
    paper = papers()["a4"]
    front, back = calibration_sheets(paper, "en", job().words, book())
    y = paper.height / 2 + 30

    def ticks(sheet: Sheet) -> list[float]:
        boxes = (b for b in reach(sheet.furniture) if b[2] - b[0] < 0.2 and b[3] - b[1] > 2 and b[1] < y <= b[3] + 0.1)
        return sorted(x for b in boxes if abs(x := (b[0] + b[2] - paper.width) / 2) < 11)

    seen, own = [-x for x in ticks(front)], ticks(back)
    assert (len(seen), len(own)) == (11, 11)
    met = min(own, key=lambda x: min(abs(x + shift - other) for other in seen))
    assert round(-met / 0.9) / 10 == pytest.approx(-shift)


@pytest.mark.some(0)
@pytest.mark.parametrize(("language", "names"), [("en", ["Cards", "Card"]), ("ja", ["カード", "カード"])])
def test_what_there_is_more_of_is_called_by_its_plural(mini_copy: Project, language: str, names: list[str]) -> None:
    file = mini_copy.components / "mini" / "cards.yaml"
    file.write_text(file.read_text().replace("kind: card", "plural: {en: Cards}\nkind: card"))
    own, findings = load_game(mini_copy, "mini")
    assert own is not None
    assert not [f for f in findings if f.code == "D007"]
    front = face("card", "dawn", CARD)
    found = [contents(own, [Piece(front, None, n)], job(language=language))[0].name for n in (2, 1)]
    assert found == names
    order = Order((language,), ("a4",))
    assert job_of(mini_copy, own, language, order, "a4").name_of("card") == names[0]
