"""The parts of a Voidream view that can change (`engine.kernel.events.view_parts`).

Depth, dawn, stability and dusk, keywords, scores and possible actions follow from other differences.
"""

from __future__ import annotations

from engine.kernel.events.story import Weight
from engine.kernel.events.view_parts import FOLLOWS, INSIDE, ViewParts, count, part, titles, value
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, HAND, PLAY, VOID
from engine.voidream.views.types import (
    AttachedCard,
    CardFace,
    CardInPlay,
    ConflictView,
    ConstructView,
    HandCard,
    MindView,
    OngoingView,
    PileView,
    SideView,
    VoidreamView,
)


def _title(card: HandCard | CardFace | AttachedCard | CardInPlay) -> str | None:
    """Return the title of a card; None if this audience doesn't know its face."""
    face = card if isinstance(card, CardFace) else card.face
    return None if face is None else face.title


def _cards(pile: PileView) -> tuple[CardFace, ...]:
    return pile.cards


def _fight(conflict: ConflictView | None) -> object:
    return conflict and (conflict.kind, conflict.attacker)


_IN_PLAY, _VEILED = value(PLAY, Weight.HEAVY), value("veiled", Weight.HEAVY)

PARTS = ViewParts(
    part(
        VoidreamView,
        {
            **dict.fromkeys(("viewer", "phase", "awaited", "passed", "looking_at", "winners"), FOLLOWS),
            # A card being played is described by the event of playing it.
            **dict.fromkeys(("resolving", "resolving_inverted"), FOLLOWS),
            "round": value("round"),
            "active": value("turn", Weight.LIGHT),
            "sides": INSIDE,
            "conflict": value("conflict", read=_fight),
            "ongoing": INSIDE,
            "ended": value("over", Weight.HEAVY),
        },
    ),
    part(
        OngoingView,
        {**dict.fromkeys(("controller", "source", "text", "lasts"), FOLLOWS), "until": value("effect")},
        where="controller",
        card=lambda effect: effect.source,
    ),
    part(
        SideView,
        {
            **dict.fromkeys(
                ("seat", "depth", "top", "has_siege", "known_top", "next_depth", "must_enter"), FOLLOWS
            ),
            **dict.fromkeys(("dawn_score", "dusk_score", "dawn_parts", "dusk_parts"), FOLLOWS),
            "mind": INSIDE,
            "hand": (count("hand count"), titles(HAND, title=_title)),
            "deck_count": value(DECK),
            "constructs": INSIDE,
            "play": INSIDE,
            "arcana_discard": titles(ARCANA_DISCARD, title=_title, read=_cards),
            "discard": titles(DISCARD, title=_title, read=_cards),
            "void": titles(VOID, title=_title, read=_cards),
        },
        where="seat",
    ),
    part(
        MindView,
        {**dict.fromkeys(("title", "faction", "texts", "art"), FOLLOWS), "count": value("mind")},
    ),
    part(
        ConstructView,
        {
            **dict.fromkeys(("face", "stability", "is_bastion", "from_top"), FOLLOWS),
            "damage": value("damage"),
            "exhausted": value("exhausted", Weight.LIGHT),
        },
        there=value("construct", Weight.HEAVY),
        card=lambda construct: construct.face.title,
    ),
    part(
        CardInPlay,
        {
            **dict.fromkeys(("tag", "value", "face", "veiled", "owner", "controller"), FOLLOWS),
            **dict.fromkeys(("dawn", "stability", "dusk", "keywords", "changes"), FOLLOWS),
            "exhausted": value("exhausted", Weight.LIGHT),
            "damage": value("damage"),
            "role": value("role", Weight.LIGHT),
            "attached": INSIDE,
        },
        where="tag",
        there=lambda card: _VEILED if card.veiled else _IN_PLAY,
        card=_title,
    ),
    part(
        AttachedCard,
        dict.fromkeys(("tag", "value", "face", "is_charge", "controller", "exhausted"), FOLLOWS),
        where="tag",
        there=value(ATTACHED),
        card=_title,
    ),
    more=(_IN_PLAY, _VEILED),
)
"""All parts of a view that can change."""
