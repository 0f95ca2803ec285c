"""Attacks and damage, described with their results (§Attacking, §Taking Damage)."""

from __future__ import annotations

from cards.i18n import Message, msg, msg_plural
from engine.dreamweavers.facts import attacks, cards, plays
from engine.dreamweavers.facts.terms import card_name, cards_of
from engine.kernel.events.event import Fact
from engine.kernel.events.story_builder import Join, StoryBuilder


def _attacked(builder: StoryBuilder, at: int, fact: attacks.Attacked) -> None:
    """Describe an attack that waits for its defence. If it is decided in the same act, its result describes it."""
    builder.named.add(fact.attacker)
    tapped = builder.later(at, cards.Tapped, lambda event: event.cards == [fact.attacker])[:1]
    if builder.later(at, attacks.Compared, lambda event: event.attacker == fact.attacker):
        builder.done.update((at, *tapped))
    else:
        builder.add(builder.text(at), at, *tapped, implied=tapped)


def _stepped_in(builder: StoryBuilder, at: int, fact: attacks.SteppedIn) -> None:
    builder.named.add(fact.card)
    builder.by_entry(at)


def _shielded(builder: StoryBuilder, at: int, fact: attacks.Shielded) -> None:
    """Describe the shields, unless the result of the attack in the same act includes them."""
    forgotten = builder.later(at, cards.Forgotten, lambda event: event.how == "shield")[:1]
    builder.done.update((at, *forgotten))
    if fact.cards and not builder.later(at, attacks.Compared):
        builder.add(builder.text(at), at, *forgotten)


def _compared(builder: StoryBuilder, at: int, fact: attacks.Compared) -> None:
    """Describe the result of an attack: the powers, the shields, and the immediate effect."""
    builder.named.add(fact.attacker)
    text, covers = (_on_thought if fact.target else _on_ego)(builder, at, fact)
    covered = {place for beat in builder.beats for place in beat.covers}
    led = sorted(place for place in builder.done - covered if place < at)
    builder.add(text, at, *covers, *led, implied=led)


def _with_shields(builder: StoryBuilder, at: int, text: Message) -> Message:
    """Return the result of an attack with the shields that were discarded for it."""
    shields = [event.fact.cards for event in builder.seen[:at] if isinstance(event.fact, attacks.Shielded)]
    if not shields or not shields[-1]:
        return text
    return msg("{told} (shields: {cards})", told=text, cards=cards_of(shields[-1]))


def _on_ego(builder: StoryBuilder, at: int, fact: attacks.Compared) -> tuple[Message, list[int]]:
    text, defender = _with_shields(builder, at, builder.text(at)), 1 - fact.seat
    damage = (
        builder.later(at, attacks.Damaged, lambda event: event.seat == defender)[:1] if fact.succeeds else []
    )
    for place in damage:
        outcome, covers = _outcome(builder, place)
        return msg("{told}: {outcome}", told=text, outcome=outcome), [place, *covers]
    return text, []


def _on_thought(builder: StoryBuilder, at: int, fact: attacks.Compared) -> tuple[Message, list[int]]:
    beaten = fact.target if fact.succeeds else fact.attacker
    forgotten = builder.later(
        at, cards.Forgotten, lambda event: event.how == "destroyed" and event.cards == [beaten]
    )[:1]
    if not forgotten:
        return _with_shields(builder, at, builder.text(at)), []
    card, target, power, value = (
        card_name(fact.attacker),
        card_name(fact.target),
        fact.power,
        fact.shield_value,
    )
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
    return _with_shields(builder, at, text), forgotten


def _damaged(builder: StoryBuilder, at: int, fact: attacks.Damaged) -> None:
    """Describe a point of damage that isn't part of an attack's description."""
    text = builder.text(at)
    outcome, covers = _outcome(builder, at)
    builder.add(msg("{told}: {outcome}", told=text, outcome=outcome), at, *covers)


def _outcome(builder: StoryBuilder, at: int) -> tuple[Message, list[int]]:
    """Return the outcome of a point of damage in words, and the indices of other events that this covers.

    The words are the revealed card, its effect on the attacker, and the number of cards left.
    """
    fact = builder.fact(at, attacks.Damaged)
    if not fact.card:
        return msg("the Ego was empty"), []
    builder.named.add(fact.card)
    card, remaining = card_name(fact.card), fact.left
    covers = builder.later(at, Fact, lambda event: _is_arrival(event, fact.card))[:1]
    repelled = builder.later(at, attacks.Repelled, lambda event: event.card == fact.card)[:1]
    if not repelled:
        text = (
            msg_plural(
                "{card} was revealed, {n} card is left",
                "{card} was revealed, {n} cards are left",
                remaining,
                card=card,
            )
            if remaining
            else msg("{card} was revealed, and the Ego is empty", card=card)
        )
        return text, covers
    result = builder.fact(repelled[0], attacks.Repelled)
    forgotten = builder.later(repelled[0], cards.Forgotten, lambda event: event.cards == [result.attacker])[
        :1
    ]
    text = (
        msg_plural(
            "{card} ({power}) was revealed and repelled it, {n} card is left",
            "{card} ({power}) was revealed and repelled it, {n} cards are left",
            remaining,
            card=card,
            power=result.power,
        )
        if remaining
        else msg(
            "{card} ({power}) was revealed and repelled it, and the Ego is empty",
            card=card,
            power=result.power,
        )
    )
    return text, [*repelled, *forgotten, *covers]


def _is_arrival(fact: Fact, card: str) -> bool:
    """Return whether an event puts a revealed card into the hand or its section."""
    match fact:
        case cards.ReturnedToHand():
            return fact.cards == [card]
        case attacks.Placed() | plays.TookEffect():
            return fact.card == card
        case _:
            return False


JOINS: dict[type[Fact], Join] = {
    attacks.Attacked: _attacked,
    attacks.SteppedIn: _stepped_in,
    attacks.Shielded: _shielded,
    attacks.Compared: _compared,
    attacks.Damaged: _damaged,
}
