"""Whole cards, covers and notions: everything is readable in both languages, and the files are small."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.spanish import print_ability as print_spanish
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import Card
from cards.i18n import ENGLISH, Locale, Translator, translator
from engine.dreamweavers.views.types import CardFace, DraftNotion
from render.alt_text import LIMIT
from render.dreamweavers.alt_cards import alt_card, alt_notion
from render.dreamweavers.card import (
    MOST_BYTES,
    PrintedCover,
    draw_card,
    draw_cover,
    layout_card,
    layout_cover,
)
from render.dreamweavers.gallery import card_sheet
from render.dreamweavers.notion import draw_notion, layout_notion
from render.layout import Sheet
from render.table.card import HEIGHT, WIDTH
from tests.render.golden import check_golden
from tests.render.sheets import all_words, check_sheet, weakest_contrast

SPANISH = translator(Locale.SPANISH).printing(line=lambda text: print_spanish(read_line(text)))
GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ada", "Wilhelmina von und zu Pfefferkorn")


def face_of(card: Card) -> CardFace:
    notion = str(card.notion)
    text = tuple(print_ability(one) for one in card.text)
    kind = "Thought" if card.is_thought else "Feeling"
    return CardFace(card.title, notion, kind, card.cost, card.power, text, card.flavour)


FACES = [face_of(card) for card in the_set().cards.values()]
COVERS = [
    PrintedCover(str(notion), one.about, tuple(print_ability(line) for line in one.text), one.flavour)
    for notion, one in the_set().covers.items()
]
NOTIONS = [
    DraftNotion(one.notion, one.about, one.text, tuple(face for face in FACES if face.notion == one.notion))
    for one in COVERS
]


def texts(sheet: Sheet) -> list[str]:
    return [" ".join(words.lines) for _, words in all_words(sheet)]


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
def test_every_card_and_cover_can_be_read(translator: Translator) -> None:
    """Nothing overlaps or is shortened; at 240 pixels the title has 14 pixels or more, the rules 9."""
    smallest = {"display": 46, "strong": 28, "text": 30, "number": 40, "flavour": 30}
    sheets = [layout_card(face, translator) for face in FACES] + [
        layout_cover(cover, translator) for cover in COVERS
    ]
    for sheet in sheets:
        check_sheet(sheet)
        assert sheet.width == WIDTH and HEIGHT <= sheet.height <= HEIGHT + 40, texts(sheet)
        (card,) = (placed.block for placed in sheet.blocks)
        for words in card.words():
            assert words.whole and words.size >= smallest[words.face], words
            assert weakest_contrast(card, words) >= 4.5, words


def test_a_feeling_shows_each_effect_once_without_its_label() -> None:
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


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
def test_notions_can_be_read(translator: Translator) -> None:
    for one in (*NOTIONS, replace(NOTIONS[0], taken_by=1, order=2)):
        sheet = layout_notion(one, NAMES, translator)
        check_sheet(sheet)
        named = sheet.blocks[0].block.words() if one.taken_by is not None else ()
        for _, words in all_words(sheet):
            assert words.size >= 22 and (words.whole or words in named), words


PICTURES: dict[str, Callable[[], bytes]] = {
    "thought": lambda: draw_card(of("Unfed Hound")),
    "feeling": lambda: draw_card(of("Seeing Red")),
    "cover": lambda: draw_cover(COVERS[0]),
    "notion": lambda: draw_notion(replace(NOTIONS[0], taken_by=0, order=3), NAMES),
}


def of(name: str) -> CardFace:
    return next(face for face in FACES if face.title == name)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did_and_are_small_enough_to_send(
    name: str, request: pytest.FixtureRequest
) -> None:
    data = PICTURES[name]()
    assert len(data) <= (400_000 if name == "notion" else MOST_BYTES)
    check_golden(
        GOLDEN / f"{name}.jpg", data, draw=bool(request.config.getoption("--draw-golden", default=False))
    )


def test_alt_texts_contain_the_printed_text_and_the_picture() -> None:
    face = CardFace("Calm", "Serenity", "Feeling", 2, 0, ("Fleeting: Draw a card.",))
    assert alt_card(face).startswith("Calm: Serenity, Feeling, cost 2. Fleeting: Draw a card. The picture: ")
    assert "Fugaz: Roba una carta. La imagen: " in alt_card(face, SPANISH)
    for one in FACES:
        assert len(alt_card(one, SPANISH)) <= LIMIT and one.title in alt_card(one)
    for notion in NOTIONS:
        alt = alt_notion(replace(notion, taken_by=0, order=1), NAMES)
        assert "Ada has taken it." in alt and len(alt) <= LIMIT
        assert all(card.title in alt for card in notion.cards), len(alt)


def test_the_gallery_shows_every_cover_and_card_once() -> None:
    drawn: list[object] = []
    sheet = card_sheet(COVERS[:1], FACES[:3], progress=drawn.append)
    assert drawn[1:] == [face.title for face in FACES[:3]] and len(drawn) == 4 and sheet.width > 4 * 240
    with pytest.raises(ValueError, match="pictures"):
        card_sheet((), ())
