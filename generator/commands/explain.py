"""The command `explain`: what findings mean, one by one or as a reference."""

from __future__ import annotations

import sys
import textwrap
from typing import Annotated

from generator.commands.app import Argument, Option, command, one_of
from generator.commands.shell import columns, emit, show, wrong
from generator.diagnostics.findings import did_you_mean


@command(
    """
    pnp explain D020
    pnp explain pnp:fit
    pnp explain                                lists all codes
    pnp explain --format md > findings.md
    """
)
def explain(
    topic: Annotated[str | None, Argument("[TOPIC]")] = None,
    format_: Annotated[str, Option("--format", metavar="FORMAT", help="text or md: the whole reference.")] = "text",
) -> None:
    """Say what a finding means and how to mend it, or what a word of the data or of templates means.

    Without TOPIC: all codes by family, with their titles.
    """
    from generator.diagnostics.codes import CODES, contents, explanation, reference

    one_of("--format", format_, ("text", "md"))
    if format_ == "md":
        if topic is not None:
            wrong("--format md is the whole reference", "leave out the topic, or `--format md`")
        emit(reference().encode())
        return
    if topic is None:
        show(contents())
    elif (code := topic.upper()) in CODES:
        show(explanation(code, CODES[code], columns(sys.stdout)))
    else:
        _show_passages(topic, columns(sys.stdout) or 100)


def _show_passages(topic: str, width: int) -> None:
    from generator.diagnostics.codes import CODES
    from generator.docs.pages import PAGES, about, topics

    pages = [(p.name, p.text()) for p in PAGES if p.name in ("components", "layouts")]
    found = about(topic, pages)
    if not found:
        near = did_you_mean(topic.upper(), CODES)
        near = near if near.startswith("did") else did_you_mean(topic, topics(pages))
        hint = near if near.startswith("did") else "`pnp explain` lists all codes, `pnp docs` shows the rest"
        wrong(f"there is no finding and no word `{topic}`", hint)
    for passage in found:
        whole = passage.text if "\n" in passage.text else textwrap.fill(passage.text, width, break_on_hyphens=False)
        show(f"{whole}\n    -- {passage.page}/README.md, {passage.heading}\n")
