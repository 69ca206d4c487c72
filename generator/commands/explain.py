"""The command `explain`: what findings mean, one by one or as a reference."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING, Annotated, cast

from typer import Argument, Context, Option
from typer.core import TyperGroup

from generator.commands.app import command
from generator.commands.options import one_of
from generator.commands.shell import columns, emit, show, usage_error
from generator.diagnostics.codes import CODES, FAMILIES, RETIRED, code_list, code_reference, explanation, family_of
from generator.diagnostics.findings import did_you_mean

if TYPE_CHECKING:
    from generator.docs import Passage


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
        each = any(word.upper() in CODES | RETIRED for word in words) or not _passages(topic)
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

    return [(p.name, p.text()) for p in PAGES if p.name in ("components", "layouts")]


def _passages(topic: str) -> list[Passage]:
    from generator.docs import about

    return about(topic, _pages())


def _show_overview() -> None:
    from generator.docs import PAGES

    show("`pnp explain WORD`: a key, an attribute, a kind, a code; `pnp explain expect`, `pnp:fit`, `image`, `D020`\n")
    for page in PAGES:
        if page.name in ("components", "layouts"):
            heads = [line.lstrip("# ") for line in page.text().splitlines() if line.startswith(("## ", "### "))]
            named = ", ".join(f'"{h}"' if " " in h else h for h in heads)
            show(textwrap.fill(f"{page.title}: {named}", columns(sys.stdout) or 100, subsequent_indent="    "))
    show("\nCodes of findings, by how they begin (`pnp explain P` lists them, `pnp explain codes` all)")
    for letters, title in FAMILIES.items():
        show(f"  {letters:<4}{title} ({sum(family_of(code) == letters for code in CODES)})")


def _show_passages(topic: str, width: int, context: Context) -> None:
    from generator.docs import topics

    found = _passages(topic)
    if not found:
        near = did_you_mean(topic.upper(), CODES)
        near = near if near.startswith("did") else did_you_mean(topic, topics(_pages()))
        hint = near if near.startswith("did") else "`pnp explain` shows what there is, `pnp docs` the rest"
        hint = _said_by_help(topic, context) or hint
        usage_error(f"there is no finding and no word `{topic}`", hint)
    for passage, following in zip(found, [*found[1:], None], strict=True):
        whole = passage.text if "\n" in passage.text else textwrap.fill(passage.text, width, break_on_hyphens=False)
        goes_on = following is not None and following.heading == passage.heading
        show(f"{whole}\n" if goes_on else f"{whole}\n    -- {passage.page}/README.md, {passage.heading}\n")


def _said_by_help(topic: str, context: Context) -> str:
    """Where a word of the command line is explained: a command, or an option of the first that has it."""
    root = context.find_root()
    group = cast("TyperGroup", root.command)
    for name in group.list_commands(root):
        one = group.get_command(root, name)
        if topic == name or (one and any(f"--{topic}" in param.opts for param in one.params)):
            return f"it is a word of the command line: `pnp {name} --help`"
    return ""
