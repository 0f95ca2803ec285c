"""A seat's view as computer players use it: the players still in, their cards, and sampled hands."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dreams_of_dystopia.position import HAND_SIZE
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.views.types import DystopiaView, PlayerView, pool_of
from engine.kernel.chance import Chance

SAMPLES = 3
"""The number of sampled hands of each opponent."""
_OF_FAME = 0.9  # The value of a point of Fame in LP, for a player's lead.


class BoardSummary:
    """One seat's view at one moment, with sampled hands. `mine` is the seat's own side, `others` those still in."""

    def __init__(self, view: DystopiaView, seat: int, chance: Chance) -> None:
        self.view = view
        self.mine = view.players[seat]
        self.others = [player for player in view.players if player.seat != seat and not player.is_out]
        self.pool = pool_of(view)
        self.chance = chance

    @property
    def crowd_factor(self) -> float:
        """The divisor of the value of hurting one player, since others profit too: the root of the number of opponents."""
        return max(1, len(self.others)) ** 0.5

    def side(self, title: str) -> CompiledSide:
        """Return the side with a title."""
        return self.pool.sides[title]

    def sides(self, titles: Sequence[str]) -> list[CompiledSide]:
        """Return the sides with these titles, without unknown cards."""
        return [self.pool.sides[title] for title in titles if title]

    def other_side(self, side: CompiledSide) -> CompiledSide:
        """Return the other side of a card."""
        first, second = self.pool.cards[self.pool.called(side)]
        return second if side is first else first

    @property
    def hand(self) -> list[CompiledSide]:
        """The seat's hand."""
        return self.sides(self.mine.hand)

    @property
    def owned(self) -> list[CompiledSide]:
        """All the seat's cards, in any zone."""
        return self.owned_by(self.mine)

    def owned_by(self, player: PlayerView) -> list[CompiledSide]:
        """Return all of a player's cards, in any zone."""
        return self.sides([*player.holds, *player.discard, *player.used, *player.table])

    def hands(self, other: PlayerView) -> list[list[CompiledSide]]:
        """Return sampled hands of another player: the known cards, and others from their hand and deck (DD78)."""
        known = [title for title in other.hand if title]
        unknown = list(other.holds)
        for title in known:
            unknown.remove(title)
        left = len(other.hand) - len(known)
        return [[*self.sides(known), *hand] for hand in self._drawn(self.sides(unknown), SAMPLES, left)]

    def later_hands(self, player: PlayerView) -> list[list[CompiledSide]]:
        """Return sampled hands of a player at the end of a later turn."""
        return self._drawn(self.owned_by(player), SAMPLES, HAND_SIZE)

    def later_decks(self, count: int) -> list[list[CompiledSide]]:
        """Return sampled orders of all the seat's cards."""
        return self._drawn(self.owned, count)

    def draws(self, count: int) -> list[list[CompiledSide]]:
        """Return sampled orders of the seat's deck."""
        return self._drawn(self.sides(self.mine.in_deck), count)

    def _drawn(
        self, cards: list[CompiledSide], count: int, size: int | None = None
    ) -> list[list[CompiledSide]]:
        """Return `count` samples of `size` cards, by default all, in random order."""
        samples = list[list[CompiledSide]]()
        for _ in range(count):
            self.chance.shuffle(cards)
            samples.append(cards[:size])
        return samples

    def standing(self, other: PlayerView) -> float:
        """Return the relative value of hurting an opponent: LP and Fame compared with the others' mean, cubed."""
        leads = [player.lp + _OF_FAME * player.fame for player in self.others]
        return ((other.lp + _OF_FAME * other.fame) / max(1.0, sum(leads) / len(leads))) ** 3


def per_lp(lp: int) -> float:
    """Return the cost of a lost LP to a player with `lp` left."""
    return 1 + 4 / max(1, lp)
