"""Taking back is priced by the revealed information: free if nothing was shown or drawn (undo)."""

from __future__ import annotations

from functools import cache

import pytest

from engine.dreamweavers.game import DREAMWEAVERS
from engine.kernel.chance import Chance
from engine.kernel.match import Match, replay
from engine.kernel.question import random_choice
from engine.kernel.undo import Since, TakeBack, UndoPrice, undoing


@cache
def reached(topic: str, held: int = 0) -> Match:
    """Play a random match up to the first question of a topic, or the first with this number of cards in hand."""
    match = Match.new(DREAMWEAVERS, [None, None], "taken back")
    chance = Chance("taken back")
    while match.pending_questions[min(match.pending_questions)].topic != topic or held not in (
        0,
        hand_of(match),
    ):
        seat = max(match.pending_questions)
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    return match


def hand_of(match: Match) -> int:
    """Return the number of cards in an asked player's hand."""
    seat = min(match.pending_questions)
    return len(match.view(seat).sides[seat].hand)


def after(topic: str, *choice: str, held: int = 0) -> tuple[TakeBack, Match]:
    """Return the price of taking back an answer to the first such question."""
    reached_match = reached(topic, held)
    match = replay(DREAMWEAVERS, reached_match.setup, reached_match.seed, reached_match.record.answers)
    seat = min(match.pending_questions)
    match.answer(seat, match.questions[seat].id, choice or (match.questions[seat].options[0].key,))
    price = undoing(match, seat)
    assert price is not None
    return price, reached_match


@pytest.mark.parametrize("topic", ["draft", "intent"])
def test_an_unseen_pick_or_intent_is_taken_back_freely(topic: str) -> None:
    price, match = after(topic)
    assert (price.price, price.stay) == (UndoPrice.FREE, len(match.record.answers))


def test_letting_go_shows_nothing_and_neither_does_refreshing_a_full_hand() -> None:
    assert after("action", "let go")[0].price is UndoPrice.FREE
    assert after("action", "refresh", held=5)[0].price is UndoPrice.FREE


def test_a_draw_cannot_be_taken_back() -> None:
    price, _ = after("action", "refresh", held=3)
    assert (price.price, price.since) == (UndoPrice.NEVER, Since.SEEN)


def test_a_card_that_was_played_was_seen() -> None:
    match = reached("action")
    play = next(
        one.key for one in match.questions[min(match.pending_questions)].options if one.key.startswith("play")
    )
    assert after("action", play)[0].price in (UndoPrice.CONSENT, UndoPrice.NEVER)


def test_no_deal_is_promised_card_by_card() -> None:
    """Minds are shuffled after the draft, so the commitment at the beginning is to the seed of all randomness."""
    assert DREAMWEAVERS.hidden_deal is None
