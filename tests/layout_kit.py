"""Helpers of the layout tests: an SVG snippet -> nodes and findings, nodes as text."""

from __future__ import annotations

from math import isfinite

from generator.diagnostics.findings import Fault
from generator.face.face import Color, GlyphRun, Gradient, Group, Image, Path
from generator.layout.assets import Studio
from generator.layout.drawing.context import Context
from generator.layout.drawing.resolve import resolve
from generator.layout.svg.parser import parse_svg
from generator.layout.template.bind import bind
from generator.layout.template.compile import Bound, compile_layout

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:pnp="https://print-and-play.example/pnp" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
    'width="63mm" height="88mm" viewBox="0 0 63 88">\n'
)


def svg(inner: str, head: str = HEAD) -> bytes:
    return f"{head}{inner}\n</svg>".encode()


def compiled(project, data: bytes, name="layouts/mini/test.svg"):
    """A layout of the mini game from the bytes of a file in layouts/mini."""
    studio = Studio(project)
    owner = project.layouts / "mini" / "test.svg"
    return studio, compile_layout(parse_svg(data, name), lambda e, a, f: studio._part("mini", owner, e, a, f))


def drawn(project, inner: str, scope=None, head: str = HEAD, game=None, language="en"):
    """(nodes, findings) of a snippet. A refusal is its findings."""
    try:
        studio, layout = compiled(project, svg(inner, head))
        context = Context(studio.tools(("mini",)), Bound(layout, layout.document.root), language=language, game=game)
        context.bound = bind(layout, scope or {}, context.tell)
        nodes = resolve(context, context.bound)
    except Fault as fault:
        return [], list(fault.findings)
    return nodes, [*layout.findings, *context.told]


def placed(project, data: bytes):
    """(nodes, findings) of a file that is no template: art."""
    studio = Studio(project)
    layout = compile_layout(parse_svg(data, "layouts/mini/art.svg"), lambda *_: None, page=False, art=True)
    context = Context(studio.tools(("mini",)), Bound(layout, layout.document.root), language="en")
    nodes = resolve(context, context.bound)
    return nodes, [*layout.findings, *context.told]


def n(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}"


def outline(segments) -> str:
    return " ".join(c + " ".join(n(v) for v in values) for c, values in segments)


def paint(value) -> str:
    if value is None:
        return "none"
    if isinstance(value, Gradient):
        kind = "radial" if value.r else "linear"
        ends = [value.x1, value.y1, value.r] if value.r else [value.x1, value.y1, value.x2, value.y2]
        stops = ",".join(f"{n(o)}:{paint(c)}" for o, c in value.stops)
        return f"{kind}({' '.join(n(v) for v in ends)} {stops})"
    assert isinstance(value, Color)
    return value.hex if value.alpha == 1 else f"{value.hex}@{n(value.alpha)}"


def shown(nodes, indent="") -> str:
    """Nodes as lines of text."""
    return "\n".join(line(node, indent) for node in nodes)


def line(node, indent="") -> str:
    if isinstance(node, Path):
        words = [f"path {outline(node.segments)}", f"fill {paint(node.fill)}"]
        if node.even_odd:
            words.append("even-odd")
        if node.stroke:
            s = node.stroke
            words.append(f"stroke {paint(s.paint)} {n(s.width)} {s.cap} {s.join}")
            words += [f"dash {' '.join(n(d) for d in s.dash)}"] if s.dash else []
        return indent + " | ".join(words)
    if isinstance(node, GlyphRun):
        return f"{indent}text {node.string!r} {node.font} {n(node.size)} at {n(node.x)} {n(node.y)} {paint(node.fill)}"
    if isinstance(node, Image):
        return f"{indent}image {node.pixels} at {n(node.x)} {n(node.y)} {n(node.width)} {n(node.height)}"
    assert isinstance(node, Group)
    words = ["group"]
    if node.matrix != (1, 0, 0, 1, 0, 0):
        words.append("matrix " + " ".join(n(v) for v in node.matrix))
    if node.clip:
        words.append("clip " + outline(node.clip) + (" even-odd" if node.clip_even_odd else ""))
    words += [f"mask ({shown(node.mask)})"] if node.mask else []
    words += [f"opacity {n(node.opacity)}"] if node.opacity != 1 else []
    words += [f"{node.effect.blend}{node.effect.behind or node.effect.steps}"] if node.effect else []
    if node.key and not node.key.startswith("pattern:"):
        words.append(node.key)
        return indent + " | ".join(words)
    return indent + " | ".join(words) + "\n" + shown(node.children, indent + "  ")


def problems(face):
    """What is wrong with a finished face; always []."""
    return [message for node in face.nodes for message in _problems(node, 0)]


def _problems(node, depth):
    if depth > 200:
        yield "groups are nested more than 200 deep"
    elif isinstance(node, Group):
        if not all(isfinite(v) for v in node.matrix):
            yield f"a group's matrix is {node.matrix}"
        yield from _outline_problems(node.clip)
        for child in node.children:
            yield from _problems(child, depth + 1)
    elif isinstance(node, Path):
        if node.fill is None and node.stroke is None:
            yield "a path has no paint"
        yield from _outline_problems(node.segments)
    elif isinstance(node, GlyphRun):
        if not node.glyphs or not all(isfinite(v) for v in (node.x, node.y, node.size, node.width)):
            yield f"a run of text is empty or nowhere: {node.string!r}"
    elif not node.data or min(node.width, node.height) <= 0:
        yield "an image is empty"


def _outline_problems(segments):
    sizes = {"M": 2, "L": 2, "C": 6, "Z": 0}
    if segments and segments[0][0] != "M":
        yield f"an outline starts with {segments[0][0]}"
    for command, values in segments:
        if len(values) != sizes.get(command, -1) or not all(isfinite(v) for v in values):
            yield f"a segment is {command} {values}"
            return
