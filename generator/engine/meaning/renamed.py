"""Names in one language against the other: a word that the texts use and the glossary no longer has, a name of two.

Takes a `Desk`; gives a problem at the name. Witness is the other language: what it says and how often.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from generator.data.markup import plain_words
from generator.data.model import Term, Text
from generator.engine.registry import Desk, Problem, check
from generator.engine.texts.wording import is_latin, unquoted

FEW, MOST, NEARLY = 2, 30, 0.8
"""So many texts at least must bear witness; no more are read for it."""
_IDEOGRAPHS = re.compile(r"[\u4e00-\u9fff\u30a0-\u30ff々]{2,}")
_LETTERS = re.compile(r"[^\W\d_]{4,}")


@check("M016")
def the_glossary_has_the_word_in_use(desk: Desk) -> Iterator[Problem]:
    """Where all texts that say a term in one language have the same word in another, it is the term's name there."""
    both = [
        s
        for s in desk.texts
        if s.role in ("text", "title", "aid", "intro", "about", "assumption", "question", "reason", "name")
    ]
    both = [s for s in both if not s.owner.startswith(("term ", "kind ")) or s.role != "name"]
    words = {
        la: [f" {unquoted(plain_words(s.tokens.get(la, ()))).casefold()} " for s in both] for la in desk.game.languages
    }
    for one, two in permutations(desk.game.languages, 2) if both else ():
        names = " | ".join(w for t in desk.game.terms.values() for w in _names(t, two))
        whole = "\n".join(words[two])
        for term in (t for t in desk.game.terms.values() if _names(t, two) and not _says(t, two, whole)):
            saying = [n for n, w in enumerate(words[one]) if words[two][n].strip() and _says(term, one, w)]
            if FEW <= len(saying) <= MOST:
                used = _common([words[two][n] for n in saying], two)
                others = [w for n, w in enumerate(words[two]) if n not in saying]
                alone = [w for w in used if w not in names and sum(w in o for o in others) * FEW * 2 <= len(saying)]
                alone.sort(key=lambda w: (-len(w), w))
                if alone:
                    now = term.name.in_language(two)
                    said = f"texts that say `{term.name.in_language(one)}` in {one} have `{alone[0]}` in {two}"
                    message = f"{said}; none has `{now}`, as the glossary"
                    yield Problem(term.name.marks.get(two, term.mark), message, "correct the texts, or the name")


def _names(term: Term, language: str) -> list[str]:
    names = (t.in_language(language).casefold() for t in (term.name, term.plural) if t is not None)
    return [name for name in names if " " not in name and len(name) > (3 if is_latin(language) else 1)]


def _says(term: Term, language: str, words: str) -> bool:
    if not is_latin(language):
        return any(name in words for name in _names(term, language))
    stems = [name[: max(4, len(name) - 2)] for name in _names(term, language)]
    return any(stem in words and re.search(rf"\b{re.escape(stem)}", words) for stem in stems)


def _common(texts: Sequence[str], language: str) -> set[str]:
    """The words (their beginnings; of Japanese, all parts of a row of ideographs) that stand in each of some texts."""

    def parts(text: str) -> set[str]:
        if is_latin(language):
            return {word[:6] for word in _LETTERS.findall(text)}
        return {
            run[a:b] for run in _IDEOGRAPHS.findall(text) for a, b in combinations(range(len(run) + 1), 2) if b - a > 1
        }

    times = Counter(part for text in texts for part in parts(text))
    return {part for part, n in times.items() if n >= max(FEW, NEARLY * len(texts))}


@check("M017")
def names_are_of_one(desk: Desk) -> Iterator[Problem]:
    """No two items of a set have the same name in one language and different ones in another."""
    for owner in desk.game.sets.values():
        seen: dict[tuple[str, str], tuple[str, Mapping[str, str]]] = {}
        named = [(i, text) for i in owner.items if isinstance(text := i.values.get("name"), Text)]
        for item, name in named:
            for language, words in name.words.items():
                other, names = seen.setdefault((language, words), (item.id, name.words))
                apart = [la for la in names if name.words.get(la, names[la]) != names[la]]
                if apart and words:
                    here = f"`{owner.id}/{item.id}` and `{other}` are both called `{words}` in {language}"
                    yield Problem(
                        name.marks.get(language, item.mark), f"{here}, but not in {apart[0]}", "give each its own name"
                    )
