"""A drawing that holds several templates -> pages, each as large as one of them.

A template is a group with a rectangle called as it, which is its trim. Promise: of the drawing only that is written
which a page shows, or refers to; a page has the colour of its rectangle for its bleed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from fnmatch import fnmatchcase
from pathlib import Path
from xml.etree import ElementTree as ET

from generator.face.bounds import painted_by, run_box
from generator.face.face import Matrix
from generator.face.geometry import Box, Point, box_under, extent, merged, multiply, scale_of
from generator.layout.draw import margin_of
from generator.layout.svg.datatypes import length, transform
from generator.layout.svg.element import walk
from generator.layout.svg.malformed import NAMESPACES
from generator.layout.svg.parser import parse_svg
from generator.layout.template.compile import compile_layout, page_matrix
from generator.project import read_plain
from generator.scaffold.extents import BLEED
from generator.scaffold.labelled import fit_of
from generator.scaffold.room import SIDES, box_said, drawn_on, rooms_in, safe_layer
from generator.scaffold.sizes import MOST_BYTES, Look
from generator.scaffold.tablesheet import TableSheet
from generator.values import Struct

_SVG = "http://www.w3.org/2000/svg"
_PNP, _HREF = f"{{{NAMESPACES['pnp']}}}", f"{{{NAMESPACES['xlink']}}}href"
_HANDED_DOWN = ("style", "class", "fill", "stroke", "font-family", "font-size", "font-weight", "text-anchor", "opacity")
_HIDDEN = re.compile(r"(^|;)\s*display\s*:\s*none")
_REFERENCE = re.compile(r"""url\(\s*["']?#([^)"']+)""")
_ATTRIBUTE = re.compile(r'pnp:([\w-]+)="([^"]*)"')
_WORDED = ("text", "flowRoot")
_SHOWN = (*_WORDED, "image", "use")


class Part(Struct, frozen=True):
    """A template on a page: whether its rectangle is seen, and when it is there ("": always)."""

    name: str
    is_framed: bool
    condition: str = ""


class Groups:
    """A drawing and its templates. Raises `Fault`, `Unreadable`, OSError."""

    def __init__(self, path: Path) -> None:
        document = parse_svg(read_plain(path, MOST_BYTES), path.name)
        self.path, self._to_mm = path, page_matrix(compile_layout(document, lambda *_: None, page=False, art=True))
        self._root = ET.fromstring(document.root.source.text)  # noqa: S314 (its entities are few: it was parsed)
        self._parents = {child: parent for parent in self._root.iter() for child in parent}
        self.called = {name: e for e in self._root.iter() if (name := e.get("id"))}

    def holds(self, name: str) -> bool:
        """True for a rectangle in a group."""
        rect = self.called.get(name)
        return rect is not None and _tag(rect) == "rect" and _tag(self._parents[rect]) == "g"

    def is_seen(self, name: str) -> bool:
        """True for a rectangle with paint."""
        clear = [self.property_of(name, what) for what in ("opacity", "fill-opacity")]
        return self.property_of(name, "fill") != "none" and not {"0", "0.0"} & {*clear}

    def between(self, old: str, new: str) -> Point:
        """From the middle of an object to that of another, as a clone of either has it."""
        (x1, y1), (x2, y2) = self._middle(old), self._middle(new)
        return x1 - x2, y1 - y2

    def _middle(self, name: str) -> Point:
        root = ET.Element(f"{{{_SVG}}}svg", {"width": "1mm", "height": "1mm", "viewBox": "0 0 1 1"})
        root.extend([deepcopy(self.called[name])] if name in self.called else [])
        self.refer(root)
        drawn = drawn_on(parse_svg(_text_of(root).encode(), self.path.name), None)[2]
        x1, y1, x2, y2 = merged(*(box_under(painted_by(node, run_box), place) for node, place in drawn))
        return ((x1 + x2) / 2, (y1 + y2) / 2) if drawn else (0.0, 0.0)

    def refer(self, root: ET.Element) -> None:
        """Puts what is referred to among the definitions."""
        there = {e.get("id") for e in root.iter()}
        defs, wanted = ET.Element(f"{{{_SVG}}}defs"), [*_references(root)]
        while wanted:
            name = wanted.pop()
            if name not in there and name in self.called:
                there.add(name)
                defs.append(own := deepcopy(self.called[name]))
                wanted += _references(own)
        if len(defs):
            root.insert(0, defs)

    def size(self, name: str) -> tuple[float, float]:
        """Width and height (mm) of a template; none of what is no rectangle."""
        wide, high = extent(self._box(name)) if self.holds(name) else (0.0, 0.0)
        return round(wide, 3), round(high, 3)

    def scale(self, name: str) -> float:
        """How many mm a unit of a template's rectangle is."""
        return scale_of(self._matrix(self.called[name])) or 1.0

    def property_of(self, name: str, what: str) -> str:
        """What an object says of a property; "" if there is none."""
        return _property(self.called[name], what) if name in self.called else ""

    def _box(self, name: str) -> Box:
        return box_said(self.called[name].attrib, self._matrix(self.called[name]))

    def _matrix(self, element: ET.Element) -> Matrix:
        """From what is in an element to mm."""
        matrix = self._to_mm
        for one in self._around(element)[1:]:
            matrix = multiply(matrix, transform(one.get("transform", "")))
        return matrix

    def _around(self, element: ET.Element) -> list[ET.Element]:
        """From the root to an element."""
        above = [element]
        while above[-1] in self._parents:
            above.append(self._parents[above[-1]])
        return above[::-1]

    def page(self, parts: Sequence[Part], size: tuple[float, float]) -> Composite:
        """Templates one upon another."""
        sides = f"{size[0]:g}", f"{size[1]:g}"
        names = {"width": f"{sides[0]}mm", "height": f"{sides[1]}mm", "viewBox": f"0 0 {sides[0]} {sides[1]}"}
        root = ET.Element(f"{{{_SVG}}}svg", names)
        root.text = None if parts else "\n"
        for style in self._root.iter(f"{{{_SVG}}}style"):
            root.append(deepcopy(style))
        for part in parts:
            group = self._parents[self.called[part.name]]
            x, y, *_ = self._box(part.name)
            home = self._parents.get(group)
            matrix = self._matrix(home) if home is not None else self._to_mm
            place = "matrix({:.7g} {:.7g} {:.7g} {:.7g} {:.7g} {:.7g})".format(*multiply((1, 0, 0, 1, -x, -y), matrix))
            around = ET.SubElement(root, f"{{{_SVG}}}g", {"transform": place})
            if part.condition:
                around.set(f"{_PNP}if", part.condition)
            inner = self._handed_down(group, around)
            own = deepcopy(group)
            _show(own)
            if not part.is_framed:
                own.remove(next(e for e in own if e.get("id") == part.name))
            inner.append(own)
        return Composite(self, root, [part.name for part in parts if part.is_framed])

    def _handed_down(self, group: ET.Element, around: ET.Element) -> ET.Element:
        """The innermost of groups that say what those around a group say of how it looks."""
        for one in self._around(group)[:-1]:
            said = {name: words for name in _HANDED_DOWN if (words := one.get(name))}
            said["style"] = _HIDDEN.sub(r"\1", said.get("style", ""))
            if said := {name: words for name, words in said.items() if words.strip("; ")}:
                around = ET.SubElement(around, f"{{{_SVG}}}g", said)
        return around


class Object:
    """An element of a page that something binds."""

    def __init__(self, page: Composite, element: ET.Element) -> None:
        self._page, self.element, self.id = page, element, element.get("id", "")

    @property
    def shows(self) -> str:
        """What it can show: `text`, `image`, `use`; of a group what the only one in it can; else ""."""
        shown = _tag(self._shown) if self._shown is not None else ""
        return "text" if shown in _WORDED else shown

    @property
    def _shown(self) -> ET.Element | None:
        if (above := self._page.text_of(self.element)) is not None:
            return above
        found = [e for e in self.element.iter() if _tag(e) in _SHOWN]
        return found[0] if found and (len(found) == 1 or found[0] is self.element) else None

    def said(self, name: str) -> str:
        """What it says of a property."""
        return _property(self.element, name)

    def bind(self, name: str, expression: str) -> None:
        """An attribute of ours."""
        self.element.set(f"{_PNP}{name}", expression)

    def show(self, field: str, expression: str) -> None:
        """Makes a text say a field, or an image show it."""
        shown = self._shown
        if shown is not None and _tag(shown) == "image":
            shown.set(f"{_PNP}href", expression)
        elif shown is not None:
            shown.set(f"{_PNP}text", expression)
            self._page.texts[shown.get("id", "")] = field

    def clone(self, own: str, names: Sequence[str]) -> None:
        """Makes a clone one of several objects, each where the clone is, as `own` says; as it was drawn where that says
        none."""
        parent = self._page.above(self.element)
        for name in names:
            other = deepcopy(self.element)
            for old in ("id", "href", _HREF):
                other.attrib.pop(old, None)
            dx, dy = self._page.groups.between(_link(self.element).removeprefix("#"), name)
            other.set("transform", f"{self.element.get('transform', '')} translate({dx:.6g} {dy:.6g})".strip())
            other.set(_HREF, f"#{name}")
            other.set(f"{_PNP}if", f"{own} == '{name}'")
            parent.insert([*parent].index(self.element), other)
        self.bind("if", f"not {own}")


class Composite:
    """Templates upon one another; its objects are bound, then it is written."""

    def __init__(self, groups: Groups, root: ET.Element, framed: Sequence[str]) -> None:
        self.groups, self._root, self._framed = groups, root, framed
        self.texts: dict[str, str] = {}

    def above(self, element: ET.Element) -> ET.Element:
        """What an element stands in."""
        return next(e for e in self._root.iter() if element in [*e])

    def text_of(self, element: ET.Element) -> ET.Element | None:
        """The text that a part of its words stands in."""
        return next((e for e in self._root.iter() if _tag(e) in _WORDED and element in [*e.iter()]), None)

    def find(self, ids: str) -> list[Object]:
        """The objects of these ids (`*` and `?` stand for any letters)."""
        found = [e for e in self._root.iter() if (name := e.get("id")) and fnmatchcase(name, ids)]
        return [Object(self, e) for e in found]

    def linked(self, name: str) -> list[tuple[Object, str]]:
        """The pictures whose files are called after a column, with how: `art/%name%.png`."""
        found = ((Object(self, e), _link(e)) for e in self._root.iter() if _tag(e) == "image")
        return [(image, href) for image, href in found if f"%{name}%" in href]

    def holds_hole(self, name: str) -> bool:
        """True where a text has a column among its words: `Move %name%`."""
        return any(f"%{name}%" in "".join(e.itertext()) for e in self._root.iter() if _tag(e) in _WORDED)

    def fill(self, own: Mapping[str, tuple[str, str]]) -> None:
        """Makes texts say what columns do among their words, as bold as these are there: their fields and expressions
        by how they are called."""
        holes = re.compile(rf"%({'|'.join(map(re.escape, own))})%")
        for text in (e for e in self._root.iter() if _tag(e) in _WORDED and f"{_PNP}text" not in e.attrib):
            lines = [e for e in text if _tag(e) == "flowPara" or any(name.endswith("role") for name in e.attrib)]
            words = "\n".join(" ".join(_marked(line).split()) for line in lines or [text])
            parts = [(w, w in own and bool(n % 2)) for n, w in enumerate(holes.split(words)) if w]
            if own and any(is_hole for _, is_hole in parts):
                text.set(f"{_PNP}text", " ~ ".join(own[w][1] if is_hole else repr(w) for w, is_hole in parts))
                self.texts[text.get("id", "")] = next(own[w][0] for w, is_hole in parts if is_hole)

    def written(self, look: Look, sheet: TableSheet) -> str:
        """The template, with room for other words, its bleed, what it refers to, and its safe zone."""
        for name in self._framed:
            self._bleed(name)
        self.groups.refer(self._root)
        document = parse_svg(_text_of(self._root).encode(), self.groups.path.name)
        rooms, safe = rooms_in(document, look.shape, margin_of(look.kind, look.shape))
        rooms_ = {element.id: room for element, room in rooms.items()}
        for element in (e for e in walk(document.root) if e.id in self.texts and e.tag == "text"):
            words = fit_of(element, self.texts[element.id], sheet, rooms_.get(element.id))
            for one in self.find(element.id):
                for name, said in _ATTRIBUTE.findall(words):
                    one.bind(name, said)
        text = _text_of(self._root)
        end = text.rindex("</")
        return f"{text[:end]}{safe_layer('<', safe)}{text[end:]}" if safe else text

    def _bleed(self, name: str) -> None:
        """The colour of a rectangle beyond the cut, below what is drawn there."""
        for rect in (found.element for found in self.find(name)):
            more, below, parent = BLEED / self.groups.scale(name), deepcopy(rect), self.above(rect)
            for side in SIDES:
                beyond = -more if side in "xy" else 2 * more
                below.set(side, f"{length(rect.get(side) or '0') + beyond:.6g}")
            del below.attrib["id"]
            below.set("style", f"{below.get('style', '')};stroke:none")
            parent.insert(0, below)


def _marked(line: ET.Element) -> str:
    """The words of a line in our markup, with its bold and slanted parts."""
    parts = [_plain(line.text)]
    for part in line:
        weight, slant = _property(part, "font-weight"), _property(part, "font-style")
        sign = "**" * (weight in ("bold", "bolder", "700")) + "*" * (slant in ("italic", "oblique"))
        parts += [sign, _marked(part), sign, _plain(part.tail)]
    return "".join(parts)


def _plain(words: str | None) -> str:
    return re.sub(r"[\\{}\[\]*]", r"\\\g<0>", words or "")


def _property(element: ET.Element, name: str) -> str:
    found = re.search(rf"(?:^|;)\s*{re.escape(name)}\s*:\s*([^;]+)", element.get("style", ""))
    return found[1].strip() if found else element.get(name, "")


def _show(element: ET.Element) -> None:
    if element.get("style"):
        element.set("style", _HIDDEN.sub(r"\1", element.get("style", "")))
    if element.get("display") == "none":
        del element.attrib["display"]


def _references(element: ET.Element) -> Iterator[str]:
    for one in element.iter():
        for name, words in one.attrib.items():
            yield from _REFERENCE.findall(words)
            if name in ("href", _HREF) and words.startswith("#"):
                yield words[1:]


def _link(element: ET.Element) -> str:
    return element.get(_HREF) or element.get("href") or ""


def _tag(element: ET.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _text_of(root: ET.Element) -> str:
    for prefix, space in {"": _SVG, **NAMESPACES}.items():
        ET.register_namespace(prefix, space)
    return ET.tostring(root, "unicode") + "\n"
