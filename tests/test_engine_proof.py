"""The engine's own proof: for every code a text that explains it, a bad and a good example, a fixture that breaks it.

The fixtures are in findings/table.yaml: small edits of the mini game, each with the place of the one finding that must
be told, and no other may be. Whoever adds a code adds a row.
"""

from __future__ import annotations

import base64
import re
import shutil
import subprocess

import pytest
import yaml

from generator.diagnostics.codes import (
    CODES,
    FAMILIES,
    RETIRED,
    Severity,
    code_list,
    code_reference,
    explanation,
    family_of,
)
from generator.diagnostics.findings import Fault
from generator.pipeline import check_all
from tests.conftest import ROOT, tool
from tests.engine_kit import hold_words

TABLE = yaml.load((ROOT / "tests" / "findings" / "table.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
PLANTED = {code: row for code, row in TABLE.items() if "edits" in row}
HEAPS = [
    [code for code, row in PLANTED.items() if row.get("heap", code) == heap]
    for heap in dict.fromkeys(row.get("heap", code) for code, row in PLANTED.items())
]
"""What is planted at once: of each is told what is told of it alone."""
TESTED = {code: row["tested"] for code, row in TABLE.items() if "tested" in row}


def plant(project, edits):
    for edit in edits:
        path, new = project.root / edit["in"], edit["new"]
        if "old" in edit:
            text = path.read_text(encoding="utf-8")
            assert edit["old"] in text, f"{edit['old']!r} no longer stands in {edit['in']}: mend the row"
            path.write_text(text.replace(edit["old"], new, 1), encoding="utf-8")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            kind, _, words = new.partition(":")
            path.write_bytes(base64.b64decode(words) if kind == "base64" else new.encode())


def told(project, game="mini"):
    """(code, "file:line:column") of every finding but what is accepted, all in the words of the house."""
    try:
        found = [f for f in check_all(project, game) if not f.accepted]
    except Fault as fault:
        found = list(fault.findings)
    for finding in found:
        hold_words(finding)
    return [(f.code, f"{f.mark.file}:{f.mark.line}:{f.mark.column}") for f in found]


def test_every_code_has_a_row_and_every_row_a_code():
    assert CODES.keys() - TABLE.keys() == set(), "write its row into tests/findings/table.yaml"
    assert TABLE.keys() - CODES.keys() == set(), "take its row out of tests/findings/table.yaml"
    assert TABLE.keys() == PLANTED.keys() | TESTED.keys()


def test_the_table_is_about_everything():
    assert len(PLANTED) >= 140
    assert {family_of(code) for code in PLANTED} >= {"Y", "D", "R", "L", "A", "T", "F", "P", "E"}


def test_the_mini_game_is_sound(mini):
    assert [code for code, _ in told(mini)] == ["D030"]


@pytest.mark.parametrize("codes", HEAPS, ids="+".join)
def test_planted_faults_are_found_and_nothing_else(mini_copy, codes):
    for code in codes:
        plant(mini_copy, PLANTED[code]["edits"])
    found = [one for one in told(mini_copy) if one[0] != "D030" or "D030" in codes]
    rows = sorted((code, place) for code in codes for place in PLANTED[code].get("at") or ["?"])
    assert sorted(found) == rows, f"told is {sorted(found)}, not what tests/findings/table.yaml says"


def test_what_an_edit_cannot_show_has_a_test_of_its_own():
    tests = {file: (ROOT / file).read_text(encoding="utf-8") for file in TESTED.values()}
    assert [code for code, file in TESTED.items() if not re.search(rf"\b{code}\b", tests[file])] == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("X103", ["build", "mini", "--lang", "de"]),
        ("X104", ["build", "mini", "--only", "crad"]),
        ("X106", ["build", "mini", "--group", "siut"]),
        ("X105", ["face", "mini", "card/dwan"]),
    ],
)
def test_a_slip_in_what_is_asked_for_is_wrong_usage(pnp, mini_copy, code, words):
    done = pnp("-C", mini_copy.root, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pnp: `mini` has no ")
    assert "hint: " in done.stderr
    assert CODES[code].title


def test_a_version_that_cannot_be_read_at_all(pnp, mini_copy, tmp_path):
    """C011."""
    old = tmp_path / "old"
    shutil.copytree(mini_copy.root, old)
    (old / "components" / "mini" / "game.yaml").write_text("- 1\n", encoding="utf-8")
    done = pnp("diff", old, mini_copy.root)
    assert (done.returncode, "error C011: " in done.stderr) == (1, True)


def test_a_revision_whose_files_are_gone(pnp, mini_copy):
    """C005."""
    git = [tool("git"), "-C", str(mini_copy.root), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run([*git, *words], check=True)
    found = subprocess.run([*git, "rev-parse", "HEAD:components/mini/cards.yaml"], check=True, capture_output=True)
    blob = found.stdout.decode().strip()
    (mini_copy.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    done = pnp("-C", mini_copy.root, "diff", "HEAD", "mini")
    assert (done.returncode, "error C005: " in done.stderr) == (1, True)


def test_every_code_is_explained_by_the_wrong_and_the_right():
    for code, row in CODES.items():
        assert row.bad.strip(), code
        assert row.good.strip(), code
        assert row.bad != row.good, code
        assert row.explain.endswith("."), code
        assert len(row.explain.split()) >= 8, code
        text = explanation(code, row)
        assert text.startswith(f"{code} ({row.severity.value}): {row.title}\n")
        assert "\nwrong:\n" in text, code
        assert "\nright:\n" in text, code


def test_the_reference_has_every_code_in_its_family():
    text = code_reference()
    assert re.findall(r"^### (\w+) ", text, re.MULTILINE) == [
        code for family in FAMILIES for code in sorted(CODES) if family_of(code) == family
    ]
    assert sorted(re.findall(r"^  (\w\d{3}) ", code_list(), re.MULTILINE)) == sorted(CODES)
    assert all(f"## {letters}: {title}" in text for letters, title in FAMILIES.items())


def test_only_what_makes_sense_can_be_accepted():
    """An accepted error must leave a print that is as good as the designer wants it: nothing unread, nothing lost."""
    errors = {code for code, row in CODES.items() if row.severity is Severity.ERROR and row.acceptable}
    assert errors == {"D023", "D024", "D025", "D026", "F012", "F104", "L003"}
    assert all(row.acceptable for row in CODES.values() if row.severity is not Severity.ERROR)


def test_a_retired_code_is_no_other():
    of_engine = "E105 E106 M004 M005 M009 M014 M016 M018 M021 M022 M024"
    gone = f"C012 D017 {of_engine} R036 R041 R043 R044 R045 R046"
    assert set(gone.split()) == RETIRED.keys()
    assert not RETIRED.keys() & CODES.keys()
