"""Readers of the same position share a match; acts have their own copy."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.playable import Games
from bot.views.load_match import load, load_shared
from engine.kernel.chance import Chance
from tests.bot.kit import Bot as Kit


async def test_snapshots_share_a_match_until_the_position_changes(bot: Kit) -> None:
    match_id = await bot.begin()
    games = Games.of(bot.game)
    async with bot.store.read() as store:
        row = await store.matches.match(match_id, data=True)
    assert row is not None and row.data is not None and row.setup is not None
    looked, acting = load_shared(games, row), load(games, row)
    assert load_shared(games, replace(row, revision_token="other")) is looked
    assert acting is not looked and load(games, row) is not acting
    await bot.answer_anything(match_id, Chance("looks"))
    async with bot.store.read() as store:
        after = await store.matches.match(match_id, data=True)
    assert after is not None and load_shared(games, after) is not looked
    assert looked.save(apart=True) == row.data, "an act doesn't change the shared match"
    assert after.setup == row.setup
