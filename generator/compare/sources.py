"""What a user calls a version -> where that version's game is.

Takes the words of the command line (a game's id, a folder, a git revision, `REVISION:GAME`) and the project; gives a
`Version`: a project and a game in it. Promise: nothing of the user's is written; what has to be unpacked lies in a
temporary folder for as long as `versions` is open. Of a revision, git's objects are read as they are stored
(`cat-file`, one call for all of them: `git archive` would run filters and leave out what `export-ignore` names); the
work tree, the index and every setting stay untouched, no hook, filter or pager is run, nothing is written outside the
folder, and no link leads out of it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from generator.diagnostics.findings import Fault, Finding, Mark, did_you_mean
from generator.layout.svg.numbers import shown
from generator.project import Project
from generator.values import dataclass

_LONGEST = 1000
"""Characters of a revision: a system takes no program's word of any length."""
_PARTS = ("components", "layouts")
_LINK, _BLOBS = "120000", ("100644", "100755")


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
    if not _git_root(project.root):
        message = f"`{words}` is neither a game nor a folder, and `{project.root.name}` is not under git"
        raise Fault(Finding("C002", Mark(""), message, did_you_mean(words, project.games())))
    commit = _commit_of(project.root, revision)
    if commit is None:
        message = f"`{words}` is neither a game nor a folder with one, and git knows no revision `{shown(revision)}`"
        cut = "this clone is shallow: run `git fetch --unshallow --tags` first"
        shallow = _git(project.root, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"
        hint = cut if shallow else did_you_mean(words, project.games())
        raise Fault(Finding("C002", Mark(""), message, hint))
    return Version(words, project, _game_in(words), commit)


def _unpacked(project: Project, found: Version, into: Path, game: str) -> Version:
    """The side with its files on the disk."""
    if found.commit:
        _read_revision(found.project.root, found.commit, into)
        known_as = f"{found.commit} {found.project.root}"
        return Version(found.name, Project(into), found.game, known_as=known_as)
    if found.folder is None:
        return found
    name = game or found.folder.name
    _copy(found.folder, into / "components" / name)
    shared = project.components.iterdir() if project.components.is_dir() else ()
    for folder in (f for f in shared if f.is_dir() and f.name != name and not (f / "game.yaml").exists()):
        _copy(folder, into / "components" / folder.name)
    if project.layouts.is_dir():
        _copy(project.layouts, into / "layouts")
    return Version(found.name, Project(into), name)


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


# ---- revisions -------------------------------------------------------------------------------------------------------


def _git_root(folder: Path) -> Path | None:
    """The top of the work tree that a folder lies in; None if there is none. Faults C001: git is missing; C005: there
    is one that git will not read (it is somebody else's, or broken)."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    if found.returncode == 0:
        return Path(found.stdout.decode("utf-8", "surrogateescape").removesuffix("\n"))
    if any((place / ".git").exists() for place in (folder, *folder.parents)):
        hint = "do what `git status` says there, or give a folder with the old version"
        raise Fault(Finding("C005", Mark(""), f"git will not read this folder: {_said(found)[0]}", hint))
    return None


def _commit_of(folder: Path, revision: str) -> str | None:
    """The commit that a revision names; None if it names none, or all but one (`^v1`). Fault C001."""
    if not revision or revision.startswith("-") or len(revision) > _LONGEST or "\0" in revision:
        return None
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    commit = found.stdout.decode().strip()
    return commit if found.returncode == 0 and re.fullmatch("[0-9a-f]+", commit) else None


def _read_revision(folder: Path, commit: str, into: Path) -> None:
    """Writes the project's files of a commit; none if the project was not there yet. `folder` is the project's root.
    Faults C001, C005."""
    top = _git_root(folder)
    prefix = PurePosixPath(folder.resolve().relative_to(top.resolve()).as_posix()) if top else PurePosixPath()
    entries = _files(top or folder, commit, prefix)
    identities = "".join(f"{identity}\n" for _, identity, _ in entries)
    blobs = _must(_git(top or folder, "cat-file", "--batch", data=identities.encode()), commit)
    links: list[tuple[Path, str]] = []
    for (mode, _, name), data in zip(entries, _contents(blobs, entries, commit), strict=True):
        path = into / PurePosixPath(name).relative_to(prefix)
        path.parent.mkdir(parents=True, exist_ok=True)
        if mode == _LINK:
            links.append((path, data.decode("utf-8", "replace")))
        else:
            path.write_bytes(data)
    for path, target in links:  # what a link names is written by now
        meant = (path.parent / target).resolve()
        inside = meant.is_relative_to(into.resolve()) and not path.is_relative_to(meant)
        if inside and meant.exists():
            path.symlink_to(meant)


_Entry = tuple[str, str, str]
"""Mode, object, path from the top of the repository."""


def _files(top: Path, commit: str, prefix: PurePosixPath) -> list[_Entry]:
    """The files and links in a project's folder, `prefix` below the top."""
    inside = [f":(literal){prefix / part}" for part in _PARTS]
    found: list[_Entry] = []
    for line in _must(_git(top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *inside), commit).split(b"\0"):
        head, _, name = line.partition(b"\t")
        mode, _, identity = head.decode().partition(" blob ")
        path = name.decode("utf-8", "surrogateescape")
        if mode in (*_BLOBS, _LINK) and ".." not in PurePosixPath(path).parts:
            found.append((mode, identity, path))
    return found


def _contents(blobs: bytes, entries: Sequence[_Entry], commit: str) -> Iterator[bytes]:
    """The bytes of each object in `git cat-file --batch`'s answer."""
    at = 0
    for _, identity, name in entries:
        end = blobs.index(b"\n", at)
        head = blobs[at:end].decode()
        if head.endswith(" missing"):
            raise Fault(_unreadable(commit, f"`{name}` ({identity[:10]}) is missing in this clone"))
        size = int(head.split(" ")[2])
        yield blobs[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


def _git(folder: Path, *words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs git in a folder, read only, in English, without what a hook is told of its repository. Fault C001."""
    program = shutil.which("git")
    if program is None:
        hint = "install git, or give a folder with the old version"
        raise Fault(Finding("C001", Mark(""), "reading a revision needs git, and it is not on the path", hint))
    settings = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "--no-pager", "--no-optional-locks")
    told = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
    return subprocess.run(  # noqa: S603 (words of our own; a revision never begins with a hyphen)
        [program, *settings, "-C", str(folder), *words],
        input=data,
        capture_output=True,
        check=False,
        env={**{key: value for key, value in os.environ.items() if key not in told}, "LC_ALL": "C"},
    )


def _said(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    return done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"git left with {done.returncode}"]


def _must(done: subprocess.CompletedProcess[bytes], commit: str) -> bytes:
    """What git wrote. Fault C005."""
    if done.returncode:
        raise Fault(_unreadable(commit, _said(done)[-1]))
    return done.stdout


def _unreadable(commit: str, why: str) -> Finding:
    hint = "in a shallow clone, run `git fetch --unshallow --tags` first"
    return Finding("C005", Mark(""), f"the files of `{commit[:10]}` cannot be read: {why}", hint)
