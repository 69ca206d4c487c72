"""Templates against the data: an id that is printed in place of a name, a template that is another one's.

Takes a `Desk` and its drawings, read as text; gives a problem at the expression, or at `layout` or `back`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.data.model import ComponentSet
from generator.diagnostics.findings import Mark
from generator.engine.references.uses import Drawing, drawings_of, templates_of
from generator.engine.registry import Desk, Problem, check

_BOUND = re.compile(r"""pnp:text\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ID = re.compile(r"(?<![\w.\[])(item(?:\.[a-z]\w*)?)\.id\b(?!\s*(?:==|!=|in\b|not\b|\]|\[))")


@check("M007")
def names_are_drawn(desk: Desk) -> Iterator[Problem]:
    """No text of a template is an id where the thing has a name."""
    for drawing in drawings_of(desk):
        owners = [s for s in desk.game.sets.values() if drawing.path.stem in templates_of(s)]
        text = desk.project.read(drawing.path).decode("utf-8", errors="replace") if owners else ""
        for bound in _BOUND.finditer(text):
            for found in _ID.finditer(text, bound.start(), bound.end()):
                before = text[bound.start() : found.start()].rstrip()
                if not before.endswith(("==", "!=", "in", "[")) and _has_name(found[1].split("."), owners):
                    message = f"`{found.group()}` prints the id, not the name"
                    yield Problem(_mark(drawing, text, found), message, f"write `{found[1]}.name`")


def _mark(drawing: Drawing, text: str, found: re.Match[str]) -> Mark:
    before = text[: found.start()]
    return Mark(drawing.file, before.count("\n") + 1, found.start() - before.rfind("\n"), len(found.group()))


def _has_name(path: Sequence[str], owners: Sequence[ComponentSet]) -> bool:
    field, wanted = (path[1].replace("_", "-"), "term") if len(path) > 1 else ("name", "text")
    return any(field in owner.fields and owner.fields[field].name == wanted for owner in owners)


@check("M008")
def sets_are_drawn_as_what_they_are(desk: Desk) -> Iterator[Problem]:
    """No set is drawn with a template that is named after another while there is one of its own name."""
    known = {d.path.stem for d in drawings_of(desk)}
    for owner in desk.game.sets.values():
        for key in ("layout", "back"):
            name = getattr(owner, key)
            for other in desk.game.sets if name else ():
                meant = next((m for m in _meant(owner.id, other, name) if m in known), "")
                if meant:
                    message = f"`{owner.id}` is drawn with `{name}`, though there is `{meant}`"
                    yield Problem(owner.marks.get(key, owner.mark), message, f"write `{key}: {meant}`")
                    break


def _meant(own: str, other: str, name: str) -> Iterator[str]:
    """The names that a template of another set would have as one of this set."""
    mine, theirs, words = own.split("-"), other.split("-"), name.split("-")
    rest = "-".join(w for w in theirs if w not in mine)
    if rest and f"-{rest}-" in f"-{name}-" and not set(mine) & set(words):
        for part in ("-".join(w for w in mine if w not in theirs), *mine):
            yield f"-{name}-".replace(f"-{rest}-", f"-{part}-").strip("-")
