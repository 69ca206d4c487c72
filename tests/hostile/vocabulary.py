"""Words for `slips.py`: what SVG knows, what YAML may hold, and what is too large, too small or too clever."""

from __future__ import annotations

from collections.abc import Callable


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


EXTREMES = (
    "0", "-1", "1", "7", "0.1", "-0.0", "1e9", "1e308", "1e-308", "nan", ".nan", ".inf", "-.inf", "inf", "1e400", "99999", "1000001", "9" * 40, "9" * 5000,
    "1_000", "0x10", "1,5", "１２", "1/2", "10%", "2**99", "1e-9", "4294967296", "-5", "3.9999999999999999",
)  # fmt: skip
VALUES = (
    "12", "1.0", "true", "null", "~", "", "''", "' '", "[]", "{}", "[a, b]", "{a: b}", "[[[[]]]]", "crad", "Card", "My Card", "English", "card,", "カード", "a/b", "../x",
    ".", "..", "con", "x" * 300, "2024-01-01", "no", "0o17", '"\\u202e"', '"\\x85"', '"\\0"', "|\n  words\n  more", ">-\n words", "!!str 5", "&a [*a]", "*a", "<b>", "{ja: x}",
    "{en: x}", "{ja: '', en: ''}", "{en: [a]}", "5 per suit", "3 per player", "players", "rounds * players", "1/0", "[1, 2, 3]", "{2: 1, 3: all}", "{a: 1, a: 2}", "all",
    "[ja, en, xx]", "[en, en]", "[4, 2]", "[0, 0]", "[2]", "[1, 1000000000]", "=1+1", "@x", "`x`", "%x", "- x", "? x", "x: y: z", "x #y", "cards.csv", "cards.xlsx", "/etc/passwd",
    "{shape: circle, diameter: 0}", "{shape: circle, diameter: 1e6}", "{shape: polyhex, side: 1, cells: [[0, 0], [900, 0]]}", "{shape: ring, diameter: 5, hole: 9}",
    "{shape: die, faces: 7, edge: 3}", "{shape: standee, width: 1, height: 1, base: 1}", "{shape: polygon, points: [[0, 0], [9, 9]]}", "{shape: rectangle, width: 900, height: 1}",
    "{shape: rectangle, width: 63, height: 88, radius: 90}", "a5", "poker-us", "word", "list of list of text", "map of text by term x", "one of []", "term", "item card", "effects?",
    "numbers of 1 to 99999", "pairs of 1 to 3000", "combinations", "unlike pairs of 1 to 0", "x" * 70000,
)  # fmt: skip
IDS = (
    "{capital}", "{id} {id}", "{id}.{id}", "{id}/{id}", "1{id}", "-{id}", "{id}-", "{id}_x", "{id}--x", "日本", "é", "con", "nul", "aux", "item", "items", "set", "game", "terms",
    "parameters", "none", "None", "true", "null", "players", "pieces", "supply", "all", "box", "shape", "side", "__class__", "x", "", "..", "'{id} '", "id", "kinds", "language",
    "[{id}]", "{{}}", "~", "0", "range", "loop", "self", "not", "and", "per", "{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}{id}",
)  # fmt: skip
FILE_NAMES = (
    "カード.{ending}", "My {capital}.{ending}", "01-{stem}.{ending}", "{upper}.{ending}", "{capital}.{ending}", "{stem}.yml", "{stem}.YAML", "{stem}.{ending}.{ending}", "{stem}",
    "{stem}.json", "{stem} (1).{ending}", "{stem}e\u0301.{ending}", "-{stem}.{ending}", ".{stem}.{ending}", "con.{ending}", "a'b\"c.{ending}", "a\nb.{ending}", "{stem}~",
    "%41.{ending}", "game.{ending}", "rules.{ending}", "setup.{ending}", "shared.{ending}", "Game.yml", "{stem}.{ending}.bak", "\u202e{stem}.{ending}", "{stem}" + "x" * 180 + ".{ending}",
    "a:b.{ending}", "*.{ending}", "{stem}.SVG", "${{HOME}}.{ending}", "parts/{stem}.{ending}", "icons/{stem}.{ending}", "../{stem}.{ending}", "\udcff.{ending}",
)  # fmt: skip
ENCODINGS: tuple[Callable[[str], bytes], ...] = (
    lambda text: b"\xef\xbb\xbf" + text.encode("utf-8", "replace"),
    lambda text: text.encode("utf-16", "replace"),
    lambda text: text.encode("utf-16-be", "replace"),
    lambda text: text.encode("utf-32", "replace"),
    lambda text: text.encode("shift_jis", "replace"),
    lambda text: text.encode("latin-1", "replace"),
    lambda text: text.encode("utf-7", "replace"),
    lambda text: text.replace("\n", "\r\n").encode("utf-8", "replace"),
    lambda text: text.replace("\n", "\r").encode("utf-8", "replace"),
    lambda text: text.replace("\n", "\n\0", 1).encode("utf-8", "replace"),
    lambda text: text.replace(" ", "\u3000", 3).encode("utf-8", "replace"),
    lambda text: text.replace("\n", "\u2028", 2).encode("utf-8", "replace"),
    lambda text: text.replace("  ", "\t").encode("utf-8", "replace"),
    lambda _: b"",
    lambda _: b"\xef\xbb\xbf",
    lambda _: b"\x1f\x8b\x08\0",
    lambda text: text.encode("utf-8", "replace") * 40,
)
HEADS = ("id", "count", "qty", "name", "name.en", "name.en.en", "Name", "accept", "", "cells", "a.b", "1", "id ")
WORDS = (
    "none", "auto", "inherit", "initial", "unset", "currentColor", "context-fill", "normal", "bold", "italic", "900", "middle", "end", "evenodd", "nonzero", "hidden", "collapse",
    "userSpaceOnUse", "objectBoundingBox", "url(#q)", "url(#sky)", "url(#round)", "url(#dots)", "url(x.svg#q)", "#q", "#sky", "var(--x)", "calc(1px + 2%)", "repeat", "reflect",
    "xMinYMax slice", "underline", "vertical-rl", "rtl", "uppercase", "small-caps", "multiply", "isolate", "non-scaling-stroke", "stroke fill", "geometricPrecision", "ja", "'x y'",
    "item.name", "item", "items", "rounds", "players", "i", "n", "terms", "shape.cells", "game.title", "item.count", "loop", "x", "None", "'x'", "[1, 2]", "{'a': 1}",
)  # fmt: skip
HEAVY = (
    "1000|range|list|length", "(1000|range|list * 1000)|length", "9**9**9", "'a' * 1000000000", "[1] * 100000000", "'x'|replace('x', 'xxxxxxxxxxxxxxxxxxxx')" + "|replace('x', 'xxxxxxxxxxxxxxxxxxxx')" * 8,
    "(" * 300 + "1" + ")" * 300, "not " * 500 + "1", "1" + " + 1" * 3000, "1" + " ** 2" * 300, "-" * 900 + "1", "'%1000000000d' % 1", "'{:>999999999}'.format(1)", "items|sort(attribute='name')|list|join",
    "1000|range|join('x')|length", "(1000|range|join)|replace('1', 1000|range|join)|length", "[[1]] * 1000", "[1000|range|list, 1000|range|list]|sum(start=[])", "2 ** 100000", "10 ** 400 / 3",
    "1e308 * 10", "1 / 0", "1 % 0", "[][0]", "'a'.x.y", "''|first", "[]|max", "1000|range|sort|unique|sort|unique|sum", "range(10)", "x" + ".x" * 500, "'" + "a" * 20000 + "'", "[" * 150 + "]" * 150,
    "1000|range" + "|list|sort|unique" * 300, "1000|range|string" + "|upper|lower|title" * 200, "1000|range|join(1000|range|join(1000|range|join))|length",
    "1000|range|join" + "|replace('1', '11')" * 30, "[" + "1000|range|sum, " * 900 + "]", "1000|range|list == 1000|range|list" + " == 1000|range|list" * 400,
    "1" + "|string" * 600, "(99999999|string * 99999)|length", "'a'|upper" + " ~ 'a'|upper" * 800, "true if true else " * 200 + "1", "1 if 1 else 1000|range", "[" + "'a', " * 900 + "]",
)  # fmt: skip
CIRCLES: tuple[tuple[tuple[str, str], ...], ...] = (
    (("parameters:\n", "parameters:\n  qa: {{name: a, value: qb + 1}}\n  qb: {{name: b, value: qa * 2}}\n"),),
    (("parameters:\n", "parameters:\n  qa: {{name: a, value: qa}}\n"),),
    (("parameters:\n", "parameters:\n  qa: {{name: a, value: pieces['{a}']}}\n"), ("expect: ", "expect: qa # ")),
    (("    rules:\n", "    rules:\n      - id: play.qa\n        text: see [[play.qb]] and [[play.qa]]\n      - id: play.qb\n        text: see [[play.qa]] and [[{a}]]\n"),),
    (("title:", "include: [common, wide, mini, tiny, .]\ntitle:"),),
    (("include:", "include: [wide] #"),),
    (("adds: ", "adds: {a} #"),),
    (("id: ", "adds: {a}\nid: "),),
    (("id: ", "from: cards.csv\nid: "),),
    (("fields:", "fields: {{friend: item {a}, other: list of item {b}}}\nxfields:"),),
    (("steps:\n", "steps:\n  - shared: lay-rings\n  - shared: lay-rings\n  - shared: {a}\n"),),
    (("  - id: ", "  - shared: {a}\n    id: "),),
    (("- id: ", "- rules: [{{id: {a}, text: x, rules: [{{id: {b}, text: y}}]}}]\n    id: "),),
    (("about: ", "about: '{{{a}}} {{{b}:both}} {{={a}}}' #"),),
    (("text: ", "text: '{{=card/one.text}} {{=card/one.name}}' #"), ("name: ", "name: '{{@card/one}}' #")),
    (("name: ", "name: '{{{a}}} {{{b}}}' #"), ("name: ", "name: '{{{b}}} {{{a}}}' #")),
    (("icon: ", "icon: ../{a} #"),),
    (("layout: ", "layout: parts/bar #"),),
    (("back: ", "back: card #"),),
    (("expect: ", "expect: pieces['{a}'] + pieces['{b}'] #"),),
    (("count: ", "count: pieces['{a}'] #"),),
)  # fmt: skip
STEPS = (
    *(
        f"  - {{id: s{do}, do: {do}, set: ID, where: EX, count: EX, per: player, from: ID, to: ID, text: x}}"
        for do in ("deal", "draft", "remove", "place", "give", "return", "shuffle", "choose", "flip", "jump")
    ),
    "  - {id: s1, do: deal, set: ID, count: NUM, per: player, match: ID, from: ID, to: ID, mode: ID, rule: ID, text: x}",
    "  - {id: s2, do: give, term: ID, count: {1: NUM, 2: NUM, 3: all, x: y}, per: ID, text: x}",
    "  - {id: s3, do: place, sets: [ID, ID], where: item.x, to: ID}",
    "parts: [{by: ID, counts: {ID: NUM}, others: NUM}]",
    "complete: [{each: ID, count: NUM, where: EX, field: ID}, {each: 1 to EX, field: ID}]",
    "unique: [{fields: [ID, ID], unordered: true, all: pairs of NUM to NUM}]",
    "checks: [{say: x, formula: EX}, {say: EX, formula: 'item.count > 0'}]",
    "use: [{what: ID, count: EX, short: ID}, {what: x, unbounded: x}]",
    "expect: EX", "count: EX", "assume: EX", "players: [NUM, NUM]", "include: [ID]", "order: [ID, ID]", "languages: [en, ID]", "zones: [ID, ID]", "passing: [ID]",
    "size: {shape: polygon, points: [[NUM, NUM], [NUM, NUM], [NUM, 9], [9, NUM]]}", "size: {shape: rectangle, width: NUM, height: NUM, radius: NUM}",
    "size: {shape: polyhex, side: NUM, top: ID, cells: [[NUM, NUM], [0, 0]]}", "size: {shape: die, faces: NUM, edge: NUM}", "size: {shape: circle, diameter: NUM}",
    "verbs: {ID: {arguments: {ID: ID, what: 'one of [ID]'}}}", "questions: [{id: ID, about: set ID, question: x}, {id: ID, about: item ID/ID}]", "terms: {ID: {name: x, members: {ID: {name: ID}}}}",
    "parameters: {ID: {name: x, value: EX}, q: {name: y, value: {NUM: NUM, 2: EX}}}", "modes: {ID: {name: x}}", "items: [{id: ID}, {id: ID, count: EX}, {id: ID, size: ID}]",
)  # fmt: skip
UNITS = ("", "", "", "mm", "px", "%", "em", "in", "pt", "vw", "deg", "rad", "q", " ", "s", "cm", "ex", "mm mm")
COLOURS = (
    "red", "#123", "#12345678", "#12", "rgb(1,2,3)", "rgba(1 2 3 / 50%)", "rgb(300%, -1, nan)", "hsl(120 50% 50%)", "transparent", "currentColor", "url(#q) red", "Canvas", "lab(1 2 3)",
    "color-mix(in srgb, red, blue)", "icc-color(x)", "none",
)  # fmt: skip
TRANSFORMS = (
    "scale({n})", "scale(0)", "matrix({n} 0 0 {m} 0 0)", "matrix(1 1 1 1 0 0)", "rotate({n})", "rotate(45 {n} {m})", "skewX({n})", "skewX(90)", "translate({n},{m})", "translate(9mm)",
    "scale(1 -1) rotate(30)", "matrix({n})", "rotate(1turn)", "scale(1e5) scale(1e-5)", "translate(1e6) " * 60, "matrix(1e-9 0 0 1e-9 0 0)", "none", "perspective(3)", "rotate(", "scale(2)" * 900,
)  # fmt: skip
TEXTS = frozenset({"text", "tspan", "textPath", "style", "title", "desc", "tref"})
ELEMENTS = _words("""
    a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feGaussianBlur filter flowRoot font font-face foreignObject g glyph hatch
    image line linearGradient marker mask mesh meshgradient metadata mpath path pattern polygon polyline radialGradient rect script set solidcolor stop style svg switch
    symbol text textPath title tref tspan use view video canvas iframe html br Rect linearGradiant inkscape:path-effect sodipodi:namedview x:y""")
ATTRIBUTES = _words("""
    x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy rotate width height d points transform viewBox preserveAspectRatio href xlink:href id class style lang xml:space xml:base
    offset spreadMethod gradientUnits gradientTransform patternUnits patternContentUnits patternTransform clipPathUnits maskUnits textLength lengthAdjust startOffset method pathLength
    refX refY orient markerWidth markerHeight markerUnits systemLanguage requiredFeatures requiredExtensions tabindex onclick target version baseProfile zoomAndPan
    fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility
    clip clip-path clip-rule mask mask-image filter backdrop-filter mix-blend-mode isolation overflow marker marker-start marker-mid marker-end paint-order vector-effect
    shape-rendering text-rendering image-rendering color-interpolation color-rendering stop-color stop-opacity flood-color lighting-color transform-origin transform-box transform-style
    font font-family font-size font-size-adjust font-stretch font-style font-variant font-variant-caps font-weight font-feature-settings font-kerning letter-spacing word-spacing
    line-height text-anchor text-align text-indent text-transform text-decoration text-decoration-line text-overflow text-orientation text-shadow white-space writing-mode direction
    unicode-bidi glyph-orientation-vertical dominant-baseline alignment-baseline baseline-shift kerning inline-size shape-inside shape-subtract shape-margin shape-padding
    pointer-events cursor will-change contain perspective rotate scale translate animation transition background border margin padding position top left z-index box-shadow content
    --x -webkit-mask all enable-background solid-color x-foo inkscape:label inkscape:groupmode sodipodi:nodetypes""")
OWN_ATTRIBUTES = _words("""
    pnp:for pnp:if pnp:text pnp:box pnp:fit pnp:floor pnp:valign pnp:leading pnp:icon pnp:color pnp:part pnp:with pnp:stamp pnp:step pnp:width pnp:fill pnp:transform pnp:href
    pnp:d pnp:points pnp:opacity pnp:display pnp:font-size pnp:x pnp:style pnp:class pnp:id pnp:viewBox pnp:clip-path pnp:stroke-dasharray pnp:nonsense pnp:For""")
CSS = (
    "<g id='q'><use href='#q'/></g>",
    "<g id='q'><use href='#q2'/></g><g id='q2'><use href='#q'/></g>",
    "<clipPath id='q'><use href='#q2'/></clipPath><path id='q2' clip-path='url(#q)' d='M0 0h9v9z'/>",
    "<clipPath id='q' clip-path='url(#q)'><rect width='9' height='9'/></clipPath>",
    "<clipPath id='q' clipPathUnits='objectBoundingBox'><rect width='ANY' height='1'/><text>x</text><g><rect width='1' height='1'/></g></clipPath>",
    "<linearGradient id='q' href='#q'/>",
    "<linearGradient id='q' href='#q2'/><radialGradient id='q2' href='#q3'/><linearGradient id='q3' href='#q'><stop/></linearGradient>",
    "<pattern id='q' width='9' height='9' patternUnits='userSpaceOnUse'><rect width='5' height='5' fill='url(#q)'/></pattern>",
    "<pattern id='q' width='ANY' height='ANY' patternUnits='userSpaceOnUse' patternTransform='ANY'><circle r='ANY'/></pattern>",
    "<pattern id='q' width='0.001' height='0.001' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern>",
    "<pattern id='q' width='1' height='1' patternUnits='userSpaceOnUse'><rect width='1' height='1' fill='url(#q2)'/></pattern><pattern id='q2' width='0.1' height='0.1' patternUnits='userSpaceOnUse'><circle r='0.1'/></pattern>",
    "<symbol id='q' viewBox='ANY'><use href='#q'/></symbol>",
    "<marker id='q'><path d='M0 0h3' marker-end='url(#q)'/></marker><mask id='q9'><rect mask='url(#q9)'/></mask>",
    "<g id='q'><rect width='3' height='3'/></g>" + "".join(f"<g id='q{n}'>" + f"<use href='#q{n - 1 if n > 1 else ''}'/>" * 10 + "</g>" for n in range(1, 9)) + "<use href='#q8'/>",
    "<g id='q'/><g id='q'/><g id=''/><g id='a b'/><g id='日'/>",
    "<style>* { fill: ANY; stroke: ANY } .q > g ~ rect + path:not(.x):nth-child(2n+1)::before { d: ANY } @media print { rect { fill: red } } @import url(http://x/y.css);</style>",
    "<style>rect, , { } } { fill </style>",
    "<style>" + "g " * 300 + "{ fill: red } " + "".join(f".c{n} {{ fill: red }} " for n in range(600)) + "</style>",
    "<style>" + "".join(f"{'* ' * 12}.q{n} {{ fill: red }}\n" for n in range(40)) + "</style>",
    "<style>@font-face { font-family: q; src: url(../../x.ttf) } :root { --x: ANY } [id^=q] { fill: var(--x) !important } /* <!-- --> </style>",
    "<style><![CDATA[ #q { clip-path: ANY; font: italic bold 12px/30px Georgia, serif } ]]></style>",
    "<text x='ANY' y='ANY' font-size='ANY'>one <tspan x='1 2 3' dy='ANY'>two <tspan rotate='ANY'>three</tspan> </tspan><a href='#q'>four</a> five</text>",
    "<text><tspan><text><tspan>x</tspan></text></tspan><rect width='3' height='3'/><image/></text>",
    "<text pnp:text='item.name' pnp:box='ANY' pnp:fit='wrap' pnp:leading='ANY' pnp:floor='ANY' font-size='ANY'/>",
    "<text pnp:text=\"'word '*400\" pnp:box='9 9 9 9' pnp:fit='wrap'/>",
    "<text pnp:text=\"'長い言葉' * 900\" pnp:fit='shrink' pnp:width='5' x='9' y='9'/>",
    "<text x='9' y='9'>" + "x" * 9000 + "</text>",
    "<text x='9' y='9'>" + "<tspan>x</tspan>" * 700 + "</text>",
    "<g pnp:for='a in 1000|range'><g pnp:for='b in 1000|range'><rect width='1' height='1'/></g></g>",
    "<g pnp:for='a in 1000|range'><g pnp:for='b in 1000|range'><rect pnp:for='c in 1000|range' pnp:if='a > b + c + 9999' width='1' height='1'/></g></g>",
    "<g pnp:for='a in 1000|range'><g pnp:for='b in 1000|range' pnp:if='false'/></g><g pnp:for='a in 1000|range' pnp:fill='1000|range|sort|join'/>",
    "<rect pnp:for='a in 3000|range' pnp:step='ANY' width='1' height='1'/>",
    "<rect pnp:for='a in 900|range' width='1' height='1' fill='url(#dots)' stroke='url(#sky)' opacity='0.5' clip-path='url(#round)'/>",
    "<text pnp:for='a in 900|range' pnp:text='item.name' x='9' y='9'/>",
    "<image pnp:part='card.svg' width='9' height='9'/>",
    "<image pnp:for='a in 300|range' pnp:part='parts/bar.svg' pnp:with='ink: 1; level: a' width='9' height='9'/>",
    "<image pnp:href='item.picture' width='ANY' height='ANY' preserveAspectRatio='ANY'/>",
    "<image href='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGM4YRUBRAwQCgAdSgOVHZx0AAAAAABJRU5ErkJggg==' width='ANY' height='9'/>",
    "<image href='data:image/svg+xml,&lt;svg/&gt;' width='9' height='9'/><image href='ANY' width='9' height='9'/>",
    "<path d='" + "M0 0 C1 2 3 4 5 6 " * 3000 + "' fill='none' stroke='red' stroke-width='0.1' stroke-dasharray='0.01 0.01'/>",
    "<path d='M0 0 H60' stroke='red' stroke-dasharray='0.0001' stroke-width='1'/><path d='M0 0 H60' stroke='red' stroke-dasharray='ANY' stroke-dashoffset='ANY'/>",
    "<polygon points='" + "1,2 9,4 " * 5000 + "' fill='url(#dots)' fill-rule='evenodd'/>",
    "<svg x='ANY' y='ANY' width='ANY' height='ANY' viewBox='ANY' preserveAspectRatio='ANY'><rect width='100%' height='100%'/></svg>",
    "<g transform='ANY'><g transform='ANY'><rect width='9' height='9' stroke='red' stroke-width='ANY'/><circle r='ANY'/></g></g>",
    "<radialGradient id='q' cx='ANY' cy='ANY' r='ANY' fx='ANY' fr='ANY' gradientTransform='ANY' spreadMethod='reflect'><stop offset='ANY' stop-color='ANY'/><stop offset='0'/></radialGradient>",
    "<linearGradient id='q' gradientUnits='userSpaceOnUse' x1='ANY' x2='ANY'>" + "<stop offset='0.5' stop-color='red'/>" * 800 + "</linearGradient>",
    "<g xmlns='http://x/y'><rect width='9' height='9'/></g><x:g xmlns:x='http://www.w3.org/2000/svg'><x:rect width='9' height='9'/></x:g>",
    "<g xmlns:pnp='http://other' pnp:for='x in y'/><q:w/>",
    "<g inkscape:groupmode='layer' inkscape:label='safe'><rect width='ANY' height='ANY'/><rect/></g><g id='trim'/><g id='bleed'><g id='safe'/></g>",
    "<switch><g systemLanguage='ja'/><foreignObject/></switch><a href='javascript:x'><rect width='9' height='9'/></a>",
    "<?xml-stylesheet href='x.css'?><!-- x --><title>q</title><desc><rect/></desc><metadata><x/></metadata>",
    "&nbsp;", "&#x85;", "&#xFFFF;", "&q;", "<![CDATA[x]]>", "&amp;lt;",
    "<!DOCTYPE svg [<!ENTITY q 'x'>]>", "<!DOCTYPE svg SYSTEM 'file:///etc/passwd'>",
    "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]>",
)  # fmt: skip
