"""Faces kept between runs: what an item comes to, by all that it is drawn from.

Takes a `Studio`, a `Game`, a language; gives the faces that were drawn of the same, and keeps those that are drawn now.
A face is the same if its template, the item's values, the set and the words of the game that a face may show are; and
if every file of layouts/, every picture, and the tool itself are as they were. What a template needs of the data is
kept, too: it is read only where one of its faces must be drawn. Promise: a face from here is as a face that is drawn
now; one about which drawing or its template has anything to tell is not, so that this is told each time.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from generator import cache
from generator.data.model import ComponentSet, Effect, Game, Text
from generator.face.bounds import runs
from generator.face.coarser import pictures
from generator.face.face import Face, Later, Node, Shape, flat, unflat
from generator.layout.assets import Studio
from generator.layout.drawing.context import Asked, Whose
from generator.layout.template.compile import Layout
from generator.project import BUNDLED, TABLES, Project
from generator.values import lazy_pattern, memo, replace

_WIDE = lazy_pattern(rb"\{\s*(?:[@#]|=[^{}]*/)")
"""What words begin with that show the name of another item, what one says, or a count."""
_BRACED = lazy_pattern(rb"""\{\s*(?:[@#'"~]|=[^{}]*['"~/])|\\|&#""")
"""What a template has that may make such words."""
PICTURES = 100_000
"""Bytes of pictures in a face that is kept."""

Problems = Sequence[tuple[Any, ...]]
"""What looking at a face has shown, as plain data."""
Needs = tuple[bool, bool, bool]
"""Whether a template asks for the item, for its set, for what is in other sets."""
ALIKE: Problems = ((),)
"""Nobody has looked: it was like another."""


def _piece(asked: Asked) -> tuple[str, ...]:
    return asked.owner.id, asked.template, asked.side, repr(asked.owner.size_of(asked.item))


class Kept:
    """The faces of one game in one language, for sheets or (`looking`) for a look at them, which needs no nodes."""

    def __init__(self, studio: Studio, game: Game, language: str) -> None:
        self.studio, self.game, self.language = studio, game, language
        self.looking = not studio.stamped
        self.keys: dict[str, bytes] = {}
        self.unseen: dict[bytes, tuple[Any, ...]] = {}
        self.nodes: dict[bytes, Node] = memo(lambda blob: unflat(marshal.loads(blob)))  # noqa: S302 (see `cache`)
        self.blobs: dict[bytes, bytes] = {}
        self.heads: dict[tuple[str, ...], bytes] = {}
        self.known: dict[tuple[str, ...], Needs | tuple[()] | None] = {}
        self.fields = b""
        self.whole = b""
        self.store: cache.Store | None = None
        if studio.surroundings and not studio.draft:
            with suppress(ValueError):
                words = _vocabulary(studio, game, language)
                asked = (studio.surroundings.split()[0], game.id, language, studio.stamped, studio.stamp)
                surroundings = cache.digest(studio.surroundings.encode() + sys.version.encode() + words).hex()
                self.wide = _WIDE.search(words) is not None
                self.store = cache.opened(f"faces-{cache.key_of(asked).hex()}", surroundings)

    def unread(self, asked: Asked, shape: Callable[[], Shape]) -> Face | None:
        """A face of an earlier run, by a template of which nothing was to be told then: it is not read."""
        needs = self._needs(asked)
        key = self.key(asked, needs) if needs and not self.studio.icon_findings(self.game.folders) else b""
        return self.face(key, asked.whose(shape())) if key else None

    def _needs(self, asked: Asked) -> Needs | None:
        """What a template needs, if all that it tells of such pieces was known before this run: nothing."""
        place = _piece(asked)
        if place not in self.known:
            self.known[place] = self.store.get(self._soundness(place, asked.owner)) if self.store else None
        return self.known[place] or None

    def sound(self, asked: Asked, needs: Needs) -> None:
        """There is nothing to tell of a template."""
        place = _piece(asked)
        if self.store and self.known.get(place) is None:
            self.known[place] = ()
            self.store.put(self._soundness(place, asked.owner), needs)

    def _soundness(self, place: tuple[str, ...], owner: ComponentSet) -> bytes:
        """What is kept under: all that a template is held against."""
        if not self.fields:
            self.fields = cache.key_of([(s.id, s.fields) for s in self.game.sets.values()])
        headings = [(name, mark.heading) for item in owner.items[:1] for name, mark in item.marks.items()]
        return cache.key_of("template", place, self.fields, [said for said in headings if said[1]])

    def key(self, asked: Asked, needs: Needs) -> bytes:
        """What a face is kept under; b"" if it is not to be kept."""
        if not self.store:
            return b""
        owner, item, place = asked.owner, asked.item, (asked.owner.id, asked.template, asked.side)
        try:
            head = self.heads.get(place)
            if head is None:
                head = self.heads[place] = self._head(place, owner, needs)
            about = [item.id, item.count, item.values, item.torn] if needs[0] else []
            own = _dumped([owner.size_of(item), *about], self.language)
            wide = self._whole() if head[:1] == b"w" or self.wide or _WIDE.search(own) else b""
            return cache.digest(head + wide + own)
        except (ValueError, TypeError):
            return b""

    def _head(self, place: tuple[str, ...], owner: ComponentSet, needs: Needs) -> bytes:
        """What all faces of a set have in common; it begins with "w" if they may show what is in other sets."""
        wide = needs[2] or any(kind.innermost.name == "item" for kind in owner.fields.values())
        count = owner.pieces if needs[1] else 0
        headings = sorted({mark.heading for item in owner.items for mark in item.marks.values()})
        about = (owner.kind, owner.stamp, count, owner.assume, repr(owner.fields), headings, place)
        return (b"w" if wide else b"-") + _dumped(about, self.language)

    def _whole(self) -> bytes:
        """All that is in all sets."""
        if not self.whole:
            sets = [
                [
                    [s.id, s.pieces, s.assume],
                    *([i.id, i.count, i.size, i.layout, i.back, i.values, i.torn] for i in s.items),
                ]
                for s in self.game.sets.values()
            ]
            self.whole = cache.digest(_dumped(sets, self.language))
        return self.whole

    def _entry(self, key: bytes) -> Any:  # noqa: ANN401 (plain data)
        return self.unseen.get(key) or (self.store.get(key) if self.store else None)

    def face(self, key: bytes, whose: Whose) -> Face | None:
        """The face that is kept under a key. One whose stamp was listed because others of its set were is not known
        where none is."""
        entry = self._entry(key)
        if entry is None or (entry[4] is None and (whose[1], whose[3]) not in self.studio.listed):
            return None
        bleed, safe, stamp, digest, slug, blobs, marking, letters, _ = entry
        for font, chars in letters:
            for char in chars:
                self.studio.book.font(font).gid(char)
        marked = tuple(map(self.nodes.__getitem__, marking))
        face = Face(*whose, self._later(key, blobs), bleed, safe, stamp, digest, marked, slug is not False)
        self.keys[face.name] = key
        return face

    def keep(self, key: bytes, face: Face) -> Face:
        """Keep a face; for a look, once that is done. Where others of its set have no place for a stamp, nobody has
        looked if it has one."""
        heavy = self.store and not self.looking and sum(len(image.data) for image, _ in pictures(face.nodes)) > PICTURES
        if heavy or not self.store:
            return face
        book = self.studio.book
        letters: dict[str, set[str]] = {}
        if self.looking:
            blobs, marking = [], []
            for run, _ in runs(face.nodes):
                if not book.font(run.font).path.is_relative_to(BUNDLED):
                    letters.setdefault(run.font, set()).update(run.string)
        else:
            blobs, marking = ([self._blob(node) for node in nodes] for nodes in (face.nodes, face.marking))
        said = [(font, "".join(sorted(chars))) for font, chars in sorted(letters.items())]
        slug = None if face.slug and (face.set, face.side) in self.studio.listed else face.slug
        entry = (face.bleed, face.safe, face.stamp, face.digest, slug, blobs, marking, said)
        self.keys[face.name] = key
        if self.looking:
            self.unseen[key] = (*entry, None)
            return face
        self.store.put(key, (*entry, ()))
        return replace(face, nodes=self._later(key, blobs, face.nodes))

    def _later(self, key: bytes, blobs: Sequence[bytes], nodes: Sequence[Node] | None = None) -> Later:
        known = self.nodes  # the game of a round is let go of
        return Later(key, self.store, lambda: tuple(map(known.__getitem__, blobs)), nodes)

    def problems(self, face: Face) -> Problems | None:
        """What the look at a face has shown; None if nobody has looked."""
        entry = self.store.get(self.keys.get(face.name, b"")) if self.store else None
        found: Problems | None = entry[-1] if entry else None
        return found

    def note(self, face: Face, problems: Problems | None) -> None:
        """Keep what the look at a face has shown; None: that cannot be."""
        key = self.keys.get(face.name, b"")
        entry = self._entry(key)
        if self.store and entry and problems is not None and (problems != ALIKE or entry[-1] is None):
            self.store.put(key, (*entry[:-1], problems))

    def _blob(self, node: Node) -> bytes:
        blob = marshal.dumps(flat(node), 2)
        return self.blobs.setdefault(blob, blob)  # written once if it is the same


def needs_of(studio: Studio, layout: Layout) -> Needs:
    """What a template needs of the data."""

    def found() -> Needs:
        wide = "items" in layout.roots or layout.uniform
        wide = wide or any(_BRACED.search(one.document.source.data) for one in layout.whole)
        return "item" in layout.roots, "set" in layout.roots, wide

    return studio.once(("needs", layout), found)


def _dumped(value: object, language: str) -> bytes:
    """A value of a game as bytes, alike for what is alike in a language. ValueError: it is not plain."""
    return marshal.dumps(plain_value(value, language), 2)


def plain_value(value: object, language: str) -> Any:  # noqa: ANN401 (whatever is in a game)
    """A value of a game without its places, words in one language. ValueError for what is not known."""
    if value is None or isinstance(value, (str, int, float)):
        return str(value) if isinstance(value, str) else value  # a colour is words
    match value:
        case Text():
            return value.in_language(language)
        case Effect():
            return [value.verb, plain_value(value.arguments, language)]
        case dict() | Mapping():
            return [[plain_value(k, language), plain_value(v, language)] for k, v in value.items()]
        case list() | tuple() | Sequence():
            return [plain_value(one, language) for one in value]
    raise ValueError(type(value))


def surroundings_of(project: Project, known_as: str = "") -> str:
    """What a project is kept under, and the state of all files that its faces are made of beside the data; "" if faces
    are not to be kept. `known_as` tells its files apart from all others (those of a revision never change)."""
    if not cache.folder() or project.volumes > 1:  # more faces than are worth their room
        return ""
    own = [] if known_as else [project.layouts, project.components]
    drawn, told = [str(BUNDLED / "layouts"), *map(str, own[:1])], [str(BUNDLED / "components"), *map(str, own[1:])]
    site = tuple(path for path in sys.path if path.endswith("-packages"))
    states = (
        cache.tool(),
        cache.stable_state(((*drawn,), site, (), ()), (".md",)),
        cache.stable_state(((*told,), (), (), ()), TABLES),
    )
    home = cache.key_of(known_as or str(project.root)).hex()
    return f"{home} {' '.join(states)}" if all(states) else ""


def _vocabulary(studio: Studio, game: Game, language: str) -> bytes:
    """All that faces of any set may show of a game."""
    words = {name: value for name, value in studio.base(game, language).scope.items() if name != "items"}
    said = [
        words,
        game.languages,
        game.folders,
        game.stamp,
        [[p.id, p.value, p.by_players] for p in game.parameters.values()],
        [[t.id, t.kind, t.name, t.plural, t.short, t.about, t.icon, t.color, t.values] for t in game.terms.values()],
        [[r.id, r.number, r.title] for r in game.rules.values()],
        [[v.id, repr(v.arguments)] for v in game.verbs.values()],
        [[s.id, s.name, s.kind] for s in game.sets.values()],
        [[k.id, [t.id for t in k.members]] for k in game.kinds.values()],
    ]
    return _dumped(said, language)
