"""Counts: what the items add up to is what the rules promise; what is printed can be printed."""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.model import ComponentSet
from generator.engine.counts.completeness import is_explained
from generator.engine.counts.uniqueness import lacking
from generator.engine.registry import Desk, Problem, check


@check("D020")
def promises_are_kept(desk: Desk) -> Iterator[Problem]:
    """A set holds as many pieces as `expect` promises. Sets that could not be read whole are passed over, and those
    where a broken part or an incomplete people says it more exactly."""
    for component_set in desk.game.sets.values():
        total = sum(i.count for i in component_set.items)
        if component_set.complete and component_set.expect is not None and component_set.expect != total:
            difference = total - component_set.expect
            if is_explained(desk, component_set, difference) or difference == -lacking(desk, component_set):
                continue
            mark = component_set.marks.get("expect", component_set.mark)
            promise = f"`{component_set.id}` promises {component_set.expect} pieces, its items add up to {total}"
            yield Problem(mark, promise, "change `expect`, or the `count` of an item")


@check("D020")
def assumptions_are_kept(desk: Desk) -> Iterator[Problem]:
    """A set whose count is open holds as many pieces as is assumed."""
    for component_set in desk.game.sets.values():
        total = sum(i.count for i in component_set.items)
        if component_set.complete and component_set.count_open and component_set.assume not in (None, total):
            mark = component_set.marks.get("assume", component_set.mark)
            message = f"`{component_set.id}` assumes {component_set.assume} pieces, its items add up to {total}"
            yield Problem(mark, message, "change `assume`, or the `count` of an item")


@check("D016")
def items_have_copies(desk: Desk) -> Iterator[Problem]:
    """No item is in the data for nothing."""
    for component_set in desk.game.sets.values():
        for item in component_set.items:
            if item.count == 0:
                mark = item.marks.get("count", item.mark)
                yield Problem(mark, f"`{item.id}` has no copies", "write `count: 1`, or delete the item")


@check("D013")
def printed_sets_can_be_printed(desk: Desk) -> Iterator[Problem]:
    """What is printed has a size and a layout."""
    unread = desk.game.unread & {"size", "layout"}
    for component_set in desk.game.sets.values():
        missing = [
            w for w in ("size", "layout") if component_set.printed and w not in unread and _lacks(component_set, w)
        ]
        if missing:
            message = f"`{component_set.id}` is printed, but has no {' and no '.join(f'`{w}`' for w in missing)}"
            hint = f"write `{missing[0]}: ..`, or `printed: false`"
            yield Problem(component_set.mark, message, hint, about=tuple(missing))


def _lacks(component_set: ComponentSet, what: str) -> bool:
    return not getattr(component_set, what) and not all(getattr(i, what) for i in component_set.items)
