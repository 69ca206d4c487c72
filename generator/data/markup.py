r"""Words with markup -> tokens with offsets. The one reader of `{food}`, `[[war.strength]]`, `**bold**` ...

Takes the words of one language, as written. Gives `Token`s in order, whose spans cover the source without
overlap (escapes, line breaks and `**` belong to the spans between), and a `MarkupFault` for everything that
cannot be read; what is faulty is kept as plain text. Promise: never raises; nothing is looked up here, so a
token may name something that does not exist.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from generator.data.reading.suggestions import INVISIBLE
from generator.values import Struct, lazy_pattern

BOLD, ITALIC = 1, 2


class Token(Struct, frozen=True):
    """A piece of text. `source[start:end]` is what was written.

    | kind | text | detail |
    | --- | --- | --- |
    | text | the words | |
    | term | its id | "" (icon), "word" or "both"; "plural", "plural-word" or "plural-both" |
    | parameter | its id | |
    | set | its id | "" or "plural" |
    | item | the set's id | the item's id |
    | count | the set's id | "" (all its pieces), `/item` or ` field=value` |
    | value | the set's id | the item's id, a dot, its field, and what is asked of that (`ada.caps.food`) |
    | rule | its id | |
    | ruby | the words | the reading |
    | break, paragraph | | |
    """

    kind: str
    text: str = ""
    detail: str = ""
    bold: bool = False
    start: int = 0
    end: int = 0
    italic: bool = False

    @property
    def cut(self) -> int:
        """`BOLD`, `ITALIC`, their sum, or 0."""
        return BOLD * self.bold + ITALIC * self.italic


class MarkupFault(Struct, frozen=True):
    """Something in the markup that cannot be read, at `source[start:start + length]`."""

    message: str
    hint: str
    start: int
    length: int


_MAX_FAULTS = 20
"""So many are told of one text."""

_ID = r"[a-z][a-z0-9-]*"
NAME = r"[a-z0-9][a-z0-9-]*"
_CALLED = r"(?:(?![A-Z])[\w-])+"
"""An id, or a name in its place (`アダ`): what it is the id of is known where the items are."""
_RULE_ID = rf"{_ID}(?:\.[a-z0-9-]+)*"

_SPECIAL = lazy_pattern(r"\\(?s:.)|\\\Z|\*\*?|\{|\[\[|\}|\]\]|\n(?:[ \t]*\n)*[ \t]*")
_DOUBLED = lazy_pattern(r"\{(\{[^{}\n]*\})\}")
_BRACES = lazy_pattern(r"\{((?:\\[^\n]|[^{}\\\n])*)\}")
_BRACKETS = lazy_pattern(r"\[\[([^\[\]\n]*)\]\]")
LETTER = r"(?:(?=[\x00-\u2e7f])[^\W_])"
"""Beside it a star is none of italics: kanji and kana may stand there. A set that reached to their end would take
longer to compile than a text to read."""
_ITALIC = lazy_pattern(rf"(?<!{LETTER})\*(?![\s*)\]}}])")
"""A star that may begin italics: words follow it, and none stand before it. `2*3` is a product."""
_UPRIGHT = lazy_pattern(rf"(?<![\s(\[\\])\*(?!{LETTER})")
"""One that ends them."""
_ENDS = lazy_pattern(rf"(?<![\s(\[\\])(?:(?<!\*)\*(?!\*)|\*\*\*)(?!{LETTER})|\n[ \t]*(?=\n)")
"""What ends italics, or a paragraph."""
_ESCAPES = frozenset("{}[]*|\\")
_VALUE = re.compile(rf"=\s*({NAME})/({_CALLED}(?:\.{_CALLED})+)")
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"({_ID})(?::(word|both|plural(?:-word|-both)?))?"), "term"),
    (re.compile(rf"=\s*({_ID})()"), "parameter"),
    (_VALUE, "value"),
    (re.compile(rf"@\s*({NAME})/({_CALLED})"), "item"),
    (re.compile(rf"@\s*({NAME})(?::(plural))?"), "set"),
    (re.compile(rf"#\s*({NAME})(/{_CALLED}|[ ]+[a-z][\w-]*[ ]*=[^={{}}]+)?"), "count"),
    (re.compile(r"(?![=#@])((?:\\.|[^|\\])+)\|((?:\\.|[^|\\])+)"), "ruby"),
)
_NEARLY_VALUE = lazy_pattern(r"[=@#]?\s*([\w-]+)\s*[/.]\s*([\w' -]+?)\s*[/.]\s*([\w. -]+)")
_LITERAL_BRACE = "write `\\{` for a brace that shall be printed"


@lru_cache(maxsize=8192)
def parse_markup(source: str) -> tuple[tuple[Token, ...], tuple[MarkupFault, ...]]:
    """Tokens of `source`, and what could not be read in it. Line breaks at either end are left out."""
    return _Reader(source).read()


def plain_words(tokens: tuple[Token, ...]) -> str:
    """The words only: text and ruby bases; breaks as a space. Icons and references are left out."""
    return "".join(" " if t.kind in ("break", "paragraph") else t.text for t in tokens if t.kind in _PLAIN)


_PLAIN = frozenset(("text", "ruby", "break", "paragraph"))


def escape(words: str) -> str:
    """Markup that gives exactly these words (line breaks stay line breaks)."""
    return re.sub(r"([\\{}\[\]*|])", r"\\\1", words)


class _Reader:
    """One pass over a source; holds only what a scan needs."""

    __slots__ = ("bold_at", "ends", "faults", "italic", "pos", "run", "run_start", "source", "stop", "tokens")

    def __init__(self, source: str) -> None:
        self.source = source
        self.stop = len(source.rstrip(" \t\n"))
        if (self.stop - len(source[: self.stop].rstrip("\\"))) % 2:
            self.stop = min(self.stop + 1, len(source))
        self.pos = len(source) - len(source.lstrip(" \t\n"))
        self.run: list[str] = []
        self.run_start = self.pos
        self.bold_at = -1
        self.italic = False
        self.ends: list[int] | None = None
        self.tokens: list[Token] = []
        self.faults: list[MarkupFault] = []

    def read(self) -> tuple[tuple[Token, ...], tuple[MarkupFault, ...]]:
        while self.pos < self.stop:
            found = _SPECIAL.search(self.source, self.pos, self.stop)
            words = self.source[self.pos : found.start() if found else self.stop]
            words = words.rstrip(" \t") if found and found[0][0] == "\n" else words
            self.run.append(words)
            self.pos += len(words)
            if found:
                self.special(found)
        self.close_bold()
        self.flush()
        return tuple(self.tokens), tuple(self.faults)

    def special(self, found: re.Match[str]) -> None:
        sign, start = found.group(), self.pos
        if sign.startswith("\\"):
            self.escaped(sign, start)
        elif sign == "*":
            self.star(start)
        elif sign == "**" and self.source[self.bold_at : start] == "**":
            hint = "write `\\*\\*\\*\\*` to print four stars, else delete it"
            self.run_start, opened, self.bold_at = self.bold_at, self.bold_at, -1
            self.fault("`****` holds no bold words", hint, opened, "****")
        elif sign == "**":
            self.flush()
            self.bold_at = start if self.bold_at < 0 else -1
            self.pos = self.run_start = found.end()
        elif "\n" in sign:
            self.line_break(sign, found)
        elif sign in ("{", "[["):
            (self.braces if sign == "{" else self.brackets)(start)
        else:
            opening = "{" if sign == "}" else "[["
            self.fault(
                f"`{sign}` closes nothing", f"write `{opening}` before it, or `\\{sign[0]}` to print it", start, sign
            )

    def star(self, start: int) -> None:
        """One that begins or ends italics, or is printed."""
        is_sign = (_UPRIGHT if self.italic else _ITALIC).match(self.source, start, self.stop)
        if is_sign and (self.italic or self.is_ended(start + 1)):
            self.flush()
            self.italic = not self.italic
            self.run_start = start + 1
        else:
            self.run.append("*")
        self.pos = start + 1

    def is_ended(self, start: int) -> bool:
        """True if a star ends italics that begin here, in the same paragraph."""
        if self.ends is None:
            self.ends = [found.start() for found in _ENDS.finditer(self.source)]
        at = bisect_right(self.ends, start)
        return at < len(self.ends) and self.source[self.ends[at]] == "*"

    def escaped(self, sign: str, start: int) -> None:
        if sign[1:] in _ESCAPES:
            self.run.append(sign[1])
            self.pos = start + 2
            return
        shown = sign.strip("\n")
        self.fault(
            f"`{shown}` is no escape",
            "write `\\\\` for a backslash; a line break is a line break in a `|` block",
            start,
            shown,
        )

    def line_break(self, sign: str, found: re.Match[str]) -> None:
        kind = "paragraph" if sign.count("\n") > 1 else "break"
        if kind == "paragraph":
            self.close_bold()
            self.italic = False
        self.flush()
        self.tokens.append(Token(kind, "", "", self.bold_at >= 0, self.pos, found.end(), self.italic))
        self.pos = self.run_start = found.end()

    def braces(self, start: int) -> None:
        doubled = _DOUBLED.match(self.source, start, self.stop)
        if doubled is not None:
            self.fault(f"`{doubled.group()}` has two braces", f"write `{doubled.group(1)}`", start, doubled.group())
            return
        found = _BRACES.match(self.source, start, self.stop)
        if found is None:
            self.fault("`{` is never closed", f"write `}}` after the name; {_LITERAL_BRACE}", start, "{")
            return
        inside = found.group(1)
        for pattern, kind in _FORMS:
            form = pattern.fullmatch(inside.strip())
            if form:
                text, detail = form.group(1), form.group(2) or ""
                if kind == "ruby":
                    text, detail = _unescape(text), _unescape(detail)
                self.token(kind, text, detail, found)
                return
        self.fault(*_why_not(inside, found.group()), start, found.group())

    def brackets(self, start: int) -> None:
        found = _BRACKETS.match(self.source, start, self.stop)
        if found is None:
            self.fault(
                "`[[` is never closed", "write `]]` after the rule's id; write `\\[` to print a bracket", start, "[["
            )
        elif re.fullmatch(_RULE_ID, found.group(1).strip()):
            self.token("rule", found.group(1).strip(), "", found)
        else:
            hint = "write the id of a rule: `[[section.name]]`"
            self.fault(f"`{found.group()}` names no rule", hint, start, found.group())

    def token(self, kind: str, text: str, detail: str, found: re.Match[str]) -> None:
        self.flush()
        self.tokens.append(Token(kind, text, detail, self.bold_at >= 0, found.start(), found.end(), self.italic))
        self.pos = self.run_start = found.end()

    def fault(self, message: str, hint: str, start: int, kept: str) -> None:
        if len(self.faults) < _MAX_FAULTS:
            self.faults.append(MarkupFault(message, hint, start, max(1, len(kept))))
        self.run.append(kept)
        self.pos = start + max(1, len(kept))

    def flush(self) -> None:
        words = "".join(self.run)
        if words:
            self.tokens.append(Token("text", words, "", self.bold_at >= 0, self.run_start, self.pos, self.italic))
        self.run.clear()
        self.run_start = self.pos

    def close_bold(self) -> None:
        if self.bold_at >= 0:
            hint = "write `**` after the bold words, in the same paragraph"
            self.faults.append(MarkupFault("`**` is never closed", hint, self.bold_at, 2))
            self.flush()
            self.bold_at = -1


def _unescape(words: str) -> str:
    return re.sub(r"\\(.)", r"\1", words)


def _why_not(inside: str, whole: str) -> tuple[str, str]:
    """Message and hint for braces that hold none of the known forms."""
    name, colon, form = inside.partition(":")
    if not inside.strip():
        return f"`{whole}` names nothing", f"write the id of a term, as in `{{food}}`; {_LITERAL_BRACE}"
    if "|" in inside and inside.strip()[0] in "=#@":
        hint = "write `{=parameter}`, `{=set/item.field}`, `{#set}`, `{#set/item}`, `{@set}` or `{@set/item}`"
        return f"`{whole}` is no reference: there are no filters in texts", hint
    if "|" in inside:
        return f"`{whole}` is no ruby", "write `{words|reading}`, both not empty"
    if colon and re.fullmatch(_ID, name.strip("=#@ ")):
        kind = name.strip()[0]
        if kind in "=#@":
            other = f", or `{{{name}:plural}}` for several" * (kind == "@")
            message = f"`:{form}` is for terms alone"
        else:
            other = f", `{{{name}:word}}`, `{{{name}:both}}` or `{{{name}:plural}}`"
            message = f"`{form}` is not a form of a term"
        return message, f"write `{{{name}}}`{other}"
    unseen = next((c for c in inside if c in INVISIBLE), "")
    if unseen:
        bare = "".join(c for c in whole if c not in INVISIBLE)
        return f"{INVISIBLE[unseen]} (U+{ord(unseen):04X}) stands in `{bare}`", "type it anew"
    small = re.sub(r"[^a-z0-9=@#/-]+", "-", inside.strip().lower()).strip("-")
    known = any(form.fullmatch(small) for form, _ in _FORMS)
    shown = "ids begin with a letter, and have small letters, digits and hyphens" + f": `{{{small}}}`" * known
    value = _as_value(inside)
    shown = f"write `{value}` for the value of a field of an item" if value else shown
    return f"`{whole}` is not a name", f"{shown}; {_LITERAL_BRACE}"


def _as_value(inside: str) -> str:
    """How braces are written that seem to be for the value of a field; "" for all others."""
    found = _NEARLY_VALUE.fullmatch(inside.strip().lower())
    item, field = (re.sub("[^a-z0-9-]+", "-", found[2]), re.sub(r"[^\w.-]+", "_", found[3])) if found else ("", "")
    written = f"={found[1]}/{item}.{field}" if found else ""
    usual = "{=set/item.field}" if found or re.match(r"\s*=.*[/.]", inside) else ""
    return f"{{{written}}}" if _VALUE.fullmatch(written) else usual
