"""Agreements: a draw, and cancelling a match."""

from __future__ import annotations

from msgspec.structs import replace

from bot.command_keys import with_commands
from bot.errors import AlreadyDecided
from bot.match.consent import (
    ConsentOutcome,
    ConsentResult,
    Consents,
    act_of,
    is_agreed,
    missing,
    names_of,
    needed,
)
from bot.match.missing_players import find_gone
from bot.match.requests import DRAW, LASTS, standing_at
from bot.store import Reading, Writing
from bot.store.match_status import MatchStatus
from bot.store.mentions import MentionKind
from bot.store.offers import Offers, Request, RequestKind
from bot.store.rows import ActRow, MatchRow
from cards.i18n import msg
from engine.kernel.endings import ABORTED, AGREEMENT
from engine.kernel.match import Match
from engine.kernel.undo import has_begun, has_dealt


class Agreements(Consents):
    """Endings that all remaining players agree to. Each interaction takes effect once."""

    async def may_abort(self, match_id: int) -> bool:
        """Return whether a match can be cancelled: no one has taken an action, or a player is missing."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            if row.status is not MatchStatus.PLAYING:
                return False
            seats = range(len(row.seats))
            missing_players = [
                await find_gone(store, row, seat, self._context.clock.now(), self._context.gone_after)
                for seat in seats
            ]
        return any(missing_players) or not has_begun(self._context.load(row))

    async def aborts_alone(self, match_id: int, seat: int) -> bool:
        """Return whether a request of this seat alone cancels the match, because no one else still has to agree."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            request = (await store.offers.of(match_id)).abort
            absent = await find_gone(store, row, seat, self._context.clock.now(), self._context.gone_after)
            if not needed(row, seat) - {*absent}:
                return True
            if request is not None and request.by != seat and is_agreed(row, request, seat, absent):
                return True
            return await self._takes_one(store, row, self._context.load(row), seat)

    async def _takes_one(self, store: Reading, row: MatchRow, match: Match, seat: int) -> bool:
        """Return whether one player can cancel: nothing is dealt, it is practice, or the server allows it."""
        if not needed(row, seat) or not has_dealt(match):
            return True
        return (await store.servers.of(row.guild_id)).abort_alone

    async def draw(
        self, interaction: int, match_id: int, person: int, *, agree: bool = True, answering: bool = False
    ) -> ConsentOutcome:
        """Offer a draw or accept one. Without `agree`, decline it or withdraw your own offer.

        `answering`: only reply to an offer, which may no longer exist, and never make one.
        """

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> ConsentOutcome:
            match, offers = self._context.load(row), standing_at(await tx.offers.of(match_id), now)
            request, log = offers.draw, act_of(row, interaction, "draw offered", person, seat, now)
            if request is None:
                if answering or not agree:
                    raise AlreadyDecided(msg("There's no draw offer."))
                return await self._offer_draw(tx, row, match, log, offers)
            if not agree:
                refused = match.turn_count if seat != request.by else offers.draw_refused
                remaining = replace(offers, draw=None, draw_refused=refused)
                await tx.alarms.set(DRAW, row.id, row.seats[request.by].person_id, None)
                return await self._offer(
                    tx, row, replace(log, kind="draw refused"), remaining, ConsentResult.DRAW_REFUSED
                )
            if request.by == seat:
                raise AlreadyDecided(
                    msg("You already offered a draw. Waiting for {who}.", who=missing(row, request))
                )
            if not is_agreed(row, request, seat):
                return await self._consent(tx, row, log, offers, RequestKind.DRAW)
            return await self._end(
                tx, row, match, replace(log, kind="draw"), AGREEMENT.key, ConsentResult.DRAWN
            )

        return await self._transact(interaction, match_id, person, act)

    async def _offer_draw(
        self, tx: Writing, row: MatchRow, match: Match, act: ActRow, offers: Offers
    ) -> ConsentOutcome:
        """Offer a draw to all opponents.

        Raises AlreadyDecided if one has declined since the last answer, or if the bot has a seat.
        """
        opponents = row.others(act.seat)
        if offers.draw_refused == match.turn_count:
            name = names_of(row, opponents) if len(opponents) == 1 else msg("Someone")
            raise AlreadyDecided(
                msg("{who} declined a draw. You can offer another after the next move.", who=name)
            )
        if any(row.seats[opponent].is_bot for opponent in opponents):
            raise AlreadyDecided(msg("I'd rather play on. You can resign a practice match at any time."))
        if absent := [opponent for opponent in opponents if row.seats[opponent].taken_over]:
            raise AlreadyDecided(
                msg("I'm playing for {who}, and can't agree to a draw for them.", who=names_of(row, absent))
            )
        await self._check_mention(tx, row, act.seat, MentionKind.DRAW, act.at)
        await tx.alarms.set(DRAW, row.id, act.person_id, act.at + LASTS)
        offers_after = offers.but(RequestKind.DRAW, Request(act.seat, until=act.at + LASTS))
        return await self._offer(tx, row, act, offers_after, ConsentResult.DRAW_OFFERED)

    async def abort(
        self, interaction: int, match_id: int, person: int, *, agree: bool = True, answering: bool = False
    ) -> ConsentOutcome:
        """Cancel a match before anyone has taken an action, without a result.

        Once cards are dealt, everyone must agree: this asks the others, or agrees to another player's
        request. Without `agree`, it declines the request, or withdraws your own. `answering`: only reply to a
        request. No one else is needed against the bot.
        """

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> ConsentOutcome:
            match, offers = self._context.load(row), await tx.offers.of(match_id)
            request, log = offers.abort, act_of(row, interaction, "abort", person, seat, now)
            if (not agree or answering) and request is None:
                raise AlreadyDecided(msg("No one is asking to cancel the match."))
            if not agree:
                remaining = replace(offers, abort=None)
                return await self._offer(
                    tx, row, replace(log, kind="abort refused"), remaining, ConsentResult.ABORT_REFUSED
                )
            missing_players = await find_gone(tx, row, seat, now, self._context.gone_after)
            if has_begun(match) and not missing_players:
                raise AlreadyDecided(
                    with_commands(
                        msg(
                            "A player has already acted, so you can no longer cancel the match. Offer a draw with `{/draw}`, or resign with `{/resign}`."
                        )
                    )
                )
            if request is not None and request.by == seat:
                raise AlreadyDecided(
                    msg("You already asked for that. Waiting for {who}.", who=missing(row, request))
                )
            alone = not needed(row, seat) - {*missing_players} or await self._takes_one(tx, row, match, seat)
            if alone or (request is not None and is_agreed(row, request, seat, missing_players)):
                return await self._end(tx, row, match, log, ABORTED.key, ConsentResult.ABORTED)
            if request is not None:
                return await self._consent(tx, row, log, offers, RequestKind.ABORT)
            await self._check_mention(tx, row, seat, MentionKind.ABORT, now)
            offers_after = offers.but(RequestKind.ABORT, Request(seat))
            return await self._offer(
                tx, row, replace(log, kind=MentionKind.ABORT), offers_after, ConsentResult.ABORT_ASKED
            )

        return await self._transact(interaction, match_id, person, act)
