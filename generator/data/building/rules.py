"""rules.yaml and setup.yaml -> numbered `Section`s and the `Setup`.

Takes sound data and its places. Promise: a rule's number says where it stands (section 3, its second rule 3.2, the
first below it 3.2.1); examples and notes have none; the counts of a step are worked out for every number of players.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from generator.data.building.formulas import Numbers
from generator.data.building.kinds import Reader, read_text
from generator.data.building.shared import PARTS, Library, Said
from generator.data.building.vocabulary import counts_by_players
from generator.data.model import Rule, Section, Setup, SetupStep, Text
from generator.diagnostics.findings import Mark

Data: TypeAlias = Any


def read_sections(reader: Reader, data: Data, library: Library) -> tuple[Section, ...]:
    """All sections in order. An id used twice is told and its second paragraph left out."""
    seen: dict[str, Said] = {}
    sections: list[Section] = []
    for words in data["sections"]:
        said = library.said(reader, words, "section")
        number = str(len(sections) + 1)
        if said is None or _is_twice(reader, said, seen, "section"):
            continue
        sections.append(
            Section(
                said.id,
                number,
                _words(said, "title"),
                _rules(library, said, number, said.id, seen),
                said.mark,
                said.text("intro"),
            )
        )
    return tuple(sections)


def _words(said: Said, key: str) -> Text:
    return said.text(key) or Text({})


def _is_twice(reader: Reader, said: Said, seen: dict[str, Said], what: str) -> bool:
    first = seen.setdefault(said.id, said)
    if first is said:
        return False
    taken = next((s for s in (said, first) if s.layers[0][1].get("shared") is not None), None)
    other = (first if taken is said else said).mark
    hint = f"take it once: it stands in {other.file}, line {other.line}, too" if taken else "rename one of the two"
    reader.find("D005", (taken or said).mark, f"the {what} `{said.id}` stands twice", hint)
    reader.unread.add(PARTS[what])
    return True


def _rules(library: Library, above_said: Said, above: str, section: str, seen: dict[str, Said]) -> tuple[Rule, ...]:
    """The paragraphs of a section, or below a paragraph: those that the game names, else those that are shared."""
    reader, container = above_said.where("rules")
    rules = []
    count = 0
    for words in container.get("rules") or []:
        said = library.said(reader, words, "rule")
        if said is None or _is_twice(reader, said, seen, "rule"):
            continue
        if not said.id.startswith(f"{section}."):
            hint = f"write `{section}.{said.id.split('.', 1)[-1]}`"
            message = f"the rule `{said.id}` stands in the section `{section}`"
            reader.find("D004", said.mark, message, hint)
        kind = said.get("kind") or "rule"
        count += kind == "rule"
        number = f"{above}.{count}" if kind == "rule" else ""
        below = _rules(library, said, number or above, section, seen)
        rules.append(
            Rule(said.id, number, kind, _words(said, "text"), said.mark, said.text("title"), said.text("aid"), below)
        )
    return tuple(rules)


def read_setup(reader: Reader, data: Data, numbers: Numbers, library: Library) -> Setup:
    """Modes, zones, steps. A step whose count cannot be worked out is left out, and some steps are unread."""
    modes = {name: read_text(reader, words, "name") for name, words in (data.get("modes") or {}).items()}
    seen: dict[str, Said] = {}
    steps = []
    for words in data.get("steps") or []:
        said = library.said(reader, words, "step")
        step = None if said is None or _is_twice(reader, said, seen, "step") else _step(said, numbers)
        if step is not None:
            steps.append(step)
        else:
            reader.unread.add("*steps")
    zones, passing = (tuple(data.get(k) or ()) for k in ("zones", "passing"))
    return Setup(modes, zones, tuple(steps), passing, _setup_marks(reader, data))


def _setup_marks(reader: Reader, data: Data) -> dict[str, Mark]:
    document = reader.document
    lists = {f"{k}.{i}": document.mark(data[k], i) for k in ("zones", "passing") for i in range(len(data.get(k) or []))}
    return lists | {f"modes.{k}": document.key_mark(data["modes"], k) for k in data.get("modes") or {}}


def _step(said: Said, numbers: Numbers) -> SetupStep | None:
    counts = counts_by_players(*said.where("count"), numbers)
    sets = tuple(said.get("sets") or ([said.get("set")] if said.get("set") else []))
    if not sets and not said.get("term"):
        hint = "write `set: ..`, or `term: ..`"
        said.layers[0][0].find("D018", said.mark, f"the step `{said.id}` names nothing to move", hint)
        return None
    if counts is None:
        return None
    return SetupStep(
        id=said.id,
        do=said.get("do"),
        mark=said.mark,
        text=_words(said, "text"),
        sets=sets,
        term=said.get("term") or "",
        where=said.get("where") or "",
        counts=counts,
        per_player=said.get("per") == "player",
        source=said.get("from") or "",
        target=said.get("to") or "",
        mode=said.get("mode") or "",
        rule=said.get("rule") or "",
        marks=_step_marks(said),
        match=said.get("match") or "",
    )


def _step_marks(said: Said) -> dict[str, Mark]:
    marks = {key: said.place(key) for _, words in reversed(said.layers) for key in words}
    reader, words = said.where("sets")
    return marks | {f"sets.{i}": reader.document.mark(words["sets"], i) for i in range(len(words.get("sets") or []))}
