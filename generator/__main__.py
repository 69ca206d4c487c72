"""`pnp`, and `python -m generator`. Kept light, so that Ctrl-C while the rest is being loaded leaves no traceback."""

from __future__ import annotations

import gc
import os
import sys

_RARE = ("bz2", "html", "ipaddress", "jinja2", "lzma", "pickle", "shellingham", "subprocess", "tempfile", "tokenize")
"""What other packages and we ourselves name at once, and few runs use. Of Jinja they use parts by themselves."""


def main() -> None:
    """The command line."""
    gc.disable()  # a run makes a million values and throws few away in circles; a tenth of the time is saved
    try:
        from generator.commands.replay import replay

        if (status := replay(sys.argv[1:])) is not None:
            sys.exit(status)
        from generator.values import loading_lazily

        with loading_lazily(*_RARE):
            from generator.commands.app import main as run

            run()
    except KeyboardInterrupt:
        sys.stderr.write("\npnp: interrupted\n")
        sys.exit(130)


def _leave_folder() -> None:
    """`python -m` would import modules from the folder one is in: a project's `yaml.py` would run."""
    here = os.getcwd()
    if os.path.dirname(os.path.dirname(os.path.realpath(__file__))) != here and sys.path[:1] == [here]:
        del sys.path[0]


if __name__ == "__main__":
    _leave_folder()
    main()
