"""The command line: words in, words and an exit status out.

Every file of this folder is read, so that a new command is one file with a function under `@command`. The rooms are
imported inside the commands, so that `pnp --help` is quick.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from generator.commands import shell
from generator.commands.app import app

for _file in sorted(Path(__file__).parent.glob("[a-z]*.py")):
    import_module(f"generator.commands.{_file.stem}")


def main() -> None:
    """The `pnp` command."""
    shell.run(app)
