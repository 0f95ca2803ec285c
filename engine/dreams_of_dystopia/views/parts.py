"""The parts of a view of Dreams of Dystopia that can change (`engine.kernel.events.view_parts`).

The numbers of fighters, and possible actions, follow from other differences.
"""

from __future__ import annotations

from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, PlayerView
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, MASTER, MASTERS, SUPPLY, TABLE, USED
from engine.kernel.events.story import Weight
from engine.kernel.events.view_parts import FOLLOWS, INSIDE, ViewParts, count, part, titles, value


def _known(card: str) -> str | None:
    """Return the title of a card, None if this audience does not know it."""
    return card or None


def _fight(combat: CombatView | None) -> object:
    return combat and (
        combat.attacker.card, combat.attacker.helpers, combat.defender.card, combat.defender.helpers, combat.is_declared
    )  # fmt: skip


PARTS = ViewParts(
    part(
        DystopiaView,
        {
            **dict.fromkeys(("viewer", "awaited", "attacks", "quiet", "places", "printed"), FOLLOWS),
            "ended": value("over", Weight.HEAVY),
            **dict.fromkeys(
                ("first", "turn", "active", "allowed", "is_acquiring"), value("turn", Weight.LIGHT)
            ),
            "players": INSIDE,
            "supply": value(SUPPLY),
            "masters": value(MASTERS),
            "gone": value("gone"),
            "combat": value("combat", read=_fight),
        },
    ),
    part(
        PlayerView,
        {
            **dict.fromkeys(("seat", "is_out", "faction", "holds", "in_deck", "once"), FOLLOWS),
            **dict.fromkeys(("to_attack", "to_block", "turned"), FOLLOWS),
            "lp": value("score", Weight.HEAVY),
            "fame": value("score", Weight.HEAVY),
            "master": value(MASTER, Weight.HEAVY),
            **{
                zone: (count(zone), titles(zone, title=_known)) for zone in (HAND, DECK, DISCARD, USED, TABLE)
            },
            "stats": value("in force"),
            "less": value("in force"),
            "waives": value("in force"),
            "on_top": value("in force"),
        },
        where="seat",
    ),
    more=(value("box"),),
)
"""All that can change in a view."""
