"""Answers without a question: forced by public knowledge, or chosen before the match.

Challengers and players who accept can choose how the match begins for them. Everything else is random, so
that no match begins with waiting. The choices are stored with the seat, and no one else learns whether an
answer was chosen or random: both are given when the game asks. Random answers depend neither on the match's
seed nor on anything else that others can learn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot.errors import Refusal
from bot.games.playable import PlayableGame
from bot.platform.randomness import RandomSource
from bot.store.rows import SeatRow
from cards.i18n import msg
from engine.kernel.decoder import json_reader
from engine.kernel.events.event import Event
from engine.kernel.match import Match


class BadWish(Refusal):
    """The game doesn't know a choice made before a match."""


class PregamePreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's choices. Those not in `choices` are random; with `asks`, the player wants to be asked in the match."""

    choices: Mapping[str, str] = msgspec.field(default_factory=dict[str, str], name="said")
    asks: bool = False

    @property
    def text(self) -> str:
        """Its stored form: "" for nothing."""
        return "" if self == ALL_RANDOM else msgspec.json.encode(self).decode()


ALL_RANDOM = PregamePreferences()
_PREFERENCES = json_reader(PregamePreferences)


def read(text: str) -> PregamePreferences:
    """Return stored choices."""
    return _PREFERENCES.read(text) if text else ALL_RANDOM


def check(game: PlayableGame, preferences: PregamePreferences) -> None:
    """Raise BadWish, naming the possible choices, for a choice that this game doesn't offer before a match."""
    things = {} if game.pregame is None else {thing.key: thing for thing in game.pregame.things}
    for key, value in preferences.choices.items():
        thing = things.get(key)
        if thing is None or (thing.number is None and not thing.allows(value)):
            raise BadWish(msg("You can't choose that before a match."))
        if thing.number is not None and not thing.allows(value):
            low, high = thing.number
            raise BadWish(msg("{typed} is not between {low} and {high}.", typed=value, low=low, high=high))


def with_number(game: PlayableGame, number: int | None) -> PregamePreferences:
    """Return the choices of a person who names a number before a match, for the first item that needs one.

    Raises BadWish in a game without such an item.
    """
    if number is None:
        return ALL_RANDOM
    things = () if game.pregame is None else game.pregame.things
    key = next((thing.key for thing in things if thing.number is not None), "")
    preferences = PregamePreferences({key: str(number)})
    check(game, preferences)
    return preferences


def at_beginning(seats: Sequence[SeatRow], game: PlayableGame) -> dict[int, str]:
    """Return the stored answers for the start of a match by seat, for players who don't want to be asked."""
    if game.pregame is None:
        return {}
    preferences = {number: read(seat.pregame) for number, seat in enumerate(seats)}
    return {
        number: msgspec.json.encode(chosen).decode()
        for number, chosen in preferences.items()
        if not chosen.asks
    }


def in_match(seats: Sequence[SeatRow]) -> dict[int, str]:
    """Return the stored answers still to be given in a match, by seat."""
    return {number: seat.pregame for number, seat in enumerate(seats) if seat.pregame}


def settle(
    match: Match, game: PlayableGame, pregame: Mapping[int, str], random_source: RandomSource
) -> tuple[tuple[Event, ...], dict[int, str]]:
    """Answer everything that needs no question, until a player has a choice.

    `pregame` are the stored choices from before the match, by seat. Return the events, and the choices still
    unused.
    """
    events: tuple[Event, ...] = ()
    unused = dict(pregame)
    while True:
        events += forced(match)
        answer_count = match.turn_count
        for seat in sorted(unused):
            outcome = game.pregame and game.pregame.answer(match, seat, read(unused[seat]).choices)
            if outcome is None:
                del unused[seat]
            elif (choice := outcome.drawn(random_source())) is not None:
                events += match.answer(seat, match.pending_questions[seat].id, choice)
        if match.turn_count == answer_count:
            return events, unused


def forced(match: Match) -> tuple[Event, ...]:
    """Give the answers that public knowledge forces. Return the events."""
    events: tuple[Event, ...] = ()
    while (answer := match.forced()) is not None:
        seat, choice = answer
        events += match.answer(seat, match.pending_questions[seat].id, choice)
    return events
