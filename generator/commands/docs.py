"""The command `docs`: the documentation as HTML pages, in the browser or in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from generator import __version__
from generator.commands.app import command
from generator.commands.options import one_of
from generator.commands.shell import show


@command(
    """
    pnp docs
    pnp docs cookbook
    pnp docs --out site
    """
)
def docs(
    page: Annotated[str, Argument(metavar="[PAGE]", hidden=True)] = "index",
    out: Annotated[Path | None, Option(metavar="DIR", help="Write the pages there, and open no browser.")] = None,
) -> None:
    """Open the documentation: tutorial, cookbook, reference.

    The pages are made anew by the tool that is installed, pictures and all.
    """
    from generator.docs import PAGES, example_files, html_pages
    from generator.files import write_all

    name = one_of("PAGE", page, [p.name for p in PAGES])
    folder = out or Path.home() / ".cache" / "pnp" / f"docs-{__version__}"
    write_all(folder, [*html_pages(), *example_files()])
    show(str(folder / f"{name}.html"))
    if out is None:
        import webbrowser

        if not webbrowser.open((folder / f"{name}.html").resolve().as_uri()):
            show("No browser was found here: open that file in one.")
