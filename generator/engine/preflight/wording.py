"""In what language the words are that a template says by itself.

Takes a `Proof`; gives a problem at the element of the template. What the data says is the data's (`texts/`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from generator.data.lexicon import base_of_language, cjk_language_name, has_japanese, is_latin
from generator.data.model import Text
from generator.data.reading.grid import plain
from generator.engine.integrity.uses import BOUND
from generator.engine.preflight.run import Proof
from generator.engine.preflight.visibility import Layer
from generator.engine.registry import Problem, check
from generator.engine.texts.spelling import is_label_of, misspelt_label
from generator.layout.svg.element import Element, SvgFile
from generator.typeset.setting import script_of, short
from generator.values import lazy_pattern

_WRITTEN = {
    "HIRAGANA": ("ja",),
    "KATAKANA": ("ja",),
    "CJK": ("ja", "zh", "ko"),
    "HANGUL": ("ko",),
    "CYRILLIC": ("ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg"),
}
"""Scripts, and the languages that are written in them."""
_LITERAL, _ARGUMENTS = lazy_pattern(r"""'([^'<>]*)'|"([^"<>]*)\""""), lazy_pattern(r"\|\w+\([^()]*\)")


@check("L003", on=Proof)
def templates_say_nothing_in_japanese(proof: Proof) -> Iterator[Problem]:
    """The words that a template says by itself are in the language of the edition."""
    languages = tuple(proof.owner.name.words)
    for _, layer, run in proof.words if is_latin(proof.face.language) else ():
        element = layer.element
        if element is not None and "pnp:words" not in element.attributes and has_japanese(run.said):
            named = cjk_language_name(run.said, languages)
            message = f"`{short(run.said)}` is {named}, left in {proof.face.language} by the template"
            other = next((la for la in languages if not is_latin(la)), "ja")
            hint = f"bind it with `pnp:text`, or draw it only where `language == '{other}'` with `pnp:if`"
            yield Problem(proof.mark(layer), message, hint)


@check("L003", on=Proof)
def choices_are_words_of_the_language(proof: Proof) -> Iterator[Problem]:
    """A word that is one in all languages is printed only where it is one of the edition's."""
    languages = tuple(proof.owner.name.words)
    is_left = is_latin(proof.face.language) and not all(map(is_latin, languages))
    said = [run.said for _, _, run in proof.words] if is_left else []
    for name, kind in proof.owner.fields.items() if any(map(has_japanese, said)) else ():
        word = proof.item.values.get(name, "") if kind.name == "one of" else ""
        if has_japanese(word) and any(word in words for words in said):
            named = cjk_language_name(word, languages)
            message = f"the words of `{name}` are {named}, and printed so in {proof.face.language}"
            hint = f"declare it as `{name}: text`, and say it in each language; or draw words by it in the template"
            yield Problem(proof.owner.at(f"fields.{name}"), message, hint)


@check("L016", on=Proof)
def templates_speak_the_language(proof: Proof) -> Iterator[Problem]:
    """The words in an expression of a template are of no other language of the game than the edition."""
    for layer, words, used, language in _left(proof):
        ways = f"{{'{used}': '{short(words)}', '{language}': '..'}}[language]"
        is_bound = layer.element is not None and "pnp:words" in layer.element.attributes
        ways = ways if is_bound else f'pnp:text="{ways}"'
        message = f"`{short(words)}`, which the template says, is left in {language}"
        yield Problem(proof.mark(layer, "pnp:text"), message, f"write it by language: `{ways}`")


@check("L017", on=Proof)
def labels_are_said_in_each_language(proof: Proof) -> Iterator[Problem]:
    """Nor are those that are called as a field: they stand there until somebody says them in each."""
    for layer, words, used, language in _left(proof, headings=True):
        message = f"`{short(words)}`, which the template says, is the same in {used} and {language}"
        hint = f"write `{{'{used}': '{short(words)}', '{language}': '..'}}[language]`"
        yield Problem(proof.mark(layer, "pnp:text"), message, hint)


def _left(proof: Proof, headings: bool = False) -> Iterator[tuple[Layer, str, str, str]]:
    """Words that a template says in a language that is not that of an edition, and the two; or labels that are called
    as fields of the item are."""
    languages = proof.owner.name.words
    for _, layer, run in proof.words if len(languages) > 1 else ():
        element = layer.element
        if not isinstance(element, Element):
            continue
        for language in languages if _is_alike(element.source) else (proof.face.language,):
            foreign = _foreign(run.said, language)
            used = [la for la in languages if foreign and not headings and not _foreign(foreign, la)]
            labels = () if foreign else _labels(element, run.said)
            for label in (w for w in labels if (plain(w) in _headings(proof)) is headings):
                foreign, used = label, [la for la in languages if is_label_of(label, la, language)]
                if used:
                    break
            if used and _is_own(proof, element, foreign):
                yield layer, foreign, used[0], language
                break


@check("L021", on=Proof)
def templates_spell_their_words(proof: Proof) -> Iterator[Problem]:
    """No word that a template says by itself is misspelt."""
    for _, layer, run in proof.words:
        element, language = layer.element, proof.face.language
        if element is not None and "pnp:words" not in element.attributes:
            word, meant = misspelt_label(run.said, language)
            if word:
                message = f"`{word}`, which the template says, is no word that is known in {language}"
                yield Problem(proof.mark(layer), message, f"did you mean `{meant}`?")


@lru_cache(maxsize=256)
def _is_alike(file: SvgFile) -> bool:
    """True of a template that draws the same in all languages: a face that is alike in them is looked at in one."""
    return "/parts/" not in file.file and not re.search(r"\blang(uage)?\b", file.text)


def _headings(proof: Proof) -> set[str]:
    """How the fields of an item are called, and their columns are headed: labels of these are the table's."""
    return {plain(name) for name in (*proof.owner.fields, *(mark.heading for mark in proof.item.marks.values()))}


def _is_own(proof: Proof, element: Element, words: str) -> bool:
    """True for words that are the template's, not the data's, nor such as L003 tells."""
    if "pnp:words" not in element.attributes:
        return not has_japanese(words)
    return _quotes(element.source, words) and not any(words in said for said in _said(proof))


def _foreign(words: str, language: str) -> str:
    """The first words in a script that a language does not use."""
    base = base_of_language(language)
    odd = groupby(words, lambda char: base not in _WRITTEN.get(script_of(char), (base,)))
    return next(("".join(some) for is_odd, some in odd if is_odd), "")


def _labels(element: Element, said: str) -> Sequence[str]:
    """The words of a text that a template says by itself: all of them, or what its expressions quote."""
    if "pnp:words" not in element.attributes:
        return (said,)
    return [one for one in map(str.strip, _quoted(element.source)) if one and one in said]


def _quotes(file: SvgFile, words: str) -> bool:
    return any(words in one for one in _quoted(file))


@lru_cache(maxsize=16)
def _quoted(file: SvgFile) -> Sequence[str]:
    """What stands in quotation marks in the expressions of a template, and not for a filter (`replace`)."""
    said = (one or other for name, one, other in BOUND.findall(file.text) if name in ("text", "with", "for"))
    bound = "\n".join(_ARGUMENTS.sub("", html.unescape(words)) for words in said)
    return [one or other for one, other in _LITERAL.findall(bound)]


def _said(proof: Proof) -> Iterator[str]:
    """What the item says in the language of its face."""
    for value in proof.item.values.values():
        for one in value if isinstance(value, list | tuple) else (value,):
            yield one.in_language(proof.face.language) if isinstance(one, Text) else str(one)
