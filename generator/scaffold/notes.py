"""A folder of notes, each of a piece, with keys above its words as a notebook keeps them (Obsidian) -> one text of all;
and which texts of a folder are of its pictures.

Each note is a heading, its keys points below it: what `headed` reads. Pictures that notes name are brought along.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from generator.data.reading.folders import ENDINGS as PICTURES
from generator.data.reading.load import MAX_BYTES
from generator.data.reading.markdown import FRONT_MATTER, markdown_tables
from generator.diagnostics.findings import Fault
from generator.project import TABLES, as_numbered, read_plain
from generator.values import lazy_pattern

_LEAST, _LONG = 3, 200
"""So many notes are a set; letters of a path."""
_KEY = lazy_pattern(r"(?P<key>\w[\w -]*?)::?(?:\s+(?P<said>.*))?$")
_PICTURE = lazy_pattern(r"!\[\[([^\]\[|]+)|!\[[^\]\[]*\]\(<?([^()>\"]+)")
_OF_NOTEBOOK = ("tags", "aliases", "cssclass", "cssclasses", "publish")


@contextmanager
def notes_joined(source: Path) -> Iterator[Path]:
    """The source itself; of a folder of notes a text, which lies in a folder of its own as long as it is needed."""
    notes = _notes_in(source) if source.is_dir() else []
    if not notes:
        yield source
        return
    with TemporaryDirectory() as home:
        texts = [*map(_text, notes)]
        name = source.resolve().name
        joined = Path(home) / f"{name}.md"
        said = "\n".join(_section(note.stem, text) for note, text in zip(notes, texts, strict=True))
        joined.write_text(f"# {name}\n\n{said}", encoding="utf-8")
        named = {Path(next(filter(None, found))).name for text in texts for found in _PICTURE.findall(text)}
        for picture in sorted(source.iterdir()):
            if picture.name in named and picture.is_file():
                copyfile(picture, joined.parent / picture.name)
        yield joined


def texts_with_pictures(files: Iterable[Path]) -> list[Path]:
    """Those of the Markdown texts in a folder whose pieces have pictures that lie there: no rules beside some."""
    texts = [p for p in files if p.suffix.lower() == ".md" and p.is_file()]
    said = {p: [cell for _, rows in markdown_tables(_text(p)) for _, cells, _ in rows for cell in cells] for p in texts}
    return [p for p, cells in said.items() if sum(_names_file(p.parent, cell) for cell in cells) > 1]


def _names_file(folder: Path, words: str) -> bool:
    return Path(words).suffix.lower() in PICTURES and len(words) < _LONG and (folder / words).is_file()


def _notes_in(folder: Path) -> Sequence[Path]:
    """The notes of a folder without tables, most of which have keys."""
    files = sorted((p for p in folder.iterdir() if p.suffix.lower() in TABLES and p.name[0] != "."), key=as_numbered)
    notes = [p for p in files if p.suffix.lower() == ".md" and p.stem.lower() not in ("readme", "license", "index")]
    try:
        keyed = [p for p in notes if FRONT_MATTER.match(_text(p))]
    except (Fault, OSError):
        return []  # told where these are read by themselves
    is_one = len(notes) >= _LEAST and 3 * len(keyed) >= 2 * len(notes)
    return notes if is_one and all(p.suffix.lower() in (".md", ".txt") for p in files) else []


def _text(note: Path) -> str:
    return read_plain(note, MAX_BYTES).decode("utf-8-sig", "replace").replace("\r\n", "\n")


def _section(name: str, text: str) -> str:
    """A note as a part of a text: its keys are points, a first heading that says its name is its own."""
    front = FRONT_MATTER.match(text)
    keys: dict[str, list[str]] = {}
    last = ""
    for line in front[0].split("\n")[1:-2] if front else ():
        if found := _KEY.match(line):
            last = found["key"]
            keys[last] = [found["said"].strip(" \"'[]")] if found["said"] else []
        elif last and line.strip(" -\"'"):
            keys[last].append(line.strip(" -\"'"))
    body = FRONT_MATTER.sub("", text).strip()
    head = re.match(r"#+ +(.+?)[ #]*(?:\n|\Z)", body)
    body = body[head.end() :].strip() if head else body
    points = [f"- **{key}**: {', '.join(said)}" for key, said in keys.items() if key.lower() not in _OF_NOTEBOOK]
    lines = [f"## {head[1] if head else name}", "", *points, "", re.sub(r"(?m)^#", "###", body), ""]
    return "\n".join(lines)
