"""What may stand in the four kinds of YAML files of a game, as pydantic models: for checking, and for JSON Schema.

Each description is the help that an editor shows; each example is what a finding tells a designer to write. What the
fields of an item are, a game says itself (`fields:`), so items are open here and read by `kinds.py`.
"""

from __future__ import annotations

import os
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    create_model,
    model_validator,
)

from generator.data.schema.values import (
    FIELD_NAME,
    Cell,
    Color,
    FaceName,
    FieldName,
    Fields,
    Formula,
    Id,
    Name,
    NumberByPlayers,
    Place,
    Point,
    RuleId,
    Size,
    Text,
    Values,
)

os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # what other packages would do to models; to look for it takes long
MAX_LANGUAGES, MAX_FIELDS, MAX_PROMISES = 30, 300, 100
MAX_STEPS, MAX_ZONES, MAX_MODES = 500, 200, 20
"""Of a game, of a set, of a set-up: each is looked at for each of something else."""
KINDS = ("card", "tile", "token", "board", "ring", "die", "standee", "track", "marker", "supply")
QUESTION_KINDS = ("blank", "contradiction", "ambiguity", "slip", "invented")
ACTIONS = ("deal", "draft", "remove", "place", "give", "return", "shuffle", "choose", "flip")


Stamp = Literal["faces", "slug", "off"]


class Strict(BaseModel):
    """No unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class ParameterData(Strict):
    """A number that the rules state."""

    name: Text = Field(description="What it counts.", examples=["{ja: ラウンド数, en: rounds}"])
    value: NumberByPlayers = Field(description="A number, a formula, or a map by player count.", examples=["10"])
    note: Text = Field(None, description="Where the number comes from.")


class TermData(Strict):
    """A word with a meaning."""

    name: Text = Field(None, description="Its name.", examples=["{ja: 食料, en: food}"])
    plural: Text = Field(None, description="Its plural.")
    short: Text = Field(None, description="A short form.")
    about: Text = Field(None, description="What it means: the glossary.")
    icon: Id = Field("", description="An icon's file name without .svg.", examples=["food"])
    color: Color = Field("", description="Its colour: #rrggbb, or a name of CSS.", examples=['"#b7791f"'])
    values: dict[str, Any] = Field({}, description="Numbers and words for templates and formulas.")
    avoid: dict[Id, list[str]] = Field(
        {}, description="By language: words that must not be written for it.", examples=["{en: [meal, ration]}"]
    )


class TermKindData(Strict):
    """A kind of terms."""

    name: Text = Field(None, description="What such terms are called.", examples=["{ja: リソース, en: resource}"])
    members: dict[Id, TermData] = Field(description="The terms by id.", examples=["{food: {name: ..}}"])


class VerbData(Strict):
    """What an effect may say."""

    arguments: dict[str, str] = Field(
        {}, description="Kinds of its arguments.", max_length=MAX_FIELDS, examples=["{amount: integer}"]
    )
    about: Text = Field(None, description="What it does.")


class QuestionData(Strict):
    """What the draft leaves open."""

    id: Id = Field(description="Its id.", examples=["cube-count"])
    about: str = Field(description="What it is about: set, item, parameter, term or rule.", examples=["set cube"])
    question: Text = Field(description="The question.", examples=["{ja: .., en: ..}"])
    assumption: Text = Field(description="What we assume.", examples=["{ja: .., en: ..}"])
    reason: Text = Field(description="Why.", examples=["{ja: .., en: ..}"])
    kind: Literal[QUESTION_KINDS] = Field(None, description="How the draft leaves it open.", examples=["blank"])  # type: ignore[valid-type]
    weight: Literal[1, 2, 3] = Field(2, description="1 a trifle, 3 the game hangs on it: told whole by `pnp check`.")


class GameFile(Strict):
    """game.yaml."""

    title: Text = Field(description="The game's title.", examples=["{ja: クオ, en: Quo}"])
    version: Text = Field(description="Its version.", examples=["draft 1"])
    players: list[int] = Field(description="From, to.", min_length=2, max_length=2, examples=["[2, 4]"])
    languages: list[Id] = Field(
        description="The first is built when none is asked for.", max_length=MAX_LANGUAGES, examples=["[ja, en]"]
    )
    authors: list[str] = Field([], description="Who made it.")
    include: list[Id] = Field([], description="Folders of components/ that this game shares with others.")
    order: list[Name] = Field([], description="Ids of sets in the order of the box; those left out follow.")
    stamp: Stamp | None = Field(None, description="Content stamps: on the faces, in the sheets' margins, or none.")
    about: Text = Field(None, description="One or two sentences for the cover.")
    parameters: dict[Id, ParameterData] = Field({}, description="Every number that the rules state.")
    terms: dict[Id, TermKindData] = Field({}, description="Words with a meaning, in kinds.")
    verbs: dict[Id, VerbData] = Field({}, description="What effects may say.")
    questions: list[QuestionData] = Field([], description="What the draft leaves open.")


class SharedFile(Strict):
    """shared.yaml: words that several games share."""

    parameters: dict[Id, ParameterData] = Field({}, description="Every number that the rules state.")
    terms: dict[Id, TermKindData] = Field({}, description="Words with a meaning, in kinds.")
    verbs: dict[Id, VerbData] = Field({}, description="What effects may say.")
    questions: list[QuestionData] = Field([], description="What the drafts of all these games leave open.")


class ItemData(BaseModel):
    """One design; what else it says, `fields` declares."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _of_each(cls, value: object) -> object:
        """Items made by formula get their ids when they are made."""
        is_loop = isinstance(value, dict) and isinstance(value.get("each"), str)
        return {**value, "id": "each"} if is_loop and isinstance(value, dict) else value

    id: Name = Field(description="Its id, unique in the set.", examples=["farm"])
    count: Formula = Field(1, description="How many copies.", examples=["2"])
    size: Size = Field(None, description="Its size, where it differs from the set's.")
    layout: str = Field("", description="Its layout, where it differs from the set's.")
    back: str = Field("", description="Its back, where it differs from the set's.")


class UseData(Strict):
    """One thing that pieces of a set are used for, and how many at most at one time."""

    what: Text = Field(description="What they are used for.", examples=["{ja: マーカー, en: markers}"])
    count: NumberByPlayers = Field(None, description="The most at one time: a number, a formula, a map.")
    unbounded: Text = Field(None, description="Instead of `count`: why the rules give no bound.")
    rule: str = Field("", description="The paragraph that it follows from.")
    short: str = Field("", description="The paragraph that says what happens if there are not enough.")


class PartsData(Strict):
    """What a set is made of."""

    by: FieldName = Field(description="The field that tells the parts apart.", examples=["terrain"])
    counts: dict[str | int, Formula] = Field({}, description="Pieces for each value.", examples=["{sea: 8}"])
    others: Formula | None = Field(None, description="Pieces for each other value.", examples=["3"])


class CompleteData(Strict):
    """So many pieces for each."""

    each: str = Field(description="A kind of terms, numbers (`1 to 5`), or `player`.", examples=["people"])
    count: Formula = Field(1, description="How many pieces for each.", examples=["10"])
    of_field: FieldName = Field("", alias="field", description="The field, where the kind alone does not say which.")
    where: str = Field("", description="Only the items for which this is true.", examples=["item.recommended"])


class UniqueData(Strict):
    """What no two items share."""

    fields: list[FieldName] = Field(description="The fields.", min_length=1, examples=["[a, b]"])
    unordered: bool = Field(False, description="true: 1, 2 is the same as 2, 1.")
    all: str = Field("", description="What there must be.", examples=["pairs of 1 to 5"])


class CheckData(Strict):
    """A formula that must be true."""

    say: str = Field(description="What must be so, in words.", examples=["the caps add up to 23"])
    formula: str = Field(description="A comparison.", examples=['"item.food + item.faith == 23"'])


class TableData(Strict):
    """A table of items: its file, and how to read it."""

    file: str = Field(description="CSV, TSV, xlsx, ods or JSON beside this file.", examples=["deck.xlsx"])
    sheet: str = Field("", description="The sheet of a workbook; else the first.", examples=["Monsters"])
    where: str = Field("", description="Only the rows for which this is true.", examples=["\"Set == 'base'\""])
    columns: dict[str, str] = Field({}, description="Headings with their fields.", examples=['{"Text (EN)": text.en}'])
    ignore: list[str] = Field([], description="Headings that are not read, and not told.", examples=["[Notes]"])
    markup: Literal["", "html"] = Field("", description="Of its texts, where they are not ours.", examples=["html"])
    encoding: str = Field("", description="Of a CSV file, where it is guessed wrong.", examples=["cp1252"])


def _table(value: object) -> object:
    """The name of a file alone stands for its table."""
    return {"file": value} if isinstance(value, str) else value


_TABLE_SCHEMA = {"anyOf": [{"type": "string"}, TableData.model_json_schema()]}
Table = Annotated[TableData | None, BeforeValidator(_table), WithJsonSchema(_TABLE_SCHEMA)]


class SetFile(Strict):
    """A component set."""

    id: Name = Field(description="Its id.", examples=["skill"])
    name: Text = Field(description="Its name.", examples=["{ja: スキルカード, en: Skill card}"])
    plural: Text = Field(None, description="Its name for more than one.", examples=["{en: Skill cards}"])
    kind: Literal[KINDS] = Field(description="What it is.", examples=["card"])  # type: ignore[valid-type]
    size: Size = Field(None, description="A name of layouts/sizes.yaml, or a mapping as there.")
    layout: str = Field("", description="The template's file name without .svg.", examples=["skill"])
    back: str = Field("", description="The back's template.")
    expect: Formula | None = Field(None, description="What the rules promise; null: an open question.")
    printed: bool = Field(True, description="false: bought or brought along.")
    assume: Formula = Field(None, description="Where the count is open: how many to bring or print.")
    stamp: Stamp | None = Field(None, description="Its content stamps, where the set differs from the game.")
    use: list[UseData] = Field(
        [], description="What the pieces are used for, and how many at most.", max_length=MAX_PROMISES
    )
    about: Text = Field(None, description="One sentence for the component list.")
    parts: list[PartsData] = Field([], description="What `expect` is made of.", max_length=MAX_PROMISES)
    complete: list[CompleteData] = Field(
        [], description="So many pieces for each people, player, number ...", max_length=MAX_PROMISES
    )
    unique: list[UniqueData] = Field([], description="What no two items share.", max_length=MAX_PROMISES)
    checks: list[CheckData] = Field([], description="Formulas that must be true.", max_length=MAX_PROMISES)
    fields: Fields = Field(
        {}, description="Kinds of the fields; a list of names: the items tell them.", max_length=MAX_FIELDS
    )
    lists: dict[FieldName, Values] = Field(
        {}, description="What `each` of an item goes through.", examples=["{ranks: 1 to 10}"], max_length=MAX_PROMISES
    )
    items: list[ItemData] = Field([], description="The designs.")
    table: Table = Field(None, alias="from", description="A table with more items.", examples=["deck.xlsx"])


_DIFFERS: dict[str, Any] = {
    name: (info.annotation, info) for name, info in SetFile.model_fields.items() if name not in ("id", "name", "kind")
}
ItemsFile = create_model(
    "ItemsFile",
    __base__=Strict,
    __doc__="What a game says of a shared set: more items, and whatever differs.",
    adds=(Name, Field(description="The id of the shared set.", examples=["skill"])),
    name=(Text, Field(None, description="Its name.")),
    **_DIFFERS,
)


def _either(*own: str) -> ConfigDict:
    """What an editor asks for: these keys, or the name of what is shared."""
    return ConfigDict(json_schema_extra={"anyOf": [{"required": list(own)}, {"required": ["shared"]}]})


class FigureFaceData(Strict):
    """A face in a figure."""

    face: FaceName = Field(description="Set and item.", examples=["skill/iron-legion"])
    side: Literal["front", "back"] = Field("front", description="Which side of it.")
    cell: Cell = Field(None, description="Its place on a grid: a hexagon [q, r], or column and row.")
    at: Point = Field(None, description="Where its top left is, in mm.")
    turn: float = Field(0.0, description="Degrees clockwise.")
    count: NumberByPlayers = Field(None, description="How many: a number, a formula, or a map by player count.")
    step: Point = Field(None, description="How far each copy is from the last, in mm.")


def _shown(value: object) -> object:
    """Set and item alone stand for their front."""
    return {"face": value} if isinstance(value, str) else value


_SHOWN_SCHEMA = {"anyOf": [{"type": "string"}, FigureFaceData.model_json_schema()]}
ShownFace = Annotated[FigureFaceData, BeforeValidator(_shown), WithJsonSchema(_SHOWN_SCHEMA)]


class CalloutData(Strict):
    """Words about a place of a figure, by number."""

    text: Text = Field(description="What is there.", examples=["{ja: コスト, en: What it costs}"])
    at: Place = Field(None, description="An id or label of the template, or [x, y] in mm on the face.")
    of: int = Field(1, ge=1, description="Which of the faces.")
    cells: list[Cell] = Field([], description="Or hexagons of the grid.")


class FigureData(Strict):
    """A picture from faces of the game."""

    faces: list[ShownFace] = Field(description="What it shows.", examples=["[skill/iron-legion]"], min_length=1)
    callouts: list[CalloutData] = Field([], description="What is said of it.")


class RuleData(Strict):
    """A paragraph of the rules."""

    model_config = _either("id", "text")

    id: RuleId = Field("", description="Section id, dot, name.", examples=["war.strength"])
    shared: RuleId = Field("", description="Instead of an id: a paragraph of a shared folder.")
    text: Text = Field(None, description="The paragraph.", examples=["{ja: .., en: ..}"])
    title: Text = Field(None, description="A run-in heading.")
    kind: Literal["rule", "example", "note"] = Field("rule", description="Only a rule is numbered.")
    aid: Text = Field(None, description="Its short form on the player aid.")
    figure: FigureData | None = Field(None, description="A picture from faces, with callouts.")
    rules: list[RuleData] = Field([], description="Paragraphs below this one.")


class SectionData(Strict):
    """A chapter."""

    model_config = _either("id", "title")

    id: Id = Field("", description="Its id.", examples=["war"])
    shared: Id = Field("", description="Instead of an id: a chapter of a shared folder.")
    title: Text = Field(None, description="Its title.", examples=["{ja: 戦争, en: War}"])
    intro: Text = Field(None, description="An unnumbered first paragraph.")
    turn: bool = Field(False, description="It is a step of the turn, shown with its `aid`s in the turn at a glance.")
    rules: list[RuleData] = Field([], description="Its paragraphs.")


class RulesFile(Strict):
    """rules.yaml."""

    sections: list[SectionData] = Field(description="The chapters in order.", examples=["[]"])


class ModeData(Strict):
    """A way to play."""

    name: Text = Field(description="Its name.", examples=["{ja: スタンダード, en: Standard}"])


class StepData(Strict):
    """A step of the set-up."""

    model_config = _either("id", "do", "text")

    id: Id = Field("", description="Its id.", examples=["deal-hands"])
    shared: Id = Field("", description="Instead of an id: a step of a shared folder.")
    do: Literal[ACTIONS] = Field(None, description="What is done.", examples=["deal"])  # type: ignore[valid-type]
    text: Text = Field(None, description="The step in a few words.", examples=["{ja: .., en: ..}"])
    of_set: Name = Field("", alias="set", description="The set it moves.")
    sets: list[Name] = Field([], description="Several sets.")
    term: Id = Field("", description="The term it gives.")
    where: str = Field("", description="A filter over the items.", examples=['"item.a == item.b"'])
    count: NumberByPlayers = Field(None, description="A number, a formula, all, or a map by player count.")
    per: Literal["player"] = Field("player", description="Once for each player.")
    match: Annotated[str, Field(pattern=FIELD_NAME)] = Field("", description="A field alike in all a player takes.")
    source: str = Field("", alias="from", description="The zone the pieces leave.")
    target: str = Field("", alias="to", description="The zone they go to.")
    mode: str = Field("", description="Only in this mode.")
    rule: str = Field("", description="The paragraph it comes from.")
    shown: Text = Field(None, description="What the table prints instead of the count.")


class SetupFile(Strict):
    """setup.yaml."""

    modes: dict[Id, ModeData] = Field({}, description="Ways to play.", max_length=MAX_MODES)
    zones: list[Id] = Field([], description="Where pieces can be; `supply` is always one.", max_length=MAX_ZONES)
    passing: list[Id] = Field([], description="Zones in which nothing may be left after the set-up.")
    steps: list[StepData] = Field([], description="The steps in order.", max_length=MAX_STEPS)
