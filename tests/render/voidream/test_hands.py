"""Hands: everything is readable in both languages, and the files are small."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from cards.i18n import ENGLISH, Locale, Translator, translator
from cards.voidream.language.spanish import translate_line
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from engine.voidream.views.builder import face_of
from engine.voidream.views.types import Awaited, CardFace, HandCard, VoidreamView
from render.fade import FadedFoot
from render.layout import Picture
from render.table.words import lines_of
from render.voidream.hand import MOST_BYTES, draw_hand, layout_hand
from tests.render.sheets import check_sheet, weakest_contrast
from tests.render.voidream import examples as ex

SPANISH = translator(Locale.SPANISH).printing(line=translate_line)
ARCANA = [face_of(card) for card in the_set() if card.kind is Kind.ARCANUM]


def longest_arcana(n: int, translator: Translator) -> list[CardFace]:
    def length(face: CardFace) -> int:
        return sum(map(len, lines_of((*face.text, *face.inverted), translator)))

    return sorted(ARCANA, key=lambda face: (-length(face), face.title))[:n]


def hand_of(cards: list[CardFace], reason: str = "") -> VoidreamView:
    view = ex.opening(0)
    held = tuple(HandCard(face.value, face, reason if face.value < 3 else "") for face in cards)
    return replace(
        view,
        active=0,
        awaited=(Awaited(0, "an action"),),
        sides=(replace(view.sides[0], hand=held), view.sides[1]),
    )


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
@pytest.mark.parametrize("n", [1, 2, 8, 12, 50])
def test_hands_of_the_longest_arcana_can_be_read(n: int, translator: Translator) -> None:
    reason = "Your depth is 3: only arcana of value 3 or higher can be played (§2)."
    sheet = layout_hand(hand_of(longest_arcana(n, translator), reason), ("Dan", "Eve"), translator)
    check_sheet(sheet)
    leaves = [placed.block for placed in sheet.blocks if placed.role == "leaf"]
    assert len(leaves) == n
    for placed in sheet.blocks:
        for words in placed.block.words():
            assert words.whole and weakest_contrast(placed.block, words) >= 4.5, words
            assert words.size >= {"number": 34, "display": 29}.get(words.face, 26), words
    for leaf in leaves:
        (picture,) = (one for one in leaf.pieces if isinstance(one, Picture))
        assert isinstance(picture.drawing, FadedFoot)
        assert 160 <= picture.rect.h - picture.drawing.plain <= 560
        barred = any(words.lines[0].startswith("Your depth") for words in leaf.words())
        assert picture.drawing.dimmed == barred


def test_a_long_hand_is_small_enough_to_send() -> None:
    data = draw_hand(hand_of(longest_arcana(12, SPANISH)), ("Dan", "Eve"), SPANISH)
    assert len(data) <= MOST_BYTES
    assert Image.open(BytesIO(data)).width == 1100
