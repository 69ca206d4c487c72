"""SVG text -> elements with marks.

Takes a file of the project; gives a `SvgDocument`: a tree of frozen `Element`s whose `style` and CSS classes are
already split into attributes, and the findings about what we do not draw. Promise: nothing but the file itself is read
(no external entity, DTD or style sheet); size, depth and number of elements are bounded; references are there, without
cycles, and expand to a bounded number of elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from xml.parsers import expat

from generator.diagnostics.findings import Fault, Finding, Mark, Unreadable, did_you_mean
from generator.face.geometry import box_under
from generator.layout.svg import references as svgrules
from generator.layout.svg.cascade import Styles
from generator.layout.svg.datatypes import length, shown, transform
from generator.layout.svg.element import Element, SvgFile, dressed, inner_words, walk
from generator.layout.svg.encoding import MAX_WHOLE, as_utf8
from generator.layout.svg.grammar import KNOWN, NOBODYS, SHAPES, SKIPPED, STYLED_WHERE_THEY_STAND, WITH_WORDS
from generator.layout.svg.malformed import NAMESPACES, xml_fault
from generator.layout.svg.parts import alone_in, viewed, views_in
from generator.layout.svg.stylesheet import LINK, TARGET, read_rules
from generator.project import SMALL, Project
from generator.values import Struct, field, replace

PNP = NAMESPACES["pnp"]
_PREFIXES = {
    **dict.fromkeys(("", "http://www.w3.org/2000/svg"), ""),
    "http://www.w3.org/XML/1998/namespace": "xml:",
    **{NAMESPACES[prefix]: f"{prefix}:" for prefix in ("xlink", "inkscape", "pnp")},
}

_XHTML = "http://www.w3.org/1999/xhtml"
FATAL = frozenset({"T002", "T008"})
"""What makes a file that could be read one that must not be drawn."""

_HEAD = 20_000
"""The first tag begins within so many characters."""
MAX_ELEMENTS = 20_000
MAX_DEPTH = 64
MAX_LETTERS = 10_000
MAX_STYLING = 3_000_000
"""Style rules times elements."""
MAX_ENTITIES = 64
MAX_ENTITY_LENGTH = 2_000
MAX_ENTITY_USES = 500


class SvgDocument(Struct, frozen=True, eq=False):
    """A file that was read: its root, its elements by id, and what is wrong in it without stopping it; `in_art` is told
    of a picture alone: in a template guides are not drawn, and links are links. `homes` is what percentages mean in
    definitions that do not stand in the root itself. `alone`: of all that would be drawn only one element is, and the
    picture is as large as its paint."""

    root: Element
    ids: Mapping[str, Element]
    source: SvgFile
    findings: tuple[Finding, ...] = ()
    in_art: tuple[Finding, ...] = ()
    homes: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    alone: bool = False

    def as_art(self) -> list[Finding]:
        """What is wrong in it as a picture. What refers to nothing there, which nobody mends who has bought it, is
        drawn as browsers do; an attribute of somebody's own changes nothing."""

        def gone(finding: Finding) -> Finding:
            words = f"{finding.message}: it is drawn without, as in browsers"
            return replace(finding, code="T029", message=words, about=("reference",))

        return [*_once(gone(f) if f.code == "T007" else f for f in self.findings if f.hint != NOBODYS), *self.in_art]


def read_svg(path: Path, name: str, project: Project, seen: str = "") -> SvgDocument:
    """Read a file of a project; `name` is how findings call it, `seen` what of it is to be seen. Raises `Fault`
    (T001, T002, T003, T008, T010)."""
    try:
        data = project.read(path, MAX_WHOLE)
    except OSError as error:
        message = f"`{name}` cannot be read: {(error.strerror or 'unknown').lower()}"
        raise Fault(Finding("T010", Mark(name), message, "put a plain file into the project")) from None
    return (_kept if len(data) < SMALL else parse_svg)(data, name, seen)


def parse_svg(data: bytes, name: str, seen: str = "") -> SvgDocument:
    """Parse the bytes of an SVG file; `seen` is what stands behind its name and `#`. Raises `Fault` (T001, T002, T003,
    T008)."""
    reader = (_read_again if seen else _read)(data, name)
    source, (whole, is_view) = reader.source, viewed(reader.root, seen)
    is_part = seen and not is_view and not any(TARGET.search(words) for _, words in reader.styles)
    root = alone_in(whole, seen) if is_part else whole
    alone = root is not whole
    sheet = read_rules([text for _, text in reader.styles], seen)
    if sheet.count * reader.count > MAX_STYLING:
        message = f"the file has {sheet.count} style rules for {reader.count} elements"
        raise Fault(Finding("T002", reader.styles[0][0].mark(), message, "save it as plain SVG"))
    root = (styles := Styles(root, sheet, reader.undrawn)).styled()
    ids: dict[str, Element] = {}
    for element in (e for e in walk(root) if e.id):
        ids.setdefault(element.id, element)
    problems = [Finding("T005", reader.styles[0][0].mark(), m, h) for m, h in sheet.problems]
    problems += [*reader.findings, *styles.findings]
    problems += svgrules.check_references(root, ids, sheet.matcher, styles.unseen)
    if seen and not (is_view or alone) and seen not in ids:
        hint = did_you_mean(seen, [*views_in(source), *ids])
        problems.append(Finding("T007", root.mark(), f"nothing here has the id `{shown(seen)}`", hint))
    if any(f.code in FATAL for f in problems):
        raise Fault(*problems)
    links = next((e for e, words in reader.styles if LINK.search(words)), None)
    in_art = _once([*styles.in_art, *svgrules.check_picture(root, links)])
    return SvgDocument(root, ids, source, tuple(_once(problems)), tuple(in_art), svgrules.homes_of(root), alone)


def _read(data: bytes, name: str) -> _Reader:
    reader = _Reader(SvgFile(name, as_utf8(data, name)))
    reader.read()
    return reader


_read_again = lru_cache(maxsize=2)(_read)  # many pictures of one file
_kept = lru_cache(maxsize=64)(parse_svg)  # what a watch or another version reads again


def _once(problems: Iterable[Finding]) -> Iterator[Finding]:
    """What is left out for the same reason told once, at its first place."""
    alike: dict[tuple[str, ...], list[Finding]] = {}
    for finding in problems:
        if finding.code != "T029":
            yield finding
        else:
            alike.setdefault(finding.about, []).append(finding)
    for first, *others in alike.values():
        more = f" (and at {len(others)} more place{'s' * (len(others) > 1)})" if others else ""
        yield replace(first, message=f"{first.message}{more}")


_UNCERTAIN = {"a": ("a",), "switch": ("a", "defs", "style", "marker", *STYLED_WHERE_THEY_STAND)}
"""In what element which others count for one program and not for the next."""


def _speaks(bases: list[str]) -> str:
    """Whether the language of the face is one of these."""
    words = [f"{base}-" for base in dict.fromkeys(bases)]
    sizes = sorted({*map(len, words)})
    return " or ".join(f"(language ~ '-')[:{n}] in {[word for word in words if len(word) == n]}" for n in sizes)


class _Reader:
    """Builds raw elements from expat's events."""

    def __init__(self, source: SvgFile) -> None:
        self.source = source
        self.stack: list[tuple[str, dict[str, str], list[Element | str], int]] = []
        self.root = Element("", {}, (), source, 0)
        self.count = self.skipping = self.entities = 0
        self.styles: list[tuple[Element, str]] = []
        self.findings: list[Finding] = []
        self.undrawn: dict[Element, Finding] = {}
        """What is told of elements that are left out, where they would be drawn."""
        self.asked: dict[int, list[tuple[str, list[str]]]] = {}
        """What the things in a `switch` ask for that could be shown, by how deep they lie."""
        self.ours, self.space, self.title = self.address(), "", ""
        parser = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.words
        parser.EntityDeclHandler = self.entity
        parser.ExternalEntityRefHandler = self.external
        parser.ProcessingInstructionHandler = self.instruction
        self.parser = parser

    def address(self) -> str:
        """The address that the file gives `pnp:`; another than ours is told, and meant to be ours."""
        found = re.search(r"""xmlns:pnp\s*=\s*["']([^"']*)["']""", self.source.text[:_HEAD])
        if found is None or found[1] == PNP:
            return PNP
        mark = self.source.place(found.start(), len(found[0]))
        message = f"`{found[0][:60]}` is not the address of `pnp:`"
        self.findings.append(Finding("T023", mark, message, f'write xmlns:pnp="{PNP}"'))
        return found[1]

    def read(self) -> None:
        """Read the root. Raises `Fault`."""
        uses = len(re.findall(rb"&(?!#|amp;|lt;|gt;|quot;|apos;)", self.source.data))
        if uses > MAX_ENTITY_USES:
            raise self.refused("T003", f"the file uses entities {uses} times, at most {MAX_ENTITY_USES} are allowed")
        try:
            self.parser.Parse(self.source.data, True)
        except expat.ExpatError as error:
            mark = Mark(self.source.file, error.lineno, error.offset + 1)
            what = expat.ErrorString(error.code)
            raise Fault(Finding("T001", mark, *xml_fault(self.source.text, mark.line, mark.column, what))) from None
        if self.root.tag != "svg":
            hint = 'start it with <svg xmlns="http://www.w3.org/2000/svg" ...>'
            raise Fault(Finding("T001", Mark(self.source.file, 1, 1), "the file holds no SVG picture", hint))

    def refused(self, code: str, message: str, hint: str = "") -> Fault:
        mark = Mark(self.source.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        return Fault(Finding(code, mark, message, hint))

    def entity(self, name: str, parameter: bool, value: str | None, *outside: str | None) -> None:
        """Illustrator declares namespaces as small entities; anything more is refused."""
        self.entities += 1
        nested = value is not None and re.search(r"&(?!#)|%", value)
        if parameter or value is None or any(outside):
            raise self.refused("T003", f"the entity `{name}` lies outside the file", "delete the DOCTYPE line")
        if nested or len(value) > MAX_ENTITY_LENGTH or self.entities > MAX_ENTITIES:
            raise self.refused(
                "T003", f"the entity `{name}` is too large or refers to others", "delete the DOCTYPE line"
            )

    def external(self, context: str, *_: object) -> int:
        raise self.refused("T003", f"the entity `{context}` lies outside the file", "delete the DOCTYPE line")

    def instruction(self, target: str, words: str) -> None:
        """A style sheet outside the file is never read."""
        if target == "xml-stylesheet":
            message = f"the style sheet `{shown(words)}` is not read"
            self.findings += self.refused("T005", message, "copy its rules into a `style` element").findings

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise self.refused("T002", f"the file has more than {MAX_ELEMENTS} elements", "simplify the drawing")
        if len(self.stack) + self.skipping >= MAX_DEPTH:
            raise self.refused("T002", f"elements are nested more than {MAX_DEPTH} deep", "ungroup some of them")
        space, _, tag = name.rpartition(" ")
        offset = self.source.lines[self.parser.CurrentLineNumber - 1] + self.parser.CurrentColumnNumber
        named = {_named(k, self.ours): v for k, v in attributes.items()} | {
            k: attributes[k] for k in {"href"} & attributes.keys()
        }
        named.pop("", None)
        asks = self.heed_language(named)
        if not self.stack:
            self.space = space
        foreign = _PREFIXES.get(space, "?:") != "" or (space == "" != self.space)
        foreign = foreign and (space != _XHTML or tag not in ("style", "script", "link"))
        asked = named.get("requiredExtensions", _XHTML).split()  # which browsers know, and that alone
        unmet = {*asked} != {_XHTML} and tag not in ("stop", "style")
        if tag == "style" and not foreign and (self.skipping or self.chosen()):
            message = "the style sheet stands in what is not drawn, where programs take it differently"
            self.findings += self.refused("T005", message, "put it into the `svg` itself").findings
        uncertain = bool(self.stack) and tag in _UNCERTAIN.get(self.stack[-1][0], ())
        if self.skipping or foreign or unmet or self.chosen() or (tag in SKIPPED and not uncertain):
            named_so = "" if foreign or tag in KNOWN or unmet else tag
            self.skip(Element(named_so, {}, (), self.source, offset))
        elif tag not in KNOWN or uncertain:
            self.leave_out(tag, named, offset)
        else:
            if any(asks) and self.stack and self.stack[-1][0] == "switch":
                self.asked.setdefault(len(self.stack), []).append(asks)
            self.stack.append((tag, named, [], offset))

    def heed_language(self, named: dict[str, str]) -> tuple[str, list[str]]:
        """`systemLanguage`, and that a `switch` shows one thing, as what `pnp:if` says; what it asks for by itself, and
        the languages that it is for."""
        own, said = named.get("pnp:if", ""), named.pop("systemLanguage", None)
        bases = [re.sub("[^a-z]", "", word.partition("-")[0].lower()) for word in (said or "").split(",")]
        before = self.asked.get(len(self.stack), ())
        spoken = [base for test, some in before if not test for base in some]
        tests = [own] * bool(own) + [_speaks(bases)] * (said is not None) + [f"not ({_speaks(spoken)})"] * bool(spoken)
        tests += [f"not ({test})" + f" or not ({_speaks(some)})" * bool(some) for test, some in before if test]
        if tests:
            named["pnp:if"] = " and ".join(f"({test})" for test in tests) if len(tests) > 1 else tests[0]
        return own, bases * (said is not None)

    def leave_out(self, tag: str, attributes: dict[str, str], offset: int) -> None:
        """Skip what cannot be drawn. Programs and animations are told at once: they may show what is hidden."""
        finding = svgrules.not_drawn(Element(tag, attributes, (), self.source, offset))
        style, off = attributes.get("style", ""), attributes.get("display", "")
        off = "none" if re.search(r"\bdisplay\s*:\s*none\b", style) else off
        beside = tag == "foreignObject" and self.stack[-1:] and self.stack[-1][0] == "switch"
        skipped = Element("" if beside else tag, {"display": off} if off else {}, (), self.source, offset)
        if finding.code == "T004" or tag == "foreignObject":
            self.undrawn[skipped] = finding
        else:
            self.findings.append(finding)
        self.skip(skipped)

    def skip(self, element: Element) -> None:
        """Leave out an element and all in it; only its place is kept, for selectors that count."""
        if not self.skipping and self.stack:
            self.stack[-1][2].append(element)
        self.skipping += 1

    def chosen(self) -> bool:
        """Whether a `switch` around has what it shows already: the first that may be drawn."""
        if not self.stack or self.stack[-1][0] != "switch":
            return False
        return any(isinstance(c, Element) and c.tag and "pnp:if" not in c.attributes for c in self.stack[-1][2])

    def end(self, _name: str) -> None:
        if self.skipping:
            self.skipping -= 1
            return
        tag, attributes, children, offset = self.stack.pop()
        if tag == "switch":
            self.asked.pop(len(self.stack) + 1, None)
            self.instead([c for c in children if isinstance(c, Element)])
        element = Element(tag, attributes, tuple(children), self.source, offset)
        if tag == "text" and len(inner_words(element)) > MAX_LETTERS:
            message = f"the text has more than {MAX_LETTERS} characters, which is the most that is set"
            raise Fault(Finding("T002", element.mark(), message, "part it into several texts"))
        if tag == "flowRoot":
            element = self.flowed(element)
        self.title = self.title or (attributes.get("title", "") if tag == "style" else "")
        kind, title = attributes.get("type", "").lower(), attributes.get("title", self.title)
        if tag == "style" and kind in ("text/css", "") and title == self.title:  # as browsers: the first named one
            self.styles.append((element, "".join(c for c in children if isinstance(c, str))))
            element = Element(tag, attributes, (), self.source, offset)
        if self.stack:
            self.stack[-1][2].append(element)
        else:
            self.root = element

    def instead(self, choices: list[Element]) -> None:
        """Tell of a `switch` with words of HTML what is printed for them, as for browsers that know none."""
        chosen = next((c for c in choices if c.tag), None)
        paints = chosen is not None and any(e.tag in SHAPES | {"text", "image", "use"} for e in walk(chosen))
        for choice in choices if paints else ():
            if chosen and choice in self.undrawn and choice.tag == "" and choice.offset < chosen.offset:
                words = " ".join(inner_words(chosen).split())
                what = f"the words `{shown(words)}` are" if words else f"the `{chosen.tag}` after it is"
                message = f"`foreignObject` is left out: {what} printed for it"
                mark, hint = self.undrawn[choice].mark, "write the words into a `text` element"
                self.undrawn[choice] = Finding("T029", mark, message, hint, about=("foreignObject",))

    def flowed(self, root: Element) -> Element:
        """Words that flow in a frame, as Inkscape before 1.0 writes them, as a `text` with a box."""
        get = next((e for e in walk(root) if e.tag == "rect"), root).attributes
        try:
            x, y, wide, high = (length(get[k]) for k in ("x", "y", "width", "height"))
            box = box_under((x, y, x + wide, y + high), transform(get.get("transform", "")))
        except (KeyError, Unreadable):
            self.findings.append(svgrules.not_drawn(root))
            return Element("g", {"display": "none"}, (), root.source, root.offset)
        lines = {e: " ".join(inner_words(e).split()) for e in walk(root) if e.tag == "flowPara"}
        words = re.sub(r"[\\{}\[\]*]", r"\\\g<0>", "\n".join(lines.values()))
        own = {"pnp:box": f"{box[0]!r} {box[1]!r} {box[2] - box[0]!r} {box[3] - box[1]!r}", "pnp:text": repr(words)}
        own |= dressed(root, [e for e, line in lines.items() if line])
        return Element("text", own, ("\n".join(lines.values()),), root.source, root.offset)

    def words(self, text: str) -> None:
        if not self.skipping and self.stack and self.stack[-1][0] in WITH_WORDS:
            self.stack[-1][2].append(text)


def _named(name: str, ours: str) -> str:
    """`xlink:href` is `href`; attributes of other programs are "". `ours` is the address of `pnp:` in this file."""
    space, _, local = name.rpartition(" ")
    prefix = "pnp:" if space and space == ours else _PREFIXES.get(space)
    if prefix is None or prefix == "xlink:":
        return local if prefix and local == "href" else ""
    return prefix + local if prefix or not space else ""
