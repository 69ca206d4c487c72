"""Words of drawings that other tools fill in, `{{name}}`, and samples that say what they are for, `Name of Ship`.

Takes a `Layout` and its fields by their plain names; gives findings, and for `pnp new` what stands for which field.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

from generator.data.reading.grid import plain
from generator.diagnostics.findings import Finding
from generator.expressions.expression import ExpressionError, compile_expression
from generator.layout.svg.element import Element, inner_words
from generator.layout.template.compile import Layout


def unfilled(layout: Layout, fields: Mapping[str, str]) -> Iterator[Finding]:
    """Words such as `{Name}`, `[Type] – [Cost]` or `%VAR_Name%`, which other tools fill in, where nothing does."""
    for element in _drawn(layout.document.root):
        bound = element.attributes.get("pnp:text", "")
        is_bound = bool(bound and not _QUOTED.fullmatch(bound)) or "pnp:stamp" in element.attributes
        shown = " ".join(_QUOTED.findall(bound)) if is_bound else inner_words(element).strip()
        words = shown if element.tag == "text" else ""
        if parts := holes_among(words, fields) * (not is_bound):
            said = " ~ ".join(part if of else repr(part) for part, of in parts)
            hint = f'write pnp:text="{said}" at the `text`'
            yield Finding("T031", element.mark(), f"`{words}` is printed as it stands, the same on all", hint)
        elif hole := _sure_in(words):
            try:
                own, _ = meaning(hole[hole.lastindex or 0], fields)
                hint = f"write pnp:text=\"'...' ~ {own} ~ '...'\" at the `text`"
            except ExpressionError as what:
                hint = f"{what}: make it one (a column of the table), or write what stands there"
            yield Finding("T031", element.mark(), f"`{hole[0]}` is printed as it stands, the same on all", hint)


def _drawn(element: Element) -> Iterator[Element]:
    if element.attributes.get("pnp:if") != "false":
        yield element
        for child in element.elements:
            yield from _drawn(child)


_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")
"""The words of an expression; alone, those of a `flowRoot`, which nothing binds."""
_SURE = re.compile(r"\$?\{\{|\$\{|%\w*[A-Za-z]|##|<<")
"""How begins what is nothing else, though no field is called so."""


HOLE = re.compile(
    r"\$?\{\{\{? *([^{}\s](?:[^{}]*[^{}\s])?) *\}\}\}?|\$?\{ *(?:item\.)?([\w.-]+(?: +[\w.-]+)*) *\}"
    r"|%(?:VAR_)?(\w+)%|##(\w+)##|\[\[?([\w -]+)\]\]?|<<?([\w -]+)>>?|\$([\w -]+)\$|«([\w -]+)»"
)
"""What other tools fill in: `{{name}}`, `{{ card.name | upper }}`, `%VAR_name%`, `<<name>>`."""
_NAME = re.compile(
    r"""("[^"]*"|'[^']*'|\|\s*\w+|\bis\s+(?:not\s+)?\w+|\b(?:if|else|and|or|not|in|true|false|none)\b)"""
    r"""|\b([a-z_]\w*(?:\.[a-z_]\w*|\[["'][^"']+["']\])*)""",
    re.IGNORECASE,
)
"""What names nothing; a value as templates name it: `card.name`, `card["name"]`."""
_PLAIN = re.compile(r"[\w .-]+")
_EMPTY = re.compile(r"\|\s*(?:e|escape|forceescape|safe|xmlattr)\b")
"""What is done with words for the file alone."""
_RANGE = re.compile(r"\brange(\([^(),]+\))")


_LOOP = {f"loop.{of}": said for of, said in {
    "index": "(i + 1)", "index0": "i", "revindex": "(n - i)", "first": "(i == 0)", "last": "(i == n - 1)", "length": "n"
}.items()}  # fmt: skip
"""What Jinja says of a loop, and we do."""


def meaning(words: str, fields: Mapping[str, str], also: Collection[str] = ()) -> tuple[str, str]:
    """The expression of ours for one of Jinja, and its first field, or the name of a loop around it (`also`), if it has
    one. Raises `ExpressionError` where there is no such field, or for what we have not."""
    if also and words in _LOOP:
        return _LOOP[words], words
    if _PLAIN.fullmatch(words) and (field := field_of(words, fields)):
        return f"item.{field.replace('-', '_')}", field
    found: list[str] = []

    def own(name: re.Match[str]) -> str:
        if also and name[2] in _LOOP:
            found.append(name[2])
            return _LOOP[name[2]]
        if name[1] or name[2] in also:
            found.extend([name[0]] * (not name[1]))
            return name[0]
        last = re.split(r"[.\[]", name[2].replace("]", ""))[-1].strip("\"'")
        if not (field := field_of(last, fields)):
            raise ExpressionError(f"there is no field `{last}`")
        found.append(field)
        return f"item.{field.replace('-', '_')}"

    said = _NAME.sub(own, _RANGE.sub(r"\1|range", _EMPTY.sub("", words))).strip()
    compile_expression(said)
    return said, next(iter(found), "")


def _sure_in(words: str) -> re.Match[str] | None:
    return next((hole for hole in HOLE.finditer(words) if _SURE.match(hole[0])), None)


def is_bare(words: str) -> bool:
    """True for words that other tools fill in, and no others: `${values.name}`."""
    return _sure_in(words) is not None and not any(map(str.isalnum, HOLE.sub("", words)))


def field_of(name: str, fields: Mapping[str, str]) -> str:
    """The field of a name that other tools fill in, or of its last part (`values.rank`); or the only one that ends so,
    behind what many begin with (`card_rank`); "" if there is none."""
    last = plain(name.rpartition(".")[2])
    if own := fields.get(plain(name)) or fields.get(last):
        return own
    ends = {fields[key]: key.removesuffix(last) for key in fields if key.endswith(last) and len(last) >= _LETTERS}
    many = {of for start in ends.values() for key, of in fields.items() if key.startswith(start)}
    return next(iter(ends)) if len(ends) == 1 and 2 * len(many) > len({*fields.values()}) else ""


_LETTERS = 4


def holes_among(words: str, fields: Mapping[str, str], also: Collection[str] = ()) -> list[tuple[str, str]]:
    """Words among which other tools would fill something in (`Cost: [cost]`): of each part the words and "", or an
    expression and its first field; none where a hole is for no field, or there is none. `fields` by their plain names,
    `also` what loops around name."""
    parts, end = list[tuple[str, str]](), 0
    for hole in HOLE.finditer(words):
        name, field = hole[hole.lastindex or 0], ""
        with suppress(ExpressionError):
            said, field = meaning(name, fields, also) if hole[1] or field_of(name, fields) else ("", "")
        if not field:
            return []
        parts += [(words[end : hole.start()], "")] * (hole.start() > end) + [(said, field)]
        end = hole.end()
    return parts + [(words[end:], "")] * (0 < end < len(words))


def meant_among(words: str, fields: Mapping[str, str]) -> str:
    """The field whose name is the first or the last of a few words, as in samples: `Name of Ship`, `Ability Text`."""
    said = words.split()
    ends = [plain(one) for one in (said[0], said[-1])] if 1 < len(said) <= _SAMPLE else []
    found = {fields.get(one) or fields.get(f"{one}s", "") for one in ends} - {""}
    return found.pop() if len(found) == 1 and words[-1].isalpha() else ""


_SAMPLE = 4
