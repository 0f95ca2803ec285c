"""A player's place in the deck editor, encoded compactly for the id of a control.

Nothing is kept in memory: the deck is stored after every choice, and the ids of the controls contain the page, the
filters and the selected cards.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from cards.deck_builder import DeckStep, StepOffer
from cards.i18n import Message

PAGE = 25
"""Cards per page: the options of one menu (Discord's limit)."""
AT_ONCE = 8
"""Maximum number of cards selected together, to set their number of copies."""


class EditorPlace(msgspec.Struct, frozen=True):
    """A deck's id, the current step, its page, its filters, and the keys of the selected cards.

    `filters` has one bit for each of the step's filters (`filters_of`), set if it is active.
    """

    deck: int
    step: str = ""
    page: int = 0
    filters: int = 0
    chosen: tuple[str, ...] = ()

    def packed(self, more: str = "") -> str:
        """Return the place as the state of a control. `more` is appended, for the control's own use."""
        return f"{self.deck}.{self.step}.{self.page}.{self.filters:x}.{'-'.join(self.chosen)}.{more}"

    def at(self, page: int) -> EditorPlace:
        """Return the same place on another page."""
        return replace(self, page=page)


def unpacked(state: str) -> tuple[EditorPlace, str]:
    """Return the place in a control's state, and the appended text. Raises ValueError for an invalid state."""
    deck, step, page, filters, chosen, more = state.split(".", 5)
    place = EditorPlace(int(deck), step, int(page), int(filters, 16), tuple(filter(None, chosen.split("-"))))
    return place, more


class CardFilter(msgspec.Struct, frozen=True):
    """A filter for cards: by a value of a facet, or (facet -1) only those in the deck."""

    facet: int
    value: Message | None


def filters_of(step: DeckStep) -> list[CardFilter]:
    """Return the filters of a step, in the order of their bits."""
    in_deck = [CardFilter(-1, None)]
    return in_deck + [CardFilter(n, value) for n, facet in enumerate(step.facets) for value in facet.values]


def active_filters(step: DeckStep, filters: int) -> list[CardFilter]:
    """Return the filters of a step whose bit is set in `filters`, in the order of their bits."""
    return [each for bit, each in enumerate(filters_of(step)) if filters >> bit & 1]


def passing(step: DeckStep, filters: int) -> list[StepOffer]:
    """Return the cards that pass the filters: for each filtered facet, those with one of the active values."""
    active = active_filters(step, filters)
    values_by_facet = {
        facet: [each.value for each in active if each.facet == facet]
        for facet in {each.facet for each in active}
    }
    return [
        offer
        for offer in step.offers
        if (-1 not in values_by_facet or offer.count)
        and all(offer.facets[facet] in values for facet, values in values_by_facet.items() if facet >= 0)
    ]


def page_of(offers: Sequence[StepOffer], page: int) -> tuple[Sequence[StepOffer], int, int]:
    """Return the cards of a page, the page's number (the nearest existing one), and the number of pages."""
    pages = max(1, -(-len(offers) // PAGE))
    page = min(max(page, 0), pages - 1)
    return offers[page * PAGE : (page + 1) * PAGE], page, pages
