"""Interventions: moderators end a match or void its result, and unreadable matches are closed."""

from __future__ import annotations

from msgspec.structs import replace

from bot.command_keys import with_commands
from bot.delivery import announcements
from bot.errors import AlreadyDecided, NotFound, NotYourMatch, Refusal, StillGoingOn
from bot.match.apply import save_act
from bot.match.consent import ConsentOutcome, ConsentResult, Consents, act_of, check_playing
from bot.match.requests import DRAW
from bot.people.ratings import LEFT, VOID, void
from bot.store import Reading, Writing, about
from bot.store.match_status import MatchStatus
from bot.store.offers import Intervention
from bot.store.person import Person
from bot.store.ratings import RatingQueries
from bot.store.rows import ActRow, MatchRow, RatedRow
from bot.store.store import retried
from bot.time import reminder_schedule, seat_clocks
from bot.time.reminder_schedule import save_time
from bot.views.load_match import CannotBeRead
from bot.views.types import MatchTable
from cards.i18n import msg
from engine.kernel.endings import MODERATOR, UNREADABLE


async def close_unreadable(tx: Writing, row: MatchRow, act: ActRow) -> MatchRow:
    """End a match whose position can't be loaded, without a result. Return its new row.

    Its bytes stay for a report (`voidream check --reports`). Any of its players or a moderator can end it so,
    and it doesn't keep a player from deleting their data. Raises ConcurrentUpdate.
    """
    over = replace(row, rev=act.rev, status=MatchStatus.OVER, awaited=(), changed_at=act.at, data=None)
    over = replace(over, seats=seat_clocks.after_act(row, {}, act.at))
    over = replace(over, seats=reminder_schedule.with_questions(over, {}, act.at, lambda: 0))
    notes = announcements.of_act(over, act.seat, (), over=True, in_rounds=False)
    over = await save_act(tx, row, over, act, notes)
    await save_time(tx, row, over)
    await tx.matches.set_outcome(row.id, (), UNREADABLE.key)
    await tx.orders.end_all(row.id)
    for seat in row.seats:
        await tx.alarms.set(DRAW, row.id, seat.person_id, None)
    return replace(over, reason=UNREADABLE.key)


REASON = 300
"""Maximum characters of a moderator's reason."""


class Interventions(Consents):
    """Endings without the players' consent. Each interaction takes effect once."""

    async def intervention(self, match_id: int) -> Intervention | None:
        """Return a moderator's intervention in a match, None if there was none."""
        async with self._context.store.read() as store:
            return await store.offers.intervention(match_id)

    async def close(self, interaction: int, match_id: int, person: int) -> ConsentOutcome:
        """End an unreadable match without a result. Raises AlreadyDecided if it can be loaded."""

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> ConsentOutcome:
            try:
                self._context.load(row)
            except CannotBeRead:
                after = await close_unreadable(tx, row, act_of(row, interaction, "close", person, seat, now))
                return self._outcome(ConsentResult.CLOSED, after)
            raise AlreadyDecided(msg("I can load this match again. You can play on."))

        return await self._transact(interaction, match_id, person, act, timed=False)

    @retried(known=True)
    async def end(self, interaction: int, match_id: int, moderator: Person, guild_id: int | None, reason: str) -> ConsentOutcome:  # fmt: skip
        """End a match as a moderator of its server. All players see the reason.

        The caller must have checked with Discord that they are a moderator. Raises NotFound for another
        server's match.
        """
        why = _reason(reason)
        async with self._context.change(about.AboutMatch(match_id)) as tx:
            row = await _moderated(tx, match_id, moderator, guild_id)
            if await tx.acts.act(interaction) is not None:
                return self._outcome(ConsentResult.DONE_BEFORE, row)
            check_playing(row)
            log = act_of(row, interaction, "end", moderator.id, -1, self._context.clock.now())
            await tx.offers.intervene(match_id, Intervention(moderator.name, why))
            try:
                match = self._context.load(row)
            except CannotBeRead:
                return self._outcome(ConsentResult.CLOSED, await close_unreadable(tx, row, log))
            return await self._end(tx, row, match, log, MODERATOR.key, ConsentResult.ENDED)

    async def check_void(self, match_id: int, moderator: Person, guild_id: int | None) -> MatchTable:
        """Return a match whose result a moderator of its server can void. Raises the exceptions of `void`."""
        async with self._context.store.read() as store:
            row = await _moderated(store, match_id, moderator, guild_id)
            await _rating_effect(store.ratings, row)
            return self._context.table(row)

    @retried(known=True)
    async def void(
        self, interaction: int, match_id: int, moderator: Person, guild_id: int | None, reason: str
    ) -> ConsentOutcome:
        """Void the result of a rated match as a moderator of its server. All players see the reason.

        Ratings change as if the match had never been rated. Raises NotFound for a match of another server,
        StillGoingOn, and AlreadyDecided for one that changes no rating.
        """
        why = _reason(reason)
        async with self._context.change(about.AboutMatch(match_id)) as tx:
            row = await _moderated(tx, match_id, moderator, guild_id)
            if await tx.acts.act(interaction) is not None:
                return self._outcome(ConsentResult.DONE_BEFORE, row)
            rated = await _rating_effect(tx.ratings, row)
            await void(tx, rated)
            await tx.offers.intervene(match_id, Intervention(moderator.name, why))
            act = act_of(row, interaction, "void", moderator.id, -1, self._context.clock.now())
            notes = announcements.of_void(replace(row, rev=act.rev))
            after = await save_act(tx, row, row, act, notes)
            return self._outcome(ConsentResult.VOIDED, after)


def _reason(reason: str) -> str:
    """Return a moderator's reason on one line. Raises Refusal if there is none."""
    why = " ".join(reason.split())[:REASON]
    if not why:
        raise Refusal(msg("Please give a reason. All players will read it."))
    return why


async def _moderated(store: Reading, match_id: int, moderator: Person, guild_id: int | None) -> MatchRow:
    """Return a match that this moderator can decide about. Raises NotFound, NotYourMatch."""
    row = await store.matches.existing(match_id, data=True)
    if guild_id is None or row.guild_id != guild_id:
        raise NotFound(msg("I can't find that match on this server."))
    if row.seat_of(moderator.id) is not None:
        raise NotYourMatch(msg("You're playing in this match, so another moderator must decide that."))
    return row


async def _rating_effect(ratings: RatingQueries, row: MatchRow) -> RatedRow:
    """Return the effect of a match on ratings. Raises StillGoingOn, AlreadyDecided."""
    if row.status is not MatchStatus.OVER:
        raise StillGoingOn(
            with_commands(
                msg("This match has no result yet. You can end it without one with `{/moderate-end}`.")
            )
        )
    rated = await ratings.rated(row.id)
    if rated is None:
        raise AlreadyDecided(msg("This match wasn't rated, so there's nothing to void."))
    if rated.why_not == VOID:
        raise AlreadyDecided(msg("This match's result is already void."))
    if rated.why_not not in ("", LEFT):
        raise AlreadyDecided(msg("This match didn't change any rating, so there's nothing to void."))
    return rated
