"""Consent: a request needs the agreement of everyone still playing, and one refusal ends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from bot.delivery import announcements
from bot.errors import AlreadyDecided, NotFound
from bot.match.apply import overdue, row_after_act, save, save_act
from bot.match.context import MatchContext, check_still_in, check_there
from bot.match.missing_players import is_back
from bot.match.requests import DRAW
from bot.people.contact_limits import Contacts
from bot.store import Writing, about
from bot.store.match_status import MatchStatus
from bot.store.mentions import MentionKind
from bot.store.offers import Offers, Request, RequestKind
from bot.store.person import Person
from bot.store.rows import ActRow, MatchRow, SeatRow
from bot.store.store import retried
from bot.time import seat_clocks
from bot.views import build_views
from bot.views.types import MatchTable
from cards.i18n import Message, Series, msg, series
from engine.kernel.match import Match


class ConsentResult(StrEnum):
    """The results of a request."""

    UNDONE = "undone"
    UNDO_AGREED = "undo agreed"
    """The player's agreement took another player's move back."""
    UNDO_ASKED = "undo asked"
    UNDO_REFUSED = "undo refused"
    DRAWN = "drawn"
    DRAW_OFFERED = "draw offered"
    DRAW_REFUSED = "draw refused"
    ABORTED = "aborted"
    ABORT_ASKED = "abort asked"
    ABORT_REFUSED = "abort refused"
    TAKEN_OVER = "taken over"
    TAKEOVER_ASKED = "takeover asked"
    TAKEOVER_REFUSED = "takeover refused"
    BACK = "back"
    VOIDED = "voided"
    CLOSED = "closed"
    """The match could not be loaded, and has ended without a result."""
    ENDED = "ended"
    AGREED = "agreed"
    """Other players have yet to agree."""
    DONE_BEFORE = "done before"
    """This interaction had already taken effect; nothing was done now."""


class ConsentOutcome(msgspec.Struct, frozen=True):
    """The result, with the match after it. `why` says why an undo needs consent, unless the player knew."""

    result: ConsentResult
    table: MatchTable
    why: Message | str = ""


class Consents:
    """The base of services for acts that may need the agreement of others. Each interaction takes effect once."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    @retried(known=True)
    async def _transact(
        self,
        interaction: int,
        match_id: int,
        person: int,
        act: Callable[[Writing, MatchRow, int, int], Awaitable[ConsentOutcome]],
        *,
        timed: bool = True,
        absent: bool = False,
    ) -> ConsentOutcome:
        """Carry out a player's act in a match, once per interaction.

        `timed`: not after a timeout with an automatic effect. `absent`: even if the bot plays for the player.
        Raises NotFound, NotYourMatch, AlreadyDecided.
        """
        async with self._context.change(about.AboutMatch(match_id)) as tx:
            row = await tx.matches.existing(match_id, data=True)
            seat = row.own_seat(person)
            if await tx.acts.act(interaction) is not None:
                return self._outcome(ConsentResult.DONE_BEFORE, row)
            check_playing(row)
            check_still_in(row, seat)
            if not absent:
                check_there(row, seat)
            if row.lesson:
                raise AlreadyDecided(
                    msg("This is a lesson. Start it again as often as you like, or leave it.")
                )
            now = self._context.clock.now()
            row = await is_back(tx, row, seat) if row.seats[seat].gone else row
            if timed and seat_clocks.overdue(row, now) is not None:
                self._check_time(row, now)
            return await act(tx, row, seat, now)

    def _check_time(self, row: MatchRow, now: int) -> None:
        """Raise AlreadyDecided if a player's time is up and that has an automatic effect."""
        game = self._context.games.find(row.game).kernel
        if overdue(row, game, now) is None:
            return
        if game.lapse is None:
            raise AlreadyDecided(msg("Time ran out, and the match is over."))
        raise AlreadyDecided(msg("A player just ran out of time. Please check again in a moment."))

    async def _consent(
        self, tx: Writing, row: MatchRow, act: ActRow, offers: Offers, kind: RequestKind
    ) -> ConsentOutcome:
        """Record one more agreement to a request that needs further ones."""
        request = offers.of(kind)
        assert request is not None
        if request.stands(act.seat):
            raise AlreadyDecided(msg("You already agreed. Waiting for {who}.", who=missing(row, request)))
        act, after = replace(act, kind=kind.consent), offers.but(kind, request.and_by(act.seat))
        return await self._offer(tx, row, act, after, ConsentResult.AGREED)

    async def _offer(
        self, tx: Writing, row: MatchRow, act: ActRow, offers: Offers, result: ConsentResult
    ) -> ConsentOutcome:
        """Store the current offers. A new offer is announced to the other players."""
        after = replace(row, rev=act.rev, changed_at=act.at)
        is_new = act.kind in tuple(MentionKind)
        notes = (
            announcements.of_offer(after, sorted(needed(row, act.seat)))
            if is_new
            else announcements.of_undo(after, ())
        )
        after = await save_act(tx, row, after, act, notes)
        await tx.offers.store(row.id, offers)
        return self._outcome(result, after)

    async def _end(
        self, tx: Writing, row: MatchRow, match: Match, act: ActRow, ending: str, result: ConsentResult
    ) -> ConsentOutcome:
        """End a match by `ending`. Open draw offers expire."""
        events, game = match.end(ending), self._context.games.find(row.game)
        after = row_after_act(row, match, act, reply_delay=self._context.reply_delay)
        notes = announcements.of_act(after, act.seat, (), over=True, in_rounds=game.is_in_rounds)
        after = await save(tx, row, after, match, act, build_views.pack(events), notes)
        for seat in row.seats:
            await tx.alarms.set(DRAW, row.id, seat.person_id, None)
        return self._outcome(result, after)

    async def _check_mention(
        self,
        tx: Writing,
        row: MatchRow,
        seat: int,
        kind: MentionKind,
        now: int,
        *,
        opponents: Iterable[int] | None = None,
    ) -> None:
        """Raise Unwilling or TooSoon unless a seat may contact these opponents, or all of them."""
        you = _person(row.seats[seat])
        await tx.hold(about.AboutPerson(you.id))
        contacts = Contacts(tx, self._context.limits, row.guild_id, you, now)
        for opponent in row.others(seat) if opponents is None else sorted(opponents):
            await contacts.check_may_mention(_person(row.seats[opponent]), kind)

    def _outcome(self, result: ConsentResult, row: MatchRow) -> ConsentOutcome:
        return ConsentOutcome(result, self._context.table(row))


def check_playing(row: MatchRow) -> None:
    """Raise AlreadyDecided or NotFound unless a match is in progress."""
    if row.status is MatchStatus.OVER:
        raise AlreadyDecided(msg("This match is over."))
    if row.status is not MatchStatus.PLAYING:
        raise NotFound(msg("This match hasn't begun."))


def act_of(row: MatchRow, interaction: int, kind: str, person: int, seat: int, now: int) -> ActRow:
    """Return a player's act by an interaction, as a row."""
    return ActRow(row.id, row.rev + 1, interaction, kind, person, seat, now)


def needed(row: MatchRow, seat: int) -> frozenset[int]:
    """Return the seats whose consent is needed besides that of `seat`. The bot needs no asking at its own seats."""
    return frozenset(other for other in row.others(seat) if not row.seats[other].is_played_by_bot)


def is_agreed(row: MatchRow, request: Request, seat: int, without: Iterable[int] = ()) -> bool:
    """Return whether everyone agrees to a request when this seat does, ignoring the seats `without`."""
    return needed(row, request.by) - {*without} <= request.agreed | {seat}


def missing(row: MatchRow, request: Request) -> Series:
    """Return the names of the players who have yet to agree."""
    return names_of(row, sorted(needed(row, request.by) - request.agreed))


def names_of(row: MatchRow, seats: Iterable[int]) -> Series:
    """Return the names of the players at some seats, in that order."""
    return series(*(row.seats[seat].name for seat in seats))


def _person(seat: SeatRow) -> Person:
    return Person(seat.person_id, seat.name, is_this_bot=seat.is_played_by_bot)
