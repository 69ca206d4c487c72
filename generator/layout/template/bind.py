"""Layout + scope -> bound elements: plain SVG in which no expression is left.

Takes a `Layout` and plain data; gives a `Bound` tree. What could not be evaluated is told to `problem` and left out.
Promise: elements in which nothing varies are the layout's own objects, those that come out equal are one object (so
that they are drawn once); no more than `MAX_BOUND` elements are made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from generator.data.lexicon import decimal_of
from generator.diagnostics.findings import Finding
from generator.expressions.expression import Expression, ExpressionError, to_words
from generator.expressions.named_color import NamedColor
from generator.expressions.runtime import (
    DECIMAL,
    OF_FACE,
    StepLimitError,
    Unread,
    UnreadError,
    Untranslated,
    step_budget,
)
from generator.layout.svg.datatypes import shown
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import LIMITED, fault_of
from generator.layout.template.compile import MAX_BOUND, MAX_COPIES, Bound, ExpressionUse, Layout, Plan
from generator.values import Struct, field, replace

_HINT = "say what stands here in this case: `... if ... else ...`; or leave the element out of it, by `pnp:if`"

Scope = Mapping[str, object]
"""What expressions see: plain data by name."""
OnFinding = Callable[[Finding], None]


class BoundCache(Struct):
    """Elements that were bound before, by what they were made of: their plan, their children and words. `bounds` has
    the parts, by their root; `heavy` are expressions that took too long.
    """

    elements: dict[tuple[object, ...], Element] = field(default_factory=dict)
    bounds: dict[Element, Bound] = field(default_factory=dict)
    heavy: dict[str, str] = field(default_factory=dict)


class _Binder(Struct):
    bound: Bound
    problem: OnFinding
    origins: Mapping[str, str]
    kept: BoundCache
    made: list[int]


class _Full(Exception):
    """Too many elements, or too many steps, which it carries a finding about."""


def bind(layout: Layout, scope: Scope, problem: OnFinding, kept: BoundCache | None = None) -> Bound:
    """Bind a template to a scope; `kept` is what faces share."""
    kept = kept or BoundCache()
    try:
        with step_budget(OF_FACE, "a face", kept.heavy):
            return _bind(layout, scope, _Binder(Bound(layout, layout.document.root), problem, {}, kept, [0]))
    except _Full as full:
        message = f"the template draws more than {MAX_BOUND} elements"
        elements = Finding("T026", layout.document.root.mark(), message, "repeat less with `pnp:for`")
        problem(next(iter(full.args), elements))
        return Bound(layout, _emptied(layout.document.root))


def _bind(layout: Layout, scope: Scope, binder: _Binder) -> Bound:
    bound = binder.bound
    if isinstance(layout.plan, Plan):
        roots = _elements(layout.plan, scope, binder)
        bound.root = roots[0] if roots else _emptied(layout.document.root)
    return binder.kept.bounds.setdefault(bound.root, bound)


def _emptied(root: Element) -> Element:
    return Element(root.tag, root.attributes, (), root.source, root.offset)


def _elements(plan: Plan, scope: Scope, binder: _Binder) -> list[Element]:
    """The elements that a plan comes to: none, one, or one for each value of its loop."""
    if plan.loop is None:
        one = _element(plan, scope, binder)
        return [one] if one is not None else []
    values = _values(plan.loop.use, scope, binder) if plan.loop.use is not None else []
    copies: list[Element] = []
    for i, value in enumerate(values):
        inner = {**scope, plan.loop.variable: value, "i": i, "n": len(values)}
        one = _element(plan, inner, binder)
        if one is not None:
            copies.append(_within(plan.loop.around(i, len(values)), one, binder.kept))
    return copies


def _values(use: ExpressionUse, scope: Scope, binder: _Binder) -> list[object]:
    value = _evaluated(use, scope, binder)
    if value is None:
        return []
    if isinstance(value, Unread):
        return [value]
    if not isinstance(value, list | tuple | dict):
        message = f'`pnp:for="... in {shown(use.expression.source)}"` needs a list, this is `{shown(str(value))}`'
        hint = f"write `{use.expression.source}|range` to count" if isinstance(value, int) else "name a list"
        binder.problem(Finding("T027", use.mark, message, hint, about=_names(use)))
        return []
    if len(value) > MAX_COPIES:
        message = f"`pnp:for` makes {len(value)} copies, at most {MAX_COPIES} are drawn"
        binder.problem(Finding("T026", use.mark, message, "use a shorter list"))
    return list(value)[:MAX_COPIES]


def _within(group: Mapping[str, str], element: Element, kept: BoundCache) -> Element:
    if not group:
        return element
    key = (element, *group.items())
    known = kept.elements.get(key)
    if known is None:
        known = kept.elements[key] = Element("g", group, (element,), element.source, element.offset)
    return known


def _element(plan: Plan, scope: Scope, binder: _Binder) -> Element | None:
    if plan.condition is not None and not _evaluated(plan.condition, scope, binder):
        return None
    binder.made[0] += 1
    if binder.made[0] > MAX_BOUND:
        raise _Full
    changes = _changes(plan, scope, binder)
    children = _children(plan, scope, binder)
    part = _part(plan, scope, binder) if plan.part is not None else None
    key = (plan, *changes.items(), *children, part)
    element = binder.kept.elements.get(key)
    if element is None:
        element = binder.kept.elements[key] = _made(plan.plain, changes, children)
    if element.id:
        binder.bound.ids.setdefault(element.id, element)
    if part is not None:
        binder.bound.parts[element] = part
    return element


def _made(plain: Element, changes: Mapping[str, str | None], children: tuple[Element | str, ...]) -> Element:
    """An element with its changes."""
    attributes = plain.attributes
    if changes:
        attributes = {**attributes, **{k: v for k, v in changes.items() if v is not None}}
        for name in (k for k, v in changes.items() if v is None):
            attributes.pop(name, None)
    if "pnp:words" in changes and (placed := {"x", "y"} & changes.keys()):  # of the sample only how it looks counts
        children = tuple(c if isinstance(c, str) else _without(c, placed) for c in children)
    return Element(plain.tag, attributes, children, plain.source, plain.offset, bool(changes))


def _without(element: Element, names: Collection[str]) -> Element:
    return replace(element, attributes={k: v for k, v in element.attributes.items() if k not in names})


def _children(plan: Plan, scope: Scope, binder: _Binder) -> tuple[Element | str, ...]:
    if not any(isinstance(c, Plan) for c in plan.children):
        return plan.plain.children
    children: list[Element | str] = []
    for child in plan.children:
        if isinstance(child, Plan):
            children.extend(_elements(child, scope, binder))
        else:
            children.append(child)
    return tuple(children)


LOST = "#e00000"
"""In a draft, the colour of what is wrong."""
_PAINTS = ("fill", "stroke", "color", "stop-color")


def _changes(plan: Plan, scope: Scope, binder: _Binder) -> dict[str, str | None]:
    """Attribute -> its new words; None takes it away."""
    changes: dict[str, str | None] = {}
    for name, use in plan.attributes:
        value = _evaluated(use, scope, binder)
        if isinstance(value, Unread):  # a draft shows the sample, or that a colour is lost
            changes |= {name: LOST} if name in _PAINTS else {}
            continue
        value = value.hex if isinstance(value, NamedColor) else value
        changes[name] = words = None if value is None else _words(use, value, binder)
        fault = fault_of(plan.element.tag, name, words) if words and name in LIMITED else None
        if fault:
            binder.problem(Finding(fault[0], use.mark, *fault[1:3]))
    if plan.text is not None:
        changes["pnp:words"] = words = _printed(plan.text, scope, binder)
        is_value = isinstance(words, Unread) and not isinstance(words, Untranslated)
        changes["pnp:unread"] = ("value" if is_value else "words") if isinstance(words, Unread) else None
        changes["pnp:field"] = _field_of(plan.text.expression, scope, binder)
    if plan.icon is not None:
        changes.update(_icon(plan.icon, _evaluated(plan.icon, scope, binder), binder))
    return changes


def _field_of(expression: Expression, scope: Scope, binder: _Binder) -> str:
    """The field of the item whose words these are, of several the one with most; "" if it is of none."""
    found: list[tuple[int, str, tuple[str, ...]]] = []
    for path in expression.paths:
        own = path[0] == "item" and len(path) > 1
        if name := path[1] if own else binder.origins.get(path[0], ""):
            found.append((expression.source.find(".".join(path)), name, path))
    lengths: dict[str, int] = {}
    for _, name, path in sorted(found) if len(found) > 1 else ():
        value: object = scope
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        lengths[name] = max(lengths.get(name, 0), _length(value))
    return max(lengths, key=lengths.__getitem__, default=found[0][1] if found else "")


def _length(value: object) -> int:
    return sum(map(_length, value)) if isinstance(value, list | tuple) else len(value) if isinstance(value, str) else 0


def _icon(use: ExpressionUse, value: object, binder: _Binder) -> dict[str, str | None]:
    """The icon's name and colour; a term brings both."""
    if isinstance(value, Mapping):
        name, color = value.get("icon") or "", value.get("color")
        if not name:
            who = value.get("id", "this value")
            message = f"`{who}` has no icon"
            binder.problem(Finding("F101", use.mark, message, "give the term an `icon`, or name an icon file"))
        return {"pnp:icon": str(name), "pnp:term-color": str(color) if color else None}
    return {"pnp:icon": _words(use, value, binder)}


def _part(plan: Plan, scope: Scope, binder: _Binder) -> Bound:
    assert plan.part is not None  # noqa: S101  (asked for only where there is one)
    inner = dict(scope)
    origins: dict[str, str] = {}
    for name, use in plan.names:
        inner[name] = _evaluated(use, scope, binder)
        origins[name] = _field_of(use.expression, scope, binder)
    whole = Bound(plan.part, plan.part.document.root)
    return _bind(plan.part, inner, _Binder(whole, binder.problem, origins, binder.kept, binder.made))


def _printed(use: ExpressionUse, scope: Scope, binder: _Binder) -> str:
    """The words of a text, whose numbers are written as its language writes them."""
    token = DECIMAL.set(decimal_of(str(scope.get("language", ""))))
    try:
        return _words(use, _evaluated(use, scope, binder), binder)
    finally:
        DECIMAL.reset(token)


def _words(use: ExpressionUse, value: object, binder: _Binder) -> str:
    try:
        return to_words(value)
    except ExpressionError as error:
        binder.problem(_finding(use, error))
        return Unread("?")


def _evaluated(use: ExpressionUse, scope: Scope, binder: _Binder) -> object:
    """What an expression comes to, `Unread` if it fails."""
    try:
        return use.expression.evaluate(scope)
    except StepLimitError as error:
        raise _Full(_finding(use, error)) from None
    except UnreadError as error:
        return error.words
    except ExpressionError as error:
        binder.problem(_finding(use, error))
        return Unread(f"{''.join(error.about[:1])}?")


def _finding(use: ExpressionUse, error: ExpressionError) -> Finding:
    mark = use.mark_at(error.offset)
    message = f"`{use.shown}`: {error.message}"
    return Finding("T022", mark, message, error.hint or _HINT, about=_names(use), slot=(mark.file, use.shown))


def _names(use: ExpressionUse) -> tuple[str, ...]:
    return tuple(".".join(path) for path in sorted(use.expression.paths))
