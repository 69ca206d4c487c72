"""A file or a folder -> what is a table of its own in it: sheets, lists, parts of a page; and what they are called; the
pictures near a table that are its own.

Promise: a sheet that is hidden, or called as notes are, is left out and told; somebody's table may lie on a desktop: no
picture is taken for its name alone, and what is left is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from generator.data.building.unread import is_log
from generator.data.lexicon import table_words
from generator.data.reading.cells import PICTURES
from generator.data.reading.document import Map
from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.headed import MAYBE, SHORT, SURE
from generator.data.reading.lists import lists_in
from generator.data.reading.load import MAX_BYTES
from generator.data.reading.markdown import headed_in, is_prose
from generator.data.reading.split import split_tables
from generator.data.reading.text import STRANGE
from generator.data.reading.textual import decoded, delimited_grid, guessed_encoding
from generator.data.reading.titles import says_cards
from generator.data.reading.workbook import workbook_grid
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.diagnostics.findings import Fault
from generator.expressions.named_color import hex_color
from generator.project import PLAIN, RECORDS, TABLES, YAML, as_numbered, read_plain
from generator.scaffold.notes import texts_with_pictures
from generator.scaffold.pasted import pasted_beside
from generator.scaffold.plaintext import is_outline
from generator.scaffold.settings import are_placed, are_settings, colours_told
from generator.scaffold.sizes import pieces_called
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

LANGUAGES = tuple("en ja de fr es it pt nl pl sv da cs zh ko ru uk hu tr fi".split())  # noqa: SIM905 (as one line)
"""Languages that a heading may name: `Text (EN)`."""
_DRAWER = re.compile("|".join(table_words("drawers")))


def is_drawer(folder: Path, *, is_lone: bool = True) -> bool:
    """True for a folder called as those for tables are, `cardData`; for a `lone` one, as a set or a project may be."""
    words = re.findall(r"[A-Z]?[^\W\dA-Z_]+|[A-Z]+", folder.name)
    others = [word for word in words if not _DRAWER.fullmatch(plain_ascii(word))]
    is_of_data = len(others) < len(words) and all(map(is_nameless, others))
    return is_of_data or (is_lone and is_nameless(folder.name))


ADDED = re.compile(
    r" [0-9a-f]{32}(_all)?$| ?- ?(Grid view|Sheet|Página|Feuille|Hoja|Foglio|Tabellenblatt|シート) ?\d*$"
)
"""What Notion, Airtable and Google add to the name of a table."""
_STATE = re.compile(r"(?i)[\s_-]*[(\[]?\b(v(er(sion)?)?[. ]?\d+([._]\d+)*|final|draft|wip|copy)\b[)\]]?")
"""What a designer adds to it, of no account to players: `Cards v3 (final)`."""


def called(words: str) -> str:
    """What a set is called by the name of its table."""
    bare = ADDED.sub("", words).replace("_", " ").strip()
    bare = bare if re.search(r"[A-Z\s]", bare) else bare.replace("-", " ")  # of a file
    return _STATE.sub("", bare).strip() or bare


_NAMELESS = re.compile(
    r"(?i)((my|all|the|new|test) )?(src|data|input|decks?|cards?|sheet|book|table|export|untitled|items?|list|files?|"
    r"new|games?|test|demo|try|proto(type)?|project|.)( \d+)?"
)
"""Titles that say of no game which it is."""


def title_of(*paths: Path) -> str:
    """A title from the names of files or folders: the first that says of a game which it is."""
    titles = [_title_of(ADDED.sub("", path.stem if path.suffix.lower() in TABLES else path.name)) for path in paths]
    return next((title for title in titles if not _NAMELESS.fullmatch(title)), titles[0])


def is_nameless(words: str) -> bool:
    """True for what says nothing of a set: `Deck 2`, `Cartas`."""
    return bool(_NAMELESS.fullmatch(words)) or bool(pieces_called(words, is_whole=True))


def _title_of(stem: str) -> str:
    """Words as they were written, where they have capitals."""
    words = re.sub(r"\(\d+\)|\bv?\d+(\.\d+)*$", "", stem.replace("_", " ").replace("-", " "))
    kept = words if words.strip() else stem
    return " ".join((kept if kept.lower() != kept else kept.title()).split())


_OF_FOLDERS = ("readm", "licen", "chang")


def tables_in(folder: Path) -> tuple[list[Path], list[str]]:
    """The tables of a folder, and what is said of those called as notes are. JSON without two records is somebody's
    settings, and so are records beside a folder for tables; Notion writes each table twice."""
    there = sorted(folder.iterdir(), key=as_numbered)
    named = [p for p in there if p.suffix.lower() in TABLES and p.name[0] not in ".~"]
    whole = {p.stem.removesuffix("_all") for p in named if p.stem.endswith("_all")}
    json = {p: [*_lists(p).values()] for p in named if p.suffix.lower() in RECORDS}
    placing = [p for p, lists in json.items() if are_placed(lists)]
    few = [*placing, *(p for p, lists in json.items() if not any(len(rows) > 1 for rows in lists))]
    found = [p for p in named if p not in few and p.suffix.lower() not in (".txt", ".md") and p.stem not in whole]
    left = [f"table {p.name}: not taken, it says where words stand" for p in placing]
    left += [words for p in few if p not in placing for words in colours_told(p)]
    homes = [p for p in there if p.is_dir() and p.name[0] not in "._"]
    own = [p for p in there if p in named or p.suffix.lower() in PICTURES]
    is_bare = len(homes) == 1 and all(p.stem.lower()[:5] in _OF_FOLDERS for p in own)  # all is in it
    drawers = homes if is_bare else [p for p in homes if is_drawer(p, is_lone=not found)]
    within = [tables_in(p) for p in drawers if all(q.suffix.lower() in RECORDS for q in found)]
    if inner := next((tables for tables in within if tables[0]), None):
        beside = [f"table {p.name}: not taken, as {inner[0][0].parent.name}/ has tables" for p in found]
        return inner[0], [*left, *beside, *inner[1]]
    called_so = [p for p in named if p.suffix.lower() in (".txt", ".md") and pieces_called(p.stem)]
    found = found or texts_with_pictures(named) or called_so
    logs = [p for p in found if is_log(ADDED.sub("", p.stem))]
    logs = logs if len(logs) < len(found) else []
    return [p for p in found if p not in logs], left + [f"table {p.name}: not taken, {_SO}" for p in logs]


def copied(path: Path) -> str:
    """What a table is called in the project: beside the file of a set, which ends in `.yaml`, too."""
    return f"{path.stem}-items{path.suffix}" if path.suffix.lower() in YAML else path.name


def encoding_of(path: Path, languages: Sequence[str]) -> list[str]:
    """The encoding that a table of these languages is read in, where it is guessed."""
    found = guessed_encoding(read_plain(path, MAX_BYTES), languages) if path.suffix.lower() in PLAIN else ""
    return [found] * bool(found)


def source_in(sheet: TableSheet, languages: Sequence[str]) -> str:
    """What `from` says, with the encoding where a game of these languages would guess another."""
    read = sheet.beside.get("encoding", ())
    if not read or encoding_of(sheet.path, languages) == read:
        return sheet.source
    return source_with(sheet.source, "encoding", read[0])


def source_with(source: str, key: str, words: str) -> str:
    """What `from` says, and a key more."""
    said = source[1:-1] if source.startswith("{") else f"file: {source}"
    return f"{{{said}, {key}: {words}}}"


def headings_of(sheet: TableSheet, field: str) -> str:
    """The heading of a field, or that of each of its languages."""
    spoken = (value for item in sheet.items if isinstance(value := item.get(field), Map))
    said = {value.mark(language).heading: 0 for value in spoken for language in value}
    told = dict(zip(sheet.beside.get("told", ()), sheet.beside.get("called", ()), strict=False))
    return ", ".join(filter(None, said)) or told.get(field) or sheet.fields[field][1]


def table_names(path: Path, pieces: str, size: str = "") -> tuple[list[str], list[str]]:
    """What is a table of its own: the sheets of a workbook, the lists of a JSON file, the tables one below another of
    any other, by their names; "" alone if there is but one; and what is said of hidden ones. `pieces`: what a person
    says that they are, without whom chapters of a text are rules, but where it has nothing else of a `size`."""
    ending = path.suffix.lower()
    try:
        if ending in (*RECORDS, *PLAIN):
            found = _lists(path) if ending in RECORDS else _blocks(path)
            names = [name for name, rows in found.items() if rows]
            own = [name for name in names if (is_log(name) if ending == ".md" else are_settings(name, found))]
            own = own if len(own) < len(names) else []
            left = [f"table {name}: not taken, {_SO if ending == '.md' else _BESIDE}" for name in own]
            is_asked = bool(pieces or (size and len(names) == 1))
            headed = headed_in(text_in(path)) if ending == ".md" and not is_asked else None
            if headed and headed.trust < (MAYBE if pieces_called(path.stem) else SURE):
                names.remove(headed.title)
                is_bare = not any("\n\n" in cell for _, cells, _ in headed.rows for cell in cells)  # a paragraph each
                is_bare |= not {*headed.rows[0][1]} <= {"Name", "Section", "Text", "Flavor"}  # or labels
                said = _AS_RULES.format(len(headed.rows) - 1, "points" if headed.are_points else "headings")
                left += [said] * (is_bare and headed.trust == SHORT)
            names = [name for name in names if name not in own]
            return names if len(names) > 1 or own or ending == ".md" or is_draft(path) else [""], left
        return _visible(path)
    except (Fault, OSError):
        return [""], []  # told by who reads it


_SO, _BESIDE = "it is called so", "words by their names beside lists; in a file of its own each is a piece"
_AS_RULES = "rules, though its {} {} may be of cards: with `--kind cards` each is one"


def is_draft(path: Path, share: float = 1.0) -> bool:
    """True for a Markdown file that says as much as that share of its tables do, and for a plain text with headings."""
    ending = path.suffix.lower()
    return (ending == ".txt" and is_outline(text_in(path))) or (ending == ".md" and is_prose(text_in(path), share))


def below_headings(path: Path, names: Collection[str]) -> str:
    """Which of its tables are pieces below headings of a Markdown file; "" if none."""
    headed = headed_in(text_in(path)) if path.suffix.lower() == ".md" else None
    return next((name for name in reversed([*names]) if headed and name.startswith(headed.title)), "")


def of_pieces(sheets: Mapping[str, TableSheet], headed: str, called: Mapping[str, str]) -> list[str]:
    """Which tables of a draft are of pieces: the one `headed`; those called so, or with copies (and texts, beside it);
    in a file `called` so, with costs, or texts and numbers; those nearly all of whose headings such a one has."""

    def heads(name: str) -> set[str]:
        return {"" if field == "name" else heading for field, (_, heading) in sheets[name].fields.items()}

    def are_pieces(name: str, sheet: TableSheet) -> bool:
        is_of_card = "cost" in sheet.fields or ("text" in sheet.fields and sheet.of("integer", "number"))
        is_own = called[name] and is_of_card and len(sheet.fields) >= _ALIKE and not headed
        is_said = (pieces_called(name) or sheet.beside.get("count") or is_own) and not is_told(sheet)
        return bool(is_said) and (not headed or says_cards(name) or any(map(sheet.is_prose, sheet.fields)))

    def are_kin(name: str, other: str) -> bool:
        own, shared = heads(name), heads(name) & heads(other)
        return len(shared) >= _ALIKE and (shared == own or 4 * len(shared) > 3 * len(own))

    said = [n for n, s in sheets.items() if n == headed or are_pieces(n, s)]
    return [n for n in sheets if n in said or any(are_kin(n, o) for o in said)]


def _told(sheet: TableSheet) -> list[str]:
    """The headings of all that is read of a table, with those of a designer's notes."""
    return [*dict.fromkeys([*(heading for _, heading in sheet.fields.values()), *sheet.beside.get("notes", ())])]


def lone_among(sheets: Mapping[str, TableSheet], *, is_table: bool) -> list[str]:
    """Those of one column without pictures, somebody's notes, by their names; but none most of whose columns another
    has, be it one if it is called as pieces are. Of lists those of single words beside records: kinds of these."""
    lone = [n for n, s in sheets.items() if len(s.fields) <= is_table and not s.beside.get("count")]
    if not is_table:
        said = {n: [w for f in s.fields for w in s.words(f)] for n, s in sheets.items() if len(s.fields) == 1}
        bare = [n for n, words in said.items() if not any(" " in word for word in words)]
        lone += bare if len(bare) < len(sheets) else []
    lone = [n for n in lone if not any(sheets[n].pictures.values())]
    heads = [{*_told(s)} for n, s in sheets.items() if n not in lone] if is_table else []
    shared = {n: max((len(own & {*_told(sheets[n])}) for own in heads), default=0) for n in lone}
    return [
        n
        for n, most in shared.items()
        if 2 * most <= len(_told(sheets[n])) or (most < 2 and not pieces_called(sheets[n].name))
    ]


def lone_in(sheet: TableSheet) -> str:
    """What a table has that is left out as it has one column for players."""
    notes = sheet.beside.get("notes", ())
    more = f" beside those on no piece ({', '.join(notes)})" * bool(notes)
    return f"one column{more}; in a file of its own each row is a piece"


_ALIKE = 3
"""So many headings are alike by no chance."""


def is_told(sheet: TableSheet) -> bool:
    """True for a table that says in words how many copies there are (`6 of each`): it tells of pieces, but is none."""
    said = (str(item.get("count", "")) for item in sheet.items)
    return 2 * sum(len(re.findall(r"[^\W\d_]{2,}", words)) > 1 for words in said) >= len(sheet.items)


_GLOSSARY = re.compile(rf"(?<![^\W_])({'|'.join(table_words('glossaries'))})(?![^\W_])")


def is_glossary(sheet: TableSheet) -> bool:
    """True for a table that says what words mean: so called, or its first column, without numbers and copies; and for
    one of sums."""
    headings = [heading for _, heading in sheet.fields.values()]
    is_called = any(_GLOSSARY.search(plain_ascii(words)) for words in (sheet.name, *headings[:1]))
    is_bare = len(headings) <= _ALIKE and not (sheet.beside.get("count") or sheet.of("integer", "number", "image"))
    return (is_called and is_bare and not pieces_called(sheet.name)) or _is_of_sums(sheet)


_SUMS = frozenset(table_words("sums")["words"])


def _is_of_sums(sheet: TableSheet) -> bool:
    """True for names and copies alone, several of which are sums: `Base cards total | 16`."""
    names = sheet.words(next(iter(sheet.fields))) if len(sheet.fields) == 1 and sheet.beside.get("count") else []
    return sum(not _SUMS.isdisjoint(re.findall(r"[^\W\d_]+", words.lower())) for words in names) > 1


def text_in(path: Path) -> str:
    """The words of a text without what none can hold; pages end as lines do. Raises `Fault` (Y002), `OSError`."""
    words = decoded(read_plain(path, MAX_BYTES), path.name, LANGUAGES, "")[0]
    return STRANGE.sub("", re.sub(r"\r\n?|\f\n?|[\v\x85\u2028\u2029]", "\n", words))


def _lists(path: Path) -> Mapping[str, Sequence[object]]:
    try:
        return lists_in(read_plain(path, MAX_BYTES), path.name)[1]
    except (Fault, OSError):
        return {}


def _blocks(path: Path) -> Mapping[str, Sequence[object]]:
    grid = delimited_grid(read_plain(path, MAX_BYTES), path.name, LANGUAGES)
    return grid.tables if is_draft(path) else split_tables(grid)


def _visible(path: Path) -> tuple[list[str], list[str]]:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_path(str(path))
    except (CalamineError, OSError):
        return [""], []
    own = [s.name for s in book.sheets_metadata if is_log(s.name)]
    own = own if len(own) < len(book.sheets_metadata) else []
    seen = [s.name for s in book.sheets_metadata if str(s.visible).endswith(".Visible") and s.name not in own]
    left = [f"sheet {s.name}: not taken, it is {'called so' if s.name in own else 'hidden'}"
            for s in book.sheets_metadata if s.name not in seen]  # fmt: skip
    raw = read_plain(path, MAX_BYTES)
    tables = {name: [*split_tables(workbook_grid(raw, path.name, name))] for name in seen}
    named = [f"{tab}: {name}" if len(found) > 1 else tab for tab, found in tables.items() for name in found or [""]]
    is_said = pieces_called(named[0]) not in ("", "cards")  # what the file is not called after
    return named if len(named) > 1 or left or is_said else [""], left


def with_title(sheet: TableSheet, path: Path, name: str, tables: Sequence[str]) -> TableSheet:
    """A table on a page that is called by its first heading, as it has no title: by what all of its items say, if the
    page has several of the `tables`; the first by its sheet or its file."""
    heads = {*(heading for _, heading in sheet.fields.values()), *sheet.beside.get("id", ())}
    if re.sub(r" \d+$", "", sheet.name) not in heads:
        return sheet
    page = name.rpartition(": ")[0]
    beside = [other for other in tables if other.rpartition(": ")[0] == page]
    said = sheet.of("text", "one of") if len(beside) > 1 else ()
    alike = next((sheet.words(f)[0] for f in said if sheet.is_alike(f)), "")
    spoken = alike or (page or ADDED.sub("", path.stem) if name == beside[0] else sheet.name)
    return replace(sheet, name=spoken, id=slug(plain_ascii(spoken), NAME) or sheet.id)


# ---- pictures ----

_SHELVES = frozenset(table_words("shelves"))


def shelves_of(table: Path) -> list[Path]:
    """The folders that a table may name pictures from: its own, that in which it has one for tables (`data`), and that
    of pictures that lie on it."""
    home = table.resolve().parent
    return [table.parent, *[home.parent] * is_drawer(home), *pasted_beside(table)]


def is_for(names: Collection[str], folder: str) -> bool:
    """True for a folder whose pictures are meant for tables of these names: it is called as they are, as pieces are, or
    says that it holds pictures."""
    words = re.findall(r"[^\W\d_]+", plain_ascii(folder))
    said = bool(pieces_called(folder)) or not _SHELVES.isdisjoint(words) or is_back(Path(folder))
    return said or plain(folder) in map(plain, names)


BACK = re.compile(
    r"(card|deck)?backs?(side)?(of)?(the)?(cards?|deck)?|(karten)?ruckseiten?|dos|verso|dorso|retro|revers[eo]?|rear|reduced|flip(ped|side)?|裏面?"
)
FRONT = re.compile(r"(card)?(fronts?|faces?)|recto|vorderseiten?|anverso|frente|fronte|表面?")


def bare_name(path: Path) -> str:
    """What a file or a folder is called, its letters alone."""
    return re.sub(r"[\W\d_]", "", plain_ascii(path.stem))


def is_back(picture: Path, folder: Path | None = None) -> bool:
    """True for what is called `back`, maybe with a colour, or the name of its folder, or of that one: `heroes/Hero
    back`, `cardBack_blue1`."""
    words = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", picture.stem))
    plain_ = "".join(plain_ascii(word) for word in words if not hex_color(word.lower()))
    bare, home = bare_name(picture), bare_name(folder or picture.parent)
    without = (re.sub(f"^{one}|{one}$", "", bare) for one in (home, home.removesuffix("s"), home.removesuffix("es")))
    return any(map(BACK.fullmatch, (bare, plain_, *without)))


_SURE = re.compile("back|ruckseite|裏")


def is_sure(back: Path) -> bool:
    """True for what is called as nothing but a back is: `reverse` and `flip` are cards, too."""
    return bool(_SURE.search(bare_name(back)) or BACK.fullmatch(bare_name(back.parent)))


def back_among(own: Sequence[Path], above: Sequence[Path] = ()) -> Path | None:
    """The back of a deck among what is called so beside its cards, or above them: no `reverse` where a `back` is, nor
    one of several; of others the one without a number."""
    many = Counter(map(bare_name, own))
    own = sorted((p for p in own if is_sure(p) or many[bare_name(p)] == 1), key=lambda p: p.stem[-1].isdecimal())
    return min((*own, *above), key=lambda p: not is_sure(p), default=None)


def back_beside(pictures: Collection[Path], table: Path) -> Path | None:
    """The picture that is called as backs are and lies where most of these do, as none of them, or above them beside
    their table; without any there, or in a folder for its pictures."""
    below = [p for p in sorted(table.parent.iterdir()) if not pictures and p.is_dir() and is_for([table.stem], p.name)]
    homes = [home for home, _ in Counter(path.parent for path in pictures).most_common(1)]
    homes += [table.parent, *below] * (not pictures)
    pasted = pasted_beside(table)
    homes += [table.parent for home in homes if table.parent in home.parents or home.parent in pasted]
    found = (p for home in homes for p in sorted(home.iterdir()) if p.suffix.lower() in PICTURES)
    return back_among([p for p in found if p not in pictures and is_back(p)])
