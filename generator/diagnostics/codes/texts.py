"""Finding codes L...: languages, letters and signs of texts; M...: what one place says and another denies."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, note, warning

# fmt: off
CODES: dict[str, Code] = {
    "L001": warning("markup differs between languages",
        "One language of a text names a term, a number, a set or a rule that the other does not, or less often. "
        "Usually a sentence was changed in one language only, and the two editions now play by different rules.",
        '{ja: "{food}を{=gain}個得る。", en: "Gain {food}."}',
        '{ja: "{food}を{=gain}個得る。", en: "Gain {=gain} {food}."}'),
    "L002": warning("numbers differ between languages",
        "A number stands in one language of a text and not in the other, neither as digits nor as a word. One of them "
        "is wrong. A number that both cite from a parameter cannot differ: write `{=name}`.",
        "{ja: カードを3枚引く。, en: Draw 2 cards.}", "{ja: カードを3枚引く。, en: Draw 3 cards.}"),
    "L003": error("Japanese left in another language",
        "The words of a language that is written in letters hold kana or kanji, so they were not translated. A text "
        "without languages is the same in all of them: give it its words by language. Words that a template says by "
        "itself stand in every edition: bind them, or draw them in one language only.",
        "{ja: 農場, en: 農場}", "{ja: 農場, en: Farm}", accept=True),
    "L004": warning("full-width sign in another language",
        "A full-width letter, digit or sign, such as the Japanese comma or bracket, was left among the words of a "
        "language that is written in letters. It prints too wide, and looks foreign.",
        "en: Draw ３ cards（twice）.", "en: Draw 3 cards (twice)."),
    "L005": warning("half-width kana",
        "Half-width kana come from old computers and look broken beside full-width ones. Write them full-width.",
        "ja: ｶｰﾄﾞを引く。", "ja: カードを引く。"),
    "L006": warning("bracket or quotation mark without its partner",
        "A bracket or quotation mark is opened and not closed in the same text, or the other way round.",
        "en: Draw a card (or two.", "en: Draw a card (or two)."),
    "L007": warning("word stands twice",
        "The same word stands twice in a row; in Japanese, the same particle or comma. Usually a typing slip.",
        "en: Draw the the top card.", "en: Draw the top card."),
    "L008": warning("space where none belongs",
        "A space stands before a comma or full stop, or beside a full-width bracket, or two stand in a row. In "
        "justified text it makes a hole.",
        "en: Draw a card , then another.", "en: Draw a card, then another."),
    "L009": note("straight and curly quotation marks",
        "A language of this game writes quotation marks and apostrophes in two ways. Either is good; both together "
        "look like an accident.",
        "en: The player’s card and another player's hand.", "en: The player's card and another player's hand."),
    "L010": warning("full stop is missing",
        "Nearly all texts of this sort end with a full stop, and this one does not. It is told only where at least "
        "four fifths of them do.",
        "en: Gain 2 food", "en: Gain 2 food."),
    "L011": warning("word that a term asks to avoid",
        "A term lists words under `avoid` that must not stand for it, so that one thing has one name in the whole "
        "game. Write the term's own name, or cite the term.",
        'food: {name: food, avoid: {en: [meal]}}\ntext: "Gain a meal."',
        'food: {name: food, avoid: {en: [meal]}}\ntext: "Gain {food}."'),
    "L012": warning("invisible character",
        "A text holds a character that nobody sees: a zero-width space, a byte order mark, a joining sign. They come "
        "along with words that are copied from a web page or a word processor, hide words from a search, and let "
        "lines break inside a word. Delete it; where a line may break on purpose, accept it.",
        "en: Gain 2 foo\u200bd.   (an invisible space in `food`)", "en: Gain 2 food."),
    "L013": warning("markup of another language",
        "A text holds markup of Markdown or HTML (`*italics*`, `<br>`, `&nbsp;`). It means nothing here and would be "
        "printed as it stands. The markup of texts is in components/README.md.",
        "en: Gain *two* food.", 'en: "Gain **two** food."'),
    "L014": warning("languages contradict each other",
        "One language of a text denies something (`not`, `ない`, `nicht`) that another does not, or says the opposite "
        "of it: left for right, at the end for at the start, lose for gain. Usually one of them was changed alone.",
        "{ja: このカードは捨てられない。, en: This card can be discarded.}",
        "{ja: このカードは捨てられない。, en: This card cannot be discarded.}"),
    "L015": note("language that the tool does not speak",
        "Captions, the cover and the rules hold words of the tool. It says them in English and Japanese; for another "
        "language the English ones stand in, until layouts/words.yaml of the project says them.",
        "languages: [fr]", "layouts/words.yaml:\n  side.front: {fr: recto}\n  side.back: {fr: verso}\n  ..."),
    "M001": warning("item contradicts itself",
        "A text of an item, its line of icons or its effects name a number, a term or a choice where another side "
        "names another one. It is told only where its siblings say the same on both sides.",
        'text: "Gain 3 {gold}."\neffects: [{gain: {what: gold, amount: 2}}]',
        'text: "Gain 3 {gold}."\neffects: [{gain: {what: gold, amount: 3}}]'),
    "M002": warning("unlike all its siblings",
        "In all other items of the set two things go together (a kind and its template, a mark and an effect, a field "
        "and the id), or a list holds something; in this item alone it is otherwise. It is told only where that can "
        "hardly be chance; where it is meant, accept it.",
        "- {id: fort-red, type: fort, layout: city}    # all other forts: layout fort",
        "- {id: fort-red, type: fort, layout: fort}"),
    "M003": warning("one look for two",
        "Two terms of a kind have the same colour or the same icon, while every other member has its own. A player "
        "cannot tell them apart by it.",
        'wheat: {color: "#a8790c", ..}\nwood: {color: "#a8790c", ..}    # all others differ',
        'wheat: {color: "#a8790c", ..}\nwood: {color: "#3f6b2c", ..}'),
    "M004": warning("colour is called otherwise",
        "The glossary or a value calls a term by a colour (red, 赤) that is far from its `color`, while others of its "
        "kind are called what they are.",
        'science: {color: "#2f7d4a", about: "Red. Brings cards."}',
        'science: {color: "#2f7d4a", about: "Green. Brings cards."}'),
    "M005": warning("terms do not point back",
        "The terms of two kinds point at each other, by their `values` or in the words of the glossary, and all lead "
        "back to where they came from, or each has its own; but not this one.",
        "naval: {values: {god: neptune}}\nneptune: {values: {building: production}}",
        "naval: {values: {god: neptune}}\nneptune: {values: {building: naval}}"),
    "M006": warning("set-up counts otherwise than it is told",
        "A step of the set-up moves another number of pieces than its own words or the paragraph that it cites say, "
        "or counts by another parameter, or leaves out a set or a part of a sum that its words name.",
        '- {do: give, set: board, count: start_coins, text: "Take {=start-boards} boards"}',
        '- {do: give, set: board, count: start_boards, text: "Take {=start-boards} boards"}'),
    "M007": warning("id is printed",
        "A template prints an id, a word for the computer that is the same in all languages, where the thing has a "
        "name.",
        'pnp:text="item.id"', 'pnp:text="item.name"'),
    "M008": warning("drawn as something else",
        "A set is drawn with a template, or has a back, that is named after another one, though there is a template "
        "of its own name.",
        "id: epic-card\nback: skill-back    # and there is layouts/mygame/epic-back.svg",
        "id: epic-card\nback: epic-back"),
    "M009": warning("names are swapped",
        "Two things of a sort bear each other's names in one language: their ids say so, or all texts that name them "
        "in another language.",
        "wheat: {name: {ja: 麦, en: wood}}\nwood: {name: {ja: 木材, en: wheat}}",
        "wheat: {name: {ja: 麦, en: wheat}}\nwood: {name: {ja: 木材, en: wood}}"),
    "M010": warning("old name",
        "A text calls a thing by the words of its id, but it has another name now, and nothing else is called so: it "
        "was renamed, and the text was forgotten. Cite the thing, then its name follows.",
        'iron-legion: {name: Bronze Legion}\ntext: "The Iron Legion wins ties."',
        'text: "{@skill/iron-legion} wins ties."'),
    "M011": warning("sum does not come out",
        "A text calculates (`3 + 2 = 6`) and errs, or an example names a sum that its numbers do not give.",
        "en: You have 3 + 2 = 6 actions.", "en: You have 3 + 2 = 5 actions."),
    "M012": warning("more than there are",
        "An item asks for more of a term than there are pieces of it in the box.",
        "cost: {tar: 33}    # there are 16 tokens of tar", "cost: {tar: 3}"),
    "M013": warning("number or list of siblings is wrong",
        "The glossary of a term counts the others of its kind (`the other five`), and they are more or fewer; or a "
        "text lists all members of a kind, but one of them twice and another not at all, or fewer than it announces.",
        'text: "{wheat} {wood} {clay} {clay}"    # and there is {stone}', 'text: "{wheat} {wood} {clay} {stone}"'),
    "M014": warning("parameter of something else",
        "The short form of a rule, or an item that cites the rule, has a parameter beside a word or a term where the "
        "rule itself has another one, of another value; or the short form has another term of "
        "the same kind; or a template draws a parameter beside a term that another is named after.",
        'text: "Score {=generation-vp} {vp}."\naid: "{=town-vp} {vp}"',
        'text: "Score {=generation-vp} {vp}."\naid: "{=generation-vp} {vp}"'),
    "M015": warning("rule about something else",
        "A sentence, an item or a step of the set-up cites a rule that shares hardly a word with it, and another rule "
        "shares many; or the rule bears the name of a term, and an item that cites it speaks of another of that kind, "
        "which has a rule of its own.",
        'text: "Add 1 to {labor}."\nrule: action.blessing', 'text: "Add 1 to {labor}."\nrule: action.labor'),
    "M016": warning("word of the glossary is not in use",
        "No text says a term by its name in a language; where texts say it in another language, they all have one "
        "other word here, that stands nowhere else. The term was renamed in the glossary only.",
        'morale: {name: {ja: 士気, en: morale}}\ntext: {ja: 戦意を失う。, en: You lose morale.}',
        'morale: {name: {ja: 士気, en: morale}}\ntext: {ja: 士気を失う。, en: You lose morale.}'),
    "M017": warning("one name for two",
        "Two items of a set have the same name in one language and different ones in another: one was copied, and "
        "not all of its names were changed.",
        "- {id: ketch, name: {en: Ketch, ja: ケッチ}}\n- {id: lugger, name: {en: Lugger, ja: ケッチ}}",
        "- {id: ketch, name: {en: Ketch, ja: ケッチ}}\n- {id: lugger, name: {en: Lugger, ja: ラガー}}"),
    "M018": warning("field is drawn twice",
        "A template has two texts with different examples that draw the same field, and a field of the same sort is "
        "drawn nowhere.",
        """<text pnp:text="item.attack">4</text> <text pnp:text="item.attack">2</text>""",
        """<text pnp:text="item.attack">4</text> <text pnp:text="item.defence">2</text>"""),
    "M019": warning("languages pair otherwise",
        "Two numbers or parameters have changed places in one language: each stands beside the term, or in the line of "
        "a table, of the other one; or things that a text names in their order are named in another one.",
        'en: "Pay 1 {coin}, lose 2 {point}."\nja: "{coin}2を払い、{point}1を失う。"',
        'en: "Pay 1 {coin}, lose 2 {point}."\nja: "{coin}1を払い、{point}2を失う。"'),
    "M020": warning("number of something else",
        "A text has a number beside the name of an item or a term, `Guard (4)` or `a river costs 3`, and it is none "
        "of its numbers, though the others in the text are, or the word between names the field; an example pays, "
        "gains or adds up other numbers than its paragraph or the things that it names have; or a text says of a set "
        "what its pieces are worth in all, and they are not.",
        "river: {values: {cost: 2}}\ntext: A {river} costs 3.", "river: {values: {cost: 3}}\ntext: A {river} costs 3."),
}
