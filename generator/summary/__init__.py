"""Game -> its rules as a booklet: Markdown, HTML, PDF."""
