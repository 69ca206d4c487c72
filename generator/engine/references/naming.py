"""One name, one thing: names that two things share, and words that stand for a term though they must not.

Takes a `Desk`; gives a problem at the later of two names, or at the word in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.data.model import Game, Text
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, check


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
    """No text says a word that a term asks to avoid."""
    avoided = [
        (t, la, word) for t in desk.game.terms.values() for la, words in t.avoid.items() for word in words if word
    ]
    said: dict[str, list[str]] = {}
    for language, words in ((la, words) for spoken in desk.texts for la, words in spoken.text.words.items()):
        said.setdefault(language, []).append(words.lower())
    whole = {language: "\n".join(many) for language, many in said.items()}
    for term, language, word in avoided:
        if word.lower() not in whole.get(language, ""):
            continue
        edge = r"\b" if word.isascii() else ""
        pattern = re.compile(f"{edge}{re.escape(word)}{edge}", re.IGNORECASE)
        for spoken in desk.texts:
            for token in spoken.tokens.get(language, ()):
                found = pattern.search(token.text) if token.kind in ("text", "ruby") else None
                if found:
                    at = spoken.text.words[language].find(found.group(), token.start)
                    name = term.name.in_language(language)
                    message = f"`{found.group()}` stands for the term `{term.id}`, which is called `{name}`"
                    place = spoken.place(desk.game, language, max(at, 0), len(found.group()))
                    yield Problem(place, message, f"write `{{{term.id}:word}}`, or `{name}`")
