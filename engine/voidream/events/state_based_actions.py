"""State-based actions: bastions, and entities and constructs without stability, fall (§4 Dealing Damage, §5, R28, R44)."""

from __future__ import annotations

from engine.kernel.machine import Procedure
from engine.voidream.endings import BASTION
from engine.voidream.event_kinds import Destroying
from engine.voidream.events.subjects import is_in_play
from engine.voidream.events.windows import do, is_used_up
from engine.voidream.facts.rounds import MatchWon
from engine.voidream.frames import DealDreamDamage, DestroyFallen
from engine.voidream.mutations import marks
from engine.voidream.position import DECK
from engine.voidream.referee import Referee


def settle(ref: Referee) -> None:
    """Check for fallen cards after each change, before anything else continues (R28, R44)."""
    losers = _without_bastion(ref)
    if losers and not _is_still_dealt(ref):
        places = ref.places([seat for seat in (0, 1) if seat not in losers])
        ref.emit(MatchWon([list(place) for place in places], BASTION.key), "§5")
        ref.finish(places, BASTION.key)
    elif fallen := _may_have_fallen(ref):
        _entities(ref, fallen)


def _without_bastion(ref: Referee) -> list[int]:
    """Return the seats whose deck has no bastion, which lose immediately; if both, the match is a draw (§5, R28)."""
    cards = ref.cards
    has_first = has_second = False
    for card in ref.bastions:
        state = cards[card]
        if state.zone == DECK:
            if state.owner:
                has_second = True
            else:
                has_first = True
    if (has_first and has_second) or ref.position.round == 0:
        return _NOBODY
    return [seat for seat, has_bastion in enumerate((has_first, has_second)) if not has_bastion]


_NOBODY: list[int] = []


def _is_still_dealt(ref: Referee) -> bool:
    """Return whether both players are taking Dream damage simultaneously, and some hasn't been dealt yet (R28)."""
    return any(isinstance(frame, DealDreamDamage) and frame.both for frame in ref.position.stack)


def _may_have_fallen(ref: Referee) -> list[int]:
    """Return the entities and constructs with enough damage to fall, unless an effect protects them.

    It is called after nearly every step, so it checks each card once. If an effect may lower stability, any card may fall.
    """
    cards, stability = ref.cards, ref.stability
    any_damage = ref.may_lower_stability
    fallen: list[int] = []
    for seat, state in enumerate(ref.seats):
        for card in state.play:
            held = cards[card]
            if (any_damage or held.damage >= stability[card]) and not held.veiled and ref.is_entity(card):
                fallen.append(card)
        for card in ref.active[seat] or ref.active_constructs(seat):
            if any_damage or cards[card].damage >= stability[card]:
                fallen.append(card)
    return fallen


def _entities(ref: Referee, cards: list[int]) -> None:
    """Return the entities without stability left, which are destroyed immediately (§4, R44)."""
    doomed = [card for card in cards if is_used_up(ref, card)]
    if not doomed:
        return
    falling = [
        card for frame in ref.position.stack if isinstance(frame, DestroyFallen) for card in frame.doomed
    ]
    doomed = [card for card in doomed if card not in falling]
    if doomed:
        ref.push(DestroyFallen(doomed=doomed))


def fall(ref: Referee, frame: DestroyFallen) -> None:
    """Destroy the fallen cards."""
    do(ref, Destroying(list(frame.doomed), used_up=True, cause="§4 Damage"))


def spare(ref: Referee, frame: DestroyFallen) -> None:
    """Remove the damage of cards protected from destruction, so that the same damage doesn't destroy them again.

    Cards that have stability left keep it (R98).
    """
    for card in frame.doomed:
        if is_in_play(ref, card) and ref.cards[card].damage and is_used_up(ref, card):
            marks.heal(ref, card)
    ref.needs_settling = False


FALL = Procedure(DestroyFallen, fall, spare)
