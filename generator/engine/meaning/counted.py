"""What texts and items say of whole kinds: how many there are, each of them once, no more than there are.

Takes a `Desk`; gives a problem at the text, or at the amount.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.data.markup import Token
from generator.data.model import ComponentSet, TermKind
from generator.data.walk import Spoken
from generator.engine.registry import Desk, Problem, check
from generator.engine.texts.lexicon import base_of_language, words_to_digits

_OTHERS = {
    "en": r"\bother (\d+)\b|\b(\d+) others?\b",
    "ja": r"(?:ほか|他)の(\d+)",
    "de": r"\banderen? (\d+)\b|\b(\d+) anderen?\b",
    "fr": r"\b(\d+) autres\b|\bautres (\d+)\b",
}
_BETWEEN = re.compile(r"[\s,、・/と]*(?:and|or|und|oder|et|ou)?\s*")
_SAID = re.compile(r"\b(\d+) [^\W\d]+\s*[:：]?\s*$")
_SUMMED = re.compile(r"の(\d+)(?:つ|種|色|人|社|枚|個)(?!目)")
_EACH = {
    "en": r"\b(\d+)(?: [^\W\d]+)? (?:per|(?:for|of|to) each) {}",
    "ja": r"{}(?:ごとに|につき|1[つ人]に(?:つき)?|に)(\d+)[枚個本つ](?!目)",
    "de": r"\b(\d+)(?: [^\W\d]+)? (?:für jede[nrs]?|je|pro) {}",
    "fr": r"\b(\d+)(?: [^\W\d]+)? (?:par|pour chaque) {}",
}
"""So many pieces for each member of a kind."""
FEW = 3
"""So many members of a kind in a row are a list of it."""
_LIMITS = frozenset(("cap", "caps", "max", "limit", "limits"))
_PIECES = ("token", "supply", "marker", "standee", "die")


@check("M012")
def amounts_exist(desk: Desk) -> Iterator[Problem]:
    """No item asks for more of a term than there are pieces of it."""
    for owner in desk.game.sets.values():
        for name, kind in owner.fields.items():
            is_amount = kind.name == "map" and kind.of is not None and kind.of.name in ("integer", "number")
            if not is_amount or _LIMITS & set(name.split("-")):
                continue
            most = [_pieces(other, kind.argument) for other in desk.game.sets.values() if other is not owner]
            for item in owner.items:
                for term, value in (item.values.get(name) or {}).items():
                    there = max((pieces[term] for pieces in most), default=0)
                    if value > there > 0:
                        message = f"`{owner.id}/{item.id}` asks for {value} `{term}`; there are only {there}"
                        yield Problem(item.marks.get(f"{name}.{term}", item.mark), message, "correct the amount")


def _pieces(owner: ComponentSet, kind: str) -> Counter[str]:
    """The pieces of a set that are of each term of a kind: tokens, not cards that bear it."""
    fields = [n for n, k in owner.fields.items() if k.name == "term" and k.argument == kind]
    found = Counter[str]()
    if owner.kind in _PIECES and len(fields) == 1 and not owner.count_open:
        for item in owner.items:
            found[str(item.values.get(fields[0]))] += item.count
    return found


@check("M013")
def the_others_are_all_others(desk: Desk) -> Iterator[Problem]:
    """The glossary of a term counts the others of its kind as they are; a list of a kind names none twice."""
    terms, kinds = desk.game.terms, desk.game.kinds
    kinds_of = {t.id: kinds[t.kind] for t in terms.values()}
    for spoken in desk.texts:
        own = terms.get(spoken.owner.removeprefix("term ")) if spoken.role == "about" else None
        for language in spoken.tokens:
            words = spoken.text.words[language]
            pattern = _OTHERS.get(base_of_language(language))
            found = re.search(pattern, words_to_digits(words, language)) if pattern and own else None
            if found is not None and own is not None:
                said = int(next(filter(None, found.groups())))
                counts = {len(k.members) - 1 for k in kinds.values() if own.kind == k.id or _speaks(k, words, language)}
                if said not in counts and any(abs(said - n) == 1 for n in counts):
                    there = next(n for n in sorted(counts) if abs(said - n) == 1)
                    message = f"`{own.id}` speaks of {said} others in {language}; there are {there}"
                    yield Problem(spoken.text.marks[language], message, "correct the number")
                    break
            twice = _twice(spoken, language, kinds_of)
            if twice:
                yield Problem(spoken.text.marks[language], f"{twice} in {language}", "name each once")
                break


@check("M013")
def sets_have_as_many_for_each(desk: Desk) -> Iterator[Problem]:
    """What the note on a set says there is for each member of a kind is there, if it is as many for each."""
    kinds = desk.game.kinds
    for owner in desk.game.sets.values():
        about = owner.about.words.items() if owner.about is not None else ()
        marks = owner.about.marks if owner.about is not None else {}
        fields = [(n, k.argument) for n, k in owner.fields.items() if k.name == "term" and k.argument in kinds]
        for name, kind in fields if not owner.count_open else ():
            items, pieces = Counter[str](), Counter[str]()
            for item in owner.items:
                items[str(item.values.get(name))] += 1
                pieces[str(item.values.get(name))] += item.count
            there = {*items.values(), *pieces.values()}
            whole = items.keys() == {t.id for t in kinds[kind].members} and len(set(pieces.values())) == 1
            for language, words in about if whole else ():
                called = re.escape(kinds[kind].name.in_language(language).casefold())
                pattern = _EACH.get(base_of_language(language), "(?!)").replace("{}", called)
                found = re.search(pattern, words_to_digits(words, language).casefold()) if called else None
                if found is not None and int(found[1]) not in there:
                    message = f"`{owner.id}` is said to have {found[1]} for each `{kind}`; there are {max(there)}"
                    yield Problem(marks[language], message, "correct the number")
                    break


def _speaks(kind: TermKind, words: str, language: str) -> bool:
    name = kind.name.in_language(language).casefold()
    return bool(name) and name in words.casefold()


def _twice(spoken: Spoken, language: str, kinds: Mapping[str, TermKind]) -> str:
    """What is wrong with a list that names one member of a kind twice and the only other one not at all."""
    for row, before, after in _rows(spoken.tokens[language]):
        said = _SAID.search(words_to_digits(before, language)) if len(row) >= FEW else None
        said = said or (_SUMMED.match(words_to_digits(after, language)) if len(row) >= FEW else None)
        alike = {kinds[t].id: len(kinds[t].members) for t in row if t in kinds}
        number, there = int(said[1]) if said else 0, next(iter(alike.values()), 0)
        listed = len(alike) == 1 and len(set(row)) == len(row) >= FEW and there in (len(row), number)
        if number and listed and abs(number - len(row)) == 1:
            return f"{number} are announced, and {len(row)} are named"
        for kind in {kinds[t].id: kinds[t] for t in row if t in kinds}.values():
            members = [t.id for t in kind.members]
            named = Counter(t for t in row if t in members)
            gone = [t for t in members if t not in named]
            double = [t for t, times in named.items() if times == 2]
            if len(gone) == len(double) == 1 and named.total() == len(members) >= FEW:
                return f"a list names `{double[0]}` twice, and not `{gone[0]}`"
    return ""


def _rows(tokens: Sequence[Token]) -> Iterator[tuple[list[str], str, str]]:
    """The terms that stand in a row, with nothing between them but a comma or an `and`; the text before each row, and
    after it."""
    row: list[str] = []
    before = ""
    for token in tokens:
        if token.kind == "term":
            row.append(token.text)
        elif token.kind != "text" or not _BETWEEN.fullmatch(token.text):
            text = token.text if token.kind == "text" else ""
            yield row, before, text
            row, before = [], text
    yield row, before, ""
