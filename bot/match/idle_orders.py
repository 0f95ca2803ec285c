"""Answers what nobody needs to be asked: orders that come to the same whichever is given, as it is found by trying.

What is proved from texts is answered at once (`Match.forced`). What has to be tried takes up to a second of processor time, so it
is tried beside the event loop, after what led there has been committed, and answered in a transaction of its own. What is
tried follows from what everybody knows: that a player is asked, or not, tells nobody anything. If the program ends
in between, the question is asked at its turn.
"""

from __future__ import annotations

import structlog

from bot.match.apply import Applier
from bot.match.context import MatchContext
from bot.platform import logs
from bot.platform.background import beside
from bot.store import about
from bot.store.find_match import row_of
from bot.store.match_status import MatchStatus
from bot.store.retry import retried
from bot.store.rows import MatchRow
from bot.views.load_match import load
from engine.kernel.question import Choice

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.idle_orders")


class IdleOrders:
    """Tries whether an order matters, and answers where it does not."""

    def __init__(self, context: MatchContext, deciding: Applier) -> None:
        self._context = context
        self._deciding = deciding

    async def settle(self, match_id: int, present: int | None = None) -> bool:
        """Answer what a match asks, as long as every answer comes to the same; return whether anything was answered.

        `present` is the seat whose person has the match before them. It raises nothing: what can't be tried is asked.
        """
        done = False
        try:
            while await self._answered(match_id, present):
                done = True
        except Exception as error:
            logs.failure(_log, "order_is_asked", error)
        return done

    @retried(known=True)
    async def _answered(self, match_id: int, present: int | None) -> bool:
        async with self._context.store.read() as store:
            row = await row_of(store, match_id, data=True)
        if row.standing is not MatchStatus.PLAYING or row.lesson:
            return False
        found = await beside(0, self._found, row)
        if found is None:
            return False
        seat, question, choice = found
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            now = await row_of(tx, match_id, data=True)
            if now.rev != row.rev:
                return False
            await self._deciding.decide(
                tx, now, seat, question, choice, self._context.clock.now(), present=present, idle=True
            )
        return True

    def _found(self, row: MatchRow) -> tuple[int, int, Choice] | None:
        """Return the seat, the question and the answer."""
        match = load(self._context.games, row)
        answer = match.idle_answer(self._context.games.find(row.game).practice)
        return None if answer is None else (answer[0], match.asked[answer[0]].id, answer[1])
