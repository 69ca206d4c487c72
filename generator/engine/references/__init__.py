"""Whatever is named exists, and whatever exists is named."""
