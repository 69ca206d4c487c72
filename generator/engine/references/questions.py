"""Open questions: what the draft leaves open is listed, and is about something that exists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.data.model import Game, Question
from generator.diagnostics.findings import did_you_mean
from generator.engine.registry import Desk, Problem, check

_TARGETS = ("set", "item", "parameter", "term", "rule")
_FORMS = "write `set ID`, `item SET/ID`, `parameter ID`, `term ID` or `rule ID`"


@check("D030")
def questions_are_listed(desk: Desk) -> Iterator[Problem]:
    """Each open question is a note at its place, with what is assumed."""
    language = desk.game.languages[0] if desk.game.languages else ""
    for question in desk.game.questions:
        words = question.question.in_language(language).strip().replace("\n", " ")
        assumed = question.assumption.in_language(language).strip().replace("\n", " ")
        yield Problem(
            question.mark, f"open question `{question.id}` about {question.about}: {words}", f"assumed: {assumed}"
        )


@check("R012")
def questions_are_about_something(desk: Desk) -> Iterator[Problem]:
    """A question is about something that exists."""
    known = _known(desk.game)
    for question in desk.game.questions:
        problem = _aimless(desk.game, question, known)
        if problem is not None:
            yield problem


def _aimless(game: Game, question: Question, names: Mapping[str, Sequence[str]]) -> Problem | None:
    kind, _, name = question.about.partition(" ")
    known = names.get(kind)
    if known is None:
        message = f"`{question.about}` does not say what the question is about"
        return Problem(question.about_mark, message, did_you_mean(kind, _TARGETS) if kind not in _TARGETS else _FORMS)
    group = {"item": "*sets"}.get(kind, f"*{kind}s")
    unread = {name, name.rpartition("/")[2], f"{name.partition('/')[0]}/*", group} & game.unread
    if name in known or unread:
        return None
    return Problem(question.about_mark, f"there is no {kind} `{name}`", did_you_mean(name, known), about=(name,))


def _known(game: Game) -> dict[str, list[str]]:
    return {
        "set": list(game.sets),
        "item": [f"{s.id}/{i.id}" for s in game.sets.values() for i in s.items],
        "parameter": list(game.parameters),
        "term": list(game.terms),
        "rule": [*game.rules, *(s.id for s in game.sections)],
    }


@check("D017")
def open_counts_are_asked(desk: Desk) -> Iterator[Problem]:
    """A set that leaves its count open has a question about it."""
    asked, known = {q.about for q in desk.game.questions}, _known(desk.game)
    if any(_aimless(desk.game, q, known) for q in desk.game.questions) or "*questions" in desk.game.unread:
        return
    for component_set in desk.game.sets.values():
        about = f"set {component_set.id}"
        if component_set.count_open and about not in asked:
            mark = component_set.marks.get("expect", component_set.mark)
            message = f"`{component_set.id}` leaves its count open, but no question is about it"
            yield Problem(mark, message, f'write a question with `about: "{about}"` in game.yaml')
