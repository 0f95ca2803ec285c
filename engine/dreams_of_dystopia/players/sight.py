"""A seat's own view, as a player looks at it: who is still in, what the cards say, what hands the others may hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.dreams_of_dystopia.program import CompiledSide, Pool
from engine.dreams_of_dystopia.saves.kept_set import todays
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView
from engine.kernel.chance import Chance

SAMPLES = 3
"""So many hands of each opponent an attack is tried against."""

_OF_FAME = 0.9
"""What a point of Fame counts, as against one LP, where it is judged how far somebody is ahead."""


@cache
def cards_of_today() -> Pool:
    """Return the cards that come with the game, ready to run."""
    return todays()


class Sight:
    """What one seat sees at one moment, and the hands that it imagines the others to hold."""

    def __init__(self, view: DystopiaView, seat: int, pool: Pool, chance: Chance) -> None:
        self.view = view
        self.mine = view.players[seat]
        self.others = [one for one in view.players if one.seat != seat and not one.is_out]
        self.pool = pool
        self._chance = chance
        self._hands: dict[int, list[list[CompiledSide]]] = {}

    def side(self, title: str) -> CompiledSide:
        """Return the side of that title."""
        return self.pool.sides[title]

    def sides(self, titles: Sequence[str]) -> list[CompiledSide]:
        """Return the sides of these titles, without cards that this seat does not know."""
        return [self.pool.sides[title] for title in titles if title]

    def other_side(self, side: CompiledSide) -> CompiledSide:
        """Return what a card becomes when it is turned over."""
        first, second = self.pool.cards[self.pool.called(side)]
        return second if side is first else first

    @property
    def hand(self) -> list[CompiledSide]:
        """The own hand."""
        return self.sides(self.mine.hand)

    @property
    def owned(self) -> list[CompiledSide]:
        """All the own cards, wherever they lie."""
        mine = self.mine
        return self.sides([*mine.holds, *mine.discard, *mine.used, *mine.table])

    def hands(self, other: PlayerView) -> list[list[CompiledSide]]:
        """Return hands that another player may hold: what is known of theirs, the rest drawn from hand and deck (DD78)."""
        found = self._hands.get(other.seat)
        if found is None:
            known = [title for title in other.hand if title]
            unknown = list(other.holds)
            for title in known:
                unknown.remove(title)
            found = list[list[CompiledSide]]()
            for _ in range(SAMPLES):
                self._chance.shuffle(unknown)
                found.append(self.sides([*known, *unknown[: len(other.hand) - len(known)]]))
            self._hands[other.seat] = found
        return found

    def standing(self, other: PlayerView) -> float:
        """Return how much more it is worth to hurt this opponent than another: by LP and Fame, relative, cubed."""
        ahead = [one.lp + _OF_FAME * one.fame for one in self.others]
        mean = sum(ahead) / len(ahead)
        return ((other.lp + _OF_FAME * other.fame) / max(1.0, mean)) ** 3


def per_lp(lp: int) -> float:
    """Return what a lost LP costs a player who has so many."""
    return 1 + 4 / max(1, lp)
