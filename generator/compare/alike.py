"""How alike two things are, and which belong together: scores from 0 to 1, and the best assignment of such scores.

Takes words, sets and tables of scores; gives numbers and pairs. Promise: the same input gives the same pairs, in
whatever order it comes; a score under the threshold never makes a pair.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import fsum
from typing import TypeVar

_T = TypeVar("_T", bound=Hashable)
Scores = Mapping[tuple[str, str], float]
"""(old, new) -> how alike they are."""
Feature = tuple[float | None, float]
"""A score (None: neither side says anything about it) and its weight."""

LARGEST = 60
"""The most things in one cluster that are weighed all against all; a larger one is settled pair by pair, best first."""


@lru_cache(maxsize=65536)
def pairs_of(words: str) -> frozenset[str]:
    """The pairs of neighbouring letters, without case, spaces and punctuation; of a single letter, that letter."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    letters = "".join(c for c in plain if unicodedata.category(c)[0] in "LN")
    return frozenset(letters[k : k + 2] for k in range(len(letters) - 1)) or frozenset(letters)


def overlap(one: AbstractSet[_T], other: AbstractSet[_T]) -> float | None:
    """Twice what two sets share over what they have (Dice); None if both are empty."""
    if not one and not other:
        return None
    return 2 * len(one & other) / (len(one) + len(other))


def alike(one: str, other: str) -> float | None:
    """How alike two pieces of writing are, by their pairs of letters; None if both are empty."""
    if one == other:
        return 1.0 if one else None
    return overlap(pairs_of(one), pairs_of(other))


def weighed(features: Iterable[Feature]) -> float:
    """The weighted mean of the features that say anything."""
    known = [(score, weight) for score, weight in features if score is not None]
    whole = fsum(weight for _, weight in known)
    return fsum(score * weight for score, weight in known) / whole if whole else 0.0


def assign(scores: Scores, threshold: float) -> dict[str, str]:
    """Old -> new: of all ways to pair them, each at most once, the one with the largest sum of scores."""
    edges = {pair: score for pair, score in scores.items() if score >= threshold}
    found: dict[str, str] = {}
    for cluster in _clusters(edges):
        olds, news = sorted({old for old, _ in cluster}), sorted({new for _, new in cluster})
        settle = _greedy if max(len(olds), len(news)) > LARGEST else _best
        found.update(settle(olds, news, {pair: edges[pair] for pair in cluster}))
    return found


def _clusters(edges: Iterable[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Pairs that touch one another, together: what lies in two clusters cannot disturb each other."""
    home: dict[tuple[str, str], tuple[str, str]] = {}

    def root(node: tuple[str, str]) -> tuple[str, str]:
        home.setdefault(node, node)
        while home[node] != node:
            home[node] = home[home[node]]
            node = home[node]
        return node

    ordered = sorted(edges)
    for old, new in ordered:
        one, other = root(("old", old)), root(("new", new))
        home[max(one, other)] = min(one, other)
    groups: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for old, new in ordered:
        groups[root(("old", old))].append((old, new))
    return [groups[key] for key in sorted(groups)]


def _greedy(_olds: Sequence[str], _news: Sequence[str], edges: Scores) -> dict[str, str]:
    found: dict[str, str] = {}
    taken: set[str] = set()
    for (old, new), _ in sorted(edges.items(), key=lambda e: (-e[1], e[0])):
        if old not in found and new not in taken:
            found[old] = new
            taken.add(new)
    return found


def _best(olds: Sequence[str], news: Sequence[str], edges: Scores) -> dict[str, str]:
    """The assignment of the largest sum (the Hungarian method, with a price on every row and column)."""
    size = max(len(olds), len(news))
    cost = [[0.0] * size for _ in range(size)]
    for (old, new), score in edges.items():
        cost[olds.index(old)][news.index(new)] = -score
    columns = _columns(cost)
    pairs = ((olds[row], news[column]) for column, row in enumerate(columns) if row < len(olds) and column < len(news))
    return {old: new for old, new in pairs if (old, new) in edges}


def _columns(cost: Sequence[Sequence[float]]) -> list[int]:
    """The row of each column in the cheapest complete assignment of a square table."""
    size = len(cost)
    row_price, column_price = [0.0] * size, [0.0] * (size + 1)
    owner = [-1] * (size + 1)  # the last column is where the row that looks for a place stands
    for row in range(size):
        owner[size] = row
        column = _improve(cost, row_price, column_price, owner)
        path = column[1]
        at = column[0]
        while at != size:
            owner[at] = owner[path[at]]
            at = path[at]
    return owner[:size]


def _improve(
    cost: Sequence[Sequence[float]], row_price: list[float], column_price: list[float], owner: list[int]
) -> tuple[int, list[int]]:
    """The cheapest way from the waiting row to a free column: that column, and from which column each was reached."""
    size = len(cost)
    least = [float("inf")] * size
    path = [size] * size
    done = [False] * (size + 1)
    column = size
    while owner[column] != -1:
        done[column] = True
        row = owner[column]
        free = [k for k in range(size) if not done[k]]
        for k in free:
            price = cost[row][k] - row_price[row] - column_price[k]
            if price < least[k]:
                least[k], path[k] = price, column
        following = min(free, key=least.__getitem__)
        step = least[following]
        for k in (*range(size), size):
            if done[k]:
                row_price[owner[k]] += step
                column_price[k] -= step
            elif k < size:
                least[k] -= step
        column = following
    return column, path
