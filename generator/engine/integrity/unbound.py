"""Drawings whose samples nothing binds: what is drawn as it stands on all pieces, though the data says it of each.

Takes a `Desk`; gives a problem at each element. Promise: only of fields that no template of the set draws, and of what
no expression governs: what stands on pieces of one kind may well be a word that others say in a column, and several
words of one column are a list of what there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from generator.data.model import ComponentSet, Text
from generator.data.reading.grid import plain
from generator.engine.integrity.uses import NamesInSvg, drawings_of, drawn_names, prints, templates_of
from generator.engine.registry import Desk, Problem, check, sets_of
from generator.layout.svg.element import Element, inner_words
from generator.layout.svg.grammar import SHAPES
from generator.layout.template.holes import meant_among

_LEAST = 3
"""Shorter words are drawn that are nobody's samples, and so are numbers."""
_SHOWN = frozenset({"text", "image", "use", "g", *SHAPES})
_HIDDEN = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker"})


@check("T032", each=sets_of)
def samples_are_bound(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """No text is a sample, and no object is called as a field, of which each piece says something else."""
    own = [d for d in drawings_of(desk) if d.path.stem in templates_of(owner)]
    told = [f for f in owner.fields if len({*_said(owner, f)}) > 1]
    if not own or not told or not owner.complete or owner.id in desk.game.unread:
        return
    drawn = drawn_names(desk, owner)
    idle = [f for f in told if f.replace("_", "-") not in drawn or (f == "name" and not prints(desk, owner, f))]
    marks = {f: next((i.marks[f] for i in owner.items if f in i.marks), None) for f in told}
    heads = {f: mark.heading if mark and mark.heading else f for f, mark in marks.items()}
    samples = {plain(w): f for f in idle for w in _said(owner, f) if len(w) >= _LEAST and not w.isdecimal()}
    called = {plain(name): f for f in idle for name in (f, heads[f])}
    for drawing in own if samples or called else ():
        shown = [(element, samples.get(plain(_words(element)), "")) for element in _free(drawing)]
        many = Counter(of for of, _ in {(of, plain(_words(element))) for element, of in shown})
        for element, sample in shown:
            words, name = _words(element), element.attributes.get("inkscape:label", element.id).strip()
            field = called.get(plain(name)) or (meant_among(words, called) if element.tag == "text" else "")
            field = field or sample * (many[sample] == 1)  # several are a list of all kinds
            if field and name != element.tag:
                what = f"`{words or name}` is drawn as it stands, the same on all, though `{heads[field]}` says it"
                yield Problem(element.mark(), what, _bound(owner, element, field), about=(field,))


def _said(owner: ComponentSet, field: str) -> Iterator[str]:
    """What the items say in a field, in all languages; of pictures their names."""
    is_shown = owner.fields[field].name == "image"
    for item in owner.items:
        value = item.values.get(field)
        value = _file(value) if is_shown and isinstance(value, str) else value
        yield from value.words.values() if isinstance(value, Text) else [str(value)] if value is not None else ()


def _words(element: Element) -> str:
    """What a text says, or the picture that is shown is called."""
    return inner_words(element).strip() if element.tag == "text" else _file(element.attributes.get("href", ""))


def _file(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).stem


def _free(drawing: NamesInSvg) -> Iterator[Element]:
    """The elements of a template that are drawn, and that nothing governs or fills."""
    from generator.diagnostics.findings import Fault
    from generator.layout.svg.parser import parse_svg

    def within(element: Element) -> Iterator[Element]:
        if element.tag in _HIDDEN or element.attributes.get("display") == "none" or _is_ours(element.attributes):
            return
        if element.tag in _SHOWN and not any(map(_governed, element.elements)):
            yield element
        for child in element.elements:
            yield from within(child)

    try:
        yield from within(parse_svg(drawing.text.encode(), drawing.file).root)
    except Fault:
        return  # told where it is drawn


def _governed(element: Element) -> bool:
    return _is_ours(element.attributes) or any(map(_governed, element.elements))


def _is_ours(attributes: Mapping[str, str]) -> bool:
    return any(name.startswith("pnp:") for name in attributes)


def _bound(owner: ComponentSet, element: Element, field: str) -> str:
    """What to write there."""
    own, kind = f"item.{field.replace('-', '_')}", owner.fields[field].name
    if element.tag == "text":
        return f'write pnp:text="{own}" at the `text`'
    if element.tag == "image" and kind == "image":
        return f'write pnp:href="{own}" at the `image`'
    if kind == "color":
        return f'write pnp:fill="{own}" at the `{element.tag}`'
    one = next(_said(owner, field))
    return f"bind what varies: pnp:fill=\"'red' if {own} == '{one}' else 'gray'\", or pnp:if"
