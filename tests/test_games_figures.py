"""One number, wherever it stands: the draft, the database, `pnp parts`, the sheets."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict

import pytest

from tests.conftest import ROOT
from tests.games_kit import EVERY_BUILD, GAMES, cells, game_of, has_back, printed

every_game = pytest.mark.parametrize("game_id", GAMES)
DRAFTS = ROOT.parent / "shared" / "drafts"
HEADING = re.compile(r"◇\s*([^\s（(◇■]+)\s*[（(]([^（()）]*)[)）](.*?)(?=◇|■)", re.DOTALL)
COMMON = re.compile(r"(カード|タイル|トークン|ポーン|ボード|リング|コマ)$")


# ---- pnp parts -----------------------------------------------------------------------------------------------


@pytest.mark.some(0)
@every_game
def test_parts_tells_what_the_database_holds(game_id, pnp):
    done = pnp("parts", game_id, "--format", "json")
    assert done.returncode == 0, done.stderr
    game, told = game_of(game_id), json.loads(done.stdout)
    assert {"game": game_id, "version": game.version_word, "players": list(game.players)}.items() <= told.items()
    assert {c["id"] for c in told["components"]} == set(game.sets)
    for row in told["components"]:
        owner = game.sets[row["id"]]
        assert set(row["name"]) == set(game.languages)
        assert all(row["name"].values())
        assert row["kind"] == owner.kind
        assert row["printed"] is owner.printed
        assert row["designs"] == owner.designs
        assert row["count"] == (None if owner.count_open else sum(i.count for i in owner.items))
        assert row["expected"] == owner.expect
        if row["count"] is not None and row["expected"] is not None:
            assert row["count"] == row["expected"]


@pytest.mark.parametrize("order", EVERY_BUILD)
def test_parts_and_sheets_have_the_same_number_of_everything(order):
    game_id = order[0]
    found: Counter[tuple[str, str]] = Counter()
    for cell in cells(*order):
        fronts = {n for n in cell.names if n[2] == "front"}
        if fronts and (cell.whole or cell.window[0] < 0.01 > cell.window[1]):  # of a board, its upper left part
            found[min(fronts)[:2]] += 1
    wanted: Counter[str] = Counter()
    for owner, _, count in printed(game_id):
        wanted[owner.id] += count
    per_set: Counter[str] = Counter()
    for (set_id, _), count in found.items():
        per_set[set_id] += count
    assert per_set == wanted


# ---- the draft -----------------------------------------------------------------------------------------------


def draft_of(game_id: str) -> str:
    """The text of the draft that a game was made from."""
    found = sorted(DRAFTS.glob(f"{game_id}*.txt")) if DRAFTS.is_dir() else []
    if not found:
        pytest.skip("the drafts are not here")
    return found[0].read_text("utf-8")


def listed(draft: str) -> dict[str, tuple[str, str]]:
    """Name of a component -> (its figures, what is said of it), from the draft's component list."""
    start = draft.find("■ コンポーネント")
    part = draft[start : draft.find("■ ゲームの準備")] + "■" if start >= 0 else ""
    return {name: (figures, said) for name, figures, said in HEADING.findall(part) if re.search(r"\d", figures)}


def figure(words: str, others: int) -> int:
    """15枚 -> 15; 10枚+30枚 -> 40; 青8個、その他各3個 -> 8 + 3 for each of the others."""
    each = re.search(r"その他各(\d+)", words)
    plain = re.sub(r"その他各\d+", "", words)
    return sum(map(int, re.findall(r"\d+", plain))) + (int(each.group(1)) * others if each else 0)


def sets_of(game, heading: str):
    """The sets that a heading of the draft stands for: those whose name has its distinct part."""
    stem = COMMON.sub("", heading)
    return [s for s in game.sets.values() if stem in s.name.in_language("ja")]


def others_of(game, heading: str) -> int:
    """How many members of the kind that a heading names there are besides the one named first."""
    kinds = [k for k in game.kinds.values() if k.name.in_language("ja") and k.name.in_language("ja") in heading]
    return len(kinds[0].members) - 1 if kinds else 0


@pytest.mark.drafts
@every_game
def test_the_database_has_the_figures_of_the_draft(game_id):
    game = game_of(game_id)
    wrong = {}
    for heading, (figures, _) in listed(draft_of(game_id)).items():
        want = figure(figures, others_of(game, heading))
        have = sum(s.pieces or 0 for s in sets_of(game, heading))
        if want != have:
            wrong[heading] = (want, have)
    assert wrong == {}


@pytest.mark.drafts
@every_game
def test_each_people_has_what_the_draft_gives_it(game_id):
    game = game_of(game_id)
    for heading, (_, said) in listed(draft_of(game_id)).items():
        for subject, number in re.findall(r"(?:([^\s、。は「」]+)は)?各種族毎に(\d+)[枚個]", said):
            for per_people in shares(game, sets_of(game, heading), subject):
                assert set(per_people.values()) == {int(number)}, (heading, subject)
        if "裏面" in said:
            assert any(has_back(s, i) for s in sets_of(game, heading) for i in s.items), heading


def shares(game, sets, subject: str):
    """Pieces of each people in these sets; of the items that a term of that name marks, if one is named."""
    names = {t.id: t.name.in_language("ja") for t in game.terms.values()}
    peoples = next(k for k in game.kinds.values() if k.name.in_language("ja") == "種族")
    ids = {t.id for t in peoples.members}
    for owner in sets:
        found: dict[str, int] = defaultdict(int)
        for item in owner.items:
            marks = {v for v in item.values.values() if isinstance(v, str)}
            if not subject or subject in {names.get(m) for m in marks}:
                for people in marks & ids:
                    found[people] += item.count
        yield dict(found) if found else dict.fromkeys(ids, 0)


@pytest.mark.drafts
@every_game
def test_players_and_version_are_those_of_the_draft(game_id):
    draft, game = draft_of(game_id), game_of(game_id)
    players, version = re.search(r"(\d)\s*[〜～-]\s*(\d)人用", draft), re.search(r"草案(\d+)", draft[:60])
    if players:
        assert game.players == tuple(map(int, players.groups()))
    if version:
        assert all(re.search(rf"\D{version.group(1)}$", words) for words in game.version.words.values())
    assert players or version or not listed(draft), "nothing to compare"


def test_figures_are_read_as_they_are_meant():
    assert [figure(w, 4) for w in ("15枚", "10枚+30枚", "青8個、その他各3個", " 個")] == [15, 40, 20, 0]
    draft = "■ コンポーネント 3〜5人用 ◇ 石(4個) 各種族毎に2個。 ◇札（10枚+5枚） 裏面がある。 ◇棒( 個) 多い。"
    draft += " ■ ゲームの準備 ◇他(3枚)"
    assert listed(draft) == {"石": ("4個", " 各種族毎に2個。 "), "札": ("10枚+5枚", " 裏面がある。 ")}
