"""The table of what SVG files may say: elements, their attributes, properties and the values that are drawn.

Takes an element whose style was split; gives findings about what would be left out. Promise: an attribute or property
is drawn (`ATTRIBUTES`, `DRAWN`), or of no account on paper (`_INERT`), or at a value that changes nothing
(`LIMITED`), or another element's and nowhere near one of its own; all others are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from generator.diagnostics.findings import Finding, Unreadable, near
from generator.layout.svg.datatypes import shown
from generator.layout.svg.element import Element
from generator.layout.svg.paint import color
from generator.layout.svg.style import INHERITED
from generator.values import lazy_pattern


def named(words: str) -> frozenset[str]:
    """The names in some words."""
    return frozenset(words.split())


ROOT = "root"
"""How the outermost `svg` is called here: other rules hold for it than for those inside."""
_BOX = "x y width height "
_LETTERS = "x y dx dy rotate textLength lengthAdjust "
_GRADIENT = "href gradientUnits gradientTransform spreadMethod "
ATTRIBUTES: Mapping[str, frozenset[str]] = {
    tag: named(words)
    for tag, words in {
        **dict.fromkeys(("svg", ROOT), _BOX + "viewBox preserveAspectRatio"),
        "g": "",
        "switch": "",
        "defs": "",
        "a": "href",
        "symbol": _BOX + "viewBox preserveAspectRatio refX refY",
        "use": _BOX + "href",
        "image": _BOX + "href preserveAspectRatio",
        "path": "d pathLength",
        "rect": _BOX + "rx ry pathLength",
        "circle": "cx cy r pathLength",
        "ellipse": "cx cy rx ry pathLength",
        "line": "x1 y1 x2 y2 pathLength",
        "polyline": "points pathLength",
        "polygon": "points pathLength",
        "text": _LETTERS,
        "tspan": _LETTERS + "href",
        "textPath": _LETTERS + "href path side startOffset method spacing",
        "clipPath": "clipPathUnits",
        "mask": _BOX + "maskUnits maskContentUnits",
        **dict.fromkeys(("flowRoot", "flowRegion", "flowDiv", "flowPara", "flowSpan"), ""),
        "linearGradient": _GRADIENT + "x1 y1 x2 y2",
        "radialGradient": _GRADIENT + "cx cy r fx fy fr",
        "stop": "offset",
        "marker": "viewBox preserveAspectRatio refX refY markerWidth markerHeight markerUnits orient",
        "pattern": _BOX + "href viewBox preserveAspectRatio patternUnits patternContentUnits patternTransform",
        "style": "type media title",
        "filter": _BOX + "filterUnits primitiveUnits",
    }.items()
}
"""Element -> its own attributes, which are read where it is drawn."""

STEPS = named(
    "feDistantLight fePointLight feSpotLight "
    "feBlend feColorMatrix feComponentTransfer feFuncR feFuncG feFuncB feFuncA feComposite "
    "feConvolveMatrix feDiffuseLighting feSpecularLighting feDisplacementMap feDropShadow feFlood feGaussianBlur "
    "feImage feMerge feMergeNode feMorphology feOffset feTile feTurbulence"
)
"""What a filter is made of."""
STEP_ATTRIBUTES = named(
    _BOX + "result in in2 mode type values tableValues slope intercept amplitude exponent offset operator k1 k2 k3 k4 "
    "order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale "
    "diffuseConstant specularConstant specularExponent azimuth elevation z pointsAtX pointsAtY pointsAtZ "
    "limitingConeAngle scale xChannelSelector yChannelSelector stdDeviation dx dy radius baseFrequency numOctaves seed "
    "stitchTiles flood-color flood-opacity lighting-color"
)
"""The attributes of steps: elsewhere most mean nothing."""
REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
"""What masks and filters show a part of, where they do not say."""
KNOWN = frozenset([*ATTRIBUTES, *STEPS])
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
BOXED = SHAPES | {"image"}
"""What has a box before it is drawn."""
SKIPPED = named("title desc metadata view hatch font font-face cursor color-profile solidColor midPointStop")
"""Left out without a word: what does not draw, or draws only where an attribute that is refused refers to it."""
WITH_WORDS = named("text tspan textPath a style flowPara flowSpan")

GEOMETRY: Mapping[str, frozenset[str]] = {
    "rect": named(_BOX + "rx ry"),
    "image": named(_BOX),
    "use": named("x y"),
    ROOT: named("width height"),
    "circle": named("cx cy r"),
    "ellipse": named("cx cy rx ry"),
    "path": named("d"),
}
"""Element -> those of its attributes that style sheets may set as well."""

DRAWN = frozenset(INHERITED) | named(
    "opacity display clip-path mask mask-type transform transform-origin stop-color stop-opacity shape-inside "
    "vector-effect overflow filter flood-color flood-opacity lighting-color color-interpolation-filters mix-blend-mode"
)
"""Properties that are read, each where it is drawn."""

_TSPAN = frozenset({"tspan", "textPath"})
_WORDS = _TSPAN | {"text"}
_PAINTED = SHAPES | _WORDS | {"image", "use", "a", "g", "svg", ROOT, "symbol", "switch", "clipPath"}
LINES = frozenset({"path", "line", "polyline", "polygon"})
"""Shapes whose vertices are marked, as browsers and drawing programs have it."""
_GRADIENTS = frozenset({"linearGradient", "radialGradient"})
_PATTERN = frozenset({"pattern"})
STYLED_WHERE_THEY_STAND = _RESOURCES = _GRADIENTS | _PATTERN | {"clipPath", "mask", "marker", "filter"}
"""What is drawn elsewhere, and takes over nothing from there."""
_WINDOWS = frozenset({"svg", "symbol"})
_PAGE = frozenset({ROOT})
_BELOW = frozenset({"below"})
_IN_WORDS = _BELOW | _WORDS


def _is_colour(words: str) -> bool:
    try:
        return bool(color("transparent" if words in ("none", "0") else words))
    except Unreadable:
        return False


_NONE, _NORMAL = "(?i)none", "(?i)normal"
_ZERO = r"(?i)[-+0.,\s]*(?:px|mm|em|%)?|none|normal|auto"
_FILTER = r"""(?x) none | url\([^()]*\) | (?:(?: blur | brightness | contrast | drop-shadow | grayscale | hue-rotate
    | invert | opacity | saturate | sepia )\((?: [^()] | \([^()]*\) )*\) \s*)+"""
BLENDS = named(
    "multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue "
    "saturation color luminosity"
)
"""How CSS and PDF mix paint with what lies below."""
_UNITS = "userSpaceOnUse|objectBoundingBox"
_NEVER = "(?!)"
_FEATURES = r"""(?:["'](?:kern|locl|ccmp|mark)["'](?:\s+(?:1|on))?|["'](?:liga|clig)["'](?:\s+(?:0|off|1|on))?)"""
"""Of fonts, as words are set anyway, and letters that are not joined."""
_JOINED = "(?:no-)?common-ligatures|no-(?:discretionary|historical)-ligatures"
_EFFECT = "draw the effect as shapes, or save the art as a PNG and place it with `image`"
_CLIP = "use a clip path, or a gradient with transparent stops"
_PLACED = "use `transform`"
_FACE = "use bold, or another family of fonts.yaml"
_WIDE = r"(?i)none|[1-9]\d{2,}%|(?:[3-9]\d\d|[1-9]\d{3,})(?:\.\d+)?px"
"""Limits of the page that a card is below."""
_SIDES = ("", "-top", "-left", "-block", "-inline", "-block-start", "-inline-start")
_AROUND = " ".join(f"{box}{side}" for box in ("margin", "padding") for side in _SIDES)
_ROWS: tuple[tuple[str, frozenset[str], str | Callable[[str], bool], str], ...] = (
    ("filter", _PAINTED, _FILTER, _EFFECT),
    ("backdrop-filter", _PAINTED, _NONE, _EFFECT),
    ("mask", _PAINTED, r"none|url\([^()]*\)", _CLIP),
    ("mask-image mask-border mask-border-source mask-box-image mask-box-image-source", _PAINTED, _NONE, _CLIP),
    ("clip", _PAINTED, "(?i)auto", "use a clip path"),
    ("clip-path", _PAINTED, r"none|url\([^()]*\)", "refer to a `clipPath` of this file"),
    ("mix-blend-mode", _PAINTED, f"(?i)normal|{'|'.join(sorted(BLENDS))}", "use plain opacity"),
    ("transform", frozenset({"mask"}), _NONE, "move the shapes in the mask"),
    ("clip-path mask mask-image", _TSPAN, _NONE, "write it on the `text`"),
    ("opacity", _TSPAN, "1|1.0|100%", "use `fill-opacity`"),
    ("marker", _BELOW | LINES, _NONE, "write it as a style, or as `marker-end`"),
    ("marker-start marker-mid marker-end", _BELOW | LINES, r"none|url\([^()]*\)", "refer to a `marker` of this file"),
    ("vector-effect", SHAPES, "none|non-scaling-stroke", "give the stroke the width it shall have"),
    (
        "display",
        _PAINTED,
        "none|inline|block|inline-block|list-item|flow-root|(inline-)?(flex|grid|table)",
        'write "inline" or "none"',
    ),
    ("display", _RESOURCES, "(?!none|contents).*", "delete it, or what refers to it"),
    ("overflow", _WINDOWS | {"marker"}, "visible|hidden|scroll|auto|clip", 'write "visible"'),
    ("overflow-x overflow-y overflow-inline overflow-block", _WINDOWS, "hidden|clip|scroll", "use `overflow`"),
    ("scale", _PAINTED | _RESOURCES, r"(?i)none|(?:(?:1|100%)\s*)+", _PLACED),
    ("translate", _PAINTED | _RESOURCES, r"(?i)none|(?:0[a-z%]*\s*)+", _PLACED),
    ("offset-path perspective", _PAINTED | _RESOURCES, _NONE, _PLACED),
    ("rotate offset", (_PAINTED | _RESOURCES) - _WORDS, "(?i)none|0(?:deg|turn|g?rad)?", _PLACED),
    ("transform-box", _PAINTED - BOXED, "(?i)view-box", "write `transform-origin` in lengths"),
    ("transform-box", BOXED, "(?i)view-box|fill-box|content-box", "write `fill-box`"),
    ("transform-origin", _GRADIENTS | _PATTERN, _ZERO, "write the place into the transform: `rotate(20 5 5)`"),
    ("transform-style", _PAINTED, "(?i)flat", "delete it: paper is flat"),
    ("content-visibility", _PAINTED | _RESOURCES, "(?i)visible|auto", "use `display`"),
    ("inline-size block-size logical-width logical-height", named("rect image use svg"), _NEVER, "use `width`"),
    ("zoom", _PAINTED, "1|100%|normal|reset", _PLACED),
    ("all", _PAINTED, _NEVER, "name the properties"),
    ("animation animation-name", _PAINTED, "(?i)none.*", "delete it: paper stands still"),
    ("outline outline-style", _PAINTED, "(?i)none.*|0", "draw a line around it"),
    (
        "border border-style border-top border-right border-bottom border-left border-image box-shadow "
        "background-image",
        _PAGE,
        "(?i)none.*|0|transparent",
        "draw it as a rectangle",
    ),
    ("background background-color", _PAGE, _is_colour, "draw it as a rectangle"),
    (_AROUND, _PAGE, r"(?i)(?:(?:auto|0(?:px)?)\s*)*", "draw the page as large as it is"),
    ("max-width max-height", _PAGE, _WIDE, "draw the page as large as it is"),
    ("min-width min-height left top right bottom inset", _PAGE, "(?i)auto|(?:0[a-z%]* *)+", "delete it"),
    ("border-radius", _PAGE, _ZERO, "delete it: the size says how corners are cut"),
    ("color-scheme", _PAGE, "(?i)normal|(?:only )?light( dark)?", "draw the dark page as a rectangle"),
    ("transform", _PAGE, _NONE, "put the drawing into a `g` with this transform"),
    (
        "image-rendering",
        _BELOW | {"image"},
        "(?i)auto|optimize(?:Quality|Speed)|smooth|high-quality|pixelated|(?:-.*-)?crisp-edges",
        "write `auto`",
    ),
    ("image-orientation", _BELOW | {"image"}, "(?i)from-image", "turn the picture in a paint program"),
    ("color-interpolation", _BELOW | _GRADIENTS, "(?i)auto|sRGB", "give the gradient more stops"),
    ("text-decoration text-decoration-line", _IN_WORDS, "(?i)none.*", "draw a line below the words"),
    ("text-transform", _IN_WORDS, _NONE, "write the words as they shall stand, or bind them with `|upper`"),
    ("text-shadow", _IN_WORDS, _NONE, "draw the words twice"),
    ("text-security", _IN_WORDS, _NONE, "write the dots"),
    ("text-rendering", _IN_WORDS, "(?i)auto|optimizeLegibility|geometricPrecision", 'write "auto"'),
    ("text-rendering", _TSPAN, "(?i)auto|optimizeLegibility", "write it on the `text`"),
    (
        "writing-mode",
        _IN_WORDS,
        "(?i)lr(-tb)?|rl(-tb)?|horizontal-tb|vertical-rl|tb(-rl)?",
        "words run across, or in columns from right to left: `vertical-rl`",
    ),
    ("direction", _IN_WORDS, "(?i)ltr", "write from left to right"),
    ("font-variant-ligatures", _IN_WORDS, f"(?i)normal|none|{_JOINED}", _FACE),
    ("font-feature-settings", _IN_WORDS, rf"(?i)normal|{_FEATURES}(?:\s*,\s*{_FEATURES})*", _FACE),
    (
        "font-variant font-variant-caps font-variant-numeric font-variant-position font-variant-east-asian "
        "font-variant-alternates font-variant-emoji "
        "font-variation-settings font-language-override",
        _IN_WORDS,
        _NORMAL,
        _FACE,
    ),
    ("font-style", _IN_WORDS, "(?i)normal|italic|oblique.*", "write `italic` or `normal`"),
    ("font-stretch font-width", _IN_WORDS, "(?i)normal|100%", _FACE),
    ("font-kerning", _IN_WORDS, "(?i)auto|normal", "use `letter-spacing`"),
    ("font-size-adjust", _IN_WORDS, _NONE, "write another `font-size`"),
    ("shape-padding shape-margin shape-subtract", _WORDS, _ZERO, "draw a smaller frame"),
    ("shape-inside", _WORDS, r"none|auto|url\([^()]*\)", "write `pnp:box`"),
    ("textLength", _WORDS, _NEVER, 'use `pnp:fit="shrink"`'),
    ("method", _TSPAN, "(?i)align", "write `align`"),
    ("refX refY", _WINDOWS, "[-+0.]*(?:px)?", "move its `viewBox`"),
    ("gradientUnits", _GRADIENTS, _UNITS, 'write "userSpaceOnUse"'),
    ("fr", _GRADIENTS, _ZERO, 'write fr="0"'),
    ("spreadMethod", _GRADIENTS, "pad|reflect|repeat", "write `reflect` or `repeat`"),
    ("clipPathUnits", frozenset({"clipPath"}), _UNITS, 'write "userSpaceOnUse"'),
    ("patternUnits patternContentUnits", _PATTERN, _UNITS, 'write "userSpaceOnUse"'),
    ("media", frozenset({"style"}), "|all|screen", "write plain rules"),
)
"""What is drawn of some properties and attributes: the elements where they matter (`below`: those that hold one, too,
for it is inherited), the pattern of the values that are drawn, and what to do instead of others."""


class _Limit(NamedTuple):
    on: frozenset[str]
    drawn: Callable[[str], bool]
    hint: str


def _fits(pattern: str) -> Callable[[str], bool]:
    found = lazy_pattern(pattern)
    return lambda value: found.fullmatch(value) is not None  # compiled when it is asked


_PLAIN_FACE = "the words are printed in the plain face"
_LEFT_OUT = {
    name: instead
    for names, instead in (
        ("filter backdrop-filter", "it is printed without"),
        ("mix-blend-mode", "it is printed as it is upon what lies below"),
        ("text-decoration text-decoration-line", "the words are printed without a line"),
        ("text-shadow", "the words are printed without"),
        ("text-transform", "the words are printed as they are written"),
        ("text-rendering font-kerning textLength method", "the letters stand as they do elsewhere"),
        (
            "font-variant font-variant-caps font-variant-ligatures font-variant-numeric "
            "font-variant-position font-variant-east-asian font-variant-alternates font-feature-settings "
            "font-variation-settings font-stretch font-width",
            _PLAIN_FACE,
        ),
        ("font-size-adjust", "the words are printed in their `font-size`"),
        ("shape-padding shape-margin", "the words have the whole frame"),
        ("color-interpolation", "the colours run as in sRGB"),
        ("spreadMethod", "the last colour goes on"),
        ("animation animation-name", "it is printed as it begins"),
    )
    for name in names.split()
}
"""What is lost of these is no content: it is told, and what is printed instead."""
_MEANT = lazy_pattern(r".*\bline-through\b.*|super|sub")
"""Values that say something."""

LIMITED: dict[str, tuple[_Limit, ...]] = {}
"""Property or attribute -> what is drawn of it. What is not among the drawn ones is only looked at."""
for _names, _on, _drawn, _hint in _ROWS:
    _limit = _Limit(_on, _fits(_drawn) if isinstance(_drawn, str) else _drawn, _hint)
    for _name in _names.split():
        LIMITED[_name] = (*LIMITED.get(_name, ()), _limit)

_INERT = lazy_pattern(
    r"lang|space|tabindex|role|focusable|autofocus|nonce|slot|part|is|title|alt"
    r"|requiredFeatures|requiredExtensions|externalResourcesRequired|cursor|pointer-events"
    r"|version|baseProfile|zoomAndPan|content(?:Script|Style)Type|target|rel|hreflang|download|crossorigin|decoding"
    r"|loading|fetchpriority|referrerpolicy"
    r"|(?:color|shape|buffered)-rendering|color-profile|enable-background|isolation"
    r"|mask-(?:mode|repeat|position|clip|origin|size|composite)|solid-(?:color|opacity)"
    r"|text-(?:decoration-(?:color|style|thickness|skip|skip-ink|fill|stroke)|orientation|overflow|size-adjust)"
    r"|text-underline-.*|glyph-orientation-.*|unicode-bidi|line-height|font-variant-east_asian|font-specification"
    r"|font-(?:synthesis.*|optical-sizing|smoothing|smooth)|hyphens|word-break|word-wrap|overflow-wrap|line-break"
    r"|tab-size|user-select|user-drag|will-change|backface-visibility|perspective-origin"
    r"|touch-action|tap-highlight-color|transition.*|filter-(?:blend-mode|gaussianBlur-deviation)"
    r"|(?:margin|padding|(?:min|max)-(?:width|height)).*|position|top|right|bottom|left|inset|float|vertical-align"
    r"|accent-color|appearance|aspect-ratio|border-radius|break-.*|content|hanging-punctuation|initial-letter|kerning"
    r"|list-style.*|math-.*|object-.*|orphans|page(?:-.*)?|quotes|resize|ruby-.*|shape-(?:outside|image-.*)"
    r"|text-(?:box|wrap|align-last|combine|emphasis|justify)-?.*"
    r"|text-indent|text-spacing-trim|line-spacing|block-progression|widows|z-index|box-(?!shadow).*|color-scheme|color-adjust|print-color-adjust|forced-color-adjust|-(?:moz|ms|o|inkscape)-.*"
    r"|(?:align|place|justify)-(?:content|items)|align-self|order|clear|(?:row-|column-|grid-)?gap|(?:flex|grid|columns?|row-rule)(?:-.*)?"
    r"|(?:anchor|corner|counter|caret|container|overscroll|scroll|scrollbar|position|inset|hyphenate|view-t\w+)-.*"
    r"|contain(?:er|-.*)?|animation-(?!name).*|background-(?!color|image).*|border-(?:.*-)?(?:color|width)|border-(?:collapse|spacing|image-.*)"
    r"|outline-(?!style).*|offset-(?!path).*|overflow-(?:anchor|clip-margin)|overlay|caption-side"
    r"|empty-cells|table-layout|speak(?:-as)?|font-palette|baseline-source|interpolate-size"
)
_NAMING = ("id", "class")
_INERT_STARTS = ("pnp:", "inkscape:", "xml:", "data-", "aria-", "--")
"""Of no account on paper, or nothing by itself."""


NOBODYS = "delete it: no program reads it"
"""What to do about an attribute that is no slip of another."""
_DEFAULTS = frozenset({"", "initial", "unset", "revert"})
_ELSEWHERE = frozenset[str]().union(*ATTRIBUTES.values())
_OWN = {**ATTRIBUTES, **dict.fromkeys(STEPS, STEP_ATTRIBUTES)}
_SURE = {tag: (own | DRAWN) - LIMITED.keys() for tag, own in _OWN.items()}
"""Element -> what is drawn whatever its value."""
_BESIDE = {"transform-box": "transform"}
"""Property -> that without which it does nothing."""


def faults(element: Element, tag: str, *, sample: bool = False) -> Iterator[Finding]:
    """What is not drawn of an element's own attributes; `tag` is its name or `ROOT`; `sample`: of words in whose place
    others are set."""
    sure = _SURE.get(tag, frozenset())
    for name, value in element.attributes.items():
        unread = (sample and name in ATTRIBUTES["text"]) or f"pnp:{name}" in element.attributes
        if name in sure or unread or _BESIDE.get(name, name) not in element.attributes:
            continue
        fault = fault_of(tag, name, value.strip())
        if fault and (tag in fault[3] or matters(element, fault[3])):
            yield Finding(fault[0], element.mark(name), fault[1], fault[2], about=(name, value))


@lru_cache(maxsize=4096)
def fault_of(tag: str, name: str, value: str) -> tuple[str, str, str, frozenset[str]] | None:
    """What is wrong with an attribute of an element: code, message, hint, and where it matters."""
    if name.startswith("on") and len(name) > 3:
        return "T013", f"`{name}` would run a program", "delete the attribute", frozenset({tag})
    limits = LIMITED.get(name, ())
    kept = value == "inherit" and (name in INHERITED or name not in DRAWN)
    default = name != "all" and (kept or value in _DEFAULTS)
    for limit in limits:
        if (tag in limit.on or "below" in limit.on) and not default and not limit.drawn(value):
            if name in _LEFT_OUT and not _MEANT.fullmatch(value):
                return "T029", f"`{name}: {shown(value)}` is left out: {_LEFT_OUT[name]}", limit.hint, limit.on
            return "T005", f"`{name}: {shown(value)}` is not drawn", limit.hint, limit.on
    own = _OWN.get(tag, frozenset()) | DRAWN
    bare = name.removeprefix("-webkit-")
    idle = bare in _NAMING or bare.startswith(_INERT_STARTS)  # as nearly all are: the pattern takes long to compile
    if name in own or (limits and name not in _ELSEWHERE) or idle or _INERT.fullmatch(bare):
        return None
    meant = near(name, own, 0.6)
    if name in _ELSEWHERE and (not meant or re.fullmatch(_ZERO, value)):
        return None
    hint = f"did you mean `{meant}`?" if meant else NOBODYS
    return "T028", f"`{name}` means nothing on `{tag.replace(ROOT, 'svg')}`", hint, frozenset({tag})


def matters(element: Element, on: frozenset[str]) -> bool:
    """Whether an element is one of these, or (`below`) holds one; `use` may, where the file has any."""
    if element.tag in on:
        return True
    used = element.tag == "use" and any(f"<{tag}" in element.source.text for tag in on)
    return "below" in on and (used or any(matters(c, on) for c in element.elements))
