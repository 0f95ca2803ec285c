"""The cards and decks that come with the game."""

from __future__ import annotations

import json
import tomllib
from collections import Counter

import pytest

from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck, ready_made
from cards.voidream.language.printer import print_text
from cards.voidream.language.tree import Evoke, Faction, Initiate, Line, Text
from cards.voidream.library import set_files, the_set
from cards.voidream.model import Card, Kind
from cards.voidream.source import read_source, source

CARDS = [pytest.param(card, id=card.title) for card in the_set()]
DECKS = [pytest.param(deck, id=deck.name) for deck in ready_made()]
TEXT_KEYS = ("text", "inverted", "back", "spent", "1", "2", "3", "4")
WRITTEN = {
    card["title"]: card for file in set_files() for card in tomllib.loads(file.read_text("utf-8"))["card"]
}


@pytest.mark.parametrize("card", CARDS)
def test_every_text_is_printed_as_it_stands_in_its_file(card: Card) -> None:
    for key in TEXT_KEYS:
        if key in WRITTEN[card.title]:
            assert source(card)[key] == WRITTEN[card.title][key].strip()


@pytest.mark.parametrize("card", CARDS)
def test_a_card_survives_being_kept_as_json(card: Card) -> None:
    assert read_source(json.loads(json.dumps(source(card)))) == card


@pytest.mark.parametrize("card", CARDS)
def test_no_card_is_without_text_or_flavour(card: Card) -> None:
    texts: tuple[Text, ...] = card.mind.sides if card.mind else (card.text,)
    assert all(texts)
    assert card.flavour


def test_cards_that_the_rulebook_quotes_read_as_they_do_there() -> None:
    ambush = the_set().find("Nightflock Ambush")
    assert print_text(ambush.text).splitlines() == [
        "Initiate a dawn conflict.",
        "You may exhaust a participating entity, then switch the current conflict type from dawn to dusk.",
    ]
    cunning = the_set().find("Cunning").mind
    assert cunning is not None
    assert print_text(cunning.sides[2]) == "+1 dawn and -2 dusk."
    assert print_text(cunning.sides[1]) == "You cannot initiate conflicts."
    assert print_text(cunning.sides[0]) == "+2 dawn and -2 dusk."
    assert the_set().find("The Dreamliner").major
    for neutral in ("Innocence", "Patience"):
        assert the_set().find(neutral).faction is Faction.NEUTRAL


@pytest.mark.parametrize("deck", DECKS)
def test_a_ready_made_deck_is_legal(deck: Deck) -> None:
    assert violations(deck) == []
    assert deck.blurb


@pytest.mark.parametrize("deck", DECKS)
def test_a_ready_made_deck_can_evoke_and_fight_with_its_hand_alone(deck: Deck) -> None:
    def uses(card: Card, verb: type) -> bool:
        lines = [ability for ability in card.text if isinstance(ability, Line)]
        return any(isinstance(part, verb) for line in lines for sentence in line.effect for part in sentence)

    assert sum(uses(card, Evoke) for card in deck.arcana) >= 3
    assert sum(uses(card, Initiate) for card in deck.arcana) >= 2


@pytest.mark.parametrize("deck", DECKS)
def test_a_ready_made_deck_has_every_kind_and_every_value(deck: Deck) -> None:
    assert {card.kind for card in deck.dream} == {Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT}
    assert {card.value for card in deck.dream} == {card.value for card in deck.arcana} == {1, 2, 3, 4}


def test_one_deck_is_recommended_and_comes_first() -> None:
    assert [deck.recommended for deck in ready_made()].count(True) == 1
    assert ready_made()[0].recommended


def test_no_faction_has_more_than_two_ready_made_decks() -> None:
    assert max(Counter(deck.faction for deck in ready_made()).values()) <= 2
