"""Setting up, turns, and what players do in them (§Setup, §Main Phase)."""

from __future__ import annotations

from cards.i18n import Message, msg, msg_plural
from engine.dreamweavers import facts as told
from engine.dreamweavers.facts import Told
from engine.dreamweavers.wording.story.teller import (
    Handler,
    Teller,
    cards_of,
    next_move,
    where,
    with_tracker,
)
from engine.dreamweavers.wording.terms import called
from engine.kernel.events.story import CHAPTER, Weight
from engine.kernel.events.story_builder import CHANGE, PASS, PLAY, sentence


def _rolled(t: Teller, at: int, fact: told.Rolled) -> None:
    """Who begins; rolls that did not decide it are only counted in (DW1)."""
    if fact.first is None:
        return
    high, low = sorted((sum(dice) for dice in fact.rolls), reverse=True)
    text = t.of(
        fact.first,
        msg("You rolled {high} against {low}, and begin", high=high, low=low),
        lambda who: msg("{who} rolled {high} against {low}, and begins", who=who, high=high, low=low),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _drafted(t: Teller, at: int, fact: told.NotionsTaken) -> None:
    notions = cards_of(fact.notions)
    text = t.of(
        fact.seat,
        msg("You draft {notions}", notions=notions),
        lambda who: msg("{who} drafts {notions}", who=who, notions=notions),
    )
    t.add(Weight.NOTABLE, PLAY, text, at)


def _intents(t: Teller, at: int, fact: told.IntentsRevealed) -> None:
    parts = [
        t.of(
            seat,
            msg("your Intent is {notion}", notion=called(notion)),
            lambda who, notion=notion: msg("{who}'s Intent is {notion}", who=who, notion=called(notion)),
        )
        for seat, notion in enumerate(fact.notions)
    ]
    t.add(Weight.NOTABLE, CHANGE, msg("Revealed: {one}, {other}", one=parts[0], other=parts[1]), at)


def _turn(t: Teller, at: int, fact: told.TurnBegan) -> None:
    n = fact.turn
    text = t.of(
        fact.seat,
        msg("Turn {turn}: yours", turn=n),
        lambda who: msg("Turn {turn}: {who}'s", turn=n, who=who),
    )
    restored = next_move(t, at, fact.seat, "restore")
    for place in restored:
        moved = t.facts[place]
        assert isinstance(moved, told.TrackerMoved)
        text = msg("{told}, with memory restored to {n}", told=text, n=moved.number)
    t.add(Weight.DETAIL, CHAPTER, text, at, *restored)


def _tracker(t: Teller, at: int, fact: told.TrackerMoved) -> None:
    """A move of the tracker that belongs to nothing that somebody did."""
    t.add(Weight.DETAIL, CHANGE, msg("The tracker is on {where}", where=where(t, fact)), at)


def _let_go(t: Teller, at: int, fact: told.LetGo) -> None:
    moved = next_move(t, at, fact.seat, "let-go")
    text = t.of(fact.seat, msg("You let go"), lambda who: msg("{who} lets go", who=who))
    t.add(Weight.DETAIL, PASS, with_tracker(t, text, moved), at, *moved)


def _refreshed(t: Teller, at: int, fact: told.Refreshed) -> None:
    """Refresh, with what came back and what was drawn (DW34)."""
    covers = [at, *next_move(t, at, fact.seat, "refresh")]
    drawn = 0
    back: list[str] = []
    own: list[str] | None = None
    for place in t.later(at, lambda one: isinstance(one, told.Drew | told.ReturnedToHand)):
        if t.cause(place) != "DW34":
            continue
        match t.facts[place]:
            case told.Drew(count=count, cards=cards):
                drawn, own = count, cards
            case told.ReturnedToHand(cards=cards):
                back += cards
            case _:
                continue
        covers.append(place)
    if not drawn:
        text = t.of(fact.seat, msg("You refresh"), lambda who: msg("{who} refreshes", who=who))
    elif own is not None and fact.seat == t.reader:
        text = msg("You refresh and draw {cards}", cards=cards_of(own))
    else:
        text = t.of(
            fact.seat,
            msg_plural("You refresh and draw {n} card", "You refresh and draw {n} cards", drawn),
            lambda who: msg_plural(
                "{who} refreshes and draws {n} card", "{who} refreshes and draws {n} cards", drawn, who=who
            ),
        )
    reason = msg("Back in the hand: {cards}.", cards=cards_of(back)) if back else None
    t.add(Weight.NOTABLE, PLAY, text, *covers, reason=reason)


def _played(t: Teller, at: int, fact: told.Played) -> None:
    card = called(fact.card)
    if fact.is_answer:
        text = t.of(
            fact.seat,
            msg("You answer with {card}", card=card),
            lambda who: msg("{who} answers with {card}", who=who, card=card),
        )
    else:
        text = t.of(
            fact.seat,
            msg("You play {card}", card=card),
            lambda who: msg("{who} plays {card}", who=who, card=card),
        )
    _doing(t, at, fact, text)


def _activated(t: Teller, at: int, fact: told.Activated) -> None:
    card = called(fact.card)
    if fact.is_answer:
        text = t.of(
            fact.seat,
            msg("You answer with {card}", card=card),
            lambda who: msg("{who} answers with {card}", who=who, card=card),
        )
    else:
        text = t.of(
            fact.seat,
            msg("You use {card}", card=card),
            lambda who: msg("{who} uses {card}", who=who, card=card),
        )
    _doing(t, at, fact, text)


def _doing(t: Teller, at: int, fact: told.Played | told.Activated, text: Message) -> None:
    """A card that is played or used: with what it named and what was paid, itself perhaps, and that it took effect."""
    t.events.add(fact.card)
    paid = next_move(t, at, fact.seat, "pay")
    covers = [at, *paid]
    for place in t.later(
        at, lambda one: isinstance(one, told.Named | told.TookEffect | told.Tapped | told.Forgotten)
    ):
        match t.facts[place]:
            case told.Named(card=card, cards=named) if card == fact.card and named:
                text = msg("{told} on {cards}", told=text, cards=cards_of(named))
            case told.TookEffect(card=card) if card == fact.card:
                pass
            case told.Tapped(cards=[card]) if card == fact.card:
                pass
            case told.Forgotten(cards=[card]) if card == fact.card == t.cause(place) and place < _effect(
                t, at, card
            ):
                pass
            case _:
                continue
        covers.append(place)
    t.add(Weight.NOTABLE, PLAY, with_tracker(t, text, paid), *covers)


def _effect(t: Teller, at: int, card: str) -> int:
    """Return where the effect of a card that was played or used begins to happen: what it forgets before is a price."""
    found = (
        place
        for place in range(at + 1, len(t.facts))
        if isinstance(one := t.facts[place], told.TookEffect) and one.card == card
    )
    return next(found, len(t.facts))


def _took_effect(t: Teller, at: int, fact: told.TookEffect) -> None:
    if fact.card not in t.events:
        t.events.add(fact.card)
        sentence(t, at, fact)


def _cancelled(t: Teller, at: int, fact: told.Cancelled) -> None:
    sentence(t, at, fact, Weight.DECISIVE)


HANDLERS: dict[type[Told], Handler] = {
    told.Rolled: _rolled,
    told.NotionsTaken: _drafted,
    told.IntentsRevealed: _intents,
    told.TurnBegan: _turn,
    told.TrackerMoved: _tracker,
    told.LetGo: _let_go,
    told.Refreshed: _refreshed,
    told.Played: _played,
    told.Activated: _activated,
    told.TookEffect: _took_effect,
    told.Cancelled: _cancelled,
}
