"""A seat's view as computer players use it: the players still in, the meaning of cards, and the others' possible
hands.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.dreams_of_dystopia.position import HAND_SIZE
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView, pool_of
from engine.kernel.chance import Chance

SAMPLES = 3
"""So many hands of each opponent an attack is tried against."""
_OF_FAME = 0.9
"""The value of a point of Fame, as against one LP, where it is judged how far a player is ahead."""


class BoardSummary:
    """One seat's view at one moment, and the hands that it imagines the others to hold."""

    def __init__(self, view: DystopiaView, seat: int, chance: Chance) -> None:
        self.view = view
        self.mine = view.players[seat]
        self.others = [one for one in view.players if one.seat != seat and not one.is_out]
        self.pool = pool_of(view)
        self.chance = chance

    @property
    def crowd(self) -> float:
        """The divisor of the value of hurting one player where others profit too: the root of the number of opponents."""
        return max(1, len(self.others)) ** 0.5

    def side(self, title: str) -> CompiledSide:
        """Return the side of that title."""
        return self.pool.sides[title]

    def sides(self, titles: Sequence[str]) -> list[CompiledSide]:
        """Return the sides of these titles, without cards that this seat does not know."""
        return [self.pool.sides[title] for title in titles if title]

    def other_side(self, side: CompiledSide) -> CompiledSide:
        """Return the other side of a card."""
        first, second = self.pool.cards[self.pool.called(side)]
        return second if side is first else first

    @property
    def hand(self) -> list[CompiledSide]:
        """The own hand."""
        return self.sides(self.mine.hand)

    @property
    def owned(self) -> list[CompiledSide]:
        """All the own cards, wherever they lie."""
        return self.owned_by(self.mine)

    def owned_by(self, player: PlayerView) -> list[CompiledSide]:
        """Return all the cards of a player, wherever they lie."""
        return self.sides([*player.holds, *player.discard, *player.used, *player.table])

    def hands(self, other: PlayerView) -> list[list[CompiledSide]]:
        """Return hands that another player may hold: what is known of theirs, the rest drawn from hand and deck (DD78)."""
        known = [title for title in other.hand if title]
        unknown = list(other.holds)
        for title in known:
            unknown.remove(title)
        left = len(other.hand) - len(known)
        return [[*self.sides(known), *hand] for hand in self._drawn(self.sides(unknown), SAMPLES, left)]

    def later_hands(self, player: PlayerView) -> list[list[CompiledSide]]:
        """Return hands that a player may draw at the end of a turn to come."""
        return self._drawn(self.owned_by(player), SAMPLES, HAND_SIZE)

    def later_decks(self, player: PlayerView, count: int) -> list[list[CompiledSide]]:
        """Return all that a player owns, in orders in which it may once be drawn."""
        owned = self.owned_by(player)
        return self._drawn(owned, count, len(owned))

    def draws(self, count: int) -> list[list[CompiledSide]]:
        """Return orders in which the own deck may lie."""
        deck = self.sides(self.mine.in_deck)
        return self._drawn(deck, count, len(deck))

    def _drawn(self, cards: list[CompiledSide], count: int, size: int) -> list[list[CompiledSide]]:
        found = list[list[CompiledSide]]()
        for _ in range(count):
            self.chance.shuffle(cards)
            found.append(cards[:size])
        return found

    def standing(self, other: PlayerView) -> float:
        """Return how much more it is worth to hurt this opponent than another: by LP and Fame, relative, cubed."""
        ahead = [one.lp + _OF_FAME * one.fame for one in self.others]
        mean = sum(ahead) / len(ahead)
        return ((other.lp + _OF_FAME * other.fame) / max(1.0, mean)) ** 3


def per_lp(lp: int) -> float:
    """Return the cost of a lost LP to a player with this many left."""
    return 1 + 4 / max(1, lp)
