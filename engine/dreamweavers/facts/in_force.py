"""Facts about temporary effects: power, keywords, prohibitions, reduced costs (DW70)."""

from __future__ import annotations

from typing import ClassVar

from cards.dreamweavers.language.words import Ban, Noun
from cards.i18n import Message, line, msg
from engine.dreamweavers.facts.terms import Change, card_name, in_force
from engine.dreamweavers.position import UNTIL_ATTACK, UNTIL_TURN
from engine.kernel.events.entries import EventEntry, Names, beat, card_list, form
from engine.kernel.events.event import Fact, SeatFact


class PowerChanged(Fact, frozen=True, tag="power-changed"):
    """Thoughts have more or less power until the end of the turn or attack (`until`: "turn", "attack")."""

    cards: list[str]
    number: int
    until: str

    entry: ClassVar[EventEntry[PowerChanged]] = EventEntry(
        log=(
            form(
                "{cards} gets {change} power this turn.",
                "{cards} get {change} power this turn.",
                until=UNTIL_TURN,
            ),
            form(
                "{cards} gets {change} power for this attack.",
                "{cards} get {change} power for this attack.",
            ),
        ),
        slots={"change": lambda fact, names: f"{fact.number:+}".replace("-", "−")},
        sum=beat("Power changed: {cards}", "Power changed: {cards}"),
        whose=lambda fact: None,
        comes=lambda fact: [in_force(fact.until)],
        changes=lambda fact: [in_force(fact.until)],
    )


class KeywordGained(Fact, frozen=True, tag="keyword-gained"):
    """Cards have a keyword for this turn or this attack."""

    cards: list[str]
    keyword: str
    until: str

    entry: ClassVar[EventEntry[KeywordGained]] = EventEntry(
        log=(
            form("This turn for {cards}: {effect}", until=UNTIL_TURN),
            form("In this attack for {cards}: {effect}"),
        ),
        slots={"effect": lambda fact, names: line(f"{fact.keyword.capitalize()}.")},
        sum=beat("Keywords gained: {cards}", "Keywords gained: {cards}"),
        whose=lambda fact: None,
        comes=lambda fact: [in_force(fact.until)],
        changes=lambda fact: [in_force(fact.until)],
    )


class Forbidden(Fact, frozen=True, tag="forbidden"):
    """Something is forbidden to cards: a key of `Ban`, or "untap" for the next Upkeep."""

    cards: list[str]
    what: str
    until: str

    entry: ClassVar[EventEntry[Forbidden]] = EventEntry(
        log=(
            form(
                "{cards} does not untap in the next Upkeep.",
                "{cards} do not untap in the next Upkeep.",
                what="untap",
            ),
            form("{cards} can't attack this turn.", what=Ban.ATTACK),
            form("{cards} can't attack an Ego this turn.", what=Ban.ATTACK_EGO),
            form("{cards} can't be destroyed this turn.", what=Ban.DESTROYED),
            form("{cards} can't be named by the opponent this turn."),
        ),
        sum=(
            beat("Stays tapped: {cards}", "Stays tapped: {cards}", what="untap"),
            beat("Can't attack: {cards}", "Can't attack: {cards}", what=Ban.ATTACK),
            beat("Can't attack an Ego: {cards}", "Can't attack an Ego: {cards}", what=Ban.ATTACK_EGO),
            beat("Protected: {cards}", "Protected: {cards}"),
        ),
        whose=lambda fact: None,
        changes=lambda fact: [
            *([] if fact.what == "untap" else [in_force(fact.until)]),
            *(Change("stays tapped", None, card) for card in fact.cards),
        ],
    )


_NEXT = {
    Noun.THOUGHT: msg("the next Thought"),
    Noun.FEELING: msg("the next Feeling"),
    Noun.CARD: msg("the next card"),
}


def _next(fact: CostsChanged, names: Names) -> Message:
    return _NEXT[Noun(fact.kind_of_card)]


class CostsChanged(SeatFact, frozen=True, tag="costs-changed"):
    """The next card of a kind ("Thought", "Feeling", "card") that a player plays this turn costs less."""

    kind_of_card: str
    number: int

    entry: ClassVar[EventEntry[CostsChanged]] = EventEntry(
        beats=beat("This turn, {next} costs you {n} less", "This turn, {next} costs {who} {n} less"),
        slots={"next": _next, "n": lambda fact, names: fact.number},
        changes=lambda fact: [in_force(UNTIL_TURN, fact.seat)],
    )


class Began(SeatFact, frozen=True, tag="began"):
    """Another effect has started for this turn or attack: a card's line in English."""

    card: str
    text: str

    entry: ClassVar[EventEntry[Began]] = EventEntry(
        log=form("{card}: {effect}"),
        slots={"effect": lambda fact, names: line(fact.text)},
        sum=beat("In force: {cards}", "In force: {cards}"),
        # Each effect of a card with several effects begins separately.
        sum_slots={"cards": lambda facts: card_list([*dict.fromkeys(card_name(one.card) for one in facts)])},
        whose=lambda fact: None,
        comes=lambda fact: [in_force(UNTIL_TURN, fact.seat), in_force(UNTIL_ATTACK, fact.seat)],
        changes=lambda fact: [in_force(UNTIL_TURN, fact.seat), in_force(UNTIL_ATTACK, fact.seat)],
    )
