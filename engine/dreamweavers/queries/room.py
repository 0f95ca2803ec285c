"""Room for another card in a section (DW41)."""

from __future__ import annotations

from engine.dreamweavers.queries.characteristics import most
from engine.dreamweavers.referee import Referee


def has_room(ref: Referee, seat: int, section: str) -> bool:
    """Return whether a section has room for another card."""
    return len(ref.zone(seat, section)) < most(ref, seat, section)
