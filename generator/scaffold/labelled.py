"""Somebody's drawing, as Inkscape saves it -> a template: what is called as a column shows what it holds.

Takes the file and a `TableSheet`; gives the same file with attributes of ours in the tags of what is called so, by its
label, its id, or the sample words of a text (`Name`, `{Name}`, `[A] – [B]`, those of a piece): a text says it, an
image shows it (of a rectangle, one on top of it), a shape has its colour, and what a column of yes and no is for stands
or not; of a group the only one in it does, and the group stands where the column says something. What is called as
kinds are, two or more that one column names (`Spell`, `Unit`), stands on pieces of its kind, shown or hidden. Promise:
all else is as it was, byte for byte (in UTF-8), and what is bound already stays so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from xml.sax.saxutils import quoteattr

from generator.data.lexicon import table_words
from generator.data.reading.document import words_in
from generator.data.reading.grid import plain
from generator.expressions.named_color import hex_color
from generator.face.geometry import Box
from generator.layout.draw import margin_of
from generator.layout.svg.element import Element, inner_words, walk
from generator.layout.svg.grammar import SHAPES
from generator.layout.svg.parser import PNP, SvgDocument, parse_svg
from generator.layout.template.holes import HOLE, holes_among, is_bare, meant_among
from generator.scaffold.drawnpage import NEVER, Artboard, unhidden, with_edits
from generator.scaffold.filled import Between, attributes_filled, blocks_in, chosen_words, conditions, variables_at
from generator.scaffold.hues import by_words
from generator.scaffold.meanings import in_parts, said_in
from generator.scaffold.objects import AROUND, drawn_below, in_tag, is_unbound, object_names, opening_of, sample_words
from generator.scaffold.pictured import SIGN
from generator.scaffold.printing import if_true, in_list, scope_name
from generator.scaffold.room import Room, beyond_page, rooms_in, safe_layer
from generator.scaffold.tablesheet import TableSheet

_Edit = tuple[str, str]
_Edits = Iterator[tuple[int, _Edit]]
_Rooms = Mapping[Element, Room]
_APART = frozenset({"g", "use", "image", *SHAPES})
"""What stands or not as a whole."""
_LONG, _FEW = 12, 2
"""So many letters of samples, or of the beginning of one, are there by no chance; more than so few of a name."""
_WHOLE = re.compile(r"""<([^\s/>]+)(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>.*?</\1\s*>)""", re.DOTALL)
"""An element from end to end."""
_FIELD = re.compile(r"\bitem\.\w+")
_ART = frozenset(table_words("pictures"))


def labelled(
    drawing: Artboard, sheet: TableSheet, *, is_back: bool = False, front: Collection[str] = ()
) -> tuple[str, list[str]]:
    """The template, and the fields on it: on the back of pieces those behind, where these are called as others are;
    words there that a field of the `front` says are no sample of it: nobody may know a card from behind. Raises
    `Fault`."""
    called = fields_called(sheet, is_back=is_back)
    document = _of_one_text(drawing, called, sheet).document
    root, text = document.root, document.root.source.text
    called |= _of_art(root, called, sheet)
    rooms, safe = _rooms(document, sheet, called)
    samples = {name: f for name, f in _samples(root, sheet).items() if f not in front} | called
    samples |= _left(root, samples, sheet)
    blocks = blocks_in(text, called, sheet)
    added = dict(_added(root, called, samples, sheet, rooms, blocks))
    added = dict(_standing(root, called, sheet, added)) | added
    edits = [
        (e, words, field) for e in walk(root) for words, field in attributes_filled(e, called, sheet, blocks).items()
    ]
    edits += conditions(root, blocks)
    for at, words, field in ((in_tag(e), w, f) for e, w, f in edits if is_unbound(e)):
        before, first = added.get(at, ("", field))
        added[at] = before + words * (words.split("=")[0] not in before), first
    texts = [(e, inner_words(e).strip()) for e in drawn_below(root) if e.tag == "text" and is_unbound(e)]
    signs = Counter(words[0] for _, words in texts if _SIGNED.fullmatch(words) and plain(words) in called)
    bare = [e for e, words in texts if is_bare(words) or (_SIGNED.fullmatch(words) and signs[words[0]] > 1)]
    added = {in_tag(e): (NEVER, "") for e in bare if added} | added
    if kept := [e for e, _ in texts if in_tag(e) not in added]:
        safe = _rooms(document, sheet, called, kept)[1]
    if added and safe:
        added[text.rindex("</")] = safe_layer(opening_of(root).removesuffix("svg"), safe), ""
    if added and not re.compile(r"<[^>]*\sxmlns:pnp\s*=").match(text, root.offset):
        added[in_tag(root)] = (f' xmlns:pnp="{PNP}"', "")
    for at, (words, _) in sorted(added.items(), reverse=True):
        text = text[:at] + words + text[at:]
    seen = _seen(parse_svg(text.encode(), drawing.path.name).root)
    ours = (words for e in seen for name, words in e.attributes.items() if name.startswith("pnp:"))
    fields = {scope_name(field): field for field in (*sheet.fields, "count")}
    there = dict.fromkeys(fields[name] for words in ours for name in _FIELD.findall(words) if name in fields)
    own = dict.fromkeys(field for _, field in added.values())
    return text, [f for f in own | there if f in there and (f in own or f in sheet.fields)]


def _of_one_text(drawing: Artboard, called: Mapping[str, str], sheet: TableSheet) -> Artboard:
    """The drawing without places off its page, of lines that are a text each in what is called as a field of sentences
    the first alone."""
    left = {e.offset: NEVER for e in beyond_page(drawing.document) if is_unbound(e) and not inner_words(e)}
    for group in (e for e in drawn_below(drawing.document.root) if e.tag == "g"):
        field = next((called[name] for name in object_names(group)[:-1] if name in called), "")
        texts = [e for e in walk(group) if e.tag == "text"]
        sizes = {e.attributes.get("font-size") for e in texts}
        if field in sheet.fields and sheet.is_prose(field) and len(sizes) == 1 and all(map(is_unbound, texts)):
            left |= {e.offset: NEVER for e in texts[1:] if called.keys().isdisjoint(object_names(e))}
    return with_edits(drawing, left, {}) if left else drawing


def alike_called(drawing: Artboard, called: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """The labels of columns that several texts have that say something else each, and what they say."""
    said: dict[str, dict[str, str]] = {}
    for text in (e for e in drawn_below(drawing.document.root) if e.tag == "text"):
        label, words = text.attributes.get("inkscape:label", ""), " ".join(inner_words(text).split())
        if plain(label) in called and any(map(str.isalpha, words)):
            said.setdefault(label, {})[plain(words)] = words
    yield from ((label, [*words.values()]) for label, words in said.items() if len(words) > 1)


def fields_called(sheet: TableSheet, *, is_back: bool = False) -> dict[str, str]:
    """The fields of a sheet by their plain names."""
    heads, behind = [(h, "count") for h in sheet.beside.get("count", ())], sheet.beside.get("behind", ())
    heads += [(name, f) for f, (_, head) in sheet.fields.items() if f not in behind or is_back for name in (f, head)]
    heads += [(head, f) for f, head in sheet.twins().items() if is_back]
    return {plain(name): f for name, f in heads}


def _of_art(root: Element, called: Mapping[str, str], sheet: TableSheet) -> dict[str, str]:
    """The name of the only frame or picture that says it is one (`card_art`), if nothing is called as the only field of
    pictures, and that field."""
    names = {name: e for e in drawn_below(root) if e.tag in ("rect", "image") for name in object_names(e)[:-1]}
    fields = {field for name, field in called.items() if field in sheet.of("image")}
    shown = {called.get(name) for e in drawn_below(root) for name in object_names(e)}
    said = {name: re.split(r"[\W\d_]+", in_parts(e.id).lower()) for name, e in names.items() if name not in called}
    art = [name for name, words in said.items() if not _ART.isdisjoint(words)]
    return dict.fromkeys(art, *fields) if len(art) == len(fields) == 1 and fields.isdisjoint(shown) else {}


def _rooms(
    document: SvgDocument, sheet: TableSheet, called: Mapping[str, str], kept: Collection[Element] = ()
) -> tuple[_Rooms, Box | None]:
    """The rooms of its texts, and its safe zone, with the whole of those that are `kept` as they are; where attributes
    are filled in, they say what the first piece does."""

    def said(found: re.Match[str]) -> str:
        parts = holes_among(found[2], called)
        words = [next(iter(sheet.words(f)), "") if f in sheet.fields else "1" if f else w for w, f in parts]
        return found[0] if found[1].endswith(":label=") else f'{found[1]}"{"".join(words)}"' if parts else ""

    root, margin = document.root, margin_of(sheet.look.kind, sheet.look.shape)
    text = _HELD.sub(said, root.source.text)
    if text == root.source.text:
        return rooms_in(document, sheet.look.shape, margin, kept)
    tried = parse_svg(text.encode(), root.source.file)
    left = [e for e, own in zip(walk(tried.root), walk(root), strict=False) if own in kept]
    rooms, safe = rooms_in(tried, sheet.look.shape, margin, left)
    return {own: rooms[e] for e, own in zip(walk(tried.root), walk(root), strict=False) if e in rooms}, safe


_HELD = re.compile(r"""([\w:-]+=)"([^"<]*(?:\{[^"<}]*\}|%\w+%)[^"<]*)\"""")
"""An attribute that other tools fill in."""


_SIGNED = re.compile(r"[@#$&]\w+")


def left_in(
    drawing: Artboard, front: str, sheet: TableSheet, lost: Sequence[str]
) -> tuple[list[str], list[str], list[str]]:
    """The words of a template that stay on all pieces: those that some say in fields that it does not show, and all
    others; and what is on none, as nothing fills it in."""
    root = parse_svg(front.encode(), "front.svg").root
    texts = [e for e in drawn_below(root) if e.tag == "text" and is_unbound(e)]
    never = [e for e in walk(root) if e.tag == "text" and e.attributes.get("pnp:if") == "false"]
    texts = [e for e in texts if not _FIELD.search(e.attributes.get("pnp:text", ""))]  # a `flowRoot` may show a field
    words = dict.fromkeys(filter(None, (" ".join(inner_words(e).split()) for e in texts)))
    values = {plain(words) for field in lost for words in sheet.words(field)}
    said = [one for one in words if plain(AROUND.sub("", one)) in values]
    others = [one for one in words if one not in said and any(map(str.isalpha, one))]
    gone = {inner_words(e) for e in walk(drawing.document.root) if e.attributes.get("pnp:if") == "false"}
    places = [words for words in map(inner_words, never) if HOLE.search(words) or _SIGNED.fullmatch(words.strip())]
    return said, others, [words for words in places if words not in gone]


def _samples(root: Element, sheet: TableSheet) -> dict[str, str]:
    """The words of the piece after which it was drawn, and their fields: of that of which most are there, and are said
    in one field alone; of few that are no name, which may be there by chance, none. And pictures of any piece."""
    there = {name for e in drawn_below(root) for name in (plain(sample_words(e)), object_names(e)[-1])} - {""}
    shown = {f"{plain(Path(word).stem)}.*": f for f in sheet.of("image") for word in sheet.words(f)}
    best: dict[str, str] = {}
    for item in sheet.items:
        said = {f: plain(next(words_in(item.get(f)), "")) for f in sheet.fields if f not in shown.values()}
        own = [(n, f) for n in there for f in said if said[f].startswith(n) and (said[f] == n or len(n) >= _LONG)]
        many = Counter(name for name, _ in own)
        best = max(best, {name: f for name, f in own if many[name] == 1}, key=len)
    is_sure = len(best) > 1 and len("".join(best)) >= _LONG
    is_sure |= any(len(name) > _FEW and sheet.is_own(f) for name, f in best.items())
    return {**(best if is_sure else {}), **{name: f for name, f in shown.items() if name in there}}


def _left(root: Element, called: Mapping[str, str], sheet: TableSheet) -> dict[str, str]:
    """The words of texts that have the name of a field that nothing else shows among them: `Name of Ship`; else the ids
    of those that end so: `cardTitle`; else of the only text of several that is called as nothing, and the only field of
    sentences that none shows: `Lorem ipsum`."""
    named = [e for e in drawn_below(root) if not called.keys().isdisjoint(object_names(e))]
    within, shown = (
        {e for one in named for e in walk(one)},
        {called.get(name) for e in named for name in object_names(e)},
    )
    texts = [e for e in drawn_below(root) if e not in within and is_unbound(e) and len(sample_words(e).split()) > 1]
    texts = [e for e in texts if not HOLE.search(inner_words(e))]
    free = {name: f for name, f in called.items() if f in sheet.fields and f not in shown}
    meant = {e: meant_among(inner_words(e).strip(), free) for e in texts}
    often = Counter(meant.values())
    if own := {plain(sample_words(e)): f for e, f in meant.items() if f and often[f] == 1}:
        return own
    ends = {e: re.split(r"[\W_]+", in_parts(e.id)) for e in drawn_below(root) if e.tag == "text" and e not in within}
    kin = {e: free[last] for e, parts in ends.items() if len(parts) > 1 and (last := plain(parts[-1])) in free}
    often = Counter(kin.values())
    if own := {plain(e.id): f for e, f in kin.items() if often[f] == 1 and is_unbound(e)}:
        return own
    prose = [f for f in sheet.fields if f not in shown and sheet.is_prose(f)]
    return {plain(sample_words(texts[0])): prose[0]} if shown and len(texts) == len(prose) == 1 else {}


def _added(
    root: Element,
    called: Mapping[str, str],
    samples: Mapping[str, str],
    sheet: TableSheet,
    rooms: _Rooms,
    blocks: list[Between],
) -> _Edits:
    """What is written where in the file, and the field that it is for; `samples` are what texts and pictures show."""
    known = {element: samples if element.tag in ("text", "image") else called for element in drawn_below(root)}
    found = {e: next((own[name] for name in object_names(e) if name in own), "") for e, own in known.items()}
    signs = {f.removesuffix(SIGN): f for f in sheet.of("image") if f.endswith(SIGN)}
    found = {e: signs.get(field, field) if e.tag == "image" else field for e, field in found.items()}
    many, signed = Counter(found.values()), {f for e, f in found.items() if sample_words(e) != inner_words(e).strip()}
    for element, field in found.items():
        words, own = (
            inner_words(element).strip(),
            {plain(element.id), plain(element.attributes.get("inkscape:label", ""))},
        )
        is_alone = field in signed and words == sample_words(element) and own.isdisjoint(known[element])
        is_head = many[field] > 1 and element.tag == "text" and (is_alone or words.endswith((":", "：")))
        if field and not is_head:  # `Cost:` beside `{cost}`
            yield from _placed(element, field, sheet, rooms)
        elif not field and is_unbound(element) and (parts := _parts(element, called, sheet, blocks)):
            words = f" pnp:text={quoteattr(' ~ '.join(_expression(sheet, *part) for part in parts))}"
            first = next(of for _, of in parts if of)
            words += fit_of(element, first, sheet, rooms.get(element))
            yield in_tag(element), (words, first)


def _parts(
    element: Element, called: Mapping[str, str], sheet: TableSheet, blocks: list[Between]
) -> list[tuple[str, str]]:
    """The words of a text, and the expressions that stand among them, as other tools fill in: `[type] – {cost}`."""
    if element.tag != "text":
        return []
    lines = [e for e in element.elements if e.tag == "tspan"]
    are_lines = len({e.attributes.get("y", "") for e in lines}) == len(lines) > 1
    words = "\n".join(inner_words(e).strip() for e in lines) if are_lines else inner_words(element)
    also, words = variables_at(element, blocks), words.strip()
    told = ((" ~ ".join(_expression(sheet, *part) for part in parts), test, parts)
            for parts, test in (chosen_words(words, called, sheet, also) if "{%" in words else ()))  # fmt: skip
    chosen = [part for said, test, parts in told for part in ([(f"{said} if {test} else ''", "if")] if test else parts)]
    return chosen or holes_among(words, called, also)


def _expression(sheet: TableSheet, words: str, field: str) -> str:
    condition = if_true(sheet, field) if field in sheet.fields else ""
    own = words if re.fullmatch(r"[\w.]+", words) else f"({words})"
    own = in_list(sheet, field) if own == scope_name(field) else own
    is_said = not condition or "default(" in words
    return repr(words) if not field else own if is_said else f"({own} if {condition} else '')"


def _placed(element: Element, field: str, sheet: TableSheet, rooms: _Rooms) -> _Edits:
    """The same for an element that is called as a field."""
    bound = [(e, words) for e in walk(element) if is_unbound(e) and (words := _bound(e, field, sheet, rooms.get(e)))]
    if bound and (len(bound) == 1 or bound[0][0] is element):
        yield in_tag(bound[0][0]), (bound[0][1], field)
    shapes = [e for e in walk(element) if e.tag in SHAPES] if field in sheet.of("image") and not bound else []
    for rect in (e for e in shapes if e.tag == "rect" and len(shapes) == 1 and is_unbound(e)):
        whole = _WHOLE.match(rect.source.text, rect.offset)
        yield whole.end() if whole else rect.offset, (_image(rect, field), field)
        if rect.attributes.get("fill", "").startswith("url("):  # with a picture, as Figma shows one
            yield in_tag(rect), (NEVER, field)


def _standing(root: Element, called: Mapping[str, str], sheet: TableSheet, added: Mapping[int, _Edit]) -> _Edits:
    """The same for what stands or not, as it says nothing: what is called as a column that nothing else shows, and a
    group that shows only this, where that says something; as a kind of pieces, on these, if there are two or more that
    one column names, or it is in what is called as that."""
    named = [(e, name) for e in drawn_below(root) for name in object_names(e)[:-1]]
    groups = [(e, called[name]) for e, name in named if e.tag == "g" and name in called]
    homes = {inner: field for group, field in groups for inner in drawn_below(group)}
    drawn = [(e, name) for e, name in named if e.tag in _APART and is_unbound(e)]
    kinds: dict[str, dict[str, dict[str, int]]] = {f: {} for f in sheet.of("one of", "text", "word", "list")}
    for field, name in product(kinds, {name for _, name in drawn if name not in called}):
        if words := {word: 0 for word in said_in(sheet.items, field) if plain(word) == name}:
            kinds[field][name] = words
    shown = {field for _, field in added.values()}
    for element, name in drawn:
        within = {added.get(in_tag(e), ("", ""))[1] for e in walk(element)} - {""}
        if (field := called.get(name, "")) in sheet.fields and (field not in shown or within == {field}):
            if within - {field} and not sheet.words(field):
                continue  # no piece has it: what is shown in there would be on none
            numbers = [scope_name(field)] * (field in sheet.of("integer", "number") and field not in shown)
            yield from _if(element, field, " and ".join(dict.fromkeys([if_true(sheet, field), *numbers])))
        home = homes.get(element, "")
        known = [f for f in kinds if name in kinds[f] and (home in kinds or len(kinds[f]) > 1)]
        fields = [home] if home in kinds and known else known
        if len(fields) == 1:  # else it may mean either
            said = kinds[fields[0]].get(name) or kinds[known[0]][name]
            yield from _if(element, fields[0], _either(sheet, fields[0], [*said]))


def _either(sheet: TableSheet, field: str, words: Sequence[str]) -> str:
    """What is true of pieces that say one of these words in a field."""
    own, is_list = scope_name(field), field in sheet.of("list")
    ways = " or ".join(f"{word!r} in {own}" if is_list else f"{own} == {word!r}" for word in words)
    known = if_true(sheet, field) if is_list else ""
    return f"{known} and ({ways})" if known else ways


def _if(element: Element, field: str, condition: str) -> _Edits:
    """Where a condition is written, unless it holds always."""
    if condition := condition.removeprefix(" and "):
        words = f" pnp:if={quoteattr(condition)}{unhidden(element)}"
        yield in_tag(element), (words, field)


def _seen(element: Element) -> Iterator[Element]:
    """The element and all below it, but for what stays hidden."""
    if element.attributes.get("display") != "none" or "pnp:display" in element.attributes:
        yield element
        for child in element.elements:
            yield from _seen(child)


def _bound(element: Element, field: str, sheet: TableSheet, room: Room | None) -> str:
    """Our attribute for an element that is called as a field; "" if that says nothing of one."""
    get = element.attributes.get
    kind, own = sheet.fields[field][0].name if field in sheet.fields else "", scope_name(field)
    if kind == "flag":
        return f' pnp:if="{own}"' + unhidden(element)
    if element.tag == "text":
        return f' pnp:text="{in_list(sheet, field)}"' + fit_of(element, field, sheet, room)
    if element.tag == "image" and kind == "image":
        return f' pnp:href="{own}"'
    if element.tag not in SHAPES or get("fill") == "none":
        return ""
    words = by_words(sheet, field, hex_color(get("fill", "black"))) if kind in ("text", "one of", "word") else ""
    return f" pnp:fill={quoteattr(words)}" if words else f' pnp:fill="{own}"' if kind == "color" else ""


def fit_of(element: Element, field: str, sheet: TableSheet, room: Room | None) -> str:
    """How words fit that may be longer than the sample: in lines where these are drawn, or where sentences are too long
    for one; else on one line, smaller."""
    if not {"shape-inside", "pnp:box"}.isdisjoint(element.attributes):
        return ' pnp:fit="wrap" pnp:floor="6pt"'
    drawn, line, lines = room or (False, "", "")
    return lines if drawn or (field in sheet.fields and sheet.is_prose(field)) else line


def _image(element: Element, field: str) -> str:
    """A picture in the place of a rectangle."""
    own = {k: element.attributes.get(k) for k in ("x", "y", "width", "height", "transform")}
    box = " ".join(f'{name}="{value}"' for name, value in own.items() if value)
    start = opening_of(element).removesuffix("rect")
    return f'{start}image pnp:href="{scope_name(field)}" {box} preserveAspectRatio="xMidYMid slice"/>'
