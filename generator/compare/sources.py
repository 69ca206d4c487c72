"""What a user calls a version -> where that version's game is.

Takes the words of the command line (a game's id, a folder, a git revision, `REVISION:GAME`) and the project; gives a
`Version`: a project and a game in it. Promise: nothing of the user's is written; what has to be unpacked lies in a
temporary folder for as long as `versions` is open.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from generator.diagnostics.findings import Fault, Finding, Mark, did_you_mean
from generator.git import commit_of, git_root, is_shallow, read_revision
from generator.layout.svg.datatypes import shown
from generator.project import Project
from generator.values import dataclass


@dataclass(frozen=True, slots=True)
class Version:
    """One side of a comparison. `name` is what the user calls it. Before it is settled which game is meant, `game` may
    be "", `commit` is set for a revision, and `folder` for a game's folder that stands alone. `known_as` tells the
    files of a revision apart from all others, wherever they are unpacked."""

    name: str
    project: Project
    game: str = ""
    commit: str = ""
    folder: Path | None = None
    known_as: str = ""


@contextmanager
def versions(
    project: Project, old: str, new: str, game: str = "", at: Path | None = None
) -> Iterator[tuple[Version, Version]]:
    """Both sides of a comparison, unpacked while this is open. Faults C001 to C005.

    `game` says which game is meant where the words do not; else it is the other side's, else the only one there is.
    `at` is where the user stands (None: the current folder): a revision is one of the project there, never of the
    bundled games, which `project` is where there is none.
    """
    found = _sides(project, (old, new), game, (at or Path.cwd()).resolve())
    with tempfile.TemporaryDirectory(prefix="pnp-") as folder:
        first = Path(folder).resolve()
        unpacked = [_unpacked(project, f, first / str(k), _meant(found, k, game)) for k, f in enumerate(found)]
        one, other = (_settled(f, _meant(found, k, game)) for k, f in enumerate(unpacked))
        yield one, other


def _meant(found: Sequence[Version], side: int, game: str) -> str:
    """The game that a side is of, as far as the words say."""
    return found[side].game or game or found[1 - side].game


def _sides(project: Project, words: Sequence[str], game: str, at: Path) -> list[Version]:
    """A game of the project before a folder, a folder before a revision. Fault C002: a side is not named."""
    if not all(w.strip() for w in words):
        hint = "name a game, a folder or a git revision; `.` is the project one is in"
        raise Fault(Finding("C002", Mark(""), "a version is named by no word at all", hint))
    found = [_game_or_folder(project, w) for w in words]
    if all(found):
        return [f for f in found if f]
    home = _home_of_revisions(project, found, game or _named(words, found), at)
    if home.root != project.root:  # then the games, too, are those of that project
        found = [_game_or_folder(home, w) for w in words]
    return [f or _revision(home, w) for f, w in zip(found, words, strict=True)]


def _game_or_folder(project: Project, words: str) -> Version | None:
    if words in project.games():
        return Version(words, project, words)
    folder = os.path.expanduser(words)  # noqa: PTH111 (no error for a user whom no system knows)
    return _folder(words, Path(folder).resolve()) if os.path.isdir(folder) else None  # noqa: PTH112 (nor for a long name)


def _named(words: Sequence[str], found: Sequence[Version | None]) -> str:
    """The game that the words name, if they do: one side, or `REVISION:GAME`."""
    games = [f.game if f else _game_in(w) for f, w in zip(found, words, strict=True)]
    return next((name for name in games if name), "")


def _game_in(words: str) -> str:
    return words.partition(":")[2].strip("/").removeprefix("components/")


def _home_of_revisions(project: Project, found: Sequence[Version | None], game: str, at: Path) -> Project:
    """The project whose revisions are meant: where the user stands, else the folder that is the other side. Fault
    C002."""
    if not project.is_bundled or at.is_relative_to(project.root):
        return project
    folder = next((f for f in found if f and not f.game), None)
    if folder and not folder.folder:
        return folder.project
    what = f" with the game `{game}`" if game else ""
    message = f"a revision is one of your own project, and no project{what} is in this folder or above it"
    raise Fault(Finding("C002", Mark(""), message, "go into the project's folder, or name two folders or games"))


def _folder(words: str, folder: Path) -> Version | None:
    """A project's folder, or a game's; None if it is neither."""
    if (folder / "components").is_dir():
        return Version(words, Project(folder))
    if not (folder / "game.yaml").is_file():
        return None
    home = folder.parent
    if home.name == "components" and (home.parent / "layouts").is_dir():
        return Version(words, Project(home.parent), folder.name)
    return Version(words, Project(home), folder=folder)


def _revision(project: Project, words: str) -> Version:
    revision, words = words.partition(":")[0], shown(words)
    if not git_root(project.root):
        message = f"`{words}` is neither a game nor a folder, and `{project.root.name}` is not under git"
        raise Fault(Finding("C002", Mark(""), message, did_you_mean(words, project.games())))
    commit = commit_of(project.root, revision)
    if commit is None:
        message = f"`{words}` is neither a game nor a folder with one, and git knows no revision `{shown(revision)}`"
        cut = "this clone is shallow: run `git fetch --unshallow --tags` first"
        hint = cut if is_shallow(project.root) else did_you_mean(words, project.games())
        raise Fault(Finding("C002", Mark(""), message, hint))
    return Version(words, project, _game_in(words), commit)


def _unpacked(project: Project, found: Version, into: Path, game: str) -> Version:
    """The side with its files on the disk."""
    if found.commit:
        read_revision(found.project.root, found.commit, into)
        known_as = f"{found.commit} {found.project.root}"
        return Version(found.name, Project(into, is_brief=True), found.game, known_as=known_as)
    if found.folder is None:
        return found
    name = game or found.folder.name
    _copy(found.folder, into / "components" / name)
    shared = project.components.iterdir() if project.components.is_dir() else ()
    for folder in (f for f in shared if f.is_dir() and f.name != name and not (f / "game.yaml").exists()):
        _copy(folder, into / "components" / folder.name)
    if project.layouts.is_dir():
        _copy(project.layouts, into / "layouts")
    return Version(found.name, Project(into, is_brief=True), name)


def _copy(folder: Path, into: Path) -> None:
    """Links stay links, so that what lies outside is not read by this way either; what is no plain file stays there."""
    shutil.copytree(folder, into, symlinks=True, copy_function=lambda a, b: Path(a).is_file() and shutil.copyfile(a, b))


def _settled(found: Version, game: str) -> Version:
    """The side with its one game. Faults C003, C004."""
    games = found.project.games()
    if not games and not game:
        raise Fault(Finding("C003", Mark(""), f"`{found.name}` has no game in components/", "name another version"))
    if not game and len(games) > 1:
        message = f"`{found.name}` holds {len(games)} games"
        raise Fault(Finding("C004", Mark(""), message, f"add `--game {games[0]}` (or {', '.join(games[1:])})"))
    if game and game not in games:
        message = f"`{found.name}` has no game `{game}`"
        hint = did_you_mean(game, games) or "name a later version, or a folder that holds the old one"
        raise Fault(Finding("C003", Mark(""), message, hint))
    return Version(found.name, found.project, game or games[0], known_as=found.known_as)
