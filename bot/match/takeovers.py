"""Takeovers: the bot plays for a player who is out of time, until they are back.

All players agree by accepting the challenge or, once a player is out of time, the remaining players do, who
could also claim the win. Never in rated matches. The bot decides as at its own seats
(`bot.match.practice_opponent`): from the question and that seat's view, at the question's turn. Nothing waits
for the absent player: their clock is stopped, they get no reminders, and their consent isn't needed. No one
can agree on their behalf, either.

Their standing orders end. An order is part of its owner's own plan, and the bot's decisions change that plan,
just as a plan ends when its owner does something else. Otherwise the play would be half theirs and half the
bot's.

Returning takes one press, and the current question is theirs again with fresh time (`seat_clocks.restarted`). The
bot never plays against itself: while no one is there, a match waits for the first player to return.

For a player who isn't back when the match ends, it counts as taken over, not as won, lost or drawn
(`bot.features.profiles.service`). For everyone else it counts like any other match.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from bot.clocks import TimeControl
from bot.delivery import announcements
from bot.errors import AlreadyDecided, Refusal
from bot.games.playable import PlayableGame
from bot.match import prompts
from bot.match.apply import save_act
from bot.match.consent import ConsentOutcome, ConsentResult, Consents, act_of, names_of, needed
from bot.match.give_time import late_seats
from bot.match.prompts import TURN, ReplyDelay
from bot.match.requests import after_leaving
from bot.store import Writing
from bot.store.mentions import MentionKind
from bot.store.offers import Request, RequestKind
from bot.store.orders import OrderState
from bot.store.person import Person
from bot.store.rows import ActRow, MatchRow, NewNote
from bot.time import seat_clocks
from bot.time.reminder_schedule import save_time
from cards.i18n import msg

TAKEN_OVER, BACK = "taken over", "back"
"""The kinds of acts: the bot takes over a seat as its clock runs out, and the player returns."""


class NoTakeover(Refusal):
    """The bot can't take over. `str(error)` is the reason."""


def check(game: PlayableGame, *, rated: bool) -> None:
    """Raise NoTakeover if the bot never takes over: in rated matches, and in games it can't play."""
    if rated:
        raise NoTakeover(msg("I never take over in a rated match: it's between people."))
    if game.practice is None:
        raise NoTakeover(msg("I can't play {game}, so I can't take over.", game=game.title))


def check_agreed(
    game: PlayableGame, control: TimeControl, opponents: Collection[Person], *, rated: bool
) -> None:
    """Raise NoTakeover unless a challenge can agree on takeovers by the bot."""
    check(game, rated=rated)
    if control.kind == "none":
        raise NoTakeover(
            msg("Without a clock no one runs out of time, so I'd never take over. Choose a clock.")
        )
    if all(opponent.is_this_bot for opponent in opponents):
        raise NoTakeover(
            msg("In a match against me you keep no one waiting, so there's nothing to take over.")
        )


def may_take(row: MatchRow, game: PlayableGame, seat: int) -> bool:
    """Return whether the bot takes over a seat that is out of time: it was agreed, and another player is present."""
    is_agreed = row.takes_over and not row.rated and game.practice is not None
    return is_agreed and bool(set(row.attended) - {seat})


async def take_over(
    tx: Writing, row: MatchRow, seats: Collection[int], act: ActRow, reply_delay: ReplyDelay
) -> MatchRow:
    """Take over these seats for the bot, by `act`. `row` has the position. Return the match after that."""
    seats_after = tuple(
        replace(
            seat_row,
            taken_over=True,
            flagged=False,
            reminder=replace(seat_row.reminder, turn=act.at + reply_delay()),
        )
        if number in seats
        else seat_row
        for number, seat_row in enumerate(row.seats)
    )
    after = replace(row, rev=act.rev, changed_at=act.at, seats=seats_after, pause_asked=None)
    after = replace(after, seats=seat_clocks.with_holds(after, act.at))
    why = msg("You ran out of time, and I played for you.")
    for seat in seats:
        for order in await tx.orders.of(row.id, row.seats[seat].person_id):
            if order.state is OrderState.STANDING:
                await prompts.end_order(tx, row, seat, order, why)
    changed = {seat: after.seats[seat].reminder.turn for seat in seats}
    after = await _save(tx, row, after, act, announcements.of_takeover(after, sorted(seats)), changed)
    await after_leaving(tx, after)
    return after


async def _save(
    tx: Writing,
    row: MatchRow,
    after: MatchRow,
    act: ActRow,
    notes: list[NewNote],
    turns: Mapping[int, int | None],
) -> MatchRow:
    """Store who plays at the seats in `turns`, the clocks, and when the bot answers there (None for never)."""
    after = await save_act(tx, row, after, act, notes)
    await save_time(tx, row, after)
    await tx.seats.set_taken_over(row.id, {number: after.seats[number].taken_over for number in turns})
    for number, turn in turns.items():
        await tx.alarms.set(TURN, row.id, row.seats[number].person_id, turn)
    return after


class Takeovers(Consents):
    """Takeovers by the bot, and players' returns. Each interaction takes effect once."""

    async def take_over(
        self, interaction: int, match_id: int, person: int, *, agree: bool = True, answering: bool = False
    ) -> ConsentOutcome:
        """Have the bot play for players who are out of time, once all others agree. Without `agree`, decline.

        `answering`: only reply to another player's request. Raises NoTakeover, NoClock, TimeNotUp.
        """

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> ConsentOutcome:
            offers = await tx.offers.of(match_id)
            request, log = offers.takeover, act_of(row, interaction, "takeover", person, seat, now)
            if request is None and (answering or not agree):
                raise AlreadyDecided(msg("That request is no longer open."))
            if not agree:
                remaining = replace(offers, takeover=None)
                log = replace(log, kind="takeover refused")
                return await self._offer(tx, row, log, remaining, ConsentResult.TAKEOVER_REFUSED)
            check(self._context.games.find(row.game), rated=row.rated)
            late = late_seats(row, seat, self._context.clock.now())
            agreed = frozenset[int]() if request is None else request.agreed | {request.by}
            still = needed(row, seat) - frozenset(late) - agreed
            if not still:
                after = await take_over(tx, row, late, log, self._context.reply_delay)
                return self._outcome(ConsentResult.TAKEN_OVER, after)
            if request is not None and request.stands(seat):
                raise AlreadyDecided(
                    msg("You already agreed to that. Waiting for {who}.", who=names_of(row, sorted(still)))
                )
            if request is not None:
                return await self._consent(tx, row, log, offers, RequestKind.TAKEOVER)
            await self._check_mention(tx, row, seat, MentionKind.TAKEOVER, now, opponents=still)
            log = replace(log, kind=MentionKind.TAKEOVER)
            offers_after = offers.but(RequestKind.TAKEOVER, Request(seat))
            return await self._offer(tx, row, log, offers_after, ConsentResult.TAKEOVER_ASKED)

        return await self._transact(interaction, match_id, person, act)

    async def come_back(self, interaction: int, match_id: int, person: int) -> ConsentOutcome:
        """Return to a seat taken over by the bot, starting with its current question."""

        async def act(tx: Writing, row: MatchRow, seat: int, now: int) -> ConsentOutcome:
            if not row.seats[seat].taken_over:
                raise AlreadyDecided(msg("You're already playing here yourself."))
            log = act_of(row, interaction, BACK, person, seat, now)
            after = await self._return(tx, row, seat, log)
            # A player who ran out of time while no one else was there now has an opponent.
            late = [
                number
                for number in after.attended
                if number != seat and after.seats[number].flagged and self._may_take(after, number)
            ]
            if late:
                row = await tx.matches.existing(match_id, data=True)
                log = ActRow(
                    row.id, row.rev + 1, None, TAKEN_OVER, row.seats[late[0]].person_id, late[0], now
                )
                after = await take_over(tx, row, late, log, self._context.reply_delay)
            return self._outcome(ConsentResult.BACK, after)

        return await self._transact(interaction, match_id, person, act, absent=True)

    def _may_take(self, row: MatchRow, seat: int) -> bool:
        return may_take(row, self._context.games.find(row.game), seat)

    async def _return(self, tx: Writing, row: MatchRow, seat: int, act: ActRow) -> MatchRow:
        """Give a player their seat back. Seats of the bot that waited because no one was there continue."""
        seats = list(row.seats)
        seats[seat] = replace(seats[seat], taken_over=False)
        after = replace(row, rev=act.rev, changed_at=act.at, seats=tuple(seats))
        seats = list(seat_clocks.restarted(after, seat, act.at))
        turns: dict[int, int | None] = {seat: None}
        for number in row.awaited:
            player = seats[number]
            if player.is_played_by_bot and (player.reminder.turn or 0) <= act.at:
                turns[number] = act.at + self._context.reply_delay()
                seats[number] = replace(player, reminder=replace(player.reminder, turn=turns[number]))
        after = replace(after, seats=tuple(seats))
        return await _save(tx, row, after, act, announcements.of_return(after), turns)
