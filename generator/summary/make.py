"""Game -> `Summary`: the one place where the rule summary reads the data.

Takes a `Game`, a language and the tool's own words. Promise: no text of the rules is left out, numbers and
names are looked up here and nowhere else, and what the game does not know is left out (the data room has
told it as a finding already).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from unicodedata import normalize

from generator.data.lexicon import number_words
from generator.data.markup import Token, parse_markup
from generator.data.model import ComponentSet, Game, Parameter, Question, Rule, Section, SetupStep, Text
from generator.data.quoted import unfolded
from generator.data.walk import rules_of
from generator.summary.summary import (
    Chapter,
    Component,
    GlossaryEntry,
    Number,
    OpenQuestion,
    Paragraph,
    Prose,
    Span,
    Step,
    Summary,
    TermGroup,
    anchor_of,
    capital,
    plain_text,
)
from generator.typeset.quotes import with_quotes
from generator.values import Struct, field, replace
from generator.words import phrase_of

MOST_PICTURES = 5
"""How many items of a set may stand for it in the component list."""
MANY = 12
"""More words of one kind are looked up rather than read: they stand in alphabetical order."""


def summary_of(game: Game, language: str, words: Mapping[str, str], designers: bool = True) -> Summary:
    """The summary of a game in one language. `words` has the tool's own words in that language by their
    keys ("rules.contents" ...). Only `designers` read what is assumed: numbers and open questions, the weighty ones
    first. KeyError: a word is missing.
    """
    labels = {key: said for key, said in words.items() if key.startswith(("rules.", "list."))}
    chapters = {section.title.in_language(language).strip().casefold() for section in game.sections}
    if labels["rules.components"].casefold() in chapters:  # no two headings are alike
        labels["rules.components"] = labels["rules.components-listed"]
    read = _Reader(game, language, labels, _numbers_of(game))
    first, last = game.players
    players = tuple(range(first, last + 1))
    return Summary(
        id=game.id,
        title=plain_text(read.prose(game.title)),
        version=plain_text(read.prose(game.version)),
        language=language,
        players=players,
        facts=tuple(_facts(game, read)),
        about=read.prose(game.about),
        parts=tuple(_part(owner, read, designers) for owner in game.sets.values()),
        setup=tuple(_step(k, s, players, read) for k, s in enumerate(game.setup.steps, 1)),
        numbers=tuple(_number(p, players, read) for p in game.parameters.values() if designers),
        chapters=tuple(_chapter(s, read) for s in game.sections),
        glossary=tuple(_glossary(game, read)),
        questions=tuple(_open(q, read) for q in sorted(game.questions, key=lambda q: -q.weight) if designers),
        aid=tuple(_aid(game, read)),
        labels=labels,
    )


def _numbers_of(game: Game) -> dict[str, str]:
    """Rule or section id -> its printed number; an example has that of the rule it stands under."""
    numbers: dict[str, str] = {s.id: s.number for s in game.sections}
    for section in game.sections:
        last = section.number
        for rule in rules_of(section):
            last = rule.number or last
            numbers[rule.id] = last
    return numbers


class _Reader(Struct, frozen=True):
    """Reads texts of one game in one language."""

    game: Game
    language: str
    labels: Mapping[str, str]
    numbers: Mapping[str, str] = field(default_factory=dict)

    def prose(self, text: Text | None, before: Prose = ()) -> Prose:
        """The spans that a text means. `before` is what is read just before it: its title."""
        source = text.in_language(self.language) if text else ""
        tokens = with_quotes(unfolded(parse_markup(source)[0], self.game, self.language), self.language)
        spans: list[Span] = []
        for token in tokens:
            new = _SPANS[token.kind](token, self) if token.kind in _SPANS else ()
            if token.kind == "term" and _begins(spans, source):
                new = tuple(replace(s, text=capital(s.text)) for s in new)
            elif token.kind == "set" and spans and not _begins(spans, source):
                new = _within(new, self)
            spans += new
        return said_once(tuple(spans), plain_text(before))

    def say(self, label: str, **values: object) -> str:
        return phrase_of(self.labels, f"rules.{label}", values)

    def reference(self, rule: str, form: str = "reference-form") -> Prose:
        """A reference to a rule or a section; nothing if there is none of this id."""
        number = self.numbers.get(rule)
        return (Span("rule", self.say(form, n=number), anchor_of(rule)),) if number else ()


_STOP = re.compile(r"(?<!\.\w)[.!?][\"”’)]*\s+$")
"""The end of a sentence, and no abbreviation."""


def _begins(before: list[Span], source: str) -> bool:
    """True where a sentence begins after these spans; what does not end like a sentence has no first one."""
    words = "".join(" " if s.kind in ("break", "paragraph") else s.text for s in before)
    return bool(_STOP.search(words if words.strip() else source.rstrip() + " "))


_PHRASE = re.compile(r"([A-Z][a-z-]+)(?: [a-z][a-z-]*)+")
"""A name of several words that has a capital only because it stands alone: `Round track`, not `Sea Kings`."""


def _within(spans: Prose, read: _Reader) -> Prose:
    """The name of a set in the middle of a sentence; what begins with a proper name keeps its capital."""
    proper = {word for t in read.game.terms.values() for word in t.name.in_language(read.language).split()}
    proper.update(read.game.title.in_language(read.language).split())
    found = _PHRASE.fullmatch(plain_text(spans))
    if found is None or found[1] in proper:
        return spans
    return (replace(spans[0], text=spans[0].text[:1].lower() + spans[0].text[1:]), *spans[1:])


def _kept(token: Token, _: _Reader) -> Prose:
    return (Span(token.kind, token.text, token.detail, token.bold, token.italic),)


def _term(token: Token, read: _Reader) -> Prose:
    term = read.game.terms.get(token.text)
    if term is None:
        return ()
    word = Span("text", term.called(token.detail, read.language), term.id, token.bold, token.italic)
    if token.detail.endswith("word") or not term.icon:
        return (word,)
    icon = Span("icon", word.text, term.id, token.bold, token.italic)
    return (replace(icon, text=""), word) if token.detail.endswith("both") else (icon,)


def _name(token: Token, read: _Reader) -> Prose:
    owner = read.game.sets.get(token.text)
    name = read.prose((owner.plural if token.detail else None) or owner.name) if owner else ()
    return tuple(replace(span, bold=span.bold or token.bold, italic=token.italic) for span in name)


_SPANS: dict[str, Callable[[Token, _Reader], Prose]] = {
    "text": _kept,
    "ruby": _kept,
    "break": _kept,
    "paragraph": _kept,
    "term": _term,
    "set": _name,
    "rule": lambda token, read: tuple(
        replace(span, bold=token.bold, italic=token.italic) for span in read.reference(token.text)
    ),
}


def _facts(game: Game, read: _Reader) -> Iterator[str]:
    """What stands under the title: players, version, authors."""
    first, last = game.players
    if game.is_for:
        span = "for-players" if first < last else "for-one-number" if last > 1 else "for-one-player"
        yield read.say(span, **{"from": first, "to": last})
    yield plain_text(read.prose(game.version))
    if game.authors:
        yield read.say("by", authors=read.say("authors-joined").join(game.authors))


def _part(owner: ComponentSet, read: _Reader, designers: bool) -> Component:
    pieces = owner.assume if owner.pieces is None else owner.pieces
    return Component(
        owner.id,
        read.prose(owner.plural if owner.plural and pieces != 1 else owner.name),
        read.prose(owner.about),
        pieces,
        designers and owner.count_open and pieces is not None,
        owner.designs,
        owner.printed,
        tuple(i.id for i in owner.items[:MOST_PICTURES]),
    )


def _step(place: int, step: SetupStep, players: tuple[int, ...], read: _Reader) -> Step:
    modes = read.game.setup.modes
    text = read.prose(step.text)
    if step.mode in modes:
        text = (Span("text", read.say("mode", mode=plain_text(read.prose(modes[step.mode]))), "", True), *text)
    cells = tuple(plain_text(read.prose(step.shown)) if step.shown else _cell(step, n, read) for n in players)
    return Step(str(place), text, cells, read.reference(step.rule, "number-form"))


def _cell(step: SetupStep, players: int, read: _Reader) -> str:
    if players not in step.counts:
        return ""
    count = step.counts[players]
    number = read.say("all") if count is None else number_words(count)
    return read.say("each", n=number) if step.per_player else number


def _number(parameter: Parameter, players: tuple[int, ...], read: _Reader) -> Number:
    by = parameter.by_players
    values = {n: number_words(by[n], read.language) for n in players if n in by}
    value = number_words(parameter.value, read.language)
    if len(set(values.values())) > 1:
        value = read.say("listed").join(
            read.say("players", n=n) + read.say("colon") + said for n, said in values.items()
        )
    return Number(read.prose(parameter.name), value, read.prose(parameter.note))


def _chapter(section: Section, read: _Reader) -> Chapter:
    paragraphs = tuple(_paragraphs(section.rules, read, 1))
    return Chapter(
        anchor_of(section.id), section.number, read.prose(section.title), read.prose(section.intro), paragraphs
    )


def _paragraphs(rules: tuple[Rule, ...], read: _Reader, depth: int) -> Iterator[Paragraph]:
    for rule in rules:
        yield _paragraph(rule, rule.text, read, rule.kind, depth)
        yield from _paragraphs(rule.rules, read, depth + 1)


def _paragraph(rule: Rule, text: Text | None, read: _Reader, kind: str, depth: int = 1) -> Paragraph:
    number = read.numbers[rule.id] if kind == "aid" else rule.number
    title = read.prose(rule.title)
    figure = None if kind == "aid" else rule.figure
    callouts = tuple(read.prose(c.text) for c in figure.callouts) if figure else ()
    return Paragraph(anchor_of(rule.id), number, kind, title, read.prose(text, title), depth, figure, callouts)


def _glossary(game: Game, read: _Reader) -> Iterator[TermGroup]:
    for kind in game.kinds.values():
        entries = tuple(
            GlossaryEntry(t.id, plain_text(read.prose(t.name)), read.prose(t.about), bool(t.icon), t.color)
            for t in kind.members
        )
        if len(entries) > MANY and max(e.word for e in entries) < "\u3000":  # kanji do not tell their order
            entries = tuple(sorted(entries, key=lambda e: normalize("NFKD", e.word).casefold()))
        if any(e.icon or e.about for e in entries):  # bare names explain nothing
            yield TermGroup(kind.id, capital(plain_text(read.prose(kind.name))), entries)


def _open(question: Question, read: _Reader) -> OpenQuestion:
    about = _about(question.about, read)
    kind = read.say(f"kind-{question.kind}") if question.kind else ""
    return OpenQuestion(
        question.id,
        read.say("matter-kind", matter=about, kind=kind) if about and kind else about or kind,
        read.prose(question.question),
        read.prose(question.assumption),
        read.prose(question.reason),
    )


def _about(about: str, read: _Reader) -> str:
    """The printed name of what a question is about ("set cube" -> the set's name)."""
    what, _, name = about.partition(" ")
    finders: dict[str, Callable[[], Prose]] = {
        "set": lambda: _name(Token("set", name), read),
        "item": lambda: read.prose(read.game.items[name].name) if name in read.game.items else (),
        "term": lambda: _term(Token("term", name, "word"), read),
        "rule": lambda: read.reference(name, "rule-name"),
        "parameter": lambda: read.prose(read.game.parameters[name].name) if name in read.game.parameters else (),
    }
    return capital(plain_text(finders[what]())) if what in finders else ""


def _aid(game: Game, read: _Reader) -> Iterator[Chapter]:
    """The short forms, section by section."""
    for section in game.sections:
        short = [(rule, rule.aid) for rule in rules_of(section) if rule.aid is not None]
        if short:
            lines = tuple(_paragraph(rule, aid, read, kind="aid") for rule, aid in short)
            yield Chapter(anchor_of(section.id), section.number, read.prose(section.title), (), lines, section.turn)


_GOES_ON = re.compile(r"\s*[はがをにのとでもへやa-zà-ÿ]")
"""A sentence that goes on after its subject: a particle, a small letter."""

_LATIN = re.compile(r"[^\W\d_\u3000-\uffff]")


def said_once(prose: Prose, before: str = "") -> Prose:
    """The prose with silent icons (their `text` is "") where their own word stands beside them, and without the space
    that parted the two: the eye sees both, whoever copies or listens hears the word once. `before` is the title that is
    read just before it; an icon after it that is the subject of a sentence is not silent.
    """
    found = list(prose)
    for at, span in enumerate(prose):
        if span.kind != "icon" or not span.text:
            continue
        after = found[at + 1] if at + 1 < len(found) else Span("break")
        if after.kind == "text" and _opens_with(after.text.lstrip(), span.text):
            found[at] = replace(span, text="")
            found[at + 1] = replace(after, text=after.text.lstrip())
        elif not at and _ends(before, span.text) and not _GOES_ON.match(after.text):
            found[at] = replace(span, text="")
        elif at and found[at - 1].kind == "text" and _ends(found[at - 1].text.rstrip(), span.text):
            found[at] = replace(span, text="")
            found[at - 1] = replace(found[at - 1], text=found[at - 1].text.rstrip())
    return tuple(found)


def _opens_with(words: str, word: str) -> bool:
    return words.casefold().startswith(word.casefold()) and not _joined(word[-1:], words[len(word) : len(word) + 1])


def _ends(words: str, word: str) -> bool:
    start = len(words) - len(word)
    return words.casefold().endswith(word.casefold()) and not _joined(words[max(0, start - 1) : start], word[:1])


def _joined(a: str, b: str) -> bool:
    """True if these two are letters of one Latin word."""
    return bool(_LATIN.match(a) and _LATIN.match(b))
