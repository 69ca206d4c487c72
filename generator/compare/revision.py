"""A git revision -> the files of a project as they were, in a folder of their own.

Takes a project's root, a commit and a folder to fill; writes components/ and layouts/ of that commit there. Promise:
git's objects are read as they are stored; the work tree, the index and every setting stay untouched, no hook, filter
or pager is run, and nothing is written outside the folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from generator.findings import Fault, Finding, Mark

LONGEST = 1000
"""Characters of a revision: a system takes no program's word of any length."""
PARTS = ("components", "layouts")
_LINK, _BLOBS = "120000", ("100644", "100755")


def git_root(folder: Path) -> Path | None:
    """The top of the work tree that a folder lies in; None if there is none. Faults C001: git is missing; C005: there
    is one that git will not read."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    if found.returncode == 0:
        return Path(found.stdout.decode("utf-8", "surrogateescape").removesuffix("\n"))
    said = found.stderr.decode("utf-8", "replace").strip().splitlines()
    if any("dubious ownership" in line for line in said):
        hint = "do what `git status` says there, or give a folder with the old version"
        raise Fault(Finding("C005", Mark(""), f"git will not read this folder: {said[0]}", hint))
    return None


def is_shallow(folder: Path) -> bool:
    """True if the history of a clone was cut off."""
    return _git(folder, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"


def commit_of(folder: Path, revision: str) -> str | None:
    """The commit that a revision names; None if it names none, or all but one (`^v1`). Fault C001."""
    if not revision or revision.startswith("-") or len(revision) > LONGEST or "\0" in revision:
        return None
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    commit = found.stdout.decode().strip()
    return commit if found.returncode == 0 and re.fullmatch("[0-9a-f]+", commit) else None


def read_revision(folder: Path, commit: str, into: Path, game: str = "") -> None:
    """Writes the project's files of a commit; none if the project was not there yet. `folder` is the project's root; of
    a project that stood elsewhere in the repository then, it is found by `game`. Faults C001, C004, C005."""
    top = git_root(folder)
    prefix = PurePosixPath(folder.resolve().relative_to(top.resolve()).as_posix()) if top else PurePosixPath()
    entries = _files(top or folder, commit, prefix)
    if not entries and top:
        former = _former_places(top, commit, game)
        if len(former) > 1:
            named = ", ".join(f"`{place}`" for place in former)
            message = f"`{commit[:10]}` has several projects where none is today: {named}"
            raise Fault(Finding("C004", Mark(""), message, "give a folder that holds the old version"))
        prefix = former[0] if former else prefix
        entries = _files(top, commit, prefix) if former else []
    blobs = _must(_git(top or folder, "cat-file", "--batch", data=_asked(entries)), commit)
    links: list[tuple[Path, str]] = []
    for (mode, _, name), data in zip(entries, _contents(blobs, entries, commit), strict=True):
        path = into / PurePosixPath(name).relative_to(prefix)
        if mode == _LINK:
            links.append((path, data.decode("utf-8", "replace")))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for path, target in links:
        _follow(into, path, target)


def _files(top: Path, commit: str, prefix: PurePosixPath) -> list[Entry]:
    """What lies in a project's folder, `prefix` below the top."""
    inside = [f":(literal){prefix / part}" for part in PARTS]
    return list(_entries(_must(_git(top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *inside), commit)))


def _former_places(top: Path, commit: str, game: str) -> list[PurePosixPath]:
    """Folders of projects that were in a commit, with the game (if one is named), and are none today: what still stands
    where it stood is another project."""
    listed = _must(_git(top, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit), commit)
    found: dict[PurePosixPath, None] = {}
    for name in listed.decode("utf-8", "surrogateescape").split("\0"):
        path = PurePosixPath(name)
        if path.parts[-1:] == ("game.yaml",) and path.parts[-3:-2] == (PARTS[0],) and game in ("", path.parts[-2]):
            home = path.parent.parent.parent
            if not (top / home / PARTS[0]).is_dir():
                found[home] = None
    return list(found)


Entry = tuple[str, str, str]
"""Mode, object, path from the top of the repository."""


def _entries(listed: bytes) -> Iterator[Entry]:
    for line in listed.split(b"\0"):
        head, _, name = line.partition(b"\t")
        if not name:
            continue
        mode, _, identity = head.decode().split(" ")
        path = name.decode("utf-8", "surrogateescape")
        if mode in (*_BLOBS, _LINK) and ".." not in PurePosixPath(path).parts:
            yield mode, identity, path


def _asked(entries: Sequence[Entry]) -> bytes:
    return "".join(f"{identity}\n" for _, identity, _ in entries).encode()


def _contents(blobs: bytes, entries: Sequence[Entry], commit: str) -> Iterator[bytes]:
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


def _follow(into: Path, path: Path, target: str) -> None:
    """A symbolic link becomes a copy of what it names, if that is in the folder too; else it is left out."""
    meant = (path.parent / target).resolve()
    if not meant.is_relative_to(into.resolve()) or not meant.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if meant.is_dir() and not path.resolve().is_relative_to(meant):
        shutil.copytree(meant, path)
    elif meant.is_file():
        shutil.copyfile(meant, path)


def _git(folder: Path, *words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs git in a folder, read only."""
    program = shutil.which("git")
    if program is None:
        hint = "install git, or give a folder with the old version"
        raise Fault(Finding("C001", Mark(""), "reading a revision needs git, and it is not on the path", hint))
    settings = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "--no-pager", "--no-optional-locks")
    return subprocess.run(  # noqa: S603 (words of our own; a revision never begins with a hyphen)
        [program, *settings, "-C", str(folder), *words],
        input=data,
        capture_output=True,
        check=False,
        env=_surroundings(),
    )


def _surroundings() -> dict[str, str]:
    """The environment without what a hook is told of its repository (ours may be another), and in one language."""
    told = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
    return {**{key: value for key, value in os.environ.items() if key not in told}, "LC_ALL": "C"}


def _must(done: subprocess.CompletedProcess[bytes], commit: str) -> bytes:
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Fault(_unreadable(commit, said[-1] if said else f"git left with {done.returncode}"))
    return done.stdout


def _unreadable(commit: str, why: str) -> Finding:
    hint = "in a shallow clone, run `git fetch --unshallow --tags` first"
    return Finding("C005", Mark(""), f"the files of `{commit[:10]}` cannot be read: {why}", hint)
