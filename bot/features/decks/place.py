"""A person's place in the deck editor, encoded compactly for the id of a button.

Nothing is kept in memory: the deck is stored after every choice, and the page, the filters and the visible cards are
in the ids of the controls.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from cards.deck_builder import DeckStep, StepOffer
from cards.i18n import Message

PAGE = 25
"""Cards of one page: the options of one menu."""
AT_ONCE = 8
"""Cards whose number can be set at once."""


class EditorPlace(msgspec.Struct, frozen=True):
    """A deck, the step that is being looked at, its page, its filters, and the keys of the chosen cards.

    `filters` has a bit for each of the step's `Filters`, set if it is on.
    """

    deck: int
    step: str = ""
    page: int = 0
    filters: int = 0
    chosen: tuple[str, ...] = ()

    def packed(self, more: str = "") -> str:
        """The place as the state of a control, with something more that the control says."""
        return f"{self.deck}.{self.step}.{self.page}.{self.filters:x}.{'-'.join(self.chosen)}.{more}"

    def at(self, page: int) -> EditorPlace:
        """Another page of the same."""
        return replace(self, page=page)


def unpacked(state: str) -> tuple[EditorPlace, str]:
    """The place in a control's state, and what else it says. Raises ValueError for anything else."""
    deck, step, page, filters, chosen, more = state.split(".", 5)
    place = EditorPlace(int(deck), step, int(page), int(filters, 16), tuple(filter(None, chosen.split("-"))))
    return place, more


class CardFilter(msgspec.Struct, frozen=True):
    """One way to show less: a value of a facet, or (facet -1) what is in the deck."""

    facet: int
    value: Message | None


def filters_of(step: DeckStep) -> list[CardFilter]:
    """The filters of a step, in the order of their bits."""
    found = [CardFilter(-1, None)]
    return found + [CardFilter(n, value) for n, facet in enumerate(step.facets) for value in facet.values]


def switched_on(step: DeckStep, filters: int) -> list[CardFilter]:
    """The filters that are on."""
    return [one for bit, one in enumerate(filters_of(step)) if filters >> bit & 1]


def shown(step: DeckStep, filters: int) -> list[StepOffer]:
    """Return the items that pass the filters: one of the values that are on for each facet, all of them if none is."""
    on = switched_on(step, filters)
    wanted = {facet: [one.value for one in on if one.facet == facet] for facet in {one.facet for one in on}}
    return [
        offer
        for offer in step.offers
        if (-1 not in wanted or offer.count)
        and all(offer.facets[facet] in values for facet, values in wanted.items() if facet >= 0)
    ]


def page_of(offers: Sequence[StepOffer], page: int) -> tuple[Sequence[StepOffer], int, int]:
    """Return the items of a page, the number of that page (the nearest existing one), and the number of pages."""
    pages = max(1, -(-len(offers) // PAGE))
    page = min(max(page, 0), pages - 1)
    return offers[page * PAGE : (page + 1) * PAGE], page, pages
