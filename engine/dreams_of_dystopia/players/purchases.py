"""Choice of acquisitions: each card is tried in sampled hands of the player's deck, by one of four habits.

A player's habit depends only on public facts that don't change during a match, so it is the same at each answer, even
for a player object created for a single answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from hashlib import sha256

import msgspec

from cards.dreams_of_dystopia.language.instructions import GainCards, GiveCurses
from cards.dreams_of_dystopia.language.words import Moment, Noun
from cards.language.nodes import Player
from engine.dreams_of_dystopia.players import combats
from engine.dreams_of_dystopia.players.board_summary import BoardSummary
from engine.dreams_of_dystopia.players.turns import TurnValuation
from engine.dreams_of_dystopia.players.valuation import Valuation
from engine.dreams_of_dystopia.position import HAND_SIZE
from engine.dreams_of_dystopia.program import CompiledSide

_ROUNDS = ((2, 50), (4, 8))
"""The number of hands in each round, and of the best cards tried in them."""


class Habit(msgspec.Struct, frozen=True):
    """A player's weights for attacks, blocks, Abilities, cards of the other faction and turning when it acquires."""

    attacks: float = 1.0
    blocks: float = 0.4
    abilities: float = 1.0
    other: float = 0.0
    turning: float = 0.4


HABITS: Mapping[str, Habit] = {
    "balanced": Habit(attacks=1.3, blocks=0.5),
    "rush": Habit(attacks=1.6, abilities=0.6),
    "economy": Habit(attacks=1.0, abilities=1.4),
    "twilight": Habit(attacks=1.2, other=0.5, turning=1.5),
}
"""Each player has one of these."""


class BadHabit(StrEnum):
    """Handicaps with which a player should lose (see the set's targets of balance)."""

    NEVER_BLOCKS = "never blocks"
    NEVER_WEAPONS = "never Weapons"
    LOYALTY_FIRST = "highest Loyalty"
    CURSES_FIRST = "Curses first"


def habit_of(board: BoardSummary) -> Habit:
    """Return the habit of a player: by its seat, the first player, and the Masters of the match."""
    free = sorted(title for sides in board.view.masters for title in sides)
    facts = f"{board.mine.seat} {board.view.first} {' '.join(free)}"
    return [*HABITS.values()][sha256(facts.encode()).digest()[0] % len(HABITS)]


class PurchaseTrial:
    """A trial of cards in hands of the player's deck."""

    def __init__(self, board: BoardSummary, habit: Habit) -> None:
        self.board, self.habit = board, habit
        self.valuation = Valuation(board, lambda op: habit.turning)
        self.turns = TurnValuation(self.valuation, later=True)
        self._blocks: dict[tuple[CompiledSide | None, ...], list[float]] = {}

    @cached_property
    def attacks(self) -> list[tuple[combats.Force, int]]:
        """The strongest attack of each sampled hand of the others, with the attacker's LP."""
        strongest: list[tuple[combats.Force, int]] = []
        for other in self.board.others:
            for hand in self.board.later_hands(other):
                forces = [
                    combats.attack_force(self.valuation, fighter, [*hand[:n], *hand[n + 1 :]], other.stats)
                    for n, fighter in enumerate(hand)
                    if fighter.noun is Noun.MINION
                ]
                if forces:
                    strongest.append((max(forces, key=lambda force: force.atk), other.lp))
        return strongest

    def hand(self, cards: Sequence[CompiledSide]) -> float:
        """Return the value of the first cards of a deck as a hand, in the player's turn and against attacks before it."""
        habit, hand = self.habit, cards[:HAND_SIZE]
        self.valuation.hand = hand
        plain, *others = (pair.value for pair in self.turns.pairs(hand, cards[HAND_SIZE:]))
        attack = habit.attacks / self.board.crowd_factor * plain
        ability = habit.abilities * max(0.0, max(others, default=plain) - plain)
        return attack + ability + habit.blocks * self.safety(hand)

    def safety(self, hand: Sequence[CompiledSide]) -> float:
        """Return the LP saved by blocks with a hand, negative for LP lost in any case."""
        if not self.attacks:
            return 0.0
        each = [self._costs((None,)), *map(self._costs, combats.blockers(hand))]
        return -sum(map(min, zip(*each, strict=True))) / len(self.attacks)

    def _costs(self, key: tuple[CompiledSide | None, ...]) -> list[float]:
        """Return the cost of each attack against this blocker with the best of these helpers."""
        costs = self._blocks.get(key)
        if costs is None:
            lp, stats, blocks = self.board.mine.lp, self.board.mine.stats, [combats.NOTHING]
            if key[0] is not None:
                start = combats.force_of(self.valuation, key[0], stats, Moment.BLOCK)
                helpers = [side for side in key[1:] if side is not None]
                blocks = [*combats.block_forces(self.valuation, start, key[0], helpers, ())]
            costs = self._blocks[key] = [
                min(combats.cost_of_block(attack, block, lp, theirs) for block in blocks)
                for attack, theirs in self.attacks
            ]
        return costs

    def best(self, offers: Sequence[CompiledSide]) -> list[tuple[float, CompiledSide]]:
        """Return the values of the best cards in a hand, in place of another card of the deck, the best first.

        All are tried in a few hands, and the best of them in more.
        """
        gains = {side: 0.0 for side in offers}
        for count, limit in _ROUNDS:
            ranked = sorted(gains, key=lambda side: (-gains[side], side.title))[:limit]
            gains = {side: gains[side] for side in ranked}
            for cards in self.board.later_decks(count):
                before = self.hand(cards)
                for side in ranked:
                    gains[side] += self.hand([side, *cards[1:]]) - before
        total = sum(count for count, _ in _ROUNDS)
        return sorted(((gain / total, side) for side, gain in gains.items()), key=lambda offer: -offer[0])


def best_offers(
    board: BoardSummary, habit: Habit, offers: Sequence[CompiledSide], bad: BadHabit | None = None
) -> list[CompiledSide]:
    """Return the cards that improve the player's deck, the best first."""
    if bad is BadHabit.NEVER_WEAPONS:
        offers = [side for side in offers if side.noun is not Noun.WEAPON]
    if bad is BadHabit.LOYALTY_FIRST:
        valuation = Valuation(board)
        return sorted(offers, key=lambda side: (-side.side.loyalty, -valuation.in_deck(side)))
    if bad is BadHabit.CURSES_FIRST:
        offers = [side for side in offers if _gives_curses(side)] or offers
    mine = board.mine
    improvements = [
        (gain + habit.other * (side.faction is not None and side.faction.value != mine.faction), side)
        for gain, side in PurchaseTrial(board, habit).best(offers)
    ]
    return [side for gain, side in sorted(improvements, key=lambda offer: -offer[0]) if gain > 0]


def _gives_curses(side: CompiledSide) -> bool:
    return any(
        isinstance(op, GiveCurses)
        or (isinstance(op, GainCards) and op.what.filter.noun is Noun.CURSE and op.who is not Player.YOU)
        for op in side.instructions(range(len(side.side.text)))
    )
