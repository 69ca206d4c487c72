"""The value between a game and its rule summary: a `Summary`, in one language, nothing left to look up.

Made by `make.summary_of` from a `Game`; written by pages.py and pdf.py, which walk it section by section
(`sections_of`). Its texts are `Prose`: tuples of `Span`s. Promise: every number comes from the data, every reference
has become words, an icon or the printed number of a rule; what is open or assumed says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.data.lexicon import is_japanese
from generator.data.rulebook import Figure
from generator.values import Struct, replace
from generator.words import phrase_of


class Span(Struct, frozen=True):
    """A piece of text.

    | kind | text | detail |
    | --- | --- | --- |
    | text | the words | the id of the term that they name |
    | icon | the word it is read as ("": its word stands beside it) | the term's id |
    | rule | the number as printed | the anchor of the rule |
    | ruby | the words | the reading |
    | break, paragraph | | |
    """

    kind: str
    text: str = ""
    detail: str = ""
    bold: bool = False
    italic: bool = False


Prose = tuple[Span, ...]


class Component(Struct, frozen=True):
    """A row of the component list. `pieces` is None where nobody knows; `assumed`: it is a guess. `pictures`
    are the ids of the items that stand for the set, the first alone if there is room for one.
    """

    id: str
    name: Prose
    about: Prose
    pieces: int | None
    assumed: bool
    designs: int
    printed: bool
    pictures: tuple[str, ...]


class Step(Struct, frozen=True):
    """A set-up step: its number, what to do, and how many for each number of players ("" for none said)."""

    number: str
    text: Prose
    cells: tuple[str, ...]
    rule: Prose


class Paragraph(Struct, frozen=True):
    """A paragraph of the rules. `kind` is "rule" (numbered), "example", "note" or "aid" (the short form of a rule);
    `depth` counts from 1. `figure` is what it shows, `callouts` the words about that, by number.
    """

    id: str
    number: str
    kind: str
    title: Prose
    text: Prose
    depth: int
    figure: Figure | None = None
    callouts: tuple[Prose, ...] = ()


class Chapter(Struct, frozen=True):
    """A numbered section of the rules; of the player aid, its short forms. `turn`: it is a step of a turn."""

    id: str
    number: str
    title: Prose
    intro: Prose
    paragraphs: tuple[Paragraph, ...]
    turn: bool = False


class GlossaryEntry(Struct, frozen=True):
    """A word of the glossary. `icon` is true if it has one; `color` is "" or #rrggbb."""

    id: str
    word: str
    about: Prose
    icon: bool
    color: str


class TermGroup(Struct, frozen=True):
    """The words of one kind."""

    id: str
    name: str
    entries: tuple[GlossaryEntry, ...]


class Number(Struct, frozen=True):
    """A number that the rules state: its name, value as printed, and what it means."""

    name: Prose
    value: str
    note: Prose


class OpenQuestion(Struct, frozen=True):
    """An open question, the assumption taken, and why. `about` says what it is about, and of which kind it is."""

    id: str
    about: str
    question: Prose
    assumption: Prose
    reason: Prose


class Summary(Struct, frozen=True):
    """The rules of a game as a reader gets them, in one language.

    `players` are the columns of the set-up table, `labels` the tool's own words ("contents" ...) in the language.
    """

    id: str
    title: str
    version: str
    language: str
    players: tuple[int, ...]
    facts: tuple[str, ...]
    about: Prose
    parts: tuple[Component, ...]
    setup: tuple[Step, ...]
    numbers: tuple[Number, ...]
    chapters: tuple[Chapter, ...]
    glossary: tuple[TermGroup, ...]
    questions: tuple[OpenQuestion, ...]
    aid: tuple[Chapter, ...]
    labels: Mapping[str, str]

    @property
    def aids(self) -> list[tuple[str, tuple[Chapter, ...]]]:
        """The player aid in parts with their headings: the steps of a turn, then the rest; one part without a heading
        where there are not both."""
        parts = [
            (self.say(name), tuple(c for c in self.aid if c.turn is (name == "turn"))) for name in ("turn", "rest")
        ]
        return parts if all(own for _, own in parts) else [("", self.aid)]

    def say(self, label: str, **values: object) -> str:
        """One of the tool's own words, its places filled in. KeyError: no such word."""
        return phrase_of(self.labels, f"rules.{label}", values)

    def beside(self, *facts: str) -> str:
        """Words beside each other that are no sentence; empty ones are left out."""
        return self.labels["list.facts"].join(filter(None, facts))

    def aside_title(self, paragraph: Paragraph) -> Prose:
        """What an example or a note begins with: its kind, and its title if it has one."""
        label = Span("text", self.say(paragraph.kind))
        return (label, Span("text", self.say("colon")), *paragraph.title) if paragraph.title else (label,)

    def component_notes(self, scale: int | None = None, larger: bool = False) -> list[str]:
        """What stands above the components: the scale 1 : n of their pictures (some are `larger`), what the mark of a
        guess means."""
        notes = [self.say("scale-of-most" if larger else "scale", n=scale)] if scale else []
        return notes + ([self.say("assumed-note")] if any(part.assumed for part in self.parts) else [])

    def pieces_of(self, part: Component, label: str = "") -> str:
        """The number of a component as printed, a guess with its mark; in the words of a label, if one is given."""
        number = self.say(label, n=part.pieces) if label else str(part.pieces)
        return (self.say("open") if part.pieces is None else number) + (self.say("assumed") if part.assumed else "")

    @property
    def icons(self) -> list[tuple[str, tuple[GlossaryEntry, ...]]]:
        """The words that have an icon, under the name of their kind."""
        kinds = [(kind.name, tuple(e for e in kind.entries if e.icon)) for kind in self.glossary]
        return [(name, entries) for name, entries in kinds if entries]


def anchor_of(name: str) -> str:
    """The anchor of a section or a rule: its id, dots as underscores. Ids have none, so no two share an anchor;
    fixed blocks have anchors that begin with one.
    """
    return name.replace(".", "_")


def capital(words: str) -> str:
    """Words as they stand at the head of a line."""
    return words[:1].upper() + words[1:]


def plain_text(prose: Prose) -> str:
    """The words only, icons and references as they are read; breaks as a space."""
    return "".join(" " if s.kind in ("break", "paragraph") else s.text for s in prose).strip()


def sections_of(summary: Summary) -> list[tuple[str, str, Prose]]:
    """(anchor, number, title) of all that there is, in the order of the pages; those of the tool have anchors that
    begin with "_" and end with their label.
    """

    def own(**blocks: Sequence[object]) -> list[tuple[str, str, Prose]]:
        return [(f"_{name}", "", (Span("text", summary.say(name)),)) for name, block in blocks.items() if block]

    return [
        *own(components=summary.parts, setup=summary.setup),
        *((c.id, c.number, c.title) for c in summary.chapters),
        *own(
            numbers=summary.numbers,
            glossary=summary.glossary,
            questions=summary.questions,
            aid=summary.aid,
        ),
    ]


def changed_sections(old: Summary, new: Summary) -> list[str]:
    """The titles of what says something else than before to players; that chapters and rules got other numbers is
    nothing else."""

    def said(summary: Summary) -> dict[str, object]:
        own = {"_components": summary.parts, "_setup": summary.setup}
        own |= {"_numbers": summary.numbers, "_glossary": summary.glossary}
        return {anchor: _said(each) for anchor, each in (own | {c.id: c for c in summary.chapters}).items()}

    before, after = said(old), said(new)
    titles = {anchor: plain_text(title) for anchor, _, title in sections_of(new)}
    return [title for anchor, title in titles.items() if before.get(anchor) != after.get(anchor)]


def _said(value: object) -> object:
    """What a reader is told, without the numbers of rules."""
    if isinstance(value, tuple):
        return tuple(map(_said, value))
    if isinstance(value, Span):
        return replace(value, text="") if value.kind == "rule" else value
    if isinstance(value, (Chapter, Paragraph, Step)):
        return tuple(_said(getattr(value, name)) for name in value.__struct_fields__ if name != "number")
    return value


def paragraphs(prose: Prose) -> Iterator[Prose]:
    """Prose split at its paragraphs."""
    start = 0
    for k, span in enumerate(prose):
        if span.kind == "paragraph":
            yield prose[start:k]
            start = k + 1
    yield prose[start:]


def after_run_in(title: str, language: str) -> str:
    """What stands between a heading and the text that it runs into."""
    return "\u3000" if is_japanese(language) else " " if title[-1:] in ".!?:" else ". "


def run_in(title: Prose, text: Prose, language: str) -> Prose:
    """A bold heading that runs into its text."""
    if not title:
        return text
    stop = after_run_in(title[-1].text, language)
    bold = tuple(replace(s, bold=True) for s in title)
    return (*bold, Span("text", stop.rstrip(" "), "", True), Span("text", stop[len(stop.rstrip(" ")) :]), *text)
