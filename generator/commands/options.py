"""Words of the command line, or of pnp.yaml -> values; what is not known is wrong usage."""

from __future__ import annotations

import locale
import math
import os
import re
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.commands.shell import usage_error
from generator.data.lexicon import base_of_language
from generator.diagnostics.findings import did_you_mean
from generator.project import TABLES, Project, find_project
from generator.values import lazy_pattern

WRITTEN = ("ja", "en")
"""The languages that the starters and the test page are written in."""


def languages(words: str | None) -> tuple[str, ...]:
    """What `--lang` asks for; nothing if it is not there."""
    return () if words is None else listed("--lang", words)


def games_of(project: Project, asked: Iterable[str]) -> list[str]:
    """The games named (or their folders), or all; wrong usage if there is none, or one does not exist."""
    known = project.games()
    names = list(dict.fromkeys(_game(project, word) for word in asked)) or known
    if not known:
        usage_error(f"there is no game in {project.components}", "a game is a folder in it with a game.yaml")
    for name in names:
        if name not in known:
            usage_error(f"there is no game `{name}` in {project.components}", _other_games(project, name))
    return names


def game_of(project: Project, asked: str | None) -> str:
    """The game named, or the only one; wrong usage if there are several."""
    names = games_of(project, [asked] if asked else ())
    if len(names) > 1:
        usage_error("name a game: there are several here", f"one of {', '.join(names)}")
    return names[0]


def _game(project: Project, word: str) -> str:
    """A game's id; a path to its folder (as the shell completes it) means the same."""
    path = Path(word)
    inside = len(path.parts) > 1 and path.is_dir() and path.resolve().parent == project.components
    return path.resolve().name if inside else word


def _other_games(project: Project, name: str) -> str:
    if hint := _of_path(project, Path(name)):
        return hint
    if (project.components / name).is_dir():
        return f"write `components/{name}/game.yaml`: a folder is a game where it holds one"
    hint = did_you_mean(name, project.games())
    if hint.startswith("did") or not project.is_bundled:
        return hint
    return f"{hint}; for a game of your own go to its project, or start one: `pnp new DIR`"


def _of_path(project: Project, path: Path) -> str:
    """What to write for a path where a game is named; "" if nothing is there."""
    if not os.path.exists(path):  # noqa: PTH110 (no error for a name that no system takes)
        return ""
    there = find_project(path if path.is_dir() else path.parent)
    if there.root != project.root and not there.is_bundled:
        return f"it is in another project: begin with `pnp -C {shlex.quote(os.path.relpath(there.root))}`"
    for game in there.games():
        if path.resolve().is_relative_to(there.components / game):
            return f"it is in the game `{game}`: name that"
    is_table = path.is_file() and path.suffix.lower() in TABLES
    return f"make a game of it first: `pnp new DIR --from {shlex.quote(str(path))}`" if is_table else ""


def one_word(names: Sequence[str]) -> str:
    """The known words of an option, as help tells them: "md, html or pdf."."""
    return f"{', '.join(names[:-1])} or {names[-1]}."


def listed(option: str, words: str | Iterable[str]) -> tuple[str, ...]:
    """The words of a comma list, or of several, each once; wrong usage if there is none."""
    lists = [words] if isinstance(words, str) else list(words)
    found = tuple(dict.fromkeys(w.strip() for one in lists for w in one.split(",") if w.strip()))
    if not found:
        option_words(option, "")
    return found


def option_words(option: str, words: str | None) -> str:
    """The words of an option, "" if it is not there; wrong usage if they are empty (a variable that was not set)."""
    if words is not None and not words.strip():
        usage_error(f"{option} names nothing", "leave it out, or write a name behind it")
    return words or ""


def one_of(option: str, value: str, known: Iterable[str]) -> str:
    """The one of the known that the value names, in small or capital letters; else wrong usage."""
    names = list(known)
    value = {name.casefold(): name for name in names}.get(value.casefold(), value)
    if value not in names:
        hint = did_you_mean(value, names)
        usage_error(f"{option} takes {', '.join(names)}; found `{value}`", hint if hint.startswith("did") else "")
    return value


def some_of(option: str, words: str, known: Iterable[str]) -> tuple[str, ...]:
    """The words of a comma list, all of them known."""
    names = list(known)
    return tuple(one_of(option, word, names) for word in listed(option, words))


def offset(words: str, option: str = "--back-offset") -> tuple[float, float]:
    """Two numbers of mm, `x,y`, of at most 20."""
    try:
        x, y = (float(w) for w in words.split(","))
    except ValueError:
        usage_error(f"{option} takes two numbers of millimetres; found `{words}`", "write both, as in `0.4,-0.2`")
    if not (abs(x) <= 20 and abs(y) <= 20):
        usage_error(f"{option} is at most 20 mm; found `{words}`", "give what the page of `pnp calibrate` shows")
    return x, y


_INCH = 25.4
_LENGTH = lazy_pattern(r"(\d*\.?\d+)(?:/(\d+))?(mm|cm|in|[\"″])?")


def bleed_in_mm(option: str, words: str, between: tuple[float, float]) -> float:
    """A length in mm between two: `3`, `3mm`, `1/8in`."""
    found = _LENGTH.fullmatch(words.lower().replace(" ", ""))
    unit = {None: 1.0, "mm": 1.0, "cm": 10.0}.get(found[3], _INCH) if found else 0.0
    length = float(found[1]) / (int(found[2] or 1) or math.nan) * unit if found else math.nan
    if not between[0] <= length <= between[1]:
        said = f"{option} takes a length from {between[0]:g} to {between[1]:g} mm; found `{words}`"
        usage_error(said, "write `3`, `3mm` or `1/8in`")
    return length


def users_locale() -> tuple[str, str]:
    """The user's language and country, as the system has them ("en", "" if it says nothing)."""
    said = next((v for v in map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG")) if v), None)
    found = re.match("([a-z]{2,3})(?:_([A-Z]{2}))?(?![a-zA-Z])", said or locale.getlocale()[0] or "")
    return (found[1], found[2] or "") if found else ("en", "")


def written_in(language: str) -> str:
    """The language of the starters for one that is asked for: `ja` for `ja-JP`, else English."""
    base = base_of_language(language)
    return base if base in WRITTEN else "en"
