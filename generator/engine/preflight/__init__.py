"""Finished faces as a prepress engineer looks at them: size of type, contrast, bleed, overlaps."""
