"""Papers and words: what the project and the bundle say."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import yaml

from generator.diagnostics.findings import Fault
from generator.project import Project
from generator.sheet.sheet import read_papers
from generator.words import phrase_of, read_words, unsaid
from tests.sheet_kit import PROJECT, papers


def project(tmp_path: Path, **files: str) -> Project:
    (tmp_path / "components").mkdir()
    (tmp_path / "layouts").mkdir()
    for name, text in files.items():
        (tmp_path / "layouts" / f"{name}.yaml").write_text(text, "utf-8")
    return Project(tmp_path)


def test_the_bundled_papers() -> None:
    assert {(p.id, p.width, p.height) for p in papers().values()} >= {("a4", 210, 297), ("letter", 215.9, 279.4)}


def test_a_project_adds_papers_and_they_are_upright(tmp_path: Path) -> None:
    own = ["b5: {name: B5, width: 257, height: 182}", "a4: {name: mine, width: 210, height: 290}"]
    found = read_papers(project(tmp_path, papers="\n".join([*own, "edge: {width: 90, height: 90, margin: 0}"])))
    assert (found["b5"].width, found["b5"].height, found["b5"].margin) == (182, 257, 5)
    assert (found["a4"].name, found["edge"].printable) == ("mine", (0, 0, 90, 90))
    assert "letter" in found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a4: {name: A4, width: 210mm, height: 297}", "paper `a4` has no `width` in millimetres; found `210mm`"),
        ("a4: {name: A4, height: 297}", "paper `a4` has no `width` in millimetres; found `None`"),
        ("a4: {width: 44, height: 90, margin: 4}", "paper `a4` leaves 36 mm between its margins; 40 are needed"),
        ("a4: 210x297", "paper `a4` is no mapping"),
        ("a4: {width: true, height: 297}", "paper `a4` has no `width` in millimetres; found `True`"),
        *(
            (
                f"'{name}': {{width: 210, height: 297}}",
                f"paper `{name}`: files get this name, and it is none for a file",
            )
            for name in ("../../x", "/x", "a/b", "a\\b", "..", ".a4", "a:b", "a*", "a?", "", " ", "a4 ", "x" * 60)
        ),
    ],
)
def test_a_paper_that_is_none(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(Fault) as caught:
        read_papers(project(tmp_path, papers=text))
    (finding,) = caught.value.findings
    assert (finding.code, finding.mark.file, finding.message) == ("S003", "layouts/papers.yaml", message)
    assert finding.hint
    assert finding.mark.line == 1


def test_a_paper_with_just_room_enough_is_one(tmp_path: Path) -> None:
    paper = read_papers(project(tmp_path, papers="card: {width: 60, height: 90, margin: 10}"))["card"]
    assert paper.printable == (10, 10, 50, 80)


def test_broken_yaml_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        read_papers(project(tmp_path, papers="a4: {name: A4\nb5: ["))
    assert {f.mark.file for f in caught.value.findings} == {"layouts/papers.yaml"}
    assert caught.value.findings[0].code.startswith("Y")
    assert caught.value.findings[0].mark.line > 0


def test_a_list_is_no_table_of_papers(tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        read_papers(project(tmp_path, papers="- a4"))
    assert [(f.code, f.message) for f in caught.value.findings] == [("Y025", "`papers.yaml` holds no entries")]


def test_words_fall_back_to_english_and_the_project_comes_first(tmp_path: Path) -> None:
    words = 'side.front: {it: Davanti}\nside.back: "<<"\ncaption.bar: {it: 5 cm}\nrules.rules: {en: How to play}'
    own = project(tmp_path, words=words)
    italian = read_words(own, "it")
    assert italian["side.front"] == "Davanti"
    assert italian["side.back"] == "<<"
    assert italian["cover.print"] == "Print"
    others = {language: read_words(own, language) for language in ("en", "ja")}
    assert [words["side.front"] for words in others.values()] == ["front", "表"]
    assert [words["caption.bar"] for words in (italian, others["en"])] == ["5 cm", "50 mm"]
    assert [words["rules.rules"] for words in (italian, *others.values())] == ["How to play", "How to play", "ルール"]


def test_words_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(Fault) as caught:
        read_words(project(tmp_path, words="side.front: 3"), "en")
    assert caught.value.findings[0].code == "S003"


TABLE: dict[str, dict[str, str]] = {
    path.stem: yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    for path in (PROJECT.layouts / "words").glob("*.yaml")
}
"""Language -> key -> words."""
ALIKE = TABLE.pop("zxx")
CAPTIONS = {"it", "pt", "nl", "pl", "zh"}
"""Languages that captions are said in, and nothing else."""


def test_each_language_says_every_word_with_the_same_places() -> None:
    assert {*TABLE} - CAPTIONS == {"ja", "en", "de", "fr", "es"}
    for key in {key for table in TABLE.values() for key in table}:
        entry, languages = {la: table[key] for la, table in TABLE.items() if key in table}, {*TABLE} - CAPTIONS
        assert set(entry) == languages | (CAPTIONS if key.partition(".")[0] in ("side", "caption") else set()), key
        assert {frozenset(places(words)) for words in entry.values()} == {frozenset(places(entry["en"]))}, key
        assert {(words[:1] == " ", words[-1:] == " ") for la, words in entry.items() if la != "ja"} == {
            (entry["en"][:1] == " ", entry["en"][-1:] == " ")
        }, key


def test_signs_are_those_of_their_language() -> None:
    """French ones keep their space, which no line breaks at; quotation marks and apostrophes are no typewriter's."""
    wrong = {
        "fr": re.compile(r"(?<![\xa0\d])[:;!?»]|«(?!\xa0)|[\"'“”„]"),
        "de": re.compile(r"[ \xa0][:;!?]|„[^“]*$|[\"'«»”]"),
        "es": re.compile(r"[ \xa0][:;!?»]|«[ \xa0]|[\"'“”„]"),
    }
    assert [(key, la) for la, sign in wrong.items() for key, words in TABLE[la].items() if sign.search(words)] == []


def test_what_is_said_alike_in_all_languages_is_said_in_none() -> None:
    assert ALIKE
    assert not {*ALIKE}.intersection(*TABLE.values())


def places(words: str) -> set[str]:
    return {part.split("}")[0] for part in words.split("{")[1:]}


def test_japanese_words_have_full_width_brackets_and_colons() -> None:
    beside = re.compile(r"[\u3040-\u9fff][():]|[():][\u3040-\u9fff]")
    assert {key: words for key, words in TABLE["ja"].items() if beside.search(words)} == {}


def test_what_a_language_lacks_can_be_filled_in(mini_copy: Project, pnp: Callable[..., CompletedProcess[str]]) -> None:
    """As a file with every word that it lacks, empty, and the English beside; what stays empty stays English."""
    game = mini_copy.components / "mini" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("languages: [ja, en]", "languages: [ja, en, it-CH, xx]"), "utf-8")
    before = read_words(mini_copy, "it-CH")
    form = pnp("schema", "words", cwd=mini_copy.root).stdout
    asked = yaml.safe_load(form)
    assert len(asked) == len(unsaid(mini_copy, "xx")) > len(unsaid(mini_copy, "it-CH")) > 100
    assert "\n# -- the cover\n" in form
    assert 'side.front: {xx: ""}  # "front"\n' in form
    assert 'rules.colon: {it-CH: "", xx: ""}  # ": "\n' in form
    own = mini_copy.layouts / "words.yaml"
    own.write_text(form, "utf-8")
    assert (read_words(mini_copy, "it-CH"), pnp("schema", "words", cwd=mini_copy.root).stdout) == (before, form)
    own.write_text(re.sub('""', "x", form), "utf-8")
    assert set(map(read_words(mini_copy, "xx").get, asked)) == {"x"}
    said = pnp("schema", "words", cwd=mini_copy.root).stdout
    assert (unsaid(mini_copy, "xx"), yaml.safe_load(said)) == ([], None)


@pytest.mark.parametrize(
    ("words", "told", "hint"),
    [
        ("side.fromt: x", "the tool says no `side.fromt`", "side.front"),
        ('caption.page: {pl: "strona {k}"}', "nothing is filled in for `{k}`", "strona {n}"),
    ],
)
def test_slips_in_words_are_told(tmp_path: Path, words: str, told: str, hint: str) -> None:
    with pytest.raises(Fault) as caught:
        read_words(project(tmp_path, words=words), "pl")
    (finding,) = caught.value.findings
    assert (finding.code, finding.message, finding.mark.line) == ("S003", told, 1)
    assert hint in finding.hint


@pytest.mark.parametrize("one", ["", 'rules.players.one: {pl: ""}\n'])
def test_words_for_one_are_those_of_the_language(tmp_path: Path, one: str) -> None:
    own = project(tmp_path, words='rules.players: {pl: "{n} graczy"}\n' + one)
    assert [phrase_of(read_words(own, la), "rules.players", {"n": 1}) for la in ("pl", "en")] == [
        "1 graczy",
        "1 player",
    ]
