"""Attacks, damage, and the end of a match (§Attacking, §Taking Damage)."""

from __future__ import annotations

from collections.abc import Callable

from cards.i18n import Message, msg, msg_plural
from engine.dreamweavers import facts as told
from engine.dreamweavers.endings import ENDINGS
from engine.dreamweavers.facts import Told
from engine.dreamweavers.wording.story.teller import Handler, Teller, cards_of
from engine.dreamweavers.wording.terms import called
from engine.kernel.endings import result
from engine.kernel.events.event import Ended
from engine.kernel.events.story import Weight
from engine.kernel.events.story_builder import ATTACK, CHANGE, nothing


def _attacked(t: Teller, at: int, fact: told.Attacked) -> None:
    """An attack that waits for its defence; one that is decided in the same act is told by its result."""
    t.events.add(fact.attacker)
    tapped = t.later(at, lambda one: isinstance(one, told.Tapped) and one.cards == [fact.attacker])[:1]
    if t.later(at, lambda one: isinstance(one, told.Compared) and one.attacker == fact.attacker):
        t.done.update((at, *tapped))
        return
    card = called(fact.attacker)
    if fact.target:
        target = called(fact.target)
        text = msg("{card} attacks {target}", card=card, target=target)
    else:
        text = t.of(
            1 - fact.seat,
            msg("{card} attacks your Ego", card=card),
            lambda who: msg("{card} attacks {who}'s Ego", card=card, who=who),
        )
    t.add(Weight.NOTABLE, ATTACK, text, at, *tapped)


def _stepped_in(t: Teller, at: int, fact: told.SteppedIn) -> None:
    card = called(fact.card)
    t.events.add(fact.card)
    text = t.of(
        fact.seat,
        msg("Your {card} steps in", card=card),
        lambda who: msg("{who}'s {card} steps in", who=who, card=card),
    )
    t.add(Weight.NOTABLE, ATTACK, text, at)


def _shielded(t: Teller, at: int, fact: told.Shielded) -> None:
    """Shields are told with the result of the attack, if there is one in this act."""
    gone = t.later(at, lambda one: isinstance(one, told.Forgotten) and one.how == "shield")[:1]
    t.done.update((at, *gone))
    if not fact.cards or t.later(at, lambda one: isinstance(one, told.Compared)):
        return
    cards = cards_of(fact.cards)
    text = t.of(
        fact.seat,
        msg("You shield with {cards}: {value}", cards=cards, value=fact.value),
        lambda who: msg("{who} shields with {cards}: {value}", who=who, cards=cards, value=fact.value),
    )
    t.add(Weight.NOTABLE, ATTACK, text, at, *gone)


def _compared(t: Teller, at: int, fact: told.Compared) -> None:
    """The result of an attack: the powers, the shields, and what it did at once."""
    t.events.add(fact.attacker)
    against_thought = bool(fact.target)
    text, covers = (_on_thought if against_thought else _on_ego)(t, at, fact)
    t.add(
        Weight.DECISIVE, ATTACK, text, at, *covers, reason=_shields(t, at, fact), brief=text, is_result=True
    )


def _shields(t: Teller, at: int, fact: told.Compared) -> Message | None:
    """Return the sentence on the shields that were discarded before."""
    found = [one for one in t.facts[:at] if isinstance(one, told.Shielded) and one.cards]
    if not found:
        return None
    return msg("Shields: {cards}.", cards=cards_of(found[-1].cards))


def _on_ego(t: Teller, at: int, fact: told.Compared) -> tuple[Message, list[int]]:
    card, power, value, defender = called(fact.attacker), fact.power, fact.shield_value, 1 - fact.seat
    if not fact.succeeds:
        text = t.of(
            defender,
            msg("You stopped {card}: {power} against {value}", card=card, power=power, value=value),
            lambda who: msg(
                "{who} stopped {card}: {power} against {value}", who=who, card=card, power=power, value=value
            ),
        )
        return text, []
    text = t.of(
        defender,
        msg("{card} hit your Ego, {power} against {value}", card=card, power=power, value=value),
        lambda who: msg(
            "{card} hit {who}'s Ego, {power} against {value}", card=card, who=who, power=power, value=value
        ),
    )
    for place in t.later(at, lambda one: isinstance(one, told.Damaged) and one.seat == defender)[:1]:
        damage = t.facts[place]
        assert isinstance(damage, told.Damaged)
        outcome, covers = _outcome(t, place, damage)
        return msg("{told}: {outcome}", told=text, outcome=outcome), [place, *covers]
    return text, []


def _on_thought(t: Teller, at: int, fact: told.Compared) -> tuple[Message, list[int]]:
    card, target, power, value = called(fact.attacker), called(fact.target), fact.power, fact.shield_value

    def destroyed(title: str) -> list[int]:
        return t.later(
            at,
            lambda one: isinstance(one, told.Forgotten) and one.how == "destroyed" and one.cards == [title],
        )[:1]

    if fact.succeeds:
        gone = destroyed(fact.target)
        if gone:
            text = msg(
                "{card} destroyed {target}, {power} against {value}",
                card=card,
                target=target,
                power=power,
                value=value,
            )
            return text, gone
        return msg(
            "{card} beat {target}, {power} against {value}", card=card, target=target, power=power, value=value
        ), []  # fmt: skip
    gone = destroyed(fact.attacker)
    if gone:
        text = msg(
            "{target} destroyed its attacker {card}, {value} against {power}",
            card=card,
            target=target,
            power=power,
            value=value,
        )
        return text, gone
    return msg(
        "{target} withstood {card}, {value} against {power}", card=card, target=target, power=power, value=value
    ), []  # fmt: skip


def _damaged(t: Teller, at: int, fact: told.Damaged) -> None:
    """A point of damage that is not told with the attack."""
    text = t.of(fact.seat, msg("You took 1 damage"), lambda who: msg("{who} took 1 damage", who=who))
    outcome, covers = _outcome(t, at, fact)
    t.add(Weight.DECISIVE, CHANGE, msg("{told}: {outcome}", told=text, outcome=outcome), at, *covers)


def _outcome(t: Teller, at: int, fact: told.Damaged) -> tuple[Message, list[int]]:
    """Return what a point of damage revealed, what that did to the attacker, and what is left; and where all that is told."""
    if not fact.card:
        return msg("the Ego was empty"), []
    t.events.add(fact.card)
    card, left = called(fact.card), fact.left
    covers = _arrival(t, at, fact)
    for place in t.later(at, lambda one: isinstance(one, told.Repelled) and one.card == fact.card)[:1]:
        repelled = t.facts[place]
        assert isinstance(repelled, told.Repelled)
        gone = t.later(place, _is_gone(repelled.attacker))[:1]
        text = msg_plural(
            "{card} ({power}) was revealed and repelled it, {n} card is left",
            "{card} ({power}) was revealed and repelled it, {n} cards are left",
            left,
            card=card,
            power=repelled.power,
        )
        return text, [place, *gone, *covers]
    text = msg_plural(
        "{card} was revealed, {n} card is left", "{card} was revealed, {n} cards are left", left, card=card
    )
    return text, covers


def _is_gone(title: str) -> Callable[[Told], bool]:
    return lambda one: isinstance(one, told.Forgotten) and one.cards == [title]


def _arrival(t: Teller, at: int, fact: told.Damaged) -> list[int]:
    """Return the place at which a revealed card gets to the hand or into its section."""
    return t.later(
        at,
        lambda one: (
            (isinstance(one, told.ReturnedToHand) and one.cards == [fact.card])
            or (isinstance(one, told.Placed | told.TookEffect) and one.card == fact.card)
        ),
    )[:1]


def _ended(t: Teller, at: int, fact: Ended) -> None:
    """How the match ended."""
    text = result(fact.places, ENDINGS[fact.ending], t.names, t.reader)
    t.add(Weight.DECISIVE, CHANGE, text, at, is_result=True)


HANDLERS: dict[type[Told], Handler] = {
    told.Attacked: _attacked,
    told.SteppedIn: _stepped_in,
    told.Shielded: _shielded,
    told.Compared: _compared,
    told.Damaged: _damaged,
    told.Repelled: nothing,
    told.WindowClosed: nothing,
    Ended: _ended,
}
