"""SVG text -> elements whose style is attributes; the grammar of what is drawn."""
