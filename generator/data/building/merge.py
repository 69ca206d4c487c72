"""Two mappings -> one that says what the first says, and else what the second does; every word keeps its place.

Takes data and the documents it stands in. Promise: the places of the new mapping, and of all that is in it, are known
to the document that it is made for.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from generator.data.reading.load import Document

Data: TypeAlias = Any


def layered(home: Document, *layers: tuple[Document, Data]) -> Data:
    """The first layer's keys, then those that only later ones have, as a mapping of `home`."""
    merged: dict[Any, Any] = {}
    places: dict[Any, Any] = {None: layers[0][0].mark(layers[0][1])}
    for document, words in layers:
        for key, value in words.items():
            if key not in merged:
                merged[key] = value
                places[key] = (document.key_mark(words, key), document.mark(words, key))
                _adopt(home, document, value)
    home.spots[id(merged)] = places
    return merged


def joined(home: Document, *lists: tuple[Document, Data]) -> Data:
    """The members of several lists as one list of `home`."""
    members = [(document.mark(many, i), one, document) for document, many in lists for i, one in enumerate(many)]
    for _, one, document in members:
        _adopt(home, document, one)
    whole = [one for _, one, _ in members]
    home.spots[id(whole)] = {None: lists[0][0].mark(lists[0][1])} | {i: (m, m) for i, (m, *_) in enumerate(members)}
    return whole


def _adopt(home: Document, document: Document, value: Data) -> None:
    """Makes the places in a value known to another document."""
    if document is home or not isinstance(value, (dict, list)):
        return
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    home.spots[id(value)] = {None: document.mark(value)} | {
        key: (document.key_mark(value, key), document.mark(value, key)) for key in keys
    }
    for key in keys:
        _adopt(home, document, value[key])
