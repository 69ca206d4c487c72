"""What was read of a table -> what `from` in a set says: its columns that are called otherwise, and those left out.

Promise: what `from` says reads the table as it was understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from string import digits

from generator.data.model import FieldKind
from generator.data.reading.aliases import parted
from generator.data.reading.document import Map
from generator.data.reading.grid import plain
from generator.data.reading.tables import Table
from generator.diagnostics.findings import Mark
from generator.scaffold import pages
from generator.values import replace

Guessed = Mapping[str, tuple[FieldKind, Mark]]


def apart_by_letters(headings: Sequence[str], guessed: Guessed, apart: Collection[str]) -> Guessed:
    """The fields; those whose heading another column has, not all of which are fields so called, by their letters."""
    many = Counter(headings)
    own = Counter(m.heading for f, (_, m) in guessed.items() if f not in apart and not f.startswith("column_"))
    doubtful = {heading for heading, n in many.items() if n > max(1, own[heading])}
    lettered = {f: f"column {m.cell.rstrip(digits)}" for f, (_, m) in guessed.items() if m.heading in doubtful}
    return {f: (k, replace(m, heading=lettered.get(f, m.heading))) for f, (k, m) in guessed.items()}


def left_out(table: Table, items: Sequence[Map], asides: Sequence[str], languages: Sequence[str]) -> list[str]:
    """What `from` calls the columns of these fields, each in all its languages, and not those of others."""
    heads = {f: mark.heading for f, (_, mark) in table.guessed.items()}
    left = {plain(parted(heads[f], languages)[0]) for f in asides}
    spoken = [value for item in items for f, value in item.items() if f not in asides and isinstance(value, Map)]
    kept = {value.mark(language).heading for value in spoken for language in value}
    kept |= {heading for f, heading in heads.items() if f not in asides}
    all_ = dict.fromkeys((*table.headings, *heads.values()))
    return [h for h in all_ if h not in kept and plain(parted(h, languages)[0]) in left]


def columns_beside(table: Table, items: Sequence[Map], asides: Sequence[str]) -> dict[str, list[str]]:
    """The headings of columns that are no fields, by what they are."""
    first, heads = items[0] if items else Map(), {mark.heading for _, mark in table.guessed.values()}
    marks = {key: first.mark(key) for key in ("count", "id") if key in first.spans}
    found = {key: [mark.heading] for key, mark in marks.items() if mark.heading}
    if not heads.isdisjoint(found.get("id", ())):  # made of a name
        del found["id"]
    return {**found, "notes": list(asides), "unread": [words for words, _ in table.unread]}


def from_words(
    path: Path,
    rows: Mapping[str, str],
    table: Table,
    own: Mapping[str, str],
    asides: Sequence[str],
    twice: Mapping[str, str],
    is_html: bool,
) -> str:
    """What `from` says."""
    said = {"file": quoted(pages.copied(path)), **{key: quoted(words) for key, words in rows.items()}}
    heads = {f: mark.heading or f for f, (_, mark) in table.guessed.items() if mark.heading not in asides}
    again = [f for n, f in enumerate(heads) if heads[f] in [*heads.values()][:n]]  # is told by its number
    named = re.compile("column[_ ][A-Za-z]+").match
    renamed = {f: head for f, head in heads.items() if f not in again and (f in own or named(f) or named(head)
               or (re.search("_[0-9]+$", f) and plain(f) != plain(head)))}  # fmt: skip
    names = {head: own.get(f, f) for f, head in renamed.items()}
    parts = {heading: field.partition(".") for heading, field in twice.items() if heading not in asides}
    names |= {heading: own.get(f, f) + dot + language for heading, (f, dot, language) in parts.items()}
    moved = [f"{quoted(heading)}: {field}" for heading, field in names.items()]
    moved += [f"{quoted(f.about[0])}: {f.about[1]}" for f in table.findings if f.code == "Y030"]
    said |= {"columns": f"{{{', '.join(moved)}}}"} if moved else {}
    said |= {"ignore": f"[{', '.join(map(quoted, asides))}]"} if asides else {}
    said |= {"markup": "html"} if is_html else {}
    source = ", ".join(f"{key}: {words}" for key, words in said.items())
    return said["file"] if len(said) == 1 else f"{{{source}}}"


def quoted(words: str) -> str:
    """Words as YAML writes them."""
    plain = re.fullmatch(r"\w[\w.-]*( [\w.-]+)*", words) and not re.fullmatch(r"[\d.]+|true|false|null", words)
    return words if plain else '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'
