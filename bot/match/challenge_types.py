"""Challenges as created, prepared and accepted."""

from __future__ import annotations

from typing import Required, TypedDict

import msgspec

from bot.clocks import NO_CLOCK, TimeControl
from bot.games.playable import PlayableGame
from bot.match.first_answers import ALL_RANDOM, PregamePreferences
from bot.store.person import Person
from bot.views.types import MatchTable, PlayerSnapshot


class AcceptedChallenge(msgspec.Struct, frozen=True):
    """An accepted challenge. `snapshot` is None until everyone has accepted."""

    table: MatchTable
    snapshot: PlayerSnapshot | None


class PreparedSeat(msgspec.Struct, frozen=True):
    """A player's choices for a match that has not begun. `deck` is "" until they accept."""

    table: MatchTable
    deck: str
    wish: PregamePreferences


class MatchTerms(TypedDict, total=False):
    """The terms of a challenge or an open table, as fields of `NewChallenge`."""

    game: Required[PlayableGame]
    guild_id: Required[int | None]
    channel_id: Required[int]
    deck: str
    control: TimeControl
    rated: bool
    takes_over: bool
    wish: PregamePreferences


class NewChallenge(msgspec.Struct, frozen=True):
    """A challenge to be stored: `people` by seat, the challenger's seat, and the challenger's deck."""

    people: tuple[Person, ...]
    game: PlayableGame
    guild_id: int | None
    channel_id: int
    challenger: int = 0
    deck: str = ""
    control: TimeControl = NO_CLOCK
    rated: bool = False
    takes_over: bool = False
    """Whether the bot plays for players who run out of time. Players agree to that by accepting."""
    wish: PregamePreferences = ALL_RANDOM
    """The challenger's choices for the start of the match; only they know them."""
    rematch_of: int | None = None
    level: str = ""
    """The level of the bot, if it is among them; "" for its default."""
    table_for: int = 0
    """The number of seats of an open table; 0 for a challenge of named people."""
