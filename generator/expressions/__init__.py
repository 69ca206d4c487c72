"""Expressions of formulas and templates: a closed, bounded sandbox."""
