"""What the tests of the engine share: a spoilt copy of the mini game, and all that is told about it."""

from __future__ import annotations

import fcntl
import functools
import re

import yaml

from generator.data.build import read_game
from generator.diagnostics.findings import in_order
from generator.engine.registry import desk_of, run_checks
from tests.conftest import ROOT

VALUES = ROOT / "tests" / "findings" / "values.yaml"


@functools.cache
def values_of_rows():
    """The code and place of each finding, and what it names, by the row of a test that it is told in."""
    return yaml.load(VALUES.read_text(encoding="utf-8"), yaml.CSafeLoader) or {}


def _values(finding):
    """Names and numbers in what is told: all but the words."""
    return re.findall(r"`[^`]*`|\d[\d.]*", f"{finding.message} {finding.hint}")


def hold_values(request, found):
    """Findings are told at the places and with the names and numbers of findings/values.yaml, in whatever words:
    `--update` writes them anew."""
    row = f"{request.node.path.name}::{request.node.name}"
    told = [" ".join([f.code, f"{f.mark.file}:{f.mark.line}:{f.mark.column}", *_values(f)]) for f in found]
    if request.config.getoption("--update"):
        with VALUES.open("a+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            values_of_rows.cache_clear()
            said = dict(sorted({**values_of_rows(), row: told}.items()))
            file.truncate(0)
            yaml.dump(said, file, allow_unicode=True, width=1000, sort_keys=False, Dumper=yaml.CSafeDumper)
        values_of_rows.cache_clear()
    assert told == values_of_rows().get(row), "told of other values: see the difference that `--update` makes"


def hold_words(finding):
    """A finding is told in small letters, without a full stop, names in backticks."""
    assert not finding.message[0].isupper() or finding.message.startswith("`")
    assert not finding.message.endswith(".")
    assert len(re.findall("`", finding.message + finding.hint)) % 2 == 0


def spoil(project, edits):
    """Edits (file, old, new) in the mini game; `old` None writes a new file. SVG files are in the layouts."""
    for file, old, new in edits:
        path = (project.layouts if file.endswith(".svg") else project.components) / "mini" / file
        if old is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(new if isinstance(new, bytes) else new.encode())
            continue
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} no longer stands in {file}: mend the row"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


def check_game(project, game):
    """Everything that is wrong with a game that its data alone shows, in order."""
    desk = desk_of(project, game)
    return in_order([*run_checks(desk), *run_checks(desk, slow=True)])


def all_of(project, game_id="mini"):
    """All findings of reading and checking a game, but its open questions."""
    game, findings = read_game(project, game_id)
    if game is not None:
        findings = findings + check_game(project, game)
    return [f for f in in_order(findings) if f.code != "D030"]


def place(finding):
    """ "cards.yaml:9:10 D021"."""
    return f"{finding.mark.file.rpartition('/')[2]}:{finding.mark.line}:{finding.mark.column} {finding.code}"
