"""What expat says of a file that is no well-formed XML -> a designer's words, with what to write.

Takes the text of the file and the place where reading stopped; gives a message and a hint.
"""

from __future__ import annotations

import re

NAMESPACES = {
    "pnp": "https://print-and-play.example/pnp",
    "xlink": "http://www.w3.org/1999/xlink",
    "inkscape": "http://www.inkscape.org/namespaces/inkscape",
    "sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
}
_SVG = "http://www.w3.org/2000/svg"
_ANEW = "save it anew from Inkscape"
_REACH = 400
"""So many characters before the place are looked at for the slip."""


def xml_fault(text: str, line: int, column: int, said: str) -> tuple[str, str]:
    """Message and hint for what expat calls `said`."""
    lines = text.split("\n")[:line]
    rest = lines.pop()[column - 1 :] if line <= len(lines) else ""
    before = text[: sum(map(len, lines)) + len(lines) + column - 1]
    if said == "mismatched tag":
        return _mismatched(before, before[-2:] + rest)
    slip = _slip(said, before[-_REACH:], rest, text)
    return slip or (f"the file is not well-formed XML: {said}", _ANEW)


def _slip(said: str, before: str, rest: str, text: str) -> tuple[str, str] | None:
    if said == "unbound prefix" and not re.search(r"<(\w+:)?svg\b", text):
        spaces = " ".join(f'xmlns:{p}="{space}"' for p, space in NAMESPACES.items() if f"{p}:" in text)
        return (
            "the file holds no SVG picture",
            f'put it into <svg xmlns="{_SVG}" {spaces} width="..." height="...">...</svg>',
        )
    if said == "unbound prefix":
        return _prefix(rest, text)
    if said == "undefined entity":
        name = (re.match(r"&(\w+);", rest) or re.search(r"&(\w+);[^&]*$", before + rest[:20]) or ("", ""))[1]
        return f"`&{name};` means nothing in SVG", "write the character itself"
    if said.startswith(("no element", "unclosed")) and not text.rstrip().endswith("</svg>"):
        return "the file breaks off before its end", "fetch an older version, or write what is missing, up to `</svg>`"
    if "invalid token" in said:
        return _token(before, rest)
    return None


_TAGS = r"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<(?P<end>/?)(?P<name>[\w:.-]+)(?:"[^"]*"|'[^']*'|[^>"'])*>"""


def _mismatched(before: str, rest: str) -> tuple[str, str]:
    """`before` is well-formed as far as it goes."""
    opened: list[re.Match[str]] = []
    for tag in re.finditer(_TAGS, before, re.DOTALL):
        if tag["end"]:
            del opened[-1:]
        elif tag["name"] and not tag[0].endswith("/>"):
            opened.append(tag)
    found = re.search(r"</([\w:.-]+)", rest)
    if not opened or found is None:
        return "a tag closes an element that is not open", _ANEW
    name, inner, line = found[1], opened[-1]["name"], before.count("\n", 0, opened[-1].start()) + 1
    if all(name != tag["name"] for tag in opened):
        return f"`</{name}>` closes an element that is not open; open is `<{inner}>` of line {line}", "delete it"
    hint = f"end `<{inner}>` with `/>` if nothing is in it, else write `</{inner}>` first"
    return f"`</{name}>` stands where `<{inner}>` of line {line} is still open", hint


def _prefix(rest: str, text: str) -> tuple[str, str]:
    """The first prefix of the element that the file does not declare."""
    used = re.findall(r"(?:\s|<)([\w-]+):[\w-]+", rest.partition(">")[0])
    name = next((p for p in used if p not in ("xml", "xmlns") and f"xmlns:{p}=" not in text), "pnp")
    address = NAMESPACES.get(name, "..")
    return f"the prefix `{name}:` is not declared", f'write xmlns:{name}="{address}" into the first tag'


def _token(before: str, rest: str) -> tuple[str, str] | None:
    """A sign that cannot stand where it does."""
    if re.search(r"&\s?$", before) or rest.startswith("&"):
        return "`&` stands alone", "write `&amp;`"
    if before.rfind("<!--") > before.rfind("-->"):
        return "`--` stands in a comment", "write a single hyphen"
    if re.search(r"[\w:-]=$", before):
        name = re.findall(r"[^ <]+(?==$)", before)[-1]
        return f"the value of `{name}` has no quotation marks", 'write `name="value"`'
    tag = before[before.rfind("<") :]
    if rest.startswith("<") and tag.count('"') % 2:
        quote = "a quotation mark is not closed before this tag", 'write `"` at the end of the value'
        is_tag = re.match(r"</?[\w:.-]+(\s+[\w:.-]+=|\s*/?>)|<!--", rest)
        return quote if is_tag else ("`<` stands in a value", "write `&lt;`")
    if re.search(r'="[^"]*"\S?$', tag) or re.search(r'"[^"=<>]*$', tag):
        return "a quotation mark is not closed, or one too many stands here", 'write `name="value"`, parted by spaces'
    return None
