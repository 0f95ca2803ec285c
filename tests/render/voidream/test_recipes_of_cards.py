"""The recipe of a card's picture, and its description in the alt text."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.i18n import ENGLISH, Locale, translator
from cards.voidream.language.spanish import translate_line
from cards.voidream.library import Library, library_of, the_set
from engine.voidream.views.builder import face_of
from render.alt_text import LIMIT
from render.illustration.derived_scene import derived
from render.illustration.description import description
from render.illustration.recipe_parser import read_recipe
from render.voidream import art
from render.voidream.alt import alt_card
from render.voidream.art import art_of, recipe_of

SPANISH = translator(Locale.SPANISH).printing(line=translate_line)
CARD = the_set().find("Whale Under the Bed")


def test_a_card_has_its_own_recipe() -> None:
    assert recipe_of("Zorblax", "entity", "dog on chair") == read_recipe("dog on chair")
    assert art_of(replace(face_of(CARD), art="dog on chair")).art == "dog on chair"


@pytest.mark.parametrize("recipe", ["", "dgo on chair", "dog on", "\N{WHALE}", "x" * 1000])
def test_a_picture_never_fails_on_its_recipe(recipe: str) -> None:
    assert recipe_of("Zorblax", "entity", recipe) == read_recipe(derived("Zorblax", "entity"))


def test_a_card_of_a_match_from_before_there_were_recipes_has_that_of_the_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = library_of([replace(CARD, art="whale under three beds")])

    def the_set_now() -> Library:
        return now

    monkeypatch.setattr(art, "the_set", the_set_now)
    recipe_of.cache_clear()
    try:
        assert recipe_of(CARD.title, "entity", "") == read_recipe("whale under three beds")
        assert recipe_of(CARD.title, "entity", "whale") == read_recipe("whale")
        assert recipe_of(CARD.title, "memory", "") == read_recipe(derived(CARD.title, "memory"))
    finally:
        recipe_of.cache_clear()


def test_the_alt_text_describes_the_picture() -> None:
    face = replace(face_of(CARD), art="big whale under small bed, in room")
    assert "The picture: A big whale under a small bed, in a room." in alt_card(face)
    assert "La imagen: Una ballena grande debajo de una cama pequeña, en una habitación." in alt_card(
        face, SPANISH
    )


def test_the_alt_text_of_every_card_describes_its_picture() -> None:
    for card in the_set():
        face = face_of(card)
        shown = description(recipe_of(face.title, face.kind, face.art), ENGLISH)
        alt = alt_card(face)
        assert len(alt) <= LIMIT
        assert shown in alt, card.title
