"""Sheets -> one PDF (clauses in brackets are those of ISO 32000-2).

Takes sheets in the order they are to be printed, what the document says about itself, and the fonts; gives the
file's bytes. Promise: pages are exactly the paper; every face is stored once and placed as often as needed; text
is real, searchable text in embedded fonts; nothing but this room knows points; the same sheets give the same bytes.

Forms and pages of earlier runs are what nodes that are kept under a key (`Later`) come to. Each is kept with the
objects that it names, each once, and with the glyphs that it is written in: the fonts of a document are made of those.
Of a page with the faces that it had, these are not asked for. Promise: it is byte for byte what would be painted.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from markupsafe import escape

from generator import __version__, cache
from generator.cache import key_of
from generator.export import Output, PdfMeta, Run
from generator.export.pdfwriter import objects
from generator.export.pdfwriter.content import ContentStream, Resources, form, paint
from generator.export.pdfwriter.embedding import Letter
from generator.export.pdfwriter.objects import FONTS, Object, PdfFile, PdfObject, Reference
from generator.export.pdfwriter.shading import K
from generator.face.bounds import nodes_touching
from generator.face.face import Later, Node, Segments
from generator.face.geometry import Box, common, grown, outlined
from generator.face.loops import beyond
from generator.sheet.sheet import Bookmark, PageLink, Placement, Sheet, Target, drawn_marks, faces_on
from generator.typeset.fonts import FontBook
from generator.values import replace

LARGE = 50_000
"""Bytes of an object that is kept in a file of its own."""


def _remembered(store: Resources, nodes: Sequence[Node], about: object, make: Callable[[], PdfObject]) -> PdfObject:
    """The form or page that `make` makes of nodes and all that it is `about`."""
    if not isinstance(nodes, Later) or nodes.store is None:
        return make()
    store.kept = nodes.store
    key = key_of("form", nodes.key, about)
    root, letters = store.kept.get(key) or (b"", {})
    found = _known(store, store.kept, root) if root else None
    if found is None or not store.note(letters):
        found = make()
        letters = {font_id: _each_once(some) for font_id, some in store.letters[found.digest].items()}
        store.kept.put(key, (found.digest, letters))
        _keep(store.kept, found)
        nodes.forget()
    store.letters[found.digest] = letters
    return found


def _each_once(letters: Sequence[Letter]) -> tuple[Letter, ...]:
    plain = dict.fromkeys("".join(one for one in letters if isinstance(one, str)))
    return ("".join(plain), *dict.fromkeys(one for one in letters if not isinstance(one, str)))


def _fonts(store: Resources) -> Iterator[tuple[str, PdfObject]]:
    """The fonts of a document with all that was written in them, by their labels."""
    for font in store.fonts.values():
        key = key_of("font", font.file.id, sorted(font.written(), key=str)) if store.kept else b""
        found = _known(store, store.kept, store.kept.get(key) or b"") if store.kept else None
        if found is None:
            found = font.made()
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


_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "simplex": "Simplex"}


def sheet_files(run: Run) -> Iterator[Output]:
    """All sheets in one file; if asked for, fronts and backs in one each."""
    yield _file(run, "", run.sheets, "piece")
    for side in ("front", "back") if run.separate else ():
        if sheets := [s for s in run.sheets if s.side == side]:
            yield _file(run, f"-{side}s", sheets, side)


def _file(run: Run, end: str, sheets: Sequence[Sheet], counted: str) -> Output:
    meta = run.meta if any(s.side == "back" for s in sheets) else replace(run.meta, duplex="")
    count = faces_on(sheets, "back" if counted == "back" else "front")
    about = f"{_number(len(sheets), 'page')}, {_number(count, counted)}"
    return Output(f"{run.game}-{run.stem}{end}.pdf", pdf_bytes(sheets, meta, run.book), about)


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def pdf_bytes(
    sheets: Sequence[Sheet],
    meta: PdfMeta,
    book: FontBook,
    links: Sequence[PageLink] = (),
    bookmarks: Sequence[Bookmark] = (),
) -> bytes:
    """The sheets as a PDF 1.7, with the links on them, and with these bookmarks or those that their titles make.

    ValueError: no sheets. Fault X011: a picture that can't be read. Fault F002: a font that can't be embedded.
    """
    if not sheets:
        raise ValueError("a PDF needs at least one sheet")
    document, store = PdfFile(), Resources(book)
    tree, pages = document.reserved(), [document.reserved() for _ in sheets]

    def view(target: Target) -> Object:
        """Of a place the view begins a little above it."""
        top = None if target.y is None else sheets[target.page].paper.height - max(0.0, target.y - 3.0)
        return objects.destination(pages[target.page], top and round(top * K, 2))

    for number, sheet in enumerate(sheets):
        notes = [objects.link(_link_box(sheet, k.box), view(k.target)) for k in links if k.page == number]
        own = _page(store, sheet) | ({"Annots": notes} if notes else {})
        document.put(pages[number], {**own, "Type": objects.name("Page"), "Parent": tree})
    document.put(tree, {"Type": objects.name("Pages"), "Kids": pages, "Count": len(pages)})
    marked = objects.outline_tree(
        document, ((b.level, b.title, view(b.target)) for b in bookmarks or _bookmarks(sheets))
    )
    document.put(document.fonts, dict(_fonts(store)))
    store.letters.clear()
    store.made.clear()  # each stream is let go of as it is written
    return document.file_bytes(_catalog(tree, marked, sheets, meta), _information(meta))


def _link_box(sheet: Sheet, box: Box) -> list[float]:
    x, y, width, height = box
    return [round(v * K, 2) for v in (x, sheet.paper.height - y - height, x + width, sheet.paper.height - y)]


def _catalog(tree: Reference, bookmarks: Reference, sheets: Sequence[Sheet], meta: PdfMeta) -> PdfObject:
    """The root of the file (7.7.2): pages with their labels (12.4.2), viewer preferences (12.2), metadata (14.3.2);
    bookmarks are shown."""
    both = {"front", "back"} <= {sheet.side for sheet in sheets}
    duplex = meta.duplex if meta.duplex in _DUPLEX else "long-edge" if both else "simplex"
    labels = [{"P": objects.pdf_string(sheet.label or str(number))} for number, sheet in enumerate(sheets, 1)]
    described = {"Type": objects.name("Metadata"), "Subtype": objects.name("XML")}
    preferences = {"PrintScaling": "/None", "DisplayDocTitle": "true", "Duplex": objects.name(_DUPLEX[duplex])}
    return objects.add(
        {
            "Type": objects.name("Catalog"),
            "Pages": tree,
            "Outlines": bookmarks,
            "PageMode": objects.name("UseOutlines"),
            "PageLabels": {"Nums": [*chain.from_iterable(enumerate(labels))]},
            "ViewerPreferences": preferences,
            "Metadata": objects.stream(_xmp(meta), described, deflated=True),
            "Lang": objects.pdf_string(meta.language),
        }
    )


def _information(meta: PdfMeta) -> PdfObject:
    """What the file says about itself (14.3.3), without dates."""
    said = {"Title": meta.title, "Author": meta.author, "Subject": meta.subject}
    ours = {"Creator": f"print-and-play {__version__}", "Producer": "reportlab"}
    return objects.add({key: objects.pdf_string(words) for key, words in (said | ours).items()})


def _page(store: Resources, sheet: Sheet) -> dict[str, Object]:
    """The entries of one page, with all its boxes (14.11.2) and its transparency group (11.6.6)."""

    def made() -> PdfObject:
        faces = [_face(store, placement) for placement in sheet.placements]
        code = ContentStream(store)
        code.turn((1, 0, 0, 1, 0, -sheet.paper.height))
        for placement, face in zip(sheet.placements, faces, strict=True):
            _place(code, placement, face)
        paint(code, [*drawn_marks(sheet.marks)])
        paint(code, sheet.furniture)
        page = objects.add({"Contents": objects.stream(code.data(), {}), "Resources": objects.add(code.entries())})
        if store.kept:
            store.letters[page.digest] = code.written
        return page

    about = [_known_by(store, placement) for placement in sheet.placements]
    contents, resources = _remembered(store, sheet.furniture, about, made).others
    whole = (0.0, 0.0, sheet.paper.width, sheet.paper.height)
    return {
        "MediaBox": _page_box(sheet, whole),
        "CropBox": _page_box(sheet, whole),
        "TrimBox": _page_box(sheet, sheet.trim_box or whole),
        "BleedBox": _page_box(sheet, sheet.bleed_box or sheet.trim_box or whole),
        "Group": {"S": objects.name("Transparency"), "CS": objects.name("DeviceRGB")},
        "Contents": contents,
        "Resources": resources,
    }


def _page_box(sheet: Sheet, box: Box) -> Object:
    """A box of the page in points, kept on the paper."""
    left, top, right, bottom = common(box, (0.0, 0.0, sheet.paper.width, height := sheet.paper.height))
    return (left * K, (height - bottom) * K, right * K, (height - top) * K)


def _place(code: ContentStream, placement: Placement, form: PdfObject) -> None:
    """A face, clipped to what may be seen of it here: its box and its outline, each with its bleed, off neighbours."""
    code.save()
    code.clip(outlined(placement.bled))
    code.turn(placement.matrix)
    if placement.face.shape.kind != "rectangle":
        code.clip(_cut(code.store, placement))
    if placement.clip:
        code.clip(placement.clip, even_odd=True)
    code.place(form)
    code.restore()


def _cut(store: Resources, placement: Placement) -> Segments:
    """The outline with its bleed; grown once for each shape."""
    outline, bleed = placement.face.shape.outline, max(placement.bleed)
    return store.once(("cut", outline, bleed), lambda: beyond(outline, bleed))


def _known_by(store: Resources, placement: Placement) -> object:
    """What tells the form of a face from all others."""
    face = placement.face
    if not isinstance(face.nodes, Later) or face.nodes.store is None:
        return _face(store, placement).digest
    return (face.nodes.key, *_about(placement))


def _about(placement: Placement) -> tuple[object, ...]:
    """What the form of a face depends on beside its nodes."""
    return (bool(placement.face.marking), placement.face.bleed, placement.painted if placement.window else None)


def _face(store: Resources, placement: Placement) -> PdfObject:
    """The form of a face; a board that is split has a form for each window, with only what shows through it."""
    face, seen = placement.face, placement.painted if placement.window else None

    def made() -> PdfObject:
        nodes = nodes_touching(face.printed, seen) if seen else face.printed
        return form(store, nodes, seen or grown((0.0, 0.0, face.shape.width, face.shape.height), max(face.bleed, 6.0)))

    key = ("face", face, seen)
    return store.once(key, lambda: _remembered(store, face.nodes, _about(placement), made))


def _bookmarks(sheets: Sequence[Sheet]) -> Iterator[Bookmark]:
    """One for each run of sheets with the same sets (a back goes with its front), and below it one for each sheet
    where there are several."""
    runs: list[list[int]] = []
    for number, sheet in enumerate(sheets):
        if sheet.blank:
            continue
        first = sheets[runs[-1][0]] if runs else None
        same = first is not None and (first.sets or first.title) == (sheet.sets or sheet.title)
        if same or (runs and sheet.side == "back"):
            runs[-1].append(number)
        else:
            runs.append([number])
    for numbers in runs:
        titles = [sheets[n].title for n in numbers]
        whole = titles[0] if len(set(titles)) == 1 else sheets[numbers[0]].names
        yield Bookmark(whole, Target(numbers[0]))
        for n in numbers if len(numbers) > 1 else ():
            named = sheets[n].label if len(set(titles)) == 1 else ""
            yield Bookmark(named or sheets[n].title, Target(n), 1)


def _xmp(meta: PdfMeta) -> bytes:
    """The metadata that asset managers read; no dates, so that equal sheets give equal bytes."""
    language = escape(meta.language)

    def words(tag: str, text: str) -> str:
        alternative = f'<rdf:li xml:lang="x-default">{escape(text)}</rdf:li>'
        own = f'<rdf:li xml:lang="{language}">{escape(text)}</rdf:li>'
        return f"<dc:{tag}><rdf:Alt>{alternative}{own}</rdf:Alt></dc:{tag}>" if text else ""

    author = (
        f"<dc:creator><rdf:Seq><rdf:li>{escape(meta.author)}</rdf:li></rdf:Seq></dc:creator>" if meta.author else ""
    )
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">'
        f"<dc:format>application/pdf</dc:format>{words('title', meta.title)}{author}"
        f"{words('description', meta.subject)}"
        f"<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>"
        f"<xmp:CreatorTool>print-and-play {__version__}</xmp:CreatorTool><pdf:Producer>reportlab</pdf:Producer>"
        "</rdf:Description></rdf:RDF></x:xmpmeta>"
        '<?xpacket end="w"?>'
    ).encode()
