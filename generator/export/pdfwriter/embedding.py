"""Font files -> one Type0 font each in the PDF, subset to the glyphs that are drawn.

Takes the glyphs of `GlyphRun` runs as they are written; gives the hexadecimal code of each and, when all is written,
the font's objects. Promise: every distinct pair of glyph and characters has a code of its own, so that what is searched
and copied is what was typed, also where two characters share a glyph, where one glyph stands for several, and beyond
the basic plane. A character by itself has its own number as code, whatever else is written; what is no such thing has
a number by its glyph.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import accumulate, chain, groupby, repeat
from math import dist
from zlib import crc32

from generator.diagnostics.findings import Fault, Finding
from generator.export.pdfwriter.objects import Object, PdfObject, add, name, pdf_string, stream
from generator.face.face import GlyphRun
from generator.typeset.fontfile import FontFile
from generator.values import memo

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
_SURROGATES, _LOW, _PRIVATE, _LAST = 0xD800, 0xDC00, 0xE000, 0x10000
"""From here on, codes are the first, and the second, halves of characters; those for private use or seldom in a font;
they end."""
_FREE = _LAST - _PRIVATE
"""So many codes a glyph may have, at first."""
_KERN = 0.3
"""Thousandths of an em by which a glyph may stand off before the pen is moved."""


Letter = str | tuple[int, str, int]
"""What is written: characters by their own numbers; else a glyph, the characters that it stands for, and its code."""


class PdfFont:
    """One font file in one document; collects what is written with it."""

    __slots__ = ("codes", "file", "label", "noted", "taken")

    def __init__(self, file: FontFile) -> None:
        self.file = file
        self.label = _label_of(file.id)
        self.codes = memo(self._code)
        self.noted: set[str] = set()
        self.taken: set[int] = set()

    def _code(self, glyph: tuple[int, str]) -> tuple[str, float, Letter]:
        """The code of a glyph and the characters that it stands for (four hexadecimal digits), its advance (1/1000 em),
        and what is written with it."""
        gid, text = glyph
        plain = gid and len(text) == 1 and text <= "\uffff" and self.file.gid(text) == gid
        code = ord(text) if plain else self._free(gid, text)
        return f"{code:04X}", round(self.file.glyph_advance(gid) * 1000, 2), text if plain else (gid, text, code)

    def _free(self, gid: int, text: str) -> int:
        """A code that is no character of the font, and not taken: nearly always the same for the same, whatever else is
        written, so that what was written before need not be written again after an edit."""
        first, end = (_PRIVATE, _LAST) if text else (_SURROGATES, _LOW)  # readers take all others for characters
        start = first + crc32(f"{gid} {text}".encode("utf-8", "surrogatepass")) % min(_FREE, end - first)
        tries = chain(range(start, end), range(first, start), range(_SURROGATES, _LAST), range(1, _SURROGATES))
        found = next(c for c in tries if c not in self.taken and not self.file.font.get_nominal_glyph(c))
        self.taken.add(found)
        return found

    def note(self, letters: Iterable[Letter]) -> bool:
        """Note what is written; False if something has another code in this document."""
        self.noted.update(*(one for one in letters if isinstance(one, str)))
        return all(self.codes[one[:2]][2] == one for one in letters if isinstance(one, tuple))

    def written(self) -> set[Letter]:
        """All that was written in it, or noted."""
        return {*self.noted, *(letter for _, _, letter in self.codes.values())}

    def show(self, run: GlyphRun, written: list[Letter]) -> str:
        """The TJ operators of a run: codes, with the pen moved where a glyph does not follow from the advances. What it
        is written in goes into `written`."""
        glyphs, scale = run.glyphs, 1000 / run.size
        rows = map(self.codes.__getitem__, zip(glyphs.gids, glyphs.texts, strict=True))
        codes, advances, letters = zip(*rows, strict=True)
        written += letters
        places = [x * scale for x in glyphs.xs]
        pens = list(accumulate(advances[:-1], initial=0.0))
        if dist(places, pens) <= _KERN and not glyphs.ys:  # so that none is further off
            return f"[<{''.join(codes)}>] TJ"
        out: list[str] = ["[<"]
        pen = rise = 0.0
        for hexed, advance, place, y in zip(codes, advances, places, glyphs.ys or repeat(0.0), strict=False):
            if y != rise:
                rise = y
                out.append(f">] TJ {-rise * 72 / 25.4:.3f} Ts [<")
            gap = place - pen
            if gap > _KERN or gap < -_KERN:
                gap = round(gap, 1)
                out.append(f">{-gap:g}<")
                pen += gap
            out.append(hexed)
            pen += advance
        out.append(">] TJ 0 Ts" if rise else ">] TJ")
        return "".join(out).replace("<>", "")

    def made(self) -> PdfObject:
        """The font with all that was written in it."""
        for char in self.noted:
            self.codes[self.file.gid(char), char]
        glyphs = sorted((int(hexed, 16), gid, text, wide) for (gid, text), (hexed, wide, _) in self.codes.items())
        data, new_gids = embedded(self.file, [0, *(gid for _, gid, _, _ in glyphs)])
        base = name(f"{_tag(self.file.id, glyphs)}+{_plain(self.file.id)}")
        info = {"Registry": pdf_string("Adobe"), "Ordering": pdf_string("Identity"), "Supplement": 0}
        mapping = array("H", bytes(2 * glyphs[-1][0] + 2))
        for code, gid, _, _ in glyphs:
            mapping[code] = new_gids.get(gid, 0)
        if sys.byteorder == "little":
            mapping.byteswap()
        descendant = {
            "Type": name("Font"),
            "Subtype": name("CIDFontType2"),
            "BaseFont": base,
            "CIDSystemInfo": add(info),
            "DW": 1000,
            "W": [*_widths(glyphs)],
            "CIDToGIDMap": stream(mapping.tobytes(), {}),
            "FontDescriptor": add(self._descriptor(base, data)),
        }
        font = {
            "Type": name("Font"),
            "Subtype": name("Type0"),
            "BaseFont": base,
            "Encoding": name("Identity-H"),
            "DescendantFonts": [add(descendant)],
            "ToUnicode": stream(_to_unicode(glyphs), {}),
        }
        return add(font)

    def _descriptor(self, base: Object, data: bytes) -> dict[str, Object]:
        own = self.file.facts
        return {
            "Type": name("FontDescriptor"),
            "FontName": base,
            "FontFamily": pdf_string(own.family),
            "FontWeight": min(900, max(100, round(own.weight / 100) * 100)),
            "Flags": 4 | (1 if own.fixed_pitch else 0) | (64 if own.slant else 0),
            "FontBBox": own.bbox,
            "ItalicAngle": own.slant,
            "Ascent": own.ascent,
            "Descent": own.descent,
            "CapHeight": own.cap_height,
            "StemV": 50 + round((own.weight / 65) ** 2),
            "FontFile2": stream(data, {"Length1": len(data)}),
        }


Coded = Sequence[tuple[int, int, str, float]]
"""What is written in a font: codes, in order, with their glyphs, characters and advances."""


def _widths(glyphs: Coded) -> Iterator[Object]:
    """Advances that are not an em: a first code, and those of the codes that follow it."""
    rows = enumerate((code, wide) for code, _, _, wide in glyphs if wide != 1000)
    for _, row in groupby(rows, key=lambda row: row[1][0] - row[0]):
        some = [one for _, one in row]
        yield from (some[0][0], [wide for _, wide in some])


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
        setattr(font["maxp"], field, 1)  # the most there may be
    font["head"].glyphDataFormat = 0
    del font["CFF "]
    font.sfntVersion = "\0\1\0\0"
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _to_unicode(glyphs: Coded) -> bytes:
    """The map from codes to characters, UTF-16; blocks of at most 100 as the format asks. The later glyphs of
    a cluster stand for no character: they are mapped to an empty string, or readers would make one up.
    """
    rows = [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, _, text, _ in glyphs]
    blocks = (rows[i : i + 100] for i in range(0, len(rows), 100))
    body = "".join(f"{len(b)} beginbfchar\n" + "\n".join(b) + "\nendbfchar\n" for b in blocks)
    return (_CMAP_HEAD + body + _CMAP_TAIL).encode("ascii")


def _tag(font_id: str, glyphs: Coded) -> str:
    """Six capital letters, the same for the same subset."""
    digest = hashlib.sha256(repr((font_id, glyphs)).encode()).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6])


def _plain(font_id: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in font_id)


def _label_of(font_id: str) -> str:
    """The name that content streams call a font by: the same in every document."""
    plain = _plain(font_id)
    return f"F-{plain}" if plain == font_id else f"F-{plain}-{hashlib.sha256(font_id.encode()).hexdigest()[:8]}"
