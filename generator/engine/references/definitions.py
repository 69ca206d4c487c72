"""What names say: one name for two things, words to avoid, open questions; and whether the schemas of editors say the
same as the data.

Takes a `Desk`; gives a problem at the name, the word, the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.data.lexicon import unquoted
from generator.data.markup import Token
from generator.data.model import Game, Question, Text
from generator.data.schema.json_schema import FOLDER, NAMES, game_stamps, stamp_of
from generator.diagnostics.findings import Mark, did_you_mean
from generator.engine.registry import Desk, Problem, all_words, check
from generator.project import Project


@check("R042")
def names_mean_one_thing(desk: Desk) -> Iterator[Problem]:
    """No two terms, sets, sections or parameters have one name in a language; nor a term and a set of other ids."""
    for groups in (("term", "set"), ("parameter",), ("section",)):
        first: dict[tuple[str, str], tuple[str, str]] = {}
        for group, name_id, text in _named(desk.game):
            if group in groups:
                yield from _shared(first, group, name_id, text)


def _named(game: Game) -> Iterator[tuple[str, str, Text]]:
    yield from (("term", t.id, t.name) for t in game.terms.values())
    yield from (("set", s.id, s.name) for s in game.sets.values())
    yield from (("parameter", p.id, p.name) for p in game.parameters.values())
    yield from (("section", s.id, s.title) for s in game.sections)


def _shared(first: dict[tuple[str, str], tuple[str, str]], group: str, own: str, text: Text) -> Iterator[Problem]:
    for language, name in text.words.items():
        other_group, other = first.setdefault((language, name.casefold().strip()), (group, own))
        if other != own:
            message = f"the {group} `{own}` is called {name!r} in {language}, like the {other_group} `{other}`"
            mark = text.marks.get(language, Mark(""))
            yield Problem(mark, message.replace("'", "`"), "give one of the two another name")
            return


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
                found = pattern.search(_own_words(token))
                if found:
                    at = spoken.text.words[language].find(found.group(), token.start + found.start())
                    name = term.name.in_language(language)
                    message = f"`{found.group()}` stands for the term `{term.id}`, which is called `{name}`"
                    place = spoken.place(desk.game, language, max(at, 0), len(found.group()))
                    yield Problem(place, message, f"write `{{{term.id}:word}}`, or `{name}`")


def _own_words(token: Token) -> str:
    """The words of a text, blanks in the place of quoted ones."""
    return unquoted(token.text) if token.kind in ("text", "ruby") else ""


# ---- open questions ----

WEIGHTY = 3
_TARGETS = ("set", "item", "parameter", "term", "rule")
_FORMS = "write `set ID`, `item SET/ID`, `parameter ID`, `term ID` or `rule ID`"


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
        yield Problem(question.mark, message, hint, weighty=question.weight == WEIGHTY)


@check("R012")
def questions_are_about_something(desk: Desk) -> Iterator[Problem]:
    """A question is about something that exists."""
    known = _known(desk.game)
    for question in desk.game.questions:
        problem = _aimless(desk.game, question, known)
        if problem is not None:
            yield problem


def _aimless(game: Game, question: Question, names: Mapping[str, Sequence[str]]) -> Problem | None:
    kind, _, name = question.about.partition(" ")
    known = names.get(kind)
    if known is None:
        message = f"`{question.about}` does not say what the question is about"
        return Problem(question.about_mark, message, did_you_mean(kind, _TARGETS) if kind not in _TARGETS else _FORMS)
    group = {"item": "*sets"}.get(kind, f"*{kind}s")
    unread = {name, name.rpartition("/")[2], f"{name.partition('/')[0]}/*", group} & game.unread
    if name in known or unread:
        return None
    return Problem(question.about_mark, f"there is no {kind} `{name}`", did_you_mean(name, known), about=(name,))


def _known(game: Game) -> dict[str, list[str]]:
    return {
        "set": list(game.sets),
        "item": [f"{s.id}/{i.id}" for s in game.sets.values() for i in s.items],
        "parameter": list(game.parameters),
        "term": list(game.terms),
        "rule": [*game.rules, *(s.id for s in game.sections)],
    }


@check("D017")
def open_counts_are_asked(desk: Desk) -> Iterator[Problem]:
    """A set that leaves its count open has a question about it."""
    asked, known = {q.about for q in desk.game.questions}, _known(desk.game)
    if any(_aimless(desk.game, q, known) for q in desk.game.questions) or "*questions" in desk.game.unread:
        return
    for component_set in desk.game.sets.values():
        about = f"set {component_set.id}"
        if component_set.count_open and about not in asked:
            mark = component_set.marks.get("expect", component_set.mark)
            message = f"`{component_set.id}` leaves its count open, but no question is about it"
            yield Problem(mark, message, f'write a question with `about: "{about}"` in game.yaml')


# ---- schemas for editors (only their stamps are read) ----

_STAMP = re.compile(rb'"\$comment": "([^"]*)"')
_HEAD = 500


@check("X020")
def schemas_are_up_to_date(desk: Desk) -> Iterator[Problem]:
    """What `pnp schema --write` once wrote is what it would write now."""
    game, folder = desk.game, desk.project.components / FOLDER
    if game.unread or not folder.is_dir():
        return
    expected = {f"{name}.json": stamp_of() for name in NAMES}
    own = (folder / game.id).is_dir()
    expected |= {f"{game.id}/{name}.json": stamp for name, stamp in game_stamps(game).items()} if own else {}
    old = [name for name, stamp in expected.items() if _stamp_in(desk.project, name) != stamp]
    if old:
        names = ", ".join(f"`{name.removesuffix('.json')}`" for name in old)
        hint = f"run `pnp schema --write{f' --game {game.id}' if own else ''}`"
        yield Problem(Mark(f"components/{FOLDER}/{old[0]}"), f"{names}: written for other data, or missing", hint)


def _stamp_in(project: Project, name: str) -> str:
    try:
        found = _STAMP.search(project.read(project.components / FOLDER / name, _HEAD))
    except OSError:
        return ""
    return found[1].decode(errors="replace") if found else ""
