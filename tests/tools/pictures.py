"""Makes the README's pictures from a real build: `make pictures`. Needs the dev extra and libcairo.

Beside them stand digests of what they show (the stamps of faces and their places, the words of pages), not of pixels:
`python -m tests.tools.pictures --check` tells which are stale, and so does a test.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import cairosvg
import pypdfium2
from PIL import Image, ImageFilter, ImageOps

from generator.export.svg import face_svg
from generator.layout.draw import Studio
from generator.pipeline import draw, load_game
from generator.project import Project

ROOT = Path(__file__).resolve().parents[2]
GALLERY = ROOT / "output" / "gallery"
DIGESTS = GALLERY / "digests.txt"
PAPER, SHADOW = "#f4f1ea", (40, 34, 28, 70)
SHOWN: dict[str, str] = {}
"""The digest of each picture that was asked for."""
DRAWING = [True]
"""Whether pictures are made, or only their digests."""


def noted(name, what):
    """Keeps the digest of what a picture shows; gives whether to draw it."""
    SHOWN[name] = sha256(repr(what).encode()).hexdigest()[:16]
    return DRAWING[0]


def pnp(folder, *words):
    subprocess.run([sys.executable, "-m", "generator", "-C", ROOT, *words], cwd=folder, check=True, capture_output=True)


def faces_of(game_id, language, dpi, root=ROOT):
    """A function from "set/item" to its front as it is after cutting, in a width in pixels."""
    project = Project(root)
    game, _ = load_game(project, game_id)
    studio = Studio(project)
    fronts = {p.front.name: p.front for p in draw(studio, game, language)[0].pieces}

    def cut_out(name, width):
        drawn = cairosvg.svg2png(bytestring=face_svg(fronts[name], studio.book, cut=True), dpi=dpi, scale=1)
        picture = Image.open(BytesIO(drawn)).convert("RGBA")
        return picture.resize((width, round(width * picture.height / picture.width)), Image.LANCZOS)

    cut_out.look = lambda name: fronts[name].stamp
    return cut_out


def lay(canvas, picture, x, y, turn=0.0):
    picture = ImageOps.expand(picture, 2, (0, 0, 0, 0))  # else a turned edge has steps
    picture = picture.rotate(turn, Image.BICUBIC, expand=True)
    shadow = Image.new("RGBA", (picture.width + 40, picture.height + 40), (0, 0, 0, 0))
    shadow.paste(SHADOW, (22, 24), picture.getchannel("A"))
    shadow = shadow.filter(ImageFilter.GaussianBlur(7))
    canvas.alpha_composite(shadow, (round(x) - 20, round(y) - 20))
    canvas.alpha_composite(picture, (round(x), round(y)))


def keep(canvas, size, name):
    """Writes a picture with a palette that has the colours of small icons, too."""
    small = canvas.convert("RGB").resize(size, Image.LANCZOS)
    small = small.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    small.save(GALLERY / name, optimize=True)


def table(cut_out, things, name):
    """A few components of a game as they lie on a table: (face, width, x, y, turn)."""
    if not noted(name, [(cut_out.look(face), *place) for face, *place in things]):
        return
    canvas = Image.new("RGBA", (1800, 1000), PAPER)
    for face, width, x, y, turn in things:
        lay(canvas, cut_out(face, width), x, y, turn)
    keep(canvas, (1200, 667), name)


def pages(pdf, numbers, name, scale=0.72):
    """Pages of a PDF side by side."""
    document = pypdfium2.PdfDocument(str(pdf))
    words = [document[n].get_textpage().get_text_range() for n in numbers]
    if not noted(name, [(scale, n, text) for n, text in zip(numbers, words, strict=True)]):
        return
    pictures = [document[n].render(scale=scale * 2).to_pil().convert("RGBA") for n in numbers]
    width = sum(p.width + 40 for p in pictures) + 40
    canvas = Image.new("RGBA", (width, pictures[0].height + 80), "#d9d4c8")
    x = 40
    for picture in pictures:
        lay(canvas, picture, x, 40)
        x += picture.width + 40
    keep(canvas, (width // 2, canvas.height // 2), name)


def quo_vadis(folder):
    pnp(folder, "build", "quo-vadis", "--lang", "en")
    pnp(folder, "rules", "quo-vadis", "--lang", "en", "--format", "pdf")
    built = folder / "output" / "quo-vadis"
    table(
        faces_of("quo-vadis", "en", 250),
        [
            ("species-board/nerea", 1660, 70, 60, 0),
            ("epic-card/miracle", 318, 60, 498, -2),
            ("skill/golden-age", 318, 392, 498, -1),
            ("basic-skill/siren-song", 318, 724, 498, 1),
            ("genesis-card/genesis-3", 318, 1056, 498, 2),
            ("area-tile/tile-2-4", 380, 1410, 440, 0),
            ("terrain-ring/sea", 150, 1480, 820, 0),
            ("building/city-nerea", 96, 1680, 800, 8),
            ("worker/nerea", 76, 1690, 905, 0),
            ("vp-token/vp-5", 108, 1450, 855, 0),
        ],
        "quo-vadis-table.png",
    )
    sheets = built / "quo-vadis-a4-en.pdf"
    pages(sheets, (0, tiles_page(sheets), cards_page(sheets)), "quo-vadis-sheets.png")
    rules = built / "quo-vadis-rules-a4-en.pdf"
    pages(rules, (0, 4, len(pypdfium2.PdfDocument(str(rules))) - 1), "quo-vadis-rules.png")  # the last is the aid


def page_with(pdf, word):
    document = pypdfium2.PdfDocument(str(pdf))
    texts = [page.get_textpage().get_text_range() for page in document]
    return max(range(1, len(texts)), key=lambda n: texts[n].count(word))


def tiles_page(pdf):
    return page_with(pdf, "Area tile")


def cards_page(pdf):
    return page_with(pdf, "§")


def others():
    """The tables of the other two games."""
    table(
        faces_of("zeus", "en", 250),
        [
            ("player-board/sun", 1660, 70, 50, 0),
            ("building-card/lighthouse", 300, 60, 512, -2),
            ("building-card/observatory", 300, 374, 512, -1),
            ("building-card/theatre", 300, 688, 512, 1),
            ("building-card/siege-works", 300, 1002, 512, 2),
            ("continent/continent-1", 470, 1315, 436, 0),
            ("gold-token/gold-5", 100, 1335, 880, 0),
            ("vp-token/vp-10", 108, 1452, 876, 0),
            ("resource-token/wheat", 80, 1577, 890, 0),
            ("piece/naval-sun", 84, 1674, 890, 0),
        ],
        "zeus-table.png",
    )
    table(
        faces_of("populous", "ja", 250),
        [
            ("species-board/simoom", 1660, 70, 50, 0),
            ("epic-card/prosperity", 308, 60, 504, -2),
            ("epic-card/revelation", 308, 382, 504, -1),
            ("skill/horn-of-plenty", 308, 704, 504, 1),
            ("genesis-card/genesis-4", 308, 1026, 504, 2),
            ("area-tile/tile-1-3", 420, 1350, 440, 0),
            ("town/simoom", 110, 1385, 858, 8),
            ("worker/simoom", 80, 1540, 885, 0),
            ("vp-token/vp-10", 110, 1652, 870, 0),
        ],
        "populous-table.png",
    )


def starters(folder):
    """What `pnp new` makes of its kinds, on one table: 4.4 pixels are a millimetre."""
    cut_out = {}
    for kind in ("board", "cards", "counters", "hexes"):
        pnp(folder, "new", folder / kind, "--kind", kind, "--lang", "en", "--paper", "a4")
        cut_out[kind] = faces_of(kind, "en", 200, folder / kind)

    def of_kind(face, width):
        kind, name = face.split(":")
        return cut_out[kind](name, width)

    of_kind.look = lambda face: cut_out[face.split(":")[0]].look(face.split(":")[1])

    cards = ("moonflower", "luna-moth", "old-lamp", "full-moon")
    tiles = ("bay", "grove", "pass", "dunes", "crossing", "slope", "ferry", "clearing", "summit")
    units = ("unit/n-armour-4", "unit/n-infantry-1", "unit/s-infantry-10", "unit/s-cavalry-3", "marker/trouble")
    goods = ("pearl", "timber", "copper", "salt", "tea")
    table(
        of_kind,
        [
            ("board:board/sea", 1130, 30, 30, 0),
            *((f"cards:card/{name}", 277, 30 + 290 * k, 575, (3, -2, 2, -3)[k]) for k, name in enumerate(cards)),
            *(
                (f"hexes:tile/{name}", 165, 1215 + 165 * (k % 3) + 82 * (k // 3 % 2), 40 + 143 * (k // 3), 0)
                for k, name in enumerate(tiles)
            ),
            *((f"counters:{name}", 96, 1225 + 114 * k, 640, 4 - 3 * k) for k, name in enumerate(units)),
            *((f"board:goods/{name}", 100, 1225 + 114 * k, 790, 0) for k, name in enumerate(goods)),
        ],
        "starters.png",
    )


def digests():
    """A line for each picture: its name and the digest of what it shows now."""
    with tempfile.TemporaryDirectory() as where:
        quo_vadis(Path(where))
        starters(Path(where))
    others()
    return [f"{name} {digest}" for name, digest in sorted(SHOWN.items())]


def stale():
    """The pictures that show something else than the games do now."""
    DRAWING[0] = False
    kept = DIGESTS.read_text("utf-8").splitlines() if DIGESTS.exists() else []
    return sorted({line.split()[0] for line in {*digests()} ^ {*kept}})


def main():
    parser = argparse.ArgumentParser("python -m tests.tools.pictures", description="Makes the README's pictures.")
    parser.add_argument("--check", action="store_true", help="only tell which are stale")
    if parser.parse_args().check:
        if names := stale():
            sys.exit(f"stale, run `make pictures`: {', '.join(names)}")
        return
    GALLERY.mkdir(parents=True, exist_ok=True)
    DIGESTS.write_text("\n".join(digests()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
