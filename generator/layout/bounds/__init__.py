"""Nodes -> what of them is seen, and the boxes around it."""
