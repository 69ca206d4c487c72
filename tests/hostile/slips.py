"""A project's files -> the same files with the slips of a designer, and of somebody who means harm.

Takes {path: bytes} and a `Random`; gives {path: bytes}. What `mutate.py` does to bytes, this does to what stands in
them: keys, values, ids, file names, sections, numbers, expressions, references; elements, attributes, properties.
Promise: the same seed gives the same slips.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from random import Random

from tests.hostile.mutate import SVG_TOKENS, YAML_TOKENS, mutated
from tests.hostile.vocabulary import (
    ATTRIBUTES,
    CIRCLES,
    COLOURS,
    CSS,
    ELEMENTS,
    ENCODINGS,
    EXTREMES,
    FILE_NAMES,
    HEADS,
    HEAVY,
    IDS,
    OWN_ATTRIBUTES,
    STEPS,
    TEXTS,
    TRANSFORMS,
    UNITS,
    VALUES,
    WORDS,
)

Files = dict[str, bytes]
Slip = Callable[[Files, str, Random], None]

_KEY = re.compile(r"(?m)(?:^ *(?:- )?|[{,] *)([A-Za-z][\w-]*)(?=:(?: |$))")
_PAIR = re.compile(r"(?m)^( *(?:- )?[\w-]+:)(?: +(.*))?$")
_NUMBER = re.compile(r"(?<![\w#.-])-?(?:\d+\.?\d*|\.\d+)")
_ID = re.compile(r"(?m)\bid: *([\w-]+)|^ +([a-z][\w-]*): *(?:\{|$)")
_FORMULA = re.compile(r"(?m)(\b(?:count|expect|value|where|formula|assume|per|others|match)\b:) *([^,}\n]*)")
_TAG = re.compile(r"<([A-Za-z][\w:]*)((?:\s+[\w:-]+=(?:\"[^\"]*\"|'[^']*'))*)\s*(/?)>")
_OWN = re.compile(r"\bpnp:[\w-]+(?==)")


def words_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def respelt(word: str, dice: Random) -> str:
    """A word with one slip of the fingers or of habit."""
    at = dice.randrange(len(word))
    ways = (
        word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
        word[:at] + dice.choice("abcxyz019_ ") + word[at + 1 :], word.capitalize(), word.upper(), word.title(), word.replace("-", "_"),
        re.sub("[-_](.)", lambda m: m[1].upper(), word), word.replace("-", " "), word[:at] + " " + word[at:], f'"{word} "', f"{word}s",
        word.translate({ord(c): ord(c) + 0xFEE0 for c in word if "!" <= c <= "~"}), word.replace("e", "е"), f"?{word}", "", "<<", "1",
    )  # fmt: skip
    return dice.choice(ways)


def _put(files: Files, name: str, match: re.Match[str], group: int, new: str) -> None:
    text = match.string
    files[name] = bytes_of(text[: match.start(group)] + new + text[match.end(group) :])


def _one(pattern: re.Pattern[str], data: bytes, dice: Random) -> re.Match[str] | None:
    found = list(pattern.finditer(words_of(data)))
    return dice.choice(found) if found else None


def _bytes(files: Files, name: str, dice: Random) -> None:
    files[name] = mutated(files[name], dice, SVG_TOKENS if name.endswith(".svg") else YAML_TOKENS)


def _encoding(files: Files, name: str, dice: Random) -> None:
    files[name] = dice.choice(ENCODINGS)(words_of(files[name]))


def _name(files: Files, name: str, dice: Random) -> None:
    """Renamed, or there once more under another name."""
    folder, _, last = name.rpartition("/")
    stem, _, ending = last.partition(".")
    new = dice.choice(FILE_NAMES).format(stem=stem, upper=stem.upper(), capital=stem.capitalize(), ending=ending)
    data = files[name] if dice.random() < 0.3 else files.pop(name)
    files[f"{folder}/{new}"] = data


def _folder(files: Files, name: str, dice: Random) -> None:
    """A folder renamed."""
    folder, _, last = name.rpartition("/")
    new = dice.choice(FILE_NAMES).format(stem=last, upper=last.upper(), capital=last.capitalize(), ending="x")
    for one in [n for n in files if n.startswith(f"{folder}/")]:
        files[f"{folder.rpartition('/')[0]}/{new}/{one[len(folder) + 1 :]}"] = files.pop(one)


def _gone(files: Files, name: str, dice: Random) -> None:
    del files[name]


def _borrowed(files: Files, name: str, dice: Random) -> None:
    """The words of another file."""
    files[name] = files[dice.choice(sorted(files))]


def _key(files: Files, name: str, dice: Random) -> None:
    if match := _one(_KEY, files[name], dice):
        _put(files, name, match, 1, respelt(match[1], dice))


def _value(files: Files, name: str, dice: Random) -> None:
    if match := _one(_PAIR, files[name], dice):
        new = dice.choice(VALUES) if dice.random() < 0.7 or not match[2] else respelt(match[2], dice)
        _put(files, name, match, 0, f"{match[1]} {new}")


def _pair_again(files: Files, name: str, dice: Random) -> None:
    """A key misspelt and its value wrong, both: neither alone says what was meant."""
    if match := _one(_PAIR, files[name], dice):
        key = re.search(r"[\w-]+", match[1])
        if key:
            _put(files, name, match, 0, f"{match[1].replace(key[0], respelt(key[0], dice))} {dice.choice(VALUES)}")


def ids_of(files: Files) -> list[str]:
    """All words that may be ids."""
    found = (m[1] or m[2] for n, d in sorted(files.items()) if n.endswith(".yaml") for m in _ID.finditer(words_of(d)))
    return list(dict.fromkeys(found)) or ["one"]


def _id(files: Files, name: str, dice: Random) -> None:
    """An id that is none, is reserved, or is another's; here or wherever it stands."""
    ids = ids_of(files)
    old = dice.choice(ids)
    new = dice.choice(ids) if dice.random() < 0.4 else dice.choice(IDS).format(id=old, capital=old.capitalize())
    where = sorted(files) if dice.random() < 0.4 else [name]
    for one in where:
        files[one] = re.sub(rb"(?<![\w-])%s(?![\w-])" % re.escape(old.encode()), lambda _: new.encode(), files[one])


def _block(lines: Sequence[str], at: int) -> int:
    """The line after all that lies below a line."""
    depth = len(lines[at]) - len(lines[at].lstrip(" "))
    stop = at + 1
    while stop < len(lines) and (not lines[stop].strip() or len(lines[stop]) - len(lines[stop].lstrip(" ")) > depth):
        stop += 1
    return stop


def _section(files: Files, name: str, dice: Random) -> None:
    """A section deleted, doubled, moved (into another file), or put deeper."""
    lines = words_of(files[name]).split("\n")
    at = dice.randrange(len(lines))
    stop = _block(lines, at)
    block = lines[at:stop]
    kind = dice.randrange(6)
    if kind in (0, 2, 3):
        lines[at:stop] = []
    if kind == 1:
        lines[at:at] = block * dice.choice((1, 1, 2, 30, 300))
    elif kind == 4:
        lines[at:stop] = [" " * dice.choice((1, 2, 4)) + line for line in block]
    elif kind in (2, 5):
        to = dice.randrange(len(lines) + 1)
        lines[to:to] = block
    files[name] = bytes_of("\n".join(lines))
    if kind == 3:
        other = dice.choice(sorted(files))
        files[other] += bytes_of("\n" + "\n".join(block))


def _number(files: Files, name: str, dice: Random) -> None:
    if match := _one(_NUMBER, files[name], dice):
        _put(files, name, match, 0, dice.choice(EXTREMES))


def expression(dice: Random, ids: Sequence[str], depth: int = 0) -> str:
    """Something like an expression, heavy or not, of names that may be known."""
    if depth > 3 or dice.random() < 0.3:
        return dice.choice((*HEAVY, *WORDS, *EXTREMES[:9], *(i.replace("-", "_") for i in ids[:40])))
    a, b = (expression(dice, ids, depth + 1) for _ in range(2))
    shapes = (
        *(
            "({a} + {b})",
            "({a} * {b})",
            "({a} ** {b})",
            "({a} // {b})",
            "({a} ~ {b})",
            "({a} if {b} else {a})",
            "{a} in {b}",
            "[{a}, {b}]",
        ),
        *(
            "{{'x': {a}}}",
            "({a})|range|list",
            "({a})|string|length",
            "({a})|join({b})",
            "({a})|replace({b}, {a})",
            "({a})|sort|unique|list",
        ),
        *(
            "pieces[{a}]",
            "items[{a}]",
            "({a}).{w}",
            "not {a}",
            "-{a}",
            "({a})|sum(attribute={b})",
            "{a} per {w}",
            "({a})|round|int",
            "{a} == {b}",
        ),
    )
    return dice.choice(shapes).format(a=a, b=b, w=dice.choice(("x", "count", "name", *ids[:30])).replace("-", "_"))


def _expression(files: Files, name: str, dice: Random) -> None:
    if match := _one(_FORMULA, files[name], dice) or _one(_PAIR, files[name], dice):
        _put(files, name, match, 0, f'{match[1]} "{expression(dice, ids_of(files))}"'.replace("\n", " "))


def _reference(files: Files, name: str, dice: Random) -> None:
    """Text with references to whatever there is: in a circle, if it so happens."""
    ids = ids_of(files)
    forms = (
        "[[{}]]",
        "{{{}}}",
        "{{={}}}",
        "{{@{}}}",
        "{{#{}}}",
        "{{{}:plural-both}}",
        "**{}**",
        "{{{}|x}}",
        "{{@{}/one}}",
        "{{={}/one.text}}",
        "{}",
    )
    words = " ".join(dice.choice(forms).format(dice.choice(ids)) for _ in range(dice.choice((1, 2, 5, 400))))
    if match := _one(_PAIR, files[name], dice):
        _put(files, name, match, 0, f'{match[1]} "{words}"')


def _circle(files: Files, name: str, dice: Random) -> None:
    """Parameters, rules, folders, sets, steps that lead back to themselves."""
    ids = ids_of(files)
    for old, new in dice.choice(CIRCLES):
        for one in sorted(files):
            if one.endswith(".yaml") and old in words_of(files[one]):
                made = new.format(a=dice.choice(ids), b=dice.choice(ids), old=old)
                files[one] = bytes_of(words_of(files[one]).replace(old, made, 1))
                break


def _step(files: Files, name: str, dice: Random) -> None:
    """One more step of the set-up, or one more of what a set promises."""
    goal = dice.choice([n for n in sorted(files) if n.endswith(".yaml")] or [name])
    ids = [*ids_of(files), "supply", "box", "deck", "table", "x", "all"]
    step = re.sub("ID", lambda _: dice.choice(ids), dice.choice(STEPS))
    step = re.sub("EX", lambda _: '"' + expression(dice, ids).replace('"', "'") + '"', step)
    step = re.sub("NUM", lambda _: dice.choice(EXTREMES), step)
    lists = "steps:" if step.startswith("  - {id: s") else ""
    text = words_of(files[goal])
    files[goal] = bytes_of(
        text.replace(lists, f"{lists}\n{step}", 1) if lists and lists in text else f"{text}\n{step}\n"
    )


def _table(files: Files, name: str, dice: Random) -> None:
    """A cell of a CSV or a part of a workbook."""
    tables = [n for n in sorted(files) if n.endswith((".csv", ".xlsx"))]
    if not tables:
        return _bytes(files, name, dice)
    goal = dice.choice(tables)
    data = files[goal]
    if goal.endswith(".csv"):
        cells = re.split(r"([,\n])", words_of(data))
        cells[dice.randrange(0, len(cells), 2)] = dice.choice(
            (*VALUES, *EXTREMES, *HEADS, '"', "=1+1", ",,,", "a=1;a=2", "x;" * 900)
        )
        data = bytes_of("".join(cells) * dice.choice((1, 1, 1, 50)))
    elif dice.random() < 0.2:
        data = mutated(data, dice, YAML_TOKENS)
    else:
        data = _workbook(data, dice)
    files[goal] = data
    return None


def _workbook(data: bytes, dice: Random) -> bytes:
    """Packed anew, one part of it damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {n: archive.read(n) for n in archive.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError):
        return data
    goal = dice.choice(sorted(parts))
    text = words_of(parts[goal])
    if match := _one(re.compile("(?<=<t>)[^<]*(?=</t>)"), parts[goal], dice) if dice.random() < 0.7 else None:
        parts[goal] = bytes_of(
            text[: match.start()] + dice.choice((*VALUES[:30], *EXTREMES, *HEADS)) + text[match.end() :]
        )
    else:
        parts[goal] = mutated(parts[goal], dice, SVG_TOKENS)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, content in parts.items():
            archive.writestr(zipfile.ZipInfo(one), content)
    return out.getvalue()


def _quoted(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _any_value(dice: Random) -> str:
    number = dice.choice((*EXTREMES, "5", "12", "0.5", "-3", "50", "100"))
    kinds = (
        lambda: number + dice.choice(UNITS),
        lambda: " ".join(dice.choice((*EXTREMES, "1", "5", "20")) + dice.choice(("", "", ",", "%")) for _ in range(dice.choice((2, 3, 4, 6)))),
        lambda: dice.choice(COLOURS),
        lambda: dice.choice(TRANSFORMS).format(n=number, m=dice.choice(EXTREMES)),
        lambda: "".join(dice.choice("MmLlHhVvCcSsQqTtAaZz") + " ".join(dice.choice((*EXTREMES, "3", "9", "20")) for _ in range(dice.choice((0, 1, 2, 6, 7)))) for _ in range(dice.choice((1, 3, 9)))),
        lambda: dice.choice(WORDS),
    )  # fmt: skip
    return dice.choice(kinds)()


def _tag_with(files: Files, name: str, dice: Random, attribute: str, value: str) -> None:
    """An attribute set on one element."""
    if match := _one(_TAG, files[name], dice):
        kept = re.sub(rf"\s{re.escape(attribute)}=(\"[^\"]*\"|'[^']*')", "", match[2])
        _put(files, name, match, 0, f'<{match[1]}{kept} {attribute}="{_quoted(value)}"{match[3]}>')


def _attribute(files: Files, name: str, dice: Random) -> None:
    _tag_with(files, name, dice, dice.choice(ATTRIBUTES), _any_value(dice))


def _property(files: Files, name: str, dice: Random) -> None:
    pairs = (f"{dice.choice(ATTRIBUTES)}: {_any_value(dice)}" for _ in range(dice.choice((1, 1, 2, 5))))
    _tag_with(files, name, dice, "style", dice.choice(("; ", ";;", " !important;", "/* x */;")).join(pairs))


def _existing(files: Files, name: str, dice: Random) -> None:
    """Another value for an attribute that is there."""
    if match := _one(re.compile(r"(?<=\s)([\w:-]+)=\"([^\"]*)\""), files[name], dice):
        _put(files, name, match, 2, _quoted(_any_value(dice)))


def _own(files: Files, name: str, dice: Random) -> None:
    """A pnp: attribute: misspelt, moved to another element, or with an expression that is heavy or wrong."""
    match = _one(_OWN, files[name], dice)
    if match and dice.random() < 0.3:
        return _put(files, name, match, 0, "pnp:" + (respelt(match[0][4:], dice) or "x"))
    attribute = dice.choice(OWN_ATTRIBUTES)
    value = expression(dice, ["item.name", "item", "i", "shape.cells", "item.text"])
    forms = {
        "pnp:for": f"x in {value}",
        "pnp:with": f"a: {value}; ink: {value}",
        "pnp:part": dice.choice(("card.svg", "parts/bar.svg", "x.svg", "..", "parts")),
    }
    numbers = {"pnp:box", "pnp:width", "pnp:step", "pnp:floor", "pnp:leading", "pnp:fit", "pnp:valign", "pnp:stamp"}
    return _tag_with(
        files, name, dice, attribute, _any_value(dice) if attribute in numbers else forms.get(attribute, value)
    )


def _element(files: Files, name: str, dice: Random) -> None:
    """An element put in, wrapped round another, renamed, moved or doubled."""
    tag, more = dice.choice(ELEMENTS), f'{dice.choice(ATTRIBUTES)}="{_quoted(_any_value(dice))}"'
    match = _one(_TAG, files[name], dice)
    if not match:
        return
    kind = dice.randrange(5)
    whole = match[0] if match[3] else f"{match[0]}</{match[1]}>"
    if kind == 0:
        _put(files, name, match, 0, f"<{tag} {more}>{'words' if tag in TEXTS else ''}</{tag}>{match[0]}")
    elif kind == 1:
        _put(files, name, match, 0, f"<{tag} {more}>{whole}</{tag}>{'' if match[3] else match[0]}")
    elif kind == 2:
        text = match.string.replace(f"<{match[1]}", f"<{tag}").replace(f"</{match[1]}>", f"</{tag}>")
        files[name] = bytes_of(text)
    elif kind == 3:
        _put(files, name, match, 0, whole * dice.choice((2, 20, 200)) + ("" if match[3] else match[0]))
    else:
        deep = dice.choice((3, 60, 130, 600))
        _put(files, name, match, 0, f"<{tag}>" * deep + whole + f"</{tag}>" * deep + ("" if match[3] else match[0]))


def _before_the_end(files: Files, name: str, dice: Random) -> None:
    """Whole structures: circles of references, texts in texts, style sheets, entities, spaces of names."""
    new = dice.choice(CSS)
    at = dice.choice((b"</svg>", b"<rect", b"<g", b"<text"))
    if new.startswith("<!DOCTYPE"):
        files[name] = new.encode() + files[name]
    else:
        files[name] = files[name].replace(at, re.sub("ANY", lambda _: _quoted(_any_value(dice)), new).encode() + at, 1)
    _tag_with(
        files,
        name,
        dice,
        dice.choice(("fill", "stroke", "clip-path", "href", "class", "mask", "filter")),
        dice.choice(("url(#q)", "#q", "q")),
    )


COMMON: tuple[Slip, ...] = (_bytes, _bytes, _encoding, _name, _folder, _gone, _borrowed, _number, _number)
SLIPS: dict[str, tuple[Slip, ...]] = {
    ".yaml": (*COMMON, *(_key,) * 4, *(_value,) * 4, *(_pair_again,) * 3, *(_id,) * 4, *(_section,) * 3, *(_expression,) * 4, _reference, _reference, _circle, _circle, _step, _step, _table, _table, _bytes),
    ".svg": (*COMMON, *(_attribute,) * 5, *(_property,) * 3, *(_existing,) * 4, *(_own,) * 4, *(_element,) * 4, *(_before_the_end,) * 4, _section),
}  # fmt: skip


def harmed(files: Files, dice: Random, ending: str) -> Files:
    """One to five slips in the files of one ending (".yaml" also in the tables beside them)."""
    files = dict(files)
    for _ in range(dice.choice((1, 1, 1, 1, 2, 2, 3, 5))):
        names = [n for n in sorted(files) if n.endswith(ending) and files[n]]
        if names:
            dice.choice(SLIPS[ending])(files, dice.choice(names), dice)
    return files
