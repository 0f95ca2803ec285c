"""Playing arcana from hand: the depth rule, and turning the mind (§2, §4, R16, R35)."""

from __future__ import annotations

from cards.i18n import msg, title
from cards.voidream.language.tree import Prohibition
from engine.kernel.machine import Procedure
from engine.voidream.event_kinds import TurningMind
from engine.voidream.events.triggers import flush
from engine.voidream.events.windows import do
from engine.voidream.frames import PlayArcanum, PlayCard, VoidreamFrame
from engine.voidream.queries.restrictions import Reason, mind_turned, why_forbidden, why_unplayable
from engine.voidream.referee import Referee


def why_not_arcanum(ref: Referee, seat: int, card: int, *, inverted: bool) -> Reason | None:
    """Return why an arcanum in hand can't be played now; None if it can.

    It is judged with the mind as turned (R16), with all texts that this brings into force.
    """
    state = ref.seats[seat]
    if state.mind == 0:
        return msg("Your mind is spent. You can't play arcana until it's refreshed."), "R16"
    depth = ref.depth(seat)
    value = ref.printed[card].value
    if value < depth:
        name = title(ref.title(card))
        return (
            msg(
                "{card} has value {value}, below your depth of {depth}.", card=name, value=value, depth=depth
            ),
            "§2 The Depth Rule",
        )
    with mind_turned(ref, seat):
        return _why_not_with_mind(ref, seat, card, inverted=inverted)


def playable(ref: Referee, seat: int) -> list[tuple[int, bool]]:
    """Return the arcana in hand that can be played now, upright and inverted (True), in hand order."""
    if ref.seats[seat].mind == 0:
        return []
    depth = ref.depth(seat)
    hand = [card for card in ref.hand(seat) if ref.printed[card].value >= depth]
    with mind_turned(ref, seat):
        return [
            (card, inverted)
            for card in hand
            for inverted in (False, True)
            if _why_not_with_mind(ref, seat, card, inverted=inverted) is None
        ]


def _why_not_with_mind(ref: Referee, seat: int, card: int, *, inverted: bool) -> Reason | None:
    reason = why_forbidden(ref, seat, Prohibition.PLAY_INVERTED) if inverted else None
    return reason or why_unplayable(ref, seat, card, inverted=inverted)


def turn_mind(ref: Referee, frame: PlayArcanum) -> None:
    """Turn the mind first (§4, R16)."""
    reduce_mind(ref, frame.seat)


def reduce_mind(ref: Referee, seat: int) -> None:
    """Turn a mind card by one, as the cost of an action."""
    count = ref.seats[seat].mind
    do(ref, TurningMind(seat, before=count, after=count - 1, cause="§2 Mind card"))


def is_turned(frame: VoidreamFrame) -> bool:
    """Return whether the mind was turned as required (R95)."""
    happened = frame.take_happened()
    return happened is None or not happened.prevented


def after_turning(ref: Referee, frame: PlayArcanum) -> None:
    """Resolve After triggers immediately, because this isn't a card effect (§7, R71).

    Later ones wait for the whole action.
    """
    if flush(ref, frame):
        frame.step = "after_turning"
    else:
        frame.after = None


def play_it(ref: Referee, frame: PlayArcanum) -> None:
    """Play the arcanum (R35), if the mind was turned and the arcanum is still in the hand (R87)."""
    card = frame.card
    seat = frame.seat
    if not is_turned(frame) or card not in ref.seats[seat].hand:
        return
    ref.push(PlayCard(card=card, seat=seat, cause="§4 Main phase", inverted=frame.inverted))


PLAY_ARCANUM = Procedure(PlayArcanum, turn_mind, after_turning, play_it)
