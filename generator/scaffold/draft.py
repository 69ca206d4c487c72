"""A designer's draft in Markdown -> the title and the rules of a game.

A heading is a chapter, one below it the run-in heading of a paragraph; a paragraph is a rule, and so is an item of a
list, numbered below the paragraph that it follows; a quotation is a note. Tables are sets (data/reading/markdown.py).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape
from itertools import pairwise
from pathlib import Path
from textwrap import fill, indent
from typing import TYPE_CHECKING

from generator.data.lexicon import has_japanese, pattern, whole_number
from generator.data.reading.grid import own_title, plain, plain_ascii
from generator.data.reading.html import from_html
from generator.data.reading.markdown import FRONT_MATTER, NUMBERED, markdown_tables, pieces_below, widened
from generator.data.schema.validation import slug
from generator.data.schema.values import NAME
from generator.project import BUNDLED, Project
from generator.scaffold.measures import half_ems
from generator.scaffold.pages import is_draft, text_in
from generator.scaffold.plaintext import markdown_of
from generator.scaffold.source import quoted
from generator.values import Struct, field, lazy_pattern, replace
from generator.words import read_words

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_WIDE = 110
"""Characters of a line of rules.yaml."""
_TASK = re.compile(r"^\\\[[ xX]\\\] ")
"""What a list of things to do has before each."""
_TYPED = lazy_pattern(
    r"(?ims)(?P<as_it_is>^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)|\Z)|`[^`\n]+`|^ *\|[^\n]*)"
    r"|<!--.*?(?:-->|\Z)|^(?P<hashes>#{2,6})(?=[^#\s])"
    r"|^(?:!!!|\?\?\?\+?) +\w+(?: +\"(?P<title>[^\"\n]*)\")?[^\n]*\n(?P<boxed>(?:(?: {4}|\t)[^\n]*\n?|\n)*)"
    r"|(?:(?<!\s)\s+)?<(?P<end>/?)(?P<tag>h[1-6]|p|div|[uod]l|table|blockquote|details|summary|center|section"
    r"|article|aside|figure|figcaption|header|footer|main|nav|li|d[td]|t[hrd]|thead|tbody|hr)\b[^<>]*>\s*"
)
_WITHOUT_BLANKS = "[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]"
_UNSPACED = lazy_pattern(rf"{_WITHOUT_BLANKS}(?:</\w+>)*\n(?:<\w+>)*{_WITHOUT_BLANKS}")
"""A line that ends within Japanese or Chinese words."""
_POINT = lazy_pattern("[•‣・※①-⑩]")
_ENDED, _PARTED = lazy_pattern("[.,;!?。、！？]$"), lazy_pattern(r"[.,;:!?。、！？」）](?:</\w+>)*$")
_RAGGED, _LONG = 6, 45
"""Half ems by which lines differ that are broken where they are full; characters of a heading."""
_REAL, _BOLD, _MOST = 6, 20, 0.8
_TAGS = {"strong": "b", "em": "i", "s": "s", "code_inline": "i"}


class DraftRule(Struct):
    """A paragraph of the rules, with those below it. What has a `title` alone is a chapter, or waits for its words."""

    title: str = ""
    text: str = ""
    kind: str = "rule"
    below: list[DraftRule] = field(default_factory=list)
    is_item: bool = False


class Draft(Struct, frozen=True):
    """The title that a draft gives its game ("": none), its chapters, and what is said of what was left out."""

    title: str
    chapters: Sequence[DraftRule]
    left: Sequence[str]

    def words(self) -> list[str]:
        """Every text."""
        return [words for one in _whole(self.chapters) for words in (one.title, one.text) if words]

    def players(self, language: str) -> tuple[int, ...]:
        """The least and the most, where the words say both, and other numbers only between; else nothing."""
        plain = (words.lower() for words in self.words() if not pattern(language, "variants").search(words.lower()))
        found = (m for words in plain for m in pattern(language, "players").finditer(words) if m[1])
        said = [(whole_number(m[1]), whole_number(m[2])) for m in found]
        whole = (min(least for least, _ in said), max(most for _, most in said)) if said else (0, 0)
        return whole if whole in said and 0 < whole[0] <= whole[1] <= 20 else ()

    def report(self, *, is_taken: bool) -> Iterator[str]:
        """What became of it, in plain lines."""
        many, chapters = sum(bool(one.text) for one in _whole(self.chapters)), len(self.chapters)
        if many and not is_taken:
            yield "its rules: not taken, the game has some"
        elif many:
            yield f"rules.yaml: {many} paragraph{'s' * (many > 1)} in {chapters} chapter{'s' * (chapters > 1)}"
            yield from (f"  {words}" for words in self.left)


def _whole(rules: Sequence[DraftRule]) -> Iterator[DraftRule]:
    for one in rules:
        yield from (one, *_whole(one.below))


def draft_in(path: Path, icons: Collection[str], sets: Mapping[str, str]) -> Draft:
    """What a Markdown file, or a plain text with headings, says, with the name and the number of pieces where a table
    is one of the `sets` (titles of tables -> ids); nothing of any other file. `icons`: signs of other programs
    (`:coin:`) that draw one of ours. Raises `Fault` where it cannot be read."""
    if path.suffix.lower() != ".md" and not is_draft(path):
        return Draft("", (), ())
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    text = text_in(path) if path.suffix.lower() == ".md" else markdown_of(text_in(path))
    front = FRONT_MATTER.match(text)
    lists = re.findall(r"(?m)^(\w[\w -]*):\n *- +\w+:", front[0]) if front else []
    text = FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text)
    apart = pieces_below(text, sets)  # not of the rules
    text = "\n".join("" if n in apart else line for n, line in enumerate(text.split("\n")))
    text = widened(_BARE_PICTURE.sub(r"![](\1)", text))
    typed = _TYPED.sub(partial(_as_typed, within=[]), text).replace(" · <br>", "<br>")
    tree = SyntaxTreeNode(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(typed))
    tables: dict[str, int] = {}
    for (name, _), (_, rows) in zip(markdown_tables(text), markdown_tables(typed), strict=False):
        tables[own_title(name, tables)] = rows[0][0] - 1
    draft = _Reader(icons, {line: sets[name] for name, line in tables.items() if name in sets}).read(tree.children)
    above = f"above the text, and not read: {', '.join(lists)}; for cards save these lists as .yaml, and name that"
    return replace(draft, left=[*draft.left, above]) if lists else draft


def _as_typed(found: re.Match[str], within: list[str]) -> str:
    """What is no CommonMark as such: a tag of a block of HTML, within the lists, tables and quotations that are open; a
    heading without a blank; a box of MkDocs, whose lines are indented."""
    is_end, tag = found["end"] == "/", (found["tag"] or "").lower()
    if not tag and found["boxed"] is None:
        return found["hashes"] + " " if found["hashes"] else found["as_it_is"] or ""
    if not tag:
        boxed = f"**{found['title'] or ''}**\n\n{found['boxed']}".removeprefix("****\n\n").rstrip()
        return re.sub(r"(?m)^(?: {4}|\t)?", "> ", boxed) + "\n\n"
    if tag in ("ul", "ol", "table", "blockquote"):
        within[:] = within[:-1] if is_end else [*within, tag]
        return "\n\n" + "> " * (tag[0] in "tb" and not is_end)
    if tag == "li" and not is_end:
        return "\n\n" + "   " * min(len(within) - 1, 20) + ("1. " if within[-1:] == ["ol"] else "- ")
    if within:
        return {"td": " · ", "th": " · ", "tr": "<br>", "p": "<br>", "div": "<br>"}.get(tag, "") * is_end
    mark = "**" if tag == "summary" else "#" * int(tag[1]) + " " if tag[1:].isdecimal() and not is_end else ""
    return f"{mark}\n\n" if is_end else f"\n\n{mark}"


def _is_contents(node: SyntaxTreeNode) -> bool:
    """True for a list, or a line, of links to places of its own text, or to files beside it."""
    links = [one for one in node.walk() if one.type == "link"]
    said = ["".join(word.content for word in one.walk() if word.type == "text") for one in (node, *links)]
    is_own = all(not re.match(r"\w+:|//", str(link.attrs.get("href"))) for link in links)
    whole, *parts = (len(re.sub(r"\W", "", words)) for words in said)
    return bool(links) and is_own and node.type[-4:] in ("list", "raph") and sum(parts) >= _MOST * whole


def _titles(blocks: Sequence[SyntaxTreeNode]) -> list[tuple[int, SyntaxTreeNode]]:
    """The blocks, each with the rank of the heading that it is, be it typed in bold, or numbered by hand; 0: none."""
    ranks = pairwise([*map(_rank, blocks), -1])
    levels = (max(rank, 0) * (rank <= _REAL or after == 0 or after > rank) for rank, after in ranks)
    return [*zip(levels, blocks, strict=True)]


def _rank(node: SyntaxTreeNode) -> int:
    if node.type in ("heading", "hr"):
        return int(node.tag[1]) if node.type == "heading" else -1
    is_alone = node.type == "ordered_list" and len(node.children) == 1 == len(node.children[0].children)
    one = node.children[0].children[0] if is_alone else node
    words = one.children[0].content.strip() if one.type == "paragraph" else ""
    if not words or len(words) > _LONG or "\n" in words or _ENDED.search(words.strip("*_").rstrip(":：")):
        return 0
    numbered = re.match(r"\d+((?:\.\d+)+)\.? +\S", words)
    is_bold = [child.type for child in one.children[0].children if child.content or child.children] == ["strong"]
    return _REAL + 1 + (numbered[1].count(".") if numbered else 0) if is_alone or numbered else _BOLD * is_bold


def _joined(words: str, full: int) -> str:
    """The lines of a paragraph as one: with blanks between them where the language has such. A line that begins with
    the sign of a point is a line of its own, and so is one behind a line of Japanese that ends before it is `full`."""
    last, *lines = words.split("\n")
    made = last
    for line in lines:
        is_close = _UNSPACED.search(f"{last}\n{line}")
        is_ended = is_close and half_ems(re.sub("<[^<>]*>", "", last)) < full - _RAGGED and not _PARTED.search(last)
        is_broken = is_ended or (_POINT.match(line) and not last.endswith("<br>"))
        made += ("<br>" if is_broken else "" if is_close else " ") + line
        last = line
    return re.sub("[ \t]{2,}", " ", made)


class _Reader:
    """One pass over the blocks of a draft."""

    def __init__(self, icons: Collection[str], sets: Mapping[int, str]) -> None:
        self.icons, self.sets = icons, sets  # by the line in which their table begins, from 0
        self.pictures, self.is_said = 0, False  # whether there is more than tables
        self.full = 0  # half ems of the longest line that another follows

    def read(self, all_of: Sequence[SyntaxTreeNode]) -> Draft:
        own = [node for node in all_of if _is_contents(node)]
        ends = zip(all_of, all_of[1:], [*all_of[2:], None], strict=False)  # their headings, with nothing else below
        alone = ("heading", "hr")
        own += [a for a, b, c in ends if b in own and a.type == "heading" and (c is None or c.type in alone)]
        said = (node.content.split("\n") for block in all_of for node in block.walk() if node.type == "inline")
        self.full = max((half_ems(line) for lines in said for line in lines[:-1]), default=0)
        ranked = _titles([node for node in all_of if node not in own])
        heads = [(level, node) for level, node in ranked if level]
        is_titled = [level for level, _ in heads[:1]] == [1] and all(level > 1 for level, _ in heads[1:])
        title = self._inline(heads[0][1]) if is_titled else ""
        top = min((level for level, _ in heads[is_titled:]), default=7)
        chapters: list[DraftRule] = []
        opened: list[tuple[int, DraftRule]] = []
        last: DraftRule | None = None
        for level, node in ranked:
            if is_titled and node is heads[0][1]:
                continue
            if not opened and level != top:
                opened = [(top - 1, DraftRule(title))]
                chapters.append(opened[0][1])
            if level:
                one = DraftRule(self._title(node))
                opened = [(n, other) for n, other in opened if n < level]
                (chapters if level == top or not opened else opened[-1][1].below).append(one)
                opened, last = [*opened, (level, one)], None
                continue
            last = self._block(node, opened[-1][1].below, last)
        bare = sum(not (one.text or one.below) for one in _whole(chapters))
        lost = [(self.pictures, "picture", "in the words: not taken; `figure` shows faces")]
        lost += [(bare, "heading", "with no words below: not taken")]
        chapters = [one for one in map(_filled, chapters) if one.below] if self.is_said else []
        left = ["its table of contents: not taken; the rules have one"] * bool(own)
        return Draft(title, chapters, [*(f"{n} {what}{'s' * (n > 1)} {why}" for n, what, why in lost if n), *left])

    def _block(self, node: SyntaxTreeNode, into: list[DraftRule], last: DraftRule | None) -> DraftRule | None:
        """Puts what a block says into a list of paragraphs; gives the one that a list would stand below."""
        if node.type in ("bullet_list", "ordered_list"):
            for item in node.children:
                self._item(item, last.below if last else into)
        elif own := self._set(node):
            into.append(DraftRule(text=own))
        elif node.type in _NOTES:
            into += [_labelled(words, "note")] if (words := self._note(node)) else []
            self.is_said |= node.type == "blockquote"
        elif words := self._inline(node) if node.type == "paragraph" else self._markup(node.content):
            into.append(_labelled(words, "rule"))
            self.is_said = True
            return into[-1] if node.type == "paragraph" else None
        return None

    def _set(self, node: SyntaxTreeNode) -> str:
        """The pieces of a table that is a set, and how many; "" of any other block."""
        own = self.sets.get(node.map[0]) if node.type == "table" and node.map else None
        return f"{{@{own}}} × {{#{own}}}" if own else ""

    def _item(self, item: SyntaxTreeNode, into: list[DraftRule]) -> None:
        """An item of a list: its words, and what stands below them."""
        one = DraftRule(text=_TASK.sub("", self._lines(item.children)), is_item=True)
        for block in item.children:
            if block.type not in _LINES:
                self._block(block, one.below, None)
        into += [one] if one.text else one.below
        self.is_said = True

    def _note(self, node: SyntaxTreeNode) -> str:
        """A quotation, the rows of a table, code."""
        if node.type == "blockquote":
            said = ((one.parent, self._line(one)) for one in node.walk())
            points = [("\n- " if at and at.type == "list_item" else "\n\n") + words for at, words in said if words]
            return re.sub(r"^\\\[!\w+\\\]\s*", "", "".join(points).strip())
        if node.type == "table":
            heads, *rows = ([*map(self._inline, row.children)] for row in node.walk() if row.type == "tr")
            if all(map(all, (heads, *rows))):
                return "\n".join(" · ".join(filter(None, cells)) for cells in (heads, *rows))
            return "\n".join(_by_headings(heads, cells) for cells in rows if any(cells))
        return self._markup(re.sub(r"(?<=\S) {2,}", " ", escape(node.content.strip("\n"))).replace("\n", "<br>"))

    def _line(self, node: SyntaxTreeNode) -> str:
        """What a block within a quotation says by itself."""
        if node.type in _NOTES[1:]:
            return self._set(node) or self._note(node)
        return self._inline(node) if node.type in _LINES else ""

    def _lines(self, blocks: Iterable[SyntaxTreeNode]) -> str:
        return "\n\n".join(filter(None, (self._inline(one) for one in blocks if one.type in _LINES)))

    def _inline(self, node: SyntaxTreeNode) -> str:
        """The words of a block, in our markup."""
        return self._markup(_joined("".join(map(self._html, node.children)), self.full))

    def _title(self, node: SyntaxTreeNode) -> str:
        """A heading, without its number; it is bold by itself."""
        words = re.sub(r"(?<!\\)\*+", "", self._inline(node) or self._lines(node.walk()))
        return NUMBERED.sub("", words, count=1).rstrip(":： ")

    def _markup(self, words: str) -> str:
        return from_html(words, self.icons).strip()

    def _html(self, node: SyntaxTreeNode) -> str:
        """A span as HTML: what `from_html` reads."""
        inner = "".join(map(self._html, node.children))
        if node.type in _TAGS:
            return f"<{_TAGS[node.type]}>{inner or escape(node.content, quote=False)}</{_TAGS[node.type]}>"
        if node.type == "image" or (node.type == "html_inline" and node.content[:4].lower() == "<img"):
            self.pictures += 1
            return ""
        if node.type == "softbreak":
            return "\n"
        if node.type == "hardbreak":
            return "<br>"
        if node.type == "html_inline":
            return node.content
        return inner if node.children else escape(node.content, quote=False)


def _by_headings(heads: Sequence[str], cells: Sequence[str]) -> str:
    """A row of a table in which some cells are empty, so that one sees which column each of the others is in."""
    first, *others = [" ".join(filter(None, both)) for both in zip(heads, cells, strict=True) if both[1]]
    if not cells[0]:
        return " · ".join([first, *others])
    first = cells[0] if any(map(str.isalpha, cells[0])) else first  # a number says nothing by itself
    return f"{first}: {' · '.join(others)}" if others else first


_LINES = ("paragraph", "heading")
_BARE_PICTURE = re.compile(r"!\[(\w+://[^\]\s]+)\](?![\[(])")
"""The address of a picture where its title should stand."""
_NOTES = ("blockquote", "table", "fence", "code_block")


def _labelled(words: str, usual: str) -> DraftRule:
    """A paragraph without the word `Example:` or `Note:` before it, which the rules print themselves."""
    for kind, labels in _labels().items():
        if found := re.match(rf"(\**)(?:{labels})(\**) ?[:：](\**)\s*(?=\S)", words, re.IGNORECASE):
            is_paired = found[1] == found[2] + found[3]
            return DraftRule(text=words[found.end() * is_paired :], kind=kind)
    return DraftRule(text=words, kind=usual)


@cache
def _labels() -> dict[str, str]:
    """What the tool calls examples and notes in the languages that it speaks."""
    spoken = [read_words(Project(BUNDLED), path.stem) for path in sorted((BUNDLED / "layouts/words").glob("*.yaml"))]
    return {kind: "|".join(re.escape(words[f"rules.{kind}"]) for words in spoken) for kind in ("example", "note")}


def _filled(one: DraftRule) -> DraftRule:
    """A heading with the words below it as its own, down to the last, but alone above a list or a note; of headings
    alone those below stay."""
    below: list[DraftRule] = []
    for other in map(_filled, one.below):
        first = other.below[0] if other.below else None
        is_alone = first and not first.title and (first.kind != "rule" or (first.is_item and other.below[1:]))
        if other.text or is_alone:
            below.append(other)
        elif first and not first.title:
            below.append(DraftRule(other.title, first.text, below=[*first.below, *other.below[1:]]))
        else:
            below += [replace(one, title=f"{other.title}: {one.title}") if one.title else one for one in other.below]
    return replace(one, below=below)


def rules_yaml(draft: Draft, overview: str = "Overview") -> str:
    """The chapters as rules.yaml has them; one that has the title of the game is called `overview`."""
    made, taken = ["sections:\n"], dict[str, int]()
    for n, chapter in enumerate(draft.chapters, 1):
        title = overview if plain(chapter.title) in ("", plain(draft.title)) else chapter.title
        name = slug(plain_ascii(chapter.title or title), NAME)
        own = _free(name[:40].strip("-") if name[:1].isalpha() else f"section-{name or n}", taken)
        rules = "".join(_rule(one, own, taken) for one in chapter.below)
        head = f"  - id: {quoted(own)}\n    title: {quoted(title)}\n"
        made.append(f"{head}    rules:\n{indent(rules, '      ')}\n")
    return "".join(made).rstrip("\n") + "\n"


def _rule(one: DraftRule, chapter: str, taken: dict[str, int]) -> str:
    words = [w for w in re.findall(r"[a-z0-9]+", plain_ascii(one.title or one.text)) if len(w) > 2]
    own = _free(f"{chapter}.{'-'.join([*dict.fromkeys(words)][:3])[:30].strip('-') or 'p'}", taken)
    lines = [f"- id: {own}", *[f"  title: {quoted(one.title)}"] * bool(one.title and one.text)]
    lines += [f"  kind: {one.kind}"] * (one.kind != "rule")
    lines += [f"  text: {_said(one.text or f'**{one.title}**')}", *["  rules:"] * bool(one.below)]
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
