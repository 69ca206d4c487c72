"""YAML file -> `Document`: plain data, and for every key and value its place in the file.

Nothing is interpreted but the plainest scalars: whole and decimal numbers, `true`, `false`, `null`; everything else
is words. Promise: never raises for what a file holds; a duplicate key, a tag, a strange character is a finding; a
file that is too big, too deep or explodes by its aliases is refused in a moment.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from generator.data.reading import incremental
from generator.data.reading.document import Document, Map, Source
from generator.data.reading.nodes import MAX_NODES, NodeReader
from generator.data.reading.syntax import MAX_SLIPS, as_meant, check_depth, explain_syntax, no_comments, other_faults
from generator.data.reading.text import decode, line_column, strange_characters
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.project import SMALL, OutsideError, Project, read_plain
from generator.values import lazy_pattern, replace

MAX_BYTES = 5_000_000
MAX_SIGNS = 3 * MAX_NODES
MAX_DESIGNS = 20_000
"""Items of a game, of all its sets, for each volume; components/README.md and Y016 name it, too."""


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
    alike: dict[int, Finding] = {}
    memory = incremental.known(path, text, file) if path else None
    source = memory.source if memory else Source(file, text)
    mended, kept = memory.shortened(text) if memory else (text, {})
    mendings = 0  # one may undo another
    while True:
        try:
            with resting_collector():
                check_depth(mended, file)
                builder = NodeReader(source, faults, kept)
                root = _compose(mended)
                data = builder.value(root, 0) if root is not None else None
            if builder.taken == kept.keys() and (not kept or builder.count < incremental.MOST):
                if memory and not faults and not builder.findings:
                    memory.note(text, data)
                return Document(source, data), [*{**alike, **faults}.values(), *builder.findings]
            mended, kept = text, {}
        except (yaml.MarkedYAMLError, Fault) as error:
            if kept:
                mended, kept = text, {}
                continue
            if isinstance(error, Fault):
                return None, [*faults.values(), *error.findings]
            fault = explain_syntax(error, mended, file)
            faults.setdefault(fault.mark.line, fault)
            alike |= {n + 1: replace(fault, mark=Mark(file, n + 1, at + 1)) for n, at in no_comments(mended, fault)}
            before, mended, mendings = mended, as_meant(mended, fault, _compose), mendings + 1
            if mended == before or max(len(faults), mendings // 2) > MAX_SLIPS:
                others = other_faults(next(iter(faults.values())), text, file, _compose)
                return None, [*{**alike, **{f.mark.line: f for f in others}}.values()]


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
    """The resolver: "p" for a plain scalar, "s" for any other node; what it means is decided in nodes.py."""

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
