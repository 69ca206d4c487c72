"""Finding codes L...: the languages of a game: markup, numbers, letters and signs of its texts."""

from __future__ import annotations

from generator.diagnostics.codes.table import ERROR, NOTE, WARNING, Code

CODES: dict[str, Code] = {
    "L001": Code(
        WARNING,
        "markup differs between languages",
        "One language of a text names a term, a number, a set or a rule that the other does not, or less often. "
        "Usually a sentence was changed in one language only, and the two editions now play by different rules.",
        bad='{ja: "{food}を{=gain}個得る。", en: "Gain {food}."}',
        good='{ja: "{food}を{=gain}個得る。", en: "Gain {=gain} {food}."}',
    ),
    "L002": Code(
        WARNING,
        "numbers differ between languages",
        "A number stands in one language of a text and not in the other, neither as digits nor as a word. One of them "
        "is wrong. A number that both cite from a parameter cannot differ: write `{=name}`.",
        bad="{ja: カードを3枚引く。, en: Draw 2 cards.}",
        good="{ja: カードを3枚引く。, en: Draw 3 cards.}",
    ),
    "L003": Code(
        ERROR,
        "Japanese left in another language",
        "The words of a language that is written in letters hold kana or kanji, so they were not translated. A text "
        "without languages is the same in all of them: give it its words by language. Words that a template says by "
        "itself stand in every edition: bind them, or draw them in one language only.",
        bad="{ja: 農場, en: 農場}",
        good="{ja: 農場, en: Farm}",
        accept=True,
    ),
    "L004": Code(
        WARNING,
        "full-width sign in another language",
        "A full-width letter, digit or sign, such as the Japanese comma or bracket, was left among the words of a "
        "language that is written in letters. It prints too wide, and looks foreign.",
        bad="en: Draw ３ cards（twice）.",
        good="en: Draw 3 cards (twice).",
    ),
    "L005": Code(
        WARNING,
        "half-width kana",
        "Half-width kana come from old computers and look broken beside full-width ones. Write them full-width.",
        bad="ja: ｶｰﾄﾞを引く。",
        good="ja: カードを引く。",
    ),
    "L006": Code(
        WARNING,
        "bracket or quotation mark without its partner",
        "A bracket or quotation mark is opened and not closed in the same text, or the other way round.",
        bad="en: Draw a card (or two.",
        good="en: Draw a card (or two).",
    ),
    "L007": Code(
        WARNING,
        "word stands twice",
        "The same word stands twice in a row; in Japanese, the same particle or comma. Usually a typing slip.",
        bad="en: Draw the the top card.",
        good="en: Draw the top card.",
    ),
    "L008": Code(
        WARNING,
        "space where none belongs",
        "A space stands before a comma or full stop, or beside a full-width bracket, or two stand in a row. "
        "In justified text it makes a hole.",
        bad="en: Draw a card , then another.",
        good="en: Draw a card, then another.",
    ),
    "L009": Code(
        NOTE,
        "straight and curly quotation marks",
        "A language of this game writes quotation marks and apostrophes in two ways. Either is good; both together "
        "look like an accident.",
        bad="en: The player’s card and another player's hand.",
        good="en: The player's card and another player's hand.",
    ),
    "L010": Code(
        WARNING,
        "full stop is missing",
        "Nearly all texts of this sort end with a full stop, and this one does not. It is told only where at least "
        "four fifths of them do.",
        bad="en: Gain 2 food",
        good="en: Gain 2 food.",
    ),
    "L011": Code(
        WARNING,
        "word that a term asks to avoid",
        "A term lists words under `avoid` that must not stand for it, so that one thing has one name in the whole "
        "game. Write the term's own name, or cite the term.",
        bad='food: {name: food, avoid: {en: [meal]}}\ntext: "Gain a meal."',
        good='food: {name: food, avoid: {en: [meal]}}\ntext: "Gain {food}."',
    ),
    "L012": Code(
        WARNING,
        "invisible character",
        "A text holds a character that nobody sees: a zero-width space, a byte order mark, a joining sign. They come "
        "along with words that are copied from a web page or a word processor, hide words from a search, and let lines "
        "break inside a word. Delete it; where a line may break on purpose, accept it.",
        bad="en: Gain 2 foo\u200bd.   (an invisible space in `food`)",
        good="en: Gain 2 food.",
    ),
    "L013": Code(
        WARNING,
        "markup of another language",
        "A text holds markup of Markdown or HTML (`*italics*`, `<br>`, `&nbsp;`). It means nothing here and would be "
        "printed as it stands. The markup of texts is in components/README.md.",
        bad="en: Gain *two* food.",
        good='en: "Gain **two** food."',
    ),
    "L014": Code(
        WARNING,
        "languages contradict each other",
        "One language of a text denies something (`not`, `ない`, `nicht`) that another does not, or says the opposite "
        "of it: left for right, at the end for at the start, lose for gain. Usually one of them was changed alone.",
        bad="{ja: このカードは捨てられない。, en: This card can be discarded.}",
        good="{ja: このカードは捨てられない。, en: This card cannot be discarded.}",
    ),
}
