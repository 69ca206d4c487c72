"""Drawings by chance, as drawing programs might write them: the same for a seed.

Nothing is in them of which programs differ (a focus outside its circle, boxes without width, percentages in a picture
within the picture), so that what is drawn can be held against another program.
"""

from __future__ import annotations

from random import Random

COLOURS = ("red", "#08f", "green", "orange", "#7030a0", "black", "#888", "rgb(200,40,90)", "hsl(120,60%,40%)", "#0f08")
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="60mm" height="60mm" viewBox="0 0 60 60">'
)
FITS = ("none", "xMidYMid meet", "xMinYMin slice", "xMaxYMid meet", "xMidYMax slice")
LINES = {
    "stroke-linejoin": ("round", "bevel", "miter"),
    "stroke-linecap": ("round", "square", "butt"),
    "stroke-dasharray": ("3", "4 2", "5,1,2", "6 3 1 3", "none"),
    "stroke-dashoffset": ("2", "-3"),
    "stroke-miterlimit": ("1", "2", "10"),
    "stroke-opacity": (".5", "70%"),
}
BOTH = {
    "fill-opacity": (".5", "40%"),
    "opacity": (".5", ".8"),
    "fill-rule": ("evenodd", "nonzero"),
    "paint-order": ("stroke", "stroke fill"),
    "color": COLOURS,
}


class Sketcher:
    """Draws one; `defs` are what its elements refer to."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 (no secret)
        self.defs: list[str] = []
        self.rules: list[str] = []

    def drawing(self) -> str:
        body = "".join(self.node(0) for _ in range(self.random.randrange(1, 5)))
        return f"{HEAD}<style>{''.join(self.rules)}</style><defs>{''.join(self.defs)}</defs>{body}</svg>"

    def number(self, low: float, high: float) -> str:
        return f"{self.random.uniform(low, high):.{self.random.choice((0, 1, 2))}f}"

    def point(self) -> str:
        return f"{self.number(5, 55)} {self.number(5, 55)}"

    def perhaps(self, share: float, words: str) -> str:
        return words if self.random.random() < share else ""

    def known(self, kind: str, more: str, inner: str) -> str:
        """The id under which an element is kept."""
        name = f"n{len(self.defs)}"
        self.defs.append(f'<{kind} id="{name}"{more}>{inner}</{kind}>')
        return name

    def turned(self, name: str = "transform") -> str:
        n = self.number
        ways = (
            f"translate({n(-10, 10)} {n(-10, 10)})",
            f"rotate({n(-90, 90)},{n(0, 60)},{n(0, 60)})",
            f"scale({n(0.5, 1.6)},-{n(0.5, 1.4)})",
            f"skewX({n(-30, 30)})",
            f"matrix({n(0.6, 1.3)} {n(-0.4, 0.4)} {n(-0.4, 0.4)} {n(0.6, 1.3)} {n(-8, 8)} {n(-8, 8)})",
        )
        some = self.random.sample(ways, self.random.choice((1, 1, 2)))
        return f' {name}="{self.random.choice((" ", ", ", "")).join(some)}"'

    def gradient(self) -> str:
        pick, by_page = self.random.choice, self.random.random() < 0.5
        offsets = sorted(self.random.randrange(101) for _ in range(pick((2, 2, 3, 4))))
        ends = ("", ' stop-opacity=".6"')
        stops = "".join(f'<stop offset="{n}%" stop-color="{pick(COLOURS)}"{pick(ends)}/>' for n in offsets)
        more = f' gradientUnits="{"userSpaceOnUse" if by_page else "objectBoundingBox"}"'
        more += self.perhaps(0.4, f' spreadMethod="{pick(("pad", "reflect", "repeat"))}"')
        size = 60 if by_page else 1
        if self.random.random() < 0.5:
            ends = [f"{self.random.uniform(0, size):.2f}" for _ in range(4)]
            where = ' x1="{}" y1="{}" x2="{}" y2="{}"'.format(*ends)
            kind, more = "linearGradient", more + self.perhaps(0.4, self.turned("gradientTransform"))
        else:
            x, y, r = (
                self.random.uniform(low * size, high * size) for low, high in ((0.3, 0.7), (0.3, 0.7), (0.3, 0.6))
            )
            where, kind = f' cx="{x:.2f}" cy="{y:.2f}" r="{r:.2f}"', "radialGradient"
            where += self.perhaps(0.3, f' fx="{x + r / 3:.2f}" fy="{y - r / 4:.2f}"')
        return f"url(#{self.known(kind, more + where, stops)})"

    def style(self, *, is_line: bool = False) -> str:
        """As attributes, as a style, as a rule of CSS, or as two of them."""
        pick, chance = self.random.choice, self.random.random
        said = {"fill": self.gradient() if chance() < 0.25 else pick((*COLOURS, "none", "currentColor"))}
        if is_line or chance() < 0.5:
            said |= {"stroke": pick(COLOURS), "stroke-width": pick((self.number(0.5, 5), "1mm", "2px"))}
            said |= {name: pick(values) for name, values in LINES.items() if chance() < 0.3}
        said |= {name: pick(values) for name, values in BOTH.items() if chance() < 0.15}
        names = list(said)
        cut = pick((0, len(names), len(names) // 2))
        ruled = ";".join(f"{name}:{said[name]}" for name in names[cut:])
        words = "".join(f' {name}="{said[name]}"' for name in names[:cut])
        if chance() < 0.5:
            return f'{words} style="{ruled}"'
        self.rules.append(f".r{len(self.rules)} {{ {ruled} }}")
        return f'{words} class="r{len(self.rules) - 1}"'

    def path(self) -> str:
        words = f"M{self.point()}"
        for _ in range(self.random.randrange(2, 7)):
            step = self.random.choice("LlHhVvCcSsQqTtAaZ")
            n = (lambda: self.number(5, 55)) if step.isupper() else (lambda: self.number(-20, 20))
            if step in "Aa":
                radii = f"{self.number(2, 20)} {self.number(2, 20)} {self.number(0, 90)}"
                words += f"{step}{radii} {self.random.choice(('0 1', '1,0', '11'))} {n()} {n()}"
            else:
                count = {"L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}[step.upper()]
                words += step + self.random.choice((" ", ",")).join(n() for _ in range(count))
        return words

    def shape(self, look: str) -> str:
        n, many = self.number, self.random.randrange(3, 7)
        corner = self.perhaps(0.4, f' rx="{n(0, 12)}"') + self.perhaps(0.2, f' ry="{n(0, 12)}"')
        ways = (
            f'<rect x="{n(0, 50)}" y="{n(0, 50)}" width="{n(3, 40)}" height="{n(3, 40)}"{corner}{look}/>',
            f'<circle cx="{n(0, 55)}" cy="{n(0, 55)}" r="{n(2, 20)}"{look}/>',
            f'<ellipse cx="{n(0, 55)}" cy="{n(0, 55)}" rx="{n(2, 25)}" ry="{n(2, 15)}"{look}/>',
            f'<polygon points="{" ".join(self.point() for _ in range(many))}"{look}/>',
            f'<polyline points="{", ".join(self.point() for _ in range(many))}"{look}/>',
            f'<path d="{self.path()}"{look}/>',
            f'<path d="{self.path()}"{look}/>',
        )
        return self.random.choice(ways)

    def clip(self) -> str:
        inner = "".join(
            self.shape(self.perhaps(0.3, ' clip-rule="evenodd"')) for _ in range(self.random.choice((1, 2)))
        )
        return f' clip-path="url(#{self.known("clipPath", self.perhaps(0.2, self.turned()), inner)})"'

    def mask(self) -> str:
        ground = f'<rect width="60" height="60" fill="{self.random.choice(("white", "#aaa", self.gradient()))}"/>'
        hole = f'<circle cx="{self.number(10, 50)}" cy="{self.number(10, 50)}" r="{self.number(5, 20)}" fill="#555"/>'
        box = ' maskUnits="userSpaceOnUse" x="2" y="2" width="50" height="55"'
        return f' mask="url(#{self.known("mask", box, ground + hole)})"'

    def covered(self, share: float) -> str:
        return self.perhaps(share, self.clip()) + self.perhaps(share, self.mask()) + self.perhaps(0.3, self.turned())

    def node(self, depth: int) -> str:
        kind = self.random.random() if depth < 3 else 1.0
        if kind < 0.25:
            inner = "".join(self.node(depth + 1) for _ in range(self.random.randrange(1, 4)))
            return f"<g{self.style()}{self.covered(0.15)}>{inner}</g>"
        n = self.number
        box = f'x="{n(0, 20)}" y="{n(0, 20)}" width="{n(10, 40)}" height="{n(10, 40)}"'
        view = f'viewBox="{self.random.choice(("0 0 60 60", "10 10 30 40", "-5 -5 50 30"))}"'
        fit = self.perhaps(0.4, f' preserveAspectRatio="{self.random.choice(FITS)}"')
        if kind < 0.32:
            name = self.known("symbol", f" {view}{fit}", self.node(3) + self.node(3))
            return f'<use xlink:href="#{name}" {box}{self.perhaps(0.3, self.turned())}/>'
        if kind < 0.37:
            name = self.known("g", "", self.node(3))
            return f'<use href="#{name}" x="{self.number(-9, 9)}"{self.style()}{self.perhaps(0.4, self.turned())}/>'
        if kind < 0.42:
            return f"<svg {box} {view}{fit}>{self.node(3)}{self.node(3)}</svg>"
        return self.shape(self.style() + self.covered(0.1))
