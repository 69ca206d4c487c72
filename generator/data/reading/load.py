"""YAML file -> `Document`: plain data, and for every key and value its place in the file.

Nothing is interpreted but the plainest scalars: whole and decimal numbers, `true`, `false`, `null`; everything else
is words. Promise: never raises for what a file holds; a duplicate key, a tag, a strange character is a finding; a
file that is too big, too deep or explodes by its aliases is refused in a moment.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from generator.data.reading import incremental
from generator.data.reading import suggestions as slips
from generator.data.reading.document import Document, List, Map, Place, Source, layered, node_mark, place_of
from generator.data.reading.syntax import (
    MAX_DEPTH,
    MAX_SLIPS,
    SIGNS,
    as_meant,
    check_depth,
    explain_syntax,
    other_faults,
    too_deep,
)
from generator.data.reading.text import (
    MAX_WORDS,
    STRANGE,
    character_name,
    decode,
    line_column,
    strange_characters,
    too_long,
)
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.project import SMALL, OutsideError, Project, read_plain
from generator.values import lazy_pattern

MAX_BYTES = 5_000_000
MAX_NODES = 200_000
MAX_SIGNS = 3 * MAX_NODES
MAX_DIGITS = 30
MAX_FAULTS = 200
MAX_DESIGNS = 20_000
"""Items of a game, of all its sets, for each volume; components/README.md and Y016 name it, too."""
LARGEST = 1e30

Value: TypeAlias = "Map | List | str | int | float | bool | None"
"""What stands in a file."""


def load_file(path: Path, file: str, project: Project | None = None) -> tuple[Document | None, list[Finding]]:
    """Read a YAML file, one of `project`; `file` is its name in findings. None if nothing of it can be used."""
    try:
        raw = project.read(path, MAX_BYTES) if project else read_plain(path, MAX_BYTES)
    except OSError as error:
        return None, [unreadable("Y001", "the file", file, error)]
    if len(raw) > MAX_BYTES:
        hint = "split the file, or keep bulk items in a CSV file"
        message = f"the file has more than {MAX_BYTES} bytes, which is the most that is read"
        return None, [Finding("Y008", Mark(file), message, hint)]
    own = path if project and not project.is_brief else None
    document, findings = _kept(raw, file) if len(raw) < SMALL else _loaded(raw, file, own)
    return document, [*findings]


def _loaded(raw: bytes, file: str, path: Path | None = None) -> tuple[Document | None, list[Finding]]:
    text, findings = decode(raw, file)
    return load_text(text, file, path) if text is not None else (None, findings)


_kept = lru_cache(maxsize=64)(incremental.kept_whole(_loaded))
"""What a watch, another game, language or version reads again."""


def unreadable(code: str, what: str, file: str, error: OSError) -> Finding:
    """The finding for what the system, or the project's gate, answered."""
    reason, is_outside = (error.strerror or "unknown").lower(), isinstance(error, OutsideError)
    hint = "put the file itself into the project" if is_outside else "check its name and its permissions"
    return Finding(code, Mark(file), f"{what} cannot be read: {reason}", hint)


def load(path: Path, project: Project) -> Document:
    """The same for a file of the tool's own (sizes, papers, words). Raises `Fault` with all its findings."""
    document, findings = load_file(path, project.relative(path), project)
    if document is None or findings:
        raise Fault(*findings)
    return document


def entries(path: Path, project: Project) -> dict[str, tuple[Any, Mark]]:
    """The entries of a file of the tool's own, each with the place of its key; none if there is no such file.

    Raises `Fault` Y025 if the file holds something else."""
    if not path.is_file():
        return {}
    file = project.relative(path)
    document = load(path, project)
    if document.data is None:
        return {}
    if not isinstance(document.data, Map):
        message = f"`{path.name}` holds no entries"
        raise Fault(Finding("Y025", Mark(file, 1, 1), message, "write one entry a line: `id: ...`"))
    return {str(key): (value, document.data.key_mark(key)) for key, value in document.data.items()}


def load_text(text: str, file: str, path: Path | None = None) -> tuple[Document | None, list[Finding]]:
    """The same for YAML text; of a file (`path`), what was read before need not be read again."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    strange = list(strange_characters(text, file)) or list(_crowd(text, file))
    if strange:
        return None, strange
    faults: dict[int, Finding] = {}  # by their lines
    memory = incremental.known(path, text, file) if path else None
    source = memory.source if memory else Source(file, text)
    mended, kept = memory.shortened(text) if memory else (text, {})
    mendings = 0  # one may undo another
    while True:
        try:
            with resting_collector():
                check_depth(mended, file)
                builder = _Builder(source, faults, kept)
                root = _compose(mended)
                data = builder.value(root, 0) if root is not None else None
            if builder.taken == kept.keys() and (not kept or builder.count < incremental.MOST):
                if memory and not faults and not builder.findings:
                    memory.note(text, data)
                return Document(source, data), [*faults.values(), *builder.findings]
            mended, kept = text, {}
        except (yaml.MarkedYAMLError, Fault) as error:
            if kept:
                mended, kept = text, {}
                continue
            if isinstance(error, Fault):
                return None, [*faults.values(), *error.findings]
            fault = explain_syntax(error, mended, file)
            faults.setdefault(fault.mark.line, fault)
            before, mended, mendings = mended, as_meant(mended, fault, _compose), mendings + 1
            if mended == before or max(len(faults), mendings // 2) > MAX_SLIPS:
                return None, other_faults(next(iter(faults.values())), text, file, _compose)


_ID = lazy_pattern(r"""(?<![\w.-])["']?id["']?[ ]*:""")


def _crowd(text: str, file: str) -> Iterator[Finding]:
    """Y009, Y016 from the text alone: to read so much would take longer than to say that it is too much."""
    if text.count(",") + text.count("\n") > MAX_SIGNS:
        message = f"the file has more than {MAX_SIGNS} commas and line breaks, which is the most that is read"
        yield Finding("Y009", Mark(file, 1, 1), message, "split the file")
        return
    many = text.count("id") > MAX_DESIGNS
    for found in islice(_ID.finditer(text), MAX_DESIGNS, MAX_DESIGNS + 1) if many else ():
        yield crowded(Mark(file, *line_column(text, found.start())))


def crowded(mark: Mark, most: int = MAX_DESIGNS) -> Finding:
    """Y016, at the first item beyond the limit."""
    hint = (
        "write equal pieces once, with their `count`; check and build with `--volumes N`, which takes N times as many"
    )
    return Finding("Y016", mark, f"here begins item {most + 1:,}; a game has at most {most:,}", hint)


@contextmanager
def resting_collector() -> Iterator[None]:
    """Tens of thousands of nodes, none of them rubbish: looking for it would take four times as long as reading."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Plain:
    """The resolver: "p" for a plain scalar, "s" for any other node; what it means is decided in `_Builder`."""

    def resolve(self, _kind: object, _value: object, implicit: object) -> str:
        return "p" if implicit.__class__ is tuple and implicit[0] else "s"

    descend_resolver: Any = {}.get
    """No paths are resolved: what is called for each node takes what it is given, and does nothing."""
    ascend_resolver: Any = {}.clear


class _Slow(_Plain, yaml.SafeLoader):
    """PyYAML's own loader, which among brackets takes `?` and `:` in words as libyaml does."""

    def scan_plain(self) -> Any:  # noqa: ANN401 -- a token
        if not self.flow_level:
            return super().scan_plain()
        peek: Any = self.peek
        self.peek = lambda index=0: "x" if peek(index) == "?" else peek(index)  # type: ignore[method-assign]
        try:
            token = super().scan_plain()
        finally:
            del self.peek
        if peek() == ":" and peek(1) in ",[]{}":
            where = token.start_mark, "found unexpected ':'", self.get_mark()
            raise yaml.scanner.ScannerError("while scanning a plain scalar", *where)
        return token


def _make_loader(fast: bool) -> type:
    """A loader that only composes nodes: libyaml's, or PyYAML's own."""
    return type("_Loader", (_Plain, yaml.cyaml.CParser), {}) if fast else _Slow  # type: ignore[attr-defined]


_LOADER: Callable[[str], Any] = _make_loader(yaml.__with_libyaml__)


def _compose(text: str) -> yaml.Node | None:
    loader = _LOADER(text)
    try:
        root: yaml.Node | None = loader.get_single_node()
    finally:
        loader.dispose()
    return root


_NUMBER = lazy_pattern(r"[-+]?(?:(0|[1-9][0-9]*)|(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMBER_STARTS = frozenset("-+.0123456789")


class _Builder:
    """One walk over the nodes of a file."""

    __slots__ = ("count", "file", "findings", "kept", "known", "mended", "source", "taken")

    def __init__(self, source: Source, mended: Collection[int], kept: Mapping[int, Map]) -> None:
        self.source, self.file, self.mended, self.kept = source, source.file, mended, kept
        self.taken: set[int] = set()
        """The lines of what was taken as it was kept."""
        self.findings: list[Finding] = []
        self.count = 0
        self.known: set[str] = set()
        """Plain keys that mean what they say."""

    def value(self, node: yaml.Node, depth: int) -> Value:
        self.count += 1
        if self.count > MAX_NODES:
            message = f"the file holds more than {MAX_NODES} values, aliases counted as often as used"
            raise Fault(Finding("Y009", node_mark(self.file, node), message, "split the file, or use fewer aliases"))
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node)
        if depth >= MAX_DEPTH:
            raise too_deep(self.file, node.start_mark)
        if node.tag != "s":
            self.tag(node)
        return self.mapping(node, depth) if isinstance(node, yaml.MappingNode) else self.sequence(node, depth)

    def scalar(self, node: yaml.ScalarNode) -> Value:
        words: str = node.value.translate(SIGNS) if self.mended else node.value
        if len(words) > MAX_WORDS:
            self.findings.append(too_long(node_mark(self.file, node), words))
            words = "..."
        if node.tag not in ("p", "s"):
            line = node.start_mark.line + 1
            if node.tag == incremental.KEPT and line in self.kept:
                self.taken.add(line)
                return self.kept[line]
            self.tag(node)
        if node.style == '"' and (strange := STRANGE.search(words)):
            self.find("Y003", node, f"{character_name(strange.group())} stands here", "delete its escape (`\\...`)")
            return ""
        if node.tag == "s" or node.style in ("'", '"'):
            return words
        if words in _CONSTANTS:
            return _CONSTANTS[words]
        if not words.isascii():
            words = self.spaces(node, words)
        if words[0] in _NUMBER_STARTS:
            found = _NUMBER.fullmatch(words)
            if found:
                return self.number(node, words, found.group(1) is not None)
        return words

    def number(self, node: yaml.ScalarNode, words: str, is_whole: bool) -> int | float:
        if len(words) > MAX_DIGITS:
            message = f"the number has {len(words)} digits, at most {MAX_DIGITS} are read"
            self.find("Y011", node, message, "write a smaller number, or put it in quotes if it is a word")
            return 1
        value = int(words) if is_whole else float(words)
        if abs(value) > LARGEST:
            self.find("Y011", node, f"the number {words} is too large", "write a smaller number")
            return 1
        return value

    def sequence(self, node: yaml.Node, depth: int) -> List:
        values = [self.value(n, depth + 1) for n in node.value]
        places = (v.start if v.__class__ is Map else place_of(n) for n, v in zip(node.value, values, strict=True))
        return List(self.source, place_of(node), {i: (place, place) for i, place in enumerate(places)}, values)

    def mapping(self, node: yaml.MappingNode, depth: int) -> Map:
        spans: dict[object, tuple[Place, Place]] = {}
        out = Map(self.source, place_of(node), spans)
        merges = []
        told = False
        for key_node, value_node in node.value:
            key = key_node.value if key_node.tag == "p" and key_node.value in self.known else self.key(key_node)
            if key == "<<" and key_node.tag == "p":
                merges.append(value_node)
                continue
            value = self.value(value_node, depth + 1)
            if key is not None and value is not None and key not in out:
                out[key], spans[key] = value, (place_of(key_node), place_of(value_node))
                continue
            entries = [(key, value)] if key is not None else []
            if value is None and node.flow_style:
                entries = self.colonless(key_node, len(node.value) == 1) or entries
            for name, given in entries:
                if name in out:
                    told = told or self.twice(str(name), key_node, out)
                else:
                    out[name], spans[name] = given, (place_of(key_node), place_of(value_node))
        for merge in merges:
            self.merge(merge, out, spans, depth)
        return out

    def colonless(self, node: yaml.Node, alone: bool) -> list[tuple[str | int, Value]]:
        """The entries that `{ja: 月, en:Moon}` was meant to have; none if it is right (`{moon:both}` is markup)."""
        words = str(node.value)
        meant = slips.without_colon(words) if node.tag == "p" and (not alone or "：" in words) else {}
        if meant:
            hint = f"write `{', '.join(f'{k}: {v}' for k, v in meant.items())}`"
            self.find("Y005", node, "no `: ` stands between a key and its value", hint)
        return list(meant.items())

    def twice(self, key: str, node: yaml.Node, out: Map) -> bool:
        """A key stands twice. True if this tells all such keys: a member of a list begins again, without its dash."""
        first = out.key_mark(key).line
        message = f"duplicate key `{key}`, already written in line {first}"
        again = key == "id" and next(iter(out)) == key and first <= node.start_mark.line
        hint = "; if another member of the list begins here, write `- ` before it" if again else ""
        self.find("Y006", node, message, f"delete or rename one of the two{hint}")
        return again

    def spaces(self, node: yaml.Node, words: str, key: bool = False) -> str:
        """The words without what only looks like a space at their ends, or like nothing in them."""
        plain, name = slips.without_spaces(words, key)
        if name:
            where, hint = ("beside", "delete it, or write a plain space") if plain in words else ("in", "type it anew")
            self.find("Y003", node, f"{name} stands {where} `{plain}`", hint)
        return plain

    def key(self, node: yaml.Node) -> str | int | None:
        if not isinstance(node, yaml.ScalarNode):
            hint = "write `name: value`; quote words that start with `{` or `[`"
            self.find("Y012", node, "a key must be a plain word", hint)
            return None
        if node.value == "" and node.tag == "p":
            self.find("Y012", node, "a key is empty", "write a word before the colon")
            return None
        words = str(node.value)
        if not words.isascii() and node.tag == "p":
            words = self.spaces(node, words, key=True)
        if node.tag == "p" and words[:1] in _NUMBER_STARTS and re.fullmatch("0|[1-9][0-9]{0,8}", words):
            return int(words)
        if node.tag == "p" and words.isascii() and words != "<<":
            self.known.add(words)
        return words

    def merge(self, node: yaml.Node, out: Map, spans: dict[object, tuple[Place, Place]], depth: int) -> None:
        """`<<: *base`: what the mapping does not say itself comes from the others."""
        for source in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            if not isinstance(source, yaml.MappingNode):
                self.find("Y012", source, "`<<` takes a mapping", "write `<<: *anchor`")
                continue
            base = self.value(source, depth + 1)
            if isinstance(base, Map):
                whole = layered(out, base)
                out.update(whole)
                spans.update(whole.spans)

    def tag(self, node: yaml.Node) -> None:
        shown = str(node.tag).replace("tag:yaml.org,2002:", "!!")
        hint = "delete the tag; put words in quotes if need be"
        self.find("Y007", node, f"the tag `{shown}` has no meaning here", hint)

    def find(self, code: str, node: yaml.Node, message: str, hint: str) -> None:
        if len(self.findings) < MAX_FAULTS and node.start_mark.line + 1 not in self.mended:
            self.findings.append(Finding(code, node_mark(self.file, node), message, hint))
