"""Folders of finished pictures -> decks, with their backs.

The cards are as large as these say, or at 300 dpi (600, 1200 ...), with 3 mm or 1/8 inch of bleed or without, each as
it has; else of a usual size. What is cut out of its picture is a token or a hex.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from generator.data.lexicon import table_words
from generator.data.model import FieldKind
from generator.data.reading.beside import copies_in
from generator.data.reading.folders import ENDINGS
from generator.data.reading.grid import plain_ascii
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.face.face import Shape
from generator.face.geometry import extent
from generator.project import as_numbered
from generator.scaffold import pages
from generator.scaffold.areas import bleed_in, shows_paper, sides_of
from generator.scaffold.artboard import piece_on
from generator.scaffold.drawnpage import sides_said
from generator.scaffold.elements import WHITE
from generator.scaffold.extents import (
    DRAWN,
    Extent,
    filling,
    is_likely,
    millimetres_of,
    paper_scale,
    size_as_wide,
    size_meant,
    usual_of,
)
from generator.scaffold.gridded import places_in
from generator.scaffold.pages import BACK, FRONT, back_among, bare_name, is_back, is_sure
from generator.scaffold.sides import behind_among, group_of, is_called_back, named_parts, turned_among, versions_among
from generator.scaffold.sizes import Look, cut_out, hexes_of, look_of, pieces_called, pieces_within
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

_SHEET = (
    "{0} looks like a sheet of {1} x {2} pieces, and is one piece here: call it `{3}-sheet-{1}x{2}{4}`, and it is cut"
    " into as many"
)
_SOME = "that of cards if these are called `{0}_01`, `{0}_02` ..., or lie in a folder with it"
_PREVIEWS, _SIGNS = frozenset(table_words("previews")), frozenset(table_words("icons"))
_PARTS = _SIGNS | {*table_words("meanings")["frame"]}
"""What is no card beside cards."""
_OFF = 0.06
"""Proportions that differ by less are nearly the same."""
_LOOKED = 24
"""So many pictures are looked into for that."""
_KINDS = {"name": "word", "picture": "image", "whole": "flag", "turned": "flag", "bleed": "number", "edge": "color"}
_KINDS |= {"behind": "image"}


def decks_in(folder: Path, pieces: str, size: str, *, is_apart: bool) -> list[TableSheet]:
    """What a picture is; the cards that lie in a folder, `is_apart` from others of a game, as those are that lie in
    each of its folders, where more lie there; but `fronts` and `backs` are those of one deck. A back that lies above
    them is theirs."""
    if folder.is_file():
        return [*filter(None, [_deck(folder.parent, [folder], pieces, size)])]
    loose, decks, again = _largest(_pictures([folder]), _deck_folders(folder))
    beside = [one for one in decks if _is_beside(_home_of(one).name)]
    beside *= len(beside) < len(decks) + bool(loose)
    decks = [one for one in decks if one not in beside]
    inner = {_home_of(one): len(_pictures(one)) for one in decks}
    below = [one for homes in decks for home in homes for one in _deck_folders(home)]
    if (
        below and not beside and len(decks) == len(decks[0]) == 1 and not loose
    ):  # the folder of a game, that of its cards
        return decks_in(decks[0][0], pieces, size, is_apart=is_apart)
    if sum(not is_back(p) for p in loose) >= sum(inner.values()):
        sides, backs = _sides_in(folder), [one for one in decks if all(map(is_back, _pictures(one)))]
        behind = [*chain(*map(_pictures, backs))]
        lone = _deck(folder.parent if is_apart else folder, sides, pieces, size, behind) if loose else None
        used = [one for one in backs if lone and lone.back in _pictures(one)]
        more = [*again, *_left(folder, [one for one in (*decks, *beside, *below) if one not in used])]
        return [replace(lone, notes=[*lone.notes, *more])] if lone else []
    kinds = [pieces or pieces_called(home.name) for home in inner]
    found = [_deck(folder, one, kind, size, loose) for one, kind in zip(decks, kinds, strict=True)]
    made = [*filter(None, found)]
    left = ", ".join(p.name for p in loose if p not in [one.back for one in made])
    more = [f"not taken, as others lie in folders: {left}; for a deck of them put them into one, too"] * bool(left)
    more += [*again, *_left(folder, [*beside, *below])]
    return [replace(one, notes=[*one.notes, *more]) if one is made[-1] else one for one in made]


def _is_beside(name: str) -> bool:
    """True for a folder, or a file, called as what stands on cards is, or behind it: `backgrounds`, `card frame 2`."""
    said = [word for word in named_parts(name) if not word.isdecimal() and not pieces_called(word)]
    return bool(said) and all({word, word.removesuffix("s")} & _PARTS or is_back(Path(word)) for word in said)


def _deck_folders(folder: Path, deep: int = 6) -> list[list[Path]]:
    """The folders below one that hold pictures, those of two sides together; none of its own backs."""
    there = sorted(folder.iterdir(), key=as_numbered) if deep else []
    homes = [p for p in there if p.name[0] not in "._" and p.is_dir() and p not in _sides_in(folder)]
    if len(homes) == 2 and all(BACK.fullmatch(said) or FRONT.fullmatch(said) for said in map(bare_name, homes)):
        return [homes]
    held = {home: bool(_pictures([home])) for home in homes}
    return [one for home in homes for one in ([_sides_in(home)] if held[home] else _deck_folders(home, deep - 1))]


def _sides_in(home: Path) -> list[Path]:
    """A folder, and that of the backs in it, with names of its pictures: `fox.png` and `back/fox.png`."""
    own = {p.stem for p in _pictures([home])}
    backs = [p for p in home.iterdir() if own and BACK.fullmatch(bare_name(p)) and p.is_dir()]
    return [home, *(p for p in backs if not own.isdisjoint(q.stem for q in p.iterdir()))]


def _home_of(homes: Sequence[Path]) -> Path:
    """The folder that a deck is called after."""
    return homes[0] if len(homes) == 1 or homes[0] == homes[1].parent else homes[0].parent


def _largest(
    loose: Sequence[Path], decks: Sequence[Sequence[Path]]
) -> tuple[list[Path], list[Sequence[Path]], list[str]]:
    """Pictures, and folders beside them; of such as hold the same by their names the larger ones, and what is said."""
    kept, left, own = [*decks], [*loose], {p.stem: millimetres_of(p).wide for p in loose}
    told = []
    for one in decks:
        sizes = [(millimetres_of(p).wide, own.get(p.stem, 0.0)) for p in _pictures(one)]
        if len(sizes) > 1 and all(wide < there for wide, there in sizes):
            kept.remove(one)
            told.append(f"not taken, as the same are larger beside it: {one[0].name}/ ({len(sizes)})")
        elif len(sizes) > 1 and all(0 < there < wide for wide, there in sizes):
            names = {p.stem for p in _pictures(one)}
            left = [p for p in left if p.stem not in names]
            told.append(f"not taken, as the same are larger in {one[0].name}/: {len(names)} pictures")
    return left, kept, told


def _left(folder: Path, decks: Sequence[Sequence[Path]]) -> list[str]:
    """What is said of folders that are no decks."""
    homes = {_home_of(one).relative_to(folder).as_posix(): len(_pictures(one)) for one in decks}
    left = ", ".join(f"{home}/ ({many})" for home, many in [*homes.items()][:_SHOWN]) + " ..." * (len(homes) > _SHOWN)
    return [f"not taken, pictures in folders: {left}; `pnp new . --from` makes a deck of such a folder"] * bool(homes)


_SHOWN = 8


def _pictures(homes: Sequence[Path]) -> list[Path]:
    """The pictures in folders, drawn or not, as people order them: 2 before 10; or one picture by itself."""
    within = chain(*(home.iterdir() if home.is_dir() else [home] for home in homes))
    return sorted(
        (p for p in within if p.name[0] != "." and p.suffix.lower() in ENDINGS and p.is_file()), key=as_numbered
    )


def _parted(found: Sequence[Path]) -> tuple[list[Path], dict[str, list[Path]]]:
    """Of pictures those of a deck, each in the format of most; and what is said of the rest: the same in others,
    drawings that are no cards beside pixels, and small editions, `fox_icon` of `fox`."""
    drawn = {p for p in found if p.suffix.lower() == ".svg"}
    spare = {p: (p in drawn) == (2 * len(drawn) <= len(found)) for p in found}
    order = sorted(found, key=lambda p: (-spare[p], -ENDINGS.index(p.suffix.lower())))
    first = {p.with_suffix(""): p for p in order}
    again = [p for p in found if p not in first.values()]
    sizes = [millimetres_of(p) for p in first.values() if not (p in drawn or is_back(p))]
    share = next((size.wide / size.high for size, _ in Counter(sizes).most_common(1)), 0.0)
    others = sorted(p for p in drawn.difference(again) if share and not _is_as(millimetres_of(p), share))
    called = {(p.parent, *named_parts(p.stem)): p for p in found}
    whole = {p: called.get((p.parent, *words[:-1])) for p in found if len(words := named_parts(p.stem)) > 1}
    small = [p for p, one in whole.items() if one and named_parts(p.stem)[-1].isalpha() and _is_small(p, one)]
    left = [p for p in found if p not in (*again, *others, *small)]
    told = {p: {*named_parts(p.stem)} for p in left}
    most = Counter(map(millimetres_of, left)).most_common(1)[0][0] if left else Extent(0, 0)
    asides = [p for p in left if _PREVIEWS & told[p] or (_SIGNS & told[p] and _is_small(p, most))]
    asides += [p for p in left if p not in asides and _is_beside(p.stem) and not is_back(p)]
    asides = sorted(asides) * (2 * len(asides) < len(left))
    tiny = [p for p in left if p not in asides and _is_small(p, most, _TINY)]
    tiny *= _SMALL_SHARE * len(tiny) <= len(left)
    return [p for p in left if p not in (*asides, *tiny)], {
        "not taken, far smaller than most (in a folder of their own they are)": tiny,
        "not taken, no cards by their names (in a folder of their own they are)": asides,
        "not taken, as the same is there in another format": again,
        "not taken, of other proportions (as the drawing of a table: `--template`)": others,
        "not taken, as a far larger picture has the rest of the name": small,
    }


def _is_small(picture: Path, beside: Path | Extent, many: int = 2) -> bool:
    """True for a picture with less than one in so `many` of the sides of another."""
    size = beside if isinstance(beside, Extent) else millimetres_of(beside)
    sizes = zip(millimetres_of(picture)[:2], size[:2], strict=True)
    return all(many * own < other for own, other in sizes)


_TINY, _SMALL_SHARE = 4, 4
"""Icons have less than a quarter of the sides of cards, and are less than a quarter of the pictures."""


def _deck(folder: Path, homes: Sequence[Path], pieces: str, size: str, above: Sequence[Path] = ()) -> TableSheet | None:
    """The cards that lie in some folders of one, or in itself, and their back, which may be `above`; None without any.
    What is not said the pictures tell."""
    found, left = _parted(_pictures(homes))
    names = {p: p.relative_to(folder).as_posix() for p in found}
    behind = behind_among(names)
    cards = [p for p in found if p not in behind.values()]
    others = [p for p in cards if len(homes) > 1 and BACK.fullmatch(bare_name(p.parent))]
    shared = sorted((p for p in above if is_back(p, _home_of(homes))), key=lambda p: -len(bare_name(p)))
    common = behind[cards[0]] if len(cards) > 1 and len({behind.get(p, p) for p in cards}) == 1 else None
    behind = {} if common else behind
    turned = turned_among(cards)
    backs = [p for p in cards if is_back(p) and p not in homes]
    back = common or turned or back_among(backs + others[: len(others) == 1], shared)
    cards = [p for p in cards if p != back and p not in others]
    spare = [p for p in cards if is_back(p) and is_sure(p) and not turned]
    if not (cards := [p for p in cards if p not in spare] or spare):
        return None
    sizes = _sizes_of(cards, [*chain(*left.values())])
    sizes[0], part, said, more = _part(cards, sizes[0], pieces, size)
    look, seen, notes = _look(cards, sizes, pieces, size or said)
    placed, pieces = _placed(cards, sizes, look, is_cut=bool(seen or part)), pieces or seen
    called = [copies_in(p.stem) for p in cards]
    columns = {"name": [name for name, _ in called], "count": [many or "1" for _, many in called]}
    columns["picture"] = [names[p] for p in cards]
    columns |= {what: said for what, said in placed.items() if what == "bleed" or {*said} - {"no", ""}}
    columns |= {"behind": [names[behind[p]] if p in behind else "" for p in cards]} if behind else {}
    bleed = Counter(map(float, placed["bleed"])).most_common(1)[0][0]
    if len({*placed["bleed"]}) == 1 and "turned" not in columns:
        del columns["bleed"]
    seen_ = {p: max(pieces_within(p), places_in(p)) for p in cards[:_LOOKED] if p.suffix.lower() != ".svg"}
    notes += more + [_SHEET.format(p.name, *many, p.stem, p.suffix) for p, many in seen_.items() if many != (1, 1)]
    notes += [f"back: {back.name}"] if back else ["back: none (a picture called `back` would be it)"] * (not behind)
    told = {
        **_told_of_backs(cards, behind, has_back=back is not None),
        "versions of one, all taken; with 0 as its `count` in the table one is not printed": versions_among(cards),
        "not taken, other backs (the one called `back` is that of all, `fox-back` that of `fox`)": [
            p.name for p in spare if p not in cards
        ],
        **{why: [p.name for p in some] for why, some in left.items()},
        "not taken, as no front is called so": [p.name for p in others if p != back],
        **_told(cards, placed, look),
    }
    notes += [
        f"{what}: {', '.join(some[:_SHOWN])}" + " ..." * (len(some) > _SHOWN) for what, some in told.items() if some
    ]
    home = _home_of(homes)
    name = home.stem if home.is_file() else home.name
    title = pages.called(name) if home != folder else (pieces or "cards").capitalize()
    set_id = slug(plain_ascii(title), NAME) or pieces or "cards"
    rows, table = [*zip(*columns.values(), strict=True)], io.StringIO()
    csv.writer(table, lineterminator="\n").writerows([columns, *rows])
    return TableSheet(
        set_id, title, folder / f"{set_id}.csv", f"{set_id}.csv",
        {f: (FieldKind(_KINDS[f], optional="" in said), f) for f, said in columns.items() if f in _KINDS},
        [{**dict(zip(columns, row, strict=True)), "count": int(row[1])} for row in rows],
        look, {names[p]: [p] for p in (*cards, *behind.values())},
        {"count": ["count"], "notes": [], "unread": [], "lost": [], "bare": []}, notes,
        table.getvalue().encode(), _filling(look.shape, bleed, part), back,
    )  # fmt: skip


def _told_of_backs(cards: Sequence[Path], behind: Mapping[Path, Path], *, has_back: bool) -> dict[str, list[str]]:
    lacks = [p.name for p in cards if p not in behind]
    own = [p.name + f" (of {many})" * (many > 1) for p, many in Counter(behind.values()).items()]
    called = [*filter(is_called_back, cards)]
    some = [p for p in called if is_sure(p)][:1] if len(called) < len(cards) else []
    return {
        "backs of their own": own,
        "without a back (a picture called `back` would be it)": lacks if behind and not has_back else [],
        "called as a back, and a card all the same": [p.name for p in called],
        **{_SOME.format(group_of(p)): [p.name] for p in some},
    }


def _sizes_of(cards: Sequence[Path], left: Sequence[Path]) -> list[Extent]:
    """How large pictures are: pixels that say it not, as a drawing of them that is `left` says it."""
    drawn = {p.with_suffix(""): millimetres_of(p) for p in left if p.suffix.lower() == ".svg"}
    sizes = {p: millimetres_of(p) for p in cards}
    said = {p: drawn[one] for p in cards if (one := p.with_suffix("")) in drawn and not sizes[p].dots}
    return [said[p] if p in said and said[p].dots == DRAWN else sizes[p] for p in cards]


def _part(cards: Sequence[Path], size: Extent, pieces: str, asked: str) -> tuple[Extent, list[float], str, list[str]]:
    """The size of the first picture, or, of a lone one, of the card on its page, with the box and the sides of that;
    of a sheet of several the size that it says; what is told of either."""
    scale = 1 if size.dots else 300 / 96
    is_large = bool(pieces and size.dots) and not is_likely(size, pieces)
    is_drawn = len(cards) == 1 and cards[0].suffix.lower() == ".svg"
    is_paper = bool(paper_scale(size.wide * scale, size.high * scale))
    is_screen = not size.dots and not usual_of(size)[1]
    if not is_drawn:
        return size, [], "", []
    box, sides, told = piece_on(cards[0], is_large=is_large, is_page=is_large or is_paper or is_screen)
    if box is None:
        return size, [], f"{size.wide:.5g}x{size.high:.5g}" * bool(told and size.dots), [told] * bool(told)
    wide, high = extent(box)
    shape = look_of(pieces, asked).shape
    if asked and not _is_as(Extent(wide, high), shape.width / shape.height):
        own = f"the card on its page is {wide:.4g} x {high:.4g} mm"
        return size, [], "", [f"{own}, and the page is taken: `--size` is another"]
    note = f"of its page of {sides_said(sides)} a part is taken, {sides_said((wide, high))}"
    taken = Extent(wide, high, DRAWN) if size.dots or is_paper else Extent(wide / scale, high / scale)
    usual = size_as_wide(wide / high)  # pixels of a part say no size, but by chance
    usual *= usual[0].isalpha() and not (taken.dots or asked) and pieces in ("", "cards")
    said = f"size: {usual}, the most usual card of about its proportions (`--size` for another)"
    return taken, [*box[:2], *sides, wide], usual, [note, *[said] * bool(usual)]


def _filling(shape: Shape, bleed: float, part: Sequence[float]) -> str:
    """The box of a picture of which a part fills a piece."""
    if not part:
        return filling(shape, bleed)
    x, y, wide, high = (side * shape.width / part[-1] for side in part[:-1])
    return f'x="{0 - x:.5g}" y="{0 - y:.5g}" width="{wide:.6g}" height="{high:.6g}"'


def _look(cards: Sequence[Path], sizes: Sequence[Extent], pieces: str, size: str) -> tuple[Look, str, list[str]]:
    """What pictures of these sizes are, what they are seen to be where nothing says it, and what is told of it."""
    seen = "" if pieces or cards[0].suffix.lower() == ".svg" else cut_out(cards)
    kind, (wide, high, _) = pieces or seen, Counter(sizes).most_common(1)[0][0]
    meant, said = (size, "") if size else size_meant(sizes, kind)
    look = look_of(kind, meant, top=hexes_of([x / y for x, y, _ in sizes]))
    shape = look.shape
    if not meant and shape.kind == "rectangle" and abs(wide / high * shape.height / shape.width - 1) > _OFF:
        look = look_of(kind, f"{shape.width:g}x{shape.width * high / wide:.4g}")
    notes = [f"clear around them, so {seen} (`--kind cards`: cards all the same)"] * bool(seen)
    return look, seen, notes + [said] * bool(said)


def _placed(cards: Sequence[Path], sizes: Sequence[Extent], look: Look, *, is_cut: bool) -> dict[str, list[str]]:
    """How pictures lie on their pieces, as columns: across, whole where they are of other proportions, with which
    bleed, on which colour that goes on around them."""
    shape, share = look.shape, look.shape.width / look.shape.height
    turned = [_is_as(size, 1 / share) and not _is_as(size, share) for size in sizes]
    is_bare = is_cut or shape.kind == "standee"
    bleeds = [0.0 if is_bare else bleed_in(p, shape, is_turned=so) for p, so in zip(cards, turned, strict=True)]
    whole = [bleed < 0 and shape.kind == "rectangle" for bleed in bleeds]
    usual = 3.0 if look.kind == "tile" and shape.kind != "rectangle" else 0.0  # a scene that fills a hex
    bleeds = [usual if bleed < 0 else bleed for bleed in bleeds]
    edges = [""] * len(cards)
    for n, path in enumerate(cards):
        if shape.kind == "rectangle" and not bleeds[n] and (whole[n] or path.suffix.lower() != ".svg"):
            color, is_plain = sides_of(path)
            edges[n] = (WHITE if color and shows_paper(path) else color) * (whole[n] or is_plain)
    flags = {"whole": whole, "turned": turned}
    said = {what: [("no", "yes")[is_so] for is_so in ups] for what, ups in flags.items()}
    return {**said, "bleed": [f"{bleed:g}" for bleed in bleeds], "edge": edges}


def _told(cards: Sequence[Path], placed: Mapping[str, Sequence[str]], look: Look) -> dict[str, list[str]]:
    """What is told of how pictures lie on their pieces, with which."""
    up = {what: [p.name for p, said in zip(cards, placed[what], strict=True) if said == "yes"] for what in placed}
    bleeds, share = [*map(float, placed["bleed"])], look.shape.width / look.shape.height
    around = "on the colour of their edges" if all(placed["edge"]) else "with nothing around them"
    around = "on larger copies, for the cut" if not any(placed["edge"]) else around
    bleed = f"{bleeds[0]:g} mm, which they have" if bleeds[0] else f"they have none, and are whole, {around}"
    is_drawn = cards[0].suffix.lower() == ".svg" and not (bleeds[0] or any(placed["edge"]))
    bleed = "what they draw beyond their page" if is_drawn else bleed
    is_even, are_alike = look.shape.kind == "rectangle", len({*bleeds}) == 1
    sizes = map(millimetres_of, cards)
    cut = [p.name for p, size in zip(cards, sizes, strict=True) if not (_is_as(size, share) or is_even)]
    return {
        "of other proportions, and whole on the colour of their edges, as their column `whole` says": up["whole"],
        "across the card, and turned, as its column `turned` says": up["turned"],
        "bleed around the pictures": [bleed] * (are_alike and is_even),
        "bleed around the cards, as their column `bleed` says": _counted(bleeds) * (not are_alike),
        "of other proportions, and cut at two sides": cut * (look.kind != "standee"),
    }


def _counted(lengths: Sequence[float]) -> list[str]:
    """Lengths in mm, each once, with how many there are."""
    return [f"{mm:g} mm: {lengths.count(mm)}" for mm in sorted({*lengths})]


def _is_as(size: Extent, share: float) -> bool:
    """True for a picture nearly of this width by its height, with its bleed or without."""
    ways = ((size.wide, size.high), (size.wide - 6, size.high - 6))
    return any((1 - _OFF) * share * y <= x <= (1 + _OFF) * share * y for x, y in ways if y > 0)
