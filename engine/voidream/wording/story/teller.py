"""What Voidream's beats are made with besides what all are (`engine.kernel.teller`)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Series
from engine.kernel import teller
from engine.kernel.teller import listed
from engine.voidream.facts import Told
from engine.voidream.facts.terms import Named
from engine.voidream.wording.card_names import called

Teller = teller.Teller[Told]
Handler = teller.Handler[Told]


def cards_of(cards: Sequence[Named]) -> Series:
    """Return a list of cards as everybody may call them."""
    return listed([called(card) for card in cards])
