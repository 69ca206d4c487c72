"""rules.yaml and setup.yaml -> numbered `Section`s and the `Setup`.

Takes sound data and its places. Promise: a rule's number says where it stands (section 3, its second rule 3.2, the
first below it 3.2.1); examples and notes have none; the counts of a step are worked out for every number of players.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from generator.data.kinds import Reader, optional_text, read_text
from generator.data.model import Rule, Section, Setup, SetupStep
from generator.data.numbers import Numbers
from generator.data.vocabulary import counts_by_players
from generator.findings import Mark

Data: TypeAlias = Any


def read_sections(reader: Reader, data: Data) -> tuple[Section, ...]:
    """All sections in order. An id used twice is told and its second paragraph left out."""
    seen: set[str] = set()
    sections: list[Section] = []
    for words in data["sections"]:
        number = str(len(sections) + 1)
        if _is_twice(reader, words, seen, "section"):
            continue
        sections.append(
            Section(
                words["id"],
                number,
                read_text(reader, words, "title"),
                _rules(reader, words, number, words["id"], seen),
                reader.document.mark(words, "id"),
                optional_text(reader, words, "intro"),
            )
        )
    return tuple(sections)


def _is_twice(reader: Reader, words: Data, seen: set[str], what: str) -> bool:
    if words["id"] in seen:
        mark = reader.document.mark(words, "id")
        reader.find("D005", mark, f"the {what} `{words['id']}` stands twice", "rename one of the two")
        reader.unread.add("*rules" if what != "step" else "*steps")
        return True
    seen.add(words["id"])
    return False


def _rules(reader: Reader, container: Data, above: str, section: str, seen: set[str]) -> tuple[Rule, ...]:
    rules = []
    count = 0
    for words in container.get("rules") or []:
        if _is_twice(reader, words, seen, "rule"):
            continue
        if not words["id"].startswith(f"{section}."):
            hint = f"write `{section}.{words['id'].split('.', 1)[-1]}`"
            message = f"the rule `{words['id']}` stands in the section `{section}`"
            reader.find("D004", reader.document.mark(words, "id"), message, hint)
        kind = words.get("kind", "rule")
        count += kind == "rule"
        number = f"{above}.{count}" if kind == "rule" else ""
        rules.append(_rule(reader, words, kind, number, _rules(reader, words, number or above, section, seen)))
    return tuple(rules)


def _rule(reader: Reader, words: Data, kind: str, number: str, below: tuple[Rule, ...]) -> Rule:
    return Rule(
        words["id"],
        number,
        kind,
        read_text(reader, words, "text"),
        reader.document.mark(words, "id"),
        optional_text(reader, words, "title"),
        optional_text(reader, words, "aid"),
        below,
    )


def read_setup(reader: Reader, data: Data, numbers: Numbers) -> Setup:
    """Modes, zones, steps. A step whose count cannot be worked out is left out, and some steps are unread."""
    modes = {name: read_text(reader, words, "name") for name, words in (data.get("modes") or {}).items()}
    seen: set[str] = set()
    steps = []
    for words in data.get("steps") or []:
        step = None if _is_twice(reader, words, seen, "step") else _step(reader, words, numbers)
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


def _step(reader: Reader, words: Data, numbers: Numbers) -> SetupStep | None:
    document = reader.document
    counts = counts_by_players(reader, words, numbers)
    text = read_text(reader, words, "text")
    sets = tuple(words.get("sets") or ([words["set"]] if words.get("set") else []))
    if not sets and not words.get("term"):
        hint = "write `set: ..`, or `term: ..`"
        reader.find("D018", document.mark(words, "id"), f"the step `{words['id']}` names nothing to move", hint)
        return None
    if counts is None:
        return None
    marks = {k: document.mark(words, k) for k in words}
    marks |= {f"sets.{i}": document.mark(words["sets"], i) for i in range(len(words.get("sets") or []))}
    return SetupStep(
        id=words["id"],
        do=words["do"],
        mark=document.mark(words, "id"),
        text=text,
        sets=sets,
        term=words.get("term") or "",
        where=words.get("where") or "",
        counts=counts,
        per_player=words.get("per") == "player",
        source=words.get("from") or "",
        target=words.get("to") or "",
        mode=words.get("mode") or "",
        rule=words.get("rule") or "",
        marks=marks,
        match=words.get("match") or "",
    )
