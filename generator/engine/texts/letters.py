"""Letters: every character of a game's texts can be drawn by a font of the project.

Takes a `Game` and its font book; gives a finding (F012) for each run of characters that no font file draws, at its
own place: also in rules and names that stand on no face.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from generator.data.model import Game
from generator.data.walk import Spoken, texts_of
from generator.diagnostics.findings import Finding
from generator.typeset.fonts import FontBook
from generator.typeset.overset import glyph_finding


def undrawn(game: Game, book: FontBook) -> list[Finding]:
    """The findings of all texts of a game, in all its languages."""
    strange = _strange(set().union(*game.sources.values()), book)
    if not strange:
        return []
    run = re.compile(f"[{re.escape(''.join(sorted(strange)))}]+")
    return [f for spoken in texts_of(game) for f in _in_text(game, spoken, run)]


def _strange(characters: Iterable[str], book: FontBook) -> set[str]:
    return {c for c in characters if unicodedata.category(c)[0] not in "CZ" and not _drawn(c, book)}


def _drawn(char: str, book: FontBook) -> bool:
    return any(file.has(char) for file in book.files.values())


def _in_text(game: Game, spoken: Spoken, run: re.Pattern[str]) -> Iterable[Finding]:
    for language, words in spoken.text.words.items():
        for found in run.finditer(words):
            place = spoken.place(game, language, found.start(), len(found[0]))
            kind, _, name = spoken.owner.partition(" ")
            owner = f"`{name or game.id}`" if kind in ("item", "game") else f"the {kind} `{name}`"
            what = f"{owner}, `{spoken.role.rpartition('.')[2]}` in `{language}`"
            yield glyph_finding(found[0], place, what, "no font")
