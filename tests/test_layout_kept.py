"""Faces kept between runs: the same bytes and findings as without, and nothing is drawn twice."""

from __future__ import annotations

import marshal
import re
import subprocess
import time
from random import Random
from zlib import crc32

import pytest

from generator import cache
from generator.data.reading import incremental, load
from generator.diagnostics.codes import CODES, Severity
from generator.engine import registry
from generator.engine.meaning import quantities, translations
from generator.engine.registry import Desk, checks_on
from generator.face.face import flat, unflat
from generator.layout import assets, draw, facecache
from generator.pipeline import check_all
from generator.production import Made, Order, build
from generator.project import OPENED, Project
from generator.versions import build_changed
from tests.conftest import ROOT, tool


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A cache folder of its own, in which also what was written just now is kept."""
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "TICK", 0)
    return tmp_path / "cache"


@pytest.fixture
def drawn(monkeypatch):
    """The names of the faces that are really drawn."""
    names = []
    really = draw._drawn

    def noted(studio, subject):
        names.append(f"{subject.language} {subject.owner.id}/{subject.item.id} {subject.side}")
        return really(studio, subject)

    monkeypatch.setattr(draw, "_drawn", noted)
    return names


def made(project, game="mini", checked=True):
    """All that a run of a process of its own tells and makes."""
    cache._OPENED.clear()
    outputs, findings, _ = build(project, game, Order())
    return [(o.name, o.data, o.about, o.shows) for o in outputs], findings, check_all(project, game) if checked else []


def without(monkeypatch, project, *how):
    with monkeypatch.context() as off:
        off.setenv("PNP_CACHE", "off")
        return made(project, *how)


def edit(name, old, new):
    def work(root):
        path = root / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return work


CARDS, GAME = (f"components/mini/{name}.yaml" for name in ("cards", "game"))
DAWN = ("ja card/dawn front", "en card/dawn front")
EDITS = {
    "lines move": (edit(CARDS, "id: card\n", "# one\n# two\n\nid: card\n"), ()),
    "words of one card": (edit(CARDS, "en: Dawn", "en: Daybreak"), DAWN),
    "a card too long": (edit(CARDS, "en: Dawn", f"en: {'Dawn' * 20}"), DAWN),
    "copies": (edit(CARDS, "count: 2", "count: 3"), None),
    "a card's suit": (edit(CARDS, "suit: moon", "suit: sun"), ("ja card/dusk front", "en card/dusk front")),
    "a term": (edit(GAME, "en: sun}", "en: star}"), None),
    "a template": (edit("layouts/mini/card.svg", 'r="2.4"', 'r="2.2"'), None),
    "an included part": (edit("layouts/mini/parts/frame.svg", "</svg>", '<path d="M1 1h9v2z"/></svg>'), None),
    "a size": (lambda root: (root / "layouts/sizes.yaml").write_text("small: {shape: circle, diameter: 20}"), None),
    "an icon": (lambda root: next((root / "layouts").rglob("icons/*.svg")).unlink(), None),
    "another order": (
        edit(
            CARDS,
            "  - id: noon",
            "  - {id: eve, name: {ja: 夜, en: Eve}, text: {ja: 夜, en: Eve}, suit: sun}\n  - id: noon",
        ),
        ("ja card/eve front", "en card/eve front"),
    ),
}


SELDOM = {"lines move", "copies", "a card's suit", "a term", "an included part", "a size", "an icon"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "again"),
    [pytest.param(*row, id=name, marks=pytest.mark.slow if name in SELDOM else ()) for name, row in EDITS.items()],
)
def test_an_edit_draws_what_it_touches(mini_copy, store, drawn, monkeypatch, change, again):
    made(mini_copy)
    change(mini_copy.root)
    expected = without(monkeypatch, mini_copy)
    drawn.clear()
    assert made(mini_copy) == expected
    assert again is None or set(drawn) <= set(again)


def test_a_game_in_one_language_more_is_looked_at_anew(pnp, tmp_path, store, monkeypatch):
    """A face that is the same in all languages, too: its label is in one of them."""
    (tmp_path / "deck.csv").write_text("Name,Cost\nAlda,2\nBoro,3\nCarl,4\n", "utf-8")
    texts = "".join(
        f'<text x="9" y="{y}" font-size="5">{words}</text>' for y, words in ((20, "Name"), (40, "Your turn"))
    )
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{texts}</svg>'
    (tmp_path / "card.svg").write_text(drawing, "utf-8")
    assert pnp("new", "isle", "--from", "deck.csv", "--template", "card.svg", "--lang", "en").returncode == 0
    root, project = tmp_path / "isle", Project(tmp_path / "isle")
    assert "L016" not in {f.code for f in made(project, "isle")[2]}
    game = root / "components" / "isle" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("[en]", "[en, de]"), "utf-8")
    expected = without(monkeypatch, project, "isle")
    assert "L016" in {f.code for f in expected[2]}
    assert made(project, "isle") == expected


@pytest.mark.slow
def test_a_template_is_read_only_to_draw_by_it(mini_copy, store, monkeypatch):
    """What is wrong with it is told all the same, also if that is since another set has no such field any more."""
    read = []
    really = assets.read_svg
    monkeypatch.setattr(assets, "read_svg", lambda path, *rest: read.append(path) or really(path, *rest))
    edit("layouts/mini/chip.svg", "</svg>", '<g pnp:if="items.card[0].rule"/></svg>')(mini_copy.root)
    edit(CARDS, "rule: play.gain", "# nobody has a rule")(mini_copy.root)
    steps = [
        (lambda _: None, set()),
        (edit(CARDS, "en: Dawn", "en: Daybreak"), {"card", "frame", "sun", "chip"}),
        (edit(CARDS, "rule: rule?", "# and nobody may"), {"card", "frame", "sun", "chip", "moon", "card-back", "tile"}),
    ]
    made(mini_copy)
    for change, needed in steps:
        change(mini_copy.root)
        expected = without(monkeypatch, mini_copy)
        read.clear()
        assert made(mini_copy) == expected
        assert {path.stem for path in read if path.is_relative_to(mini_copy.root)} <= needed
    assert "T021" in {f.code for f in expected[2]}


OF_SETS = {  # others: any edits, below
    "size of a set": edit(CARDS, "size: poker-metric", "size: bridge"),
    "back of a set": edit(CARDS, "back: card-back", "# and no back"),  # no line moves
    "field of a set": edit(CARDS, "  rule: rule?", "  rule: rule"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [pytest.param(row, id=k, marks=() if k == "back of a set" else pytest.mark.slow) for k, row in OF_SETS.items()],
)
def test_a_watch_sees_each_edit(mini_copy, store, monkeypatch, change):
    """Also of what all items of a set have in common: they are the very same, and their faces are not."""
    monkeypatch.setattr(load, "SMALL", 0)
    monkeypatch.setattr(incremental, "_IS_ON", True)

    def told():
        return [build(mini_copy, "mini", Order(("en",))), check_all(mini_copy, "mini")]

    before = told()
    assert told() == before
    change(mini_copy.root)
    after = told()
    monkeypatch.setattr(incremental, "_IS_ON", False)
    monkeypatch.setenv("PNP_CACHE", "off")
    assert after == told()


@pytest.mark.slow
def test_stamps_go_back_onto_their_faces(mini_copy, store, drawn, monkeypatch):
    """What had to be listed, since another card of its set had no place for its stamp, need not be any more."""
    mess = '<path pnp:if="item.count > 2" d="M4 80h55v3h-55z" fill="#777777"/>\n</svg>'
    edit("layouts/mini/card.svg", "</svg>", mess)(mini_copy.root)
    edit(CARDS, "count: 2", "count: 4")(mini_copy.root)
    listed = made(mini_copy, checked=False)
    for count in ("count: 4", "count: 3"):
        edit(CARDS, count, "count: 2")(mini_copy.root)
    expected = without(monkeypatch, mini_copy, "mini", False)
    drawn.clear()
    assert made(mini_copy, checked=False) == expected != listed
    assert "ja card/noon front" in drawn  # which nobody had looked at for a place


def spoilt(data):
    """A file of faces, damaged in several ways."""
    yield b""
    yield data[:-9]
    yield data[:200] + b"?" + data[201:]
    yield cache.seal(crc32(b"?"), 1) + b"?"
    state, *parts = cache._unframed(data[16:])
    rows = [row for part in parts for row in part.items()]
    for then, some in ((state, rows[::2]), ("of another time", rows)):
        whole = cache._framed(then) + cache._framed(dict(some))
        yield cache.seal(crc32(whole), len(whole)) + whole


@pytest.mark.slow
def test_damage_is_drawn_anew(mini_copy, store, drawn, monkeypatch):
    expected = without(monkeypatch, mini_copy)
    assert made(mini_copy) == expected
    whole = {path: path.read_bytes() for path in store.iterdir()}
    assert len(whole) == 3  # for sheets, and for a look in two languages
    for damaged in zip(*map(spoilt, whole.values()), strict=True):
        for path, data in zip(whole, damaged, strict=True):
            path.write_bytes(data)
        assert made(mini_copy) == expected
        drawn.clear()
        assert made(mini_copy) == expected
        assert drawn == []


@pytest.mark.slow
def test_a_game_of_many_shapes_and_pictures_is_the_same(store, drawn, monkeypatch):
    """Boards, hexes, dice, patterns, gradients ... of a bundled game."""
    project = Project(ROOT)
    game = project.games()[-1]
    expected = without(monkeypatch, project, game, False)
    assert made(project, game, False) == expected
    drawn.clear()
    assert made(project, game, False) == expected
    assert drawn == []


@pytest.mark.slow
def test_an_old_version_is_drawn_once(mini_copy, store, drawn, monkeypatch):
    """A revision, wherever it is unpacked."""
    git = [tool("git"), "-C", str(mini_copy.root), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], check=True)
    edit(CARDS, "en: Dawn", "en: Daybreak")(mini_copy.root)

    def swapped():
        cache._OPENED.clear()
        outputs, findings, _ = build_changed(mini_copy, "mini", Order(("en",), since="HEAD", at=mini_copy.root))
        return [(o.name, o.data) for o in outputs], findings

    with monkeypatch.context() as off:
        off.setenv("PNP_CACHE", "off")
        expected = swapped()
    assert expected[0]
    assert swapped() == expected
    drawn.clear()
    assert swapped() == expected
    assert drawn == []


@pytest.mark.slow
def test_what_was_just_written_is_not_kept(mini_copy, store, monkeypatch):
    """A file may change again within the grain of its times."""
    monkeypatch.setattr(cache, "TICK", 10**12)
    made(mini_copy)
    assert not any(store.iterdir())


@pytest.mark.parametrize(("fraction", "known"), [(0, False), (1, True)])
def test_times_in_whole_seconds_are_coarse(fraction, known, tmp_path, monkeypatch):
    """What was written a second ago may have changed since, where a disk tells no parts of a second."""
    (tmp_path / "card.svg").write_text("<svg/>")
    second = (time.time_ns() // 10**9 - 1) * 10**9
    monkeypatch.setattr(cache, "modified_at", lambda _: second + fraction)
    assert bool(cache.stable_state(((str(tmp_path),), (), (), ()), ())) == known


@pytest.mark.parametrize(
    ("home", "name"), [("tests/mini", "mini"), pytest.param(".", Project(ROOT).games()[0], marks=pytest.mark.slow)]
)
def test_nodes_come_back_as_they_were(home, name):
    from generator.layout.draw import Studio, draw_game
    from generator.pipeline import load_game

    project = Project((ROOT / home).resolve())
    pieces, _ = draw_game(Studio(project), load_game(project, name)[0], "ja")
    for _, _, front, back, _ in pieces:
        for node in (*front.printed, *(back.printed if back else ())):
            assert unflat(marshal.loads(marshal.dumps(flat(node)))) == node  # noqa: S302


def test_plain_data_is_of_values_not_of_places():
    with pytest.raises(ValueError, match="object"):
        facecache.plain_value([object()], "en")
    assert facecache.plain_value({"a": (1, 2.5, None, "x")}, "en") == [["a", [1, 2.5, None, "x"]]]


SUITS = ("sun", "moon")
FONTS = """\
families:
  body: {{regular: [BIZUDPGothic-{0}], bold: [BIZUDPGothic-Bold]}}
adjust:
  BIZUDPGothic-Bold: {{scale: {1}}}
"""


def a_card(root, random):
    words = "".join(random.sample("日月火水木金土王女神", 4))
    rewritten(root / CARDS, r"name: \{ja: [^,}]*", f"name: {{ja: {words}", random)


def a_suit(root, random):
    rewritten(root / CARDS, r"suit: \w+", f"suit: {random.choice(SUITS)}", random)


def a_number(root, random):
    rewritten(root / CARDS, r"count: \d", f"count: {random.randrange(1, 4)}", random)


def a_size(root, random):
    rewritten(root / CARDS, r"(?m)^size: .*", f"size: {random.choice(['poker', 'bridge', '63 x 88'])}", random)


def an_item_more(root, random):
    eve = f"{{id: x{random.randrange(99)}, name: {{ja: 夜, en: Eve}}, text: {{ja: 夜, en: Eve}}, suit: sun}}"
    rewritten(root / CARDS, "  - id: ", f"  - {eve}\n  - id: ", random)


def a_line_more(root, random):
    rewritten(root / CARDS, "(?m)^", "# a remark\n", random)


def a_term(root, random):
    rewritten(root / GAME, r"en: \w+\}", f"en: {random.choice(['sun', 'star', 'moon', 'orb'])}}}", random)


def a_template(root, random):
    rewritten(root / "layouts/mini/card.svg", r'r="[\d.]+"', f'r="2.{random.randrange(9)}"', random)


def a_font(root, random):
    folder = root / "layouts/fonts"
    folder.mkdir(exist_ok=True)
    words = FONTS.format(random.choice(["Regular", "Bold"]), random.choice([0.9, 1.1]))
    (folder / "fonts.yaml").write_text(words, "utf-8")


def a_paper(root, random):
    words = f"a4: {{name: A4, width: 210, height: 297, margin: {random.choice([5, 8, 10])}}}\n"
    (root / "layouts/papers.yaml").write_text(words, "utf-8")


ANY = [a_card, a_card, a_suit, a_number, a_size, an_item_more, a_line_more, a_term, a_template, a_font, a_paper]


def rewritten(path, pattern, new, random):
    """One place of a file, which one is left to chance."""
    text = path.read_text("utf-8")
    found = random.choice([*re.finditer(pattern, text)])
    path.write_text(text[: found.start()] + new + text[found.end() :], "utf-8")


def damaged(store, random):
    """A file cut short, or with another byte, or of another version; or nothing is left, or half."""
    files = sorted(path for path in store.iterdir() if path.is_file() and path.stat().st_size)
    for path in random.sample(files, random.randrange(len(files) + 1)):
        data = bytearray(path.read_bytes())
        data[random.randrange(len(data))] ^= 1
        path.write_bytes(random.choice([b"", data, data[:99]]))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "steps"), [(1, 4), pytest.param(2, 8, marks=pytest.mark.slow)])
def test_any_edits_give_the_same_with_and_without(mini_copy, store, monkeypatch, seed, steps):
    """In one process, as a watch runs, and in several, which also find what others left behind."""
    random = Random(seed)  # noqa: S311 (an edit is no secret)
    order = Order(papers=("a4",))
    monkeypatch.setattr(load, "SMALL", 0)  # so that members of files are remembered
    monkeypatch.setattr(incremental, "FEW", 1_000)
    monkeypatch.setattr(incremental, "_IS_ON", True)
    for _ in range(steps):
        random.choice(ANY)(mini_copy.root, random)
        if random.random() < 0.4:
            cache._OPENED.clear()
            if random.random() < 0.5 and store.is_dir():
                damaged(store, random)
        if random.random() < 0.3:
            order = Order(papers=(random.choice(["a4", "letter"]),), ink_saver=random.random() < 0.3)
        with monkeypatch.context() as off:
            off.setenv("PNP_CACHE", "off")
            off.setattr(incremental, "_IS_ON", False)
            expected = build(mini_copy, "mini", order), check_all(mini_copy, "mini")
        early: list[Made] = []
        made_now = build(mini_copy, "mini", order, ready=early.append)
        assert (made_now, check_all(mini_copy, "mini")) == expected
        assert [early_made.outputs for early_made in early] == ([made_now.outputs] if made_now.outputs else [])


def test_the_files_are_ready_before_it_is_looked_at_what_the_game_means(mini_copy, monkeypatch):
    """Who watches sees the sheets first; what is told is the same."""
    edit(CARDS, "en: Dawn", "en: Dawn (")(mini_copy.root)
    steps, really = [], registry.run_checks

    def looked(desk, slow=False, **more):
        steps.append("slow" if slow else "quick")
        return really(desk, slow, **more)

    monkeypatch.setattr(registry, "run_checks", looked)
    plain = build(mini_copy, "mini", Order())
    assert steps == ["slow", "quick"]
    steps.clear()
    monkeypatch.setattr(incremental, "_IS_ON", True)
    assert build(mini_copy, "mini", Order(), ready=lambda _: steps.append("ready")) == plain
    assert steps == ["quick", "ready", "slow"]
    assert "L006" in {f.code for f in plain[1]}


def test_what_a_check_found_a_build_finds_without_a_look(mini_copy, store, monkeypatch):
    """Edits of a commit apart; after an edit, or a commit, all is looked at."""
    looks, really = [], registry.run_checks
    monkeypatch.setattr(registry, "run_checks", lambda *how, **asked: looks.append(how) or really(*how, **asked))
    git = [tool("git"), "-C", str(mini_copy.root), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], check=True)

    def told(looked):
        with monkeypatch.context() as off:
            off.setenv("PNP_CACHE", "off")
            expected = check_all(mini_copy, "mini"), build(mini_copy, "mini", Order())[1]
        looks.clear()
        cache._OPENED.clear()
        OPENED.clear()
        assert (check_all(mini_copy, "mini"), build(mini_copy, "mini", Order())[1]) == expected
        assert bool(looks) == looked
        return [f.code for f in expected[0]]

    assert "M026" not in told(looked=True)
    edit("components/mini/rules.yaml", "Open the box first.", "Throw the box away.")(mini_copy.root)
    assert "M026" in told(looked=True)
    told(looked=False)
    subprocess.run([*git, "commit", "-qam", "two"], check=True)
    assert "M026" not in told(looked=True)
    told(looked=False)


@pytest.mark.slow
def test_what_words_say_is_worked_out_once(mini_copy, store, monkeypatch):
    """Of words that are edited, anew; and where what was kept is damaged."""
    fresh, put = [], cache.Store.put
    monkeypatch.setattr(
        cache.Store, "put", lambda own, key, value: fresh.append(own.name.partition("-")[0]) or put(own, key, value)
    )

    def told():
        with monkeypatch.context() as off:
            off.setenv("PNP_CACHE", "off")
            expected = check_all(mini_copy, "mini")
        for work in (translations.contradiction, translations._changed_in_words, quantities._equation):
            work.cache_clear()
        cache._OPENED.clear()
        fresh.clear()
        assert check_all(mini_copy, "mini") == expected
        return "words" in fresh, "L014" in {f.code for f in expected}

    line = edit(CARDS, "id: card\n", "# a line more\nid: card\n")
    assert told() == (True, False)
    line(mini_copy.root)
    assert told() == (False, False)
    file = next(store.glob("words-*"))
    for damaged in (*spoilt(file.read_bytes()),)[1:4]:
        file.write_bytes(damaged)
        line(mini_copy.root)  # else nothing is looked at
        assert told() == (True, False)
    edit("components/mini/rules.yaml", "Gain the {sun}", "Do not gain the {sun}")(mini_copy.root)
    assert told() == (True, True)


def test_what_is_looked_at_late_is_no_error():
    quick = checks_on(Desk, *registry.SLOW)
    late = {CODES[code].severity for code, work in checks_on(Desk) if (code, work) not in quick}
    assert Severity.ERROR not in late


def test_what_is_asked_for_stays_and_of_the_rest_as_much_again(store):
    def opened():
        return cache.Store("values", "state")

    first = opened()
    for n in range(300):
        first.put(b"%d" % n, n)
    first.save()
    again = opened()
    assert again.get(b"250") == 250
    again.put(b"new", "new")
    again.save()
    kept = opened()
    assert (kept.get(b"250"), kept.get(b"new")) == (250, "new")
    assert sum(kept.get(b"%d" % n) is not None for n in range(300)) == 1 + 102
    assert cache.Store("values", "other").get(b"250") is None


@pytest.mark.slow
def test_fonts_are_opened_once_in_a_process(mini_copy, store, monkeypatch):
    """And again when one of them changed."""
    monkeypatch.setattr(assets, "_BOOKS", {})
    opened, really = [], assets.open_fonts
    monkeypatch.setattr(assets, "open_fonts", lambda *about: opened.append(1) or really(*about))
    for card in ("a", "b"):
        edit(CARDS, "en: D", f"en: D{card}")(mini_copy.root)
        build(mini_copy, "mini", Order())
    assert len(opened) == 1
    for scale in (0.9, 1.1):
        (mini_copy.root / "layouts/fonts").mkdir(exist_ok=True)
        (mini_copy.root / "layouts/fonts/fonts.yaml").write_text(FONTS.format("Bold", scale), "utf-8")
        made_now = build(mini_copy, "mini", Order())
        with monkeypatch.context() as off:
            off.setenv("PNP_CACHE", "off")
            assert build(mini_copy, "mini", Order()) == made_now
    assert len(opened) == 5
