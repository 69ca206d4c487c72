"""What a game uses: terms, parameters, verbs, sets, zones, modes that something refers to.

Takes a `Desk`; gives a `Uses`. Promise: where part of the data could not be read, or a name is misspelt, whatever
that may have meant counts as used, so that one mistake is not told twice.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from generator.data.model import ComponentSet, Game
from generator.data.reading.text import line_column
from generator.diagnostics.findings import Mark, near
from generator.engine.registry import Desk, once_per_desk
from generator.project import Project
from generator.values import Struct, lazy_pattern

_MANY = 500
"""Where more names are lost than this, anything may be meant by one of them."""
_WORD = lazy_pattern(r"[\w-]+")
_IDENTIFIER = lazy_pattern(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*")


class Uses(Struct, frozen=True):
    """Names that something uses, by kind.

    `lost` are names that nothing bears, `vague` the kinds of few names in which there are such ("*": all, where a whole
    part of the data is lost, or many names are); `written`: how often each word stands in the files, if something could
    not be read.
    """

    names: Mapping[str, frozenset[str]]
    lost: tuple[str, ...]
    vague: frozenset[str]
    written: Mapping[str, int]

    def has(self, kind: str, name: str) -> bool:
        """True if a thing of that kind is used, or may be meant by a name that nothing bears."""
        if name in self.names.get(kind, ()) or {kind, "*"} & self.vague:
            return True
        return bool(near(name, self.lost, 0.6)) or self.written.get(name, 0) > 1


@once_per_desk
def uses_of(desk: Desk) -> Uses:
    """Everything that the data, the texts, the set-up and the templates of a game use."""
    game = desk.game
    found: dict[str, set[str]] = {"term": set(), "parameter": set(), "verb": set(), "zone": set(), "mode": set()}
    for mention in desk.mentions:
        if mention.kind in found and mention.owner != f"{mention.kind} {mention.name}":
            found[mention.kind].add(mention.name)
    words = {w.replace("_", "-") for source in _sources(game) for w in _IDENTIFIER.findall(source)}
    drawn = {n for d in drawings_of(desk) for n in d.names | d.words}
    kinds = words.union(*(d.names for d in drawings_of(desk) if "kinds" in d.roots))
    found["parameter"] |= words | drawn
    found["term"] |= words | drawn | set(_in_values(game))
    found["term"] |= {t.id for kind in game.kinds.values() if kind.id in kinds for t in kind.members}
    for question in game.questions:
        kind, _, name = question.about.partition(" ")
        found.setdefault(kind, set()).add(name)
    files = game.sources.values() if game.unread else ()
    by_kind = _lost(desk)
    whole = [word for word in game.unread if word.startswith("*")]
    names = {w.replace("_", "-") for f in game.formulas for w in _IDENTIFIER.findall(f.source)}
    borne = {"players", "pieces", "per", *game.parameters, *game.kinds, *game.sets}
    lost = sorted({n for many in by_kind.values() for n in many} | (names - borne))
    whole += ["*"] if len(lost) > _MANY else []
    torn = ["term" for owner in game.sets.values() if not owner.complete and "from" in owner.marks]  # rows are lost
    return Uses(
        names={kind: frozenset(many) for kind, many in found.items()},
        lost=tuple(lost),
        vague=frozenset((*(k for k in ("zone", "mode", "verb") if by_kind.get(k)), *(w[:1] for w in whole), *torn)),
        written=Counter(word for text in files for word in _WORD.findall(text)),
    )


def _sources(game: Game) -> Iterator[str]:
    """All formulas and filters, as written."""
    yield from (f.source for f in game.formulas)
    yield from (step.where for step in game.setup.steps)
    for owner in game.sets.values():
        promises = owner.promises
        yield from (c.formula.source for c in promises.checks)
        for promise in promises.complete:
            yield from (promise.where, promise.each)
        for parts in promises.parts:
            yield " ".join(parts.counts)


def _in_values(game: Game) -> Iterator[str]:
    """Words among the values of terms: a people's terrain."""

    def words(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from (w for v in value.values() for w in words(v))
        elif isinstance(value, (list, tuple)):
            yield from (w for v in value for w in words(v))

    return (w for t in game.terms.values() for w in words(t.values))


def _lost(desk: Desk) -> dict[str, set[str]]:
    """Names that are mentioned, but borne by nothing, by kind; rules and items are not asked for."""
    lost: dict[str, set[str]] = {}
    for mention in desk.mentions:
        if mention.kind not in ("rule", "item") and mention.name not in desk.names[mention.kind]:
            lost.setdefault(mention.kind, set()).add(mention.name)
    return lost


# ---- what templates name, seen in their text alone ----

BOUND = lazy_pattern(r"""pnp:([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
"""An attribute of ours: its name, and what it says in either sort of quotation marks."""
_NAMES = lazy_pattern(r"""\.([A-Za-z_]\w*)|\[\s*'([\w-]+)'\s*\]|\[\s*"([\w-]+)"\s*\]""")
QUOTED = lazy_pattern(r"""'([^']*)'|"([^"]*)\"""")
_FILES = lazy_pattern(r"""(?:pnp:part|(?<!pnp:)\bhref)\s*=\s*["']([^"'#]+)["']""")
_IMAGE = lazy_pattern(r"""<(?:\w+:)?image\b(?:[^>"']|"[^"]*"|'[^']*')*>""")


class NamesInSvg(Struct, frozen=True):
    """One SVG file. `names` stand after a dot or in `['...']` of its expressions, `words` in quotes; `roots` are all
    plain identifiers; `files` the files that its images place; `computed` the expressions that put names of
    pictures and icons together. `text` is "" of a file that cannot be read."""

    path: Path
    file: str
    text: str
    names: frozenset[str]
    words: frozenset[str]
    roots: frozenset[str]
    files: frozenset[str]
    computed: frozenset[str]

    def mark(self, start: int, end: int) -> Mark:
        """The place of some of its text."""
        return Mark(self.file, *line_column(self.text, start), end - start)


@once_per_desk
def drawings_of(desk: Desk) -> tuple[NamesInSvg, ...]:
    """All SVG files that the game's sets may be drawn with, but for icons: its own, those it shares, those of all."""
    project, folders = desk.project, [desk.project.layouts / f for f in desk.game.folders]
    paths = [p for folder in folders for p in sorted(folder.rglob("*.svg")) if p.parent.name != "icons"]
    return tuple(_drawing(project, p) for p in [*paths, *sorted(project.layouts.glob("*.svg"))])


def _drawing(project: Project, path: Path) -> NamesInSvg:
    try:
        raw = project.read(path)
        text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", errors="replace")
    except OSError:
        text = ""
    found = [(name, a or b) for name, a, b in BOUND.findall(text)]
    sources = [(name, html.unescape(said) if "&" in said else said) for name, said in found]
    bound = " ; ".join(source for _, source in sources)
    images = [tag for tag in _IMAGE.findall(text) if "pnp:icon" not in tag and "pnp:href" not in tag]
    return NamesInSvg(
        path=path,
        file=project.relative(path),
        text=text,
        names=frozenset(_plain(n) for found in _NAMES.findall(bound) for n in found if n),
        words=frozenset(w for found in QUOTED.findall(bound) for w in found if w),
        roots=frozenset(_plain(w) for w in re.findall(r"[A-Za-z_][\w-]*", bound)),
        files=frozenset(f.rpartition("/")[2] for tag in images for f in _FILES.findall(tag)),
        computed=frozenset(s for name, s in sources if name in ("href", "icon") and re.search(r"[~|%+]", s)),
    )


def may_name(drawings: Iterable[NamesInSvg], path: Path) -> bool:
    """True if an expression may put together the name of this file: it holds words of it, or no words at all."""
    name = path.as_posix()
    for source in (s for d in drawings for s in d.computed):
        words = [a or b for a, b in QUOTED.findall(source)]
        if not words or any(w in name for w in words):
            return True
    return False


def _plain(name: str) -> str:
    """Hyphens are reached with underscores."""
    return name.replace("_", "-")


def templates_of(owner: ComponentSet) -> set[str]:
    """The names of the templates that a set is drawn with."""
    both = [(owner.layout, owner.back), *((i.layout, i.back) for i in owner.items)]
    return {name for pair in both for name in pair if name}


def drawn_names(desk: Desk, owner: ComponentSet) -> frozenset[str]:
    """All names that can mean a field of this set: in its own templates, in parts, in those that look at other sets."""
    named, linked = _templates(desk)
    mine = templates_of(owner) | linked.get(owner.id, set())
    found: set[str] = set()
    for drawing in drawings_of(desk):
        stem = drawing.path.stem
        if stem in mine or stem not in named or "items" in drawing.roots:
            found |= drawing.names
    return frozenset(found)


def prints_ids(desk: Desk, owner: ComponentSet) -> bool:
    """True if items of a set look unlike by their ids alone."""
    return prints(desk, owner, "id")


def prints(desk: Desk, owner: ComponentSet, name: str) -> bool:
    """True if a template of a set, or a part, asks for this of its items, and not of something else."""
    named, mine = _templates(desk)[0], templates_of(owner)
    own = (d for d in drawings_of(desk) if d.path.stem in mine or d.path.stem not in named)
    return any(re.search(rf"\bitem(\.{name}\b|\[.{name}.\])", d.text) for d in own)


@once_per_desk
def _templates(desk: Desk) -> tuple[set[str], dict[str, set[str]]]:
    """The templates of all sets; by set, those of the sets that point to it."""
    named: set[str] = set()
    linked: dict[str, set[str]] = {}
    for owner in desk.game.sets.values():
        own = templates_of(owner)
        named |= own
        for kind in (k.innermost for k in owner.fields.values()):
            if kind.name == "item":
                linked.setdefault(kind.argument, set()).update(own)
    return named, linked
