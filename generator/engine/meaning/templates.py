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
        text = drawing.text if owners else ""
        for bound in _BOUND.finditer(text):
            for found in _ID.finditer(text, bound.start(), bound.end()):
                before = text[bound.start() : found.start()].rstrip()
                if before.endswith(("==", "!=", "in", "[")):
                    continue
                message = f"`{found.group()}` prints the id, not the name"
                if _has_name(found[1].split("."), owners):
                    yield Problem(_mark(drawing, text, found), message, f"write `{found[1]}.name`")
                elif found[1] == "item" and all(i.id in desk.game.terms for s in owners for i in s.items):
                    yield Problem(_mark(drawing, text, found), message, "write `terms[item.id].name`")


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
    by_word: dict[str, dict[str, int]] = {}
    for place, other in enumerate(desk.game.sets):
        for word in other.split("-"):
            by_word.setdefault(word, {})[other] = place
    for owner in desk.game.sets.values():
        for key in ("layout", "back"):
            name = getattr(owner, key)
            if key == "layout" and name and owner.back and name.startswith(f"{owner.back}-"):
                message = f"`{owner.id}` has `{owner.back}` on its back, and `{name}` in front"
                yield Problem(owner.marks.get(key, owner.mark), message, "swap `layout` and `back`")
            named = {other: place for word in name.split("-") for other, place in by_word.get(word, {}).items()}
            for other in sorted(named, key=named.__getitem__):
                meant = next((m for m in _meant(owner.id, other, name) if m in known), "")
                if meant:
                    message = f"`{owner.id}` is drawn with `{name}`, though there is `{meant}`"
                    yield Problem(owner.marks.get(key, owner.mark), message, f"write `{key}: {meant}`")
                    break


def _meant(own: str, other: str, name: str) -> Iterator[str]:
    """The names that a template of another set would have as one of this set."""
    mine, theirs = own.split("-"), other.split("-")
    rest = "-".join(w for w in theirs if w not in mine)
    if rest and f"-{rest}-" in f"-{name}-" and set(mine).isdisjoint(name.split("-")):
        for part in ("-".join(w for w in mine if w not in theirs), *mine):
            yield f"-{name}-".replace(f"-{rest}-", f"-{part}-").strip("-")


_FIELD = re.compile(r"(?<![\w.])(?!set\.|parameters\.|terms\.|kinds\.)([a-z]\w*)\.([a-z]\w*)(?![\w.(\[])")
_ELEMENT = re.compile(r"""<(?:text|tspan)\b[^>]*?pnp:text\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([^<]*)<""", re.DOTALL)
_PARAMETER = re.compile(r"parameters\.(\w+)")
_TERM = re.compile(r"terms\.(\w+)\.name|\{([a-z][a-z0-9-]*):[a-z-]+\}")


@check("M018")
def fields_are_drawn_once(desk: Desk) -> Iterator[Problem]:
    """No template draws a field in two texts of other examples, and one like it nowhere."""
    drawings = [(d, d.text) for d in drawings_of(desk)]
    for drawing, text in drawings:
        owners = [s for s in desk.game.sets.values() if drawing.path.stem in templates_of(s)]
        near = [t for d, t in drawings if any(d.path.stem in templates_of(s) for s in owners)]
        drawn: dict[tuple[str, str], str] = {}
        for found in _ELEMENT.finditer(text) if owners else ():
            fields = set(_FIELD.findall(found[1] or found[2] or ""))
            example = re.sub(r"\W", "", found[3])
            for field in fields if len(fields) == 1 else ():
                before = drawn.setdefault(field, example)
                unused = [
                    n for n in _alternatives(desk, owners, field) if not any(_drawn(field[0], n, t) for t in near)
                ]
                if before != example and unused:
                    message = f"`{'.'.join(field)}` is drawn twice, and `{unused[0]}` nowhere"
                    yield Problem(_mark(drawing, text, found), message, f"is `{field[0]}.{unused[0]}` meant?")


def _drawn(of: str, name: str, text: str) -> bool:
    return re.search(rf"\b{of}\.{name}\b", text) is not None


def _alternatives(desk: Desk, owners: Sequence[ComponentSet], field: tuple[str, str]) -> list[str]:
    """Fields of the same kind as one that a template draws, of the items or of the terms."""
    name = field[1].replace("_", "-")
    if field[0] == "item":
        same = [n for s in owners if name in s.fields for n, k in s.fields.items() if k.name == s.fields[name].name]
    else:
        values = [t.values for t in desk.game.terms.values() if name in t.values]
        same = [n for v in values for n in v if isinstance(v[n], type(v[name]))]
    return [n.replace("-", "_") for n in dict.fromkeys(same) if n != name]


@check("M014")
def parameters_stand_with_their_terms(desk: Desk) -> Iterator[Problem]:
    """A parameter that a template draws beside a term is not another's, if there is one named after the term."""
    for drawing in drawings_of(desk):
        text = drawing.text
        for bound in _BOUND.finditer(text):
            words = bound[1] or bound[2] or ""
            named = {(a or b).replace("_", "-") for a, b in _TERM.findall(words)} & desk.game.terms.keys()
            own = {name.replace("_", "-") for name in _PARAMETER.findall(words)} & desk.game.parameters.keys()
            if len(own) == 1 and named and not any(_of_term(name, term) for name in own for term in named):
                meant = [name for name in desk.game.parameters for term in named if _of_term(name, term)]
                if len(meant) == 1:
                    message = f"`{next(iter(own))}` stands with `{{{'}`, `{'.join(sorted(named))}}}`"
                    yield Problem(_mark(drawing, text, bound), message, f"is `parameters.{meant[0]}` meant?")


def _of_term(parameter: str, term: str) -> bool:
    return f"-{term}-" in f"-{parameter}-" or f"-{term}s-" in f"-{parameter}-"
