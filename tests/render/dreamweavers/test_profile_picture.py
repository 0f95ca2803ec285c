"""The profile picture of Dreamweavers: everything in its place, and the same as a sentence."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from cards.i18n import ENGLISH, Locale, Translator, translator
from render.dreamweavers.art import CoverArt
from render.dreamweavers.profile import FORM, draw_profile, scene_of
from render.dreamweavers.words import NOTIONS
from render.match_history import PlayedProfile, ResultCounts
from render.table.profile import alt_profile, profile_sheet
from tests.render.sheets import check_sheet, weakest_contrast

SPANISH = translator(Locale.SPANISH)
SCORES = (
    ResultCounts(999, 0, 999),
    ResultCounts(12, 3, 7),
    ResultCounts(0, 1, 0),
    ResultCounts(0, 0, 140),
    ResultCounts(1, 0, 0),
)
PLAYED = tuple(zip(NOTIONS.values(), SCORES, strict=False))
CASES = [
    PlayedProfile("Cy", ResultCounts()),
    PlayedProfile("W" * 32, ResultCounts(1, 0, 999), PLAYED[:1]),
    *(PlayedProfile("Ada Lovelace", ResultCounts(999, 4, 999), PLAYED[:n]) for n in range(1, 6)),
    PlayedProfile("Bo", ResultCounts(3, 2, 1), (("Lanterns", ResultCounts(3, 2, 1)),)),
]


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
def test_everything_is_in_its_place_whole_and_legible_on_a_phone(translator: Translator) -> None:
    for played in CASES:
        sheet = profile_sheet(FORM, played, translator)
        check_sheet(sheet)
        for placed in sheet.blocks:
            for words in placed.block.words():
                assert words.whole, words
                assert words.size >= {"number": 34, "title": 29, "display": 34}.get(words.face, 24), words
                assert weakest_contrast(placed.block, words) >= 4.5, words


def test_the_scene_is_the_cover_of_the_most_played_notion() -> None:
    assert scene_of(CASES[2]) == CoverArt("rage")
    assert not isinstance(scene_of(CASES[0]), CoverArt)


def test_the_sentence_says_the_same_and_the_picture_is_small() -> None:
    assert alt_profile(CASES[3]).startswith("Ada Lovelace: 999 won, 4 drawn and 999 lost; Rage: 999 won,")
    assert alt_profile(CASES[3], SPANISH).count("Ira") == 1
    data = draw_profile(CASES[3])
    assert Image.open(BytesIO(data)).width == 1100 and len(data) <= 250_000
