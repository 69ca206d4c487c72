"""What was printed then, what is to be printed now -> what must be printed again, and what thrown away.

Takes the pieces of two versions of a game in one language and their `Comparison`; gives `Swap`s. Promise: what a player
has after the swap is what the new version says, and no copy is printed that lies in the box already. Two copies are the
same if they are the same on paper, on both sides and in shape (`spots.Prints`), whatever they are called and wherever
they stand in the files.

Decided: that fingerprint and the content stamp are made of one digest (`layout.measure.digest_of`): what is painted,
glyph by glyph as outlines. So the old and the new copy of a face that is printed again bear different stamps, and the
page that names them can be followed; a face that need not be printed again keeps its stamp, and what lies in the box is
called by it also when the version after next is printed. Outlines are compared by a key that is read from the font's
tables (`typeset.glyphs`, 10 microseconds a glyph), always, not only where font files differ: a stamp must be the same
whatever it is compared with. The stamp itself is left out of the fingerprint. Where only the back changed, the page
names the stamp of the back. Two faces bear the same stamp by chance once in 900,000 times.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from generator.compare.change import Comparison
from generator.compare.names import Words, item_names, words_of
from generator.compare.reasons import Reasons, Say, reasons_of, why
from generator.compare.spots import Prints
from generator.data.model import Game
from generator.sheet.sheet import Piece
from generator.sheet.swap import Swap

Looks = tuple[str, str, str]
"""What makes two copies the same: the fingerprints of front and back, and the paper they are on."""


@dataclass(slots=True)
class _Stock:
    """One component of one version: its copies, and how many of them stay (or need not be printed)."""

    name: str
    piece: Piece
    looks: Looks
    kept: int = 0

    @property
    def rest(self) -> int:
        return self.piece.count - self.kept


@dataclass(frozen=True, slots=True)
class Printed:
    """What a version prints in one language: its pieces, and the fingerprints of its faces."""

    pieces: Sequence[Piece]
    prints: Prints


def swaps_of(comparison: Comparison, old: Printed, new: Printed, language: str, say: Say) -> list[Swap]:
    """What goes and what comes, in the order of the new box; what is gone for good after the others of its set."""
    before, after = _stocks(old), _stocks(new)
    names = comparison.matching.items.names
    _keep_matched(before, after, names)
    _keep_alike(before, after)
    reasons = reasons_of(comparison)
    was = {new_id: before[old_id] for old_id, new_id in names.items() if old_id in before}
    called = _Called.of(comparison)
    places = {name: k for k, name in enumerate(before)}
    sets = {name: k for k, name in enumerate(comparison.new.sets)}
    found: list[tuple[int, Swap]] = []
    for stock in after.values():
        one = was.get(stock.name)
        if stock.rest or (one and one.rest):
            swap = _swap(called, one, stock, reasons, language, say)
            swap = replace(swap, place=places[one.name]) if one else swap
            found.append((sets[stock.name.partition("/")[0]], swap))
    paired = {stock.name for name, stock in was.items() if name in after}
    gone = [stock for stock in before.values() if stock.name not in paired and stock.rest]
    for stock in gone:
        today = comparison.matching.sets.names.get(stock.name.partition("/")[0], "")
        lost = _lost(called, stock, language, say, stock.name in names)
        found.append((sets.get(today, len(sets)), replace(lost, place=places[stock.name])))
    return [swap for _, swap in sorted(found, key=lambda f: f[0])]


def _stocks(printed: Printed) -> dict[str, _Stock]:
    found = {}
    for piece in printed.pieces:
        name = f"{piece.front.set}/{piece.front.item}"
        looks = (printed.prints.of(piece.front), printed.prints.of(piece.back), piece.stock)
        found[name] = _Stock(name, piece, looks)
    return found


def _keep_matched(before: Mapping[str, _Stock], after: Mapping[str, _Stock], names: Mapping[str, str]) -> None:
    """Copies of a component that looks as it did stay."""
    for old_id, new_id in names.items():
        one, other = before.get(old_id), after.get(new_id)
        if one and other and one.looks == other.looks:
            one.kept = other.kept = min(one.piece.count, other.piece.count)


def _keep_alike(before: Mapping[str, _Stock], after: Mapping[str, _Stock]) -> None:
    """Copies that are left over serve for whatever looks the same now."""
    spare: dict[Looks, list[_Stock]] = defaultdict(list)
    for stock in before.values():
        if stock.rest:
            spare[stock.looks].append(stock)
    for stock in after.values():
        for other in spare.get(stock.looks, ()):
            taken = min(stock.rest, other.rest)
            stock.kept += taken
            other.kept += taken


@dataclass(frozen=True, slots=True)
class _Called:
    """What items and sets of both versions are called."""

    items: tuple[Mapping[str, Words], Mapping[str, Words]]
    sets: tuple[Mapping[str, Words], Mapping[str, Words]]

    @staticmethod
    def of(comparison: Comparison) -> _Called:
        both = (comparison.old, comparison.new)
        one, other = (_item_names(game) for game in both)
        first, second = ({s.id: words_of(s.name, game) for s in game.sets.values()} for game in both)
        return _Called((one, other), (first, second))

    def item(self, side: int, name: str, language: str) -> str:
        return _in(self.items[side].get(name, {}), language) or name

    def set(self, side: int, name: str, language: str) -> str:
        return _in(self.sets[side].get(name.partition("/")[0], {}), language) or name


def _in(words: Words, language: str) -> str:
    return words.get(language) or next(iter(words.values()), "")


def _item_names(game: Game) -> dict[str, Words]:
    return {f"{s.id}/{k}": words for s in game.sets.values() for k, words in item_names(game, s).items()}


def _swap(called: _Called, old: _Stock | None, new: _Stock, reasons: Reasons, language: str, say: Say) -> Swap:
    """A component that is in the new version."""
    words = _words(old, new, reasons, language, say)
    gone = replace(old.piece, count=old.rest) if old and old.rest else None
    come = replace(new.piece, count=new.rest) if new.rest else None
    name, owner = called.item(1, new.name, language), called.set(1, new.name, language)
    was = (called.item(0, old.name, language), called.set(0, old.name, language)) if old else ("", "")
    return Swap(name, owner, gone, come, words, *was)


def _words(old: _Stock | None, new: _Stock, reasons: Reasons, language: str, say: Say) -> str:
    """Why copies of a component go or come."""
    if old is None:
        return say.get("swap.new", "new")
    if old.looks == new.looks:
        key = "swap.more" if new.piece.count > old.piece.count else "swap.fewer"
        return say.get(key, key).format(old=old.piece.count, new=new.piece.count)
    if old.looks[:2] == new.looks[:2]:
        return say.get("swap.paper", "paper")
    faces = [f for f in (new.piece.front, new.piece.back) if f]
    words = why(reasons, new.name, faces, language, say)
    return words if old.looks[0] != new.looks[0] else f"{say.get('swap.back', 'back')}: {words}"


def _lost(called: _Called, old: _Stock, language: str, say: Say, kept: bool) -> Swap:
    """A component that is no more, or (`kept`) that is not printed any more."""
    gone = replace(old.piece, count=old.rest)
    words = say.get("swap.unprinted" if kept else "swap.gone", "gone")
    return Swap(called.item(0, old.name, language), called.set(0, old.name, language), gone, None, words)


def to_print(swaps: Sequence[Swap]) -> tuple[Piece, ...]:
    """The pieces to be printed, with the number of copies."""
    return tuple(s.new for s in swaps if s.new and s.new.count)
