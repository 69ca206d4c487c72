"""pnp.yaml -> what `pnp build` does if the command line says nothing else.

Takes the file; gives the words of options, each checked as if it had been typed, and what is wrong at its line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from generator.commands.options import bleed_in_mm, listed, offset, one_of, option_words, some_of
from generator.commands.shell import errors_at, usage_error
from generator.data.lexicon import tag_of
from generator.diagnostics.findings import Fault, Finding, Mark, did_you_mean
from generator.export import formats
from generator.project import Project

DEFAULTS = "pnp.yaml"
BACKS = ("long-edge", "short-edge", "fold", "none")
STAMPS = ("faces", "slug", "off")
BLEED, DPI, VOLUMES = (0, 10), (36, 1200), (1, 9999)


def read_defaults(here: Project) -> tuple[dict[str, object], list[Finding]]:
    """Options with their words, and all that is wrong with them (Y040, and what reading the file tells)."""
    if not os.path.lexists(here.root / DEFAULTS):
        return {}, []
    from generator.data.reading.load import entries

    try:
        said = entries(here.root / DEFAULTS, here)
    except Fault as fault:
        return {}, list(fault.findings)
    values = {option: ",".join(map(str, v)) if isinstance(v, list) else v for option, (v, _) in said.items()}
    marks = {option: mark for option, (_, mark) in said.items()}
    return values, list(_faults(here, values, marks))


def _faults(here: Project, values: Mapping[str, object], marks: Mapping[str, Mark]) -> Iterator[Finding]:
    known = (*_WORDS, *_NUMBERS, *_FLAGS)
    for option, value in values.items():
        if option not in known or isinstance(value, dict):
            message = f"`{option}` is no option of `pnp build` that a project can set"
            yield Finding("Y040", marks[option], message, did_you_mean(option, known))
            continue
        try:
            with errors_at(marks[option]):
                _take(here, option, value)
        except Fault as fault:
            yield from fault.findings
    if "scheduler" in values and values.get("volumes", 1) == 1:
        message = "`scheduler` spreads volumes, and there is one"
        yield Finding("Y040", marks["scheduler"], message, "add `volumes: 4`, or leave it to the command line")


def _take(here: Project, option: str, value: object) -> None:
    """Refuses what the command line would refuse."""
    if option in _FLAGS and not isinstance(value, bool):
        usage_error(f"`{option}` is on or off; found `{value}`", "write `true` or `false`")
    elif option in _NUMBERS:
        least, most = _NUMBERS[option]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            usage_error(f"`{option}` takes a whole number from {least} to {most}; found `{value}`")
    elif option in _WORDS:
        _WORDS[option](here, str(value))


def _papers(here: Project, words: str) -> None:
    from generator.sheet.sheet import read_papers

    some_of("`paper`", words, read_papers(here))


def _spoken(here: Project, asked: tuple[str, ...]) -> None:
    """Refuses what no game of the project speaks."""
    from generator.data.reading.load import entries

    spoken: set[str] = {"all"}
    for name in here.games():
        found = entries(here.components / name / "game.yaml", here).get("languages", ((), None))[0]
        spoken.update(tag_of(str(language)) for language in (found if isinstance(found, list) else ()))
    for language in asked if len(spoken) > 1 else ():
        one_of("`lang`", tag_of(language), sorted(spoken))


def _inside(here: Project, words: str) -> None:
    """Refuses a folder outside the project: its file may be anybody's."""
    root = here.root.resolve()
    if Path(words).is_absolute() or not (root / option_words("`out`", words)).resolve().is_relative_to(root):
        usage_error(
            f"`{words}` lies outside the project", "name a folder in it; `--out` on the command line may name any"
        )


Take = Callable[[Project, str], object]

_WORDS: dict[str, Take] = {
    "lang": lambda here, words: _spoken(here, listed("`lang`", words)),
    "paper": _papers,
    "backs": lambda _, words: one_of("`backs`", words, BACKS),
    "format": lambda _, words: some_of("`format`", words, formats()),
    "bleed": lambda _, words: bleed_in_mm("`bleed`", words, BLEED),
    "face-bleed": lambda _, words: bleed_in_mm("`face-bleed`", words, BLEED),
    "back-offset": lambda _, words: offset(words, "`back-offset`"),
    "printer": lambda _, words: option_words("`printer`", words),
    "group": lambda _, words: option_words("`group`", words),
    "stamp": lambda _, words: one_of("`stamp`", words, STAMPS),
    "scheduler": lambda _, words: option_words("`scheduler`", words),
    "out": _inside,
}
_NUMBERS = {
    "dpi": DPI,
    "picture-dpi": DPI,
    "volumes": VOLUMES,
}
_FLAGS = ("proof", "ink-saver", "separate")
