"""The documentation that travels with the tool: Markdown -> HTML pages, and passages about a word."""
