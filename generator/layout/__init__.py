"""Game and SVG templates -> Faces."""
