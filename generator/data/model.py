"""The value between data and layout: a `Game`, all of one game's components, words and rules.

Promise: every field has its declared kind, every formula its number, every text its languages; every value
keeps its `Mark`. Frozen; nothing here does work beyond looking something up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from generator.data.rulebook import Question as Question  # noqa: PLC0414 (parts of the values)
from generator.data.rulebook import Rule as Rule  # noqa: PLC0414
from generator.data.rulebook import Section as Section  # noqa: PLC0414
from generator.data.rulebook import Setup as Setup  # noqa: PLC0414
from generator.data.rulebook import SetupStep as SetupStep  # noqa: PLC0414
from generator.data.rulebook import Text as Text  # noqa: PLC0414
from generator.diagnostics.findings import Located, Mark
from generator.values import Struct, field


class Accepted(Struct, frozen=True):
    """A row of the column `accept`: its words (`CODE reason`), their place, its lines from `first` to `last`."""

    words: str
    mark: Mark
    first: int
    last: int


class Term(Located, Struct, frozen=True):
    """A word with a meaning: a resource, a terrain, a people."""

    id: str
    kind: str
    name: Text
    mark: Mark
    plural: Text | None = None
    short: Text | None = None
    about: Text | None = None
    icon: str = ""
    color: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    avoid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By language: words that must not be written for it."""

    def called(self, form: str, language: str) -> str:
        """The word that `{id:form}` stands for; the name where there is no plural."""
        return (self.plural if self.plural and form.startswith("plural") else self.name).in_language(language)


class TermKind(Struct, frozen=True):
    """A kind of terms and its members, in the order written."""

    id: str
    name: Text
    members: tuple[Term, ...]
    mark: Mark


class Parameter(Struct, frozen=True):
    """A number that the rules state. `by_players` is set where it is written as a map by the number of players,
    or comes of a formula that differs by it (`value` is then that of the largest number); `formula` is "" where it is
    written as numbers."""

    id: str
    name: Text
    value: int | float
    mark: Mark
    by_players: Mapping[int, int | float] = field(default_factory=dict)
    note: Text | None = None
    formula: str = ""


class FieldKind(Struct, frozen=True):
    """A declared kind. `list of term terrain` is FieldKind("list", of=FieldKind("term", "terrain")); `map of K by
    term X` is FieldKind("map", "X", of=K); `one of [a, b]` is FieldKind("one of", choices=("a", "b"))."""

    name: str
    argument: str = ""
    choices: tuple[str, ...] = ()
    of: FieldKind | None = None
    optional: bool = False

    @property
    def innermost(self) -> FieldKind:
        """That of the members of a list or a map, else itself."""
        return self.of.innermost if self.of else self


class Verb(Located, Struct, frozen=True):
    """What an effect may say: the kinds of its arguments."""

    id: str
    arguments: Mapping[str, FieldKind]
    mark: Mark
    about: Text | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)


class Effect(Located, Struct, frozen=True):
    """One use of a verb. Its arguments are values as in an `Item`; `marks` has their places, by name."""

    verb: str
    arguments: Mapping[str, object]
    mark: Mark
    marks: Mapping[str, Mark] = field(default_factory=dict)


NAME_FIELDS = ("name", "title")
"""Fields that an item is called by."""


class Item(Located, Struct, frozen=True):
    """One design of a set and how many copies of it there are.

    `values` has the declared fields: text -> `Text`, term and item fields -> the id, effects -> a tuple of `Effect`,
    lists -> tuples, maps -> dicts, images -> their path relative to the project (or to the bundle). A field that may be
    missing and is has no entry. `marks` has the place of each field's value (and of `id`, `count`, `size` ...); of the
    members of lists as `cells.0`, of the keys of maps as `caps.food`. `size`, `layout` and `back` are "" unless the
    item differs from its set. `torn` has the fields that could not be read, or not whole: `Unread` words, or what has
    some in it."""

    id: str
    count: int
    values: Mapping[str, Any]
    marks: Mapping[str, Mark] = field(default_factory=dict)
    size: str | Mapping[str, object] = ""
    layout: str = ""
    back: str = ""
    torn: Mapping[str, Any] = field(default_factory=dict)

    @property
    def said(self) -> Mapping[str, Any]:
        """All that it says, torn or not."""
        return {**self.values, **self.torn} if self.torn else self.values

    @property
    def mark(self) -> Mark:  # type: ignore[override]
        """Its place: that of its id."""
        return self.marks["id"]

    @property
    def name(self) -> Text | None:
        """What it is called, if it says so."""
        return next((value for key in NAME_FIELDS if isinstance(value := self.values.get(key), Text)), None)


class Formula(Struct, frozen=True):
    """A formula or a filter as written."""

    source: str
    mark: Mark


class Parts(Located, Struct, frozen=True):
    """What a set is made of: `counts` pieces for each value of the field `by`, `others` for each other value."""

    by: str
    counts: Mapping[str, int]
    mark: Mark
    others: int | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)


class Complete(Located, Struct, frozen=True):
    """`count` pieces for each member of a kind of terms, for each number of `span`, or for each player.

    `of_field` is "" where the kind alone says which one is meant."""

    each: str
    count: int
    mark: Mark
    of_field: str = ""
    where: str = ""
    span: tuple[int, int] | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)


class Unique(Located, Struct, frozen=True):
    """No two items have the same values in `fields`; `all` ("", "pairs", "unlike pairs", "numbers", "combinations")
    says which values there must be, the numbers being those of `span`."""

    fields: tuple[str, ...]
    mark: Mark
    unordered: bool = False
    all: str = ""
    span: tuple[int, int] | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)


class Check(Struct, frozen=True):
    """A formula that must be true, of every item if it names `item`; `say` puts it into words."""

    say: str
    formula: Formula
    mark: Mark


class Promises(Struct, frozen=True):
    """What a set promises beyond its number of pieces."""

    parts: tuple[Parts, ...] = ()
    complete: tuple[Complete, ...] = ()
    unique: tuple[Unique, ...] = ()
    checks: tuple[Check, ...] = ()


class Use(Located, Struct, frozen=True):
    """One thing that pieces of a set are used for in play.

    `counts` maps each number of players to the most pieces at one time; it is empty where the rules give no bound
    (`unbounded` says why). `rule` is the paragraph it follows from, `short` the one for when there are not enough."""

    what: Text
    mark: Mark
    counts: Mapping[int, int | None] = field(default_factory=dict)
    unbounded: Text | None = None
    rule: str = ""
    short: str = ""
    marks: Mapping[str, Mark] = field(default_factory=dict)


class ComponentSet(Located, Struct, frozen=True):
    """One component set. `expect`: what the rules promise (None: no number); `count_open`: it is an open question
    (`assume`: how many to bring or print); not `complete`: something could not be read; `counted`: the copies of all
    items could; `columns`: those that the filter of table rows and the formulas of `each` ask for; `beside`: those that
    are no fields, and if by `ignore`."""

    id: str
    name: Text
    kind: str
    mark: Mark
    items: tuple[Item, ...] = ()
    fields: Mapping[str, FieldKind] = field(default_factory=dict)
    size: str | Mapping[str, object] = ""
    layout: str = ""
    back: str = ""
    expect: int | None = None
    count_open: bool = False
    assume: int | None = None
    printed: bool = True
    about: Text | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)
    complete: bool = True
    counted: bool = True
    promises: Promises = field(default_factory=Promises)
    uses: tuple[Use, ...] = ()
    stamp: str = ""
    columns: frozenset[str] = frozenset()
    beside: Mapping[str, bool] = field(default_factory=dict)
    plural: Text | None = None

    def template(self, item: Item, side: str = "front") -> str:
        """The name of the template that draws a side of an item; "" where none does."""
        return (item.back or self.back) if side == "back" else (item.layout or self.layout)

    def size_of(self, item: Item) -> str | Mapping[str, object]:
        """The size an item is made in."""
        return item.size or self.size

    def called(self, language: str, number: int | None = None) -> str:
        """Its name, as one speaks of so many."""
        return (self.plural if self.plural and number != 1 else self.name).in_language(language)

    @property
    def pieces(self) -> int | None:
        """The number of pieces, all copies; None where it is an open question."""
        return None if self.count_open else self.copies

    @property
    def copies(self) -> int:
        """The copies of all items; of an open count, as they are assumed."""
        return sum(i.count for i in self.items)

    @property
    def designs(self) -> int:
        """The number of items that are not parked."""
        return sum(bool(i.count or self.count_open) for i in self.items)


class Game(Struct, frozen=True, eq=False, dict=True, weakref=True):
    """All of a game. `folder` is relative to the project ("components/chess").

    `players` are 1 to 1 where game.yaml does not say for how many the game `is_for`.
    `sets` are in the order of the box; `order` has the place of each set id that game.yaml's `order` names.
    `sources` has the text of every file read, by its name in marks. `unread` has the names (ids, keys) of what stands
    in the files but could not be read, and `*sets`, `*rules` ... where whole files or parts could not: a reference to
    such a name is no fault of its own. `formulas` were worked out; `accepts` is what rows of tables accept."""

    id: str
    title: Text
    version: Text
    players: tuple[int, int]
    languages: tuple[str, ...]
    folder: str
    mark: Mark
    authors: tuple[str, ...] = ()
    about: Text | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    kinds: Mapping[str, TermKind] = field(default_factory=dict)
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    sets: Mapping[str, ComponentSet] = field(default_factory=dict)
    sections: tuple[Section, ...] = ()
    setup: Setup = field(default_factory=Setup)
    questions: tuple[Question, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
    order: Mapping[str, Mark] = field(default_factory=dict)
    include: tuple[str, ...] = ()
    formulas: tuple[Formula, ...] = ()
    accepts: tuple[Accepted, ...] = ()
    stamp: str = ""
    is_for: bool = True

    @property
    def version_word(self) -> str:
        """The version as one string: in English, if the game speaks it, else in its first language."""
        words = self.version.words
        return words.get("en") or next(iter(words.values()), "")

    @property
    def folders(self) -> tuple[str, ...]:
        """Where its files are looked for, in components/ and layouts/: its own folder, then those it shares."""
        return (self.id, *self.include)

    def designs(self, only: Collection[str] | None = None) -> list[tuple[ComponentSet, Item]]:
        """What is printed, in the order of the box, or of `only` these sets and items ("set", "set/item"). An item
        without copies is parked: it is printed only if it is asked for by itself."""
        asked = {s.id for s in self.sets.values() if s.printed} if only is None else {*only}
        whole = [(s, i) for s in self.sets.values() for i in s.items]
        return [(s, i) for s, i in whole
                if (s.id in asked and (i.count or s.count_open)) or f"{s.id}/{i.id}" in asked]  # fmt: skip

    @cached_property
    def items(self) -> dict[str, Item]:
        """All items, by set and id ("card/dawn")."""
        return {f"{s.id}/{i.id}": i for s in self.sets.values() for i in reversed(s.items)}

    @cached_property
    def terms(self) -> dict[str, Term]:
        """All terms by id."""
        return {t.id: t for k in self.kinds.values() for t in k.members}

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """All rules by id, at any depth, in order."""
        found: dict[str, Rule] = {}
        stack = [r for s in reversed(self.sections) for r in reversed(s.rules)]
        while stack:
            rule = stack.pop()
            found[rule.id] = rule
            stack.extend(reversed(rule.rules))
        return found
