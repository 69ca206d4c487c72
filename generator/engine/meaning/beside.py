"""One text against all others: the names in one language and in another, words that were copied.

Takes the texts on a `Desk`; gives a problem at the text that stands alone. The other texts are the witnesses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from generator.data.walk import Spoken
from generator.engine.meaning.reading import told
from generator.engine.registry import Desk, Problem, check
from generator.values import late

FEW, MANY = 2, 8
"""So many witnesses at least, and none against them; the same where words are no markup."""
_NAMED = late(r"<([ti]):([^<>]+)>")
_TOLD = ("text", "aid", "about", "intro", "assumption")


def _told(desk: Desk) -> Iterator[Spoken]:
    """Texts that are sentences about the game."""
    return (s for s in desk.texts if s.role.rpartition(".")[2] in _TOLD and not any(s.faults.values()))


# ---- languages ----

ALIKE = 0.5
"""Words with fewer signs in common than this share are other words."""
_LONG = 12


@check("M017")
def words_are_of_one(desk: Desk) -> Iterator[Problem]:
    """No two texts of a sort have the same words in one language and quite different ones in another."""
    alike: dict[tuple[str, ...], list[Spoken]] = {}
    for spoken in _told(desk):
        kin = spoken.owner.partition("/")[0] if spoken.owner.startswith("item") else spoken.owner.partition(" ")[0]
        for language, words in spoken.text.words.items() if len(spoken.text.words) > 1 else ():
            if len(words) >= _LONG:
                alike.setdefault((language, words, kin, spoken.role), []).append(spoken)
    for (language, *_), some in alike.items():
        odd = [s for s in some[1:] if _apart(s, some[0])]
        spoken = some[0] if len(odd) == len(some) - 1 > 1 else odd[0] if odd else some[0]
        if odd:
            other = some[0] if spoken is not some[0] else odd[0]
            who = f"`{spoken.owner.partition(' ')[2]}` and `{other.owner.partition(' ')[2]}`"
            message = f"{who} have the same words in {language}, but not in {_apart(spoken, other)}"
            yield Problem(spoken.text.marks[language], message, f"write its own words in {language}")


def _apart(one: Spoken, two: Spoken) -> str:
    """A language in which two texts are quite different."""
    return next((la for la, words in one.text.words.items() if _unlike(words, two.text.words.get(la, words))), "")


def _unlike(one: str, two: str) -> bool:
    here, there = (Counter(words[n : n + 2] for n in range(len(words) - 1)) for words in (one, two))
    return (here & there).total() < ALIKE * max(here.total(), there.total())


@check("M019")
def languages_name_siblings_alike(desk: Desk) -> Iterator[Problem]:
    """No text names one of a kind, or of a set, in one language and another of them in the next."""
    declared = [*(s.fields for s in desk.game.sets.values()), *(v.arguments for v in desk.game.verbs.values())]
    shown = {
        one.argument for of in declared for k in of.values() for one in (k, k.of or k) if one.name in ("term", "map")
    }
    groups = {f"t:{t.id}": t.kind if t.kind in shown or t.color else "" for t in desk.game.terms.values()}
    odd: dict[str, list[tuple[Spoken, str, str, str, str]]] = {}
    alike = Counter[str]()
    for spoken, by_language in told(desk):
        cited = [
            {t.text + t.detail * (t.kind == "item") for t in ts if t.kind in ("term", "item")}
            for ts in spoken.tokens.values()
        ]
        if spoken.role.endswith("name") or any(some ^ cited[0] for some in cited):
            continue
        things = {la: {f"{a}:{b}" for a, b in _NAMED.findall(words)} for la, words in by_language.items()}
        for one, two in combinations(things, 2):
            alone = [sorted(things[a] - things[b]) for a, b in ((one, two), (two, one))]
            alike.update({groups.get(n, n.partition("/")[0]) for n in things[one] & things[two]})
            by_group = [{groups.get(n, n.partition("/")[0]): n[2:] for n in some} for some in alone]
            for group in by_group[0].keys() & by_group[1].keys():
                odd.setdefault(group, []).append((spoken, one, by_group[0][group], two, by_group[1][group]))
    for group, some in odd.items():
        if group and len(some) == 1 and alike[group] >= FEW:
            spoken, one, first, two, second = some[0]
            message = f"{one} speaks of `{first}`, {two} of `{second}`"
            yield Problem(spoken.text.marks[two], message, "speak of the same in both")
