"""The engine as a designer meets it in a real game: one slip in a bundled game, ten at once, and thousands of items.

The slips are in findings/bundled.yaml and findings/ten.yaml.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from generator import pipeline
from generator.diagnostics.codes import CODES, Severity
from generator.pipeline import check_all
from tests.compare_kit import copy_of
from tests.conftest import ROOT

FINDINGS = ROOT / "tests" / "findings"
ROWS = yaml.load((FINDINGS / "bundled.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
TEN = yaml.load((FINDINGS / "ten.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


@pytest.fixture
def copy(tmp_path):
    """A copy of the bundled games that a test may spoil."""
    return copy_of(ROOT, tmp_path.resolve())


def replace_in(project, file, old, new):
    path = project.root / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} no longer stands in {file}: mend the row"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def told(project, game):
    return [f for f in check_all(project, game) if f.severity is not Severity.NOTE and not f.accepted]


def place(finding):
    return f"{finding.mark.file}:{finding.mark.line}:{finding.mark.column}"


def heaps():
    """Rows whose game is checked once: of one game, each in a file of its own, all errors or none (an error hides what
    would be told of a sound game), all to be seen on faces or none (these need not be drawn).
    """
    found = []
    for row in ROWS:
        errors = {CODES[one[:4]].severity is Severity.ERROR for one in row["told"]}
        seen = any(one[0] in "FTP" for one in row["told"])
        about = (row["game"], errors, seen, row["name"] if row.get("alone") else "")
        fit = (rows for was, rows in found if was == about and row["in"] not in {other["in"] for other in rows})
        heap = next(fit, None)
        if heap is None:
            found.append((about, heap := []))
        heap.append(row)
    return [rows for _, rows in found]


def touched(game, files):
    """The sets that are written in these files or drawn by these templates: only they are looked at; none: all."""
    stems = {Path(file).stem for file in files if file.endswith(".svg")}
    return tuple(
        owner.id
        for owner in game.sets.values()
        if owner.mark.file in files
        or stems & {name for one in (owner, *owner.items) for name in (one.layout, one.back)}
    )


@pytest.mark.slow
@pytest.mark.parametrize("rows", heaps(), ids=lambda rows: ", ".join(row["name"] for row in rows))
def test_slips_in_a_bundled_game_are_told_and_nothing_else(copy, rows, monkeypatch):
    if not any(one[0] in "FTP" for row in rows for one in row["told"]):
        monkeypatch.setattr(pipeline, "_printed", lambda *_: [])
    files = {row["in"] for row in rows}
    monkeypatch.setattr(pipeline, "parts_of", lambda game, *_: [touched(game, files)])
    for row in rows:
        replace_in(copy, row["in"], row["old"], row["new"])
    found = [f"{f.code} {place(f)}" for f in told(copy, rows[0]["game"])]
    assert sorted(found) == sorted(one for row in rows for one in row["told"])


# ---- ten at once -----------------------------------------------------------------------------------------------


def mend_by_the_hint(project, finding):
    """What "did you mean `x`?" says: the wrong name between the marked words gives way to x."""
    better = re.fullmatch(r"did you mean `(.+)`\?", finding.hint)[1]
    path = project.root / finding.mark.file
    lines = path.read_text(encoding="utf-8").split("\n")
    line, start = lines[finding.mark.line - 1], finding.mark.column - 1
    marked = line[start : start + finding.mark.length]
    wrong = next((name for name in re.findall("`([^`]+)`", finding.message) if name in marked), marked)
    mended = marked.replace(wrong, better, 1)
    lines[finding.mark.line - 1] = line[:start] + mended + line[start + finding.mark.length :]
    path.write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.slow
def test_ten_faults_are_told_in_one_run_and_mended_by_their_hints_alone(copy):
    game, faults = TEN["game"], TEN["faults"]
    assert len(faults) == 10
    whole = {fault["in"]: (copy.root / fault["in"]).read_text(encoding="utf-8") for fault in faults}
    for fault in faults:
        replace_in(copy, fault["in"], fault["old"], fault["new"])
    found = told(copy, game)
    assert sorted(f"{f.code} {place(f)}" for f in found) == sorted(f"{f['code']} {f['in']}:{f['at']}" for f in faults)
    by_place = {place(f): f for f in found}
    for fault in faults:
        finding = by_place[f"{fault['in']}:{fault['at']}"]
        if "mend" in fault:
            assert fault["hint"] in finding.hint
            replace_in(copy, fault["in"], fault["mend"]["old"], fault["mend"]["new"])
        else:
            mend_by_the_hint(copy, finding)
    assert {file: (copy.root / file).read_text(encoding="utf-8") for file in whole} == whole


# ---- one fault never hides another -----------------------------------------------------------------------------


@pytest.mark.slow
def test_an_unknown_name_hides_no_fault_that_only_says_the_same_word(mini_copy):
    """The text of the chips leaves the safe zone whether or not a rule is named `chip`."""
    replace_in(mini_copy, "layouts/mini/chip.svg", 'x="10" y="12.6"', 'x="2" y="12.6"')
    assert {f.code for f in told(mini_copy, "mini")} == {"F104"}
    replace_in(mini_copy, "components/mini/rules.yaml", "[[play.gain]]の後", "[[chip]]の後")
    replace_in(mini_copy, "components/mini/rules.yaml", "After [[play.gain]]", "After [[chip]]")
    assert {f.code for f in told(mini_copy, "mini")} == {"F104", "R005"}


def test_texts_that_are_both_too_long_and_of_too_wide_words_are_told(mini_copy):
    """Of each card both are told: what is worst of every one is what is told of their box."""
    cards = mini_copy.root / "components" / "mini" / "cards.yaml"
    long = "many words " * 200 + "Unbreakable" * 6
    text = re.sub("(?s)    text:.*?(?=    suit:)", f"    text: {{ja: 長い, en: {long}}}\n", cards.read_text("utf-8"))
    cards.write_text(text, "utf-8")
    assert {f.code for f in told(mini_copy, "mini")} == {"F011"}


# ---- thousands of items ----------------------------------------------------------------------------------------

BIG = """\
import resource, sys
from pathlib import Path
from generator.pipeline import check_all
from generator.project import Project
findings = check_all(Project(Path(sys.argv[1])), "mini")
status = Path("/proc/self/status")
words = status.read_text().split() if status.is_file() else []
peak = int(words[words.index("VmHWM:") + 1]) if words else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(sorted(f.code for f in findings), peak / 1024, sep=";")
"""


@pytest.mark.slow
def test_thousands_of_items_are_checked_in_little_memory(mini_copy):
    """Five hundred within 100 MB, faces and all: ten thousand in 400. (Times are measured, not asserted.)"""
    words = '{{ja: "{{sun}}を{n}個得る。", en: "Gain {n} {{sun}}."}}'
    one = "  - {{id: c-{n}, name: {{ja: 札{n}番, en: Card {n}}}, text: " + words + ", suit: sun}}\n"
    rows = "".join(one.format(n=n) for n in range(500))
    replace_in(mini_copy, "components/mini/cards.yaml", "items:\n", f"items:\n{rows}")
    replace_in(mini_copy, "components/mini/cards.yaml", "expect: 3 per suit\n", "")
    done = subprocess.run(
        [sys.executable, "-c", BIG, str(mini_copy.root)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    codes, peak = done.stdout.split(";")
    assert codes == "['D030']", "the open question"
    assert float(peak) < 100
