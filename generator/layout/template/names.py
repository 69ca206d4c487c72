"""Layout + known names -> findings: what a template names that its set does not have, without any data.

A `Known` is what can stand after a dot: a mapping of names, with "*" for the members of a list; {} for a single
value; None where anything may stand. Promise: a template that passes fails on no unknown name, whatever the items
hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from generator.diagnostics.findings import Finding, did_you_mean
from generator.expressions.compile import ANY, Expression
from generator.layout.template.compile import Layout, Plan, Use

Known: TypeAlias = "Mapping[str, Known] | None"
LEAF: Known = {}


def check_layout(layout: Layout, known: Mapping[str, Known]) -> list[Finding]:
    """The findings of a layout and its parts, and one (T021) for each expression that uses an unknown name."""
    unknown = _plan(layout.plan, known, []) if isinstance(layout.plan, Plan) else ()
    return list(dict.fromkeys((*findings_of(layout), *unknown)))


def findings_of(layout: Layout) -> list[Finding]:
    """What is wrong with a template and all its parts."""
    found: dict[Finding, None] = {}
    left, seen = [layout], {layout}
    while left:
        one = left.pop()
        found.update(dict.fromkeys(one.findings))
        parts = [p for p in one.parts.values() if p not in seen]
        seen.update(parts)
        left += reversed(parts)
    return list(found)


Seen = list[tuple[Layout, Mapping[str, Known]]]
"""Parts, each with what is known in it: one that is placed often is looked at once."""


def _plan(plan: Plan, known: Mapping[str, Known], seen: Seen) -> Iterator[Finding]:
    if plan.loop is not None and plan.loop.use is None:  # told already
        known = {**known, plan.loop.variable: None, "i": LEAF, "n": LEAF}
    elif plan.loop is not None and plan.loop.use is not None:
        yield from _use(plan.loop.use, known)
        member = _known_of(plan.loop.use.expression, known)
        inside = None if member is None else member.get(ANY, LEAF if member == {} else None)
        known = {**known, plan.loop.variable: inside, "i": LEAF, "n": LEAF}
    for use in plan.uses:
        yield from _use(use, known)
    for child in plan.children:
        if isinstance(child, Plan):
            yield from _plan(child, known, seen)
    if plan.part is not None and isinstance(plan.part.plan, Plan):
        inner = {**known, **{name: _known_of(use.expression, known) for name, use in plan.names}}
        if (plan.part, inner) not in seen:
            seen.append((plan.part, inner))
            yield from _plan(plan.part.plan, inner, seen)


def _use(use: Use, known: Mapping[str, Known]) -> Iterator[Finding]:
    if re.search(r"\bdefault\b|\bdefined\b", use.expression.source):
        return
    for path in sorted(use.expression.paths):
        wrong = _first_unknown(path, known)
        if wrong is not None:
            before, names = ".".join(path[:wrong]), _names_at(path[:wrong], known)
            what = f"`{before}` has no `{path[wrong]}`" if before else f"nothing is called `{path[wrong]}`"
            hint = did_you_mean(path[wrong], names) or _alone(path[:wrong])
            mark = use.mark_at(_where(use.expression.source, path, wrong), len(path[wrong]))
            about = (".".join(path[: wrong + 1]),)
            yield Finding("T021", mark, f"`{use.shown}`: {what}", hint, about=about, slot=(mark.file, use.shown))
            return


def _alone(before: tuple[str, ...]) -> str:
    """What to write for a part of what has no parts, such as one language of a text."""
    return f"write `{'.'.join(before)}` alone: a text comes in the language that is built" if before else ""


def _where(source: str, path: tuple[str, ...], wrong: int) -> int | None:
    """Where in an expression the unknown name is written, if that is plain to see."""
    name = re.escape(path[wrong])
    plain = re.search(rf"(?<![\w.]){re.escape('.'.join(path[: wrong + 1]))}\b", source)
    found = [plain] if plain else list(re.finditer(rf"(?<!\w){name}(?!\w)", source))
    return found[0].end() - len(path[wrong]) if len(found) == 1 else None


def _first_unknown(path: tuple[str, ...], known: Mapping[str, Known]) -> int | None:
    here: Known = known
    for k, step in enumerate(path):
        if here is None:
            return None
        if step == ANY and here:
            here = here.get(ANY) or _shared(here)
        elif _spelt(step, here) in here:
            here = here[_spelt(step, here)]
        else:
            return k
    return None


def _spelt(step: str, here: Mapping[str, Known]) -> str:
    """The name as it stands there: hyphens are reached with underscores."""
    return step if step in here else step.replace("_", "-")


def _shared(here: Mapping[str, Known]) -> Known:
    """What the members of a table have, if they are alike."""
    return next(iter(here.values()), None)


def _names_at(path: tuple[str, ...], known: Mapping[str, Known]) -> list[str]:
    here: Known = known
    for step in path:
        here = (here or {}).get(_spelt(step, here or {}))
    return [n for n in here or {} if n != ANY]


def _known_of(expression: Expression, known: Mapping[str, Known]) -> Known:
    """What is known of an expression's value: of a plain path all, of a calculation nothing."""
    if len(expression.paths) != 1:  # nothing is known of the members of lists in a list
        return None if expression.paths or re.search(r"[\[(,]\s*[\[({]", expression.source) else LEAF
    (path,) = expression.paths
    plain = re.sub(r"\['([\w-]+)'\]", r".\1", expression.source.replace('"', "'")).replace(" ", "")
    if plain != ".".join(path):
        return None
    here: Known = known
    for step in path:
        here = None if here is None else here.get(_spelt(step, here))
    return here
