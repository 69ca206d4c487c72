"""What adds up: counts, complete sets, unique items, values that agree."""
