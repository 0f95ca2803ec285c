"""The players used to fit Voidream's formula: greedy, with ready-made and random decks."""

from __future__ import annotations

from random import Random

from cards.voidream.autofill import filled
from cards.voidream.decks import Deck, DeckList, ready_made
from engine.kernel.ai.matches import FittedMatches
from engine.kernel.chance import Chance
from engine.voidream.game import VOIDREAM
from engine.voidream.players.features import FEATURES, features
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.views.lazy_view import ViewOnDemand


def random_setup(chance: Chance) -> bytes:
    """Return a setup in which each seat has a ready-made or a random deck, with equal probability."""
    rng = Random(chance.below(2**63))
    return VOIDREAM.setup([_deck(rng), _deck(rng)])


def _deck(rng: Random) -> Deck:
    if rng.random() < 0.5:
        return rng.choice(ready_made())
    deck = filled(DeckList(), rng)
    assert deck.bastion is not None
    assert deck.mind is not None
    return Deck("drawn by lot", deck.bastion, deck.mind, deck.arcana, deck.dream, deck.guest)


FITTED = FittedMatches(
    game=VOIDREAM,
    package="engine.voidream.players",
    features=FEATURES,
    values=features,
    setup=random_setup,
    player=Greedy,
    view_of=ViewOnDemand,
    matches=1200,
    penalty=4.0,
    sharpness=1.06,
)
"""The matches for `voidream value`."""
