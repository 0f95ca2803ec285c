"""The action to unveil any number of veiled cards, one by one (§6 Unveil, R19, R37)."""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import msg, msg_plural, title
from cards.voidream.language.tree import KeywordName, Prohibition
from engine.kernel.machine import Procedure
from engine.kernel.question import QuestionKind
from engine.voidream.event_kinds import Discarding, cards_of
from engine.voidream.events.triggers import flush
from engine.voidream.events.windows import do
from engine.voidream.frames import PlayCard, UnveilCards
from engine.voidream.position import PLAY
from engine.voidream.queries.restrictions import (
    Reason,
    is_forbidden,
    mind_turned,
    why_forbidden,
    why_unplayable,
    with_rule,
)
from engine.voidream.questions.card_choices import ask_cards, chosen, options_for
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.arcana import is_turned, reduce_mind


def unveil_cost(ref: Referee, card: int) -> int:
    """Return the number of arcana needed to unveil a card: one, one more for Glaring, one fewer for Subtle (R19)."""
    cost = 1
    cost += ref.printed[card].keyword(KeywordName.GLARING) is not None
    cost -= ref.printed[card].keyword(KeywordName.SUBTLE) is not None
    return cost


def why_not_unveiled(ref: Referee, seat: int, card: int) -> Reason | None:
    """Return why a veiled card can't be unveiled now, ignoring the mind; None if it can."""
    reason = why_unplayable(ref, seat, card)
    if reason is not None:
        return reason
    cost, have = unveil_cost(ref, card), len(ref.seats[seat].hand)
    if cost > have:
        name = title(ref.title(card))
        return (
            msg_plural(
                "Unveiling {card} costs one arcanum, and you have {have} in hand.",
                "Unveiling {card} costs {n} arcana, and you have {have} in hand.",
                cost,
                card=name,
                have=have,
            ),
            "§6 Unveil",
        )
    return None


def why_not_unveil(ref: Referee, seat: int) -> Reason | None:
    """Return why a player can't take the action to unveil; None if they can (§6 Unveil, R37)."""
    veiled = ref.veiled(seat)
    if not veiled:
        return _NOTHING_VEILED
    if ref.seats[seat].mind == 0:
        return msg("Your mind is spent. You can't unveil until it's refreshed."), "R16"
    with mind_turned(ref, seat):
        reason = why_forbidden(ref, seat, Prohibition.UNVEIL)
        if reason is not None:
            return reason
        reasons = [why_not_unveiled(ref, seat, card) for card in veiled]
    return None if None in reasons else reasons[0]


_NOTHING_VEILED: Reason = msg("You control no veiled card."), "§6 Unveil"


def choose_veiled(ref: Referee, frame: UnveilCards) -> None:
    """Ask for veiled cards in their order of resolution (R19).

    Any can be named: only the first is checked now, the others when their turn comes (R111).
    """
    seat = frame.seat
    veiled = ref.veiled(seat)
    if len(veiled) == 1:
        frame.cards = veiled
        return
    with mind_turned(ref, seat):
        reasons = [why_not_unveiled(ref, seat, card) for card in veiled]
    options, frame.keys = options_for(ref, seat, veiled)
    marked = tuple(
        option if reason is None else replace(option, detail=with_rule(reason), later=True)
        for option, reason in zip(options, reasons, strict=True)
    )
    ref.ask(
        seat, QuestionKind.CARDS, msg("Which cards do you unveil, first to last?"), Topic.UNVEILED,
        marked, minimum=1, maximum=len(marked), ordered=True, cause="§6 Unveil",
    )  # fmt: skip


def turn_mind_to_unveil(ref: Referee, frame: UnveilCards) -> None:
    """Turn the mind once for all of them."""
    picked = chosen(frame)
    if picked is not None:
        frame.cards = picked
    reduce_mind(ref, frame.seat)


def after_turning(ref: Referee, frame: UnveilCards) -> None:
    """Resolve After triggers immediately, because this isn't a card effect (§7, R71)."""
    if flush(ref, frame):
        frame.step = "after_turning"


def pay_for_next(ref: Referee, frame: UnveilCards) -> None:
    """Check and pay for each card. One that can't be paid for or played when its turn comes stays veiled (R37)."""
    cards = frame.cards
    seat = frame.seat
    if not is_turned(frame) or is_forbidden(ref, seat, Prohibition.UNVEIL):  # The others stay veiled (R95).
        cards.clear()
    while cards:
        card = cards[0]
        state = ref.cards[card]
        if state.zone == PLAY and state.veiled and state.controller == seat:
            if why_not_unveiled(ref, seat, card) is None:
                break
        cards.pop(0)
    if not cards:
        frame.step = ""
        return
    cost = unveil_cost(ref, cards[0])
    hand = ref.hand(seat)
    if cost == 0:
        frame.payment = []
    elif cost == len(hand):
        frame.payment = hand
    else:
        purpose = msg_plural(
            "Discard an arcanum to unveil {card}.", "Discard {n} arcana to unveil {card}.", cost,
            card=title(ref.title(cards[0])),
        )  # fmt: skip
        ask_cards(
            ref, frame, seat, hand, purpose, Topic.UNVEIL_COST,
            at_least=cost, at_most=cost, cause="§6 Unveil",
        )  # fmt: skip


def discard_payment(ref: Referee, frame: UnveilCards) -> None:
    """Discard the chosen arcana."""
    picked = chosen(frame)
    payment = (frame.payment or []) if picked is None else picked
    frame.payment = list(payment)
    if payment:
        do(ref, Discarding(payment, seat=frame.seat, cause="§6 Unveil"))


def turn_over(ref: Referee, frame: UnveilCards) -> None:
    """Turn the card face up if it is paid for, which counts as playing it (§7, R95)."""
    card = frame.cards.pop(0)
    frame.step = "settle_card"
    paid_cards = cards_of(frame.take_happened())
    payment, frame.payment = frame.payment or [], None
    if set(payment) <= set(paid_cards):
        ref.push(PlayCard(card=card, seat=frame.seat, cause="§6 Unveil", unveiled=True))


def settle_card(ref: Referee, frame: UnveilCards) -> None:
    """Resolve the card's triggers before the next card (R37)."""
    frame.step = "settle_card" if flush(ref, frame) else "pay_for_next"


UNVEIL = Procedure(
    UnveilCards,
    choose_veiled,
    turn_mind_to_unveil,
    after_turning,
    pay_for_next,
    discard_payment,
    turn_over,
    settle_card,
)
