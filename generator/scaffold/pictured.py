"""Which columns of a table are of pictures: the words of each are those of files near it, or those by which pieces are
called; and what is said of pictures that are not there, or not taken.

Promise: a column that is on no piece takes no picture's place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from generator.data.lexicon import table_words
from generator.data.model import FieldKind
from generator.data.reading.cells import PICTURES
from generator.data.reading.document import Map, words_in
from generator.data.reading.folders import UNSHOWN, Shelf, picture_named, plain_name
from generator.data.reading.grid import LONGEST, plain, plain_ascii
from generator.data.reading.headings import Wanted
from generator.data.reading.tables import Table
from generator.diagnostics.findings import Mark, near
from generator.scaffold import meanings
from generator.scaffold.asides import is_aside
from generator.scaffold.pages import is_back
from generator.scaffold.programs import says_nothing
from generator.scaffold.sizes import look_at
from generator.values import replace

_MANY = 4
"""So many words are the names of pictures by no chance; a few beside them name some that are missing."""
_CALLED = ("picture", "image", "art", "illustration")
"""Fields that are of pictures, if all their words are, even one and the same."""


def with_pictures(
    table: Table, items: Sequence[Map], asked: Wanted
) -> tuple[dict[str, tuple[FieldKind, Mark]], dict[str, str]]:
    """The fields, one of which is of pictures if most of its words are names of some, and what is behind if all are;
    and headings that are this besides, where pictures are called as the pieces are."""
    guessed, named = {**table.guessed}, dict[str, str]()
    words = [f for f, (kind, _) in guessed.items() if kind.name in ("text", "one of", "word")]
    done = any(kind.name == "image" and not meanings.is_behind(mark.heading) for kind, mark in guessed.values())
    ids = ["id"] * bool(items and "id" in items[0].spans and "id" not in guessed)
    marks = {f: mark for f, (_, mark) in guessed.items()} | {f: items[0].mark(f) for f in ids}
    told = {f: [w for item in items if (w := item.get(f)) and not isinstance(w, dict)] for f in (*words, *ids)}
    said = {f: {*map(str, told[f])} for f in told}
    own = ("name", "title", *ids)
    read = [f for f in told if not done or f in _CALLED or meanings.is_behind(marks[f].heading)]
    found = {f: {word for word in said[f] if len(word) < LONGEST and asked.is_picture(word)} for f in read}

    def rank(field: str) -> tuple[int, int]:
        """What each piece has for its own, what names them all, what some share, names, what many share."""
        rows, words, whole = len(told[field]), len(said[field]), found[field] == said[field]
        is_own = field in own
        order = (not is_own and words == rows, is_own and whole, not is_own and 2 * words > rows, is_own)
        return next((n for n, is_so in enumerate(order) if is_so), len(order)), -len(found[field]) * is_own

    for field in sorted(read, key=rank):
        is_back, is_said = meanings.is_behind(marks[field].heading), field in _CALLED
        if done and not (is_back or is_said):
            continue
        if field not in (*own, *words[:1]):
            few = len(found[field]) >= _MANY and 4 * len(found[field]) >= 3 * len(said[field])
            if len(said[field]) + is_back + is_said > 1 and (found[field] == said[field] or few):
                kind = FieldKind("image", optional=guessed[field][0].optional)
                guessed[field], done = (kind, marks[field]), done or not is_back
        elif len(found[field]) > 1 and 2 * len(found[field]) >= len(said[field]):
            new = next(name for name in (*_CALLED, field) if name not in map(plain, table.headings))
            for item in items:
                item[new] = item.get(field)
            guessed[new] = FieldKind("image", optional=found[field] != said[field]), replace(marks[field], heading=new)
            named, done = {marks[field].heading: new}, True
    more = _with_signs(guessed, words, items, asked) if done else {}
    return guessed | more, named | {guessed[f.removesuffix(SIGN)][1].heading: f for f in more}


def finished_in(
    heads: Mapping[str, str], images: Collection[str], items: Sequence[Map], asked: Wanted
) -> dict[str, str]:
    """The fields of `images` that show whole cards, by what they or their folders are called, beside others that are
    there for most; and what is said of each."""
    found = {f: [p for w in meanings.said_in(items, f) for p in _paths(asked.is_picture(w))] for f in images}
    homes = {f: Counter(path.parent for path in own).most_common(1)[0][0] for f, own in found.items() if own}
    whole = {
        f: home
        for f, home in homes.items()
        if not _FINISHED.isdisjoint((*_words(heads[f]), *_words(home.name))) and plain(heads[f]) not in asked.called
    }
    is_beside = any(2 * len(own) >= len(items) for f, own in found.items() if f not in whole)
    return {f: _WHOLE.format(heads[f], home) for f, home in whole.items() if is_beside}


def _paths(found: object) -> list[Path]:
    return found if isinstance(found, list) else []


_FINISHED = frozenset(table_words("finished"))
_WHOLE = "{}: pictures of finished cards, and no art; to print these alone: `pnp new OTHER --from {}`"


def _words(heading: str) -> list[str]:
    return [plain_ascii(word) for word in re.findall(r"[^\W\d_]+", meanings.in_parts(heading))]


def _with_signs(
    guessed: Mapping[str, tuple[FieldKind, Mark]], words: Collection[str], items: Sequence[Map], asked: Wanted
) -> dict[str, tuple[FieldKind, Mark]]:
    """The fields of small pictures beside words each of which is called as one, where others are the large ones:
    `element_icon` of `Element`."""
    images = [f for f, (kind, _) in guessed.items() if kind.name == "image"]
    large = {str(asked.is_picture(word)) for f in images for word in meanings.said_in(items, f)}
    signs = {}
    for field in (f for f in words if f not in (*images, "name", "title")):
        kind, mark = guessed[field]
        said = {str(item[field]) for item in items if item.get(field)}
        found = [asked.is_picture(word) for word in said if len(word) < LONGEST]
        if (
            1 < len(said) == len({*map(str, found)})
            and all(map(_is_small, found))
            and large.isdisjoint(map(str, found))
        ):
            signs[field + SIGN] = (
                FieldKind("image", optional=kind.optional),
                replace(mark, heading=mark.heading + " icon"),
            )
            for item in items:
                item.update({field + SIGN: item[field]} if item.get(field) else {})
    return signs


def _is_small(found: object) -> bool:
    """True for a picture that is none of a whole card, such as a frame."""
    return isinstance(found, list) and bool(found) and not _CARD[0] < look_at(found[0])[0] < _CARD[1]


_CARD = 0.6, 0.8
"""Between these a card is, width by height."""
SIGN = "_icon"
"""What fields of small pictures end in."""


def void_in(
    guessed: Mapping[str, tuple[FieldKind, Mark]], items: Sequence[Map], shelf: Shelf, find: Callable[[str], object]
) -> tuple[list[str], list[str]]:
    """The fields that say nothing to players, or are of pictures none of which is here, not even as another, unless
    those of another column are; and the headings of the latter."""
    told = {f: meanings.said_in(items, f) for f in guessed}
    files = {f: [picture_named(word).lower() for word in said] for f, said in told.items()}
    ends = {f: bool(said) and all(word.endswith(PICTURES) for word in said) for f, said in files.items()}
    images = [f for f, (kind, _) in guessed.items() if kind.name == "image" or ends[f]]  # in several languages words
    here = [f for f in images if any(map(find, told[f]))]
    empty = [f for f in guessed if says_nothing(items, f)]
    empty = [f for f in empty if (told[f] if f in images else f != "name" or not told[f])]
    near = [f for f in images if any(shelf.near(word) or word.lower().endswith(UNSHOWN) for word in told[f])]
    void = [f for f in empty if f not in here and not any(map(find, told[f]))]
    away = [f for f in images if told[f] and f not in here and (f in void or here or f not in near)]
    named = [f for f in away if not any("://" in word for word in told[f])]
    asides = [f for f, (_, mark) in guessed.items() if is_aside(mark.heading)]
    if guessed.keys() <= {*void, *away, *asides}:  # pieces are their pictures
        away, void = [f for f in away if f not in named], [f for f in void if f not in named]
    return [*void, *(f for f in away if f not in void)], [guessed[f][1].heading for f in away]


def called_by_files(
    heads: Mapping[str, str], items: Sequence[Map], asides: Collection[str], far: Collection[str]
) -> dict[str, str]:
    """Of pieces that nothing is said of, `asides` apart, the field of pictures elsewhere that is their `id`."""
    fields = [f for f in heads if heads[f] in far and len({*meanings.said_in(items, f)}) == len(items)]
    return dict.fromkeys(fields[:1], "id") if {*heads} <= {*asides} else {}


def missed(pictures: Mapping[str, object], shelf: Shelf, *, is_by_name: bool) -> dict[str, list[str]]:
    """The words that no picture is called, with what may be meant: `lost`, or `bare` where no column says that there
    are any; and what these are (`meant`)."""
    words = [word for word, found in pictures.items() if not found]
    lost = [f"{word} ({meant}?)" if (meant := shelf.near(word)) else word for word in words]
    paths = [path.as_posix() for word in words if not is_by_name and (path := shelf.nearest(word))]
    return {"lost": lost * (not is_by_name), "bare": lost * is_by_name, "meant": paths}


def told_apart_pictures(
    shelf: Shelf, items: Sequence[Mapping[str, object]], pictures: Mapping[str, Sequence[Path]], far: Sequence[str]
) -> Iterator[str]:
    """What is said of pictures of the right names in folders that are for something else, of columns of none, and, if
    some are missing, of those beside the ones that are there which nothing names."""
    if far:
        yield f"{', '.join(far)}: none of these pictures is here; beside the table, `pnp new` takes them"
    paths = sorted(path.as_posix() for found in shelf.apart.values() for path in found)
    if len(shelf.apart) >= max(2, len(items) / 2):
        told = ", ".join(paths[:4]) + " ..." * (len(paths) > 4)
        yield f"not taken, these may be for something else: {told}; move yours beside the table, or into a folder `art`"
    taken = {path for found in pictures.values() for path in found}
    homes = {path.parent for path in taken} or _of_art(shelf)
    found = {p.name: p.stem for files in shelf.read.values() for p in files if p.parent in homes}
    spare = sorted({*found} - {p.name for p in taken if p.parent in homes})
    spare = [name for name in spare if not is_back(Path(name))]
    if taken and all(pictures.values()):
        fields = {plain_name(word): f for item in items for f, v in item.items() for word in words_in(v)}
        called = {name: field for name in spare if (field := fields.get(plain_name(found[name]), ""))}
        lines = [f"{name} ({field})" for name, field in called.items()]
        other = next((field for field in called.values() if field not in ("name", "title")), "")
        more = f"; `--columns {other}=picture` shows those of {other}" * bool(other)
        more = " ..." * (len(lines) > _SPARE) + more
        yield from [f"on no piece, pictures that other columns name: {', '.join(lines[:_SPARE])}{more}"] * bool(lines)
    if spare and not (pictures and all(pictures.values())):
        said = {plain_name(word): word for item in items for v in item.values() for word in words_in(v)}
        said = {name: word for name, word in said.items() if len(word) < LONGEST}
        meant = {name: _meant(plain_name(found[name]), said) for name in spare[:_LOOKED]}
        meant = {name: word for name, word in meant.items() if word or taken}  # else they may be another table's
        lines = [f"{name} ({word}?)" if word else name for name, word in meant.items()]
        if lines:
            more = " ..." * (len(lines) > _SPARE)
            yield f"pictures {'beside them ' * bool(taken)}that nothing names: {', '.join(lines[:_SPARE])}{more}"


def _meant(name: str, said: Mapping[str, str]) -> str:
    """The words of a card that a picture is nearly called as, or in whose name they are; "" if there are none."""
    within = (word for word in said if len(word) >= _LETTERS and word in name)
    return said.get(near(name, said) or max(within, key=len, default=""), "")


def _of_art(shelf: Shelf) -> set[Path]:
    """Folders of pictures below that of a table, called as those of pictures are."""
    paths = ((home, path.parent) for home, files in shelf.read.items() for path in files if path.parent != home)
    return {folder for home, folder in paths if all(map(shelf.is_own or bool, folder.relative_to(home).parts))}


_SPARE, _LOOKED, _LETTERS = 8, 50, 4
