"""The command `explain`: what findings mean, one by one or as a reference."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from generator.commands.app import command, one_of
from generator.commands.shell import columns, emit, show, wrong
from generator.diagnostics.findings import did_you_mean


@command(
    """
    pnp explain D020
    pnp explain                                lists all codes
    pnp explain --format md > findings.md
    """
)
def explain(
    code: Annotated[str | None, typer.Argument(metavar="CODE", hidden=True)] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text or md: the whole reference.")
    ] = "text",
) -> None:
    """Say what a finding means, and how to mend it.

    Without CODE: all codes by family, with their titles.
    """
    from generator.diagnostics.codes import CODES
    from generator.diagnostics.explain import contents, explanation, reference

    one_of("--format", format_, ("text", "md"))
    if format_ == "md":
        if code is not None:
            wrong("--format md is the whole reference", "leave out the code, or `--format md`")
        emit(reference().encode())
        return
    if code is None:
        show(contents())
        return
    row = CODES.get(code.upper())
    if row is None:
        near = did_you_mean(code.upper(), CODES)
        wrong(f"there is no finding `{code}`", near if near.startswith("did") else "`pnp explain` lists all codes")
    show(explanation(code.upper(), row, columns(sys.stdout)))
