"""The command `doctor`: what this machine has for the tool, and what to do where a part is missing."""

from __future__ import annotations

import platform

from generator import __version__
from generator.commands.app import command
from generator.commands.shell import project, show


@command(
    """
    pnp doctor
    """
)
def doctor() -> None:
    """Say what this machine has.

    Its version, the project and its games, and the library for PNG pictures (exit status 3 where it is missing).
    """
    from generator.export.png import load_cairosvg

    here = project()
    show(f"pnp {__version__}, Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    show(f"project: {here.root}" + (" (the bundled games)" if here.is_bundled else ""))
    show(f"games: {', '.join(here.games()) or 'none'}")
    show(f"libcairo: {load_cairosvg().surface.cairo.cairo_version_string()}: PNG pictures work")
