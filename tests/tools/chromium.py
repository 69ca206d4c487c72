"""Compares what we draw of single SVG features with Chromium: `python -m tests.tools.chromium [WORDS]`.

Takes the rows of `tests/features.txt` (those whose name has WORDS); draws each that is not told as a PDF and in
headless Chromium, and lists those that differ. Needs Debian's `chromium`; nothing in the suite does.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import tempfile
from base64 import b64encode
from pathlib import Path

import numpy as np
import pypdfium2
from fontTools.ttLib import TTFont
from PIL import Image

from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.project import Project
from generator.typeset.boxes import WORD_SPACE
from tests.export_kit import BOOK, alone, face_of
from tests.features import Row, document, drawing, rows

ROOT = Path(__file__).resolve().parents[2]
SCALE = 1.13
"""Of Alegreya Sans, as fonts.yaml says."""
SIDE, FINE = 76, 4
DPI = 96 * FINE
"""Pixels (of CSS) of a frame: 20 mm; and the resolution that both are compared at."""
DIFFERENT, ALLOWED = 48, 6
"""How far two colours may lie apart; how many pixels may do so whose neighbours do as well."""
FLAGS = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync"
FLAGS += " --disable-component-update --hide-scrollbars --allow-file-access-from-files --force-device-scale-factor=4"


def font(name: str) -> str:
    """One of our fonts for CSS, its blank as wide as ours."""
    file, made = TTFont(ROOT / "layouts" / "fonts" / f"AlegreyaSans-{name}.ttf"), io.BytesIO()
    file["hmtx"]["space"] = (round(WORD_SPACE / SCALE * file["head"].unitsPerEm), 0)
    file.save(made)
    return f"data:font/ttf;base64,{b64encode(made.getvalue()).decode()}"


def fonts() -> str:
    """A style element with our fonts, at our sizes."""
    faces = (
        f"@font-face{{font-family:body;font-weight:{weight};size-adjust:{SCALE:.0%};src:url({font(name)})}}"
        for weight, name in ((400, "Regular"), (700, "Bold"))
    )
    return f"<style>{''.join(faces)}svg{{font-family:body}}</style>"


def ours(project: Project, row: Row) -> np.ndarray:
    """A row as we print it."""
    nodes, _ = drawing(project, row)
    pdf = pdf_bytes([alone(face_of(nodes, 20, 20), DPI)], PdfMeta("x"), BOOK)
    page = pypdfium2.PdfDocument(pdf)[0]
    found = np.asarray(page.render(scale=DPI / 72).to_pil().convert("RGB"), dtype=np.int16)
    gaps = [(0, FINE * SIDE - n) for n in found.shape[:2]]
    return np.pad(found, [*gaps, (0, 0)], constant_values=255)


def theirs(shown: list[Row]) -> list[np.ndarray]:
    """Rows as Chromium shows them, each in a frame of its own."""
    style, across = fonts(), 20
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for k, row in enumerate(shown):
            words = document(row)
            if "<text" in words:
                words = words.replace("\n", "\n" + style, 1)
            (folder / f"{k}.svg").write_text(words, encoding="utf-8")
        frames = "".join(
            f'<iframe src="{k}.svg" scrolling="no" style="border:0;position:absolute;width:{SIDE}px;height:{SIDE}px;'
            f'left:{k % across * SIDE}px;top:{k // across * SIDE}px"></iframe>'
            for k in range(len(shown))
        )
        (folder / "page.html").write_text(f"<!doctype html><body style='margin:0'>{frames}", encoding="utf-8")
        high = -(-len(shown) // across) * SIDE
        words = f"--user-data-dir={folder}/profile --window-size={across * SIDE},{high} --virtual-time-budget=20000"
        target = f"--screenshot={folder}/page.png file://{folder}/page.html"
        subprocess.run(["chromium", *f"{FLAGS} {words} {target}".split()], check=True, capture_output=True, timeout=300)
        whole = np.asarray(Image.open(io.BytesIO((folder / "page.png").read_bytes())).convert("RGB"), dtype=np.int16)
    step = FINE * SIDE
    return [
        whole[k // across * step : k // across * step + step, k % across * step : k % across * step + step]
        for k in range(len(shown))
    ]


def differing(a: np.ndarray, b: np.ndarray) -> int:
    """How many pixels of one picture are not of a colour between those of their neighbours in the other."""
    a, b = (p.reshape(SIDE, FINE, SIDE, FINE, 3).mean((1, 3)) for p in (a, b))
    high = wide = SIDE - 2

    def far(one: np.ndarray, other: np.ndarray) -> np.ndarray:
        middle = one[1 : high + 1, 1 : wide + 1]
        near = np.array([other[y : y + high, x : x + wide] for y in range(3) for x in range(3)])
        return (np.maximum(near.min(0) - middle, middle - near.max(0)) > DIFFERENT).any(2)

    return int(max(far(a, b).sum(), far(b, a).sum()))


def main() -> None:
    """Compare all rows, or those that are named."""
    parser = argparse.ArgumentParser("python -m tests.tools.chromium", description="What we draw beside Chromium.")
    parser.add_argument("words", metavar="WORDS", nargs="?", default="", help="rows whose name has these")
    parser.add_argument("--keep", metavar="DIR", help="where to put pictures of the rows that differ")
    asked = parser.parse_args()
    project = Project(ROOT / "tests" / "mini")
    chosen = [row for row in rows() if asked.words in row.name]
    quiet = [row for row in chosen if not drawing(project, row)[1]]
    wrong = 0
    for start in range(0, len(quiet), 100):
        part = quiet[start : start + 100]
        for row, there in zip(part, theirs(part), strict=True):
            here = ours(project, row)
            count = differing(here, there)
            if count > ALLOWED:
                wrong += 1
                print(f"{row.name}: {count} pixels differ")  # noqa: T201
                if asked.keep:
                    Path(asked.keep).mkdir(exist_ok=True, parents=True)
                    both = np.hstack([here, there])[::2, ::2].astype(np.uint8)
                    Image.fromarray(both).save(Path(asked.keep) / f"{wrong:03}.png")
    told = len(chosen) - len(quiet)
    print(f"{len(chosen)} rows, {told} told, {len(quiet)} drawn, {wrong} not as Chromium draws them")  # noqa: T201


if __name__ == "__main__":
    main()
