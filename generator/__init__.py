"""Print-and-play components for board games: YAML data and SVG templates in, exact sheets out."""

__version__ = "0.1.0"
