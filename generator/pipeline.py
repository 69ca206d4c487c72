"""The street, as far as findings go: project + game -> `Game`, drawn pieces, all that is wrong with them.

    read -> check -> draw -> look at the faces

Each step hands on a value and its findings; after errors the street is still looked at to the end of drawing, so that
one run tells every mistake. What is then built of it stands in production.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from generator import cache
from generator.data.lexicon import tag_of
from generator.data.markup import BOLD
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import (
    PICTURE,
    UNTRANSLATED,
    Fault,
    Finding,
    did_you_mean,
    gathered,
    has_errors,
    in_order,
    near,
    of_game,
)
from generator.processes import background_jobs, in_background
from generator.project import BUNDLED, OPENED, Project
from generator.values import Struct

if TYPE_CHECKING:
    from generator.data.model import Game, Text
    from generator.engine.findings_cache import Pending
    from generator.engine.registry import Desk
    from generator.engine.suppression import Accept
    from generator.layout.assets import Studio
    from generator.layout.draw import See
    from generator.sheet.sheet import Paper, Piece

MANY_ERRORS = 1000
"""With more in its data, a game is not looked at further."""


class Tell(Protocol):
    """Called with a few words on what begins now, and with how much of it is done where that is known."""

    def __call__(self, words: str, done: int = 0, total: int = 0) -> None:
        """Says it."""


def silent(words: str, done: int = 0, total: int = 0) -> None:
    """The `Tell` that says nothing."""


def load_rooms() -> None:
    """Load what every game needs: once, before there are processes that would each do so."""
    from generator.engine.registry import Desk, checks_on

    checks_on(Desk)
    for name in ("generator.data.build", "generator.layout.draw", "uharfbuzz"):
        import_module(name)


def load_game(project: Project, game_id: str) -> tuple[Game | None, list[Finding]]:
    """A game and what its data alone shows to be wrong, for one who wants the game: not what it means."""
    game, findings, _ = read_accepting(project, game_id, quick=True)
    return game, gathered(findings)


def load_for_reading(project: Project, game_id: str, asked: Sequence[str]) -> tuple[Game | None, list[Finding], bool]:
    """A game for one who reads these languages of it and needs no pictures, which may be missing; whether some are."""
    game, findings = load_game(project, game_id)
    if game is None:
        return None, findings, False
    rest = [f for f in told_in(findings, languages_of(game, asked)) if f.code != PICTURE]
    if has_errors(rest) or len(rest) == len(findings):
        return game, findings, False
    return for_draft(project, game, findings), rest, any(f.code == PICTURE for f in findings)


def told_in(findings: Iterable[Finding], languages: Sequence[str]) -> list[Finding]:
    """Without words that are missing in a language that nobody asks for now."""
    return [f for f in findings if f.code != UNTRANSLATED or f.about[-1] in languages]


def read_accepting(
    project: Project,
    game_id: str,
    quick: bool = False,
    later: list[Pending] | None = None,
    edited: bool = False,
    surroundings: str = "",
) -> tuple[Game | None, list[Finding], list[Accept]]:
    """The same with all that its data shows to be wrong, and what comments in the game's files accept. No game either
    after too many errors: Y017 says so. `later` gets what waits for what a game without errors means, which another
    process looks at in the meantime; `edited`: git is asked what was; `surroundings`: those that what is found may be
    kept in (see engine/findings_cache.py)."""
    from generator.data.build import read_game
    from generator.data.reading import incremental
    from generator.engine.findings_cache import kept, state_of_data
    from generator.engine.registry import desk_of, run_checks
    from generator.engine.suppression import accepts_of, settle

    state = state_of_data(project, surroundings)
    game, findings = read_game(project, game_id)
    if game is not None:
        desk = lru_cache(lambda: desk_of(project, game, edited=edited))
        look = partial(kept, project, game_id, state, edited)
        meant: Pending = list
        if not quick:  # it takes as long as all the rest: another process begins with it before anything is looked at
            meant = look("meant", lambda: _meant(desk, later is None))
        findings += look("said", lambda: lambda: run_checks(desk()))()
        if not incremental.is_on():
            desk.cache_clear()  # what checks have read takes half as much as the game
        if later is None or has_errors(findings):
            findings += meant()
        else:
            later.append(meant)
    accepts, faults = accepts_of(project, game.folders if game else (game_id,), game.accepts if game else ())
    found = settle(of_game(in_order([*findings, *faults]), game_id), accepts)
    errors = [f for f in found if f.severity is Severity.ERROR and not f.accepted]
    if len(errors) <= MANY_ERRORS:
        return game, found, accepts
    message = f"{len(errors):,} errors: nothing is drawn, and what only drawing shows is not looked for"
    more = Finding("Y017", errors[0].mark, message, "mend these first; often one slip is behind many", game_id)
    return None, in_order([more, *found]), accepts


MANY_TEXTS = 100
"""It takes so many that another process pays."""


def _meant(desk: Callable[[], Desk], at_once: bool) -> Pending:
    """What a game means, looked at by another process if it is not wanted `at_once`; for who watches, at the end."""
    from generator.data.reading import incremental
    from generator.engine.registry import Desk, checks_on, reusing_words, run_checks

    is_long = len(desk().texts) >= MANY_TEXTS
    checks_on(Desk)  # all rooms are loaded before there are two processes

    def look() -> tuple[list[Finding], set[str]]:
        looked_at = desk()
        with reusing_words(str(looked_at.project.root), looked_at.game.id):
            found = run_checks(looked_at, slow=True)
        return found, OPENED

    wait = look if incremental.is_on() else in_background(look, pays=is_long and not at_once)

    def ended() -> list[Finding]:
        found, opened = wait()
        OPENED.update(opened)
        return found

    return ended


def for_draft(project: Project, game: Game, findings: Sequence[Finding]) -> Game:
    """The game as a draft prints it: with what can be read of items that have errors."""
    from generator.data.build import read_game

    return (read_game(project, game.id, lenient=True)[0] or game) if has_errors(findings) else game


class Drawn(Struct, frozen=True):
    """All pieces of a game in one language."""

    language: str
    pieces: tuple[Piece, ...]


def languages_of(game: Game, asked: Sequence[str]) -> tuple[str, ...]:
    """The languages to build; a Fault if the game does not speak one of them."""
    if "all" in asked:
        return game.languages
    spoken = {tag_of(language): language for language in game.languages}
    for language in asked:
        if tag_of(language) not in spoken:
            other = f"known names: {', '.join(game.languages)}; another must stand in the `languages` of the game"
            known = did_you_mean(language, game.languages, other)
            raise Fault(Finding("X103", game.mark, f"`{game.id}` has no language `{language}`", known, game.id))
    return tuple(spoken[tag_of(language)] for language in asked) or game.languages[:1]


def chosen(game: Game, asked: Sequence[str]) -> tuple[str, ...]:
    """The ids of sets and items (`set/item`) that somebody asks for by their ids or their names, in any language. A
    Fault if there is none, or if two are called so."""
    from generator.data.reading.grid import plain

    def pick(called: str, known: dict[str, Text | None], what: str) -> str:
        words = {key: [key, *(name.words.values() if name else ())] for key, name in known.items()}
        found = [key for key in known if plain(called) in map(plain, words[key])]
        if called not in known and len(found) != 1:
            names = [word for said in words.values() for word in said]
            within = () if found else _within(game, called)
            hint = did_you_mean(called, found or (names if near(called, names, 0.6) else known))
            hint = f"did you mean {' or '.join(f'`{one}`' for one in within[:3])}?" if within else hint
            raise Fault(Finding("X104", game.mark, f"{what} `{called}`", hint, game.id))
        return called if called in known else found[0]

    ids = []
    for words in asked:
        owner, slash, item = words.partition("/")
        owner = pick(owner, {s.id: s.name for s in game.sets.values()}, f"`{game.id}` has no set")
        items = {i.id: i.name for i in game.sets[owner].items}
        ids.append(f"{owner}/{pick(item, items, f'`{owner}` has no item')}" if slash else owner)
    return tuple(dict.fromkeys(ids))


def _within(game: Game, called: str) -> list[str]:
    """The items of all sets that are called so, as `set/item`."""
    from generator.data.reading.grid import plain

    items = [(f"{owner.id}/{item.id}", item) for owner in game.sets.values() for item in owner.items]
    words = {path: (item.id, *(item.name.words.values() if item.name else ())) for path, item in items}
    return [path for path, said in words.items() if plain(called) in map(plain, said)]


def draw(
    studio: Studio, game: Game, language: str, only: Sequence[str] = (), see: See | None = None
) -> tuple[Drawn, list[Finding]]:
    """Every printed piece of a game in one language; `see` gets each face and gives what is kept of it."""
    from generator.data.reading.load import resting_collector
    from generator.layout.draw import draw_game
    from generator.sheet.preflight import crowd
    from generator.sheet.sheet import STOCKS, Piece

    if too_many := crowd(studio, game, only):
        return Drawn(language, ()), of_game(too_many, game.id)
    with resting_collector():
        drawn, findings = draw_game(studio, game, language, only=tuple(only) or None, see=see)
    pieces = tuple(
        Piece(front, back, count, STOCKS.get(owner.kind, "board"), mark=item.mark)
        for owner, item, front, back, count in drawn
    )
    return Drawn(language, pieces), of_game(findings, game.id)


@background_jobs()
def check_all(project: Project, game_id: str) -> list[Finding]:
    """All that can be found wrong with a game, in all languages."""
    from generator.data.reading.load import resting_collector
    from generator.engine.cascades import everything
    from generator.engine.suppression import settle, unneeded
    from generator.engine.texts.proofreading import undrawn
    from generator.layout.assets import Studio
    from generator.layout.facecache import surroundings_of
    from generator.sheet.sheet import job_faults

    with resting_collector():
        studio = Studio(project, stamped=False, surroundings=surroundings_of(project))
        later: list[Pending] = []
        game, findings, accepts = read_accepting(
            project, game_id, later=later, edited=True, surroundings=studio.surroundings
        )
        if game is None:
            return gathered(findings)
        try:
            findings += of_game([*undrawn(project, game, studio.book), *job_faults(project)], game_id)
        except Fault as fault:  # a font that cannot be used hides nothing else
            studio = Studio(project, stamped=False, draft=True)
            findings += of_game([*fault.findings, *undrawn(project, game, studio.book), *job_faults(project)], game_id)
        printed = _printed(studio, game)
        findings += of_game((f for meant in later for f in meant()), game_id)
        found = settle(everything(game, settle(findings, accepts), printed), accepts)
        cache.save()
        return gathered([*found, *of_game(unneeded(accepts, found), game_id)])


def _printed(studio: Studio, game: Game) -> list[Finding]:
    """What drawing all pieces in all languages shows to be wrong, what the finished faces show, and what a build would
    say of paper, words and fonts."""
    from generator.engine.preflight.run import Inspection, Print
    from generator.sheet.sheet import read_papers

    inspection = Inspection(game, studio)
    parts = parts_of(game, studio.project.volumes)
    both = [draw(studio, game, language, only, see=inspection.look) for language in game.languages for only in parts]
    found = [f for _, told in both for f in told]
    papers: Mapping[str, Paper] = {}
    with suppress(Fault):  # it is told
        papers = read_papers(studio.project)
    drawn = {la: [d.pieces for d, _ in both if d.language == la] for la in game.languages}
    found += of_game(inspection.findings(Print(game, drawn, papers), found), game.id)
    return [*found, *_unasked(studio, game), *of_game(_unwritten(studio), game.id)]


def parts_of(game: Game, volumes: int, only: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """What is asked for in so many parts, none of them empty: the names of their items; of one part as it was asked."""
    if volumes == 1:
        return [tuple(only)]
    names = [f"{owner.id}/{item.id}" for owner, item in game.designs(only or None)]
    number = max(1, min(volumes, len(names)))
    return [tuple(names[len(names) * k // number : len(names) * (k + 1) // number]) for k in range(number)]


def _unasked(studio: Studio, game: Game) -> list[Finding]:
    """What is wrong with the faces of sets that are printed only if they are asked for."""
    sets = [s.id for s in game.sets.values() if not s.printed and all(s.template(i) for i in s.items)]
    return [f for language in game.languages for f in (draw(studio, game, language, sets)[1] if sets else ())]


def _unwritten(studio: Studio) -> Iterator[Finding]:
    """The fonts that cannot be written into a PDF: those that all sheets need, and, of the project's own, all that are
    drawn with."""
    from generator.sheet.frontmatter import FAMILIES

    try:
        for file in {f for family in FAMILIES for cut in (0, BOLD) for f in studio.book.stack(family, cut)}:
            file.gid(" ")
    except Fault as fault:
        yield from fault.findings
        return
    for file in studio.book.files.values():
        if file.asked and not file.path.is_relative_to(BUNDLED):
            from generator.export.pdfwriter.embedding import embedded

            try:
                embedded(file, file.asked)
            except Fault as fault:
                yield from fault.findings
