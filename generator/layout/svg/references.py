"""What an SVG file may hold: elements -> findings.

Takes the styled elements of a file; gives findings about elements and properties that we do not draw, and about
references that are missing, run in a circle, or grow past all reason. Promise: nothing is dropped without a
word that would change the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from contextlib import suppress
from typing import Any
from xml.etree.ElementTree import Element as Node

from generator.diagnostics.findings import Finding, Unreadable, did_you_mean
from generator.layout.svg.datatypes import shown, view_box
from generator.layout.svg.element import Element, as_node, walk
from generator.layout.svg.grammar import KNOWN, LINES, SHAPES, STYLED_WHERE_THEY_STAND, matters, named
from generator.layout.svg.paths import MAX_POINTS
from generator.values import Struct, field, lazy_pattern

MAX_NESTING = 120
"""How deep elements may lie in elements and in what those refer to."""

MAX_COMPARED = 5_000
"""So many elements that are used are held against the style rules."""
_ADVICE = {
    "a": "no browser draws it right in an `a` or a `switch`: take it out of there, or make it a `g`",
    "script": "delete it: a picture runs no programs",
    "foreignObject": "put the words into a `text` element",
    "flowRoot": "in Inkscape: Text > Convert to Text, or draw the frame anew as SVG 2 text",
    "meshgradient": "use a linear or radial gradient",
}

_ANIMATIONS = named("animate animateColor animateMotion animateTransform set")
_MARKERS = ("marker-start", "marker-mid", "marker-end")
_PROPERTIES_WITH_REFERENCES = ("fill", "stroke", "clip-path", "mask", "shape-inside", *_MARKERS)
_EMPTY = lazy_pattern(rb"<[\w:]*foreignObject\b[^>]*[^/]>(?:\s|</?(?:div|span|p)\b[^>]*>)*</[\w:]*foreignObject>")
_FOLLOWED = named("use linearGradient radialGradient pattern textPath")
"""What shows something of what its `href` names."""
_URL = lazy_pattern(r"""url\(\s*["']?([^"')]*)["']?\s*\)""")


def not_drawn(element: Element) -> Finding:
    """The finding about an element that we do not draw."""
    tag = element.tag
    if tag in _ANIMATIONS:
        message = f"`{tag}` is left out: the picture is printed as it stands without"
        return Finding("T029", element.mark(), message, "delete it, or draw what is to be seen", about=("animation",))
    if tag == "foreignObject" and _EMPTY.match(element.source.data, element.offset):
        message = "`foreignObject` is left out: no words are in it, but an effect, such as a blur of what lies below"
        return Finding("T029", element.mark(), message, "draw the effect as shapes", about=("foreignObject",))
    code = "T013" if tag == "script" else "T004"
    hint = _ADVICE.get(tag) or did_you_mean(tag, KNOWN - {"style"})
    return Finding(code, element.mark(), f"the element `{tag}` is not drawn", hint)


Matcher = Any
"""What of cssselect2, which ships no types, finds the rules of an element; None: there are none."""


def check_references(
    root: Element, ids: Mapping[str, Element], matcher: Matcher, unseen: Set[Element]
) -> list[Finding]:
    """All findings about a file's elements. `matcher` is that of its style sheet; what is `unseen` may lack what it
    refers to."""
    return [*_uses(root, ids, matcher), *_Costs(ids, unseen).check(root)]


def check_picture(root: Element, links: Element | None) -> Iterator[Finding]:
    """What browsers draw otherwise in a picture that is placed in another: they know no links there (`links`: a style
    element with rules for some), and their pixels are neither those of the page nor those of the picture."""
    if links is not None and any(e.tag == "a" and "href" in e.attributes for e in walk(root)):
        message = "a rule for links holds of this picture alone: placed in another, browsers know no links in it"
        yield Finding("T005", links.mark(), message, "select by element, `.class` or `#id`")
    for use in (e for e in walk(root) if e.tag == "use"):
        href = use.attributes.get("href", "")
        if href != href.strip():
            message = "blanks stand around the `href`: in a picture that is placed in another, browsers find nothing"
            yield Finding("T005", use.mark("href"), message, "delete the blanks")
    yield from _pixel_strokes(root, "none")


def _pixel_strokes(element: Element, stroke: str) -> Iterator[Finding]:
    a = element.attributes
    stroke = a.get("stroke", "context" if element.tag in ("defs", "symbol") else stroke)
    if a.get("display") == "none" and not element.id:
        return
    if a.get("vector-effect") == "non-scaling-stroke" and stroke != "none" and element.tag in SHAPES | {"text"}:
        message = "`vector-effect` is left out in other programs, or measured otherwise: here in pixels of the page"
        hint = "take it out, and give the stroke its width"
        yield Finding("T029", element.mark("vector-effect"), message, hint, about=("vector-effect",))
    for inner in element.elements:
        yield from _pixel_strokes(inner, stroke)


def homes_of(root: Element) -> dict[str, tuple[float, float]]:
    """What percentages mean in definitions (by id) that stand in a picture in the picture, one with a viewBox."""
    found: dict[str, tuple[float, float]] = {}
    for inner in (e for e in walk(root) if e.tag in ("svg", "symbol") and e is not root and "viewBox" in e.attributes):
        with suppress(Unreadable):
            size = view_box(inner.attributes["viewBox"])[2:]
            found.update({e.id: size for e in walk(inner) if e.id and e.tag in STYLED_WHERE_THEY_STAND})
    return found


def _uses(root: Element, ids: Mapping[str, Element], matcher: Matcher) -> Iterator[Finding]:
    """Findings about rules that hold of an element but not where it is used, as browsers have it, or the other way
    round."""
    targets = {e.attributes.get("href", "").strip()[1:] for e in walk(root) if e.tag == "use"}
    if matcher is None or targets.isdisjoint(ids):
        return
    import cssselect2

    left = MAX_COMPARED
    wrapped = cssselect2.ElementWrapper.from_xml_root
    for element, there in zip(walk(root), wrapped(as_node(root)).iter_subtree(), strict=True):
        if element.id not in targets:
            continue
        around = Node("")
        around.append(there.etree_element)
        alone = next(wrapped(around).iter_children())
        for inner, one, other in zip(walk(element), there.iter_subtree(), alone.iter_subtree(), strict=True):
            left -= 1
            if left < 0:
                message = f"more than {MAX_COMPARED} elements are used, many of them within others"
                yield Finding("T002", element.mark(), message, "use fewer things that hold one another")
                return
            if matcher.match(one) != matcher.match(other):
                message = f"a style rule holds of this `{inner.tag}` where it stands or where it is used, not in both"
                yield Finding("T005", inner.mark(), message, "select it by its own `.class` or `#id` alone")
                return


def reference(value: str) -> str | None:
    """What `url(...)` names: "#id", or something outside the file; None if there is no url."""
    found = _URL.search(value[:1_000])
    return found[1].strip() if found else None


def _is_marked(element: Element) -> bool:
    """Whether markers show on an element, or in it; what a marker takes over from around it, it does not show."""
    return element.tag != "marker" and matters(element, LINES | {"below"})


def references(element: Element) -> Iterator[tuple[str, str]]:
    """The (attribute, "#id") pairs by which an element refers to others of its file."""
    attributes = element.attributes
    for name in _PROPERTIES_WITH_REFERENCES:
        target = reference(attributes[name]) if "url(" in attributes.get(name, "") else None
        if target is not None and (name not in _MARKERS or _is_marked(element)):
            yield name, target
    if "href" in attributes and element.tag in _FOLLOWED and "path" not in attributes:
        yield "href", attributes["href"].strip()


class _Costs(Struct):
    """How many elements each element comes to when all its references are drawn."""

    ids: Mapping[str, Element]
    unseen: Set[Element]
    found: dict[Element, Finding] = field(default_factory=dict)
    known: dict[Element, int] = field(default_factory=dict)
    open: set[Element] = field(default_factory=set)

    def check(self, root: Element) -> list[Finding]:
        total = self.cost(root, 0)
        if total <= MAX_POINTS:
            return [*self.found.values()]
        count = "more than 1e9" if total > 1e9 else total
        message = f"the file draws {count} elements, at most {MAX_POINTS} are drawn"
        return [*self.found.values(), Finding("T002", root.mark(), message, "use fewer copies of copies")]

    def cost(self, element: Element, depth: int) -> int:
        if element in self.known:
            return self.known[element]
        self.open.add(element)
        total = 1
        for child in element.elements:
            total += self.cost(child, depth + 1)
        for name, target in references(element):
            total += self._target(element, name, target, depth)
        self.open.discard(element)
        self.known[element] = min(total, 10**12)
        return self.known[element]

    def _target(self, element: Element, name: str, target: str, depth: int) -> int:
        goal = self.ids.get(target[1:]) if target.startswith("#") else None
        if goal is None:
            if f"pnp:{name}" not in element.attributes:  # what is bound is told when it is drawn
                self._say(element, name, *_missing(target, self.ids))
            return 0
        if goal in self.open:
            self._say(element, name, "T008", f"`{target}` refers back to itself", "break the circle of references")
            return 0
        if depth > MAX_NESTING:
            message = f"`{target}` lies more than {MAX_NESTING} references and groups deep"
            self._say(element, name, "T008", message, "shorten the chain")
            return 0
        return self.cost(goal, depth + 1)

    def _say(self, element: Element, name: str, code: str, message: str, hint: str) -> None:
        if code == "T008" or element not in self.unseen:
            self.found.setdefault(element, Finding(code, element.mark(name), message, hint))


def _missing(target: str, ids: Mapping[str, Element]) -> tuple[str, str, str]:
    if not target.startswith("#"):
        return "T009", f"`{shown(target)}` lies outside this file", "copy what you need into this file"
    hint = did_you_mean(target[1:], ids) or "paste what it refers to into this file, or take the reference out"
    return "T007", f"nothing here has the id `{target[1:]}`", hint
