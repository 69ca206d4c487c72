"""Sheets and faces -> files: PDF, SVG, PNG. Nothing is laid out here; exporters only write what has its place."""

from __future__ import annotations

import os
import sys
from types import ModuleType

for _name in ("reportlab_mods", "reportlab_settings"):
    # reportlab would run files of these names from the home folder: then one machine would write other bytes than the
    # next, and whoever can put a file there could run a program
    sys.modules.setdefault(_name, ModuleType(_name))
for _name in [name for name in os.environ if name.startswith("RL_") or name == "SOURCE_DATE_EPOCH"]:
    del os.environ[_name]  # and it would follow these variables: a file would bear a date, or none be made of a bad one
