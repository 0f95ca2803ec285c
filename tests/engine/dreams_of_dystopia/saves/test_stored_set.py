"""A match keeps the cards with which it began."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from cards.dreams_of_dystopia.card_schema import source
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Card
from engine.dreams_of_dystopia.program import CardPool
from engine.dreams_of_dystopia.saves.stored_set import KeptSet, keep, read_cards, read_kept, todays
from engine.kernel.errors import UnreadableMatch
from engine.kernel.saves import pack_stored


def _stronger(card: Card) -> Card:
    return replace(
        card, sides=tuple(replace(side, art="", atk=side.atk and side.atk + 1) for side in card.sides)
    )


def test_cards_of_another_day_are_read_as_they_were() -> None:
    pool = CardPool(map(_stronger, the_set().cards))
    seats, read = read_kept(keep(3, pool))
    assert seats == 3
    assert read.set == pool.set
    assert read is not todays()


def test_lines_in_words_of_another_day_are_read() -> None:
    source_text = json.dumps([source(card) for card in the_set().cards])
    stored = pack_stored(KeptSet(json.loads(source_text.replace("Curse: 2.", "Curse 2."))))
    assert stored != pack_stored(KeptSet(json.loads(source_text)))
    assert read_cards(stored).set == todays().set


def test_todays_cards_are_not_read_again() -> None:
    assert read_kept(keep(2, todays())) == (2, todays())


@pytest.mark.parametrize("data", [b"", b"\x92\x02\xc4\x03abc", b"nothing"])
def test_invalid_setups_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableMatch):
        read_kept(data)
