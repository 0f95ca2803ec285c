"""The picture of a player's record: complete, legible on a phone, and small."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from cards.i18n import ENGLISH, Translator
from render.dreams_of_dystopia.profile import FORM, draw_profile
from render.match_history import PlayedProfile, ResultCounts
from render.table.profile import alt_profile, profile_sheet
from tests.render.dreams_of_dystopia.views import SPANISH
from tests.render.sheets import check_sheet, weakest_contrast

CASES = [
    PlayedProfile("Cy", ResultCounts()),
    PlayedProfile("W" * 32, ResultCounts(1, 0, 999)),
    PlayedProfile("Ada Lovelace", ResultCounts(999, 4, 999)),
    PlayedProfile("Bo", ResultCounts(3, 2, 1), (("Lanterns", ResultCounts(3, 2, 1)),)),
]


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
def test_everything_is_in_its_place_whole_and_legible_on_a_phone(translator: Translator) -> None:
    for played in CASES:
        sheet = profile_sheet(FORM, played, translator)
        check_sheet(sheet)
        for placed in sheet.blocks:
            for words in placed.block.words():
                assert words.whole and words.size >= 32, words
                assert weakest_contrast(placed.block, words) >= 4.5, words


def test_the_sentence_says_the_same_and_the_picture_is_small() -> None:
    assert alt_profile(CASES[2]) == "Ada Lovelace: 999 won, 4 drawn and 999 lost."
    data = draw_profile(CASES[2])
    assert Image.open(BytesIO(data)).width == 1100 and len(data) <= 250_000
