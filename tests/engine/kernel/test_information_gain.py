"""Information revealed by an act, in games with two to four seats, secret bids and hands."""

from __future__ import annotations

import pytest

from engine.kernel.chance import Chance
from engine.kernel.game import Game
from engine.kernel.information_gain import received
from engine.kernel.match import Match
from engine.kernel.question import QuestionKind, random_choice
from engine.kernel.undo import UndoPrice, undoing
from tests.games.lanterns import DECKS, LANTERNS
from tests.games.parlour import PARLOUR
from tests.games.parlour_rules import HAND
from tests.games.vigil.game import VIGIL


def begun(game: Game, seats: int) -> Match:
    decks = list(DECKS.values()) if game.name == "lanterns" else [HAND]
    return Match.begin(game, game.setup([decks[seat % len(decks)] for seat in range(seats)]), "shown")[0]


@pytest.mark.parametrize(("game", "seats"), [(LANTERNS, 2), (LANTERNS, 4), (PARLOUR, 2), (VIGIL, 3)])
def test_no_audience_can_distinguish_a_twin_from_the_true_position(game: Game, seats: int) -> None:
    match, chance = begun(game, seats), Chance("samples")
    while match.outcome is None:
        for known in [(), *((seat,) for seat in range(seats)), (0, seats - 1)]:
            world = game.exchange(match.machine, known, chance)
            for viewer in (*known, None):
                assert received(game, world, viewer) == received(game, match.machine, viewer)
            assert [len(one.options) for one in world.position.questions.values()] == [
                len(one.options) for one in match.pending_questions.values()
            ]
        seat = min(match.pending_questions)
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))


def answer(match: Match, seat: int, *choice: str) -> UndoPrice:
    match.answer(seat, match.questions[seat].id, choice)
    undo = undoing(match, seat)
    assert undo is not None
    return undo.price


def test_a_bid_is_free_to_undo_until_the_bids_are_open() -> None:
    match = begun(LANTERNS, 3)
    assert answer(match, 0, "2") is UndoPrice.FREE
    assert answer(match, 1, "3") is UndoPrice.FREE
    assert answer(match, 2, "1") is UndoPrice.NEVER, "the last player sees the other bids"
    undo = undoing(match, 0)
    assert undo is not None and undo.price is UndoPrice.NEVER and undo.event is not None
    assert undo.event.kind == "bids"


def test_taking_back_a_revealed_hand_needs_consent() -> None:
    match = begun(LANTERNS, 2)
    match.answer(0, match.questions[0].id, ("5",))
    match.answer(1, match.questions[1].id, ("1",))
    order = match.questions[0]
    assert order.kind is QuestionKind.ORDER
    assert answer(match, 0, *(option.key for option in order.options)) is UndoPrice.CONSENT
    shares = random_choice(match.questions[0], Chance("light"))
    assert answer(match, 0, *shares) is UndoPrice.FREE


def test_a_card_that_is_played_is_shown_and_a_pass_shows_nothing() -> None:
    match = begun(PARLOUR, 2)
    assert answer(match, 0, "pass") is UndoPrice.FREE
    assert answer(match, 1, f"play {HAND[0]}") is UndoPrice.CONSENT
    riddle = match.questions[1]
    assert answer(match, 1, *random_choice(riddle, Chance("riddle"))) is UndoPrice.NEVER, "a lot was drawn"
