"""What Voidream's beats are made with besides what all are (`engine.kernel.events.story_builder`)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Series
from engine.kernel.events import story_builder
from engine.kernel.events.story_builder import listed
from engine.voidream.facts import Told
from engine.voidream.facts.terms import Named
from engine.voidream.wording.card_names import called

Teller = story_builder.Teller[Told]
Handler = story_builder.Handler[Told]


def cards_of(cards: Sequence[Named]) -> Series:
    """Return a list of cards as everybody may call them."""
    return listed([called(card) for card in cards])
