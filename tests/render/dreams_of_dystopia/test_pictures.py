"""Pictures: nothing is cut off, words are large enough for a phone and can be read, and what differs is told apart."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from msgspec.structs import replace
from PIL import Image

from cards.i18n import ENGLISH, Translator
from render.dreams_of_dystopia import inks
from render.dreams_of_dystopia.art import SideArt
from render.dreams_of_dystopia.board import draw_board, layout
from render.dreams_of_dystopia.paper import LEAST
from render.dreams_of_dystopia.poster import TAPES
from render.pieces import Picture, Sheet
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
@pytest.mark.parametrize("said", [ENGLISH, SPANISH])
def test_tables(seats: int, said: Translator) -> None:
    for view in chosen(seats).values():
        check(layout(view, NAMES[:seats], said))


def test_a_table_is_drawn() -> None:
    view = chosen(4)["block"]
    data = draw_board(view, NAMES)
    image = Image.open(BytesIO(data))
    assert image.width == 1100 and data == draw_board(view, NAMES)
    there = {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or []}
    assert {inks.DIVINE.paper, inks.ENAMEL.paper, inks.RED, inks.BLUE, inks.TAPE} <= there


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


def test_only_the_attacked_are_at_risk_on_their_posters() -> None:
    sheet = layout(chosen(4)["attack"], NAMES)
    at_risk = [
        words.lines[0] for role, words in all_words(sheet) if role == "poster" and " to " in words.lines[0]
    ]
    assert len(at_risk) <= 1


@pytest.mark.parametrize("eyes", EYES)
def test_what_differs_is_told_apart(eyes: str) -> None:
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
                continue  # A tape and a torn picture say who is out; no such paper lies in the Supply.
            assert seen(first, eyes).delta_e(seen(second, eyes), method="2000") >= LEAST_APART, (one, other)
    signs = [sign for sign, _, _ in TAPES.values()]
    assert len(set(signs)) == len(signs)
