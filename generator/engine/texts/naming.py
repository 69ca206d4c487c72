"""One thing, one name, one place: names, words to avoid, sets that rules name, digits that a parameter holds; open
questions; and whether the schemas of editors say the same as the data.

Takes a `Desk`; gives a problem at the name, the word, the paragraph, the question, or at the set that no paragraph
names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from generator.data.lexicon import IDEOGRAPHS, entry, is_aid, unquoted, whole_number
from generator.data.model import ComponentSet, Parameter, Rule
from generator.data.schema.json_schema import FOLDER, NAMES, game_stamps, schema_stamp
from generator.data.walk import Spoken
from generator.diagnostics.findings import Mark, did_you_mean, near
from generator.engine.registry import Desk, Problem, all_words, check, is_said
from generator.project import Project
from generator.values import lazy_pattern


@check("R042")
def names_mean_one_thing(desk: Desk) -> Iterator[Problem]:
    """No two terms, sets, sections or parameters have one name in a language; nor a term and a set of other ids."""
    game = desk.game
    terms = [("term", t.id, t.name) for t in game.terms.values()]
    sets = [("set", s.id, s.name) for s in game.sets.values()]
    parameters = [("parameter", p.id, p.name) for p in game.parameters.values()]
    for named in ([*terms, *sets], parameters, [("section", s.id, s.title) for s in game.sections]):
        first: dict[tuple[str, str], tuple[str, str]] = {}
        for group, own, text in named:
            said = ((la, name, (la, name.casefold().strip())) for la, name in text.words.items())
            like = ((la, name, *first.setdefault(key, (group, own))) for la, name, key in said)
            for language, name, kind, other in (one for one in like if one[3] != own):
                message = f"the {group} `{own}` is called `{name}` in {language}, like the {kind} `{other}`"
                yield Problem(text.marks.get(language, Mark("")), message, "give one of the two another name")
                break


@check("L011")
def official_names_are_used(desk: Desk) -> Iterator[Problem]:
    """No text says a word that a term asks to avoid, unless it quotes it: a question tells what a draft says."""
    avoided = [
        (t, la, word) for t in desk.game.terms.values() for la, words in t.avoid.items() for word in words if word
    ]
    whole = all_words(desk) if avoided else {}
    for term, language, word in avoided:
        if word.casefold() not in whole.get(language, ""):
            continue
        edge = r"\b" if word.isascii() else ""
        pattern = re.compile(f"{edge}{re.escape(word)}{edge}", re.IGNORECASE)
        for spoken in desk.texts:
            for token in spoken.tokens.get(language, ()):
                found = pattern.search(unquoted(token.text) if token.kind in ("text", "ruby") else "")
                if found:
                    at = spoken.text.words[language].find(found.group(), token.start + found.start())
                    name = term.name.in_language(language)
                    message = f"`{found.group()}` stands for the term `{term.id}`, which is called `{name}`"
                    place = spoken.place(desk.game, language, max(at, 0), len(found.group()))
                    yield Problem(place, message, f"write `{{{term.id}:word}}`, or `{name}`")


# ---- the rules as a text ----

_SPEAKERS = ("rule ", "section ", "step ")


@check("R035")
def sets_are_named(desk: Desk) -> Iterator[Problem]:
    """Every set stands in a rule or in a step of the set-up, by its id or by its name."""
    game = desk.game
    if not game.sections or game.unread:
        return
    words = all_words(desk, lambda owner: owner.startswith(_SPEAKERS))
    named = {m.name if m.kind == "set" else m.within for m in desk.mentions if m.owner.startswith(_SPEAKERS)}
    named.update(*(step.sets for step in game.setup.steps))
    lost = named - set(game.sets) | {m.name for m in desk.mentions if m.kind == "term" and m.name not in game.terms}
    alike = Counter(owner.kind for owner in game.sets.values() if not _explains(owner))
    for owner in game.sets.values():
        if (
            owner.id not in named | lost
            and not _explains(owner)
            and not is_said([owner.name, owner.plural], words)
            and not (alike[owner.kind] == 1 and _says_any(owner.kind, words))
            and not near(owner.id, lost, 0.6)
        ):
            message = f"no rule and no step of the set-up names the set `{owner.id}`"
            hint = f"write `{{@{owner.id}}}` in the rule that uses it, or delete the set"
            yield Problem(owner.mark, message, hint, about=(owner.id,))


def _says_any(kind: str, words: Mapping[str, str]) -> bool:
    """True if the texts speak of cards, of tiles, whichever these are."""
    called = ((entry(language, "pieces", kind), said) for language, said in words.items())
    return any(re.search(some, said) for some, said in called if some)


def _explains(owner: ComponentSet) -> bool:
    """True if the set is a player aid or a box: nobody needs to be told what to do with it."""
    names = [("en", owner.id.replace("-", " ")), *owner.name.words.items()]
    return owner.kind == "box" or any(is_aid(name, language) for language, name in names)


# ---- digits that a parameter holds ----

_NUMBER = lazy_pattern(
    r"""(?<![\d.,\-–~〜/+×x*#第=])(?<![\d×x+=-][ ])(\d{1,4})(?![\d.,]*\d)
    (?!\s*[-–~〜/+×*=]|\s+x\s|\s+to\s+\d|st\b|nd\b|rd\b|th\b|から)""",
    re.VERBOSE,
)
_SENTENCE = lazy_pattern(r"[^。.!?！？\n]+")
_LATIN = lazy_pattern(r"[a-z]{3,}")
_SMALL = frozenset(("the", "and", "for", "with", "each", "from", "per", "number", "most", "maximum", "least", "all"))
_VAGUE = lazy_pattern("最大|最低|最小|枚数|個数|回数|人数|数")


@check("R040")
def numbers_come_from_parameters(desk: Desk) -> Iterator[Problem]:
    """A number that a parameter holds is cited from there, so that it changes everywhere at once."""
    rules, cited = desk.game.rules, defaultdict[str, set[str]](set)
    for mention in desk.mentions:
        if mention.kind in ("parameter", "set"):
            cited[mention.owner].add(mention.name)
    for spoken in desk.texts:
        kind, _, name = spoken.owner.partition(" ")
        rule = rules.get(name) if kind == "rule" and spoken.role in ("text", "aid") else None
        if rule is not None and rule.kind == "rule":
            for language in spoken.tokens:
                yield from _plain_numbers(desk, spoken, language, rule, cited[spoken.owner])


def _plain_numbers(desk: Desk, spoken: Spoken, language: str, rule: Rule, cited: set[str]) -> Iterator[Problem]:
    """The plain numbers of a text from 2 on that its game holds."""
    whole = spoken.text.words[language]
    plain = (token for token in spoken.tokens[language] if token.kind == "text" and not token.bold)
    for found in (one for token in plain for one in _NUMBER.finditer(whole, token.start, token.end)):
        value, at = whole_number(found[1]), found.start(1)
        if value < 2:
            continue
        sentence = next((s.group() for s in _SENTENCE.finditer(whole) if at < s.end()), "")
        said = {**spoken.text.words, language: sentence}
        sets = [s for s in desk.game.sets.values() if s.id not in cited and _counts(s, value, sentence, language)]
        fitting = [p for p in desk.game.parameters.values() if p.id not in cited and _fits(p, value, said)]
        place = spoken.place(desk.game, language, at, len(found[1]))
        if sets:
            message = f"`{value}` is the number of pieces of `{sets[0].id}`, written as a digit in `{rule.id}`"
            yield Problem(place, message, f"write `{{#{sets[0].id}}}`")
        elif len(fitting) == 1:
            message = f"`{value}` is the parameter `{fitting[0].id}`, written as a digit in `{rule.id}`"
            yield Problem(place, message, f"write `{{={fitting[0].id}}}`")


def _counts(owner: ComponentSet, value: int, sentence: str, language: str) -> bool:
    """True if a number stands right at the name of a set that has so many pieces: `30 skill cards`."""
    if value != owner.pieces:
        return False
    name = owner.name.in_language(language).casefold()
    near = rf"{value}\s+{re.escape(name)}|{re.escape(name)}は?{value}[枚個本組]"
    return bool(name) and re.search(near, sentence.casefold()) is not None


def _fits(parameter: Parameter, value: int, said: Mapping[str, str]) -> bool:
    """True if what is said, the sentence in its language and the text in the others, has all the words of the
    parameter's name."""
    if parameter.value != value or len(set(parameter.by_players.values())) > 1:
        return False
    wanted = {language: _key_words(parameter.name.in_language(language)) for language in said}
    return all(some and all(w in said[la].casefold() for w in some) for la, some in wanted.items())


@lru_cache(maxsize=1024)
def _key_words(name: str) -> list[str]:
    """The words of a name that tell what it is: without `number`, `most`, `最大` ..., and plural endings."""
    latin = [w.removesuffix("s") for w in _LATIN.findall(name.casefold()) if w not in _SMALL]
    runs = [w for run in IDEOGRAPHS.findall(name) for w in _VAGUE.sub(" ", run).split() if len(w) > 1]
    return latin + runs


# ---- open questions ----

WEIGHTY = 3
_TARGETS = ("set", "item", "parameter", "term", "rule")


@check("D030")
def questions_are_listed(desk: Desk) -> Iterator[Problem]:
    """Each open question is a note at its place, with what is assumed, and why."""
    language = desk.game.languages[0] if desk.game.languages else ""
    for question in desk.game.questions:
        said = (question.question, question.assumption, question.reason)
        words, assumed, reason = (text.in_language(language).strip().replace("\n", " ") for text in said)
        kind = f" ({question.kind})" if question.kind else ""
        message = f"open question `{question.id}`{kind} about {question.about}: {words}"
        hint = f"assumed: {assumed} because: {reason}"
        yield Problem(question.mark, message, hint, about=(question.id,), weighty=question.weight == WEIGHTY)


@check("R012")
def questions_are_about_something(desk: Desk) -> Iterator[Problem]:
    """A question is about something that exists."""
    for question in desk.game.questions:
        (kind, _, name), mark = question.about.partition(" "), question.about_mark
        if kind not in _TARGETS:
            message = f"`{question.about}` does not say what the question is about"
            yield Problem(mark, message, did_you_mean(kind, _TARGETS))
            continue
        group = {"item": "*sets"}.get(kind, f"*{kind}s")
        unread = {name, name.rpartition("/")[2], f"{name.partition('/')[0]}/*", group} & desk.game.unread
        if name not in desk.names[kind] and not unread:
            hint = did_you_mean(name, desk.names[kind])
            yield Problem(mark, f"there is no {kind} `{name}`", hint, about=(name,))


# ---- schemas for editors (only their stamps are read) ----

_STAMP = lazy_pattern(rb'"\$comment": "([^"]*)"')
_HEAD = 500


@check("X020")
def schemas_are_up_to_date(desk: Desk) -> Iterator[Problem]:
    """What `pnp schema --write` once wrote is what it would write now."""
    game, folder = desk.game, desk.project.components / FOLDER
    if game.unread or not folder.is_dir():
        return
    expected = {f"{name}.json": schema_stamp() for name in NAMES}
    own = (folder / game.id).is_dir()
    expected |= {f"{game.id}/{name}.json": stamp for name, stamp in game_stamps(game).items()} if own else {}
    old = [name for name, stamp in expected.items() if _stamp_in(desk.project, name) != stamp]
    if old:
        about = tuple(name.removesuffix(".json") for name in old)
        names = ", ".join(f"`{name}`" for name in about)
        hint = f"run `pnp schema --write{f' --game {game.id}' if own else ''}`"
        mark = Mark(f"components/{FOLDER}/{old[0]}")
        yield Problem(mark, f"{names}: written for other data, or missing", hint, about=about)


def _stamp_in(project: Project, name: str) -> str:
    try:
        found = _STAMP.search(project.read(project.components / FOLDER / name, _HEAD))
    except OSError:
        return ""
    return found[1].decode(errors="replace") if found else ""
