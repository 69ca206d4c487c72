"""SVG document -> compiled `Layout` -> elements bound to one item."""
