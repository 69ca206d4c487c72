"""The law: what `pnp check` passes, `pnp build` builds; what it refuses, a build of all languages refuses."""

from __future__ import annotations

import os
import shutil
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator import pipeline, production
from generator.data.reading import load
from generator.diagnostics.findings import Fault, has_errors
from generator.production import Order
from generator.project import Project
from tests.conftest import ROOT
from tests.engine_kit import spoil
from tests.hostile.mutate import SVG_TOKENS, YAML_TOKENS, mutated

SLIPS = int(os.environ.get("PNP_FUZZ", "12"))
BOX = 'pnp:box="8 27 47 40"'
FOREIGN = ("papers.yaml", "sizes.yaml", "words.yaml", "fonts/fonts.yaml")


def errors(work, *asked) -> set[str]:
    """The codes of the errors that some work tells."""
    try:
        findings = work(*asked)
    except Fault as fault:
        findings = list(fault.findings)
    return {f.code for f in findings if has_errors([f])}


def built(project: Project, name: str, order: Order):
    """What a build tells. It makes files, or tells an error."""
    outputs, findings, _ = production.build(project, name, order)
    assert bool(outputs) != has_errors(findings)
    return findings


def verdicts(project: Project, name: str, **order) -> tuple[set[str], set[str]]:
    """The errors of a check, and of a build in all languages."""
    ordered = Order(languages=("all",), **order)
    return errors(pipeline.check_all, project, name), errors(built, project, name, ordered)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """The tiny game with a box of two lines, and other cards: gives a project for their texts."""
    folder = tmp_path_factory.mktemp("law") / "tiny"
    shutil.copytree(ROOT / "tests" / "hostile" / "base", folder)
    card, cards = folder / "layouts/tiny/card.svg", folder / "components/tiny/cards.yaml"
    card.write_text(card.read_text().replace(BOX, 'pnp:box="8 27 47 8.2"'))
    head = cards.read_text().split("items:")[0]

    def with_texts(texts) -> Project:
        rows = "".join(f'  - {{id: c{n}, name: Card {n}, text: "{text}"}}\n' for n, text in enumerate(texts))
        cards.write_text(f"{head}items:\n{rows}", encoding="utf-8")
        return Project(folder)

    return with_texts


LONG_WORD, LONG_WORDS = "uncharacteristicallyyyy ", "incomprehensibleness uncharacteristical compartmentalisi"


@pytest.mark.slow
def test_a_shorter_text_of_more_lines_is_found_among_a_thousand(tiny):
    """Its words are narrower than those of all others, but break worse."""
    texts = [f"{LONG_WORD}it is as we go on to do so as we may {n}" for n in range(1_005)]
    found = pipeline.check_all(tiny([*texts[:500], LONG_WORDS, *texts[500:]]), "tiny")
    assert [(f.code, f.mark.line) for f in found if f.code[0] in "FP"] == [("F011", 508)]


words = st.lists(
    st.sampled_from(["it", "go.", "「夜」", "夜明け、", "ーッ", "{coin}", "mag-", "5枚", *LONG_WORDS.split()]),
    max_size=14,
)


@settings(max_examples=20)
@example([LONG_WORDS.split()])
@given(st.lists(words, min_size=1, max_size=4))
def test_texts_near_the_limit_of_their_box(tiny, texts):
    told, refused = verdicts(tiny(map(" ".join, texts)), "tiny")
    assert told == refused


@pytest.mark.some(0, 1, 2, 3, 4, 5)
@pytest.mark.parametrize("number", range(SLIPS))
def test_a_slip_ends_check_and_build_alike(mini_copy, number):
    """In any file of the project, or of those that a project may have of its own."""
    dice = Random(number)  # noqa: S311
    paths = sorted(p for p in mini_copy.root.rglob("*.*") if p.is_file()) + [mini_copy.layouts / f for f in FOREIGN]
    path = dice.choice(paths)
    good = (path if path.exists() else ROOT / "layouts" / path.relative_to(mini_copy.layouts)).read_bytes()
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(mutated(good, dice, SVG_TOKENS if path.suffix == ".svg" else YAML_TOKENS))
    told, refused = verdicts(mini_copy, "mini")
    assert bool(told) == bool(refused), (path.name, told, refused)


PLATE = ("size: {shape: circle, diameter: 20}", "size: {shape: circle, diameter: 240}")
SHEET = ('width="20mm" height="20mm"', 'width="240mm" height="240mm"')


def test_what_a4_does_not_hold_is_built_on_the_paper_that_does(mini_copy):
    spoil(mini_copy, [("chips.yaml", *PLATE), ("chip.svg", *SHEET)])
    assert verdicts(mini_copy, "mini") == (set(), set())
    outputs, _, _ = production.build(mini_copy, "mini", Order())
    assert [o.name for o in outputs] == ["mini-a3-ja.pdf"]
    assert errors(built, mini_copy, "mini", Order(papers=("a4",))) == {"S001"}


def test_pieces_that_no_one_paper_holds(mini_copy):
    """Each of two plates has a paper, but not the same."""
    own = "a4: {width: 100, height: 100, margin: 0}\n" + "".join(f"{p}: {{width: 90, height: 90}}\n" for p in OTHERS)
    more = "wide: {width: 300, height: 300}\nlong: {width: 250, height: 900}\n"
    spoil(mini_copy, [("chips.yaml", *PLATE), ("chip.svg", *SHEET)])
    (mini_copy.layouts / "papers.yaml").write_text(own + more, encoding="utf-8")
    tall = ("tiles.yaml", "size: {", "size: {shape: polygon, points: [[0, 0], [99, 9], [90, 700], [0, 700]]} # {")
    bare = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" width="99mm" '
        'height="700mm"><path d="M9 9V40H5Z" pnp:d="\'M9 9V40H\' ~ item.count ~ \'Z\'"/></svg>'
    )
    spoil(mini_copy, [tall, ("tile.svg", None, bare)])
    assert verdicts(mini_copy, "mini") == ({"S001"}, {"S001"})


OTHERS = ("letter", "a3", "legal", "tabloid")


def test_designs_that_are_too_many_are_told_before_one_is_drawn(tiny, monkeypatch):
    project = tiny(["one"] * 60)
    monkeypatch.setattr("generator.sheet.preflight.MOST_SHEETS", 1)
    for file in ("impose", "preflight"):
        monkeypatch.setattr(f"generator.sheet.{file}.MOST_SHEETS", 1)
    monkeypatch.setattr("generator.layout.draw.draw_game", None)
    assert verdicts(project, "tiny") == ({"S002"}, {"S002"})


FEW = [f"generator.data.{room}.MAX_DESIGNS" for room in ("reading.load", "reading.tables", "build")]
ROWS = "".join(f"  - {{id: c{n}, name: A, text: B}}\n" for n in range(4))


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"cards.yaml": ("items:", f"items:\n{ROWS}")}, "cards.yaml:10"),
        (
            {"cards.yaml": ("items:", "from: t.csv\nitems:"), "t.csv": "id,name,text\n\na,A,B\nb,A,B\nc,A,B\nd,A,B"},
            "t.csv:6",
        ),
        ({f"{n}.yaml": f"id: s{n}\nname: S\nkind: card\nitems:\n{ROWS[:62]}" for n in range(2)}, "1.yaml:6"),
    ],
    ids=["in a file", "in a table", "in several files"],
)
def test_a_limit_of_designs(tiny, monkeypatch, files, place):
    """Told at reading, and before a large file is taken apart."""
    project = tiny(["one"])
    for file, change in files.items():
        path = project.components / "tiny" / file
        path.write_text(path.read_text().replace(*change) if isinstance(change, tuple) else change)
    for name in FEW:
        monkeypatch.setattr(name, 3)
    read, compose = [], load._compose
    monkeypatch.setattr(load, "_compose", lambda text: read.append(text) or compose(text))
    told = [f for f in pipeline.check_all(project, "tiny") if f.code == "Y016"]
    assert [f"{f.mark.file.rpartition('/')[2]}:{f.mark.line}" for f in told] == [place]
    assert verdicts(project, "tiny") == ({"Y016"}, {"Y016"})
    assert not any(ROWS in text for text in read)
    for file in files.keys() - {"cards.yaml"}:
        (project.components / "tiny" / file).unlink()


def test_nothing_is_drawn_after_a_thousand_errors_of_reading(tiny, monkeypatch):
    monkeypatch.setattr("generator.pipeline.MANY_ERRORS", 3)
    monkeypatch.setattr("generator.layout.draw.draw_game", None)
    project = tiny([f"{{cion{n}}}" for n in range(4)])
    found = pipeline.check_all(project, "tiny")
    assert [f.message for f in found if f.code == "Y017"] == [
        "4 errors: nothing is drawn, and what only drawing shows is not looked for"
    ]
    assert found[1].mark == found[0].mark  # at the first, where a long report still shows it
    assert verdicts(project, "tiny") == ({"R001"}, {"R001"})


def test_what_is_printed_only_if_asked_for_is_looked_at(mini_copy):
    edit = ("chips.yaml", "layout: chip", "layout: chip\nprinted: false")
    spoil(mini_copy, [edit, ("chip.svg", "item.value", "item.valeu")])
    assert verdicts(mini_copy, "mini", only=("chip",)) == ({"T021"}, {"T021"})
