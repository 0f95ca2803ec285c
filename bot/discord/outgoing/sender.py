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
from bot.discord.delivery_failures import DeliveryFailures, result_of, trouble_of
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
from bot.views.types import MatchTable, PlayerSnapshot

CLOSED_TO_US = frozenset({50007, 50278})
"""The person doesn't accept direct messages from the bot, or no longer shares a server with it."""
NOT_THERE = frozenset({10013, 50278})
"""The account no longer exists, or shares no server with the bot, so it left the match's server too."""
HOUR = 3600.0
"""Seconds until a message that was edited too often can be edited again."""

Kind = TypeVar("Kind")
Announced = TypeVar("Announced")


class DiscordSender:
    """Sends notes with the announcers of features. Keeps no state between notes.

    Raises ValueError if two features announce the same kind.
    """

    def __init__(
        self,
        posting: PostSender,
        delivery_failures: DeliveryFailures,
        context: MatchContext,
        matches: Matches,
        requests: Requests,
        features: Iterable[HasAnnouncements],
    ) -> None:
        announcements: list[Announcements] = [feature.announcements for feature in features]
        self._delivery_failures = delivery_failures
        self._context = context
        self._public = _merged(feature_announcements.public for feature_announcements in announcements)
        self._tables: Mapping[PublicKind, TableAnnouncer] = _merged(
            feature_announcements.tables for feature_announcements in announcements
        )
        self._private = _merged(feature_announcements.private for feature_announcements in announcements)
        self._outgoing = MatchMessages(
            posting,
            matches,
            ClosingPrompts(requests),
            _merged(feature_announcements.edits for feature_announcements in announcements),
        )

    async def public(self, delivery: Delivery, note: PublicNote, shown: Shown) -> Sent | Later | Gone:
        """Show a public note."""
        table = shown if isinstance(shown, MatchTable) else shown.table
        try:
            result = await self._show(Announcement(delivery, note, translator_for(delivery.locale)), shown)
        except discord.HTTPException as error:
            trouble = trouble_of(error, table.channel_id)
            result = result_of(error, trouble)
            if isinstance(result, Gone):
                await self._delivery_failures.remember(table.match_id, trouble)
        except discord.RateLimited as error:
            result = Later(str(error), error.retry_after)
        except (OSError, aiohttp.ClientError) as error:
            result = Later(f"Discord can't be reached: {error}")
        if note.kind is PublicKind.STATUS and isinstance(result, Sent) and table.trouble:
            await self._delivery_failures.remember(table.match_id, None)
        return result

    async def private(self, delivery: Delivery, note: PrivateNote, shown: PlayerSnapshot) -> Result:
        """Send a note to one person by direct message."""
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

    async def _show(self, announcement: Announcement, shown: Shown) -> Sent | Later | Gone:
        kind = announcement.note.kind
        if kind is PublicKind.NAMES:
            # The name of a person who deleted their data must not stay anywhere.
            is_done = await self._outgoing.renew_all(shown, announcement.translate)
            return Sent() if is_done else Later("an old message was edited too often", HOUR)
        if not isinstance(shown, MatchTable):
            return await self._public[kind](self._outgoing, announcement, shown)
        announcer = self._tables.get(kind)
        return Sent() if announcer is None else await announcer(self._outgoing, announcement, shown)


def _merged(mappings: Iterable[Mapping[Kind, Announced]]) -> Mapping[Kind, Announced]:
    """Return the announcements of all features by kind. Raises ValueError for duplicates."""
    merged: dict[Kind, Announced] = {}
    for mapping in mappings:
        if doubled := mapping.keys() & merged.keys():
            raise ValueError(f"two features announce {', '.join(map(str, doubled))}")
        merged |= mapping
    return merged
