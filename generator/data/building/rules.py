"""rules.yaml and setup.yaml -> numbered `Section`s with their figures, and the `Setup`, with what several games share.

Takes sound data of a game and of the folders that it includes. Promise: a rule's number says where it stands (section
3, its second rule 3.2, the first below it 3.2.1); examples and notes have none; the counts of a step are worked out for
every number of players; what a game says itself goes before what is shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from generator.data.building.formulas import Numbers
from generator.data.building.reader import Reader, optional_text, read_text
from generator.data.building.vocabulary import counts_by_players
from generator.data.model import Rule, Section, Setup, SetupStep, Text
from generator.data.reading.document import List, Map, layered
from generator.data.rulebook import Callout, Figure, FigureFace
from generator.data.schema.validation import missing, names_in
from generator.data.schema.values import RECORDS
from generator.diagnostics.findings import did_you_mean
from generator.values import Struct, field


def _read_figure(reader: Reader, words: Map, numbers: Numbers) -> Figure | None:
    """The figure of a paragraph, if it has one."""
    data = words.get("figure")
    if data is None:
        return None
    faces = tuple(_face(reader, data["faces"], k, numbers) for k in range(len(data["faces"])))
    callouts = data.get("callouts") or []
    return Figure(faces, tuple(_callout(reader, own) for own in callouts))


def _face(reader: Reader, faces: List, k: int, numbers: Numbers) -> FigureFace:
    own = faces[k]
    name, mark = (own, faces.mark(k)) if isinstance(own, str) else (own["face"], own.mark("face"))
    owner, _, item = name.partition("/")
    said: Any = own if isinstance(own, dict) else {}
    cell, at, step = (_pair(said.get(key)) for key in ("cell", "at", "step"))
    counts = counts_by_players(reader, said, numbers) if said.get("count") is not None else None
    copies = tuple((n, 1 if count is None else count) for n, count in (counts or {}).items())
    turn, up = float(said.get("turn") or 0), said.get("up") or 0
    return FigureFace(owner, item, said.get("side") or "front", mark, cell, at, turn, copies, step or (0.0, 0.0), up)


def _callout(reader: Reader, own: Map) -> Callout:
    at = own.get("at")
    name, point = (at, None) if isinstance(at, str) else ("", _pair(at))
    mark = own.mark(next((key for key in ("at", "cells", "of") if own.get(key)), "text"))
    cells = tuple((q, r) for q, r in own.get("cells") or ())
    return Callout(read_text(reader, own, "text"), mark, (own.get("of") or 1) - 1, name, point, cells)


def _pair(value: Any) -> Any:  # noqa: ANN401 (two numbers, as the schema has seen)
    return None if value is None else (value[0], value[1])


MODELS = {"section": RECORDS["SectionData"], "rule": RECORDS["RuleData"], "step": RECORDS["StepData"]}
NEEDED = {"section": ("title",), "rule": ("text",), "step": ("do", "text")}
_PARTS = {"section": "*rules", "rule": "*rules", "step": "*steps"}
"""What is unread where such an entry is left out."""
_SPOKEN = {"section": "chapter", "rule": "paragraph", "step": "step"}


class Library(Struct):
    """What the folders that a game includes have to share, by "section", "rule" and "step", then by id."""

    is_whole: bool = True
    """False if something that is shared could not be read."""
    known: dict[str, dict[str, Map]] = field(default_factory=lambda: {what: {} for what in MODELS})

    def add(self, reader: Reader, data: Map) -> None:
        """The chapters and paragraphs of a shared rules.yaml, or the steps of a shared setup.yaml."""
        sections = self._add(reader, data.get("sections"), "section")
        self._add(reader, [rule for section in sections for rule in _below(section)], "rule")
        self._add(reader, data.get("steps"), "step")

    def _add(self, reader: Reader, entries: Iterable[Map] | None, what: str) -> list[Map]:
        told = len(reader.findings)
        found = _own(reader, entries or (), what)
        self.is_whole = self.is_whole and told == len(reader.findings)
        self.known[what].update(found)
        return list(found.values())

    def entry(self, reader: Reader, words: Map, what: str) -> Map | None:
        """An entry with its `id` and all that is shared of it; None, and a finding, if it is not whole. A chapter goes
        without its title, so that what stands in it is known."""
        whole = self._whole(reader, words, what)
        if whole is not None and (_is_whole(reader, words, whole, what) or what == "section"):
            return whole
        shared = self.known[what].get(words.get("shared") or "") if whole is not None else None
        reader.unread.update([*names_in(words), *names_in(shared), words.get("shared") or ""])
        return None

    def _whole(self, reader: Reader, words: Map, what: str) -> Map | None:
        name = words.get("shared")
        if name is None:
            return words if _has_id(reader, words, what) else None
        if words.get("id") is not None:
            hint = "delete it: what is shared keeps its id"
            reader.find("D001", words.key_mark("id"), "`id` has no place beside `shared`", hint)
        if name in self.known[what]:
            said = words.select(key for key, value in words.items() if value is not None and key != "id")
            whole = layered(said, self.known[what][name])
            whole.spans = {**whole.spans, "id": whole.spans["shared"]}
            return whole
        if self.is_whole:
            reader.find("Y027", words.mark("shared"), *self._unknown(name, what), (name,))
            self.is_whole = any(self.known.values())  # where nothing is shared at all, the first says so
        reader.unread.add(_PARTS[what])
        return None

    def _unknown(self, name: str, what: str) -> tuple[str, str]:
        """Message and hint for what is not shared."""
        hint = did_you_mean(name, self.known[what]) or "write `id` and its words: one of this game's own"
        message = f"no shared folder of this game has a {_SPOKEN[what]} `{name}`"
        if any(self.known.values()):
            return message, hint
        file = "setup.yaml with steps" if what == "step" else "rules.yaml with chapters"
        return f"{message}, for none has a {file}", "name in `include` the folder that has it, or put that file there"


def _below(container: Map) -> Iterator[Map]:
    """The paragraphs of a chapter at any depth, in order."""
    for words in container.get("rules") or ():
        yield words
        yield from _below(words)


def _own(reader: Reader, entries: Iterable[Map], what: str) -> dict[str, Map]:
    """The entries of a shared file by id; one that stands twice is told."""
    found: dict[str, Map] = {}
    for words in entries:
        if words.get("shared") is not None:
            mark = words.key_mark("shared")
            reader.find("D001", mark, "`shared` has no place in a shared folder", "write `id`, and what games share")
        elif _has_id(reader, words, what):
            if words["id"] in found:
                message = f"the {_SPOKEN[what]} `{words['id']}` stands twice"
                reader.find("D005", words.mark("id"), message, "rename one of the two")
                continue
            found[words["id"]] = words
    return found


def _has_id(reader: Reader, words: Map, what: str) -> bool:
    if words.get("id") is None:
        _tell_missing(reader, words, "id", what)
    return words.get("id") is not None


def _is_whole(reader: Reader, own: Map, words: Map, what: str) -> bool:
    """True if somebody says all that such an entry needs; tells what is missing."""
    lacking = [key for key in NEEDED[what] if words.get(key) is None]
    for key in lacking:
        _tell_missing(reader, own, key, what)
    return not lacking


def _tell_missing(reader: Reader, words: Map, key: str, what: str) -> None:
    """That a key is missing, unless something of the entry was told already, and left out."""
    if not words.spans.keys() - words.keys():
        reader.findings.append(missing(words.mark(), key, MODELS[what].entries[key]))


def read_sections(reader: Reader, data: Map, library: Library, numbers: Numbers) -> tuple[Section, ...]:
    """All sections in order. An id used twice is told and its second paragraph left out."""
    seen: dict[str, Map] = {}
    sections: list[Section] = []
    for own in data["sections"]:
        words = library.entry(reader, own, "section")
        if words is None or _is_twice(reader, words, seen, "section"):
            continue
        number, title = str(len(sections) + 1), _text(reader, words, "title")
        rules = _rules(reader, library, words, number, words["id"], seen, numbers)
        intro = optional_text(reader, words, "intro")
        sections.append(Section(words["id"], number, title, rules, words.mark("id"), intro, bool(words.get("turn"))))
    return tuple(sections)


def _text(reader: Reader, words: Map, key: str) -> Text:
    return optional_text(reader, words, key) or Text({})


def _is_twice(reader: Reader, words: Map, seen: dict[str, Map], what: str) -> bool:
    name = words["id"]
    first = seen.setdefault(name, words)
    if first is words:
        return False
    taken = next((w for w in (words, first) if w.get("shared") is not None), None)
    other = (first if taken is words else words).mark("id")
    hint = f"take it once: it stands in {other.file}, line {other.line}, too" if taken else "rename one of the two"
    reader.find("D005", (taken or words).mark("id"), f"the {what} `{name}` stands twice", hint)
    reader.unread.add(_PARTS[what])
    return True


def _rules(
    reader: Reader, library: Library, container: Map, above: str, section: str, seen: dict[str, Map], numbers: Numbers
) -> tuple[Rule, ...]:
    """The paragraphs of a section, or below a paragraph: those that the game names, else those that are shared."""
    rules = []
    count = 0
    for own in container.get("rules") or []:
        words = library.entry(reader, own, "rule")
        if words is None or _is_twice(reader, words, seen, "rule"):
            continue
        name, mark, kind = words["id"], words.mark("id"), words.get("kind") or "rule"
        if not name.startswith(f"{section}."):
            hint = f"write `{section}.{name.split('.', 1)[-1]}`"
            reader.find("D004", mark, f"the rule `{name}` stands in the section `{section}`", hint)
        count += kind == "rule"
        number = f"{above}.{count}" if kind == "rule" else ""
        below = _rules(reader, library, words, number or above, section, seen, numbers)
        title, aid = (optional_text(reader, words, key) for key in ("title", "aid"))
        figure = _read_figure(reader, words, numbers)
        rules.append(Rule(name, number, kind, _text(reader, words, "text"), mark, title, aid, below, figure))
    return tuple(rules)


def read_setup(reader: Reader, data: Map, library: Library, numbers: Numbers) -> Setup:
    """Modes, zones, steps. A step whose count cannot be worked out is left out, and some steps are unread."""
    modes = {name: read_text(reader, words, "name") for name, words in (data.get("modes") or {}).items()}
    seen: dict[str, Map] = {}
    steps = []
    for own in data.get("steps") or []:
        words = library.entry(reader, own, "step")
        step = None if words is None or _is_twice(reader, words, seen, "step") else _step(reader, words, numbers)
        if step is not None:
            steps.append(step)
        else:
            reader.unread.add("*steps")
    zones, passing = (tuple(data.get(k) or ()) for k in ("zones", "passing"))
    marks = {f"{k}.{i}": data[k].mark(i) for k in ("zones", "passing") for i in range(len(data.get(k) or []))}
    marks |= {f"modes.{k}": data["modes"].key_mark(k) for k in data.get("modes") or {}}
    return Setup(modes, zones, tuple(steps), passing, marks)


def _step(reader: Reader, words: Map, numbers: Numbers) -> SetupStep | None:
    counts = counts_by_players(reader, words, numbers)
    sets = tuple(map(str, words.get("sets") or ([words["set"]] if words.get("set") else [])))
    mark = words.mark("id")
    if not sets and not words.get("term"):
        hint = "write `set: ..`, or `term: ..`"
        reader.find("D018", mark, f"the step `{words['id']}` names nothing to move", hint)
        return None
    if counts is None:
        return None
    plain = {name: words.get(key) or "" for name, key in _STEP_KEYS.items()}
    marks = words.marks() | {f"sets.{i}": words["sets"].mark(i) for i in range(len(words.get("sets") or []))}
    text, shown = _text(reader, words, "text"), optional_text(reader, words, "shown")
    per_player = words.get("per") == "player"
    return SetupStep(
        mark=mark, text=text, sets=sets, counts=counts, per_player=per_player, marks=marks, shown=shown, **plain
    )


_STEP_KEYS = {
    **{key: key for key in ("id", "do", "term", "where", "mode", "rule", "match")},
    **{"source": "from", "target": "to"},
}
"""The words of a step, with the keys that they stand under."""
