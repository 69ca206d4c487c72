"""Siblings: an item that alone breaks what all others of its set keep to, a template or a picture of another thing.

Takes a `Desk`; gives a problem at the odd item, at the expression of a template, or at `layout`, `back` or a picture. A
habit counts only where it can hardly be chance: so many siblings keep to it, and what they keep to is so rare among
all, that it must be meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import count, islice, permutations
from math import log10
from pathlib import Path
from typing import Any

from generator.data.model import ComponentSet, Item, Text
from generator.data.reading.folders import ENDINGS, plain_name
from generator.data.reading.grid import FIGURES
from generator.engine.integrity.formulas import as_written
from generator.engine.integrity.uses import BOUND, drawings_of, templates_of
from generator.engine.registry import Desk, Problem, check, sets_of
from generator.values import lazy_pattern

CHANCE = -2.3
"""The logarithm of how likely a habit may be by chance; twice of it in one group beside others that have none, unless
it is theirs alone, three times for numbers and words, which vary more, and together."""
_FEW, _LARGE, _SIGN = 4, 2_000, 3
"""Fewer siblings than this have no habits; what is wrong with more is wrong with what made them; so long is a sign."""
_KINDS = ("term", "one of", "flag", "rule", "word", "item", "integer", "text")
_VARIED = ("integer", "text")

Row = Mapping[str, Hashable]
Told = Iterator[tuple[int, str, str]]
"""The place of the odd item, the field that is odd, and what all others do."""


@check("M002", each=sets_of)
def items_are_like_their_siblings(_: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """What holds for all other items of a set holds for each."""
    if not owner.complete or not 1 < len(owner.items) <= _LARGE:
        return
    rows = [_row(owner, item) for item in owner.items]
    looks = [_named(owner), _empty(owner)]
    told: set[int] = set()
    for n, name, others in (*(one for look in looks for one in look), *_odd(owner, rows)):
        if n not in told:
            told.add(n)
            item = owner.items[n]
            here = item.values.get(name, rows[n].get(name))
            message = f"`{owner.id}/{item.id}` has `{name}` `{as_written(here)}`; {others}"
            yield Problem(item.at(name), message, f"correct `{name}`, or what it is held against")


@check("M002", each=sets_of)
def no_word_stands_among_figures(_: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """Of words nearly all of which are figures (`0.50`) the others are too, but for a sign (`X`)."""
    for name in (n for n, kind in owner.fields.items() if kind.name == "word"):
        said = [(item, str(item.values[name])) for item in owner.items if item.values.get(name) is not None]
        from generator.data.reading.guessing import are_slips  # with all that tables say; few sets have such fields

        odd = [(item, words) for item, words in said if not FIGURES.fullmatch(words)]
        for item, words in odd if are_slips([words for _, words in odd], len(said)) else ():
            if len(words) > _SIGN:
                message = f"`{owner.id}/{item.id}` has `{name}` `{words}`; all others have a number"
                yield Problem(item.at(name), message, "write the number", weighty=True)


def _row(owner: ComponentSet, item: Item) -> dict[str, Hashable]:
    """What an item says and how it looks, as far as it can be compared; None for what is missing, or as good as."""
    fields = {n: _plain(item.values.get(n)) for n, kind in owner.fields.items() if kind.name in _KINDS}
    looks = {"layout": owner.template(item), "back": owner.template(item, "back")}
    return {**fields, **looks, "size": str(owner.size_of(item))}


def _plain(value: Any) -> Hashable:  # noqa: ANN401 -- a value of any declared kind
    if isinstance(value, Text):
        return next(iter(value.words.values()), None)
    return value if isinstance(value, Hashable) and value not in (None, False, "") else None


def _odd(owner: ComponentSet, rows: Sequence[Row]) -> Told:
    """Items in which two things do not go together as they do in all others, at what breaks most habits."""
    broken: dict[int, list[tuple[str, str]]] = {}
    numbers = {n for n, kind in owner.fields.items() if kind.name in _VARIED}
    found = {n: Counter(row[n] for row in rows) for n in rows[0]} if len(rows) > _FEW else {}
    varied = [n for n, values in found.items() if 1 < len(values) < len(rows)]  # what is each time another has no habit
    columns = {n: [row[n] for row in rows] for n in varied}
    for cause, effect in permutations(varied, 2):
        for n in _odd_ones(columns[cause], columns[effect], not numbers.isdisjoint((cause, effect))):
            broken.setdefault(n, []).append((cause, effect))
    for n, habits in sorted(broken.items()):
        counts = Counter(name for pair in habits for name in pair[::-1])
        name = max(counts, key=lambda one: (counts[one], one in ("layout", "back", "size")))
        cause = next(a if b == name else b for a, b in habits if name in (a, b))
        like = [row[name] for m, row in enumerate(rows) if row[cause] == rows[n][cause] and m != n]
        usual = as_written(Counter(like).most_common(1)[0][0] if like else None)
        yield n, name, f"all others with `{cause}` `{as_written(rows[n][cause])}` have `{usual}`"


def _odd_ones(causes: Sequence[Hashable], effects: Sequence[Hashable], varied: bool) -> Iterator[int]:
    """Rows in which alone the effect is not what the cause asks for in all others of their group, if that is no chance:
    in the group by itself (but for numbers and words: `varied`), or because there is no other such row in any group."""
    groups: dict[Hashable, Counter[Hashable]] = {}
    for (cause, effect), times in Counter(zip(causes, effects, strict=True)).items():
        if cause is not None:
            groups.setdefault(cause, Counter())[effect] = times
    common = Counter(effects)
    usual = {value: found.most_common(1)[0] for value, found in groups.items()}
    whole = sum((times - 1) * log10(common[most] / len(effects)) for most, times in usual.values())
    mixed = [value for value, found in groups.items() if len(found) > 1]
    for value in mixed:
        most, times = usual[value]
        alone = 0.0 if varied else times * log10(common[most] / len(effects))
        own = common[most] == times  # no other group has it
        sure = alone <= (CHANCE if own else 2 * CHANCE)
        sure = sure or (mixed == [value] and whole <= (3 * CHANCE if varied else CHANCE))
        if groups[value].total() == times + 1 >= _FEW and sure:
            both = zip(causes, effects, strict=True)
            yield next(n for n, (cause, effect) in enumerate(both) if cause == value and effect != most)


def _named(owner: ComponentSet) -> Told:
    """A field whose value is a part of the id in all other items."""
    for name in owner.fields:
        values = [i.values.get(name) for i in owner.items]
        both = zip(count(), values, owner.items)
        odd = list(islice((n for n, value, item in both if f"-{value}-".lower() not in f"-{item.id}-"), 2))
        if len(odd) == 1 and len(values) >= _FEW and all(isinstance(value, (str, int)) for value in values):
            apart = all(i.marks.get("id") not in (i.marks.get(field) for field in owner.fields) for i in owner.items)
            if apart and len(set(map(str, values))) > 2:
                yield odd[0], name, "in all others it is a part of the id"


def _empty(owner: ComponentSet) -> Told:
    """A map that holds nothing in one item alone, which says nothing instead; an empty list says what it means."""
    optional = [n for n, kind in owner.fields.items() if kind.optional]
    for name, kind in owner.fields.items():
        empty = [n for n, i in enumerate(owner.items) if kind.name in ("map", "effects") and not i.values.get(name, 1)]
        bare = [n for n in empty if not any(owner.items[n].values.get(other) for other in optional)]
        if len(bare) == 1 and len(owner.items) - len(empty) >= _FEW:
            yield bare[0], name, "in all others it holds something"


# ---- templates against the data ----

_IN_MARKUP = lazy_pattern(r"""\{[^{}'"]*(['"])\s*~$""")
"""Words before an id that make a reference of it: `'{' ~ item.yield.id`."""
_ID = lazy_pattern(r"(?<![\w.\[])(item(?:\.[a-z]\w*)?)\.id\b(?!\s*(?:==|!=|in\b|not\b|\]|\[))")


@check("M007")
def names_are_drawn(desk: Desk) -> Iterator[Problem]:
    """No text of a template is an id where the thing has a name."""
    for drawing in drawings_of(desk):
        owners = [s for s in desk.game.sets.values() if drawing.path.stem in templates_of(s)]
        text = drawing.text if owners else ""
        for bound in (one for one in BOUND.finditer(text) if one[1] == "text"):
            for found in _ID.finditer(text, bound.start(), bound.end()):
                before = text[bound.start() : found.start()].rstrip()
                if before.endswith(("==", "!=", "in", "[")) or _IN_MARKUP.search(before):
                    continue
                message = f"`{found.group()}` prints the id, not the name"
                path = found[1].split(".")
                field, wanted = (path[1].replace("_", "-"), "term") if len(path) > 1 else ("name", "text")
                if any(field in owner.fields and owner.fields[field].name == wanted for owner in owners):
                    yield Problem(drawing.mark(*found.span()), message, f"write `{found[1]}.name`")
                elif found[1] == "item" and all(i.id in desk.game.terms for s in owners for i in s.items):
                    yield Problem(drawing.mark(*found.span()), message, "write `terms[item.id].name`")


@check("M008")
def sets_are_drawn_as_what_they_are(desk: Desk) -> Iterator[Problem]:
    """No set is drawn with a template that is named after another while there is one of its own name."""
    known = {d.path.stem for d in drawings_of(desk)}
    by_word: dict[str, dict[str, int]] = {}
    for place, other in enumerate(desk.game.sets):
        for word in other.split("-"):
            by_word.setdefault(word, {})[other] = place
    for owner in desk.game.sets.values():
        for key in ("layout", "back"):
            name = getattr(owner, key)
            if key == "layout" and name and owner.back and name.startswith(f"{owner.back}-"):
                message = f"`{owner.id}` has `{owner.back}` on its back, and `{name}` in front"
                yield Problem(owner.at(key), message, "swap `layout` and `back`")
            named = {other: place for word in name.split("-") for other, place in by_word.get(word, {}).items()}
            for other in sorted(named, key=named.__getitem__):
                meant = next((m for m in _meant(owner.id, other, name) if m in known), "")
                if meant:
                    message = f"`{owner.id}` is drawn with `{name}`, though there is `{meant}`"
                    yield Problem(owner.at(key), message, f"write `{key}: {meant}`")
                    break


def _meant(own: str, other: str, name: str) -> Iterator[str]:
    """The names that a template of another set would have as one of this set."""
    mine, theirs = own.split("-"), other.split("-")
    rest = "-".join(w for w in theirs if w not in mine)
    if rest and f"-{rest}-" in f"-{name}-" and set(mine).isdisjoint(name.split("-")):
        for part in ("-".join(w for w in mine if w not in theirs), *mine):
            yield f"-{name}-".replace(f"-{rest}-", f"-{part}-").strip("-")


@check("M028", each=sets_of)
def items_show_pictures_of_their_own(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """No item shows the picture that is called as another one, while there is one called as itself."""
    fields = [name for name, kind in owner.fields.items() if kind.name == "image"]
    names = {item.id: _called(item) for item in owner.items if fields}
    called = {words: item for item in owner.items if fields for words in names[item.id]}
    for name in fields:
        paths = [(item, Path(item.values[name])) for item in owner.items if item.values.get(name)]
        shown = [(item, path.parent, plain_name(path.stem)) for item, path in paths]
        odd = [one for one in shown if one[2] not in names[one[0].id]]
        borrowed = [(item, folder, called[words]) for item, folder, words in odd if words in called]
        if len(borrowed) < len(shown) - len(odd):  # else the field is about others
            folders = {
                folder: _pictures(desk.project.root / folder) for folder in {folder for _, folder, _ in borrowed}
            }
            for item, folder, other in borrowed:
                if meant := next((folders[folder][own] for own in names[item.id] if own in folders[folder]), ""):
                    message = f"`{item.id}` has the picture of `{other.id}`, though there is `{meant}`"
                    yield Problem(item.at(name), message, f"write `{meant}`")


def _called(item: Item) -> list[str]:
    """What a picture of an item may be called."""
    return [plain_name(words) for words in (item.id, *(item.name.words.values() if item.name else ()))]


def _pictures(folder: Path) -> Mapping[str, str]:
    """The pictures in a folder, by their names as they are compared."""
    files = sorted(folder.iterdir(), reverse=True) if folder.is_dir() else ()
    return {plain_name(path.stem): path.name for path in files if path.suffix.lower() in ENDINGS}
