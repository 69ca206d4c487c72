"""Who still says what was said before an edit.

Takes an `Edit` of a `Desk` and what to look for; gives the owner of the witness, or "". A witness of what is said now,
as near as that of what was said, excuses the edit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set

from generator.data.model import Game, Rule
from generator.data.walk import rules_of
from generator.engine.edits.baseline import Edit, Statement, difference, statements
from generator.engine.meaning.duplicates import content
from generator.engine.registry import Desk, once_per_desk

Says = Callable[[str], bool]
Least = Sequence[tuple[int, float]]
"""How many words at least a witness shares with what was said, and which share: by `nearness`."""
Found = tuple[str, str, str]
"""What was said, what is said now, and who still says what was said."""
_SIGNS = {"term": "t", "set": "s", "kind": "k", "item": "i"}
_LONG = 30
"""So many signs of an edit are shown."""


@once_per_desk
def _subjects(desk: Desk) -> Mapping[str, str]:
    about = {f"question {q.id}": q.about for q in desk.game.questions if q.about}
    return about | {f"step {s.id}": f"rule {s.rule}" for s in desk.game.setup.steps if s.rule}


def subject_of(desk: Desk, owner: str) -> str:
    """What a statement is about: the subject of a question, the rule of a step."""
    return _subjects(desk).get(owner, owner)


@once_per_desk
def _relatives(desk: Desk) -> Mapping[str, Set[str]]:
    """By rule those below and above it, and what an example is about."""
    rules, found = desk.game.rules.values(), dict[str, set[str]]()
    pairs = [(rule, inner) for rule in rules for inner in rule.rules]
    pairs += [(rule, one) for one in rules if one.kind == "example" for rule in _subjects_of(desk.game, one)]
    for one, other in pairs:
        found.setdefault(f"rule {one.id}", set()).add(f"rule {other.id}")
        found.setdefault(f"rule {other.id}", set()).add(f"rule {one.id}")
    return found


@once_per_desk
def _examples(desk: Desk) -> Set[str]:
    """Those of the rules that are examples."""
    return frozenset(f"rule {r.id}" for r in desk.game.rules.values() if r.kind == "example")


@once_per_desk
def _chapters(desk: Desk) -> Mapping[str, str]:
    return {f"rule {rule.id}": section.id for section in desk.game.sections for rule in rules_of(section)}


def nearness(desk: Desk, one: str, other: str) -> int:
    """2: about the same, or a rule and its example; 1: in one chapter; 0: else; -1: two examples, or items of one
    set, which are alike and need not agree."""
    one, other = subject_of(desk, one), subject_of(desk, other)
    if one == other or other in _relatives(desk).get(one, ()):
        return 2
    if {one, other} <= _examples(desk):
        return -1
    if one.startswith("item ") and one.partition("/")[0] == other.partition("/")[0]:
        return -1
    chapter = _chapters(desk).get(one)
    return int(chapter is not None and chapter == _chapters(desk).get(other))


def said_elsewhere(desk: Desk, edit: Edit, *languages: str) -> Iterator[tuple[int, Statement]]:
    """What else is said in these languages, and how near it is; not of siblings."""
    for language in languages:
        for one in statements(desk).get(language, ()):
            distance = nearness(desk, edit.owner, one.owner)
            if distance >= 0 and (one.owner, one.role) != (edit.owner, edit.role):
                yield distance, one


def said_of_same(desk: Desk, edit: Edit) -> Iterator[Statement]:
    """What else is said of the same thing, in all languages and in the data."""
    owners = (edit.owner, subject_of(desk, edit.owner))
    every = (one for some in statements(desk).values() for one in some if one.owner in owners)
    return (one for one in every if (one.owner, one.role) != (edit.owner, edit.role))


def text_of(desk: Desk, edit: Edit, language: str) -> str:
    """All that the text of an edit says now in a language."""
    said = statements(desk).get(language, ())
    return "\n".join(s.words for s in said if (s.owner, s.role) == (edit.owner, edit.role))


def sign_of(owner: str) -> str:
    """`<t:salt>` of `term salt`: what all is about that is said of it."""
    kind, _, name = owner.partition(" ")
    return f"<{_SIGNS[kind]}:{name}>" if kind in _SIGNS else ""


def witness(
    desk: Desk, edit: Edit, language: str, both: tuple[str, str], sides: tuple[Says, Says], least: Least
) -> str:
    """Who says what a sentence said, by the words of it that stayed, where nobody as near says what it says now."""
    was, now = (content(f"{sign_of(edit.owner)} {words}", language) for words in both)
    words, best = was & now, [(0.0, ""), (0.0, "")]
    for distance, one in said_elsewhere(desk, edit, language):
        for side in (0, 1):
            if sides[side](one.words):
                more = content(f"{sign_of(one.owner)} {one.words}", language)
                common, (fewest, share) = len(words & more), least[distance]
                like = common / max(1, min(len(words), len(more)))
                if common >= fewest and like >= share:
                    best[side] = max(best[side], (like * min(1, common / 4) + distance / 4, one.owner))
    return best[0][1] if best[0] > best[1] else ""


def abridged(edit: Edit) -> tuple[str, str]:
    """What was and is written, in short."""
    was, now = (" ".join(words.split()) or "nothing" for words in difference(*edit.written))
    return was if len(was) <= _LONG else f"{was[:_LONG]} …", now if len(now) <= _LONG else f"{now[:_LONG]} …"


def _subjects_of(game: Game, example: Rule) -> list[Rule]:
    """The paragraphs that an example is about: that which holds it with its others, or the two before it, and the one
    whose name it bears (`war.city-example`)."""
    for rule in game.rules.values():
        if any(inner.id == example.id for inner in rule.rules):
            return [rule, *(r for r in rule.rules if r.kind != "example")]
    section, before = example.id.rpartition(".")[0], list(game.rules).index(example.id)
    near = [r for r in list(game.rules.values())[:before] if r.id.rpartition(".")[0] == section]
    own = example.id.rpartition("-")[0]
    near = [r for r in near if r.kind != "example"]
    return [r for n, r in enumerate(near) if r.id == own or n >= len(near) - 2]
