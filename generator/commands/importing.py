"""Tables, or a folder of pictures -> the files of a game, or more sets of one that stands.

What `pnp new --from` does: each row is a piece, each sheet a set. Promise: nothing that was there before is touched.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from generator.commands.options import one_of
from generator.commands.shell import usage_error
from generator.data.model import Game
from generator.diagnostics.findings import Fault, Unreadable, did_you_mean
from generator.project import BUNDLED, TABLES, Project, common_icons, find_project
from generator.values import Struct, replace

if TYPE_CHECKING:
    from generator.scaffold.tablesheet import TableSheet
    from generator.scaffold.template import TableSketch


class ImportedGame(Struct, frozen=True):
    """Files of a game (name in the project, bytes), the languages that it speaks, what is said of them, and what
    makes the first sheets and rules of them."""

    files: Sequence[tuple[str, bytes]]
    languages: Sequence[str]
    told: Sequence[str]
    then: Sequence[str]


class Request(Struct, frozen=True):
    """What is asked for: tables, the pictures of a folder or a picture, whose rows are pieces; what these are, and how
    large; the languages (else those of the game that is `there`, that the columns name or the words tell, else the
    user's `own`); where the `game` will stand; a `drawing` for the front of what its objects are called for, and what
    headings are taken for (`called`)."""

    table: Path
    kind: str | None
    size: str | None
    languages: Sequence[str]
    own: str
    folder: Path
    game: str
    there: Game | None
    drawing: Path | None
    called: Mapping[str, str]


def imported(order: Request) -> ImportedGame:
    """The game that is asked for."""
    from generator.scaffold.gridded import sheets_cut
    from generator.scaffold.notes import notes_joined

    with notes_joined(order.table) as text, sheets_cut(text, order.kind or "") as (source, cut):
        is_joined = text != order.table
        made = _imported(replace(order, table=source, kind=order.kind or ("cards" if is_joined else None)))
    joined = f"the notes in {order.table.name}/: joined in one text, edit that"
    return replace(made, told=[*[joined] * is_joined, *cut, *made.told])


def _imported(order: Request) -> ImportedGame:
    from generator.commands.drawings import drawings_for, sketches_of
    from generator.scaffold.draft import draft_in, rules_yaml
    from generator.scaffold.foreign import icons_in, icons_near
    from generator.scaffold.game import files_of, languages_in
    from generator.scaffold.languages import tongues_in
    from generator.scaffold.pages import title_of
    from generator.scaffold.report import import_report, letters_report
    from generator.scaffold.sizes import PIECES, linked, pieces_called
    from generator.words import read_words

    table, there, kind, game, size = order.table, order.there, order.kind, order.game, order.size
    languages = order.languages or (there.languages if there else ())
    aliases = {"board": "boards", **{name[:-1]: name for name in PIECES}}
    pieces = one_of("--kind", aliases.get(kind, kind), PIECES) if kind else ""
    _refuse(table)
    if made := _of_counters(order, languages or (order.own,)):
        return made
    drawn = icons_near(table)
    given = drawings_for(order.drawing, pieces, size)
    icons = there.terms if there else dict.fromkeys((*drawn, *(path.stem for path in common_icons())))
    sheets, left = _sheets_of(order, languages, (pieces, given.size or ""), icons, given.shown())
    rules = draft_in(table, icons, {sheet.table: sheet.id for sheet in sheets})
    is_new = not (there and there.sections)
    if not sheets and not (rules.chapters and is_new):
        _refuse_empty(table, there if rules.chapters else None)
    spoken_ = languages or languages_in(sheets) or tongues_in(rules.words())[:1] or (order.own,)
    title = rules.title or title_of(order.folder.resolve(), *([] if sheets and sheets[0].finished else [table]))
    then = ["build"] * bool(sheets) + ["rules --format pdf"] * bool(rules.chapters and is_new)
    sheets = [replace(sheet, languages=tuple(spoken_)) for sheet in sheets]
    sketches, drawings = sketches_of(sheets, given, pieces, size)
    letters, is_bare = letters_report(sketches, rules.words() * is_new)
    faults = {"pictures are missing": any(s.beside["lost"] for s in sheets), "no font has some letters": is_bare}
    faults["some words do not fit"] = any(one.sheet.beside.get("crowded") for one in sketches)
    if sheets and any(faults.values()):
        then[0] += f" --draft  # {', '.join(why for why in faults if faults[why])}"
    named, players = icons_in(rules.words(), icons), rules.players(spoken_[0])
    backs = {*_backs(find_project(order.folder), there)} if there else ()
    files = dict(files_of(sketches, game, title, spoken_, {} if there else drawn, named, players, backs))
    files = {**{f"layouts/{game}/{name}": data for one in drawings for name, data in linked(one.path)}, **files}
    if rules.chapters and is_new:
        overview = read_words(Project(BUNDLED), spoken_[0])["rules.overview"]
        files[f"components/{game}/rules.yaml"] = rules_yaml(rules, overview).encode()
        files |= {} if sheets or there else {f"layouts/{game}/README.md": _LAYOUTS}
    asked = [words for words in (f"--kind {kind}" * bool(kind), f"--size {size}" * bool(size)) if words and not sheets]
    left += [f"{words}: {_NO_PIECES} {table.name}{_HEADED * (table.suffix == '.md')}" for words in asked]
    if not (sheets or asked or there) and pieces_called(table.stem):
        left.append(f"{table.name}: {_NO_NAMES}")
    left += [*_not_reached(sketches, size, order.drawing), *_not_taken(there, rules.title, players)]
    told = [*import_report(sketches, left), *letters, *rules.report(is_taken=is_new)]
    return ImportedGame([*files.items()], spoken_, told, then)


_NO_PIECES = "of no effect, as there are rules and no pieces in"
_NO_NAMES = "no pieces found in it, so it is rules; in a .md with `## Name` above each text these are pieces"
_HEADED = "; with `--kind` and `## Name` above each it is one"


def _not_reached(sketches: Sequence[TableSketch], size: str | None, drawing: Path | None) -> Iterator[str]:
    """What is told of pieces of several for which a size or a drawing is not."""
    from generator.scaffold.sizes import look_of, pieces_called

    own = [(s.name, pieces_called(s.name), s.look.size) for s in (one.sheet for one in sketches)]
    kept = [name for name, kind, so in own if kind not in ("", "cards") and so == look_of(kind, "").size]
    drawn = [one.drawing for one in sketches]
    bare = [one.sheet.name for one in sketches if not one.drawing]
    if size and 0 < len(kept) < len(sketches):
        yield f"--size {size}: not for {', '.join(kept)}, as large as such pieces are (`size:` in their files)"
    if drawing and any(drawn) and bare:
        yield f"{drawing.name}: not for {', '.join(bare)}, drawn from the table"


def _not_taken(there: Game | None, title: str, players: Sequence[int]) -> Iterator[str]:
    """What a draft says that stands in the game.yaml of the game that is there, or should."""
    from generator.scaffold.source import quoted

    said = [f"title: {quoted(title)}"] if title and there and title not in there.title.words.values() else []
    said += ["players: [{}, {}]".format(*players)] if players and there and not there.is_for else []
    if said:
        yield f"not taken: {', '.join(f'`{words}`' for words in said)}; write into game.yaml what is so of the game"


def _of_counters(order: Request, languages: Sequence[str]) -> ImportedGame | None:
    """The game of a table whose headers name templates of a drawing, as the countersheets extension takes them."""
    from generator.scaffold.countersheets import counter_sheets
    from generator.scaffold.game import files_of
    from generator.scaffold.pages import title_of
    from generator.scaffold.report import import_report
    from generator.scaffold.sizes import linked

    source, game = order.table, order.game
    tables = [p for p in source.iterdir() if p.suffix.lower() in TABLES] if source.is_dir() else [source]
    if len(tables) != 1:
        return None
    (table,) = tables
    try:
        made = counter_sheets(table, order.drawing, order.there.sets if order.there else ())
    except (Fault, Unreadable, OSError):
        return None  # told where these are read by themselves
    if made is None:
        return None
    sketches = [replace(one, sheet=replace(one.sheet, languages=tuple(languages))) for one in made.sketches]
    pictures = {f"layouts/{game}/{name}": data for name, data in linked(made.drawing)}
    files = dict(files_of(sketches, game, title_of(order.folder.resolve(), table), languages, made.icons))
    told = [f"{table.name} and {made.drawing.name}: read as those of the countersheets extension for Inkscape"]
    lacks = "{}: {} has none called so, so what is for it is left out, {} of the rows"
    told += import_report(sketches, [lacks.format(base, made.drawing.name, n) for base, n in made.lacking.items()])
    lost = any(one.sheet.beside["lost"] for one in sketches)
    then = ["build --draft  # pictures are missing" if lost else "build"]
    return ImportedGame([*{**pictures, **files}.items()], languages, told, then)


def _sheets_of(
    order: Request, languages: Sequence[str], what: tuple[str, str], icons: Collection[str], shown: Collection[str]
) -> tuple[list[TableSheet], list[str]]:
    """The sheets that the game, if it is `there`, does not read yet, and what is said of others; `what` the pieces are,
    and their size; `shown`: what drawings call. Leaves with 2 where that is none, or a folder has nothing."""
    from generator.data.reading.folders import ENDINGS
    from generator.data.reading.grid import plain
    from generator.face.shapes import read_sizes
    from generator.scaffold.game import sheets_in
    from generator.scaffold.pages import is_back

    table, there = order.table, order.there
    known = {plain(heading): words for heading, words in order.called.items()}
    asked = (table, languages, *what, icons, shown, known, order.drawing)
    try:
        sheets, left = sheets_in(*asked)
    except ValueError:
        if not what[1]:
            raise
        names = list(read_sizes(Project(BUNDLED)))
        hint = f"write `--size 63x88`, `--size 25mm`, or a name: {', '.join(f'`{name}`' for name in names[:9])} ..."
        usage_error(f"--size takes a size; found `{what[1]}`", did_you_mean(what[1], names, hint))
    _refuse_unknown(order.called, sheets, [*map(plain, shown)])
    if not sheets and table.is_dir():
        hint = "; ".join([f"name a folder of PNG, JPEG or SVG pictures, or of {', '.join(TABLES)}", *left])
        found = sorted(p for p in table.rglob("*") if p.suffix.lower() in ENDINGS and is_back(p))
        backs = [p.relative_to(table).as_posix() for p in found]
        only = f" but {', '.join(backs[:4])}, called as a back of cards: put their fronts beside it" * bool(backs)
        usage_error(f"`{table}` has no pictures{only}", hint)
    if there and sheets:
        home = find_project(order.folder).root / there.folder
        is_apart = any(sheet.finished and sheet.id in there.sets for sheet in sheets)
        sheets = _unread(sheets, home, there)
        if is_apart:
            sheets, left = sheets_in(*asked, is_apart=True)
            sheets = _unread(sheets, home, there)
    return sheets, left


def _refuse_unknown(called: Mapping[str, str], sheets: Iterable[TableSheet], shown: Collection[str]) -> None:
    """Leaves with 2 if no table has a heading that is to be taken for something, or that is nothing which a column can
    be; drawings may call their objects so."""
    from generator.data.lexicon import table_words
    from generator.data.reading.grid import plain
    from generator.scaffold.meanings import is_meaning

    found = {plain(heading) for sheet in sheets for heading in sheet.beside.get("called", ())}
    heads = {h: None for s in sheets for h in (*(head for _, head in s.fields.values()), *chain(*s.beside.values()))}
    for heading in (name for name in called if plain(name) not in found):
        known = ", ".join(f"`{name}`" for name in heads if name)
        usage_error(f"no column is called `{heading}`", did_you_mean(heading, heads, f"its columns: {known}"))
    for heading, word in called.items():
        if not (is_meaning(word) or plain(word) in shown):
            roles = table_words("roles")
            hint = did_you_mean(word, (*roles, *shown), f"write one of these: {', '.join(roles)}")
            usage_error(f"no column can be `{word}`: `{heading}={word}`", hint)


def _refuse_empty(table: Path, game: Game | None) -> NoReturn:
    """Leaves with 2: nothing is a piece; the rules that it has are of a game that keeps its own."""
    if game is None:
        usage_error(f"`{table}` has no rows", "name the columns in the first row, and write a card in each row below")
    own, named = f"{game.folder}/rules.yaml", shlex.quote(str(table))
    hint = (
        f"edit `{own}`; or make a project of the new draft (`pnp new DIR --from {named}`), and put its rules.yaml there"
    )
    usage_error(f"`{table}` has no tables, and the game `{game.id}` has rules, which stay as they are", hint)


_LAYOUTS = b"Drawings (SVG) of what is printed stand here: `pnp docs layouts`.\n"


_HINTS = {
    (".pdf",): "save the pages of cards as pictures (`pdftoppm -r 300 -png`) in a folder, and name that; "
    "a text as Markdown",
    ("://",): "download it first (Google Sheets: File, Download, Microsoft Excel), and name that file",
    (".zip", ".7z", ".rar"): "unpack it, and name the table in it, or its folder",
    (".docx", ".doc", ".odt", ".rtf", ".gdoc", ".pages"): (
        "save it as Markdown (Google Docs: File, Download; else `pandoc -t gfm`)"
    ),
}
"""What to do with files of other endings."""


def _refuse(table: Path) -> None:
    """Leaves with 2 if it is neither a table nor a folder."""
    from generator.data.reading.folders import ENDINGS as PICTURES
    from generator.data.reading.folders import meant_table, with_ending

    if not table.is_dir() and (not table.is_file() or table.suffix.lower() not in (*TABLES, *PICTURES)):
        what = f"`{table}` is no table that is read" if table.is_file() else f"there is no file `{table}`"
        read = f"what is read ends in {', '.join(TABLES)}"
        usual = f"save it as .xlsx or CSV; {read}" if table.is_file() else meant_table(table) or read
        if named := with_ending(table):
            usual = f"its name has no ending: call it `{named}`"
        ending = "://" if re.match("https?:/", str(table)) else table.suffix.lower()
        usage_error(what, next((hint for endings, hint in _HINTS.items() if ending in endings), usual))


def standing_game(folder: Path) -> Game | None:
    """The game that gets more sets: the only one of the project that is this folder, or the one whose folder it is."""
    from generator.data.build import read_game

    project, here = find_project(folder), folder.resolve()
    games = project.games()
    if here == project.root and len(games) > 1:
        hint = f"name the folder of one: `pnp new components/{games[0]} --from ...`"
        usage_error(f"`{folder}` has {len(games)} games", hint)
    chosen = next((game for game in games if here in (project.root, project.components / game)), None)
    if chosen is None:
        return None
    found, findings = read_game(project, chosen, lenient=True)
    if found is None:
        raise Fault(*findings)
    return found


def _unread(sheets: Sequence[TableSheet], home: Path, game: Game) -> list[TableSheet]:
    """The sheets that no set of the game, whose folder is `home`, reads; none is called as a set or a file of it is."""
    from generator.scaffold.game import with_own_names
    from generator.scaffold.pages import copied

    files = {name: {Path(item.mark.file).name for item in one.items} for name, one in game.sets.items()}
    every = {*chain(*files.values())}
    tables = {s.id: every if s.finished else {copied(s.path)} & files.get(s.id, set()) for s in sheets}
    read = [sheet for sheet in sheets if _is_there(sheet, home, tables[sheet.id])]
    new = [sheet for sheet in sheets if sheet not in read]
    if not new:
        ids = ", ".join(f"`{sheet.id}`" for sheet in sheets)
        hint = "`pnp build` prints new rows; to have it drawn anew, take its .yaml and its .svg away"
        usage_error(f"{ids} of the game `{game.id}` reads this table", hint)
    used = {"back", *game.sets, *(Path(name).stem for name in game.sources if name.endswith(".yaml"))}
    return with_own_names(new, used)


def _backs(project: Project, game: Game) -> Iterator[tuple[str, float, float]]:
    """The templates of a game's backs, with the sizes of their pieces (mm)."""
    from generator.layout.assets import Studio

    studio = Studio(project, draft=True)
    for owner, item in ((one, item) for one in game.sets.values() for item in one.items):
        if name := owner.template(item, "back"):
            with suppress(Fault):  # told by check
                shape = studio.shape(owner.size_of(item), owner.mark)
                yield name, shape.width, shape.height


def _is_there(sheet: TableSheet, home: Path, tables: Iterable[str]) -> bool:
    """True if one of these tables in a folder is its own as it is, and finished pictures lie there."""

    def holds(name: str, data: bytes) -> bool:
        return (home / name).is_file() and (home / name).read_bytes() == data

    shown = chain(*sheet.pictures.values()) if sheet.finished else ()
    data = sheet.content or sheet.path.read_bytes()
    return any(holds(name, data) for name in tables) and all(holds(sheet.within(p), p.read_bytes()) for p in shown)


def add_sets(project: Project, game: Game, made: Sequence[tuple[str, bytes]], *, is_drawn: bool) -> str:
    """Puts more sets into a game; gives their ids, as `--only` takes them. What is there already stays as it is, also
    a template; but where somebody has drawn the fronts, another in their place is told."""
    from generator.data.build import SCHEMAS
    from generator.files import write_all

    there = {name: (project.root / name).read_bytes() for name, _ in made if (project.root / name).is_file()}
    own = {Path(name).stem for name, _ in made if Path(name).match(f"{game.folder}/*.yaml")}
    templates = [name for name in there if name.startswith("layouts/") and name.endswith(".svg")]
    kept = (f"{game.folder}/game.yaml", *(t for t in templates if not (is_drawn and Path(t).stem in own)))
    new = [(name, data) for name, data in made if name not in kept and there.get(name) != data]
    for name, _ in new:
        if name in there:
            hint = "put yours in its place to print other rows of that set, or give it another name"
            usage_error(f"`{name}` is there already, and says something else", hint)
    write_all(project.root, new)
    sets = (Path(name).stem for name, _ in new if Path(name).match(f"{game.folder}/*.yaml"))
    return ",".join(name for name in sets if f"{name}.yaml" not in SCHEMAS)
