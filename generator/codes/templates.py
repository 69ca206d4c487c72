"""Finding codes T...: SVG templates and their expressions."""

from __future__ import annotations

from generator.codes.table import ERROR, WARNING, Code

CODES: dict[str, Code] = {
    "T061": Code(
        ERROR,
        "a size that cannot be cut",
        "A size (in `layouts/sizes.yaml`, or written into a set) has a key that its shape does not know, lacks one, or has a "
        "number that gives no shape. All lengths are plain numbers in millimetres.",
        "coin: {shape: circle, width: 22}",
        "coin: {shape: circle, diameter: 22}",
    ),
}
_ = WARNING
