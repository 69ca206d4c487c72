"""game.yaml -> the words of a game: terms, parameters, verbs, questions.

Takes sound data (`validate.py`) and its places; gives frozen values. A verb whose argument kinds cannot be read, a
parameter without a number is dropped, and its name noted as unread.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from generator.data.building.formulas import Numbers
from generator.data.building.reader import Reader, optional_text, plural_text, read_text
from generator.data.model import FieldKind, Parameter, Question, Term, TermKind, Text, Use, Verb
from generator.data.reading.document import Map, Raw, layered
from generator.data.schema.validation import missing
from generator.data.schema.values import RECORDS, SIMPLE, parse_kind
from generator.diagnostics.findings import Mark, did_you_mean
from generator.expressions.named_color import hex_color


def read_kinds(files: Sequence[tuple[Reader, Map]]) -> dict[str, TermKind]:
    """The kinds of terms of several files in one: a later file adds members and replaces those of the same id. An id
    that two kinds use is told once and belongs to the first."""
    kinds: dict[str, TermKind] = {}
    said: dict[str, Map] = {}
    owners: dict[str, str] = {}
    for reader, own in files:
        terms, shared = _completed(own, said).get("terms", {}), {*owners}
        for kind, about in terms.items():
            members = {t.id: t for t in kinds[kind].members} if kind in kinds else {}
            for term, words in about["members"].items():
                owner = owners.setdefault(term, kind)
                if owner == kind:
                    members[term] = _term(reader, kind, about["members"], term, words)
                    continue
                message = f"the term `{term}` is already a `{owner}`" + " in a shared file" * (term in shared)
                hint = "rename one of the two: a term has one meaning"
                reader.find("D005", about["members"].key_mark(term), message, hint)
            name = _name(reader, about, "TermKindData")
            kinds[kind] = TermKind(kind, name, tuple(members.values()), terms.key_mark(kind))
    return kinds


def ids_of_terms(files: Iterable[Map]) -> set[str]:
    """The ids of the terms of several files."""
    kinds = (about for own in files for about in (own.get("terms") or {}).values())
    return {term for about in kinds for term in about.get("members") or ()}


def _completed(data: Map, said: dict[str, Map]) -> Map:
    """The terms of a file with what earlier files say of them; `said` has the kinds so far, and gets these."""
    if not data.get("terms"):
        return data
    for kind, about in data["terms"].items():
        if kind in said:
            known = said[kind]["members"]
            both = {name: layered(words, known[name]) for name, words in about["members"].items() if name in known}
            said[kind] = layered(about.changed({"members": about["members"].changed(both)}), said[kind])
        else:
            said[kind] = about
    return data.changed({"terms": data["terms"].changed({kind: said[kind] for kind in data["terms"]})})


def _name(reader: Reader, words: Map, model: str) -> Text:
    if words.get("name") is None and "*terms" in reader.unread:
        return Text({})  # a shared folder that cannot be read may say it
    if words.get("name") is None:
        reader.findings.append(missing(words.mark(), "name", RECORDS[model].entries["name"]))
        return Text({})
    return read_text(reader, words, "name")


def _term(reader: Reader, kind: str, members: Map, term: str, words: Map) -> Term:
    name = _name(reader, words, "TermData")
    return Term(
        term,
        kind,
        name,
        members.key_mark(term),
        plural=plural_text(reader, words, name),
        short=optional_text(reader, words, "short"),
        about=optional_text(reader, words, "about"),
        icon=words.get("icon") or "",
        color=hex_color(words.get("color") or ""),
        values=words.get("values") or {},
        avoid={language: tuple(many) for language, many in (words.get("avoid") or {}).items()},
        marks=words.marks(),
    )


def read_fields(reader: Reader, data: Map, key: str) -> dict[str, FieldKind]:
    """Declared kinds (`fields` of a set, `arguments` of a verb); one that cannot be read is told and left out."""
    declared = {}
    for name, source in (data.get(key) or {}).items():
        kind = parse_kind(source)
        if kind is not None:
            declared[name] = kind
            continue
        word = (source.split() or [""])[0].rstrip("?")
        meant = (_WHOLE | _ELSEWHERE).get(word.lower())
        hint = f"write `{meant}`" if meant else did_you_mean(word, (*SIMPLE, *_WHOLE))
        reader.find("D012", data[key].mark(name), f"`{source}` is no kind of field", hint)
        reader.unread.add(name)
    return declared


_WHOLE = {
    "term": "term KIND",
    "item": "item SET",
    "one": "one of [first, second]",
    "list": "list of text",
    "map": "map of text by term KIND",
}
"""Kinds of more than one word, by their first."""
_ELSEWHERE = {
    **dict.fromkeys(("bool", "boolean", "checkbox"), "flag"),
    **dict.fromkeys(("str", "string", "words", "date"), "text"),
    **dict.fromkeys(("float", "decimal"), "number"),
    **dict.fromkeys(("enum", "choice", "select"), _WHOLE["one"]),
    **dict.fromkeys(("picture", "file"), "image"),
    "array": _WHOLE["list"],
}
"""What kinds are called by programs and databases."""


def read_verbs(reader: Reader, data: Map) -> dict[str, Verb]:
    """All verbs; one with an unreadable argument is unread."""
    raw = data.get("verbs", {})
    verbs = {}
    for verb, words in raw.items():
        arguments = read_fields(reader, words, "arguments")
        if len(arguments) < len(words.get("arguments") or {}):
            reader.unread.add(verb)
            continue
        mark = raw.key_mark(verb)
        marks = {k: words["arguments"].mark(k) for k in arguments}
        verbs[verb] = Verb(verb, arguments, mark, optional_text(reader, words, "about"), marks)
    return verbs


def read_parameters(reader: Reader, data: Map, numbers: Numbers, own: Collection[str]) -> dict[str, Parameter]:
    """The parameters of a file with their numbers; those not in `own` are said anew by a later file."""
    raw = {name: words for name, words in data.get("parameters", {}).items() if name in own}
    players = range(numbers.players[0], numbers.players[1] + 1)
    found = {}
    for name, words in raw.items():
        text = read_text(reader, words, "name")
        note = optional_text(reader, words, "note")
        value = numbers.parameter(name)
        by_players: dict[int, int | float] = {}
        mapped = isinstance(words["value"], dict)
        if not mapped or _fits_players(reader, words, "value", numbers):
            each = {n: numbers.parameter(name, n) for n in players}
            by_players = {n: v for n, v in each.items() if v is not None}
        if not mapped and len(set(by_players.values())) < 2:
            by_players = {}
        if value is None:
            reader.unread.add(name)
            continue
        mark = data["parameters"].key_mark(name)
        formula = words["value"] if isinstance(words["value"], str) else ""
        found[name] = Parameter(name, text, value, mark, by_players, note, formula)
    return found


def _fits_players(reader: Reader, container: Map, key: str, numbers: Numbers) -> bool:
    """A map by player count names each number of players and no other; tells if not."""
    value = container[key]
    if "players" in reader.unread:
        return False
    wanted = range(numbers.players[0], numbers.players[1] + 1)
    shown = f"the game is for {wanted[0]} to {wanted[-1]} players" if numbers.is_for else "game.yaml has no `players`"
    for count in value:
        if count not in wanted:
            mark = value.key_mark(count)
            reader.find("D015", mark, f"`{key}` has a number for {count} players; {shown}", f"delete `{count}: ..`")
            reader.unread.add("*counts")
            return False
    missing = [n for n in wanted if n not in value]
    if missing:
        mark = container.mark(key)
        reader.find("D015", mark, f"`{key}` has no number for {missing[0]} players", f"write `{missing[0]}: ..`")
        reader.unread.add("*counts")
    return not missing


def counts_by_players(reader: Reader, words: Map, numbers: Numbers) -> dict[int, int | None] | None:
    """`count` for each number of players: a number, a formula or a map; None for all of them (or for no word).

    None altogether, and a finding, if it is faulty."""
    players = range(numbers.players[0], numbers.players[1] + 1)
    value = words.get("count")
    if value is None or value == "all":
        return dict.fromkeys(players)
    if isinstance(value, Map) and not _fits_players(reader, words, "count", numbers):
        return None
    counts: dict[int, int | None] = {}
    for n in players:
        raw = Raw(value, n) if isinstance(value, Map) else Raw(words, "count")
        counts[n] = None if raw.value == "all" else numbers.count(raw, n)
        if counts[n] is None and raw.value != "all":
            return None
    return counts


def read_uses(reader: Reader, data: Map, numbers: Numbers) -> tuple[Use, ...]:
    """What the pieces of a set are used for; a use whose count cannot be worked out is unread."""
    found = [_use(reader, words, numbers) for words in data.get("use") or []]
    if None in found:
        reader.unread.add(f"{data['id']}/*uses")
    return tuple(use for use in found if use is not None)


def _use(reader: Reader, words: Map, numbers: Numbers) -> Use | None:
    what, unbounded = read_text(reader, words, "what"), optional_text(reader, words, "unbounded")
    counts = counts_by_players(reader, words, numbers) if words.get("count") is not None else {}
    if counts is None:
        return None
    rule, short = words.get("rule") or "", words.get("short") or ""
    return Use(what, words.mark(), counts, unbounded, rule, short, words.marks())


def read_questions(reader: Reader, data: Map) -> tuple[Question, ...]:
    """All open questions."""
    found: dict[str, Question] = {}
    for words in data.get("questions", []):
        mark: Mark = words.mark("id")
        if words["id"] in found:
            reader.find("D005", mark, f"the question `{words['id']}` stands twice", "rename one of the two")
            continue
        found[words["id"]] = Question(
            id=words["id"],
            about=words["about"],
            question=read_text(reader, words, "question"),
            assumption=read_text(reader, words, "assumption"),
            reason=read_text(reader, words, "reason"),
            mark=mark,
            about_mark=words.mark("about"),
            kind=words.get("kind") or "",
            weight=words.get("weight") or 2,
        )
    return tuple(found.values())


def listed_once(reader: Reader, data: Map, key: str) -> dict[str, Mark]:
    """The names in a list of game.yaml, each once."""
    names: dict[str, Mark] = {}
    for i, name in enumerate(data.get(key) or ()):
        mark = data[key].mark(i)
        if names.setdefault(str(name), mark) != mark:
            reader.find("D005", mark, f"`{name}` stands twice in `{key}`", "delete one of the two")
    return names


def term_counts(words: Sequence[tuple[Reader, Map]], kinds: Mapping[str, TermKind], unread: set[str]) -> dict[str, int]:
    """How many terms each kind has; a kind that lost one is unread."""
    written: dict[str, set[str]] = {}
    lost: set[str] = set()
    for _, data in words:
        terms = data.get("terms") or Map()
        lost |= terms.spans.keys() - terms.keys()
        for kind, about in terms.items():
            written.setdefault(kind, set()).update(about["members"].spans)
    whole = {k: kind for k, kind in kinds.items() if len(kind.members) == len(written[k]) and k not in lost}
    unread.update(kinds.keys() - whole.keys())
    return {k: len(kind.members) for k, kind in whole.items()}


def read_players(reader: Reader, data: Map) -> tuple[int, int]:
    """The smallest and the largest number of players; one that is no number of them is told. 1 where none is said."""
    if "players" not in data:
        return 1, 1
    least, most = data["players"]
    if "players" not in reader.unread and not 1 <= least <= most <= 100:
        mark = data.mark("players")
        reader.find("D015", mark, f"`players` goes from {least} to {most}", "write the smaller number first: `[2, 4]`")
        reader.unread.add("players")
        return min(1, least), min(1, least)
    return least, most
