"""Tiles of cards in play and backs: their texts, what fits, and that a back reveals nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.i18n import ENGLISH, Locale, Translator, translator
from engine.dreamweavers.views.types import CardFace, CardInPlay
from render.dreamweavers.inks import board_inks
from render.dreamweavers.tiles import WIDTH, draw_back, draw_tile
from render.layout import Block, Icon, Picture, Rect, Shape
from render.table.words import title_of
from tests.render.dreamweavers.test_cards import FACES
from tests.render.sheets import printed

SPANISH = translator(Locale.SPANISH)
BOAT = CardInPlay(CardFace("Paper Boat", "Nostalgia", "Thought", 1, 3), power=3)
HUSH = CardInPlay(CardFace("Great Hush", "Serenity", "Feeling", 4), lingers=True)
LOADED = replace(
    BOAT, power=10, tapped=True, stays_tapped=True, keywords=("Guardian", "Bulwark 2"), role="attacked"
)


def said(block: Block) -> str:
    return " ".join(line for words in block.words() for line in words.lines)


def signs(block: Block) -> set[str]:
    return {piece.name for piece in block.pieces if isinstance(piece, Icon)}


def test_a_tile_shows_title_cost_power_and_state() -> None:
    assert said(draw_tile(BOAT)).split() == ["1", "3", "Paper", "Boat"]
    loaded = draw_tile(LOADED, width=250)
    assert "Guardian, Bulwark 2" in said(loaded) and "stays tapped" in said(loaded)
    assert {"tap", "up", "shield"} <= signs(loaded)
    assert "wait" in signs(draw_tile(replace(BOAT, is_new=True))), "new, and can't attack yet"
    assert "wait" not in signs(draw_tile(replace(BOAT, is_new=True, can_attack=True)))
    assert "down" in signs(draw_tile(replace(BOAT, power=2)))
    assert "lingers" in said(draw_tile(HUSH)) and "0" not in said(draw_tile(HUSH)).split()
    assert "perdura" in said(draw_tile(HUSH, SPANISH))


@pytest.mark.parametrize("language", [ENGLISH, SPANISH])
def test_no_word_of_a_title_is_cut(language: Translator) -> None:
    for face in FACES:
        tile = draw_tile(CardInPlay(face), language)
        words = next(words for words in tile.words() if words.face == "title")
        assert " ".join(words.lines).replace("- ", "-") == title_of(face, language).replace("- ", "-")


@pytest.mark.parametrize("width", [WIDTH, 262])
@pytest.mark.parametrize("language", [ENGLISH, SPANISH])
def test_words_stay_on_their_tile_and_apart(width: int, language: Translator) -> None:
    for card in (BOAT, HUSH, LOADED, replace(BOAT, is_new=True, on_standby=True, power=0)):
        block = draw_tile(card, language, width)
        boxes = [printed(words) for words in block.words()]
        assert all(Rect(0, 0, width, block.height).inset(4).contains(box) for box in boxes)
        assert not [1 for k, one in enumerate(boxes) for other in boxes[:k] if one.overlaps(other)]
        assert all(words.whole for words in block.words())


def test_a_tile_is_as_high_as_asked_for_and_gives_the_room_to_its_picture() -> None:
    low, high = draw_tile(BOAT), draw_tile(BOAT, least=400)
    art, larger = (next(one for one in tile.pieces if isinstance(one, Picture)) for tile in (low, high))
    assert high.height == 400 and larger.rect.h - art.rect.h == high.height - low.height


def test_words_and_grounds_are_among_the_inks_of_a_board() -> None:
    inks = set(board_inks(("Nostalgia", "Serenity")))
    for card in (BOAT, HUSH, LOADED):
        for piece in draw_tile(card).pieces:
            if isinstance(piece, Shape):
                assert piece.fill in inks and (piece.edge is None or piece.edge in inks)
            elif not isinstance(piece, Picture):
                assert piece.ink in inks


def test_a_back_reveals_nothing() -> None:
    assert said(draw_back(90, 120)) == ""
