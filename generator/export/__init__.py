"""Sheets and faces -> files: PDF, SVG, PNG. Nothing is laid out here; exporters only write what has its place."""

from __future__ import annotations

import sys
from types import ModuleType

for _name in ("reportlab_mods", "reportlab_settings"):
    # reportlab would run files of these names from the home folder: then one machine would write other bytes than the
    # next, and whoever can put a file there could run a program
    sys.modules.setdefault(_name, ModuleType(_name))
