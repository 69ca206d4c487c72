"""The words behind options and arguments -> values that hold, or wrong usage (exit status 2) with a hint.

Also the examples that end the help of each command.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.commands.shell import wrong
from generator.diagnostics.findings import did_you_mean
from generator.project import Project

EXAMPLES = {
    "": """
        pnp new my-game            start a game of your own
        pnp check                  tell every mistake, before paper is wasted
        pnp build                  make the PDFs; they go into output/
    """,
    "new": """
        pnp new my-game
        pnp new ~/games/isle
    """,
    "build": """
        pnp build                                  every game, first language, A4
        pnp build my-game --lang all --paper a4,letter
        pnp build my-game --only card,token        some sets only
        pnp build my-game --format png,svg         every face as a picture
        pnp build my-game --backs none --ink-saver --proof
        pnp build my-game --changed-since v1       only what a play tester must swap
        pnp build my-game --watch                  again at every change
    """,
    "check": """
        pnp check my-game
        pnp check --notes                          open questions with their assumptions
        pnp check --watch                          again at every change
        pnp check --select R,L --ignore R030       some codes only
        pnp check --strict --format sarif > findings.sarif
    """,
    "parts": """
        pnp parts my-game
        pnp parts my-game --format csv > parts.csv
    """,
    "rules": """
        pnp rules my-game > rules.md
        pnp rules my-game --format html --lang en --out rules.html
        pnp rules my-game --format pdf --lang all
    """,
    "diff": """
        pnp diff v1 my-game                        a tag and what is there now
        pnp diff HEAD~3 HEAD --game my-game
        pnp diff ../my-game-old . --format md --out changes.md
        pnp diff v1 my-game --format html --out changes.html
    """,
    "face": """
        pnp face my-game card/first > first.svg
        pnp face my-game card/first --back --lang en
    """,
    "calibrate": """
        pnp calibrate --paper letter
        pnp build my-game --back-offset 0.4,-0.2   with what the page shows
    """,
    "schema": """
        pnp schema --write                         into components/.schema/
        pnp schema --write --game my-game          with the game's fields and terms
        pnp schema set > set.json
    """,
    "explain": """
        pnp explain D020
        pnp explain                                lists all codes
        pnp explain --format md > findings.md
    """,
    "doctor": """
        pnp doctor
    """,
}


def epilog(command: str) -> str | None:
    """The examples of a command as typer wants them: a block that is not wrapped anew."""
    lines = [line.strip() for line in EXAMPLES.get(command, "").strip().splitlines()]
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)]) if lines else None


def games(project: Project, asked: Iterable[str]) -> list[str]:
    """The games named (or their folders), or all; wrong usage if there is none, or one does not exist."""
    known = project.games()
    names = list(dict.fromkeys(_game(project, word) for word in asked)) or known
    if not known:
        wrong(f"there is no game in {project.components}", "a game is a folder in it with a game.yaml")
    for name in names:
        if name not in known:
            wrong(f"there is no game `{name}` in {project.components}", _other_games(project, name))
    return names


def _game(project: Project, word: str) -> str:
    """A game's id; a path to its folder (as the shell completes it) means the same."""
    path = Path(word)
    inside = len(path.parts) > 1 and path.is_dir() and path.resolve().parent == project.components
    return path.resolve().name if inside else word


def _other_games(project: Project, name: str) -> str:
    hint = did_you_mean(name, project.games())
    if hint.startswith("did") or not project.is_bundled:
        return hint
    return f"{hint}; for a game of your own go to its project, or start one: `pnp new DIR`"


def listed(option: str, words: str | Iterable[str]) -> tuple[str, ...]:
    """The words of a comma list, or of several, each once; wrong usage if there is none."""
    lists = [words] if isinstance(words, str) else list(words)
    found = tuple(dict.fromkeys(w.strip() for one in lists for w in one.split(",") if w.strip()))
    if not found:
        named(option, "")
    return found


def named(option: str, words: str | None) -> str:
    """The words of an option, "" if it is not there; wrong usage if they are empty (a variable that was not set)."""
    if words is not None and not words.strip():
        wrong(f"{option} names nothing", "leave it out, or write a name behind it")
    return words or ""


def one_of(option: str, value: str, known: Iterable[str]) -> str:
    """The value, if it is one of the known; else wrong usage."""
    names = list(known)
    if value not in names:
        hint = did_you_mean(value, names)
        wrong(f"{option} takes {', '.join(names)}; found `{value}`", hint if hint.startswith("did") else "")
    return value


def some_of(option: str, words: str, known: Iterable[str]) -> tuple[str, ...]:
    """The words of a comma list, all of them known."""
    names = list(known)
    return tuple(one_of(option, word, names) for word in listed(option, words))


def offset(words: str) -> tuple[float, float]:
    """Two numbers of mm, `x,y`, of at most 20."""
    try:
        x, y = (float(w) for w in words.split(","))
    except ValueError:
        wrong(f"--back-offset takes two numbers of millimetres; found `{words}`", "write `--back-offset 0.4,-0.2`")
    if not (abs(x) <= 20 and abs(y) <= 20):
        wrong(f"--back-offset is at most 20 mm; found `{words}`", "give what the page of `pnp calibrate` shows")
    return x, y
