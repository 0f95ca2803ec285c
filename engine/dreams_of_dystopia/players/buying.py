"""What to acquire: each card is tried in hands that the own deck may give, by one of four habits.

Which habit a player has follows from what everybody sees from the beginning of a match to its end, so that it is the same at
each answer, also of a player that is made for one answer alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from cards.dreams_of_dystopia.language.words import Noun
from engine.dreams_of_dystopia.players.combats import NOTHING, Force, attack_force, cost_of_block, every_block
from engine.dreams_of_dystopia.players.sight import Sight
from engine.dreams_of_dystopia.players.turns import Turns
from engine.dreams_of_dystopia.players.worth import Worth
from engine.dreams_of_dystopia.program import CompiledSide

_HANDS = 6
"""So many hands of the own deck a card is tried in."""
_TRIED = 12
"""So many cards are tried, those that look best at first sight."""


class Habit(msgspec.Struct, frozen=True):
    """What a player likes: how much attacks, blocks, Abilities and cards of the other faction count when it acquires."""

    name: str
    attacks: float = 1.0
    blocks: float = 0.4
    abilities: float = 1.0
    other: float = 0.0
    weapons: bool = True
    by_loyalty: bool = False
    curses: bool = False
    never_blocks: bool = False


BALANCED = Habit("balanced")
HABITS = (
    BALANCED,
    Habit("rush", attacks=1.3, abilities=0.6),
    Habit("economy", attacks=0.8, abilities=1.5),
    Habit("twilight", other=0.5),
)


def habit_of(sight: Sight) -> Habit:
    """Return a player's habit: by its seat, who began, and which Masters are in the match."""
    free = sorted(title for sides in sight.view.masters for title in sides)
    said = f"{sight.mine.seat} {sight.view.first} {' '.join(free)}"
    return HABITS[sha256(said.encode()).digest()[0] % len(HABITS)]


class Trial:
    """Tries cards in hands of the own deck."""

    def __init__(self, sight: Sight, habit: Habit) -> None:
        self.sight, self.habit = sight, habit
        self.worth = Worth(sight)
        self.turns = Turns(self.worth, later=True)
        self._attacks: list[tuple[Force, int]] | None = None

    @property
    def attacks(self) -> list[tuple[Force, int]]:
        """The strongest attack of each of the hands imagined of the others, with the LP of the attacker."""
        if self._attacks is None:
            found: list[tuple[Force, int]] = []
            for other in self.sight.others:
                for hand in self.sight.later_hands(other):
                    forces = [
                        attack_force(self.worth, fighter, [*hand[:n], *hand[n + 1 :]], other.stats)
                        for n, fighter in enumerate(hand)
                        if fighter.noun is Noun.MINION
                    ]
                    if forces:
                        found.append((max(forces, key=lambda one: one.atk), other.lp))
            self._attacks = found
        return self._attacks

    def hand(self, hand: Sequence[CompiledSide]) -> float:
        """Return what a hand is worth: in the own turn, and against the attacks that may come before it."""
        habit = self.habit
        self.worth.hand = hand
        _, attack = self.turns.best_attack(hand)
        pair = self.turns.best_pair(hand)
        own = habit.attacks * attack.value + habit.abilities * (pair.value - attack.value)
        deeds = self.worth.deed if any(one.noun is Noun.DEED for one in hand) else 0.0
        return own + deeds + (habit.blocks * self.safety(hand) if habit.blocks else 0.0)

    def safety(self, hand: Sequence[CompiledSide]) -> float:
        """Return what blocks with a hand save (less than 0: what attacks cost all the same)."""
        mine = self.sight.mine
        if not self.attacks:
            return 0.0
        blocks = [NOTHING, *(force for _, force in every_block(self.worth, hand, (), mine.stats, ()))]
        total = sum(
            min(cost_of_block(attack, block, mine.lp, lp) for block in blocks) for attack, lp in self.attacks
        )
        return -total / len(self.attacks)

    def hands(self) -> list[list[CompiledSide]]:
        """Return hands that the own deck may give."""
        return self.sight.later_hands(self.sight.mine, _HANDS)

    def gains(self, offers: Sequence[CompiledSide]) -> list[float]:
        """Return what each card is worth in a hand, instead of any other card of the deck."""
        hands = self.hands()
        before = [self.hand(hand) for hand in hands]
        return [
            sum(self.hand([side, *hand[1:]]) - was for hand, was in zip(hands, before, strict=True))
            / len(hands)
            for side in offers
        ]


def best_offer(sight: Sight, habit: Habit, offers: Sequence[CompiledSide]) -> CompiledSide | None:
    """Return the card that helps the own deck most; None if none does."""
    worth = Worth(sight)
    if not habit.weapons:
        offers = [side for side in offers if side.noun is not Noun.WEAPON]
    if habit.by_loyalty:
        return max(offers, key=lambda one: (one.side.loyalty, worth.in_deck(one)), default=None)
    first = sorted(offers, key=lambda one: (-worth.in_deck(one), one.title))[:_TRIED]
    trial = Trial(sight, habit)
    gains = trial.gains(first)
    mine = sight.mine
    ranked = [
        (gain + habit.other * (side.faction is not None and side.faction.value != mine.faction), side)
        for gain, side in zip(gains, first, strict=True)
    ]
    value, side = max(ranked, key=lambda one: one[0], default=(0.0, None))
    return side if value > 0 else None
