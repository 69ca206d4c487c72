"""Files -> plain data with a span for every key and value."""
