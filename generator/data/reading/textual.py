"""CSV, TSV and Markdown -> `Grid`: the encoding, the sign between cells, the cells with their places.

Takes bytes as any spreadsheet writes them. Promise: UTF-8 and UTF-16 are known for sure; any other encoding is guessed
by the languages of the game and by what its bytes would spell, and the grid notes what was assumed.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from sys import intern

from generator.data.lexicon import table_words
from generator.data.reading.aligned import aligned_rows
from generator.data.reading.grid import MAX_COLUMNS, Grid, letters, own_title
from generator.data.reading.markdown import markdown_tables
from generator.data.reading.nodes import MAX_NODES
from generator.data.reading.text import MAX_WORDS, STRANGE, strange_characters, too_long, unicode_of
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.values import lazy_pattern, replace

_SHORT = 16
"""Shorter words often stand in many cells: they are held once."""
_RARE = 0.3
"""So much less likely is what old programs of a Mac write."""
_LOOKED = 20_000
"""Characters beyond ASCII that tell an encoding."""

_WESTERN = ("cp1252", "mac_roman")
_ENCODINGS: dict[str, tuple[str, ...]] = {
    "ja": ("cp932", "euc_jp"),
    "zh": ("gb18030", "big5"),
    "ko": ("cp949",),
    **dict.fromkeys(("pl", "cs", "sk", "hu", "ro", "hr", "sl"), ("cp1250", "mac_latin2")),
    **dict.fromkeys(("ru", "uk", "bg", "sr", "be", "mk"), ("cp1251", "koi8_r")),
    "el": ("cp1253",),
    "tr": ("cp1254",),
    "he": ("cp1255",),
    "ar": ("cp1256",),
    **dict.fromkeys(("et", "lv", "lt"), ("cp1257",)),
    "vi": ("cp1258",),
}
"""By language, what its spreadsheets write; any other language is western."""
_NAMES = {"cp932": "Shift_JIS", "euc_jp": "EUC-JP", "mac_roman": "Mac Roman", "mac_latin2": "Mac Latin 2"}
_EAST = {"ja": ("CJK", "HIRAGANA", "KATAKANA"), "zh": ("CJK",), "ko": ("HANGUL", "CJK")}
_COMMON = {"cp932": "euc_jp", "euc_jp": "cp932", "gb18030": "gb2312", "cp949": "euc_kr"}
"""A smaller set that has the signs that texts of an encoding are made of: what is not in it was hardly meant."""
_TWO = 2
"""Bytes of a sign of these; Python writes others of Korean in eight."""
_SCRIPTS = {
    "cp1251": "CYRILLIC", "koi8_r": "CYRILLIC", "cp1253": "GREEK", "cp1255": "HEBREW", "cp1256": "ARABIC"
}  # fmt: skip
_ALPHABETS = tuple(frozenset(letters + letters.upper()) for letters in table_words("alphabets"))
"""The letters of Latin languages beyond a to z: those of one of them hardly stand beside those of another."""
_PLAIN = frozenset("\xa0«»‘’“”„–—…€£§°©®™¡¿·•×½¼¾²³±ªº、。「」『』・ー！？（）：％＋－～＆々【】　")
"""Signs that say nothing of the encoding, but where they surely stand."""
_PLACES = (r"\w’[a-z]", r"[\s(\",;][‘“„•£§][\w¡¿]", r"[\w.,!?…][’”][\s.,;:)\"]", r"[\w\s][–—][\w\s]", r"[\w.]…[\s\W]",
           r"[\w.][ºª°]\W", r"[\d\s]€[\s.,;\d\"]", r"\w[™®©][\s.,;\"]")  # fmt: skip


def delimited_grid(raw: bytes, file: str, languages: Iterable[str], encoding: str = "", room: int = 1) -> Grid:
    """The cells: `room` times as many as those of one volume. Raises `Fault` (Y002, Y003, Y009)."""
    text, note = decoded(raw, file, languages, encoding)
    text, strange = mended(text.replace("\r\n", "\n").replace("\r", "\n"), file)
    told = re.match(r"sep=(.)\n", text)  # what Excel writes for itself
    sign = told[1] if told else _sign(text)
    if text.partition("\n")[0].count(sign) > MAX_COLUMNS or text.count(sign) + text.count("\n") > room * MAX_NODES:
        message = f"the table has more than {MAX_COLUMNS} columns, or {room * MAX_NODES} cells"
        raise Fault(Finding("Y009", Mark(file, 1, 1), message, "split the table into two files"))
    grid = Grid(file, [], text, sign=sign, decimal="," if sign == ";" else ".", findings=strange)
    grid.notes += [note] if note else []
    is_markdown = file.lower().endswith(".md")
    for row in aligned_rows(text) if not (is_markdown or sign in text.lstrip().partition("\n")[0]) else ():
        grid.add(*row)
    if grid.rows:
        return grid
    for title, rows in markdown_tables(text) if is_markdown or file.lower().endswith(".txt") else ():
        grid.tables[own_title(title, grid.tables)] = [grid.add(*row) for row in rows if any(row[1])]
    if grid.tables or is_markdown:
        return grid
    for number, values, places in _rows(grid, sign):
        if any(values):
            grid.add(number, values, places)
    grid.rows = grid.rows[bool(told) :]
    words = [v for row in grid.rows[1:] for v in row.values if v and not _FIGURE.fullmatch(v)]
    if len(words) > 1 and all(map(_SINGLE.fullmatch, words)):
        grid.rows = [row._replace(values=[_SINGLE.sub(r"\1", v) for v in row.values]) for row in grid.rows]
    return grid


_FIGURE, _SINGLE = lazy_pattern(r"[-+\d.,]+"), lazy_pattern(r"^'([^']*)'$")
"""Words in single quotation marks, as some programs write all of a table's."""


def mended(text: str, file: str) -> tuple[str, list[Finding]]:
    """A text without a few characters that none can hold, `?` for lost letters (Y036). Raises `Fault` (Y003)."""
    strange, lost = ([*strange_characters(text, file, what)] for what in (STRANGE, _LOST))
    if strange and (len(strange) > _MANY or _SPARSE * len(strange) > len(text)):
        raise Fault(*strange)
    out = [replace(f, code="Y036", hint="it is left out; look at the place, and save the table anew") for f in strange]
    again = "type it again: it was lost when the table was saved in another encoding"
    out += [replace(f, code="Y036", message="a letter is lost here, and is read as `?`", hint=again) for f in lost]
    return STRANGE.sub("", _LOST.sub("?", text)), out


_LOST, _SPARSE, _MANY = lazy_pattern("\ufffd"), 50, 9
"""So many letters at least stand for each character that is left out; more of these are no chance."""


def _sign(text: str) -> str:
    """The sign that stands equally often in most of the first lines, or in all, where the first has no other; a rare
    one in all, if the first has no other."""
    bare = re.sub(r'"(?:[^"]|"")*"', "", text[:20_000]).split("\n")[:50]
    lines = [line for line in bare if line.strip()]

    def weight(sign: str) -> tuple[int, int]:
        often = Counter(n for line in lines if (n := line.count(sign)))
        return max(((times, count) for count, times in often.items()), default=(0, 0))

    usual = max("\t;,|", key=weight)
    every = (sign for sign in "\t;,|" if lines and min(line.count(sign) for line in lines) > 1)
    usual = usual if lines and usual in lines[0] else next(every, usual)  # lists in cells: `Artifact;Magical`
    first = re.sub(r".*(:[ /]|[\t;,|]).*", "", lines[0]) if lines else ""  # `Q: who?`, `http://`
    rare = [sign for sign in "^~¦:" if sign in first]
    return next((sign for sign in rare if len({line.count(sign) for line in lines}) == 1), usual)


def decoded(raw: bytes, file: str, languages: Iterable[str], encoding: str) -> tuple[str, str]:
    """The text, and what was assumed ("": nothing). Raises `Fault` (Y002)."""
    known = encoding or unicode_of(raw)
    try:
        if known:
            return raw.decode(known).removeprefix("\ufeff"), ""
    except UnicodeDecodeError as error:
        mark = Mark(file, raw.count(b"\n", 0, error.start) + 1, 1)
        hint = "write the right `encoding`, or save the table as CSV UTF-8"
        message = f"byte 0x{raw[error.start]:02x} of the table is not {_name_of(known)}"
        raise Fault(Finding("Y002", mark, message, hint)) from None
    best = _likeliest(raw, languages)
    if best is None or best[0] < -0.05 - _RARE * best[2].startswith("mac"):
        hint = "save it as CSV UTF-8, or write its encoding: `from: {file: .., encoding: cp1252}`"
        raise Fault(Finding("Y002", Mark(file, 1, 1), "the table is neither UTF-8 nor what its languages use", hint))
    return best[3], f"read as {_name_of(best[2])}: its bytes are no UTF-8"


def guessed_encoding(raw: bytes, languages: Iterable[str]) -> str:
    """What bytes that are no Unicode are read as, in a table of these languages; "" for Unicode, or where none fits."""
    best = None if unicode_of(raw) else _likeliest(raw, languages)
    return best[2] if best else ""


def _likeliest(raw: bytes, languages: Iterable[str]) -> tuple[float, int, str, str] | None:
    likely = [name for la in languages for name in _ENCODINGS.get(la[:2], _WESTERN)]
    return max(_readings(raw, list(dict.fromkeys([*likely, *_WESTERN, "cp932"])), set(likely)), default=None)


def is_encoding(name: str) -> bool:
    """True for an encoding of text that there is."""
    try:
        return codecs.lookup(name)._is_text_encoding  # what `bytes.decode` asks, too
    except (LookupError, ValueError):
        return False


def _name_of(encoding: str) -> str:
    """What people call an encoding."""
    plain = codecs.lookup(encoding).name
    return _NAMES.get(plain.replace("-", "_"), re.sub(r"^cp125", "Windows-125", plain))


def _readings(raw: bytes, encodings: list[str], likely: set[str]) -> Iterator[tuple[float, int, str, str]]:
    """The encodings that the bytes may be, each with how well its letters fit; of equals the first wins."""
    for number, encoding in enumerate(encodings):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        rare = _RARE * encoding.startswith("mac") + 0.1 * (encoding not in likely)
        yield _fit(text, encoding) - rare, -number, encoding, text


def _fit(text: str, encoding: str) -> float:
    """From -1 to 1: how much of what is not ASCII is letters of the encoding's languages, where such letters stand."""
    common = _COMMON.get(encoding, encoding)
    scripts = next((_EAST[la] for la, names in _ENCODINGS.items() if encoding in names and la in _EAST), ())
    points = count = 0.0
    for found in re.finditer("[^\0-\x7f]", text):
        sign, before = found[0], text[max(0, found.start() - 1) : found.start()]
        count += 1
        if sign.isalpha() and not 0 < len(sign.encode(common, "ignore")) <= _TWO:
            points -= 1
            continue
        points += _point(
            sign, before, text[found.end() : found.end() + 1], scripts or (_SCRIPTS.get(encoding, "LATIN"),)
        )
        if count == _LOOKED:
            break
    spare = 0.2 if "HIRAGANA" in scripts and not re.search("[\u3040-\u30ff]", text) else 0.0  # kanji alone are Chinese
    if not scripts and encoding not in _SCRIPTS:  # words of accents alone are Russian ones
        foreign = sum(len(run[0]) for run in re.finditer(r"[^\W\da-zA-Z_]{4,}", text[:_LOOKED]))
        points = min(points, 0.1 * count) if 2 * foreign > count else points
        said = [c for c in text[:_LOOKED] if c.isalpha() and not c.isascii() and c not in _PLAIN]
        points -= 0.5 * min((sum(c not in alphabet for c in said) for alphabet in _ALPHABETS), default=0)
    if "HANGUL" in scripts and not re.search("[\u4e00-\u9fff]", text):  # Chinese reads as hangul and kanji mixed
        spare = -0.05
    return points / count - spare if count else 1.0


def _point(sign: str, before: str, after: str, scripts: tuple[str, ...]) -> float:
    if sign in _PLAIN:
        return 1.0 if any(re.fullmatch(sure, f"{before:1}{sign}{after:1}") for sure in _PLACES) else 0.2
    name = unicodedata.name(sign, "")
    if not sign.isalpha() or not name.startswith(scripts):
        return -1.0
    if (sign.isupper() and before.islower()) or (sign.islower() and after.isupper()):
        return -1.0
    if scripts != ("LATIN",):  # one accent between letters reads as one kanji, or as a Russian letter
        return -1.0 if "a" <= before.lower() <= "z" or "a" <= after.lower() <= "z" else 1.0
    return 1.0


def _rows(grid: Grid, sign: str) -> Iterator[tuple[int, tuple[str, ...], list[int]]]:
    """Number and values of each row, and where each of its cells starts, as `Grid.places` has it."""
    text, cut = grid.text, re.escape(sign)
    ends = rf'"[ ]*(?=[{cut}\n]|\Z)'  # within, a quotation mark is written twice, or after a backslash
    more = rf'[ ]*"([^"\n]*"[^{cut}\n"]+)(?=[{cut}\n]|\Z)'  # what follows a quotation belongs to its cell
    cell = re.compile(rf'[ ]*"((?:[^"]|"")*){ends}|[ ]*"((?:[^"\\]|\\.|"")*){ends}|{more}|([^{cut}\n]*)')
    values: list[str] = []
    places: list[int] = []
    unclosed: list[Mark] = []
    at, line, start, number = 0, 1, 0, 1
    while at <= len(text):
        found = cell.match(text, at)
        if found is None:  # the second choice fits always
            break
        place = line, at - start + 1, max(1, found.end() - at)
        quoted, slashed, begun, words = found.groups()
        if begun is not None:
            words = begun.replace('"', "")
        elif words is None:
            words = (quoted if slashed is None else slashed.replace('\\"', '"')).replace('""', '"')
        elif words.strip().startswith('"'):
            unclosed.append(Mark(grid.file, *place, cell=f"{letters(len(values))}{number}"))
        words = words.strip("\ufeff\u200b \t\n\xa0\u3000")
        words = words[1:] if words.startswith(("'-", "'+", "'=")) else words  # so spreadsheets write words
        if len(words) > MAX_WORDS:
            grid.findings.append(too_long(Mark(grid.file, *place), words))
            words = "..."
        values.append(intern(words) if len(words) < _SHORT else words)
        places += place
        breaks = found.group().count("\n")
        if breaks:
            line, start = line + breaks, text.rfind("\n", 0, found.end()) + 1
        at = found.end() + 1
        if text[at - 1 : at] == "\n":
            yield number, tuple(values), places
            values, places, number, line, start = [], [], number + 1, line + 1, at
    yield number, tuple(values), places
    grid.findings += _unclosed(*unclosed)


def _unclosed(*cells: Mark) -> Iterator[Finding]:
    """What is told of cells in a quotation that does not end: at the first."""
    for first in cells[:1]:
        hint, others = 'write `"` at its end; a quotation mark inside is written twice', [m.cell for m in cells[1:]]
        more = f"; so do {len(others)} more: {', '.join(others[:8])}{' ...' * bool(others[8:])}" * bool(others)
        yield Finding("Y023", first, f'a cell starts with `"` and does not end{more}', hint, places=cells[1:])
