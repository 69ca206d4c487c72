"""Seeded damage to YAML, SVG, CSV, markup and formulas: nothing but findings may come of it, in time, and no file outside
the project may be opened.

    PNP_FUZZ=5000 .venv/bin/pytest tests/test_hostile_fuzz.py -s     the full number (ten minutes); tells the slowest
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from generator.data.build import read_game
from generator.data.formula import ExpressionError, compile_expression
from generator.data.load import load_text
from generator.data.markup import parse_markup
from generator.data.model import FieldKind
from generator.data.tables import read_table
from generator.engine.registry import check_game
from generator.findings import Fault, in_order
from generator.layout.draw import Studio, draw_game
from generator.layout.resolve import problems
from generator.pipeline import check
from generator.project import Project
from generator.typeset.fonts import open_fonts
from tests.conftest import ROOT
from tests.hostile.mutate import PLAIN_TOKENS, SVG_TOKENS, YAML_TOKENS, mutated

FULL = int(os.environ.get("PNP_FUZZ", "0"))
MINI = ROOT / "tests" / "mini"
SECONDS = 10
OPENED: list[str] = []
WATCHING = [False]
HOMES = tuple(str(Path(p).resolve()) for p in {ROOT, sys.prefix, sys.base_prefix})


def _hook(event, arguments):
    if WATCHING[0] and event in ("open", "socket.connect", "subprocess.Popen", "os.exec", "os.system"):
        OPENED.append(f"{event} {arguments[0]!r}" if event != "open" else str(arguments[0]))


sys.addaudithook(_hook)


class Late(Exception):
    """A case took too long."""


def _ring(*_):
    raise Late


class Book:
    """The times of a run."""

    def __init__(self):
        self.slowest = (0.0, 0)
        self.refused = self.count = 0

    @contextmanager
    def case(self, number):
        """One case: its time taken, its stray files found, its Fault counted."""
        OPENED.clear()
        WATCHING[0] = True
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        start = time.monotonic()
        try:
            yield
        except (Fault, ExpressionError):
            self.refused += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            WATCHING[0] = False
            self.count += 1
            self.slowest = max(self.slowest, (time.monotonic() - start, number))

    def strays(self, project):
        home = str(project.resolve())
        names = [os.path.realpath(n) for n in OPENED if not n.isdigit()]
        return [n for n in names if not n.startswith((home, *HOMES))]

    def tell(self, what):
        seconds, number = self.slowest
        if FULL:
            print(f"\n{what}: {self.count} cases, {self.refused} refused, slowest {seconds:.2f} s (seed {number})")


def amount(few, share=1):
    """How many cases: a few, or a share of the full number."""
    return FULL // share or few


@pytest.fixture(scope="module")
def mini_here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz") / "mini"
    shutil.copytree(MINI, folder)
    return Project(folder)


MINI_FILES = ["cards", "chips", "game", "rules", "setup", "tiles"]


@pytest.mark.parametrize("name", MINI_FILES)
def test_damaged_yaml_of_the_mini_game(mini_here, name):
    """Read, checked, drawn and looked at to the end, in both languages."""
    path = mini_here.components / "mini" / f"{name}.yaml"
    good, book = path.read_bytes(), Book()
    try:
        for number in range(amount(240) // len(MINI_FILES)):
            path.write_bytes(mutated(good, Random(f"{name}{number}"), YAML_TOKENS))  # noqa: S311
            with book.case(number):
                found = check(mini_here, "mini")
                assert all(f.message and f.mark.file for f in found)
            assert book.strays(mini_here.root) == []
    finally:
        path.write_bytes(good)
    book.tell(f"{name}.yaml")


BUNDLED = sorted(p.relative_to(ROOT / "components") for p in (ROOT / "components").glob("*/*.yaml"))


def test_damaged_yaml_of_the_bundled_games(tmp_path):
    """Read and checked, without drawing."""
    shutil.copytree(ROOT / "components", tmp_path / "components")
    shutil.copytree(ROOT / "layouts", tmp_path / "layouts")
    project, book = Project(tmp_path), Book()
    for number in range(amount(60, 5)):
        dice = Random(number)  # noqa: S311
        path = project.components / dice.choice(BUNDLED)
        games = [g for g in project.games() if g == path.parent.name] or project.games()[:1]
        good = path.read_bytes()
        path.write_bytes(mutated(good, dice, YAML_TOKENS))
        with book.case(number):
            game, findings = read_game(project, games[0])
            in_order([*findings, *(check_game(project, game) if game else ())])
        assert book.strays(project.root) == []
        path.write_bytes(good)
    book.tell("bundled YAML")


MINI_DRAWINGS = ["card.svg", "card-back.svg", "chip.svg", "tile.svg", "icons/sun.svg", "parts/frame.svg"]


def drawn(project, game, book, only=None):
    studio = Studio(project)
    studio.__dict__["book"] = book
    for language in game.languages[:1]:
        pieces, findings = draw_game(studio, game, language, only=only)
        assert all(f.message and f.mark.file for f in findings)
        assert [p for _, _, front, back, _ in pieces for face in (front, back) if face for p in problems(face)] == []


@pytest.mark.parametrize("name", MINI_DRAWINGS)
def test_damaged_drawings_of_the_mini_game(mini_here, name):
    game, _ = read_game(mini_here, "mini")
    fonts = open_fonts(mini_here)
    path = mini_here.layouts / "mini" / name
    good, book = path.read_bytes(), Book()
    try:
        for number in range(amount(240) // len(MINI_DRAWINGS)):
            path.write_bytes(mutated(good, Random(f"{name}{number}"), SVG_TOKENS))  # noqa: S311
            with book.case(number):
                drawn(mini_here, game, fonts)
            assert book.strays(mini_here.root) == []
    finally:
        path.write_bytes(good)
    book.tell(name)


def test_damaged_drawings_of_the_bundled_games(tmp_path):
    """A card of each kind with its template or a part of it damaged."""
    shutil.copytree(ROOT / "layouts", tmp_path / "layouts")
    shutil.copytree(ROOT / "components", tmp_path / "components")
    project, book = Project(tmp_path), Book()
    fonts = open_fonts(project)
    games = {name: read_game(project, name)[0] for name in project.games()}
    users = {}
    for game in games.values():
        for owner in game.sets.values():
            for name in {owner.layout, owner.back} - {""}:
                path = project.layout_file(*(f"{folder}/{name}.svg" for folder in game.folders), f"{name}.svg")
                users.setdefault(path, (game, owner))
    paths = sorted(users)
    for number in range(amount(40, 5)):
        dice = Random(number)  # noqa: S311
        path = dice.choice(paths)
        game, owner = users[path]
        good = path.read_bytes()
        path.write_bytes(mutated(good, dice, SVG_TOKENS))
        with book.case(number):
            drawn(project, first_only(game, owner), fonts, only=(owner.id,))
        assert book.strays(project.root) == []
        path.write_bytes(good)
    book.tell("bundled SVG")


def first_only(game, owner):
    """The game with one item in a set."""
    from dataclasses import replace

    return replace(game, sets={**game.sets, owner.id: replace(owner, items=owner.items[:1])})


MARKUP = [
    "Take {food}{food:both}, see [[play.gain]] and **keep {=hand-size}**.\n\n{夕暮|ゆうぐ}れ \\{x\\} {@card/dawn} {#card}",
    "**{sun}** [[a.b]] {=a} \\\\ \\* {a|b}",
]


def test_damaged_markup():
    book = Book()
    for number in range(amount(400)):
        dice = Random(number)  # noqa: S311
        source = mutated(dice.choice(MARKUP).encode(), dice, PLAIN_TOKENS).decode("utf-8", "replace")
        with book.case(number):
            tokens, faults = parse_markup(source)
            assert all(0 <= t.start <= t.end <= len(source) for t in tokens)
            assert all(0 <= f.start < max(1, len(source)) for f in faults)
    book.tell("markup")


FORMULAS = [
    "10 per people", "rounds * players + 2 ** 3 - pieces['card'] // 2 % 7", "item.name|upper ~ ' ' ~ (item.count|default(1))",
    "items|sort(attribute='count')|join(', ') if item.suit in ['sun', 'moon'] and not x is defined else {'a': 1}.a[0:2]",
]  # fmt: skip
SCOPE = {
    "item": {"id": "one", "name": "One", "count": 2, "suit": {"id": "sun", "color": "#ffffff"}, "list": [1, 2.5, "x", None, True]},
    "items": [{"id": "a", "count": 1}, {"id": "b", "count": 3}], "rounds": 3, "players": 4, "pieces": {"card": 9}, "x": [[1], [2]],
}  # fmt: skip


def test_damaged_formulas():
    book, before = Book(), repr(SCOPE)
    for number in range(amount(1_000)):
        dice = Random(number)  # noqa: S311
        source = mutated(dice.choice(FORMULAS).encode(), dice, PLAIN_TOKENS).decode("utf-8", "replace")
        with book.case(number):
            compile_expression(source).evaluate(SCOPE)
    assert repr(SCOPE) == before
    book.tell("formulas")


TABLE = 'id,qty,name.ja,name.en,cost,rare,cells\nfarm,2,農場,"Farm, ""old""",3,true,sun;moon\nmill,1,風車,Mill,1.5,false,a=1;b\n'
FIELDS = {"cost": FieldKind("number"), "rare": FieldKind("flag"), "cells": FieldKind("list", of=FieldKind("text"))}


def test_damaged_tables(tmp_path):
    book, path = Book(), tmp_path / "t.csv"
    for number in range(amount(400)):
        path.write_bytes(mutated(TABLE.encode(), Random(number), PLAIN_TOKENS))  # noqa: S311
        with book.case(number):
            document, findings = read_table(path, "t.csv", FIELDS)
            assert document is not None or findings
    book.tell("CSV")


FOREIGN = ["layouts/papers.yaml", "layouts/sizes.yaml", "layouts/words.yaml", "layouts/fonts/fonts.yaml"]


def test_damaged_files_of_the_tool(tmp_path):
    """Papers, sizes, words and fonts of a project's own, through the whole street."""
    from generator.order import Order
    from generator.pipeline import build

    shutil.copytree(MINI, tmp_path / "mini")
    project, book = Project(tmp_path / "mini"), Book()
    for number in range(amount(40, 10)):
        dice = Random(number)  # noqa: S311
        name = dice.choice(FOREIGN)
        path = project.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(mutated((ROOT / name).read_bytes(), dice, YAML_TOKENS))
        with book.case(number):
            build(project, "mini", Order(languages=("en",), papers=("a4",)))
        assert book.strays(project.root) == []
        path.unlink()
    book.tell("papers, sizes, words, fonts")


def test_the_damage_is_the_same_every_time_and_is_damage():
    good = (MINI / "components" / "mini" / "cards.yaml").read_bytes()
    first, second = ([mutated(good, Random(n), YAML_TOKENS) for n in range(50)] for _ in range(2))  # noqa: S311
    assert first == second
    assert sum(m != good for m in first) > 45
    documents = [load_text(m.decode("utf-8", "replace"), "x.yaml")[0] for m in first]
    assert 5 < sum(d is None for d in documents) < 45  # some can be read still: the damage goes deep


def test_a_stray_file_would_be_seen(tmp_path):
    book = Book()
    with book.case(0):
        Path("/etc/hostname").open().close()
    assert book.strays(tmp_path) == ["/etc/hostname"]


def test_a_hang_would_be_seen(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "SECONDS", 0.1)
    with pytest.raises(Late), Book().case(0):
        time.sleep(5)
