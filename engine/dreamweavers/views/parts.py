"""The parts of a view of Dreamweavers that can change (`engine.kernel.events.view_parts`).

Power, keywords, costs and possible actions follow from other differences.
"""

from __future__ import annotations

from engine.dreamweavers.position import EGO, HAND, ID, MIND, UNTIL_ATTACK, UNTIL_TURN
from engine.dreamweavers.views.types import (
    AttackView,
    CardFace,
    CardInPlay,
    DreamweaversView,
    HandCard,
    IntentView,
    LastingView,
    SideView,
    StandbyView,
)
from engine.kernel.events.story import Weight
from engine.kernel.events.view_parts import FOLLOWS, INSIDE, ViewParts, count, part, titles, value


def _title(card: HandCard | CardFace | None) -> str | None:
    """Return the title of a card; None if this audience doesn't know its face."""
    face = card.face if isinstance(card, HandCard) else card
    return None if face is None else face.title


def _open(intent: IntentView | None) -> object:
    """Return a revealed Intent: a secret choice isn't an event before it is revealed."""
    return intent if intent is not None and intent.is_open else None


def _fight(attack: AttackView | None) -> object:
    return attack and (attack.attacker, attack.target)


_FOR_A_WHILE = {until: value(f"in force this {until}") for until in (UNTIL_TURN, UNTIL_ATTACK)}

PARTS = ViewParts(
    part(
        DreamweaversView,
        {
            **dict.fromkeys(("viewer", "phase", "active", "first", "awaited", "draft"), FOLLOWS),
            **dict.fromkeys(("looking_at", "revealed", "repeated", "places"), FOLLOWS),
            "turn": value("turn"),
            "tracker_side": FOLLOWS,
            "tracker": FOLLOWS,
            "sides": INSIDE,
            "standby": INSIDE,
            "attack": value("attack", Weight.LIGHT, read=_fight),
            "lasting": INSIDE,
            "ended": value("over", Weight.HEAVY),
        },
    ),
    part(
        StandbyView,
        {"seat": FOLLOWS, "title": FOLLOWS, "text": FOLLOWS, "named": FOLLOWS, "is_cancelled": FOLLOWS},
        where="seat",
        there=value("standby"),
        card=lambda effect: effect.title,
    ),
    part(
        LastingView,
        {"seat": FOLLOWS, "title": FOLLOWS, "text": FOLLOWS, "cards": FOLLOWS, "until": FOLLOWS},
        where="seat",
        there=lambda effect: _FOR_A_WHILE[effect.until],
        card=lambda effect: effect.title,
    ),
    part(
        SideView,
        {
            **dict.fromkeys(("seat", "most_thoughts", "most_feelings", "shields_bonus"), FOLLOWS),
            "memory": value("tracker"),
            "notions": value("notions"),
            "intent": value("intent", read=_open),
            "mind_count": value(f"{MIND} count"),
            "mind": titles(MIND, Weight.LIGHT, _title),
            "ego": (count(f"{EGO} count", Weight.HEAVY), titles(EGO, title=_title)),
            "hand": (count(f"{HAND} count"), titles(HAND, title=_title)),
            "id": titles(ID, title=_title),
            "thoughts": INSIDE,
            "feelings": INSIDE,
        },
        where="seat",
    ),
    part(
        CardInPlay,
        {
            **dict.fromkeys(("face", "power", "keywords", "changes", "is_new", "can_attack"), FOLLOWS),
            **dict.fromkeys(("on_standby", "stands", "role"), FOLLOWS),
            "tapped": value("tapped", Weight.LIGHT),
            "lingers": value("lingers", Weight.LIGHT),
            "stays_tapped": value("stays tapped", Weight.LIGHT),
        },
        there=value("play", Weight.HEAVY),
        card=lambda card: card.face.title,
    ),
    more=tuple(_FOR_A_WHILE.values()),
)
"""All parts of a view that can change."""
