"""Challenges as they are made, prepared for and accepted."""

from __future__ import annotations

import msgspec

from bot.clocks import TimeControl
from bot.games.playable import PlayableGame
from bot.match.first_answers import BeforehandWish
from bot.store.person import Person
from bot.views.types import MatchTable, PrivateLook


class Accepted(msgspec.Struct, frozen=True):
    """A challenge that was accepted. `look` is None as long as others have yet to accept."""

    table: MatchTable
    look: PrivateLook | None


class Prepared(msgspec.Struct, frozen=True):
    """A player's choices for a match that has not begun. `deck` is "" until they accept."""

    table: MatchTable
    deck: str
    wish: BeforehandWish


class NewChallenge(msgspec.Struct, frozen=True):
    """A challenge that is being made: `people` by seat, `challenger` the seat of who makes it, `deck` theirs."""

    game: PlayableGame
    guild_id: int | None
    channel_id: int
    control: TimeControl
    people: tuple[Person, ...]
    challenger: int
    deck: str
    wish: BeforehandWish
    rated: bool
    rematch_of: int | None = None
    takes_over: bool = False
    level: str = ""
    """The level of the bot, if it is among them; "" for its default."""
    table_for: int = 0
    """The number of seats of an open table; 0 for a challenge of named people."""
