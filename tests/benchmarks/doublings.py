"""How the work of `pnp check` grows with what a game has: `python -m tests.benchmarks.doublings [ROW ...]`.

Of each thing a small game gets so many, twice and four times as many; told are the million instructions that valgrind
counts beyond those of the game without them, and by how much they grow when they double. More than 2.3 is worse than
linear.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.__main__ import COUNT, counted

ROOT = Path(__file__).resolve().parents[2]
MOST = 2.3
Files = dict[str, str]

GAME = """\
title: {ja: 数}
version: {ja: 第1版}
players: [2, 4]
languages: [ja]
terms:
  kind:
    name: {ja: 種}
    members:
"""
SET = """\
id: card
name: {ja: 札}
kind: card
size: poker-metric
layout: card
fields: {name: text, kind: term kind, rule: rule?}
items:
"""
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" width="63mm" height="88mm"
     viewBox="0 0 63 88">
"""
TEXT = '  <text pnp:text="item.name" x="5" y="10" font-family="body" font-size="3" fill="#222222">名</text>\n'
RULES = "sections:\n- id: play\n  title: {ja: 進行}\n  rules:\n  - {id: play.r, text: {ja: 始める。}}\n"


def term(n: int) -> str:
    return f"      t{n}: {{name: {{ja: 種{n}号}}}}\n"


def card(n: int, kind: str = "t0", more: str = "", name: str = "") -> str:
    return f'  - {{id: c{n}, name: {{ja: "{name or f"札{n}番"}"}}, kind: {kind}{more}}}\n'


def game(**parts: str) -> Files:
    """A small game with some files or parts of them replaced."""
    return {
        "components/g/game.yaml": GAME + parts.get("terms", term(0)),
        "components/g/card.yaml": SET + parts.get("cards", card(0)),
        "components/g/rules.yaml": RULES + parts.get("rules", ""),
        "layouts/g/card.svg": HEAD + TEXT + parts.get("art", "") + "</svg>\n",
    }


def many(count: int, make: Callable[[int], str]) -> str:
    return "".join(make(n) for n in range(count))


def sets(count: int) -> Files:
    whole = SET + card(0)
    more = {
        f"components/g/s{n}.yaml": whole.replace("id: card", f"id: s{n}").replace("札}", f"札{n}}}")
        for n in range(count)
    }
    return game() | more


def rule(n: int, words: str = "引く。") -> str:
    return f"  - {{id: play.x{n}, text: {{ja: {words}}}}}\n"


def ruled(count: int) -> Files:
    return game(rules=many(count, rule), cards=many(count, lambda k: card(k, more=f", rule: play.x{k}")))


def naming(count: int) -> Files:
    return game(cards=many(count, lambda k: card(k, name=f"札{k}と{{@card/c{count - 1 - k}}}")))


def speaking(count: int) -> Files:
    return game(terms=many(count, term), cards=many(count, lambda k: card(k, f"t{k}", name=f"札{k}と{{t{k}}}")))


def rectangle(n: int) -> str:
    return f'<rect x="{n % 50}" y="{n % 80}" width="1" height="{1 + n % 997 / 1000:.3f}"/>\n'


ROWS: dict[str, tuple[int, Callable[[int], Files]]] = {
    "cards": (1_000, lambda n: game(cards=many(n, card))),
    "words": (500, lambda n: game(rules=many(n, lambda k: rule(k, f"{k}枚の札を" * 20 + "引く。")))),
    "template nodes": (1_000, lambda n: game(art=many(n, rectangle))),
    "sets": (250, sets),
    "terms": (1_000, lambda n: game(terms=many(n, term))),
    "rules": (1_000, lambda n: game(rules=many(n, rule))),
    "misspelt names": (250, lambda n: game(terms=many(n, term), cards=many(n, lambda k: card(k, f"tt{k}")))),
    "a rule on each card": (500, ruled),
    "items named": (500, naming),
    "terms named": (500, speaking),
}


def millions(files: Files) -> int:
    """The instructions of a check."""
    with tempfile.TemporaryDirectory() as folder:
        for name, words in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(words, encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PNP_CACHE": "off"}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        command = (*COUNT, sys.executable, "-m", "generator", "-C", folder, "check")
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        raise SystemExit(f"status {done.returncode}")
    return counted(done.stderr)


def main() -> None:
    """Measure the rows, print a line each."""
    parser = argparse.ArgumentParser("python -m tests.benchmarks.doublings", description="How time grows.")
    parser.add_argument("rows", metavar="ROW", nargs="*", help=f"some of: {', '.join(ROWS)}")
    asked = parser.parse_args().rows or list(ROWS)
    base = millions(game())
    print("| | n | n: M | 2n: M | 4n: M | growth | |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for row in asked:
        count, make = ROWS[row]
        times = [max(millions(make(count * k)) - base, 1) for k in (1, 2, 4)]
        growth = times[2] / times[1]
        note = "worse than linear" if growth > MOST else ""
        print(
            f"| {row} | {count:,} | " + " | ".join(f"{t:,}" for t in times) + f" | {growth:.2f} | {note} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
