"""`pnp`, and `python -m generator`. Kept light, so that Ctrl-C while the rest is being loaded leaves no traceback."""

from __future__ import annotations

import sys


def main() -> None:
    """The command line."""
    try:
        from generator.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\npnp: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
