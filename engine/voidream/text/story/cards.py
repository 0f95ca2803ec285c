"""Cards that leave, with the reason (§6, §7)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Series, Value, title
from engine.kernel.events.entries import beat, card_list
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder
from engine.voidream.facts.cards import Damaged, Destroyed, Discarded, Sacrificed, Voided
from engine.voidream.facts.conflicts import AvoidedNightmare
from engine.voidream.facts.terms import PublicName, called

NIGHTMARE = "§4 Entering Nightmare"
"""The reason why a card goes to the Void when its owner has entered Nightmare."""


def _discarded(builder: StoryBuilder, at: int, fact: Discarded) -> None:
    avoided = builder.later(at, AvoidedNightmare, lambda event: event.seat == fact.of)[:1]
    if not (avoided and builder.by_rule(at)):
        builder.by_entry(at)
        return
    discarded = beat(
        "You discarded {card} and avoided Nightmare", "{who} discarded {card} and avoided Nightmare"
    )
    builder.add(builder.say(fact.of, discarded, card=title(fact.card)), *avoided, at, implied=[at])


def _voided(builder: StoryBuilder, at: int, fact: Voided) -> None:
    if builder.seen[at].cause != NIGHTMARE:
        builder.by_entry(at)
        return
    gave = beat("You gave {card} to Nightmare", "{who} gave {card} to Nightmare")
    builder.add(builder.say(fact.of, gave, card=title(fact.card)), at)


def _leaves(builder: StoryBuilder, at: int, fact: Destroyed | Sacrificed) -> None:
    """Describe cards that are destroyed or sacrificed, with their names in the pile."""
    places = builder.told_together(at)
    cards, covered = _as_they_lie(builder, at, [builder.fact(place, type(fact)).card for place in places])
    builder.add(builder.text(*places, cards=cards), *places, *covered)


def _as_they_lie(builder: StoryBuilder, at: int, cards: Sequence[PublicName]) -> tuple[Series, list[int]]:
    """Return the names of cards that leave play, and the place of the event in which they went to a pile.

    A face-down card is revealed to everyone when it gets there (§7).
    """
    names: list[Value] = []
    places: list[int] = []
    for card in cards:
        discards = builder.later(at, Discarded, lambda event, card=card: event.was == card)[:1]
        names.append(title(builder.fact(discards[0], Discarded).card) if discards else called(card))
        places += discards
    return card_list(names), places


def _damaged(builder: StoryBuilder, at: int, fact: Damaged) -> None:
    """Describe damage, unless the card's destruction describes it."""
    if not builder.later(at, Destroyed, lambda event: event.card.tag == fact.card.tag):
        builder.by_entry(at)


JOINS: dict[type[Fact], Join] = {
    Discarded: _discarded,
    Voided: _voided,
    Destroyed: _leaves,
    Sacrificed: _leaves,
    Damaged: _damaged,
}
