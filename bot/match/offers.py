"""Requests of one player to all others who still play: a draw, to take something back, a pause, to call the match off, to let
the house play on for those whose time is up.

It is public who asks, who has agreed and who is still to agree. It takes everybody, and one refusal ends it.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.clocks.control import DAY
from bot.store.offers import Offers

LASTS = 3 * DAY
"""Milliseconds for which a draw is offered, unless another player decides something before."""
DRAW = "draw"
"""The alarm for the end of a draw offer."""


def after_deciding(offers: Offers, seat: int) -> Offers:
    """Return what is still asked for after a seat has decided something. A pause is: it is asked for while one plays."""
    keeps_draw = offers.draw is not None and offers.draw.stands(seat)
    return replace(offers, draw=offers.draw if keeps_draw else None, undo=None, abort=None, takeover=None)


def at(offers: Offers, now: int) -> Offers:
    """Return what is still asked for at a moment."""
    return offers if offers.draw is None or now < offers.draw.until else replace(offers, draw=None)
