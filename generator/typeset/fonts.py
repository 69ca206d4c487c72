"""Font files -> what typesetting and the exporters need: coverage, glyph ids, advances, kerning, outlines.

Takes a project's `layouts/fonts/fonts.yaml` (before the bundled one) and gives a `FontBook`: families of
`FontFile`s. Promise: only TrueType and OpenType files of the project or the bundle are ever used; each is opened
once, when first asked (what no family names: at once); an unknown family or file is a `Fault`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.data.markup import ITALIC
from generator.data.reading.load import load
from generator.diagnostics.findings import Fault, Finding, Mark, did_you_mean, near
from generator.face.bounds import ink_box
from generator.face.face import GlyphRun
from generator.face.geometry import Box
from generator.project import BUNDLED, Project
from generator.typeset.fontfile import TABLE, FontFile
from generator.values import Struct, field

GENERIC = frozenset({"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"})
"""What a `font-family` of CSS ends with: any font will do."""
ADD_FONT = (
    "put its files (.ttf or .otf) into layouts/fonts/; under another name than their own, in layouts/fonts/fonts.yaml: "
    "`families: {name: {regular: [File-Regular], bold: [File-Bold]}}`"
)
ENDINGS = (".ttf", ".otf", ".ttc", ".TTF", ".OTF", ".TTC")
CUTS = ("regular", "bold", "italic", "bold-italic")
"""What a family of fonts.yaml has files of, by the sum of `BOLD` and `ITALIC` (see data/markup.py)."""
SYMBOLS = "symbols"
"""The family that every other ends with: its files are asked last for a character."""


class FontBook(Struct, eq=False, weakref=True):
    """The families and files of a project. Lookups are cached; nothing is opened before it is used. `faults`: what is
    wrong with them, which a draft goes without."""

    mark: Mark = TABLE
    families: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    files: dict[str, FontFile] = field(default_factory=dict)
    faults: list[Finding] = field(default_factory=list)
    shapers: dict[object, object] = field(default_factory=dict)
    _stacks: dict[tuple[str, int], tuple[FontFile, ...]] = field(default_factory=dict)
    _slips: dict[str, str | None] = field(default_factory=dict)

    def resolve(self, name: str, mark: Mark | None = None) -> str:
        """The family that a CSS `font-family` value means: its first known name; if none is, `body`. Fault F001: one
        is surely a slip for a known name."""
        names = [_folded(n.strip().strip("\"'")) for n in name.split(",")]
        for plain in names:
            if plain in self.families:
                return plain
            if plain in self.aliases:
                return self.aliases[plain]
            if plain in GENERIC:
                break
        else:
            known = [*self.families, *self.aliases]
            if name not in self._slips:
                self._slips[name] = next((n for n in names if not n or _is_slip(n, known)), None)
            slip = self._slips[name]
            if slip is not None:
                message = f"no font family is called `{name.strip()}`"
                hint = f"{did_you_mean(slip, known)}; or {ADD_FONT}; or let another stand in: `{slip}, sans-serif`"
                raise Fault(Finding("F001", mark or self.mark, message, hint, about=(name,)))
        return next(f for f in ("body", *self.families) if f in self.families)

    def lacks(self, name: str) -> bool:
        """Whether no family that a `font-family` value names is there, and words are set in another."""
        names = [_folded(n.strip().strip("\"'")) for n in name.split(",")]
        return names[0] not in ("sans-serif", "system-ui") and not {*names} & {*self.families, *self.aliases}

    def stack(self, family: str, cut: int) -> tuple[FontFile, ...]:
        """The files of a cut of a family (`BOLD`, `ITALIC`, their sum; 0: regular), and of the symbols; each character
        takes the first that has it: what no italic file has stands upright. Fault F001: unknown family."""
        found = self._stacks.get((family, cut))
        if found is None:
            cuts = self.families[self.resolve(family)]
            asked = [CUTS[cut], *CUTS] if cut < ITALIC else [CUTS[cut], *CUTS[ITALIC:]]
            ids = next((cuts[name] for name in asked if cuts.get(name)), ())
            upright = self.stack(family, cut - ITALIC) if cut >= ITALIC else ()
            last = self.families.get(SYMBOLS, {}).get("regular", ())
            found = tuple(dict.fromkeys((*(self.files[i] for i in ids), *upright, *(self.files[i] for i in last))))
            self._stacks[family, cut] = found
        return found

    def has_italics(self, family: str) -> bool:
        """Whether there is an italic file. Fault F001: unknown family."""
        cuts = self.families[self.resolve(family)]
        return any(map(cuts.get, CUTS[ITALIC:]))

    def font(self, font_id: str) -> FontFile:
        """The file with this id, as `Text.font` names it. KeyError: no such file."""
        return self.files[font_id]

    def keys(self, font_id: str, gids: Iterable[int]) -> bytes:
        """The keys of glyphs, one after the other; they are equal where the outlines are equal."""
        keys = self.files[font_id].keys
        return b"".join(map(keys.__getitem__, gids))

    def ink(self, run: GlyphRun) -> Box:
        """The box of what a run's glyphs paint; of a hidden run, the middle of its line."""
        return ink_box(run, self.font(run.font).ink)


def open_fonts(project: Project, draft: bool = False) -> FontBook:
    """The project's font book. Its own fonts.yaml comes before the bundled one, family by family.

    Fault F001-F003: a family lists a file that is not there; a fonts.yaml that is no mapping of names. A `draft` goes
    without what cannot be used.
    """
    own = project.layouts / "fonts" / "fonts.yaml"
    bundled = BUNDLED / "layouts" / "fonts" / "fonts.yaml"
    known = FontBook(Mark(project.relative(own if own.is_file() else bundled)))
    ours: dict[str, dict[str, tuple[str, ...]]] = {}
    for path in dict.fromkeys((bundled, own)):
        if path.is_file():
            try:
                _read(path, known, project)
            except Fault as fault:
                known.faults += fault.findings
        ours = ours or dict(known.families)
    _add_others(known, project)
    if draft:
        _leave_out_broken(known, ours)
    elif known.faults:
        raise Fault(*known.faults)
    return known


def _add_others(known: FontBook, project: Project) -> None:
    """Let the project's own files that no family names be families by their names and those of their fonts, and be
    asked last in every family, those of its weight first. What is wrong with one is told once."""
    there = [p for p in (project.layouts / "fonts").glob("*.*") if p.suffix in ENDINGS and p.is_file()]
    named, others = dict[str, list[FontFile]](), list[str]()
    for font_id in sorted({p.stem for p in there} - known.files.keys()):
        mark = Mark(f"layouts/fonts/{font_id}")
        added = dict.fromkeys(_add_file(font_id, {}, mark, known, project, bold) for bold in (False, True))
        try:
            for name in added:
                named.setdefault(_folded(known.files[name].family), []).append(known.files[name])
            others += added
        except Fault as fault:
            known.faults += fault.findings
            for name in added:
                del known.files[name]
    for family, files in named.items():
        if family and family not in known.aliases:
            known.families.setdefault(family, _cuts_of(files))
    for font_id in others:  # Illustrator writes `MinionPro-Bold`
        known.families.setdefault(_folded(font_id), {"regular": (font_id,)})
    for name, weights in known.families.items() if others else ():
        both = {"regular": (), "bold": (), **weights}
        for weight in WEIGHTS:
            last = sorted(others, key=lambda i: ("bold" in i.lower()) is (weight != "bold"))
            both[weight] = (*(both[weight] or weights.get("regular", ())), *last)
        known.families[name] = both


WEIGHTS = {"regular": 400, "bold": 700}


def _cuts_of(files: Sequence[FontFile]) -> dict[str, tuple[str, ...]]:
    """Of the files of a family those that are nearest to each cut; upright ones, if there are any, are not italic."""
    slanted = [file for file in files if file.facts.slant != 0]
    upright = [file for file in files if file.facts.slant == 0] or files
    nearest = {
        name: min(some, key=lambda file: (abs(file.facts.weight - weight), file.id)).id
        for some, cuts in ((upright, CUTS[:ITALIC]), (slanted, CUTS[ITALIC:]))
        for name, weight in zip(cuts if some else (), WEIGHTS.values(), strict=False)
    }
    return {name: (font_id,) for name, font_id in nearest.items()}


def _leave_out_broken(known: FontBook, ours: Mapping[str, dict[str, tuple[str, ...]]]) -> None:
    """Leave out the files of a project's own that cannot be used; a family that has no other is the bundled one of its
    name (`ours`), or `body`."""
    families, files = known.families, known.files
    for file in [f for f in files.values() if not f.path.is_relative_to(BUNDLED)]:
        try:
            file.font  # noqa: B018  (opened here)
        except Fault as fault:
            known.faults += fault.findings
            del files[file.id]
    for name, weights in list(families.items()):
        families[name] = {w: left for w, ids in weights.items() if (left := tuple(i for i in ids if i in files))}
        if not families[name]:
            families[name] = ours.get(name) or ours["body"]


def _read(path: Path, known: FontBook, project: Project) -> None:
    """Add what one fonts.yaml says to what is known; a later file beats an earlier one."""
    document = load(path, project)
    try:
        said = document.data or {}
        adjust = said.get("adjust") or {}
        for name, weights in (said.get("families") or {}).items():
            family: dict[str, tuple[str, ...]] = {}
            for weight, ids in weights.items():
                one = [(ids, weights.mark(weight))] if isinstance(ids, str) else []
                listed = one or [(font_id, ids.mark(k)) for k, font_id in enumerate(ids)]
                family[weight] = tuple(
                    _add_file(plain, adjust.get(plain) or {}, mark, known, project, weight.startswith("bold"))
                    for font_id, mark in listed
                    for plain in [font_id[:-4] if font_id.lower().endswith(ENDINGS) else font_id]
                )
            known.families[_folded(name)] = family
        aliases: Any = said.get("aliases") or {}
        for alias, meant in aliases.items():
            known.aliases[_folded(alias)] = _folded(meant)
            if _folded(meant) not in known.families:
                message = f"the alias `{alias}` means `{meant}`, which is no family"
                hint = did_you_mean(meant, known.families)
                known.faults.append(Finding("F001", aliases.key_mark(alias), message, hint))
    except (AttributeError, TypeError, ValueError):
        hint = "write `families:` with lists of files for `regular` and `bold` of each, as the bundled fonts.yaml does"
        known.faults.append(Finding("F003", Mark(document.file, 1, 1), "this is no table of fonts", hint))


def _add_file(
    font_id: str, adjust: Mapping[str, float], mark: Mark, known: FontBook, project: Project, bold: bool
) -> str:
    """Add a file; of a variable font its regular or its bold. Gives its id."""
    path = project.layout_file(*(f"fonts/{font_id}{ending}" for ending in ENDINGS))
    if path is None:
        folders = [base / "fonts" for base in (project.layouts, BUNDLED / "layouts")]
        there = [p.stem for folder in folders for p in folder.glob("*.*") if p.suffix in ENDINGS]
        message = f"there is no font file `layouts/fonts/{font_id}.ttf` (or .otf)"
        known.faults.append(Finding("F002", mark, message, did_you_mean(font_id, there)))
        return font_id
    scale, shift = float(adjust.get("scale", 1.0)), float(adjust.get("shift", 0.0))
    if not (0.2 <= scale <= 5 and -2 <= shift <= 2):
        message = f"`{font_id}` is adjusted by scale {scale:g} and shift {shift:g}"
        known.faults.append(Finding("F003", mark, message, "write a scale from 0.2 to 5, and a shift from -2 to 2"))
        return font_id
    weight = WEIGHTS["bold" if bold else "regular"]
    file = FontFile(font_id, path, scale, shift, mark, (project.root, BUNDLED), weight)
    if bold and file.is_variable:
        file.id = f"{font_id} bold"
    known.files[file.id] = file
    return file.id


def _folded(name: str) -> str:
    return " ".join(str(name).split()).casefold()


def _is_slip(name: str, known: Iterable[str]) -> bool:
    """Whether a name was surely meant to be a known one. One that says more, or less, words is another font:
    `Alegreya`, `Alegreya Sans SC`."""
    meant = near(name, known)
    return bool(meant) and not f"{name} ".startswith(f"{meant} ") and not f"{meant} ".startswith(f"{name} ")
