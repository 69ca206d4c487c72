"""Texts of a table -> the icons that they name, and what is said of other programs' markup in them.

Promise: nothing is said of what is ours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.data.markup import escape, parse_markup
from generator.data.model import FieldKind
from generator.data.reading.document import words_in
from generator.data.reading.folders import ENDINGS
from generator.data.reading.grid import plain_ascii
from generator.data.reading.guessing import are_rare, are_slips
from generator.data.reading.html import SIGN, from_html, icon_id, own_braces, own_tags, shown_in_page
from generator.data.reading.load import MAX_BYTES
from generator.data.schema.validation import slug
from generator.data.schema.values import ID
from generator.project import PLAIN, RECORDS, read_plain
from generator.scaffold.pages import is_for, shelves_of
from generator.scaffold.sizes import linked
from generator.values import replace

_HOMES = ("icon", "icons", "symbol", "symbols")
_TAGS = re.compile(r"<([a-z]{1,20})\b[^<>]*>[^<>]*</\1>")
"""What is no slip."""


def signs_in(items: Sequence[Mapping[str, object]], icons: Collection[str], *, is_html: bool) -> Iterator[str]:
    """What is said of signs for icons, but for those that are there."""
    texts = [text for item in items for value in item.values() for text in words_in(value)]
    found = (found for text in _others(texts, icons) for found in SIGN.finditer(text))
    signs = {one[0]: icon_id(one[one.lastindex or 0]) for one in found}
    named = (name for text in texts for _, name in shown_in_page(text)) if is_html else ()
    signs |= {f"<{name}/>": name for name in named if name}
    left = [sign for sign in signs if (is_html or sign[0] != "{") and not icons_in([sign], icons)]  # else unknown terms
    if left:
        shown = ", ".join(left[:4]) + " ..." * (len(left) > 4)
        how = "make terms of them in game.yaml" + ", and read the table with `markup: html`" * (not is_html)
        name = signs[left[0]]
        term = f"`terms: {{icon: {{name: icon, members: {{{name}: {{name: {name}, icon: {name}}}}}}}}}`"
        yield f"printed as words: {shown}; for icons {how}: `pnp docs cookbook`, Icons inside a text; {term}"


def icons_in(texts: Sequence[str], icons: Collection[str]) -> list[str]:
    """Those of some icons that texts name by a sign, in the order of these."""
    named = {icon_id(name) for words in texts for found in SIGN.findall(words) for name in found if name}
    named |= {name for words in texts for _, name in shown_in_page(words)}
    return [name for name in icons if name in named]


def _others(texts: Sequence[str], icons: Collection[str]) -> list[str]:
    """Texts without what our markup means by braces, where it names some of these icons."""
    named = icons_in(texts, icons)
    return [own_braces(words, named, lambda _: "") for words in texts]


HEADED = re.compile(r"(icon|icone|icono|icona|ikona|symbol|simbolo|アイコン)s?")


def icons_beside(
    texts: Sequence[str],
    fields: Mapping[str, tuple[FieldKind, str]],
    items: Sequence[Mapping[str, object]],
    icons: Collection[str],
) -> dict[str, list[str]]:
    """Of some icons the `icons` that a table names, by signs in its texts or in a column of its own, and the fields
    that are such columns (`drawn`): headed so, all say names of these."""
    heads = {f: head for f, (kind, head) in fields.items() if kind.name in ("text", "one of", "word")}
    own = [f for f, head in heads.items() if HEADED.fullmatch(plain_ascii(head).strip())]
    said = {f: {str(item[f]) for item in items if item.get(f)} for f in own}
    found = {f: {icon_id(word.replace(" ", "-")) for word in words} for f, words in said.items()}
    drawn = {f: names for f, names in found.items() if names and names <= {*icons}}
    named = {*icons_in(texts, icons)}.union(*drawn.values())
    return {"icons": [name for name in icons if name in named], "drawn": [*drawn]}


def icons_near(table: Path) -> dict[str, Path]:
    """The pictures in folders for icons, and the drawings in others for pictures, by the names of these; and what the
    texts of a table show as `{art/fox.png}`."""
    folders = shelves_of(table / "-" if table.is_dir() else table)
    words = ""
    with suppress(OSError):  # told by who reads it
        words = read_plain(table, MAX_BYTES).decode("utf-8", "replace") if table.suffix.lower() in _READ else ""
    named = [home / name for name in dict.fromkeys(_FILE.findall(words)) for home in folders]
    below = [home for folder in folders for home in sorted(folder.iterdir()) if home.is_dir()]
    homes = {home: ENDINGS if home.name.lower() in _HOMES else (".svg",) for home in below if is_for((), home.name)}
    own = sorted(homes, key=lambda home: len(homes[home]))  # those for icons count
    files = [p for home in own for p in sorted(home.iterdir()) if p.suffix.lower() in homes[home]]
    return {name: file for file in (*files, *named) if file.is_file() and (name := slug(file.stem, ID))}


_READ = (*PLAIN, *RECORDS)
_FILE = re.compile(r"\{((?:[\w-]+/)*[A-Za-z][\w-]*\.(?:png|svg|jpe?g|gif|webp))\}")


def as_icon(name: str, file: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an icon; a picture of pixels has a drawing around it."""
    if file.suffix.lower() != ".svg":
        yield f"{name}{file.suffix.lower()}", file.read_bytes()
        image = f'<image width="1" height="1" href="{name}{file.suffix.lower()}"/>'
        yield f"{name}.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{image}</svg>\n'.encode()
    else:
        yield from (*linked(file), (f"{name}.svg", file.read_bytes()))


def foreign_in(texts: Sequence[str], icons: Collection[str]) -> list[str]:
    """What becomes of markup that is not ours, or names what the game does not have; it has some `icons`."""
    uses_ours, given = _uses_ours(texts), texts
    texts = _others(texts, icons)
    ours, read = ("text", "ruby", "break", "paragraph"), [(words, *parse_markup(words)) for words in texts]
    marked = [n for n, words in enumerate(texts) if _said(from_html(words)) != _said(escape(words).replace("\\*", "*"))]
    known = [[t.kind in ours or (t.kind == "term" and t.text in icons) for t in tokens] for _, tokens, _ in read]
    braced = [n for n, (_, _, faults) in enumerate(read) if faults or not all(known[n])]
    are_few = are_slips if uses_ours else are_rare
    is_marked, is_braced = (bool(found) and not are_few(found, len(texts)) for found in (marked, braced))
    is_marked |= not braced and any(map(_TAGS.search, texts))
    others = (found for words in given for found in SIGN.finditer(words) if found[0] != f"{{{found[1]}}}")
    sign = next((found[0] for found in others if icons_in([found[0]], icons)), "")
    kept = "of tags and signs (`<b>`, `_x_`, `&amp;`) line breaks, bold, italics and the words stay"
    drawn = f"signs of icons (`{sign}`) draw them"
    as_is = ["braces and brackets are printed as they are"]
    own = [f"<{name}>" for name in dict.fromkeys(name for words in texts for name in own_tags(words))]
    kept += f"; of {', '.join(own[:4])}, no tags of HTML, too" * bool(own)
    return [kept] * is_marked + as_is * is_braced + [drawn] * bool(sign)


def _said(markup: str) -> list[tuple[str, str, int]]:
    return [(token.kind, token.text, token.cut) for token in parse_markup(markup)[0]]


def _uses_ours(texts: Sequence[str]) -> bool:
    """True if some of the texts have bold words or ruby as we write them."""
    return any(token.bold or token.kind == "ruby" for words in texts for token in parse_markup(words)[0])


def in_our_markup(
    pieces: Sequence[dict[str, Any]], fields: dict[str, tuple[FieldKind, str]], icons: Collection[str]
) -> tuple[list[dict[str, Any]], dict[str, tuple[FieldKind, str]]]:
    """The pieces with their texts without the tags of HTML, and the fields: what is but tags lacks."""
    texts = [f for f, (kind, _) in fields.items() if kind.name == "text"]
    made = [{**i, **{f: from_html(i[f], icons) for f in texts if isinstance(i.get(f), str)}} for i in pieces]
    lost = [f for f in texts if f != "name" and not all(i.get(f, f) for i in made)]
    return made, fields | {f: (replace(fields[f][0], optional=True), fields[f][1]) for f in lost}
