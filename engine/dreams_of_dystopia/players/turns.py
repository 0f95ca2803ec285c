"""Possible turns with a hand: every fighter weighed together with every Ability."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from cards.dreams_of_dystopia.language.words import Noun
from engine.dreams_of_dystopia.players.board_summary import BoardSummary
from engine.dreams_of_dystopia.players.combats import AttackProspect, Defences, attack_force, with_helpers
from engine.dreams_of_dystopia.players.valuation import Opens, Valuation, opens
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.turns.main_phase import can_attack

_NONE = AttackProspect(-1, 0.0)
_LEAST = -0.5
"""The lowest value of an attack that is made: a player who waits for better ones wins no more often."""
_BLOCKER_COST = 0.8
"""The part of a card's value in the next turn that it costs to block with it."""
DECKS = 2
"""So many orders of the own deck are imagined."""


class Pair(msgspec.Struct, frozen=True):
    """An Ability and an attacker, None where doing without is better, with what they are worth together."""

    value: float
    ability: CompiledSide | None = None
    fighter: CompiledSide | None = None


class TurnAllowance(msgspec.Struct, frozen=True):
    """The rest of a turn."""

    abilities: int = 1
    combats: int = 1
    deeds: int = 1

    def after(self, more: Opens) -> TurnAllowance:
        """Return the allowances after an Ability that opens more."""
        return TurnAllowance(
            self.abilities - 1 + more.abilities, self.combats + more.combats, self.deeds + more.deeds
        )


FRESH = TurnAllowance()


class TurnValuation:
    """Judges what a turn with a hand is worth: one now, or one to come `later`."""

    def __init__(self, worth: Valuation, *, later: bool = False) -> None:
        self.worth, self.sight, self.later = worth, worth.sight, later
        self.stats = worth.sight.mine.stats
        self._defences: Defences | None = None
        self._attacks: dict[tuple[CompiledSide, ...], AttackProspect] = {}

    @property
    def defences(self) -> Defences:
        """The imagined blocks of the opponents."""
        if self._defences is None:
            self._defences = Defences(self.worth, later=self.later)
        return self._defences

    def with_more(self, atk: int) -> TurnValuation:
        """Return an evaluation of the same turn with more ATK for all own Minions."""
        more = TurnValuation(self.worth, later=self.later)
        more.stats = {**self.stats, "ATK": self.stats.get("ATK", 0) + atk}
        more._defences = self.defences
        return more

    def best_pair(
        self,
        hand: Sequence[CompiledSide],
        deck: Sequence[CompiledSide] = (),
        allowed: TurnAllowance = FRESH,
        again: Sequence[CompiledSide] = (),
    ) -> Pair:
        """Return the best of all pairs."""
        return max(self.pairs(hand, deck, allowed, again), key=lambda one: one.value)

    def pairs(
        self,
        hand: Sequence[CompiledSide],
        deck: Sequence[CompiledSide] = (),
        allowed: TurnAllowance = FRESH,
        again: Sequence[CompiledSide] = (),
    ) -> Iterator[Pair]:
        """Yield the best attack without an Ability, and each Ability, with what follows in this turn.

        Cards are drawn as they lie in `deck`. Minions in `again` lie on the table and need no Combat.
        """
        fighter, attack = self.best_attack(hand, again, combats=allowed.combats)
        deeds = min(allowed.deeds, sum(one.noun is Noun.DEED for one in hand)) * self.worth.deed
        value = attack.value + deeds
        if allowed.combats > 1 and fighter is not None:
            value += self._second_attack(hand, fighter)
        yield Pair(value, None, fighter)
        if allowed.abilities > 0:
            for ability in {side.title: side for side in hand if side.ability}.values():
                yield Pair(self._with_ability(ability, hand, deck, allowed, again), ability, fighter)

    def _with_ability(
        self,
        ability: CompiledSide,
        hand: Sequence[CompiledSide],
        deck: Sequence[CompiledSide],
        allowed: TurnAllowance,
        again: Sequence[CompiledSide],
    ) -> float:
        more, rest = opens(ability), without(hand, ability)
        self.worth.hand = rest
        gain = self.worth.ability(ability) - self.worth.opened(more)
        drawn = [*rest, *deck[: more.draws]]
        missing = more.draws - min(more.draws, len(deck))
        after = self.best_pair(drawn, deck[more.draws :], allowed.after(more), again)
        self.worth.hand = hand
        return gain + after.value + self.worth.draws(missing)

    def _second_attack(self, hand: Sequence[CompiledSide], first: CompiledSide) -> float:
        """Return the value of one more attack with the cards the first one can't use."""
        rest = [one for one in without(hand, first) if one.faction is not first.faction or not one.is_helper]
        return self.best_attack(rest)[1].value

    def best_attack(
        self, hand: Sequence[CompiledSide], again: Sequence[CompiledSide] = (), *, combats: int = 1
    ) -> tuple[CompiledSide | None, AttackProspect]:
        """Return the best attack with a hand, if any is worth making."""
        best: tuple[CompiledSide | None, AttackProspect] = None, _NONE
        least = _LEAST
        fighters = {side.title: side for side in again}
        if combats:
            fighters |= {side.title: side for side in hand if can_attack(side)}
        for fighter in fighters.values():
            others = hand if fighter in again else without(hand, fighter)
            found = self.attack_with(fighter, others)
            if found.value > least:
                best, least = (fighter, found), found.value
        return best

    def attack_with(self, fighter: CompiledSide, others: Sequence[CompiledSide]) -> AttackProspect:
        """Return the expected value of an attack, with every matching helper."""
        key = with_helpers(fighter, others)
        found = self._attacks.get(key)
        if found is None:
            force = attack_force(self.worth, fighter, key[1:], self.stats)
            found = self._attacks[key] = self.defences.best_target(force)
        return found


def loss_of_cards(sight: BoardSummary) -> Callable[[Sequence[CompiledSide]], float]:
    """Return an estimate of the loss in the next turn without some cards of the hand, as after blocking with them."""
    turns, decks, hand = TurnValuation(Valuation(sight), later=True), sight.draws(DECKS), sight.hand

    def value(hand: Sequence[CompiledSide]) -> float:
        return sum(turns.best_pair(hand, deck).value for deck in decks) / len(decks)

    whole = value(hand)

    def loss(used: Sequence[CompiledSide]) -> float:
        rest = list(hand)
        for card in used:
            rest.remove(card)
        return _BLOCKER_COST * (whole - value(rest))

    return loss


def without(hand: Sequence[CompiledSide], card: CompiledSide | None) -> list[CompiledSide]:
    """Return a hand without one copy of a card."""
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return rest
