"""Limits on mentions of one person by another, by typing and by pressing."""

from __future__ import annotations

from bot.settings import Settings
from tests.bot.discord.kit import Duel, Room
from tests.table import transcript
from tests.table.actor import Actor


async def use_real_limits(room: Room) -> None:
    """Apply the limits of a real installation."""
    room.settings = Settings(_env_file=None)  # type: ignore[call-arg]
    await room.restart()


async def test_repeated_challenges_mention_once(lobby: Room, ada: Actor, bo: Actor) -> None:
    await use_real_limits(lobby)
    first = await ada.slash("voidream challenge", user=bo)
    assert "Challenge sent to" in first.text
    await lobby.quiet()
    for _ in range(10):
        await ada.slash("match decline")
        again = await ada.slash("voidream challenge", user=bo)
        assert again.text.startswith("You challenged Bo recently. You can challenge them again <t:")
    await lobby.quiet()
    text = [message for message in bo.sees(lobby.table.channel) if "challenge" in transcript.text(message)]
    assert len(text) == 1 and "withdrew" in transcript.text(text[0])


async def test_requests_withdrawn_in_a_thread_mention_once(lobby: Room, duel: Duel) -> None:
    await use_real_limits(lobby)
    ada, bo = duel.ada, duel.bo
    await ada.actor.slash("match draw", channel=ada.thread)
    # A request withdrawn before its announcement mentions no one, so wait until it is in the thread.
    await lobby.quiet()
    await ada.actor.slash("match draw", channel=ada.thread, agree="no")
    for _ in range(3):
        again = await ada.actor.slash("match draw", channel=ada.thread)
        assert again.text.startswith("You offered Bo a draw recently. You can offer another <t:")
        await ada.actor.slash("match draw", channel=ada.thread, agree="no")
    await lobby.quiet()
    offers = [message for message in bo.actor.sees(bo.thread) if "offered a draw" in transcript.text(message)]
    assert len(offers) == 1 and "withdrawn" in transcript.text(offers[0])
