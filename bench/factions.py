"""Factions identified from a card's text alone: `python -m bench.factions`.

Each card of the four factions is left out in turn, and a naive Bayes classifier trained on the words and word pairs
of all the others guesses its faction. The two lines that all bastions share are ignored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from math import log

import click

from cards.voidream.card_schema import source
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind

FOUR = tuple(faction for faction in Faction if faction is not Faction.NEUTRAL)
KEYS = ("text", "inverted", "back", "spent", "1", "2", "3", "4")
WORD = re.compile(r"[A-Za-z']+|\([!A]\)|[+-]")


def percent_recognised() -> Mapping[Faction, float]:
    """Return the percentage of each faction's cards that are identified from their texts."""
    cards = {card: features(card) for card in the_set() if card.faction in FOUR}
    right, of = Counter[Faction](), Counter[Faction]()
    for card, own in cards.items():
        of[card.faction] += 1
        right[card.faction] += (
            guess(own, [(c.faction, f) for c, f in cards.items() if c != card]) is card.faction
        )
    return {faction: 100 * right[faction] / of[faction] for faction in FOUR}


def features(card: Card) -> set[str]:
    """Return the words of a card's texts, and the pairs of adjacent words."""
    shared = _shared()
    lines = [
        line for key in KEYS for line in str(source(card).get(key, "")).splitlines() if line not in shared
    ]
    features_found: set[str] = set(card.types)
    for line in lines:
        words = [word.casefold() for word in WORD.findall(line)]
        features_found |= {*words, *(f"{first} {second}" for first, second in pairwise(words))}
    return features_found


def _shared() -> set[str]:
    """Return the lines that every bastion has."""
    texts = [set(str(source(card)["text"]).splitlines()) for card in the_set() if card.kind is Kind.BASTION]
    return {line for line in texts[0] if all(line in other for other in texts)}


def guess(own: set[str], others: list[tuple[Faction, set[str]]]) -> Faction:
    """Return the faction that most likely has a card with these words."""
    known = {feature for _, features in others for feature in features}
    best: dict[Faction, float] = {}
    for faction in FOUR:
        texts = [features for one, features in others if one is faction]
        counts = Counter(feature for features in texts for feature in features)
        total = sum(counts.values()) + len(known)
        best[faction] = log(len(texts)) + sum(log((counts[one] + 1) / total) for one in own if one in known)
    return max(best, key=lambda faction: best[faction])


def main() -> None:
    """Print the share of identified cards."""
    shares = percent_recognised()
    for faction, share in shares.items():
        click.echo(f"{faction.value}: {share:.0f} %")
    click.echo(f"all: {sum(shares.values()) / len(shares):.0f} %")


if __name__ == "__main__":
    main()
