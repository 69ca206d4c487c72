"""The languages of a text against one another: the same markup, the same numbers, words that templates ask for; and
the habits of a whole game.

Takes the texts on a `Desk`; gives a problem in the language that lacks something. Words for numbers (`two`, `二`) count
as numbers.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise, permutations

from generator.data.lexicon import ascii_digits, base_of_language, is_japanese, may_say, numbers_said, unquoted
from generator.data.markup import Token, plain_words
from generator.data.model import ComponentSet, Text
from generator.data.quoted import number_said, stated
from generator.data.walk import Spoken, mentions_in
from generator.diagnostics.findings import Mark
from generator.engine.integrity.uses import BOUND, QUOTED, drawings_of, templates_of
from generator.engine.registry import Desk, Problem, all_texts, check, sets_of
from generator.engine.texts.spelling import is_label_of, is_said_in
from generator.values import lazy_pattern
from generator.words import first_few, unsaid

_SIGNS = {
    "term": "{{{0.text}}}",
    "parameter": "{{={0.text}}}",
    "set": "{{@{0.text}}}",
    "item": "{{@{0.text}/{0.detail}}}",
    "count": "{{#{0.text}{0.detail}}}",
    "value": "{{={0.text}/{0.detail}}}",
    "rule": "[[{0.text}]]",
}


def _two(spoken: Spoken) -> Iterator[tuple[str, str]]:
    """The first language with each other one whose words are not the very same."""
    languages = list(spoken.tokens)
    for other in languages[1:]:
        if spoken.text.words[other] != spoken.text.words[languages[0]]:
            yield languages[0], other


@check("L001", each=all_texts)
def markup_is_alike(desk: Desk, spoken: Spoken) -> Iterator[Problem]:
    """Every language of a text names the same terms, numbers, pieces and rules, as often as the others."""
    for first, other in _two(spoken):
        said, also = _referred(spoken.tokens[first]), _referred(spoken.tokens[other])
        if said != also and _resolves(desk, spoken):
            yield from _unlike(desk, spoken, first, other, Counter(said), Counter(also))


def _resolves(desk: Desk, spoken: Spoken) -> bool:
    """False where the markup itself is at fault, which is told already."""
    named = ((m.kind, f"{m.within}/{m.name}" if m.kind == "item" else m.name) for m in mentions_in(spoken))
    quotes = (stated(t, desk.game) for ts in spoken.tokens.values() for t in ts if t.kind == "value")
    is_sound = not any(spoken.faults.values()) and all(name in desk.names[kind] for kind, name in named)
    return is_sound and not any(said.unknown for said in quotes if said)


def _referred(tokens: tuple[Token, ...]) -> list[str]:
    if len(tokens) == 1 and tokens[0].kind == "text":
        return []
    return sorted(_SIGNS[t.kind].format(t) for t in tokens if t.kind in _SIGNS)


def _unlike(
    desk: Desk, spoken: Spoken, first: str, other: str, said: Counter[str], also: Counter[str]
) -> Iterator[Problem]:
    lacks, extra = list((said - also).elements()), list((also - said).elements())
    less, more, names = (other, first, lacks) if lacks else (first, other, extra)
    shown = ", ".join(f"`{n}`" for n in names)
    if lacks and extra:
        message = f"{other} lacks {shown}, which {first} has, and has {', '.join(f'`{n}`' for n in extra)} instead"
        token = next(t for t in spoken.tokens[other] if t.kind in _SIGNS and _SIGNS[t.kind].format(t) in extra)
        yield Problem(spoken.at_token(desk.game, other, token), message, f"write {shown}")
        return
    mark = spoken.text.marks[less]
    yield Problem(mark, f"{less} lacks {shown}, which {more} has", f"write {shown} in {less}, or take it out of {more}")


_DESIGNERS = ("question ", "verb ")
"""Whose texts are said to designers, and may be said more freely; so may the name of a version."""

_NAMED = range(2, 100)
"""Numbers that are read as words, too."""
_DIGITS = lazy_pattern(r"\d+(?:[.,]\d+)*")


@check("L015")
def the_tool_speaks_them(desk: Desk) -> Iterator[Problem]:
    """The tool prints words of its own: captions, the cover, the rules."""
    for language in desk.game.languages:
        keys = unsaid(desk.project, language)
        if keys:
            message = f"the tool's own words are English where it is built in `{language}`: {len(keys)} are not said"
            hint = (
                "`pnp schema words` prints a layouts/words.yaml that asks for them, to be filled in as far as you like"
            )
            yield Problem(desk.game.mark, message, hint, about=(language,))


_WORD, _SENTENCE = lazy_pattern(r"[^\W\d_]{2,}"), 3
"""Of so many words a text is no name that may be alike in all languages."""
_CALLED = ("name", "title", "plural", "short", "version")


def _is_sentence(spoken: Spoken, language: str) -> bool:
    """True for what is no name, and not for designers."""
    is_called = spoken.owner.startswith(_DESIGNERS) or spoken.role.rpartition(".")[2] in _CALLED
    return not is_called and len(_WORD.findall(plain_words(spoken.tokens[language]))) >= _SENTENCE


_KIN, _FEW = ("term", "kind", "parameter"), 4
"""Whose names are read together, and one in how many of them is forgotten rather than the same in all languages."""


@check("L017")
def texts_are_translated(desk: Desk) -> Iterator[Problem]:
    """What a game of several languages says in a sentence is said in each of them, and its names alike."""
    alike = [s for s in desk.texts if s.is_shared and _is_sentence(s, next(iter(s.tokens)))]
    names = [s for s in desk.texts if s.role == "name" and s.owner.partition(" ")[0] in _KIN]
    plain = [s for s in names if s.is_shared]
    alike += plain if len(plain) * _FEW <= len(names) else []
    things = [s for s in desk.texts if s.role == "name" and not s.owner.startswith("item ") and s.is_shared]
    alike += [s for s in things if s not in alike and _is_of_one(s)]
    if alike:
        languages, others = desk.game.languages, [s.owner for s in alike[1:]]
        more = f" (and {len(others)} more: {first_few([*dict.fromkeys(others)])})" * bool(others)
        message = f"the words of the {alike[0].owner}{more} are the same in {', '.join(languages)}: one plain string"
        hint = f"write `{{{languages[0]}: .., {languages[1]}: ..}}`, if they are in one language only"
        mark, *places = (next(iter(s.text.marks.values())) for s in alike)
        yield Problem(mark, message, hint, places=tuple(places))


def _is_of_one(spoken: Spoken) -> bool:
    """True of words that one language of the game has, and another has not."""
    words = spoken.text.words
    return any(is_label_of(words[one], one, other) for one, other in permutations(words, 2))


_RARE = 10
"""One text in so many that is alike in two languages is a slip; more are meant, or wait."""


@check("L019")
def no_text_is_left_in_another_language(desk: Desk) -> Iterator[Problem]:
    """Of many texts that are translated each is, and not copied."""
    for first, other in pairwise(desk.game.languages):
        both = [s for s in desk.texts if not s.is_shared and {first, other} <= s.text.words.keys()]
        alike = [s for s in both if s.text.words[first] == s.text.words[other] and _is_sentence(s, first)]
        for spoken in alike if len(alike) * _RARE <= len(both) else ():
            wrong = (other, first)[is_japanese(first) and spoken.text.words[first].isascii()]
            message = f"the words in {first} and in {other} are the very same"
            yield Problem(spoken.text.marks[wrong], message, f"translate them into {wrong}")
        texts = [s for s in both if s not in alike and s.role.rpartition(".")[2] not in _CALLED]
        for said, wrong in permutations((first, other)):
            lost = [s for s in texts if is_said_in(s.text.words[wrong], said, wrong)]
            for spoken in lost if len(lost) * _RARE <= len(texts) else ():
                message = f"the words in {wrong} are words in {said}"
                yield Problem(spoken.text.marks[wrong], message, f"translate them into {wrong}")


@check("L002", each=all_texts)
def numbers_are_alike(desk: Desk, spoken: Spoken) -> Iterator[Problem]:
    """A number that one language of a text has, the others have, too."""
    if spoken.owner.startswith(_DESIGNERS) or spoken.role == "version":
        return
    for first, other in _two(spoken):
        figures = {la: _figures(spoken, la) for la in (first, other)}
        if figures[first] != figures[other]:
            yield from _differing(desk, spoken, figures, first, other)
        elif spoken.role.rpartition(".")[2] not in _CALLED:
            yield from _exchanged(desk, spoken, first, other)


def _figures(spoken: Spoken, language: str) -> list[str]:
    if _DIGITS.search(spoken.text.words[language]) is None:
        return []
    return sorted(_DIGITS.findall(ascii_digits(plain_words(spoken.tokens[language]))))


def _differing(desk: Desk, spoken: Spoken, figures: dict[str, list[str]], first: str, other: str) -> Iterator[Problem]:
    lacks = {said: _missing(desk, spoken, figures, said, asked) for said, asked in ((first, other), (other, first))}
    if lacks[first] and lacks[other]:
        here, there = lacks[other][0], lacks[first][0]
        message = f"`{here}` stands in {other}, `{there}` in {first}"
        yield Problem(_place(desk, spoken, other, here), message, "correct one of them")
        return
    if not any(lacks.values()):
        yield from _exchanged(desk, spoken, first, other)
    for said, asked in ((first, other), (other, first)):
        for digits in lacks[said]:
            message = f"`{digits}` stands in {said}, but not in {asked}"
            yield Problem(_place(desk, spoken, said, digits), message, f"write the number in {asked}, too")


def _exchanged(desk: Desk, spoken: Spoken, first: str, other: str) -> Iterator[Problem]:
    """A number of each that the other has not, nor a parameter or a word such as `both` for it; proverbs are quoted."""
    plain = {la: unquoted(plain_words(spoken.tokens[la])) for la in (first, other)}
    said = {la: numbers_said(words, la) for la, words in plain.items()}
    counts = [Counter(n for n, _ in some if n in _NAMED) for some in said.values()]
    more, less = ([*(a - b).elements()] for a, b in permutations(counts))
    if len(more) != 1 or len(less) != 1:
        return
    for number, la in ((more[0], other), (less[0], first)):
        cited = [_value(desk, t) for t in spoken.tokens[la]]
        if number in cited or may_say(number, plain[la], la):
            return
    here, there = dict(said[other])[less[0]], dict(said[first])[more[0]]
    message = f"`{here}` stands in {other} where `{there}` stands in {first}"
    yield Problem(_place(desk, spoken, other, here), message, "correct one of them")


def _place(desk: Desk, spoken: Spoken, language: str, digits: str) -> Mark:
    words = ascii_digits(spoken.text.words[language])
    found = next((t for t in spoken.tokens[language] if t.kind == "text" and digits in words[t.start : t.end]), None)
    at = words.find(digits, found.start if found is not None else 0)
    return spoken.place(desk.game, language, at, len(digits))


def _missing(desk: Desk, spoken: Spoken, figures: dict[str, list[str]], said: str, asked: str) -> list[str]:
    """Numbers that stand in `said` and in no form in `asked`, not even as a parameter."""
    plain, missing = plain_words(spoken.tokens[asked]).casefold(), []
    cited = [_value(desk, t) for t in spoken.tokens[asked]]
    for digits in dict.fromkeys(figures[said]):
        value = int(digits) if digits.isdecimal() and len(digits) < 9 else -1
        if value != 1 and digits not in figures[asked] and value not in cited:
            missing += [] if value >= 0 and may_say(value, plain, asked) else [digits]
    return missing


def _value(desk: Desk, token: Token) -> float | None:
    """The number that a token is printed as."""
    if token.kind == "parameter" and token.text in desk.game.parameters:
        return desk.game.parameters[token.text].value
    return number_said(token, desk.game)


_SORTS = (
    ("straight", "'", re.compile(r"(?<=\w)'(?=\w)")),
    ("curly", "'", re.compile(r"(?<=\w)’(?=\w)")),
    ("straight", '"', re.compile(r"(?<!\d)\"")),
    ("curly", '"', re.compile(r"[“”‘]|’(?!\w)")),
)
"""Apostrophes are held against apostrophes, quotation marks against quotation marks: many languages mix the two."""
_QUOTES = lazy_pattern("[\"'“”‘’]")


@check("L009")
def quotes_are_of_one_sort(desk: Desk) -> Iterator[Problem]:
    """A language of a game writes its quotation marks straight, or curly, but not both; and so its apostrophes."""
    found: dict[tuple[str, str], dict[str, list[tuple[Spoken, int]]]]
    found = defaultdict(lambda: {"straight": [], "curly": []})
    for spoken in desk.texts:
        for language, words in spoken.said():
            if _QUOTES.search(words):
                for sort, mark, pattern in _SORTS:
                    found[language, mark][sort] += [(spoken, m.start()) for m in pattern.finditer(words)]
    for (language, _), sorts in found.items():
        few, many = sorted(sorts, key=lambda sort: len(sorts[sort]))
        for spoken, at in sorts[few]:
            message = f"this mark is {few}, {len(sorts[many])} others in {language} are {many}"
            yield Problem(spoken.place(desk.game, language, at), message, "write all of them in one way")


_STOPS = (".", "!", "?", "。", "！", "？", "…", "：", ":")
_CLOSERS = "*\"”“»›’')）」 \u00a0\u202f"
_LEAST, _SHARE = 4, 0.8
_PICTOGRAMS = ("So", "Sk")
"""Emoji and their like stand for icons, behind which no stop is missed either."""
_KEYWORD = lazy_pattern(r"[【〔《\[][^】〕》\]]*[】〕》\]]|[-+−]?\d+ \S+")
"""No sentence: `+1 Coin`, `【守護】`."""
_TOLD = lazy_pattern(r"(?s)(?:.*[\u0370-\u05ff\u3040-\u9fff]|[^A-Za-zÀ-ÿ]*[A-ZÀ-Þ].*(?<!\w)[a-zß-ÿ]{4,}(?!\w)).*\w")
"""What a rule says; a title, a line of a list, or of code, is none: `The Council`, `1 city`, `run me`."""


@check("L010")
def sentences_end_alike(desk: Desk) -> Iterator[Problem]:
    """Where nearly all texts of one sort end with a full stop, all of them do; of rules, what is a sentence, and in no
    list in which another has none."""
    rules = desk.game.rules
    above = {child.id: rule.id for rule in rules.values() for child in rule.rules}
    lacking = Counter[tuple[str, str]]()
    sorts: dict[tuple[str, str], list[tuple[Spoken, bool]]] = defaultdict(list)
    for spoken in desk.texts:
        for language, words in spoken.said():
            kind, _, who = spoken.owner.partition(" ")
            is_head = all(t.bold for t in spoken.tokens[language])
            if spoken.role not in ("name", "title", "plural", "short") and not is_head:
                stop = words.rstrip().rstrip(_CLOSERS).endswith(_STOPS)
                sorts[kind + spoken.role, language].append((spoken, stop))
                lacking[above.get(who, ""), language] += not stop and who in above
    for (_, language), many in sorts.items():
        ended = sum(stop for _, stop in many)
        for spoken, stop in many if max(_LEAST, _SHARE * len(many)) <= ended < len(many) else ():
            tokens = spoken.tokens[language]
            words = spoken.text.words[language].rstrip()
            plain = tokens and tokens[-1].kind == "text" and not words.endswith("*") and not spoken.faults[language]
            plain = plain and unicodedata.category(words.rstrip("\ufe0f\u200d")[-1]) not in _PICTOGRAMS
            parted = any(t.kind in ("break", "paragraph") for t in tokens)
            listed = lacking[above.get(spoken.owner[5:], ""), language] > 1
            parted |= listed or (spoken.owner[5:] in rules and not _TOLD.fullmatch(words.rstrip(_CLOSERS)))
            if plain and not stop and not parted and not _KEYWORD.fullmatch(words):
                sign = "。" if base_of_language(language) in ("ja", "zh") else "."
                message = f"no full stop at the end, unlike {ended} of {len(many)} texts of its sort in {language}"
                yield Problem(spoken.place(desk.game, language, len(words) - 1), message, f"write `{sign}` at the end")


@check("L020", each=sets_of)
def what_templates_ask_is_said_in_all_languages(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """A template that asks for the words of a text (`item.type == 'Storm'`) asks for those of each language."""
    fields = [name for name, kind in owner.fields.items() if kind.name == "text" and len(owner.name.words) > 1]
    drawings = [d for d in drawings_of(desk) if fields and d.path.stem in templates_of(owner)]
    for drawing, found in ((d, found) for d in drawings for found in BOUND.finditer(d.text)):
        source = html.unescape(found[2] or found[3] or "")
        quoted = {one or other for one, other in QUOTED.findall(source)} - {""}
        named = [f for f in fields if quoted and re.search(rf"\bitem\.{f.replace('-', '_')}\b", source)]
        for f in named if "language" not in source else ():
            said = (v.words for item in owner.items if isinstance(v := item.values.get(f), Text))
            unlike = (words for words in said if 0 < len(quoted & {*words.values()}) < len({*words.values()}))
            for words in [*unlike][:1]:
                asked = next(word for word in words.values() if word in quoted)
                language, other = next((la, word) for la, word in words.items() if word not in quoted)
                message = f"it asks whether `{f}` is `{asked}`, which in {language} is `{other}`"
                hint = f"ask for `'{other}'`, too; or make it a `term`, or `one of`, which are one in all languages"
                yield Problem(drawing.mark(found.start(), found.end()), message, hint)
