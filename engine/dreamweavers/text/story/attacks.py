"""Attacks and damage, described with their results (§Attacking, §Taking Damage)."""

from __future__ import annotations

from cards.i18n import Message, msg, msg_plural
from engine.dreamweavers.facts import attacks, cards, plays
from engine.dreamweavers.facts.terms import called, cards_of
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder


def _attacked(builder: StoryBuilder, at: int, fact: attacks.Attacked) -> None:
    """An attack that waits for its defence; one that is decided in the same act is told by its result."""
    builder.named.add(fact.attacker)
    tapped = builder.later(at, cards.Tapped, lambda one: one.cards == [fact.attacker])[:1]
    if builder.later(at, attacks.Compared, lambda one: one.attacker == fact.attacker):
        builder.done.update((at, *tapped))
    else:
        builder.add(builder.text(at), at, *tapped, implied=tapped)


def _stepped_in(builder: StoryBuilder, at: int, fact: attacks.SteppedIn) -> None:
    builder.named.add(fact.card)
    builder.by_entry(at)


def _shielded(builder: StoryBuilder, at: int, fact: attacks.Shielded) -> None:
    """Shields are told with the result of the attack, if there is one in this act."""
    gone = builder.later(at, cards.Forgotten, lambda one: one.how == "shield")[:1]
    builder.done.update((at, *gone))
    if fact.cards and not builder.later(at, attacks.Compared):
        builder.add(builder.text(at), at, *gone)


def _compared(builder: StoryBuilder, at: int, fact: attacks.Compared) -> None:
    """The result of an attack: the powers, the shields, and what it did at once."""
    builder.named.add(fact.attacker)
    text, covers = (_on_thought if fact.target else _on_ego)(builder, at, fact)
    told = {place for beat in builder.beats for place in beat.covers}
    led = sorted(place for place in builder.done - told if place < at)
    builder.add(text, at, *covers, *led, implied=led)


def _with_shields(builder: StoryBuilder, at: int) -> Message:
    """Return the result of an attack with the shields that were discarded before."""
    found = [one.fact.cards for one in builder.seen[:at] if isinstance(one.fact, attacks.Shielded)]
    text = builder.text(at)
    if not found or not found[-1]:
        return text
    return msg("{told} (shields: {cards})", told=text, cards=cards_of(found[-1]))


def _on_ego(builder: StoryBuilder, at: int, fact: attacks.Compared) -> tuple[Message, list[int]]:
    text, defender = _with_shields(builder, at), 1 - fact.seat
    damage = builder.later(at, attacks.Damaged, lambda one: one.seat == defender)[:1] if fact.succeeds else []
    for place in damage:
        outcome, covers = _outcome(builder, place)
        return msg("{told}: {outcome}", told=text, outcome=outcome), [place, *covers]
    return text, []


def _on_thought(builder: StoryBuilder, at: int, fact: attacks.Compared) -> tuple[Message, list[int]]:
    beaten = fact.target if fact.succeeds else fact.attacker
    gone = builder.later(at, cards.Forgotten, lambda one: one.how == "destroyed" and one.cards == [beaten])[
        :1
    ]
    if not gone:
        return builder.text(at), []
    card, target, power, value = called(fact.attacker), called(fact.target), fact.power, fact.shield_value
    if fact.succeeds:
        text = msg(
            "{card} destroyed {target}, {power} against {value}",
            card=card,
            target=target,
            power=power,
            value=value,
        )
    else:
        text = msg(
            "{target} destroyed its attacker {card}, {value} against {power}",
            card=card,
            target=target,
            power=power,
            value=value,
        )
    return text, gone


def _damaged(builder: StoryBuilder, at: int, fact: attacks.Damaged) -> None:
    """A point of damage that is not told with the attack."""
    text = builder.text(at)
    outcome, covers = _outcome(builder, at)
    builder.add(msg("{told}: {outcome}", told=text, outcome=outcome), at, *covers)


def _outcome(builder: StoryBuilder, at: int) -> tuple[Message, list[int]]:
    """Return the card revealed by a point of damage, its effect on the attacker, the cards left, and the places of
    these events.
    """
    fact = builder.fact(at, attacks.Damaged)
    if not fact.card:
        return msg("the Ego was empty"), []
    builder.named.add(fact.card)
    card, left = called(fact.card), fact.left
    covers = builder.later(at, Fact, lambda one: _is_arrival(one, fact.card))[:1]
    repelled = builder.later(at, attacks.Repelled, lambda one: one.card == fact.card)[:1]
    if not repelled:
        text = (
            msg_plural(
                "{card} was revealed, {n} card is left",
                "{card} was revealed, {n} cards are left",
                left,
                card=card,
            )
            if left
            else msg("{card} was revealed, and the Ego is empty", card=card)
        )
        return text, covers
    told = builder.fact(repelled[0], attacks.Repelled)
    gone = builder.later(repelled[0], cards.Forgotten, lambda one: one.cards == [told.attacker])[:1]
    text = (
        msg_plural(
            "{card} ({power}) was revealed and repelled it, {n} card is left",
            "{card} ({power}) was revealed and repelled it, {n} cards are left",
            left,
            card=card,
            power=told.power,
        )
        if left
        else msg(
            "{card} ({power}) was revealed and repelled it, and the Ego is empty", card=card, power=told.power
        )
    )
    return text, [*repelled, *gone, *covers]


def _is_arrival(one: Fact, card: str) -> bool:
    """Return whether a revealed card gets to the hand or into its section by an event."""
    match one:
        case cards.ReturnedToHand():
            return one.cards == [card]
        case attacks.Placed() | plays.TookEffect():
            return one.card == card
        case _:
            return False


JOINS: dict[type[Fact], Join] = {
    attacks.Attacked: _attacked,
    attacks.SteppedIn: _stepped_in,
    attacks.Shielded: _shielded,
    attacks.Compared: _compared,
    attacks.Damaged: _damaged,
}
