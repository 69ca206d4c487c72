"""The lines of every bundled game, faces and rules: broken as the trade breaks them, no wider than their box, none upon
another.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import pairwise, product

import pypdfium2
import pytest

from generator.commands.rules import rule_summary
from generator.values import replace
from tests.games_kit import EVERY_LANGUAGE, GAMES, PROJECT, languages
from tests.games_read import Read, expected, reads
from tests.measure import MM
from tests.measure_seen import Letter, letters

every_language = pytest.mark.parametrize("spoken", EVERY_LANGUAGE)
_ONE = {(game, languages(game)[n % len(languages(game))]) for n, game in enumerate(GAMES)}
RULES = [row for row in EVERY_LANGUAGE if row.values[0] in _ONE]
"""The rules of each game in one of its languages."""

NOT_FIRST = frozenset(
    "、。，．・：；？！,.:;?!)]}）］｝〕〉》」』】’”…‥ー゛゜ヽヾゝゞ々〻‐–〜～%％℃"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
)
"""No line begins with these."""
NOT_LAST = frozenset("([{（［｛〔〈《「『【‘“#＃$￥¥§№")
"""No line ends with these."""


def lines_of(text) -> list[list[Letter]]:
    """The lines of one text: a line ends where the next letter stands lower and further left."""
    found: list[list[Letter]] = []
    for letter in text:
        last = found[-1][-1] if found else None
        if last is None or (letter.middle[1] - last.middle[1] > 0.5 * letter.size and letter.box[0] < last.box[0]):
            found.append([])
        found[-1].append(letter)
    return found


def badly_broken(lines, spaced: str = "") -> list[str]:
    """Breaks that the trade forbids: signs that may not begin or end a line, and Latin words or numbers cut in two
    (`spaced` is the text with its spaces).
    """
    faults = []
    joined = "".join(c if not c.isspace() else " " for c in spaced)
    done = 0
    for one, two in pairwise(lines):
        done += len(one)
        last, first = one[-1].text, two[0].text
        around = f"{''.join(x.text for x in one[-6:])} / {''.join(x.text for x in two[:6])}"
        if first in NOT_FIRST or last in NOT_LAST:
            faults.append(around)
        elif (
            spaced
            and last.isascii()
            and first.isascii()
            and last.isalnum()
            and first.isalnum()
            and not gap(joined, done)
        ):
            faults.append(f"cut in two: {around}")
    return faults


def gap(spaced: str, count: int) -> bool:
    """Is there a space after so many printed characters?"""
    for k, sign in enumerate(spaced):
        count -= not sign.isspace()
        if count == 0:
            return spaced[k + 1 : k + 2].isspace()
    return False


def too_wide(lines, room: float) -> list[str]:
    """Lines whose ink is wider than their box."""
    return ["".join(x.text for x in one) for one in lines
            if room and max(x.box[2] for x in one) - min(x.box[0] for x in one) > room + 0.01]  # fmt: skip


def narrower(a: Letter, b: Letter) -> Letter:
    return replace(a, box=(max(a.box[0], b.box[0]), a.box[1], min(a.box[2], b.box[2]), a.box[3]))


def texts_of(read: Read, game_id: str, language: str):
    """Each text of a face with its letters. A letter is as wide as both readers grant: an f may hang over its advance,
    a comma of full width stands in half of it.
    """
    shared = [x.text for x in read.pdfium] == [x.text for x in read.pdfplumber]
    text = tuple(map(narrower, read.pdfium, read.pdfplumber)) if shared else read.pdfplumber
    said = expected(read.cell.name, language, game_id)
    if not read.cell.whole:  # a part: the texts that are in it, but for those that others have in them
        said = [s for s in said if s.words in read.text and sum(s.words in other.words for other in said) == 1]
    place = 0
    for one in said:
        start = read.text.find(one.words, place)
        if start >= 0 and one.words:
            place = start + len(one.words)
            yield one, text[start:place]


@every_language
def test_no_line_of_any_face_is_badly_broken_or_too_wide(spoken):
    game_id, language = spoken
    faults, lines = [], 0
    for read in reads(*spoken):
        for said, text in texts_of(read, game_id, language):
            broken = lines_of(text) if said.lines else [list(text)]
            lines += len(broken)
            level = abs(text[0].middle[1] - broken[0][-1].middle[1]) < text[0].size
            faults += badly_broken(broken, said.source)
            faults += too_wide(broken, said.room) if level else []
    assert faults == []
    assert lines > 100


@cache
def rules_of(game_id: str, language: str) -> bytes:
    outputs, _ = rule_summary(PROJECT, game_id, (language,), "pdf", "a4", "designers")
    return outputs[0].data


@cache
def letters_of_rules(game_id: str, language: str):
    return letters(rules_of(game_id, language))


@pytest.mark.parametrize("spoken", RULES)
def test_no_line_of_the_rules_is_badly_broken(spoken):
    """Every break of the rule summary: a line that follows another closely, in the same size, further left."""
    faults, breaks = [], 0
    for text in letters_of_rules(*spoken):
        runs = lines_of(text)
        for one, two in pairwise(runs):
            down = two[0].middle[1] - one[-1].middle[1]
            if abs(one[-1].size - two[0].size) < 0.05 and down < 2.2 * two[0].size:
                breaks += 1
                faults += badly_broken([one, two])
    assert faults == []
    assert breaks > 100


@pytest.mark.parametrize("spoken", RULES)
def test_no_line_of_the_rules_leaves_its_page_or_runs_into_another(spoken):
    for page, text in zip(pypdfium2.PdfDocument(rules_of(*spoken)), letters_of_rules(*spoken), strict=True):
        width, height = (points * MM for points in page.get_size())
        out = [x for x in text if min(x.box[0], x.box[1], width - x.box[2], height - x.box[3]) < 5]
        assert [x.text for x in out] == []
        assert collisions(text, 1.6) == []  # smaller: in figures, where cards lie on cards


def collisions(text, height=0.0) -> list[str]:
    """Letters whose ink boxes share more than half of the smaller: words that run into each other. (Neighbours may:
    a Q's tail passes below its u.) `height`: one of them is at least so high, mm.
    """
    found, near = set(), defaultdict(list)
    for i, a in enumerate(text):
        left, top, right, bottom = (int(v / CELL) for v in a.box)
        for place in product(range(left, right + 1), range(top, bottom + 1)):
            for j, b in near[place]:
                if j == i - 1:
                    continue
                wide = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
                high = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
                least = min((x.box[2] - x.box[0]) * (x.box[3] - x.box[1]) for x in (a, b))
                tall = max(x.box[3] - x.box[1] for x in (a, b))
                if wide > 0 and high > 0 and wide * high > least / 2 and least > 0.05 and tall >= height:
                    found.add(f"{a.text} on {b.text} at {a.box[0]:.0f}, {a.box[1]:.0f}")
            near[place].append((i, a))
    return sorted(found)


CELL = 5.0
"""Letters of one square of a page (mm) are held against each other."""


@every_language
def test_no_letter_of_any_face_lies_on_another(spoken):
    assert [(read.cell.name, c) for read in reads(*spoken) for c in collisions(read.pdfium)] == []
