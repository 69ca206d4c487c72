"""The user's printers: what `pnp calibrate --remember X,Y --printer NAME` keeps, and `pnp build --printer NAME` takes.

They stand in `printers.yaml`, in the folder `pnp` of the user's settings (XDG_CONFIG_HOME, ~/.config, %APPDATA%), a
line each: `office: 0.4,-0.2`. Promise: a build takes one only if the command line or the project's pnp.yaml names it.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from generator.commands.defaults import DEFAULTS
from generator.commands.options import offset
from generator.commands.shell import say, usage_error
from generator.diagnostics.findings import did_you_mean

Offset = tuple[float, float]


def printers_file() -> Path | None:
    """Where they are kept; None if the system has no place for it."""
    home = os.environ.get("APPDATA") if sys.platform == "win32" else os.environ.get("XDG_CONFIG_HOME")
    folder = Path(home or os.path.expanduser("~/.config"))  # noqa: PTH111 (no error for a user without a home)
    return folder / "pnp" / "printers.yaml" if folder.is_absolute() else None


def keep_printer(name: str, measured: Offset) -> str:
    """Keeps the shift of a printer, in place of what was kept of it; gives words that say so."""
    from generator.files import write_file

    path = printers_file()
    if path is None:
        usage_error("there is no folder for your settings", "leave out `--printer`: the project keeps the shift then")
    if not re.fullmatch(r"\w[\w .-]*", name):
        usage_error(f"`{name}` is no name of a printer", "use letters, digits, `-`, `_` and blanks")
    kept = {**_read(path), name: measured}
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_file(path, "".join(f'"{k}": "{_said(v)}"\n' for k, v in sorted(kept.items())).encode())
    return f"{path}  {name}: {_said(measured)}"


def shift_of(typed: str | None, default: str | None, project_has_one: bool) -> Offset | None:
    """The shift of the printer that the command line names, or of the project's if the project has no shift itself;
    None if there is none. Says which."""
    name = typed or (default if not project_has_one else None)
    if name is None:
        return None
    path = printers_file()
    known = _read(path) if path else {}
    if name not in known:
        hint = did_you_mean(
            name, [*known], f"`pnp calibrate --remember X,Y --printer {name}` keeps what its page shows"
        )
        if typed:
            usage_error(f"no printer `{name}` is kept", hint)
        say(f"pnp: no printer `{name}`, as {DEFAULTS} says, is kept here, so backs are not shifted; {hint}")
        return None
    say(f"pnp: backs are shifted by {_said(known[name])} mm, for printer `{name}` ({path})")
    return known[name]


def _said(measured: Offset) -> str:
    return f"{measured[0]:g},{measured[1]:g}"


def _read(path: Path) -> dict[str, Offset]:
    """The printers that are kept. Wrong usage for a file that was made otherwise."""
    from yaml import YAMLError

    from generator.data.lexicon import parsed

    try:
        said = (parsed(path.read_text("utf-8")) or {}) if path.is_file() else {}
    except (OSError, ValueError, YAMLError):
        said = None
    if not isinstance(said, dict):
        usage_error(f"`{path}` cannot be read", "write a line for each printer: `office: 0.4,-0.2`")
    return {str(name): offset(str(words), f"`{name}` in `{path}`") for name, words in said.items()}
