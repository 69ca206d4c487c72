"""The command `explain`: what findings mean, one by one or as a reference."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, cast

from typer import Argument, Context, Option
from typer.core import TyperGroup

from generator.commands.app import CALLED_SO, command
from generator.commands.options import one_of
from generator.commands.shell import columns, emit, show, usage_error
from generator.diagnostics.codes import CODES, FAMILIES, RETIRED, code_list, code_reference, explanation, family_of
from generator.diagnostics.findings import near

if TYPE_CHECKING:
    from generator.docs import Passage

REFERENCE = ("components", "layouts")
"""The pages that define words; others show what to do with them."""


@command(
    """
    pnp explain D020
    pnp explain pnp:fit
    pnp explain                                what there is
    pnp explain P                              the codes of a family; `codes`: all
    pnp explain --format md > findings.md
    """
)
def explain(
    context: Context,
    words: Annotated[list[str] | None, Argument(metavar="TOPIC", hidden=True)] = None,
    format_: Annotated[str, Option("--format", metavar="FORMAT", help="text or md: the whole reference.")] = "text",
) -> None:
    """Say what a finding means and how to mend it, or what a word of the data or of templates means.

    Without TOPIC: the headings of what can be asked, and the families of codes.
    """
    format_ = one_of("--format", format_, ("text", "md"))
    topic = " ".join(words) if words else None
    if format_ == "md":
        if topic is not None:
            usage_error("--format md is the whole reference", "leave out the topic, or `--format md`")
        emit(code_reference().encode())
        return
    if topic is None:
        _show_overview()
    elif topic.upper() in FAMILIES or topic == "codes":
        show(code_list("" if topic == "codes" else topic.upper()))
    else:
        words = words or []
        each = any(word.upper() in CODES | RETIRED for word in words) or not (_passages(topic) or _said(topic))
        for one in words if each else [topic]:
            if one.upper() in CODES:
                show(explanation(one.upper(), CODES[one.upper()], columns(sys.stdout)))
            elif one.upper() in RETIRED:
                now = RETIRED[one.upper()]
                show(f"{one.upper()} is told no longer" + (f"; what it told is told by {now}" if now else ""))
            else:
                _show_passages(one, columns(sys.stdout) or 100, context)


def _pages() -> list[tuple[str, str]]:
    from generator.docs import PAGES

    return [(p.name, p.text()) for p in PAGES if p.name in REFERENCE]


def _passages(topic: str) -> list[Passage]:
    from generator.docs import about

    return about(topic, _pages())


def _show_overview() -> None:
    from generator.docs import PAGES

    show("`pnp explain WORD`: a key, an attribute, a kind, a code, any word of the docs: `expect`, `pnp:fit`, `D020`\n")
    for page in PAGES:
        if page.name in REFERENCE:
            heads = [line.lstrip("# ") for line in page.text().splitlines() if line.startswith(("## ", "### "))]
            named = ", ".join(f'"{h}"' if " " in h else h for h in heads)
            show(textwrap.fill(f"{page.title}: {named}", columns(sys.stdout) or 100, subsequent_indent="    "))
    show("\nCodes of findings, by how they begin (`pnp explain P` lists them, `pnp explain codes` all)")
    for letters, title in FAMILIES.items():
        show(f"  {letters:<4}{title} ({sum(family_of(code) == letters for code in CODES)})")


def _show_passages(topic: str, width: int, context: Context) -> None:
    from generator.docs import is_about

    found = _passages(topic)
    if not (found and is_about(found[0], topic)):
        options = _options_of(topic, context)
        for line in options:
            show(f"{textwrap.fill(line, width, break_on_hyphens=False)}\n")
        found = [*_mentioned(topic, REFERENCE if found else ()), *found]
        if not found and not options:
            _refuse(topic)
        if not options and not any(topic.lower() in f"{p.heading}\n{p.text[:_BEGINS]}".lower() for p in found):
            show(f"No page is about `{topic}`; nearest:\n")
    for passage, following in zip_longest(found, found[1:]):
        whole = passage.text if "\n" in passage.text else textwrap.fill(passage.text, width, break_on_hyphens=False)
        goes_on = following and (following.page, following.heading) == (passage.page, passage.heading)
        show(f"{whole}\n" if goes_on else f"{whole}\n    -- pnp docs {passage.page}, {passage.heading}\n")


_BEGINS = 60
"""So many letters of a passage say what it is about."""


def _said(topic: str, but: Sequence[str] = ()) -> list[Passage]:
    """What tutorial, recipes and other pages say of a word, `but` these."""
    from generator.docs import PAGES, mentions

    return mentions(topic, [(p.name, p.text()) for p in PAGES if p.name not in ("words", "findings", *but)])


def _mentioned(topic: str, but: Sequence[str]) -> list[Passage]:
    """The same; else of the key that such a column is."""
    from generator.data.lexicon import table_words

    found = _said(topic, but)
    key = next((key for key, words in table_words("usual").items() if topic.lower() in words), "")
    if found or but or not key:
        return found
    show(f"A column `{topic}` is the {key}.\n")
    return _passages(key)


def _refuse(topic: str) -> NoReturn:
    """Leaves with 2: no page says it; names what is surely meant."""
    from generator.docs import topics

    meant = near(topic.upper(), CODES, 0.8) or near(topic, topics(_pages()), 0.8)
    hint = f"did you mean `{meant}`?" if meant else "`pnp explain` shows what there is, `pnp docs` the rest"
    usage_error(f"there is no finding and no word `{topic}`", hint)


def _options_of(topic: str, context: Context) -> list[str]:
    """The command of that name, or options that it is a part of, each of the first command that has it."""
    root = context.find_root()
    group = cast("TyperGroup", root.command)
    word, found = topic.lower().strip("-"), dict[str, str]()
    for name in group.list_commands(root):
        one: Any = group.get_command(root, name)
        if word == name or any(word in words.split() for so, words in CALLED_SO.items() if so.split()[0] == name):
            found[name] = f"`pnp {name}`: {one.help.partition(chr(10))[0]} (`pnp {name} --help`)"
        for param in one.params:
            option = param.opts[0].removeprefix("--")
            if word in (option, *option.split("-")) and getattr(param, "help", None):
                found.setdefault(option, f"`pnp {name} --{option}`: {param.help} (`pnp {name} --help`)")
    return [*found.values()]
