"""The bot is killed in the middle of a match, again and again: nothing is lost, doubled or sent to the wrong people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table import transcript
from tests.whole.mortal import mortal_match

# A warning of aiohttp when a client dies in the middle of an upload.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

LONG = 12
"""The number of matches played with `--long`."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        is_long = metafunc.config.getoption("--long")
        cases = [(f"seed {n}", 30) for n in range(3, 3 + LONG)] if is_long else [("seed 2", 3)]
        metafunc.parametrize(("seed", "kills"), cases)


@pytest.mark.slow
async def test_a_match_survives_kills_at_any_moment(tmp_path: Path, seed: str, kills: int) -> None:
    """Two people play to the end, whatever happens to the bot, with a spectator."""
    async with mortal_match(tmp_path, seed=seed, kills=kills) as match:
        await match.challenge()
        await match.play()
        await match.check_answers()
        assert await match.bot.stop() == 0
        match.check_announcements()
        assert await match.truth.unsent() == 0
        assert sum(match.killed.values()) >= min(kills, 3)
        assert match.refused, "no old button was ever pressed"
    match.table.check()


async def test_sigterm_finishes_what_is_in_flight(tmp_path: Path) -> None:
    """An answer in progress is shown to its player, and announced to everyone."""
    async with mortal_match(tmp_path, seed="seed 2", kills=0) as match:
        await match.challenge()
        seen = await match.calm()
        actor = match.actors[seen.public.awaited[0].seat]
        before = await match.truth.acts()
        fault = match.table.faults.add("PATCH", "/webhooks/*", delay=2.0)
        opened = match.table.acting.use(
            actor.person, match.status(), transcript.button(match.status(), "turn")["custom_id"]
        )
        await match.alive(fault.met.wait())
        match.bot.terminate()
        await match.bot.said("stopping")
        match.table.clock.advance(2.0)
        assert await match.bot.ended() == 0
        assert opened.state == "answered"
        panel = match.thread.messages[opened.original_id or 0]
        assert "Your move" in transcript.text(panel)
        assert await match.truth.acts() == before
        assert await match.truth.unsent() == 0
    match.table.check()
