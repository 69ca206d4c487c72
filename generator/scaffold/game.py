"""A table, a folder of tables or of pictures -> the files of a game: sets, their templates, what they show.

Promise: whatever it was made of, a game is written in one way; pictures go in as they are, and `import_report` tells
what became of each column.
"""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path

from generator.data.build import SCHEMAS
from generator.data.lexicon import has_japanese, is_latin
from generator.data.reading.aliases import language_called
from generator.data.reading.folders import ENDINGS, UNSHOWN, with_ending
from generator.data.reading.grid import plain
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME, kind_words
from generator.face.face import Shape
from generator.project import BOOKS, DELIMITED
from generator.scaffold import pages
from generator.scaffold.copies import counted_alike, with_copies
from generator.scaffold.decks import with_decks
from generator.scaffold.finished import decks_in
from generator.scaffold.foreign import as_icon
from generator.scaffold.kinds import template_beside
from generator.scaffold.languages import told_apart, tongues_in, untranslated
from generator.scaffold.measures import is_set
from generator.scaffold.pages import LANGUAGES, copied, tables_in
from generator.scaffold.pictured import SIGN
from generator.scaffold.roles import is_idle
from generator.scaffold.sizes import linked, look_of, pieces_called
from generator.scaffold.source import quoted
from generator.scaffold.tables import read_table_sheets
from generator.scaffold.tablesheet import TableSheet, in_one_language
from generator.scaffold.template import TableSketch, enlarged, is_hue, roomy_size
from generator.typeset.fontfile import is_leftward
from generator.typeset.setting import font_with
from generator.values import replace

_NOTED, _SAID, _CELLS = 8, 30, 3
"""So many notes of a sheet are told, so many letters of words, so many cells."""
_NO_PICTURE = "no PNG, JPEG, WebP, GIF or SVG"


def _is_unshown(name: str) -> bool:
    return name.lower().endswith(UNSHOWN)


_SCHEMA = "# yaml-language-server: $schema=../.schema/{}.json\n"
_TAKEN = tuple(name.removesuffix(".yaml") for name in SCHEMAS)
"""No set has the name of another file of a game."""


_SIDES = ("", "-back")
"""How templates of a set are called behind its name."""


def with_own_names(sheets: Iterable[TableSheet], taken: Iterable[str] = ()) -> list[TableSheet]:
    """Sheets by names that no other has, nor another file of the game; the tables of finished cards are called so."""
    own, used = list[TableSheet](), {f"{name}{side}" for name in (*_TAKEN, *taken) for side in _SIDES}
    for sheet in sheets:
        names = chain([sheet.id], (f"{sheet.id}-{n}" for n in count(2)))
        name = next(name for name in names if used.isdisjoint(name + side for side in _SIDES))
        used |= {name + side for side in _SIDES}
        if sheet.finished and name != sheet.id:
            sheet = replace(sheet, path=sheet.path.with_name(f"{name}.csv"), source=f"{name}.csv")  # noqa: PLW2901
        own.append(replace(sheet, id=name, place=len(own)))
    return own


def sheets_in(
    source: Path,
    languages: Sequence[str],
    pieces: str,
    size: str,
    icons: Collection[str] = (),
    shown: Collection[str] = (),
    called: Mapping[str, str] | None = None,
    drawing: Path | None = None,
    *,
    is_apart: bool = False,
) -> tuple[list[TableSheet], list[str]]:
    """The sheets of a table, of the tables of a folder, else of its pictures, and what is said of others, but of the
    `drawing` that is their template; headings are taken for what they are `called`. Raises `Fault` where nothing can be
    read, `ValueError` for a wrong size."""
    is_art = source.suffix.lower() in ENDINGS and not source.is_dir()
    paths, left = tables_in(source) if source.is_dir() else ([source] * (not is_art), [])
    sheets: list[TableSheet] = []
    for path in paths:
        own = pieces * (len(paths) == 1 or not pieces_called(path.stem))  # one of several may say what it is
        found, others = read_table_sheets(path, languages or LANGUAGES, own, size, icons, shown, called)
        left, sheets = [*left, *others], [*sheets, *found]
    if (alike := counted_alike(sheets)) and not called:
        known = {plain(heading): words for heading, words in alike.items()}
        sheets, left = sheets_in(source, languages, pieces, size, icons, shown, known, drawing)
        return sheets, [*left, *(f"{h}: {_COUNTED.format(h)}" for h in alike)]
    sheets, joined = with_copies(sheets) if len(paths) > 1 else (sheets, [])
    left += joined
    free = [] if pieces or size else [look_of("", "")]
    sheets = with_decks(
        with_own_names(sheets), lambda s: enlarged(s) if s.look in free and not template_beside(s) else s
    )
    others = sorted(p.name for p in source.iterdir() if p.name[0] != ".") if source.is_dir() else []
    left += _below(source, paths) if source.is_dir() else []
    drawings, unshown = [n for n in others if n.lower().endswith(".svg")], [*filter(_is_unshown, others)]
    left += [f"not taken, {_NO_PICTURE}: {', '.join(unshown)}; save them as PNG or SVG"] if unshown else []
    bare = [f"{n} (call it {so})" for n in others if (so := with_ending(source / n))]
    left += [f"not read, as the name has no ending: {', '.join(bare)}"] * bool(bare)
    tables = {path.name for path in paths if sheets}
    texts = [n for n in others if n.lower().endswith((".md", ".txt")) and n[:5].lower() != "licen" and n not in tables]
    left += [f"not read: {', '.join(texts)}; `pnp new . --from` makes rules of such a text"] if texts else []
    kind = pieces or pieces_called(source.name).replace("cards", "")  # those say by their size which
    art = with_own_names(decks_in(source, kind, size, is_apart=is_apart)) if not sheets else []
    shown = {path.name for sheet in (*sheets, *art) for path in chain(*sheet.pictures.values())}
    shown |= {one.name for one in (drawing, *map(template_beside, sheets)) if one}
    if drawings and not art and shown.isdisjoint(drawings):
        option = f"--template {shlex.quote(str(source / drawings[0]))}"
        left.append(f"not taken: {', '.join(drawings)}; if it is a drawing of the pieces, add `{option}`")
    named, signs = languages_in(sheets), [heading for sheet in sheets for heading in sheet.beside.get("signs", ())]
    alone = [language for language in named if not is_latin(language)]
    more = [f"; these go into a column `{h} ({la.upper()})`" for h in signs[:1] for la in named if is_latin(la)][:1]
    said = [f"the game speaks {', '.join(alone)} alone: {', '.join(signs)} has no words in others{''.join(more)}"]
    if not signs or not alone:
        lost = {language: letters for language in named if (letters := _undrawn(sheets, language))}
        alone = [language for language in named if language not in lost]
        said = [f"no font is here for {la}, so it is left out{font_with(lost[la])}" for la in lost]
    if not languages and 0 < len(alone) < len(named):
        read, other = sheets_in(source, alone, pieces, size, icons, shown, called, drawing)
        return read, [*other, *said]
    return [*sheets, *art], left


def _below(folder: Path, taken: Collection[Path]) -> list[str]:
    """What is said of sheets in the folders of one."""
    sheets = [p for p in sorted(folder.glob("[!._]*/*")) if p.suffix.lower() in (*DELIMITED, *BOOKS) and p not in taken]
    said = ", ".join(p.relative_to(folder).as_posix() for p in sheets[:_SHOWN]) + " ..." * (len(sheets) > _SHOWN)
    return [f"not taken, tables in folders: {said}; `pnp new . --from` takes one, too"] * bool(sheets)


_COUNTED = "copies in one table, so in all with its headings; in none with `--columns '{}=ignore'`"
_SHOWN = 8


def _undrawn(sheets: Sequence[TableSheet], language: str) -> str:
    """Letters of a language that no font here has; "" where they stand in few of its cells."""
    texts = (value for sheet in sheets for item in sheet.items for value in item.values() if isinstance(value, dict))
    cells = [{*str(text[language])} for text in texts if text.get(language)]
    lost = {c for c in {*chain(*cells)} if c.isalpha() and not is_set(c)}
    return "".join(sorted(lost)) if 10 * sum(not lost.isdisjoint(cell) for cell in cells) > len(cells) else ""


def languages_in(sheets: Sequence[TableSheet]) -> list[str]:
    """The languages that columns name, in their order; else the one that its letters or its small words tell."""
    texts = (value for sheet in sheets for item in sheet.items for value in item.values() if isinstance(value, dict))
    named = list(dict.fromkeys(str(language) for text in texts for language in text))
    said = [
        word
        for sheet in sheets
        for field in sheet.of("text", "one of")
        if not language_called(sheet.heading(field))  # `French` beside all others
        for word in sheet.words(field)
    ]
    heads = [sheet.heading(field) for sheet in sheets for field in sheet.fields]
    found = named or (tongues_in(said) or tongues_in(said, heads))[:1]
    heads += [words for sheet in sheets for words in sheet.beside.get("count", ())]
    return found if named else told_apart(found, said, heads)


def files_of(
    sketches: Sequence[TableSketch],
    game: str,
    title: str,
    languages: Sequence[str],
    icons: Mapping[str, Path],
    named: Sequence[str] = (),
    players: Sequence[int] = (),
    backs: Collection[tuple[str, float, float]] = (),
) -> Iterator[tuple[str, bytes]]:
    """All files of the game: (name in the project, bytes); pictures of `icons` that its texts name, or are `named`.
    `players`: the least and the most; `backs`: those that are there, and how large."""
    sketches = _shared(sketches, backs)
    sheets = [sketch.sheet for sketch in sketches]
    data, drawings = f"components/{game}", f"layouts/{game}"
    named = list(dict.fromkeys(chain(*(sheet.beside.get("icons", ()) for sheet in sheets), named)))
    yield (
        f"{data}/game.yaml",
        f"{_SCHEMA.format('game')}title: {_named(title, languages)}\nversion: v1\n"
        f"{'' if players else '# '}players: {[*players] or [2, 4]} # least and most: the cover says it\n"
        f"languages: [{', '.join(languages)}]\n{_terms(named)}".encode(),
    )
    for name in (name for name in named if name in icons):
        yield from ((f"{drawings}/icons/{file}", data) for file, data in as_icon(name, icons[name]))
    for path, content in {sheet.path: sheet.content for sheet in sheets}.items():
        yield f"{data}/{copied(path)}", content or path.read_bytes()
    for sheet, sketch in zip(sheets, sketches, strict=True):
        yield f"{data}/{sheet.id}.yaml", _set(sketch, languages).encode()
        yield f"{drawings}/{sketch.homes[0]}.svg", sketch.front[0].encode()
        if sketch.back[0]:
            yield f"{drawings}/{sketch.homes[1]}.svg", sketch.back[0].encode()
        if sheet.back:
            yield f"{drawings}/{sheet.within(sheet.back)}", sheet.back.read_bytes()
        for frame in sheet.frames[1].values():
            yield from ((f"{drawings}/{name}", own) for name, own in (*linked(frame), (frame.name, frame.read_bytes())))
    found = {path: sheet for sheet in sheets for path in _copied(sheet)}
    for path, sheet in found.items():
        home = f"{data}/{sheet.within(path)}".removesuffix(path.name)
        yield from ((f"{home}{name}", own) for name, own in (*linked(path), (path.name, path.read_bytes())))


def _shared(sketches: Sequence[TableSketch], backs: Collection[tuple[str, float, float]]) -> list[TableSketch]:
    """The sketches with the names of their templates: those of parts of one deck that are drawn alike are one, and so
    is a back that is there, if it is as large."""
    homes = dict[tuple[str, str], str](), dict[tuple[str, str], str]()
    plain = "reverse" if any("back" in one.sheet.id.split("-") for one in sketches) else "back"
    made = list[TableSketch]()
    for one in sketches:
        deck, behind = one.sheet.deck[0] or one.sheet.id, _back(one, plain)
        page = (behind, one.sheet.look.shape.width, one.sheet.look.shape.height)
        if page not in backs and any(behind == name for name, *_ in backs):
            behind = f"{one.sheet.id}-back"
        names = (
            homes[0].setdefault((deck, one.front[0]), one.sheet.id),
            homes[1].setdefault((deck, one.back[0]), behind),
        )
        made.append(replace(one, homes=names))
    return made


def _copied(sheet: TableSheet) -> list[Path]:
    """The pictures that a sheet names, and those that a word may mean which no picture is called."""
    return [*chain(*sheet.pictures.values()), *map(Path, sheet.beside.get("meant", ()))]


def _terms(icons: Sequence[str]) -> str:
    """Icons as terms in YAML."""
    members = "".join(f"      {name}: {{name: {name}, icon: {name}}}\n" for name in icons)
    head = f"terms: # {{{icons[0]}}} in a text draws the icon\n" if icons else ""
    return head + f"  icon:\n    name: icon\n    members:\n{members}" * bool(icons)


def _back(sketch: TableSketch, plain: str) -> str:
    """The template of the back: the `plain` one for all cards of a size, or the sheet's own."""
    (_, fields), sheet = sketch.back, sketch.sheet
    if fields or sheet.finished or sheet.back or sheet.deck[0]:
        return f"{sheet.id}-back"
    size, shape = sheet.look.size, sheet.look.shape
    size = f"{shape.width:.4g}x{shape.height:.4g}" if size.startswith("{") else size
    return plain if size == "poker-metric" else f"{plain}-{slug(size, NAME) or sheet.id}"


def _set(sketch: TableSketch, languages: Sequence[str]) -> str:
    sheet = sketch.sheet
    kinds = {name: kind_words(kind) + "?" * kind.optional for name, (kind, _) in sheet.fields.items()}
    lacks = _lacking(sketch)
    fields = "fields: # what the columns hold; `pnp explain text` and so on says more\n" + "".join(
        f"  {name}: {words if words.rstrip('?').isalpha() else quoted(words)}"
        + (f" # on no piece: {lacks[name]}\n" if name in lacks else "\n")
        for name, words in kinds.items()
    )
    look, behind = sheet.look, sketch.homes[1] * bool(sketch.back[0])
    is_hex = "top: point" in look.size
    more = "for a flat top write `top: flat`, then `pnp resize`" if is_hex else "`pnp docs layouts` has more"
    return (
        _SCHEMA.format("set") + f"id: {sheet.id}\nname: {_named(sheet.name, languages)}\nkind: {look.kind}\n"
        f"size: {look.size} # {_measures(look.shape)}; {more}\nlayout: {quoted(sketch.homes[0])}\n"
        + (f"back: {quoted(behind)}\n" if behind else "")
        + "stamp: slug # in the margin: finished faces bear none\n" * bool(sheet.finished)
        + (_EXPECT.format(_pieces(sheet)) if not _uncounted(sheet) else "")
        + f"from: {pages.source_in(sheet, languages)}\n{fields if kinds else ''}"
    )


def _lacking(sketch: TableSketch) -> dict[str, str]:
    """The fields that no side draws, and why."""
    sheet, placed = sketch.sheet, (*sketch.front[1], *sketch.back[1], *sketch.sheet.beside.get("turned", ()))
    shown = {*placed, *(f.removesuffix(SIGN) for f in placed if sketch.drawing)}
    left = [f for f in sheet.fields if f not in shown and not sheet.finished]
    lacks = f"{sketch.drawing} has nothing called so that can show it" if sketch.drawing else _NO_ROOM
    return {f: "the same on all" if is_idle(sheet, f) else lacks for f in left}


_EXPECT = "# expect: {} # say how many there must be, and the count is checked\n"
_MANY = 1000
"""For so many rows sizes are tried."""
_NO_ROOM = "no room on it"
_ROOMY = "`--size {}` has room for all of it"
_FULL = "no usual size has room for all of it: `--columns {}` leaves out what has none{}"
_OTHERS = "; to have some of it, leave out others instead: {}"


def _pieces(sheet: TableSheet) -> int:
    return sum(n if isinstance(n := item.get("count"), int) else 1 for item in sheet.items)


def _uncounted(sheet: TableSheet) -> str:
    """What is told of copies that are no numbers."""
    said = (str(item["count"]) for item in sheet.items if not isinstance(item.get("count", 1), int))
    words = ", ".join(f"`{one}`" for one in dict.fromkeys(said))
    return f", {words} as one" * bool(words)


def _left_out(sheet: TableSheet) -> str:
    """What is told of rows of which there is none."""
    none = [item for item in sheet.items if item.get("count") == 0]
    names = [next((in_one_language(value) for key, value in item.items() if key != "count"), "") for item in none]
    return f", none of {len(none)} with 0: {', '.join(names[:_CELLS])}{' ...' * bool(names[_CELLS:])}" * bool(none)


def _named(words: str, languages: Sequence[str]) -> str:
    """What a file is called, as YAML: one name for all languages, also for those written in letters beside others."""
    is_foreign = len({*map(is_latin, languages)}) > 1 and has_japanese(words)
    return quoted(words[:1].upper() + words[1:]) + (" # pnp: accept L003 the name of its file" if is_foreign else "")


def _measures(shape: Shape) -> str:
    return f"{shape.width:.4g} x {shape.height:.4g} mm"


def import_report(sketches: Sequence[TableSketch], left: Sequence[str]) -> Iterator[str]:
    """What became of each sheet and each column, in plain lines."""
    for sketch in sketches:
        sheet, roles, pairs = sketch.sheet, sketch.roles, sketch.pairs
        rows = f"{len(sheet.items)} {'picture' if sheet.finished else 'row'}{'s' * (len(sheet.items) != 1)}"
        yield f"{sheet.name}: {rows}, each a {sheet.look.kind}, {_measures(sheet.look.shape)}"
        placed, behind = sketch.front[1], sketch.back[1]
        said = {"name": roles.title, "picture": roles.picture, "colour": roles.ink, "text": roles.body}
        said = {} if pairs else {w: f for w, f in said.items() if w != "colour" or is_hue(sketch.front[0], f)}
        head = {field: pages.headings_of(sheet, field) for field in sheet.fields}
        foreign, lacks = sheet.beside.get("foreign", ()), _lacking(sketch)
        lines = {
            "count": [
                f"{words}, {_pieces(sheet)} piece{'s' * (_pieces(sheet) != 1)} in all"
                + _uncounted(sheet)
                + _left_out(sheet)
                for words in sheet.beside.get("count", ())
            ]
            or ["no column, so one of each"],
            **{what: [head[field]] for what, field in said.items() if field and field in placed},
            "in two halves": [f"{head[one]} and {head[other]}" for one, other in pairs.items()],
            "id": sheet.beside.get("id", ()),
            "also drawn": [head[f] for f in head if f in placed and f not in (*said.values(), *pairs, *pairs.values())],
            "on the back": [head[f] for f in behind if f not in sheet.beside.get("turned", ())],
            "says which have a back": [head[f] for f in sheet.beside.get("turned", ())],
            **{why: [head[f] for f in lacks if lacks[f] == why] for why in dict.fromkeys(lacks.values())},
            "in a language not asked for": foreign,
            f"alike in {', '.join(sheet.languages)}": [head[f] for f in untranslated(sheet) if f in placed],
            "icons in its texts, terms of game.yaml": [f"{{{icon}}}" for icon in sheet.beside.get("icons", ())],
            "printed on no piece": [h for h in sheet.beside["notes"] if h not in (*foreign, *head.values())],
            "not read": sheet.beside["unread"],
            "frame": dict.fromkeys(frame.name for frame in sheet.frames[1].values()),
            "back": [sheet.within(sheet.back)] if sheet.back and not sheet.finished else [],
            "pictures copied": dict.fromkeys(map(sheet.within, _copied(sheet))),
            "pictures not found": [word for word in sheet.beside["lost"] if not _is_unshown(word)],
            "no picture is called so, so they have none": sheet.beside["bare"],
            f"{_NO_PICTURE}; save them as PNG or SVG": [*filter(_is_unshown, sheet.beside["lost"])],
        }
        for what, words in lines.items():
            if words:
                yield f"  {what}: {', '.join(list(words)[:8])}" + (f" ... ({len(words)})" if len(words) > 8 else "")
        if _NO_ROOM in lacks.values() and len(sheet.items) <= _MANY:
            without = [f for f in lacks if lacks[f] == _NO_ROOM]
            size = roomy_size(sketch, without)
            ignored = shlex.quote(",".join(f"{head[f]}=ignore" for f in without))
            others = _OTHERS.format(", ".join(lines["also drawn"])) * bool(lines["also drawn"])
            yield "  " + (_ROOMY.format(size) if size else _FULL.format(ignored, others))
        yield from (f"  {note}" for note in sheet.notes[:_NOTED])
        if left_out := sheet.notes[_NOTED:]:
            yield f"  {left_out[0]}" if len(left_out) == 1 else f"  and {len(left_out)} more notes like these"
        if sheet.beside["lost"]:
            yield "  `pnp build --draft` prints crossed boxes for pictures that are missing"
    yield from left


def letters_report(sketches: Sequence[TableSketch], words: Sequence[str]) -> tuple[list[str], bool]:
    """What is said of letters and signs of pieces, and of other `words` (rules), that no font has; and if there are
    such, which stop a build."""
    said = [
        (word, f"{sheet.fields[f][1]} of `{in_one_language(item.get(one.roles.title, word))[:_SAID]}`")
        for one, sheet in ((one, one.sheet) for one in sketches)
        for f in sheet.of("text", "one of", "word", "list")
        for item in sheet.items
        if not (word := in_one_language(item.get(f, ""))).isascii()
    ]
    said += [(word, "rules") for word in words if not word.isascii()]
    bare = sorted(c for c in {*chain(*(word for word, _ in said))} if _is_drawn(c) and not is_set(c))
    leftward, lacked = ("".join(c for c in bare if is_leftward(c) is way) for way in (True, False))
    told = []
    if lacked:
        own = [*dict.fromkeys(where for word, where in said if not {*lacked}.isdisjoint(word))]
        at = f"{', '.join(own[:_CELLS])}{' ...' * (len(own) > _CELLS)}"
        where = "make its folder layouts/fonts/, and copy one there"
        told.append(f"no font is here for {lacked[:8]} ({at}): {where}{font_with(lacked)}")
        told.append("  `pnp build --draft` prints empty boxes for them")
    if leftward:
        first = next(word for word, *_ in said if leftward[0] in word)[:_SAID]
        told.append(
            f"`{first}`: lines from right to left cannot be set; draw such words as pictures, or empty these cells"
        )
    return told, bool(bare)


def _is_drawn(letter: str) -> bool:
    """True for what is to be seen, and joins nothing else."""
    return unicodedata.category(letter)[0] not in "CZM" or unicodedata.category(letter) in ("Cn", "Co")
