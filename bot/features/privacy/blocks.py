"""Blocks: people aren't mentioned by those they have blocked, and no one is told."""

from __future__ import annotations

from bot.errors import AlreadyDecided, BadOpponent, LimitReached
from bot.match.close_challenge import close_challenge, has_declined
from bot.match.context import MatchContext
from bot.store import about
from bot.store.calls import BlockedPerson
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.store.store import retried
from cards.i18n import msg

MOST = 200
"""People whom one person may have blocked."""
_ALL = 10_000


class Blocks:
    """Whom people have blocked.

    What changes something takes the id of the interaction that asked for it, and is carried out once for it.
    """

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def of(self, person: int) -> list[BlockedPerson]:
        """Return whom a person has blocked, the latest first."""
        async with self._context.store.read() as store:
            return await store.calls.blocked(person)

    @retried(known=True)
    async def block(self, interaction: int, person: Person, other: Person) -> None:
        """Block a person for another; open challenges between the two are declined or withdrawn.

        Matches that they are playing go on. Raises BadOpponent, LimitReached.
        """
        if other.id == person.id:
            raise BadOpponent(msg("You can't block yourself."))
        if other.is_bot:
            raise BadOpponent(msg("{who} is a bot and doesn't challenge anyone.", who=other.name))
        async with self._context.change(about.MatchesOf(person.id), about.AboutPerson(other.id)) as tx:
            now = self._context.clock.now()
            if not await tx.personal.once(interaction, person.id, "block", now):
                return
            if len(await tx.calls.blocked(person.id)) >= MOST:
                raise LimitReached(
                    msg(
                        "You already blocked {n} people, the maximum. Unblock someone first.",
                        n=MOST,
                    )
                )
            for one in (person, other):
                await tx.people.store(one.id, one.name)
            await tx.calls.block(person.id, other.id, now)
            for row in await tx.matches.of(person.id, (MatchStatus.CHALLENGED,), _ALL):
                theirs = row.seat_of(other.id)
                if theirs is None:
                    continue
                if row.challenger != row.seat_of(person.id) and (
                    row.table_for or (row.challenger == theirs and not has_declined(row, person.id))
                ):
                    await close_challenge(tx, row, self._context.games, person.id, now)
                elif row.challenger == row.seat_of(person.id) and not has_declined(row, other.id):
                    # What others have been asked stands: it is taken back for the one who is blocked.
                    alone = len(row.seats) == 2 and not row.table_for
                    await close_challenge(tx, row, self._context.games, person.id if alone else other.id, now)

    @retried(known=True)
    async def unblock(self, interaction: int, person: int, other: int) -> None:
        """Remove a block. Raises AlreadyDecided if there was none."""
        async with self._context.store.write(about.AboutPerson(person)) as tx:
            if not await tx.personal.once(interaction, person, "unblock", self._context.clock.now()):
                return
            if not await tx.calls.unblock(person, other):
                raise AlreadyDecided(msg("You haven't blocked them."))
