"""The command line: words in, words and an exit status out.

A new command is one file in this folder with a function of that name under `@command`. The rooms are imported inside
the commands, so that `pnp --help` is quick.
"""

from __future__ import annotations

from generator.commands import shell
from generator.commands.app import app


def main() -> None:
    """The `pnp` command."""
    shell.run(app)
