"""The nodes of a YAML file -> plain data with places; what is told of keys, tags and numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TypeAlias

import yaml

from generator.data.reading import incremental
from generator.data.reading import suggestions as slips
from generator.data.reading.document import List, Map, Place, Source, layered, node_mark, place_of
from generator.data.reading.syntax import MAX_DEPTH, SIGNS, too_deep
from generator.data.reading.text import MAX_WORDS, STRANGE, character_name, too_long
from generator.diagnostics.findings import Fault, Finding
from generator.values import lazy_pattern

MAX_NODES = 200_000
MAX_DIGITS = 30
MAX_FAULTS = 200
LARGEST = 1e30

Value: TypeAlias = "Map | List | str | int | float | bool | None"
"""What stands in a file."""

_NUMBER = lazy_pattern(r"[-+]?(?:(0|[1-9][0-9]*)|(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMBER_STARTS = frozenset("-+.0123456789")


class NodeReader:
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
        """What a node says, so deep in others. Raises `Fault` (Y009, Y010)."""
        self.count += 1
        if self.count > MAX_NODES:
            message = f"the file holds more than {MAX_NODES} values, aliases counted as often as used"
            raise Fault(Finding("Y009", node_mark(self.file, node), message, "split the file, or use fewer aliases"))
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if depth >= MAX_DEPTH:
            raise too_deep(self.file, node.start_mark)
        if node.tag != "s":
            self._tag(node)
        return self._mapping(node, depth) if isinstance(node, yaml.MappingNode) else self._sequence(node, depth)

    def _scalar(self, node: yaml.ScalarNode) -> Value:
        words: str = node.value.translate(SIGNS) if self.mended else node.value
        if len(words) > MAX_WORDS:
            self.findings.append(too_long(node_mark(self.file, node), words))
            words = "..."
        if node.tag not in ("p", "s"):
            line = node.start_mark.line + 1
            if node.tag == incremental.KEPT and line in self.kept:
                self.taken.add(line)
                return self.kept[line]
            self._tag(node)
        if node.style == '"' and (strange := STRANGE.search(words)):
            self._find("Y003", node, f"{character_name(strange.group())} stands here", "delete its escape (`\\...`)")
            return ""
        if node.tag == "s" or node.style in ("'", '"'):
            return words
        if words in _CONSTANTS:
            return _CONSTANTS[words]
        if not words.isascii():
            words = self._spaces(node, words)
        if words[0] in _NUMBER_STARTS:
            found = _NUMBER.fullmatch(words)
            if found:
                return self._number(node, words, found.group(1) is not None)
        return words

    def _number(self, node: yaml.ScalarNode, words: str, is_whole: bool) -> int | float:
        if len(words) > MAX_DIGITS:
            message = f"the number has {len(words)} digits, at most {MAX_DIGITS} are read"
            self._find("Y011", node, message, "write a smaller number, or put it in quotes if it is a word")
            return 1
        value = int(words) if is_whole else float(words)
        if abs(value) > LARGEST:
            self._find("Y011", node, f"the number {words} is too large", "write a smaller number")
            return 1
        return value

    def _sequence(self, node: yaml.Node, depth: int) -> List:
        values = [self.value(n, depth + 1) for n in node.value]
        places = (v.start if v.__class__ is Map else place_of(n) for n, v in zip(node.value, values, strict=True))
        return List(self.source, place_of(node), {i: (place, place) for i, place in enumerate(places)}, values)

    def _mapping(self, node: yaml.MappingNode, depth: int) -> Map:
        spans: dict[object, tuple[Place, Place]] = {}
        out = Map(self.source, place_of(node), spans)
        merges = []
        told = False
        for key_node, value_node in node.value:
            key = key_node.value if key_node.tag == "p" and key_node.value in self.known else self._key(key_node)
            if key == "<<" and key_node.tag == "p":
                merges.append(value_node)
                continue
            value = self.value(value_node, depth + 1)
            if key is not None and value is not None and key not in out:
                out[key], spans[key] = value, (place_of(key_node), place_of(value_node))
                continue
            entries = [(key, value)] if key is not None else []
            if value is None and node.flow_style:
                entries = self._colonless(key_node, len(node.value) == 1) or entries
            for name, given in entries:
                if name in out:
                    told = told or self._twice(str(name), key_node, out)
                else:
                    out[name], spans[name] = given, (place_of(key_node), place_of(value_node))
        for merge in merges:
            self._merge(merge, out, spans, depth)
        return out

    def _colonless(self, node: yaml.Node, alone: bool) -> list[tuple[str | int, Value]]:
        """The entries that `{ja: 月, en:Moon}` was meant to have; none if it is right (`{moon:both}` is markup)."""
        words = str(node.value)
        meant = slips.without_colon(words) if node.tag == "p" and (not alone or "：" in words) else {}
        if meant:
            hint = f"write `{', '.join(f'{k}: {v}' for k, v in meant.items())}`"
            self._find("Y005", node, "no `: ` stands between a key and its value", hint)
        return list(meant.items())

    def _twice(self, key: str, node: yaml.Node, out: Map) -> bool:
        """A key stands twice. True if this tells all such keys: a member of a list begins again, without its dash."""
        first = out.key_mark(key).line
        message = f"duplicate key `{key}`, already written in line {first}"
        again = key == "id" and next(iter(out)) == key and first <= node.start_mark.line
        hint = "; if another member of the list begins here, write `- ` before it" if again else ""
        self._find("Y006", node, message, f"delete or rename one of the two{hint}")
        return again

    def _spaces(self, node: yaml.Node, words: str, key: bool = False) -> str:
        """The words without what only looks like a space at their ends, or like nothing in them."""
        plain, name = slips.without_spaces(words, key)
        if name:
            where, hint = ("beside", "delete it, or write a plain space") if plain in words else ("in", "type it anew")
            self._find("Y003", node, f"{name} stands {where} `{plain}`", hint)
        return plain

    def _key(self, node: yaml.Node) -> str | int | None:
        if not isinstance(node, yaml.ScalarNode):
            hint = "write `name: value`; quote words that start with `{` or `[`"
            self._find("Y012", node, "a key must be a plain word", hint)
            return None
        if node.value == "" and node.tag == "p":
            self._find("Y012", node, "a key is empty", "write a word before the colon")
            return None
        words = str(node.value)
        if not words.isascii() and node.tag == "p":
            words = self._spaces(node, words, key=True)
        if node.tag == "p" and words[:1] in _NUMBER_STARTS and re.fullmatch("0|[1-9][0-9]{0,8}", words):
            return int(words)
        if node.tag == "p" and words.isascii() and words != "<<":
            self.known.add(words)
        return words

    def _merge(self, node: yaml.Node, out: Map, spans: dict[object, tuple[Place, Place]], depth: int) -> None:
        """`<<: *base`: what the mapping does not say itself comes from the others."""
        for source in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            if not isinstance(source, yaml.MappingNode):
                self._find("Y012", source, "`<<` takes a mapping", "write `<<: *anchor`")
                continue
            base = self.value(source, depth + 1)
            if isinstance(base, Map):
                whole = layered(out, base)
                out.update(whole)
                spans.update(whole.spans)

    def _tag(self, node: yaml.Node) -> None:
        shown = str(node.tag).replace("tag:yaml.org,2002:", "!!")
        hint = "delete the tag; put words in quotes if need be"
        self._find("Y007", node, f"the tag `{shown}` has no meaning here", hint)

    def _find(self, code: str, node: yaml.Node, message: str, hint: str) -> None:
        if len(self.findings) < MAX_FAULTS and node.start_mark.line + 1 not in self.mended:
            self.findings.append(Finding(code, node_mark(self.file, node), message, hint))
