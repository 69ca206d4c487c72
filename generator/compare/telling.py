"""The entries of a gist -> a line each, in one language.

Takes an `Entry` of gist.py and the `Phrases` of a language; gives a `ReportLine`. Promise: what happened is counted,
the heaviest of it named; short values are told as they were and are; what is not the designer's number is marked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.compare.gist import SAID, Entry, Thing
from generator.compare.lines import SIGNS, Phrases, ReportLine, old_and_new, thing_name, told_line
from generator.compare.model import Change
from generator.values import replace
from generator.words import shortened

NAMED, MORE = 3, 6
"""So many names of each sort are shown, and so many with values."""
MOST_CLAUSES = 8
"""So many sets are counted that are told together."""
SHORT, EXCERPT, LONG = 40, 24, 120
"""So many characters may two values have that are shown beside a name, a text that is not cut to where it differs, and
what is said of a word."""


def gist_line(phrases: Phrases, entry: Entry) -> ReportLine:
    """An entry in one language; in every form of a report alike, however much of a text that shows."""
    phrases = replace(phrases, most=EXCERPT)
    first, is_whole = entry.things[0], entry.home != ""
    if entry.topic == "words" and is_whole:
        line = told_line(phrases, first.changes[:1])
        return replace(line, words=shortened(line.words, LONG))
    title = phrases.word(entry.title) or phrases.phrase(f"{'more' if entry.is_rest else 'topic'}.{entry.topic}")
    if first.parts and len(entry.things) == 1:
        names = [*_numbers(phrases, first), *(phrases.word(part).rstrip(".。") for part in first.parts)]
        return ReportLine(first.what, title, _listed(phrases, phrases.phrase(first.what), names[:MORE], len(names)))
    if entry.topic == "also" and is_whole:
        title = phrases.phrase(f"group.{entry.home}")
    clauses = list((_clauses if is_whole else _MERGED.get(entry.topic, _clauses))(phrases, entry))
    most = MOST_CLAUSES if entry.topic == "cards" and not is_whole else len(clauses)
    words = phrases.phrase("clause").join([*clauses[:most], *(["…"] if len(clauses) > most else [])])
    is_one = not is_whole and len({thing.what for thing in entry.things}) == 1
    return ReportLine(first.what if is_one else "changed", title, words)


def _listed(phrases: Phrases, how: str, names: Sequence[str], in_all: int) -> str:
    """ "3 new (Dawn, Dusk, Noon)", of so many in all."""
    words = phrases.phrase("comma").join(names)
    words = f"{words.removesuffix('…')}…" if len(names) < in_all else words
    return phrases.phrase("shown", how=how, sets=words) if how and words else how or words


def _tallies(phrases: Phrases, entry: Entry) -> Iterator[str]:
    """ "Open questions: 3 new, 1 changed": of each group, or set, what happened."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for thing in entry.things:
        change = thing.changes[0]
        group = phrases.phrase(f"group.{change.group}")
        counts[phrases.word(change.within) if entry.topic == "cards" else group][_sort(change)] += 1
    for home, whats in counts.items():
        words = (phrases.phrase(f"tally.{w}", n=whats[w]) for w in _SORTS if whats[w])
        yield f"{home}{phrases.phrase('colon')}{phrases.phrase('comma').join(words)}"


def _sort(change: Change) -> str:
    """What happened, or that it did to a field: one more is no more pieces."""
    return "fields" if change.subject == "field" else change.what


def _renames(phrases: Phrases, entry: Entry) -> Iterator[str]:
    """ "town -> city, passion -> morale"."""
    found = [_pair(phrases, thing.changes[0]) for thing in entry.things]
    how = phrases.phrase("tally.renamed", n=len(found)) if len(found) > MORE else ""
    yield _listed(phrases, how, found[:MORE], len(found))


def _clauses(phrases: Phrases, entry: Entry) -> Iterator[str]:
    """What happened, sort by sort: short values beside their names, of the others how many there are."""
    valued: dict[str, list[Change]] = defaultdict(list)
    others: dict[str, list[tuple[Thing, Change]]] = defaultdict(list)
    for thing in entry.things:
        for change in thing.changes:
            if entry.topic in _VALUED and _is_short(phrases, change):
                valued[change.aspect if entry.topic == "cards" else ""].append(change)
            else:
                others[_sort(change)].append((thing, change))
    yield from (_values(phrases, entry, changes) for changes in valued.values())
    yield from (_sorted(phrases, entry, sort, others[sort]) for sort in _SORTS if sort in others)


def _sorted(phrases: Phrases, entry: Entry, sort: str, found: Sequence[tuple[Thing, Change]]) -> str:
    """ "12 changed: text, cost (Dawn, Dusk...)"; first what has a heading, of what changed that with
    which a number came or went."""
    things = list({thing.changes[0].id: thing for thing, _ in found}.values())
    how, most = phrases.phrase(f"tally.{sort}", n=len(things)), MORE if entry.topic == "words" else NAMED
    telling = [thing for thing in things if thing.headed or thing.beside] or things
    if sort == "changed":
        telling, most = [thing for thing in things if thing.beside] or telling, NAMED - 1
        aspects = Counter(phrases.aspect(change) for _, change in found)
        named = phrases.phrase("comma").join(aspect for aspect, _ in aspects.most_common(NAMED))
        how = f"{how}{phrases.phrase('colon')}{named}" if entry.topic == "cards" else how
    room = 2 * SHORT if len(things) < NAMED else 0
    names = [_name(phrases, entry, thing, room) for thing in telling[:most]]
    return _listed(phrases, how, names, len(things))


def _is_short(phrases: Phrases, change: Change) -> bool:
    """True of a value that may be shown as it was and is: a number, a few words."""
    is_text = isinstance(change.old.data, Mapping) and {*change.old.data} == {*change.old.words}
    return change.what == "changed" and len(_pair(phrases, change)) <= (EXCERPT if is_text else SHORT)


def _pair(phrases: Phrases, change: Change) -> str:
    """ "3 -> 4", in the language that shows the difference."""
    old, new, language = old_and_new(phrases, change)
    one, other = (phrases.number(words, is_so) for words, is_so in zip((old, new), change.assumed, strict=True))
    return f"{one} {phrases.arrow} {other}" + (f" [{language}]" if language != phrases.language else "")


def _values(phrases: Phrases, entry: Entry, changes: Sequence[Change]) -> str:
    """ "rounds 12 -> 10, hand size 5 -> 6"; of cards the aspect first: "cost (14 designs: Fox 2 -> 3, Owl 4 -> 5)"."""
    pairs = [(_called(phrases, entry, change), _pair(phrases, change)) for change in changes]
    if entry.topic != "cards":
        return _listed(phrases, "", [f"{name} {pair}" for name, pair in pairs[:MORE]], len(pairs))
    how, same = phrases.aspect(changes[0]), len({pair for _, pair in pairs}) == 1 < len(pairs)
    names = [name if same else f"{name} {pair}" for name, pair in pairs]
    how = f"{how}{phrases.phrase('colon')}{pairs[0][1]}" if same else how
    if len(names) <= NAMED:
        return _listed(phrases, how, names, len(names))
    return phrases.phrase("many.changed", how=how, n=len(names), names=_listed(phrases, "", names[:NAMED], len(names)))


def _called(phrases: Phrases, entry: Entry, change: Change) -> str:
    """What a thing is called in its entry."""
    if change.subject == "game":
        return phrases.aspect(change)
    if change.subject == "field":
        return f"{SIGNS[change.what]} {phrases.aspect(change)}"
    is_whole = change.subject == "item" and not entry.title
    return thing_name(phrases, change) if is_whole else phrases.word(change.name).rstrip(".。")


def _name(phrases: Phrases, entry: Entry, thing: Thing, room: int) -> str:
    """The same, with its number of pieces and the numbers beside it; else with what it was and is, if that fits."""
    change = thing.changes[0]
    name, pair = _called(phrases, entry, change), _pair(phrases, change) if change.what == "changed" else ""
    pair = pair if len(pair) <= room and not thing.beside else ""
    name = name if thing.headed or not (thing.beside or pair) else name.partition(" ")[0]  # "3.2" is enough
    if pair:
        aspect = [phrases.aspect(change)] if entry.topic == "also" else []
        return phrases.phrase("colon").join([name, *aspect, pair])
    number = phrases.word((change.new if change.what == "added" else change.old).words)
    if change.what in ("added", "removed") and entry.topic in ("numbers", "components") and number:
        name = f"{name} {number}"
    name = phrases.number(name, change.what == "added" and any(change.assumed))
    numbers = _numbers(phrases, thing, 1 if entry.is_rest else SAID)
    return phrases.phrase("beside", name=name, numbers=phrases.phrase("comma").join(numbers)) if numbers else name


def _numbers(phrases: Phrases, thing: Thing, most: int = SAID) -> list[str]:
    """ "+ VP for each town 3": the numbers that came or went with a thing, with a sign if the thing itself stayed."""
    found = []
    for change in thing.beside:
        value = phrases.word((change.new if change.what == "added" else change.old).words)
        sign = f"{SIGNS[change.what]} " if thing.what != change.what else ""
        found.append(phrases.number(f"{sign}{phrases.word(change.name)} {value}", any(change.assumed)))
    return [*found[: most - 1], f"{found[most - 1]}…"] if len(found) > most else found


_VALUED = ("numbers", "components", "cards")
_SORTS = (*SIGNS, "fields")
_MERGED = {"also": _tallies, "cards": _tallies, "renamed": _renames}
