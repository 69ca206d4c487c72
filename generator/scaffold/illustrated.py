"""The pictures that a table names: whether they are all that its pieces show, fill these, or are hexes.

Takes what a few files look like, not all of them.
"""

from __future__ import annotations

from pathlib import Path

from generator.data.model import NAME_FIELDS
from generator.data.reading.grid import plain
from generator.data.reading.guessing import is_called_as
from generator.scaffold import meanings
from generator.scaffold.extents import bleed_of, millimetres_of
from generator.scaffold.sizes import hexes_of, look_at
from generator.scaffold.tablesheet import TableSheet


def are_pictures(sheet: TableSheet) -> bool:
    """True where pieces are their pictures: nothing is said of them besides, but what they are called, or what
    stands again and again beside one picture that is called as another column says."""
    images = sheet.of("image")
    files = [tuple(plain(Path(str(item.get(f, ""))).stem) for f in images) for item in sheet.items]
    own = {
        f: [plain(meanings.in_one_language(i.get(f, ""))) for i in sheet.items] for f in sheet.fields if f not in images
    }
    left = [f for f, said in own.items() if not all(map(is_called_as, said, files))]
    if are_finished(sheet):
        return True
    has_all = any(len(sheet.words(f)) == len(sheet.items) for f in images)
    is_again = len(left) < len(own) and len({*files}) < len(files)
    is_again = is_again and all(len({*zip(files, own[f], strict=True)}) == len({*files}) for f in left)
    return has_all and len(left) < 2 and (is_again or all(f in NAME_FIELDS or sheet.says(f, "name") for f in left))


def are_finished(sheet: TableSheet) -> bool:
    """True for cards of which each has a picture of its own, all upright in one proportion, with a ground, and nothing
    beside that tells most apart: a name that few have, words and numbers of groups; unless somebody says that these are
    pictures of them."""
    images, many = sheet.of("image"), len(sheet.items)
    if len(images) != 1 or many < _FEW or sheet.told("image") or len({*sheet.words(images[0])}) < many:
        return False
    left = [f for f in sheet.fields if f not in images]
    is_plain = not any(sheet.is_prose(f) or sheet.says(f, "cost") for f in left) and len(left) <= _FEW
    return is_plain and all(2 * len({*sheet.words(f)}) <= many for f in left) and bool(card_share(sheet))


def card_share(sheet: TableSheet) -> float:
    """The width by the height of pictures that may be cards, as all have nearly this one and a ground; 0 of others."""
    looks = _looks(sheet)
    shares = sorted(share for share, _ in looks) or [0.0]
    is_one = all(is_whole for _, is_whole in looks) and shares[-1] - shares[0] < _SAME
    return shares[0] * (is_one and _UPRIGHT[0] < shares[0] < _UPRIGHT[1])


_FEW, _SAME, _UPRIGHT = 4, 0.015, (0.55, 0.8)


def pictures_cover(sheet: TableSheet, field: str, cut: float = 0.0) -> bool:
    """True if the pictures of a field are as large as the pieces, or their pages with the bleed; or have a ground,
    and lose no more than that share where they fill a piece. A drawing that says no size is a symbol."""
    found = [path for word in sheet.words(field) for path in sheet.pictures.get(word, ())][:8]
    drawn = [p.suffix.lower() == ".svg" and not millimetres_of(p).dots for p in found]
    bleeds = [-1.0 if so else bleed_of(millimetres_of(p), sheet.look.shape) for p, so in zip(found, drawn, strict=True)]
    share = sheet.look.shape.width / sheet.look.shape.height
    looks = zip(bleeds, map(look_at, found), strict=True)
    return bool(found) and all(b >= 0 or (is_whole and abs(s / share - 1) < cut) for b, (s, is_whole) in looks)


def pictures_fill(sheet: TableSheet, share: float, field: str = "", most: float = 2) -> bool:
    """True if pictures (of a field) fill a box so wide by its height: none is cut out, half of each is seen, or
    what is left where one has so many times (`most`) what is seen."""
    return all(is_whole and s < most * share and share < most * s for s, is_whole in _looks(sheet, field))


def hexes_shown(sheet: TableSheet) -> str:
    """How the hexes stand that pictures are, `point` or `flat`; "" for others."""
    return hexes_of(tuple(share for share, _ in _looks(sheet)))


def _looks(sheet: TableSheet, field: str = "") -> list[tuple[float, bool]]:
    words = sheet.words(field) if field else sheet.pictures
    return [look_at(path) for path in [p for word in words for p in sheet.pictures.get(word, ())][:8]]
