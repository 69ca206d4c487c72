"""The set-up, executed: what it takes, what runs short, what is left over."""
