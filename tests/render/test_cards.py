"""Cards and hands: everything on every card of the set can be read, in both languages, and the files are small."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from cards.locales import ENGLISH, Locale, Tongue, tongue
from cards.voidream.language.spanish import translate_line
from cards.voidream.library import the_set
from engine.voidream.view import Awaited, CardFace, HandCard, VoidreamView
from engine.voidream.views import face_of
from render.fading import FadedFoot
from render.palette import contrast
from render.pieces import Picture, Shape, Sheet, Words
from render.voidream.alt import alt_card
from render.voidream.card import HEIGHT, MOST_BYTES, WIDTH, draw_card, ground_of, layout_card, light_of, turns
from render.voidream.faction_inks import NIGHT
from render.voidream.hand import MOST_BYTES as HAND_BYTES
from render.voidream.hand import draw_hand, layout_hand
from render.voidream.text import card_lines
from render.voidream.wording import lines_of
from tests.render import examples as ex
from tests.render.sheets import all_words, check_sheet, weakest_contrast

SPANISH = tongue(Locale.SPANISH).printing(line=translate_line)
FACES = [face_of(card) for card in the_set()]


def of(title: str) -> CardFace:
    return face_of(the_set().find(title))


def texts(sheet: Sheet) -> list[str]:
    return [" ".join(words.lines) for _, words in all_words(sheet)]


@pytest.mark.parametrize("said", [ENGLISH, SPANISH], ids=["en", "es"])
def test_every_card_of_the_set_can_be_read(said: Tongue) -> None:
    """Nothing overlaps or is shortened; at 240 pixels the title has 14 pixels or more, the rules 9."""
    smallest = {"display": 46, "strong": 30, "number": 40, "flavour": 30}
    for face in FACES:
        sheet = layout_card(face, said)
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


def picture_of(face: CardFace, said: Tongue = ENGLISH) -> Picture:
    (picture,) = (one for one in layout_card(face, said).blocks[0].block.pieces if isinstance(one, Picture))
    return picture


@pytest.mark.parametrize("said", [ENGLISH, SPANISH], ids=["en", "es"])
def test_the_picture_takes_the_larger_part_of_a_card_to_its_edges(said: Tongue) -> None:
    for face in FACES:
        rect = picture_of(face, said).rect
        assert rect.w == WIDTH - 2 * rect.x and rect.x == rect.y <= 8
        assert 470 <= rect.h <= 780, face.title


@pytest.mark.parametrize("faction", NIGHT)
def test_rim_and_labels_in_a_factions_light_stand_out_from_its_ground(faction: str) -> None:
    face = CardFace("", "thought", faction, 1)
    assert contrast(light_of(face), ground_of(face)) >= 7


def test_a_long_text_makes_a_card_taller() -> None:
    face = CardFace("Long", "thought", "maze", 1, text=("Evoke, then evoke, then evoke again.",) * 20)
    sheet = layout_card(face)
    assert sheet.height > HEIGHT + 300
    check_sheet(sheet)


def test_an_arcanum_has_both_texts_one_above_the_other() -> None:
    shown = texts(layout_card(of("Pinch")))
    at = [shown.index(words) for words in ("Upright", "Deal 2 Dream damage to your opponent.", "Inverted")]
    assert at == sorted(at)
    assert "Deal 4 Dream damage to your opponent." in shown[at[-1] :]


def test_a_minds_numbers_with_the_same_text_are_joined() -> None:
    joined = [one.numbers for one in turns(of("Patience").text)]
    assert joined == [(4, 3), (2, 1), (0,)]
    apart = turns(of("Curiosity").text)
    assert [one.numbers for one in apart] == [(4,), (3,), (2,), (1,), (0,)]
    assert apart[0].text == "While you control a veiled card, -2 dusk."
    assert apart[-1].text.startswith("Spent: ")


def test_every_number_of_a_mind_stands_in_a_diamond_and_the_spent_side_in_an_empty_one() -> None:
    card = layout_card(of("Patience"), SPANISH).blocks[0].block
    diamonds = [one.rect for one in card.pieces if isinstance(one, Shape) and one.form == "diamond"]
    numbers = {one.rect: one.lines for one in card.pieces if isinstance(one, Words) and one.face == "number"}
    assert [numbers.get(rect) for rect in diamonds] == [("4",), ("3",), ("2",), ("1",), None]
    assert any(text.startswith("Gastada: ") for text in texts(layout_card(of("Patience"), SPANISH)))


def test_the_back_of_a_bastion_is_told_on_its_card_and_in_words() -> None:
    back = "At the start of the game, void an arcanum in your hand as an offering."
    face = of("The Sealed Wing")
    assert back in texts(layout_card(face))
    assert back in "\n".join(card_lines(face))
    assert back in alt_card(face)
    assert "Al principio de la partida" in " ".join(texts(layout_card(face, SPANISH)))


@pytest.mark.parametrize(
    "title", ["Engine That Dreams of Horses", "All Signals Red", "Curiosity", "The Sealed Wing"]
)
def test_cards_are_small_enough_to_send_and_keep_their_colours(title: str) -> None:
    face = of(title)
    data = draw_card(face)
    assert len(data) <= MOST_BYTES
    picture = Image.open(BytesIO(data))
    assert picture.mode == "P" and picture.width == WIDTH
    full = picture.convert("RGB")
    assert full.getpixel((3, 500)) == light_of(face)
    assert full.getpixel((20, full.height - 60)) == ground_of(face)


def longest_arcana(n: int, said: Tongue) -> list[CardFace]:
    def length(face: CardFace) -> int:
        return sum(map(len, lines_of((*face.text, *face.inverted), said)))

    arcana = [face for face in FACES if face.kind == "arcanum"]
    return sorted(arcana, key=lambda face: (-length(face), face.title))[:n]


def hand_of(cards: list[CardFace], reason: str = "") -> VoidreamView:
    view = ex.opening(0)
    held = tuple(HandCard(face.value, face, reason if face.value < 3 else "") for face in cards)
    return replace(
        view,
        active=0,
        awaited=(Awaited(0, "an action"),),
        sides=(replace(view.sides[0], hand=held), view.sides[1]),
    )


@pytest.mark.parametrize("said", [ENGLISH, SPANISH], ids=["en", "es"])
@pytest.mark.parametrize("n", [1, 2, 8, 12, 50])
def test_hands_of_the_longest_arcana_can_be_read(n: int, said: Tongue) -> None:
    reason = "Your depth is 3: only arcana of value 3 or higher can be played (§2)."
    sheet = layout_hand(hand_of(longest_arcana(n, said), reason), ("Dan", "Eve"), said)
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
    assert len(data) <= HAND_BYTES
    assert Image.open(BytesIO(data)).width == 1100
