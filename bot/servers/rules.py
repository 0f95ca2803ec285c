"""A server's settings for its matches, and the checks of challenges against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.errors import LimitReached, Refusal
from bot.store.person import Person
from bot.store.servers import NamedSetting, ServerQueries, ServerRules
from cards.i18n import Message, msg, msg_plural, series

MOST_CHANNELS = 25
"""Maximum channels or roles that can be chosen: one menu."""
RATED_BOUNDS: Mapping[str, tuple[int, int]] = {
    "rated_round": (1, 10),
    "rated_pair": (0, 365),
    "rated_daily": (1, 100),
    "rated_age": (0, 365),
}
"""The minimum and maximum of the settings for rated matches, by field of `ServerRules`."""
BOUNDS: Mapping[str, tuple[int, int]] = {
    **RATED_BOUNDS,
    **dict.fromkeys(("matches", "challenges", "hourly"), (1, 1000)),
    "gap": (1, 1440),
}
"""The minimum and maximum of all number settings; `gap` is in minutes."""


class NotHere(Refusal):
    """Matches can't be started in this channel. `channels` are those where they can."""

    def __init__(self, channels: tuple[NamedSetting, ...]) -> None:
        names = series(*(f"#{channel.name}" for channel in channels), joined="or")
        super().__init__(
            msg("You can't start matches in this channel. Please challenge in {channels}.", channels=names)
        )
        self.channels = channels


class Barred(Refusal):
    """A moderator has barred the person from playing on this server."""


class NoRatedMatches(Refusal):
    """The server has rated matches turned off."""


async def check_challenge(
    store: ServerQueries,
    guild_id: int | None,
    channel_id: int,
    challenger: Person,
    opponents: Sequence[Person] = (),
    *,
    rated: bool,
) -> None:
    """Raise Barred, NotHere, NoRatedMatches or LimitReached if the server's settings forbid a challenge."""
    if guild_id is None:
        return
    await _check_all_may_play(store, guild_id, challenger, opponents)
    rules = await store.of(guild_id)
    if rules.channels and all(channel_id != channel.id for channel in rules.channels):
        raise NotHere(rules.channels)
    if rated and not rules.rated:
        raise NoRatedMatches(
            msg("This server doesn't allow rated matches. You can challenge without `rated:`.")
        )
    limit = rules.challenges
    if limit is not None and await store.challenges(challenger.id, guild_id) >= limit:
        raise LimitReached(
            msg_plural(
                "You already have {n} open challenge on this server, the maximum here. "
                "Withdraw it or wait for an answer.",
                "You already have {n} open challenges on this server, the maximum here. "
                "Withdraw one or wait for an answer.",
                limit,
            )
        )
    await _check_playing(store, rules, guild_id, challenger, you=True)


async def check_match(
    store: ServerQueries, guild_id: int | None, person: Person, opponents: Sequence[Person]
) -> None:
    """Raise Barred or LimitReached, worded for `person`, if a player can't begin another match on this server."""
    if guild_id is None:
        return
    await _check_all_may_play(store, guild_id, person, opponents)
    rules = await store.of(guild_id)
    await _check_playing(store, rules, guild_id, person, you=True)
    for opponent in opponents:
        await _check_playing(store, rules, guild_id, opponent, you=False)


async def _check_all_may_play(
    store: ServerQueries, guild_id: int, person: Person, opponents: Sequence[Person]
) -> None:
    await check_may_play(store, guild_id, person, you=True)
    for opponent in opponents:
        await check_may_play(store, guild_id, opponent, you=False)


async def check_may_play(store: ServerQueries, guild_id: int | None, person: Person, *, you: bool) -> None:
    """Raise Barred if a person is barred from playing on a server. `you`: the message is for them."""
    reason = None if guild_id is None else await store.barred(person.id, guild_id)
    if reason is None:
        return
    if not you:
        raise Barred(msg("{who} can't play on this server at the moment.", who=person.name))
    raise Barred(
        msg("A moderator has barred you from playing on this server. The reason: {reason}", reason=reason)
        if reason
        else msg("A moderator has barred you from playing on this server. Ask the moderators here about it.")
    )


async def _check_playing(
    store: ServerQueries, rules: ServerRules, guild_id: int, person: Person, *, you: bool
) -> None:
    limit = rules.matches
    if limit is not None and await store.playing(person.id, guild_id) >= limit:
        raise LimitReached(_playing(person, limit, you=you))


def _playing(person: Person, most: int, *, you: bool) -> Message:
    if you:
        return msg_plural(
            "You're already playing {n} match on this server, the maximum here.",
            "You're already playing {n} matches on this server, the maximum here.",
            most,
        )
    return msg_plural(
        "{who} is already playing {n} match on this server, the maximum here.",
        "{who} is already playing {n} matches on this server, the maximum here.",
        most,
        who=person.name,
    )
