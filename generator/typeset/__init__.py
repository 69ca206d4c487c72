"""Words + style + box -> text set line by line, glyph by glyph."""
