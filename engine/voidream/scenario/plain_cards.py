"""Plain cards: the meaning of a number in a scenario, and the default cards of zones.

They have a value and no text, so they have no effects.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from cards.voidream.language.tree import Faction
from cards.voidream.model import Back, Card, Kind, MindTexts, Proportions
from engine.scenario.items import PlainCards

PLAIN_MIND = "Plain mind"
PLAIN_BASTION = "Plain bastion"
_ARCANUM = re.compile(r"Plain arcanum ([1-4])(?: [B-H])?", re.IGNORECASE)
_DREAM = re.compile(r"Plain ([1-4])", re.IGNORECASE)
_IN_ANSWERS = re.compile(r"(?:^\w+|,|\band) +(?P<plain>[1-4])(?= *(?:,|\.?$|and\b|inverted\b|to the\b))")


def plain_dream(value: int) -> str:
    """Return the title of the plain thought with a value."""
    return f"Plain {value}"


def plain_arcanum(value: int, number: int) -> str:
    """Return the title of a seat's plain arcanum with a value. A hand's arcana all differ (§8)."""
    return f"Plain arcanum {value}" + (f" {'ABCDEFGH'[number]}" if number else "")


def plain_value(title: str) -> int:
    """Return the value of the plain card with this title; 0 for other titles."""
    match = _ARCANUM.fullmatch(title) or _DREAM.fullmatch(title)
    return int(match[1]) if match else 0


@cache
def plain_cards() -> Mapping[str, Card]:
    """Return all plain cards by title."""
    cards = [
        Card(PLAIN_MIND, Kind.MIND, Faction.NEUTRAL, mind=MindTexts(((), (), (), (), ()))),
        Card(
            PLAIN_BASTION, Kind.BASTION, Faction.NEUTRAL, value=1, stability=5,
            back=Back(Proportions(40, 8), Proportions(7, 2), plain_arcanum(4, 0)),
        ),
    ]  # fmt: skip
    for value in (1, 2, 3, 4):
        cards.append(Card(plain_dream(value), Kind.THOUGHT, Faction.NEUTRAL, value=value))
        for number in range(8):
            cards.append(Card(plain_arcanum(value, number), Kind.ARCANUM, Faction.NEUTRAL, value=value))
    return {card.title: card for card in cards}


def _why_not(text: str) -> str:
    return "" if 1 <= int(text) <= 4 else f"A card has a value from 1 to 4, not {int(text)}."


PLAIN = PlainCards(
    pattern=r"[0-9]{1,9}",
    why_not=_why_not,
    is_called=lambda title, name: name in ("1", "2", "3", "4") and name == str(plain_value(title)),
    in_answers=_IN_ANSWERS,
)
