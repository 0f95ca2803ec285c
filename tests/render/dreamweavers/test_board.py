"""Layout of boards: no overlaps, nothing cut off, everything readable and correct."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace
from PIL import Image

from engine.dreamweavers.views.types import DreamweaversView
from render.dreamweavers.board import WIDTH, draw_board, inks_for, layout
from render.dreamweavers.gauge import CELL, TRACKER, Half, gauge_block, space
from render.dreamweavers.hand import layout_hand
from render.dreamweavers.illustration import NOTIONS
from render.dreamweavers.inks import GILT, LABEL, SHEET, dye
from render.dreamweavers.middle import pulled
from render.dreamweavers.text import text_board
from render.dreamweavers.tiles import TILT
from render.fonts import width_of
from render.layout import Shape, Words
from render.palette import contrast
from render.table.lines import LEAST
from tests.render.dreamweavers import views as ex
from tests.render.dreamweavers.any_views import players, views
from tests.render.sheets import all_words, check_sheet, weakest_contrast

FEW = settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
CASES = [(name, viewer) for name in ex.VIEWS for viewer in (None, 0, 1)]


@FEW
@given(views, players)
def test_any_board_has_everything_in_its_place(view: DreamweaversView, names: tuple[str, str]) -> None:
    sheet = layout(view, names)
    check_sheet(sheet)
    assert all(words.size >= LEAST for _, words in all_words(sheet))


@pytest.mark.parametrize(("name", "viewer"), CASES)
def test_a_board_is_legible_on_a_telephone(name: str, viewer: int | None) -> None:
    sheet = layout(ex.VIEWS[name](viewer), ex.NAMES)
    check_sheet(sheet)
    assert sheet.height <= 2.2 * WIDTH
    for placed in sheet.blocks:
        for words in placed.block.words():
            assert words.size >= LEAST, (placed.role, words)
            assert words.whole, (placed.role, words)
            assert weakest_contrast(placed.block, words) >= 4.5, (placed.role, words)


def said(view: DreamweaversView) -> str:
    return " ".join(" ".join(words.lines) for _, words in all_words(layout(view, ex.NAMES)))


def test_the_headline_begins_with_the_player_and_their_decision() -> None:
    sheet = layout(ex.attack(1), ex.NAMES)
    lead, about = [words for role, words in all_words(sheet) if role == "heading"][:2]
    assert (lead.lines, about.lines) == (("You decide",), ("a defence",))
    assert "Bo decides a defence" in said(ex.attack(None))
    heading = next(placed for placed in sheet.blocks if placed.role == "heading")
    assert sheet.halves is not None and 0 < sheet.halves.line - heading.rect.bottom < 10, (
        "it is on the line between both sides"
    )


def test_the_gauge_is_between_the_sides_with_the_viewers_half_on_the_left() -> None:
    for viewer, mine in ((None, "Ada"), (0, "Ada"), (1, "Bo")):
        sheet = layout(ex.early(viewer), ex.NAMES)
        roles = [placed.role for placed in sheet.blocks]
        gauge = roles.index("gauge")
        assert roles[:gauge].count("strip") == roles[gauge + 1 :].count("strip") == 1
        names = [words for words in sheet.blocks[gauge].block.words() if words.face == "display"]
        assert min(names, key=lambda one: one.rect.x).lines == (mine,)


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("number", [1, 10])
def test_the_tracker_is_on_its_space(side: int, number: int) -> None:
    block = gauge_block(Half("Ada", "Rage"), Half("Bo", "Doubt"), side, number, 1076)
    (disc,) = [piece for piece in block.words() if piece.size == TRACKER]
    spot = space(1076, side, number)
    assert abs(disc.rect.x + disc.rect.w // 2 - spot.x - CELL // 2) <= 1
    assert disc.lines == (str(number),)
    assert disc.rect.x >= 0 and disc.rect.right <= 1076


def test_the_gauge_explains_the_results_of_paying() -> None:
    assert "pays up to 1" in said(ex.early())
    assert "more ends the turn" in said(ex.early())
    at_zero = replace(ex.early(), tracker_side=None, tracker=0)
    assert "at 0 the turn continues" in said(at_zero) and "any payment ends it" in said(at_zero)
    crossed = said(ex.middle())
    assert "the turn is ending" in crossed and "pays up to" not in crossed
    assert "ends the turn" not in said(ex.over())


def test_tapped_thoughts_are_turned_and_no_others() -> None:
    view = ex.full()
    for side in view.sides:
        for card in side.thoughts:
            (placed,) = [
                one for one in layout(view, ex.NAMES).blocks
                if one.role == "thought" and card.face.title.split()[0] in " ".join(" ".join(w.lines) for w in one.block.words())
            ]  # fmt: skip
            assert (placed.tilt == TILT) is card.tapped


def test_waiting_cards_are_on_standby_and_not_lingering() -> None:
    shown = said(ex.middle())
    assert shown.count("on standby") == 2 and "lingers" not in shown, "that it lingers is the rule"


def test_the_stronger_side_moves_the_seam_of_an_attack() -> None:
    assert pulled(6, 0) > pulled(6, 5) > pulled(3, 3) == 0.5 > pulled(1, 9)
    assert pulled(0, 0) == 0.5
    shown = said(ex.attack(0))
    assert "6 more would stop it" in shown and "Bo's Ego" in shown and "no shields yet" in shown
    assert "its power is 3" in said(ex.VIEWS["attack-thought"](0))
    assert "it gets through" in said(ex.damage()) and "Revealed out of the Ego: Second Thoughts" in said(
        ex.damage()
    )


def test_shields_that_count_more_are_listed_in_an_attack() -> None:
    view = ex.attack(1)
    first, second = view.sides
    view = replace(view, sides=(first, replace(second, shields_bonus=2)))
    assert "no shields yet; shields count 2 more together" in said(view)
    assert "Bo: shields count 2 more together." in text_board(view, ex.NAMES)[0]
    hand = " ".join(" ".join(words.lines) for _, words in all_words(layout_hand(view, ex.NAMES)))
    assert "shields count 2 more together" in hand


def test_the_last_card_on_standby_is_on_top() -> None:
    (block,) = [one.block for one in layout(ex.middle(), ex.NAMES).blocks if one.role == "standby"]
    titles = [words.lines[0] for words in block.words() if words.face == "title"]
    assert titles == [
        "Bo: Better Left Unsaid, on Slam the Table",
        "Ada: Slam the Table, on Ember in the Fist",
    ]


def test_missing_and_known_cards_of_an_ego_are_seen() -> None:
    strip = [one.block for one in layout(ex.middle(0), ex.NAMES).blocks if one.role == "strip"][1]
    shown = " ".join(" ".join(words.lines) for words in strip.words())
    assert "Ego 3" in shown and "2. Ember in the Fist" in shown
    assert sum(getattr(piece, "name", "") == "crack" for piece in strip.pieces) == 2
    assert sum(getattr(piece, "name", "") == "shut" for piece in strip.pieces) == 2


def test_an_ego_that_is_not_dealt_yet_is_not_a_broken_one() -> None:
    strips = [one.block for one in layout(ex.mulligan(), ex.NAMES).blocks if one.role == "strip"]
    assert not [piece for block in strips for piece in block.pieces if getattr(piece, "name", "") == "crack"]
    assert said(ex.mulligan()).count("Ego: not yet") == 2
    assert "Ego 0" in said(ex.over())


def test_an_intents_text_is_under_its_player() -> None:
    assert "Once a turn, discard a Feeling: Gain 1 memory." in said(ex.early())


def test_a_hidden_hand_shows_only_public_information() -> None:
    for viewer in (None, 1):
        assert "Three Days of Rain (3), 4 unknown" in said(ex.middle(viewer))
        assert "Hound of Old Quarrels (5)" not in said(ex.middle(viewer))
    assert "Hound of Old Quarrels (5)" in said(ex.middle(0))


def test_the_draft_shows_all_picks_and_the_picking_player() -> None:
    shown = said(ex.draft())
    assert "picks 2 now" in shown and "rolled 6 + 4 + 3 = 13" in shown and "rolled 5 + 2 + 1 = 8" in shown
    blocks = [one.block for one in layout(ex.draft(), ex.NAMES).blocks if one.role == "draft"]
    track, swatches = blocks[2], blocks[3:]
    assert [words.lines[0] for words in track.words()][::2] == ["Ada", "Bo", "Bo", "Ada", "Ada", "Bo"]
    assert [words.lines[0] for words in track.words()][1::2] == ["Rage", "Doubt", "Nostalgia", "4", "5", "6"]
    assert len(swatches) == 12
    taken = {
        words[0].lines[0]: (words[1].lines[0], words[2].lines[0])
        for words in (list(block.words()) for block in swatches)
        if len(words) == 3
    }
    assert taken == {"Rage": ("1", "Ada"), "Doubt": ("2", "Bo"), "Nostalgia": ("3", "Bo")}


def test_a_chosen_intent_is_shown_to_its_player_alone() -> None:
    assert "has chosen an Intent" in said(ex.intent(None))
    assert "chosen by you" in said(ex.intent(0))
    assert all("chosen by you" not in said(ex.intent(viewer)) for viewer in (None, 1))


def test_a_board_is_a_small_png_in_public_inks() -> None:
    view = ex.full()
    data = draw_board(view, ex.NAMES)
    picture = Image.open(BytesIO(data))
    assert picture.width == WIDTH and len(data) <= 400_000
    assert inks_for(ex.middle(0)) == inks_for(ex.middle(1)) == inks_for(ex.middle(None))


def test_the_end_is_shown() -> None:
    assert "Ada wins" in said(ex.over()) and "Bo took damage with an empty Ego" in said(ex.over())


def words_of(block_pieces: tuple[object, ...]) -> list[Words]:
    return [piece for piece in block_pieces if isinstance(piece, Words)]


def test_the_deciding_player_has_a_bright_rim() -> None:
    for viewer in (0, 1):
        strips = [one.block for one in layout(ex.attack(viewer), ex.NAMES).blocks if one.role == "strip"]
        rims = {
            words_of(block.pieces)[0].lines[0]: block.pieces[0].edge_width
            for block in strips
            if isinstance(block.pieces[0], Shape)
        }
        assert rims["Bo"] > rims["Ada"]


def test_words_can_be_read_on_the_cloth_of_every_notion() -> None:
    for notion in NOTIONS:
        assert contrast(GILT, dye(notion)) >= 4.5 and contrast(LABEL, dye(notion)) >= 4.5, notion
        assert contrast(dye(notion), SHEET) >= 4.5, notion


def test_ellipses_do_not_cover_the_next_words() -> None:
    assert width_of("…?", "title", 58) >= width_of("?", "title", 58) + 3 * width_of(".", "title", 58) - 3
