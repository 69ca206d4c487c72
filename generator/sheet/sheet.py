"""The value between sheet and export: a `Sheet`, one side of one piece of paper.

Promise: everything on the page has a position in mm, y down, origin at the top left of the paper; all
sheets are upright (portrait) so that one duplex setting serves a whole file; front and back are paired.

layouts/papers.yaml -> `Paper`s.

Takes a project; gives its papers and the bundled ones by id, the project's own before. Promise: every paper is upright
and leaves room to print; what cannot be read is a Fault that names the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby

from generator.cache import key_of
from generator.data.reading.load import entries
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.face.face import Color, Face, Group, Matrix, Node, Path, Segments, Stroke
from generator.face.geometry import Box
from generator.project import BUNDLED, Project
from generator.values import Alike, Struct, field, lazy_pattern
from generator.words import FALLBACK, fill_in, read_words, shortened


class Paper(Struct, frozen=True):
    """A paper: size and the margin that home printers cannot print on, mm."""

    id: str
    name: str
    width: float
    height: float
    margin: float = 5.0

    @property
    def printable(self) -> Box:
        """What a home printer reaches."""
        return (self.margin, self.margin, self.width - self.margin, self.height - self.margin)


class Job(Struct, frozen=True, dict=True):
    """How to impose. `backs` is "long-edge", "short-edge", "fold" or "none"; `bleed` is the most that is wanted, mm;
    `back_offset` shifts all that is printed on back sides (right, down, mm). `words` are `read_words`'s of `language`;
    `names` are set ids with their names in it. All that is printed outside the faces comes from here. `fewest`: the
    fewest sheets, whatever shares one.
    """

    paper: Paper
    backs: str = "long-edge"
    bleed: float = 3.0
    proof: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    title: str = ""
    version: str = ""
    language: str = "en"
    words: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    fewest: bool = False

    @cached_property
    def key(self) -> bytes:
        """What sheets of it are kept under."""
        return key_of("sheet", self)

    @property
    def sides(self) -> int:
        """How many pages of a file one piece of paper takes: 2 where backs are printed on its other side."""
        return 2 if self.backs in ("long-edge", "short-edge") else 1

    @property
    def name(self) -> str:
        """Title and version as captions print them: of a long title its first words."""
        return self.facts(shortened(self.title), self.version)

    def say(self, key: str, **values: object) -> str:
        """The words of a key with `{name}`s filled in; the key itself if there are none."""
        return fill_in(self.words.get(key, key), values)

    def facts(self, *words: str) -> str:
        """Words beside each other that are no sentence; empty ones are left out."""
        return self.say("list.facts").join(filter(None, words))

    def name_of(self, set_id: str) -> str:
        """A set's name as captions print it."""
        return self.names.get(set_id, set_id)

    def join(self, set_ids: Sequence[str]) -> str:
        """The names of sets as a list."""
        return self.say("list.comma").join(self.name_of(s) for s in set_ids)


class Piece(Alike, frozen=True):
    """What is to be printed `count` times: a front and, if there is one, its back. Pieces of different `stock` (the
    weight of paper they want: "card", "board", "light", "paper") or of another `group` (whose they are) never share a
    sheet; `owner` is whose it is even so, and `emblem` the owner's sign, 1 x 1 mm. `mark`: where it is written.
    """

    BESIDE = ("mark",)
    front: Face
    back: Face | None
    count: int
    stock: str = ""
    group: str = ""
    owner: str = ""
    emblem: Group | None = None
    mark: Mark = Mark("")


STOCKS = {"card": "card", "die": "light", "standee": "light", "box": "light", "sheet": "paper"}
"""Kind of set -> the paper it wants; every other kind wants "board"."""


class Placement(Struct, frozen=True):
    """A face on a sheet. (x, y) is the top left of its trim on the page, turned clockwise by `turn` quarter turns.
    `window`, in the face's own mm, is the part of a board that is larger than the paper (None: the whole trim box).
    `bleed` is how far beyond the trim (or window) paint may reach at the left, top, right and bottom **of the page**,
    in mm. `clip`, in the face's mm, is set where a neighbour is nearer than that (nested tiles, circles in a hexagonal
    packing): paint is then clipped to that path (even-odd rule) as well, which leaves out what the neighbour cuts.
    """

    face: Face
    x: float
    y: float
    turn: int = 0
    window: Box | None = None
    bleed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    clip: Segments = ()

    @property
    def shown(self) -> Box:
        """The part of the face within the trim, in the face's mm."""
        return self.window or (0.0, 0.0, self.face.shape.width, self.face.shape.height)

    @property
    def width(self) -> float:
        """Width of the trim on the page."""
        x1, y1, x2, y2 = self.shown
        return y2 - y1 if self.turn % 2 else x2 - x1

    @property
    def height(self) -> float:
        """Height of the trim on the page."""
        x1, y1, x2, y2 = self.shown
        return x2 - x1 if self.turn % 2 else y2 - y1

    @property
    def trim(self) -> Box:
        """The trim on the page."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)

    @property
    def bled(self) -> Box:
        """The trim with its bleed on the page."""
        left, top, right, bottom = self.bleed
        return (self.x - left, self.y - top, self.x + self.width + right, self.y + self.height + bottom)

    @property
    def painted(self) -> Box:
        """The part of the face that is shown with its bleed, in the face's mm."""
        (x1, y1, x2, y2), turn = self.shown, self.turn % 4
        left, top, right, bottom = (self.bleed * 2)[turn : turn + 4]
        return (x1 - left, y1 - top, x2 + right, y2 + bottom)

    @property
    def matrix(self) -> Matrix:
        """Maps the face's mm to the page's mm."""
        x1, y1, x2, y2 = self.shown
        cases: tuple[Matrix, ...] = (
            (1, 0, 0, 1, self.x - x1, self.y - y1),
            (0, 1, -1, 0, self.x + y2, self.y - x1),
            (-1, 0, 0, -1, self.x + x2, self.y + y2),
            (0, -1, 1, 0, self.x - y1, self.y + x2),
        )
        return cases[self.turn % 4]

    @property
    def straight(self) -> bool:
        """True if straight cuts free it: a rectangle (rounded corners come after), or a part of a board."""
        return self.face.shape.kind == "rectangle" or self.window is not None


class PrinterMark(Struct, frozen=True):
    """A line on the sheet that is not part of a face. `kind`: "crop", "cut", "fold", "match", "trim",
    "safe", "bleed"; `MARK_STYLES` has its width, colour and dash, `drawn_marks` the paths that exporters draw.
    """

    kind: str
    segments: Segments


MARK_STYLES: dict[str, tuple[float, str, tuple[float, ...]]] = {
    "crop": (0.18, "#000000", ()),
    "cut": (0.15, "#8a8a8a", ()),
    "fold": (0.1, "#5a5a5a", (1.6, 1.0)),
    "match": (0.15, "#000000", ()),
    "trim": (0.15, "#d81b60", ()),
    "safe": (0.15, "#1e88e5", (1.0, 0.8)),
    "bleed": (0.15, "#43a047", (0.4, 0.6)),
}
"""Kind of mark -> (width in mm, colour, dash in mm)."""


_HALO = 0.1
"""How much white (mm) is at both sides of where to cut or fold: it lies on paint, which may be of its own colour."""


def drawn_marks(marks: Iterable[PrinterMark]) -> Iterator[Path]:
    """Marks, those of a kind that stand together as one path, above the white that it needs."""
    for kind, alike in groupby(marks, key=lambda mark: mark.kind):
        segments, (width, color, dash) = tuple(s for mark in alike for s in mark.segments), MARK_STYLES[kind]
        if kind in ("cut", "fold"):
            yield Path(segments, None, Stroke(Color("#ffffff"), width + 2 * _HALO, dash=dash))
        yield Path(segments, None, Stroke(Color(color), width, dash=dash))


class Sheet(Struct, frozen=True):
    """One side of one piece of paper.

    `side` is "front", "back" or "fold" (both on one side). `title` is the bookmark and says which sets it
    holds; `label` is the page label, the number of the page in its file. `furniture` are nodes in page mm that belong
    to no face: caption, scale bar, the words of the cover. Painted in this order: placements, marks, furniture.
    `trim_box` and `bleed_box` are those of the whole block (ISO 32000-2, 14.11.2); None: the paper. `names`: what lies
    on it, in words. `unlisted` are the stamps that its margin has no room for.
    """

    paper: Paper
    side: str
    title: str
    label: str
    placements: tuple[Placement, ...] = ()
    marks: tuple[PrinterMark, ...] = ()
    furniture: Sequence[Node] = ()
    trim_box: Box | None = None
    bleed_box: Box | None = None
    sets: tuple[str, ...] = ()
    names: str = ""
    unlisted: tuple[str, ...] = ()

    @property
    def blank(self) -> bool:
        """True for the back of a leaf that is printed on its front alone."""
        return not (self.title or self.placements or self.marks or self.furniture)


class Target(Struct, frozen=True):
    """A place: the page (from 0) and how far down it lies, mm (None: the page as a whole)."""

    page: int
    y: float | None = None


class PageLink(Struct, frozen=True):
    """A box (x, y, width, height) on a page that leads to a target."""

    page: int
    box: Box
    target: Target


class Bookmark(Struct, frozen=True):
    """An entry of the outline; `level` 1 stands below the last of level 0."""

    title: str
    target: Target
    level: int = 0


def leaves(sheets: Sequence[Sheet], job: Job) -> list[Sheet]:
    """The sheets with a blank page behind each that has no back, where backs are printed on the other side of the
    paper: then pages 2k-1 and 2k are one leaf, and the whole file can be printed on both sides."""
    found: list[Sheet] = []
    for sheet, following in zip(sheets, (*sheets[1:], None), strict=True):
        found.append(sheet)
        if job.sides == 2 and sheet.side != "back" and (following is None or following.side != "back"):
            found.append(Sheet(job.paper, "back", "", str(int(sheet.label) + 1)))
    return found


def faces_on(sheets: Sequence[Sheet], side: str) -> int:
    """How many fronts ("front") or backs ("back") are on some sheets; what is split over several counts once."""
    placements = (p for sheet in sheets for p in sheet.placements if p.face.side == side)
    return sum(1 for p in placements if max(abs(c) for c in p.shown[:2]) < 1e-6)


MARGIN = 5.0
"""The unprinted margin in mm of a paper that does not say."""
_ID = lazy_pattern(r"\w([\w .+-]{0,40}\w)?")
"""An id is part of the names of files."""
_KEYS = ("width", "height", "margin")


def read_papers(project: Project) -> dict[str, Paper]:
    """All papers by id. Fault S003: a file or an entry that is no paper."""
    papers: dict[str, Paper] = {}
    for folder in (BUNDLED / "layouts", project.layouts):
        table = entries(folder / "papers.yaml", project)
        for name, (entry, mark) in table.items():
            papers[name] = _paper(name, entry, mark)
    return papers


def job_faults(project: Project) -> list[Finding]:
    """What is wrong with the project's own papers and words, which only sheets need."""
    readers: dict[str, Callable[[Project], object]] = {
        "papers.yaml": read_papers,
        "words.yaml": partial(read_words, language=FALLBACK),
    }
    found: list[Finding] = []
    for name, reader in readers.items():
        try:
            if (project.layouts / name).is_file():
                reader(project)
        except Fault as fault:
            found += fault.findings
    return found


def _paper(name: str, entry: object, mark: Mark) -> Paper:
    if not _ID.fullmatch(name):
        hint = "write an id of letters, digits and hyphens, such as `a4-wide`"
        raise Fault(Finding("S003", mark, f"paper `{name}`: files get this name, and it is none for a file", hint))
    if not isinstance(entry, Mapping):
        raise Fault(_bad(name, "is no mapping", mark))
    numbers = {k: entry.get(k, MARGIN if k == "margin" else None) for k in _KEYS}
    for key, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 5000:
            raise Fault(_bad(name, f"has no `{key}` in millimetres; found `{value}`", mark))
    width, height = sorted((float(numbers["width"] or 0), float(numbers["height"] or 0)))
    margin = float(numbers["margin"] or 0)
    if width - 2 * margin < 40:
        raise Fault(_bad(name, f"leaves {width - 2 * margin:g} mm between its margins; 40 are needed", mark))
    return Paper(name, str(entry.get("name", name)), width, height, margin)


def _bad(name: str, what: str, mark: Mark) -> Finding:
    hint = f"write `{name}: {{name: ..., width: 210, height: 297, margin: 4}}`"
    return Finding("S003", mark, f"paper `{name}` {what}", hint)
