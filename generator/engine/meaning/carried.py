"""Edits that were not carried through: what elsewhere still stands as it was before.

Takes the `Edit`s of a `Desk`; gives a problem at the edited place. Before the edit both places agreed, so one witness
is enough where a game that stands alone needs many; a witness of what is said now, as near as that of what was said,
excuses the edit. Only facts count: opposites, denials, numbers, things, colours, whose is what.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from functools import lru_cache, partial
from itertools import combinations, product

from generator.data.lexicon import entry, pattern, poles
from generator.data.model import Game
from generator.engine.meaning.baseline import Edit, Statement, difference, edits, statements
from generator.engine.meaning.kin import content
from generator.engine.meaning.languages import FIGURES
from generator.engine.meaning.reading import CLAUSES, NUMBER, THING, figured
from generator.engine.registry import Desk, Problem, check
from generator.values import late

Says = Callable[[str], bool]
Least = Sequence[tuple[int, float]]
"""How many words at least a witness shares with what was said, and which share of its own: by how `_near` it is."""
Found = tuple[str, str, str]
"""What was said, what is said now, and who still says what was said."""
_ITEM, _IDS = "item ", late(r"[\w-]+")
_KINDS = {"t": "term", "s": "set", "k": "kind", "i": "item"}


@check("M025")
def edits_are_carried_through(desk: Desk) -> Iterator[Problem]:
    """What says something else than in the last commit is not denied by what still says what it said."""
    for edit in edits(desk):
        found = next(filter(None, (rule(desk, edit) for rule in (_OF_VALUES if "" in edit.pairs else _OF_TEXTS))), None)
        if found is not None:
            was, now, who = found
            mark = edit.marks[next(iter(edit.pairs))]
            message = (
                f"it says `{now}` where the last commit says `{was}`, as `{who.partition(' ')[2] or who}` still does"
            )
            yield Problem(mark, message, "carry the change through, or take it back")


# ---- witnesses -------------------------------------------------------------------------------------------------------


def _about(game: Game, owner: str) -> str:
    """What a statement is about: the subject of a question, the rule of a step."""
    kind, _, name = owner.partition(" ")
    if kind == "question":
        return next((q.about for q in game.questions if q.id == name and q.about), owner)
    if kind == "step":
        return next((f"rule {s.rule}" for s in game.setup.steps if s.id == name and s.rule), owner)
    return owner


def _near(game: Game, one: str, other: str) -> int:
    """2: about the same; 1: in one chapter; 0: else; -1: items of one set, which are alike and need not agree."""
    one, other = _about(game, one), _about(game, other)
    if one == other or (one.startswith("rule ") and (one.startswith(f"{other}-") or other.startswith(f"{one}-"))):
        return 2
    if one.startswith(_ITEM) and one.partition("/")[0] == other.partition("/")[0]:
        return -1
    return int(one.startswith("rule ") and one.partition(".")[0] == other.partition(".")[0])


def _best(desk: Desk, edit: Edit, language: str, says: Says, least: Least) -> tuple[float, str]:
    """The sentence elsewhere that is most like the old one and says so: how like it is, and whose."""
    words, best = content(edit.words(0, language), language), (0.0, "")
    for one in statements(desk).get(language, ()):
        near = _near(desk.game, edit.owner, one.owner)
        if near >= 0 and (one.owner, one.role) != (edit.owner, edit.role) and says(one.words):
            others = content(one.words, language)
            common, (fewest, share) = len(words & others), least[near]
            like = common / max(1, min(len(words), len(others)))
            if common >= fewest and like >= share:
                best = max(best, (like * min(1, common / 4) + near / 4, one.owner))
    return best


def _witness(desk: Desk, edit: Edit, language: str, sides: tuple[Says, Says], least: Least) -> str:
    """Who still says what was said, where nobody as near says what is said now."""
    old, new = (_best(desk, edit, language, says, least) for says in sides)
    return old[1] if old[0] > new[0] else ""


def _own(desk: Desk, edit: Edit) -> Iterator[Statement]:
    """What else is said of the same thing."""
    owners = (edit.owner, _about(desk.game, edit.owner))
    every = (one for some in statements(desk).values() for one in some if one.owner in owners)
    return (one for one in every if (one.owner, one.role) != (edit.owner, edit.role))


# ---- opposites, denials, colours, conditions -------------------------------------------------------------------------

_OPPOSED: Least = (2, 0.3), (2, 0.15), (1, 0.1)
_DENIED: Least = (3, 0.5), (2, 0.3), (2, 0.2)
_POLES = {"opposites": _OPPOSED, "duties": _OPPOSED, "turns": _DENIED}


def _turned(desk: Desk, edit: Edit) -> Found | None:
    """An opposite in the place of a word."""
    for language, (key, least) in product(edit.pairs, _POLES.items()):
        was, now = edit.both(language)
        for n, k in product(range(len(poles(language, key))), (0, 1)):
            one, two = poles(language, key)[n][k], poles(language, key)[n][1 - k]
            if _fewer(two, was, now) and _fewer(one, now, was):
                who = _witness(desk, edit, language, (_only(one, two), _only(two, one)), least)
                who = who or _translated(desk, edit, key, n, k)
                if who:
                    return one.findall(was)[0], two.findall(now)[0], who
    return None


def _fewer(what: re.Pattern[str], here: str, there: str) -> bool:
    return len(what.findall(here)) < len(what.findall(there))


def _only(one: re.Pattern[str], two: re.Pattern[str]) -> Says:
    return lambda words: bool(one.search(words)) and not two.search(words)


def _translated(desk: Desk, edit: Edit, key: str, n: int, k: int) -> str:
    """A language that was not changed and says this one of two opposites."""
    for language in edit.kept:
        words = "\n".join(s.words for s in statements(desk)[language] if (s.owner, s.role) == (edit.owner, edit.role))
        pairs = poles(language, key)
        if pairs[n:] and _only(pairs[n][k], pairs[n][1 - k])(words):
            return f"the text in {language}"
    return ""


def _denied(desk: Desk, edit: Edit) -> Found | None:
    """A denial that came or went, while all other words stayed."""
    for language in edit.pairs:
        was, now = edit.both(language)
        denial = pattern(language, "denials", "any")
        rest = [content(denial.sub(" ", words), language) for words in (was, now)]
        if _fewer(denial, was, now) != _fewer(denial, now, was) and len(rest[0] ^ rest[1]) <= 1:
            came = _fewer(denial, was, now)
            sides = partial(_denies, language, not came), partial(_denies, language, came)
            who = _witness(desk, edit, language, sides, _DENIED)
            if who:
                return *_shown(edit), who
    return None


def _denies(language: str, wanted: bool, words: str) -> bool:
    return (pattern(language, "denials", "any").search(words) is not None) == wanted


def _shown(edit: Edit) -> tuple[str, str]:
    was, now = difference(*edit.written)
    return was or "nothing", now or "nothing"


def _recoloured(desk: Desk, edit: Edit) -> Found | None:
    """A colour in the place of another, where a clause about the same thing still has the other."""
    for language in edit.pairs:
        lost, gained = ([*difference(*edit.both(language))][side] for side in (0, 1))
        one, two = (_colour(words, language) for words in (lost, gained))
        name = edit.owner.partition(" ")[2]
        things = [name, f"<{edit.owner[0]}:{name}>", *(f"<{a}:{b}>" for a, b in THING.findall(edit.words(1, language)))]
        for other in statements(desk)[language] if one and two and one != two else ():
            if (other.owner, other.role) != (edit.owner, edit.role):
                clauses = [c for c in CLAUSES.split(other.words) if any(t in c for t in things)]
                if any(_colour(c, language) == one for c in clauses):
                    return lost, gained, other.owner
    return None


def _colour(words: str, language: str) -> str:
    """The one colour that words name."""
    known = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown")
    named = [c for c in known if re.search(entry(language, "colours", c) or "(?!)", words)]
    return named[0] if len(named) == 1 else ""


# ---- numbers ---------------------------------------------------------------------------------------------------------

_NUMBERED: Least = (3, 0.5), (2, 0.3), (2, 0.1)
_PAIRED: Least = (99, 1), (1, 0.1), (1, 0.1)
FEW, MANY = 3, 12


@lru_cache(maxsize=8192)
def _digits(words: str) -> Sequence[int]:
    return [int(n[:18]) for n in NUMBER.findall(words)]


def _numbers(game: Game, words: str) -> Counter[int]:
    return Counter(_digits(figured(game, words)))


def _renumbered(desk: Desk, edit: Edit) -> Found | None:
    """One number in the place of another, alike in all languages."""
    game = desk.game
    both = [[_numbers(game, words) for words in edit.both(language)] for language in edit.pairs]
    changed = [(was - now, now - was) for was, now in both]
    lost, gained = changed[0]
    if len(lost) != 1 or len(gained) != 1 or any(one != changed[0] for one in changed):
        return None
    old, new = next(iter(lost)), next(iter(gained))
    own = sum((_numbers(game, one.words) for one in _own(desk, edit)), _counts(game, _about(game, edit.owner)))
    who = _used(desk, edit, old, new) or ("" if new in own else edit.owner if old in own else "")
    if new in own and not who:
        return None
    who = who or next(filter(None, (_of_named(desk, edit, la, old, new) for la in edit.pairs)), "")
    others = [] if who or "" in edit.pairs else [_of_others(desk, edit, la, old, new) for la in edit.pairs]
    who = who or (others[0] if others and all(others) else "")
    return (str(old), str(new), who) if who else None


def _counts(game: Game, owner: str) -> Counter[int]:
    """How many pieces and designs a set has."""
    kind, _, name = owner.partition(" ")
    known = game.sets.get(name) if kind == "set" else None
    return Counter([known.pieces or 0, len(known.items)] if known is not None and known.complete else ())


def _of_named(desk: Desk, edit: Edit, language: str, old: int, new: int) -> str:
    """The set or the item that a sentence names and that has what was said."""
    game = desk.game
    for kind, name in THING.findall(edit.words(1, language)) if language else ():
        owner = f"{_KINDS[kind]} {name}"
        numbers = _counts(game, owner)
        if kind == "i":
            own = (s for la in ("", language) for s in statements(desk)[la] if s.owner == owner)
            numbers = sum((_numbers(game, s.words) for s in own), numbers)
        if old in numbers and new not in numbers:
            return owner
    return ""


def _used(desk: Desk, edit: Edit, old: int, new: int) -> str:
    """The set that is used for what an item does, where the most of it still has what was said."""
    sign = f"<i:{edit.owner.removeprefix(_ITEM)}>"
    uses = {
        (s.owner, s.number) for some in statements(desk).values() for s in some if s.role == "use" and sign in s.words
    }
    for s in statements(desk)[""] if uses else ():
        numbers = _numbers(desk.game, s.words)
        if s.role == "use" and (s.owner, s.number) in uses and old in numbers and new not in numbers:
            return s.owner
    return ""


def _of_others(desk: Desk, edit: Edit, language: str, old: int, new: int) -> str:
    """What the number came of: others in its text, or those beside it in another."""
    game = desk.game
    own = [s.words for s in statements(desk)[language] if (s.owner, s.role) == (edit.owner, edit.role)]
    others = [n for words in own for n in _digits(figured(game, words))]
    others.remove(new)
    sums, made = _made_of(others[:MANY])
    for known in (others, sums):
        if new in known or old in known:
            return "" if new in known else edit.owner
    if old in made and new not in made:
        return edit.owner
    beside = _numbers(game, edit.words(1, language)) & _numbers(game, edit.words(0, language))

    def paired(number: int) -> Says:
        def has(words: str) -> bool:
            parts = [words] if len(_numbers(game, words)) <= FEW else CLAUSES.split(words)
            each = [_numbers(game, part) for part in parts]
            return any(n[number] and any(n[b] > (b == number) for b in beside) for n in each)

        return has

    def has(number: int) -> Says:
        return lambda words: number in _numbers(game, words)

    who = _witness(desk, edit, language, (paired(old), paired(new)), _PAIRED)
    return who or _witness(desk, edit, language, (has(old), has(new)), _NUMBERED)


def _made_of(numbers: Sequence[int]) -> tuple[Set[int], Set[int]]:
    """Sums of three neighbours and more; what two numbers make."""
    sums = {sum(numbers[a:b]) for a in range(len(numbers)) for b in range(a + FEW, len(numbers) + 1)}
    if len(numbers) == FEW + 1:
        sums.add(numbers[0] * numbers[1] + numbers[2] * numbers[3])
    return sums, {n for a, b in combinations(numbers, 2) for n in (a + b, abs(a - b), a * b)}


# ---- things ----------------------------------------------------------------------------------------------------------

_THINGS: Least = (4, 0.6), (3, 0.4), (2, 0.1)


def _exchanged(desk: Desk, edit: Edit) -> Found | None:
    """One thing in the place of another, or a word in its place that is said nowhere else."""
    told, sure = list[Found](), False
    for language in edit.pairs:
        was, now = (Counter(f"<{a}:{b}>" for a, b in THING.findall(words)) for words in edit.both(language))
        lost, gained = was - now, now - was
        if len(lost) != 1 or len(gained) > 1:
            return None
        old, new = next(iter(lost)), next(iter(gained), "")
        word = new or difference(*edit.both(language))[1]
        if not new and (not word or any(word in s.words for s in statements(desk)[language] if s.owner != edit.owner)):
            return None
        known = _whose(desk, [edit.owner, *(_owner(n) for n in was & now)], _id(old), _id(new)) if new else ""
        sides: tuple[Says, Says] = (lambda s: old in s and word not in s), (lambda s: word in s and old not in s)  # noqa: B023
        who = known or _witness(desk, edit, language, sides, _THINGS)
        sure = sure or bool(known)
        told += [(_id(old), _id(new) or word, who)] if who else []
    return told[0] if told and (sure or len(told) == len(edit.pairs)) else None


def _owner(sign: str) -> str:
    return f"{_KINDS[sign[1]]} {sign[3:-1]}"


def _id(sign: str) -> str:
    return sign[3:-1]


def _whose(desk: Desk, owners: Sequence[str], old: str, new: str) -> str:
    """Of these the one in whose values stands what was said, and not what is said now."""
    for owner in owners:
        ids = {i for s in statements(desk)[""] if s.owner == owner for i in _IDS.findall(s.words)}
        if old in ids and new not in ids:
            return owner
    return ""


def _crossed(desk: Desk, edit: Edit) -> Found | None:
    """Two figures or things that have changed places."""
    game = desk.game
    for language in edit.pairs:
        was, now = (figured(game, words) for words in edit.both(language))
        lost, gained = _pairs(was) - _pairs(now), _pairs(now) - _pairs(was)
        if not lost or sorted(FIGURES.findall(was)) != sorted(FIGURES.findall(now)):
            continue
        things = [pair for pair in lost if all(THING.fullmatch(one) for one in pair)]
        known = (_whose(desk, [_owner(a)], _id(b), "") for one, two in things for a, b in ((one, two), (two, one)))
        who = next(filter(None, known), "")
        for s in (*statements(desk)[language], *statements(desk)[""]):
            near = _near(game, edit.owner, s.owner)
            if near >= 0 and (s.owner, s.role) != (edit.owner, edit.role):
                there = _pairs(figured(game, s.words))
                who = who or (s.owner if len(lost & there) > (near < 1) and not gained & there else "")
        if who:
            return *_shown(edit), who
    return None


@lru_cache(maxsize=8192)
def _pairs(words: str) -> Set[tuple[str, str]]:
    """The figures and things of each clause, two by two."""
    return frozenset(pair for c in CLAUSES.split(words) for pair in combinations(sorted({*FIGURES.findall(c)}), 2))


# ---- values ----------------------------------------------------------------------------------------------------------


def _no_longer_apart(desk: Desk, edit: Edit) -> Found | None:
    """A value that was unlike that of all siblings, and is that of one of them."""
    game, icon = desk.game, edit.role == "icon"

    def family(owner: str) -> str:
        kind, _, name = owner.partition(" ")
        return (
            game.terms[name].kind
            if kind == "term" and not icon
            else owner.partition("/")[0]
            if kind == "item"
            else kind
        )

    if not edit.owner.startswith((_ITEM, "term ")):
        return None
    kin = [
        s
        for s in statements(desk)[""]
        if s.role == edit.role and s.owner != edit.owner and family(s.owner) == family(edit.owner)
    ]
    was, now = edit.written
    same, values = [s.owner for s in kin if s.words == now], {s.words for s in kin}
    apart = icon or len(values) == len(kin) >= FEW
    return (was, now, same[0]) if len(same) == 1 and was not in values and now and apart else None


_OF_TEXTS = (_turned, _denied, _recoloured, _renumbered, _exchanged, _crossed)
_OF_VALUES = (_renumbered, _no_longer_apart)
