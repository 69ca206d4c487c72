"""The texts of a game: languages against one another, letters, signs, numbers."""
