"""Two versions of a game -> what changed in its sets and items, and in its paragraphs.

Takes the `VersionPair` of a comparison; gives `Change`s. Promise: a new or a lost set is one change, not one for each
of its items; a field that all items of a set got or lost is told once, for the set; a paragraph that was moved is
told as moved, and those whose numbers only gave way are not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from generator.compare.model import Change, ChangedThing, Value, VersionPair, in_same_order, things_of
from generator.compare.readable import (
    Words,
    column_words,
    data_of,
    everywhere,
    in_words,
    item_names,
    rule_name,
    unvaried,
    words_of,
)
from generator.data.model import NAME_FIELDS, ComponentSet, Game, Item, Rule, Section
from generator.data.walk import rules_of
from generator.values import replace

APPEARANCE = ("size", "layout", "back")
"""What an item has of its own, or from its set."""


def set_changes(sides: VersionPair) -> Iterator[Change]:
    """Sets and their items: come, gone, moved, otherwise."""
    items = list(_items(sides))
    counted = {
        sides.matching.today("set", c.old_id.partition("/")[0]) if c.old_id else c.new_id.partition("/")[0]
        for c in items
        if c.what in ("added", "removed") or c.aspect == "count"
    }
    for entry, old, new in sides.entries(
        "set", sides.old.sets, sides.new.sets, lambda g, owner: words_of(owner.name, g)
    ):
        if old and new:
            yield from _set(entry, old, new, new.id in counted)
        elif owner := new or old:
            count = owner.pieces if owner.pieces is not None else owner.assume
            yield entry.alone(Value(owner.pieces, everywhere(sides.new if new else sides.old, count)))
    yield from items


def _set(entry: ChangedThing, old: ComponentSet, new: ComponentSet, counted: bool) -> Iterator[Change]:
    """Everything that changed in a set itself; `counted`: its items tell how many pieces came or went."""
    sides = entry.sides
    yield from entry.renamed(old.name, new.name)
    yield from entry.plain("pieces", old.pieces, new.pieces, counted)
    follows = {
        "expect": (old.pieces, new.pieces),
        "assume": (old.copies, new.copies),
    }
    for aspect in ("expect", "assume", "kind", "printed"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        yield from entry.plain(aspect, one, other, (one, other) == follows.get(aspect))
    for aspect in APPEARANCE:
        yield from entry.plain(aspect, getattr(old, aspect) or None, getattr(new, aspect) or None)
    yield from entry.texts(old, new, "plural", "about")
    fields = {whole: key for whole, key in sides.matching["field"].names.items() if key.startswith(f"{new.id}/")}
    for was, now in fields.items():
        one, other = was.partition("/")[2], now.partition("/")[2]
        renamed = ChangedThing(sides, "field", was, now, unvaried(sides.new, other), entry.name)
        yield renamed.change("renamed", other, sides.plain(one, other))
    told = {whole.partition("/")[2] for pair in fields.items() for whole in pair}
    for key in sorted(({*old.fields} ^ {*new.fields}) - told):
        ids = (f"{old.id}/{key}" if key in old.fields else "", f"{new.id}/{key}" if key in new.fields else "")
        change = ChangedThing(sides, "field", *ids, unvaried(sides.new, key), entry.name).alone(aspect=key)
        game, items = (sides.new, new.items) if key in new.fields else (sides.old, old.items)
        said = (words for item in items if (words := column_words(game, item, key)))
        yield replace(change, called=next(said, {}))


def _own(owner: ComponentSet, item: Item, aspect: str) -> object:
    """The size, layout or back that an item really has."""
    return getattr(item, aspect) or getattr(owner, aspect)


# ---- items -----------------------------------------------------------------------------------------------------------


_Placed = tuple[ComponentSet, Item]


def _items(sides: VersionPair) -> Iterator[Change]:
    """The items of sets that are in both versions, and those that went from one set to another."""
    called = [
        {owner.id: (item_names(game, owner), words_of(owner.name, game)) for owner in game.sets.values()}
        for game in (sides.old, sides.new)
    ]

    def names(game: Game, placed: _Placed) -> tuple[Mapping[str, Words], Words]:
        return called[game is not sides.old][placed[0].id]

    olds, news, sets = things_of(sides.old)["item"], things_of(sides.new)["item"], sides.matching["set"]
    own = sides.entries("item", olds, news, lambda g, p: names(g, p)[0][p[1].id], lambda g, p: names(g, p)[1])
    shared: dict[tuple[str, str], Mapping[str, str]] = {}
    for entry, old, new in own:
        if old and new:
            both = old[0].id, new[0].id
            shared[both] = shared.get(both) or _shared(sides, old[0], new[0])
            if sets.names.get(old[0].id) != new[0].id:
                was = Value(old[0].id, names(sides.old, old)[1])
                yield entry.change("moved", "set", (was, Value(new[0].id, entry.within)))
            yield from _item(entry, old, new, shared[both])
        elif (only := new or old) and only[0].id in (sets.origins if new else sets.names):
            count = only[1].count
            yield entry.alone(Value(count, unvaried(sides.new if new else sides.old, str(count))))


def _shared(sides: VersionPair, then: ComponentSet, now: ComponentSet) -> Mapping[str, str]:
    """The fields of two sets that are compared, by what they are called now: not those of which one version could read
    nothing, which is told as a warning."""
    origins = sides.matching["field"].origins
    pairs = ((key, origins.get(f"{now.id}/{key}", key).rpartition("/")[2]) for key in now.fields)
    lost = [{key for key in owner.fields if all(key in item.torn for item in owner.items)} for owner in (then, now)]
    return {key: was for key, was in pairs if was in then.fields and was not in lost[0] and key not in lost[1]}


def _item(
    entry: ChangedThing, placed_then: _Placed, placed_now: _Placed, fields: Mapping[str, str]
) -> Iterator[Change]:
    """Everything that changed in one item, of its `fields` by what they are called now."""
    (owner_then, one), (owner, other), sides = placed_then, placed_now, entry.sides
    yield from entry.plain("count", one.count, other.count)
    for aspect in APPEARANCE:
        pair = _own(owner_then, one, aspect), _own(owner, other, aspect)
        if pair != (getattr(owner_then, aspect), getattr(owner, aspect)):
            yield from entry.plain(aspect, pair[0] or None, pair[1] or None)
    named = False
    for key, then in fields.items():
        was, now = (owner_then.fields[then], one.said.get(then)), (owner.fields[key], other.said.get(key))
        if sides.normalizers[0].value(*was) != sides.normalizers[1].value(*now):
            named = named or key in NAME_FIELDS
            values = (
                Value(data_of(was[1]), in_words(sides.old, *was)),
                Value(data_of(now[1]), in_words(sides.new, *now)),
            )
            change = entry.change("renamed" if key in NAME_FIELDS else "changed", key, values)
            yield replace(change, called=column_words(sides.new, other, key))
    if one.id != other.id and not named:
        yield entry.change("renamed", "id", sides.plain(one.id, other.id))


# ---- paragraphs of the rules -----------------------------------------------------------------------------------------


def section_name(game: Game, section: Section) -> Words:
    """ "3 War"."""
    return {k: f"{section.number} {words}".strip() for k, words in words_of(section.title, game).items()}


def rules_changes(sides: VersionPair) -> Iterator[Change]:
    """Paragraphs; those of a chapter that came or went go with it."""
    sections = sides.matching["section"]
    homes = _homes(sides.old), _homes(sides.new)
    moved = _moved(sides, *homes)
    came = sections.origins

    def home_of(game: Game, rule: Rule) -> Section:
        return homes[0 if game is sides.old else 1][rule.id][0]

    def within(game: Game, rule: Rule) -> Words:
        return section_name(game, home_of(game, rule))

    for entry, old, new in sides.entries("rule", sides.old.rules, sides.new.rules, rule_name, within):
        if old and new:
            yield from _rule(entry, old, new, new.id in moved)
        elif old and home_of(sides.old, old).id in sections.names:
            yield entry.alone(Value(data_of(old.text), words_of(old.text, sides.old)))
        elif new and home_of(sides.new, new).id in came:
            yield entry.alone(Value(data_of(new.text), words_of(new.text, sides.new)))


_Homes = dict[str, tuple[Section, str]]


def _homes(game: Game) -> _Homes:
    """Each rule's section and the rule above it."""
    found: _Homes = {}
    for section in game.sections:
        found.update({rule.id: (section, "") for rule in section.rules})
        found.update({below.id: (section, rule.id) for rule in rules_of(section) for below in rule.rules})
    return {name: found[name] for name in game.rules}


def _moved(sides: VersionPair, old: _Homes, new: _Homes) -> frozenset[str]:
    """New ids of rules that stand elsewhere: in another section, below another rule, or in another order."""
    sections, rules = sides.matching["section"].names, sides.matching["rule"].names
    before = {rules[k]: (sections.get(s.id, ""), rules.get(a, a)) for k, (s, a) in old.items() if k in rules}
    after = {name: (section.id, above) for name, (section, above) in new.items()}
    moved = {name for name, home in before.items() if after[name] != home}
    families: dict[tuple[str, str], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for side, homes in enumerate((before, after)):
        for name, home in homes.items():
            if name in before and name not in moved:
                families[home][side].append(name)
    for one, other in families.values():
        moved |= set(other) - in_same_order(one, other)
    return frozenset(moved)


def _rule(entry: ChangedThing, old: Rule, new: Rule, moved: bool) -> Iterator[Change]:
    sides = entry.sides
    if moved and old.number != new.number:
        yield entry.change("moved", "number", sides.plain(old.number or old.id, new.number or new.id))
    yield from entry.texts(old, new, "title", "text", "aid")
    yield from entry.plain("kind", old.kind, new.kind)
    if old.id != new.id and not sides.texts_differ(old.text, new.text):
        yield entry.change("renamed", "id", sides.plain(old.id, new.id))
