"""One language of a text against another: what stands beside what, a denial that one of them lost, a word of which
another says the opposite.

Takes the texts on a `Desk`; gives a problem in the language that lacks the word, or comes later. The tables are of
words alone, so they excuse a lot: what is told stands in little doubt. Of a language that is not in them nothing is
said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product

from generator.data.lexicon import ascii_digits, entry, opposites, pattern
from generator.data.markup import Token
from generator.data.walk import Spoken
from generator.engine.meaning.reading import clauses, sentences, told
from generator.engine.registry import Desk, Problem, check, kept_by_words
from generator.values import lazy_pattern

_NEAR = 3
"""So many letters at most stand between a number and the term that it counts."""
BOTH = 2
"""So many numbers must stand in the same places."""
_NUMBER = lazy_pattern(r"\d+")


@check("M019")
def languages_pair_the_same(desk: Desk) -> Iterator[Problem]:
    """No two numbers or terms have changed places in one language: beside another, in its clause or line."""
    for spoken, by_language in told(desk):
        for one, two in combinations(by_language, 2):
            tokens, words = [spoken.tokens[la] for la in (one, two)], [by_language[la] for la in (one, two)]
            said = next(_changed(tokens, words), "")
            if said:
                message = f"{said} in {two} otherwise than in {one}"
                yield Problem(spoken.text.marks[two], message, "swap them back in one of the languages")
                break


Pair = tuple[str, str, str, str]
"""A figure and with what it stands; another, and what that stands with."""


def _changed(tokens: Sequence[Sequence[Token]], words: Sequence[str]) -> Iterator[str]:
    """What has changed places: of neighbours, in lines, in clauses, with things."""
    near = paired_otherwise(*([list(pair) for pair in _pairs_of(ts)] for ts in tokens))
    moved, crossed = _changed_in_words(*words)
    yield from ("`{0}` and `{2}` stand with `{1}` and `{3}`".format(*pair) for pair in (near, moved) if pair)
    yield from (f"`{pair[0]}` stands with `{pair[1]}`" for pair in crossed)


@kept_by_words
def _changed_in_words(one: str, two: str) -> tuple[Pair | None, list[Pair]]:
    """The same in lines; and in clauses, with things."""
    words = (one, two)
    lines = [[FIGURES.findall(line) for line in w.split("\n")] for w in words]
    moved = paired_otherwise(*lines) if len(lines[0]) == len(lines[1]) > 1 else None
    crossed = [paired_otherwise(*(figures_by_clause(w, things) for w in words)) for things in (False, True)]
    return moved, [pair for pair in crossed if pair]


def _parts(tokens: Sequence[Token]) -> Iterator[tuple[str, str, int, int]]:
    """Numbers, parameters and terms: "number" or "term", what, from where to where."""
    for token in tokens:
        if token.kind in ("parameter", "term", "item"):
            what = f"@{token.text}/{token.detail}" if token.kind == "item" else token.text
            yield "number" if token.kind == "parameter" else "term", what, token.start, token.end
        elif token.kind == "text":
            yield from (
                ("number", m.group(), token.start + m.start(), token.start + m.end())
                for m in _NUMBER.finditer(token.text)
            )


def _pairs_of(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Each number that stands once with the term beside it."""
    parts = list(_parts(tokens))
    terms = [p for p in parts if p[0] == "term"]
    if not 0 < len(terms) < len(parts):
        return
    times = Counter(what for _, what, _, _ in parts)
    for kind, what, start, end in parts:
        near = [(max(a - end, start - b), term) for _, term, a, b in terms]
        if kind == "number" and times[what] == 1 and near and min(near)[0] <= _NEAR:
            yield what, min(near)[1]


_ONE = lazy_pattern(r"\bone\b(?![\w-]*>)")
_SIGNS = lazy_pattern(r"^<(?:\w:)?|>$")
FIGURES = lazy_pattern(r"<[^<>]+>|\d+")


def figures_by_clause(words: str, things: bool = False) -> list[list[str]]:
    """The numbers and the parameters of each clause of `spelt` words, in order; and the things."""
    found = [FIGURES.findall(clause) for clause in clauses(_ONE.sub("1", words))]
    return [[f for f in some if things or f[:2] not in ("<t", "<s", "<k", "<i")] for some in found]


def paired_otherwise(here: Sequence[Sequence[str]], there: Sequence[Sequence[str]]) -> Pair | None:
    """Two figures that have changed clauses: `2 for a, 3 for b` and `2 for b, 3 for a`."""
    if sum(len(clause) > 1 for clause in here) < BOTH:
        return None
    times = [Counter(figure for clause in side for figure in clause) for side in (here, there)]
    single = {figure for figure, n in times[0].items() if n == times[1][figure] == 1}
    sides = [[[f for f in clause if f in single] for clause in side] for side in (here, there)]
    at = {f: (n, len(clause)) for n, clause in enumerate(sides[1]) for f in clause}
    for one, two in combinations([clause for clause in sides[0] if len(clause) == BOTH], 2):
        for (a, x), (b, y) in product(permutations(one), permutations(two)):
            if at[a] == at[y] != at[b] == at[x] and at[a][1] == at[b][1] == BOTH:
                return (_bare(a), _bare(y), _bare(b), _bare(x))
    return None


def _bare(figure: str) -> str:
    return _SIGNS.sub("", figure)


# ---- denials and opposites ----

_SAID = ("text", "aid", "intro", "about", "use", "unbounded")
_MARKUP = lazy_pattern(r"\{[^}|]*\}|\[\[[^\]]*\]\]|\*\*")
_WITHOUT = lazy_pattern(r"\bwithout\b|\bohne\b|\bsans\b")
_LEAST = lazy_pattern(
    r"\bnot (?:below|under|less than|fewer than) ?(\d*)|\bat least (\d+)|\b(\d+) or more|\bminimum(?: of)? (\d+)"
    r"|(?:最小|最低|下限)(?:値|は)*(\d*)|(?<!\d)(\d+)(?:以上|を下回らない)|\bnicht unter ?(\d*)|\bmindestens (\d+)"
    r"|\bau moins (\d+)|\bpas (?:moins de|en dessous de) ?(\d*)"
)
"""A bound from below, and its number: what denies in one language need not in another."""
_LOSES = lazy_pattern(r"\blos[et]\w*|失|\bverl[io]\w*|\bperd\w*")
"""What is lost in both languages excuses nothing."""


@check("L014")
def languages_do_not_contradict(desk: Desk) -> Iterator[Problem]:
    """What one language of a text denies, the others deny; none says the opposite of another."""
    known = [la for la in desk.game.languages if entry(la, "opposites")]
    for spoken in desk.texts if len(known) > 1 else ():
        if spoken.role.rpartition(".")[2] not in _SAID or spoken.owner.startswith("question "):
            continue
        words = spoken.text.words
        for one, two in combinations((la for la in known if words.get(la)), 2):
            if words[one] != words[two]:
                problem = contradiction(one, two, _plain(words[one]), _plain(words[two]))
                if problem:
                    lacking, message = problem
                    yield Problem(spoken.text.marks[lacking], message, f"correct {lacking}, or the other language")
                    break


def _plain(words: str) -> str:
    return " ".join(ascii_digits(_MARKUP.sub("", words)).casefold().split(" "))


@kept_by_words
def contradiction(one: str, two: str, words: str, others: str) -> tuple[str, str] | None:
    """The language that is in doubt, and what is wrong; the texts as a whole, and sentence by sentence."""
    parts = [sentences(text) for text in (words, others)]
    beside = zip(*parts, strict=True) if len(parts[0]) == len(parts[1]) > 1 else ()
    for pair in ((words, others), *beside):
        here, there = _unbounded(*pair)
        mine, theirs = _alike(here, there)
        for saying, lacking, text, other in ((one, two, mine, theirs), (two, one, theirs, mine)):
            free = _LOSES.sub("", other) if _LOSES.search(text) else other
            lost = _denies(saying, "sure", text) and not _denies(lacking, "else", free)
            forbidden = _denies(saying, "forbids", text) and _denies(lacking, "allows", other)
            if (lost or forbidden) and not _denies(lacking, "any", other):
                return lacking, f"{saying} denies something that {lacking} does not"
        both = chain(*(zip(opposites(one, key), opposites(two, key), strict=True) for key in ("opposites", "duties")))
        for a, b in both:
            said = _one_of(a, here)
            also = _one_of(b, there) if said is not None else None
            if said is not None and also is not None and (said.re is a[0]) != (also.re is b[0]):
                return two, f"{one} says `{said.group()}`, and {two} the opposite: `{also.group()}`"
    return None


def _unbounded(*texts: str) -> tuple[str, ...]:
    """Both texts without the bounds from below that they have in common."""
    found = [["".join(filter(None, bound.groups())) for bound in _LEAST.finditer(text)] for text in texts]
    return tuple(_LEAST.sub("", text) for text in texts) if found[0] == found[1] else texts


def _alike(*texts: str) -> tuple[str, ...]:
    """Both texts without a `without` that each has once: the rest may still differ."""
    if all(len(_WITHOUT.findall(text)) == 1 for text in texts):
        return tuple(_WITHOUT.sub("", text) for text in texts)
    return texts


def _one_of(pair: tuple[re.Pattern[str], re.Pattern[str]], text: str) -> re.Match[str] | None:
    """Where a text says the one of two opposites and not the other."""
    first, second = (pattern.search(text) for pattern in pair)
    return first or second if not (first and second) else None


def _denies(language: str, how: str, text: str) -> bool:
    return pattern(language, "denials", how).search(text) is not None


# ---- things ----

_FEW = 2
"""So many witnesses at least, and none against them."""
_NAMED = lazy_pattern(r"<([ti]):([^<>]+)>")
_TOLD = ("text", "aid", "about", "intro", "assumption")
_ALIKE = 0.5
"""Words with fewer signs in common than this share are other words."""
_LONG, _NEVER = 12, 1 << 30


@check("M017")
def words_are_of_one(desk: Desk) -> Iterator[Problem]:
    """No two texts of a sort have the same words in one language and quite different ones in another; nor two items of
    a set the same name, and another one."""
    alike: dict[tuple[str, ...], list[Spoken]] = {}
    for spoken in (s for s in desk.texts if len(s.text.words) > 1 and not any(s.faults.values())):
        role, is_item = spoken.role.rpartition(".")[2], spoken.owner.startswith("item")
        least = _LONG if role in _TOLD else 1 if role == "name" and is_item else _NEVER
        kin = spoken.owner.partition("/" if is_item else " ")[0]
        for language, words in spoken.text.words.items():
            if len(words) >= least:
                alike.setdefault((language, words, kin, spoken.role), []).append(spoken)
    for (language, *_), some in alike.items():
        first, *others = some
        odd = next((s for s in others if _apart(s, first)), None)
        if odd is not None:
            who = f"`{odd.owner.partition(' ')[2]}` and `{first.owner.partition(' ')[2]}`"
            message = f"{who} have the same words in {language}, but not in {_apart(odd, first)}"
            yield Problem(odd.text.marks[language], message, f"write its own words in {language}")


def _apart(one: Spoken, two: Spoken) -> str:
    """A language in which two texts are quite different, two names different."""
    pairs = ((la, words, two.text.words.get(la, words)) for la, words in one.text.words.items())
    names = one.role.endswith("name")
    return next((la for la, here, there in pairs if here != there and (names or _unlike(here, there))), "")


def _unlike(one: str, two: str) -> bool:
    here, there = (Counter(words[n : n + 2] for n in range(len(words) - 1)) for words in (one, two))
    return (here & there).total() < _ALIKE * max(here.total(), there.total())


@check("M019")
def languages_name_siblings_alike(desk: Desk) -> Iterator[Problem]:
    """No text names one of a kind, or of a set, in one language and another of them in the next."""
    declared = [*(s.fields for s in desk.game.sets.values()), *(v.arguments for v in desk.game.verbs.values())]
    shown = {
        one.argument for of in declared for k in of.values() for one in (k, k.innermost) if one.name in ("term", "map")
    }
    groups = {f"t:{t.id}": t.kind if t.kind in shown or t.color else "" for t in desk.game.terms.values()}
    odd: dict[str, list[tuple[Spoken, str, str, str, str]]] = {}
    alike = Counter[str]()
    for spoken, by_language in told(desk):
        cited = [
            {t.text + t.detail * (t.kind == "item") for t in ts if t.kind in ("term", "item")}
            for ts in spoken.tokens.values()
        ]
        if spoken.role.endswith("name") or any(some ^ cited[0] for some in cited):
            continue
        things = {la: {f"{a}:{b}" for a, b in _NAMED.findall(words)} for la, words in by_language.items()}
        for one, two in combinations(things, 2):
            alone = [sorted(things[a] - things[b]) for a, b in ((one, two), (two, one))]
            alike.update({groups.get(n, n.partition("/")[0]) for n in things[one] & things[two]})
            by_group = [{groups.get(n, n.partition("/")[0]): n[2:] for n in some} for some in alone]
            for group in by_group[0].keys() & by_group[1].keys():
                odd.setdefault(group, []).append((spoken, one, by_group[0][group], two, by_group[1][group]))
    for group, some in odd.items():
        if group and len(some) == 1 and alike[group] >= _FEW:
            spoken, one, first, two, second = some[0]
            message = f"{one} speaks of `{first}`, {two} of `{second}`"
            yield Problem(spoken.text.marks[two], message, "speak of the same in both")
