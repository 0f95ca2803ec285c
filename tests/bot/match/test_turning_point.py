"""Turning points: after what the winner of a match was ahead until the end, as far as everybody could see."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.playable import PlayableGame
from bot.match.replay.turning_point import TurningPoint, steps_of, turning_point
from cards.i18n import ENGLISH
from engine.kernel.match_state import MatchRecord
from tests.bot.match.test_decisive_round import GAME, played, resigned, table

LED = "deck_count"


def led_by(numbers: list[int | None]) -> PlayableGame:
    """Return the game with someone ahead at each step as it is told here, and then as at the last one."""
    at = iter(numbers)
    last: list[int | None] = [None]

    def leads(view: Any) -> int | None:
        last[0] = next(at, last[0])
        return last[0]

    return replace(GAME, leads=leads, thinking=None, puzzles=None)


def point(record: MatchRecord, numbers: list[int | None]) -> TurningPoint | None:
    return turning_point(led_by(numbers), table().names, record, ENGLISH)


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    found = played("seed 3").record
    assert found.outcome is not None and len(found.outcome.winners) == 1
    return found


def test_it_is_the_last_decisive_thing_before_the_winner_was_ahead_for_good(record: MatchRecord) -> None:
    assert record.outcome is not None
    winner = record.outcome.winners[0]
    steps = len(list(steps_of(GAME, record)))
    late = [1 - winner] * (steps - 4) + [winner] * 4
    found = point(record, late)
    assert found is not None and found.chapter.startswith("Round") and found.sentence.endswith(".")
    early = point(record, [1 - winner] * 3 + [winner] * 5 + [1 - winner] * 5 + [winner])
    assert early is not None and early.sentence != found.sentence


def test_a_winner_who_was_never_behind_led_throughout(record: MatchRecord) -> None:
    assert record.outcome is not None
    winner = record.outcome.winners[0]
    assert point(record, [winner]) == TurningPoint(table().names[winner])


def test_the_last_decisive_event_is_named_for_a_winner_who_was_not_ahead(
    record: MatchRecord,
) -> None:
    assert record.outcome is not None
    found = point(record, [1 - record.outcome.winners[0]])
    assert found is not None and found.sentence and not found.led


def test_of_a_match_that_was_given_up_nothing_else_is_said() -> None:
    assert point(resigned(played("seed 3", until_round=4)), [0] * 9 + [1]) is None


def test_it_is_made_of_what_everybody_saw(record: MatchRecord) -> None:
    found = turning_point(GAME, table().names, record, ENGLISH)
    assert found is not None and found.who in table().names
