"""Names in the wrong place: an old one that a text still says, one that nothing bears.

Takes a `Desk`; gives a problem at the name, or at the text. Names are held against ids where those of their siblings
are called as their ids are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.data.lexicon import is_latin
from generator.data.model import ComponentSet, Game, Item, Text
from generator.data.reading.grid import plain_ascii
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.diagnostics.findings import did_you_mean
from generator.engine.integrity.items import keys_of
from generator.engine.registry import Desk, Problem, check
from generator.values import Struct

_MANY, _FEW = 300, 3
"""The names of larger groups are not looked at, nor those of smaller ones held against their ids."""
_ROOT = 5
"""Words that begin with so many same letters are one: `build`, `building`."""
_LIKE = 0.75
"""So many of a group must be called as their ids are."""


class Named(Struct, frozen=True, eq=False):
    """Something with names: a term, an item. `names` begins with the name itself."""

    id: str
    names: tuple[Text, ...]
    fields: tuple[str, ...] = ()
    """Parts of the id that a field says."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The words of the id that can name it: not `r` and `north` of `r-guard` and `north-low`."""
        parts = tuple(w for w in self.id.split("-") if len(w) > 1 and w not in self.fields)
        return parts or tuple(self.id.split("-"))


def _groups(game: Game) -> Iterator[list[Named]]:
    for kind in game.kinds.values():
        yield [Named(t.id, tuple(x for x in (t.name, t.plural, t.short) if x is not None)) for t in kind.members]
    for owner in game.sets.values():
        things = [
            Named(i.id, (text,), tuple(v for v in i.values.values() if isinstance(v, str)))
            for i in owner.items[: _MANY + 1]
            if isinstance(text := i.values.get("name"), Text)
        ]
        yield things if len(things) <= _MANY else []


def _slug(name: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", plain_ascii(name))


@check("M010")
def old_names_are_gone(desk: Desk) -> Iterator[Problem]:
    """No text calls a thing by the words of its id, if it has another name now and nothing else is called so."""
    for language in (la for la in desk.game.languages if is_latin(la)):
        old = _old_names(desk, language)
        names = "|".join(re.escape(name) for name in sorted(old, key=len, reverse=True))
        pattern = re.compile(rf"(?<![\w-])(?:{names})(?=(?:e?s)?(?![\w-]))", re.IGNORECASE)
        told: set[str] = set()
        for spoken in desk.texts if old else ():
            own = spoken.owner.rpartition("/")[2].rpartition(" ")[2]
            words = spoken.text.words.get(language, "")
            for token in spoken.tokens.get(language, ()):
                found = pattern.search(words, token.start, token.end) if token.kind == "text" else None
                thing = old[found.group().casefold()] if found is not None else None
                if found is not None and thing is not None and thing.id not in told | {own}:
                    told.add(thing.id)
                    now = thing.names[0].in_language(language)
                    place = spoken.at_match(desk.game, language, found)
                    message = f"nothing is called `{found.group()}` in {language}; `{thing.id}` is called `{now}`"
                    yield Problem(place, message, f"write `{now}`, or cite it by its id")


def _old_names(desk: Desk, language: str) -> dict[str, Named]:
    """Words of ids that no name holds any more, where the others of the group are called as their ids are."""
    groups = [g for g in _groups(desk.game) if len(g) > _FEW]
    called = {t: [_slug(text.in_language(language)) for text in t.names] for g in groups for t in g}
    names = _all_names(desk, language)
    found = {}
    for group in groups:
        like = [t for t in group if called[t][0] in (list(t.parts), t.id.split("-"))]
        for thing in group if len(like) >= max(_FEW, _LIKE * (len(group) - 1)) else ():
            for own in {thing.parts, tuple(thing.id.split("-"))} if thing not in like else ():
                words, parts = " ".join(own), set(own)
                new = not any(w[:_ROOT] == part[:_ROOT] for name in called[thing] for w in name for part in parts)
                if f" {words} " not in names and (new or len(parts) > 1):
                    found[words] = thing
                    if words.endswith("y"):
                        found[f"{words[:-1]}ies"] = thing
    return found


def _all_names(desk: Desk, language: str) -> str:
    spoken = [s for s in desk.texts if s.role.rpartition(".")[2] in ("name", "plural", "short")]
    said = [(s, " ".join(_slug(s.text.in_language(language)))) for s in spoken]
    return " | ".join(["", *(name for s, name in said if " " not in name or not s.owner.startswith("parameter ")), ""])


BORNE, ALMOST = 10, 0.9
"""So many names of items tell what a field is for; so many of its values must be names."""


@check("M027")
def names_are_borne(desk: Desk) -> Iterator[Problem]:
    """In a field that holds names or ids of items every value is one."""
    known = {language: _all_called(desk.game, language) for language in desk.game.languages}
    for owner in desk.game.sets.values():
        for name in (n for n, kind in owner.fields.items() if kind.name == "text" and n != "name"):
            for language, named in known.items():
                said = _said_of(owner, name, language)
                lost = said if desk.game.unread else ()
                named |= {words.casefold(): words for _, words in lost if slug(words, NAME) in desk.game.unread}
                others = [(i, words) for i, words in said if not {words.casefold(), slug(words, NAME)} & named.keys()]
                if len(said) - len(others) >= BORNE and len(others) <= (1 - ALMOST) * len(said):
                    for item, words in others:
                        message = f"nothing is called `{words}`, and all else in `{name}` are names of items"
                        yield Problem(item.at(name), message, did_you_mean(words, named.values()), weighty=True)


def _all_called(game: Game, language: str) -> dict[str, str]:
    """The names of all items in a language, and their ids and keys, without regard to case."""
    ids = {i.id.casefold(): i.id for owner in game.sets.values() for i in owner.items}
    ids |= {key.casefold(): key for owner in game.sets.values() for key, *_ in keys_of(owner)}
    texts = (i.values.get("name") for owner in game.sets.values() for i in owner.items)
    said = (text.in_language(language).strip() for text in texts if isinstance(text, Text))
    return ids | {words.casefold(): words for words in said}


def _said_of(owner: ComponentSet, name: str, language: str) -> list[tuple[Item, str]]:
    """What the items say of a field."""
    texts = ((i, i.values.get(name)) for i in owner.items)
    said = ((i, text.in_language(language).strip()) for i, text in texts if isinstance(text, Text))
    return [(item, words) for item, words in said if words]
