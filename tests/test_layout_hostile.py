# ruff: noqa: E501  (a row of a table reads better on one line)
"""SVG files that mean harm, or hold nonsense: refused in a moment, by name, with nothing outside the project opened."""

from __future__ import annotations

import base64
import io
import json
import random
import struct
import sys
import time
import zlib
from itertools import product

import pytest
from PIL import Image as Pillow

from generator.diagnostics.findings import Fault, Unreadable
from generator.layout.drawing import context
from generator.layout.drawing.images import find_file
from generator.layout.svg.datatypes import numbers
from generator.layout.svg.parser import parse_svg
from tests.conftest import in_fork
from tests.layout_kit import HEAD, compiled, drawn, svg

NAMESPACE = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">'


BOMBS = {  # more of them, through the command line: test_hostile_svg.py
    "long chain": (
        '<g id="l0"/>' + "".join(f'<g id="l{k}"><use x="1" href="#l{k - 1}"/></g>' for k in range(1, 200)) + '<use href="#l199"/>', "T008",
    ),
    "seven digits": ('<rect width="10000000" height="1"/>', "T006"),
    "digits in a style": (f'<rect width="1" height="1" style="fill: red /**/; x: {"9" * 5_000}"/>', "T005"),
    "digits in a style sheet": (f'<style>rect {{ x: {"9" * 5_000} }}</style><rect width="1" height="1"/>', "T005"),
    "huge style": ('<rect width="1" height="1" style="stroke-width:1e9;stroke:red"/>', "T006"),
    "nested svg in a clip": ('<clipPath id="c"><svg/></clipPath><rect width="1" height="1" clip-path="url(#c)"/>', "T005"),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_at_once(mini, name):
    inner, code = BOMBS[name]
    start = time.process_time()
    _, findings = drawn(mini, inner)
    assert time.process_time() - start < 10
    assert code in {f.code for f in findings}
    assert all(f.mark.line for f in findings)


def test_scales_that_multiply_stay_finite(mini):
    nodes, _ = drawn(mini, '<g transform="scale(1e5)">' * 60 + '<rect width="1" height="1"/>' + "</g>" * 60)
    assert nodes == [] or nodes  # it ends; the face's own check sees what it came to


FILES = {
    "no such encoding": (b'<?xml version="1.0" encoding="x-none"?><svg/>', "T001"),
    "not in its encoding": (b'<?xml version="1.0" encoding="utf-8"?><svg id="\xff"/>', "T001"),
    "lone surrogate": (b'<svg id="\xed\xa0\x80"/>', "T001"),
    "entity of entities": (
        b'<!DOCTYPE s [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>' + NAMESPACE.encode() + b"&b;</svg>",
        "T003",
    ),
    "long entity": (b'<!DOCTYPE s [<!ENTITY a "' + b"x" * 3000 + b'">]>' + NAMESPACE.encode() + b"&a;</svg>", "T003"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_refused(name):
    data, code = FILES[name]
    start = time.process_time()
    with pytest.raises(Fault) as caught:
        parse_svg(data, "x.svg")
    assert time.process_time() - start < 10
    assert [f.code for f in caught.value.findings] == [code]


def test_illustrators_entities_are_read():
    data = (
        b'<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        b'"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'
        b'<svg xmlns="&ns_svg;" id="\xe9"><rect width="1"/></svg>'
    )
    document = parse_svg(data, "x.svg")
    assert document.root.id == "é"
    assert [e.tag for e in document.root.elements] == ["rect"]


def test_utf16_is_read():
    assert parse_svg(f'{NAMESPACE}<g id="日"/></svg>'.encode("utf-16"), "x.svg").ids.keys() == {"日"}


OUTSIDE = [
    "http://a.example/x.png", "https://a.example/x.svg", "file:///etc/hostname", "/etc/hostname", "../../../../../../etc/hostname",
    "%2e%2e/%2e%2e/%2e%2e/%2e%2e/pyproject.toml", "..%2f..%2f..%2f..%2fpyproject.toml", "\\\\server\\x.png", "C:/x.png", "//a.example/x.png",
    "javascript:alert(1)", "ftp://a.example/x", "x%00.png",
]  # fmt: skip


ATTRIBUTES = ["href", "pnp:part", "xlink:href"]


@pytest.fixture(scope="module")
def asked_for(mini):
    """The codes told of each attribute with each name, and what was opened meanwhile: in a process of its own, since
    who listens to what is opened does so to its end, at every value that is made.
    """
    opened, told = [], {}

    def hook(event, arguments):
        if event in ("open", "socket.connect"):
            opened.append(str(arguments[0]))

    def look():
        sys.addaudithook(hook)
        for attribute, href in product(ATTRIBUTES, OUTSIDE):
            opened.clear()
            _, findings = drawn(mini, f'<image {attribute}="{href}" width="9" height="9"/>')
            told[f"{attribute} {href}"] = [f.code for f in findings], [*opened]
        return json.dumps(told)

    return json.loads(in_fork(look))


@pytest.mark.parametrize("href", OUTSIDE)
@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_nothing_outside_is_found(asked_for, href, attribute):
    codes, opened = asked_for[f"{attribute} {href}"]
    assert {"T009", "F102", "F103"} & {*codes}
    assert not [name for name in opened if "hostname" in name or "pyproject" in name]


def test_a_link_out_of_the_project_is_not_followed(mini_copy, tmp_path):
    (tmp_path / "secret.png").write_bytes(b"x")
    (mini_copy.layouts / "mini" / "link.png").symlink_to(tmp_path / "secret.png")
    _, findings = drawn(mini_copy, '<image href="link.png" width="9" height="9"/>')
    assert [f.code for f in findings] == ["T009"]


def test_a_file_that_lacks_inside_the_project_is_no_file(mini_copy):
    _, findings = drawn(mini_copy, '<image href="../../components/mini/hill.png" width="9" height="9"/>')
    assert [(f.code, f.message) for f in findings] == [("F102", "there is no file `../../components/mini/hill.png`")]


def test_dots_inside_the_project_are_fine(mini):
    found = find_file("../mini/card.svg", [mini.layouts / "mini"], [mini.layouts])
    assert found == (mini.layouts / "mini" / "card.svg").resolve()


@pytest.mark.parametrize("href", [
    "file:///C:/Users/Jo/My%20cards/card.svg", "C:\\Users\\Jo\\card.svg", "/home/jo/card.svg", "../../../../../../../card.svg",
])  # fmt: skip
def test_a_path_of_another_machine_means_the_file_of_that_name_beside_the_template(mini, href):
    folder = mini.layouts / "mini"
    assert find_file(href, [folder], [mini.layouts]) == (folder / "card.svg").resolve()


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width=2, height=2, before=b"", after=b"", depth=8, kind=2, rows=b"", end=True):
    """A PNG of one colour with more chunks than it needs."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0))
    pixels = rows or chunk(b"IDAT", zlib.compress((b"\0" + b"\x55" * (width * 3 * depth // 8)) * height))
    return b"\x89PNG\r\n\x1a\n" + head + before + pixels + after + (chunk(b"IEND", b"") if end else b"")


def jpeg(picture, **how):
    made = io.BytesIO()
    picture.save(made, "JPEG", **how)
    return made.getvalue()


BOMB = zlib.compress(bytes(20_000_000))
JPEG = jpeg(Pillow.effect_noise((64, 48), 40))
STEPS = jpeg(Pillow.new("L", (2_000, 1_500)), progressive=True)
NOTES = {b"zTXt": b"a\0\0" + BOMB, b"iTXt": b"a\0\1\0\0\0" + BOMB, b"iCCP": b"a\0\0" + BOMB}
BAD_PICTURES = {
    **{f"a bomb in {kind.decode()}": (png(before=chunk(kind, body)), "burst") for kind, body in NOTES.items()},
    **{f"a bomb in {k.decode()} at the end": (png(after=chunk(k, b)), "burst") for k, b in list(NOTES.items())[:2]},
    "a bomb of pixels": (png(rows=chunk(b"IDAT", BOMB)), "more than its pixels"),
    "many small bombs": (png(before=chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(1_000_000))) * 80), "burst"),
    "parts of nothing": (png(rows=chunk(b"IDAT", b"") * 30_000), "20000 parts"),
    "notes of nothing": (png(before=chunk(b"tEXt", b"a\0") * 30_000), "20000 parts"),
    "segments of nothing": (JPEG[:2] + b"\xff\xfe\x00\x02" * 30_000 + JPEG[2:], "20000 parts"),
    "filling": (JPEG[:2] + b"\xff" * 30_000 + JPEG[2:], "20000 parts"),
    "a step again and again": (STEPS[:-2] + STEPS[STEPS.rindex(b"\xff\xda") : -2] * 200 + STEPS[-2:], "steps"),
    "gigapixels": (png(30_000, 30_000, rows=chunk(b"IDAT", BOMB)), "30000 x 30000"),
    "a line": (png(200_000, 1), "200000 x 1"),
    "a line downwards": (png(1, 200_000), "1 x 200000"),
    "nothing": (png(0, 0, rows=b" "), "damaged"),
    "a chunk that is too long": (png(before=b"\x7f\xff\xff\xfftEXtx"), "damaged"),
    "a PNG without its end": (png(end=False), "damaged"),
    "half a PNG": (png(40, 40)[:70], "damaged"),
    "a bit turned": (png()[:45] + bytes([png()[45] ^ 1]) + png()[46:], "damaged"),
    "too few rows": (png(9, 9, rows=chunk(b"IDAT", zlib.compress(b"\0" * 9))), "damaged"),
    "a filter that is none": (png(2, 2, rows=chunk(b"IDAT", zlib.compress(b"\x0912345678" * 2))), "damaged"),
    "7 bits": (png(depth=7), "damaged"),
    "no palette": (png(kind=3), "palette"),
    "a film": (png(before=chunk(b"acTL", struct.pack(">II", 2, 0))), "moves"),
    "half a JPEG": (JPEG[: len(JPEG) // 2], "damaged"),
    "a JPEG's head": (JPEG[: JPEG.index(b"\xff\xda")], "damaged"),
    "a JPEG without tables": (b"\xff\xd8" + JPEG[JPEG.index(b"\xff\xc0") :], "damaged"),
    "a lossless JPEG": (JPEG.replace(b"\xff\xc0", b"\xff\xc3"), "few programs"),
    "an arithmetic JPEG": (JPEG.replace(b"\xff\xc0", b"\xff\xc9"), "few programs"),
    "an empty file": (b"", "no whole PNG"),
    "the first bytes of a GIF": (b"GIF89a", "damaged"),
    "a web page": (b"<html>", "no whole PNG"),
    "the first bytes of a PNG": (b"\x89PNG\r\n\x1a\n", "damaged"),
    "the first bytes of a JPEG": (b"\xff\xd8\xff\xe0", "damaged"),
}


@pytest.mark.parametrize("name", BAD_PICTURES)
def test_a_picture_that_is_none_is_told_in_a_moment(mini_copy, name):
    data, words = BAD_PICTURES[name]
    (mini_copy.layouts / "mini" / "p.png").write_bytes(data)
    start = time.process_time()
    nodes, [finding] = drawn(mini_copy, '<image href="p.png" width="40" height="30"/>')
    assert time.process_time() - start < 10
    assert (nodes, finding.code, bool(finding.hint)) == ([], "F103", True)
    assert words in finding.message


def test_a_picture_without_height_is_told(mini_copy):
    """It would be in the file, and nobody could see or measure it."""
    (mini_copy.layouts / "mini" / "p.png").write_bytes(png(20_000, 1))
    _, [finding] = drawn(mini_copy, '<image href="p.png" width="10" height="10"/>')
    assert (finding.code, "10 x 0.0005 mm" in finding.message) == ("F103", True)


def test_a_list_of_digits_is_read_in_a_moment():
    start = time.process_time()
    with pytest.raises(Unreadable):
        numbers("1" * 200_000 + "x")
    assert time.process_time() - start < 10


@pytest.mark.some(0, 1, 3, 8, 9, 10, 12, 13, 15, 18, 20, 22, 24, 26)
@pytest.mark.parametrize(
    "data",
    ["9" * 10_000, "@" * 40_000, "/*" * 40_000, "a{" * 20_000, "a," * 20_000 + "{}", ";" * 50_000, "url(" * 10_000],
)
@pytest.mark.parametrize(
    "where", ["<style>{}</style><rect/>", '<rect style="{}"/>', '<rect transform="{}"/>', '<path d="{}"/>']
)
def test_long_nonsense_takes_no_time(mini, where, data):
    start = time.process_time()
    compiled(mini, svg(where.format(data)))
    drawn(mini, where.format(data))
    assert time.process_time() - start < 10


def test_mutated_files_never_crash(mini):
    """Seeded damage: bytes changed, cut out, doubled. Only a Fault or findings may come of it."""
    seed = (mini.layouts / "mini" / "card.svg").read_bytes() + b"\n"
    dice = random.Random(2026)  # noqa: S311  (seeded damage, no secret)
    refused = 0
    for _ in range(300):
        data = bytearray(seed)
        for _ in range(dice.randint(1, 6)):
            at = dice.randrange(len(data))
            kind = dice.randrange(3)
            if kind == 0:
                data[at] = dice.choice(b"<>\"'/= 0-9e.#&;(){}\xff")
            elif kind == 1:
                del data[at : at + dice.randint(1, 30)]
            else:
                data[at:at] = data[at : at + dice.randint(1, 40)]
        try:
            _, layout = compiled(mini, bytes(data))
        except Fault:
            refused += 1
            continue
        inner = bytes(data).decode("utf-8", "replace")
        drawn(mini, "", scope={"item": {"suit": {"id": "sun"}}}, head=inner.rsplit("</svg>", 1)[0])
        assert layout.name
    assert refused > 30
    assert HEAD


def picture(side):
    """A grey picture, as it stands in an SVG file."""
    out = io.BytesIO()
    Pillow.new("L", (side, side)).save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


CLIPPED, FILLED = ('<rect width="9" height="9" ' + words + '="url(#c)"/>' for words in ("clip-path", "fill"))
HEAVY = {
    "points": '<path d="' + "M1 1" + "h.01h-.01" * 1_400 + '" stroke="red"/>',
    "long lines": '<path d="' + "M1 1" + "L60 80L1 1" * 60 + '" stroke="red"/>',
    "elements": '<path d="M1 1h1v1" fill="red"/>' * 150,
    "clips": f'<clipPath id="c"><path d="{"M1 1" + "h1h-1" * 50}z"/></clipPath>' + CLIPPED * 20,
    "parts of a clip": '<clipPath id="c">'
    + '<path clip-rule="evenodd" d="M1 1h1v1z"/>' * 160
    + "</clipPath>"
    + CLIPPED,
    "stops": '<linearGradient id="c">' + "<stop/>" * 20 + "</linearGradient>" + FILLED * 10,
    "letters": '<text x="1" y="9" font-size="1">' + "ab" * 320 + "</text>",
    "tiles": '<pattern id="c" patternUnits="userSpaceOnUse" width="1" height="1">'
    + '<path d="M0 0h1v1z"/>' * 2
    + "</pattern>"
    + FILLED,
    "pictures": f'<image width="9" height="9" href="data:image/png;base64,{picture(1_200)}"/>' * 2,
}


@pytest.mark.parametrize("name", HEAVY)
def test_a_face_has_one_budget(mini, monkeypatch, name):
    """All that makes a face heavy counts, for a check as for a build. The budget is small here."""
    monkeypatch.setattr(context, "MAX_DRAWN", 2_500)
    _, findings = drawn(mini, HEAVY[name])
    assert [f.code for f in findings] == ["T002"], findings
    assert "2,500 points" in findings[0].message
    assert findings[0].mark.line


@pytest.mark.slow
def test_a_large_drawing_is_not_too_heavy(mini):
    """As a drawing of Inkscape's: 50,000 points in 2,000 outlines."""
    one = "M5 5" + "c.1 .2 .3 .2 .2 0" * 24 + "z"
    nodes, findings = drawn(mini, f'<path d="{one}" fill="red" stroke="blue"/>' * 2_000)
    assert (len(nodes), findings) == (2_000, [])


def test_a_deck_of_cards_in_one_file_is_drawn(mini):
    """Decks of playing cards hold 300,000 points and more."""
    king = f'<path id="k" d="M1 1{"h1v1" * 3_000}"/>'
    nodes, findings = drawn(mini, king + '<use href="#k"/>' * 60)
    assert (len(nodes), findings) == (61, [])


def test_what_is_held_of_drawings_has_a_bound(mini, monkeypatch):
    """Each card of a deck in one file is the whole deck, drawn at another place."""
    deck = '<path id="k" d="M1 1h9v9z"/>' + "".join(f'<use href="#k" x="{x}"/>' for x in range(40))
    whole = drawn(mini, deck)
    held = []
    keep = context.DrawnCache.keep
    monkeypatch.setattr(context, "MAX_KEPT", 200)
    monkeypatch.setattr(context.DrawnCache, "keep", lambda *of: (keep(*of), held.append(len(of[0].nodes))))
    assert drawn(mini, deck) == whole
    assert 1 < max(held) < 20
