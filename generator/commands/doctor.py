"""The command `doctor`, what this machine has: each part, whether it is here, and what works without it.

Takes a project; gives lines for a terminal. Promise: nothing is changed, and a missing part never stops the others
from being looked at.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from generator import __version__
from generator.commands import shell
from generator.commands.app import command
from generator.commands.shell import leave, project, show
from generator.diagnostics.findings import Fault
from generator.project import Project
from generator.values import dataclass

_CAIRO = "raster pictures need it (Debian, Ubuntu: apt install libcairo2; macOS: brew install cairo), PDF and SVG not"


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the machine. `needed`: a command of ours fails without it."""

    name: str
    here: bool
    words: str
    needed: bool = True


@command(
    """
    pnp doctor
    """
)
def doctor() -> None:
    """Say what this machine has.

    What works here, and what needs a part that is missing (exit status 3).
    """
    lines, complete = _examine(project())
    show("\n".join(lines))
    if not complete:
        leave(shell.INTERNAL)


def _examine(project: Project) -> tuple[list[str], bool]:
    """Lines for a terminal, and whether everything that any command needs is here."""
    parts = [
        *_packages(),
        _yaml_in_c(),
        _fonts(project),
        _cairo(),
        _output(),
        _terminal(),
    ]
    missing = [part.name for part in parts if part.needed and not part.here]
    lines = [
        f"pnp {__version__}, Python {platform.python_version()} on {platform.system()} {platform.machine()}",
        f"project: {project.root}" + (" (the bundled games)" if project.is_bundled else ""),
        f"games: {', '.join(project.games()) or 'none'}",
        "",
        *(_line(part) for part in parts),
        "",
        f"missing: {', '.join(missing)}" if missing else "everything works here",
    ]
    return lines, not missing


def _line(part: _Part) -> str:
    mark = "ok" if part.here else "no" if part.needed else "-"
    return f"{mark:<3} {part.name:<16} {part.words}"


def _packages() -> Iterator[_Part]:
    """What this package was installed to need."""
    import importlib.metadata

    needed = [re.split("[^A-Za-z0-9._-]", one)[0] for one in importlib.metadata.requires("print-and-play") or ()
              if "extra ==" not in one]  # fmt: skip
    for name in needed:
        try:
            yield _Part(name, True, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield _Part(name, False, "not installed: install the tool again")


def _yaml_in_c() -> _Part:
    import yaml

    fast = hasattr(yaml, "CSafeLoader")
    return _Part("YAML in C", fast, "reading is quick" if fast else "reading is slow, and right", needed=False)


def _fonts(project: Project) -> _Part:
    from generator.typeset.fonts import open_fonts

    try:
        open_fonts(project)
    except Fault as fault:
        return _Part("fonts", False, str(fault))
    return _Part("fonts", True, "our own; no font of the system is used")


def _cairo() -> _Part:
    from generator.export.png import load_cairosvg

    try:
        version = load_cairosvg().surface.cairo.cairo_version_string()
    except (Fault, ImportError):
        return _Part("libcairo", False, f"not found: {_CAIRO}")
    return _Part("libcairo", True, f"{version}: PNG pictures work")


def _output() -> _Part:
    folder = Path("output") if Path("output").is_dir() else Path()
    writable = os.access(folder, os.W_OK)
    return _Part(
        "output", writable, "can be written here" if writable else "cannot be written here: use `--out DIR`", False
    )


def _terminal() -> _Part:
    """Messages work anywhere; what a stream cannot show comes out as the number of its character."""
    name = (sys.stdout.encoding or "ascii").lower()
    wide = name.replace("-", "") in ("utf8", "utf16")
    return _Part("terminal", wide, name if wide else f"{name}: some letters are shown as numbers", needed=False)
