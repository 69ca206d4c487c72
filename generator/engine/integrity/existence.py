"""References: whatever is named must exist: terms, kinds, sets, items, rules, parameters, verbs, zones, icons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

from generator.data.markup import Token
from generator.data.model import NAME_FIELDS, ComponentSet, Game, Item, Text
from generator.data.quoted import Way, printed, stated, unfolded
from generator.data.reading.grid import plain
from generator.data.rulebook import Callout, FigureFace
from generator.data.walk import Mention, Spoken, counted
from generator.diagnostics.findings import Mark, did_you_mean, first_of, near, ranges
from generator.engine.integrity.formulas import members_of
from generator.engine.integrity.uses import drawings_of
from generator.engine.registry import Desk, Problem, all_texts, check, check_rows, once_per_desk
from generator.project import BUNDLED
from generator.values import lazy_pattern

_MANY = 3
"""More places than this hardly hold the same slip."""


_NAMED = (
    ("R002", "kind", "kind of terms"),
    ("R003", "set", "set"),
    ("R005", "rule", "rule"),
    ("R006", "parameter", "parameter"),
    ("R008", "verb", "verb"),
    ("R010", "zone", "zone"),
    ("R010", "mode", "mode"),
)
"""Of each kind of mentions: the code of one that nothing bears, and its words."""
_WHOLE_PARTS = {"kind": {"*terms"}, "rule": {"*rules", "*sections"}}
"""What must have been read for a name to be unknown; of other kinds, their own lists."""


@check_rows(_NAMED)
def names_exist(desk: Desk, kind: str, what: str) -> Iterator[Problem]:
    """Whatever is mentioned as one of a kind exists."""
    mentions = list(_missing(desk, kind))
    other = "declare it in `parameters` of game.yaml" if kind == "parameter" else ""
    other_of = {"players": _of_players(desk.game)} if other else {}
    hints = {m.name: did_you_mean(str(m.name), desk.names[kind], other_of.get(m.name, other)) for m in mentions}
    yield from _told(desk, what, [(m, hints[m.name]) for m in mentions], kind)


def _of_players(game: Game) -> str:
    """What to write for the number of players, which is no parameter."""
    if not game.is_for:
        return "write how many, and `players: [2, 4]` in game.yaml: texts are held against that"
    said = " to ".join(map(str, dict.fromkeys(game.players)))
    return f"write `{said}`: what texts say of players is held against `players` in game.yaml"


def _missing(desk: Desk, kind: str) -> Iterator[Mention]:
    """Mentions of a kind whose name does not exist, though everything that could hold it was read."""
    names, unread = desk.names[kind], desk.game.unread
    if unread & _WHOLE_PARTS.get(kind, {f"*{kind}s"}):
        return
    for mention in desk.mentions:
        if mention.kind == kind and mention.name not in names and mention.name not in unread:
            yield mention


def _told(desk: Desk, what: str, found: Iterable[tuple[Mention, str]], kind: str) -> Iterator[Problem]:
    """A problem at each mention; a name that many places say and nothing bears is one mistake, told once: where
    something of nearly that name stands that nobody mentions, else at the first."""
    game, groups = desk.game, dict[str, dict[Mark, str]]()
    for mention, hint in found:
        groups.setdefault(mention.name, {})[mention.place(game)] = hint
    known = ((name, getattr(thing, "mark", thing)) for name, thing in desk.names[kind].items() if groups)
    marks = {name: mark for name, mark in known if mark is not None}
    mentioned = {m.name for m in desk.mentions} if groups else set()
    for name, places in groups.items():
        meant = near(name, (n for n in marks if n not in mentioned)) if len(places) > _MANY else ""
        if meant:
            message = f"`{meant}` is named by nothing, and {len(places)} places name a {what} `{name}`"
            yield Problem(marks[meant], message, f"did you mean `{name}`?", about=(meant, name), instead=name)
        elif len(places) > 2 * _MANY:
            first = min(places)
            table = all(m.cell and (m.file, m.sheet) == (first.file, first.sheet) for m in places)
            rows = f"rows {ranges(m.line for m in places)}" if table else f"here and in {len(places) - 1} more places"
            others = tuple(sorted(places.keys() - {first}))
            yield Problem(first, f"unknown {what} `{name}` ({rows})", places[first], about=(name,), places=others)
        else:
            yield from (Problem(mark, f"unknown {what} `{name}`", hint, about=(name,)) for mark, hint in places.items())


@check("R001")
def terms_exist(desk: Desk) -> Iterator[Problem]:
    """Every term exists, and is of the kind that its field asks for."""
    game, terms = desk.game, desk.game.terms
    unknown = []
    members = {kind.id: tuple(t.id for t in kind.members) for kind in game.kinds.values()}
    everything = tuple(terms)
    for mention in _missing(desk, "term"):
        names = members.get(mention.within, everything)
        known = f"known names: {', '.join(f'`{n}`' for n in names[:8])}; or " if names else ""
        other = f"{known}declare `{mention.name}` in the `terms` of game.yaml{_drawn(desk, mention.name)}"
        said = _id_of_name(desk, "", mention.name, names)
        unknown.append((mention, said or _other_markup(game, mention) or did_you_mean(mention.name, names, other)))
    yield from _told(desk, "term", unknown, "term")
    for mention in desk.mentions:
        term = terms.get(mention.name) if mention.kind == "term" and mention.within in game.kinds else None
        if term is not None and term.kind != mention.within:
            known = did_you_mean(mention.name, members[mention.within])
            known = known or f"write the id of a `{mention.within}`, or `term {term.kind}` as the kind of the field"
            yield Problem(mention.place(game), f"`{term.id}` is a `{term.kind}`, not a `{mention.within}`", known)


@once_per_desk
def _ids_by_name(desk: Desk) -> Mapping[tuple[str, str], Sequence[str]]:
    """By a set, or "" of terms, and what they are called: the ids of those."""
    found = defaultdict[tuple[str, str], list[str]](list)
    named: list[tuple[str, str, Text | None]] = [("", term.id, term.name) for term in desk.game.terms.values()]
    named += [(owner.id, item.id, item.name) for owner in desk.game.sets.values() for item in owner.items]
    for home, own, name in named:
        for words in {*map(plain, name.words.values())} if name is not None else ():
            found[home, words].append(own)
    return found


def _id_of_name(desk: Desk, home: str, name: str, within: Container[str]) -> str:
    """Which ids those have that are called so; "" for none."""
    ids = [one for one in _ids_by_name(desk).get((home, plain(name)), ()) if one in within]
    several = f"{len(ids)} are called so, their ids are" if len(ids) > 1 else "the id of that is"
    return f"{several} {first_of(ids)}" if ids else ""


def _drawn(desk: Desk, name: str) -> str:
    """How a term is declared that an icon is called like."""
    places = (f"{folder}icons/{name}.svg" for folder in (*(f"{own}/" for own in desk.game.folders), ""))
    there = name.isalnum() and desk.project.layout_file(*places)
    said = f"{name}: {{name: {name}, icon: {name}}}"
    return f": `good: {{name: good, members: {{{said}}}}}`; there is an icon `{name}`" if there else ""


def _other_markup(game: Game, mention: Mention) -> str:
    """`{skill}` for a set, `{rounds}` for a parameter: the braces lack a sign."""
    if not mention.words:
        return ""
    if mention.name in game.sets:
        return f"write `{{@{mention.name}}}` for the set's name, `{{#{mention.name}}}` for its number of pieces"
    if mention.name in game.parameters:
        return f"write `{{={mention.name}}}` for the parameter's number"
    return _of_players(game) if mention.name == "players" else ""


@check("R003")
def sets_of_items_exist(desk: Desk) -> Iterator[Problem]:
    """The set of every item that a text names exists."""
    game, known = desk.game, {*desk.game.sets, *desk.game.unread}
    for mention in desk.mentions if "*sets" not in known else ():
        name = mention.within
        if mention.kind == "item" and mention.words and name not in known:
            yield Problem(mention.place(game), f"unknown set `{name}`", did_you_mean(name, game.sets))


@check("R004")
def items_exist(desk: Desk) -> Iterator[Problem]:
    """Every item exists in its set."""
    game = desk.game
    every = {owner.id: tuple(item.id for item in owner.items) for owner in game.sets.values()}
    for mention in desk.mentions:
        if mention.kind != "item" or mention.within not in game.sets:
            continue
        there = f"{mention.within}/{mention.name}" in desk.names["item"]
        if not there and not {mention.name, f"{mention.within}/*"} & game.unread:
            message = f"the set `{mention.within}` has no item `{mention.name}`"
            ids = every[mention.within]
            hint = _id_of_name(desk, mention.within, mention.name, ids) or did_you_mean(mention.name, ids)
            yield Problem(mention.place(game), message, hint)


@check_rows((("R004", "item"), ("R004", "count"), ("R015", "value")), each=all_texts)
def what_is_said_of_items_can_be_printed(desk: Desk, spoken: Spoken, kind: str) -> Iterator[Problem]:
    """An item whose name a text prints has one, one that is counted is there, a value that is printed has words."""
    for language, token in ((la, t) for la, ts in spoken.tokens.items() for t in ts if t.kind == kind):
        for message, hint in _UNPRINTED[kind](desk.game, token, language):
            place = spoken.at_token(desk.game, language, token)
            yield Problem(place, message, hint)


Told = Iterator[tuple[str, str]]
"""Messages with their hints."""


def _nameless(game: Game, token: Token, _: str) -> Told:
    item = game.items.get(f"{token.text}/{token.detail}")
    if item and not item.name and not any(f in item.marks and f not in item.values for f in NAME_FIELDS):
        message = f"the item `{item.id}` of the set `{token.text}` has no name, so nothing is printed"
        yield message, _to_name(game.sets[token.text], item)


def _uncounted(game: Game, token: Token, _: str) -> Told:
    owner = game.sets.get(token.text) if "=" in token.detail else None
    if owner and owner.complete and not counted(owner, token.detail):
        name, _, wanted = (part.strip() for part in token.detail.partition("="))
        field = next((f for f in owner.fields if plain(f) == plain(name)), None)
        said = dict.fromkeys(words for item in owner.items for words in members_of(item, field or ""))
        hint = f"write a field and what an item says of it: {', '.join(f'`{f}`' for f in owner.fields)}"
        hint = did_you_mean(wanted, [*said]) if field else hint
        yield f"no item of the set `{owner.id}` has `{token.detail.strip()}`", hint


def _unsaid(game: Game, token: Token, language: str) -> Told:
    said, (name, first, *_) = stated(token, game), token.detail.split(".")
    item, fields = (
        game.items.get(f"{token.text}/{name}"),
        game.sets[token.text].fields if token.text in game.sets else {},
    )
    is_due = first in fields and not fields[first].optional
    if said is None or item is None or first in item.torn or (is_due and first not in item.values):
        return  # that is told where it stands
    words = printed(said, language)
    if said.unknown:
        headed = next((f for f in fields if f in item.marks and item.marks[f].heading == said.unknown), "")
        hint = f"the column `{said.unknown}` is `{headed}`" if headed else did_you_mean(said.unknown, said.known)
        hint = f"write `{{#{said.path}}}` for the number of its copies" if said.unknown == "count" else hint
        yield f"`{said.path}` has no `{said.unknown}`", hint or f"write `{{={said.path}}}`"
    elif words == () or said.value is None or said.value in ("", (), {}):
        yield f"`{said.path}` is empty, so nothing is printed", "write a value there, or take this out"
    elif words is None:
        keys = [*said.value] if said.kind.name == "map" else []
        hint = f"write one of them: `{{={said.path}.{keys[0]}}}`" if keys else "say in words what it means"
        yield f"`{said.path}` cannot be printed: it is of the kind `{said.kind.name}`", hint
    for one in words or ():
        yield from _nameless(game, one, language) if one.kind == "item" else ()


_UNPRINTED: dict[str, Callable[[Game, Token, str], Told]] = {"item": _nameless, "count": _uncounted, "value": _unsaid}


@check("R015")
def texts_do_not_print_themselves(desk: Desk) -> Iterator[Problem]:
    """No text prints another that prints the first, or so much that it never ends; each circle is told once, in it."""
    found: dict[frozenset[str], tuple[bool, Problem]] = {}
    for spoken, language, tokens in ((s, la, ts) for s in desk.texts for la, ts in s.tokens.items()):
        lost: list[tuple[Token, Way]] = []
        unfolded(tokens, desk.game, language, lost)
        for token, (*way, end) in lost:
            circle = frozenset(way[way.index(end) :] if end else ())
            field = f"{spoken.owner.removeprefix('item ')}.{spoken.role.rpartition('.')[2]}"
            inside = any(f"{one}.".startswith(f"{field}.") for one in circle)
            if circle not in found or inside > found[circle][0]:
                place = spoken.at_token(desk.game, language, token)
                message = f"the text prints itself: {' > '.join(f'`{one}`' for one in (*way, end))}"
                message = message if circle else "more stands in this text than anybody would read: texts in texts"
                found[circle] = inside, Problem(place, message, "write the words of one of them out")
    yield from (problem for _, problem in found.values())


def _to_name(owner: ComponentSet, item: Item) -> str:
    """What to write for an item to have a name: that of its first column of words, if a table has some."""
    texts = (f for f, kind in owner.fields.items() if kind.name in ("text", "word"))
    heading, field = next(((item.marks[f].heading, f) for f in texts if f in item.marks), ("", ""))
    if not heading or field in NAME_FIELDS:
        return "write a field `name: text` in the set, and the `name` of the item"
    return f"write `columns: {{{heading}: name}}` in its `from`, and `name: text` for `{field}` in `fields`"


@check("R007")
def icons_exist(desk: Desk) -> Iterator[Problem]:
    """Every icon of a term is a file in the layouts."""
    if "*icons" in desk.game.unread:
        return
    folders = (*(f"{name}/icons" for name in desk.game.folders), "icons")
    for term in desk.game.terms.values():
        if term.icon and not desk.project.layout_file(*(f"{folder}/{term.icon}.svg" for folder in folders)):
            bases = (desk.project.layouts, BUNDLED / "layouts")
            there = (p.stem for base in bases for folder in folders for p in sorted((base / folder).glob("*.svg")))
            meant = did_you_mean(term.icon, there)
            hint = f"{meant}; or draw" if meant else "draw"
            hint += f" layouts/{folders[0]}/{term.icon}.svg; or leave `icon` out"
            yield Problem(term.at("icon"), f"there is no icon `{term.icon}`", hint)


@check("R020", each=all_texts)
def markup_can_be_read(desk: Desk, spoken: Spoken) -> Iterator[Problem]:
    """All markup is whole."""
    for language, faults in spoken.faults.items():
        for fault in faults:
            yield Problem(spoken.place(desk.game, language, fault.start, fault.length), fault.message, fault.hint)


_LABEL = lazy_pattern(r"""(?:\bid|inkscape:label)\s*=\s*["']([^"']+)["']""")


@check("R014")
def figures_show_what_is_there(desk: Desk) -> Iterator[Problem]:
    """The faces of a figure have a template, and its callouts point at places of these."""
    for rule in desk.game.rules.values():
        for shown in rule.figure.faces if rule.figure else ():
            if (pair := _item_of(desk.game, shown)) and not pair[0].template(pair[1], shown.side):
                hint = "leave `side` out, or name an item that is printed"
                yield Problem(shown.mark, f"`{shown.set}/{shown.item}` has no {shown.side} to show", hint)
        for callout in rule.figure.callouts if rule.figure else ():
            yield from _callout(desk, callout, rule.figure.faces if rule.figure else ())


def _callout(desk: Desk, callout: Callout, faces: Sequence[FigureFace]) -> Iterator[Problem]:
    if callout.face >= len(faces):
        message = f"`of: {callout.face + 1}`, but the figure has {len(faces)} face{'s' * (len(faces) > 1)}"
        yield Problem(callout.mark, message, f"write `of: {len(faces)}`" if faces else "")
    elif not callout.name and callout.point is None and not callout.cells:
        hint = "write `at: NAME` (an id or label in the template), `at: [x, y]` (mm on the face) or `cells: [[q, r]]`"
        yield Problem(callout.mark, "this callout points at nothing", hint)
    elif callout.cells and all(face.cell is None for face in faces):
        yield Problem(callout.mark, "the figure has no grid: no face stands on a `cell`", "write `at: [x, y]`")
    elif callout.name and (pair := _item_of(desk.game, faces[callout.face])):
        template = pair[0].template(pair[1], faces[callout.face].side)
        drawings = drawings_of(desk)
        drawing = next((d for d in drawings if d.path.stem == template), None)
        parts = [d for d in drawings if drawing and d.path.name in drawing.files]
        names = [name for d in (drawing, *parts) if d for name in _LABEL.findall(d.text)]
        if drawing and callout.name not in names:
            hint = did_you_mean(callout.name, names) or f'give the element `id="{callout.name}"`, or write `at: [x, y]`'
            yield Problem(callout.mark, f"nothing in {drawing.file} is called `{callout.name}`", hint)


def _item_of(game: Game, shown: FigureFace) -> tuple[ComponentSet, Item] | None:
    owner, item = game.sets.get(shown.set), game.items.get(f"{shown.set}/{shown.item}")
    return (owner, item) if owner and item else None
