"""Practising: where somebody plays with the house alone, there is nobody to be misled, and nobody waits.

As soon as they have decided something, the house answers, and so do their own standing orders, until it is for them to
decide: each answer in a transaction of its own, and what the house has to think about, it thinks about beside the event
loop, with the database free for everybody. Whatever dies in between, the alarm for the turn of the question (`bot.prompting.prompts`)
lets the house go on a little later.
"""

from __future__ import annotations

import structlog

from bot.games.playable import Games
from bot.match import practice_opponent
from bot.match.apply import Deciding
from bot.prompting.prompts import Quick
from bot.runtime import logs
from bot.runtime.background import beside
from bot.runtime.clock import Clock
from bot.runtime.lots import Lot
from bot.store import Store
from bot.store.find_match import row_of
from bot.store.rows import MatchRow
from bot.store.standing import Standing
from bot.views.load_match import load
from engine.kernel.question import Choice

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.practising")


class Practising:
    """Lets the house answer at once. What it leaves to chance is drawn with a `lot`."""

    def __init__(self, store: Store, games: Games, clock: Clock, quick: Quick, lot: Lot) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._lot = lot
        self._deciding = Deciding(games, quick, lot)

    async def go_on(self, match_id: int) -> None:
        """Let everything be answered that waits for nobody, in a match with the house; in any other nothing happens.

        The person who plays is there: nobody tells them of what they are asked. It raises nothing: what has led here is
        done, and if the house can't go on now, it does so at the turn of its question.
        """
        try:
            while await self._answered(match_id):
                pass
        except Exception as error:
            logs.failure(_log, "practice_waits", error)

    async def _answered(self, match_id: int) -> bool:
        """Give the next answer, if there is one to give; return whether there may be another one."""
        async with self._store.read() as store:
            row = await row_of(store, match_id, data=True)
        if not row.is_practice or row.standing is not Standing.PLAYING:
            return False
        person = next(number for number, seat in enumerate(row.seats) if not seat.house)
        seats = [seat for seat in row.awaited if seat != person]
        if not seats:
            return row.seats[person].ordered and person in row.awaited and await self._by_order(row, person)
        question, choice = await beside(row.seats[person].person_id, self._thought, row, seats[0])
        async with self._store.write() as tx:
            now = await row_of(tx, match_id, data=True)
            if now.rev == row.rev:
                await self._deciding.decide(
                    tx, now, seats[0], question, choice, self._clock.now(), present=person
                )
        return True

    def _thought(self, row: MatchRow, seat: int) -> tuple[int, Choice]:
        """Return the question at a seat of the house and its answer; it may take its time."""
        match = load(self._games, row)
        return match.asked[seat].id, practice_opponent.decision(
            self._games.find(row.game), match, seat, self._lot(), row.lesson
        )

    async def _by_order(self, row: MatchRow, person: int) -> bool:
        """Let a standing order answer; return whether one has."""
        async with self._store.write() as tx:
            now = await row_of(tx, row.id, data=True)
            if now.rev != row.rev:
                return True
            return await self._deciding.by_order(tx, now, person, self._clock.now(), present=person)
