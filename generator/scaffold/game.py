"""A table, a folder of tables or of pictures -> the files of a game: sets, their templates, what they show.

Promise: whatever it was made of, a game is written in one way; pictures go in as they are. What became of each
column is told by `report.py`.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from xml.sax.saxutils import quoteattr

from generator.data.build import SCHEMAS
from generator.data.lexicon import has_japanese, is_latin
from generator.data.reading.aliases import language_called
from generator.data.reading.folders import ENDINGS, with_ending
from generator.data.reading.grid import plain
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME, kind_words
from generator.project import BOOKS, DELIMITED
from generator.scaffold import pages
from generator.scaffold.copies import counted_alike, with_copies
from generator.scaffold.decks import with_decks
from generator.scaffold.finished import decks_in
from generator.scaffold.foreign import as_icon
from generator.scaffold.kinds import template_beside, templates_near
from generator.scaffold.languages import told_apart, tongues_in
from generator.scaffold.measures import is_set
from generator.scaffold.pages import LANGUAGES, copied, tables_in
from generator.scaffold.report import NO_PICTURE, copied_files, is_unshown, lacking, measures_of, pieces_in, uncounted
from generator.scaffold.sizes import linked, look_of, pieces_called
from generator.scaffold.source import quoted
from generator.scaffold.tables import read_table_sheets
from generator.scaffold.tablesheet import TableSheet
from generator.scaffold.template import TableSketch, enlarged
from generator.typeset.setting import font_with
from generator.values import replace

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
    left += [*_below(source, paths), *(templates_near(source) if sheets and not drawing else [])]
    drawings, unshown = [n for n in others if n.lower().endswith(".svg")], [*filter(is_unshown, others)]
    left += [f"not taken, {NO_PICTURE}: {', '.join(unshown)}; save them as PNG or SVG"] if unshown else []
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
    """What is said of sheets in the folders of one; nothing of a file."""
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
        if sheet.back and quoteattr(sheet.within(sheet.back)) in sketch.front[0] + sketch.back[0]:
            yield f"{drawings}/{sheet.within(sheet.back)}", sheet.back.read_bytes()
        for frame in sheet.frames[1].values():
            yield from ((f"{drawings}/{name}", own) for name, own in (*linked(frame), (frame.name, frame.read_bytes())))
    found = {path: sheet for sheet in sheets for path in copied_files(sheet)}
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
    lacks = lacking(sketch)
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
        f"size: {look.size} # {measures_of(look.shape)}; {more}\nlayout: {quoted(sketch.homes[0])}\n"
        + (f"back: {quoted(behind)}\n" if behind else "")
        + "stamp: slug # in the margin: finished faces bear none\n" * bool(sheet.finished)
        + "stamp: slug # in the margin: on a hex it would look like its number\n"
        * (look.shape.kind == "polyhex" and not sheet.finished)
        + (_EXPECT.format(pieces_in(sheet)) if not uncounted(sheet) else "")
        + f"from: {pages.source_in(sheet, languages)}\n{fields if kinds else ''}"
    )


_EXPECT = "# expect: {} # say how many there must be, and the count is checked\n"


def _named(words: str, languages: Sequence[str]) -> str:
    """What a file is called, as YAML: one name for all languages, also for those written in letters beside others."""
    is_foreign = len({*map(is_latin, languages)}) > 1 and has_japanese(words)
    return quoted(words[:1].upper() + words[1:]) + (" # pnp: accept L003 the name of its file" if is_foreign else "")
