"""The command line: words in, words and an exit status out."""
