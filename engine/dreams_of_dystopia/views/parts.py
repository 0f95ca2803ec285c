"""The parts of a view of Dreams of Dystopia that can change (`engine.kernel.events.view_parts`).

Fighters' numbers and possible actions follow from other parts.
"""

from __future__ import annotations

from engine.dreams_of_dystopia.views.types import CombatView, DystopiaView, PlayerView
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, MASTER, MASTERS, SUPPLY, TABLE, USED
from engine.kernel.events.story import Weight
from engine.kernel.events.view_parts import FOLLOWS, INSIDE, ViewParts, count, part, titles, value


def _known(card: str) -> str | None:
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
            **dict.fromkeys(("stats", "less", "waives", "on_top"), value("in force")),
        },
        where="seat",
    ),
    more=(value("box"),),
)
