"""A `TableSheet` -> the two sides of its pieces: which fields are in front, and which behind.

Behind is what a heading calls so, a second picture, and the answers to a question. Promise: no front tells what is
asked on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.data.reading.grid import plain_ascii
from generator.scaffold.sheet import TableSheet
from generator.values import replace

_BACK = re.compile(
    r"\b(back(side|text|title|image)?|rear|reverse|flip|flipped|reduced|verso|dos|retro|reverso|ruckseite"
    r"|side[ _]?[b2])\b|裏"
)


def two_sides(sheet: TableSheet) -> tuple[TableSheet, TableSheet]:
    """The sheet with the fields of its pieces' fronts, and with those that are behind, in their order there."""
    behind = [f for f, (_, heading) in sheet.fields.items() if is_behind(heading)] or _second_picture(sheet)
    behind = [*dict.fromkeys([*behind, *_answers(sheet)])]
    is_turned = any("upright" in plain_ascii(heading) for _, heading in sheet.fields.values())  # tarot: one face
    behind = [] if is_turned or sheet.fields.keys() <= {*behind} else behind
    return _with(sheet, [f for f in sheet.fields if f not in behind]), _with(sheet, behind)


def is_behind(heading: str) -> bool:
    """True for a column about the back."""
    return bool(_BACK.search(plain_ascii(heading).replace("_", " ")))


def _second_picture(sheet: TableSheet) -> list[str]:
    """Of two columns of pictures that are two sides the one behind: files say so, or headings that are alike."""
    images = sheet.of("image")
    turned = [f for f in images if (said := sheet.words(f)) and all(map(is_behind, said))]
    stems = {re.sub(r"[\W_]*([0-9]{1,2}|[ab])$", "", plain_ascii(sheet.fields[f][1])) for f in images}
    return turned or images[1:] if len(images) == 2 and (turned or len(stems) == 1) and len(turned) < 2 else []


def _with(sheet: TableSheet, fields: Iterable[str]) -> TableSheet:
    return replace(sheet, fields={f: sheet.fields[f] for f in fields})


def _answers(sheet: TableSheet) -> list[str]:
    """The fields that tell what is asked on the front: the right answer, wrong ones beside it, what explains it. Where
    no heading says so, the answer is what stands beside the question. One of several answers is a choice."""
    asked, order = sheet.question(), [*sheet.fields]
    if not asked:
        return []
    others = [f for f in order if f != asked]
    wrong, right = ([f for f in others if sheet.says(f, what)] for what in ("wrong", "answer"))
    right = [f for f in right if f not in wrong] + [f for f in others if sheet.says(f, "translation")]
    stems = {f: re.sub(r"([ _-]*(\d+|\b[A-Ja-j]))(\W.*)?$", "", sheet.heading(f)) for f in right}
    right = [f for f in right if stems[f] == sheet.heading(f) or [*stems.values()].count(stems[f]) == 1]
    beside = order[order.index(asked) + 1 :][:1]
    lone = [f for f in beside if not (wrong or _is_choice_or_type(sheet, f)) and _is_answer(sheet, f)]
    first = right or lone
    explained = [f for f in order if sheet.says(f, "explained")]
    return [*first, *wrong, *explained] if first else []


def _is_choice_or_type(sheet: TableSheet, field: str) -> bool:
    return any(sheet.says(field, what) for what in ("type", "front", "option", "answer"))


def _is_answer(sheet: TableSheet, field: str) -> bool:
    """True for what stands beside a question and hardly ever twice; more often where all else are questions indeed."""
    asked, said = sheet.words(sheet.question()), sheet.words(field)
    if 5 * sum(words.rstrip().endswith(("?", "？")) for words in asked) < 4 * len(asked):
        return field in sheet.of("text") and sheet.is_own(field)
    return len(said) == len(asked) and 2 * len({*said}) > len(said)
