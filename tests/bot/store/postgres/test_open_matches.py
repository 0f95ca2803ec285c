"""The copies of matches for the benchmark of open matches: equivalent to matches that the bot began."""

from __future__ import annotations

from bench.open_matches import lay_out
from bench.processes import rows_of
from bench.store import ADA, INTERACTIONS, PEOPLE, begin, services_of
from bot.games.registry import games
from bot.games.voidream import voidream
from bot.maintenance.check_database import check_store
from bot.match.start import new_seed
from bot.store import open_store
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from tests.postgres import Server

MATCHES, BEGUN = 9, 3
_ABOUT_MATCHES = ("seats", "acts", "events", "setups", "outbox", "reminders", "alarms", "invitations")


async def test_copies_of_matches_are_complete_and_playable(postgres: Server) -> None:
    database, game = postgres.laid_out(), voidream()
    await lay_out(database, MATCHES, BEGUN)
    rows, store = rows_of(database), await open_store(database)
    try:
        assert [flaw async for flaw in check_store(store, games())] == [None] * MATCHES
        for table in _ABOUT_MATCHES:
            counted = rows(f"SELECT match_id, COUNT(*) FROM {table} GROUP BY match_id")
            counts = {match: number for match, number in counted}
            assert counts == {match: counts[(match - 1) % BEGUN + 1] for match in range(1, MATCHES + 1)}
        assert rows("SELECT COUNT(DISTINCT person_id) FROM seats") == [(PEOPLE * MATCHES,)]
        assert rows("SELECT COUNT(DISTINCT channel_id) FROM matches") == [(MATCHES,)]
        assert rows("SELECT COUNT(*) - COUNT(DISTINCT nonce) FROM outbox") == [(0,)]
        async with store.read() as reading:
            row = await reading.matches.match(MATCHES, data=True)
        assert row is not None and row.data is not None
        match = Match.load(game.kernel, row.data, row.setup)
        [question] = match.questions.values()
        services, person = services_of(store, game, new_seed), ADA.id + PEOPLE * (MATCHES - 1) + question.seat
        choice = random_choice(question, Chance("open matches"))
        await services.play.answer(MATCHES * INTERACTIONS, MATCHES, person, question.id, choice)
        assert await begin(services, game, MATCHES, channel=1) == MATCHES + 1
    finally:
        await store.close()
        postgres.give_back(database)
