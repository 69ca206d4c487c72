"""A project's workshop: fonts, shapes, templates, icons, read once and kept.

Takes a `Project`; gives what faces are drawn with. Promise: nothing is read before it is used, nothing twice; a
template's mistakes are told by every face that uses it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, partial
from math import isnan
from pathlib import Path
from typing import Any, TypeVar

from generator.data.model import ComponentSet, Game, Item
from generator.diagnostics.findings import Fault, Finding, Mark, Unreadable, did_you_mean
from generator.face.face import ICON_KEY, Color, Face, Group, Shape
from generator.face.shapes import Size, in_mm, read_sizes, shape_of
from generator.layout.drawing.context import Context, DrawnCache, FaceKey, Tools
from generator.layout.drawing.images import find_file
from generator.layout.drawing.resolve import resolve
from generator.layout.svg.element import Element, layers_hidden, walk
from generator.layout.svg.parser import parse_svg, read_svg
from generator.layout.template.compile import Bound, Layout, compile_layout
from generator.layout.template.scope import Base, base_of
from generator.project import BUNDLED, Project
from generator.typeset.fonts import FontBook, open_fonts
from generator.values import Struct, field, replace

_NOTHING = b'<svg xmlns="http://www.w3.org/2000/svg" width="1mm" height="1mm" viewBox="0 0 1 1"/>'


_BOOKS: dict[str, FontBook] = {}
"""The fonts that this process has opened, by all that there is (see `Studio.surroundings`)."""

Result = TypeVar("Result")
Folders = tuple[str, ...]
"""The folders of layouts/ that a game draws from, its own first."""
Found = tuple[Finding, Mark | None]
"""A finding at its place in the template, and where the words stand that it is about, if an item says them."""


def as_field(mark: Mark) -> str:
    """What to write of a column that is called like a key of ours, and means something else."""
    return f"; for a field of another name: `columns: {{{mark.heading}: another_name}}` in `from`" * bool(mark.heading)


class Studio(Struct, eq=False, dict=True):
    """Everything that is shared between the faces of a project. `stamped` is False where faces are drawn to be
    checked, not to be printed: stamps are set then only where they were asked for. `stamp` is where the command line
    wants them ("faces", "slug", "off"; "": where the game says). In a `draft` they show what is missing or does not
    fit. Faces of earlier runs hold in these `surroundings` (see facecache.py). `listed`: the sets and sides of which
    some stamp has no place on its face, in the run at hand."""

    project: Project
    stamped: bool = True
    draft: bool = False
    stamp: str = ""
    surroundings: str = ""
    cache: DrawnCache = field(default_factory=DrawnCache)
    backs: dict[FaceKey, tuple[Face | None, list[Found]]] = field(default_factory=dict)
    _made: dict[object, Any] = field(default_factory=dict)
    _layouts: dict[tuple[Folders, Path, str, str], Layout] = field(default_factory=dict)
    listed: set[tuple[str, str]] = field(default_factory=set)
    base: Callable[[Game, str], Base] = field(default_factory=lambda: cache(base_of))
    """What all faces of a game in a language see."""
    _opening: list[Path] = field(default_factory=list)
    _icon_files: dict[Folders, dict[str, Layout | None]] = field(default_factory=lambda: defaultdict(dict))
    _told: dict[Layout, list[Finding]] = field(default_factory=dict)

    def once(self, key: object, make: Callable[[], Result]) -> Result:
        """What is kept under `key`, made when first asked for."""
        found: Result | None = self._made.get(key)
        if found is None:
            found = self._made[key] = make()
        return found

    @cached_property
    def book(self) -> FontBook:
        """The fonts. Raises `Fault`. A watch opens them once; a check of fonts that may be damaged wants to know which
        glyphs it asks for."""
        shared = bool(self.surroundings) and not self.draft
        book = _BOOKS.get(self.surroundings) if shared else None
        book = book or open_fonts(self.project, self.draft)
        if shared and (self.stamped or all(file.path.is_relative_to(BUNDLED) for file in book.files.values())):
            _BOOKS.clear()
            _BOOKS[self.surroundings] = book
        return book

    @cached_property
    def sizes(self) -> Mapping[str, Size]:
        """The named sizes. Raises `Fault`."""
        return read_sizes(self.project)

    def shape(self, size: str | Size, mark: Mark) -> Shape:
        """The shape of a size; `mark` is where it is asked for. Raises `Fault` (T060, T061)."""
        if not isinstance(size, str):
            return shape_of(size, mark)
        name = size if size in self.sizes else size.lower()
        if name in self.sizes:
            return self.once(("size", name), lambda: shape_of(self.sizes[name], Mark("layouts/sizes.yaml")))
        width, _, height = re.sub("[×*,]", "x", name).partition("x")
        unit = (re.search(r'[a-z"]+$', height) or ["mm"])[0]
        sides = {"width": in_mm(width, unit), "height": in_mm(height)}
        if isnan(sum(sides.values())):
            side = "" if isnan(in_mm(name)) else f"{in_mm(name):g}"
            both = f"write `{side}x{side}` for a square, `{{shape: circle, diameter: {side}}}` for what is round"
            hint = both if side else did_you_mean(size, self.sizes)
            raise Fault(Finding("T060", mark, f"no size is called `{size}`", hint + as_field(mark)))
        return shape_of(sides, mark)

    def layout(self, name: str, folders: Folders) -> Layout | None:
        """A game's template: layouts/<game>/<name>.svg, else in a shared folder, else layouts/<name>.svg; or None."""
        files = (*(f"{folder}/{name}.svg" for folder in folders), f"{name}.svg")
        path = self.once((folders, name), lambda: self.project.layout_file(*files))
        return self._opened(path, folders, "page") if path else None

    def hidden_in(self, owner: ComponentSet, items: Sequence[Item], folders: Folders) -> str:
        """What is said of templates and pictures of items all of whose layers are hidden; "" of others."""
        names = dict.fromkeys(map(owner.template, items))
        found = [*filter(None, (self.layout(name, folders) for name in names if name))]
        said = (value for item in items for value in item.values.values())
        drawn = [self.project.root / one for one in said if isinstance(one, str) and one.endswith(".svg")]
        found += [self._opened(path, folders, "art") for path in drawn if path.is_file()]
        layers = {one.document.root.source.file: layers_hidden(one.document.root) for one in found}
        said = (f"all layers of `{file}` are hidden: {', '.join(own)}" for file, own in layers.items() if own)
        return "".join(f"; {words}; show them in Inkscape" for words in said)

    def icon(self, name: str, color: Color, folders: Folders) -> Group | None:
        """An icon in a square of 1 x 1 mm; None if there is none of this name."""
        layout = self.icon_layout(name, folders)
        if layout is None:
            return None
        return self.once((layout, name, color), lambda: self._icon(layout, name, color, folders))

    def _icon(self, layout: Layout, name: str, color: Color, folders: Folders) -> Group:
        context = Context(self.tools(folders), Bound(layout, layout.document.root))
        size = max(layout.width, layout.height)
        middle = (0.5 - layout.width / size / 2, 0.5 - layout.height / size / 2)
        nodes = resolve(context, context.bound, (1 / size, 0, 0, 1 / size, *middle), color)
        self._told.setdefault(layout, context.told)
        called = f"{ICON_KEY}{name}:{color.hex}{'' if color.alpha == 1 else f'@{color.alpha:g}'}"
        return Group(tuple(nodes), key=called)

    def icon_layout(self, name: str, folders: Folders) -> Layout | None:
        """The drawing of an icon: the game's own before the common one."""
        known = self._icon_files[folders]
        if name not in known:
            plain = "/" not in name and "\\" not in name and not name.startswith(".")
            files = (*(f"{folder}/icons/{name}.svg" for folder in folders), f"icons/{name}.svg")
            path = self.project.layout_file(*files) if plain else None
            known[name] = self._opened(path, folders, "art") if path else None
        return known[name]

    def icon_findings(self, folders: Folders) -> list[Finding]:
        """What is wrong with the icons of a game that were used so far."""
        used = filter(None, self._icon_files[folders].values())
        return [f for layout in used for f in (*layout.findings, *self._told.get(layout, ()))]

    def tools(self, names: Folders) -> Tools:
        """What the templates of a game work with."""
        return self.once(("tools", names), lambda: self._tools(names))

    def _tools(self, names: Folders) -> Tools:
        own, bundled = self.project.layouts, BUNDLED / "layouts"
        folders = [base / name for base in (own, self.project.components) for name in names]
        roots = (self.project.root, BUNDLED)  # the value of an `image` field names its file from there
        folders += [own, *(bundled / name for name in names), bundled, *roots]
        return Tools(
            project=self.project,
            book=lambda: self.book,
            icon=lambda name, color: self.icon(name, color, names),
            layout=lambda path, seen: self._opened(path, names, "art", seen),
            resolve=resolve,
            folders=tuple(dict.fromkeys(folders)),
            roots=(own, self.project.components, bundled, BUNDLED / "components"),
            cache=self.cache,
            draft=self.draft,
        )

    def _opened(self, path: Path, folders: Folders, use: str, seen: str = "") -> Layout:
        """A compiled template: a "page", a "part" of one, or "art" (of which `seen` is what stands behind `#`). One
        that cannot be read is empty, and its findings say why."""
        common, key = ((), path, use, seen), (folders, path, use, seen)
        if common in self._layouts:
            return self._layouts[common]
        if key not in self._layouts:
            name = self.project.relative(path)
            self._opening.append(path)
            try:
                document = read_svg(path, name, self.project, seen)
                layout = compile_layout(
                    document, partial(self._part, folders, path), page=use == "page", art=use == "art"
                )
                if not layout.varies and not any(e.tag in ("image", "text") for e in walk(document.root)):
                    key = common  # it looks the same in every game
                self._layouts[key] = layout
            except Fault as fault:
                empty = compile_layout(parse_svg(_NOTHING, name), lambda *_: None, page=False)
                self._layouts[key] = replace(empty, findings=tuple(fault.findings))
            finally:
                self._opening.pop()
        return self._layouts[key]

    def _part(self, folders: Folders, owner: Path, element: Element, attribute: str, file: str) -> Layout | Finding:
        """The template that an image of `owner` places."""
        try:
            tools = self.tools(folders)
            path = find_file(file, (owner.parent, *tools.folders), tools.roots)
        except Unreadable as what:
            return Finding(what.code, element.mark_in(attribute, file), what.message, what.hint)
        if path in self._opening:
            return Finding(
                "T008", element.mark(attribute), f"`{file}` places itself again", "break the circle of parts"
            )
        if len(self._opening) > 8:
            message = f"`{file}` lies more than 8 parts deep"
            return Finding("T008", element.mark(attribute), message, "flatten the parts")
        if path.suffix.lower() != ".svg":
            mark = element.mark_in(attribute, file)
            return Finding("F102", mark, f"`{file}` is no SVG file", "name a template that ends in .svg")
        return self._opened(path, folders, "part" if attribute == "pnp:part" else "art")
