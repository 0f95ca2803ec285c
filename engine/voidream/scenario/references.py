"""How a scenario calls cards: `Guard`, `Bo's Guard`, `Guard#3`, `Guard off the table`; `3` for a plain card."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.voidream.referee import Referee
from engine.voidream.scenario.plain_cards import plain_value

_OFF = " off the table"
_TAG = re.compile(r"(.*?)#([0-9]{1,6})")
_PLAIN = re.compile(r"Plain (?:arcanum )?[1-4](?: [B-H])?")
_BARE = re.compile(r"(?:^\w+|,|\band) +(?P<value>[1-4])(?= *(?:,|\.?$|and\b|inverted\b|to the\b))")


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
        if is_called(state.title, title)
        and (seat is None or state.controller == seat)
        and (tag == 0 or state.tag == tag)
        and not (off and state.tag)
    ]
    return sorted(found, key=lambda card: referee.cards[card].tag == 0)


def not_there(referee: Referee, names: Sequence[str], reference: str) -> str:
    """Say that no card is called so; of a number on the table, which numbers cards of that title have."""
    _, title, tag = split_reference(reference, names)
    message = f"there is no {reference.strip()} in this match"
    if not tag:
        return message
    tags = sorted(
        state.tag for state in referee.cards if state.tag and is_called(state.title, title.removesuffix(_OFF))
    )
    if not tags:
        return f"{message}: only a card on the table has a number, and no {title} lies there"
    cards = ", ".join(f"{title}#{number}" for number in tags[:_SHOWN])
    return f"{message}: on the table lie{'s' if len(tags) == 1 else ''} {cards}{', …' if len(tags) > _SHOWN else ''}"


_SHOWN = 10
"""How many cards of a title are named."""


def is_called(title: str, said: str) -> bool:
    """Return whether a card of this title may be called so; a mere number is any plain card of that value."""
    return title.casefold() == said.casefold() or (said in "1234" and said == str(plain_value(title)))


def plain_called(subject: str, said: str) -> bool:
    """Return whether an option offers a plain card of the value that is said."""
    match = _PLAIN.search(subject)
    return match is not None and said == str(plain_value(match[0]))


def with_plain_titles(words: str, subjects: Sequence[str]) -> str:
    """Return an answer in which each mere number stands for a plain card of that value among the options."""
    used: set[str] = set()

    def title(match: re.Match[str]) -> str:
        for subject in subjects:
            found = _PLAIN.search(subject)
            if found and found[0] not in used and plain_called(subject, match["value"]):
                used.add(found[0])
                return match[0][: -len(match["value"])] + found[0]
        return match[0]

    return _BARE.sub(title, words)
