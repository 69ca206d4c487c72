"""Sheets and faces -> files: PDF, SVG, PNG. Nothing is laid out here; exporters only write what has its place."""
