"""Names of finished pictures -> what is behind what.

Takes what files are called; gives the back of each front: its own, that of its group, the one of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.data.reading.grid import plain_ascii
from generator.scaffold.pages import BACK, FRONT, is_back, is_sure


def named_parts(name: str) -> list[str]:
    """The words and numbers of a name, also of `FoxBack`."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    apart = re.sub(r"(?i)(?<![^\W_])(card|deck)[\W_]*(?=backs?(?![^\W\d_]))", r"\1", apart)  # one word
    return [*map(plain_ascii, re.findall(r"[^\W\d_]+|\d+", apart))]


def _bare(name: str) -> tuple[str, ...]:
    """What a name says but for its side."""
    return tuple(word for word in named_parts(name) if not (FRONT.fullmatch(word) or BACK.fullmatch(word)))


def is_called_back(picture: Path) -> bool:
    """True for what has that word in its name."""
    return any(map(BACK.fullmatch, named_parts(picture.stem)))


def group_of(back: Path) -> str:
    """What cards are called that have a back, by its name."""
    return "_".join(w for w in _bare(back.stem) if not w.isdecimal()) or "fox"


def turned_among(pictures: Sequence[Path]) -> Path | None:
    """The one front of many backs, by their names: what all have behind, whatever it is called."""
    fronts = [p for p in pictures if not is_called_back(p)]
    is_so = len(fronts) == 1 and len(pictures) > _SIDES and any(map(FRONT.fullmatch, named_parts(fronts[0].stem)))
    return fronts[0] if is_so else None


_SIDES = 3
"""A front may have two backs, of which one is chosen."""


def behind_among(found: Mapping[Path, str]) -> dict[Path, Path]:
    """The pictures of fronts, with those of their own backs, `01 front` and `01 back`, `fox` and `fox-back`, else with
    the one of their group: `cardback_Elves_00` of `troop_Elves_00`, `troop_Elves_01`."""
    words = {p: named_parts(name.removesuffix(p.suffix)) for p, name in found.items()}
    bare = {p: _bare(name.removesuffix(p.suffix)) for p, name in found.items()}
    called = [p for p, said in words.items() if any(map(BACK.fullmatch, said))]
    backs = {bare[p]: p for p in called}
    pairs = {p: backs[bare[p]] for p in found if bare[p] in backs and p not in called}
    numbered = [p for p in pairs if re.sub(r"\D", "", p.stem) == re.sub(r"\W|_", "", FRONT.sub("", p.stem.lower()))]
    if 2 * len(numbered) < len(found) - len(called):  # of cards `1`, `2` ... `back1` is another back
        pairs = {p: back for p, back in pairs.items() if p not in numbered}
    kin = {p: _kin(said) for p, said in bare.items()}
    lone = [p for p in called if is_sure(p) and sum(kin[p] == kin[other] for other in called) == 1]
    for p in sorted(lone, key=lambda p: -len(kin[p])):
        own = [front for front, back in pairs.items() if back == p]
        group = [q for q in found if q not in called and (q not in pairs or q in own) and _holds(kin[q], kin[p])]
        group = [q for q in group if kin[q] == kin[p] or not own]  # `fox-back` is none of `fox cub`
        is_of_one = bool(own) and re.search(r"\d.*back", p.stem.lower()) is not None
        if kin[p] and len(group) > 1 and not is_of_one:
            pairs |= dict.fromkeys(group, p)
    return {p: back for p, back in pairs.items() if bare[p]}  # `front` and `back` alone: that of all


def _kin(words: Iterable[str]) -> tuple[str, ...]:
    """What a name says besides numbers, of one or of many."""
    return tuple(word.removesuffix("s") for word in words if not word.isdecimal())


def _holds(words: Sequence[str], part: Sequence[str]) -> bool:
    return any(words[n : n + len(part)] == part for n in range(len(words)))


def behind_of(drawing: Path) -> Path | None:
    """The drawing beside one that is its back: `card-back.svg` of `card.svg`, or `back.svg`."""
    near = {p: p.name for p in sorted(drawing.parent.glob("*.svg"))}
    return behind_among(near).get(drawing) or next((p for p in near if p != drawing and is_back(p)), None)


def versions_among(cards: Sequence[Path]) -> list[str]:
    """The names of pictures that are some of several versions, `fox_v2` and `fox_v3`."""
    stems = {p: re.sub(r"[\W_]+v(?:ersion)?[ ._-]?\d+$", "", p.stem.lower()) for p in cards}
    return [p.name for p in cards if len(stems[p]) < len(p.stem) and [*stems.values()].count(stems[p]) > 1]
