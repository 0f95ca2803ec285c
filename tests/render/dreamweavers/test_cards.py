"""Whole cards, covers, notions and the draft table: everything can be read, in both languages, and the files are small."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.spanish import print_ability as print_spanish
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import Card
from cards.i18n import ENGLISH, Locale, Translator, translator
from engine.dreamweavers.views.types import CardFace, DraftNotion, DraftView
from render.dreamweavers.card import (
    HEIGHT,
    MOST_BYTES,
    WIDTH,
    Cover,
    draw_card,
    draw_cover,
    layout_card,
    layout_cover,
)
from render.dreamweavers.draft import draw_draft, hint, layout_draft
from render.dreamweavers.notion import draw_notion, layout_notion
from render.pieces import Sheet
from tests.render.sheets import all_words, check_sheet, weakest_contrast

SPANISH = translator(Locale.SPANISH).printing(line=lambda text: print_spanish(read_line(text)))
NAMES = ("Ada", "Wilhelmina von und zu Pfefferkorn")


def face_of(card: Card) -> CardFace:
    notion = str(card.notion)
    text = tuple(print_ability(one) for one in card.text)
    kind = "Thought" if card.is_thought else "Feeling"
    return CardFace(card.title, notion, kind, card.cost, card.power, text, card.flavour)


FACES = [face_of(card) for card in the_set().cards.values()]
COVERS = [
    Cover(str(notion), one.about, tuple(print_ability(line) for line in one.text), one.flavour)
    for notion, one in the_set().covers.items()
]
NOTIONS = [
    DraftNotion(one.notion, one.about, one.text, tuple(face for face in FACES if face.notion == one.notion))
    for one in COVERS
]
TABLE = DraftView(
    tuple(replace(one, taken_by=k % 2, order=k + 1) if k < 3 else one for k, one in enumerate(NOTIONS)), 0, 2
)


def texts(sheet: Sheet) -> list[str]:
    return [" ".join(words.lines) for _, words in all_words(sheet)]


@pytest.mark.parametrize("said", [ENGLISH, SPANISH], ids=["en", "es"])
def test_every_card_and_cover_can_be_read(said: Translator) -> None:
    """Nothing overlaps or is shortened; at 240 pixels the title has 14 pixels or more, the rules 9."""
    smallest = {"display": 46, "strong": 28, "text": 30, "number": 40, "flavour": 30}
    sheets = [layout_card(face, said) for face in FACES] + [layout_cover(cover, said) for cover in COVERS]
    for sheet in sheets:
        check_sheet(sheet)
        assert sheet.width == WIDTH and HEIGHT <= sheet.height <= HEIGHT + 40, texts(sheet)
        (card,) = (placed.block for placed in sheet.blocks)
        for words in card.words():
            assert words.whole and words.size >= smallest[words.face], words
            assert weakest_contrast(card, words) >= 4.5, words


def test_a_feeling_shows_what_is_fleeting_and_what_lingers_each_once_and_without_its_label() -> None:
    face = CardFace(
        "Calm",
        "Serenity",
        "Feeling",
        2,
        0,
        ("Fleeting: Draw a card.", "Lingering: Your shields count 1 more."),
    )
    shown = texts(layout_card(face))
    assert shown.count("Draw a card.") == shown.count("Your shields count 1 more.") == 1
    assert {"Fleeting", "Lingering"} <= set(shown)
    assert {"Fugaz", "Persistente", "Roba una carta."} <= set(texts(layout_card(face, SPANISH)))


@pytest.mark.parametrize("said", [ENGLISH, SPANISH], ids=["en", "es"])
def test_notions_and_the_draft_table_can_be_read(said: Translator) -> None:
    for sheet in (*(layout_notion(one, NAMES, said) for one in NOTIONS), layout_draft(TABLE, NAMES, 1, said)):
        check_sheet(sheet)
        assert min(words.size for _, words in all_words(sheet)) >= 22
    for one in NOTIONS:
        assert all(words.whole for _, words in all_words(layout_notion(one, NAMES, said)))


def test_the_draft_table_says_whose_pick_it_is_and_who_has_what() -> None:
    shown = texts(layout_draft(TABLE, ("Ada", "Bo")))
    assert "Ada picks 2 notions" in shown and f"{len(NOTIONS) - 3} left" in shown
    assert {"1: Ada", "2: Bo", "3: Ada"} <= set(shown)
    assert "You pick 2 notions" in texts(layout_draft(TABLE, ("Ada", "Bo"), 0))
    assert "The draft is over" in texts(layout_draft(replace(TABLE, picking=None, count=0), ("Ada", "Bo")))
    fresh = DraftView(tuple(NOTIONS), 1, 1)
    order = [text for text in texts(layout_draft(fresh, ("Ada", "Bo"))) if text in ("Ada", "Bo")]
    assert order == ["Bo", "Ada", "Ada", "Bo", "Bo", "Ada"]


def test_the_first_words_of_how_a_notion_plays_are_its_hint() -> None:
    assert hint("Many and small, together: it fills its section. More.") == "Many and small, together"
    assert hint("It never hurries.") == "It never hurries"


def test_pictures_are_small_enough_to_send() -> None:
    for data in (draw_card(FACES[0]), draw_card(FACES[14]), draw_cover(COVERS[0])):
        assert Image.open(BytesIO(data)).width == WIDTH and len(data) <= MOST_BYTES
    for data in (draw_notion(NOTIONS[0], NAMES), draw_draft(TABLE, NAMES)):
        assert Image.open(BytesIO(data)).width == 1100 and len(data) <= 400_000
