"""Forms of earlier runs: what nodes that are kept under a key (`Later`) come to in a PDF.

A form is kept with the objects that it names, each once, and with the glyphs that it is written in: the fonts of a
document are made of those that its forms use. Promise: a form from here is byte for byte the one that would be painted.
"""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from generator import cache
from generator.cache import key_of
from generator.export.pdfwriter.content import Resources
from generator.export.pdfwriter.document import FONTS, PdfObject
from generator.face.face import GlyphRun, Later, Node

LARGE = 50_000
"""Bytes of an object that is kept in a file of its own."""

Letters = list[tuple[str, bytes, list[tuple[int, str, str]]]]
"""By font the characters that are written by their own numbers, and glyphs that stand for other characters with the
codes that they were given, as they came."""


def remembered(store: Resources, nodes: Sequence[Node], about: object, make: Callable[[], PdfObject]) -> PdfObject:
    """The form that `make` makes of nodes and all that it is `about`."""
    if not isinstance(nodes, Later) or nodes.store is None:
        return make()
    store.kept = nodes.store
    key = key_of("form", nodes.key, about)
    root, letters = store.kept.get(key) or (b"", [])
    found = _known(store, store.kept, root) if root else None
    if found is None or not _written(store, letters):
        found = make()
        store.kept.put(key, (found.digest, _letters(store, store.runs.pop(found.digest))))
        _keep(store.kept, found)
        nodes.forget()
    return found


def fonts(store: Resources) -> Iterator[tuple[str, PdfObject]]:
    """The fonts of a document with all that was written in them, by their labels."""
    for font in store.fonts.values():
        glyphs = font.coded()
        key = key_of("font", font.file.id, glyphs)
        found = _known(store, store.kept, store.kept.get(key) or b"") if store.kept else None
        if found is None:
            found = font.made(glyphs)
            if store.kept:
                store.kept.put(key, found.digest)
                _keep(store.kept, found)
        yield font.label, found


def _known(store: Resources, kept: cache.Store, digest: bytes) -> PdfObject | None:
    """An object that was kept, with all that it names."""
    if digest == FONTS.digest:
        return FONTS
    found: PdfObject | None = store.made.get(("made", digest))
    entry: Any = None if found else kept.get(b"o" + digest)
    if entry is not None:
        parts, others = entry if entry else _read(digest)
        inner = [_known(store, kept, other) for other in others]
        if parts and None not in inner:
            found = store.made["made", digest] = PdfObject(parts, tuple(one for one in inner if one), digest)
    return found


def _keep(kept: cache.Store, made: PdfObject) -> None:
    if made is FONTS or kept.get(b"o" + made.digest) is not None:
        return
    for other in made.others:
        _keep(kept, other)
    entry = (made.parts, tuple([other.digest for other in made.others]))
    if len(made.parts[-1]) > LARGE:
        cache.write(f"object-{made.digest.hex()}", marshal.dumps(entry))
        entry = ()  # type: ignore[assignment]
    kept.put(b"o" + made.digest, entry)


def _read(digest: bytes) -> Any:  # noqa: ANN401 (what was kept of a large object)
    data = cache.read(f"object-{digest.hex()}")
    return marshal.loads(data) if data else ((), ())  # noqa: S302 (the user's own)


def _letters(store: Resources, runs: Sequence[GlyphRun]) -> Letters:
    written: dict[str, dict[tuple[int, str], None]] = {}
    for run in runs:
        written.setdefault(run.font, {}).update(dict.fromkeys(zip(run.glyphs.gids, run.glyphs.texts, strict=True)))
    found: Letters = []
    for font_id, pairs in written.items():
        codes = store.font(font_id).codes
        known = [codes.plain[pair] for pair in pairs if pair in codes.plain]
        more = [(*pair, codes[pair][0]) for pair in pairs if pair not in codes.plain]
        found.append((font_id, array("H", known).tobytes(), more))
    return found


def _written(store: Resources, letters: Letters) -> bool:
    """Note what is written; False if something has another code in this document."""
    same = True
    for font_id, known, more in letters:
        font = store.font(font_id)
        font.plain.update(array("H", known))
        for gid, text, code in more:
            same = font.codes[gid, text][0] == code and same
    return same
