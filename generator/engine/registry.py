"""The registry of checks, and the one that runs them all over a game.

A check is a generator over a `Desk` (a game, its project, all it mentions), or over what is drawn (`on`), that yields
`Problem`s; the decorator says its code, the runner stamps it. Promise: checks see only what could be read, so what is
told already is not told again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeVar

from generator.cache import Store, folder, key_of, opened, tool
from generator.data.lexicon import is_latin
from generator.data.model import ComponentSet, Game, SetupStep, Text
from generator.data.reading import incremental
from generator.data.reading.load import resting_collector
from generator.data.walk import Mention, Skip, Spoken, mentions_of, texts_of
from generator.diagnostics.findings import Finding, Mark
from generator.expressions.runtime import OF_GAME, OF_ITEM, step_budget
from generator.project import Project
from generator.values import Struct, field


class Problem(Struct, frozen=True):
    """A finding that has no code yet. Of several at one place of a template, the one of most `weight` is told; `about`,
    `places`, `instead`, `faces` and `weighty` are those of the finding."""

    mark: Mark
    message: str
    hint: str = ""
    weight: float = 0.0
    about: tuple[str, ...] = ()
    places: tuple[Mark, ...] = ()
    instead: str = ""
    faces: tuple[str, ...] = ()
    weighty: bool = False

    def finding(self, code: str) -> Finding:
        """The same with its code."""
        beside = {name: getattr(self, name) for name in ("about", "places", "instead", "faces", "weighty")}
        return Finding(code, self.mark, self.message, self.hint, **beside)


class Desk(Struct, frozen=True, eq=False):
    """What a check looks at. `texts` are all texts of the game, `mentions` all names that data and texts refer to (of
    what items name and is there, one of each);
    `names` has all that mentions may name, by kind (`_things_of`);
    `kept` has what checks share of it, by what worked it out (`once_per_desk`); `edited`: what was edited since the
    last commit is looked at, too, which git is asked for."""

    project: Project
    game: Game
    names: Mapping[str, Mapping[str, Any]]
    mentions: tuple[Mention, ...]
    texts: tuple[Spoken, ...]
    kept: dict[object, Any] = field(default_factory=dict)
    edited: bool = False


Result = TypeVar("Result")


def once_per_desk(work: Callable[[Desk], Result]) -> Callable[[Desk], Result]:
    """Work on a desk that is done at most once, and let go of with the desk."""

    @wraps(work)
    def kept(desk: Desk) -> Result:
        if work not in desk.kept:
            desk.kept[work] = work(desk)
        found: Result = desk.kept[work]
        return found

    return kept


_WORDS: ContextVar[Store | None] = ContextVar("words", default=None)
"""What `kept_by_words` knows from earlier runs."""


def kept_by_words(work: Callable[..., Result]) -> Callable[..., Result]:
    """Work on words and languages alone that comes to plain data: it is done once, or was by an earlier run."""

    @lru_cache(maxsize=1024)
    @wraps(work)
    def known(*words: object) -> Result:
        store = _WORDS.get()
        if store is None:
            return work(*words)
        key = key_of(work.__module__, work.__name__, words)
        if (found := store.get(key)) is None:
            found = (work(*words),)
            store.put(key, found)
        done: Result = found[0]
        return done

    return known


@contextmanager
def reusing_words(*whose: object) -> Iterator[None]:
    """Within, what `kept_by_words` works out is taken from an earlier run on the same, and kept at the end: also by a
    process that does nothing else. Who watches knows it himself."""
    state = tool() if folder() and not incremental.is_on() else ""
    store = opened(f"words-{key_of(*whose).hex()}", state) if state else None
    token = _WORDS.set(store)
    try:
        yield
    finally:
        _WORDS.reset(token)
        if store:
            store.save()


@once_per_desk
def texts_by_owner(desk: Desk) -> Mapping[str, Sequence[Spoken]]:
    """The texts of each rule, term, step, item ..., by its name (`rule war.fort`)."""
    found: dict[str, list[Spoken]] = {}
    for spoken in desk.texts:
        found.setdefault(spoken.owner, []).append(spoken)
    return found


def all_words(
    desk: Desk, speaks: Callable[[str], bool] = lambda _: True, spelt: Callable[[str], str] = str.casefold
) -> Mapping[str, str]:
    """By language, the words of all owners that speak, in small letters (`str`: as they stand)."""
    found: dict[str, list[str]] = {}
    for spoken in desk.texts:
        for language, words in spoken.text.words.items() if speaks(spoken.owner) else ():
            found.setdefault(language, []).append(spelt(words))
    return {language: "\n".join(many) for language, many in found.items()}


def is_said(names: Iterable[Text | None], words: Mapping[str, str]) -> bool:
    """True if `all_words` hold one of these names, in the singular or the plural."""
    for language, name in (pair for text in names if text is not None for pair in text.words.items()):
        edge = r"\b" if is_latin(language) else ""
        parts, said = [word.removesuffix("s" * bool(edge)) for word in name.casefold().split()], words.get(language, "")
        if any(parts) and parts[0] in said and re.search(edge + r"s?\s+".join(map(re.escape, parts)), said):
            return True
    return False


def named_in(texts: Iterable[Spoken], *kinds: str) -> dict[str, None]:
    """What the tokens of some kinds name in texts, in all languages, in order."""
    tokens = (t for spoken in texts for many in spoken.tokens.values() for t in many)
    return dict.fromkeys(t.text for t in tokens if t.kind in kinds)


def first_told(spoken: Spoken, said: Iterable[tuple[str, str]], hint: str) -> Iterator[Problem]:
    """Of what is wrong with the languages of a text ("" if nothing is), the first, at its words."""
    for language, wrong in said:
        if wrong:
            yield Problem(spoken.text.marks[language], f"{wrong} in {language}", hint)
            return


Check = Callable[[object], Iterator[Problem]]
AnyCheck = TypeVar("AnyCheck", bound=Callable[..., Iterator[Problem]])
_CHECKS: dict[type, list[tuple[str, Check]]] = {}


ROOMS = ("edits", "integrity", "meaning", "preflight", "setup", "texts")
SLOW = ("preflight", "meaning", "edits")
"""The rooms of the engine that look at what is seen, at what a game means, and at what was edited."""


@cache
def checks_on(kind: type, *without: str) -> list[tuple[str, Check]]:
    """Every check of a kind of value with its code, but for those of some rooms."""
    rooms = [room for room in ROOMS if room not in without]
    for room in rooms:
        _read_all(room)
    return [(code, work) for code, work in _CHECKS[kind] if work.__module__.split(".")[2] in rooms]


@cache
def _read_all(room: str) -> None:
    """Imports every file of a room: a new check is one file, or one function in it."""
    for module in iter_modules(import_module(f"generator.engine.{room}").__path__, f"generator.engine.{room}."):
        import_module(module.name)


def check(
    code: str, on: type = Desk, each: Callable[[Any], Iterable[Any]] | None = None
) -> Callable[[AnyCheck], AnyCheck]:
    """Registers a check of values of a kind under the code of what it finds. With `each` it is called for each thing
    that this gives of the value."""

    def register(work: AnyCheck) -> AnyCheck:
        @wraps(work)
        def of_each(value: object) -> Iterator[Problem]:
            for thing in each(value) if each else ():
                yield from work(value, thing)

        _CHECKS.setdefault(on, []).append((code, of_each if each else work))
        return work

    return register


def check_rows(
    rows: Iterable[tuple[Any, ...]], each: Callable[[Any], Iterable[Any]] | None = None
) -> Callable[[AnyCheck], AnyCheck]:
    """Registers a check under the code at the head of each row; it is called with the rest of the row, too."""

    def register(work: AnyCheck) -> AnyCheck:
        for code, *said in rows:
            check(code, each=each)(wraps(work)(lambda *given, said=said: work(*given, *said)))
        return work

    return register


def all_texts(desk: Desk) -> Iterable[Spoken]:
    """All texts."""
    return desk.texts


def sets_of(desk: Desk) -> Iterable[ComponentSet]:
    """All sets."""
    return desk.game.sets.values()


def steps_of(desk: Desk) -> Iterable[SetupStep]:
    """The steps of the set-up."""
    return desk.game.setup.steps


@resting_collector()
def desk_of(project: Project, game: Game, edited: bool = False) -> Desk:
    """A game with all that checks look at."""
    texts, things = tuple(texts_of(game)), _things_of(game)
    return Desk(project, game, things, tuple(mentions_of(game, texts, _told_once(game, things))), texts, edited=edited)


def _things_of(game: Game) -> Mapping[str, Mapping[str, object]]:
    """All that mentions may name, by kind and name: what has a `mark`, a place, or None where nobody may have misspelt
    it."""
    setup = game.setup
    return {
        "term": game.terms, "kind": game.kinds, "set": game.sets, "parameter": game.parameters, "verb": game.verbs,
        "rule": {**dict.fromkeys(section.id for section in game.sections), **game.rules},
        "item": {f"{s.id}/{i.id}": i for s in game.sets.values() for i in s.items},
        "zone": {"supply": None, **{zone: setup.marks.get(f"zones.{i}") for i, zone in enumerate(setup.zones)}},
        "mode": dict.fromkeys(setup.modes),
    }  # fmt: skip


def _told_once(game: Game, known: Mapping[str, Collection[str]]) -> Skip:
    """What many items name, if it is there, is looked at once: nothing is to be told of it."""
    seen = set()

    def skip(kind: str, name: str, within: str, in_text: bool) -> bool:
        if kind == "item" or name not in known[kind]:
            return False
        key = (kind, within, name, in_text)
        again = key in seen
        seen.add(key)
        return again and (kind != "term" or within in ("", game.terms[name].kind))

    return skip


def run_checks(desk: Desk, slow: bool = False) -> list[Finding]:
    """What the `SLOW` rooms find, or all others."""
    items = sum(len(owner.items) for owner in desk.game.sets.values())
    with resting_collector(), step_budget(OF_GAME + OF_ITEM * items, "the game"):
        quick = checks_on(Desk, *SLOW)
        wanted = [one for one in checks_on(Desk) if one not in quick] if slow else quick
        return [problem.finding(code) for code, work in wanted for problem in work(desk)]
