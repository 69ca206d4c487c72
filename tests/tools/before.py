"""The bundled games before and after: `python -m tests.tools.before REVISION [GAME]...`.

Into output/before/: for each game and language one picture, all pages of its sheets and rules as a git revision printed
them, and below a bar as they are now. The revision is built by its own code, with the packages that are installed now.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from generator.project import Project

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "ja")
SCALE, GAP, ACROSS = 0.4, 6, 14
"""Pixels to a point of a page, pixels between pages, pages in a row."""


def pages(root, game, language, out):
    """Each page of a game's sheets and rules, as the code in `root` prints them."""
    for words in (["build", "--out", out], ["rules", "--format", "pdf", "--out", out / game / "rules.pdf"]):
        run = [sys.executable, "-m", "generator", "-C", root, words[0], game, "--lang", language, "--paper", "a4"]
        subprocess.run([*run, *words[1:]], cwd=root, check=True, capture_output=True)
    files = sorted((out / game).glob("*.pdf"))
    return [page.render(scale=SCALE).to_pil() for file in files for page in pypdfium2.PdfDocument(file)]


def contact_sheet(parts):
    """Pictures of pages in rows, a bar between parts."""
    wide, high = (max(sizes) + GAP for sizes in zip(*(page.size for part in parts for page in part), strict=True))
    rows = [(part[k : k + ACROSS], k) for part in parts for k in range(0, len(part), ACROSS)]
    bars = [3 * GAP * (k == 0) for _, k in rows]
    sheet = Image.new("RGB", (wide * ACROSS, high * len(rows) + sum(bars)), "#888")
    for n, (row, _) in enumerate(rows):
        for k, page in enumerate(row):
            sheet.paste(page, (k * wide, high * n + sum(bars[: n + 1])))
    return sheet


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", metavar="REVISION")
    parser.add_argument("games", metavar="GAME", nargs="*")
    asked = parser.parse_args()
    folder = ROOT / "output" / "before"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as held:
        then, out = Path(held, "then"), Path(held)
        subprocess.run(["git", "worktree", "add", "--detach", "--quiet", then, asked.revision], cwd=ROOT, check=True)
        try:
            for game in asked.games or Project(ROOT).games():
                for language in LANGUAGES:
                    roots = {"before": then, "after": ROOT}
                    made = [pages(root, game, language, out / when / language) for when, root in roots.items()]
                    contact_sheet(made).save(folder / f"{game}-{language}.png")
                    sys.stdout.write(f"{folder / game}-{language}.png\n")
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", then], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
