"""Bound elements -> nodes in mm."""
