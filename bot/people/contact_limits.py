"""Limits on how often one person may mention another, and blocks.

Every act that mentions another person on Discord is stored with its match, and these acts are the only record, so a
restart forgets nothing. Acts that the other person agreed to don't count. A person who deleted their data and returns
is recognised (`bot.store.deleted_accounts`).

People who have blocked a person can't be mentioned by them at all: not for a match, nor within one.
"""

from __future__ import annotations

import msgspec

from bot.clocks.control import HOUR, MINUTE
from bot.command_keys import with_commands
from bot.errors import LimitReached, Refusal
from bot.store import Reading
from bot.store.blocks import BlockQueries
from bot.store.mentions import MentionKind
from bot.store.person import Person
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


def moment(at: int) -> str:
    """Return a time in Discord's format for each reader's time zone: "in 5 minutes"."""
    return f"<t:{-(-at // 1000)}:R>"


class Limits(msgspec.Struct, frozen=True):
    """General limits on mentions: challenges per person and hour, and minutes between two mentions."""

    hourly: int = 5
    gap: int = 10


USUAL = Limits()


class Contacts(msgspec.Struct, frozen=True):
    """A person who mentions others on a server now, and the limits on that."""

    store: Reading
    limits: Limits
    guild_id: int | None
    person: Person
    now: int

    async def check_often(self, *, practice: bool) -> None:
        """Raise TooSoon if the person made the maximum of challenges within an hour.

        `practice`: against the bot.
        """
        rules = await self.store.servers.of(self.guild_id)
        allowed = [(self.limits.hourly, None), (rules.hourly, self.guild_id)]
        for limit, limited_guild in [(PRACTICE, None)] if practice else allowed:
            if limit is None:
                continue
            challenge_times = await self.store.mentions.challenges(
                self.person.id, self.now - HOUR, limited_guild, practice=practice
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

    async def check_challenge(self, opponent: Person) -> None:
        """Raise Unwilling or TooSoon unless the person may challenge another."""
        sentence = msg("You can't challenge {who} now.", who=opponent.name)
        await check_willing(self.store.blocks, self.person, opponent, sentence)
        if not opponent.is_this_bot:
            await self._check_gap(opponent, MentionKind.CHALLENGE)

    async def check_may_mention(self, mentioned: Person, kind: MentionKind) -> None:
        """Raise Unwilling or TooSoon unless the person may make a request to another in their match."""
        if mentioned.is_this_bot:
            return
        sentence = msg("You can't ask {who} that now.", who=mentioned.name)
        await check_willing(self.store.blocks, self.person, mentioned, sentence)
        await self._check_gap(mentioned, kind)

    async def _check_gap(self, mentioned: Person, kind: MentionKind) -> None:
        rules = await self.store.servers.of(self.guild_id)
        for minutes, limited_guild in ((self.limits.gap, None), (rules.gap or 0, self.guild_id)):
            gap = minutes * MINUTE
            last = (
                await self.store.mentions.last(
                    self.person.id, mentioned.id, kind, self.now - gap, limited_guild
                )
                if gap
                else None
            )
            if last is not None:
                at = last + gap
                raise TooSoon(_SO_SOON[kind].filled(who=mentioned.name, when=moment(at)), at)


async def check_willing(blocks: BlockQueries, caller: Person, mentioned: Person, sentence: Message) -> None:
    """Raise Unwilling if either person has blocked the other; with this message if the mentioned one has."""
    if await blocks.has_blocked(mentioned.id, caller.id):
        raise Unwilling(sentence)
    if await blocks.has_blocked(caller.id, mentioned.id):
        raise Unwilling(
            with_commands(msg("You blocked {who}. Undo that with `{/unblock}`.", who=mentioned.name))
        )
