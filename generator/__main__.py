"""`pnp`, and `python -m generator`. Kept light, so that Ctrl-C while the rest is being loaded leaves no traceback."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """The command line."""
    try:
        from generator.commands.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\npnp: interrupted\n")
        sys.exit(130)


def _leave_folder() -> None:
    """`python -m` would import modules from the folder one is in: a project's `yaml.py` would run."""
    here = Path.cwd()
    if Path(__file__).resolve().parents[1] != here and sys.path[:1] == [str(here)]:
        del sys.path[0]


if __name__ == "__main__":
    _leave_folder()
    main()
