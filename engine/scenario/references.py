"""References to cards: `Guard`, `Bo's Guard`, `Guard#3`; `3` for a plain card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from engine.scenario.tables import M, Tables

_NUMBERED = re.compile(r"(.*?)#([0-9]{1,6})")


class CardReference(msgspec.Struct, frozen=True):
    """A reference to a card. `seat` is None and `number` 0 if the scenario doesn't give them."""

    seat: int | None
    title: str
    number: int


def read_reference(text: str, names: Sequence[str]) -> CardReference:
    """Parse a card's name."""
    seat, text = leading_owner(text.strip(), names)
    number = _NUMBERED.fullmatch(text)
    if number is not None:
        return CardReference(seat, number[1].strip(), int(number[2]))
    return CardReference(seat, text, 0)


def leading_owner(text: str, names: Sequence[str]) -> tuple[int | None, str]:
    """Return the owner at the beginning of a text (`Bo's Guard`), or None, and the rest."""
    for seat, name in sorted(enumerate(names), key=lambda known: -len(known[1])):
        for ending in ("'s ", "’s "):
            if text.casefold().startswith((name + ending).casefold()):
                return seat, text[len(name + ending) :].strip()
    return None, text


def find_cards(tables: Tables[M], machine: M, names: Sequence[str], reference: str) -> list[int]:
    """Return the cards that a reference can mean, those on the table first."""
    read = read_reference(reference, names)
    cards = [
        card
        for card in range(len(machine.position.cards))
        if tables.is_called(tables.title(machine, card), read.title)
        and read.seat in (None, tables.holder(machine, card))
        and read.number in (0, tables.number(machine, card))
    ]
    return sorted(cards, key=lambda card: not tables.is_on_table(machine, card))


def with_plain_titles(words: str, titles: Iterable[str], tables: Tables) -> str:
    """Return an answer in which each name of a plain card is replaced by one of these titles."""
    plain = tables.plain
    if plain is None:
        return words
    left = list(dict.fromkeys(titles))

    def titled(match: re.Match[str]) -> str:
        for title in left:
            if plain.is_called(title, match["plain"]):
                left.remove(title)
                return match[0].removesuffix(match["plain"]) + title
        return match[0]

    return plain.in_answers.sub(titled, words)
