"""What has become of Voidream's part of a save, and of the decks that a match keeps, format by format.

A change is made to plain data and uses no class of today: so it always does what it did when it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from engine.kernel.saving import Migration

_POSITION_1 = (
    "cards",
    "seats",
    "round",
    "phase",
    "phases",
    "phase_count",
    "active",
    "passed",
    "faced",
    "last_passer",
    "conflict",
    "in_nightmare",
    "ongoing",
    "tags",
    "history",
    "left",
    "shuffled",
)
"""The fields of a position in format 1, in their order."""


def _position_by_names(saved: dict[str, Any]) -> None:
    """1 to 2: the fields of a position have names."""
    position = saved["position"]
    position |= zip(_POSITION_1, position.pop(""), strict=True)


_TOPICS_2 = {
    "a cut": "cut",
    "an action": "action",
    "the hidden mind card": "hidden mind",
    "a guess at the hidden mind card": "mind guess",
    "whether Nightmare is avoided": "nightmare",
    "an arcanum to void": "voided",
    "an evoked card": "evoked",
    "which cards are unveiled": "unveiled",
    "what is discarded": "unveil cost",
    "the cost of a card": "play cost",
    "attackers": "attackers",
    "defenders": "defenders",
    "dawn or dusk": "dawn or dusk",
    "whether {card} joins the conflict": "joining",
    "whether to roll": "roll",
    "how damage is dealt": "damage",
    "what becomes of {card}": "copy",
    "the order of abilities": "triggers",
    "the order of cards": "card order",
    "a choice for {card}": "cards",
    "an option of {card}": "may",
    "a choice of {card}": "mode",
}
"""The topics by what was awaited in format 2."""

_ANSWERS_2 = {
    "may": {"yes": "yes", "no": "no"},
    "roll": {"yes": "roll", "no": "skip"},
    "joining": {"yes": "join", "no": "stay out"},
    "copy": {"yes": "discard copy", "no": "let go"},
}
"""What yes and no mean, by topic."""


def _questions_have_topics(saved: dict[str, Any]) -> None:
    """2 to 3: questions have topics, subjects and what they quote; options have verbs and subjects."""
    for question in saved["position"]["questions"].values():
        purpose, awaited, options = question[3:6]
        topic = question[4] = _TOPICS_2[awaited[1]]
        subject = _value_2(awaited, "card")
        quoted = _value_2(purpose, "effect") if topic in ("may", "cards") else ""
        question += [subject, quoted]
        for option in options:
            option += _verb_and_subject(topic, option[0], option[1])


def _verb_and_subject(topic: str, key: str, label: list[Any]) -> tuple[str, str]:
    match topic:
        case "action":
            verb, _, subject = key.partition(" ")
            return verb, subject
        case "nightmare":
            return ("enter", "") if key == "enter Nightmare" else ("discard", _value_2(label, "card"))
        case "evoked":
            return key, _value_2(label, "card")
        case "dawn or dusk" | "hidden mind" | "mind guess":
            return key, ""
        case "may" | "roll" | "joining" | "copy":
            return _ANSWERS_2[topic][key], _value_2(label, "card")
        case "mode" | "triggers":
            return "", label[1]
        case _:
            return "", re.sub(r" \([0-9]+\)$", "", key)


def _value_2(phrase: list[Any], name: str) -> str:
    """Return the English of a value of a phrase, which is a phrase itself: its second part is its message."""
    return next((value[1] for known, value in phrase[2] if known == name), "")


MIGRATIONS: tuple[Migration, ...] = (Migration(3, _position_by_names), Migration(4, _questions_have_topics))
"""From the first format to the next, and so on. A change is added at the end, with the kernel's format of the day."""


def _decks_by_names(kept: Any) -> dict[str, Any]:
    """1 to 2: the parts of a deck have names."""
    seats, cards = kept
    names = ("deck", "bastion", "mind", "arcana", "dream")
    return {"format": 2, "seats": [dict(zip(names, seat, strict=True)) for seat in seats], "cards": cards}


KEPT_DECKS: tuple[Callable[[Any], dict[str, Any]], ...] = (_decks_by_names,)
"""The same for what a match keeps of its decks. Their bytes stay as they are: they are migrated each time they are read."""
