"""What was rewritten since the last commit and is told otherwise by what is bound to it: things that were exchanged,
references to rules that no longer fit their words, lists of references that are no longer in the order of the rules.

Takes a `Desk` and its `Edit`s; gives who still says what was said, or a problem.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence, Set
from difflib import SequenceMatcher
from functools import lru_cache

from generator.data.model import Game
from generator.data.walk import Spoken, rules_of
from generator.engine.integrity.uses import BOUND, NamesInSvg, drawings_of, templates_of
from generator.engine.meaning.baseline import Edit, before, edits, replacements, statements, still_there
from generator.engine.meaning.kin import content
from generator.engine.meaning.numbers import rows_of
from generator.engine.meaning.reading import CLAUSES, THING, spelt
from generator.engine.meaning.witnesses import Found, abridged, nearness, others, sign_of, subject_of, text_of
from generator.engine.registry import Desk, Problem, check, once
from generator.values import dataclass, late

_NEAR, FAR, _LISTED = 1, 4, 3
"""So many of the words that stayed has who is bound to the text; anybody else; so many references are a list."""
_HINT = "carry the change through, or take it back"
_NAMES = "it names `{}` where the last commit names `{}`, which has more of its words"


@once
def _bound(desk: Desk) -> Mapping[str, Set[str]]:
    """What texts cite, by who does; what cites them; of an item, the rule that it names."""
    tokens = [(s.owner, t) for s in desk.texts for ts in s.tokens.values() for t in ts]
    pairs = [(owner, f"rule {t.text}") for owner, t in tokens if t.kind == "rule"]
    pairs += [(owner, f"item {t.text}/{t.detail}") for owner, t in tokens if t.kind == "item"]
    pairs += [(s.owner, f"rule {s.words}") for s in statements(desk)[""] if s.role == "rule"]
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def replaced(desk: Desk, edit: Edit) -> Found | None:
    """A thing that all languages name no longer, or all name now, where who is bound to the text, or says much the
    same, has in each of them what went and nothing of what came."""
    if edit.kept:
        return None
    words = {la: _exchanged(pairs, la) for la, pairs in edit.pairs.items()}
    went, came = (frozenset.intersection(*(frozenset(w[side]) for w in words.values())) for side in (0, 1))
    if not all(lost and gained for lost, gained, _ in words.values()) or not any(map(THING.fullmatch, went | came)):
        return None
    who = [_witnesses(desk, edit, la, *some) for la, some in words.items()]
    found = sorted(frozenset.intersection(*map(frozenset, who)))
    return (*abridged(edit), found[0]) if found else None


def _exchanged(pairs: Sequence[tuple[str, str]], language: str) -> tuple[Set[str], Set[str], Set[str]]:
    """What went with the clauses that were changed, what came, what stayed."""
    clauses = (replacements(*(CLAUSES.split(words) for words in pair)) for pair in pairs)
    sides = zip(*(pair for some in clauses for pair in some), strict=True)
    was, now = (content("\n".join(side), language) for side in sides)
    return was - now, now - was, was & now


def _witnesses(
    desk: Desk, edit: Edit, language: str, lost: Set[str], gained: Set[str], kept: Set[str]
) -> Iterator[str]:
    kept = kept | (content(text_of(desk, edit, language), language) - gained)
    subject, said = subject_of(desk.game, edit.owner), dict[str, list[Set[str]]]()
    for _, one in others(desk, edit, language):
        said.setdefault(one.owner, []).append(content(f"{sign_of(one.owner)} {one.words}", language))
    for owner, sentences in said.items():
        other = subject_of(desk.game, owner)
        near = other in _bound(desk).get(subject, ()) or nearness(desk, subject, other) > 1
        fits = any(s & lost and len(s & kept) >= (_NEAR if near else FAR) for s in sentences)
        if fits and owner != edit.owner and not any(s & gained for s in sentences):
            yield owner


# ---- references ------------------------------------------------------------------------------------------------------


@check("M025")
def references_fit_their_words(desk: Desk) -> Iterator[Problem]:
    """No reference was put in the place of one that fits its words better; a list of some in the order of the rules is
    still so."""
    old = before(desk)
    for was, now in still_there(desk) if old is not None else ():
        language = next(iter(now.tokens))
        one, two = (_references(desk, s, language) for s in (was, now))
        lists = [[name for _, name in some] for some in (one, two)]
        spoken = (spelt(desk, s.tokens.get(language, ()), language) for s in (was, now))
        row = _disordered(old, desk, *spoken) if old is not None else []
        if len(lists[1]) >= _LISTED and old and _in_order(old.game, lists[0]) and not _in_order(desk.game, lists[1]):
            shown = ", ".join(f"`{name}`" for name in lists[1])
            yield Problem(now.text.marks[language], f"the rules are no longer in the order {shown}", _HINT)
        elif row:
            shown = ", ".join(f"`{name}`" for name in row)
            yield Problem(now.text.marks[language], f"no longer in the order of the glossary: {shown}", _HINT)
        elif len(one) == len(two):
            moved = [(words, a, b) for (words, a), (same, b) in zip(one, two, strict=True) if words == same and a != b]
            if moved and sum(_better(desk, {language: words}, a, b) for words, a, b in moved) > 0:
                yield Problem(now.text.marks[language], _NAMES.format(*moved[0][:0:-1]), _HINT)
    for edit in edits(desk):
        if edit.role in ("rule", "about"):
            first, last = (words.removeprefix("rule ") for words in edit.written)
            own = [(la, s.words) for la, some in statements(desk).items() if la for s in some if s.owner == edit.owner]
            said = {la: "\n".join(words for language, words in own if language == la) for la, _ in own}
            if {first, last} <= {*desk.game.rules} and _better(desk, said, first, last) > 0:
                yield Problem(edit.marks[""], _NAMES.format(last, first), _HINT)


def _references(desk: Desk, spoken: Spoken, language: str) -> Sequence[tuple[str, str]]:
    """The rules that a text cites, each with the words before it."""
    found, first, tokens = [], 0, spoken.tokens.get(language, ())
    for n, token in enumerate(tokens):
        if token.kind == "rule":
            found.append((spelt(desk, tokens[first:n], language), token.text))
            first = n + 1
    return found


def _disordered(old: Desk, new: Desk, was: str, now: str) -> list[str]:
    """Terms of one kind that were listed in the order of the glossary, and are the same in another."""
    for (one, *_), (two, *_) in zip(rows_of(was), rows_of(now), strict=False):
        kinds = {new.game.terms[name].kind for name in two if name in new.game.terms}
        if _LISTED <= len(two) == len({*two}) and len(kinds) == 1 and one != two and sorted(one) == sorted(two):
            before, after = ([*some.game.terms] for some in (old, new))
            if one == sorted(one, key=before.index) and two != sorted(two, key=after.index):
                return two
    return []


def _in_order(game: Game, names: Sequence[str]) -> bool:
    every = [name for section in game.sections for name in (section.id, *(r.id for r in rules_of(section)))]
    return {*names} <= {*every} and names == sorted({*names}, key=every.index)


def _better(desk: Desk, words: Mapping[str, str], one: str, other: str) -> float:
    """How much more often some words stand in the sentences of one rule or chapter than in those of another, in all
    languages together."""
    more = 0.0
    for language, said in words.items():
        for sign, name in ((1, one), (-1, other)):
            owners = _below(desk, name)
            about = [content(s.words, language) for s in statements(desk)[language] if s.owner in owners]
            more += sign * sum(len(content(said, language) & some) for some in about) / max(1, len(about))
    return more


def _below(desk: Desk, name: str) -> Set[str]:
    """A rule or a chapter and what stands in it."""
    known = desk.game.rules.get(name) or next((s for s in desk.game.sections if s.id == name), None)
    return {f"rule {name}", f"section {name}"}.union(f"rule {r.id}" for r in (rules_of(known) if known else ()))


# ---- templates ----

_KEY = late(r"^\s*([a-z]\w*):(.*)$", re.DOTALL)
_NAME, _PART = late(r"(?<![\w.])(?:terms|parameters|kinds)\.(\w+)"), late(r"[^\W\d_]{3,}")
_FIELD = late(r"(?<![\w.])item\.([a-z]\w*)")
_SHOWS = frozenset({"pnp:text", "pnp:with", "pnp:for", "pnp:icon", "pnp:href"})
_GROUP, _NUMBER, _STRING = late(r"</?g\b"), late(r"\d+"), late(r"'[^']*'")
_PARAMETER, _TERM, _MARKED = (
    late(r"\bparameters\.(\w+)"),
    late(r"\bterms\.(\w+)"),
    late(r"\{([a-z][\w-]*)(?::[\w-]+)?\}"),
)
_TWO = 2


@dataclass(frozen=True, slots=True)
class Expressed:
    """An expression of an attribute, or of one of its keys (`pnp:with`, "cap"); `at` is where the attribute begins,
    `group` how many beginnings and ends of groups are before it."""

    name: str
    key: str
    source: str
    at: int
    group: int


@check("M025")
def templates_are_edited_throughout(desk: Desk) -> Iterator[Problem]:
    """No expression names what those around it do not, or is like the one that it was unlike."""
    old = before(desk)
    was = {drawing.file: drawing.text for drawing in drawings_of(old)} if old is not None else {}
    for drawing in drawings_of(desk) if was else ():
        if was.get(drawing.file, drawing.text) != drawing.text:
            bounds, olds = _bounds(drawing.text), _bounds(was[drawing.file])
            for one, now in _edited(olds, bounds):
                beside = _parted(desk, one, now, bounds) or _gone(desk, one, now, bounds)
                beside = beside or _unbalanced(one, now, olds, bounds)
                who = f"and beside it stands `{beside}`" if beside else _told_of(desk, one, now)
                who = who or _no_longer_drawn(desk, drawing, one, now)
                if who:
                    message = f"it says `{now.source}` where the last commit says `{one}`, {who}"
                    yield Problem(drawing.mark(now.at, now.at + len(now.name)), message, _HINT)


@lru_cache(maxsize=16)
def _bounds(text: str) -> Sequence[Expressed]:
    found, groups = [], [g.start() for g in _GROUP.finditer(text)]
    for one in BOUND.finditer(text):
        name, said, at = f"pnp:{one[1]}", one[2] or one[3] or "", one.start()
        for part in said.split(";") if name == "pnp:with" else [said]:
            key = _KEY.match(part) if name == "pnp:with" else None
            source = (key[2] if key else part).strip()
            found.append(Expressed(name, key[1] if key else "", source, at, bisect(groups, at)))
    return found


def _edited(was: Sequence[Expressed], now: Sequence[Expressed]) -> Iterator[tuple[str, Expressed]]:
    """What an expression said, and what it is now."""
    one, two = ([(b.name, b.key, b.source) for b in bounds] for bounds in (was, now))
    for how, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if how == "replace" and b - a == d - c:
            pairs = zip(range(a, b), range(c, d), strict=True)
            yield from ((was[x].source, now[y]) for x, y in pairs if one[x][:2] == two[y][:2])


def _parted(desk: Desk, old: str, edited: Expressed, bounds: Sequence[Expressed]) -> str | None:
    """Who still agrees with what an expression said, and not with what it says."""
    near = [b for b in bounds if b.group == edited.group and b is not edited]
    alike = [b.source for b in near if (b.name, b.key) == (edited.name, edited.key)]
    one, two = (_STRING.sub("", source) for source in (old, edited.source))
    calculated = one != two and _NUMBER.sub("", one) == _NUMBER.sub("", two) != ""
    if calculated and alike.count(edited.source) == 1 and old not in alike:
        return edited.source
    lost, gained = _words(old) - _words(edited.source), _words(edited.source) - _words(old)
    if edited.key:
        beside = [b for b in near if b.at == edited.at]
        same = [b for b in beside if b.source == old]
        if len(same) >= _TWO and any(b.key in gained for b in beside):
            return old
        return _paired(old, edited, beside, near)
    still, taken = ([b for b in near if words & desk.game.terms.keys() & _words(b.source)] for words in (lost, gained))
    return still[-1].source if gained and len(still) >= _TWO and len(still) > len(taken) else None


def _parts(source: str) -> Set[str]:
    return {*_PART.findall(source)} - {"terms", "parameters", "kinds", "item"}


@lru_cache(maxsize=1024)
def _words(source: str) -> Set[str]:
    """The words of the names in an expression."""
    return frozenset(part for name in _NAME.findall(source) for part in _PART.findall(name))


def _paired(old: str, edited: Expressed, beside: Sequence[Expressed], near: Sequence[Expressed]) -> str | None:
    """The other argument that named the same as an argument, as those of its siblings still do."""
    fellows = [b for b in near if b.key == edited.key and b.at != edited.at]
    pairs = {b.key for b in beside if _parts(old) & _parts(b.source) and not _parts(edited.source) & _parts(b.source)}
    for one in beside:
        others = [b for b in near if b.key == one.key and b.at in {f.at for f in fellows}]
        both = [b for f in fellows for b in others if b.at == f.at and _parts(b.source) & _parts(f.source)]
        if one.key in pairs and len(both) == len(fellows) >= _TWO:
            return one.source
    return None


def _gone(desk: Desk, old: str, edited: Expressed, bounds: Sequence[Expressed]) -> str | None:
    """Who draws the parameter that came in the place of one that nothing draws any more."""
    was, now = _named(old), _named(edited.source)
    lost, gained = was - now, now - was
    drawn = frozenset[str]().union(*(_named(d.text) for d in drawings_of(desk)))
    if len(lost) == len(gained) == 1 and lost <= desk.game.parameters.keys() and not lost & drawn:
        return next((b.source for b in bounds if b is not edited and _named(b.source) & gained), None)
    return None


def _unbalanced(old: str, edited: Expressed, olds: Sequence[Expressed], bounds: Sequence[Expressed]) -> str | None:
    """What stands once less, where it stood as often as what is in its place, more than once."""
    was, now = ([b.source for b in some if b.name == edited.name] for some in (olds, bounds))
    once_less = was.count(old) == was.count(edited.source) == now.count(old) + 1 == now.count(edited.source) - 1
    return old if once_less and now.count(old) else None


def _no_longer_drawn(desk: Desk, drawing: NamesInSvg, old: str, edited: Expressed) -> str:
    """Words of a field of the items that a text drew, and no text draws now."""
    lost, gained = ({*_FIELD.findall(one)} for one in (old, edited.source))
    owners = [s for s in desk.game.sets.values() if drawing.path.stem in templates_of(s)]
    near = {name for s in owners for name in templates_of(s)}
    drawn = {
        name
        for other in drawings_of(desk)
        if other.path.stem in near or other.path.parent.name == "parts"
        for bound in _bounds(other.text)
        if bound.name in _SHOWS
        for name in _FIELD.findall(bound.source)
    }
    for name in sorted(lost - gained - drawn) if edited.name == "pnp:text" and gained - lost else ():
        if any(name.replace("_", "-") in s.fields or name == "name" for s in owners):
            return f"and nothing draws `item.{name}` now"
    return ""


def _named(source: str) -> Set[str]:
    return {name.replace("_", "-") for name in _PARAMETER.findall(source)}


def _told_of(desk: Desk, old: str, edited: Expressed) -> str:
    """Who says of what an expression names, in all languages, the thing that it drew, and not the one that it draws."""
    lost, gained = (
        {*_MARKED.findall(one)} - {*_MARKED.findall(other)}
        for one, other in ((old, edited.source), (edited.source, old))
    )
    signs = {f"<t:{name.replace('_', '-')}>" for name in _TERM.findall(edited.source)}
    signs |= {f"<p:{name}>" for name in _named(edited.source)}
    if len(lost) != 1 or len(gained) != 1 or not signs:
        return ""
    one, two = (f"<t:{next(iter(some))}>" for some in (lost, gained))
    about = {
        la: [s for s in some if any(sign in s.words for sign in signs)] for la, some in statements(desk).items() if la
    }
    still = [{s.owner for s in some if one in s.words} for some in about.values()]
    taken = any(two in s.words for some in about.values() for s in some)
    who = sorted(set.intersection(*still)) if still and not taken else []
    return f"as `{who[0].partition(' ')[2]}` still does" if who else ""
