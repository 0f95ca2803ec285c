"""Turning points: the event after which the winner was ahead until the end, by the public view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord.match_text import turning_point_lines
from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.games.playable import PlayableGame
from bot.match.replay.turning_point import TurningPoint, steps_of, turning_point
from cards.i18n import ENGLISH
from engine.kernel.chance import Chance
from engine.kernel.events.event import WentOut
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.question import random_choice
from tests.bot.match.test_decisive_round import GAME, played, resigned, table

LED = "deck_count"


def led_by(numbers: Sequence[int | None], game: PlayableGame = GAME) -> PlayableGame:
    """Return the game with the given leader at each step; the last one stays."""
    at = iter(numbers)
    last: list[int | None] = [None]

    def leads(view: Any) -> int | None:
        last[0] = next(at, last[0])
        return last[0]

    return replace(game, leads=leads, thinking=None, puzzles=None)


def point(record: MatchRecord, numbers: Sequence[int | None]) -> TurningPoint | None:
    return turning_point(led_by(numbers), table().names, record, ENGLISH)


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    record_ = played("seed 3").record
    assert record_.outcome is not None and len(record_.outcome.winners) == 1
    return record_


def test_it_is_the_last_decisive_event_before_the_final_lead(record: MatchRecord) -> None:
    assert record.outcome is not None
    winner = record.outcome.winners[0]
    steps = len(list(steps_of(GAME, record)))
    late = [1 - winner] * (steps - 4) + [winner] * 4
    turning = point(record, late)
    assert turning is not None and turning.chapter.startswith("Round") and turning.sentence.endswith(".")
    early = point(record, [1 - winner] * 3 + [winner] * 5 + [1 - winner] * 5 + [winner])
    assert early is not None and early.sentence != turning.sentence


def test_a_winner_who_was_never_behind_led_throughout(record: MatchRecord) -> None:
    assert record.outcome is not None
    winner = record.outcome.winners[0]
    assert point(record, [winner]) == TurningPoint(table().names[winner])


def test_it_calls_its_reader_you(record: MatchRecord) -> None:
    assert record.outcome is not None
    winner, names = record.outcome.winners[0], table().names
    behind = [1 - winner] * (len(list(steps_of(GAME, record))) - 4)
    for numbers in ([winner], [*behind, winner], [1 - winner]):
        for reader in (None, 0, 1):
            point = turning_point(led_by(numbers), names, record, ENGLISH, reader)
            [line] = turning_point_lines(point, ENGLISH)
            assert reader is None or names[reader] not in line
            assert ("you were" in line.lower()) == (reader == winner and point is not None and point.led)


def test_the_last_decisive_event_is_named_for_a_winner_who_was_not_ahead(
    record: MatchRecord,
) -> None:
    assert record.outcome is not None
    turning = point(record, [1 - record.outcome.winners[0]])
    assert turning is not None and turning.sentence and not turning.led


def test_no_winner_is_called_ahead_while_another_player_visibly_leads(record: MatchRecord) -> None:
    assert record.outcome is not None and GAME.thinking is not None
    winner = record.outcome.winners[0]
    turning = turning_point(replace(GAME, leads=lambda view: 1 - winner), table().names, record, ENGLISH)
    assert turning is not None and turning.sentence and not turning.led


def test_a_resigned_match_has_no_turning_point() -> None:
    assert point(resigned(played("seed 3", until_round=4)), [0] * 9 + [1]) is None


def test_a_departure_is_not_a_turning_point() -> None:
    game, chance = dreams_of_dystopia(), Chance("answers")
    match, _ = Match.begin(game.kernel, game.kernel.setup([None] * 3), "a")
    while match.outcome is None:
        [seat] = match.questions
        if match.turn_count == 60:
            match.leave((seat + 1) % 3, ending="resignation")
        else:
            match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    record = match.record
    assert record.outcome is not None
    [winner], steps = record.outcome.winners, list(steps_of(game, record))
    left = next(n for n, _, events in steps if any(isinstance(event.fact, WentOut) for event in events))
    led = led_by([(winner + 1) % 3] * left + [winner], game)
    turning = turning_point(led, ("Ada", "Bo", "Cy"), record, ENGLISH)
    assert turning is not None and turning.sentence and "gave up" not in turning.sentence


def test_the_last_hit_decides_for_a_winner_who_was_not_ahead() -> None:
    game, chance = dreams_of_dystopia(), Chance("answers")
    match, _ = Match.begin(game.kernel, game.kernel.setup([None] * 2), "a")
    while match.outcome is None:
        [seat] = match.questions
        match.answer(seat, match.questions[seat].id, random_choice(match.questions[seat], chance))
    assert match.outcome.ending == "fallen"
    [winner] = match.outcome.winners
    turning = turning_point(led_by([1 - winner], game), ("Ada", "Bo"), match.record, ENGLISH)
    assert turning is not None and "→ 0" in turning.sentence and "wins" not in turning.sentence


def test_it_uses_public_information_only(record: MatchRecord) -> None:
    turning = turning_point(GAME, table().names, record, ENGLISH)
    assert turning is not None and turning.who in table().names
