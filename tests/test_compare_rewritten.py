"""What is written otherwise and means the same prints nothing; what is two-sided, split or folded is swapped whole."""

from __future__ import annotations

import io
import re

import pytest
import yaml
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from generator.production import Order
from generator.project import Project
from generator.versions import DiffOrder, build_changed, compare
from tests.compare_kit import (
    MINI,
    committed,
    copy_of,
    first_page,
    loaded,
    printed_stamps,
    replace,
    rewrite,
    stamps_of,
)
from tests.conftest import ROOT

CARDS = "components/mini/cards.yaml"
CHIPS = "components/mini/chips.yaml"
GAME = "components/mini/game.yaml"
SPREAD = "id,count,value\none,4,1\nfive,2,5\n"


@pytest.fixture
def since(request, tmp_path):
    """A copy of the mini game that may be changed, and what its old version is called: a folder, or a tag."""
    project = copy_of(MINI, tmp_path / "new")
    replace(
        project.root / CHIPS,
        "items:\n  - {id: one, count: 4, value: 1}\n  - {id: five, count: 2, value: 5}\n",
        "from: chips.csv\n",
    )
    (project.root / "components" / "mini" / "chips.csv").write_text(SPREAD, "utf-8")
    if getattr(request, "param", "folder") == "folder":
        return project, str(copy_of(project.root, tmp_path / "old").root)
    committed(project, "v1")
    return project, "v1"


def swapped(project, since, game="mini", language="en", **more):
    """The faces on the sheets with their numbers, and the words of the first page."""
    outputs, findings, _ = build_changed(project, game, Order((language,), since=since, **more))
    assert not [f for f in findings if f.severity.value == "error"], findings
    if not outputs:
        return {}, ""
    stamps = stamps_of(project, game, language, more.get("only"))
    found = printed_stamps(outputs[0].data, stamps.values())
    return {name: found[stamp] for name, stamp in stamps.items() if found[stamp]}, first_page(outputs[0].data)


def each_yaml(project, write):
    for path in sorted((project.components / "mini").glob("*.yaml")):
        path.write_text(write(path.read_text("utf-8"), loaded(path)), "utf-8")


class _Quoting(yaml.SafeDumper):
    """Puts all words in quotes."""


_Quoting.add_representer(str, lambda dumper, words: dumper.represent_scalar("tag:yaml.org,2002:str", words, style='"'))


def quoted(project):
    each_yaml(project, lambda _, data: yaml.dump(data, Dumper=_Quoting, allow_unicode=True, sort_keys=False))


def sorted_keys(project):
    each_yaml(project, lambda _, data: yaml.safe_dump(data, allow_unicode=True, sort_keys=True, width=60))


def flowing(project):
    each_yaml(
        project, lambda _, data: yaml.safe_dump(data, allow_unicode=True, sort_keys=False, default_flow_style=True)
    )


def noted(project):
    each_yaml(project, lambda text, _: "# to and fro\n\n" + text.replace("\n", "  # why\n", 1) + "\n\n# end\n")


def turned_items(project):
    for path in sorted((project.components / "mini").glob("*.yaml")):
        rewrite(path, lambda data: data["items"].reverse() if "items" in data else None)


def other_ends(project):
    each_yaml(project, lambda text, _: text.replace("\n", "\r\n"))


def columns(project):
    text = "value,id,count\n5,five,2\n1,one,4\n"
    (project.components / "mini" / "chips.csv").write_text(text, "utf-8")


def out_of_the_table(project):
    """One item goes from the CSV into the YAML file of the same set."""
    (project.components / "mini" / "chips.csv").write_text("id,count,value\none,4,1\n", "utf-8")
    replace(project.root / CHIPS, "from: chips.csv\n", "from: chips.csv\nitems:\n  - {value: 5, id: five, count: 2}\n")


def other_files(project):
    for name in ("cards", "tiles", "chips"):
        path = project.components / "mini" / f"{name}.yaml"
        path.rename(path.with_name(f"z-{name}.yaml"))


def other_icon_file(project):
    icons = project.layouts / "mini" / "icons"
    (icons / "sun.svg").rename(icons / "star.svg")
    replace(project.root / GAME, "icon: sun", "icon: star")
    card = project.layouts / "mini" / "card.svg"
    card.write_text(card.read_text("utf-8").replace("icons/sun.svg", "icons/star.svg"), "utf-8")


def other_template_file(project):
    (project.layouts / "mini" / "chip.svg").rename(project.layouts / "mini" / "counter.svg")
    replace(project.root / CHIPS, "layout: chip", "layout: counter")


def spaced_svg(project):
    for path in sorted(project.layouts.rglob("*.svg")):
        path.write_text(re.sub(r">\s*\n\s*<", ">\n\n  <!-- why -->\n <", path.read_text("utf-8")), "utf-8")


def turned_attributes(project):
    def turn(found):
        return "<" + found[1] + "".join(reversed(re.findall(r'\s[\w:-]+="[^"]*"', found[2]))) + found[3] + ">"

    for path in sorted(project.layouts.rglob("*.svg")):
        path.write_text(re.sub(r"<(\w+)((?:\s[\w:-]+=\"[^\"]*\")+)\s*(/?)>", turn, path.read_text("utf-8")), "utf-8")


def grouped_svg(project):
    for path in sorted(project.layouts.rglob("*.svg")):
        head, tag, rest = re.split(r"(<svg[^>]*>)", path.read_text("utf-8"), maxsplit=1)
        path.write_text(head + tag + '<g id="all">' + rest.replace("</svg>", "</g></svg>"), "utf-8")


def into_a_shared_folder(project):
    """A set, and its template, from the game's own folders into those that games share."""
    shared = project.components / "common"
    shared.mkdir()
    (shared / "shared.yaml").write_text("{}\n", "utf-8")
    for name in ("chips.yaml", "chips.csv"):
        (project.components / "mini" / name).rename(shared / name)
    (project.layouts / "common").mkdir()
    (project.layouts / "mini" / "chip.svg").rename(project.layouts / "common" / "chip.svg")
    replace(project.root / GAME, "version:", "include: [common]\nversion:")


def unseen_paint(project):
    """What lies beside the page of a template, is hidden or clipped away."""
    unseen = (
        '<rect x="-60" y="2" width="9" height="9"/><g visibility="hidden"><rect width="9" height="9"/></g>'
        '<clipPath id="far"><rect x="90" y="90" width="1" height="1"/></clipPath>'
        '<circle r="4" clip-path="url(#far)"/><circle r="4" fill-opacity="0"/></svg>'
    )
    for name in ("chip", "card-back"):
        replace(project.layouts / "mini" / f"{name}.svg", "</svg>", unseen)


REWRITES = [
    (other_icon_file, quoted), (turned_attributes, turned_items, sorted_keys), (spaced_svg, flowing),
    (grouped_svg, columns), (unseen_paint, noted, other_files), (other_template_file, out_of_the_table),
    (into_a_shared_folder, other_ends),
]  # fmt: skip
"""Some of drawings, files or folders each time, with some of the data."""
TOLD = {other_icon_file: 2, grouped_svg: 1, other_template_file: 1, unseen_paint: 2}
"""How many lines tell it all the same: the name of a file is a fact, and so is a group."""


@pytest.mark.some(3)
@pytest.mark.parametrize("changes", REWRITES, ids=lambda all_: "+".join(c.__name__ for c in all_))
@pytest.mark.parametrize("since", ["folder"], indirect=True)
def test_what_only_is_written_otherwise_prints_nothing(since, changes):
    project, old = since
    for change in changes:
        change(project)
    assert swapped(project, old, language="ja") == ({}, "")
    data, _ = compare(project, DiffOrder(old, "mini", language="en"))
    lines = [line for line in data.decode().splitlines() if line.startswith("  ")]
    assert len(lines) == sum(TOLD.get(change, 0) for change in changes), lines


@pytest.mark.slow
@pytest.mark.parametrize("since", ["folder", "revision"], indirect=True)
def test_a_new_id_and_a_new_face_are_one_swap(since):
    project, old = since
    before = stamps_of(project, "mini", "en")
    replace(project.root / CARDS, "id: dusk", "id: nightfall")
    replace(project.root / CARDS, "{ja: 夕暮れ, en: Dusk}", "{ja: 日没, en: Nightfall}")
    found, words = swapped(project, old, backs="none")
    after = stamps_of(project, "mini", "en")
    assert found == {("card", "nightfall", "front"): 3}
    rows = [line for line in words.splitlines() if before["card", "dusk", "front"] in line]
    assert any(after["card", "nightfall", "front"] in row for row in rows), words
    assert "no longer" not in words


def test_a_set_that_is_not_printed_any_more_is_not_said_to_be_gone(since):
    project, old = since
    replace(project.root / CHIPS, "expect: null", "printed: false\nexpect: null")
    found, words = swapped(project, old)
    assert found == {}
    assert "no longer printed" in words


def test_pieces_of_another_paper_are_told_by_their_paper(since):
    project, old = since
    replace(project.root / CHIPS, "kind: token", "kind: card")
    found, words = swapped(project, old, backs="none")
    assert found in ({}, {("chip", "one", "front"): 4, ("chip", "five", "front"): 2})
    assert not found or "paper" in words


# ---- the bundled games: on both sides, split, folded, shared ---------------------------------------------------------


@pytest.fixture
def games(tmp_path):
    return copy_of(ROOT, tmp_path / "new")


def first(project, game, wanted):
    """The file, set and first item of a printed set of a game that is as wanted."""
    for folder in (project.components / game, project.components / "peoples"):
        for path in sorted(folder.glob("*.yaml")):
            data = loaded(path)
            if isinstance(data, dict) and data.get("items") and data.get("printed", True) and wanted(data):
                return path, data
    return pytest.fail("there is no such set")


def raised(path, item):
    def change(data):
        found = next(i for i in data["items"] if i["id"] == item)
        found["count"] = found.get("count", 1) + 1
        for key in ("complete", "unique", "use", "parts", "checks"):
            data.pop(key, None)
        data["expect"] = sum(i.get("count", 1) for i in data["items"])

    rewrite(path, change)


LINEAGE = "quo-vadis"


@pytest.mark.slow
def test_one_more_of_what_is_split_or_folded_is_one_more_whole_piece(games):
    items = []
    for kind in ("board", "standee", "die"):
        path, data = first(games, LINEAGE, lambda d, kind=kind: d.get("kind") == kind)
        items.append((data["id"], data["items"][0]["id"]))
        raised(path, items[-1][1])
    found, words = swapped(games, str(ROOT), LINEAGE, "en", only=tuple(set_ for set_, _ in items))
    assert {name[:2] for name in found} == {*items}
    assert set(found.values()) == {1}
    assert "nothing" in words


@pytest.mark.slow
def test_a_changed_back_is_told_by_its_own_stamp(games):
    _, data = first(games, LINEAGE, lambda d: d.get("kind") == "token" and any("back" in i for i in d["items"]))
    items = [i for i in data["items"] if i.get("back") == data["items"][0]["back"]]
    before = stamps_of(games, LINEAGE, "en", (data["id"],))
    back = games.layouts / LINEAGE / f"{items[0]['back']}.svg"
    back.write_text(back.read_text("utf-8").replace("</svg>", '<circle cx="9" cy="9" r="0.4"/></svg>'), "utf-8")
    found, words = swapped(games, str(ROOT), LINEAGE, "en", only=(data["id"],))
    after = stamps_of(games, LINEAGE, "en", (data["id"],))
    assert {name[1] for name in found} == {i["id"] for i in items}
    for item in items:
        old, new = before[data["id"], item["id"], "back"], after[data["id"], item["id"], "back"]
        assert old != new
        assert f"{old} in the margin" in words  # on the face of a token there is no room
        assert f"{new} in the margin" in words


@pytest.mark.slow
def test_a_file_that_games_share_is_printed_for_each_of_them(games):
    committed(games, "v1")
    path = games.components / "peoples" / "genesis-cards.yaml"
    data = loaded(path)
    item = data["items"][0]["id"]
    raised(path, item)
    for game in Project(ROOT).games():
        text = (games.components / game / "game.yaml").read_text("utf-8")
        shares = "include: [peoples]" in text
        found, _ = swapped(games, "v1", game, "en", only=(data["id"],)) if shares else ({}, "")
        assert {name[:2] for name in found} == ({(data["id"], item)} if shares else set())


# ---- pictures ------------------------------------------------------------------------------------------------


def pixels(mode="RGB", dot=(200, 30, 30)):
    picture = Pillow.new("RGB", (40, 30), (240, 240, 230))
    picture.paste(dot, (5, 5, 12, 12))
    return picture.convert(mode)


def packed(picture, format_="PNG", **how):
    file = io.BytesIO()
    picture.save(file, format_, **how)
    return file.getvalue()


def noted_png():
    notes = PngInfo()
    notes.add_text("Software", "another program")
    return packed(pixels(), pnginfo=notes, dpi=(72, 72))


def noted_jpeg():
    return packed(pixels(), "JPEG", quality=90, comment=b"another program", dpi=(72, 72))


PICTURES = {
    "packed less": (packed(pixels()), packed(pixels(), compress_level=0), True),
    "with notes": (packed(pixels()), noted_png(), True),
    "with a palette": (packed(pixels()), packed(pixels().quantize(8)), True),
    "with full alpha": (packed(pixels()), packed(pixels("RGBA")), True),
    "grey as colours": (packed(pixels("L")), packed(pixels("L").convert("RGB")), True),
    "a JPEG with notes": (packed(pixels(), "JPEG", quality=90), noted_jpeg(), True),
    "another colour": (packed(pixels()), packed(pixels(dot=(200, 30, 31))), False),
    "another size": (packed(pixels()), packed(pixels().resize((80, 60))), False),
    "a JPEG of another quality": (packed(pixels(), "JPEG", quality=90), packed(pixels(), "JPEG", quality=20), False),
    "a JPEG for a PNG": (packed(pixels()), packed(pixels(), "JPEG", quality=90), False),
}


@pytest.mark.some(0)
@pytest.mark.parametrize("names", [
    [name for name, (*_, same) in PICTURES.items() if same],
    *([name] for name, (*_, same) in PICTURES.items() if not same),
], ids=", ".join)  # fmt: skip
def test_a_picture_is_what_its_pixels_are(tmp_path, names):
    project = copy_of(MINI, tmp_path / "new")
    pictures = {project.layouts / "mini" / f"dot-{k}.png": PICTURES[name] for k, name in enumerate(names)}
    for picture, (before, *_) in pictures.items():
        picture.write_bytes(before)
        shown = f'<image href="{picture.name}" x="6" y="2" width="8" height="6"/></svg>'
        replace(project.layouts / "mini" / "chip.svg", "</svg>", shown)
    old = str(copy_of(project.root, tmp_path / "old").root)
    for picture, (_, after, _) in pictures.items():
        picture.write_bytes(after)
    same = PICTURES[names[0]][2]
    assert bool(swapped(project, old)[0]) is not same
    data, _ = compare(project, DiffOrder(old, "mini", language="en"))
    assert ("dot-" in data.decode()) is not same


@pytest.mark.slow
def test_the_order_in_which_a_map_is_written_is_no_change(tmp_path):
    """Costs of two resources are drawn in the order of the terms."""
    project = copy_of(ROOT, tmp_path / "new")
    old = copy_of(ROOT, tmp_path / "old")
    path = project.components / "zeus" / "building-cards.yaml"
    text = path.read_text("utf-8")
    turned = re.sub(r"cost: \{(\w+: \d+), (\w+: \d+)\}", r"cost: {\2, \1}", text)
    assert turned != text
    path.write_text(turned, "utf-8")
    assert swapped(project, str(old.root), "zeus", only=("building-card",)) == ({}, "")
