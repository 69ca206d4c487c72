"""What the objects of somebody's drawing are called: by their labels, their ids, their words or the files they show.

Promise: what is never drawn has no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from generator.data.reading.grid import plain
from generator.layout.svg.element import Element, inner_words, walk
from generator.layout.svg.grammar import KNOWN
from generator.layout.template.holes import HOLE
from generator.scaffold.drawnpage import Artboard, holes_in

_TAG_NAME = re.compile(r"<[^\s/>]+")
"""The name of an element in its tag."""
_AGAIN = re.compile(r"[_-]\d{1,3}_?$")
_KIND = re.compile(
    "^({0})[_-]+|[_-]+({0})$".format("te?xto?|label|lbl|img|imagem?|picture|pic|field|campo|feld|group|grupo|box|slot")
)
"""What objects are, in ids of those who name them so: `image_foto`, `title-text`."""
AROUND = re.compile(r"^%VAR_|^[\s{<«\[%$#@]+|[\s}>»\]%$#@]+$")


def called_in(drawing: Artboard) -> frozenset[str]:
    """What the objects of a drawing are called, and what is filled into it. Raises `Fault`."""
    root = drawing.document.root
    held = [hole[hole.lastindex or 0] for element in walk(root) for hole in holes_in(element)]
    names = (name for element in drawn_below(root) for name in object_names(element))
    return frozenset((*names, *(plain(part) for name in held for part in (name, *re.split(r"[^\w-]+", name)))))


def object_names(element: Element) -> list[str]:
    """What an element is called, the surest first: its label, its id, its words, its id as it was before a program told
    it from another (`Cost_2`), or without what it is (`image_foto`), or the file of its picture."""
    get = element.attributes.get
    file = Path(get("href", "").replace("\\", "/")).stem if element.tag == "image" else ""
    bare = _AGAIN.sub("", element.id)
    own = bare if bare != element.id and bare not in KNOWN else ""
    kin = _KIND.sub("", bare)
    own = own or (kin if kin != bare else "")
    names = [plain(name) for name in (get("inkscape:label", ""), element.id, sample_words(element), own) if name]
    return [*names, f"{plain(file)}.*"]


def sample_words(element: Element) -> str:
    """The sample words of a text, without the signs around them; none of more than a place: `#{id}`."""
    words = inner_words(element) if element.tag == "text" else ""
    return "" if HOLE.search(words) and HOLE.sub("", words).strip() else AROUND.sub("", words)


def drawn_below(element: Element) -> Iterator[Element]:
    """The element and all below it, but for definitions, and what is never drawn."""
    yield element
    for child in element.elements:
        is_left = child.attributes.get("pnp:if") == "false"
        if child.tag not in ("defs", "symbol", "clipPath", "mask", "pattern", "marker") and not is_left:
            yield from drawn_below(child)


def is_unbound(element: Element) -> bool:
    """True if its tag has no attribute of ours; those of a `flowRoot` are none of the file."""
    tag, is_bound = opening_of(element), any(name.startswith("pnp:") for name in element.attributes)
    return tag.endswith("flowRoot") or (tag != "" and not is_bound)


def opening_of(element: Element) -> str:
    """How the tag of an element begins in the file; "" for one of an entity."""
    found = _TAG_NAME.match(element.source.text, element.offset)
    return found[0] if found else ""


def in_tag(element: Element) -> int:
    """Where in the file attributes of an element begin."""
    return element.offset + len(opening_of(element))
