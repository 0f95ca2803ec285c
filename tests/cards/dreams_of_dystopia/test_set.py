"""The set has the required numbers of cards, ranges of values, pictures, decks and piles."""

from __future__ import annotations

from collections import Counter

import pytest

from cards.dreams_of_dystopia.language import spanish
from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.language.reader import read_line
from cards.dreams_of_dystopia.language.words import Faction
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Kind
from cards.dreams_of_dystopia.supply import COPIES, DIFFERENT, starting_deck
from render.illustration.recipe_parser import read_recipe

SET = the_set()
SIDES = [side for _, side in SET.sides()]
LINES = [ability for side in SIDES for ability in side.text]


def test_there_are_278_cards() -> None:
    assert Counter(card.kind for card in SET.cards) == DIFFERENT
    assert sum(COPIES[card.kind] for card in SET.cards) == 278
    assert len(SIDES) == 2 * (6 + 16 + 8 + 1) + 2


def test_two_sides_are_one_card() -> None:
    for card in SET.cards:
        if card.kind.has_sides:
            assert [side.faction for side in card.sides] == [Faction.DIVINE, Faction.DEMONIC]
            assert [card.side(faction) for faction in Faction] == [*card.sides]
        else:
            assert [side.faction for side in card.sides] == [None]
            assert {card.side(faction) for faction in Faction} == {*card.sides}
    assert SET.by_title["Night Patrol"] is SET.by_title["Dawn Patrol"]


def test_every_line_is_read_and_printed_in_both_languages() -> None:
    assert len(LINES) == 102
    for ability in LINES:
        assert read_line(print_ability(ability)) == ability
    assert len({*map(spanish.print_ability, LINES)}) == len({*map(print_ability, LINES)})


def test_numbers_are_those_that_have_been_measured() -> None:
    lp = [side.lp for card in SET.of(Kind.MASTER) for side in card.sides]
    assert sorted(lp) == [*[16] * 4, 17, 17, *[18] * 3, *[20] * 3]
    loyalty = [tuple(side.loyalty for side in card.sides) for card in SET.of(Kind.MINION)]
    assert loyalty == [
        *((1, 1), (2, 2), (2, 2), (3, 3), (4, 4), (3, 4), (5, 5), (5, 5)),
        *((4, 4), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (12, 12), (18, 18)),
    ]
    assert [card.sides[0].skl for card in SET.of(Kind.WEAPON)] == [2, 3, 3, 4, 5, 6, 7, 8]
    assert all(card.sides[0].skl == card.sides[1].skl for card in SET.of(Kind.WEAPON))
    (starting,) = SET.of(Kind.STARTING_MINION)
    assert [(side.loyalty, side.atk, side.defence, side.skl) for side in starting.sides] == [(0, 1, 3, 3)] * 2


def test_ten_sides_of_six_cards_turn_cards_over() -> None:
    turning = [
        (card, side)
        for card, side in SET.sides()
        if any(" over." in print_ability(ability) for ability in side.text)
    ]
    assert len(turning) == 10
    assert len({card.sides[0].title for card, _ in turning}) == 6


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.title)
def test_every_side_has_flavour_and_a_picture(side) -> None:  # type: ignore[no-untyped-def]
    assert side.flavour
    assert read_recipe(side.art)


def test_texts_of_a_curse_and_a_deed_are_rules() -> None:
    (curse,), (deed,) = (card.sides for kind in (Kind.CURSE, Kind.DEED) for card in SET.of(kind))
    assert (curse.text, curse.reminder) == ((), "")
    assert (deed.text, deed.reminder) == ((), "Discard this card: Gain 1 Fame.")


@pytest.mark.parametrize(
    ("faction", "minion"), [(Faction.DIVINE, "Minion of the Sun"), (Faction.DEMONIC, "Minion of the Moon")]
)
def test_a_starting_deck_has_ten_cards(faction: Faction, minion: str) -> None:
    assert Counter(starting_deck(SET, faction)) == {"Curse": 4, "Heroic Deed": 2, minion: 4}
