"""What may stand in the files of a game: models, validation, JSON Schema."""
