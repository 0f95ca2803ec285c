"""Rematches: ask to play a match again with the seats rotated, and accept that."""

from __future__ import annotations

import msgspec

from bot.command_keys import with_commands
from bot.errors import AlreadyDecided, StillGoingOn
from bot.match.challenge_types import NewChallenge
from bot.match.challenges import Challenges, held
from bot.match.consent import names_of
from bot.match.context import MatchContext
from bot.match.matches import Matches
from bot.store import about
from bot.store.match_status import Invited, MatchStatus
from bot.store.person import Person
from bot.store.rows import MatchRow
from bot.store.store import retried
from bot.views.types import MatchTable
from cards.i18n import msg


class Rematch(msgspec.Struct, frozen=True):
    """A rematch: the challenge or, if everyone else had asked for it already (`begun`), the match."""

    table: MatchTable
    begun: bool
    deck: str


class Rematches:
    """Matches played again. Each interaction takes effect once."""

    def __init__(self, context: MatchContext, matches: Matches, challenges: Challenges) -> None:
        self._context = context
        self._matches = matches
        self._challenges = challenges

    async def rematch(self, interaction: int, match_id: int, person: Person, deck: str = "") -> Rematch:
        """Ask for a rematch in which every player moves on by one seat, or accept an existing request.

        It has the terms of the match: the same channel, clocks and level, rated if it was, and with takeovers
        by the bot if they were agreed. Without `deck`, with the deck that the person played. Raises
        NotYourMatch, StillGoingOn, AlreadyDecided, BadOpponent, BadDeck, LimitReached, NotHere,
        NoRatedMatches.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id)
            seat = row.own_seat(person.id)
            if row.lesson:
                raise AlreadyDecided(with_commands(msg("This was a lesson. Start it again with `{/learn}`.")))
            rematch_id = await store.matches.rematch(match_id)
            if row.status is not MatchStatus.OVER:
                raise StillGoingOn(msg("This match isn't over yet. Ask for a rematch when it is."))
            challenge = await store.matches.existing(rematch_id) if rematch_id else None
            earlier_act = await store.acts.act(interaction)
        deck = deck or row.seats[seat].deck
        if earlier_act is not None:
            table = await self._challenges.with_bot_moves(await self._matches.table(earlier_act.match_id))
            return Rematch(table, earlier_act.kind == "accept" or table.is_practice, deck)
        if challenge is None:
            table = await self._ask_again(interaction, row, person, deck)
            if table is None:  # Another player asked at the same moment: accept their request.
                return await self.rematch(interaction, match_id, person, deck)
            table = await self._challenges.with_bot_moves(table)
            return Rematch(table, table.status is not MatchStatus.CHALLENGED, deck)
        if challenge.status is not MatchStatus.CHALLENGED:
            raise AlreadyDecided(msg("The rematch of this match is match {id}.", id=challenge.id))
        if challenge.seats[challenge.challenger].person_id == person.id:
            raise AlreadyDecided(
                msg(
                    "You already asked for a rematch. Waiting for {other}.",
                    other=names_of(challenge, challenge.invited(Invited.OPEN)),
                )
            )
        accepted = await self._challenges.accept(interaction, challenge.id, person, deck)
        return Rematch(accepted.table, accepted.snapshot is not None, deck)

    @retried(known=True)
    async def _ask_again(
        self, interaction: int, row: MatchRow, person: Person, deck: str
    ) -> MatchTable | None:
        """Create the challenge to a rematch, with the seats rotated by one; None if another player has just done it."""
        order = (*row.seats[1:], row.seats[0])
        people = tuple(
            person
            if seat.person_id == person.id
            else Person(seat.person_id, seat.name, is_this_bot=seat.is_bot)
            for seat in order
        )
        request = NewChallenge(
            people, self._context.games.find(row.game), row.guild_id, row.channel_id, people.index(person), deck,
            row.control, row.rated, row.takes_over, rematch_of=row.id, level=row.level,
        )  # fmt: skip
        async with self._context.change(about.AboutMatch(row.id), *held(people)) as tx:
            if (earlier := await tx.acts.act(interaction)) is not None:
                return self._context.table(await tx.matches.existing(earlier.match_id))
            if await tx.matches.rematch(row.id) is not None:
                return None
            return await self._challenges.make(tx, interaction, request)
