"""What other tools fill in around what is drawn -> attributes of ours: blocks (`{% if fast %}`, `{% for k in kinds %}`,
`{{#unless fast}}`), and attributes (`fill="{{ card.colour }}"`).

Promise: of what no field is called, or we have not, nothing is made, and it can be told where that stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from xml.sax.saxutils import quoteattr

from generator.data.reading.grid import plain
from generator.expressions.expression import ExpressionError
from generator.layout.svg.element import Element, walk
from generator.layout.template.holes import HOLE, field_of, holes_among, meaning
from generator.scaffold.drawnpage import Artboard
from generator.scaffold.printing import if_true, scope_name
from generator.scaffold.tablesheet import TableSheet
from generator.values import Struct, replace

_WORDS = r"[^{}\s](?:[^{}]*[^{}\s%+-])?"
_BLOCK = re.compile(
    rf"""\{{%[-+]?\s*(?:(if|elif)\s+({_WORDS})|for\s+(\w+)\s+in\s+({_WORDS})|(else)|(end\w+)|(\w(?:[^{{}}]*[^{{}}\s%+-])?))"""
    r"""\s*[-+]?%\}|\{\{\s*(?:#(if|unless)\s+([\w.]+)|(else)|(/)(?:if|unless))\s*\}\}"""
)
"""The parts of blocks as Jinja and Handlebars have them."""


class Between(Struct, frozen=True):
    """What stands between two parts: from where to where, its expression ("" of one that we have not: `why`), its first
    field, and the variable of a loop; what is not so in the next part (`{% else %}`)."""

    start: int
    end: int
    said: str
    field: str
    variable: str = ""
    why: str = ""
    head: re.Match[str] | None = None
    no: tuple[str, ...] = ()


def blocks_in(text: str, called: Mapping[str, str], sheet: TableSheet, also: Sequence[str] = ()) -> list[Between]:
    """All of a file; `called`: fields by their plain names, `also` what loops around name."""
    found: list[Between] = []
    opened: list[Between] = []
    for part in _BLOCK.finditer(text):
        way, words, variable, of, other, end, odd, unless, held, other_, end_ = part.groups()
        last = opened.pop() if opened and (way == "elif" or other or other_ or end or end_) else None
        if last:
            found.append(replace(last, end=part.start()))
        no, is_known = last.no if last and not end else (), not last or bool(last.said)
        if odd:
            found.append(Between(part.start(), part.start(), "", "", why="is not known", head=part))
        elif words or held or of:
            test, field, why = _meant(
                words or held or of, called, sheet, [*also, *(o.variable for o in opened)], is_list=bool(of)
            )
            test = f"not ({test})" if test and unless == "unless" else test
            said = " and ".join((*no, f"({test})" if no else test)) * bool(test and is_known)
            opened.append(Between(part.end(), 0, said, field, variable or "", why, part, (*no, f"not ({test})")))
        elif (other or other_) and last:
            opened.append(Between(part.end(), 0, " and ".join(no) * is_known, last.field))
    return found


def _meant(
    words: str, called: Mapping[str, str], sheet: TableSheet, also: list[str], *, is_list: bool
) -> tuple[str, str, str]:
    try:
        said, field = meaning(unescape(words), called, also)
    except ExpressionError as what:
        return "", "", str(what)
    own = scope_name(field) if field in sheet.fields else ""
    if own and said == own and not is_list:
        return if_true(sheet, field) or own, field, ""
    is_optional = own and sheet.fields[field][0].optional and not is_list
    return f"{own} is defined and ({said})" if is_optional else said, field, ""


def chosen_words(
    words: str, called: Mapping[str, str], sheet: TableSheet, also: Sequence[str]
) -> list[tuple[list[tuple[str, str]], str]]:
    """The parts of a text, as `holes_among` has them, some with what they stand there for: `{% if fast %}2{% else %}1{%
    endif %}`; none where that is not known, or one stands within another."""
    blocks = {(one.start, one.end): one for one in blocks_in(words, called, sheet, also)}
    said, at = list[tuple[list[tuple[str, str]], str]](), 0
    for start, end in [*(found.span() for found in _BLOCK.finditer(words)), (len(words), len(words))]:
        own, inner = blocks.pop((at, start), None), words[at:start]
        parts = holes_among(inner, called, also) or [(inner, "")] * (not HOLE.search(inner))
        if not parts or (own and (own.variable or not own.said)):
            return []
        said += [(parts, own.said if own else "")] * bool(inner)
        at = end
    return said if said and not blocks else []


def conditions(root: Element, blocks: list[Between]) -> Iterator[tuple[Element, str, str]]:
    """The outermost elements in blocks, our attribute for them, and the field that it is for."""
    parents = {child: e for e in walk(root) for child in e.elements}
    said: dict[Element, list[Between]] = {}
    for block in (one for one in blocks if one.said):
        for element, parent in parents.items():
            if block.start <= element.offset < block.end and parent.offset < block.start:
                said.setdefault(element, []).append(block)
    for element, own in said.items():
        for loop in (one for one in own if one.variable):
            yield element, f" pnp:for={quoteattr(f'{loop.variable} in {loop.said}')}", loop.field
        tests = [one.said for one in own[::-1] if not one.variable]
        if tests:
            both = " and ".join(f"({test})" for test in tests) if len(tests) > 1 else tests[0]
            yield element, f" pnp:if={quoteattr(both)}", own[0].field


def variables_at(element: Element, blocks: list[Between]) -> list[str]:
    """What loops around an element name."""
    return [one.variable for one in blocks if one.variable and one.said and one.start <= element.offset < one.end]


def attributes_filled(
    element: Element, called: Mapping[str, str], sheet: TableSheet, blocks: list[Between]
) -> dict[str, str]:
    """Our attributes for those that other tools fill in (`rotate({{angle}} 5 5)`), and their fields. Of an image that
    shows a picture only that counts, and not what stands around it: `art/{{picture}}.png`."""
    also, found = variables_at(element, blocks), dict[str, str]()
    for name, words in element.attributes.items():
        is_ours = name in ("id", "class", "inkscape:label") or name.startswith("pnp:")  # those of a `flowRoot`
        parts = [] if is_ours else holes_among(words.strip(), called, also)
        bare = called.get(plain(words), "") if _NUMBERS.fullmatch(name) and _BARE.fullmatch(words) else ""
        parts = [(scope_name(bare), bare)] if bare in sheet.fields else parts
        shown = [f for _, f in parts if f in sheet.of("image")] if name == "href" else []
        if parts:
            said = " ~ ".join(f"({w})" if f and " " in w and len(parts) > 1 else w if f else repr(w) for w, f in parts)
            said = scope_name(shown[0]) if len(shown) == 1 else said
            found[f" pnp:{name}={quoteattr(said)}"] = next(f for _, f in parts if f)
    return found


_NUMBERS = re.compile(r"([a-z]+-)?(opacity|width)|font-size|[cr]?[xy]|r|height")
_BARE = re.compile(r"[^\W\d]\w{2,}")
"""Attributes that are numbers; a name where one should be, in place of which programs write what a column says."""


def left_unfilled(drawing: Artboard, called: Mapping[str, str], sheet: TableSheet) -> Iterator[str]:
    """What is told of blocks that are not carried out, and of what is to be filled in where no text holds it, so that
    nothing prints it: each with its place."""
    text = drawing.document.root.source.text
    bare = _HOLDING.sub(lambda held: re.sub(r"[^\n]", " ", held[0]), text)
    why = {one.head: one.why for one in blocks_in(text, called, sheet) if one.head and one.why}
    held = [h for tag in _TAG.finditer(text) for h in _LOOSE.finditer(text, *tag.span()) if not field_of(h[1], called)]
    for found in sorted((*why, *held, *_LOOSE.finditer(bare)), key=lambda one: one.start()):
        line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
        place = f"{drawing.path.name}:{line}:{column}: `{found[0]}`"
        if found in why:
            yield f"{place} is not carried out, what is in it stands on all: {why[found]}"
        elif found in held:
            yield f"{place} is filled in by nothing: no column of {sheet.name} is called so"
        else:
            how = f'write `<text x="..." y="...">{found[0]}</text>` there'
            how = how if field_of(found[1], called) else "no column is called so"
            yield f"{place} stands in no text, so it is not printed: {how}"


_HOLDING = re.compile(
    r"""<!--.*?-->|<(?:\w+:)?(text|style|script|title|desc|metadata|flowRoot)\b(?:[^>"']|"[^"]*"|'[^']*')*(?<!/)>.*?"""
    r"""</(?:\w+:)?\1\s*>|<(?:[^>"']|"[^"]*"|'[^']*')*>""",
    re.DOTALL,
)
"""Where words are that are printed, or never would be."""
_TAG = re.compile(r"<[\w:][^<>]*>")
_LOOSE = re.compile(r"\$?\{\{ *([^#/{}\s](?:[^{}]*[^{}\s])?) *\}\}")
