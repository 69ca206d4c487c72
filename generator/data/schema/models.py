"""What may stand in the four kinds of YAML files of a game: for checking, and for JSON Schema.

Each description is the help that an editor shows; each example is what a finding tells a designer to write. What the
fields of an item are, a game says itself (`fields:`), so items are open here and read by `kinds.py`.
"""

from __future__ import annotations

import re

from generator.data.schema.values import (
    FIELD_NAME,
    Anything,
    Cell,
    Color,
    FaceName,
    FieldName,
    Flag,
    Formula,
    Id,
    Name,
    Number,
    NumberByPlayers,
    Ordinal,
    Place,
    Point,
    RuleId,
    Size,
    Text,
    Values,
    Whole,
    Words,
    choice,
    list_of,
    map_of,
    may,
    maybe,
    must,
    read_as,
    record,
)

MAX_LANGUAGES, MAX_FIELDS, MAX_PROMISES = 30, 300, 100
MAX_STEPS, MAX_ZONES, MAX_MODES = 500, 200, 20
"""Of a game, of a set, of a set-up: each is looked at for each of something else."""
KINDS = ("card", "tile", "token", "board", "ring", "die", "standee", "track", "marker", "supply")
QUESTION_KINDS = ("blank", "contradiction", "ambiguity", "slip", "invented")
ACTIONS = ("deal", "draft", "remove", "place", "give", "return", "shuffle", "choose", "flip")
Stamp = choice("faces", "slug", "off")

ParameterData = record(
    "ParameterData",
    "A number that the rules state.",
    name=must(Text, "What it counts.", "{ja: ラウンド数, en: rounds}"),
    value=must(NumberByPlayers, "A number, a formula, or a map by player count.", "10"),
    note=may(Text, "Where the number comes from."),
)
TermData = record(
    "TermData",
    "A word with a meaning.",
    name=may(Text, "Its name.", "{ja: 食料, en: food}"),
    plural=may(Text, "Its plural."),
    short=may(Text, "A short form."),
    about=may(Text, "What it means: the glossary."),
    icon=may(Id, "An icon's file name without .svg.", "food"),
    color=may(Color, "Its colour: #rrggbb, or a name of CSS.", '"#b7791f"'),
    values=may(map_of(Words, Anything), "Numbers and words for templates and formulas."),
    avoid=may(
        map_of(Id, list_of(Words)), "By language: words that must not be written for it.", "{en: [meal, ration]}"
    ),
)
TermKindData = record(
    "TermKindData",
    "A kind of terms.",
    name=may(Text, "What such terms are called.", "{ja: リソース, en: resource}"),
    members=must(map_of(Id, TermData), "The terms by id.", "{food: {name: ..}}"),
)
VerbData = record(
    "VerbData",
    "What an effect may say.",
    arguments=may(map_of(Words, Words, most=MAX_FIELDS), "Kinds of its arguments.", "{amount: integer}"),
    about=may(Text, "What it does."),
)
QuestionData = record(
    "QuestionData",
    "What the draft leaves open.",
    id=must(Id, "Its id.", "cube-count"),
    about=must(Words, "What it is about: set, item, parameter, term or rule.", "set cube"),
    question=must(Text, "The question.", "{ja: .., en: ..}"),
    assumption=must(Text, "What we assume.", "{ja: .., en: ..}"),
    reason=must(Text, "Why.", "{ja: .., en: ..}"),
    kind=may(choice(*QUESTION_KINDS), "How the draft leaves it open.", "blank"),
    weight=may(choice(1, 2, 3), "1 a trifle, 3 the game hangs on it: told whole by `pnp check`.", default=2),
)
GameFile = record(
    "GameFile",
    "game.yaml.",
    title=must(Text, "The game's title.", "{ja: クオ, en: Quo}"),
    version=must(Text, "Its version.", "draft 1"),
    players=must(list_of(Whole, least=2, most=2), "From, to.", "[2, 4]"),
    languages=must(list_of(Id, most=MAX_LANGUAGES), "The first is built when none is asked for.", "[ja, en]"),
    authors=may(list_of(Words), "Who made it."),
    include=may(list_of(Id), "Folders of components/ that this game shares with others."),
    order=may(list_of(Name), "Ids of sets in the order of the box; those left out follow."),
    stamp=may(maybe(Stamp), "Content stamps: on the faces, in the sheets' margins, or none."),
    about=may(Text, "One or two sentences for the cover."),
    parameters=may(map_of(Id, ParameterData), "Every number that the rules state."),
    terms=may(map_of(Id, TermKindData), "Words with a meaning, in kinds."),
    verbs=may(map_of(Id, VerbData), "What effects may say."),
    questions=may(list_of(QuestionData), "What the draft leaves open."),
)
SharedFile = record(
    "SharedFile",
    "shared.yaml: words that several games share.",
    parameters=may(map_of(Id, ParameterData), "Every number that the rules state."),
    terms=may(map_of(Id, TermKindData), "Words with a meaning, in kinds."),
    verbs=may(map_of(Id, VerbData), "What effects may say."),
    questions=may(list_of(QuestionData), "What the drafts of all these games leave open."),
)
ItemData = record(
    "ItemData",
    "One design; what else it says, `fields` declares.",
    is_open=True,
    id=must(Name, "Its id, unique in the set.", "farm"),
    count=may(Formula, "How many copies.", "2", default=1),
    size=may(Size, "Its size, where it differs from the set's."),
    layout=may(Words, "Its layout, where it differs from the set's."),
    back=may(Words, "Its back, where it differs from the set's."),
)


def _of_each(value: object) -> object:
    """Items made by formula get their ids when they are made."""
    is_loop = isinstance(value, dict) and isinstance(value.get("each"), str)
    return {**value, "id": "each"} if is_loop and isinstance(value, dict) else value


UseData = record(
    "UseData",
    "One thing that pieces of a set are used for, and how many at most at one time.",
    what=must(Text, "What they are used for.", "{ja: マーカー, en: markers}"),
    count=may(NumberByPlayers, "The most at one time: a number, a formula, a map."),
    unbounded=may(Text, "Instead of `count`: why the rules give no bound."),
    rule=may(Words, "The paragraph that it follows from."),
    short=may(Words, "The paragraph that says what happens if there are not enough."),
)
PartsData = record(
    "PartsData",
    "What a set is made of.",
    by=must(FieldName, "The field that tells the parts apart.", "terrain"),
    counts=may(map_of(Anything, Formula), "Pieces for each value.", "{sea: 8}"),
    others=may(maybe(Formula), "Pieces for each other value.", "3"),
)
CompleteData = record(
    "CompleteData",
    "So many pieces for each.",
    each=must(Words, "A kind of terms, numbers (`1 to 5`), or `player`.", "people"),
    count=may(Formula, "How many pieces for each.", "10", default=1),
    field=may(FieldName, "The field, where the kind alone does not say which."),
    where=may(Words, "Only the items for which this is true.", "item.recommended"),
)
UniqueData = record(
    "UniqueData",
    "What no two items share.",
    fields=must(list_of(FieldName, least=1), "The fields.", "[a, b]"),
    unordered=may(Flag, "true: 1, 2 is the same as 2, 1.", default=False),
    all=may(Words, "What there must be.", "pairs of 1 to 5"),
)
CheckData = record(
    "CheckData",
    "A formula that must be true.",
    say=must(Words, "What must be so, in words.", "the caps add up to 23"),
    formula=must(Words, "A comparison.", '"item.food + item.faith == 23"'),
)
TableData = record(
    "TableData",
    "A table of items: its file, and how to read it.",
    file=must(Words, "CSV, TSV, xlsx, ods or JSON beside this file.", "deck.xlsx"),
    sheet=may(Words, "The sheet of a workbook; else the first.", "Monsters"),
    where=may(Words, "Only the rows for which this is true.", "\"Set == 'base'\""),
    columns=may(map_of(Words, Words), "Headings with their fields.", '{"Text (EN)": text.en}'),
    ignore=may(list_of(Words), "Headings that are not read, and not told.", "[Notes]"),
    markup=may(choice("", "html"), "Of its texts, where they are not ours.", "html"),
    encoding=may(Words, "Of a CSV file, where it is guessed wrong.", "cp1252"),
)
Table = maybe(
    read_as(lambda value: {"file": value} if isinstance(value, str) else value, TableData, {"type": "string"})
)
"""The name of a file alone stands for its table."""


def _names(value: object) -> object:
    """Names of fields alone: the items tell their kinds."""
    is_plain = isinstance(value, list) and all(isinstance(v, str) and re.match(FIELD_NAME, v) for v in value)
    return {} if is_plain else value


SetFile = record(
    "SetFile",
    "A component set.",
    id=must(Name, "Its id.", "skill"),
    name=must(Text, "Its name.", "{ja: スキルカード, en: Skill card}"),
    plural=may(Text, "Its name for more than one.", "{en: Skill cards}"),
    kind=must(choice(*KINDS), "What it is.", "card"),
    size=may(Size, "A name of layouts/sizes.yaml, or a mapping as there."),
    layout=may(Words, "The template's file name without .svg.", "skill"),
    back=may(Words, "The back's template."),
    expect=may(maybe(Formula), "What the rules promise; null: an open question."),
    printed=may(Flag, "false: bought or brought along.", default=True),
    assume=may(Formula, "Where the count is open: how many to bring or print."),
    stamp=may(maybe(Stamp), "Its content stamps, where the set differs from the game."),
    use=may(list_of(UseData, most=MAX_PROMISES), "What the pieces are used for, and how many at most."),
    about=may(Text, "One sentence for the component list."),
    parts=may(list_of(PartsData, most=MAX_PROMISES), "What `expect` is made of."),
    complete=may(list_of(CompleteData, most=MAX_PROMISES), "So many pieces for each people, player, number ..."),
    unique=may(list_of(UniqueData, most=MAX_PROMISES), "What no two items share."),
    checks=may(list_of(CheckData, most=MAX_PROMISES), "Formulas that must be true."),
    fields=may(
        read_as(
            _names,
            map_of(FieldName, Words, most=MAX_FIELDS),
            list_of(FieldName).schema,
        ),
        "Kinds of the fields; a list of names: the items tell them.",
    ),
    lists=may(map_of(FieldName, Values, most=MAX_PROMISES), "What `each` of an item goes through.", "{ranks: 1 to 10}"),
    items=may(list_of(read_as(_of_each, ItemData)), "The designs."),
    from_=may(Table, "A table with more items.", "deck.xlsx"),
)
ItemsFile = record(
    "ItemsFile",
    "What a game says of a shared set: more items, and whatever differs.",
    adds=must(Name, "The id of the shared set.", "skill"),
    name=may(Text, "Its name."),
    **{key: field for key, field in SetFile.entries.items() if key not in ("id", "name", "kind")},  # type: ignore[arg-type]
)
FigureFaceData = record(
    "FigureFaceData",
    "A face in a figure.",
    face=must(FaceName, "Set and item.", "skill/iron-legion"),
    side=may(choice("front", "back"), "Which side of it.", default="front"),
    cell=may(Cell, "Its place on a grid: a hexagon [q, r], or column and row."),
    at=may(Point, "Where its top left is, in mm."),
    turn=may(Number, "Degrees clockwise.", default=0.0),
    count=may(NumberByPlayers, "How many: a number, a formula, or a map by player count."),
    step=may(Point, "How far each copy is from the last, in mm."),
)
ShownFace = read_as(
    lambda value: {"face": value} if isinstance(value, str) else value, FigureFaceData, {"type": "string"}
)
"""Set and item alone stand for their front."""
CalloutData = record(
    "CalloutData",
    "Words about a place of a figure, by number.",
    text=must(Text, "What is there.", "{ja: コスト, en: What it costs}"),
    at=may(Place, "An id or label of the template, or [x, y] in mm on the face."),
    of=may(Ordinal, "Which of the faces.", default=1),
    cells=may(list_of(Cell), "Or hexagons of the grid."),
)
FigureData = record(
    "FigureData",
    "A picture from faces of the game.",
    faces=must(list_of(ShownFace, least=1), "What it shows.", "[skill/iron-legion]"),
    callouts=may(list_of(CalloutData), "What is said of it."),
)
RuleData = record(
    "RuleData",
    "A paragraph of the rules.",
    id=may(RuleId, "Section id, dot, name.", "war.strength"),
    shared=may(RuleId, "Instead of an id: a paragraph of a shared folder."),
    text=may(Text, "The paragraph.", "{ja: .., en: ..}"),
    title=may(Text, "A run-in heading."),
    kind=may(choice("rule", "example", "note"), "Only a rule is numbered.", default="rule"),
    aid=may(Text, "Its short form on the player aid."),
    figure=may(maybe(FigureData), "A picture from faces, with callouts."),
)
RuleData.entries["rules"] = may(list_of(RuleData), "Paragraphs below this one.")
SectionData = record(
    "SectionData",
    "A chapter.",
    id=may(Id, "Its id.", "war"),
    shared=may(Id, "Instead of an id: a chapter of a shared folder."),
    title=may(Text, "Its title.", "{ja: 戦争, en: War}"),
    intro=may(Text, "An unnumbered first paragraph."),
    turn=may(Flag, "It is a step of the turn, shown with its `aid`s in the turn at a glance.", default=False),
    rules=may(list_of(RuleData), "Its paragraphs."),
)
RulesFile = record(
    "RulesFile",
    "rules.yaml.",
    sections=must(list_of(SectionData), "The chapters in order.", "[]"),
)
ModeData = record(
    "ModeData",
    "A way to play.",
    name=must(Text, "Its name.", "{ja: スタンダード, en: Standard}"),
)
StepData = record(
    "StepData",
    "A step of the set-up.",
    id=may(Id, "Its id.", "deal-hands"),
    shared=may(Id, "Instead of an id: a step of a shared folder."),
    do=may(choice(*ACTIONS), "What is done.", "deal"),
    text=may(Text, "The step in a few words.", "{ja: .., en: ..}"),
    set=may(Name, "The set it moves."),
    sets=may(list_of(Name), "Several sets."),
    term=may(Id, "The term it gives."),
    where=may(Words, "A filter over the items.", '"item.a == item.b"'),
    count=may(NumberByPlayers, "A number, a formula, all, or a map by player count."),
    per=may(choice("player"), "Once for each player.", default="player"),
    match=may(FieldName, "A field alike in all a player takes."),
    from_=may(Words, "The zone the pieces leave."),
    to=may(Words, "The zone they go to."),
    mode=may(Words, "Only in this mode."),
    rule=may(Words, "The paragraph it comes from."),
    shown=may(Text, "What the table prints instead of the count."),
)
SetupFile = record(
    "SetupFile",
    "setup.yaml.",
    modes=may(map_of(Id, ModeData, most=MAX_MODES), "Ways to play."),
    zones=may(list_of(Id, most=MAX_ZONES), "Where pieces can be; `supply` is always one."),
    passing=may(list_of(Id), "Zones in which nothing may be left after the set-up."),
    steps=may(list_of(StepData, most=MAX_STEPS), "The steps in order."),
)
