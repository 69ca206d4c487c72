"""A spreadsheet -> a `TableSheet` for each of its sheets that holds pieces.

Takes a table as designers have them; what its columns are is what `from` in a set guesses, what its pieces are its
names say. Promise: the table goes in as it is, and what was made of each of its sheets and columns is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from generator.data.building.sets import ITEM_KEYS
from generator.data.lexicon import base_of_language, is_latin
from generator.data.model import NAME_FIELDS, FieldKind
from generator.data.reading.aliases import language_called, parted, tags_in
from generator.data.reading.document import Map, Source, words_in
from generator.data.reading.folders import ABOVE, Shelf
from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.headings import Wanted
from generator.data.reading.tables import Table, read_table
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.diagnostics.findings import Fault, has_errors
from generator.expressions.named_color import hex_color
from generator.project import PLAIN, RECORDS
from generator.scaffold import meanings, pages
from generator.scaffold.asides import asides_in, is_aside, names_templates
from generator.scaffold.foreign import foreign_in, icons_beside, in_our_markup, signs_in
from generator.scaffold.languages import apart_in, in_others, in_signs, only_tongue, paired
from generator.scaffold.learned import is_learned, learned_in
from generator.scaffold.looks import as_asked
from generator.scaffold.measures import half_ems
from generator.scaffold.pictured import (
    SIGN,
    called_by_files,
    finished_in,
    missed,
    told_apart_pictures,
    void_in,
    with_pictures,
)
from generator.scaffold.programs import is_of_programs, numbering_in
from generator.scaffold.roles import is_of_others, roles_of
from generator.scaffold.sizes import look_of, pieces_called, sized_by
from generator.scaffold.source import Guessed, apart_by_letters, columns_beside, from_words, left_out
from generator.scaffold.tablesheet import SHORT, TableSheet
from generator.values import replace


def read_table_sheets(
    path: Path,
    languages: Sequence[str],
    pieces: str = "",
    size: str = "",
    icons: Collection[str] = (),
    shown: Collection[str] = (),
    called: Mapping[str, str] | None = None,
) -> tuple[list[TableSheet], list[str]]:
    """The sheets of a table that have items, and what is said of others. `pieces` holds for those of several whose
    names say nothing else, `size` for these and for cards; texts can name `icons`; columns called as something `shown`
    are on pieces, each as it stands, and folders so called hold their pictures; headings are taken for what they are
    `called`. Raises `Fault` where nothing can be read, `ValueError` for a wrong size."""
    names, left = pages.table_names(path, pieces, size)
    named = {name: pieces_called(name) for name in names} if len(names) > 1 or not pieces else {}
    said = {name: named.get(name) or pieces or pieces_called(path.stem) for name in names}
    asked = {name: bool(pieces) and said[name] == pieces for name in names}
    free = [name for name in names if asked[name] or said[name] in ("", "cards")] or names
    shelf = Shelf(is_own=partial(pages.is_for, (path.stem, *names, *shown)), above=ABOVE)
    wanted = Wanted(
        languages=tuple(languages),
        is_picture=partial(shelf.find, pages.shelves_of(path)),
        is_answer=meanings.is_of_answers,
        icons=icons,
        shown=shown,
        called=called or {},
    )
    read = {n: _sheet(path, n, wanted, (said[n], size if n in free else "", asked[n]), shelf) for n in names}
    found = {n: s for n, s in read.items() if s.items}
    is_table = path.suffix.lower() not in RECORDS
    lone = pages.lone_among(found, is_table=is_table)
    bare = [n for n, s in found.items() if is_table and all(f.startswith("column_") for f in s.fields)]  # sums
    bare = bare if len(found) > 1 else []
    again = [n for n, s in found.items() if n not in lone and is_of_others(s, [o for o in found.values() if o != s])]
    again += [n for n, s in found.items() if n not in (*lone, *again) and pages.is_glossary(s)]
    tables = [n for n in found if n not in (*lone, *bare, *again)] or [*found]
    is_draft = pages.is_draft(path, 0.5 if any(s.beside.get("count") for s in found.values()) else 1.0)
    headed = pages.below_headings(path, found)
    if is_draft := is_draft or bool(headed):  # has tables of other things
        tables = pages.of_pieces(found, headed, said)
    for n in (n for n in names if n not in tables):
        is_part = len(names) > 1 and (path.suffix.lower() in PLAIN or ": " in n)
        what = f"{read[n].name}, apart from the table" if is_part else f"sheet {read[n].name}"
        lacks = pages.lone_in(found[n]) if n in lone else "no headings" if n in bare else "no rows"
        if n in found and is_draft:
            more = ", nor a text" * bool(headed) if pieces_called(n) else ", nor a word for pieces above it"
            lacks = f"no column of copies{more}{_APART}"
        counted = [
            f"; copies of others are read in their table, in a column {h}" for h in read[n].beside.get("count", ())
        ]
        others = f"tells of others{(*counted, _APART)[0]}"
        left.append(f"{what}: not taken, it {others if n in again and tables != [n] else f'has {lacks}'}")
    made = {n: pages.with_title(read[n], path, n, tables) for n in tables}
    for n, whole in [*made.items()]:  # of several sizes a set each
        for where, (word, own) in whole.parts.items():
            part = _sheet(path, n, wanted, (said[n], own, asked[n]), shelf, where)
            own_id = slug(plain_ascii(f"{whole.id}-{word}"), NAME)
            made[n + where] = replace(part, name=f"{whole.name} {word}", id=own_id)
    return [sheet for sheet in made.values() if not sheet.parts], left


_APART = "; in a file of its own each row is a piece"


def _named(sheet: TableSheet) -> str:
    """The heading of short words that each piece has for its own, though not called so: by them texts can name it; else
    that of ids which stand in for names, and are otherwise than ids are: `VIII`."""
    is_nameless = not {*NAME_FIELDS} & sheet.fields.keys()
    title = roles_of(sheet).title if is_nameless else ""
    if is_nameless and not title and any(slug(item.get("id", ""), NAME) != item.get("id", "") for item in sheet.items):
        return next(iter(sheet.beside.get("id", ())), "")
    is_name = title in sheet.of("text") and not sheet.fields[title][0].optional and not title.startswith("column_")
    words = sheet.words(title) if is_name else []
    is_name = len({*words}) == len(sheet.items) > 0 and half_ems(sheet.longest(title)) <= 2 * SHORT
    is_name = is_name and all(isinstance(item.get(title), str) for item in sheet.items)
    return sheet.fields[title][1] if is_name and not title[-1].isdecimal() and title not in ITEM_KEYS else ""


def _sheet(
    path: Path, name: str, wanted: Wanted, said: tuple[str, str, bool], shelf: Shelf, where: str = "", title: str = ""
) -> TableSheet:
    """`said` of its pieces: what they are called, their size, and whether that is sure; `where`: of which; `title`:
    over their names."""
    rows = {key: words for key, words in (("sheet", name), ("where", where)) if words}
    own_name = pages.called((name if path.suffix.lower() == ".md" else name.rpartition(": ")[2]) or path.stem)
    set_id = slug(plain_ascii(own_name), NAME) or look_of(*said[:2], is_sure=said[2]).kind
    find, icons = partial(shelf.find, pages.shelves_of(path)), wanted.icons
    asked = replace(wanted, owner=set_id, source=Map(Source(path.name), None, {}, rows))
    table, asked, spoken, unspoken, numbering, notes = _read(
        path, asked, title, are_asked=wanted.languages != pages.LANGUAGES
    )
    languages = asked.languages
    torn = [f for f in table.findings if f.code == "Y023"]  # no build could read it either
    if torn or (table.document is None and not name):
        raise Fault(*torn or [f for f in table.findings if has_errors([f])] or table.findings)
    items = table.items
    guessed, named = with_pictures(table, items, asked)
    is_by_name, named = any(not f.endswith(SIGN) for f in named.values()), {**spoken, **named}
    void, far = void_in(guessed, items, shelf, find)
    heads = {f: asked.called.get(plain(mark.heading), mark.heading) for f, (_, mark) in guessed.items()}
    of_programs = {*void, *(f for f in is_of_programs(heads, items) if guessed[f][0].name != "image")}
    (by, sizes), (idle, turned) = sized_by(heads, items, said[0]), meanings.turned_in(heads, items)
    of_programs |= {f for f, heading in heads.items() if f in (by, *idle) or (heading in table.hidden and f != "name")}
    parts = sizes if len(sizes) > 1 and not said[1] else {}
    here = [f for f, (kind, _) in guessed.items() if kind.name == "image" and f not in void]  # though so called
    asides, said_ = _left_off(heads, items, of_programs, here, path, asked)
    signs, others = _in_others(table, guessed, items, languages)
    foreign = [heading for heading in (*unspoken, *others) if plain(heading) not in asked.shown]
    asides += [f for f, (_, mark) in guessed.items() if f not in asides and mark.heading in foreign]
    worded = [f for f in guessed if any(isinstance(item.get(f), Mapping) for item in items)]
    heads |= meanings.shorter(heads, items, asides) | {f: parted(heads[f], languages, is_sure=True)[0] for f in worded}
    lone = called_by_files(heads, items, {*asides}, far)
    own = _own_names(set_id) | meanings.in_english(heads) | _freed(heads, named, asides) | lone
    asides = [f for f in asides if f not in lone]
    fields = {own.get(f, f): (kind, heads[f] or f) for f, (kind, _) in guessed.items() if f not in (*asides, *lone)}
    texts = [f for f, (kind, _) in guessed.items() if kind.name == "text"]
    marked = foreign_in(words := [word for item in items for f in texts for word in words_in(item.get(f))], icons)
    table = replace(table, guessed=apart_by_letters(table.headings, guessed, {*asides, *own}))
    beside = columns_beside(table, items, [*left_out(table, items, asides, languages), *numbering, *unspoken])
    behind = {**turned, "behind": meanings.fields_behind(heads)}
    beside |= {key: [own.get(f, f) for f in found] for key, found in behind.items()} | {"signs": signs}
    beside |= {lone[f]: [heads[f]] for f in lone} | {
        "foreign": [h for h in dict.fromkeys(beside["notes"]) if h in foreign]
    }
    pieces = [{own.get(field, field): value for field, value in item.items()} for item in items]
    beside |= icons_beside(words, fields, pieces, icons) | _told(table, asked.called, own)
    pieces, fields = in_our_markup(pieces, fields, icons) if marked else (pieces, fields)
    shown = [f for f, (kind, _) in fields.items() if "image" in (kind.name, kind.of and kind.of.name)]
    pictures = {word: find(word) for word in {w: 0 for f in shown for i in pieces for w in words_in(i.get(f)) if w}}
    beside |= missed(pictures, shelf, is_by_name=is_by_name) | {"encoding": pages.encoding_of(path, languages)}
    notes += [*said_, *_notes(table, marked, asides, asked), *told_apart_pictures(shelf, pieces, pictures, far)]
    source_ = from_words(path, rows, table, own, beside["notes"], named, bool(marked))
    sheet = TableSheet(set_id, own_name, path, source_, fields, pieces, look_of("", ""), pictures, beside, notes)
    sheet = as_asked(replace(sheet, table=name, parts=parts), said, next((one for _, one in sizes.values()), ""))
    heading = title or ("" if worded or is_by_name else _named(sheet))  # a column is called one thing besides
    is_new = heading != title or shelf.learn(meanings.said_in(pieces, f) for f in {f: 0 for i in pieces for f in i})
    return _sheet(path, name, wanted, said, shelf, where, heading) if is_new else sheet


def _left_off(
    heads: Mapping[str, str],
    items: Sequence[Map],
    of_programs: Collection[str],
    here: Sequence[str],
    path: Path,
    asked: Wanted,
) -> tuple[list[str], list[str]]:
    """The fields that no piece shows, of pictures that are `here` not all, and what is said of some."""
    asides = [f for f in asides_in(heads, items, of_programs) if plain(heads[f]) not in asked.shown]
    whole = finished_in(heads, here, items, asked)
    asides += [f for f in whole if f not in asides]
    find = partial(Shelf(above=ABOVE).find, pages.shelves_of(path))  # also in a folder of others, `templates`
    drawn = [f for f in asides if names_templates(heads[f]) and any(map(find, meanings.said_in(items, f)))]
    return [f for f in asides if f not in drawn and (f not in here or not {*here} <= {*asides})], [*whole.values()]


def _freed(heads: Mapping[str, str], named: Mapping[str, str], asides: Sequence[str]) -> dict[str, str]:
    """The names that fields have instead of others, which are left out."""
    return {f: named[heading] for f, heading in heads.items() if f not in asides and named.get(heading) in asides}


def _own_names(set_id: str) -> dict[str, str]:
    """The names of fields that are called as what means something to the tool, which no column does."""
    begun = set_id.lstrip("0123456789-") or "own"  # fields begin with a letter
    return {field: f"{begun}-{field}" for field in ITEM_KEYS[2:]}


def _in_others(
    table: Table, guessed: Guessed, items: Sequence[Map], languages: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The headings of columns in other signs, and of all in other languages than these."""
    bases = {base_of_language(language) for language in languages}
    tags = [la for la in tags_in(table.headings) if la not in languages and base_of_language(la) not in languages]
    signs = in_signs({f: (mark.heading, kind) for f, (kind, mark) in guessed.items()}, items)
    # one that is learned: a card in two languages, and no translation
    texts = {f: mark.heading for f, (kind, mark) in guessed.items() if kind.name in ("text", "one of", "word")}
    learned = learned_in(texts, items)
    unasked = (
        [] if learned or any(map(is_learned, signs)) else [*tags, *(la for la in pages.LANGUAGES if la not in bases)]
    )
    foreign = in_others([mark.heading for _, mark in guessed.values()], languages, unasked)
    own = [h for h in signs if not meanings.says(h, "reading")]  # stands above names in Japanese
    return own, [*foreign, *(signs if all(map(is_latin, languages)) else [])]


def _read(
    path: Path, asked: Wanted, title: str, *, are_asked: bool
) -> tuple[Table, Wanted, dict[str, str], list[str], list[str], list[str]]:
    """The table as it is understood, how it was asked for, the columns that are read as something else, those in other
    languages, and a numbering that is not read, with what is said of it."""
    table = read_table(path, path.name, asked)
    items = table.items
    asked = replace(asked, shown={*asked.shown, *_seen(items, asked.shown)})
    apart = apart_in(table.headings, asked.shown, pages.LANGUAGES)
    if apart:
        asked, table = _again(path, asked, apart, ())
    tags = [] if are_asked or apart else tags_in(table.headings)
    if tags:
        asked = replace(asked, languages=(*tags, *asked.languages))
        table = read_table(path, path.name, asked)
    said_in = {} if apart else paired(table, asked.languages, are_asked=are_asked)
    spoken = {heading: field for heading, field in said_in.items() if field.rpartition(".")[2] in asked.languages}
    spoken |= apart
    told = {field.rpartition(".")[2] for field in said_in.values()}
    heads = {field: mark.heading for field, (_, mark) in table.guessed.items()}
    again = [heading for heading in heads.values() if language_called(heading) in told]
    unspoken = [heading for heading in (*said_in, *again) if heading not in spoken]
    items = table.items
    numbering, note, is_named = numbering_in(items)
    if is_named:
        spoken, numbering = {**spoken, numbering[0]: "code" if "name" in table.guessed else "name"}, []
    if items and all(item.get("count") == 0 for item in items):  # a game without pieces is none
        spoken |= {items[0].mark("count").heading: "number"}
    called = [item.mark("id").heading for item in items if not str(item.get("id") or 0).isdecimal()]
    if 0 < 2 * len(called) < len(items) and called[0] and "name" not in table.guessed:  # a few have names
        spoken[called[0]] = "name"
    if meanings.are_rows_counted(items):
        numbering = [*numbering, items[0].mark("count").heading]
        note = f"{numbering[-1]}: so many rows say the same, so one of each"
    counted = [f.about[0] for f in table.findings if f.code == "Y033" and len(f.about) == 1]
    spoken |= meanings.copies_of_units(heads, items, table.headings) | meanings.copies_summed(heads, items)
    spoken |= dict.fromkeys(counted, "count")
    notes = [*[note] * bool(note), *map(_COUNTED.format, counted)]
    if meanings.cites_ids(items) and "number" not in (*heads, *heads.values()):
        spoken |= {items[0].mark("id").heading: "number"}
    ids = {item.mark("id").heading for item in items if "id" in item.spans}
    spoken = {**{h: "code" for h in ids if plain(h) in asked.shown}, **spoken}  # as it is written: `E01`
    handle = [] if title else meanings.titles_in(items)
    numbering = [*numbering, *handle[:1]]
    spoken |= dict.fromkeys([title] if title else handle[1:], "name")
    own, ignored = _called(table.headings, asked.called)
    spoken, numbering = spoken | _outdone(items, own, ignored) | own, [*numbering, *ignored]
    if said_in or spoken or numbering:
        asked, table = _again(path, asked, spoken, [*numbering, *unspoken])
        items = table.items
    if alone := only_tongue(items, asked.languages):
        spoken |= alone
        asked, table = _again(path, asked, spoken, [*numbering, *unspoken])
        notes.append(f"{', '.join(alone)}: in no other language, so printed in all")
    return _with_flags(table, notes), asked, spoken, unspoken, numbering, notes


def _with_flags(table: Table, notes: list[str]) -> Table:
    """The table with a yes or a no for each 1 and 0 of a column that hardly counts anything, which is told."""
    heads = {f: mark.heading for f, (kind, mark) in table.guessed.items() if kind.name == "integer"}
    for f in (found := meanings.flags_in(heads, table.items)):
        notes.append(f"{heads[f]}: 0 and 1 are read as no and yes; as numbers with `--columns '{heads[f]}=points'`")
        for item in table.items:
            item[f] = item[f] == 1
    return replace(
        table, guessed={f: (FieldKind("flag"), m) if f in found else (k, m) for f, (k, m) in table.guessed.items()}
    )


def _seen(items: Sequence[Map], shown: Collection[str]) -> Iterator[str]:
    """The headings of columns a cell of which is among some words, and is no number."""
    for item in items if shown else ():
        for field, value in item.items():
            said = {value.mark(la).heading: value[la] for la in value} if isinstance(value, Map) else {}
            said = said or {item.mark(field).heading: value}
            yield from (
                plain(heading)
                for heading, words in said.items()
                if plain(words) in shown and not plain(words).isdecimal()
            )


def _again(path: Path, asked: Wanted, columns: Mapping[str, str], ignored: Sequence[str]) -> tuple[Wanted, Table]:
    """The table as it is read with these columns, and how it was asked for."""
    said = {"columns": Map(asked.source.source, None, {}, {**columns}), "ignore": ignored}
    asked = replace(asked, source=Map(asked.source.source, None, {}, {**asked.source, **said}))
    return asked, read_table(path, path.name, asked)


def _called(headings: Sequence[str], called: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The fields of headings that are to be taken for something, and those that are to be ignored."""
    words = {heading: called[plain(heading)] for heading in headings if plain(heading) in called}
    ignored = [heading for heading, word in words.items() if plain(word) == "ignore"]
    return {h: slug(plain_ascii(word), NAME) for h, word in words.items() if h not in ignored}, ignored


def _told(table: Table, called: Mapping[str, str], own: Mapping[str, str]) -> dict[str, list[str]]:
    """The headings that are to be taken for something, and the fields that they are."""
    fields, ignored = _called(table.headings, called)
    return {"called": [*fields, *ignored], "told": [own.get(f, f) for f in fields.values()]}


def _outdone(items: Sequence[Map], own: Mapping[str, str], ignored: Sequence[str]) -> dict[str, str]:
    """The headings of columns that are read as what others are to be taken for, and fields of their own for them."""
    found = dict[str, str]()
    for item in items:
        for field in {*own.values()} & item.keys() - {"id"}:
            said = item[field]
            marks = {f".{la}": said.mark(la) for la in said} if isinstance(said, Map) else {"": item.mark(field)}
            found |= {mark.heading: f"{field}_2{language}" for language, mark in marks.items()}
    return {heading: field for heading, field in found.items() if heading not in (*own, *ignored)}


_COUNTED = "{}: taken for the number of copies; if it is a value, write another name for `count` in `columns`"


def _notes(table: Table, foreign: Sequence[str], asides: Sequence[str], asked: Wanted) -> Iterator[str]:
    items = table.items
    wrong = [f"{item.mark(f).cell} `{item[f]}`" for f, (kind, _) in table.guessed.items() for item in items
             if f in item and not _fits(item[f], kind)]  # fmt: skip
    if wrong:
        more = " ..." * (len(wrong) > 8)
        yield f"unlike all others of their columns: {', '.join(wrong[:8])}{more}; `pnp check` says more"
    whole = [f for f in table.findings if f.code in ("Y029", "Y030", "Y035") or (f.code == "Y033" and f.about)]
    yield from (f"{f.message}" for f in whole)
    cells = [f for f in table.findings if f not in whole]
    stops = {code: [f for f in cells if f.code == code] for code in ("Y021", "Y031", "Y033", "Y036", "Y039")}
    for first, *others in filter(None, stops.values()):
        place = first.mark.cell or f"line {first.mark.line}"
        yield f"{place}: {first.message}; {first.hint}" + f" (and in {len(others)} more)" * bool(others)
    if foreign:
        yield f"`markup: html`: {'; '.join(foreign)}"
    heads = {f: mark.heading for f, (_, mark) in table.guessed.items() if f not in asides}
    texts = [h for f, h in heads.items() if table.guessed[f][0].name == "text" and plain(h) not in asked.called]
    for heading in filter(is_aside, texts):
        yield f"{heading}: printed, as there is no other text; left off with `--columns '{heading}=ignore'`"
    yield from meanings.numbers_but_few({f: h for f, h in heads.items() if table.guessed[f][0].name != "number"}, items)
    called = {h: asked.called.get(plain(h), "") for f, h in heads.items() if table.guessed[f][0].name == "image"}
    yield from (f"{h}: names pictures, so it is no colour" for h, so in called.items() if meanings.says(so, "color"))
    yield from () if asked.shown else meanings.told_bound(heads.values())
    maybe = learned_in(heads, items, is_sure=False)
    if maybe and not ("front" in heads or learned_in(heads, items)):
        one, other = (heads[f] for f in maybe[:2])
        yield f"{one} and {other}: on one side; on two with `--columns '{one}=front,{other}=back'` in a new folder"
    drawn = [{f: value for f, value in item.items() if f not in asides} for item in items]
    yield from signs_in(drawn, asked.icons, is_html=bool(foreign))


def _fits(value: object, kind: FieldKind) -> bool:
    """False for words that were read as no value of their kind."""
    if not isinstance(value, str) or kind.name in ("text", "word", "image", "list"):
        return True
    return bool(hex_color(value)) if kind.name == "color" else value in kind.choices
