"""The checks: generators over a Game, a Layout, a Face or a Sheet, that yield findings."""
