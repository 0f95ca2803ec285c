"""Conditions in Spanish: what must be so."""

from __future__ import annotations

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.language.spanish.phrases import Phrases
from cards.voidream.language.spanish.words import TRAITS, agreed, conflict
from cards.voidream.language.tree import Comparison, Condition, Filter, Noun, Player, Trait, Zone

STATES = {
    Trait.PARTICIPATING: "participa",
    Trait.ATTACKING: "ataca",
    Trait.DEFENDING: "defiende",
}
"""Traits that are said with a verb of their own."""


def condition(phrases: Phrases, what: Condition) -> str:
    """`tu profundidad es 3 o más`: a condition."""
    match what:
        case tree.Both(first, second):
            return f"{condition(phrases, first)} y {condition(phrases, second)}"
        case tree.Not(denied):
            return _fact(phrases, denied, "no ")
        case _:
            return _fact(phrases, what, "")


def _fact(phrases: Phrases, what: Condition, no: str) -> str:
    match what:
        case tree.InNightmare(who):
            return _who(phrases, who, no, "está", "en la Pesadilla")
        case tree.DuringConflict(kind):
            return f"{no}hay {'' if no else 'un '}{conflict(kind)}"
        case tree.TakesPart(who, attacking):
            return _who(phrases, who, no, "ataca" if attacking else "defiende")
        case tree.Compare(tree.MindOf() as mind, Comparison.EXACTLY, 0):
            return f"{phrases.measure(mind)} {no}está gastada"
        case tree.Compare(amount, comparison, n):
            return f"{phrases.measure(amount)} {no}es {phrases.compared(n, comparison)}"
        case tree.Exists():
            return _exists(phrases, what, no)
        case tree.MatchesFilter(of, filter):
            subject = "" if isinstance(of, tree.It) else "esta carta "
            return f"{subject}{no}{_nature(phrases, filter, of)}"
        case tree.Not() | tree.Both():
            return f"no es cierto que {condition(phrases, what)}"


def _who(phrases: Phrases, who: Player, no: str, verb: str, rest: str = "") -> str:
    """`estás en la Pesadilla`, `tu rival no ataca`, `ningún jugador ataca`."""
    if who is Player.YOU:
        return f"{no}{verb}s {rest}".rstrip()
    if who is Player.EACH and no:
        return f"ningún jugador {verb} {rest}".rstrip()
    return f"{phrases.player(who)} {no}{verb} {rest}".rstrip()


def _exists(phrases: Phrases, exists: tree.Exists, no: str) -> str:
    filter, comparison, n = exists.filter, exists.comparison, exists.n
    who = filter.whose if filter.zone is Zone.IN_PLAY else None
    if who is not None:
        filter = replace(filter, whose=None)
    if (comparison, n) == (Comparison.OR_MORE, 1):
        if no and who is Player.EACH:
            cards = phrases.filter(filter, many=True, inside="en")
        elif no:
            none = agreed("ninguno", phrases.noun(filter).masculine, many=False)
            cards = phrases.filter(filter, many=False, inside="en")
            cards = f"{'ningún' if none == 'ninguno' else none} {cards}"
        else:
            cards = phrases.counted("", _article(phrases, filter), filter, many=False, inside="en")
    else:
        exactly = "exactamente" if comparison is Comparison.EXACTLY else ""
        many = (comparison, n) != (Comparison.EXACTLY, 1)
        cards = phrases.counted(exactly, phrases.compared(n, comparison), filter, many=many, inside="en")
    if who is None:
        return f"{no}hay {cards}"
    return f"{_who(phrases, who, no, 'controla')} {cards}"


def _article(phrases: Phrases, filter: Filter) -> str:
    if Trait.ANOTHER in filter.traits:
        return ""
    return "un" if phrases.noun(filter).masculine else "una"


def _nature(phrases: Phrases, filter: Filter, of: tree.This | tree.It) -> str:
    """`está preparada`, `es una entidad`: what a card is, with its verb."""
    many = phrases.is_many(of)
    if filter == Filter(Noun.CARD, filter.traits) and len(filter.traits) == 1:
        trait = filter.traits[0]
        if trait in STATES:
            return f"{STATES[trait]}{'n' if many else ''}"
        if trait is not Trait.ANOTHER:
            masculine = isinstance(of, tree.It) and phrases.word.masculine
            return f"{'están' if many else 'está'} {agreed(TRAITS[trait], masculine, many)}"
    return f"{'son' if many else 'es'} {phrases.one(filter)}"
