"""Following matches: the events since the last visit, and a mention at the end.

Spectators see public information only; players see what their seat knows.
"""

from __future__ import annotations

import msgspec

from bot.command_keys import with_commands
from bot.errors import LimitReached, NotFound
from bot.games.playable import Games
from bot.match.followers import is_unwelcome
from bot.people.contact_limits import Unwilling
from bot.store import Store, about
from bot.store.match_status import MatchStatus
from bot.store.store import retried
from bot.views import build_views
from bot.views.load_match import load
from bot.views.types import PlayerSnapshot, PublicSnapshot, StoryLine
from cards.i18n import Locale, msg
from engine.kernel.events.summary import AT_A_DISTANCE

MOST = 50
"""Maximum number of followers mentioned at the end of a match. Discord allows 100 mentions per message."""


class Digest(msgspec.Struct, frozen=True):
    """The events since a person's last visit, as far as they may know them, and the current state of the match.

    `happened` is the story since then, oldest first. `is_first` is whether this is their first visit, `called` whether
    they will be mentioned when the match is over.
    """

    snapshot: PublicSnapshot | PlayerSnapshot
    happened: tuple[StoryLine, ...]
    is_first: bool
    called: bool


class Follows:
    """Visits to matches, and spectators who want a mention at the end."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games

    @retried(known=True)
    async def digest(
        self, match_id: int, person: int, *, call: bool = False, locale: Locale = Locale.ENGLISH
    ) -> Digest:
        """Return the events a person has missed in a match, and store their visit.

        `call` requests a mention at the end for a spectator; players get one anyway. Raises NotFound for a match that
        hasn't begun, Unwilling if a player has blocked this person, and LimitReached if too many people follow it.
        """
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id, data=True)
            if row.data is None:
                raise NotFound(msg("This match hasn't begun, so there's nothing to watch yet."))
            seat = row.seat_of(person)
            seen_rev, called = await tx.watchers.of(match_id, person)
            wants = called or (call and seat is None and row.status is MatchStatus.PLAYING)
            if wants and not called and await is_unwelcome(tx.blocks, row, person):
                raise Unwilling(
                    with_commands(
                        msg("I can't notify you about this match now. `{/board}` and `{/log}` still show it.")
                    )
                )
            if wants and not called and len(await tx.watchers.to_call(match_id)) >= MOST:
                raise LimitReached(
                    with_commands(
                        msg(
                            "{n} people already follow this match, the maximum. `{/board}` and "
                            "`{/log}` still show it.",
                            n=MOST,
                        )
                    )
                )
            events = await tx.events.of(match_id)
            await tx.watchers.store(match_id, person, row.rev, calls=wants)
        table = build_views.table_of(row, self._games.find(row.game))
        match = load(self._games, row)
        translate = table.game.translator(locale)
        missed = [each for each in events if each.rev > seen_rev]
        presence = table.game.kernel.parts.presence(match.view(seat))
        news = build_views.story(table, missed, seat, translate, words=AT_A_DISTANCE, is_there=presence)
        snapshot = (
            build_views.public_snapshot(table, match, (), translate)
            if seat is None
            else build_views.player_snapshot(table, match, seat, (), row.seats[seat], translator=translate)
        )
        return Digest(snapshot, news, seen_rev == 0, wants)

    @retried(known=True)
    async def stop(self, match_id: int, person: int) -> None:
        """Cancel a person's mention at the end of a match."""
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            await tx.matches.existing(match_id)
            seen_rev, _ = await tx.watchers.of(match_id, person)
            await tx.watchers.store(match_id, person, seen_rev, calls=False)
