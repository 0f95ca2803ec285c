"""Open tables: a challenge without a named opponent. Anyone allowed on the server can take a free seat.

It is a challenge with fewer people than seats: they are added one by one, each with a deck, and the match begins when
the table is full, or when its host starts it with those present. It counts towards the same limits as a challenge,
and so does each seat. A person who leaves frees the seat.
"""

from __future__ import annotations

from bot.clocks.control import DAY
from bot.errors import AlreadyDecided, BadOpponent, LimitReached, NotYourMatch
from bot.games.playable import PlayableGame
from bot.match import limits
from bot.match.context import decided
from bot.people import contact_limits
from bot.settings import Settings
from bot.store import Reading, Writing
from bot.store.match_status import Invited, MatchStatus
from bot.store.matches import MatchQueries
from bot.store.person import Person
from bot.store.rows import MatchRow
from cards.i18n import msg

LASTS = 3 * DAY
"""Milliseconds until an open table expires."""
LISTED = 25
"""Maximum open tables listed for a server."""


def check_seats(game: PlayableGame, seats: int) -> None:
    """Raise BadOpponent for a number of seats that the game doesn't support."""
    if seats not in game.seats:
        least, most = game.seats.start, game.seats[-1]
        raise BadOpponent(
            msg("{game} is for {n} players.", game=game.title, n=least)
            if least == most
            else msg("{game} is for {n} to {m} players.", game=game.title, n=least, m=most)
        )


async def check_one(matches: MatchQueries, host: Person) -> None:
    """Raise LimitReached for a person who already has an open table."""
    if await matches.has_open_table(host.id):
        raise LimitReached(msg("You already have an open table. Close it first, or wait until it is full."))


async def check_may_sit(store: Reading, row: MatchRow, person: Person, settings: Settings) -> None:
    """Raise unless a person can take a free seat: AlreadyDecided, LimitReached, Unwilling."""
    if row.status is not MatchStatus.CHALLENGED:
        raise AlreadyDecided(decided(row))
    if row.seat_of(person.id) is not None:
        return
    if not row.free_seats:
        raise AlreadyDecided(msg("All seats at this table are taken."))
    for seat in row.seats:
        player = Person(seat.person_id, seat.name)
        await limits.check_pair(store.matches, settings, person, player, row.channel_id, row.game)
        refusal = msg("There can be no match between you and {who} now.", who=player.name)
        await contact_limits.check_willing(store.blocks, person, player, refusal)


async def sit(tx: Writing, row: MatchRow, person: Person, settings: Settings) -> MatchRow:
    """Give a person a free seat. They must still accept with a deck. Raises the exceptions of `check_may_sit`."""
    await check_may_sit(tx, row, person, settings)
    await tx.seats.add(row.id, len(row.seats), person.id)
    return await tx.matches.existing(row.id, data=True)


def answering(row: MatchRow, seat: int | None, kind: str) -> int:
    """Return the seat of a person who may do `kind` to an open table: accept, decline or withdraw.

    Raises NotYourMatch, AlreadyDecided.
    """
    host = row.seats[row.challenger].name
    if row.status is not MatchStatus.CHALLENGED:
        raise AlreadyDecided(decided(row))
    if seat is None:
        raise NotYourMatch(msg("You don't have a seat at this table."))
    if kind == "withdraw" and seat != row.challenger:
        raise NotYourMatch(msg("Only {who} can close this table. You can leave it.", who=host))
    if kind == "accept" and seat == row.challenger:
        raise NotYourMatch(msg("This is your own table. It's waiting for other players."))
    if kind == "accept" and row.seats[seat].invited is Invited.ACCEPTED:
        raise AlreadyDecided(msg("You already have a seat at this table."))
    return seat
