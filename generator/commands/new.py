"""The command `new`: the files of starter/, and the schemas for editors -> a folder that is a project of its own.

The game takes the folder's name as an id, or is `my-game` if none can be made of it; it speaks the languages asked for,
or the user's. What comes of `--from` stands in importing.py. Promise: all files or none, and nothing that was there
before is touched.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shlex
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from generator.commands.app import command
from generator.commands.importing import Request, add_sets, imported, standing_game
from generator.commands.options import WRITTEN, listed, one_of, one_word, users_locale, written_in
from generator.commands.shell import Settings, show, usage_error
from generator.data.lexicon import base_of_language, in_languages, tag_of
from generator.project import BUNDLED, TABLES, Project, find_project

STARTER = Path(__file__).resolve().parent / "starter"
"""A folder for each kind: a whole project, in plain files."""
GAME = "my-game"
"""What the game in it is called."""
KINDS = sorted(p.name for p in STARTER.iterdir() if p.is_dir())
OF_TABLES = ("tokens", "tiles", "standees")
"""What only a spreadsheet is made into."""
LETTER = ("US", "CA", "MX", "PH", "CL", "CO")
"""Countries whose printers hold Letter."""

Template = Annotated[
    Path | None,
    Option(metavar="FILE", help="Your drawing (SVG) of a piece in --from, or a picture of the frame of its cards."),
]
Columns = Annotated[
    str | None,
    Option(metavar="A=B", help="What headings in --from are to be taken for: Notes=text,Letter=name,Key=ignore."),
]


@command(
    """
    pnp new my-game
    pnp new my-game --kind hexes --lang en --paper letter
    pnp new my-deck --from deck.xlsx           each row a card, each sheet a set
    pnp new my-deck --from deck.xlsx --size mini-euro
    pnp new my-war --from units.csv --kind counters --size 5/8in
    pnp new my-deck --from art                 each picture a card, back.png their back
    pnp new . --from spells.csv                in a project: its game gets one set more
    """
)
def new(
    folder: Annotated[Path, Argument(metavar="DIR", hidden=True)],
    kind: Annotated[
        str | None,
        Option(
            metavar="KIND",
            help=f"What to start from: {one_word(KINDS)[:-1]}; else mini. With --from also {', '.join(OF_TABLES)}.",
        ),
    ] = None,
    lang: Annotated[str | None, Option(metavar="LANG", help="Language, or comma list; else yours.")] = None,
    table: Annotated[
        Path | None,
        Option(
            "--from",
            metavar="FILE",
            help="A spreadsheet, a folder of them or of pictures: each row a piece. A draft (.md, .txt): also rules.",
        ),
    ] = None,
    size: Annotated[
        str | None,
        Option(metavar="SIZE", help="Of the pieces in --from: a named size, 63x88, 2.5x3.5in, 25mm."),
    ] = None,
    template: Template = None,
    columns: Columns = None,
    paper: Annotated[str | None, Option(metavar="PAPER", help="a4, letter ...; else that of your country.")] = None,
) -> None:
    """Start a project of your own in DIR.

    A small game that builds at once. DIR must be new, or empty; with --from also a project, whose game gets more sets.
    """
    from generator.sheet.sheet import read_papers

    folder = Settings.folder / folder if Settings.folder else folder
    words, country = users_locale()
    asked = _tags(lang)
    chosen = one_of("--paper", paper, read_papers(Project(BUNDLED))) if paper else _usual(country)
    if table is None:
        _refuse_of_tables(size, template, kind, columns)
        game = _start_project(folder, one_of("--kind", kind or "mini", KINDS), asked or (words,), chosen)
        _tell_made(folder, f"a project with the game `{game}`")
        _tell_project(asked or (words,), is_told=bool(lang), is_starter=True)
        return
    there = standing_game(folder)
    game = there.id if there else _free(folder)
    order = Request(table, kind, size, asked, words, folder, game, there, template, _called(columns))
    made = imported(order)
    if there:
        only = add_sets(find_project(folder), there, made.files, is_drawn=template is not None)
        then = [words.replace("build", f"build --only {only}") for words in made.then]
        _tell_made(folder, f"the game `{game}` has {only or 'rules'} besides", made.told, then)
    else:
        _write_project(folder, game, made.languages, chosen, made.files, asked)
        _tell_made(folder, f"a project with the game `{game}`", made.told, made.then)
    names = [name for name, _ in made.files]
    if _is_copied(table, names) and not table.resolve().is_relative_to(find_project(folder).root / "components"):
        _tell_copied(game, is_draft=table.is_file() and f"components/{game}/rules.yaml" in names)
        _tell_ways(made.files, is_asked=bool(columns))
    if not there:
        _tell_project(made.languages, is_told=bool(lang), is_starter=False)


def _tell_ways(files: Sequence[tuple[str, bytes]], *, is_asked: bool) -> None:
    """Says what to do where a column is not what it seems, or a table no set."""
    if not is_asked:
        show(_ANEW)
    if sum(b"schema/set.json" in data[:80] for _, data in files) > 1:
        show("A set too many? Delete its .yaml there. No cards? Call its sheet Counters, Tiles ..., in a new folder.")


_ANEW = "Is a column something else? `--columns HEADING=text` (or name, count, cost ..., ignore) in a new folder."


def _is_copied(table: Path, names: Sequence[str]) -> bool:
    """True if a table, or one of a folder, is among files."""
    from generator.scaffold.pages import copied

    paths, own = table.iterdir() if table.is_dir() else [table], [Path(name).name for name in names]
    return any(path.suffix.lower() in TABLES and copied(path) in own for path in paths)


def _tell_copied(game: str, *, is_draft: bool) -> None:
    show(f"Your table is copied into components/{game}/: edit that copy.")
    if is_draft:
        show("Its rules went into rules.yaml: edit them there, the copy is read for its table alone.")


def _tell_made(folder: Path, what: str, told: Sequence[str] = (), then: Sequence[str] = ("build",)) -> None:
    """Says what was made, and how it is checked; `then`: what follows."""
    show(f"{folder}: {what}\n")
    for line in [*told, *[""] * bool(told)]:
        show(line)
    root = find_project(folder).root
    home = root if folder.resolve() != root else folder  # a game's own folder: its project
    place = "" if root == Path.cwd() else f"    cd {shlex.quote(str(home))}\n"
    show(place + "".join(f"    pnp {words}\n" for words in ("check", *then)))


def _tell_project(languages: Sequence[str], *, is_told: bool, is_starter: bool) -> None:
    from generator.words import unsaid

    show("README.md in it says what to edit.")
    if len(languages) > 1 and not (is_told or is_starter):
        show(f"The game speaks {', '.join(languages)}: `pnp build --lang all` prints all.")
    for language in languages:
        if is_starter and written_in(language) != base_of_language(language):
            show(f"The game's texts in `{language}` are English to begin with: write yours in their place.")
        if unsaid(Project(BUNDLED), language):
            own = "`pnp schema words` prints a layouts/words.yaml to be filled in"
            show(f"What the tool itself prints is English in `{language}`: {own}.")


def _refuse_of_tables(size: str | None, template: Path | None, kind: str | None, columns: str | None) -> None:
    if size or template or columns or kind in OF_TABLES:
        what = "--size" if size else "--template" if template else "--columns" if columns else f"--kind {kind}"
        usage_error(f"{what} is for --from", "name a spreadsheet: `--from deck.xlsx`")


def _called(columns: str | None) -> dict[str, str]:
    """What headings are to be taken for."""
    from generator.data.reading.grid import plain

    found = {}
    for one in listed("--columns", columns) if columns else ():
        heading, sign, word = one.rpartition("=")
        if not (sign and plain(heading) and plain(word)):
            usage_error(f"--columns takes HEADING=WORD; found `{one}`", "write `--columns Notes=text,Key=ignore`")
        found[heading.strip()] = word.strip()
    return found


def _tags(lang: str | None) -> list[str]:
    """The languages asked for."""
    tags = [tag_of(word) for word in listed("--lang", lang)] if lang else []
    for tag in tags:
        if not re.fullmatch("[a-z]{2,3}(-[A-Za-z0-9]+)*", tag):
            usage_error(f"--lang takes language codes; found `{tag}`", "write `--lang en`, or `--lang ja,en`")
    return tags


def _usual(country: str) -> str:
    return "letter" if country in LETTER else "a4"


def _start_project(folder: Path, kind: str, languages: Sequence[str], paper: str) -> str:
    """Makes a project in a new or empty folder; gives the id of its game. Leaves with 2 if the folder is in use."""
    game = _free(folder)
    base = STARTER / kind
    files = sorted(p for p in base.rglob("*") if p.is_file())
    own = [(_named(p.relative_to(base), game).as_posix(), _worded(p, languages).encode()) for p in files]
    _write_project(folder, game, languages, paper, own, languages)
    return game


def _free(folder: Path) -> str:
    """The id of the game that a new or empty folder gets. Leaves with 2 if the folder is in use."""
    from generator.data.reading.grid import plain_ascii
    from generator.data.schema.validation import slug
    from generator.data.schema.values import NAME
    from generator.files import recover

    recover(folder)
    _refuse(folder)
    name = folder.resolve().name
    return slug(plain_ascii(name), NAME) or GAME


def _write_project(
    folder: Path,
    game: str,
    languages: Sequence[str],
    paper: str,
    own: Sequence[tuple[str, bytes]],
    asked: Sequence[str],
) -> None:
    """Sheets in all the languages that were asked for, else in the first."""
    from generator.files import write_all

    readme = STARTER / f"README.{written_in(languages[0])}.md"
    beside = {
        "README.md": readme.read_text("utf-8").replace(GAME, game),
        "pnp.yaml": _DEFAULTS.format(paper=paper, unless="" if len(asked) > 1 else "# "),
        ".gitignore": "output/\n",
    }
    write_all(folder, [*own, *((name, text.encode()) for name, text in beside.items()), *_schemas()])


@cache
def _schemas() -> Sequence[tuple[str, bytes]]:
    from generator.data.schema.json_schema import FOLDER, NAMES, as_json, schema_of

    return [(f"components/{FOLDER}/{name}.json", as_json(schema_of(name))) for name in NAMES]


_DEFAULTS = """\
# What `pnp` does if the command line says nothing else: its options, without the hyphens before them.
paper: {paper}
{unless}lang: all
# backs: long-edge      # how your printer turns the sheet: long-edge, short-edge, fold, none
# back-offset: 0.4,-0.2 # in mm, from `pnp calibrate`
"""


def _refuse(folder: Path) -> None:

    there = os.path.isdir(folder)  # noqa: PTH112 (no error for a name that no system takes)
    if os.path.lexists(folder) and not there:
        known = folder.suffix.lower() in TABLES
        more = f": `pnp new {shlex.quote(folder.stem)} --from {shlex.quote(str(folder))}`" if known else ""
        usage_error(f"`{folder}` is a file", f"name a folder that does not exist yet{more}")
    if there and any(folder.iterdir()):
        more = (
            "; its sets may be copied here. `--from` adds sets to the game that is here"
            if (folder / "components").is_dir()
            else ""
        )
        usage_error(f"the folder `{folder}` is not empty", f"name a folder that does not exist yet{more}")


def _named(path: Path, game: str) -> Path:
    return Path(*(game if part == GAME else part for part in path.parts))


def _worded(path: Path, languages: Sequence[str]) -> str:
    text = path.read_text("utf-8")
    told = {".yaml": _spoken, ".csv": _columns}.get(path.suffix)
    return told(text, languages) if told else text


def _columns(text: str, languages: Sequence[str]) -> str:
    """A table with a column `name.en` for each of `WRITTEN`, their columns side by side -> the same in these languages,
    as `_spoken` has it."""
    head, *rows = csv.reader(io.StringIO(text))
    first = {name.split(".")[0]: head.index(name) for name in reversed(head)}
    made = io.StringIO()
    out = csv.writer(made, lineterminator="\n")
    for row in (head, *rows):
        cells = []
        for name, at in sorted(first.items(), key=lambda column: column[1]):
            said = dict(zip(WRITTEN, row[at:], strict=False)) if f"{name}.en" in head else {}
            own = [said[written_in(language)] for language in languages] if said else [row[at]]
            heads = [name] if len(own) == 1 else [f"{name}.{language}" for language in languages]
            cells += heads if row is head else own
        out.writerow(cells)
    return made.getvalue()


def _spoken(text: str, languages: Sequence[str]) -> str:
    """A YAML file of the starter -> the same in these languages. A plural like its name goes."""
    made = in_languages(text, languages).replace(
        f"languages: [{', '.join(WRITTEN)}]", f"languages: [{', '.join(languages)}]"
    )
    return re.sub(r"(?m)^(name: (.+)\n)plural: \2\n", r"\1", made)
