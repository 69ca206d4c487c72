"""Counters of armies: the symbol of an arm in its frame, and above it the size of the unit.

Takes the words of a column of arms (`Infantry`, `Panzer`, `騎兵`). Promise: a word that is no arm stands
in place of a symbol, where it has room.
"""

from __future__ import annotations

from generator.data.lexicon import table_words
from generator.data.reading.grid import plain_ascii
from generator.scaffold.elements import INK, WHITE, Box, rect, text
from generator.scaffold.measures import LEAST, width_of
from generator.scaffold.sheet import TableSheet, if_said, scope_name
from generator.scaffold.sizes import is_card
from generator.values import late

_ARMS = {
    marks: late("|".join(rf"\b{word}\b" if word.isascii() else word for word in words))
    for marks, words in table_words("arms").items()
}
"""By what is drawn of them: words, and signs within words."""
_HEADED = late(r"\b(arms?|branch|gattung|waffengattung|arme|arma)\b|兵科|兵種|병과")
_SIZES = late(r"X{1,6}|I{1,3}|[•·.●]{1,3}|\|{1,3}|Ø|HQ")
"""Signs of sizes: a division is `XX`, a battalion `II`, a platoon `•••`."""
_STROKE = f'fill="none" stroke="{INK[6:-1]}" stroke-width="0.3"'


def is_army(sheet: TableSheet) -> bool:
    """True for units with their arms, their sizes and some numbers."""
    return bool(_arm(sheet) and echelon_of(sheet)) and len(sheet.numbers()) > 1


def arm_of(sheet: TableSheet) -> str:
    """The field of arms on small counters; "" without one."""
    shape = sheet.look.shape
    return "" if shape.kind != "rectangle" or is_card(shape) or sheet.of("image") else _arm(sheet)


def _arm(sheet: TableSheet) -> str:
    said = {f: sheet.words(f) for f in sheet.of("text", "one of")}
    heads = {f: sheet.says(f, "type") or _HEADED.search(plain_ascii(sheet.fields[f][1])) for f in said}
    arms = [f for f, words in said.items() if heads[f] and 2 * sum(bool(_marks(w)) for w in words) > len(words)]
    return min(arms, key=lambda f: len({*said[f]}), default="")


def echelon_of(sheet: TableSheet) -> str:
    """The field of the sizes of units; "" without one."""
    fields = (
        f for f in sheet.of("text", "one of", "word") if (said := sheet.words(f)) and all(map(_SIZES.fullmatch, said))
    )
    return next(fields, "")


def _marks(word: str) -> str:
    return next((marks for marks, words in _ARMS.items() if words.search(plain_ascii(word))), "")


def symbol(sheet: TableSheet, arm: str, size: str, box: Box, ink: str) -> str:
    """The symbol of each arm, as large as the box allows, and the size of the unit above it."""
    x, y, wide, high = box
    above = 1.05 * LEAST if size else 0.0
    h = min(high - above - 0.3, 0.55 * wide)
    frame = (x + wide / 2 - 0.75 * h, y + above, 1.5 * h, h)
    drawn = {word: _marks(word) for word in dict.fromkeys(sheet.words(arm))}
    known = [word for word, marks in drawn.items() if marks]
    parts = [rect(frame, f'{_if_in(arm, known)} fill="{WHITE}" stroke="{INK[6:-1]}" stroke-width="0.3"')]
    for mark, path in _paths(frame).items():
        said = [word for word, marks in drawn.items() if mark in marks.split()]
        if said:
            parts.append(f'<path d="{path}" {_if_in(arm, said)} {_STROKE if mark != "dot" else INK}/>')
    others = [word for word, marks in drawn.items() if not marks and width_of(word, LEAST) <= wide]
    if others:
        line, more = (x, y + above, wide, h), " " + _if_in(arm, others)
        parts.append(text(scope_name(arm), line, LEAST, "Arm", middle=True, bold=True, ink=ink, more=more))
    if size:
        parts.append(text(scope_name(size), (x, y, wide, above), LEAST, "XX", middle=True, bold=True, ink=ink,
                          more=if_said(sheet, size)))  # fmt: skip
    return "\n".join(parts)


def _if_in(field: str, words: list[str]) -> str:
    said = scope_name(field)
    return f'pnp:if="{said} is defined and {said} in {words}"'.replace('"[', "[")


def _paths(frame: Box) -> dict[str, str]:
    """What is drawn in a frame."""
    x, y, w, h = frame

    def at(across: float, down: float) -> str:
        return f"{x + across * w:.4g} {y + down * h:.4g}"

    def oval(rx: float, ry: float) -> str:
        half = f"A{rx * h:.4g} {ry * h:.4g} 0 1 1 "
        left, right = (f"{x + w / 2 + side * rx * h:.4g} {y + h / 2:.4g}" for side in (-1, 1))
        return f"M{left}{half}{right}{half}{left}Z"

    return {
        "cross": f"M{at(0, 1)}L{at(1, 0)}M{at(0, 0)}L{at(1, 1)}",
        "slash": f"M{at(0, 1)}L{at(1, 0)}",
        "oval": oval(0.45, 0.26),
        "dot": oval(0.14, 0.14),
        "roof": f"M{at(0, 1)}L{at(0.5, 0)}L{at(1, 1)}",
        "bridge": f"M{at(0.25, 0.7)}L{at(0.25, 0.35)}L{at(0.75, 0.35)}L{at(0.75, 0.7)}M{at(0.5, 0.35)}L{at(0.5, 0.7)}",
        "wings": f"M{at(0.38, 0.94)}Q{at(0.44, 0.74)} {at(0.5, 0.94)}Q{at(0.56, 0.74)} {at(0.62, 0.94)}",
    }
