"""Answers forced by public knowledge, which a spectator could name (DW106 to DW108).

Whether a player is asked never depends on hidden cards: if any hand that a spectator considers possible has an option,
the player is asked, even if the true hand has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from cards.dreamweavers.language.continuous_effects import ControlsFourth
from cards.dreamweavers.language.instructions import Discard, Price
from cards.dreamweavers.language.selections import Chosen
from cards.dreamweavers.language.words import Restriction, Zone
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.advance_choices import can_fill, demands, is_filled
from engine.dreamweavers.effects.card_verbs import CardAct, selection_of
from engine.dreamweavers.effects.costs import (
    Payment,
    context_of,
    has_room_once_paid,
    memory_price,
    payments,
    why_unpayable,
)
from engine.dreamweavers.facts.plays import Obstacle, WindowClosed
from engine.dreamweavers.frames import INTENT, CardId, MakeAttack
from engine.dreamweavers.position import FEELINGS
from engine.dreamweavers.program import Program
from engine.dreamweavers.queries.characteristics import cost
from engine.dreamweavers.queries.filters import matches
from engine.dreamweavers.referee import Referee, Source
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.legality import ActTime, abilities, is_defending
from engine.dreamweavers.turns.options import guardians
from engine.kernel.cards.state import WATCHERS
from engine.kernel.question import Choice


def forced(ref: Referee) -> tuple[int, Choice] | None:
    """Return the seat and answer that public knowledge forces; None if there is none.

    The window only allows a pass, whatever the seat's hand may be.
    """
    for seat, question in ref.position.questions.items():
        if question.topic == Topic.ANSWER and not could_answer(ref, seat, ActTime.ANSWER):
            return seat, (OptionVerb.PASS,)
        if question.topic == Topic.DEFEND and not could_defend(ref, seat):
            return seat, (OptionVerb.PASS,)
    return None


def could_defend(ref: Referee, seat: int) -> bool:
    """Return whether a defending player could do anything, as far as a spectator knows (DW108)."""
    frame = ref.position.stack[-1]
    attack = ref.position.attack
    may_step_in = (
        isinstance(frame, MakeAttack)
        and not frame.has_acted
        and attack is not None
        and not attack.has_stepped_in
    )
    if may_step_in and guardians(ref, seat):
        return True
    if any(_may_be_shield(ref, card) for card in ref.seats[seat].hand):
        return True
    return could_answer(ref, seat, ActTime.DEFENCE)


def _may_be_shield(ref: Referee, card: CardId) -> bool:
    """Return whether a card of a hand may be a Thought, as far as a spectator knows."""
    if not ref.cards[card].known & WATCHERS:
        return any(ref.printed(other).is_thought for other in unseen(ref, ref.cards[card].owner))
    return ref.printed(card).is_thought


def could_answer(ref: Referee, seat: int, moment: ActTime) -> bool:
    """Return whether a player could play a Feeling or use an ability, as far as a spectator knows."""
    if any(_could_use(ref, source, line) for source, line in abilities(ref, seat)):
        return True
    return any(_obstacle(ref, seat, card, moment) is None for card in _possible_feelings(ref, seat))


def tell_why_closed(ref: Referee, seat: int, moment: ActTime) -> None:
    """Emit why a player had no choice in the window that a pass has just closed, if it is public (DW108)."""
    if could_answer(ref, seat, moment) if moment is ActTime.ANSWER else could_defend(ref, seat):
        return
    obstacles = {_obstacle(ref, seat, card, moment) for card in _possible_feelings(ref, seat)}
    if not ref.seats[seat].hand:
        why = Obstacle.EMPTY_HAND
    elif not obstacles:
        why = Obstacle.NO_FEELING
    else:
        why = (obstacles.pop() if len(obstacles) == 1 else None) or Obstacle.MOMENT
    ref.emit(WindowClosed(seat, moment, why), "DW108")


def _possible_feelings(ref: Referee, seat: int) -> list[CardId]:
    """Return the Feelings that may be in a hand, as far as a spectator knows (DW107)."""
    hand = ref.seats[seat].hand
    known_cards = [card for card in hand if ref.cards[card].known & WATCHERS]
    possible = known_cards if len(known_cards) == len(hand) else [*known_cards, *unseen(ref, seat)]
    return [card for card in possible if not ref.printed(card).is_thought]


def unseen(ref: Referee, seat: int) -> list[CardId]:
    """Return the cards of a player whose zone a spectator doesn't know (DW107)."""
    return [
        card for card, state in enumerate(ref.cards) if state.owner == seat and not state.known & WATCHERS
    ]


def _obstacle(ref: Referee, seat: int, card: CardId, moment: ActTime) -> Obstacle | None:
    """Return the publicly known obstacle to playing a possible Feeling in hand."""
    compiled = ref.printed(card)
    text = compiled.text
    for restriction in text.only:
        if (
            (restriction is Restriction.YOUR_TURN and ref.position.active != seat)
            or (restriction is Restriction.ANSWER and moment is not ActTime.ANSWER)
            or (restriction is Restriction.DEFENDING and not is_defending(ref, seat))
        ):
            return Obstacle.MOMENT
    prices = text.additional
    total = cost(ref, seat, card) + memory_price(prices)
    if total > ref.payable(seat):
        return Obstacle.GAUGE
    context = context_of(ref, seat, card, compiled.card.title)
    if not prices or _knows_hand(ref, seat):
        if next(payments(ref, context, prices), None) is None:
            return Obstacle.MOMENT
        return None if has_room_once_paid(ref, context, FEELINGS, prices, total) else Obstacle.NO_ROOM
    if not _could_pay(ref, context, prices, without=card):
        return Obstacle.MOMENT
    other_prices = [price for price in prices if not _is_discard_from_hand(price)]
    if has_room_once_paid(ref, context, FEELINGS, other_prices, total):
        return None
    # The discarded cards are unknown. If they can affect the limit, there may be room.
    may_count = len(other_prices) < len(prices) and any(
        grant.condition for grant in ref.in_force(ControlsFourth)
    )
    return None if may_count else Obstacle.NO_ROOM


def _could_use(ref: Referee, source: Source, line: int) -> bool:
    ability = ref.text(source.title).abilities[line]
    used_lines = ref.seats[source.seat].used if source.card == INTENT else ref.cards[source.card].used
    if ability.is_once and line in used_lines:
        return False
    if memory_price(ability.prices) > ref.payable(source.seat):
        return False
    program = ref.pool.program(source.title, line)
    context = EffectContext(source.seat, source.card, source.tag, source.title)
    if _knows_hand(ref, source.seat):
        is_payable = why_unpayable(ref, source.seat, source.card, source.title, line, 0) is None
        return is_payable and can_fill(ref, context, program)
    return _could_pay(ref, context, ability.prices) and _could_fill(ref, context, ability.prices, program)


def _knows_hand(ref: Referee, seat: int) -> bool:
    """Return whether a spectator knows every card of a hand."""
    return all(ref.cards[card].known & WATCHERS for card in ref.seats[seat].hand)


def _is_discard_from_hand(price: Price) -> TypeGuard[Discard]:
    return isinstance(price, Discard)


def _could_pay(
    ref: Referee, context: EffectContext, prices: Sequence[Price], *, without: CardId | None = None
) -> bool:
    """Return whether a player with a hidden hand could pay prices, as far as a spectator knows.

    `without` is the card being played: a known one of the hand, or one that may be in it.
    """
    other_prices = [price for price in prices if not _is_discard_from_hand(price)]
    if other_prices and next(payments(ref, context, other_prices), None) is None:
        return False
    hand = ref.seats[context.seat].hand
    known_cards = [card for card in hand if ref.cards[card].known & WATCHERS and card != without]
    slots = len(hand) - len(known_cards) - (without is not None)
    hidden = [card for card in unseen(ref, context.seat) if card != without] if slots else []
    number = 0
    for price in filter(_is_discard_from_hand, prices):
        if not isinstance(price.what, Chosen):
            continue
        filter_ = price.what.filter
        number += price.what.at_least
        if not any(matches(ref, card, filter_, context, anywhere=True) for card in (*known_cards, *hidden)):
            return False
    return number <= len(known_cards) + slots


def _could_fill(ref: Referee, context: EffectContext, prices: Sequence[Price], program: Program) -> bool:
    """Return whether a player with a hidden hand could name the cards that an ability requires, as far as a spectator knows."""
    demanded = demands(program)
    if not demanded:
        return True
    other_prices = [price for price in prices if not _is_discard_from_hand(price)]
    discards = len(other_prices) < len(prices)
    hand = ref.seats[context.seat].hand
    possible = [*(card for card in hand if ref.cards[card].known & WATCHERS), *unseen(ref, context.seat)]

    def filled(op: CardAct, paid: Payment) -> bool:
        selection = selection_of(op)
        assert isinstance(selection, Chosen)
        zone = Zone.HAND if isinstance(op, Discard) else selection.filter.zone
        if zone is Zone.HAND or (zone is Zone.ID and discards):
            if any(matches(ref, card, selection.filter, context, anywhere=True) for card in possible):
                return True
        return zone is not Zone.HAND and is_filled(ref, op, context, paid)

    return any(
        all(any(filled(op, paid) for op in alternatives) for alternatives in demanded)
        for paid in payments(ref, context, other_prices)
    )
