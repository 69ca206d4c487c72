"""What the tool tells: findings, the table of their codes, and the forms they are written in."""
