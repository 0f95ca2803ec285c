"""Cards that come, go, and change."""

from __future__ import annotations

from cards.i18n import Message, msg, msg_plural
from engine.dreamweavers import facts as told
from engine.dreamweavers.facts import Told
from engine.dreamweavers.position import IN_PLAY
from engine.dreamweavers.wording.story.teller import Handler, Teller, cards_of
from engine.dreamweavers.wording.terms import called
from engine.kernel.events.story import Weight
from engine.kernel.events.story_builder import CHANGE, sentence


def _drew(t: Teller, at: int, fact: told.Drew) -> None:
    n = fact.count
    if fact.cards is not None and fact.seat == t.reader:
        text = msg("You draw {cards}", cards=cards_of(fact.cards))
    else:
        text = t.of(
            fact.seat,
            msg_plural("You draw {n} card", "You draw {n} cards", n),
            lambda who: msg_plural("{who} draws {n} card", "{who} draws {n} cards", n, who=who),
        )
    t.add(Weight.DETAIL, CHANGE, text, at)


def _entered(t: Teller, at: int, fact: told.Entered) -> None:
    card = called(fact.card)
    text = t.of(
        fact.seat,
        msg("{card} comes into play for you", card=card),
        lambda who: msg("{card} comes into play for {who}", card=card, who=who),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _forgotten(t: Teller, at: int, fact: told.Forgotten) -> None:
    """Cards that go to the Id; those of one player that go for one reason are told together."""

    def alike(one: Told) -> bool:
        return (
            isinstance(one, told.Forgotten)
            and (one.seat, one.how) == (fact.seat, fact.how)
            and (one.source in IN_PLAY) == (fact.source in IN_PLAY)
        )

    places = [at, *(place for place in t.later(at, alike) if t.cause(place) == t.cause(at))]
    cards = [
        card for place in places if isinstance(one := t.facts[place], told.Forgotten) for card in one.cards
    ]
    text, weight = _gone(t, fact, cards)
    t.add(weight, CHANGE, text, *places)


def _gone(t: Teller, fact: told.Forgotten, gone: list[str]) -> tuple[Message, Weight]:
    cards = cards_of(gone)
    if fact.how == "destroyed":
        text = t.of(
            fact.seat,
            msg("Destroyed on your side: {cards}", cards=cards),
            lambda who: msg("Destroyed on {who}'s side: {cards}", who=who, cards=cards),
        )
        return text, Weight.DECISIVE
    if fact.source in IN_PLAY:
        text = t.of(
            fact.seat,
            msg("Forgotten on your side: {cards}", cards=cards),
            lambda who: msg("Forgotten on {who}'s side: {cards}", who=who, cards=cards),
        )
        return text, Weight.DECISIVE
    if fact.how in ("discarded", "shield"):
        text = t.of(
            fact.seat,
            msg("You discard {cards}", cards=cards),
            lambda who: msg("{who} discards {cards}", who=who, cards=cards),
        )
        return text, Weight.NOTABLE
    text = t.of(
        fact.seat,
        msg("To your Id: {cards}", cards=cards),
        lambda who: msg("To {who}'s Id: {cards}", who=who, cards=cards),
    )
    return text, Weight.DETAIL


def _to_hand(t: Teller, at: int, fact: told.ReturnedToHand) -> None:
    cards = cards_of(fact.cards)
    text = t.of(
        fact.seat,
        msg("Back in your hand: {cards}", cards=cards),
        lambda who: msg("Back in {who}'s hand: {cards}", who=who, cards=cards),
    )
    t.add(Weight.NOTABLE if fact.source in IN_PLAY else Weight.DETAIL, CHANGE, text, at)


def _revealed(t: Teller, at: int, fact: told.Revealed) -> None:
    cards = cards_of(fact.cards)
    text = t.of(
        fact.seat,
        msg("You reveal {cards}", cards=cards),
        lambda who: msg("{who} reveals {cards}", who=who, cards=cards),
    )
    t.add(Weight.NOTABLE, CHANGE, text, at)


def _by_card(t: Teller, at: int, fact: Told) -> None:
    """What rules do to cards, such as untapping them, is not told."""
    if not t.by_rule(at):
        sentence(t, at, fact, Weight.DETAIL)


HANDLERS: dict[type[Told], Handler] = {
    told.Drew: _drew,
    told.Entered: _entered,
    told.Forgotten: _forgotten,
    told.ReturnedToHand: _to_hand,
    told.Revealed: _revealed,
    told.Tapped: _by_card,
    told.Untapped: _by_card,
}
