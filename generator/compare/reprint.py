"""What was printed then, what is to be printed now -> what must be printed again, and what thrown away.

Takes the pieces of two versions of a game in one language and their `Comparison`; gives `Swap`s. Promise: what a player
has after the swap is what the new version says, and no copy is printed that lies in the box already. Two copies are the
same if they are the same on paper, on both sides and in shape (`fingerprint`), whatever they are called and
wherever they stand in the files. Why a face is otherwise is said in a few words: what changed in the component itself,
in its set, in what it speaks of; where the data give no reason it is a picture, or the layout.

Decided: that fingerprint and the content stamp are made of one digest (`face.stamp.digest_of`): what is painted,
glyph by glyph as outlines. So the old and the new copy of a face that is printed again bear different stamps, and the
page that names them can be followed; a face that need not be printed again keeps its stamp, and what lies in the box is
called by it also when the version after next is printed. Outlines are compared by a key that is read from the font's
tables (`typeset.truetype`, 10 microseconds a glyph), always, not only where font files differ: a stamp must be the same
whatever it is compared with. The stamp itself is left out of the fingerprint. Where only the back changed, the page
names the stamp of the back. Two faces bear the same stamp by chance once in 900,000 times.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256

from generator.compare.lines import Phrases, Say
from generator.compare.match import Referent, cross_references
from generator.compare.model import Change, Comparison
from generator.compare.readable import item_names, words_of
from generator.data.model import Game
from generator.face.coarser import pictures
from generator.face.face import Face
from generator.face.raster import picture_key
from generator.face.stamp import digest_of, window_of
from generator.sheet.sheet import Piece
from generator.sheet.swap import Swap
from generator.typeset.fonts import FontBook
from generator.values import Struct, replace
from generator.words import first_few

Appearance = tuple[str, str, str]
"""What makes two copies the same: the fingerprints of front and back, and the paper they are on."""


class _Stock(Struct):
    """One component of one version: its copies, and how many of them stay (or need not be printed)."""

    name: str
    piece: Piece
    appearance: Appearance
    kept: int = 0

    @property
    def rest(self) -> int:
        return self.piece.count - self.kept

    @property
    def set(self) -> str:
        return self.piece.front.set


class Printed(Struct, frozen=True):
    """What a version prints in one language: its pieces, and the fonts they are set in."""

    pieces: Sequence[Piece]
    book: FontBook


def swaps_of(comparison: Comparison, old: Printed, new: Printed, language: str, say: Say) -> list[Swap]:
    """What goes and what comes, in the order of the new box; what is gone for good after the others of its set."""
    before, after = _stocks(old), _stocks(new)
    names = comparison.matching["item"].names
    _keep_matched(before, after, names)
    _keep_alike(before, after)
    reasons = _reasons(comparison, language, say)
    was = {new_id: before[old_id] for old_id, new_id in names.items() if old_id in before}
    labels = _labels(comparison.old, language), _labels(comparison.new, language)
    places = {name: k for k, name in enumerate(before)}
    boxes = {name: k for k, name in enumerate(comparison.new.sets)}
    found: list[tuple[int, Swap]] = []
    for stock in after.values():
        one = was.get(stock.name)
        if stock.rest or (one and one.rest):
            swap = _swap(labels, one, stock, _why(say, one, stock, reasons))
            found.append((boxes[stock.set], replace(swap, place=places[one.name]) if one else swap))
    paired = {stock.name for name, stock in was.items() if name in after}
    for stock in (s for s in before.values() if s.rest and s.name not in paired):
        today = comparison.matching["set"].names.get(stock.set, "")
        gone = replace(stock.piece, count=stock.rest)
        why = say.get("swap.unprinted" if stock.name in names else "swap.gone", "gone")
        swap = Swap(*_called(labels[0], stock), gone, None, why, place=places[stock.name])
        found.append((boxes.get(today, len(boxes)), swap))
    return [swap for _, swap in sorted(found, key=lambda f: f[0])]


def _stocks(printed: Printed) -> dict[str, _Stock]:
    found = {}
    for piece in printed.pieces:
        name = f"{piece.front.set}/{piece.front.item}"
        front, back = (fingerprint(face, printed.book) for face in (piece.front, piece.back))
        found[name] = _Stock(name, piece, (front, back, piece.stock))
    return found


def fingerprint(face: Face | None, book: FontBook) -> str:
    """A digest of all that a face is on paper: its shape, and all that its stamp is made of. "" for no face. What
    lies beyond the bleed, is clipped away or has no paint makes no difference."""
    if face is None:
        return ""
    shape = sha256(repr((face.shape.outline, face.shape.holes, face.shape.folds)).encode())
    shape.update(digest_of(face.nodes, window_of(face.shape), book.keys))
    return shape.hexdigest()


def _keep_matched(before: Mapping[str, _Stock], after: Mapping[str, _Stock], names: Mapping[str, str]) -> None:
    """Copies of a component that looks as it did stay."""
    for old_id, new_id in names.items():
        one, other = before.get(old_id), after.get(new_id)
        if one and other and one.appearance == other.appearance:
            one.kept = other.kept = min(one.piece.count, other.piece.count)


def _keep_alike(before: Mapping[str, _Stock], after: Mapping[str, _Stock]) -> None:
    """Copies that are left over serve for whatever looks the same now."""
    spare: dict[Appearance, list[_Stock]] = defaultdict(list)
    for stock in before.values():
        if stock.rest:
            spare[stock.appearance].append(stock)
    for stock in after.values():
        for other in spare.get(stock.appearance, ()):
            taken = min(stock.rest, other.rest)
            stock.kept += taken
            other.kept += taken


_Labels = Mapping[str, str]
"""What items ("set/item") and sets are called in one language."""


def _labels(game: Game, language: str) -> _Labels:
    said = Phrases(language, {}).word
    found = {owner.id: said(words_of(owner.name, game)) for owner in game.sets.values()}
    for owner in game.sets.values():
        found.update({f"{owner.id}/{name}": said(words) for name, words in item_names(game, owner).items()})
    return found


def _called(labels: _Labels, stock: _Stock) -> tuple[str, str]:
    return labels.get(stock.name) or stock.name, labels.get(stock.set) or stock.name


def _swap(labels: tuple[_Labels, _Labels], old: _Stock | None, new: _Stock, why: str) -> Swap:
    """A component that is in the new version."""
    gone = replace(old.piece, count=old.rest) if old and old.rest else None
    come = replace(new.piece, count=new.rest) if new.rest else None
    was = _called(labels[0], old) if old else ("", "")
    return Swap(*_called(labels[1], new), gone, come, why, *was)


# ---- why copies go or come -------------------------------------------------------------------------------------------

_SEEN = {"term": ("name", "id", "icon", "color", "short", "plural"), "parameter": ("value",), "set": ("name", "pieces")}
"""What of a thing shows on the faces that speak of it."""
_OF_SET = ("size", "layout", "back", "name")


_Reasons = tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]
"""What changed, in words: of an item or a set itself, by its id, and in the things that an item speaks of."""


def _reasons(comparison: Comparison, language: str, say: Say) -> _Reasons:
    own: dict[str, list[str]] = defaultdict(list)
    spoken: dict[str, list[str]] = defaultdict(list)
    things: dict[Referent, str] = {}
    for change in comparison.changes:
        aspect = Phrases(language, say).aspect(change)
        thing = change.subject, change.new_id
        if change.subject == "item" and change.aspect not in ("count", "id"):
            own[change.id].append(aspect)
            things[thing] = _thing(change, language)
        elif change.subject == "field" or (change.subject == "set" and change.aspect in _OF_SET):
            own[change.id.partition("/")[0]].append(aspect)
        if change.aspect in _SEEN.get(change.subject, ()) and (change.aspect == "name" or thing not in things):
            things[thing] = _thing(change, language)
    uses = cross_references(comparison.new)
    for thing, words in sorted(things.items()):
        for kind, item in uses.get(thing, ()):
            spoken[item].extend([words] if kind == "item" and thing != (kind, item) else [])
    return own, spoken


def _thing(change: Change, language: str) -> str:
    """A number or a word that a face speaks of, as it is now."""
    name = Phrases(language, {}).word(change.name) or change.id
    old, new = change.old.words.get(language, ""), change.new.words.get(language, "")
    if change.subject == "parameter":
        return f"{name} {old} → {new}"
    return f"{old} → {name}" if change.aspect == "name" else name


def _shown(stock: _Stock) -> set[bytes]:
    """The pictures on both sides of a component."""
    faces = (stock.piece.front, stock.piece.back)
    return {picture_key(image.data) for face in faces if face for image, _ in pictures(face.nodes)}


def _why(say: Say, old: _Stock | None, new: _Stock, reasons: _Reasons) -> str:
    """Why copies of a component go or come."""
    if old is None:
        return say.get("swap.new", "new")
    if old.appearance == new.appearance:
        key = "swap.more" if new.piece.count > old.piece.count else "swap.fewer"
        return say.get(key, key).format(old=old.piece.count, new=new.piece.count)
    if old.appearance[:2] == new.appearance[:2]:
        return say.get("swap.paper", "paper")
    named = (reasons[0].get(new.name, ()), reasons[0].get(new.set, ()), reasons[1].get(new.name, ()))
    found = list(dict.fromkeys(word for words in named for word in words))
    found = found or [say.get(key := "swap.layout" if _shown(old) == _shown(new) else "swap.picture", key[5:])]
    words = first_few(found, say.get("list.comma", ", "))
    back_only = old.appearance[0] == new.appearance[0]
    return f"{say.get('swap.back', 'back')}{say.get('diff.colon', ': ')}{words}" if back_only else words
