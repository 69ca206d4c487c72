"""Text -> Game: files are read, every value keeps its place, and becomes what its kind says."""
