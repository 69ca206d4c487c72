"""A `TableSheet` -> the two sides of its pieces: which fields are in front, and which behind.

Behind is what a heading calls so, a second picture, and the right answer to a question. Promise: the front offers all
answers, and neither their order nor their looks tell the right one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from string import ascii_uppercase

from generator.data.lexicon import table_words
from generator.data.model import FieldKind
from generator.data.reading.grid import plain_ascii
from generator.scaffold.meanings import is_of_answers
from generator.scaffold.sheet import TableSheet, scope_name
from generator.values import replace

Made = tuple[str, Sequence[str]]
"""What is printed of several fields: the expression, and what it says of each item."""
_BULLET = "• "
_SAME = table_words("same")
_BACK = re.compile(
    r"\b(back(side|text|title|image)?|rear|reverse|flip|flipped|reduced|verso|dos|retro|reverso|ruckseite"
    r"|side[ _]?[b2])\b|裏"
)


def two_sides(sheet: TableSheet) -> tuple[TableSheet, TableSheet]:
    """The sheet with the fields of its pieces' fronts, and with those that are behind, in their order there."""
    answers = _answers(sheet)
    behind = [f for f, (_, heading) in sheet.fields.items() if is_behind(heading)] or _second_picture(sheet)
    marks = [f for f in behind if f in sheet.of("flag") and not _bare(sheet, f)]  # that there is a back
    after = [*sheet.fields][[*sheet.fields].index(marks[0]) + 1 :] if marks else []
    behind = [*(f for f in behind if f not in marks), *(after if turned_fields(sheet, after) else ()), *answers]
    is_turned = any("upright" in plain_ascii(heading) for _, heading in sheet.fields.values())  # tarot: one face
    behind = [] if is_turned or sheet.fields.keys() <= {*behind} else behind
    offered = {f: made for f, made in _offered(sheet, next(iter(answers), "")).items() if f not in behind}
    told = {f: made for f in answers if (made := _chosen(sheet, f)[1])} | _like_front(sheet, behind)
    numbers = [f for f in answers if (of := _chosen(sheet, f)[0]) and all(len(m) == 1 for m in _members(sheet, of))]
    others = [f for f in _wrong(sheet) if offered and f not in offered]  # the first stands for all
    front = [f for f in sheet.fields if f not in (*behind, *others, *numbers, *marks)]
    order = {f: float(n) for n, f in enumerate(front)}
    if sheet.question() in order:  # what is offered stands below it
        order |= dict.fromkeys(offered, order[sheet.question()] + 0.5)
    front = sorted(front, key=order.__getitem__)
    return _with(sheet, front, offered), _with(sheet, [f for f in behind if f not in numbers], told)


def said_within(side: TableSheet, placed: Sequence[str], fields: Iterable[str]) -> list[str]:
    """What is drawn of a side, and those of the fields that this says besides."""
    said = {name for f in placed for name in re.findall(r"item\.\w+", side.made.get(f, ""))}
    return [*placed, *(f for f in fields if f not in placed and scope_name(f) in said)]


def is_behind(heading: str) -> bool:
    """True for a column about the back."""
    return bool(_BACK.search(plain_ascii(heading).replace("_", " ")))


def _bare(sheet: TableSheet, field: str) -> str:
    """A heading without what says that it is about the back, and not in the plural."""
    return _BACK.sub("", plain_ascii(sheet.fields[field][1]).replace("_", " ")).strip().removesuffix("s")


def turned_fields(sheet: TableSheet, behind: Collection[str]) -> dict[str, str]:
    """The fields of fronts that are headed as those of backs: `Attack` and `Reduced Attack`."""
    front = {_bare(sheet, f): f for f in sheet.fields if f not in behind}
    return {front[bare]: f for f in behind if (bare := _bare(sheet, f)) in front}


def _like_front(sheet: TableSheet, behind: Collection[str]) -> dict[str, Made]:
    """What is said behind of fields where some pieces say there that it is the same."""
    made = dict[str, Made]()
    for front, field in turned_fields(sheet, behind).items():
        same = sorted({word for word in sheet.words(field) if word.lower() in _SAME})
        if same:
            own, other = f"{scope_name(field)}|default(none)", f"{scope_name(front)}|default(none)"
            said = [str(item.get(front if item.get(field) in same else field, "")) for item in sheet.items]
            made[field] = f"({other} if {own} in {same} else {own})", said
    return made


def _second_picture(sheet: TableSheet) -> list[str]:
    """Of two columns of pictures that are two sides the one behind: files say so, or headings that are alike."""
    images = sheet.of("image")
    turned = [f for f in images if (said := sheet.words(f)) and all(map(is_behind, said))]
    stems = {re.sub(r"[\W_]*([0-9]{1,2}|[ab])$", "", plain_ascii(sheet.fields[f][1])) for f in images}
    return turned or images[1:] if len(images) == 2 and (turned or len(stems) == 1) and len(turned) < 2 else []


def _with(sheet: TableSheet, fields: Iterable[str], made: Mapping[str, Made]) -> TableSheet:
    """The sheet with these fields alone, some of which say what was made of several."""
    kinds = {f: (FieldKind("text"), sheet.fields[f][1]) if f in made else sheet.fields[f] for f in fields}
    said = [{f: words[n] for f, (_, words) in made.items()} for n in range(len(sheet.items))]
    items = [{**item, **own} for item, own in zip(sheet.items, said, strict=True)]
    return replace(sheet, fields=kinds, items=items, made={f: words for f, (words, _) in made.items()})


# ---- answers ----


def _answers(sheet: TableSheet) -> list[str]:
    """The fields that tell what is asked on the front: the right answer, what explains it, and wrong ones that cannot
    be offered with it. Where no heading says so, the answer is what stands beside the question."""
    asked, series, order = sheet.question(), sheet.series(), [*sheet.fields]
    if not asked:
        return []
    told = [f for f in order if sheet.says(f, "answer") or sheet.says(f, "translation")]
    told = [f for f in told if f not in (asked, *series) and not sheet.says(f, "wrong")]
    offered = {of for f in told for of in _chosen(sheet, f)[0] if any(len(m) > 1 for m in _members(sheet, [of]))}
    told = [f for f in told if f not in offered]
    beside = [
        f for f in order[order.index(asked) + 1 :][:1] if not sheet.says(f, "type") and not sheet.says(f, "front")
    ]
    lone = [f for f in beside if f not in series and _is_answer(sheet, f)]
    counted = [f for f in told if f in sheet.of("integer")]  # programs know an answer by its number
    first = [f for f in told if f not in counted][:1] or told[:1] or (lone if not series else [])
    others = [f for f in order if f in counted or sheet.says(f, "explained") or sheet.says(f, "wrong")]
    return [*dict.fromkeys([*first, *(f for f in others if f not in _wrong(sheet))])] if first else []


def _is_answer(sheet: TableSheet, field: str) -> bool:
    """True for what stands beside a question and hardly ever twice; more often where all else are questions indeed."""
    asked, said = sheet.words(sheet.question()), sheet.words(field)
    if 5 * sum(words.rstrip().endswith(("?", "？")) for words in asked) < 4 * len(asked):
        return field in sheet.of("text") and sheet.is_own(field)
    return len(said) == len(asked) and 2 * len({*said}) > len(said)


def _wrong(sheet: TableSheet) -> list[str]:
    """The fields of wrong answers that can be offered with the right one: lists, or one in each."""
    said = [f for f in sheet.fields if sheet.says(f, "wrong") and f != sheet.question()]
    texts = [words for f in said if f not in sheet.of("list") for words in sheet.words(f)]
    return [] if len(said) == 1 and any(re.search("[,\n]", words) for words in texts) else said


def _members(sheet: TableSheet, fields: Sequence[str]) -> list[list[object]]:
    """What each item says in some fields, the members of lists one by one."""
    said = ([item.get(f) for f in fields] for item in sheet.items)
    return [[one for v in values for one in (v if isinstance(v, list) else [v])] for values in said]


def _chosen(sheet: TableSheet, field: str) -> tuple[Sequence[str], Made | None]:
    """The options of which an answer is told by its number or its letter, and what that is: members of a list, or
    fields of a series, with their letters."""
    told, lists, series = [item.get(field) for item in sheet.items], sheet.of("list"), sheet.series()
    if not (field and sheet.question() and sheet.says(field, "answer")) or field in (*lists, *series):
        return (), None
    for options in (*([f] for f in lists if is_of_answers(sheet.fields[f][1])), series):
        members, heads = _members(sheet, options), [f"{sheet.mark(f)} " for f in options if f in series]
        index, places = _places(told, members, scope_name(field), sheet.member(options[0])[1] if heads else "")
        if index:
            parts = [scope_name(f) + "|default('')" * sheet.fields[f][0].optional for f in options]
            parts = [f"{head!r} ~ {part}" for head, part in zip(heads, parts, strict=True)] if heads else parts
            said = [(heads[at] if heads else "") + _said(m[at]) for m, at in zip(members, places, strict=True)]
            return options, (f"[{', '.join(parts)}][{index}]" if heads else f"{parts[0]}[{index}]", said)
    return (), None


_MANY = 10
"""Among so many numbers counted from 0 there is a 0."""


def _places(
    told: Sequence[object], members: Sequence[Sequence[object]], name: str, first: str
) -> tuple[str, list[int]]:
    """Which of its options each item tells, and the expression of that; "" where they are none of this. A number is
    counted as the options are (`first`), else from 0 if that is one of them."""
    pairs = [*zip(told, members, strict=True)]
    if not pairs or all(str(n) in map(str, m) for n, m in pairs):
        return "", []
    numbers = [n for n in told if isinstance(n, int)]
    if len(numbers) == len(told):
        is_from_one = min(numbers) > 0 and (bool(first) or len(told) >= _MANY)
        base = int(first) if first.isdecimal() else int(is_from_one or any(n == len(m) for n, m in pairs))
        places = [n - base for n in numbers]
        is_so = all(0 <= at < len(m) for at, m in zip(places, members, strict=True))
        return (f"{name}{f' - {base}' * bool(base)}", places) if is_so else ("", [])
    letters = {str(n): ascii_uppercase.find(str(n).upper()) for n in told}
    if all(len(str(n)) == 1 and 0 <= letters[str(n)] < len(m) for n, m in pairs):
        return f"{letters}[{name}]", [letters[str(n)] for n in told]
    return "", []


def _offered(sheet: TableSheet, right: str) -> dict[str, Made]:
    """The answers to choose from, below one another: the right one among the wrong ones in the order of their letters,
    else lists of options as they stand."""
    wrong, lists, told = _wrong(sheet), sheet.of("list"), _chosen(sheet, right)
    if wrong and right and not told[1]:
        fields = (right, *wrong)
        parts = [scope_name(f) if f in lists else f"[{scope_name(f)}]" for f in fields]
        said = [p if _all_say(sheet, f) else f"({p} if {scope_name(f)} is defined else [])"
                for f, p in zip(fields, parts, strict=True)]  # fmt: skip
        return {wrong[0]: (_below(f"({' + '.join(said)})|sort"), _lines(_members(sheet, fields)))}
    options = [f for f in lists if f != right and (f in told[0] or sheet.says(f, "option")) and _all_say(sheet, f)]
    return {f: (_below(scope_name(f)), _lines(_members(sheet, [f]))) for f in options}


def _all_say(sheet: TableSheet, field: str) -> bool:
    return all(item.get(field) is not None for item in sheet.items)


def _below(members: str) -> str:
    """The expression of members one below the other."""
    return f"{chr(10) + _BULLET!r} ~ {members}|join({chr(10) + _BULLET!r})"


def _lines(members: Iterable[Iterable[object]]) -> list[str]:
    return ["".join(f"\n{_BULLET}{_said(one)}" for one in all_ if one is not None) for all_ in members]


def _said(value: object) -> str:
    return str(next(iter(value.values()), "") if isinstance(value, dict) else value)
