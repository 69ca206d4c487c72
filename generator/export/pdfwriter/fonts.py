"""Font files -> one Type0 font each in the PDF, subset to the glyphs that are drawn.

Takes the glyphs of `Text` runs as they are written; gives the hexadecimal code of each and, when the document
is saved, the font's objects. Promise: every distinct pair of glyph and characters has a code of its own, so
that what is searched and copied is what was typed, also where two characters share a glyph, where one glyph
stands for several, and beyond the basic plane.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import accumulate, repeat
from typing import TYPE_CHECKING

from generator.diagnostics.findings import Fault, Finding
from generator.export.pdfwriter.document import Document, Object, add, add_font, array, name, stream, words

if TYPE_CHECKING:
    from generator.face.face import Text
    from generator.typeset.fontfile import FontFile

_KEPT_TABLES = frozenset({"CFF ", "glyf", "loca", "head", "hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep"})
_CMAP_HEAD = (
    "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
    "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
    "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
)
_CMAP_TAIL = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
_MAXIMA = (
    *("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements"),
    *("maxSizeOfInstructions", "maxComponentElements", "maxPoints", "maxContours", "maxCompositePoints"),
    *("maxCompositeContours", "maxComponentDepth"),
)
"""What `maxp` says of instructions, of which there are none, and of outlines, which fontTools counts."""
_KERN = 0.3
"""Thousandths of an em by which a glyph may stand off before the pen is moved."""


class PdfFont:
    """One font file in one document; collects what is written with it. reportlab calls `addObjects`."""

    __slots__ = ("advances", "codes", "file", "glyphs", "label")

    def __init__(self, file: FontFile, label: str) -> None:
        self.file = file
        self.label = label
        self.codes = Codes(self)
        self.glyphs: list[tuple[int, str]] = [(0, "")]
        self.advances: list[float] = [0.0]

    def show(self, run: Text) -> str:
        """The TJ operators of a run: codes, with the pen moved where a glyph does not follow from the advances."""
        scale, glyphs = 1000 / run.size, run.glyphs
        codes = list(map(self.codes.__getitem__, zip(glyphs.gids, glyphs.texts, strict=True)))
        pens = accumulate([advance for _, advance in codes], initial=0.0)
        gaps = [x * scale - pen for x, pen in zip(glyphs.xs, pens, strict=False)]
        if max(gaps) <= _KERN and min(gaps) >= -_KERN and not glyphs.ys:
            return f"[<{''.join([hexed for hexed, _ in codes])}>] TJ"
        out: list[str] = ["[<"]
        pen = rise = 0.0
        for (hexed, advance), x, y in zip(codes, glyphs.xs, glyphs.ys or repeat(0.0), strict=False):
            if y != rise:
                rise = y
                out.append(f">] TJ {-rise * 72 / 25.4:.3f} Ts [<")
            gap = x * scale - pen
            if gap > _KERN or gap < -_KERN:
                gap = round(gap, 1)
                out.append(f">{-gap:g}<")
                pen += gap
            out.append(hexed)
            pen += advance
        out.append(">] TJ 0 Ts" if rise else ">] TJ")
        return "".join(out).replace("<>", "")

    def addObjects(self, document: Document) -> None:  # noqa: N802 (reportlab's name for it)
        """Adds the font to the document under its label. Called once, when the document is saved."""
        data, new_gids = embedded(self.file, [g for g, _ in self.glyphs])
        base = name(f"{_tag(self.file.id, self.glyphs)}+{_plain(self.file.id)}")
        info = {"Registry": words("Adobe"), "Ordering": words("Identity"), "Supplement": 0}
        mapping = struct.pack(f">{len(self.glyphs)}H", *(new_gids.get(g, 0) for g, _ in self.glyphs))
        descendant = {
            "Type": name("Font"),
            "Subtype": name("CIDFontType2"),
            "BaseFont": base,
            "CIDSystemInfo": add(document, info),
            "DW": 1000,
            "W": array([1, array(self.advances[1:])]),
            "CIDToGIDMap": stream(document, mapping, {}),
            "FontDescriptor": add(document, self._descriptor(document, base, data)),
        }
        font = {
            "Type": name("Font"),
            "Subtype": name("Type0"),
            "BaseFont": base,
            "Encoding": name("Identity-H"),
            "DescendantFonts": array([add(document, descendant)]),
            "ToUnicode": stream(document, _to_unicode(self.glyphs), {}),
        }
        add_font(document, self.label, font)

    def _descriptor(self, document: Document, base: Object, data: bytes) -> dict[str, Object]:
        own = self.file.facts
        return {
            "Type": name("FontDescriptor"),
            "FontName": base,
            "FontFamily": words(own.family),
            "FontWeight": min(900, max(100, round(own.weight / 100) * 100)),
            "Flags": 4 | (1 if own.fixed_pitch else 0) | (64 if own.slant else 0),
            "FontBBox": array(own.bbox),
            "ItalicAngle": own.slant,
            "Ascent": own.ascent,
            "Descent": own.descent,
            "CapHeight": own.cap_height,
            "StemV": 50 + round((own.weight / 65) ** 2),
            "FontFile2": stream(document, data, {"Length1": len(data)}),
        }


class Codes(dict[tuple[int, str], tuple[str, float]]):
    """Glyph and the characters that it stands for -> its code (four hexadecimal digits) and advance (1/1000 em)."""

    def __init__(self, font: PdfFont) -> None:
        self.font = font

    def __missing__(self, glyph: tuple[int, str]) -> tuple[str, float]:
        font = self.font
        advance = round(font.file.glyph_advance(glyph[0]) * 1000, 2)
        found = self[glyph] = (f"{len(font.glyphs):04X}", advance)
        font.glyphs.append(glyph)
        font.advances.append(advance)
        return found


def embedded(file: FontFile, gids: Iterable[int]) -> tuple[bytes, dict[int, int]]:
    """What a PDF has of a font: see `subset`. Fault F002: it is too damaged for that."""
    try:
        _ = file.facts
        return subset(file, gids)
    except (RuntimeError, ValueError, LookupError, ArithmeticError, struct.error) as error:
        message = f"`{file.path.name}` is damaged: it cannot be embedded"
        raise Fault(Finding("F002", file.mark, message, "copy the font anew")) from error


def subset(file: FontFile, gids: Iterable[int]) -> tuple[bytes, dict[int, int]]:
    """A font file with only these glyphs, and where each went (old id -> new id)."""
    import uharfbuzz as hb

    face = file.font.face
    wanted = hb.SubsetInput()
    wanted.glyph_set.update(gids)
    wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
    dropped = [int.from_bytes(t.encode("latin-1"), "big") for t in face.table_tags if t not in _KEPT_TABLES]
    wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(dropped)
    plan = hb.SubsetPlan(face, wanted)
    data = plan.execute().blob.data
    return _quadratic(data) if "CFF " in face.table_tags else data, dict(plan.old_to_new_glyph_mapping)


def _quadratic(data: bytes) -> bytes:
    """A small font with PostScript outlines as one with TrueType outlines, of which the codes in a PDF can be chosen
    freely; at most half a thousandth of an em from the original (ISO 32000-1, 9.7.4.2)."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont, newTable

    font = TTFont(BytesIO(data), recalcTimestamp=False)
    glyphs, order, widths = font.getGlyphSet(), font.getGlyphOrder(), font["hmtx"]
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, {}
    for key in order:
        pen = TTGlyphPen(None)
        glyphs[key].draw(Cu2QuPen(pen, font["head"].unitsPerEm / 2000, reverse_direction=True))
        glyph = font["glyf"].glyphs[key] = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        widths[key] = (widths[key][0], getattr(glyph, "xMin", 0))
    font["maxp"].tableVersion = 0x00010000
    for field in _MAXIMA:
        setattr(font["maxp"], field, 1 if field == "maxZones" else 0)
    font["head"].glyphDataFormat = 0
    del font["CFF "]
    font.sfntVersion = "\0\1\0\0"
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _to_unicode(glyphs: Sequence[tuple[int, str]]) -> bytes:
    """The map from codes to characters, UTF-16; blocks of at most 100 as the format asks. The later glyphs of
    a cluster stand for no character: they are mapped to an empty string, or readers would make one up.
    """
    rows = [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, (_, text) in enumerate(glyphs) if code]
    blocks = (rows[i : i + 100] for i in range(0, len(rows), 100))
    body = "".join(f"{len(b)} beginbfchar\n" + "\n".join(b) + "\nendbfchar\n" for b in blocks)
    return (_CMAP_HEAD + body + _CMAP_TAIL).encode("ascii")


def _tag(font_id: str, glyphs: Sequence[tuple[int, str]]) -> str:
    """Six capital letters, the same for the same subset."""
    digest = hashlib.sha256(repr((font_id, glyphs)).encode()).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6])


def _plain(font_id: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c == "-") else "-" for c in font_id)
