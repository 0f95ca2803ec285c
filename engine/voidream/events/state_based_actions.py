"""State-based actions: bastions, and entities and constructs without stability left, fall (§4 Dealing Damage, §5, R28, R44)."""

from __future__ import annotations

from cards.voidream.language.tree import Stat
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
    """Find the cards that have fallen since the last change, before anything else continues (R28, R44)."""
    lost = _without_bastion(ref)
    if lost and not _is_still_dealt(ref):
        places = ref.places([seat for seat in (0, 1) if seat not in lost])
        ref.emit(MatchWon([list(place) for place in places], BASTION.key), "§5")
        ref.finish(places, BASTION.key)
    elif standing := _may_have_fallen(ref):
        _entities(ref, standing)


def _without_bastion(ref: Referee) -> list[int]:
    """Return the seats whose deck holds no bastion: they lose at once; both at once: a draw (§5, R28)."""
    cards = ref.cards
    one = other = False
    for card in ref.bastions:
        state = cards[card]
        if state.zone == DECK:
            if state.owner:
                other = True
            else:
                one = True
    if (one and other) or ref.position.round == 0:
        return _NOBODY
    return [seat for seat, stands in enumerate((one, other)) if not stands]


_NOBODY: list[int] = []


def _is_still_dealt(ref: Referee) -> bool:
    """Return whether both players take Dream damage at once, and not all of it has been dealt yet (R28)."""
    return any(isinstance(frame, DealDreamDamage) and frame.both for frame in ref.position.stack)


def _may_have_fallen(ref: Referee) -> list[int]:
    """Return the entities and constructs whose damage is enough for them to fall, unless something in force spares
    them.

    Called after nearly every step, so it looks at each card once. If an effect changes stability, it looks at all of
    them.
    """
    cards, stability = ref.cards, ref.stability
    any_damage = bool(ref.continuous_effects(Stat.STABILITY))
    found: list[int] = []
    for seat, state in enumerate(ref.seats):
        for card in state.play:
            held = cards[card]
            if (any_damage or held.damage >= stability[card]) and not held.veiled and ref.is_entity(card):
                found.append(card)
        for card in ref.active[seat] or ref.active_constructs(seat):
            if any_damage or cards[card].damage >= stability[card]:
                found.append(card)
    return found


def _entities(ref: Referee, standing: list[int]) -> None:
    """Entities whose stability is used up, or has fallen to nothing, are destroyed at once (§4, R44)."""
    doomed = [card for card in standing if is_used_up(ref, card)]
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
    """Remove the damage of what was kept from being destroyed, so that it does not fall again for the same blow.

    What has stability left again keeps it (R98).
    """
    for card in frame.doomed:
        if is_in_play(ref, card) and ref.cards[card].damage and is_used_up(ref, card):
            marks.heal(ref, card)
    ref.needs_settling = False


FALL = Procedure(DestroyFallen, fall, spare)
