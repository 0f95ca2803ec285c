"""Delivery of notes to Discord: finds the announcer of each note, and interprets Discord's errors.

The guild and channel caches aren't used: ids are enough, so any process can send anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import aiohttp
import discord

from bot.delivery.notes import PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Closed, Delivery, Gone, Later, Result, Sent
from bot.discord.delivery_failures import Troubles, result_of, trouble_of
from bot.discord.outgoing.announcers import (
    Announcement,
    Announcements,
    HasAnnouncements,
    MatchMessages,
    Shown,
    TableAnnouncer,
)
from bot.discord.outgoing.posts import PostSender
from bot.discord.outgoing.settled_prompts import ClosingPrompts
from bot.match.context import MatchContext
from bot.match.matches import Matches
from bot.match.missing_players import report_gone
from bot.match.requests import Requests
from bot.people.locales import translator_for
from bot.views.types import MatchTable, PrivateLook

CLOSED_TO_US = frozenset({50007, 50278})
"""The person takes no direct messages from us, or shares no server with us any more."""
NOT_THERE = frozenset({10013, 50278})
"""There is no such account any more, or it is on no server on which the bot is: not on that of the match either."""
HOUR = 3600.0
"""Seconds until a message can be edited again that was edited too often."""

Kind = TypeVar("Kind")
Announced = TypeVar("Announced")


class DiscordSender:
    """Sends notes by the announcers of features. It keeps nothing between two of them.

    Raises ValueError if two features announce the same.
    """

    def __init__(
        self,
        posting: PostSender,
        troubles: Troubles,
        context: MatchContext,
        matches: Matches,
        requests: Requests,
        features: Iterable[HasAnnouncements],
    ) -> None:
        found: list[Announcements] = [feature.announcements for feature in features]
        self._troubles = troubles
        self._context = context
        self._public = _merged(one.public for one in found)
        self._tables: Mapping[PublicKind, TableAnnouncer] = _merged(one.tables for one in found)
        self._private = _merged(one.private for one in found)
        self._outgoing = MatchMessages(
            posting, matches, ClosingPrompts(requests), _merged(one.standing for one in found)
        )

    async def public(self, delivery: Delivery, note: PublicNote, shown: Shown) -> Sent | Later | Gone:
        """Show everybody what `note` says."""
        table = shown if isinstance(shown, MatchTable) else shown.table
        try:
            result = await self._show(Announcement(delivery, note, translator_for(delivery.locale)), shown)
        except discord.HTTPException as error:
            trouble = trouble_of(error, table.channel_id)
            result = result_of(error, trouble)
            if isinstance(result, Gone):
                await self._troubles.remember(table.match_id, trouble)
        except discord.RateLimited as error:
            result = Later(str(error), error.retry_after)
        except (OSError, aiohttp.ClientError) as error:
            result = Later(f"Discord can't be reached: {error}")
        if note.kind is PublicKind.STATUS and isinstance(result, Sent) and table.trouble:
            await self._troubles.remember(table.match_id, None)
        return result

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PrivateLook) -> Result:
        """Show one person, by direct message, what `note` says."""
        try:
            return await self._private[note.kind](self._outgoing.posting, delivery, note, shown)
        except discord.HTTPException as error:
            if error.code in NOT_THERE:
                await report_gone(self._context, shown.table.match_id, [note.person])
            if error.code in CLOSED_TO_US:
                return Closed()
            return result_of(error, trouble_of(error))
        except discord.RateLimited as error:
            return Later(str(error), error.retry_after)
        except (OSError, aiohttp.ClientError) as error:
            return Later(f"Discord can't be reached: {error}")

    async def _show(self, told: Announcement, shown: Shown) -> Sent | Later | Gone:
        kind = told.note.kind
        if kind is PublicKind.NAMES:
            # No name of someone who has been forgotten may stay.
            is_done = await self._outgoing.renew_all(shown, told.translate)
            return Sent() if is_done else Later("an old message was edited too often", HOUR)
        if not isinstance(shown, MatchTable):
            return await self._public[kind](self._outgoing, told, shown)
        announcer = self._tables.get(kind)
        return Sent() if announcer is None else await announcer(self._outgoing, told, shown)


def _merged(some: Iterable[Mapping[Kind, Announced]]) -> Mapping[Kind, Announced]:
    """Return the announcements of all features by kind. Raises ValueError for duplicates."""
    found: dict[Kind, Announced] = {}
    for one in some:
        if doubled := one.keys() & found.keys():
            raise ValueError(f"two features announce {', '.join(map(str, doubled))}")
        found |= one
    return found
