"""One of many: a number far above all others of its field, a name that nothing bears where all others are names.

Takes a `Desk`; gives a problem at the value. Promise: nothing is said of few items, nor of what several say.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.model import ComponentSet, Game, Item, Text
from generator.diagnostics.findings import did_you_mean
from generator.engine.registry import Desk, Problem, check

MANY, NAMES = 40, 10
"""Of fewer items a number stands out for no reason; so many names of items tell what a field is for."""
ALMOST = 0.9
"""So many of a field's values must be names."""
HUGE = 3
"""So many times the next largest is a number far above all others."""


@check("M012")
def numbers_stay_together(desk: Desk) -> Iterator[Problem]:
    """No item has several times the number that any other of many has."""
    for owner in desk.game.sets.values():
        for name, kind in owner.fields.items():
            said = [(v, i) for i in owner.items if isinstance(v := i.values.get(name), int | float)]
            if kind.name not in ("integer", "number") or len(said) < MANY:
                continue
            *_, next_most, largest = sorted(value for value, _ in said)
            if largest >= HUGE * next_most > 0 and largest >= HUGE + next_most:
                item = next(item for value, item in said if value == largest)
                message = f"`{owner.id}/{item.id}` has {largest:g} in `{name}`; all others have {next_most:g} at most"
                yield Problem(item.marks.get(name, item.mark), message, "correct the number")


@check("M027")
def names_are_borne(desk: Desk) -> Iterator[Problem]:
    """In a field that holds names of items every value is one."""
    known = {language: _names(desk.game, language) for language in desk.game.languages}
    for owner in desk.game.sets.values():
        for name in (n for n, kind in owner.fields.items() if kind.name == "text" and n != "name"):
            for language, named in known.items():
                said = _said(owner, name, language)
                others = [(item, words) for item, words in said if words.casefold() not in named]
                if len(said) - len(others) >= NAMES and len(others) <= (1 - ALMOST) * len(said):
                    for item, words in others:
                        message = f"nothing is called `{words}`, and all else in `{name}` are names of items"
                        yield Problem(item.marks.get(name, item.mark), message, did_you_mean(words, named.values()))


def _names(game: Game, language: str) -> dict[str, str]:
    """The names of all items in a language, without regard to case."""
    texts = (i.values.get("name") for owner in game.sets.values() for i in owner.items)
    said = (text.in_language(language).strip() for text in texts if isinstance(text, Text))
    return {words.casefold(): words for words in said}


def _said(owner: ComponentSet, name: str, language: str) -> list[tuple[Item, str]]:
    """What the items say of a field."""
    texts = ((i, i.values.get(name)) for i in owner.items)
    said = ((i, text.in_language(language).strip()) for i, text in texts if isinstance(text, Text))
    return [(item, words) for item, words in said if words]
