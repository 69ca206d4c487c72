"""All that a small game gives, as digests: `python -m tests.tools.made`.

A line for each face (its content stamp, a digest of its nodes), each file of a build and what each other command
prints. They are the same on every Python, and with any hash seed, locale, time zone, umask and SOURCE_DATE_EPOCH:
`.ci/pythons` compares them. What is packed in a PDF is unpacked first: one Python's zlib may pack it otherwise than
another's.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from generator.commands.app import app
from generator.layout.assets import Studio
from generator.pipeline import draw, load_game
from generator.production import faces_of
from generator.project import Project

ROOT = Path(__file__).resolve().parents[2]
GAMES = (("tests/mini", "mini"), ("generator/commands/starter/mini", "my-game"))
COMMANDS = (
    *(("check", "--format", form, "--notes") for form in ("sarif", "human")),
    *(("parts", "mini", "--format", form, "--players", "2") for form in ("md", "json")),
    *(("rules", "mini", "--format", form, "--lang", "en") for form in ("md", "html")),
    *(("diff", *(f"{ROOT / folder}" for folder, _ in GAMES), "--format", form) for form in ("text", "html")),
    ("schema", "set", "--game", "mini"),
    ("explain", "--format", "md"),
)
_STREAM = re.compile(rb"(?<=>>\nstream\n).*?(?=endstream)|/Length \d+|\nxref\n.*", re.DOTALL)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def unpacked(pdf: bytes) -> bytes:
    """A PDF without what depends on how its streams are packed."""

    def plain(found: re.Match[bytes]) -> bytes:
        try:
            return zlib.decompressobj().decompress(found[0])
        except zlib.error:
            return b""

    return _STREAM.sub(plain, pdf)


def faces() -> Iterator[str]:
    """The stamp and the nodes of every face."""
    for folder, name in GAMES:
        project = Project(ROOT / folder)
        game, findings = load_game(project, name)
        assert game is not None, findings
        for language in game.languages:
            for face in faces_of(draw(Studio(project), game, language)[0]):
                nodes = digest(repr(face.nodes).encode())
                yield f"{nodes} {face.stamp} {name} {language} {face.set}/{face.item} {face.side}"


def files(folder: Path) -> Iterator[str]:
    """Every file of a build, of the rules as PDF, of the page for the printer."""
    told("build", "--lang", "all", "--separate", "--out", str(folder))
    told("build", "--format", "svg,pdf", "--ink-saver", "--proof", "--backs", "fold", "--out", str(folder))
    told("calibrate", "--paper", "letter", "--out", str(folder))
    told("rules", "mini", "--format", "pdf", "--out", str(folder / "mini" / "rules.pdf"))
    for path in sorted(folder.rglob("*.*")):
        yield f"{digest(unpacked(path.read_bytes()))} {path.relative_to(folder).as_posix()}"


def told(*words: str) -> bytes:
    """What a command prints."""
    done = CliRunner().invoke(app, ["--project", str(ROOT / "tests" / "mini"), *words])
    assert done.exit_code == 0, (words, done.output)
    return done.stdout_bytes


def printed() -> Iterator[str]:
    for words in COMMANDS:
        yield f"{digest(told(*words))} {' '.join(words).replace(str(ROOT), '.')}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for line in (*faces(), *files(Path(folder)), *printed()):
            print(line)  # noqa: T201


if __name__ == "__main__":
    main()
