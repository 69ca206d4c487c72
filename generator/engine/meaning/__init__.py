"""Mistakes of meaning: data that is sound in each place, and in one place says what the others deny.

Takes a `Desk`; gives a problem where one breaks what all its siblings keep to, or where two places cannot both be
true. Promise: what is told can hardly be chance; a doubt is not told.
"""
