"""Outages of the bot or of Discord: no one loses time by them, and the thread mentions them once."""

from __future__ import annotations

import pytest

from bot.clocks.control import DAY, HOUR, MINUTE
from bot.discord.reach import ask_anything
from bot.people.locales import translator_for
from bot.store.match_status import MatchStatus
from cards.i18n import Locale
from tests.bot.discord.kit import Duel, Room
from tests.bot.features.time.test_clocks import begin, pass_time
from tests.bot.stores import change, rows, stored
from tests.table import transcript
from tests.table.actor import Actor

OFFLINE = "I was offline for 2 d 12 h. That time counts for no one."


async def standing(duel: Duel) -> MatchStatus:
    return (await duel.room.services.matches.table(duel.match_id)).status


async def left(duel: Duel) -> list[int | None]:
    """Return both players' remaining time in milliseconds, None for a stopped clock."""
    times = (await duel.room.services.matches.table(duel.match_id)).times
    return [None if time.due_at is None else time.due_at - duel.room.clock.now() for time in times]


async def outage_recorded(room: Room) -> None:
    """Wait until the end of the outage is stored, with its consequences."""
    assert room.running is not None
    await room.running.bot.problems()
    await room.running.bot.alarms.run_due()
    await room.quiet()


async def offline(duel: Duel) -> list[str]:
    """Return the messages about outages in the thread."""
    thread = duel.ada.thread
    return [
        text
        for message in duel.ada.actor.sees(thread)
        if "I was offline" in (text := transcript.text(message))
    ]


async def gateway(room: Room) -> None:
    assert room.running is not None
    room.running.bot.client.dispatch("shard_disconnect", 0)
    await room.clock.move(60 * HOUR / 1000)
    room.running.bot.client.dispatch("shard_resumed", 0)


async def stopped(room: Room) -> None:
    assert room.running is not None
    await room.running.end()
    await room.clock.move(60 * HOUR / 1000)
    await room.begin()


async def killed(room: Room) -> None:
    """Kill the process without a goodbye: its last mark is that of its last heartbeat."""
    assert room.running is not None
    await room.running.bot.problems()
    [(mark,)] = await rows(room.services.store, "SELECT value FROM facts WHERE name = 'alive'")
    await room.clock.move(60 * HOUR / 1000)
    await room.running.end()
    async with stored(room.file) as store:
        await change(store, "UPDATE facts SET value = ? WHERE name = 'alive'", mark)
    await room.begin()


async def restarted_while_away(room: Room) -> None:
    """Discord disconnects, then the process stops, and both come back one after the other."""
    assert room.running is not None
    room.running.bot.client.dispatch("shard_disconnect", 0)
    await room.clock.move(24 * HOUR / 1000)
    await room.running.end()
    await room.clock.move(36 * HOUR / 1000)
    await room.begin()


@pytest.mark.parametrize("outage", [gateway, stopped, killed, restarted_while_away])
@pytest.mark.parametrize("rated", [False, True])
async def test_an_outage_costs_no_player_time(
    lobby: Room, ada: Actor, bo: Actor, outage, rated: bool
) -> None:  # type: ignore[no-untyped-def]
    duel = await begin(lobby, ada, bo, "1d each", rated=rated)
    await pass_time(lobby, 0.25)
    before = await left(duel)
    assert 18 * HOUR in before
    await outage(lobby)
    late, _ = await duel.asked()
    opponent = duel.bo if late is duel.ada else duel.ada
    claimed = await opponent.actor.slash("match time claim", match=str(duel.match_id))
    assert "still has time" in claimed.text
    await outage_recorded(lobby)
    await outage_recorded(lobby)
    assert await standing(duel) is MatchStatus.PLAYING
    assert await left(duel) == before
    (announcement,) = await offline(duel)
    # Announcements are not edited when the time is over: they contain the date. The status message is edited and
    # counts down.
    due = (lobby.clock.now() + 18 * HOUR) // 1000
    assert OFFLINE in announcement and f"<t:{due}:f>" in announcement
    assert f"<t:{due}:R>" in transcript.text(await duel.status())
    await pass_time(lobby, 18 * HOUR / DAY)
    if rated:
        assert await standing(duel) is MatchStatus.OVER
    else:
        assert "is out of time" in transcript.text(await duel.status())


async def test_a_short_outage_is_credited_silently(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "1d each")
    before = await left(duel)
    assert lobby.running is not None
    client = lobby.running.bot.client
    for _ in range(3):
        client.dispatch("shard_disconnect", 0)
        await lobby.clock.move(4 * MINUTE / 1000)
        client.dispatch("shard_resumed", 0)
        await outage_recorded(lobby)
    assert await left(duel) == before
    assert await offline(duel) == []


async def test_a_failing_rest_api_stops_the_clocks(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "1d each")
    before = await left(duel)
    assert lobby.running is not None
    reach = lobby.running.bot.reach
    lobby.table.faults.add("GET", "/gateway", status=500, times=2)
    for _ in range(2):
        reach.failed()
    assert not reach.is_answered
    await lobby.clock.move(5 * HOUR / 1000)
    assert await left(duel) == before, "during the outage, no clock runs"
    lobby.table.faults.clear()
    await ask_anything(lobby.running.bot.client)
    assert reach.is_answered
    await outage_recorded(lobby)
    assert await left(duel) == before
    assert len(await offline(duel)) == 1


async def test_a_draw_offer_is_extended_by_the_outage(lobby: Room, ada: Actor, bo: Actor) -> None:
    duel = await begin(lobby, ada, bo, "none")
    await ada.slash("match draw", match=str(duel.match_id))
    await lobby.quiet()
    await pass_time(lobby, 1)
    await gateway(lobby)
    await outage_recorded(lobby)
    await pass_time(lobby, 1.9)
    assert (await lobby.services.requests.offers(duel.match_id)).draw is not None
    await pass_time(lobby, 0.1)
    assert (await lobby.services.requests.offers(duel.match_id)).draw is None


def test_an_outage_is_announced_in_spanish() -> None:
    announcement = translator_for(Locale.SPANISH).msg(
        "I was offline for {time}. That time counts for no one."
    )
    assert (
        announcement.format(time="2 d")
        == "He estado fuera de servicio durante 2 d. Ese tiempo no cuenta para nadie."
    )
