"""Values of possible turns with a hand: every fighter together with every Ability."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

import msgspec

from cards.dreams_of_dystopia.language.words import Noun
from engine.dreams_of_dystopia.players.board_summary import BoardSummary
from engine.dreams_of_dystopia.players.combats import AttackProspect, Defences, attack_force, with_helpers
from engine.dreams_of_dystopia.players.valuation import Opens, Valuation, opens
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.turns.main_phase import can_attack

_NONE = AttackProspect(-1, 0.0)
_LEAST = -0.5  # The minimum value of an attack. A player who waits for better ones doesn't win more often.
_BLOCKER_COST = 0.8  # The cost of blocking with a card, as a part of its value in the next turn.
DECKS = 2
"""The number of sampled orders of the player's deck."""


class Pair(msgspec.Struct, frozen=True):
    """An Ability and an attacker (None to do without) with their value together."""

    value: float
    ability: CompiledSide | None = None
    fighter: CompiledSide | None = None


class TurnAllowance(msgspec.Struct, frozen=True):
    """The allowances left in a turn."""

    abilities: int = 1
    combats: int = 1
    deeds: int = 1

    def after(self, more: Opens) -> TurnAllowance:
        """Return the allowances after an Ability that adds to them."""
        return TurnAllowance(
            self.abilities - 1 + more.abilities, self.combats + more.combats, self.deeds + more.deeds
        )


FRESH = TurnAllowance()

_Known = dict[tuple[tuple[CompiledSide, ...], int, TurnAllowance], float]
"""The values of the rest of a turn by hand, number of cards in the deck, and allowances."""


class TurnValuation:
    """The values of turns with hands: the current turn, or a `later` one."""

    def __init__(self, valuation: Valuation, *, later: bool = False) -> None:
        self.valuation, self.board, self.later = valuation, valuation.board, later
        self.stats = valuation.board.mine.stats
        self._attacks: dict[tuple[CompiledSide, ...], AttackProspect] = {}

    @cached_property
    def defences(self) -> Defences:
        """The blocks of the opponents with sampled hands."""
        return Defences(self.valuation, later=self.later)

    def with_more(self, atk: int) -> TurnValuation:
        """Return the values of the same turn with more ATK for all own Minions."""
        more = TurnValuation(self.valuation, later=self.later)
        more.stats = {**self.stats, "ATK": self.stats.get("ATK", 0) + atk}
        more.defences = self.defences
        return more

    def best_value(
        self,
        hand: Sequence[CompiledSide],
        deck: Sequence[CompiledSide] = (),
        allowed: TurnAllowance = FRESH,
        again: Sequence[CompiledSide] = (),
        known: _Known | None = None,
    ) -> float:
        """Return the value of the best pair. `known` are the values of later parts of the same turn."""
        known = {} if known is None else known
        # Abilities in another order lead to the same hand.
        key = tuple(sorted(hand, key=id)), len(deck), allowed
        if key not in known:
            known[key] = max(pair.value for pair in self.pairs(hand, deck, allowed, again, known))
        return known[key]

    def pairs(
        self,
        hand: Sequence[CompiledSide],
        deck: Sequence[CompiledSide] = (),
        allowed: TurnAllowance = FRESH,
        again: Sequence[CompiledSide] = (),
        known: _Known | None = None,
    ) -> Iterator[Pair]:
        """Yield the best attack without an Ability, and each Ability with the rest of the turn after it.

        Cards are drawn from the start of `deck`. Minions in `again` are on the table and need no Combat. `known` are the
        values of later parts of the same turn.
        """
        known = {} if known is None else known
        fighter, attack = self.best_attack(hand, again, combats=allowed.combats)
        deeds = min(allowed.deeds, sum(side.noun is Noun.DEED for side in hand)) * self.valuation.deed
        value = attack.value + deeds
        if allowed.combats > 1 and fighter is not None:
            value += self._second_attack(hand, fighter)
        yield Pair(value, None, fighter)
        if allowed.abilities > 0:
            for ability in {side.title: side for side in hand if side.ability}.values():
                more, rest = opens(ability), without(hand, ability)
                self.valuation.hand = rest
                gain = self.valuation.ability(ability) - self.valuation.opened(more)
                drawn, later = [*rest, *deck[: more.draws]], deck[more.draws :]
                after = self.best_value(drawn, later, allowed.after(more), again, known)
                self.valuation.hand = hand
                gain += after + self.valuation.draws(more.draws - min(more.draws, len(deck)))
                yield Pair(gain, ability, fighter)

    def _second_attack(self, hand: Sequence[CompiledSide], first: CompiledSide) -> float:
        """Return the value of one more attack with the cards that the first one can't use."""
        rest = (
            side for side in without(hand, first) if side.faction is not first.faction or not side.is_helper
        )
        return self.best_attack([*rest])[1].value

    def best_attack(
        self, hand: Sequence[CompiledSide], again: Sequence[CompiledSide] = (), *, combats: int = 1
    ) -> tuple[CompiledSide | None, AttackProspect]:
        """Return the best attack with a hand, if any has the minimum value."""
        best: tuple[CompiledSide | None, AttackProspect] = None, _NONE
        least = _LEAST
        fighters = {side.title: side for side in again}
        if combats:
            fighters |= {side.title: side for side in hand if can_attack(side)}
        for fighter in fighters.values():
            candidate = self.attack_with(fighter, hand if fighter in again else without(hand, fighter))
            if candidate.value > least:
                best, least = (fighter, candidate), candidate.value
        return best

    def attack_with(self, fighter: CompiledSide, others: Sequence[CompiledSide]) -> AttackProspect:
        """Return the prospect of an attack with every helper that fits."""
        key = with_helpers(fighter, others)
        target = self._attacks.get(key)
        if target is None:
            force = attack_force(self.valuation, fighter, key[1:], self.stats)
            target = self._attacks[key] = self.defences.best_target(force)
        return target


def loss_of_cards(board: BoardSummary) -> Callable[[Sequence[CompiledSide]], float]:
    """Return a function for the estimated loss in the next turn without some cards of the hand, used to block."""
    turns, decks, hand = TurnValuation(Valuation(board), later=True), board.draws(DECKS), board.hand

    def value(hand: Sequence[CompiledSide]) -> float:
        return sum(turns.best_value(hand, deck) for deck in decks) / len(decks)

    whole = value(hand)
    return lambda used: _BLOCKER_COST * (whole - value(without(hand, *used)))


def without(hand: Sequence[CompiledSide], *cards: CompiledSide) -> list[CompiledSide]:
    """Return a hand without one copy of each of these cards."""
    rest = list(hand)
    for card in cards:
        if card in rest:
            rest.remove(card)
    return rest
