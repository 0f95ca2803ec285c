"""Cards of Voidream that are never better than another: `python -m bench.dominated`.

A card is dominated by another of its kind and value, allowed in the same decks, if the other has each of its lines
with numbers at least as good, no further line that can hurt its owner, and no worse keywords and numbers. Only the
wording is compared, so equivalent texts in other words aren't found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

import click

from cards.voidream.card_schema import source
from cards.voidream.kinds import Kind
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Card

HELPING = ("deep", "heroic", "indestructible", "loop", "siege", "subtle", "unique", "veil")
HINDERING = ("dormant", "glaring", "hierarchy", "prototype", "shadowborne", "voidbound", "worship", "dread")
"""Keywords that help the card's owner, and those that hurt them. Dread doesn't help an attacker at dawn."""

NUMBER = re.compile(r"(?<![A-Za-z])[+-]?\d+")
KEYWORDS = re.compile(rf"(?:(?:{'|'.join((*HELPING, *HINDERING))})(?: \d)?. ?)+", re.IGNORECASE)
CAN_HURT = re.compile(
    r"^(Take |Sacrifice|Discard|Roll|Shuffle|Switch|Initiate|Attach|Veil the|Play this card only|Additional cost)"
    r"|You cannot|[Ee]ach player|all entities\b(?! you control| your opponent controls)|cannot avoid Nightmare|[Cc]harge"
    r"|^Void (?!the top card of your opponent)|^Exhaust (an entity|up to)(?! your opponent)|^Destroy an? (?!.*your opponent)"
    r"|^Put |Your opponent (increases|evokes)|^-\d+ dawn|^\+\d+ dusk"
)
"""Parts of a text that can turn against the card's player."""


def dominated() -> Iterator[tuple[Card, Card]]:
    """Yield each card of the set that is never better than another, with that one."""
    cards = [card for card in the_set() if card.kind not in (Kind.BASTION, Kind.MIND) and not card.major]
    for one, other in permutations(cards, 2):
        if is_dominated(one, other):
            yield one, other


def is_dominated(card: Card, other: Card) -> bool:
    """Return whether a card is never better than another that could replace it."""
    if (card.kind, card.value) != (other.kind, other.value) or other.faction not in (
        card.faction,
        Faction.NEUTRAL,
    ):
        return False
    if set(card.types) - set(other.types) or not _has_better_numbers(card, other):
        return False
    mine, other_lines = source(card), source(other)
    sides = ("text", "inverted") if card.kind is Kind.ARCANUM else ("text",)
    return all(_says_no_less(str(other_lines.get(side, "")), str(mine.get(side, ""))) for side in sides)


def _has_better_numbers(one: Card, other: Card) -> bool:
    if one.kind is Kind.ENTITY:
        return other.dawn >= one.dawn and other.stability >= one.stability and other.dusk <= one.dusk
    return one.kind is not Kind.CONSTRUCT or other.stability >= one.stability


def _says_no_less(other: str, one: str) -> bool:
    """Return whether the other text contains each line of this one, as good or better, and nothing harmful."""
    keywords, lines = _taken_apart(one)
    their_keywords, left = _taken_apart(other)
    for line in lines:
        same = next((each for each in left if _covers(each, line)), None)
        if same is None:
            return False
        left.remove(same)
    return (
        not any(_can_hurt(line) for line in left)
        and all(their_keywords.get(name, 0) <= keywords.get(name, 0) for name in HINDERING)
        and all(their_keywords.get(name, 0) >= keywords.get(name, 0) for name in HELPING)
    )


def _taken_apart(text: str) -> tuple[dict[str, int], list[str]]:
    keywords: dict[str, int] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if KEYWORDS.fullmatch(line):
            for word in line.casefold().rstrip(".").split(". "):
                name, _, number = word.partition(" ")
                keywords[name] = int(number or 1)
        else:
            lines.append(line)
    return keywords, lines


def _covers(other: str, one: str) -> bool:
    """Return whether a line has the same effect as another, with numbers that are at least as good."""
    if other == one:
        return True
    if other.startswith("Choose one: "):
        modes = re.split(r"; (?:or )?", other.removeprefix("Choose one: ").rstrip("."))
        return any(_covers(f"{mode[:1].upper()}{mode[1:]}.", one) for mode in modes)
    if NUMBER.sub("#", other) == NUMBER.sub("#", one):
        return all(
            _is_as_good(one, mine, theirs)
            for mine, theirs in zip(_numbers(one), _numbers(other), strict=True)
        )
    more = other.removeprefix(f"{one.rstrip('.')}, then ")
    return more != other and not _can_hurt(f"{more[:1].upper()}{more[1:]}")


def _numbers(line: str) -> Sequence[str]:
    return NUMBER.findall(line)


def _is_as_good(line: str, mine: str, theirs: str) -> bool:
    if re.search(r"or (higher|lower|more|fewer)|Dormant", line):
        return mine == theirs
    less = ("dusk" in line and mine[0] in "+-") or re.match(r"Take|Your opponent (reduces|increases)", line)
    return int(theirs) <= int(mine) if less else int(theirs) >= int(mine)


def _can_hurt(line: str) -> bool:
    if line.startswith("(A)"):
        return False
    effect = line.split(" - ", 1)[-1] if line.startswith("(!)") else line
    return not effect.startswith(("You may", "Choose one")) and CAN_HURT.search(effect) is not None


def main() -> None:
    """Print the dominated cards."""
    pairs = [f"{card.title} is never better than {other.title}." for card, other in dominated()]
    click.echo("\n".join(pairs) or "No card is dominated by another.")


if __name__ == "__main__":
    main()
