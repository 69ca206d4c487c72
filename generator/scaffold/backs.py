"""A `TableSheet` -> the two sides of its pieces: which fields are in front, and which behind.

Behind is what a heading calls so, a second picture, and the right answer to a question; wrong ones stand on the front
with it. Promise: neither their order nor their looks tell which is right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import permutations
from string import ascii_uppercase

from generator.data.model import FieldKind
from generator.data.reading.grid import plain_ascii
from generator.scaffold.meanings import (
    facings,
    in_one_language,
    in_parts,
    is_behind,
    is_of_answers,
    of_side,
    reduced_in,
    says,
)
from generator.scaffold.measures import half_ems
from generator.scaffold.printing import scope_name
from generator.scaffold.roles import roles_of
from generator.scaffold.tablesheet import SHORT, TableSheet
from generator.values import replace

Made = tuple[str, Sequence[str]]
"""What is printed of several fields: the expression, and what it says of each item."""
_MEMBER = re.compile(r"(.*?)[ _-]*(\d{1,2}|\b[A-Ja-j])(\W.*)?")
"""One of several headings: `Answer 2 - max 75 characters`, `B`."""
_BULLET = "\n• "
_MANY = 10
"""Among so many numbers counted from 0 there is a 0."""


def two_sides(sheet: TableSheet) -> tuple[TableSheet, TableSheet]:
    """The sheet with the fields of its pieces' fronts, and with those that are behind, in their order there."""
    behind = [f for f in sheet.beside.get("behind", ()) if f in sheet.fields]
    around = facings({f: h for f, (_, h) in sheet.fields.items()}, sheet.of("integer", "number"))
    sides = [f for f, (_, heading) in sheet.fields.items() if is_behind(heading) and f not in around]
    reduced = reduced_in({f: heading for f, (_, heading) in sheet.fields.items()})
    behind = behind or sides
    behind = behind or _second_picture(sheet)
    right, wrong, more, told = _answers(sheet)
    made = {f: words for f, (_, words) in told.items()}
    offered = _offered(sheet, right[0], wrong) if right and wrong and not told else {}
    behind = [*dict.fromkeys([*behind, *right, *wrong, *more])]
    is_turned = any("upright" in plain_ascii(heading) for _, heading in sheet.fields.values())  # tarot: one face
    behind = [] if is_turned or sheet.fields.keys() <= {*behind} else behind
    front = [f for f in sheet.fields if f not in (*behind, *sheet.beside.get("turned", ()))]
    if offered and sheet.question() in front:
        at = front.index(sheet.question()) + 1
        front, behind = [*front[:at], *offered, *front[at:]], [f for f in behind if f not in wrong]
    told_of = {f for of, _ in told.values() for f in of}
    for first, *others in (of for of, _ in told.values() if len(of) > 1):
        parts, lines = _lettered(sheet, [first, *others])
        offered[first] = (f"({' ~ '.join(parts)})|trim", ["".join(some).strip() for some in lines])
        front = [f for f in front if f not in others]
    options = [f for f in front if sheet.question() and _is_choice(sheet, f)]
    offered |= {f: _below(sheet, [f], is_told=f in told_of or _are_counted(sheet, f, right)) for f in options}
    named, paired = _named_texts(sheet, front), _in_pairs(sheet, front)
    used = {one for pair, _ in named.values() for one in pair}
    named |= {f: made_ for f, made_ in paired.items() if used.isdisjoint(made_[0])}
    offered |= {f: made_ for f, (_, made_) in named.items()}
    front = [f for f in front if f in named or f not in [one for pair, _ in named.values() for one in pair]]
    if both := [f for f in front if f in sheet.beside.get("both", ())]:  # each where it stands in front
        twins = {h: f for f, h in sheet.twins().items()}
        own = [f if f in both else twins.get(sheet.heading(f), "") for f in front]
        behind = [*dict.fromkeys(f for f in (*own, *behind) if f)]
    listed = [f for f in options if not right and sheet.says(f, "answer")]  # in the order of the table
    whole = {f: _PART.fullmatch(sheet.heading(f)) for f in paired if f in named}
    if sides or reduced or whole:
        called = {**reduced, **{f: found[1] for f, found in whole.items() if found}}
        named_so = {f: (kind, called.get(f) or of_side(heading)) for f, (kind, heading) in sheet.fields.items()}
        sheet = replace(sheet, fields=named_so)
    return _with(sheet, front, offered, named), _with(sheet, [*listed, *behind], made)


def _are_counted(sheet: TableSheet, field: str, right: Sequence[str]) -> bool:
    """True for options that answers are no words of, but a number or a letter: the place of one."""
    told = [(str(item.get(f)), said) for f in right[:1]
            for item, said in zip(sheet.items, _members(sheet, [field]), strict=True) if said]  # fmt: skip
    places = sum(answer not in said and re.fullmatch(r"\d+|\w", answer) is not None for answer, said in told)
    return 2 * places > len(told)


def said_within(side: TableSheet, placed: Sequence[str], fields: Iterable[str]) -> list[str]:
    """What is drawn of a side, and those of the fields that this says besides."""
    said = {name for f in placed for name in re.findall(r"item\.\w+", side.made.get(f, ""))}
    return [*placed, *(f for f in fields if f not in placed and scope_name(f) in said)]


def _named_texts(sheet: TableSheet, fields: Sequence[str]) -> dict[str, tuple[tuple[str, str], Made]]:
    """The texts with a column of their own for what each is called, `ability_1` beside `ability_1_d`, but the name of
    the piece, and what is printed of both."""
    parts = {f: re.findall(r"[^\W\d_]+|\d+", plain_ascii(in_parts(sheet.fields[f][1]))) for f in fields}
    pieces = {word.removesuffix("s") for word in re.findall(r"[^\W\d_]+", plain_ascii(sheet.name))}
    texts = [f for f in fields if f in sheet.of("text", "one of")]
    found = {}
    for name, text in permutations(texts, 2):
        core = [word for word in parts[name] if len(parts[name]) < _TWO or not says(word, "name")]
        rest = Counter(parts[text]) - Counter(core)
        is_of = bool(rest) and not Counter(core) - Counter(parts[text]) and all(map(_is_text, rest))
        is_of = is_of and not {*core} <= pieces  # `unit` of units is what they are, and no name of `unit abilities`
        has = [{n for n, item in enumerate(sheet.items) if item.get(f) is not None} for f in (name, text)]
        is_short = half_ems(sheet.longest(name)) <= min(2 * SHORT, half_ems(sheet.longest(text)))
        if is_of and is_short and (has[0] <= has[1] or has[1] <= has[0]) and not any(map(sheet.made.get, (name, text))):
            found[text if has[0] <= has[1] else name] = (name, text)
    title = roles_of(sheet).title if found else ""
    return {f: (pair, _called(sheet, *pair)) for f, pair in found.items() if title not in pair}


_TWO = 2
_PART = re.compile(r"([^\W\d]+[\W_]?\d{1,2})[\W_]?([^\W\d]+)")
"""`slot1_place`, `Slot 2 kind`: which, and what is said of it."""


def _in_pairs(sheet: TableSheet, fields: Sequence[str]) -> dict[str, tuple[tuple[str, str], Made]]:
    """The first of two short columns on each of several numbered things, and what is printed of both."""
    kinds = sheet.of("text", "one of", "word", "integer", "number")
    found = {f: part for f in fields if f in kinds and (part := _PART.fullmatch(sheet.heading(f)))}
    each: dict[str, list[str]] = {}
    for f, part in found.items():
        each.setdefault(plain_ascii(part[1]), []).append(f)
    ends = Counter(tuple(found[f][2] for f in some) for some in each.values())
    pairs = [(s[0], s[1]) for s in each.values() if len(s) == _TWO and ends[found[s[0]][2], found[s[1]][2]] > 1]
    pairs = [(a, b) for a, b in pairs if half_ems(sheet.longest(a)) + half_ems(sheet.longest(b)) <= 2 * SHORT]
    return {pair[0]: (pair, _said_together(sheet, *pair)) for pair in pairs}


def _said_together(sheet: TableSheet, one: str, other: str) -> Made:
    """Two values, a number before what it counts, else with a comma between them."""
    numbers = sheet.of("integer", "number")
    a, b = (other, one) if other in numbers and one not in numbers else (one, other)
    sign = " " if {a, b} & {*numbers} else ", "
    lacks = {f: f" if {scope_name(f)} is defined else ''" * sheet.fields[f][0].optional for f in (a, b)}
    words = f"(({scope_name(a)}{lacks[a]}) ~ {sign!r} ~ ({scope_name(b)}{lacks[b]}))|trim({sign!r})"
    said = [[in_one_language(item[f]) for f in (a, b) if item.get(f) is not None] for item in sheet.items]
    return words, [sign.join(some) for some in said]


def _is_text(word: str) -> bool:
    return word == "d" or says(word, "text")


def _called(sheet: TableSheet, name: str, text: str) -> Made:
    """A text behind what it is called, in bold."""
    ends = sum(words.rstrip()[-1:] in ".:!?。！？：" for words in sheet.words(name))
    sign = "" if 2 * ends > len(sheet.words(name)) else ":"
    lacks = {f: f" if {scope_name(f)} is defined else ''" * sheet.fields[f][0].optional for f in (name, text)}
    close = f"('{sign}'{lacks[text]})" if sign and lacks[text] else f"'{sign}'"  # nothing follows
    words = f"(('**' ~ {scope_name(name)} ~ {close} ~ '** '){lacks[name]}) ~ ({scope_name(text)}{lacks[text]})"
    said = ([in_one_language(item[f]) if item.get(f) is not None else "" for f in (name, text)] for item in sheet.items)
    return words, [f"{one}{sign} {other}" if one and other else one or other for one, other in said]


def _second_picture(sheet: TableSheet) -> list[str]:
    """Of two columns of pictures that are two sides the one behind: files say so, or headings that are alike."""
    images = sheet.of("image")
    turned = [f for f in images if (said := sheet.words(f)) and all(map(is_behind, said))]
    stems = {re.sub(r"[\W_]*([0-9]{1,2}|[ab])$", "", plain_ascii(sheet.fields[f][1])) for f in images}
    return turned or images[1:] if len(images) == 2 and (turned or len(stems) == 1) and len(turned) < 2 else []


def _with(
    sheet: TableSheet, fields: Iterable[str], made: Mapping[str, Made], named: Collection[str] = ()
) -> TableSheet:
    """The sheet with these fields alone, some of which say what was made of several."""
    made = {f: made[f] for f in fields if f in made}
    kinds = {f: (FieldKind("text", optional=f in named and sheet.fields[f][0].optional), sheet.fields[f][1])
             if f in made else sheet.fields[f] for f in fields}  # fmt: skip
    said = {f: words for f, (_, words) in made.items()}
    items = [
        {**item, **{f: some[n] for f, some in said.items() if some[n] or f not in named}}
        for n, item in enumerate(sheet.items)
    ]
    return replace(sheet, fields=kinds, items=items, made={f: words for f, (words, _) in made.items()})


# ---- answers ----


def _answers(sheet: TableSheet) -> tuple[list[str], list[str], list[str], dict[str, tuple[list[str], Made]]]:
    """The fields that tell what is asked on the front: of the right answer, of wrong ones, of what explains it; and
    the words of an answer that is told by its number. Where no heading says so, the answer is what stands beside the
    question. One of several answers is a choice."""
    asked, order = sheet.question(), [*sheet.fields]
    if not asked:
        return [], [], [], {}
    others = [f for f in order if f != asked]
    wrong, right = ([f for f in others if sheet.says(f, what)] for what in ("wrong", "answer"))
    learned = sheet.learned()
    right = [f for f in right if f not in wrong] + [f for f in others if sheet.says(f, "translation") or f in learned]
    stems = {f: _stem(sheet, f) for f in right}
    right = [f for f in right if not stems[f] or [*stems.values()].count(stems[f]) == 1]
    told = {f: found for f in right if (found := _chosen(sheet, f))[0]}
    options = {option for of, _ in told.values() for option in of} | {f for f in right if _is_choice(sheet, f)}
    right = [f for f in right if f not in options]
    beside = order[order.index(asked) + 1 :][:1]
    known = [f for f in beside if any(sheet.says(f, what) for what in ("type", "front", "option", "answer"))]
    is_all = 4 * len(sheet.words(asked)) >= 3 * len(sheet.items)  # what few are asked has its answer in front
    lone = [f for f in beside if is_all and not (wrong or known) and _is_answer(sheet, f)]
    first = right or [f for f in lone if f not in options]
    is_asked = bool(first or options)
    return (first, wrong, [f for f in order if sheet.says(f, "explained")], told) if is_asked else ([], [], [], {})


def _is_choice(sheet: TableSheet, field: str) -> bool:
    """True for a list of several answers, or of options."""
    is_said = sheet.says(field, "option") or (sheet.says(field, "answer") and not sheet.says(field, "wrong"))
    return field in sheet.of("list") and is_said and max(map(len, _members(sheet, [field])), default=0) > 1


def _stem(sheet: TableSheet, field: str) -> str:
    """What the heading of one of several answers shares with theirs; "" of any other."""
    found = _MEMBER.fullmatch(sheet.heading(field))
    return f"{found[1]}|{found[3] or ''}" if found else ""


def _members(sheet: TableSheet, fields: Sequence[str]) -> list[list[str]]:
    """What each item says in some fields, the members of lists one by one."""
    said = ([item[f] for f in fields if item.get(f) is not None] for item in sheet.items)
    parts = ([one for v in values for one in (v if isinstance(v, list) else [v])] for values in said)
    return [[str(next(iter(v.values()), "") if isinstance(v, dict) else v) for v in values] for values in parts]


def _offered(sheet: TableSheet, right: str, wrong: Sequence[str]) -> dict[str, Made]:
    """The right answer among the wrong ones, in the order of their letters; not of wrong ones that are one text."""
    fields, lists = (right, *wrong), sheet.of("list")
    if len(wrong) == 1 and wrong[0] not in lists and any(re.search("[,\n]", words) for words in sheet.words(wrong[0])):
        return {}
    return {wrong[0]: _below(sheet, fields)}


def _below(sheet: TableSheet, fields: Sequence[str], *, is_told: bool = False) -> Made:
    """Answers below one another: a list of which one is told as it stands, others in the order of their letters."""
    own = {f: scope_name(f) if f in sheet.of("list") else f"[{scope_name(f)}]" for f in fields}
    lacks = {f: f" if {scope_name(f)} is defined else []" * sheet.fields[f][0].optional for f in fields}
    words = " + ".join(f"({own[f]}{lacks[f]})" for f in fields)
    words = f"({_BULLET!r} ~ ({words}){'' if is_told else '|sort'}|join({_BULLET!r}))|trim"
    if all(lacks.values()):
        words = f"({words} if {' or '.join(map(scope_name, fields))} else '')"
    return words, ["".join(f"{_BULLET}{one}" for one in m).strip() for m in _members(sheet, fields)]


def _chosen(sheet: TableSheet, field: str) -> tuple[list[str], Made]:
    """The fields among which an answer is told by its number or its letter, and its words: members of a list, or fields
    headed by letters or numbers, which stand before them."""
    options = [f for f in sheet.of("list") if f != field and is_of_answers(sheet.fields[f][1])][:1]
    others = [f for f in sheet.fields if f != field and f not in sheet.of("list", "image", "images")]
    stems = {f: _stem(sheet, f) for f in others if not sheet.says(f, "wrong")}
    series = [f for f, stem in stems.items() if stem and [*stems.values()].count(stem) > 2]
    series = [f for f in series if stems[f] == "|" or f in sheet.choices()]
    parts, lines = _lettered(sheet, series)
    told, own = [item.get(field) for item in sheet.items], scope_name(field)
    members = _members(sheet, options) if options else lines
    rows = [n for n, one in enumerate(told) if one is not None]
    if not (options or series) or field in sheet.of("list") or max(map(len, members)) < 2:
        return [], ("", [])
    first = "" if options else _MEMBER.fullmatch(sheet.heading(series[0]))[2]  # type: ignore[index]  # it has a stem
    index, places = _places([told[n] for n in rows], [members[n] for n in rows], own, first)
    said = {n: members[n][at].strip() for n, at in zip(rows, places, strict=bool(index))}
    words = f"{scope_name(options[0])}[{index}]" if options else f"[{', '.join(parts)}][{index}]|trim"
    words = f"({words} if {own} is defined else '')" if sheet.fields[field][0].optional else words
    return (options or series, (words, [said.get(n, "") for n in range(len(told))])) if index else ([], ("", []))


def _lettered(sheet: TableSheet, series: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Options in columns of their own, each behind what heads its column: their expressions, and what these say."""
    marks = [found[2] for f in series if (found := _MEMBER.fullmatch(sheet.heading(f)))]
    lacks = [f" if {scope_name(f)} is defined else ''" * sheet.fields[f][0].optional for f in series]
    parts = [f"('\\n{mark}. ' ~ {scope_name(f)}{lack})" for mark, f, lack in zip(marks, series, lacks, strict=True)]
    said = ([item.get(f) for f in series] for item in sheet.items)
    lines = [
        [f"\n{mark}. {in_one_language(one)}" * (one is not None) for mark, one in zip(marks, some, strict=True)]
        for some in said
    ]
    return parts, lines


def _places(told: Sequence[object], members: Sequence[Sequence[str]], name: str, first: str) -> tuple[str, list[int]]:
    """Which of its options each item tells, and the expression of that; "" where they are none of this. A number is
    counted as the options are (`first`), else from 0 if that is one of them."""
    words, numbers = [*map(str, told)], [n for n in told if isinstance(n, int)]
    if len(numbers) == len(words):
        is_from_one = (
            bool(first) or len(told) >= _MANY or any(n == len(m) for n, m in zip(numbers, members, strict=True))
        )
        base = int(first) if first.isdecimal() else int(0 not in numbers and is_from_one)
        index, places = name + f" - {base}" * bool(base), [n - base for n in numbers]
    else:
        places = [ascii_uppercase.find(word.upper()) if len(word) == 1 else -1 for word in words]
        index = f"{dict(zip(words, places, strict=True))}[{name}]"
    is_so = all(0 <= at < len(m) for at, m in zip(places, members, strict=True))
    is_so = is_so and not all(word in m for word, m in zip(words, members, strict=True))
    return (index, places) if is_so else ("", [])


def _is_answer(sheet: TableSheet, field: str) -> bool:
    """True for what stands beside a question and hardly ever twice; more often where all else are questions indeed."""
    asked, said = sheet.words(sheet.question()), sheet.words(field)
    ends = [sum(words.rstrip().endswith(("?", "？")) for words in some) for some in (asked, said)]
    if 10 * ends[1] > len(said):  # more to ask
        return False
    if 5 * ends[0] < 4 * len(asked):
        return field in sheet.of("text") and sheet.is_own(field) and 5 * len(said) > 4 * len(asked)
    return len(said) == len(asked) and 2 * len({*said}) > len(said)
