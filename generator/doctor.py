"""What this machine has, for `pnp doctor`: each part, whether it is here, and what works without it."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil

from generator import __version__
from generator.findings import Fault
from generator.project import Project

_PACKAGES = (
    "reportlab",
    "svgwrite",
    "cairosvg",
    "typer",
    "pyyaml",
    "pydantic",
    "jinja2",
    "fonttools",
    "uharfbuzz",
    "budoux",
)


def examine(project: Project) -> tuple[list[str], bool]:
    """Lines for a terminal, and whether everything that any command needs is here."""
    cairo, cairo_words = _cairo()
    fonts, fonts_words = _fonts(project)
    lines = [
        f"pnp {__version__}, Python {platform.python_version()} on {platform.system()} {platform.machine()}",
        f"project: {project.root}" + (" (the bundled games)" if project.is_bundled else ""),
        f"games: {', '.join(project.games()) or 'none'}",
        "",
        *(_package(name) for name in _PACKAGES),
        _line("YAML in C", _yaml_in_c(), "reading is quick", "reading is several times slower, and right"),
        _line("fonts", fonts, fonts_words, fonts_words),
        _line("libcairo", cairo, f"{cairo_words}: PNG works", f"{cairo_words}; PDF and SVG work without it"),
        _line("qpdf", shutil.which("qpdf") is not None, "used by the tests", "only the tests want it"),
    ]
    return lines, cairo and fonts


def _line(name: str, here: bool, yes: str, no: str) -> str:
    return f"{'ok ' if here else 'no '} {name:<12} {yes if here else no}"


def _package(name: str) -> str:
    try:
        return _line(name, True, importlib.metadata.version(name), "")
    except importlib.metadata.PackageNotFoundError:
        return _line(name, False, "", "missing: install the tool again")


def _yaml_in_c() -> bool:
    import yaml

    return hasattr(yaml, "CSafeLoader")


def _fonts(project: Project) -> tuple[bool, str]:
    from generator.typeset.fonts import open_fonts

    try:
        open_fonts(project)
    except Fault as fault:
        return False, str(fault)
    return True, "our own; no system font is used"


def _cairo() -> tuple[bool, str]:
    try:
        import cairocffi
    except OSError:
        return (
            False,
            "not found: PNG export needs it (Debian, Ubuntu: apt install libcairo2; macOS: brew install cairo)",
        )
    return True, cairocffi.cairo_version_string()
