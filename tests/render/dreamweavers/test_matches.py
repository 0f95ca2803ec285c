"""Boards, hands, texts and the finale of an actual match."""

from __future__ import annotations

import pytest

from cards.i18n import ENGLISH, Locale
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.chance import Chance
from engine.kernel.events.event import SeenEvent, seen
from engine.kernel.match import Match
from engine.kernel.simulation import RandomPlayer
from render.dreamweavers.alt import alt_board, alt_hand
from render.dreamweavers.board import layout
from render.dreamweavers.finale import finale_of
from render.dreamweavers.finale_pictures import WeaveScene
from render.dreamweavers.finale_scenes import scenes
from render.dreamweavers.hand import layout_hand
from render.dreamweavers.text import text_board, text_hand
from render.dreamweavers.visible_cards import cards_in_sight
from tests.render.sheets import all_words, check_sheet

NAMES = ("Ada", "Bo")
SPANISH = DREAMWEAVERS.translator(Locale.SPANISH)
EVERY = 12
Step = tuple[list[SeenEvent], tuple[DreamweaversView, ...]]


@pytest.fixture(scope="module")
def played() -> list[Step]:
    """Return the steps of a match: the public events, and the views of spectators and both seats."""
    match, happened = Match.begin(DREAMWEAVERS, DREAMWEAVERS.setup([None, None]), "pictures")
    players = [RandomPlayer(Chance(f"pictures {seat}")) for seat in (0, 1)]
    steps: list[Step] = []
    while True:
        views = tuple(match.view(viewer) for viewer in (None, 0, 1))
        steps.append(([seen(event, None) for event in happened], views))
        if match.outcome is not None:
            return steps
        seat = min(match.questions)
        question = match.questions[seat]
        answer = players[seat].answer(question, lambda seat=seat: match.view(seat))
        happened = match.answer(seat, question.id, answer)


def test_every_position_can_be_shown_in_both_languages(
    played: list[Step],
) -> None:
    assert len(played) > 30
    for _, views in played[::EVERY]:
        for view in views:
            for translator in (ENGLISH, SPANISH):
                check_sheet(layout(view, NAMES, translator))
                assert len(alt_board(view, NAMES, translator)) <= 1024
                assert len(text_board(view, NAMES, translator)) <= 3
            if view.viewer is not None:
                check_sheet(layout_hand(view, NAMES, SPANISH))
                assert alt_hand(view, NAMES, SPANISH) and text_hand(view, NAMES, SPANISH)


def test_a_hidden_hand_is_on_no_other_board(
    played: list[Step],
) -> None:
    for _, (public, first, _) in played[::EVERY]:
        own = {card.face.title for card in first.sides[0].hand if card.face is not None and not card.is_known}
        shown = " ".join(" ".join(words.lines) for _, words in all_words(layout(public, NAMES)))
        assert not [title for title in own if title in shown]
        assert not own & {one.title for one in cards_in_sight(public, NAMES)}


def test_the_end_has_its_finale(
    played: list[Step],
) -> None:
    finale = finale_of([views[0] for _, views in played[-12:]], [events for events, _ in played[-12:]])
    assert finale is not None
    film_scenes = scenes(finale, NAMES)
    assert isinstance(film_scenes[-1], WeaveScene)
    assert 5000 <= sum(step.milliseconds for scene in film_scenes for step in scene.steps) <= 15000
