"""Pictures of Dreamweavers' cards: each card has its own recipe, and all pictures are distinguishable, day and night."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import Card
from render.dreamweavers.art import COVER, CardArt, CoverArt, recipe_of, recipes
from render.dreamweavers.illustration import NOTIONS
from render.illustration.derived_scene import derived
from render.illustration.recipe_parser import read_recipe

LEAST = 11.0
"""The minimum mean difference of two reduced pictures of a notion, in levels of 255."""


def art(card: Card) -> CardArt:
    return CardArt(card.title, str(card.notion), "Thought" if card.is_thought else "Feeling")


@pytest.mark.parametrize("notion", NOTIONS)
def test_every_card_has_its_own_readable_recipe(notion: str) -> None:
    titles = {card.title for card in the_set().cards.values() if card.notion.lower() == notion}
    written = recipes(notion)
    assert set(written) == {COVER, *titles}
    assert len({read_recipe(text) for text in written.values()}) == len(written)


def test_the_pictures_of_a_notion_differ() -> None:
    for notion in NOTIONS:
        of_it = [card for card in the_set().cards.values() if card.notion.lower() == notion]
        drawings = {COVER: CoverArt(notion), **{card.title: art(card) for card in of_it}}
        small = {title: drawing.paint(72, 54).reduce(3) for title, drawing in drawings.items()}
        alike = [
            (notion, one, other)
            for one, other in combinations(small, 2)
            if sum(ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean) / 3 < LEAST
        ]
        assert not alike


def lightness(picture: Image.Image) -> float:
    return ImageStat.Stat(picture.convert("L")).mean[0]


def test_thoughts_come_by_day_and_feelings_by_night() -> None:
    for notion in NOTIONS:
        day, night = (
            lightness(CardArt("Bed", notion.capitalize(), kind).paint(60, 45))
            for kind in ("Thought", "Feeling")
        )
        assert day > night + 20, notion


def test_a_card_without_a_recipe_gets_one_from_its_title() -> None:
    assert recipe_of("Whale Under the Bed", "Rage", "Thought") == read_recipe(
        derived("Whale Under the Bed", "entity")
    )
    assert CardArt("Whale", "No Such Notion", "Feeling").paint(40, 30).size == (40, 30)


def test_a_notion_has_the_same_cover_however_it_is_written() -> None:
    assert CoverArt("Joy").paint(60, 45).tobytes() == CoverArt("joy").paint(60, 45).tobytes()
