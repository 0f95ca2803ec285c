"""What a player's zones are called in a scenario, and what lies in them."""

from __future__ import annotations

from engine.voidream.referee import Referee

ZONES = ("deck", "hand", "arcana discard", "discard", "void", "play")
"""A player's zones, as they are called in a scenario and in a position."""
_PILES = {f"{name} pile": name for name in ("arcana discard", "discard")}
ZONE = "|".join(sorted([*ZONES, *_PILES], key=len, reverse=True))
"""The names of zones as a regular expression."""


def zone_called(said: str) -> str:
    """Return the zone of that name."""
    said = said.casefold()
    return _PILES.get(said, said)


def cards_in(ref: Referee, seat: int, zone: str) -> list[int]:
    """Return the cards in a player's zone, a deck's from the top."""
    state = ref.seats[seat]
    return {
        "deck": state.deck,
        "hand": state.hand,
        "arcana discard": state.arcana_discard,
        "discard": state.discard,
        "void": state.void,
        "play": state.play,
    }[zone]
