"""The entry for drawing cards, shared by many games: only the owner learns which cards they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.events.changes import Change
from engine.kernel.events.entries import NUMBER_OF_EACH, EventEntry, beat, form, is_known
from engine.kernel.events.event import F

_DRAWS = beat(
    form("You draw {n} card", "You draw {n} cards"), form("{who} draws {n} card", "{who} draws {n} cards")
)


def draw_entry(
    changes: Callable[[F], Sequence[Change]],
    *,
    only_by_cards: bool = False,
    told_with: tuple[str, ...] = (),
    together: Callable[[F], object] | None = None,
) -> EventEntry[F]:
    """Return the entry of a fact about drawn cards: `count`, and `cards` for audiences that know them."""
    return EventEntry(
        log=(
            form("{who} draws {cards}.", cards=is_known),
            form("{who} draws {n} card.", "{who} draws {n} cards."),
        ),
        beats=(beat("You draw {cards}", None, cards=is_known), _DRAWS),
        sum=_DRAWS.of_all(form("Drawn: {all}"), NUMBER_OF_EACH),
        only_by_cards=only_by_cards,
        told_with=told_with,
        together=together,
        changes=changes,
    )
