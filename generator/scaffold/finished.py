"""Folders of finished pictures -> decks, with their backs.

The cards are as large as these at 300 dpi (600, 1200 ...), with 3 mm or 1/8 inch of bleed or without, each as it has;
else of the nearest proportions. What is cut out of its picture is a token or a hex.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.data.model import FieldKind
from generator.data.reading.folders import RASTER
from generator.data.reading.grid import plain_ascii
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.project import as_numbered
from generator.scaffold import pages
from generator.scaffold.pages import BACK, FRONT, bare_name, called, is_back
from generator.scaffold.sizes import (
    Look,
    bleed_of,
    cut_out,
    filling,
    hexes_of,
    look_of,
    millimetres_of,
    pieces_called,
    pieces_within,
    svg_size,
    usual_of,
)
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

_COPIES = re.compile(r"[ _-](?:x(\d{1,2})|(\d{1,2})x)$")
_SHEET = (
    "{0} looks like a sheet of {1} x {2} pieces, and is one piece here: cut it into a picture each, with ImageMagick"
    " `magick {0} -crop {1}x{2}@ +repage piece-%02d.png`, and take it out of the folder"
)
_LOOKED = 24
"""So many pictures are looked into for that."""
_KINDS = {"name": "word", "picture": "image", "whole": "flag", "turned": "flag", "bleed": "number", "behind": "image"}


def decks_in(folder: Path, pieces: str, size: str, *, is_apart: bool) -> list[TableSheet]:
    """The cards that lie in a folder, `is_apart` from others of a game, as those are that lie in each of its folders,
    where more lie there; but `fronts` and `backs` are those of one deck. A back that lies above them is theirs."""
    loose, decks = _pictures([folder]), pages.deck_folders(folder)
    inner = {pages.home_of(one): len(_pictures(one)) for one in decks}
    if sum(not is_back(p) for p in loose) >= sum(inner.values()):
        lone = _deck(folder.parent if is_apart else folder, [folder], pieces, size) if loose else None
        left = ", ".join(f"{home.relative_to(folder).as_posix()}/ ({many})" for home, many in inner.items())
        more = [f"not taken, pictures in folders: {left}; `pnp new . --from` makes a deck of such a folder"] * bool(
            inner
        )
        return [replace(lone, notes=[*lone.notes, *more])] if lone else []
    kinds = [pieces or pieces_called(home.name) for home in inner]
    found = [_deck(folder, one, kind, size, loose) for one, kind in zip(decks, kinds, strict=True)]
    made = [*filter(None, found)]
    left = ", ".join(p.name for p in loose if p not in [one.back for one in made])
    more = [f"not taken, as others lie in folders: {left}; for a deck of them put them into one, too"] * bool(left)
    return [replace(one, notes=[*one.notes, *more]) if one is made[-1] else one for one in made]


def _pictures(homes: Sequence[Path]) -> list[Path]:
    """The pictures in folders, else their drawings, as people order them: 2 before 10."""
    files = [p for home in homes for p in home.iterdir() if p.name[0] != "." and p.is_file()]
    files.sort(key=as_numbered)
    drawn = [p for p in files if p.suffix.lower() == ".svg"]
    return [p for p in files if p.suffix.lower() in RASTER] or drawn


def _deck(folder: Path, homes: Sequence[Path], pieces: str, size: str, above: Sequence[Path] = ()) -> TableSheet | None:
    """The cards that lie in some folders of one, or in itself, and their back, which may be `above`; None without any.
    What is not said the pictures tell."""
    found = _pictures(homes)
    names = {p: p.relative_to(folder).as_posix() for p in found}
    behind = _behind(names)
    cards = [p for p in found if p not in behind.values()]
    others = [p for p in cards if len(homes) > 1 and BACK.fullmatch(bare_name(p.parent))]
    shared = sorted((p for p in above if is_back(p, pages.home_of(homes))), key=lambda p: -len(bare_name(p)))
    back = next(filter(is_back, cards), others[0] if len(others) == 1 else next(iter(shared), None))
    cards = [p for p in cards if p != back and p not in others]
    if not cards:
        return None
    sizes = [millimetres_of(card) for card in cards]
    look, bleed, seen = _look(cards, sizes, pieces, size)
    w, h, pieces = look.shape.width, look.shape.height, pieces or seen
    turned = [p.name for p, (x, y) in zip(cards, sizes, strict=True) if _is_as(x, y, h / w) and not _is_as(x, y, w / h)]
    sizes = [(y, x) if p.name in turned else (x, y) for p, (x, y) in zip(cards, sizes, strict=True)]
    bleeds = [bleed_of(card, look.shape, bleed) for card in sizes]
    bleed = Counter(bleeds).most_common(1)[0][0] if bleeds else bleed
    copies = [next(filter(None, said.groups())) if (said := _COPIES.search(p.stem)) else "1" for p in cards]
    other = [p.name for p, (x, y) in zip(cards, sizes, strict=True) if not _is_as(x, y, w / h)]
    notes = [f"clear around them, so {seen} (`--kind cards`: cards all the same)"] * bool(seen)
    notes += [_SHEET.format(p.name, *many) for p in cards[:_LOOKED] if (many := pieces_within(p)) != (1, 1)]
    notes += [f"back: {back.name}"] if back else ["back: none (a picture called `back` would be it)"] * (not behind)
    far = [p.name for p, (x, y) in zip(cards, sizes, strict=True)
           if look.kind == "card" and not 3 * w / h < 4 * x / y < 16 * w / h / 3]  # fmt: skip
    other = [name for name in other if name not in far]
    columns = {"name": [_COPIES.sub("", p.stem) for p in cards], "count": copies, "picture": [names[p] for p in cards]}
    columns |= {"whole": [("no", "yes")[p.name in far] for p in cards]} if far else {}
    columns |= {"turned": [("no", "yes")[p.name in turned] for p in cards]} if turned else {}
    columns |= {"bleed": [f"{b:g}" for b in bleeds]} if turned or len({*bleeds}) > 1 else {}
    columns |= {"behind": [names[behind[p]] if p in behind else "" for p in cards]} if behind else {}
    like_backs = [p.name for p in cards if any(map(BACK.fullmatch, _words(p.stem)))]
    rows, table = [*zip(*columns.values(), strict=True)], io.StringIO()
    csv.writer(table, lineterminator="\n").writerows([columns, *rows])
    told = {
        "backs of their own": [p.name for p in behind.values()],
        "called as a back, and a card all the same": like_backs,
        "not taken, as no front is called so": [p.name for p in others if p != back],
        "of quite other proportions, and whole within margins, as its column `whole` says": far,
        "across the card, and turned, as its column `turned` says": turned,
        "bleed around the cards, as their column `bleed` says": _counted(bleeds) if len({*bleeds}) > 1 else [],
        "of other proportions, and cut at two sides": other,
    }  # fmt: skip
    notes += [f"{what}: {', '.join(some[:8])}" + " ..." * (len(some) > 8) for what, some in told.items() if some]
    title = called(home.name) if (home := pages.home_of(homes)) != folder else (pieces or "cards").capitalize()
    set_id = slug(plain_ascii(title), NAME) or pieces or "cards"
    return TableSheet(
        set_id, title, folder / f"{set_id}.csv", f"{set_id}.csv",
        {f: (FieldKind(_KINDS[f], optional="" in said), f) for f, said in columns.items() if f in _KINDS},
        [{**dict(zip(columns, row, strict=True)), "count": int(row[1])} for row in rows],
        look, {names[p]: [p] for p in (*cards, *behind.values())},
        {"count": ["count"], "notes": [], "unread": [], "lost": [], "bare": []}, notes,
        table.getvalue().encode(), filling(look.shape, bleed), back,
    )  # fmt: skip


def _look(
    cards: Sequence[Path], sizes: Sequence[tuple[float, float]], pieces: str, size: str
) -> tuple[Look, float, str]:
    """What pictures of these sizes (mm) are, their bleed, and what they are seen to be where nothing says it."""
    is_drawn = bool(cards) and cards[0].suffix.lower() == ".svg"
    seen = "" if pieces or is_drawn else cut_out(cards)
    is_said = is_drawn and not svg_size(cards[0])[2]
    usual, bleed, is_so = usual_of(sizes, is_said=is_said) if sizes and not size else (size, 3.0, False)
    pieces = pieces or seen
    size = usual if not pieces or (is_so and pieces in ("cards", "boards")) else size
    look = look_of(pieces, size, top=hexes_of(tuple(x / y for x, y in sizes)))
    # drawings have their bleed beyond their page, tokens of programs none
    return look, 0.0 if is_drawn or look.kind == "token" or seen else bleed, seen


def _counted(lengths: Sequence[float]) -> list[str]:
    """Lengths in mm, each once, with how many there are."""
    return [f"{mm:g} mm: {lengths.count(mm)}" for mm in sorted({*lengths})]


def _words(name: str) -> list[str]:
    return [*map(plain_ascii, re.findall(r"[^\W\d_]+|\d+", name))]


def _is_as(wide: float, high: float, share: float) -> bool:
    """True for a picture nearly of this width by its height, with its bleed or without."""
    return any(0.94 * share <= x / y <= 1.06 * share for x, y in ((wide, high), (wide - 6, high - 6)))


def _behind(found: Mapping[Path, str]) -> dict[Path, Path]:
    """The pictures of fronts, with those of their own backs: `01 front` and `01 back`, `fox` and `fox-back`."""
    words = {p: _words(name.removesuffix(p.suffix)) for p, name in found.items()}
    bare = {p: tuple(w for w in said if not (FRONT.fullmatch(w) or BACK.fullmatch(w))) for p, said in words.items()}
    backs = {bare[p]: p for p, said in words.items() if any(map(BACK.fullmatch, said))}
    pairs = {p: backs[bare[p]] for p in found if bare[p] in backs and p not in backs.values()}
    return {p: back for p, back in pairs.items() if bare[p]}  # `front` and `back` alone: that of all


def behind_of(drawing: Path) -> Path | None:
    """The drawing beside one that is its back: `card-back.svg` of `card.svg`, or `back.svg`."""
    near = {p: p.name for p in sorted(drawing.parent.glob("*.svg"))}
    return _behind(near).get(drawing) or next((p for p in near if p != drawing and is_back(p)), None)
