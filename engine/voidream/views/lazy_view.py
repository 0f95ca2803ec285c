"""The view of a seat for programs, which use small parts of it very often: each part is built on first use.

It has the content of `builder` without explanations: reasons for unplayable cards and changed numbers, effects in
force, and awaited players. It reflects the current position, and must not be stored.
"""

from __future__ import annotations

from functools import cached_property

from engine.voidream.queries.score import has_siege, score_parts, total
from engine.voidream.referee import Referee
from engine.voidream.views.builder import (
    conflict_of,
    constructs_of,
    hand_of,
    in_play_of,
    looking_at,
    mind_of,
    phase_of,
    pile,
    resolving_card,
    top_of,
    void_of,
)
from engine.voidream.views.types import (
    CardFace,
    CardInPlay,
    ConflictView,
    ConstructView,
    HandCard,
    MindView,
    PileView,
)


class SideOnDemand:
    """One side of the table, as seen by a seat. `SideView` describes the parts."""

    def __init__(self, ref: Referee, seat: int, viewer: int) -> None:
        self._ref = ref
        self._viewer = viewer
        self.seat = seat
        self.deck_count = len(ref.seats[seat].deck)
        self.depth = ref.depth(seat)

    @cached_property
    def mind(self) -> MindView:
        """The mind."""
        return mind_of(self._ref, self.seat)

    @cached_property
    def hand(self) -> tuple[HandCard, ...]:
        """The cards in hand."""
        return hand_of(self._ref, self.seat, self._viewer, None)

    @cached_property
    def top(self) -> ConstructView | None:
        """The active construct on top of the deck."""
        return top_of(self._ref, self.seat)

    @cached_property
    def constructs(self) -> tuple[ConstructView, ...]:
        """The active constructs."""
        return constructs_of(self._ref, self.seat)

    @cached_property
    def play(self) -> tuple[CardInPlay, ...]:
        """The cards in play."""
        return in_play_of(self._ref, self.seat, self._viewer, explained=False)

    @cached_property
    def arcana_discard(self) -> PileView:
        """The discarded arcana."""
        return pile(self._ref, self._ref.seats[self.seat].arcana_discard)

    @cached_property
    def discard(self) -> PileView:
        """The discarded Dream cards."""
        return pile(self._ref, self._ref.seats[self.seat].discard)

    @cached_property
    def void(self) -> PileView:
        """The Void."""
        return void_of(self._ref, self.seat)

    @cached_property
    def _scores(self) -> tuple[int, int]:
        if self._ref.position.conflict is None:
            return 0, 0
        dawn, dusk = score_parts(self._ref, self.seat)
        return total(dawn), total(dusk)

    @property
    def dawn_score(self) -> int:
        """The dawn score in the current conflict."""
        return self._scores[0]

    @property
    def dusk_score(self) -> int:
        """The dusk score in the current conflict."""
        return self._scores[1]

    @cached_property
    def has_siege(self) -> bool:
        """Whether this seat has siege."""
        return has_siege(self._ref, self.seat)


class ViewOnDemand:
    """A seat's view, computed on demand. `VoidreamView` describes the parts."""

    def __init__(self, ref: Referee, viewer: int) -> None:
        self._ref = ref
        self._viewer = viewer
        self.round = ref.position.round
        self.sides = SideOnDemand(ref, 0, viewer), SideOnDemand(ref, 1, viewer)

    @cached_property
    def phase(self) -> str:
        """The phase."""
        return phase_of(self._ref)

    @cached_property
    def conflict(self) -> ConflictView | None:
        """The current conflict."""
        conflict = self._ref.position.conflict
        return None if conflict is None else conflict_of(self._ref, conflict, explained=False)

    @cached_property
    def looking_at(self) -> tuple[CardFace, ...]:
        """The cards of decks that the seat is looking at."""
        return looking_at(self._ref, self._viewer)

    @cached_property
    def resolving(self) -> CardFace | None:
        """The card being played."""
        return resolving_card(self._ref)[0]

    @property
    def resolving_inverted(self) -> bool:
        """See `VoidreamView.resolving_inverted`."""
        return resolving_card(self._ref)[1]
