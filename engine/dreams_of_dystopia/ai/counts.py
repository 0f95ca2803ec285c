"""Counts of each side of the table, which explain hints."""

from __future__ import annotations

from cards.dreams_of_dystopia.language.words import Noun
from cards.i18n import msg_plural
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import HAND
from engine.kernel.ai.counts import Count

COUNTS: tuple[Count[Referee], ...] = (
    Count(
        "LP",
        lambda m, seat: max(0, m.seat(seat).lp),
        msg_plural("you have 1 more LP", "you have about {n} more LP", 0),
        msg_plural("{who} has 1 LP less", "{who} has about {n} fewer LP", 0),
        unit=0.75,
    ),
    Count(
        "Curses",
        lambda m, seat: sum(side.noun is Noun.CURSE for side in m.owned(seat)),
        msg_plural("you have one Curse fewer", "you have about {n} fewer Curses", 0),
        msg_plural("{who} has one more Curse", "{who} has about {n} more Curses", 0),
        is_good=False,
    ),
    Count(
        "numbers",
        lambda m, seat: sum(side.side.atk + side.side.defence for side in m.owned(seat)),
        msg_plural(
            "your cards have 1 more ATK or DEF", "your cards have about {n} more ATK and DEF in all", 0
        ),
        msg_plural(
            "{who}'s cards have 1 less ATK or DEF", "{who}'s cards have about {n} less ATK and DEF in all", 0
        ),
        unit=4,
    ),
    Count(
        "FAME",
        lambda m, seat: m.seat(seat).fame,
        msg_plural("you have 1 more FAME", "you have about {n} more FAME", 0),
        msg_plural("{who} has 1 less FAME", "{who} has about {n} less FAME", 0),
        unit=2,
    ),
    Count(
        "hand",
        lambda m, seat: len(m.zone(HAND, seat)),
        msg_plural("you hold one more card", "you hold about {n} more cards", 0),
        msg_plural("{who} holds one card fewer", "{who} holds about {n} fewer cards", 0),
        unit=2,
    ),
)
"""In order of precedence."""
