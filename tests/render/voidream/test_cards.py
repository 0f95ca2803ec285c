"""Whole cards: everything on every card of the set is readable in both languages, and the files are small."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from cards.i18n import ENGLISH, Locale, Translator, translator
from cards.voidream.language.spanish import translate_line
from cards.voidream.library import the_set
from engine.voidream.views.builder import face_of
from engine.voidream.views.types import CardFace
from render.layout import Picture, Shape, Sheet, Words
from render.palette import contrast
from render.table.card import HEIGHT, WIDTH
from render.voidream.alt import alt_card
from render.voidream.card import MOST_BYTES, draw_card, ground_of, layout_card, light_of, turns
from render.voidream.faction_inks import NIGHT
from render.voidream.text import card_lines
from tests.render.sheets import all_words, check_sheet, weakest_contrast

SPANISH = translator(Locale.SPANISH).printing(line=translate_line)
FACES = [face_of(card) for card in the_set()]


@cache
def sheet_of(face: CardFace, translator: Translator) -> Sheet:
    return layout_card(face, translator)


def of(title: str) -> CardFace:
    return face_of(the_set().find(title))


def texts(sheet: Sheet) -> list[str]:
    return [" ".join(words.lines) for _, words in all_words(sheet)]


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
def test_every_card_of_the_set_can_be_read(translator: Translator) -> None:
    """Nothing overlaps or is shortened; at 240 pixels the title has 14 pixels or more, the rules 9."""
    smallest = {"display": 46, "strong": 30, "number": 40, "flavour": 30}
    for face in FACES:
        sheet = sheet_of(face, translator)
        check_sheet(sheet)
        assert sheet.width == WIDTH and HEIGHT <= sheet.height <= HEIGHT + 60, face.title
        (card,) = (placed.block for placed in sheet.blocks)
        for words in card.words():
            assert words.whole, words
            label = words.lines[0].split(" · ")[0] in LABELS
            assert words.size >= (26 if label else smallest[words.face]), words
            assert weakest_contrast(card, words) >= 4.5, words


LABELS = {
    said.word(word, context)
    for said in (ENGLISH, SPANISH)
    for context, words in (
        ("kind", ("Arcanum", "Thought", "Memory", "Entity", "Construct", "Bastion", "Mind")),
        ("faction alone", ("Chimeric Court", "Fracta", "Subter Venellam", "The Maze", "Neutral")),
        ("", ("stability", "Upright", "Inverted")),
    )
    for word in words
}


def picture_of(face: CardFace, translator: Translator = ENGLISH) -> Picture:
    (picture,) = (
        one for one in sheet_of(face, translator).blocks[0].block.pieces if isinstance(one, Picture)
    )
    return picture


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
def test_the_picture_takes_the_larger_part_of_a_card_to_its_edges(translator: Translator) -> None:
    for face in FACES:
        rect = picture_of(face, translator).rect
        assert rect.w == WIDTH - 2 * rect.x and rect.x == rect.y <= 8
        assert 470 <= rect.h <= 780, face.title


@pytest.mark.parametrize("faction", NIGHT)
def test_rims_and_labels_contrast_with_a_factions_background(faction: str) -> None:
    face = CardFace("", "thought", faction, 1)
    assert contrast(light_of(face), ground_of(face)) >= 7


def test_a_long_text_makes_a_card_taller() -> None:
    face = CardFace("Long", "thought", "maze", 1, text=("Evoke, then evoke, then evoke again.",) * 20)
    sheet = layout_card(face)
    assert sheet.height > HEIGHT + 300
    check_sheet(sheet)


def test_an_arcanum_has_both_texts_one_above_the_other() -> None:
    shown = texts(layout_card(of("Open Margin")))
    at = [
        shown.index(words)
        for words in ("Upright", "Void the top card of your deck as an offering.", "Inverted")
    ]
    assert at == sorted(at)
    assert shown[: at[-1]].count("Evoke.") == 1
    assert shown[at[-1] :].count("Evoke.") == 2


def test_a_minds_numbers_with_the_same_text_are_joined() -> None:
    joined = [one.numbers for one in turns(of("Patience").text)]
    assert joined == [(4, 3), (2, 1), (0,)]
    apart = turns(of("Curiosity").text)
    assert [one.numbers for one in apart] == [(4,), (3,), (2,), (1,), (0,)]
    assert apart[0].text == "While you control a veiled card, -1 dusk."
    assert apart[-1].text.startswith("Spent: ")


def test_numbers_of_a_mind_are_in_diamonds_and_the_spent_side_is_empty() -> None:
    card = layout_card(of("Patience"), SPANISH).blocks[0].block
    diamonds = [one.rect for one in card.pieces if isinstance(one, Shape) and one.form == "diamond"]
    numbers = {one.rect: one.lines for one in card.pieces if isinstance(one, Words) and one.face == "number"}
    assert [numbers.get(rect) for rect in diamonds] == [("4",), ("3",), ("2",), ("1",), None]
    assert any(text.startswith("Gastada: ") for text in texts(layout_card(of("Patience"), SPANISH)))


def test_the_back_of_a_bastion_is_on_its_card_and_in_its_text() -> None:
    back = "At the start of the game, void an arcanum in your hand as an offering."
    face = of("The Sealed Wing")
    assert back in texts(layout_card(face))
    assert back in "\n".join(card_lines(face))
    assert back in alt_card(face)
    assert "Al principio de la partida" in " ".join(texts(layout_card(face, SPANISH)))


@pytest.mark.parametrize("title", ["Engine That Dreams of Horses", "Curiosity"])
def test_cards_are_small_enough_to_send_and_keep_their_colours(title: str) -> None:
    face = of(title)
    data = draw_card(face)
    assert len(data) <= MOST_BYTES
    picture = Image.open(BytesIO(data))
    assert picture.mode == "P" and picture.width == WIDTH
    full = picture.convert("RGB")
    assert full.getpixel((3, 500)) == light_of(face)
    assert full.getpixel((20, full.height - 60)) == ground_of(face)
