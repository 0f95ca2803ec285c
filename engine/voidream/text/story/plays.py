"""Rounds and actions, with their costs and the cards' destinations (§4)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg
from engine.kernel.events.entries import beat
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder
from engine.voidream.facts.actions import AbilityActivated, ModeChosen, Played, TookEffect, Unveiled
from engine.voidream.facts.cards import ConstructPlaced, Discarded, EnteredPlay, Exhausted, Voided
from engine.voidream.facts.rounds import FirstPlayer, MindTurned, RoundBegan

PROTOTYPE = "§6 Prototype"
"""The cause if a played card goes to the Void instead of taking effect."""


def _round(builder: StoryBuilder, at: int, fact: RoundBegan) -> None:
    first_player = builder.later(at, FirstPlayer)[:1]
    text = builder.text(at)
    for place in first_player:
        begins = builder.fact(place, FirstPlayer)
        text = builder.say(
            begins.seat, beat("Round {round}: you begin", "Round {round}: {who} begins"), round=fact.round
        )
    builder.add(text, at, *first_player)


def _played(builder: StoryBuilder, at: int, fact: Played) -> None:
    builder.named.add(fact.card)
    price = _price(builder, at, fact.seat)
    text = _with_price(builder, builder.text(at), price)
    arrival = _arrival(builder, at, fact.card)
    if any(builder.seen[place].cause == PROTOTYPE for place in arrival):
        text = msg("{told}: as a Prototype, it goes to the Void", told=text)
    builder.add(text, at, *price, *arrival, implied=_away(builder, arrival))


def _mode_chosen(builder: StoryBuilder, at: int, fact: ModeChosen) -> None:
    """Describe the chosen mode with its card, so that its consequence needs no other cause."""
    builder.named.add(fact.card)
    builder.by_entry(at)


def _price(builder: StoryBuilder, at: int, seat: int) -> list[int]:
    """Return the place of the mind's turn just before an event, which pays for it (§4, R16)."""
    for place in range(at - 1, -1, -1):
        match builder.seen[place].fact:
            case MindTurned() as turn if turn.seat == seat and builder.by_rule(place):
                return [place] if turn.count < turn.before else []
            case Played() | AbilityActivated() | Unveiled():
                break
            case _:
                continue
    return []


def _with_price(builder: StoryBuilder, text: Message, price: Sequence[int]) -> Message:
    for place in price:
        turn = builder.fact(place, MindTurned)
        return msg("{told} (mind {before} → {count})", told=text, before=turn.before, count=turn.count)
    return text


def _arrival(builder: StoryBuilder, at: int, card: str) -> list[int]:
    """Return the place at which a played card arrives: in play, or in another zone."""

    def arrives(fact: Fact) -> bool:
        match fact:
            case EnteredPlay(card=named) | ConstructPlaced(card=named):
                return named.title == card
            case Discarded(card=name) | Voided(card=name):
                return name == card
            case _:
                return False

    return builder.later(at, Fact, arrives)[:1]


def _away(builder: StoryBuilder, arrival: Sequence[int]) -> Sequence[int]:
    """Return the event of a card leaving after being played, which needn't be described."""
    return [place for place in arrival if isinstance(builder.seen[place].fact, Discarded | Voided)]


def _unveiled(builder: StoryBuilder, at: int, fact: Unveiled) -> None:
    builder.named.add(fact.card)
    price = _price(builder, at, fact.seat)
    arrival = _arrival(builder, at, fact.card)
    builder.add(
        _with_price(builder, builder.text(at), price),
        at,
        *price,
        *arrival,
        implied=_away(builder, arrival),
    )


def _activated(builder: StoryBuilder, at: int, fact: AbilityActivated) -> None:
    """Describe an ability with the costs in its own text: the mind, and exhausting its own card."""
    builder.named.add(fact.card)
    price, covers = list[int](), list[int]()
    for place in builder.later(at, Fact):
        match builder.seen[place].fact:
            case MindTurned(seat=fact.seat) as turn if turn.count < turn.before:
                price.append(place)
            case Exhausted(cards=[card]) if card.title == fact.card:
                covers.append(place)
            case _:
                break
    text = _with_price(builder, builder.text(at), price[:1])
    builder.add(text, at, *price[:1], *covers, implied=covers)


def _took_effect(builder: StoryBuilder, at: int, fact: TookEffect) -> None:
    """Describe the cards affected by an effect, which playing the card doesn't show."""
    if fact.on or fact.card not in builder.named:
        builder.as_logged(at)


JOINS: dict[type[Fact], Join] = {
    RoundBegan: _round,
    Played: _played,
    Unveiled: _unveiled,
    AbilityActivated: _activated,
    TookEffect: _took_effect,
    ModeChosen: _mode_chosen,
}
