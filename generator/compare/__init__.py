"""Two versions of a game -> what changed, as a report, and the sheets that hold only what must be printed again."""
