"""How a scenario calls cards: `Guard`, `Bo's Guard`, `Guard#3`, `Guard off the table`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.voidream.referee import Referee

_OFF = " off the table"
_TAG = re.compile(r"(.*?)#(\d+)")


def split_reference(text: str, names: Sequence[str]) -> tuple[int | None, str, int]:
    """Return (whose, title, tag) of a reference; None and 0 for what it does not say."""
    text = text.strip()
    seat = None
    for number, name in enumerate(names):
        for ending in ("'s ", "’s "):
            if text.casefold().startswith((name + ending).casefold()):
                seat = number
                text = text[len(name + ending) :].strip()
    match = _TAG.fullmatch(text)
    if match is not None:
        return seat, match[1].strip(), int(match[2])
    return seat, text, 0


def find_cards(referee: Referee, names: Sequence[str], reference: str) -> list[int]:
    """Return the cards that a reference may mean, what lies on the table first."""
    seat, title, tag = split_reference(reference, names)
    off = title.casefold().endswith(_OFF)
    title = title[: -len(_OFF)] if off else title
    found = [
        card
        for card, state in enumerate(referee.cards)
        if state.title.casefold() == title.casefold()
        and (seat is None or state.controller == seat)
        and (tag == 0 or state.tag == tag)
        and not (off and state.tag)
    ]
    return sorted(found, key=lambda card: referee.cards[card].tag == 0)
