"""Input that means harm: how it is run, watched and mutated."""
