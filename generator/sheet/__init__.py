"""Faces -> sheets: packing, backs, crop marks, captions, the cover."""
