"""Inherited style: attributes and the style around them -> `SvgStyle`, and its `Stroke` in mm.

Promise: of every property in `INHERITED` each value is read as SVG says, or is `Unreadable`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import fsum

from generator.diagnostics.findings import Unreadable
from generator.face.face import Color, Paint, Stroke
from generator.layout.svg.datatypes import NUMBER, diagonal, length, number, shown
from generator.layout.svg.paint import BLACK, color, share
from generator.values import Struct, lazy_pattern, replace


class SvgStyle(Struct, frozen=True, eq=False):
    """The inherited properties. Lengths are in user units; paints are words until they are used. In a marker,
    `context_fill` and `context_stroke` are the paints of its line."""

    color: Color = BLACK
    fill: str = "#000000"
    stroke: str = "none"
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    even_odd: bool = False
    clip_even_odd: bool = False
    stroke_width: str = "1"
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dash: str = "none"
    dash_offset: str = "0"
    family: str = ""
    font_size: float = 16.0
    weight: int = 400
    spacing: float = 0.0
    word_spacing: float = 0.0
    joined: bool = True
    ligated: bool = True
    anchor: str = "start"
    align: str = ""
    vertical: bool = False
    upright: bool = False
    preserve: bool = False
    italic: bool = False
    visible: bool = True
    stroke_first: bool = False
    level: str = "alphabetic"
    raised: float = 0.0
    marker_start: str = "none"
    marker_mid: str = "none"
    marker_end: str = "none"
    context_fill: str = "context-fill"
    context_stroke: str = "context-stroke"

    @property
    def bold(self) -> bool:
        """Whether the bold one of two faces is the nearer."""
        return self.weight > 500


ROOT_STYLE = SvgStyle()


Reader = Callable[[str, SvgStyle], object]


def _one_of(**meanings: object) -> Reader:
    """Reads one of some words; `_` in a name stands for `-`."""
    names = {name.strip("_").replace("_", "-"): meaning for name, meaning in meanings.items()}

    def read(words: str, _: SvgStyle) -> object:
        if words not in names:
            hint = f"write one of {', '.join(f'`{n}`' for n in names)}"
            raise Unreadable(f"`{shown(words)}` is not understood", hint)
        return names[words]

    return read


def _named(*names: str) -> Reader:
    return _one_of(**{name: name for name in names})


def _words(words: str, _: SvgStyle) -> str:
    return words


def _paint(words: str, style: SvgStyle) -> str:
    return {"context-fill": style.context_fill, "context-stroke": style.context_stroke}.get(words, words)


def _lengths(words: str, style: SvgStyle) -> str:
    """Lengths, those in ems of the element that says them."""
    return _EMS.sub(lambda m: f"{number(m[1]) * style.font_size:.9g}", words)


_EMS = lazy_pattern(rf"({NUMBER})em(?!\w)", re.IGNORECASE)


def _font_size(words: str, style: SvgStyle) -> float:
    named = _SIZES.get(words)
    if words in _STEPS:
        return style.font_size * _STEPS[words]
    return named if named is not None else length(words, style.font_size, style.font_size)


_SIZES = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
}
_STEPS = {"larger": 1.2, "smaller": 1 / 1.2}


def _weight(words: str, style: SvgStyle) -> int:
    outer = style.weight
    named = {
        "normal": 400,
        "bold": 700,
        "bolder": 400 if outer < 350 else 700 if outer < 550 else max(outer, 900),
        "lighter": min(outer, 100) if outer < 550 else 400 if outer < 750 else 700,
    }
    weight = named[words] if words in named else round(number(words))
    if not 1 <= weight <= 1000:
        raise Unreadable(f"`{shown(words)}` is no weight", "write `bold`")
    return weight


def _space(words: str, style: SvgStyle) -> float:
    return 0.0 if words == "normal" else length(words, em=style.font_size)


TIGHTEST = -0.2
"""Letters closer than this (ems) may run backwards; where their middle or end lies is then anybody's guess."""


def _letter_space(words: str, style: SvgStyle) -> float:
    space = _space(words, style)
    if space < TIGHTEST * style.font_size:
        raise Unreadable(f"`{shown(words)}` lets letters run backwards", f"write {TIGHTEST}em or more")
    return space


def _raised(words: str, style: SvgStyle) -> float:
    """How far above the line of the text words stand, with all that they are in."""
    em = style.font_size
    return style.raised + (_SHIFTS[words] * em if words in _SHIFTS else length(words, em, em))


_SHIFTS = {"baseline": 0.0, "sub": -0.2, "super": 0.4}
"""In ems of what is around, as Inkscape has them."""


def _stroke_first(words: str, _: SvgStyle) -> bool:
    order = [w for w in words.split() if w in ("fill", "stroke")]
    twice = len({*words.split()}) < len(words.split())
    if words != "normal" and (twice or not {*words.split()} <= {"fill", "stroke", "markers"}):
        raise Unreadable(f"`{shown(words)}` is no order of paint", "write `stroke fill`")
    return order[:1] == ["stroke"]


_LEVEL = _one_of(
    **dict.fromkeys(("auto", "alphabetic", "use_script"), "alphabetic"),
    **dict.fromkeys(("text_before_edge", "before_edge"), "top"),
    **dict.fromkeys(("text_after_edge", "after_edge", "ideographic"), "bottom"),
    **{name: name for name in ("central", "middle", "hanging", "mathematical")},
)
_RULE = _one_of(nonzero=False, evenodd=True)
INHERITED: dict[str, tuple[str, Reader]] = {
    "color": ("color", lambda w, s: color(w, s.color)),
    "fill": ("fill", _paint),
    "stroke": ("stroke", _paint),
    "fill-opacity": ("fill_opacity", lambda w, _: share(w)),
    "stroke-opacity": ("stroke_opacity", lambda w, _: share(w)),
    "fill-rule": ("even_odd", _RULE),
    "clip-rule": ("clip_even_odd", _RULE),
    "stroke-width": ("stroke_width", _lengths),
    "stroke-linecap": ("cap", _named("butt", "round", "square")),
    "stroke-linejoin": ("join", _named("miter", "round", "bevel")),
    "stroke-miterlimit": ("miter", lambda w, _: max(1.0, number(w))),
    "stroke-dasharray": ("dash", _lengths),
    "stroke-dashoffset": ("dash_offset", _lengths),
    "paint-order": ("stroke_first", _stroke_first),
    "font-family": ("family", _words),
    "font-size": ("font_size", _font_size),
    "font-weight": ("weight", _weight),
    "font-style": ("italic", lambda w, _: w.lower().startswith(("italic", "oblique"))),
    "letter-spacing": ("spacing", _letter_space),
    "word-spacing": ("word_spacing", _space),
    "font-variant-ligatures": ("joined", lambda w, _: not {*w.lower().split()} & {"none", "no-common-ligatures"}),
    "font-feature-settings": ("ligated", lambda w, _: not re.search(r"liga\W+(0|off)", w)),
    "text-anchor": ("anchor", _named("start", "middle", "end")),
    "dominant-baseline": ("level", _LEVEL),
    "alignment-baseline": ("level", _LEVEL),
    "baseline-shift": ("raised", _raised),
    "writing-mode": ("vertical", lambda w, _: w.lower() in ("vertical-rl", "tb", "tb-rl")),
    "text-orientation": ("upright", lambda w, _: w.lower() == "upright"),
    "text-align": (
        "align",
        _one_of(start="", left="", center="middle", right="end", end="end", justify="justify", match_parent=""),
    ),
    "xml:space": ("preserve", _one_of(default=False, preserve=True)),
    "white-space": (
        "preserve",
        _one_of(normal=False, nowrap=False, pre_line=False, pre=True, pre_wrap=True, break_spaces=True),
    ),
    "marker-start": ("marker_start", _words),
    "marker-mid": ("marker_mid", _words),
    "marker-end": ("marker_end", _words),
    "visibility": ("visible", _one_of(visible=True, hidden=False, collapse=False)),
}
"""Attribute -> field of `SvgStyle`, and how its words are read."""

_FACES = {
    "font-style": r"italic|oblique",
    "font-variant": r"small-caps",
    "font-weight": r"bold|bolder|lighter|[1-9]\d{0,3}",
    "font-stretch": r"(?:ultra-|extra-|semi-)?(?:condensed|expanded)",
}
_FONT = lazy_pattern(rf"((?:(?:normal|{'|'.join(_FACES.values())})\s+)*)([^\s/]+)(?:\s*/\s*\S+)?\s+(.+)")


def longhands(name: str, words: str) -> dict[str, str]:
    """The properties that a shorthand sets, or a property itself. Raises `Unreadable`."""
    if name == "font":
        return _font(words)
    return dict.fromkeys(("marker-start", "marker-mid", "marker-end") if name == "marker" else (name,), words)


def _font(words: str) -> dict[str, str]:
    if words.lower() in ("initial", "inherit", "unset", "revert"):
        return dict.fromkeys((*_FACES, "font-size", "font-family"), words)
    found = _FONT.fullmatch(words)
    if found is None:
        raise Unreadable(f"`{shown(words)}` has no size and family", "write `font-size` and `font-family`")
    faces = {
        name: next((w for w in found[1].split() if re.fullmatch(form, w)), "normal") for name, form in _FACES.items()
    }
    return {**faces, "font-size": found[2], "font-family": found[3]}


OnUnreadable = Callable[[str, Unreadable], None]


def changes_of(style: SvgStyle, attributes: Mapping[str, str], problem: OnUnreadable) -> dict[str, object]:
    """What an element changes in the style around it. What can't be read is told to `problem` (attribute, what) and
    left out.
    """
    changes: dict[str, object] = {}
    inner = style
    if "font-size" in attributes:  # the others may be in its ems
        _read("font-size", attributes["font-size"], style, problem, changes)
        inner = cascaded(style, changes)
    for name, words in attributes.items():
        if name != "font-size":
            _read(name, words, style if words in _SHIFTS else inner, problem, changes)
    return changes


def _read(name: str, words: str, style: SvgStyle, problem: OnUnreadable, changes: dict[str, object]) -> None:
    known = INHERITED.get(name)
    if known is None or words in ("inherit", "unset", ""):
        return
    try:
        initial = words == "initial"
        changes[known[0]] = getattr(ROOT_STYLE, known[0]) if initial else known[1](words.strip(), style)
    except Unreadable as what:
        problem(name, what)


def cascaded(style: SvgStyle, changes: Mapping[str, object]) -> SvgStyle:
    """The style inside an element."""
    return replace(style, **changes) if changes else style


def stroke(
    style: SvgStyle, paint: Paint, scale: float, viewport: tuple[float, float], stretch: float = 1.0
) -> Stroke | None:
    """The stroke of a style in mm, its dashes stretched; None if it has no width. Raises `Unreadable`."""
    whole, name = diagonal(*viewport), "stroke-width"
    try:
        width = length(style.stroke_width, whole) * scale
        if width < 0:
            raise Unreadable(f"the stroke is {width:g} wide", "write 0 or more")
        if width == 0:
            return None
        name = "stroke-dasharray"
        dash = _dashes(style.dash, scale * stretch, whole)
        name = "stroke-dashoffset"
        offset = length(style.dash_offset, whole) * scale * stretch if dash else 0.0
    except Unreadable as what:
        what.about = name
        raise
    return Stroke(paint, round(width, 4), style.cap, style.join, style.miter, dash, round(offset, 4))


SHORTEST = 0.05
"""Dashes that repeat after less (mm) look like a line, and a long line of them takes a printer for ever."""
MOST_DASHES = 100


def _dashes(words: str, scale: float, whole: float) -> tuple[float, ...]:
    if words in ("none", ""):
        return ()
    values = [length(w, whole) * scale for w in re.split(r"\s*,\s*|\s+", words.strip())]
    if any(v < 0 for v in values):
        raise Unreadable(f"the dashes `{shown(words)}` have a negative length", "write lengths of 0 and more")
    if fsum(values) <= 1e-6:
        return ()
    if fsum(values) < SHORTEST or len(values) > MOST_DASHES:
        message = f"the dashes `{shown(words)}` are {fsum(values):.2g} mm all together, {len(values)} of them"
        raise Unreadable(message, f"write at least {SHORTEST} mm and at most {MOST_DASHES} lengths")
    return tuple(round(v, 4) for v in values) * (2 if len(values) % 2 else 1)
