"""Limits on how often one person may mention another, and blocks.

Every act that mentions another person on Discord is stored with its match, and these acts are the only record, so a
restart forgets nothing. Acts that the other person agreed to don't count. A person who deleted their data and returns
is recognised (`bot.store.deleted_accounts`).

People who have blocked a person can't be mentioned by them at all: not for a match, nor within one.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from bot.clocks.control import HOUR, MINUTE
from bot.command_keys import with_commands
from bot.errors import LimitReached, Refusal
from bot.store.blocks import BlockQueries
from bot.store.mentions import MentionKind, MentionQueries
from bot.store.person import Person
from bot.store.servers import ServerQueries
from cards.i18n import Message, msg, msg_plural

PRACTICE = 20
"""Maximum matches against the bot per person and hour, because each has its own thread."""


_SO_SOON = {
    MentionKind.CHALLENGE: msg("You challenged {who} recently. You can challenge them again {when}."),
    MentionKind.DRAW: msg("You offered {who} a draw recently. You can offer another {when}."),
    MentionKind.UNDO: msg("You asked {who} to take back a move recently. You can ask again {when}."),
    MentionKind.PAUSE: msg("You asked {who} for a pause recently. You can ask again {when}."),
    MentionKind.ABORT: msg("You asked {who} to cancel the match recently. You can ask again {when}."),
    MentionKind.TAKEOVER: msg("You asked {who} recently to let me play. You can ask again {when}."),
    MentionKind.TIME: msg("You gave {who} time recently. You can give more {when}."),
}


class TooSoon(LimitReached):
    """Too often in too short a time. It is possible again `at` (ms since 1970), as the message says."""

    def __init__(self, sentence: Message, at: int) -> None:
        super().__init__(sentence)
        self.at = at


class Unwilling(Refusal):
    """The other person has blocked this one, which they are not told, or is blocked by them."""


class _ContactQueries(Protocol):
    """The queries to the store."""

    @property
    def blocks(self) -> BlockQueries: ...

    @property
    def mentions(self) -> MentionQueries: ...

    @property
    def servers(self) -> ServerQueries: ...


def moment(at: int) -> str:
    """Return a time in Discord's format for each reader's time zone: "in 5 minutes"."""
    return f"<t:{-(-at // 1000)}:R>"


class Limits(msgspec.Struct, frozen=True):
    """General limits on mentions: challenges per person and hour, and minutes between two mentions."""

    hourly: int = 5
    gap: int = 10


USUAL = Limits()


async def check_often(
    store: _ContactQueries,
    limits: Limits,
    guild_id: int | None,
    challenger: Person,
    now: int,
    *,
    practice: bool,
) -> None:
    """Raise TooSoon if the person made the maximum of challenges within an hour.

    `practice`: against the bot.
    """
    rules = await store.servers.of(guild_id)
    allowed = [(limits.hourly, None), (rules.hourly, guild_id)]
    for limit, limited_guild in [(PRACTICE, None)] if practice else allowed:
        if limit is None:
            continue
        challenge_times = await store.mentions.challenges(
            challenger.id, now - HOUR, limited_guild, practice=practice
        )
        if len(challenge_times) >= limit:
            at = challenge_times[limit - 1] + HOUR
            raise TooSoon(
                msg_plural(
                    "You made {n} challenge within an hour, the maximum. You can challenge again {when}.",
                    "You made {n} challenges within an hour, the maximum. You can challenge again {when}.",
                    limit,
                    when=moment(at),
                ),
                at,
            )


async def check_challenge(
    store: _ContactQueries,
    limits: Limits,
    guild_id: int | None,
    challenger: Person,
    opponent: Person,
    now: int,
) -> None:
    """Raise Unwilling or TooSoon unless a person may challenge another now."""
    sentence = msg("You can't challenge {who} now.", who=opponent.name)
    await check_willing(store.blocks, challenger, opponent, sentence)
    if not opponent.is_this_bot:
        await _check_gap(store, limits, guild_id, challenger, opponent, MentionKind.CHALLENGE, now)


async def check_may_mention(
    store: _ContactQueries,
    limits: Limits,
    guild_id: int | None,
    caller: Person,
    mentioned: Person,
    kind: MentionKind,
    now: int,
) -> None:
    """Raise Unwilling or TooSoon unless a player may make a request to another in their match now."""
    if mentioned.is_this_bot:
        return
    sentence = msg("You can't ask {who} that now.", who=mentioned.name)
    await check_willing(store.blocks, caller, mentioned, sentence)
    await _check_gap(store, limits, guild_id, caller, mentioned, kind, now)


async def check_willing(blocks: BlockQueries, caller: Person, mentioned: Person, sentence: Message) -> None:
    """Raise Unwilling if either person has blocked the other; with this message if the mentioned one has."""
    if await blocks.has_blocked(mentioned.id, caller.id):
        raise Unwilling(sentence)
    if await blocks.has_blocked(caller.id, mentioned.id):
        raise Unwilling(
            with_commands(msg("You blocked {who}. Undo that with `{/unblock}`.", who=mentioned.name))
        )


async def _check_gap(
    store: _ContactQueries,
    limits: Limits,
    guild_id: int | None,
    caller: Person,
    mentioned: Person,
    kind: MentionKind,
    now: int,
) -> None:
    rules = await store.servers.of(guild_id)
    for minutes, limited_guild in ((limits.gap, None), (rules.gap or 0, guild_id)):
        gap = minutes * MINUTE
        last = (
            await store.mentions.last(caller.id, mentioned.id, kind, now - gap, limited_guild)
            if gap
            else None
        )
        if last is not None:
            raise TooSoon(_SO_SOON[kind].filled(who=mentioned.name, when=moment(last + gap)), last + gap)
