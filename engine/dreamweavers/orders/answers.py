"""Orders about responses: passing, and traps that play a Feeling when a certain card is named (DW110)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series, title
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.orders import durations
from engine.dreamweavers.position import HAND, ID, IN_PLAY
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import play_key
from engine.kernel.orders.kind import END, Offer, OrderKind, is_list, picked_items
from engine.kernel.orders.order import OrderOutcome, Parameters
from engine.kernel.question import PendingQuestion

PASSING = "pass"
TRAP = "trap"

_MOST_AWAITED = 24
_MOST_TRAPS = 16


def _possible_standby(ref: Referee, seat: int) -> list[str]:
    """Return the opponent's cards that could still go on standby, those in play first. All of it is public (DW5)."""
    titles = [
        (state.zone not in IN_PLAY, state.title)
        for state in ref.cards
        if state.owner != seat
        and state.zone != ID
        and (PLAYED in ref.text(state.title).programs or ref.text(state.title).abilities)
    ]
    return [title for _, title in sorted(titles)[:_MOST_AWAITED]]


def _pass_offers(ref: Referee, seat: int) -> Sequence[Offer[Parameters]]:
    cards = _possible_standby(ref, seat)
    choices = ((END, msg("no other card")), *((card, title(card)) for card in cards)) if cards else ()
    return [
        Offer(
            Parameters(listed=(END, *cards) if cards else ()),
            msg("Don't answer"),
            msg(
                "You let your opponent's effects happen until an event you choose. If you "
                "pick cards, I ask you when one of them is on standby."
            ),
            (durations.NAMED,),
            things=choices,
        )
    ]


def _pass_wrong(ref: Referee, seat: int, parameters: Parameters) -> Message | None:
    theirs = all(durations.owner_of(ref, name) == ref.other(seat) for name in picked_items(parameters))
    if is_list(parameters, _MOST_AWAITED + 1) and theirs:
        return None
    return msg("List your opponent's cards, each once.")


def _pass_ended(
    ref: Referee, seat: int, parameters: Parameters, question: PendingQuestion | None
) -> Message | None:
    """Return the reason to stop when a card that the owner waits for is on standby, which is public."""
    if question is None or question.topic != Topic.ANSWER or question.subject not in picked_items(parameters):
        return None
    return msg("{card} is on standby.", card=card_name(question.subject))


def _pass_words(parameters: Parameters) -> Message:
    cards = picked_items(parameters)
    if not cards:
        return msg("Don't answer")
    return msg("Don't answer until {cards} is on standby,", cards=series(*map(title, cards), joined="or"))


PASS_KIND = OrderKind(
    PASSING,
    Parameters,
    durations.RUNNING,
    (durations.NAMED, durations.LOST, durations.DAMAGE),
    (Topic.ANSWER,),
    _pass_offers,
    _pass_words,
    lambda ref, seat, said, question: OrderOutcome((OptionVerb.PASS,)),
    _pass_wrong,
    _pass_ended,
)


# ---------------------------------------------------------------------------------------------------------------- traps


class Trap(Parameters, frozen=True):
    """A trap: one of the owner's cards, and the Feeling to play when that card is named."""

    card: str = ""
    play: str = ""


def _feelings(ref: Referee, seat: int) -> list[str]:
    return [ref.title(card) for card in ref.seats[seat].hand if not ref.printed(card).is_thought]


def _guarded(ref: Referee, seat: int) -> list[str]:
    state = ref.seats[seat]
    return [ref.title(card) for card in (*state.thoughts, *state.feelings)]


def _trap_offers(ref: Referee, seat: int) -> Sequence[Offer[Trap]]:
    feelings = sorted(_feelings(ref, seat))
    traps = [
        Offer(
            Trap(card=card, play=feeling),
            msg("{feeling} for {card}", feeling=title(feeling), card=title(card)),
            msg(
                "When an opponent's effect names {card}, you respond with {feeling}.",
                card=title(card),
                feeling=title(feeling),
            ),
            name=f"{feeling} {card}",
        )
        for card in _guarded(ref, seat)
        for feeling in feelings
    ]
    return traps[:_MOST_TRAPS]


def _trap_wrong(ref: Referee, seat: int, parameters: Trap) -> Message | None:
    if parameters.play not in _feelings(ref, seat):
        return msg("A trap plays a Feeling that you hold.")
    if parameters.card not in _guarded(ref, seat):
        return msg("A trap waits for one of your cards in play.")
    return None


def _trap_answer(ref: Referee, seat: int, parameters: Trap, question: PendingQuestion) -> OrderOutcome:
    named_cards = [
        ref.title(card)
        for refs in ref.position.standby[-1].named.values()
        for card, _ in refs
        if card >= 0 and ref.cards[card].zone != HAND
    ]
    if parameters.card not in named_cards:
        return OrderOutcome()
    key = play_key(parameters.play)
    return OrderOutcome((key if any(option.key == key for option in question.options) else OptionVerb.PASS,))


def _trap_words(parameters: Trap) -> Message:
    return msg(
        "Respond with {feeling} when {card} is named,",
        feeling=title(parameters.play),
        card=title(parameters.card),
    )


TRAP_KIND = OrderKind(
    TRAP,
    Trap,
    durations.RUNNING,
    (durations.LOST, durations.DAMAGE),
    (Topic.ANSWER,),
    _trap_offers,
    _trap_words,
    _trap_answer,
    _trap_wrong,
)
