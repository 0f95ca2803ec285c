"""The picture of a deck: golden images, its layout, and the same as text."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from cards.voidream.deck_rules import violations
from cards.voidream.decks import DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from render.voidream.deck import MOST_BYTES, draw_deck, layout_deck
from render.voidream.deck_words import alt_deck, text_deck
from tests.cards.voidream.decklists import ANY_DECK
from tests.render.golden import check_golden
from tests.render.sheets import all_words, check_sheet, weakest_contrast
from tests.render.voidream.test_pictures import GOLDEN

SLOW = settings(
    max_examples=25,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def card(title: str, kind: Kind, faction: Faction, value: int, stability: int = 0) -> Card:
    return Card(title, kind, faction, value, stability=stability)


COURT, MAZE, NEUTRAL = Faction.CHIMERIC_COURT, Faction.MAZE, Faction.NEUTRAL
WHOLE = DeckList(
    bastion=card("Palace of a Thousand Windows", Kind.BASTION, COURT, 2, 8),
    mind=card("Serenity", Kind.MIND, NEUTRAL, 0),
    guest=MAZE,
    arcana=tuple(card(f"Arcanum of the {n}th Hour", Kind.ARCANUM, (COURT, MAZE, NEUTRAL)[n % 3], n % 4 + 1) for n in range(8)),
    dream=(
        *(card(f"Entity Number {n}", Kind.ENTITY, COURT, n % 4 + 1) for n in range(9) for _ in range(n % 3 + 1)),
        *[card("An Advocate in Most Elaborately Borrowed Wings", Kind.ENTITY, COURT, 3)] * 2,
        *(card(f"Thought {n}", Kind.THOUGHT, MAZE, n % 4 + 1) for n in range(5) for _ in range(2)),
        *(card(f"Memory {n}", Kind.MEMORY, NEUTRAL, 4) for n in range(4)),
        card("Wall", Kind.CONSTRUCT, COURT, 1, 3),
    ),
)  # fmt: skip
HALF = replace(WHOLE, bastion=None, mind=None, main=COURT, arcana=WHOLE.arcana[:3], dream=WHOLE.dream[:5])
DECKS = {"deck-whole": WHOLE, "deck-half": HALF}


@pytest.mark.parametrize("name", DECKS)
def test_decks_look_as_they_did(name: str, request: pytest.FixtureRequest) -> None:
    draw = bool(request.config.getoption("--draw-golden", default=False))
    check_golden(GOLDEN / f"{name}.jpg", draw_deck("Wings over Noon", DECKS[name]), draw=draw)


@SLOW
@given(st.text(max_size=60), ANY_DECK)
def test_any_deck_has_everything_in_its_place(name: str, deck: DeckList) -> None:
    check_sheet(layout_deck(name, deck))


@pytest.mark.parametrize("name", DECKS)
def test_words_have_contrast_and_are_legible_on_a_phone(name: str) -> None:
    sheet = layout_deck("Wings over Noon", DECKS[name])
    for placed in sheet.blocks:
        for words in placed.block.words():
            assert weakest_contrast(placed.block, words) >= 4.5, words
    for role, words in all_words(sheet):
        assert words.size >= {"number": 34, "title": 29, "display": 29}.get(words.face, 24), (role, words)
        assert words.whole, (role, words)


def test_every_title_of_the_set_is_shown_whole() -> None:
    every = DeckList(
        arcana=tuple(one for one in the_set() if one.kind is Kind.ARCANUM),
        dream=tuple(one for one in the_set() if one.kind not in (Kind.ARCANUM, Kind.BASTION, Kind.MIND)),
    )
    sheet = layout_deck("Everything", every)
    check_sheet(sheet)
    assert all(words.whole for _, words in all_words(sheet))
    for one in the_set():
        if one.kind in (Kind.BASTION, Kind.MIND):
            lead = DeckList(**{one.kind.value: one})
            assert all(words.whole for _, words in all_words(layout_deck("x", lead))), one.title


@pytest.mark.parametrize("name", DECKS)
def test_pictures_are_small_enough_to_send(name: str) -> None:
    data = draw_deck("Wings over Noon", DECKS[name])
    assert len(data) <= MOST_BYTES
    assert Image.open(BytesIO(data)).width == 1100


def test_pictures_are_independent_of_the_order_of_cards() -> None:
    turned = replace(WHOLE, arcana=WHOLE.arcana[::-1], dream=WHOLE.dream[::-1])
    assert draw_deck("x", turned) == draw_deck("x", WHOLE)


@SLOW
@given(ANY_DECK)
def test_the_text_contains_everything_in_the_picture(deck: DeckList) -> None:
    alt, parts = alt_deck("Wings over Noon", deck), text_deck("Wings over Noon", deck)
    assert len(alt) <= 1024
    assert all(len(part) <= 4000 for part in parts)
    text = "\n".join(parts)
    assert ("Ready to play" in text) == ("Ready to play" in alt) == (not violations(deck))
    for one in (*deck.arcana, *deck.dream, *filter(None, (deck.bastion, deck.mind))):
        assert one.title in text.replace("\\", "")
    assert f"{len(deck.dream)} Dream card" in alt
