"""Words of other programs (HTML, BBCode, nanDECK, Jinja) -> our markup.

Takes the words of a cell or of a draft; gives markup that prints the same. Promise: never raises; what is no markup of
theirs is printed as it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from generator.data.markup import LETTER, escape
from generator.diagnostics.findings import near
from generator.values import lazy_pattern

_ATTRIBUTES = r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))*\s*/?"""
_SET_BY_HTML = lazy_pattern(
    r"</?(?:a|abbr|b|big|blockquote|bold|center|cite|code|del|div|em|font|h[1-6]|i|ins|italic|kbd|li|ol|p|pre|q|rp|rt|ruby|small"
    rf"|span|strike|strong|sub|sup|s|table|tbody|td|tfoot|th|thead|tr|tt|u|ul){_ATTRIBUTES}>",
    re.IGNORECASE,
)


_RUBY = "|<ruby>([^<>]+)(?:<rp>.</rp>)?<rt>([^<>]+)<.*?</ruby>"
_WITHIN = r"\*\*((?:(?!\*\*)(?s:.))+)\*\*"
_READ = lazy_pattern(r"(?:[｜|]([^｜|《》\n]+)|([㐀-鿿々]+))《([ぁ-ヿ]+)》" + _RUBY)
_BOLD = lazy_pattern(rf"""(?<![^\s("'\[]){_WITHIN}|{_WITHIN}(?![A-Za-z0-9])""")
"""Signs that begin, or end, inside a word are none of bold: `$**B+$**YT`."""


_SLANTED = lazy_pattern(
    rf"(?<!{LETTER})\x01(\s*)(?![)\]}}])([^\s\x01](?:(?:(?!\n\s*\n)[^\x01])*[^\s\x01([])?)(\s*)\x01(?!{LETTER})"
)
"""Italics of whole words, within a paragraph."""


_STARRED = lazy_pattern(
    rf"(?<!{LETTER})(?<![*_])(\*|(?<!\w)_)(?![*_\s])((?:\*\*[^*\n]+\*\*|[^*_\n])+)(?<!\s)\1(?!{LETTER}|[*_])"
)
"""Italics of many programs; kanji and kana may stand beside stars."""


def unpaired(words: str) -> list[str]:
    """The tags of HTML that begin or end something without the other, and closing ones that are neither of HTML nor of
    somebody's own."""
    tags = [(found[0], found[1], found[2].lower()) for found in _TAG.finditer(words)]
    ends, own = Counter((name, end) for _, end, name in tags), own_tags(words)
    lone = {name for name in _PAIRED if ends[name, ""] != ends[name, "/"]}
    is_none = {tag for tag, end, name in tags if end and name not in own and not _SET_BY_HTML.fullmatch(tag)}
    return [tag for tag, _, name in tags if name in lone or tag in is_none]


def own_tags(words: str) -> list[str]:
    """The names of tags that are none of HTML, nor almost, where each begins and ends something: `<trace>3</trace>`."""
    tags = [found for found in _TAG.finditer(words) if not _SET_BY_HTML.fullmatch(found[0])]
    ends = Counter((found[2].lower(), found[1]) for found in tags)
    pairs = (name for name, end in ends if end and len(name) > 2 and ends[name, ""] == ends[name, "/"])
    return [name for name in pairs if not near(name, [*_PAIRED], _MISSPELT)]


_TAG = lazy_pattern(rf"<(/?)([a-z]\w*){_ATTRIBUTES}>", re.IGNORECASE)
_PAIRED = frozenset("b bold strong i italic em u s del ins small big sub sup font span".split())  # noqa: SIM905 (as one line)


SIGN = lazy_pattern(
    r"\{{1,3} ?(?:icons?[_-])?([A-Za-z][\w-]{0,20})(?::\w{1,20})? ?\}{1,3}|:([a-z][a-z0-9_-]{1,20}):"
    r"|\[([A-Z][A-Za-z-]{1,18}|[a-z][A-Za-z0-9-]{1,18}|[A-Z])\]|<(?!div|img)([A-Za-z][\w-]{2,15})\s*/>"
    r"|\{(?:[\w-]+/)*([A-Za-z][\w-]*)\.(?:png|svg|jpe?g|gif|webp)\}"
)
"""What stands for an icon in other programs (maybe its file), and the name of that."""


def icon_id(name: str) -> str:
    """The id of the icon that a sign names."""
    return name.lower().replace("_", "-")


_BRACES = lazy_pattern(r"(?<!\{)\{(?!\{)([^{}\n]*)(\}(?!\})|(?=\n|\Z|\{))|\[\[([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)\]\]")
_REFERENCE = lazy_pattern(
    r"=\s*[a-z][\w./ -]*|@\s*[a-z0-9][a-z0-9-]*/[\w-]+|[^|]*[㐀-鿿々][^|]*\|[ぁ-ヿ]+"
    r"|#\s*(?![0-9a-f]{3}(?:[0-9a-f]{3})?$)[a-z][\w-]*(?:/[\w-]+|\s+\S[^=]*=.+)?"  # `{#ff0000}` is a colour
)
_TERM = lazy_pattern(r"([A-Za-z][A-Za-z0-9-]{2,})((?::(?:word|both|plural(?:-word|-both)?))?)")
_MISSPELT = 0.8


def own_braces(words: str, icons: Collection[str], kept: Callable[[str], str]) -> str:
    """Words with what our markup means by braces as it is to be `kept`: numbers (`{#deck}`, `{=rounds}`), things,
    readings, and a term, also one that is misspelt or not closed (`{coins}`, `{coin`), which is then told."""
    names = tuple(icons)

    def as_ours(found: re.Match[str]) -> str:
        inside, end, rule = found.groups()
        if rule:
            return kept(found[0])
        term = _TERM.match(inside)
        if not end:
            return kept("{") + inside if term and term[1] in icons else found[0]
        if term and term[0] == inside:
            name = term[1] if term[1] in icons else term[1].lower()
            return kept(f"{{{name}{term[2]}}}") if near(name, names, _MISSPELT) else found[0]
        return kept(found[0]) if _REFERENCE.fullmatch(inside) else found[0]

    return _BRACES.sub(as_ours, words) if "{" in words or "[[" in words else words


_KEPT = str.maketrans("{}|[]", "\2\3\4\5\6")
_GIVEN = str.maketrans({"\2": "{", "\3": "}", "\4": "|", "\5": "[", "\6": "]"})


def _icon(found: re.Match[str]) -> str:
    """The word of a template that stands for an icon, apart from what is beside it."""
    word, after = found[2] or found[3], found.string[found.end() : found.end() + 1]
    return f"{found[1]} {word.replace('_', ' ')}{' ' * after.isalnum()}".lstrip()


_CLASSED = lazy_pattern(
    r"""(?i)<(span|i|em|b|a|div|sup)\s(?:[^<>]*\s)?class\s*=\s*["']?([^"'<>]+)["']?[^<>]*>((?:\s|<[^<>]*>|[-+−\dX]{1,4})*?)</\1\s*>"""
)
"""An element of a page that shows a picture by its class, with a number in it or nothing."""
_LOOKS = re.compile(
    r"(icons?|ico|fa[srbl]?|glyphicon|material-icons|symbol|sprite|bold|italic|small|large|big|number|num|value|text|center"
    r"|clear\w*|spacer|left|right|underline|(dark|light)?(red|blue|green|yellow|gr[ae]y|black|white|orange|purple))"
)
_PREFIX = re.compile(r"^(icons?|ico|fa|glyphicon|symbol|sprite)[-_]")


_PICTURED = lazy_pattern(
    r"(?i)<img\b[^<>]*>|!\[[^\]\n]*\]\([^()\n]+\)|(?:<svg\b[^<>]*>\s*)?<use\b[^<>]*>(?:\s*</use>)?(?:\s*</svg>)?"
)
_ALT = lazy_pattern(r"""(?i)\balt\s*=\s*["']([^"'<>]+)|!\[([^\]\n]+)\]""")
_FILE = lazy_pattern(
    r"""(?i)(?:src|href)\s*=\s*["']?(?!data:)(?:[^"'<>]*[/#])?([^"'<>/#.]+)|\]\((?:[^()]*/)?([^()/.]+)"""
)


def shown_in_page(words: str) -> list[tuple[re.Match[str], str]]:
    """What pages show between words by a picture, or by the class of an element, and how it is called; not what only
    says how something looks."""
    found = list[tuple[re.Match[str], str]]()
    for one in _CLASSED.finditer(words):
        names = (_PREFIX.sub("", name.lower()) for name in one[2].split())
        found.append((one, next((name for name in names if name and not _LOOKS.fullmatch(name)), "")))
    for one in _PICTURED.finditer(words):
        named = _ALT.search(one[0]) or _FILE.search(one[0])
        found.append((one, _PREFIX.sub("", next(filter(None, named.groups())).strip().lower()) if named else ""))
    return sorted(((one, name.replace(" ", "-")) for one, name in found if name), key=lambda both: both[0].start())


def _with_shown(words: str, icons: Collection[str]) -> str:
    """The words with these as icons, or as words, apart from what is beside them; a number in one before it."""
    said, at = "", 0
    for found, name in shown_in_page(words):
        if found.start() < at:
            continue
        number = re.sub(r"<[^<>]*>|\s", "", found[3]) if found.re.groups else ""
        shown = f"\2{name}\3" if name in icons else name.replace("-", " ").replace("_", " ")
        said += words[at : found.start()]
        said += " " * said[-1:].isalnum() + " ".join(filter(None, (number, shown)))
        at = found.end()
        said += " " * words[at : at + 1].isalnum()
    return said + words[at:]


_OURS: Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = (
    (lazy_pattern(rf"(?i)\s*<li{_ATTRIBUTES}>\s*"), lambda m: "\n• " if m.string.count("<li") > 1 else "\n"),
    (lazy_pattern(rf"(?i)\s*(?:<(?:br|hr|p|/p|div){_ATTRIBUTES}>|\\n|\\13\\)\s*"), "\n"),
    (lazy_pattern(r"\\(3[2-9]|[4-9]\d|1[01]\d|12[0-6])\\"), lambda m: chr(int(m[1]))),
    (lazy_pattern(r"(?i)</?q>"), '"'),
    (lazy_pattern(r"(\w?)\{\{ *(?:icons?[_-](\w[\w-]*)|(\w[\w -]*?))(?::\w+)? *\}\}"), _icon),
    (lazy_pattern(r" \(https://(?:www\.)?notion\.so/[^()\s]*\)"), ""),
    (lazy_pattern(r"(?i)\[([bius]|su[bp])\]([^\[\]]*)\[/\1\]"), r"<\1>\2</\1>"),
    (lazy_pattern(r"(?i)\[[0-9a-f]{6}\]([^\[\]]*)\[-\]"), r"\1"),
    (lazy_pattern(rf"(?i)</?(?:b|bold|strong){_ATTRIBUTES}>"), "\0"),
    (lazy_pattern(rf"(?i)</?(?:i|italic|em){_ATTRIBUTES}>"), "\1"),
    (_SET_BY_HTML, ""),
)
"""What they write, and what it is here, in this order: line breaks, signs by their numbers (nanDECK), quotations, icons
of templates, addresses behind links, tags in brackets, colours; where bold (\\0) and italics (\\1) begin or end."""


def from_html(words: str, icons: Collection[str] = ()) -> str:
    """Markup for words of other programs (HTML, BBCode, nanDECK, Jinja): their line breaks, bold, italics, readings,
    signs (`:coin:`, `[coin]`, `<coin/>`) for some `icons` of ours; what is ours stays, other braces and brackets are
    printed as they are, and so is what stands in `<..>` and is no tag. Of other tags that end the words stay."""
    from html import unescape

    def icon(found: re.Match[str]) -> str:
        name = icon_id(next(filter(None, found.groups())))
        return f"\2{name}\3" if name in icons else found[0]

    words = own_braces(words, icons, lambda own: own.translate(_KEPT))
    words = _with_shown(words, icons) if "<" in words or "![" in words else words
    words = _READ.sub("\2\\1\\2\\4\4\\3\\5\3", SIGN.sub(icon, words) if icons else words)
    for pattern, ours in _OURS:
        words = pattern.sub(ours, words)
    own = own_tags(words) if "</" in words else ()
    words = _TAG.sub(lambda m: "" if m[2].lower() in own else m[0], words) if own else words
    words = unescape(words).strip("\n")
    words = _STARRED.sub("\1\\2\1", words)
    words = _BOLD.sub("\0\\1\\2\0", words.replace("****", ""))  # one alone is none of bold
    words = escape(words.replace("\0\0", "").replace("\1\1", ""))
    words = _SLANTED.sub(r"\1*\2*\3", words).replace("\1", "").translate(_GIVEN)
    return words.replace("\0", "" if words.count("\0") % 2 else "**")


SHEET_LINE = lazy_pattern(
    r"\s*((subtitle|property|description|text|justify|center|right|section|bullet|boxes|fill|dndstats|swstats|pbstats)\s*\|"
    r"|(rule|ruler|pagebreak)?\s*$)"
)
"""What lines begin with that rpg-cards draws."""


def from_sheet(lines: Iterable[str]) -> str:
    """The words of such lines."""
    return "\n".join(filter(None, (_line(*map(str.strip, one.strip(" |").split("|"))) for one in lines)))


def _line(how: str, *said: str) -> str:
    """A line of these: what it is called in bold; "" of one that says nothing."""
    if how in ("property", "description", "section") and said:
        return (
            f"<b>{said[0]}{'.' * (how == 'description') or ':' * (len(said) > 1)}</b> {' | '.join(said[1:])}".rstrip()
        )
    if how == "dndstats":
        said = tuple(f"{name} {n}" for name, n in zip(("STR", "DEX", "CON", "INT", "WIS", "CHA"), said, strict=False))
    return {"fill": "", "boxes": "", "bullet": f"• {' | '.join(said)}"}.get(how, ", ".join(said))
