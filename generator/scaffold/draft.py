"""A designer's draft in Markdown -> the title and the rules of a game.

A heading is a chapter, one below it the run-in heading of a paragraph; a paragraph is a rule, and so is an item of a
list, numbered below the paragraph that it follows; a quotation is a note. Tables are sets (data/reading/markdown.py).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from textwrap import fill, indent
from typing import TYPE_CHECKING

from generator.data.lexicon import has_japanese, pattern, whole_number
from generator.data.markup import from_html
from generator.data.reading.grid import own_title, plain_ascii
from generator.data.reading.markdown import NUMBERED, markdown_tables
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.project import BUNDLED, Project
from generator.scaffold.pages import is_draft, text_in
from generator.scaffold.plaintext import markdown_of
from generator.scaffold.tablesheet import quoted
from generator.values import dataclass, field, replace
from generator.words import read_words

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_WIDE = 110
"""Characters of a line of rules.yaml."""
_WITHOUT_BLANKS = "[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]"
_UNSPACED = re.compile(rf"({_WITHOUT_BLANKS}(?:</\w+>)*)\n((?:<\w+>)*{_WITHOUT_BLANKS})")
"""A line that ends within Japanese or Chinese words."""
_TASK = re.compile(r"^\\\[[ xX]\\\] ")
"""What a list of things to do has before each."""
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_TAGS = {"strong": "b", "em": "i", "s": "s"}


@dataclass(slots=True)
class DraftRule:
    """A paragraph of the rules, with those below it. What has a `title` alone is a chapter, or waits for its words."""

    title: str = ""
    text: str = ""
    kind: str = "rule"
    below: list[DraftRule] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Draft:
    """The title that a draft gives its game ("": none), its chapters, and what is said of what was left out."""

    title: str
    chapters: Sequence[DraftRule]
    left: Sequence[str]

    def words(self) -> list[str]:
        """Every text."""
        return [words for one in self._all() for words in (one.title, one.text) if words]

    def players(self, language: str) -> tuple[int, ...]:
        """The least and the most, where the words say both; else nothing."""
        found = (m for words in self.words() for m in pattern(language, "players").finditer(words.lower()) if m[1])
        said = next(((whole_number(m[1]), whole_number(m[2])) for m in found), (0, 0))
        return said if 0 < said[0] <= said[1] <= 20 else ()

    def report(self, *, is_taken: bool) -> Iterator[str]:
        """What became of it, in plain lines."""
        many, chapters = sum(bool(one.text) for one in self._all()), len(self.chapters)
        if many and not is_taken:
            yield "its rules: not taken, the game has some"
        elif many:
            yield f"rules.yaml: {many} paragraph{'s' * (many > 1)} in {chapters} chapter{'s' * (chapters > 1)}"
            yield from (f"  {words}" for words in self.left)

    def _all(self, of: Sequence[DraftRule] | None = None) -> Iterator[DraftRule]:
        for one in self.chapters if of is None else of:
            yield from (one, *self._all(one.below))


def draft_in(path: Path, icons: Collection[str], sets: Mapping[str, str]) -> Draft:
    """What a Markdown file, or a plain text with headings, says, with the name and the number of pieces where a table
    is one of the `sets` (titles of tables -> ids); nothing of any other file. `icons`: signs of other programs
    (`:coin:`) that draw one of ours. Raises `Fault` where it cannot be read."""
    if path.suffix.lower() != ".md" and not is_draft(path):
        return Draft("", (), ())
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    text = text_in(path) if path.suffix.lower() == ".md" else markdown_of(text_in(path))
    text = _FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text)
    tree = SyntaxTreeNode(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text))
    tables: dict[str, int] = {}
    for name, rows in markdown_tables(text):
        tables[own_title(name, tables)] = rows[0][0] - 1
    lines = {line: sets[name] for name, line in tables.items() if name in sets}
    return _Reader(icons, lines).read(tree.children)


class _Reader:
    """One pass over the blocks of a draft."""

    def __init__(self, icons: Collection[str], sets: Mapping[int, str]) -> None:
        self.icons, self.sets = icons, sets  # by the line in which their table begins, from 0
        self.pictures, self.is_said = 0, False  # whether there is more than tables

    def read(self, blocks: Sequence[SyntaxTreeNode]) -> Draft:
        heads = [int(node.tag[1]) for node in blocks if node.type == "heading"]
        is_titled = heads.count(1) == 1 and blocks[0].type == "heading" and blocks[0].tag == "h1"
        title = self._inline(blocks[0]) if is_titled else ""
        top = min(heads[is_titled:], default=7)
        chapters: list[DraftRule] = []
        opened: list[tuple[int, DraftRule]] = []
        last: DraftRule | None = None
        for node in blocks[is_titled:]:
            if node.type == "heading":
                level, one = int(node.tag[1]), DraftRule(NUMBERED.sub("", self._inline(node), count=1))
                opened = [(n, other) for n, other in opened if n < level]
                (chapters if level == top or not opened else opened[-1][1].below).append(one)
                opened, last = [*opened, (level, one)], None
                continue
            if not opened:
                opened = [(top - 1, DraftRule(title or "Overview"))]
                chapters.append(opened[0][1])
            last = self._block(node, opened[-1][1].below, last)
        chapters = [one for one in map(_filled, chapters) if one.below] if self.is_said else []
        left = f"{self.pictures} picture{'s' * (self.pictures > 1)} in the words: not taken; `figure` shows faces"
        return Draft(title, chapters, [left] if self.pictures else [])

    def _block(self, node: SyntaxTreeNode, into: list[DraftRule], last: DraftRule | None) -> DraftRule | None:
        """Puts what a block says into a list of paragraphs; gives the one that a list would stand below."""
        if node.type in ("bullet_list", "ordered_list"):
            for item in node.children:
                self._item(item, last.below if last else into)
        elif node.type == "table" and node.map and node.map[0] in self.sets:
            own = self.sets[node.map[0]]
            into.append(DraftRule(text=f"{{@{own}}} × {{#{own}}}"))
        elif node.type in _NOTES:
            into += [_labelled(words, "note")] if (words := self._note(node)) else []
            self.is_said |= node.type == "blockquote"
        elif words := self._inline(node) if node.type == "paragraph" else self._markup(_html_of(node)):
            into.append(_labelled(words, "rule"))
            self.is_said = True
            return into[-1] if node.type == "paragraph" else None
        return None

    def _item(self, item: SyntaxTreeNode, into: list[DraftRule]) -> None:
        """An item of a list: its words, and what stands below them."""
        one = DraftRule(text=_TASK.sub("", self._paragraphs(item.children)))
        for block in item.children:
            if block.type != "paragraph":
                self._block(block, one.below, None)
        into += [one] if one.text else one.below
        self.is_said = True

    def _note(self, node: SyntaxTreeNode) -> str:
        """A quotation, the rows of a table, code."""
        if node.type == "blockquote":
            return self._paragraphs(node.walk())
        if node.type == "table":
            rows = (map(self._inline, row.children) for row in node.walk() if row.type == "tr")
            return "\n".join(" · ".join(filter(None, cells)) for cells in rows)
        return self._markup(escape(node.content.strip("\n")).replace("\n", "<br>"))

    def _paragraphs(self, blocks: Iterable[SyntaxTreeNode]) -> str:
        return "\n\n".join(filter(None, (self._inline(one) for one in blocks if one.type == "paragraph")))

    def _inline(self, node: SyntaxTreeNode) -> str:
        """The words of a block, in our markup."""
        words = _UNSPACED.sub(r"\1\2", "".join(map(self._html, node.children)))
        return self._markup(words.replace("\n", " "))

    def _markup(self, words: str) -> str:
        return from_html(words, self.icons).strip()

    def _html(self, node: SyntaxTreeNode) -> str:
        """A span as HTML: what `from_html` reads."""
        inner = "".join(map(self._html, node.children))
        if node.type in _TAGS:
            return f"<{_TAGS[node.type]}>{inner}</{_TAGS[node.type]}>"
        if node.type == "image":
            self.pictures += 1
            return ""
        if node.type == "softbreak":
            return "\n"
        if node.type == "hardbreak":
            return "<br>"
        return node.content if node.type == "html_inline" else inner or escape(node.content, quote=False)


_NOTES = ("blockquote", "table", "fence", "code_block")


def _html_of(node: SyntaxTreeNode) -> str:
    """HTML without comments; nothing of a line across the page."""
    return re.sub(r"<!--.*?-->", "", node.content, flags=re.DOTALL) if node.type == "html_block" else ""


def _labelled(words: str, usual: str) -> DraftRule:
    """A paragraph without the word `Example:` or `Note:` before it, which the rules print themselves."""
    for kind, labels in _labels().items():
        if found := re.match(rf"(\**)(?:{labels})(\**) ?[:：](\**)\s*(?=\S)", words, re.IGNORECASE):
            is_paired = found[1] == found[2] + found[3]
            return DraftRule(text=words[found.end() :], kind=kind) if is_paired else DraftRule(text=words, kind=kind)
    return DraftRule(text=words, kind=usual)


@cache
def _labels() -> dict[str, str]:
    """What the tool calls examples and notes in the languages that it speaks."""
    spoken = [read_words(Project(BUNDLED), path.stem) for path in sorted((BUNDLED / "layouts/words").glob("*.yaml"))]
    return {kind: "|".join(re.escape(words[f"rules.{kind}"]) for words in spoken) for kind in ("example", "note")}


def _filled(one: DraftRule) -> DraftRule:
    """A heading with the words below it as its own, down to the last; of headings alone those below stay."""
    below: list[DraftRule] = []
    for other in map(_filled, one.below):
        first = other.below[0] if other.below else None
        if other.text:
            below.append(other)
        elif first and not first.title:
            below.append(DraftRule(other.title, first.text, below=[*first.below, *other.below[1:]]))
        else:
            below += [replace(one, title=f"{other.title}: {one.title}") if one.title else one for one in other.below]
    return DraftRule(one.title, one.text, one.kind, below)


def rules_yaml(draft: Draft) -> str:
    """The chapters as rules.yaml has them."""
    made, taken = ["sections:\n"], dict[str, int]()
    for n, chapter in enumerate(draft.chapters, 1):
        name = slug(plain_ascii(chapter.title), NAME)
        own = _free(name if name[:1].isalpha() else f"section-{name or n}", taken)
        rules = "".join(_rule(one, own, taken) for one in chapter.below)
        made.append(f"  - id: {own}\n    title: {quoted(chapter.title)}\n    rules:\n{indent(rules, '      ')}\n")
    return "".join(made).rstrip("\n") + "\n"


def _rule(one: DraftRule, chapter: str, taken: dict[str, int]) -> str:
    words = [w for w in re.findall(r"[a-z0-9]+", plain_ascii(one.title or one.text)) if len(w) > 2]
    own = _free(f"{chapter}.{'-'.join([*dict.fromkeys(words)][:3])[:30].strip('-') or 'p'}", taken)
    lines = [f"- id: {own}", *[f"  title: {quoted(one.title)}"] * bool(one.title)]
    lines += [f"  kind: {one.kind}"] * (one.kind != "rule")
    lines += [f"  text: {_said(one.text)}", *["  rules:"] * bool(one.below)]
    return "\n".join(lines) + "\n" + "".join(indent(_rule(other, chapter, taken), "    ") for other in one.below)


def _said(words: str) -> str:
    """Words as YAML writes them, in lines where they are many."""
    if "\n" in words:
        return "|-\n" + indent(words, "    ")
    if len(words) < _WIDE or has_japanese(words):
        return quoted(words)
    return ">-\n" + indent(fill(words, _WIDE, break_long_words=False, break_on_hyphens=False), "    ")


def _free(name: str, taken: dict[str, int]) -> str:
    """An id that no other has: the name, or with a number behind it."""
    while (own := f"{name}-{taken[name]}" if name in taken else name) in taken:
        taken[name] += 1
    taken[own] = 2
    return own
