"""Setting up, rounds, and what players do in their turns (§3, §4)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, title
from engine.kernel.events.story import CHAPTER, Weight
from engine.kernel.events.story_builder import CHANGE, PASS, PLAY, sentence
from engine.voidream import facts as told
from engine.voidream.facts import Told
from engine.voidream.wording.story.teller import Handler, Teller


def _shown(t: Teller, at: int, fact: told.Shown) -> None:
    bastion, mind = title(fact.bastion), title(fact.mind)
    text = t.of(
        fact.seat,
        msg("You dream from {bastion}, with the mind of {mind}", bastion=bastion, mind=mind),
        lambda who: msg(
            "{who} dreams from {bastion}, with the mind of {mind}", who=who, bastion=bastion, mind=mind
        ),
    )
    t.add(Weight.DETAIL, CHANGE, text, at)


def _round(t: Teller, at: int, fact: told.RoundBegan) -> None:
    n = fact.round
    for first in t.later(at, lambda one: isinstance(one, told.FirstPlayer)):
        begins = t.facts[first]
        assert isinstance(begins, told.FirstPlayer)
        text = t.of(
            begins.seat,
            msg("Round {round}: you begin", round=n),
            lambda who: msg("Round {round}: {who} begins", round=n, who=who),
        )
        t.add(Weight.DETAIL, CHAPTER, text, at, first)
        return
    t.add(Weight.DETAIL, CHAPTER, msg("Round {round} begins", round=n), at)


def _guessed(t: Teller, at: int, fact: told.Guessed) -> None:
    if fact.guess == fact.hidden:
        text = t.of(
            fact.seat,
            msg("You guessed the side of the mind card, and begin"),
            lambda who: msg("{who} guessed the side of the mind card, and begins", who=who),
        )
    else:
        text = t.of(
            fact.seat,
            msg("You guessed the wrong side of the mind card"),
            lambda who: msg("{who} guessed the wrong side of the mind card", who=who),
        )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _passed(t: Teller, at: int, fact: told.Passed) -> None:
    t.add(
        Weight.DETAIL, PASS, t.of(fact.seat, msg("You pass"), lambda who: msg("{who} passes", who=who)), at
    )  # fmt: skip


def _played(t: Teller, at: int, fact: told.Played) -> None:
    card = title(fact.card)
    t.events.add(fact.card)
    price = _price(t, at, fact.seat)
    covers = [at, *price, *_arrival(t, at, fact.card)]
    if fact.source == "deck":
        text = t.of(
            fact.seat,
            msg("You evoke {card}", card=card),
            lambda who: msg("{who} evokes {card}", who=who, card=card),
        )
    elif fact.inverted:
        text = t.of(
            fact.seat,
            msg("You play {card} inverted", card=card),
            lambda who: msg("{who} plays {card} inverted", who=who, card=card),
        )
    else:
        text = t.of(
            fact.seat,
            msg("You play {card}", card=card),
            lambda who: msg("{who} plays {card}", who=who, card=card),
        )
    t.add(Weight.NOTABLE, PLAY, _with_price(t, text, price), *covers)


def _price(t: Teller, at: int, seat: int) -> list[int]:
    """Return the place of the turn of the mind that came just before, with which an event is paid for (§4, R16)."""
    for place in range(at - 1, -1, -1):
        fact = t.facts[place]
        if isinstance(fact, told.MindTurned) and fact.seat == seat and t.by_rule(place):
            return [place] if fact.count < fact.before else []
        if isinstance(fact, told.Played | told.AbilityActivated | told.Unveiled):
            break
    return []


def _with_price(t: Teller, text: Message, price: Sequence[int]) -> Message:
    for place in price:
        turned = t.facts[place]
        assert isinstance(turned, told.MindTurned)
        return msg("{told} (mind {before} → {count})", told=text, before=turned.before, count=turned.count)
    return text


def _arrival(t: Teller, at: int, card: str) -> list[int]:
    """Return the places at which a card that is played gets to where it goes: into play, or away."""

    def arrives(one: Told) -> bool:
        match one:
            case told.EnteredPlay(card=named) | told.ConstructPlaced(card=named):
                return named.title == card
            case told.Discarded(card=name) | told.Voided(card=name):
                return name == card
            case _:
                return False

    return t.later(at, arrives)[:1]


def _unveiled(t: Teller, at: int, fact: told.Unveiled) -> None:
    card = title(fact.card)
    t.events.add(fact.card)
    text = t.of(
        fact.seat,
        msg("You unveil {card}", card=card),
        lambda who: msg("{who} unveils {card}", who=who, card=card),
    )
    t.add(Weight.NOTABLE, PLAY, text, at, *_arrival(t, at, fact.card))


def _activated(t: Teller, at: int, fact: told.AbilityActivated) -> None:
    card = title(fact.card)
    t.events.add(fact.card)
    text = t.of(
        fact.seat,
        msg("You activate {card}", card=card),
        lambda who: msg("{who} activates {card}", who=who, card=card),
    )
    t.add(Weight.NOTABLE, PLAY, text, at)


def _took_effect(t: Teller, at: int, fact: told.TookEffect) -> None:
    if fact.card not in t.events:
        sentence(t, at, fact)


HANDLERS: dict[type[Told], Handler] = {
    told.Shown: _shown,
    told.RoundBegan: _round,
    told.Guessed: _guessed,
    told.Passed: _passed,
    told.Played: _played,
    told.Unveiled: _unveiled,
    told.AbilityActivated: _activated,
    told.TookEffect: _took_effect,
}
