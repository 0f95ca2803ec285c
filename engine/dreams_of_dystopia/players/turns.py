"""What can be done with a hand in a turn: every fighter weighed together with every Ability."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cards.dreams_of_dystopia.language.words import Noun
from engine.dreams_of_dystopia.players.combats import Attack, Defences, attack_force
from engine.dreams_of_dystopia.players.worth import Worth
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.turns.main_phase import can_attack

_NONE = Attack(-1, 0.0)


class Pair(msgspec.Struct, frozen=True):
    """An Ability and an attacker, None where doing without is better, with what they are worth together."""

    value: float
    ability: CompiledSide | None
    fighter: CompiledSide | None


class Turns:
    """Judges what a turn with a hand is worth: one now, or one to come `later`."""

    def __init__(self, worth: Worth, *, later: bool = False) -> None:
        self.worth, self.sight, self.later = worth, worth.sight, later
        self._defences: Defences | None = None

    @property
    def defences(self) -> Defences:
        """What the opponents can block with, as it is imagined."""
        if self._defences is None:
            self._defences = Defences(self.worth, later=self.later)
        return self._defences

    def value(self, hand: Sequence[CompiledSide]) -> float:
        """Return what a turn with a hand is worth, with nothing else allowed than one of each."""
        self.worth.hand = hand
        deed = self.worth.deed if any(one.noun is Noun.DEED for one in hand) else 0.0
        return self.best_pair(hand).value + deed

    def best_pair(
        self,
        hand: Sequence[CompiledSide],
        again: Sequence[CompiledSide] = (),
        *,
        abilities: int = 1,
        combats: int = 1,
    ) -> Pair:
        """Return the best pair of an Ability and an attacker; those in `again` lie on the table and need no Combat."""
        best = Pair(0.0, None, None)
        tried: list[CompiledSide | None] = [None]
        if abilities:
            tried += {side.title: side for side in hand if side.ability}.values()
        for ability in tried:
            rest = without(hand, ability) if ability is not None else hand
            fighter, attack = self.best_attack(rest, again, combats=combats)
            gain = self.worth.ability(ability) if ability is not None else 0.0
            if gain + attack.value > best.value:
                best = Pair(gain + attack.value, ability, fighter)
        return best

    def best_attack(
        self, hand: Sequence[CompiledSide], again: Sequence[CompiledSide] = (), *, combats: int = 1
    ) -> tuple[CompiledSide | None, Attack]:
        """Return the best attack with a hand, if any is worth more than none."""
        best: tuple[CompiledSide | None, Attack] = None, _NONE
        fighters = {side.title: side for side in again}
        if combats:
            fighters |= {side.title: side for side in hand if can_attack(side)}
        for fighter in fighters.values():
            others = hand if fighter in again else without(hand, fighter)
            found = self.attack_with(fighter, others)
            if found.value > best[1].value:
                best = fighter, found
        return best

    def attack_with(self, fighter: CompiledSide, others: Sequence[CompiledSide]) -> Attack:
        """Return what an attack promises, with every helper that fits."""
        return self.defences.best_target(attack_force(self.worth, fighter, others, self.sight.mine.stats))


def without(hand: Sequence[CompiledSide], card: CompiledSide | None) -> list[CompiledSide]:
    """Return a hand without one copy of a card."""
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return rest
