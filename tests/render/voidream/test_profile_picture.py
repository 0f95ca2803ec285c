"""The profile picture: its layout, its content, and the same as a sentence."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from cards.i18n import ENGLISH, Locale, Translator, translator
from cards.voidream.deck_rules import faction_alone
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from render.layout import Shape, Sheet
from render.match_history import PlayedProfile, ResultCounts
from render.table.profile import alt_profile, profile_sheet
from render.voidream.profile import (
    FIELD,
    FORM,
    MOST_BYTES,
    NEUTRAL_SCENE,
    draw_profile,
    scene_of,
)
from tests.render.sheets import all_words, check_sheet, weakest_contrast

SPANISH = translator(Locale.SPANISH)
SCORES = (
    ResultCounts(999, 0, 999),
    ResultCounts(12, 3, 7),
    ResultCounts(0, 1, 0),
    ResultCounts(0, 0, 140),
    ResultCounts(1, 0, 0),
)
FACTIONS = tuple((faction_alone(faction), score) for faction, score in zip(Faction, SCORES, strict=True))
PLAYED = {
    "new": PlayedProfile("Cy", ResultCounts()),
    "private": PlayedProfile("Morgenstern the Unwaking of Low", ResultCounts(1280, 112, 997)),
    "long": PlayedProfile("W" * 32, ResultCounts(1, 0, 999), FACTIONS[:1]),
    **{str(n): PlayedProfile("Ada Lovelace", ResultCounts(999, 4, 999), FACTIONS[:n]) for n in range(1, 6)},
    "turned": PlayedProfile("Bo", ResultCounts(3, 2, 1), FACTIONS[::-1]),
    "elsewhere": PlayedProfile("Bo", ResultCounts(3, 2, 1), (("Lanterns", ResultCounts(3, 2, 1)),)),
}


def told(sheet: Sheet) -> list[str]:
    return [" ".join(words.lines) for _, words in all_words(sheet)]


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
@pytest.mark.parametrize("name", PLAYED)
def test_everything_is_in_its_place_whole_and_legible_on_a_phone(name: str, translator: Translator) -> None:
    sheet = profile_sheet(FORM, PLAYED[name], translator)
    check_sheet(sheet)
    assert sheet.width == 1100 and 420 <= sheet.height <= 610
    for placed in sheet.blocks:
        for words in placed.block.words():
            assert words.whole, words
            assert words.size >= {"number": 34, "title": 29, "display": 34}.get(words.face, 24), words
            assert weakest_contrast(placed.block, words) >= 4.5, words


def test_bars_are_proportional_and_never_invisible() -> None:
    block = profile_sheet(FORM, PlayedProfile("Ada", ResultCounts(30, 10, 20))).blocks[0].block
    won, drawn, lost = (one.rect.w for one in block.pieces if isinstance(one, Shape) and one.fill != FIELD)
    assert won > lost > drawn and abs(won - 3 * drawn) < 60
    block = profile_sheet(FORM, PlayedProfile("Ada", ResultCounts(999, 0, 1))).blocks[0].block
    widths = [one.rect.w for one in block.pieces if isinstance(one, Shape) and one.fill != FIELD]
    assert len(widths) == 2 and widths[1] >= 18


def test_at_most_four_factions_are_shown_with_their_results() -> None:
    words = told(profile_sheet(FORM, PLAYED["5"]))
    assert words[:7] == ["Ada Lovelace", "999", "won", "4", "drawn", "999", "lost"]
    assert words[7:] == [
        part for name, score in FACTIONS[:4] for part in (str(score.lost), "–", str(score.won), str(name))
    ]


def test_the_scene_is_a_bastion_of_the_most_played_faction_or_neutral() -> None:
    for faction in Faction:
        played = PlayedProfile(
            "Ada", ResultCounts(1), ((faction_alone(faction), ResultCounts(1)), *FACTIONS[:1])
        )
        titles = [one.title for one in the_set() if one.kind is Kind.BASTION and one.faction is faction]
        assert scene_of(played).title == min(titles, default=NEUTRAL_SCENE.title)
    assert scene_of(PLAYED["private"]) == scene_of(PLAYED["elsewhere"]) == NEUTRAL_SCENE


@pytest.mark.parametrize("name", ["new", "5"])
def test_pictures_are_small_enough_to_send_and_always_the_same(name: str) -> None:
    data = draw_profile(PLAYED[name])
    assert len(data) <= MOST_BYTES
    assert Image.open(BytesIO(data)).width == 1100
    assert draw_profile(PLAYED[name]) == data
    assert draw_profile(PLAYED[name], SPANISH) != data


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH], ids=["en", "es"])
@pytest.mark.parametrize("name", PLAYED)
def test_the_alt_text_describes_the_picture_in_a_sentence(name: str, translator: Translator) -> None:
    alt = alt_profile(PLAYED[name], translator)
    assert alt.endswith(".") and alt.count(".") == 1 and len(alt) <= 1024
    for shown in told(profile_sheet(FORM, PLAYED[name], translator)):
        assert shown == "–" or shown.replace("- ", "") in alt, shown
    assert alt.count(";") == min(4, len(PLAYED[name].factions))


def test_the_alt_text_exists_in_both_languages() -> None:
    played = PlayedProfile("Ada", ResultCounts(1, 0, 2), FACTIONS[1:2])
    name = FACTIONS[1][0]
    assert alt_profile(played) == f"Ada: 1 won, 0 drawn and 2 lost; {name}: 12 won, 3 drawn and 7 lost."
    assert alt_profile(played, SPANISH) == (
        f"Ada: 1 ganada, 0 en tablas y 2 perdidas; {SPANISH(name)}: 12 ganadas, 3 en tablas y 7 perdidas."
    )


def test_an_unprintable_name_is_replaced() -> None:
    assert told(profile_sheet(FORM, PlayedProfile("\u200b", ResultCounts())))[0] == "Someone"
    assert alt_profile(PlayedProfile("", ResultCounts()), SPANISH).startswith("Alguien: ")
