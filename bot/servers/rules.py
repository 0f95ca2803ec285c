"""What a server has decided about matches on it, and the checks that challenges there have to pass."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

import msgspec

from bot.clocks import TimeControl, read_control
from bot.errors import LimitReached, Refusal
from bot.match.views import Person
from cards.i18n import Message, msg, msg_plural, series

MOST_CHANNELS = 25
"""Channels or roles that can be named: as many as one menu holds."""
MOST = 1000
"""The highest limit that can be set."""
MOST_GAP = 1440
"""The most minutes between two calls that can be set: a day."""
MOST_ROUND, MOST_DAILY, MOST_DAYS = 10, 100, 365
RATED_BOUNDS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "rated_round": (1, MOST_ROUND),
        "rated_pair": (0, MOST_DAYS),
        "rated_daily": (1, MOST_DAILY),
        "rated_age": (0, MOST_DAYS),
    }
)
"""The least and the most of what can be set about rated matches, by the names of `ServerRules`."""


class NamedSetting(msgspec.Struct, frozen=True, array_like=True):
    """A channel or role that was chosen, and what it was called then: it may have been renamed or deleted since."""

    id: int
    name: str


class ServerRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a server.

    Without `channels` matches may be begun in all of them. `games` are the keys of the games that are played here, the one
    that is offered first in front; none: all of them. `control` is a time control as it is written, and `decks` are the
    names of ready-made decks, by the key of their game: what a challenge has that names neither. `matches` and `challenges` are how
    many matches somebody may be playing here, and how many open challenges they may have made; None: as many as
    elsewhere. `hourly` is how many challenges somebody may make within an hour, `gap` how many minutes lie between two calls
    of the same person in vain (`bot.people.calls`); None, or less than elsewhere: as elsewhere. Without `moderators` whoever may manage messages moderates. `announces` is the channel in which results
    are told, None for nowhere.

    A rated match counts if it has reached the round `rated_round` and both have decided something in it. The n-th of the
    same two within `rated_pair` days counts as the n-th part of a match (0: each counts whole). At most `rated_daily`
    matches of a person count within a day, and none of an account that is younger than `rated_age` days.

    `abort_alone`: before the first action either player can call a match off; else it takes both once cards are dealt.
    """

    channels: tuple[NamedSetting, ...] = ()
    games: tuple[str, ...] = ()
    control: str = "none"
    decks: Mapping[str, str] = {}
    matches: int | None = None
    challenges: int | None = None
    hourly: int | None = None
    gap: int | None = None
    moderators: tuple[NamedSetting, ...] = ()
    announces: NamedSetting | None = None
    rated: bool = True
    rated_round: int = 2
    rated_pair: int = 30
    rated_daily: int = 10
    rated_age: int = 7
    abort_alone: bool = False

    @property
    def clock(self) -> TimeControl:
        """The time control of a challenge that names none."""
        return read_control(self.control)


USUAL = ServerRules()


class ServersReading(Protocol):
    """Settings of servers, and what they are checked against."""

    async def of(self, guild_id: int | None) -> ServerRules:
        """Return the settings of a server; the usual ones where there is none."""
        ...

    async def has_changed(self, interaction: int) -> bool:
        """Return whether an interaction has changed the settings of a server already."""
        ...

    async def changed(self, guild_id: int, what: str, since: int) -> list[int]:
        """Return when such a setting of a server was changed since a moment, the last time first."""
        ...

    async def playing(self, person: int, guild_id: int) -> int:
        """Return how many matches somebody is playing on a server."""
        ...

    async def challenges(self, person: int, guild_id: int) -> int:
        """Return how many open challenges somebody has made on a server."""
        ...


class ServersWriting(ServersReading, Protocol):
    """Settings of servers, inside a transaction."""

    async def put(self, guild_id: int, rules: ServerRules) -> None:
        """Remember the settings of a server."""
        ...

    async def add_change(self, interaction: int, guild_id: int, person: int, what: str, at: int) -> None:
        """Remember who changed which setting of a server, and when."""
        ...


class NotHere(Refusal):
    """Matches are not begun in this channel. `channels` are those in which they are."""

    def __init__(self, channels: tuple[NamedSetting, ...]) -> None:
        named = series(*(f"#{one.name}" for one in channels), joined="or")
        super().__init__(
            msg("Matches are not begun in this channel. Please challenge in {channels}.", channels=named)
        )
        self.channels = channels


class NoRatedMatches(Refusal):
    """There are no rated matches on this server."""


async def check_challenge(
    store: ServersReading, guild_id: int | None, channel_id: int, challenger: Person, *, rated: bool
) -> None:
    """Raise NotHere, NoRatedMatches or LimitReached if the server's settings are against a challenge."""
    if guild_id is None:
        return
    rules = await store.of(guild_id)
    if rules.channels and all(channel_id != one.id for one in rules.channels):
        raise NotHere(rules.channels)
    if rated and not rules.rated:
        raise NoRatedMatches(
            msg("There are no rated matches on this server. You can challenge without `rated:`.")
        )
    most = rules.challenges
    if most is not None and await store.challenges(challenger.id, guild_id) >= most:
        raise LimitReached(
            msg_plural(
                "You have {n} open challenge on this server, and that is the limit here. Withdraw it, or wait for an "
                "answer.",
                "You have {n} open challenges on this server, and that is the limit here. Withdraw one, or wait for an "
                "answer.",
                most,
            )
        )
    await _check_playing(store, rules, guild_id, challenger, you=True)


async def check_accept(
    store: ServersReading, guild_id: int | None, challenger: Person, opponent: Person
) -> None:
    """Raise LimitReached if one more match on this server is too many for either of them."""
    if guild_id is None:
        return
    rules = await store.of(guild_id)
    await _check_playing(store, rules, guild_id, opponent, you=True)
    await _check_playing(store, rules, guild_id, challenger, you=False)


async def _check_playing(
    store: ServersReading, rules: ServerRules, guild_id: int, person: Person, *, you: bool
) -> None:
    most = rules.matches
    if most is not None and await store.playing(person.id, guild_id) >= most:
        raise LimitReached(_playing(person, most, you=you))


def _playing(person: Person, most: int, *, you: bool) -> Message:
    if you:
        return msg_plural(
            "You are playing {n} match on this server, and that is the limit here.",
            "You are playing {n} matches on this server, and that is the limit here.",
            most,
        )
    return msg_plural(
        "{who} is playing {n} match on this server, and that is the limit here.",
        "{who} is playing {n} matches on this server, and that is the limit here.",
        most,
        who=person.name,
    )
