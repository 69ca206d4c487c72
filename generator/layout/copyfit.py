"""One size for the words of a set: the largest that fits all its items (copyfitting).

Takes a set and a template with texts that are `pnp:uniform`; gives the size of each, and tells which few items cost the
others theirs. Promise: a size depends on the whole set, whatever part of it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.data.model import ComponentSet, Item, Text
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.layout.assets import Studio
from generator.layout.drawing.context import Context, DrawnCache, Subject, Tools
from generator.layout.drawing.resolve import resolve
from generator.layout.template.bind import bind
from generator.layout.template.compile import Bound
from generator.layout.template.scope import item_scope
from generator.typeset.setting import POINT
from generator.values import Struct, replace

COSTLY = 0.5
"""So many points smaller than all others an item must be to be told."""
FEW = 2
"""So many items may each be too long; where more are, the box is too small."""
BATCH = 500
"""So many pieces share what they have in common, and then let go of it."""


class Copyfit(Struct, frozen=True, eq=False):
    """`sizes` (mm) of the uniform texts by their places in the template; the tools for faces with these sizes, as what
    they share is nobody else's; what is told at some items, by id."""

    sizes: Mapping[Mark, float]
    tools: Tools
    told: Mapping[str, Finding]


def copyfit(studio: Studio, subject: Subject) -> Copyfit:
    """What the items of a set come to that have the template and the size of this one."""
    game, owner, layout, language = subject.game, subject.owner, subject.layout, subject.language
    tools = replace(studio.tools(game.folders), cache=DrawnCache())
    needed: dict[Mark, dict[str, tuple[float, str]]] = {}
    for number, other in enumerate(o for o in owner.items if _alike(owner, o, subject.item)):
        if number % BATCH == 0:
            tools.cache.forget()
        context = Context(tools, Bound(layout, layout.document.root), language=language, game=game)
        try:
            scope = item_scope(studio.base(game, language), owner, other, subject.shape, subject.side)
            resolve(context, bind(layout, scope, context.tell, tools.cache.kept))
        except Fault:
            continue  # told when it is drawn
        for place, said in context.fitted.items():
            needed.setdefault(place, {})[other.id] = said
    tools.cache.forget()
    sizes = {place: min(size for size, _ in found.values()) for place, found in needed.items()}
    told = {i: finding for found in needed.values() for i, finding in _costly(owner, found, language)}
    return Copyfit(sizes, tools, told)


def _alike(owner: ComponentSet, one: Item, other: Item) -> bool:
    """True for items that are drawn with one template in one size."""
    both = [(owner.template(i), owner.template(i, "back"), owner.size_of(i)) for i in (one, other)]
    return both[0] == both[1]


def _costly(
    owner: ComponentSet, found: Mapping[str, tuple[float, str]], language: str
) -> Iterator[tuple[str, Finding]]:
    """The few items but for which all others could have larger words."""
    ranked = sorted(found, key=lambda name: found[name][0])
    points = [found[name][0] / POINT for name in ranked]
    for few in range(min(FEW, len(ranked) // 3), 0, -1):
        if points[few] - points[few - 1] < COSTLY:
            continue
        for item in (i for i in owner.items if i.id in ranked[:few]):
            value = item.values.get(found[item.id][1])
            mark = value.marks.get(language) if isinstance(value, Text) else None
            least, next_least = f"{found[item.id][0] / POINT:.1f}", f"{points[few]:.1f}"
            what = f"its words fit in {least} pt only, so all of `{owner.id}` are set that small; {next_least} pt"
            message = f"{what} would do for the {len(ranked) - few} others"
            hint = "say it shorter, or make the box larger"
            yield item.id, Finding("F014", mark or item.mark, message, hint, about=(item.id,))
        return
