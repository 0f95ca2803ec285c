"""How a scenario calls cards: `Hound`, `Bo's Hound`; `3` or `Feeling 3` for any plain card of that sort."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.dreamweavers.frames import CardId
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.plain_cards import Plain, plain_called, plain_said

_PLAIN = re.compile(r"(?<![\w'’/])(?<!/ )(?:Plain )?(?:Feeling )?[0-9]{1,2}(?!\w| no [0-9])", re.IGNORECASE)


def split_reference(text: str, names: Sequence[str]) -> tuple[int | None, str]:
    """Return (whose, title) of a reference; None if it does not say whose card it is."""
    text = text.strip()
    for seat, name in sorted(enumerate(names), key=lambda known: -len(known[1])):
        for ending in ("'s ", "’s "):
            if text.casefold().startswith((name + ending).casefold()):
                return seat, text[len(name + ending) :].strip()
    return None, text


def find_cards(referee: Referee, names: Sequence[str], reference: str) -> list[CardId]:
    """Return the cards that a reference may mean, what is in play first."""
    seat, title = split_reference(reference, names)
    found = [
        card
        for card, held in enumerate(referee.cards)
        if is_called(held.title, title) and seat in (None, held.owner)
    ]
    return sorted(found, key=lambda card: not referee.is_in_play(card))


def is_called(title: str, said: str) -> bool:
    """Return whether a card of this title may be called so."""
    if title.casefold() == said.strip().casefold():
        return True
    wanted = plain_said(said)
    return wanted is not None and plain_called(title) == wanted


def with_plain_titles(words: str, titles: Iterable[str]) -> str:
    """Return an answer in which each number stands for another one of these plain cards."""
    left: dict[Plain, list[str]] = {}
    for title in titles:
        plain = plain_called(title)
        if plain is not None and title not in left.setdefault(plain, []):
            left[plain].append(title)

    def titled(match: re.Match[str]) -> str:
        plain = plain_said(match[0])
        found = left.get(plain) if plain is not None else None
        return found.pop(0) if found else match[0]

    return _PLAIN.sub(titled, words)
