"""The files of a project as git has them: of a revision, of the last commit.

Takes a folder and a revision; writes the files into another folder. Promise: nothing of the user's is written. Git's
objects are read as they are stored (`cat-file`, one call for all of them: `git archive` would run filters and leave out
what `export-ignore` names); the work tree, the index and every setting stay untouched, no hook, filter or pager is run,
nothing is written outside the folder, and no link leads out of it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path, PurePosixPath

from generator.diagnostics.findings import Fault, Finding, Mark
from generator.project import OPENED, Project

_LONGEST = 1000
"""Characters of a revision: a system takes no program's word of any length."""
_PARTS = ("components", "layouts")
SHA1 = 40
"""The digits of an object's name, where it is none of SHA-256."""
_LINK, _BLOBS = "120000", ("100644", "100755")


def git_root(folder: Path) -> Path | None:
    """The top of the work tree that a folder lies in; None if there is none. Faults C001: git is missing; C005: there
    is one that git will not read (it is somebody else's, or broken)."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    if found.returncode == 0:
        return Path(found.stdout.decode("utf-8", "surrogateescape").removesuffix("\n"))
    if _is_under_git(folder):
        hint = "do what `git status` says there, or give a folder with the old version"
        raise Fault(Finding("C005", Mark(""), f"git will not read this folder: {_said(found)[0]}", hint))
    return None


def is_shallow(folder: Path) -> bool:
    """True if a clone lacks older commits."""
    return _git(folder, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"


def commit_of(folder: Path, revision: str) -> str | None:
    """The commit that a revision names; None if it names none, or all but one (`^v1`). Fault C001."""
    if not revision or revision.startswith("-") or len(revision) > _LONGEST or "\0" in revision:
        return None
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    commit = found.stdout.decode().strip()
    return commit if found.returncode == 0 and re.fullmatch("[0-9a-f]+", commit) else None


@contextmanager
def last_commit(project: Project, games: Sequence[str]) -> Iterator[Project | None]:
    """The data and layouts of these games as the last commit has them; None if they are so now, or if there is no
    commit to read. Unpacked while this is open."""
    with tempfile.TemporaryDirectory(prefix="pnp-") if _is_under_git(project.root) else nullcontext("") as folder:
        into = Path(folder).resolve()
        try:
            found = bool(folder) and _unpack_changed(
                project.root, [f"{part}/{name}" for part in _PARTS for name in games], into
            )
        except Fault:
            found = False
        yield Project(into, project.volumes, is_brief=True) if found else None
        if found:
            OPENED.difference_update([path for path in OPENED if path.startswith(f"{into}/")])


def _is_under_git(folder: Path) -> bool:
    return any((place / ".git").exists() for place in (folder, *folder.parents))


def _unpack_changed(folder: Path, parts: Sequence[str], into: Path) -> bool:
    """Unpacks parts of the last commit, unless they are so now; tells whether it did. Faults C001, C005."""
    top, prefix = _placed(folder)
    entries = _files(top, "HEAD", prefix, parts)
    if all(_is_so(top / name, entry) for *entry, name in entries):
        return False
    _unpack(top, "HEAD", entries, prefix, into)
    return True


def _placed(folder: Path) -> tuple[Path, PurePosixPath]:
    """The top of the work tree, and where in it a folder is; the folder itself where there is none."""
    top = git_root(folder)
    return (
        (top, PurePosixPath(folder.resolve().relative_to(top.resolve()).as_posix()))
        if top
        else (folder, PurePosixPath())
    )


def _is_so(path: Path, entry: Sequence[str]) -> bool:
    """Whether a file has the bytes of an object of git."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    known = hashlib.sha1 if len(entry[1]) == SHA1 else hashlib.sha256
    return known(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest() == entry[1]


def read_revision(folder: Path, commit: str, into: Path) -> None:
    """Writes the project's files of a commit; none if the project was not there yet. `folder` is the project's root.
    Faults C001, C005."""
    top, prefix = _placed(folder)
    _unpack(top, commit, _files(top, commit, prefix), prefix, into)


def _unpack(top: Path, commit: str, entries: Sequence[_Entry], prefix: PurePosixPath, into: Path) -> None:
    identities = "".join(f"{identity}\n" for _, identity, _ in entries)
    blobs = _must(_git(top, "cat-file", "--batch", data=identities.encode()), commit)
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


def _files(top: Path, commit: str, prefix: PurePosixPath, parts: Sequence[str] = _PARTS) -> list[_Entry]:
    """The files and links in these parts of a project's folder, `prefix` below the top."""
    inside = [f":(literal){prefix / part}" for part in parts]
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


_OFFLINE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0"}
"""A partial clone would fetch what it lacks, by whatever program its own settings name."""


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
        env={**{key: value for key, value in os.environ.items() if key not in told}, "LC_ALL": "C", **_OFFLINE},
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
