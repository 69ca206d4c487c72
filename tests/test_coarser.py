"""Pictures of fewer pixels for smaller files: `--picture-dpi`."""

from __future__ import annotations

import io

import numpy as np
import pikepdf
import pytest
from PIL import Image as Pillow
from PIL import ImageCms

from generator.diagnostics.findings import has_errors
from generator.face.coarser import coarser
from generator.face.face import Group, Image
from generator.face.raster import picture_size
from generator.production import Order, build
from tests.export_kit import both_pictures, face_of, unlike

PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def photo(mode="RGB", side=600, kind="JPEG", **more):
    """Soft hills of colour under a little noise, as a camera sees them."""
    random = np.random.default_rng(7)
    soft = Pillow.fromarray(random.integers(0, 255, (6, 6, 3), dtype=np.uint8)).resize((side, side), Pillow.BICUBIC)
    grain = random.integers(-6, 7, (side, side, 1))
    picture = Pillow.fromarray(np.clip(np.asarray(soft) + grain, 0, 255).astype(np.uint8)).convert(mode)
    if "A" in mode:
        picture.putalpha(Pillow.linear_gradient("L").resize((side, side)))
    file = io.BytesIO()
    picture.save(file, kind, **{"quality": 95} | more)
    return file.getvalue()


def placed(data, width, **more):
    return Image(data, 5, 5, width, width, picture_size(data), **more)


def altered(*faces, ppi=300):
    return [*map(coarser(faces, ppi), faces)]


KINDS = {
    "JPEG": ("RGB", "JPEG"),
    "JPEG for print": ("CMYK", "JPEG"),
    "grey JPEG": ("L", "JPEG"),
    "PNG": ("RGB", "PNG"),
    "clear PNG": ("RGBA", "PNG"),
    "clear grey PNG": ("LA", "PNG"),
    "PNG with a palette": ("P", "PNG"),
    "PNG of 16 bits": ("I;16", "PNG"),
}


@pytest.mark.some(2)
@pytest.mark.parametrize("name", KINDS)
def test_a_fine_picture_comes_to_as_many_pixels_as_are_seen(name):
    mode, kind = KINDS[name]
    data = photo(mode.replace("I;16", "L"), kind=kind, **({"icc_profile": PROFILE} if mode == "RGB" else {}))
    if mode == "I;16":
        file = io.BytesIO()
        Pillow.fromarray(np.arange(360_000, dtype=np.uint16).reshape(600, 600)).save(file, "PNG")
        data = file.getvalue()
    face = face_of([placed(data, 20)], 30, 30)
    (node,) = altered(face)[0].nodes
    with Pillow.open(io.BytesIO(node.data)) as made, Pillow.open(io.BytesIO(data)) as before:
        assert (made.size, made.format, node.pixels) == ((237, 237), kind, (237, 237))
        assert made.info.get("icc_profile") == before.info.get("icc_profile")
        assert ("A" in made.getbands()) == ("A" in before.getbands())
        assert (made.mode == "CMYK") == (before.mode == "CMYK")
    assert len(node.data) < len(data)
    assert altered(face)[0].nodes == (node,)
    for ours, theirs in zip(both_pictures(face, 100), both_pictures(altered(face)[0], 100), strict=True):
        assert unlike(ours, theirs, 20) < 0.01


@pytest.mark.parametrize(("width", "side"), [(34, 600), (33, 390), (20, 237), (0.01, 1)])
def test_a_picture_little_finer_than_is_enough_stays_as_it_is(width, side):
    (node,) = altered(face_of([placed(photo(), width)]))[0].nodes
    assert node.pixels == (side, side)


def test_the_largest_use_decides_wherever_it_is():
    data = photo()
    small, large = placed(data, 10), placed(data, 5)
    turned = Group((large,), (0.0, 4.0, -4.0, 0.0, 0.0, 0.0))
    faces = face_of([small, Group((turned,), mask=(small,))]), face_of([small]), face_of([placed(photo(side=50), 20)])
    one, other, last = altered(*faces)
    assert {node.pixels for node in (one.nodes[0], one.nodes[1].children[0].children[0], one.nodes[1].mask[0])} == {
        (237, 237)
    }
    assert other.nodes[0].data == one.nodes[0].data
    assert last is faces[2]


def test_two_icons_with_other_pictures_are_two_icons():
    icon = Group((placed(photo(), 9),), key="icon:x")
    (made,) = altered(face_of([icon]))[0].nodes
    assert made.key not in ("", icon.key)


def test_what_saves_no_byte_is_left_out():
    """A drawing of two colours, which packs better as it is than with the greys of its edges."""
    rows = (np.indices((600, 600)).sum(axis=0) // 40 % 2 * 255).astype(np.uint8)
    file = io.BytesIO()
    Pillow.fromarray(rows).convert("1").save(file, "PNG", optimize=True)
    face = face_of([placed(file.getvalue(), 20)])
    assert altered(face) == [face]


def with_photos(project):
    (project.layouts / "mini" / "photo.jpg").write_bytes(photo(side=1200))
    card = project.layouts / "mini" / "card.svg"
    word = '<image href="photo.jpg" x="20" y="20" width="10" height="10"/></svg>'
    card.write_text(card.read_text().replace("</svg>", word))
    chip = project.layouts / "mini" / "chip.svg"
    chip.write_text(chip.read_text().replace("</svg>", word.replace('"10"', '"2"')))
    return project


def widths(made):
    with pikepdf.Pdf.open(io.BytesIO(made.outputs[0].data)) as document:
        return {int(o.Width) for o in document.objects if isinstance(o, pikepdf.Stream) and "/Width" in o}


@pytest.mark.slow
def test_a_build_has_pictures_as_fine_as_is_asked(mini_copy):
    project, of = with_photos(mini_copy), {}
    for ppi, width in ((0, 1200), (300, 119), (150, 60), (300, 119), (0, 1200)):
        made = build(project, "mini", Order(languages=("en",), picture_dpi=ppi))
        assert (widths(made), has_errors(made.findings)) == ({width}, False)
        assert of.setdefault(ppi, made) == made
    names = [made.outputs[0].name for made in of.values()]
    assert names == [f"mini-a4-en{end}.pdf" for end in ("", "-pictures300", "-pictures150")]
