"""Blocks: a blocked person can't challenge or ask the one who blocked them. They aren't told."""

from __future__ import annotations

from bot.errors import AlreadyDecided, BadOpponent, LimitReached
from bot.match.close_challenge import close_challenge, has_declined
from bot.match.context import MatchContext
from bot.store import about
from bot.store.blocks import BlockedPerson
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.store.store import retried
from cards.i18n import msg

MOST = 200
"""Maximum number of people that one person can block."""
_ALL = 10_000


class Blocks:
    """The people that users have blocked.

    Methods that change something take the id of the interaction, and act once per interaction.
    """

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def of(self, person: int) -> list[BlockedPerson]:
        """Return the people that a person has blocked, latest first."""
        async with self._context.store.read() as store:
            return await store.blocks.of(person)

    @retried(known=True)
    async def block(self, interaction: int, person: Person, other: Person) -> None:
        """Block `other`. Open challenges between the two are declined or withdrawn.

        Their running matches continue. Raises BadOpponent, LimitReached.
        """
        if other.id == person.id:
            raise BadOpponent(msg("You can't block yourself."))
        if other.is_bot:
            raise BadOpponent(msg("{who} is a bot and doesn't challenge anyone.", who=other.name))
        async with self._context.change(about.MatchesOf(person.id), about.AboutPerson(other.id)) as tx:
            now = self._context.clock.now()
            if not await tx.personal.once(interaction, person.id, "block", now):
                return
            if len(await tx.blocks.of(person.id)) >= MOST:
                raise LimitReached(
                    msg(
                        "You already blocked {n} people, the maximum. Unblock someone first.",
                        n=MOST,
                    )
                )
            for each in (person, other):
                await tx.people.store(each.id, each.name)
            await tx.blocks.add(person.id, other.id, now)
            for row in await tx.matches.of(person.id, (MatchStatus.CHALLENGED,), _ALL):
                other_seat = row.seat_of(other.id)
                if other_seat is None:
                    continue
                if row.challenger != row.seat_of(person.id) and (
                    row.table_for or (row.challenger == other_seat and not has_declined(row, person.id))
                ):
                    await close_challenge(tx, row, self._context.games, person.id, now)
                elif row.challenger == row.seat_of(person.id) and not has_declined(row, other.id):
                    # With more people, the challenge stays open for the others: only the blocked person leaves it.
                    is_duel = len(row.seats) == 2 and not row.table_for
                    await close_challenge(
                        tx, row, self._context.games, person.id if is_duel else other.id, now
                    )

    @retried(known=True)
    async def unblock(self, interaction: int, person: int, other: int) -> None:
        """Remove a block. Raises AlreadyDecided if there was none."""
        async with self._context.store.write(about.AboutPerson(person)) as tx:
            if not await tx.personal.once(interaction, person, "unblock", self._context.clock.now()):
                return
            if not await tx.blocks.remove(person, other):
                raise AlreadyDecided(msg("You haven't blocked them."))
