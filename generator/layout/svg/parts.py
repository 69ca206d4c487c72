"""One picture of an SVG file that holds many: a view, a box, or an element alone.

Takes the root and what stands behind the name of the file and `#`; gives a root that draws that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from generator.layout.svg.element import Element, SvgFile, walk
from generator.layout.svg.grammar import SHAPES
from generator.values import lazy_pattern, replace

_VIEW = r"""<(?:\w+:)?view\b[^>]*\sid\s*=\s*["']{}["'][^>]*>"""
_COMMENT = lazy_pattern(r"<!--.*?-->", re.DOTALL)


def views_in(source: SvgFile) -> list[str]:
    """The ids of the views of a file."""
    return re.findall(_VIEW.format("""([^"'<>]*)"""), _COMMENT.sub("", source.text))


def viewed(root: Element, seen: str) -> tuple[Element, bool]:
    """The root, and whether it shows a view: one that the file names, or `svgView(viewBox(0 0 63 88))`."""
    if not seen:
        return root, False
    said = re.search(_VIEW.format(re.escape(seen)), _COMMENT.sub("", root.source.text))
    words = said[0] if said else seen * seen.startswith("svgView(")
    view = dict(re.findall(r"""\b(viewBox|preserveAspectRatio)\s*(?:\(|=\s*["'])([^"')]*)""", words))
    return replace(root, attributes={**root.attributes, **view}) if view else root, bool(view)


_DRAWN = frozenset(("a", "g", "image", "svg", "text", "use", *SHAPES))


def alone_in(root: Element, seen: str) -> Element:
    """The root with nothing drawn but the element of an id, or a label of Inkscape, which may be hidden, or a
    definition; the root itself without one."""
    way = _way_to(root, "id", seen) or _way_to(root, "inkscape:label", seen)
    if all(e.tag in _DRAWN for e in way):
        return _only(root, way, _referred(root.source))
    use = Element("use", {"href": f"#{way[-1].id}"}, (), root.source, root.offset)
    return replace(root, children=(Element("defs", {}, root.children, root.source, root.offset), use))


def _way_to(element: Element, attribute: str, seen: str) -> list[Element]:
    """The elements below one down to the one that is called so."""
    for child in element.elements:
        if child.attributes.get(attribute) == seen:
            return [child]
        if way := _way_to(child, attribute, seen):
            return [child, *way]
    return []


def _only(element: Element, way: Sequence[Element], referred: Set[str]) -> Element:
    """An element with nothing in it but what is on a way, and what is, or has in it, something that is referred to."""
    if not way:
        return element
    others = [child for child in element.elements if child is not way[0]]
    kept = (c for c in others if c.tag not in _DRAWN or not referred.isdisjoint(e.id for e in walk(c)))
    beside = Element("defs", {}, tuple(kept), element.source, element.offset)
    own = way[0].attributes
    shown = replace(way[0], attributes={**own, "style": f"{own.get('style', '')};display:inline"})
    return replace(element, children=(beside, _only(shown, way[1:], referred)))


@lru_cache(maxsize=2)
def _referred(source: SvgFile) -> Set[str]:
    """The ids that something refers to."""
    return frozenset(re.findall(r"""(?:href\s*=\s*["']|url\(\s*["']?)#([^"')\s]+)""", source.text))
