"""Challenges as created, prepared and accepted."""

from __future__ import annotations

from typing import Required, TypedDict

import msgspec

from bot.clocks import NO_CLOCK, TimeControl
from bot.games.playable import PlayableGame
from bot.match.first_answers import ALL_RANDOM, PregamePreferences
from bot.store.person import Person
from bot.views.types import MatchTable, PrivateLook


class AcceptedChallenge(msgspec.Struct, frozen=True):
    """A challenge that was accepted. `look` is None as long as others have yet to accept."""

    table: MatchTable
    look: PrivateLook | None


class PreparedSeat(msgspec.Struct, frozen=True):
    """A player's choices for a match that has not begun. `deck` is "" until they accept."""

    table: MatchTable
    deck: str
    wish: PregamePreferences


class MatchTerms(TypedDict, total=False):
    """The terms of a match for which someone challenges others or opens a table: the fields of `NewChallenge`."""

    game: Required[PlayableGame]
    guild_id: Required[int | None]
    channel_id: Required[int]
    deck: str
    control: TimeControl
    rated: bool
    takes_over: bool
    wish: PregamePreferences


class NewChallenge(msgspec.Struct, frozen=True):
    """A challenge that is being made: `people` by seat, `challenger` the seat of who makes it, `deck` theirs."""

    people: tuple[Person, ...]
    game: PlayableGame
    guild_id: int | None
    channel_id: int
    challenger: int = 0
    deck: str = ""
    control: TimeControl = NO_CLOCK
    rated: bool = False
    takes_over: bool = False
    """Whether the bot plays on for players who run out of time: accepting agrees to that."""
    wish: PregamePreferences = ALL_RANDOM
    """The challenger's part of how the match begins; they alone know it."""
    rematch_of: int | None = None
    level: str = ""
    """The level of the bot, if it is among them; "" for its default."""
    table_for: int = 0
    """The number of seats of an open table; 0 for a challenge of named people."""
