"""Guarantees of a layout: no overlaps, nothing cut off, everything readable."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cards.i18n import Locale, translator
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from engine.voidream.views.builder import face_of
from engine.voidream.views.types import AttachedCard, Awaited, CardFace, ConstructView, VoidreamView
from render import palette as c
from render.layout import Block, Icon, Picture, Shape, Sheet
from render.table.lines import LEAST
from render.table.words import title_of
from render.voidream.alt import alt_board
from render.voidream.board import layout
from render.voidream.card import layout_card
from render.voidream.hand import layout_hand
from render.voidream.middle import pulled
from render.voidream.text import text_board
from render.voidream.tiles import NARROW, WIDE, TileForm, construct_tile, permanent
from tests.render.sheets import all_words, check_sheet, weakest_contrast
from tests.render.voidream.any_views import faces, names, views
from tests.render.voidream.examples import ARCANA, EXAMPLES, LION, SHARD, Example, conflict, standing

SLOW = settings(
    max_examples=12,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def example_sheets(example: Example) -> list[Sheet]:
    sheets = [layout(example.view, example.names)]
    if example.view.viewer is not None:
        sheets.append(layout_hand(example.view, example.names))
    return sheets


@pytest.mark.slow
@SLOW
@given(views(), names)
def test_any_board_has_everything_in_its_place(view: VoidreamView, players: tuple[str, str]) -> None:
    sheet = layout(view, players)
    check_sheet(sheet)
    assert all(words.size >= LEAST for _, words in all_words(sheet))


@pytest.mark.slow
@SLOW
@given(views(), names)
def test_any_hand_has_everything_in_its_place(view: VoidreamView, players: tuple[str, str]) -> None:
    if view.viewer is not None:
        check_sheet(layout_hand(view, players))


@SLOW
@given(faces("entity", "memory", "thought", "construct", "bastion", "arcanum", "mind"), st.text(max_size=400))
def test_any_card_has_everything_in_its_place(face: CardFace, flavour: str) -> None:
    check_sheet(
        layout_card(
            CardFace(
                face.title,
                face.kind,
                face.faction,
                face.value,
                face.types,
                face.dawn,
                face.stability,
                face.dusk,
                face.text,
                face.inverted,
                " ".join(flavour.split()),
            )
        )
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_words_contrast_with_their_background(name: str) -> None:
    for sheet in [*example_sheets(EXAMPLES[name]), *map(layout_card, ARCANA)]:
        for placed in sheet.blocks:
            for words in placed.block.words():
                assert weakest_contrast(placed.block, words) >= 4.5, words


@pytest.mark.parametrize("name", [name for name in EXAMPLES if EXAMPLES[name].view.viewer is not None])
def test_hands_are_legible_on_a_phone(name: str) -> None:
    """At 390 pixels, a third of the size: numbers have 12 pixels, titles 10, rules 9."""
    for role, words in all_words(layout_hand(EXAMPLES[name].view, EXAMPLES[name].names)):
        assert words.size >= {"number": 34, "display": 29}.get(words.face, 26), (role, words)
        assert words.whole, (role, words)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("locale", list(Locale))
def test_a_board_is_legible_on_a_telephone(name: str, locale: Locale) -> None:
    example = EXAMPLES[name]
    for role, words in all_words(layout(example.view, example.names, translator(locale))):
        assert words.size >= LEAST, (role, words)
        assert words.whole, (role, words)


def test_the_numbers_of_a_tile_are_large() -> None:
    for form in (WIDE, NARROW):
        tile = permanent(standing(1, LION, 0), ("Ada", "Bo"), form=form)
        assert sorted(words.size for words in tile.words() if words.face == "number") == [34, 36, 36, 36]


def test_a_tile_names_the_keywords_that_still_count() -> None:
    keywords = ("Deep", "Dormant 2", "Hierarchy 1", "Subtle", "Unique", "Veil", "Voidbound", "Worship 1")
    for card, form in ((LION, NARROW), (SHARD, WIDE)):
        tile = permanent(standing(1, card, 0, keywords=keywords), ("Ada", "Bo"), form=form)
        text = " ".join(line for words in tile.words() for line in words.lines)
        signs = {piece.name for piece in tile.pieces if isinstance(piece, Icon)}
        assert "Deep, Voidbound" in text or {"wave", "void"} <= signs, "in words if there is room"
        assert not any(one in text for one in keywords[1:6])


def test_signs_of_keywords_cost_a_tile_no_height() -> None:
    for form in (WIDE, NARROW):
        plain, heroic = (
            permanent(standing(1, LION, 0, keywords=keywords), ("Ada", "Bo"), form=form)
            for keywords in ((), ("Deep", "Heroic"))
        )
        assert heroic.height == plain.height
        assert {"wave", "peak"} <= {piece.name for piece in heroic.pieces if isinstance(piece, Icon)}


def test_a_few_charges_are_beside_the_numbers() -> None:
    attached = (AttachedCard(2, 3, None, True, 0), AttachedCard(3, 1, None, True, 0))
    for form in (WIDE, NARROW):
        bare, charged = (
            permanent(standing(1, LION, 0, attached=some), ("Ada", "Bo"), form=form)
            for some in ((), attached[:1])
        )
        assert charged.height == bare.height
        assert [words.lines for words in charged.words() if words.face == "number"].count(("3",)) == 3
        assert (
            permanent(standing(1, LION, 0, attached=attached * 3), ("Ada", "Bo"), form=form).height
            > bare.height
        )


def test_face_down_cards_of_which_only_the_value_is_known_share_a_column() -> None:
    own, others = (
        [
            placed.block
            for placed in layout(EXAMPLES[name].view, ("Ada", "Bo")).blocks
            if is_shut(placed.block)
        ]
        for name in ("middle-game-other", "middle-game")
    )
    assert [len(list(block.words())) for block in others] == [1, 1, 2], "two backs, and one that Ada knows"
    assert [len(list(block.words())) for block in own] == [1, 2, 2]
    assert all(block.width <= WIDE.width // 2 for block in others[:2])


def is_shut(block: Block) -> bool:
    """Whether a block is a face-down card."""
    return any(isinstance(piece, Icon) and piece.name == "shut" for piece in block.pieces)


@pytest.mark.parametrize("form", [WIDE, NARROW])
@pytest.mark.parametrize("locale", list(Locale))
def test_no_title_of_the_set_is_cut_on_its_tile(locale: Locale, form: TileForm) -> None:
    said = translator(locale)
    for card in the_set():
        face = face_of(card)
        if card.kind in (Kind.MEMORY, Kind.ENTITY):
            tile = permanent(standing(1, face, 0), ("Ada", "Bo"), said, form)
        elif card.kind in (Kind.CONSTRUCT, Kind.BASTION):
            tile = construct_tile(ConstructView(face, 4, 0, card.kind is Kind.BASTION, None), said, form)
        else:
            continue
        (words,) = [words for words in tile.words() if words.face == "title"]
        shown = title_of(face, said)
        assert len(words.lines) <= 3
        assert " ".join(words.lines).replace("- ", "-") == shown or " ".join(words.lines) == shown


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_viewer_sits_at_the_bottom_and_spectators_see_seat_0_there(viewer: int | None) -> None:
    view = EXAMPLES["spectator"].view
    sheet = layout(replace(view, viewer=viewer), ("Ada", "Bo"))
    bars = [placed.block for placed in sheet.blocks if placed.role == "strip"]
    top, bottom = (next(iter([w.lines[0] for w in bar.words() if w.face == "display"])) for bar in bars)
    assert (top.split()[0], bottom.split()[0]) == (("Ada", "Bo") if viewer == 1 else ("Bo", "Ada"))


def test_many_tiles_make_the_picture_taller() -> None:
    example = EXAMPLES["crowded"]
    sheet = layout(example.view, example.names)
    tiles = sum(placed.role in ("permanent", "construct", "bastion") for placed in sheet.blocks)
    assert tiles == 34
    assert sheet.height > layout(EXAMPLES["opening"].view, example.names).height


def test_the_board_is_shorter_without_a_conflict() -> None:
    view = EXAMPLES["dawn-conflict"].view
    at_home = tuple(
        replace(side, play=tuple(replace(card, role="") for card in side.play)) for side in view.sides
    )
    calm = layout(replace(view, phase="main", conflict=None, sides=at_home), ("Ada", "Bo"))
    assert calm.height <= layout(view, ("Ada", "Bo")).height - 140


def test_boards_are_as_low_as_the_position_allows() -> None:
    """On a phone 390 pixels wide, a board has a third of this height. It must leave room for the question.

    The names of the sides and of the deciding player have letters of at least 36 pixels: 12 on the phone.
    """
    opening, middle = (
        layout(EXAMPLES[name].view, ("Ada", "Bo")).height for name in ("opening", "middle-game")
    )
    assert opening <= 750 and middle <= 1150


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("asked", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize("name", ["middle-game", "dusk-conflict", "choosing", "nightmare"])
def test_the_deciding_player_is_the_headline_and_glows_in_any_turn(
    name: str, asked: tuple[int, ...], viewer: int | None
) -> None:
    view = replace(
        EXAMPLES[name].view, viewer=viewer, awaited=tuple(Awaited(seat, "a choice") for seat in asked)
    )
    names = ("Ada", "Bo")
    others = layout(view, names).blocks
    (heading,) = [placed.block for placed in others if placed.role == "heading"]
    lead, *_ = heading.words()
    headline = (
        "Ada and Bo decide"
        if len(asked) == 2
        else "You decide"
        if asked == (viewer,)
        else f"{names[asked[0]]} decides"
    )
    assert " ".join(lead.lines) == headline
    for strip in (placed.block for placed in others if placed.role == "strip"):
        (owner,) = [seat for seat in (0, 1) if any(names[seat] in words.lines[0] for words in strip.words())]
        assert (rim(strip) == c.GOLD) is (owner in asked)
        assert any(isinstance(piece, Icon) and piece.name == "turn" for piece in strip.pieces) is (
            owner == view.active
        )


def rim(block: Block) -> object:
    ground = block.pieces[0]
    assert isinstance(ground, Shape)
    return ground.edge


@pytest.mark.parametrize(("attack", "defend"), [(False, False), (True, False), (True, True)])
def test_no_one_fights_alone_before_fighters_are_declared(attack: bool, defend: bool) -> None:
    view = EXAMPLES["choosing"].view
    assert view.conflict is not None
    declaring = replace(view.conflict, attackers_stand=attack, defenders_stand=defend)
    sides = tuple(
        replace(side, play=tuple(replace(card, role="") for card in side.play)) for side in view.sides
    )
    alone = replace(view, conflict=declaring, sides=sides)
    words = {words.lines[0] for _, words in all_words(layout(alone, ("Ada", "Bo")))}
    assert ("attacks alone" in words, "defends alone" in words) == (attack, defend)
    text, alt = "\n".join(text_board(alone, ("Ada", "Bo"))), alt_board(alone, ("Ada", "Bo"))
    assert ("Ada attacks alone:" in text, "Bo defends alone:" in text) == (attack, defend)
    assert ("Ada attacks:" in text, "Bo defends:" in text) == (not attack, not defend)
    assert alt.count("no entities") == attack + defend


@pytest.mark.parametrize(
    ("awaited", "said"),
    [
        ((0, 1), ["Ada and Bo decide", "an action in the main phase"]),
        ((), ["Ada's turn"]),
    ],
)
def test_the_headline_fits_when_both_are_asked_or_no_one(awaited: tuple[int, ...], said: list[str]) -> None:
    view = replace(
        EXAMPLES["middle-game"].view, awaited=tuple(Awaited(seat, "an action") for seat in awaited)
    )
    blocks = layout(view, ("Ada", "Bo")).blocks
    (heading,) = [placed.block for placed in blocks if placed.role == "heading"]
    assert [" ".join(words.lines) for words in heading.words()][: len(said)] == said


@pytest.mark.parametrize("kind", ["dawn", "dusk", ""])
def test_parts_of_a_score_are_beside_the_fighters_and_add_up(kind: str) -> None:
    view = conflict(None, kind)
    (line,) = [placed.block for placed in layout(view, ("Ada", "Bo")).blocks if placed.role == "line"]
    parts = [words for words in line.words() if words.face == "number" and words.rect.y > 100]
    shown = sorted(
        sum(int(words.lines[0].replace("\u2212", "-")) for words in parts if (words.rect.x < line.width // 2) is left)
        for left in (True, False)
    )  # fmt: skip
    scores = [
        {"dawn": side.dawn_score, "dusk": side.dusk_score}.get(kind, side.dawn_score + side.dusk_score)
        for side in view.sides
    ]
    assert shown == sorted(scores)


def test_the_bar_leans_towards_the_leader() -> None:
    assert pulled(0, (7, 7)) == 0.5
    assert pulled(2, (12, 10)) == 12 / 22
    assert pulled(-1000, (-1000, 0)) == 0.05 < pulled(-1, (2, 3)) < 0.5 < pulled(1, (0, 0))


def test_exhausted_cards_are_turned_and_have_a_sign_and_no_others() -> None:
    for placed in layout(EXAMPLES["crowded"].view, ("Ada", "Bo")).blocks:
        exhausted = any(isinstance(piece, Icon) and piece.name == "tap" for piece in placed.block.pieces)
        if placed.role == "permanent" and placed.block.width <= WIDE.width:
            assert bool(placed.tilt) is exhausted


def test_an_inverted_arcanum_is_upside_down_and_labelled() -> None:
    view = EXAMPLES["choosing"].view
    for inverted, word in ((False, "Being played:"), (True, "Being played inverted:")):
        played = replace(view, resolving=ARCANA[0], resolving_inverted=inverted)
        (block,) = [one.block for one in layout(played, ("Ada", "Bo")).blocks if one.role == "resolving"]
        assert [piece.turned for piece in block.pieces if isinstance(piece, Picture)] == [inverted]
        assert any(words.lines[0].startswith(word) for words in block.words())
        assert any(word in line for text in text_board(played, ("Ada", "Bo")) for line in text.splitlines())


def test_an_arcanum_that_is_being_played_shows_the_text_that_is_played_and_no_other() -> None:
    view = EXAMPLES["choosing"].view
    upright, inverted = ARCANA[4].text[0].splitlines()[0], ARCANA[4].inverted[0]
    for turned, shown, hidden in ((False, upright, inverted), (True, inverted, upright)):
        played = replace(view, resolving=ARCANA[4], resolving_inverted=turned)
        (block,) = [one.block for one in layout(played, ("Ada", "Bo")).blocks if one.role == "resolving"]
        text = "\n".join(text_board(played, ("Ada", "Bo")))
        for shown_text in (" ".join(line for words in block.words() for line in words.lines), text):
            assert shown in shown_text and hidden not in shown_text
