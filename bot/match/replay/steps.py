"""A match that is over, step by step: each decision with all that it led to."""

from __future__ import annotations

from collections.abc import Iterator

from bot.errors import NotFound
from bot.games.playable import PlayableGame
from cards.i18n import msg
from engine.kernel.errors import GameError, UnreadableMatch
from engine.kernel.events.event import Event
from engine.kernel.match import Match, is_forced
from engine.kernel.match_state import MatchRecord


def steps_of(game: PlayableGame, record: MatchRecord) -> Iterator[tuple[int, Match, tuple[Event, ...]]]:
    """Play a record: each step's number, the match as it is then, and what happened.

    What public knowledge forced is part of the step that led there, as it was when the match was played.
    Raises NotFound if it can't be replayed any more.
    """
    try:
        match, events = Match.begin(game.kernel, record.setup, record.seed)
        number = 0
        for answer in record.answers:
            if not is_forced(match, answer):
                yield number, match, events
                number, events = number + 1, ()
            events += match.repeat(answer)
        yield number, match, events
    except (GameError, UnreadableMatch, KeyError):
        raise _cannot_be_replayed() from None
    if match.outcome is None and record.outcome is not None:
        events = match.conclude(record.outcome)
        yield number + 1, match, events


def answers_of(game: PlayableGame, record: MatchRecord) -> Iterator[tuple[int, int, Match]]:
    """Play a record answer by answer: its number from 1, the step to which it leads, and the match before it.

    Raises NotFound if it can't be replayed any more.
    """
    try:
        match, _ = Match.begin(game.kernel, record.setup, record.seed)
        step = 0
        for number, answer in enumerate(record.answers, 1):
            step += not is_forced(match, answer)
            yield number, step, match
            match.repeat(answer)
    except (GameError, UnreadableMatch, KeyError):
        raise _cannot_be_replayed() from None


def _cannot_be_replayed() -> NotFound:
    return NotFound(
        msg("I can't replay this match: its answers don't fit the deal, or it was played under older rules.")
    )
