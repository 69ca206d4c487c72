"""Markdown of this folder, of components/ and layouts/ -> HTML pages that stand alone.

A fence ```` ```yaml file=PATH ```` holds that file of this folder, `![words](face:GAME/SET/ITEM)` the face that the
tool draws of an item of the project cookbook/, or of what `pnp new` makes of the table tutorial/GAME.csv: what a page
shows is what the tool does.

Also a word -> what the pages say of it: passages, which are rows of tables, entries of YAML with the comment behind
them, paragraphs. A passage is about what stands in its code: `pnp:fit="wrap"`, `from:`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from generator.diagnostics.codes import code_reference
from generator.diagnostics.findings import Fault
from generator.project import BUNDLED, Project, common_icons
from generator.values import Struct, lazy_pattern, replace

if TYPE_CHECKING:
    from markdown_it.token import Token

HERE = Path(__file__).resolve().parent
COOKBOOK = Project(HERE / "cookbook")


class DocPage(Struct, frozen=True):
    """A page: the name of its file, its title in the contents, its Markdown."""

    name: str
    title: str
    text: Callable[[], str]


def _own(name: str) -> Callable[[], str]:
    return lambda: (HERE / f"{name}.md").read_text("utf-8")


def _readme(folder: str) -> Callable[[], str]:
    return lambda: (BUNDLED / folder / "README.md").read_text("utf-8")


def _words() -> str:
    return f"""# Words of the tool

It prints them in English, Japanese, German, French and Spanish. For another language write yours into
`layouts/words.yaml` of the project, as many as you like: `side.front: {{fr: recto}}`;
`pnp schema words` prints a file that asks for all that your games lack.

```yaml
{(BUNDLED / "layouts" / "words" / "en.yaml").read_text("utf-8")}```
"""


def _commands() -> str:
    """What to type for what, and all that `--help` says."""
    from typer.main import get_command

    from generator.commands.app import app

    group: Any = get_command(app)
    every = [(name, group.get_command(None, name)) for name in group.list_commands(None)]
    return _own("commands")() + "\n".join(f"## pnp {name}\n\n{_help_of(one)}" for name, one in every)


def _help_of(one: Any) -> str:  # noqa: ANN401 (click's)
    rows = [(p.opts[0], p.metavar or "", p.help) for p in one.params if getattr(p, "help", None)]
    table = ["| option | |", "| --- | --- |", *(f"| `{o} {m}`".rstrip(" `") + f"` | {h} |" for o, m, h in rows)]
    examples = "\n".join(line[2:] for line in (one.epilog or "").splitlines()[2:])
    return f"{one.help}\n\n{chr(10).join(table)}\n\n```\n{examples}\n```\n"


PAGES = (
    DocPage("index", "Documentation", _own("index")),
    DocPage("install", "Installing", _own("install")),
    DocPage("tutorial", "From a spreadsheet to paper", _own("tutorial")),
    DocPage("commands", "The command line", _commands),
    DocPage("cookbook", "Cookbook", _own("cookbook")),
    DocPage("coming-from", "Coming from other tools", _own("coming-from")),
    DocPage("components", "The data of a game", _readme("components")),
    DocPage("layouts", "Templates", _readme("layouts")),
    DocPage("words", "Words of the tool", _words),
    DocPage("findings", "Findings", code_reference),
)


def html_pages() -> Iterator[tuple[str, bytes]]:
    """All pages, as (file name, bytes)."""
    style = (HERE / "style.css").read_text("utf-8")
    for page in PAGES:
        links = "".join(_link(other, other is page) for other in PAGES)
        head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{page.title}</title>'
        body = f"<nav>{links}</nav><main>{_as_html(page.text())}</main>"
        yield f"{page.name}.html", f"<!doctype html>{head}<style>{style}</style>{body}\n".encode()


def example_files() -> Iterator[tuple[str, bytes]]:
    """The table of the tutorial with its pictures, and the project of the cookbook, which lie beside the pages."""
    for folder in ("tutorial", "cookbook/components", "cookbook/layouts"):
        for path in sorted(path for path in (HERE / folder).rglob("*") if path.is_file()):
            yield path.relative_to(HERE).as_posix(), path.read_bytes()


def _link(page: DocPage, is_here: bool) -> str:
    here = ' aria-current="page"' if is_here else ""
    return f'<a href="{page.name}.html"{here}>{escape(page.title)}</a>'


def _as_html(text: str) -> str:
    """One page's Markdown as HTML, headings with ids, files and faces in their places."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            token.attrSet("id", _anchor(following.content))
        if token.type == "fence" and "file=" in token.info:
            token.info, _, file = token.info.partition(" file=")
            token.content = (HERE / file).read_text("utf-8")
    parser.add_render_rule("image", _image)
    html = str(parser.renderer.render(tokens, parser.options, {}))
    return re.sub(r'href="([\w-]+)\.md(#[\w-]*)?"', r'href="\1.html\2"', html)


def _anchor(words: str) -> str:
    """The id of a heading."""
    return re.sub(r"[^\w]+", "-", words.lower()).strip("-")


def _image(_renderer: object, tokens: Sequence[Token], index: int, *_about: object) -> str:
    """The face that a picture names, or all icons."""
    kind, _, name = str(tokens[index].attrs["src"]).partition(":")
    if kind == "icons":
        return "".join(_icons())
    return f"<figure>{_face_of(name)}<figcaption>{escape(tokens[index].content)}</figcaption></figure>"


def _icons() -> Iterator[str]:
    """Every icon that all games may use, with its name."""
    for path in common_icons():
        drawing = path.read_text("utf-8")
        yield f'<figure class="icon">{drawing[drawing.index("<svg") :]}<figcaption>{path.stem}</figcaption></figure>'


def _face_of(name: str) -> str:
    """The SVG of a face of the cookbook: "pips/card/three", "pips/card/three back", "tea/card/sencha en"."""
    from generator.export.svg import face_svg
    from generator.layout.draw import draw_face

    path, *words = name.replace("%20", " ").split()
    game_id, set_id, item_id = path.split("/")
    game, studio = _game(game_id)
    owner = game.sets[set_id]
    item = game.items[f"{set_id}/{item_id}"]
    language = next((w for w in words if w in game.languages), game.languages[0])
    side = "back" if "back" in words else "front"
    face, findings = draw_face(studio, game, owner, item, side, language)
    if face is None:
        raise Fault(*findings)
    svg = face_svg(face, studio.book, prefix=_anchor(name), cut=True).decode()
    return svg[svg.index("<svg") :]


@cache
def _game(game_id: str) -> tuple[Any, Any]:
    from generator.data.build import read_game
    from generator.layout.assets import Studio

    project = COOKBOOK if game_id in COOKBOOK.games() else _sketched(game_id)
    return read_game(project, game_id, lenient=True)[0], Studio(project)


@cache
def _scratch() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="pnp-docs-")


def _sketched(table: str) -> Project:
    """What `pnp new --from` makes of a table of the tutorial."""
    from generator.files import write_all
    from generator.scaffold.game import files_of
    from generator.scaffold.pages import title_of
    from generator.scaffold.tables import read_table_sheets
    from generator.scaffold.template import sketched

    source = HERE / "tutorial" / f"{table}.csv"
    folder = Path(_scratch().name)
    sketches = map(sketched, read_table_sheets(source, ["en"])[0])
    write_all(folder, list(files_of([*sketches], table, title_of(source), ["en"], {})))
    return Project(folder)


# ---- what the pages say of a word ----

_CODE = lazy_pattern(r"`([^`]+)`")
_KEY = lazy_pattern(r"^\s*(?:- )?\{?([a-z][\w.-]*):")
_WORD = lazy_pattern(r"[\w.-]+")
MOST = 6
"""So many passages are shown."""
_ENDING = lazy_pattern(r"(?<=\w{3})(e|es|ed|ing|s|ers?)$")
_NO_PROSE = lazy_pattern(r"!\[|`[^`]*`$")
"""A picture, or the name of a file alone."""
_LINK = lazy_pattern(r"\[([^]]*)\]\([^)]*\)")
_BELOW = 5
"""So many lines of an entry that holds others are shown."""
_BEGINS = 60
"""So many letters of a passage say what it is about."""
_LONG = 200
"""Of paragraphs of more letters what is about the word is shown."""


class Passage(Struct, frozen=True):
    """A piece of a page; `heading` is what it stands under, `first` the words that it begins with, `words`
    all in code."""

    page: str
    heading: str
    text: str
    first: frozenset[str]
    words: frozenset[str]


def about(topic: str, pages: Sequence[tuple[str, str]]) -> list[Passage]:
    """What the pages (name, Markdown) say of a word, what begins with it first; of a heading above examples, all that
    stands below it."""
    below = [p for name, text in pages for p in _passages(name, text, whole=True) if p.heading.lower() == topic.lower()]
    if any("\n" in p.text for p in below):
        return below
    wanted = topic.strip("`").removeprefix("pnp:").removesuffix(":").lower()
    every = [p for name, text in pages for p in _passages(name, text)]
    if topic.startswith("pnp:"):  # what another page calls so is something else
        ours = re.compile(rf"pnp:{re.escape(wanted)}(?![\w-])")
        every = sorted((p for p in every if ours.search(p.text)), key=lambda p: not ours.match(p.text.lstrip("`")))
        if every:
            return every[:MOST]
    found = [p for p in every if wanted in p.words or _heads(p, wanted)]
    found = found or [p for p in every if any(word.startswith(f"{wanted}-") for word in p.words)]
    if len(found) < 2 and len(wanted) > 3:  # a single key of this name may not be what is asked for
        said = re.compile(rf"\b{re.escape(wanted)}\b")
        found += [p for p in every if p not in found and said.search(p.text.lower())]
    found.sort(key=lambda p: (not _heads(p, wanted) or p.text[:1] == " ", wanted not in p.first))
    return [p if _heads(p, wanted) or wanted in p.first else _short(p, wanted) for p in found[:MOST]]


def mentions(topic: str, pages: Sequence[tuple[str, str]]) -> list[Passage]:
    """What the pages say of a word, else of other forms of it (`parking`: parks), what stands below it first."""
    word = topic.strip(" `-").lower()
    every = [p for name, text in pages for p in _passages(name, text) if not _NO_PROSE.match(p.text)]
    for stem, ends in ((word, "s?"), (_ENDING.sub("", word), "(e|es|ed|ing|s|ers?)?")) if word else ():
        said = re.compile(rf"(?<!\w){re.escape(stem)}{ends}(?!\w)")
        found = [p for p in every if said.search(f"{p.heading}\n{p.text}".lower())]
        if found:
            first = {p: bool(said.search(p.text[:_BEGINS].lower())) for p in found}
            found.sort(key=lambda p: (not said.search(p.heading.lower()), not first[p]))
            shown = (p if first[p] else _short(p, stem) for p in found[:MOST])
            return [replace(p, text=_LINK.sub(r"\1", p.text)) for p in shown]
    return []


def is_about(passage: Passage, topic: str) -> bool:
    """True where a passage defines a word, and does not only name it."""
    wanted = topic.strip("`").removeprefix("pnp:").removesuffix(":").lower()
    return "\n" in passage.text or wanted in passage.first or _heads(passage, wanted)


def _short(passage: Passage, wanted: str) -> Passage:
    """The beginning of a row, and of a long paragraph the sentences that say a word."""
    row, _, text = passage.text.rpartition(" -- ")
    parts = re.split(r"(?<=[.;]) +(?=[`A-Z(])", text) if len(text) > _LONG and "\n" not in text else []
    said = [bool(re.search(rf"(?<![\w-]){re.escape(wanted)}", part.lower())) for part in parts]
    if all(said) or not any(said):
        return passage
    kept = "".join(f"{part} " if is_said else "\0" for part, is_said in zip(parts, said, strict=True))
    text = re.sub("\0+", "... ", kept).strip()
    return replace(passage, text=f"{row} -- {text}" if row else text)


def _heads(passage: Passage, wanted: str) -> bool:
    """True for what stands under a heading of that word: `icons`, `rules`."""
    return passage.heading.lower().removesuffix(".yaml") in (wanted, f"{wanted}s")


def topics(pages: Sequence[tuple[str, str]]) -> list[str]:
    """All words that some passage is about."""
    return sorted({word for name, text in pages for p in _passages(name, text) for word in p.words})


def _passages(page: str, text: str, whole: bool = False) -> Iterator[Passage]:
    """The passages of a page: of an example its entries, or the `whole`."""
    from markdown_it import MarkdownIt

    heading, every = "", text.splitlines()
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        lines = every[token.map[0] : token.map[1]] if token.map else []
        if token.type == "heading_open":
            heading = lines[0].lstrip("# ")
        elif token.type == "fence" and whole:
            yield _passage(page, heading, "\n".join(lines[1:-1]), "")
        elif token.type == "fence":
            keys = [n for n, line in enumerate(lines) if _KEY.match(line) and ("#" in line or "{" in line)]
            yield from (_entry(page, heading, lines, n) for n in keys)
        elif token.type == "tr_open":
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", lines[0].strip("|"))]
            yield _passage(page, heading, " -- ".join(cells).replace("\\|", "|"), cells[0])
        elif token.type in ("paragraph_open", "code_block"):
            joined = "\n".join(lines) if token.type == "code_block" else " ".join(map(str.strip, lines))
            shown = ", ".join(path.stem for path in common_icons()) if "](icons:)" in lines[0] else joined
            yield _passage(page, heading, shown, lines[0][:60])


def _entry(page: str, heading: str, lines: Sequence[str], number: int) -> Passage:
    """An entry of YAML with the lines that its comment goes on in; one that holds others, with the first of these."""
    found = _KEY.match(lines[number])
    more, is_open = [lines[number]], re.match(r"\s*[a-z-]+:\s*(#|$)", lines[number])
    for line in lines[number + 1 :]:
        is_below = is_open and line.startswith(" ") and len(more) < _BELOW
        if not is_below and not re.match(r"\s{12,}#", line):
            break
        more.append(line)
    words = frozenset({found[1].lower()} if found else ())
    return Passage(page, heading, "\n".join(more), words, words | {w.lower() for w in _WORD.findall(more[0])})


def _passage(page: str, heading: str, text: str, beginning: str) -> Passage:
    return Passage(page, heading, text, _words_of(beginning), _words_of(text))


def _words_of(text: str) -> frozenset[str]:
    found = (word.removeprefix("pnp:").lower() for code in _CODE.findall(text) for word in _spelt(code))
    return frozenset(word for word in found if word)


def _spelt(code: str) -> Iterator[str]:
    """`pnp:fit="wrap"` is about `pnp:fit`, `fit` and `wrap`."""
    yield code.strip()
    yield from (word.strip(".:") for word in _WORD.findall(code))
