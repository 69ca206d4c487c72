"""A game's faces -> findings of the print checks, each fault of a template told once.

Takes all faces of a game in all its languages, as they are drawn. Gives a `Proof` for each distinct face to the checks
of faces, a `Print` of all to those that compare. Promise: equal faces are looked at once; of many faces with one fault
the worst is named, and how many more there are; a face that was looked at is let go of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from generator.data.model import ComponentSet, Game, Item, Text
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Finding, Mark, in_order
from generator.engine.preflight.visibility import Layer, Sampler
from generator.engine.registry import Problem, check, checks_on
from generator.face.face import ICON_KEY, Face, GlyphRun, Shape, SourceElement
from generator.layout.assets import Studio
from generator.layout.draw import draw_face
from generator.layout.facecache import ALIKE, Kept
from generator.layout.svg.element import walk
from generator.sheet.impose import imposition_faults
from generator.sheet.preflight import oversize, too_large_for_a4, usual_paper
from generator.sheet.sheet import Job, Paper, Piece
from generator.typeset.fonts import FontBook
from generator.values import Struct, field, replace

CROWDED = frozenset({"P002", "P011", "P012"})
"""Codes of things in each other's way: not asked while words do not fit (F010, F011), which push others aside."""


class Proof(Struct, frozen=True, eq=False):
    """A face to be looked at: its layers, the lowest first, and what they were drawn from.

    `words` are the visible runs of text, `grounds` all that is no text, both with their places among the layers.
    `tints` are the places where terms say the colours of their icons, by the icons' keys.
    """

    face: Face
    owner: ComponentSet
    item: Item
    layers: Sequence[Layer]
    words: Sequence[tuple[int, Layer, GlyphRun]]
    grounds: Sequence[tuple[int, Layer]]
    sampler: Sampler
    studio: Studio
    tints: Mapping[str, Mark] = field(default_factory=dict)

    @property
    def book(self) -> FontBook:
        """The fonts."""
        return self.studio.book

    def mark(self, layer: Layer, *attributes: str) -> Mark:
        """The first of these attributes that the file has at what drew a layer; else the element."""
        known = [*reversed(layer.node.source), layer.element]
        return _place_of([e for e in dict.fromkeys(known) if e is not None], attributes)


class Print(Struct, frozen=True, eq=False, dict=True):
    """All that is printed of a game: its pieces by language, in the `parts` that are built by themselves; `papers` are
    all that there are (none: they are faulty)."""

    game: Game
    parts: Mapping[str, Sequence[Sequence[Piece]]]
    papers: Mapping[str, Paper] = field(default_factory=dict)

    @cached_property
    def on_paper(self) -> list[tuple[Sequence[Piece], Sequence[Piece], Paper]]:
        """Each part, what A4 does not hold of it (of each set and size a piece), and the paper that is taken for it."""
        parts, papers = next(iter(self.parts.values()), ()) if self.papers else (), self.papers
        return [(part, too_large_for_a4(papers, part), usual_paper(papers, part)) for part in parts]

    @cached_property
    def unlaid(self) -> list[tuple[str, Problem]]:
        """What building the parts whose paper holds all that is large will tell, by its code."""
        whole = [(pieces, Job(paper)) for pieces, large, paper in self.on_paper if not oversize(large, Job(paper))]
        found = [f for pieces, job in whole for f in imposition_faults(pieces, job)]
        return [(f.code, Problem(f.mark, f.message, f.hint, faces=f.faces)) for f in found]


def origin_of(game: Game, face: Face) -> tuple[ComponentSet, Item]:
    """What a face was drawn from."""
    return game.sets[face.set], game.items[f"{face.set}/{face.item}"]


def _place_of(elements: Iterable[SourceElement], attributes: Iterable[str]) -> Mark:
    """The first attribute that one of the elements has in its file; else the last element itself."""
    whole = [e.mark() for e in elements]
    for name in attributes:
        for element, itself in zip(elements, whole, strict=True):
            found = element.mark(name)
            if found != itself:
                return found
    return whole[-1] if whole else Mark("")


_BATCH = 500
"""So many distinct faces share what they have in common, and then let go of it."""


class Inspection:
    """Looks at the faces of a game, of all its languages, as they are drawn. What is left of a face afterwards tells
    what it is of and what it looks like, not what it is drawn with."""

    def __init__(self, game: Game, studio: Studio) -> None:
        self.studio, self.game = studio, game
        self.tints = {
            f"{ICON_KEY}{t.icon}:{t.color}": t.marks["color"] for t in game.terms.values() if t.icon and t.color
        }
        self.told = _Told(len(game.languages))
        self.sampler = Sampler()
        self.alike: dict[tuple[object, ...], list[Face]] = {}

    def look(self, face: Face, faces: Kept) -> Face:
        """Carry out all checks of a face, unless one like it was looked at; give it without its nodes."""
        key = (face.digest, face.side, face.set, face.shape.width, face.shape.kind)
        kept = replace(face, nodes=())
        if key in self.alike:
            self.alike[key].append(kept)
            faces.note(face, ALIKE)
            return kept
        self.alike[key] = [kept]
        self.told.take(self._problems(face, faces), self.alike[key])
        if len(self.alike) % _BATCH == 0:  # never between the drawing of a face and the look at it
            self.studio.cache.forget()
            self.sampler = Sampler()
        return kept

    def _problems(self, face: Face, faces: Kept) -> list[tuple[str, Problem]]:
        """What all checks of a face find, or once found."""
        owner, item = origin_of(self.game, face)
        known = faces.problems(face)
        if known == ALIKE:
            face = self._drawn(face)
        elif known is not None:
            return [(code, Problem(Mark(*place), *said)) for code, place, *said in known]
        proof = proof_of(owner, item, face, self.sampler, self.studio, self.tints)
        found = [(code, problem) for code, work in checks_on(Proof) for problem in work(proof)]
        found = [] if self._has_no_back(face, owner, item) else found
        faces.note(face, _preserved(found))
        return found

    def _has_no_back(self, face: Face, owner: ComponentSet, item: Item) -> bool:
        """True for a back of which nothing is drawn, as its template leaves all out for some pieces."""
        name = owner.template(item, "back") if face.side == "back" and not face.nodes else ""
        layout = self.studio.layout(name, self.game.folders) if name else None
        drawn = walk(layout.document.root) if layout else ()
        return any("item." in element.attributes.get("pnp:if", "") for element in drawn)

    def _drawn(self, face: Face) -> Face:
        """A face that was kept without its nodes, drawn."""
        self.studio.backs.clear()  # they have none, either
        drawn, _ = draw_face(self.studio, self.game, *origin_of(self.game, face), face.side, face.language)
        return drawn or face

    def findings(self, everything: Print, known: Sequence[Finding] = ()) -> list[Finding]:
        """Everything that only the finished faces show to be wrong, in order. `known` is what drawing found."""
        whole = [p.finding(c) for c, work in checks_on(Print) for p in work(everything)]
        passed = CROWDED if any(f.code in ("F010", "F011") for f in known) else frozenset[str]()
        if any(f.code.startswith(("T", "F101", "F102", "F103")) and f.severity is Severity.ERROR for f in known):
            passed |= {"P015"}  # what is not drawn was told
        return in_order([*whole, *(f for f in self.told.findings() if f.code not in passed)])


def proof_of(
    owner: ComponentSet,
    item: Item,
    face: Face,
    sampler: Sampler,
    studio: Studio,
    tints: Mapping[str, Mark] | None = None,
) -> Proof:
    """The face of an item, taken apart to be looked at."""
    layers = sampler.layers(face)
    texts = ((k, layer, layer.node) for k, layer in enumerate(layers) if isinstance(layer.node, GlyphRun))
    words = [one for one in texts if one[2].fill is not None]
    grounds = [(k, layer) for k, layer in enumerate(layers) if not isinstance(layer.node, GlyphRun)]
    return Proof(face, owner, item, layers, words, grounds, sampler, studio, tints or {})


def _preserved(found: Iterable[tuple[str, Problem]]) -> list[tuple[Any, ...]] | None:
    """Problems as plain data, for another run; None if one is told in the data, where the lines may move."""
    if all(problem.mark.file.endswith(".svg") for _, problem in found):
        return [(code, _row(problem.mark), *_row(problem)[1:]) for code, problem in found]
    return None


def _row(value: Problem | Mark) -> tuple[object, ...]:
    return tuple(getattr(value, name) for name in value.__struct_fields__)


_MANY, _NAMED = 5, 20
"""What so many pictures have is no slip in one of them; so many of them are named."""


class _Told:
    """The problems of many faces, by the place that is to be changed."""

    def __init__(self, languages: int) -> None:
        self.languages = languages
        self.found: dict[tuple[str, Mark], list[tuple[Problem, Sequence[Face]]]] = {}

    def take(self, found: Iterable[tuple[str, Problem]], faces: Sequence[Face]) -> None:
        """What all checks of one face find, which all these are like."""
        for code, problem in found:
            self.found.setdefault((code, problem.mark), []).append((problem, faces))

    def findings(self) -> list[Finding]:
        """One for each place: its worst case."""
        done = []
        for (code, mark), cases in self._joined().items():
            problem, (face, *_) = max(cases, key=lambda case: case[0].weight)
            names = {f.name for _, faces in cases for f in faces}
            spoken = {f.language for _, faces in cases for f in faces}
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            only = f" in {face.language}" if len(spoken) < self.languages else ""
            words = f"{problem.message} (in `{face.name}`{more}{only})"
            done.append(Finding(code, mark, words, problem.hint, faces=tuple(sorted(names))))
        return done

    def _joined(self) -> dict[tuple[str, Mark], list[tuple[Problem, Sequence[Face]]]]:
        """What is found, by place; what many pictures have, at the worst of them alone."""
        found = dict(self.found)
        pictures: dict[str, list[Mark]] = {}
        for code, mark in found:
            if mark.in_art:
                pictures.setdefault(code, []).append(mark)
        for code, marks in pictures.items():
            names = dict.fromkeys(Path(mark.file).name for mark in marks)
            if len(names) < _MANY:
                continue
            cases = [case for mark in marks for case in found.pop((code, mark))]
            worst, faces = max(cases, key=lambda case: case[0].weight)
            others = [name for name in names if name != Path(worst.mark.file).name]
            more = f" and {len(others) - _NAMED} more" * (len(others) > _NAMED)
            told = replace(worst, message=f"{worst.message}; so it is in {', '.join(others[:_NAMED])}{more}")
            found[code, worst.mark] = [(told, faces), *((replace(told, weight=-1.0), f) for _, f in cases)]
        return found


# ---- different items that look alike ----

_SILENT = ("effects", "rule")
"""Kinds of fields that a face need not show."""


@check("P010", on=Print)
def different_items_look_different(everything: Print) -> Iterator[Problem]:
    """No two items of a set have the same faces in any language, if their fields differ."""
    for language, parts in everything.parts.items():
        seen: dict[tuple[str, bytes, bytes, Shape], tuple[ComponentSet, Item]] = {}
        twins: dict[tuple[str, str], list[tuple[Item, Item, list[str]]]] = {}
        for piece in chain.from_iterable(parts):
            front, back = piece.front, piece.back
            owner, item = origin_of(everything.game, front)
            key = (owner.id, front.digest, back.digest if back else b"", front.shape)
            _, other = seen.setdefault(key, (owner, item))
            is_sound = other is not item and not (item.torn or other.torn)
            differing = list(_differing(owner, item, other, language)) if is_sound else []
            if differing:
                twins.setdefault((owner.id, other.id), []).append((item, other, differing))
        alike: dict[tuple[str, ...], list[tuple[Item, Item, list[str]]]] = {}
        for (of, _), some in twins.items():  # what looks like one is told once, and what lacks the same fields
            fields = {name for *_, differing in some for name in differing}
            alike.setdefault((of, *sorted(fields)), []).extend(some)
        for (item, other, differing), *rest in alike.values():
            names, more = ", ".join(f"`{n}`" for n in differing), f" (and {len(rest)} more)" * bool(rest)
            message = f"`{item.id}` looks like `{other.id}` in {language}, though they differ in {names}{more}"
            hint = f"draw `item.{differing[0]}` in the template, or make them one item"
            yield Problem(item.mark, message, hint)
        if alike:
            return  # the same template draws the other languages


def _differing(owner: ComponentSet, one: Item, two: Item, language: str) -> Iterator[str]:
    for name, kind in owner.fields.items():
        a, b = one.values.get(name), two.values.get(name)
        if isinstance(a, Text) and isinstance(b, Text):
            a, b = a.in_language(language), b.in_language(language)
        if kind.innermost.name not in _SILENT and a != b:
            yield name
