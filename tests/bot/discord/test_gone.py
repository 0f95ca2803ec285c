"""A player leaves the server in a match without a clock: the opponent isn't stuck."""

from __future__ import annotations

import pytest

from bot.store.match_status import MatchStatus
from tests.bot.discord.kit import Duel, Room, click_answer
from tests.bot.discord.test_misbehaviour import pass_once
from tests.bot.features.time.test_clocks import pass_time
from tests.table import transcript
from tests.table.actor import Actor

GONE = "hasn't come back. You can claim the match or cancel it."


async def leaves(duel: Duel) -> Actor:
    """Make the player whose move it is leave the server; return the other one."""
    late, _ = await duel.asked()
    opponent = duel.bo if late is duel.ada else duel.ada
    duel.room.table.world.leave(late.actor.person, duel.room.table.guild)
    return opponent.actor


@pytest.mark.parametrize("way", ["claim", "cancel"])
async def test_discord_is_queried_when_the_opponent_wants_to_end_the_match(
    duel: Duel, lobby: Room, way: str
) -> None:
    opponent = await leaves(duel)
    if way == "claim":
        claimed = await opponent.slash("match time claim", match=str(duel.match_id))
        assert "You claimed the match. Ratings don't change." in claimed.text
    else:
        outcome = await opponent.slash("match abort", match=str(duel.match_id))
        assert "It will count for no one." in outcome.text
        await opponent.click(outcome.reply, "Yes, cancel it")
    await lobby.quiet()
    table = await lobby.services.matches.table(duel.match_id)
    assert table.status is MatchStatus.OVER


async def test_after_two_weeks_the_thread_offers_to_end_the_match(duel: Duel, lobby: Room) -> None:
    late, _ = await duel.asked()
    opponent = duel.bo if late is duel.ada else duel.ada
    refused = await opponent.actor.slash("match time claim", match=str(duel.match_id))
    assert "no clocks" in refused.text
    await pass_time(lobby, 13)
    await pass_time(lobby, 1)
    message = await opponent.actor.gets(GONE, channel=opponent.thread)
    assert transcript.buttons(message) == ["Claim the win", "Cancel the match"]
    assert GONE in transcript.text(await duel.status())
    await opponent.actor.click(message, "Claim the win")
    await lobby.quiet()
    assert "did not come back" in transcript.text(
        await opponent.actor.gets("did not come back", channel=opponent.thread)
    )


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10013), (403, 50278)], ids=["no account", "no common server"]
)
async def test_an_undeliverable_direct_message_is_reported_at_once(
    duel: Duel, lobby: Room, status: int, code: int
) -> None:
    for _ in range(3):
        await pass_once(duel)
    player, question = await duel.asked()
    opponent = duel.bo if player is duel.ada else duel.ada
    direct = opponent.actor.direct.id
    lobby.table.faults.add("POST", f"/channels/{direct}/messages", status=status, code=code, times=9)
    await click_answer(player, player.actor.sees(player.actor.direct)[-1], question, ("pass",))
    message = await player.actor.gets(GONE, channel=player.thread)
    assert "Claim the win" in transcript.buttons(message)
