"""A file -> the same file, damaged: bytes, lines and tokens changed by a seeded hand.

Takes bytes and a `Random`; gives bytes. Promise: the same seed gives the same damage.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

YAML_TOKENS = (
    "- ", ": ", "? ", "{", "}", "[", "]", "&a ", "*a", "<<: *a", "!!python/object:os.system ", "!!str ", "| ", "> ", "|2", "'", '"', "#", "---\n",
    "...", "~", "null", "no", "1e400", ".inf", ".nan", "-1", "1.5", "0", "99999999999999999999", "9" * 400, "2024-01-01", "1:30", "0o17", "=",
    "{coin}", "{sun:both}", "{=rounds}", "{@card}", "{#card}", "[[play.gain]]", "**", "{a|b}", "{", "\\", "\\{", "\t", "\u3000", "\u200b",
    "id: one", "id: [1]", "count: 0", "count: 10 per suit", "count: 9**9**9", "items: []", "items:", "fields: {a: list of list of text}", "size: {}",
    "size: {shape: polygon, points: [[0,0],[1,1],[0,1],[1,0]]}", "layout: ../../x", "from: ../x.csv", "players: [9, 1]", "languages: [xx]", "adds: card",
    "include: [..]", "expect: pieces['card']", "value: rounds", "a: &a [*a]", "kind: term suit", "where: item.__class__", "per: player", "do: deal",
    "\u202e", "é", "日", "🀄", "\x85", "\ufeff",
)  # fmt: skip
SVG_TOKENS = (
    "<g>", "</g>", "<use href='#a'/>", "<svg>", "</svg>", "<!--", "-->", "<![CDATA[", "]]>", "<?x?>", "<!DOCTYPE x [<!ENTITY a 'b'>]>", "&a;", "&lt;",
    "&#0;", "&#xD800;", "'", '"', "<", ">", "/", "=", "1e400", "nan", "-1", "1e30", "0", "NaN", "infinity", "url(#a)", "url(http://x/y)", "none", "inherit",
    "id='a'", "href='#a'", "xlink:href='#a'", "href='../../../etc/passwd'", "transform='scale(0)'", "transform='matrix(1e5 0 0 1e5 0 0)'",
    "transform='rotate(1e9)'", "viewBox='0 0 0 0'", "width='1e9mm'", "pnp:for='i in 1000|range'", "pnp:for='x in item'", "pnp:if='item.nope'",
    "pnp:text='item'", "pnp:text='9**9**9'", "pnp:text=''", "pnp:box='0 0 0 0'", "pnp:box='0 0 1e5 1e5'", "pnp:fit='wrap'", "pnp:fit='shrink'",
    "pnp:icon=\"'sun'\"", "pnp:icon='item.suit'", "pnp:part='card.svg'", "pnp:href=\"'/etc/passwd'\"", "pnp:with='a: item; b: a'", "pnp:step='1e9 1'",
    "pnp:fill='item.suit.color'", "pnp:width='0'", "clip-path='url(#a)'", "fill='url(#a)'", "stroke-dasharray='0 0'", "stroke-dasharray='1e-9'",
    "stroke-width='1e6'", "font-size='0'", "font-size='900000'", "font-family='x'", "display='none'", "opacity='-1'", "<style>*{fill:url(#a)}</style>",
    "<pattern id='a' patternUnits='userSpaceOnUse' width='1' height='1'><rect width='1' height='1'/></pattern>", "<clipPath id='a'><use href='#a'/></clipPath>",
    "<linearGradient id='a'><stop offset='2'/></linearGradient>", "<radialGradient id='a' r='0' fx='9'><stop/></radialGradient>",
    "<symbol id='a' viewBox='0 0 1 1'><g/></symbol>", "<text>x</text>", "<tspan>", "</tspan>", "<image href='data:image/png;base64,AAAA' width='1' height='1'/>",
    "<path d='M0 0A1 1 0 0 1 0 0Z'/>", "<path d='M1 1z z z m1,1 h0 v0 c0 0 0 0 0 0'/>", "<script/>", "<foreignObject/>", "d='M'", "points='1'", "\x01", "日",
    "inkscape:label='safe'", "inkscape:groupmode='layer'", "pnp:stamp='x'", "pnp:valign='middle'", "letter-spacing='-5'", "text-anchor='end'",
)  # fmt: skip
PLAIN_TOKENS = tuple({*YAML_TOKENS, "(", ")", "|", "~", "+", "*", "/", "%", "|range", "|join(',')", "|sum(attribute='a')", "if", "else", "not", "and", "in", "is", ",", ";", "\n", "per"})  # fmt: skip

_TOKEN = re.compile(rb"[\w.#%-]+|[^\w\s]")

Change = Callable[[bytearray, Random, tuple[str, ...]], bytearray]


def _flip(data: bytearray, dice: Random, _: tuple[str, ...]) -> bytearray:
    data[dice.randrange(len(data))] = dice.randrange(256)
    return data


def _control(data: bytearray, dice: Random, _: tuple[str, ...]) -> bytearray:
    at = dice.randrange(len(data) + 1)
    data[at:at] = bytes([dice.choice((0, 1, 7, 8, 9, 11, 12, 13, 27, 127, 133, 160, 255))])
    return data


def _cut(data: bytearray, dice: Random, _: tuple[str, ...]) -> bytearray:
    at = dice.randrange(len(data))
    del data[at : at + dice.choice((1, 1, 3, 10, 60))]
    return data


def _end(data: bytearray, dice: Random, _: tuple[str, ...]) -> bytearray:
    return data[: dice.randrange(len(data) + 1)]


def _double(data: bytearray, dice: Random, _: tuple[str, ...]) -> bytearray:
    at = dice.randrange(len(data))
    data[at:at] = data[at : at + dice.choice((3, 20, 200))] * dice.choice((1, 1, 2, 30))
    return data


def _lines(data: bytearray, dice: Random, _: tuple[str, ...]) -> bytearray:
    lines = data.split(b"\n")
    a, b = dice.randrange(len(lines)), dice.randrange(len(lines))
    kind = dice.randrange(4)
    if kind == 0:
        del lines[a]
    elif kind == 1:
        lines.insert(b, lines[a])
    elif kind == 2:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        lines[min(a, b) : max(a, b)] = []
    return bytearray(b"\n".join(lines))


def _indent(data: bytearray, dice: Random, _: tuple[str, ...]) -> bytearray:
    lines = data.split(b"\n")
    a = dice.randrange(len(lines))
    stop = a + dice.choice((1, 1, 4))
    change = dice.choice((b" ", b"  ", b"\t", b"", None))
    for n in range(a, min(stop, len(lines))):
        lines[n] = lines[n].lstrip() if change == b"" else lines[n][2:] if change is None else change + lines[n]
    return bytearray(b"\n".join(lines))


def _replace(data: bytearray, dice: Random, tokens: tuple[str, ...]) -> bytearray:
    found = list(_TOKEN.finditer(data))
    if found:
        one = dice.choice(found)
        data[one.start() : one.end()] = dice.choice(tokens).encode()
    return data


def _insert(data: bytearray, dice: Random, tokens: tuple[str, ...]) -> bytearray:
    found = list(_TOKEN.finditer(data))
    at = dice.choice(found).start() if found and dice.random() < 0.8 else dice.randrange(len(data) + 1)
    data[at:at] = b" " + dice.choice(tokens).encode() + b" "
    return data


def _borrow(data: bytearray, dice: Random, _: tuple[str, ...]) -> bytearray:
    """One word of the file in place of another."""
    found = list(_TOKEN.finditer(data))
    if found:
        one, other = dice.choice(found), dice.choice(found).group()
        data[one.start() : one.end()] = other
    return data


CHANGES: tuple[Change, ...] = (
    *(_flip, _control, _cut, _end, _double),
    *(_lines, _lines, _indent, _replace, _replace, _replace, _insert, _insert, _borrow, _borrow),
)


def mutated(data: bytes, dice: Random, tokens: tuple[str, ...]) -> bytes:
    """One to five changes."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5))):
        if not changed:
            break
        changed = dice.choice(CHANGES)(changed, dice, tokens)
    return bytes(changed)
