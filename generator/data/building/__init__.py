"""Plain data -> the values of a `Game`."""
