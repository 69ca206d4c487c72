"""Bad SVG through the command line: bombs, numbers, XML, active content, pictures. See `tests/hostile/kit.py`.

Most rows stand in one game each: they are templates, and a template of tests/hostile/base is one file.
"""

from __future__ import annotations

import base64
import struct
import zlib

import pytest

from tests.hostile.kit import BASE, Case, asked_for, every, hold, run_all

CARD = (BASE / "layouts" / "tiny" / "card.svg").read_text()
END = "</svg>"


def draw(inner):
    """Something more on the card; it stands in line 6."""
    return {"l/card.svg": (END, inner + "\n" + END)}


def raw(data):
    return {"l/card.svg": data}


def png(width, height, rows=b"\0" * 10, tail=True, note=0):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1))
    body += chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(note), 1)) if note else b""
    return body + (chunk(b"IEND", b"") if tail else b"")


def embedded(data, kind="png"):
    return (
        f'<image x="8" y="60" width="9" height="9" href="data:image/{kind};base64,{base64.b64encode(data).decode()}"/>'
    )


def linked(href):
    return f'<image x="8" y="60" width="9" height="9" href="{href}"/>'


def levels(tag, make, count=9):
    """`count` levels, each of which refers to the one below ten times."""
    return "".join(make(k) for k in range(count)) + tag


def uses(k):
    inner = f'<use href="#l{k - 1}"/>' * 10 if k else '<rect width="1" height="1"/>'
    return f'<g id="l{k}">{inner}</g>'


def patterns(k):
    paint = f'<rect width="1" height="1" fill="url(#p{k - 1})"/>' * 10 if k else '<rect width="1" height="1"/>'
    return f'<pattern id="p{k}" patternUnits="userSpaceOnUse" width="1" height="1">{paint}</pattern>'


def clips(k):
    return (
        f'<clipPath id="c{k}">'
        + (f'<rect width="1" height="1" clip-path="url(#c{k - 1})"/>' * 10 if k else '<rect width="1" height="1"/>')
        + "</clipPath>"
    )


def others(tag, name):
    def make(k):
        inner = f'<g {name}="url(#m{k - 1})"><path d="M0 0h1v1h-1z"/></g>' * 10 if k else '<path d="M0 0h1v1h-1z"/>'
        return f'<{tag} id="m{k}">{inner}</{tag}>'

    return make


DOTS = '<pattern id="p" patternUnits="userSpaceOnUse" width="0.01" height="0.01"><rect width="1" height="1"/></pattern><rect width="63" height="88" fill="url(#p)"/>'

BOMBS = [
    Case("use bomb", draw(levels('<use href="#l8"/>', uses)), "T002", "card.svg:1:1"),
    Case(
        "pattern bomb", draw(levels('<rect width="9" height="9" fill="url(#p8)"/>', patterns)), "T002", "card.svg:1:1"
    ),
    Case("clip bomb", draw(levels('<rect width="9" height="9" clip-path="url(#c8)"/>', clips)), "T002", "card.svg:1:1"),
    Case(
        "mask bomb",
        draw(levels('<rect width="9" height="9" mask="url(#m8)"/>', others("mask", "mask"))),
        "T002",
        "card.svg:1:1",
        more=True,
    ),
    Case(
        "marker bomb",
        draw(levels('<path d="M1 1h9" stroke="red" marker-mid="url(#m8)"/>', others("marker", "marker-mid"))),
        "T002",
        "card.svg:1:1",
        more=True,
    ),
    Case(
        "filter",
        draw(
            '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="9" height="9" zoom="9" filter="url(#f)"/>'
        ),
        "T005",
        "card.svg:6:",
    ),
    Case("pattern of dots", draw(DOTS), "T002", "card.svg:6:1"),
    Case("use of itself", draw('<g id="a"><use href="#a"/></g>'), "T008", "card.svg:6:16"),
    Case(
        "use of the root",
        draw('<use href="#root"/>')
        | {"l/card.svg": CARD.replace("<svg ", '<svg id="root" ').replace(END, '<use href="#root"/>' + END)},
        "T008",
    ),
    Case("use in a circle", draw('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), "T008", more=True),
    Case(
        "pattern of itself",
        draw(
            '<pattern id="p" patternUnits="userSpaceOnUse" width="2" height="2"><rect width="1" height="1" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>'
        ),
        "T008",
    ),
    Case(
        "clip of itself",
        draw(
            '<clipPath id="c" clip-path="url(#c)"><rect width="1" height="1"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>'
        ),
        "T008",
    ),
    Case(
        "gradient of itself",
        draw('<linearGradient id="g" href="#g"/><rect width="9" height="9" fill="url(#g)"/>'),
        "T008",
    ),
    Case(
        "gradients in a circle",
        draw(
            '<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/><rect width="9" height="9" fill="url(#g)"/>'
        ),
        "T008",
        more=True,
    ),
    Case("deep groups", draw("<g>" * 10_000 + "</g>" * 10_000), "T002", "card.svg:6:190"),
    Case("deep texts", draw('<text x="9" y="9">' + "<tspan>" * 5_000 + "x" + "</tspan>" * 5_000 + "</text>"), "T002"),
    Case("a text of 200,000 words", draw('<text x="9" y="9">' + "word " * 200_000 + "</text>"), "T002", "card.svg:6:1"),
    Case("deep nothing", draw("<metadata>" + "<x>" * 100_000 + "</x>" * 100_000 + "</metadata>"), "T002"),
    Case("many elements", draw('<rect width="1" height="1"/>' * 100_000), "T002"),
    Case("many attributes", draw("<rect " + " ".join(f'a{n}="1"' for n in range(50_000)) + "/>")),
    Case(
        "many classes",
        draw(
            "<style>"
            + "".join(f".c{n}{{fill:red}}" for n in range(20_000))
            + "</style>"
            + '<rect class="a b c" width="1" height="1"/>' * 15_000
        ),
        "T002",
        more=True,
        slow=True,
    ),
    Case(
        "many selectors inside each other",
        draw("<style>" + "g " * 5_000 + "{fill:red}</style>" + "<g>" * 40 + "</g>" * 40),
        "T005",
        "card.svg:6:1",
    ),
    Case(
        "long chain of uses",
        draw(
            '<g id="l0"/>'
            + "".join(f'<g id="l{k}"><use href="#l{k - 1}"/></g>' for k in range(1, 500))
            + '<use href="#l499"/>'
        ),
        "T002",
        more=True,
    ),
    Case(
        "path of a million segments",
        draw('<path fill="none" stroke="red" stroke-width=".1" d="M9 9' + "h1v1h-1v-1" * 250_000 + '"/>'),
        "T012",
        "card.svg:6:",
    ),
    Case(
        "a long path often",
        draw('<path id="p" d="M9 9' + "h1v1h-1v-1" * 20_000 + '"/>' + '<use href="#p" x="1"/>' * 9_000),
        "T002",
        "card.svg:6:",
        slow=True,
    ),
    Case(
        "polygon of a million corners",
        draw('<polygon points="' + "9 9 " * 600_000 + '"/>'),
        "T012",
        "card.svg:6:",
        slow=True,
    ),
    Case(
        "dashes without end",
        draw('<path fill="none" stroke="red" stroke-width="1" stroke-dasharray="0.00001" d="M9 9H50"/>'),
        "T012",
    ),
    Case(
        "many dashes",
        draw('<path fill="none" stroke="red" stroke-width="1" stroke-dasharray="' + "1 " * 100_000 + '" d="M9 9H50"/>'),
        "T012",
        more=True,
    ),
    Case(
        "many stops",
        draw(
            '<linearGradient id="g">'
            + '<stop offset="0" stop-color="red"/>' * 15_000
            + '</linearGradient><rect width="9" height="9" fill="url(#g)"/>'
        ),
        slow=True,
    ),
    Case("ten megabytes", raw(CARD.replace(END, "<!--" + "x" * 10_000_000 + "-->" + END)), "T002", "card.svg"),
    Case("svgz", raw(zlib.compress(CARD.encode())), "T001", "card.svg:1:1"),
    Case(
        "repeated without end", draw('<rect pnp:for="a in 1000|range" width="1" height="1"/>' * 50), "T026", more=True
    ),
    Case(
        "repeated in repeats",
        draw(
            '<g pnp:for="a in 1000|range"><g pnp:for="b in 1000|range"><rect pnp:for="c in 1000|range" width="1" height="1"/></g></g>'
        ),
        "T026",
        more=True,
    ),
    Case(
        "parts that place themselves", draw('<image pnp:part="card.svg" width="9" height="9"/>'), "T008", "card.svg:6:8"
    ),
    Case(
        "parts in a circle",
        draw('<image pnp:part="b.svg" width="9" height="9"/>')
        | {"l/b.svg": CARD.replace(END, '<image pnp:part="card.svg" width="9" height="9"/>' + END)},
        "T008",
        more=True,
    ),
    Case(
        "parts of parts of parts",
        draw('<image pnp:part="p0.svg" width="9" height="9"/>')
        | {
            f"l/p{k}.svg": '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" viewBox="0 0 9 9">'
            + f'<image pnp:part="p{k + 1}.svg" width="9" height="9"/>' * 10
            + END
            for k in range(7)
        }
        | {"l/p7.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="1" height="1"/></svg>'},
        "T002",
        more=True,
        slow=True,
    ),
]

NUMBERS = [
    Case("radius 1e400", draw('<circle cx="9" cy="9" r="1e400"/>'), "T006", "card.svg:6:"),
    Case("radius 1e30", draw('<circle cx="9" cy="9" r="1e30"/>'), "T006"),
    Case("radius nan", draw('<circle cx="9" cy="9" r="nan"/>'), "T012", "card.svg:6:23"),
    Case("radius infinity", draw('<circle cx="9" cy="9" r="Infinity"/>'), "T012"),
    Case("radius of nothing", draw('<circle cx="9" cy="9" r=""/>'), "T012"),
    Case("radius below nothing", draw('<circle cx="9" cy="9" r="-5"/>'), "T012"),
    Case("scale 1e308", draw('<rect width="1" height="1" transform="scale(1e308)"/>'), "T006"),
    Case(
        "scales that multiply",
        draw('<g transform="scale(1e5)">' * 50 + '<rect width="1" height="1"/>' + "</g>" * 50),
        "T012",
        more=True,
    ),
    Case("scale of nothing", draw('<g transform="scale(0)"><rect width="1" height="1" stroke="red"/></g>')),
    Case("a million millimetres", raw(CARD.replace('width="63mm"', 'width="1000000mm"')), "T014", more=True),
    *(
        Case(f"{n} mm", raw(CARD.replace('width="63mm"', f'width="{n}mm"')), "T006", more=True)
        for n in ("1000001", "1e9", "9" * 40)
    ),
    Case("a canvas of nothing", raw(CARD.replace('viewBox="0 0 63 88"', 'viewBox="0 0 0 0"')), "T012", more=True),
    Case("a canvas of -1", raw(CARD.replace('width="63mm"', 'width="-1mm"')), "T012", more=True),
    Case("a canvas of nan", raw(CARD.replace('viewBox="0 0 63 88"', 'viewBox="0 0 nan nan"')), "T012", more=True),
    Case("font size 1e9", draw('<text x="9" y="9" font-size="1e9">x</text>'), "T006", more=True),
    Case("font size 900000", draw('<text x="9" y="9" font-size="900000">x</text>'), "F104", more=True),
    Case("font size of nothing", draw('<text x="9" y="9" font-size="0">x</text>'), "T012"),
    Case("font size -3", draw('<text x="9" y="9" font-size="-3">x</text>'), "T012", more=True),
    Case("arc 1e308", draw('<path d="M0 0A1e308 1e308 0 0 1 1 1"/>'), "T006"),
    Case("arc of little", draw('<path d="M9 9A1e-300 1e-300 0 0 1 10 10"/>')),
    Case("path of words", draw('<path d="M twelve and five"/>'), "T012"),
    Case("path without a start", draw('<path d="L 5 5"/>'), "T012"),
    Case("digits of a million", draw(f'<rect x="{"1" * 1_000_000}" width="1" height="1"/>'), "T006"),
    Case("digits behind a point", draw(f'<rect x="9" y="9" width="1.{"1" * 1_000_000}" height="1"/>')),
    Case("opacity 1e9", draw('<rect x="9" y="9" width="1" height="1" opacity="1e9"/>'), "T006"),
    Case("stroke of a metre", draw('<path d="M9 9h1" stroke="red" stroke-width="1000"/>')),
    Case(
        "colour of nothing",
        draw('<rect x="9" y="9" width="1" height="1" fill="rgb(1e400,nan,-1)"/>'),
        "T012",
        more=True,
    ),
    Case(
        "colour that is code",
        draw('<rect x="9" y="9" width="1" height="1" fill="[[[getattr(pow, Word(\'__globals__\'))]]]"/>'),
        "T012",
    ),
]

ILLUSTRATOR = (
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n'
    '  <!ENTITY ns_svg "http://www.w3.org/2000/svg">\n  <!ENTITY ns_xlink "http://www.w3.org/1999/xlink">\n]>\n'
)


def doctype(inner):
    return raw(f"<!DOCTYPE svg {inner}>\n{CARD}".replace(END, "<desc>&x;</desc>" + END))


XML = [
    Case(
        "entities of illustrator",
        raw(
            ILLUSTRATOR
            + CARD.replace('"http://www.w3.org/2000/svg"', '"&ns_svg;"').replace(
                '"http://www.w3.org/1999/xlink"', '"&ns_xlink;"'
            )
        ),
    ),
    Case("external entity", doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]'), "T003", "card.svg:1:54"),
    Case("external entity of http", doctype('[<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]'), "T003"),
    Case("external dtd", doctype('SYSTEM "http://127.0.0.1:9/x.dtd"'), more=True),
    Case("external dtd that nothing asks for", raw('<!DOCTYPE svg SYSTEM "http://127.0.0.1:9/x.dtd">\n' + CARD)),
    Case("parameter entity", doctype('[<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]'), "T003"),
    Case(
        "billion laughs",
        doctype(
            '[<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY x "&c;&c;&c;&c;&c;">]'
        ),
        "T003",
    ),
    Case("an entity of itself", doctype('[<!ENTITY x "&x;">]'), "T003"),
    Case(
        "quadratic blow-up",
        raw(
            f'<!DOCTYPE svg [<!ENTITY x "{"h" * 1_900}">]>\n{CARD}'.replace(
                END, "<desc>" + "&x;" * 5_000 + "</desc>" + END
            )
        ),
        "T003",
    ),
    Case(
        "an entity in an attribute",
        raw(f'<!DOCTYPE svg [<!ENTITY x "{"h" * 3_000}">]>\n{CARD}'.replace('id="', 'id="&x;')),
        "T003",
    ),
    Case("picture", raw(b"\x89PNG\r\n\x1a\n\x00\xe2"), "T001", "card.svg", words="is really a PNG picture"),
    Case("empty file", raw(""), "T001", "card.svg:1:1", more=True),
    Case("cut off", raw(CARD[:300]), "T001", more=True),
    Case("html", raw("<html><body/></html>"), "T001", "card.svg:1:1", more=True),
    Case("another root", raw('<svg xmlns="urn:x"/>'), "T001", more=True),
    Case("two roots", raw(CARD + CARD), "T001", more=True),
    Case("attribute twice", draw('<rect x="1" x="2" width="1" height="1"/>'), "T001", "card.svg:6:13"),
    Case("unknown prefix", draw('<foo:rect x="1"/>'), "T001", more=True),
    Case(
        "encoding that escapes",
        raw(b'<?xml version="1.0" encoding="unicode_escape"?>' + CARD.encode()),
        "T001",
        "card.svg:1:1",
        more=True,
    ),
    Case("encoding undefined", raw(b'<?xml version="1.0" encoding="undefined"?>' + CARD.encode()), "T001", more=True),
    Case("encoding idna", raw(b'<?xml version="1.0" encoding="idna"?>' + CARD.encode()), "T001", more=True),
    Case(
        "encoding utf-7", raw(b'<?xml version="1.0" encoding="utf-7"?>' + CARD.encode() + b"+2AA-"), "T001", more=True
    ),
    Case("utf-16", raw(CARD.encode("utf-16"))),
    Case("utf-32", raw(CARD.encode("utf-32")), "T001", more=True),
    Case("nul in words", raw(CARD.replace(">name<", ">na\0me<")), "T001", "card.svg:4:59", more=True),
    Case("a character that is none", raw(CARD.replace(">name<", ">&#xD800;<")), "T001", more=True),
    Case("a picture", raw(png(9, 9)), "T001", more=True),
]

ACTIVE = [
    Case("script", draw("<script>alert(1)</script>"), "T013", "card.svg:6:1"),
    Case("script of a link", draw('<script href="http://127.0.0.1:9/x.js"/>'), "T013", "card.svg:6:1"),
    Case("onload", draw('<rect width="1" height="1" onload="alert(1)"/>'), "T013", "card.svg:6:28"),
    Case(
        "foreignObject",
        draw('<foreignObject><iframe src="http://127.0.0.1:9/"/></foreignObject>'),
        "T004",
        "card.svg:6:1",
    ),
    Case("javascript link", draw('<a href="javascript:alert(1)"><rect x="9" y="9" width="1" height="1"/></a>')),
    Case("animation", draw('<animate attributeName="x" from="0" to="1e400" dur="1s"/>')),
    Case("style import", draw('<style>@import url("http://127.0.0.1:9/x.css");</style>'), "T005"),
    Case(
        "style font-face",
        draw("<style>@font-face{font-family:x;src:url(file:///etc/passwd)}@import 'a'</style>"),
        "T005",
    ),
    Case("xml-stylesheet", raw('<?xml-stylesheet href="http://127.0.0.1:9/x.css"?>\n' + CARD), "T005", "card.svg:1:1"),
    Case(
        "fill of another file",
        draw('<rect x="9" y="9" width="1" height="1" fill="url(http://127.0.0.1:9/x.svg#a)"/>'),
        "T009",
    ),
    Case("use of another file", draw('<use href="file:///etc/passwd#a"/>'), "T009"),
    Case("xinclude", draw('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>')),
]

PICTURES = [
    Case("good picture", draw(embedded(png(2, 2, bytes(14))))),
    Case("picture of 900 megapixels", draw(embedded(png(30_000, 30_000))), "F103", "card.svg:6:"),
    Case("picture of 4 gigapixels a side", draw(embedded(png(4_000_000_000, 4_000_000_000))), "F103"),
    Case("picture of 24 megapixels", lambda: draw(embedded(png(7_000, 3_500, b"\0" * 73_503_500))), slow=True),
    Case("picture that unpacks to more", lambda: draw(embedded(png(2, 2, b"\0" * 300_000_000))), "F103"),
    Case("picture that unpacks to less", draw(embedded(png(2_000, 2_000, b"\0" * 10))), "F103", more=True),
    Case(
        "picture with a bomb in its notes",
        lambda: draw(embedded(png(2, 2, bytes(14), note=300_000_000))),
        "F103",
        "card.svg:6:",
    ),
    Case("picture of one line", draw(embedded(png(200_000, 1, bytes(600_001)))), "F103", "card.svg:6:"),
    Case("picture cut off", draw(embedded(png(2, 2, tail=False))), "F103"),
    Case("picture of nothing", draw(embedded(b"")), "F103"),
    Case("picture of zero pixels", draw(embedded(png(0, 0))), "F103"),
    Case("jpeg that is none", draw(embedded(b"\xff\xd8" + b"\xff" * 2_000_000, "jpeg")), "F103"),
    Case(
        "jpeg without pixels",
        draw(embedded(b"\xff\xd8\xff\xc0\x00\x11\x08" + struct.pack(">HH", 99, 99) + b"\x03" + bytes(20), "jpeg")),
        "F103",
        more=True,
    ),
    Case("gif", draw(embedded(b"GIF89a" + bytes(100), "gif")), "F103"),
    Case("svg in a picture", draw(embedded(CARD.encode(), "svg+xml")), "F103"),
    Case(
        "base64 that is none",
        draw('<image x="8" y="60" width="9" height="9" href="data:image/png;base64,@@@@"/>'),
        "F103",
    ),
    Case("data of words", draw('<image x="8" y="60" width="9" height="9" href="data:text/html,hello"/>'), "F103"),
    Case("picture of http", draw(linked("http://127.0.0.1:9/x.png")), "T009", "card.svg:6:"),
    Case("picture of a file link", draw(linked("file:///etc/passwd")), "T009"),
    Case("picture with an absolute name", draw(linked("/etc/passwd")), "T009"),
    Case("picture above", draw(linked("../../../../../../../../etc/passwd")), "T009"),
    Case(
        "picture above, written otherwise", draw(linked("%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd")), "T009"
    ),
    Case("picture of a share", draw(linked("//server/share/x.png")), "T009"),
    Case("picture of a share of windows", draw(linked("\\\\server\\share\\x.png")), "T009"),
    Case("picture of a drive", draw(linked("C:/x.png")), "T009"),
    Case("picture of noise", draw(linked("/dev/urandom")), "T009"),
    Case("picture that is not there", draw(linked("none.png")), "F102"),
    Case("picture with a long name", draw(linked("a" * 5_000 + ".png")), "F102"),
    Case("picture with a long path", draw(linked("a/" * 5_000 + "x.png")), "F102"),
    Case("picture with nul in its name", draw(linked("a%00.png")), "T009"),
    Case(
        "icon above",
        draw('<image pnp:icon="\'../../../../etc/passwd\'" x="8" y="60" width="9" height="9"/>'),
        "F101",
        more=True,
    ),
    Case(
        "part above", draw('<image pnp:part="../../../../../../etc/x.svg" x="8" y="60" width="9" height="9"/>'), "T009"
    ),
    Case("font that is not there", draw('<text x="9" y="9" font-family="Bodi">x</text>'), "F001"),
]

CASES = [*BOMBS, *NUMBERS, *XML, *ACTIVE, *PICTURES]


@pytest.fixture(scope="module")
def runs(request, tmp_path_factory):
    return run_all(asked_for(request), tmp_path_factory.mktemp("svg"))


@every(CASES)
def test_bad_svg(runs, case):
    hold(case, *runs)
