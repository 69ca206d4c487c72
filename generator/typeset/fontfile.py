"""One font file -> coverage, glyph ids, advances, kerning, outlines.

Takes a path; gives a `FontFile`, opened when first asked. Promise: only a TrueType or OpenType file is opened, of a
collection the first font, of a variable font one weight; any other is a `Fault`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Sequence
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import bidirectional, normalize

from generator.data.reading.grid import with_letters
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.face.face import Segments
from generator.face.geometry import Box, box_around
from generator.project import BUNDLED, read_plain
from generator.typeset.truetype import FontFacts, Outlines, facts, outline, outlines_of
from generator.values import lazy_pattern, memo

if TYPE_CHECKING:
    from uharfbuzz import Buffer, Face, Font

ShapedGlyph = tuple[int, str, float, float, float]
"""(glyph id, characters, x, y, advance) in ems of the file, y down; x and y from the word's origin."""

FEATURES = {"lnum": True}
"""Beside what fonts do by themselves: figures stand on the line and reach capital height."""
APART = {**FEATURES, "liga": False, "clig": False, "calt": False}
"""The same for letters that are never joined."""

TYPED = lazy_pattern(
    r"((?<=[^\W\d_]|[!?.,…])'|'(?=(?:s|t|re|ll|ve|d|m|n|\d0s)\b))|((?<!\d)'(?=[^\W\d_]|[¡¿]))"
    r"|((?<![^\s(\[{=:;,+×/])-(?=\d))"
)
PRINTED = ("", "’", "‘", "−")
"""What a keyboard gives for an apostrophe, a quotation mark before a word and a minus, and what print has instead."""

LIKE = {"‐": "-", "‑": "-", "⸺": "—", "⸻": "—", **dict.fromkeys("“”„«»", '"')}
"""What stands for a sign that a font lacks."""
_NEAR = dict(zip("⟨⟩〈〉⟵⟶⟷⟸⟹‟ꞏ", '‹›‹›←→↔⇐⇒"·', strict=True))


@cache
def near_sign(char: str) -> str:
    """What stands for a sign that all fonts of a family lack, and is read as it is: the letter of a raised or a bold
    one, of one for programs (`⍺`); itself where that is none, or several."""
    plain = normalize("NFKC", char)
    plain = with_letters(char) if plain == char else plain
    return _NEAR.get(char) or (plain if len(plain) == 1 else char)


_RED_HEART, _HATCHED = "❤\ufe0f", lazy_pattern("❤(?=\ufe0f(?!\u200d))")
"""Fonts of emoji in one colour draw it in the stripes that heralds have for red, and `♥️` plain."""

TABLE = Mark("layouts/fonts/fonts.yaml")
MAX_FONT = 50_000_000


def is_leftward(char: str) -> bool:
    """True for letters of scripts that are written from right to left: Hebrew, Arabic ..."""
    return bidirectional(char) in ("R", "AL")


class FontFile:
    """One font file, opened when first used. Lengths are ems of the file (its set size is `scale` times
    the style's); `scale` and `shift` (ems of the style, up) come from `adjust` in fonts.yaml. `weight` is the one that
    a variable font is drawn in (else its usual one). What it says of a glyph is worked out once."""

    def __init__(
        self,
        id: str,  # noqa: A002
        path: Path,
        scale: float = 1.0,
        shift: float = 0.0,
        mark: Mark = TABLE,
        homes: tuple[Path, ...] = (),
        weight: int | None = None,
    ) -> None:
        self.id, self.path, self.mark, self.homes, self.weight = id, path, mark, homes, weight
        self.scale, self.shift = scale, shift
        self._gids: dict[str, int] = {}
        self.glyph_advance = cache(lambda gid: float(self.font.get_glyph_h_advance(gid)) / self.upem)
        """The advance of a glyph, in ems."""
        self.bounds = cache(self._bounds)
        """How far the ink of a glyph keeps from the left and the right end of its advance, in ems."""
        self.outline: Callable[[int], Segments] = cache(lambda gid: outline(self.font, gid, 1 / self.upem))
        """A glyph's outline in ems, y down, from its origin on the baseline."""
        self.ink: Callable[[int], Box] = cache(lambda gid: box_around(self.outline(gid)))
        """The box of a glyph's outline in ems."""
        self.in_columns = cache(self._in_columns)
        """The glyph that a character has in columns, if it is another one than in lines; else 0."""

    @cached_property
    def font(self) -> Font:
        """The HarfBuzz font. Fault: not a static font file."""
        import uharfbuzz as hb

        is_bundled = self.path.is_relative_to(BUNDLED)
        data = self.data
        face = _bundled_face(self.path, self.path.stat().st_mtime_ns) if is_bundled else hb.Face(hb.Blob(data))
        name = f"layouts/fonts/{self.path.name}"
        try:
            tables = set(face.table_tags)
        except UnicodeDecodeError:
            raise _unusable(self, f"`{name}` is damaged") from None
        if tables and _ends(data) > len(data):
            raise _unusable(self, f"`{name}` is cut off: it has {len(data)} bytes of {_ends(data)}")
        if not tables & {"glyf", "CFF ", "CFF2"}:
            hint = "put a font with outlines (.ttf or .otf) in its place"
            raise _unusable(self, f"`{name}` is no TrueType or OpenType font", hint)
        lacks = sorted(_NEEDED - tables) + ["loca"] * ("glyf" in tables and "loca" not in tables)
        if lacks:
            raise _unusable(self, f"`{name}` is damaged: it has no table `{lacks[0]}`")
        if tables & {"fvar", "CFF2"}:
            hint = "put a static one in its place: its download has a folder `static`"
            raise _unusable(self, f"`{name}` is a variable font of a kind that is not read", hint)
        font = hb.Font(face)
        if not is_bundled and not _draws(font):
            message = f"`{name}` draws nothing, or all letters upon each other"
            raise _unusable(self, message, "put another font in its place")
        return font

    @cached_property
    def data(self) -> bytes:
        """The font's bytes, static. Fault: they cannot be read."""
        return _written_anew(self._written, self, pinned=True) if self.is_variable else self._written

    @property
    def is_variable(self) -> bool:
        """True for a variable font with outlines of TrueType. What cannot be read is none."""
        if self.path.is_relative_to(BUNDLED):
            return False
        try:
            data = self._written
        except Fault:
            return False
        tables = {data[n : n + 4] for n in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16)}
        return {b"fvar", b"gvar", b"glyf"} <= tables

    @cached_property
    def _written(self) -> bytes:
        try:
            if self.path.is_relative_to(BUNDLED):
                data = _bundled(self.path, self.path.stat().st_mtime_ns)
            else:
                data = read_plain(self.path, MAX_FONT, self.homes)
        except OSError as error:
            message = f"`{self.path.name}` cannot be read: {(error.strerror or 'unknown').lower()}"
            raise _unusable(self, message, "put the font itself into layouts/fonts/") from None
        if len(data) > MAX_FONT:
            raise _unusable(self, f"`{self.path.name}` has more than {MAX_FONT} bytes", "use a subset of the font")
        return _written_anew(data, self) if data[:4] == b"ttcf" else data

    @cached_property
    def upem(self) -> int:
        """Font units per em."""
        return int(self.font.face.upem)

    @property
    def asked(self) -> Collection[int]:
        """The glyphs of characters that were asked for; none of a file that was not opened."""
        return self._gids.values()

    def has(self, char: str) -> bool:
        """True if the font draws this character."""
        return self.gid(char) != 0

    def draws(self, char: str) -> bool:
        """True if it has the character, or one that is read as it is."""
        return self.has(char) or self.has(near_sign(char))

    def has_all(self, word: str) -> bool:
        """True if the font draws each character of a word."""
        return all(map(self.gid, word))

    def gid(self, char: str) -> int:
        """The glyph of one character by itself; 0 if the font lacks it, or the lines of its script go leftwards: here
        none do."""
        gid = self._gids.get(char)
        if gid is None:
            gid = 0 if is_leftward(char) else self._nominal(char)
            gid = self._gids[char] = gid or (self._nominal(LIKE[char]) if char in LIKE else 0)
        return gid

    def _nominal(self, char: str) -> int:
        return int(self.font.get_nominal_glyph(ord(char)) or 0)

    def advance(self, char: str) -> float:
        """The advance of one character by itself, in ems."""
        return self.glyph_advance(self.gid(char))

    def _bounds(self, gid: int) -> tuple[float, float]:
        extents = self.font.get_glyph_extents(gid)
        if extents is None:  # of a damaged font
            return 0.0, 0.0
        left = float(extents.x_bearing) / self.upem
        return left, self.glyph_advance(gid) - left - float(extents.width) / self.upem

    def shape(self, word: str, joined: bool = True) -> tuple[ShapedGlyph, ...]:
        """A word (and whether its letters may be joined) with kerning and marks. The characters of a cluster stand with
        its first glyph, "" with the others."""
        import uharfbuzz as hb

        buffer = _buffer()
        buffer.clear_contents()
        said = in_print(word, self.has)
        known = self._gids
        if lost := [char for char in said if char in LIKE or not (known.get(char) or self.gid(char))]:
            like = {ord(char): LIKE.get(char) or near_sign(char) for char in lost if not self._nominal(char)}
            said = said.translate(like)
        if _RED_HEART in said and self.has("♥"):
            said = _HATCHED.sub("♥", said)
        buffer.add_str(said)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        hb.shape(self.font, buffer, FEATURES if joined else APART)
        infos, x, shaped, upem = buffer.glyph_infos, 0.0, list[ShapedGlyph](), self.upem
        chars = _chars(word, [info.cluster for info in infos])
        for info, place, text in zip(infos, buffer.glyph_positions or (), chars, strict=True):
            advance = place.x_advance / upem
            shaped.append((info.codepoint, text, x + place.x_offset / upem, -place.y_offset / upem, advance))
            x += advance
        return tuple(shaped)

    def _in_columns(self, char: str) -> int:
        import uharfbuzz as hb

        buffer = _buffer()
        buffer.clear_contents()
        buffer.add_str(char)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        hb.shape(self.font, buffer, {**FEATURES, "vert": True})
        found = [info.codepoint for info in buffer.glyph_infos]
        return found[0] if len(found) == len(char) == 1 and found[0] != self.gid(char) else 0

    @property
    def is_japanese(self) -> bool:
        """True if it has kana."""
        return self.has("の")

    @property
    def is_proportional(self) -> bool:
        """True if its Japanese brackets are not as wide as a kanji."""
        return self.advance("（") < 0.75

    @cached_property
    def facts(self) -> FontFacts:
        """What a PDF states about the font. struct.error: the file is broken."""
        return facts(self.font.face)

    @property
    def family(self) -> str:
        """What the font itself says that it is called. Fault: not a font file."""
        try:
            return self.facts.family
        except struct.error as error:
            raise _unusable(self, f"`layouts/fonts/{self.path.name}` is damaged") from error

    @cached_property
    def keys(self) -> dict[int, bytes]:
        """Of each glyph a digest that is equal where the outline is equal, also in another font file."""
        return memo(lambda gid: self.key(gid)[:16])

    @cached_property
    def _outlines(self) -> Outlines:
        is_bundled = self.path.is_relative_to(BUNDLED)
        return (_bundled_outlines if is_bundled else outlines_of)(self.font.face)

    def key(self, gid: int) -> bytes:
        """Such a digest, made now."""
        try:
            return self._outlines.key(gid)
        except (struct.error, IndexError, KeyError):
            return sha256(repr(self.outline(gid)).encode()).digest()


def _unusable(file: FontFile, message: str, hint: str = "copy the font anew") -> Fault:
    return Fault(Finding("F002", file.mark, message, hint))


def _written_anew(data: bytes, file: FontFile, *, pinned: bool = False) -> bytes:
    """A font by itself: of a collection the first; a variable one `pinned` to the file's weight, all else as usual."""
    import uharfbuzz as hb

    face, wanted = hb.Face(hb.Blob(data)), hb.SubsetInput()
    wanted.keep_everything()
    try:
        if pinned:
            wanted.pin_all_axes_to_default(face)
        if pinned and file.weight and any(axis.tag == "wght" for axis in face.axis_infos):
            wanted.pin_axis_location(face, "wght", file.weight)
        return bytes(hb.subset(face, wanted).blob.data)
    except (RuntimeError, ValueError) as error:
        raise _unusable(file, f"`layouts/fonts/{file.path.name}` is damaged") from error


@lru_cache(maxsize=16)
def _bundled(path: Path, _changed: int) -> bytes:
    """A font of the tool's own, which each game and each version asks for."""
    return read_plain(path, MAX_FONT, (BUNDLED,))


@lru_cache(maxsize=16)
def _bundled_face(path: Path, changed: int) -> Face:
    """Its face. Not by its bytes: to hash them takes as long as to set some cards."""
    import uharfbuzz as hb

    return hb.Face(hb.Blob(_bundled(path, changed)))  # which copies them


_bundled_outlines = lru_cache(maxsize=16)(outlines_of)


def _ends(data: bytes) -> int:
    """Where the last table of a font ends, as its own directory has it."""
    count = min(int.from_bytes(data[4:6], "big"), (len(data) - 12) // 16)
    rows = (struct.unpack_from(">4sIII", data, 12 + 16 * n) for n in range(count))
    return max((offset + length for _, _, offset, length in rows), default=0)


_NEEDED = frozenset(("cmap", "head", "hhea", "maxp"))
_SAMPLE = "AEHIMNOTaehimnot0123のアー一人가的"


def _draws(font: Font) -> bool:
    """True if letters of a font have outlines and advances, or it has none of the usual ones."""
    gids = [gid for char in _SAMPLE if (gid := font.get_nominal_glyph(ord(char)))]
    sizes = [extents for gid in gids if (extents := font.get_glyph_extents(gid)) is not None]
    return not gids or (any(s.width and s.height for s in sizes) and any(map(font.get_glyph_h_advance, gids)))


def in_print(word: str, has: Callable[[str], bool] = bool) -> str:
    """A word with the signs of print for those of a keyboard, each for one, as far as a font has them."""
    if word.isalnum() or not ("'" in word or "-" in word):
        return word
    return TYPED.sub(lambda found: sign if has(sign := PRINTED[found.lastindex or 0]) else found[0], word)


@cache
def _buffer() -> Buffer:
    """What words are shaped in, one after the other: to make one takes as long as to shape."""
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    return buffer


def _chars(word: str, clusters: list[int]) -> Sequence[str]:
    """The characters of each cluster, with its first glyph."""
    if not clusters or clusters == [*range(len(word))]:
        return word[: len(clusters)]
    starts = sorted({*clusters})
    ends = dict(zip(starts, [*starts[1:], len(word)], strict=True))
    rows = zip(clusters, (-1, *clusters), strict=False)
    return ["" if cluster == before else word[cluster : ends[cluster]] for cluster, before in rows]
