"""Pictures: nothing is cut off, texts are legible on a phone, and different states can be distinguished."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from msgspec.structs import replace
from PIL import Image

from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Translator, msg
from render.dreams_of_dystopia import inks
from render.dreams_of_dystopia.art import SideArt
from render.dreams_of_dystopia.board import draw_board, layout
from render.dreams_of_dystopia.card import draw_card, layout_card
from render.dreams_of_dystopia.faces import face_of
from render.dreams_of_dystopia.hand import draw_hand, layout_hand
from render.dreams_of_dystopia.paper import LEAST
from render.dreams_of_dystopia.poster import TAPES, poster, poster_facts
from render.dreams_of_dystopia.supply import draw_supply, layout_supply
from render.fonts import width_of
from render.layout import Picture, Shape, Sheet
from tests.render.dreams_of_dystopia.views import NAMES, SEATS, SPANISH, chosen
from tests.render.sheets import all_words, check_block, weakest_contrast
from tests.render.test_colours import EYES, seen
from tests.render.test_colours import LEAST as LEAST_APART

ON_A_PHONE = 390


def check(sheet: Sheet) -> None:
    for placed in sheet.blocks:
        check_block(placed.block)
        for words in placed.block.words():
            assert weakest_contrast(placed.block, words) >= 4.5, words
        assert placed.x >= 0 and placed.rect.right <= sheet.width and placed.y < sheet.height
    for _, words in all_words(sheet):
        assert words.whole, words
        assert words.size >= LEAST and words.size * ON_A_PHONE / sheet.width >= 12, words


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("translator", [ENGLISH, SPANISH])
def test_tables(seats: int, translator: Translator) -> None:
    for view in chosen(seats).values():
        check(layout(view, NAMES[:seats], translator))


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH])
def test_every_card_in_hand_and_in_the_supply(translator: Translator) -> None:
    view = chosen(2)["quiet"]
    every = tuple(side.title for card, side in the_set().sides() if card.kind is not Kind.MASTER)
    player = replace(view.players[0], hand=every, fame=6)
    view = replace(view, players=(player, view.players[1]))
    check(layout_hand(view, NAMES[:2], translator))
    for kind in (Kind.MINION, Kind.WEAPON):
        for viewer in (0, None):
            check(layout_supply(replace(view, viewer=viewer), kind, translator))


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH])
def test_every_card_with_both_sides(translator: Translator) -> None:
    for _, side in the_set().sides():
        for placed in layout_card(side.title, translator).blocks:
            assert all(words.whole and words.size >= LEAST for words in placed.block.words())
            check_block(placed.block)


def test_a_side_that_fame_is_enough_for_has_a_filled_box() -> None:
    view = chosen(2)["quiet"]
    player = replace(
        view.players[0], fame=6, faction="divine", master="Mother of Open Doors", less=0, waives=False
    )
    sheet = layout_supply(replace(view, players=(player, view.players[1])), Kind.MINION)
    missing = [words.lines[0] for _, words in all_words(sheet) if words.lines[0].startswith("+")]
    assert len(missing) == 16 + 16 - 10 - 7 and "+14" in missing


def test_spectators_have_no_hand() -> None:
    with pytest.raises(ValueError, match="spectators"):
        draw_hand(replace(chosen(2)["quiet"], viewer=None), NAMES[:2])


def test_hand_card_and_supply_are_drawn() -> None:
    view = chosen(2)["quiet"]
    for data in (draw_hand(view, NAMES[:2]), draw_card("Curse"), draw_supply(Kind.WEAPON, view, NAMES[:2])):
        assert Image.open(BytesIO(data)).width == 1100


def test_a_table_is_drawn() -> None:
    view = chosen(4)["block"]
    data = draw_board(view, NAMES)
    image = Image.open(BytesIO(data))
    assert image.width == 1100 and data == draw_board(view, NAMES)
    there = {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or []}
    assert {inks.DIVINE.paper, inks.ENAMEL.paper, inks.RED, inks.BLUE, inks.TAPE} <= there <= set(inks.INKS)


def test_a_card_that_turns_over_has_a_folded_corner() -> None:
    view = chosen(3)["block"]
    combat = view.combat
    assert combat is not None
    turning = replace(combat, attacker=replace(combat.attacker, turning=(combat.attacker.card,)))

    def folded(sheet: Sheet) -> list[str]:
        drawings = [
            piece.drawing
            for placed in sheet.blocks
            for piece in placed.block.pieces
            if isinstance(piece, Picture)
        ]
        return [one.title for one in drawings if isinstance(one, SideArt) and one.folded]

    assert folded(layout(view, NAMES[:3])) == []
    assert folded(layout(replace(view, combat=turning), NAMES[:3])) == [combat.attacker.card]


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH])
def test_titles_of_masters_end_before_the_die(translator: Translator) -> None:
    view = chosen(2)["quiet"]
    facts = poster_facts(view, view.players[0], "Ada")
    for card, side in the_set().sides():
        if card.kind is Kind.MASTER:
            block = poster(replace(facts, face=face_of(side.title, view.printed)), translator)
            [die] = [one.rect for one in block.pieces if isinstance(one, Shape) and one.fill == inks.RED]
            for words in block.words():
                if words.face == "title":
                    wide = max(width_of(line, words.face, words.size) for line in words.lines)
                    assert words.rect.x + wide <= die.x - 8, words.lines


@pytest.mark.parametrize("translator", [ENGLISH, SPANISH])
def test_large_counts_of_cards_end_before_the_die(translator: Translator) -> None:
    view = chosen(2)["quiet"]
    facts = poster_facts(view, replace(view.players[0], discard=("Curse",) * 28), "Ada")
    words = [*poster(facts, translator).words()]
    [die] = [one for one in words if one.lines == (translator(msg("LP")),)]
    [discard] = [one for one in words if one.lines[0].endswith(" 28")]
    assert discard.rect.x + width_of(discard.lines[0], discard.face, discard.size) < die.rect.x


def test_only_the_attacked_are_at_risk_on_their_posters() -> None:
    sheet = layout(chosen(4)["attack"], NAMES)
    at_risk = [
        words.lines[0] for role, words in all_words(sheet) if role == "poster" and " to " in words.lines[0]
    ]
    assert len(at_risk) <= 1


@pytest.mark.parametrize("eyes", EYES)
def test_differences_are_distinguishable(eyes: str) -> None:
    papers = {
        "day": inks.DIVINE.paper,
        "night": inks.DEMONIC.paper,
        "day, shut": inks.SHUT_DIVINE.paper,
        "night, shut": inks.SHUT_DEMONIC.paper,
        "nobody's": inks.ENAMEL.paper,
        "out": inks.FALLEN.paper,
    }
    tapes = {name: fill for name, (_, fill, _) in TAPES.items() if name != "winner"}
    numbers = {"LP": inks.RED, "FAME": inks.TAPE, "DEF": inks.BLUE}
    for colours in (papers, tapes, numbers):
        for (one, first), (other, second) in combinations(colours.items(), 2):
            if {one, other} in ({"day, shut", "out"}, {"day", "day, shut"}):
                continue  # A tape and a torn picture mark a player who is out; the Supply has no such paper.
            assert seen(first, eyes).delta_e(seen(second, eyes), method="2000") >= LEAST_APART, (one, other)
    signs = [sign for sign, _, _ in TAPES.values()]
    assert len(set(signs)) == len(signs)
