"""Cards that come, go, and change (§6, §7)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Series, Value, msg, title
from engine.kernel.events.story import Weight
from engine.kernel.events.story_builder import CHANGE, PLAY, listed, sentence
from engine.voidream import facts as told
from engine.voidream.facts import Told
from engine.voidream.facts.terms import Named
from engine.voidream.wording.card_names import called
from engine.voidream.wording.story.teller import Handler, Teller

NIGHTMARE = "§4 Entering Nightmare"
"""What is behind a card that goes to the Void because its owner has entered Nightmare."""


def _entered(t: Teller, at: int, fact: told.EnteredPlay) -> None:
    card = called(fact.card)
    text = t.of(
        fact.seat,
        msg("{card} enters play for you", card=card),
        lambda who: msg("{card} enters play for {who}", card=card, who=who),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _placed(t: Teller, at: int, fact: told.ConstructPlaced) -> None:
    card = called(fact.card)
    text = t.of(
        fact.seat,
        msg("{card} stands on your deck", card=card),
        lambda who: msg("{card} stands on {who}'s deck", card=card, who=who),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _veiled(t: Teller, at: int, fact: told.Veiled) -> None:
    if fact.was is not None:
        sentence(t, at, fact)
        return
    value = fact.card.value or 0
    if fact.title is not None and fact.seat == t.reader:
        text = msg("You veil {card}", card=title(fact.title))
    else:
        text = t.of(
            fact.seat,
            msg("You veil a card of value {value}", value=value),
            lambda who: msg("{who} veils a card of value {value}", who=who, value=value),
        )
    t.add(Weight.NOTABLE, PLAY, text, at)


def _discarded(t: Teller, at: int, fact: told.Discarded) -> None:
    avoided = t.later(at, lambda one: isinstance(one, told.AvoidedNightmare) and one.seat == fact.of)[:1]
    if avoided and t.by_rule(at):
        card = title(fact.card)
        text = t.of(
            fact.of,
            msg("You discarded {card} and avoided Nightmare", card=card),
            lambda who: msg("{who} discarded {card} and avoided Nightmare", who=who, card=card),
        )
        t.add(Weight.DECISIVE, CHANGE, text, *avoided, at)
        return

    def alike(one: Told) -> bool:
        return isinstance(one, told.Discarded) and one.of == fact.of

    places = [at, *(place for place in t.later(at, alike) if t.cause(place) == t.cause(at))]
    cards = listed([title(_discarded_at(t, place).card) for place in places])
    text = t.of(
        fact.of,
        msg("To your discard pile: {cards}", cards=cards),
        lambda who: msg("To {who}'s discard pile: {cards}", who=who, cards=cards),
    )
    t.add(Weight.DETAIL, CHANGE, text, *places)


def _discarded_at(t: Teller, place: int) -> told.Discarded:
    fact = t.facts[place]
    assert isinstance(fact, told.Discarded)
    return fact


def _voided(t: Teller, at: int, fact: told.Voided) -> None:
    if t.cause(at) == NIGHTMARE:
        card = title(fact.card)
        text = t.of(
            fact.of,
            msg("You gave {card} to Nightmare", card=card),
            lambda who: msg("{who} gave {card} to Nightmare", who=who, card=card),
        )
        t.add(Weight.NOTABLE, CHANGE, text, at)
        return
    if t.by_rule(at):
        return

    def alike(one: Told) -> bool:
        return isinstance(one, told.Voided) and one.of == fact.of

    places = [at, *(place for place in t.later(at, alike) if t.cause(place) == t.cause(at))]
    cards = listed([title(one.card) for place in places if isinstance(one := t.facts[place], told.Voided)])
    text = t.of(
        fact.of,
        msg("To your Void: {cards}", cards=cards),
        lambda who: msg("To {who}'s Void: {cards}", who=who, cards=cards),
    )
    t.add(Weight.DETAIL, CHANGE, text, *places)


def _to_hand(t: Teller, at: int, fact: told.ReturnedToHand) -> None:
    cards = listed([title(card) for card in fact.cards])
    text = t.of(
        fact.seat,
        msg("Back in your hand: {cards}", cards=cards),
        lambda who: msg("Back in {who}'s hand: {cards}", who=who, cards=cards),
    )
    t.add(Weight.DETAIL, CHANGE, text, at)


def _destroyed(t: Teller, at: int, fact: told.Destroyed) -> None:
    def alike(one: Told) -> bool:
        return isinstance(one, told.Destroyed) and one.card.seat == fact.card.seat

    places = [at, *(place for place in t.later(at, alike) if t.cause(place) == t.cause(at))]
    cards = [one.card for place in places if isinstance(one := t.facts[place], told.Destroyed)]
    names, gone = _as_they_lie(t, at, cards)
    text = t.of(
        fact.card.seat,
        msg("Destroyed on your side: {cards}", cards=names),
        lambda who: msg("Destroyed on {who}'s side: {cards}", who=who, cards=names),
    )
    t.add(Weight.DECISIVE, CHANGE, text, *places, *gone)


def _as_they_lie(t: Teller, at: int, cards: Sequence[Named]) -> tuple[Series, list[int]]:
    """Return what cards that leave play are called, and where it is told that they went to a pile.

    One that lay face down is seen by everybody when it gets there (§7).
    """
    found: list[Value] = []
    gone: list[int] = []
    for card in cards:
        there = t.later(at, lambda one, card=card: isinstance(one, told.Discarded) and one.was == card)[:1]
        found.append(title(_discarded_at(t, there[0]).card) if there else called(card))
        gone += there
    return listed(found), gone


def _sacrificed(t: Teller, at: int, fact: told.Sacrificed) -> None:
    def alike(one: Told) -> bool:
        return isinstance(one, told.Sacrificed) and one.card.seat == fact.card.seat

    places = [at, *(place for place in t.later(at, alike) if t.cause(place) == t.cause(at))]
    cards = [one.card for place in places if isinstance(one := t.facts[place], told.Sacrificed)]
    names, gone = _as_they_lie(t, at, cards)
    text = t.of(
        fact.card.seat,
        msg("You sacrifice {cards}", cards=names),
        lambda who: msg("{who} sacrifices {cards}", who=who, cards=names),
    )
    t.add(Weight.NOTABLE, CHANGE, text, *places, *gone)


def _mind(t: Teller, at: int, fact: told.MindTurned) -> None:
    if t.by_rule(at):
        return
    before, count = fact.before, fact.count
    text = t.of(
        fact.seat,
        msg("Your mind turns {before} → {count}", before=before, count=count),
        lambda who: msg("{who}'s mind turns {before} → {count}", who=who, before=before, count=count),
    )
    t.add(Weight.DETAIL, CHANGE, text, at)


def _by_card(t: Teller, at: int, fact: Told) -> None:
    """What rules do to cards, such as exhausting those that have fought, is not told."""
    if not t.by_rule(at):
        sentence(t, at, fact, Weight.DETAIL)


def _damaged(t: Teller, at: int, fact: told.Damaged) -> None:
    """Damage that destroys is told by what it does."""
    tag = fact.card.tag
    if not t.later(at, lambda one: isinstance(one, told.Destroyed) and one.card.tag == tag):
        sentence(t, at, fact, Weight.DETAIL)


HANDLERS: dict[type[Told], Handler] = {
    told.EnteredPlay: _entered,
    told.ConstructPlaced: _placed,
    told.Veiled: _veiled,
    told.Discarded: _discarded,
    told.Voided: _voided,
    told.ReturnedToHand: _to_hand,
    told.Destroyed: _destroyed,
    told.Sacrificed: _sacrificed,
    told.Readied: _by_card,
    told.Exhausted: _by_card,
    told.MindTurned: _mind,
    told.Damaged: _damaged,
}
