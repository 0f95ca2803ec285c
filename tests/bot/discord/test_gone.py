"""Someone leaves the server in a match without a clock: the other is not stuck with them."""

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
    """Let the one who is awaited leave the server; return the other."""
    late, _ = await duel.asked()
    other = duel.bo if late is duel.ada else duel.ada
    duel.room.table.world.leave(late.actor.person, duel.room.table.guild)
    return other.actor


@pytest.mark.parametrize("way", ["claim", "cancel"])
async def test_discord_is_asked_when_the_other_wants_an_end(duel: Duel, lobby: Room, way: str) -> None:
    other = await leaves(duel)
    if way == "claim":
        claimed = await other.slash("match time claim", match=str(duel.match_id))
        assert "You claimed the match. Ratings don't change." in claimed.text
    else:
        asked = await other.slash("match abort", match=str(duel.match_id))
        assert "It will count for no one." in asked.text
        await other.click(asked.reply, "Yes, cancel it")
    await lobby.quiet()
    table = await lobby.services.matches.table(duel.match_id)
    assert table.standing is MatchStatus.OVER


async def test_after_a_fortnight_the_thread_says_so_with_buttons(duel: Duel, lobby: Room) -> None:
    late, _ = await duel.asked()
    other = duel.bo if late is duel.ada else duel.ada
    refused = await other.actor.slash("match time claim", match=str(duel.match_id))
    assert "no clocks" in refused.text
    await pass_time(lobby, 13)
    await pass_time(lobby, 1)
    told = await other.actor.gets(GONE, channel=other.thread)
    assert transcript.buttons(told) == ["Claim the win", "Cancel the match"]
    assert GONE in transcript.text(await duel.status())
    await other.actor.click(told, "Claim the win")
    await lobby.quiet()
    assert "did not come back" in transcript.text(
        await other.actor.gets("did not come back", channel=other.thread)
    )


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10013), (403, 50278)], ids=["no account", "no common server"]
)
async def test_a_direct_message_that_reaches_nobody_says_so_at_once(
    duel: Duel, lobby: Room, status: int, code: int
) -> None:
    for _ in range(3):
        await pass_once(duel)
    player, question = await duel.asked()
    gone = duel.bo if player is duel.ada else duel.ada
    direct = gone.actor.direct.id
    lobby.table.faults.add("POST", f"/channels/{direct}/messages", status=status, code=code, times=9)
    await click_answer(player, player.actor.sees(player.actor.direct)[-1], question, ("pass",))
    told = await player.actor.gets(GONE, channel=player.thread)
    assert "Claim the win" in transcript.buttons(told)
