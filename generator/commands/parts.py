"""The command `parts`: the component list of a game, as data, and as a table, Markdown, CSV or JSON.

Takes a `Game`; gives one row a set, in the order of the box, in words without markup. `count` is None where the number
is an open question (then `assumed` says what we take), `expected` where no rule promises one. Asked for a number of
players, each row also says what they need: see `supply.Need`. Promise: no word is taken for Markdown or a formula.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from generator.commands.app import Game, OneLang, command, stop_on_errors
from generator.commands.options import game_of, languages, one_of, one_word
from generator.commands.shell import emit, project, show, usage_error
from generator.diagnostics.findings import cells
from generator.pipeline import languages_of, load_for_reading

if TYPE_CHECKING:
    from generator.data.model import ComponentSet, Use
    from generator.data.model import Game as GameData
    from generator.engine.setup.execution import Need

FORMATS = ("table", "md", "csv", "json")
OPEN = "open"
FORMULAS = re.compile(r"(^|;\s*)(?=[=+@＝＋－＠]|-(?!\d+$))")
"""How cells begin that a spreadsheet may calculate (OWASP's rule against CSV injection); where `;` parts cells, also
behind one."""

_COLUMNS: tuple[tuple[str, str], ...] = (
    ("id", "set"),
    ("name", "name"),
    ("kind", "kind"),
    ("count", "pieces"),
    ("designs", "designs"),
    ("expected", "promised"),
    ("assumed", "assumed"),
    ("printed", "printed"),
)
_MORE_COLUMNS: tuple[tuple[str, str], ...] = (
    ("needed", "set-up"),
    ("in_play", "in play"),
    ("left_over", "left over"),
    ("at_most", "at most"),
    ("uses", "use"),
)


@command(
    """
    pnp parts my-game
    pnp parts my-game --format csv > parts.csv
    """,
    "parts",
)
def list_parts(
    game: Game = None,
    format_: Annotated[str, Option("--format", metavar="FORMAT", help=one_word(FORMATS))] = "table",
    lang: OneLang = None,
    players: Annotated[
        int | None, Option("--players", metavar="N", help="Also what N players need and what is left over.")
    ] = None,
) -> None:
    """List the components of GAME.

    How many of each there are, and how many the rules promise; with --players, what the set-up and play need of them.
    """
    format_ = one_of("--format", format_, FORMATS)
    here = project()
    found, findings, _ = load_for_reading(here, game_of(here, game), languages(lang))
    stop_on_errors(findings, here)
    if found is not None:
        least, most = found.players
        if players is not None and not least <= players <= most:
            asked = f"{found.id} is for {least} to {most} players; found `--players {players}`"
            usage_error(asked, f"write `--players {most}`")
        text = parts_text(found, format_, languages_of(found, languages(lang))[0], players)
        show(text) if format_ == "table" else emit(f"{text}\n".encode())


def parts(game: GameData, players: int | None = None) -> list[dict[str, Any]]:
    """The rows of the component list, with the needs of so many players if asked for.

    `name` has the words of each language. `players` is one of the game's numbers of players.
    """
    from generator.engine.setup.execution import needs

    rows = [_part(game, s) for s in game.sets.values()]
    if players is not None:
        found = needs(game, players)
        rows = [row | _needs(game, players, found[row["id"]]) for row in rows]
    return rows


def _part(game: GameData, component_set: ComponentSet) -> dict[str, Any]:
    from generator.compare.readable import words_of

    return {
        "id": component_set.id,
        "name": dict(words_of(component_set.name, game)),
        "kind": component_set.kind,
        "count": component_set.pieces,
        "designs": component_set.designs,
        "expected": component_set.expect,
        "printed": component_set.printed,
        "assumed": (component_set.assume or component_set.copies) if component_set.count_open else None,
    }


def _needs(game: GameData, players: int, need: Need) -> dict[str, object]:
    return {
        "needed": need.needed,
        "in_play": need.in_play,
        "left_over": need.left_over,
        "at_most": need.most,
        "at_most_bounded": need.bounded if need.uses else None,
        "uses": [_use(game, players, use) for use in need.uses],
    }


def _use(game: GameData, players: int, use: Use) -> dict[str, object]:
    from generator.compare.readable import words_of

    return {
        "what": dict(words_of(use.what, game)),
        "count": use.counts.get(players),
        "unbounded": dict(words_of(use.unbounded, game)) if use.unbounded is not None else None,
        "rule": use.rule or None,
        "short": use.short or None,
    }


def parts_text(game: GameData, format_: str, language: str | None = None, players: int | None = None) -> str:
    """The component list as text. `language` is that of the names (the game's first, if none is given)."""
    found = parts(game, players)
    if format_ == "json":
        import json

        head = {"game": game.id, "version": game.version_word, "players": list(game.players)}
        asked = {} if players is None else {"for_players": players}
        return json.dumps({**head, **asked, "components": found}, ensure_ascii=False, indent=2)
    chosen = language or game.languages[0]
    columns = _COLUMNS if players is None else (*_COLUMNS, *_MORE_COLUMNS)
    rows = [[title for _, title in columns]]
    for row in found:
        if players is not None and row["at_most"] is None and row["at_most_bounded"]:  # only some uses are bounded
            row["at_most"] = f"{row['at_most_bounded']}+"
        if format_ == "table" and row["count"] is None:
            row["count"] = OPEN
        rows.append([_cell(row[key], chosen) for key, _ in columns])
    return {"md": _markdown, "csv": _csv, "table": _table}[format_](rows)


def _cell(value: object, language: str) -> str:
    if isinstance(value, list):
        return "; ".join(_cell(use, language) for use in value)
    if isinstance(value, dict) and "what" in value:
        reason = value["unbounded"]
        shown = reason.get(language, "") if reason else "all" if value["count"] is None else str(value["count"])
        return f"{value['what'].get(language, '')}: {shown}"
    if isinstance(value, dict):
        return str(value.get(language, ""))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _markdown(rows: list[list[str]]) -> str:
    from generator.summary.pages import md_escaped

    head, *body = ([md_escaped(cell) for cell in row] for row in rows)
    rule = ["---:" if _is_number(rows, x) else "---" for x in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *body))


def _csv(rows: list[list[str]]) -> str:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([FORMULAS.sub(r"\1'", cell) for cell in row] for row in rows)
    return out.getvalue().rstrip("\n")


def _table(rows: list[list[str]]) -> str:
    widths = [max(cells(row[x]) for row in rows) for x in range(len(rows[0]))]
    right = [_is_number(rows, x) for x in range(len(widths))]
    return "\n".join("  ".join(map(_padded, row, widths, right)).rstrip() for row in rows)


def _is_number(rows: list[list[str]], column: int) -> bool:
    return all(row[column].rstrip("+").isdigit() or row[column] in ("", OPEN) for row in rows[1:])


def _padded(cell: str, width: int, right: bool) -> str:
    space = " " * (width - cells(cell))
    return space + cell if right else cell + space
