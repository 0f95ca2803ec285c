"""What falls: bastions, and entities and constructs without stability left (§4 Dealing Damage, §5, R28, R44)."""

from __future__ import annotations

from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.voidream import changes
from engine.voidream.deeds import is_in_play
from engine.voidream.meanwhile import is_used_up
from engine.voidream.position import DECK
from engine.voidream.referee import Referee
from engine.voidream.windows import do


def settle(ref: Referee) -> None:
    """See what has fallen since the last change: at once, before anything else goes on (R28, R44)."""
    if ref.unsettled:
        ref.unsettled = False
        if _is_still_dealt(ref) or not _bastions(ref):
            _entities(ref)


def _is_still_dealt(ref: Referee) -> bool:
    """Whether both players take Dream damage at once, and not all of it has been dealt yet (R28)."""
    return any(frame.procedure == "dream_damage" and frame.vars["both"] for frame in ref.position.stack)


def _bastions(ref: Referee) -> bool:
    """A player whose deck holds no bastion loses at once; both at once: a draw (§5, R28)."""
    if ref.position.round == 0:
        return False
    lost = [seat for seat in (0, 1) if not any(_is_standing(ref, card) for card in ref.constructs[seat])]
    if not lost:
        return False
    winners = tuple(seat for seat in (0, 1) if seat not in lost)
    ref.tell("match won", "§5", winners=list(winners), reason="bastion")
    ref.finish(winners, "bastion")
    return True


def _is_standing(ref: Referee, card: int) -> bool:
    return ref.printed[card].kind is Kind.BASTION and ref.cards[card].zone == DECK


def _entities(ref: Referee) -> None:
    """Entities whose stability is used up, or has fallen to nothing, are destroyed at once (§4, R44)."""
    standing = [card for seat in (0, 1) for card in (*ref.entities(seat), *ref.active_constructs(seat))]
    doomed = [card for card in standing if is_used_up(ref, card)]
    if not doomed:
        return
    falling = [
        card for frame in ref.position.stack if frame.procedure == "fall" for card in frame.vars["doomed"]
    ]
    doomed = [card for card in doomed if card not in falling]
    if doomed:
        ref.push("fall", doomed=doomed)


def fall(ref: Referee, frame: Frame) -> None:
    """Destroy what has fallen."""
    do(ref, {"kind": "destroy", "cards": frame.vars["doomed"], "used_up": True, "cause": "§4 Damage"})


def spare(ref: Referee, frame: Frame) -> None:
    """What was kept from being destroyed loses its damage, so that it does not fall again for the same blow.

    What has stability left again keeps it (R98).
    """
    doomed: list[int] = frame.vars["doomed"]
    for card in doomed:
        if is_in_play(ref, card) and ref.cards[card].damage and is_used_up(ref, card):
            changes.heal(ref, card)
    ref.unsettled = False


FALL: Procedure = (fall, spare)
