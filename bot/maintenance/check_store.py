"""Checking a database through the store: which matches can be read, wherever they lie."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.errors import NotFound
from bot.games.playable import Games
from bot.maintenance.check_database import Flaw
from bot.store import Store
from engine.kernel.errors import UnreadableMatch
from engine.kernel.match import Match

_PORTION = 50
"""Matches that are read at a time."""
_PAGE = """
SELECT m.id, m.game, m.standing, m.data, (SELECT u.data FROM setups u WHERE u.match_id = m.id)
FROM matches m WHERE m.data IS NOT NULL AND m.id > ? ORDER BY m.id LIMIT ?
"""


async def check_store(store: Store, games: Games) -> AsyncIterator[Flaw | None]:
    """Give for each match that has been begun what is wrong with it, None for one that can be read."""
    last = 0
    while True:
        async with store.database.look() as connection:
            [rows] = await connection.ask((_PAGE, (last, _PORTION)))
        if not rows:
            return
        for match_id, game, standing, data, setup in rows:
            last = int(match_id)
            try:
                Match.load(games.find(game).kernel, data, setup)
            except (UnreadableMatch, NotFound) as error:
                yield Flaw(last, standing, str(error))
            else:
                yield None
