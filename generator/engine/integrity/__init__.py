"""What must exist, be used, add up and be unique, as far as the data alone shows."""
