"""Agreements: a draw, and calling a match off."""

from __future__ import annotations

from msgspec.structs import replace

from bot.command_keys import with_commands
from bot.errors import AlreadyDecided
from bot.match.consent import (
    ConsentOutcome,
    ConsentResult,
    act_of,
    called,
    check_calls,
    consent,
    end,
    is_agreed,
    missing,
    needed,
    offer,
    transact,
)
from bot.match.context import MatchContext
from bot.match.missing_players import find_gone
from bot.match.requests import DRAW, LASTS, standing_at
from bot.store import Reading, Writing
from bot.store.calls import Call
from bot.store.match_status import MatchStatus
from bot.store.offers import Offers, Request, RequestKind
from bot.store.rows import ActRow, MatchRow
from cards.i18n import msg
from engine.kernel.endings import ABORTED, AGREEMENT
from engine.kernel.match import Match
from engine.kernel.undo import has_begun, has_dealt


class Agreements:
    """Endings by agreement of all who still play. Everything is carried out once for an interaction."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def may_abort(self, match_id: int) -> bool:
        """Return whether a match can be called off: nobody has taken an action, or someone is gone."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            if row.standing is not MatchStatus.PLAYING:
                return False
            anybody = (number for number in range(len(row.seats)))
            gone = [
                await find_gone(store, row, seat, self._context.clock.now(), self._context.gone_after)
                for seat in anybody
            ]
        return any(gone) or not has_begun(self._context.load(row))

    async def aborts_alone(self, match_id: int, seat: int) -> bool:
        """Return whether a match is cancelled as soon as this seat wants it, because no one else must agree any
        longer.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
            request = (await store.offers.of(match_id)).abort
            gone = await find_gone(store, row, seat, self._context.clock.now(), self._context.gone_after)
            if not needed(row, seat) - {*gone}:
                return True
            if request is not None and request.by != seat and is_agreed(row, request, seat, gone):
                return True
            return await self._takes_one(store, row, self._context.load(row), seat)

    async def _takes_one(self, store: Reading, row: MatchRow, match: Match, seat: int) -> bool:
        """Return whether calling off takes only one: nothing is dealt, it is practice, or the server has it
        so.
        """
        if not needed(row, seat) or not has_dealt(match):
            return True
        return (await store.servers.of(row.guild_id)).abort_alone

    async def draw(
        self,
        interaction: int,
        match_id: int,
        person: int,
        *,
        agree: bool = True,
        answering: bool = False,
    ) -> ConsentOutcome:
        """Offer a draw, or agree to an offered one; without `agree`, refuse it or withdraw one's own.

        `answering`: this only replies to an offer, which may be gone, and makes none.
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
                left = replace(offers, draw=None, draw_refused=refused)
                await tx.alarms.set(DRAW, row.id, row.seats[request.by].person_id, None)
                return await offer(
                    self._context,
                    tx,
                    row,
                    replace(log, kind="draw refused"),
                    left,
                    ConsentResult.DRAW_REFUSED,
                )
            if request.by == seat:
                raise AlreadyDecided(
                    msg("You already offered a draw. Waiting for {who}.", who=missing(row, request))
                )
            if not is_agreed(row, request, seat):
                return await consent(self._context, tx, row, log, offers, RequestKind.DRAW)
            return await end(
                self._context, tx, row, match, replace(log, kind="draw"), AGREEMENT.key, ConsentResult.DRAWN
            )

        return await transact(self._context, interaction, match_id, person, act)

    async def _offer_draw(
        self, tx: Writing, row: MatchRow, match: Match, act: ActRow, offers: Offers
    ) -> ConsentOutcome:
        """Offer a draw to all others. Raises AlreadyDecided as long as one has refused it, or where the house plays."""
        others = row.others(act.seat)
        if offers.draw_refused == match.turn_count:
            who = called(row, others) if len(others) == 1 else msg("Someone")
            raise AlreadyDecided(
                msg("{who} declined a draw. You can offer another after the next move.", who=who)
            )
        if any(row.seats[other].house for other in others):
            raise AlreadyDecided(msg("I'd rather play on. You can resign a practice match at any time."))
        if absent := [other for other in others if row.seats[other].taken_over]:
            raise AlreadyDecided(
                msg("I'm playing for {who}, and can't agree to a draw for them.", who=called(row, absent))
            )
        await check_calls(tx, self._context.limits, row, act.seat, Call.DRAW, act.at)
        await tx.alarms.set(DRAW, row.id, act.person_id, act.at + LASTS)
        offered = offers.but(RequestKind.DRAW, Request(act.seat, until=act.at + LASTS))
        return await offer(self._context, tx, row, act, offered, ConsentResult.DRAW_OFFERED)

    async def abort(
        self,
        interaction: int,
        match_id: int,
        person: int,
        *,
        agree: bool = True,
        answering: bool = False,
    ) -> ConsentOutcome:
        """Cancel a match before anyone has taken an action, without a result.

        Once cards are dealt, everyone must agree: this asks the others, or agrees to another's request; without
        `agree` it refuses, or withdraws one's own. `answering`: this only replies to a request. Against the bot no
        one else is needed.
        """

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> ConsentOutcome:
            match, offers = self._context.load(row), await tx.offers.of(match_id)
            request, log = offers.abort, act_of(row, interaction, "abort", person, seat, now)
            if (not agree or answering) and request is None:
                raise AlreadyDecided(msg("No one is asking to cancel the match."))
            if not agree:
                left = replace(offers, abort=None)
                return await offer(
                    self._context,
                    tx,
                    row,
                    replace(log, kind="abort refused"),
                    left,
                    ConsentResult.ABORT_REFUSED,
                )
            gone = await find_gone(tx, row, seat, now, self._context.gone_after)
            if has_begun(match) and not gone:
                raise AlreadyDecided(
                    with_commands(
                        msg(
                            "A player has already acted, so you can't cancel the match any more. Offer "
                            "a draw with `{/draw}`, or resign with `{/resign}`."
                        )
                    )
                )
            if request is not None and request.by == seat:
                raise AlreadyDecided(
                    msg("You already asked for that. Waiting for {who}.", who=missing(row, request))
                )
            alone = not needed(row, seat) - {*gone} or await self._takes_one(tx, row, match, seat)
            if alone or (request is not None and is_agreed(row, request, seat, gone)):
                return await end(self._context, tx, row, match, log, ABORTED.key, ConsentResult.ABORTED)
            if request is not None:
                return await consent(self._context, tx, row, log, offers, RequestKind.ABORT)
            await check_calls(tx, self._context.limits, row, seat, Call.ABORT, now)
            asked = offers.but(RequestKind.ABORT, Request(seat))
            return await offer(
                self._context, tx, row, replace(log, kind=Call.ABORT), asked, ConsentResult.ABORT_ASKED
            )

        return await transact(self._context, interaction, match_id, person, act)
